//! The Gregorian calendar, without zones: dates as days since 1970-01-01, and the names of months and weekdays.

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

/// Days from 1970-01-01 to a date. Months count from 1 and carry over into years; days may lie outside the month. What is
/// beyond an `i64` is its end.
pub fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = year.saturating_add((month - 1).div_euclid(12));
    let month = (month - 1).rem_euclid(12) + 1;
    // Years begin in March here, so that the leap day is the last one.
    let year = if month <= 2 { year.saturating_sub(1) } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    era.saturating_mul(146_097).saturating_add(of_era - 719_468).saturating_add(day.saturating_sub(1))
}

/// Year, month (from 1) and day (from 1) of a number of days since 1970-01-01, which may be any of an `i64`'s seconds.
pub fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days.saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = date_of(days);
            assert_eq!(days_before(year, month, day), days);
        }
        assert_eq!(days_before(2024, 14, 1), days_before(2025, 2, 1));
        assert_eq!(date_of(i64::MAX / 86_400), (292_277_026_596, 12, 4));
        assert_eq!(date_of(0), (1970, 1, 1));
    }
}
