//! Running text: `eval`, `source`, traps, `bash -c` and scripts, unit by unit as bash reads them.

use bstr::BString;

use crate::shell::flow::Flow;
use crate::shell::shell::{InputKind, Shell};
use crate::shell::syntax::{ParseOptions, SyntaxError, Units};

/// Where a text comes from: it decides how messages name the place and how far an error reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    /// The whole input of the shell: a `-c` string, a script file, standard input.
    Main,
    Eval,
    Source,
    Trap,
}

impl Shell {
    /// Parses `text` unit by unit and runs each before the next is read. The status is that of the last command. A
    /// syntax error is reported; what came before has run.
    pub fn run_text(&mut self, text: &[u8], place: TextPlace) -> Result<u8, Flow> {
        if place != TextPlace::Main {
            return self.enter(|shell| shell.run_units(text, place));
        }
        self.run_units(text, place)
    }

    fn run_units(&mut self, text: &[u8], place: TextPlace) -> Result<u8, Flow> {
        let first_line = match place {
            TextPlace::Eval | TextPlace::Trap => self.line,
            TextPlace::Main | TextPlace::Source => 1,
        };
        let mut units = Units::new(text, first_line);
        let mut status = 0;
        loop {
            self.charge(1)?;
            let unit = {
                let aliases = std::sync::Arc::clone(&self.state.aliases);
                let expand = self.state.options.expand_aliases;
                let find = move |name: &[u8]| aliases.get(bstr::BStr::new(name)).cloned();
                let options = ParseOptions {
                    aliases: expand.then_some(&find as &dyn Fn(&[u8]) -> Option<BString>),
                    first_line,
                    ..ParseOptions::default()
                };
                units.next(&options)
            };
            match unit {
                None => return Ok(status),
                Some(Ok(program)) => match self.run_program(&program) {
                    Ok(last) => status = last,
                    // A file or standard input goes on with the next line; a string is dropped whole.
                    Err(Flow::Discard(last))
                        if place == TextPlace::Main && self.input != InputKind::String
                            || place == TextPlace::Source =>
                    {
                        status = last;
                        self.state.status = last;
                    }
                    Err(flow) => return Err(flow),
                },
                Some(Err(error)) => {
                    self.report_syntax_error(&error, place)?;
                    self.state.status = 2;
                    return Ok(2);
                }
            }
        }
    }

    /// Prints a syntax error as bash words it, with the line where it was found.
    pub fn report_syntax_error(&mut self, error: &SyntaxError, place: TextPlace) -> Result<(), Flow> {
        let mut prefix = match (place, self.script.is_empty()) {
            (TextPlace::Source, _) | (_, false) => BString::clone(&self.script),
            _ => self.state.name.clone(),
        };
        match place {
            TextPlace::Main if self.input == InputKind::String && self.script.is_empty() => {
                prefix.extend_from_slice(b": -c");
            }
            TextPlace::Eval => prefix.extend_from_slice(b": eval"),
            TextPlace::Trap => prefix.extend_from_slice(b": trap"),
            _ => {}
        }
        let mut text = prefix.clone();
        text.extend_from_slice(format!(": line {}: {}\n", error.line, error.message).as_bytes());
        if let Some(line) = &error.source_line {
            text.extend_from_slice(&prefix);
            text.extend_from_slice(format!(": line {}: `", error.line).as_bytes());
            text.extend_from_slice(line);
            text.extend_from_slice(b"'\n");
        }
        self.write_error(&text)
    }
}
