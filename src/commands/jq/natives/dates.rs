//! Dates: seconds since 1970, and "broken down" times (year, month from 0, day, hours, minutes, seconds, day of the
//! week, day of the year).

use super::{Native, native};
use crate::jq::error::{Stop, fail};
use crate::jq::host::Host;
use crate::jq::number::int;
use crate::jq::value::Value;
use shell::format::calendar::{MONTHS, WEEKDAYS, date_of, days_before};
use shell::format::strftime::{Civil, Dialect, Zone, strftime};

pub const NATIVES: &[Native] = &[
    native("mktime", 0, |_, value, _| {
        match seconds_from(fields(&value, "mktime")?) {
            // So failures are told of.
            -1 => fail("invalid gmtime representation"),
            -2 => fail("mktime not supported on this platform"),
            seconds => Ok(Value::Number(seconds as f64)),
        }
    }),
    native("gmtime", 0, |_, value, _| broken_down(&value, &Zone::utc(), "gmtime")),
    native("localtime", 0, |host, value, _| {
        let zone = Zone::from_variable(host.zone().as_deref());
        broken_down(&value, &zone, "localtime")
    }),
    native("strftime", 1, |host: &mut dyn Host, value, arguments| {
        let zone = Zone::from_variable(host.zone().as_deref());
        formatted(&value, &arguments[0], &zone, "strftime/1")
    }),
    native("strflocaltime", 1, |host: &mut dyn Host, value, arguments| {
        let zone = Zone::from_variable(host.zone().as_deref());
        formatted(&value, &arguments[0], &zone, "strflocaltime/1")
    }),
    native("strptime", 1, |_, value, arguments| match (&value, &arguments[0]) {
        (Value::String(text), Value::String(format)) => parsed(text, format),
        _ => fail("strptime/1 requires string inputs and arguments"),
    }),
];

/// The furthest from 1970 that a calendar is asked for.
const FURTHEST: f64 = 67_000_000_000_000_000.0;

fn broken_down(value: &Value, zone: &Zone, name: &str) -> Result<Value, Stop> {
    let Some(number) = value.number() else { return fail(format!("{name}() requires numeric inputs")) };
    if number.is_nan() || number.abs() > FURTHEST {
        return fail("error converting number of seconds since epoch to datetime");
    }
    let whole = number.trunc();
    let civil = zone.civil(whole as i64, 0);
    let fraction = if number.is_finite() { number - number.floor() } else { 0.0 };
    let parts = [
        civil.year as f64,
        f64::from(civil.month) - 1.0,
        f64::from(civil.day),
        f64::from(civil.hour),
        f64::from(civil.minute),
        f64::from(civil.second) + fraction,
        f64::from(civil.weekday),
        f64::from(civil.year_day),
    ];
    Ok(Value::array(parts.into_iter().map(Value::Number).collect()))
}

/// The whole numbers of a broken down time.
fn fields(value: &Value, name: &str) -> Result<[i64; 8], Stop> {
    let wrong = || fail(format!("{name} requires parsed datetime inputs"));
    let Value::Array(items) = value else {
        if name == "mktime" {
            return fail("mktime requires array inputs");
        }
        return wrong();
    };
    let mut fields = [0; 8];
    if items.0.len() < fields.len() {
        return wrong();
    }
    for (field, item) in fields.iter_mut().zip(&items.0) {
        let Some(number) = item.number() else { return wrong() };
        *field = i64::from(int(number));
    }
    Ok(fields)
}

/// The seconds of fields that may lie outside of their ranges.
fn seconds_from(fields: [i64; 8]) -> i64 {
    let [year, month, day, hour, minute, second, ..] = fields;
    // C counts years from 1900 on, in an `int`.
    let year = i64::from((year as i32).wrapping_sub(1900)) + 1900;
    days_before(year, month + 1, 1) * 86_400 + (day - 1) * 86_400 + hour * 3_600 + minute * 60 + second
}

/// The abbreviation of a zone's standard time.
fn standard_name(zone: &Zone) -> String {
    const JANUARY: i64 = 1_704_067_200;
    const JULY: i64 = 1_719_792_000;
    let january = zone.civil(JANUARY, 0);
    if january.daylight { zone.civil(JULY, 0).zone } else { january.zone }
}

