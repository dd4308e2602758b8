//! Archives as lists of entries: tar (POSIX pax, with GNU's long names), tar.gz and zip, written and read in memory.
//!
//! Written bytes depend on the entries alone: owners, times and names of hosts are not in them. A reader believes nothing: a
//! size is compared with what is there before anything is allocated for it, what is compressed grows only with bytes
//! that come and within a ratio, and a name is refused that a host would have to be afraid of.

mod gzip;
pub mod tar_member;
mod tar_read;
pub mod tar_write;
pub mod zip_entry;
mod zip_read;
mod zip_write;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use bytes::Bytes;

pub use gzip::gzip;
pub use tar_write::write_tar;
pub use zip_write::{ZipError, write_zip};

/// The kinds of archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Tar,
    TarGz,
    Zip,
}

/// One thing in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Relative, without `.`, `..`, empty components and a slash at the end; not empty.
    pub path: Vec<u8>,
    /// Permission bits.
    pub mode: u16,
    pub kind: EntryKind,
}

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKind {
    Folder,
    File(Bytes),
    /// With its target, which does not leave the archive's root.
    Symlink(Vec<u8>),
    /// Another name of the file at this path, which came before.
    HardLink(Vec<u8>),
    Fifo,
}

/// An entry that cannot be had here: a device, a sparse file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    pub path: Vec<u8>,
    pub why: &'static str,
}

/// What reading may cost.
#[derive(Debug, Clone, Copy)]
pub struct ReadLimits {
    /// Entries.
    pub entries: u64,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files.
    pub total_bytes: u64,
    /// What is compressed may become so many times larger, once it is above [`FREE`].
    pub ratio: u64,
}

/// Below so many bytes nobody asks for a ratio: a file of zeros is no bomb.
pub const FREE: u64 = 16 << 20;

impl ReadLimits {
    /// Whether so many bytes may come from `packed` ones.
    fn ratio_holds(&self, packed: u64, expanded: u64) -> bool {
        expanded <= FREE.max(packed.saturating_mul(self.ratio))
    }
}

/// What an archive holds.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// In the archive's order.
    pub entries: Vec<Entry>,
    pub unsupported: Vec<Unsupported>,
}

