//! Tilde expansion: `~`, `~+`, `~-`, `~N` and the users of the machine.

use bstr::{BString, ByteSlice};

use crate::shell::Shell;
use crate::syntax::Construct;

impl Shell {
    /// The folder that `~` or `~name` stands for; `None` leaves the word as it is.
    pub(super) fn expand_tilde(&mut self, text: &[u8]) -> Option<BString> {
        if !self.language().has(Construct::TildeExpansion) {
            return None;
        }
        let name = text.strip_prefix(b"~").unwrap_or(text);
        match name {
            b"" => {
                // Without HOME, the home folder of the user that runs the shell.
                Some(self.variable("HOME").unwrap_or_else(|| BString::from("/workspace")))
            }
            b"+" => self.variable("PWD"),
            b"-" => self.variable("OLDPWD"),
            b"root" => Some(BString::from("/root")),
            b"user" => Some(BString::from("/workspace")),
            _ => self.stack_folder(name),
        }
    }

    /// `~N`, `~+N` and `~-N`: an entry of the directory stack.
    fn stack_folder(&self, name: &[u8]) -> Option<BString> {
        let (backwards, digits) = match name {
            [b'+', digits @ ..] => (false, digits),
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let number: usize = digits.to_str().ok()?.parse().ok()?;
        let stack = &self.state.directory_stack;
        let index = if backwards { stack.len().checked_sub(number)? } else { number };
        match index {
            0 => Some(self.state.shown_cwd()),
            index => stack.get(index - 1).cloned(),
        }
    }
}
