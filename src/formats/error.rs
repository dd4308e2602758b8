//! What goes wrong with a patch or an edit, as data and as a message that is enough for one retry.

use std::fmt;

/// Why two lines that should be the same are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MismatchReason {
    /// The text itself differs.
    Different,
    /// Only blanks at the end of the line differ.
    TrailingWhitespace,
    /// Only the indentation differs: the file has tabs where the patch has spaces.
    TabsInFile,
    /// Only the indentation differs: the file has spaces where the patch has tabs.
    SpacesInFile,
    /// Only the depth of the indentation differs.
    Indentation,
    /// Only blanks inside the line differ.
    Whitespace,
    /// A no-break or other typographic space stands for a plain one.
    NonBreakingSpace,
    /// Typographic quotes or dashes stand for plain ones.
    Quotes,
    /// Only the line ends (CR) differ.
    LineEnds,
    /// Only the case of letters differs.
    LetterCase,
    /// The file ends before the line.
    EndOfFile,
    /// The lines are there, but before the place where the previous hunk ended.
    OutOfOrder,
    /// The lines that the hunk would put there are there already.
    AlreadyApplied,
    /// The patch says that the file ends here, but the file goes on.
    NotAtEnd,
    /// The patch deletes the file, but does not name all its lines.
    NotWholeFile,
    /// The line named by an `@@` anchor is not there.
    Anchor,
}

impl MismatchReason {
    /// The reason in words; empty for [`MismatchReason::Different`].
    pub fn explain(self) -> &'static str {
        match self {
            Self::Different => "",
            Self::TrailingWhitespace => "only whitespace at the end of the line differs",
            Self::TabsInFile => "only the indentation differs: the file uses tabs, the patch spaces",
            Self::SpacesInFile => "only the indentation differs: the file uses spaces, the patch tabs",
            Self::Indentation => "only the indentation differs",
            Self::Whitespace => "only whitespace inside the line differs",
            Self::NonBreakingSpace => "a no-break space (or other special space) differs from a plain space",
            Self::Quotes => "typographic quotes or dashes differ from plain ones",
            Self::LineEnds => "only the line ends differ (carriage return)",
            Self::LetterCase => "only upper and lower case differ",
            Self::EndOfFile => "the file ends before this line",
            Self::OutOfOrder => {
                "the lines stand before the end of the previous hunk: hunks must be in the order of the file"
            }
            Self::AlreadyApplied => "the change seems to be in the file already",
            Self::NotAtEnd => "the patch says that the file ends here, but the file goes on",
            Self::NotWholeFile => "a patch that deletes a file must remove every line of it",
            Self::Anchor => "no line matches the @@ anchor",
        }
    }
}

/// Where in the file a hunk comes nearest to matching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The 1-based line at which the hunk's first old line would stand.
    pub line: usize,
    /// How many of the hunk's old lines match there.
    pub matching: usize,
    /// How many old lines the hunk has.
    pub of: usize,
}

/// A place where patch and file disagree. Line numbers count from 1; texts are cut to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The file, as the patch names it.
    pub path: String,
    /// The hunk's number within its file.
    pub hunk: usize,
    /// The line of the patch that does not match.
    pub patch_line: usize,
    /// The line of the file that it was compared with, when there is a likely one.
    pub file_line: Option<usize>,
    /// What the patch expects there.
    pub expected: String,
    /// What the file holds there; `None` when it ends before or nothing comes near.
    pub actual: Option<String>,
    /// The best place that was found.
    pub candidate: Option<Candidate>,
    /// Why the two lines differ.
    pub reason: MismatchReason,
    /// The file's present lines around that place, numbered, at most 12.
    pub excerpt: String,
}

