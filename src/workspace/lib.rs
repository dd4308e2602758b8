//! The workspace: files, folders, links, modes and times as one persistent value.
//!
//! A [`Tree`] is a value: cloning it costs a few reference counts, and a change copies only the folders on the
//! path to what changed. It knows nothing of the shell, of processes or of open files; who holds a file open
//! while its name goes away keeps the leaf that [`Tree::unlink`] and [`Tree::rename`] hand back.
//!
//! What it does not do: check permissions (modes are kept, nobody enforces them here), update access times on
//! reads, follow symbolic links in mutations (resolve first), or look at the host.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

mod codec;
mod content;
mod diff;
mod entries;
mod error;
mod hash;
mod inodes;
mod limits;
mod memory;
mod merge;
mod merkle;
mod mutate;
mod node;
mod path;
mod resolve;
mod source;
mod tree;
mod walk;

#[cfg(test)]
mod tests;

pub use codec::{
    Beside, CodecError, Exceeded, Pack, Seen, Spawn, decode, decode_pack, decode_packed, decode_since, encode,
    encode_packed, encode_since, packs,
};
pub use content::Content;
pub use diff::{Change, ChangeKind, Version, diff};
pub use error::{Errno, Quota};
pub use hash::{Hash, HashParseError};
pub use limits::TreeLimits;
pub use memory::Memory;
pub use merge::{Conflict, ConflictKind, MergeText, MergedText, MergedTree, OnConflict, Resolution, merge};
pub use node::{Device, DeviceKind, Dir, Fifo, File, Ino, Kind, Meta, Name, Node, Symlink, Totals};
pub use path::AbsPath;
pub use resolve::{Follow, Resolved};
pub use source::{Answer, FileSource, FolderSource, Listed, ListedKind, Reply, Unread};
pub use tree::Tree;
pub use walk::{Walk, WalkEntry};

/// A moment of the virtual clock: nanoseconds since 1970-01-01T00:00:00Z. Negative before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Time(pub i64);
