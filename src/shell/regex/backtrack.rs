//! The backtracking engine: runs a [`Program`] from one place, in the pattern's order of
//! preference, counting steps.
//!
//! Without back-references and look-around a failed place is never tried twice, so that the work
//! is bounded by program size times text length. With them, memory of failed places starts once a
//! search turns out to be long, and the step limit ends what still grows.

use std::collections::{HashMap, HashSet};

use regex_automata::util::look::LookMatcher;

use super::class;
use super::error::Exhausted;
use super::program::{Address, Instruction, Program};

/// The value of a slot that holds no place.
pub(super) const UNSET: usize = usize::MAX;

/// After how many steps a search with back-references starts to remember failed places.
const REMEMBER_AFTER: u64 = 20_000;

/// The most bits of the table of failed places (32 MiB).
const MAX_TABLE_BITS: usize = 1 << 28;

/// Which of the matches from one place is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// The first in order of preference.
    First,
    /// The longest; among equally long ones the first.
    Longest,
    /// The first that ends at the given place.
    EndingAt(usize),
}

enum Frame {
    Branch(Address, usize),
    Restore(u32, usize),
}

/// One search: the text, the program and the memory that it works with.
pub(super) struct Backtracker<'a> {
    program: &'a Program,
    text: &'a [u8],
    looks: &'a LookMatcher,
    /// Where the search (not this attempt) started.
    search_start: usize,
    want: Want,
    steps_left: u64,
    steps_used: u64,
    stack: Vec<Frame>,
    slots: Vec<usize>,
    failed: Failed,
}

enum Failed {
    None,
    /// One bit for each split and place, from `base` on.
    Table {
        bits: Vec<u64>,
        base: usize,
        width: usize,
    },
    /// By split, place and the values of the groups that matter.
    Set {
        seen: HashSet<(u32, usize, u32)>,
        values: HashMap<Vec<usize>, u32>,
    },
}

impl<'a> Backtracker<'a> {
    pub(super) fn new(
        program: &'a Program,
        text: &'a [u8],
        looks: &'a LookMatcher,
        search_start: usize,
        want: Want,
        step_limit: u64,
    ) -> Self {
        Backtracker {
            program,
            text,
            looks,
            search_start,
            want,
            steps_left: step_limit,
            steps_used: 0,
            stack: Vec::new(),
            slots: vec![UNSET; program.slots],
            failed: Failed::None,
        }
    }

    /// Tries to match from `start`. On success the slots hold the groups, group 0 included.
    ///
    /// # Errors
    /// [`Exhausted`] when the step limit, which all calls share, is reached.
    pub(super) fn run(&mut self, start: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        self.stack.clear();
        self.slots.fill(UNSET);
        self.failed = Failed::None;
        if self.program.referenced.is_empty() && !self.program.has_sub_searches {
            let end = match self.want {
                Want::EndingAt(end) => end,
                _ => self.text.len(),
            };
            let width = end.saturating_sub(start).saturating_add(1);
            if let Some(bits) = width.checked_mul(self.program.splits as usize).filter(|&bits| bits <= MAX_TABLE_BITS) {
                self.failed = Failed::Table { bits: vec![0; bits / 64 + 1], base: start, width };
            }
        }
        self.slots[0] = start;
        let mut best: Option<(usize, Vec<usize>)> = None;
        let want = self.want;
        let end = self.search(0, start, 0, &mut |end, slots| match want {
            Want::First => true,
            Want::EndingAt(wanted) => end == wanted,
            Want::Longest => {
                if best.as_ref().is_none_or(|(longest, _)| end > *longest) {
                    best = Some((end, slots.to_vec()));
                }
                false
            }
        })?;
        if let Some((longest, slots)) = best {
            self.slots = slots;
            self.slots[1] = longest;
            return Ok(Some((self.slots[0], longest)));
        }
        Ok(end.map(|end| {
            self.slots[1] = end;
            (self.slots[0], end)
        }))
    }

    /// The slots after a successful run.
    pub(super) fn slots(&self) -> &[usize] {
        &self.slots
    }

