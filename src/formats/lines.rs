//! Reading a range of a file's lines, as text tools for models do it, with a window of columns for very long lines.
//!
//! CRLF and lone CR count as line ends and are given as LF; nothing else ends a line. What a reader needs to write the file
//! back unharmed (its line ending and whether it ends with one) is part of the answer.

use bstr::ByteSlice;

/// What to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRequest {
    /// First line, from 1; default 1.
    pub start: usize,
    /// Last line; default the file's last. Beyond it is the same.
    pub end: Option<usize>,
    /// Characters to skip in every line; default 0.
    pub column_offset: usize,
    /// Characters to give of every line; default all.
    pub column_limit: Option<usize>,
    /// Default 2,000.
    pub max_lines: usize,
    /// Bytes of text; default 256 KiB.
    pub max_bytes: usize,
    /// What happens when the range is larger than `max_lines` or `max_bytes`; default [`OverLimit::Refuse`].
    pub over_limit: OverLimit,
}

impl Default for LineRequest {
    fn default() -> Self {
        Self {
            start: 1,
            end: None,
            column_offset: 0,
            column_limit: None,
            max_lines: 2_000,
            max_bytes: 256 << 10,
            over_limit: OverLimit::Refuse,
        }
    }
}

/// What to do with a range that is larger than the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OverLimit {
    /// [`ReadError::LimitExceeded`]; nothing is given.
    #[default]
    Refuse,
    /// Give the whole lines that fit; [`LineRange::next`] says where to read on. A first line that does not fit alone is
    /// refused: read it through a window of columns.
    Cut,
}

/// How the lines of a file end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnding {
    /// No line end at all.
    None,
    Lf,
    CrLf,
    Cr,
    Mixed,
}

/// A range of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRange {
    /// The lines joined by LF, without one after the last.
    pub text: String,
    /// The first line given, from 1.
    pub start: usize,
    /// The last line given; 0 for an empty file, where `start` is 1.
    pub end: usize,
    pub total_lines: usize,
    /// The line to read on from; `None` when the file's last line was given.
    pub next: Option<usize>,
    /// Whether the file ends with a line ending.
    pub ends_with_newline: bool,
    pub line_ending: LineEnding,
    /// Characters in the longest line of the range, before any window.
    pub width: usize,
    /// Whether the window of columns left anything out on the right.
    pub cut_columns: bool,
}

/// Why nothing could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("the range {start}-{} is not valid: the file has {total} lines", shown(*end))]
    InvalidRange { start: usize, end: Option<usize>, total: usize },
    #[error(
        "{size} {unit} are more than the {limit} that one read may give; read a range of lines (the file has {total})"
    )]
    LimitExceeded {
        /// `lines` or `bytes`.
        unit: &'static str,
        size: usize,
        limit: usize,
        total: usize,
    },
    #[error("the file is not UTF-8 text (byte {offset})")]
    Encoding {
        /// The offset of the first byte that is not UTF-8.
        offset: usize,
    },
}

impl ReadError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidRange { .. } => "INVALID_RANGE",
            Self::LimitExceeded { .. } => "READ_LIMIT_EXCEEDED",
            Self::Encoding { .. } => "FILE_ENCODING",
        }
    }
}

fn shown(end: Option<usize>) -> String {
    end.map_or_else(|| "end".to_owned(), |end| end.to_string())
}

/// Splits off the first line: the line, the length of its ending, and whether it has a CR and an LF.
fn next_line(text: &str) -> (&str, usize, (bool, bool)) {
    let bytes = text.as_bytes();
    let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) else {
        return (text, 0, (false, false));
    };
    let line = text.get(..end).unwrap_or_default();
    match (bytes.get(end), bytes.get(end + 1)) {
        (Some(b'\r'), Some(b'\n')) => (line, 2, (true, true)),
        (Some(b'\r'), _) => (line, 1, (true, false)),
        _ => (line, 1, (false, true)),
    }
}

