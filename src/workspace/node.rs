//! What a folder can hold: folders, files, symbolic links, FIFOs, and devices in the system overlay.

use std::sync::{Arc, OnceLock};

use super::Time;
use super::content::Content;
use super::entries::Entries;
use super::error::Errno;
use super::hash::{Hash, HashCell};
use super::source::{Unlisted, Unread};

/// An inode number. `/` is 1; the rest come from a counter of the tree and are never used again.
pub type Ino = u64;

/// A name in a folder: one path component.
pub type Name = Arc<[u8]>;

/// What kind of thing a node is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Kind {
    /// A folder.
    Dir,
    /// A regular file.
    File,
    /// A symbolic link.
    Symlink,
    /// A named pipe. The tree holds its name only; what flows through it is not part of the value.
    Fifo,
    /// A character device of the system overlay.
    Device,
}

/// One node. Cloning counts a reference.
#[derive(Clone)]
pub enum Node {
    /// A folder.
    Dir(Arc<Dir>),
    /// A regular file.
    File(Arc<File>),
    /// A symbolic link.
    Symlink(Arc<Symlink>),
    /// A named pipe.
    Fifo(Arc<Fifo>),
    /// A device; only in the system overlay.
    Device(Arc<Device>),
    /// A file, link or FIFO that has, or had, several names: it lives in the tree's inode table. Occurs only inside
    /// folders; [`super::Tree::leaf`] and everything that hands out single nodes resolves it.
    Linked(Ino),
}

/// What every node has besides its content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meta {
    /// The inode number.
    pub ino: Ino,
    /// The permission bits, at most `0o7777`. The defaults, which no hash shows, are 755 for folders, 777 for symbolic
    /// links and 644 for the rest.
    pub mode: u16,
    /// Last access. Reads do not change it; `touch -a` does.
    pub atime: Time,
    /// Last change of the content.
    pub mtime: Time,
    /// Last change of the node.
    pub ctime: Time,
}

impl Meta {
    /// A new node's data: all three times are `now`, bits above `0o7777` are dropped.
    pub fn new(ino: Ino, mode: u16, now: Time) -> Self {
        Meta { ino, mode: mode & 0o7777, atime: now, mtime: now, ctime: now }
    }

    /// What stands for the data of a [`Node::Linked`], which has none of its own.
    const NOWHERE: Meta = Meta { ino: 0, mode: 0, atime: Time(0), mtime: Time(0), ctime: Time(0) };
}

/// A regular file.
#[derive(Clone)]
pub struct File {
    /// Times, mode and inode number.
    pub meta: Meta,
    content: Content,
    hash: OnceLock<Hash>,
    /// Where the bytes come from, as long as nobody changed them.
    origin: Option<Arc<Unread>>,
    /// The origin was not asked: `content` is empty.
    is_unread: bool,
}

impl File {
    /// A file of these bytes.
    pub fn new(meta: Meta, content: Content) -> Self {
        File { meta, content, hash: OnceLock::new(), origin: None, is_unread: false }
    }

    /// The bytes; none as long as it is unread.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// Who has the bytes, when they were never asked for by the trees that this one comes from.
    pub fn unread(&self) -> Option<&Arc<Unread>> {
        self.origin.as_ref().filter(|_| self.is_unread)
    }

    /// The bytes as far as they are here: those of an unread file when another tree that shares it has read it.
    pub fn known(&self) -> Option<&Content> {
        match self.unread() {
            Some(unread) => unread.content(),
            None => Some(&self.content),
        }
    }

    /// Whether both have the same bytes. What nobody has read is not asked for: it only equals itself.
    pub fn same_bytes(&self, other: &File) -> bool {
        match (&self.origin, &other.origin) {
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => true,
            _ => matches!((self.known(), other.known()), (Some(a), Some(b)) if a == b),
        }
    }

    /// Puts the bytes of an unread file in.
    pub(super) fn fill(&mut self, content: Content) {
        self.content = content;
        self.hash = OnceLock::new();
        self.is_unread = false;
    }

