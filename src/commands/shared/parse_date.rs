//! Dates as people write them: the grammar of `date -d` and `touch -d` (GNU manual, node "Date input formats").
//!
//! The text is a list of items in any order: dates, times, zones, days of the week, relative amounts. Numbers with a
//! sign right after a time are zones, which is why `10:00 +1 day` surprises people.

use super::time::{self, Civil, NANOS};
use shell::format::strftime::Zone;
use workspace::Time;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Year,
    Month,
    /// So many days.
    Day(i64),
    Hour,
    Minute,
    Second,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// Value, number of digits, nanoseconds of a fraction if there was one.
    Number {
        value: i64,
        digits: usize,
        signed: bool,
        negative: bool,
        fraction: Option<i64>,
    },
    Meridian(bool),
    Month(i64),
    Day(i64),
    Unit(Unit),
    DayShift(i64),
    Ordinal(i64),
    Ago(i64),
    /// Offset in seconds, and whether summer time is in it.
    Zone(i64, bool),
    Dst,
    /// The letter T: a military zone, and what stands between date and time.
    T,
    Symbol(u8),
}

#[derive(Default)]
struct Relative {
    years: i64,
    months: i64,
    days: i64,
    hours: i64,
    minutes: i64,
    seconds: i64,
    nanoseconds: i64,
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    year: i64,
    year_digits: usize,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanosecond: i64,
    meridian: Option<bool>,
    zone: i64,
    weekday: i64,
    weekday_ordinal: i64,
    relative: Relative,
    dates: u32,
    times: u32,
    weekdays: u32,
    zones: u32,
    dsts: u32,
    relatives: bool,
}

/// The moment that `text` means, seen from `now`; `None` when it is no date or out of range.
pub fn parse(text: &[u8], now: Time) -> Option<Time> {
    let (seconds, nanosecond) = parse_in(text, now, &Zone::utc())?;
    time::moment(seconds, nanosecond.into())
}

/// Seconds since 1970 and nanoseconds: dates reach further than a [`Time`] does.
pub type Moment = (i64, u32);

fn moment(seconds: i64, nanoseconds: i64) -> Option<Moment> {
    Some((seconds.checked_add(nanoseconds.div_euclid(NANOS))?, nanoseconds.rem_euclid(NANOS) as u32))
}

/// As [`parse`], where a text without a zone is meant in `zone`.
pub fn parse_in(text: &[u8], now: Time, zone: &Zone) -> Option<Moment> {
    // C's text ends at a NUL.
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let (named, text) = named_zone(text)?;
    let zone = named.as_ref().unwrap_or(zone);
    let text = behind_comments(text);
    if let Some(rest) = text.strip_prefix(b"@") {
        return timestamp(rest);
    }
    let tokens = tokenize(text)?;
    let today = Civil::new(Time(now.0.saturating_add(offset(zone, now.0.div_euclid(NANOS)).saturating_mul(NANOS))));
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        year: today.year,
        year_digits: 0,
        month: today.month,
        day: today.day,
        hour: today.hour,
        minute: today.minute,
        second: today.second,
        nanosecond: today.nanosecond,
        meridian: None,
        zone: 0,
        weekday: 0,
        weekday_ordinal: 0,
        relative: Relative::default(),
        dates: 0,
        times: 0,
        weekdays: 0,
        zones: 0,
        dsts: 0,
        relatives: false,
    };
    while reader.at < tokens.len() {
        reader.item()?;
    }
    reader.finish(zone)
}

/// `TZ="UTC" …`: the zone in which the rest is meant.
fn named_zone(text: &[u8]) -> Option<(Option<Zone>, &[u8])> {
    let Some(rest) = text.trim_ascii_start().strip_prefix(b"TZ=\"") else { return Some((None, text)) };
    let end = memchr::memchr(b'"', rest)?;
    Some((Some(Zone::from_variable(Some(&rest[..end]))), &rest[end + 1..]))
}

