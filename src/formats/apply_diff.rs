//! The headerless diff of one file that OpenAI's Responses API sends as `apply_patch_call.operation.diff`.
//!
//! The semantics are those of `applyDiff` in `@openai/agents` 0.20, whose results are recorded in
//! `__test__/patch/apply_diff.jsonl`. They differ from the envelope dialect: the first match wins, a single anchor that is
//! not found is ignored, and additions without context go to the cursor.

use std::collections::HashSet;

use bytes::Bytes;

use super::diagnose::{self, Wanted, clipped};
use super::error::PatchError;
use super::search::LineIndex;
use super::text::{FileText, Level, Lines, trim};

/// Ends a diff; nothing but empty lines may follow.
const END_PATCH: &[u8] = b"*** End Patch";

/// Whether the diff changes a file or holds a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DiffMode {
    /// The diff changes the input.
    #[default]
    Default,
    /// The diff holds a new file, every line marked `+`; the input is not looked at.
    Create,
}

/// Applies `diff` to `input`.
///
/// A new file has no final newline unless the last added line is empty. In an update the final newline stays as it is;
/// when every line of the input ends with CRLF, so do those of the result.
///
/// # Errors
/// `INVALID_PATCH` for a line, section or stack of anchors that breaks the rules, `PATCH_CONTEXT_MISMATCH` for lines or
/// anchors that are not in the file, `FILE_ENCODING` for the latter when the input is not UTF-8. The errors carry no path.
pub fn apply_diff(input: &[u8], diff: &[u8], mode: DiffMode) -> Result<Bytes, PatchError> {
    let mut lines: Vec<&[u8]> =
        diff.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    match mode {
        DiffMode::Create => create(&lines),
        DiffMode::Default => update(input, &lines),
    }
}

fn create(lines: &[&[u8]]) -> Result<Bytes, PatchError> {
    let mut out = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(text) = line.strip_prefix(b"+") else {
            return Err(invalid("every line of a new file must start with '+'", line, index));
        };
        if index > 0 {
            out.push(b'\n');
        }
        out.extend_from_slice(text);
    }
    Ok(out.into())
}

fn invalid(message: &str, line: &[u8], index: usize) -> PatchError {
    PatchError::invalid(format!("{message}: '{}'", clipped(line)), Some(index + 1))
}

/// One replacement: `removed` lines at `at` give way to `added`.
struct Chunk<'d> {
    at: usize,
    removed: usize,
    added: Vec<&'d [u8]>,
}

/// The lines between two `@@` lines.
struct Section<'d> {
    old: Vec<&'d [u8]>,
    numbers: Vec<usize>,
    new: Vec<&'d [u8]>,
    /// Relative to the section's first old line.
    chunks: Vec<Chunk<'d>>,
    end_of_file: bool,
}

fn update(input: &[u8], diff: &[&[u8]]) -> Result<Bytes, PatchError> {
    let crlf = is_crlf(input);
    let lines: Vec<&[u8]> = input
        .split(|&byte| byte == b'\n')
        .map(|line| if crlf { line.strip_suffix(b"\r").unwrap_or(line) } else { line })
        .collect();
    let mut updater =
        Updater { input, lines: &lines, index: LineIndex::new(&lines), earlier: HashSet::new(), earlier_to: 0 };
    let mut chunks: Vec<Chunk<'_>> = Vec::new();
    let mut cursor = 0;
    let mut at = 0;
    let mut number = 0;
    while let Some(&line) = diff.get(at) {
        if line == END_PATCH {
            // Whatever follows would be dropped, and with it perhaps a change.
            match diff.iter().skip(at + 1).position(|line| !trim(line).is_empty()) {
                None => break,
                Some(offset) => {
                    return Err(invalid(
                        "text after '*** End Patch'",
                        diff.get(at + 1 + offset).copied().unwrap_or_default(),
                        at + 1 + offset,
                    ));
                }
            }
        }
        number += 1;
        let mut anchors: Vec<(&[u8], usize)> = Vec::new();
        while let Some(anchor) = diff.get(at).and_then(|line| anchor_of(line)) {
            anchors.push((anchor, at));
            at += 1;
        }
        if anchors.is_empty() && cursor != 0 {
            let line = diff.get(at).copied().unwrap_or_default();
            return Err(invalid("a further section must start with '@@'", line, at));
        }
        cursor = updater.follow(&anchors, cursor, number)?;
        let (section, after) = read_section(diff, at, !anchors.is_empty())?;
        at = after;
        let start = updater.find(&section, cursor, number)?;
        let done = chunks.last().map_or(0, |chunk| chunk.at + chunk.removed);
        if section.chunks.first().is_some_and(|chunk| start + chunk.at < done) {
            let line = section.old.first().copied().unwrap_or_default();
            return Err(invalid("the section overlaps the one before it", line, at.saturating_sub(1)));
        }
        chunks.extend(section.chunks.into_iter().map(|chunk| Chunk { at: chunk.at + start, ..chunk }));
        cursor = start + section.old.len();
    }
    Ok(write(&lines, &chunks, if crlf { b"\r\n" } else { b"\n" }).into())
}

