//! Running text: `eval`, `source`, traps, `bash -c` and scripts, unit by unit as bash reads them.

use std::sync::Arc;

use crate::flow::Flow;
use crate::programs::changes_reading;
use crate::shell::{Failure, InputKind, Shell};
use crate::syntax::ast::Program;
use crate::syntax::{AliasLookup, Construct, Language, ParseOptions, Recovery, Refused, SyntaxError, Units, restrict};

/// Where a text comes from: it decides how messages name the place and how far an error reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    /// The whole input of the shell: a `-c` string, a script file, standard input.
    Main,
    Eval,
    Source,
    /// The action of a trap; the name of a pseudo-signal's is shown, others have none.
    Trap(&'static str),
    /// A command substitution whose text is parsed as it runs.
    Substitution,
}

/// Texts up to this length are parsed whole before they run; a longer one, read once, is parsed as it runs.
const MOST_AHEAD: usize = 64 << 10;

impl Shell {
    /// Parses `text` unit by unit and runs each before the next is read. The status is that of the last command. A
    /// syntax error is reported; what came before has run.
    pub fn run_text(&mut self, text: &[u8], place: TextPlace) -> Result<u8, Flow> {
        if matches!(place, TextPlace::Eval | TextPlace::Source) && !self.language().has(Construct::Eval) {
            return self.refuse(Construct::Eval, "eval");
        }
        if place != TextPlace::Main {
            // `set -x` shows how deep it is.
            let deeper = u32::from(match place {
                TextPlace::Eval | TextPlace::Source => true,
                TextPlace::Trap("exit") => self.subshell_level > 0 && self.substitution_depth == 0,
                TextPlace::Trap(_) => true,
                TextPlace::Main | TextPlace::Substitution => false,
            });
            self.substitution_depth += deeper;
            let result = self.enter(|shell| shell.run_units(text, place));
            self.substitution_depth -= deeper;
            return result;
        }
        self.run_units(text, place)
    }

    fn run_units(&mut self, text: &[u8], place: TextPlace) -> Result<u8, Flow> {
        // A file's lines are joined to nothing by a backslash at its end; a string keeps it.
        let joined;
        let text = match place {
            TextPlace::Main if self.input != InputKind::String && text.ends_with(b"\\") => {
                joined = [text, b"\n"].concat();
                joined.as_slice()
            }
            _ => text,
        };
        let first_line = match place {
            TextPlace::Eval | TextPlace::Trap(_) | TextPlace::Substitution => self.line,
            TextPlace::Main | TextPlace::Source => 1,
        };
        let aliased = self.state.options.expand_aliases && !self.state.aliases.is_empty();
        let line_by_line = place == TextPlace::Main && self.reads_by_lines();
        let as_it_runs = aliased || line_by_line || self.state.options.verbose;
        if !as_it_runs && (text.len() <= MOST_AHEAD || !self.language().is_whole()) {
            match self.kernel.programs.units(text, first_line, self.state.options.extglob) {
                Ok(units) if !units.to_be_read => return self.run_parsed(&units.programs),
                Err(error) if error.refused.is_some() => {
                    self.report_syntax_error(&error, place)?;
                    self.state.status = 2;
                    return Ok(2);
                }
                Ok(_) | Err(_) => {}
            }
        }
        if place == TextPlace::Main {
            return self.read_input(text, None);
        }
        let mut units = Units::new(text, first_line);
        let late = changes_reading(text);
        let mut status = 0;
        loop {
            self.charge(1)?;
            let start = units.position();
            let unit = self.next_unit(&mut units, first_line, late);
            self.report_warnings(&mut units, place)?;
            if self.state.options.verbose && !matches!(place, TextPlace::Trap(_) | TextPlace::Substitution) {
                self.echo_input(text.get(start..units.position()).unwrap_or_default())?;
            }
            match self.run_unit(unit, place)? {
                None => return Ok(status),
                Some(last) => status = last,
            }
            if units.is_finished() {
                return Ok(status);
            }
        }
    }

    /// The constructs that there are.
    pub(crate) fn language(&self) -> Language {
        self.kernel.capabilities.language
    }

    /// Says of something that only came up as the program ran that it is switched off. The shell goes on behind the unit.
    pub(crate) fn refuse(&mut self, construct: Construct, sign: &'static str) -> Result<u8, Flow> {
        let refused = Refused { construct, sign, line: self.line };
        self.complain(&[refused.message().as_bytes()])?;
        Err(Flow::Discard(2))
    }

    /// Runs what was parsed ahead.
    pub fn run_parsed(&mut self, units: &[Arc<Program>]) -> Result<u8, Flow> {
        let mut status = 0;
        for unit in units {
            let result = self.run_program(unit);
            status = self.after_unit(result)?;
        }
        Ok(status)
    }

