//! `_L[…]`: the colour of a conversion, perhaps only where its bytes are these or stand at those offsets.

use bstr::ByteSlice;

#[derive(Clone, Debug)]
pub struct Color {
    sequence: &'static str,
    /// `!`: where the value is another one.
    negated: bool,
    value: Option<Value>,
    /// First and last offset.
    range: Option<(u64, u64)>,
}

#[derive(Clone, Debug)]
enum Value {
    Number(u64),
    Text(Vec<u8>),
}

const NAMES: [(&str, &str); 8] = [
    ("black", "\x1b[30m"),
    ("red", "\x1b[31m"),
    ("green", "\x1b[32m"),
    ("yellow", "\x1b[33m"),
    ("blue", "\x1b[34m"),
    ("magenta", "\x1b[35m"),
    ("cyan", "\x1b[36m"),
    ("white", "\x1b[37m"),
];

/// What ends a colour.
pub const RESET: &[u8] = b"\x1b[0m";

/// The units between the brackets.
pub fn parse(text: &[u8]) -> Option<Vec<Color>> {
    text.split_str(",").map(unit).collect()
}

fn unit(text: &[u8]) -> Option<Color> {
    let (negated, text) = match text.strip_prefix(b"!") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (text, range) = match text.split_once_str("@") {
        Some((text, range)) => (text, Some(self::range(range)?)),
        None => (text, None),
    };
    let (name, value) = match text.split_once_str(":") {
        Some((name, value)) => (name, Some(self::value(value))),
        None => (text, None),
    };
    let (_, sequence) = NAMES.iter().find(|(known, _)| known.as_bytes() == name)?;
    Some(Color { sequence, negated, value, range })
}

fn value(text: &[u8]) -> Value {
    let (base, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', ..] => (8, text),
        _ => return Value::Text(text.to_vec()),
    };
    match digits.to_str().ok().and_then(|digits| u64::from_str_radix(digits, base).ok()) {
        Some(number) => Value::Number(number),
        None => Value::Text(text.to_vec()),
    }
}

fn range(text: &[u8]) -> Option<(u64, u64)> {
    let number = |text: &[u8]| text.to_str().ok()?.parse::<u64>().ok();
    match text.split_once_str("-") {
        Some((first, last)) => Some((number(first)?, number(last)?)),
        None => number(text).map(|only| (only, only)),
    }
}

/// The sequence of the first unit that fits the bytes at an offset.
pub fn pick(colors: &[Color], bytes: &[u8], offset: u64) -> Option<&'static [u8]> {
    let fits = |color: &&Color| {
        if color.range.is_some_and(|(first, last)| offset < first || offset > last) {
            return false;
        }
        match &color.value {
            None => true,
            Some(value) => {
                let same = match value {
                    Value::Number(number) => {
                        bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte)) == *number
                    }
                    Value::Text(text) => bytes == text.as_slice(),
                };
                same != color.negated
            }
        }
    };
    colors.iter().find(fits).map(|color| color.sequence.as_bytes())
}
