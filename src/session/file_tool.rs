//! The file tools that coding agents know: Read, Write, Edit, with `file_path`, `old_string`, `new_string`. What they
//! answer is text for the model. What Write and Edit do can be taken back by the text editor's `undo_edit`.

use bstr::ByteSlice;
use bytes::Bytes;

use super::editor::{Names, edited_text, in_file, too_large};
use super::error::ApiError;
use super::session::Session;
use formats::numbered::{Most, count_lines, number_lines_cut, snippet};
use workspace::{Errno, Kind};

/// The lines that `Read` gives when the model names no number.
const LINES: u64 = 2_000;
/// The characters of a line that `Read` shows.
const CHARACTERS: usize = 2_000;
/// The lines that are named of many that were changed.
const LISTED: usize = 20;
/// The lines that an answer shows on each side of a change.
const AROUND: usize = 4;

/// One call of the file tools.
#[derive(Debug, Clone)]
pub enum FileCommand {
    /// Lines with their numbers, from line `offset`, counted from 1 (default: the first), at most `limit` of them
    /// (default 2,000). Of a line longer than 2,000 characters the beginning is shown, and how much was left out.
    Read { offset: Option<u64>, limit: Option<u64> },
    /// Writes a whole file; missing folders are made.
    Write { text: Bytes },
    /// Replaces the one place where `old` is, or with `all` every place. An empty `old` makes a file that is not there.
    Edit { old: Bytes, new: Bytes, all: bool },
}

impl Session {
    /// Does what a model asked of a file tool, and gives the text to answer with. Paths are absolute or relative to the
    /// working folder.
    ///
    /// Errors, whose messages are for the model too: file errors, `FILE_ENCODING`, `INVALID_RANGE`,
    /// `PATCH_CONTEXT_MISMATCH` (the text is not there, or more than once), `INVALID_PATCH` (nothing to replace, or no
    /// change).
    ///
    /// * `most_bytes` is how much `Read` shows; what does not fit is said.
    pub fn file_tool(&self, path: &str, command: FileCommand, most_bytes: Option<usize>) -> Result<String, ApiError> {
        match command {
            FileCommand::Read { offset, limit } => {
                self.read_numbered(path, offset, limit, most_bytes.unwrap_or(usize::MAX))
            }
            FileCommand::Write { text } => {
                let lines = counted(count_lines(&text).ok_or_else(|| too_large(path))?, "line");
                let written = self.put(path, text, false)?;
                Ok(match (written.created, written.changed) {
                    (true, _) => format!("The file {path} has been created: {lines}."),
                    (false, true) => format!("The file {path} has been overwritten: {lines}."),
                    (false, false) => format!("The file {path} held just that: nothing changed."),
                })
            }
            FileCommand::Edit { old, new, all } if old.is_empty() => {
                if all {
                    let message = "old_string is empty: there is nothing that replace_all could replace".to_owned();
                    return Err(in_file("INVALID_PATCH", path, message));
                }
                self.make_text(path, new)
            }
            FileCommand::Edit { old, new, all } => {
                let names = Names { old: "old_string", another_way: " or set replace_all to change every place" };
                let edited = self.replaced(path, &old, &new, all, names)?;
                let first = edited.lines.first().copied().unwrap_or(1);
                let around = snippet(&edited.content, first, &new, AROUND);
                self.put(path, edited.content, false)?;
                if let [_, _, ..] = edited.lines.as_slice() {
                    return Ok(many_places(path, edited.lines));
                }
                Ok(edited_text(path, &around, &edited.notes))
            }
        }
    }

    fn read_numbered(
        &self,
        path: &str,
        offset: Option<u64>,
        limit: Option<u64>,
        bytes: usize,
    ) -> Result<String, ApiError> {
        if self.kind(path)?.1 == Kind::Dir {
            let message = format!("{path} is a folder: list its files with Glob");
            return Err(ApiError { message, ..ApiError::file(Errno::IsDir, "read", path) });
        }
        let content = self.read_text(path)?;
        let first = usize::try_from(offset.unwrap_or(1)).unwrap_or(usize::MAX);
        let limit = usize::try_from(limit.unwrap_or(LINES)).unwrap_or(usize::MAX);
        let total = count_lines(&content).ok_or_else(|| too_large(path))?;
        if first == 0 || limit == 0 {
            let message = "offset and limit must be at least 1: the first line of a file is line 1".to_owned();
            return Err(in_file("INVALID_RANGE", path, message));
        }
        if total == 0 && first == 1 {
            return Ok(format!("[The file {path} is there, and it is empty.]\n"));
        }
        if first > total {
            let message = format!("{path} has {}: there is no line {first}", counted(total, "line"));
            return Err(in_file("INVALID_RANGE", path, message));
        }
        let wanted = first.saturating_add(limit - 1).min(total);
        let most = Most { characters: CHARACTERS, bytes };
        let numbered = number_lines_cut(&content, first..=wanted, most).ok_or_else(|| too_large(path))?;
        let mut text = numbered.text.to_str_lossy().into_owned();
        let last = numbered.last;
        if last < total {
            let why = if last < wanted { ", more did not fit" } else { "" };
            let next = last.saturating_add(1);
            text.push_str(&format!("[Lines {first} to {last} of {total}{why}: read on with offset {next}.]\n"));
        }
        Ok(text)
    }

    fn make_text(&self, path: &str, text: Bytes) -> Result<String, ApiError> {
        match self.put(path, text, true) {
            Ok(_) => Ok(format!("The file {path} has been created.")),
            Err(error) if error.code == "EEXIST" => {
                let message = format!(
                    "old_string is empty, which makes a new file, but {path} is there: name the text to replace, or write \
                     the whole file"
                );
                Err(in_file("INVALID_PATCH", path, message))
            }
            Err(error) => Err(error),
        }
    }
}

/// What was done, and in which lines of the old text.
fn many_places(path: &str, mut lines: Vec<usize>) -> String {
    let places = lines.len();
    lines.dedup();
    let more = if lines.len() > LISTED { ", …" } else { "" };
    let listed = lines.iter().take(LISTED).map(usize::to_string).collect::<Vec<_>>().join(", ");
    format!("The file {path} has been edited in {places} places, in what were lines {listed}{more}.")
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
