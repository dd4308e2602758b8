//! What groups matched, as glibc's matcher finds it once the ends of a match are known: it walks the graph of the pattern
//! from the start and takes at each fork the branch that was numbered first, if the end can be reached from there.
//!
//! This differs from an order of preference where rounds of a repetition may be empty or left out. It is not for patterns
//! with back-references, which glibc matches in another way.

use regex_automata::util::look::{Look, LookMatcher};

use super::Options;
use super::ast::Node;
use super::backtrack::{UNSET, holds};
use super::program::{CharSet, translate_look};

/// How many states a graph may have.
const MAX_STATES: usize = 4_000;

/// How many bits the table of states by places may have (512 KiB): each is looked at, and nothing can stop that in between.
const MAX_TABLE_BITS: usize = 1 << 22;

/// How deep the tree may be.
const MAX_DEPTH: usize = 300;

/// The pattern as glibc's parser writes it out.
enum Tree {
    Byte(u8),
    Set(CharSet),
    /// What matches nothing.
    Never,
    AnyByte,
    Look(Look),
    Concat(Vec<Tree>),
    /// Any number of rounds.
    Star(Box<Tree>),
    /// A choice of two; `None` is the empty one.
    Either(Option<Box<Tree>>, Option<Box<Tree>>),
    /// A group, and whether its rounds may be left out.
    Group {
        number: u32,
        inner: Option<Box<Tree>>,
        is_optional: bool,
    },
}

#[derive(Debug)]
enum State {
    Byte(u8, u32),
    Set(CharSet, u32),
    Never,
    AnyByte(u32),
    Look(Look, u32),
    /// The branch that is taken first, and the other.
    Fork(u32, u32),
    Open(u32, u32),
    Close {
        group: u32,
        is_optional: bool,
        next: u32,
    },
    End,
}

/// The graph of a pattern.
#[derive(Debug)]
pub(super) struct Registers {
    states: Vec<State>,
    /// From which states each state is reached without a character.
    before: Vec<Vec<u32>>,
    start: u32,
    groups: usize,
    /// Groups that match what another one does, for nothing but that one stands in the other.
    same: Vec<(u32, u32)>,
    bytes: bool,
    /// Words are glibc's.
    own_words: bool,
}

/// A match whose ends are known.
pub(super) struct Found<'a> {
    pub text: &'a [u8],
    pub start: usize,
    pub end: usize,
    pub looks: &'a LookMatcher,
}

/// Whether the order of preference could say something else.
pub(super) fn differ(node: &Node) -> bool {
    node.any(&|node| match node {
        Node::Repeat { node, minimum, maximum, .. } => {
            node.can_be_empty() || maximum.is_some_and(|maximum| maximum >= 2 && maximum > *minimum)
        }
        Node::Alternate(branches) => branches.iter().any(|branch| matches!(branch, Node::Empty)),
        _ => false,
    })
}

/// Writes the tree out.
struct Writer {
    bytes: bool,
    left: usize,
    same: Vec<(u32, u32)>,
    /// What is written is a copy of what was written before. glibc forgets in copies that rounds may be left out.
    copies: bool,
}

