//! What follows a backslash in the Perl syntax.

use std::sync::Arc;

use bstr::ByteSlice;
use regex_syntax::hir::{ClassUnicode, Look};

use super::super::ast::{Condition, Greed, Node};
use super::super::class;
use super::super::error::RegexError;
use super::super::parse::decode;
use super::{Parser, fault, never};

const CASE_ESCAPES: &str = "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u";

/// The longest name of a group, in bytes.
const MAX_NAME: usize = 32;

fn is_script(name: &str) -> bool {
    !class::named(&format!(r"\p{{sc={name}}}")).ranges().is_empty()
}

/// Whether a name is a general category's, and not its short one.
fn is_long_category(name: &str) -> bool {
    name.len() > 2 && !class::named(&format!(r"\p{{gc={name}}}")).ranges().is_empty()
}

impl Parser<'_> {
    /// `$` and `\Z`: the end, or before a newline at the end.
    pub(super) fn end_or_final_newline(&self) -> Node {
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

    pub(super) fn reference(&mut self, group: u32) -> Node {
        self.references.push(group);
        Node::BackReference { group, ignore_case: self.flags.ignore_case }
    }

    /// `^` at the start of what is searched, for which an assertion stands.
    pub(super) fn at_line_start(&self, look: Look) -> Node {
        if self.options.not_line_start { never() } else { Node::Look(look) }
    }

    /// `^` where each line counts: also behind a newline that is not the last character.
    pub(super) fn line_start(&self) -> Node {
        let start = self.at_line_start(Look::StartLF);
        if !self.has_inner_newlines() {
            return start;
        }
        let around = |node, behind, negate| Node::Around { node: Box::new(node), behind, negate };
        Node::Alternate(vec![
            start,
            Node::Concat(vec![around(Node::Char('\n'), true, false), around(Node::Look(Look::EndLF), false, true)]),
        ])
    }

    pub(super) fn line_end(&self) -> Node {
        if !self.has_inner_newlines() {
            return Node::Look(Look::EndLF);
        }
        let newline = Node::Around { node: Box::new(Node::Char('\n')), behind: false, negate: false };
        Node::Alternate(vec![Node::Look(Look::EndLF), newline])
    }

    /// Whether what is searched for itself may hold newlines, which are then not what the engine calls line ends.
    fn has_inner_newlines(&self) -> bool {
        self.options.lines && self.options.line_terminator != b'\n'
    }

    /// The numbers of the groups of a name. In the first reading, any.
    pub(super) fn groups_named(&self, name: &str) -> Result<Vec<u32>, RegexError> {
        let Some(known) = &self.known else { return Ok(vec![0]) };
        let mut groups: Vec<u32> = known.names.iter().filter(|(known, _)| known == name).map(|named| named.1).collect();
        groups.dedup();
        if groups.is_empty() { fault("reference to non-existent subpattern") } else { Ok(groups) }
    }

    /// A reference to what is named; of several groups, to the first that took part.
    pub(super) fn named_reference(&mut self, name: &str) -> Result<Node, RegexError> {
        let mut groups = self.groups_named(name)?;
        let last = groups.pop().unwrap_or(0);
        let mut node = self.reference(last);
        while let Some(group) = groups.pop() {
            let yes = Box::new(self.reference(group));
            node = Node::Conditional { condition: Condition::Group(group), yes, no: Box::new(node) };
        }
        Ok(node)
    }

    /// Reads a name and what ends it.
    pub(super) fn name(&mut self, end: &[u8]) -> Result<String, RegexError> {
        if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return fault("subpattern name must start with a non-digit");
        }
        let rest = self.rest();
        let is_part = |character: char| character == '_' || character.is_alphanumeric();
        let length =
            rest.char_indices().find(|&(_, _, character)| !is_part(character)).map_or(rest.len(), |(start, ..)| start);
        let name = String::from_utf8_lossy(&rest[..length]).into_owned();
        if name.is_empty() {
            return fault("subpattern name expected");
        }
        if name.len() > MAX_NAME {
            return fault("subpattern name is too long (maximum 32 code units)");
        }
        self.at += length;
        if !self.eat(end) {
            return fault("syntax error in subpattern name (missing terminator?)");
        }
        Ok(name)
    }

    pub(super) fn digits(&mut self, radix: u32, most: usize) -> u32 {
        let mut value = 0_u32;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(radix)) else {
                break;
            };
            value = value.saturating_mul(radix).saturating_add(digit);
            self.at += 1;
        }
        value
    }

    /// A character by its number.
    pub(super) fn code_point(&self, value: u32) -> Result<char, RegexError> {
        match char::from_u32(value) {
            Some(character) if !self.options.bytes || value < 256 => Ok(character),
            Some(_) => fault("character code point value in \\x{} or \\o{} is too large"),
            None if (0xd800..0xe000).contains(&value) => {
                fault("disallowed Unicode code point (>= 0xd800 && <= 0xdfff)")
            }
            None => fault("character code point value in \\x{} or \\o{} is too large"),
        }
    }

    /// An escape that means one character, in brackets as outside. `None`: it is another one, and
    /// nothing was read.
    pub(super) fn simple_escape(&mut self, escape: u8) -> Result<Option<char>, RegexError> {
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
            b'o' if self.peek() != Some(b'{') => return fault("missing opening brace after \\o"),
            b'o' => {
                self.at += 1;
                let value = self.digits(8, 11);
                if !self.eat(b"}") {
                    return fault("non-octal character in \\o{} (closing brace missing?)");
                }
                self.code_point(value)?
            }
            b'N' if self.rest().starts_with(b"{U+") && self.options.bytes => {
                return fault("\\N{U+dddd} is supported only in Unicode (UTF) mode");
            }
            b'N' if self.rest().starts_with(b"{U+") => {
                self.at += 3;
                if self.peek() == Some(b'}') {
                    return fault("digits missing in \\x{} or \\o{} or \\N{U+}");
                }
                let value = self.digits(16, 8);
                if !self.eat(b"}") {
                    return fault("non-hex character in \\x{} (closing brace missing?)");
                }
                self.code_point(value)?
            }
            b'l' | b'L' | b'u' | b'U' | b'F' if !self.options.unicode => return fault(CASE_ESCAPES),
            b'0' => {
                let value = self.digits(8, 2);
                self.code_point(value)?
            }
            _ => return Ok(None),
        }))
    }

    /// An escape that means a set, in brackets as outside.
    pub(super) fn set_escape(&mut self, escape: u8) -> Result<Option<ClassUnicode>, RegexError> {
        let set = match escape.to_ascii_lowercase() {
            b'd' if self.properties => class::named(r"\d"),
            b'w' if self.properties && !self.options.unicode => class::named(r"[\p{L}\p{N}_]"),
            b'w' if self.properties => class::named(r"\w"),
            b's' if self.properties => class::named(r"\s"),
            b'd' => class::named("[0-9]"),
            b'w' => class::named("[0-9A-Za-z_]"),
            b's' => class::named(r"[\t-\r ]"),
            b'h' => class::named(r"[\t \u{A0}\u{1680}\u{180E}\u{2000}-\u{200A}\u{202F}\u{205F}\u{3000}]"),
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

    pub(super) fn property(&mut self) -> Result<ClassUnicode, RegexError> {
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
        let known = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '&' | ' ' | '-' | '=' | ':'));
        // Blanks, lines and case do not matter.
        let plain: String =
            name.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).map(|c| c.to_ascii_lowercase()).collect();
        let expression = match plain.as_str() {
            "l&" => r"[\p{Lu}\p{Ll}\p{Lt}]".to_owned(),
            "any" => {
                let mut set = class::all();
                if negate {
                    set.negate();
                }
                return Ok(set);
            }
            "xan" => r"[\p{L}\p{N}]".to_owned(),
            "xwd" => r"[\p{L}\p{N}_]".to_owned(),
            "xsp" | "xps" => r"\s".to_owned(),
            "xuc" => r"[$@`\u{A0}-\u{D7FF}\u{E000}-\u{10FFFF}]".to_owned(),
            plain => match plain.split_once(['=', ':']) {
                Some(("script" | "sc", script)) => format!(r"\p{{sc={script}}}"),
                Some(("scriptextensions" | "scx", script)) => format!(r"\p{{scx={script}}}"),
                Some(_) => String::new(),
                // Scripts by their names alone are taken with what they share.
                None if plain != "zinh" && plain != "inherited" && is_script(plain) => {
                    // Not with the accents that Unicode ascribes to scripts since PCRE's version of it.
                    format!(r"[\p{{scx={plain}}}--[\u{{300}}-\u{{341}}\u{{343}}\u{{344}}\u{{346}}-\u{{362}}]]")
                }
                // General categories have no long names in PCRE.
                None if !self.options.unicode && is_long_category(plain) => String::new(),
                None => format!(r"\p{{{plain}}}"),
            },
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

    pub(super) fn escape(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
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
            let mut set = set;
            if !self.properties && !self.options.bytes && matches!(escape, b'D' | b'W' | b'S') {
                // PCRE2 as GNU grep 3.8 calls it finds no character beyond ASCII here (inside
                // brackets it does).
                set.intersect(&class::named(r"[\x00-\x7F]"));
            }
            return Ok(Some((Node::Set(Arc::new(set)), true)));
        }
        let node = match escape {
            b'b' if self.properties => Node::Look(Look::WordUnicode),
            b'B' if self.properties => Node::Look(Look::WordUnicodeNegate),
            b'b' => Node::Look(Look::WordAscii),
            b'B' => Node::Look(Look::WordAsciiNegate),
            b'A' => Node::Look(self.text_start()),
            b'z' => Node::Look(self.text_end()),
            b'Z' => self.end_or_final_newline(),
            b'G' => Node::SearchStart,
            b'K' if self.around > 0 => {
                return fault("\\K is not allowed in lookarounds (but see PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK)");
            }
            b'K' => return Ok(Some((Node::KeepOut, false))),
            b'C' => Node::AnyByte,
            b'N' => {
                let named = self.rest().strip_prefix(b"{").is_some_and(|rest| {
                    !matches!(rest.first(), Some(b'0'..=b'9' | b',')) && memchr::memchr(b'}', rest).is_some()
                });
                if named {
                    return fault(CASE_ESCAPES);
                }
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
                    node: Box::new(Node::Set(Arc::new(class::named(r"[\p{M}\u{200D}\u{FE00}-\u{FE0F}]")))),
                    minimum: 0,
                    maximum: None,
                    greed: Greed::Greedy,
                },
            ]))),
            b'1'..=b'9' => return self.numbered(),
            b'g' => self.g_reference()?,
            b'k' => {
                let end: &[u8] = if self.eat(b"<") {
                    b">"
                } else if self.eat(b"{") {
                    b"}"
                } else if self.eat(b"'") {
                    b"'"
                } else {
                    return fault("\\k is not followed by a braced, angle-bracketed, or quoted name");
                };
                let name = self.name(end)?;
                self.named_reference(&name)?
            }
            // jq's engine takes a letter that means nothing for itself.
            _ if self.options.unicode => Node::Char(char::from(escape)),
            _ => return fault("unrecognized character follows \\"),
        };
        let repeatable = !matches!(escape, b'b' | b'B' | b'A' | b'z' | b'Z' | b'G');
        Ok(Some((node, repeatable)))
    }

    /// `\1` and the like: a reference, or the number of a character if there is no such group.
    pub(super) fn numbered(&mut self) -> Result<Option<(Node, bool)>, RegexError> {
        let start = self.at - 1;
        self.at = start;
        let value = self.digits(10, 9);
        let groups = self.known.as_ref().map_or(u32::MAX, |known| known.groups);
        let is_octal = matches!(self.pattern.get(start), Some(b'1'..=b'7'));
        if value < 10 || value <= groups || !is_octal {
            // In the first reading it may still turn out to be a character.
            return Ok(Some((if self.known.is_some() { self.reference(value) } else { Node::AnyByte }, true)));
        }
        self.at = start;
        let value = self.digits(8, 3);
        let character = self.code_point(value)?;
        Ok(Some((self.character(character), true)))
    }

    /// `\g{1}`, `\g-1`, `\g{name}`: a reference; `\g<1>`, `\g'name'`: a call.
    pub(super) fn g_reference(&mut self) -> Result<Node, RegexError> {
        let end: &[u8] = match self.peek() {
            Some(b'<') => b">",
            Some(b'\'') => b"'",
            _ => return self.g_back_reference(),
        };
        self.at += 1;
        if matches!(self.peek(), Some(b'0'..=b'9' | b'+' | b'-')) {
            let group = self.relative_number()?;
            if !self.eat(end) {
                return fault(
                    "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number",
                );
            }
            return Ok(self.call(group));
        }
        let name = self.name(end)?;
        let group = self.groups_named(&name)?.first().copied().unwrap_or(0);
        Ok(self.call(group))
    }

    fn g_back_reference(&mut self) -> Result<Node, RegexError> {
        let braced = self.eat(b"{");
        let number = matches!(self.rest(), [b'0'..=b'9', ..] | [b'+' | b'-', b'0'..=b'9', ..]);
        if number {
            let group = self.relative_number()?;
            if braced && !self.eat(b"}") {
                return fault(
                    "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number",
                );
            }
            return if group == 0 { fault("a numbered reference must not be zero") } else { Ok(self.reference(group)) };
        }
        if braced {
            let name = self.name(b"}")?;
            return self.named_reference(&name);
        }
        fault("\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number")
    }

    /// The number of a group: with a sign, counted from here.
    pub(super) fn relative_number(&mut self) -> Result<u32, RegexError> {
        let sign = self.peek().filter(|byte| matches!(byte, b'+' | b'-'));
        self.at += usize::from(sign.is_some());
        let value = self.digits(10, 9);
        let group = match sign {
            None => Some(value),
            Some(_) if value == 0 => return fault("(?+ or (?- or (?(+ or (?(- must be followed by a non-zero digit"),
            Some(b'+') => self.groups.checked_add(value),
            Some(_) => (self.groups + 1).checked_sub(value).filter(|group| *group > 0),
        };
        group.map_or_else(|| fault("reference to non-existent subpattern"), Ok)
    }

    /// What stands in a group, once more as a pattern.
    pub(super) fn call(&mut self, group: u32) -> Node {
        self.references.push(group);
        Node::Call(group)
    }
}
