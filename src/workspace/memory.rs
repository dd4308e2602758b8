//! What a tree alone holds in memory, and what others hold too.

use std::sync::Arc;

use super::node::{Dir, Node, Totals};
use super::tree::Tree;

/// How a tree's content is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Held by this tree alone: what would be freed with it.
    pub private: Totals,
    /// Held by another tree, snapshot or handle too.
    pub shared: Totals,
}

impl Tree {
    /// Counts what nobody else holds, by the reference counts of this moment. The cost follows what is private. A file of
    /// several names counts once for its bytes and once for each name.
    pub fn memory(&self) -> Memory {
        let mut memory = Memory::default();
        let mut open: Vec<&Dir> = Vec::new();
        if Arc::strong_count(&self.root) > 1 {
            memory.shared = self.root.own_totals();
        } else {
            memory.private.nodes += 1;
            open.push(&self.root);
        }
        while let Some(dir) = open.pop() {
            dir.own().each_held(&mut |node, held| match node {
                Node::Dir(child) if held || Arc::strong_count(child) > 1 => add(&mut memory.shared, child.own_totals()),
                Node::Dir(child) => {
                    memory.private.nodes += 1;
                    open.push(child);
                }
                Node::Linked(_) => count(&mut memory, held, 0, 0),
                leaf => {
                    let (private, shared) = bytes_of(leaf, held);
                    count(&mut memory, held || leaf.is_held(), private, shared);
                }
            });
        }
        for leaf in self.inodes.leaves() {
            let (private, shared) = bytes_of(leaf, false);
            memory.private.bytes = memory.private.bytes.saturating_add(private);
            memory.shared.bytes = memory.shared.bytes.saturating_add(shared);
        }
        memory
    }
}

fn add(totals: &mut Totals, more: Totals) {
    totals.bytes = totals.bytes.saturating_add(more.bytes);
    totals.nodes = totals.nodes.saturating_add(more.nodes);
}

fn count(memory: &mut Memory, held: bool, private: u64, shared: u64) {
    memory.private.bytes = memory.private.bytes.saturating_add(private);
    memory.shared.bytes = memory.shared.bytes.saturating_add(shared);
    if held {
        memory.shared.nodes += 1;
    } else {
        memory.private.nodes += 1;
    }
}

/// The private and the shared bytes of something that is no folder.
fn bytes_of(leaf: &Node, held: bool) -> (u64, u64) {
    let size = leaf.held_bytes();
    match leaf {
        _ if held || leaf.is_held() => (0, size),
        Node::File(file) => {
            let private = file.content().private_len();
            (private, size.saturating_sub(private))
        }
        Node::Symlink(link) if Arc::strong_count(&link.target) > 1 => (0, size),
        _ => (size, 0),
    }
}
