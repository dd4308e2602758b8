//! The file methods of a session: what host code does without the shell.
//!
//! Paths are absolute or relative to the session's working folder; symbolic links are followed as a program would.

use std::cell::Cell;
use std::sync::Arc;

use bstr::ByteSlice;
use bytes::Bytes;

use super::error::{ApiError, Category, category_of_code};
use super::session::Session;
use super::state::State;
use super::watch::host_time;
use formats::lines::{LineRange, LineRequest, read_lines};
use formats::{ChangeAction, PatchDialect, PatchError, PatchOptions, PatchSource, SourceError, plan_patch};
use shell::kernel::Access;
use workspace::{AbsPath, Answer, Content, Errno, File, Follow, Hash, Kind, Node, Resolved, Time, Tree, Unread};

/// What `stat` and `list` say of one name.
#[derive(Debug, Clone)]
pub struct Entry {
    pub path: String,
    pub name: String,
    pub kind: Kind,
    /// Bytes of a file or link target; 0 for folders.
    pub size: u64,
    pub mode: u16,
    pub mtime: Time,
    /// SHA-256 of a file's bytes, or the Merkle hash of a folder.
    pub content_hash: Option<Hash>,
    /// A link's target.
    pub target: Option<String>,
    pub ino: u64,
    pub links: u64,
}

#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The bytes there must have this hash.
    pub if_hash: Option<Hash>,
    /// There must be nothing.
    pub if_absent: bool,
    pub create_parents: bool,
    /// Permission bits of a new file. Default 0o644.
    pub mode: Option<u16>,
}

/// A name below a folder.
#[derive(Debug)]
pub(super) struct Below {
    pub path: String,
    pub kind: Kind,
    /// As [`Entry::size`].
    pub size: u64,
}

