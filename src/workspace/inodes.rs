//! The inode table: files, links and FIFOs that have several names.
//!
//! A node moves here with its second name and stays, even when one name is left: finding that name would cost a
//! walk. Nothing shows the difference but the speed of hashes.

use std::sync::atomic::{AtomicU64, Ordering};

use rpds::RedBlackTreeMapSync;

use super::node::{Ino, Node};

/// Numbers the states of all tables in the process, so that a hash cached for one is never taken for another's.
static GENERATION: AtomicU64 = AtomicU64::new(1);

#[derive(Clone)]
pub(super) struct Inode {
    /// Never a folder and never [`Node::Linked`].
    pub leaf: Node,
    /// How many entries name it; at least 1.
    pub links: u64,
}

/// The table. Cloning is O(1).
#[derive(Clone)]
pub(super) struct InodeTable {
    map: RedBlackTreeMapSync<Ino, Inode>,
    /// The bytes of all leaves in it.
    bytes: u64,
    generation: u64,
}

impl InodeTable {
    pub(super) fn new() -> Self {
        InodeTable { map: RedBlackTreeMapSync::new_sync(), bytes: 0, generation: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Changes whenever a hash that covers a leaf in the table may change. Equal generations mean equal tables, as far
    /// as hashes go.
    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    pub(super) fn get(&self, ino: Ino) -> Option<&Inode> {
        self.map.get(&ino)
    }

    pub(super) fn leaves(&self) -> impl Iterator<Item = &Node> {
        self.map.values().map(|inode| &inode.leaf)
    }

    fn changed(&mut self) {
        self.generation = GENERATION.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn insert(&mut self, ino: Ino, leaf: Node, links: u64) {
        self.bytes += leaf.held_bytes();
        self.map.insert_mut(ino, Inode { leaf, links });
        self.changed();
    }

    /// Changes a leaf; `hashed` says whether a hash can show it.
    pub(super) fn change<R>(&mut self, ino: Ino, hashed: bool, change: impl FnOnce(&mut Node) -> R) -> Option<R> {
        self.map.get(&ino)?;
        let inode = self.map.get_mut(&ino)?;
        let before = inode.leaf.held_bytes();
        let result = change(&mut inode.leaf);
        let after = inode.leaf.held_bytes();
        self.bytes = (self.bytes - before.min(self.bytes)) + after;
        if hashed {
            self.changed();
        }
        Some(result)
    }

    pub(super) fn add_link(&mut self, ino: Ino) {
        if let Some(inode) = self.map.get_mut(&ino) {
            inode.links += 1;
        }
    }

    /// Takes one name away, and the inode with the last. Gives the leaf.
    pub(super) fn drop_link(&mut self, ino: Ino) -> Option<Node> {
        let inode = self.map.get_mut(&ino)?;
        let leaf = inode.leaf.clone();
        if inode.links > 1 {
            inode.links -= 1;
        } else {
            self.map.remove_mut(&ino);
            self.bytes = self.bytes.saturating_sub(leaf.held_bytes());
        }
        Some(leaf)
    }
}
