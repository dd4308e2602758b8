//! The parser of the Perl syntax, as PCRE2 reads it for `grep -P`: UTF-8 on, Unicode properties
//! off (so that `\d`, `\w`, `\s` and `\b` know ASCII only).
//!
//! Not there: recursion (`(?R)`, `(?1)`), callouts and backtracking verbs (`(*SKIP)`…). They are
//! refused by name.

mod bracket;
mod escape;

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
    no_auto_capture: bool,
}

fn fault<T>(text: &str) -> Result<T, RegexError> {
    Err(RegexError::Perl(text.to_owned()))
}

/// Parses one pattern.
///
/// # Errors
/// PCRE2's text for the fault.
pub(super) fn parse(pattern: &[u8], options: &Options, first_group: u32) -> Result<Parsed, RegexError> {
    let mut parser = Parser {
        pattern,
        at: 0,
        options,
        groups: first_group,
        names: Vec::new(),
        references: Vec::new(),
        depth: 0,
        literal: false,
        flags: Flags {
            ignore_case: options.ignore_case,
            multi_line: options.multi_line,
            dot_all: options.dot_matches_newline,
            extended: false,
            no_auto_capture: false,
        },
    };
    if let Some(fault) = utf8_fault(pattern) {
        return Err(RegexError::Perl(format!("UTF-8 error: {fault}")));
    }
    parser.collect_names()?;
    let node = parser.alternation()?;
    if parser.at < pattern.len() {
        return fault("unmatched closing parenthesis");
    }
    if parser.references.iter().any(|&group| group > parser.groups) {
        return fault("reference to non-existent subpattern");
    }
    if node.expanded_size() > MAX_EXPANDED {
        return fault("regular expression is too large");
    }
    Ok(Parsed { node, groups: parser.groups, names: parser.names })
}