    /// SHA-256 of the bytes; computed once.
    pub fn hash(&self) -> Hash {
        *self.hash.get_or_init(|| self.content.sha256())
    }

    /// The bytes, to be changed: the cached hash and the origin go.
    pub(super) fn content_mut(&mut self) -> &mut Content {
        self.hash = OnceLock::new();
        self.origin = None;
        self.is_unread = false;
        &mut self.content
    }
}

/// A symbolic link.
#[derive(Clone)]
pub struct Symlink {
    /// Times, mode (always 777) and inode number.
    pub meta: Meta,
    /// Where it points: any bytes but NUL, at least one.
    pub target: Arc<[u8]>,
}

/// A named pipe.
#[derive(Clone)]
pub struct Fifo {
    /// Times, mode and inode number.
    pub meta: Meta,
}

/// Which device a [`Device`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DeviceKind {
    /// `/dev/null`
    Null,
    /// `/dev/zero`
    Zero,
    /// `/dev/full`
    Full,
    /// `/dev/random`
    Random,
    /// `/dev/urandom`
    Urandom,
    /// `/dev/tty`
    Tty,
    /// `/dev/stdin`
    Stdin,
    /// `/dev/stdout`
    Stdout,
    /// `/dev/stderr`
    Stderr,
    /// `/dev/fd`, the folder of open descriptors
    FdDir,
}

/// A device of the system overlay.
#[derive(Clone)]
pub struct Device {
    /// Times, mode and inode number.
    pub meta: Meta,
    /// Which one.
    pub kind: DeviceKind,
}

/// What a subtree uses of the quotas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// The sizes of files and of symbolic-link targets in bytes; a file with several names counts once.
    pub bytes: u64,
    /// The number of names, the top of the subtree included. Each name of a hard-linked file counts: names are what
    /// takes memory.
    pub nodes: u64,
}

/// What an entry adds to the folders above it.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Weight {
    pub bytes: i64,
    pub nodes: i64,
    /// How many [`Node::Linked`] there are.
    pub linked: i64,
    /// How many unread files and unlisted folders there are.
    pub elsewhere: i64,
}

impl Weight {
    pub(super) fn minus(self, other: Weight) -> Weight {
        Weight {
            bytes: self.bytes.saturating_sub(other.bytes),
            nodes: self.nodes.saturating_sub(other.nodes),
            linked: self.linked.saturating_sub(other.linked),
            elsewhere: self.elsewhere.saturating_sub(other.elsewhere),
        }
    }
}

/// A byte count or a node count as a difference. Counts stay far below `i64::MAX`.
pub(super) fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A folder.
#[derive(Clone)]
pub struct Dir {
    /// Times, mode and inode number.
    pub meta: Meta,
    /// Those of an unlisted folder are with its source: [`Dir::own`] and [`Dir::listed`].
    entries: Entries,
    /// The folder that this one lists, as long as it is none of its own.
    source: Option<Arc<Unlisted>>,
    /// The source was not looked into by this tree: `entries` is empty.
    is_unlisted: bool,
    /// Of the subtree, this folder included; without the bytes of [`Node::Linked`].
    totals: Totals,
    /// How many [`Node::Linked`] there are in the subtree.
    linked: u64,
    /// How many unread files and unlisted folders there are below.
    elsewhere: u64,
    /// How many entries are folders.
    folders: u64,
    /// No path below this folder, counted from the end of its own path, is longer. An upper bound: removals leave it.
    reach: usize,
    pub(super) content_hash: HashCell,
    /// Without this folder's own mode.
    pub(super) node_hash: HashCell,
}

impl Dir {
    /// An empty folder.
    pub fn new(meta: Meta) -> Self {
        Dir {
            meta,
            entries: Entries::default(),
            source: None,
            is_unlisted: false,
            totals: Totals { bytes: 0, nodes: 1 },
            linked: 0,
            elsewhere: 0,
            folders: 0,
            reach: 0,
            content_hash: HashCell::default(),
            node_hash: HashCell::default(),
        }
    }

