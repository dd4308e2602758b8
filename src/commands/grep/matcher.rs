//! How matches are found in lines: by one expression, or by `-P` in the pieces that bytes which are part of no
//! character leave of a line.

use std::cell::OnceCell;

use shell::regex::{Exhausted, Options, Regex, RegexError};

/// Finds matches in buffers of lines.
pub enum Matcher {
    /// POSIX expressions and strings. A line that the filter does not match is not selected, whatever matches in it.
    Posix { regex: Regex, filter: Option<Regex> },
    Perl(Perl),
}

/// The search of one text of lines.
pub struct Search<'a> {
    matcher: &'a Matcher,
    text: &'a [u8],
    terminator: u8,
    /// The text holds characters only, or bytes are characters.
    valid: bool,
}

impl Matcher {
    /// Searches in `text`, which are whole lines, the last without its terminator.
    pub fn search<'a>(&'a self, text: &'a [u8], terminator: u8) -> Search<'a> {
        let valid = match self {
            Matcher::Posix { .. } => true,
            Matcher::Perl(perl) => perl.options.bytes || std::str::from_utf8(text).is_ok(),
        };
        Search { matcher: self, text, terminator, valid }
    }
}

impl Search<'_> {
    /// The first match that starts at `from` or later.
    ///
    /// # Errors
    /// [`Exhausted`]: the step limit of a backtracking search.
    pub fn find_at(&self, from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        match self.matcher {
            Matcher::Posix { regex, filter: None } => regex.find_at(self.text, from),
            Matcher::Posix { regex, filter: Some(filter) } => self.find_filtered(regex, filter, from),
            Matcher::Perl(perl) => self.find_pieces(perl, from),
        }
    }

    fn line_start(&self, at: usize) -> usize {
        memchr::memrchr(self.terminator, self.text.get(..at).unwrap_or_default()).map_or(0, |end| end + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        memchr::memchr(self.terminator, rest).map_or(self.text.len(), |length| at + length)
    }

    fn find_filtered(&self, regex: &Regex, filter: &Regex, from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        let mut from = from;
        while from <= self.text.len() {
            let Some(found) = regex.find_at(self.text, from)? else { break };
            let end = self.line_end(found.1);
            if filter.find_at(&self.text[..end], self.line_start(found.0))?.is_some() {
                return Ok(Some(found));
            }
            from = end + 1;
        }
        Ok(None)
    }

    fn find_pieces(&self, perl: &Perl, from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        let mut from = from;
        let mut start = self.line_start(from);
        if self.valid && start == from {
            return perl.plain.find_at(self.text, from);
        }
        while from <= self.text.len() {
            let end = self.line_end(from);
            let line = &self.text[start..end];
            let valid = self.valid || std::str::from_utf8(line).is_ok();
            if let Some((found_start, found_end)) = perl.find_in_line(line, from - start, valid)? {
                return Ok(Some((start + found_start, start + found_end)));
            }
            from = end + 1;
            start = from;
        }
        Ok(None)
    }
}

/// An expression of `-P`. PCRE refuses to search what is no UTF-8, so that GNU grep gives it the pieces of a line.
pub struct Perl {
    pattern: Vec<u8>,
    options: Options,
    plain: Regex,
    /// By whether `^` and whether `$` may match at the ends of a piece.
    variants: [[OnceCell<Regex>; 2]; 2],
}

impl Perl {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in PCRE's words.
    pub fn new(pattern: Vec<u8>, options: Options) -> Result<Perl, RegexError> {
        let plain = Regex::new(&pattern, &options)?;
        Ok(Perl { pattern, options, plain, variants: Default::default() })
    }

    /// The expression for a piece, which may begin or end elsewhere than its line.
    fn variant(&self, line_start: bool, line_end: bool) -> &Regex {
        let same_start = line_start || !(self.options.whole_line || self.pattern.contains(&b'^'));
        let same_end = line_end || !(self.options.whole_line || self.pattern.contains(&b'$'));
        if same_start && same_end {
            return &self.plain;
        }
        self.variants[usize::from(same_start)][usize::from(same_end)].get_or_init(|| {
            let options =
                Options { not_line_start: !same_start, not_line_end: !same_end, ..self.options.clone() };
            Regex::new(&self.pattern, &options).unwrap_or_else(|_| self.plain.clone())
        })
    }

    /// What matches at a place where nothing is.
    fn find_empty(&self, at: usize, line_start: bool) -> Result<Option<(usize, usize)>, Exhausted> {
        Ok(self.variant(line_start, true).find_at(b"", 0)?.map(|_| (at, at)))
    }

    /// The first match in one line that starts at `from` or later.
    fn find_in_line(&self, line: &[u8], from: usize, valid: bool) -> Result<Option<(usize, usize)>, Exhausted> {
        let mut at = from;
        let mut piece = 0;
        let mut line_start = from == 0;
        loop {
            // What is no first byte of a character is passed over, even when it belongs to one.
            while !self.options.bytes && line.get(at).is_some_and(|byte| begins_nothing(*byte)) {
                at += 1;
                piece = at;
                line_start = false;
            }
            if at >= line.len() {
                return self.find_empty(at, line_start);
            }
            let rest = &line[piece..];
            let length = if valid { None } else { std::str::from_utf8(rest).err().map(|error| error.valid_up_to()) };
            let place = |(start, end)| (piece + start, piece + end);
            let Some(length) = length else {
                return Ok(self.variant(line_start, true).find_at(rest, at - piece)?.map(place));
            };
            if at - piece <= length {
                let found = match length {
                    0 => self.find_empty(piece, line_start)?,
                    _ => self.variant(line_start, false).find_at(&rest[..length], at - piece)?.map(place),
                };
                if found.is_some() {
                    return Ok(found);
                }
                at = piece + length + 1;
                line_start = false;
            }
            piece += length + 1;
        }
    }
}

/// Whether glibc sees at once that no character begins with a byte.
fn begins_nothing(byte: u8) -> bool {
    matches!(byte, 0x80..=0xc1 | 0xfe | 0xff)
}
