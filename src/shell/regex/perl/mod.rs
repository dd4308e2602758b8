//! The parser of the Perl syntax, as PCRE2 reads it for `grep -P`: UTF-8 on, Unicode properties
//! off (so that `\d`, `\w`, `\s` and `\b` know ASCII only).
//!
//! A pattern is read twice: first for the names and the number of its groups, to which references may point forward.
//!
//! Not there: `(*THEN)`, named `(*SKIP)`, look-around that is not atomic, and script runs. They are refused by name.

mod bracket;
mod escape;
mod group;

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, Look};

use super::Options;
use super::ast::{Greed, MAX_DEPTH, MAX_EXPANDED, Node};
use super::class;
use super::error::RegexError;
use super::parse::decode;

/// A parsed pattern.
pub(super) struct Parsed {
    pub node: Node,
    /// How many groups capture.
    pub groups: u32,
    pub names: Vec<(String, u32)>,
}

/// The highest bound of a quantifier.
const MAX_REPETITIONS: u32 = 65_535;

#[derive(Clone, Copy, Debug)]
struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
    extended: bool,
    /// `(?xx)`: blanks mean nothing in brackets either.
    extended_brackets: bool,
    no_auto_capture: bool,
    /// `(?U)`: quantifiers are lazy, and greedy with `?`.
    swap_greed: bool,
    /// `(?J)`: several groups may have one name.
    same_names: bool,
}

/// An assertion that never holds.
fn never() -> Node {
    Node::Concat(vec![Node::Look(Look::WordAscii), Node::Look(Look::WordAsciiNegate)])
}

fn fault<T>(text: &str) -> Result<T, RegexError> {
    Err(RegexError::Perl(text.to_owned()))
}

/// Parses one pattern.
///
/// # Errors
/// PCRE2's text for the fault.
pub(super) fn parse(pattern: &[u8], options: &Options, first_group: u32) -> Result<Parsed, RegexError> {
    if let Some(fault) = utf8_fault(pattern) {
        return Err(RegexError::Perl(format!("UTF-8 error: {fault}")));
    }
    let survey = read(pattern, options, first_group, None)?.1;
    let (node, survey) = read(pattern, options, first_group, Some(survey))?;
    if node.expanded_size() > MAX_EXPANDED {
        return fault("regular expression is too large");
    }
    Ok(Parsed { node, groups: survey.groups, names: survey.names })
}

/// What the first reading finds out.
struct Survey {
    groups: u32,
    names: Vec<(String, u32)>,
}

fn read(
    pattern: &[u8],
    options: &Options,
    first_group: u32,
    known: Option<Survey>,
) -> Result<(Node, Survey), RegexError> {
    let mut parser = Parser {
        pattern,
        at: 0,
        options,
        groups: first_group,
        names: Vec::new(),
        known,
        references: Vec::new(),
        late_fault: None,
        depth: 0,
        around: 0,
        literal: false,
        properties: options.unicode,
        flags: Flags {
            ignore_case: options.ignore_case,
            multi_line: options.multi_line,
            dot_all: options.dot_matches_newline,
            extended: false,
            extended_brackets: false,
            no_auto_capture: false,
            swap_greed: false,
            same_names: false,
        },
    };
    parser.settings()?;
    let node = parser.alternation()?;
    if parser.at < pattern.len() {
        return fault("unmatched closing parenthesis");
    }
    if parser.references.iter().any(|&group| group > parser.groups) {
        return fault("reference to non-existent subpattern");
    }
    match parser.late_fault {
        Some(text) => fault(text),
        None => Ok((node, Survey { groups: parser.groups, names: parser.names })),
    }
}

struct Parser<'a> {
    pattern: &'a [u8],
    at: usize,
    options: &'a Options,
    groups: u32,
    names: Vec<(String, u32)>,
    /// From the first reading.
    known: Option<Survey>,
    references: Vec<u32>,
    /// A fault that is told when there is no other.
    late_fault: Option<&'static str>,
    depth: usize,
    /// How many assertions are around.
    around: usize,
    /// `\d`, `\w`, `\s` and `\b` know all of Unicode.
    properties: bool,
    /// Inside of `\Q…\E`.
    literal: bool,
    flags: Flags,
}

