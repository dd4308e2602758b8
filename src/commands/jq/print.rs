//! Writing JSON.

use super::number;
use super::value::{MAX_TEXT, Value};

/// Below this depth nothing is shown.
const MAX_DEPTH: usize = 256;

/// The colours of the kinds: null, false, true, numbers, strings, arrays, objects, keys of objects.
#[derive(Clone, Debug)]
pub struct Colors(pub [Vec<u8>; 8]);

impl Default for Colors {
    fn default() -> Colors {
        Colors(["0;90", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "1;34"].map(|color| escape(color.as_bytes())))
    }
}

fn escape(color: &[u8]) -> Vec<u8> {
    [b"\x1b[", color, b"m"].concat()
}

impl Colors {
    /// The colours of `JQ_COLORS`: fields between colons, in the order of the kinds. `None`: it is not well formed.
    pub fn from_variable(text: &[u8]) -> Option<Colors> {
        let mut colors = Colors::default();
        // Behind the last colon there is no further field without a text.
        if text.is_empty() {
            return Some(colors);
        }
        let text = text.strip_suffix(b":").unwrap_or(text);
        for (color, field) in colors.0.iter_mut().zip(text.split(|byte| *byte == b':')) {
            if field.len() > MOST_OF_COLOR || !field.iter().all(|byte| byte.is_ascii_digit() || *byte == b';') {
                return None;
            }
            *color = escape(field);
        }
        Some(colors)
    }
}

/// How values are written.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// Spaces for each level; `None`: all in one line.
    pub indent: Option<usize>,
    pub tabs: bool,
    pub sorted: bool,
    pub ascii: bool,
    pub colors: Option<Colors>,
}

/// The longest escape of a colour, in bytes between its bracket and its `m`.
const MOST_OF_COLOR: usize = 12;

const RESET: &[u8] = b"\x1b[0m";

/// Writes a value.
pub fn write(value: &Value, style: &Style, out: &mut Vec<u8>) {
    write_within(value, style, 0, out);
}

/// The text of a value in one line.
pub fn text(value: &Value) -> String {
    let mut out = Vec::new();
    write(value, &Style::default(), &mut out);
    // All that is written comes from texts and ASCII.
    String::from_utf8_lossy(&out).into_owned()
}

