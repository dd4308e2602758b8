//! The parser's state and its moves over the bytes: position, limits, line numbers, errors.
//!
//! How deep programs may nest is decided by the frames of the functions that recurse. So these hand on boxes or write
//! through references, and what they need only on the way is in functions that are never inlined.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;

use bstr::{BString, ByteSlice};

use super::ast::{Name, Word};
use super::error::{Recovery, SyntaxError, SyntaxWarning};
use super::here_document::PendingHereDocument;
use super::options::{MAXIMUM_DEPTH, ParseOptions};
use super::spelling::Respelled;
use super::token::Lexeme;

/// What the parser's own functions return; the error is boxed to keep their frames small.
pub(super) type Parse<T> = Result<T, Box<SyntaxError>>;

/// How deep a subscript may stand inside other subscripts. Each holds its text twice (as a word and as arithmetic), so
/// that the tree doubles with each level.
const MAXIMUM_SUBSCRIPT_DEPTH: usize = 6;

/// A parser over one buffer. Parts of it are parsed by moving `end` and back.
pub(super) struct Parser<'a, 'o> {
    pub source: Cow<'a, [u8]>,
    pub position: usize,
    /// Nothing at or after this offset is read.
    pub end: usize,
    pub options: ParseOptions<'o>,
    pub depth: usize,
    pub subscript_depth: usize,
    /// How many `$(` the position stands in.
    pub substitution_depth: usize,
    pub function_depth: usize,
    /// How many here-documents the position stands in, each in an expansion of the next.
    pub here_document_depth: usize,
    /// The last token looked at, with the position it was looked at from.
    pub peeked: Option<(usize, Lexeme)>,
    /// The newline that bash adds to an unterminated last line was already read.
    pub end_of_last_line_read: bool,
    /// Here-documents whose bodies start at the next newline.
    pub pending: Vec<PendingHereDocument>,
    /// Bodies read so far in this program, in the order of their operators.
    pub bodies: Vec<Word>,
    pub warnings: Vec<SyntaxWarning>,
    /// Openers that a search went over, with where their closers stand: so that nested constructs are searched once.
    pub pairs: HashMap<usize, usize>,
    /// Aliases whose text the position stands in, each with the length of the source that follows that text.
    pub active_aliases: Vec<(BString, usize)>,
    /// How many things were read that are not printed as they are written, and the pieces to print in place of others.
    pub odd_spellings: usize,
    pub respelled: Vec<Respelled>,
    /// How many expansions were found to be none.
    pub bad_substitutions: usize,
    /// After an alias text that ends in a blank: the length of the source left where the next word is checked too.
    pub alias_continues_at: Option<usize>,
    /// A place and its line, from which the next line is counted.
    anchor: Cell<(usize, u32)>,
}

impl<'a, 'o> Parser<'a, 'o> {
    pub fn new(source: Cow<'a, [u8]>, position: usize, line: u32, options: &ParseOptions<'o>) -> Self {
        let end = source.len();
        Self {
            source,
            position,
            end,
            options: ParseOptions { depth: options.depth.min(MAXIMUM_DEPTH), ..*options },
            depth: 0,
            subscript_depth: 0,
            substitution_depth: 0,
            function_depth: 0,
            here_document_depth: 0,
            peeked: None,
            end_of_last_line_read: false,
            pending: Vec::new(),
            bodies: Vec::new(),
            warnings: Vec::new(),
            pairs: HashMap::new(),
            active_aliases: Vec::new(),
            odd_spellings: 0,
            respelled: Vec::new(),
            bad_substitutions: 0,
            alias_continues_at: None,
            anchor: Cell::new((position, line)),
        }
    }

    /// The byte at the position.
    pub fn byte(&self) -> Option<u8> {
        self.byte_at(self.position)
    }

    pub fn byte_at(&self, position: usize) -> Option<u8> {
        if position < self.end { self.source.get(position).copied() } else { None }
    }

