//! Bracket expressions of POSIX patterns: `[a-z]`, `[^]x-]`, `[[:alpha:][=e=][.-.]]`.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::Options;
use super::class::{self, ClassName};
use super::dialect::Rules;
use super::error::RegexError;
use super::parse::decode;

/// The longest name that glibc reads between `[:` and `:]`.
const MAX_NAME: usize = 31;

enum Element {
    /// A character, or a byte that is part of none (it can't be matched).
    Char(Result<char, u8>),
    Class(ClassUnicode),
    Equivalence(char),
}

/// Parses what follows a `[`, up to and with its `]`. Gives the set and how many bytes it took.
///
/// # Errors
/// glibc's faults of bracket expressions.
pub(super) fn parse(text: &[u8], rules: Rules, options: &Options) -> Result<(ClassUnicode, usize), RegexError> {
    if text.is_empty() {
        return Err(RegexError::BadPattern);
    }
    let mut reader = Reader { text, at: 0, rules, ignore_case: options.ignore_case, bytes: options.bytes };
    let negate = text[0] == b'^';
    if negate {
        reader.at = 1;
        if text.len() == 1 {
            return Err(RegexError::BadPattern);
        }
    }
    let mut set = ClassUnicode::empty();
    let mut first = true;
    loop {
        match reader.text.get(reader.at) {
            None => return Err(RegexError::UnmatchedBracket),
            Some(b']') if !first => break,
            Some(_) => {}
        }
        let start = reader.element(first)?;
        first = false;
        let is_range = matches!(start, Element::Char(_)) && reader.at_range()?;
        if is_range {
            reader.at += 1;
            let end = reader.element(true)?;
            let (Element::Char(start), Element::Char(end)) = (start, end) else {
                return Err(RegexError::RangeEnd);
            };
            reader.push_range(&mut set, start, end)?;
        } else {
            match start {
                Element::Char(Ok(character)) | Element::Equivalence(character) => {
                    set.push(ClassUnicodeRange::new(character, character));
                }
                Element::Char(Err(_)) => {}
                Element::Class(class) => set.union(&class),
            }
        }
    }
    if options.ignore_case && options.bytes {
        let mut letters = set.clone();
        class::keep_ascii(&mut letters);
        class::fold(&mut letters);
        class::keep_ascii(&mut letters);
        set.union(&letters);
    } else if options.ignore_case {
        class::fold(&mut set);
    }
    if negate {
        set.negate();
        if options.multi_line {
            set.difference(&class::single('\n'));
        }
    }
    Ok((set, reader.at + 1))
}

