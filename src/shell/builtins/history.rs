//! `history` and `fc`
//!
//! A shell without a terminal records nothing by itself: the list holds what `history -s` and `-r` put there.

use std::sync::Arc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::shell::exec::TextPlace;
use crate::shell::flow::Flow;
use crate::shell::kernel::{IoError, OpenOptions};
use crate::shell::shell::Shell;

pub(super) fn history(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"history", &words, "acd:npsrw")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    let files = options.given.iter().filter(|given| matches!(given.letter, b'a' | b'n' | b'r' | b'w')).count();
    if files > 1 {
        return shell.builtin_error(b"history", &[b"cannot use more than one of -anrw"]);
    }
    if options.has(b'c') {
        shell.state.builtins.history = Arc::default();
        if files == 0 && !options.has(b's') {
            return Ok(0);
        }
    }
    if options.has(b's') {
        if !operands.is_empty() {
            let line = bstr::join(" ", operands.iter().map(|word| word.as_ref()));
            Arc::make_mut(&mut shell.state.builtins.history).push(line.into());
        }
        return Ok(0);
    }
    if options.has(b'p') {
        let mut out = Vec::new();
        for word in operands {
            out.extend_from_slice(word);
            out.push(b'\n');
        }
        return shell.put("history", &out);
    }
    if let Some(offset) = options.value(b'd').map(BString::from) {
        return delete(shell, &offset);
    }
    if files == 1 {
        let letter = options.given.iter().find(|given| given.letter != b'c').map_or(b'r', |given| given.letter);
        return file(shell, letter, operands.first().map(|name| BString::from(name.as_ref())));
    }
    let list = Arc::clone(&shell.state.builtins.history);
    let count = match operands.first() {
        None => list.len(),
        Some(text) => match whole_number(text) {
            Some(count) => usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX),
            None => return shell.builtin_error(b"history", &[text, b": numeric argument required"]),
        },
    };
    let mut out = Vec::new();
    for (index, line) in list.iter().enumerate().skip(list.len().saturating_sub(count)) {
        out.extend_from_slice(format!("{:5}  ", index + 1).as_bytes());
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    shell.put("history", &out)
}

/// `history -d N`, `-d -N` and `-d N-M`
fn delete(shell: &mut Shell, text: &[u8]) -> Result<u8, Flow> {
    let length = shell.state.builtins.history.len();
    let place = |text: &[u8]| {
        let number = whole_number(text)?;
        let magnitude = usize::try_from(number.unsigned_abs()).ok()?;
        let index = if number < 0 { length.checked_sub(magnitude)? } else { magnitude.checked_sub(1)? };
        (index < length).then_some(index)
    };
    let dash = text.get(1..).and_then(|rest| rest.find_byte(b'-')).map(|at| at + 1);
    let range = match dash {
        Some(dash) => (place(&text[..dash]), place(&text[dash + 1..])),
        None => (place(text), place(text)),
    };
    match range {
        (Some(first), Some(last)) if first <= last => {
            Arc::make_mut(&mut shell.state.builtins.history).drain(first..=last);
            Ok(0)
        }
        _ => shell.builtin_error(b"history", &[text, b": history position out of range"]),
    }
}

