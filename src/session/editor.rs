//! The text editor that models are trained on: `view`, `create`, `str_replace`, `insert`, `undo_edit` (Anthropic's
//! `text_editor_20250728` and the versions before it). What they answer is text for the model.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use bstr::ByteSlice;
use bytes::Bytes;

use super::error::{ApiError, Category, category_of_code};
use super::files::{Below, RemoveOptions, WriteOptions, Written};
use super::session::Session;
use formats::PatchError;
use formats::edit::{Edited, ReplaceOptions, insert_text, replace_text};
use formats::numbered::{count_lines, number_lines, snippet};
use workspace::{Content, Errno, Hash, Kind};

/// How many edits can be taken back; older ones are forgotten. The contents are shared with those of the tree.
const KEPT: usize = 100;
/// The lines that an answer shows on each side of a change.
const AROUND: usize = 4;
/// How deep a folder is shown.
const DEPTH: usize = 2;
/// What is never shown of a folder, however it is asked.
const SKIPPED: &str = "node_modules";

/// One call of the editor.
#[derive(Debug, Clone)]
pub enum EditCommand {
    /// A file's lines with their numbers, or what is in a folder. The range counts from 1, both ends included, −1 for the
    /// last line; a file only.
    View { range: Option<(i64, i64)> },
    /// Writes a whole file; missing folders are made.
    Create { text: Bytes },
    /// Replaces the one place where `old` is.
    Replace { old: Bytes, new: Bytes },
    /// Puts a text behind a line; 0 is before the first.
    Insert { line: i64, text: Bytes },
    /// Takes the last change back that the editor made to the file.
    Undo,
}

/// What a host may set.
#[derive(Debug, Clone, Copy, Default)]
pub struct EditOptions {
    /// The most characters that `view` shows of a file; what was left out is said. Default: no limit.
    pub max_characters: Option<usize>,
    /// `create` refuses a path that is taken, as the first versions of the tool did.
    pub refuse_existing: bool,
}

/// How messages speak of a replacement's parameters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    /// The text to replace.
    pub(super) old: &'static str,
    /// What else can be done where it is there more than once; empty, or what follows "make it unique".
    pub(super) another_way: &'static str,
}

impl Names {
    pub(super) const EDITOR: Self = Self { old: "old_str", another_way: "" };
}

/// What the editor changed, the latest last.
#[derive(Debug, Default)]
pub(super) struct Edits(Mutex<VecDeque<Edit>>);

#[derive(Debug)]
struct Edit {
    path: String,
    /// `None`: it was not there.
    before: Option<Content>,
    after: Hash,
}

impl Edits {
    fn push(&self, edit: Edit) {
        let mut edits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if edits.len() == KEPT {
            edits.pop_front();
        }
        edits.push_back(edit);
    }

    fn take_last(&self, path: &str) -> Option<Edit> {
        let mut edits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = edits.iter().rposition(|edit| edit.path == path)?;
        edits.remove(at)
    }
}

impl Session {
    /// Does what a model asked of the editor, and gives the text to answer with. Paths are absolute or relative to the
    /// working folder.
    ///
    /// Errors, whose messages are for the model too: file errors, `FILE_ENCODING`, `INVALID_RANGE`,
    /// `PATCH_CONTEXT_MISMATCH` (the text is not there, or more than once), `INVALID_PATCH` (nothing to replace),
    /// `NOTHING_TO_UNDO`, `STALE_CONTENT` (the file was changed by other means since).
    pub fn edit(&self, path: &str, command: EditCommand, options: EditOptions) -> Result<String, ApiError> {
        match command {
            EditCommand::View { range } => self.view(path, range, options),
            EditCommand::Create { text } => self.create_text(path, text, options),
            EditCommand::Replace { old, new } => self.replace(path, &old, &new),
            EditCommand::Insert { line, text } => self.insert(path, line, &text),
            EditCommand::Undo => self.undo(path),
        }
    }

    fn view(&self, path: &str, range: Option<(i64, i64)>, options: EditOptions) -> Result<String, ApiError> {
        if self.kind(path)?.1 == Kind::Dir {
            if range.is_some() {
                let message = format!("{path} is a folder: view_range is for files only");
                return Err(in_file("INVALID_RANGE", path, message));
            }
            let mut text = format!("Files and folders in {path}, two levels deep, without hidden ones:\n");
            for entry in self.listed(path)? {
                text.push_str(&shown(&entry));
                text.push('\n');
            }
            return Ok(text);
        }
        let content = self.read_text(path)?;
        let (first, last) = view_range(path, &content, range)?;
        let numbered = number_lines(&content, first..=last).ok_or_else(|| too_large(path))?;
        let text = String::from_utf8_lossy(&numbered.text).into_owned();
        Ok(clipped(text, first, last.min(numbered.total), options.max_characters))
    }

