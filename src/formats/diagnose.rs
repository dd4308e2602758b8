//! Explaining a failed match: the nearest place, the first differing line, and what differs in it.

use std::collections::HashMap;

use bstr::ByteSlice;

use super::error::{Candidate, Mismatch, MismatchReason, PatchError};
use super::search::LineIndex;
use super::text::{FileText, Level, Lines, fold, indentation, likeness, trim, trim_end};

/// How many characters of a line a message shows.
const SHOWN_CHARACTERS: usize = 200;
/// Lines of the file shown before and after the place in question.
const EXCERPT_CONTEXT: usize = 4;
/// A line that occurs more often than this says little about where a hunk belongs.
const COMMON_LINE: usize = 1_000;
/// How many lines of a hunk vote for its place.
const COMPARED_LINES: usize = 2_000;
/// How many lines of a file are compared by likeness when none is equal.
const LIKENESS_LINES: usize = 20_000;

/// The old side of a hunk (or of an edit), with the place of each line in the patch.
pub(crate) struct Wanted<'a, 'p> {
    pub(crate) path: &'a str,
    /// 0 for an edit.
    pub(crate) hunk: usize,
    pub(crate) old: &'a [&'p [u8]],
    /// The 1-based patch line of each old line.
    pub(crate) patch_lines: &'a [usize],
    /// What would stand there afterwards.
    pub(crate) new: &'a [&'p [u8]],
    /// The 0-based line where it was expected, when the patch says so.
    pub(crate) hint: Option<usize>,
    /// Matches before this line do not count.
    pub(crate) cursor: usize,
}

impl Wanted<'_, '_> {
    fn patch_line(&self, index: usize) -> usize {
        self.patch_lines.get(index).or(self.patch_lines.last()).copied().unwrap_or(0)
    }
}

/// The error for old lines that were found nowhere.
pub(crate) fn explain(
    wanted: &Wanted<'_, '_>,
    file: &FileText<'_>,
    index: &mut LineIndex<'_, FileText<'_>>,
) -> PatchError {
    if let Err(error) = std::str::from_utf8(file.data()) {
        return PatchError::FileEncoding { path: wanted.path.to_owned(), offset: error.valid_up_to() };
    }
    PatchError::ContextMismatch(Box::new(mismatch(wanted, file, index)))
}

/// The mismatch in detail.
pub(crate) fn mismatch(
    wanted: &Wanted<'_, '_>,
    file: &FileText<'_>,
    index: &mut LineIndex<'_, FileText<'_>>,
) -> Mismatch {
    for level in [Level::Exact, Level::TrimEnd] {
        if let Ok(Some(start)) = index.first(wanted.old, 0, level)
            && start < wanted.cursor
        {
            return at(wanted, file, start, wanted.old.len(), 0, MismatchReason::OutOfOrder);
        }
    }
    // A single short line stands in many files by chance.
    let telling = wanted.new.len() > 1 || wanted.new.first().is_some_and(|line| trim(line).len() > 3);
    if telling && let Ok(Some(start)) = index.first(wanted.new, 0, Level::Exact) {
        let offset = first_difference(wanted, file, start, Level::Exact).unwrap_or(0);
        let matching = count_matching(wanted, file, start);
        return at(wanted, file, start, matching, offset, MismatchReason::AlreadyApplied);
    }
    let Some((start, _)) = nearest(wanted, index) else {
        return nowhere(wanted, file);
    };
    let matching = count_matching(wanted, file, start);
    let offset = first_difference(wanted, file, start, Level::Exact).unwrap_or(0);
    let expected = wanted.old.get(offset).copied().unwrap_or_default();
    let reason = match file.count().checked_sub(start + offset) {
        None | Some(0) => MismatchReason::EndOfFile,
        Some(_) => compare(expected, file.content(start + offset)),
    };
    at(wanted, file, start, matching, offset, reason)
}

/// A mismatch at a known place: line `offset` of the old lines put at file line `start` (0-based).
pub(crate) fn at(
    wanted: &Wanted<'_, '_>,
    file: &FileText<'_>,
    start: usize,
    matching: usize,
    offset: usize,
    reason: MismatchReason,
) -> Mismatch {
    let line = start + offset;
    let exists = line < file.count();
    let blanks_matter = matches!(
        reason,
        MismatchReason::TrailingWhitespace
            | MismatchReason::TabsInFile
            | MismatchReason::SpacesInFile
            | MismatchReason::Indentation
            | MismatchReason::Whitespace
            | MismatchReason::NonBreakingSpace
            | MismatchReason::Quotes
            | MismatchReason::LineEnds
    );
    let show = |text: &[u8]| {
        if blanks_matter { escaped(text) } else { clipped(text) }
    };
    Mismatch {
        path: wanted.path.to_owned(),
        hunk: wanted.hunk,
        patch_line: wanted.patch_line(offset),
        file_line: Some(line + 1),
        expected: show(wanted.old.get(offset).copied().unwrap_or_default()),
        actual: exists.then(|| show(file.content(line))),
        candidate: Some(Candidate { line: start + 1, matching, of: wanted.old.len() }),
        reason,
        excerpt: excerpt(file, line),
    }
}

