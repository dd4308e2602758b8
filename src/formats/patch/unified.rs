//! Reading unified diffs: git's extended headers, `---`/`+++` pairs and `@@` hunks.
//!
//! A hunk's extent is taken from its counts when they fit its lines exactly; otherwise the lines decide. A line that is
//! neither part of a hunk nor something that stands between hunks is an error, so that no change is dropped silently.

use super::super::diagnose::clipped;
use super::super::error::PatchError;
use super::super::text::trim;
use super::hunk::{HeaderPath, Hunk, HunkLine, Intent, LineKind, PatchLine, Section};
use super::path::{git_paths, header_path, strip_prefix};

/// Git's extended header lines, until the section that they belong to begins.
#[derive(Default)]
struct GitHeader {
    line: usize,
    cr: bool,
    paths: Option<(Vec<u8>, Vec<u8>)>,
    created: bool,
    deleted: bool,
    mode: Option<u16>,
    rename: (Option<Vec<u8>>, Option<Vec<u8>>),
    copy: (Option<Vec<u8>>, Option<Vec<u8>>),
}

/// Whether a file section begins at line `index`.
pub(super) fn starts_section(lines: &[PatchLine<'_>], index: usize) -> bool {
    let starts = |index: usize, prefix: &[u8]| lines.get(index).is_some_and(|line| line.text.starts_with(prefix));
    starts(index, b"diff --git ")
        || (starts(index, b"--- ") && (starts(index + 1, b"+++ ") || starts(index + 1, b"@@")))
}

/// Reads all sections.
pub(super) fn parse<'p>(lines: &[PatchLine<'p>]) -> Result<Vec<Section<'p>>, PatchError> {
    let mut sections: Vec<Section<'p>> = Vec::new();
    let mut pending: Option<GitHeader> = None;
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let text = line.text;
        let next = lines.get(index + 1).map_or(&b""[..], |line| line.text);
        if let Some(rest) = text.strip_prefix(b"diff --git ") {
            flush(&mut pending, &mut sections)?;
            pending =
                Some(GitHeader { line: line.number, cr: line.cr, paths: git_paths(rest), ..GitHeader::default() });
        } else if text.starts_with(b"diff --cc ") || text.starts_with(b"diff --combined ") {
            return Err(PatchError::invalid("diffs of merges cannot be applied", Some(line.number)));
        } else if text == b"GIT binary patch" || (text.starts_with(b"Binary files ") && text.ends_with(b" differ")) {
            return Err(PatchError::invalid("binary patches cannot be applied", Some(line.number)));
        } else if text.starts_with(b"--- ") && next.starts_with(b"+++ ") {
            let section = file_header(line, next, pending.take())?;
            sections.push(section);
            index += 1;
        } else if text.starts_with(b"--- ") && next.starts_with(b"@@") {
            let message = "a '--- ' line must be followed by a '+++ ' line";
            return Err(PatchError::invalid(message, Some(line.number)));
        } else if text.starts_with(b"+++ ") && next.starts_with(b"@@") {
            let message = "a '+++ ' line must follow a '--- ' line";
            return Err(PatchError::invalid(message, Some(line.number)));
        } else if text.starts_with(b"@@") {
            flush(&mut pending, &mut sections)?;
            let Some(section) = sections.last_mut() else {
                let message = "a hunk before any '--- FILE' and '+++ FILE' lines";
                return Err(PatchError::invalid(message, Some(line.number)));
            };
            let (mut hunk, after) = parse_hunk(lines, index)?;
            hunk.number = section.hunks.len() + 1;
            section.cr_counts &= !line.cr;
            section.hunks.push(hunk);
            index = after;
            continue;
        } else if !pending.as_mut().map_or(Ok(false), |header| extended(header, line))? && !sections.is_empty() {
            check_prose(line)?;
        }
        index += 1;
    }
    flush(&mut pending, &mut sections)?;
    if let Some(section) = sections.iter().find(|section| {
        let content_only = matches!(section.intent, Intent::Modify | Intent::Guess);
        content_only && section.hunks.is_empty() && section.mode.is_none()
    }) {
        return Err(PatchError::invalid("a file header without hunks", Some(section.patch_line)));
    }
    if sections.is_empty() {
        return Err(PatchError::invalid("no '--- FILE' and '+++ FILE' lines found", None));
    }
    Ok(sections)
}