    /// What bash drops after an error in an expansion is one unit: it goes on with the next. A subshell ends.
    fn after_unit(&mut self, result: Result<u8, Flow>) -> Result<u8, Flow> {
        match result {
            Err(Flow::Discard(status))
                if self.state.options.errexit && self.last_failure.get() != Failure::Arithmetic =>
            {
                Err(Flow::Exit(status))
            }
            // In POSIX mode an assignment to what cannot change ends the shell.
            Err(Flow::Discard(_)) if self.state.options.posix && self.last_failure.get() == Failure::Assignment => {
                let of_string = self.input == InputKind::String && self.subshell_level == 0;
                Err(Flow::Exit(if of_string { 127 } else { 1 }))
            }
            Err(Flow::Discard(status)) if self.subshell_level == 0 => {
                self.state.status = status;
                self.pipe_status = vec![status];
                Ok(status)
            }
            other => other,
        }
    }

    /// `set -v`: shows what was read.
    pub(super) fn echo_input(&self, read: &[u8]) -> Result<(), Flow> {
        self.write_error(read)?;
        if !read.is_empty() && !read.ends_with(b"\n") {
            self.write_error(b"\n")?;
        }
        Ok(())
    }

    pub(super) fn next_unit(
        &self,
        units: &mut Units<'_>,
        first_line: u32,
        late: bool,
    ) -> Option<Result<Program, SyntaxError>> {
        let aliases = Arc::clone(&self.state.aliases);
        let find = move |name: &[u8]| aliases.get(bstr::BStr::new(name)).cloned();
        let expands_aliases = self.state.options.expand_aliases && self.language().has(Construct::Aliases);
        let options = ParseOptions {
            aliases: expands_aliases.then_some(&find as AliasLookup<'_>),
            first_line,
            late,
            extglob: self.state.options.extglob,
            ..ParseOptions::default()
        };
        let unit = units.next(&options)?;
        let refused = unit.as_ref().ok().and_then(|program| restrict(self.language(), program).err());
        match refused {
            None => Some(unit),
            Some(refused) => {
                units.finish();
                Some(Err(refused.into()))
            }
        }
    }

    /// Runs a unit; `None` at the end of the text.
    pub(super) fn run_unit(
        &mut self,
        unit: Option<Result<Program, SyntaxError>>,
        place: TextPlace,
    ) -> Result<Option<u8>, Flow> {
        let result = match unit {
            None => return Ok(None),
            Some(Ok(program)) => self.run_program(&program),
            Some(Err(error)) => {
                if error.recovery != (Recovery::End { silent: true }) {
                    self.report_syntax_error(&error, place)?;
                }
                let main = place == TextPlace::Main;
                self.state.status = match error.recovery {
                    Recovery::End { .. } if main => return Ok(Some(self.state.status)),
                    Recovery::Unterminated if main && self.state.status != 0 => self.state.status,
                    Recovery::NextLine => return self.after_unit(Err(Flow::Discard(1))).map(Some),
                    Recovery::Substitution if main && self.input == InputKind::String => 127,
                    _ => 2,
                };
                if self.state.options.posix && matches!(place, TextPlace::Eval | TextPlace::Source) {
                    return Err(Flow::Exit(2));
                }
                return Ok(Some(self.state.status));
            }
        };
        self.after_unit(result).map(Some)
    }

    /// Prints what bash warns of in text that it goes on with.
    pub(super) fn report_warnings(&mut self, units: &mut Units<'_>, place: TextPlace) -> Result<(), Flow> {
        for warning in units.take_warnings() {
            let name = match place {
                TextPlace::Source => self.script.clone(),
                _ => self.message_name(),
            };
            let line = format!(": line {}: warning: {}\n", warning.line, warning.message);
            self.write_error(&[name.as_slice(), line.as_bytes()].concat())?;
        }
        Ok(())
    }

    /// Prints a syntax error as bash words it, with the line where it was found.
    pub fn report_syntax_error(&mut self, error: &SyntaxError, place: TextPlace) -> Result<(), Flow> {
        if self.is_interactive && place == TextPlace::Main {
            let prefix = self.message_prefix();
            return self.write_error(&[prefix.as_slice(), error.message.as_bytes(), b"\n"].concat());
        }
        let mut prefix = match place {
            TextPlace::Main if self.script.is_empty() => self.state.name.clone(),
            TextPlace::Main => self.script.clone(),
            _ => self.message_name(),
        };
        match place {
            TextPlace::Main if self.input == InputKind::String && self.script.is_empty() => {
                prefix.extend_from_slice(b": -c");
            }
            TextPlace::Substitution => prefix.extend_from_slice(b": command substitution"),
            TextPlace::Eval => prefix.extend_from_slice(b": eval"),
            TextPlace::Trap(kind) => {
                prefix.extend_from_slice(b": ");
                prefix.extend_from_slice(kind.as_bytes());
                prefix.extend_from_slice(if kind.is_empty() { b"trap" } else { b" trap" });
            }
            _ => {}
        }
        let mut text = prefix.clone();
        text.extend_from_slice(format!(": line {}: {}\n", error.line, error.message).as_bytes());
        if let Some(second) = &error.second {
            text.extend_from_slice(&prefix);
            text.extend_from_slice(format!(": line {}: {second}\n", error.line).as_bytes());
        }
        if let Some(line) = &error.source_line {
            text.extend_from_slice(&prefix);
            text.extend_from_slice(format!(": line {}: `", error.line).as_bytes());
            text.extend_from_slice(line);
            text.extend_from_slice(b"'\n");
        }
        self.write_error(&text)
    }
}
