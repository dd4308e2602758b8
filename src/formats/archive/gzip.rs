//! gzip (RFC 1952): one member written, any number read.

use std::io::{Read, Write};

use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use super::ArchiveError::{Corrupt, TooLarge};
use super::{ArchiveError, ReadLimits};

/// How much is expanded at a time.
const PIECE: usize = 256 << 10;

/// Compresses; the header has no time, no name, and an unknown operating system.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::new(6));
    // Pieces of one size, so that the output depends on the bytes alone.
    for piece in bytes.chunks(PIECE) {
        let written = encoder.write_all(piece);
        debug_assert!(written.is_ok(), "writing to a vector does not fail");
    }
    encoder.finish().unwrap_or_default()
}

/// Expands, within the ratio and not beyond what the entries may have together with their headers.
pub(super) fn gunzip(bytes: &[u8], limits: &ReadLimits) -> Result<Bytes, ArchiveError> {
    let most = limits.total_bytes.saturating_add(limits.entries.saturating_mul(4 << 10));
    let mut decoder = MultiGzDecoder::new(bytes);
    let mut out = Vec::new();
    let mut piece = vec![0; PIECE];
    loop {
        let read = decoder.read(&mut piece).map_err(|_| Corrupt("is cut, or its compression is broken"))?;
        if read == 0 {
            return Ok(out.into());
        }
        out.extend_from_slice(piece.get(..read).unwrap_or_default());
        let expanded = out.len() as u64;
        if expanded > most {
            return Err(TooLarge(format!("it expands to more than {most} bytes")));
        }
        if !limits.ratio_holds(bytes.len() as u64, expanded) {
            return Err(TooLarge(format!("it expands to more than {} times its size", limits.ratio)));
        }
    }
}