    /// The bytes from `start` to `end`, as far as they exist.
    pub fn text(&self, start: usize, end: usize) -> &[u8] {
        let end = end.min(self.end);
        self.source.get(start.min(end)..end).unwrap_or_default()
    }

    pub fn rest(&self) -> &[u8] {
        self.text(self.position, self.end)
    }

    pub fn starts_with(&self, text: &[u8]) -> bool {
        self.rest().starts_with(text)
    }

    /// How much of the source lies behind `position`: unlike a position it stays true when alias text is put in.
    pub fn remaining_at(&self, position: usize) -> usize {
        self.source.len().saturating_sub(position)
    }

    /// Behind the backslash-newline pairs at `position`.
    pub fn after_continuations(&self, mut position: usize) -> usize {
        while self.byte_at(position) == Some(b'\\') && self.byte_at(position + 1) == Some(b'\n') {
            position += 2;
        }
        position
    }

    /// The end of the identifier that starts at `position`, if one does.
    pub fn identifier_end(&self, position: usize) -> Option<usize> {
        let text = self.text(position, self.end);
        if !text.first().is_some_and(|&byte| is_name_start(byte)) {
            return None;
        }
        Some(position + text.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(text.len()))
    }

    pub fn name_between(&self, start: usize, end: usize) -> Name {
        name_of(self.text(start, end))
    }

    /// Runs `act` on the bytes from `start` to `end` only.
    pub fn within<T>(&mut self, start: usize, end: usize, act: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer_end = self.end;
        // Alias text put in here would move what stands behind the range.
        let aliases = self.options.aliases.take();
        self.position = start;
        self.end = end.min(outer_end);
        self.peeked = None;
        let result = act(self);
        self.end = outer_end;
        self.options.aliases = aliases;
        self.peeked = None;
        result
    }

    /// Runs `act` on another text, whose first line is `line`.
    pub fn on_text<T>(&mut self, text: Vec<u8>, line: u32, act: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let end = text.len();
        let source = std::mem::replace(&mut self.source, Cow::Owned(text));
        let position = std::mem::replace(&mut self.position, 0);
        let outer_end = std::mem::replace(&mut self.end, end);
        let substitution_depth = std::mem::replace(&mut self.substitution_depth, 0);
        let end_of_last_line_read = std::mem::replace(&mut self.end_of_last_line_read, false);
        let pairs = std::mem::take(&mut self.pairs);
        let respelled = std::mem::take(&mut self.respelled);
        let odd_spellings = self.odd_spellings;
        let active_aliases = std::mem::take(&mut self.active_aliases);
        let alias_continues_at = self.alias_continues_at.take();
        let anchor = self.anchor.replace((0, line));
        self.peeked = None;
        let result = act(self);
        self.source = source;
        self.position = position;
        self.end = outer_end;
        self.substitution_depth = substitution_depth;
        self.end_of_last_line_read = end_of_last_line_read;
        self.pairs = pairs;
        self.respelled = respelled;
        self.odd_spellings = odd_spellings;
        self.active_aliases = active_aliases;
        self.alias_continues_at = alias_continues_at;
        self.anchor.set(anchor);
        self.peeked = None;
        result
    }

    /// Runs `act`; when it fails the parser stands where it stood before.
    pub fn attempt<T>(&mut self, act: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let (position, end) = (self.position, self.end);
        let depths = (self.depth, self.subscript_depth, self.substitution_depth);
        let more_depths = (self.function_depth, self.here_document_depth);
        let end_of_last_line_read = self.end_of_last_line_read;
        let pending = std::mem::take(&mut self.pending);
        let bodies = std::mem::take(&mut self.bodies);
        let warnings = self.warnings.len();
        let (respelled, odd_spellings) = (self.respelled.len(), self.odd_spellings);
        let result = act(self);
        if result.is_err() {
            self.respelled.truncate(respelled);
            self.odd_spellings = odd_spellings;
            (self.position, self.end) = (position, end);
            (self.depth, self.subscript_depth, self.substitution_depth) = depths;
            (self.function_depth, self.here_document_depth) = more_depths;
            self.end_of_last_line_read = end_of_last_line_read;
            self.warnings.truncate(warnings);
            self.peeked = None;
        }
        self.pending = pending;
        self.bodies = bodies;
        result
    }

