//! The mathematical library (`bc -l`): sine, cosine, arctangent, logarithm, exponential and Bessel functions, to as many
//! digits as the scale asks for. Computed in whole numbers with some digits more, and then cut.

use num_bigint::{BigInt, Sign};

use super::number::{Meter, Number, charge_product, power_of_ten};

/// Fixed-point numbers with that many digits behind the point.
struct Fixed<'m, M: Meter> {
    meter: &'m mut M,
    digits: usize,
    one: BigInt,
}

impl<'m, M: Meter> Fixed<'m, M> {
    fn new(meter: &'m mut M, digits: usize) -> Result<Fixed<'m, M>, M::Stop> {
        let bits = (digits as u64).saturating_mul(10) / 3;
        charge_product(meter, bits, bits)?;
        let one = power_of_ten(digits);
        Ok(Fixed { meter, digits, one })
    }

    fn take(&mut self, number: &Number) -> Result<BigInt, M::Stop> {
        Ok(number.with_scale(self.meter, self.digits)?.digits)
    }

    fn times(&mut self, left: &BigInt, right: &BigInt) -> Result<BigInt, M::Stop> {
        charge_product(self.meter, left.bits(), right.bits())?;
        charge_product(self.meter, left.bits() + right.bits(), self.one.bits())?;
        Ok(left * right / &self.one)
    }

    fn over(&mut self, left: &BigInt, right: &BigInt) -> Result<BigInt, M::Stop> {
        charge_product(self.meter, left.bits() + self.one.bits(), right.bits().max(self.one.bits()))?;
        Ok(if right.sign() == Sign::NoSign { BigInt::default() } else { left * &self.one / right })
    }

    fn root(&mut self, value: &BigInt) -> Result<BigInt, M::Stop> {
        let bits = value.bits() + self.one.bits();
        charge_product(self.meter, bits, bits.saturating_mul(4))?;
        Ok((value * &self.one).sqrt())
    }

    /// e to the power of `x`
    fn exponential(&mut self, x: &BigInt) -> Result<BigInt, M::Stop> {
        // Halved until it is small; the result is squared as often.
        let halvings = (x.bits().saturating_sub(self.one.bits()) + 8).min(4_000) as usize;
        let x = x >> halvings;
        let (mut sum, mut term, mut count) = (self.one.clone(), self.one.clone(), 0u64);
        while term.sign() != Sign::NoSign {
            count += 1;
            term = self.times(&term, &x)? / count;
            sum += &term;
        }
        for _ in 0..halvings {
            sum = self.times(&sum, &sum)?;
        }
        Ok(sum)
    }

    /// The logarithm of a number above zero.
    fn logarithm(&mut self, x: &BigInt) -> Result<BigInt, M::Stop> {
        let mut x = x.clone();
        let near: BigInt = &self.one >> 4usize;
        let mut roots = 0usize;
        while (&x - &self.one).magnitude() > near.magnitude() {
            x = self.root(&x)?;
            roots += 1;
        }
        let y = self.over(&(&x - &self.one), &(&x + &self.one))?;
        let square = self.times(&y, &y)?;
        let (mut sum, mut power, mut count) = (BigInt::default(), y, 1u64);
        while power.sign() != Sign::NoSign {
            sum += &power / count;
            power = self.times(&power, &square)?;
            count += 2;
        }
        Ok(sum << (roots + 1))
    }

    fn arctangent(&mut self, x: &BigInt) -> Result<BigInt, M::Stop> {
        let mut x = x.clone();
        let near: BigInt = &self.one >> 4usize;
        let mut halvings = 0usize;
        while x.magnitude() > near.magnitude() {
            let square = self.times(&x, &x)?;
            let root = self.root(&(square + &self.one))?;
            x = self.over(&x, &(root + &self.one))?;
            halvings += 1;
        }
        let square = self.times(&x, &x)?;
        let (mut sum, mut power, mut count) = (BigInt::default(), x, 1u64);
        while power.sign() != Sign::NoSign {
            sum += &power / count;
            power = -self.times(&power, &square)?;
            count += 2;
        }
        Ok(sum << halvings)
    }

    fn sine(&mut self, x: &BigInt) -> Result<BigInt, M::Stop> {
        let one = self.one.clone();
        let quarter = self.arctangent(&one)?;
        let turn: BigInt = &quarter << 3usize;
        charge_product(self.meter, x.bits(), turn.bits())?;
        let mut x = x % &turn;
        // Into the first quarter on either side of zero.
        let half: BigInt = &quarter << 2usize;
        if x.magnitude() > (&quarter << 1usize).magnitude() {
            x = match x.sign() {
                Sign::Minus if x.magnitude() > (&quarter * 6u8).magnitude() => x + &turn,
                Sign::Minus => -&half - x,
                _ if x.magnitude() > (&quarter * 6u8).magnitude() => x - &turn,
                _ => half - x,
            };
        }
        let square = self.times(&x, &x)?;
        let (mut sum, mut term, mut count) = (BigInt::default(), x, 1u64);
        while term.sign() != Sign::NoSign {
            sum += &term;
            term = -self.times(&term, &square)? / ((count + 1) * (count + 2));
            count += 2;
        }
        Ok(sum)
    }
}

/// Digits before the point.
fn whole_digits(number: &Number) -> usize {
    let digits = (number.bits() / 3) as usize + 1;
    digits.saturating_sub(number.scale.saturating_mul(99) / 100)
}

/// Calls the function of that letter.
pub fn call<M: Meter>(meter: &mut M, letter: u8, arguments: &[Number], scale: usize) -> Result<Number, M::Stop> {
    let zero = Number::default();
    let x = arguments.last().unwrap_or(&zero);
    let large = whole_digits(x);
    let guard = scale + 20;
    let (digits, value) = match letter {
        b'e' => {
            if x.is_zero() {
                return Number::from(1).with_scale(meter, scale);
            }
            // e^x has up to x/2 digits before its point.
            let size = x.integer(meter)?;
            let size = i64::try_from(&size).unwrap_or(if x.is_negative() { i64::MIN } else { i64::MAX });
            let digits = guard + 10 + large + usize::try_from(size.max(0) / 2).unwrap_or(usize::MAX / 4);
            let mut fixed = Fixed::new(meter, digits)?;
            let x = fixed.take(x)?;
            (digits, fixed.exponential(&x)?)
        }
        b'l' => {
            if x.is_negative() || x.is_zero() {
                let least = Number { digits: BigInt::from(1) - power_of_ten(scale), scale: 0 };
                return least.with_scale(meter, scale);
            }
            if x.compare(meter, &Number::from(1))?.is_eq() {
                return Ok(zero);
            }
            let digits = guard + 2 * (large + x.scale);
            let mut fixed = Fixed::new(meter, digits)?;
            let x = fixed.take(x)?;
            (digits, fixed.logarithm(&x)?)
        }
        b'a' => {
            if x.is_zero() {
                return Ok(zero);
            }
            let digits = guard + 2 * large;
            let mut fixed = Fixed::new(meter, digits)?;
            let x = fixed.take(x)?;
            (digits, fixed.arctangent(&x)?)
        }
        b's' | b'c' => {
            if x.is_zero() {
                return if letter == b's' { Ok(zero) } else { Number::from(1).with_scale(meter, scale) };
            }
            let digits = guard + 2 * large;
            let mut fixed = Fixed::new(meter, digits)?;
            let mut x = fixed.take(x)?;
            if letter == b'c' {
                let one = fixed.one.clone();
                x += fixed.arctangent(&one)? << 1usize;
            }
            (digits, fixed.sine(&x)?)
        }
        _ => return bessel(meter, arguments.first().unwrap_or(&zero), x, scale),
    };
    Number { digits: value, scale: digits }.with_scale(meter, scale)
}

/// The Bessel function of a whole order.
fn bessel<M: Meter>(meter: &mut M, order: &Number, x: &Number, scale: usize) -> Result<Number, M::Stop> {
    let order = order.integer(meter)?;
    let negative = order.sign() == Sign::Minus && order.bit(0);
    let order = u64::try_from(order.magnitude()).unwrap_or(u64::MAX);
    let size = x.integer(meter)?;
    let size = usize::try_from(size.magnitude()).unwrap_or(usize::MAX / 8);
    let digits = scale + 30 + size.saturating_add(usize::try_from(order).unwrap_or(usize::MAX / 8)) * 2;
    let mut fixed = Fixed::new(meter, digits)?;
    let half = fixed.take(x)? / 2;
    let mut term = fixed.one.clone();
    for factor in 1..=order {
        term = fixed.times(&term, &half)? / factor;
        if term.sign() == Sign::NoSign {
            break;
        }
    }
    let square = fixed.times(&half, &half)?;
    let (mut sum, mut count) = (BigInt::default(), 0u64);
    while term.sign() != Sign::NoSign {
        sum += &term;
        count += 1;
        term = -fixed.times(&term, &square)? / (BigInt::from(count) * BigInt::from(order.saturating_add(count)));
    }
    if negative {
        sum = -sum;
    }
    Number { digits: sum, scale: digits }.with_scale(meter, scale)
}