/// Why an archive cannot be had. The words continue `the archive …`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// It is damaged, cut or no archive.
    #[error("{0}")]
    Corrupt(&'static str),
    /// A well-formed archive of a kind that is not read here.
    #[error("{0}")]
    Unsupported(&'static str),
    #[error("has an entry {} that is refused: {why}", bstr::BStr::new(.path))]
    Refused { path: Vec<u8>, why: &'static str },
    #[error("is larger than allowed: {0}")]
    TooLarge(String),
}

use ArchiveError::{Corrupt, Refused, TooLarge};

/// Reads an archive; without a format it is told from the first bytes.
pub fn read_archive(bytes: &Bytes, format: Option<Format>, limits: &ReadLimits) -> Result<Contents, ArchiveError> {
    let reader = match (format, sniff(bytes)?) {
        (None, found) => found,
        (Some(wanted), found) if wanted == found => wanted,
        _ => return Err(Corrupt("is of another format than the one named")),
    };
    let mut collector = Collector::new(*limits);
    match reader {
        Format::Tar => tar_read::read(bytes, &mut collector)?,
        Format::TarGz => tar_read::read(&gzip::gunzip(bytes, limits)?, &mut collector)?,
        Format::Zip => zip_read::read(bytes, &mut collector)?,
    }
    Ok(collector.contents)
}

fn sniff(bytes: &[u8]) -> Result<Format, ArchiveError> {
    let foreign: [(&[u8], &str); 4] = [
        (b"BZh", "is compressed with bzip2: tar, tar.gz and zip are read"),
        (b"\xfd7zXZ\0", "is compressed with xz: tar, tar.gz and zip are read"),
        (b"\x28\xb5\x2f\xfd", "is compressed with zstd: tar, tar.gz and zip are read"),
        (b"7z\xbc\xaf\x27\x1c", "is a 7z archive: tar, tar.gz and zip are read"),
    ];
    // A tar archive may begin with a name like any of these; its own mark tells.
    let is_tar = bytes.get(257..262) == Some(b"ustar");
    if let Some((_, why)) = foreign.iter().find(|(start, _)| !is_tar && bytes.starts_with(start)) {
        return Err(ArchiveError::Unsupported(why));
    }
    Ok(match bytes {
        [0x1f, 0x8b, ..] if !is_tar => Format::TarGz,
        [b'P', b'K', 3 | 5, 4 | 6, ..] if !is_tar => Format::Zip,
        _ => Format::Tar,
    })
}

/// Takes entries in, and refuses those that must not be.
struct Collector {
    limits: ReadLimits,
    contents: Contents,
    /// Paths that were taken, and whether they are folders.
    seen: HashSet<Vec<u8>>,
    not_folders: HashSet<Vec<u8>>,
    total: u64,
}

impl Collector {
    fn new(limits: ReadLimits) -> Self {
        Collector { limits, contents: Contents::default(), seen: HashSet::new(), not_folders: HashSet::new(), total: 0 }
    }

    /// Counts bytes that are about to be read for a file.
    fn expect(&mut self, size: u64) -> Result<(), ArchiveError> {
        if size > self.limits.file_bytes {
            return Err(TooLarge(format!("a file has {size} bytes, more than fileBytes = {}", self.limits.file_bytes)));
        }
        self.total = self.total.saturating_add(size);
        if self.total > self.limits.total_bytes {
            return Err(TooLarge(format!("its files have more than totalBytes = {}", self.limits.total_bytes)));
        }
        Ok(())
    }

    fn count(&self) -> Result<(), ArchiveError> {
        let count = self.contents.entries.len() + self.contents.unsupported.len();
        if count as u64 >= self.limits.entries {
            return Err(TooLarge(format!("it has more than {} entries", self.limits.entries)));
        }
        Ok(())
    }

    fn unsupported(&mut self, raw: &[u8], why: &'static str) -> Result<(), ArchiveError> {
        self.count()?;
        self.contents.unsupported.push(Unsupported { path: raw.to_vec(), why });
        Ok(())
    }

    /// Takes an entry whose path is as the archive has it. The marker of the root itself is passed over.
    fn add(&mut self, raw: &[u8], mode: u16, kind: EntryKind) -> Result<(), ArchiveError> {
        self.count()?;
        let is_folder = kind == EntryKind::Folder;
        let refuse = |why| Err(Refused { path: raw.to_vec(), why });
        let path = match clean(raw, is_folder) {
            Ok(Some(path)) => path,
            Ok(None) if is_folder => return Ok(()),
            Ok(None) => return refuse("it has no name"),
            Err(why) => return refuse(why),
        };
        let kind = match kind {
            EntryKind::Symlink(target) => match check_target(&path, &target) {
                Ok(()) => EntryKind::Symlink(target),
                Err(why) => return refuse(why),
            },
            EntryKind::HardLink(target) => match clean(&target, false) {
                Ok(Some(target)) if self.not_folders.contains(&target) => EntryKind::HardLink(target),
                Ok(_) => return refuse("it is a hard link to what did not come before it"),
                Err(why) => return refuse(why),
            },
            kind => kind,
        };
        let mut end = 0;
        while let Some(at) = memchr::memchr(b'/', path.get(end..).unwrap_or_default()) {
            end += at;
            if self.not_folders.contains(path.get(..end).unwrap_or_default()) {
                return refuse("it lies in what is no folder");
            }
            end += 1;
        }
        if !self.seen.insert(path.clone()) {
            return refuse("it is there twice");
        }
        if !is_folder {
            self.not_folders.insert(path.clone());
        }
        self.contents.entries.push(Entry { path, mode: mode & 0o7777, kind });
        Ok(())
    }
}

/// A path without `./` before and, for folders, `/` behind. `None`: the root itself.
fn clean(raw: &[u8], is_folder: bool) -> Result<Option<Vec<u8>>, &'static str> {
    let mut path = raw;
    while let Some(rest) = path.strip_prefix(b"./") {
        path = rest;
    }
    if is_folder && path != b"/" {
        path = path.strip_suffix(b"/").unwrap_or(path);
    }
    if path.is_empty() || path == b"." {
        return Ok(None);
    }
    if path.first() == Some(&b'/') {
        return Err("its path is absolute");
    }
    for name in path.split(|byte| *byte == b'/') {
        match name {
            b".." => return Err("its path has a component `..`"),
            b"" | b"." => return Err("its path has an empty component or `.`"),
            _ if name.contains(&0) => return Err("its path has a NUL byte"),
            _ => {}
        }
    }
    Ok(Some(path.to_vec()))
}

/// That a symbolic link stays below the root, whatever it leads through.
fn check_target(path: &[u8], target: &[u8]) -> Result<(), &'static str> {
    if target.is_empty() || target.contains(&0) {
        return Err("it is a symbolic link without a target");
    }
    if target.first() == Some(&b'/') {
        return Err("it is a symbolic link to an absolute path");
    }
    let mut depth = path.iter().filter(|byte| **byte == b'/').count();
    for name in target.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." => depth = depth.checked_sub(1).ok_or("it is a symbolic link that leaves the root")?,
            _ => depth += 1,
        }
    }
    Ok(())
}
