//! `cal`: calendars of months and years, as the `cal` of BSD prints them.

use bstr::{BString, ByteSlice};

use super::options::{self, Opt, Refused, Spec, Takes};
use super::shared::time::{MONTHS, days_before};
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::Zone;

const HELP: &str = "\
Usage: cal [-13jy] [-A months] [-B months] [-d yyyy-mm] [[month] year]
       cal [-13j] [-A months] [-B months] [-d yyyy-mm] [-m month] [year]
Print the calendar of this month, of a month, or of a year. The Gregorian calendar begins on 14 September 1752.

  -1           one month (the default)
  -3           the months before and after too
  -A months    so many months after too
  -B months    so many months before too
  -d yyyy-mm   take this for the current month
  -j           number the days from the first of January
  -m month     this month: a number, a name, or a number with f or p for the next or the last year
  -y           the whole year
";

pub const COMMANDS: &[Native] = &[Native { name: "cal", help: HELP, run }];

const USAGE: &str = "\
Usage: cal [general options] [-jy] [[month] year]
       cal [general options] [-j] [-m month] [year]
       ncal -C [general options] [-jy] [[month] year]
       ncal -C [general options] [-j] [-m month] [year]
       ncal [general options] [-bhJjpwySM] [-H yyyy-mm-dd] [-s country_code] [-W number of days] [[month] year]
       ncal [general options] [-Jeo] [year]
General options: [-31] [-A months] [-B months] [-d yyyy-mm]
";

const SPEC: Spec = Spec::new(&[
    Opt::short('1', Takes::Nothing),
    Opt::short('3', Takes::Nothing),
    Opt::short('A', Takes::Value),
    Opt::short('B', Takes::Value),
    Opt::short('d', Takes::Value),
    Opt::short('j', Takes::Nothing),
    Opt::short('m', Takes::Value),
    Opt::short('y', Takes::Nothing),
]);

/// The status of wrong arguments.
const MISUSE: u8 = 64;

fn run(context: &mut Context<'_>) -> Outcome {
    // There are no long options: `--help` is a wrong one.
    let scanned = match options::scan(&SPEC, context.args()) {
        Ok(scanned) => scanned,
        Err(refused) => {
            match refused {
                // Those of `ncal` are no mistakes of their own.
                Refused::Unknown(message)
                    if message.strip_prefix(b"invalid option -- '").and_then(|rest| rest.first()).is_some_and(|letter| b"CHJMNSWbehopsw".contains(letter)) => {}
                Refused::Unknown(message) | Refused::Usage(message) if !message.starts_with(b"unrecognized") => context.complain(&[&message])?,
                _ => context.complain(&[b"invalid option -- '-'"])?,
            }
            context.write_error(USAGE.as_bytes())?;
            return Ok(MISUSE);
        }
    };
    let zone = Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_bytes()));
    let today = zone.civil(context.now().0.div_euclid(1_000_000_000), 0);
    let (mut year, mut month) = (today.year, i64::from(today.month));
    let (mut whole_year, mut by_day) = (false, false);
    let mut month_text: Option<BString> = None;
    let (mut before, mut after) = (0i64, 0i64);
    let mut around = 0;
    for (_, option) in &scanned.options {
        match option.id {
            '1' => (around, whole_year) = (0, false),
            '3' => (around, whole_year) = (1, false),
            'A' => after = leading_number(option.value()),
            'B' => before = leading_number(option.value()),
            'd' => {
                let (first, second) = option.value().split_once_str("-").unwrap_or((option.value(), b""));
                (year, month) = (leading_number(first), leading_number(second));
                if !(1..=9999).contains(&year) {
                    return wrong_year(context, &year.to_string());
                }
                if !(1..=12).contains(&month) {
                    return refuse(context, &[second, b" is neither a month number (1..12) nor a name"]);
                }
            }
            'j' => by_day = true,
            'm' => month_text = option.value.clone(),
            'y' => whole_year = true,
            _ => {}
        }
    }
    let mut year_text = None;
    match scanned.operands.as_slice() {
        [] => {}
        [only] => {
            year_text = Some(only);
            whole_year |= month_text.is_none();
        }
        [name, number] if month_text.is_none() => {
            month_text = Some(name.clone());
            year_text = Some(number);
        }
        _ => {
            context.write_error(USAGE.as_bytes())?;
            return Ok(MISUSE);
        }
    }
    if let Some(text) = year_text {
        if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
            return refuse(context, &[b"not a valid year ", text]);
        }
        year = leading_number(text);
        if !(1..=9999).contains(&year) {
            return wrong_year(context, &text.to_str_lossy());
        }
    }
    if let Some(text) = &month_text {
        let Some((number, shift)) = month_number(text) else {
            return refuse(context, &[text, b" is neither a month number (1..12) nor a name"]);
        };
        month = number;
        year += shift;
    }
    let (mut first, mut count) = if whole_year { (year * 12, 12) } else { (year * 12 + month - 1, 1) };
    first -= around + before;
    count += 2 * around + before + after;
    if count <= 0 {
        return Ok(0);
    }
    print(context, first, count, by_day)
}

