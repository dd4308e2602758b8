//! `mapfile` and `readarray`

use std::rc::Rc;
use std::sync::Arc;

use bstr::{BStr, BString};

use super::arguments::whole_number;
use super::{Argument, USAGE, is_identifier, own_name, words};
use crate::exec::TextPlace;
use crate::expand::quote;
use crate::flow::Flow;
use crate::kernel::{Description, Fd, IoError};
use crate::shell::Shell;
use crate::variables::{Index, Target, Value};

/// Lines between two calls of `-C` where `-c` does not say.
const QUANTUM: i64 = 5_000;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let own = own_name(arguments).into_owned();
    let words = words(arguments);
    let Some(options) = shell.options(&own, &words, "d:u:n:O:tC:c:s:")? else { return Ok(USAGE) };
    let mut delimiter = b'\n';
    let mut number = 0;
    let (mut most, mut skip, mut origin, mut quantum) = (0, 0, None, QUANTUM);
    let mut callback = None;
    for given in &options.given {
        let value = given.value.as_ref().map_or(BStr::new(""), |value| BStr::new(value));
        let count = whole_number(value).filter(|count| *count >= 0);
        match given.letter {
            b'd' => delimiter = value.first().copied().unwrap_or(0),
            b'u' => match shell.descriptor_option(&own.to_string(), value)? {
                Some(found) => number = found,
                None => return Ok(1),
            },
            b'n' | b's' => match count {
                Some(count) if given.letter == b'n' => most = count,
                Some(count) => skip = count,
                None => return shell.builtin_error(&own, &[value, b": invalid line count"]),
            },
            b'O' => match count {
                Some(count) => origin = Some(count),
                None => return shell.builtin_error(&own, &[value, b": invalid array origin"]),
            },
            b'c' => match count.filter(|count| *count > 0) {
                Some(count) => quantum = count,
                None => return shell.builtin_error(&own, &[value, b": invalid callback quantum"]),
            },
            b'C' => callback = Some(value.to_owned()),
            _ => {}
        }
    }
    let name = words.get(options.operands).map_or(BStr::new("MAPFILE"), |name| name.as_ref());
    if name.is_empty() {
        shell.builtin_error(&own, &[b"empty array variable name"])?;
        return Ok(USAGE);
    }
    let Some(name) = std::str::from_utf8(name).ok().filter(|name| is_identifier(name.as_bytes())) else {
        return shell.builtin_error(&own, &[b"`", name, b"': not a valid identifier"]);
    };
    let target = match shell.state.variables.resolve(name) {
        Target::Name(target) => target,
        _ => name.into(),
    };
    let name: &str = &target;
    if let Some(variable) = shell.state.variables.get(name) {
        if variable.attributes.readonly {
            shell.complain(&[name.as_bytes(), b": readonly variable"])?;
            return Ok(1);
        }
        if variable.is_associative() {
            return shell.builtin_error(&own, &[name.as_bytes(), b": not an indexed array"]);
        }
    }
    // Only `-u` looks whether the descriptor is open.
    let fd = shell.fds.get(number).map(Rc::clone).unwrap_or_else(Description::null);
    if origin.is_none() {
        shell.set_array(name, Vec::new())?;
    }
    for _ in 0..skip {
        if line(shell, &fd, delimiter)?.is_none() {
            break;
        }
    }
    let trim = options.has(b't');
    let mut index = origin.unwrap_or(0);
    let mut lines = 0i64;
    let mut values = Vec::new();
    let mut bytes = 0usize;
    while (most == 0 || lines < most)
        && let Some(mut text) = line(shell, &fd, delimiter)?
    {
        lines += 1;
        if trim && text.last() == Some(&delimiter) {
            text.pop();
        }
        // Variables hold no NUL bytes: the first one ends the text.
        if let Some(end) = memchr::memchr(0, &text) {
            text.truncate(end);
        }
        bytes += text.len();
        shell.check_expansion(bytes)?;
        if let Some(callback) = callback.as_ref().filter(|_| lines % quantum == 0) {
            flush(shell, name, &mut values, index)?;
            let command =
                [callback.as_slice(), b" ", index.to_string().as_bytes(), b" ", &quote::single_quote(&text)].concat();
            shell.run_text(&command, TextPlace::Eval)?;
        }
        values.push(text);
        index = index.saturating_add(1);
    }
    flush(shell, name, &mut values, index)?;
    Ok(0)
}

/// Stores lines read; `end` is the index behind the last of them.
fn flush(shell: &mut Shell, name: &str, values: &mut Vec<BString>, end: i64) -> Result<(), Flow> {
    let mut index = end.saturating_sub(i64::try_from(values.len()).unwrap_or(i64::MAX));
    let plain = shell.state.variables.slot(name).is_some_and(|variable| {
        let plain = !(variable.attributes.integer || variable.attributes.lower || variable.attributes.upper);
        if plain
            && let Value::Indexed(array) = &mut variable.value
            && array.last_index().saturating_add(1) == index
        {
            let array = Arc::make_mut(array);
            values.drain(..).for_each(|value| array.push(value));
        }
        plain
    });
    for value in values.drain(..) {
        if plain {
            shell.charge(1)?;
        }
        shell.store_element(name, Index::Number(index), value, false)?;
        index = index.saturating_add(1);
    }
    Ok(())
}

/// The next line with its delimiter; `None` at the end of input.
fn line(shell: &mut Shell, fd: &Fd, delimiter: u8) -> Result<Option<BString>, Flow> {
    let mut text = BString::default();
    loop {
        let piece = match fd.read_through(&shell.kernel.vfs, delimiter, 64 << 10) {
            Ok(piece) => piece,
            Err(IoError::Halt(halt)) => return Err(halt.into()),
            Err(IoError::Errno(_)) => break,
        };
        if piece.is_empty() {
            break;
        }
        shell.kernel.scheduler.charge_bytes(piece.len())?;
        shell.check_expansion(text.len() + piece.len())?;
        text.extend_from_slice(&piece);
        if text.last() == Some(&delimiter) {
            return Ok(Some(text));
        }
    }
    Ok((!text.is_empty()).then_some(text))
}
