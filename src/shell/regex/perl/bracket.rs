//! Bracket expressions of the Perl syntax.

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::super::ast::Node;
use super::super::class::{self, ClassName};
use super::super::error::RegexError;
use super::super::parse::decode;
use super::{Parser, fault};

impl Parser<'_> {
    pub(super) fn bracket(&mut self) -> Result<Node, RegexError> {
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
                if self.flags.extended_brackets && (self.eat(b" ") || self.eat(b"\t")) {
                    continue;
                }
            }
            first = false;
            let start = match self.member(literal)? {
                Ok(character) => character,
                Err(class) => {
                    if !literal && !self.options.unicode && matches!(self.rest(), [b'-', next, ..] if *next != b']') {
                        return fault("invalid range in character class");
                    }
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
    pub(super) fn member(&mut self, literal: bool) -> Result<Result<Option<char>, ClassUnicode>, RegexError> {
        if !literal
            && let [b'[', kind @ (b':' | b'.' | b'='), inside @ ..] = self.rest()
            && let Some(length) = posix_name_length(*kind, inside)
        {
            if *kind != b':' {
                return fault("POSIX collating elements are not supported");
            }
            let (negate, name) = match &inside[..length] {
                [b'^', name @ ..] => (true, name),
                name => (false, name),
            };
            let cased = self.flags.ignore_case && matches!(name, b"upper" | b"lower") && !self.options.unicode;
            let mut set = posix_class(if cased { b"alpha" } else { name }, self.properties)?;
            if negate {
                set.negate();
            }
            self.at += length + 4;
            return Ok(Err(set));
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
            b'8' | b'9' => Ok(Ok(Some(char::from(escape)))),
            b'N' if !self.options.unicode => fault("\\N is not supported in a class"),
            b'B' | b'R' | b'X' | b'N' => fault("escape sequence is invalid in character class"),
            _ if self.options.unicode => Ok(Ok(Some(char::from(escape)))),
            _ => fault("unrecognized character follows \\"),
        }
    }
}

/// A POSIX class; as PCRE has it without Unicode properties, ASCII only.
fn posix_class(name: &[u8], unicode: bool) -> Result<ClassUnicode, RegexError> {
    let class = match name {
        b"word" if unicode => return Ok(class::named(r"\w")),
        b"word" => return Ok(class::named("[0-9A-Za-z_]")),
        b"ascii" => return Ok(class::named(r"[\x00-\x7F]")),
        name => ClassName::parse(name),
    };
    let Some(class) = class else {
        return fault("unknown POSIX class name");
    };
    if unicode {
        return Ok(ClassUnicode::clone(class.set()));
    }
    Ok(ClassUnicode::new(
        (0_u8..0x80)
            .filter(|&byte| class.contains_ascii(byte))
            .map(|byte| ClassUnicodeRange::new(char::from(byte), char::from(byte))),
    ))
}

/// The length of the name in `[:name:]` and the like, whose inside begins `text`; `None` where the bracket is a plain one.
/// What decides is PCRE's rule: a closing bracket ends the search, and so does another opening of the kind.
pub(super) fn posix_name_length(kind: u8, text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let [first, second, ..] = text.get(at..)? {
        match (first, second) {
            (b'\\', b']' | b'\\') => at += 1,
            (b'[', second) if *second == kind => return None,
            (b']', _) => return None,
            (first, b']') if *first == kind => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}
