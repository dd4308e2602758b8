//! `rev`: the characters of each line in reverse order.

use super::options::{self, Arguments, Spec};
use super::shared::unicode;
use shell::command::{Context, Native, Outcome};
use shell::kernel::IoError;

const HELP: &str = "
Usage:
 rev [options] [file ...]

Reverse the characters of each line.

Options:
     --help     display this help
     --version  display version
";

pub const COMMANDS: &[Native] = &[Native { name: "rev", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let mut operands = match options::read(context, &Spec::new(&[]))? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if operands.is_empty() {
        operands.push("-".into());
    }
    let mut status = 0;
    for operand in &operands {
        let mut input = match context.open_operand(operand) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"cannot open ", operand, b": ", errno.message().as_bytes()])?;
                status = 1;
                continue;
            }
        };
        let mut line = 0u64;
        loop {
            match input.read_record(context, b'\n') {
                Ok(Some(record)) => {
                    context.charge_bytes(record.data.len())?;
                    let mut out = reversed(&record.data);
                    if record.terminated {
                        out.push(b'\n');
                    }
                    context.write(&out)?;
                    line += 1;
                }
                Ok(None) => break,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    let place = format!(": {line}: {}", errno.message());
                    context.complain(&[operand, place.as_bytes()])?;
                    status = 1;
                    break;
                }
            }
        }
    }
    Ok(status)
}

/// Characters in reverse order; bytes that are none count as one each and stay what they are.
fn reversed(line: &[u8]) -> Vec<u8> {
    let mut out = vec![0; line.len()];
    let mut at = 0;
    while at < line.len() {
        let (_, length) = unicode::decode(&line[at..]);
        let end = line.len() - at;
        out[end - length..end].copy_from_slice(&line[at..at + length]);
        at += length;
    }
    out
}
