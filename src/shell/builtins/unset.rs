//! `unset`

use std::sync::Arc;

use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::shell::Shell;
use crate::variables::is_target;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"unset", &words, "fnv")? else { return Ok(USAGE) };
    let (functions, variables, nameref) = (options.has(b'f'), options.has(b'v'), options.has(b'n'));
    if functions && variables {
        return shell.builtin_error(b"unset", &[b"cannot simultaneously unset a function and a variable"]);
    }
    let mut status = 0;
    for name in &words[options.operands..] {
        let is_name = is_target(name);
        if functions || !is_name && !variables {
            if !remove_function(shell, name)? {
                status = 1;
            }
            continue;
        }
        let known = std::str::from_utf8(name).is_ok_and(|name| shell.state.variables.get(name).is_some());
        if !known && !variables && !nameref && super::is_identifier(name) {
            if !remove_function(shell, name)? {
                status = 1;
            }
            continue;
        }
        match shell.unset_target(name, nameref) {
            Ok(true) => {}
            Ok(false) => status = 1,
            Err(flow) => return Err(flow),
        }
    }
    Ok(status)
}

fn remove_function(shell: &mut Shell, name: &[u8]) -> Result<bool, Flow> {
    let Ok(name) = std::str::from_utf8(name) else { return Ok(true) };
    if !shell.state.functions.contains_key(name) {
        return Ok(true);
    }
    if shell.is_readonly_function(name) {
        shell.builtin_error(b"unset", &[name.as_bytes(), b": cannot unset: readonly function"])?;
        return Ok(false);
    }
    Arc::make_mut(&mut shell.state.functions).remove(name);
    if shell.state.function_attributes.contains_key(name) {
        Arc::make_mut(&mut shell.state.function_attributes).remove(name);
        shell.environ = None;
    }
    Ok(true)
}
