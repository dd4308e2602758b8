//! awk's values: numbers, strings, and input that is a number when it looks like one.

use std::rc::Rc;

use bytes::Bytes;

use shell::format::{self, Real, Spec};
use shell::regex::Regex;

use super::dialect::Numbers;
use crate::shared::unicode::is_space_byte;

/// A scalar.
#[derive(Debug, Clone, Default)]
pub enum Value {
    /// Never assigned to: the empty string and zero at once.
    #[default]
    Unset,
    Number(f64),
    /// A truth value of `mkbool`, which is the number 1 or 0.
    Bool(bool),
    Text(Bytes),
    /// From outside: compared as a number when it looks like one (POSIX: a numeric string).
    Input(Bytes),
    /// A field that is not there: the empty string from outside, but with no type.
    Absent,
    /// `@/…/`
    Regex(Rc<Regex>, Bytes),
}

impl Value {
    pub fn text(bytes: impl Into<Bytes>) -> Value {
        Value::Text(bytes.into())
    }

    pub fn flag(value: bool) -> Value {
        Value::Number(if value { 1.0 } else { 0.0 })
    }

    /// The number, where strings are read by `numbers`.
    pub fn number(&self, numbers: Numbers) -> f64 {
        match self {
            Value::Unset | Value::Absent => 0.0,
            Value::Number(value) => *value,
            Value::Bool(value) => f64::from(*value),
            Value::Text(text) | Value::Input(text) | Value::Regex(_, text) => number_as(text, numbers),
        }
    }

    /// The string, numbers by `convfmt`, of a value that nobody else wants.
    pub fn into_text(self, convfmt: &[u8]) -> Bytes {
        match self {
            Value::Text(text) | Value::Input(text) => text,
            other => other.to_text(convfmt),
        }
    }

    /// The string, numbers by `convfmt`.
    pub fn to_text(&self, convfmt: &[u8]) -> Bytes {
        match self {
            Value::Unset | Value::Absent => Bytes::new(),
            Value::Bool(value) => Bytes::from_static(if *value { b"1" } else { b"0" }),
            Value::Number(value) => {
                let mut out = Vec::new();
                print_number(&mut out, *value, convfmt);
                Bytes::from(out)
            }
            Value::Text(text) | Value::Input(text) | Value::Regex(_, text) => text.clone(),
        }
    }

    pub fn append_to(&self, out: &mut Vec<u8>, convfmt: &[u8]) {
        match self {
            Value::Unset | Value::Absent => {}
            Value::Bool(value) => out.push(b'0' + u8::from(*value)),
            Value::Number(value) => print_number(out, *value, convfmt),
            Value::Text(text) | Value::Input(text) | Value::Regex(_, text) => out.extend_from_slice(text),
        }
    }

    pub fn is_true(&self, numbers: Numbers) -> bool {
        match self {
            Value::Unset | Value::Absent => false,
            Value::Bool(value) => *value,
            Value::Number(value) => *value != 0.0,
            Value::Text(text) | Value::Regex(_, text) => !text.is_empty(),
            Value::Input(text) => match numeric_as(text, numbers) {
                Some(value) => value != 0.0,
                None => !text.is_empty(),
            },
        }
    }

    /// The number, if the value compares as one.
    pub fn comparable(&self, numbers: Numbers) -> Option<f64> {
        match self {
            Value::Unset => Some(0.0),
            Value::Number(value) => Some(*value),
            Value::Bool(value) => Some(f64::from(*value)),
            Value::Input(text) => numeric_as(text, numbers),
            Value::Text(_) | Value::Regex(..) | Value::Absent => None,
        }
    }
}

/// `+inf`, `-nan` and the like: only with a sign, so that words are not numbers.
fn signed_special(text: &[u8]) -> Option<f64> {
    let [sign @ (b'+' | b'-'), rest @ ..] = text else { return None };
    let [first, second, third] = rest else { return None };
    let word = [first.to_ascii_lowercase(), second.to_ascii_lowercase(), third.to_ascii_lowercase()];
    let value = match &word {
        b"inf" => f64::INFINITY,
        b"nan" => f64::NAN,
        _ => return None,
    };
    Some(if *sign == b'-' { -value } else { value })
}

