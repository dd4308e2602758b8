//! Writing tar: the headers of all dialects. The host's archives are POSIX ustar, with a pax header before an entry
//! whose names do not fit into one (POSIX `pax`, "Extended Header"); their bytes are those of Python's `tarfile`.

use super::tar_member::BLOCK;
use super::{Entry, EntryKind};

/// What an archive is padded to.
pub const RECORD: usize = 20 * BLOCK;
/// The room for a name in a header.
const NAME: usize = 100;
/// The room for the start of a long path in ustar.
const PREFIX: usize = 155;

/// The forms of header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    V7,
    /// GNU's, with what does not fit in members of their own.
    Gnu,
    Ustar,
    Pax,
}

/// What a header is to say.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a> {
    pub path: &'a [u8],
    pub target: &'a [u8],
    pub mode: u32,
    pub uid: u64,
    pub gid: u64,
    pub owner: &'a [u8],
    pub group: &'a [u8],
    /// Seconds and nanoseconds since 1970.
    pub mtime: (i64, i64),
    /// These two are told in pax only.
    pub atime: Option<(i64, i64)>,
    pub ctime: Option<(i64, i64)>,
    pub kind: u8,
    pub size: u64,
    pub device: (u64, u64),
}

impl Fields<'_> {
    /// A file without a name, with nothing in it.
    pub const NOTHING: Fields<'static> = Fields {
        path: b"",
        target: b"",
        mode: 0,
        uid: 0,
        gid: 0,
        owner: b"",
        group: b"",
        mtime: (0, 0),
        atime: None,
        ctime: None,
        kind: b'0',
        size: 0,
        device: (0, 0),
    };
}

/// Why a dialect has no header for a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// The name has more bytes than this.
    Name(usize),
    /// The name cannot be split where ustar would need it.
    Split,
    Target,
    /// A number is too large.
    Number,
}

/// Whether a keyword is meant.
pub type Keywords<'a> = &'a dyn Fn(&[u8]) -> bool;

/// A keyword and its value.
pub type Record = (Vec<u8>, Vec<u8>);

/// What is asked of pax headers.
#[derive(Default)]
pub struct PaxHeaders<'a> {
    /// The name of the header; that of [`pax_name`] when there is none.
    pub name: Option<&'a [u8]>,
    /// Its time in seconds; that of the member when there is none.
    pub mtime: Option<i64>,
    /// Keywords of records that are left out.
    pub deleted: Option<Keywords<'a>>,
    /// Records that stand in place of the member's own.
    pub given: &'a [Record],
}

/// Writes a pax header that is for all members that follow.
pub fn write_global(out: &mut Vec<u8>, path: &[u8], mtime: i64, records: &[Record]) -> Result<(), Unfit> {
    let mut text = Vec::new();
    for (key, value) in records {
        record(&mut text, key, value);
    }
    let size = text.len() as u64;
    let fields = Fields { path, kind: b'g', size, mode: 0o644, mtime: (mtime, 0), ..Fields::NOTHING };
    block(out, &fields, b"", Dialect::Pax)?;
    padded(out, &text);
    Ok(())
}

/// Writes the headers of a member.
pub fn write_headers(out: &mut Vec<u8>, fields: &Fields<'_>, dialect: Dialect) -> Result<(), Unfit> {
    write_headers_as(out, fields, dialect, &PaxHeaders::default())
}

