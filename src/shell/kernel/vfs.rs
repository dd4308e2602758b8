//! The one face through which everything that runs touches the tree.
//!
//! It resolves paths, keeps open files usable when their names go away, stamps times from the virtual clock and asks
//! the path rules. It is not the tree: that is a value in `workspace`, and this is the run's hold on it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use bytes::Bytes;

use super::fd::{Description, Fd, Source};
use super::halt::Halt;
use super::pipe::{Pipe, ReadEnd, WriteEnd};
use super::rng::Rng;
use super::scheduler::Scheduler;
use workspace::{
    AbsPath, Content, DeviceKind, Dir, Errno, Follow, Ino, Kind, Meta, Node, Quota, Resolved, Time, Totals, Tree, Walk,
};

/// What is about to be done to a path, for the path rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Existence and attributes.
    Look,
    Read,
    Write,
    Create,
    Delete,
}

/// Decides about paths where they are touched, however the touch was spelled.
pub trait PathRules {
    fn check(&self, access: Access, path: &AbsPath) -> Result<(), Errno>;

    /// Whether a folder's listing has it.
    fn shows(&self, path: &AbsPath) -> bool {
        self.check(Access::Look, path).is_ok()
    }

    /// Hears that a file would have become larger than [`PathRules::most_bytes`].
    fn too_big(&self, _path: &AbsPath, _most: u64) {}

    /// The most bytes that a file there may have, where it is less than the tree's own limit.
    fn most_bytes(&self, _path: &AbsPath) -> Option<u64> {
        None
    }
}

/// What `stat` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    pub kind: Kind,
    /// Bytes: a file's content, a link's target, 4096 for folders.
    pub size: u64,
    /// The twelve permission bits.
    pub mode: u16,
    pub links: u64,
    pub ino: Ino,
    pub atime: Time,
    pub mtime: Time,
    pub ctime: Time,
}

impl Stat {
    pub fn is_dir(&self) -> bool {
        self.kind == Kind::Dir
    }

    pub fn is_file(&self) -> bool {
        self.kind == Kind::File
    }
}

/// One name in a folder.
#[derive(Debug, Clone)]
pub struct DirEntry {
    pub name: Bytes,
    pub kind: Kind,
    pub ino: Ino,
}

/// How to open a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenOptions {
    pub read: bool,
    pub write: bool,
    pub append: bool,
    pub create: bool,
    pub truncate: bool,
    /// With `create`: fail when it is there (`EEXIST`).
    pub exclusive: bool,
    /// Permission bits of a new file, the umask already taken off.
    pub mode: u16,
}

impl OpenOptions {
    pub fn reading() -> Self {
        OpenOptions { read: true, ..Self::default() }
    }

    /// `>`: create or empty.
    pub fn writing(mode: u16) -> Self {
        OpenOptions { write: true, create: true, truncate: true, mode, ..Self::default() }
    }

    /// `>>`
    pub fn appending(mode: u16) -> Self {
        OpenOptions { write: true, append: true, create: true, mode, ..Self::default() }
    }
}

/// Where an open file's bytes are.
enum Place {
    /// In the tree under this name.
    Named(AbsPath),
    /// In the tree's table of hard-linked files.
    Linked,
    /// Nowhere in the tree any more: unlinked while open.
    Detached(Content, Stat),
}

struct OpenRecord {
    place: Place,
    count: usize,
}

type OpenTable = Rc<RefCell<HashMap<Ino, OpenRecord>>>;

/// A hold on an open file, by inode. The last one to go frees an unlinked file.
pub struct OpenFile {
    ino: Ino,
    table: OpenTable,
    detached_bytes: Rc<Cell<u64>>,
}

impl OpenFile {
    pub fn ino(&self) -> Ino {
        self.ino
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        let mut table = self.table.borrow_mut();
        if let Some(record) = table.get_mut(&self.ino) {
            record.count -= 1;
            if record.count == 0 {
                if let Place::Detached(content, _) = &record.place {
                    self.detached_bytes.set(self.detached_bytes.get().saturating_sub(content.len()));
                }
                table.remove(&self.ino);
            }
        }
    }
}

/// The tree of a run and what is open in it.
pub struct Vfs {
    tree: RefCell<Tree>,
    scheduler: Rc<Scheduler>,
    open: OpenTable,
    /// Bytes of unlinked open files: they count against the quota until they are closed.
    detached_bytes: Rc<Cell<u64>>,
    fifos: RefCell<HashMap<Ino, Weak<Pipe>>>,
    rules: Option<Rc<dyn PathRules>>,
    random: RefCell<Rng>,
    bytes_read: Cell<u64>,
    bytes_written: Cell<u64>,
}

