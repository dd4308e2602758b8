//! From the parts of a date to a moment.

use bstr::BString;

use super::grammar::Parsed;
use super::{Moment, trace};
use crate::shared::time::{self, DAY, NANOS};
use shell::format::strftime::{Civil, Zone};

/// Where a text is meant.
pub struct Place<'a> {
    pub zone: &'a Zone,
    /// The value of `TZ` that the zone was made from.
    pub variable: Option<&'a [u8]>,
    /// It stood in the text.
    pub in_text: bool,
}

/// The fields of C's `struct tm`, which may lie outside their ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fields {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
}

/// Whose clocks count.
#[derive(Clone, Copy)]
enum Clocks<'a> {
    Of(&'a Zone),
    /// So many seconds ahead of UTC.
    Ahead(i64),
}

/// The abbreviations of `zone` around a moment, each with whether it is that of summer time.
pub fn abbreviations(zone: &Zone, seconds: i64) -> Vec<(String, bool)> {
    let now = zone.civil(seconds, 0);
    let mut names = vec![(now.zone.to_ascii_uppercase(), now.daylight)];
    let other = (1..4).map(|quarter| zone.civil(seconds.saturating_add(quarter * 90 * DAY), 0));
    names.extend(
        other
            .filter(|other| other.daylight != now.daylight)
            .take(1)
            .map(|other| (other.zone.to_ascii_uppercase(), other.daylight)),
    );
    names
}

/// How far apart, and how often, C looks for a moment in summer time, or in winter time: for less than nine years.
const JUMP: i64 = 601_200;
const JUMPS: i64 = 447;

impl Fields {
    fn of(civil: &Civil) -> Fields {
        Fields {
            year: civil.year,
            month: civil.month.into(),
            day: civil.day.into(),
            hour: civil.hour.into(),
            minute: civil.minute.into(),
            second: civil.second.into(),
        }
    }

    /// As in messages, with the zone that was given.
    fn shown(&self, parsed: &Parsed) -> String {
        let Fields { year, month, day, hour, minute, second } = self;
        let zone = if parsed.zones > 0 { format!(" TZ={}", trace::offset(parsed.zone)) } else { String::new() };
        format!("'(Y-M-D) {year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}{zone}'")
    }

    fn date(&self) -> String {
        let Fields { year, month, day, .. } = self;
        format!("'(Y-M-D) {year:04}-{month:02}-{day:02}'")
    }
}

/// Whether C has the year of a `struct tm` in an `int`.
fn is_year(year: i64) -> bool {
    year.checked_sub(1900).is_some_and(is_int)
}

fn is_int(value: i64) -> bool {
    i32::try_from(value).is_ok()
}

impl Clocks<'_> {
    fn civil(self, seconds: i64) -> Civil {
        match self {
            Clocks::Of(zone) => zone.civil(seconds, 0),
            Clocks::Ahead(ahead) => Civil::new(seconds, 0, i32::try_from(ahead).unwrap_or(0), String::new(), false),
        }
    }

    fn ahead(self, seconds: i64) -> i64 {
        self.civil(seconds).offset.into()
    }

    /// C's `mktime`: the moment when clocks show the fields, and what they show then: another time, where the fields
    /// lie outside their ranges or the clocks jump. `summer`: whether it shall be summer time.
    fn moment(self, fields: &Fields, summer: Option<bool>) -> Option<(i64, Civil)> {
        let Fields { year, month, day, hour, minute, second } = *fields;
        let shown = time::seconds(year, month, day, hour, minute, second);
        // Beyond this no year is one, and the sums below hold.
        if shown.checked_abs()? > i64::MAX / 4 {
            return None;
        }
        // The clocks' offsets before and after what may be a jump.
        let around = [self.ahead(shown - DAY), self.ahead(shown + DAY)];
        let shows = |ahead: &i64| self.ahead(shown - ahead) == *ahead;
        let wanted = |ahead: &i64| summer.is_none_or(|summer| self.civil(shown - ahead).daylight == summer);
        let chosen = around.into_iter().find(|ahead| shows(ahead) && wanted(ahead));
        let chosen = match (chosen, summer) {
            (None, Some(summer)) => {
                // The other time of the year tells by how much; where there is none, it is an hour.
                let steps = (1..=JUMPS).flat_map(|step| [-step, step]);
                let mut near = steps.map(|step| self.civil(shown + step * JUMP));
                let usual = around.into_iter().find(shows).unwrap_or(around[0]);
                let an_hour = if summer { usual + 3600 } else { usual - 3600 };
                Some(near.find(|civil| civil.daylight == summer).map_or(an_hour, |civil| civil.offset.into()))
            }
            (chosen, _) => chosen,
        };
        let ahead = chosen.or_else(|| around.into_iter().find(shows)).unwrap_or(around[0]);
        let seconds = shown - ahead;
        let civil = self.civil(seconds);
        is_year(civil.year).then_some((seconds, civil))
    }
}