/// As [`write_headers`], where something is asked of pax headers.
pub fn write_headers_as(
    out: &mut Vec<u8>,
    fields: &Fields<'_>,
    dialect: Dialect,
    pax: &PaxHeaders<'_>,
) -> Result<(), Unfit> {
    let long = (fields.path.len() > NAME, fields.target.len() > NAME);
    let mut prefix: &[u8] = b"";
    let mut name = fields.path;
    match dialect {
        Dialect::V7 => {
            if fields.path.len() >= NAME {
                return Err(Unfit::Name(NAME - 1));
            }
            if fields.target.len() >= NAME {
                return Err(Unfit::Target);
            }
        }
        Dialect::Ustar => {
            if long.1 {
                return Err(Unfit::Target);
            }
            if long.0 {
                (prefix, name) = split(fields.path)?;
            }
        }
        Dialect::Gnu => {
            for (kind, text, is_long) in [(b'K', fields.target, long.1), (b'L', fields.path, long.0)] {
                if is_long {
                    let (owner, group): (&[u8], &[u8]) =
                        if fields.owner.is_empty() { (b"", b"") } else { (b"root", b"root") };
                    let size = text.len() as u64 + 1;
                    let path = b"././@LongLink";
                    block(
                        out,
                        &Fields { path, owner, group, kind, size, mode: 0o644, ..Fields::NOTHING },
                        b"",
                        dialect,
                    )?;
                    out.extend_from_slice(text);
                    out.push(0);
                    out.resize(out.len().next_multiple_of(BLOCK), 0);
                }
            }
        }
        Dialect::Pax => {
            let mut records = Vec::new();
            // Records that are given come into a header that is there anyway, in place of the member's own.
            let mut any = false;
            let mut wanted = |key: &[u8]| {
                let kept = !pax.deleted.is_some_and(|deleted| deleted(key));
                any |= kept;
                kept && !pax.given.iter().any(|(given, _)| given == key)
            };
            if long.0 && wanted(b"path") {
                record(&mut records, b"path", fields.path);
            }
            if long.1 && wanted(b"linkpath") {
                record(&mut records, b"linkpath", fields.target);
            }
            for (key, limit, number) in
                [(&b"uid"[..], 7, fields.uid), (b"gid", 7, fields.gid), (b"size", 11, fields.size)]
            {
                if number >= 1 << (3 * limit) && wanted(key) {
                    record(&mut records, key, number.to_string().as_bytes());
                }
            }
            let times = [(&b"mtime"[..], Some(fields.mtime)), (b"atime", fields.atime), (b"ctime", fields.ctime)];
            for (key, time) in times {
                if let Some((seconds, nanos)) = time
                    && (key != b"mtime" || nanos != 0 || seconds < 0)
                    && wanted(key)
                {
                    record(&mut records, key, &moment(seconds, nanos));
                }
            }
            for (key, value) in pax.given.iter().filter(|_| any) {
                record(&mut records, key, value);
            }
            if !records.is_empty() {
                let path = pax.name.map_or_else(|| pax_name(fields.path), <[u8]>::to_vec);
                let size = records.len() as u64;
                let mtime = pax.mtime.map_or(fields.mtime, |seconds| (seconds, 0));
                let meta = Fields { path: &path, kind: b'x', size, mode: 0o644, mtime, ..Fields::NOTHING };
                block(out, &meta, b"", dialect)?;
                out.extend_from_slice(&records);
                out.resize(out.len().next_multiple_of(BLOCK), 0);
            }
        }
    }
    block(out, &Fields { path: name, ..*fields }, prefix, dialect)
}

/// The name that the header of a pax header has: `FOLDER/PaxHeaders/NAME`.
fn pax_name(path: &[u8]) -> Vec<u8> {
    let path = path.strip_suffix(b"/").unwrap_or(path);
    let (folder, name) = match memchr::memrchr(b'/', path) {
        Some(slash) => (path.get(..slash).unwrap_or_default(), path.get(slash + 1..).unwrap_or_default()),
        None => (&b"."[..], path),
    };
    let mut full = [folder, b"/PaxHeaders/", name].concat();
    full.truncate(NAME);
    full
}

