//! `cmp`: compares two files byte by byte.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::{Failure, refuse_named as refuse};
use super::shared::number::parse_size;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError, OpenOptions, Source};

const HELP: &str = "\
Usage: cmp [OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]
Compare two files byte by byte. SKIP1 and SKIP2 are how many bytes to pass over at the start of each file.

  -b, --print-bytes          print the bytes that differ
  -i, --ignore-initial=SKIP  pass over the first SKIP bytes of both files
  -i, --ignore-initial=SKIP1:SKIP2  of each file
  -l, --verbose              print the place and the values of all bytes that differ
  -n, --bytes=LIMIT          compare at most LIMIT bytes
  -s, --quiet, --silent      print nothing
      --help                 show this help and exit
  -v, --version              show the version and exit

A FILE of -, or no FILE2, is the standard input. The exit status is 0 if the files are the same, 1 if they differ, 2 on
trouble.
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('b', "print-bytes", Takes::Nothing),
        Opt::short('c', Takes::Nothing),
        Opt::both('i', "ignore-initial", Takes::Value),
        Opt::both('l', "verbose", Takes::Nothing),
        Opt::both('n', "bytes", Takes::Value),
        Opt::both('s', "silent", Takes::Nothing),
        Opt::long('s', "quiet", Takes::Nothing),
        Opt::both('v', "version", Takes::Nothing),
    ],
    operands_end_options: false,
    failure: 2,
};

/// What `--version` begins with.
const VERSION: &str = "cmp";

pub const COMMANDS: &[Native] = &[Native { name: "cmp", help: HELP, run }];

const SUFFIXES: &[u8] = b"kKMGTPEZY0";

#[derive(PartialEq, Eq)]
enum Mode {
    First,
    All,
    Silent,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let refuse_usage = |context: &mut Context<'_>, message: &[u8]| refuse(context, &[message]);
    let scanned = options::scan_or_answer(context, &SPEC, context.args(), VERSION, refuse_usage)?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut skip = [0u64; 2];
    let mut limit = u64::MAX;
    let mut show_bytes = false;
    let mut mode = Mode::First;
    for (_, option) in options {
        let new = match option.id {
            'b' | 'c' => {
                show_bytes = true;
                continue;
            }
            'i' => {
                let (first, second) = match option.value().split_once_str(":") {
                    Some((first, second)) => (first, second),
                    None => (option.value().as_bytes(), option.value().as_bytes()),
                };
                if let Some(status) = set_skips(context, &[first.into(), second.into()], &mut skip)? {
                    return Ok(status);
                }
                continue;
            }
            'n' => {
                match parse_size(option.value(), SUFFIXES) {
                    Ok(number) => limit = limit.min(number),
                    Err(_) => return refuse(context, &[b"invalid --bytes value '", option.value(), b"'"]),
                }
                continue;
            }
            'v' => {
                return options::print_version(context, VERSION);
            }
            'l' => Mode::All,
            _ => Mode::Silent,
        };
        if mode != Mode::First && mode != new {
            return refuse(context, &[b"options -l and -s are incompatible"]);
        }
        mode = new;
    }
    let Some(first) = operands.first() else {
        let last = context.argv.last().map_or(b"cmp".as_slice(), |last| last.as_slice());
        return refuse(context, &[b"missing operand after '", last, b"'"]);
    };
    let dash = BString::from("-");
    let names = [first, operands.get(1).unwrap_or(&dash)];
    if operands.len() > 2
        && let Some(status) = set_skips(context, &operands[2..operands.len().min(4)], &mut skip)?
    {
        return Ok(status);
    }
    if let Some(extra) = operands.get(4) {
        return refuse(context, &[b"extra operand '", extra, b"'"]);
    }
    let mut sides = Vec::with_capacity(2);
    let mut sizes = Some(u64::MAX);
    for (name, skip) in names.into_iter().zip(skip) {
        let opened = if *name == "-" {
            context.stdin()
        } else {
            context.open(name, OpenOptions::reading()).map(Input::new)
        };
        match opened {
            Ok(input) => {
                let size = match &input.fd().source {
                    Source::File(file) => context.vfs().stat_open(file).ok(),
                    _ => None,
                };
                sizes = match (sizes, size) {
                    (Some(least), Some(stat)) => Some(least.min(stat.size.saturating_sub(skip))),
                    _ => None,
                };
                sides.push(Side { name: name.clone(), input, pending: Bytes::new(), skip });
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                if mode != Mode::Silent {
                    context.complain(&[name, b": ", errno.message().as_bytes()])?;
                }
                return Ok(2);
            }
        }
    }
    if names.iter().all(|name| *name == "-") {
        return Ok(0);
    }
    let [one, two] = sides.as_mut_slice() else { return Ok(2) };
    // The numbers of `-l` line up for the highest that there can be.
    let highest = sizes.unwrap_or(i64::MAX as u64).min(limit);
    let width = highest.to_string().len();
    match compare(context, one, two, limit, &mode, show_bytes, width) {
        Ok(same) => Ok(u8::from(!same)),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Told) => Ok(2),
    }
}

