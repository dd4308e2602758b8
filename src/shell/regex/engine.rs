//! The compiled expression: which engine answers which question.

use std::borrow::Cow;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, OnceLock};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::look::LookMatcher;
use regex_automata::util::pool::Pool;
use regex_automata::{Anchored, Input, MatchKind, meta};
use regex_syntax::hir::Hir;

use super::ast::{Greed, Node};
use super::backtrack::{Backtracker, Next, UNSET, Want};
use super::dialect::{Rules, is_left_to_matcher};
use super::error::{Exhausted, RegexError};
use super::lower::{Lowering, is_word_look};
use super::parse::decode;
use super::program::{Program, fixed_length};
use super::registers::{self, Registers};
use super::{Dialect, Options, Syntax, class, parse, perl};

/// The most memory that the compiled form of one expression may take, in bytes.
const SIZE_LIMIT: usize = 32 << 20;

/// The most memory for the states of one lazily built automaton, in bytes.
const CACHE_LIMIT: usize = 4 << 20;

/// Up to which size (program times text) sub-matches are found by backtracking.
const MAX_BACKTRACKING: usize = 1 << 22;

/// Sub-matches of one match: byte offsets into the text that was searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    slots: Vec<usize>,
}

impl Captures {
    /// An empty value, to be filled by [`Regex::captures_at`].
    pub fn new() -> Captures {
        Captures::default()
    }

    /// Where a group matched (0: the whole match). `None`: it took no part, or doesn't exist.
    pub fn get(&self, group: usize) -> Option<(usize, usize)> {
        let start = *self.slots.get(group.checked_mul(2)?)?;
        let end = *self.slots.get(group * 2 + 1)?;
        (start != UNSET && end != UNSET).then_some((start, end))
    }

    /// How many groups there are, the whole match included; 0 before the first search.
    pub fn len(&self) -> usize {
        self.slots.len() / 2
    }

    /// Whether no search has filled the value yet.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

/// A compiled regular expression. Cheap to clone, and shared freely between threads.
#[derive(Clone, Debug)]
pub struct Regex {
    inner: Arc<Inner>,
}

type CachePool<T> = Pool<T, Box<dyn Fn() -> T + Send + Sync + UnwindSafe + RefUnwindSafe>>;

struct Inner {
    options: Options,
    node: Node,
    groups: u32,
    names: Vec<(String, u32)>,
    /// Finds where a match starts (a candidate only, when `backtracks`).
    finder: meta::Regex,
    /// The exact translation; a relaxed one when `backtracks`.
    hir: Hir,
    looks: LookMatcher,
    backtracks: bool,
    /// The finder's end is the right end.
    finder_is_exact: bool,
    /// Matches depend on where words begin and end, which the finder may see in another way.
    looks_at_words: bool,
    /// Finds where a match may start, whatever the words are.
    word_finder: OnceLock<Option<meta::Regex>>,
    longest: OnceLock<Option<Longest>>,
    /// For `whole_word`: the longest match without regard to words.
    longest_part: OnceLock<Option<Longest>>,
    /// The same, where the linear engines would see other words than there are.
    part_program: OnceLock<Result<Program, RegexError>>,
    program: OnceLock<Result<Program, RegexError>>,
    /// Finds groups where an order of preference could find others than glibc does.
    registers: OnceLock<Option<Registers>>,
    sub_matcher: OnceLock<Option<meta::Regex>>,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Inner")
            .field("options", &self.options)
            .field("node", &self.node)
            .finish_non_exhaustive()
    }
}

/// Finds the longest match from a known start.
struct Longest {
    automaton: Option<(DFA, CachePool<Cache>)>,
    machine: PikeVM,
    machine_caches: CachePool<pikevm::Cache>,
}

impl Regex {
    /// Compiles one pattern.
    ///
    /// # Errors
    /// What is wrong with the pattern, in GNU's words.
    pub fn new(pattern: &[u8], options: &Options) -> Result<Regex, RegexError> {
        Regex::many(&[pattern], options)
    }