    /// Runs from an instruction until a match that is accepted, or the `SubEnd` of a search
    /// within the search (`accept` is asked only about matches). `level` is how deep such searches
    /// nest, which the parser bounds.
    fn search(
        &mut self,
        from: Address,
        start: usize,
        level: u32,
        accept: &mut dyn FnMut(usize, &[usize]) -> bool,
    ) -> Result<Option<usize>, Exhausted> {
        let base = self.stack.len();
        let program = self.program;
        let text = self.text;
        let mut pc = from;
        let mut at = start;
        loop {
            if self.steps_left == 0 {
                return Err(Exhausted);
            }
            self.steps_left -= 1;
            self.steps_used += 1;
            let mut ok = true;
            match &program.code[pc as usize] {
                Instruction::Byte(byte) => {
                    if text.get(at) == Some(byte) {
                        at += 1;
                        pc += 1;
                    } else {
                        ok = false;
                    }
                }
                Instruction::Set(index) => {
                    match program.sets[*index as usize].matches(text.get(at..).unwrap_or_default()) {
                        Some(length) => {
                            at += length;
                            pc += 1;
                        }
                        None => ok = false,
                    }
                }
                Instruction::AnyByte => {
                    if at < text.len() {
                        at += 1;
                        pc += 1;
                    } else {
                        ok = false;
                    }
                }
                Instruction::Fail => ok = false,
                Instruction::Look(look) => {
                    if self.looks.matches(*look, text, at) {
                        pc += 1;
                    } else {
                        ok = false;
                    }
                }
                Instruction::Split(first, second, number) => {
                    if level == 0 && self.already_failed(*number, at) {
                        ok = false;
                    } else {
                        self.stack.push(Frame::Branch(*second, at));
                        pc = *first;
                    }
                }
                Instruction::Jump(target) => pc = *target,
                Instruction::Save(slot) => {
                    self.save(*slot, at);
                    pc += 1;
                }
                Instruction::EmptyCheck { slot, exit } => {
                    if self.slots[*slot as usize] != at {
                        pc += 1;
                    } else if let Some(exit) = exit {
                        pc = *exit;
                    } else {
                        ok = false;
                    }
                }
                Instruction::BackReference { group, ignore_case } => {
                    match self.back_reference(*group, *ignore_case, at) {
                        Some(end) => {
                            // Comparing costs as much as matching the bytes one by one.
                            let length = (end - at) as u64 / 16;
                            self.steps_left = self.steps_left.saturating_sub(length);
                            at = end;
                            pc += 1;
                        }
                        None => ok = false,
                    }
                }
                Instruction::Around { negate, next } => {
                    let found = self.sub_search(pc + 1, at, level, None, *negate)?;
                    if found.is_some() == *negate {
                        ok = false;
                    } else {
                        pc = *next;
                    }
                }
                Instruction::Behind { characters, negate, next } => {
                    let found = match self.step_back(at, *characters) {
                        Some(place) => self.sub_search(pc + 1, place, level, Some(at), *negate)?,
                        None => None,
                    };
                    if found.is_some() == *negate {
                        ok = false;
                    } else {
                        pc = *next;
                    }
                }
                Instruction::Atomic { next } => match self.sub_search(pc + 1, at, level, None, false)? {
                    Some(end) => {
                        at = end;
                        pc = *next;
                    }
                    None => ok = false,
                },
                Instruction::SubEnd => {
                    if accept(at, &self.slots) {
                        self.keep_restores(base);
                        return Ok(Some(at));
                    }
                    ok = false;
                }
                Instruction::IfGroup { group, otherwise } => {
                    if self.slots[2 * *group as usize + 1] == UNSET {
                        pc = *otherwise;
                    } else {
                        pc += 1;
                    }
                }
                Instruction::KeepOut => {
                    self.save(0, at);
                    pc += 1;
                }
                Instruction::SearchStart => {
                    if at == self.search_start {
                        pc += 1;
                    } else {
                        ok = false;
                    }
                }
                Instruction::Match => {
                    if accept(at, &self.slots) {
                        return Ok(Some(at));
                    }
                    ok = false;
                }
            }
            if ok {
                continue;
            }
            loop {
                if self.stack.len() <= base {
                    return Ok(None);
                }
                match self.stack.pop() {
                    Some(Frame::Branch(address, place)) => {
                        pc = address;
                        at = place;
                        break;
                    }
                    Some(Frame::Restore(slot, value)) => self.slots[slot as usize] = value,
                    None => return Ok(None),
                }
            }
        }
    }

