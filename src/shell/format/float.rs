//! `%e %f %g %a`: floating-point numbers in C's formats, exact to the last digit asked for.

use std::io::Write;

use super::Spec;
use super::bignum::BigNum;
use super::real::{Kind, Precision, Real};

/// Appends `value` in the format of `conversion`: one of `e E f F g G a A` (any other byte acts as `g`).
///
/// The output has about as many bytes as the larger of width and precision says: callers that take these from a user
/// bound them first.
pub fn format_float(out: &mut Vec<u8>, spec: &Spec, conversion: u8, value: Real) {
    let upper = conversion.is_ascii_uppercase();
    let sign = spec.sign(value.negative);
    let (mantissa, exponent) = match value.kind {
        Kind::Infinite => return spec.number(out, sign, if upper { b"INF" } else { b"inf" }, false),
        Kind::Nan => return spec.number(out, sign, if upper { b"NAN" } else { b"nan" }, false),
        Kind::Finite { mantissa, exponent } => (mantissa, exponent),
    };
    let mut body = Vec::with_capacity(32);
    match conversion.to_ascii_lowercase() {
        b'f' => fixed(&mut body, mantissa, exponent, spec.precision.unwrap_or(6), spec.alternate),
        b'e' => {
            let precision = spec.precision.unwrap_or(6);
            let decimal = significant(mantissa, exponent, precision.saturating_add(1));
            scientific(&mut body, &decimal, precision, spec.alternate);
        }
        b'a' => {
            let prefix = [sign, if upper { b"0X" } else { b"0x" }].concat();
            hexadecimal(&mut body, mantissa, exponent, value.precision, spec);
            if upper {
                body.make_ascii_uppercase();
            }
            return spec.number(out, &prefix, &body, true);
        }
        _ => general(&mut body, mantissa, exponent, spec),
    }
    if upper {
        body.make_ascii_uppercase();
    }
    spec.number(out, sign, &body, true);
}

/// A decimal number `0.DIGITS * 10^point`.
struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

/// The number as `f64` where it is one and Rust's own formatter, which is exact too, can do the work.
fn as_double(mantissa: u64, exponent: i32, precision: usize) -> Option<f64> {
    let shift = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
    let (mantissa, exponent) = (mantissa >> shift, exponent + shift as i32);
    if mantissa >> 53 != 0 || !(-900..=900).contains(&exponent) || precision > 1_000 {
        return None;
    }
    Some(mantissa as f64 * 2f64.powi(exponent))
}

/// All digits of the exact value, none for zero.
fn exact(mantissa: u64, exponent: i32) -> Decimal {
    if mantissa == 0 {
        return Decimal { digits: Vec::new(), point: 1 };
    }
    let shift = mantissa.trailing_zeros();
    let exponent = exponent + shift as i32;
    let mut number = BigNum::from_u64(mantissa >> shift);
    if exponent >= 0 {
        number.shift_left(exponent as u32);
    } else {
        number.multiply_power_of_5(exponent.unsigned_abs());
    }
    let digits = number.into_decimal();
    let point = digits.len() as i32 + exponent.min(0);
    Decimal { digits, point }
}

/// Rounds to `keep` digits, ties to even.
fn round(decimal: &mut Decimal, keep: i64) {
    let Ok(keep) = usize::try_from(keep) else {
        decimal.digits.clear();
        return;
    };
    if keep >= decimal.digits.len() {
        return;
    }
    let rest = &decimal.digits[keep..];
    let up = match rest[0] {
        b'0'..=b'4' => false,
        b'5' if rest[1..].iter().all(|digit| *digit == b'0') => {
            keep.checked_sub(1).is_some_and(|last| decimal.digits[last] & 1 == 1)
        }
        _ => true,
    };
    decimal.digits.truncate(keep);
    if !up {
        return;
    }
    for digit in decimal.digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    decimal.digits.insert(0, b'1');
    decimal.point += 1;
}

/// The number to `count` significant digits; exactly that many, but for zero, which has none.
fn significant(mantissa: u64, exponent: i32, count: usize) -> Decimal {
    if mantissa == 0 {
        return Decimal { digits: Vec::new(), point: 1 };
    }
    if let Some(value) = as_double(mantissa, exponent, count) {
        let text = format!("{:.*e}", count.saturating_sub(1), value);
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = digits.bytes().filter(u8::is_ascii_digit).collect();
        return Decimal { digits, point: power.parse::<i32>().unwrap_or(0) + 1 };
    }
    let mut decimal = exact(mantissa, exponent);
    round(&mut decimal, i64::try_from(count).unwrap_or(i64::MAX));
    decimal.digits.resize(count, b'0');
    decimal
}

