//! `: true false break continue return exit logout shift`

use std::sync::Arc;

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::shell::Shell;

pub(super) fn succeed(_: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    Ok(0)
}

pub(super) fn fail(_: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    Ok(1)
}

pub(super) fn break_(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    leave_loop(shell, arguments, "break", Flow::Break)
}

pub(super) fn continue_(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    leave_loop(shell, arguments, "continue", Flow::Continue)
}

fn leave_loop(shell: &mut Shell, arguments: &[Argument<'_>], name: &str, flow: fn(u32) -> Flow) -> Result<u8, Flow> {
    let words = words(arguments);
    let name = name.as_bytes();
    let Some(operands) = shell.no_options_but_numbers(name, &words)? else { return Ok(USAGE) };
    if shell.loops == 0 && shell.state.options.posix {
        return Ok(0);
    }
    if shell.loops == 0 {
        shell.complain(&[name, b": only meaningful in a `for', `while', or `until' loop"])?;
        return Ok(0);
    }
    let count = match operands {
        [] => 1,
        [number] => match whole_number(number) {
            Some(count) => count,
            None => {
                shell.complain(&[name, b": ", number, b": numeric argument required"])?;
                return Err(Flow::Exit(128));
            }
        },
        _ => {
            shell.complain(&[name, b": too many arguments"])?;
            return Err(shell.whole_input_dropped(Flow::Discard(1)));
        }
    };
    if count <= 0 {
        let text = operands.first().map_or(&b""[..], |word| word);
        shell.complain(&[name, b": ", text, b": loop count out of range"])?;
        // Bash leaves all loops, and the failure is what `$?` is behind them.
        shell.state.status = 1;
        return Err(Flow::Break(shell.loops));
    }
    let count = u32::try_from(count).unwrap_or(u32::MAX).min(shell.loops);
    shell.state.status = 0;
    Err(flow(count))
}

pub(super) fn return_(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(operands) = shell.no_options_but_numbers(b"return", &words)? else { return Ok(USAGE) };
    let inside = !shell.frames.is_empty();
    let status = match operands {
        [] => shell.state.status,
        [number] => match whole_number(number) {
            Some(status) => status as u8,
            None => {
                shell.complain(&[b"return: ", number, b": numeric argument required"])?;
                USAGE
            }
        },
        _ => {
            shell.complain(&[b"return: too many arguments"])?;
            return Err(shell.whole_input_dropped(Flow::Discard(1)));
        }
    };
    if inside {
        return Err(Flow::Return(status));
    }
    shell.complain(&[b"return: can only `return' from a function or sourced script"])?;
    Ok(USAGE)
}

pub(super) fn exit(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(operands) = shell.no_options_but_numbers(b"exit", &words)? else { return Ok(USAGE) };
    if shell.is_interactive && shell.subshell_level == 0 && operands.len() < 2 {
        shell.write_error(if shell.state.options.login_shell { b"logout\n" } else { b"exit\n" })?;
    }
    if shell.state.options.login_shell && shell.subshell_level == 0 && operands.len() < 2 {
        shell.run_logout_file()?;
    }
    match operands {
        [] => Err(Flow::Exit(shell.state.status)),
        [number] => match whole_number(number) {
            Some(status) => Err(Flow::Exit(status as u8)),
            None => {
                shell.complain(&[b"exit: ", number, b": numeric argument required"])?;
                Err(Flow::Exit(USAGE))
            }
        },
        [_, _, ..] => {
            shell.complain(&[b"exit: too many arguments"])?;
            Err(shell.whole_input_dropped(Flow::Discard(1)))
        }
    }
}

pub(super) fn logout(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    if shell.state.options.login_shell && shell.subshell_level == 0 {
        return exit(shell, arguments);
    }
    shell.builtin_error(b"logout", &[b"not login shell: use `exit'"])
}

pub(super) fn shift(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(operands) = shell.no_options_but_numbers(b"shift", &words)? else { return Ok(USAGE) };
    let count = match operands {
        [] => 1,
        [number] => match whole_number(number) {
            Some(count) => count,
            None => return shell.builtin_error(b"shift", &[number, b": numeric argument required"]),
        },
        _ => {
            shell.complain(&[b"shift: too many arguments"])?;
            return Err(shell.whole_input_dropped(Flow::Discard(1)));
        }
    };
    let there = shell.state.positional.len();
    match usize::try_from(count) {
        Ok(0) => Ok(0),
        Ok(count) if count <= there => {
            Arc::make_mut(&mut shell.state.positional).drain(..count);
            Ok(0)
        }
        Ok(_) if !(shell.state.options.shift_verbose || shell.state.options.posix) => Ok(1),
        _ => match operands.first() {
            Some(text) => shell.builtin_error(b"shift", &[text, b": shift count out of range"]),
            None => shell.builtin_error(b"shift", &[b"shift count out of range"]),
        },
    }
}

impl Shell {
    /// The operands of a builtin whose only operand is a number, which may be negative. `--help` and `--` are known.
    fn no_options_but_numbers<'w, 'a>(
        &mut self,
        name: &[u8],
        words: &'w super::Words<'a>,
    ) -> Result<Option<&'w [std::borrow::Cow<'a, bstr::BStr>]>, Flow> {
        match words.first() {
            Some(first) if first.as_ref() == "--help" => self.no_options(name, words),
            Some(first) if first.as_ref() == "--" => Ok(Some(&words[1..])),
            _ => Ok(Some(&words[..])),
        }
    }
}
