//! `fold`: breaks long lines.

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::each_input;
use super::shared::number::{out_of_bounds, parse_size};
use super::shared::quote::quote;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::IoError;

const HELP: &str = "\
Usage: fold [OPTION]... [FILE]...
Break the lines of each FILE so that none is wider than 80 columns.

With no FILE, or when FILE is -, read standard input.

  -b, --bytes         count bytes, not columns
  -s, --spaces        break at spaces
  -w, --width=WIDTH   use WIDTH columns instead of 80
      --help          show this help and exit
      --version       show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "bytes", Takes::Nothing),
    Opt::both('s', "spaces", Takes::Nothing),
    Opt::both('w', "width", Takes::Value),
    Opt::short('0', Takes::Optional),
    Opt::short('1', Takes::Optional),
    Opt::short('2', Takes::Optional),
    Opt::short('3', Takes::Optional),
    Opt::short('4', Takes::Optional),
    Opt::short('5', Takes::Optional),
    Opt::short('6', Takes::Optional),
    Opt::short('7', Takes::Optional),
    Opt::short('8', Takes::Optional),
    Opt::short('9', Takes::Optional),
]);

/// The first width that is too large: a tab behind it could not be counted.
const WIDEST: u64 = u64::MAX - 8;

pub const COMMANDS: &[Native] = &[Native { name: "fold", help: HELP, run }];

#[derive(Clone, Copy)]
struct Folder {
    width: usize,
    bytes: bool,
    spaces: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut folder = Folder { width: 80, bytes: false, spaces: false };
    for option in options {
        match option.id {
            'b' => folder.bytes = true,
            's' => folder.spaces = true,
            id => {
                // The old spelling: -WIDTH.
                let mut text = if id == 'w' { Vec::new() } else { vec![id as u8] };
                text.extend_from_slice(option.value());
                match parse_size(&text, b"") {
                    Ok(width @ 1..WIDEST) => folder.width = usize::try_from(width).unwrap_or(usize::MAX),
                    _ => {
                        context.complain(&[b"invalid number of columns: ", &quote(&text), out_of_bounds(&text)])?;
                        return Ok(1);
                    }
                }
            }
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    each_input(context, &operands, |context, _, input| folder.fold(context, input))
}

impl Folder {
    fn advance(self, column: usize, byte: u8) -> usize {
        match byte {
            _ if self.bytes => column + 1,
            8 => column.saturating_sub(1),
            b'\r' => 0,
            b'\t' => column + 8 - column % 8,
            _ => column + 1,
        }
    }

    fn fold(self, context: &mut Context<'_>, input: &mut Input) -> Result<(), IoError> {
        let mut line: Vec<u8> = Vec::new();
        let mut column = 0;
        loop {
            let data = input.read(context)?;
            if data.is_empty() {
                context.write(&line)?;
                return Ok(());
            }
            for &byte in &data {
                if byte == b'\n' {
                    line.push(byte);
                    context.write(&line)?;
                    line.clear();
                    column = 0;
                    continue;
                }
                loop {
                    let next = self.advance(column, byte);
                    if next <= self.width {
                        column = next;
                        line.push(byte);
                        break;
                    }
                    if self.spaces
                        && let Some(last) = line.iter().rposition(|byte| matches!(byte, b' ' | b'\t'))
                    {
                        context.write(&line[..=last])?;
                        context.write(b"\n")?;
                        line.drain(..=last);
                        column = line.iter().fold(0, |column, byte| self.advance(column, *byte));
                        continue;
                    }
                    if line.is_empty() {
                        column = next;
                        line.push(byte);
                        break;
                    }
                    line.push(b'\n');
                    context.write(&line)?;
                    line.clear();
                    column = 0;
                }
            }
        }
    }
}
