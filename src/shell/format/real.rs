//! Floating-point numbers of two precisions, and reading them from text.
//!
//! The shell's `printf` and the GNU tools compute in the 80-bit format of x86 (`long double`), which Rust does not have:
//! 0.1 printed to 20 places is 0.10000000000000000000 there. A [`Real`] is such a number, exactly.

use std::cmp::Ordering;

use super::bignum::BigNum;

/// Which C type a number had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// `double`: 53 bits.
    Double,
    /// x86's `long double`: 64 bits.
    Extended,
}

/// A floating-point number as a C program on x86-64 holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Real {
    pub negative: bool,
    pub kind: Kind,
    pub precision: Precision,
}

/// The magnitude of a [`Real`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `mantissa * 2^exponent`. Zero has the mantissa 0.
    Finite {
        mantissa: u64,
        exponent: i32,
    },
    Infinite,
    Nan,
}

/// What [`Real::parse`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parsed {
    pub value: Real,
    /// Bytes taken, leading blanks included; 0 when there is no number.
    pub length: usize,
    /// The value is too large or too small for the precision (C's `ERANGE`).
    pub out_of_range: bool,
}

/// Bits of a mantissa, and the exponents of the lowest bit between which numbers exist.
struct Shape {
    bits: u32,
    least: i32,
    most: i32,
}

const DOUBLE: Shape = Shape { bits: 53, least: -1074, most: 971 };
const EXTENDED: Shape = Shape { bits: 64, least: -16445, most: 16320 };

/// Significant digits that are looked at: more than any halfway point between two numbers has.
const MOST_DIGITS: usize = 11_600;

impl Real {
    pub fn from_f64(value: f64) -> Real {
        let bits = value.to_bits();
        let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
        let kind = match exponent {
            0x7ff if fraction == 0 => Kind::Infinite,
            0x7ff => Kind::Nan,
            0 => Kind::Finite { mantissa: fraction, exponent: if fraction == 0 { 0 } else { -1074 } },
            _ => Kind::Finite { mantissa: fraction | 1 << 52, exponent: exponent - 1075 },
        };
        Real { negative: value.is_sign_negative(), kind, precision: Precision::Double }
    }

