//! Archives of a session's files, out and in.

use std::collections::HashMap;

use bytes::Bytes;

use super::error::{ApiError, Category};
use super::files::tick;
use super::session::Session;
use super::snapshot::Snapshot;
use super::state::State;
use formats::archive::{
    ArchiveError, Entry, EntryKind, Format, ReadLimits, Unsupported, gzip, read_archive, write_tar, write_zip,
};
use workspace::{AbsPath, Content, Errno, Follow, Ino, Kind, Node, Time, Tree, Walk};

/// How to make an archive.
#[derive(Debug, Clone)]
pub struct ExportOptions {
    pub format: Format,
    /// The folder whose content it holds, by its path.
    pub root: String,
    /// The most bytes that it may have.
    pub max_bytes: u64,
}

/// How to read an archive.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// `None`: told from the first bytes.
    pub format: Option<Format>,
    /// The folder that it is put into; made when it is not there.
    pub root: String,
    /// Files that are there are replaced; otherwise they are `EEXIST`.
    pub overwrite: bool,
    /// The folder is emptied before.
    pub clear: bool,
    /// Devices and sparse files are left out and listed; otherwise they are refused.
    pub skip_unsupported: bool,
    /// Beyond 16 MiB, what is compressed may become so many times larger.
    pub max_ratio: u64,
}

/// The usual [`ImportOptions::max_ratio`].
pub const ARCHIVE_RATIO: u64 = 200;

/// What an import did.
#[derive(Debug, Clone)]
pub struct Imported {
    /// Entries that were taken.
    pub entries: u64,
    /// What was left out.
    pub skipped: Vec<Unsupported>,
}

impl Snapshot {
    /// An archive of the files below a folder: equal files, equal bytes. Errors: `ENOENT`, `ENOTDIR`,
    /// `ARCHIVE_TOO_LARGE`.
    pub fn export_archive(&self, options: &ExportOptions) -> Result<Vec<u8>, ApiError> {
        export(self.state(), options)
    }
}

impl Session {
    /// [`Snapshot::export_archive`] of the last published state.
    pub fn export_archive(&self, options: &ExportOptions) -> Result<Vec<u8>, ApiError> {
        export(&self.state()?, options)
    }

    /// Puts what an archive holds into a folder: all of it or nothing. Modes are taken over, owners and times are not.
    ///
    /// Errors: `ARCHIVE_CORRUPT`, `ARCHIVE_UNSUPPORTED`, `ARCHIVE_ENTRY_REFUSED`, `ARCHIVE_TOO_LARGE`; file errors.
    pub fn import_archive(&self, bytes: &Bytes, options: &ImportOptions) -> Result<Imported, ApiError> {
        self.change("importArchive", |state| import(state, bytes, options))
    }
}

fn export(state: &State, options: &ExportOptions) -> Result<Vec<u8>, ApiError> {
    let fail = |errno| ApiError::file(errno, "scandir", &options.root);
    let resolved = state.tree.resolve(&state.shell.cwd, options.root.as_bytes(), Follow::Yes).map_err(fail)?;
    if resolved.node.ok_or_else(|| fail(Errno::NotFound))?.kind() != Kind::Dir {
        return Err(fail(Errno::NotDir));
    }
    let entries = entries(&state.tree.without_unread(), &resolved.path).map_err(fail)?;
    let too_large = |what: String| ApiError::new("ARCHIVE_TOO_LARGE", Category::QuotaExceeded, what);
    let most = options.max_bytes;
    // Uncompressed, contents alone say that it cannot fit.
    let contents: u64 = entries.iter().map(|entry| content_of(entry).map_or(0, |bytes| bytes.len() as u64)).sum();
    if options.format == Format::Tar && contents > most {
        return Err(too_large(format!("the archive has more than {contents} bytes, maxBytes = {most}")));
    }
    let bytes = match options.format {
        Format::Tar => write_tar(&entries),
        Format::TarGz => gzip(&write_tar(&entries)),
        Format::Zip => write_zip(&entries).map_err(|error| too_large(error.to_string()))?,
    };
    if bytes.len() as u64 > most {
        return Err(too_large(format!("the archive has {} bytes, more than maxBytes = {most}", bytes.len())));
    }
    Ok(bytes)
}

fn content_of(entry: &Entry) -> Option<&Bytes> {
    match &entry.kind {
        EntryKind::File(bytes) => Some(bytes),
        _ => None,
    }
}

/// Everything below a folder, in byte order of the whole paths.
fn entries(tree: &Tree, root: &AbsPath) -> Result<Vec<Entry>, Errno> {
    let mut found: Vec<(Vec<u8>, Node)> = Vec::new();
    for item in Walk::new(tree, root)? {
        let path = item.path.strip_prefix(root).unwrap_or_default();
        if !path.is_empty() && !tree.is_system(&item.path) {
            found.push((path.to_vec(), item.node));
        }
    }
    found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut names: HashMap<Ino, Vec<u8>> = HashMap::new();
    let mut entries = Vec::with_capacity(found.len());
    for (path, node) in found {
        let mode = node.meta().mode;
        let several = node.kind() != Kind::Dir && tree.nlink(&node) > 1;
        let known = if several { names.get(&node.meta().ino) } else { None };
        let kind = match (&node, known) {
            (_, Some(name)) => EntryKind::HardLink(name.clone()),
            (Node::Dir(_), _) => EntryKind::Folder,
            (Node::File(file), _) => EntryKind::File(file.content().to_bytes()),
            (Node::Symlink(link), _) => EntryKind::Symlink(link.target.to_vec()),
            (Node::Fifo(_), _) => EntryKind::Fifo,
            _ => continue,
        };
        if several && known.is_none() {
            names.insert(node.meta().ino, path.clone());
        }
        entries.push(Entry { path, mode, kind });
    }
    Ok(entries)
}

