//! Folders of the host: the one place where the core touches its files, and only when host code asks by name.
//!
//! Every path below the given folder is opened name by name, relative to the folder above it and without following
//! links (`openat`, `O_NOFOLLOW`), so that nobody who swaps a folder for a link meanwhile leads out of it. Nothing that a
//! command or a script in a session does comes here.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

mod ignore;
mod mount;
mod read;
mod write;

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64};

use rustix::io::Errno as OsErrno;

pub use ignore::Patterns;
pub use mount::mount_folder;
pub use read::{ReadOptions, read_folder};
pub use write::{WriteOptions, Written, write_folder};

use workspace::Errno;

/// Something that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Relative to the folder.
    pub path: Vec<u8>,
    pub why: &'static str,
}

/// How far a reader is, and whether it is to stop; shared with whoever waits.
#[derive(Debug, Default)]
pub struct Progress {
    pub files: AtomicU64,
    pub bytes: AtomicU64,
    pub cancelled: AtomicBool,
}

/// Why a folder cannot be read or written. Paths are relative to it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The host's own refusal, or a limit of the tree.
    #[error("{}", .errno.message())]
    File { errno: Errno, syscall: &'static str, path: Vec<u8> },
    /// What is there must not be gone through, read or written.
    #[error("{why}")]
    Refused { path: Vec<u8>, why: &'static str },
    #[error("it was cancelled")]
    Cancelled,
}

impl HostError {
    fn os(error: OsErrno, syscall: &'static str, path: &[u8]) -> HostError {
        let errno = match error {
            OsErrno::NOENT => Errno::NotFound,
            OsErrno::EXIST => Errno::Exists,
            OsErrno::NOTDIR => Errno::NotDir,
            OsErrno::ISDIR => Errno::IsDir,
            OsErrno::NOTEMPTY => Errno::NotEmpty,
            OsErrno::INVAL => Errno::Invalid,
            OsErrno::LOOP => Errno::Loop,
            OsErrno::NAMETOOLONG => Errno::NameTooLong,
            OsErrno::ROFS => Errno::ReadOnly,
            OsErrno::ACCESS => Errno::Access,
            OsErrno::PERM => Errno::NotPermitted,
            OsErrno::XDEV => Errno::CrossDevice,
            OsErrno::BUSY => Errno::Busy,
            OsErrno::FBIG => Errno::TooBig,
            OsErrno::MFILE | OsErrno::NFILE => Errno::TooManyFiles,
            OsErrno::NOSPC | OsErrno::DQUOT => Errno::NoSpace(workspace::Quota::TotalBytes),
            _ => Errno::Io,
        };
        HostError::File { errno, syscall, path: path.to_vec() }
    }
}

/// A path below the folder.
fn join(folder: &[u8], name: &[u8]) -> Vec<u8> {
    if folder.is_empty() { name.to_vec() } else { [folder, b"/", name].concat() }
}

/// That a symbolic link's target stays below the folder, by its text.
fn stays_inside(path: &[u8], target: &[u8]) -> bool {
    let mut depth = path.iter().filter(|byte| **byte == b'/').count();
    target.first() != Some(&b'/')
        && target.split(|byte| *byte == b'/').all(|name| match name {
            b"" | b"." => true,
            b".." => depth.checked_sub(1).map(|less| depth = less).is_some(),
            _ => {
                depth += 1;
                true
            }
        })
}
