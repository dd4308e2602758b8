//! Sort keys: their specification (`-k 2.3,4nr`) and the part of a line that one means.

use super::super::shared::quote::quote;
use bstr::BString;

/// How the bytes of a key are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ordering {
    /// `-b` at the start and at the end of a key
    pub blanks_start: bool,
    pub blanks_end: bool,
    pub dictionary: bool,
    pub fold: bool,
    pub general: bool,
    pub human: bool,
    pub nonprinting: bool,
    pub month: bool,
    pub numeric: bool,
    pub random: bool,
    pub reverse: bool,
    pub version: bool,
}

/// Which end of a key an option letter stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Start,
    Finish,
    Both,
}

impl Ordering {
    /// Takes an option letter; false: it is none.
    pub fn set(&mut self, letter: u8, end: End) -> bool {
        match letter {
            b'b' => {
                self.blanks_start |= end != End::Finish;
                self.blanks_end |= end != End::Start;
            }
            b'd' => self.dictionary = true,
            b'f' => self.fold = true,
            b'g' => self.general = true,
            b'h' => self.human = true,
            // With -d, which leaves out more, -i adds nothing.
            b'i' => self.nonprinting = true,
            b'M' => self.month = true,
            b'n' => self.numeric = true,
            b'R' => self.random = true,
            b'r' => self.reverse = true,
            b'V' => self.version = true,
            _ => return false,
        }
        true
    }

    /// Compares numbers.
    pub fn is_numeric(&self) -> bool {
        self.numeric || self.general || self.human
    }

    /// The letters of what is asked.
    pub fn letters(&self) -> String {
        let letters = [
            (self.blanks_start || self.blanks_end, 'b'),
            (self.dictionary, 'd'),
            (self.fold, 'f'),
            (self.general, 'g'),
            (self.human, 'h'),
            (self.nonprinting && !self.dictionary, 'i'),
            (self.month, 'M'),
            (self.numeric, 'n'),
            (self.random, 'R'),
            (self.reverse, 'r'),
            (self.version, 'V'),
        ];
        letters.into_iter().filter(|(given, _)| *given).map(|(_, letter)| letter).collect()
    }

    /// True when nothing is asked: the key takes the options that stand outside of keys.
    pub fn is_default(&self) -> bool {
        *self == Ordering::default()
    }

    /// The letters of orders that exclude each other, if there are several.
    pub fn conflict(&self) -> Option<String> {
        let kinds = [self.numeric, self.general, self.human, self.month];
        let several = kinds.iter().filter(|kind| **kind).count()
            + usize::from(self.version || self.random || self.dictionary || self.nonprinting);
        if several <= 1 {
            return None;
        }
        let letters = [
            (self.dictionary, 'd'),
            (self.fold, 'f'),
            (self.general, 'g'),
            (self.human, 'h'),
            (self.nonprinting && !self.dictionary, 'i'),
            (self.month, 'M'),
            (self.numeric, 'n'),
            (self.random, 'R'),
            (self.version, 'V'),
        ];
        Some(letters.into_iter().filter(|(given, _)| *given).map(|(_, letter)| letter).collect())
    }
}

/// A key. Fields and characters count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub start_field: usize,
    pub start_char: usize,
    pub end_field: usize,
    /// 0: through the end of the field.
    pub end_char: usize,
    pub ordering: Ordering,
    /// Given as `+POS1 [-POS2]`.
    pub old: bool,
}

impl Key {
    /// The whole line.
    pub fn line(ordering: Ordering) -> Key {
        Key { start_field: 0, start_char: 0, end_field: usize::MAX, end_char: 0, ordering, old: false }
    }

