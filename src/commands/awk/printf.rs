//! awk's `printf`, on the C formats of [`shell::format`].

use bytes::Bytes;

use super::dialect::{Characters, Dialect};
use super::value::{self, Value};
use shell::format::{self, Radix, Real, Spec};

/// What is wrong with a call of `printf`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatFault {
    /// There is no argument for the conversion that ends here.
    Arguments { end: usize },
    /// Something is used where gawk forbids it, `$` mostly.
    Dollar(String),
    /// The result would be too long.
    TooLong,
}

/// How values are shown.
pub struct Style<'a> {
    /// The format of numbers that are shown as strings.
    pub convfmt: &'a [u8],
    pub dialect: Dialect,
}

impl<'a> Style<'a> {
    pub fn new(convfmt: &'a [u8], dialect: Dialect) -> Style<'a> {
        Style { convfmt, dialect }
    }

    fn characters(&self) -> Characters {
        self.dialect.characters()
    }
}

/// The longest width and precision that are taken.
const WIDEST: usize = 16 << 20;

/// Appends `value` by a format with one conversion for a number (`OFMT`, `CONVFMT`).
pub fn number_by(out: &mut Vec<u8>, text: &[u8], value: f64) {
    // A format with other conversions has nothing else to show than the number again.
    let arguments = [Value::Number(value), Value::Number(value), Value::Number(value)];
    if append(out, text, &arguments, &Style::new(b"%.6g", Dialect::default())).is_err() {
        out.extend_from_slice(text);
    }
}

/// What the next digits of a conversion belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Width,
    Precision,
    /// Neither: the precision is over.
    Nothing,
}

/// One conversion of a format, as far as it was read.
struct Conversion {
    spec: Spec,
    part: Part,
    /// `-` behind the point: a precision that counts as none.
    negative: bool,
    /// `N$`
    position: Option<usize>,
    /// Modifiers of C, each once and without effect.
    modifiers: [bool; 6],
}

/// The arguments as conversions take them.
struct Arguments<'a> {
    values: &'a [Value],
    next: usize,
    /// A conversion named its argument by `N$`.
    dollar: bool,
    texts: Texts,
}

/// Which of the first 64 arguments were shown as strings.
#[derive(Clone, Copy, Default)]
pub struct Texts(u64);

impl Texts {
    fn insert(&mut self, index: usize) {
        self.0 |= u32::try_from(index).ok().and_then(|index| 1u64.checked_shl(index)).unwrap_or(0);
    }

    pub fn contains(self, index: usize) -> bool {
        u32::try_from(index).ok().and_then(|index| self.0.checked_shr(index)).is_some_and(|rest| rest & 1 == 1)
    }
}

const MIXED: &str = "must use `count$' on all formats or none";