/// Seconds that clocks in `zone` are ahead of UTC at a moment.
fn offset(zone: &Zone, seconds: i64) -> i64 {
    zone.civil(seconds, 0).offset.into()
}

/// What is behind white space and comments in parentheses.
fn behind_comments(text: &[u8]) -> &[u8] {
    let mut open = 0usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            byte if open > 0 || byte.is_ascii_whitespace() => {}
            _ => return &text[at..],
        }
    }
    // A comment without an end is none.
    if open > 0 { text } else { b"" }
}

fn timestamp(text: &[u8]) -> Option<Moment> {
    let text = text.trim_ascii();
    let sign = text.iter().take_while(|byte| b"+-".contains(byte)).count();
    let number = text[sign..].iter().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
    let (text, rest) = text.split_at(sign + number);
    // Only a comment may follow, and signs without a number.
    let mut rest = rest.to_vec();
    for at in (0..rest.len()).filter(|at| matches!(rest[*at], b'+' | b'-')).collect::<Vec<_>>() {
        let behind = rest[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
        if !behind.is_some_and(u8::is_ascii_digit) {
            rest[at] = b' ';
        }
    }
    if !tokenize(&rest)?.is_empty() {
        return None;
    }
    let (negative, text) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let (whole, fraction) = match text.iter().position(|byte| matches!(byte, b'.' | b',')) {
        Some(point) => (&text[..point], Some(&text[point + 1..])),
        None => (text, None),
    };
    let seconds = digits(whole)?;
    let nanoseconds = match fraction {
        Some(fraction) => fraction_nanoseconds(fraction)?,
        None => 0,
    };
    let sign = if negative { -1 } else { 1 };
    moment(sign * seconds, sign * nanoseconds)
}

fn digits(text: &[u8]) -> Option<i64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    text.iter().try_fold(0i64, |value, digit| value.checked_mul(10)?.checked_add(i64::from(digit - b'0')))
}

fn fraction_nanoseconds(text: &[u8]) -> Option<i64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((0..9).fold(0, |value, index| value * 10 + text.get(index).map_or(0, |digit| i64::from(digit - b'0'))))
}

fn tokenize(text: &[u8]) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            _ if byte.is_ascii_whitespace() || byte == 0x0b => at += 1,
            b'0'..=b'9' => number(text, &mut at, false, false, &mut tokens)?,
            b'+' | b'-' => {
                at += 1;
                while text.get(at).is_some_and(u8::is_ascii_whitespace) {
                    at += 1;
                }
                // A sign with no number behind it means nothing.
                if text.get(at).is_some_and(u8::is_ascii_digit) {
                    number(text, &mut at, true, byte == b'-', &mut tokens)?;
                }
            }
            _ if byte.is_ascii_alphabetic() => {
                let length = text[at..].iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'.').count();
                tokens.push(word(&text[at..at + length])?);
                at += length;
            }
            b'(' => {
                let mut depth = 0usize;
                // The end of the text closes what is open.
                while let Some(byte) = text.get(at) {
                    match byte {
                        b'(' => depth += 1,
                        b')' => depth -= 1,
                        _ => {}
                    }
                    at += 1;
                    if depth == 0 {
                        break;
                    }
                }
            }
            _ => {
                tokens.push(Token::Symbol(byte));
                at += 1;
            }
        }
    }
    Some(tokens)
}

