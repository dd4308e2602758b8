//! The parser of the Perl syntax, as PCRE2 reads it for `grep -P`: UTF-8 on, Unicode properties
//! off (so that `\d`, `\w`, `\s` and `\b` know ASCII only).
//!
//! Not there: recursion (`(?R)`, `(?1)`), callouts and backtracking verbs (`(*SKIP)`…). They are
//! refused by name.

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, Look};

use super::Options;
use super::ast::{Greed, MAX_DEPTH, MAX_EXPANDED, Node};
use super::class::{self, ClassName};
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
pub(super) fn parse(
    pattern: &[u8],
    options: &Options,
    first_group: u32,
) -> Result<Parsed, RegexError> {
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
    Ok(Parsed {
        node,
        groups: parser.groups,
        names: parser.names,
    })
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
                    at += memchr::memmem::find(&self.pattern[at..], b"\\E")
                        .unwrap_or(self.pattern.len() - at);
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
                            return fault(
                                "two named subpatterns have the same name (PCRE2_DUPNAMES not set)",
                            );
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
                let is_number =
                    |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
                if !is_number(minimum)
                    || maximum.is_some_and(|text| !text.is_empty() && !is_number(text))
                {
                    return Ok(None);
                }
                let number = |text: &[u8]| {
                    text.iter().fold(0_u32, |sum, digit| {
                        sum.saturating_mul(10)
                            .saturating_add(u32::from(digit - b'0'))
                    })
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
        Ok(Node::Repeat {
            node: Box::new(atom),
            minimum,
            maximum,
            greed,
        })
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
            '^' => (
                Node::Look(if self.flags.multi_line {
                    Look::StartLF
                } else {
                    self.text_start()
                }),
                false,
            ),
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

    fn text_start(&self) -> Look {
        if self.options.lines {
            Look::StartLF
        } else {
            Look::Start
        }
    }

    fn text_end(&self) -> Look {
        if self.options.lines {
            Look::EndLF
        } else {
            Look::End
        }
    }

    /// `$` and `\Z`: the end, or before a newline at the end.
    fn end_or_final_newline(&self) -> Node {
        if self.options.lines {
            return Node::Look(Look::EndLF);
        }
        Node::Alternate(vec![
            Node::Look(Look::End),
            Node::Around {
                node: Box::new(Node::Concat(vec![Node::Char('\n'), Node::Look(Look::End)])),
                behind: false,
                negate: false,
            },
        ])
    }

    fn reference(&mut self, group: u32) -> Node {
        self.references.push(group);
        Node::BackReference {
            group,
            ignore_case: self.flags.ignore_case,
        }
    }

    fn named_reference(&mut self, name: Option<String>) -> Result<Node, RegexError> {
        let Some(name) = name else {
            return fault("syntax error in subpattern name (missing terminator?)");
        };
        match self.names.iter().find(|(known, _)| *known == name) {
            Some(&(_, group)) => Ok(self.reference(group)),
            None => fault("reference to non-existent subpattern"),
        }
    }

    fn digits(&mut self, radix: u32, most: usize) -> u32 {
        let mut value = 0_u32;
        for _ in 0..most {
            let Some(digit) = self
                .peek()
                .and_then(|byte| char::from(byte).to_digit(radix))
            else {
                break;
            };
            value = value.saturating_mul(radix).saturating_add(digit);
            self.at += 1;
        }
        value
    }

    /// A character by its number.
    fn code_point(&self, value: u32) -> Result<char, RegexError> {
        match char::from_u32(value) {
            Some(character) => Ok(character),
            None if (0xd800..0xe000).contains(&value) => {
                fault("disallowed Unicode code point (>= 0xd800 && <= 0xdfff)")
            }
            None => fault("character code point value in \\x{} or \\o{} is too large"),
        }
    }

    /// An escape that means one character, in brackets as outside. `None`: it is another one, and
    /// nothing was read.
    fn simple_escape(&mut self, escape: u8) -> Result<Option<char>, RegexError> {
        Ok(Some(match escape {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'f' => '\x0c',
            b'e' => '\x1b',
            b'a' => '\x07',
            b'c' => match self.peek() {
                Some(byte) if byte.is_ascii_graphic() || byte == b' ' => {
                    self.at += 1;
                    char::from(byte.to_ascii_uppercase() ^ 0x40)
                }
                _ => return fault("\\c at end of pattern"),
            },
            b'x' if self.peek() == Some(b'{') => {
                self.at += 1;
                let value = self.digits(16, 8);
                if !self.eat(b"}") {
                    return fault("non-hex character in \\x{} (closing brace missing?)");
                }
                self.code_point(value)?
            }
            b'x' => {
                let value = self.digits(16, 2);
                self.code_point(value)?
            }
            b'o' if self.peek() == Some(b'{') => {
                self.at += 1;
                let value = self.digits(8, 11);
                if !self.eat(b"}") {
                    return fault("non-octal character in \\o{} (closing brace missing?)");
                }
                self.code_point(value)?
            }
            b'0' => {
                let value = self.digits(8, 2);
                self.code_point(value)?
            }
            _ => return Ok(None),
        }))
    }

    /// An escape that means a set, in brackets as outside.
    fn set_escape(&mut self, escape: u8) -> Result<Option<ClassUnicode>, RegexError> {
        let set = match escape.to_ascii_lowercase() {
            b'd' => class::named("[0-9]"),
            b'w' => class::named("[0-9A-Za-z_]"),
            b's' => class::named(r"[\t-\r ]"),
            b'h' => class::named(
                r"[\t \u{A0}\u{1680}\u{180E}\u{2000}-\u{200A}\u{202F}\u{205F}\u{3000}]",
            ),
            b'v' => class::named(r"[\n-\r\u{85}\u{2028}\u{2029}]"),
            b'p' => self.property()?,
            _ => return Ok(None),
        };
        Ok(Some(if escape.is_ascii_uppercase() {
            let mut set = set;
            set.negate();
            set
        } else {
            set
        }))
    }

    fn property(&mut self) -> Result<ClassUnicode, RegexError> {
        let mut name = if self.eat(b"{") {
            match self.until(b'}') {
                Some(name) => name,
                None => return fault("malformed \\P or \\p sequence"),
            }
        } else {
            match self.peek() {
                Some(byte) if byte.is_ascii_alphabetic() => {
                    self.at += 1;
                    char::from(byte).to_string()
                }
                _ => return fault("malformed \\P or \\p sequence"),
            }
        };
        let negate = name.starts_with('^');
        if negate {
            name.remove(0);
        }
        let known = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '&' | ' ' | '-'));
        let expression = match name.as_str() {
            "L&" => r"[\p{Lu}\p{Ll}\p{Lt}]".to_owned(),
            "Any" => return Ok(class::all()),
            "Xan" => r"[\p{L}\p{N}]".to_owned(),
            "Xwd" => r"[\p{L}\p{N}_]".to_owned(),
            "Xsp" | "Xps" => r"\s".to_owned(),
            name => format!(r"\p{{{name}}}"),
        };
        let set = class::named(&expression);
        if !known || set.ranges().is_empty() {
            return fault("unknown property after \\P or \\p");
        }
        let mut set = set;
        if negate {
            set.negate();
        }
        Ok(set)
    }

    fn escape(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let Some((character, length)) = decode(self.rest()) else {
            return fault("\\ at end of pattern");
        };
        let Ok(character) = character else {
            self.at += 1;
            return Ok(Some((Node::Byte(self.pattern[self.at - 1]), true)));
        };
        self.at += length;
        let escape = match u8::try_from(character) {
            Ok(byte) if byte.is_ascii_alphanumeric() => byte,
            _ => return Ok(Some((self.character(character), true))),
        };
        if let Some(character) = self.simple_escape(escape)? {
            return Ok(Some((self.character(character), true)));
        }
        if let Some(set) = self.set_escape(escape)? {
            return Ok(Some((Node::Set(Arc::new(set)), true)));
        }
        let node = match escape {
            b'b' => Node::Look(Look::WordAscii),
            b'B' => Node::Look(Look::WordAsciiNegate),
            b'A' => Node::Look(self.text_start()),
            b'z' => Node::Look(self.text_end()),
            b'Z' => self.end_or_final_newline(),
            b'G' => Node::SearchStart,
            b'K' => return Ok(Some((Node::KeepOut, false))),
            b'C' => Node::AnyByte,
            b'N' => {
                let mut set = class::all();
                set.difference(&class::single('\n'));
                Node::Set(Arc::new(set))
            }
            b'R' => Node::Atomic(Box::new(Node::Alternate(vec![
                Node::Concat(vec![Node::Char('\r'), Node::Char('\n')]),
                Node::Set(Arc::new(class::named(r"[\n-\r\u{85}\u{2028}\u{2029}]"))),
            ]))),
            b'X' => Node::Atomic(Box::new(Node::Concat(vec![
                Node::Set(Arc::new(class::all())),
                Node::Repeat {
                    node: Box::new(Node::Set(Arc::new(class::named(
                        r"[\p{M}\u{200D}\u{FE00}-\u{FE0F}]",
                    )))),
                    minimum: 0,
                    maximum: None,
                    greed: Greed::Greedy,
                },
            ]))),
            b'1'..=b'9' => return self.numbered(),
            b'g' => self.g_reference()?,
            b'k' => {
                let name = if self.eat(b"<") {
                    self.until(b'>')
                } else if self.eat(b"{") {
                    self.until(b'}')
                } else if self.eat(b"'") {
                    self.until(b'\'')
                } else {
                    return fault(
                        "\\k is not followed by a braced, angle-bracketed, or quoted name",
                    );
                };
                self.named_reference(name)?
            }
            _ => return fault("unrecognized character follows \\"),
        };
        let repeatable = !matches!(escape, b'b' | b'B' | b'A' | b'z' | b'Z' | b'G');
        Ok(Some((node, repeatable)))
    }

    /// `\1` and the like: a reference, or the number of a character if there is no such group.
    fn numbered(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let start = self.at - 1;
        self.at = start;
        let value = self.digits(10, 9);
        let groups = self.total_groups();
        if value < 10 || value <= groups {
            return Ok(Some((self.reference(value), true)));
        }
        self.at = start;
        if matches!(self.peek(), Some(b'8' | b'9')) {
            self.at = start + 1;
            return Ok(Some((Node::Char(char::from(self.pattern[start])), true)));
        }
        let value = self.digits(8, 3);
        let character = self.code_point(value)?;
        Ok(Some((self.character(character), true)))
    }

    /// How many groups the pattern has altogether, counted roughly from its text.
    fn total_groups(&self) -> u32 {
        let open = memchr::memchr_iter(b'(', self.pattern).count();
        u32::try_from(open).unwrap_or(u32::MAX)
    }

    fn g_reference(&mut self) -> Result<Node, RegexError> {
        let braced = self.eat(b"{");
        let negative = self.eat(b"-");
        if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            let value = self.digits(10, 9);
            if braced && !self.eat(b"}") {
                return fault("a numbered reference must not be zero");
            }
            let group = if negative {
                (self.groups + 1).checked_sub(value)
            } else {
                Some(value)
            };
            return match group {
                Some(group) if group > 0 && value > 0 => Ok(self.reference(group)),
                _ => fault("reference to non-existent subpattern"),
            };
        }
        if braced && !negative {
            let name = self.until(b'}');
            return self.named_reference(name);
        }
        fault("subroutine calls (\\g<…>) are not supported")
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
        for (mark, behind, negate) in [
            (&b"="[..], false, false),
            (b"!", false, true),
            (b"<=", true, false),
            (b"<!", true, true),
        ] {
            if self.eat(mark) {
                let (node, _) = self.finish_group(outer, None)?;
                let node = Node::Around {
                    node: Box::new(node),
                    behind,
                    negate,
                };
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
            let valid = name.chars().enumerate().all(|(index, c)| {
                c == '_' || c.is_ascii_alphabetic() || (index > 0 && c.is_ascii_digit())
            });
            if name.is_empty() || !valid {
                return fault("subpattern name expected");
            }
            self.groups += 1;
            return self.finish_group(outer, Some(self.groups)).map(Some);
        }
        if matches!(self.peek(), Some(b'R' | b'&' | b'0'..=b'9' | b'+'))
            || self.rest().starts_with(b"P>")
        {
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
    fn finish_group(
        &mut self,
        outer: Flags,
        number: Option<u32>,
    ) -> Result<(Node, bool), RegexError> {
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
        let node = Node::Conditional {
            group,
            yes: Box::new(yes),
            no: Box::new(no),
        };
        Ok((node, true))
    }

    fn verb(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let start = self.at;
        let Some(verb) = self.until(b')') else {
            return fault("missing closing parenthesis");
        };
        match verb.as_str() {
            "*UTF" | "*UTF8" if start == 1 => Ok(None),
            "*FAIL" | "*F" => Ok(Some((
                Node::Around {
                    node: Box::new(Node::Empty),
                    behind: false,
                    negate: true,
                },
                true,
            ))),
            "*ACCEPT" | "*COMMIT" | "*PRUNE" | "*SKIP" | "*THEN" | "*UCP" => {
                fault("backtracking verbs are not supported")
            }
            _ => fault("(*VERB) not recognized or malformed"),
        }
    }

    fn bracket(&mut self) -> Result<Node, RegexError> {
        let negate = self.eat(b"^");
        let mut set = ClassUnicode::empty();
        // What ignoring case doesn't touch.
        let mut classes = ClassUnicode::empty();
        let mut first = true;
        let mut literal = false;
        loop {
            if self.rest().is_empty() {
                return fault("missing terminating ] for character class");
            }
            if literal {
                if self.eat(b"\\E") {
                    literal = false;
                    continue;
                }
            } else {
                if !first && self.eat(b"]") {
                    break;
                }
                if self.eat(b"\\Q") {
                    literal = true;
                    continue;
                }
                if self.eat(b"\\E") {
                    continue;
                }
            }
            first = false;
            let start = match self.member(literal)? {
                Ok(character) => character,
                Err(class) => {
                    classes.union(&class);
                    continue;
                }
            };
            let Some(start) = start else { continue };
            let is_range = !literal && matches!(self.rest(), [b'-', next, ..] if *next != b']');
            if !is_range {
                set.push(ClassUnicodeRange::new(start, start));
                continue;
            }
            self.at += 1;
            match self.member(false)? {
                Ok(Some(end)) if end < start => {
                    return fault("range out of order in character class");
                }
                Ok(Some(end)) => set.push(ClassUnicodeRange::new(start, end)),
                Ok(None) => set.push(ClassUnicodeRange::new(start, start)),
                Err(_) => return fault("invalid range in character class"),
            }
        }
        let mut set = self.fold(set);
        set.union(&classes);
        if negate {
            set.negate();
        }
        Ok(Node::Set(Arc::new(set)))
    }

    /// One member of a bracket: a character (`None` for a byte that is part of none) or a set.
    #[allow(clippy::type_complexity, reason = "one of two kinds, used at once")]
    fn member(&mut self, literal: bool) -> Result<Result<Option<char>, ClassUnicode>, RegexError> {
        if !literal && self.rest().starts_with(b"[:") {
            if let Some(length) = memchr::memmem::find(self.rest(), b":]") {
                let name = &self.rest()[2..length];
                if name
                    .iter()
                    .all(|byte| byte.is_ascii_alphabetic() || *byte == b'^')
                {
                    let (negate, name) = match name {
                        [b'^', name @ ..] => (true, name),
                        name => (false, name),
                    };
                    let mut set = posix_class(name)?;
                    if negate {
                        set.negate();
                    }
                    self.at += length + 2;
                    return Ok(Err(set));
                }
            }
        }
        let Some((character, length)) = decode(self.rest()) else {
            return fault("missing terminating ] for character class");
        };
        self.at += length;
        let Ok(character) = character else {
            return Ok(Ok(None));
        };
        if character != '\\' || literal {
            return Ok(Ok(Some(character)));
        }
        let Some((escaped, length)) = decode(self.rest()) else {
            return fault("\\ at end of pattern");
        };
        self.at += length;
        let Ok(escaped) = escaped else {
            return Ok(Ok(None));
        };
        let escape = match u8::try_from(escaped) {
            Ok(byte) if byte.is_ascii_alphanumeric() => byte,
            _ => return Ok(Ok(Some(escaped))),
        };
        if escape == b'b' {
            return Ok(Ok(Some('\x08')));
        }
        if let Some(character) = self.simple_escape(escape)? {
            return Ok(Ok(Some(character)));
        }
        if let Some(set) = self.set_escape(escape)? {
            return Ok(Err(set));
        }
        if matches!(escape, b'1'..=b'7') {
            self.at -= 1;
            let value = self.digits(8, 3);
            return Ok(Ok(Some(self.code_point(value)?)));
        }
        match escape {
            b'B' | b'R' | b'X' | b'N' => fault("escape sequence is invalid in character class"),
            _ => fault("unrecognized character follows \\"),
        }
    }
}

/// A POSIX class as PCRE has it without Unicode properties: ASCII only.
fn posix_class(name: &[u8]) -> Result<ClassUnicode, RegexError> {
    let class = match name {
        b"word" => return Ok(class::named("[0-9A-Za-z_]")),
        b"ascii" => return Ok(class::named(r"[\x00-\x7F]")),
        name => ClassName::parse(name),
    };
    let Some(class) = class else {
        return fault("unknown POSIX class name");
    };
    Ok(ClassUnicode::new(
        (0_u8..0x80)
            .filter(|&byte| class.contains_ascii(byte))
            .map(|byte| ClassUnicodeRange::new(char::from(byte), char::from(byte))),
    ))
}
