//! Writing a file anew from its old bytes and the hunks that were placed in it.

use super::super::text::{FileText, Level, Lines, indentation};
use super::hunk::{LineKind, Section};
use super::place::Placed;

/// The new content. `placed` is in the order of the file and does not overlap.
pub(super) fn rewrite(
    file: &FileText<'_>,
    placed: &[Placed<'_, '_>],
    section: &Section<'_>,
    notes: &mut Vec<String>,
) -> Vec<u8> {
    let added: usize = placed.iter().flat_map(|place| &place.hunk.lines).map(|line| line.text.len() + 2).sum();
    let mut out = Vec::with_capacity(file.data().len() + added);
    let mut next = 0;
    let mut last_added_open = false;
    for place in placed {
        append(&mut out, file, file.raw_range(next, place.start));
        let literal = section.cr_counts && is_literal(file, place);
        let ending = file.dominant_ending();
        let indents = Indents::learn(file, place);
        if indents.changes() {
            notes.push(format!("hunk {}: added lines took the file's indentation", place.hunk.number));
        }
        let mut line_at = place.start;
        for line in place.hunk.lines.get(place.from..place.to).unwrap_or_default() {
            match line.kind {
                LineKind::Context => {
                    append(&mut out, file, file.raw(line_at));
                    line_at += 1;
                    last_added_open = false;
                }
                LineKind::Removed => line_at += 1,
                LineKind::Added => {
                    close_line(&mut out, file);
                    let (indent, text) = indents.apply(line.text);
                    out.extend_from_slice(indent);
                    out.extend_from_slice(text);
                    let ending: &[u8] = match (literal, line.cr) {
                        (false, _) => ending,
                        (true, true) => b"\r\n",
                        (true, false) => b"\n",
                    };
                    if !line.no_newline {
                        out.extend_from_slice(ending);
                    } else if literal && line.cr {
                        out.push(b'\r');
                    }
                    last_added_open = line.no_newline;
                }
            }
        }
        next = place.start + place.length;
    }
    let touches_end = next == file.count();
    append(&mut out, file, file.raw_range(next, file.count()));
    if touches_end && !last_added_open && !placed.is_empty() {
        settle_end(&mut out, file, placed);
    }
    out
}

/// Appends bytes of whole lines, after closing a line that lacks its ending.
fn append(out: &mut Vec<u8>, file: &FileText<'_>, bytes: &[u8]) {
    if !bytes.is_empty() {
        close_line(out, file);
        out.extend_from_slice(bytes);
    }
}

/// Ends a line that has no ending because it was the last one.
fn close_line(out: &mut Vec<u8>, file: &FileText<'_>) {
    if !out.is_empty() && !file.is_terminated(out) {
        out.extend_from_slice(file.dominant_ending());
    }
}

/// Gives the last line the ending that the patch asks for, or that the file had.
fn settle_end(out: &mut Vec<u8>, file: &FileText<'_>, placed: &[Placed<'_, '_>]) {
    let mut at_end = placed.iter().rev().take_while(|place| place.start + place.length == file.count());
    let marked = at_end.find(|place| place.hunk.has_newline_marker());
    let terminated = file.is_terminated(out);
    let wanted = match marked {
        Some(place) => match place.hunk.lines.iter().rfind(|line| line.kind != LineKind::Removed) {
            Some(last) => !last.no_newline,
            // The hunk only removes lines: the line before them is the last one now and keeps its ending.
            None => return,
        },
        None => file.count() == 0 || file.ends_with_newline(),
    };
    if out.is_empty() || wanted == terminated {
        return;
    }
    if wanted {
        out.extend_from_slice(file.dominant_ending());
    } else {
        out.pop();
        if out.last() == Some(&b'\r') && !file.is_terminated(b"\r") {
            out.pop();
        }
    }
}

/// Whether every old line of the hunk has the ending that the patch spells out. An insertion has none to compare: it is
/// literal when the patch has any CR, or when the file is empty.
fn is_literal(file: &FileText<'_>, place: &Placed<'_, '_>) -> bool {
    if file.is_terminated(b"\r") {
        return false;
    }
    let mut line_at = place.start;
    for line in place.hunk.lines.get(place.from..place.to).unwrap_or_default() {
        if line.kind != LineKind::Added {
            if line.cr != file.has_cr(line_at) {
                return false;
            }
            line_at += 1;
        }
    }
    place.length > 0 || file.count() == 0 || place.hunk.lines.iter().any(|line| line.cr)
}

/// How the indentation in the patch maps to that in the file, when the hunk matched only without it.
struct Indents<'a> {
    pairs: Vec<(&'a [u8], &'a [u8])>,
}

impl<'a> Indents<'a> {
    fn learn(file: &FileText<'a>, place: &Placed<'_, 'a>) -> Self {
        let mut pairs: Vec<(&[u8], &[u8])> = Vec::new();
        if place.level < Level::Trim {
            return Self { pairs };
        }
        let mut line_at = place.start;
        for line in place.hunk.lines.get(place.from..place.to).unwrap_or_default() {
            if line.kind == LineKind::Added {
                continue;
            }
            let content = file.content(line_at);
            line_at += 1;
            let (theirs, ours) = (indentation(line.text), indentation(content));
            if theirs.len() == line.text.len() {
                continue;
            }
            match pairs.iter().find(|(known, _)| *known == theirs) {
                None if pairs.len() < 64 => pairs.push((theirs, ours)),
                Some((_, known)) if *known != ours => return Self { pairs: Vec::new() },
                _ => {}
            }
        }
        // The longest first, so that the closest enclosing indentation is found.
        pairs.sort_by_key(|(theirs, _)| std::cmp::Reverse(theirs.len()));
        Self { pairs }
    }

    fn changes(&self) -> bool {
        self.pairs.iter().any(|(theirs, ours)| theirs != ours)
    }

    /// The indentation to write and the rest of the line.
    fn apply<'t>(&self, text: &'t [u8]) -> (&'a [u8], &'t [u8]) {
        let indent = indentation(text);
        if indent.len() == text.len() || !self.changes() {
            return (b"", text);
        }
        for (theirs, ours) in &self.pairs {
            if let Some(rest) = text.strip_prefix(*theirs)
                && indent.len() >= theirs.len()
            {
                return (ours, rest);
            }
        }
        (b"", text)
    }
}
