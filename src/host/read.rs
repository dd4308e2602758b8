//! From a folder of the host to a tree.

use std::ffi::OsStr;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering;

use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, ResolveFlags, fstat, open, openat, openat2, readlinkat, statat,
};

use super::ignore::Patterns;
use super::{HostError, Progress, Skipped, join, stays_inside};
use workspace::{AbsPath, Content, Errno, Time, Tree};

/// What is taken of a folder.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Only files that one of these matches; empty: all. What a pattern here matches is taken even where the defaults leave
    /// it out.
    pub include: Patterns,
    /// Left out, besides the defaults.
    pub exclude: Patterns,
    /// An ignore file in the top folder, whose patterns are left out too.
    pub ignore_file: Option<String>,
    /// Files that links lead to are taken in their place, as long as they lie in the folder too.
    pub follow_symlinks: bool,
}

/// How much is read at a time.
const PIECE: usize = 1 << 20;

struct Level {
    handle: OwnedFd,
    path: Vec<u8>,
    /// The names that are still to come, the next one last.
    names: Vec<Vec<u8>>,
}

/// Copies a folder of the host into `tree`, below `root`, whose limits hold. Times are `now`, modes are kept, owners
/// are not. Links that stay in the folder are kept as links; others, and what the patterns leave out, are not taken, links
/// among them listed.
///
/// Errors: FIFOs, sockets and devices are refused, unless a pattern leaves them out; nothing is opened that could block.
pub fn read_folder(
    folder: &OsStr,
    options: &ReadOptions,
    tree: &mut Tree,
    root: &AbsPath,
    now: Time,
    progress: &Progress,
) -> Result<Vec<Skipped>, HostError> {
    let top = open(folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
        .map_err(|error| HostError::os(error, "open", b"."))?;
    let choice = Choice::new(&top, options)?;
    let mut reader = Reader { options, choice, root, now, progress, skipped: Vec::new() };
    let above = top.try_clone().map_err(|_| HostError::os(rustix::io::Errno::MFILE, "open", b"."))?;
    let mut levels = vec![reader.enter(top, Vec::new())?];
    while let Some(level) = levels.last_mut() {
        let Some(name) = level.names.pop() else {
            levels.pop();
            continue;
        };
        if reader.progress.cancelled.load(Ordering::Relaxed) {
            return Err(HostError::Cancelled);
        }
        let path = join(&level.path, &name);
        let inner = reader.entry(level.handle.as_fd(), &name, path, tree, above.as_fd())?;
        if let Some(inner) = inner {
            levels.push(inner);
        }
    }
    Ok(reader.skipped)
}

/// What is taken of a folder and what is not.
pub(super) struct Choice {
    include: Patterns,
    exclude: Patterns,
    ignored: Patterns,
    defaults: Patterns,
}

impl Choice {
    /// Reads the ignore file, when there is one.
    pub(super) fn new(top: &OwnedFd, options: &ReadOptions) -> Result<Choice, HostError> {
        let mut ignored = Patterns::default();
        if let Some(name) = &options.ignore_file
            && let Ok(file) = openat(top, name.as_str(), FILE_FLAGS, Mode::empty())
        {
            ignored.add_lines(&read_file(file, name.as_bytes(), 1 << 20)?);
        }
        let (include, exclude) = (options.include.clone(), options.exclude.clone());
        Ok(Choice { include, exclude, ignored, defaults: Patterns::defaults() })
    }

    pub(super) fn leaves_out(&self, path: &[u8], is_folder: bool) -> bool {
        let included = self.include.decide(path, is_folder) == Some(true);
        let ignored = self.ignored.decide(path, is_folder) == Some(true);
        ignored
            || self.exclude.decide(path, is_folder) == Some(true)
            || !included && self.defaults.decide(path, is_folder) == Some(true)
            // A folder is entered for what may match in it.
            || !included && !is_folder && !self.include.is_empty()
    }
}

/// How a file is opened: not through a link, and without waiting for the other end of a FIFO.
pub(super) const FILE_FLAGS: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// Reads a file that is surely one, and no more of it than a byte above `most`.
pub(super) fn read_file(file: OwnedFd, path: &[u8], most: u64) -> Result<Vec<u8>, HostError> {
    let stat = fstat(&file).map_err(|error| HostError::os(error, "stat", path))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(HostError::Refused { path: path.to_vec(), why: "it is no file any more" });
    }
    let size = u64::try_from(stat.st_size).unwrap_or(0).min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0).min(PIECE) + 1);
    let mut file = std::io::Read::take(file_of(file), most.saturating_add(1));
    file.read_to_end(&mut bytes).map_err(|error| {
        let code = error.raw_os_error().map_or(rustix::io::Errno::IO, rustix::io::Errno::from_raw_os_error);
        HostError::os(code, "read", path)
    })?;
    Ok(bytes)
}

/// The names in a folder, without `.` and `..`.
pub(super) fn names_in(handle: &OwnedFd, path: &[u8]) -> Result<Vec<Vec<u8>>, HostError> {
    let fail = |error| HostError::os(error, "scandir", path);
    let mut names = Vec::new();
    for entry in Dir::read_from(handle).map_err(fail)? {
        let name = entry.map_err(fail)?.file_name().to_bytes().to_vec();
        if !matches!(&name[..], b"." | b"..") {
            names.push(name);
        }
    }
    Ok(names)
}

struct Reader<'a> {
    options: &'a ReadOptions,
    choice: Choice,
    root: &'a AbsPath,
    now: Time,
    progress: &'a Progress,
    skipped: Vec<Skipped>,
}

