//! The program that the backtracking engine runs: it finds sub-matches, and whole matches where
//! a pattern has back-references or look-around.

use std::collections::HashMap;
use std::sync::Arc;

use regex_automata::util::look::Look;
use regex_syntax::hir::{self, ClassUnicode};

use super::ast::{Condition, Cut, Greed, Node};
use super::class;
use super::error::RegexError;
use super::{Options, Syntax};

/// A place in a program.
pub(super) type Address = u32;

/// The most instructions that a program may have.
const MAX_INSTRUCTIONS: usize = 2_000_000;

#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Byte(u8),
    Set(u32),
    AnyByte,
    Fail,
    Look(Look),
    /// Goes on at the first place; the second is tried when that fails. The number counts the
    /// splits, for the table of places that failed.
    Split(Address, Address, u32),
    Jump(Address),
    /// Notes the place in a slot.
    Save(u32),
    /// Fails (or leaves the loop) when the place is the one that the slot holds.
    EmptyCheck {
        slot: u32,
        exit: Option<Address>,
    },
    BackReference {
        group: u32,
        ignore_case: bool,
    },
    /// Runs what follows as a search of its own, up to its `SubEnd`; goes on at `next`.
    Around {
        negate: bool,
        next: Address,
    },
    /// As `Around`, for one alternative of a look-behind of `characters` characters.
    Behind {
        characters: u32,
        negate: bool,
        next: Address,
    },
    Atomic {
        next: Address,
    },
    SubEnd,
    If {
        condition: Condition,
        otherwise: Address,
    },
    /// Goes on where the group begins, up to its `Return`.
    Call(u32),
    /// Goes back to behind the call, if the group was called.
    Return(u32),
    Cut(Cut),
    /// Ends the innermost call, search or match.
    Accept,
    KeepOut,
    SearchStart,
    Match,
}

/// A set of characters, ready for tests.
#[derive(Clone, Debug)]
pub(super) struct CharSet {
    ascii: u128,
    other: Arc<ClassUnicode>,
}

impl CharSet {
    pub(super) fn new(set: &Arc<ClassUnicode>) -> CharSet {
        let mut ascii = 0_u128;
        for range in set.ranges() {
            let start = u32::from(range.start());
            let end = u32::from(range.end()).min(127);
            for character in start..=end {
                ascii |= 1 << character;
            }
        }
        CharSet { ascii, other: Arc::clone(set) }
    }

    fn contains(&self, character: char) -> bool {
        let number = u32::from(character);
        if number < 128 { self.ascii & (1 << number) != 0 } else { class::contains(&self.other, character) }
    }

    /// Whether the first byte, as the character of its number, is one of the set.
    pub(super) fn has_byte(&self, text: &[u8]) -> bool {
        text.first().is_some_and(|byte| self.contains(char::from(*byte)))
    }

    /// The length of the character at the start of `text` if the set holds it.
    pub(super) fn matches(&self, text: &[u8]) -> Option<usize> {
        let first = *text.first()?;
        if first < 128 {
            return (self.ascii & (1 << first) != 0).then_some(1);
        }
        match bstr::decode_utf8(text) {
            (Some(character), length) if self.contains(character) => Some(length),
            _ => None,
        }
    }
}

/// A compiled pattern for the backtracking engine.
#[derive(Debug)]
pub(super) struct Program {
    pub code: Vec<Instruction>,
    pub sets: Vec<CharSet>,
    /// How many splits there are.
    pub splits: u32,
    /// Slots: two for each group (the whole match is group 0), then one for each loop.
    pub slots: usize,
    /// The groups that back-references and conditions look at.
    pub referenced: Vec<u32>,
    /// Whether there is look-around or an atomic group.
    pub has_sub_searches: bool,
    /// Where each group begins, if groups are called (the whole pattern is group 0).
    pub entries: Option<Vec<Option<Address>>>,
    /// A byte is a character.
    pub bytes: bool,
    /// Words are glibc's.
    pub own_words: bool,
    /// What ends the lines that are searched each for itself.
    pub line_end: Option<u8>,
    /// Whether a place may fail now and match later: because of calls or verbs.
    pub forgets: bool,
}

