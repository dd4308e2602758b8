//! Commands: the trait that each implements, what it is given when it runs, and the registry that names it.
//!
//! A command sees the process that runs it: descriptors, environment, working folder, the files through the
//! [`Vfs`], the meter. It does not see the shell's variables or the session.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use bytes::{Buf as _, Bytes};

use super::kernel::{Description, Fd, FdTable, Halt, IoError, Kernel, OpenOptions, Process, Vfs};
use workspace::{AbsPath, Errno, Time};

/// How a command ended: its exit status, or the end of its process.
pub type Outcome = Result<u8, Halt>;

/// A command of the registry.
pub trait Command: Send + Sync {
    /// The name by which it is called.
    fn name(&self) -> &str;

    /// The text of `--help`, as the GNU tool words it where there is one. Its first line is the usage line.
    fn help(&self) -> &str;

    fn run(&self, context: &mut Context<'_>) -> Outcome;

    /// The command that this one stands in place of.
    fn replaced(&self) -> Option<&Arc<dyn Command>> {
        None
    }
}

/// A command written in Rust: what each file of `commands/` defines.
pub struct Native {
    pub name: &'static str,
    pub help: &'static str,
    pub run: fn(&mut Context<'_>) -> Outcome,
}

impl Command for Native {
    fn name(&self) -> &str {
        self.name
    }

    fn help(&self) -> &str {
        self.help
    }

    fn run(&self, context: &mut Context<'_>) -> Outcome {
        (self.run)(context)
    }
}

/// The commands that exist for a run, by name.
#[derive(Clone, Default)]
pub struct Registry {
    commands: BTreeMap<String, Arc<dyn Command>>,
    /// Commands that a machine would have and this one does not: what to use instead.
    absent: BTreeMap<&'static str, &'static str>,
    /// Names under which the command is meant, and not the shell's builtin.
    over_builtins: BTreeSet<String>,
}

impl Registry {
    /// Adds or replaces a command.
    pub fn insert(&mut self, command: Arc<dyn Command>) {
        self.over_builtins.remove(command.name());
        self.commands.insert(command.name().to_owned(), command);
    }

    /// As [`Registry::insert`]; a builtin of this name gives way.
    pub fn insert_over_builtins(&mut self, command: Arc<dyn Command>) {
        let name = command.name().to_owned();
        self.over_builtins.insert(name.clone());
        self.commands.insert(name, command);
    }

    pub fn remove(&mut self, name: &str) {
        self.over_builtins.remove(name);
        self.commands.remove(name);
    }

    /// Whether a builtin of this name gives way to a command.
    pub fn is_over_builtin(&self, name: &[u8]) -> bool {
        !self.over_builtins.is_empty() && name.to_str().is_ok_and(|name| self.over_builtins.contains(name))
    }

    pub fn get(&self, name: &[u8]) -> Option<&Arc<dyn Command>> {
        self.commands.get(name.to_str().ok()?)
    }

    /// Notes that a well-known command is not here, with one clause that says what to use instead.
    pub fn set_absent(&mut self, name: &'static str, hint: &'static str) {
        self.absent.insert(name, hint);
    }

    /// The clause for a well-known command that is not here.
    pub fn absent(&self, name: &[u8]) -> Option<&'static str> {
        self.absent.get(name.to_str().ok()?).copied()
    }

    /// The names in byte order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.commands.keys().map(String::as_str)
    }
}

/// Environment variables, sorted by name.
pub type Environ = Vec<(BString, BString)>;

/// The part of a process that commands and shells share and a child inherits.
#[derive(Clone)]
pub struct Exec {
    pub kernel: Rc<Kernel>,
    pub process: Rc<Process>,
    pub fds: FdTable,
    pub environ: Rc<Environ>,
    pub cwd: AbsPath,
    pub umask: u16,
    /// Nested calls so far; see [`super::kernel::RunLimits::depth`].
    pub depth: u32,
    /// True when the process ends with the command: a shell that it starts gets the signals sent to the process.
    pub alone: bool,
    /// Where the shell that starts a command looks for it, if that is not what the environment's `PATH` says. Commands
    /// that start others do not have it.
    pub search: Option<BString>,
}

impl Exec {
    pub fn vfs(&self) -> &Vfs {
        &self.kernel.vfs
    }

    /// The value of an environment variable.
    pub fn env(&self, name: &[u8]) -> Option<&BStr> {
        let index = self.environ.binary_search_by(|(key, _)| key.as_slice().cmp(name)).ok()?;
        Some(self.environ[index].1.as_bstr())
    }

