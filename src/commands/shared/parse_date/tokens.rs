//! The words and numbers of a date.

use bstr::BString;

use crate::shared::time::{MONTHS, WEEKDAYS};
use crate::shared::unicode::is_space_byte;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Year,
    Month,
    /// So many days.
    Day(i64),
    Hour,
    Minute,
    Second,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Value and number of digits.
    Unsigned(i64, usize),
    /// Value, number of digits and whether the sign was a minus.
    Signed(i64, usize, bool),
    /// Whole seconds and the nanoseconds to add.
    UnsignedDecimal(i64, i32),
    SignedDecimal(i64, i32),
    /// Whether it is the afternoon.
    Meridian(bool),
    Month(i64),
    Day(i64),
    Unit(Unit),
    DayShift(i64),
    Ordinal(i64),
    Ago(i64),
    /// Seconds east of Greenwich.
    Zone(i64),
    /// The same, where the name says summer time, which is not in the number.
    DayZone(i64),
    /// An abbreviation of the zone that the text is meant in, and whether it says summer time.
    LocalZone(bool),
    Dst,
    /// The letter T: a military zone, and what stands between date and time.
    T,
    Symbol(u8),
    /// A word without a meaning, as messages name it. Nothing behind it is read.
    Unknown(BString),
    /// A number that is too large. Nothing behind it is read.
    TooLarge,
}

/// A token, and how far the text is read when it is.
#[derive(Debug)]
pub struct Piece {
    pub token: Token,
    pub end: usize,
}

/// Abbreviations of a zone, and whether each is that of summer time.
pub type LocalZones = [(String, bool)];

/// The longest word that is told apart from others.
const LONGEST_WORD: usize = 19;

pub fn tokenize(text: &[u8], local_zones: &LocalZones) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let token = match byte {
            _ if is_space_byte(byte) => {
                at += 1;
                continue;
            }
            b'0'..=b'9' => number(text, &mut at, None),
            b'+' | b'-' => {
                at += 1;
                at += text[at..].iter().take_while(|byte| is_space_byte(**byte)).count();
                // A sign with no number behind it means nothing.
                if !text.get(at).is_some_and(u8::is_ascii_digit) {
                    continue;
                }
                number(text, &mut at, Some(byte == b'-'))
            }
            _ if byte.is_ascii_alphabetic() => {
                let length = text[at..].iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'.').count();
                let token = word(&text[at..at + length.min(LONGEST_WORD)], local_zones);
                at += length;
                token
            }
            b'(' => {
                at = behind_comment(text, at);
                continue;
            }
            _ => {
                at += 1;
                Token::Symbol(byte)
            }
        };
        let last = matches!(token, Token::Unknown(_) | Token::TooLarge);
        pieces.push(Piece { token, end: at });
        if last {
            break;
        }
    }
    pieces
}

/// Where the comment ends that begins at `at`; the end of the text closes what is open.
fn behind_comment(text: &[u8], at: usize) -> usize {
    let mut depth = 0usize;
    for (index, byte) in text.iter().enumerate().skip(at) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    text.len()
}

/// A number; `sign` is whether it is negative, of one that has a sign. One that is too large is not read.
fn number(text: &[u8], at: &mut usize, sign: Option<bool>) -> Token {
    let length = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let count = length(*at);
    let end = *at + count;
    let negative = sign == Some(true);
    let whole = text[*at..end].iter().try_fold(0i64, |value, digit| {
        let (value, digit) = (value.checked_mul(10)?, i64::from(digit - b'0'));
        if negative { value.checked_sub(digit) } else { value.checked_add(digit) }
    });
    let Some(whole) = whole else { return Token::TooLarge };
    let decimal = matches!(text.get(end), Some(b'.' | b',')) && text.get(end + 1).is_some_and(u8::is_ascii_digit);
    if !decimal {
        *at = end;
        return match sign {
            None => Token::Unsigned(whole, count),
            Some(_) => Token::Signed(whole, count, negative),
        };
    }
    let digits = &text[end + 1..end + 1 + length(end + 1)];
    let digit = |index: usize| digits.get(index).map_or(0, |digit| i32::from(digit - b'0'));
    let mut nanoseconds = (0..9).fold(0, |value, index| value * 10 + digit(index));
    let mut seconds = whole;
    if negative {
        // Towards the past, as the rest of the digits.
        nanoseconds += i32::from(digits.iter().skip(9).any(|digit| *digit != b'0'));
        if nanoseconds > 0 {
            let Some(before) = seconds.checked_sub(1) else { return Token::TooLarge };
            (seconds, nanoseconds) = (before, 1_000_000_000 - nanoseconds);
        }
    }
    *at = end + 1 + digits.len();
    match sign {
        None => Token::UnsignedDecimal(seconds, nanoseconds),
        Some(_) => Token::SignedDecimal(seconds, nanoseconds),
    }
}

