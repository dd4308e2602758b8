//! Reading the shell's own input: a script, standard input, a `-c` string. Plain texts are read command by command;
//! with prompts or a history, line by line.

use bstr::{BString, ByteSlice};

use super::text::TextPlace;
use crate::flow::Flow;
use crate::history::{self, Expanded, Rules};
use crate::kernel::{Fd, Halt, Signal};
use crate::programs::changes_reading;
use crate::shell::{InputKind, Shell};
use crate::syntax::{SyntaxError, Units};
use crate::variables::Value;

/// How often an interactive shell with `ignoreeof` reads over the end of its input, unless `IGNOREEOF` says.
const MOST_ENDS: u32 = 10;

/// The descriptor behind a text and the offset at which the text begins: commands may read on where the shell stopped.
pub(super) struct Behind<'a> {
    pub fd: &'a Fd,
    pub start: u64,
}

/// A command as its lines were read.
struct Lines {
    text: Vec<u8>,
    first_line: u32,
}

impl Shell {
    /// Runs the commands of the shell's own input.
    pub(super) fn read_input(&mut self, text: &[u8], behind: Option<Behind<'_>>) -> Result<u8, Flow> {
        let mut units = Units::new(text, 1);
        let late = changes_reading(text);
        let mut status = 0;
        let mut ends = 0;
        loop {
            self.charge(1)?;
            let start = units.position();
            let by_lines = self.reads_by_lines();
            let lines = if by_lines { self.read_lines(text, &mut units)? } else { None };
            let unit = match &lines {
                Some(_) => None,
                None if by_lines => {
                    if self.goes_on_after_end(&mut ends)? {
                        continue;
                    }
                    return Ok(status);
                }
                None => {
                    let unit = self.next_unit(&mut units, 1, late);
                    if self.state.options.verbose {
                        self.echo_input(text.get(start..units.position()).unwrap_or_default())?;
                    }
                    self.report_warnings(&mut units, TextPlace::Main)?;
                    unit
                }
            };
            let read = behind.as_ref().map(|behind| behind.start.saturating_add(units.position() as u64));
            if let (Some(behind), Some(read)) = (&behind, read) {
                behind.fd.seek(read);
            }
            let result = match lines {
                Some(lines) => self.run_lines(lines).map(Some),
                None => self.run_unit(unit, TextPlace::Main),
            };
            match self.survive(result)? {
                None => return Ok(status),
                Some(last) => status = last,
            }
            if self.state.options.onecmd && self.input != InputKind::String {
                return Ok(status);
            }
            // `exec < file`: the commands come from there now.
            if let Some(behind) = &behind
                && !self.fds.get(0).is_some_and(|fd| std::rc::Rc::ptr_eq(fd, behind.fd))
            {
                return self.enter(Shell::run_stdin);
            }
            if units.is_finished() {
                return Ok(status);
            }
            if let (Some(behind), Some(read)) = (&behind, read) {
                let now = behind.fd.offset();
                if now > read {
                    units.skip_to(usize::try_from(now.saturating_sub(behind.start)).unwrap_or(usize::MAX));
                }
            }
        }
    }

    /// What ends other shells does not end an interactive one.
    fn survive(&mut self, result: Result<Option<u8>, Flow>) -> Result<Option<u8>, Flow> {
        if !self.is_interactive || self.subshell_level > 0 {
            return result;
        }
        let status = match result {
            Err(Flow::Discard(status)) => status,
            Err(Flow::Halt(Halt::Signal(Signal::INT))) if self.process.survive(Signal::INT) => Signal::INT.status(),
            other => return other,
        };
        self.state.status = status;
        Ok(Some(status))
    }

    /// True while lines go into the history.
    pub fn remembers(&self) -> bool {
        self.state.options.history && !self.history_paused
    }

    pub(super) fn reads_by_lines(&self) -> bool {
        (self.is_interactive && self.input == InputKind::Stdin) || self.remembers()
    }

    /// True when the end of input is to be read over: `ignoreeof`.
    fn goes_on_after_end(&mut self, ends: &mut u32) -> Result<bool, Flow> {
        if !self.is_interactive || self.input != InputKind::Stdin {
            return Ok(false);
        }
        if self.state.options.ignoreeof {
            let most = self.variable("IGNOREEOF").and_then(|text| text.to_str().ok()?.parse().ok());
            if *ends < most.unwrap_or(MOST_ENDS) {
                *ends += 1;
                self.write_error(b"Use \"exit\" to leave the shell.\n")?;
                return Ok(true);
            }
        }
        self.write_error(if self.state.options.login_shell { b"logout\n" } else { b"exit\n" })?;
        if self.state.options.login_shell {
            self.run_logout_file()?;
        }
        Ok(false)
    }

