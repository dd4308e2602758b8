//! The members of a tar archive, one after the other: v7, ustar, pax and GNU headers. Contents are slices of the archive.
//!
//! Nothing is judged here: who reads decides what to do about names, kinds and damage.

use bytes::Bytes;

/// What headers and contents are padded to.
pub const BLOCK: usize = 512;

/// The longest name that a header of its own can bring: more than any path may have.
const LONGEST_HEADER: u64 = 1 << 20;

/// One member as the archive has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Member {
    pub path: Vec<u8>,
    /// Of links.
    pub target: Vec<u8>,
    pub mode: u32,
    pub uid: u64,
    pub gid: u64,
    pub owner: Vec<u8>,
    pub group: Vec<u8>,
    /// Seconds and nanoseconds since 1970.
    pub mtime: (i64, i64),
    /// The type flag: `0`, `1`, `2`, … A file of before ustar has NUL, and a folder among them a slash behind its name.
    pub kind: u8,
    /// Bytes, as stated.
    pub size: u64,
    pub content: Bytes,
    pub device: (u64, u64),
    pub sparse: bool,
    /// Where the first of its headers begins, where its own header does, and where the next member begins.
    pub start: usize,
    pub header: usize,
    pub end: usize,
    /// What pads its content is zero.
    pub clean: bool,
}

/// Why there is no next member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A block of zeros; the reader stands behind it.
    Zeros,
    /// The archive ends where a header could be. True: with less than a block.
    End(bool),
    /// The block is no header; the reader stands behind it.
    NoHeader,
    /// The archive ends within a member, of which this is known.
    Cut(Box<Member>),
    /// Headers that say something about the next member are broken. The words continue `the archive …`.
    Broken(&'static str),
}

/// What the headers before one say about it.
#[derive(Default, Clone)]
struct Ahead {
    path: Option<Vec<u8>>,
    target: Option<Vec<u8>>,
    size: Option<u64>,
    mtime: Option<(i64, i64)>,
    uid: Option<u64>,
    gid: Option<u64>,
    owner: Option<Vec<u8>>,
    group: Option<Vec<u8>>,
    sparse: bool,
    any: bool,
}

/// Reads members.
pub struct Members {
    archive: Bytes,
    at: usize,
}

impl Members {
    pub fn new(archive: Bytes) -> Members {
        Members { archive, at: 0 }
    }

    /// Where the next header would begin.
    pub fn position(&self) -> usize {
        self.at
    }

    pub fn next_member(&mut self) -> Result<Member, Stop> {
        let start = self.at;
        let mut ahead = Ahead::default();
        loop {
            let at = self.at;
            let rest = self.archive.get(at..).unwrap_or_default();
            let Some(block) = rest.first_chunk::<BLOCK>() else {
                return Err(if ahead.any { Stop::Broken("is cut") } else { Stop::End(!rest.is_empty()) });
            };
            self.at += BLOCK;
            if block.iter().all(|byte| *byte == 0) {
                return Err(if ahead.any { Stop::Broken("ends behind the header of a name") } else { Stop::Zeros });
            }
            let header = Header(block);
            let Some(mut member) = header.member(&mut ahead) else {
                return Err(if ahead.any { Stop::Broken("is damaged") } else { Stop::NoHeader });
            };
            (member.start, member.header) = (start, at);
            // Only contents follow their header; what others say of their size is nothing.
            let has_content = !matches!(member.kind, b'1'..=b'6' | b'V') || is_meta(member.kind);
            let length = if has_content { member.size } else { 0 };
            if is_meta(member.kind) && length > LONGEST_HEADER {
                return Err(Stop::Broken("has a name of more than a megabyte"));
            }
            let here = self.archive.len() - self.at;
            let Some(length) = usize::try_from(length).ok().filter(|length| *length <= here) else {
                member.content = self.archive.slice(self.at..);
                self.at = self.archive.len();
                member.end = self.at;
                return Err(Stop::Cut(Box::new(member)));
            };
            member.content = self.archive.slice(self.at..self.at + length);
            let padded = length.next_multiple_of(BLOCK);
            let Some(padding) = self.archive.get(self.at + length..self.at + padded) else {
                self.at = self.archive.len();
                member.end = self.at;
                return Err(Stop::Cut(Box::new(member)));
            };
            member.clean = padding.iter().all(|byte| *byte == 0);
            self.at += padded;
            member.end = self.at;
            if !is_meta(member.kind) {
                return Ok(member);
            }
            if !member.clean {
                return Err(Stop::Broken("has padding that is not zero"));
            }
            meta(member.kind, &member.content, &mut ahead)?;
        }
    }
}

/// Whether an entry only says something about others.
fn is_meta(kind: u8) -> bool {
    matches!(kind, b'x' | b'g' | b'L' | b'K')
}

fn meta(kind: u8, content: &[u8], ahead: &mut Ahead) -> Result<(), Stop> {
    let text = || content.split(|byte| *byte == 0).next().unwrap_or_default().to_vec();
    match kind {
        b'L' => ahead.path = Some(text()),
        b'K' => ahead.target = Some(text()),
        b'x' => {
            for (key, value) in records(content)? {
                let number = || std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                match key {
                    b"path" => ahead.path = Some(value.to_vec()),
                    b"linkpath" => ahead.target = Some(value.to_vec()),
                    b"size" => ahead.size = Some(number().ok_or(Stop::Broken("has a size that is no number"))?),
                    b"mtime" => ahead.mtime = moment(value),
                    b"uid" => ahead.uid = number(),
                    b"gid" => ahead.gid = number(),
                    b"uname" => ahead.owner = Some(value.to_vec()),
                    b"gname" => ahead.group = Some(value.to_vec()),
                    key if key.starts_with(b"GNU.sparse.") => ahead.sparse = true,
                    _ => {}
                }
            }
        }
        // A global header may give times and comments, but not one name to all entries.
        _ => {
            let fixed = |key: &[u8]| matches!(key, b"path" | b"linkpath" | b"size");
            if records(content)?.iter().any(|(key, _)| fixed(key)) {
                return Err(Stop::Broken("has one name or size for all entries"));
            }
            return Ok(());
        }
    }
    ahead.any = true;
    Ok(())
}