    /// What is in a folder, two levels deep, in byte order of the paths; nothing hidden, nothing in `node_modules`.
    pub(super) fn listed(&self, path: &str) -> Result<Vec<Below>, ApiError> {
        let mut found = self.below(path, |name, depth| {
            let wanted = !name.starts_with(b".") && name != SKIPPED.as_bytes();
            (wanted, depth < DEPTH)
        })?;
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn create_text(&self, path: &str, text: Bytes, options: EditOptions) -> Result<String, ApiError> {
        let created = self.put(path, text, options.refuse_existing)?.created;
        Ok(if created {
            format!("File created successfully at: {path}")
        } else {
            format!("The file {path} has been overwritten.")
        })
    }

    fn replace(&self, path: &str, old: &[u8], new: &[u8]) -> Result<String, ApiError> {
        let edited = self.replaced(path, old, new, false, Names::EDITOR)?;
        let first = edited.lines.first().copied().unwrap_or(1);
        let around = snippet(&edited.content, first, new, AROUND);
        self.put(path, edited.content, false)?;
        Ok(edited_text(path, &around, &edited.notes))
    }

    /// The file with the only place of `old` replaced, or with `all` every place; nothing is written.
    pub(super) fn replaced(
        &self,
        path: &str,
        old: &[u8],
        new: &[u8],
        all: bool,
        names: Names,
    ) -> Result<Edited, ApiError> {
        let content = self.read_file(path)?.to_bytes();
        let options = ReplaceOptions { all, ..ReplaceOptions::default() };
        replace_text(path, &content, old, new, options).map_err(|error| {
            let Names { old: name, another_way } = names;
            let quoted = old.to_str_lossy();
            let message = match &error {
                PatchError::Ambiguous { lines, .. } => {
                    let lines = lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
                    format!(
                        "No replacement was performed. Multiple occurrences of {name} `{quoted}` in lines: {lines}. \
                         Please ensure it is unique{another_way}"
                    )
                }
                PatchError::TextNotFound(mismatch) => format!(
                    "No replacement was performed, {name} `{quoted}` did not appear verbatim in {path}. {mismatch}"
                ),
                error => format!("No replacement was performed: {error}"),
            };
            in_file(error.code(), path, message)
        })
    }

    fn insert(&self, path: &str, line: i64, text: &[u8]) -> Result<String, ApiError> {
        let edited = self.insert_after(path, line, text)?;
        let first = edited.lines.first().copied().unwrap_or(1);
        let around = snippet(&edited.content, first, text, AROUND);
        self.put(path, edited.content, false)?;
        Ok(edited_text(path, &around, &edited.notes))
    }

    /// The file with a text behind a line; nothing is written.
    pub(super) fn insert_after(&self, path: &str, line: i64, text: &[u8]) -> Result<Edited, ApiError> {
        let content = self.read_file(path)?.to_bytes();
        let total = count_lines(&content).ok_or_else(|| too_large(path))?;
        let after = usize::try_from(line).ok().filter(|after| *after <= total).ok_or_else(|| {
            let message = format!(
                "Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file: [0, {total}]"
            );
            in_file("INVALID_RANGE", path, message)
        })?;
        insert_text(&content, after, text).map_err(|error| in_file(error.code(), path, error.to_string()))
    }

    /// Writes a file so that it can be taken back.
    pub(super) fn put(&self, path: &str, text: Bytes, if_absent: bool) -> Result<Written, ApiError> {
        let before = match self.read_file(path) {
            Ok(content) => Some(content),
            Err(error) if error.code == "ENOENT" => None,
            Err(error) => return Err(error),
        };
        let options = WriteOptions { create_parents: true, if_absent, ..WriteOptions::default() };
        let written = self.write_file(path, text, &options)?;
        self.edits().push(Edit { path: written.path.clone(), before, after: written.current_hash });
        Ok(written)
    }

    fn undo(&self, path: &str) -> Result<String, ApiError> {
        let resolved = match self.kind(path) {
            Ok((resolved, _)) => resolved,
            Err(error) => error.path.unwrap_or_else(|| path.to_owned()),
        };
        let nothing = || in_file("NOTHING_TO_UNDO", path, format!("No edit history found for {path}."));
        let edit = self.edits().take_last(&resolved).ok_or_else(nothing)?;
        let options = WriteOptions { if_hash: Some(edit.after), ..WriteOptions::default() };
        let undone = match &edit.before {
            Some(content) => self.write_file(&resolved, content.to_bytes(), &options).map(drop),
            // The check first: what another program made of it must not go away with it.
            None => match self.read_file(&resolved)?.sha256() == edit.after {
                true => self.remove(&resolved, RemoveOptions::default()).map(drop),
                false => Err(in_file(
                    "STALE_CONTENT",
                    path,
                    format!("{path}: the content has changed since that edit; nothing was undone"),
                )),
            },
        };
        if let Err(error) = undone {
            self.edits().push(edit);
            return Err(error);
        }
        let what = if edit.before.is_some() { "" } else { ": the file is gone, as before" };
        Ok(format!("Last edit to {path} undone successfully{what}."))
    }
}

/// A path as it is shown: a folder's ends in a slash.
pub(super) fn shown(entry: &Below) -> String {
    let slash = if entry.kind == Kind::Dir { "/" } else { "" };
    format!("{}{slash}", entry.path)
}

/// The lines that `view_range` asks for, counted from 1. An end beyond the last line is that line.
pub(super) fn view_range(path: &str, content: &[u8], range: Option<(i64, i64)>) -> Result<(usize, usize), ApiError> {
    let Some((start, end)) = range else { return Ok((1, usize::MAX)) };
    let total = count_lines(content).ok_or_else(|| too_large(path))?;
    let first = usize::try_from(start).ok().filter(|first| (1..=total.max(1)).contains(first));
    let last = if end == -1 { Some(usize::MAX) } else { usize::try_from(end).ok() };
    match (first, last) {
        (Some(first), Some(last)) if first <= last => Ok((first, last)),
        _ => {
            let message = format!(
                "Invalid `view_range` parameter: [{start}, {end}]. The first must be within the lines of the file: [1, \
                 {total}], and the second at least the first, or -1 for the last line"
            );
            Err(in_file("INVALID_RANGE", path, message))
        }
    }
}

/// As many whole lines as fit, and what was left out; a first line that is too long is cut itself.
fn clipped(mut text: String, first: usize, last: usize, most: Option<usize>) -> String {
    let Some(most) = most else { return text };
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let left_out = text.get(end..).map_or(0, |rest| rest.chars().count());
    let whole = text.get(..end).and_then(|head| head.rfind('\n')).map_or(0, |at| at + 1);
    let lines = text.get(..whole).map_or(0, |head| head.matches('\n').count());
    let (keep, next) = if lines == 0 { (end, first) } else { (whole, first + lines) };
    let left_out = left_out + text.get(keep..end).map_or(0, |rest| rest.chars().count());
    text.truncate(keep);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&format!(
        "[{left_out} characters were left out, lines {next} to {last}: see them with view_range [{next}, {last}]]\n"
    ));
    text
}