    /// Reads the lines of one command, shows prompts, expands and remembers them. `None` at the end of input.
    fn read_lines(&mut self, text: &[u8], units: &mut Units<'_>) -> Result<Option<Lines>, Flow> {
        let prompts = self.is_interactive && self.input == InputKind::Stdin;
        if prompts {
            self.run_prompt_commands()?;
        }
        let first_line = units.line().saturating_sub(self.lines_dropped);
        let mut lines = Lines { text: Vec::new(), first_line };
        let mut saved = false;
        loop {
            self.charge(1)?;
            if prompts {
                let prompt = self.expand_prompt(if lines.text.is_empty() { "PS1" } else { "PS2" })?;
                self.write_error(&prompt)?;
            }
            let rest = text.get(units.position()..).unwrap_or_default();
            if rest.is_empty() {
                return Ok((!lines.text.is_empty()).then_some(lines));
            }
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            let line = rest[..end].strip_suffix(b"\n").unwrap_or(&rest[..end]);
            self.line = units.line().saturating_sub(self.lines_dropped);
            units.skip_to(units.position() + end);
            if prompts || self.state.options.verbose {
                self.echo_input(&[line, b"\n"].concat())?;
            }
            let line = match self.remembers() {
                true => self.remember(line, &lines.text, &mut saved)?,
                false => line.into(),
            };
            lines.text.extend_from_slice(&line);
            lines.text.push(b'\n');
            if self.is_complete(&lines)? {
                if prompts && !lines.text.trim().is_empty() {
                    self.command_number = self.command_number.saturating_add(1);
                    let before = self.expand_prompt("PS0")?;
                    self.write_error(&before)?;
                }
                return Ok(Some(lines));
            }
        }
    }

    /// Expands a line from the history and adds it: `before` are the lines of the same command.
    fn remember(&mut self, line: &[u8], before: &[u8], saved: &mut bool) -> Result<BString, Flow> {
        let mut line = BString::from(line);
        if self.state.options.histexpand {
            let rules = Rules {
                characters: self.history_characters(),
                quote: history::open_quote(before),
                posix: self.state.options.posix,
                extglob: self.state.options.extglob,
            };
            match self.history().expand(&line, rules) {
                Expanded::Unchanged => {}
                Expanded::Changed(text) => {
                    self.write_error(&[text.as_slice(), b"\n"].concat())?;
                    line = text;
                }
                Expanded::PrintOnly(text) => {
                    self.write_error(&[text.as_slice(), b"\n"].concat())?;
                    self.add_to_history(&text);
                    return Ok(BString::default());
                }
                Expanded::Failed(message) => {
                    self.complain(&[&message])?;
                    self.lines_dropped += 1;
                    return Ok(BString::default());
                }
            }
        }
        if line.is_empty() {
            return Ok(line);
        }
        if before.is_empty() {
            *saved = self.add_to_history(&line);
        } else if *saved {
            self.join_to_history(before, &line);
        }
        Ok(line)
    }

    fn history_characters(&mut self) -> [u8; 3] {
        let mut characters = Rules::default().characters;
        if let Some(own) = self.variable("histchars") {
            for (place, byte) in characters.iter_mut().zip(own.iter()) {
                *place = *byte;
            }
        }
        characters
    }

    fn join_to_history(&mut self, before: &[u8], line: &[u8]) {
        if !self.state.options.cmdhist {
            return self.push_history(line.into());
        }
        let literal = self.state.options.lithist;
        let between: &[u8] = if literal { b"\n" } else { history::delimiter(before, line) };
        let is_body = history::is_body(before);
        let Some(entry) = self.history().entries.last_mut() else { return };
        let text = &mut entry.line;
        if between != b"\n" && text.ends_with(b"\\") && !text.ends_with(b"\\\\") {
            text.pop();
        } else {
            text.extend_from_slice(between);
        }
        text.extend_from_slice(line);
        if is_body && !literal {
            text.push(b'\n');
        }
    }

    /// True when the lines are a whole command, or can never become one.
    fn is_complete(&self, lines: &Lines) -> Result<bool, Flow> {
        let text = &lines.text;
        self.charge(1 + (text.len() as u64 >> 10))?;
        let slashes = text.iter().rev().skip(1).take_while(|byte| **byte == b'\\').count();
        let start = text.get(..text.len().saturating_sub(1)).and_then(|text| memchr::memrchr(b'\n', text));
        let last = &text[start.map_or(0, |at| at + 1)..];
        if slashes % 2 == 1 && !last.trim_start().starts_with(b"#") {
            return Ok(false);
        }
        let mut units = Units::new(text, lines.first_line);
        loop {
            match self.next_unit(&mut units, lines.first_line, true) {
                None => return Ok(true),
                Some(Ok(_)) => {
                    if !units.take_warnings().is_empty() {
                        return Ok(false);
                    }
                }
                Some(Err(error)) => return Ok(!error.incomplete),
            }
        }
    }

    fn run_lines(&mut self, lines: Lines) -> Result<u8, Flow> {
        let mut units = Units::new(&lines.text, lines.first_line);
        let mut status = self.state.status;
        loop {
            let unit: Option<Result<_, SyntaxError>> = self.next_unit(&mut units, lines.first_line, true);
            self.report_warnings(&mut units, TextPlace::Main)?;
            match self.run_unit(unit, TextPlace::Main)? {
                None => return Ok(status),
                Some(last) => status = last,
            }
            if units.is_finished() {
                return Ok(status);
            }
        }
    }

    /// `PROMPT_COMMAND`: a command, or an array of them; `$?` stays.
    fn run_prompt_commands(&mut self) -> Result<(), Flow> {
        let commands: Vec<BString> = match self.state.variables.get("PROMPT_COMMAND").map(|variable| &variable.value) {
            Some(Value::Unset) | None => return Ok(()),
            Some(value) => value.elements(),
        };
        let status = self.state.status;
        for command in commands {
            self.state.status = status;
            match self.run_text(&command, TextPlace::Eval) {
                Err(Flow::Discard(_)) | Ok(_) => {}
                Err(flow) => return Err(flow),
            }
        }
        self.state.status = status;
        Ok(())
    }
}