/// What a write did.
#[derive(Debug, Clone)]
pub struct Written {
    pub path: String,
    pub created: bool,
    pub changed: bool,
    pub previous_hash: Option<Hash>,
    pub current_hash: Hash,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct RemoveOptions {
    pub recursive: bool,
    pub missing_ok: bool,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct TransferOptions {
    pub overwrite: bool,
    pub create_parents: bool,
    pub recursive: bool,
}

/// A range of a file's lines.
#[derive(Debug, Clone)]
pub struct FileLines {
    pub path: String,
    pub lines: LineRange,
    pub content_hash: Hash,
}

/// One file that a patch touched.
#[derive(Debug, Clone)]
pub struct PatchedFile {
    pub path: String,
    pub action: ChangeAction,
    /// Where it was before a rename.
    pub from: Option<String>,
    pub previous_hash: Option<Hash>,
    pub current_hash: Option<Hash>,
    pub hunks: usize,
    pub added: usize,
    pub removed: usize,
    /// What had to be searched for or put right to make it apply.
    pub notes: Vec<String>,
}

impl Session {
    // Reading ---------------------------------------------------------------------------------------------------

    /// A file's bytes. Errors: `ENOENT`, `EISDIR`, `ENOTDIR`, …
    pub fn read_file(&self, path: &str) -> Result<Content, ApiError> {
        let state = self.state()?;
        let fail = blame(&state, "open", path);
        let (found, node) = find(&state, path, Follow::Yes).map_err(&fail)?;
        match node {
            Node::File(file) => match file.unread() {
                None => Ok(file.content().clone()),
                Some(unread) => {
                    let content = fetch(&state.tree, unread, path)?;
                    // Kept as read, unless a call is running: then that call, or the next one, will.
                    let filled =
                        self.change("readFile", |state| state.tree.fill(&found, content.clone()).map_err(&fail));
                    match filled {
                        Err(error) if error.code != "SESSION_BUSY" => Err(error),
                        _ => Ok(content),
                    }
                }
            },
            Node::Dir(_) => Err(blame(&state, "read", path)(Errno::IsDir)),
            _ => Err(blame(&state, "read", path)(Errno::Invalid)),
        }
    }

    /// A file's bytes as text. Errors: as [`Session::read_file`], and `FILE_ENCODING` for what is not UTF-8.
    pub fn read_text(&self, path: &str) -> Result<Bytes, ApiError> {
        let bytes = self.read_file(path)?.to_bytes();
        match std::str::from_utf8(&bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(encoding_error(path, error.valid_up_to())),
        }
    }

    /// Lines `start` to `end`, counted from 1, both included. Errors: as [`Session::read_text`], `INVALID_RANGE`,
    /// `READ_LIMIT_EXCEEDED`.
    pub fn read_lines(&self, path: &str, start: usize, end: Option<usize>) -> Result<FileLines, ApiError> {
        let state = self.state()?;
        let text = self.read_text(path)?;
        let request = LineRequest { start, end, ..LineRequest::default() };
        let lines = read_lines(&text, &request).map_err(|error| ApiError {
            path: Some(path.to_owned()),
            ..ApiError::new(error.code(), category_of_code(error.code()), format!("{path}: {error}"))
        })?;
        let (absolute, node) = find(&state, path, Follow::Yes).map_err(blame(&state, "open", path))?;
        let content_hash = match node {
            Node::File(file) if file.unread().is_none() => file.hash(),
            _ => Content::from_bytes(text).sha256(),
        };
        Ok(FileLines { path: absolute.to_string(), lines, content_hash })
    }

    /// What a path is. Errors: `ENOENT`, `ENOTDIR`, …
    pub fn stat(&self, path: &str, follow: bool) -> Result<Entry, ApiError> {
        let state = self.state()?;
        let follow = if follow { Follow::Yes } else { Follow::No };
        let fail = blame(&state, "stat", path);
        let (path, node) = find(&state, path, follow).map_err(&fail)?;
        entry(&state.tree, &path, &node).map_err(&fail)
    }

    /// Where a path leads and what is there, without the hash that [`Session::stat`] computes.
    pub(super) fn kind(&self, path: &str) -> Result<(String, Kind), ApiError> {
        let state = self.state()?;
        let (found, node) = find(&state, path, Follow::Yes).map_err(blame(&state, "stat", path))?;
        Ok((found.to_string(), node.kind()))
    }

    /// What is below a folder, each folder before its content, names in byte order; `enter` says of each name whether it
    /// is wanted, and of a folder whether what is in it is. No content is read and nothing is hashed.
    pub(super) fn below(
        &self,
        path: &str,
        enter: impl Fn(&[u8], usize) -> (bool, bool),
    ) -> Result<Vec<Below>, ApiError> {
        let state = self.state()?;
        let fail = blame(&state, "scandir", path);
        let (root, node) = find(&state, path, Follow::Yes).map_err(&fail)?;
        if node.kind() != Kind::Dir {
            return Err(fail(Errno::NotDir));
        }
        let mut found = Vec::new();
        let mut stack = vec![children(&state.tree, &root).map_err(&fail)?];
        while let Some(level) = stack.last_mut() {
            let Some((path, node)) = level.pop() else {
                stack.pop();
                continue;
            };
            let (wanted, entered) = enter(path.name().unwrap_or_default(), stack.len());
            if state.policy.hides(&path) || !wanted {
                continue;
            }
            found.push(Below { path: path.to_string(), kind: node.kind(), size: node.size() });
            if entered && node.kind() == Kind::Dir {
                stack.push(children(&state.tree, &path).map_err(&fail)?);
            }
        }
        Ok(found)
    }

    /// The names in a folder in byte order; with `recursive` everything below, each folder before its content.
    pub fn list(&self, path: &str, recursive: bool) -> Result<Vec<Entry>, ApiError> {
        let state = self.state()?;
        let fail = blame(&state, "scandir", path);
        let (root, node) = find(&state, path, Follow::Yes).map_err(&fail)?;
        if node.kind() != Kind::Dir {
            return Err(fail(Errno::NotDir));
        }
        let mut entries = Vec::new();
        let mut stack = vec![children(&state.tree, &root).map_err(&fail)?];
        while let Some(level) = stack.last_mut() {
            let Some((path, node)) = level.pop() else {
                stack.pop();
                continue;
            };
            if state.policy.hides(&path) {
                continue;
            }
            entries.push(entry(&state.tree, &path, &node).map_err(&fail)?);
            if recursive && node.kind() == Kind::Dir {
                stack.push(children(&state.tree, &path).map_err(&fail)?);
            }
        }
        Ok(entries)
    }

    // Writing ---------------------------------------------------------------------------------------------------

    /// Writes a whole file. Errors: file errors; `EEXIST` with `if_absent`; `STALE_CONTENT` when the bytes there have
    /// another hash than `if_hash`, `ENOENT` when nothing is there.
    pub fn write_file(&self, path: &str, data: Bytes, options: &WriteOptions) -> Result<Written, ApiError> {
        self.change("writeFile", |state| {
            let fail = blame(state, "open", path);
            if options.if_hash.is_some() {
                read_first(state, path, Follow::Yes)?;
            }
            let resolved = place(state, path, options.create_parents).map_err(&fail)?;
            if resolved.trailing_slash {
                return Err(fail(Errno::IsDir));
            }
            let now = tick(state);
            let content = Content::from_bytes(data);
            let current_hash;
            let previous_hash;
            let mut created = true;
            match &resolved.node {
                Some(Node::File(file)) => {
                    if options.if_absent {
                        return Err(fail(Errno::Exists));
                    }
                    // What was not read has no hash.
                    let found = file.unread().is_none().then(|| file.hash());
                    if let (Some(wanted), Some(found)) = (options.if_hash, found)
                        && wanted != found
                    {
                        return Err(stale(path, &wanted, &found));
                    }
                    previous_hash = found;
                    created = false;
                    current_hash = content.sha256();
                    state.tree.set_content(&resolved.path, content, now).map_err(&fail)?;
                }
                None => {
                    if options.if_hash.is_some() {
                        return Err(fail(Errno::NotFound));
                    }
                    previous_hash = None;
                    current_hash = content.sha256();
                    let mode = options.mode.unwrap_or(0o644);
                    state.tree.create_file(&resolved.path, content, mode, now).map_err(&fail)?;
                }
                Some(Node::Dir(_)) => return Err(fail(Errno::IsDir)),
                Some(_) => return Err(fail(Errno::Invalid)),
            }
            Ok(Written {
                path: resolved.path.to_string(),
                created,
                changed: previous_hash != Some(current_hash),
                previous_hash,
                current_hash,
            })
        })
    }

    /// Makes a folder; true when it was not there. Errors: `EEXIST`, `ENOENT` for the parent, …
    pub fn mkdir(&self, path: &str, create_parents: bool, exist_ok: bool) -> Result<bool, ApiError> {
        self.change("mkdir", |state| {
            let fail = blame(state, "mkdir", path);
            let resolved = place(state, path, create_parents).map_err(&fail)?;
            match &resolved.node {
                Some(node) if node.kind() == Kind::Dir && exist_ok => Ok(false),
                Some(_) => Err(fail(Errno::Exists)),
                None => {
                    let now = tick(state);
                    state.tree.mkdir(&resolved.path, 0o755, now).map_err(&fail)?;
                    Ok(true)
                }
            }
        })
    }

    /// Removes a file, link or folder; false when it was not there and may be missing. Errors: `ENOTEMPTY` for a folder
    /// with something in it, without `recursive`; `EBUSY` for `/` and `/workspace`.
    pub fn remove(&self, path: &str, options: RemoveOptions) -> Result<bool, ApiError> {
        self.change("remove", |state| {
            let fail = blame(state, "rm", path);
            let (path, node) = match find(state, path, Follow::No) {
                Ok(found) => found,
                Err(Errno::NotFound) if options.missing_ok => return Ok(false),
                Err(errno) => return Err(fail(errno)),
            };
            if path.is_root() || path == AbsPath::workspace() {
                return Err(fail(Errno::Busy));
            }
            let now = tick(state);
            match node.kind() {
                Kind::Dir if options.recursive => state.tree.remove_all(&path, now).map_err(&fail)?,
                Kind::Dir => state.tree.rmdir(&path, now).map_err(&fail)?,
                _ => drop(state.tree.unlink(&path, now).map_err(&fail)?),
            }
            Ok(true)
        })
    }

    /// Copies a file, link or (with `recursive`) folder to a new name. Contents are shared, not copied. Errors: `EEXIST`
    /// without `overwrite`; `EISDIR` for a folder without `recursive`; `EINVAL` into itself.
    pub fn copy(&self, from: &str, to: &str, options: TransferOptions) -> Result<(), ApiError> {
        self.change("copy", |state| {
            let (source, node) = find(state, from, Follow::Yes).map_err(blame(state, "copyfile", from))?;
            if node.kind() == Kind::Dir && !options.recursive {
                return Err(blame(state, "copyfile", from)(Errno::IsDir));
            }
            let fail = blame(state, "copyfile", to);
            let target = clear_target(state, &source, to, options, Follow::Yes).map_err(&fail)?;
            let now = tick(state);
            copy_node(state, &source, &node, &target, now).map_err(&fail)
        })
    }

    /// Renames. Errors: `EEXIST` without `overwrite`; `EINVAL` into itself.
    pub fn rename(&self, from: &str, to: &str, options: TransferOptions) -> Result<(), ApiError> {
        self.change("move", |state| {
            let (source, _) = find(state, from, Follow::No).map_err(blame(state, "rename", from))?;
            if source.is_root() || source == AbsPath::workspace() {
                return Err(blame(state, "rename", from)(Errno::Busy));
            }
            let fail = blame(state, "rename", to);
            // What is in its place goes.
            if let Ok(Resolved { path, node: Some(_), .. }) =
                state.tree.resolve(&state.shell.cwd, to.as_bytes(), Follow::No)
                && options.overwrite
            {
                state.policy.check(Access::Delete, &path)?;
            }
            let target = clear_target(state, &source, to, options, Follow::No).map_err(&fail)?;
            let now = tick(state);
            state.tree.rename(&source, &target, now).map_err(&fail).map(drop)
        })
    }

    /// Applies a patch of any dialect: all of it or nothing. `expected` gives the hashes that files must have before.
    /// Errors: `INVALID_PATCH`, `PATCH_CONTEXT_MISMATCH`, `STALE_CONTENT`, file errors.
    pub fn apply_patch(&self, text: &str, expected: &[(String, Hash)]) -> Result<Vec<PatchedFile>, ApiError> {
        self.change("applyPatch", |state| {
            let options = PatchOptions {
                dialect: PatchDialect::Auto,
                expected_hashes: expected
                    .iter()
                    .map(|(path, hash)| (path.as_bytes().to_vec(), hash.to_string()))
                    .collect(),
                root: None,
                base: state.shell.cwd.as_bytes().to_vec(),
                ..PatchOptions::default()
            };
            let plan = {
                let source = StateSource { state, failure: Cell::new(None) };
                plan_patch(text.as_bytes(), &source, &options).map_err(|error| patch_error(&error, &source))?
            };
            let now = tick(state);
            let mut patched = Vec::with_capacity(plan.files.len());
            for change in &plan.files {
                let name = change.path.to_str_lossy();
                let fail = blame(state, "apply_patch", &name);
                let old = change.from.as_ref().unwrap_or(&change.path);
                let before = find_bytes(state, old, Follow::Yes).ok();
                let previous_hash = match before.as_ref().and_then(|(_, node)| node.as_file()) {
                    Some(file) if file.unread().is_none() => Some(file.hash()),
                    Some(file) => Some(bytes_of(&state.tree, file, &name)?.sha256()),
                    None => None,
                };
                let mode = before.as_ref().map(|(_, node)| node.meta().mode);
                let mut current_hash = None;
                match (&change.content, change.action) {
                    (_, ChangeAction::Delete) | (None, _) => {
                        let (path, _) = find_bytes(state, &change.path, Follow::No).map_err(&fail)?;
                        state.tree.unlink(&path, now).map_err(&fail)?;
                    }
                    (Some(bytes), action) => {
                        let resolved = place_bytes(state, &change.path, true).map_err(&fail)?;
                        let content = Content::from_bytes(bytes.clone());
                        current_hash = Some(content.sha256());
                        match &resolved.node {
                            Some(Node::File(_)) => {
                                state.tree.set_content(&resolved.path, content, now).map_err(&fail)?;
                            }
                            Some(_) => return Err(fail(Errno::IsDir)),
                            None => {
                                let mode = change.mode.or(mode).unwrap_or(0o644);
                                state.tree.create_file(&resolved.path, content, mode, now).map_err(&fail)?;
                            }
                        }
                        if let Some(mode) = change.mode {
                            state.tree.set_mode(&resolved.path, mode, now).map_err(&fail)?;
                        }
                        if action == ChangeAction::Rename
                            && let Some((path, _)) = before
                            && path != resolved.path
                        {
                            state.tree.unlink(&path, now).map_err(&fail)?;
                        }
                    }
                }
                patched.push(PatchedFile {
                    path: name.clone().into_owned(),
                    action: change.action,
                    from: change.from.as_ref().map(|from| from.to_str_lossy().into_owned()),
                    previous_hash,
                    current_hash,
                    hunks: change.hunks,
                    added: change.added,
                    removed: change.removed,
                    notes: change.notes.clone(),
                });
            }
            Ok(patched)
        })
    }
}

/// A file's bytes, fetched where it was not read. Errors: as [`fetch`].
pub(super) fn bytes_of(tree: &Tree, file: &File, path: &str) -> Result<Content, ApiError> {
    match file.unread() {
        None => Ok(file.content().clone()),
        Some(unread) => fetch(tree, unread, path),
    }
}

/// The bytes of an unread file, as far as they can be had at once. Errors: `ASYNC_REQUIRED`; the source's.
fn fetch(tree: &Tree, unread: &Unread, path: &str) -> Result<Content, ApiError> {
    if !unread.is_immediate() {
        return Err(ApiError::async_required(Some(path)));
    }
    match unread.ask(tree.limits().file_bytes) {
        Answer::Now(content) => content.map_err(|errno| ApiError::file(errno, "read", path)),
        Answer::Later(_) => Err(ApiError::async_required(Some(path))),
    }
}

/// Reads what a change is about to look at, when it is an unread file. Errors: as [`fetch`], `ENOSPC`.
pub(super) fn read_first(state: &mut State, path: &str, follow: Follow) -> Result<(), ApiError> {
    let Ok((found, Node::File(file))) = find(state, path, follow) else { return Ok(()) };
    let Some(unread) = file.unread() else { return Ok(()) };
    let content = fetch(&state.tree, unread, path)?;
    state.tree.fill(&found, content).map_err(|errno| ApiError::file(errno, "read", path))
}

/// The files that a patch names: relative to the session's working folder.
struct StateSource<'a> {
    state: &'a State,
    /// The last error that was no answer about the file.
    failure: Cell<Option<Errno>>,
}

impl PatchSource for StateSource<'_> {
    fn read(&self, path: &[u8]) -> Result<Option<Bytes>, SourceError> {
        match find_bytes(self.state, path, Follow::Yes) {
            Ok((_, Node::File(file))) => match bytes_of(&self.state.tree, &file, &path.to_str_lossy()) {
                Ok(content) => Ok(Some(content.to_bytes())),
                Err(error) => Err(SourceError::Other { code: error.code, message: error.message }),
            },
            Ok(_) => Err(SourceError::NotAFile),
            Err(Errno::NotFound) => Ok(None),
            Err(errno) => {
                self.failure.set(Some(errno));
                Err(SourceError::Other { code: errno.code(), message: errno.message().to_owned() })
            }
        }
    }
}

