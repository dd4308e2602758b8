//! Writing tar: POSIX ustar headers, with a pax header before an entry whose names do not fit into one (POSIX `pax`,
//! "Extended Header"). For trees of files and folders the bytes are those of Python's `tarfile` in its pax format.

use super::{Entry, EntryKind};

/// What headers and contents are padded to.
pub(super) const BLOCK: usize = 512;
/// What an archive is padded to.
const RECORD: usize = 20 * BLOCK;
/// The room for a name in a header.
const NAME: usize = 100;

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
    let mut block = Vec::with_capacity(BLOCK);
    let mut field = |value: &[u8], width: usize| {
        block.extend_from_slice(value.get(..width).unwrap_or(value));
        let end = block.len() + width.saturating_sub(value.len());
        block.resize(end, 0);
    };
    field(&ascii(name), NAME);
    field(format!("{mode:07o}").as_bytes(), 8);
    field(b"0000000", 8);
    field(b"0000000", 8);
    field(format!("{size:011o}").as_bytes(), 12);
    field(b"00000000000", 12);
    field(b"        ", 8);
    field(&[kind], 1);
    field(&ascii(target), NAME);
    field(b"ustar\x0000", 8);
    block.resize(BLOCK, 0);
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    if let Some(place) = block.get_mut(148..155) {
        place.copy_from_slice(format!("{sum:06o}\0").as_bytes());
    }
    out.extend_from_slice(&block);
}