/// Whether the input has line ends and all of them are CRLF.
fn is_crlf(input: &[u8]) -> bool {
    let mut any = false;
    for at in memchr::memchr_iter(b'\n', input) {
        any = true;
        if at == 0 || input.get(at - 1) != Some(&b'\r') {
            return false;
        }
    }
    any
}

/// The text of an `@@` line; empty for a bare one. `None` for any other line.
fn anchor_of(line: &[u8]) -> Option<&[u8]> {
    if line == b"@@" { Some(b"") } else { line.strip_prefix(b"@@ ") }
}

fn read_section<'d>(diff: &[&'d [u8]], from: usize, anchored: bool) -> Result<(Section<'d>, usize), PatchError> {
    let mut section =
        Section { old: Vec::new(), numbers: Vec::new(), new: Vec::new(), chunks: Vec::new(), end_of_file: false };
    // A change is one replacement only while its removals come before its additions.
    let mut open: Option<Chunk<'d>> = None;
    let mut at = from;
    while let Some(&line) = diff.get(at) {
        if anchor_of(line).is_some() || line == END_PATCH {
            break;
        }
        if line == b"*** End of File" && (at > from || anchored) {
            section.end_of_file = true;
            at += 1;
            break;
        }
        let (mark, text) = line.split_first().map_or((b' ', line), |(&mark, text)| (mark, text));
        match mark {
            b'+' => {
                let here = section.old.len();
                open.get_or_insert_with(|| Chunk { at: here, removed: 0, added: Vec::new() }).added.push(text);
                section.new.push(text);
            }
            b'-' => {
                if open.as_ref().is_some_and(|chunk| !chunk.added.is_empty()) {
                    section.chunks.extend(open.take());
                }
                let here = section.old.len();
                open.get_or_insert_with(|| Chunk { at: here, removed: 0, added: Vec::new() }).removed += 1;
                section.old.push(text);
                section.numbers.push(at + 1);
            }
            b' ' => {
                section.chunks.extend(open.take());
                section.old.push(text);
                section.new.push(text);
                section.numbers.push(at + 1);
            }
            _ => {
                return Err(invalid("a line must start with ' ', '-', '+' or '@@'", line, at));
            }
        }
        at += 1;
    }
    section.chunks.extend(open);
    if at == from {
        let line = diff.get(at.saturating_sub(1)).copied().unwrap_or_default();
        return Err(invalid("nothing in this section", line, at.saturating_sub(1)));
    }
    Ok((section, at))
}

struct Updater<'a, 'i> {
    input: &'i [u8],
    lines: &'a Vec<&'i [u8]>,
    index: LineIndex<'a, Vec<&'i [u8]>>,
    /// The lines before `earlier_to`, as they are and trimmed.
    earlier: HashSet<(bool, &'i [u8])>,
    earlier_to: usize,
}

impl<'i> Updater<'_, 'i> {
    fn stands_before(&mut self, text: &[u8], cursor: usize, level: Level) -> bool {
        while self.earlier_to < cursor.min(self.lines.len()) {
            if let Some(&line) = self.lines.get(self.earlier_to) {
                self.earlier.insert((false, line));
                self.earlier.insert((true, trim(line)));
            }
            self.earlier_to += 1;
        }
        if level == Level::Exact {
            self.earlier.contains(&(false, text))
        } else {
            self.earlier.contains(&(true, trim(text)))
        }
    }

    /// Moves the cursor behind the anchors.
    fn follow(&mut self, anchors: &[(&[u8], usize)], mut cursor: usize, number: usize) -> Result<usize, PatchError> {
        let named = anchors.iter().filter(|(text, _)| !trim(text).is_empty());
        for (position, &(text, at)) in named.enumerate() {
            let mut matched = false;
            for level in [Level::Exact, Level::Trim] {
                if position == 0 && self.stands_before(text, cursor, level) {
                    matched = true;
                } else if let Ok(Some(line)) = self.index.first(&[text], cursor, level) {
                    cursor = line + 1;
                    matched = true;
                }
                if matched {
                    break;
                }
            }
            if !matched && anchors.len() > 1 {
                return Err(match FileText::new(self.input) {
                    Some(file) => diagnose::anchor_missing("diff", number, at + 1, text, cursor, &file),
                    None => invalid("the anchor is not in the file", text, at),
                });
            }
        }
        Ok(cursor)
    }

