//! From bytes to a tree, believing nothing: counts and lengths are checked against the limits before anything is
//! allocated for them, and memory grows only with bytes that really came.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::content::Content;
use super::super::inodes::InodeTable;
use super::super::node::{Dir, Fifo, File, Ino, Meta, Name, Node, Symlink, Weight};
use super::super::path::is_name;
use super::super::tree::Tree;
use super::super::{Time, TreeLimits};
use super::CodecError::{Malformed, TooLarge};
use super::since::Base;
use super::unframe::{Beside, Unframe, unframe};
use super::{
    AGAIN, CHANGED, CodecError, DIR, Exceeded, FIFO, FILE, MAGIC, SAME, SHARED, SYMLINK, VERSION, VERSION_PACKED,
    VERSION_SINCE,
};

/// How much is read of a content at a time.
const PIECE: u64 = 256 << 10;

/// The tree that [`super::encode`] made bytes of, with these limits and without a system overlay.
///
/// Errors: see [`CodecError`]. Nothing is left half done, and no more memory is used than the limits allow.
pub fn decode(bytes: &[u8], limits: TreeLimits) -> Result<Tree, CodecError> {
    decode_since(bytes, limits, None, None)
}

/// The same, also for what [`super::encode_since`] made, whose base must then be given. What both trees have in common
/// is shared. `beside` has some of the work done by another thread.
pub fn decode_since(
    bytes: &[u8],
    limits: TreeLimits,
    base: Option<&Tree>,
    beside: Option<Beside<'_>>,
) -> Result<Tree, CodecError> {
    let (version, stream) = versioned_stream(bytes, MAGIC)?;
    let base = base.map(Tree::without_unread);
    match (version, &base) {
        (VERSION_SINCE, None) => return Err(CodecError::NeedsBase),
        (VERSION_SINCE | VERSION, _) => {}
        (VERSION_PACKED, _) => return Err(Malformed("its contents are in packs")),
        (version, _) => return Err(CodecError::Version(version)),
    }
    let base = base.as_ref().filter(|_| version == VERSION_SINCE);
    unframe(stream, beside, |frame| {
        let mut reader = Reader::new(frame, limits, base.map(|base| Base::new(base)));
        let tree = reader.body()?;
        reader.ends()?;
        Ok(tree)
    })
}

/// The tree that [`super::encode_packed`] made bytes of, with the contents of its packs, which stand one behind the other.
pub fn decode_packed(bytes: &[u8], limits: TreeLimits, contents: &[Content]) -> Result<Tree, CodecError> {
    let (version, stream) = versioned_stream(bytes, MAGIC)?;
    if version != VERSION_PACKED {
        return Err(if matches!(version, VERSION | VERSION_SINCE) {
            Malformed("its contents are in no packs")
        } else {
            CodecError::Version(version)
        });
    }
    let mut reader = Reader::new(Unframe::new(stream)?, limits, None);
    reader.packed = Some(contents);
    let tree = reader.body()?;
    reader.ends()?;
    Ok(tree)
}

/// The version of an encoding and its compressed part.
pub(super) fn versioned_stream<'a>(bytes: &'a [u8], magic: &[u8; 7]) -> Result<(u8, &'a [u8]), CodecError> {
    let rest = bytes.strip_prefix(magic).ok_or(CodecError::NotATree)?;
    let (version, stream) = rest.split_first().ok_or(Malformed("it ends before its version"))?;
    Ok((*version, stream))
}

pub(super) struct Reader<'a> {
    frame: Unframe<'a>,
    limits: TreeLimits,
    base: Option<Base<'a>>,
    /// Names so far.
    nodes: u64,
    /// Bytes of files and link targets so far, a node with several names once.
    bytes: u64,
    inos: Vec<Ino>,
    contents: Vec<Content>,
    /// Contents that are elsewhere: those of packs.
    packed: Option<&'a [Content]>,
    /// Nodes with several names, and how many were seen.
    shared: HashMap<Ino, (Node, u64)>,
}

