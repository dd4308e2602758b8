//! The machine that runs patterns over a text: a set of states that moves character by character,
//! and a simple loop for patterns without extended forms.

use super::compile::{Element, Instruction, Kind, Program, fold, next_unit};
use super::{PatternOptions, Stopped};

/// Which way a program reads the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// How many steps may pass between two calls of the meter.
const METER_INTERVAL: u64 = 4096;

/// One text with all that matching it needs.
pub(super) struct Machine<'t, 'm> {
    text: &'t [u8],
    bytewise: bool,
    options: PatternOptions,
    meter: &'m mut dyn FnMut(u64) -> bool,
    uncharged: u64,
    /// How far to the left a backward run goes.
    pub(super) stop_at: usize,
    /// Whether stars keep to bash's rule about extended forms at the end of the text.
    pub(super) strict_stars: bool,
}

/// A set of states in the order in which they came.
struct States {
    list: Vec<u32>,
    member: Vec<bool>,
}

impl States {
    fn new(size: usize) -> States {
        States { list: Vec::new(), member: vec![false; size] }
    }

    fn clear(&mut self) {
        for &state in &self.list {
            self.member[state as usize] = false;
        }
        self.list.clear();
    }

    fn insert(&mut self, state: u32) -> bool {
        let Some(member) = self.member.get_mut(state as usize) else {
            return false;
        };
        if *member {
            return false;
        }
        *member = true;
        self.list.push(state);
        true
    }
}

/// The state of one `!(…)` during a run.
#[derive(Default)]
struct Negation {
    /// At how many places it was entered so far.
    entered: u64,
    /// By place: from how many entries the patterns inside match up to there.
    matched: std::collections::HashMap<usize, u64>,
    /// Where it goes on.
    next: u32,
}

impl<'t, 'm> Machine<'t, 'm> {
    pub(super) fn new(
        text: &'t [u8],
        bytewise: bool,
        options: PatternOptions,
        meter: &'m mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Machine { text, bytewise, options, meter, uncharged: 0, stop_at: 0, strict_stars: false }
    }

    /// Whether a star may match anything at all.
    pub(super) fn plain_star(&self) -> bool {
        !self.options.period && !self.options.pathname
    }

    pub(super) fn charge(&mut self, steps: u64) -> Result<(), Stopped> {
        self.uncharged += steps;
        if self.uncharged >= METER_INTERVAL {
            let steps = std::mem::take(&mut self.uncharged);
            if !(self.meter)(steps) {
                return Err(Stopped::Meter);
            }
        }
        Ok(())
    }

    /// Whether a place holds a dot that only a dot may match.
    fn leading_dot(&self, at: usize) -> bool {
        self.options.period
            && self.text.get(at) == Some(&b'.')
            && (at == 0 || (self.options.pathname && self.text.get(at - 1) == Some(&b'/')))
    }

    fn next(&self, at: usize) -> Option<(u32, usize)> {
        next_unit(self.text.get(at..)?, self.bytewise)
    }

    fn previous(&self, at: usize) -> Option<(u32, usize)> {
        let before = self.text.get(..at)?;
        let last = *before.last()?;
        if self.bytewise || last < 0x80 {
            return Some((u32::from(last), 1));
        }
        match bstr::decode_last_utf8(before) {
            (Some(character), length) => Some((u32::from(character), length)),
            (None, _) => Some((u32::from(last), 1)),
        }
    }

    fn fold(&self, unit: u32) -> u32 {
        if self.options.nocase { fold(unit) } else { unit }
    }

    /// Whether a one-character element matches at a place: how long the character is.
    fn single(&self, element: &Element, at: usize) -> Option<usize> {
        let (unit, length) = self.next(at)?;
        if (self.options.pathname && unit == u32::from(b'/')) || self.leading_dot(at) {
            return None;
        }
        match element {
            Element::Any => Some(length),
            Element::Set(set) if set.contains(unit, self.fold(unit), self.bytewise) => Some(length),
            _ => None,
        }
    }

