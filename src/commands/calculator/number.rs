//! Decimal numbers of any length, with the digits after the point that `bc` and `dc` keep for each.

use num_bigint::{BigInt, BigUint, Sign};

/// Where work is charged before it is done, so that no number grows beyond the limits of a run.
pub trait Meter {
    /// Why a run was stopped.
    type Stop;

    /// Takes `steps` off the budget.
    fn charge(&mut self, steps: u64) -> Result<(), Self::Stop>;
}

/// `digits / 10^scale`
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Number {
    pub digits: BigInt,
    pub scale: usize,
}

/// 10 to that power.
pub fn power_of_ten(exponent: usize) -> BigInt {
    BigInt::from(BigUint::from(10u8).pow(u32::try_from(exponent).unwrap_or(u32::MAX)))
}

/// Charges a multiplication or division of numbers with that many bits.
pub fn charge_product<M: Meter>(meter: &mut M, left: u64, right: u64) -> Result<(), M::Stop> {
    meter.charge((left / 64 + 1).saturating_mul(right / 64 + 1) / 8)
}

/// Charges the writing of a power of ten.
fn charge_ten<M: Meter>(meter: &mut M, exponent: usize) -> Result<(), M::Stop> {
    let bits = (exponent as u64).saturating_mul(10) / 3;
    charge_product(meter, bits, bits)
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number { digits: value.into(), scale: 0 }
    }
}

impl Number {
    pub fn is_zero(&self) -> bool {
        self.digits.sign() == Sign::NoSign
    }

    pub fn is_negative(&self) -> bool {
        self.digits.sign() == Sign::Minus
    }

    pub fn negated(&self) -> Number {
        Number { digits: -&self.digits, scale: self.scale }
    }

    pub fn bits(&self) -> u64 {
        self.digits.bits()
    }

    /// The digits with a scale that is no smaller than the number's own.
    fn at_scale<M: Meter>(&self, meter: &mut M, scale: usize) -> Result<BigInt, M::Stop> {
        if scale <= self.scale {
            return Ok(self.digits.clone());
        }
        charge_ten(meter, scale - self.scale)?;
        Ok(&self.digits * power_of_ten(scale - self.scale))
    }

    /// Cut or filled up to `scale` digits after the point.
    pub fn with_scale<M: Meter>(&self, meter: &mut M, scale: usize) -> Result<Number, M::Stop> {
        if scale >= self.scale {
            return Ok(Number { digits: self.at_scale(meter, scale)?, scale });
        }
        charge_ten(meter, self.scale - scale)?;
        charge_product(meter, self.bits(), ((self.scale - scale) as u64).saturating_mul(10) / 3)?;
        Ok(Number { digits: &self.digits / power_of_ten(self.scale - scale), scale })
    }

    /// The digits before the point.
    pub fn integer<M: Meter>(&self, meter: &mut M) -> Result<BigInt, M::Stop> {
        Ok(self.with_scale(meter, 0)?.digits)
    }

    pub fn add<M: Meter>(&self, meter: &mut M, other: &Number) -> Result<Number, M::Stop> {
        let scale = self.scale.max(other.scale);
        meter.charge(self.bits().max(other.bits()) / 512)?;
        Ok(Number { digits: self.at_scale(meter, scale)? + other.at_scale(meter, scale)?, scale })
    }

    pub fn subtract<M: Meter>(&self, meter: &mut M, other: &Number) -> Result<Number, M::Stop> {
        self.add(meter, &other.negated())
    }

    pub fn compare<M: Meter>(&self, meter: &mut M, other: &Number) -> Result<std::cmp::Ordering, M::Stop> {
        let scale = self.scale.max(other.scale);
        Ok(self.at_scale(meter, scale)?.cmp(&other.at_scale(meter, scale)?))
    }

    /// The product with as many digits as `scale` or a factor has, and no more than it needs.
    pub fn multiply<M: Meter>(&self, meter: &mut M, other: &Number, scale: usize) -> Result<Number, M::Stop> {
        charge_product(meter, self.bits(), other.bits())?;
        let full = self.scale + other.scale;
        let product = Number { digits: &self.digits * &other.digits, scale: full };
        product.cut(meter, full.min(scale.max(self.scale).max(other.scale)))
    }

    fn cut<M: Meter>(self, meter: &mut M, scale: usize) -> Result<Number, M::Stop> {
        if scale < self.scale { self.with_scale(meter, scale) } else { Ok(self) }
    }