impl Parser<'_> {
    fn rest(&self) -> &[u8] {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Reads up to a byte and past it.
    fn until(&mut self, end: u8) -> Option<String> {
        let length = memchr::memchr(end, self.rest())?;
        let text = String::from_utf8_lossy(&self.rest()[..length]).into_owned();
        self.at += length + 1;
        Some(text)
    }

    fn alternation(&mut self) -> Result<Node, RegexError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fault("parentheses are too deeply nested");
        }
        let mut branches = vec![self.branch()?];
        while self.eat(b"|") {
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        Ok(Node::alternate(branches))
    }

    fn branch(&mut self) -> Result<Node, RegexError> {
        let mut nodes = Vec::new();
        loop {
            if self.literal {
                if self.eat(b"\\E") || self.rest().is_empty() {
                    self.literal = false;
                    continue;
                }
            } else {
                if self.flags.extended {
                    self.skip_space();
                }
                if self.eat(b"\\Q") {
                    self.literal = true;
                    continue;
                }
                if self.eat(b"\\E") {
                    continue;
                }
                if matches!(self.peek(), None | Some(b'|' | b')')) {
                    return Ok(Node::concat(nodes));
                }
            }
            let literal = self.literal;
            let Some((atom, repeatable)) = self.atom()? else {
                continue;
            };
            if literal && !self.rest().starts_with(b"\\E") {
                nodes.push(atom);
                continue;
            }
            if literal {
                self.at += 2;
                self.literal = false;
            }
            nodes.push(self.quantified(atom, repeatable)?);
        }
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t'..=b'\r' => self.at += 1,
                b'#' => {
                    let rest = self.rest();
                    let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    self.at += length;
                }
                _ => return,
            }
        }
    }

    /// The bounds of a quantifier, if one follows.
    fn bounds(&mut self) -> Result<Option<(u32, Option<u32>)>, RegexError> {
        if self.flags.extended {
            self.skip_space();
        }
        while self.rest().starts_with(b"(?#") {
            if self.until(b')').is_none() {
                return fault("missing ) after (?# comment");
            }
            if self.flags.extended {
                self.skip_space();
            }
        }
        let bounds = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => {
                let Some(length) = memchr::memchr(b'}', self.rest()) else {
                    return Ok(None);
                };
                let body = &self.rest()[1..length];
                let (minimum, maximum) = match memchr::memchr(b',', body) {
                    Some(comma) => (&body[..comma], Some(&body[comma + 1..])),
                    None => (body, None),
                };
                let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
                if !is_number(minimum) || maximum.is_some_and(|text| !text.is_empty() && !is_number(text)) {
                    return Ok(None);
                }
                let number = |text: &[u8]| {
                    text.iter().fold(0_u32, |sum, digit| sum.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
                };
                let minimum = number(minimum);
                let maximum = match maximum {
                    None => Some(minimum),
                    Some([]) => None,
                    Some(text) => Some(number(text)),
                };
                if minimum.max(maximum.unwrap_or(0)) > MAX_REPETITIONS {
                    return fault("number too big in {} quantifier");
                }
                if maximum.is_some_and(|maximum| maximum < minimum) {
                    return fault("numbers out of order in {} quantifier");
                }
                self.at += length;
                (minimum, maximum)
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(bounds))
    }

    fn quantified(&mut self, atom: Node, repeatable: bool) -> Result<Node, RegexError> {
        let Some((minimum, maximum)) = self.bounds()? else {
            return Ok(atom);
        };
        if !repeatable {
            return fault("quantifier does not follow a repeatable item");
        }
        let greed = if self.eat(b"+") {
            Greed::Possessive
        } else if self.eat(b"?") != self.flags.swap_greed {
            Greed::Lazy
        } else {
            Greed::Greedy
        };
        if maximum == Some(0) {
            // Its groups can be called all the same.
            return Ok(Node::Define(Box::new(atom)));
        }
        Ok(Node::Repeat { node: Box::new(atom), minimum, maximum, greed })
    }

    fn fold(&self, mut set: ClassUnicode) -> ClassUnicode {
        if self.flags.ignore_case && self.options.bytes {
            let mut letters = set.clone();
            class::keep_ascii(&mut letters);
            letters.case_fold_simple();
            class::keep_ascii(&mut letters);
            set.union(&letters);
        } else if self.flags.ignore_case {
            set.case_fold_simple();
        }
        set
    }

    fn character(&self, character: char) -> Node {
        let set = self.fold(class::single(character));
        match set.ranges() {
            [range] if range.len() == 1 => Node::Char(character),
            _ => Node::Set(Arc::new(set)),
        }
    }

    /// One atom, and whether a quantifier may follow. `None` for what only changes the flags.
    fn atom(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let Some((character, length)) = decode(self.rest()) else {
            return Ok(None);
        };
        self.at += length;
        let character = match character {
            Ok(character) => character,
            Err(byte) => return Ok(Some((Node::Byte(byte), true))),
        };
        if self.literal {
            return Ok(Some((self.character(character), true)));
        }
        Ok(Some(match character {
            '\\' => return self.escape(),
            '(' => return Ok(self.group()?.map(|(node, repeatable)| (self.plainly(node), repeatable))),
            '[' => {
                self.refuse_lone_class()?;
                (self.bracket()?, true)
            }
            '.' => {
                let mut set = class::all();
                if !self.flags.dot_all {
                    set.difference(&class::single('\n'));
                }
                (Node::Set(Arc::new(set)), true)
            }
            '^' if self.flags.multi_line => (self.line_start(), false),
            '^' => (self.at_line_start(self.text_start()), false),
            '$' if self.flags.multi_line => (self.line_end(), false),
            '$' => (self.end_or_final_newline(), false),
            '*' | '+' | '?' => return fault("quantifier does not follow a repeatable item"),
            '{' => {
                self.at -= 1;
                if self.bounds()?.is_some() {
                    return fault("quantifier does not follow a repeatable item");
                }
                self.at += 1;
                (Node::Char('{'), true)
            }
            other => (self.character(other), true),
        }))
    }
}