/// How many bytes of `text` are a decimal number without leading space.
pub fn number_length(text: &[u8]) -> usize {
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let whole = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let digits = text[at + 1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            at += 1 + sign + digits;
        }
    }
    at
}

/// The value of text that [`number_length`] takes whole.
fn decimal(text: &[u8]) -> f64 {
    if text.len() <= 15 && text.iter().all(u8::is_ascii_digit) {
        // Exact in 64 bits, and most numbers are such.
        return text.iter().fold(0u64, |value, byte| value * 10 + u64::from(byte - b'0')) as f64;
    }
    let text = text.strip_prefix(b"+").unwrap_or(text);
    // Only ASCII digits, signs, a point and an exponent are left.
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// The number that `text` begins with, else 0.
pub fn parse_number(text: &[u8]) -> f64 {
    let start = text.iter().position(|byte| !is_space_byte(*byte)).unwrap_or(text.len());
    let text = &text[start..];
    match text.first() {
        Some(b'0'..=b'9' | b'.') => {}
        Some(b'+' | b'-') => {
            if let Some(value) = text.get(..4).and_then(signed_special)
                && text.get(4).is_none_or(|byte| is_space_byte(*byte))
            {
                return value;
            }
        }
        _ => return 0.0,
    }
    decimal(&text[..number_length(text)])
}

/// The number that all of `text` is, blanks around it aside.
pub fn numeric(text: &[u8]) -> Option<f64> {
    let start = text.iter().position(|byte| !is_space_byte(*byte))?;
    let end = text.iter().rposition(|byte| !is_space_byte(*byte)).map_or(start, |last| last + 1);
    let text = &text[start..end];
    if !matches!(text[0], b'0'..=b'9' | b'.' | b'+' | b'-') {
        return None;
    }
    let length = number_length(text);
    if length == text.len() {
        return Some(decimal(text));
    }
    signed_special(text)
}

/// As [`parse_number`], by the rules of a dialect.
pub fn number_as(text: &[u8], numbers: Numbers) -> f64 {
    if numbers == Numbers::Decimal {
        return parse_number(text);
    }
    let start = text.iter().position(|byte| !is_space_byte(*byte)).unwrap_or(text.len());
    let text = &text[start..];
    let (negative, rest) = signed(text);
    match other_base(rest, numbers).filter(|_| is_signed_too(text, rest)) {
        Some((value, _)) => if negative { -value } else { value },
        None => parse_number(text),
    }
}

/// As [`numeric`], by the rules of a dialect.
pub fn numeric_as(text: &[u8], numbers: Numbers) -> Option<f64> {
    if numbers == Numbers::Decimal {
        return numeric(text);
    }
    let trimmed = text.trim_ascii();
    let (negative, rest) = signed(trimmed);
    match other_base(rest, numbers).filter(|_| is_signed_too(trimmed, rest)) {
        Some((value, length)) if length == rest.len() => Some(if negative { -value } else { value }),
        _ => numeric(text),
    }
}

/// Octal numbers have no sign.
fn is_signed_too(text: &[u8], rest: &[u8]) -> bool {
    text.len() == rest.len() || !matches!(rest, [b'0', b'0'..=b'9', ..])
}

/// Takes a sign away: whether it was a minus, and what follows.
fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// The number that `text` begins with and its length, where it is none of decimal digits.
fn other_base(text: &[u8], numbers: Numbers) -> Option<(f64, usize)> {
    if let [b'0', b'x' | b'X', digits @ ..] = text {
        let whole = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if numbers == Numbers::AnyBase {
            return Some((hexadecimal(&digits[..whole]), 2 + whole)).filter(|_| whole > 0);
        }
        return hexadecimal_real(digits).map(|(value, length)| (value, 2 + length));
    }
    if numbers == Numbers::AnyBase {
        let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let octal = text.first() == Some(&b'0') && text[..length].iter().all(|byte| matches!(byte, b'0'..=b'7'));
        if !octal || length < 2 || matches!(text.get(length), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        let value = text[..length].iter().fold(0.0, |value, byte| value * 8.0 + f64::from(byte - b'0'));
        return Some((value, length));
    }
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if begins(b"infinity") {
        Some((f64::INFINITY, 8))
    } else if begins(b"inf") {
        Some((f64::INFINITY, 3))
    } else if begins(b"nan") {
        Some((f64::NAN, 3))
    } else {
        None
    }
}

/// Hexadecimal digits with a point and an exponent of two, as C's `strtod` reads them behind `0x`.
fn hexadecimal_real(text: &[u8]) -> Option<(f64, usize)> {
    let whole = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let mut at = whole;
    let mut value = hexadecimal(&text[..whole]);
    let mut digits = whole;
    if text.get(at) == Some(&b'.') {
        let fraction = text[at + 1..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let mut weight = 1.0 / 16.0;
        for byte in &text[at + 1..at + 1 + fraction] {
            value += f64::from(char::from(*byte).to_digit(16).unwrap_or(0)) * weight;
            weight /= 16.0;
        }
        digits += fraction;
        if digits > 0 {
            at += 1 + fraction;
        }
    }
    if digits == 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'p' | b'P')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let length = text[at + 1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length > 0 {
            let exponent = decimal(&text[at + 1..at + 1 + sign + length]).clamp(-5000.0, 5000.0) as i32;
            value *= 2f64.powi(exponent);
            at += 1 + sign + length;
        }
    }
    Some((value, at))
}

/// The value of hexadecimal digits.
pub fn hexadecimal(digits: &[u8]) -> f64 {
    digits.iter().fold(0.0, |value, byte| value * 16.0 + f64::from(char::from(*byte).to_digit(16).unwrap_or(0)))
}

/// `strtonum`: also octal and hexadecimal text.
pub fn any_base(text: &[u8]) -> f64 {
    // Only a zero that is the very first says that another base follows.
    match text {
        [b'0', b'x' | b'X', rest @ ..] => {
            let length = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            hexadecimal(&rest[..length])
        }
        [b'0', rest @ ..] if rest.first().is_some_and(|byte| matches!(byte, b'0'..=b'7')) => {
            let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let octal = rest[..length].iter().all(|byte| matches!(byte, b'0'..=b'7'));
            if !octal || matches!(rest.get(length), Some(b'.' | b'e' | b'E')) {
                return parse_number(text);
            }
            rest[..length].iter().fold(0.0, |value, byte| value * 8.0 + f64::from(byte - b'0'))
        }
        _ => parse_number(text),
    }
}

/// Appends a number as `print` and concatenation do: a whole number in full, else by `format` (`OFMT` or `CONVFMT`).
pub fn print_number(out: &mut Vec<u8>, value: f64, format: &[u8]) {
    if value.is_nan() {
        out.extend_from_slice(if value.is_sign_negative() { b"-nan" } else { b"+nan" });
    } else if value.is_infinite() {
        out.extend_from_slice(if value < 0.0 { b"-inf" } else { b"+inf" });
    } else if value.trunc() == value {
        if value.abs() < 9.0e15 {
            out.extend_from_slice(format::decimal(value as i64, &mut [0; 20]));
        } else {
            let spec = Spec { precision: Some(0), ..Spec::default() };
            format::format_float(out, &spec, b'f', Real::from_f64(value));
        }
    } else if format == b"%.6g" {
        let spec = Spec { precision: Some(6), ..Spec::default() };
        format::format_float(out, &spec, b'g', Real::from_f64(value));
    } else {
        super::printf::number_by(out, format, value);
    }
}