impl Program {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// `TooBig`, and PCRE's fault for a look-behind whose length is not fixed.
    pub(super) fn new(node: &Node, groups: u32, options: &Options) -> Result<Program, RegexError> {
        let mut compiler = Compiler {
            program: Program {
                code: Vec::new(),
                sets: Vec::new(),
                splits: 0,
                slots: 2 * (groups as usize + 1),
                referenced: Vec::new(),
                has_sub_searches: false,
                bytes: options.bytes,
                own_words: options.has_own_words(),
                line_end: options.lines.then_some(options.line_terminator),
                entries: node.any(&|node| matches!(node, Node::Call(_))).then(|| {
                    let mut entries = vec![None; groups as usize + 1];
                    entries[0] = Some(0);
                    entries
                }),
                forgets: node.any(&|node| matches!(node, Node::Call(_) | Node::Cut(_) | Node::Accept)),
            },
            sets: HashMap::new(),
            open_groups: Vec::new(),
            options,
        };
        let (start, end) = if options.whole_line && options.line_anchors() {
            (Some(Look::StartLF), Some(Look::EndLF))
        } else if options.whole_line {
            (Some(Look::Start), Some(Look::End))
        } else if options.whole_word && (options.syntax == Syntax::Perl || options.bytes) {
            (Some(Look::WordStartHalfAscii), Some(Look::WordEndHalfAscii))
        } else if options.whole_word {
            (Some(Look::WordStartHalfUnicode), Some(Look::WordEndHalfUnicode))
        } else {
            (None, None)
        };
        if options.whole_line && options.not_line_start {
            compiler.emit(Instruction::Fail)?;
        }
        if let Some(look) = start {
            compiler.emit(Instruction::Look(look))?;
        }
        compiler.node(node)?;
        if let Some(look) = end {
            compiler.emit(Instruction::Look(look))?;
        }
        compiler.emit(Instruction::Match)?;
        compiler.program.referenced.sort_unstable();
        compiler.program.referenced.dedup();
        Ok(compiler.program)
    }
}

struct Compiler<'a> {
    program: Program,
    sets: HashMap<*const ClassUnicode, u32>,
    /// The groups around what is compiled.
    open_groups: Vec<u32>,
    options: &'a Options,
}