fn formatted(value: &Value, format: &Value, zone: &Zone, name: &str) -> Result<Value, Stop> {
    let value = match value.number() {
        // A number is a time of day in Greenwich for the one, in the zone for the other.
        Some(_) if name == "strftime/1" => broken_down(value, &Zone::utc(), "gmtime")?,
        Some(_) => broken_down(value, zone, "localtime")?,
        None => value.clone(),
    };
    let Value::Array(_) = &value else { return fail(format!("{name} requires parsed datetime inputs")) };
    let Value::String(format) = format else { return fail(format!("{name} requires a string format")) };
    let fields = fields(&value, name)?;
    // As in C, a time without daylight saving of its own has the zone's standard name, and no offset.
    let mut civil = Civil::new(seconds_from(fields), 0, 0, standard_name(zone), false);
    let [year, month, day, hour, minute, second, weekday, year_day] = fields;
    let small = |value: i64| u32::try_from(value).unwrap_or(0);
    civil.year = year;
    civil.month = small(month + 1);
    civil.day = small(day);
    civil.hour = small(hour);
    civil.minute = small(minute);
    civil.second = small(second);
    civil.weekday = small(weekday.rem_euclid(7));
    civil.year_day = small(year_day);
    let mut out = Vec::new();
    strftime(&mut out, format.as_bytes(), &civil, Dialect::C);
    if out.is_empty() {
        return fail(format!("{name}: unknown system failure"));
    }
    Ok(Value::lossy(&out))
}

/// What `strptime` has read.
struct Reading<'a> {
    rest: &'a str,
    year: i64,
    century: Option<i64>,
    month: i64,
    day: i64,
    hour: i64,
    /// The hour is one of twelve.
    half: bool,
    afternoon: Option<bool>,
    minute: i64,
    second: i64,
    weekday: Option<i64>,
    year_day: Option<i64>,
    timestamp: Option<i64>,
    has_date: bool,
}

impl Reading<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn number(&mut self, most: usize, low: i64, high: i64) -> Option<i64> {
        self.skip_space();
        let count = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let value = self.rest.get(..count)?.parse().ok().filter(|value| (low..=high).contains(value))?;
        self.rest = self.rest.get(count..)?;
        Some(value)
    }

    fn name(&mut self, names: &[&str]) -> Option<i64> {
        self.skip_space();
        for (index, name) in names.iter().enumerate() {
            for form in [*name, &name[..3]] {
                if self.rest.get(..form.len()).is_some_and(|start| start.eq_ignore_ascii_case(form)) {
                    self.rest = self.rest.get(form.len()..)?;
                    return Some(index as i64);
                }
            }
        }
        None
    }

    fn literal(&mut self, character: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(character)?;
        Some(())
    }

    fn read(&mut self, format: &str, depth: usize) -> Option<()> {
        let mut letters = format.chars();
        while let Some(letter) = letters.next() {
            if letter.is_ascii_whitespace() {
                self.skip_space();
                continue;
            }
            if letter != '%' {
                self.literal(letter)?;
                continue;
            }
            let mut conversion = letters.next()?;
            while matches!(conversion, 'E' | 'O' | '-' | '_' | '0' | '^' | '#') {
                conversion = letters.next()?;
            }
            match conversion {
                'Y' => {
                    self.skip_space();
                    let negative = self.rest.starts_with('-');
                    self.rest = self.rest.strip_prefix(['-', '+']).unwrap_or(self.rest);
                    let year = self.number(4, 0, 9999)?;
                    self.year = if negative { -year } else { year };
                    self.century = None;
                    self.has_date = true;
                }
                'C' => {
                    self.century = Some(self.number(2, 0, 99)?);
                    self.has_date = true;
                }
                'y' => {
                    let year = self.number(2, 0, 99)?;
                    self.year = if year >= 69 { 1900 + year } else { 2000 + year };
                    self.has_date = true;
                }
                'm' => {
                    self.month = self.number(2, 1, 12)? - 1;
                    self.has_date = true;
                }
                'd' | 'e' => {
                    self.day = self.number(2, 1, 31)?;
                    self.has_date = true;
                }
                'H' | 'k' => {
                    self.hour = self.number(2, 0, 23)?;
                    self.half = false;
                }
                'I' | 'l' => {
                    self.hour = self.number(2, 1, 12)? % 12;
                    self.half = true;
                }
                'M' => self.minute = self.number(2, 0, 59)?,
                'S' => self.second = self.number(2, 0, 61)?,
                'j' => self.year_day = Some(self.number(3, 1, 366)? - 1),
                'p' | 'P' => {
                    let half = self.rest.get(..2)?.to_ascii_lowercase();
                    self.afternoon = Some(match half.as_str() {
                        "am" => false,
                        "pm" => true,
                        _ => return None,
                    });
                    self.rest = self.rest.get(2..)?;
                }
                'a' | 'A' => self.weekday = Some(self.name(&WEEKDAYS)?),
                'b' | 'B' | 'h' => {
                    self.month = self.name(&MONTHS)?;
                    self.has_date = true;
                }
                'u' => self.weekday = Some(self.number(1, 1, 7)? % 7),
                'w' => self.weekday = Some(self.number(1, 0, 6)?),
                'U' | 'V' | 'W' => drop(self.number(2, 0, 53)?),
                'g' => drop(self.number(2, 0, 99)?),
                'G' => drop(self.number(4, 0, 9999)?),
                's' => {
                    self.skip_space();
                    let negative = self.rest.starts_with('-');
                    self.rest = self.rest.strip_prefix('-').unwrap_or(self.rest);
                    let value = self.number(18, 0, i64::MAX)?;
                    self.timestamp = Some(if negative { -value } else { value });
                }
                'n' | 't' => self.skip_space(),
                '%' => self.literal('%')?,
                'Z' => {
                    let count = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                    self.rest = self.rest.get(count..)?;
                }
                'z' => {
                    self.skip_space();
                    if let Some(rest) = self.rest.strip_prefix('Z') {
                        self.rest = rest;
                        continue;
                    }
                    self.rest = self.rest.strip_prefix(['+', '-'])?;
                    let digits = self.rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
                    if digits != 2 {
                        return None;
                    }
                    self.rest = self.rest.get(2..)?;
                    let rest = self.rest.strip_prefix(':').unwrap_or(self.rest);
                    let minutes = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
                    if minutes == 2 {
                        self.rest = rest.get(2..)?;
                    }
                }
                'T' | 'D' | 'F' | 'R' | 'r' | 'c' | 'x' | 'X' if depth == 0 => {
                    let format = match conversion {
                        'T' | 'X' => "%H:%M:%S",
                        'D' | 'x' => "%m/%d/%y",
                        'F' => "%Y-%m-%d",
                        'R' => "%H:%M",
                        'r' => "%I:%M:%S %p",
                        _ => "%a %b %e %H:%M:%S %Y",
                    };
                    self.read(format, depth + 1)?;
                }
                _ => return None,
            }
        }
        Some(())
    }
}