fn fixed(body: &mut Vec<u8>, mantissa: u64, exponent: i32, precision: usize, alternate: bool) {
    if let Some(value) = as_double(mantissa, exponent, precision) {
        // Writing to a vector cannot fail.
        let _ = write!(body, "{value:.precision$}");
        if precision == 0 && alternate {
            body.push(b'.');
        }
        return;
    }
    let mut decimal = exact(mantissa, exponent);
    let keep = i64::from(decimal.point).saturating_add(i64::try_from(precision).unwrap_or(i64::MAX));
    round(&mut decimal, keep);
    place(body, &decimal, precision, alternate);
}

/// `digits` around the point, with `precision` places behind it.
fn place(body: &mut Vec<u8>, decimal: &Decimal, precision: usize, alternate: bool) {
    let digits = &decimal.digits;
    match usize::try_from(decimal.point) {
        Ok(point) if point > 0 && !digits.is_empty() => {
            body.extend_from_slice(&digits[..point.min(digits.len())]);
            body.resize(body.len() + point.saturating_sub(digits.len()), b'0');
        }
        _ => body.push(b'0'),
    }
    if precision == 0 {
        if alternate {
            body.push(b'.');
        }
        return;
    }
    body.push(b'.');
    let end = body.len().saturating_add(precision);
    if !digits.is_empty() {
        let zeros = usize::try_from(decimal.point.saturating_neg()).unwrap_or(0).min(precision);
        body.resize(body.len() + zeros, b'0');
        let from = usize::try_from(decimal.point).unwrap_or(0).min(digits.len());
        body.extend_from_slice(&digits[from..]);
    }
    body.resize(end, b'0');
}

fn scientific(body: &mut Vec<u8>, decimal: &Decimal, precision: usize, alternate: bool) {
    body.push(decimal.digits.first().copied().unwrap_or(b'0'));
    if precision > 0 || alternate {
        body.push(b'.');
    }
    let end = body.len().saturating_add(precision);
    body.extend_from_slice(decimal.digits.get(1..).unwrap_or_default());
    body.resize(end, b'0');
    let power = decimal.point - 1;
    let _ = write!(body, "e{}{:02}", if power < 0 { '-' } else { '+' }, power.unsigned_abs());
}

fn general(body: &mut Vec<u8>, mantissa: u64, exponent: i32, spec: &Spec) {
    let precision = spec.precision.unwrap_or(6).max(1);
    let mut decimal = significant(mantissa, exponent, precision);
    let power = i64::from(decimal.point) - 1;
    let plain = power >= -4 && power < i64::try_from(precision).unwrap_or(i64::MAX);
    let mut places = precision - 1;
    if !spec.alternate {
        let kept = decimal.digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
        decimal.digits.truncate(kept);
        places = kept.max(1) - 1;
    }
    if plain {
        // Digits behind the point: those behind the first, less (or plus) where the point has moved.
        let places = i64::try_from(places).unwrap_or(i64::MAX).saturating_sub(power).max(0);
        place(body, &decimal, usize::try_from(places).unwrap_or(0), spec.alternate);
    } else {
        scientific(body, &decimal, places, spec.alternate);
    }
}

