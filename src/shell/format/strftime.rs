//! `strftime`: points in time as text, in the C library's dialect and in that of GNU `date`.
//!
//! The calendar is proleptic Gregorian for any 64-bit second, unlike `jiff`'s, which only supplies the zone rules.

use bstr::ByteSlice;
use jiff::tz::TimeZone;

use super::calendar::{MONTHS, WEEKDAYS, date_of, days_before};

/// Whose `strftime`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// glibc: `printf '%(…)T'`, `awk`.
    C,
    /// GNU `date`, `ls`, `du`, …: has `%N`, `%q` and `%:z`, and pads years to four digits.
    Gnu,
}

/// A time zone.
#[derive(Debug, Clone)]
pub struct Zone {
    rules: Option<TimeZone>,
    /// The name that is printed without rules: those zones are at UTC.
    name: String,
}

impl Zone {
    pub fn utc() -> Zone {
        Zone { rules: None, name: "UTC".to_owned() }
    }

    /// The zone that a value of `TZ` means; `None`: unset. POSIX rules (`EST5EDT,M3.2.0,M11.1.0`) are understood, and
    /// names of the zone database where one is built in. As in glibc, anything else is UTC under its own name.
    pub fn from_variable(value: Option<&[u8]>) -> Zone {
        let value = value.map_or("", |value| value.to_str().unwrap_or(""));
        let value = value.strip_prefix(':').unwrap_or(value);
        let letters = value.bytes().take_while(u8::is_ascii_alphabetic).count();
        if value.is_empty() || matches!(value, "UTC" | "UTC0" | "Etc/UTC" | "Zulu" | "Universal") {
            return Zone::utc();
        }
        // Zones are files, whose names have one spelling.
        let rules = TimeZone::get(value)
            .and_then(|zone| if zone.iana_name() == Some(value) { Ok(zone) } else { TimeZone::posix(value) })
            .or_else(|_| TimeZone::posix(value))
            // A daylight-saving name without rules has those of the United States.
            .or_else(|_| TimeZone::posix(&format!("{value},M3.2.0,M11.1.0")));
        match rules {
            Ok(rules) => Zone { rules: Some(rules), name: String::new() },
            Err(_) if letters >= 3 => Zone { rules: None, name: value[..letters].to_owned() },
            Err(_) => Zone::utc(),
        }
    }

    /// What clocks in this zone show.
    pub fn civil(&self, seconds: i64, nanoseconds: u32) -> Civil {
        let mut zone = self.name.clone();
        let (mut offset, mut daylight) = (0, false);
        if let Some(rules) = &self.rules {
            // Rules are asked within the years that jiff knows: the calendar is the same again after 400 years, and
            // what was before them is as their first year.
            let (first, last, cycle) = (-377_000_000_000, 253_000_000_000, 146_097 * 86_400);
            let known = match seconds.checked_sub(last) {
                Some(beyond) if beyond > 0 => last - cycle + beyond % cycle,
                _ => seconds.max(first),
            };
            let timestamp = jiff::Timestamp::from_second(known);
            if let Ok(timestamp) = timestamp {
                let info = rules.to_offset_info(timestamp);
                offset = info.offset().seconds();
                daylight = info.dst().is_dst();
                info.abbreviation().clone_into(&mut zone);
            }
        }
        Civil::new(seconds, nanoseconds, offset, zone, daylight)
    }
}

/// A point in time broken into the fields of C's `struct tm`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Civil {
    /// Since 1970-01-01T00:00:00Z.
    pub timestamp: i64,
    pub nanosecond: u32,
    pub year: i64,
    /// 1 to 12
    pub month: u32,
    /// 1 to 31
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
    /// 0: Sunday
    pub weekday: u32,
    /// 0 to 365
    pub year_day: u32,
    /// Seconds east of Greenwich.
    pub offset: i32,
    /// The zone's abbreviation.
    pub zone: String,
    pub daylight: bool,
}

