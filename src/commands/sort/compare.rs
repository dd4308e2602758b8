//! The order of keys: bytes, numbers of four kinds, months, versions, at random.

use std::borrow::Cow;
use std::cmp::Ordering as Order;

use md5::{Digest, Md5};
use shell::format::real::{Precision, Real};

use super::super::shared::number::parse_float;
use super::super::shared::version;
use super::key::{Key, Ordering, skip_blanks};

/// Everything that decides about the order of two lines.
pub struct Comparison {
    pub keys: Vec<Key>,
    pub separator: Option<u8>,
    /// `-r` outside of keys: turns the last resort around.
    pub reverse: bool,
    /// `-s` or `-u`: lines with equal keys are equal.
    pub no_last_resort: bool,
    /// Makes the order of `-R`: what every key's digest begins with.
    pub seed: Md5,
}

/// A line and what was found out about its first key, so that it is found out once.
#[derive(Clone, Copy)]
pub struct Line<'d> {
    pub text: &'d [u8],
    key: &'d [u8],
    /// The first eight bytes of the key in order, or its number's rank.
    prefix: u64,
}

impl Comparison {
    /// Prepares a line.
    pub fn line<'d>(&self, text: &'d [u8]) -> Line<'d> {
        let Some(first) = self.keys.first() else { return Line { text, key: text, prefix: prefix(text) } };
        let key = first.slice(text, self.separator);
        let prefix = if first.ordering.is_bytes() {
            prefix(key)
        } else if first.ordering.numeric {
            Number::read(key).rank()
        } else if first.ordering.is_random() {
            prefix(&digest(&self.seed, &translate(&first.ordering, key)))
        } else {
            0
        };
        Line { text, key, prefix }
    }

    /// The order of two lines.
    pub fn compare(&self, left: &Line<'_>, right: &Line<'_>) -> Order {
        let Some((first, others)) = self.keys.split_first() else {
            let order = left.prefix.cmp(&right.prefix).then_with(|| left.text.cmp(right.text));
            return if self.reverse { order.reverse() } else { order };
        };
        let order = if first.ordering.is_bytes() {
            let order = left.prefix.cmp(&right.prefix).then_with(|| left.key.cmp(right.key));
            if first.ordering.reverse { order.reverse() } else { order }
        } else if left.prefix != right.prefix {
            let order = left.prefix.cmp(&right.prefix);
            if first.ordering.reverse { order.reverse() } else { order }
        } else if first.ordering.numeric && left.prefix & 1 == 0 {
            Order::Equal
        } else {
            self.compare_keys(&first.ordering, left.key, right.key)
        };
        if order != Order::Equal {
            return order;
        }
        for key in others {
            let (a, b) = (key.slice(left.text, self.separator), key.slice(right.text, self.separator));
            let order = self.compare_keys(&key.ordering, a, b);
            if order != Order::Equal {
                return order;
            }
        }
        if self.no_last_resort {
            return Order::Equal;
        }
        let order = left.text.cmp(right.text);
        if self.reverse { order.reverse() } else { order }
    }

    fn compare_keys(&self, ordering: &Ordering, left: &[u8], right: &[u8]) -> Order {
        let order = if ordering.numeric {
            Number::read(left).compare(&Number::read(right))
        } else if ordering.general {
            general(left, right)
        } else if ordering.human {
            // A unit in lower case is one under `-f`.
            human(&translate(ordering, left), &translate(ordering, right))
        } else if ordering.month {
            month(left).cmp(&month(right))
        } else {
            let (left, right) = (translate(ordering, left), translate(ordering, right));
            if ordering.random {
                let order = digest(&self.seed, &left).cmp(&digest(&self.seed, &right));
                order.then_with(|| left.cmp(&right))
            } else if ordering.version {
                version::compare(&left, &right)
            } else {
                left.cmp(&right)
            }
        };
        if ordering.reverse { order.reverse() } else { order }
    }
}

impl Ordering {
    /// `-R` and no kind of number.
    fn is_random(&self) -> bool {
        self.random && !(self.numeric || self.general || self.human || self.month)
    }

    /// Nothing but the bytes counts, perhaps turned around.
    fn is_bytes(&self) -> bool {
        !(self.dictionary
            || self.fold
            || self.general
            || self.human
            || self.nonprinting
            || self.month
            || self.numeric
            || self.random
            || self.version)
    }
}

fn prefix(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = key.len().min(8);
    bytes[..length].copy_from_slice(&key[..length]);
    u64::from_be_bytes(bytes)
}

