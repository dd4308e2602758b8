//! Calendar and clock: from a moment to a date and back, and `strftime` with GNU's flags.
//!
//! Everything is proleptic Gregorian and UTC, the zone of the machine.

use crate::workspace::Time;

pub const NANOS: i64 = 1_000_000_000;
pub const DAY: i64 = 86_400;

pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// A moment on the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Civil {
    pub year: i64,
    /// 1 to 12
    pub month: i64,
    /// 1 to 31
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub nanosecond: i64,
    /// 0 is Sunday.
    pub weekday: i64,
    /// 0 is the first of January.
    pub year_day: i64,
    /// Seconds since 1970.
    pub seconds: i64,
}

/// Days since 1970 of a date. The month may lie outside 1 to 12 and the day outside the month.
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year.saturating_add((month - 1).div_euclid(12));
    let month = (month - 1).rem_euclid(12) + 1;
    // Years begin in March here, so that the leap day comes last.
    let year = if month <= 2 { year.saturating_sub(1) } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era.saturating_mul(146_097).saturating_add(day_of_era - 719_468).saturating_add(day.saturating_sub(1))
}

impl Civil {
    pub fn new(time: Time) -> Civil {
        Civil::from_seconds(time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS))
    }

    pub fn from_seconds(seconds: i64, nanosecond: i64) -> Civil {
        let day_number = seconds.div_euclid(DAY);
        let second_of_day = seconds.rem_euclid(DAY);
        let shifted = day_number + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Civil {
            year,
            month,
            day: day_of_year - (153 * shifted_month + 2) / 5 + 1,
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
            nanosecond,
            weekday: (day_number + 4).rem_euclid(7),
            year_day: day_number - days(year, 1, 1),
            seconds,
        }
    }

    /// The ISO 8601 week and the year that it belongs to.
    pub fn iso_week(&self) -> (i64, i64) {
        let monday_based = (self.weekday + 6) % 7;
        // The Thursday of this week decides.
        let thursday = days(self.year, 1, 1) + self.year_day - monday_based + 3;
        let year = Civil::from_seconds(thursday.saturating_mul(DAY), 0).year;
        (year, (thursday - days(year, 1, 1)) / 7 + 1)
    }
}

/// Seconds since 1970; fields outside their ranges carry over.
pub fn seconds(year: i64, month: i64, day: i64, hour: i64, minute: i64, second: i64) -> i64 {
    let clock = hour.saturating_mul(3600).saturating_add(minute.saturating_mul(60)).saturating_add(second);
    days(year, month, day).saturating_mul(DAY).saturating_add(clock)
}

/// A moment from seconds and nanoseconds; `None` when it is out of range.
pub fn moment(seconds: i64, nanoseconds: i64) -> Option<Time> {
    Some(Time(seconds.checked_mul(NANOS)?.checked_add(nanoseconds)?))
}

#[derive(Clone, Copy)]
struct Field {
    pad: Option<u8>,
    upper: bool,
    swap: bool,
    plus: bool,
    width: Option<usize>,
    colons: usize,
}

/// Widest field that a format may ask for: enough for people, and no way to use up memory.
const WIDEST: usize = 1 << 16;

/// Formats `when` as `date +FORMAT` does. An unknown conversion is copied as it stands.
pub fn format(out: &mut Vec<u8>, format: &[u8], when: &Civil) {
    let mut rest = format;
    while let Some(percent) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..percent]);
        let spec = &rest[percent..];
        let mut at = 1;
        let mut field = Field { pad: None, upper: false, swap: false, plus: false, width: None, colons: 0 };
        while let Some(flag) = spec.get(at) {
            match flag {
                b'-' | b'_' | b'0' => field.pad = Some(*flag),
                b'+' => {
                    field.plus = true;
                    field.pad = Some(b'0');
                }
                b'^' => field.upper = true,
                b'#' => field.swap = true,
                _ => break,
            }
            at += 1;
        }
        while let Some(digit @ b'0'..=b'9') = spec.get(at) {
            field.width = Some((field.width.unwrap_or(0) * 10 + usize::from(digit - b'0')).min(WIDEST));
            at += 1;
        }
        while spec.get(at) == Some(&b':') {
            field.colons += 1;
            at += 1;
        }
        if matches!(spec.get(at), Some(b'E' | b'O')) {
            at += 1;
        }
        match spec.get(at) {
            Some(letter) if conversion(out, *letter, field, when) => at += 1,
            Some(_) => {
                at += 1;
                out.extend_from_slice(&spec[..at]);
            }
            None => out.extend_from_slice(spec),
        }
        rest = spec.get(at..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
}