    /// Which of two numbers is the smaller one; `None` when one is none. Zeros are equal.
    pub fn compare(&self, other: &Real) -> Option<Ordering> {
        let size = |number: &Real| match number.kind {
            Kind::Nan => None,
            Kind::Infinite => Some((2, 0, 0)),
            Kind::Finite { mantissa: 0, .. } => Some((0, 0, 0)),
            Kind::Finite { mantissa, exponent } => {
                let zeros = mantissa.leading_zeros();
                Some((1, i64::from(exponent) - i64::from(zeros), mantissa << zeros))
            }
        };
        let (left, right) = (size(self)?, size(other)?);
        let minus = |number: &Real, size: (u8, i64, u64)| number.negative && size.0 > 0;
        Some(match (minus(self, left), minus(other, right)) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => left.cmp(&right),
            (true, true) => right.cmp(&left),
        })
    }

    /// A whole number, exactly, as `long double`.
    pub fn from_i64(value: i64) -> Real {
        let kind = Kind::Finite { mantissa: value.unsigned_abs(), exponent: 0 };
        Real { negative: value < 0, kind, precision: Precision::Extended }
    }

    /// The nearest `f64`.
    pub fn to_f64(self) -> f64 {
        let magnitude = match self.kind {
            Kind::Infinite => f64::INFINITY,
            Kind::Nan => f64::NAN,
            Kind::Finite { mantissa, exponent } => {
                let kind = round(&BigNum::from_u64(mantissa), exponent, false, &DOUBLE).0;
                match kind {
                    Kind::Finite { mantissa, exponent } => scale(mantissa as f64, exponent),
                    _ => f64::INFINITY,
                }
            }
        };
        if self.negative { -magnitude } else { magnitude }
    }

    /// `first + count * step` as `long double` computes it, each operation rounded to 64 bits. `None` when a number is
    /// not finite.
    pub fn progression(first: Real, count: u64, step: Real) -> Option<Real> {
        let (Kind::Finite { mantissa: start, exponent: start_exponent }, Kind::Finite { mantissa, exponent }) =
            (first.kind, step.kind)
        else {
            return None;
        };
        let (product, product_exponent) = nearest(u128::from(mantissa) * u128::from(count), exponent, false);
        // Both with their highest bit set, so that none of the room is lost.
        let raised = |mantissa: u64, exponent: i32| {
            let zeros = mantissa.leading_zeros() % 64;
            (mantissa << zeros, exponent - zeros as i32)
        };
        let (product, product_exponent) = raised(product, product_exponent);
        let (start, start_exponent) = raised(start, start_exponent);
        // The number with the higher exponent keeps 63 bits of room below it; what is lower still only tips the rounding.
        let (high, low) = if (start_exponent >= product_exponent && start != 0) || product == 0 {
            ((start, start_exponent, first.negative), (product, product_exponent, step.negative))
        } else {
            ((product, product_exponent, step.negative), (start, start_exponent, first.negative))
        };
        let distance = u32::try_from(i64::from(high.1) - i64::from(low.1)).unwrap_or(u32::MAX);
        let room = distance.min(63);
        let top = u128::from(high.0) << room;
        let exponent = high.1 - room as i32;
        let shift = distance - room;
        let bottom = u128::from(low.0).checked_shr(shift).unwrap_or(0);
        let lost = if low.0 == 0 { false } else { shift >= 64 || (bottom << shift) != u128::from(low.0) };
        let (sum, negative, sticky) = if high.2 == low.2 {
            (top + bottom, high.2, lost)
        } else if top > bottom || (top == bottom && !lost) {
            (top - bottom - u128::from(lost), high.2, lost)
        } else {
            (bottom - top, low.2, lost)
        };
        let (mantissa, exponent) = nearest(sum, exponent, sticky);
        let negative = negative && (mantissa != 0 || (first.negative && step.negative));
        Some(Real { negative, kind: Kind::Finite { mantissa, exponent }, precision: Precision::Extended })
    }

    fn zero(negative: bool, precision: Precision) -> Real {
        Real { negative, kind: Kind::Finite { mantissa: 0, exponent: 0 }, precision }
    }

    /// Reads the longest number at the start of `text`, as C's `strtod` and `strtold` do in the C locale: blanks, a sign,
    /// then decimal or hexadecimal digits with an exponent, `inf`, `infinity`, `nan` or `nan(…)`.
    pub fn parse(text: &[u8], precision: Precision) -> Parsed {
        let none = Parsed { value: Real::zero(false, precision), length: 0, out_of_range: false };
        let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
        let mut at = blanks;
        let negative = text.get(at) == Some(&b'-');
        if matches!(text.get(at), Some(b'-' | b'+')) {
            at += 1;
        }
        let rest = &text[at..];
        let word = |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word);
        let special = |kind, length| Parsed {
            value: Real { negative, kind, precision },
            length: at + length,
            out_of_range: false,
        };
        if word(b"infinity") {
            return special(Kind::Infinite, 8);
        }
        if word(b"inf") {
            return special(Kind::Infinite, 3);
        }
        if word(b"nan") {
            let mut length = 3;
            if rest.get(3) == Some(&b'(') {
                let inside = rest[4..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
                if rest.get(4 + inside) == Some(&b')') {
                    length = 5 + inside;
                }
            }
            return special(Kind::Nan, length);
        }
        let found = if word(b"0x") { parse_hex(&rest[2..], precision) } else { None };
        let found = match found {
            Some((kind, range, length)) => Some((kind, range, length + 2)),
            None => parse_decimal(rest, precision),
        };
        match found {
            Some((kind, out_of_range, length)) => {
                Parsed { value: Real { negative, kind, precision }, length: at + length, out_of_range }
            }
            None => none,
        }
    }
}

/// A number rounded to 64 bits, half to even. `sticky`: there is something below its last bit.
fn nearest(value: u128, exponent: i32, sticky: bool) -> (u64, i32) {
    let excess = (128 - value.leading_zeros()).saturating_sub(64);
    if excess == 0 {
        return (value as u64, if value == 0 { 0 } else { exponent });
    }
    let mut kept = value >> excess;
    let rest = value & ((1u128 << excess) - 1);
    let half = 1u128 << (excess - 1);
    if rest > half || (rest == half && (sticky || kept & 1 == 1)) {
        kept += 1;
    }
    let exponent = exponent.saturating_add(excess as i32);
    if kept >> 64 != 0 { ((kept >> 1) as u64, exponent.saturating_add(1)) } else { (kept as u64, exponent) }
}

