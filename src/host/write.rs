//! From a tree to a folder of the host.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, chmodat, fchmod, fstat, fsync, mkdirat, open, openat, readlinkat, renameat,
    statat, symlinkat, unlinkat,
};
use rustix::io::Errno as OsErrno;

use super::ignore::Patterns;
use super::{HostError, Skipped, join, stays_inside};
use workspace::{AbsPath, Content, Node, Tree};

/// How to write a folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct WriteOptions {
    /// What the tree does not have goes, but for what is never taken from a host either (`.git`, keys, `node_modules`, …).
    pub delete: bool,
}

/// What was done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Files and links that were written.
    pub written: u64,
    /// Files that were the same already.
    pub unchanged: u64,
    /// Files, links and folders that were removed.
    pub deleted: u64,
    /// FIFOs, which stay in the tree.
    pub skipped: Vec<Skipped>,
}

/// What a file is called until it is whole.
const TEMPORARY: &str = ".mem-sandbox-unfinished";

/// How deep folders that are removed may lie in each other.
const DEEPEST: u32 = 500;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Writes what is below `root` in the tree into a folder of the host, which is made when it is not there. Each file is
/// there whole or as it was: it is written beside its place, flushed, and renamed. Nothing is written through a link.
///
/// Errors: a link, or something else than a file, in a file's place, or than a folder in a folder's; links of the tree that
/// lead out of the folder; the host's own errors. What was written before an error stays.
pub fn write_folder(tree: &Tree, root: &AbsPath, folder: &OsStr, options: WriteOptions) -> Result<Written, HostError> {
    let top_error = |error| HostError::os(error, "open", b".");
    match rustix::fs::mkdir(folder, Mode::from_raw_mode(0o777)) {
        Ok(()) | Err(OsErrno::EXIST) => {}
        Err(error) => return Err(top_error(error)),
    }
    let top = open(folder, FOLDER - OFlags::NOFOLLOW, Mode::empty()).map_err(top_error)?;
    let mut writer = Writer { tree, options, kept: Patterns::defaults(), done: Written::default() };
    // Folders in which the tree's are written; each keeps the one above it open.
    let mut open_folders = vec![writer.enter(top, Vec::new(), root.clone())?];
    while let Some(level) = open_folders.last_mut() {
        let Some((name, node)) = level.entries.pop() else {
            open_folders.pop();
            continue;
        };
        let path = join(&level.path, &name);
        if let Some(inner) = writer.entry(level.handle.as_fd(), &level.at, &name, &node, path)? {
            open_folders.push(inner);
        }
    }
    Ok(writer.done)
}

struct Level {
    handle: OwnedFd,
    path: Vec<u8>,
    at: AbsPath,
    entries: Vec<(std::sync::Arc<[u8]>, Node)>,
}

struct Writer<'a> {
    tree: &'a Tree,
    options: WriteOptions,
    kept: Patterns,
    done: Written,
}

