//! One walk through a tree of files for `find`, `grep -r`, `rm -r`, `cp -r`, `chmod -R` and `du`.
//!
//! It keeps a stack of its own, so that no depth of tree uses up the program's. Names come in byte order; a folder is
//! seen before what is in it ([`Step::Visit`]) and again after it ([`Step::Leave`]).

use bytes::Bytes;

use shell::command::Context;
use shell::kernel::{DirEntry, Halt, Stat};
use workspace::{Errno, Follow, Ino, Kind};

/// Which symbolic links are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowLinks {
    Never,
    /// Those named as starting points.
    CommandLine,
    Always,
}

/// What a step of the walk came upon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Something at [`Walk::path`]. For a folder, its content comes next unless [`Walk::skip`] is called.
    Visit,
    /// A folder is done. Only for folders that were gone into, or whose listing failed.
    Leave,
    /// The folder could not be listed; `Leave` follows.
    Unreadable(Errno),
    /// The thing itself could not be looked at: gone, or a starting point that does not exist.
    Missing(Errno),
    /// A link to a folder that the walk is inside of already (with [`FollowLinks::Always`]).
    Loop,
}

struct Level {
    entries: std::vec::IntoIter<DirEntry>,
    /// Length of the path of the folder.
    path_length: usize,
    name_start: usize,
    stat: Stat,
}

/// The walk below one starting point.
pub struct Walk {
    path: Vec<u8>,
    name_start: usize,
    levels: Vec<Level>,
    follow: FollowLinks,
    /// The folder that was just visited and may be gone into.
    pending: Option<Stat>,
    stat: Option<Stat>,
    depth: usize,
    started: bool,
    leaving: Option<Stat>,
    /// Sizes are wanted of files that were not read.
    sized: bool,
}

impl Walk {
    pub fn new(start: &[u8], follow: FollowLinks) -> Walk {
        let trimmed = start.len() - start.iter().rev().take_while(|byte| **byte == b'/').count();
        let name_start = memchr::memrchr(b'/', &start[..trimmed]).map_or(0, |slash| slash + 1);
        Walk {
            path: start.to_vec(),
            name_start: if trimmed == 0 { 0 } else { name_start },
            levels: Vec::new(),
            follow,
            pending: None,
            stat: None,
            depth: 0,
            started: false,
            leaving: None,
            sized: true,
        }
    }

    /// Leaves the sizes of files that were not read unknown, so that nothing is fetched for them.
    pub fn without_sizes(mut self) -> Walk {
        self.sized = false;
        self
    }

    /// The path of the current thing: the starting point as given, then the names below it.
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// The last name of the path. A starting point keeps its trailing slashes.
    pub fn name(&self) -> &[u8] {
        self.path.get(self.name_start..).unwrap_or_default()
    }

    /// 0 for the starting point.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The attributes of the current thing: of the link or of what it leads to, as the walk follows links.
    pub fn stat(&self) -> Option<&Stat> {
        self.stat.as_ref()
    }

    pub fn kind(&self) -> Option<Kind> {
        self.stat.as_ref().map(|stat| stat.kind)
    }

    /// The path of the folder above the current thing that has this inode; the starting point's when none has.
    pub fn ancestor_path(&self, ino: Option<Ino>) -> &[u8] {
        let level = self.levels.iter().find(|level| Some(level.stat.ino) == ino).or(self.levels.first());
        level.and_then(|level| self.path.get(..level.path_length)).unwrap_or(&self.path)
    }

    /// Does not go into the folder that was just visited.
    pub fn skip(&mut self) {
        self.pending = None;
    }

    /// The next step; `None` at the end. Charges the meter.
    pub fn next(&mut self, context: &Context<'_>) -> Result<Option<Step>, Halt> {
        context.charge(1)?;
        if !self.started {
            self.started = true;
            return Ok(Some(self.visit(context)));
        }
        if let Some(stat) = self.pending.take() {
            let length = self.path.len();
            match context.vfs().read_dir(context.cwd(), &self.path) {
                Ok(entries) => {
                    context.charge(entries.len() as u64)?;
                    let name_start = self.name_start;
                    let entries = entries.into_iter();
                    self.levels.push(Level { entries, path_length: length, name_start, stat });
                }
                Err(errno) => {
                    self.leaving = Some(stat);
                    return Ok(Some(Step::Unreadable(errno)));
                }
            }
        }
        if let Some(stat) = self.leaving.take() {
            self.stat = Some(stat);
            return Ok(Some(Step::Leave));
        }
        let Some(level) = self.levels.last_mut() else { return Ok(None) };
        self.path.truncate(level.path_length);
        match level.entries.next() {
            Some(entry) => {
                self.push_name(&entry.name);
                self.depth = self.levels.len();
                Ok(Some(self.visit(context)))
            }
            None => {
                self.name_start = level.name_start;
                self.stat = Some(level.stat);
                self.levels.pop();
                self.depth = self.levels.len();
                Ok(Some(Step::Leave))
            }
        }
    }

    fn push_name(&mut self, name: &Bytes) {
        if self.path.last() != Some(&b'/') {
            self.path.push(b'/');
        }
        self.name_start = self.path.len();
        self.path.extend_from_slice(name);
    }

    fn visit(&mut self, context: &Context<'_>) -> Step {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        self.stat = None;
        let follow = match self.follow {
            FollowLinks::Never => false,
            FollowLinks::CommandLine => self.depth == 0,
            FollowLinks::Always => true,
        };
        let mut found = match (self.sized, follow) {
            (true, true) => vfs.stat(cwd, &self.path),
            (true, false) => vfs.lstat(cwd, &self.path),
            (false, true) => vfs.attributes(cwd, &self.path, Follow::Yes),
            (false, false) => vfs.attributes(cwd, &self.path, Follow::No),
        };
        if follow && let Err(errno @ (Errno::NotFound | Errno::Loop)) = found {
            // A link that leads nowhere is shown as itself; one that runs in circles is an error to `find -L`.
            let link = vfs.lstat(cwd, &self.path);
            if errno == Errno::NotFound || link.is_err() {
                found = link.map_err(|_| errno);
            }
        }
        match found {
            Err(errno) => Step::Missing(errno),
            Ok(stat) => {
                self.stat = Some(stat);
                if stat.is_dir() {
                    let inside = self.follow == FollowLinks::Always
                        && self.levels.iter().any(|level| level.stat.ino == stat.ino);
                    if inside {
                        return Step::Loop;
                    }
                    self.pending = Some(stat);
                }
                Step::Visit
            }
        }
    }
}