impl Civil {
    pub fn new(timestamp: i64, nanosecond: u32, offset: i32, zone: String, daylight: bool) -> Civil {
        let local = timestamp.saturating_add(i64::from(offset));
        let (days, seconds) = (local.div_euclid(86_400), local.rem_euclid(86_400) as u32);
        let (year, month, day) = date_of(days);
        Civil {
            timestamp,
            nanosecond,
            year,
            month: month as u32,
            day: day as u32,
            hour: seconds / 3600,
            minute: seconds / 60 % 60,
            second: seconds % 60,
            weekday: (days + 4).rem_euclid(7) as u32,
            year_day: (days - days_before(year, 1, 1)) as u32,
            offset,
            zone,
            daylight,
        }
    }
}

/// Flags and width of one conversion.
#[derive(Debug, Clone, Copy, Default)]
struct Field {
    /// The last of `_ - 0 +`, or 0.
    pad: u8,
    upper: bool,
    swap: bool,
    width: Option<usize>,
}

impl Field {
    /// Neither flags nor a width.
    fn is_bare(self) -> bool {
        self.pad == 0 && !self.upper && !self.swap && self.width.is_none()
    }
}

/// The widest field that is honoured.
const WIDEST: usize = 4096;

/// Appends `civil` in `format`. What is no conversion stands for itself.
pub fn strftime(out: &mut Vec<u8>, format: &[u8], civil: &Civil, dialect: Dialect) {
    let mut rest = format;
    while let Some(at) = memchr::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        let conversion = &rest[at..];
        let mut field = Field::default();
        let mut length = 1;
        while let Some(flag) = conversion.get(length) {
            match flag {
                b'_' | b'-' | b'0' => field.pad = *flag,
                b'+' if dialect == Dialect::Gnu => field.pad = *flag,
                b'^' => field.upper = true,
                b'#' => field.swap = true,
                _ => break,
            }
            length += 1;
        }
        while let Some(digit) = conversion.get(length).filter(|byte| byte.is_ascii_digit()) {
            let width = field.width.unwrap_or(0) * 10 + usize::from(digit - b'0');
            field.width = Some(width.min(WIDEST));
            length += 1;
        }
        let modifier = conversion.get(length).copied().filter(|byte| matches!(byte, b'E' | b'O'));
        let modifier = modifier.filter(|_| conversion.len() > length + 1);
        length += usize::from(modifier.is_some());
        let colons = conversion[length..].iter().take_while(|byte| **byte == b':').count();
        let zone =
            dialect == Dialect::Gnu && (1..=3).contains(&colons) && conversion.get(length + colons) == Some(&b'z');
        // Without padding there is none to a width either; of a fraction the width says more.
        let letter = conversion.get(length).copied().unwrap_or(0);
        if dialect == Dialect::Gnu && field.pad == b'-' && !matches!(letter, b'N' | b'%') {
            field.width = None;
        }
        let minus = civil.offset < 0;
        let done = if zone && modifier == Some(b'O') && !minus {
            // Handed to C, which knows no colons.
            length += colons;
            text(out, b"%O:", field);
            true
        } else if zone {
            length += colons;
            offset(out, field, civil, colons, dialect);
            true
        } else {
            let fits = |letter: &&u8| dialect != Dialect::Gnu || takes_modifier(**letter, modifier);
            // Numbers that GNU makes itself heed no modifier: under `O` those below zero.
            let makes = |letter: u8| match (modifier, letter) {
                (_, b's') | (Some(b'E'), b'q' | b'u' | b'z') | (Some(b'O'), b'N') => true,
                (Some(b'O'), b'z') => minus,
                (Some(b'O'), b'C') => civil.year < 0,
                (Some(b'O'), b'G') => iso_week(civil).0 < 0,
                _ => false,
            };
            match conversion.get(length).filter(fits) {
                None => false,
                // C's own conversion stands there: its text is filled up as a name is.
                Some(letter) if modifier.is_some() && dialect == Dialect::Gnu && !makes(*letter) => {
                    let mut body = Vec::new();
                    let inner = Field { pad: 0, width: None, ..field };
                    let mut done = convert(&mut body, *letter, inner, civil, Dialect::C);
                    // The quarter is GNU's own: C gives the conversion back.
                    if *letter == b'q' {
                        body = b"%Oq".to_vec();
                        done = true;
                    }
                    if done {
                        text(out, &body, Field { upper: field.upper && *letter == b'q', ..field });
                    }
                    done
                }
                Some(letter) => convert(out, *letter, field, civil, dialect),
            }
        };
        length = conversion.len().min(length + 1);
        if !done {
            // A percent sign begins a conversion of its own.
            if length > 1 && conversion[..length].ends_with(b"%") && dialect == Dialect::Gnu {
                length -= 1;
            }
            let width = field.width.filter(|_| field.pad != b'-' || dialect != Dialect::Gnu);
            // Of the short names of days the modifier is looked at before the flag.
            let name = conversion.get(length - 1).is_some_and(|letter| b"AbBh".contains(letter));
            let upper = field.upper || field.swap && name;
            text(out, &conversion[..length], Field { upper, swap: false, width, ..field });
        }
        rest = &conversion[length..];
    }
    out.extend_from_slice(rest);
}

