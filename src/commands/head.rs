//! `head`: the first lines or bytes of files, or all but the last.

use std::collections::VecDeque;

use bytes::Bytes;

use super::options::{self, InOrder, Opt, Parsed, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::number::parse_size;
use super::shared::quote::{quote, quote_file};
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::IoError;

const HELP: &str = "\
Usage: head [OPTION]... [FILE]...
Print the first 10 lines of each FILE. With several FILEs, a header with the name comes before each.

With no FILE, or when FILE is -, read standard input.

  -c, --bytes=[-]NUM       print the first NUM bytes; with '-', all but the last NUM
  -n, --lines=[-]NUM       print the first NUM lines instead of 10; with '-', all but the last NUM
  -q, --quiet, --silent    never print headers
  -v, --verbose            always print headers
  -z, --zero-terminated    lines end in NUL, not newline
      --help               show this help and exit
      --version            show the version and exit

NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and so on for G, T, P, E, Z, Y;
KiB=K, MiB=M, and so on.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "bytes", Takes::Value),
    Opt::both('n', "lines", Takes::Value),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt { id: 'q', short: false, long: "silent", takes: Takes::Nothing },
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
    Opt::DIGITS,
]);

pub const COMMANDS: &[Native] = &[Native { name: "head", help: HELP, run }];