/// Nothing in the file resembles the lines.
fn nowhere(wanted: &Wanted<'_, '_>, file: &FileText<'_>) -> Mismatch {
    Mismatch {
        path: wanted.path.to_owned(),
        hunk: wanted.hunk,
        patch_line: wanted.patch_line(0),
        file_line: None,
        expected: clipped(wanted.old.first().copied().unwrap_or_default()),
        actual: None,
        candidate: None,
        reason: MismatchReason::Different,
        excerpt: excerpt(file, wanted.hint.unwrap_or(0)),
    }
}

/// The error for an anchor that stands in no line from `cursor` on.
pub(crate) fn anchor_missing(
    path: &str,
    hunk: usize,
    patch_line: usize,
    anchor: &[u8],
    cursor: usize,
    file: &FileText<'_>,
) -> PatchError {
    let similar = most_similar(anchor, file, cursor);
    PatchError::ContextMismatch(Box::new(Mismatch {
        path: path.to_owned(),
        hunk,
        patch_line,
        file_line: similar.map(|line| line + 1),
        expected: clipped(anchor),
        actual: similar.map(|line| clipped(file.content(line))),
        candidate: None,
        reason: MismatchReason::Anchor,
        excerpt: excerpt(file, similar.unwrap_or(cursor)),
    }))
}

fn count_matching(wanted: &Wanted<'_, '_>, file: &FileText<'_>, start: usize) -> usize {
    let pairs = wanted.old.iter().enumerate();
    pairs.filter(|(offset, line)| start + offset < file.count() && **line == file.content(start + offset)).count()
}

fn first_difference(wanted: &Wanted<'_, '_>, file: &FileText<'_>, start: usize, level: Level) -> Option<usize> {
    (0..wanted.old.len()).find(|&offset| {
        start + offset >= file.count() || !level.equal(wanted.old[offset], file.content(start + offset))
    })
}

/// The alignment at which most lines agree, and how many do.
fn nearest(wanted: &Wanted<'_, '_>, index: &mut LineIndex<'_, FileText<'_>>) -> Option<(usize, usize)> {
    for level in [Level::Exact, Level::Trim, Level::Fold] {
        let mut scores: HashMap<usize, usize> = HashMap::new();
        for (offset, line) in wanted.old.iter().enumerate().take(COMPARED_LINES) {
            if trim(line).is_empty() {
                continue;
            }
            let places = index.places(line, level);
            if places.len() > COMMON_LINE {
                continue;
            }
            for &place in places {
                if let Some(start) = (place as usize).checked_sub(offset) {
                    *scores.entry(start).or_default() += 1;
                }
            }
        }
        let distance = |start: usize| start.abs_diff(wanted.hint.unwrap_or(wanted.cursor));
        let best = scores.into_iter().max_by(|a, b| (a.1, distance(b.0), b.0).cmp(&(b.1, distance(a.0), a.0)));
        if best.is_some() {
            return best;
        }
    }
    let longest = (0..wanted.old.len()).max_by_key(|&offset| trim(wanted.old[offset]).len())?;
    let line = most_similar(wanted.old[longest], index.lines(), 0)?;
    line.checked_sub(longest).map(|start| (start, 0))
}

/// The line that shares most pairs of neighbouring characters with `text`; `None` when none shares half of them.
fn most_similar(text: &[u8], file: &FileText<'_>, from: usize) -> Option<usize> {
    let text = trim(text);
    let text = text.get(..text.len().min(SHOWN_CHARACTERS)).unwrap_or_default();
    let mut pairs: HashMap<[u8; 2], (usize, usize)> = HashMap::new();
    for pair in text.windows(2) {
        pairs.entry([pair[0], pair[1]]).or_default().0 += 1;
    }
    let total = text.len().saturating_sub(1);
    if total == 0 {
        return None;
    }
    let mut best: Option<(usize, usize)> = None;
    for index in (from..file.count()).chain(0..from.min(file.count())).take(LIKENESS_LINES) {
        let line = trim(file.content(index));
        if line.len() < 2 || line.len() > 4 * text.len() + 16 {
            continue;
        }
        for counts in pairs.values_mut() {
            counts.1 = 0;
        }
        let mut shared = 0;
        for pair in line.windows(2) {
            if let Some(counts) = pairs.get_mut(&[pair[0], pair[1]])
                && counts.1 < counts.0
            {
                counts.1 += 1;
                shared += 1;
            }
        }
        // Dice's coefficient in thousandths.
        let score = 2_000 * shared / (total + line.len() - 1);
        if score >= 500 && best.is_none_or(|(_, known)| score > known) {
            best = Some((index, score));
        }
    }
    best.map(|(index, _)| index)
}