fn conversion(out: &mut Vec<u8>, letter: u8, field: Field, when: &Civil) -> bool {
    let hour12 = if when.hour % 12 == 0 { 12 } else { when.hour % 12 };
    match letter {
        b'%' if field.colons == 0 => text(out, field, b"%", false),
        b'n' => text(out, field, b"\n", false),
        b't' => text(out, field, b"\t", false),
        b'a' => text(out, field, name(&WEEKDAYS, when.weekday, 3), field.swap),
        b'A' => text(out, field, name(&WEEKDAYS, when.weekday, 9), field.swap),
        b'b' | b'h' => text(out, field, name(&MONTHS, when.month - 1, 3), field.swap),
        b'B' => text(out, field, name(&MONTHS, when.month - 1, 9), field.swap),
        b'c' => whole(out, field, b"%a %b %e %H:%M:%S %Y", when),
        b'C' => {
            let century = when.year.div_euclid(100);
            number(out, field, century, 2, b'0', field.plus && century > 99);
        }
        b'd' => number(out, field, when.day, 2, b'0', false),
        b'e' => number(out, field, when.day, 2, b'_', false),
        b'D' | b'x' => whole(out, field, b"%m/%d/%y", when),
        b'F' => {
            // The width is that of the whole date: the year takes what the rest leaves.
            let width = field.width.map_or(4, |width| width.saturating_sub(6));
            let year = Field { width: Some(width), pad: field.pad.or(Some(b'0')), ..field };
            let mut date = Vec::new();
            number(&mut date, year, when.year, 4, b'0', field.plus && (when.year > 9999 || width > 4));
            self::format(&mut date, b"-%m-%d", when);
            out.extend_from_slice(&date);
        }
        b'g' => number(out, field, when.iso_week().0.rem_euclid(100), 2, b'0', false),
        b'G' => number(out, field, when.iso_week().0, 4, b'0', field.plus && when.iso_week().0 > 9999),
        b'H' => number(out, field, when.hour, 2, b'0', false),
        b'I' => number(out, field, hour12, 2, b'0', false),
        b'k' => number(out, field, when.hour, 2, b'_', false),
        b'l' => number(out, field, hour12, 2, b'_', false),
        b'j' => number(out, field, when.year_day + 1, 3, b'0', false),
        b'm' => number(out, field, when.month, 2, b'0', false),
        b'M' => number(out, field, when.minute, 2, b'0', false),
        b'N' => nanoseconds(out, field, when.nanosecond),
        b'p' => {
            let half = if when.hour < 12 { "AM" } else { "PM" };
            let lower = half.to_ascii_lowercase();
            let half = if field.swap { lower.as_bytes() } else { half.as_bytes() };
            text(out, Field { swap: false, ..field }, half, false);
        }
        b'P' => text(out, field, if when.hour < 12 { b"am" } else { b"pm" }, false),
        b'q' => number(out, field, (when.month - 1) / 3 + 1, 1, b'0', false),
        b'r' => whole(out, field, b"%I:%M:%S %p", when),
        b'R' => whole(out, field, b"%H:%M", when),
        b's' => number(out, field, when.seconds, 1, b'0', false),
        b'S' => number(out, field, when.second, 2, b'0', false),
        b'T' | b'X' => whole(out, field, b"%H:%M:%S", when),
        b'u' => number(out, field, (when.weekday + 6) % 7 + 1, 1, b'0', false),
        b'w' => number(out, field, when.weekday, 1, b'0', false),
        b'U' => number(out, field, (when.year_day - when.weekday + 7) / 7, 2, b'0', false),
        b'W' => number(out, field, (when.year_day - (when.weekday + 6) % 7 + 7) / 7, 2, b'0', false),
        b'V' => number(out, field, when.iso_week().1, 2, b'0', false),
        b'y' => number(out, field, when.year.rem_euclid(100), 2, b'0', false),
        b'Y' => number(out, field, when.year, 4, b'0', field.plus && when.year > 9999),
        b'z' => return zone(out, field),
        b'Z' if field.swap => text(out, Field { swap: false, ..field }, b"utc", false),
        b'Z' => text(out, field, b"UTC", false),
        _ => return false,
    }
    true
}

