//! Floating-point numbers as text, as `printf("%!.Ng")` of SQLite 3.40 writes them.
//!
//! That takes the digits off an 80-bit number of the x87 by arithmetic that rounds, so that with 20 digits the last ones
//! are what these roundings make of them. [`Extended`] does the same.

/// The text of a number where SQL converts it: 15 digits.
pub fn text(value: f64) -> String {
    general(value, 15)
}

/// The text of a number from which it can be read again: 20 digits.
pub fn exact(value: f64) -> String {
    general(value, 20)
}

/// As [`exact`], for SQL and JSON, which have no word for infinity.
pub fn literal(value: f64) -> String {
    if value.is_infinite() { if value > 0.0 { "1e999" } else { "-1e999" }.to_owned() } else { exact(value) }
}

fn general(value: f64, precision: i32) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    if value == 0.0 || value.is_nan() {
        return "0.0".to_owned();
    }
    let precision = precision - 1;
    let mut rounder = Extended::new([5e-1, 5e-2, 5e-3, 5e-4, 5e-5, 5e-6, 5e-7, 5e-8, 5e-9, 5e-10][precision as usize % 10]);
    for _ in 0..precision / 10 {
        rounder = rounder.times(Extended::new(1e-10));
    }
    // Between 1 and 10.
    let mut rest = Extended::new(value.abs());
    let mut exponent = 0;
    let mut scale = Extended::new(1.0);
    for (factor, power) in [(1e100, 100), (1e10, 10), (10.0, 1)] {
        let factor = Extended::new(factor);
        while rest.is_at_least(factor.times(scale)) && exponent <= 350 {
            scale = scale.times(factor);
            exponent += power;
        }
    }
    rest = rest.over(scale);
    while !rest.is_at_least(Extended::new(1e-8)) {
        rest = rest.times(Extended::new(1e8));
        exponent -= 8;
    }
    while !rest.is_at_least(Extended::new(1.0)) {
        rest = rest.times(Extended::new(10.0));
        exponent -= 1;
    }
    rest = rest.plus(rounder);
    if rest.is_at_least(Extended::new(10.0)) {
        rest = rest.times(Extended::new(0.1));
        exponent += 1;
    }
    // 26 digits are taken at most, then zeros.
    let mut left = 26;
    let mut digit = || {
        if left == 0 {
            return '0';
        }
        left -= 1;
        let (digit, next) = rest.digit();
        rest = next;
        char::from(b'0' + digit)
    };
    let mut out = String::with_capacity(32);
    if value < 0.0 {
        out.push('-');
    }
    let scientific = exponent < -4 || exponent > precision;
    let mut point = if scientific { 0 } else { exponent };
    let mut decimals = if scientific { precision } else { precision - exponent };
    if point < 0 {
        out.push('0');
    } else {
        for _ in 0..=point {
            out.push(digit());
        }
    }
    out.push('.');
    point += 1;
    while point < 0 {
        out.push('0');
        decimals -= 1;
        point += 1;
    }
    for _ in 0..decimals {
        out.push(digit());
    }
    out.truncate(out.trim_end_matches('0').len());
    if out.ends_with('.') {
        out.push('0');
    }
    if scientific {
        out.push_str(&format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs()));
    }
    out
}

/// A positive number of 64 bits of precision: `mantissa * 2^exponent`, the mantissa's highest bit set.
#[derive(Clone, Copy)]
struct Extended {
    mantissa: u64,
    exponent: i32,
}

impl Extended {
    /// `value`: positive and finite.
    fn new(value: f64) -> Extended {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match (bits >> 52 & 0x7ff) as i32 {
            0 => (fraction, -1074),
            exponent => (fraction | 1 << 52, exponent - 1075),
        };
        let shift = mantissa.leading_zeros().min(63);
        Extended { mantissa: mantissa << shift, exponent: exponent - shift as i32 }
    }

    /// `wide * 2^exponent` rounded to nearest, ties to even. `sticky`: there is more behind the last bit.
    fn rounded(wide: u128, exponent: i32, sticky: bool) -> Extended {
        let width = 128 - wide.leading_zeros() as i32;
        let drop = width - 64;
        if drop <= 0 {
            return Extended { mantissa: (wide << -drop) as u64, exponent: exponent + drop };
        }
        let (kept, lost) = ((wide >> drop) as u64, wide & ((1 << drop) - 1));
        let half = 1u128 << (drop - 1);
        let up = lost > half || lost == half && (sticky || kept & 1 == 1);
        match kept.checked_add(u64::from(up)) {
            Some(mantissa) => Extended { mantissa, exponent: exponent + drop },
            None => Extended { mantissa: 1 << 63, exponent: exponent + drop + 1 },
        }
    }

    fn times(self, other: Extended) -> Extended {
        let product = u128::from(self.mantissa) * u128::from(other.mantissa);
        Extended::rounded(product, self.exponent + other.exponent, false)
    }

    fn over(self, other: Extended) -> Extended {
        // Two more bits than are kept.
        let (high, divisor) = (u128::from(self.mantissa) << 64, u128::from(other.mantissa));
        let (quotient, rest) = (high / divisor, high % divisor);
        let (next, rest) = ((rest << 2) / divisor, (rest << 2) % divisor);
        Extended::rounded(quotient << 2 | next, self.exponent - other.exponent - 66, rest != 0)
    }

    fn plus(self, other: Extended) -> Extended {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let distance = (large.exponent - small.exponent) as u32;
        let wide = u128::from(large.mantissa) << 63;
        let below = u128::from(small.mantissa) << 63;
        let (aligned, sticky) = match distance {
            0..=127 => (below >> distance, below & ((1u128 << distance) - 1) != 0),
            _ => (0, true),
        };
        Extended::rounded(wide + aligned, large.exponent - 63, sticky)
    }

    fn is_at_least(self, other: Extended) -> bool {
        (self.exponent, self.mantissa) >= (other.exponent, other.mantissa)
    }

    /// The digit before the point of a number below 10, and ten times the rest.
    fn digit(self) -> (u8, Extended) {
        let shift = self.exponent.unsigned_abs();
        if self.mantissa == 0 {
            return (0, self);
        }
        if shift > 63 {
            return (0, self.times(Extended::new(10.0)));
        }
        let digit = (self.mantissa >> shift) as u8;
        let rest = self.mantissa & ((1u64 << shift) - 1);
        if rest == 0 {
            return (digit, Extended { mantissa: 0, exponent: -60 });
        }
        let zeros = rest.leading_zeros();
        let rest = Extended { mantissa: rest << zeros, exponent: self.exponent - zeros as i32 };
        (digit, rest.times(Extended::new(10.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_those_of_sqlite() {
        for (value, expected) in [
            (1.0, "1.0"),
            (1e20, "1.0e+20"),
            (-0.1, "-0.1"),
            (1e-7, "1.0e-07"),
            (1.0 / 3.0, "0.333333333333333"),
            (0.1 + 0.2, "0.3"),
            (123456789012345680.0, "1.23456789012346e+17"),
            (1e14, "100000000000000.0"),
            (0.0001, "0.0001"),
            (5e-324, "4.94065645841247e-324"),
            (f64::MAX, "1.79769313486232e+308"),
        ] {
            assert_eq!(text(value), expected);
        }
        for (value, expected) in [
            (0.6, "0.59999999999999997779"),
            (1.0 / 3.0, "0.33333333333333331482"),
            (1e-7, "9.9999999999999995472e-08"),
            (1e100, "1.0e+100"),
        ] {
            assert_eq!(exact(value), expected);
        }
        assert_eq!(literal(f64::NEG_INFINITY), "-1e999");
    }
}
