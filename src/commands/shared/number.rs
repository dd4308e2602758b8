//! Numbers in arguments: counts with size suffixes, block sizes, and sizes for people (`4.0K`).

use std::fmt::Write as _;

/// What is wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// No number.
    Invalid,
    /// A number with something behind it that is no suffix.
    Suffix,
    /// Too large.
    Overflow,
}

impl NumberError {
    /// What GNU's messages add behind the quoted text.
    pub fn detail(self) -> &'static [u8] {
        match self {
            NumberError::Overflow => b": Value too large for defined data type",
            _ => b"",
        }
    }
}

/// Reads a count as `strtoumax` and GNU's suffixes have it: white space, `+`, digits, then one letter of `suffixes`.
/// With `0` among the suffixes, `B` (powers of 1000) and `iB` may follow the letter. A lone suffix stands for one.
pub fn parse_size(text: &[u8], suffixes: &[u8]) -> Result<u64, NumberError> {
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != 0x0b).unwrap_or(text.len());
    let rest = &text[start..];
    let rest = rest.strip_prefix(b"+").unwrap_or(rest);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, suffix) = rest.split_at(digits);
    let mut overflow = false;
    let mut value: u64 = 0;
    if digits.is_empty() {
        if suffix.first().is_none_or(|letter| *letter == b'0' || !suffixes.contains(letter))
            || rest.len() != text.len() - start
        {
            return Err(NumberError::Invalid);
        }
        value = 1;
    }
    for digit in digits {
        value =
            value.checked_mul(10).and_then(|value| value.checked_add(u64::from(digit - b'0'))).unwrap_or_else(|| {
                overflow = true;
                u64::MAX
            });
    }
    if let Some((letter, after)) = suffix.split_first() {
        if !suffixes.contains(letter) {
            return Err(NumberError::Suffix);
        }
        let (base, used) = match after {
            [b'i', b'B', ..] if suffixes.contains(&b'0') => (1024, 2),
            [b'B' | b'D', ..] if suffixes.contains(&b'0') => (1000, 1),
            _ => (1024, 0),
        };
        let multiplier = match letter {
            b'b' => Some(512),
            b'c' => Some(1),
            b'w' => Some(2),
            b'B' => Some(1024),
            letter => power(*letter).and_then(|power| u64::checked_pow(base, power)),
        };
        let used = if matches!(letter, b'b' | b'c' | b'w' | b'B') { 0 } else { used };
        if after.len() != used {
            return Err(NumberError::Suffix);
        }
        match multiplier.and_then(|multiplier| value.checked_mul(multiplier)) {
            Some(product) => value = product,
            None => overflow |= value != 0,
        }
    }
    if overflow { Err(NumberError::Overflow) } else { Ok(value) }
}

fn power(letter: u8) -> Option<u32> {
    Some(match letter {
        b'k' | b'K' => 1,
        b'm' | b'M' => 2,
        b'g' | b'G' => 3,
        b't' | b'T' => 4,
        b'P' => 5,
        b'E' => 6,
        b'Z' => 7,
        b'Y' => 8,
        _ => return None,
    })
}

/// Reads an integer between two edges, as gnulib's `xnumtoimax` does. The error is what messages add behind the text:
/// nothing for what is no number, or a reason.
pub fn parse_between(text: &[u8], least: i64, most: i64) -> Result<i64, &'static [u8]> {
    let trimmed = text.trim_ascii_start();
    let (negative, digits) = match trimmed.strip_prefix(b"-") {
        Some(digits) if digits.first().is_some_and(u8::is_ascii_digit) => (true, digits),
        _ => (false, text),
    };
    let value = match parse_size(digits, b"") {
        Ok(value) => i64::try_from(value).map(|value| if negative { -value } else { value }),
        Err(NumberError::Overflow) => return Err(NumberError::Overflow.detail()),
        Err(_) => return Err(b""),
    };
    match value {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        // Far out of range it is the type that is too small, not the range.
        Ok(value) if (i64::from(i32::MIN / 2)..=i64::from(i32::MAX / 2)).contains(&value) => {
            Err(b": Numerical result out of range")
        }
        _ => Err(NumberError::Overflow.detail()),
    }
}

/// What GNU's messages add behind the quoted text of a number that is outside of its bounds.
pub fn out_of_bounds(text: &[u8]) -> &'static [u8] {
    match parse_size(text, b"") {
        Ok(number) if number <= (i32::MAX / 2) as u64 => b": Numerical result out of range",
        Ok(_) => NumberError::Overflow.detail(),
        Err(error) => error.detail(),
    }
}

