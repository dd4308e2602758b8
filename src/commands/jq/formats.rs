//! `@csv`, `@sh`, `@base64` and the other formats.

use std::fmt::Write;

use super::error::{Stop, fail};
use super::json::text;
use super::operators::described;
use super::print;
use super::value::{MAX_TEXT, TEXT_TOO_LONG, Value};
use crate::shared::markup::push_escaped;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of a value: a string as it is, anything else as JSON.
pub fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.as_ref().clone(),
        other => print::text(other),
    }
}

/// What stands for a value in an interpolated string.
pub fn part(format_name: Option<&str>, value: Value) -> Result<Value, Stop> {
    match (format_name, value) {
        (None, text @ Value::String(_)) => Ok(text),
        (None, other) => Ok(Value::string(print::text(&other))),
        (Some(name), value) => format(name, &value),
    }
}

/// Adds a [`part`] to the string.
pub fn append(part: &Value, out: &mut String) -> Result<(), Stop> {
    if let Value::String(text) = part {
        out.push_str(text);
    }
    if out.len() > MAX_TEXT {
        return fail(TEXT_TOO_LONG);
    }
    Ok(())
}

/// Formats a value as `@name`.
pub fn format(name: &str, value: &Value) -> Result<Value, Stop> {
    let formatted = match name {
        "text" if matches!(value, Value::String(_)) => return Ok(value.clone()),
        "text" => to_text(value),
        "json" => print::text(value),
        "csv" => row(value, "csv", ",", |text, out| {
            out.push('"');
            out.push_str(&text.replace('"', "\"\""));
            out.push('"');
        })?,
        "tsv" => row(value, "tsv", "\t", |text, out| {
            for character in text.chars() {
                match character {
                    '\t' => out.push_str("\\t"),
                    '\r' => out.push_str("\\r"),
                    '\n' => out.push_str("\\n"),
                    '\\' => out.push_str("\\\\"),
                    other => out.push(other),
                }
            }
        })?,
        "html" => {
            let text = to_text(value);
            let mut out = Vec::with_capacity(text.len());
            push_escaped(&mut out, text.as_bytes(), b"&apos;");
            String::from_utf8(out).unwrap_or(text)
        }
        "uri" => {
            let mut out = String::new();
            for byte in to_text(value).bytes() {
                if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
                    out.push(char::from(byte));
                } else {
                    let _ = write!(out, "%{byte:02X}");
                }
            }
            out
        }
        "sh" => shell_words(value)?,
        "base64" => encode_base64(to_text(value).as_bytes()),
        "base64d" => {
            let source = to_text(value);
            match decode_base64(source.as_bytes()) {
                Ok(bytes) => text::decode(&bytes),
                Err(why) => return fail(format!("{} {why}", described(&Value::string(source)))),
            }
        }
        other => return fail(format!("{other} is not a valid format")),
    };
    if formatted.len() > MAX_TEXT {
        return fail(TEXT_TOO_LONG);
    }
    Ok(Value::string(formatted))
}

fn row(value: &Value, name: &str, separator: &str, quote: impl Fn(&str, &mut String)) -> Result<String, Stop> {
    let Value::Array(items) = value else {
        return fail(format!("{} cannot be {name}-formatted, only array", described(value)));
    };
    let mut out = String::new();
    for (index, item) in items.0.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        match item {
            Value::Null => {}
            Value::Number(number) if number.is_nan() => {}
            Value::Bool(_) | Value::Number(_) | Value::Written(..) | Value::Literal(_) => out.push_str(&print::text(item)),
            Value::String(text) => quote(text, &mut out),
            other => return fail(format!("{} is not valid in a csv row", described(other))),
        }
    }
    Ok(out)
}

fn shell_words(value: &Value) -> Result<String, Stop> {
    let single = std::slice::from_ref(value);
    let items = value.items().unwrap_or(single);
    let mut out = String::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        match item {
            Value::Array(_) | Value::Object(_) => {
                return fail(format!("{} can not be escaped for shell", described(item)));
            }
            Value::String(text) => {
                out.push('\'');
                out.push_str(&text.replace('\'', "'\\''"));
                out.push('\'');
            }
            other => out.push_str(&print::text(other)),
        }
    }
    Ok(out)
}

fn encode_base64(data: &[u8]) -> String {
    let mut out = String::with_capacity(data.len().div_ceil(3) * 4);
    for chunk in data.chunks(3) {
        let group = chunk.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            if place <= chunk.len() {
                out.push(char::from(ALPHABET[(group >> (18 - 6 * place) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

/// The inner error says what is wrong with the text.
fn decode_base64(data: &[u8]) -> Result<Vec<u8>, &'static str> {
    let mut table = [u8::MAX; 256];
    for (value, letter) in (0_u8..).zip(ALPHABET) {
        table[usize::from(*letter)] = value;
    }
    let mut out = Vec::with_capacity(data.len() / 4 * 3);
    let (mut group, mut bits) = (0_u32, 0);
    for &letter in data {
        if letter == b'=' {
            break;
        }
        let value = table[usize::from(letter)];
        if value == u8::MAX {
            return Err("is not valid base64 data");
        }
        group = (group << 6 | u32::from(value)) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((group >> bits & 0xff) as u8);
        }
    }
    // A single letter is no byte.
    if bits == 6 {
        return Err("trailing base64 byte found");
    }
    Ok(out)
}