/// What can go wrong when a patch is read and planned, or an edit is made. Nothing has been changed when one comes back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The patch text breaks the rules of its format, or names a path that no patch may touch.
    #[error("{}", Invalid { message, path: path.as_deref(), hunk: *hunk, patch_line: *patch_line })]
    Invalid { message: String, path: Option<String>, hunk: Option<usize>, patch_line: Option<usize> },
    /// The patch is well formed but holds no addition, removal, rename or mode change.
    #[error("the patch makes no changes: every hunk has only context lines (mark lines with '-' and '+')")]
    NoChanges,
    /// A hunk's lines or an anchor are not in the file.
    #[error("{0}")]
    ContextMismatch(Box<Mismatch>),
    /// A hunk or a searched text fits in more than one place, and nothing says which is meant.
    #[error("{}", Ambiguous { path, hunk: *hunk, patch_line: *patch_line, lines, total: *total })]
    Ambiguous {
        path: String,
        /// `None` for a text edit.
        hunk: Option<usize>,
        patch_line: Option<usize>,
        /// The 1-based lines of the first matches, at most 10.
        lines: Vec<usize>,
        total: usize,
    },
    /// The text to be replaced is not in the file.
    #[error("{0}")]
    TextNotFound(Box<Mismatch>),
    /// The file is not what the caller last saw.
    #[error("{path}: the file has changed: its SHA-256 is {actual}, not {expected}; read it again and renew the patch")]
    StaleContent { path: String, expected: String, actual: String },
    /// The patch changes, moves or deletes a file that does not exist.
    #[error("{path}: no such file{hint}")]
    PathNotFound { path: String, hint: String },
    /// The path names something that holds no lines, such as a folder.
    #[error("{path}: not a regular file")]
    NotAFile { path: String },
    /// The patch creates a file, or moves one, where one exists.
    #[error("{path}: the file exists already; patch it with its present lines, or delete it first")]
    AlreadyExists { path: String },
    /// The lines to be changed were not found, and the file is not UTF-8 text.
    #[error("{path}: the file is not UTF-8 text (byte {offset}); its lines cannot be matched by this patch")]
    FileEncoding {
        path: String,
        /// The offset of the first byte that is not UTF-8.
        offset: usize,
    },
    /// The source refused the path for a reason of its own.
    #[error("{path}: {message}")]
    Source { path: String, code: &'static str, message: String },
}

impl PatchError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } | Self::NoChanges => "INVALID_PATCH",
            Self::ContextMismatch(_) | Self::Ambiguous { .. } | Self::TextNotFound(_) => "PATCH_CONTEXT_MISMATCH",
            Self::StaleContent { .. } => "STALE_CONTENT",
            Self::PathNotFound { .. } => "PATH_NOT_FOUND",
            Self::NotAFile { .. } => "NOT_A_FILE",
            Self::AlreadyExists { .. } => "PATH_ALREADY_EXISTS",
            Self::FileEncoding { .. } => "FILE_ENCODING",
            Self::Source { code, .. } => code,
        }
    }

    /// The file concerned, as the patch names it.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Invalid { path, .. } => path.as_deref(),
            Self::NoChanges => None,
            Self::ContextMismatch(mismatch) | Self::TextNotFound(mismatch) => Some(&mismatch.path),
            Self::Ambiguous { path, .. }
            | Self::StaleContent { path, .. }
            | Self::PathNotFound { path, .. }
            | Self::NotAFile { path }
            | Self::AlreadyExists { path }
            | Self::FileEncoding { path, .. }
            | Self::Source { path, .. } => Some(path),
        }
    }

    /// The 1-based number of the hunk within its file.
    pub fn hunk(&self) -> Option<usize> {
        match self {
            Self::Invalid { hunk, .. } | Self::Ambiguous { hunk, .. } => *hunk,
            Self::ContextMismatch(mismatch) => Some(mismatch.hunk),
            _ => None,
        }
    }

    /// The 1-based line of the patch text.
    pub fn patch_line(&self) -> Option<usize> {
        match self {
            Self::Invalid { patch_line, .. } | Self::Ambiguous { patch_line, .. } => *patch_line,
            Self::ContextMismatch(mismatch) => Some(mismatch.patch_line),
            _ => None,
        }
    }

    /// The details of a mismatch: expected and actual line, nearest candidate, reason and excerpt.
    pub fn mismatch(&self) -> Option<&Mismatch> {
        match self {
            Self::ContextMismatch(mismatch) | Self::TextNotFound(mismatch) => Some(mismatch),
            _ => None,
        }
    }

    pub(crate) fn invalid(message: impl Into<String>, patch_line: Option<usize>) -> Self {
        Self::Invalid { message: message.into(), path: None, hunk: None, patch_line }
    }

    pub(crate) fn in_file(message: impl Into<String>, path: &str, hunk: Option<usize>, patch_line: usize) -> Self {
        Self::Invalid { message: message.into(), path: Some(path.to_owned()), hunk, patch_line: Some(patch_line) }
    }
}

