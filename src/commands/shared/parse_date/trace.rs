//! What `date --debug` tells of the parts of a date.

use bstr::BString;

use super::grammar::{Parsed, Relative};
use crate::shared::time::WEEKDAYS;

/// What has been told already.
#[derive(Debug, Default)]
pub struct Shown {
    date: bool,
    year: bool,
    time: bool,
    weekday: bool,
    local_zone: bool,
    zone: bool,
}

const ORDINALS: [&str; 14] = [
    "last",
    "this",
    "next/first",
    "(SECOND)",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eight",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
];

/// What was read of date, time, day and zone and has not been told before.
pub fn part(name: &str, parsed: &Parsed, shown: &mut Shown) -> BString {
    let mut words = Vec::new();
    if parsed.dates > 0 && !shown.date {
        shown.date = true;
        words.push(format!("(Y-M-D) {:04}-{:02}-{:02}", parsed.year, parsed.month, parsed.day));
    }
    if parsed.year_alone && !shown.year {
        shown.year = true;
        words.push(format!("year: {:04}", parsed.year));
    }
    if parsed.times > 0 && !shown.time {
        shown.time = true;
        let mut time = format!("{:02}:{:02}:{:02}", parsed.hour, parsed.minute, parsed.second);
        if parsed.nanosecond != 0 {
            time.push_str(&format!(".{:09}", parsed.nanosecond));
        }
        if parsed.meridian == Some(true) {
            time.push_str("pm");
        }
        words.push(time);
    }
    if parsed.weekdays > 0 && !shown.weekday {
        shown.weekday = true;
        words.push(format!("{} (day ordinal={} number={})", weekday(parsed), parsed.ordinal, parsed.weekday));
    }
    if parsed.local_zones > 0 && !shown.local_zone {
        shown.local_zone = true;
        let summer = if parsed.summers > 0 { " DST" } else { "" };
        words.push(format!("isdst={}{summer}", u8::from(parsed.local_summer)));
    }
    if parsed.zones > 0 && !shown.zone {
        shown.zone = true;
        words.push(format!("UTC{}", offset(parsed.zone)));
    }
    if let Some(seconds) = parsed.timestamp {
        words.push(format!("number of seconds: {seconds}"));
    }
    format!("parsed {name} part: {}", words.join(" ")).into()
}

/// All amounts so far.
pub fn relative_part(name: &str, relative: &Relative) -> BString {
    let amounts = [
        (relative.years, "year(s)"),
        (relative.months, "month(s)"),
        (relative.days, "day(s)"),
        (relative.hours, "hour(s)"),
        (relative.minutes, "minutes"),
        (relative.seconds, "seconds"),
        (relative.nanoseconds.into(), "nanoseconds"),
    ];
    let words: Vec<String> =
        amounts.iter().filter(|(value, _)| *value != 0).map(|(value, name)| format!("{value:+} {name}")).collect();
    let words = if words.is_empty() { "today/this/now".to_owned() } else { words.join(" ") };
    format!("parsed {name} part: {words}").into()
}

/// `next/first Mon`
pub fn weekday(parsed: &Parsed) -> String {
    let name = WEEKDAYS.get(parsed.weekday as usize).map_or("", |name| &name[..3]);
    if !parsed.ordinal_given {
        return name.to_owned();
    }
    let ordinal = usize::try_from(parsed.ordinal.saturating_add(1)).ok().and_then(|index| ORDINALS.get(index));
    match ordinal {
        Some(ordinal) => format!("{ordinal} {name}"),
        None => format!("{} {name}", parsed.ordinal),
    }
}

/// `+02`, `-04:30`
pub fn offset(seconds: i64) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let size = seconds.abs();
    let (hours, minutes, seconds) = (size / 3600, size / 60 % 60, size % 60);
    match (minutes, seconds) {
        (0, 0) => format!("{sign}{hours:02}"),
        (_, 0) => format!("{sign}{hours:02}:{minutes:02}"),
        _ => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
    }
}