fn parsed(text: &str, format: &str) -> Result<Value, Stop> {
    let mut reading = Reading {
        rest: text,
        year: 1900,
        century: None,
        month: 0,
        day: 0,
        hour: 0,
        half: false,
        afternoon: None,
        minute: 0,
        second: 0,
        weekday: None,
        year_day: None,
        timestamp: None,
        has_date: false,
    };
    let behind_is_space = |rest: &str| rest.is_empty() || rest.starts_with(|next: char| next.is_ascii_whitespace());
    if reading.read(format, 0).is_none() || !behind_is_space(reading.rest) {
        return fail(format!("date \"{text}\" does not match format \"{format}\""));
    }
    if let Some(timestamp) = reading.timestamp {
        return broken_down(&Value::Number(timestamp as f64), &Zone::utc(), "gmtime");
    }
    if let Some(century) = reading.century {
        reading.year = century * 100 + reading.year.rem_euclid(100);
    }
    if reading.half && reading.afternoon == Some(true) {
        reading.hour += 12;
    }
    // What nothing is known of keeps numbers that are outside of the calendar.
    let mut weekday = reading.weekday.unwrap_or(8);
    let mut year_day = reading.year_day.unwrap_or(367);
    if reading.has_date || reading.day > 0 {
        let days = days_before(reading.year, reading.month + 1, reading.day);
        weekday = (days + 4).rem_euclid(7);
        year_day = days - days_before(reading.year, 1, 1);
    }
    if let (Some(day), false) = (reading.year_day, reading.month != 0 || reading.day != 0) {
        let days = days_before(reading.year, 1, 1) + day;
        let (_, month, date) = date_of(days);
        reading.month = month - 1;
        reading.day = date;
        weekday = (days + 4).rem_euclid(7);
        year_day = day;
    }
    let numbers =
        [reading.year, reading.month, reading.day, reading.hour, reading.minute, reading.second, weekday, year_day];
    let mut items: Vec<Value> = numbers.into_iter().map(|number| Value::Number(number as f64)).collect();
    if !reading.rest.is_empty() {
        items.push(Value::string(reading.rest));
    }
    Ok(Value::array(items))
}
