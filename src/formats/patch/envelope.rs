//! Reading the envelope dialect: `*** Begin Patch`, file operations, `@@` chunks, `*** End Patch`.
//!
//! Text before the first marker and after the last one is ignored (fences, a heredoc's first and last line). Between
//! them every line must belong to an operation.

use super::super::diagnose::clipped;
use super::super::error::PatchError;
use super::super::text::{trim, trim_end};
use super::hunk::{HeaderPath, Hunk, HunkLine, Intent, LineKind, PatchLine, Section};
use super::unified::hunk_header;

const BEGIN: &[u8] = b"*** Begin Patch";
const END: &[u8] = b"*** End Patch";
const ADD: &[u8] = b"*** Add File:";
const DELETE: &[u8] = b"*** Delete File:";
const UPDATE: &[u8] = b"*** Update File:";
const MOVE: &[u8] = b"*** Move to:";
const END_OF_FILE: &[u8] = b"*** End of File";

/// Whether the line marks an envelope.
pub(super) fn is_marker(text: &[u8]) -> bool {
    let text = trim(text);
    text == BEGIN || is_operation(text)
}

/// Whether the line opens a file operation.
fn is_operation(text: &[u8]) -> bool {
    [ADD, DELETE, UPDATE].iter().any(|marker| text.starts_with(marker))
}

struct Parser<'l, 'p> {
    lines: &'l [PatchLine<'p>],
    at: usize,
    /// The index of the last line that is a marker but for blanks around it.
    last: usize,
}

/// Reads all operations.
pub(super) fn parse<'p>(lines: &[PatchLine<'p>]) -> Result<Vec<Section<'p>>, PatchError> {
    let last = lines.iter().rposition(|line| trim(line.text) == END).unwrap_or(lines.len());
    let mut parser = Parser { lines, at: 0, last };
    let mut sections = Vec::new();
    let mut begun = false;
    while let Some(line) = parser.peek() {
        let text = trim(line.text);
        if text == BEGIN {
            parser.at += 1;
            parser.envelope(&mut sections)?;
            begun = true;
        } else if is_operation(text) {
            let message = if begun {
                "a file operation after '*** End Patch'"
            } else {
                "the patch must start with '*** Begin Patch'"
            };
            return Err(PatchError::invalid(message, Some(line.number)));
        } else {
            parser.at += 1;
        }
    }
    if !begun {
        return Err(PatchError::invalid("no '*** Begin Patch' line", None));
    }
    if sections.is_empty() {
        return Err(PatchError::invalid("the patch holds no file operation", None));
    }
    Ok(sections)
}