    /// Sets or, with `None`, removes an environment variable for this process and its children.
    pub fn set_env(&mut self, name: &[u8], value: Option<BString>) {
        let environ = Rc::make_mut(&mut self.environ);
        match (environ.binary_search_by(|(key, _)| key.as_slice().cmp(name)), value) {
            (Ok(index), Some(value)) => environ[index].1 = value,
            (Ok(index), None) => drop(environ.remove(index)),
            (Err(index), Some(value)) => environ.insert(index, (name.into(), value)),
            (Err(_), None) => {}
        }
    }

    /// Writes to standard error at once. A failure to write there has nowhere to be reported.
    pub fn write_error(&self, text: &[u8]) -> Result<(), Halt> {
        match self.fds.get(2).map(|fd| fd.write_slice(self.vfs(), text)) {
            Some(Err(IoError::Halt(halt))) => Err(halt),
            _ => Ok(()),
        }
    }
}

/// What a running command gets.
pub struct Context<'a> {
    /// The process: descriptors, environment, working folder. A command may change its own copy.
    pub exec: Exec,
    /// The name as typed, then the arguments.
    pub argv: &'a [BString],
    /// Buffered standard output; flushed when the command ends and before anything goes to standard error.
    pub stdout: Output,
    command: &'a dyn Command,
}

impl<'a> Context<'a> {
    pub fn new(exec: Exec, argv: &'a [BString], command: &'a dyn Command) -> Self {
        let stdout = Output::new(exec.fds.get(1).cloned());
        Context { exec, argv, stdout, command }
    }

    /// Runs the command, flushes its output and reports a failed write.
    pub fn execute(mut self) -> Outcome {
        let command = self.command;
        let process = Rc::clone(&self.exec.process);
        let before = process.set_title(self.argv.to_vec());
        let outcome = command.run(&mut self).and_then(|status| self.flush().map(|()| status));
        process.set_title(before);
        match outcome {
            Err(Halt::Write(errno)) => {
                self.stdout.discard();
                self.complain(&[b"write error: ", errno.message().as_bytes()])?;
                Ok(1)
            }
            other => other,
        }
    }

