//! The hashes of nodes and folders.
//!
//! *Content hash.* A file: SHA-256 of its bytes. A symbolic link: SHA-256 of its target. A FIFO: SHA-256 of nothing.
//! A folder: SHA-256 over the ASCII tag `mem-sandbox-directory-v1`, a zero byte, and for each child in byte order of
//! names: one type byte (`F` file, `D` folder, `L` symbolic link, `P` FIFO), the name's length as 4 bytes big-endian,
//! the name, the child's 32 hash bytes. For trees of files and folders that is the Merkle hash of the Python package
//! `mem-sandbox`. Modes, times, owners and inode numbers do not enter.
//!
//! *Node hash.* The same, made of node hashes; and where a node's mode is not the default of its kind (755 for folders,
//! 777 for symbolic links, 644 otherwise), its hash is wrapped: SHA-256 over the ASCII tag `mem-sandbox-mode-v1`, a zero
//! byte, the mode as 2 bytes big-endian and the 32 bytes. A tree with default modes has equal content and node hashes.
//!
//! Files that were not read and folders that were not looked into (`source.rs`) do not enter: they are as if they were
//! not there. Folders cache both hashes. The system overlay is not covered by the hash of `/`.

use sha2::{Digest, Sha256};

use super::hash::{Hash, HashCell};
use super::node::{Dir, Name, Node};
use super::tree::Tree;

const DIRECTORY_TAG: &[u8] = b"mem-sandbox-directory-v1\0";
const MODE_TAG: &[u8] = b"mem-sandbox-mode-v1\0";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Content,
    Node,
}

impl Which {
    fn cell(self, dir: &Dir) -> &HashCell {
        match self {
            Which::Content => &dir.content_hash,
            Which::Node => &dir.node_hash,
        }
    }

    /// Adds the mode of a node to its hash, where it counts.
    fn wrap(self, node: &Node, hash: Hash) -> Hash {
        let mode = node.meta().mode;
        if self == Which::Content || mode == node.default_mode() {
            return hash;
        }
        let mut hasher = Sha256::new_with_prefix(MODE_TAG);
        hasher.update(mode.to_be_bytes());
        hasher.update(hash.0);
        Hash(hasher.finalize().into())
    }
}

fn type_byte(node: &Node) -> u8 {
    match node {
        Node::Dir(_) => b'D',
        // A link without an inode cannot be: the table loses an inode with its last name.
        Node::File(_) | Node::Linked(_) => b'F',
        Node::Symlink(_) => b'L',
        Node::Fifo(_) => b'P',
        // Only in the system overlay, which is never part of a folder that is compared.
        Node::Device(_) => b'C',
    }
}

/// A folder whose hash is being made.
struct Frame<'a> {
    dir: &'a Dir,
    entries: super::entries::Iter<'a>,
    hasher: Sha256,
    /// The folder among its children that was entered, to be added when its hash is known.
    entered: Option<(&'a Name, &'a Node)>,
}

impl<'a> Frame<'a> {
    fn new(dir: &'a Dir) -> Self {
        Frame { dir, entries: dir.own().iter(), hasher: Sha256::new_with_prefix(DIRECTORY_TAG), entered: None }
    }

    fn add(&mut self, name: &[u8], node: &Node, hash: Hash) {
        self.hasher.update([type_byte(node)]);
        // Names are limited to far less than 4 GiB.
        self.hasher.update(u32::try_from(name.len()).unwrap_or(u32::MAX).to_be_bytes());
        self.hasher.update(name);
        self.hasher.update(hash.0);
    }
}

impl Tree {
    /// The content hash of a node of this tree.
    pub fn hash_content(&self, node: &Node) -> Hash {
        self.hash(node, Which::Content)
    }

    /// The node hash of a node of this tree.
    pub fn hash_node(&self, node: &Node) -> Hash {
        self.hash(node, Which::Node)
    }

    /// The node hash of a folder as far as it is known without work, without its own mode.
    pub(super) fn known_hash(&self, dir: &Dir) -> Option<Hash> {
        dir.node_hash.get(self.hash_generation(dir))
    }

    fn hash_generation(&self, dir: &Dir) -> u64 {
        if dir.linked() == 0 { 0 } else { self.inodes.generation() }
    }

    fn hash(&self, node: &Node, which: Which) -> Hash {
        let node = self.leaf(node);
        let hash = match node {
            Node::Dir(dir) => self.hash_dir(dir, which),
            Node::File(file) => file.hash(),
            Node::Symlink(symlink) => Hash::of(&symlink.target),
            Node::Fifo(_) | Node::Device(_) | Node::Linked(_) => Hash::of(b""),
        };
        which.wrap(node, hash)
    }

    /// The hash of a folder without its own mode. Keeps its own stack: trees may be deep.
    fn hash_dir(&self, dir: &Dir, which: Which) -> Hash {
        let cached = |dir: &Dir| which.cell(dir).get(self.hash_generation(dir));
        if let Some(hash) = cached(dir) {
            return hash;
        }
        let mut above: Vec<Frame> = Vec::new();
        let mut frame = Frame::new(dir);
        loop {
            match frame.entries.next() {
                Some((name, node)) => {
                    let node = self.leaf(node);
                    match node {
                        node if node.is_elsewhere() => {}
                        Node::Dir(child) => match cached(child) {
                            Some(hash) => frame.add(name, node, which.wrap(node, hash)),
                            None => {
                                frame.entered = Some((name, node));
                                above.push(std::mem::replace(&mut frame, Frame::new(child)));
                            }
                        },
                        leaf => frame.add(name, leaf, self.hash(leaf, which)),
                    }
                }
                None => {
                    let hash = Hash(frame.hasher.finalize().into());
                    which.cell(frame.dir).set(self.hash_generation(frame.dir), hash);
                    match above.pop() {
                        None => return hash,
                        Some(parent) => frame = parent,
                    }
                    if let Some((name, node)) = frame.entered.take() {
                        frame.add(name, node, which.wrap(node, hash));
                    }
                }
            }
        }
    }
}