struct Parser<'a> {
    pattern: &'a [u8],
    at: usize,
    options: &'a Options,
    groups: u32,
    names: Vec<(String, u32)>,
    references: Vec<u32>,
    depth: usize,
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

    /// Finds the names of groups, to which references may point forward.
    fn collect_names(&mut self) -> Result<(), RegexError> {
        let mut number = self.groups;
        let mut at = 0;
        let mut in_class = false;
        while let Some(&byte) = self.pattern.get(at) {
            match byte {
                b'\\' if self.pattern[at..].starts_with(b"\\Q") => {
                    at += memchr::memmem::find(&self.pattern[at..], b"\\E").unwrap_or(self.pattern.len() - at);
                }
                b'\\' => at += 1,
                b'[' if !in_class => {
                    in_class = true;
                    at += usize::from(self.pattern.get(at + 1) == Some(&b'^'));
                    at += usize::from(self.pattern.get(at + 1) == Some(&b']'));
                }
                b'[' if self.pattern.get(at + 1) == Some(&b':') => {
                    at += memchr::memmem::find(&self.pattern[at..], b":]").map_or(0, |end| end + 1);
                }
                b']' => in_class = false,
                b'(' if !in_class => {
                    let rest = &self.pattern[at + 1..];
                    let (skip, end) = match rest {
                        [b'?', b'<', next, ..] if !matches!(next, b'=' | b'!') => (2, b'>'),
                        [b'?', b'P', b'<', ..] => (3, b'>'),
                        [b'?', b'\'', ..] => (2, b'\''),
                        [b'?' | b'*', ..] => (0, 0),
                        _ => (0, 1),
                    };
                    if end > 0 {
                        number += 1;
                    }
                    if end > 1 {
                        let body = &rest[skip..];
                        let length = memchr::memchr(end, body).unwrap_or(body.len());
                        let name = String::from_utf8_lossy(&body[..length]).into_owned();
                        if self.names.iter().any(|(known, _)| *known == name) {
                            return fault("two named subpatterns have the same name (PCRE2_DUPNAMES not set)");
                        }
                        self.names.push((name, number));
                    }
                }
                _ => {}
            }
            at += 1;
        }
        Ok(())
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
        let greed = if self.eat(b"?") {
            Greed::Lazy
        } else if self.eat(b"+") {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        if maximum == Some(0) {
            return Ok(Node::Empty);
        }
        Ok(Node::Repeat { node: Box::new(atom), minimum, maximum, greed })
    }

    fn fold(&self, mut set: ClassUnicode) -> ClassUnicode {
        if self.flags.ignore_case {
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
            '(' => return self.group(),
            '[' => (self.bracket()?, true),
            '.' => {
                let mut set = class::all();
                if !self.flags.dot_all {
                    set.difference(&class::single('\n'));
                }
                (Node::Set(Arc::new(set)), true)
            }
            '^' => (Node::Look(if self.flags.multi_line { Look::StartLF } else { self.text_start() }), false),
            '$' if self.flags.multi_line => (Node::Look(Look::EndLF), false),
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

    fn group(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        if self.peek() == Some(b'*') {
            return self.verb();
        }
        let outer = self.flags;
        if !self.eat(b"?") {
            if self.flags.no_auto_capture {
                return self.finish_group(outer, None).map(Some);
            }
            self.groups += 1;
            return self.finish_group(outer, Some(self.groups)).map(Some);
        }
        for (mark, behind, negate) in
            [(&b"="[..], false, false), (b"!", false, true), (b"<=", true, false), (b"<!", true, true)]
        {
            if self.eat(mark) {
                let (node, _) = self.finish_group(outer, None)?;
                let node = Node::Around { node: Box::new(node), behind, negate };
                return Ok(Some((node, true)));
            }
        }
        if self.eat(b"#") {
            return match self.until(b')') {
                Some(_) => Ok(None),
                None => fault("missing ) after (?# comment"),
            };
        }
        if self.eat(b">") {
            let (node, _) = self.finish_group(outer, None)?;
            return Ok(Some((Node::Atomic(Box::new(node)), true)));
        }
        if self.eat(b"|") {
            return self.branch_reset(outer).map(Some);
        }
        if self.eat(b"(") {
            return self.conditional(outer).map(Some);
        }
        if self.eat(b"P=") {
            let name = self.until(b')');
            return Ok(Some((self.named_reference(name)?, true)));
        }
        let named_end = if self.eat(b"P<") || self.eat(b"<") {
            Some(b'>')
        } else if self.eat(b"'") {
            Some(b'\'')
        } else {
            None
        };
        if let Some(end) = named_end {
            let Some(name) = self.until(end) else {
                return fault("syntax error in subpattern name (missing terminator?)");
            };
            let valid = name
                .chars()
                .enumerate()
                .all(|(index, c)| c == '_' || c.is_ascii_alphabetic() || (index > 0 && c.is_ascii_digit()));
            if name.is_empty() || !valid {
                return fault("subpattern name expected");
            }
            self.groups += 1;
            return self.finish_group(outer, Some(self.groups)).map(Some);
        }
        if matches!(self.peek(), Some(b'R' | b'&' | b'0'..=b'9' | b'+')) || self.rest().starts_with(b"P>") {
            return fault("recursion is not supported");
        }
        self.set_flags()?;
        if self.eat(b")") {
            // In force up to the end of the group around.
            return Ok(None);
        }
        self.at += 1;
        self.finish_group(outer, None).map(Some)
    }

    /// Flags up to a `:` or `)`, which stays.
    fn set_flags(&mut self) -> Result<(), RegexError> {
        let mut on = true;
        if self.eat(b"^") {
            self.flags.ignore_case = false;
            self.flags.multi_line = false;
            self.flags.dot_all = false;
            self.flags.extended = false;
            self.flags.no_auto_capture = false;
        }
        loop {
            match self.peek() {
                Some(b':' | b')') => return Ok(()),
                Some(b'-') if on => on = false,
                Some(b'i') => self.flags.ignore_case = on,
                Some(b'm') => self.flags.multi_line = on,
                Some(b's') => self.flags.dot_all = on,
                Some(b'x') => self.flags.extended = on,
                Some(b'n') => self.flags.no_auto_capture = on,
                Some(_) => return fault("unrecognized character after (? or (?-"),
                None => return fault("missing closing parenthesis"),
            }
            self.at += 1;
        }
    }

    /// The inside of a group and its parenthesis. The flags outside come back after it.
    fn finish_group(&mut self, outer: Flags, number: Option<u32>) -> Result<(Node, bool), RegexError> {
        let node = self.alternation()?;
        if !self.eat(b")") {
            return fault("missing closing parenthesis");
        }
        self.flags = outer;
        Ok((Node::Group(Box::new(node), number), true))
    }

    /// `(?|…)`: each branch numbers its groups from the same start.
    fn branch_reset(&mut self, outer: Flags) -> Result<(Node, bool), RegexError> {
        let start = self.groups;
        let mut most = start;
        let mut branches = Vec::new();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fault("parentheses are too deeply nested");
        }
        loop {
            self.groups = start;
            branches.push(self.branch()?);
            most = most.max(self.groups);
            if !self.eat(b"|") {
                break;
            }
        }
        self.depth -= 1;
        self.groups = most;
        if !self.eat(b")") {
            return fault("missing closing parenthesis");
        }
        self.flags = outer;
        Ok((Node::Group(Box::new(Node::alternate(branches)), None), true))
    }

    /// `(?(1)yes|no)`, from behind its second parenthesis.
    fn conditional(&mut self, outer: Flags) -> Result<(Node, bool), RegexError> {
        let Some(condition) = self.until(b')') else {
            return fault("missing closing parenthesis for condition");
        };
        let name = condition.trim_matches(['<', '>', '\'']);
        let group = if let Ok(number) = name.parse::<u32>() {
            number
        } else if let Some(&(_, number)) = self.names.iter().find(|(known, _)| known == name) {
            number
        } else if name.starts_with(['?', 'R']) {
            return fault("conditions other than on groups are not supported");
        } else {
            return fault("reference to non-existent subpattern");
        };
        self.references.push(group);
        let body = self.alternation()?;
        if !self.eat(b")") {
            return fault("missing closing parenthesis");
        }
        self.flags = outer;
        let (yes, no) = match body {
            Node::Alternate(mut nodes) => {
                if nodes.len() > 2 {
                    return fault("conditional subpattern contains more than two branches");
                }
                let no = nodes.pop().unwrap_or(Node::Empty);
                (nodes.pop().unwrap_or(Node::Empty), no)
            }
            body => (body, Node::Empty),
        };
        let node = Node::Conditional { group, yes: Box::new(yes), no: Box::new(no) };
        Ok((node, true))
    }

    fn verb(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let start = self.at;
        let Some(verb) = self.until(b')') else {
            return fault("missing closing parenthesis");
        };
        match verb.as_str() {
            "*UTF" | "*UTF8" if start == 1 => Ok(None),
            "*FAIL" | "*F" => {
                Ok(Some((Node::Around { node: Box::new(Node::Empty), behind: false, negate: true }, true)))
            }
            "*ACCEPT" | "*COMMIT" | "*PRUNE" | "*SKIP" | "*THEN" | "*UCP" => {
                fault("backtracking verbs are not supported")
            }
            _ => fault("(*VERB) not recognized or malformed"),
        }
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
