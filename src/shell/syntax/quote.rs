//! Quoted text: single quotes, `$'…'` and the escapes in it.

use bstr::BString;

use super::ast::WordPart;
use super::scanner::{Parse, Parser};
use crate::format::escape::push_code_point;

impl Parser<'_, '_> {
    /// `'…'`, from its opening quote.
    pub fn single_quoted(&mut self) -> Parse<WordPart> {
        let opened = self.position;
        let Some(end) = self.single_quote_end(opened + 1) else {
            return Err(self.unterminated(opened, '\''));
        };
        let text = BString::from(self.text(opened + 1, end - 1));
        self.position = end;
        Ok(WordPart::Quoted(text))
    }

    /// `$'…'`, from its dollar sign.
    pub fn ansi_quoted(&mut self) -> Parse<WordPart> {
        let opened = self.position;
        let Some(end) = self.ansi_quote_end(opened + 2) else {
            return Err(self.unterminated(opened, '\''));
        };
        let text = decode_ansi(self.text(opened + 2, end - 1));
        self.note_decoded(opened, end, &text);
        self.position = end;
        Ok(WordPart::Quoted(text.into()))
    }
}

/// Decodes the escapes of `$'…'` (bash manual, "ANSI-C Quoting"), and of a value for `${x@E}`. A NUL ends the text, as it
/// does in bash.
pub fn decode_ansi(text: &[u8]) -> Vec<u8> {
    let mut output = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(found) = memchr::memchr(b'\\', rest) {
        let (before, escape) = rest.split_at(found);
        output.extend_from_slice(before);
        let Some((&letter, after)) = escape.get(1..).and_then(<[u8]>::split_first) else {
            output.push(b'\\');
            return output;
        };
        rest = after;
        let byte = match letter {
            b'a' => 0x07,
            b'b' => 0x08,
            b'e' | b'E' => 0x1b,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 0x0b,
            b'\\' | b'\'' | b'"' | b'?' => letter,
            b'0'..=b'7' => {
                let (value, length) = digits(after, 2, 8);
                rest = after.get(length..).unwrap_or_default();
                let value = u32::from(letter - b'0') * 8u32.pow(length as u32) + value;
                (value & 0xff) as u8
            }
            b'x' => {
                let braced = after.first() == Some(&b'{');
                let hex = if braced { after.get(1..).unwrap_or_default() } else { after };
                let (value, length) = digits(hex, if braced { 8 } else { 2 }, 16);
                if length == 0 && braced {
                    // Bash ends the text there.
                    return output;
                }
                if length == 0 {
                    output.extend_from_slice(b"\\x");
                    continue;
                }
                rest = hex.get(length..).unwrap_or_default();
                if braced && rest.first() == Some(&b'}') {
                    rest = rest.get(1..).unwrap_or_default();
                }
                (value & 0xff) as u8
            }
            b'u' | b'U' => {
                let (value, length) = digits(after, if letter == b'u' { 4 } else { 8 }, 16);
                if length == 0 {
                    output.extend_from_slice(&[b'\\', letter]);
                    continue;
                }
                rest = after.get(length..).unwrap_or_default();
                if value == 0 {
                    return output;
                }
                push_code_point(&mut output, value, false);
                continue;
            }
            b'c' => match after.split_first() {
                Some((&control, behind)) => {
                    rest = behind;
                    // `\c\\` names one backslash by two.
                    if control == b'\\' && behind.first() == Some(&b'\\') {
                        rest = behind.get(1..).unwrap_or_default();
                    }
                    if control == b'?' { 0x7f } else { control.to_ascii_uppercase() & 0x1f }
                }
                None => {
                    output.extend_from_slice(b"\\c");
                    continue;
                }
            },
            _ => {
                output.extend_from_slice(&[b'\\', letter]);
                continue;
            }
        };
        if byte == 0 {
            return output;
        }
        output.push(byte);
    }
    output.extend_from_slice(rest);
    output
}

/// The number in at most `most` leading digits, with how many there are.
fn digits(text: &[u8], most: usize, radix: u32) -> (u32, usize) {
    let mut value = 0u32;
    let mut length = 0;
    for &byte in text.iter().take(most) {
        let Some(digit) = char::from(byte).to_digit(radix) else { break };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        length += 1;
    }
    (value, length)
}