/// A folder under construction.
struct Open<'a> {
    /// What the base has at its path.
    base: Option<&'a Dir>,
    /// Its name in the folder above.
    name: Name,
    dir: Dir,
    /// How many entries are still to come.
    missing: u64,
    last: Option<Name>,
    /// The length of its path; 0 for `/`.
    path_bytes: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(frame: Unframe<'a>, limits: TreeLimits, base: Option<Base<'a>>) -> Self {
        Reader {
            frame,
            limits,
            base,
            nodes: 0,
            bytes: 0,
            inos: Vec::new(),
            contents: Vec::new(),
            packed: None,
            shared: HashMap::new(),
        }
    }

    /// That the stream ends here, and that nothing follows it.
    pub(super) fn ends(&mut self) -> Result<(), CodecError> {
        self.frame.ends()
    }

    fn body(&mut self) -> Result<Tree, CodecError> {
        if let Some(base) = &self.base {
            let fingerprint = base.fingerprint;
            if self.bytes(32)? != fingerprint.0 {
                return Err(CodecError::OtherBase);
            }
        }
        let next_ino = self.number()?;
        let root = self.folders()?;
        if self.base.is_some() {
            self.check_whole(&root)?;
        }
        if root.meta.ino != 1 {
            return Err(Malformed("the root's inode number is not 1"));
        }
        self.inos.sort_unstable();
        if self.inos.windows(2).any(|pair| matches!(pair, [a, b] if a == b)) {
            return Err(Malformed("two nodes have one inode number"));
        }
        if self.inos.first() == Some(&0) || self.inos.last() >= Some(&next_ino) {
            return Err(Malformed("an inode number is out of range"));
        }
        let mut inodes = InodeTable::new();
        for (ino, (leaf, links)) in self.shared.drain() {
            if links < 2 {
                return Err(Malformed("a node with several names has one"));
            }
            inodes.insert(ino, leaf, links);
        }
        Ok(Tree {
            root: Arc::new(root),
            inodes,
            next_ino,
            limits: self.limits,
            system: None,
            read_only: Arc::default(),
            mounts: 0,
        })
    }

    /// What can be said of a tree that shares parts of its base only when it is complete.
    fn check_whole(&mut self, root: &Dir) -> Result<(), CodecError> {
        let totals = root.own_totals();
        if totals.nodes > self.limits.nodes {
            return Err(TooLarge(Exceeded::Nodes(self.limits.nodes)));
        }
        if totals.bytes.saturating_add(self.bytes_of_shared()) > self.limits.total_bytes {
            return Err(TooLarge(Exceeded::TotalBytes(self.limits.total_bytes)));
        }
        self.inos = vec![root.meta.ino];
        let mut open = vec![root];
        while let Some(dir) = open.pop() {
            for (_, node) in dir.iter() {
                match node {
                    Node::Dir(child) => {
                        self.inos.push(child.meta.ino);
                        open.push(child);
                    }
                    Node::Linked(_) => {}
                    leaf => self.inos.push(leaf.meta().ino),
                }
            }
        }
        self.inos.extend(self.shared.keys());
        Ok(())
    }

    fn bytes_of_shared(&self) -> u64 {
        self.shared.values().fold(0, |bytes, (leaf, _)| leaf.size().saturating_add(bytes))
    }

    /// Reads `/` and everything below. Keeps its own stack: the bytes decide how deep it goes.
    fn folders(&mut self) -> Result<Dir, CodecError> {
        let mut above: Vec<Open<'a>> = Vec::new();
        let base = self.base.as_ref().map(|base| &*base.tree.root);
        let kind = self.byte()?;
        let mut open = self.open_folder(kind, Name::default(), 0, base)?;
        loop {
            if open.missing == 0 {
                let Some(mut parent) = above.pop() else {
                    return Ok(open.dir);
                };
                let Open { name, dir, .. } = open;
                add(&mut parent, name, Node::Dir(Arc::new(dir)));
                open = parent;
                continue;
            }
            open.missing -= 1;
            let name = self.name(&mut open.last)?;
            let path_bytes = open.path_bytes + 1 + name.len();
            if !self.limits.path_fits(path_bytes) {
                return Err(TooLarge(Exceeded::PathBytes(self.limits.path_bytes)));
            }
            match self.byte()? {
                kind @ (DIR | CHANGED) => {
                    let base = open.base.and_then(|base| base.get(&name)).and_then(Node::as_dir);
                    let child = self.open_folder(kind, name, path_bytes, base.map(|dir| &**dir))?;
                    above.push(std::mem::replace(&mut open, child));
                }
                SHARED => {
                    let kind = self.byte()?;
                    let leaf = self.leaf(kind)?;
                    let ino = leaf.meta().ino;
                    self.shared.insert(ino, (leaf, 1));
                    add(&mut open, name, Node::Linked(ino));
                }
                AGAIN => {
                    let ino = self.number()?;
                    self.count_node()?;
                    let (_, links) = self.shared.get_mut(&ino).ok_or(Malformed("a further name of an unknown node"))?;
                    *links += 1;
                    add(&mut open, name, Node::Linked(ino));
                }
                SAME => {
                    let node = open.base.and_then(|base| base.get(&name));
                    let node = node.filter(|node| node.weight().linked == 0);
                    let node = node.ok_or(Malformed("an entry that the base does not have"))?.clone();
                    if !self.limits.path_fits(path_bytes + node.reach()) {
                        return Err(TooLarge(Exceeded::PathBytes(self.limits.path_bytes)));
                    }
                    add(&mut open, name, node);
                }
                kind => {
                    let leaf = self.leaf(kind)?;
                    add(&mut open, name, leaf);
                }
            }
        }
    }

    fn open_folder(
        &mut self,
        kind: u8,
        name: Name,
        path_bytes: usize,
        base: Option<&'a Dir>,
    ) -> Result<Open<'a>, CodecError> {
        let meta = self.meta()?;
        self.count_node()?;
        let dir = match (kind, base) {
            (DIR, _) => Dir::new(meta),
            (CHANGED, Some(base)) if base.linked() == 0 => self.without_gone(base, meta)?,
            (CHANGED, _) => return Err(Malformed("a folder that the base does not have")),
            _ => return Err(Malformed("the root is no folder")),
        };
        let missing = self.number()?;
        if missing > self.limits.nodes.saturating_sub(self.nodes) {
            return Err(TooLarge(Exceeded::Nodes(self.limits.nodes)));
        }
        Ok(Open { base, name, dir, missing, last: None, path_bytes })
    }

    /// The base's folder without the entries that are gone.
    fn without_gone(&mut self, base: &Dir, meta: Meta) -> Result<Dir, CodecError> {
        let mut dir = base.clone();
        dir.meta = meta;
        dir.forget_hashes();
        let mut last = None;
        for _ in 0..self.number()? {
            let name = self.name(&mut last)?;
            let gone = dir.remove(&name).ok_or(Malformed("a name that the base does not have"))?;
            dir.account(Weight::default().minus(gone.weight()), 0);
        }
        Ok(dir)
    }

    /// The next entry's name, which must be behind the one before.
    fn name(&mut self, last: &mut Option<Name>) -> Result<Name, CodecError> {
        let length = self.number()?;
        if length > u64::from(self.limits.name_bytes) {
            return Err(TooLarge(Exceeded::NameBytes(self.limits.name_bytes)));
        }
        let name: Name = self.bytes(length)?.into();
        if !is_name(&name) {
            return Err(Malformed("a name that cannot be one"));
        }
        if last.as_ref().is_some_and(|last| *last >= name) {
            return Err(Malformed("names out of order"));
        }
        *last = Some(name.clone());
        Ok(name)
    }

    fn leaf(&mut self, kind: u8) -> Result<Node, CodecError> {
        if !matches!(kind, FILE | SYMLINK | FIFO) {
            return Err(Malformed("an unknown kind of node"));
        }
        let meta = self.meta()?;
        self.count_node()?;
        Ok(match kind {
            FILE => Node::File(Arc::new(File::new(meta, self.content()?))),
            SYMLINK => {
                let length = self.number()?;
                if length > u64::from(self.limits.path_bytes) {
                    return Err(TooLarge(Exceeded::PathBytes(self.limits.path_bytes)));
                }
                self.count_bytes(length)?;
                let target: Arc<[u8]> = self.bytes(length)?.into();
                if target.is_empty() || memchr::memchr(0, &target).is_some() || meta.mode != 0o777 {
                    return Err(Malformed("a symbolic link that cannot be one"));
                }
                Node::Symlink(Arc::new(Symlink { meta, target }))
            }
            _ => Node::Fifo(Arc::new(Fifo { meta })),
        })
    }

    fn content(&mut self) -> Result<Content, CodecError> {
        let mut number = self.number()?;
        if let Some(packed) = self.packed {
            let known = usize::try_from(number).ok().and_then(|index| packed.get(index));
            let content = known.ok_or(Malformed("a content that no pack has"))?.clone();
            self.count_bytes(content.len())?;
            return Ok(content);
        }
        if self.base.is_some() && number > 0 {
            if number == 1 {
                let hash = self.bytes(32)?;
                let base = self.base.as_ref();
                let hash = <[u8; 32]>::try_from(hash).map(super::super::Hash).ok();
                let known = base.zip(hash).and_then(|(base, hash)| base.contents.get(&hash));
                let content = (*known.ok_or(Malformed("a content that the base does not have"))?).clone();
                self.count_bytes(content.len())?;
                return Ok(content);
            }
            number -= 1;
        }
        if let Some(index) = number.checked_sub(1) {
            let known = usize::try_from(index).ok().and_then(|index| self.contents.get(index));
            let content = known.ok_or(Malformed("an unknown content"))?.clone();
            self.count_bytes(content.len())?;
            return Ok(content);
        }
        let content = self.new_content()?;
        self.contents.push(content.clone());
        Ok(content)
    }

    /// A content as its length and its bytes.
    pub(super) fn new_content(&mut self) -> Result<Content, CodecError> {
        let length = self.number()?;
        if length > self.limits.file_bytes {
            return Err(TooLarge(Exceeded::FileBytes(self.limits.file_bytes)));
        }
        self.count_bytes(length)?;
        if length <= PIECE {
            // What came is taken over as it is.
            return Ok(Content::from_bytes(self.bytes(length)?.into()));
        }
        let mut content = Content::new();
        let mut left = length;
        while left > 0 {
            let piece = left.min(PIECE);
            content.append_bytes(self.bytes(piece)?.into());
            left -= piece;
        }
        Ok(content)
    }

    fn meta(&mut self) -> Result<Meta, CodecError> {
        fn unzigzag(value: u64) -> i64 {
            (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
        }
        let ino = self.number()?;
        self.inos.push(ino);
        let mode = u16::try_from(self.number()?)
            .ok()
            .filter(|mode| *mode <= 0o7777)
            .ok_or(Malformed("a mode that cannot be one"))?;
        let atime = unzigzag(self.number()?);
        let mtime = atime.wrapping_add(unzigzag(self.number()?));
        let ctime = mtime.wrapping_add(unzigzag(self.number()?));
        Ok(Meta { ino, mode, atime: Time(atime), mtime: Time(mtime), ctime: Time(ctime) })
    }

    fn count_node(&mut self) -> Result<(), CodecError> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(TooLarge(Exceeded::Nodes(self.limits.nodes)));
        }
        Ok(())
    }

    pub(super) fn count_bytes(&mut self, count: u64) -> Result<(), CodecError> {
        self.bytes = self.bytes.saturating_add(count);
        if self.bytes > self.limits.total_bytes {
            return Err(TooLarge(Exceeded::TotalBytes(self.limits.total_bytes)));
        }
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<u64, CodecError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                // A zero at the end would be a second spelling of the same number.
                return if byte == 0 && shift > 0 { Err(Malformed("a number in a long form")) } else { Ok(number) };
            }
        }
        Err(Malformed("a number above 64 bits"))
    }

    fn byte(&mut self) -> Result<u8, CodecError> {
        self.frame.byte()
    }

    /// So many bytes, a count that was checked against a limit. They are not trusted to come.
    fn bytes(&mut self, count: u64) -> Result<Vec<u8>, CodecError> {
        let mut bytes = Vec::with_capacity(usize::try_from(count.min(PIECE)).unwrap_or_default());
        self.frame.extend(&mut bytes, usize::try_from(count).unwrap_or(usize::MAX))?;
        Ok(bytes)
    }
}

/// Puts an entry in, or in the place of the base's.
fn add(parent: &mut Open<'_>, name: Name, node: Node) {
    let (mut weight, reach) = (node.weight(), node.reach().saturating_add(name.len() + 1));
    if let Some(old) = parent.dir.get(&name) {
        weight = weight.minus(old.weight());
    }
    parent.dir.account(weight, reach);
    parent.dir.insert(name, node);
}