    /// The quotient, cut to `scale`; `None` when `other` is zero.
    pub fn divide<M: Meter>(&self, meter: &mut M, other: &Number, scale: usize) -> Result<Option<Number>, M::Stop> {
        if other.is_zero() {
            return Ok(None);
        }
        // digits / 10^s over digits' / 10^s' with `scale` digits more.
        let shift = scale + other.scale;
        let (left, right) = if shift >= self.scale {
            let more = shift - self.scale;
            charge_ten(meter, more)?;
            charge_product(meter, self.bits(), (more as u64).saturating_mul(10) / 3)?;
            (&self.digits * power_of_ten(more), other.digits.clone())
        } else {
            charge_ten(meter, self.scale - shift)?;
            (self.digits.clone(), &other.digits * power_of_ten(self.scale - shift))
        };
        charge_product(meter, left.bits(), right.bits())?;
        Ok(Some(Number { digits: left / right, scale }))
    }

    /// Quotient and remainder: the quotient has `scale` digits, the remainder what it leaves.
    pub fn divide_modulo<M: Meter>(
        &self,
        meter: &mut M,
        other: &Number,
        scale: usize,
    ) -> Result<Option<(Number, Number)>, M::Stop> {
        let Some(quotient) = self.divide(meter, other, scale)? else { return Ok(None) };
        let rest_scale = self.scale.max(other.scale + scale);
        let product = quotient.multiply(meter, other, rest_scale)?;
        let mut rest = self.subtract(meter, &product)?;
        if rest.scale < rest_scale {
            rest = rest.with_scale(meter, rest_scale)?;
        }
        Ok(Some((quotient, rest)))
    }

    /// The power with a whole exponent, cut to what `scale` and the base ask for.
    pub fn raise<M: Meter>(&self, meter: &mut M, exponent: i64, scale: usize) -> Result<Option<Number>, M::Stop> {
        if exponent == 0 {
            return Ok(Some(Number::from(1)));
        }
        let times = exponent.unsigned_abs();
        let bits = self.bits().saturating_mul(times);
        // The last squaring is the greatest part of the work.
        let half = bits / 2;
        if self.bits() > 1 {
            charge_product(meter, half, half)?;
            charge_product(meter, half, half)?;
        }
        let full = (self.scale as u64).saturating_mul(times);
        charge_ten(meter, usize::try_from(full / 2).unwrap_or(usize::MAX))?;
        let full = usize::try_from(full).unwrap_or(usize::MAX);
        let power = match u32::try_from(times) {
            Ok(times) => self.digits.pow(times),
            // Only 0, 1 and -1 come here without being stopped.
            Err(_) if times.is_multiple_of(2) => &self.digits * &self.digits,
            Err(_) => self.digits.clone(),
        };
        let power = Number { digits: power, scale: full };
        if exponent < 0 {
            return Number::from(1).divide(meter, &power, scale);
        }
        power.cut(meter, full.min(scale.max(self.scale))).map(Some)
    }

    /// The square root, cut to the greater of `scale` and the number's own; `None` when it is negative.
    pub fn square_root<M: Meter>(&self, meter: &mut M, scale: usize) -> Result<Option<Number>, M::Stop> {
        if self.is_negative() {
            return Ok(None);
        }
        if self.is_zero() {
            return Ok(Some(Number::default()));
        }
        if self.compare(meter, &Number::from(1))?.is_eq() {
            return Ok(Some(Number::from(1)));
        }
        let scale = scale.max(self.scale);
        let square = self.at_scale(meter, scale.saturating_mul(2))?;
        charge_product(meter, square.bits(), square.bits().saturating_mul(4))?;
        Ok(Some(Number { digits: square.sqrt(), scale }))
    }

    /// How many digits it has: those before the point (at least one) and those behind it.
    pub fn length<M: Meter>(&self, meter: &mut M) -> Result<usize, M::Stop> {
        charge_product(meter, self.bits(), self.bits())?;
        let digits = self.digits.magnitude().to_str_radix(10).len();
        Ok(if digits <= self.scale { self.scale.max(1) } else { digits })
    }