/// `SECONDS.FRACTION` without the zeros at its end.
fn moment(seconds: i64, nanos: i64) -> Vec<u8> {
    let (sign, seconds, nanos) = match (seconds < 0, nanos) {
        (true, 1..) => ("-", seconds.saturating_add(1).unsigned_abs(), 1_000_000_000 - nanos),
        (true, _) => ("-", seconds.unsigned_abs(), 0),
        (false, _) => ("", seconds.unsigned_abs(), nanos),
    };
    let fraction = format!("{nanos:09}");
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{seconds}"),
        digits => format!("{sign}{seconds}.{digits}"),
    }
    .into_bytes()
}

/// The two parts of a long path, as ustar has them.
fn split(path: &[u8]) -> Result<(&[u8], &[u8]), Unfit> {
    if path.len() > PREFIX + NAME + 1 {
        return Err(Unfit::Name(PREFIX + NAME + 1));
    }
    // The last slash that leaves a name of at least one byte and a prefix that fits.
    let last = path.len().saturating_sub(1).min(PREFIX + 1);
    let slash = path.get(..last).and_then(|start| memchr::memrchr(b'/', start)).filter(|slash| *slash > 0);
    let slash = slash.filter(|slash| path.len() - slash - 1 <= NAME).ok_or(Unfit::Split)?;
    Ok((path.get(..slash).unwrap_or_default(), path.get(slash + 1..).unwrap_or_default()))
}

/// A number of `digits` octal digits; one that does not fit is written in GNU's way where that exists.
fn octal(field: &mut Vec<u8>, number: i64, digits: usize, dialect: Dialect) -> Result<(), Unfit> {
    if let Ok(number) = u64::try_from(number)
        && number < 1 << (3 * digits)
    {
        field.extend_from_slice(format!("{number:0digits$o}\0").as_bytes());
        return Ok(());
    }
    match dialect {
        Dialect::Gnu => {
            let lead = if number < 0 { 0xff } else { 0 };
            let mut bytes = vec![lead; digits + 1];
            for (to, from) in bytes.iter_mut().rev().zip(number.to_be_bytes().iter().rev()) {
                *to = *from;
            }
            if let Some(first) = bytes.first_mut() {
                *first = if number < 0 { 0xff } else { 0x80 };
            }
            field.extend_from_slice(&bytes);
            Ok(())
        }
        // What a record says is not said here.
        Dialect::Pax => {
            field.extend_from_slice(&[vec![b'0'; digits], vec![0]].concat());
            Ok(())
        }
        _ => Err(Unfit::Number),
    }
}

/// One header block.
fn block(out: &mut Vec<u8>, fields: &Fields<'_>, prefix: &[u8], dialect: Dialect) -> Result<(), Unfit> {
    let mut block = Vec::with_capacity(BLOCK);
    let text = |block: &mut Vec<u8>, value: &[u8], width: usize| {
        let value = value.get(..width).unwrap_or(value);
        let end = block.len() + width;
        block.extend_from_slice(value);
        block.resize(end, 0);
    };
    text(&mut block, fields.path, NAME);
    octal(&mut block, i64::from(fields.mode), 7, dialect)?;
    let number = |number: u64| i64::try_from(number).map_err(|_| Unfit::Number);
    octal(&mut block, number(fields.uid)?, 7, dialect)?;
    octal(&mut block, number(fields.gid)?, 7, dialect)?;
    octal(&mut block, number(fields.size)?, 11, dialect)?;
    octal(&mut block, fields.mtime.0, 11, dialect)?;
    block.extend_from_slice(b"        ");
    block.push(if dialect == Dialect::V7 && fields.kind == b'0' { 0 } else { fields.kind });
    text(&mut block, fields.target, NAME);
    let (magic, owner, group): (&[u8], &[u8], &[u8]) = match dialect {
        Dialect::V7 => (b"\0\0\0\0\0\0\0\0", b"", b""),
        Dialect::Gnu => (b"ustar  \0", fields.owner, fields.group),
        Dialect::Ustar | Dialect::Pax => (b"ustar\x0000", fields.owner, fields.group),
    };
    block.extend_from_slice(magic);
    for name in [owner, group] {
        text(&mut block, name, 31);
        block.push(0);
    }
    if dialect != Dialect::Gnu || matches!(fields.kind, b'3' | b'4') {
        octal(&mut block, number(fields.device.0)?, 7, dialect)?;
        octal(&mut block, number(fields.device.1)?, 7, dialect)?;
    } else {
        text(&mut block, b"", 16);
    }
    text(&mut block, prefix, PREFIX);
    block.resize(BLOCK, 0);
    seal(&mut block);
    out.extend_from_slice(&block);
    Ok(())
}

