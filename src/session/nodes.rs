//! The file methods of a session that change a part of a file, or what is not its content: links, modes and times.

use bytes::Bytes;

use super::error::ApiError;
use super::files::{blame, find, place, read_first, tick, vacancy};
use super::session::Session;
use shell::kernel::Access;
use workspace::{Content, Errno, Follow, Node, Time};

impl Session {
    /// Adds bytes to the end of a file, which is made where it is not there. What is there already is not copied.
    /// Errors: file errors, `EISDIR`.
    pub fn append_file(&self, path: &str, data: Bytes, mode: Option<u16>) -> Result<(), ApiError> {
        self.change("appendFile", |state| {
            let fail = blame(state, "open", path);
            read_first(state, path, Follow::Yes)?;
            let resolved = place(state, path, false).map_err(&fail)?;
            if resolved.trailing_slash {
                return Err(fail(Errno::IsDir));
            }
            let now = tick(state);
            match &resolved.node {
                None => {
                    let content = Content::from_bytes(data);
                    state.tree.create_file(&resolved.path, content, mode.unwrap_or(0o644), now).map_err(&fail).map(drop)
                }
                Some(_) => {
                    let path = resolved.path.clone();
                    drop(resolved);
                    state.tree.append(&path, data, now).map_err(&fail)
                }
            }
        })
    }

    /// Cuts a file to a length, or fills it up with zeros. Errors: file errors, `EISDIR`, `EFBIG`.
    pub fn truncate(&self, path: &str, length: u64) -> Result<(), ApiError> {
        self.change("truncate", |state| {
            let fail = blame(state, "open", path);
            read_first(state, path, Follow::Yes)?;
            let (path, _) = find(state, path, Follow::Yes).map_err(&fail)?;
            let now = tick(state);
            state.tree.edit(&path, now, length, |content| content.truncate(length)).map_err(&fail)
        })
    }

    /// Makes a symbolic link. What it points to is not looked at. Errors: `EEXIST`, `ENOENT` for an empty target and for
    /// the folder it is to be in.
    pub fn symlink(&self, target: &str, path: &str) -> Result<(), ApiError> {
        self.change("symlink", |state| {
            let fail = blame(state, "symlink", path);
            let new = vacancy(state, path).map_err(&fail)?;
            let now = tick(state);
            state.tree.symlink(&new, target.as_bytes(), now).map_err(&fail).map(drop)
        })
    }

    /// Gives a file one more name; of a symbolic link it is the link that gets it. Errors: `EEXIST`, `ENOENT`, `EPERM` for a
    /// folder, `EXDEV` for a file of the system.
    pub fn link(&self, existing: &str, path: &str) -> Result<(), ApiError> {
        self.change("link", |state| {
            let (source, node) = find(state, existing, Follow::No).map_err(blame(state, "link", existing))?;
            if matches!(node, Node::Dir(_)) {
                return Err(blame(state, "link", existing)(Errno::NotPermitted));
            }
            read_first(state, existing, Follow::No)?;
            let fail = blame(state, "link", path);
            // A name through which a file could be changed is a change of it.
            state.policy.check(Access::Write, &source)?;
            let new = vacancy(state, path).map_err(&fail)?;
            let now = tick(state);
            state.tree.link(&source, &new, now).map_err(&fail)
        })
    }

    /// Sets permission bits; those above `0o7777` are dropped. Links are followed. Errors: file errors.
    pub fn chmod(&self, path: &str, mode: u16) -> Result<(), ApiError> {
        self.change("chmod", |state| {
            let fail = blame(state, "chmod", path);
            let (path, _) = find(state, path, Follow::Yes).map_err(&fail)?;
            let now = tick(state);
            state.tree.set_mode(&path, mode, now).map_err(&fail)
        })
    }

    /// Sets the time of the last change. Errors: file errors.
    pub fn set_modified(&self, path: &str, time: Time, follow: bool) -> Result<(), ApiError> {
        self.change("utimes", |state| {
            let fail = blame(state, "utime", path);
            let (path, _) = find(state, path, if follow { Follow::Yes } else { Follow::No }).map_err(&fail)?;
            // Times are no part of what hashes show, so the comparison afterwards does not see this.
            state.policy.check(Access::Write, &path)?;
            let now = tick(state);
            state.tree.set_times(&path, None, Some(time), now).map_err(&fail)
        })
    }
}
