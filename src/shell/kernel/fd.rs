//! File descriptors and the open descriptions behind them.
//!
//! A description is shared by the descriptors that were duplicated from it, and so is its offset: that is how
//! `{ read a; read b; } < file` continues where the first left off.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bytes::Bytes;

use super::halt::Halt;
use super::pipe::{ReadEnd, WriteEnd};
use super::vfs::{OpenFile, Vfs};
use workspace::Errno;

/// Largest piece that one read hands out, so that no consumer works long without charging the meter.
pub const WINDOW: usize = 1 << 20;

/// Highest descriptor number plus one, as `ulimit -n` says.
pub const MAX_DESCRIPTORS: usize = 1024;

/// A failed read or write: an errno for the command to report, or the end of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IoError {
    Errno(Errno),
    Halt(Halt),
}

impl IoError {
    /// For what is as good as not there where it fails: `None` then. The end of the process is passed on.
    pub fn or_none<T>(result: Result<T, IoError>) -> Result<Option<T>, Halt> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(_)) => Ok(None),
        }
    }
}

impl From<Errno> for IoError {
    fn from(errno: Errno) -> Self {
        IoError::Errno(errno)
    }
}

impl From<Halt> for IoError {
    fn from(halt: Halt) -> Self {
        IoError::Halt(halt)
    }
}

/// Where the output of a call goes: bytes up to a limit, the rest is counted.
pub struct Capture {
    limit: u64,
    total: Cell<u64>,
    data: RefCell<Vec<u8>>,
    /// Gets everything, too.
    also: Option<Rc<Capture>>,
    /// Is told what comes while it comes, and what it was not told yet.
    live: Option<(Live, RefCell<Vec<u8>>)>,
}

/// Is told of output while a run goes on.
pub type Live = Box<dyn Fn(&[u8])>;

/// So much output is told at once; less when the run looks outside.
const LIVE: usize = 8 << 10;

impl Capture {
    pub fn new(limit: u64) -> Rc<Capture> {
        Self::with(limit, None, None)
    }

    /// A capture whose bytes also go to another one, in the order in which they come, and to `live`.
    pub fn with(limit: u64, also: Option<Rc<Capture>>, live: Option<Live>) -> Rc<Capture> {
        let live = live.map(|live| (live, RefCell::default()));
        Rc::new(Capture { limit, total: Cell::new(0), data: RefCell::default(), also, live })
    }

    /// Tells what was not told yet.
    pub fn tell(&self) {
        if let Some((live, waiting)) = &self.live {
            let waiting = waiting.take();
            if !waiting.is_empty() {
                live(&waiting);
            }
        }
    }

    fn write(&self, bytes: &[u8]) {
        if let Some(also) = &self.also {
            also.write(bytes);
        }
        if let Some((_, waiting)) = &self.live {
            let most = usize::try_from(self.limit.saturating_sub(self.total.get())).unwrap_or(usize::MAX);
            waiting.borrow_mut().extend_from_slice(&bytes[..bytes.len().min(most)]);
            if waiting.borrow().len() >= LIVE {
                self.tell();
            }
        }
        let mut data = self.data.borrow_mut();
        let room = usize::try_from(self.limit).unwrap_or(usize::MAX).saturating_sub(data.len());
        data.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.total.set(self.total.get().saturating_add(bytes.len() as u64));
    }

    /// The bytes captured so far, taken out.
    pub fn take(&self) -> Vec<u8> {
        self.data.take()
    }

    /// The bytes written, captured or not.
    pub fn total(&self) -> u64 {
        self.total.get()
    }
}

/// What an open description reads from or writes to.
pub enum Source {
    /// `/dev/null`: reads are at the end, writes vanish.
    Null,
    /// `/dev/zero`
    Zero,
    /// `/dev/full`: writes fail with `ENOSPC`.
    Full,
    /// `/dev/random` and `/dev/urandom`: the run's seeded generator.
    Random,
    /// Bytes given by the host or a here-document. Seekable like a file.
    Bytes(Bytes),
    /// As `Bytes`, but like a pipe to everybody who asks: what a shell has read of its own input.
    Stream(Bytes),
    Capture(Rc<Capture>),
    PipeRead(ReadEnd),
    PipeWrite(WriteEnd),
    /// A FIFO opened with `<>`.
    PipeBoth(ReadEnd, WriteEnd),
    File(OpenFile),
    /// A folder opened for reading: every read is `EISDIR`.
    Folder,
}

