//! The files that are written, replaced, kept as backups and removed.
//!
//! What is removed goes when the whole patch is read: a file may be made anew meanwhile. In a patch of git's every file
//! stands for what it was before, so that changed files are written when the next patch begins.

use std::collections::{HashMap, HashSet};

use bstr::BString;
use bytes::Bytes;

use super::Settings;
use super::reach::reach;
use super::read::{Stop, fatal};
use crate::shared::backup::Backup;
use crate::shared::path::{base_name, dir_name, join};
use shell::command::Context;
use shell::kernel::Stat;
use workspace::{AbsPath, Content, Errno, Follow, Kind, Time};

/// What became of a file in this run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Created,
    DeleteLater,
}

/// A file as a number of the file system tells it from others: what replaces it under its name is another one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct File {
    path: AbsPath,
    replaced: u32,
}

/// A file as it is to be.
pub struct Written {
    pub data: Bytes,
    pub mode: u16,
    /// It is new: what is masked out is taken off the mode.
    pub fresh: bool,
    pub link: bool,
    pub time: Option<Time>,
}

struct Later {
    name: BString,
    /// `None`: only a copy is kept.
    written: Option<Written>,
    backup: bool,
}

/// A file to be removed at the end.
struct Deletion {
    name: BString,
    file: Option<File>,
    /// Whether a backup is kept.
    backup: bool,
    /// There was nothing.
    missing: bool,
    /// It was renamed to its own name.
    renamed: bool,
}

/// Files by their paths, and what is still to be done.
#[derive(Default)]
pub struct Store {
    known: HashMap<File, Known>,
    /// How often what has a path was replaced.
    replaced: HashMap<AbsPath, u32>,
    queued: HashSet<AbsPath>,
    later: Vec<Later>,
    deletes: Vec<Deletion>,
    rejects_begun: bool,
}

fn cannot<T>(what: &str, name: &[u8], errno: Errno) -> Result<T, Stop> {
    fatal(&[b"Can't ", what.as_bytes(), b" ", name, b" : ", errno.message().as_bytes()])
}

fn key(context: &Context<'_>, name: &[u8]) -> Option<AbsPath> {
    context.vfs().resolve(context.cwd(), name, Follow::No).ok().map(|resolved| resolved.path)
}

/// What is known of a file: of the link itself unless links are followed.
pub fn stat(context: &Context<'_>, settings: &Settings, name: &[u8]) -> Result<Stat, Errno> {
    may_reach(context, settings, name)?;
    let vfs = context.vfs();
    if settings.follow_links { vfs.stat(context.cwd(), name) } else { vfs.lstat(context.cwd(), name) }
}

/// Whether a name may be used: anything may, once the file to patch was named by the user.
pub fn may_reach(context: &Context<'_>, settings: &Settings, name: &[u8]) -> Result<(), Errno> {
    if settings.names_file { Ok(()) } else { reach(context, name) }
}

impl Store {
    fn is(&self, context: &Context<'_>, name: &[u8], known: Known) -> bool {
        !self.known.is_empty() && self.file(context, name).is_some_and(|file| self.known.get(&file) == Some(&known))
    }

    /// What has the name now.
    pub fn file(&self, context: &Context<'_>, name: &[u8]) -> Option<File> {
        let path = key(context, name)?;
        let replaced = self.replaced.get(&path).copied().unwrap_or(0);
        Some(File { path, replaced })
    }

    pub fn is_deleted(&self, context: &Context<'_>, name: &[u8]) -> bool {
        self.is(context, name, Known::DeleteLater)
    }

    pub fn is_queued(&self, context: &Context<'_>, name: &[u8]) -> bool {
        !self.queued.is_empty() && key(context, name).is_some_and(|path| self.queued.contains(&path))
    }

    pub fn queue(&mut self, context: &Context<'_>, name: &[u8]) {
        self.queued.extend(key(context, name));
    }

    /// Writes what waits.
    pub fn settle(&mut self, context: &mut Context<'_>, settings: &Settings, said: &mut Vec<u8>) -> Result<(), Stop> {
        let mut waiting = std::mem::take(&mut self.later);
        for at in 0..waiting.len() {
            let later = &waiting[at];
            let done = match &later.written {
                Some(written) => self.replace(context, settings, &later.name, Some(written), later.backup, said),
                None => self.copy(context, settings, &later.name),
            };
            if done.is_err() {
                self.later = waiting.split_off(at);
                return done;
            }
        }
        self.queued.clear();
        Ok(())
    }

