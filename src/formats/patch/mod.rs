//! `apply_patch`: reads a patch that a model or a tool wrote and plans every change before any is made.
//!
//! Two dialects are understood. *Unified* is what `git diff` and `diff -u` write (POSIX `diff -u`; git's extended
//! headers). *Envelope* is the `*** Begin Patch` … `*** End Patch` form that OpenAI's models are trained on. Both are
//! read with the leniency that models need (wrong counts, missing line numbers, fences and prose around the patch), and
//! never with the kind that guesses: lines that fit in two places are an error that names both.
//!
//! Rules shared by both dialects:
//! - Paths resolve against [`PatchOptions::base`]; `..` segments and paths outside [`PatchOptions::root`] are refused.
//! - Untouched and context lines keep the file's own bytes. Added lines take the line ending that the patch spells out
//!   when every old line of the hunk has its ending as written, otherwise the file's dominant ending.
//! - The final newline stays as it is unless the patch says otherwise with `\ No newline at end of file`.
//! - A hunk of only context lines is skipped with a note; a patch of only such hunks is [`PatchError::NoChanges`].
//! - One file may be named several times; its sections apply in order, each to the result of the one before.

mod envelope;
mod hunk;
mod path;
mod place;
mod plan;
mod rewrite;
mod unified;

#[cfg(test)]
mod tests;

use bytes::Bytes;

pub use self::path::unquote;

use super::error::PatchError;

/// Where the planner reads present contents from.
pub trait PatchSource {
    /// The content of the file at `path`, an absolute path without `.`, `..` or empty segments.
    ///
    /// `Ok(None)` when nothing is there.
    ///
    /// # Errors
    /// When something is there that is not a regular file, or the path may not be read.
    fn read(&self, path: &[u8]) -> Result<Option<Bytes>, SourceError>;
}

/// Why a [`PatchSource`] could not give a file's content.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The path names a folder, a device or another thing without lines.
    #[error("not a regular file")]
    NotAFile,
    /// The path is not one that a patch may name; the text says why.
    #[error("{0}")]
    InvalidPath(String),
    /// Any other reason, with the code that the caller should see.
    #[error("{message}")]
    Other { code: &'static str, message: String },
}

/// In which form the patch is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PatchDialect {
    /// Told by the first line that belongs to one of the two.
    #[default]
    Auto,
    /// `---`/`+++` headers and `@@` hunks.
    Unified,
    /// `*** Begin Patch` … `*** End Patch`.
    Envelope,
}

/// What to do with a hunk without line numbers that fits in more than one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ambiguity {
    /// [`PatchError::Ambiguous`], which lists the places.
    #[default]
    Refuse,
    /// The first place from where the previous hunk ended, with a note. What Codex does.
    First,
}

/// How a patch is read and planned.
#[derive(Debug, Clone)]
pub struct PatchOptions {
    /// Default [`PatchDialect::Auto`].
    pub dialect: PatchDialect,
    /// The largest patch text in bytes; default 1 MiB. A larger one is an invalid patch.
    pub max_bytes: usize,
    /// Pairs of path and 64 lowercase hex digits (SHA-256): the file must have that content before the patch.
    pub expected_hashes: Vec<(Vec<u8>, String)>,
    /// No path may lead out of this folder; default `/workspace`. `None`: any absolute path may be named.
    pub root: Option<Vec<u8>>,
    /// Relative paths start here; default `/workspace`.
    pub base: Vec<u8>,
    /// How many context lines at either end of a numbered unified hunk may be dropped to place it (GNU `patch -F`);
    /// default 0.
    pub fuzz: usize,
    /// Default [`Ambiguity::Refuse`].
    pub ambiguity: Ambiguity,
    /// Default `false`: one failure fails the whole patch. `true`: files that fail are left out of the plan and listed in
    /// [`PatchPlan::failures`]; the patch text itself must still be well formed.
    pub partial: bool,
}

impl Default for PatchOptions {
    fn default() -> Self {
        Self {
            dialect: PatchDialect::Auto,
            max_bytes: 1 << 20,
            expected_hashes: Vec::new(),
            root: Some(b"/workspace".to_vec()),
            base: b"/workspace".to_vec(),
            fuzz: 0,
            ambiguity: Ambiguity::Refuse,
            partial: false,
        }
    }
}

/// What is done to one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeAction {
    /// The file is made (missing parent folders with it).
    Create,
    /// The file's content or mode changes.
    Modify,
    /// The file goes away.
    Delete,
    /// The file moves from [`FileChange::from`], perhaps with changes.
    Rename,
}