fn refuse(context: &mut Context<'_>, message: &[&[u8]]) -> Outcome {
    context.complain(message)?;
    Ok(MISUSE)
}

fn wrong_year(context: &mut Context<'_>, year: &str) -> Outcome {
    refuse(context, &[b"year `", year.as_bytes(), b"' not in range 1..9999"])
}

/// What C's `atoi` makes of a text, kept to what a calendar needs.
fn leading_number(text: &[u8]) -> i64 {
    let text = text.trim_start();
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let value = digits.fold(0i64, |value, digit| (value * 10 + i64::from(digit - b'0')).min(1_000_000));
    if negative { -value } else { value }
}

/// The month, and years to add.
fn month_number(text: &[u8]) -> Option<(i64, i64)> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 {
        let shift = match &text[digits..] {
            b"" => 0,
            b"f" => 1,
            b"p" => -1,
            _ => return None,
        };
        let number = leading_number(text);
        return (1..=12).contains(&number).then_some((number, shift));
    }
    let fits = |name: &str| {
        !text.is_empty() && name.as_bytes().get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
    };
    let index = MONTHS.iter().position(|name| fits(name))?;
    Some((index as i64 + 1, 0))
}

/// Whether a date comes before the Gregorian calendar, which began on 14 September 1752.
fn is_julian(year: i64, month: i64) -> bool {
    (year, month) <= (1752, 8)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year < 1753 || year % 100 != 0 || year % 400 == 0)
}

fn length(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days of a month in their columns: weekday of the first, then the numbers.
fn numbers(year: i64, month: i64) -> (usize, Vec<i64>) {
    let gregorian = days_before(year, month, 1) + 4;
    // The Julian calendar ran behind by as many days as leap years were to be left out since.
    let behind = if is_julian(year, month) || (year, month) == (1752, 9) {
        let leap_years = if month > 2 { year } else { year - 1 };
        leap_years.div_euclid(100) - leap_years.div_euclid(400) - 2
    } else {
        0
    };
    let weekday = (gregorian + behind).rem_euclid(7) as usize;
    let skipped = |day: &i64| (year, month) == (1752, 9) && (3..14).contains(day);
    (weekday, (1..=length(year, month)).filter(|day| !skipped(day)).collect())
}

/// The day's number in its year.
fn day_of_year(year: i64, month: i64, day: i64) -> i64 {
    let before: i64 = (1..month).map(|month| length(year, month)).sum();
    let skipped = if year == 1752 && (month > 9 || (month == 9 && day > 2)) { 11 } else { 0 };
    before + day - skipped
}

fn print(context: &mut Context<'_>, first: i64, count: i64, by_day: bool) -> Outcome {
    let (per_row, cell) = if by_day { (2, 4) } else { (3, 3) };
    let width = cell * 7 - 1;
    // Rows that never span two years get the year above them.
    let headed = count >= per_row && first.rem_euclid(12) % per_row == 0;
    let mut done = 0;
    let mut shown_year = None;
    while done < count {
        context.charge(64)?;
        if done > 0 {
            context.write(b"\n")?;
        }
        let months: Vec<(i64, i64)> = (done..count.min(done + per_row))
            .map(|offset| ((first + offset).div_euclid(12), (first + offset).rem_euclid(12) + 1))
            .collect();
        if headed && let Some((year, _)) = months.first()
            && shown_year != Some(*year)
        {
            shown_year = Some(*year);
            let text = year.to_string();
            let indent = ((per_row as usize * width).saturating_sub(text.len())) / 2;
            context.write(format!("{}{text}\n", " ".repeat(indent)).as_bytes())?;
        }
        let mut lines = vec![String::new(); 8];
        for (year, month) in &months {
            block(&mut lines, *year, *month, headed, by_day, cell, width);
        }
        for line in lines {
            context.write(format!("{line}\n").as_bytes())?;
        }
        done += per_row;
    }
    Ok(0)
}

/// Adds a month to the lines of its row.
fn block(lines: &mut [String], year: i64, month: i64, headed: bool, by_day: bool, cell: usize, width: usize) {
    let name = MONTHS.get(month as usize - 1).copied().unwrap_or_default();
    let title = if headed { name.to_owned() } else { format!("{name} {year}") };
    let indent = width.saturating_sub(title.len()) / 2;
    let (weekday, numbers) = numbers(year, month);
    let mut cells: Vec<String> = vec![" ".repeat(cell); weekday];
    for day in numbers {
        let number = if by_day { day_of_year(year, month, day) } else { day };
        cells.push(format!("{number:>width$} ", width = cell - 1));
    }
    cells.resize(42, " ".repeat(cell));
    for (index, line) in lines.iter_mut().enumerate() {
        let text = match index {
            0 => format!("{}{title}", " ".repeat(indent)),
            1 => ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"].map(|day| format!("{day:>width$} ", width = cell - 1)).concat(),
            _ => cells.get((index - 2) * 7..(index - 1) * 7).unwrap_or_default().concat(),
        };
        line.push_str(&format!("{text:<width$}", width = width + 2));
    }
}
