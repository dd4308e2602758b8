//! Pipes between virtual processes: queues of shared slices with a bound.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use bytes::Bytes;

use super::halt::Halt;
use super::scheduler::{Pid, Scheduler};
use super::signal::Signal;

/// Bytes that a pipe holds before its writer blocks; one shared slice may be larger.
pub const CAPACITY: usize = 64 << 10;

/// The buffer behind a pipe or a FIFO. Ends are counted: see [`ReadEnd`] and [`WriteEnd`].
pub struct Pipe {
    scheduler: Rc<Scheduler>,
    queue: RefCell<VecDeque<Bytes>>,
    buffered: Cell<usize>,
    readers: Cell<usize>,
    writers: Cell<usize>,
    /// Processes that wait for the other side to move, whichever it is.
    waiting: RefCell<Vec<Pid>>,
}

impl Pipe {
    pub fn new(scheduler: &Rc<Scheduler>) -> Rc<Pipe> {
        Rc::new(Pipe {
            scheduler: Rc::clone(scheduler),
            queue: RefCell::default(),
            buffered: Cell::new(0),
            readers: Cell::new(0),
            writers: Cell::new(0),
            waiting: RefCell::default(),
        })
    }

    /// A new pipe's two ends.
    pub fn ends(scheduler: &Rc<Scheduler>) -> (ReadEnd, WriteEnd) {
        let pipe = Pipe::new(scheduler);
        (ReadEnd::open(&pipe), WriteEnd::open(&pipe))
    }

    pub fn has_reader(&self) -> bool {
        self.readers.get() > 0
    }

    pub fn has_writer(&self) -> bool {
        self.writers.get() > 0
    }

    /// Blocks the running process until something about this pipe changes.
    pub fn wait(&self) -> Result<(), Halt> {
        let pid = self.scheduler.current_pid();
        {
            let mut waiting = self.waiting.borrow_mut();
            if !waiting.contains(&pid) {
                waiting.push(pid);
            }
        }
        self.scheduler.block()
    }

    fn wake_all(&self) {
        for pid in self.waiting.take() {
            self.scheduler.wake(pid);
        }
    }

    /// Takes up to `most` bytes of what is there without blocking: one slice of the queue. `None`: nothing now.
    fn take(&self, most: usize) -> Option<Bytes> {
        let mut queue = self.queue.borrow_mut();
        let front = queue.front_mut()?;
        let slice = if front.len() <= most { queue.pop_front()? } else { front.split_to(most) };
        self.buffered.set(self.buffered.get() - slice.len());
        Some(slice)
    }
}

impl Pipe {
    /// As [`Pipe::take`], but nothing behind the first `delimiter`.
    fn take_through(&self, delimiter: u8, most: usize) -> Option<Bytes> {
        let length = {
            let queue = self.queue.borrow();
            let front = queue.front()?;
            let window = &front[..front.len().min(most)];
            memchr::memchr(delimiter, window).map_or(window.len(), |at| at + 1)
        };
        self.take(length)
    }
}

/// The reading side. Dropping the last one makes writers get `SIGPIPE`.
pub struct ReadEnd(Rc<Pipe>);

impl ReadEnd {
    pub fn open(pipe: &Rc<Pipe>) -> ReadEnd {
        pipe.readers.set(pipe.readers.get() + 1);
        pipe.wake_all();
        ReadEnd(Rc::clone(pipe))
    }

    pub fn pipe(&self) -> &Rc<Pipe> {
        &self.0
    }

    /// The next bytes, at most `most`; blocks while the pipe is empty; empty at the end of input.
    pub fn read(&self, most: usize) -> Result<Bytes, Halt> {
        let pipe = &self.0;
        loop {
            if let Some(slice) = pipe.take(most) {
                pipe.wake_all();
                return Ok(slice);
            }
            if !pipe.has_writer() {
                return Ok(Bytes::new());
            }
            pipe.wait()?;
        }
    }

    /// As [`ReadEnd::read`], but takes nothing behind the first `delimiter`: what follows is for the next reader.
    pub fn read_through(&self, delimiter: u8, most: usize) -> Result<Bytes, Halt> {
        let pipe = &self.0;
        loop {
            if let Some(slice) = pipe.take_through(delimiter, most) {
                pipe.wake_all();
                return Ok(slice);
            }
            if !pipe.has_writer() {
                return Ok(Bytes::new());
            }
            pipe.wait()?;
        }
    }

    /// True when nothing is in the pipe.
    pub fn is_empty(&self) -> bool {
        self.0.buffered.get() == 0
    }

    /// True when a read would not block.
    pub fn is_ready(&self) -> bool {
        self.0.buffered.get() > 0 || !self.0.has_writer()
    }
}

impl Drop for ReadEnd {
    fn drop(&mut self) {
        let left = self.0.readers.get() - 1;
        self.0.readers.set(left);
        if left == 0 {
            self.0.wake_all();
        }
    }
}

/// The writing side. Dropping the last one is the reader's end of input.
pub struct WriteEnd(Rc<Pipe>);

impl WriteEnd {
    pub fn open(pipe: &Rc<Pipe>) -> WriteEnd {
        pipe.writers.set(pipe.writers.get() + 1);
        pipe.wake_all();
        WriteEnd(Rc::clone(pipe))
    }

    pub fn pipe(&self) -> &Rc<Pipe> {
        &self.0
    }

    /// Hands `data` on, blocking while the pipe is full. Without a reader the process gets `SIGPIPE`, unless it
    /// ignores that: then the answer is `false` (`EPIPE`).
    pub fn write(&self, data: Bytes) -> Result<bool, Halt> {
        let pipe = &self.0;
        loop {
            if !pipe.has_reader() {
                return self.broken();
            }
            let buffered = pipe.buffered.get();
            if buffered == 0 || buffered + data.len() <= CAPACITY {
                break;
            }
            pipe.wait()?;
        }
        if data.is_empty() {
            return Ok(true);
        }
        pipe.scheduler.charge_pipe(data.len())?;
        pipe.buffered.set(pipe.buffered.get() + data.len());
        pipe.queue.borrow_mut().push_back(data);
        pipe.wake_all();
        Ok(true)
    }

    fn broken(&self) -> Result<bool, Halt> {
        let scheduler = &self.0.scheduler;
        let process = scheduler.current_process();
        match process.disposition(Signal::PIPE) {
            super::scheduler::Disposition::Ignore => Ok(false),
            super::scheduler::Disposition::Trap => {
                scheduler.signal(process.pid, Signal::PIPE);
                Ok(false)
            }
            super::scheduler::Disposition::Default => Err(Halt::Signal(Signal::PIPE)),
        }
    }
}

impl Drop for WriteEnd {
    fn drop(&mut self) {
        let left = self.0.writers.get() - 1;
        self.0.writers.set(left);
        if left == 0 {
            self.0.wake_all();
        }
    }
}