/// Reads the lines that `request` asks for.
///
/// # Errors
/// `FILE_ENCODING` unless the whole file is UTF-8; `INVALID_RANGE` for line 0, an end before the start or a start past the
/// end of a file that has lines; `READ_LIMIT_EXCEEDED` (lines are checked before bytes).
pub fn read_lines(content: &[u8], request: &LineRequest) -> Result<LineRange, ReadError> {
    let text = content.to_str().map_err(|error| ReadError::Encoding { offset: error.valid_up_to() })?;
    let mut lines: Vec<&str> = Vec::new();
    let mut endings = [0_usize; 3];
    let mut total = 0;
    let mut rest = text;
    let mut ends_with_newline = false;
    while !rest.is_empty() {
        let (line, ending, kind) = next_line(rest);
        total += 1;
        if total >= request.start && request.end.is_none_or(|end| total <= end) {
            lines.push(line);
        }
        match kind {
            (false, true) => endings[0] += 1,
            (true, true) => endings[1] += 1,
            (true, false) => endings[2] += 1,
            (false, false) => {}
        }
        ends_with_newline = ending > 0;
        rest = rest.get(line.len() + ending..).unwrap_or_default();
    }
    let valid = request.start >= 1
        && request.end.is_none_or(|end| end >= request.start)
        && (total == 0 || request.start <= total);
    if !valid {
        return Err(ReadError::InvalidRange { start: request.start, end: request.end, total });
    }
    let line_ending = match endings {
        [0, 0, 0] => LineEnding::None,
        [_, 0, 0] => LineEnding::Lf,
        [0, _, 0] => LineEnding::CrLf,
        [0, 0, _] => LineEnding::Cr,
        _ => LineEnding::Mixed,
    };
    let refuse = request.over_limit == OverLimit::Refuse;
    let exceeded = |unit, size, limit| ReadError::LimitExceeded { unit, size, limit, total };
    if refuse && lines.len() > request.max_lines {
        return Err(exceeded("lines", lines.len(), request.max_lines));
    }
    let windows: Vec<Window<'_>> =
        lines.iter().map(|line| Window::new(line, request.column_offset, request.column_limit)).collect();
    let mut given = 0;
    let mut size = 0_usize;
    for window in &windows {
        let with = size + window.text.len() + usize::from(given > 0);
        if !refuse && (with > request.max_bytes || given >= request.max_lines) {
            break;
        }
        size = with;
        given += 1;
    }
    if size > request.max_bytes || (given == 0 && !windows.is_empty()) {
        let wanted = windows.first().map_or(0, |window| window.text.len());
        return Err(exceeded("bytes", size.max(wanted), request.max_bytes));
    }
    let windows = windows.get(..given).unwrap_or_default();
    let texts: Vec<&str> = windows.iter().map(|window| window.text).collect();
    let start = if total == 0 { 1 } else { request.start };
    let end = start + given - 1;
    Ok(LineRange {
        text: texts.join("\n"),
        start,
        end,
        total_lines: total,
        next: (end < total).then_some(end + 1),
        ends_with_newline,
        line_ending,
        width: windows.iter().map(|window| window.width).max().unwrap_or(0),
        cut_columns: windows.iter().any(|window| window.cut),
    })
}

/// What a window of columns shows of a line.
struct Window<'a> {
    text: &'a str,
    width: usize,
    cut: bool,
}