    /// Compiles several patterns into one expression that matches where any of them does (as
    /// `grep -e a -e b`). Each is parsed for itself, so that a group or a fault of one does not
    /// reach into another; groups are numbered through. No pattern at all matches nothing.
    ///
    /// # Errors
    /// The fault of the first pattern that has one.
    pub fn many(patterns: &[&[u8]], options: &Options) -> Result<Regex, RegexError> {
        let mut groups = 0;
        let mut names = Vec::new();
        let mut nodes = Vec::with_capacity(patterns.len());
        let mut options = options.clone();
        // The matcher has the word about words, and about all that is searched together with what the automaton cannot
        // decide.
        let left = options.dialect == Dialect::Grep
            && !options.bytes
            && (options.whole_word || patterns.iter().any(|pattern| is_left_to_matcher(pattern)));
        for pattern in patterns {
            match options.syntax {
                Syntax::Fixed if options.bytes => nodes.push(fixed_bytes(pattern, options.ignore_case)),
                Syntax::Fixed => nodes.push(fixed(pattern, options.ignore_case)),
                Syntax::Perl => {
                    let wide = options.bytes.then(|| as_characters(pattern));
                    let parsed = perl::parse(wide.as_deref().unwrap_or(pattern), &options, groups)?;
                    groups = parsed.groups;
                    names.extend(parsed.names);
                    nodes.push(parsed.node);
                }
                Syntax::Basic | Syntax::Extended => {
                    if options.multi_line {
                        options.dot_matches_newline = false;
                    }
                    let dialect = if left { Dialect::GrepParts } else { options.dialect };
                    let mut rules = Rules::of(options.syntax, dialect);
                    let mut pattern = Cow::Borrowed(*pattern);
                    if options.bytes {
                        rules.wide_ranges = true;
                        pattern = Cow::Owned(as_characters(&pattern));
                    }
                    let parsed = parse::parse(&pattern, rules, &options, groups)?;
                    groups = parsed.groups;
                    nodes.push(parsed.node);
                }
            }
        }
        let framed = options.whole_line || options.whole_word;
        let plain_literals = options.syntax == Syntax::Fixed && !options.ignore_case && !framed;
        if plain_literals {
            // Longest first, so that the first that matches is the longest.
            nodes.sort_by_key(|node| std::cmp::Reverse(literal_length(node)));
            nodes.dedup_by(|left, right| literal_length(left) == 0 && literal_length(right) == 0);
        }
        let never = nodes.is_empty();
        let node = Node::alternate(nodes);
        if node.expanded_size() > super::ast::MAX_EXPANDED {
            return Err(RegexError::TooBig);
        }
        let backtracks = node.needs_backtracking();
        let hir = if never {
            Hir::fail()
        } else if backtracks {
            Lowering::relaxed(&options, &node, groups).pattern(&node)
        } else {
            Lowering::exact(&options).pattern(&node)
        };
        let finder_is_exact =
            !backtracks && (options.syntax == Syntax::Perl || plain_literals || first_is_longest(&node));
        let looks_at_words = options.has_own_words()
            && (options.whole_word && !options.whole_line
                || node.any(&|node| matches!(node, Node::Look(look) if is_word_look(*look))));
        let mut looks = LookMatcher::new();
        looks.set_line_terminator(options.line_terminator);
        let finder = build_finder(&hir, &options, WhichCaptures::Implicit)?;
        let regex = Regex {
            inner: Arc::new(Inner {
                node,
                groups,
                names,
                finder,
                hir,
                looks,
                backtracks,
                finder_is_exact,
                looks_at_words,
                word_finder: OnceLock::new(),
                longest: OnceLock::new(),
                longest_part: OnceLock::new(),
                part_program: OnceLock::new(),
                program: OnceLock::new(),
                registers: OnceLock::new(),
                sub_matcher: OnceLock::new(),
                options,
            }),
        };
        if backtracks {
            // So that faults of the pattern show now.
            regex.program()?;
        }
        Ok(regex)
    }

    /// How many groups capture (the whole match not counted).
    pub fn group_count(&self) -> usize {
        self.inner.groups as usize
    }

    /// The names of Perl's named groups, with their numbers.
    pub fn group_names(&self) -> &[(String, u32)] {
        &self.inner.names
    }

    /// Whether every search takes linear time and can't be [`Exhausted`].
    pub fn is_linear(&self) -> bool {
        !self.inner.backtracks
    }

    /// Whether the expression matches anywhere in the text.
    ///
    /// # Errors
    /// [`Exhausted`]: the step limit of a backtracking search.
    pub fn is_match(&self, text: &[u8]) -> Result<bool, Exhausted> {
        if self.inner.backtracks || self.inner.looks_at_words {
            return Ok(self.find_at(text, 0)?.is_some());
        }
        Ok(self.inner.finder.is_match(text))
    }