struct Invalid<'a> {
    message: &'a str,
    path: Option<&'a str>,
    hunk: Option<usize>,
    patch_line: Option<usize>,
}

impl fmt::Display for Invalid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = self.path {
            write!(f, "{path}: ")?;
        }
        if let Some(hunk) = self.hunk {
            write!(f, "hunk {hunk}: ")?;
        }
        write!(f, "invalid patch")?;
        if let Some(line) = self.patch_line {
            write!(f, " at line {line} of the patch")?;
        }
        write!(f, ": {}", self.message)
    }
}

struct Ambiguous<'a> {
    path: &'a str,
    hunk: Option<usize>,
    patch_line: Option<usize>,
    lines: &'a [usize],
    total: usize,
}

impl fmt::Display for Ambiguous<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        match (self.hunk, self.patch_line) {
            (Some(hunk), Some(line)) => write!(f, "hunk {hunk} (line {line} of the patch) is ambiguous: ")?,
            _ => write!(f, "the text is ambiguous: ")?,
        }
        write!(f, "{} matches at lines {}", self.total, list(self.lines, self.total))?;
        match self.hunk {
            Some(_) => {
                write!(f, ". Add more context lines, or an '@@ ' line that repeats the enclosing line of the file")
            }
            None => write!(f, ". Add surrounding lines so that it is unique"),
        }
    }
}

fn list(lines: &[usize], total: usize) -> String {
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_str(if index + 1 == total { " and " } else { ", " });
        }
        out.push_str(&line.to_string());
    }
    if total > lines.len() {
        out.push_str(", …");
    }
    out
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        match (self.reason, self.hunk) {
            (MismatchReason::Anchor, hunk) => write!(
                f,
                "hunk {hunk}: the anchor '@@ {}' (line {} of the patch) is not in the file",
                self.expected, self.patch_line
            )?,
            (_, 0) => write!(f, "the text to replace is not in the file")?,
            (_, hunk) => write!(f, "hunk {hunk} does not match the file")?,
        }
        if let Some(candidate) = self.candidate
            && self.reason != MismatchReason::Anchor
        {
            write!(
                f,
                "; the nearest place is line {} ({} of {} lines match)",
                candidate.line, candidate.matching, candidate.of
            )?;
        }
        if self.reason != MismatchReason::Anchor {
            match (self.hunk, self.file_line) {
                (0, Some(line)) => write!(f, ". First difference at line {line} of the file:")?,
                (0, None) => write!(f, ". It starts with:")?,
                (_, Some(line)) => {
                    write!(f, ". First difference at line {line} of the file (line {} of the patch):", self.patch_line)?
                }
                (_, None) => write!(f, ". Line {} of the patch:", self.patch_line)?,
            }
            write!(f, "\n  expected: {}", self.expected)?;
            match &self.actual {
                Some(actual) => write!(f, "\n  in file:  {actual}")?,
                None if self.reason == MismatchReason::EndOfFile => write!(f, "\n  in file:  (end of file)")?,
                None => write!(f, "\n  in file:  (no similar line)")?,
            }
        } else if let (Some(line), Some(actual)) = (self.file_line, &self.actual) {
            write!(f, "; the most similar line is {line}: {actual}")?;
        }
        let reason = self.reason.explain();
        if !reason.is_empty() && self.reason != MismatchReason::Anchor {
            write!(f, "\n  reason:   {reason}")?;
        }
        if !self.excerpt.is_empty() {
            write!(f, "\nThe file now reads:\n{}", self.excerpt)?;
        }
        write!(
            f,
            "\nCopy these lines exactly and try again, or replace the text with an exact search-and-replace edit."
        )
    }
}