fn shape(precision: Precision) -> &'static Shape {
    match precision {
        Precision::Double => &DOUBLE,
        Precision::Extended => &EXTENDED,
    }
}

fn scale(mantissa: f64, exponent: i32) -> f64 {
    // Two steps: 2^-1074 and 2^971 are both within reach of a half each.
    let half = exponent / 2;
    mantissa * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// Rounds `number * 2^exponent` (and a bit more, when `sticky`) to a shape; also says whether the range was left.
fn round(number: &BigNum, exponent: i32, sticky: bool, shape: &Shape) -> (Kind, bool) {
    if number.is_zero() {
        return (Kind::Finite { mantissa: 0, exponent: 0 }, sticky);
    }
    let length = number.bit_length();
    let mut low = length.saturating_sub(shape.bits);
    let floor = i64::from(shape.least) - i64::from(exponent);
    let tiny = floor > i64::from(low);
    if tiny {
        // Below the smallest normal number bits are lost one by one, down to none.
        low = u32::try_from(floor.min(i64::from(length) + 2)).unwrap_or(0);
    }
    let mut mantissa = number.round_from(low, sticky);
    let mut exponent = i64::from(exponent) + i64::from(low);
    if mantissa >> shape.bits != 0 {
        mantissa >>= 1;
        exponent += 1;
    }
    if mantissa == 0 {
        return (Kind::Finite { mantissa: 0, exponent: 0 }, true);
    }
    let bits = 128 - mantissa.leading_zeros();
    if exponent + i64::from(bits) > i64::from(shape.most) + i64::from(shape.bits) {
        return (Kind::Infinite, true);
    }
    let inexact = sticky || number.any_below(low);
    (Kind::Finite { mantissa: mantissa as u64, exponent: exponent as i32 }, tiny && inexact)
}

/// A kind, whether it is out of range, and the bytes taken.
type Number = (Kind, bool, usize);

fn parse_decimal(text: &[u8], precision: Precision) -> Option<Number> {
    let mut digits = Vec::new();
    let mut point: Option<usize> = None;
    let mut seen = false;
    let mut dropped = 0i64;
    let mut behind = 0i64;
    let mut lost = false;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'0'..=b'9' => {
                seen = true;
                if point.is_some() {
                    behind += 1;
                }
                if digits.len() < MOST_DIGITS {
                    if *byte != b'0' || !digits.is_empty() {
                        digits.push(*byte);
                    }
                } else {
                    dropped += 1;
                    lost |= *byte != b'0';
                }
            }
            b'.' if point.is_none() => point = Some(at),
            _ => break,
        }
        at += 1;
    }
    if !seen {
        return None;
    }
    let mut power = dropped - behind;
    if matches!(text.get(at), Some(b'e' | b'E'))
        && let Some((exponent, length)) = parse_exponent(&text[at + 1..])
    {
        power = power.saturating_add(exponent);
        at += 1 + length;
    }
    while digits.last() == Some(&b'0') && !lost {
        digits.pop();
        power += 1;
    }
    let (kind, range) = convert(&digits, power, lost, shape(precision));
    Some((kind, range, at))
}

/// `digits * 10^power`
fn convert(digits: &[u8], power: i64, sticky: bool, shape: &Shape) -> (Kind, bool) {
    if digits.is_empty() {
        return (Kind::Finite { mantissa: 0, exponent: 0 }, false);
    }
    let top = power.saturating_add(digits.len() as i64);
    if top > 5_000 {
        return (Kind::Infinite, true);
    }
    if top < -5_000 {
        return (Kind::Finite { mantissa: 0, exponent: 0 }, true);
    }
    let mut number = BigNum::from_decimal(digits);
    if power >= 0 {
        let power = power as u32;
        number.multiply_power_of_5(power);
        return round(&number, power as i32, sticky, shape);
    }
    let power = (-power) as u32;
    let mut divisor = BigNum::from_u64(1);
    divisor.multiply_power_of_5(power);
    let shift = (divisor.bit_length() + 66).saturating_sub(number.bit_length());
    number.shift_left(shift);
    let (quotient, rest) = number.divide(&divisor);
    round(&quotient, -(shift as i32) - power as i32, rest || sticky, shape)
}

