//! What goes through a decoder or an encoder: an [`Input`] as a reader, an [`Output`] as a writer, and both charged.
//!
//! Errors of either side travel through the codec as an opaque [`io::Error`] and are taken up again at its end.

use std::io::{self, BufRead, Read, Write};

use bstr::BString;
use bytes::Bytes;

use formats::codec::{Aside, Failure};
use shell::command::{Context, Input, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Stat};
use workspace::{Errno, Follow};

/// An input as a reader.
pub struct Source<'s, 'c> {
    context: &'s Context<'c>,
    input: Input,
    chunk: Bytes,
    /// Bytes taken so far.
    pub taken: u64,
    error: Option<IoError>,
}

impl<'s, 'c> Source<'s, 'c> {
    pub fn new(context: &'s Context<'c>, input: Input) -> Source<'s, 'c> {
        Source { context, input, chunk: Bytes::new(), taken: 0, error: None }
    }

    /// Fails when the run has to stop, which the reader heard of as an error of the input.
    pub fn finish(self) -> Result<(), Halt> {
        match self.error {
            Some(IoError::Halt(halt)) => Err(halt),
            _ => Ok(()),
        }
    }
}

impl Read for Source<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        // What was read and charged at once is worked on piece by piece.
        if let Err(halt) = self.context.exec.kernel.scheduler.look() {
            self.error = Some(halt.into());
            return Err(io::Error::other("input"));
        }
        let chunk = self.fill_buf()?;
        let count = chunk.len().min(out.len());
        if let (Some(to), Some(from)) = (out.get_mut(..count), chunk.get(..count)) {
            to.copy_from_slice(from);
        }
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Source<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.chunk.is_empty() {
            match self.input.read(self.context) {
                Ok(data) => self.chunk = data,
                Err(error) => {
                    self.error = Some(error);
                    return Err(io::Error::other("input"));
                }
            }
        }
        Ok(&self.chunk)
    }

    fn consume(&mut self, count: usize) {
        let count = count.min(self.chunk.len());
        self.chunk = self.chunk.slice(count..);
        self.taken += count as u64;
    }
}

/// Where bytes go.
pub enum Target {
    To(Output),
    /// They are counted and dropped.
    Nowhere,
    /// They are kept, so many at most.
    Memory(Vec<u8>, u64),
}

/// An output as a writer.
pub struct Sink<'s, 'c> {
    context: &'s Context<'c>,
    target: Target,
    /// Bytes written so far.
    pub written: u64,
    /// The work for each byte, against that of copying it.
    effort: usize,
    error: Option<Halt>,
}

impl Write for Sink<'_, '_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let charged = self.context.charge_bytes(data.len().saturating_mul(self.effort));
        let result = charged.and_then(|()| match &mut self.target {
            Target::To(output) => output.write(self.context.vfs(), data),
            Target::Nowhere => Ok(()),
            Target::Memory(kept, most) => {
                if (kept.len() + data.len()) as u64 > *most {
                    return Err(Halt::Write(Errno::TooBig));
                }
                kept.extend_from_slice(data);
                Ok(())
            }
        });
        match result {
            Ok(()) => {
                self.written += data.len() as u64;
                Ok(data.len())
            }
            Err(halt) => {
                self.error = Some(halt);
                Err(io::Error::other("output"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Aside for Sink<'_, '_> {
    fn aside(&mut self, job: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        self.context.exec.kernel.scheduler.aside(job).map_err(|halt| {
            self.error = Some(halt);
            io::Error::other("output")
        })
    }
}

/// Why a transformation did not come to its end.
#[derive(Debug)]
pub enum Trouble {
    Read(Errno),
    Write(Errno),
    /// The stream itself is at fault.
    Stream(Failure),
}

/// What came of a transformation.
pub struct Done<T> {
    pub result: Result<T, Trouble>,
    pub target: Target,
    /// Bytes that were taken.
    pub taken: u64,
    /// Bytes that were written.
    pub written: u64,
}

/// Runs a codec between an input and a target. Standard output has to be handed over for it: [`Target::To`].
pub fn transform<T>(
    context: &Context<'_>,
    input: Input,
    target: Target,
    effort: usize,
    work: impl FnOnce(&mut Source<'_, '_>, &mut Sink<'_, '_>) -> Result<T, Failure>,
) -> Result<Done<T>, Halt> {
    let mut source = Source::new(context, input);
    let mut sink = Sink { context, target, written: 0, effort, error: None };
    let mut result = work(&mut source, &mut sink);
    if let Target::To(output) = &mut sink.target
        && sink.error.is_none()
        && let Err(halt) = output.flush(context.vfs())
    {
        sink.error = Some(halt);
        result = Err(Failure::Io(io::Error::other("output")));
    }
    let Sink { target, written, error: written_error, .. } = sink;
    let result = match (result, source.error, written_error) {
        (Ok(value), ..) => Ok(value),
        (_, Some(IoError::Halt(halt)), _) => return Err(halt),
        (_, Some(IoError::Errno(errno)), _) => Err(Trouble::Read(errno)),
        (_, _, Some(Halt::Write(errno))) => Err(Trouble::Write(errno)),
        (_, _, Some(halt)) => return Err(halt),
        (Err(failure), None, None) => Err(Trouble::Stream(failure)),
    };
    Ok(Done { result, target, taken: source.taken, written })
}

/// As [`transform`], to standard output.
pub fn transform_to_stdout<T>(
    context: &mut Context<'_>,
    input: Input,
    effort: usize,
    work: impl FnOnce(&mut Source<'_, '_>, &mut Sink<'_, '_>) -> Result<T, Failure>,
) -> Result<Done<T>, Halt> {
    let output = std::mem::replace(&mut context.stdout, Output::new(None));
    let done = transform(context, input, Target::To(output), effort, work)?;
    let Done { result, target, taken, written } = done;
    if let Target::To(output) = target {
        context.stdout = output;
        if matches!(result, Err(Trouble::Write(_))) {
            context.stdout.discard();
        }
    }
    Ok(Done { result, target: Target::Nowhere, taken, written })
}

/// As [`transform`], into a new file with the mode and the times of the one that is read. A file that was begun and not
/// finished is removed; one that cannot be made is a [`Trouble::Write`].
pub fn transform_to_file<T>(
    context: &Context<'_>,
    input: Input,
    output: &BString,
    like: Option<&Stat>,
    effort: usize,
    work: impl FnOnce(&mut Source<'_, '_>, &mut Sink<'_, '_>) -> Result<T, Failure>,
) -> Result<Done<T>, Halt> {
    let options = OpenOptions { write: true, create: true, exclusive: true, mode: 0o600, ..OpenOptions::default() };
    let file = match context.open(output, options) {
        Ok(file) => file,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let result = Err(Trouble::Write(errno));
            return Ok(Done { result, target: Target::Nowhere, taken: 0, written: 0 });
        }
    };
    let mut done = transform(context, input, Target::To(Output::new(Some(file))), effort, work)?;
    let (vfs, cwd) = (context.vfs(), context.cwd());
    if done.result.is_err() {
        // The failure itself is what is told.
        let _ = vfs.unlink(cwd, output);
    } else if let Some(stat) = like {
        let set = vfs.set_mode(cwd, output, stat.mode).and(vfs.set_times(
            cwd,
            output,
            Some(stat.atime),
            Some(stat.mtime),
            Follow::No,
        ));
        if let Err(errno) = set {
            done.result = Err(Trouble::Write(errno));
        }
    }
    Ok(done)
}
