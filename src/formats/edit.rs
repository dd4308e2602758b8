//! Exact edits as text-editor tools make them: replacing a text, and inserting after a line.
//!
//! Only the matched bytes change. In a file of CRLF lines a searched text with LF matches too, and what replaces it takes
//! CRLF.

use bstr::ByteSlice;
use bytes::Bytes;

use super::diagnose::{self, Wanted};
use super::error::PatchError;
use super::search::LineIndex;
use super::text::{FileText, Level, Lines, indentation};

/// How many lines an ambiguity error lists.
const LISTED: usize = 10;

/// How a text is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReplaceOptions {
    /// Replace every match; default only one, which must be the only one.
    pub all: bool,
    /// When there is no exact match, accept whole lines that differ only in blanks at their ends; the new lines take the
    /// file's indentation. Default `false`.
    pub ignore_blanks: bool,
}

/// A file after a replacement or an insertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    pub content: Bytes,
    /// The 1-based lines (of the old content) where the changes start.
    pub lines: Vec<usize>,
    /// What was overlooked.
    pub notes: Vec<String>,
}

/// Replaces `old` by `new` in `content`. `path` is for messages.
///
/// # Errors
/// `INVALID_PATCH` when `old` is empty or the same as `new`; `PATCH_CONTEXT_MISMATCH` when `old` is not there (with the
/// nearest place and what differs) or is there more than once (with the lines).
pub fn replace_text(
    path: &str,
    content: &[u8],
    old: &[u8],
    new: &[u8],
    options: ReplaceOptions,
) -> Result<Edited, PatchError> {
    if old.is_empty() {
        return Err(PatchError::invalid("the text to replace is empty", None));
    }
    if old == new {
        return Err(PatchError::invalid("the text and its replacement are the same", None));
    }
    let mut notes = Vec::new();
    let mut places: Vec<usize> = content.find_iter(old).collect();
    let (mut old, mut new) = (old.to_vec(), new.to_vec());
    let crlf = |text: &[u8]| text.replace("\r\n", "\n").replace("\n", "\r\n");
    if has_only_crlf(content) {
        // Readers are shown LF.
        new = crlf(&new);
    }
    if places.is_empty() && content.contains_str("\r\n") && old.contains(&b'\n') {
        old = crlf(&old);
        new = crlf(&new);
        places = content.find_iter(&old).collect();
        if !places.is_empty() {
            notes.push("matched with the file's CRLF line ends".to_owned());
        }
    }
    if places.is_empty() {
        return without_exact_match(path, content, &old, &new, options);
    }
    let lines = line_numbers(content, &places);
    if places.len() > 1 && !options.all {
        return Err(ambiguous(path, lines));
    }
    let mut out = Vec::with_capacity(content.len() + places.len() * new.len());
    let mut next = 0;
    for &place in &places {
        out.extend_from_slice(content.get(next..place).unwrap_or_default());
        out.extend_from_slice(&new);
        next = place + old.len();
    }
    out.extend_from_slice(content.get(next..).unwrap_or_default());
    Ok(Edited { content: out.into(), lines, notes })
}

/// Whether there are line ends, and all are CRLF.
fn has_only_crlf(content: &[u8]) -> bool {
    let mut ends = memchr::memchr_iter(b'\n', content).peekable();
    ends.peek().is_some() && ends.all(|end| end.checked_sub(1).and_then(|before| content.get(before)) == Some(&b'\r'))
}

fn ambiguous(path: &str, mut lines: Vec<usize>) -> PatchError {
    let total = lines.len();
    lines.truncate(LISTED);
    PatchError::Ambiguous { path: path.to_owned(), hunk: None, patch_line: None, lines, total }
}

/// The 1-based lines at ascending offsets.
fn line_numbers(content: &[u8], places: &[usize]) -> Vec<usize> {
    let mut line = 1;
    let mut from = 0;
    places
        .iter()
        .map(|&place| {
            line += memchr::memchr_iter(b'\n', content.get(from..place).unwrap_or_default()).count();
            from = place;
            line
        })
        .collect()
}