    /// The command's own name, as messages give it.
    pub fn name(&self) -> &'a str {
        self.command.name()
    }

    pub fn help(&self) -> &'a str {
        self.command.help()
    }

    /// The arguments without the name.
    pub fn args(&self) -> &'a [BString] {
        self.argv.get(1..).unwrap_or_default()
    }

    pub fn vfs(&self) -> &Vfs {
        self.exec.vfs()
    }

    pub fn cwd(&self) -> &AbsPath {
        &self.exec.cwd
    }

    /// The virtual time.
    pub fn now(&self) -> Time {
        self.exec.kernel.scheduler.now()
    }

    /// Counts work; see [`super::kernel::Scheduler::charge`]. Every loop over data calls this.
    pub fn charge(&self, steps: u64) -> Result<(), Halt> {
        self.exec.kernel.scheduler.charge(steps)
    }

    /// How many bytes of input a command may hold at once: as many as the tree or the pipes can have given it.
    pub fn most_held(&self) -> usize {
        let kernel = &self.exec.kernel;
        let of_pipes = kernel.scheduler.limits().pipe_bytes.min(256 << 20);
        let of_tree = kernel.vfs.with_tree(|tree| tree.limits().total_bytes);
        usize::try_from(of_tree.max(of_pipes)).unwrap_or(usize::MAX)
    }

    /// Counts work on `bytes` bytes.
    pub fn charge_bytes(&self, bytes: usize) -> Result<(), Halt> {
        self.exec.kernel.scheduler.charge_bytes(bytes)
    }

    /// Permission bits of a new file or folder: `mode` without the umask's bits.
    pub fn new_mode(&self, mode: u16) -> u16 {
        mode & !self.exec.umask
    }

    /// Writes to standard output, buffered.
    pub fn write(&mut self, data: &[u8]) -> Result<(), Halt> {
        self.stdout.write(&self.exec.kernel.vfs, data)
    }

    /// Hands a slice on to standard output; a large one is not copied.
    pub fn write_bytes(&mut self, data: Bytes) -> Result<(), Halt> {
        self.stdout.write_bytes(&self.exec.kernel.vfs, data)
    }

    pub fn flush(&mut self) -> Result<(), Halt> {
        self.stdout.flush(&self.exec.kernel.vfs)
    }

    /// Writes `name: ` and the parts and a line end to standard error, after flushing standard output as glibc's
    /// `error` does.
    pub fn complain(&mut self, parts: &[&[u8]]) -> Result<(), Halt> {
        self.flush()?;
        let mut line = Vec::with_capacity(64);
        line.extend_from_slice(self.name().as_bytes());
        line.extend_from_slice(b": ");
        for part in parts {
            line.extend_from_slice(part);
        }
        line.push(b'\n');
        self.exec.write_error(&line)
    }

    /// Writes text to standard error as it is.
    pub fn write_error(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.flush()?;
        self.exec.write_error(text)
    }

    /// Turns an errno into the message `name: operand: text` and `None`, and lets the end of the process through.
    pub fn report<T>(&mut self, operand: &[u8], result: Result<T, IoError>) -> Result<Option<T>, Halt> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                self.complain(&[operand, b": ", errno.message().as_bytes()])?;
                Ok(None)
            }
        }
    }

    /// The standard input; one that is closed reads as `EBADF`.
    pub fn stdin(&self) -> Result<Input, IoError> {
        Ok(Input::new(Rc::clone(self.exec.fds.require(0)?)))
    }

    /// Opens an operand for reading; `-` is the standard input. A folder opens and fails when it is read.
    pub fn open_operand(&self, operand: &[u8]) -> Result<Input, IoError> {
        if operand == b"-" { self.stdin() } else { self.open(operand, OpenOptions::reading()).map(Input::new) }
    }

    /// Opens a path.
    pub fn open(&self, path: &[u8], options: OpenOptions) -> Result<Fd, IoError> {
        self.vfs().open(self.cwd(), path, options, &self.exec.fds)
    }

    /// All bytes of an operand; `-` is the standard input. A regular file is not copied. Charges the meter.
    pub fn read_operand(&self, operand: &[u8]) -> Result<Bytes, IoError> {
        if operand != b"-" {
            match self.vfs().read_file(self.cwd(), operand) {
                Ok(content) => {
                    self.charge_bytes(usize::try_from(content.len()).unwrap_or(usize::MAX))?;
                    return Ok(content.to_bytes());
                }
                Err(Errno::NotSupported) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        self.open_operand(operand)?.read_to_end(self)
    }

    /// Runs another command as a child of this one and waits for it: the only way from a command to a command. The
    /// child has this context's descriptors, environment and folder; flushes standard output first.
    pub fn run_command(&mut self, argv: &[BString]) -> Outcome {
        self.flush()?;
        let exec = Exec { alone: false, ..self.exec.clone() };
        super::dispatch::run_external(&exec, self.name(), argv)
    }
}

/// Buffered output to a descriptor.
pub struct Output {
    fd: Option<Fd>,
    buffer: Vec<u8>,
}

/// Bytes gathered before they are written out.
const BUFFER: usize = 32 << 10;

/// Slices of this size and more are handed on instead of copied.
const SHARE: usize = 8 << 10;

impl Output {
    /// `None`: a closed descriptor; the first write fails with `EBADF`.
    pub fn new(fd: Option<Fd>) -> Output {
        Output { fd, buffer: Vec::new() }
    }

    pub fn write(&mut self, vfs: &Vfs, data: &[u8]) -> Result<(), Halt> {
        if self.buffer.len() + data.len() > BUFFER {
            self.flush(vfs)?;
            if data.len() > BUFFER {
                return self.send(vfs, Bytes::copy_from_slice(data));
            }
        }
        self.buffer.extend_from_slice(data);
        Ok(())
    }

    pub fn write_bytes(&mut self, vfs: &Vfs, data: Bytes) -> Result<(), Halt> {
        if data.len() < SHARE {
            return self.write(vfs, &data);
        }
        self.flush(vfs)?;
        self.send(vfs, data)
    }

    pub fn flush(&mut self, vfs: &Vfs) -> Result<(), Halt> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let Some(fd) = &self.fd else { return Err(Halt::Write(Errno::BadFd)) };
        let result = fd.write_slice(vfs, &self.buffer);
        self.buffer.clear();
        result.map_err(write_failure)
    }

    /// Drops what is not written yet.
    pub fn discard(&mut self) {
        self.buffer.clear();
    }

    fn send(&self, vfs: &Vfs, data: Bytes) -> Result<(), Halt> {
        let Some(fd) = &self.fd else { return Err(Halt::Write(Errno::BadFd)) };
        fd.write(vfs, data).map_err(write_failure)
    }
}

fn write_failure(error: IoError) -> Halt {
    match error {
        IoError::Halt(halt) => halt,
        IoError::Errno(errno) => Halt::Write(errno),
    }
}

/// Input from a descriptor, in slices and in records.
pub struct Input {
    fd: Fd,
    /// Read and not yet taken.
    pending: Bytes,
    ended: bool,
}

/// Pieces shorter than this are copied as they come, so that a list of them does not outweigh them.
const SHORT: usize = 16 << 10;

