//! Format strings: `[COUNT][/BYTES] "TEXT"` units, each cut into pieces with one conversion.

use shell::format::Spec;

use super::colors::{self, Color};
use crate::shared::unicode::is_space_byte;

/// What a piece prints of the bytes at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Text,
    /// `%_a[dox]`
    Offset(u8),
    /// `%c`
    Byte,
    /// `%_c`
    Character,
    /// `%_p`
    Printable,
    /// `%_u`
    Name,
    /// `%d %i`
    Signed,
    /// `%o %u %x %X`
    Unsigned(u8),
    /// `%e %E %f %g %G`
    Float(u8),
    /// `%s`
    String,
}

/// Text with at most one conversion in it.
#[derive(Clone, Debug)]
pub struct Piece {
    pub before: Vec<u8>,
    pub what: What,
    pub spec: Spec,
    /// Bytes that it stands for.
    pub bytes: usize,
    pub colors: Vec<Color>,
}

/// One unit.
#[derive(Clone, Debug)]
pub struct Unit {
    pub count: usize,
    /// The count was given.
    counted: bool,
    bytes: usize,
    text: Vec<u8>,
    pub pieces: Vec<Piece>,
    /// Only printed at the end (`%_A`).
    pub at_end: bool,
    /// The last white space is left out in the last round.
    pub trim: bool,
}

/// One format string.
#[derive(Clone, Debug)]
pub struct Format {
    pub units: Vec<Unit>,
}

/// Most rounds of a unit and most bytes of one conversion.
const MOST: usize = 1 << 24;

fn skip_space(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| is_space_byte(**byte)).count()..]
}

/// Takes a number off.
fn number(text: &[u8]) -> (usize, &[u8]) {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[..length].iter().fold(0usize, |value, digit| (value * 10 + usize::from(digit - b'0')).min(MOST));
    (value, &text[length..])
}

fn is_flag(byte: &u8) -> bool {
    matches!(byte, b'#' | b'-' | b'+' | b' ' | b'0'..=b'9')
}

impl Format {
    pub fn parse(text: &[u8]) -> Option<Format> {
        let mut units = Vec::new();
        let mut rest = skip_space(text);
        while !rest.is_empty() {
            let (mut count, mut counted, mut bytes) = (1, false, 0);
            if rest[0].is_ascii_digit() {
                (count, rest) = number(rest);
                counted = true;
                let next = rest.first()?;
                if !is_space_byte(*next) && *next != b'/' {
                    return None;
                }
                // A slash may stand at once or behind white space.
                if is_space_byte(*next) {
                    rest = skip_space(rest);
                }
            }
            if rest.first() == Some(&b'/') {
                rest = skip_space(&rest[1..]);
            }
            if rest.first().is_some_and(u8::is_ascii_digit) {
                (bytes, rest) = number(rest);
                if !is_space_byte(*rest.first()?) {
                    return None;
                }
                rest = skip_space(rest);
            }
            rest = rest.strip_prefix(b"\"")?;
            let end = memchr::memchr(b'"', rest)?;
            let text = unescape(&rest[..end]);
            rest = skip_space(&rest[end + 1..]);
            units.push(Unit { count, counted, bytes, text, pieces: Vec::new(), at_end: false, trim: false });
        }
        Some(Format { units })
    }

    /// The bytes that the format stands for.
    pub fn size(&self) -> usize {
        self.units.iter().map(|unit| unit.size().saturating_mul(unit.count)).fold(0, usize::saturating_add)
    }

    /// Cuts the units into pieces and repeats the last one up to the end of the block.
    pub fn prepare(&mut self, block: usize) -> Result<(), Vec<u8>> {
        let size = self.size();
        let last = self.units.len().saturating_sub(1);
        for (index, unit) in self.units.iter_mut().enumerate() {
            unit.cut()?;
            if index == last && size < block && !unit.counted && unit.bytes > 0 {
                unit.count += (block - size) / unit.bytes;
            }
            unit.trim = unit.count > 1
                && unit.pieces.last().is_some_and(|piece| piece.what == What::Text && piece.before.last().copied().is_some_and(is_space_byte));
        }
        Ok(())
    }
}

impl Unit {
    fn size(&self) -> usize {
        if self.bytes > 0 {
            return self.bytes;
        }
        let mut total = 0usize;
        let mut rest = self.text.as_slice();
        while let Some(at) = memchr::memchr(b'%', rest) {
            rest = &rest[at + 1..];
            rest = &rest[rest.iter().take_while(|byte| is_flag(byte)).count()..];
            let mut precision = 0;
            if let [b'.', after @ ..] = rest {
                (precision, rest) = number(after);
            }
            total = total.saturating_add(match rest {
                [b'c', ..] => 1,
                [b'd' | b'i' | b'o' | b'u' | b'x' | b'X', ..] => 4,
                [b'e' | b'E' | b'f' | b'g' | b'G', ..] => 8,
                [b's', ..] => precision,
                [b'_', b'c' | b'p' | b'u', ..] => 1,
                _ => 0,
            });
        }
        total
    }

