//! Names of files that come from a file (`--files0-from`).

use bstr::{BString, ByteSlice};

use super::quote::{quote_colon, quote_file};
use crate::options::hint;
use shell::command::Context;
use shell::kernel::{Halt, IoError};
use workspace::Errno;

/// One entry of such a file.
pub enum Name {
    Good(BString),
    /// No name; the message is printed when its turn comes.
    Bad(BString),
}

/// What `--files0-from` gave.
pub enum Files0 {
    Names(Vec<Name>),
    /// It could not be read, or operands were given beside it; the message is printed.
    Failed,
}

/// Reads the NUL-terminated names of `file`; `-` is the standard input. `quote` is how the tool quotes an operand too many.
pub fn read_files0(
    context: &mut Context<'_>,
    file: &BString,
    operands: &[BString],
    quote: fn(&[u8]) -> BString,
) -> Result<Files0, Halt> {
    if let Some(operand) = operands.first() {
        context.complain(&[b"extra operand ", &quote(operand)])?;
        context.write_error(b"file operands cannot be combined with --files0-from\n")?;
        hint(context)?;
        return Ok(Files0::Failed);
    }
    let data = match context.read_operand(file) {
        Ok(data) => data,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let name = quote_file(file);
            let reason = errno.message().as_bytes();
            let folder = errno == Errno::IsDir;
            match context.name() {
                "sort" if folder => context.complain(&[b"cannot read file names from ", &name])?,
                "sort" => context.complain(&[b"open failed: ", &quote_colon(file), b": ", reason])?,
                _ if folder => context.complain(&[&quote_colon(file), b": read error: ", reason])?,
                _ => context.complain(&[b"cannot open ", &name, b" for reading: ", reason])?,
            }
            return Ok(Files0::Failed);
        }
    };
    let mut names = Vec::new();
    // A lone NUL ends a name that is empty; nothing at all is no name.
    if data.is_empty() {
        return Ok(Files0::Names(names));
    }
    let data = data.strip_suffix(b"\0").unwrap_or(&data);
    for (index, name) in data.split_str("\0").enumerate() {
        context.charge(1)?;
        names.push(if name.is_empty() {
            let place = format!(":{}: ", index + 1);
            let message = [&quote_colon(file), place.as_bytes(), b"invalid zero-length file name"].concat();
            Name::Bad(message.into())
        } else if name == b"-" && file == "-" {
            let dash = quote_file(b"-");
            let text: [&[u8]; 3] = [b"when reading file names from stdin, no file name of ", &dash, b" allowed"];
            Name::Bad(text.concat().into())
        } else {
            Name::Good(name.into())
        });
    }
    Ok(Files0::Names(names))
}
