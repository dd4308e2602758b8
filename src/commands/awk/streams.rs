//! Where awk reads and writes besides its operands: files, commands, and commands both ways.

use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;

use super::program::Redirect;
use crate::shared::run::{pipe, spawn_shell, spawn_shell_unflushed};
use shell::command::{Context, Input, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Process};
use workspace::Errno;

/// An output by its name.
pub struct Sink {
    pub output: Output,
    kind: Redirect,
    process: Option<Rc<Process>>,
    /// The order of opening, in which they are closed at the end.
    number: usize,
}

/// An input by its name.
pub struct Reader {
    pub reader: super::reader::Records,
    process: Option<Rc<Process>>,
}

/// Which sides of what is open are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    Both,
    /// `close(name, "to")`: what the program writes to.
    Written,
    /// `close(name, "from")`: what it reads from.
    Read,
}

/// All that is open.
#[derive(Default)]
pub struct Streams {
    sinks: HashMap<Bytes, Sink>,
    readers: HashMap<Bytes, Reader>,
    opened: usize,
}

/// Waits for a process and gives its status as `close` and `system` do.
fn wait(context: &mut Context<'_>, process: &Rc<Process>) -> Result<f64, Halt> {
    let status = context.exec.kernel.scheduler.wait(process)?;
    let status = f64::from(status.unwrap_or_default());
    // A signal is told by 256 and its number.
    Ok(if process.is_doomed() && status > 128.0 { status + 128.0 } else { status })
}

impl Streams {
    /// The output of that name, opened if it is not.
    pub fn sink(&mut self, context: &mut Context<'_>, kind: Redirect, name: &Bytes) -> Result<&mut Sink, IoError> {
        if !self.sinks.contains_key(name) {
            let sink = self.open_sink(context, kind, name)?;
            self.sinks.insert(name.clone(), sink);
        }
        self.sinks.get_mut(name).ok_or(IoError::Errno(Errno::BadFd))
    }

    fn open_sink(&mut self, context: &mut Context<'_>, kind: Redirect, name: &Bytes) -> Result<Sink, IoError> {
        self.opened += 1;
        let number = self.opened;
        let (fd, process) = match kind {
            Redirect::File | Redirect::Append => {
                let fd = match &name[..] {
                    b"-" | b"/dev/stdout" => context.exec.fds.require(1)?.clone(),
                    b"/dev/stderr" => context.exec.fds.require(2)?.clone(),
                    path => {
                        let options = if kind == Redirect::File {
                            OpenOptions::writing(context.new_mode(0o666))
                        } else {
                            OpenOptions::appending(context.new_mode(0o666))
                        };
                        context.open(path, options)?
                    }
                };
                (fd, None)
            }
            Redirect::Pipe => {
                // What it reads has to be there.
                self.flush(context, None)?;
                let (read, write) = pipe(context);
                let process = spawn_shell(context, name, Some(read), None)?;
                (write, Some(process))
            }
            Redirect::Coprocess => {
                let (read, write) = pipe(context);
                let (answers, output) = pipe(context);
                let process = spawn_shell_unflushed(context, name, Some(read), Some(output))?;
                let reader = super::reader::Records::new(Input::new(answers));
                self.readers.insert(name.clone(), Reader { reader, process: Some(Rc::clone(&process)) });
                (write, Some(process))
            }
        };
        Ok(Sink { output: Output::new(Some(fd)), kind, process, number })
    }

    /// Whether anything of that name is open.
    pub fn is_open(&self, name: &Bytes) -> bool {
        self.sinks.contains_key(name) || self.readers.contains_key(name)
    }

    /// The input of that name, opened if it is not.
    pub fn reader(&mut self, context: &mut Context<'_>, command: bool, name: &Bytes) -> Result<&mut Reader, IoError> {
        if !self.readers.contains_key(name) {
            let reader = if command {
                let (read, write) = pipe(context);
                // Its output comes here; what the program printed may wait.
                let process = spawn_shell_unflushed(context, name, None, Some(write))?;
                Reader { reader: super::reader::Records::new(Input::new(read)), process: Some(process) }
            } else {
                let input = match &name[..] {
                    b"-" | b"/dev/stdin" => context.stdin()?,
                    path => {
                        let input = context.open(path, OpenOptions::reading())?;
                        if context.vfs().is_dir(context.cwd(), path) {
                            return Err(IoError::Errno(Errno::IsDir));
                        }
                        Input::new(input)
                    }
                };
                Reader { reader: super::reader::Records::new(input), process: None }
            };
            self.readers.insert(name.clone(), reader);
        }
        self.readers.get_mut(name).ok_or(IoError::Errno(Errno::BadFd))
    }

    /// Starts the coprocess of that name, if it does not run.
    pub fn coprocess(&mut self, context: &mut Context<'_>, name: &Bytes) -> Result<(), IoError> {
        if !self.readers.contains_key(name) {
            self.sink(context, Redirect::Coprocess, name)?;
        }
        // What was written must be there before an answer is waited for.
        if let Some(sink) = self.sinks.get_mut(name) {
            sink.output.flush(context.vfs())?;
        }
        Ok(())
    }

    /// `close(name)`: the status, or `None` when nothing of that name is open.
    pub fn close(&mut self, context: &mut Context<'_>, name: &[u8], sides: Sides) -> Result<Option<f64>, Halt> {
        let mut status = None;
        let reads_on = sides == Sides::Read && self.readers.contains_key(name);
        if !reads_on && let Some(mut sink) = self.sinks.remove(name) {
            sink.output.flush(context.vfs())?;
            let process = sink.process.take();
            let coprocess = sink.kind == Redirect::Coprocess;
            drop(sink);
            status = Some(0.0);
            if let Some(process) = process.filter(|_| !coprocess) {
                status = Some(wait(context, &process)?);
            }
        }
        if sides != Sides::Written && let Some(reader) = self.readers.remove(name) {
            let process = reader.process.clone();
            drop(reader);
            status = Some(0.0);
            if let Some(process) = process {
                status = Some(wait(context, &process)?);
            }
        }
        Ok(status)
    }

    /// Writes out what is buffered: of one output, or of all.
    pub fn flush(&mut self, context: &Context<'_>, name: Option<&[u8]>) -> Result<bool, Halt> {
        let mut found = name.is_none();
        for (other, sink) in &mut self.sinks {
            if name.is_none_or(|name| name == &other[..]) {
                found = true;
                sink.output.flush(context.vfs())?;
            }
        }
        Ok(found)
    }

    /// Closes everything at the end, in the order of opening, and waits for the commands.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut names: Vec<(usize, Bytes)> = self.sinks.iter().map(|(name, sink)| (sink.number, name.clone())).collect();
        names.sort_unstable();
        for (_, name) in names {
            self.close(context, &name, Sides::Both)?;
        }
        // Commands that nobody reads from any more end by themselves.
        self.readers.clear();
        Ok(())
    }

    /// `system(command)`
    pub fn system(&mut self, context: &mut Context<'_>, command: &[u8]) -> Result<f64, Halt> {
        self.flush(context, None)?;
        let process = spawn_shell(context, command, None, None)?;
        wait(context, &process)
    }
}
