//! The parser of POSIX basic and extended regular expressions with the GNU extensions.
//!
//! It reads as glibc reads: which tokens exist depends on the dialect's [`Rules`] and, for `^`,
//! `$` and the repetition operators, on where they stand. An anchor or another assertion can't be
//! repeated: what follows it stands at the start of an expression again.

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, Look};

use super::Options;
use super::ast::{Greed, MAX_DEPTH, MAX_EXPANDED, Node};
use super::class::{self, ClassName};
use super::dialect::Rules;
use super::error::RegexError;

/// The highest bound of an interval (glibc's `RE_DUP_MAX`).
const MAX_REPETITIONS: u32 = 0x7fff;

/// A parsed pattern.
pub(super) struct Parsed {
    pub node: Node,
    /// How many groups capture.
    pub groups: u32,
}

/// Parses one pattern.
///
/// # Errors
/// The fault that glibc's `re_compile_pattern` reports for the same pattern.
pub(super) fn parse(pattern: &[u8], rules: Rules, options: &Options, first_group: u32) -> Result<Parsed, RegexError> {
    let mut parser = Parser {
        pattern,
        at: 0,
        rules,
        options,
        groups: first_group,
        base: first_group,
        depth: 0,
        completed: 0,
        token: Token::End,
        token_start: 0,
        mistake: None,
    };
    parser.next(false);
    let mut node = parser.alternation(0)?;
    if let Some(mistake) = parser.mistake {
        return Err(mistake);
    }
    if !options.line_anchors() {
        settle_carets(&mut node, false, options.not_line_start);
    }
    if node.expanded_size() > MAX_EXPANDED {
        return Err(RegexError::TooBig);
    }
    Ok(Parsed { node, groups: parser.groups })
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    End,
    TrailingBackslash,
    Char(char),
    Byte(u8),
    Alternate,
    Open,
    Close,
    Bracket,
    Any,
    Star,
    Plus,
    Question,
    OpenBrace,
    CloseBrace,
    BackReference(u32),
    Look(Assertion),
    Class {
        word: bool,
        negate: bool,
    },
    /// What no character matches.
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Assertion {
    LineStart,
    LineEnd,
    BufferStart,
    BufferEnd,
    WordStart,
    WordEnd,
    WordBoundary,
    NotWordBoundary,
}

struct Parser<'a> {
    pattern: &'a [u8],
    at: usize,
    rules: Rules,
    options: &'a Options,
    /// Groups begun so far, counted over all patterns of the expression.
    groups: u32,
    /// Groups that belong to the patterns before this one.
    base: u32,
    depth: usize,
    /// Bit N: group N (of this pattern) may be referred to.
    completed: u32,
    token: Token,
    token_start: usize,
    /// The first fault that counts only where there is no other.
    mistake: Option<RegexError>,
}

/// Reads the character at a place: the character or a byte that is part of none, and its length.
pub(super) fn decode(bytes: &[u8]) -> Option<(Result<char, u8>, usize)> {
    let first = *bytes.first()?;
    if first < 0x80 {
        return Some((Ok(char::from(first)), 1));
    }
    match bstr::decode_utf8(bytes) {
        (Some(character), length) => Some((Ok(character), length)),
        (None, _) => Some((Err(first), 1)),
    }
}