fn number(text: &[u8], at: &mut usize, signed: bool, negative: bool, tokens: &mut Vec<Token>) -> Option<()> {
    let length = text[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = digits(&text[*at..*at + length])?;
    *at += length;
    let mut fraction = None;
    if matches!(text.get(*at), Some(b'.' | b',')) && text.get(*at + 1).is_some_and(u8::is_ascii_digit) {
        let length = text[*at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let nanoseconds = fraction_nanoseconds(&text[*at + 1..*at + 1 + length])?;
        fraction = Some(if negative { -nanoseconds } else { nanoseconds });
        *at += 1 + length;
    }
    let value = if negative { -value } else { value };
    tokens.push(Token::Number { value, digits: length, signed, negative, fraction });
    Some(())
}

/// Zones by name: hours east of Greenwich in quarters, and whether the name says summer time.
const ZONES: [(&str, i64, bool); 61] = [
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
    ("Z", 0, false),
    // Military letters that are not taken by an arithmetic rule.
    ("A", 4, false),
    ("B", 8, false),
    ("C", 12, false),
    ("D", 16, false),
    ("E", 20, false),
    ("F", 24, false),
    ("G", 28, false),
    ("H", 32, false),
    ("I", 36, false),
    ("K", 40, false),
];

fn word(text: &[u8]) -> Option<Token> {
    let upper: Vec<u8> = text.to_ascii_uppercase();
    if let Some(token) = lookup(&upper) {
        return Some(token);
    }
    let plain: Vec<u8> = upper.iter().copied().filter(|byte| *byte != b'.').collect();
    if plain.len() == upper.len() { None } else { lookup(&plain) }
}

fn lookup(word: &[u8]) -> Option<Token> {
    match word {
        b"AM" | b"A.M." => return Some(Token::Meridian(false)),
        b"PM" | b"P.M." => return Some(Token::Meridian(true)),
        b"DST" => return Some(Token::Dst),
        b"T" => return Some(Token::T),
        _ => {}
    }
    let named = |names: &[&str]| {
        names.iter().position(|name| {
            let name = name.as_bytes();
            name.eq_ignore_ascii_case(word) || (word.len() == 3 && name[..3].eq_ignore_ascii_case(word))
        })
    };
    if let Some(month) = named(&time::MONTHS) {
        return Some(Token::Month(month as i64 + 1));
    }
    if let Some(day) = named(&time::WEEKDAYS) {
        return Some(Token::Day(day as i64));
    }
    match word {
        b"SEPT" => return Some(Token::Month(9)),
        b"TUES" => return Some(Token::Day(2)),
        b"WEDNES" => return Some(Token::Day(3)),
        b"THUR" | b"THURS" => return Some(Token::Day(4)),
        _ => {}
    }
    if let Some((_, quarters, summer)) = ZONES.iter().find(|(name, ..)| name.as_bytes() == word) {
        return Some(Token::Zone(quarters * 900, *summer));
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
        b"L" => Token::Zone(11 * 3600, false),
        b"M" => Token::Zone(12 * 3600, false),
        [letter @ b'N'..=b'Y'] => Token::Zone(-i64::from(letter - b'N' + 1) * 3600, false),
        _ => return None,
    })
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn item(&mut self) -> Option<()> {
        match self.peek(0)? {
            Token::Number { signed: false, .. } => self.number_item(),
            Token::Number { value, signed: true, fraction, .. } => {
                let Some(Token::Unit(unit)) = self.peek(1) else { return None };
                self.at += 2;
                self.relative(unit, value, fraction)
            }
            Token::Month(month) => self.month_item(month),
            Token::Day(day) => {
                self.at += 1;
                if self.peek(0) == Some(Token::Symbol(b',')) {
                    self.at += 1;
                }
                self.set_weekday(day, 0)
            }
            Token::Ordinal(value) => {
                self.at += 2;
                match self.tokens.get(self.at - 1)? {
                    Token::Day(day) => self.set_weekday(*day, value),
                    Token::Unit(unit) => self.relative(*unit, value, None),
                    _ => None,
                }
            }
            Token::Unit(unit) => {
                self.at += 1;
                self.relative(unit, 1, None)
            }
            Token::DayShift(days) => {
                self.at += 1;
                self.relatives = true;
                self.relative.days = self.relative.days.checked_add(days)?;
                Some(())
            }
            Token::Zone(offset, summer) => {
                self.at += 1;
                self.zone_item(offset, summer)
            }
            Token::T => {
                self.at += 1;
                self.zone_item(-7 * 3600, false)
            }
            Token::Dst | Token::Meridian(_) | Token::Ago(_) | Token::Symbol(_) => None,
        }
    }

    fn zone_item(&mut self, offset: i64, summer: bool) -> Option<()> {
        self.zones += 1;
        self.zone = offset + if summer { 3600 } else { 0 };
        match self.peek(0) {
            Some(Token::Dst) if summer => return None,
            Some(Token::Dst) => {
                self.at += 1;
                self.zone += 3600;
            }
            Some(Token::Number { value, signed: true, fraction, .. }) if !summer => {
                if let Some(Token::Unit(unit)) = self.peek(1) {
                    // As behind a plain number, no `ago` can stand here.
                    if let Some(Token::Ago(_)) = self.peek(2) {
                        return None;
                    }
                    self.at += 2;
                    return self.relative(unit, value, fraction);
                }
                self.zone += self.zone_offset()?;
            }
            _ => {}
        }
        Some(())
    }

    /// `+02`, `+0200`, `+02:00`
    fn zone_offset(&mut self) -> Option<i64> {
        let Some(Token::Number { value, digits, signed: true, negative, fraction: None }) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        let size = value.abs();
        let seconds = if let (Some(Token::Symbol(b':')), Some(Token::Number { value: minutes, signed: false, .. })) =
            (self.peek(0), self.peek(1))
        {
            self.at += 2;
            size.checked_mul(60)?.checked_add(minutes)?.checked_mul(60)?
        } else if digits <= 2 {
            size * 3600
        } else {
            (size / 100).checked_mul(60)?.checked_add(size % 100)?.checked_mul(60)?
        };
        (seconds <= 24 * 3600).then_some(if negative { -seconds } else { seconds })
    }

    fn set_weekday(&mut self, day: i64, ordinal: i64) -> Option<()> {
        self.weekdays += 1;
        self.weekday = day;
        self.weekday_ordinal = ordinal;
        Some(())
    }

    fn relative(&mut self, unit: Unit, value: i64, fraction: Option<i64>) -> Option<()> {
        if fraction.is_some() && unit != Unit::Second {
            return None;
        }
        let mut factor = 1;
        if let Some(Token::Ago(sign)) = self.peek(0) {
            self.at += 1;
            factor = sign;
        }
        self.relatives = true;
        let amount = value.checked_mul(factor)?;
        let relative = &mut self.relative;
        let slot = match unit {
            Unit::Year => &mut relative.years,
            Unit::Month => &mut relative.months,
            Unit::Day(_) => &mut relative.days,
            Unit::Hour => &mut relative.hours,
            Unit::Minute => &mut relative.minutes,
            Unit::Second => &mut relative.seconds,
        };
        let amount = if let Unit::Day(days) = unit { amount.checked_mul(days)? } else { amount };
        *slot = slot.checked_add(amount)?;
        relative.nanoseconds = relative.nanoseconds.checked_add(fraction.unwrap_or(0) * factor)?;
        Some(())
    }

    fn set_year(&mut self, value: i64, digits: usize) {
        self.year_digits = digits;
        self.year = if digits == 2 { value + if value < 69 { 2000 } else { 1900 } } else { value };
    }

    fn month_item(&mut self, month: i64) -> Option<()> {
        self.dates += 1;
        self.month = month;
        match (self.peek(1), self.peek(2)) {
            // JUN-17-1992
            (
                Some(Token::Number { value: day, signed: true, negative: true, fraction: None, .. }),
                Some(Token::Number { value: year, digits, signed: true, negative: true, fraction: None }),
            ) => {
                self.day = -day;
                self.set_year(-year, digits);
                self.at += 3;
            }
            (Some(Token::Number { value: day, signed: false, fraction: None, .. }), after) => {
                self.day = day;
                self.at += 2;
                if let (
                    Some(Token::Symbol(b',')),
                    Some(Token::Number { value: year, digits, signed: false, fraction: None, .. }),
                ) = (after, self.peek(1))
                {
                    self.set_year(year, digits);
                    self.at += 2;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn number_item(&mut self) -> Option<()> {
        let Some(Token::Number { value, digits, fraction, .. }) = self.peek(0) else { return None };
        if fraction.is_some() {
            // Only seconds have fractions, and those that follow a colon are read with it.
            let Some(Token::Unit(unit)) = self.peek(1) else { return None };
            self.at += 2;
            return self.relative(unit, value, fraction);
        }
        let plain = |token: Option<Token>| match token {
            Some(Token::Number { value, digits, signed: false, fraction: None, .. }) => Some((value, digits)),
            _ => None,
        };
        let minus = |token: Option<Token>| match token {
            Some(Token::Number { value, digits, signed: true, negative: true, fraction: None }) => {
                Some((-value, digits))
            }
            _ => None,
        };
        match self.peek(1) {
            Some(Token::Meridian(afternoon)) => {
                self.set_time(value, 0, 0, 0, Some(afternoon));
                self.at += 2;
            }
            Some(Token::Symbol(b':')) => return self.clock_item(value),
            Some(Token::Symbol(b'/')) => {
                let (second, _) = plain(self.peek(2))?;
                self.dates += 1;
                self.at += 3;
                if let (Some(Token::Symbol(b'/')), Some((third, third_digits))) = (self.peek(0), plain(self.peek(1))) {
                    self.at += 2;
                    if digits >= 4 {
                        self.set_year(value, digits);
                        (self.month, self.day) = (second, third);
                    } else {
                        (self.month, self.day) = (value, second);
                        self.set_year(third, third_digits);
                    }
                } else {
                    (self.month, self.day) = (value, second);
                }
            }
            Some(Token::Day(day)) => {
                self.at += 2;
                return self.set_weekday(day, value);
            }
            Some(Token::Month(month)) => {
                self.dates += 1;
                (self.month, self.day) = (month, value);
                self.at += 2;
                if let Some((year, digits)) =
                    plain(self.peek(0)).filter(|_| !self.starts_other_item()).or(minus(self.peek(0)))
                {
                    self.set_year(year, digits);
                    self.at += 1;
                }
            }
            Some(Token::Unit(unit)) => {
                self.at += 2;
                return self.relative(unit, value, None);
            }
            Some(Token::Number { signed: true, .. }) => {
                if let (Some((month, _)), Some((day, _))) = (minus(self.peek(1)), minus(self.peek(2))) {
                    self.dates += 1;
                    self.set_year(value, digits);
                    (self.month, self.day) = (month, day);
                    self.at += 3;
                    if self.peek(0) == Some(Token::T)
                        && matches!(self.peek(1), Some(Token::Number { signed: false, .. }))
                    {
                        self.at += 1;
                        return self.iso_time();
                    }
                } else if let Some(Token::Unit(_)) = self.peek(2) {
                    // The grammar takes the number and the amount as one, behind which no `ago` can stand.
                    if let Some(Token::Ago(_)) = self.peek(3) {
                        return None;
                    }
                    self.digits_item(value, digits);
                    self.at += 1;
                    return self.item();
                } else {
                    // A whole hour with its zone: `10+0200`.
                    self.set_time(value, 0, 0, 0, None);
                    self.at += 1;
                    self.zone = self.zone_offset()?;
                    self.zones += 1;
                }
            }
            _ => {
                self.digits_item(value, digits);
                self.at += 1;
            }
        }
        Some(())
    }

    /// True when the number here begins a time or a relative amount rather than being the year of a date.
    fn starts_other_item(&self) -> bool {
        matches!(self.peek(1), Some(Token::Symbol(b':') | Token::Meridian(_) | Token::Unit(_)))
    }

    /// After `T`: hours alone, or a clock time.
    fn iso_time(&mut self) -> Option<()> {
        let Some(Token::Number { value, fraction: None, .. }) = self.peek(0) else { return None };
        if self.peek(1) == Some(Token::Symbol(b':')) {
            return self.clock_item(value);
        }
        self.set_time(value, 0, 0, 0, None);
        self.at += 1;
        if matches!(self.peek(0), Some(Token::Number { signed: true, .. })) {
            self.zone = self.zone_offset()?;
            self.zones += 1;
        }
        Some(())
    }

    fn clock_item(&mut self, hour: i64) -> Option<()> {
        let Some(Token::Number { value: minute, signed: false, fraction: None, .. }) = self.peek(2) else {
            return None;
        };
        self.at += 3;
        let (mut second, mut nanosecond) = (0, 0);
        if let (Some(Token::Symbol(b':')), Some(Token::Number { value, signed: false, fraction, .. })) =
            (self.peek(0), self.peek(1))
        {
            second = value;
            nanosecond = fraction.unwrap_or(0);
            self.at += 2;
        }
        let mut meridian = None;
        match self.peek(0) {
            Some(Token::Meridian(afternoon)) => {
                meridian = Some(afternoon);
                self.at += 1;
            }
            Some(Token::Number { signed: true, fraction: None, .. }) => {
                self.zone = self.zone_offset()?;
                self.zones += 1;
            }
            _ => {}
        }
        self.set_time(hour, minute, second, nanosecond, meridian);
        Some(())
    }

    fn set_time(&mut self, hour: i64, minute: i64, second: i64, nanosecond: i64, meridian: Option<bool>) {
        self.times += 1;
        (self.hour, self.minute, self.second, self.nanosecond) = (hour, minute, second, nanosecond);
        self.meridian = meridian;
    }

    /// A lone number: a year, `YYYYMMDD`, `HHMM` or an hour, by its length and what came before.
    fn digits_item(&mut self, value: i64, digits: usize) {
        if self.dates > 0 && self.year_digits == 0 && !self.relatives && (self.times > 0 || digits > 2) {
            self.set_year(value, digits);
        } else if digits > 4 {
            self.dates += 1;
            self.day = value % 100;
            self.month = value / 100 % 100;
            self.set_year(value / 10_000, digits - 4);
        } else if digits <= 2 {
            self.set_time(value, 0, 0, 0, None);
        } else {
            self.set_time(value / 100, value % 100, 0, 0, None);
        }
    }

    fn finish(self, zone: &Zone) -> Option<Moment> {
        if [self.times, self.dates, self.weekdays, self.dsts, self.zones].iter().any(|count| *count > 1) {
            return None;
        }
        let (mut hour, mut minute, mut second, mut nanosecond) = (0, 0, 0, 0);
        if self.times > 0 || (self.relatives && self.dates == 0 && self.weekdays == 0) {
            hour = match self.meridian {
                None => self.hour,
                Some(_) if !(1..=12).contains(&self.hour) => return None,
                Some(afternoon) => self.hour % 12 + if afternoon { 12 } else { 0 },
            };
            (minute, second, nanosecond) = (self.minute, self.second, self.nanosecond);
        }
        let in_range = (1..=12).contains(&self.month)
            && (1..=31).contains(&self.day)
            && (0..24).contains(&hour)
            && (0..60).contains(&minute)
            && (0..60).contains(&second)
            && (-2_147_481_748..=2_147_485_547).contains(&self.year);
        if !in_range {
            return None;
        }
        let mut day_number = time::days(self.year, self.month, self.day);
        if day_number >= time::days(self.year, self.month + 1, 1) {
            return None;
        }
        if self.weekdays > 0 && self.dates == 0 {
            let today = (day_number + 4).rem_euclid(7);
            let weeks = self.weekday_ordinal - i64::from(self.weekday_ordinal > 0 && today != self.weekday);
            day_number += (self.weekday - today).rem_euclid(7) + weeks.checked_mul(7)?;
        }
        let relative = &self.relative;
        if relative.years != 0 || relative.months != 0 || relative.days != 0 {
            let date = Civil::from_seconds(day_number.checked_mul(time::DAY)?, 0);
            let year = date.year.checked_add(relative.years)?;
            let month = date.month.checked_add(relative.months)?;
            let edge = 4_000_000_000;
            if year.abs() > edge || month.abs() > edge || relative.days.abs() > edge * 366 {
                return None;
            }
            day_number = time::days(year, month, date.day + relative.days);
        }
        let clock = hour * 3600 + minute * 60 + second - self.zone;
        let local = day_number.checked_mul(time::DAY)?.checked_add(clock)?;
        let ahead = match self.zones {
            // The offset of the moment itself, not of the one that the clock's time would be in UTC.
            0 => offset(zone, local.saturating_sub(offset(zone, local))),
            _ => 0,
        };
        let seconds = local
            .checked_sub(ahead)?
            .checked_add(relative.hours.checked_mul(3600)?)?
            .checked_add(relative.minutes.checked_mul(60)?)?
            .checked_add(relative.seconds)?;
        let nanoseconds = nanosecond.checked_add(relative.nanoseconds)?;
        moment(seconds, nanoseconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen from 2026-11-29 16:34:29 (a Sunday).
    fn read(text: &str) -> String {
        let now = Time(time::seconds(2026, 11, 29, 16, 34, 29) * NANOS);
        match parse(text.as_bytes(), now) {
            None => "invalid".to_owned(),
            Some(moment) => {
                let mut out = Vec::new();
                time::format(&mut out, b"%F %T.%1N", &Civil::new(moment));
                String::from_utf8(out).unwrap()
            }
        }
    }

    #[test]
    fn recorded_from_the_gnu_tool() {
        let cases = [
            ("noon", "invalid"),
            ("12m", "2026-11-29 00:00:00.0"),
            ("monday", "2026-11-30 00:00:00.0"),
            ("2 fortnights ago", "2026-11-01 16:34:29.0"),
            ("now", "2026-11-29 16:34:29.0"),
            ("10am", "2026-11-29 10:00:00.0"),
            ("Jan", "invalid"),
            ("march 3", "2026-03-03 00:00:00.0"),
            ("next", "invalid"),
            ("tomorrow 3pm", "2026-11-30 15:00:00.0"),
            ("2020-02-30", "invalid"),
            ("@1.5", "1970-01-01 00:00:01.5"),
            ("20200102 0304", "2020-01-02 03:04:00.0"),
            ("1 month", "2026-12-29 16:34:29.0"),
            ("2020-01-31 1 month", "2020-03-02 00:00:00.0"),
            ("10:00 EST", "2026-11-29 15:00:00.0"),
            ("2020-01-02T03:04:05.678Z", "2020-01-02 03:04:05.6"),
            ("3 jan", "2026-01-03 00:00:00.0"),
            ("2020", "2026-11-29 20:20:00.0"),
            ("jan 2020", "invalid"),
            ("second monday", "2026-11-30 00:00:01.0"),
            ("-1 day", "2026-11-28 16:34:29.0"),
            ("- 1 day", "2026-11-28 16:34:29.0"),
            ("12/25", "2026-12-25 00:00:00.0"),
            ("12/25/98", "1998-12-25 00:00:00.0"),
            ("1 week ago monday", "2026-11-23 00:00:00.0"),
            ("2020-01-02 10:00 +0200", "2020-01-02 08:00:00.0"),
            ("a", "2026-11-28 23:00:00.0"),
            ("10:00 +1 day", "2026-11-30 09:00:00.0"),
            ("last day", "2026-11-28 16:34:29.0"),
            ("1 jan 2020 13:00 pm", "invalid"),
            ("0:00am", "invalid"),
            ("12am", "2026-11-29 00:00:00.0"),
            ("hence", "invalid"),
            ("", "2026-11-29 00:00:00.0"),
            ("99999999999999999999", "invalid"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn no_text_panics() {
        for text in [
            "((",
            ")",
            "1:",
            "1:2:",
            "1/",
            "jan-",
            "@",
            "@-",
            "+",
            "next",
            "9223372036854775807 years",
            "1 2 3",
            "TZ=\"x",
        ] {
            let _ = read(text);
        }
    }
}