/// Whether `E` or `O` may stand before a conversion.
fn takes_modifier(letter: u8, modifier: Option<u8>) -> bool {
    match modifier {
        Some(b'E') => !b"aAbBdDeFgGhHIjklmMNSUVwW%".contains(&letter),
        Some(b'O') => !b"aAcDFxXY%".contains(&letter),
        _ => true,
    }
}

/// One conversion; false when there is none of that letter.
fn convert(out: &mut Vec<u8>, letter: u8, field: Field, civil: &Civil, dialect: Dialect) -> bool {
    let gnu = dialect == Dialect::Gnu;
    // Only years and what is made of them have signs.
    let signless = field.pad == b'+' && !b"CFGYgy".contains(&letter);
    let field = if signless { Field { pad: b'0', ..field } } else { field };
    let mut put = |value: i64, digits: usize, pad: u8| number(out, value, digits, pad, field, dialect);
    let weekday = WEEKDAYS.get(civil.weekday as usize).copied().unwrap_or("?");
    let month = MONTHS.get(civil.month.wrapping_sub(1) as usize).copied().unwrap_or("?");
    let hour12 = i64::from((civil.hour + 11) % 12 + 1);
    let since_monday = (civil.weekday + 6) % 7;
    match letter {
        b'C' if gnu => {
            let negative = civil.year < 0;
            signed(out, negative, civil.year.unsigned_abs() / 100, 2, b'0', field, dialect);
        }
        b'C' => put(civil.year.div_euclid(100), 2, b'0'),
        b'd' => put(civil.day.into(), 2, b'0'),
        b'e' => put(civil.day.into(), 2, b'_'),
        b'g' => put(in_century(iso_week(civil).0, gnu), 2, b'0'),
        b'G' => put(iso_week(civil).0, if gnu { 4 } else { 1 }, b'0'),
        b'H' => put(civil.hour.into(), 2, b'0'),
        b'I' => put(hour12, 2, b'0'),
        b'j' => put(i64::from(civil.year_day) + 1, 3, b'0'),
        b'k' => put(civil.hour.into(), 2, b'_'),
        b'l' => put(hour12, 2, b'_'),
        b'm' => put(civil.month.into(), 2, b'0'),
        b'M' => put(civil.minute.into(), 2, b'0'),
        b'q' if gnu => put(i64::from(civil.month.saturating_sub(1) / 3 + 1), 1, b'0'),
        b's' => put(civil.timestamp, 1, if gnu { b'0' } else { b'_' }),
        b'S' => put(civil.second.into(), 2, b'0'),
        b'u' => put(i64::from(since_monday) + 1, 1, b'0'),
        b'U' => put(i64::from((civil.year_day + 7 - civil.weekday) / 7), 2, b'0'),
        b'V' => put(iso_week(civil).1, 2, b'0'),
        b'w' => put(civil.weekday.into(), 1, b'0'),
        b'W' => put(i64::from((civil.year_day + 7 - since_monday) / 7), 2, b'0'),
        b'y' => put(in_century(civil.year, gnu), 2, b'0'),
        b'Y' => put(civil.year, if gnu { 4 } else { 1 }, b'0'),
        b'a' => text(out, &weekday.as_bytes()[..3], swapped(field)),
        b'A' => text(out, weekday.as_bytes(), swapped(field)),
        b'b' | b'h' => text(out, &month.as_bytes()[..3], swapped(field)),
        b'B' => text(out, month.as_bytes(), swapped(field)),
        b'p' | b'P' => {
            let lower = letter == b'P' || field.swap;
            let half = match (civil.hour >= 12, lower) {
                (true, true) => "pm",
                (true, false) => "PM",
                (false, true) => "am",
                (false, false) => "AM",
            };
            text(out, half.as_bytes(), Field { upper: field.upper && !lower, ..field });
        }
        b'n' => text(out, b"\n", field),
        b't' => text(out, b"\t", field),
        b'%' if gnu && !field.is_bare() => return false,
        b'%' => text(out, b"%", field),
        b'Z' => {
            let mut zone = civil.zone.clone().into_bytes();
            if field.swap {
                zone.make_ascii_lowercase();
            }
            text(out, &zone, Field { upper: field.upper && !field.swap, ..field });
        }
        b'z' => offset(out, field, civil, 0, dialect),
        b'N' if gnu => fraction(out, field, civil.nanosecond),
        b'F' if gnu => full_date(out, field, civil),
        b'c' => compound(out, b"%a %b %e %H:%M:%S %Y", field, civil, Dialect::C),
        // GNU's own hands its padding on to the year.
        b'D' if gnu => {
            let mut body = Vec::new();
            strftime(&mut body, b"%m/%d/", civil, dialect);
            let year = Field { pad: field.pad, ..Field::default() };
            number(&mut body, in_century(civil.year, gnu), 2, b'0', year, dialect);
            text(out, &body, field);
        }
        b'D' | b'x' => compound(out, b"%m/%d/%y", field, civil, dialect),
        b'F' => compound(out, b"%Y-%m-%d", field, civil, dialect),
        b'r' => compound(out, b"%I:%M:%S %p", field, civil, dialect),
        b'R' => compound(out, b"%H:%M", field, civil, dialect),
        b'T' | b'X' => compound(out, b"%H:%M:%S", field, civil, dialect),
        _ => return false,
    }
    true
}