/// Why `expected` and `actual` differ.
pub(crate) fn compare(expected: &[u8], actual: &[u8]) -> MismatchReason {
    let no_cr = |line: &[u8]| line.replace("\r", "");
    if no_cr(expected) == no_cr(actual) {
        return MismatchReason::LineEnds;
    }
    if trim_end(expected) == trim_end(actual) {
        return MismatchReason::TrailingWhitespace;
    }
    if trim(expected) == trim(actual) {
        let (wanted, found) = (indentation(expected), indentation(actual));
        let special = |blank: &[u8]| !blank.is_ascii();
        return if special(wanted) || special(found) {
            MismatchReason::NonBreakingSpace
        } else if found.contains(&b'\t') && !wanted.contains(&b'\t') {
            MismatchReason::TabsInFile
        } else if wanted.contains(&b'\t') && !found.contains(&b'\t') {
            MismatchReason::SpacesInFile
        } else {
            MismatchReason::Indentation
        };
    }
    if fold(expected) == fold(actual) || fold(trim(expected)) == fold(trim(actual)) {
        let spaces_only = |line: &[u8]| !line.chars().any(|c| likeness(c).is_some_and(|ascii| ascii != b' '));
        return if spaces_only(expected) && spaces_only(actual) {
            MismatchReason::NonBreakingSpace
        } else {
            MismatchReason::Quotes
        };
    }
    let squeezed = |line: &[u8]| -> Vec<u8> { line.fields().flatten().copied().collect() };
    if squeezed(expected) == squeezed(actual) {
        return MismatchReason::Whitespace;
    }
    if expected.to_lowercase() == actual.to_lowercase() {
        return MismatchReason::LetterCase;
    }
    MismatchReason::Different
}

/// The lines around `line` (0-based), numbered; the line itself is marked.
pub(crate) fn excerpt(file: &FileText<'_>, line: usize) -> String {
    let last = file.count();
    let middle = line.min(last.saturating_sub(1));
    let from = middle.saturating_sub(EXCERPT_CONTEXT);
    let to = (middle + EXCERPT_CONTEXT + 1).min(last);
    let mut out = String::new();
    for index in from..to {
        if !out.is_empty() {
            out.push('\n');
        }
        let mark = if index == line { '>' } else { ' ' };
        out.push_str(&format!("{mark}{:>6}\t{}", index + 1, clipped(file.content(index))));
    }
    out
}

/// A line as text, cut to a length that fits a message.
pub(crate) fn clipped(line: &[u8]) -> String {
    let mut out = String::new();
    for (count, c) in line.chars().enumerate() {
        if count == SHOWN_CHARACTERS {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}

/// A line in double quotes, with tabs, special blanks and typographic signs spelled out.
pub(crate) fn escaped(line: &[u8]) -> String {
    let mut out = String::from("\"");
    for (count, c) in line.chars().enumerate() {
        if count == SHOWN_CHARACTERS {
            out.push('…');
            break;
        }
        match c {
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() || likeness(c).is_some() || c == '\u{feff}' => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_differs() {
        let reason = |a: &str, b: &str| compare(a.as_bytes(), b.as_bytes());
        assert_eq!(reason("a ", "a"), MismatchReason::TrailingWhitespace);
        assert_eq!(reason("    a", "\ta"), MismatchReason::TabsInFile);
        assert_eq!(reason("\ta", "    a"), MismatchReason::SpacesInFile);
        assert_eq!(reason("  a", "    a"), MismatchReason::Indentation);
        assert_eq!(reason("a b", "a\u{a0}b"), MismatchReason::NonBreakingSpace);
        assert_eq!(reason("\"a\"", "“a”"), MismatchReason::Quotes);
        assert_eq!(reason("a  b", "a b"), MismatchReason::Whitespace);
        assert_eq!(reason("Ab", "aB"), MismatchReason::LetterCase);
        assert_eq!(reason("a\r", "a"), MismatchReason::LineEnds);
        assert_eq!(reason("a", "b"), MismatchReason::Different);
    }

    #[test]
    fn spells_out_blanks() {
        assert_eq!(escaped("\ta\u{a0}\"".as_bytes()), "\"\\ta\\u00a0\\\"\"");
        assert_eq!(clipped(&[b'x'; 300]).chars().count(), 201);
    }
}