impl Vfs {
    pub fn new(tree: Tree, scheduler: &Rc<Scheduler>, random: Rng, rules: Option<Rc<dyn PathRules>>) -> Vfs {
        Vfs {
            tree: RefCell::new(tree),
            scheduler: Rc::clone(scheduler),
            open: OpenTable::default(),
            detached_bytes: Rc::default(),
            fifos: RefCell::default(),
            rules,
            random: RefCell::new(random),
            bytes_read: Cell::new(0),
            bytes_written: Cell::new(0),
        }
    }

    /// The tree as it is now. O(1).
    pub fn tree(&self) -> Tree {
        self.tree.borrow().clone()
    }

    /// Looks at the tree without copying the handle.
    pub fn with_tree<R>(&self, look: impl FnOnce(&Tree) -> R) -> R {
        look(&self.tree.borrow())
    }

    pub fn random(&self) -> Rng {
        self.random.borrow().clone()
    }

    /// Bytes read from and written to files by this run.
    pub fn traffic(&self) -> (u64, u64) {
        (self.bytes_read.get(), self.bytes_written.get())
    }

    pub fn totals(&self) -> Totals {
        self.tree.borrow().totals()
    }

    fn now(&self) -> Time {
        self.scheduler.now()
    }

    fn check(&self, access: Access, path: &AbsPath) -> Result<(), Errno> {
        match &self.rules {
            Some(rules) => rules.check(access, path),
            None => Ok(()),
        }
    }

    /// A file of two names of which one may have fewer bytes would grow under the other.
    fn check_same_sizes(&self, one: &AbsPath, other: &AbsPath) -> Result<(), Errno> {
        let Some(rules) = &self.rules else { return Ok(()) };
        let most = [one, other].map(|path| (rules.most_bytes(path).unwrap_or(u64::MAX), path));
        let [(one, _), (other, _)] = most;
        if one == other {
            return Ok(());
        }
        let (least, path) = if one < other { most[0] } else { most[1] };
        rules.too_big(path, least);
        Err(Errno::NotPermitted)
    }

    fn check_size(&self, path: &AbsPath, bytes: u64) -> Result<(), Errno> {
        let Some(rules) = &self.rules else { return Ok(()) };
        match rules.most_bytes(path) {
            Some(most) if bytes > most => {
                rules.too_big(path, most);
                Err(Errno::TooBig)
            }
            _ => Ok(()),
        }
    }

    /// That everything below a folder may go, which its name takes along.
    fn check_below(&self, folder: &AbsPath, node: &Node) -> Result<(), Errno> {
        if self.rules.is_none() || node.kind() != Kind::Dir {
            return Ok(());
        }
        let tree = self.tree();
        for entry in Walk::new(&tree, folder).into_iter().flatten() {
            match self.check(Access::Delete, &entry.path) {
                // What is hidden does not say so, but stays where it is.
                Err(Errno::NotFound) => return Err(Errno::Access),
                checked => checked?,
            }
        }
        Ok(())
    }

    /// That what is moved may be as large as it is where it comes to.
    fn check_moved(&self, from: &AbsPath, to: &AbsPath, node: &Node) -> Result<(), Errno> {
        let tree = self.tree();
        let check = |path: &AbsPath, node: &Node| {
            let Some(to) = path.rebase(from, to).filter(|_| node.kind() == Kind::File) else { return Ok(()) };
            self.check_size(&to, node.size())?;
            if tree.nlink(node) > 1 { self.check_same_sizes(path, &to) } else { Ok(()) }
        };
        if node.kind() != Kind::Dir {
            return check(from, node);
        }
        Walk::new(&tree, from).into_iter().flatten().try_for_each(|entry| check(&entry.path, &entry.node))
    }

    // Looking ---------------------------------------------------------------------------------------------------

    /// Walks `path` from `cwd`. The last name may be missing; see [`Resolved`].
    pub fn resolve(&self, cwd: &AbsPath, path: &[u8], follow: Follow) -> Result<Resolved, Errno> {
        let resolved = match self.tree.borrow().resolve(cwd, path, follow) {
            Ok(resolved) => resolved,
            Err(errno) => self.removed_folder(cwd, path).ok_or(errno)?,
        };
        self.check(Access::Look, &resolved.path)?;
        Ok(resolved)
    }

