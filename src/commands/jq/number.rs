//! Numbers: doubles, and literals that keep the decimal digits in which they were written until somebody calculates
//! with them.

use std::cmp::Ordering;
use std::rc::Rc;

use super::value::{Origin, Value};
use shell::format::decimal;

/// A number as it was written, without leading zeros; or NaN, which is equal to itself only where it was read.
#[derive(Clone, Debug)]
pub struct Literal {
    pub value: f64,
    decimal: Decimal,
}

/// `digits` × 10^`exponent`.
#[derive(Clone, Debug)]
struct Decimal {
    negative: bool,
    /// ASCII digits; a zero has one.
    digits: Vec<u8>,
    exponent: i64,
}

/// The highest exponent (of the first digit) of a literal; above it is infinity.
const MAX_EXPONENT: i64 = 999_999_999;

/// The lowest exponent of the last digit; what is smaller is rounded.
const MIN_EXPONENT: i64 = -1_147_483_646;

/// How many digits count when a literal becomes a double.
const DIGITS: usize = 17;

/// With so many digits a double is told from all others.
const PLAIN_DIGITS: usize = 15;

/// A whole number with all its digits. Each call makes a number of its own, which can be told from equal ones.
pub fn whole(value: i128) -> Value {
    let digits = value.unsigned_abs().to_string().into_bytes();
    let decimal = Decimal { negative: value < 0, digits, exponent: 0 };
    Value::Literal(Rc::new(Literal { value: decimal.to_f64(), decimal }))
}

/// A decimal number that can be told from equal ones.
pub fn distinct(text: &[u8]) -> Option<Value> {
    match parse(text)? {
        Value::Written(value, _) => {
            let decimal = Decimal::printed(value)?;
            Some(Value::Literal(Rc::new(Literal { value, decimal })))
        }
        other => Some(other),
    }
}