impl Writer<'_> {
    fn enter(&mut self, handle: OwnedFd, path: Vec<u8>, at: AbsPath) -> Result<Level, HostError> {
        let mut entries = self.tree.read_dir(&at).unwrap_or_default();
        if self.options.delete {
            let names: BTreeSet<&[u8]> = entries.iter().map(|(name, _)| &**name).collect();
            self.delete_others(handle.as_fd(), &path, &names, DEEPEST)?;
        }
        entries.reverse();
        Ok(Level { handle, path, at, entries })
    }

    fn entry(
        &mut self,
        folder: BorrowedFd<'_>,
        at: &AbsPath,
        name: &[u8],
        node: &Node,
        path: Vec<u8>,
    ) -> Result<Option<Level>, HostError> {
        let there = match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Some(FileType::from_raw_mode(stat.st_mode)),
            Err(OsErrno::NOENT) => None,
            Err(error) => return Err(HostError::os(error, "stat", &path)),
        };
        let mode = Mode::from_raw_mode(u32::from(node.meta().mode & 0o777));
        match node {
            Node::Dir(_) => {
                match there {
                    None => mkdirat(folder, name, mode).map_err(|error| HostError::os(error, "mkdir", &path))?,
                    Some(FileType::Directory) => {}
                    Some(FileType::Symlink) => {
                        return Err(HostError::Refused { path, why: "it is a link on the host" });
                    }
                    Some(_) => return Err(HostError::Refused { path, why: "it is no folder on the host" }),
                }
                let handle = openat(folder, name, FOLDER, Mode::empty());
                let handle = handle.map_err(|error| HostError::os(error, "open", &path))?;
                if there.is_none() {
                    // Whatever the host's umask took away.
                    fchmod(&handle, mode).map_err(|error| HostError::os(error, "chmod", &path))?;
                }
                self.enter(handle, path, at.join(name)).map(Some)
            }
            Node::File(file) => {
                match there {
                    None | Some(FileType::RegularFile) => {}
                    Some(FileType::Symlink) => {
                        return Err(HostError::Refused { path, why: "it is a link on the host" });
                    }
                    Some(_) => return Err(HostError::Refused { path, why: "it is no file on the host" }),
                }
                if there.is_some() && same_file(folder, name, file.content()) {
                    chmodat(folder, name, mode, AtFlags::empty())
                        .map_err(|error| HostError::os(error, "chmod", &path))?;
                    self.done.unchanged += 1;
                } else {
                    write_file(folder, name, file.content(), mode, &path)?;
                    self.done.written += 1;
                }
                Ok(None)
            }
            Node::Symlink(link) => {
                if !stays_inside(&path, &link.target) {
                    return Err(HostError::Refused { path, why: "it is a link that leaves the folder" });
                }
                match there {
                    None => {}
                    Some(FileType::Symlink) => {
                        let old = readlinkat(folder, name, Vec::new());
                        if old.is_ok_and(|old| old.as_bytes() == &*link.target) {
                            self.done.unchanged += 1;
                            return Ok(None);
                        }
                        unlinkat(folder, name, AtFlags::empty())
                            .map_err(|error| HostError::os(error, "unlink", &path))?;
                    }
                    Some(_) => return Err(HostError::Refused { path, why: "it is no link on the host" }),
                }
                symlinkat(&*link.target, folder, name).map_err(|error| HostError::os(error, "symlink", &path))?;
                self.done.written += 1;
                Ok(None)
            }
            _ => {
                self.done.skipped.push(Skipped { path, why: "a FIFO" });
                Ok(None)
            }
        }
    }

    /// Removes what the tree does not have in a folder, but for what a reader leaves out.
    fn delete_others(
        &mut self,
        folder: BorrowedFd<'_>,
        path: &[u8],
        names: &BTreeSet<&[u8]>,
        deeper: u32,
    ) -> Result<(), HostError> {
        let deeper = deeper.checked_sub(1).ok_or_else(|| HostError::os(OsErrno::NAMETOOLONG, "unlink", path))?;
        for (name, is_folder) in listing(folder, path)? {
            let inner = join(path, &name);
            if names.contains(&name[..]) || self.kept.decide(&inner, is_folder) == Some(true) {
                continue;
            }
            if is_folder {
                // Only what may go goes; a folder that holds something kept stays.
                let handle = openat(folder, &name[..], FOLDER, Mode::empty());
                let handle = handle.map_err(|error| HostError::os(error, "open", &inner))?;
                self.delete_others(handle.as_fd(), &inner, &BTreeSet::new(), deeper)?;
                match unlinkat(folder, &name[..], AtFlags::REMOVEDIR) {
                    Ok(()) => self.done.deleted += 1,
                    Err(OsErrno::NOTEMPTY | OsErrno::EXIST) => {}
                    Err(error) => return Err(HostError::os(error, "rmdir", &inner)),
                }
            } else {
                unlinkat(folder, &name[..], AtFlags::empty())
                    .map_err(|error| HostError::os(error, "unlink", &inner))?;
                self.done.deleted += 1;
            }
        }
        Ok(())
    }
}

/// The names in a folder and whether each is a folder itself, in byte order.
fn listing(folder: BorrowedFd<'_>, path: &[u8]) -> Result<Vec<(Vec<u8>, bool)>, HostError> {
    let fail = |error| HostError::os(error, "scandir", path);
    let mut names = Vec::new();
    for entry in Dir::read_from(folder).map_err(fail)? {
        let name = entry.map_err(fail)?.file_name().to_bytes().to_vec();
        if matches!(&name[..], b"." | b"..") {
            continue;
        }
        let stat = statat(folder, &name[..], AtFlags::SYMLINK_NOFOLLOW).map_err(fail)?;
        names.push((name, FileType::from_raw_mode(stat.st_mode) == FileType::Directory));
    }
    names.sort_unstable();
    Ok(names)
}

/// Whether a file of the host has these bytes already.
fn same_file(folder: BorrowedFd<'_>, name: &[u8], content: &Content) -> bool {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(handle) = openat(folder, name, flags, Mode::empty()) else {
        return false;
    };
    if !fstat(&handle).is_ok_and(|stat| u64::try_from(stat.st_size) == Ok(content.len())) {
        return false;
    }
    let mut file = file_of(handle);
    let mut piece = Vec::new();
    content.slices().all(|slice| {
        piece.resize(slice.len(), 0);
        file.read_exact(&mut piece).is_ok() && piece == slice
    })
}

fn write_file(
    folder: BorrowedFd<'_>,
    name: &[u8],
    content: &Content,
    mode: Mode,
    path: &[u8],
) -> Result<(), HostError> {
    let fail = |error| HostError::os(error, "write", path);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // Left by a writer that was killed; an exclusive open never follows what is there.
    let _ = unlinkat(folder, TEMPORARY, AtFlags::empty());
    let handle = openat(folder, TEMPORARY, flags, Mode::from_raw_mode(0o600)).map_err(fail)?;
    let written = (|| {
        let mut file = file_of(handle);
        for slice in content.slices() {
            file.write_all(&slice)?;
        }
        fchmod(&file, mode)?;
        fsync(&file)?;
        renameat(folder, TEMPORARY, folder, name)?;
        Ok(())
    })();
    written.map_err(|error: std::io::Error| {
        let _ = unlinkat(folder, TEMPORARY, AtFlags::empty());
        fail(error.raw_os_error().map_or(OsErrno::IO, OsErrno::from_raw_os_error))
    })
}

#[allow(clippy::disallowed_types, reason = "this module is the named place for the host's files")]
fn file_of(handle: OwnedFd) -> std::fs::File {
    std::fs::File::from(handle)
}