    /// The working folder of a process stays, empty and nameless, when its name is removed.
    fn removed_folder(&self, cwd: &AbsPath, path: &[u8]) -> Option<Resolved> {
        let is_itself = !path.is_empty() && path.split(|byte| *byte == b'/').all(|part| matches!(part, b"" | b"."));
        if !is_itself || path.first() == Some(&b'/') || self.tree.borrow().get(cwd).is_ok() {
            return None;
        }
        let folder = Dir::new(Meta::new(0, 0o755, self.now()));
        Some(Resolved { path: cwd.clone(), node: Some(Node::Dir(Arc::new(folder))), trailing_slash: false })
    }

    /// As [`Vfs::resolve`], for something that has to exist.
    pub fn lookup(&self, cwd: &AbsPath, path: &[u8], follow: Follow) -> Result<(AbsPath, Node), Errno> {
        let resolved = self.resolve(cwd, path, follow)?;
        Ok((resolved.path, resolved.node.ok_or(Errno::NotFound)?))
    }

    /// `realpath`: the physical path of something that exists.
    pub fn canonical(&self, cwd: &AbsPath, path: &[u8]) -> Result<AbsPath, Errno> {
        Ok(self.lookup(cwd, path, Follow::Yes)?.0)
    }

    pub fn stat(&self, cwd: &AbsPath, path: &[u8]) -> Result<Stat, Errno> {
        let resolved = self.resolve(cwd, path, Follow::Yes)?;
        match resolved.node {
            Some(node) => Ok(self.stat_node(&self.sized(&resolved.path, node)?)),
            None => descriptor_number(&resolved.path).map(|_| DESCRIPTOR).ok_or(Errno::NotFound),
        }
    }

    /// As [`Vfs::stat`], but of the link itself.
    pub fn lstat(&self, cwd: &AbsPath, path: &[u8]) -> Result<Stat, Errno> {
        let (path, node) = self.lookup(cwd, path, Follow::No)?;
        Ok(self.stat_node(&self.sized(&path, node)?))
    }

    /// As [`Vfs::stat`] or [`Vfs::lstat`], but of a file that was not read, and whose source does not know its size, the size
    /// is 0 and nothing is fetched: for who does not look at the size.
    pub fn attributes(&self, cwd: &AbsPath, path: &[u8], follow: Follow) -> Result<Stat, Errno> {
        let resolved = self.resolve(cwd, path, follow)?;
        match resolved.node {
            Some(node) => Ok(self.stat_node(&node)),
            None if follow == Follow::No => Err(Errno::NotFound),
            None => descriptor_number(&resolved.path).map(|_| DESCRIPTOR).ok_or(Errno::NotFound),
        }
    }

    pub fn exists(&self, cwd: &AbsPath, path: &[u8]) -> bool {
        let resolved = self.resolve(cwd, path, Follow::Yes);
        resolved.is_ok_and(|found| found.node.is_some() || descriptor_number(&found.path).is_some())
    }

    pub fn is_dir(&self, cwd: &AbsPath, path: &[u8]) -> bool {
        self.lookup(cwd, path, Follow::Yes).is_ok_and(|(_, node)| node.kind() == Kind::Dir)
    }

    /// A node whose bytes are here: those of an unread file are fetched.
    fn read(&self, path: &AbsPath, node: Node) -> Result<Node, Errno> {
        let Some(unread) = node.as_file().and_then(|file| file.unread()) else { return Ok(node) };
        let most = self.tree.borrow().limits().file_bytes;
        let content = self.scheduler.read_source(unread, most)?;
        self.room_for(content.len())?;
        self.mutate(|tree| tree.fill(path, content))?;
        self.tree.borrow().get(path)
    }

    /// A node whose size is known.
    fn sized(&self, path: &AbsPath, node: Node) -> Result<Node, Errno> {
        match node.as_file().and_then(|file| file.unread()) {
            Some(unread) if unread.size().is_none() => self.read(path, node),
            _ => Ok(node),
        }
    }

    fn stat_node(&self, node: &Node) -> Stat {
        let meta = node.meta();
        Stat {
            kind: node.kind(),
            size: node.size(),
            mode: meta.mode,
            links: self.tree.borrow().nlink(node),
            ino: meta.ino,
            atime: meta.atime,
            mtime: meta.mtime,
            ctime: meta.ctime,
        }
    }

