//! Reading a line byte-exactly and splitting it with `IFS`: what `read` and `mapfile` share.

use bstr::{BStr, BString, ByteSlice};

use crate::flow::Flow;
use crate::kernel::{Fd, IoError, Source};
use crate::shell::Shell;
use workspace::{Errno, Time};

/// Bytes taken at once where the descriptor can give back what was too much.
const PIECE: usize = 64 << 10;

/// How much to read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// `None`: no byte ends the text (`read -N`).
    pub delimiter: Option<u8>,
    /// At most so many characters.
    pub characters: Option<usize>,
    /// Backslashes are ordinary (`-r`).
    pub raw: bool,
    pub deadline: Option<Time>,
}

/// How reading ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The delimiter came, or as many characters as wanted.
    Complete,
    EndOfInput,
    TimedOut,
    Failed(Errno),
}

/// What was read, without the delimiter and without backslashes that escaped something.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub bytes: Vec<u8>,
    /// For each byte whether a backslash stood before it; empty when none did.
    pub quoted: Vec<bool>,
}

impl Text {
    fn push(&mut self, byte: u8, quoted: bool) {
        if quoted && self.quoted.is_empty() {
            self.quoted.resize(self.bytes.len(), false);
        }
        if quoted || !self.quoted.is_empty() {
            self.quoted.push(quoted);
        }
        self.bytes.push(byte);
    }

    fn is_quoted(&self, index: usize) -> bool {
        self.quoted.get(index).copied().unwrap_or(false)
    }
}

impl Shell {
    /// Reads as `read` does and takes no byte more than it uses.
    pub(super) fn scan(&mut self, fd: &Fd, wanted: Wanted) -> Result<(Text, Ending), Flow> {
        let mut text = Text::default();
        let mut escaped = false;
        let mut characters = 0usize;
        // Bytes of the current character that are still to come.
        let mut missing = 0usize;
        loop {
            let most = match wanted.characters {
                Some(most) if characters >= most && missing == 0 => return Ok((text, Ending::Complete)),
                Some(_) if missing > 0 => missing,
                Some(most) => most - characters,
                None => PIECE,
            };
            if let Some(deadline) = wanted.deadline
                && !self.await_input(fd, deadline)?
            {
                return Ok((text, Ending::TimedOut));
            }
            let vfs = &self.kernel.vfs;
            let piece = match wanted.delimiter {
                Some(delimiter) => fd.read_through(vfs, delimiter, most),
                None => fd.read(vfs, most),
            };
            let piece = match piece {
                Ok(piece) => piece,
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => return Ok((text, Ending::Failed(errno))),
            };
            if piece.is_empty() {
                return Ok((text, Ending::EndOfInput));
            }
            self.kernel.scheduler.charge_bytes(piece.len())?;
            self.check_expansion(text.bytes.len() + piece.len())?;
            if wanted.raw && wanted.characters.is_none() {
                // The usual case in one step.
                let (body, ended) = match wanted.delimiter {
                    Some(delimiter) if piece.ends_with(&[delimiter]) => (&piece[..piece.len() - 1], true),
                    _ => (&piece[..], false),
                };
                if memchr::memchr(0, body).is_none() {
                    text.bytes.extend_from_slice(body);
                } else {
                    text.bytes.extend(body.iter().filter(|byte| **byte != 0));
                }
                if ended {
                    return Ok((text, Ending::Complete));
                }
                continue;
            }
            for &byte in &piece {
                if escaped {
                    escaped = false;
                    if byte == b'\n' {
                        continue;
                    }
                } else if byte == b'\\' && !wanted.raw {
                    escaped = true;
                    continue;
                } else if Some(byte) == wanted.delimiter {
                    return Ok((text, Ending::Complete));
                } else {
                    if byte != 0 {
                        count(byte, &mut characters, &mut missing);
                        text.push(byte, false);
                    }
                    continue;
                }
                if byte != 0 {
                    count(byte, &mut characters, &mut missing);
                    text.push(byte, true);
                }
            }
        }
    }

    /// Waits until a read would not block; false when `deadline` came first.
    fn await_input(&mut self, fd: &Fd, deadline: Time) -> Result<bool, Flow> {
        while !fd.is_ready() {
            if self.kernel.scheduler.now() >= deadline {
                return Ok(false);
            }
            let (Source::PipeRead(end) | Source::PipeBoth(end, _)) = &fd.source else { return Ok(true) };
            self.kernel.scheduler.set_timer(deadline);
            end.pipe().wait()?;
        }
        Ok(true)
    }
}

/// Counts characters of UTF-8 as bytes come; a byte that fits nowhere is a character of its own.
fn count(byte: u8, characters: &mut usize, missing: &mut usize) {
    if *missing > 0 && byte & 0xc0 == 0x80 {
        *missing -= 1;
        return;
    }
    *characters += 1;
    *missing = match byte {
        0xc2..=0xdf => 1,
        0xe0..=0xef => 2,
        0xf0..=0xf4 => 3,
        _ => 0,
    };
}

/// What a byte of the text is to the splitting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    None,
    Blank,
    Other,
}

/// The separators of `IFS` for `read`.
pub(super) struct Separators {
    ascii: [Separator; 128],
    /// Characters beyond ASCII.
    others: Vec<BString>,
}