/// `#` makes names upper case.
fn swapped(field: Field) -> Field {
    Field { upper: field.upper || field.swap, ..field }
}

fn text(out: &mut Vec<u8>, body: &[u8], field: Field) {
    let fill = field.width.unwrap_or(0).saturating_sub(body.len());
    out.resize(out.len() + fill, if field.pad == b'0' || field.pad == b'+' { b'0' } else { b' ' });
    let start = out.len();
    out.extend_from_slice(body);
    if field.upper {
        out[start..].make_ascii_uppercase();
    }
}

fn number(out: &mut Vec<u8>, value: i64, digits: usize, pad: u8, field: Field, dialect: Dialect) {
    signed(out, value < 0, value.unsigned_abs(), digits, pad, field, dialect);
}

/// The year in its century; GNU counts backwards before the year 0.
fn in_century(year: i64, gnu: bool) -> i64 {
    if gnu && year < 0 { -(year % 100) } else { year.rem_euclid(100) }
}

fn signed(out: &mut Vec<u8>, negative: bool, magnitude: u64, digits: usize, pad: u8, field: Field, dialect: Dialect) {
    let body = magnitude.to_string();
    let chosen = if field.pad == 0 { pad } else { field.pad };
    let wide = dialect == Dialect::Gnu && field.pad == b'+' && field.width.is_some_and(|width| width > digits);
    let sign: &[u8] = match (negative, wide || field.pad == b'+' && body.len() > digits.max(4)) {
        (true, _) => b"-",
        (false, true) => b"+",
        _ => b"",
    };
    // `-` takes the padding away; the C library still fills up to a width that was asked for.
    let width = match (chosen, dialect) {
        (b'-', Dialect::Gnu) => 0,
        (b'-', Dialect::C) => field.width.unwrap_or(0),
        // A width that was asked for takes the place of the usual one.
        (_, Dialect::Gnu) => field.width.unwrap_or(digits),
        _ => field.width.unwrap_or(0).max(digits),
    };
    let fill = width.saturating_sub(sign.len() + body.len());
    if matches!(chosen, b'_' | b'-') {
        out.resize(out.len() + fill, b' ');
        out.extend_from_slice(sign);
    } else {
        out.extend_from_slice(sign);
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(body.as_bytes());
}

/// `%N`: the width says how many digits of the fraction are wanted.
fn fraction(out: &mut Vec<u8>, field: Field, nanosecond: u32) {
    let mut digits = format!("{nanosecond:09}");
    let width = field.width.unwrap_or(9);
    digits.truncate(width);
    // Blanks take the place of the zeros at the end, too, or nothing does.
    let (blank, none) = (field.pad == b'_', field.pad == b'-');
    if blank || none {
        let kept = digits.trim_end_matches('0').len();
        digits.truncate(kept.max(1));
    }
    let fill = if blank { " " } else { "0" };
    while digits.len() < width && !none {
        digits.push_str(fill);
    }
    out.extend_from_slice(digits.as_bytes());
}

/// GNU's `%F`, which is `%+4Y-%m-%d`; a width is the whole field's.
fn full_date(out: &mut Vec<u8>, field: Field, civil: &Civil) {
    let field = match (field.pad, field.width) {
        (0, None) => Field { pad: b'+', width: Some(4), ..field },
        (_, width) => Field { width: Some(width.unwrap_or(0).saturating_sub(6)), ..field },
    };
    let digits = field.width.unwrap_or(4).min(4);
    number(out, civil.year, digits, b'0', field, Dialect::Gnu);
    strftime(out, b"-%m-%d", civil, Dialect::Gnu);
}

fn compound(out: &mut Vec<u8>, format: &[u8], field: Field, civil: &Civil, dialect: Dialect) {
    let mut body = Vec::new();
    strftime(&mut body, format, civil, dialect);
    text(out, &body, field);
}

/// `%z` and its forms with colons: `+hhmm`, `+hh:mm`, `+hh:mm:ss`, and as short as possible.
fn offset(out: &mut Vec<u8>, field: Field, civil: &Civil, colons: usize, dialect: Dialect) {
    let sign = if civil.offset < 0 { b'-' } else { b'+' };
    let total = civil.offset.unsigned_abs();
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    let (body, digits) = match colons {
        0 => ((hours * 100 + minutes).to_string(), 4),
        1 => (format!("{hours}:{minutes:02}"), 5),
        3 if seconds == 0 && minutes == 0 => (hours.to_string(), 2),
        3 if seconds == 0 => (format!("{hours}:{minutes:02}"), 5),
        _ => (format!("{hours}:{minutes:02}:{seconds:02}"), 8),
    };
    let least =
        if dialect == Dialect::Gnu { field.width.unwrap_or(0).saturating_sub(1) } else { field.width.unwrap_or(0) };
    // A width that was asked for takes the place of the usual one.
    let width = match (field.pad, field.width) {
        (b'-', _) => 0,
        (_, Some(_)) if dialect == Dialect::Gnu => least,
        _ => least.max(digits),
    };
    let fill = width.saturating_sub(body.len());
    match (field.pad, dialect) {
        (b'_', Dialect::Gnu) => {
            out.resize(out.len() + fill, b' ');
            out.push(sign);
        }
        (b'_', Dialect::C) => {
            out.push(sign);
            out.resize(out.len() + fill, b' ');
        }
        _ => {
            out.push(sign);
            out.resize(out.len() + fill, b'0');
        }
    }
    out.extend_from_slice(body.as_bytes());
}

/// Year and week of ISO 8601: weeks begin on Monday and belong to the year of their Thursday.
fn iso_week(civil: &Civil) -> (i64, i64) {
    let since_monday = i64::from((civil.weekday + 6) % 7);
    let thursday = days_before(civil.year, 1, 1) + i64::from(civil.year_day) - since_monday + 3;
    let (year, _, _) = date_of(thursday);
    (year, (thursday - days_before(year, 1, 1)) / 7 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(format: &str, seconds: i64, zone: &str, dialect: Dialect) -> String {
        let mut out = Vec::new();
        let civil = Zone::from_variable(Some(zone.as_bytes())).civil(seconds, 123_456_789);
        strftime(&mut out, format.as_bytes(), &civil, dialect);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn conversions_of_glibc() {
        for (format, expected) in [
            ("%a %A %b %B %C %d %D %e", "Sun Sunday Sep September 20 09 09/09/01  9"),
            ("%F %g %G %H %I %j %k %l", "2001-09-09 01 2001 01 01 252  1  1"),
            ("%c|%r|%s|%u%w|%U %V %W", "Sun Sep  9 01:46:40 2001|01:46:40 AM|1000000000|70|36 36 36"),
            ("%p %P %^a %#Z %#p %z %Z %%", "AM am SUN utc am +0000 UTC %"),
            ("%10d|%-5d|%_5d|%-d|%010Y", "0000000009|    9|    9|9|0000002001"),
            ("%q|%N|%:z|%5", "%q|%N|%:z|   %5"),
            ("%Ey %Od %10a|%010a|%12T", "01 09        Sun|0000000Sun|    01:46:40"),
        ] {
            assert_eq!(show(format, 1_000_000_000, "", Dialect::C), expected, "{format}");
        }
        assert_eq!(show("%F %C %y %j", -99_999_999_999, "", Dialect::C), "-1199-02-15 -12 01 046");
        assert_eq!(show("%F", 99_999_999_999_999, "", Dialect::C), "3170843-11-07");
        assert_eq!(show("%G-W%V-%u", 1_104_537_600, "", Dialect::C), "2004-W53-6");
    }

    #[test]
    fn conversions_of_gnu_date() {
        for (format, expected) in [
            ("%3N %N %-N %-12N %12N %q", "123 123456789 123456789 123456789 123456789000 3"),
            ("%:z %::z %:::z %z", "-04:30 -04:30:00 -04:30 -0430"),
            ("%10:z|%_10z|%-:z", "%10:z|      -430|-4:30"),
            ("%+5Y %+10Y %12F %_12F %+12F", "+2001 +000002001 002001-09-08   2001-09-08 +02001-09-08"),
            ("%-Y %5e %12r", "2001     8  09:16:40 PM"),
        ] {
            let format = format.replace("%10:z", "%%10:z");
            assert_eq!(show(&format, 1_000_000_000, "EST5:30EDT", Dialect::Gnu), expected, "{format}");
        }
        assert_eq!(show("%Y %F", -62_135_596_800, "", Dialect::Gnu), "0001 0001-01-01");
        assert_eq!(show("%F %+Y", 253_402_300_800, "", Dialect::Gnu), "+10000-01-01 +10000");
    }

    #[test]
    fn zones() {
        assert_eq!(show("%z %Z", 1_000_000_000, "EST5EDT", Dialect::C), "-0400 EDT");
        assert_eq!(show("%z %Z", 0, "EST5EDT,M3.2.0,M11.1.0", Dialect::C), "-0500 EST");
        assert_eq!(show("%z %Z", 0, "JST-9", Dialect::C), "+0900 JST");
        assert_eq!(show("%z %Z", 0, "Nowhere/Land", Dialect::C), "+0000 Nowhere");
        assert_eq!(show("%z %Z", i64::MIN, ":UTC", Dialect::C), "+0000 UTC");
    }
}
