//! How matches are found in lines: by one expression, which another may restrict, or as `-P` does line by line.

use std::cell::OnceCell;

use shell::regex::{Exhausted, Options, Regex, RegexError};

/// Finds matches in buffers of lines.
pub enum Matcher {
    /// POSIX expressions and strings.
    Posix(Posix),
    Perl(Perl),
}

/// POSIX expressions or strings.
pub struct Posix {
    pub regex: Regex,
    /// A line that this does not match is not selected, whatever matches in it.
    pub filter: Option<Regex>,
    /// What is before the place where a search starts does not count, even in the same line: as GNU grep looks for
    /// strings that are words.
    pub forgets: bool,
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
            Matcher::Posix(_) => true,
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
            Matcher::Posix(Posix { regex, forgets: true, .. }) => {
                let rest = self.text.get(from..).unwrap_or_default();
                Ok(regex.find_at(rest, 0)?.map(|(start, end)| (from + start, from + end)))
            }
            Matcher::Posix(Posix { regex, filter: None, .. }) => regex.find_at(self.text, from),
            Matcher::Posix(Posix { regex, filter: Some(filter), .. }) => self.find_filtered(regex, filter, from),
            Matcher::Perl(perl) => self.find_line_by_line(perl, from),
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

    fn find_line_by_line(&self, perl: &Perl, from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        let mut from = from;
        let mut start = self.line_start(from);
        if self.valid && start == from {
            return perl.plain.find_at(self.text, from);
        }
        while from <= self.text.len() {
            let end = self.line_end(from);
            let line = &self.text[start..end];
            if let Some((found_start, found_end)) = perl.find_in_line(line, from - start)? {
                return Ok(Some((start + found_start, start + found_end)));
            }
            from = end + 1;
            start = from;
        }
        Ok(None)
    }
}

/// An expression of `-P`. GNU grep passes over some bytes that are part of no character before it asks PCRE, for which
/// the text begins behind them.
pub struct Perl {
    pattern: Vec<u8>,
    options: Options,
    plain: Regex,
    /// For what does not begin where its line does.
    inside: OnceCell<Regex>,
}

impl Perl {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in PCRE's words.
    pub fn new(pattern: Vec<u8>, options: Options) -> Result<Perl, RegexError> {
        let plain = Regex::new(&pattern, &options)?;
        Ok(Perl { pattern, options, plain, inside: OnceCell::new() })
    }

    /// The expression for a text that begins where its line does, or behind that.
    fn regex(&self, line_start: bool) -> &Regex {
        if line_start || !(self.options.whole_line || self.pattern.contains(&b'^')) {
            return &self.plain;
        }
        self.inside.get_or_init(|| {
            let options = Options { not_line_start: true, ..self.options.clone() };
            Regex::new(&self.pattern, &options).unwrap_or_else(|_| self.plain.clone())
        })
    }

    /// The first match in one line that starts at `from` or later.
    fn find_in_line(&self, line: &[u8], from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        let skipped = match self.options.bytes {
            true => 0,
            // What is no first byte of a character is passed over, even when it belongs to one.
            false => line[from..].iter().take_while(|byte| begins_nothing(**byte)).count(),
        };
        let start = if skipped > 0 { from + skipped } else { 0 };
        let at = from + skipped;
        let found = self.regex(at == 0).find_at(&line[start..], at - start)?;
        Ok(found.map(|(found_start, found_end)| (start + found_start, start + found_end)))
    }
}

/// Whether glibc sees at once that no character begins with a byte.
fn begins_nothing(byte: u8) -> bool {
    matches!(byte, 0x80..=0xc1 | 0xfe | 0xff)
}
