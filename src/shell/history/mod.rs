//! The command history: the list, what gets into it, and how the lines of one command become one entry.
//!
//! A shell keeps it while `set -o history` is on, as interactive shells have it from the start. Files are read and
//! written by the `history` builtin and at the shell's beginning and end.

mod expand;
mod file;
mod join;

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::pattern::{Pattern, PatternOptions};
use super::shell::Shell;

pub use expand::{Expanded, Rules};
pub use file::Part;
pub use join::{delimiter, is_body, open_quote};

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub line: BString,
    /// When it was entered, in seconds; `None` while nothing asked for times.
    pub time: Option<i64>,
}

/// The list of a shell.
#[derive(Debug, Clone)]
pub struct History {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// The number of the oldest entry: it grows when old ones are dropped.
    pub base: usize,
    /// How many entries are new in this session: what `history -a` writes.
    pub session_lines: usize,
    /// How many lines of the history file are known: where `history -n` goes on.
    pub lines_in_file: usize,
    /// The line that runs was added.
    pub last_added: bool,
    /// `history -s` has added something on the line that runs.
    pub last_pushed: bool,
    /// The last substitution of `^old^new^` and `:s`, for `:&`.
    pub substitution: Option<(BString, BString)>,
    /// The last text of `!?text?`.
    pub searched: BString,
}

impl Default for History {
    fn default() -> Self {
        History {
            entries: Vec::new(),
            base: 1,
            session_lines: 0,
            lines_in_file: 0,
            last_added: false,
            last_pushed: false,
            substitution: None,
            searched: BString::default(),
        }
    }
}

impl History {
    /// The number that the next entry gets.
    pub fn next_number(&self) -> usize {
        self.base.saturating_add(self.entries.len())
    }

    /// Keeps the newest `most` entries.
    pub fn stifle(&mut self, most: usize) {
        let surplus = self.entries.len().saturating_sub(most);
        self.entries.drain(..surplus);
        self.base = self.base.saturating_add(surplus);
    }

    /// Takes the entry of the line that runs out again.
    pub fn delete_last(&mut self) {
        if self.entries.pop().is_some() {
            self.session_lines = self.session_lines.saturating_sub(1);
        }
        self.last_added = false;
    }
}

impl Shell {
    pub fn history(&mut self) -> &mut History {
        Arc::make_mut(&mut self.state.builtins.history)
    }

    /// `HISTSIZE`, if it is a number that is not negative.
    fn history_size(&mut self, variable: &str) -> Option<usize> {
        let text = self.variable(variable)?;
        text.to_str().ok()?.trim().parse().ok()
    }

    /// Adds an entry whatever the controls say, and drops old ones beyond `HISTSIZE`.
    pub(super) fn push_history(&mut self, line: BString) {
        let most = self.history_size("HISTSIZE");
        if most == Some(0) {
            self.history().stifle(0);
            return;
        }
        let with_time = self.is_interactive || self.state.variables.scalar("HISTTIMEFORMAT").is_some();
        let time = with_time.then(|| self.kernel.scheduler.now().0.div_euclid(1_000_000_000));
        let history = self.history();
        history.entries.push(Entry { line, time });
        history.session_lines = history.session_lines.saturating_add(1);
        history.last_added = true;
        history.last_pushed = false;
        if let Some(most) = most {
            history.stifle(most);
        }
    }

    /// Adds a line unless `HISTCONTROL` or `HISTIGNORE` keep it out; says whether it was added.
    pub fn add_to_history(&mut self, line: &[u8]) -> bool {
        self.history().last_added = false;
        let controls = self.variable("HISTCONTROL").unwrap_or_default();
        let has = |name: &[u8]| controls.split(|byte| *byte == b':').any(|control| control == name);
        let both = has(b"ignoreboth");
        if (both || has(b"ignorespace")) && line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            return false;
        }
        let previous = self.state.builtins.history.entries.last().map(|entry| entry.line.clone());
        if (both || has(b"ignoredups")) && previous.as_ref().is_some_and(|previous| previous.as_slice() == line) {
            return false;
        }
        if self.is_ignored_in_history(line, previous.as_ref()) {
            return false;
        }
        if has(b"erasedups") {
            self.history().entries.retain(|entry| entry.line != line);
        }
        self.push_history(line.into());
        true
    }

    /// `HISTIGNORE`: patterns for whole lines; `&` is the line before.
    fn is_ignored_in_history(&mut self, line: &[u8], previous: Option<&BString>) -> bool {
        let Some(patterns) = self.variable("HISTIGNORE").filter(|patterns| !patterns.is_empty()) else { return false };
        let options = PatternOptions { extglob: self.state.options.extglob, ..PatternOptions::default() };
        patterns.split(|byte| *byte == b':').any(|pattern| {
            let mut text = Vec::with_capacity(pattern.len());
            let mut bytes = pattern.iter().copied();
            while let Some(byte) = bytes.next() {
                match byte {
                    b'\\' => {
                        text.push(b'\\');
                        text.extend(bytes.next());
                    }
                    b'&' => text.extend_from_slice(previous.map_or(&b""[..], |line| line)),
                    byte => text.push(byte),
                }
            }
            !text.is_empty() && Pattern::new(&text, options).matches(line)
        })
    }

    /// Takes a new value of `HISTSIZE` into account.
    pub fn resize_history(&mut self) {
        if let Some(most) = self.history_size("HISTSIZE") {
            self.history().stifle(most);
        }
    }
}
