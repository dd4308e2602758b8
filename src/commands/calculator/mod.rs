//! `bc` and `dc`: decimal arithmetic with as many digits as are asked for.

mod bc;
mod compile;
mod dc;
mod feed;
mod lexer;
mod library;
mod machine;
mod number;
mod stack;

use shell::command::{Context, Native};
use shell::kernel::Halt;

pub const COMMANDS: &[Native] = &[
    Native { name: "bc", help: bc::HELP, run: bc::run },
    Native { name: "dc", help: dc::HELP, run: dc::run },
];

impl number::Meter for Context<'_> {
    type Stop = Halt;

    fn charge(&mut self, steps: u64) -> Result<(), Halt> {
        Context::charge(self, steps)
    }
}

impl machine::Host for Context<'_> {
    fn write(&mut self, text: &[u8]) -> Result<(), Halt> {
        Context::write(self, text)
    }

    fn complain(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.write_error(text)
    }
}

/// Columns of a line, from a variable: 0 means that lines are never broken.
fn width(context: &Context<'_>, variable: &[u8]) -> usize {
    let Some(value) = context.exec.env(variable) else { return 70 };
    let digits: Vec<u8> = value.iter().copied().take_while(u8::is_ascii_digit).collect();
    match std::str::from_utf8(&digits).ok().and_then(|digits| digits.parse().ok()).unwrap_or(0) {
        1 | 2 => 70,
        width => width,
    }
}
