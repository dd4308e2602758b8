//! `comm`: what two sorted files have in common.

use bytes::Bytes;

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::check_operands;
use super::shared::quote::quote_colon;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError};

const HELP: &str = "\
Usage: comm [OPTION]... FILE1 FILE2
Compare sorted files FILE1 and FILE2 line by line. One of them may be -, the standard input.

Column one has the lines only in FILE1, column two those only in FILE2, column three those in both.

  -1                      leave out column 1
  -2                      leave out column 2
  -3                      leave out column 3
      --check-order       fail when an input is not sorted
      --nocheck-order     do not look whether the inputs are sorted
      --output-delimiter=STR  put STR between columns
      --total             print a summary
  -z, --zero-terminated   lines end in NUL, not newline
      --help              show this help and exit
      --version           show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::short('1', Takes::Nothing),
    Opt::short('2', Takes::Nothing),
    Opt::short('3', Takes::Nothing),
    Opt::long('c', "check-order", Takes::Nothing),
    Opt::long('n', "nocheck-order", Takes::Nothing),
    Opt::long('d', "output-delimiter", Takes::Value),
    Opt::long('t', "total", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "comm", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// Warn when lines without a partner come out of order.
    Usual,
    Always,
    Never,
}

struct Side {
    input: Input,
    number: u8,
    line: Option<Bytes>,
    last: Option<Bytes>,
    before_last: Option<Bytes>,
    warned: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut shown = [true; 3];
    let mut check = Check::Usual;
    let (mut total, mut terminator) = (false, b'\n');
    let mut delimiter: Option<Vec<u8>> = None;
    for option in &options {
        match option.id {
            '1' => shown[0] = false,
            '2' => shown[1] = false,
            '3' => shown[2] = false,
            'c' => check = Check::Always,
            'n' => check = Check::Never,
            't' => total = true,
            'z' => terminator = 0,
            _ => {
                let value = if option.value().is_empty() { vec![0] } else { option.value().to_vec() };
                if delimiter.as_ref().is_some_and(|old| *old != value) {
                    context.complain(&[b"multiple output delimiters specified"])?;
                    return Ok(1);
                }
                delimiter = Some(value);
            }
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    if let Some(status) = check_operands(context, &SPEC, &operands, 2, 2)? {
        return Ok(status);
    }
    let delimiter = delimiter.unwrap_or_else(|| b"\t".to_vec());
    let mut sides = Vec::with_capacity(2);
    for (operand, number) in operands.iter().zip(1..) {
        let side = context.open_operand(operand).and_then(|mut input| {
            let line = input.read_record(context, terminator)?.map(|record| record.data);
            Ok(Side { input, number, line, last: None, before_last: None, warned: false })
        });
        let Some(side) = context.report(&quote_colon(operand), side)? else { return Ok(1) };
        sides.push(side);
    }
    let mut counts = [0u64; 3];
    let mut unpaired = false;
    loop {
        context.charge(1)?;
        let (column, advance) = match (&sides[0].line, &sides[1].line) {
            (None, None) => break,
            (Some(_), None) => (0, [true, false]),
            (None, Some(_)) => (1, [false, true]),
            (Some(left), Some(right)) => match left.cmp(right) {
                std::cmp::Ordering::Less => (0, [true, false]),
                std::cmp::Ordering::Equal => (2, [true, true]),
                std::cmp::Ordering::Greater => (1, [false, true]),
            },
        };
        counts[column] += 1;
        unpaired |= column < 2;
        if shown[column] {
            let line = sides[usize::from(column == 1)].line.clone().unwrap_or_default();
            for _ in shown[..column].iter().filter(|shown| **shown) {
                context.write(&delimiter)?;
            }
            context.write(&line)?;
            context.write(&[terminator])?;
        }
        for (side, advance) in sides.iter_mut().zip(advance) {
            if !advance {
                continue;
            }
            let operand = &operands[usize::from(side.number) - 1];
            let next = side.input.read_record(context, terminator);
            let next = match next {
                Ok(next) => next.map(|record| record.data),
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            };
            side.before_last = side.last.take();
            side.last = std::mem::replace(&mut side.line, next);
            let pair = match (&side.before_last, &side.last, &side.line) {
                (_, Some(last), Some(line)) => Some((last.clone(), line.clone())),
                // At the end, lines that were checked too early.
                (Some(before), Some(last), None) => Some((before.clone(), last.clone())),
                _ => None,
            };
            if let Some((first, second)) = pair
                && first > second
                && (check == Check::Always || (check == Check::Usual && unpaired && !side.warned))
            {
                side.warned = true;
                disorder(context, side.number)?;
                if check == Check::Always {
                    return Ok(1);
                }
            }
        }
    }
    if total {
        let [one, two, three] = counts.map(|count| count.to_string().into_bytes());
        // C prints the delimiter here as a string: of a NUL nothing.
        let delimiter = if delimiter == [0] { Vec::new() } else { delimiter };
        let parts: [&[u8]; 7] = [&one, &delimiter, &two, &delimiter, &three, &delimiter, b"total"];
        context.write(&parts.concat())?;
        context.write(&[terminator])?;
    }
    if sides.iter().any(|side| side.warned) {
        context.complain(&[b"input is not in sorted order"])?;
        return Ok(1);
    }
    Ok(0)
}

fn disorder(context: &mut Context<'_>, number: u8) -> Result<(), Halt> {
    context.complain(&[b"file ", &[b'0' + number], b" is not in sorted order"])
}
