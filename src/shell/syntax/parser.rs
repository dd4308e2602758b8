//! The ways into the parser: whole programs, programs line by line, and pieces of text at run time.

use std::borrow::Cow;

use bstr::BString;

use super::ast::{List, Program, Subscript, Word};
use super::double::DoubleUntil;
use super::error::{Recovery, SyntaxError, SyntaxWarning};
use super::here_document::fill_here_documents;
use super::options::ParseOptions;
use super::scanner::{Parse, Parser};
use super::token::Token;

/// Parses a whole program. An error anywhere in it means that nothing of it parses.
pub fn parse(source: &[u8], options: &ParseOptions) -> Result<Program, SyntaxError> {
    parse_with_warnings(source, options, &mut Vec::new())
}

/// Like [`parse`]; what bash would warn of is added to `warnings`.
pub fn parse_with_warnings(
    source: &[u8],
    options: &ParseOptions,
    warnings: &mut Vec<SyntaxWarning>,
) -> Result<Program, SyntaxError> {
    let mut parser = Parser::new(Cow::Borrowed(source), 0, options.first_line, options);
    let result = parser.program();
    warnings.append(&mut parser.warnings);
    Ok(Program { body: result.map_err(|error| *error)? })
}

/// Reads a program as bash does: one complete command line (a unit) at a time, so that an error comes up only when the
/// lines before it have run, and options and aliases that they set hold for the next.
pub struct Units<'a> {
    source: Cow<'a, [u8]>,
    position: usize,
    line: u32,
    end_of_last_line_read: bool,
    finished: bool,
    active_aliases: Vec<(BString, usize)>,
    warnings: Vec<SyntaxWarning>,
}

impl<'a> Units<'a> {
    /// Starts at the first byte; the first line is `first_line`.
    pub fn new(source: &'a [u8], first_line: u32) -> Self {
        Self {
            source: Cow::Borrowed(source),
            position: 0,
            line: first_line,
            end_of_last_line_read: false,
            finished: false,
            active_aliases: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The next unit, with the line numbers of the whole source (`options.first_line` is not used). After an error
    /// there are no more, but for one of a kind that drops a line only.
    #[allow(clippy::should_implement_trait, reason = "each step takes options: it is no iterator")]
    pub fn next(&mut self, options: &ParseOptions) -> Option<Result<Program, SyntaxError>> {
        if self.finished {
            return None;
        }
        let source = std::mem::take(&mut self.source);
        // The aliases' lifetime is that of this call.
        let mut parser = Parser::new(source, self.position, self.line, options);
        parser.end_of_last_line_read = self.end_of_last_line_read;
        parser.active_aliases = std::mem::take(&mut self.active_aliases);
        let result = parser.unit();
        self.position = parser.position;
        self.line = parser.line_at(parser.position);
        self.end_of_last_line_read = parser.end_of_last_line_read;
        self.active_aliases = std::mem::take(&mut parser.active_aliases);
        self.warnings.append(&mut parser.warnings);
        self.source = parser.source;
        match result {
            Ok(Some(body)) => Some(Ok(Program { body })),
            Ok(None) => {
                self.finished = true;
                None
            }
            Err(error) => {
                match error.recovery {
                    Recovery::NextLine => {
                        let rest = self.source.get(self.position..).unwrap_or_default();
                        let line = memchr::memchr(b'\n', rest).map_or(self.source.len(), |end| self.position + end + 1);
                        self.skip_to(line);
                    }
                    _ => self.finished = true,
                }
                Some(Err(*error))
            }
        }
    }

    /// Reads no more: the last unit was refused.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// Where the next unit is read from.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The number of the line there.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// True after the end or an error: there are no more units.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Goes on behind what somebody else has read of the same input.
    pub fn skip_to(&mut self, position: usize) {
        let position = position.min(self.source.len());
        if position > self.position {
            let skipped = &self.source[self.position..position];
            self.line = self.line.saturating_add(memchr::memchr_iter(b'\n', skipped).count() as u32);
            self.position = position;
        }
    }

    /// Takes what bash would have warned of in the units read so far.
    pub fn take_warnings(&mut self) -> Vec<SyntaxWarning> {
        std::mem::take(&mut self.warnings)
    }
}

/// Parses text as if it stood in double quotes, with `"` an ordinary character: prompts, `PS4`, `${x@P}`. Expansions
/// that do not parse become [`super::ast::ParamOp::Bad`].
pub fn parse_word_as_double_quoted(text: &[u8]) -> Result<Word, SyntaxError> {
    let mut parser = Parser::new(Cow::Borrowed(text), 0, 1, &ParseOptions::default());
    let parts = parser.double_parts(DoubleUntil::HereDocument).map_err(|error| *error)?;
    Ok(Word::new(parts))
}

/// Parses what stands between the brackets of `name[…]`, as in `unset 'a[i]'`.
pub fn parse_subscript(text: &[u8]) -> Result<Subscript, SyntaxError> {
    let mut parser = Parser::new(Cow::Borrowed(text), 0, 1, &ParseOptions::default());
    parser.subscript_between(0, text.len()).map_err(|error| *error)
}

impl Parser<'_, '_> {
    /// All commands up to the end.
    pub fn program(&mut self) -> Parse<List> {
        let mut body = List::default();
        while let Some(mut unit) = self.unit()? {
            body.items.append(&mut unit.items);
        }
        Ok(body)
    }

    /// The next line with commands on it, or `None` at the end.
    fn unit(&mut self) -> Parse<Option<List>> {
        loop {
            self.skip_newlines()?;
            // The text of an alias may be empty.
            self.expand_alias()?;
            match self.peek() {
                Token::End => return Ok(None),
                Token::Newline => {}
                _ => break,
            }
        }
        let mut list = self.line()?;
        if !self.pending.is_empty() {
            self.abandon_here_documents();
        }
        fill_here_documents(&mut list, &mut std::mem::take(&mut self.bodies).into_iter());
        Ok(Some(list))
    }
}