    /// Matches the whole text against a pattern without extended forms. A mismatch goes back to
    /// the last star only: what earlier stars took can stay as it is.
    pub(super) fn match_plain(&mut self, elements: &[Element]) -> Result<bool, Stopped> {
        let mut at = 0;
        let mut index = 0;
        // The element behind the last star, and the place from which it is tried next.
        let mut retry: Option<(usize, usize)> = None;
        loop {
            self.charge(1)?;
            let moved = match elements.get(index) {
                None if at == self.text.len() => return Ok(true),
                None | Some(Element::Never | Element::Extended(..)) => None,
                Some(Element::Star) if self.leading_dot(at) => None,
                Some(Element::Star) => {
                    index += 1;
                    match elements.get(index) {
                        None if !self.options.pathname => return Ok(true),
                        // The text must end with the last literal: no need to search for it.
                        Some(Element::Literal(literal)) if index + 1 == elements.len() && !self.options.pathname => {
                            return Ok(self.text.len() - at >= literal.len() && self.text.ends_with(literal));
                        }
                        _ => {}
                    }
                    retry = Some((index, at));
                    continue;
                }
                Some(Element::Literal(literal)) => {
                    self.text.get(at..).is_some_and(|rest| rest.starts_with(literal)).then_some(literal.len())
                }
                Some(element) => self.single(element, at),
            };
            if let Some(length) = moved {
                at += length;
                index += 1;
                continue;
            }
            let Some((star, place)) = retry else {
                return Ok(false);
            };
            let Some((unit, length)) = self.next(place) else {
                return Ok(false);
            };
            if self.options.pathname && unit == u32::from(b'/') {
                return Ok(false);
            }
            let mut place = place + length;
            if let Some(Element::Literal(literal)) = elements.get(star)
                && !self.options.pathname
            {
                let Some(skip) = memchr::memmem::find(&self.text[place..], literal) else {
                    return Ok(false);
                };
                self.charge(skip as u64 / 16)?;
                place += skip;
            }
            retry = Some((star, place));
            at = place;
            index = star;
        }
    }

