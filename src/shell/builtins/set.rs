//! `set` and `shopt`

use std::fmt::Write;
use std::sync::Arc;

use bstr::{BStr, BString};

use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::options::{Options, TABLE};
use crate::shell::Shell;

/// `shopt`'s name for an option that `set -o` has too.
const SHARED: &str = "interactive_comments";

pub(super) fn set(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    if words.is_empty() {
        return shell.list_variables("set");
    }
    if words[0].as_ref() == "--help" {
        shell.options(b"set", &words, "")?;
        return Ok(USAGE);
    }
    // All letters are looked at before any takes hold.
    for word in words.iter() {
        let (sign, letters) = match word.split_first() {
            Some((sign @ (b'-' | b'+'), letters)) if !letters.is_empty() => (*sign, letters),
            _ => break,
        };
        if letters == b"-" && sign == b'-' {
            break;
        }
        let known = |letter: &u8| *letter == b'o' || Options::default().set_letter(*letter, sign == b'-');
        if let Some(letter) = letters.iter().find(|letter| !known(letter)) {
            shell.builtin_error(b"set", &[&[sign], &[*letter], b": invalid option"])?;
            shell.usage(b"set")?;
            return Ok(USAGE);
        }
        // What follows may be a name.
        if letters.contains(&b'o') {
            break;
        }
    }
    let mut at = 0;
    let mut positional = false;
    let mut status = 0;
    while let Some(word) = words.get(at) {
        let (on, letters) = match word.split_first() {
            Some((b'-', letters)) => (true, letters),
            Some((b'+', letters)) => (false, letters),
            _ => break,
        };
        at += 1;
        match letters {
            b"-" if on => {
                positional = true;
                break;
            }
            b"" if on => {
                // A lone `-` also ends tracing.
                shell.state.options.xtrace = false;
                shell.state.options.verbose = false;
                break;
            }
            _ => {}
        }
        for letter in letters {
            if *letter == b'o' {
                let Some(name) = words.get(at) else {
                    status = status.max(list_set(shell, !on)?);
                    continue;
                };
                at += 1;
                if name.as_ref() == "history" && on && !shell.remembers() {
                    shell.history_paused = false;
                    shell.state.options.history = true;
                    if shell.state.builtins.history.session_lines == 0 {
                        shell.load_history()?;
                    }
                }
                if name.as_ref() == "posix" && on != shell.state.options.posix {
                    match on {
                        true => shell.set_variable("POSIXLY_CORRECT", "y".into())?,
                        false => drop(shell.unset_target(b"POSIXLY_CORRECT", false)?),
                    }
                }
                if !set_named(&mut shell.state.options, name, on) {
                    shell.builtin_error(b"set", &[name, b": invalid option name"])?;
                    return Ok(USAGE);
                }
            } else if !shell.state.options.set_letter(*letter, on) {
                let sign: &[u8] = if on { b"-" } else { b"+" };
                shell.builtin_error(b"set", &[sign, &[*letter], b": invalid option"])?;
                shell.usage(b"set")?;
                return Ok(USAGE);
            }
        }
    }
    if positional || at < words.len() {
        let rest = words[at..].iter().map(|word| BString::from(word.as_ref())).collect();
        shell.state.positional = Arc::new(rest);
        shell.positional_set = true;
    }
    Ok(status)
}

/// `emacs` and `vi` exclude each other; `posix` brings some `shopt` options with it.
fn set_named(options: &mut Options, name: &[u8], on: bool) -> bool {
    if name == b"posix" && options.posix != on {
        options.expand_aliases = on;
        options.shift_verbose = on;
        options.inherit_errexit = on;
        if on {
            options.interactive_comments = true;
            options.sourcepath = true;
        }
    }
    if on && name == b"vi" {
        options.emacs = false;
    } else if on && name == b"emacs" {
        options.vi = false;
    }
    options.set(name, false, on)
}

/// The `set -o` options as a table or, with `commands`, as commands that set them again.
fn list_set(shell: &Shell, commands: bool) -> Result<u8, Flow> {
    let mut out = String::new();
    for info in TABLE.iter().filter(|info| !info.shopt) {
        let on = shell.state.options.get(info.name.as_bytes(), false) == Some(true);
        line(&mut out, info.name, on, false, commands);
    }
    shell.put("set", out.as_bytes())
}

