//! A tree as bytes, and back.
//!
//! Layout: the magic `MSBTREE`, one version byte, and an LZ4 frame with the body. In the body every number is a LEB128 varint in its shortest form, times are zigzag-coded first.
//!
//! - The body is `next inode number`, then the folder `/`.
//! - A node is its kind, one byte, then by kind:
//!   0 folder: meta, the number of entries, then for each in byte order of names: the name's length, the name, the node.
//!   1 file: meta, content. 2 symbolic link: meta, the target's length, the target. 3 FIFO: meta.
//!   4 a node with several names, at its first name: its own kind and the rest as above.
//!   5 a further name of such a node: its inode number.
//! - Meta is the inode number, the mode, then atime, mtime and ctime in nanoseconds, the last two as differences from
//!   the one before (wrapping).
//! - A content is 0, its length and its bytes; or n > 0: the n-th content of this body once more.
//!
//! Version 2 holds what is new since another tree, the *base*. Its body begins with the base's fingerprint (32 bytes;
//! `since.rs`), and knows two more kinds of node:
//! - 6 an entry that the base has just so at the same path: nothing follows.
//! - 7 a folder that the base has at the same path, but for some entries: meta, how many names are gone and each of them,
//!   then as a folder the entries that are new or others.
//! - A content is 0 and its bytes as above, or 1 and the SHA-256 of a content of the base, or n > 1: the (n-1)-th content
//!   of this body once more.
//!
//! Version 3 holds a tree whose contents are in packs (`packs.rs`): a content is n, the n-th content of those, from 0.
//!
//! What has several names, and the folders above it, are always written whole.
//!
//! Equal trees (names, bytes, modes, times, inode numbers) give equal bytes, however they came about; quotas and the
//! system overlay are not encoded. There is no checksum: who keeps the bytes seals them (`session/encode.rs`). Bytes that
//! were changed are read as another tree or refused, and never do harm.

mod contents;
mod decode;
mod encode;
mod frame;
mod packs;
mod since;
mod unframe;

pub use decode::{decode, decode_packed, decode_since};
pub use encode::{encode, encode_packed, encode_since};
pub use frame::{Seen, Spawn};
pub use packs::{Pack, decode_pack, packs};
pub use unframe::Beside;

const MAGIC: &[u8; 7] = b"MSBTREE";
const VERSION: u8 = 1;
const MAGIC_PACK: &[u8; 7] = b"MSBPACK";
const VERSION_SINCE: u8 = 2;
const VERSION_PACKED: u8 = 3;

const DIR: u8 = 0;
const FILE: u8 = 1;
const SYMLINK: u8 = 2;
const FIFO: u8 = 3;
const SHARED: u8 = 4;
const AGAIN: u8 = 5;
const SAME: u8 = 6;
const CHANGED: u8 = 7;

/// Why bytes are not a tree that may be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodecError {
    /// They do not begin like an encoded tree.
    #[error("not an encoded tree")]
    NotATree,
    /// They are of a version that this one does not know.
    #[error("an encoded tree of unknown version {0}")]
    Version(u8),
    /// They hold what is new since another tree, and that one was not given.
    #[error("what is new since another tree, which must be given")]
    NeedsBase,
    /// They hold what is new since another tree than the one given.
    #[error("what is new since another tree than the one given")]
    OtherBase,
    /// The content makes no sense; what about it.
    #[error("the encoded tree makes no sense: {0}")]
    Malformed(&'static str),
    /// The tree is above the limits given.
    #[error("the encoded tree is too large: {0}")]
    TooLarge(Exceeded),
}

/// The limit that an encoded tree is above.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exceeded {
    /// [`crate::TreeLimits::file_bytes`]
    #[error("a file has more than {0} bytes")]
    FileBytes(u64),
    /// [`crate::TreeLimits::total_bytes`]
    #[error("its files have more than {0} bytes")]
    TotalBytes(u64),
    /// [`crate::TreeLimits::nodes`]
    #[error("it has more than {0} nodes")]
    Nodes(u64),
    /// [`crate::TreeLimits::path_bytes`]
    #[error("a path or link target has more than {0} bytes")]
    PathBytes(u32),
    /// [`crate::TreeLimits::name_bytes`]
    #[error("a name has more than {0} bytes")]
    NameBytes(u32),
}
