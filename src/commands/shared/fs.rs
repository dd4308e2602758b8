//! Removal and renaming with Linux's care about the last name of a path: a trailing slash does not lead through a
//! symbolic link, and `.` and `..` cannot be removed or moved.

use super::path::{base_name, strip_trailing_slashes};
use crate::shell::command::Context;
use crate::workspace::{Errno, Kind};

/// rmdir(2)
pub fn rmdir(context: &Context<'_>, path: &[u8]) -> Result<(), Errno> {
    match base_name(path) {
        b"." => return Err(Errno::Invalid),
        b".." => return Err(Errno::NotEmpty),
        _ => {}
    }
    if is_link_with_slash(context, path) {
        return Err(Errno::NotDir);
    }
    context.vfs().rmdir(context.cwd(), path)
}

/// rename(2)
pub fn rename(context: &Context<'_>, from: &[u8], to: &[u8]) -> Result<(), Errno> {
    let dots = |path: &[u8]| matches!(base_name(path), b"." | b"..");
    if dots(from) || dots(to) {
        return Err(Errno::Busy);
    }
    if is_link_with_slash(context, from) || is_link_with_slash(context, to) {
        return Err(Errno::NotDir);
    }
    context.vfs().rename(context.cwd(), from, to)
}

/// Whether the path is a symbolic link's name with a slash behind.
pub fn is_link_with_slash(context: &Context<'_>, path: &[u8]) -> bool {
    path.ends_with(b"/")
        && context.vfs().lstat(context.cwd(), strip_trailing_slashes(path)).is_ok_and(|stat| stat.kind == Kind::Symlink)
}
