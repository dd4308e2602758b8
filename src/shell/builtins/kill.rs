//! `kill`

use std::fmt::Write;

use bstr::{BStr, ByteSlice};

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::kernel::Signal;
use crate::shell::Shell;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let mut signal = Signal::TERM;
    let mut at = 0;
    let mut listing = false;
    while let Some(word) = words.get(at) {
        let word: &BStr = word.as_ref();
        match word.as_bytes() {
            b"-l" | b"-L" => listing = true,
            b"-s" | b"-n" => {
                at += 1;
                let Some(name) = words.get(at) else {
                    return shell.builtin_error(b"kill", &[word, b": option requires an argument"]);
                };
                match signal_named(name) {
                    Some(found) => signal = found,
                    None => return invalid(shell, name),
                }
            }
            [b'-', b's' | b'n', name @ ..] if !listing && signal_named(&word[1..]).is_none() => {
                match signal_named(name) {
                    Some(found) => signal = found,
                    None => return invalid(shell, name),
                }
            }
            b"--" => {
                at += 1;
                break;
            }
            b"--help" => {
                shell.options(b"kill", &words, "")?;
                return Ok(USAGE);
            }
            [b'-', name @ ..] if !name.is_empty() && !listing => {
                let prefixed = shell.state.options.posix && name.get(..3).is_some_and(|start| start == b"SIG");
                match signal_named(name).filter(|_| !prefixed) {
                    Some(found) => signal = found,
                    None => return invalid(shell, name),
                }
                // Only one may be given so: what follows with a dash is a process group.
                at += 1;
                if words.get(at).is_some_and(|next| next.as_ref() == "--") {
                    at += 1;
                }
                break;
            }
            _ => break,
        }
        at += 1;
    }
    let operands = &words[at..];
    if listing {
        return list(shell, operands);
    }
    if operands.is_empty() {
        return shell.usage(b"kill");
    }
    let mut sent = false;
    for operand in operands {
        sent |= send(shell, operand, signal)?;
    }
    // A signal to the shell itself takes hold before the next command.
    shell.charge(1)?;
    Ok(u8::from(!sent))
}

fn invalid(shell: &Shell, name: &[u8]) -> Result<u8, Flow> {
    shell.builtin_error(b"kill", &[name, b": invalid signal specification"])
}

/// A name, a number, or `0` and `EXIT`, which only ask whether the process is there.
fn signal_named(name: &[u8]) -> Option<Signal> {
    if name.eq_ignore_ascii_case(b"EXIT") || name.eq_ignore_ascii_case(b"SIGEXIT") {
        return Some(Signal(0));
    }
    Signal::parse(name)
}

/// Sends to one target; false when that failed, with a message.
fn send(shell: &mut Shell, target: &BStr, signal: Signal) -> Result<bool, Flow> {
    if target.starts_with(b"%") {
        return match shell.find_job(target) {
            Some(pid) => Ok(shell.kernel.scheduler.signal(pid, signal)),
            None => {
                shell.builtin_error(b"kill", &[target, b": no such job"])?;
                Ok(false)
            }
        };
    }
    let Some(number) = whole_number(target) else {
        if target.is_empty() {
            shell.builtin_error(b"kill", &[b"`", target, b"': not a pid or valid job spec"])?;
        } else {
            shell.builtin_error(b"kill", &[target, b": arguments must be process or job IDs"])?;
        }
        return Ok(false);
    };
    let scheduler = &shell.kernel.scheduler;
    let sent = match number {
        // The shell's own group, itself last.
        0 => scheduler.signal_group(shell.process.group(), signal),
        // Every process but the sender.
        -1 => {
            let mut any = false;
            for pid in scheduler.alive() {
                any |= pid != shell.process.pid && scheduler.signal(pid, signal);
            }
            any
        }
        // Each process leads a group of its own.
        number => u32::try_from(number.unsigned_abs()).is_ok_and(|pid| scheduler.signal(pid, signal)),
    };
    if !sent {
        let text = number.to_string();
        shell.builtin_error(b"kill", &[b"(", text.as_bytes(), b") - No such process"])?;
    }
    Ok(sent)
}

/// `kill -l`
fn list(shell: &mut Shell, operands: &[std::borrow::Cow<'_, BStr>]) -> Result<u8, Flow> {
    if operands.is_empty() {
        if shell.state.options.posix {
            let names: Vec<&str> = Signal::all().filter_map(Signal::name).collect();
            return shell.put("kill", format!("{}\n", names.join(" ")).as_bytes());
        }
        return shell.put("kill", signal_table().as_bytes());
    }
    let mut status = 0;
    let mut out = Vec::new();
    for operand in operands {
        if let Some(number) = whole_number(operand) {
            // An exit status stands for the signal that caused it.
            let number = if number > 128 { number - 128 } else { number };
            let name = match u8::try_from(number) {
                Ok(0) => Some("EXIT"),
                Ok(number) => Signal(number).name(),
                Err(_) => None,
            };
            match name {
                Some(name) => out.extend_from_slice(name.as_bytes()),
                None => {
                    shell.put_lines("kill", &mut out)?;
                    status = invalid(shell, operand)?;
                    continue;
                }
            }
        } else {
            match signal_named(operand) {
                Some(signal) => out.extend_from_slice(signal.0.to_string().as_bytes()),
                None => {
                    shell.put_lines("kill", &mut out)?;
                    status = invalid(shell, operand)?;
                    continue;
                }
            }
        }
        out.push(b'\n');
    }
    Ok(status.max(shell.put("kill", &out)?))
}

/// All signals, five in a line.
pub(super) fn signal_table() -> String {
    let mut out = String::new();
    let mut column = 0;
    for signal in Signal::all() {
        column += 1;
        let end = if column == 5 { '\n' } else { '\t' };
        // Writing to a string cannot fail.
        let _ = write!(out, "{:2}) SIG{}{end}", signal.0, signal.name().unwrap_or("?"));
        column %= 5;
    }
    if column != 0 {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_signals() {
        let table = signal_table();
        assert!(table.starts_with(" 1) SIGHUP\t 2) SIGINT\t 3) SIGQUIT\t 4) SIGILL\t 5) SIGTRAP\n"));
        assert!(table.ends_with("63) SIGRTMAX-1\t64) SIGRTMAX\t\n"));
    }

    #[test]
    fn names_of_signals() {
        assert_eq!(signal_named(b"EXIT"), Some(Signal(0)));
        assert_eq!(signal_named(b"TERM"), Some(Signal::TERM));
        assert_eq!(signal_named(b"lTERM"), None);
    }
}