    /// A folder with these entries, as the system overlay is built. Of two equal names the later counts. Names that
    /// could not be looked up (empty, `.`, `..`, with a slash or NUL) and [`Node::Linked`] are left out.
    pub fn from_entries(meta: Meta, entries: impl IntoIterator<Item = (Name, Node)>) -> Self {
        let mut dir = Dir::new(meta);
        for (name, node) in entries {
            if super::path::is_name(&name) && !matches!(node, Node::Linked(_)) {
                let mut weight = node.weight();
                if let Some(old) = dir.get(&name) {
                    weight = weight.minus(old.weight());
                }
                dir.account(weight, node.reach().saturating_add(name.len() + 1));
                dir.insert(name, node);
            }
        }
        dir
    }

    /// The number of entries that are this folder's own.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries of its own.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry of this name, when it is this folder's own. May be [`Node::Linked`].
    pub fn get(&self, name: &[u8]) -> Option<&Node> {
        self.entries.get(name)
    }

    /// The folder's own entries in byte order of their names. May hold [`Node::Linked`].
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Node)> {
        self.entries.iter().map(|(name, node)| (&**name, node))
    }

    /// Whether this folder's content is still with its source.
    pub fn is_unlisted(&self) -> bool {
        self.is_unlisted
    }

    /// Whether both come from one source, which says nothing of what was changed since.
    pub(super) fn same_source(&self, other: &Dir) -> bool {
        matches!((&self.source, &other.source), (Some(a), Some(b)) if Arc::ptr_eq(a, b))
    }

    /// The folder's own entries: none of an unlisted one.
    pub(super) fn own(&self) -> &Entries {
        &self.entries
    }

    pub(super) fn own_mut(&mut self) -> &mut Entries {
        &mut self.entries
    }

    /// The folder, listed by its source where it is unlisted, otherwise as it is.
    ///
    /// Errors: the source's.
    pub fn listed(&self) -> Result<&Dir, Errno> {
        match &self.source {
            Some(source) if self.is_unlisted => source.list(&self.meta).map(|dir| &**dir),
            _ => Ok(self),
        }
    }

    /// Makes an unlisted folder an ordinary one: what was listed becomes its own.
    ///
    /// Errors: the source's.
    pub(super) fn take_listing(&mut self) -> Result<(), Errno> {
        if !self.is_unlisted {
            return Ok(());
        }
        let listed = self.listed()?;
        let (entries, totals, folders) = (listed.entries.clone(), listed.totals, listed.folders);
        let (elsewhere, reach) = (listed.elsewhere, listed.reach);
        self.entries = entries;
        self.totals = totals;
        self.folders = folders;
        self.elsewhere = elsewhere;
        self.reach = self.reach.max(reach);
        self.is_unlisted = false;
        self.forget_hashes();
        Ok(())
    }

    /// How many unread files and unlisted folders the subtree has, this folder included. No hash shows them.
    pub fn elsewhere(&self) -> u64 {
        self.elsewhere + u64::from(self.is_unlisted)
    }

    /// The number of entries that are folders.
    pub fn folders(&self) -> u64 {
        self.folders
    }

    /// What the subtree uses, without the bytes of files with several names.
    pub(super) fn own_totals(&self) -> Totals {
        self.totals
    }

    pub(super) fn linked(&self) -> u64 {
        self.linked
    }

    /// Adds to the totals and notes that a path of `reach` bytes exists below; 0 when none is added.
    pub(super) fn account(&mut self, weight: Weight, reach: usize) {
        self.totals.bytes = self.totals.bytes.saturating_add_signed(weight.bytes);
        self.totals.nodes = self.totals.nodes.saturating_add_signed(weight.nodes);
        self.linked = self.linked.saturating_add_signed(weight.linked);
        self.elsewhere = self.elsewhere.saturating_add_signed(weight.elsewhere);
        self.reach = self.reach.max(reach);
    }

    pub(super) fn forget_hashes(&mut self) {
        self.content_hash.clear();
        self.node_hash.clear();
    }

    /// Puts an entry in. Totals are [`Dir::account`]'s business.
    pub(super) fn insert(&mut self, name: Name, node: Node) -> Option<Node> {
        self.folders += u64::from(matches!(node, Node::Dir(_)));
        let old = self.entries.insert(name, node);
        self.folders -= u64::from(matches!(old, Some(Node::Dir(_))));
        old
    }

    /// Takes an entry out. Totals are [`Dir::account`]'s business.
    pub(super) fn remove(&mut self, name: &[u8]) -> Option<Node> {
        let old = self.entries.remove(name);
        self.folders -= u64::from(matches!(old, Some(Node::Dir(_))));
        old
    }
}

