//! The texts inside a script: patterns, replacements, the arguments of `a`, `i` and `c`, and their escapes.

use super::script::{Case, Part};

/// An escape that was read.
pub enum Escape {
    /// A byte, and how much of the text behind the backslash it took.
    Byte(u8, usize),
    /// None of the escapes that stand for a byte.
    Other,
    /// `\c\` before anything but a backslash.
    Recursive,
}

/// Reads an escape that stands for one byte: `\a \f \n \r \t \v \cX \dNNN \oNNN \xHH`. `rest` follows the backslash.
pub fn byte_escape(rest: &[u8]) -> Escape {
    let Some((&letter, after)) = rest.split_first() else { return Escape::Other };
    let (radix, most) = match letter {
        b'a' => return Escape::Byte(0x07, 1),
        b'f' => return Escape::Byte(0x0c, 1),
        b'n' => return Escape::Byte(b'\n', 1),
        b'r' => return Escape::Byte(b'\r', 1),
        b't' => return Escape::Byte(b'\t', 1),
        b'v' => return Escape::Byte(0x0b, 1),
        b'c' => {
            return match after {
                [] => Escape::Other,
                [b'\\', b'\\', ..] => Escape::Byte(b'\\' ^ 0x40, 3),
                [b'\\', ..] => Escape::Recursive,
                [byte, ..] => Escape::Byte(byte.to_ascii_uppercase() ^ 0x40, 2),
            };
        }
        b'd' => (10, 3),
        b'o' => (8, 3),
        b'x' => (16, 2),
        _ => return Escape::Other,
    };
    let mut value = 0;
    let mut digits = 0;
    while let Some(digit) = after.get(digits).and_then(|byte| char::from(*byte).to_digit(radix))
        && digits < most
    {
        value = value * radix + digit;
        digits += 1;
    }
    // Without a digit the letter stands for itself.
    if digits == 0 { Escape::Byte(letter, 1) } else { Escape::Byte((value & 0xff) as u8, 1 + digits) }
}

/// A fault in a text, in GNU's words.
pub const RECURSIVE: &str = "recursive escaping after \\c not allowed";

/// Turns the escapes of a pattern into what they stand for; the others are the regular expression's own.
///
/// `posix`: not in brackets; `ordinary`: what loses its backslash, because it stands for itself.
pub fn pattern(text: &[u8], posix: bool, ordinary: &[u8]) -> Result<Vec<u8>, &'static str> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'['
            && posix
            && let Some(length) = bracket_length(rest)
        {
            out.extend_from_slice(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        rest = after;
        out.push(byte);
        if byte != b'\\' {
            continue;
        }
        match byte_escape(rest) {
            Escape::Byte(byte, length) => {
                out.pop();
                out.push(byte);
                rest = &rest[length..];
            }
            Escape::Recursive => return Err(RECURSIVE),
            Escape::Other => {
                if let Some((&escaped, after)) = rest.split_first() {
                    rest = after;
                    if escaped == b'c' {
                        // Nothing follows that it could be about.
                        continue;
                    }
                    if ordinary.contains(&escaped) {
                        out.pop();
                    }
                    out.push(escaped);
                }
            }
        }
    }
    Ok(out)
}

/// Takes a replacement apart. `cases`: `\U` and its like are known (not with `--posix`).
pub fn replacement(text: &[u8], cases: bool) -> Result<Vec<Part>, &'static str> {
    let mut parts = Vec::new();
    let mut plain = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let part = match byte {
            b'&' => Part::Group(0),
            b'\\' => {
                let Some((&escaped, after)) = rest.split_first() else {
                    plain.push(b'\\');
                    break;
                };
                match (escaped, byte_escape(rest)) {
                    (_, Escape::Byte(byte, length)) => {
                        plain.push(byte);
                        rest = &rest[length..];
                        continue;
                    }
                    (_, Escape::Recursive) => return Err(RECURSIVE),
                    (b'c', Escape::Other) => {
                        plain.push(b'\\');
                        break;
                    }
                    _ => {}
                }
                rest = after;
                match escaped {
                    b'0'..=b'9' => Part::Group(usize::from(escaped - b'0')),
                    b'U' if cases => Part::Case(Case::Upper),
                    b'L' if cases => Part::Case(Case::Lower),
                    b'E' if cases => Part::Case(Case::AsIs),
                    b'u' if cases => Part::Case(Case::UpperNext),
                    b'l' if cases => Part::Case(Case::LowerNext),
                    other => {
                        plain.push(other);
                        continue;
                    }
                }
            }
            other => {
                plain.push(other);
                continue;
            }
        };
        if !plain.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut plain)));
        }
        parts.push(part);
    }
    if !plain.is_empty() {
        parts.push(Part::Text(plain));
    }
    Ok(parts)
}