/// `-a`, `-w` (append, write), `-n`, `-r` (read); the file is `HISTFILE` by default.
fn file(shell: &mut Shell, letter: u8, name: Option<BString>) -> Result<u8, Flow> {
    let Some(name) = name.or_else(|| shell.variable("HISTFILE")).filter(|name| !name.is_empty()) else {
        return Ok(0);
    };
    if matches!(letter, b'n' | b'r') {
        return match shell.kernel.vfs.read_file(&shell.state.cwd, &name) {
            Ok(content) => {
                let text = content.to_bytes();
                shell.kernel.scheduler.charge_bytes(text.len())?;
                let list = Arc::make_mut(&mut shell.state.builtins.history);
                list.extend(text.lines().filter(|line| !line.is_empty()).map(BString::from));
                Ok(0)
            }
            Err(errno) => shell.builtin_error(b"history", &[&name, b": ", errno.message().as_bytes()]),
        };
    }
    let mut text = Vec::new();
    for line in shell.state.builtins.history.iter() {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let mode = 0o600 & !shell.state.umask;
    let options = if letter == b'a' { OpenOptions::appending(mode) } else { OpenOptions::writing(mode) };
    let vfs = &shell.kernel.vfs;
    let written =
        vfs.open(&shell.state.cwd, &name, options, &shell.fds).and_then(|fd| fd.write(vfs, Bytes::from(text)));
    match written {
        Ok(()) => Ok(0),
        Err(IoError::Halt(halt)) => Err(halt.into()),
        Err(IoError::Errno(errno)) => {
            shell.builtin_error(b"history", &[&name, b": cannot create: ", errno.message().as_bytes()])
        }
    }
}

pub(super) fn fc(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    // Numbers below zero are operands.
    let numbers = words.iter().position(|word| {
        word.strip_prefix(b"-").is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
    });
    let head: super::Words<'_> = words.iter().take(numbers.unwrap_or(words.len())).cloned().collect();
    let Some(options) = shell.options(b"fc", &head, "e:lnrs")? else { return Ok(USAGE) };
    let operands: Vec<BString> = words[options.operands..].iter().map(|word| BString::from(word.as_ref())).collect();
    let list = Arc::clone(&shell.state.builtins.history);
    if options.has(b's') || options.value(b'e').is_some_and(|editor| editor == "-") {
        return again(shell, &list, &operands);
    }
    if !options.has(b'l') {
        return shell.builtin_error(b"fc", &[b"no editor: commands can be edited on a terminal only"]);
    }
    if list.is_empty() {
        return Ok(0);
    }
    let last = operands.get(1).map_or(Some(list.len() - 1), |text| place(&list, text));
    let first = operands.first().map_or(Some(list.len().saturating_sub(16)), |text| place(&list, text));
    let (Some(first), Some(last)) = (first, last) else {
        return shell.builtin_error(b"fc", &[b"history specification out of range"]);
    };
    let mut indices: Vec<usize> = (first.min(last)..=first.max(last)).collect();
    if (first > last) != options.has(b'r') {
        indices.reverse();
    }
    let mut out = Vec::new();
    for index in indices {
        if !options.has(b'n') {
            out.extend_from_slice((index + 1).to_string().as_bytes());
        }
        out.extend_from_slice(b"\t ");
        out.extend_from_slice(list.get(index).map_or(b"", |line| line));
        out.push(b'\n');
    }
    shell.put("fc", &out)
}

/// A number, a negative one from the end, or the beginning of a line.
fn place(list: &[BString], text: &[u8]) -> Option<usize> {
    match whole_number(text) {
        Some(number) if number > 0 => usize::try_from(number).ok().map(|number| number.min(list.len()) - 1),
        Some(number) => {
            let back = usize::try_from(number.unsigned_abs()).ok()?;
            Some(list.len().saturating_sub(back.max(1)))
        }
        None => list.iter().rposition(|line| line.starts_with(text)),
    }
}

/// `fc -s [old=new] [command]`: runs a line again.
fn again(shell: &mut Shell, list: &[BString], operands: &[BString]) -> Result<u8, Flow> {
    let (replacements, rest): (Vec<&BString>, Vec<&BString>) = operands.iter().partition(|word| word.contains(&b'='));
    let index = match rest.first() {
        Some(text) => place(list, text),
        None => list.len().checked_sub(1),
    };
    let Some(mut line) = index.and_then(|index| list.get(index)).cloned() else {
        return shell.builtin_error(b"fc", &[b"no command found"]);
    };
    for replacement in replacements {
        if let Some((old, new)) = replacement.split_once_str("=").filter(|(old, _)| !old.is_empty()) {
            line = line.replace(old, new).into();
        }
    }
    shell.write_error(&[&line[..], b"\n"].concat())?;
    shell.run_text(&line, TextPlace::Eval)
}
