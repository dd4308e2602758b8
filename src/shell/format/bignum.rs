//! Whole numbers of any size, as far as exact conversion between binary and decimal needs them.

/// An unsigned number: limbs of 32 bits, lowest first, without zeros at the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BigNum {
    limbs: Vec<u32>,
}

impl BigNum {
    pub(super) fn from_u64(value: u64) -> BigNum {
        let mut number = BigNum { limbs: vec![value as u32, (value >> 32) as u32] };
        number.trim();
        number
    }

    /// Reads decimal digits; anything else in `digits` is skipped.
    pub(super) fn from_decimal(digits: &[u8]) -> BigNum {
        let mut number = BigNum { limbs: Vec::new() };
        let mut chunk = 0u32;
        let mut scale = 1u32;
        for digit in digits.iter().filter(|byte| byte.is_ascii_digit()) {
            chunk = chunk * 10 + u32::from(digit - b'0');
            scale *= 10;
            if scale == 1_000_000_000 {
                number.multiply_add(scale, chunk);
                (chunk, scale) = (0, 1);
            }
        }
        number.multiply_add(scale, chunk);
        number
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub(super) fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.limbs {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.limbs.push(carry as u32);
        }
    }

    /// Multiplies by 5 to the power of `exponent`.
    pub(super) fn multiply_power_of_5(&mut self, mut exponent: u32) {
        const STEP: u32 = 13;
        while exponent >= STEP {
            self.multiply_add(5u32.pow(STEP), 0);
            exponent -= STEP;
        }
        self.multiply_add(5u32.pow(exponent), 0);
    }

    pub(super) fn shift_left(&mut self, bits: u32) {
        if self.is_zero() {
            return;
        }
        let (limbs, bits) = ((bits / 32) as usize, bits % 32);
        if bits > 0 {
            let mut carry = 0u32;
            for limb in &mut self.limbs {
                let next = *limb >> (32 - bits);
                *limb = (*limb << bits) | carry;
                carry = next;
            }
            if carry > 0 {
                self.limbs.push(carry);
            }
        }
        self.limbs.splice(0..0, std::iter::repeat_n(0, limbs));
    }

    pub(super) fn bit_length(&self) -> u32 {
        match self.limbs.last() {
            Some(top) => self.limbs.len() as u32 * 32 - top.leading_zeros(),
            None => 0,
        }
    }

    fn bit(&self, index: u32) -> bool {
        self.limbs.get((index / 32) as usize).is_some_and(|limb| limb >> (index % 32) & 1 == 1)
    }

    /// True when a bit below `index` is set.
    pub(super) fn any_below(&self, index: u32) -> bool {
        let whole = (index / 32) as usize;
        self.limbs.iter().take(whole).any(|limb| *limb != 0)
            || self.limbs.get(whole).is_some_and(|limb| limb & ((1u32 << (index % 32)) - 1) != 0)
    }

    /// The bits from `low` on as a number, rounded to nearest, ties to even; `sticky` says that something below the
    /// lowest bit was lost before. The result fits when at most 64 bits are left (2^64 on a carry, hence `u128`).
    pub(super) fn round_from(&self, low: u32, sticky: bool) -> u128 {
        let mut value = 0u128;
        let mut index = self.bit_length();
        while index > low {
            index -= 1;
            value = value << 1 | u128::from(self.bit(index));
        }
        if low > 0 && self.bit(low - 1) && (self.any_below(low - 1) || sticky || value & 1 == 1) {
            value += 1;
        }
        value
    }

