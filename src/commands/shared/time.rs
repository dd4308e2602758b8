//! Calendar and clock: from a moment to a date and back.
//!
//! Everything is proleptic Gregorian and UTC, the zone of the machine.

pub use shell::format::calendar::{MONTHS, WEEKDAYS, days_before};

use shell::format::calendar::date_of;
use shell::format::strftime::{Dialect, Zone, strftime};
use workspace::Time;

pub const NANOS: i64 = 1_000_000_000;
pub const DAY: i64 = 86_400;

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

impl Civil {
    pub fn new(time: Time) -> Civil {
        Civil::from_seconds(time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS))
    }

    pub fn from_seconds(seconds: i64, nanosecond: i64) -> Civil {
        let day_number = seconds.div_euclid(DAY);
        let second_of_day = seconds.rem_euclid(DAY);
        let (year, month, day) = date_of(day_number);
        Civil {
            year,
            month,
            day,
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
            nanosecond,
            weekday: (day_number + 4).rem_euclid(7),
            year_day: day_number - days_before(year, 1, 1),
            seconds,
        }
    }
}

/// Seconds since 1970; fields outside their ranges carry over.
pub fn seconds(year: i64, month: i64, day: i64, hour: i64, minute: i64, second: i64) -> i64 {
    let clock = hour.saturating_mul(3600).saturating_add(minute.saturating_mul(60)).saturating_add(second);
    days_before(year, month, day).saturating_mul(DAY).saturating_add(clock)
}

/// A moment from seconds and nanoseconds; `None` when it is out of range.
pub fn moment(seconds: i64, nanoseconds: i64) -> Option<Time> {
    Some(Time(seconds.checked_mul(NANOS)?.checked_add(nanoseconds)?))
}

/// Formats `when` as `date -u +FORMAT` does.
pub fn format(out: &mut Vec<u8>, format: &[u8], when: &Civil) {
    let nanosecond = u32::try_from(when.nanosecond).unwrap_or(0);
    strftime(out, format, &Zone::utc().civil(when.seconds, nanosecond), Dialect::Gnu);
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