    pub fn write_later(&mut self, name: BString, written: Written, backup: bool) {
        self.later.push(Later { name, written: Some(written), backup });
    }

    pub fn back_up_later(&mut self, name: BString) {
        self.later.push(Later { name, written: None, backup: true });
    }

    /// `file`: what had the name before the patch.
    pub fn delete_later(
        &mut self,
        context: &Context<'_>,
        name: &[u8],
        file: Option<File>,
        backup: bool,
        renamed: bool,
    ) {
        if let Some(file) = &file {
            self.known.insert(file.clone(), Known::DeleteLater);
        }
        let missing = context.vfs().lstat(context.cwd(), name).is_err();
        self.deletes.push(Deletion { name: name.into(), file, backup, missing, renamed });
    }

    /// Removes what is to be removed, with the folders that are empty then.
    pub fn finish(&mut self, context: &mut Context<'_>, settings: &Settings, said: &mut Vec<u8>) -> Result<(), Stop> {
        for Deletion { name, file, backup, missing, renamed } in std::mem::take(&mut self.deletes) {
            // A later patch may have made it anew. What was never there has no number to be known again by.
            let stays = match missing {
                true => !renamed && !settings.names_file && self.is(context, &name, Known::Created),
                false => file.is_some_and(|file| self.known.get(&file) != Some(&Known::DeleteLater)),
            };
            if stays {
                continue;
            }
            if settings.verbose() {
                said.extend_from_slice(&[b"Removing file ", settings.quote(&name).as_slice(), b"\n"].concat());
            }
            self.replace(context, settings, &name, None, backup, said)?;
            let mut folder = dir_name(&name).to_vec();
            while folder != b"." && folder != b"/" && context.vfs().rmdir(context.cwd(), &folder).is_ok() {
                if settings.verbose() {
                    let text = [b"Removed empty directory ", settings.quote(&folder).as_slice(), b"\n"].concat();
                    said.extend_from_slice(&text);
                }
                folder = dir_name(&folder).to_vec();
            }
        }
        Ok(())
    }

    /// Puts a file in the place of another, which is kept as a backup if that is wanted. `None`: nothing.
    pub fn replace(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        name: &[u8],
        written: Option<&Written>,
        backup: bool,
        said: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let present = stat(context, settings, name).ok();
        if backup {
            // What is removed, but was made in this run, stays without a word.
            let said = if written.is_some() { said } else { &mut Vec::new() };
            self.back_up(context, settings, name, present.is_some(), said)?;
        }
        if present.is_some()
            && let Some(file) = self.file(context, name)
        {
            *self.replaced.entry(file.path.clone()).or_insert(0) += 1;
            self.known.remove(&file);
        }
        match written {
            Some(written) => {
                make_folders(context, name);
                put(context, settings, name, written)?;
                self.known.extend(self.file(context, name).map(|file| (file, Known::Created)));
            }
            // Its backup has taken it away; one that was made in this run stays.
            None if backup => {}
            None => match context.vfs().unlink(context.cwd(), name) {
                Err(errno) if errno != Errno::NotFound => {
                    return cannot("remove file", &settings.quote(name), errno);
                }
                _ => {}
            },
        }
        Ok(())
    }

    /// Keeps a file under another name, if it is not one that was made in this run.
    fn back_up(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        name: &[u8],
        exists: bool,
        said: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        if exists && self.is(context, name, Known::Created) {
            if settings.verbose() {
                said.extend_from_slice(&[b"File ", settings.quote(name).as_slice(), b" already exists\n"].concat());
            }
            return Ok(());
        }
        let kept = backup_place(context, settings, name)?;
        if !exists {
            let _ = context.vfs().unlink(context.cwd(), &kept);
            let empty = Written { data: Bytes::new(), mode: 0o666, fresh: true, link: false, time: None };
            return put(context, settings, &kept, &empty);
        }
        match context.vfs().rename(context.cwd(), name, &kept) {
            Ok(()) => Ok(()),
            Err(errno) => {
                let names = [&settings.quote(name), b" to ".as_slice(), &settings.quote(&kept)].concat();
                cannot("rename file", &names, errno)
            }
        }
    }

    /// Keeps a copy of a file that stays as it is.
    pub fn copy(&mut self, context: &mut Context<'_>, settings: &Settings, name: &[u8]) -> Result<(), Stop> {
        let kept = backup_place(context, settings, name)?;
        let read = context.vfs().read_file(context.cwd(), name);
        let present = stat(context, settings, name).ok();
        let written = Written {
            data: read.as_ref().map_or_else(|_| Bytes::new(), |content| content.to_bytes()),
            mode: present.map_or(0o644, |present| present.mode),
            fresh: false,
            link: false,
            time: present.map(|present| present.mtime),
        };
        put(context, settings, &kept, &written)?;
        match read {
            Ok(_) => Ok(()),
            Err(errno) => cannot("reopen file", &settings.quote(name), errno),
        }
    }

