//! The whole file system as one persistent value, and how to read it.

use std::sync::Arc;

use super::content::Content;
use super::diff::differ;
use super::error::Errno;
use super::inodes::InodeTable;
use super::limits::TreeLimits;
use super::node::{Dir, Ino, Meta, Name, Node, Totals};
use super::path::{AbsPath, components};
use super::source::Numbers;
use super::{Hash, Time};

/// The whole file system as one persistent value. Cloning is O(1), and neither copy sees what the other does.
///
/// Paths given to its methods are physical, that is without symbolic links among their folders: see
/// [`Tree::resolve`]. Methods that change it check everything first: on an error nothing has changed.
#[derive(Clone)]
pub struct Tree {
    pub(super) root: Arc<Dir>,
    pub(super) inodes: InodeTable,
    pub(super) next_ino: Ino,
    pub(super) limits: TreeLimits,
    pub(super) system: Option<Arc<Dir>>,
    /// Mounted folders that must not be changed.
    pub(super) read_only: Arc<[AbsPath]>,
    /// How many folders were mounted.
    pub(super) mounts: u64,
}

impl Tree {
    /// A tree of three folders: `/` and `/workspace` with mode 755, `/tmp` with mode 1777.
    pub fn new(limits: TreeLimits, now: Time) -> Tree {
        let folder = |ino, mode| Node::Dir(Arc::new(Dir::new(Meta::new(ino, mode, now))));
        let root = Dir::from_entries(
            Meta::new(1, 0o755, now),
            [(Name::from(&b"workspace"[..]), folder(2, 0o755)), (Name::from(&b"tmp"[..]), folder(3, 0o1777))],
        );
        Tree {
            root: Arc::new(root),
            inodes: InodeTable::new(),
            next_ino: 4,
            limits,
            system: None,
            read_only: Arc::default(),
            mounts: 0,
        }
    }

    /// Lays a read-only folder over `/`: its entries hide those of the same name. They are found by path and listed,
    /// but not counted, hashed, compared or encoded, and every change to them is `ReadOnly`.
    pub fn with_system(mut self, system: Arc<Dir>) -> Tree {
        self.system = Some(system);
        self
    }

    /// The quotas.
    pub fn limits(&self) -> &TreeLimits {
        &self.limits
    }

    /// Other quotas from now on; what is there stays, even when it is above them.
    pub fn set_limits(&mut self, limits: TreeLimits) {
        self.limits = limits;
    }

    /// The node at a path. Never [`Node::Linked`]; a symbolic link is not followed.
    ///
    /// Errors: `NotFound`; `NotDir` when something on the way is no folder.
    pub fn get(&self, path: &AbsPath) -> Result<Node, Errno> {
        let Some((parent, name)) = path.split() else {
            return Ok(Node::Dir(self.root.clone()));
        };
        let dir = self.dir(parent)?;
        Ok(self.leaf(self.child(dir, name)?.ok_or(Errno::NotFound)?).clone())
    }

    /// The node itself for a [`Node::Linked`] of this tree, any other node as it is.
    pub fn leaf<'a>(&'a self, node: &'a Node) -> &'a Node {
        match node {
            Node::Linked(ino) => self.inodes.get(*ino).map_or(node, |inode| &inode.leaf),
            _ => node,
        }
    }

    /// The node of the inode table with this number: a file, link or FIFO that has, or had, several names.
    ///
    /// Errors: `NotFound` when the table has none, though a node of one name may have the number.
    pub fn get_inode(&self, ino: Ino) -> Result<Node, Errno> {
        let inode = self.inodes.get(ino).ok_or(Errno::NotFound)?;
        Ok(inode.leaf.clone())
    }

    /// The link count that `stat` shows: for a folder 2 and one more for each folder in it, otherwise the names.
    pub fn nlink(&self, node: &Node) -> u64 {
        match node {
            Node::Dir(dir) => {
                let system = match &self.system {
                    Some(system) if Arc::ptr_eq(dir, &self.root) => system.folders(),
                    _ => 0,
                };
                2 + dir.folders() + system
            }
            Node::Linked(ino) => self.inodes.get(*ino).map_or(1, |inode| inode.links),
            leaf => self.inodes.get(leaf.meta().ino).map_or(1, |inode| inode.links),
        }
    }