/// Below this reach a subtree is at most half as many folders deep, and the ordinary recursive drop is safe.
const SHALLOW: usize = 256;

impl Drop for Dir {
    /// Takes deep trees apart level by level, because the drop of nested folders would otherwise recurse.
    fn drop(&mut self) {
        if self.reach < SHALLOW || self.folders == 0 {
            return;
        }
        let mut open = Vec::new();
        release_folders(self, &mut open);
        while let Some(dir) = open.pop() {
            if let Some(mut dir) = Arc::into_inner(dir) {
                release_folders(&mut dir, &mut open);
            }
        }
    }
}

fn release_folders(dir: &mut Dir, open: &mut Vec<Arc<Dir>>) {
    if dir.folders > 0 {
        open.extend(dir.entries.iter().filter_map(|(_, node)| match node {
            Node::Dir(dir) => Some(dir.clone()),
            _ => None,
        }));
    }
    // Dropping the entries now leaves each folder that nobody else holds to `open` alone.
    dir.entries = Entries::default();
    dir.folders = 0;
}

impl Node {
    /// A file whose bytes come when they are wanted.
    pub(super) fn unread(meta: Meta, unread: Arc<Unread>) -> Node {
        let file = File { origin: Some(unread), is_unread: true, ..File::new(meta, Content::new()) };
        Node::File(Arc::new(file))
    }

    /// A folder that is listed when it is looked into.
    pub(super) fn unlisted(meta: Meta, source: Unlisted) -> Node {
        let mut dir = Dir::new(meta);
        dir.source = Some(Arc::new(source));
        dir.is_unlisted = true;
        Node::Dir(Arc::new(dir))
    }

    pub(super) fn symlink(meta: Meta, target: Arc<[u8]>) -> Node {
        Node::Symlink(Arc::new(Symlink { meta, target }))
    }

    /// Whether neither a hash nor an encoding shows it, because it is still with its source.
    pub fn is_elsewhere(&self) -> bool {
        match self {
            Node::Dir(dir) => dir.is_unlisted,
            Node::File(file) => file.is_unread,
            _ => false,
        }
    }

    /// Times, mode and inode number. For [`Node::Linked`], which must be resolved first, all are zero.
    pub fn meta(&self) -> &Meta {
        match self {
            Node::Dir(dir) => &dir.meta,
            Node::File(file) => &file.meta,
            Node::Symlink(symlink) => &symlink.meta,
            Node::Fifo(fifo) => &fifo.meta,
            Node::Device(device) => &device.meta,
            Node::Linked(_) => &Meta::NOWHERE,
        }
    }

    /// What kind of node it is. [`Node::Linked`] must be resolved first; it reads as a file.
    pub fn kind(&self) -> Kind {
        match self {
            Node::Dir(_) => Kind::Dir,
            Node::File(_) | Node::Linked(_) => Kind::File,
            Node::Symlink(_) => Kind::Symlink,
            Node::Fifo(_) => Kind::Fifo,
            Node::Device(_) => Kind::Device,
        }
    }

    /// The size that `stat` shows: a file's bytes (0 for an unread one whose source does not know it), a symbolic link's
    /// target, 4,096 for a folder, 0 for the rest.
    pub fn size(&self) -> u64 {
        match self {
            Node::Dir(_) => 4096,
            Node::File(file) => match file.unread() {
                Some(unread) => unread.size().unwrap_or(0),
                None => file.content.len(),
            },
            Node::Symlink(symlink) => symlink.target.len() as u64,
            Node::Fifo(_) | Node::Device(_) | Node::Linked(_) => 0,
        }
    }

