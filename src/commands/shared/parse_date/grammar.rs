//! The items of a date, read one after the other.
//!
//! What is said for `--debug` comes in the order of a parser that looks one token ahead, and only where it must.

use super::tokens::{Piece, Token, Unit};
use super::trace::{self, Shown};
use bstr::BString;

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Relative {
    pub years: i64,
    pub months: i64,
    pub days: i64,
    pub hours: i64,
    pub minutes: i64,
    pub seconds: i64,
    pub nanoseconds: i32,
}

/// What a text said.
#[derive(Debug, Default)]
pub struct Parsed {
    pub year: i64,
    /// How many digits the year had; 0: there was none.
    pub year_digits: usize,
    pub year_alone: bool,
    pub month: i64,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub nanosecond: i32,
    /// Whether it is the afternoon, where that was said.
    pub meridian: Option<bool>,
    /// Seconds east of Greenwich.
    pub zone: i64,
    /// Whether the local zone was named in its summer time.
    pub local_summer: bool,
    pub weekday: i64,
    pub ordinal: i64,
    pub ordinal_given: bool,
    /// Seconds since 1970: `@…`.
    pub timestamp: Option<i64>,
    pub relative: Relative,
    pub dates: u32,
    pub times: u32,
    pub weekdays: u32,
    pub zones: u32,
    pub local_zones: u32,
    pub summers: u32,
    pub relatives: bool,
}

pub struct Reader<'a> {
    pieces: &'a [Piece],
    at: usize,
    /// The token that did not fit.
    failed: usize,
    pub parsed: Parsed,
    shown: Shown,
    /// What there is to say, when somebody listens.
    lines: Option<&'a mut Vec<BString>>,
    /// The word without a meaning has been named.
    named: bool,
}