/// One line of a listing. Writing to a string cannot fail.
fn line(out: &mut String, name: &str, on: bool, shopt: bool, commands: bool) {
    let _ = match (commands, shopt) {
        (false, _) => writeln!(out, "{name:<15}\t{}", if on { "on" } else { "off" }),
        (true, true) => writeln!(out, "shopt {} {name}", if on { "-s" } else { "-u" }),
        (true, false) => writeln!(out, "set {} {name}", if on { "-o" } else { "+o" }),
    };
}

pub(super) fn shopt(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"shopt", &words, "psuoq")? else { return Ok(USAGE) };
    let (on, off) = (options.has(b's'), options.has(b'u'));
    let (commands, quiet, shopt) = (options.has(b'p'), options.has(b'q'), !options.has(b'o'));
    if on && off {
        return shell.builtin_error(b"shopt", &[b"cannot set and unset shell options simultaneously"]);
    }
    let names = &words[options.operands..];
    let mut out = String::new();
    if names.is_empty() {
        for name in names_of(shopt) {
            let value = get(&shell.state.options, name.as_bytes(), shopt) == Some(true);
            if !(on && !value || off && value) {
                line(&mut out, name, value, shopt, commands);
            }
        }
        return if quiet { Ok(0) } else { shell.put("shopt", out.as_bytes()) };
    }
    let mut status = 0;
    for name in names {
        let Some(value) = get(&shell.state.options, name, shopt) else {
            shell.write_output("shopt", out.as_bytes())?;
            out.clear();
            let kind: &[u8] = if shopt { b": invalid shell option name" } else { b": invalid option name" };
            let failed = shell.builtin_error(b"shopt", &[name, kind])?;
            // Bash does not count it for these.
            if shopt || !(on || off) {
                status = failed;
            }
            continue;
        };
        if on || off {
            assign(shell, name, shopt, on)?;
            continue;
        }
        if !value {
            status = 1;
        }
        if !quiet {
            line(&mut out, &name.to_string(), value, shopt, commands);
        }
    }
    Ok(status.max(shell.put("shopt", out.as_bytes())?))
}

/// The names in bash's order.
pub(super) fn names_of(shopt: bool) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = TABLE.iter().filter(|info| info.shopt == shopt).map(|info| info.name).collect();
    if shopt {
        let place = names.iter().position(|name| *name == "lastpipe").unwrap_or(names.len());
        names.insert(place, SHARED);
    }
    names
}

fn get(options: &Options, name: &[u8], shopt: bool) -> Option<bool> {
    if shopt && name == SHARED.as_bytes() {
        return Some(options.interactive_comments);
    }
    options.get(name, shopt)
}

fn assign(shell: &mut Shell, name: &BStr, shopt: bool, on: bool) -> Result<(), Flow> {
    let options = &mut shell.state.options;
    if shopt && name == SHARED {
        options.interactive_comments = on;
        return Ok(());
    }
    if !shopt {
        set_named(options, name, on);
        return Ok(());
    }
    match name as &[u8] {
        // These say how the shell was started.
        b"restricted_shell" | b"login_shell" => return Ok(()),
        b"extdebug" => {
            options.errtrace = on;
            options.functrace = on;
            options.extdebug = on;
            if on {
                shell.argument_stack();
            }
            return Ok(());
        }
        _ => {}
    }
    // Each of these is a way of being compatible; only one can be meant.
    if on && name.starts_with(b"compat") {
        for version in ["31", "32", "40", "41", "42", "43", "44"] {
            options.set(format!("compat{version}").as_bytes(), true, false);
        }
    }
    options.set(name, true, on);
    if let Some(version) = name.strip_prefix(b"compat") {
        let text = if on { BString::from(version) } else { BString::default() };
        shell.set_variable("BASH_COMPAT", text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_as_bash_lays_them_out() {
        let mut out = String::new();
        line(&mut out, "errexit", false, false, false);
        line(&mut out, "interactive-comments", true, false, false);
        line(&mut out, "errexit", true, false, true);
        line(&mut out, "extglob", false, true, true);
        assert_eq!(out, "errexit        \toff\ninteractive-comments\ton\nset -o errexit\nshopt -u extglob\n");
        assert!(names_of(true).contains(&"interactive_comments"));
    }
}
