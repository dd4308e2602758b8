//! Dates as people write them: the grammar of `date -d` and `touch -d` (GNU manual, node "Date input formats").
//!
//! The text is a list of items in any order: dates, times, zones, days of the week, relative amounts. Numbers with a
//! sign right after a time are zones, which is why `10:00 +1 day` surprises people.

mod grammar;
mod moment;
mod tokens;
mod trace;

use bstr::BString;

use super::time::{self, NANOS};
use grammar::{Parsed, Reader};
use moment::{Place, finish};
use shell::format::strftime::Zone;
use workspace::Time;

/// The moment that `text` means, seen from `now`; `None` when it is no date or out of range.
pub fn parse(text: &[u8], now: Time) -> Option<Time> {
    let (seconds, nanosecond) = parse_in(text, now, &Zone::utc())?;
    time::moment(seconds, nanosecond.into())
}

/// Seconds since 1970 and nanoseconds: dates reach further than a [`Time`] does.
pub type Moment = (i64, u32);

/// As [`parse`], where a text without a zone is meant in `zone`.
pub fn parse_in(text: &[u8], now: Time, zone: &Zone) -> Option<Moment> {
    read(text, now, zone, None, None)
}

/// As [`parse_in`], and tells in `lines` how the text is understood, as `date --debug` does. `variable` is the value
/// of `TZ` that `zone` was made from.
pub fn explain(
    text: &[u8],
    now: Time,
    zone: &Zone,
    variable: Option<&[u8]>,
    lines: &mut Vec<BString>,
) -> Option<Moment> {
    read(text, now, zone, variable, Some(lines))
}

fn read(
    text: &[u8],
    now: Time,
    zone: &Zone,
    variable: Option<&[u8]>,
    mut lines: Option<&mut Vec<BString>>,
) -> Option<Moment> {
    // C's text ends at a NUL.
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let text = behind_space(text);
    let (named, text) = match named_zone(text) {
        Some((name, rest)) => (Some(name), behind_space(rest)),
        None => (None, text),
    };
    let of_text = named.as_ref().map(|name| Zone::from_variable(Some(name)));
    let zone = of_text.as_ref().unwrap_or(zone);
    let text: &[u8] = if text.is_empty() { b"0" } else { text };
    let seconds = now.0.div_euclid(NANOS);
    let today = zone.civil(seconds, now.0.rem_euclid(NANOS) as u32);
    let pieces = tokens::tokenize(text, &moment::abbreviations(zone, seconds));
    let present = Parsed {
        year: today.year,
        month: today.month.into(),
        day: today.day.into(),
        hour: today.hour.into(),
        minute: today.minute.into(),
        second: today.second.into(),
        nanosecond: i32::try_from(today.nanosecond).unwrap_or(0),
        ..Parsed::default()
    };
    let mut reader = Reader::new(&pieces, present, lines.as_deref_mut());
    let done = reader.read(text);
    let parsed = reader.parsed;
    if let Err(end) = done {
        if let Some(lines) = lines {
            let rest = text.get(end..).unwrap_or_default();
            lines.push(match rest {
                [] => "error: parsing failed".into(),
                _ => [b"error: parsing failed, stopped at '", rest, b"'"].concat().into(),
            });
        }
        return None;
    }
    let place = Place { zone, variable: named.as_deref().or(variable), in_text: named.is_some() };
    finish(&parsed, &place, lines)
}

fn behind_space(text: &[u8]) -> &[u8] {
    let length = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    &text[length..]
}

/// `TZ="UTC" …`: the zone in which the rest is meant, and the rest. Quotes and backslashes have one before them.
fn named_zone(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let rest = text.strip_prefix(b"TZ=\"")?;
    let mut name = Vec::new();
    let mut at = 0;
    loop {
        match rest.get(at)? {
            b'"' => return Some((name, &rest[at + 1..])),
            b'\\' => {
                at += 1;
                name.push(*rest.get(at).filter(|byte| b"\\\"".contains(byte))?);
            }
            byte => name.push(*byte),
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::time::Civil;
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