/// Says something where somebody listens.
struct Voice<'a>(Option<&'a mut Vec<BString>>);

impl Voice<'_> {
    fn say(&mut self, line: impl FnOnce() -> String) {
        self.say_bytes(|| line().into_bytes());
    }

    fn say_bytes(&mut self, line: impl FnOnce() -> Vec<u8>) {
        if let Some(lines) = &mut self.0 {
            lines.push(line().into());
        }
    }

    /// Says it, and there is no moment.
    fn refuse<T>(&mut self, line: impl FnOnce() -> String) -> Option<T> {
        self.say(line);
        None
    }
}

/// The moment that was meant.
pub fn finish(parsed: &Parsed, place: &Place<'_>, lines: Option<&mut Vec<BString>>) -> Option<Moment> {
    let mut voice = Voice(lines);
    voice.say_bytes(|| input_zone(parsed, place));
    let moment = match parsed.timestamp {
        Some(seconds) => (seconds, u32::try_from(parsed.nanosecond).ok()?),
        None => of_parts(parsed, place, &mut voice)?,
    };
    voice.say_bytes(|| match place.variable {
        Some(b"UTC0") => b"timezone: Universal Time".to_vec(),
        Some(name) => [b"timezone: TZ=\"", name, b"\" environment value"].concat(),
        None => b"timezone: system default".to_vec(),
    });
    voice.say(|| format!("final: {}.{:09} (epoch-seconds)", moment.0, moment.1));
    let there = place.zone.civil(moment.0, 0);
    if is_year(there.year) {
        let shown = |civil: &Civil| {
            let Fields { year, month, day, hour, minute, second } = Fields::of(civil);
            format!("final: (Y-M-D) {year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
        };
        voice.say(|| format!("{} (UTC)", shown(&Zone::utc().civil(moment.0, 0))));
        voice.say(|| format!("{} (UTC{})", shown(&there), trace::offset(there.offset.into())));
    }
    Some(moment)
}

fn input_zone(parsed: &Parsed, place: &Place<'_>) -> Vec<u8> {
    let mut line = b"input timezone: ".to_vec();
    match place.variable {
        _ if parsed.timestamp.is_some() => line.extend_from_slice(b"'@timespec' - always UTC"),
        _ if parsed.zones > 0 => {
            line.extend_from_slice(format!("parsed date/time string ({})", trace::offset(parsed.zone)).as_bytes());
        }
        Some(name) if place.in_text => line.extend([b"TZ=\"", name, b"\" in date string"].concat()),
        Some(b"UTC0") => line.extend_from_slice(b"TZ=\"UTC0\" environment value or -u"),
        Some(name) => line.extend([b"TZ=\"", name, b"\" environment value"].concat()),
        None => line.extend_from_slice(b"system default"),
    }
    if parsed.local_zones > 0 && parsed.zones == 0 && parsed.local_summer {
        line.extend_from_slice(b", dst");
    }
    line
}

fn of_parts(parsed: &Parsed, place: &Place<'_>, voice: &mut Voice<'_>) -> Option<Moment> {
    let counts = [
        (parsed.times, "time"),
        (parsed.dates, "date"),
        (parsed.weekdays, "days"),
        (parsed.summers, "daylight-saving"),
        (parsed.local_zones + parsed.zones, "time-zone"),
    ];
    let mut twice = false;
    for (_, name) in counts.iter().filter(|(count, _)| *count > 1) {
        twice = true;
        voice.say(|| format!("error: seen multiple {name} parts"));
    }
    if twice {
        return None;
    }
    let year = match parsed.year {
        year if year < 0 => year.checked_neg()?,
        year if parsed.year_digits == 2 => {
            let full = year + if year < 69 { 2000 } else { 1900 };
            voice.say(|| format!("warning: adjusting year value {year} to {full}"));
            full
        }
        year => year,
    };
    if !is_year(year) {
        voice.say(|| format!("error: out-of-range year {year}"));
    }
    if !is_year(year) || !is_int(parsed.month.saturating_sub(1)) || !is_int(parsed.day) {
        return voice.refuse(|| "error: year, month, or day overflow".to_owned());
    }
    let (mut hour, mut minute, mut second, mut nanosecond) = (0, 0, 0, 0);
    if parsed.times > 0 || (parsed.relatives && parsed.dates == 0 && parsed.weekdays == 0) {
        let fits = if parsed.meridian.is_some() { 1..=12 } else { 0..=23 };
        if !fits.contains(&parsed.hour) {
            let half = parsed.meridian.map_or("", |afternoon| if afternoon { "pm" } else { "am" });
            return voice.refuse(|| format!("error: invalid hour {}{half}", parsed.hour));
        }
        hour = match parsed.meridian {
            None => parsed.hour,
            Some(afternoon) => parsed.hour % 12 + if afternoon { 12 } else { 0 },
        };
        // As large as an `int`: what is beyond is lost.
        (minute, second) = (i64::from(parsed.minute as i32), i64::from(parsed.second as i32));
        nanosecond = parsed.nanosecond;
        let whose = if parsed.times > 0 { "specified" } else { "current" };
        voice.say(|| format!("using {whose} time as starting value: '{hour:02}:{minute:02}:{second:02}'"));
    } else {
        voice.say(|| "warning: using midnight as starting time: 00:00:00".to_owned());
    }
    let given = Fields { year, month: parsed.month, day: parsed.day, hour, minute, second };
    let summer = (parsed.local_zones > 0).then_some(parsed.local_summer);
    let mut clocks = Clocks::Of(place.zone);
    let mut found = clocks.moment(&given, summer);
    if parsed.zones > 0 && found.as_ref().is_none_or(|(_, civil)| Fields::of(civil) != given) {
        // What clocks here never show, those of the zone may.
        clocks = Clocks::Ahead(parsed.zone);
        found = clocks.moment(&given, None);
    }
    let (mut start, mut civil) = match found {
        Some((start, civil)) if Fields::of(&civil) == given => (start, civil),
        found => {
            invalid(parsed, &given, found.map_or(given, |(_, civil)| Fields::of(&civil)), voice);
            return None;
        }
    };
    if parsed.weekdays > 0 && parsed.dates > 0 {
        voice.say(|| format!("warning: day ({}) ignored when explicit dates are given", trace::weekday(parsed)));
    } else if parsed.weekdays > 0 {
        (start, civil) = weekday(parsed, &civil, clocks, voice)?;
    } else if parsed.dates == 0 {
        voice.say(|| format!("using current date as starting value: {}", given.date()));
    }
    voice.say(|| format!("starting date/time: {}", Fields::of(&civil).shown(parsed)));
    if parsed.relative.years != 0 || parsed.relative.months != 0 || parsed.relative.days != 0 {
        (start, civil) = other_date(parsed, &civil, clocks, summer, voice)?;
    }
    if parsed.zones > 0 {
        start = start.checked_add(i64::from(civil.offset))?.checked_sub(parsed.zone)?;
    }
    voice.say(|| format!("{} = {start} epoch-seconds", Fields::of(&civil).shown(parsed)));
    let relative = &parsed.relative;
    let sum = || {
        let nanoseconds = i64::from(nanosecond) + i64::from(relative.nanoseconds);
        let seconds = start
            .checked_add(relative.hours.checked_mul(3600)?)?
            .checked_add(relative.minutes.checked_mul(60)?)?
            .checked_add(relative.seconds)?
            .checked_add(nanoseconds.div_euclid(NANOS))?;
        Some((seconds, nanoseconds.rem_euclid(NANOS) as u32))
    };
    let Some(moment) = sum() else {
        return voice.refuse(|| "error: adding relative time caused an overflow".to_owned());
    };
    if relative.hours != 0 || relative.minutes != 0 || relative.seconds != 0 || relative.nanoseconds != 0 {
        voice.say(|| {
            let (hours, minutes, seconds) = (relative.hours, relative.minutes, relative.seconds);
            let nanoseconds = relative.nanoseconds;
            format!(
                "after time adjustment ({hours:+} hours, {minutes:+} minutes, {seconds:+} seconds, {nanoseconds:+} ns),"
            )
        });
        voice.say(|| format!("    new time = {} epoch-seconds", moment.0));
        if clocks.civil(moment.0).daylight != civil.daylight {
            voice.say(|| "warning: daylight saving time changed after time adjustment".to_owned());
        }
    }
    Some(moment)
}

/// What is wrong with a date that the clocks never show, and what might be the reason.
fn invalid(parsed: &Parsed, given: &Fields, normal: Fields, voice: &mut Voice<'_>) {
    voice.say(|| "error: invalid date/time value:".to_owned());
    voice.say(|| format!("    user provided time: {}", given.shown(parsed)));
    voice.say(|| format!("       normalized time: {}", normal.shown(parsed)));
    let same = [
        given.year == normal.year,
        given.month == normal.month,
        given.day == normal.day,
        given.hour == normal.hour,
        given.minute == normal.minute,
        given.second == normal.second,
    ];
    voice.say(|| {
        let marks = same.iter().zip(["----", "--", "--", "--", "--", "--"]);
        let marks: Vec<&str> = marks.map(|(same, mark)| if !same { mark } else { &"    "[..mark.len()] }).collect();
        format!("{:33}{}", "", marks.join(" ")).trim_end().to_owned()
    });
    voice.say(|| "     possible reasons:".to_owned());
    if same == [true, true, true, false, true, true] {
        voice.say(|| "       non-existing due to daylight-saving time;".to_owned());
    }
    if !same[1] && !same[2] {
        voice.say(|| "       invalid day/month combination;".to_owned());
    }
    voice.say(|| "       numeric values overflow;".to_owned());
    let zone = if parsed.zones > 0 { "incorrect" } else { "missing" };
    voice.say(|| format!("       {zone} timezone"));
}

/// The day of the week that was asked for, on or after the day.
fn weekday(parsed: &Parsed, civil: &Civil, clocks: Clocks<'_>, voice: &mut Voice<'_>) -> Option<(i64, Civil)> {
    let today = i64::from(civil.weekday);
    let days = (parsed.weekday - today).rem_euclid(7);
    let weeks = parsed.ordinal.wrapping_sub(i64::from(parsed.ordinal > 0 && today != parsed.weekday));
    let exact = weeks.checked_mul(7).and_then(|weeks| weeks.checked_add(days));
    let exact = exact.filter(|days| is_int(*days)).and_then(|days| days.checked_add(i64::from(civil.day)));
    // What an `int` holds of it.
    let wrapped = weeks.wrapping_mul(7).wrapping_add(days).wrapping_add(civil.day.into()) as i32;
    let fields = Fields { day: wrapped.into(), ..Fields::of(civil) };
    let found = exact.filter(|day| is_int(*day)).and_then(|_| clocks.moment(&fields, None));
    let name = trace::weekday(parsed);
    match found {
        Some((start, civil)) => {
            voice.say(|| format!("new start date: '{name}' is {}", Fields::of(&civil).shown(parsed)));
            Some((start, civil))
        }
        None => voice.refuse(|| {
            format!(
                "error: day '{name}' (day ordinal={} number={}) resulted in an invalid date: {}",
                parsed.ordinal,
                parsed.weekday,
                fields.shown(parsed)
            )
        }),
    }
}

/// Adds the years, months and days that were asked for.
fn other_date(
    parsed: &Parsed,
    civil: &Civil,
    clocks: Clocks<'_>,
    summer: Option<bool>,
    voice: &mut Voice<'_>,
) -> Option<(i64, Civil)> {
    let relative = &parsed.relative;
    let before = Fields::of(civil);
    if (relative.years != 0 || relative.months != 0) && before.day != 15 {
        let text = "warning: when adding relative months/years, it is recommended to specify the 15th of the months";
        voice.say(|| text.to_owned());
    }
    if relative.days != 0 && before.hour != 12 {
        voice.say(|| "warning: when adding relative days, it is recommended to specify noon".to_owned());
    }
    let sums = || {
        let year = before.year.checked_add(relative.years).filter(|year| is_year(*year))?;
        let month = before.month.checked_add(relative.months).filter(|month| is_int(month.saturating_sub(1)))?;
        let day = before.day.checked_add(relative.days).filter(|day| is_int(*day))?;
        Some(Fields { year, month, day, ..before })
    };
    // A place in the source of the real one.
    let Some(wanted) = sums() else { return voice.refuse(|| "error: parse-datetime.y:2148".to_owned()) };
    let Some((start, civil)) = clocks.moment(&wanted, summer) else {
        let shown = wanted.shown(parsed);
        return voice.refuse(|| format!("error: adding relative date resulted in an invalid date: {shown}"));
    };
    let after = Fields::of(&civil);
    let (years, months, days) = (relative.years, relative.months, relative.days);
    voice.say(|| format!("after date adjustment ({years:+} years, {months:+} months, {days:+} days),"));
    voice.say(|| format!("    new date/time = {}", after.shown(parsed)));
    if summer.is_some_and(|summer| summer != civil.daylight) {
        voice.say(|| "warning: daylight saving time changed after date adjustment".to_owned());
    }
    if days == 0 && (after.day != wanted.day || months == 0 && after.month != wanted.month) {
        voice.say(|| "warning: month/year adjustment resulted in shifted dates:".to_owned());
        voice.say(|| format!("     adjusted Y M D: {:04} {:02} {:02}", wanted.year, wanted.month, wanted.day));
        voice.say(|| format!("   normalized Y M D: {:04} {:02} {:02}", after.year, after.month, after.day));
    }
    Some((start, civil))
}