/// One planned change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The absolute path of the file after the change (before it, for a deletion).
    pub path: Vec<u8>,
    /// Where a renamed file comes from.
    pub from: Option<Vec<u8>>,
    /// What happens.
    pub action: ChangeAction,
    /// The whole new content; `None` for a deletion.
    pub content: Option<Bytes>,
    /// The permission bits that git's `new file mode` or `new mode` asks for, such as `0o755`.
    pub mode: Option<u16>,
    /// Whether `Create` or `Rename` replaces a file that was there (envelope dialect only).
    pub overwrites: bool,
    /// How many hunks were applied.
    pub hunks: usize,
    /// How many lines the patch adds.
    pub added: usize,
    /// How many lines the patch removes.
    pub removed: usize,
    /// Offsets, overlooked blanks and repairs, in words.
    pub notes: Vec<String>,
}

/// A file that a partial plan leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFailure {
    /// The file, as the patch names it.
    pub path: String,
    /// Why.
    pub error: PatchError,
}

/// All changes of a patch. Performed in order and in one step they are the patch; nothing has been performed yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PatchPlan {
    /// At most one change for each path that exists afterwards.
    pub files: Vec<FileChange>,
    /// Files left out; empty unless [`PatchOptions::partial`].
    pub failures: Vec<FileFailure>,
    /// What was overlooked or repaired outside any one file.
    pub notes: Vec<String>,
}

impl PatchPlan {
    /// The result as models know it from Codex: a first line, then `A`, `M` or `D` and the path of each file, relative to
    /// `base` where it can be; a renamed file is `M` under its new name. Notes follow in brackets.
    pub fn summary(&self, base: &[u8]) -> String {
        let mut out = String::from("Success. Updated the following files:\n");
        for change in &self.files {
            let letter = match change.action {
                ChangeAction::Create => 'A',
                ChangeAction::Modify | ChangeAction::Rename => 'M',
                ChangeAction::Delete => 'D',
            };
            let short = change.path.strip_prefix(base).and_then(|rest| rest.strip_prefix(b"/"));
            let shown = String::from_utf8_lossy(short.unwrap_or(&change.path));
            out.push_str(&format!("{letter} {shown}\n"));
            for note in &change.notes {
                out.push_str(&format!("  [{note}]\n"));
            }
        }
        for failure in &self.failures {
            out.push_str(&format!("not changed: {}\n", failure.error));
        }
        out
    }
}

/// Plans the changes that `text` asks for, reading present contents from `source`. Nothing is changed.
///
/// # Errors
/// See [`PatchError::code`]: `INVALID_PATCH` for the text itself, `PATCH_CONTEXT_MISMATCH` when lines are not found or
/// found twice, `STALE_CONTENT`, `PATH_NOT_FOUND`, `PATH_ALREADY_EXISTS`, `NOT_A_FILE`, `FILE_ENCODING`, or the
/// source's own code. With [`PatchOptions::partial`] only the text's own faults are errors.
pub fn plan_patch(text: &[u8], source: &dyn PatchSource, options: &PatchOptions) -> Result<PatchPlan, PatchError> {
    if text.len() > options.max_bytes {
        return Err(PatchError::invalid(
            format!("the patch has {} bytes, the limit is {}", text.len(), options.max_bytes),
            None,
        ));
    }
    let lines = hunk::split_patch(text);
    let dialect = match options.dialect {
        PatchDialect::Auto => detect(&lines)?,
        other => other,
    };
    let sections = match dialect {
        PatchDialect::Envelope => envelope::parse(&lines)?,
        _ => unified::parse(&lines)?,
    };
    plan::plan(&sections, source, options)
}

/// The dialect of the first line that belongs to one.
fn detect(lines: &[hunk::PatchLine<'_>]) -> Result<PatchDialect, PatchError> {
    for (index, line) in lines.iter().enumerate() {
        if envelope::is_marker(line.text) {
            // Some models put a unified diff into an envelope.
            let next = (index + 1..lines.len()).find(|&next| lines.get(next).is_some_and(|line| !line.text.is_empty()));
            let wraps = next.is_some_and(|next| unified::starts_section(lines, next));
            if wraps && line.text == b"*** Begin Patch" {
                return Ok(PatchDialect::Unified);
            }
            return Ok(PatchDialect::Envelope);
        }
        if line.text.starts_with(b"*** ") && lines.get(index + 1).is_some_and(|next| next.text.starts_with(b"--- ")) {
            return Err(PatchError::invalid(
                "this is a context diff (diff -c); write a unified diff (diff -u) instead",
                Some(line.number),
            ));
        }
        if unified::starts_section(lines, index) || line.text.starts_with(b"@@") {
            return Ok(PatchDialect::Unified);
        }
    }
    let message = if lines.iter().all(|line| line.text.is_empty()) {
        "the patch is empty"
    } else {
        "no file header found; write either a unified diff ('--- a/FILE', '+++ b/FILE', '@@ -1,2 +1,2 @@') or \
         '*** Begin Patch', '*** Update File: FILE', '@@', lines marked ' ', '-' or '+', '*** End Patch'"
    };
    Err(PatchError::invalid(message, None))
}
