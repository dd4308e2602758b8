//! The history file: one command a line, and lines `#seconds` before them where times are kept.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::Entry;
use crate::flow::Flow;
use crate::kernel::{IoError, OpenOptions};
use crate::shell::Shell;
use workspace::Errno;

/// Which entries are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    All,
    /// The newest entries, behind what the file holds.
    Newest(usize),
}

impl Shell {
    /// `HISTFILE`, if it is set to something.
    pub fn history_file(&mut self) -> Option<BString> {
        self.variable("HISTFILE").filter(|name| !name.is_empty())
    }

    /// Adds the lines of a file from number `from` on. Gives how many lines it has.
    pub fn read_history(&mut self, name: &[u8], from: usize) -> Result<Result<usize, Errno>, Flow> {
        let content = match self.kernel.vfs.read_file(&self.state.cwd, name) {
            Ok(content) => content,
            Err(errno) => return Ok(Err(errno)),
        };
        let text = content.to_bytes();
        self.charge(1 + (text.len() as u64 >> 10))?;
        let is_time =
            |line: &[u8]| line.strip_prefix(b"#").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit));
        let timed = is_time(&text);
        let mut lines = 0;
        let mut time = None;
        let mut read: Vec<Entry> = Vec::new();
        for line in text.lines() {
            lines += 1;
            if lines <= from {
                continue;
            }
            if timed && is_time(line) {
                time = line.get(1..).and_then(|digits| digits.to_str().ok()?.trim().parse().ok());
                continue;
            }
            match read.last_mut() {
                // With times, lines without one belong to the entry before.
                Some(entry) if timed && time.is_none() => {
                    entry.line.push(b'\n');
                    entry.line.extend_from_slice(line);
                }
                _ if line.is_empty() => {}
                _ => read.push(Entry { line: line.into(), time: time.take() }),
            }
        }
        self.history().entries.extend(read);
        self.resize_history();
        Ok(Ok(lines))
    }

    /// Writes entries to a file, made new for all of them.
    pub fn write_history(&mut self, name: &[u8], part: Part) -> Result<Result<(), Errno>, Flow> {
        let times = self.state.variables.scalar("HISTTIMEFORMAT").is_some();
        let entries = &self.state.builtins.history.entries;
        let from = match part {
            Part::All => 0,
            Part::Newest(count) => entries.len().saturating_sub(count),
        };
        let mut text = Vec::new();
        for entry in entries.iter().skip(from) {
            if let (true, Some(time)) = (times, entry.time) {
                text.extend_from_slice(format!("#{time}\n").as_bytes());
            }
            text.extend_from_slice(&entry.line);
            text.push(b'\n');
        }
        let mode = 0o600 & !self.state.umask;
        let options = if part == Part::All { OpenOptions::writing(mode) } else { OpenOptions::appending(mode) };
        let vfs = &self.kernel.vfs;
        let written =
            vfs.open(&self.state.cwd, name, options, &self.fds).and_then(|fd| fd.write(vfs, Bytes::from(text)));
        match written {
            Ok(()) => Ok(Ok(())),
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => Ok(Err(errno)),
        }
    }

    /// `set -o history`, and the start of an interactive shell: the sizes get their defaults, the file is read.
    pub fn load_history(&mut self) -> Result<(), Flow> {
        for (name, default) in [("HISTSIZE", "HISTSIZE"), ("HISTFILESIZE", "HISTSIZE")] {
            if self.variable(name).is_none() {
                let value = self.variable(default).unwrap_or_else(|| "500".into());
                self.set_variable(name, value)?;
            }
        }
        self.resize_history();
        if let Some(name) = self.history_file()
            && let Ok(lines) = self.read_history(&name, 0)?
        {
            self.history().lines_in_file = lines;
        }
        Ok(())
    }

    /// The end of a shell that keeps a history: what is new goes to the file, which `HISTFILESIZE` bounds.
    pub fn save_history(&mut self) -> Result<(), Flow> {
        let new = self.state.builtins.history.session_lines;
        if new == 0 {
            return Ok(());
        }
        let Some(name) = self.history_file() else { return Ok(()) };
        let all = new > self.state.builtins.history.entries.len() && !self.state.options.histappend;
        let _ = self.write_history(&name, if all { Part::All } else { Part::Newest(new) })?;
        self.history().session_lines = 0;
        self.truncate_history_file()
    }

    /// Cuts the history file down to the newest `HISTFILESIZE` lines.
    pub fn truncate_history_file(&mut self) -> Result<(), Flow> {
        let Some(most) = self.history_size("HISTFILESIZE") else { return Ok(()) };
        let Some(name) = self.history_file() else { return Ok(()) };
        let Ok(content) = self.kernel.vfs.read_file(&self.state.cwd, &name) else { return Ok(()) };
        let text = content.to_bytes();
        self.charge(1 + (text.len() as u64 >> 10))?;
        let surplus = text.lines().count().saturating_sub(most);
        if surplus == 0 {
            return Ok(());
        }
        let cut = memchr::memchr_iter(b'\n', &text).nth(surplus - 1).map_or(text.len(), |at| at + 1);
        let options = OpenOptions::writing(0o600 & !self.state.umask);
        let vfs = &self.kernel.vfs;
        match vfs.open(&self.state.cwd, &name, options, &self.fds).and_then(|fd| fd.write(vfs, text.slice(cut..))) {
            Err(IoError::Halt(halt)) => Err(halt.into()),
            _ => Ok(()),
        }
    }
}
