//! The path walk of POSIX (Base Definitions, 4.16 "Pathname Resolution").

use std::sync::Arc;

use super::error::Errno;
use super::node::{Dir, Node};
use super::path::AbsPath;
use super::tree::Tree;

/// How many symbolic links one walk may pass, as in Linux.
const MAX_LINKS: u32 = 40;

/// What to do with a symbolic link in the last component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    /// Go where it points, as `stat` and `open` do.
    Yes,
    /// Take the link itself, as `lstat` and `unlink` do. A trailing slash still follows it.
    No,
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The physical path: no symbolic links in it, but for the last component under [`Follow::No`].
    pub path: AbsPath,
    /// What is there, hard links resolved. `None`: the folder exists, the name in it doesn't.
    pub node: Option<Node>,
    /// The path ended in a slash. Only interesting when `node` is `None`: `mkdir new/` is legal, `touch new/` is not.
    pub trailing_slash: bool,
}

/// A walk under way.
struct Walk<'a> {
    /// The folder reached and those above it, `/` first.
    dirs: Vec<&'a Arc<Dir>>,
    /// Its physical path; empty for `/`.
    path: Vec<u8>,
    /// What remains to be walked, the next on top: the given text, and targets of links on the way.
    rest: Vec<&'a [u8]>,
}

impl<'a> Walk<'a> {
    /// The next component, leaving the top of `rest` at what follows it.
    fn next_component(&mut self) -> Option<&'a [u8]> {
        while let Some(text) = self.rest.last_mut() {
            let start = text.iter().position(|byte| *byte != b'/').unwrap_or(text.len());
            let (_, from_start) = text.split_at(start);
            let end = memchr::memchr(b'/', from_start).unwrap_or(from_start.len());
            let (name, behind) = from_start.split_at(end);
            if name.is_empty() {
                self.rest.pop();
            } else {
                *text = behind;
                return Some(name);
            }
        }
        None
    }

    /// Whether only slashes remain.
    fn is_last(&self) -> bool {
        self.rest.iter().all(|text| text.iter().all(|byte| *byte == b'/'))
    }

    /// Whether at least one slash remains, once [`Walk::is_last`].
    fn trailing_slash(&self) -> bool {
        self.rest.iter().any(|text| !text.is_empty())
    }

    fn enter(&mut self, name: &[u8], dir: &'a Arc<Dir>) {
        self.path.push(b'/');
        self.path.extend_from_slice(name);
        self.dirs.push(dir);
    }

    fn up(&mut self) {
        if self.dirs.len() > 1 {
            self.dirs.pop();
            self.path.truncate(memchr::memrchr(b'/', &self.path).unwrap_or(0));
        }
    }

    fn finish(self, name: Option<&[u8]>, node: Option<Node>, trailing_slash: bool) -> Resolved {
        let mut path = self.path;
        if let Some(name) = name {
            path.push(b'/');
            path.extend_from_slice(name);
        }
        Resolved { path: AbsPath::from_canonical(path), node, trailing_slash }
    }
}

impl Tree {
    /// Walks a path as POSIX says, from `cwd` when it is relative.
    ///
    /// - Symbolic links on the way are followed, and in the last component under [`Follow::Yes`] or before a trailing
    ///   slash. A link to nothing leads to the missing name that it points to.
    /// - `..` of `/` is `/`; `..` goes up from where a link led, not textually.
    /// - A trailing slash asks for a folder; a name that is missing is reported, not refused.
    ///
    /// Errors: `NotFound` for an empty path, a missing folder on the way, or a relative path when `cwd` is gone;
    /// `Invalid` for a NUL byte; `NotDir` for anything but a folder on the way or before a trailing slash; `Loop` after
    /// 40 symbolic links; `NameTooLong` by the tree's limits.
    pub fn resolve(&self, cwd: &AbsPath, path: &[u8], follow: Follow) -> Result<Resolved, Errno> {
        if path.is_empty() {
            return Err(Errno::NotFound);
        }
        if memchr::memchr(0, path).is_some() {
            return Err(Errno::Invalid);
        }
        if !self.limits.path_fits(path.len()) {
            return Err(Errno::NameTooLong);
        }
        let mut walk = Walk {
            dirs: vec![&self.root],
            path: Vec::with_capacity(cwd.as_bytes().len() + path.len() + 1),
            rest: vec![path],
        };
        if path.first() != Some(&b'/') {
            self.enter_cwd(&mut walk, cwd)?;
        }
        let mut links = 0;
        while let Some(name) = walk.next_component() {
            // The root is always there: `up` leaves it.
            let Some(dir) = walk.dirs.last().copied() else {
                break;
            };
            match name {
                b"." => continue,
                b".." => {
                    walk.up();
                    continue;
                }
                _ => {}
            }
            if !self.limits.name_fits(name.len()) {
                return Err(Errno::NameTooLong);
            }
            let last = walk.is_last();
            let trailing = last && walk.trailing_slash();
            let Some(node) = self.child(dir, name)? else {
                return if last { Ok(walk.finish(Some(name), None, trailing)) } else { Err(Errno::NotFound) };
            };
            match self.leaf(node) {
                Node::Dir(child) => walk.enter(name, child),
                Node::Symlink(symlink) if !last || trailing || follow == Follow::Yes => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(Errno::Loop);
                    }
                    if symlink.target.first() == Some(&b'/') {
                        walk.dirs.truncate(1);
                        walk.path.clear();
                    }
                    walk.rest.push(&symlink.target);
                }
                leaf if last && !trailing => {
                    return Ok(walk.finish(Some(name), Some(leaf.clone()), false));
                }
                _ => return Err(Errno::NotDir),
            }
        }
        let node = walk.dirs.last().map(|dir| Node::Dir(Arc::clone(dir)));
        Ok(walk.finish(None, node, false))
    }

    /// Starts a walk in `cwd`, which is physical.
    fn enter_cwd<'a>(&'a self, walk: &mut Walk<'a>, cwd: &AbsPath) -> Result<(), Errno> {
        let mut dir = &self.root;
        for name in cwd.components() {
            match self.child(dir, name)? {
                Some(Node::Dir(child)) => dir = child,
                _ => return Err(Errno::NotFound),
            }
            walk.enter(name, dir);
        }
        Ok(())
    }
}