/// An open file description.
pub struct Description {
    pub source: Source,
    pub readable: bool,
    pub writable: bool,
    pub append: bool,
    offset: Cell<u64>,
}

/// A descriptor's value.
pub type Fd = Rc<Description>;

impl Description {
    pub fn new(source: Source, readable: bool, writable: bool) -> Fd {
        Rc::new(Description { source, readable, writable, append: false, offset: Cell::new(0) })
    }

    pub fn with_append(source: Source, readable: bool) -> Fd {
        Rc::new(Description { source, readable, writable: true, append: true, offset: Cell::new(0) })
    }

    pub fn null() -> Fd {
        Self::new(Source::Null, true, true)
    }

    pub fn bytes(data: Bytes) -> Fd {
        Self::new(Source::Bytes(data), true, false)
    }

    /// Bytes that nobody but the holder of this description may go back in.
    pub fn stream(data: Bytes) -> Fd {
        Self::new(Source::Stream(data), true, false)
    }

    /// The next bytes: at least one unless at the end of input, at most `most` (and [`WINDOW`]). Blocks on pipes.
    pub fn read(&self, vfs: &Vfs, most: usize) -> Result<Bytes, IoError> {
        if !self.readable {
            return Err(Errno::BadFd.into());
        }
        let most = most.min(WINDOW);
        let slice = match &self.source {
            Source::Null | Source::Capture(_) => Bytes::new(),
            Source::Zero | Source::Full => Bytes::from_static(&ZEROS).slice(..most.min(ZEROS.len())),
            Source::Random => vfs.random_bytes(most.min(4096)),
            Source::Bytes(data) | Source::Stream(data) => {
                let start = usize::try_from(self.offset.get()).unwrap_or(usize::MAX).min(data.len());
                data.slice(start..data.len().min(start.saturating_add(most)))
            }
            Source::PipeRead(end) | Source::PipeBoth(end, _) => return Ok(end.read(most)?),
            Source::PipeWrite(_) => return Err(Errno::BadFd.into()),
            Source::File(file) => vfs.read_at(file, self.offset.get(), most)?,
            Source::Folder => return Err(Errno::IsDir.into()),
        };
        self.offset.set(self.offset.get().saturating_add(slice.len() as u64));
        Ok(slice)
    }

    /// The next bytes up to and including `delimiter`, at most `most`; empty at the end of input. Nothing behind them is
    /// taken, whatever the description is. A piece without the delimiter may be followed by more.
    pub fn read_through(&self, vfs: &Vfs, delimiter: u8, most: usize) -> Result<Bytes, IoError> {
        if let Source::PipeRead(end) | Source::PipeBoth(end, _) = &self.source
            && self.readable
        {
            return Ok(end.read_through(delimiter, most)?);
        }
        let mut data = self.read(vfs, most)?;
        if let Some(at) = memchr::memchr(delimiter, &data) {
            let surplus = (data.len() - at - 1) as u64;
            self.offset.set(self.offset.get().saturating_sub(surplus));
            data.truncate(at + 1);
        }
        Ok(data)
    }

    /// Writes all of `data`.
    pub fn write(&self, vfs: &Vfs, data: Bytes) -> Result<(), IoError> {
        if !self.writable {
            return Err(Errno::BadFd.into());
        }
        let length = data.len() as u64;
        match &self.source {
            Source::Null | Source::Zero | Source::Random => {}
            Source::Full => return Err(Errno::NoSpace(workspace::Quota::TotalBytes).into()),
            Source::Capture(capture) => capture.write(&data),
            Source::PipeWrite(end) | Source::PipeBoth(_, end) => {
                if !end.write(data)? {
                    return Err(Errno::Pipe.into());
                }
            }
            Source::File(file) => {
                let at = if self.append { vfs.open_len(file)? } else { self.offset.get() };
                vfs.write_at(file, at, data)?;
                self.offset.set(at.saturating_add(length));
            }
            Source::Bytes(_) | Source::Stream(_) | Source::PipeRead(_) | Source::Folder => {
                return Err(Errno::BadFd.into());
            }
        }
        Ok(())
    }