    /// The entries of a folder in byte order of names, hard links resolved; for `/` together with the system overlay.
    ///
    /// Errors: `NotFound`, `NotDir`.
    pub fn read_dir(&self, path: &AbsPath) -> Result<Vec<(Name, Node)>, Errno> {
        let dir = self.dir(path.as_bytes())?.listed()?;
        let mut list: Vec<_> = dir.own().iter().map(|(name, node)| (name.clone(), self.leaf(node).clone())).collect();
        if let (Some(system), true) = (&self.system, path.is_root()) {
            list.retain(|(name, _)| system.get(name).is_none());
            list.extend(system.own().iter().map(|(name, node)| (name.clone(), node.clone())));
            list.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        Ok(list)
    }

    /// What the whole tree uses of its quotas, without the system overlay. O(1). A new tree has 3 nodes.
    pub fn totals(&self) -> Totals {
        let Totals { bytes, nodes } = self.root.own_totals();
        Totals { bytes: bytes.saturating_add(self.inodes.bytes()), nodes }
    }

    /// What a subtree uses, its top included. O(depth) without hard links below, else a walk over the folders that
    /// hold some. A file with several names below `path` counts its bytes once.
    ///
    /// Errors: `NotFound`, `NotDir`.
    pub fn totals_at(&self, path: &AbsPath) -> Result<Totals, Errno> {
        if path.is_root() {
            return Ok(self.totals());
        }
        let node = self.get(path)?;
        let Node::Dir(dir) = &node else {
            let bytes = if matches!(node, Node::Device(_)) { 0 } else { node.size() };
            return Ok(Totals { bytes, nodes: 1 });
        };
        let mut totals = dir.own_totals();
        let mut inos = self.linked_below(dir);
        inos.sort_unstable();
        inos.dedup();
        for ino in inos {
            let size = self.inodes.get(ino).map_or(0, |inode| inode.leaf.size());
            totals.bytes = totals.bytes.saturating_add(size);
        }
        Ok(totals)
    }

    /// The content of a regular file.
    ///
    /// Errors: `NotFound`, `NotDir`; `IsDir` for a folder; `Invalid` for anything else (a symbolic link is not followed).
    pub fn read(&self, path: &AbsPath) -> Result<Content, Errno> {
        match self.get(path)? {
            Node::File(file) => Ok(file.content().clone()),
            Node::Dir(_) => Err(Errno::IsDir),
            _ => Err(Errno::Invalid),
        }
    }

    /// Whether the trees hold the same at a path: kinds, bytes, names, modes and link targets, not times or inode
    /// numbers. Looks at pointers first, and hashes nothing. Missing in both is the same too.
    pub fn same(&self, other: &Tree, path: &AbsPath) -> bool {
        match (self.get(path), other.get(path)) {
            (Ok(a), Ok(b)) => !differ(self, &a, other, &b),
            (Err(a), Err(b)) => a == b,
            _ => false,
        }
    }

    /// Whether both are one in memory: nothing was changed since one was cloned from the other. `false` says nothing.
    pub fn is_one_with(&self, other: &Tree) -> bool {
        Arc::ptr_eq(&self.root, &other.root) && self.same_inodes(other)
    }

    /// Whether two nodes are one in memory, including what the inode tables hold for them.
    pub(super) fn surely_same(&self, mine: &Node, other: &Tree, theirs: &Node) -> bool {
        match (mine, theirs) {
            (Node::Dir(a), Node::Dir(b)) => Arc::ptr_eq(a, b) && (a.linked() == 0 || self.same_inodes(other)),
            (Node::Linked(a), Node::Linked(b)) => a == b && self.same_inodes(other),
            (a, b) => a.ptr_eq(b),
        }
    }

    pub(super) fn same_inodes(&self, other: &Tree) -> bool {
        self.inodes.generation() == other.inodes.generation()
    }

    /// SHA-256 of a file's bytes, or the Merkle hash of a folder; `merkle.rs` gives the layout.
    ///
    /// Errors: `NotFound`, `NotDir`.
    pub fn content_hash(&self, path: &AbsPath) -> Result<Hash, Errno> {
        Ok(self.hash_content(&self.get(path)?))
    }

    /// Like [`Tree::content_hash`], but modes count where they are not the default; `merkle.rs` gives the layout.
    ///
    /// Errors: `NotFound`, `NotDir`.
    pub fn node_hash(&self, path: &AbsPath) -> Result<Hash, Errno> {
        Ok(self.hash_node(&self.get(path)?))
    }

    /// Above every inode number of the tree, those of mounted folders included.
    pub(super) fn numbers_end(&self) -> Ino {
        if self.mounts == 0 { self.next_ino } else { Numbers::end(self.mounts) }
    }

    /// The entry of a folder, the system overlay's before the root's own.
    ///
    /// Errors: those of the source of an unlisted folder.
    pub(super) fn child<'a>(&'a self, dir: &'a Dir, name: &[u8]) -> Result<Option<&'a Node>, Errno> {
        if let Some(system) = &self.system
            && std::ptr::eq(dir, &*self.root)
            && let Some(node) = system.get(name)
        {
            return Ok(Some(node));
        }
        Ok(dir.listed()?.get(name))
    }

    /// The folder at a physical path given as bytes; empty stands for `/`.
    pub(super) fn dir(&self, path: &[u8]) -> Result<&Dir, Errno> {
        let mut dir = &*self.root;
        for name in components(path) {
            match self.child(dir, name)? {
                Some(Node::Dir(child)) => dir = child,
                Some(_) => return Err(Errno::NotDir),
                None => return Err(Errno::NotFound),
            }
        }
        Ok(dir)
    }

    /// The inode numbers of all [`Node::Linked`] below a folder, once for each name.
    pub(super) fn linked_below(&self, dir: &Dir) -> Vec<Ino> {
        let mut found = Vec::new();
        let mut open = vec![dir];
        while let Some(dir) = open.pop() {
            if dir.linked() == 0 {
                continue;
            }
            for (_, node) in dir.iter() {
                match node {
                    Node::Linked(ino) => found.push(*ino),
                    Node::Dir(child) => open.push(child),
                    _ => {}
                }
            }
        }
        found
    }
}

/// Whether a node is, or holds, something that is still with its source.
pub(super) fn hides(node: &Node) -> bool {
    match node {
        Node::Dir(dir) => dir.elsewhere() > 0,
        node => node.is_elsewhere(),
    }
}
