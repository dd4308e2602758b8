//! Text between quotes: escapes, and what becomes of bytes that are not UTF-8.

/// The fault of a control character that is not escaped.
pub const CONTROL: &str = "Invalid string: control characters from U+0000 through U+001F must be escaped";
const SURROGATES: &str = "Invalid \\uXXXX\\uXXXX surrogate pair escape";
const UNICODE: &str = "Invalid \\uXXXX escape";
const DIGITS: &str = "Invalid characters in \\uXXXX escape";

/// UTF-8 as it is; a sequence that is not becomes one U+FFFD, whether it is cut short, overlong or out of range.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => decode_slowly(bytes),
    }
}

/// The same for a text that was read line by line: a sequence is cut short by the end of its line, and takes that with it.
pub fn decode_lines(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.split_inclusive(|byte| *byte == b'\n').map(decode_slowly).collect(),
    }
}

fn decode_slowly(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&lead, _)) = rest.split_first() {
        let length = match lead {
            0..=0x7f => 1,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 0,
        };
        let follow = rest.iter().skip(1).take(3).take_while(|byte| matches!(byte, 0x80..=0xbf)).count();
        // A sequence that the text's end cuts short takes all that is left.
        let taken = if length > rest.len() { rest.len() } else { length.clamp(1, follow + 1) };
        let (sequence, behind) = rest.split_at(taken);
        match std::str::from_utf8(sequence) {
            Ok(text) => out.push_str(text),
            Err(_) => out.push(char::REPLACEMENT_CHARACTER),
        }
        rest = behind;
    }
    out
}

/// The text of a string from what stands between its quotes.
pub fn unescape(raw: &[u8]) -> Result<String, &'static str> {
    if !raw.iter().any(|byte| *byte == b'\\' || *byte < 0x20) {
        return Ok(decode(raw));
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte < 0x20 {
            return Err(CONTROL);
        }
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&escape, behind)) = rest.split_first() else {
            return Err("Expected escape character at end of string");
        };
        rest = behind;
        let plain = match escape {
            b'"' | b'\\' | b'/' => escape,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let unit = four_digits(rest).ok_or(if rest.len() < 4 { UNICODE } else { DIGITS })?;
                rest = rest.get(4..).unwrap_or_default();
                let mut code = unit;
                if (0xd800..0xdc00).contains(&unit) {
                    let low = rest.strip_prefix(b"\\u").and_then(four_digits).ok_or(SURROGATES)?;
                    if !(0xdc00..0xe000).contains(&low) {
                        return Err(SURROGATES);
                    }
                    rest = rest.get(6..).unwrap_or_default();
                    code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                }
                let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                continue;
            }
            _ => return Err("Invalid escape"),
        };
        out.push(plain);
    }
    Ok(match String::from_utf8(out) {
        Ok(text) => text,
        Err(error) => decode(error.as_bytes()),
    })
}

fn four_digits(text: &[u8]) -> Option<u32> {
    let digits = text.get(..4)?;
    digits.iter().try_fold(0, |sum, digit| Some(sum * 16 + char::from(*digit).to_digit(16)?))
}