/// Reads a decimal integer that may be too large: it is then clamped to the edge of the type. `None`: no integer.
pub fn parse_clamped(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        let value = value.saturating_mul(10);
        if negative { value.saturating_sub(digit) } else { value.saturating_add(digit) }
    });
    Some(value)
}

/// Reads a floating-point number as C's `strtod` does, and returns it with what follows: decimal with an exponent,
/// hexadecimal, `inf`, `infinity` and `nan` in any case. `None`: no number.
pub fn parse_float(text: &[u8]) -> Option<(f64, &[u8])> {
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != 0x0b)?;
    let text = &text[start..];
    let (negative, body) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let word = |word: &str| body.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()));
    let (value, used) = if word("infinity") {
        (f64::INFINITY, 8)
    } else if word("inf") {
        (f64::INFINITY, 3)
    } else if word("nan") {
        (f64::NAN, 3)
    } else if word("0x") && hexadecimal(&body[2..]).is_some() {
        let (value, used) = hexadecimal(&body[2..])?;
        (value, used + 2)
    } else {
        let digits = |from: usize| body[from.min(body.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = digits(0);
        let fraction = if body.get(whole) == Some(&b'.') { digits(whole + 1) } else { 0 };
        if whole + fraction == 0 {
            return None;
        }
        let mut used = whole + if body.get(whole) == Some(&b'.') { 1 + fraction } else { 0 };
        if let Some(b'e' | b'E') = body.get(used) {
            let sign = usize::from(matches!(body.get(used + 1), Some(b'+' | b'-')));
            let exponent = digits(used + 1 + sign);
            if exponent > 0 {
                used += 1 + sign + exponent;
            }
        }
        (std::str::from_utf8(&body[..used]).ok()?.parse().ok()?, used)
    };
    Some((if negative { -value } else { value }, &body[used..]))
}

/// The hexadecimal number behind `0x` and its length.
fn hexadecimal(text: &[u8]) -> Option<(f64, usize)> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut value = 0.0;
    let mut scale = 0i32;
    let mut digits = 0;
    let mut point = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if byte == b'.' && !point {
            point = true;
        } else if let Some(digit) = digit(byte) {
            value = value * 16.0 + f64::from(digit);
            digits += 1;
            scale = scale.saturating_sub(if point { 4 } else { 0 });
        } else {
            break;
        }
        at += 1;
    }
    if digits == 0 {
        return None;
    }
    if let Some(b'p' | b'P') = text.get(at) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let length = text.get(at + 1 + sign..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length > 0 {
            let exponent = parse_clamped(&text[at + 1..at + 1 + sign + length]).unwrap_or(0);
            scale = scale.saturating_add(exponent.clamp(-100_000, 100_000) as i32);
            at += 1 + sign + length;
        }
    }
    Some((value * 2f64.powi(scale), at))
}

/// The unit in which sizes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockSize {
    /// Scaled to the largest fitting power of 1024: `4.0K`.
    Human,
    /// Scaled to the largest fitting power of 1000: `4.1k`.
    Si,
    /// Whole units of so many bytes, rounded up, and the letters printed behind.
    Bytes(u64, &'static str),
}

impl BlockSize {
    /// Reads the value of `--block-size`, `BLOCK_SIZE` and their like.
    pub fn parse(text: &[u8]) -> Result<BlockSize, NumberError> {
        // A quote asks for thousands separators, of which this locale has none.
        let text = text.strip_prefix(b"'").unwrap_or(text);
        match text {
            b"human-readable" => return Ok(BlockSize::Human),
            b"si" => return Ok(BlockSize::Si),
            _ => {}
        }
        let size = parse_size(text, b"eEgGkKmMpPtTyYzZ0")?;
        if size == 0 {
            return Err(NumberError::Invalid);
        }
        let has_digits = text.first().is_some_and(u8::is_ascii_digit);
        Ok(BlockSize::Bytes(size, if has_digits { "" } else { unit_letters(text) }))
    }

    /// `bytes` in this unit, rounded up.
    pub fn format(self, bytes: u64) -> String {
        match self {
            BlockSize::Human => human(bytes, 1024),
            BlockSize::Si => human(bytes, 1000),
            BlockSize::Bytes(size, suffix) => format!("{}{suffix}", bytes.div_ceil(size.max(1))),
        }
    }
}

