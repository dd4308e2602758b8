//! Reading tar: v7, ustar, pax and GNU headers. Contents are slices of the archive.

use bytes::Bytes;

use super::ArchiveError::{self, Corrupt, Refused};
use super::tar_write::BLOCK;
use super::{Collector, EntryKind};

/// The longest name that a header of its own can bring: more than any path may have.
const LONGEST_HEADER: u64 = 1 << 20;

/// What the entries before one say about it.
#[derive(Default)]
struct Ahead {
    path: Option<Vec<u8>>,
    target: Option<Vec<u8>>,
    size: Option<u64>,
    sparse: bool,
    any: bool,
}

pub(super) fn read(archive: &Bytes, collector: &mut Collector) -> Result<(), ArchiveError> {
    let mut at = 0;
    let mut ahead = Ahead::default();
    loop {
        let block = archive.get(at..at + BLOCK).ok_or(Corrupt("is cut: it has no end"))?;
        at += BLOCK;
        if block.iter().all(|byte| *byte == 0) {
            if ahead.any {
                return Err(Corrupt("ends behind the header of a name"));
            }
            return end(archive.get(at..).unwrap_or_default());
        }
        check_sum(block)?;
        let header = Header(block);
        let kind = header.byte(156);
        let size = match ahead.size {
            Some(size) if !is_meta(kind) => size,
            _ => header.number(124, 12)?,
        };
        // Only contents follow their header; what others say of their size is nothing.
        let has_content = matches!(kind, b'0' | 0 | b'7' | b'S') || is_meta(kind);
        if !has_content && size != 0 && matches!(kind, b'5' | b'6') {
            return Err(Corrupt("has a folder or FIFO with content"));
        }
        let length = if has_content { size } else { 0 };
        if is_meta(kind) && length > LONGEST_HEADER {
            return Err(Corrupt("has a name of more than a megabyte"));
        }
        let length = usize::try_from(length).ok().filter(|length| *length <= archive.len() - at);
        let length = length.ok_or(Corrupt("is cut within an entry"))?;
        let content = archive.slice(at..at + length);
        let padding = length.next_multiple_of(BLOCK) - length;
        let behind = archive.get(at + length..at + length + padding).ok_or(Corrupt("is cut within an entry"))?;
        if behind.iter().any(|byte| *byte != 0) {
            return Err(Corrupt("has padding that is not zero"));
        }
        at += length + padding;
        if is_meta(kind) {
            meta(kind, &content, &mut ahead)?;
            continue;
        }
        entry(&header, kind, size, content, std::mem::take(&mut ahead), collector)?;
    }
}

/// Whether an entry only says something about others.
fn is_meta(kind: u8) -> bool {
    matches!(kind, b'x' | b'g' | b'L' | b'K')
}

fn meta(kind: u8, content: &[u8], ahead: &mut Ahead) -> Result<(), ArchiveError> {
    let text = || content.split(|byte| *byte == 0).next().unwrap_or_default().to_vec();
    match kind {
        b'L' => ahead.path = Some(text()),
        b'K' => ahead.target = Some(text()),
        b'x' => {
            for (key, value) in records(content)? {
                match key {
                    b"path" => ahead.path = Some(value.to_vec()),
                    b"linkpath" => ahead.target = Some(value.to_vec()),
                    b"size" => {
                        let size = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                        ahead.size = Some(size.ok_or(Corrupt("has a size that is no number"))?);
                    }
                    key if key.starts_with(b"GNU.sparse.") => ahead.sparse = true,
                    _ => {}
                }
            }
        }
        // A global header may give times and comments, but not one name to all entries.
        _ => {
            let fixed = |key: &[u8]| matches!(key, b"path" | b"linkpath" | b"size");
            if records(content)?.iter().any(|(key, _)| fixed(key)) {
                return Err(Corrupt("has one name or size for all entries"));
            }
            return Ok(());
        }
    }
    ahead.any = true;
    Ok(())
}

/// A key and its value.
type Record<'a> = (&'a [u8], &'a [u8]);

/// The records of a pax header: `LENGTH KEY=VALUE\n`.
fn records(mut text: &[u8]) -> Result<Vec<Record<'_>>, ArchiveError> {
    const BROKEN: ArchiveError = Corrupt("has a broken pax header");
    let mut records = Vec::new();
    while !text.is_empty() {
        let blank = memchr::memchr(b' ', text).filter(|at| *at < 20).ok_or(BROKEN)?;
        let digits = text.get(..blank).and_then(|digits| std::str::from_utf8(digits).ok());
        let length: usize = digits.and_then(|digits| digits.parse().ok()).ok_or(BROKEN)?;
        let (record, rest) = text.split_at_checked(length).ok_or(BROKEN)?;
        let record = record.get(blank + 1..).and_then(|record| record.strip_suffix(b"\n")).ok_or(BROKEN)?;
        let equals = memchr::memchr(b'=', record).ok_or(BROKEN)?;
        records.push((record.get(..equals).unwrap_or_default(), record.get(equals + 1..).unwrap_or_default()));
        text = rest;
    }
    Ok(records)
}