/// Lines between sections are free text, but not lines that look like a change.
fn check_prose(line: &PatchLine<'_>) -> Result<(), PatchError> {
    let stray = match line.text {
        [b'+', rest @ ..] => !rest.is_empty(),
        [b'-', next, ..] => !matches!(next, b' ' | b'-'),
        _ => false,
    };
    if stray {
        let message = format!("'{}' stands outside any hunk", clipped(line.text));
        return Err(PatchError::invalid(message, Some(line.number)));
    }
    Ok(())
}

/// Reads one extended header line; `false` when it is none.
fn extended(header: &mut GitHeader, line: &PatchLine<'_>) -> Result<bool, PatchError> {
    let broken = || PatchError::invalid(format!("cannot read '{}'", clipped(line.text)), Some(line.number));
    let name = |rest: &[u8]| header_path(rest).ok_or_else(broken);
    let mode = |rest: &[u8]| -> Result<Option<u16>, PatchError> {
        let digits = std::str::from_utf8(trim(rest)).map_err(|_| broken())?;
        let bits = u32::from_str_radix(digits, 8).map_err(|_| broken())?;
        match bits >> 12 {
            0o10 => Ok(Some((bits & 0o777) as u16)),
            0o12 => Err(PatchError::invalid("symbolic links cannot be patched", Some(line.number))),
            _ => Err(PatchError::invalid(format!("unsupported file mode {digits}"), Some(line.number))),
        }
    };
    let text = line.text;
    if let Some(rest) = text.strip_prefix(b"old mode ") {
        mode(rest)?;
    } else if let Some(rest) = text.strip_prefix(b"new mode ") {
        header.mode = mode(rest)?;
    } else if let Some(rest) = text.strip_prefix(b"new file mode ") {
        header.mode = mode(rest)?;
        header.created = true;
    } else if let Some(rest) = text.strip_prefix(b"deleted file mode ") {
        mode(rest)?;
        header.deleted = true;
    } else if let Some(rest) = text.strip_prefix(b"rename from ") {
        header.rename.0 = Some(name(rest)?);
    } else if let Some(rest) = text.strip_prefix(b"rename to ") {
        header.rename.1 = Some(name(rest)?);
    } else if let Some(rest) = text.strip_prefix(b"copy from ") {
        header.copy.0 = Some(name(rest)?);
    } else if let Some(rest) = text.strip_prefix(b"copy to ") {
        header.copy.1 = Some(name(rest)?);
    } else {
        return Ok([&b"index "[..], b"similarity index ", b"dissimilarity index "]
            .iter()
            .any(|prefix| text.starts_with(prefix)));
    }
    Ok(true)
}

/// A git header without `---` and `+++` lines becomes a section of its own.
fn flush(pending: &mut Option<GitHeader>, sections: &mut Vec<Section<'_>>) -> Result<(), PatchError> {
    let Some(header) = pending.take() else {
        return Ok(());
    };
    let line = header.line;
    let cr = header.cr;
    let paths = header.paths.clone();
    let named = header.rename.0.is_some() || header.copy.0.is_some();
    let (old, new) = match paths {
        Some(pair) => pair,
        None if named => (Vec::new(), Vec::new()),
        None => {
            return Err(PatchError::invalid("cannot tell the file names of this line", Some(line)));
        }
    };
    let old = if header.created { b"/dev/null".to_vec() } else { old };
    let new = if header.deleted { b"/dev/null".to_vec() } else { new };
    sections.push(section(line, cr, old, new, Some(header))?);
    Ok(())
}

fn file_header<'p>(
    line: &PatchLine<'p>,
    next: &'p [u8],
    pending: Option<GitHeader>,
) -> Result<Section<'p>, PatchError> {
    let path = |text: &[u8], number: usize| {
        header_path(text.get(4..).unwrap_or_default())
            .ok_or_else(|| PatchError::invalid("cannot read the file name", Some(number)))
    };
    section(line.number, line.cr, path(line.text, line.number)?, path(next, line.number + 1)?, pending)
}

