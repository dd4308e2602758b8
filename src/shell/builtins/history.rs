//! `history`

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::arguments::whole_number;
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::format::strftime::{Dialect, Zone, strftime};
use crate::history::{Expanded, Part, Rules};
use crate::shell::Shell;
use workspace::Errno;

pub(super) fn history(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"history", &words, "acd:npsrw")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    let files = options.given.iter().filter(|given| matches!(given.letter, b'a' | b'n' | b'r' | b'w')).count();
    if files > 1 {
        return shell.builtin_error(b"history", &[b"cannot use more than one of -anrw"]);
    }
    if options.has(b'c') {
        let history = shell.history();
        history.entries.clear();
        history.base = 1;
        history.session_lines = 0;
        if operands.is_empty() && files == 0 {
            return Ok(0);
        }
    }
    if options.has(b's') {
        if !operands.is_empty() {
            let line = BString::from(bstr::join(" ", operands.iter().map(|word| word.as_ref())));
            shell.replace_own_line(&line);
        }
        return Ok(0);
    }
    if options.has(b'p') {
        return expand(shell, operands);
    }
    if let Some(offset) = options.value(b'd').map(BString::from) {
        return delete(shell, &offset);
    }
    if files == 1 {
        let letter = options.given.iter().find(|given| given.letter != b'c').map_or(b'r', |given| given.letter);
        return file(shell, letter, operands.first().map(|name| BString::from(name.as_ref())));
    }
    let list = std::sync::Arc::clone(&shell.state.builtins.history);
    let count = match operands.first() {
        None => list.entries.len(),
        Some(text) => match whole_number(text) {
            Some(count) => usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX),
            None => return shell.builtin_error(b"history", &[text, b": numeric argument required"]),
        },
    };
    let format = shell.variable("HISTTIMEFORMAT").filter(|format| !format.is_empty());
    let zone = Zone::from_variable(shell.variable("TZ").as_ref().map(|zone| zone.as_slice()));
    let mut out = Vec::new();
    for (index, entry) in list.entries.iter().enumerate().skip(list.entries.len().saturating_sub(count)) {
        out.extend_from_slice(format!("{:5}  ", index + list.base).as_bytes());
        match (&format, entry.time) {
            (Some(format), Some(time)) => {
                strftime(&mut out, format, &zone.civil(time, 0), Dialect::C);
            }
            (Some(_), None) => out.extend_from_slice(b"??"),
            (None, _) => {}
        }
        out.extend_from_slice(&entry.line);
        out.push(b'\n');
    }
    shell.put("history", &out)
}

impl Shell {
    /// `history -s`: the entry of the line that runs gives way to `line`.
    pub(super) fn replace_own_line(&mut self, line: &[u8]) {
        let remembers = self.remembers();
        let history = self.history();
        if remembers && !history.last_pushed && history.last_added {
            history.delete_last();
        }
        self.add_to_history(line);
        self.history().last_pushed = true;
    }
}

/// `history -p`: shows what words expand to; they are not remembered.
fn expand(shell: &mut Shell, operands: &[Cow<'_, BStr>]) -> Result<u8, Flow> {
    let history = shell.history();
    if !history.last_pushed && history.last_added {
        history.delete_last();
    }
    let mut status = 0;
    let mut out = Vec::new();
    for word in operands {
        match shell.history().expand(word, Rules::default()) {
            Expanded::Unchanged => out.extend_from_slice(word),
            Expanded::Changed(text) | Expanded::PrintOnly(text) => out.extend_from_slice(&text),
            Expanded::Failed(_) => {
                shell.put_lines("history", &mut out)?;
                status = shell.builtin_error(b"history", &[word, b": history expansion failed"])?;
                continue;
            }
        }
        out.push(b'\n');
    }
    Ok(status.max(shell.put("history", &out)?))
}

/// `history -d N`, `-d -N` and `-d N-M`
fn delete(shell: &mut Shell, text: &[u8]) -> Result<u8, Flow> {
    let history = &shell.state.builtins.history;
    let (length, base) = (history.entries.len(), history.base);
    let place = |text: &[u8]| {
        let number = whole_number(text)?;
        let magnitude = usize::try_from(number.unsigned_abs()).ok()?;
        let index = if number < 0 { length.checked_sub(magnitude)? } else { magnitude.checked_sub(base)? };
        (index < length).then_some(index)
    };
    let dash = text.get(1..).and_then(|rest| rest.find_byte(b'-')).map(|at| at + 1);
    let range = match dash {
        Some(dash) => (place(&text[..dash]), place(&text[dash + 1..])),
        None => (place(text), place(text)),
    };
    match range {
        (Some(first), Some(last)) if first <= last => {
            let removed = last - first + 1;
            let history = shell.history();
            history.entries.drain(first..=last);
            history.session_lines = history.session_lines.saturating_sub(removed);
            Ok(0)
        }
        _ => shell.builtin_error(b"history", &[text, b": history position out of range"]),
    }
}

/// `-a`, `-w` (append, write), `-n`, `-r` (read); the file is `HISTFILE` by default.
fn file(shell: &mut Shell, letter: u8, name: Option<BString>) -> Result<u8, Flow> {
    let Some(name) = name.or_else(|| shell.history_file()).filter(|name| !name.is_empty()) else {
        return Ok(0);
    };
    let failed = |shell: &mut Shell, errno: Errno, what: &[u8]| {
        shell.builtin_error(b"history", &[&name, what, errno.message().as_bytes()])
    };
    match letter {
        b'r' => match shell.read_history(&name, 0)? {
            Ok(lines) => shell.history().lines_in_file = lines,
            Err(errno) => return failed(shell, errno, b": "),
        },
        b'n' => {
            let known = shell.state.builtins.history.lines_in_file;
            match shell.read_history(&name, known)? {
                Ok(lines) => {
                    let appends = shell.state.options.histappend;
                    let history = shell.history();
                    history.lines_in_file = lines;
                    if !appends {
                        history.session_lines += lines.saturating_sub(known);
                    }
                }
                Err(errno) => return failed(shell, errno, b": "),
            }
        }
        b'a' => {
            let new = shell.state.builtins.history.session_lines;
            if new > 0 {
                if let Err(errno) = shell.write_history(&name, Part::Newest(new))? {
                    return failed(shell, errno, b": cannot create: ");
                }
                let history = shell.history();
                history.lines_in_file = history.lines_in_file.saturating_add(new);
                history.session_lines = 0;
            }
        }
        _ => {
            if let Err(errno) = shell.write_history(&name, Part::All)? {
                return failed(shell, errno, b": cannot create: ");
            }
        }
    }
    Ok(0)
}
