//! `enable`

use std::sync::Arc;

use super::{Argument, USAGE, lookup, words};
use crate::flow::Flow;
use crate::shell::Shell;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"enable", &words, "adnpsf:")? else { return Ok(USAGE) };
    let (off, special) = (options.has(b'n'), options.has(b's'));
    let names = &words[options.operands..];
    if shell.state.options.restricted_shell && (options.has(b'f') || options.has(b'd')) {
        return shell.builtin_error(b"enable", &[b"restricted"]);
    }
    if let Some(file) = options.value(b'f') {
        let reason = b": cannot open shared object file: No such file or directory";
        return shell.builtin_error(b"enable", &[b"cannot open shared object ", file, b": ", file, reason]);
    }
    if names.is_empty() || options.has(b'p') {
        let mut out = Vec::new();
        for builtin in shell.kernel.capabilities.builtins().filter(|builtin| !special || builtin.special) {
            let on = shell.is_enabled(builtin);
            if on != off || options.has(b'a') {
                let verb: &[u8] = if on { b"enable " } else { b"enable -n " };
                out.extend_from_slice(&[verb, builtin.name.as_bytes(), b"\n"].concat());
            }
        }
        return shell.put("enable", &out);
    }
    let mut status = 0;
    for name in names {
        let is_there = |builtin: &&super::Builtin| shell.kernel.capabilities.has_builtin(builtin);
        let Some(builtin) = lookup(name).filter(|builtin| !special || builtin.special).filter(is_there) else {
            status = shell.builtin_error(b"enable", &[name, b": not a shell builtin"])?;
            continue;
        };
        if options.has(b'd') {
            status = shell.builtin_error(b"enable", &[name, b": not dynamically loaded"])?;
        } else if off {
            Arc::make_mut(&mut shell.state.disabled_builtins).insert(builtin.name);
        } else {
            Arc::make_mut(&mut shell.state.disabled_builtins).remove(builtin.name);
        }
    }
    Ok(status)
}