fn set_skips(context: &mut Context<'_>, texts: &[BString], skip: &mut [u64; 2]) -> Result<Option<u8>, Halt> {
    for (text, skip) in texts.iter().zip(skip) {
        match parse_size(text, SUFFIXES) {
            Ok(number) if text.first().is_some_and(u8::is_ascii_digit) => *skip = (*skip).max(number),
            _ => return refuse(context, &[b"invalid --ignore-initial value '", text, b"'"]).map(Some),
        }
    }
    Ok(None)
}

struct Side {
    name: BString,
    input: Input,
    pending: Bytes,
    skip: u64,
}

impl Side {
    /// Makes sure that bytes are pending unless the input is at its end.
    fn fill(&mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        while self.pending.is_empty() {
            match self.input.read(context) {
                Ok(data) if data.is_empty() => break,
                Ok(mut data) => {
                    let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(data.len());
                    self.skip -= skipped as u64;
                    self.pending = data.split_off(skipped);
                }
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[&self.name, b": ", errno.message().as_bytes()])?;
                    return Err(Failure::Told);
                }
            }
        }
        Ok(())
    }
}

fn compare(
    context: &mut Context<'_>,
    one: &mut Side,
    two: &mut Side,
    limit: u64,
    mode: &Mode,
    show_bytes: bool,
    width: usize,
) -> Result<bool, Failure> {
    let (mut offset, mut lines, mut rest) = (0u64, 0u64, limit);
    let mut same = true;
    let mut last = b'\n';
    while rest > 0 {
        one.fill(context)?;
        two.fill(context)?;
        let most = one.pending.len().min(two.pending.len()).min(usize::try_from(rest).unwrap_or(usize::MAX));
        if most == 0 {
            let short = match (one.pending.is_empty(), two.pending.is_empty()) {
                (true, true) => return Ok(same),
                (true, false) => &one.name,
                _ => &two.name,
            };
            if *mode != Mode::Silent {
                if offset == 0 {
                    context.complain(&[b"EOF on ", short, b" which is empty"])?;
                } else {
                    let place = match (mode, last) {
                        (Mode::All, _) => format!(" after byte {offset}"),
                        (_, b'\n') => format!(" after byte {offset}, line {lines}"),
                        _ => format!(" after byte {offset}, in line {}", lines + 1),
                    };
                    context.complain(&[b"EOF on ", short, place.as_bytes()])?;
                }
            }
            return Ok(false);
        }
        let (a, b) = (one.pending.split_to(most), two.pending.split_to(most));
        if *mode == Mode::All {
            for (index, (x, y)) in a.iter().zip(b.iter()).enumerate().filter(|(_, (x, y))| x != y) {
                same = false;
                let place = offset + index as u64 + 1;
                let line = if show_bytes {
                    format!("{place:width$} {x:3o} {:<4} {y:3o} {}\n", visible(*x), visible(*y))
                } else {
                    format!("{place:width$} {x:3o} {y:3o}\n")
                };
                context.write(line.as_bytes())?;
            }
        } else if let Some(index) = a.iter().zip(b.iter()).position(|(x, y)| x != y) {
            if *mode == Mode::First {
                let line = lines + 1 + memchr::memchr_iter(b'\n', &a[..index]).count() as u64;
                let mut text = format!(" differ: byte {}, line {line}", offset + index as u64 + 1);
                if show_bytes {
                    let (x, y) = (a[index], b[index]);
                    text.push_str(&format!(" is {x:3o} {} {y:3o} {}", visible(x), visible(y)));
                }
                context.write(&[&one.name, b" ".as_slice(), &two.name, text.as_bytes(), b"\n"].concat())?;
            }
            return Ok(false);
        }
        lines += memchr::memchr_iter(b'\n', &a).count() as u64;
        last = a.last().copied().unwrap_or(last);
        offset += most as u64;
        rest -= most as u64;
    }
    Ok(same)
}

/// A byte in `cat -v`'s notation.
fn visible(byte: u8) -> String {
    let (prefix, low) = if byte >= 128 { ("M-", byte - 128) } else { ("", byte) };
    match low {
        0..=31 => format!("{prefix}^{}", char::from(low + 64)),
        127 => format!("{prefix}^?"),
        _ => format!("{prefix}{}", char::from(low)),
    }
}
