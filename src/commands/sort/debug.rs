//! What `--debug` says about the options before it sorts.

use super::Settings;
use super::compare::Comparison;
use super::key::{Key, Ordering, skip_blanks};
use crate::shared::number::parse_float;
use crate::shared::quote::quote;
use crate::shared::{time, unicode};
use shell::command::Context;
use shell::kernel::Halt;

/// Marks the part of the line that each key means, then the whole line for the last resort.
pub fn underline(context: &mut Context<'_>, comparison: &Comparison, text: &[u8]) -> Result<(), Halt> {
    let mut marks = Vec::new();
    for key in &comparison.keys {
        marks.push(used(key, text, comparison.separator));
    }
    if !comparison.no_last_resort || comparison.keys.is_empty() {
        marks.push(0..text.len());
    }
    for mark in marks {
        let indent = " ".repeat(width(&text[..mark.start]));
        let line = match width(&text[mark]) {
            0 => format!("{indent}^ no match for key\n"),
            width => format!("{indent}{}\n", "_".repeat(width)),
        };
        context.write(line.as_bytes())?;
    }
    Ok(())
}

/// The part of the line that a key looks at: of a number or a month no more than that.
fn used(key: &Key, text: &[u8], separator: Option<u8>) -> std::ops::Range<usize> {
    let range = key.range(text, separator);
    let ordering = &key.ordering;
    if !ordering.is_numeric() && !ordering.month {
        return range;
    }
    let start = skip_blanks(text, range.start).clamp(range.start, range.end);
    let part = &text[start..range.end];
    let length = if ordering.month {
        let known = |name: &&str| part.get(..3).is_some_and(|word| word.eq_ignore_ascii_case(&name.as_bytes()[..3]));
        if time::MONTHS.iter().any(known) { 3 } else { 0 }
    } else if ordering.general {
        parse_float(part).map_or(0, |(_, rest)| part.len() - rest.len())
    } else {
        let digits = |from: usize| part[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(part.first() == Some(&b'-'));
        let whole = digits(sign);
        let mut end = sign + whole;
        let mut any = whole > 0;
        if part.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            any |= fraction > 0;
            end += 1 + fraction;
        }
        if !any {
            0
        } else {
            end + usize::from(ordering.human && part.get(end).is_some_and(|unit| b"kKMGTPEZYRQ".contains(unit)))
        }
    };
    start..start + length
}

/// Columns: a tab and a byte that is no text take one, other control characters none.
fn width(text: &[u8]) -> usize {
    let mut rest = text;
    let mut width = 0;
    while let Some(&byte) = rest.first() {
        let (character, length) = unicode::decode(rest);
        let (bytes, after) = rest.split_at(length.clamp(1, rest.len()));
        width += match character {
            None => bytes.len(),
            Some('\t') => 1,
            Some(_) if byte.is_ascii_control() => 0,
            Some(_) => unicode::display_width(bytes),
        };
        rest = after;
    }
    width
}

/// Prints the locale's order and whatever looks like a mistake in the keys.
pub fn warn(context: &mut Context<'_>, settings: &Settings, global: &Ordering, keys: &[Key]) -> Result<(), Halt> {
    context.complain(&[b"text ordering performed using ", &quote(b"C.UTF-8"), b" sorting rules"])?;
    // A key that only the options outside of keys made.
    let implied = settings.keys.is_empty();
    let mut unused = *global;
    let (mut basic, mut general) = (false, false);
    let (mut basic_span, mut general_span) = (false, false);
    for (number, key) in (1..).zip(keys) {
        let ordering = &key.ordering;
        basic |= ordering.is_numeric() && !ordering.general;
        general |= ordering.general;
        if key.old {
            old_spelling(context, key)?;
        }
        let zero_width = key.end_field < key.start_field;
        if zero_width {
            let text = format!("key {number} has zero width and will be ignored");
            context.complain(&[text.as_bytes()])?;
        }
        let skips = ordering.is_numeric() || ordering.month;
        let within_first = key.end_field == 0 && key.end_char != 0;
        let blanks = (!ordering.blanks_start && (!skips || key.start_char > 0))
            || (!ordering.blanks_end && key.end_char > 0);
        if !zero_width && !implied && settings.separator.is_none() && !within_first && blanks {
            let text =
                format!("leading blanks are significant in key {number}; consider also specifying 'b'");
            context.complain(&[text.as_bytes()])?;
        }
        if !implied && ordering.is_numeric() && (key.end_field == usize::MAX || key.start_field < key.end_field) {
            let text = format!("key {number} is numeric and spans multiple fields");
            context.complain(&[text.as_bytes()])?;
            general_span |= ordering.general;
            basic_span |= !ordering.general;
        }
        unused = without(unused, ordering);
    }
    let mut told = false;
    if basic_span || general_span {
        let treated: Option<&[u8]> = match settings.separator {
            Some(b'.') => Some(b"a decimal point"),
            Some(b'-') => Some(b"a minus sign"),
            Some(b'+') if general_span => Some(b"a plus sign"),
            _ => None,
        };
        if let (Some(treated), Some(separator)) = (treated, settings.separator) {
            told = separator == b'.';
            let name = quote(&[separator]);
            context.complain(&[b"field separator ", &name, b" is treated as ", treated, b" in numbers"])?;
        }
    }
    if (basic || general) && !told {
        context.complain(&[b"note numbers use ", &quote(b"."), b" as a decimal point in this locale"])?;
    }
    let no_last_resort = settings.stable || settings.unique;
    let mut ignored = unused;
    ignored.reverse &= no_last_resort;
    let counts = Ordering { reverse: false, ..ignored };
    if !counts.is_default() || (ignored.reverse && !keys.is_empty()) {
        let letters = ignored.letters();
        let (noun, verb) = if letters.len() == 1 { ("option", "is") } else { ("options", "are") };
        context.complain(&[format!("{noun} '-{letters}' {verb} ignored").as_bytes()])?;
    }
    if unused.reverse && !no_last_resort && !keys.is_empty() {
        context.complain(&[b"option '-r' only applies to last-resort comparison"])?;
    }
    Ok(())
}

/// What is left of the options outside of keys once a key has used some.
fn without(global: Ordering, key: &Ordering) -> Ordering {
    let translation = (key.dictionary, key.nonprinting);
    let same = translation == (global.dictionary, global.nonprinting);
    Ordering {
        blanks_start: global.blanks_start && !key.blanks_start,
        blanks_end: global.blanks_end && !key.blanks_end,
        dictionary: global.dictionary && !same,
        fold: global.fold && !key.fold,
        general: global.general && !key.general,
        human: global.human && !key.human,
        nonprinting: global.nonprinting && !same,
        month: global.month && !key.month,
        numeric: global.numeric && !key.numeric,
        random: global.random && !key.random,
        reverse: global.reverse && !key.reverse,
        version: global.version && !key.version,
    }
}

fn old_spelling(context: &mut Context<'_>, key: &Key) -> Result<(), Halt> {
    let start = key.start_field;
    let mut old = format!("+{start}");
    let mut new = format!("-k {}", start.saturating_add(1));
    if key.end_field != usize::MAX {
        let end = key.end_field.saturating_add(1);
        old.push_str(&format!(" -{end}"));
        new.push_str(&format!(",{end}"));
    }
    context.complain(&[
        b"obsolescent key ",
        &quote(old.as_bytes()),
        b" used; consider ",
        &quote(new.as_bytes()),
        b" instead",
    ])
}