    /// Goes one construct deeper; the caller calls [`Self::leave`] when it is parsed.
    pub fn enter(&mut self) -> Parse<()> {
        self.depth += 1;
        if self.depth > self.options.depth {
            return Err(self.error_at(
                self.position,
                format!("syntax error: maximum nesting depth exceeded ({})", self.options.depth),
            ));
        }
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Goes two levels deeper, for what takes much of the stack.
    pub fn enter_twice(&mut self) -> Parse<()> {
        self.depth += 1;
        self.enter()
    }

    pub fn leave_twice(&mut self) {
        self.depth = self.depth.saturating_sub(2);
    }

    pub fn enter_subscript(&mut self) -> Parse<()> {
        self.subscript_depth += 1;
        if self.subscript_depth > MAXIMUM_SUBSCRIPT_DEPTH {
            return Err(self.error_at(
                self.position,
                format!("syntax error: maximum subscript depth exceeded ({MAXIMUM_SUBSCRIPT_DEPTH})"),
            ));
        }
        self.enter()
    }

    pub fn leave_subscript(&mut self) {
        self.subscript_depth = self.subscript_depth.saturating_sub(1);
        self.leave();
    }

    /// The line that `position` stands on.
    pub fn line_at(&self, position: usize) -> u32 {
        let position = position.min(self.source.len());
        let (known, line) = self.anchor.get();
        let count = |from: usize, to: usize| {
            let text = self.source.get(from..to).unwrap_or_default();
            u32::try_from(memchr::memchr_iter(b'\n', text).count()).unwrap_or(u32::MAX)
        };
        let line = if position >= known {
            line.saturating_add(count(known, position))
        } else {
            line.saturating_sub(count(position, known))
        };
        self.anchor.set((position, line));
        line
    }

    /// The line bash names when the input ends too early: the one behind the last.
    pub fn line_after_last(&self) -> u32 {
        let line = self.line_at(self.source.len());
        if self.lacks_final_newline() { line.saturating_add(1) } else { line }
    }

    pub fn lacks_final_newline(&self) -> bool {
        self.source.last().is_some_and(|&byte| byte != b'\n')
    }

    pub fn error_at(&self, position: usize, message: String) -> Box<SyntaxError> {
        let line = self.line_at(position);
        Box::new(SyntaxError {
            line,
            message,
            incomplete: false,
            source_line: None,
            second: None,
            recovery: Recovery::default(),
            refused: None,
        })
    }

    /// A quote, parenthesis or brace opened at `opened` has no end.
    pub fn unterminated(&self, opened: usize, closer: char) -> Box<SyntaxError> {
        let mut error = self.error_at(opened, format!("unexpected EOF while looking for matching `{closer}'"));
        error.incomplete = true;
        error.recovery = Recovery::Unterminated;
        error
    }

    /// The whole line that holds `position` (the one it ends, for a newline).
    pub fn source_line_at(&self, position: usize) -> BString {
        let position = position.min(self.source.len());
        let before = self.source.get(..position).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(0, |found| found + 1);
        let line = self.source.get(start..).unwrap_or_default();
        let end = memchr::memchr(b'\n', line).unwrap_or(line.len());
        BString::from(line.get(..end).unwrap_or_default())
    }
}

/// Names are text: what is not UTF-8 in one (only a function's can hold such bytes) is replaced.
pub(super) fn name_of(text: &[u8]) -> Name {
    text.to_str_lossy().into()
}

pub(super) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A byte that ends an unquoted word.
pub(super) fn is_metacharacter(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}