    fn cut(&mut self) -> Result<(), Vec<u8>> {
        let text = std::mem::take(&mut self.text);
        let mut rest = text.as_slice();
        let mut conversions = 0;
        while !rest.is_empty() {
            let Some(at) = memchr::memchr(b'%', rest) else {
                self.pieces.push(Piece {
                    before: rest.to_vec(),
                    what: What::Text,
                    spec: Spec::default(),
                    bytes: 0,
                    colors: Vec::new(),
                });
                break;
            };
            let before = rest[..at].to_vec();
            let mut after = &rest[at + 1..];
            let mut spec = Spec::default();
            while let Some((&byte, next)) = after.split_first()
                && !matches!(byte, b'1'..=b'9')
                && spec.flag(byte)
            {
                after = next;
            }
            (spec.width, after) = number(after);
            if let [b'.', digits @ ..] = after {
                let (precision, next) = number(digits);
                (spec.precision, after) = (Some(precision), next);
            }
            let (letter, mut next) = after.split_first().map_or((0, &[][..]), |(letter, next)| (*letter, next));
            let bad = |shown: &[u8]| Err([b"bad conversion character %", shown].concat());
            let count = |known: &[usize], usual: usize, shown: &[u8]| match self.bytes {
                0 => Ok(usual),
                bytes if known.contains(&bytes) => Ok(bytes),
                _ => Err([b"bad byte count for conversion character ", shown].concat()),
            };
            let (what, bytes) = match letter {
                b'c' => (What::Byte, count(&[1], 1, b"c")?),
                b'd' | b'i' => (What::Signed, count(&[1, 2, 4, 8], 4, &[letter])?),
                b'o' | b'u' | b'x' | b'X' => (What::Unsigned(letter), count(&[1, 2, 4, 8], 4, &[letter])?),
                b'e' | b'E' | b'f' | b'g' | b'G' => (What::Float(letter), count(&[4, 8], 8, &[letter])?),
                b's' => match (self.bytes, spec.precision) {
                    (0, None) => return Err(b"%s requires a precision or a byte count".to_vec()),
                    (0, Some(precision)) => (What::String, precision),
                    (bytes, _) => (What::String, bytes),
                },
                b'_' => {
                    let (kind, behind) = next.split_first().map_or((0, &[][..]), |(kind, behind)| (*kind, behind));
                    next = behind;
                    match kind {
                        b'a' | b'A' => {
                            let Some((&base @ (b'd' | b'o' | b'x'), behind)) = next.split_first() else {
                                let end = next.len().min(1);
                                return bad(&[&[b'_', kind], &next[..end]].concat());
                            };
                            next = behind;
                            self.at_end |= kind == b'A';
                            (What::Offset(base), 0)
                        }
                        b'c' => (What::Character, count(&[1], 1, b"_c")?),
                        b'p' => (What::Printable, count(&[1], 1, b"_p")?),
                        b'u' => (What::Name, count(&[1], 1, b"_u")?),
                        0 => return bad(b"_"),
                        kind => return bad(&[b'_', kind]),
                    }
                }
                0 => return bad(b""),
                letter => return bad(&[letter]),
            };
            if !matches!(what, What::Offset(_)) && self.bytes > 0 {
                if conversions > 0 {
                    return Err(b"byte count with multiple conversion characters".to_vec());
                }
                conversions += 1;
            }
            let mut colors = Vec::new();
            if let Some(list) = next.strip_prefix(b"_L[") {
                let Some(end) = memchr::memchr(b']', list) else {
                    return Err([b"bad format {", next, b"}"].concat());
                };
                colors = match colors::parse(&list[..end]) {
                    Some(colors) => colors,
                    None => return Err([b"bad format {", &next[..3 + end + 1], b"}"].concat()),
                };
                next = &list[end + 1..];
            }
            self.pieces.push(Piece { before, what, spec, bytes, colors });
            rest = next;
        }
        if self.bytes == 0 {
            self.bytes = self.pieces.iter().map(|piece| piece.bytes).fold(0, usize::saturating_add);
        }
        Ok(())
    }
}

/// C's escapes of one letter; another character behind a backslash is itself.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'\\' => match bytes.next() {
                None => b'\\',
                Some(b'0') => 0,
                Some(b'a') => 7,
                Some(b'b') => 8,
                Some(b'f') => 12,
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'v') => 11,
                Some(other) => *other,
            },
            byte => *byte,
        };
        out.push(byte);
    }
    out
}