impl Writer {
    /// `None`: it is too large, or holds what is not done here. `Some(None)`: the empty tree.
    fn tree(&mut self, node: &Node, depth: usize) -> Option<Option<Tree>> {
        self.left = self.left.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        Some(match node {
            Node::Empty => None,
            Node::Char(character) if self.bytes => Some(u8::try_from(*character).map_or(Tree::Never, Tree::Byte)),
            Node::Char(character) => {
                let mut buffer = [0; 4];
                let bytes = character.encode_utf8(&mut buffer).as_bytes();
                Some(Tree::Concat(bytes.iter().map(|byte| Tree::Byte(*byte)).collect()))
            }
            Node::Byte(byte) => Some(Tree::Byte(*byte)),
            Node::Set(set) => Some(Tree::Set(CharSet::new(set))),
            Node::AnyByte => Some(Tree::AnyByte),
            Node::Look(look) => Some(Tree::Look(translate_look(*look))),
            Node::Group(inner, None) => self.tree(inner, depth + 1)?,
            Node::Group(inner, Some(number)) => {
                let mut inner = self.tree(inner, depth + 1)?;
                if let Some(Tree::Group { number: other, inner: innermost, .. }) = inner {
                    self.same.push((other, *number));
                    inner = innermost.map(|innermost| *innermost);
                }
                Some(Tree::Group { number: *number, inner: inner.map(Box::new), is_optional: false })
            }
            Node::Concat(nodes) => {
                let mut parts = Vec::with_capacity(nodes.len());
                for node in nodes {
                    parts.extend(self.tree(node, depth + 1)?);
                }
                if parts.is_empty() { None } else { Some(Tree::Concat(parts)) }
            }
            Node::Alternate(nodes) => {
                let mut branches = nodes.iter();
                let mut made = self.tree(branches.next()?, depth + 1)?;
                for (index, branch) in branches.enumerate() {
                    let branch = self.tree(branch, depth + index + 1)?;
                    made = Some(Tree::Either(made.map(Box::new), branch.map(Box::new)));
                }
                made
            }
            Node::Repeat { maximum: Some(0), .. } => None,
            Node::Repeat { node, minimum, maximum, .. } => self.repeat(node, *minimum, *maximum, depth)?,
            _ => return None,
        })
    }

    fn repeat(&mut self, node: &Node, minimum: u32, maximum: Option<u32>, depth: usize) -> Option<Option<Tree>> {
        let outer = self.copies;
        let made = self.rounds(node, minimum, maximum, depth);
        self.copies = outer;
        made
    }

    fn rounds(&mut self, node: &Node, minimum: u32, maximum: Option<u32>, depth: usize) -> Option<Option<Tree>> {
        let mut parts = Vec::new();
        let outer = self.copies;
        for round in 0..minimum {
            self.copies = outer || round > 0;
            let Some(round) = self.tree(node, depth + 1)? else { return Some(None) };
            parts.push(round);
        }
        if maximum != Some(minimum) {
            self.copies = outer || minimum > 0;
            let Some(mut round) = self.tree(node, depth + 1)? else { return Some(None) };
            if let Tree::Group { is_optional, .. } = &mut round {
                *is_optional = !outer;
            }
            round = match maximum {
                None => Tree::Star(Box::new(round)),
                Some(_) => Tree::Either(Some(Box::new(round)), None),
            };
            self.copies = true;
            for rounds in minimum + 1..maximum.unwrap_or(0) {
                let Some(last) = self.tree(node, depth + rounds as usize)? else { return Some(None) };
                round = Tree::Either(Some(Box::new(Tree::Concat(vec![round, last]))), None);
            }
            parts.push(round);
        }
        Some(Some(Tree::Concat(parts)))
    }
}

/// How many states a tree takes.
fn size(tree: &Tree) -> usize {
    match tree {
        Tree::Concat(parts) => parts.iter().map(size).sum(),
        Tree::Star(inner) => size(inner) + 1,
        Tree::Either(left, right) => 1 + [left, right].into_iter().flatten().map(|branch| size(branch)).sum::<usize>(),
        Tree::Group { inner, .. } => 2 + inner.as_ref().map_or(0, |inner| size(inner)),
        _ => 1,
    }
}

/// Where a tree begins whose states are numbered from `base`: states are numbered from the leaves up and from left to right.
fn first(tree: &Tree, base: usize) -> usize {
    match tree {
        Tree::Concat(parts) => parts.first().map_or(base, |part| first(part, base)),
        Tree::Star(_) | Tree::Either(..) => base + size(tree) - 1,
        _ => base,
    }
}

