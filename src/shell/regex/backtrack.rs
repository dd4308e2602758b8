//! The backtracking engine: runs a [`Program`] from one place, in the pattern's order of
//! preference, counting steps.
//!
//! Without back-references and look-around a failed place is never tried twice, so that the work
//! is bounded by program size times text length. With them, memory of failed places starts once a
//! search turns out to be long, and the step limit ends what still grows.

use std::collections::{HashMap, HashSet};

use regex_automata::util::look::{Look, LookMatcher};

use super::ast::{Condition, Cut};
use super::class;
use super::engine::{is_word_end, is_word_start, words_around};
use super::error::Exhausted;
use super::program::{Address, Instruction, Program};

/// The value of a slot that holds no place.
pub(super) const UNSET: usize = usize::MAX;

/// After how many steps a search with back-references starts to remember failed places.
const REMEMBER_AFTER: u64 = 20_000;

/// The most bits of the table of failed places (32 MiB).
const MAX_TABLE_BITS: usize = 1 << 28;

/// How deep searches within searches may nest, which calls can make deeper than the pattern is.
const MAX_LEVEL: u32 = 1_000;

/// How many slots the calls of one search may remember (32 MiB).
const MAX_REMEMBERED: usize = 1 << 22;

/// No call: the pattern itself is run.
const NO_CALL: u32 = u32::MAX;

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

/// Whether an assertion holds at a place.
pub(super) fn holds(look: Look, own_words: bool, looks: &LookMatcher, text: &[u8], at: usize) -> bool {
    match look {
        // Bytes that are part of no character are part of no word.
        Look::WordStartHalfUnicode => is_word_start(text, at),
        Look::WordEndHalfUnicode => is_word_end(text, at),
        Look::WordUnicode if own_words => {
            let (before, after) = words_around(text, at);
            before != after
        }
        Look::WordUnicodeNegate if own_words => {
            let (before, after) = words_around(text, at);
            before == after
        }
        Look::WordStartUnicode if own_words => words_around(text, at) == (false, true),
        Look::WordEndUnicode if own_words => words_around(text, at) == (true, false),
        look => looks.matches(look, text, at),
    }
}

enum Frame {
    Branch(Address, usize),
    Restore(u32, usize),
    /// A call began: its index, and that of the call around it.
    Called(u32, u32),
    /// This call was left.
    Returned(u32),
    /// A verb, its place and the call that it stands in.
    Cut(Cut, usize, u32),
}

/// What is run because of a call.
struct Call {
    group: u32,
    /// Where it began.
    at: usize,
    /// Where it goes on afterwards.
    next: Address,
    /// The call around it.
    outer: u32,
    /// The search within the search that it was made in.
    level: u32,
    /// What the groups had matched, which they have again afterwards.
    slots: Box<[usize]>,
}

