//! The memory tool (`memory_20250818`): a folder of notes that a model keeps, `/memories`, with the editor's commands and
//! `delete` and `rename`. The answers are those of the reference implementation, which models know.

use bstr::ByteSlice;
use bytes::Bytes;

use super::editor::{Names, in_file, missing, refused, shown, taken, too_large, view_range};
use super::error::ApiError;
use super::files::{RemoveOptions, TransferOptions};
use super::session::Session;
use formats::numbered::{number_lines, snippet};
use workspace::{AbsPath, Kind};

/// Where all notes are.
const ROOT: &str = "/memories";
/// The lines that an answer shows on each side of a change.
const AROUND: usize = 2;
/// The most lines of a file whose numbers fit their columns.
const MOST_LINES: usize = 999_999;

/// One call of the memory tool.
#[derive(Debug, Clone)]
pub enum MemoryCommand {
    View { path: String, range: Option<(i64, i64)> },
    Create { path: String, text: Bytes },
    Replace { path: String, old: Bytes, new: Bytes },
    Insert { path: String, line: i64, text: Bytes },
    Delete { path: String },
    Rename { from: String, to: String },
}

impl Session {
    /// Does what a model asked of the memory, and gives the text to answer with. All paths are below `/memories`, which
    /// is made when it is not there.
    ///
    /// Errors, whose messages are for the model too: `INVALID_ARGUMENT` for a path that is or leads elsewhere, those of
    /// [`Session::edit`], `EEXIST` for a name that is taken.
    pub fn memory_tool(&self, command: MemoryCommand) -> Result<String, ApiError> {
        self.mkdir(ROOT, true, true)?;
        match command {
            MemoryCommand::View { path, range } => self.view_memory(&self.memory_path(&path)?, range),
            MemoryCommand::Create { path, text } => {
                let path = self.memory_path(&path)?;
                match self.put(&path, text, true) {
                    Err(error) if error.code == "EEXIST" => Err(taken(&path, format!("File {path} already exists"))),
                    result => result.map(|_| format!("File created successfully at: {path}")),
                }
            }
            MemoryCommand::Replace { path, old, new } => {
                let path = self.existing(&path)?;
                let edited = self.replaced(&path, &old, &new, false, Names::EDITOR)?;
                let first = edited.lines.first().copied().unwrap_or(1);
                let around = snippet(&edited.content, first, &new, AROUND);
                self.put(&path, edited.content, false)?;
                Ok(format!(
                    "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{}",
                    around.to_str_lossy()
                ))
            }
            MemoryCommand::Insert { path, line, text } => {
                let path = self.existing(&path)?;
                let text = text.strip_suffix(b"\n").unwrap_or(&text);
                let edited = self.insert_after(&path, line, text)?;
                self.put(&path, edited.content, false)?;
                Ok(format!("The file {path} has been edited."))
            }
            MemoryCommand::Delete { path } => {
                let path = self.memory_path(&path)?;
                if path == ROOT {
                    return Err(refused(&path, format!("Cannot delete the {ROOT} directory itself")));
                }
                match self.remove(&path, RemoveOptions { recursive: true, missing_ok: false }) {
                    Err(error) if error.code == "ENOENT" => {
                        Err(missing(&path, format!("The path {path} does not exist")))
                    }
                    result => result.map(|_| format!("Successfully deleted {path}")),
                }
            }
            MemoryCommand::Rename { from, to } => {
                let (from, to) = (self.memory_path(&from)?, self.memory_path(&to)?);
                if from == ROOT || to == ROOT {
                    return Err(refused(ROOT, format!("Cannot rename the {ROOT} directory itself")));
                }
                let options = TransferOptions { create_parents: true, ..TransferOptions::default() };
                match self.rename(&from, &to, options) {
                    Err(error) if error.code == "EEXIST" => {
                        Err(taken(&to, format!("The destination {to} already exists")))
                    }
                    Err(error) if error.code == "ENOENT" => {
                        Err(missing(&from, format!("The path {from} does not exist")))
                    }
                    result => result.map(|()| format!("Successfully renamed {from} to {to}")),
                }
            }
        }
    }