fn link(tree: Tree, base: usize, next: usize, states: &mut Vec<State>) {
    let target = next as u32;
    match tree {
        Tree::Byte(byte) => states.push(State::Byte(byte, target)),
        Tree::Set(set) => states.push(State::Set(set, target)),
        Tree::Never => states.push(State::Never),
        Tree::AnyByte => states.push(State::AnyByte(target)),
        Tree::Look(look) => states.push(State::Look(look, target)),
        Tree::Concat(parts) => {
            let mut begins = Vec::with_capacity(parts.len());
            let mut at = base;
            for part in &parts {
                begins.push((at, first(part, at)));
                at += size(part);
            }
            for (index, part) in parts.into_iter().enumerate() {
                let next = begins.get(index + 1).map_or(next, |(_, first)| *first);
                link(part, begins[index].0, next, states);
            }
        }
        Tree::Star(inner) => {
            let own = base + size(&inner);
            let inside = first(&inner, base);
            link(*inner, base, own, states);
            states.push(fork(inside, next));
        }
        Tree::Either(left, right) => {
            let middle = base + left.as_ref().map_or(0, |left| size(left));
            let edges = [
                left.as_ref().map_or(next, |left| first(left, base)),
                right.as_ref().map_or(next, |right| first(right, middle)),
            ];
            if let Some(left) = left {
                link(*left, base, next, states);
            }
            if let Some(right) = right {
                link(*right, middle, next, states);
            }
            states.push(fork(edges[0], edges[1]));
        }
        Tree::Group { number, inner, is_optional } => {
            let close = base + 1 + inner.as_ref().map_or(0, |inner| size(inner));
            let inside = inner.as_ref().map_or(close, |inner| first(inner, base + 1));
            states.push(State::Open(number, inside as u32));
            if let Some(inner) = inner {
                link(*inner, base + 1, close, states);
            }
            states.push(State::Close { group: number, is_optional, next: target });
        }
    }
}

fn fork(left: usize, right: usize) -> State {
    State::Fork(left.min(right) as u32, left.max(right) as u32)
}

/// A set of states for each place.
struct Reached {
    words: Vec<u64>,
    row: usize,
}

impl Reached {
    fn contains(&self, place: usize, state: u32) -> bool {
        let word = self.words.get(place * self.row + state as usize / 64);
        word.is_some_and(|word| word & (1 << (state % 64)) != 0)
    }

    /// Whether it is new there.
    fn insert(&mut self, place: usize, state: u32) -> bool {
        let is_new = !self.contains(place, state);
        if let Some(word) = self.words.get_mut(place * self.row + state as usize / 64) {
            *word |= 1 << (state % 64);
        }
        is_new
    }
}

impl Registers {
    /// `None`: the pattern is too large, or holds what is not done here.
    pub(super) fn new(node: &Node, groups: u32, options: &Options) -> Option<Registers> {
        let mut writer = Writer { bytes: options.bytes, left: MAX_STATES, same: Vec::new(), copies: false };
        let tree = writer.tree(node, 0)?;
        let end = tree.as_ref().map_or(0, size);
        if end > MAX_STATES {
            return None;
        }
        let start = tree.as_ref().map_or(end, |tree| first(tree, 0));
        let mut states = Vec::with_capacity(end + 1);
        if let Some(tree) = tree {
            link(tree, 0, end, &mut states);
        }
        states.push(State::End);
        let mut before = vec![Vec::new(); states.len()];
        for (index, state) in (0u32..).zip(&states) {
            let targets = match state {
                State::Fork(left, right) => [Some(*left), Some(*right)],
                State::Open(_, next) | State::Close { next, .. } | State::Look(_, next) => [Some(*next), None],
                _ => [None, None],
            };
            for target in targets.into_iter().flatten() {
                before.get_mut(target as usize)?.push(index);
            }
        }
        let mut same = writer.same;
        same.sort_unstable();
        same.dedup();
        let (bytes, own_words) = (options.bytes, options.has_own_words());
        Some(Registers { states, before, start: start as u32, groups: groups as usize, same, bytes, own_words })
    }