impl Compiler<'_> {
    fn emit(&mut self, instruction: Instruction) -> Result<usize, RegexError> {
        if self.program.code.len() >= MAX_INSTRUCTIONS {
            return Err(RegexError::TooBig);
        }
        self.program.code.push(instruction);
        Ok(self.program.code.len() - 1)
    }

    /// The address of the next instruction.
    fn here(&self) -> Address {
        // Bounded by MAX_INSTRUCTIONS.
        self.program.code.len() as Address
    }

    fn split(&mut self) -> Result<usize, RegexError> {
        let number = self.program.splits;
        self.program.splits += 1;
        self.emit(Instruction::Split(0, 0, number))
    }

    /// Sets where a split goes: first `inside`, then `outside`, or the other way round.
    fn set_split(&mut self, at: usize, inside: Address, outside: Address, greed: Greed) {
        if let Some(Instruction::Split(first, second, _)) = self.program.code.get_mut(at) {
            (*first, *second) = if greed == Greed::Lazy { (outside, inside) } else { (inside, outside) };
        }
    }

    fn node(&mut self, node: &Node) -> Result<(), RegexError> {
        match node {
            Node::Empty => {}
            Node::Char(character) if self.options.ends_line(*character) => {
                self.emit(Instruction::Fail)?;
            }
            Node::Char(character) if self.options.bytes => {
                match u8::try_from(*character) {
                    Ok(byte) => self.emit(Instruction::Byte(byte))?,
                    Err(_) => self.emit(Instruction::Fail)?,
                };
            }
            Node::Char(character) => {
                let mut buffer = [0; 4];
                for &byte in character.encode_utf8(&mut buffer).as_bytes() {
                    self.emit(Instruction::Byte(byte))?;
                }
            }
            Node::Byte(byte) => {
                self.emit(Instruction::Byte(*byte))?;
            }
            Node::Set(set) => {
                let index = self.set(set);
                self.emit(Instruction::Set(index))?;
            }
            Node::AnyByte => {
                self.emit(Instruction::AnyByte)?;
            }
            Node::Look(look) => {
                self.emit(Instruction::Look(translate_look(*look)))?;
            }
            Node::Group(node, None) => self.node(node)?,
            Node::Group(node, Some(number)) => {
                let entry = self.here();
                if let Some(entries) = &mut self.program.entries
                    && let Some(known @ None) = entries.get_mut(*number as usize)
                {
                    *known = Some(entry);
                }
                self.emit(Instruction::Save(2 * number))?;
                self.open_groups.push(*number);
                self.node(node)?;
                self.open_groups.pop();
                self.emit(Instruction::Save(2 * number + 1))?;
                if self.program.entries.is_some() {
                    self.emit(Instruction::Return(*number))?;
                }
            }
            Node::Concat(nodes) => {
                for node in nodes {
                    self.node(node)?;
                }
            }
            Node::Alternate(nodes) => self.alternate(nodes)?,
            Node::Repeat { node, minimum, maximum, greed: Greed::Possessive } => {
                let inner =
                    Node::Repeat { node: node.clone(), minimum: *minimum, maximum: *maximum, greed: Greed::Greedy };
                self.atomic(&inner)?;
            }
            Node::Repeat { node, minimum, maximum, greed } => self.repeat(node, *minimum, *maximum, *greed)?,
            Node::BackReference { group, ignore_case } => {
                self.program.referenced.push(*group);
                self.emit(Instruction::BackReference { group: *group, ignore_case: *ignore_case })?;
            }
            Node::Around { node, behind, negate } => self.around(node, *behind, *negate)?,
            Node::Atomic(node) => self.atomic(node)?,
            Node::KeepOut => {
                self.emit(Instruction::KeepOut)?;
            }
            Node::SearchStart => {
                self.emit(Instruction::SearchStart)?;
            }
            Node::Call(group) => {
                self.emit(Instruction::Call(*group))?;
            }
            Node::Define(node) => {
                let jump = self.emit(Instruction::Jump(0))?;
                self.node(node)?;
                self.set_jump(jump);
            }
            Node::Cut(cut) => {
                self.emit(Instruction::Cut(*cut))?;
            }
            Node::Accept => {
                for group in self.open_groups.clone() {
                    self.emit(Instruction::Save(2 * group + 1))?;
                }
                self.emit(Instruction::Accept)?;
            }
            Node::Conditional { condition, yes, no } => {
                if let Condition::Group(group) = condition {
                    self.program.referenced.push(*group);
                }
                let test = self.emit(Instruction::If { condition: *condition, otherwise: 0 })?;
                self.node(yes)?;
                let jump = self.emit(Instruction::Jump(0))?;
                let start = self.here();
                if let Some(Instruction::If { otherwise, .. }) = self.program.code.get_mut(test) {
                    *otherwise = start;
                }
                self.node(no)?;
                self.set_jump(jump);
            }
        }
        Ok(())
    }

    fn set(&mut self, set: &Arc<ClassUnicode>) -> u32 {
        // The pattern outlives its compilation, so that an address stands for one set.
        if let Some(&index) = self.sets.get(&Arc::as_ptr(set)) {
            return index;
        }
        let terminator = char::from(self.options.line_terminator);
        let char_set = if self.options.lines && class::contains(set, terminator) {
            let mut without = (**set).clone();
            without.difference(&class::single(terminator));
            CharSet::new(&Arc::new(without))
        } else {
            CharSet::new(set)
        };
        let index = self.program.sets.len() as u32;
        self.program.sets.push(char_set);
        self.sets.insert(Arc::as_ptr(set), index);
        index
    }

    fn set_jump(&mut self, at: usize) {
        let here = self.here();
        if let Some(
            Instruction::Jump(target)
            | Instruction::Around { next: target, .. }
            | Instruction::Behind { next: target, .. }
            | Instruction::Atomic { next: target },
        ) = self.program.code.get_mut(at)
        {
            *target = here;
        }
    }

    fn alternate(&mut self, nodes: &[Node]) -> Result<(), RegexError> {
        let Some((last, others)) = nodes.split_last() else {
            return Ok(());
        };
        let mut jumps = Vec::with_capacity(others.len());
        for node in others {
            let split = self.split()?;
            let first = self.here();
            self.node(node)?;
            jumps.push(self.emit(Instruction::Jump(0))?);
            let second = self.here();
            self.set_split(split, first, second, Greed::Greedy);
        }
        self.node(last)?;
        for jump in jumps {
            self.set_jump(jump);
        }
        Ok(())
    }

    fn repeat(&mut self, node: &Node, minimum: u32, maximum: Option<u32>, greed: Greed) -> Result<(), RegexError> {
        let Some(maximum) = maximum else {
            for _ in 1..minimum {
                self.node(node)?;
            }
            return if minimum == 0 { self.star(node, greed) } else { self.plus(node, greed) };
        };
        // glibc forgets empty rounds of a group behind one that was not empty, but only where no more than one round may
        // be left out.
        let forgets = self.options.syntax != Syntax::Perl
            && minimum > 0
            && maximum == minimum + 1
            && matches!(node, Node::Group(..))
            && node.can_be_empty();
        // Then all rounds but the first can be left out, for they may be empty.
        let minimum = if forgets { 1 } else { minimum };
        for _ in 0..minimum {
            self.node(node)?;
        }
        let mut splits = Vec::new();
        for _ in minimum..maximum {
            let split = self.split()?;
            splits.push((split, self.here()));
            if forgets {
                let slot = self.program.slots as u32;
                self.program.slots += 1;
                self.emit(Instruction::Save(slot))?;
                self.node(node)?;
                self.emit(Instruction::EmptyCheck { slot, exit: None })?;
            } else {
                self.node(node)?;
            }
        }
        let exit = self.here();
        for (split, inside) in splits {
            self.set_split(split, inside, exit, greed);
        }
        Ok(())
    }

    fn star(&mut self, node: &Node, greed: Greed) -> Result<(), RegexError> {
        if node.can_be_empty() {
            // As `(node+)?`: the first round may be empty, so that its groups are set.
            let split = self.split()?;
            let inside = self.here();
            self.plus(node, greed)?;
            let exit = self.here();
            self.set_split(split, inside, exit, greed);
            return Ok(());
        }
        let split = self.split()?;
        let inside = self.here();
        self.node(node)?;
        self.emit(Instruction::Jump(split as Address))?;
        let exit = self.here();
        self.set_split(split, inside, exit, greed);
        Ok(())
    }

    fn plus(&mut self, node: &Node, greed: Greed) -> Result<(), RegexError> {
        if !node.can_be_empty() {
            let inside = self.here();
            self.node(node)?;
            let split = self.split()?;
            let exit = self.here();
            self.set_split(split, inside, exit, greed);
            return Ok(());
        }
        // The first round, then rounds that must move on.
        self.node(node)?;
        let slot = self.program.slots as u32;
        self.program.slots += 1;
        let split = self.split()?;
        let inside = self.here();
        self.emit(Instruction::Save(slot))?;
        self.node(node)?;
        let check = self.emit(Instruction::EmptyCheck { slot, exit: None })?;
        self.emit(Instruction::Jump(split as Address))?;
        let exit = self.here();
        self.set_split(split, inside, exit, greed);
        if self.options.syntax == Syntax::Perl
            && let Some(Instruction::EmptyCheck { exit: leave, .. }) = self.program.code.get_mut(check)
        {
            *leave = Some(exit);
        }
        Ok(())
    }

    fn atomic(&mut self, node: &Node) -> Result<(), RegexError> {
        self.program.has_sub_searches = true;
        let at = self.emit(Instruction::Atomic { next: 0 })?;
        self.node(node)?;
        self.emit(Instruction::SubEnd)?;
        self.set_jump(at);
        Ok(())
    }

    fn around(&mut self, node: &Node, behind: bool, negate: bool) -> Result<(), RegexError> {
        self.program.has_sub_searches = true;
        if !behind {
            let at = self.emit(Instruction::Around { negate, next: 0 })?;
            self.node(node)?;
            self.emit(Instruction::SubEnd)?;
            self.set_jump(at);
            return Ok(());
        }
        let mut alternatives = node;
        while let Node::Group(inner, None) = alternatives {
            alternatives = inner;
        }
        let single = std::slice::from_ref(alternatives);
        let alternatives = match alternatives {
            Node::Alternate(nodes) => nodes.as_slice(),
            _ => single,
        };
        if negate {
            // None of the alternatives may match: one assertion after the other.
            for node in alternatives {
                self.behind(node, true)?;
            }
            return Ok(());
        }
        let mut jumps = Vec::new();
        for (index, node) in alternatives.iter().enumerate() {
            let split = if index + 1 < alternatives.len() { Some((self.split()?, self.here())) } else { None };
            self.behind(node, false)?;
            jumps.push(self.emit(Instruction::Jump(0))?);
            if let Some((split, inside)) = split {
                let next = self.here();
                self.set_split(split, inside, next, Greed::Greedy);
            }
        }
        for jump in jumps {
            self.set_jump(jump);
        }
        Ok(())
    }

    fn behind(&mut self, node: &Node, negate: bool) -> Result<(), RegexError> {
        let characters = fixed_length(node)
            .ok_or_else(|| RegexError::Perl("lookbehind assertion is not fixed length".to_owned()))?;
        let at = self.emit(Instruction::Behind { characters, negate, next: 0 })?;
        self.node(node)?;
        self.emit(Instruction::SubEnd)?;
        self.set_jump(at);
        Ok(())
    }
}

