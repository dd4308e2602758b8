//! How control leaves a command other than by going on to the next one.

use super::kernel::{Halt, IoError};

/// Non-local control flow of the interpreter, carried as an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// `break n`: n loops are left, at least one.
    Break(u32),
    Continue(u32),
    /// `return status`, out of a function or a sourced file.
    Return(u8),
    /// `exit status`, and errors after which a non-interactive shell exits. Ends this shell process only.
    Exit(u8),
    /// An expansion, assignment or arithmetic error, already reported: bash drops what it was reading as one piece (a
    /// whole `-c` string, one line of a file) and goes on with this status.
    Discard(u8),
    /// The process or the run ends.
    Halt(Halt),
}

impl From<Halt> for Flow {
    fn from(halt: Halt) -> Self {
        Flow::Halt(halt)
    }
}

/// For I/O whose errno has been reported or does not matter by the caller's own decision.
impl Flow {
    pub fn from_io(error: IoError) -> Result<workspace::Errno, Flow> {
        match error {
            IoError::Errno(errno) => Ok(errno),
            IoError::Halt(halt) => Err(Flow::Halt(halt)),
        }
    }
}
