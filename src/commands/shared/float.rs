//! Floating-point numbers as C's `printf` writes them: `%e %f %g %a` with flags, width and precision.

/// One conversion of a format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FloatSpec {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A blank before positive numbers.
    pub space: bool,
    /// `#`
    pub alternative: bool,
    /// `0`
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
    /// One of `eEfFgGaA`.
    pub conversion: u8,
}

/// Most digits after the point and widest field: more is refused by callers or cut here.
pub const WIDEST: usize = 1 << 16;

/// Formats `value`.
pub fn format(spec: &FloatSpec, value: f64) -> String {
    let negative = value.is_sign_negative() && !value.is_nan();
    let magnitude = value.abs();
    let upper = spec.conversion.is_ascii_uppercase();
    let mut body = if !value.is_finite() {
        if value.is_nan() { "nan".to_owned() } else { "inf".to_owned() }
    } else {
        let precision = spec.precision.map(|precision| precision.min(WIDEST));
        match spec.conversion.to_ascii_lowercase() {
            b'e' => exponent(magnitude, precision.unwrap_or(6), spec.alternative),
            b'f' => fixed(magnitude, precision.unwrap_or(6), spec.alternative),
            b'a' => hexadecimal(magnitude, precision, spec.alternative),
            _ => general(magnitude, precision.unwrap_or(6), spec.alternative),
        }
    };
    if upper {
        body.make_ascii_uppercase();
    }
    let sign = if negative {
        "-"
    } else if spec.plus {
        "+"
    } else if spec.space {
        " "
    } else {
        ""
    };
    pad(spec, sign, &body, value.is_finite())
}

/// Puts a sign and digits into the field. `numeric`: zeros may fill it.
pub fn pad(spec: &FloatSpec, sign: &str, body: &str, numeric: bool) -> String {
    let missing = spec.width.min(WIDEST).saturating_sub(sign.len() + body.len());
    if spec.left {
        return format!("{sign}{body}{}", " ".repeat(missing));
    }
    if spec.zero && numeric {
        let zeros = "0".repeat(missing);
        return match body.get(..2) {
            Some(prefix @ ("0x" | "0X")) => format!("{sign}{prefix}{zeros}{}", &body[2..]),
            _ => format!("{sign}{zeros}{body}"),
        };
    }
    format!("{}{sign}{body}", " ".repeat(missing))
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{value:.precision$}");
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// The digits and the exponent of `value` with `precision` digits behind the point.
fn split(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => (digits.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn exponent(value: f64, precision: usize, point: bool) -> String {
    let (mut digits, exponent) = split(value, precision);
    if point && precision == 0 {
        digits.push('.');
    }
    with_exponent(&digits, exponent)
}

fn with_exponent(digits: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

fn general(value: f64, precision: usize, alternative: bool) -> String {
    let precision = precision.max(1);
    let (digits, exponent) = split(value, precision - 1);
    let trim = |text: String| {
        if alternative || !text.contains('.') {
            text
        } else {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    };
    if exponent < -4 || i64::from(exponent) >= precision as i64 {
        let mut digits = trim(digits);
        if alternative && !digits.contains('.') {
            digits.push('.');
        }
        return with_exponent(&digits, exponent);
    }
    let after = usize::try_from(precision as i64 - 1 - i64::from(exponent)).unwrap_or(0);
    trim(fixed(value, after, alternative))
}

/// As the 64-bit mantissa of x86's `long double` prints: the first digit holds four bits (`0x8p-3` is one).
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    if value == 0.0 {
        let digits = precision.unwrap_or(0);
        let dot = if digits > 0 || point { "." } else { "" };
        return format!("0x0{dot}{}p+0", "0".repeat(digits));
    }
    let bits = value.to_bits();
    let raw_exponent = (bits >> 52) as i32 & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let (mut mantissa, mut exponent) = if raw_exponent == 0 {
        (u128::from(fraction) << 11, -1074 + 52)
    } else {
        (u128::from(fraction | 1 << 52) << 11, raw_exponent - 1023)
    };
    // Normalized to 64 bits, the top one set.
    while mantissa != 0 && mantissa >> 63 == 0 {
        mantissa <<= 1;
        exponent -= 1;
    }
    exponent -= 3;
    if let Some(digits) = precision.filter(|digits| *digits < 15) {
        let shift = 60 - 4 * digits as u32;
        let half = 1u128 << (shift - 1);
        let rest = mantissa & ((1 << shift) - 1);
        let mut kept = mantissa >> shift;
        if rest > half || (rest == half && kept & 1 == 1) {
            kept += 1;
        }
        mantissa = kept << shift;
        if mantissa >> 64 != 0 {
            mantissa >>= 4;
            exponent += 4;
        }
    }
    let first = mantissa >> 60;
    let rest = format!("{:015x}", mantissa & ((1 << 60) - 1));
    let rest = match precision {
        None => rest.trim_end_matches('0').to_owned(),
        Some(digits) if digits <= 15 => rest[..digits].to_owned(),
        Some(digits) => format!("{rest}{}", "0".repeat(digits - 15)),
    };
    let dot = if rest.is_empty() && !point { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("0x{first:x}{dot}{rest}p{sign}{}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(flags: &str, width: usize, precision: Option<usize>, conversion: u8, value: f64) -> String {
        let has = |flag| flags.contains(flag);
        let spec = FloatSpec {
            left: has('-'),
            plus: has('+'),
            space: has(' '),
            alternative: has('#'),
            zero: has('0'),
            width,
            precision,
            conversion,
        };
        format(&spec, value)
    }

    #[test]
    fn as_c_writes_them() {
        assert_eq!(show("", 0, None, b'f', 1.5), "1.500000");
        assert_eq!(show("0", 8, Some(2), b'f', -1.005), "-0001.00");
        assert_eq!(show("", 0, None, b'e', 12345.678), "1.234568e+04");
        assert_eq!(show("", 0, None, b'g', 100_000.0), "100000");
        assert_eq!(show("", 0, None, b'g', 1_000_000.0), "1e+06");
        assert_eq!(show("", 0, None, b'g', 0.0001), "0.0001");
        assert_eq!(show("", 0, None, b'G', 0.00001), "1E-05");
        assert_eq!(show("#", 0, None, b'g', 1.0), "1.00000");
        assert_eq!(show("#", 0, Some(3), b'a', 1.0), "0x8.000p-3");
        assert_eq!(show("", 0, None, b'a', 0.1), "0xc.ccccccccccccdp-7");
        assert_eq!(show("+", 6, Some(1), b'f', f64::INFINITY), "  +inf");
        assert_eq!(show("-", 6, Some(0), b'f', 2.5), "2     ");
        assert_eq!(show("", 0, Some(0), b'e', 0.0), "0e+00");
    }
}