/// Where the next attempt may begin, after one that a verb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// At the next place.
    Place,
    /// Here, if that is further on.
    At(usize),
    /// Nowhere in this text.
    Nowhere,
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
    /// All calls that may be needed again, by their indices.
    calls: Vec<Call>,
    /// The index of the innermost one.
    call: u32,
    /// A search goes back over this verb.
    cut: Option<(Cut, usize, u32)>,
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
            calls: Vec::new(),
            call: NO_CALL,
            cut: None,
        }
    }

    /// Where to go on after a failed attempt.
    pub(super) fn next(&self) -> Next {
        match self.cut {
            Some((Cut::Commit, ..)) => Next::Nowhere,
            Some((Cut::Skip, at, _)) => Next::At(at),
            Some((Cut::Prune, ..)) | None => Next::Place,
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
        self.calls.clear();
        self.call = NO_CALL;
        self.cut = None;
        if self.program.referenced.is_empty() && !self.program.has_sub_searches && !self.program.forgets {
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
            // A call may have moved the start beyond where an assertion ended.
            self.slots[0] = self.slots[0].min(end);
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
                Instruction::Set(index) if program.bytes => {
                    if program.sets[*index as usize].has_byte(text.get(at..).unwrap_or_default()) {
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
                    let holds = holds(*look, program.own_words, self.looks, text, at);
                    if holds {
                        pc += 1;
                    } else {
                        ok = false;
                    }
                }
                Instruction::Split(first, second, number) => {
                    if level == 0 && !program.forgets && self.already_failed(*number, at) {
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
                    // What a verb in an assertion ends is the assertion.
                    self.cut = None;
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
                    self.cut = None;
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
                Instruction::If { condition, otherwise } => {
                    if self.holds(*condition) {
                        pc += 1;
                    } else {
                        pc = *otherwise;
                    }
                }
                Instruction::Call(group) => pc = self.enter(*group, at, pc + 1, level)?,
                Instruction::Return(group) => {
                    let called = self.calls.get(self.call as usize).is_some_and(|call| call.group == *group);
                    pc = if called { self.leave() } else { pc + 1 };
                }
                Instruction::Cut(cut) => {
                    self.stack.push(Frame::Cut(*cut, at, self.call));
                    pc += 1;
                }
                Instruction::Accept => {
                    if self.calls.get(self.call as usize).is_some_and(|call| call.level == level) {
                        pc = self.leave();
                    } else if accept(at, &self.slots) {
                        if level > 0 {
                            self.keep_restores(base);
                        }
                        return Ok(Some(at));
                    } else {
                        ok = false;
                    }
                }
                Instruction::KeepOut => {
                    self.save(0, at);
                    pc += 1;
                }
                Instruction::SearchStart => {
                    // Where lines are searched each for itself, each begins anew.
                    let begins = program.line_end.is_some_and(|end| at > 0 && text.get(at - 1) == Some(&end));
                    if at == self.search_start || begins {
                        pc += 1;
                    } else {
                        ok = false;
                    }
                }
                Instruction::Match if self.call != NO_CALL => pc = self.leave(),
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
            match self.back_up(base) {
                Some(place) => (pc, at) = place,
                None => return Ok(None),
            }
        }
    }

    /// Goes back to the latest choice above `base` that is still open.
    fn back_up(&mut self, base: usize) -> Option<(Address, usize)> {
        while self.stack.len() > base {
            match self.stack.pop()? {
                Frame::Branch(address, place) if self.cut.is_none() => return Some((address, place)),
                Frame::Branch(..) => {}
                Frame::Restore(slot, value) => self.slots[slot as usize] = value,
                Frame::Called(index, outer) => {
                    // In a call, a verb ends the call only.
                    if self.cut.is_some_and(|(_, _, call)| call == index) {
                        self.cut = None;
                    }
                    self.call = outer;
                    self.calls.truncate(index as usize);
                }
                Frame::Returned(index) => self.call = index,
                Frame::Cut(cut, at, call) => self.cut = self.cut.or(Some((cut, at, call))),
            }
        }
        None
    }

    fn holds(&self, condition: Condition) -> bool {
        match condition {
            Condition::Group(group) => self.slots[2 * group as usize + 1] != UNSET,
            Condition::Call(group) => {
                self.calls.get(self.call as usize).is_some_and(|call| group.is_none_or(|group| call.group == group))
            }
            Condition::Always(holds) => holds,
        }
    }

    /// Begins a call; gives where the group begins.
    fn enter(&mut self, group: u32, at: usize, next: Address, level: u32) -> Result<Address, Exhausted> {
        let entries = self.program.entries.as_deref().unwrap_or_default();
        let Some(entry) = entries.get(group as usize).copied().flatten() else { return Err(Exhausted) };
        // A group that calls itself before anything is matched would do so for ever.
        let mut around = self.call;
        while let Some(call) = self.calls.get(around as usize).filter(|call| call.at == at) {
            if call.group == group {
                return Err(Exhausted);
            }
            around = call.outer;
        }
        if self.calls.len().saturating_mul(self.slots.len()) > MAX_REMEMBERED {
            return Err(Exhausted);
        }
        self.steps_left = self.steps_left.saturating_sub(self.slots.len() as u64);
        // Bounded by MAX_REMEMBERED.
        let index = self.calls.len() as u32;
        self.stack.push(Frame::Called(index, self.call));
        self.calls.push(Call { group, at, next, outer: self.call, level, slots: self.slots.as_slice().into() });
        self.call = index;
        Ok(entry)
    }

    /// Ends the innermost call: its groups have again what they had before. Gives where to go on.
    fn leave(&mut self) -> Address {
        let Some(call) = self.calls.get(self.call as usize) else { return 0 };
        let (next, outer) = (call.next, call.outer);
        // What `\K` set stays.
        for slot in 2..self.slots.len() {
            let old = call.slots[slot];
            if self.slots[slot] != old {
                self.stack.push(Frame::Restore(slot as u32, std::mem::replace(&mut self.slots[slot], old)));
            }
        }
        self.stack.push(Frame::Returned(self.call));
        self.call = outer;
        next
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
        if level >= MAX_LEVEL {
            return Err(Exhausted);
        }
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
        if self.program.bytes {
            let found = self.text.get(at..)?.get(..wanted.len())?;
            return found.eq_ignore_ascii_case(wanted).then_some(at + wanted.len());
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
        if self.program.bytes {
            return at.checked_sub(characters as usize);
        }
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