impl<'a> Arguments<'a> {
    fn take(&mut self, position: Option<usize>, end: usize) -> Result<(usize, &'a Value), FormatFault> {
        let index = match position {
            Some(_) if self.next > 0 => return Err(FormatFault::Dollar(MIXED.to_owned())),
            Some(number) => number.saturating_sub(1),
            None if self.dollar => return Err(FormatFault::Dollar(MIXED.to_owned())),
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        self.values.get(index).map(|value| (index, value)).ok_or(FormatFault::Arguments { end })
    }
}

/// Formats `arguments` by `text` and appends the result; which were shown as strings.
///
/// # Errors
/// [`FormatFault`].
pub fn append(out: &mut Vec<u8>, text: &[u8], arguments: &[Value], style: &Style<'_>) -> Result<Texts, FormatFault> {
    let mut arguments = Arguments { values: arguments, next: 0, dollar: false, texts: Texts::default() };
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'%', text.get(at..).unwrap_or_default()) {
        out.extend_from_slice(&text[at..at + found]);
        let start = at + found;
        at = start + 1;
        if !one(out, text, &mut at, &mut arguments, style)? {
            // No conversion: it stands for itself.
            out.extend_from_slice(&text[start..at]);
        }
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    Ok(arguments.texts)
}

/// Reads and does one conversion; false when it is none, with `at` behind what was read.
fn one(
    out: &mut Vec<u8>,
    text: &[u8],
    at: &mut usize,
    arguments: &mut Arguments<'_>,
    style: &Style<'_>,
) -> Result<bool, FormatFault> {
    let mut conversion = Conversion {
        spec: Spec::default(),
        part: Part::Width,
        negative: false,
        position: None,
        modifiers: [false; 6],
    };
    while let Some(&byte) = text.get(*at) {
        *at += 1;
        match byte {
            b'%' => {
                out.push(b'%');
                return Ok(true);
            }
            b'0'..=b'9' => {
                if !digits(text, at, &mut conversion) {
                    return Ok(false);
                }
            }
            b'$' if style.dialect.is_plain() => {
                return Err(FormatFault::Dollar("`$' is not permitted in awk formats".to_owned()));
            }
            b'$' => {
                if conversion.part != Part::Width {
                    return Err(FormatFault::Dollar("`$' not permitted after period in format".to_owned()));
                }
                let number = std::mem::take(&mut conversion.spec.width);
                arguments.dollar = true;
                if number == 0 {
                    return Err(FormatFault::Dollar("argument index with `$' must be > 0".to_owned()));
                }
                if number > arguments.values.len() {
                    return Err(FormatFault::Dollar(format!(
                        "argument index {number} greater than total number of supplied arguments"
                    )));
                }
                conversion.position = Some(number);
            }
            b'*' => {
                if !star(text, at, &mut conversion, arguments, style)? {
                    return Ok(false);
                }
            }
            // C's -1, which is a flag without effect there.
            b' ' | b'+' | b'#' | b'\'' | b'-' | 0xff => {
                match byte {
                    b' ' if conversion.spec.plus => {}
                    b' ' => conversion.spec.space = true,
                    b'+' => conversion.spec.plus = true,
                    b'#' => conversion.spec.alternate = true,
                    b'-' if conversion.negative => return Ok(false),
                    b'-' if conversion.part == Part::Precision => {
                        conversion.negative = true;
                        conversion.spec.precision = None;
                        continue;
                    }
                    b'-' => conversion.spec.left = true,
                    _ => {}
                }
                if conversion.part != Part::Width {
                    return Ok(false);
                }
            }
            b'.' => {
                if conversion.part != Part::Width {
                    return Ok(false);
                }
                conversion.part = Part::Precision;
                conversion.spec.precision = Some(0);
            }
            b'h' | b'l' | b'L' | b'j' | b'z' | b't' => {
                if style.dialect.posix {
                    let shown = char::from(byte);
                    let message = format!("`{shown}' is not permitted in POSIX awk formats");
                    return Err(FormatFault::Dollar(message));
                }
                let seen = b"hlLjzt".iter().position(|letter| *letter == byte).unwrap_or(0);
                if std::mem::replace(&mut conversion.modifiers[seen], true) {
                    return Ok(false);
                }
            }
            b'c' | b'd' | b'i' | b'o' | b'x' | b'X' | b'u' | b's' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a'
            | b'A' => {
                let (index, argument) = arguments.take(conversion.position, *at)?;
                if byte == b's' {
                    arguments.texts.insert(index);
                }
                // What is infinite or no number is never padded.
                let is_padded =
                    matches!(byte, b'c' | b's') || argument.number(style.dialect.numbers()).is_finite();
                if is_padded && conversion.spec.width.max(conversion.spec.precision.unwrap_or(0)) > WIDEST {
                    return Err(FormatFault::TooLong);
                }
                convert(out, &conversion.spec, byte, argument, style);
                return Ok(true);
            }
            _ => return Ok(false),
        }
    }
    Ok(false)
}

/// Digits of a width or precision, the first of which was read; false where none may stand.
fn digits(text: &[u8], at: &mut usize, conversion: &mut Conversion) -> bool {
    if conversion.part == Part::Nothing {
        return false;
    }
    let first = *at - 1;
    if text[first] == b'0' && conversion.part == Part::Width {
        conversion.spec.zero = true;
    }
    let mut value = 0usize;
    *at = first;
    while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        *at += 1;
    }
    if conversion.part == Part::Width {
        conversion.spec.width = value;
    } else {
        conversion.spec.precision = (!conversion.negative).then_some(value);
        conversion.part = Part::Nothing;
    }
    true
}

