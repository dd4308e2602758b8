//! Brace expressions: which text of a word bash would expand, decided as bash decides it.
//!
//! Bash looks for braces in the word's text before anything else is expanded, so that `$x{a,b}` means `$xa $xb`. A brace
//! opens an expression only when a `}` follows at its own level with a `,` or a `..` before it; other braces are text.

use bstr::BString;

use super::ast::{Brace, BraceKind, Param, WordPart};
use super::scanner::{Parse, Parser, is_name_byte, name_of};
use super::word::push_literal;

/// The longest range behind a bare `$name` that is written out as names.
const LONGEST_NAMED_RANGE: u64 = 4096;

/// A word, taken apart as far as braces care.
enum Unit {
    Byte(u8),
    /// Quotes and expansions, which braces do not look into.
    Part(WordPart),
    /// `$name` without braces: letters that come to stand behind it belong to the name.
    Bare(WordPart),
}

impl Parser<'_, '_> {
    /// Turns the brace expressions in a word's parts into [`WordPart::Brace`]; tells whether there were any. A literal
    /// part that is empty marks the parameter behind it as written without braces.
    #[inline(never)]
    pub fn expand_braces(&mut self, parts: &mut Vec<WordPart>) -> Parse<bool> {
        let has = |wanted: u8| {
            parts.iter().any(|part| matches!(part, WordPart::Literal(text) if memchr::memchr(wanted, text).is_some()))
        };
        if !has(b'{') || !has(b'}') {
            parts.retain(|part| !matches!(part, WordPart::Literal(text) if text.is_empty()));
            return Ok(false);
        }
        let mut units = Vec::new();
        let mut bare = false;
        for part in parts.drain(..) {
            match part {
                WordPart::Literal(text) => {
                    bare = text.is_empty();
                    units.extend(text.iter().map(|&byte| Unit::Byte(byte)));
                }
                part if bare => {
                    bare = false;
                    units.push(Unit::Bare(part));
                }
                part => units.push(Unit::Part(part)),
            }
        }
        let text = Text::new(units);
        let mut found = false;
        *parts = self.brace_parts(&text, 0, text.units.len(), true, &mut found)?;
        Ok(found)
    }

    fn brace_parts(
        &mut self,
        text: &Text,
        mut start: usize,
        end: usize,
        outermost: bool,
        found: &mut bool,
    ) -> Parse<Vec<WordPart>> {
        let mut parts = Vec::new();
        // Text from `start` on counts as a word of its own; text before `at` was looked at.
        let mut at = start;
        while let Some(open) = text.opening(start, at, end) {
            let Some(close) = text.close_from(open + 1, end) else {
                at = open + 1;
                continue;
            };
            let kind = if text.has_comma(open + 1, close) {
                let alternatives = self.alternatives(text, open + 1, close, found)?;
                Some(BraceKind::List(alternatives))
            } else {
                text.sequence(open + 1, close)
            };
            match kind {
                None => text.push_parts(start, close + 1, &mut parts),
                Some(kind) => {
                    text.push_parts(start, open, &mut parts);
                    *found = true;
                    match kind {
                        // A lone alternative (its commas are quoted) only loses its braces.
                        BraceKind::List(mut list) if list.len() == 1 => parts.append(&mut list.remove(0)),
                        kind => {
                            let mut plain = Vec::new();
                            if outermost || !matches!(kind, BraceKind::List(_)) {
                                text.push_parts(open, close + 1, &mut plain);
                            }
                            let bare = text.is_bare(open.checked_sub(1).filter(|_| open > start));
                            let kind = if bare { take_name_in(&mut parts, kind) } else { kind };
                            parts.push(WordPart::Brace(Box::new(Brace { kind, plain })));
                        }
                    }
                }
            }
            start = close + 1;
            at = start;
        }
        text.push_parts(start, end, &mut parts);
        Ok(parts)
    }

    fn alternatives(&mut self, text: &Text, start: usize, end: usize, found: &mut bool) -> Parse<Vec<Vec<WordPart>>> {
        self.enter()?;
        let mut alternatives = Vec::new();
        let mut from = start;
        loop {
            let comma = text.comma_from(from, end);
            let to = comma.unwrap_or(end);
            let mut alternative = self.brace_parts(text, from, to, false, found)?;
            if from == start || from < to {
                self.mark_tilde(&mut alternative);
            }
            alternatives.push(alternative);
            match comma {
                Some(comma) => from = comma + 1,
                None => break,
            }
        }
        self.leave();
        Ok(alternatives)
    }
}

