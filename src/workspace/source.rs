//! Files and folders whose content is somewhere else until it is wanted.
//!
//! An [`Unread`] file is a name whose bytes a [`FileSource`] has; it becomes an ordinary file when it is read
//! ([`crate::Tree::fill`]) or overwritten. An [`Unlisted`] folder is one that a [`FolderSource`] can list:
//! looking into it lists it once, for all trees that share it, and changing or reading something below makes it an
//! ordinary folder of unread files. Until then neither counts in quotas, hashes, encoded trees and archives. The bytes and
//! the list are asked for once and kept with the source, so that forks agree on them.

use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::content::Content;
use super::error::Errno;
use super::node::{Dir, Ino, Meta, Name, Node};

/// Who has a file's bytes.
pub trait FileSource: Send + Sync {
    /// The length in bytes, when it is known without reading.
    fn size(&self) -> Option<u64>;

    /// Whether [`FileSource::read`] answers at once: it can be called on any thread.
    fn is_immediate(&self) -> bool;

    /// The bytes; of a file of more than `most` bytes no more than one above. Called once, and again after an error.
    fn read(&self, most: u64) -> Answer;
}

/// Who can list a folder.
pub trait FolderSource: Send + Sync {
    /// What is in it, in any order. Called once, and again after an error.
    fn list(&self) -> Result<Vec<Listed>, Errno>;
}

/// One entry of a [`FolderSource`]'s folder.
pub struct Listed {
    /// A name as in [`Dir::from_entries`].
    pub name: Name,
    /// The permission bits.
    pub mode: u16,
    /// What it is.
    pub kind: ListedKind,
}

/// What a [`Listed`] entry is.
pub enum ListedKind {
    /// A regular file.
    File(Arc<dyn FileSource>),
    /// A folder.
    Folder(Arc<dyn FolderSource>),
    /// A symbolic link with this target.
    Symlink(Arc<[u8]>),
}

/// What a [`FileSource`] says when it is asked.
pub enum Answer {
    /// The bytes, or why there are none.
    Now(Result<Content, Errno>),
    /// They come later, from another thread.
    Later(Arc<Reply>),
}

/// An answer that is still to come.
#[derive(Default)]
pub struct Reply {
    answer: Mutex<Option<Result<Content, Errno>>>,
    arrived: Condvar,
}

impl Reply {
    /// Gives the answer; the first one counts.
    pub fn give(&self, answer: Result<Content, Errno>) {
        let mut place = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        place.get_or_insert(answer);
        self.arrived.notify_all();
    }

    /// Whether the answer is that there is none.
    pub fn has_failed(&self) -> bool {
        matches!(*self.answer.lock().unwrap_or_else(PoisonError::into_inner), Some(Err(_)))
    }

    /// Waits for the answer, at most so long.
    pub fn wait(&self, at_most: Duration) -> Option<Result<Content, Errno>> {
        let place = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.arrived.wait_timeout_while(place, at_most, |answer| answer.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// A file that was not read yet, or was and did not change since.
pub struct Unread {
    source: Arc<dyn FileSource>,
    content: OnceLock<Content>,
}

impl std::fmt::Debug for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unread").field("size", &self.size()).finish_non_exhaustive()
    }
}

impl Unread {
    /// Nothing is asked yet.
    pub fn new(source: Arc<dyn FileSource>) -> Self {
        Unread { source, content: OnceLock::new() }
    }

    /// The length in bytes, when it is known.
    pub fn size(&self) -> Option<u64> {
        self.content.get().map(Content::len).or_else(|| self.source.size())
    }

    /// The bytes, when they are here.
    pub fn content(&self) -> Option<&Content> {
        self.content.get()
    }

    /// Whether [`Unread::ask`] answers at once.
    pub fn is_immediate(&self) -> bool {
        self.content.get().is_some() || self.source.is_immediate()
    }

    /// Asks for the bytes. What comes later is to be handed to [`Unread::keep`].
    pub fn ask(&self, most: u64) -> Answer {
        if let Some(content) = self.content.get() {
            return Answer::Now(Ok(content.clone()));
        }
        match self.source.read(most) {
            Answer::Now(Ok(content)) => Answer::Now(self.keep(content, most)),
            answer => answer,
        }
    }

    /// Keeps the bytes for everybody who shares this file; of two answers the first counts.
    ///
    /// Errors: `TooBig` for more than `most` bytes.
    pub fn keep(&self, content: Content, most: u64) -> Result<Content, Errno> {
        if content.len() > most {
            return Err(Errno::TooBig);
        }
        Ok(self.content.get_or_init(|| content).clone())
    }
}

/// A folder that was not looked into by the tree that holds it.
pub struct Unlisted {
    source: Arc<dyn FolderSource>,
    numbers: Arc<Numbers>,
    listing: OnceLock<Arc<Dir>>,
    /// Held while the source lists, so that it is asked once.
    asking: Mutex<()>,
}

/// Hands out the inode numbers of what is found in a mounted folder.
pub(super) struct Numbers {
    next: Mutex<Ino>,
}

/// Inode numbers of mounted folders start here, far above those of the tree's own counter; each mount has as many.
const MOUNT_NUMBERS: u32 = 44;

impl Numbers {
    /// For the `mount`-th mounted folder of a tree.
    pub(super) fn of_mount(mount: u64) -> Arc<Numbers> {
        Arc::new(Numbers { next: Mutex::new((mount + 1) << MOUNT_NUMBERS) })
    }

    /// Above all numbers of so many mounts.
    pub(super) fn end(mounts: u64) -> Ino {
        (mounts + 1) << MOUNT_NUMBERS
    }

    pub(super) fn next(&self) -> Ino {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next += 1;
        *next
    }
}

impl Unlisted {
    pub(super) fn new(source: Arc<dyn FolderSource>, numbers: Arc<Numbers>) -> Self {
        Unlisted { source, numbers, listing: OnceLock::new(), asking: Mutex::new(()) }
    }

    /// What is in the folder, as a folder of unread files and unlisted folders with the times of `meta`. It is listed at
    /// the first call.
    ///
    /// Errors: the source's.
    pub(super) fn list(&self, meta: &Meta) -> Result<&Arc<Dir>, Errno> {
        if let Some(dir) = self.listing.get() {
            return Ok(dir);
        }
        let _asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dir) = self.listing.get() {
            return Ok(dir);
        }
        let mut entries = self.source.list()?;
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let nodes = entries.into_iter().map(|Listed { name, mode, kind }| {
            let meta = Meta { ino: self.numbers.next(), mode: mode & 0o7777, ..meta.clone() };
            let node = match kind {
                ListedKind::File(source) => Node::unread(meta, Arc::new(Unread::new(source))),
                ListedKind::Folder(source) => Node::unlisted(meta, Unlisted::new(source, Arc::clone(&self.numbers))),
                ListedKind::Symlink(target) => Node::symlink(Meta { mode: 0o777, ..meta }, target),
            };
            (name, node)
        });
        let dir = Arc::new(Dir::from_entries(meta.clone(), nodes));
        Ok(self.listing.get_or_init(|| dir))
    }
}