    /// Writes without making a slice first where the sink copies anyway.
    pub fn write_slice(&self, vfs: &Vfs, data: &[u8]) -> Result<(), IoError> {
        match &self.source {
            Source::Capture(capture) if self.writable => {
                capture.write(data);
                Ok(())
            }
            Source::Null if self.writable => Ok(()),
            _ => self.write(vfs, Bytes::copy_from_slice(data)),
        }
    }

    /// True where the offset can be moved (files and given bytes, not pipes).
    pub fn is_seekable(&self) -> bool {
        matches!(self.source, Source::File(_) | Source::Bytes(_) | Source::Null | Source::Zero)
    }

    pub fn offset(&self) -> u64 {
        self.offset.get()
    }

    pub fn seek(&self, offset: u64) {
        self.offset.set(offset);
    }

    /// Gives back the last `count` bytes read, so that the next reader of the description sees them. No effect on
    /// pipes: what was taken out of one is gone, as in Unix.
    pub fn unread(&self, count: usize) {
        if self.is_seekable() {
            self.offset.set(self.offset.get().saturating_sub(count as u64));
        }
    }

    /// True when a read would not block.
    pub fn is_ready(&self) -> bool {
        match &self.source {
            Source::PipeRead(end) | Source::PipeBoth(end, _) => end.is_ready(),
            _ => true,
        }
    }

    /// True for the two sides of one file or pipe: `cat f >> f` is refused because of it.
    pub fn same_file(&self, other: &Description) -> bool {
        match (&self.source, &other.source) {
            (Source::File(a), Source::File(b)) => a.ino() == b.ino(),
            _ => false,
        }
    }
}

static ZEROS: [u8; 64 << 10] = [0; 64 << 10];

/// The descriptors of a process. Cloning is what `fork` does.
#[derive(Clone, Default)]
pub struct FdTable {
    slots: Vec<Option<Fd>>,
}

impl FdTable {
    /// Standard input, output and error.
    pub fn standard(stdin: Fd, stdout: Fd, stderr: Fd) -> FdTable {
        FdTable { slots: vec![Some(stdin), Some(stdout), Some(stderr)] }
    }

    pub fn get(&self, number: u32) -> Option<&Fd> {
        self.slots.get(number as usize)?.as_ref()
    }

    /// The description of a descriptor, or `EBADF`.
    pub fn require(&self, number: u32) -> Result<&Fd, Errno> {
        self.get(number).ok_or(Errno::BadFd)
    }

    /// Opens, replaces or (with `None`) closes a descriptor and returns what was there.
    pub fn set(&mut self, number: u32, fd: Option<Fd>) -> Result<Option<Fd>, Errno> {
        let index = number as usize;
        if index >= MAX_DESCRIPTORS {
            return Err(Errno::BadFd);
        }
        if index >= self.slots.len() {
            if fd.is_none() {
                return Ok(None);
            }
            self.slots.resize(index + 1, None);
        }
        Ok(std::mem::replace(&mut self.slots[index], fd))
    }

    /// The lowest free number at or above `from`.
    pub fn free_from(&self, from: u32) -> Result<u32, Errno> {
        let mut number = from as usize;
        while self.slots.get(number).is_some_and(Option::is_some) {
            number += 1;
        }
        if number < MAX_DESCRIPTORS { Ok(number as u32) } else { Err(Errno::TooManyFiles) }
    }

    /// The open descriptors in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Fd)> {
        self.slots.iter().enumerate().filter_map(|(number, slot)| Some((number as u32, slot.as_ref()?)))
    }
}
