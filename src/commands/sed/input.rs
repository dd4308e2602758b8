//! What `sed` reads: the lines of all files as one stream, or file by file with `-s` and `-i`.

use std::collections::VecDeque;

use bstr::BString;
use bytes::{Bytes, BytesMut};

use super::output::{InPlace, complain};
use crate::shared::path::{dir_name, join};
use shell::command::{Context, Input, Record};
use shell::kernel::{Halt, IoError};
use workspace::{Errno, Kind};

/// How the files are read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    pub terminator: u8,
    /// `-s`, `-i`: the last line of each file is a last line.
    pub separate: bool,
    /// `-u`: takes no more than it needs.
    pub unbuffered: bool,
    /// `-i`: the suffix of backups, empty for none.
    pub in_place: Option<BString>,
    pub follow_symlinks: bool,
}

/// Why reading stopped for good.
pub enum Stop {
    Halt(Halt),
    /// An error that ends the command: the message and the status.
    Fatal(Vec<u8>, u8),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

/// The stream of lines.
pub struct Lines {
    reading: Reading,
    files: VecDeque<BString>,
    current: Option<Input>,
    /// A line read ahead, to know whether there is one.
    ahead: Option<Record>,
    /// The name of the current file; `-` is the standard input.
    pub name: BString,
    pub number: u64,
    /// Some file could not be read.
    pub missing: bool,
    /// The output of the current file with `-i`.
    pub in_place: Option<InPlace>,
    /// A new file was begun that counts for itself.
    pub restarted: bool,
}

impl Lines {
    pub fn new(files: Vec<BString>, reading: Reading) -> Lines {
        Lines {
            reading,
            files: files.into(),
            current: None,
            ahead: None,
            name: "-".into(),
            number: 0,
            missing: false,
            in_place: None,
            restarted: false,
        }
    }

    /// The next line of the current file or of a file behind it. A file that is done is closed, and what was written in
    /// its place put there.
    pub fn next(&mut self, context: &mut Context<'_>) -> Result<Option<Record>, Stop> {
        loop {
            if let Some(record) = self.take(context)? {
                self.number = self.number.saturating_add(1);
                return Ok(Some(record));
            }
            if !self.open_next(context)? {
                return Ok(None);
            }
        }
    }

    /// Whether no line follows: in the current file with `-s`, else in all of them.
    pub fn is_last(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        let mut opened = false;
        loop {
            if self.ahead.is_none() {
                self.ahead = match self.take(context) {
                    // Looking ahead, GNU takes a file that cannot be read for an empty one.
                    Err(Stop::Fatal(..)) if opened => None,
                    taken => taken?,
                };
            }
            if self.ahead.is_some() {
                return Ok(false);
            }
            if self.reading.separate || !self.open_next(context)? {
                return Ok(true);
            }
            opened = true;
        }
    }

    /// Leaves what was not used to the next reader of the descriptor.
    pub fn give_back(&mut self) {
        if self.ahead.is_none()
            && let Some(input) = &mut self.current
        {
            input.give_back();
        }
    }

    /// Puts the file in whose place lines were written there.
    pub fn finish_in_place(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        match self.in_place.take() {
            Some(in_place) => in_place.finish(context, self.reading.in_place.as_ref()),
            None => Ok(()),
        }
    }

    fn take(&mut self, context: &Context<'_>) -> Result<Option<Record>, Stop> {
        if let Some(record) = self.ahead.take() {
            return Ok(Some(record));
        }
        let Some(input) = &mut self.current else { return Ok(None) };
        let result = if self.reading.unbuffered {
            read_exactly(context, input, self.reading.terminator)
        } else {
            input.read_record(context, self.reading.terminator)
        };
        result.map_err(|error| read_error(error, &self.name))
    }

    /// Opens the next file that can be read; false when there is none.
    fn open_next(&mut self, context: &mut Context<'_>) -> Result<bool, Stop> {
        self.current = None;
        self.finish_in_place(context)?;
        loop {
            let Some(name) = self.files.pop_front() else { return Ok(false) };
            context.charge(1)?;
            let in_place = self.reading.in_place.is_some();
            let name = if self.reading.follow_symlinks && name != "-" { follow(context, name)? } else { name };
            let opened = if in_place && name == "-" {
                Err(Errno::NotFound.into())
            } else {
                context.open_operand(&name)
            };
            match opened {
                Ok(input) => {
                    if in_place {
                        self.in_place = Some(InPlace::begin(context, &name)?);
                    }
                    if self.reading.separate {
                        self.number = 0;
                        self.restarted = true;
                    }
                    self.current = Some(input);
                    self.name = name;
                    return Ok(true);
                }
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    complain(context, &[b"can't read ", &name, b": ", errno.message().as_bytes()])?;
                    self.missing = true;
                    // It is the current file until another one is opened.
                    self.name = name;
                }
            }
        }
    }
}

pub fn read_error(error: IoError, name: &[u8]) -> Stop {
    match error {
        IoError::Halt(halt) => Stop::Halt(halt),
        IoError::Errno(errno) => {
            let name = if name == b"-" { b"stdin" } else { name };
            Stop::Fatal([b"read error on ", name, b": ", errno.message().as_bytes()].concat(), 4)
        }
    }
}

/// Reads a line and nothing behind it.
fn read_exactly(context: &Context<'_>, input: &Input, terminator: u8) -> Result<Option<Record>, IoError> {
    let mut line = BytesMut::new();
    loop {
        let piece = input.fd().read_through(context.vfs(), terminator, usize::MAX)?;
        context.charge_bytes(piece.len())?;
        if piece.is_empty() {
            let data = line.freeze();
            return Ok((!data.is_empty()).then_some(Record { data, terminated: false }));
        }
        if let Some(data) = piece.strip_suffix(&[terminator]) {
            let data = if line.is_empty() {
                piece.slice(..data.len())
            } else {
                line.extend_from_slice(data);
                Bytes::from(line)
            };
            return Ok(Some(Record { data, terminated: true }));
        }
        line.extend_from_slice(&piece);
    }
}

/// What a chain of symbolic links leads to.
fn follow(context: &Context<'_>, name: BString) -> Result<BString, Stop> {
    let mut target = name.clone();
    // As many links as the resolver itself follows.
    for _ in 0..40 {
        context.charge(1)?;
        match context.vfs().lstat(context.cwd(), &target) {
            Ok(stat) if stat.kind == Kind::Symlink => {}
            Ok(_) => return Ok(target),
            Err(errno) => {
                let message = [b"couldn't readlink ", target.as_slice(), b": ", errno.message().as_bytes()].concat();
                return Err(Stop::Fatal(message, 4));
            }
        }
        let link = context.vfs().read_link(context.cwd(), &target).unwrap_or_default();
        target = if link.first() == Some(&b'/') || !target.contains(&b'/') {
            link.to_vec().into()
        } else {
            join(dir_name(&target), &link)
        };
    }
    let reason = Errno::Loop.message().as_bytes();
    Err(Stop::Fatal([b"couldn't follow symlink ", name.as_slice(), b": ", reason].concat(), 4))
}