impl Parser<'_> {
    /// Reads the next token. `caret_anchors` says that the place is the start of an expression.
    fn next(&mut self, caret_anchors: bool) {
        self.token_start = self.at;
        let (token, length) = self.peek(self.at, caret_anchors);
        self.token = token;
        self.at += length;
    }

    fn peek(&self, at: usize, caret_anchors: bool) -> (Token, usize) {
        let rest = self.pattern.get(at..).unwrap_or_default();
        let Some((character, length)) = decode(rest) else {
            return (Token::End, 0);
        };
        let character = match character {
            Ok(character) => character,
            Err(byte) => return (Token::Byte(byte), 1),
        };
        let rules = &self.rules;
        let token = match character {
            '\\' => {
                let Some((escaped, length)) = decode(&rest[1..]) else {
                    return (Token::TrailingBackslash, 1);
                };
                let token = match escaped {
                    Ok(escaped) => self.escaped(escaped),
                    Err(byte) => Token::Byte(byte),
                };
                return (token, 1 + length);
            }
            '\n' if rules.newline_alternates => Token::Alternate,
            '|' if rules.plain_bar => Token::Alternate,
            '*' => Token::Star,
            '+' if !rules.escaped_plus => Token::Plus,
            '?' if !rules.escaped_plus => Token::Question,
            '{' if rules.intervals && rules.plain_braces => Token::OpenBrace,
            '}' if rules.intervals && rules.plain_braces => Token::CloseBrace,
            '(' if rules.plain_parentheses => Token::Open,
            ')' if rules.plain_parentheses => Token::Close,
            '[' => Token::Bracket,
            '.' => Token::Any,
            '^' if rules.anchors_anywhere
                || caret_anchors
                || at == 0
                || (rules.newline_alternates && self.pattern[at - 1] == b'\n') =>
            {
                Token::Look(Assertion::LineStart)
            }
            '$' if rules.anchors_anywhere
                || at + 1 == self.pattern.len()
                || matches!(self.peek_simple(at + 1), Token::Alternate | Token::Close)
                || rules.loose_dollars && self.is_loose_dollar(at) =>
            {
                Token::Look(Assertion::LineEnd)
            }
            other => Token::Char(other),
        };
        (token, length)
    }

    /// What `$` has to know of the token after it: whether it ends the branch.
    fn peek_simple(&self, at: usize) -> Token {
        match &self.pattern[at..] {
            [b'\\', b'|', ..] if !self.rules.plain_bar => Token::Alternate,
            [b'\\', b')', ..] if !self.rules.plain_parentheses => Token::Close,
            [b'\n', ..] if self.rules.newline_alternates => Token::Alternate,
            _ => Token::End,
        }
    }

    /// Whether what follows a `$` would end the branch if it were written with a backslash, and is not the last byte.
    fn is_loose_dollar(&self, at: usize) -> bool {
        match self.pattern.get(at + 1..) {
            Some([b')' | b'|']) => self.options.whole_line,
            Some([b')' | b'|', ..]) => true,
            _ => false,
        }
    }

    fn escaped(&self, character: char) -> Token {
        let rules = &self.rules;
        match character {
            '|' if !rules.plain_bar => Token::Alternate,
            '1'..='9' if rules.back_references => Token::BackReference(u32::from(character) - u32::from('0')),
            '<' => Token::Look(Assertion::WordStart),
            '>' => Token::Look(Assertion::WordEnd),
            'b' => Token::Look(Assertion::WordBoundary),
            'B' => Token::Look(Assertion::NotWordBoundary),
            '`' => Token::Look(Assertion::BufferStart),
            '\'' => Token::Look(Assertion::BufferEnd),
            'w' | 'W' => Token::Class { word: true, negate: character == 'W' },
            's' | 'S' => Token::Class { word: false, negate: character == 'S' },
            '(' if !rules.plain_parentheses => Token::Open,
            ')' if !rules.plain_parentheses => Token::Close,
            '+' if rules.escaped_plus => Token::Plus,
            '?' if rules.escaped_plus => Token::Question,
            '{' if rules.intervals && !rules.plain_braces => Token::OpenBrace,
            '}' if rules.intervals && !rules.plain_braces => Token::CloseBrace,
            'a'..='z' if rules.escaped_letters_lost && self.options.ignore_case => Token::Nothing,
            other => Token::Char(other),
        }
    }

    fn enter(&mut self) -> Result<(), RegexError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(RegexError::TooBig);
        }
        Ok(())
    }

    /// A choice of branches, up to the end or to the parenthesis that closes level `nest`.
    fn alternation(&mut self, nest: usize) -> Result<Node, RegexError> {
        let before = self.completed;
        let mut all = self.completed;
        let mut branches = vec![self.branch(nest)?];
        while self.token == Token::Alternate {
            // A group of one branch can't be referred to from another.
            all |= self.completed;
            self.completed = before;
            self.next(true);
            branches.push(self.branch(nest)?);
        }
        self.completed |= all;
        Ok(Node::alternate(branches))
    }

    fn at_branch_end(&self, nest: usize) -> bool {
        matches!(self.token, Token::Alternate | Token::End) || (nest > 0 && self.token == Token::Close)
    }

    fn branch(&mut self, nest: usize) -> Result<Node, RegexError> {
        let mut nodes = Vec::new();
        while !self.at_branch_end(nest) {
            let after_assertion = matches!(nodes.last(), Some(Node::Look(_)));
            let moved = nodes.iter().any(|node| !matches!(node, Node::Look(_)));
            let repeats = self.rules.repeated_anchors && (moved || self.rules.operators_anywhere);
            self.check_stray_interval(after_assertion && moved);
            let node = self.expression(nest, after_assertion, repeats)?;
            if !matches!(node, Node::Empty) {
                nodes.push(node);
            }
        }
        Ok(Node::concat(nodes))
    }

    /// Notes a mistake in an interval that stands here behind an assertion; says whether there is one.
    fn check_stray_interval(&mut self, stray: bool) -> bool {
        if !(stray && self.rules.checks_stray_intervals && self.token == Token::OpenBrace) {
            return false;
        }
        let Some(mistake) = self.stray_interval_mistake() else { return false };
        self.mistake.get_or_insert(RegexError::Automaton(mistake));
        true
    }

    /// What the automaton says of an interval that begins here.
    fn stray_interval_mistake(&self) -> Option<&'static str> {
        let number = |digits: &[u8]| {
            digits.iter().all(u8::is_ascii_digit).then(|| {
                digits.iter().fold(0_u32, |sum, digit| sum.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
            })
        };
        let rest = self.pattern.get(self.at..).unwrap_or_default();
        let bounds = memchr::memmem::find(rest, b"\\}").map(|length| &rest[..length]).filter(|text| !text.is_empty());
        let bounds = bounds.and_then(|text| match memchr::memchr(b',', text) {
            None => number(text).map(|minimum| (minimum, minimum)),
            Some(comma) if comma + 1 == text.len() => number(&text[..comma]).map(|minimum| (minimum, minimum)),
            Some(comma) => number(&text[..comma]).zip(number(&text[comma + 1..])),
        });
        match bounds {
            Some((minimum, maximum)) if minimum <= maximum => {
                (maximum > MAX_REPETITIONS).then_some("regular expression too big")
            }
            _ => Some("invalid content of \\{\\}"),
        }
    }

    /// `repeats_anchors`: an anchor here may be repeated.
    fn expression(&mut self, nest: usize, after_assertion: bool, repeats_anchors: bool) -> Result<Node, RegexError> {
        let atom = loop {
            match self.token.clone() {
                Token::Char(character) => break self.character(character),
                Token::Byte(byte) => break Node::Byte(byte),
                Token::Open => break self.group(nest)?,
                Token::Bracket => break self.bracket()?,
                Token::BackReference(number) => {
                    if self.completed & (1 << number) == 0 {
                        return Err(RegexError::BackReference);
                    }
                    break Node::BackReference { group: self.base + number, ignore_case: self.options.ignore_case };
                }
                Token::OpenBrace if self.rules.stray_interval_invalid => {
                    return Err(RegexError::BadRepetition);
                }
                Token::OpenBrace | Token::Star | Token::Plus | Token::Question => {
                    if self.rules.stray_operator_invalid {
                        return Err(RegexError::BadRepetition);
                    }
                    if self.rules.operators_anywhere {
                        let skips = after_assertion || self.rules.stray_brace_skipped;
                        if self.token == Token::OpenBrace && !skips {
                            return self.stray_interval();
                        }
                        self.next(false);
                        continue;
                    }
                    break self.literal_token();
                }
                Token::Close if !self.rules.stray_close_literal => {
                    return Err(RegexError::UnmatchedClosingParenthesis);
                }
                Token::Close | Token::CloseBrace => break self.literal_token(),
                Token::Look(assertion) => {
                    self.next(false);
                    let node = Node::Look(self.look(assertion));
                    let is_anchor = !matches!(
                        assertion,
                        Assertion::WordStart
                            | Assertion::WordEnd
                            | Assertion::WordBoundary
                            | Assertion::NotWordBoundary
                    );
                    if !(is_anchor && repeats_anchors && self.is_repetition()) {
                        return Ok(node);
                    }
                    if self.check_stray_interval(true) {
                        return Ok(node);
                    }
                    let node = self.repeated(node)?;
                    // For what checks the match, the operator is skipped and the parenthesis a character.
                    let unclosed = self.rules.plain_parentheses && nest > 0 && self.token == Token::Close;
                    return if unclosed { Err(RegexError::UnmatchedParenthesis) } else { Ok(node) };
                }
                Token::Any => break Node::Set(Arc::new(self.dot())),
                Token::Class { word, negate } => {
                    let mut set = if word { (**class::word()).clone() } else { (**ClassName::Space.set()).clone() };
                    if self.options.bytes {
                        class::keep_ascii(&mut set);
                    }
                    if negate {
                        set.negate();
                    }
                    break Node::Set(Arc::new(set));
                }
                Token::Nothing => break Node::Set(Arc::new(ClassUnicode::empty())),
                Token::TrailingBackslash => return Err(RegexError::TrailingBackslash),
                Token::Alternate | Token::End => return Ok(Node::Empty),
            }
        };
        self.next(false);
        self.repeated(atom)
    }

    fn is_repetition(&self) -> bool {
        matches!(self.token, Token::Star | Token::Plus | Token::Question | Token::OpenBrace)
    }

    /// An atom with the repetitions that follow it.
    fn repeated(&mut self, mut atom: Node) -> Result<Node, RegexError> {
        while self.is_repetition() {
            let (repeated, literal_brace) = self.repetition(atom)?;
            atom = repeated;
            if literal_brace {
                break;
            }
            if self.rules.stray_interval_invalid && matches!(self.token, Token::Star | Token::OpenBrace) {
                return Err(RegexError::BadRepetition);
            }
        }
        Ok(atom)
    }

    /// An interval with nothing before it: nothing, as often as you like. A brace that begins no
    /// interval is a character.
    fn stray_interval(&mut self) -> Result<Node, RegexError> {
        let start = self.token_start;
        match self.repetition(Node::Empty) {
            Err(RegexError::BadInterval) if self.rules.bad_interval_literal => {
                self.token_start = start;
                self.at = start + 1;
                self.token = Token::Char('{');
                Ok(Node::Empty)
            }
            other => other.map(|(node, _)| node),
        }
    }

    /// The token as the character that it is written with (its last byte).
    fn literal_token(&self) -> Node {
        let byte = self.pattern[..self.at].last().copied().unwrap_or_default();
        Node::Char(char::from(byte))
    }

    fn character(&self, character: char) -> Node {
        if self.options.ignore_case && (!self.options.bytes || character.is_ascii()) {
            let mut variants = class::variants(character);
            if self.options.bytes {
                class::keep_ascii(&mut variants);
            }
            if variants.ranges().len() > 1 || variants.ranges().iter().any(|range| range.len() > 1) {
                return Node::Set(Arc::new(variants));
            }
        }
        Node::Char(character)
    }

    fn dot(&self) -> regex_syntax::hir::ClassUnicode {
        let mut set = class::all();
        if !self.options.dot_matches_newline {
            set.difference(&class::single('\n'));
        }
        set
    }

    fn look(&self, assertion: Assertion) -> Look {
        match assertion {
            Assertion::LineStart if self.options.line_anchors() => Look::StartLF,
            Assertion::LineEnd if self.options.line_anchors() => Look::EndLF,
            Assertion::BufferStart if self.options.lines => Look::StartLF,
            Assertion::BufferEnd if self.options.lines => Look::EndLF,
            // Which of the two it is, `settle_carets` decides.
            Assertion::LineStart => Look::StartCRLF,
            Assertion::BufferStart => Look::Start,
            Assertion::LineEnd | Assertion::BufferEnd => Look::End,
            Assertion::WordStart if self.options.bytes => Look::WordStartAscii,
            Assertion::WordEnd if self.options.bytes => Look::WordEndAscii,
            Assertion::WordBoundary if self.options.bytes => Look::WordAscii,
            Assertion::NotWordBoundary if self.options.bytes => Look::WordAsciiNegate,
            Assertion::WordStart => Look::WordStartUnicode,
            Assertion::WordEnd => Look::WordEndUnicode,
            Assertion::WordBoundary => Look::WordUnicode,
            Assertion::NotWordBoundary => Look::WordUnicodeNegate,
        }
    }

    fn group(&mut self, nest: usize) -> Result<Node, RegexError> {
        self.enter()?;
        self.groups += 1;
        let number = self.groups;
        self.next(true);
        let node = if self.token == Token::Close { Node::Empty } else { self.alternation(nest + 1)? };
        if self.token != Token::Close {
            return Err(RegexError::UnmatchedParenthesis);
        }
        self.depth -= 1;
        let own = number - self.base;
        if own <= 9 {
            self.completed |= 1 << own;
        }
        Ok(Node::Group(Box::new(node), Some(number)))
    }

    /// A repetition operator after `atom`. The flag says that it was a brace to be taken
    /// literally, which is then the current token.
    fn repetition(&mut self, atom: Node) -> Result<(Node, bool), RegexError> {
        let (minimum, maximum) = match self.token {
            Token::Star => (0, None),
            Token::Plus => (1, None),
            Token::Question => (0, Some(1)),
            _ => {
                let start = self.token_start;
                match self.interval()? {
                    Some(bounds) => bounds,
                    None => {
                        self.token_start = start;
                        self.at = start + 1;
                        self.token = Token::Char('{');
                        return Ok((atom, true));
                    }
                }
            }
        };
        self.next(false);
        if matches!(atom, Node::Empty) {
            return Ok((Node::Empty, false));
        }
        Ok((self.repeat(atom, minimum, maximum)?, false))
    }

    fn repeat(&mut self, atom: Node, minimum: u32, maximum: Option<u32>) -> Result<Node, RegexError> {
        if maximum == Some(0) {
            // The groups inside still count, but never match.
            return Ok(Node::Empty);
        }
        if (minimum, maximum) == (1, Some(1)) {
            return Ok(atom);
        }
        // `a**` and its kin say nothing new: keep the tree flat however many there are.
        if let Node::Repeat { minimum: inner_minimum @ (0 | 1), maximum: inner_maximum @ (None | Some(1)), .. } = atom
            && minimum <= 1
            && matches!(maximum, None | Some(1))
            && let Node::Repeat { node, .. } = atom
        {
            return Ok(Node::Repeat {
                node,
                minimum: inner_minimum.min(minimum),
                maximum: if inner_maximum.is_none() || maximum.is_none() { None } else { Some(1) },
                greed: Greed::Greedy,
            });
        }
        if repeat_depth(&atom) + self.depth >= MAX_DEPTH {
            return Err(RegexError::TooBig);
        }
        Ok(Node::Repeat { node: Box::new(atom), minimum, maximum, greed: Greed::Greedy })
    }

    /// The inside of `{…}`, up to its last token. `None`: it is no interval, and the dialect takes
    /// it literally then.
    fn interval(&mut self) -> Result<Option<(u32, Option<u32>)>, RegexError> {
        let comma = Token::Char(',');
        let mut minimum = self.number();
        if minimum == Number::Missing {
            if self.token != comma {
                return Err(RegexError::BadInterval);
            }
            minimum = Number::Value(0);
        }
        let maximum = if minimum == Number::Bad {
            Number::Bad
        } else if self.token == Token::CloseBrace {
            minimum
        } else if self.token == comma {
            self.number()
        } else {
            Number::Bad
        };
        let (Number::Value(minimum), Number::Value(_) | Number::Missing) = (minimum, maximum) else {
            if self.rules.bad_interval_literal {
                return Ok(None);
            }
            return Err(if self.token == Token::End { RegexError::UnmatchedBrace } else { RegexError::BadInterval });
        };
        let maximum = match maximum {
            Number::Value(value) => Some(value),
            _ => None,
        };
        if maximum.is_some_and(|maximum| minimum > maximum) || self.token != Token::CloseBrace {
            return Err(RegexError::BadInterval);
        }
        if maximum.unwrap_or(minimum) > MAX_REPETITIONS {
            return Err(RegexError::TooBig);
        }
        Ok(Some((minimum, maximum)))
    }

    fn number(&mut self) -> Number {
        let mut number = Number::Missing;
        loop {
            self.next(false);
            match self.token {
                Token::End => return Number::Bad,
                Token::CloseBrace | Token::Char(',') => return number,
                Token::Char(digit @ '0'..='9') => {
                    let digit = u32::from(digit) - u32::from('0');
                    number = match number {
                        Number::Missing => Number::Value(digit),
                        Number::Value(value) => Number::Value((value * 10 + digit).min(MAX_REPETITIONS + 1)),
                        Number::Bad => Number::Bad,
                    };
                }
                _ => number = Number::Bad,
            }
        }
    }

    fn bracket(&mut self) -> Result<Node, RegexError> {
        let rest = &self.pattern[self.at..];
        let (set, length) = super::bracket::parse(rest, self.rules, self.options)?;
        if self.rules.class_mistake_refused && super::bracket::is_class_mistake(rest) {
            self.mistake.get_or_insert(RegexError::ClassOutsideBrackets);
        }
        self.at += length;
        Ok(Node::Set(Arc::new(set)))
    }
}