fn section<'p>(
    line: usize,
    cr: bool,
    old: Vec<u8>,
    new: Vec<u8>,
    header: Option<GitHeader>,
) -> Result<Section<'p>, PatchError> {
    let header = header.unwrap_or_default();
    // `git diff --no-prefix` says so by its first line.
    let prefixed = header.paths.as_ref().is_none_or(|(old, new)| old.starts_with(b"a/") && new.starts_with(b"b/"));
    let absent = |path: &[u8]| path == b"/dev/null";
    let spelled = |raw: Vec<u8>| Some(HeaderPath { raw, prefixed });
    let plain = |raw: Vec<u8>| Some(HeaderPath { raw, prefixed: false });
    let bare = |path: &[u8]| strip_prefix(path).unwrap_or(path).to_vec();
    let (intent, old, new) = match (header.rename, header.copy) {
        ((Some(from), Some(to)), _) => (Intent::Rename { overwrite: false }, plain(from), plain(to)),
        (_, (Some(from), Some(to))) => (Intent::Copy, plain(from), plain(to)),
        ((Some(_), None) | (None, Some(_)), _) | (_, (Some(_), None) | (None, Some(_))) => {
            return Err(PatchError::invalid("a 'from' line without its 'to' line", Some(line)));
        }
        _ if absent(&old) && absent(&new) => {
            return Err(PatchError::invalid("both sides are /dev/null", Some(line)));
        }
        _ if absent(&old) || header.created => (Intent::Create { overwrite: false }, None, spelled(new)),
        _ if absent(&new) || header.deleted => (Intent::Delete { verify: true }, spelled(old), None),
        _ if bare(&old) == bare(&new) => (Intent::Modify, spelled(old), spelled(new)),
        _ => (Intent::Guess, spelled(old), spelled(new)),
    };
    Ok(Section {
        patch_line: line,
        intent,
        old,
        new,
        mode: header.mode,
        hunks: Vec::new(),
        cr_counts: !cr,
        envelope: false,
        notes: Vec::new(),
    })
}

/// What an `@@` line says.
pub(super) struct HunkHeader<'p> {
    /// Old start and count.
    pub(super) old: Option<(usize, usize)>,
    pub(super) new_count: usize,
    /// Text that is not part of the numbers.
    pub(super) heading: &'p [u8],
}

/// Reads an `@@` line; numbers are optional.
pub(super) fn hunk_header(text: &[u8]) -> HunkHeader<'_> {
    let rest = trim(text.strip_prefix(b"@@").unwrap_or(text));
    if let Some(header) = numbered_header(rest) {
        return header;
    }
    let heading = trim(rest.strip_suffix(b"@@").unwrap_or(rest));
    let says_nothing = heading.iter().all(|byte| b".+-, ".contains(byte));
    HunkHeader { old: None, new_count: 0, heading: if says_nothing { b"" } else { heading } }
}

fn numbered_header(rest: &[u8]) -> Option<HunkHeader<'_>> {
    fn number(text: &[u8]) -> Option<(usize, &[u8])> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at_checked(digits)?;
        // Larger numbers are beyond the end of any file.
        let value = std::str::from_utf8(digits).ok()?;
        (!value.is_empty()).then(|| (value.parse().unwrap_or(usize::MAX / 4), rest))
    }
    fn range(text: &[u8]) -> Option<(usize, usize, &[u8])> {
        let (start, rest) = number(text)?;
        match rest.strip_prefix(b",") {
            Some(rest) => {
                let (count, rest) = number(rest)?;
                Some((start.min(usize::MAX / 4), count, rest))
            }
            None => Some((start.min(usize::MAX / 4), 1, rest)),
        }
    }
    let (start, count, rest) = range(rest.strip_prefix(b"-")?)?;
    let (new_count, rest) = match rest.trim_ascii_start().strip_prefix(b"+") {
        Some(rest) => {
            let (_, count, rest) = range(rest)?;
            (count, rest)
        }
        None => (count, rest),
    };
    let rest = rest.trim_ascii_start();
    Some(HunkHeader { old: Some((start, count)), new_count, heading: trim(rest.strip_prefix(b"@@").unwrap_or(rest)) })
}

