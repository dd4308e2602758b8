//! How two states differ: as a list of changes, and as a patch that other tools apply.

use std::borrow::Cow;

use bstr::ByteSlice;
use bytes::Bytes;

use super::error::ApiError;
use super::files::bytes_of;
use super::session::Session;
use super::snapshot::Snapshot;
use formats::{FileDiff, file_diff};
use workspace::{AbsPath, Change, ChangeKind, Kind, Node, Tree, diff};

/// Lines of context around a change when the caller names no other number; git's own.
pub const CONTEXT_LINES: usize = 3;

impl Snapshot {
    /// How this snapshot becomes `other`, under `/workspace`, sorted by path.
    pub fn diff(&self, other: &Snapshot) -> Vec<Change> {
        diff(&self.state().tree, &other.state().tree, &AbsPath::workspace())
    }

    /// The same as a git-style patch; see [`patch`].
    pub fn patch(&self, other: &Snapshot, context: usize) -> Result<Vec<u8>, ApiError> {
        patch(&self.state().tree, &other.state().tree, &AbsPath::workspace(), context)
    }
}

impl Session {
    /// What this session changed since `snapshot`, under `/workspace`, sorted by path.
    pub fn diff(&self, snapshot: &Snapshot) -> Result<Vec<Change>, ApiError> {
        Ok(diff(&snapshot.state().tree, &self.state()?.tree, &AbsPath::workspace()))
    }

    /// The same as a git-style patch; see [`patch`].
    pub fn patch(&self, snapshot: &Snapshot, context: usize) -> Result<Vec<u8>, ApiError> {
        patch(&snapshot.state().tree, &self.state()?.tree, &AbsPath::workspace(), context)
    }
}

/// What makes `from` become `to` below `root`, as `git diff --full-index` prints it: `git apply` and GNU `patch` take
/// it, paths being relative to `root`.
///
/// What git does not keep is left out: folders as such, FIFOs, and of modes everything but whether a file can be
/// executed. Binary contents are only said to differ. Sections stand in the order of their paths; where something
/// became another kind of thing, everything that goes away comes first, since `patch` works through them one by one.
///
/// Errors: `ASYNC_REQUIRED` for the bytes of a file that a function has and nobody read; those of its source.
pub fn patch(from: &Tree, to: &Tree, root: &AbsPath, context: usize) -> Result<Vec<u8>, ApiError> {
    let changes = diff(from, to, root);
    let mut out = Vec::new();
    let kinds_change = changes.iter().any(|change| change.kind == ChangeKind::TypeChanged);
    let stages: &[Stage] = if kinds_change { &[Stage::Gone, Stage::Moved, Stage::There] } else { &[Stage::All] };
    for stage in stages {
        for change in &changes {
            let renamed = matches!(change.kind, ChangeKind::Renamed { .. });
            let (goes, comes) = match (stage, &change.kind) {
                (Stage::All, _) | (Stage::There, ChangeKind::Created | ChangeKind::Modified) => (true, true),
                (Stage::There, ChangeKind::ModeChanged | ChangeKind::LinkChanged) => (true, true),
                (Stage::Gone, ChangeKind::Deleted | ChangeKind::TypeChanged) => (true, false),
                (Stage::There, ChangeKind::TypeChanged) => (false, true),
                (Stage::Moved, _) if renamed => (true, true),
                _ => continue,
            };
            let old_path = match &change.kind {
                ChangeKind::Renamed { from } => from,
                _ => &change.path,
            };
            let old = change.before.as_ref().filter(|_| goes).map(|_| Side::of(from, root, old_path)).transpose()?;
            let new = change.after.as_ref().filter(|_| comes).map(|_| Side::of(to, root, &change.path)).transpose()?;
            let (old, new) = (old.flatten(), new.flatten());
            out.extend(section(old.as_ref(), new.as_ref(), context));
        }
    }
    Ok(out)
}

enum Stage {
    /// Everything, in order of paths.
    All,
    Gone,
    Moved,
    There,
}

/// What git keeps of a node.
struct Side<'a> {
    path: &'a [u8],
    content: Bytes,
    link: bool,
    mode: u16,
}

impl<'a> Side<'a> {
    /// `None` for what git has no form for.
    fn of(tree: &Tree, root: &AbsPath, path: &'a [u8]) -> Result<Option<Side<'a>>, ApiError> {
        let mut whole = Cow::Borrowed(root.as_bytes());
        if !path.is_empty() {
            whole.to_mut().push(b'/');
            whole.to_mut().extend_from_slice(path);
        }
        let whole = AbsPath::lexical_within(root, &whole, tree.limits());
        let Some(node) = whole.ok().and_then(|whole| tree.get(&whole).ok()) else { return Ok(None) };
        let content = match &node {
            Node::File(file) => bytes_of(tree, file, &path.to_str_lossy())?.to_bytes(),
            Node::Symlink(link) => Bytes::copy_from_slice(&link.target),
            _ => return Ok(None),
        };
        Ok(Some(Side { path, content, link: node.kind() == Kind::Symlink, mode: node.meta().mode }))
    }
}

fn section(old: Option<&Side<'_>>, new: Option<&Side<'_>>, context: usize) -> Vec<u8> {
    match (old, new) {
        // git has no form for one that changes its kind.
        (Some(before), Some(after)) if before.link != after.link => {
            [section(old, None, context), section(None, new, context)].concat()
        }
        _ => file_diff(&FileDiff {
            old_path: old.map(|side| side.path),
            new_path: new.map(|side| side.path),
            old: old.map_or(b"", |side| &side.content),
            new: new.map_or(b"", |side| &side.content),
            old_mode: old.map_or(0, |side| side.mode),
            new_mode: new.map_or(0, |side| side.mode),
            old_link: old.is_some_and(|side| side.link),
            new_link: new.is_some_and(|side| side.link),
            index: true,
            context,
        }),
    }
}
