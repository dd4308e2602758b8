//! What changed from one tree to another.
//!
//! The cost follows what changed: shared folders, and shared parts of large folders, are passed over by pointer, and
//! folders whose hashes are known by hash.

use std::collections::{HashMap, VecDeque};

use super::content::Content;
use super::hash::Hash;
use super::node::{Dir, Kind, Node};
use super::path::AbsPath;
use super::tree::Tree;

/// How a path differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// It is new.
    Created,
    /// It is gone.
    Deleted,
    /// A file's bytes are others. Its mode may be too.
    Modified,
    /// A file of the same bytes, of at least one byte, was at this path, which is gone. Its mode may have changed.
    Renamed {
        /// The old path, relative like [`Change::path`].
        from: Vec<u8>,
    },
    /// Only the mode is another.
    ModeChanged,
    /// A symbolic link points elsewhere.
    LinkChanged,
    /// It is another kind of node now. What was below a folder is listed as deleted, what is as created.
    TypeChanged,
}

/// One side of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// What kind of node it is.
    pub kind: Kind,
    /// Bytes of a file or of a symbolic link's target; 0 for the rest.
    pub size: u64,
    /// The permission bits.
    pub mode: u16,
    /// SHA-256 of a file's bytes or of a symbolic link's target; `None` for the rest, and for a file that was not read.
    pub hash: Option<Hash>,
}

impl Version {
    pub(super) fn of(node: &Node) -> Self {
        let (size, hash) = match node {
            Node::File(file) => match file.unread() {
                // Somebody who shares the file may have read it.
                Some(unread) => (node.size(), unread.content().map(Content::sha256)),
                None => (node.size(), Some(file.hash())),
            },
            Node::Symlink(link) => (link.target.len() as u64, Some(Hash::of(&link.target))),
            _ => (0, None),
        };
        Version { kind: node.kind(), size, mode: node.meta().mode, hash }
    }
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Relative to the folder that was compared, without a leading slash; empty for that folder itself.
    pub path: Vec<u8>,
    /// How it differs.
    pub kind: ChangeKind,
    /// What was there; for a rename, at its old path. `None` when it was created.
    pub before: Option<Version>,
    /// What is there. `None` when it was deleted.
    pub after: Option<Version>,
}

/// What has to be done to `from` to make it `to`, below `root` (a physical path), sorted by the byte order of the
/// relative path. Times and inode numbers are no difference, and neither is that a file was read on one side only. A `root` that is missing on one side counts as created or
/// deleted with everything in it; missing on both there is no change. The system overlay is not compared.
///
/// Only files are recognised as renamed. Of several files of the same bytes, those that keep their name are paired
/// first, then the rest in order.
pub fn diff(from: &Tree, to: &Tree, root: &AbsPath) -> Vec<Change> {
    let (before, after) = (from.get(root).ok(), to.get(root).ok());
    let mut comparison = Comparison { from, to, open: Vec::new(), changes: Vec::new(), first: false, found: false };
    comparison.visit(b"", b"", before.as_ref(), after.as_ref());
    while let Some((path, before, after)) = comparison.open.pop() {
        comparison.compare_entries(&path, before, after);
    }
    let mut changes = pair_renames(comparison.changes);
    changes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    changes
}

/// Whether two nodes differ in anything that [`diff`] would list. Stops at the first difference and hashes nothing.
pub(super) fn differ(from: &Tree, before: &Node, to: &Tree, after: &Node) -> bool {
    let mut comparison = Comparison { from, to, open: Vec::new(), changes: Vec::new(), first: true, found: false };
    comparison.visit(b"", b"", Some(before), Some(after));
    while !comparison.found
        && let Some((path, before, after)) = comparison.open.pop()
    {
        comparison.compare_entries(&path, before, after);
    }
    comparison.found
}

type Pair<'a> = (Vec<u8>, Option<&'a Node>, Option<&'a Node>);

struct Comparison<'a> {
    from: &'a Tree,
    to: &'a Tree,
    /// Nodes of which at least one is a folder, whose entries are to be compared.
    open: Vec<Pair<'a>>,
    changes: Vec<Change>,
    /// Nobody asks what differs, but whether anything does.
    first: bool,
    found: bool,
}

fn join(parent: &[u8], name: &[u8]) -> Vec<u8> {
    let slash: &[u8] = if parent.is_empty() { b"" } else { b"/" };
    [parent, slash, name].concat()
}