    /// The leftmost-longest match that starts at `from` or later: its start and end. Anchors and
    /// word boundaries see the text before `from`.
    ///
    /// # Errors
    /// [`Exhausted`]: the step limit of a backtracking search.
    pub fn find_at(&self, text: &[u8], from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        if self.inner.backtracks {
            return self.backtrack(text, from, None);
        }
        let found = self.find_regular(text, from);
        if self.inner.looks_at_words {
            // Up to where the match ends nothing is looked at twice.
            let end = found.map_or(text.len(), |(_, end)| past_character(text, end + MAX_CHARACTER));
            let start = from.checked_sub(MAX_CHARACTER).map_or(0, |start| past_character(text, start));
            if class::has_odd_words(&text[start..end]) {
                return self.find_words(text, from);
            }
        }
        Ok(found)
    }

    /// [`Regex::find_at`] where the linear engines would see other words than there are.
    fn find_words(&self, text: &[u8], from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        let options = &self.inner.options;
        let mut from = from;
        loop {
            let rest = text.get(from..).unwrap_or_default();
            let end = match memchr::memchr(options.line_terminator, rest) {
                Some(length) if options.lines => from + length,
                _ => text.len(),
            };
            let start = match memchr::memrchr(options.line_terminator, &text[..from]) {
                Some(before) if options.lines => before + 1,
                _ => 0,
            };
            let line = &text[..end];
            let found = if class::has_odd_words(&line[start..]) {
                self.find_words_in_line(line, from)?
            } else {
                self.find_regular(line, from)
            };
            if found.is_some() || end == text.len() {
                return Ok(found);
            }
            from = end + 1;
        }
    }

    fn find_words_in_line(&self, text: &[u8], from: usize) -> Result<Option<(usize, usize)>, Exhausted> {
        let inner = &*self.inner;
        let options = &inner.options;
        let whole_word = options.whole_word && !options.whole_line;
        let part = match whole_word && inner.node.can_be_empty() {
            true => Some(inner.part_program.get_or_init(|| self.compile_part()).as_ref().map_err(|_| Exhausted)?),
            false => None,
        };
        let program = self.program().map_err(|_| Exhausted)?;
        let finder = inner.word_finder.get_or_init(|| {
            let hir = Lowering::relaxed(options, &inner.node, inner.groups).pattern(&inner.node);
            build_finder(&hir, options, WhichCaptures::Implicit).ok()
        });
        let finder = finder.as_ref().ok_or(Exhausted)?;
        let mut backtracker = Backtracker::new(program, text, &inner.looks, from, Want::Longest, options.step_limit);
        let mut from = from;
        while from <= text.len() {
            let Some(candidate) = finder.search(&Input::new(text).span(from..text.len())) else { break };
            let start = candidate.start();
            from = start + 1;
            if whole_word && (is_inside_character(text, start) || !is_word_start(text, start)) {
                continue;
            }
            let Some(found) = backtracker.run(start)? else { continue };
            let is_empty = found.0 == found.1;
            if is_empty && is_inside_character(text, start) {
                continue;
            }
            // A word is never nothing where the pattern can match something.
            if is_empty && let Some(part) = part {
                let limit = options.step_limit;
                let mut longest = Backtracker::new(part, text, &inner.looks, start, Want::Longest, limit);
                if longest.run(start)?.is_some_and(|(_, end)| end > start) {
                    continue;
                }
            }
            return Ok(Some(found));
        }
        Ok(None)
    }

    /// The program of what need not be a word.
    fn compile_part(&self) -> Result<Program, RegexError> {
        let options = Options { whole_word: false, ..self.inner.options.clone() };
        Program::new(&self.inner.node, self.inner.groups, &options)
    }

    /// The longest match without regard to words.
    fn longest_part(&self) -> Option<&Longest> {
        let inner = &*self.inner;
        let build = || build_longest(&Lowering::exact(&inner.options).body(&inner.node), inner);
        inner.longest_part.get_or_init(build).as_ref()
    }