    /// The line at which the section's old lines stand.
    fn find(&mut self, section: &Section<'_>, cursor: usize, number: usize) -> Result<usize, PatchError> {
        let levels = [Level::Exact, Level::TrimEnd, Level::Trim];
        // At the end of the file the empty string after the last newline is no line.
        let final_newline = self.input.ends_with(b"\n");
        let whole = self.lines.len() - usize::from(section.end_of_file && final_newline);
        if section.old.is_empty() {
            return Ok(if section.end_of_file && !self.input.is_empty() { whole } else { cursor });
        }
        if section.end_of_file {
            let start = whole.checked_sub(section.old.len());
            for level in levels {
                if let Some(start) = start
                    && self.index.matches_at(&section.old, start, level)
                {
                    return Ok(start);
                }
            }
        }
        for level in levels {
            match self.index.first(&section.old, cursor, level) {
                Ok(Some(start)) if start + section.old.len() <= whole => return Ok(start),
                Ok(_) => {}
                Err(_) => {
                    let message = "the file and the diff are too repetitive";
                    return Err(PatchError::invalid(message, None));
                }
            }
        }
        let Some(file) = FileText::new(self.input) else {
            return Err(PatchError::invalid("the file is too large", None));
        };
        let wanted = Wanted {
            path: "diff",
            hunk: number,
            old: &section.old,
            patch_lines: &section.numbers,
            new: &section.new,
            hint: None,
            cursor,
        };
        Err(diagnose::explain(&wanted, &file, &mut LineIndex::new(&file)))
    }
}

fn write(lines: &Vec<&[u8]>, chunks: &[Chunk<'_>], newline: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut first = true;
    let mut push = |line: &[u8]| {
        if !first {
            out.extend_from_slice(newline);
        }
        first = false;
        out.extend_from_slice(line);
    };
    let mut next = 0;
    for chunk in chunks {
        for line in next..chunk.at {
            push(lines.line(line));
        }
        for line in &chunk.added {
            push(line);
        }
        next = chunk.at + chunk.removed;
    }
    for line in next..lines.len() {
        push(lines.line(line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(input: &str, diff: &str) -> Result<String, PatchError> {
        apply_diff(input.as_bytes(), diff.as_bytes(), DiffMode::Default)
            .map(|out| String::from_utf8_lossy(&out).into_owned())
    }

    #[test]
    fn recorded_results() {
        for line in include_str!("../../__test__/patch/apply_diff.jsonl").lines() {
            let row: serde_json::Value = serde_json::from_str(line).expect("a row is JSON");
            let field = |name: &str| row[name].as_str().expect("a text field").as_bytes();
            let mode = if row["mode"] == "create" { DiffMode::Create } else { DiffMode::Default };
            let (input, diff) = (field("input"), field("diff"));
            let ours = apply_diff(input, diff, mode);
            // Deliberate difference: the end of an empty file is its start, so no empty line comes first.
            let end_of_nothing =
                input.is_empty() && row["diff"].as_str().is_some_and(|diff| diff.contains("*** End of File"));
            match row["ok"].as_str() {
                Some(theirs) if !end_of_nothing => {
                    assert_eq!(ours.as_deref(), Ok(theirs.as_bytes()), "{line}");
                }
                Some(_) => assert!(ours.is_ok(), "{line}"),
                None => assert!(ours.is_err(), "{line}\n{ours:?}"),
            }
        }
    }

    #[test]
    fn new_files_have_no_final_newline_unless_they_say_so() {
        let create = |diff: &str| apply_diff(b"", diff.as_bytes(), DiffMode::Create);
        assert_eq!(create("+a\n+b\n").as_deref(), Ok(&b"a\nb"[..]));
        assert_eq!(create("+a\n+\n").as_deref(), Ok(&b"a\n"[..]));
        assert_eq!(create("").as_deref(), Ok(&b""[..]));
        assert_eq!(create("+a\nb\n").map_err(|error| error.patch_line()), Err(Some(2)));
    }

    #[test]
    fn b199_and_b200_stacked_anchors() {
        let classes = "class A\n  def search():\n    pass\nclass B\n  def search():\n    pass\n";
        assert_eq!(
            text(classes, "@@ class B\n@@   def search():\n-    pass\n+    return 1\n").as_deref(),
            Ok("class A\n  def search():\n    pass\nclass B\n  def search():\n    return 1\n")
        );
        let error = text(classes, "@@ class B\n@@ def missing():\n-    pass\n+    x\n").unwrap_err();
        assert_eq!(error.code(), "PATCH_CONTEXT_MISMATCH");
        assert!(error.to_string().contains("def missing():"), "{error}");
    }

    #[test]
    fn an_end_marker_may_only_be_followed_by_nothing() {
        assert_eq!(text("a\nb\n", "-a\n*** End Patch\n").as_deref(), Ok("b\n"));
        assert_eq!(text("a\nb\n", "-a\n*** End Patch\n-b\n").unwrap_err().patch_line(), Some(3));
    }

    #[test]
    fn line_ends_and_bytes_are_kept() {
        assert_eq!(text("a\r\nb\r\n", "@@\n a\n+x\n").as_deref(), Ok("a\r\nx\r\nb\r\n"));
        assert_eq!(text("a\nb", "@@\n-a\n+A\n").as_deref(), Ok("A\nb"));
        let out = apply_diff(b"\xff\nb\n", b"@@\n-b\n+c\n", DiffMode::Default);
        assert_eq!(out.as_deref(), Ok(&b"\xff\nc\n"[..]));
    }
}
