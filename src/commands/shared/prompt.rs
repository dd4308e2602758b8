//! Questions to the standard input (`rm -i`, `cp -i`, `xargs -p`).

use shell::command::{Context, Input};
use shell::kernel::{Halt, IoError};

/// Asks and reads answers; the input is kept between questions.
#[derive(Default)]
pub struct Prompter {
    input: Option<Input>,
}

impl Prompter {
    /// Writes `NAME: TEXT? ` and reads a line. Only one that begins with `y` or `Y` means yes.
    pub fn ask(&mut self, context: &mut Context<'_>, text: &[&[u8]]) -> Result<bool, Halt> {
        let mut question = context.name().as_bytes().to_vec();
        question.extend_from_slice(b": ");
        for part in text {
            question.extend_from_slice(part);
        }
        question.extend_from_slice(b"? ");
        context.write_error(&question)?;
        self.answer(context)
    }

    /// Reads a line and tells whether it means yes. What cannot be read means no.
    pub fn answer(&mut self, context: &mut Context<'_>) -> Result<bool, Halt> {
        if self.input.is_none() {
            self.input = context.stdin().ok();
        }
        let Some(input) = &mut self.input else { return Ok(false) };
        match input.read_record(context, b'\n') {
            Ok(Some(record)) => Ok(matches!(record.data.first(), Some(b'y' | b'Y'))),
            Ok(None) | Err(IoError::Errno(_)) => Ok(false),
            Err(IoError::Halt(halt)) => Err(halt),
        }
    }
}