/// Decides about each `^` in a text that is not taken line by line: it matches at the start only.
/// But glibc, whose matcher looks at what it has just read, takes it as the start of a line after
/// a newline that the same match holds. `moved`: the match has read something before the node;
/// `not_line_start`: the text's start is that of no line. Says whether it has read something after
/// the node.
fn settle_carets(node: &mut Node, moved: bool, not_line_start: bool) -> bool {
    match node {
        Node::Look(Look::StartCRLF) if not_line_start && !moved => {
            *node = Node::Set(Arc::new(ClassUnicode::empty()));
        }
        Node::Look(look @ Look::StartCRLF) => {
            *look = if moved { Look::StartLF } else { Look::Start };
        }
        Node::Group(node, _) => {
            settle_carets(node, moved, not_line_start);
        }
        Node::Repeat { node, .. } => {
            settle_carets(node, moved, not_line_start);
        }
        Node::Concat(nodes) => {
            nodes.iter_mut().fold(moved, |moved, node| settle_carets(node, moved, not_line_start));
        }
        Node::Alternate(nodes) => {
            for node in nodes {
                settle_carets(node, moved, not_line_start);
            }
        }
        _ => {}
    }
    moved || !node.can_be_empty()
}

/// How many repetitions directly hold each other at the top of a tree.
fn repeat_depth(node: &Node) -> usize {
    let mut depth = 0;
    let mut node = node;
    while let Node::Repeat { node: inner, .. } = node {
        depth += 1;
        node = inner;
    }
    depth
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Missing,
    Bad,
    Value(u32),
}