/// What PCRE says of a pattern that is no UTF-8.
fn utf8_fault(pattern: &[u8]) -> Option<String> {
    let start = std::str::from_utf8(pattern).err()?.valid_up_to();
    let bytes = pattern.get(start..)?;
    let first = *bytes.first()?;
    let length = match first {
        0x80..=0xbf => return Some("isolated byte with 0x80 bit set".to_owned()),
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        0xf8..=0xfb => 5,
        0xfc..=0xfd => 6,
        _ => return Some("illegal byte (0xfe or 0xff)".to_owned()),
    };
    if bytes.len() < length {
        let missing = length - bytes.len();
        let plural = if missing == 1 { "" } else { "s" };
        return Some(format!("{missing} byte{plural} missing at end"));
    }
    let continues = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    if !continues(1) {
        return Some("byte 2 top bits not 0x80".to_owned());
    }
    let second = bytes.get(1).copied().unwrap_or_default();
    let overlong = match first {
        0xc0 | 0xc1 => true,
        0xe0 => second < 0xa0,
        0xf0 => second < 0x90,
        0xf8 => second < 0x88,
        0xfc => second < 0x84,
        _ => false,
    };
    let place = (2..length).find(|at| !continues(*at)).map(|at| format!("byte {} top bits not 0x80", at + 1));
    let overlong = overlong.then(|| format!("overlong {length}-byte sequence"));
    let beyond = match (first, second) {
        (0xed, 0xa0..) => Some("code points 0xd800-0xdfff are not defined".to_owned()),
        (0xf4, 0x90..) | (0xf5..=0xf7, _) => Some("code points greater than 0x10ffff are not defined".to_owned()),
        _ => None,
    };
    let long = (length > 4).then(|| format!("{length}-byte character is not allowed (RFC 3629)"));
    place.or(overlong).or(beyond).or(long)
}
