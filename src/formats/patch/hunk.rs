//! What both dialects parse into: file sections of hunks of marked lines, borrowed from the patch text.

/// One line of the patch text.
#[derive(Debug, Clone, Copy)]
pub(super) struct PatchLine<'p> {
    /// 1-based.
    pub(super) number: usize,
    /// Without LF and without a CR before it.
    pub(super) text: &'p [u8],
    /// Whether a CR stood before the LF.
    pub(super) cr: bool,
}

/// The lines of a patch; a final newline does not make a further line.
pub(super) fn split_patch(text: &[u8]) -> Vec<PatchLine<'_>> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let mut lines = Vec::new();
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    if text.is_empty() {
        return lines;
    }
    // A text of lone CRs is one with old Macintosh line ends.
    let separator =
        if !body.contains(&b'\n') && !text.ends_with(b"\n") && body.contains(&b'\r') { b'\r' } else { b'\n' };
    for (index, raw) in body.split(|&byte| byte == separator).enumerate() {
        let stripped = raw.strip_suffix(b"\r");
        lines.push(PatchLine { number: index + 1, text: stripped.unwrap_or(raw), cr: stripped.is_some() });
    }
    lines
}

impl<'p> PatchLine<'p> {
    /// The line as a line of a hunk; `None` when its first character is no mark.
    pub(super) fn marked(&self) -> Option<HunkLine<'p>> {
        let (kind, text) = match self.text.split_first() {
            None => (LineKind::Context, self.text),
            Some((b' ', rest)) => (LineKind::Context, rest),
            Some((b'-', rest)) => (LineKind::Removed, rest),
            Some((b'+', rest)) => (LineKind::Added, rest),
            Some(_) => return None,
        };
        Some(HunkLine { kind, text, cr: self.cr, bare: self.text.is_empty(), no_newline: false, number: self.number })
    }
}

/// What a line of a hunk does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Context,
    Removed,
    Added,
}

/// One marked line of a hunk.
#[derive(Debug, Clone, Copy)]
pub(super) struct HunkLine<'p> {
    pub(super) kind: LineKind,
    /// Without the mark.
    pub(super) text: &'p [u8],
    pub(super) cr: bool,
    /// A context line that was wholly empty in the patch, without even the blank that marks it.
    pub(super) bare: bool,
    /// `\ No newline at end of file` follows.
    pub(super) no_newline: bool,
    /// 1-based line of the patch.
    pub(super) number: usize,
}

/// A hunk, or "chunk" in the words of the envelope dialect.
#[derive(Debug, Clone, Default)]
pub(super) struct Hunk<'p> {
    /// 1-based within the section.
    pub(super) number: usize,
    /// 1-based line of the patch where it starts.
    pub(super) patch_line: usize,
    /// The old start line that the header states (1-based; 0 for "before the first line").
    pub(super) old_start: Option<usize>,
    /// The old line count that the header states; `None` when it states none.
    pub(super) old_count: Option<usize>,
    /// `@@ ` texts, outermost first, with their patch lines.
    pub(super) anchors: Vec<(&'p [u8], usize)>,
    /// Whether the anchors are only a hint: they are dropped when they are not found.
    pub(super) soft_anchors: bool,
    /// `*** End of File` follows.
    pub(super) end_of_file: bool,
    pub(super) lines: Vec<HunkLine<'p>>,
    /// What was repaired while reading.
    pub(super) notes: Vec<String>,
}

impl Hunk<'_> {
    pub(super) fn is_inert(&self) -> bool {
        self.lines.iter().all(|line| line.kind == LineKind::Context && !line.no_newline)
    }

    /// Whether the patch says anything about the newline at the file's end here.
    pub(super) fn has_newline_marker(&self) -> bool {
        self.lines.iter().any(|line| line.no_newline)
    }

    pub(super) fn count(&self, kind: LineKind) -> usize {
        self.lines.iter().filter(|line| line.kind == kind).count()
    }
}

/// A path as a header spells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeaderPath {
    /// Unquoted.
    pub(super) raw: Vec<u8>,
    /// Whether a leading `a/` or `b/` may be git's.
    pub(super) prefixed: bool,
}

/// What a section asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intent {
    Modify,
    Create {
        overwrite: bool,
    },
    Delete {
        verify: bool,
    },
    Rename {
        overwrite: bool,
    },
    Copy,
    /// Two names and no word about renaming: decided by what exists.
    Guess,
}

/// All that the patch says about one file in one place.
#[derive(Debug, Clone)]
pub(super) struct Section<'p> {
    pub(super) patch_line: usize,
    pub(super) intent: Intent,
    pub(super) old: Option<HeaderPath>,
    pub(super) new: Option<HeaderPath>,
    pub(super) mode: Option<u16>,
    pub(super) hunks: Vec<Hunk<'p>>,
    /// Whether the headers end in LF alone, so that a CR in a hunk line is part of the file's line ending.
    pub(super) cr_counts: bool,
    pub(super) envelope: bool,
    pub(super) notes: Vec<String>,
}
