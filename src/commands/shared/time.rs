//! Calendar and clock: from a moment to a date and back.
//!
//! Everything is proleptic Gregorian and UTC, the zone of the machine.

use shell::format::strftime::{Dialect, Zone, strftime};
use workspace::Time;

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