    /// As [`Regex::find_at`], with the sub-matches; says whether there is a match. `captures` is
    /// unspecified when there is none.
    ///
    /// # Errors
    /// [`Exhausted`]: the step limit of a backtracking search, or of sub-matches in a very long
    /// match.
    pub fn captures_at(&self, text: &[u8], from: usize, captures: &mut Captures) -> Result<bool, Exhausted> {
        let inner = &*self.inner;
        if inner.backtracks {
            return Ok(self.backtrack(text, from, Some(captures))?.is_some());
        }
        let Some((start, end)) = self.find_at(text, from)? else {
            return Ok(false);
        };
        captures.slots.clear();
        captures.slots.resize(2 * (inner.groups as usize + 1), UNSET);
        captures.slots[0] = start;
        captures.slots[1] = end;
        if inner.groups == 0 {
            return Ok(true);
        }
        let registers = inner.registers.get_or_init(|| {
            let is_posix = matches!(inner.options.syntax, Syntax::Basic | Syntax::Extended);
            let is_wanted = is_posix && registers::differ(&inner.node);
            is_wanted.then(|| Registers::new(&inner.node, inner.groups, &inner.options)).flatten()
        });
        let found = registers::Found { text, start, end, looks: &inner.looks };
        if let Some(found) = registers.as_ref().and_then(|registers| registers.slots(&found)) {
            for (slot, place) in captures.slots[2..].iter_mut().zip(&found[2..]) {
                *slot = if *place == UNSET { UNSET } else { start + place };
            }
            return Ok(true);
        }
        let Ok(program) = self.program() else {
            return Err(Exhausted);
        };
        let size = (end - start + 1).saturating_mul(program.splits as usize);
        if size > MAX_BACKTRACKING
            && let Some(matcher) = self.sub_matcher()
        {
            let slice = &text[start..end];
            let mut found = matcher.create_captures();
            matcher.search_captures(&Input::new(slice).anchored(Anchored::Yes), &mut found);
            if found.is_match() {
                for group in 1..=inner.groups as usize {
                    if let Some(span) = found.get_group(group) {
                        captures.slots[2 * group] = start + span.start;
                        captures.slots[2 * group + 1] = start + span.end;
                    }
                }
                return Ok(true);
            }
        }
        let limit = inner.options.step_limit.max(64 * size.min(1 << 40) as u64);
        let mut backtracker = Backtracker::new(program, text, &inner.looks, start, Want::EndingAt(end), limit);
        if backtracker.run(start)?.is_some() {
            captures.slots[2..].copy_from_slice(&backtracker.slots()[2..2 * (inner.groups as usize + 1)]);
        }
        Ok(true)
    }

    fn find_regular(&self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        let inner = &*self.inner;
        let mut from = from;
        while from <= text.len() {
            let input = Input::new(text).span(from..text.len());
            let found = inner.finder.search(&input)?;
            let start = found.start();
            let end = if inner.finder_is_exact {
                found.end()
            } else {
                let longest = inner.longest.get_or_init(|| build_longest(&inner.hir, inner));
                longest_end(longest.as_ref(), text, start).unwrap_or(found.end())
            };
            if start == end && !inner.options.bytes && is_inside_character(text, start) {
                from = start + 1;
                continue;
            }
            if start == end && self.picks_words() {
                // A word is never nothing where the pattern can match something.
                if longest_end(self.longest_part(), text, start).is_some_and(|end| end > start) {
                    from = start + 1;
                    continue;
                }
            }
            return Some((start, end));
        }
        None
    }

    /// Whether matches have to be words and the pattern may match nothing.
    fn picks_words(&self) -> bool {
        let options = &self.inner.options;
        options.whole_word && !options.whole_line && options.syntax != Syntax::Perl && self.inner.node.can_be_empty()
    }

    /// For sub-matches in very long matches: the pattern as one that matches a whole text. Only
    /// where no assertion has to look beyond the match.
    fn sub_matcher(&self) -> Option<&meta::Regex> {
        let inner = &*self.inner;
        let matcher = inner.sub_matcher.get_or_init(|| {
            if !inner.hir.properties().look_set().is_empty() {
                return None;
            }
            let body = Lowering::with_captures(&inner.options).pattern(&inner.node);
            let whole = Hir::concat(vec![body, Hir::look(regex_syntax::hir::Look::End)]);
            build_finder(&whole, &inner.options, WhichCaptures::All).ok()
        });
        matcher.as_ref()
    }

    fn program(&self) -> Result<&Program, RegexError> {
        let inner = &*self.inner;
        inner
            .program
            .get_or_init(|| Program::new(&inner.node, inner.groups, &inner.options))
            .as_ref()
            .map_err(Clone::clone)
    }

