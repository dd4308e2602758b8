//! awk's `printf`, on the C formats of [`shell::format`].

use bytes::Bytes;

use super::value::{self, Value};
use shell::expand::characters;
use shell::format::{self, Radix, Real, Spec};

/// What is wrong with a call of `printf`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatFault {
    /// There is no argument for the conversion that ends here.
    Arguments { end: usize },
    /// The result would be too long.
    TooLong,
}

/// The longest width and precision that are taken.
const WIDEST: usize = 16 << 20;

/// Appends `value` by a format with one conversion for a number (`OFMT`, `CONVFMT`).
pub fn number_by(out: &mut Vec<u8>, text: &[u8], value: f64) {
    // A format with other conversions has nothing else to show than the number again.
    let arguments = [Value::Number(value), Value::Number(value), Value::Number(value)];
    if append(out, text, &arguments, b"%.6g").is_err() {
        out.extend_from_slice(text);
    }
}

/// One conversion of a format.
struct Conversion {
    spec: Spec,
    letter: u8,
    has_precision: bool,
}

/// Formats `arguments` by `text` and appends the result.
///
/// # Errors
/// [`FormatFault`].
pub fn append(out: &mut Vec<u8>, text: &[u8], arguments: &[Value], convfmt: &[u8]) -> Result<(), FormatFault> {
    let mut at = 0;
    let mut next = 0;
    while let Some(found) = memchr::memchr(b'%', text.get(at..).unwrap_or_default()) {
        out.extend_from_slice(&text[at..at + found]);
        let start = at + found;
        at = start + 1;
        if text.get(at) == Some(&b'%') {
            out.push(b'%');
            at += 1;
            continue;
        }
        let Some(end) = one(out, text, &mut at, &mut next, arguments, convfmt)? else {
            // No conversion: it stands for itself.
            out.extend_from_slice(&text[start..at]);
            continue;
        };
        at = end;
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    Ok(())
}

/// Reads and does one conversion; `None` when it is none, with `at` behind what was read.
fn one(
    out: &mut Vec<u8>,
    text: &[u8],
    at: &mut usize,
    next: &mut usize,
    arguments: &[Value],
    convfmt: &[u8],
) -> Result<Option<usize>, FormatFault> {
    let mut spec = Spec::default();
    let mut position: Option<usize> = None;
    let take = |at: usize, next: &mut usize, position: Option<usize>| -> Result<Value, FormatFault> {
        let index = match position {
            Some(number) => number.saturating_sub(1),
            None => {
                *next += 1;
                *next - 1
            }
        };
        arguments.get(index).cloned().ok_or(FormatFault::Arguments { end: at })
    };
    if let Some(number) = dollar(text, at) {
        position = Some(number);
    }
    while let Some(&byte) = text.get(*at) {
        if !spec.flag(byte) {
            break;
        }
        *at += 1;
    }
    let mut has_precision = false;
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        let own = dollar(text, at);
        let width = take(*at, next, own)?.number();
        if width < 0.0 {
            spec.left = true;
        }
        spec.width = limited(width.abs())?;
    } else {
        spec.width = digits(text, at)?;
    }
    if text.get(*at) == Some(&b'.') {
        *at += 1;
        has_precision = true;
        if text.get(*at) == Some(&b'*') {
            *at += 1;
            let own = dollar(text, at);
            let precision = take(*at, next, own)?.number();
            spec.precision = Some(limited(precision.max(0.0))?);
            has_precision = precision >= 0.0;
        } else {
            spec.precision = Some(digits(text, at)?);
        }
    }
    if !has_precision {
        spec.precision = None;
    }
    while matches!(text.get(*at), Some(b'h' | b'l' | b'L' | b'j' | b'z' | b't' | b'q')) {
        *at += 1;
    }
    let Some(&letter) = text.get(*at) else { return Ok(None) };
    *at += 1;
    if letter == b'%' {
        out.push(b'%');
        return Ok(Some(*at));
    }
    if !matches!(
        letter,
        b'c' | b'd' | b'i' | b'o' | b'x' | b'X' | b'u' | b's' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A')
    {
        return Ok(None);
    }
    let argument = take(*at, next, position)?;
    convert(out, &Conversion { spec, letter, has_precision }, &argument, convfmt);
    Ok(Some(*at))
}

fn convert(out: &mut Vec<u8>, conversion: &Conversion, argument: &Value, convfmt: &[u8]) {
    let Conversion { mut spec, letter, has_precision } = *conversion;
    match letter {
        b'c' => {
            let text = character(argument);
            spec.precision = None;
            pad(out, &spec, &text);
        }
        b's' => {
            let text = argument.to_text(convfmt);
            let shown = match spec.precision {
                Some(most) => &text[..characters::offset(&text, most)],
                None => &text,
            };
            pad(out, &spec, shown);
        }
        b'd' | b'i' | b'o' | b'x' | b'X' | b'u' => {
            let number = argument.number();
            if !number.is_finite() {
                special(out, &spec, number);
                return;
            }
            let whole = number.trunc();
            let signed = matches!(letter, b'd' | b'i');
            if !has_precision {
                spec.precision = None;
            } else {
                spec.zero = false;
            }
            if whole.abs() < 9.2e18 {
                let value = whole as i64;
                match letter {
                    b'd' | b'i' => format::format_signed(out, &spec, value),
                    b'u' if value >= 0 => format::format_unsigned(out, &spec, value as u64, Radix::Decimal),
                    // What has no such form is shown as a number.
                    _ if value < 0 && letter == b'u' => {
                        format::format_unsigned(out, &spec, value as u64, Radix::Decimal);
                    }
                    b'o' => format::format_unsigned(out, &spec, value as u64, Radix::Octal),
                    b'x' => format::format_unsigned(out, &spec, value as u64, Radix::Hex),
                    _ => format::format_unsigned(out, &spec, value as u64, Radix::UpperHex),
                }
            } else if !signed && whole > 0.0 && whole < 1.8e19 && letter != b'u' {
                let value = whole as u64;
                let radix = match letter {
                    b'o' => Radix::Octal,
                    b'x' => Radix::Hex,
                    _ => Radix::UpperHex,
                };
                format::format_unsigned(out, &spec, value, radix);
            } else {
                spec.precision = Some(0);
                format::format_float(out, &spec, b'f', Real::from_f64(whole));
            }
        }
        _ => {
            let number = argument.number();
            if !number.is_finite() {
                special(out, &spec, number);
                return;
            }
            format::format_float(out, &spec, letter, Real::from_f64(number));
        }
    }
}

/// Infinities and what is no number, with a sign always.
fn special(out: &mut Vec<u8>, spec: &Spec, number: f64) {
    let mut text = Vec::new();
    value::print_number(&mut text, number, b"%.6g");
    let spec = Spec { precision: None, zero: false, ..*spec };
    spec.pad(out, &text);
}

/// The character of `%c`: of a number's code, or the first of a string.
fn character(argument: &Value) -> Bytes {
    let code = match argument {
        Value::Number(number) => Some(*number),
        Value::Input(text) => value::numeric(text),
        Value::Unset => Some(0.0),
        _ => None,
    };
    match code {
        Some(code) => {
            let code = code.clamp(0.0, f64::from(u32::MAX)) as u32;
            match char::from_u32(code) {
                Some(character) => Bytes::from(character.to_string()),
                None => Bytes::from(vec![(code & 0xff) as u8]),
            }
        }
        None => {
            let text = argument.to_text(b"%.6g");
            if text.is_empty() {
                return Bytes::from_static(b"\0");
            }
            text.slice(..characters::offset(&text, 1))
        }
    }
}

/// Pads to a width in characters.
fn pad(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    let wide = characters::count(text);
    // The filler counts bytes; characters are fewer.
    let spec = Spec { width: spec.width.saturating_add(text.len() - wide), zero: false, precision: None, ..*spec };
    spec.pad(out, text);
}

fn limited(number: f64) -> Result<usize, FormatFault> {
    if number > WIDEST as f64 {
        return Err(FormatFault::TooLong);
    }
    Ok(number as usize)
}

fn digits(text: &[u8], at: &mut usize) -> Result<usize, FormatFault> {
    let mut value = 0usize;
    while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        *at += 1;
    }
    if value > WIDEST { Err(FormatFault::TooLong) } else { Ok(value) }
}

/// `N$`
fn dollar(text: &[u8], at: &mut usize) -> Option<usize> {
    let rest = text.get(*at..)?;
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 || rest.get(length) != Some(&b'$') {
        return None;
    }
    let number = rest[..length].iter().fold(0usize, |value, byte| {
        value.saturating_mul(10).saturating_add(usize::from(byte - b'0'))
    });
    *at += length + 1;
    Some(number)
}