fn without_exact_match(
    path: &str,
    content: &[u8],
    old: &[u8],
    new: &[u8],
    options: ReplaceOptions,
) -> Result<Edited, PatchError> {
    let (Some(file), Some(old_text), Some(new_text)) = (FileText::new(content), FileText::new(old), FileText::new(new))
    else {
        return Err(PatchError::invalid("the file is too large", None));
    };
    let old_lines: Vec<&[u8]> = (0..old_text.count()).map(|line| old_text.content(line)).collect();
    let new_lines: Vec<&[u8]> = (0..new_text.count()).map(|line| new_text.content(line)).collect();
    let mut index = LineIndex::new(&file);
    if options.ignore_blanks {
        let repetitive = || PatchError::invalid("the file is too repetitive to search", None);
        for level in [Level::TrimEnd, Level::Trim] {
            let (starts, total) =
                index.all(&old_lines, 0, usize::MAX, level, LISTED.max(1)).map_err(|_| repetitive())?;
            match (starts.first(), total) {
                (None, _) => {}
                (Some(&start), 1) => {
                    return Ok(replace_lines(&file, start, &old_text, &new_text, level));
                }
                (Some(_), _) => {
                    return Err(PatchError::Ambiguous {
                        path: path.to_owned(),
                        hunk: None,
                        patch_line: None,
                        lines: starts.into_iter().map(|start| start + 1).collect(),
                        total,
                    });
                }
            }
        }
    }
    let wanted = Wanted { path, hunk: 0, old: &old_lines, patch_lines: &[], new: &new_lines, hint: None, cursor: 0 };
    Err(PatchError::TextNotFound(Box::new(diagnose::mismatch(&wanted, &file, &mut index))))
}

/// Puts the new lines where the old ones matched but for blanks, with the file's indentation and line ends.
fn replace_lines(file: &FileText<'_>, start: usize, old: &FileText<'_>, new: &FileText<'_>, level: Level) -> Edited {
    let theirs = indentation(old.content(0));
    let ours = indentation(file.content(start));
    let end = start + old.count();
    let mut out = file.raw_range(0, start).to_vec();
    for line in 0..new.count() {
        let text = new.content(line);
        match text.strip_prefix(theirs) {
            Some(rest) if !text.is_empty() => {
                out.extend_from_slice(ours);
                out.extend_from_slice(rest);
            }
            _ => out.extend_from_slice(text),
        }
        let last = line + 1 == new.count();
        if !last || end < file.count() || file.ends_with_newline() {
            out.extend_from_slice(file.dominant_ending());
        }
    }
    out.extend_from_slice(file.raw_range(end, file.count()));
    Edited {
        content: out.into(),
        lines: vec![start + 1],
        notes: vec![format!("matched ignoring {}", level.overlooks())],
    }
}

