//! What follows a backslash in the Perl syntax.

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, Look};

use super::super::ast::{Greed, Node};
use super::super::class;
use super::super::error::RegexError;
use super::super::parse::decode;
use super::{Parser, fault};

impl Parser<'_> {
    pub(super) fn text_start(&self) -> Look {
        if self.options.lines { Look::StartLF } else { Look::Start }
    }

    pub(super) fn text_end(&self) -> Look {
        if self.options.lines { Look::EndLF } else { Look::End }
    }

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

    pub(super) fn named_reference(&mut self, name: Option<String>) -> Result<Node, RegexError> {
        let Some(name) = name else {
            return fault("syntax error in subpattern name (missing terminator?)");
        };
        match self.names.iter().find(|(known, _)| *known == name) {
            Some(&(_, group)) => Ok(self.reference(group)),
            None => fault("reference to non-existent subpattern"),
        }
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
            Some(character) => Ok(character),
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
    pub(super) fn set_escape(&mut self, escape: u8) -> Result<Option<ClassUnicode>, RegexError> {
        let set = match escape.to_ascii_lowercase() {
            b'd' if self.options.unicode => class::named(r"\d"),
            b'w' if self.options.unicode => class::named(r"\w"),
            b's' if self.options.unicode => class::named(r"\s"),
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
        let known = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '&' | ' ' | '-'));
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
            if !self.options.unicode && matches!(escape, b'D' | b'W' | b'S') {
                // PCRE2 as GNU grep 3.8 calls it finds no character beyond ASCII here (inside
                // brackets it does).
                set.intersect(&class::named(r"[\x00-\x7F]"));
            }
            return Ok(Some((Node::Set(Arc::new(set)), true)));
        }
        let node = match escape {
            b'b' if self.options.unicode => Node::Look(Look::WordUnicode),
            b'B' if self.options.unicode => Node::Look(Look::WordUnicodeNegate),
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
                    node: Box::new(Node::Set(Arc::new(class::named(r"[\p{M}\u{200D}\u{FE00}-\u{FE0F}]")))),
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
                    return fault("\\k is not followed by a braced, angle-bracketed, or quoted name");
                };
                self.named_reference(name)?
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
    pub(super) fn total_groups(&self) -> u32 {
        let open = memchr::memchr_iter(b'(', self.pattern).count();
        u32::try_from(open).unwrap_or(u32::MAX)
    }

    pub(super) fn g_reference(&mut self) -> Result<Node, RegexError> {
        let braced = self.eat(b"{");
        let negative = self.eat(b"-");
        if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            let value = self.digits(10, 9);
            if braced && !self.eat(b"}") {
                return fault("a numbered reference must not be zero");
            }
            let group = if negative { (self.groups + 1).checked_sub(value) } else { Some(value) };
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
}
