//! A file as a table of lines over borrowed bytes, and the ways in which two lines can be nearly equal.
//!
//! A line ends at LF; a CR just before it belongs to the ending. A lone CR is data, except in a file that holds no LF
//! at all: there CR is the line ending.

use std::borrow::Cow;

use bstr::ByteSlice;

/// Anything that can be asked for its lines, without their endings.
pub(crate) trait Lines {
    /// The number of lines.
    fn count(&self) -> usize;
    /// Line `index`, counted from 0, without its ending; empty when there is no such line.
    fn line(&self, index: usize) -> &[u8];
}

impl Lines for Vec<&[u8]> {
    fn count(&self) -> usize {
        self.len()
    }
    fn line(&self, index: usize) -> &[u8] {
        self.get(index).copied().unwrap_or_default()
    }
}

/// The line table of one file. Offsets are 32 bits wide: a file has at most 4 GiB - 1.
pub(crate) struct FileText<'a> {
    data: &'a [u8],
    starts: Vec<u32>,
    terminator: u8,
    crlf: usize,
}

impl<'a> FileText<'a> {
    /// Builds the table; `None` when the file is too large for one.
    pub(crate) fn new(data: &'a [u8]) -> Option<Self> {
        Self::with_lone_cr(data, true)
    }

    /// As [`FileText::new`]; with `false` a lone CR is data in every file.
    pub(crate) fn with_lone_cr(data: &'a [u8], ends_lines: bool) -> Option<Self> {
        u32::try_from(data.len()).ok()?;
        let has_lf = memchr::memchr(b'\n', data).is_some();
        let terminator = if ends_lines && !has_lf && memchr::memchr(b'\r', data).is_some() { b'\r' } else { b'\n' };
        let mut starts = Vec::new();
        let mut crlf = 0;
        if !data.is_empty() {
            starts.push(0);
        }
        for end in memchr::memchr_iter(terminator, data) {
            if terminator == b'\n' && end > 0 && data.get(end - 1) == Some(&b'\r') {
                crlf += 1;
            }
            if end + 1 < data.len() {
                starts.push((end + 1) as u32);
            }
        }
        Some(Self { data, starts, terminator, crlf })
    }

    /// The bytes of lines `from..to` with their endings.
    pub(crate) fn raw_range(&self, from: usize, to: usize) -> &'a [u8] {
        let offset = |index: usize| self.starts.get(index).map_or(self.data.len(), |&at| at as usize);
        self.data.get(offset(from)..offset(to)).unwrap_or_default()
    }

    /// Line `index` with its ending.
    pub(crate) fn raw(&self, index: usize) -> &'a [u8] {
        self.raw_range(index, index.saturating_add(1))
    }

    /// Line `index` without its ending.
    pub(crate) fn content(&self, index: usize) -> &'a [u8] {
        let raw = self.raw(index);
        let line = raw.strip_suffix(&[self.terminator]).unwrap_or(raw);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Whether the line's ending holds a CR (in a file whose lines end at LF).
    pub(crate) fn has_cr(&self, index: usize) -> bool {
        let raw = self.raw(index);
        self.terminator == b'\n' && raw.strip_suffix(b"\n").unwrap_or(raw).ends_with(b"\r")
    }

    /// The ending that most lines have; LF when in doubt.
    pub(crate) fn dominant_ending(&self) -> &'static [u8] {
        if self.terminator == b'\r' {
            b"\r"
        } else if self.crlf * 2 > self.starts.len().saturating_sub(usize::from(!self.is_terminated(self.data))) {
            b"\r\n"
        } else {
            b"\n"
        }
    }

    /// Whether `bytes` end where a line of this file would end.
    pub(crate) fn is_terminated(&self, bytes: &[u8]) -> bool {
        bytes.last() == Some(&self.terminator)
    }

    /// Whether the file ends with a line ending.
    pub(crate) fn ends_with_newline(&self) -> bool {
        self.is_terminated(self.data)
    }

    /// The whole file.
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }
}

impl Lines for FileText<'_> {
    fn count(&self) -> usize {
        self.starts.len()
    }
    fn line(&self, index: usize) -> &[u8] {
        self.content(index)
    }
}

/// How much two lines may differ and still count as the same. Each level allows what the ones before it allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Byte for byte.
    Exact,
    /// Blanks at the end of the line do not count.
    TrimEnd,
    /// Blanks at both ends do not count.
    Trim,
    /// As `Trim`, and typographic quotes, dashes and spaces count as their ASCII likeness.
    Fold,
}