    /// Divides by `divisor` (not zero): the quotient, and whether a remainder was left. Long division limb by limb:
    /// each is guessed from the top limbs and corrected at most twice (Knuth, volume 2, algorithm D).
    pub(super) fn divide(&self, divisor: &BigNum) -> (BigNum, bool) {
        let shift = divisor.limbs.last().map_or(0, |top| top.leading_zeros());
        let (mut rest, mut divisor) = (self.clone(), divisor.clone());
        rest.shift_left(shift);
        divisor.shift_left(shift);
        let n = divisor.limbs.len();
        let Some(&top) = divisor.limbs.last() else { return (BigNum { limbs: Vec::new() }, false) };
        if rest.limbs.len() < n {
            let remainder = !rest.is_zero();
            return (BigNum { limbs: Vec::new() }, remainder);
        }
        rest.limbs.push(0);
        let m = rest.limbs.len() - n;
        let second = if n > 1 { divisor.limbs[n - 2] } else { 0 };
        let mut quotient = vec![0u32; m];
        for j in (0..m).rev() {
            let head = u64::from(rest.limbs[j + n]) << 32 | u64::from(rest.limbs[j + n - 1]);
            let third = if n > 1 { rest.limbs[j + n - 2] } else { 0 };
            let mut guess = head / u64::from(top);
            let mut left = head % u64::from(top);
            while guess > u64::from(u32::MAX)
                || u128::from(guess) * u128::from(second) > (u128::from(left) << 32 | u128::from(third))
            {
                guess -= 1;
                left += u64::from(top);
                if left > u64::from(u32::MAX) {
                    break;
                }
            }
            if subtract_product(&mut rest.limbs[j..=j + n], &divisor.limbs, guess as u32) {
                guess -= 1;
                add_back(&mut rest.limbs[j..=j + n], &divisor.limbs);
            }
            quotient[j] = guess as u32;
        }
        rest.trim();
        let mut quotient = BigNum { limbs: quotient };
        quotient.trim();
        (quotient, !rest.is_zero())
    }

    /// The decimal digits, none for zero.
    pub(super) fn into_decimal(mut self) -> Vec<u8> {
        let mut chunks = Vec::new();
        while !self.is_zero() {
            let mut rest = 0u64;
            for limb in self.limbs.iter_mut().rev() {
                let value = rest << 32 | u64::from(*limb);
                *limb = (value / 1_000_000_000) as u32;
                rest = value % 1_000_000_000;
            }
            self.trim();
            chunks.push(rest as u32);
        }
        let mut digits = Vec::with_capacity(chunks.len() * 9);
        for (index, chunk) in chunks.iter().rev().enumerate() {
            let text = if index == 0 { chunk.to_string() } else { format!("{chunk:09}") };
            digits.extend_from_slice(text.as_bytes());
        }
        digits
    }
}

/// `window -= divisor * factor`; true when it went below zero (modulo the window's size).
fn subtract_product(window: &mut [u32], divisor: &[u32], factor: u32) -> bool {
    let mut borrow = 0u64;
    for (index, limb) in window.iter_mut().enumerate() {
        let part = divisor.get(index).map_or(0, |limb| u64::from(*limb)) * u64::from(factor) + borrow;
        let (low, high) = (part as u32, part >> 32);
        let (value, under) = limb.overflowing_sub(low);
        *limb = value;
        borrow = high + u64::from(under);
    }
    borrow > 0
}

fn add_back(window: &mut [u32], divisor: &[u32]) {
    let mut carry = 0u64;
    for (index, limb) in window.iter_mut().enumerate() {
        let sum = u64::from(*limb) + divisor.get(index).map_or(0, |limb| u64::from(*limb)) + carry;
        *limb = sum as u32;
        carry = sum >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_text_goes_in_and_out() {
        for text in ["", "7", "1000000000", "123456789012345678901234567890123456789"] {
            assert_eq!(BigNum::from_decimal(text.as_bytes()).into_decimal(), text.as_bytes());
        }
    }

    #[test]
    fn division_is_exact() {
        let mut big = BigNum::from_decimal(b"98765432109876543210987654321098765432109876543210");
        let divisor = BigNum::from_decimal(b"12345678901234567890123456789");
        let (quotient, rest) = big.divide(&divisor);
        assert_eq!(quotient.into_decimal(), b"8000000072900000663390");
        assert!(rest);
        big = BigNum::from_u64(1);
        big.multiply_power_of_5(100);
        big.shift_left(100);
        let mut ten = BigNum::from_u64(1);
        ten.multiply_power_of_5(99);
        ten.shift_left(99);
        assert_eq!(big.divide(&ten), (BigNum::from_u64(10), false));
    }
}