fn patch_error(error: &PatchError, source: &StateSource<'_>) -> ApiError {
    let path = error.path().map(str::to_owned);
    let message = error.to_string();
    match (error, source.failure.get()) {
        (PatchError::Source { .. }, Some(errno)) => {
            ApiError { path, message, ..ApiError::file(errno, "apply_patch", "") }
        }
        _ => ApiError { path, ..ApiError::new(error.code(), category_of_code(error.code()), message) },
    }
}

/// Makes the errors of one operation on one path, which the error names absolutely.
pub(super) fn blame<'p>(state: &State, syscall: &'static str, path: &'p str) -> impl Fn(Errno) -> ApiError + use<'p> {
    let cwd = state.shell.cwd.clone();
    move |errno| {
        let absolute = AbsPath::lexical(&cwd, path.as_bytes()).map(|path| path.to_string());
        ApiError { path: Some(absolute.unwrap_or_else(|_| path.to_owned())), ..ApiError::file(errno, syscall, path) }
    }
}

fn stale(path: &str, wanted: &Hash, found: &Hash) -> ApiError {
    ApiError {
        path: Some(path.to_owned()),
        ..ApiError::new(
            "STALE_CONTENT",
            Category::Conflict,
            format!("{path}: the content has changed: its hash is {found}, not {wanted}; read it again"),
        )
    }
}

