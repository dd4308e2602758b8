//! `read`

use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::arguments::whole_number;
use super::scan::{Ending, Separators, Wanted};
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::shell::{Failure, Shell};
use crate::variables::{Variable, is_target};
use workspace::{Errno, Time};

/// The status after a timeout, as if SIGALRM had ended it.
const TIMED_OUT: u8 = 142;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"read", &words, "ersa:d:i:n:p:t:u:N:")? else { return Ok(USAGE) };
    let mut delimiter = Some(b'\n');
    let mut characters = None;
    let mut whole = false;
    let mut timeout = None;
    let mut number = 0;
    for given in &options.given {
        let value = given.value.as_ref().map_or(&b""[..], |value| value.as_slice());
        match given.letter {
            b'd' => delimiter = Some(value.first().copied().unwrap_or(0)),
            b'n' | b'N' => match whole_number(value).and_then(|count| usize::try_from(count).ok()) {
                Some(count) => {
                    characters = Some(count);
                    whole |= given.letter == b'N';
                }
                None => return shell.builtin_error(b"read", &[value, b": invalid number"]),
            },
            b't' => match seconds(value) {
                Some(nanoseconds) => timeout = Some(nanoseconds),
                None => return shell.builtin_error(b"read", &[value, b": invalid timeout specification"]),
            },
            b'u' => match shell.descriptor_option("read", value)? {
                Some(found) => number = found,
                None => return Ok(1),
            },
            // Prompt, echo and line editing belong to terminals, of which there is none.
            _ => {}
        }
    }
    let operands = &words[options.operands..];
    if let Some(first) = operands.first().filter(|first| !is_target(first)) {
        return shell.builtin_error(b"read", &[b"`", first, b"': not a valid identifier"]);
    }
    let Some(fd) = shell.fds.get(number).map(Rc::clone) else {
        let text = number.to_string();
        return shell
            .builtin_error(b"read", &[b"read error: ", text.as_bytes(), b": ", Errno::BadFd.message().as_bytes()]);
    };
    if timeout == Some(0) {
        return Ok(u8::from(!fd.is_ready()));
    }
    if timeout.is_none()
        && let Some(default) = shell.variable("TMOUT").and_then(|value| seconds(&value)).filter(|value| *value > 0)
    {
        timeout = Some(default);
    }
    let deadline = timeout.map(|nanoseconds| Time(shell.kernel.scheduler.now().0.saturating_add(nanoseconds)));
    if whole {
        delimiter = None;
    }
    let (text, ending) = shell.scan(&fd, Wanted { delimiter, characters, raw: options.has(b'r'), deadline })?;
    if let Ending::Failed(errno) = ending {
        let number = number.to_string();
        return shell.builtin_error(b"read", &[b"read error: ", number.as_bytes(), b": ", errno.message().as_bytes()]);
    }
    let status = match ending {
        Ending::Complete => 0,
        Ending::TimedOut => TIMED_OUT,
        _ => 1,
    };
    if let Some(array) = options.value(b'a').map(BString::from) {
        let ifs = shell.variable("IFS");
        let values = Separators::new(ifs.as_ref().map(|ifs| ifs.as_bstr())).split(&text);
        return Ok(if store_array(shell, &array, values)? { status } else { 1 });
    }
    if operands.is_empty() {
        return store(shell, b"REPLY", text.bytes.into(), status);
    }
    let values = if whole {
        let mut values = vec![BString::from(text.bytes)];
        values.resize(operands.len(), BString::default());
        values
    } else {
        let ifs = shell.variable("IFS");
        Separators::new(ifs.as_ref().map(|ifs| ifs.as_bstr())).distribute(&text, operands.len())
    };
    for (name, value) in operands.iter().zip(values) {
        if !is_target(name) {
            return shell.builtin_error(b"read", &[b"`", name, b"': not a valid identifier"]);
        }
        if store(shell, name, value, status)? != status {
            return Ok(1);
        }
    }
    Ok(status)
}