    /// The entries of a folder in byte order, without `.` and `..`.
    pub fn read_dir(&self, cwd: &AbsPath, path: &[u8]) -> Result<Vec<DirEntry>, Errno> {
        let (path, node) = self.lookup(cwd, path, Follow::Yes)?;
        if node.kind() != Kind::Dir {
            return Err(Errno::NotDir);
        }
        self.check(Access::Read, &path)?;
        let entries = match self.tree.borrow().read_dir(&path) {
            Err(Errno::NotFound) => Vec::new(),
            entries => entries?,
        };
        let mut list = Vec::with_capacity(entries.len());
        for (name, node) in entries {
            if self.rules.as_ref().is_none_or(|rules| rules.shows(&path.join(&name))) {
                list.push(DirEntry { kind: node.kind(), ino: node.meta().ino, name: Bytes::from_owner(name) });
            }
        }
        Ok(list)
    }

    pub fn read_link(&self, cwd: &AbsPath, path: &[u8]) -> Result<Bytes, Errno> {
        match self.lookup(cwd, path, Follow::No)?.1 {
            Node::Symlink(link) => Ok(Bytes::copy_from_slice(&link.target)),
            _ => Err(Errno::Invalid),
        }
    }

    /// A regular file's content as it is now, without copying. Folders are `EISDIR`; devices and FIFOs have to be
    /// opened ([`Errno::NotSupported`]).
    pub fn read_file(&self, cwd: &AbsPath, path: &[u8]) -> Result<Content, Errno> {
        let Resolved { path, node, .. } = self.resolve(cwd, path, Follow::Yes)?;
        let Some(node) = node else {
            return Err(if descriptor_number(&path).is_some() { Errno::NotSupported } else { Errno::NotFound });
        };
        if node.kind() == Kind::File {
            self.check(Access::Read, &path)?;
        }
        match self.read(&path, node)? {
            Node::File(file) => {
                self.count_read(file.content().len());
                Ok(file.content().clone())
            }
            Node::Dir(_) => Err(Errno::IsDir),
            _ => Err(Errno::NotSupported),
        }
    }

    fn count_read(&self, bytes: u64) {
        self.bytes_read.set(self.bytes_read.get().saturating_add(bytes));
    }

    fn count_written(&self, bytes: u64) {
        self.bytes_written.set(self.bytes_written.get().saturating_add(bytes));
    }

    /// True when a file may be run: only the execute bits are enforced.
    pub fn is_executable(&self, stat: &Stat) -> bool {
        stat.is_file() && stat.mode & 0o111 != 0
    }

    // Opening ---------------------------------------------------------------------------------------------------

    /// Opens a file, FIFO, folder (for reading) or device. Opening one side of a FIFO blocks until the other is open.
    /// `fds` gives meaning to `/dev/stdin` and `/dev/fd/N`.
    pub fn open(
        &self,
        cwd: &AbsPath,
        path: &[u8],
        options: OpenOptions,
        fds: &super::fd::FdTable,
    ) -> Result<Fd, super::fd::IoError> {
        let resolved = self.resolve(cwd, path, Follow::Yes)?;
        let Some(node) = resolved.node else {
            if let Some(number) = descriptor_number(&resolved.path) {
                let fd = fds.get(number).cloned().ok_or(Errno::NotFound)?;
                return Ok(self.open_again(fd, options)?);
            }
            if !options.create {
                return Err(Errno::NotFound.into());
            }
            if resolved.trailing_slash {
                return Err(Errno::IsDir.into());
            }
            return Ok(self.create(&resolved.path, options)?);
        };
        if options.create && options.exclusive {
            return Err(Errno::Exists.into());
        }
        match &node {
            Node::Dir(_) if options.write => Err(Errno::IsDir.into()),
            Node::Dir(_) => {
                self.check(Access::Read, &resolved.path)?;
                Ok(Description::new(Source::Folder, true, false))
            }
            Node::File(_) => Ok(self.open_file(&resolved.path, &node, options)?),
            Node::Fifo(fifo) => {
                self.check(if options.write { Access::Write } else { Access::Read }, &resolved.path)?;
                Ok(self.open_fifo(fifo.meta.ino, options)?)
            }
            Node::Device(device) => Ok(self.open_again(open_device(device.kind, options, fds)?, options)?),
            // `resolve` follows links and hands out leaves.
            Node::Symlink(_) | Node::Linked(_) => Err(Errno::Loop.into()),
        }
    }

    /// A descriptor by its name (`/dev/stdin`, `/dev/fd/N`). As on Linux that of a file opens the file again, from its start
    /// and with what is asked for; everything else, and a file that has no one name, is shared.
    fn open_again(&self, fd: Fd, options: OpenOptions) -> Result<Fd, Errno> {
        let Source::File(file) = &fd.source else { return Ok(fd) };
        let path = match self.open.borrow().get(&file.ino) {
            Some(OpenRecord { place: Place::Named(path), .. }) => path.clone(),
            _ => return Ok(fd),
        };
        let node = self.tree.borrow().get(&path)?;
        self.open_file(&path, &node, options)
    }