    /// The mode that no hash shows.
    pub fn default_mode(&self) -> u16 {
        match self {
            Node::Dir(_) => 0o755,
            Node::Symlink(_) => 0o777,
            _ => 0o644,
        }
    }

    /// The folder, when it is one.
    pub fn as_dir(&self) -> Option<&Arc<Dir>> {
        match self {
            Node::Dir(dir) => Some(dir),
            _ => None,
        }
    }

    /// The file, when it is one.
    pub fn as_file(&self) -> Option<&Arc<File>> {
        match self {
            Node::File(file) => Some(file),
            _ => None,
        }
    }

    /// The symbolic link, when it is one.
    pub fn as_symlink(&self) -> Option<&Arc<Symlink>> {
        match self {
            Node::Symlink(symlink) => Some(symlink),
            _ => None,
        }
    }

    /// Whether both are the same node in memory. `false` says nothing about their content.
    pub fn ptr_eq(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Dir(a), Node::Dir(b)) => Arc::ptr_eq(a, b),
            (Node::File(a), Node::File(b)) => Arc::ptr_eq(a, b),
            (Node::Symlink(a), Node::Symlink(b)) => Arc::ptr_eq(a, b),
            (Node::Fifo(a), Node::Fifo(b)) => Arc::ptr_eq(a, b),
            (Node::Device(a), Node::Device(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Whether somebody else holds a node that is no folder.
    pub(super) fn is_held(&self) -> bool {
        match self {
            Node::Dir(_) | Node::Linked(_) => false,
            Node::File(file) => Arc::strong_count(file) > 1,
            Node::Symlink(symlink) => Arc::strong_count(symlink) > 1,
            Node::Fifo(fifo) => Arc::strong_count(fifo) > 1,
            Node::Device(device) => Arc::strong_count(device) > 1,
        }
    }

    /// The data to change; `None` for [`Node::Linked`].
    pub(super) fn meta_mut(&mut self) -> Option<&mut Meta> {
        Some(match self {
            Node::Dir(dir) => &mut Arc::make_mut(dir).meta,
            Node::File(file) => &mut Arc::make_mut(file).meta,
            Node::Symlink(symlink) => &mut Arc::make_mut(symlink).meta,
            Node::Fifo(fifo) => &mut Arc::make_mut(fifo).meta,
            Node::Device(device) => &mut Arc::make_mut(device).meta,
            Node::Linked(_) => return None,
        })
    }

    pub(super) fn weight(&self) -> Weight {
        match self {
            Node::Dir(dir) => Weight {
                bytes: signed(dir.totals.bytes),
                nodes: signed(dir.totals.nodes),
                linked: signed(dir.linked),
                elsewhere: signed(dir.elsewhere()),
            },
            Node::Linked(_) => Weight { nodes: 1, linked: 1, ..Weight::default() },
            leaf => {
                let elsewhere = i64::from(leaf.is_elsewhere());
                Weight { bytes: signed(leaf.held_bytes()), nodes: 1, linked: 0, elsewhere }
            }
        }
    }

    /// The bytes that quotas count for something that is no folder: those that are here.
    pub(super) fn held_bytes(&self) -> u64 {
        if self.is_elsewhere() { 0 } else { self.size() }
    }

    pub(super) fn reach(&self) -> usize {
        match self {
            Node::Dir(dir) => dir.reach,
            _ => 0,
        }
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Node::Dir(dir) => write!(f, "Dir({} entries)", dir.len()),
            Node::File(file) => write!(f, "File({} bytes)", file.content.len()),
            Node::Symlink(symlink) => write!(f, "Symlink({:?})", bstr::BStr::new(&symlink.target)),
            Node::Fifo(_) => f.write_str("Fifo"),
            Node::Device(device) => write!(f, "Device({:?})", device.kind),
            Node::Linked(ino) => write!(f, "Linked({ino})"),
        }
    }
}
