//! `shuf`: lines in random order, seeded by the session.

use bstr::BString;
use bytes::Bytes;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::{Failure, refuse};
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::{quote, quote_colon};
use super::shared::random::RandomSource;
use shell::command::{Context, Input, Native, Outcome, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Source};

const HELP: &str = "\
Usage: shuf [OPTION]... [FILE]
   or: shuf -e [OPTION]... [ARG]...
   or: shuf -i LO-HI [OPTION]...
Write the lines of FILE, or of standard input, in random order.

  -e, --echo                take each ARG as a line
  -i, --input-range=LO-HI   take each number from LO to HI as a line
  -n, --head-count=COUNT    write at most COUNT lines
  -o, --output=FILE         write to FILE instead of standard output
      --random-source=FILE  take random bytes from FILE
  -r, --repeat              lines may come more than once; without -n, without end
  -z, --zero-terminated     lines end in NUL, not newline
      --help                show this help and exit
      --version             show the version and exit

The order depends on the session's seed, and on nothing else.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('e', "echo", Takes::Nothing),
    Opt::both('i', "input-range", Takes::Value),
    Opt::both('n', "head-count", Takes::Value),
    Opt::both('o', "output", Takes::Value),
    Opt::long('R', "random-source", Takes::Value),
    Opt::both('r', "repeat", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "shuf", help: HELP, run }];

/// What is shuffled.
enum Items {
    Lines(Vec<Bytes>),
    /// The first number and how many there are.
    Range(u64, u64),
}

impl Items {
    fn len(&self) -> u64 {
        match self {
            Items::Lines(lines) => lines.len() as u64,
            Items::Range(_, count) => *count,
        }
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let (mut echo, mut repeat, mut terminator) = (false, false, b'\n');
    let mut range: Option<(u64, u64)> = None;
    let mut count = u64::MAX;
    let mut output: Option<BString> = None;
    let mut source: Option<BString> = None;
    for option in options {
        let value = option.value();
        match option.id {
            'e' => echo = true,
            'i' => {
                if range.is_some() {
                    context.complain(&[b"multiple -i options specified"])?;
                    return Ok(1);
                }
                match parse_range(value) {
                    Ok(given) => range = Some(given),
                    Err((text, error)) => {
                        context.complain(&[b"invalid input range: ", &quote(text), error.detail()])?;
                        return Ok(1);
                    }
                }
            }
            'n' => match parse_size(value, b"") {
                Ok(number) => count = count.min(number),
                Err(NumberError::Overflow) => {}
                Err(_) => {
                    context.complain(&[b"invalid line count: ", &quote(value)])?;
                    return Ok(1);
                }
            },
            'o' | 'R' => {
                let (place, what): (_, &[u8]) = if option.id == 'o' {
                    (&mut output, b"multiple output files specified")
                } else {
                    (&mut source, b"multiple random sources specified")
                };
                if place.as_ref().is_some_and(|old| old != value) {
                    context.complain(&[what])?;
                    return Ok(1);
                }
                *place = Some(value.into());
            }
            'r' => repeat = true,
            _ => terminator = 0,
        }
    }
    if echo && range.is_some() {
        return refuse(context, &[b"cannot combine -e and -i options"]);
    }
    let most = usize::from(range.is_none());
    if !echo && let Some(extra) = operands.get(most) {
        return refuse(context, &[b"extra operand ", &quote(extra)]);
    }
    let mut random = match RandomSource::open(context, source.as_ref()) {
        Ok(random) => random,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let name = source.unwrap_or_default();
            context.complain(&[&quote_colon(&name), b": ", errno.message().as_bytes()])?;
            return Ok(1);
        }
    };
    let dash = BString::from("-");
    let result = if let Some((low, count)) = range {
        Ok(Items::Range(low, count))
    } else if echo {
        Ok(Items::Lines(operands.iter().map(|line| Bytes::copy_from_slice(line)).collect()))
    } else {
        let name = operands.first().unwrap_or(&dash);
        read_lines(context, name, terminator, count, repeat, &mut random)
    };
    let items = match result {
        Ok(items) => items,
        Err(Failure::Halt(halt)) => return Err(halt),
        Err(Failure::Told) => return Ok(1),
    };
    let mut sink = match &output {
        None => None,
        Some(name) => match context.open(name, OpenOptions::writing(context.new_mode(0o666))) {
            Ok(fd) => Some(Output::new(Some(fd))),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(name), b": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        },
    };
    let result = if repeat {
        repeated(context, &items, count, terminator, &mut random, &mut sink)
    } else {
        permuted(context, items, count, terminator, &mut random, &mut sink)
    };
    if let Some(sink) = &mut sink {
        sink.flush(context.vfs())?;
    }
    match result {
        Ok(()) => Ok(0),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Told) => Ok(1),
    }
}

