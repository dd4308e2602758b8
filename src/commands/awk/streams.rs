//! Where awk reads and writes besides its operands: files, commands, and commands both ways.

use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;

use super::program::Redirect;
use super::reader::Records;
use crate::shared::run::{pipe, spawn_shell, spawn_shell_unflushed};
use shell::command::{Context, Input, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Process};
use workspace::Errno;

/// What a stream is to the program. Streams of one name and different kinds are different streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Written,
    Read,
    /// A command that reads what the program writes.
    WrittenCommand,
    /// A command whose output the program reads.
    ReadCommand,
    Coprocess,
}

impl Kind {
    const ALL: [Kind; 5] =
        [Kind::Written, Kind::Read, Kind::WrittenCommand, Kind::ReadCommand, Kind::Coprocess];

    fn of(redirect: Redirect) -> Kind {
        match redirect {
            Redirect::File | Redirect::Append => Kind::Written,
            Redirect::Pipe => Kind::WrittenCommand,
            Redirect::Coprocess => Kind::Coprocess,
        }
    }
}

/// What is open under a name.
struct Stream {
    output: Option<Output>,
    reader: Option<Records>,
    process: Option<Rc<Process>>,
    /// The order of opening: the one opened last is closed first.
    number: usize,
}

/// Which sides of a coprocess are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    Both,
    /// `close(name, "to")`: what the program writes to.
    Written,
    /// `close(name, "from")`: what it reads from.
    Read,
}

/// Where a stream that is read comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    File,
    Command,
    Coprocess,
}

/// What became of `fflush(name)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flushed {
    Done,
    NotOpen,
    /// The file is read, not written.
    IsReadFile,
    IsReadCommand,
    /// What is written to the coprocess was closed.
    IsClosed,
}

/// Streams by their kind and name.
#[derive(Default)]
pub struct Streams {
    open: HashMap<(Kind, Bytes), Stream>,
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
    /// The output of that name, opened if it is not; `None` where it was closed and the coprocess still runs.
    pub fn output(&mut self, context: &mut Context<'_>, kind: Redirect, name: &Bytes) -> Result<Option<&mut Output>, IoError> {
        let key = (Kind::of(kind), name.clone());
        if !self.open.contains_key(&key) {
            let stream = self.open_output(context, kind, name)?;
            self.insert(key.clone(), stream);
        }
        Ok(self.open.get_mut(&key).and_then(|stream| stream.output.as_mut()))
    }

    /// Notes that the program wrote to its own standard output or error by that name, which it can close then.
    pub fn note_standard(&mut self, name: &Bytes) {
        let key = (Kind::Written, name.clone());
        if !self.open.contains_key(&key) {
            self.insert(key, Stream { output: None, reader: None, process: None, number: 0 });
        }
    }

    fn insert(&mut self, key: (Kind, Bytes), stream: Stream) {
        self.opened += 1;
        self.open.insert(key, Stream { number: self.opened, ..stream });
    }