/// Assigns a value; a variable that refuses it makes the status 1.
fn store(shell: &mut Shell, name: &[u8], value: BString, status: u8) -> Result<u8, Flow> {
    shell.last_failure.set(Failure::Expansion);
    match shell.assign_target(name, value) {
        Ok(()) => Ok(status),
        Err(Flow::Discard(_)) if shell.last_failure.get() != Failure::Arithmetic => Ok(1),
        Err(flow) => Err(flow),
    }
}

/// `-a`: the array is emptied first. False when that was refused, with a message.
fn store_array(shell: &mut Shell, name: &[u8], values: Vec<BString>) -> Result<bool, Flow> {
    let Some(name) = std::str::from_utf8(name).ok().filter(|name| super::is_identifier(name.as_bytes())) else {
        shell.builtin_error(b"read", &[b"`", name, b"': not a valid identifier"])?;
        return Ok(false);
    };
    shell.store_indexed_array("read", name, values)
}

impl Shell {
    /// Replaces an indexed array as a builtin does: not a read-only variable, not an associative array.
    fn store_indexed_array(&mut self, builtin: &str, name: &str, values: Vec<BString>) -> Result<bool, Flow> {
        let builtin = builtin.as_bytes();
        if let Some(variable) = self.state.variables.get(name) {
            if variable.attributes.readonly {
                self.complain(&[name.as_bytes(), b": readonly variable"])?;
                return Ok(false);
            }
            if Variable::is_associative(variable) {
                self.complain(&[builtin, b": ", name.as_bytes(), b": not an indexed array"])?;
                return Ok(false);
            }
        }
        self.require_arrays()?;
        self.set_array(name, values)?;
        Ok(true)
    }

    /// The value of `-u`: an open descriptor. `None`: refused with a message.
    pub(super) fn descriptor_option(&mut self, builtin: &str, value: &[u8]) -> Result<Option<u32>, Flow> {
        let builtin = builtin.as_bytes();
        let Some(number) = whole_number(value).and_then(|number| u32::try_from(number).ok()) else {
            self.builtin_error(builtin, &[value, b": invalid file descriptor specification"])?;
            return Ok(None);
        };
        if self.fds.get(number).is_none() {
            let reason = Errno::BadFd.message().as_bytes();
            self.builtin_error(builtin, &[value, b": invalid file descriptor: ", reason])?;
            return Ok(None);
        }
        Ok(Some(number))
    }
}

/// Seconds with a fraction, in nanoseconds. Not negative.
fn seconds(text: &[u8]) -> Option<i64> {
    let text = text.trim();
    if text.is_empty() {
        return Some(0);
    }
    let (whole, fraction) = match text.find_byte(b'.') {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &b""[..]),
    };
    if whole.is_empty() && fraction.is_empty() || fraction.iter().any(|byte| !byte.is_ascii_digit()) {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole_number(whole)? };
    if whole < 0 {
        return None;
    }
    let mut nanoseconds = 0;
    for index in 0..9 {
        nanoseconds = nanoseconds * 10 + i64::from(fraction.get(index).copied().unwrap_or(b'0') - b'0');
    }
    Some(whole.saturating_mul(1_000_000_000).saturating_add(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts() {
        assert_eq!(seconds(b"1"), Some(1_000_000_000));
        assert_eq!(seconds(b"0.1"), Some(100_000_000));
        assert_eq!(seconds(b".5"), Some(500_000_000));
        assert_eq!(seconds(b"2."), Some(2_000_000_000));
        assert_eq!(seconds(b"-1"), None);
        assert_eq!(seconds(b"x"), None);
        assert_eq!(seconds(b"."), None);
        assert_eq!(seconds(b""), Some(0));
        assert_eq!(seconds(b"99999999999999"), Some(i64::MAX));
    }
}