fn import(state: &mut State, bytes: &Bytes, options: &ImportOptions) -> Result<Imported, ApiError> {
    let limits = *state.tree.limits();
    let limits = ReadLimits {
        entries: limits.nodes,
        file_bytes: limits.file_bytes,
        total_bytes: limits.total_bytes,
        ratio: options.max_ratio,
    };
    let contents = read_archive(bytes, options.format, &limits).map_err(archive_error)?;
    if let (Some(first), false) = (contents.unsupported.first(), options.skip_unsupported) {
        return Err(archive_error(ArchiveError::Refused { path: first.path.clone(), why: first.why }));
    }
    let now = tick(state);
    let root = import_root(state, options, now)?;
    let count = contents.entries.len() as u64;
    for entry in contents.entries {
        let path = AbsPath::lexical_within(&root, &entry.path, state.tree.limits());
        let fail = |errno| ApiError::file(errno, "open", &String::from_utf8_lossy(&entry.path));
        let path = path.map_err(fail)?;
        place(&mut state.tree, &root, &path, &entry, options.overwrite, now).map_err(fail)?;
    }
    Ok(Imported { entries: count, skipped: contents.unsupported })
}

/// The folder to put things into, made or emptied as wanted.
fn import_root(state: &mut State, options: &ImportOptions, now: Time) -> Result<AbsPath, ApiError> {
    let fail = |errno| ApiError::file(errno, "mkdir", &options.root);
    let resolved = state.tree.resolve(&state.shell.cwd, options.root.as_bytes(), Follow::Yes);
    let root = match resolved {
        Ok(resolved) if resolved.node.is_some() => resolved.path,
        Ok(_) | Err(Errno::NotFound) => {
            let limits = *state.tree.limits();
            let path = AbsPath::lexical_within(&state.shell.cwd, options.root.as_bytes(), &limits).map_err(fail)?;
            state.tree.mkdir_all(&path, 0o755, now).map_err(fail)?;
            path
        }
        Err(errno) => return Err(fail(errno)),
    };
    if options.clear && !root.is_root() {
        for (name, _) in state.tree.read_dir(&root).map_err(fail)? {
            state.tree.remove_all(&root.join(&name), now).map_err(fail)?;
        }
    }
    match state.tree.get(&root).map_err(fail)?.kind() {
        Kind::Dir => Ok(root),
        _ => Err(fail(Errno::NotDir)),
    }
}

/// Puts one entry in its place. Folders on the way are made; links among them are not followed.
fn place(
    tree: &mut Tree,
    root: &AbsPath,
    path: &AbsPath,
    entry: &Entry,
    overwrite: bool,
    now: Time,
) -> Result<(), Errno> {
    if let Some(parent) = path.parent() {
        tree.mkdir_all(&parent, 0o755, now)?;
    }
    match (tree.get(path), &entry.kind) {
        (Ok(Node::Dir(_)), EntryKind::Folder) => return tree.set_mode(path, entry.mode, now),
        (Ok(Node::Dir(_)), _) => return Err(Errno::IsDir),
        (Ok(_), _) if overwrite => drop(tree.unlink(path, now)?),
        (Ok(_), _) => return Err(Errno::Exists),
        (Err(_), _) => {}
    }
    match &entry.kind {
        EntryKind::Folder => tree.mkdir(path, entry.mode, now).map(drop),
        EntryKind::File(bytes) => tree.create_file(path, Content::from_bytes(bytes.clone()), entry.mode, now).map(drop),
        EntryKind::Symlink(target) => tree.symlink(path, target, now).map(drop),
        EntryKind::Fifo => tree.mkfifo(path, entry.mode, now).map(drop),
        EntryKind::HardLink(target) => {
            let target = AbsPath::lexical_within(root, target, tree.limits())?;
            tree.link(&target, path, now)
        }
    }
}

fn archive_error(error: ArchiveError) -> ApiError {
    let (code, category) = match &error {
        ArchiveError::Corrupt(_) => ("ARCHIVE_CORRUPT", Category::InvalidRequest),
        ArchiveError::Unsupported(_) => ("ARCHIVE_UNSUPPORTED", Category::Unsupported),
        ArchiveError::Refused { .. } => ("ARCHIVE_ENTRY_REFUSED", Category::InvalidRequest),
        ArchiveError::TooLarge(_) => ("ARCHIVE_TOO_LARGE", Category::QuotaExceeded),
    };
    let path = match &error {
        ArchiveError::Refused { path, .. } => Some(String::from_utf8_lossy(path).into_owned()),
        _ => None,
    };
    ApiError { path, ..ApiError::new(code, category, format!("the archive {error}")) }
}