    fn create(&self, path: &AbsPath, options: OpenOptions) -> Result<Fd, Errno> {
        self.check(Access::Create, path)?;
        let now = self.now();
        let ino = self.mutate(|tree| tree.create_file(path, Content::new(), options.mode, now))?;
        Ok(self.describe(ino, path, false, options))
    }

    fn open_file(&self, path: &AbsPath, node: &Node, options: OpenOptions) -> Result<Fd, Errno> {
        if options.write {
            self.check(Access::Write, path)?;
            if self.tree.borrow().is_read_only(path) {
                return Err(Errno::ReadOnly);
            }
        }
        if options.read {
            self.check(Access::Read, path)?;
        }
        if options.truncate && options.write {
            let now = self.now();
            self.mutate(|tree| tree.set_content(path, Content::new(), now))?;
        } else if options.read || options.write {
            self.read(path, node.clone())?;
        }
        let linked = self.tree.borrow().nlink(node) > 1;
        Ok(self.describe(node.meta().ino, path, linked, options))
    }

    fn describe(&self, ino: Ino, path: &AbsPath, linked: bool, options: OpenOptions) -> Fd {
        let mut table = self.open.borrow_mut();
        let record = table.entry(ino).or_insert_with(|| OpenRecord {
            place: if linked { Place::Linked } else { Place::Named(path.clone()) },
            count: 0,
        });
        record.count += 1;
        let file = OpenFile { ino, table: Rc::clone(&self.open), detached_bytes: Rc::clone(&self.detached_bytes) };
        if options.append {
            Description::with_append(Source::File(file), options.read)
        } else {
            Description::new(Source::File(file), options.read, options.write)
        }
    }

    fn open_fifo(&self, ino: Ino, options: OpenOptions) -> Result<Fd, Halt> {
        let pipe = {
            let mut fifos = self.fifos.borrow_mut();
            match fifos.get(&ino).and_then(Weak::upgrade) {
                Some(pipe) => pipe,
                None => {
                    let pipe = Pipe::new(&self.scheduler);
                    fifos.insert(ino, Rc::downgrade(&pipe));
                    pipe
                }
            }
        };
        match (options.read, options.write) {
            (true, true) => {
                Ok(Description::new(Source::PipeBoth(ReadEnd::open(&pipe), WriteEnd::open(&pipe)), true, true))
            }
            (_, true) => {
                let end = WriteEnd::open(&pipe);
                while !pipe.has_reader() {
                    pipe.wait()?;
                }
                Ok(Description::new(Source::PipeWrite(end), false, true))
            }
            _ => {
                let end = ReadEnd::open(&pipe);
                while !pipe.has_writer() && end.is_empty() {
                    pipe.wait()?;
                }
                Ok(Description::new(Source::PipeRead(end), true, false))
            }
        }
    }

    /// The next bytes of the run's seeded generator.
    pub fn random_bytes(&self, count: usize) -> Bytes {
        let mut random = self.random.borrow_mut();
        let mut data = vec![0; count];
        random.fill(&mut data);
        Bytes::from(data)
    }

    // Open files ------------------------------------------------------------------------------------------------

    pub(super) fn read_at(&self, file: &OpenFile, offset: u64, most: usize) -> Result<Bytes, Errno> {
        let slice = self.with_open(file, |content| {
            let slice = content.slice_at(offset);
            if slice.len() > most { slice.slice(..most) } else { slice }
        })?;
        self.count_read(slice.len() as u64);
        Ok(slice)
    }

    pub(super) fn open_len(&self, file: &OpenFile) -> Result<u64, Errno> {
        self.with_open(file, Content::len)
    }

    /// The attributes of an open file, named or not.
    pub fn stat_open(&self, file: &OpenFile) -> Result<Stat, Errno> {
        let table = self.open.borrow();
        let record = table.get(&file.ino).ok_or(Errno::BadFd)?;
        match &record.place {
            Place::Detached(content, stat) => Ok(Stat { size: content.len(), links: 0, ..*stat }),
            Place::Named(path) => Ok(self.stat_node(&self.tree.borrow().get(path)?)),
            Place::Linked => Ok(self.stat_node(&self.tree.borrow().get_inode(file.ino)?)),
        }
    }

