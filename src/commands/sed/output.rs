//! Where `sed` writes: standard output, the files of `w`, and the file that `-i` makes.

use bstr::BString;

use super::input::Stop;
use crate::shared::path::{base_name, dir_name, join};
use shell::command::{Context, Output};
use shell::kernel::{Halt, IoError, OpenOptions};
use workspace::Errno;

/// One place that is written to.
pub struct Sink {
    kind: Kind,
    /// The last line written had no line end; what comes next puts one before itself.
    missing_newline: bool,
}

enum Kind {
    Stdout,
    Stderr,
    /// A file of `w`, with what is not written yet.
    File(Output, Vec<u8>),
    /// The file that `-i` makes.
    New(Output),
}

/// Files of `w` get what was written to them in blocks of so many bytes, as the C library hands it on: a script that reads
/// such a file does not see the rest before the end.
const BLOCK: usize = 4096;

impl Sink {
    pub fn stdout() -> Sink {
        Sink { kind: Kind::Stdout, missing_newline: false }
    }

    /// Opens a file of `w`.
    pub fn open(context: &Context<'_>, name: &[u8]) -> Result<Sink, Stop> {
        let kind = match name {
            b"/dev/stdout" => Kind::Stdout,
            b"/dev/stderr" => Kind::Stderr,
            _ => match context.open(name, OpenOptions::writing(context.new_mode(0o666))) {
                Ok(fd) => Kind::File(Output::new(Some(fd)), Vec::new()),
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    let message = [b"couldn't open file ", name, b": ", errno.message().as_bytes()].concat();
                    return Err(Stop::Fatal(message, 4));
                }
            },
        };
        Ok(Sink { kind, missing_newline: false })
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, context: &mut Context<'_>, data: &[u8]) -> Result<(), Halt> {
        match &mut self.kind {
            Kind::Stdout => context.write(data),
            Kind::Stderr => context.exec.write_error(data),
            Kind::File(output, held) => {
                held.extend_from_slice(data);
                if held.len() <= BLOCK {
                    return Ok(());
                }
                // A last block that is full waits too.
                let whole = (held.len() - 1) / BLOCK * BLOCK;
                output.write(context.vfs(), &held[..whole])?;
                held.drain(..whole);
                output.flush(context.vfs())
            }
            Kind::New(output) => output.write(context.vfs(), data),
        }
    }

    /// Writes the line end that an earlier line lacked.
    pub fn complete(&mut self, context: &mut Context<'_>, terminator: u8) -> Result<(), Halt> {
        if std::mem::take(&mut self.missing_newline) {
            self.write(context, &[terminator])?;
        }
        Ok(())
    }

    /// Writes a text on lines of its own.
    pub fn text(&mut self, context: &mut Context<'_>, text: &[u8], terminator: u8) -> Result<(), Halt> {
        self.complete(context, terminator)?;
        self.write(context, text)
    }

    /// Writes a line; `terminated`: it had a line end.
    pub fn line(
        &mut self,
        context: &mut Context<'_>,
        line: &[u8],
        terminated: bool,
        terminator: u8,
    ) -> Result<(), Halt> {
        self.complete(context, terminator)?;
        self.write(context, line)?;
        if terminated {
            self.write(context, &[terminator])?;
        } else {
            self.missing_newline = true;
        }
        Ok(())
    }

    pub fn flush(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        match &mut self.kind {
            Kind::Stdout => context.flush(),
            Kind::Stderr => Ok(()),
            Kind::File(output, held) => {
                output.write(context.vfs(), held)?;
                held.clear();
                output.flush(context.vfs())
            }
            Kind::New(output) => output.flush(context.vfs()),
        }
    }
}

/// A file that is being written to take another's place.
pub struct InPlace {
    target: BString,
    temporary: BString,
    pub sink: Sink,
}

impl InPlace {
    /// Makes the new file beside the old one, with its mode.
    pub fn begin(context: &mut Context<'_>, name: &BString) -> Result<InPlace, Stop> {
        let target = name.clone();
        let stat = context.vfs().stat(context.cwd(), &target);
        let mode = match stat {
            Ok(stat) if stat.is_file() => stat.mode,
            Ok(_) => {
                return Err(Stop::Fatal([b"couldn't edit ", name.as_slice(), b": not a regular file"].concat(), 4));
            }
            Err(errno) => return Err(failed(b"couldn't edit ", name, errno)),
        };
        let mut number = 0u32;
        loop {
            context.charge(1)?;
            let mut letters = [b'A'; 6];
            let mut rest = number;
            for letter in letters.iter_mut().rev() {
                *letter += (rest % 26) as u8;
                rest /= 26;
            }
            let temporary = join(dir_name(&target), &[b"sed", letters.as_slice()].concat());
            let options = OpenOptions { exclusive: true, ..OpenOptions::writing(mode) };
            match context.open(&temporary, options) {
                Ok(fd) => {
                    let sink = Sink { kind: Kind::New(Output::new(Some(fd))), missing_newline: false };
                    return Ok(InPlace { target, temporary, sink });
                }
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(Errno::Exists)) => number = number.saturating_add(1),
                Err(IoError::Errno(errno)) => return Err(failed(b"couldn't open temporary file ", &temporary, errno)),
            }
        }
    }

    /// Renames: the old file to its backup when a suffix asks for one, the new file to the old one's name.
    pub fn finish(mut self, context: &mut Context<'_>, suffix: Option<&BString>) -> Result<(), Stop> {
        self.sink.flush(context)?;
        if let Some(suffix) = suffix.filter(|suffix| !suffix.is_empty()) {
            let backup = backup_name(&self.target, suffix);
            if let Err(errno) = context.vfs().rename(context.cwd(), &self.target, &backup) {
                self.discard(context);
                return Err(failed(b"cannot rename ", &self.target, errno));
            }
        }
        match context.vfs().rename(context.cwd(), &self.temporary, &self.target) {
            Ok(()) => Ok(()),
            Err(errno) => {
                self.discard(context);
                Err(failed(b"cannot rename ", &self.temporary, errno))
            }
        }
    }

    /// Removes the unfinished file.
    pub fn discard(&self, context: &Context<'_>) {
        // It may be gone already, which is as good.
        let _ = context.vfs().unlink(context.cwd(), &self.temporary);
    }
}

fn failed(what: &[u8], name: &[u8], errno: Errno) -> Stop {
    Stop::Fatal([what, name, b": ", errno.message().as_bytes()].concat(), 4)
}

/// The name of a backup: `*` in the suffix stands for the file's name, and a slash names a folder.
fn backup_name(target: &[u8], suffix: &[u8]) -> BString {
    let base = base_name(target);
    let name = if suffix.contains(&b'*') {
        suffix.split(|byte| *byte == b'*').collect::<Vec<_>>().join(base)
    } else {
        [base, suffix].concat()
    };
    if name.contains(&b'/') { name.into() } else { join(dir_name(target), &name) }
}

/// Prints a message. Unlike most tools, `sed` does not write out what it holds back of its output first.
pub fn complain(context: &Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
    context.exec.write_error(&[b"sed: ", parts.concat().as_slice(), b"\n"].concat())
}