/// Reads a number as jq does in JSON: a decimal number with or without digits on either side of the point, `nan` and
/// `infinity` in any case.
pub fn parse(text: &[u8]) -> Option<Value> {
    let (negative, rest) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let first = *rest.first()?;
    if !first.is_ascii_digit() && first != b'.' {
        return parse_word(negative, rest);
    }
    let mut digits = Vec::with_capacity(rest.len());
    let mut exponent = 0_i64;
    let mut at = 0;
    let mut any = false;
    while let Some(digit) = rest.get(at).filter(|byte| byte.is_ascii_digit()) {
        any = true;
        if *digit != b'0' || !digits.is_empty() {
            digits.push(*digit);
        }
        at += 1;
    }
    let point = rest.get(at) == Some(&b'.');
    if point {
        at += 1;
        while let Some(digit) = rest.get(at).filter(|byte| byte.is_ascii_digit()) {
            any = true;
            if *digit != b'0' || !digits.is_empty() {
                digits.push(*digit);
            }
            exponent -= 1;
            at += 1;
        }
    }
    if !any {
        return None;
    }
    let plain = at == rest.len();
    if matches!(rest.get(at), Some(b'e' | b'E')) {
        at += 1;
        let minus = match rest.get(at) {
            Some(b'-') => {
                at += 1;
                true
            }
            Some(b'+') => {
                at += 1;
                false
            }
            _ => false,
        };
        let power = rest.get(at..)?;
        if power.is_empty() || !power.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let power =
            power.iter().fold(0_i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
        let power = power.min(1 << 40);
        exponent += if minus { -power } else { power };
        at = rest.len();
    }
    if at != rest.len() {
        return None;
    }
    if digits.is_empty() {
        digits.push(b'0');
    }
    let mut decimal = Decimal { negative, digits, exponent };
    decimal.round_tiny();
    if decimal.is_zero() {
        decimal.exponent = decimal.exponent.min(MAX_EXPONENT);
    }
    let value = decimal.to_f64();
    let adjusted = decimal.adjusted();
    if adjusted > MAX_EXPONENT {
        return Some(Value::Number(f64::INFINITY.copysign(value)));
    }
    // What a double prints in just the same way need not remember its digits.
    let same = plain
        && decimal.digits.len() <= PLAIN_DIGITS
        && adjusted >= -4
        && (exponent == 0 || decimal.digits.last() != Some(&b'0'))
        && (value != 0.0 || value.is_sign_positive());
    if same {
        return Some(Value::Written(value, Origin::INPUT));
    }
    Some(Value::Literal(Rc::new(Literal { value, decimal })))
}

/// `nan`, perhaps with digits behind that nobody sees, and `infinity`.
fn parse_word(negative: bool, text: &[u8]) -> Option<Value> {
    let lower = text.to_ascii_lowercase();
    let sign = if negative { -1.0 } else { 1.0 };
    if lower == b"inf" || lower == b"infinity" {
        return Some(Value::Number(f64::INFINITY * sign));
    }
    let payload = lower.strip_prefix(b"nan").or_else(|| lower.strip_prefix(b"snan"))?;
    let decimal = Decimal { negative: false, digits: b"0".to_vec(), exponent: 0 };
    let literal = || Value::Literal(Rc::new(Literal { value: f64::NAN, decimal }));
    payload.iter().all(u8::is_ascii_digit).then(literal)
}

impl Decimal {
    /// The digits with which a double is printed.
    fn printed(value: f64) -> Option<Decimal> {
        let mut out = Vec::new();
        write(value, &mut out);
        let text = String::from_utf8_lossy(&out).into_owned();
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.trim_start_matches('-').bytes().chain(fraction.bytes()).collect();
        let digits: Vec<u8> = match digits.iter().position(|digit| *digit != b'0') {
            Some(first) => digits.get(first..).unwrap_or_default().to_vec(),
            None => b"0".to_vec(),
        };
        let exponent = exponent.parse::<i64>().ok()? - i64::try_from(fraction.len()).ok()?;
        Some(Decimal { negative: value.is_sign_negative(), digits, exponent })
    }

    /// The exponent of the first digit.
    fn adjusted(&self) -> i64 {
        self.exponent + self.digits.len() as i64 - 1
    }

    /// Leaves out digits below the lowest exponent.
    fn round_tiny(&mut self) {
        let Some(excess) = MIN_EXPONENT.checked_sub(self.exponent).filter(|excess| *excess > 0) else { return };
        let kept = usize::try_from(excess).ok().and_then(|excess| self.digits.len().checked_sub(excess));
        match kept {
            Some(kept) => self.round(kept, false),
            None => self.digits = b"0".to_vec(),
        }
        self.exponent = MIN_EXPONENT;
    }

    /// Keeps the first digits; half of the last one makes one more of it, or with `to_even` where that is odd.
    fn round(&mut self, kept: usize, to_even: bool) {
        self.exponent += self.digits.len().saturating_sub(kept) as i64;
        let (before, rest) = self.digits.split_at(kept.min(self.digits.len()));
        let is_half = rest.first() == Some(&b'5') && rest[1..].iter().all(|digit| *digit == b'0');
        let stays = to_even && is_half && before.last().is_none_or(|digit| digit % 2 == 0);
        let up = rest.first().is_some_and(|digit| *digit >= b'5') && !stays;
        self.digits.truncate(kept);
        if up {
            let nines = self.digits.iter().rev().take_while(|digit| **digit == b'9').count();
            let last = self.digits.len() - nines;
            self.digits.truncate(last);
            match self.digits.last_mut() {
                Some(digit) => *digit += 1,
                None => self.digits.push(b'1'),
            }
            self.digits.resize(self.digits.len() + nines, b'0');
        }
        if self.digits.is_empty() {
            self.digits.push(b'0');
        }
    }

    fn to_f64(&self) -> f64 {
        let mut rounded = self.clone();
        if rounded.digits.len() > DIGITS {
            rounded.round(DIGITS, true);
        }
        let sign = if self.negative { "-" } else { "" };
        let text = format!("{sign}{}e{}", String::from_utf8_lossy(&rounded.digits), rounded.exponent);
        text.parse().unwrap_or(f64::NAN)
    }

    /// The notation of decimal arithmetic: plain where the exponent is not positive and the number not tiny.
    fn write(&self, out: &mut Vec<u8>) {
        if self.negative {
            out.push(b'-');
        }
        let adjusted = self.adjusted();
        if self.exponent <= 0 && adjusted >= -6 {
            let fraction = usize::try_from(-self.exponent).unwrap_or(0);
            if fraction == 0 {
                out.extend_from_slice(&self.digits);
            } else if self.digits.len() > fraction {
                let point = self.digits.len() - fraction;
                out.extend_from_slice(&self.digits[..point]);
                out.push(b'.');
                out.extend_from_slice(&self.digits[point..]);
            } else {
                out.extend_from_slice(b"0.");
                out.resize(out.len() + fraction - self.digits.len(), b'0');
                out.extend_from_slice(&self.digits);
            }
            return;
        }
        out.push(self.digits[0]);
        if self.digits.len() > 1 {
            out.push(b'.');
            out.extend_from_slice(&self.digits[1..]);
        }
        if adjusted != 0 {
            out.extend_from_slice(format!("E{adjusted:+}").as_bytes());
        }
    }

    fn is_zero(&self) -> bool {
        self.digits == b"0"
    }
}

/// The order of two literals by all their digits.
pub fn compare_literals(left: &Literal, right: &Literal) -> Ordering {
    compare_decimals(&left.decimal, &right.decimal)
}

fn compare_decimals(left: &Decimal, right: &Decimal) -> Ordering {
    let sign = |decimal: &Decimal| if decimal.is_zero() { 0 } else { 1 - 2 * i32::from(decimal.negative) };
    let order = sign(left).cmp(&sign(right));
    if order != Ordering::Equal || left.is_zero() {
        return order;
    }
    let magnitude = left.adjusted().cmp(&right.adjusted()).then_with(|| {
        let length = left.digits.len().max(right.digits.len());
        let digit = |decimal: &Decimal, at: usize| decimal.digits.get(at).copied().unwrap_or(b'0');
        (0..length).map(|at| digit(left, at)).cmp((0..length).map(|at| digit(right, at)))
    });
    if left.negative { magnitude.reverse() } else { magnitude }
}

/// The order of a literal and a number that was written in few digits.
pub fn compare_with_written(literal: &Literal, written: f64) -> Ordering {
    let order = literal.value.partial_cmp(&written).unwrap_or(Ordering::Less);
    if order != Ordering::Equal {
        return order;
    }
    Decimal::printed(written).map_or(order, |decimal| compare_decimals(&literal.decimal, &decimal))
}

/// With fewer digits no double lies half way between two decimals that both read back as it.
const FEWEST_OF_HALVES: usize = 15;

/// Of two texts that are as near to a number, and as short, the one with an even last digit is taken. `digits` are those of
/// the greater one, where there are two.
fn even_half(value: f64, exponent: &str, digits: &mut [u8]) {
    let exact = format!("{value:.60e}");
    let mut exact = exact.bytes().take_while(|byte| *byte != b'e').filter(|byte| *byte != b'.').skip(digits.len());
    if exact.next() != Some(b'5') || exact.any(|digit| digit != b'0') {
        return;
    }
    let mut lower = digits.to_vec();
    if let Some(last) = lower.last_mut() {
        *last -= 1;
    }
    let (first, rest) = lower.split_at(1);
    let text = format!("{}.{}e{exponent}", String::from_utf8_lossy(first), String::from_utf8_lossy(rest));
    if text.parse() == Ok(value) {
        digits.copy_from_slice(&lower);
    }
}

/// Writes a number as JSON: 17 digits at most, not a number as `null`, infinity as the greatest double.
pub fn write(value: f64, out: &mut Vec<u8>) {
    if value.is_nan() {
        out.extend_from_slice(b"null");
        return;
    }
    // Most numbers are small and whole.
    if value.fract() == 0.0 && value.abs() < 1e15 && (value != 0.0 || value.is_sign_positive()) {
        out.extend_from_slice(decimal(value as i64, &mut [0; 20]));
        return;
    }
    let value = value.clamp(f64::MIN, f64::MAX);
    if value.is_sign_negative() {
        out.push(b'-');
    }
    // `d.ddde-x`: the fewest digits that read back as the same double.
    let text = format!("{:e}", value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: Vec<u8> = mantissa.bytes().filter(|byte| *byte != b'.').collect();
    if digits.len() >= FEWEST_OF_HALVES && digits.last().is_some_and(|digit| digit % 2 == 1) {
        even_half(value.abs(), exponent, &mut digits);
    }
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let count = digits.len() as i32;
    if value == 0.0 {
        out.push(b'0');
    } else if point <= -4 || point > count + 15 {
        out.push(digits[0]);
        if count > 1 {
            out.push(b'.');
            out.extend_from_slice(&digits[1..]);
        }
        let exponent = point - 1;
        out.extend_from_slice(format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()).as_bytes());
    } else if point <= 0 {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + point.unsigned_abs() as usize, b'0');
        out.extend_from_slice(&digits);
    } else if point >= count {
        out.extend_from_slice(&digits);
        out.resize(out.len() + (point - count) as usize, b'0');
    } else {
        let point = point as usize;
        out.extend_from_slice(&digits[..point]);
        out.push(b'.');
        out.extend_from_slice(&digits[point..]);
    }
}

/// A number as C's `int`: what does not fit is the least of them.
pub fn int(number: f64) -> i32 {
    let number = number.trunc();
    if (-2_147_483_648.0..=2_147_483_647.0).contains(&number) { number as i32 } else { i32::MIN }
}

/// Writes a literal as it was written.
pub fn write_literal(literal: &Literal, out: &mut Vec<u8>) {
    if literal.value.is_nan() {
        out.extend_from_slice(b"null");
        return;
    }
    literal.decimal.write(out);
}