/// How many characters a node always takes, if that is one number.
pub(super) fn fixed_length(node: &Node) -> Option<u32> {
    match node {
        Node::Char(_) | Node::Byte(_) | Node::Set(_) | Node::AnyByte => Some(1),
        Node::Empty | Node::Look(_) | Node::Around { .. } | Node::KeepOut | Node::SearchStart => Some(0),
        Node::Group(node, _) | Node::Atomic(node) => fixed_length(node),
        Node::Concat(nodes) => {
            nodes.iter().try_fold(0_u32, |sum, node| fixed_length(node).and_then(|length| sum.checked_add(length)))
        }
        Node::Alternate(nodes) => {
            let mut lengths = nodes.iter().map(fixed_length);
            let first = lengths.next()??;
            lengths.all(|length| length == Some(first)).then_some(first)
        }
        Node::Repeat { node, minimum, maximum, .. } => {
            let length = fixed_length(node)?;
            if length == 0 {
                return Some(0);
            }
            if *maximum == Some(*minimum) { length.checked_mul(*minimum) } else { None }
        }
        Node::Define(_) | Node::Cut(_) | Node::Accept => Some(0),
        Node::BackReference { .. } | Node::Call(_) => None,
        Node::Conditional { yes, no, .. } => {
            let length = fixed_length(yes)?;
            (fixed_length(no) == Some(length)).then_some(length)
        }
    }
}