fn entry(
    header: &Header<'_>,
    kind: u8,
    size: u64,
    content: Bytes,
    ahead: Ahead,
    collector: &mut Collector,
) -> Result<(), ArchiveError> {
    let path = ahead.path.unwrap_or_else(|| header.path());
    let target = ahead.target.unwrap_or_else(|| header.text(157, 100).to_vec());
    let mode = u16::try_from(header.number(100, 8)? & 0o7777).unwrap_or_default();
    let made = match kind {
        _ if ahead.sparse || kind == b'S' => return collector.unsupported(&path, "a sparse file"),
        // Before ustar, a folder was a file whose name ends with a slash.
        b'0' | 0 if path.last() == Some(&b'/') => EntryKind::Folder,
        b'0' | 0 | b'7' => {
            collector.expect(size)?;
            EntryKind::File(content)
        }
        b'1' => EntryKind::HardLink(target),
        b'2' => EntryKind::Symlink(target),
        b'5' => EntryKind::Folder,
        b'6' => EntryKind::Fifo,
        b'3' | b'4' => return collector.unsupported(&path, "a device"),
        _ => return Err(Refused { path, why: "it is of an unknown kind" }),
    };
    collector.add(&path, mode, made)
}

/// What follows the first block of zeros: another one, and nothing but zeros.
fn end(rest: &[u8]) -> Result<(), ArchiveError> {
    if rest.len() < BLOCK {
        return Err(Corrupt("is cut: its end is not whole"));
    }
    if rest.iter().any(|byte| *byte != 0) {
        return Err(Corrupt("has something behind its end"));
    }
    Ok(())
}

fn check_sum(block: &[u8]) -> Result<(), ArchiveError> {
    let stated = Header(block).number(148, 8)?;
    let counted = block.iter().enumerate().map(|(at, byte)| match at {
        148..156 => u64::from(b' '),
        _ => u64::from(*byte),
    });
    if counted.sum::<u64>() == stated { Ok(()) } else { Err(Corrupt("is no tar archive, or is damaged")) }
}

struct Header<'a>(&'a [u8]);

impl<'a> Header<'a> {
    fn field(&self, at: usize, length: usize) -> &'a [u8] {
        self.0.get(at..at + length).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or_default()
    }

    /// A field up to its first NUL.
    fn text(&self, at: usize, length: usize) -> &'a [u8] {
        let field = self.field(at, length);
        field.get(..memchr::memchr(0, field).unwrap_or(length)).unwrap_or(field)
    }

    fn path(&self) -> Vec<u8> {
        let name = self.text(0, 100);
        // GNU's own headers have something else where ustar has the start of a long path.
        let prefix = if self.field(257, 6) == b"ustar\0" { self.text(345, 155) } else { b"" };
        if prefix.is_empty() { name.to_vec() } else { [prefix, b"/", name].concat() }
    }

    /// Octal digits between blanks and NULs, or GNU's base 256. An empty field is 0.
    fn number(&self, at: usize, length: usize) -> Result<u64, ArchiveError> {
        const BROKEN: ArchiveError = Corrupt("is no tar archive, or is damaged");
        let field = self.field(at, length);
        if let [0x80, digits @ ..] = field {
            return digits.iter().try_fold(0u64, |number, digit| {
                number.checked_mul(256).map(|number| number | u64::from(*digit)).ok_or(BROKEN)
            });
        }
        let is_blank = |byte: &u8| matches!(byte, b' ' | 0);
        let start = field.iter().position(|byte| !is_blank(byte)).unwrap_or(field.len());
        let digits = field.get(start..).unwrap_or_default();
        let end = digits.iter().position(is_blank).unwrap_or(digits.len());
        let (digits, behind) = digits.split_at_checked(end).ok_or(BROKEN)?;
        if !behind.iter().all(is_blank) {
            return Err(BROKEN);
        }
        digits.iter().try_fold(0u64, |number, digit| match digit {
            b'0'..=b'7' => number.checked_mul(8).map(|number| number + u64::from(digit - b'0')).ok_or(BROKEN),
            _ => Err(BROKEN),
        })
    }
}
