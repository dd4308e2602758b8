//! A folder of the host that is looked into as it is wanted.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, open, openat, readlinkat, statat};

use super::read::{Choice, FILE_FLAGS, names_in, read_file};
use super::{HostError, ReadOptions, join};
use workspace::{Answer, Content, Errno, FileSource, FolderSource, Listed, ListedKind};

/// Opens a folder for a mount. What the options leave out is not there, and neither are FIFOs, sockets and devices.
/// Links are links: where they lead is looked for in the tree, never on the host.
///
/// Errors: the host's.
pub fn mount_folder(folder: &OsStr, options: &ReadOptions) -> Result<Arc<dyn FolderSource>, HostError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let top = open(folder, flags, Mode::empty()).map_err(|error| HostError::os(error, "open", b"."))?;
    let choice = Choice::new(&top, options)?;
    Ok(Arc::new(HostFolder { host: Arc::new(Host { top, choice }), path: Vec::new() }))
}

struct Host {
    top: OwnedFd,
    choice: Choice,
}

impl Host {
    /// Opens a folder below the top, step by step, none of them a link.
    fn folder(&self, path: &[u8]) -> Result<OwnedFd, HostError> {
        let fail = |error| HostError::os(error, "open", path);
        let flags = FILE_FLAGS | OFlags::DIRECTORY;
        let mut handle = openat(&self.top, ".", flags, Mode::empty()).map_err(fail)?;
        for name in path.split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            handle = openat(&handle, name, flags, Mode::empty()).map_err(fail)?;
        }
        Ok(handle)
    }
}

struct HostFolder {
    host: Arc<Host>,
    /// Below the top; empty for the top itself.
    path: Vec<u8>,
}

impl HostFolder {
    fn entries(&self) -> Result<Vec<Listed>, HostError> {
        let handle = self.host.folder(&self.path)?;
        let mut list = Vec::new();
        for name in names_in(&handle, &self.path)? {
            let path = join(&self.path, &name);
            let stat = match statat(&handle, &name[..], AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => stat,
                // It went away since the folder was read.
                Err(rustix::io::Errno::NOENT) => continue,
                Err(error) => return Err(HostError::os(error, "stat", &path)),
            };
            let kind = FileType::from_raw_mode(stat.st_mode);
            if self.host.choice.leaves_out(&path, kind == FileType::Directory) {
                continue;
            }
            let kind = match kind {
                FileType::Directory => ListedKind::Folder(Arc::new(HostFolder { host: Arc::clone(&self.host), path })),
                FileType::RegularFile => {
                    let size = u64::try_from(stat.st_size).unwrap_or(0);
                    ListedKind::File(Arc::new(HostFile { host: Arc::clone(&self.host), path, size }))
                }
                FileType::Symlink => {
                    let target = readlinkat(&handle, &name[..], Vec::new())
                        .map_err(|error| HostError::os(error, "readlink", &path))?;
                    ListedKind::Symlink(target.as_bytes().into())
                }
                _ => continue,
            };
            let mode = u16::try_from(stat.st_mode & 0o777).unwrap_or(0o644);
            list.push(Listed { name: name.into(), mode, kind });
        }
        Ok(list)
    }
}

impl FolderSource for HostFolder {
    fn list(&self) -> Result<Vec<Listed>, Errno> {
        self.entries().map_err(errno_of)
    }
}

struct HostFile {
    host: Arc<Host>,
    path: Vec<u8>,
    /// When its folder was listed.
    size: u64,
}

impl FileSource for HostFile {
    fn size(&self) -> Option<u64> {
        Some(self.size)
    }

    fn is_immediate(&self) -> bool {
        true
    }

    fn read(&self, most: u64) -> Answer {
        let slash = self.path.iter().rposition(|byte| *byte == b'/');
        let (folder, name) = self.path.split_at(slash.map_or(0, |at| at + 1));
        let bytes = self.host.folder(folder).and_then(|folder| {
            let file = openat(&folder, name, FILE_FLAGS, Mode::empty());
            read_file(file.map_err(|error| HostError::os(error, "open", &self.path))?, &self.path, most)
        });
        Answer::Now(bytes.map(|bytes| Content::from_bytes(bytes.into())).map_err(errno_of))
    }
}

/// Commands see the host's own refusal; what must not be gone through or read is an input/output error to them.
fn errno_of(error: HostError) -> Errno {
    match error {
        HostError::File { errno, .. } => errno,
        HostError::Refused { .. } | HostError::Cancelled => Errno::Io,
    }
}