    fn open_output(&mut self, context: &mut Context<'_>, kind: Redirect, name: &Bytes) -> Result<Stream, IoError> {
        let mut reader = None;
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
                self.flush(context)?;
                let (read, write) = pipe(context);
                let process = spawn_shell(context, name, Some(read), None)?;
                (write, Some(process))
            }
            Redirect::Coprocess => {
                let (read, write) = pipe(context);
                let (answers, output) = pipe(context);
                let process = spawn_shell_unflushed(context, name, Some(read), Some(output))?;
                reader = Some(Records::new(Input::new(answers)));
                (write, Some(process))
            }
        };
        Ok(Stream { output: Some(Output::new(Some(fd))), reader, process, number: 0 })
    }

    /// Whether anything of that name is open.
    pub fn is_open(&self, name: &Bytes) -> bool {
        self.last_of(name).is_some()
    }

    /// What was opened last under that name.
    fn last_of(&self, name: &Bytes) -> Option<Kind> {
        let number = |kind: Kind| self.open.get(&(kind, name.clone())).map(|stream| (stream.number, kind));
        let last = Kind::ALL.into_iter().filter_map(number).max_by_key(|(number, _)| *number);
        last.map(|(_, kind)| kind)
    }

    /// The input of that name, opened if it is not; `None` where it was closed and the coprocess still runs.
    pub fn reader(&mut self, context: &mut Context<'_>, source: Origin, name: &Bytes) -> Result<Option<&mut Records>, IoError> {
        let kind = match source {
            Origin::File => Kind::Read,
            Origin::Command => Kind::ReadCommand,
            Origin::Coprocess => Kind::Coprocess,
        };
        let key = (kind, name.clone());
        if !self.open.contains_key(&key) {
            let stream = match source {
                Origin::Coprocess => self.open_output(context, Redirect::Coprocess, name)?,
                Origin::Command => {
                    let (read, write) = pipe(context);
                    // Its output comes here; what the program printed may wait.
                    let process = spawn_shell_unflushed(context, name, None, Some(write))?;
                    let reader = Some(Records::new(Input::new(read)));
                    Stream { output: None, reader, process: Some(process), number: 0 }
                }
                Origin::File => {
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
                    Stream { output: None, reader: Some(Records::new(input)), process: None, number: 0 }
                }
            };
            self.insert(key.clone(), stream);
        }
        let Some(stream) = self.open.get_mut(&key) else { return Ok(None) };
        // What was written to a coprocess must be there before an answer is waited for.
        if let Some(output) = &mut stream.output {
            output.flush(context.vfs())?;
        }
        Ok(stream.reader.as_mut())
    }

    /// `close(name)`: the status, or `None` when nothing of that name is open. Of several streams that bear the name it
    /// closes the one opened last.
    pub fn close(&mut self, context: &mut Context<'_>, name: &Bytes, sides: Sides) -> Result<Option<f64>, Halt> {
        match self.last_of(name) {
            Some(kind) => self.close_stream(context, (kind, name.clone()), sides).map(Some),
            None => Ok(None),
        }
    }

    fn close_stream(&mut self, context: &mut Context<'_>, key: (Kind, Bytes), sides: Sides) -> Result<f64, Halt> {
        let Some(mut stream) = self.open.remove(&key) else { return Ok(0.0) };
        // Other streams have one side.
        let sides = if key.0 == Kind::Coprocess { sides } else { Sides::Both };
        if sides != Sides::Read && let Some(mut output) = stream.output.take() {
            output.flush(context.vfs())?;
        }
        let mut status = 0.0;
        if sides != Sides::Written {
            stream.reader = None;
            if let Some(process) = stream.process.take() {
                status = wait(context, &process)?;
            }
        }
        if stream.output.is_some() || stream.reader.is_some() {
            self.open.insert(key, stream);
        }
        Ok(status)
    }

    /// Writes out all that is buffered.
    pub fn flush(&mut self, context: &Context<'_>) -> Result<(), Halt> {
        for output in self.open.values_mut().filter_map(|stream| stream.output.as_mut()) {
            output.flush(context.vfs())?;
        }
        Ok(())
    }

    /// Writes out what is buffered for the stream of that name that was opened last.
    pub fn flush_one(&mut self, context: &Context<'_>, name: &Bytes) -> Result<Flushed, Halt> {
        let Some(kind) = self.last_of(name) else { return Ok(Flushed::NotOpen) };
        let output = self.open.get_mut(&(kind, name.clone())).and_then(|stream| stream.output.as_mut());
        Ok(match (output, kind) {
            (Some(output), _) => {
                output.flush(context.vfs())?;
                Flushed::Done
            }
            (None, Kind::Written) => Flushed::Done,
            (None, Kind::Read) => Flushed::IsReadFile,
            (None, Kind::ReadCommand) => Flushed::IsReadCommand,
            (None, _) => Flushed::IsClosed,
        })
    }

    /// Closes everything at the end, what was opened last first, and waits for the commands.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut open: Vec<(usize, (Kind, Bytes))> =
            self.open.iter().map(|(key, stream)| (stream.number, key.clone())).collect();
        open.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        for (_, key) in open {
            self.close_stream(context, key, Sides::Both)?;
        }
        Ok(())
    }

    /// `system(command)`
    pub fn system(&mut self, context: &mut Context<'_>, command: &[u8]) -> Result<f64, Halt> {
        self.flush(context)?;
        let process = spawn_shell(context, command, None, None)?;
        wait(context, &process)
    }
}