/// The letters that a unit given without a number leaves behind each size: `K` for `K`, `kB` for `kB`.
fn unit_letters(text: &[u8]) -> &'static str {
    let thousand = text.ends_with(b"B") && !text.ends_with(b"iB");
    match (text.first().map(u8::to_ascii_uppercase), thousand, text.ends_with(b"iB")) {
        (Some(b'K'), true, _) => "kB",
        (Some(b'M'), true, _) => "MB",
        (Some(b'G'), true, _) => "GB",
        (Some(b'T'), true, _) => "TB",
        (Some(b'P'), true, _) => "PB",
        (Some(b'E'), true, _) => "EB",
        (Some(b'K'), _, true) => "KiB",
        (Some(b'M'), _, true) => "MiB",
        (Some(b'G'), _, true) => "GiB",
        (Some(b'T'), _, true) => "TiB",
        (Some(b'P'), _, true) => "PiB",
        (Some(b'E'), _, true) => "EiB",
        (Some(b'K'), ..) => "K",
        (Some(b'M'), ..) => "M",
        (Some(b'G'), ..) => "G",
        (Some(b'T'), ..) => "T",
        (Some(b'P'), ..) => "P",
        (Some(b'E'), ..) => "E",
        _ => "",
    }
}

/// A size for people, rounded up: one decimal below ten.
fn human(bytes: u64, base: u64) -> String {
    const UNITS: [&str; 9] = ["", "K", "M", "G", "T", "P", "E", "Z", "Y"];
    let mut amount = bytes;
    let mut unit = 0;
    let mut tenths = 0;
    // Whether anything below the tenths was cut off.
    let mut more = false;
    while amount >= base {
        let tens = (amount % base) * 10 + tenths;
        more |= !tens.is_multiple_of(base);
        tenths = tens / base;
        amount /= base;
        unit += 1;
    }
    let mut text = String::new();
    if unit > 0 && amount < 10 {
        if more {
            tenths += 1;
            more = false;
        }
        if tenths == 10 {
            amount += 1;
            tenths = 0;
        }
    }
    if unit > 0 && amount < 10 {
        let _ = write!(text, "{amount}.{tenths}");
    } else {
        if tenths > 0 || more {
            amount += 1;
        }
        if amount == base {
            unit += 1;
            text.push_str("1.0");
        } else {
            let _ = write!(text, "{amount}");
        }
    }
    text.push_str(if base == 1000 && unit == 1 { "k" } else { UNITS.get(unit).copied().unwrap_or("") });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        let all = b"bkKmMGTPEZY0";
        assert_eq!(parse_size(b"10", all), Ok(10));
        assert_eq!(parse_size(b" +2b", all), Ok(1024));
        assert_eq!(parse_size(b"1kB", all), Ok(1000));
        assert_eq!(parse_size(b"1KiB", all), Ok(1024));
        assert_eq!(parse_size(b"K", all), Ok(1024));
        assert_eq!(parse_size(b"1Y", all), Err(NumberError::Overflow));
        assert_eq!(parse_size(b"18446744073709551616", all), Err(NumberError::Overflow));
        assert_eq!(parse_size(b"18446744073709551615", all), Ok(u64::MAX));
        assert_eq!(parse_size(b"1x", all), Err(NumberError::Suffix));
        assert_eq!(parse_size(b"-1", all), Err(NumberError::Invalid));
        assert_eq!(parse_size(b"", all), Err(NumberError::Invalid));
        assert_eq!(parse_clamped(b"-99999999999999999999"), Some(i64::MIN));
        assert_eq!(parse_clamped(b"+"), None);
    }

    #[test]
    fn sizes_for_people_round_up() {
        let human = |bytes| BlockSize::Human.format(bytes);
        assert_eq!(human(0), "0");
        assert_eq!(human(1023), "1023");
        assert_eq!(human(1024), "1.0K");
        assert_eq!(human(1025), "1.1K");
        assert_eq!(human(10_240), "10K");
        assert_eq!(human(10_189), "10K");
        assert_eq!(human((1 << 20) - 1), "1.0M");
        assert_eq!(human(u64::MAX), "16E");
        assert_eq!(BlockSize::Si.format(999_999), "1.0M");
        assert_eq!(BlockSize::Si.format(1_500), "1.5k");
        assert_eq!(BlockSize::parse(b"K"), Ok(BlockSize::Bytes(1024, "K")));
        assert_eq!(BlockSize::parse(b"1K"), Ok(BlockSize::Bytes(1024, "")));
        assert_eq!(BlockSize::parse(b"0"), Err(NumberError::Invalid));
    }
}