    fn backtrack(
        &self,
        text: &[u8],
        from: usize,
        captures: Option<&mut Captures>,
    ) -> Result<Option<(usize, usize)>, Exhausted> {
        let inner = &*self.inner;
        let program = self.program().map_err(|_| Exhausted)?;
        let want = if inner.options.syntax == Syntax::Perl { Want::First } else { Want::Longest };
        let limit = inner.options.step_limit;
        let mut backtracker = Backtracker::new(program, text, &inner.looks, from, want, limit);
        let mut at = from;
        while at <= text.len() {
            let input = Input::new(text).span(at..text.len());
            let Some(candidate) = inner.finder.search(&input) else {
                break;
            };
            let start = candidate.start();
            let found = backtracker.run(start)?;
            if let Some(found) = found
                && !(found.0 == found.1 && !inner.options.bytes && is_inside_character(text, found.0))
            {
                if let Some(captures) = captures {
                    captures.slots.clear();
                    captures.slots.extend_from_slice(&backtracker.slots()[..2 * (inner.groups as usize + 1)]);
                }
                return Ok(Some(found));
            }
            at = match backtracker.next() {
                Next::At(place) if place > start => place,
                // The text is the line, where lines are searched each for itself.
                Next::Nowhere if inner.options.lines => {
                    match memchr::memchr(inner.options.line_terminator, text.get(start..).unwrap_or_default()) {
                        Some(length) => start + length + 1,
                        None => break,
                    }
                }
                Next::Nowhere => break,
                Next::At(_) | Next::Place if inner.options.bytes => start + 1,
                Next::At(_) | Next::Place => start + decode(&text[start..]).map_or(1, |(_, length)| length),
            };
        }
        Ok(None)
    }
}

/// The end of the longest match from `start`.
fn longest_end(longest: Option<&Longest>, text: &[u8], start: usize) -> Option<usize> {
    let longest = longest?;
    let input = Input::new(text).span(start..text.len()).anchored(Anchored::Yes);
    if let Some((automaton, caches)) = &longest.automaton {
        let mut cache = caches.get();
        if let Ok(found) = automaton.try_search_fwd(&mut cache, &input) {
            return found.map(|half| half.offset());
        }
    }
    let mut cache = longest.machine_caches.get();
    let mut slots = [None, None];
    longest.machine.search_slots(&mut cache, &input, &mut slots);
    slots[1].map(|end| end.get())
}

/// Builds the search for the longest match.
fn build_longest(hir: &Hir, inner: &Inner) -> Option<Longest> {
    let nfa = NFA::compiler()
        .configure(
            thompson::Config::new()
                .utf8(false)
                .which_captures(WhichCaptures::Implicit)
                .look_matcher(inner.looks.clone())
                .nfa_size_limit(Some(SIZE_LIMIT)),
        )
        .build_from_hir(hir)
        .ok()?;
    let automaton = DFA::builder()
        .configure(
            DFA::config()
                .match_kind(MatchKind::All)
                .unicode_word_boundary(true)
                .cache_capacity(CACHE_LIMIT)
                .skip_cache_capacity_check(true),
        )
        .build_from_nfa(nfa.clone())
        .ok()
        .map(|automaton| {
            let model = automaton.clone();
            let create: Box<dyn Fn() -> Cache + Send + Sync + UnwindSafe + RefUnwindSafe> =
                Box::new(move || model.create_cache());
            (automaton, Pool::new(create))
        });
    let machine = PikeVM::builder().configure(PikeVM::config().match_kind(MatchKind::All)).build_from_nfa(nfa).ok()?;
    let model = machine.clone();
    let create: Box<dyn Fn() -> pikevm::Cache + Send + Sync + UnwindSafe + RefUnwindSafe> =
        Box::new(move || model.create_cache());
    Some(Longest { automaton, machine, machine_caches: Pool::new(create) })
}

/// Each byte as the character of its number.
fn as_characters(pattern: &[u8]) -> Vec<u8> {
    pattern.iter().map(|byte| char::from(*byte)).collect::<String>().into_bytes()
}

/// A fixed string of bytes as a tree.
fn fixed_bytes(pattern: &[u8], ignore_case: bool) -> Node {
    let node = |byte: &u8| {
        let mut variants = class::single(char::from(*byte));
        if ignore_case && byte.is_ascii_alphabetic() {
            class::fold(&mut variants);
            class::keep_ascii(&mut variants);
            return Node::Set(Arc::new(variants));
        }
        Node::Byte(*byte)
    };
    Node::concat(pattern.iter().map(node).collect())
}