/// The bytes that count under `-d`, `-f` and `-i`.
fn translate<'k>(ordering: &Ordering, key: &'k [u8]) -> Cow<'k, [u8]> {
    if !ordering.dictionary && !ordering.fold && !ordering.nonprinting {
        return Cow::Borrowed(key);
    }
    let counts = |byte: &&u8| {
        if ordering.dictionary {
            byte.is_ascii_alphanumeric() || matches!(**byte, b' ' | b'\t' | b'\n')
        } else {
            !ordering.nonprinting || matches!(**byte, 0x20..=0x7e)
        }
    };
    let fold = |byte: &u8| if ordering.fold { byte.to_ascii_uppercase() } else { *byte };
    Cow::Owned(key.iter().filter(counts).map(fold).collect())
}

/// A decimal number of any length.
struct Number<'k> {
    negative: bool,
    /// Digits without leading zeros.
    whole: &'k [u8],
    /// Digits without trailing zeros.
    fraction: &'k [u8],
}

impl<'k> Number<'k> {
    fn read(key: &'k [u8]) -> Number<'k> {
        let text = &key[skip_blanks(key, 0)..];
        let (negative, text) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let zeros = text.iter().take_while(|byte| **byte == b'0').count();
        let text = &text[zeros..];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (whole, rest) = text.split_at(digits);
        let mut fraction = rest.strip_prefix(b".").unwrap_or_default();
        let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
        fraction = &fraction[..digits];
        while let Some((b'0', shorter)) = fraction.split_last() {
            fraction = shorter;
        }
        let zero = whole.is_empty() && fraction.is_empty();
        Number { negative: negative && !zero, whole, fraction }
    }

    /// A number in the order of the numbers. Equal ranks are of equal numbers when they are even; an odd one is of a
    /// number that has more digits than the rank.
    fn rank(&self) -> u64 {
        let digit = |byte: Option<&u8>| i64::from(byte.map_or(0, |byte| byte - b'0'));
        let cut = self.whole.len() > 14 || self.fraction.len() > 4;
        let whole = if self.whole.len() > 14 {
            100_000_000_000_000
        } else {
            self.whole.iter().fold(0, |value, byte| value * 10 + digit(Some(byte)))
        };
        let places = if self.whole.len() > 14 { 0 } else { 4 };
        let parts = (0..places).fold(0, |value, place| value * 10 + digit(self.fraction.get(place)));
        let size = 2 * (whole * 10_000 + parts) + i64::from(cut);
        (if self.negative { -size } else { size }).cast_unsigned() ^ (1 << 63)
    }

    fn compare(&self, other: &Number<'_>) -> Order {
        match (self.negative, other.negative) {
            (true, false) => return Order::Less,
            (false, true) => return Order::Greater,
            _ => {}
        }
        let lengths = self.whole.len().cmp(&other.whole.len());
        let order = lengths.then_with(|| self.whole.cmp(other.whole)).then_with(|| self.fraction.cmp(other.fraction));
        if self.negative { order.reverse() } else { order }
    }
}

/// Keys under `-g`: what is no number comes first, then NaN, then numbers.
fn general(left: &[u8], right: &[u8]) -> Order {
    if left == right {
        return Order::Equal;
    }
    let rank = |number: &Option<f64>| match number {
        None => 0,
        Some(number) if number.is_nan() => 1,
        Some(_) => 2,
    };
    let read = |key| parse_float(key).map(|(value, _)| value);
    let (a, b) = (read(left), read(right));
    let order = rank(&a).cmp(&rank(&b));
    match (a, b) {
        (Some(a), Some(b)) if order == Order::Equal && !a.is_nan() => {
            // Far enough from each other. What is close, or out of range, GNU still tells apart as `long double`.
            if a.is_finite() && b.is_finite() && (a.next_up() < b || b.next_up() < a) {
                return a.total_cmp(&b);
            }
            let exact = |key| Real::parse(key, Precision::Extended).value;
            exact(left).compare(&exact(right)).unwrap_or(Order::Equal)
        }
        _ => order,
    }
}

/// Under `-h` the sign decides first, then the unit, then the number.
fn human(left: &[u8], right: &[u8]) -> Order {
    let unit = |key: &[u8]| {
        let text = &key[skip_blanks(key, 0)..];
        let (sign, text) = match text.strip_prefix(b"-") {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        let mut nonzero = false;
        let mut end = 0;
        let mut point = false;
        while let Some(byte) = text.get(end) {
            match byte {
                b'0' => {}
                b'1'..=b'9' => nonzero = true,
                b'.' if !point => point = true,
                _ => break,
            }
            end += 1;
        }
        if !nonzero {
            return 0;
        }
        let order = match text.get(end) {
            Some(b'k' | b'K') => 1,
            Some(b'M') => 2,
            Some(b'G') => 3,
            Some(b'T') => 4,
            Some(b'P') => 5,
            Some(b'E') => 6,
            Some(b'Z') => 7,
            Some(b'Y') => 8,
            _ => 0,
        };
        sign * (order + 1)
    };
    // Zero is between negative and positive numbers whatever its unit.
    unit(left).cmp(&unit(right)).then_with(|| Number::read(left).compare(&Number::read(right)))
}

/// 0 for what is no month.
fn month(key: &[u8]) -> usize {
    const NAMES: [&[u8]; 12] =
        [b"JAN", b"FEB", b"MAR", b"APR", b"MAY", b"JUN", b"JUL", b"AUG", b"SEP", b"OCT", b"NOV", b"DEC"];
    let text = &key[skip_blanks(key, 0)..];
    let name = text.get(..3).unwrap_or_default();
    NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)).map_or(0, |index| index + 1)
}