    /// Reads the value of `-k`; the error is the message.
    pub fn parse(text: &[u8]) -> Result<Key, BString> {
        let invalid = |problem: &str| -> BString {
            [problem.as_bytes(), b": invalid field specification ", &quote(text)].concat().into()
        };
        let mut key = Key::line(Ordering::default());
        let mut rest = text;
        let field = count(&mut rest, text, "invalid number at field start", 0)?;
        key.start_field = field.checked_sub(1).ok_or_else(|| invalid("field number is zero"))?;
        if let Some(after) = rest.strip_prefix(b".") {
            rest = after;
            let offset = text.len() - rest.len();
            let char = count(&mut rest, text, "invalid number after '.'", offset)?;
            key.start_char = char.checked_sub(1).ok_or_else(|| invalid("character offset is zero"))?;
        }
        options(&mut rest, &mut key.ordering, End::Start);
        if let Some(after) = rest.strip_prefix(b",") {
            rest = after;
            let offset = text.len() - rest.len();
            let field = count(&mut rest, text, "invalid number after ','", offset)?;
            key.end_field = field.checked_sub(1).ok_or_else(|| invalid("field number is zero"))?;
            if let Some(after) = rest.strip_prefix(b".") {
                rest = after;
                let offset = text.len() - rest.len();
                key.end_char = count(&mut rest, text, "invalid number after '.'", offset)?;
            }
            options(&mut rest, &mut key.ordering, End::Finish);
        }
        if rest.is_empty() { Ok(key) } else { Err(invalid("stray character in field spec")) }
    }

    /// Reads the old spelling `+POS1 [-POS2]`. `None`: the text is no key at all.
    pub fn parse_old(text: &[u8], second: Option<&[u8]>) -> Option<Result<Key, BString>> {
        let mut rest = text.strip_prefix(b"+")?;
        let mut key = Key { old: true, ..Key::line(Ordering::default()) };
        key.start_field = count(&mut rest, text, "", 0).ok()?;
        if let Some(after) = rest.strip_prefix(b".") {
            rest = after;
            key.start_char = count(&mut rest, text, "", 0).ok()?;
        }
        // The largest number stands for no start at all.
        if key.start_field == usize::MAX {
            (key.start_field, key.start_char) = (0, 0);
        }
        options(&mut rest, &mut key.ordering, End::Start);
        if !rest.is_empty() {
            return None;
        }
        Some(match second {
            Some(second) => key.parse_old_end(second).map(|()| key),
            None => Ok(key),
        })
    }

    fn parse_old_end(&mut self, text: &[u8]) -> Result<(), BString> {
        let mut rest = text.get(1..).unwrap_or_default();
        let field = count(&mut rest, text, "invalid number after '-'", 1)?;
        if let Some(after) = rest.strip_prefix(b".") {
            rest = after;
            let offset = text.len() - rest.len();
            self.end_char = count(&mut rest, text, "invalid number after '.'", offset)?;
        }
        // Without a character, the key ends with the field before.
        self.end_field = if self.end_char == 0 { field.saturating_sub(1) } else { field };
        options(&mut rest, &mut self.ordering, End::Finish);
        if rest.is_empty() {
            return Ok(());
        }
        Err([&b"stray character in field spec: invalid field specification "[..], &quote(text)].concat().into())
    }

    /// The part of `line` that this key means.
    pub fn slice<'l>(&self, line: &'l [u8], separator: Option<u8>) -> &'l [u8] {
        &line[self.range(line, separator)]
    }

    /// Where that part is.
    pub fn range(&self, line: &[u8], separator: Option<u8>) -> std::ops::Range<usize> {
        let start = self.start(line, separator);
        let end = if self.end_field == usize::MAX { line.len() } else { self.end(line, separator) };
        start..end.max(start)
    }

    fn start(&self, line: &[u8], separator: Option<u8>) -> usize {
        let mut at = 0;
        let mut fields = self.start_field;
        while fields > 0 && at < line.len() {
            fields -= 1;
            at = match separator {
                Some(byte) => memchr::memchr(byte, &line[at..]).map_or(line.len(), |end| at + end + 1),
                None => skip_field(line, at),
            };
        }
        if self.ordering.blanks_start {
            at = skip_blanks(line, at);
        }
        at.saturating_add(self.start_char).min(line.len())
    }

    fn end(&self, line: &[u8], separator: Option<u8>) -> usize {
        let mut at = 0;
        let mut fields = if self.end_char == 0 { self.end_field.saturating_add(1) } else { self.end_field };
        while fields > 0 && at < line.len() {
            fields -= 1;
            at = match separator {
                Some(byte) => match memchr::memchr(byte, &line[at..]) {
                    // The separator behind the last field is not part of it.
                    Some(end) => at + end + usize::from(fields > 0 || self.end_char != 0),
                    None => line.len(),
                },
                None => skip_field(line, at),
            };
        }
        if self.end_char != 0 {
            if self.ordering.blanks_end {
                at = skip_blanks(line, at);
            }
            at = at.saturating_add(self.end_char).min(line.len());
        }
        at
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n')
}