/// `h.hhhp±d`, as glibc prints it: a `double` is normalised to a first digit of 1, a `long double` keeps its top four
/// bits together.
fn hexadecimal(body: &mut Vec<u8>, mantissa: u64, exponent: i32, precision: Precision, spec: &Spec) {
    let (fraction_bits, least) = match precision {
        Precision::Double => (52, -1074),
        Precision::Extended => (60, -16445),
    };
    let whole = match precision {
        Precision::Double => 52,
        Precision::Extended => 63,
    };
    let (mut mantissa, mut power) = (mantissa, 0);
    if mantissa != 0 {
        // Move the top bit up to its place, but not below the least exponent (denormal numbers).
        let up = (whole - (63 - mantissa.leading_zeros() as i32)).min(exponent - least);
        mantissa = if up >= 0 { mantissa << up } else { mantissa >> up.unsigned_abs() };
        power = exponent - up + fraction_bits;
    }
    let mut lead = mantissa >> fraction_bits;
    let mut fraction = mantissa & ((1 << fraction_bits) - 1);
    let mut places = fraction_bits as usize / 4;
    match spec.precision {
        Some(wanted) if wanted < places => {
            let drop = (places - wanted) * 4;
            let tail = fraction & ((1u64 << drop) - 1);
            let all = mantissa >> drop;
            let half = 1u64 << (drop - 1);
            let rounded = all + u64::from(tail > half || tail == half && all & 1 == 1);
            let kept = fraction_bits as usize - drop;
            lead = rounded >> kept;
            fraction = rounded & ((1u64 << kept) - 1);
            places = wanted;
            if lead >= 16 {
                lead = 1;
                power += 4;
            }
        }
        Some(_) => {}
        None => {
            while places > 0 && fraction & 15 == 0 {
                fraction >>= 4;
                places -= 1;
            }
        }
    }
    let _ = write!(body, "{lead:x}");
    let wanted = spec.precision.unwrap_or(places);
    if wanted > 0 || spec.alternate {
        body.push(b'.');
    }
    let end = body.len().saturating_add(wanted);
    if places > 0 {
        let _ = write!(body, "{fraction:0places$x}");
    }
    body.resize(end, b'0');
    let _ = write!(body, "p{power:+}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extended(format: &str, text: &str) -> String {
        render(format, Real::parse(text.as_bytes(), Precision::Extended).value)
    }

    fn double(format: &str, value: f64) -> String {
        render(format, Real::from_f64(value))
    }

    fn render(format: &str, value: Real) -> String {
        let mut spec = Spec::default();
        let (rest, conversion) = format.split_at(format.len() - 1);
        let flags = rest.bytes().take_while(|byte| spec.flag(*byte)).count();
        let (width, precision) = rest[flags..].split_once('.').map_or((&rest[flags..], None), |(w, p)| (w, Some(p)));
        spec.width = width.parse().unwrap_or(0);
        spec.precision = precision.map(|p| p.parse().unwrap_or(0));
        let mut out = Vec::new();
        format_float(&mut out, &spec, conversion.as_bytes()[0], value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn long_doubles_as_the_shell_prints_them() {
        for (format, value, expected) in [
            (".20f", "0.1", "0.10000000000000000000"),
            (".30f", "0.1", "0.100000000000000000001355252716"),
            ("a", "1", "0x8p-3"),
            ("a", "0.1", "0xc.ccccccccccccccdp-7"),
            ("g", "1e400", "1e+400"),
            (".0f", "0.5", "0"),
            (".0f", "2.5", "2"),
            (".2f", "0.125", "0.12"),
            (".0a", "15.9", "0x1p+4"),
            (".1a", "15.999", "0x1.0p+4"),
            (".3a", "0.1", "0xc.ccdp-7"),
            (".0a", "17", "0x8p+1"),
            ("a", "1e-4945", "0x0.000000000042f9dp-16385"),
            ("#.0a", "1", "0x8.p-3"),
            ("A", "10", "0XAP+0"),
            ("020a", "1", "0x000000000000008p-3"),
            ("+a", "1", "+0x8p-3"),
            ("010f", "inf", "       inf"),
            ("-10f", "inf", "inf       "),
            ("F", "-nan", "-NAN"),
            ("e", "0", "0.000000e+00"),
            ("g", "0", "0"),
            ("#g", "0", "0.00000"),
            ("a", "0", "0x0p+0"),
        ] {
            assert_eq!(extended(format, value), expected, "%{format} of {value}");
        }
    }

    #[test]
    fn general_format_as_c_prints_it() {
        for (format, value, expected) in [
            ("g", 100_000.0, "100000"),
            ("g", 1_000_000.0, "1e+06"),
            ("g", 1e-5, "1e-05"),
            ("#g", 1.0, "1.00000"),
            ("g", 0.0001, "0.0001"),
            ("G", 1e-10, "1E-10"),
            (".0g", 123.0, "1e+02"),
            (".10g", 1.5, "1.5"),
            ("g", 999_999.5, "1e+06"),
            (".3g", 0.00012345, "0.000123"),
            (".17g", 0.1, "0.10000000000000001"),
            ("08.3f", -1.5, "-001.500"),
            ("#.0f", 3.0, "3."),
            ("a", 1.0, "0x1p+0"),
            ("a", 5e-324, "0x0.0000000000001p-1022"),
            (".1200f", 0.0, &format!("0.{}", "0".repeat(1200))),
            ("e", 1e300, "1.000000e+300"),
            (".0f", 1e23, "99999999999999991611392"),
        ] {
            assert_eq!(double(format, value), expected, "%{format} of {value}");
        }
    }

    #[test]
    fn both_ways_to_digits_agree() {
        for value in [0.5, 2.5, 0.1, 1e22, 123.456, 7.0, 1e-7, 0.375] {
            let Kind::Finite { mantissa, exponent } = Real::from_f64(value).kind else { continue };
            for count in 1..25 {
                let mut slow = exact(mantissa, exponent);
                round(&mut slow, count as i64);
                slow.digits.resize(count, b'0');
                let fast = significant(mantissa, exponent, count);
                assert_eq!((slow.digits, slow.point), (fast.digits, fast.point), "{value} to {count}");
            }
        }
    }
}
