//! `tac`: the records of files in reverse order.

use bstr::ByteSlice;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::{quote_colon, quote_file};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use shell::regex::{Options, Regex, Syntax};
use workspace::Errno;

const HELP: &str = "\
Usage: tac [OPTION]... [FILE]...
Print the lines of each FILE, the last one first.

With no FILE, or when FILE is -, read standard input.

  -b, --before             the separator belongs to what follows it
  -r, --regex              the separator is a regular expression
  -s, --separator=STRING   use STRING instead of newline as the separator
      --help               show this help and exit
      --version            show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "before", Takes::Nothing),
    Opt::both('r', "regex", Takes::Nothing),
    Opt::both('s', "separator", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "tac", help: HELP, run }];

enum Separator {
    Text(Vec<u8>),
    Pattern(Box<Regex>),
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut text = b"\n".to_vec();
    let (mut before, mut regex) = (false, false);
    for option in options {
        match option.id {
            'b' => before = true,
            'r' => regex = true,
            _ => text = option.value().to_vec(),
        }
    }
    let separator = if regex {
        if text.is_empty() {
            context.complain(&[b"separator cannot be empty"])?;
            return Ok(1);
        }
        match Regex::new(&text, &Options::new(Syntax::Basic)) {
            Ok(regex) => Separator::Pattern(Box::new(regex)),
            Err(error) => {
                context.complain(&[error.to_string().as_bytes()])?;
                return Ok(1);
            }
        }
    } else {
        // No separator at all stands for a NUL byte.
        Separator::Text(if text.is_empty() { vec![0] } else { text })
    };
    if operands.is_empty() {
        operands.push("-".into());
    }
    let mut status = 0;
    for operand in &operands {
        let data = match context.open_operand(operand) {
            Ok(mut input) => input.read_to_end(context),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"failed to open ", &quote_file(operand), b" for reading: ", text])?;
                status = 1;
                continue;
            }
        };
        let data = match data {
            Ok(data) => data,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                // A folder cannot be sought in, which comes first.
                let errno = if errno == Errno::IsDir { Errno::Invalid } else { errno };
                let name = if operand == "-" { b"standard input".into() } else { quote_colon(operand) };
                context.complain(&[&name, b": read error: ", errno.message().as_bytes()])?;
                status = 1;
                continue;
            }
        };
        if !reverse(context, &separator, before, &data)? {
            status = 1;
        }
    }
    Ok(status)
}

/// Prints the records of `data` from the last to the first; false when the pattern was too hard.
fn reverse(context: &mut Context<'_>, separator: &Separator, before: bool, data: &[u8]) -> Result<bool, Halt> {
    let starts = match separator {
        Separator::Text(_) => Vec::new(),
        Separator::Pattern(regex) => match match_starts(context, regex, data)? {
            Some(starts) => starts,
            None => {
                context.complain(&[b"error in regular expression search"])?;
                return Ok(false);
            }
        },
    };
    let mut starts = starts.as_slice();
    // What lies behind `end` is printed; separators are looked for before `limit`.
    let (mut end, mut limit) = (data.len(), data.len());
    loop {
        let found = match separator {
            Separator::Text(text) => data[..limit].rfind(text).map(|start| (start, start + text.len())),
            Separator::Pattern(regex) => loop {
                let Some((&start, rest)) = starts.split_last() else { break None };
                starts = rest;
                if start >= limit {
                    continue;
                }
                match regex.find_at(&data[..limit], start) {
                    Ok(Some((at, end))) if at == start && end > start => break Some((start, end)),
                    _ => {}
                }
            },
        };
        let Some((start, stop)) = found else { break };
        context.charge(1)?;
        let cut = if before { start } else { stop };
        context.write(&data[cut..end])?;
        end = cut;
        limit = start;
    }
    context.write(&data[..end])?;
    Ok(true)
}

/// Every place where a match begins, however they overlap: the search goes backwards.
fn match_starts(context: &Context<'_>, regex: &Regex, data: &[u8]) -> Result<Option<Vec<usize>>, Halt> {
    let mut starts = Vec::new();
    let mut from = 0;
    while from < data.len() {
        context.charge(1)?;
        match regex.find_at(data, from) {
            Ok(Some((start, _))) => {
                starts.push(start);
                from = start + 1;
            }
            Ok(None) => break,
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(starts))
}