/// No such place.
const NOWHERE: u32 = u32::MAX;

/// A word's units, with what was found out about the braces among them from right to left.
struct Text {
    units: Vec<Unit>,
    /// From each place: the `}` at its level with a separator between.
    close: Vec<u32>,
    /// From each place: the next `,` at its level.
    comma: Vec<u32>,
}

impl Text {
    fn new(units: Vec<Unit>) -> Self {
        let length = units.len();
        // The `}` for each `{`, where nesting alone counts.
        let mut partner = vec![NOWHERE; length];
        let mut open = Vec::new();
        for (index, unit) in units.iter().enumerate() {
            match unit {
                Unit::Byte(b'{') => open.push(index),
                Unit::Byte(b'}') => {
                    if let Some(entry) = open.pop().and_then(|opened| partner.get_mut(opened)) {
                        *entry = u32::try_from(index).unwrap_or(NOWHERE);
                    }
                }
                _ => {}
            }
        }
        let mut close = vec![NOWHERE; length + 1];
        let mut separated = vec![NOWHERE; length + 1];
        let mut comma = vec![NOWHERE; length + 1];
        for index in (0..length).rev() {
            let here = u32::try_from(index).unwrap_or(NOWHERE);
            let byte = |offset: usize| match units.get(index + offset) {
                Some(Unit::Byte(byte)) => *byte,
                _ => 0,
            };
            let jump = match (byte(0), partner.get(index)) {
                (b'{', Some(&NOWHERE)) => None,
                (b'{', Some(&partner)) => Some(partner as usize + 1),
                _ => Some(index + 1),
            };
            let follow = |table: &[u32]| jump.and_then(|jump| table.get(jump)).copied().unwrap_or(NOWHERE);
            let separator = byte(0) == b',' || (byte(0) == b'.' && byte(1) == b'.' && byte(2) != b'}');
            let values = (
                if separator { follow(&separated) } else { follow(&close) },
                if byte(0) == b'}' { here } else { follow(&separated) },
                if byte(0) == b',' { here } else { follow(&comma) },
            );
            if let Some(entry) = close.get_mut(index) {
                *entry = values.0;
            }
            if let Some(entry) = separated.get_mut(index) {
                *entry = values.1;
            }
            if let Some(entry) = comma.get_mut(index) {
                *entry = values.2;
            }
        }
        Self { units, close, comma }
    }

    fn byte(&self, index: usize) -> Option<u8> {
        match self.units.get(index)? {
            Unit::Byte(byte) => Some(*byte),
            _ => None,
        }
    }

    fn look_up(table: &[u32], from: usize, end: usize) -> Option<usize> {
        table.get(from).map(|&found| found as usize).filter(|&found| found < end)
    }

    fn close_from(&self, from: usize, end: usize) -> Option<usize> {
        Self::look_up(&self.close, from, end)
    }

    fn comma_from(&self, from: usize, end: usize) -> Option<usize> {
        Self::look_up(&self.comma, from, end)
    }

    /// The first `{` at or after `at` that may open an expression in the word from `start` to `end`.
    fn opening(&self, start: usize, at: usize, end: usize) -> Option<usize> {
        let is_blank = |index: usize| matches!(self.byte(index), Some(b' ' | b'\t' | b'\n'));
        (at..end).find(|&index| {
            let alone_before = index == start || is_blank(index - 1);
            let alone_after = index + 1 >= end || is_blank(index + 1) || self.byte(index + 1) == Some(b'}');
            self.byte(index) == Some(b'{') && !(alone_before && alone_after)
        })
    }

    /// Whether a comma stands anywhere between, be it nested or quoted (not by a backslash).
    fn has_comma(&self, start: usize, end: usize) -> bool {
        self.units.get(start..end).unwrap_or_default().iter().any(|unit| match unit {
            Unit::Byte(byte) => *byte == b',',
            Unit::Part(WordPart::Quoted(text)) => text.len() > 1 && text.contains(&b','),
            Unit::Part(WordPart::Double(parts)) => {
                parts.iter().any(|part| matches!(part, WordPart::Quoted(text) if text.contains(&b',')))
            }
            _ => false,
        })
    }

    /// `first..last` or `first..last..step`.
    fn sequence(&self, start: usize, end: usize) -> Option<BraceKind> {
        let text: Vec<u8> = (start..end).map(|index| self.byte(index)).collect::<Option<_>>()?;
        sequence(&text)
    }

