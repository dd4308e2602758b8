//! Expansion: from words of the syntax tree to the strings that commands get.
//!
//! In the order of the bash manual ("Shell Expansions"): braces, then from left to right tildes, parameters, command and
//! process substitutions and arithmetic, then word splitting, pathname expansion and the removal of quotes. Quoting was
//! settled by the parser, so nothing here looks for quotes again.

pub mod case;
pub mod characters;
mod glob;
mod ifs;
mod operate;
mod param;
mod prompt;
pub mod quote;
mod replace;
mod sink;
#[cfg(test)]
pub(crate) mod tests;
mod tilde;
mod transform;
mod word;

use std::sync::Arc;

use bstr::BString;

pub use ifs::Ifs;
pub(super) use param::element;
use sink::{Mode, Sink};

use super::flow::Flow;
use super::shell::{Failure, InputKind, Shell};
use super::syntax::ast::{Param, ParamOp, Word, WordPart};
use super::syntax::{Construct, print};

impl Shell {
    /// Expands words to fields: everything that happens to the words of a command. Appends to `out`.
    pub fn expand_words(&mut self, words: &[Word], out: &mut Vec<BString>) -> Result<(), Flow> {
        words.iter().try_for_each(|word| self.expand_word(word, out))
    }

    /// Expands one word to its fields, none to many. Appends to `out`.
    pub fn expand_word(&mut self, word: &Word, out: &mut Vec<BString>) -> Result<(), Flow> {
        // The commonest words need no machinery.
        match word.parts.as_slice() {
            [WordPart::Literal(text)] if memchr::memchr3(b'*', b'?', b'[', text).is_none() && !text.contains(&b'(') => {
                out.push(text.clone());
                return Ok(());
            }
            [WordPart::Quoted(text)] => {
                out.push(text.clone());
                return Ok(());
            }
            [WordPart::Double(parts)] => {
                if let [WordPart::Param(expansion)] = parts.as_slice()
                    && expansion.op == ParamOp::None
                    && !expansion.indirect
                    && !self.is_text(expansion)
                    && let Some(value) = self.plain_parameter(&expansion.param)
                {
                    let value = BString::from(value);
                    self.kernel.scheduler.charge_copy(value.len())?;
                    out.push(value);
                    return Ok(());
                }
            }
            _ => {}
        }
        if self.state.options.braceexpand
            && self.language().has(Construct::BraceExpansion)
            && word.parts.iter().any(|part| matches!(part, WordPart::Brace(_)))
        {
            return self.expand_braces(&word.parts, out);
        }
        let before = out.len();
        let mut sink = self.fields_sink(out);
        let walked = self.walk(&word.parts, &mut sink);
        self.finish_fields(walked, sink, before, out)
    }

    /// A sink whose fields come behind those of `out`, which [`Shell::finish_fields`] gives back: with millions of them a
    /// list that is copied together counts.
    fn fields_sink(&self, out: &mut Vec<BString>) -> Sink {
        Sink::behind(std::mem::take(out), &self.kernel.scheduler)
    }

    /// Ends the word: matches path patterns and hands the fields over. `before`: how many of them are of other words.
    fn finish_fields(
        &mut self,
        walked: Result<(), Flow>,
        mut sink: Sink,
        before: usize,
        out: &mut Vec<BString>,
    ) -> Result<(), Flow> {
        sink.end_field();
        let size = sink.size();
        *out = sink.fields;
        if let Err(flow) = walked.and_then(|()| self.end_expansion(size)) {
            out.truncate(before);
            return Err(flow);
        }
        if sink.patterns.is_empty() || self.state.options.noglob || !self.language().has(Construct::Globs) {
            return Ok(());
        }
        let fields = out.split_off(before);
        let mut patterns = sink.patterns.into_iter().peekable();
        for (index, field) in fields.into_iter().enumerate() {
            match patterns.next_if(|(at, _)| *at == before + index) {
                Some((_, pattern)) => self.expand_path(field, &pattern, out)?,
                None => out.push(field),
            }
        }
        Ok(())
    }

    /// Expands to one string without splitting or pathname expansion: assigned values, the subject of `case`,
    /// here-documents, operands of `[[`.
    pub fn expand_string(&mut self, word: &Word) -> Result<BString, Flow> {
        match word.parts.as_slice() {
            [] => return Ok(BString::default()),
            [WordPart::Literal(text) | WordPart::Quoted(text)] => return Ok(text.clone()),
            _ => {}
        }
        self.expand_to(&word.parts, Mode::Text)
    }

    /// As [`Shell::expand_string`], for an assigned value.
    pub fn expand_assigned(&mut self, word: &Word) -> Result<BString, Flow> {
        match word.parts.as_slice() {
            [] => return Ok(BString::default()),
            [WordPart::Literal(text) | WordPart::Quoted(text)] => return Ok(text.clone()),
            _ => {}
        }
        let mut sink = Sink::new(Mode::Text);
        sink.assignment = true;
        self.walk(&word.parts, &mut sink)?;
        self.end_expansion(sink.size())?;
        Ok(sink.text.into())
    }

    /// Expands the body of a here-document.
    pub fn expand_here_document(&mut self, body: &Word) -> Result<BString, Flow> {
        let mut sink = Sink::new(Mode::Text);
        sink.here_document = true;
        self.walk(&body.parts, &mut sink)?;
        self.end_expansion(sink.size())?;
        Ok(sink.text.into())
    }