/// The engine's assertion of the pattern's.
pub(super) fn translate_look(look: hir::Look) -> Look {
    match look {
        hir::Look::Start => Look::Start,
        hir::Look::End => Look::End,
        hir::Look::StartLF => Look::StartLF,
        hir::Look::EndLF => Look::EndLF,
        hir::Look::StartCRLF => Look::StartCRLF,
        hir::Look::EndCRLF => Look::EndCRLF,
        hir::Look::WordAscii => Look::WordAscii,
        hir::Look::WordAsciiNegate => Look::WordAsciiNegate,
        hir::Look::WordUnicode => Look::WordUnicode,
        hir::Look::WordUnicodeNegate => Look::WordUnicodeNegate,
        hir::Look::WordStartAscii => Look::WordStartAscii,
        hir::Look::WordEndAscii => Look::WordEndAscii,
        hir::Look::WordStartUnicode => Look::WordStartUnicode,
        hir::Look::WordEndUnicode => Look::WordEndUnicode,
        hir::Look::WordStartHalfAscii => Look::WordStartHalfAscii,
        hir::Look::WordEndHalfAscii => Look::WordEndHalfAscii,
        hir::Look::WordStartHalfUnicode => Look::WordStartHalfUnicode,
        hir::Look::WordEndHalfUnicode => Look::WordEndHalfUnicode,
    }
}