    fn with_open<R>(&self, file: &OpenFile, look: impl FnOnce(&Content) -> R) -> Result<R, Errno> {
        let table = self.open.borrow();
        let record = table.get(&file.ino).ok_or(Errno::BadFd)?;
        let node = match &record.place {
            Place::Detached(content, _) => return Ok(look(content)),
            Place::Named(path) => self.tree.borrow().get(path)?,
            Place::Linked => self.tree.borrow().get_inode(file.ino)?,
        };
        match node {
            Node::File(file) => Ok(look(file.content())),
            _ => Err(Errno::Io),
        }
    }

    pub(super) fn write_at(&self, file: &OpenFile, offset: u64, data: Bytes) -> Result<(), Errno> {
        if data.is_empty() {
            return Ok(());
        }
        self.count_written(data.len() as u64);
        let end = offset.saturating_add(data.len() as u64);
        self.edit_open(
            file,
            |length| length.max(end),
            |content| {
                if offset == content.len() {
                    content.append_bytes(data);
                } else {
                    content.write_at(offset, &data);
                }
            },
        )
    }

    /// Sets an open file's length; grows with zeros.
    pub fn set_open_len(&self, file: &OpenFile, length: u64) -> Result<(), Errno> {
        self.edit_open(file, |_| length, |content| content.truncate(length))
    }

    /// Sets the times of an open file, named or not; `None` leaves one as it is.
    pub fn set_open_times(&self, file: &OpenFile, atime: Option<Time>, mtime: Option<Time>) -> Result<(), Errno> {
        let now = self.now();
        let mut table = self.open.borrow_mut();
        let record = table.get_mut(&file.ino).ok_or(Errno::BadFd)?;
        match &mut record.place {
            Place::Detached(_, stat) => {
                stat.atime = atime.unwrap_or(stat.atime);
                stat.mtime = mtime.unwrap_or(stat.mtime);
                stat.ctime = now;
                Ok(())
            }
            Place::Named(path) => self.tree.borrow_mut().set_times(path, atime, mtime, now),
            Place::Linked => self.tree.borrow_mut().set_inode_times(file.ino, atime, mtime, now),
        }
    }

    fn edit_open(
        &self,
        file: &OpenFile,
        new_length: impl FnOnce(u64) -> u64,
        edit: impl FnOnce(&mut Content),
    ) -> Result<(), Errno> {
        let now = self.now();
        let old = self.open_len(file)?;
        let new = new_length(old);
        let mut table = self.open.borrow_mut();
        let record = table.get_mut(&file.ino).ok_or(Errno::BadFd)?;
        match &mut record.place {
            Place::Detached(content, stat) => {
                let limits = *self.tree.borrow().limits();
                if new > limits.file_bytes {
                    return Err(Errno::TooBig);
                }
                let detached = self.detached_bytes.get() - old + new;
                if self.tree.borrow().totals().bytes.saturating_add(detached) > limits.total_bytes {
                    return Err(Errno::NoSpace(Quota::TotalBytes));
                }
                edit(content);
                self.detached_bytes.set(detached);
                stat.mtime = now;
                stat.ctime = now;
                Ok(())
            }
            Place::Named(path) => {
                let path = path.clone();
                drop(table);
                self.check_size(&path, new)?;
                self.room_for(new.saturating_sub(old))?;
                self.tree.borrow_mut().edit(&path, now, new, edit)
            }
            Place::Linked => {
                drop(table);
                self.room_for(new.saturating_sub(old))?;
                self.tree.borrow_mut().edit_inode(file.ino, now, new, edit)
            }
        }
    }

    /// The tree checks its own quota; this adds the bytes of unlinked open files to it.
    fn room_for(&self, growth: u64) -> Result<(), Errno> {
        let detached = self.detached_bytes.get();
        if detached > 0 {
            let tree = self.tree.borrow();
            let used = tree.totals().bytes.saturating_add(detached).saturating_add(growth);
            if growth > 0 && used > tree.limits().total_bytes {
                return Err(Errno::NoSpace(Quota::TotalBytes));
            }
        }
        Ok(())
    }

    fn mutate<R>(&self, change: impl FnOnce(&mut Tree) -> Result<R, Errno>) -> Result<R, Errno> {
        change(&mut self.tree.borrow_mut())
    }

    /// Notes that a name went away; `removed` is the leaf that had it.
    fn detach(&self, path: &AbsPath, removed: &Node) {
        let ino = removed.meta().ino;
        let mut table = self.open.borrow_mut();
        let Some(record) = table.get_mut(&ino) else { return };
        if !matches!(&record.place, Place::Named(at) if at == path) && !matches!(record.place, Place::Linked) {
            return;
        }
        if self.tree.borrow().get_inode(ino).is_ok() {
            record.place = Place::Linked;
            return;
        }
        if let Node::File(file) = removed {
            self.detached_bytes.set(self.detached_bytes.get().saturating_add(file.content().len()));
            record.place = Place::Detached(file.content().clone(), self.stat_node(removed));
        }
    }