    fn view_memory(&self, path: &str, range: Option<(i64, i64)>) -> Result<String, ApiError> {
        let absent = || format!("The path {path} does not exist. Please provide a valid path.");
        let (_, kind) = self.kind(path).map_err(|error| match error.code {
            "ENOENT" => missing(path, absent()),
            _ => error,
        })?;
        if kind == Kind::Dir {
            let mut text = format!(
                "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and \
                 node_modules:\n{}\t{path}\n",
                size_text(self.bytes_in(path)?)
            );
            for entry in self.listed(path)? {
                let size = if entry.kind == Kind::Dir { self.bytes_in(&entry.path)? } else { entry.size };
                text.push_str(&format!("{}\t{}\n", size_text(size), shown(&entry)));
            }
            return Ok(text);
        }
        let content = self.read_text(path)?;
        let (first, last) = view_range(path, &content, range)?;
        let numbered = number_lines(&content, first..=last).ok_or_else(|| too_large(path))?;
        if numbered.total > MOST_LINES {
            let message = format!("File {path} exceeds maximum line limit of {MOST_LINES} lines.");
            return Err(in_file("READ_LIMIT_EXCEEDED", path, message));
        }
        Ok(format!("Here's the content of {path} with line numbers:\n{}", numbered.text.to_str_lossy()))
    }

    /// The bytes of all files below a folder.
    fn bytes_in(&self, path: &str) -> Result<u64, ApiError> {
        let found = self.below(path, |_, _| (true, true))?;
        Ok(found.iter().filter(|entry| entry.kind == Kind::File).map(|entry| entry.size).sum())
    }

    /// A note that is there.
    fn existing(&self, path: &str) -> Result<String, ApiError> {
        let path = self.memory_path(path)?;
        match self.kind(&path) {
            Ok(_) => Ok(path),
            Err(error) if error.code == "ENOENT" => {
                Err(missing(&path, format!("The path {path} does not exist. Please provide a valid path.")))
            }
            Err(error) => Err(error),
        }
    }

    /// A path below `/memories`, without a slash at its end: as it is written, and where its links lead.
    fn memory_path(&self, given: &str) -> Result<String, ApiError> {
        let inside = |path: &str| path == ROOT || path.strip_prefix(ROOT).is_some_and(|rest| rest.starts_with('/'));
        if !inside(given) {
            return Err(refused(given, format!("Path must start with {ROOT}, got: {given}")));
        }
        let escapes = || refused(given, format!("Path {given} would escape {ROOT} directory"));
        // Written in percent signs or with backslashes too, as others may read the path.
        let plain = given.replace('\\', "/").to_lowercase().replace("%2e", ".").replace("%2f", "/").replace("%5c", "/");
        if plain.split('/').any(|name| name == "..") || given.contains('\0') {
            return Err(escapes());
        }
        let path = AbsPath::lexical(&AbsPath::root(), given.as_bytes()).map_err(|_| escapes())?.to_string();
        // The nearest of the path that is there; what is below it does not exist yet.
        let mut there = path.as_str();
        let real = loop {
            match self.kind(there) {
                Ok((real, _)) => break real,
                Err(error) if error.code == "ENOENT" => {
                    // A link that leads to nothing would be written through.
                    if self.stat(there, false).is_ok() {
                        return Err(escapes());
                    }
                    there = there
                        .rsplit_once('/')
                        .map(|(parent, _)| parent)
                        .filter(|parent| inside(parent))
                        .ok_or_else(escapes)?;
                }
                Err(error) => return Err(error),
            }
        };
        if inside(&real) { Ok(path) } else { Err(escapes()) }
    }
}

/// A size as the reference shows it: `0B`, `512B`, `1.5K`, `2M`.
fn size_text(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["B", "K", "M"] {
        if size < 1024.0 {
            return if size.fract() == 0.0 { format!("{size:.0}{unit}") } else { format!("{size:.1}{unit}") };
        }
        size /= 1024.0;
    }
    if size.fract() == 0.0 { format!("{size:.0}G") } else { format!("{size:.1}G") }
}

#[cfg(test)]
mod tests {
    use super::size_text;

    #[test]
    fn sizes_are_as_the_reference_shows_them() {
        let sizes = [0, 512, 1_024, 1_536, 1_500, 2 << 20, 3 << 30];
        assert_eq!(sizes.map(size_text), ["0B", "512B", "1K", "1.5K", "1.5K", "2M", "3G"]);
    }
}