    /// Where a state that takes a character leads from the start of `text`: how far, and to which state.
    fn step(&self, state: &State, text: &[u8]) -> Option<(usize, u32)> {
        match state {
            State::Byte(byte, next) => (text.first() == Some(byte)).then_some((1, *next)),
            State::AnyByte(next) => (!text.is_empty()).then_some((1, *next)),
            State::Set(set, next) if self.bytes => set.has_byte(text).then_some((1, *next)),
            State::Set(set, next) => set.matches(text).map(|length| (length, *next)),
            _ => None,
        }
    }

    /// From which states the end of the match can be reached, place by place.
    fn reached(&self, found: &Found<'_>) -> Option<Reached> {
        let text = found.text.get(found.start..found.end)?;
        let row = self.states.len().div_ceil(64);
        let length = row.checked_mul(text.len() + 1)?;
        if length > MAX_TABLE_BITS / 64 {
            return None;
        }
        let mut reached = Reached { words: vec![0; length], row };
        let end = (self.states.len() - 1) as u32;
        let mut new = Vec::new();
        for place in (0..=text.len()).rev() {
            if place == text.len() && reached.insert(place, end) {
                new.push(end);
            }
            for (index, state) in (0u32..).zip(&self.states) {
                let leads = self.step(state, &text[place..]);
                if leads.is_some_and(|(length, next)| reached.contains(place + length, next))
                    && reached.insert(place, index)
                {
                    new.push(index);
                }
            }
            while let Some(state) = new.pop() {
                for before in &self.before[state as usize] {
                    let passes = match &self.states[*before as usize] {
                        State::Look(look, _) => {
                            holds(*look, self.own_words, found.looks, found.text, found.start + place)
                        }
                        _ => true,
                    };
                    if passes && reached.insert(place, *before) {
                        new.push(*before);
                    }
                }
            }
        }
        Some(reached)
    }

    /// The slots of the groups, counted from where the match begins; `None`: they are not found this way.
    pub(super) fn slots(&self, found: &Found<'_>) -> Option<Vec<usize>> {
        let reached = self.reached(found)?;
        let text = found.text.get(found.start..found.end)?;
        let mut slots = vec![UNSET; 2 * (self.groups + 1)];
        // What they were when a group was left that had moved on.
        let mut kept = slots.clone();
        let mut passed: Vec<u32> = Vec::new();
        let (mut at, mut place) = (self.start, 0);
        loop {
            let state = self.states.get(at as usize)?;
            let edges = match state {
                State::End if place == text.len() => break,
                State::Open(group, next) => {
                    let slot = 2 * *group as usize;
                    *slots.get_mut(slot)? = place;
                    *slots.get_mut(slot + 1)? = UNSET;
                    [Some(*next), None]
                }
                State::Close { group, is_optional, next } => {
                    let slot = 2 * *group as usize;
                    if *slots.get(slot)? != place {
                        *slots.get_mut(slot + 1)? = place;
                        kept.copy_from_slice(&slots);
                    } else if *is_optional && *kept.get(slot)? != UNSET {
                        slots.copy_from_slice(&kept);
                    } else {
                        *slots.get_mut(slot + 1)? = place;
                    }
                    [Some(*next), None]
                }
                State::Fork(first, second) => [Some(*first), Some(*second)],
                State::Look(_, next) => [Some(*next), None],
                taking => {
                    let (length, next) = self.step(taking, text.get(place..)?)?;
                    place += length;
                    at = next;
                    passed.clear();
                    continue;
                }
            };
            if passed.len() > 2 * self.states.len() {
                return None;
            }
            passed.push(at);
            let mut open = edges.into_iter().flatten().filter(|edge| reached.contains(place, *edge));
            let chosen = open.next()?;
            // It does not go around without moving on.
            at = match open.next() {
                Some(other) if other != chosen && passed.contains(&chosen) => other,
                _ => chosen,
            };
        }
        for (group, other) in &self.same {
            let (slot, other) = (2 * *group as usize, 2 * *other as usize);
            let values = [*slots.get(other)?, *slots.get(other + 1)?];
            slots.get_mut(slot..slot + 2)?.copy_from_slice(&values);
        }
        Some(slots)
    }
}
