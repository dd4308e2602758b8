//! Backslash escapes: those of `echo -e`, of `printf %b` and of a `printf` format.
//!
//! They differ in small ways; see [`Dialect`].

/// Which set of escapes is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `echo -e`: octal is `\0nnn`; `\c` stops.
    Echo,
    /// `printf %b`: octal is `\0nnn` or `\nnn`; `\c` stops.
    Argument,
    /// A format of `printf`: octal is `\nnn`; `\" \' \?` are the characters; `\c` is nothing special.
    Format,
}

/// A hexadecimal escape without a digit, of which `printf` complains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// `\x`
    Hex,
    /// `\u` or `\U`; holds the letter.
    Unicode(u8),
}

/// How one escape was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Escape {
    /// Bytes of the text taken, the backslash not counted.
    pub length: usize,
    /// `\c`: no output after this.
    pub stop: bool,
    pub missing: Option<Missing>,
}

/// Reads the escape whose backslash stands before `text` and appends what it means. An unknown one is itself, backslash
/// and all. In a locale whose characters are bytes (`bytewise`) a code point beyond ASCII is written as its escape.
pub fn escape(text: &[u8], dialect: Dialect, bytewise: bool, out: &mut Vec<u8>) -> Escape {
    let one = Escape { length: 1, stop: false, missing: None };
    let Some(&byte) = text.first() else {
        out.push(b'\\');
        return Escape { length: 0, ..one };
    };
    let plain = match byte {
        b'a' => 7,
        b'b' => 8,
        b'e' | b'E' => 27,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'\\' => b'\\',
        b'"' | b'\'' | b'?' if dialect == Dialect::Format => byte,
        b'c' if dialect != Dialect::Format => return Escape { stop: true, ..one },
        b'0' if dialect != Dialect::Format => {
            let (value, digits) = number(&text[1..], 8, 3);
            out.push(value as u8);
            return Escape { length: 1 + digits, ..one };
        }
        b'0'..=b'7' if dialect != Dialect::Echo => {
            let (value, digits) = number(text, 8, 3);
            out.push(value as u8);
            return Escape { length: digits, ..one };
        }
        b'x' => {
            let (value, digits) = number(&text[1..], 16, 2);
            if digits == 0 {
                out.extend_from_slice(b"\\x");
                return Escape { missing: Some(Missing::Hex), ..one };
            }
            out.push(value as u8);
            return Escape { length: 1 + digits, ..one };
        }
        b'u' | b'U' => {
            let (value, digits) = number(&text[1..], 16, if byte == b'u' { 4 } else { 8 });
            if digits == 0 {
                out.extend_from_slice(&[b'\\', byte]);
                return Escape { missing: Some(Missing::Unicode(byte)), ..one };
            }
            push_code_point(out, value, bytewise);
            return Escape { length: 1 + digits, ..one };
        }
        _ => {
            out.extend_from_slice(&[b'\\', byte]);
            return one;
        }
    };
    out.push(plain);
    one
}

/// Decodes a whole text; true when `\c` ended it early. Complaints go to `missing`.
pub fn decode(text: &[u8], dialect: Dialect, bytewise: bool, out: &mut Vec<u8>, missing: &mut Vec<Missing>) -> bool {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let found = escape(&rest[at + 1..], dialect, bytewise, out);
        missing.extend(found.missing);
        if found.stop {
            return true;
        }
        rest = &rest[at + 1 + found.length..];
    }
    out.extend_from_slice(rest);
    false
}

/// The number at the start of `text` and how many digits it has, at most `most`.
fn number(text: &[u8], base: u32, most: usize) -> (u32, usize) {
    let mut value = 0u32;
    let mut digits = 0;
    while digits < most
        && let Some(digit) = text.get(digits).and_then(|byte| char::from(*byte).to_digit(base))
    {
        value = value.wrapping_mul(base).wrapping_add(digit);
        digits += 1;
    }
    (value, digits)
}

/// Appends a code point in the original UTF-8, which has surrogates and goes up to 2^31 - 1, as bash does. A larger
/// number is nothing. A locale that has only bytes for characters (`bytewise`) gets its name instead.
pub fn push_code_point(out: &mut Vec<u8>, value: u32, bytewise: bool) {
    if bytewise && value > 0x7f {
        let name = if value > 0xffff { format!("\\U{value:08X}") } else { format!("\\u{value:04X}") };
        return out.extend_from_slice(name.as_bytes());
    }
    let continuations = match value {
        0..=0x7f => return out.push(value as u8),
        0x80..=0x7ff => 1,
        0x800..=0xffff => 2,
        0x1_0000..=0x1f_ffff => 3,
        0x20_0000..=0x3ff_ffff => 4,
        0x400_0000..=0x7fff_ffff => 5,
        _ => return,
    };
    // As many ones as there are bytes, then a zero.
    let marker = (0xff00u32 >> (continuations + 1)) as u8;
    out.push(marker | (value >> (6 * continuations)) as u8);
    for index in (0..continuations).rev() {
        out.push(0x80 | (value >> (6 * index) & 0x3f) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, dialect: Dialect) -> (Vec<u8>, bool) {
        let mut out = Vec::new();
        let stop = decode(text.as_bytes(), dialect, false, &mut out, &mut Vec::new());
        (out, stop)
    }

    #[test]
    fn escapes_of_echo() {
        assert_eq!(decoded(r"a\0101b\x41\u00e9\e\c after", Dialect::Echo), ("aAbA\u{e9}\x1b".into(), true));
        assert_eq!(decoded(r"\1\08\q\\", Dialect::Echo), (b"\\1\x008\\q\\".to_vec(), false));
        assert_eq!(decoded(r"\0400\x", Dialect::Echo), (b"\0\\x".to_vec(), false));
        assert_eq!(decoded("end\\", Dialect::Echo), (b"end\\".to_vec(), false));
    }

    #[test]
    fn escapes_of_printf() {
        assert_eq!(decoded(r#"\101\0101\"\?"#, Dialect::Argument), (br#"AA\"\?"#.to_vec(), false));
        assert_eq!(decoded(r#"\0101|\101|\"\'\?\c"#, Dialect::Format), (b"\x081|A|\"'?\\c".to_vec(), false));
    }

    #[test]
    fn code_points_of_any_size() {
        for (value, bytes) in [
            (0x41, &b"A"[..]),
            (0xe9, b"\xc3\xa9"),
            (0xd800, b"\xed\xa0\x80"),
            (0x1f600, b"\xf0\x9f\x98\x80"),
            (0x11_0000, b"\xf4\x90\x80\x80"),
            (0x7fff_ffff, b"\xfd\xbf\xbf\xbf\xbf\xbf"),
            (0xffff_ffff, b""),
        ] {
            let mut out = Vec::new();
            push_code_point(&mut out, value, false);
            assert_eq!(out, bytes, "{value:x}");
        }
    }
}