impl<'a> Window<'a> {
    fn new(line: &'a str, offset: usize, limit: Option<usize>) -> Self {
        let width = line.chars().count();
        let at = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let from = if offset == 0 { 0 } else { at(offset) };
        let to = limit.map_or(line.len(), |limit| at(offset.saturating_add(limit)));
        Self { text: line.get(from..to).unwrap_or_default(), width, cut: to < line.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str, start: usize, end: Option<usize>) -> Result<LineRange, ReadError> {
        let request = LineRequest { start, end, ..LineRequest::default() };
        read_lines(content.as_bytes(), &request)
    }

    #[test]
    fn ranges_are_inclusive_and_clamped() {
        let range = read("a\nb\nc\n", 2, Some(9)).expect("reads");
        assert_eq!((range.text.as_str(), range.start, range.end, range.total_lines), ("b\nc", 2, 3, 3));
        assert!(range.ends_with_newline && range.next.is_none());
        assert_eq!(read("a\nb", 1, Some(1)).map(|range| (range.text, range.next)), Ok(("a".to_owned(), Some(2))));
        for (start, end) in [(0, None), (4, None), (2, Some(1))] {
            assert_eq!(read("a\nb\nc\n", start, end).map_err(|error| error.code()), Err("INVALID_RANGE"));
        }
    }

    #[test]
    fn an_empty_file_has_no_line() {
        let range = read("", 7, None).expect("reads");
        assert_eq!((range.text.as_str(), range.start, range.end, range.total_lines), ("", 1, 0, 0));
        assert_eq!((range.ends_with_newline, range.line_ending), (false, LineEnding::None));
        let range = read("\n", 1, None).expect("reads");
        assert_eq!((range.text.as_str(), range.end, range.ends_with_newline), ("", 1, true));
    }

    #[test]
    fn line_ends_are_unified_and_reported() {
        let of = |content: &str| read(content, 1, None).map(|range| (range.text, range.line_ending));
        assert_eq!(of("a\r\nb\r\n"), Ok(("a\nb".to_owned(), LineEnding::CrLf)));
        assert_eq!(of("a\rb\r"), Ok(("a\nb".to_owned(), LineEnding::Cr)));
        assert_eq!(of("a\r\nb\rc\nd"), Ok(("a\nb\nc\nd".to_owned(), LineEnding::Mixed)));
        assert_eq!(of("a\u{2028}b\u{c}c\u{85}"), Ok(("a\u{2028}b\u{c}c\u{85}".to_owned(), LineEnding::None)));
    }

    #[test]
    fn limits_refuse_or_cut() {
        let content = "x\n".repeat(2_001);
        let error = read(&content, 1, None).unwrap_err();
        assert_eq!((error.code(), read(&content, 2, None).map(|range| range.end)), ("READ_LIMIT_EXCEEDED", Ok(2_001)));
        let wide = "y".repeat(300 << 10);
        assert!(matches!(read(&wide, 1, None), Err(ReadError::LimitExceeded { unit: "bytes", .. })));
        let request = LineRequest { over_limit: OverLimit::Cut, ..LineRequest::default() };
        let range = read_lines(content.as_bytes(), &request).expect("cut");
        assert_eq!((range.end, range.next), (2_000, Some(2_001)));
        assert_eq!(read_lines(wide.as_bytes(), &request).map_err(|error| error.code()), Err("READ_LIMIT_EXCEEDED"));
        assert_eq!(read_lines(b"a\xff", &request), Err(ReadError::Encoding { offset: 1 }));
    }

    #[test]
    fn b226_pages_give_every_line_once() {
        let content = format!("line1\n{}\nimportant\nline4\n", "x".repeat(15_000));
        let mut start = Some(1);
        let mut seen = Vec::new();
        while let Some(at) = start {
            let request = LineRequest {
                start: at,
                max_lines: 3,
                max_bytes: 15_004,
                over_limit: OverLimit::Cut,
                ..LineRequest::default()
            };
            let page = read_lines(content.as_bytes(), &request).expect("a page");
            seen.extend(page.text.lines().map(str::to_owned));
            start = page.next;
        }
        assert_eq!(seen, content.lines().collect::<Vec<_>>());
    }

    #[test]
    fn b227_long_lines_have_a_window() {
        let content = "é".repeat(1 << 20);
        let request = LineRequest { column_offset: 10, column_limit: Some(5), ..LineRequest::default() };
        let range = read_lines(content.as_bytes(), &request).expect("a window");
        assert_eq!((range.text.as_str(), range.width, range.cut_columns), ("ééééé", 1 << 20, true));
        let past = LineRequest { column_offset: usize::MAX, column_limit: Some(usize::MAX), ..LineRequest::default() };
        let range = read_lines(content.as_bytes(), &past).expect("an empty window");
        assert_eq!((range.text.as_str(), range.cut_columns), ("", false));
    }
}