/// Stands for a letter that the old spelling does not know.
const BAD_TRAILER: char = '\u{2}';

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Amount {
    count: u64,
    /// Lines, not bytes.
    lines: bool,
    /// All but the last.
    all_but: bool,
    terminator: u8,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let obsolete = match context.args().first() {
        Some(first) => obsolete(first),
        None => None,
    };
    let rest = if obsolete.is_some() { context.args().get(1..).unwrap_or_default() } else { context.args() };
    let InOrder { options, mut operands, mistake, .. } = options::read_in_order(&SPEC, rest);
    let given = obsolete.unwrap_or_default();
    let mut amount = Amount { count: 10, lines: true, all_but: false, terminator: b'\n' };
    let mut headers = operands.len() > 1;
    for Parsed { id, value } in given.into_iter().chain(options) {
        match id {
            'q' => headers = false,
            'v' => headers = true,
            'z' => amount.terminator = 0,
            BAD_TRAILER => return refuse(context, &[b"invalid trailing option -- ", &value.unwrap_or_default()]),
            '0'..='9' => return refuse(context, &[b"invalid trailing option -- ", id.to_string().as_bytes()]),
            _ => {
                let value = value.unwrap_or_default();
                amount.lines = id == 'n';
                amount.all_but = value.starts_with(b"-");
                let number = if amount.all_but { &value[1..] } else { &value[..] };
                match parse_size(number, b"bkKmMGTPEZY0") {
                    Ok(count) => amount.count = count,
                    Err(error) => {
                        let what: &[u8] =
                            if amount.lines { b"invalid number of lines: " } else { b"invalid number of bytes: " };
                        context.complain(&[what, &quote(number), error.detail()])?;
                        return Ok(1);
                    }
                }
            }
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    if operands.is_empty() {
        operands.push("-".into());
    }
    let mut status = 0;
    let mut first = true;
    for operand in &operands {
        let mut input = match context.open_operand(operand) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"cannot open ", &quote_file(operand), b" for reading: ", text])?;
                status = 1;
                continue;
            }
        };
        let name: &[u8] = if operand == "-" { b"standard input" } else { operand };
        if headers {
            let start: &[u8] = if first { b"==> " } else { b"\n==> " };
            context.write(&[start, name, b" <==\n"].concat())?;
            first = false;
        }
        match print(context, &mut input, amount) {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"error reading ", &quote_file(name), b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

/// `-5`, `-5c`, `-3kqv`: the old spelling, as the options that it stands for.
fn obsolete(argument: &[u8]) -> Option<Vec<Parsed>> {
    let rest = argument.strip_prefix(b"-")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let (number, letters) = rest.split_at(digits);
    let mut number = number.to_vec();
    let mut options = Vec::new();
    let mut id = 'n';
    for letter in letters {
        match letter {
            b'c' => id = 'c',
            b'l' => id = 'n',
            b'b' | b'k' | b'm' => {
                id = 'c';
                number.truncate(digits);
                number.push(*letter);
            }
            b'q' | b'v' | b'z' => options.push(Parsed { id: char::from(*letter), value: None }),
            // Whatever came before it, this is the mistake.
            other => return Some(vec![Parsed { id: BAD_TRAILER, value: Some([*other].as_slice().into()) }]),
        }
    }
    options.push(Parsed { id, value: Some(number.into()) });
    Some(options)
}

fn print(context: &mut Context<'_>, input: &mut Input, amount: Amount) -> Result<(), IoError> {
    match (amount.all_but, amount.lines) {
        (false, false) => first_bytes(context, input, amount.count),
        (false, true) => first_lines(context, input, amount.count, amount.terminator),
        (true, _) => all_but(context, input, amount),
    }
}

fn first_bytes(context: &mut Context<'_>, input: &mut Input, mut left: u64) -> Result<(), IoError> {
    while left > 0 {
        let mut data = input.read(context)?;
        if data.is_empty() {
            break;
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        if data.len() > most {
            let rest = data.split_off(most);
            input.unread(rest);
            input.give_back();
        }
        left -= data.len() as u64;
        context.write_bytes(data)?;
    }
    Ok(())
}

fn first_lines(context: &mut Context<'_>, input: &mut Input, mut left: u64, terminator: u8) -> Result<(), IoError> {
    while left > 0 {
        let mut data = input.read(context)?;
        if data.is_empty() {
            break;
        }
        let mut end = data.len();
        for at in memchr::memchr_iter(terminator, &data) {
            left -= 1;
            if left == 0 {
                end = at + 1;
                break;
            }
        }
        if end < data.len() {
            let rest = data.split_off(end);
            input.unread(rest);
            input.give_back();
        }
        context.write_bytes(data)?;
    }
    Ok(())
}

/// Keeps back as many slices as the end may need and writes what is surely before it.
fn all_but(context: &mut Context<'_>, input: &mut Input, amount: Amount) -> Result<(), IoError> {
    let weight = |data: &Bytes| {
        if amount.lines { memchr::memchr_iter(amount.terminator, data).count() as u64 } else { data.len() as u64 }
    };
    let mut kept: VecDeque<(Bytes, u64)> = VecDeque::new();
    let mut total = 0;
    loop {
        let data = input.read(context)?;
        if data.is_empty() {
            break;
        }
        let count = weight(&data);
        total += count;
        kept.push_back((data, count));
        while let Some((_, first)) = kept.front()
            && total - first > amount.count
            && let Some((data, first)) = kept.pop_front()
        {
            total -= first;
            context.write_bytes(data)?;
        }
    }
    // A last line without its end is a line too.
    let unterminated = kept.back().is_some_and(|(data, _)| data.last() != Some(&amount.terminator));
    if amount.lines && unterminated {
        total += 1;
    }
    let mut left = total.saturating_sub(amount.count);
    for (mut data, count) in kept {
        if left == 0 {
            break;
        }
        // With lines, a slice that holds no more ends than are left may still end inside a line that is left out.
        if count >= left {
            let end = end_of(&data, left, amount);
            data.truncate(end);
        }
        left = left.saturating_sub(count);
        context.write_bytes(data)?;
    }
    Ok(())
}

/// Where the first `count` lines or bytes of `data` end.
fn end_of(data: &[u8], count: u64, amount: Amount) -> usize {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if !amount.lines {
        return count.min(data.len());
    }
    match count.checked_sub(1) {
        None => 0,
        Some(index) => memchr::memchr_iter(amount.terminator, data).nth(index).map_or(data.len(), |at| at + 1),
    }
}