    // Changing --------------------------------------------------------------------------------------------------

    /// Resolves the place of a new name: the parent exists, the name does not.
    fn vacant(&self, cwd: &AbsPath, path: &[u8], allow_slash: bool) -> Result<AbsPath, Errno> {
        let resolved = self.resolve(cwd, path, Follow::No)?;
        if resolved.node.is_some() {
            return Err(Errno::Exists);
        }
        if resolved.trailing_slash && !allow_slash {
            return Err(Errno::NotFound);
        }
        self.check(Access::Create, &resolved.path)?;
        Ok(resolved.path)
    }

    /// `mode`: the umask already taken off.
    pub fn mkdir(&self, cwd: &AbsPath, path: &[u8], mode: u16) -> Result<(), Errno> {
        let path = self.vacant(cwd, path, true)?;
        let now = self.now();
        self.mutate(|tree| tree.mkdir(&path, mode, now)).map(drop)
    }

    pub fn symlink(&self, cwd: &AbsPath, target: &[u8], path: &[u8]) -> Result<(), Errno> {
        if target.is_empty() {
            return Err(Errno::NotFound);
        }
        let path = self.vacant(cwd, path, false)?;
        let now = self.now();
        self.mutate(|tree| tree.symlink(&path, target, now)).map(drop)
    }

    pub fn mkfifo(&self, cwd: &AbsPath, path: &[u8], mode: u16) -> Result<(), Errno> {
        let path = self.vacant(cwd, path, false)?;
        let now = self.now();
        self.mutate(|tree| tree.mkfifo(&path, mode, now)).map(drop)
    }

    /// A hard link. With `Follow::No` the link is to a symbolic link itself.
    pub fn link(&self, cwd: &AbsPath, existing: &[u8], new: &[u8], follow: Follow) -> Result<(), Errno> {
        let (existing, node) = self.lookup(cwd, existing, follow)?;
        if node.kind() == Kind::Dir {
            return Err(Errno::NotPermitted);
        }
        let new = self.vacant(cwd, new, false)?;
        self.check(Access::Write, &existing)?;
        self.check_size(&new, node.size())?;
        self.check_same_sizes(&existing, &new)?;
        // A file of several names has its bytes in the tree.
        self.read(&existing, node)?;
        let now = self.now();
        self.mutate(|tree| tree.link(&existing, &new, now))
    }

    /// Replaces a file's content whole, or creates it. `mode` counts for a new file only.
    pub fn write_file(&self, cwd: &AbsPath, path: &[u8], content: Content, mode: u16) -> Result<(), Errno> {
        let resolved = self.resolve(cwd, path, Follow::Yes)?;
        let now = self.now();
        self.count_written(content.len());
        match &resolved.node {
            None if resolved.trailing_slash => Err(Errno::IsDir),
            None => {
                self.check(Access::Create, &resolved.path)?;
                self.check_size(&resolved.path, content.len())?;
                self.room_for(content.len())?;
                self.mutate(|tree| tree.create_file(&resolved.path, content, mode, now)).map(drop)
            }
            Some(Node::File(old)) => {
                self.check(Access::Write, &resolved.path)?;
                self.check_size(&resolved.path, content.len())?;
                self.room_for(content.len().saturating_sub(old.content().len()))?;
                self.mutate(|tree| tree.set_content(&resolved.path, content, now))
            }
            Some(Node::Dir(_)) => Err(Errno::IsDir),
            Some(_) => Err(Errno::NotSupported),
        }
    }

    /// Removes a name that is not a folder.
    pub fn unlink(&self, cwd: &AbsPath, path: &[u8]) -> Result<(), Errno> {
        let (path, node) = self.lookup(cwd, path, Follow::No)?;
        if node.kind() == Kind::Dir {
            return Err(Errno::IsDir);
        }
        self.check(Access::Delete, &path)?;
        let now = self.now();
        let removed = self.mutate(|tree| tree.unlink(&path, now))?;
        self.detach(&path, &removed);
        Ok(())
    }

    /// True for a symbolic link's name with a slash behind, which leads to no folder that could be removed or moved.
    fn is_link_with_slash(&self, cwd: &AbsPath, path: &[u8]) -> bool {
        let name = without_slashes(path);
        name.len() < path.len() && self.lstat(cwd, name).is_ok_and(|stat| stat.kind == Kind::Symlink)
    }