/// `SECONDS.FRACTION`
fn moment(text: &[u8]) -> Option<(i64, i64)> {
    let text = std::str::from_utf8(text).ok()?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    let (seconds, nanos): (i64, i64) = (whole.parse().ok()?, digits.parse().ok()?);
    Some(if whole.starts_with('-') && nanos > 0 {
        (seconds.checked_sub(1)?, 1_000_000_000 - nanos)
    } else {
        (seconds, nanos)
    })
}

/// A key and its value.
type Record<'a> = (&'a [u8], &'a [u8]);

/// The records of a pax header: `LENGTH KEY=VALUE\n`.
fn records(mut text: &[u8]) -> Result<Vec<Record<'_>>, Stop> {
    const BROKEN: Stop = Stop::Broken("has a broken pax header");
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

struct Header<'a>(&'a [u8; BLOCK]);

impl<'a> Header<'a> {
    /// What it says, with what was said before it; `None` when it is no header.
    fn member(&self, ahead: &mut Ahead) -> Option<Member> {
        if !self.sum_holds() {
            return None;
        }
        let kind = self.0.get(156).copied().unwrap_or_default();
        let size = self.number(124, 12)?;
        if is_meta(kind) {
            return Some(Member { path: self.path(), kind, size, ..Member::default() });
        }
        let ahead = std::mem::take(ahead);
        Some(Member {
            path: ahead.path.unwrap_or_else(|| self.path()),
            target: ahead.target.unwrap_or_else(|| self.text(157, 100).to_vec()),
            mode: u32::try_from(self.number(100, 8)?).unwrap_or_default(),
            uid: ahead.uid.or_else(|| self.number(108, 8)).unwrap_or_default(),
            gid: ahead.gid.or_else(|| self.number(116, 8)).unwrap_or_default(),
            owner: ahead.owner.unwrap_or_else(|| self.ustar_text(265, 32)),
            group: ahead.group.unwrap_or_else(|| self.ustar_text(297, 32)),
            mtime: ahead.mtime.unwrap_or_else(|| (self.seconds(), 0)),
            kind,
            size: ahead.size.unwrap_or(size),
            device: (self.number(329, 8).unwrap_or_default(), self.number(337, 8).unwrap_or_default()),
            sparse: ahead.sparse || kind == b'S',
            ..Member::default()
        })
    }

    fn sum_holds(&self) -> bool {
        let counted = self.0.iter().enumerate().map(|(at, byte)| match at {
            148..156 => u64::from(b' '),
            _ => u64::from(*byte),
        });
        self.number(148, 8) == Some(counted.sum())
    }

    fn field(&self, at: usize, length: usize) -> &'a [u8] {
        self.0.get(at..at + length).unwrap_or_default()
    }

    /// A field up to its first NUL.
    fn text(&self, at: usize, length: usize) -> &'a [u8] {
        let field = self.field(at, length);
        field.get(..memchr::memchr(0, field).unwrap_or(length)).unwrap_or(field)
    }

    /// A field that headers before ustar do not have.
    fn ustar_text(&self, at: usize, length: usize) -> Vec<u8> {
        if self.field(257, 5) == b"ustar" { self.text(at, length).to_vec() } else { Vec::new() }
    }

    fn path(&self) -> Vec<u8> {
        let name = self.text(0, 100);
        // GNU's own headers have something else where ustar has the start of a long path.
        let prefix = if self.field(257, 6) == b"ustar\0" { self.text(345, 155) } else { b"" };
        if prefix.is_empty() { name.to_vec() } else { [prefix, b"/", name].concat() }
    }

    /// The modification time, which may lie before 1970.
    fn seconds(&self) -> i64 {
        let field = self.field(136, 12);
        if field.first() == Some(&0xff) {
            let low = field.last_chunk::<8>().map_or(0, |digits| i64::from_be_bytes(*digits));
            return low;
        }
        self.number(136, 12).and_then(|seconds| i64::try_from(seconds).ok()).unwrap_or_default()
    }

    /// Octal digits between blanks and NULs, or GNU's base 256. An empty field is 0.
    fn number(&self, at: usize, length: usize) -> Option<u64> {
        let field = self.field(at, length);
        if let [0x80, digits @ ..] = field {
            return digits
                .iter()
                .try_fold(0u64, |number, digit| number.checked_mul(256).map(|number| number | u64::from(*digit)));
        }
        if field.first() == Some(&0xff) {
            return Some(0);
        }
        let is_blank = |byte: &u8| matches!(byte, b' ' | 0);
        let start = field.iter().position(|byte| !is_blank(byte)).unwrap_or(field.len());
        let digits = field.get(start..).unwrap_or_default();
        let end = digits.iter().position(is_blank).unwrap_or(digits.len());
        let (digits, behind) = digits.split_at_checked(end)?;
        if !behind.iter().all(is_blank) {
            return None;
        }
        digits.iter().try_fold(0u64, |number, digit| match digit {
            b'0'..=b'7' => number.checked_mul(8).map(|number| number + u64::from(digit - b'0')),
            _ => None,
        })
    }
}
