//! Brace expressions: which text of a word bash would expand, decided as bash decides it.
//!
//! Bash looks for braces in the word's text before anything else is expanded, so that `$x{a,b}` means `$xa $xb` and
//! `~{,/x}` means `~ ~/x`: such a name or tilde is moved into the alternatives, which give the same words. A brace opens an expression only when a `}` follows at its own level with a `,` or a `..` before it; other braces are text.

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
        let place = Place { outermost: true, leads: true, ends_prefix: true };
        *parts = self.brace_parts(&text, 0, text.units.len(), place, &mut found)?;
        Ok(found)
    }

    /// The parts of the text from `start` to `end`, which counts as a word of its own.
    fn brace_parts(
        &mut self,
        text: &Text,
        mut start: usize,
        end: usize,
        place: Place,
        found: &mut bool,
    ) -> Parse<Vec<WordPart>> {
        let mut parts = Vec::new();
        let mut leads = place.leads;
        // Text before `at` was looked at.
        let mut at = start;
        while let Some(open) = text.opening(start, at, end) {
            let Some(close) = text.close_from(open + 1, end) else {
                at = open + 1;
                continue;
            };
            let mut behind = close + 1;
            let list = text.has_comma(open + 1, close);
            let sequence = if list { None } else { text.sequence(open + 1, close) };
            if !list && sequence.is_none() {
                text.push_parts(start, behind, &mut parts);
                leads = false;
            } else {
                text.push_parts(start, open, &mut parts);
                // `~{,/x}`: the tilde, too, starts each of the words.
                let tilde = leads && list && is_tilde(&parts);
                let inner = Place {
                    outermost: false,
                    leads: leads && (open == start && parts.is_empty()),
                    ends_prefix: text.ends_prefix(behind),
                };
                let mut kind = match sequence {
                    Some(kind) => kind,
                    None => BraceKind::List(self.alternatives(text, open + 1, close, inner, found)?),
                };
                *found = true;
                // Where what is moved into the expression began.
                let mut from = open;
                if tilde {
                    from = start;
                    self.take_tilde_in(&mut parts, &mut kind, inner.ends_prefix);
                }
                if open > start && text.is_bare(open - 1) {
                    let before = parts.len();
                    kind = take_name_in(&mut parts, kind);
                    if parts.len() < before {
                        from = open - 1;
                    }
                }
                if let BraceKind::List(alternatives) = &mut kind {
                    behind = text.take_name_end_in(open + 1, behind, end, alternatives);
                }
                leads = false;
                match kind {
                    // A lone alternative (its commas are quoted) only loses its braces.
                    BraceKind::List(mut list) if list.len() == 1 => parts.append(&mut list.remove(0)),
                    kind => {
                        let mut plain = Vec::new();
                        if place.outermost || !matches!(kind, BraceKind::List(_)) {
                            text.push_parts(from, behind, &mut plain);
                        }
                        parts.push(WordPart::Brace(Box::new(Brace { kind, plain })));
                    }
                }
            }
            start = behind;
            at = start;
        }
        text.push_parts(start, end, &mut parts);
        Ok(parts)
    }

    fn alternatives(
        &mut self,
        text: &Text,
        start: usize,
        end: usize,
        place: Place,
        found: &mut bool,
    ) -> Parse<Vec<Vec<WordPart>>> {
        self.enter()?;
        let mut alternatives = Vec::new();
        let mut from = start;
        loop {
            let comma = text.comma_from(from, end);
            let mut alternative = self.brace_parts(text, from, comma.unwrap_or(end), place, found)?;
            if place.leads {
                self.mark_tilde(&mut alternative, place.ends_prefix);
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

    fn take_tilde_in(&self, parts: &mut Vec<WordPart>, kind: &mut BraceKind, ends_prefix: bool) {
        let (BraceKind::List(alternatives), Some(tilde)) = (kind, parts.pop()) else { return };
        for alternative in alternatives {
            match (&tilde, alternative.first_mut()) {
                (WordPart::Literal(tilde), Some(WordPart::Literal(text))) => {
                    text.splice(..0, tilde.iter().copied()).for_each(drop)
                }
                _ => alternative.insert(0, tilde.clone()),
            }
            self.mark_tilde(alternative, ends_prefix);
        }
    }
}

/// Where a text with braces stands.
#[derive(Clone, Copy)]
struct Place {
    /// Not inside other braces.
    outermost: bool,
    /// Nothing of the word stands before it.
    leads: bool,
    /// What follows it in the word lets a tilde-prefix end: nothing or a slash.
    ends_prefix: bool,
}

/// Whether the parts are a tilde-prefix so far.
fn is_tilde(parts: &[WordPart]) -> bool {
    matches!(parts, [WordPart::Literal(text)] if text.first() == Some(&b'~') && !text.contains(&b'/'))
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

    fn is_bare(&self, index: usize) -> bool {
        matches!(self.units.get(index), Some(Unit::Bare(_)))
    }

    /// Whether a tilde-prefix may end before `index`.
    fn ends_prefix(&self, index: usize) -> bool {
        matches!(self.units.get(index), None | Some(Unit::Byte(b'/')))
    }

    /// `{$x,b}c`: where an alternative ends in a bare parameter, letters behind the braces go on with its name. They
    /// are moved into all alternatives; gives the place behind them.
    fn take_name_end_in(&self, from: usize, behind: usize, end: usize, alternatives: &mut [Vec<WordPart>]) -> usize {
        let letters: Vec<u8> =
            (behind..end).map_while(|index| self.byte(index)).take_while(|&byte| is_name_byte(byte)).collect();
        let close = behind - 1;
        let mut bare = Vec::with_capacity(alternatives.len());
        let mut start = from;
        while bare.len() < alternatives.len() {
            let to = self.comma_from(start, close).unwrap_or(close);
            bare.push(to > start && self.is_bare(to - 1));
            start = to + 1;
        }
        if letters.is_empty() || !bare.contains(&true) {
            return behind;
        }
        for (alternative, bare) in alternatives.iter_mut().zip(bare) {
            match alternative.last_mut() {
                Some(parameter) if bare => extend_name(parameter, &letters),
                _ => push_literal(alternative, &letters),
            }
        }
        behind + letters.len()
    }

    /// Adds the parts from `start` to `end` as they stand.
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
        if level || ascending == (step > 0) { Some(step) } else { step.checked_neg() }
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
