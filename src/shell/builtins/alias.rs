//! `alias` and `unalias`

use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};

use super::{Argument, USAGE, words};
use crate::expand::quote;
use crate::flow::Flow;
use crate::shell::Shell;

pub(super) fn alias(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"alias", &words, "p")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    let mut out = Vec::new();
    let prefix: &[u8] = if shell.state.options.posix && !options.has(b'p') { b"" } else { b"alias " };
    if operands.is_empty() || options.has(b'p') {
        let mut names: Vec<_> = shell.state.aliases.iter().collect();
        names.sort();
        for (name, value) in names {
            show(name, value, prefix, &mut out);
        }
    }
    let mut status = 0;
    for operand in operands {
        match operand.find_byte(b'=') {
            Some(equals) if equals > 0 => {
                let (name, value) = (&operand[..equals], &operand[equals + 1..]);
                if is_alias_name(name) {
                    Arc::make_mut(&mut shell.state.aliases).insert(name.into(), value.into());
                } else {
                    shell.put_lines("alias", &mut out)?;
                    status = shell.builtin_error(b"alias", &[b"`", name, b"': invalid alias name"])?;
                }
            }
            _ => match shell.state.aliases.get(operand.as_ref()) {
                Some(value) => show(operand, value, prefix, &mut out),
                None => {
                    shell.put_lines("alias", &mut out)?;
                    status = shell.builtin_error(b"alias", &[operand, b": not found"])?;
                }
            },
        }
    }
    Ok(status.max(shell.put("alias", &out)?))
}

fn show(name: &[u8], value: &[u8], prefix: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(prefix);
    if name.starts_with(b"-") {
        out.extend_from_slice(b"-- ");
    }
    out.extend_from_slice(name);
    out.push(b'=');
    out.extend_from_slice(&quote::single_quote(value));
    out.push(b'\n');
}

/// Nothing that the shell's grammar gives a meaning, and no slash.
pub fn is_alias_name(name: &[u8]) -> bool {
    !name.iter().any(|byte| {
        matches!(
            byte,
            b' ' | b'\t'
                | b'\n'
                | b'|'
                | b'&'
                | b';'
                | b'('
                | b')'
                | b'<'
                | b'>'
                | b'"'
                | b'\''
                | b'\\'
                | b'$'
                | b'`'
                | b'/'
        )
    })
}

pub(super) fn unalias(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"unalias", &words, "a")? else { return Ok(USAGE) };
    if options.has(b'a') {
        shell.state.aliases = Arc::default();
        return Ok(0);
    }
    let operands = &words[options.operands..];
    if operands.is_empty() {
        return shell.usage(b"unalias");
    }
    let mut status = 0;
    for name in operands {
        if Arc::make_mut(&mut shell.state.aliases).remove::<BStr>(name.as_ref()).is_none() {
            status = shell.builtin_error(b"unalias", &[name, b": not found"])?;
        }
    }
    Ok(status)
}

/// The names of all aliases in byte order.
pub(super) fn names(shell: &Shell) -> Vec<BString> {
    let mut names: Vec<BString> = shell.state.aliases.keys().cloned().collect();
    names.sort();
    names
}
