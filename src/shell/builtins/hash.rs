//! `hash`, and finding commands by path

use std::sync::Arc;

use bstr::{BStr, BString};

use super::{Argument, USAGE, lookup, words};
use crate::dispatch::find_files;
use crate::expand::quote;
use crate::flow::Flow;
use crate::shell::Shell;
use workspace::Errno;

/// What `command -p` searches.
const STANDARD_PATH: &[u8] = b"/bin:/usr/bin:/sbin:/usr/sbin";

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"hash", &words, "dlp:rt")? else { return Ok(USAGE) };
    if !shell.state.options.hashall {
        return shell.builtin_error(b"hash", &[b"hashing disabled"]);
    }
    let names = &words[options.operands..];
    let reusable = options.has(b'l');
    if options.has(b't') && names.is_empty() {
        return shell.builtin_error(b"hash", &[b"-t: option requires an argument"]);
    }
    if options.has(b'r') {
        shell.state.builtins.hashed = Arc::default();
        if names.is_empty() {
            return Ok(0);
        }
    } else if names.is_empty() {
        return list(shell, reusable);
    }
    if options.has(b't') {
        return show(shell, names, reusable);
    }
    let path = options.value(b'p').map(BString::from);
    let mut status = 0;
    for name in names {
        let name: &BStr = name.as_ref();
        if options.has(b'd') {
            if !Arc::make_mut(&mut shell.state.builtins.hashed).remove(name) {
                status = shell.builtin_error(b"hash", &[name, b": not found"])?;
            }
        } else if let Some(path) = &path {
            if shell.state.options.restricted_shell && path.contains(&b'/') {
                status = shell.builtin_error(b"hash", &[path, b": restricted"])?;
            } else if shell.kernel.vfs.is_dir(&shell.state.cwd, path) {
                let reason = Errno::IsDir.message().as_bytes();
                status = shell.builtin_error(b"hash", &[path, b": ", reason])?;
            } else {
                remember(shell, name, path.clone());
            }
        } else if !remember_found(shell, name) {
            status = shell.builtin_error(b"hash", &[name, b": not found"])?;
        }
    }
    Ok(status)
}

fn remember(shell: &mut Shell, name: &BStr, path: BString) {
    Arc::make_mut(&mut shell.state.builtins.hashed).insert(name, path, 0);
}

/// Looks a name up and notes it. Paths, functions and builtins need no note.
fn remember_found(shell: &mut Shell, name: &BStr) -> bool {
    let inside = std::str::from_utf8(name).is_ok_and(|name| shell.state.functions.contains_key(name))
        || lookup(name).is_some_and(|builtin| shell.is_enabled(builtin));
    if name.contains(&b'/') || inside {
        return true;
    }
    match shell.find_external(name) {
        Some(path) => {
            remember(shell, name, path);
            true
        }
        None => false,
    }
}

fn list(shell: &Shell, reusable: bool) -> Result<u8, Flow> {
    let hashed = &shell.state.builtins.hashed;
    if hashed.is_empty() {
        return if reusable { Ok(0) } else { shell.put("hash", b"hash: hash table empty\n") };
    }
    let mut out = Vec::new();
    if !reusable {
        out.extend_from_slice(b"hits\tcommand\n");
    }
    for (name, path, hits) in hashed.iter() {
        if reusable {
            line(name, path, &mut out);
        } else {
            out.extend_from_slice(format!("{hits:4}\t").as_bytes());
            out.extend_from_slice(path);
            out.push(b'\n');
        }
    }
    shell.put("hash", &out)
}

fn line(name: &[u8], path: &[u8], out: &mut Vec<u8>) {
    let quoted = |text: &[u8]| quote::trace(text);
    out.extend_from_slice(&[b"builtin hash -p ", quoted(path).as_slice(), b" ", &quoted(name), b"\n"].concat());
}

fn show(shell: &Shell, names: &[std::borrow::Cow<'_, BStr>], reusable: bool) -> Result<u8, Flow> {
    let mut status = 0;
    let mut out = Vec::new();
    for name in names {
        match shell.state.builtins.hashed.path(name) {
            Some(path) if reusable => line(name, path, &mut out),
            Some(path) => {
                if names.len() > 1 {
                    out.extend_from_slice(name);
                    out.push(b'\t');
                }
                out.extend_from_slice(path);
                out.push(b'\n');
            }
            None => {
                shell.put_lines("hash", &mut out)?;
                status = shell.builtin_error(b"hash", &[name, b": not found"])?;
            }
        }
    }
    Ok(status.max(shell.put("hash", &out)?))
}

impl Shell {
    /// As [`Shell::find_external`], along the standard path.
    pub(super) fn standard_path(&mut self, name: &[u8]) -> Option<BString> {
        let mut exec = self.exec();
        exec.search = Some(STANDARD_PATH.into());
        find_files(&exec, name, false).pop()
    }
}