impl<'p> Parser<'_, 'p> {
    fn peek(&self) -> Option<PatchLine<'p>> {
        self.lines.get(self.at).copied()
    }

    /// Whether the current line ends the operation at hand.
    fn at_marker(&self, line: &PatchLine<'p>) -> bool {
        self.at == self.last || trim_end(line.text) == END || is_operation(line.text) || trim_end(line.text) == BEGIN
    }

    /// From after `*** Begin Patch` to after `*** End Patch`.
    fn envelope(&mut self, sections: &mut Vec<Section<'p>>) -> Result<(), PatchError> {
        while let Some(line) = self.peek() {
            let text = trim(line.text);
            self.at += 1;
            if text == END {
                return Ok(());
            }
            if let Some(path) = text.strip_prefix(ADD) {
                sections.push(self.add(path, line)?);
            } else if let Some(path) = text.strip_prefix(DELETE) {
                sections.push(section(Intent::Delete { verify: false }, Some(path), None, line)?);
            } else if let Some(path) = text.strip_prefix(UPDATE) {
                sections.push(self.update(path, line)?);
            } else if !text.is_empty() {
                let message = format!(
                    "'{}' is not an operation; expected '*** Add File: ', '*** Update File: ', '*** Delete File: ' or \
                     '*** End Patch'",
                    clipped(line.text)
                );
                return Err(PatchError::invalid(message, Some(line.number)));
            }
        }
        let message = "the patch does not end with '*** End Patch'; it may have been cut off";
        Err(PatchError::invalid(message, self.lines.last().map(|line| line.number)))
    }

    fn add(&mut self, path: &'p [u8], header: PatchLine<'p>) -> Result<Section<'p>, PatchError> {
        let mut section = section(Intent::Create { overwrite: true }, None, Some(path), header)?;
        let mut hunk = Hunk { number: 1, patch_line: header.number + 1, ..Hunk::default() };
        // Empty lines count only when a marked line follows: models forget the mark of an empty line.
        let mut empty: Vec<HunkLine<'p>> = Vec::new();
        while let Some(line) = self.peek() {
            if self.at_marker(&line) || trim(line.text).starts_with(b"*** ") {
                break;
            }
            match line.marked() {
                Some(added) if added.kind == LineKind::Added => {
                    if !empty.is_empty() {
                        section.notes.push("empty lines without '+' were taken as added lines".to_owned());
                        hunk.lines.append(&mut empty);
                    }
                    hunk.lines.push(added);
                }
                Some(bare) if bare.bare => empty.push(HunkLine { kind: LineKind::Added, ..bare }),
                _ if line.text.starts_with(b"\\") => {
                    if let Some(last) = hunk.lines.last_mut() {
                        last.no_newline = true;
                    }
                }
                _ => {
                    let message = format!("'{}': every line of an added file must start with '+'", clipped(line.text));
                    return Err(PatchError::invalid(message, Some(line.number)));
                }
            }
            self.at += 1;
        }
        section.hunks.push(hunk);
        Ok(section)
    }

    fn update(&mut self, path: &'p [u8], header: PatchLine<'p>) -> Result<Section<'p>, PatchError> {
        let mut section = section(Intent::Modify, Some(path), None, header)?;
        if let Some(line) = self.peek()
            && let Some(target) = trim(line.text).strip_prefix(MOVE)
        {
            section.intent = Intent::Rename { overwrite: true };
            section.new = Some(header_path(target, line)?);
            self.at += 1;
        }
        self.skip_unified_header(&mut section);
        let mut hunk: Option<Hunk<'p>> = None;
        while let Some(line) = self.peek() {
            if self.at_marker(&line) {
                break;
            }
            self.at += 1;
            let text = line.text;
            let open = hunk.as_ref().is_some_and(|hunk| !hunk.lines.is_empty());
            if text.starts_with(b"@@") {
                if open {
                    finish(&mut section, hunk.take(), line.number)?;
                }
                anchor(hunk.get_or_insert_with(|| start(&line)), &line);
            } else if trim_end(text) == END_OF_FILE {
                let Some(mut ended) = hunk.take().filter(|_| open) else {
                    let message = "'*** End of File' must follow lines of a hunk";
                    return Err(PatchError::invalid(message, Some(line.number)));
                };
                ended.end_of_file = true;
                finish(&mut section, Some(ended), line.number)?;
            } else if text.starts_with(b"\\") && open {
                if let Some(last) = hunk.as_mut().and_then(|hunk| hunk.lines.last_mut()) {
                    last.no_newline = true;
                }
            } else if text.is_empty() && !open {
                // Between chunks.
            } else if let Some(marked) = line.marked() {
                hunk.get_or_insert_with(|| start(&line)).lines.push(marked);
            } else {
                let message = format!(
                    "'{}' does not start with ' ', '-', '+' or '@@'; mark every line, context lines with one blank",
                    clipped(text)
                );
                return Err(PatchError::invalid(message, Some(line.number)));
            }
        }
        if hunk.is_some() {
            finish(&mut section, hunk, self.peek().map_or(header.number, |line| line.number))?;
        }
        if section.hunks.is_empty() && section.intent == Intent::Modify {
            return Err(PatchError::invalid("an update without any hunk", Some(header.number)));
        }
        Ok(section)
    }

    /// Models sometimes put a unified diff's `---` and `+++` lines below the operation.
    fn skip_unified_header(&mut self, section: &mut Section<'p>) {
        let starts = |at: usize, prefix: &[u8]| self.lines.get(at).is_some_and(|line| line.text.starts_with(prefix));
        if starts(self.at, b"--- ") && starts(self.at + 1, b"+++ ") && starts(self.at + 2, b"@@") {
            section.notes.push("'---' and '+++' lines below the operation were skipped".to_owned());
            self.at += 2;
        }
    }
}

fn start<'p>(line: &PatchLine<'p>) -> Hunk<'p> {
    Hunk { patch_line: line.number, ..Hunk::default() }
}

/// Adds what an `@@` line says to the chunk that it opens.
fn anchor<'p>(hunk: &mut Hunk<'p>, line: &PatchLine<'p>) {
    let rest = line.text.strip_prefix(b"@@").unwrap_or(line.text);
    let header = hunk_header(line.text);
    if let Some((start, count)) = header.old {
        hunk.old_start = Some(start);
        hunk.old_count = Some(count);
    } else if !header.heading.is_empty() {
        let text = rest.strip_prefix(b" ").unwrap_or(rest);
        hunk.anchors.push((text, line.number));
    }
}

fn finish<'p>(section: &mut Section<'p>, hunk: Option<Hunk<'p>>, line: usize) -> Result<(), PatchError> {
    let Some(mut hunk) = hunk else {
        return Ok(());
    };
    if hunk.lines.is_empty() {
        return Err(PatchError::invalid("'@@' without any line after it", Some(line)));
    }
    // Empty lines after nothing but additions only separate the chunk from what follows.
    let marked = hunk.lines.iter().rposition(|line| !line.bare).map_or(0, |last| last + 1);
    if hunk.lines.iter().all(|line| line.bare || line.kind == LineKind::Added)
        && hunk.lines.first().is_some_and(|l| !l.bare)
    {
        hunk.lines.truncate(marked);
    }
    hunk.number = section.hunks.len() + 1;
    section.hunks.push(hunk);
    Ok(())
}

fn header_path(text: &[u8], line: PatchLine<'_>) -> Result<HeaderPath, PatchError> {
    let raw = trim(text).to_vec();
    if raw.is_empty() {
        return Err(PatchError::invalid("the operation names no file", Some(line.number)));
    }
    Ok(HeaderPath { raw, prefixed: false })
}

fn section<'p>(
    intent: Intent,
    old: Option<&[u8]>,
    new: Option<&[u8]>,
    line: PatchLine<'p>,
) -> Result<Section<'p>, PatchError> {
    let path = |text: Option<&[u8]>| text.map(|text| header_path(text, line)).transpose();
    Ok(Section {
        patch_line: line.number,
        intent,
        old: path(old)?,
        new: path(new)?,
        mode: None,
        hunks: Vec::new(),
        cr_counts: false,
        envelope: true,
        notes: Vec::new(),
    })
}