    /// Expands to a pattern: what was quoted stands behind backslashes.
    pub fn expand_pattern(&mut self, word: &Word) -> Result<BString, Flow> {
        if let [WordPart::Literal(text)] = word.parts.as_slice() {
            return Ok(text.clone());
        }
        self.expand_to(&word.parts, Mode::Pattern)
    }

    /// As [`Shell::expand_pattern`], and before it the same as `set -x` shows it: a backslash before each quoted
    /// character.
    pub fn expand_shown_pattern(&mut self, word: &Word) -> Result<(BString, BString), Flow> {
        let mut sink = Sink::new(Mode::Marked);
        self.walk(&word.parts, &mut sink)?;
        self.end_expansion(sink.size())?;
        let mut shown = BString::default();
        let mut at = 0;
        for &(start, end) in &sink.quoted {
            shown.extend_from_slice(&sink.text[at..start]);
            for &byte in &sink.text[start..end] {
                // The bytes that follow in a character of several have no backslash.
                if byte & 0xc0 != 0x80 {
                    shown.push(b'\\');
                }
                shown.push(byte);
            }
            at = end;
        }
        shown.extend_from_slice(&sink.text[at..]);
        Ok((shown, sink.pattern()))
    }

    /// Expands the right side of `=~`: what was quoted is escaped so that it matches itself.
    pub fn expand_regex(&mut self, word: &Word) -> Result<BString, Flow> {
        self.expand_to(&word.parts, Mode::Regex)
    }

    fn expand_to(&mut self, parts: &[WordPart], mode: Mode) -> Result<BString, Flow> {
        let mut sink = Sink::new(mode);
        self.walk(parts, &mut sink)?;
        self.end_expansion(sink.size())?;
        Ok(sink.text.into())
    }

    /// Expands the target of a redirection to exactly one word. `None`: it was none or several; reported.
    pub fn expand_redirection(&mut self, word: &Word) -> Result<Option<BString>, Flow> {
        if self.state.options.posix && !word.parts.iter().any(|part| matches!(part, WordPart::Brace(_))) {
            // In POSIX mode neither splitting nor pathname expansion.
            return self.expand_string(word).map(Some);
        }
        let mut fields = Vec::new();
        self.expand_word(word, &mut fields)?;
        if fields.len() == 1 {
            return Ok(fields.pop());
        }
        let text = print::word(word);
        self.complain(&[&text, b": ambiguous redirect"])?;
        Ok(None)
    }

    /// The splitting rules of the current `IFS`.
    pub(super) fn ifs(&mut self) -> Arc<Ifs> {
        Arc::clone(self.state.variables.ifs())
    }

    /// Reports an unset parameter under `set -u` or by `${x:?}`; a shell that reads no terminal ends then.
    fn fatal<T>(&self, parts: &[&[u8]]) -> Result<T, Flow> {
        self.complain(parts)?;
        if self.is_interactive && self.subshell_level == 0 {
            return Err(Flow::Discard(1));
        }
        // Bash leaves a `-c` string by another door than a file or a subshell.
        let of_string = self.input == InputKind::String
            && (self.subshell_level == 0 || (self.is_simple_command && self.subshell_level == 1));
        let status = if of_string && !self.state.options.errexit { 127 } else { 1 };
        Err(Flow::Exit(status))
    }

    /// Reports an expansion that fails and drops the command.
    fn discard<T>(&self, parts: &[&[u8]]) -> Result<T, Flow> {
        self.complain(parts)?;
        self.last_failure.set(Failure::Expansion);
        Err(Flow::Discard(1))
    }

    pub(super) fn unbound<T>(&self, name: &[u8]) -> Result<T, Flow> {
        self.fatal(&[name, b": unbound variable"])
    }
}

/// A word written as source again, as far as messages need it.
fn source_text(parts: &[WordPart]) -> BString {
    let mut out = BString::default();
    for part in parts {
        match part {
            WordPart::Literal(text) | WordPart::Quoted(text) => out.extend_from_slice(text),
            WordPart::Double(parts) => out.extend_from_slice(&source_text(parts)),
            WordPart::Param(expansion) => match &expansion.param {
                Param::Variable(name) => {
                    out.push(b'$');
                    out.extend_from_slice(name.as_bytes());
                }
                Param::Positional(number) => out.extend_from_slice(format!("${number}").as_bytes()),
                Param::Special(letter) => out.extend_from_slice(&[b'$', *letter]),
                Param::Element { name, index } => {
                    out.extend_from_slice(format!("${{{name}[").as_bytes());
                    match index {
                        super::syntax::ast::Subscript::At => out.push(b'@'),
                        super::syntax::ast::Subscript::Star => out.push(b'*'),
                        super::syntax::ast::Subscript::Expr { word, .. } => {
                            out.extend_from_slice(&source_text(&word.parts));
                        }
                    }
                    out.extend_from_slice(b"]}");
                }
            },
            WordPart::Tilde(text) => out.extend_from_slice(text),
            WordPart::Brace(brace) => out.extend_from_slice(&source_text(&brace.plain)),
            WordPart::CommandSub(_) => out.extend_from_slice(b"$(...)"),
            WordPart::Arith(_) => out.extend_from_slice(b"$((...))"),
            WordPart::ProcessSub { .. } => out.extend_from_slice(b"<(...)"),
        }
    }
    out
}
