//! What `ls` knows about one name, and the order of names.

use std::cmp::Ordering;

use bstr::BString;

use super::super::shared::path::join;
use super::super::shared::version;
use super::settings::{Settings, Sort, TimeKind};
use shell::command::Context;
use shell::kernel::Stat;
use workspace::{Kind, Time};

/// A name to show.
#[derive(Debug, Clone)]
pub struct Entry {
    /// As it is shown: an operand, or a name in a folder.
    pub name: BString,
    /// By which it is reached.
    pub path: BString,
    /// Known without looking at it.
    pub kind: Kind,
    pub ino: u64,
    /// Of the thing, or of what it leads to where links are followed. `None`: not needed, or it failed.
    pub stat: Option<Stat>,
    /// Where a symbolic link leads.
    pub target: Option<BString>,
    /// The attributes of what it leads to.
    pub target_stat: Option<Stat>,
}

impl Entry {
    /// The time to show or sort by; `None` when it is not known.
    pub fn time(&self, settings: &Settings) -> Option<Time> {
        let stat = self.stat.as_ref()?;
        match settings.time {
            TimeKind::Modification => Some(stat.mtime),
            TimeKind::Access => Some(stat.atime),
            TimeKind::Change => Some(stat.ctime),
            TimeKind::Birth => None,
        }
    }

    fn size(&self) -> u64 {
        self.stat.map_or(0, |stat| stat.size)
    }

    fn leads_to_folder(&self) -> bool {
        self.kind == Kind::Dir || self.target_stat.is_some_and(|stat| stat.is_dir())
    }

    /// Finds out about the target of a symbolic link.
    pub fn follow_link(&mut self, context: &Context<'_>) {
        if self.kind == Kind::Symlink {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            self.target = vfs.read_link(cwd, &self.path).ok().map(|target| BString::from(&target[..]));
            self.target_stat = vfs.stat(cwd, &self.path).ok();
        }
    }

    /// An entry of a folder.
    pub fn in_folder(folder: &[u8], name: &[u8], kind: Kind, ino: u64) -> Entry {
        let path = if folder == b"." { name.into() } else { join(folder, name) };
        Entry { name: name.into(), path, kind, ino, stat: None, target: None, target_stat: None }
    }
}

fn extension(name: &[u8]) -> &[u8] {
    memchr::memrchr(b'.', name).map_or(b"", |dot| &name[dot..])
}

/// The order of two names under the settings.
pub fn compare(settings: &Settings, left: &Entry, right: &Entry) -> Ordering {
    if settings.folders_first {
        let order = right.leads_to_folder().cmp(&left.leads_to_folder());
        if order != Ordering::Equal {
            return order;
        }
    }
    let names = || left.name.cmp(&right.name);
    let order = match settings.sort {
        Sort::None => return Ordering::Equal,
        Sort::Name => names(),
        Sort::Extension => extension(&left.name).cmp(extension(&right.name)).then_with(names),
        Sort::Width => {
            let width =
                |entry: &Entry| super::super::shared::unicode::display_width(&settings.quoting.apply(&entry.name));
            width(left).cmp(&width(right)).then_with(names)
        }
        Sort::Size => right.size().cmp(&left.size()).then_with(names),
        Sort::Version => version::compare(&left.name, &right.name).then_with(names),
        Sort::Time => right.time(settings).cmp(&left.time(settings)).then_with(names),
    };
    if settings.reverse { order.reverse() } else { order }
}