impl Separators {
    /// `None`: `IFS` is unset, which means blank, tab and line end.
    pub(super) fn new(ifs: Option<&BStr>) -> Separators {
        let ifs = ifs.unwrap_or(BStr::new(" \t\n"));
        let mut separators = Separators { ascii: [Separator::None; 128], others: Vec::new() };
        let mut rest = ifs.as_bytes();
        while let Some(&byte) = rest.first() {
            let (_, size) = bstr::decode_utf8(rest);
            if let Some(slot) = separators.ascii.get_mut(usize::from(byte)) {
                *slot = if matches!(byte, b' ' | b'\t' | b'\n') { Separator::Blank } else { Separator::Other };
            } else {
                separators.others.push(rest[..size].into());
            }
            rest = &rest[size.max(1)..];
        }
        separators
    }

    /// The separator that stands at `index`, and its bytes.
    fn at(&self, text: &Text, index: usize) -> (Separator, usize) {
        let Some(&byte) = text.bytes.get(index) else { return (Separator::None, 0) };
        if text.is_quoted(index) {
            return (Separator::None, 1);
        }
        if let Some(kind) = self.ascii.get(usize::from(byte)) {
            return (*kind, 1);
        }
        for other in &self.others {
            if text.bytes[index..].starts_with(other) {
                return (Separator::Other, other.len());
            }
        }
        (Separator::None, 1)
    }

    fn skip_blanks(&self, text: &Text, mut index: usize) -> usize {
        while index < text.bytes.len() && self.at(text, index).0 == Separator::Blank {
            index += 1;
        }
        index
    }

    /// The field that begins at `start`, as a range, and where the next one begins.
    fn field(&self, text: &Text, start: usize) -> (std::ops::Range<usize>, usize) {
        let begin = self.skip_blanks(text, start);
        let mut end = begin;
        while end < text.bytes.len() {
            let (kind, size) = self.at(text, end);
            if kind != Separator::None {
                break;
            }
            end += size;
        }
        let mut next = self.skip_blanks(text, end);
        let (kind, size) = self.at(text, next);
        if next < text.bytes.len() && kind == Separator::Other {
            next = self.skip_blanks(text, next + size);
        }
        (begin..end, next)
    }

    /// The values of `count` variables: one field each, the last gets what is left.
    pub(super) fn distribute(&self, text: &Text, count: usize) -> Vec<BString> {
        let mut values = Vec::with_capacity(count);
        let mut at = 0;
        for _ in 1..count {
            let (range, next) = self.field(text, at);
            values.push(text.bytes[range].into());
            at = next;
        }
        let (range, next) = self.field(text, at);
        let range = if next >= text.bytes.len() {
            range
        } else {
            let mut end = text.bytes.len();
            while end > range.start && self.at(text, end - 1).0 == Separator::Blank {
                end -= 1;
            }
            range.start..end
        };
        values.push(text.bytes[range].into());
        values
    }

    /// All fields, for `read -a`.
    pub(super) fn split(&self, text: &Text) -> Vec<BString> {
        let mut values = Vec::new();
        let mut at = self.skip_blanks(text, 0);
        while at < text.bytes.len() {
            let (range, next) = self.field(text, at);
            values.push(text.bytes[range].into());
            at = next;
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &str) -> Text {
        let mut text = Text::default();
        let mut escaped = false;
        for byte in bytes.bytes() {
            if byte == b'\\' && !escaped {
                escaped = true;
            } else {
                text.push(byte, escaped);
                escaped = false;
            }
        }
        text
    }

    fn distribute(ifs: &str, bytes: &str, count: usize) -> Vec<String> {
        let values = Separators::new(Some(BStr::new(ifs))).distribute(&text(bytes), count);
        values.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_last_variable_gets_the_rest() {
        assert_eq!(distribute(" \t\n", "x y  z ", 2), ["x", "y  z"]);
        assert_eq!(distribute(":", "1:2:3:4:", 3), ["1", "2", "3:4:"]);
        assert_eq!(distribute(":", "1:2:", 2), ["1", "2"]);
        assert_eq!(distribute(",", "1,,", 2), ["1", ""]);
        assert_eq!(distribute(",", "1,,2", 2), ["1", ",2"]);
        assert_eq!(distribute(" :", " x : y :: z ", 3), ["x", "y", ": z"]);
        assert_eq!(distribute("x", "1x2x3", 2), ["1", "2x3"]);
        assert_eq!(distribute(" ", "a", 3), ["a", "", ""]);
        assert_eq!(distribute("", " a b ", 1), [" a b "]);
        assert_eq!(distribute(" ", "a\\ b c", 2), ["a b", "c"]);
        assert_eq!(distribute("\u{e9}", "a\u{e9}b\u{e9}c", 2), ["a", "b\u{e9}c"]);
        assert_eq!(distribute(" ", "", 2), ["", ""]);
    }

    #[test]
    fn arrays_get_every_field() {
        let split = |ifs: &str, bytes: &str| Separators::new(Some(BStr::new(ifs))).split(&text(bytes));
        assert_eq!(split(":", "a::b:"), ["a", "", "b"]);
        assert_eq!(split(" ", "  1 2  3 "), ["1", "2", "3"]);
        assert!(split(" ", "   ").is_empty());
    }

    #[test]
    fn characters_are_counted_as_bytes_come() {
        let (mut characters, mut missing) = (0, 0);
        for byte in "a\u{e9}\u{20ac}".bytes() {
            count(byte, &mut characters, &mut missing);
        }
        assert_eq!((characters, missing), (3, 0));
        count(0xff, &mut characters, &mut missing);
        count(0xe2, &mut characters, &mut missing);
        assert_eq!((characters, missing), (5, 2));
    }
}