fn encoding_error(path: &str, offset: usize) -> ApiError {
    ApiError {
        path: Some(path.to_owned()),
        ..ApiError::new(
            "FILE_ENCODING",
            Category::InvalidRequest,
            format!("{path}: byte {offset} is not UTF-8; read it as bytes"),
        )
    }
}

/// A change by the host takes one step of virtual time, so that times order changes.
pub(super) fn tick(state: &mut State) -> Time {
    state.clock = if state.real_clock { host_time() } else { Time(state.clock.0.saturating_add(1_000)) };
    state.clock
}

pub(super) fn find(state: &State, path: &str, follow: Follow) -> Result<(AbsPath, Node), Errno> {
    find_bytes(state, path.as_bytes(), follow)
}

fn find_bytes(state: &State, path: &[u8], follow: Follow) -> Result<(AbsPath, Node), Errno> {
    let resolved = state.tree.resolve(&state.shell.cwd, path, follow)?;
    if state.policy.hides(&resolved.path) {
        return Err(Errno::NotFound);
    }
    Ok((resolved.path, resolved.node.ok_or(Errno::NotFound)?))
}

/// Where a new name would be; with `create_parents` its folders are made.
pub(super) fn place(state: &mut State, path: &str, create_parents: bool) -> Result<Resolved, Errno> {
    place_bytes(state, path.as_bytes(), create_parents)
}

