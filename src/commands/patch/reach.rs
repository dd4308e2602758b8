//! Names that a patch gives lead to nothing outside the folder that it is for, through symbolic links neither.

use std::collections::VecDeque;

use bstr::BString;

use shell::command::Context;
use workspace::{Errno, Kind};

/// Symbolic links on the way to one name.
const MOST_LINKS: usize = 40;

/// Walks through the folders of a name that is no absolute one: `CrossDevice` where they lead outside the present
/// folder, `Loop` where there is something else than a folder, `NotFound` where there is nothing.
pub fn reach(context: &Context<'_>, name: &[u8]) -> Result<(), Errno> {
    if name.starts_with(b"/") {
        return Ok(());
    }
    let parts = |text: &[u8]| -> Vec<BString> { text.split(|byte| *byte == b'/').map(BString::from).collect() };
    let mut ahead = VecDeque::from(parts(name));
    ahead.pop_back();
    let mut folders: Vec<BString> = Vec::new();
    let mut links = 0;
    while let Some(part) = ahead.pop_front() {
        match part.as_slice() {
            b"" | b"." => continue,
            b".." => {
                folders.pop().ok_or(Errno::CrossDevice)?;
                continue;
            }
            _ => folders.push(part),
        }
        let path = bstr::join("/", &folders);
        match context.vfs().lstat(context.cwd(), &path)?.kind {
            Kind::Dir => {}
            Kind::Symlink if links < MOST_LINKS => {
                links += 1;
                let target = context.vfs().read_link(context.cwd(), &path)?;
                if target.starts_with(b"/") {
                    return Err(Errno::CrossDevice);
                }
                folders.pop();
                parts(&target).into_iter().rev().for_each(|part| ahead.push_front(part));
            }
            _ => return Err(Errno::Loop),
        }
    }
    Ok(())
}