/// Reads the hunk whose `@@` line is at `at`; gives it and the index of the line after it.
fn parse_hunk<'p>(lines: &[PatchLine<'p>], at: usize) -> Result<(Hunk<'p>, usize), PatchError> {
    let Some(line) = lines.get(at) else {
        return Ok((Hunk::default(), at + 1));
    };
    if line.text.starts_with(b"@@@") {
        return Err(PatchError::invalid("diffs of merges cannot be applied", Some(line.number)));
    }
    let header = hunk_header(line.text);
    let mut hunk = Hunk {
        patch_line: line.number,
        old_start: header.old.map(|(start, _)| start),
        old_count: header.old.map(|(_, count)| count),
        ..Hunk::default()
    };
    if header.old.is_none() && !header.heading.is_empty() {
        hunk.anchors.push((header.heading, line.number));
        hunk.soft_anchors = true;
    }
    let counts = header.old.map(|(_, count)| (count, header.new_count));
    if let Some(counts) = counts
        && let Some((body, after)) = counted(lines, at + 1, counts)
    {
        hunk.lines = body;
        return Ok((hunk, after));
    }
    let after = uncounted(lines, at + 1, counts, &mut hunk)?;
    if let Some((old, new)) = counts {
        let found = (
            hunk.count(LineKind::Context) + hunk.count(LineKind::Removed),
            hunk.count(LineKind::Context) + hunk.count(LineKind::Added),
        );
        if found != (old, new) {
            hunk.notes.push(format!(
                "the header says {old} old and {new} new lines, the hunk has {} and {}: its lines were taken",
                found.0, found.1
            ));
        }
    }
    Ok((hunk, after))
}

/// The hunk's lines when the counts fit them exactly and no further line of a hunk follows.
fn counted<'p>(
    lines: &[PatchLine<'p>],
    from: usize,
    (mut old, mut new): (usize, usize),
) -> Option<(Vec<HunkLine<'p>>, usize)> {
    let mut body: Vec<HunkLine<'p>> = Vec::new();
    let mut at = from;
    loop {
        let line = lines.get(at);
        if let Some(line) = line
            && line.text.starts_with(b"\\")
        {
            body.last_mut()?.no_newline = true;
            at += 1;
            continue;
        }
        if old == 0 && new == 0 {
            return (!goes_on(lines, at)).then_some((body, at));
        }
        let marked = line?.marked()?;
        if marked.kind != LineKind::Added {
            old = old.checked_sub(1)?;
        }
        if marked.kind != LineKind::Removed {
            new = new.checked_sub(1)?;
        }
        body.push(marked);
        at += 1;
    }
}

/// Whether the line at `at`, or the first after empty ones, is one more line of a hunk.
fn goes_on(lines: &[PatchLine<'_>], mut at: usize) -> bool {
    while lines.get(at).is_some_and(|line| line.text.is_empty()) {
        at += 1;
    }
    lines.get(at).is_some_and(|line| line.marked().is_some()) && !starts_section(lines, at) && !is_signature(lines, at)
}

/// `-- ` and a version, with which mails from `git format-patch` end.
fn is_signature(lines: &[PatchLine<'_>], at: usize) -> bool {
    lines.get(at).is_some_and(|line| line.text == b"-- ")
        && lines.get(at + 1).is_none_or(|line| line.text.first().is_none_or(u8::is_ascii_digit))
}

/// Takes lines until something else begins. Empty lines at the end belong to the hunk only as far as the counts say.
fn uncounted<'p>(
    lines: &[PatchLine<'p>],
    from: usize,
    counts: Option<(usize, usize)>,
    hunk: &mut Hunk<'p>,
) -> Result<usize, PatchError> {
    let mut at = from;
    while let Some(line) = lines.get(at) {
        if line.text.starts_with(b"\\") {
            if let Some(last) = hunk.lines.last_mut() {
                last.no_newline = true;
            }
            at += 1;
            continue;
        }
        if starts_section(lines, at) || is_signature(lines, at) || is_boundary(line.text) {
            break;
        }
        let Some(marked) = line.marked() else {
            if hunk.lines.last().is_none_or(|last| last.bare) {
                break;
            }
            let message = format!(
                "'{}' does not start with ' ', '-' or '+'; mark every line of a hunk, context lines with one blank",
                clipped(line.text)
            );
            return Err(PatchError::invalid(message, Some(line.number)));
        };
        hunk.lines.push(marked);
        at += 1;
    }
    let empty_tail = hunk.lines.iter().rev().take_while(|line| line.bare && !line.no_newline).count();
    let missing = counts.and_then(|(old, _)| {
        let full = hunk.count(LineKind::Context) + hunk.count(LineKind::Removed) - empty_tail;
        old.checked_sub(full)
    });
    let keep = missing.unwrap_or(0).min(empty_tail);
    hunk.lines.truncate(hunk.lines.len() - (empty_tail - keep));
    Ok(at)
}

/// Lines that end a hunk although its counts do not say so.
fn is_boundary(text: &[u8]) -> bool {
    [&b"@@"[..], b"diff ", b"```", b"~~~", b"Index: ", b"*** ", b"Only in ", b"GIT binary patch"]
        .iter()
        .any(|prefix| text.starts_with(prefix))
}