/// The first number and how many there are; or what is wrong, with its reason.
fn parse_range<'t>(text: &'t [u8]) -> Result<(u64, u64), (&'t [u8], NumberError)> {
    let dash = memchr::memchr(b'-', text).ok_or((text, NumberError::Invalid))?;
    let number = |text: &'t [u8]| {
        let good = text.first().is_none_or(u8::is_ascii_digit);
        if good { parse_size(text, b"").map_err(|error| (text, error)) } else { Err((text, NumberError::Invalid)) }
    };
    let (low, high) = (number(&text[..dash])?, number(&text[dash + 1..])?);
    // A range may end one before it begins: it is empty.
    match high.checked_sub(low) {
        Some(u64::MAX) => Err((text, NumberError::Invalid)),
        Some(more) => Ok((low, more + 1)),
        None if low - high == 1 => Ok((low, 0)),
        None => Err((text, NumberError::Invalid)),
    }
}

/// Reads the lines. From a pipe, when only some are wanted, it keeps no more than those.
fn read_lines(
    context: &mut Context<'_>,
    name: &BString,
    terminator: u8,
    count: u64,
    repeat: bool,
    random: &mut RandomSource,
) -> Result<Items, Failure> {
    let fail = |context: &mut Context<'_>, error: IoError, name: &[u8]| match error {
        IoError::Halt(halt) => Failure::Halt(halt),
        IoError::Errno(errno) => {
            match context.complain(&[name, b": ", errno.message().as_bytes()]) {
                Ok(()) => Failure::Told,
                Err(halt) => Failure::Halt(halt),
            }
        }
    };
    let mut input: Input = match context.open_operand(name) {
        Ok(input) => input,
        Err(error) => return Err(fail(context, error, &quote_colon(name))),
    };
    let piped = !matches!(input.fd().source, Source::File(_) | Source::Bytes(_) | Source::Null);
    let keep = usize::try_from(count).unwrap_or(usize::MAX);
    let mut lines: Vec<Bytes> = Vec::new();
    let mut seen = 0u64;
    loop {
        // The place is drawn before it is known whether there is a line for it, as GNU does.
        let place = if repeat || !piped || count == u64::MAX || lines.len() < keep {
            None
        } else {
            match random.below(context, seen.saturating_add(1)) {
                Ok(place) => Some(place),
                Err(error) => return Err(fail(context, error, b"random source")),
            }
        };
        let record = match input.read_record(context, terminator) {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(error) => return Err(fail(context, error, b"read error")),
        };
        context.charge(1)?;
        seen += 1;
        match place {
            None => lines.push(record.data),
            Some(place) => {
                if let Some(line) = usize::try_from(place).ok().and_then(|place| lines.get_mut(place)) {
                    *line = record.data;
                }
            }
        }
    }
    Ok(Items::Lines(lines))
}

fn put(context: &mut Context<'_>, sink: &mut Option<Output>, data: &[u8]) -> Result<(), Halt> {
    match sink {
        Some(sink) => sink.write(context.vfs(), data),
        None => context.write(data),
    }
}

fn draw(context: &mut Context<'_>, random: &mut RandomSource, bound: u64) -> Result<u64, Failure> {
    match random.below(context, bound) {
        Ok(number) => Ok(number),
        Err(IoError::Halt(halt)) => Err(halt.into()),
        Err(IoError::Errno(_)) => {
            context.complain(&[&random.name(), b": end of file"])?;
            Err(Failure::Told)
        }
    }
}

fn repeated(
    context: &mut Context<'_>,
    items: &Items,
    count: u64,
    terminator: u8,
    random: &mut RandomSource,
    sink: &mut Option<Output>,
) -> Result<(), Failure> {
    if count == 0 {
        return Ok(());
    }
    if items.len() == 0 {
        context.complain(&[b"no lines to repeat"])?;
        return Err(Failure::Told);
    }
    let mut done = 0;
    while done < count {
        context.charge(1)?;
        let place = draw(context, random, items.len())?;
        match items {
            Items::Lines(lines) => put(context, sink, lines.get(place as usize).map_or(b"".as_slice(), |line| line))?,
            Items::Range(low, _) => put(context, sink, low.saturating_add(place).to_string().as_bytes())?,
        }
        put(context, sink, &[terminator])?;
        done += 1;
    }
    Ok(())
}

fn permuted(
    context: &mut Context<'_>,
    items: Items,
    count: u64,
    terminator: u8,
    random: &mut RandomSource,
    sink: &mut Option<Output>,
) -> Result<(), Failure> {
    let total = items.len();
    let wanted = count.min(total);
    // Places that hold another item than their own: all others need no room.
    let mut moved: std::collections::HashMap<u64, u64> = std::collections::HashMap::new();
    let mut chosen = Vec::new();
    for index in 0..wanted {
        context.charge(1)?;
        let place = index + draw(context, random, total - index)?;
        let here = moved.remove(&index).unwrap_or(index);
        let there = if place == index { here } else { moved.insert(place, here).unwrap_or(place) };
        chosen.push(there);
    }
    for index in chosen {
        context.charge(1)?;
        match &items {
            Items::Lines(lines) => put(context, sink, lines.get(index as usize).map_or(b"".as_slice(), |line| line))?,
            Items::Range(low, _) => put(context, sink, low.saturating_add(index).to_string().as_bytes())?,
        }
        put(context, sink, &[terminator])?;
    }
    Ok(())
}
