//! Entries of a zip archive with all that its directory says of them, read leniently and written again: for the commands.

use bytes::Bytes;

use super::ArchiveError;
use super::zip_read::{self, CUT, Directory, Record, find_end};
use super::zip_write::{DEFLATED, STORED, end};
use crate::codec::{Failure, gzip};

/// One entry of the directory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZipEntry {
    pub name: Vec<u8>,
    pub made_by: u16,
    pub needed: u16,
    pub flags: u16,
    pub method: u16,
    /// Time and date in the form of DOS.
    pub time: u16,
    pub date: u16,
    pub crc: u32,
    pub size: u32,
    pub internal: u16,
    pub external: u32,
    pub extra: Vec<u8>,
    pub comment: Vec<u8>,
    /// Seconds since 1970 by the extra field for it: of the content and, in the entry's own header, of the last access.
    pub mtime: Option<i64>,
    pub atime: Option<i64>,
    /// The compressed bytes; `None` when the archive does not have them.
    pub packed: Option<Bytes>,
    pub packed_size: u32,
}

impl ZipEntry {
    pub fn is_folder(&self) -> bool {
        self.name.last() == Some(&b'/')
    }

    pub fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether it was made on Unix, where the attributes are a mode.
    pub fn is_unix(&self) -> bool {
        self.made_by >> 8 == 3 && self.external >> 16 != 0
    }

    pub fn is_symlink(&self) -> bool {
        self.is_unix() && self.external >> 16 & 0o170_000 == 0o120_000
    }

    /// Permission bits.
    pub fn mode(&self) -> u16 {
        match (self.is_unix(), self.is_folder()) {
            (true, _) => u16::try_from(self.external >> 16 & 0o7777).unwrap_or_default(),
            (false, true) => 0o755,
            (false, false) => 0o644,
        }
    }

    /// The saved part in hundredths, rounded.
    pub fn saved(&self) -> i64 {
        percent(u64::from(self.size), u64::from(self.packed_size))
    }

    /// The content. Never more than the stated size and one byte.
    pub fn content(&self) -> Result<Bytes, Failure> {
        let packed = self.packed.as_ref().ok_or(Failure::Cut)?;
        let content = match self.method {
            STORED => packed.clone(),
            DEFLATED => {
                let mut out = Bounded { out: Vec::new(), most: self.size as usize };
                let mut input: &[u8] = packed;
                gzip::inflate(&mut input, &mut out).map_err(|failure| match failure {
                    Failure::Io(_) => Failure::Length,
                    failure => failure,
                })?;
                out.out.into()
            }
            _ => return Err(Failure::Unsupported("method")),
        };
        let mut sum = flate2::Crc::new();
        sum.update(&content);
        if sum.sum() != self.crc { Err(Failure::Checksum) } else { Ok(content) }
    }
}

/// Grows to a limit.
struct Bounded {
    out: Vec<u8>,
    most: usize,
}