    /// A search within the search. What it set stays set when it succeeds, unless `undo`.
    fn sub_search(
        &mut self,
        from: Address,
        at: usize,
        level: u32,
        wanted_end: Option<usize>,
        undo: bool,
    ) -> Result<Option<usize>, Exhausted> {
        let base = self.stack.len();
        let found = self.search(from, at, level + 1, &mut |end, _| wanted_end.is_none_or(|wanted| wanted == end))?;
        if undo {
            while self.stack.len() > base {
                if let Some(Frame::Restore(slot, value)) = self.stack.pop() {
                    self.slots[slot as usize] = value;
                }
            }
        }
        Ok(found)
    }

    /// Forgets the choices above `base`, but not how to undo what was saved since.
    fn keep_restores(&mut self, base: usize) {
        let mut kept = base;
        for index in base..self.stack.len() {
            if matches!(self.stack[index], Frame::Restore(..)) {
                self.stack.swap(kept, index);
                kept += 1;
            }
        }
        self.stack.truncate(kept);
    }

    fn save(&mut self, slot: u32, at: usize) {
        let old = std::mem::replace(&mut self.slots[slot as usize], at);
        self.stack.push(Frame::Restore(slot, old));
    }

    fn back_reference(&self, group: u32, ignore_case: bool, at: usize) -> Option<usize> {
        let start = *self.slots.get(2 * group as usize)?;
        let end = *self.slots.get(2 * group as usize + 1)?;
        if end == UNSET || start == UNSET {
            return None;
        }
        let wanted = self.text.get(start..end)?;
        if !ignore_case {
            return self.text.get(at..)?.starts_with(wanted).then(|| at + wanted.len());
        }
        let mut rest = self.text.get(at..)?;
        let mut wanted = wanted;
        while !wanted.is_empty() {
            let (left, left_length) = bstr::decode_utf8(wanted);
            let (right, right_length) = bstr::decode_utf8(rest);
            let same = match (left, right) {
                (Some(left), Some(right)) => left == right || class::contains(&class::variants(left), right),
                (None, None) => right_length > 0 && wanted[..left_length] == rest[..right_length],
                _ => false,
            };
            if !same {
                return None;
            }
            wanted = &wanted[left_length..];
            rest = &rest[right_length..];
        }
        Some(self.text.len() - rest.len())
    }

    fn step_back(&self, at: usize, characters: u32) -> Option<usize> {
        let mut place = at;
        for _ in 0..characters {
            let (_, length) = bstr::decode_last_utf8(self.text.get(..place)?);
            if length == 0 {
                return None;
            }
            place -= length;
        }
        Some(place)
    }

    /// Notes that a split is tried at a place, and tells whether it was before.
    fn already_failed(&mut self, number: u32, at: usize) -> bool {
        match &mut self.failed {
            Failed::Table { bits, base, width } => {
                let offset = at - *base;
                if offset >= *width {
                    // Beyond the wanted end: there is nothing to find.
                    return true;
                }
                let bit = number as usize * *width + offset;
                let mask = 1_u64 << (bit % 64);
                let word = &mut bits[bit / 64];
                let seen = *word & mask != 0;
                *word |= mask;
                seen
            }
            Failed::Set { seen, values } => {
                let mut key = Vec::with_capacity(2 * self.program.referenced.len());
                for &group in &self.program.referenced {
                    key.push(self.slots[2 * group as usize]);
                    key.push(self.slots[2 * group as usize + 1]);
                }
                let next = values.len() as u32;
                let value = *values.entry(key).or_insert(next);
                // A lookup costs far more than a plain step.
                self.steps_left = self.steps_left.saturating_sub(8);
                !seen.insert((number, at, value))
            }
            Failed::None => {
                if self.steps_used > REMEMBER_AFTER {
                    self.failed = Failed::Set { seen: HashSet::new(), values: HashMap::new() };
                }
                false
            }
        }
    }
}
