//! How a program ends early.

use super::value::Value;
use shell::kernel::Halt;

#[derive(Debug)]
pub enum Stop {
    /// An error, which `try` catches.
    Error(Value),
    /// `break`: back to a label's mark.
    Break(usize),
    /// `halt` and `halt_error`: the exit status, and what goes to standard error.
    Exit(i32, Option<Value>),
    /// The end of the process.
    Halt(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

/// An error with a message.
pub fn fail<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Error(Value::string(message)))
}