impl std::io::Write for Bounded {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        if self.out.len() + data.len() > self.most {
            return Err(std::io::Error::other("longer than stated"));
        }
        self.out.extend_from_slice(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// How much smaller, in hundredths, rounded.
pub fn percent(whole: u64, packed: u64) -> i64 {
    if whole == 0 {
        return 0;
    }
    let (whole, packed) = (i128::from(whole), i128::from(packed));
    let share = (200 * (whole - packed) + if whole >= packed { whole } else { -whole }) / (2 * whole);
    i64::try_from(share).unwrap_or_default()
}

/// How many bytes stand before an archive that does not count them, as before one that unpacks itself.
pub fn extra_bytes(archive: &Bytes) -> usize {
    let shift = zip_read::directory(archive).ok().and_then(|found| {
        let Directory { length, start, end, .. } = found;
        end.checked_sub(length)?.checked_sub(start).filter(|shift| {
            let record = archive.get(start + shift..).unwrap_or_default();
            *shift > 0 && record.starts_with(b"PK\x01\x02")
        })
    });
    shift.unwrap_or(0)
}

/// The directory of an archive: its entries in order, and the archive's comment.
pub fn directory(archive: &Bytes) -> Result<(Vec<ZipEntry>, Vec<u8>), ArchiveError> {
    let end = find_end(archive)?;
    let Directory { count, start, .. } = zip_read::directory(archive)?;
    let comment = archive.get(end + 22..).unwrap_or_default().to_vec();
    let shift = extra_bytes(archive);
    let mut at = start + shift;
    let mut entries = Vec::new();
    for _ in 0..count {
        let record = Record::at(archive, at, 46)?;
        if !record.0.starts_with(b"PK\x01\x02") {
            return Err(ArchiveError::Corrupt("has a broken directory"));
        }
        let lengths = [28, 30, 32].map(|place| usize::from(record.short(place)));
        let mut from = at + 46;
        let mut part = |length: usize| -> Result<Vec<u8>, ArchiveError> {
            let part = Record::at(archive, from, length)?.0.to_vec();
            from += length;
            Ok(part)
        };
        let (name, extra, comment) = (part(lengths[0])?, part(lengths[1])?, part(lengths[2])?);
        at = from;
        let [size, packed_size, offset] = zip_read::numbers(&record, &extra)?;
        let mut entry = ZipEntry {
            name,
            made_by: record.short(4),
            needed: record.short(6),
            flags: record.short(8),
            method: record.short(10),
            time: record.short(12),
            date: record.short(14),
            crc: record.long(16),
            packed_size,
            size,
            internal: record.short(36),
            external: record.long(38),
            mtime: times(&extra).0,
            extra,
            comment,
            atime: None,
            packed: None,
        };
        let offset = (offset as usize).saturating_add(shift);
        if let Ok(local) = Record::at(archive, offset, 30)
            && local.0.starts_with(b"PK\x03\x04")
        {
            let (name, extra) = (usize::from(local.short(26)), usize::from(local.short(28)));
            if let Ok(extra) = Record::at(archive, offset + 30 + name, extra) {
                let (mtime, atime) = times(extra.0);
                entry.mtime = entry.mtime.or(mtime);
                entry.atime = atime;
            }
            let start = offset + 30 + name + extra;
            let end = start.checked_add(entry.packed_size as usize).filter(|end| *end <= archive.len());
            entry.packed = end.map(|end| archive.slice(start..end));
        }
        entries.push(entry);
    }
    Ok((entries, comment))
}

/// The times in the extra field `UT`: modification and access.
fn times(mut extra: &[u8]) -> (Option<i64>, Option<i64>) {
    while let Some(head) = extra.first_chunk::<4>() {
        let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let Some(body) = extra.get(4..4 + length) else { break };
        if head.starts_with(b"UT") {
            let flags = body.first().copied().unwrap_or_default();
            let mut rest = body.get(1..).unwrap_or_default();
            let mut next = |bit: u8| -> Option<i64> {
                if flags & bit == 0 {
                    return None;
                }
                let (value, behind) = rest.split_first_chunk::<4>()?;
                rest = behind;
                Some(i64::from(i32::from_le_bytes(*value)))
            };
            let mtime = next(1);
            return (mtime, next(2));
        }
        extra = extra.get(4 + length..).unwrap_or_default();
    }
    (None, None)
}

/// An archive of entries, each with its packed bytes. `None`: more than the format holds.
pub fn write_entries(entries: &[ZipEntry], comment: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let packed = entry.packed.clone().unwrap_or_default();
        let mut common = Vec::new();
        for number in [entry.needed, entry.flags & !8, entry.method, entry.time, entry.date] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        for number in [entry.crc, u32::try_from(packed.len()).ok()?, entry.size] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        common.extend_from_slice(&u16::try_from(entry.name.len()).ok()?.to_le_bytes());
        // The entry's own header has the time of the last access too.
        let mut local = entry.extra.clone();
        if let (Some(mtime), Some(atime)) = (entry.mtime, entry.atime)
            && entry.extra.starts_with(b"UT\x05\x00")
        {
            let times = [i32::try_from(mtime).unwrap_or_default(), i32::try_from(atime).unwrap_or_default()];
            let rest = entry.extra.get(9..).unwrap_or_default();
            local = [b"UT\x09\x00\x03".as_slice(), &times[0].to_le_bytes(), &times[1].to_le_bytes(), rest].concat();
        }
        let offset = u32::try_from(out.len()).ok()?;
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&common);
        out.extend_from_slice(&u16::try_from(local.len()).ok()?.to_le_bytes());
        out.extend_from_slice(&entry.name);
        out.extend_from_slice(&local);
        out.extend_from_slice(&packed);
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&entry.made_by.to_le_bytes());
        directory.extend_from_slice(&common);
        directory.extend_from_slice(&u16::try_from(entry.extra.len()).ok()?.to_le_bytes());
        directory.extend_from_slice(&u16::try_from(entry.comment.len()).ok()?.to_le_bytes());
        directory.extend_from_slice(&[0, 0]);
        directory.extend_from_slice(&entry.internal.to_le_bytes());
        directory.extend_from_slice(&entry.external.to_le_bytes());
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(&entry.name);
        directory.extend_from_slice(&entry.extra);
        directory.extend_from_slice(&entry.comment);
    }
    end(&mut out, &directory, entries.len(), comment)?;
    Some(out)
}

/// What an archive that cannot be read lacks.
pub fn has_no_end(error: &ArchiveError) -> bool {
    *error == CUT
}