    /// rmdir(2): not `.`, not `..`, and not through a link.
    pub fn rmdir(&self, cwd: &AbsPath, path: &[u8]) -> Result<(), Errno> {
        match last_name(path) {
            b"." => return Err(Errno::Invalid),
            b".." => return Err(Errno::NotEmpty),
            _ => {}
        }
        if self.is_link_with_slash(cwd, path) {
            return Err(Errno::NotDir);
        }
        let (path, _) = self.lookup(cwd, path, Follow::No)?;
        self.check(Access::Delete, &path)?;
        let now = self.now();
        self.mutate(|tree| tree.rmdir(&path, now))
    }

    /// rename(2): neither name is `.` or `..`, and a slash behind a link's name does not lead through it.
    pub fn rename(&self, cwd: &AbsPath, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        if [from, to].iter().any(|path| matches!(last_name(path), b"." | b"..")) {
            return Err(Errno::Busy);
        }
        if self.is_link_with_slash(cwd, from) || self.is_link_with_slash(cwd, to) {
            return Err(Errno::NotDir);
        }
        let (from, node) = self.lookup(cwd, from, Follow::No)?;
        let to = self.resolve(cwd, to, Follow::No)?;
        if to.trailing_slash && node.kind() != Kind::Dir {
            return Err(Errno::NotDir);
        }
        let to = to.path;
        self.check(Access::Delete, &from)?;
        self.check_below(&from, &node)?;
        self.check(Access::Create, &to)?;
        if self.rules.is_some() {
            if self.tree.borrow().get(&to).is_ok() {
                self.check(Access::Delete, &to)?;
            }
            self.check_moved(&from, &to, &node)?;
        }
        let now = self.now();
        let replaced = self.mutate(|tree| tree.rename(&from, &to, now))?;
        if from == to {
            return Ok(());
        }
        if let Some(replaced) = replaced {
            self.detach(&to, &replaced);
        }
        for record in self.open.borrow_mut().values_mut() {
            if let Place::Named(path) = &mut record.place
                && let Some(moved) = path.rebase(&from, &to)
            {
                *path = moved;
            }
        }
        Ok(())
    }

    pub fn set_mode(&self, cwd: &AbsPath, path: &[u8], mode: u16) -> Result<(), Errno> {
        let (path, _) = self.lookup(cwd, path, Follow::Yes)?;
        self.check(Access::Write, &path)?;
        let now = self.now();
        self.mutate(|tree| tree.set_mode(&path, mode, now))
    }

    /// Sets access and modification times; `None` leaves one as it is.
    pub fn set_times(
        &self,
        cwd: &AbsPath,
        path: &[u8],
        atime: Option<Time>,
        mtime: Option<Time>,
        follow: Follow,
    ) -> Result<(), Errno> {
        let (path, _) = self.lookup(cwd, path, follow)?;
        self.check(Access::Write, &path)?;
        let now = self.now();
        self.mutate(|tree| tree.set_times(&path, atime, mtime, now))
    }
}

/// What `stat` says of a descriptor's name: the tree does not know which are open.
const DESCRIPTOR: Stat =
    Stat { kind: Kind::Fifo, size: 0, mode: 0o600, links: 1, ino: 0, atime: Time(0), mtime: Time(0), ctime: Time(0) };

/// The number in `/dev/fd/N`, a name that is in no folder.
fn descriptor_number(path: &AbsPath) -> Option<u32> {
    let text = path.as_bytes();
    let digits = text.strip_prefix(b"/dev/fd/").or_else(|| text.strip_prefix(b"/proc/self/fd/"))?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn open_device(kind: DeviceKind, options: OpenOptions, fds: &super::fd::FdTable) -> Result<Fd, Errno> {
    let standard = |number| fds.get(number).cloned().ok_or(Errno::NoDevice);
    let source = match kind {
        DeviceKind::Null => Source::Null,
        DeviceKind::Zero => Source::Zero,
        DeviceKind::Full => Source::Full,
        DeviceKind::Random | DeviceKind::Urandom => Source::Random,
        DeviceKind::Stdin => return standard(0),
        DeviceKind::Stdout => return standard(1),
        DeviceKind::Stderr => return standard(2),
        DeviceKind::Tty => return Err(Errno::NoDevice),
        DeviceKind::FdDir => return Err(Errno::IsDir),
    };
    Ok(Description::new(source, options.read, options.write))
}

/// A path without the slashes at its end; `/` stays.
fn without_slashes(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(1.min(path.len()), |at| at + 1);
    &path[..end]
}

/// The last name of a path.
fn last_name(path: &[u8]) -> &[u8] {
    let path = without_slashes(path);
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}