/// Puts the sum into a header.
fn seal(block: &mut [u8]) {
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    if let Some(place) = block.get_mut(148..155) {
        place.copy_from_slice(format!("{sum:06o}\0").as_bytes());
    }
}

/// An archive of the entries, in their order. Owners are 0 and times 1970.
pub fn write_tar(entries: &[Entry]) -> Vec<u8> {
    let mut out = Vec::new();
    for entry in entries {
        let mut path = entry.path.clone();
        let (kind, target, content): (u8, &[u8], &[u8]) = match &entry.kind {
            EntryKind::Folder => {
                path.push(b'/');
                (b'5', b"", b"")
            }
            EntryKind::File(content) => (b'0', b"", content),
            EntryKind::Symlink(target) => (b'2', target, b""),
            EntryKind::HardLink(target) => (b'1', target, b""),
            EntryKind::Fifo => (b'6', b"", b""),
        };
        let mut records = Vec::new();
        if [&path[..], target].iter().any(|name| std::str::from_utf8(name).is_err()) {
            record(&mut records, b"hdrcharset", b"BINARY");
        }
        for (key, name) in [(&b"path"[..], &path[..]), (b"linkpath", target)] {
            if name.len() > NAME || !name.is_ascii() {
                record(&mut records, key, name);
            }
        }
        if !records.is_empty() {
            header(&mut out, b"././@PaxHeader", 0, records.len(), b'x', b"");
            padded(&mut out, &records);
        }
        header(&mut out, &path, entry.mode, content.len(), kind, target);
        padded(&mut out, content);
    }
    out.resize((out.len() + 2 * BLOCK).next_multiple_of(RECORD), 0);
    out
}

/// `LENGTH KEY=VALUE\n`, where the length counts itself.
fn record(out: &mut Vec<u8>, key: &[u8], value: &[u8]) {
    let rest = key.len() + value.len() + 3;
    let mut length = rest;
    while length != rest + length.to_string().len() {
        length = rest + length.to_string().len();
    }
    out.extend_from_slice(length.to_string().as_bytes());
    out.extend_from_slice(&[b" ", key, b"=", value, b"\n"].concat());
}

fn padded(out: &mut Vec<u8>, content: &[u8]) {
    out.extend_from_slice(content);
    out.resize(out.len().next_multiple_of(BLOCK), 0);
}

fn header(out: &mut Vec<u8>, name: &[u8], mode: u16, size: usize, kind: u8, target: &[u8]) {
    // Where a pax record has the true name, this one is for readers that know no pax.
    let ascii = |name: &[u8]| -> Vec<u8> {
        let text = String::from_utf8_lossy(name);
        text.chars().map(|char| if char.is_ascii() { char as u8 } else { b'?' }).take(NAME).collect()
    };
    let (path, target) = (ascii(name), ascii(target));
    let start = out.len();
    let fields =
        Fields { path: &path, target: &target, mode: u32::from(mode), size: size as u64, kind, ..Fields::NOTHING };
    let written = block(out, &fields, b"", Dialect::Pax);
    debug_assert!(written.is_ok(), "a file's size in memory fits");
    // Python leaves the numbers of devices out.
    if let Some(device) = out.get_mut(start + 329..start + 345) {
        device.fill(0);
    }
    if let Some(block) = out.get_mut(start..) {
        block.get_mut(148..156).into_iter().for_each(|sum| sum.fill(b' '));
        seal(block);
    }
}