/// Pieces that become one slice. They are put together once, when all have come: a buffer that grows would be copied again and again,
/// in steps that nothing can interrupt.
pub struct Gathered {
    pieces: Vec<Bytes>,
    /// What came behind the pieces in short ones.
    tail: Vec<u8>,
    length: usize,
    most: usize,
}

impl Gathered {
    pub fn new(context: &Context<'_>) -> Gathered {
        Gathered { pieces: Vec::new(), tail: Vec::new(), length: 0, most: context.most_held() }
    }

    /// Errors: `ENOMEM` where more came than a command may hold.
    pub fn push(&mut self, piece: Bytes) -> Result<(), IoError> {
        self.length = self.length.saturating_add(piece.len());
        if self.length > self.most {
            return Err(Errno::NoMemory.into());
        }
        if piece.len() < SHORT {
            self.tail.extend_from_slice(&piece);
            if self.tail.len() < 4 * SHORT {
                return Ok(());
            }
        }
        if !self.tail.is_empty() {
            self.pieces.push(std::mem::take(&mut self.tail).into());
        }
        if piece.len() >= SHORT {
            self.pieces.push(piece);
        }
        Ok(())
    }

    /// One slice of all that came, which was charged when it was read.
    pub fn join(self, context: &Context<'_>) -> Result<Bytes, Halt> {
        if self.pieces.is_empty() {
            return Ok(self.tail.into());
        }
        let mut all = Vec::with_capacity(self.length);
        for piece in self.pieces {
            all.extend_from_slice(&piece);
            context.exec.kernel.scheduler.look()?;
        }
        all.extend_from_slice(&self.tail);
        Ok(all.into())
    }
}

/// One record of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The bytes without the terminator.
    pub data: Bytes,
    /// False for a last record without its terminator.
    pub terminated: bool,
}

impl Input {
    pub fn new(fd: Fd) -> Input {
        Input { fd, pending: Bytes::new(), ended: false }
    }

    pub fn from_bytes(data: Bytes) -> Input {
        Input::new(Description::bytes(data))
    }

    /// The description that is read.
    pub fn fd(&self) -> &Fd {
        &self.fd
    }

    /// The next bytes, as many as there are (at most 1 MiB); empty at the end. Charges the meter for them.
    pub fn read(&mut self, context: &Context<'_>) -> Result<Bytes, IoError> {
        if !self.pending.is_empty() {
            return Ok(std::mem::take(&mut self.pending));
        }
        if self.ended {
            return Ok(Bytes::new());
        }
        let data = self.fd.read(context.vfs(), super::kernel::fd::WINDOW)?;
        context.charge_bytes(data.len())?;
        self.ended = data.is_empty();
        Ok(data)
    }

    /// Everything up to the end in one slice; not copied when it comes in one piece.
    pub fn read_to_end(&mut self, context: &Context<'_>) -> Result<Bytes, IoError> {
        let first = self.read(context)?;
        let mut next = self.read(context)?;
        if next.is_empty() {
            return Ok(first);
        }
        let mut all = Gathered::new(context);
        all.push(first)?;
        while !next.is_empty() {
            all.push(next)?;
            next = self.read(context)?;
        }
        Ok(all.join(context)?)
    }

    /// The next record ended by `terminator`; `None` at the end of input.
    pub fn read_record(&mut self, context: &Context<'_>, terminator: u8) -> Result<Option<Record>, IoError> {
        let mut chunk = self.read(context)?;
        if chunk.is_empty() {
            return Ok(None);
        }
        if let Some(end) = memchr::memchr(terminator, &chunk) {
            let data = chunk.split_to(end);
            chunk.advance(1);
            self.pending = chunk;
            return Ok(Some(Record { data, terminated: true }));
        }
        let mut data = Gathered::new(context);
        data.push(chunk)?;
        loop {
            let mut chunk = self.read(context)?;
            if chunk.is_empty() {
                return Ok(Some(Record { data: data.join(context)?, terminated: false }));
            }
            match memchr::memchr(terminator, &chunk) {
                Some(end) => {
                    data.push(chunk.split_to(end))?;
                    chunk.advance(1);
                    self.pending = chunk;
                    return Ok(Some(Record { data: data.join(context)?, terminated: true }));
                }
                None => data.push(chunk)?,
            }
        }
    }

    /// Puts bytes back in front, to be read next.
    pub fn unread(&mut self, data: Bytes) {
        debug_assert!(self.pending.is_empty(), "one slice at a time");
        self.pending = data;
    }

    /// Leaves what was read and not taken to the next reader of the descriptor, where it can seek: what `head` does.
    pub fn give_back(&mut self) {
        self.fd.unread(self.pending.len());
        self.pending = Bytes::new();
    }
}
