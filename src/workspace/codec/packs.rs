//! The contents of a tree in packs, apart from the tree, so that trees that have much in common share most of them.
//!
//! A tree's distinct contents, in the order in which a walk meets them, are cut into packs. Where a pack ends depends on
//! the hashes of the contents around and not on what came before, so that a change of the tree changes the packs near to
//! it and no others. A large content is a pack of its own.
//!
//! Layout of a pack: the magic `MSBPACK`, the version byte 1, and an LZ4 frame of the number of contents and for each its
//! length and its bytes, numbers as in the tree's encoding.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::super::TreeLimits;
use super::super::content::Content;
use super::super::hash::Hash;
use super::super::node::Node;
use super::super::tree::Tree;
use super::super::{AbsPath, Walk};
use super::decode::{Reader, versioned_stream};
use super::encode::Writer;
use super::unframe::Unframe;
use super::{CodecError, MAGIC_PACK, VERSION};

/// From this size on, in bytes, a content is a pack of its own.
const LARGE: u64 = 128 << 10;

/// A pack ends before it has more bytes than this.
const FULL: u64 = 1 << 20;

/// One content in so many ends a pack.
const CONTENTS: u8 = 32;

/// Some contents of a tree.
pub struct Pack {
    contents: Vec<(Hash, Content)>,
}

impl Pack {
    /// What the pack holds, as a hash: equal contents, equal ids. Cheaper than the bytes.
    pub fn id(&self) -> Hash {
        let mut hasher = Sha256::new();
        self.contents.iter().for_each(|(hash, _)| hasher.update(hash.0));
        Hash(hasher.finalize().into())
    }

    /// The bytes; equal contents, equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut nobody = |_: &[u8]| {};
        let mut writer = Writer::new(MAGIC_PACK, VERSION, None, Vec::new(), None, &mut nobody);
        writer.number(self.contents.len() as u64);
        for (_, content) in &self.contents {
            writer.number(content.len());
            for slice in content.slices() {
                writer.bytes(&slice);
            }
        }
        writer.finish()
    }
}

/// The contents of a tree in packs, without what was not read.
pub fn packs(tree: &Tree) -> Vec<Pack> {
    let tree = tree.without_unread();
    let mut packs = Vec::new();
    let mut open = Pack { contents: Vec::new() };
    let mut bytes = 0;
    let mut known = HashSet::new();
    // The root is there, so this does not fail.
    for entry in Walk::new(&tree, &AbsPath::root()).into_iter().flatten() {
        let Node::File(file) = &entry.node else { continue };
        if tree.is_system(&entry.path) || !known.insert(file.hash()) {
            continue;
        }
        let (hash, content) = (file.hash(), file.content().clone());
        if content.len() >= LARGE {
            packs.push(Pack { contents: vec![(hash, content)] });
            continue;
        }
        if bytes + content.len() > FULL {
            packs.push(std::mem::replace(&mut open, Pack { contents: Vec::new() }));
            bytes = 0;
        }
        bytes += content.len();
        open.contents.push((hash, content));
        if hash.0[0] % CONTENTS == 0 {
            packs.push(std::mem::replace(&mut open, Pack { contents: Vec::new() }));
            bytes = 0;
        }
    }
    if !open.contents.is_empty() {
        packs.push(open);
    }
    packs
}

/// The places of contents in their packs, which stand one behind the other.
pub(super) fn places(packs: &[Pack]) -> HashMap<Hash, u64> {
    let hashes = packs.iter().flat_map(|pack| &pack.contents).map(|(hash, _)| *hash);
    hashes.zip(0..).collect()
}

/// Reads what [`Pack::encode`] wrote onto `contents`; all of these together must be within the limits.
///
/// Errors: see [`CodecError`].
pub fn decode_pack(bytes: &[u8], limits: TreeLimits, contents: &mut Vec<Content>) -> Result<(), CodecError> {
    let (version, stream) = versioned_stream(bytes, MAGIC_PACK)?;
    if version != VERSION {
        return Err(CodecError::Version(version));
    }
    let held = contents.iter().map(Content::len).sum();
    let mut reader = Reader::new(Unframe::new(stream)?, limits, None);
    reader.count_bytes(held)?;
    let count = reader.number()?;
    for _ in 0..count {
        contents.push(reader.new_content()?);
        if contents.len() as u64 > limits.nodes {
            return Err(CodecError::TooLarge(super::Exceeded::Nodes(limits.nodes)));
        }
    }
    reader.ends()
}