/// `*` and `*N$`; false where none may stand.
fn star(
    text: &[u8],
    at: &mut usize,
    conversion: &mut Conversion,
    arguments: &mut Arguments<'_>,
    style: &Style<'_>,
) -> Result<bool, FormatFault> {
    if conversion.part == Part::Nothing {
        return Ok(false);
    }
    let length = text.get(*at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = if length > 0 {
        let number = text[*at..*at + length].iter().fold(0usize, |value, byte| {
            value.saturating_mul(10).saturating_add(usize::from(byte - b'0'))
        });
        *at += length;
        if text.get(*at) != Some(&b'$') {
            let message = "no `$' supplied for positional field width or precision";
            return Err(FormatFault::Dollar(message.to_owned()));
        }
        *at += 1;
        number.checked_sub(1).and_then(|index| arguments.values.get(index)).ok_or(FormatFault::Arguments { end: *at })?
    } else if arguments.dollar {
        return Err(FormatFault::Dollar(format!("fatal: {MIXED}")));
    } else {
        let position = conversion.position;
        arguments.take(position, *at)?.1
    };
    // What is beyond all numbers is none.
    let number = Some(signed(value.number(style.dialect.numbers()))).filter(|number| *number != i64::MIN).unwrap_or(0);
    let amount = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
    if conversion.part == Part::Width {
        conversion.spec.left |= number < 0;
        conversion.spec.width = amount;
    } else {
        conversion.spec.precision = (number >= 0 && !conversion.negative).then_some(amount);
        conversion.part = Part::Nothing;
    }
    Ok(true)
}

/// A double as C on this kind of processor makes 64 bits without a sign of it.
pub fn unsigned(number: f64) -> u64 {
    const HALF: f64 = 9_223_372_036_854_775_808.0;
    if number.is_nan() || number < -HALF {
        1 << 63
    } else if number < HALF {
        number as i64 as u64
    } else if number < 2.0 * HALF {
        number as u64
    } else {
        0
    }
}

/// A double as C on this kind of processor makes 64 bits with a sign of it.
pub fn signed(number: f64) -> i64 {
    if number.abs() < 9_223_372_036_854_775_808.0 { number as i64 } else { i64::MIN }
}

fn convert(out: &mut Vec<u8>, spec: &Spec, letter: u8, argument: &Value, style: &Style<'_>) {
    match letter {
        b'c' => {
            let (text, in_bytes) = character(argument, style);
            let spec = Spec { precision: None, zero: false, ..*spec };
            if in_bytes { spec.pad(out, &text) } else { pad(out, &spec, &text, style.characters()) }
        }
        b's' => {
            let text = argument.to_text(style.convfmt);
            let shown = match spec.precision {
                Some(most) => &text[..style.characters().offset(&text, most)],
                None => &text,
            };
            pad(out, spec, shown, style.characters());
        }
        b'd' | b'i' | b'o' | b'x' | b'X' | b'u' => {
            let number = argument.number(style.dialect.numbers());
            if !number.is_finite() {
                special(out, number, letter);
                return;
            }
            // A fraction still counts where `#` asks whether there is anything to mark.
            if number.abs() < 1.0 && number != 0.0 && spec.alternate && matches!(letter, b'x' | b'X' | b'o') {
                let mark: &[u8] = match letter {
                    b'x' => b"0x0",
                    b'X' => b"0X0",
                    _ => b"00",
                };
                spec.pad(out, mark);
                return;
            }
            whole(out, spec, letter, number.trunc());
        }
        _ => {
            let number = argument.number(style.dialect.numbers());
            if !number.is_finite() {
                special(out, number, letter);
                return;
            }
            format::format_float(out, spec, letter, Real::from_f64(number));
        }
    }
}

/// A whole number; one that has no such form is shown by `%g`.
fn whole(out: &mut Vec<u8>, spec: &Spec, letter: u8, number: f64) {
    let signed = matches!(letter, b'd' | b'i');
    // A precision without a width fills with zeros, as does the flag without a precision.
    let mut spec = Spec { zero: spec.zero && spec.precision.is_none(), ..*spec };
    if number == 0.0 && spec.precision == Some(0) {
        // A zero without digits has no sign either, but with a mark it is a digit.
        (spec.plus, spec.space) = (false, false);
        if spec.alternate && matches!(letter, b'u' | b'x' | b'X') {
            spec.precision = Some(1);
        }
    }
    if signed {
        if number.abs() < 9.2e18 {
            format::format_signed(out, &spec, number as i64);
        } else {
            let digits = spec.precision.unwrap_or(0);
            let mut text = Vec::new();
            format::format_float(&mut text, &Spec { precision: Some(0), ..Spec::default() }, b'f', Real::from_f64(number.abs()));
            if text.len() < digits {
                let zeros = digits - text.len();
                text.splice(0..0, std::iter::repeat_n(b'0', zeros));
            }
            let sign: &[u8] = match (number < 0.0, spec.plus, spec.space) {
                (true, ..) => b"-",
                (_, true, _) => b"+",
                (_, _, true) => b" ",
                _ => b"",
            };
            let fill = spec.width.saturating_sub(sign.len() + text.len());
            let zeros = spec.zero && !spec.left;
            let blanks = |out: &mut Vec<u8>| out.resize(out.len() + fill, b' ');
            if !spec.left && !zeros {
                blanks(out);
            }
            out.extend_from_slice(sign);
            if zeros {
                out.resize(out.len() + fill, b'0');
            }
            out.extend_from_slice(&text);
            if spec.left {
                blanks(out);
            }
        }
        return;
    }
    let bits = unsigned(number);
    let exact = if number < 0.0 { bits as i64 as f64 == number } else { bits as f64 == number };
    if !exact {
        format::format_float(out, &spec, b'g', Real::from_f64(number));
        return;
    }
    let radix = match letter {
        b'u' => Radix::Decimal,
        b'o' => Radix::Octal,
        b'x' => Radix::Hex,
        _ => Radix::UpperHex,
    };
    let mut spec = Spec { plus: false, space: false, ..spec };
    if letter == b'o' && spec.alternate && bits != 0 {
        // The leading zero comes beside the digits that the precision asks for.
        let digits = ((64 - bits.leading_zeros()).div_ceil(3) as usize).max(spec.precision.unwrap_or(0));
        spec.precision = spec.precision.map(|_| digits + 1);
    }
    format::format_unsigned(out, &spec, bits, radix);
}

/// Infinities and what is no number: with a sign always, and never padded.
fn special(out: &mut Vec<u8>, number: f64, letter: u8) {
    let from = out.len();
    value::print_number(out, number, b"%.6g");
    if letter.is_ascii_uppercase() {
        out[from..].make_ascii_uppercase();
    }
}

/// The character of `%c`: of a number's code, or the first of a string. Also says whether it counts in bytes.
fn character(argument: &Value, style: &Style<'_>) -> (Bytes, bool) {
    let code = match argument {
        Value::Number(number) => Some(*number),
        Value::Bool(value) => Some(f64::from(*value)),
        Value::Input(text) => value::numeric_as(text, style.dialect.numbers()),
        Value::Unset => Some(0.0),
        _ => None,
    };
    match code {
        Some(code) => {
            let code = unsigned(code) as u32;
            if style.dialect.bytes {
                return (Bytes::from(vec![(code & 0xff) as u8]), true);
            }
            (encoded(code), true)
        }
        None => {
            let text = argument.to_text(b"%.6g");
            if text.is_empty() {
                return (Bytes::from_static(b"\0"), true);
            }
            let end = style.characters().offset(&text, 1);
            (text.slice(..end), false)
        }
    }
}

/// UTF-8 as the C library writes it, beyond Unicode too; what is no character is its lowest byte.
fn encoded(code: u32) -> Bytes {
    if let Some(character) = char::from_u32(code) {
        return Bytes::from(character.to_string());
    }
    let (length, mark) = match code {
        0x11_0000..=0x1f_ffff => (4, 0xf0u8),
        0x20_0000..=0x3ff_ffff => (5, 0xf8),
        0x400_0000..=0x7fff_ffff => (6, 0xfc),
        _ => return Bytes::from(vec![(code & 0xff) as u8]),
    };
    let mut out = Vec::with_capacity(length);
    for index in (0..length).rev() {
        let bits = (code >> (6 * index)) & 0x3f;
        out.push(if index + 1 == length { mark | bits as u8 } else { 0x80 | bits as u8 });
    }
    Bytes::from(out)
}

/// Pads to a width in characters.
fn pad(out: &mut Vec<u8>, spec: &Spec, text: &[u8], characters: Characters) {
    let wide = characters.count(text);
    // The filler counts bytes; characters are fewer.
    let spec = Spec { width: spec.width.saturating_add(text.len() - wide), zero: false, precision: None, ..*spec };
    spec.pad(out, text);
}
