//! Path names made canonical, with GNU's degrees of tolerance for what is missing: `readlink -f`, `-e`, `-m`, `realpath`.

use shell::command::Context;
use shell::kernel::Halt;
use workspace::Errno;

/// What may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// `-e`
    Nothing,
    /// `-f`
    Last,
    /// `-m`: anything; names behind files are names too.
    Anything,
}

/// Links followed before it is called a loop.
const MOST_LINKS: usize = 40;

/// The absolute path of `name` without `.`, `..` and double slashes; links are followed unless `keep_links`. The outer
/// error ends the process.
pub fn canonical(
    context: &Context<'_>,
    name: &[u8],
    missing: Missing,
    keep_links: bool,
) -> Result<Result<Vec<u8>, Errno>, Halt> {
    if name.is_empty() {
        return Ok(Err(Errno::NotFound));
    }
    let (vfs, cwd) = (context.vfs(), context.cwd());
    let mut path = if name[0] == b'/' { Vec::new() } else { cwd.as_bytes().to_vec() };
    if path == b"/" {
        path.clear();
    }
    // The names still to be walked, as one text: links are put in front of it.
    let mut rest = name.to_vec();
    let mut at = 0;
    let mut links = 0;
    loop {
        context.charge(1)?;
        at += rest[at..].iter().take_while(|byte| **byte == b'/').count();
        let length = memchr::memchr(b'/', &rest[at..]).unwrap_or(rest.len() - at);
        if length == 0 {
            break;
        }
        let component = rest[at..at + length].to_vec();
        at += length;
        match component.as_slice() {
            b"." => continue,
            b".." => {
                path.truncate(memchr::memrchr(b'/', &path).unwrap_or(0));
                continue;
            }
            _ => {}
        }
        let before = path.len();
        path.push(b'/');
        path.extend_from_slice(&component);
        let end = &rest[at..];
        if !keep_links {
            match vfs.read_link(cwd, &path) {
                Ok(_) if links >= MOST_LINKS => {
                    if missing != Missing::Anything {
                        return Ok(Err(Errno::Loop));
                    }
                    continue;
                }
                Ok(target) => {
                    links += 1;
                    path.truncate(if target.starts_with(b"/") { 0 } else { before });
                    rest = [&target[..], end].concat();
                    at = 0;
                    continue;
                }
                Err(Errno::Invalid) if !needs_folder(end) => continue,
                Err(errno) => {
                    let errno = if needs_folder(end) { folder_error(context, &path) } else { Some(errno) };
                    match errno {
                        Some(errno) if !forgiven(missing, errno, end) => return Ok(Err(errno)),
                        _ => continue,
                    }
                }
            }
        }
        let errno = if needs_folder(end) {
            folder_error(context, &path)
        } else if end.is_empty() {
            vfs.stat(cwd, &path).err()
        } else {
            None
        };
        if let Some(errno) = errno
            && !forgiven(missing, errno, end)
        {
            return Ok(Err(errno));
        }
    }
    if path.is_empty() {
        path.push(b'/');
    }
    Ok(Ok(path))
}

fn forgiven(missing: Missing, errno: Errno, end: &[u8]) -> bool {
    match missing {
        Missing::Nothing => false,
        Missing::Last => errno == Errno::NotFound && end.iter().all(|byte| *byte == b'/'),
        Missing::Anything => true,
    }
}

fn folder_error(context: &Context<'_>, path: &[u8]) -> Option<Errno> {
    match context.vfs().stat(context.cwd(), path) {
        Ok(stat) if stat.is_dir() => None,
        Ok(_) => Some(Errno::NotDir),
        Err(errno) => Some(errno),
    }
}

/// Whether what follows makes sense behind a folder only: a slash at the end, or `..`, perhaps after some `.`.
fn needs_folder(end: &[u8]) -> bool {
    let mut rest = end;
    while rest.first() == Some(&b'/') {
        rest = &rest[rest.iter().take_while(|byte| **byte == b'/').count()..];
        match rest {
            [] | [b'.'] | [b'.', b'.'] | [b'.', b'.', b'/', ..] => return true,
            [b'.', b'/', ..] => rest = &rest[1..],
            _ => return false,
        }
    }
    false
}

/// Whether `path` is `folder` or lies in it; both canonical.
pub fn is_within(folder: &[u8], path: &[u8]) -> bool {
    match path.strip_prefix(folder) {
        Some(rest) => folder == b"/" || rest.is_empty() || rest.starts_with(b"/"),
        None => false,
    }
}
