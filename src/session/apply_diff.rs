//! One file's change as OpenAI's `apply_patch_call` gives it: a diff without headers (`formats/apply_diff.rs`).

use super::editor::in_file;
use super::error::ApiError;
use super::files::{PatchedFile, blame, find, place, read_first, tick};
use super::session::Session;
use formats::{ChangeAction, DiffMode, apply_diff};
use workspace::{Content, Errno, Follow, Node};

/// How a diff without headers is to be applied.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiffOptions<'a> {
    /// The diff is a new file, every line marked `+`. What is at the path is replaced.
    pub create: bool,
    /// Where the file is afterwards; missing folders are made, a file that is there is replaced.
    pub move_to: Option<&'a str>,
}

impl Session {
    /// Applies the diff to one file: all of it or nothing. Missing folders of a new file are made.
    ///
    /// Errors: `INVALID_PATCH`, `PATCH_CONTEXT_MISMATCH`, `FILE_ENCODING`, file errors.
    pub fn apply_diff(&self, path: &str, diff: &str, options: DiffOptions<'_>) -> Result<PatchedFile, ApiError> {
        self.change("applyPatch", |state| {
            let fail = blame(state, "apply_patch", path);
            read_first(state, path, Follow::Yes)?;
            let before = match find(state, path, Follow::Yes) {
                Ok((at, Node::File(file))) => Some((at, file)),
                Ok((_, Node::Dir(_))) => return Err(fail(Errno::IsDir)),
                Ok(_) => return Err(fail(Errno::Invalid)),
                Err(Errno::NotFound) if options.create => None,
                Err(errno) => return Err(fail(errno)),
            };
            let mode = if options.create { DiffMode::Create } else { DiffMode::Default };
            let old = before.as_ref().map(|(_, file)| file.content().to_bytes()).unwrap_or_default();
            let new = apply_diff(&old, diff.as_bytes(), mode).map_err(|error| {
                // The diff names no file, so its errors speak of the diff.
                let text = error.to_string();
                let text = text.strip_prefix("diff: ").unwrap_or(&text);
                in_file(error.code(), path, format!("{path}: {text}"))
            })?;
            let target = options.move_to.unwrap_or(path);
            let fail = blame(state, "apply_patch", target);
            let resolved = place(state, target, options.create || options.move_to.is_some()).map_err(&fail)?;
            let now = tick(state);
            let content = Content::from_bytes(new);
            let current_hash = content.sha256();
            match &resolved.node {
                Some(Node::File(_)) => state.tree.set_content(&resolved.path, content, now).map_err(&fail)?,
                Some(Node::Dir(_)) => return Err(fail(Errno::IsDir)),
                Some(_) => return Err(fail(Errno::Invalid)),
                None => {
                    let mode = before.as_ref().map_or(0o644, |(_, file)| file.meta.mode);
                    state.tree.create_file(&resolved.path, content, mode, now).map_err(&fail)?;
                }
            }
            let moved = before.as_ref().filter(|(at, _)| *at != resolved.path);
            if let Some((at, _)) = moved {
                state.tree.unlink(at, now).map_err(&fail)?;
            }
            let action = match (&before, moved) {
                (None, _) => ChangeAction::Create,
                (_, Some(_)) => ChangeAction::Rename,
                _ => ChangeAction::Modify,
            };
            let marked = |mark: u8| diff.lines().filter(|line| line.as_bytes().first() == Some(&mark)).count();
            Ok(PatchedFile {
                path: resolved.path.to_string(),
                action,
                from: moved.map(|(at, _)| at.to_string()),
                previous_hash: before.as_ref().map(|(_, file)| file.hash()),
                current_hash: Some(current_hash),
                hunks: 1,
                added: marked(b'+'),
                removed: marked(b'-'),
                notes: Vec::new(),
            })
        })
    }
}