/// Whether a bracket, without its first `[`, is `[:name:]`: a class whose own brackets were
/// forgotten.
pub fn is_class_mistake(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"^").unwrap_or(text);
    let Some(end) = memchr::memchr(b']', text) else {
        return false;
    };
    match &text[..end] {
        [b':', name @ .., b':'] => {
            let has_class = name.windows(2).any(|pair| matches!(pair, [b'[', b':' | b'.' | b'=']));
            name.iter().any(|&byte| byte != b':') && !name.contains(&b'-') && !has_class
        }
        _ => false,
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    rules: Rules,
    ignore_case: bool,
    bytes: bool,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Whether a `-` follows that makes a range (one before `]` stands for itself).
    fn at_range(&self) -> Result<bool, RegexError> {
        match self.rest() {
            [] | [b'-'] => Err(RegexError::UnmatchedBracket),
            [b'-', b']', ..] => Ok(false),
            // Three in a row stand for one.
            [b'-', b'-', b'-', ..] => Ok(false),
            [b'-', ..] => Ok(true),
            _ => Ok(false),
        }
    }

    fn element(&mut self, accept_hyphen: bool) -> Result<Element, RegexError> {
        match self.rest() {
            [] => Err(RegexError::UnmatchedBracket),
            [b'[', kind @ (b'.' | b'='), ..] => {
                let kind = *kind;
                self.named(kind)
            }
            [b'[', b':', ..] if self.rules.classes => self.named(b':'),
            [b'\\', _, ..] if self.rules.bracket_escapes => {
                self.at += 1;
                self.character()
            }
            [b'-', b'-', b'-', ..] => {
                self.at += 3;
                Ok(Element::Char(Ok('-')))
            }
            [b'-', next, ..] if !accept_hyphen && *next != b']' => Err(RegexError::RangeEnd),
            [b'-'] if !accept_hyphen => Err(RegexError::UnmatchedBracket),
            _ => self.character(),
        }
    }

    /// Adds a range. Where case is ignored glibc reads the pattern in capitals, so that `[Z-a]` is
    /// no range then.
    fn push_range(
        &self,
        set: &mut ClassUnicode,
        start: Result<char, u8>,
        end: Result<char, u8>,
    ) -> Result<(), RegexError> {
        let allowed = |end: Result<char, u8>| match end {
            Ok(character) => self.rules.wide_ranges || character.is_ascii(),
            Err(_) => self.rules.byte_ranges,
        };
        if !(allowed(start) && allowed(end)) {
            return Err(RegexError::Collation);
        }
        let plain = |end: &Result<char, u8>| end.is_ok_and(|character| character.is_ascii());
        let cased = self.ignore_case && (!self.bytes || plain(&start) && plain(&end));
        // A byte stands for the character with its number, which has no case.
        let capital = |end: Result<char, u8>| match end {
            Ok(character) if cased => class::upper(character),
            end => end.unwrap_or_else(char::from),
        };
        let (first, last) = (capital(start), capital(end));
        if first > last {
            return Err(RegexError::RangeEnd);
        }
        if self.bytes && self.rules.ranges_as_written {
            let written = ClassUnicode::new([ClassUnicodeRange::new(
                start.unwrap_or_else(char::from),
                end.unwrap_or_else(char::from),
            )]);
            set.union(&written);
            return Ok(());
        }
        if start.is_err() || end.is_err() {
            let mut range = ClassUnicode::new([ClassUnicodeRange::new(first, last)]);
            // Of small letters their capitals count.
            if self.ignore_case {
                let outside = ('a'..='z').filter(|letter| class::upper(*letter) < first);
                range.difference(&ClassUnicode::new(outside.map(|letter| ClassUnicodeRange::new(letter, letter))));
            }
            set.union(&range);
            return Ok(());
        }
        set.push(ClassUnicodeRange::new(first, last));
        Ok(())
    }

    fn character(&mut self) -> Result<Element, RegexError> {
        let (character, length) = decode(self.rest()).ok_or(RegexError::UnmatchedBracket)?;
        self.at += length;
        Ok(Element::Char(character))
    }

    /// `[:name:]`, `[.x.]` or `[=x=]`, from its `[`.
    fn named(&mut self, kind: u8) -> Result<Element, RegexError> {
        let body = self.text.get(self.at + 2..).unwrap_or_default();
        let length = body
            .windows(2)
            .position(|pair| pair == [kind, b']'])
            .filter(|&length| length <= MAX_NAME)
            .ok_or(RegexError::UnmatchedBracket)?;
        let name = &body[..length];
        self.at += 2 + length + 2;
        if kind == b':' {
            let mut class = ClassName::parse(name).ok_or(RegexError::ClassName)?;
            if self.ignore_case && matches!(class, ClassName::Upper | ClassName::Lower) {
                class = ClassName::Alpha;
            }
            let mut set = (**class.set()).clone();
            if self.bytes {
                class::keep_ascii(&mut set);
            }
            return Ok(Element::Class(set));
        }
        match decode(name) {
            Some((Ok(character), length))
                if length == name.len() && (character.is_ascii() || self.rules.wide_ranges) =>
            {
                Ok(if kind == b'=' { Element::Equivalence(character) } else { Element::Char(Ok(character)) })
            }
            _ => Err(RegexError::Collation),
        }
    }
}
