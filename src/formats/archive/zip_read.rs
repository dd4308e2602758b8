//! Reading zip: the central directory decides, and each local header must agree with it.

use std::io::Read;

use bytes::Bytes;
use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::ArchiveError::{self, Corrupt, TooLarge, Unsupported};
use super::zip_write::{DEFLATED, STORED};
use super::{Collector, EntryKind};

pub(super) const CUT: ArchiveError = Corrupt("is cut, or no zip archive");
const ZIP64: ArchiveError = Unsupported("has more than 4 GiB");

/// Numbers of a record, little-endian.
pub(super) struct Record<'a>(pub(super) &'a [u8]);

impl<'a> Record<'a> {
    /// `length` bytes from `at`, when they are there.
    pub(super) fn at(bytes: &'a [u8], at: usize, length: usize) -> Result<Self, ArchiveError> {
        at.checked_add(length).and_then(|end| bytes.get(at..end)).map(Record).ok_or(CUT)
    }

    pub(super) fn short(&self, at: usize) -> u16 {
        self.0.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u16::from_le_bytes(*bytes))
    }

    pub(super) fn wide(&self, at: usize) -> u64 {
        self.0.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    pub(super) fn long(&self, at: usize) -> u32 {
        self.0.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }
}

pub(super) fn read(archive: &Bytes, collector: &mut Collector) -> Result<(), ArchiveError> {
    let Directory { count, length, start, end, parts } = directory(archive)?;
    if parts {
        return Err(Unsupported("is in several parts"));
    }
    if start.checked_add(length).is_none_or(|behind| behind > end) {
        return Err(CUT);
    }
    let (mut at, mut expanded) = (start, 0u64);
    for _ in 0..count {
        let record = Record::at(archive, at, 46)?;
        if !record.0.starts_with(b"PK\x01\x02") {
            return Err(Corrupt("has a broken directory"));
        }
        let lengths = [28, 30, 32].map(|place| usize::from(record.short(place)));
        let name = Record::at(archive, at + 46, lengths[0])?.0;
        let extra = Record::at(archive, at + 46 + lengths[0], lengths[1])?.0;
        at += 46 + lengths.iter().sum::<usize>();
        if at > start + length {
            return Err(Corrupt("has a broken directory"));
        }
        entry(archive, &record, name, extra, &mut expanded, collector)?;
    }
    if at != start + length {
        return Err(Corrupt("has a broken directory"));
    }
    Ok(())
}

/// Where an archive's directory is.
pub(super) struct Directory {
    pub(super) count: u64,
    /// Its bytes, and where they begin.
    pub(super) length: usize,
    pub(super) start: usize,
    /// Where the records behind it begin.
    pub(super) end: usize,
    /// The archive is in several parts.
    parts: bool,
}

/// What the records at the end say of the directory: that of zip64, when the other one says that there is one.
pub(super) fn directory(archive: &[u8]) -> Result<Directory, ArchiveError> {
    let end = find_end(archive)?;
    let record = Record::at(archive, end, 22)?;
    let parts = record.short(4) != 0 || record.short(6) != 0 || record.short(8) != record.short(10);
    let (count, length, start) = (record.short(10), record.long(12), record.long(16));
    let full = count == u16::MAX || length == u32::MAX || start == u32::MAX;
    let locator = end.checked_sub(20).and_then(|at| Record::at(archive, at, 20).ok());
    if full && let Some(locator) = locator.filter(|locator| locator.0.starts_with(b"PK\x06\x07")) {
        let at = usize::try_from(locator.wide(8)).map_err(|_| CUT)?;
        let wide = Record::at(archive, at, 56)?;
        if !wide.0.starts_with(b"PK\x06\x06") {
            return Err(Corrupt("has a broken directory"));
        }
        let number = |place: usize| usize::try_from(wide.wide(place)).map_err(|_| CUT);
        let parts = wide.long(16) != 0 || wide.long(20) != 0 || wide.wide(24) != wide.wide(32);
        return Ok(Directory { count: wide.wide(32), length: number(40)?, start: number(48)?, end: at, parts });
    }
    if length == u32::MAX || start == u32::MAX {
        return Err(ZIP64);
    }
    Ok(Directory { count: u64::from(count), length: length as usize, start: start as usize, end, parts })
}