/// Zones by name: hours east of Greenwich in quarters, and whether the name says summer time.
const ZONES: [(&str, i64, bool); 50] = [
    ("GMT", 0, false),
    ("UT", 0, false),
    ("UTC", 0, false),
    ("WET", 0, false),
    ("WEST", 0, true),
    ("BST", 0, true),
    ("ART", -12, false),
    ("BRT", -12, false),
    ("BRST", -12, true),
    ("NST", -14, false),
    ("NDT", -14, true),
    ("AST", -16, false),
    ("ADT", -16, true),
    ("CLT", -16, false),
    ("CLST", -16, true),
    ("EST", -20, false),
    ("EDT", -20, true),
    ("CST", -24, false),
    ("CDT", -24, true),
    ("MST", -28, false),
    ("MDT", -28, true),
    ("PST", -32, false),
    ("PDT", -32, true),
    ("AKST", -36, false),
    ("AKDT", -36, true),
    ("HST", -40, false),
    ("HAST", -40, false),
    ("HADT", -40, true),
    ("SST", -44, false),
    ("WAT", 4, false),
    ("CET", 4, false),
    ("CEST", 4, true),
    ("MET", 4, false),
    ("MEZ", 4, false),
    ("MEST", 4, true),
    ("MESZ", 4, true),
    ("EET", 8, false),
    ("EEST", 8, true),
    ("CAT", 8, false),
    ("SAST", 8, false),
    ("EAT", 12, false),
    ("MSK", 12, false),
    ("MSD", 12, true),
    ("IST", 22, false),
    ("SGT", 32, false),
    ("KST", 36, false),
    ("JST", 36, false),
    ("GST", 40, false),
    ("NZST", 48, false),
    ("NZDT", 48, true),
];

fn word(text: &[u8], local_zones: &LocalZones) -> Token {
    let upper = text.to_ascii_uppercase();
    if let Some(token) = lookup(&upper, local_zones) {
        return token;
    }
    // Points are passed over in zones only.
    let plain: Vec<u8> = upper.iter().copied().filter(|byte| *byte != b'.').collect();
    let zone = if plain.len() == upper.len() { None } else { zone(&plain, local_zones) };
    zone.unwrap_or_else(|| Token::Unknown(plain.into()))
}

fn zone(word: &[u8], local_zones: &LocalZones) -> Option<Token> {
    let universal = matches!(word, b"GMT" | b"UT" | b"UTC");
    if !universal && let Some((_, summer)) = local_zones.iter().find(|(name, _)| name.as_bytes() == word) {
        return Some(Token::LocalZone(*summer));
    }
    let (_, quarters, summer) = ZONES.iter().find(|(name, ..)| name.as_bytes() == word)?;
    Some(if *summer { Token::DayZone(quarters * 900) } else { Token::Zone(quarters * 900) })
}

fn lookup(word: &[u8], local_zones: &LocalZones) -> Option<Token> {
    match word {
        b"AM" | b"A.M." => return Some(Token::Meridian(false)),
        b"PM" | b"P.M." => return Some(Token::Meridian(true)),
        _ => {}
    }
    let short = match word {
        [a, b, c] | [a, b, c, b'.'] => Some([*a, *b, *c]),
        _ => None,
    };
    let named = |names: &[&str]| {
        names.iter().position(|name| {
            let name = name.as_bytes();
            name.eq_ignore_ascii_case(word) || short.is_some_and(|short| name[..3].eq_ignore_ascii_case(&short))
        })
    };
    if let Some(month) = named(&MONTHS) {
        return Some(Token::Month(month as i64 + 1));
    }
    if let Some(day) = named(&WEEKDAYS) {
        return Some(Token::Day(day as i64));
    }
    match word {
        b"SEPT" => return Some(Token::Month(9)),
        b"TUES" => return Some(Token::Day(2)),
        b"WEDNES" => return Some(Token::Day(3)),
        b"THUR" | b"THURS" => return Some(Token::Day(4)),
        _ => {}
    }
    if let Some(token) = zone(word, local_zones) {
        return Some(token);
    }
    let singular = if word.len() > 1 { word.strip_suffix(b"S").unwrap_or(word) } else { word };
    let unit = match singular {
        b"YEAR" => Some(Unit::Year),
        b"MONTH" => Some(Unit::Month),
        b"FORTNIGHT" => Some(Unit::Day(14)),
        b"WEEK" => Some(Unit::Day(7)),
        b"DAY" => Some(Unit::Day(1)),
        b"HOUR" => Some(Unit::Hour),
        b"MINUTE" | b"MIN" => Some(Unit::Minute),
        b"SECOND" | b"SEC" => Some(Unit::Second),
        _ => None,
    };
    if let Some(unit) = unit {
        return Some(Token::Unit(unit));
    }
    Some(match word {
        b"DST" => Token::Dst,
        b"TOMORROW" => Token::DayShift(1),
        b"YESTERDAY" => Token::DayShift(-1),
        b"TODAY" | b"NOW" => Token::DayShift(0),
        b"LAST" => Token::Ordinal(-1),
        b"THIS" => Token::Ordinal(0),
        b"NEXT" | b"FIRST" => Token::Ordinal(1),
        b"THIRD" => Token::Ordinal(3),
        b"FOURTH" => Token::Ordinal(4),
        b"FIFTH" => Token::Ordinal(5),
        b"SIXTH" => Token::Ordinal(6),
        b"SEVENTH" => Token::Ordinal(7),
        b"EIGHTH" => Token::Ordinal(8),
        b"NINTH" => Token::Ordinal(9),
        b"TENTH" => Token::Ordinal(10),
        b"ELEVENTH" => Token::Ordinal(11),
        b"TWELFTH" => Token::Ordinal(12),
        b"AGO" => Token::Ago(-1),
        b"HENCE" => Token::Ago(1),
        b"T" => Token::T,
        // Military letters; J is none.
        [letter @ b'A'..=b'I'] => Token::Zone(i64::from(letter - b'A' + 1) * 3600),
        [letter @ b'K'..=b'M'] => Token::Zone(i64::from(letter - b'A') * 3600),
        [letter @ b'N'..=b'Y'] => Token::Zone(-i64::from(letter - b'N' + 1) * 3600),
        b"Z" => Token::Zone(0),
        _ => return None,
    })
}
