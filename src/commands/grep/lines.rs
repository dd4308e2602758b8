//! An input in slices of whole lines.

use bytes::Bytes;

use shell::command::Context;
use shell::kernel::{Fd, IoError};

/// Bytes asked for at once. GNU grep's buffer has this size, and how far it looks ahead for NUL bytes shows: lines
/// before the buffer with the first NUL are printed.
const CHUNK: usize = 96 << 10;

/// Reads a description and cuts what comes at line ends. Slices are not copied, except for a line that lies across
/// the border of two reads.
pub struct Lines {
    fd: Fd,
    terminator: u8,
    /// The start of a line whose end has not come yet.
    carry: Vec<u8>,
    /// Whole lines of the last read, behind the one that `carry` was joined with.
    ready: Bytes,
    ended: bool,
    /// Whether any NUL byte was read so far.
    pub saw_nul: bool,
}

impl Lines {
    pub fn new(fd: Fd, terminator: u8) -> Lines {
        Lines { fd, terminator, carry: Vec::new(), ready: Bytes::new(), ended: false, saw_nul: false }
    }

    /// The next lines; only the last of an input may lack its terminator. `None` at the end. Charges the meter.
    pub fn next(&mut self, context: &Context<'_>) -> Result<Option<Bytes>, IoError> {
        if !self.ready.is_empty() {
            return Ok(Some(std::mem::take(&mut self.ready)));
        }
        while !self.ended {
            let mut chunk = self.fd.read(context.vfs(), CHUNK)?;
            context.charge_bytes(chunk.len())?;
            self.saw_nul |= memchr::memchr(0, &chunk).is_some();
            if chunk.is_empty() {
                self.ended = true;
                break;
            }
            let Some(last) = memchr::memrchr(self.terminator, &chunk) else {
                self.carry.extend_from_slice(&chunk);
                continue;
            };
            let mut whole = chunk.split_to(last + 1);
            if self.carry.is_empty() {
                self.carry.extend_from_slice(&chunk);
                return Ok(Some(whole));
            }
            let first = memchr::memchr(self.terminator, &whole).map_or(whole.len(), |first| first + 1);
            let mut line = std::mem::replace(&mut self.carry, chunk.to_vec());
            line.extend_from_slice(&whole.split_to(first));
            self.ready = whole;
            return Ok(Some(Bytes::from(line)));
        }
        let rest = std::mem::take(&mut self.carry);
        Ok((!rest.is_empty()).then(|| Bytes::from(rest)))
    }
}
