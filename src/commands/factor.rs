//! `factor`: the prime factors of numbers.

use bstr::ByteSlice;

use super::options::{self, Arguments, Spec};
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: factor [NUMBER]...
Print the prime factors of each NUMBER; without any, of the numbers on standard input. Numbers may have up to 127 bits.

      --help     show this help and exit
      --version  show the version and exit
";

const SPEC: Spec = Spec::new(&[]);

pub const COMMANDS: &[Native] = &[Native { name: "factor", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (_, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut good = true;
    if operands.is_empty() {
        let stdin = context.stdin();
        let Some(mut input) = context.report(b"standard input", stdin)? else { return Ok(1) };
        loop {
            let record = input.read_record(context, b'\n');
            let Some(record) = context.report(b"error reading input", record)? else { return Ok(1) };
            let Some(record) = record else { break };
            for word in record.data.fields_with(|letter| matches!(letter, ' ' | '\t' | '\n')) {
                // C's strings end at a NUL.
                good &= one(context, word.split(|byte| *byte == 0).next().unwrap_or_default())?;
            }
        }
    }
    for operand in &operands {
        good &= one(context, operand)?;
    }
    Ok(u8::from(!good))
}

fn one(context: &mut Context<'_>, text: &[u8]) -> Result<bool, Halt> {
    let trimmed = text.trim_start();
    let digits = trimmed.strip_prefix(b"+").unwrap_or(trimmed);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        context.complain(&[&quote(text), b" is not a valid positive integer"])?;
        return Ok(false);
    }
    let number = digits.iter().try_fold(0u128, |value, digit| {
        value.checked_mul(10)?.checked_add(u128::from(digit - b'0')).filter(|value| *value < 1 << 127)
    });
    let Some(number) = number else {
        context.complain(&[&quote(text), b" is too large"])?;
        return Ok(false);
    };
    let mut line = format!("{number}:");
    for factor in factors(context, number)? {
        line.push_str(&format!(" {factor}"));
    }
    line.push('\n');
    context.write(line.as_bytes())?;
    Ok(true)
}

/// The prime factors in order.
fn factors(context: &Context<'_>, number: u128) -> Result<Vec<u128>, Halt> {
    let mut found = Vec::new();
    let mut rest = number;
    if rest < 2 {
        return Ok(found);
    }
    let mut divisor = 2u128;
    while divisor < 1000 && divisor * divisor <= rest {
        while rest.is_multiple_of(divisor) {
            found.push(divisor);
            rest /= divisor;
        }
        divisor += if divisor == 2 { 1 } else { 2 };
    }
    let mut parts = vec![rest];
    while let Some(part) = parts.pop() {
        context.charge(50)?;
        if part == 1 {
            continue;
        }
        if is_prime(part) {
            found.push(part);
            continue;
        }
        let divisor = divide(context, part)?;
        parts.push(divisor);
        parts.push(part / divisor);
    }
    found.sort_unstable();
    Ok(found)
}

/// `left * right % modulus` without overflow: by halves, for moduli below 2^127.
fn multiply(left: u128, right: u128, modulus: u128) -> u128 {
    if left < 1 << 64 && right < 1 << 64 {
        return left * right % modulus;
    }
    let (mut left, mut right, mut sum) = (left % modulus, right % modulus, 0u128);
    while right > 0 {
        if right & 1 == 1 {
            sum += left;
            if sum >= modulus {
                sum -= modulus;
            }
        }
        left <<= 1;
        if left >= modulus {
            left -= modulus;
        }
        right >>= 1;
    }
    sum
}

fn power(base: u128, exponent: u128, modulus: u128) -> u128 {
    let (mut base, mut exponent, mut result) = (base % modulus, exponent, 1u128);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// Miller and Rabin's test. The first twelve primes as bases decide all numbers up to 3.3e24; the others make a mistake
/// above that as unlikely as need be.
fn is_prime(number: u128) -> bool {
    const BASES: [u128; 24] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89];
    if BASES.contains(&number) {
        return true;
    }
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return false;
    }
    let shift = (number - 1).trailing_zeros();
    let odd = (number - 1) >> shift;
    'bases: for base in BASES {
        let mut value = power(base, odd, number);
        if value == 1 || value == number - 1 {
            continue;
        }
        for _ in 1..shift {
            value = multiply(value, value, number);
            if value == number - 1 {
                continue 'bases;
            }
        }
        return false;
    }
    true
}

fn greatest_common_divisor(left: u128, right: u128) -> u128 {
    let (mut left, mut right) = (left, right);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// A proper divisor of a composite number: Pollard's rho in Brent's form, metered.
fn divide(context: &Context<'_>, number: u128) -> Result<u128, Halt> {
    let root = number.isqrt();
    if root * root == number {
        return Ok(root);
    }
    let mut constant = 1u128;
    loop {
        let step = |value: u128| (multiply(value, value, number) + constant) % number;
        let (mut slow, mut fast) = (2u128, 2u128);
        let (mut length, mut taken) = (1u64, 0u64);
        loop {
            let mark = (slow, fast);
            let mark_counts = (length, taken);
            let mut product = 1;
            for _ in 0..64 {
                if taken == length {
                    slow = fast;
                    length = length.saturating_mul(2);
                    taken = 0;
                }
                fast = step(fast);
                taken += 1;
                product = multiply(product, slow.abs_diff(fast), number);
            }
            context.charge(64)?;
            let divisor = greatest_common_divisor(product, number);
            if divisor == 1 {
                continue;
            }
            if divisor < number {
                return Ok(divisor);
            }
            // Too many steps at once: again, one at a time.
            (slow, fast) = mark;
            (length, taken) = mark_counts;
            let mut found = 1;
            for _ in 0..64 {
                if taken == length {
                    slow = fast;
                    length = length.saturating_mul(2);
                    taken = 0;
                }
                fast = step(fast);
                taken += 1;
                found = greatest_common_divisor(slow.abs_diff(fast), number);
                if found != 1 {
                    break;
                }
            }
            if found != 1 && found < number {
                return Ok(found);
            }
            break;
        }
        constant += 1;
    }
}