/// Inserts `text` after line `after` (0: before the first). A text without a final newline gets one where lines follow.
///
/// # Errors
/// `INVALID_PATCH` when the file has fewer lines.
pub fn insert_text(content: &[u8], after: usize, text: &[u8]) -> Result<Edited, PatchError> {
    let Some(file) = FileText::new(content) else {
        return Err(PatchError::invalid("the file is too large", None));
    };
    let count = file.count();
    if after > count {
        let message = format!("cannot insert after line {after}: the file has the lines 0 to {count}");
        return Err(PatchError::invalid(message, None));
    }
    let ending = file.dominant_ending();
    let mut out = file.raw_range(0, after).to_vec();
    let open_end = after > 0 && !file.is_terminated(&out);
    if open_end {
        out.extend_from_slice(ending);
    }
    if ending == b"\r\n" {
        out.extend_from_slice(&text.replace("\r\n", "\n").replace("\n", "\r\n"));
    } else {
        out.extend_from_slice(text);
    }
    // At the end of the file the newline stays as it was: missing, or there.
    let wants_end = if after < count || count == 0 { after < count } else { !open_end };
    if wants_end && !text.is_empty() && !out.ends_with(b"\n") {
        out.extend_from_slice(ending);
    }
    out.extend_from_slice(file.raw_range(after, count));
    Ok(Edited { content: out.into(), lines: vec![after + 1], notes: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::MismatchReason;

    fn replace(content: &str, old: &str, new: &str, options: ReplaceOptions) -> Result<String, PatchError> {
        replace_text("f", content.as_bytes(), old.as_bytes(), new.as_bytes(), options)
            .map(|edited| String::from_utf8_lossy(&edited.content).into_owned())
    }

    #[test]
    fn b211_the_indentation_is_named_or_overlooked_on_demand() {
        let error = replace("\t\tx = 1\n", "    x = 1", "    x = 2", ReplaceOptions::default()).unwrap_err();
        assert_eq!(error.mismatch().map(|mismatch| mismatch.reason), Some(MismatchReason::TabsInFile));
        assert!(error.to_string().contains("\\t\\tx = 1"), "{error}");
        let tolerant = ReplaceOptions { ignore_blanks: true, ..ReplaceOptions::default() };
        assert_eq!(replace("\t\tx = 1\n", "    x = 1", "    x = 2", tolerant).as_deref(), Ok("\t\tx = 2\n"));
        assert_eq!(replace("a\n\tx\n", "    x", "    y\n      z", tolerant).as_deref(), Ok("a\n\ty\n\t  z\n"));
    }

    #[test]
    fn b216_only_the_matched_bytes_change_and_matches_are_listed() {
        let content = "\ta\nx\n\ty\nx\n";
        assert_eq!(replace(content, "\ty\n", "\tz\n", ReplaceOptions::default()).as_deref(), Ok("\ta\nx\n\tz\nx\n"));
        let error = replace(content, "x\n", "q\n", ReplaceOptions::default()).unwrap_err();
        assert!(matches!(&error, PatchError::Ambiguous { lines, total: 2, .. } if *lines == [2, 4]), "{error}");
        let all = ReplaceOptions { all: true, ..ReplaceOptions::default() };
        assert_eq!(replace(content, "x\n", "q\n", all).as_deref(), Ok("\ta\nq\n\ty\nq\n"));
        let several = "a\nb\n-\na\nb\n";
        let error = replace(several, "a\nb", "c", ReplaceOptions::default()).unwrap_err();
        assert!(error.to_string().contains("2 matches at lines 1 and 4"), "{error}");
    }

    #[test]
    fn crlf_files_match_texts_with_lf() {
        let options = ReplaceOptions::default();
        assert_eq!(replace("a\r\nb\r\nc\r\n", "a\nb", "x\ny", options).as_deref(), Ok("x\r\ny\r\nc\r\n"));
        assert_eq!(replace("a\r\nb", "b", "c", options).as_deref(), Ok("a\r\nc"));
    }

    #[test]
    fn faults_are_told() {
        let options = ReplaceOptions::default();
        assert_eq!(replace("a", "", "b", options).unwrap_err().code(), "INVALID_PATCH");
        assert_eq!(replace("a", "a", "a", options).unwrap_err().code(), "INVALID_PATCH");
        let error = replace("let name = 1;\n", "let nome = 1;", "x", options).unwrap_err();
        assert_eq!(error.mismatch().and_then(|mismatch| mismatch.file_line), Some(1));
        assert!(error.to_string().contains("let name = 1;"), "{error}");
        assert!(replace("", "a", "b", options).is_err());
    }

    #[test]
    fn insertion_keeps_line_ends() {
        let insert = |content: &str, after, text: &str| {
            insert_text(content.as_bytes(), after, text.as_bytes())
                .map(|edited| String::from_utf8_lossy(&edited.content).into_owned())
        };
        assert_eq!(insert("a\nb\n", 0, "x\n").as_deref(), Ok("x\na\nb\n"));
        assert_eq!(insert("a\nb\n", 1, "x").as_deref(), Ok("a\nx\nb\n"));
        assert_eq!(insert("a\nb\n", 2, "x").as_deref(), Ok("a\nb\nx\n"));
        assert_eq!(insert("a\nb", 2, "x").as_deref(), Ok("a\nb\nx"));
        assert_eq!(insert("a\r\nb\r\n", 1, "x\ny").as_deref(), Ok("a\r\nx\r\ny\r\nb\r\n"));
        assert_eq!(insert("", 0, "x").as_deref(), Ok("x"));
        assert_eq!(insert("a\n", 1, "").as_deref(), Ok("a\n"));
        assert!(insert("a\n", 2, "x").unwrap_err().to_string().contains("0 to 1"));
    }
}
