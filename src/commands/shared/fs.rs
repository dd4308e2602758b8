//! What Linux does with the last name of a path.

use super::path::strip_trailing_slashes;
use shell::command::Context;
use workspace::{Errno, Kind};

/// rmdir(2)
pub fn rmdir(context: &Context<'_>, path: &[u8]) -> Result<(), Errno> {
    context.vfs().rmdir(context.cwd(), path)
}

/// rename(2)
pub fn rename(context: &Context<'_>, from: &[u8], to: &[u8]) -> Result<(), Errno> {
    context.vfs().rename(context.cwd(), from, to)
}

/// Whether the path is a symbolic link's name with a slash behind.
pub fn is_link_with_slash(context: &Context<'_>, path: &[u8]) -> bool {
    path.ends_with(b"/")
        && context.vfs().lstat(context.cwd(), strip_trailing_slashes(path)).is_ok_and(|stat| stat.kind == Kind::Symlink)
}