    /// Finds the matches of a pattern of fixed width, from left to right.
    pub(super) fn find_fixed(
        &mut self,
        elements: &[Element],
        from: usize,
        each: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<(), Stopped> {
        let mut start = from;
        while start < self.text.len() {
            if let Some(Element::Literal(literal)) = elements.first() {
                let Some(skip) = memchr::memmem::find(&self.text[start..], literal) else {
                    return self.charge((self.text.len() - start) as u64 / 16);
                };
                self.charge(skip as u64 / 16)?;
                start += skip;
            }
            let mut at = start;
            let mut matched = true;
            for element in elements {
                self.charge(1)?;
                let length = match element {
                    Element::Literal(literal) => self.text[at..].starts_with(literal).then_some(literal.len()),
                    element => self.single(element, at),
                };
                let Some(length) = length else {
                    matched = false;
                    break;
                };
                at += length;
            }
            if matched {
                if !each(start, at) {
                    return Ok(());
                }
                start = at;
            } else {
                start += self.next(start).map_or(1, |(_, length)| length);
            }
        }
        Ok(())
    }

    /// The farthest place up to which the program matches from `start`.
    pub(super) fn longest(&mut self, program: &Program, start: usize) -> Result<Option<usize>, Stopped> {
        let mut found = None;
        self.stop_at = 0;
        self.run(program, start, false, &mut |place| {
            found = Some(place);
            true
        })?;
        Ok(found)
    }

    /// The nearest place up to which the program matches from `start`.
    pub(super) fn shortest(&mut self, program: &Program, start: usize) -> Result<Option<usize>, Stopped> {
        let mut found = None;
        self.stop_at = 0;
        self.run(program, start, false, &mut |place| {
            found = Some(place);
            false
        })?;
        Ok(found)
    }

    /// Runs a program from `start`; with `everywhere` from every place that it passes as well.
    /// `accept` is called with each place up to which it matches, in the order of reading, and
    /// ends the run by returning false.
    pub(super) fn run(
        &mut self,
        program: &Program,
        start: usize,
        everywhere: bool,
        accept: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), Stopped> {
        let size = program.code.len();
        let mut current = States::new(size);
        let mut following = States::new(size);
        let mut negations: Vec<Negation> = Vec::new();
        negations.resize_with(program.negated.len(), Negation::default);
        let mut at = start;
        let mut matched = false;
        self.enter(program, 0, at, false, &mut current, &mut negations, &mut matched)?;
        loop {
            for index in 0..negations.len() {
                let negation = &negations[index];
                if negation.entered > negation.matched.get(&at).copied().unwrap_or(0) {
                    let next = negation.next;
                    self.enter(program, next, at, false, &mut current, &mut negations, &mut matched)?;
                }
            }
            if std::mem::take(&mut matched) && !accept(at) {
                return Ok(());
            }
            let waiting = negations.iter().any(|negation| negation.entered > 0);
            if current.list.is_empty() && !waiting && !everywhere {
                return Ok(());
            }
            let step = match program.direction {
                Direction::Forward => self.next(at),
                Direction::Backward if at <= self.stop_at => None,
                Direction::Backward => self.previous(at),
            };
            let Some((unit, length)) = step else {
                return Ok(());
            };
            self.charge(1 + current.list.len() as u64)?;
            let (here, next) = match program.direction {
                Direction::Forward => (at, at + length),
                Direction::Backward => (at - length, at - length),
            };
            let wild = !(self.leading_dot(here) || self.options.pathname && unit == u32::from(b'/'));
            let folded = self.fold(unit);
            for index in 0..current.list.len() {
                let state = current.list[index];
                let (to, looped) = match &program.code[state as usize] {
                    Instruction::Unit(wanted) if *wanted == unit => (state + 1, false),
                    Instruction::Any if wild => (state + 1, false),
                    Instruction::Set(set) if wild && set.contains(unit, folded, self.bytewise) => (state + 1, false),
                    Instruction::Star(_) if wild => (state, true),
                    _ => continue,
                };
                self.enter(program, to, next, looped, &mut following, &mut negations, &mut matched)?;
            }
            at = next;
            current.clear();
            std::mem::swap(&mut current, &mut following);
            if everywhere {
                self.enter(program, 0, at, false, &mut current, &mut negations, &mut matched)?;
            }
        }
    }

    /// Adds a state and all that it leads to without reading.
    #[allow(clippy::too_many_arguments, reason = "the parts of one run, borrowed apart")]
    fn enter(
        &mut self,
        program: &Program,
        state: u32,
        at: usize,
        looped: bool,
        states: &mut States,
        negations: &mut [Negation],
        matched: &mut bool,
    ) -> Result<(), Stopped> {
        let mut pending = vec![(state, looped)];
        while let Some((state, looped)) = pending.pop() {
            if looped
                && self.strict_stars
                && at == self.text.len()
                && matches!(program.code[state as usize], Instruction::Star(Some(_)))
            {
                continue;
            }
            if !states.insert(state) {
                continue;
            }
            self.charge(1)?;
            match &program.code[state as usize] {
                Instruction::Unit(_) | Instruction::Any | Instruction::Set(_) => {}
                Instruction::Star(followed_by) => {
                    let forward = program.direction == Direction::Forward;
                    let at_end = self.strict_stars
                        && at == self.text.len()
                        && matches!(followed_by, Some(Kind::One | Kind::OneOrMore));
                    if !(at_end || forward && self.leading_dot(at)) {
                        pending.push((state + 1, false));
                    }
                }
                Instruction::Split(targets) => {
                    pending.extend(targets.iter().rev().map(|&target| (target, false)));
                }
                Instruction::Jump(target) => pending.push((*target, false)),
                Instruction::Not(number) => {
                    let forward = program.direction == Direction::Forward;
                    let index = *number as usize;
                    if forward && self.leading_dot(at) {
                        continue;
                    }
                    let Some(inner) = program.negated.get(index) else {
                        continue;
                    };
                    let mut places = Vec::new();
                    let strict = std::mem::replace(&mut self.strict_stars, false);
                    self.run(inner, at, false, &mut |place| {
                        places.push(place);
                        true
                    })?;
                    self.strict_stars = strict;
                    let Some(negation) = negations.get_mut(index) else {
                        continue;
                    };
                    negation.entered += 1;
                    negation.next = state + 1;
                    let matched_here = places.first() == Some(&at);
                    for place in places {
                        *negation.matched.entry(place).or_insert(0) += 1;
                    }
                    if !matched_here {
                        pending.push((state + 1, false));
                    }
                }
                Instruction::Match => *matched = true,
            }
        }
        Ok(())
    }
}