impl<'a> Comparison<'a> {
    /// Compares two nodes of one path, but not yet what is in them.
    fn visit(&mut self, parent: &[u8], name: &[u8], before: Option<&'a Node>, after: Option<&'a Node>) {
        if self.found {
            return;
        }
        if let (Some(before), Some(after)) = (before, after)
            && self.from.surely_same(before, self.to, after)
        {
            return;
        }
        let before = before.map(|node| self.from.leaf(node));
        let after = after.map(|node| self.to.leaf(node));
        let kind = match (before, after) {
            (Some(before), Some(after)) => {
                if let (Node::Dir(a), Node::Dir(b)) = (before, after)
                    && a.meta.mode == b.meta.mode
                    && a.elsewhere() == 0
                    && b.elsewhere() == 0
                    && let (Some(a), Some(b)) = (self.from.known_hash(a), self.to.known_hash(b))
                    && a == b
                {
                    return;
                }
                compare(before, after)
            }
            (Some(_), None) => Some(ChangeKind::Deleted),
            (None, Some(_)) => Some(ChangeKind::Created),
            (None, None) => None,
        };
        if self.first && kind.is_some() {
            self.found = true;
            return;
        }
        let is_folder = |node: Option<&Node>| node.is_some_and(|node| node.kind() == Kind::Dir);
        let descend = is_folder(before) || is_folder(after);
        if kind.is_none() && !descend {
            return;
        }
        let path = join(parent, name);
        if let Some(kind) = kind {
            self.changes.push(Change {
                path: path.clone(),
                kind,
                before: before.map(Version::of),
                after: after.map(Version::of),
            });
        }
        if descend {
            self.open.push((path, before, after));
        }
    }

    fn compare_entries(&mut self, path: &[u8], before: Option<&'a Node>, after: Option<&'a Node>) {
        match (before.and_then(Node::as_dir), after.and_then(Node::as_dir)) {
            (Some(a), Some(b)) => {
                let (a, b) = with_listings(a, b);
                // A shared entry says nothing when it is the number of an inode that changed.
                let skip = a.linked() == 0 && b.linked() == 0 || self.from.same_inodes(self.to);
                for (name, before, after) in a.own().pairs(b.own(), skip) {
                    self.visit(path, name, before, after);
                }
            }
            (Some(a), None) => {
                for (name, node) in a.listed().unwrap_or(a).iter() {
                    self.visit(path, name, Some(node), None);
                }
            }
            (None, Some(b)) => {
                for (name, node) in b.listed().unwrap_or(b).iter() {
                    self.visit(path, name, None, Some(node));
                }
            }
            (None, None) => {}
        }
    }
}

/// Two versions of a folder as their sources list them, unless both are still the same source's: that is not asked for what
/// it has.
pub(super) fn with_listings<'a>(a: &'a Dir, b: &'a Dir) -> (&'a Dir, &'a Dir) {
    if a.same_source(b) && a.is_unlisted() && b.is_unlisted() {
        return (a, b);
    }
    // What cannot be listed is as if it were empty.
    (a.listed().unwrap_or(a), b.listed().unwrap_or(b))
}

/// How two existing nodes differ, apart from what is in folders.
fn compare(before: &Node, after: &Node) -> Option<ChangeKind> {
    match (before, after) {
        (Node::File(a), Node::File(b)) if !a.same_bytes(b) => Some(ChangeKind::Modified),
        (Node::Symlink(a), Node::Symlink(b)) if a.target != b.target => Some(ChangeKind::LinkChanged),
        (a, b) if a.kind() != b.kind() => Some(ChangeKind::TypeChanged),
        (a, b) if a.meta().mode != b.meta().mode => Some(ChangeKind::ModeChanged),
        _ => None,
    }
}

fn file_name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// The hash of a file that may have been moved.
fn movable(version: Option<&Version>) -> Option<Hash> {
    version.filter(|version| version.kind == Kind::File && version.size > 0).and_then(|version| version.hash)
}

/// Makes one rename out of each pair of a deleted and a created file of the same bytes.
fn pair_renames(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    // By hash and name, and by hash alone: where the deleted files are, in order.
    let mut named: HashMap<(Hash, &[u8]), VecDeque<usize>> = HashMap::new();
    let mut any: HashMap<Hash, VecDeque<usize>> = HashMap::new();
    for (at, change) in changes.iter().enumerate() {
        if change.kind == ChangeKind::Deleted
            && let Some(hash) = movable(change.before.as_ref())
        {
            named.entry((hash, file_name(&change.path))).or_default().push_back(at);
            any.entry(hash).or_default().push_back(at);
        }
    }
    if any.is_empty() {
        return changes;
    }
    let mut used = vec![false; changes.len()];
    let mut pairs = Vec::new();
    for same_name in [true, false] {
        for (at, change) in changes.iter().enumerate() {
            let Some(hash) = movable(change.after.as_ref()) else {
                continue;
            };
            if change.kind != ChangeKind::Created || used[at] {
                continue;
            }
            let candidates =
                if same_name { named.get_mut(&(hash, file_name(&change.path))) } else { any.get_mut(&hash) };
            let Some(candidates) = candidates else {
                continue;
            };
            while let Some(old) = candidates.pop_front() {
                if !used[old] {
                    (used[old], used[at]) = (true, true);
                    pairs.push((old, at));
                    break;
                }
            }
        }
    }
    let mut gone = vec![false; changes.len()];
    for (old, new) in pairs {
        gone[old] = true;
        let (from, before) = {
            let old = &mut changes[old];
            (std::mem::take(&mut old.path), old.before.take())
        };
        let new = &mut changes[new];
        new.kind = ChangeKind::Renamed { from };
        new.before = before;
    }
    let mut gone = gone.into_iter();
    changes.retain(|_| !gone.next().unwrap_or(false));
    changes
}