pub fn skip_blanks(line: &[u8], from: usize) -> usize {
    line[from..].iter().position(|byte| !is_blank(*byte)).map_or(line.len(), |skipped| from + skipped)
}

/// Behind the blanks and the other characters of a field.
fn skip_field(line: &[u8], from: usize) -> usize {
    let start = skip_blanks(line, from);
    line[start..].iter().position(|byte| is_blank(*byte)).map_or(line.len(), |length| start + length)
}

fn options(rest: &mut &[u8], ordering: &mut Ordering, end: End) {
    while let Some((letter, after)) = rest.split_first() {
        if !ordering.set(*letter, end) {
            break;
        }
        *rest = after;
    }
}

/// A number of the specification. One that is too large is as good as no end.
fn count(rest: &mut &[u8], text: &[u8], problem: &str, offset: usize) -> Result<usize, BString> {
    let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let unsigned = rest[blanks..].strip_prefix(b"+").unwrap_or(&rest[blanks..]);
    let length = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length > 0 {
        *rest = unsigned;
    }
    if length == 0 {
        let place = text.get(offset..).unwrap_or_default();
        return Err([problem.as_bytes(), b": invalid count at start of ", &quote(place)].concat().into());
    }
    let value = rest[..length]
        .iter()
        .fold(0usize, |value, digit| value.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
    *rest = &rest[length..];
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(spec: &str, line: &str, separator: Option<u8>) -> String {
        let key = Key::parse(spec.as_bytes()).unwrap();
        String::from_utf8_lossy(key.slice(line.as_bytes(), separator)).into_owned()
    }

    #[test]
    fn parts_of_lines() {
        assert_eq!(slice("2", "a  b c", None), "  b c");
        assert_eq!(slice("2,2", "a  b c", None), "  b");
        assert_eq!(slice("2b,2", "a  b c", None), "b");
        assert_eq!(slice("1.2,1.3", "abcd", None), "bc");
        assert_eq!(slice("2.2,2.2", "a:bcd:e", Some(b':')), "c");
        assert_eq!(slice("2,2", "a:b:c", Some(b':')), "b");
        assert_eq!(slice("2,3", "a::c", Some(b':')), ":c");
        assert_eq!(slice("9", "a b", None), "");
        assert_eq!(slice("2,1", "a b c", None), "");
        assert_eq!(slice("1.2,1.1", "abc", None), "");
        assert_eq!(slice("99999999999999999999999", "a", None), "");
        assert_eq!(slice("2.1b,2.2b", "a   xyz", None), "xy");
    }

    #[test]
    fn bad_specifications() {
        for spec in ["", "0", "x", "1.", "1.0", "1,", "1,0", "1q", "1,2q", "1,2.x"] {
            assert!(Key::parse(spec.as_bytes()).is_err(), "{spec}");
        }
        let key = Key::parse(b"2.3bn,4.5br").unwrap();
        assert_eq!((key.start_field, key.start_char, key.end_field, key.end_char), (1, 2, 3, 5));
        assert!(key.ordering.numeric && key.ordering.reverse && key.ordering.blanks_start && key.ordering.blanks_end);
    }
}