/// Equal keys have equal places in the order of `-R`: that of their digests, as GNU makes them (of keys as C's texts,
/// each with the NUL behind it).
fn digest(seed: &Md5, key: &[u8]) -> [u8; 16] {
    let mut state = seed.clone();
    state.update(key);
    if key.last().is_some_and(|last| *last != 0) {
        state.update([0]);
    }
    state.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(letters: &str, mut lines: Vec<&str>) -> Vec<String> {
        let mut ordering = Ordering::default();
        for letter in letters.bytes() {
            ordering.set(letter, super::super::key::End::Both);
        }
        let comparison = Comparison {
            keys: vec![Key::line(ordering)],
            separator: None,
            reverse: false,
            no_last_resort: false,
            seed: Md5::new(),
        };
        lines.sort_by(|a, b| comparison.compare(&comparison.line(a.as_bytes()), &comparison.line(b.as_bytes())));
        lines.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn numbers() {
        assert_eq!(
            sorted("n", vec!["10", "9", "-1", "x", "1.5", "1.05", "-2", "  3"]),
            ["-2", "-1", "x", "1.05", "1.5", "  3", "9", "10"]
        );
        assert_eq!(
            sorted("n", vec!["100000000000000000000000", "99999999999999999999999"]),
            ["99999999999999999999999", "100000000000000000000000"]
        );
        assert_eq!(sorted("g", vec!["1e3", "nan", "x", "-inf", "0x10", "2"]), ["x", "nan", "-inf", "2", "0x10", "1e3"]);
        assert_eq!(sorted("h", vec!["1G", "2K", "1023M", "-1K", "5", "0G"]), ["-1K", "0G", "5", "2K", "1023M", "1G"]);
        assert_eq!(sorted("M", vec!["dec", "JAN", "x", " Feb"]), ["x", "JAN", " Feb", "dec"]);
        assert_eq!(sorted("V", vec!["a10", "a9", "a1.txt"]), ["a1.txt", "a9", "a10"]);
    }

    #[test]
    fn bytes() {
        assert_eq!(sorted("", vec!["b", "a", "B", ""]), ["", "B", "a", "b"]);
        assert_eq!(sorted("f", vec!["b", "A", "a", "B"]), ["A", "a", "B", "b"]);
        assert_eq!(sorted("d", vec!["-b", "a", "(c)"]), ["a", "-b", "(c)"]);
        assert_eq!(sorted("r", vec!["a", "b"]), ["b", "a"]);
    }

    #[test]
    fn ranks_are_in_the_order_of_the_numbers() {
        let texts = [
            "", "0", "-0", "1", "-1", "1.5", "1.50001", "1.500010", "1.5000", "-1.50001", "-1.5", "0.00001", "-0.00001",
            "99999999999999", "99999999999999.99999", "100000000000000", "123456789012345678901", "-123456789012345678901",
            "-100000000000000", "007", "7", " 7x",
        ];
        for left in texts {
            for right in texts {
                let (a, b) = (Number::read(left.as_bytes()), Number::read(right.as_bytes()));
                match a.rank().cmp(&b.rank()) {
                    Order::Equal if a.rank() & 1 == 1 => {}
                    order => assert_eq!(order, a.compare(&b), "{left} {right}"),
                }
            }
        }
    }
}