    /// Reads digits in a base: those that are too large count as the base's last one, unless there is only one before
    /// the point. `point` may be there once.
    pub fn read<M: Meter>(meter: &mut M, text: &[u8], base: u32) -> Result<Number, M::Stop> {
        let value = |digit: u8| match digit {
            b'0'..=b'9' => u32::from(digit - b'0'),
            _ => u32::from(digit.saturating_sub(b'A')) + 10,
        };
        let (whole, fraction) = match text.iter().position(|byte| *byte == b'.') {
            Some(point) => (&text[..point], &text[point + 1..]),
            None => (text, &[][..]),
        };
        let capped = |digit: &u8| value(*digit).min(base - 1);
        let fold = |meter: &mut M, digits: &[u8]| -> Result<BigInt, M::Stop> {
            let bits = (digits.len() as u64).saturating_mul(5);
            charge_product(meter, bits, bits)?;
            if base <= 10 {
                let text: Vec<u8> = digits.iter().map(|digit| capped(digit) as u8 + b'0').collect();
                return Ok(BigInt::parse_bytes(&text, base).unwrap_or_default());
            }
            let digits: Vec<u8> = digits.iter().map(|digit| capped(digit) as u8).collect();
            Ok(BigInt::from_radix_be(Sign::Plus, &digits, base).unwrap_or_default())
        };
        let mut number = match whole {
            [digit] => Number::from(i64::from(value(*digit))),
            _ => Number { digits: fold(meter, whole)?, scale: 0 },
        };
        if !fraction.is_empty() {
            let digits = fraction.len();
            let top = Number { digits: fold(meter, fraction)?, scale: 0 };
            let below = if base == 10 {
                power_of_ten(digits)
            } else {
                BigInt::from(BigUint::from(base).pow(u32::try_from(digits).unwrap_or(u32::MAX)))
            };
            let part = top.divide(meter, &Number { digits: below, scale: 0 }, digits)?.unwrap_or_default();
            number = number.add(meter, &part)?;
        }
        Ok(number)
    }

    /// Writes the number in a base. Without `zero`, nothing stands before the point of a number below one.
    pub fn write<M: Meter>(&self, meter: &mut M, base: &BigUint, zero: bool) -> Result<Vec<u8>, M::Stop> {
        charge_product(meter, self.bits(), self.bits())?;
        let mut out = Vec::new();
        if self.is_negative() {
            out.push(b'-');
        }
        if self.is_zero() {
            out.push(b'0');
            return Ok(out);
        }
        let small = base.to_string().parse::<u32>().ok();
        if small == Some(10) {
            let text = self.digits.magnitude().to_str_radix(10);
            let split = text.len().saturating_sub(self.scale);
            out.extend_from_slice(&text.as_bytes()[..split]);
            if split == 0 && zero {
                out.push(b'0');
            }
            if self.scale > 0 {
                out.push(b'.');
                out.extend(std::iter::repeat_n(b'0', self.scale.saturating_sub(text.len())));
                out.extend_from_slice(&text.as_bytes()[split..]);
            }
            return Ok(out);
        }
        let whole = self.integer(meter)?;
        let whole = whole.magnitude().clone();
        let width = (base - 1u8).to_string().len();
        let small = small.filter(|base| *base <= 16);
        let any = whole.bits() > 0;
        if any {
            match small {
                Some(base) => out.extend(whole.to_str_radix(base).to_ascii_uppercase().bytes()),
                None => {
                    let mut digits = Vec::new();
                    let mut rest = whole.clone();
                    while rest.bits() > 0 {
                        charge_product(meter, rest.bits(), base.bits())?;
                        digits.push(&rest % base);
                        rest /= base;
                    }
                    for digit in digits.iter().rev() {
                        out.extend_from_slice(format!(" {digit:0>width$}").as_bytes());
                    }
                }
            }
        } else if zero {
            out.push(b'0');
        }
        if self.scale > 0 {
            out.push(b'.');
            let ten = power_of_ten(self.scale).magnitude().clone();
            let mut part = self.digits.magnitude() - &whole * &ten;
            // As many digits as tell all that the scale can.
            let mut reached = BigUint::from(1u8);
            let mut first = true;
            while reached < ten {
                charge_product(meter, ten.bits(), base.bits())?;
                part *= base;
                let digit = &part / &ten;
                part %= &ten;
                match small {
                    Some(_) => out.extend(digit.to_str_radix(16).to_ascii_uppercase().bytes()),
                    None => {
                        let space = if std::mem::take(&mut first) { "" } else { " " };
                        out.extend_from_slice(format!("{space}{digit:0>width$}").as_bytes());
                    }
                }
                reached *= base;
            }
        }
        Ok(out)
    }
}