fn place_bytes(state: &mut State, path: &[u8], create_parents: bool) -> Result<Resolved, Errno> {
    let first = state.tree.resolve(&state.shell.cwd, path, Follow::Yes);
    if !create_parents || !matches!(first, Err(Errno::NotFound)) {
        return first;
    }
    let target = AbsPath::lexical_within(&state.shell.cwd, path, state.tree.limits())?;
    let parent = target.parent().ok_or(Errno::NotFound)?;
    let now = tick(state);
    state.tree.mkdir_all(&parent, 0o755, now)?;
    state.tree.resolve(&state.shell.cwd, target.as_bytes(), Follow::Yes)
}

/// A name that is free, also of a link to nothing.
pub(super) fn vacancy(state: &State, path: &str) -> Result<AbsPath, Errno> {
    let resolved = state.tree.resolve(&state.shell.cwd, path.as_bytes(), Follow::No)?;
    match resolved.node {
        Some(_) => Err(Errno::Exists),
        None if resolved.trailing_slash => Err(Errno::NotFound),
        None => Ok(resolved.path),
    }
}

/// The vacant target of a copy or move. What is in the way is removed when it may be; of a link that is not followed, the
/// link itself.
fn clear_target(
    state: &mut State,
    source: &AbsPath,
    to: &str,
    options: TransferOptions,
    follow: Follow,
) -> Result<AbsPath, Errno> {
    let resolved = match state.tree.resolve(&state.shell.cwd, to.as_bytes(), follow) {
        Ok(resolved) => resolved,
        Err(_) => place(state, to, options.create_parents)?,
    };
    let target = resolved.path;
    if target.starts_with(source) || source.starts_with(&target) {
        return Err(Errno::Invalid);
    }
    if let Some(node) = resolved.node {
        if !options.overwrite {
            return Err(Errno::Exists);
        }
        let now = tick(state);
        if node.kind() == Kind::Dir {
            state.tree.remove_all(&target, now)?;
        } else {
            state.tree.unlink(&target, now)?;
        }
    }
    Ok(target)
}