    fn is_bare(&self, index: Option<usize>) -> bool {
        index.is_some_and(|index| matches!(self.units.get(index), Some(Unit::Bare(_))))
    }

    /// Adds the parts from `start` to `end` as they stand. Name bytes behind a bare parameter at the end of `parts`
    /// cannot occur here but after a list, where [`take_name_in`] and [`extend_names`] see to them.
    fn push_parts(&self, start: usize, end: usize, parts: &mut Vec<WordPart>) {
        for unit in self.units.get(start..end).unwrap_or_default() {
            match unit {
                Unit::Byte(byte) => push_literal(parts, &[*byte]),
                Unit::Part(part) | Unit::Bare(part) => parts.push(part.clone()),
            }
        }
    }
}

/// `$x{a,b}`: moves the parameter into each alternative, where its name goes on.
fn take_name_in(parts: &mut Vec<WordPart>, kind: BraceKind) -> BraceKind {
    let alternatives = match kind {
        BraceKind::List(alternatives) => alternatives,
        BraceKind::Numbers { first, last, step, width } => {
            let count = first.abs_diff(last) / step.unsigned_abs().max(1);
            if count >= LONGEST_NAMED_RANGE {
                return BraceKind::Numbers { first, last, step, width };
            }
            let number = |index: i64| first.wrapping_add(step.wrapping_mul(index));
            let format = |number: i64| format!("{number:0width$}");
            (0..=count as i64).map(|index| vec![WordPart::Literal(format(number(index)).into())]).collect()
        }
        BraceKind::Characters { first, last, step } => {
            let count = u64::from(first.abs_diff(last)) / step.unsigned_abs().max(1);
            let character = |index: i64| i64::from(first).wrapping_add(step.wrapping_mul(index)) as u8;
            (0..=count as i64).map(|index| vec![WordPart::Literal(BString::from([character(index)]))]).collect()
        }
    };
    let Some(parameter) = parts.pop() else { return BraceKind::List(alternatives) };
    let alternatives = alternatives
        .into_iter()
        .map(|mut alternative| {
            let mut parameter = parameter.clone();
            if let Some(WordPart::Literal(text)) = alternative.first_mut() {
                let length = text.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(text.len());
                extend_name(&mut parameter, text.get(..length).unwrap_or_default());
                text.drain(..length);
                if text.is_empty() {
                    alternative.remove(0);
                }
            }
            alternative.insert(0, parameter);
            alternative
        })
        .collect();
    BraceKind::List(alternatives)
}

fn extend_name(parameter: &mut WordPart, text: &[u8]) {
    if text.is_empty() {
        return;
    }
    if let WordPart::Param(expansion) = parameter
        && let Param::Variable(name) = &mut expansion.param
    {
        let mut joined = name.as_bytes().to_vec();
        joined.extend_from_slice(text);
        *name = name_of(&joined);
    }
}

/// Reads a range as bash does: both ends numbers, or both single letters; an optional step.
fn sequence(text: &[u8]) -> Option<BraceKind> {
    let dots = find_dots(text)?;
    let left = text.get(..dots)?;
    let right = text.get(dots + 2..)?;
    let (right, step) = match find_dots(right) {
        Some(dots) => (right.get(..dots)?, number(right.get(dots + 2..)?)?),
        None => (right, 1),
    };
    let direct = |ascending: bool, level: bool| {
        let step = if step == 0 { 1 } else { step };
        if level {
            Some(step)
        } else if ascending == (step > 0) {
            Some(step)
        } else {
            step.checked_neg()
        }
    };
    if let (&[first], &[last]) = (left, right)
        && first.is_ascii_alphabetic()
        && last.is_ascii_alphabetic()
    {
        return Some(BraceKind::Characters { first, last, step: direct(first < last, first == last)? });
    }
    let (first, last) = (number(left)?, number(right)?);
    first.checked_sub(last)?;
    let padded = |text: &[u8]| matches!(text, [b'0', _, ..] | [b'-', b'0', _, ..]);
    let width = if padded(left) || padded(right) { left.len().max(right.len()) } else { 0 };
    Some(BraceKind::Numbers { first, last, step: direct(first < last, first == last)?, width })
}

fn find_dots(text: &[u8]) -> Option<usize> {
    text.windows(2).position(|pair| pair == b"..")
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