/// What a text without a meaning of its own says: escapes turned into bytes, other backslashes dropped (`a`, `i`, `c`,
/// and `y`, whose characters are then told apart).
pub fn plain(text: &[u8]) -> Result<Vec<u8>, &'static str> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match byte_escape(rest) {
            Escape::Byte(byte, length) => {
                out.push(byte);
                rest = &rest[length..];
            }
            Escape::Recursive => return Err(RECURSIVE),
            Escape::Other => {
                if let Some((&escaped, after)) = rest.split_first() {
                    out.push(escaped);
                    rest = after;
                }
            }
        }
    }
    Ok(out)
}

/// The length of a bracket expression that begins at the start of `text` (its `[`), up to and with its `]`. `None`: it
/// does not end before the text or the line does.
pub fn bracket_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    if text.get(at) == Some(&b'^') {
        at += 1;
    }
    if text.get(at) == Some(&b']') {
        at += 1;
    }
    loop {
        match *text.get(at)? {
            b']' => return Some(at + 1),
            b'\n' => return None,
            b'[' if matches!(text.get(at + 1), Some(b'.' | b':' | b'=')) => {
                let kind = text[at + 1];
                let inner = text.get(at + 2..)?;
                let end = inner.windows(2).position(|pair| pair == [kind, b']']);
                let line = memchr::memchr(b'\n', inner).unwrap_or(inner.len());
                match end {
                    Some(end) if end < line => at += 2 + end + 2,
                    _ => return None,
                }
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_bytes() {
        assert_eq!(pattern(br"\x41\o102\d067\t\.", false, b"").as_deref(), Ok(b"ABC\t\\.".as_slice()));
        assert_eq!(pattern(br"a\+", true, b"+").as_deref(), Ok(b"a+".as_slice()));
        assert_eq!(plain(br"\x\q\\\c\\").as_deref(), Ok(b"xq\\\x1c".as_slice()));
        assert_eq!(plain(br"\c\d"), Err(RECURSIVE));
        assert_eq!(plain(br"\d300\xfff").as_deref(), Ok(b",\xfff".as_slice()));
    }

    #[test]
    fn replacements_come_apart() {
        let parts = replacement(br"a\&\U&\1\n", true).expect("it is sound");
        let text = |text: &[u8]| Part::Text(text.to_vec());
        assert_eq!(parts, [text(b"a&"), Part::Case(Case::Upper), Part::Group(0), Part::Group(1), text(b"\n")]);
        assert_eq!(replacement(br"\x26\x5c\c", true), Ok(vec![text(b"&\\\\")]));
    }

    #[test]
    fn brackets_end_where_posix_says() {
        assert_eq!(bracket_length(b"[^]/]x"), Some(5));
        assert_eq!(bracket_length(b"[[:alpha:]/]x"), Some(12));
        assert_eq!(bracket_length(b"[[.].]]"), Some(7));
        assert_eq!(bracket_length(b"[[./]"), None);
        assert_eq!(bracket_length(b"[a/"), None);
    }
}
