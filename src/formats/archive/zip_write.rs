//! Writing zip (PKWARE's APPNOTE 6.3), as made on Unix: modes and symbolic links as Info-ZIP has them.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::{Entry, EntryKind};

/// Why entries cannot be a zip archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ZipError {
    #[error("a zip archive and what is in it have at most 4 GiB")]
    Bytes,
}

/// 1980-01-01, the first day that zip knows.
const DATE: u16 = 0x21;
/// Names are UTF-8.
const UTF8: u16 = 1 << 11;
pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;
/// Version 2.0, made on Unix.
const MADE_BY: u16 = 3 << 8 | 20;

/// An archive of the entries, in their order. Names of one file become files of their own; FIFOs are left out, since zip
/// has no form for them.
pub fn write_zip(entries: &[Entry]) -> Result<Vec<u8>, ZipError> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    let mut count = 0;
    let contents: std::collections::HashMap<&[u8], &bytes::Bytes> = entries
        .iter()
        .filter_map(|entry| match &entry.kind {
            EntryKind::File(content) => Some((&entry.path[..], content)),
            _ => None,
        })
        .collect();
    for entry in entries {
        let mut path = entry.path.clone();
        let (kind, content): (u32, &[u8]) = match &entry.kind {
            EntryKind::Folder => {
                path.push(b'/');
                (0o040_000, b"")
            }
            EntryKind::File(content) => (0o100_000, content),
            EntryKind::HardLink(target) => match contents.get(&target[..]) {
                Some(content) => (0o100_000, content),
                None => continue,
            },
            EntryKind::Symlink(target) => (0o120_000, target),
            EntryKind::Fifo => continue,
        };
        count += 1;
        let packed = deflate(content);
        let (method, data) = if packed.len() < content.len() { (DEFLATED, &packed[..]) } else { (STORED, content) };
        let mut crc = Crc::new();
        crc.update(content);
        let fits =
            |length: usize| u32::try_from(length).ok().filter(|length| *length < u32::MAX).ok_or(ZipError::Bytes);
        let flags = if path.is_ascii() || std::str::from_utf8(&path).is_err() { 0 } else { UTF8 };
        let mut common = Vec::new();
        common.extend_from_slice(&[20, 0]);
        for number in [flags, method, 0, DATE] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        for number in [crc.sum(), fits(data.len())?, fits(content.len())?] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        common.extend_from_slice(&u16::try_from(path.len()).map_err(|_| ZipError::Bytes)?.to_le_bytes());
        common.extend_from_slice(&[0, 0]);
        let offset = fits(out.len())?;
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&common);
        out.extend_from_slice(&path);
        out.extend_from_slice(data);
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&MADE_BY.to_le_bytes());
        directory.extend_from_slice(&common);
        // No comment, the first disk, no internal attributes.
        directory.extend_from_slice(&[0; 6]);
        directory.extend_from_slice(&((kind | u32::from(entry.mode)) << 16).to_le_bytes());
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(&path);
    }
    end(&mut out, &directory, count, b"").ok_or(ZipError::Bytes)?;
    Ok(out)
}

/// Adds the directory and the record that ends an archive; for more entries than its number can say, the record of zip64
/// before it. `None`: they are beyond what the numbers can say.
pub(super) fn end(out: &mut Vec<u8>, directory: &[u8], count: usize, comment: &[u8]) -> Option<()> {
    let (start, length) = (u32::try_from(out.len()).ok()?, u32::try_from(directory.len()).ok()?);
    let comment_length = u16::try_from(comment.len()).ok()?;
    out.extend_from_slice(directory);
    let short = u16::try_from(count).unwrap_or(u16::MAX);
    if short == u16::MAX {
        let at = out.len() as u64;
        out.extend_from_slice(b"PK\x06\x06");
        // The bytes that follow; made on Unix by version 4.5, which it needs.
        out.extend_from_slice(&44u64.to_le_bytes());
        out.extend_from_slice(&[45, 3, 45, 0]);
        out.extend_from_slice(&[0; 8]);
        for number in [count as u64, count as u64, u64::from(length), u64::from(start)] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
        out.extend_from_slice(&at.to_le_bytes());
        out.extend_from_slice(&1u32.to_le_bytes());
    }
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&short.to_le_bytes());
    out.extend_from_slice(&short.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&start.to_le_bytes());
    out.extend_from_slice(&comment_length.to_le_bytes());
    out.extend_from_slice(comment);
    Some(())
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    for piece in bytes.chunks(256 << 10) {
        let written = encoder.write_all(piece);
        debug_assert!(written.is_ok(), "writing to a vector does not fail");
    }
    encoder.finish().unwrap_or_default()
}