impl Level {
    /// The level's position in tables.
    pub(crate) fn index(self) -> usize {
        match self {
            Level::Exact => 0,
            Level::TrimEnd => 1,
            Level::Trim => 2,
            Level::Fold => 3,
        }
    }

    /// What of `line` counts at this level.
    pub(crate) fn key(self, line: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Level::Exact => Cow::Borrowed(line),
            Level::TrimEnd => Cow::Borrowed(trim_end(line)),
            Level::Trim => Cow::Borrowed(trim(line)),
            Level::Fold => fold(trim(line)),
        }
    }

    /// Whether two lines are the same at this level.
    pub(crate) fn equal(self, left: &[u8], right: &[u8]) -> bool {
        left == right || (self != Level::Exact && self.key(left) == self.key(right))
    }

    /// What the level overlooks, in words for a note; empty for `Exact`.
    pub(crate) fn overlooks(self) -> &'static str {
        match self {
            Level::Exact => "",
            Level::TrimEnd => "blanks at line ends",
            Level::Trim => "blanks at both ends of lines",
            Level::Fold => "blanks and typographic quotes, dashes and spaces",
        }
    }
}

/// White space as JavaScript's `trim` sees it: the Unicode spaces, the line ends and the byte order mark.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ')
        || matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'
                ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
        )
}

pub(crate) fn trim_end(line: &[u8]) -> &[u8] {
    line.trim_end_with(is_blank)
}

pub(crate) fn trim(line: &[u8]) -> &[u8] {
    line.trim_with(is_blank)
}

/// The blanks that a line starts with.
pub(crate) fn indentation(line: &[u8]) -> &[u8] {
    let text = line.trim_start_with(is_blank);
    line.get(..line.len() - text.len()).unwrap_or_default()
}

/// The ASCII likeness of typographic quotes, dashes and spaces; other bytes stay as they are.
pub(crate) fn fold(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut out = Vec::with_capacity(line.len());
    for (start, end, c) in line.char_indices() {
        match likeness(c) {
            Some(ascii) => out.push(ascii),
            None => out.extend_from_slice(line.get(start..end).unwrap_or_default()),
        }
    }
    Cow::Owned(out)
}

/// The ASCII character that a typographic one stands for.
pub(crate) fn likeness(c: char) -> Option<u8> {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some(b'-'),
        '\u{2018}'..='\u{201b}' => Some(b'\''),
        '\u{201c}'..='\u{201f}' => Some(b'"'),
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(b' '),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(data: &[u8]) -> Vec<Vec<u8>> {
        let text = FileText::new(data).expect("small");
        (0..text.count()).map(|index| text.content(index).to_vec()).collect()
    }

    #[test]
    fn splits_at_line_feeds_and_drops_the_ending() {
        assert_eq!(lines(b""), Vec::<Vec<u8>>::new());
        assert_eq!(lines(b"\n"), [b"".to_vec()]);
        assert_eq!(lines(b"a\r\nb\rc\nd"), [b"a".to_vec(), b"b\rc".to_vec(), b"d".to_vec()]);
        assert_eq!(lines(b"a\rb\r"), [b"a".to_vec(), b"b".to_vec()]);
        assert_eq!(lines(b"\xff\n\n"), [b"\xff".to_vec(), b"".to_vec()]);
    }

    #[test]
    fn dominant_ending_is_the_majority() {
        let ending = |data: &'static [u8]| FileText::new(data).expect("small").dominant_ending();
        assert_eq!(ending(b"a\r\nb\r\nc\n"), b"\r\n");
        assert_eq!(ending(b"a\r\nb\n"), b"\n");
        assert_eq!(ending(b"a\r\nb"), b"\r\n");
        assert_eq!(ending(b"a\rb"), b"\r");
        assert_eq!(ending(b""), b"\n");
    }

    #[test]
    fn folding_keeps_invalid_bytes() {
        assert_eq!(&*fold("“a”\u{a0}–".as_bytes()), b"\"a\" -");
        assert_eq!(&*fold(b"\xff\xe2\x80"), b"\xff\xe2\x80");
        assert!(Level::Trim.equal(b"\t x ", b"x"));
        assert!(!Level::TrimEnd.equal(b"\tx", b"x"));
    }
}