fn children(tree: &Tree, path: &AbsPath) -> Result<Vec<(AbsPath, Node)>, Errno> {
    let mut list: Vec<(AbsPath, Node)> =
        tree.read_dir(path)?.into_iter().map(|(name, node)| (path.join(&name), node)).collect();
    list.reverse();
    Ok(list)
}

/// Copies a subtree, folders before their content.
fn copy_node(state: &mut State, source: &AbsPath, node: &Node, target: &AbsPath, now: Time) -> Result<(), Errno> {
    let State { tree, policy, .. } = state;
    let mut stack = vec![(source.clone(), node.clone())];
    while let Some((path, node)) = stack.pop() {
        // What the policy hides is not there to be copied, as for `cp`.
        if policy.hides(&path) {
            continue;
        }
        let to = path.rebase(source, target).ok_or(Errno::Invalid)?;
        match &node {
            Node::Dir(dir) => {
                tree.mkdir(&to, dir.meta.mode, now)?;
                stack.extend(children(tree, &path)?);
            }
            Node::File(file) => drop(match file.unread() {
                Some(unread) => tree.create_unread(&to, Arc::clone(unread), file.meta.mode, now)?,
                None => tree.create_file(&to, file.content().clone(), file.meta.mode, now)?,
            }),
            Node::Symlink(link) => drop(tree.symlink(&to, &Arc::clone(&link.target), now)?),
            Node::Fifo(fifo) => drop(tree.mkfifo(&to, fifo.meta.mode, now)?),
            Node::Device(_) | Node::Linked(_) => return Err(Errno::NotSupported),
        }
    }
    Ok(())
}

fn entry(tree: &Tree, path: &AbsPath, node: &Node) -> Result<Entry, Errno> {
    let meta = node.meta();
    Ok(Entry {
        path: path.to_string(),
        name: path.name().unwrap_or_default().to_str_lossy().into_owned(),
        kind: node.kind(),
        size: node.size(),
        mode: meta.mode,
        mtime: meta.mtime,
        content_hash: match node {
            Node::File(file) => file.unread().is_none().then(|| file.hash()),
            Node::Dir(_) if !tree.is_system(path) => Some(tree.content_hash(path)?),
            _ => None,
        },
        target: node.as_symlink().map(|link| link.target.to_str_lossy().into_owned()),
        ino: meta.ino,
        links: tree.nlink(node),
    })
}
