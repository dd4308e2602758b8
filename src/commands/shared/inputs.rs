//! The files that a filter reads, one after the other.

use bstr::BString;

use super::number::NumberError;
use super::quote::quote_colon;
use crate::options::{Arguments, Spec};
use crate::options::{hint, usage};
use shell::command::{Context, Input, Outcome};
use shell::kernel::{Halt, IoError};

/// Hands each operand to `each`, opened (`-`, or none at all, is the standard input); one that cannot be opened or read
/// is reported as `NAME: OPERAND: TEXT`. The status is 1 then.
pub fn each_input(
    context: &mut Context<'_>,
    operands: &[BString],
    mut each: impl FnMut(&mut Context<'_>, &BString, &mut Input) -> Result<(), IoError>,
) -> Outcome {
    let dash = [BString::from("-")];
    let operands = if operands.is_empty() { &dash } else { operands };
    let mut status = 0;
    for operand in operands {
        let result = context.open_operand(operand).and_then(|mut input| each(context, operand, &mut input));
        match result {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

/// Checks the number of operands as GNU words it; `Some` is the status to exit with.
pub fn check_operands(
    context: &mut Context<'_>,
    spec: &Spec,
    operands: &[BString],
    least: usize,
    most: usize,
) -> Result<Option<u8>, Halt> {
    use super::quote::quote;
    let done = if operands.len() < least {
        match operands.last() {
            Some(last) => usage(context, spec, &[b"missing operand after ", &quote(last)])?,
            None => usage(context, spec, &[b"missing operand"])?,
        }
    } else if let Some(extra) = operands.get(most) {
        usage(context, spec, &[b"extra operand ", &quote(extra)])?
    } else {
        return Ok(None);
    };
    match done {
        Arguments::Exit(status) => Ok(Some(status)),
        Arguments::Run { .. } => Ok(Some(spec.failure)),
    }
}

/// Why a command stops in the middle of its inputs.
pub enum Failure {
    Halt(Halt),
    /// What is wrong has been printed.
    Told,
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Halt(halt)
    }
}

/// Prints a message and the hint to `--help`; the status is 1.
pub fn refuse(context: &mut Context<'_>, message: &[&[u8]]) -> Outcome {
    context.complain(message)?;
    hint(context)?;
    Ok(1)
}

/// Says that the value of `-B`, or of `--block-size` when it was spelled so, is no block size; the status is 1.
pub fn refuse_block_size(context: &mut Context<'_>, value: &[u8], error: NumberError) -> Outcome {
    let long = context.args().iter().any(|arg| arg.starts_with(b"--b"));
    let name: &[u8] = if long { b"--block-size argument '" } else { b"-B argument '" };
    let text: [&[u8]; 4] = match error {
        NumberError::Suffix => [b"invalid suffix in ", name, value, b"'"],
        NumberError::Overflow => [b"", name, value, b"' too large"],
        NumberError::Invalid => [b"invalid ", name, value, b"'"],
    };
    context.complain(&text)?;
    Ok(1)
}

/// As [`refuse`] in the way of diffutils and `patch`: the hint begins with the command's name too, and the status is 2.
pub fn refuse_named(context: &mut Context<'_>, message: &[&[u8]]) -> Outcome {
    context.complain(message)?;
    context.complain(&[b"Try '", context.name().as_bytes(), b" --help' for more information."])?;
    Ok(2)
}
