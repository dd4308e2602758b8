//! `%d %i %o %u %x %X`: integers in C's formats.

use super::Spec;

/// The base and letter case of an unsigned conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Radix {
    /// `%o`
    Octal,
    /// `%u`
    Decimal,
    /// `%x`
    Hex,
    /// `%X`
    UpperHex,
}

/// The bytes of a number in decimal, written into `buffer`.
pub fn decimal(number: i64, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}

/// Appends `%d` of `value`.
pub fn format_signed(out: &mut Vec<u8>, spec: &Spec, value: i64) {
    let mut buffer = [0; 64];
    let digits = digits(&mut buffer, value.unsigned_abs(), Radix::Decimal);
    let prefix = spec.sign(value < 0);
    finish(out, spec, prefix, digits, value == 0);
}

/// Appends `%o`, `%u`, `%x` or `%X` of `value`.
pub fn format_unsigned(out: &mut Vec<u8>, spec: &Spec, value: u64, radix: Radix) {
    let mut buffer = [0; 64];
    let digits = digits(&mut buffer, value, radix);
    let mut spec = *spec;
    let prefix: &[u8] = match radix {
        Radix::Hex if spec.alternate && value != 0 => b"0x",
        Radix::UpperHex if spec.alternate && value != 0 => b"0X",
        Radix::Octal if spec.alternate => {
            // A leading zero counts as a digit: the precision is raised just far enough.
            let least = if value == 0 { 1 } else { digits.len() + 1 };
            if spec.precision.is_some() {
                spec.precision = spec.precision.max(Some(least));
                b""
            } else if value == 0 {
                b""
            } else {
                b"0"
            }
        }
        _ => b"",
    };
    finish(out, &spec, prefix, digits, value == 0);
}

fn finish(out: &mut Vec<u8>, spec: &Spec, prefix: &[u8], digits: &[u8], zero: bool) {
    match spec.precision {
        None => spec.number(out, prefix, digits, true),
        Some(0) if zero => spec.number(out, prefix, b"", false),
        Some(precision) if precision > digits.len() => {
            let mut padded = vec![b'0'; precision - digits.len()];
            padded.extend_from_slice(digits);
            spec.number(out, prefix, &padded, false);
        }
        Some(_) => spec.number(out, prefix, digits, false),
    }
}

fn digits(buffer: &mut [u8; 64], mut value: u64, radix: Radix) -> &[u8] {
    let (base, letters): (u64, &[u8; 16]) = match radix {
        Radix::Octal => (8, b"0123456789abcdef"),
        Radix::Decimal => (10, b"0123456789abcdef"),
        Radix::Hex => (16, b"0123456789abcdef"),
        Radix::UpperHex => (16, b"0123456789ABCDEF"),
    };
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = letters[(value % base) as usize];
        value /= base;
        if value == 0 {
            return &buffer[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Spec {
        let mut spec = Spec::default();
        let mut rest = text.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            if !spec.flag(byte) {
                break;
            }
            rest = after;
        }
        let text = std::str::from_utf8(rest).unwrap();
        let (width, precision) = text.split_once('.').map_or((text, None), |(w, p)| (w, Some(p)));
        spec.width = width.parse().unwrap_or(0);
        spec.precision = precision.map(|p| p.parse().unwrap_or(0));
        spec
    }

    fn signed(text: &str, value: i64) -> String {
        let mut out = Vec::new();
        format_signed(&mut out, &spec(text), value);
        String::from_utf8(out).unwrap()
    }

    fn unsigned(text: &str, value: u64, radix: Radix) -> String {
        let mut out = Vec::new();
        format_unsigned(&mut out, &spec(text), value, radix);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn signed_numbers_as_c_prints_them() {
        assert_eq!(signed("", i64::MIN), "-9223372036854775808");
        assert_eq!(signed("5.3", 7), "  007");
        assert_eq!(signed("05.3", 7), "  007");
        assert_eq!(signed("05", -7), "-0007");
        assert_eq!(signed("-5", -7), "-7   ");
        assert_eq!(signed("+", 7), "+7");
        assert_eq!(signed(" ", 7), " 7");
        assert_eq!(signed(".0", 0), "");
        assert_eq!(signed("-05", 7), "7    ");
    }

    #[test]
    fn unsigned_numbers_as_c_prints_them() {
        assert_eq!(unsigned("#", 0, Radix::Octal), "0");
        assert_eq!(unsigned("#.0", 0, Radix::Octal), "0");
        assert_eq!(unsigned("#", 8, Radix::Octal), "010");
        assert_eq!(unsigned("#.5", 8, Radix::Octal), "00010");
        assert_eq!(unsigned("#", 0, Radix::Hex), "0");
        assert_eq!(unsigned("#010", 255, Radix::UpperHex), "0X000000FF");
        assert_eq!(unsigned("", u64::MAX, Radix::Hex), "ffffffffffffffff");
        assert_eq!(unsigned("", u64::MAX, Radix::Decimal), "18446744073709551615");
    }
}