impl<'a> Reader<'a> {
    /// `parsed` holds the present.
    pub fn new(pieces: &'a [Piece], parsed: Parsed, lines: Option<&'a mut Vec<BString>>) -> Reader<'a> {
        Reader { pieces, at: 0, failed: 0, parsed, shown: Shown::default(), lines, named: false }
    }

    /// Reads everything; else how far the text was read.
    pub fn read(&mut self, text: &[u8]) -> Result<(), usize> {
        let done = if self.peek(0) == Some(&Token::Symbol(b'@')) { self.timestamp() } else { self.items() };
        if done.is_some() {
            return Ok(());
        }
        self.meet(self.failed);
        Err(self.pieces.get(self.failed).map_or(text.len(), |piece| piece.end))
    }

    fn items(&mut self) -> Option<()> {
        while self.at < self.pieces.len() {
            self.item()?;
        }
        Some(())
    }

    fn timestamp(&mut self) -> Option<()> {
        let (seconds, nanoseconds) = match self.peek(1) {
            Some(Token::Unsigned(value, _) | Token::Signed(value, _, _)) => (*value, 0),
            Some(Token::UnsignedDecimal(seconds, nanoseconds) | Token::SignedDecimal(seconds, nanoseconds)) => {
                (*seconds, *nanoseconds)
            }
            _ => return self.fail(1),
        };
        self.parsed.timestamp = Some(seconds);
        self.parsed.nanosecond = nanoseconds;
        self.at += 2;
        self.part("number of seconds", false);
        if self.at < self.pieces.len() { self.fail(0) } else { Some(()) }
    }

    fn peek(&self, ahead: usize) -> Option<&'a Token> {
        self.pieces.get(self.at + ahead).map(|piece| &piece.token)
    }

    fn unsigned(&self, ahead: usize) -> Option<(i64, usize)> {
        match self.peek(ahead) {
            Some(Token::Unsigned(value, digits)) => Some((*value, *digits)),
            _ => None,
        }
    }

    /// The token so far ahead does not fit.
    fn fail<T>(&mut self, ahead: usize) -> Option<T> {
        self.failed = self.at + ahead;
        None
    }

    /// What was read last is out of range, which is seen without a look at what follows.
    fn out_of_range<T>(&mut self) -> Option<T> {
        self.failed = self.at.saturating_sub(1);
        None
    }

    /// The token at `index` is read: a word without a meaning is named then.
    fn meet(&mut self, index: usize) {
        if let Some(Piece { token: Token::Unknown(word), .. }) = self.pieces.get(index)
            && !self.named
            && let Some(lines) = &mut self.lines
        {
            self.named = true;
            lines.push([b"error: unknown word '", word.as_slice(), b"'"].concat().into());
        }
    }

    /// Tells of a part that was read, behind the next token where that had to be looked at.
    fn part(&mut self, name: &str, looked: bool) {
        if looked {
            self.meet(self.at);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(trace::part(name, &self.parsed, &mut self.shown));
        }
    }

    fn relative_part(&mut self, name: &str, looked: bool) {
        if looked {
            self.meet(self.at);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(trace::relative_part(name, &self.parsed.relative));
        }
    }

    fn item(&mut self) -> Option<()> {
        match *self.peek(0)? {
            Token::Unsigned(value, digits) => self.number_item(value, digits),
            Token::Signed(value, _, _) => {
                let Some(Token::Unit(unit)) = self.peek(1) else { return self.fail(1) };
                self.at += 2;
                self.amount(*unit, value, 0)
            }
            Token::UnsignedDecimal(seconds, nanoseconds) | Token::SignedDecimal(seconds, nanoseconds) => {
                // Only seconds have fractions.
                let Some(Token::Unit(Unit::Second)) = self.peek(1) else { return self.fail(1) };
                self.at += 2;
                self.amount(Unit::Second, seconds, nanoseconds)
            }
            Token::Month(month) => self.month_item(month),
            Token::Day(day) => {
                self.at += 1;
                let comma = self.peek(0) == Some(&Token::Symbol(b','));
                self.at += usize::from(comma);
                self.weekday(day, None);
                self.part("day", !comma);
                Some(())
            }
            Token::Ordinal(value) => match self.peek(1) {
                Some(Token::Day(day)) => {
                    self.at += 2;
                    self.weekday(*day, Some(value));
                    self.part("day", false);
                    Some(())
                }
                Some(Token::Unit(unit)) => {
                    self.at += 2;
                    self.amount(*unit, value, 0)
                }
                _ => self.fail(1),
            },
            Token::Unit(unit) => {
                self.at += 1;
                self.amount(unit, 1, 0)
            }
            Token::DayShift(days) => {
                self.at += 1;
                self.add(Unit::Day(1), days, 0, 1).or_else(|| self.out_of_range())?;
                self.relative_part("relative", false);
                Some(())
            }
            Token::Zone(offset) => self.zone_item(offset, true),
            Token::T => self.zone_item(-7 * 3600, false),
            Token::DayZone(offset) => {
                self.at += 1;
                self.zone(offset + 3600, false);
                Some(())
            }
            Token::LocalZone(summer) => {
                self.at += 1;
                let also = self.peek(0) == Some(&Token::Dst);
                self.at += usize::from(also);
                self.parsed.local_zones += 1;
                self.parsed.summers += u32::from(also);
                self.parsed.local_summer = summer || also;
                self.part("local_zone", !also);
                Some(())
            }
            Token::Dst | Token::Meridian(_) | Token::Ago(_) | Token::Symbol(_) => self.fail(0),
            Token::Unknown(_) | Token::TooLarge => self.fail(0),
        }
    }

    fn zone(&mut self, offset: i64, looked: bool) {
        self.parsed.zones += 1;
        self.parsed.zone = offset;
        self.part("zone", looked);
    }

    /// A zone by name, with what may stand behind it; behind a T, only an amount.
    fn zone_item(&mut self, offset: i64, more: bool) -> Option<()> {
        self.at += 1;
        match self.peek(0) {
            Some(Token::Dst) if more => {
                self.at += 1;
                self.zone(offset + 3600, false);
            }
            Some(Token::Signed(value, _, _)) => {
                if let Some(Token::Unit(unit)) = self.peek(1) {
                    // Here no `ago` can follow.
                    self.at += 2;
                    self.parsed.zone = offset;
                    let value = self.multiplied(*unit, *value)?;
                    self.add(*unit, value, 0, 1).or_else(|| self.out_of_range())?;
                    self.relative_part("relative", false);
                    self.zone(offset, false);
                } else if more {
                    let (more, looked) = self.offset()?;
                    self.zone(offset + more, looked);
                } else {
                    return self.fail(1);
                }
            }
            _ => self.zone(offset, true),
        }
        Some(())
    }

    /// `+02`, `+0200`, `+02:00`: the seconds, and whether what follows was looked at.
    fn offset(&mut self) -> Option<(i64, bool)> {
        let Some(&Token::Signed(value, digits, negative)) = self.peek(0) else { return self.fail(0) };
        self.at += 1;
        let colon = self.peek(0) == Some(&Token::Symbol(b':'));
        let minutes = if colon {
            let Some((minutes, _)) = self.unsigned(1) else { return self.fail(1) };
            self.at += 2;
            let hours = value.checked_mul(60);
            hours.and_then(|hours| if negative { hours.checked_sub(minutes) } else { hours.checked_add(minutes) })
        } else if digits <= 2 {
            value.checked_mul(60)
        } else {
            Some(value / 100 * 60 + value % 100)
        };
        match minutes.filter(|minutes| (-24 * 60..=24 * 60).contains(minutes)) {
            Some(minutes) => Some((minutes * 60, !colon)),
            None if colon => self.out_of_range(),
            None => self.fail(0),
        }
    }

    fn weekday(&mut self, day: i64, ordinal: Option<i64>) {
        self.parsed.weekdays += 1;
        self.parsed.weekday = day;
        self.parsed.ordinal = ordinal.unwrap_or(0);
        self.parsed.ordinal_given |= ordinal.is_some();
    }

    /// An amount whose unit was read just now, with the `ago` that may follow.
    fn amount(&mut self, unit: Unit, value: i64, nanoseconds: i32) -> Option<()> {
        let value = self.multiplied(unit, value)?;
        let mut factor = 1;
        let ago = if let Some(Token::Ago(sign)) = self.peek(0) {
            self.at += 1;
            factor = *sign;
            true
        } else {
            false
        };
        if self.add(unit, value, nanoseconds, factor).is_none() {
            return if ago { self.out_of_range() } else { self.fail(0) };
        }
        self.relative_part("relative", !ago);
        Some(())
    }

    fn multiplied(&mut self, unit: Unit, value: i64) -> Option<i64> {
        let Unit::Day(days) = unit else { return Some(value) };
        value.checked_mul(days).or_else(|| self.out_of_range())
    }

    /// Adds an amount, days as such.
    fn add(&mut self, unit: Unit, value: i64, nanoseconds: i32, factor: i64) -> Option<()> {
        let relative = &mut self.parsed.relative;
        let slot = match unit {
            Unit::Year => &mut relative.years,
            Unit::Month => &mut relative.months,
            Unit::Day(_) => &mut relative.days,
            Unit::Hour => &mut relative.hours,
            Unit::Minute => &mut relative.minutes,
            Unit::Second => &mut relative.seconds,
        };
        *slot = if factor < 0 { slot.checked_sub(value)? } else { slot.checked_add(value)? };
        let nanoseconds = if factor < 0 { -nanoseconds } else { nanoseconds };
        relative.nanoseconds = relative.nanoseconds.checked_add(nanoseconds)?;
        self.parsed.relatives = true;
        Some(())
    }

    fn date(&mut self, month: i64, day: i64, year: Option<(i64, usize)>) {
        self.parsed.dates += 1;
        self.parsed.month = month;
        self.parsed.day = day;
        if let Some((year, digits)) = year {
            self.parsed.year = year;
            self.parsed.year_digits = digits;
        }
    }

    fn month_item(&mut self, month: i64) -> Option<()> {
        match (self.peek(1), self.peek(2)) {
            // JUN-17-1992
            (Some(Token::Signed(day, _, _)), Some(Token::Signed(year, digits, _))) => {
                let (Some(day), Some(year)) = (day.checked_neg(), year.checked_neg()) else { return self.fail(2) };
                self.date(month, day, Some((year, *digits)));
                self.at += 3;
                self.part("date", false);
            }
            (Some(Token::Signed(..)), _) => return self.fail(2),
            (Some(Token::Unsigned(day, _)), Some(Token::Symbol(b','))) => {
                let Some(year) = self.unsigned(3) else { return self.fail(3) };
                self.date(month, *day, Some(year));
                self.at += 4;
                self.part("date", false);
            }
            (Some(Token::Unsigned(day, _)), _) => {
                self.date(month, *day, None);
                self.at += 2;
                self.part("date", true);
            }
            _ => return self.fail(1),
        }
        Some(())
    }

    fn number_item(&mut self, value: i64, digits: usize) -> Option<()> {
        match self.peek(1) {
            Some(Token::Meridian(afternoon)) => {
                self.time(value, 0, (0, 0), Some(*afternoon));
                self.at += 2;
                self.part("time", false);
            }
            Some(Token::Symbol(b':')) => {
                let looked = self.clock(value, true)?;
                self.part("time", looked);
            }
            Some(Token::Symbol(b'/')) => return self.slashes(value, digits),
            Some(Token::Day(day)) => {
                self.at += 2;
                self.weekday(*day, Some(value));
                self.part("day", false);
            }
            Some(Token::Month(month)) => {
                // A number that follows is the year, whatever comes behind it.
                let year = match self.peek(2) {
                    Some(Token::Unsigned(year, digits)) => Some((*year, *digits)),
                    Some(Token::Signed(year, digits, _)) => {
                        let Some(year) = year.checked_neg() else { return self.fail(2) };
                        Some((year, *digits))
                    }
                    _ => None,
                };
                self.date(*month, value, year);
                self.at += 2 + usize::from(year.is_some());
                self.part("date", year.is_none());
            }
            Some(Token::Unit(unit)) => {
                self.at += 2;
                return self.amount(*unit, value, 0);
            }
            Some(Token::Signed(second, _, _)) => match self.peek(2) {
                Some(Token::Signed(third, _, _)) => {
                    let (Some(month), Some(day)) = (second.checked_neg(), third.checked_neg()) else {
                        return self.fail(2);
                    };
                    self.date(month, day, Some((value, digits)));
                    self.at += 3;
                    if self.peek(0) == Some(&Token::T) {
                        self.at += 1;
                        let looked = self.time_behind_date()?;
                        self.part("datetime", looked);
                    } else {
                        self.part("date", true);
                    }
                }
                Some(Token::Unit(unit)) => {
                    // The number and the amount are one, behind which no `ago` can stand.
                    self.digits(value, digits);
                    self.at += 3;
                    let amount = self.multiplied(*unit, *second)?;
                    self.add(*unit, amount, 0, 1).or_else(|| self.out_of_range())?;
                    self.relative_part("hybrid", false);
                }
                _ => {
                    // A whole hour with its zone: `10+0200`.
                    self.time(value, 0, (0, 0), None);
                    self.at += 1;
                    let looked = self.time_zone()?;
                    self.part("time", looked);
                }
            },
            _ => {
                self.digits(value, digits);
                self.at += 1;
                self.part("number", true);
            }
        }
        Some(())
    }

    /// `MM/DD`, `MM/DD/YY`, `YYYY/MM/DD`
    fn slashes(&mut self, value: i64, digits: usize) -> Option<()> {
        let Some((second, _)) = self.unsigned(2) else { return self.fail(2) };
        if self.peek(3) != Some(&Token::Symbol(b'/')) {
            self.date(value, second, None);
            self.at += 3;
            self.part("date", true);
            return Some(());
        }
        let Some((third, third_digits)) = self.unsigned(4) else { return self.fail(4) };
        self.at += 5;
        let assumed = if digits >= 4 {
            self.date(second, third, Some((value, digits)));
            format!("warning: value {value} has {digits} digits. Assuming YYYY/MM/DD")
        } else {
            self.date(value, second, Some((third, third_digits)));
            format!("warning: value {value} has less than 4 digits. Assuming MM/DD/YY[YY]")
        };
        if let Some(lines) = &mut self.lines {
            lines.push(assumed.into());
        }
        self.part("date", false);
        Some(())
    }

    /// After `T`: an hour with its zone, or a clock time.
    fn time_behind_date(&mut self) -> Option<bool> {
        let Some((hour, _)) = self.unsigned(0) else { return self.fail(0) };
        match self.peek(1) {
            Some(Token::Symbol(b':')) => self.clock(hour, false),
            Some(Token::Signed(..)) => {
                self.time(hour, 0, (0, 0), None);
                self.at += 1;
                self.time_zone()
            }
            _ => self.fail(1),
        }
    }

    /// A clock time whose hour is here. The answer: whether what follows was looked at.
    fn clock(&mut self, hour: i64, halves: bool) -> Option<bool> {
        let Some((minute, _)) = self.unsigned(2) else { return self.fail(2) };
        self.at += 3;
        let mut second = (0, 0);
        if self.peek(0) == Some(&Token::Symbol(b':')) {
            second = match self.peek(1) {
                Some(Token::Unsigned(second, _)) => (*second, 0),
                Some(Token::UnsignedDecimal(second, nanoseconds)) => (*second, *nanoseconds),
                _ => return self.fail(1),
            };
            self.at += 2;
        }
        match self.peek(0) {
            Some(Token::Meridian(afternoon)) if halves => {
                self.at += 1;
                self.time(hour, minute, second, Some(*afternoon));
                Some(false)
            }
            Some(Token::Signed(..)) => {
                self.time(hour, minute, second, None);
                self.time_zone()
            }
            _ => {
                self.time(hour, minute, second, None);
                Some(true)
            }
        }
    }

    fn time_zone(&mut self) -> Option<bool> {
        let (offset, looked) = self.offset()?;
        self.parsed.zone = offset;
        self.parsed.zones += 1;
        Some(looked)
    }

    fn time(&mut self, hour: i64, minute: i64, (second, nanosecond): (i64, i32), meridian: Option<bool>) {
        let parsed = &mut self.parsed;
        parsed.times += 1;
        (parsed.hour, parsed.minute, parsed.second, parsed.nanosecond) = (hour, minute, second, nanosecond);
        parsed.meridian = meridian;
    }

    /// A lone number: a year, `YYYYMMDD`, `HHMM` or an hour, by its length and what came before.
    fn digits(&mut self, value: i64, digits: usize) {
        let parsed = &mut self.parsed;
        if parsed.dates > 0 && parsed.year_digits == 0 && !parsed.relatives && (parsed.times > 0 || digits > 2) {
            parsed.year_alone = true;
            (parsed.year, parsed.year_digits) = (value, digits);
        } else if digits > 4 {
            self.date(value / 100 % 100, value % 100, Some((value / 10_000, digits - 4)));
        } else if digits <= 2 {
            self.time(value, 0, (0, 0), None);
        } else {
            self.time(value / 100, value % 100, (0, 0), None);
        }
    }
}
