//! What identifies the base of an encoded difference, and what can be left out because the base has it.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::super::Hash;
use super::super::content::Content;
use super::super::entries::Iter;
use super::super::node::{Meta, Node};
use super::super::tree::Tree;
use super::{DIR, FIFO, FILE, SYMLINK};

/// A tree from which another one differs.
pub(super) struct Base<'a> {
    pub tree: &'a Tree,
    /// Covers everything that the encoding of the tree shows.
    pub fingerprint: Hash,
    pub contents: HashMap<Hash, &'a Content>,
}

impl<'a> Base<'a> {
    /// Walks the whole tree, and hashes contents that never were.
    pub(super) fn new(tree: &'a Tree) -> Self {
        let mut hasher = Sha256::new();
        let mut contents = HashMap::new();
        hasher.update(tree.numbers_end().to_be_bytes());
        add_meta(&mut hasher, DIR, &tree.root.meta);
        let mut above: Vec<Iter<'a>> = Vec::new();
        let mut entries = tree.root.own().iter();
        loop {
            let Some((name, node)) = entries.next() else {
                hasher.update([0xff]);
                let Some(parent) = above.pop() else { break };
                entries = parent;
                continue;
            };
            add_bytes(&mut hasher, name);
            match tree.leaf(node) {
                Node::Dir(dir) => {
                    add_meta(&mut hasher, DIR, &dir.meta);
                    above.push(std::mem::replace(&mut entries, dir.own().iter()));
                }
                Node::File(file) => {
                    add_meta(&mut hasher, FILE, &file.meta);
                    hasher.update(file.hash().0);
                    contents.insert(file.hash(), file.content());
                }
                Node::Symlink(link) => {
                    add_meta(&mut hasher, SYMLINK, &link.meta);
                    add_bytes(&mut hasher, &link.target);
                }
                leaf => add_meta(&mut hasher, FIFO, leaf.meta()),
            }
        }
        Base { tree, fingerprint: Hash(hasher.finalize().into()), contents }
    }
}

fn add_bytes(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update((bytes.len() as u64).to_be_bytes());
    hasher.update(bytes);
}

fn add_meta(hasher: &mut Sha256, kind: u8, meta: &Meta) {
    hasher.update([kind]);
    hasher.update(meta.ino.to_be_bytes());
    hasher.update(meta.mode.to_be_bytes());
    for time in [meta.atime, meta.mtime, meta.ctime] {
        hasher.update(time.0.to_be_bytes());
    }
}

/// Whether the base has an entry just so, which must not be, or hold, one of several names. Folders only when they are
/// one in memory.
pub(super) fn identical(base: &Node, node: &Node) -> bool {
    match (base, node) {
        (Node::Dir(a), Node::Dir(b)) => std::sync::Arc::ptr_eq(a, b) && a.linked() == 0,
        (Node::Linked(_), _) | (_, Node::Linked(_)) => false,
        (a, b) if a.ptr_eq(b) => true,
        (Node::File(a), Node::File(b)) => a.meta == b.meta && a.content() == b.content(),
        (Node::Symlink(a), Node::Symlink(b)) => a.meta == b.meta && a.target == b.target,
        (Node::Fifo(a), Node::Fifo(b)) => a.meta == b.meta,
        _ => false,
    }
}
