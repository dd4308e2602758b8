//! `yes`: one line over and over, until nobody reads any more.

use bytes::Bytes;

use super::options::{self, Arguments, Spec};
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: yes [STRING]...
  or:  yes OPTION
Repeatedly write a line with all STRINGs, or 'y', until stopped.

      --help        show this help and exit
      --version     show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "yes", help: HELP, run }];

/// Bytes written at a time.
const PIECE: usize = 16 << 10;

fn run(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &Spec::new(&[]))? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    let mut line = Vec::new();
    for operand in &operands {
        if !line.is_empty() {
            line.push(b' ');
        }
        line.extend_from_slice(operand);
    }
    if operands.is_empty() {
        line.push(b'y');
    }
    line.push(b'\n');
    let piece = Bytes::from(line.repeat((PIECE / line.len()).max(1)));
    loop {
        context.charge_bytes(piece.len())?;
        context.write_bytes(piece.clone())?;
    }
}
