//! Compressed streams, read and written piece by piece: gzip, bzip2, xz, lzma and zstd.
//!
//! A decoder takes from a [`BufRead`] exactly the bytes that belong to its stream, so that what follows can be looked at:
//! another stream, padding, garbage. Nothing is allocated for a size that a header only claims.

pub mod bzip2;
pub mod gzip;
mod lzw;
pub mod xz;
pub mod xz_list;
pub mod zstd;

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

pub use lzw::expand_lzw;

/// How much is worked on at a time. Encoders are given pieces of this size, so that what they write depends on the bytes
/// alone and not on the pieces in which these came.
pub const PIECE: usize = 128 << 10;

/// Why a stream cannot be expanded.
#[derive(Debug)]
pub enum Failure {
    /// Reading or writing failed.
    Io(io::Error),
    /// It does not begin as such a stream does.
    Format,
    /// It ends too early.
    Cut,
    /// Its bytes make no sense.
    Data,
    /// What came out is not what the checksum says.
    Checksum,
    /// What came out has another length than is stated.
    Length,
    /// Neither is right.
    ChecksumAndLength,
    /// It would need more memory than a decoder gets.
    Memory,
    /// It is of a kind that is not read here.
    Unsupported(&'static str),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// Where an encoder writes, and who has what cannot be left once it has begun done elsewhere, so that waiting for it can be.
pub trait Aside: Write {
    /// Comes back when `job` has been done, or with an error when nobody waits for it any more.
    fn aside(&mut self, job: Box<dyn FnOnce() + Send>) -> io::Result<()>;
}

/// In memory, where nobody is in a hurry.
impl Aside for Vec<u8> {
    fn aside(&mut self, job: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        job();
        Ok(())
    }
}

/// Has `work` done aside and gives what came of it.
fn done_aside<R: Send + 'static>(by: &mut dyn Aside, work: impl FnOnce() -> R + Send + 'static) -> io::Result<R> {
    let here = Arc::new(Mutex::new(None));
    let result = Arc::clone(&here);
    by.aside(Box::new(move || {
        let done = work();
        *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
    }))?;
    here.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(|| io::Error::other("the work did not end"))
}

/// Fills a piece as far as the input reaches; empty at its end.
pub fn read_piece<'a>(input: &mut dyn BufRead, piece: &'a mut [u8]) -> io::Result<&'a [u8]> {
    let mut length = 0;
    while let Some(room) = piece.get_mut(length..).filter(|room| !room.is_empty()) {
        match input.read(room)? {
            0 => break,
            count => length += count,
        }
    }
    Ok(piece.get(..length).unwrap_or_default())
}

/// The next byte, left in place.
pub fn peek(input: &mut dyn BufRead) -> io::Result<Option<u8>> {
    Ok(input.fill_buf()?.first().copied())
}

/// The next byte.
pub fn take_byte(input: &mut dyn BufRead) -> Result<u8, Failure> {
    let byte = peek(input)?.ok_or(Failure::Cut)?;
    input.consume(1);
    Ok(byte)
}

/// The next bytes, so many.
pub fn take_array<const N: usize>(input: &mut dyn BufRead) -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Failure::Cut,
        _ => Failure::Io(error),
    })?;
    Ok(bytes)
}

/// A reader that first gives some bytes back.
pub struct Rejoined<'a> {
    pub head: &'a [u8],
    pub rest: &'a mut dyn BufRead,
}

impl Read for Rejoined<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.head.is_empty() { self.rest.read(out) } else { self.head.read(out) }
    }
}

impl BufRead for Rejoined<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.head.is_empty() { self.rest.fill_buf() } else { Ok(self.head) }
    }

    fn consume(&mut self, count: usize) {
        match self.head.get(count..) {
            Some(rest) if !self.head.is_empty() => self.head = rest,
            _ => self.rest.consume(count),
        }
    }
}