pub(super) fn edited_text(path: &str, around: &[u8], notes: &[String]) -> String {
    let notes: String = notes.iter().map(|note| format!(" ({note})")).collect();
    let around = around.to_str_lossy();
    format!("The file {path} has been edited{notes}. The lines around the change, with line numbers:\n{around}")
}

pub(super) fn too_large(path: &str) -> ApiError {
    in_file("READ_LIMIT_EXCEEDED", path, format!("{path} is too large to be shown by lines"))
}

/// An error about one file.
pub(super) fn in_file(code: &'static str, path: &str, message: String) -> ApiError {
    ApiError { path: Some(path.to_owned()), ..ApiError::new(code, category_of_code(code), message) }
}

/// That nothing is at a path, in words for the model.
pub(super) fn missing(path: &str, message: String) -> ApiError {
    ApiError { message, ..ApiError::file(Errno::NotFound, "open", path) }
}

/// That a name is taken, in words for the model.
pub(super) fn taken(path: &str, message: String) -> ApiError {
    ApiError { message, ..ApiError::file(Errno::Exists, "open", path) }
}

/// A refusal of a path.
pub(super) fn refused(path: &str, message: String) -> ApiError {
    ApiError { path: Some(path.to_owned()), ..ApiError::new("INVALID_ARGUMENT", Category::InvalidRequest, message) }
}