/// Size, packed size and offset of an entry: those in the extra field of zip64 where the record has no room for them.
pub(super) fn numbers(record: &Record<'_>, mut extra: &[u8]) -> Result<[u32; 3], ArchiveError> {
    let mut numbers = [record.long(24), record.long(20), record.long(42)];
    if !numbers.contains(&u32::MAX) {
        return Ok(numbers);
    }
    while let Some(head) = extra.first_chunk::<4>() {
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let Some(body) = extra.get(4..4 + length) else { break };
        if head.starts_with(&[1, 0]) {
            let missing = numbers.iter_mut().filter(|number| **number == u32::MAX);
            for (number, wide) in missing.zip(body.chunks_exact(8)) {
                *number = u32::try_from(Record(wide).wide(0)).map_err(|_| ZIP64)?;
            }
            break;
        }
        extra = extra.get(4 + length..).unwrap_or_default();
    }
    if numbers.contains(&u32::MAX) { Err(ZIP64) } else { Ok(numbers) }
}

/// Where the record is with which the archive ends, but for a comment.
pub(super) fn find_end(archive: &[u8]) -> Result<usize, ArchiveError> {
    let last = archive.len().checked_sub(22).ok_or(CUT)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    let window = archive.get(first..).unwrap_or_default();
    let fits = |at: &usize| {
        let comment = Record(archive.get(*at..).unwrap_or_default()).short(20);
        at + 22 + usize::from(comment) == archive.len()
    };
    memchr::memmem::rfind_iter(window, b"PK\x05\x06").map(|at| first + at).find(fits).ok_or(CUT)
}

fn entry(
    archive: &Bytes,
    record: &Record<'_>,
    name: &[u8],
    extra: &[u8],
    expanded: &mut u64,
    collector: &mut Collector,
) -> Result<(), ArchiveError> {
    let (flags, method, crc) = (record.short(8), record.short(10), record.long(16));
    let [size, packed, offset] = numbers(record, extra)?;
    if flags & 0x41 != 0 {
        return Err(Unsupported("is encrypted"));
    }
    let local = Record::at(archive, offset as usize, 30)?;
    if !local.0.starts_with(b"PK\x03\x04") || usize::from(local.short(26)) != name.len() {
        return Err(Corrupt("has an entry that its directory does not agree with"));
    }
    let start = offset as usize + 30;
    if Record::at(archive, start, name.len())?.0 != name || local.short(8) != method {
        return Err(Corrupt("has an entry that its directory does not agree with"));
    }
    let start = start + name.len() + usize::from(local.short(28));
    let made_on_unix = record.short(4) >> 8 == 3;
    let attributes = record.long(38) >> 16;
    let kind = if made_on_unix { attributes & 0o170_000 } else { 0 };
    let is_folder = name.last() == Some(&b'/');
    let bits = u16::try_from(attributes & 0o7777).unwrap_or_default();
    let mode = match (made_on_unix && attributes != 0, is_folder) {
        (true, _) => bits,
        (false, true) => 0o755,
        (false, false) => 0o644,
    };
    match kind {
        0 | 0o040_000 | 0o100_000 | 0o120_000 => {}
        _ => return collector.unsupported(name, "a device or another special file"),
    }
    if is_folder {
        return collector.add(name, mode, EntryKind::Folder);
    }
    collector.expect(u64::from(size))?;
    *expanded = expanded.saturating_add(u64::from(size));
    if !collector.limits.ratio_holds(archive.len() as u64, *expanded) {
        return Err(TooLarge(format!("it expands to more than {} times its size", collector.limits.ratio)));
    }
    let end = start.checked_add(packed as usize).filter(|end| *end <= archive.len()).ok_or(CUT)?;
    let content = match method {
        STORED if packed == size => archive.slice(start..end),
        DEFLATED => inflate(archive.get(start..end).unwrap_or_default(), size)?,
        STORED => return Err(Corrupt("has an entry with two sizes")),
        _ => return Err(Unsupported("is compressed in another way than deflate")),
    };
    let mut sum = Crc::new();
    sum.update(&content);
    if sum.sum() != crc {
        return Err(Corrupt("has an entry whose checksum is wrong"));
    }
    let kind = if kind == 0o120_000 { EntryKind::Symlink(content.to_vec()) } else { EntryKind::File(content) };
    collector.add(name, mode, kind)
}

/// Exactly so many bytes, or an error; grows with what comes.
fn inflate(packed: &[u8], size: u32) -> Result<Bytes, ArchiveError> {
    const BROKEN: ArchiveError = Corrupt("has an entry whose compression is broken");
    let mut decoder = DeflateDecoder::new(packed);
    let mut out = Vec::new();
    decoder.by_ref().take(u64::from(size) + 1).read_to_end(&mut out).map_err(|_| BROKEN)?;
    if out.len() as u64 != u64::from(size) || decoder.total_in() != packed.len() as u64 {
        return Err(BROKEN);
    }
    Ok(out.into())
}
