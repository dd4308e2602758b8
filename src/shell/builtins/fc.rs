//! `fc`

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::{Argument, USAGE, words};
use crate::exec::TextPlace;
use crate::flow::Flow;
use crate::history::History;
use crate::kernel::{IoError, OpenOptions};
use crate::shell::Shell;

/// What a specification of a command names.
enum Place {
    At(usize),
    Invalid,
    NotFound,
}

/// How many commands `fc -l` shows by itself.
const LISTED: usize = 16;

pub(super) fn fc(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    // Numbers below zero are operands.
    let is_number = |word: &[u8]| {
        word.strip_prefix(b"-").is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
    };
    let numbers = words.iter().position(|word| is_number(word)).unwrap_or(words.len());
    let head: super::Words<'_> = words.iter().take(numbers).cloned().collect();
    let Some(options) = shell.options(b"fc", &head, "e:lnrs")? else { return Ok(USAGE) };
    let operands: Vec<BString> = words[options.operands..].iter().map(|word| BString::from(word.as_ref())).collect();
    let editor = options.value(b'e').map(BString::from);
    if options.has(b's') || editor.as_ref().is_some_and(|editor| editor == "-") {
        return again(shell, &operands);
    }
    let listing = options.has(b'l');
    let list = Arc::clone(&shell.state.builtins.history);
    if list.entries.is_empty() {
        return Ok(0);
    }
    let last = last_place(shell, &list);
    let mut places = operands.iter().take(2).map(|text| place(shell, &list, text, listing));
    let (first, end) = match (places.next(), places.next()) {
        (None, _) if listing => (Place::At((last + 1).saturating_sub(LISTED)), Place::At(last)),
        (None, _) => (Place::At(last), Place::At(last)),
        (Some(Place::At(first)), None) if listing => (Place::At(first), Place::At(last.max(first))),
        (Some(Place::At(first)), None) => (Place::At(first), Place::At(first)),
        (Some(first), None) => (first, Place::At(last)),
        (Some(first), Some(end)) => (first, end),
    };
    drop(places);
    let (first, end) = match (first, end) {
        (Place::Invalid, _) | (_, Place::Invalid) => {
            return shell.builtin_error(b"fc", &[b"history specification out of range"]);
        }
        (Place::NotFound, _) | (_, Place::NotFound) => return shell.builtin_error(b"fc", &[b"no command found"]),
        (Place::At(first), Place::At(end)) => (first, end),
    };
    if !listing && list.last_added {
        shell.history().delete_last();
    }
    let mut indices: Vec<usize> = (first.min(end)..=first.max(end)).collect();
    if (first > end) != options.has(b'r') {
        indices.reverse();
    }
    let mut out = Vec::new();
    for index in indices {
        let Some(entry) = list.entries.get(index) else { continue };
        if listing {
            if !options.has(b'n') {
                out.extend_from_slice((index + list.base).to_string().as_bytes());
            }
            out.extend_from_slice(if shell.state.options.posix { b"\t" } else { b"\t " });
        }
        out.extend_from_slice(&entry.line);
        out.push(b'\n');
    }
    if listing {
        return shell.put("fc", &out);
    }
    edit(shell, editor, out)
}

/// The index of the last command before the `fc` itself.
fn last_place(shell: &Shell, list: &History) -> usize {
    let own = usize::from(shell.remembers()) + usize::from(list.last_added);
    list.entries.len().saturating_sub(own)
}

/// A number, a negative one from the end, or the beginning of a line.
fn place(shell: &Shell, list: &History, text: &[u8], listing: bool) -> Place {
    let last = last_place(shell, list);
    let (negative, rest) = match text.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if rest.first().is_some_and(u8::is_ascii_digit) {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = rest[..digits].to_str().ok().and_then(|digits| digits.parse::<usize>().ok()).unwrap_or(usize::MAX);
        return match (number, negative) {
            (0, true) if listing => Place::At(list.entries.len().saturating_sub(1)),
            (0, true) => Place::Invalid,
            (0, false) => Place::At(last),
            (number, true) => Place::At((last + 1).saturating_sub(number)),
            (number, false) => Place::At(number.saturating_sub(list.base).min(last)),
        };
    }
    let found = list.entries.iter().take(last + 1).rposition(|entry| entry.line.starts_with(text));
    found.map_or(Place::NotFound, Place::At)
}

/// `fc -s [old=new …] [command]`: runs a line again.
fn again(shell: &mut Shell, operands: &[BString]) -> Result<u8, Flow> {
    let count = operands.iter().take_while(|word| word.contains(&b'=')).count();
    let (replacements, rest) = operands.split_at(count);
    let list = Arc::clone(&shell.state.builtins.history);
    let found = match rest.first() {
        Some(text) => place(shell, &list, text, false),
        None => Place::At(last_place(shell, &list)),
    };
    let line = match found {
        Place::At(index) => list.entries.get(index).map(|entry| entry.line.clone()),
        _ => None,
    };
    let Some(mut line) = line else {
        return shell.builtin_error(b"fc", &[b"no command found"]);
    };
    for replacement in replacements {
        if let Some((old, new)) = replacement.split_once_str("=").filter(|(old, _)| !old.is_empty()) {
            line = line.replace(old, new).into();
        }
    }
    shell.write_error(&[&line[..], b"\n"].concat())?;
    if shell.remembers() {
        shell.replace_own_line(&line);
    }
    shell.run_text(&line, TextPlace::Eval)
}

/// Has an editor change the text, then runs it.
fn edit(shell: &mut Shell, editor: Option<BString>, text: Vec<u8>) -> Result<u8, Flow> {
    let folder = shell.variable("TMPDIR").filter(|folder| !folder.is_empty()).unwrap_or_else(|| "/tmp".into());
    let name: BString = format!("{}/bash-fc.{}", folder, shell.process.pid).into();
    let vfs = &shell.kernel.vfs;
    let opened = vfs.open(&shell.state.cwd, &name, OpenOptions::writing(0o600), &shell.fds);
    match opened.and_then(|fd| fd.write(vfs, text.into())) {
        Ok(()) => {}
        Err(IoError::Halt(halt)) => return Err(halt.into()),
        Err(IoError::Errno(errno)) => {
            return shell.builtin_error(b"fc", &[&name, b": cannot open temp file: ", errno.message().as_bytes()]);
        }
    }
    let command = match editor {
        Some(editor) => [editor.as_slice(), b" ", &name].concat(),
        None if shell.state.options.posix => [b"${FCEDIT:-ed} ", name.as_slice()].concat(),
        None => [b"${FCEDIT:-${EDITOR:-vi}} ", name.as_slice()].concat(),
    };
    let status = shell.run_text(&command, TextPlace::Eval)?;
    let edited = shell.kernel.vfs.read_file(&shell.state.cwd, &name);
    let _ = shell.kernel.vfs.unlink(&shell.state.cwd, &name);
    if status != 0 {
        return Ok(1);
    }
    let Ok(edited) = edited else { return Ok(1) };
    let edited = edited.to_bytes();
    for line in edited.lines() {
        if shell.remembers() && !line.is_empty() {
            shell.add_to_history(line);
        }
    }
    let verbose = std::mem::replace(&mut shell.state.options.verbose, true);
    let result = shell.run_text(&edited, TextPlace::Eval);
    shell.state.options.verbose = verbose;
    result
}