/// The beginning of a value's text, as it fits a buffer of a size with its closing zero.
pub fn shortened(value: &Value, size: usize) -> String {
    let mut out = Vec::new();
    write_some(value, size, 0, &mut out);
    if out.len() > size - 1 {
        out.truncate(size - 4);
        out.extend_from_slice(b"...");
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes at least so many bytes of a value, if it has them.
fn write_some(value: &Value, size: usize, depth: usize, out: &mut Vec<u8>) {
    if out.len() > size {
        return;
    }
    match value {
        Value::Array(items) if depth < MAX_DEPTH => {
            out.push(b'[');
            for (index, item) in items.0.iter().enumerate() {
                if out.len() > size {
                    return;
                }
                if index > 0 {
                    out.push(b',');
                }
                write_some(item, size, depth + 1, out);
            }
            out.push(b']');
        }
        Value::Object(object) if depth < MAX_DEPTH => {
            out.push(b'{');
            for (index, (key, member)) in object.iter().enumerate() {
                if out.len() > size {
                    return;
                }
                if index > 0 {
                    out.push(b',');
                }
                write_text(key, false, out);
                out.push(b':');
                write_some(member, size, depth + 1, out);
            }
            out.push(b'}');
        }
        Value::String(text) if text.len() > size => {
            let end = (0..=size).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            write_text(&text[..end], false, out);
            out.extend_from_slice(b"..");
        }
        other => write(other, &Style::default(), out),
    }
}

fn new_line(style: &Style, depth: usize, out: &mut Vec<u8>) {
    if style.tabs {
        out.push(b'\n');
        out.resize(out.len() + depth, b'\t');
    } else if let Some(indent) = style.indent {
        out.push(b'\n');
        out.resize(out.len() + depth * indent, b' ');
    }
}

fn write_within(value: &Value, style: &Style, depth: usize, out: &mut Vec<u8>) {
    if depth > MAX_DEPTH {
        out.extend_from_slice(b"<skipped: too deep>");
        return;
    }
    if out.len() > MAX_TEXT {
        // Who asked sees that it is too long.
        return;
    }
    let color = style.colors.as_ref().map(|colors| {
        let index = match value {
            Value::Null => 0,
            Value::Bool(false) => 1,
            Value::Bool(true) => 2,
            Value::Number(_) | Value::Written(..) | Value::Literal(_) => 3,
            Value::String(_) => 4,
            Value::Array(_) => 5,
            Value::Object(_) => 6,
        };
        colors.0[index].as_slice()
    });
    out.extend_from_slice(color.unwrap_or_default());
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        // What is no number is a null with colours of its own.
        Value::Number(number) if number.is_nan() => write_within(&Value::Null, style, depth, out),
        Value::Literal(literal) if literal.value.is_nan() => write_within(&Value::Null, style, depth, out),
        Value::Number(number) | Value::Written(number, _) => number::write(*number, out),
        Value::Literal(literal) => number::write_literal(literal, out),
        Value::String(text) => write_text(text, style.ascii, out),
        Value::Array(items) => {
            out.push(b'[');
            for (index, item) in items.0.iter().enumerate() {
                if index > 0 {
                    separator(color, out);
                }
                new_line(style, depth + 1, out);
                write_within(item, style, depth + 1, out);
            }
            close(b']', items.0.is_empty(), color, style, depth, out);
        }
        Value::Object(object) => {
            out.push(b'{');
            let mut first = true;
            let mut member = |key: &str, value: &Value, out: &mut Vec<u8>| {
                if !first {
                    separator(color, out);
                }
                first = false;
                new_line(style, depth + 1, out);
                match (&style.colors, color) {
                    (Some(colors), Some(color)) => {
                        out.extend_from_slice(RESET);
                        out.extend_from_slice(&colors.0[7]);
                        write_text(key, style.ascii, out);
                        out.extend_from_slice(RESET);
                        out.extend_from_slice(color);
                        out.push(b':');
                    }
                    _ => {
                        write_text(key, style.ascii, out);
                        out.push(b':');
                    }
                }
                if style.tabs || style.indent.is_some() {
                    out.push(b' ');
                }
                if style.colors.is_some() {
                    out.extend_from_slice(RESET);
                }
                write_within(value, style, depth + 1, out);
            };
            if style.sorted {
                for key in object.sorted_keys() {
                    if let Some(value) = object.get(&key) {
                        member(&key, value, out);
                    }
                }
            } else {
                object.iter().for_each(|(key, value)| member(key, value, out));
            }
            close(b'}', object.is_empty(), color, style, depth, out);
        }
    }
    if color.is_some() {
        out.extend_from_slice(RESET);
    }
}

fn separator(color: Option<&[u8]>, out: &mut Vec<u8>) {
    if let Some(color) = color {
        out.extend_from_slice(color);
    }
    out.push(b',');
}

fn close(bracket: u8, empty: bool, color: Option<&[u8]>, style: &Style, depth: usize, out: &mut Vec<u8>) {
    if !empty {
        out.extend_from_slice(color.unwrap_or_default());
        new_line(style, depth, out);
        out.extend_from_slice(color.unwrap_or_default());
    }
    out.push(bracket);
}

/// Writes a text between quotes.
pub fn write_text(text: &str, ascii: bool, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut done = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' && byte != 0x7f && !(ascii && byte >= 0x80) {
            continue;
        }
        if at < done {
            // Inside of a character that is written already.
            continue;
        }
        out.extend_from_slice(&bytes[done..at]);
        done = at + 1;
        let short = match byte {
            b'"' | b'\\' => byte,
            8 => b'b',
            9 => b't',
            10 => b'n',
            12 => b'f',
            13 => b'r',
            0x80.. => {
                let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { continue };
                for unit in character.encode_utf16(&mut [0; 2]) {
                    out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
                done = at + character.len_utf8();
                continue;
            }
            _ => {
                out.extend_from_slice(b"\\u00");
                out.push(HEX[usize::from(byte >> 4)]);
                out.push(HEX[usize::from(byte & 15)]);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', short]);
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
    out.push(b'"');
}