fn parse_hex(text: &[u8], precision: Precision) -> Option<Number> {
    let mut mantissa = 0u64;
    let mut exponent = 0i64;
    let mut sticky = false;
    let (mut seen, mut point) = (false, false);
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        if let Some(digit) = (*byte as char).to_digit(16) {
            seen = true;
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
                exponent -= if point { 4 } else { 0 };
            } else {
                sticky |= digit != 0;
                exponent += if point { 0 } else { 4 };
            }
        } else if *byte == b'.' && !point {
            point = true;
        } else {
            break;
        }
        at += 1;
    }
    if !seen {
        return None;
    }
    if matches!(text.get(at), Some(b'p' | b'P'))
        && let Some((power, length)) = parse_exponent(&text[at + 1..])
    {
        exponent = exponent.saturating_add(power);
        at += 1 + length;
    }
    if mantissa == 0 {
        return Some((Kind::Finite { mantissa: 0, exponent: 0 }, false, at));
    }
    let shape = shape(precision);
    let exponent = exponent.clamp(-20_000, 20_000) as i32;
    // One more nibble of room keeps the sticky bit below the rounding bit.
    let mut number = BigNum::from_u64(mantissa);
    number.shift_left(4);
    let (kind, range) = round(&number, exponent - 4, sticky, shape);
    Some((kind, range, at))
}

/// A signed decimal exponent, clamped, and its length.
fn parse_exponent(text: &[u8]) -> Option<(i64, usize)> {
    let negative = text.first() == Some(&b'-');
    let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let digits = text[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let value = text[sign..sign + digits]
        .iter()
        .fold(0i64, |value, digit| (value * 10 + i64::from(digit - b'0')).min(1_000_000_000));
    Some((if negative { -value } else { value }, sign + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> f64 {
        Real::parse(text.as_bytes(), Precision::Double).value.to_f64()
    }

    #[test]
    fn doubles_agree_with_the_standard_library() {
        for text in [
            "0",
            "1",
            "0.1",
            "3.14159",
            "1e22",
            "1e23",
            "123456789012345678",
            "5e-324",
            "2.2250738585072014e-308",
            "1.7976931348623157e308",
            "2e-324",
            "1e-400",
            "1e400",
            "9007199254740993",
            "0.5e1",
            "4.9406564584124654e-324",
        ] {
            assert_eq!(double(text), text.parse::<f64>().unwrap(), "{text}");
        }
        assert_eq!(double("-0").to_bits(), (-0.0f64).to_bits());
        assert_eq!(double("0x1.8p1"), 3.0);
        assert_eq!(double("0x10"), 16.0);
    }

    #[test]
    fn the_end_of_a_number_is_found() {
        let length = |text: &str| Real::parse(text.as_bytes(), Precision::Extended).length;
        assert_eq!(length("12abc"), 2);
        assert_eq!(length("1e"), 1);
        assert_eq!(length("1e+"), 1);
        assert_eq!(length(" \t-1.5e3 "), 8);
        assert_eq!(length("."), 0);
        assert_eq!(length("-"), 0);
        assert_eq!(length(".5"), 2);
        assert_eq!(length("5."), 2);
        assert_eq!(length("infinite"), 3);
        assert_eq!(length("nan(12)x"), 7);
        assert_eq!(length("0x"), 1);
        assert_eq!(length("0xg"), 1);
        assert_eq!(length("\u{e9}"), 0);
    }

    #[test]
    fn extended_numbers_have_64_bits() {
        let parsed = Real::parse(b"0.1", Precision::Extended).value;
        assert_eq!(parsed.kind, Kind::Finite { mantissa: 0xcccc_cccc_cccc_cccd, exponent: -67 });
        assert!(Real::parse(b"1e5000", Precision::Extended).out_of_range);
        assert!(!Real::parse(b"1e4932", Precision::Extended).out_of_range);
        assert!(Real::parse(b"1e-5000", Precision::Extended).out_of_range);
        let long = vec![b'9'; 100_000];
        assert!(Real::parse(&long, Precision::Extended).out_of_range);
    }
}