/// A fixed string as a tree.
fn fixed(pattern: &[u8], ignore_case: bool) -> Node {
    let mut nodes = Vec::new();
    let mut rest = pattern;
    while let Some((character, length)) = decode(rest) {
        nodes.push(match character {
            Ok(character) => {
                let mut variants = class::single(character);
                if ignore_case {
                    class::fold(&mut variants);
                }
                match variants.ranges() {
                    [range] if range.len() == 1 => Node::Char(character),
                    _ => Node::Set(Arc::new(variants)),
                }
            }
            Err(byte) => Node::Byte(byte),
        });
        rest = &rest[length..];
    }
    Node::concat(nodes)
}

/// How many bytes a plain string takes.
fn literal_length(node: &Node) -> usize {
    match node {
        Node::Char(character) => character.len_utf8(),
        Node::Byte(_) => 1,
        Node::Concat(nodes) => nodes.iter().map(literal_length).sum(),
        _ => 0,
    }
}

/// The most bytes of a character.
const MAX_CHARACTER: usize = 4;

/// A place, or behind the character that it may lie inside of.
fn past_character(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let inside = rest.iter().take(MAX_CHARACTER - 1).take_while(|byte| *byte & 0xc0 == 0x80).count();
    at.min(text.len()) + inside
}

/// Whether no character of a word is right before a place.
pub(super) fn is_word_start(text: &[u8], at: usize) -> bool {
    let (before, _) = bstr::decode_last_utf8(text.get(..at).unwrap_or_default());
    !before.is_some_and(|character| class::contains(class::word(), character))
}

/// Whether no character of a word is right behind a place.
pub(super) fn is_word_end(text: &[u8], at: usize) -> bool {
    let (after, _) = bstr::decode_utf8(text.get(at..).unwrap_or_default());
    !after.is_some_and(|character| class::contains(class::word(), character))
}

/// Whether a byte or character of a word, as glibc sees them, is right before a place and right behind it: a byte that
/// is part of no character is to glibc the character of its number.
pub(super) fn words_around(text: &[u8], at: usize) -> (bool, bool) {
    let is_word = |character: Option<char>, stray: Option<&u8>| {
        let character = character.or(stray.copied().map(char::from));
        character.is_some_and(|character| class::contains(class::word(), character))
    };
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default());
    (is_word(bstr::decode_last_utf8(before).0, before.last()), is_word(bstr::decode_utf8(after).0, after.first()))
}

/// Whether a place lies inside of a valid character, where no empty match may be.
fn is_inside_character(text: &[u8], at: usize) -> bool {
    if text.get(at).is_none_or(|byte| byte & 0xc0 != 0x80) {
        return false;
    }
    (1..=3.min(at)).any(|back| {
        let start = at - back;
        matches!(decode(&text[start..]), Some((Ok(_), length)) if length > back)
    })
}

/// Whether the first match in order of preference is the longest as well: of all parts at most one
/// varies in length, and that is a plain greedy repetition.
fn first_is_longest(node: &Node) -> bool {
    fn variable<'a>(node: &'a Node, parts: &mut Vec<&'a Node>) {
        match node {
            Node::Group(node, _) => variable(node, parts),
            Node::Concat(nodes) => {
                for node in nodes {
                    variable(node, parts);
                }
            }
            node if fixed_length(node).is_none() => parts.push(node),
            _ => {}
        }
    }
    let mut parts = Vec::new();
    variable(node, &mut parts);
    match parts.as_slice() {
        [] => true,
        [Node::Repeat { node, greed, .. }] => *greed == Greed::Greedy && fixed_length(node).is_some(),
        _ => false,
    }
}

fn build_finder(hir: &Hir, options: &Options, captures: WhichCaptures) -> Result<meta::Regex, RegexError> {
    meta::Builder::new()
        .configure(
            meta::Config::new()
                .utf8_empty(false)
                .which_captures(captures)
                .line_terminator(options.line_terminator)
                .hybrid_cache_capacity(CACHE_LIMIT)
                .nfa_size_limit(Some(SIZE_LIMIT)),
        )
        .build_from_hir(hir)
        .map_err(|_| RegexError::TooBig)
}
