//! Reading tar for the host: every doubt is an error.

use bytes::Bytes;

use super::ArchiveError::{self, Corrupt, Refused};
use super::tar_member::{BLOCK, Member, Members, Stop};
use super::{Collector, EntryKind};

pub(super) fn read(archive: &Bytes, collector: &mut Collector) -> Result<(), ArchiveError> {
    let mut members = Members::new(archive.clone());
    loop {
        match members.next_member() {
            Ok(member) => entry(member, collector)?,
            Err(Stop::Zeros) => return end(archive.get(members.position()..).unwrap_or_default()),
            Err(Stop::End(_)) => return Err(Corrupt("is cut: it has no end")),
            Err(Stop::NoHeader) => return Err(Corrupt("is no tar archive, or is damaged")),
            Err(Stop::Cut(_)) => return Err(Corrupt("is cut within an entry")),
            Err(Stop::Broken(why)) => return Err(Corrupt(why)),
        }
    }
}

fn entry(member: Member, collector: &mut Collector) -> Result<(), ArchiveError> {
    let Member { path, target, kind, size, content, .. } = member;
    if size != 0 && matches!(kind, b'5' | b'6') {
        return Err(Corrupt("has a folder or FIFO with content"));
    }
    if !member.clean {
        return Err(Corrupt("has padding that is not zero"));
    }
    let mode = u16::try_from(member.mode & 0o7777).unwrap_or_default();
    let made = match kind {
        _ if member.sparse => return collector.unsupported(&path, "a sparse file"),
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