fn name<'a>(names: &'a [&'a str], index: i64, length: usize) -> &'a [u8] {
    let name = usize::try_from(index).ok().and_then(|index| names.get(index)).map_or(&b"?"[..], |name| name.as_bytes());
    &name[..length.min(name.len())]
}

fn text(out: &mut Vec<u8>, field: Field, value: &[u8], upper: bool) {
    let blank = if field.pad == Some(b'0') { b'0' } else { b' ' };
    if field.pad != Some(b'-') {
        pad(out, blank, field.width.unwrap_or(0).saturating_sub(value.len()));
    }
    if field.upper || upper {
        out.extend(value.iter().map(u8::to_ascii_uppercase));
    } else {
        out.extend_from_slice(value);
    }
}

/// A conversion that stands for several others.
fn whole(out: &mut Vec<u8>, field: Field, inner: &[u8], when: &Civil) {
    let mut value = Vec::new();
    format(&mut value, inner, when);
    text(out, field, &value, false);
}

fn number(out: &mut Vec<u8>, field: Field, value: i64, width: usize, usual_pad: u8, plus: bool) {
    let digits = value.unsigned_abs().to_string();
    let sign: &[u8] = if value < 0 {
        b"-"
    } else if plus {
        b"+"
    } else {
        b""
    };
    let style = field.pad.unwrap_or(usual_pad);
    let width = field.width.unwrap_or(width);
    let missing = width.saturating_sub(digits.len() + sign.len());
    match style {
        b'-' => out.extend_from_slice(sign),
        b'_' => {
            pad(out, b' ', missing);
            out.extend_from_slice(sign);
        }
        _ => {
            out.extend_from_slice(sign);
            pad(out, b'0', missing);
        }
    }
    out.extend_from_slice(digits.as_bytes());
}

fn nanoseconds(out: &mut Vec<u8>, field: Field, value: i64) {
    let digits = format!("{:09}", value.clamp(0, NANOS - 1));
    let width = field.width.unwrap_or(9);
    match field.pad {
        Some(b'-') => out.extend_from_slice(digits.trim_end_matches('0').as_bytes()),
        Some(b'_') => {
            let shown = digits.as_bytes().get(..width.min(9)).unwrap_or_default();
            let kept = shown.trim_ascii_end().iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
            out.extend_from_slice(&shown[..kept]);
            pad(out, b' ', width - kept);
        }
        _ => {
            out.extend_from_slice(digits.as_bytes().get(..width.min(9)).unwrap_or_default());
            pad(out, b'0', width.saturating_sub(9));
        }
    }
}

/// The offset from UTC, which is none.
fn zone(out: &mut Vec<u8>, field: Field) -> bool {
    let body: &[u8] = match field.colons {
        0 => b"0000",
        1 => b"00:00",
        2 => b"00:00:00",
        3 => b"00",
        _ => return false,
    };
    let width = field.width.unwrap_or(0).saturating_sub(1);
    match field.pad {
        Some(b'-') => {
            // Without padding the hours have one digit.
            out.push(b'+');
            out.extend_from_slice(&body[1..]);
        }
        Some(b'_') => {
            pad(out, b' ', width.saturating_sub(body.len() - 1).max(1));
            out.push(b'+');
            out.extend_from_slice(&body[1..]);
        }
        _ => {
            out.push(b'+');
            pad(out, b'0', width.saturating_sub(body.len()));
            out.extend_from_slice(body);
        }
    }
    true
}

fn pad(out: &mut Vec<u8>, byte: u8, count: usize) {
    out.resize(out.len() + count, byte);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64, text: &str) -> String {
        let mut out = Vec::new();
        format(&mut out, text.as_bytes(), &Civil::from_seconds(seconds, 12_345_678));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn days_and_dates_are_inverse() {
        for day in (-800_000..800_000).step_by(97) {
            let civil = Civil::from_seconds(day * DAY, 0);
            assert_eq!(days(civil.year, civil.month, civil.day), day);
        }
        assert_eq!(days(2024, 14, 1), days(2025, 2, 1));
        assert_eq!(Civil::from_seconds(i64::MAX, 0).month.clamp(1, 12), Civil::from_seconds(i64::MAX, 0).month);
    }

    #[test]
    fn conversions() {
        assert_eq!(
            at(1_798_761_600, "%F %T %a %b %j %U %W %V %G %q"),
            "2027-01-01 00:00:00 Fri Jan 001 00 00 53 2026 1"
        );
        assert_eq!(
            at(0, "%-d|%_d|%e|%5Y|%^a|%#p|%I|%N|%3N|%z|%:z|%Q|%"),
            "1| 1| 1|01970|THU|am|12|012345678|012|+0000|+00:00|%Q|%"
        );
        assert_eq!(at(-1, "%s %Y-%m-%d"), "-1 1969-12-31");
        assert_eq!(at(0, "%10F|%C|%y|%^B|%010d"), "1970-01-01|19|70|JANUARY|0000000001");
    }
}
