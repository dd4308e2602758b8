//! `paste`: lines of files side by side.

use bstr::BString;

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::each_input;
use super::shared::quote::{Quoting, Style, quote_colon};
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::IoError;

const HELP: &str = "\
Usage: paste [OPTION]... [FILE]...
Print lines made of one line of each FILE, with TABs between.

With no FILE, or when FILE is -, read standard input.

  -d, --delimiters=LIST   take the characters of LIST in turn instead of TAB
  -s, --serial            print the lines of one file after the other, each file as one line
  -z, --zero-terminated   lines end in NUL, not newline
      --help              show this help and exit
      --version           show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('d', "delimiters", Takes::Value),
    Opt::both('s', "serial", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "paste", help: HELP, run }];

/// `None`: nothing comes between.
type Delimiters = Vec<Option<u8>>;

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, mut operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut list = None;
    let (mut serial, mut terminator) = (false, b'\n');
    for option in options {
        match option.id {
            's' => serial = true,
            'z' => terminator = 0,
            _ => list = option.value,
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    let list = list.unwrap_or_else(|| "\t".into());
    let Some(delimiters) = parse(&list) else {
        let list = Quoting::new(Style::CMaybe).also(b':').apply(&list);
        context.complain(&[b"delimiter list ends with an unescaped backslash: ", &list])?;
        return Ok(1);
    };
    if operands.is_empty() {
        operands.push("-".into());
    }
    if serial { in_turn(context, &operands, &delimiters, terminator) } else { side_by_side(context, &operands, &delimiters, terminator) }
}

fn parse(text: &[u8]) -> Option<Delimiters> {
    if text.is_empty() {
        return Some(vec![None]);
    }
    let mut list = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        list.push(match byte {
            b'\\' => match bytes.next()? {
                b'0' => None,
                b'b' => Some(8),
                b'f' => Some(12),
                b'n' => Some(b'\n'),
                b'r' => Some(b'\r'),
                b't' => Some(b'\t'),
                b'v' => Some(11),
                other => Some(*other),
            },
            byte => Some(*byte),
        });
    }
    Some(list)
}

fn in_turn(context: &mut Context<'_>, operands: &[BString], delimiters: &Delimiters, terminator: u8) -> Outcome {
    each_input(context, operands, |context, _, input| {
        let mut out = Vec::new();
        let mut turn = delimiters.iter().cycle();
        let mut first = true;
        let result = loop {
            match input.read_record(context, terminator) {
                Ok(Some(record)) => {
                    if !first {
                        out.extend(turn.next().copied().flatten());
                    }
                    first = false;
                    out.extend_from_slice(&record.data);
                    if out.len() > 1 << 15 {
                        context.write(&out)?;
                        out.clear();
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        out.push(terminator);
        context.write(&out)?;
        result
    })
}

fn side_by_side(context: &mut Context<'_>, operands: &[BString], delimiters: &Delimiters, terminator: u8) -> Outcome {
    // Operands that are - share one input.
    let mut inputs: Vec<Option<Input>> = Vec::with_capacity(operands.len());
    let mut sources = Vec::with_capacity(operands.len());
    let mut stdin = None;
    for operand in operands {
        if operand == "-"
            && let Some(index) = stdin
        {
            sources.push(index);
            continue;
        }
        let opened = context.open_operand(operand);
        let Some(input) = context.report(&quote_colon(operand), opened)? else { return Ok(1) };
        if operand == "-" {
            stdin = Some(inputs.len());
        }
        sources.push(inputs.len());
        inputs.push(Some(input));
    }
    let mut status = 0;
    let mut out = Vec::new();
    loop {
        context.charge(1)?;
        out.clear();
        let mut any = false;
        // Delimiters of columns before the first that has a line.
        let mut turn = delimiters.iter().cycle();
        for (index, source) in sources.iter().enumerate() {
            if index > 0 {
                out.extend(turn.next().copied().flatten());
            }
            let Some(input) = &mut inputs[*source] else { continue };
            match input.read_record(context, terminator) {
                Ok(Some(record)) => {
                    any = true;
                    out.extend_from_slice(&record.data);
                }
                Ok(None) => inputs[*source] = None,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    inputs[*source] = None;
                    status = 1;
                    if any {
                        context.write(&out)?;
                        out.clear();
                    }
                    context.complain(&[&quote_colon(&operands[index]), b": ", errno.message().as_bytes()])?;
                }
            }
        }
        if !any {
            return Ok(status);
        }
        out.push(terminator);
        context.write(&out)?;
    }
}