    /// Writes rejected hunks; returns nothing but what went wrong.
    pub fn write_rejects(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        name: &[u8],
        rejects: Vec<u8>,
    ) -> Result<(), Stop> {
        let appends = match settings.reject_file {
            Some(_) => std::mem::replace(&mut self.rejects_begun, true),
            None => self.is(context, name, Known::Created),
        };
        if let Err(errno) = may_reach(context, settings, name) && errno != Errno::NotFound {
            return cannot("create file", &settings.quote(name), errno);
        }
        if settings.reject_file.is_none() {
            make_folders(context, name);
        }
        let mut data = Vec::new();
        if appends && let Ok(content) = context.vfs().read_file(context.cwd(), name) {
            data = content.to_bytes().to_vec();
        }
        data.extend_from_slice(&rejects);
        let written = Written { data: Bytes::from(data), mode: 0o666, fresh: true, link: false, time: None };
        put(context, settings, name, &written)?;
        self.known.extend(self.file(context, name).map(|file| (file, Known::Created)));
        Ok(())
    }

}

/// Makes the folders of a name; what uses them says what went wrong.
pub fn make_folders(context: &Context<'_>, path: &[u8]) {
    for slash in memchr::memchr_iter(b'/', path).filter(|slash| *slash > 0) {
        let _ = context.vfs().mkdir(context.cwd(), &path[..slash], context.new_mode(0o777));
    }
}

/// Writes a file in the place of whatever has its name; names of the same file elsewhere keep what they have.
pub fn put(context: &mut Context<'_>, settings: &Settings, name: &[u8], written: &Written) -> Result<(), Stop> {
    let refused = |errno: Errno| cannot("create file", &settings.quote(name), errno);
    let mode = if written.fresh { context.new_mode(written.mode) } else { written.mode };
    let vfs = context.vfs();
    let present = vfs.lstat(context.cwd(), name).ok();
    let is_other = present.is_some_and(|present| {
        written.link || present.links > 1 || present.kind == Kind::Symlink
    });
    if is_other && let Err(errno) = vfs.unlink(context.cwd(), name) {
        return refused(errno);
    }
    if written.link {
        return match vfs.symlink(context.cwd(), &written.data, name) {
            Ok(()) => Ok(()),
            Err(errno) => {
                let text = [settings.quote(&written.data).as_slice(), b" to ", &settings.quote(name)].concat();
                cannot("create symbolic link", &text, errno)
            }
        };
    }
    if let Err(errno) = vfs.write_file(context.cwd(), name, Content::from_bytes(written.data.clone()), mode) {
        return refused(errno);
    }
    if present.is_some_and(|present| present.mode != mode)
        && let Err(errno) = vfs.set_mode(context.cwd(), name, mode)
    {
        return cannot("set permissions on file", &settings.quote(name), errno);
    }
    if let Some(time) = written.time
        && let Err(errno) = vfs.set_times(context.cwd(), name, Some(time), Some(time), Follow::Yes)
    {
        return cannot("set timestamp on file", &settings.quote(name), errno);
    }
    Ok(())
}

/// Where a file is kept; the folders are there then.
fn backup_place(context: &Context<'_>, settings: &Settings, name: &[u8]) -> Result<BString, Stop> {
    let kept = backup_name(context, settings, name);
    if may_reach(context, settings, &kept) == Err(Errno::CrossDevice) {
        return cannot("create file", &settings.quote(&kept), Errno::CrossDevice);
    }
    make_folders(context, &kept);
    Ok(kept)
}

fn backup_name(context: &Context<'_>, settings: &Settings, name: &[u8]) -> BString {
    if settings.prefix.is_none() && settings.base_prefix.is_none() && settings.suffix.is_none() {
        return Backup { kind: settings.backup_kind, suffix: settings.simple_suffix.clone() }.name(context, name);
    }
    let part = |part: &Option<BString>| part.clone().unwrap_or_default();
    let last = [part(&settings.base_prefix).as_slice(), base_name(name), &part(&settings.suffix)].concat();
    let path = if name.contains(&b'/') { join(dir_name(name), &last) } else { last.into() };
    [part(&settings.prefix).as_slice(), &path].concat().into()
}