impl Reader<'_> {
    fn enter(&self, handle: OwnedFd, path: Vec<u8>) -> Result<Level, HostError> {
        let mut names = names_in(&handle, &path)?;
        names.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Level { handle, path, names })
    }

    /// Takes one entry; a folder is given back to be entered.
    fn entry(
        &mut self,
        folder: std::os::fd::BorrowedFd<'_>,
        name: &[u8],
        path: Vec<u8>,
        tree: &mut Tree,
        top: std::os::fd::BorrowedFd<'_>,
    ) -> Result<Option<Level>, HostError> {
        let fail = |error| HostError::os(error, "open", &path);
        let stat = match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            // It went away since the folder was read.
            Err(rustix::io::Errno::NOENT) => return Ok(None),
            Err(error) => return Err(fail(error)),
        };
        let kind = FileType::from_raw_mode(stat.st_mode);
        let is_folder = kind == FileType::Directory;
        if self.choice.leaves_out(&path, is_folder) {
            return Ok(None);
        }
        let place =
            AbsPath::lexical_within(self.root, &path, tree.limits()).map_err(|errno| tree_error(errno, &path))?;
        let mode = u16::try_from(stat.st_mode & 0o777).unwrap_or(0o644);
        match kind {
            FileType::Directory => {
                let handle = openat(folder, name, FILE_FLAGS | OFlags::DIRECTORY, Mode::empty()).map_err(fail)?;
                if self.options.include.is_empty() {
                    self.folder(tree, &place, mode, &path)?;
                }
                Ok(Some(self.enter(handle, path)?))
            }
            FileType::RegularFile => {
                let file = openat(folder, name, FILE_FLAGS, Mode::empty()).map_err(fail)?;
                self.file(tree, &place, mode, file, &path)?;
                Ok(None)
            }
            FileType::Symlink => {
                let target = readlinkat(folder, name, Vec::new()).map_err(fail)?.into_bytes();
                if self.options.follow_symlinks {
                    return self.followed(tree, &place, top, &path).map(|()| None);
                }
                if stays_inside(&path, &target) {
                    self.parents(tree, &place, &path)?;
                    tree.symlink(&place, &target, self.now).map_err(|errno| tree_error(errno, &path))?;
                } else {
                    self.skipped.push(Skipped { path, why: "a link that leaves the folder" });
                }
                Ok(None)
            }
            _ => Err(HostError::Refused { path, why: "it is a FIFO, socket or device" }),
        }
    }

    /// The file that a link leads to, as long as no step of the way leaves the folder.
    fn followed(
        &mut self,
        tree: &mut Tree,
        place: &AbsPath,
        top: std::os::fd::BorrowedFd<'_>,
        path: &[u8],
    ) -> Result<(), HostError> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let opened = openat2(top, path, flags, Mode::empty(), ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS);
        let why = match opened {
            Ok(file) => {
                let stat = fstat(&file).map_err(|error| HostError::os(error, "stat", path))?;
                if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile {
                    let mode = u16::try_from(stat.st_mode & 0o777).unwrap_or(0o644);
                    return self.file(tree, place, mode, file, path);
                }
                "a link to what is no file"
            }
            Err(rustix::io::Errno::NOSYS) => return Err(HostError::os(rustix::io::Errno::NOSYS, "openat2", path)),
            Err(_) => "a link that leaves the folder or leads nowhere",
        };
        self.skipped.push(Skipped { path: path.to_vec(), why });
        Ok(())
    }

    fn file(
        &mut self,
        tree: &mut Tree,
        place: &AbsPath,
        mode: u16,
        file: OwnedFd,
        path: &[u8],
    ) -> Result<(), HostError> {
        let most = tree.limits().file_bytes.min(tree.limits().total_bytes.saturating_sub(tree.totals().bytes));
        let bytes = self.content(file, path, most)?;
        self.parents(tree, place, path)?;
        tree.create_file(place, Content::from_bytes(bytes.into()), mode, self.now)
            .map_err(|errno| tree_error(errno, path))?;
        self.progress.files.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// What [`read_file`] reads, counted; what is above `most` its tree refuses.
    fn content(&self, file: OwnedFd, path: &[u8], most: u64) -> Result<Vec<u8>, HostError> {
        let bytes = read_file(file, path, most)?;
        self.progress.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(bytes)
    }

    fn folder(&self, tree: &mut Tree, place: &AbsPath, mode: u16, path: &[u8]) -> Result<(), HostError> {
        tree.mkdir(place, mode, self.now).map(drop).map_err(|errno| tree_error(errno, path))
    }

    /// With `include`, folders are made for what is in them.
    fn parents(&self, tree: &mut Tree, place: &AbsPath, path: &[u8]) -> Result<(), HostError> {
        match place.parent() {
            Some(parent) => tree.mkdir_all(&parent, 0o755, self.now).map_err(|errno| tree_error(errno, path)),
            None => Ok(()),
        }
    }
}

#[allow(clippy::disallowed_types, reason = "this module is the named place for the host's files")]
fn file_of(handle: OwnedFd) -> std::fs::File {
    std::fs::File::from(handle)
}

fn tree_error(errno: Errno, path: &[u8]) -> HostError {
    HostError::File { errno, syscall: "open", path: path.to_vec() }
}

/// A host path in bytes, for messages.
#[cfg(test)]
pub(super) fn os(path: &[u8]) -> &OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(path)
}
