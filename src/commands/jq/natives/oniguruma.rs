//! Oniguruma's Perl syntax, in which jq's expressions are written, in that of our own engine, which knows Perl's own.
//!
//! What is wrong with an expression is told in Oniguruma's words as far as this is where it is found; see also
//! [`message`].

use std::collections::HashSet;

use memchr::{memchr, memmem::find};

/// An expression for the engine.
pub struct Translated {
    pub pattern: Vec<u8>,
    /// The names of groups, with their numbers.
    pub names: Vec<(String, usize)>,
}

/// The most that the bounds of a repetition may be.
const MAX_REPEAT: u64 = 100_000;

/// The longest name of a group that the engine takes.
const MAX_NAME: usize = 32;

/// How many quantifiers may stand behind others.
const MAX_WRAPPED: u32 = 1000;

/// The last character.
const MAX_CODE: u64 = 0x10_ffff;

const POSIX: &[&[u8]] = &[
    b"alnum", b"alpha", b"ascii", b"blank", b"cntrl", b"digit", b"graph", b"lower", b"print", b"punct", b"space",
    b"upper", b"word", b"xdigit",
];

/// What a quantifier would repeat.
#[derive(Clone, Copy)]
enum Last {
    /// The beginning of a branch.
    Nothing,
    /// A place between characters.
    Place,
    /// Where it begins in the pattern for the engine.
    Atom(usize),
    /// The same, and it is repeated already.
    Repeated(usize),
}

struct Open {
    start: usize,
    is_look: bool,
    was_extended: bool,
}

/// What refers to a group.
enum Reference {
    Number(u64),
    Name(String),
    Call(u64),
}

/// An item of a class of characters.
#[derive(Clone, Copy, PartialEq)]
enum Item {
    Nothing,
    Character,
    /// The end of a range.
    Range,
    Class,
}

struct Translator<'p> {
    text: &'p [u8],
    at: usize,
    out: Vec<u8>,
    extended: bool,
    last: Last,
    open: Vec<Open>,
    groups: u64,
    names: Vec<(String, usize)>,
    references: Vec<Reference>,
    wrapped: u32,
}

type Step<T = ()> = Result<T, String>;

fn wrong<T>(message: &str) -> Step<T> {
    Err(message.to_owned())
}

/// Translates an expression; `extended`: spaces and comments stand for nothing.
///
/// # Errors
/// Oniguruma's message.
pub fn translate(pattern: &str, extended: bool) -> Result<Translated, String> {
    let mut translator = Translator {
        text: pattern.as_bytes(),
        at: 0,
        out: Vec::with_capacity(pattern.len()),
        extended,
        last: Last::Nothing,
        open: Vec::new(),
        groups: 0,
        names: Vec::new(),
        references: Vec::new(),
        wrapped: 0,
    };
    translator.run()?;
    Ok(Translated { pattern: translator.out, names: translator.names })
}

/// Oniguruma's message for one of the engine's, where there is one for the same fault.
pub fn message(engine: &str) -> &str {
    match engine {
        "numbers out of order in {} quantifier" => "upper is smaller than lower in repeat range",
        "missing terminating ] for character class" => "premature end of char-class",
        "range out of order in character class" => "empty range in char class",
        "lookbehind assertion is not fixed length" => "invalid pattern in look-behind",
        other => other,
    }
}

impl<'p> Translator<'p> {
    fn rest(&self) -> &'p [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Takes bytes as they are.
    fn copy(&mut self, count: usize) {
        let count = count.min(self.rest().len());
        self.out.extend_from_slice(&self.rest()[..count]);
        self.at += count;
    }

    /// Takes a whole character as it is.
    fn copy_character(&mut self) {
        self.copy(character_length(self.rest()));
    }

    /// Takes bytes that mean something else for the engine.
    fn replace(&mut self, count: usize, with: &[u8]) {
        self.at += count;
        self.out.extend_from_slice(with);
    }

    fn run(&mut self) -> Step {
        while let Some(byte) = self.peek() {
            let start = self.out.len();
            match byte {
                b'\\' => self.escape()?,
                b'[' => {
                    self.class()?;
                    self.last = Last::Atom(start);
                }
                b'(' => self.group()?,
                b')' => {
                    let Some(open) = self.open.pop() else { return wrong("unmatched close parenthesis") };
                    self.copy(1);
                    self.extended = open.was_extended;
                    self.last = if open.is_look { Last::Place } else { Last::Atom(open.start) };
                }
                b'|' => {
                    self.copy(1);
                    self.last = Last::Nothing;
                }
                b'^' | b'$' => {
                    self.copy(1);
                    self.last = Last::Place;
                }
                b'*' | b'+' | b'?' => self.repetition(1)?,
                b'{' => match interval(self.rest()) {
                    Some(length) => self.repetition(length)?,
                    None => {
                        self.copy(1);
                        self.last = Last::Atom(start);
                    }
                },
                b'#' if self.extended => self.copy(memchr(b'\n', self.rest()).unwrap_or(self.rest().len())),
                byte if self.extended && byte.is_ascii_whitespace() => self.copy(1),
                _ => {
                    self.copy_character();
                    self.last = Last::Atom(start);
                }
            }
        }
        if !self.open.is_empty() {
            return wrong("end pattern with unmatched parenthesis");
        }
        let names: HashSet<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        self.references.iter().try_for_each(|reference| match reference {
            Reference::Number(number) if *number > self.groups => wrong("invalid backref number/name"),
            Reference::Call(number) if *number > self.groups => Err(format!("undefined group <{number}> reference")),
            Reference::Name(name) if !names.contains(name.as_str()) => {
                Err(format!("undefined name <{name}> reference"))
            }
            _ => Ok(()),
        })
    }

    /// A quantifier of some bytes, and what stands behind it.
    fn repetition(&mut self, length: usize) -> Step {
        let start = match self.last {
            Last::Nothing => return wrong("target of repeat operator is not specified"),
            Last::Place => return wrong("target of repeat operator is invalid"),
            Last::Atom(start) => start,
            // The engine takes one quantifier.
            Last::Repeated(start) => {
                self.wrapped += 1;
                if self.wrapped > MAX_WRAPPED {
                    return wrong("parse depth limit over");
                }
                self.out.splice(start..start, *b"(?:");
                self.out.push(b')');
                start
            }
        };
        let is_interval = length > 1;
        let numbers = self.rest()[..length].split(|byte| !byte.is_ascii_digit());
        if numbers.map(decimal).any(|number| number > MAX_REPEAT) {
            return wrong("too big number for repeat range");
        }
        self.copy(length);
        if self.peek() == Some(b'?') || !is_interval && self.peek() == Some(b'+') {
            self.copy(1);
        }
        self.last = Last::Repeated(start);
        Ok(())
    }

    fn escape(&mut self) -> Step {
        let start = self.out.len();
        self.last = Last::Atom(start);
        let rest = self.rest();
        let Some(&letter) = rest.get(1) else { return wrong("end pattern at escape") };
        let behind = rest.get(2..).unwrap_or_default();
        match letter {
            b'Q' => self.copy(find(behind, b"\\E").map_or(rest.len(), |end| end + 4)),
            b'k' | b'g' if matches!(behind.first(), Some(b'<' | b'\'')) => self.named_reference(letter)?,
            b'1'..=b'9' => {
                let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).count() + 1;
                let number = decimal(&rest[1..1 + digits]);
                // More digits may be the number of a character.
                if number <= 9 {
                    self.references.push(Reference::Number(number));
                }
                self.copy(1 + digits);
            }
            b'p' | b'P' if behind.first() == Some(&b'{') => {
                let end = property(behind)?;
                self.copy(end + 3);
            }
            // These stand for themselves here.
            b'k' | b'g' | b'p' | b'P' | b'h' | b'H' | b'E' => self.replace(2, &[letter]),
            b'o' if behind.first() != Some(&b'{') => self.replace(2, &[letter]),
            b'x' if !behind.first().is_some_and(|byte| *byte == b'{' || byte.is_ascii_hexdigit()) => {
                self.replace(2, &[letter]);
            }
            b'O' => self.replace(2, b"(?s:.)"),
            b'x' if behind.first() == Some(&b'{') => self.code_point(behind)?,
            b'c' if behind.is_empty() => return wrong("end pattern at control"),
            b'c' => {
                self.copy(2);
                self.copy_character();
            }
            b'b' | b'B' | b'A' | b'Z' | b'z' | b'G' | b'K' => {
                self.copy(2);
                self.last = Last::Place;
            }
            _ => {
                self.copy(1);
                self.copy_character();
            }
        }
        Ok(())
    }

    /// `\x{…}`: `behind` begins with the brace.
    fn code_point(&mut self, behind: &[u8]) -> Step {
        let digits = behind.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let value = std::str::from_utf8(&behind[1..1 + digits]).ok().and_then(|text| u64::from_str_radix(text, 16).ok());
        match (behind.get(1 + digits), value) {
            (None, Some(_)) => return wrong("invalid code point value"),
            // No such character is ever there.
            (Some(b'}'), Some(0xd800..=0xdfff | 0x11_0000)) => self.replace(digits + 4, b"(?!)"),
            (Some(b'}'), Some(value)) if value > u64::from(u32::MAX) => return wrong("too long wide-char value"),
            (Some(b'}'), Some(value)) if value > MAX_CODE => return wrong("invalid code point value"),
            _ => self.copy(2),
        }
        Ok(())
    }

    /// `\k<…>` or `\g<…>`.
    fn named_reference(&mut self, letter: u8) -> Step {
        let rest = self.rest();
        let close = if rest.get(2) == Some(&b'\'') { b'\'' } else { b'>' };
        let inner = rest.get(3..).unwrap_or_default();
        let Some(end) = memchr(close, inner).filter(|end| *end > 0) else {
            if inner.is_empty() || inner.first() == Some(&close) {
                return wrong("group name is empty");
            }
            return Err(format!("invalid group name <{}>", String::from_utf8_lossy(inner)));
        };
        let name = String::from_utf8_lossy(&inner[..end]).into_owned();
        let (sign, digits) = match name.strip_prefix(['-', '+']) {
            Some(digits) => (true, digits),
            None => (false, name.as_str()),
        };
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = decimal(digits.as_bytes());
            match letter {
                b'g' if number == 0 => return wrong("never ending recursion"),
                b'g' if sign => {}
                b'g' => self.references.push(Reference::Call(number)),
                _ => {
                    if name.starts_with('+') {
                        return wrong("invalid backref number/name");
                    }
                    if !sign {
                        self.references.push(Reference::Number(number));
                    }
                    self.replace(end + 4, format!("\\g{{{name}}}").as_bytes());
                    return Ok(());
                }
            }
        } else {
            self.references.push(Reference::Name(name));
        }
        self.copy(end + 4);
        Ok(())
    }

    fn group(&mut self) -> Step {
        let rest = self.rest();
        let start = self.out.len();
        let Some(inner) = rest.strip_prefix(b"(?") else {
            if let Some(callout) = rest.strip_prefix(b"(*") {
                return self.callout(callout);
            }
            self.groups += 1;
            self.begin(1, start, false);
            return Ok(());
        };
        match inner.first() {
            None => return wrong("end pattern in group"),
            Some(b'~') if inner.len() == 1 => return wrong("end pattern in group"),
            Some(b'#') => match memchr(b')', inner) {
                Some(end) => self.at += end + 3,
                None => return wrong("end pattern in group"),
            },
            Some(b'<') if matches!(inner.get(1), Some(b'=' | b'!')) => {
                self.begin(4, start, true);
                self.shorten();
            }
            Some(b'<' | b'\'') => self.named_group(inner)?,
            Some(b'=' | b'!') => self.begin(3, start, true),
            Some(b':' | b'>' | b'~') => self.begin(3, start, false),
            Some(b'(') => {
                let Some(end) = memchr(b')', inner) else { return wrong("end pattern in group") };
                let condition = &inner[1..end];
                if !condition.is_empty() && condition.iter().all(u8::is_ascii_digit) {
                    self.references.push(Reference::Number(decimal(condition)));
                } else if let Some(name) = condition.strip_prefix(b"<").and_then(|name| name.strip_suffix(b">")) {
                    self.references.push(Reference::Name(String::from_utf8_lossy(name).into_owned()));
                }
                self.begin(end + 3, start, false);
            }
            Some(b'R') => return wrong("unmatched close parenthesis"),
            Some(b'&') => {
                let name = &inner[1..memchr(b')', inner).unwrap_or(inner.len())];
                self.references.push(Reference::Name(String::from_utf8_lossy(name).into_owned()));
                self.copy(name.len() + 4);
                self.last = Last::Atom(start);
            }
            Some(byte) if byte.is_ascii_digit() || matches!(byte, b'+' | b'-') && starts_with_digit(&inner[1..]) => {
                let end = memchr(b')', inner).unwrap_or(inner.len());
                match decimal(&inner[..end]) {
                    0 if *byte == b'0' => return wrong("never ending recursion"),
                    number if byte.is_ascii_digit() => self.references.push(Reference::Call(number)),
                    _ => {}
                }
                self.copy(end + 3);
                self.last = Last::Atom(start);
            }
            Some(_) => self.options(inner)?,
        }
        Ok(())
    }

    /// Takes the beginning of a group.
    fn begin(&mut self, length: usize, start: usize, is_look: bool) {
        self.copy(length);
        self.open.push(Open { start, is_look, was_extended: self.extended });
        self.last = Last::Nothing;
    }

    /// Letters for the rest of a group, or for one of their own.
    fn options(&mut self, inner: &[u8]) -> Step {
        let letters = inner.iter().take_while(|byte| b"-imsx".contains(byte)).count();
        match (letters, inner.get(letters)) {
            (_, None) => return wrong("end pattern in group"),
            (1.., Some(b')' | b':')) => {}
            _ => return wrong("undefined group option"),
        }
        let (on, off) = match memchr(b'-', &inner[..letters]) {
            Some(at) => (&inner[..at], &inner[at..letters]),
            None => (&inner[..letters], &[][..]),
        };
        let was_extended = self.extended;
        self.extended = (self.extended || on.contains(&b'x')) && !off.contains(&b'x');
        let start = self.out.len();
        self.copy(letters + 3);
        if inner.get(letters) == Some(&b':') {
            self.open.push(Open { start, is_look: false, was_extended });
        }
        self.last = Last::Nothing;
        Ok(())
    }

    /// `(?<name>` or `(?'name'`.
    fn named_group(&mut self, inner: &[u8]) -> Step {
        let close = if inner.starts_with(b"'") { b'\'' } else { b'>' };
        let text = &inner[1..];
        if text.is_empty() && close == b'>' {
            return wrong("end pattern with unmatched parenthesis");
        }
        let end = text.iter().position(|byte| *byte == close || *byte == b')');
        let is_closed = end.is_some_and(|end| text[end] == close);
        let name = String::from_utf8_lossy(&text[..end.unwrap_or(text.len())]).into_owned();
        let Some(first) = name.chars().next() else { return wrong("group name is empty") };
        if end.is_none() {
            // The last character of several is not shown.
            let count = name.chars().count().saturating_sub(1).max(1);
            return Err(format!("invalid group name <{}>", name.chars().take(count).collect::<String>()));
        }
        if !is_closed || first.is_ascii_digit() || matches!(first, '-' | '+') {
            return Err(format!("invalid group name <{name}>"));
        }
        if !first.is_alphanumeric() && first != '_' {
            return Err(format!("invalid char in group name <{name}>"));
        }
        self.groups += 1;
        let start = self.out.len();
        // The engine knows fewer names than Oniguruma.
        let is_usual = name.len() <= MAX_NAME && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        let shown = if is_usual { name.clone() } else { format!("_{}", self.groups) };
        self.replace(name.len() + 4, format!("(?<{shown}>").as_bytes());
        self.open.push(Open { start, is_look: false, was_extended: self.extended });
        self.last = Last::Nothing;
        self.names.push((name, usize::try_from(self.groups).unwrap_or(usize::MAX)));
        Ok(())
    }

    /// `(*NAME)`.
    fn callout(&mut self, callout: &[u8]) -> Step {
        let Some(end) = memchr(b')', callout) else {
            return wrong(if callout.is_empty() { "invalid callout pattern" } else { "end pattern in group" });
        };
        match &callout[..end] {
            b"" => wrong("invalid callout name"),
            b"FAIL" => {
                let start = self.out.len();
                self.replace(end + 3, b"(?!)");
                self.last = Last::Atom(start);
                Ok(())
            }
            _ => wrong("undefined callout name"),
        }
    }

    /// What is looked for behind a place and repeated as a whole need be there as often as it must: the engine takes
    /// fixed lengths alone.
    fn shorten(&mut self) {
        let rest = self.rest();
        let atom = match rest.first() {
            Some(b'\\') if rest.get(1).is_some_and(|letter| b"dwsDWS.".contains(letter)) => 2,
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b' ') => 1,
            Some(b'[') => match rest.iter().position(|byte| *byte == b']') {
                Some(end) if !rest[..end].contains(&b'\\') && !rest[1..end].contains(&b'[') && end > 1 => end + 1,
                _ => return,
            },
            _ => return,
        };
        let (count, length) = match rest.get(atom) {
            Some(b'*' | b'?') => (0, 1),
            Some(b'+') => (1, 1),
            Some(b'{') => match interval(&rest[atom..]) {
                Some(length) => (decimal(&rest[atom + 1..]), length),
                None => return,
            },
            _ => return,
        };
        let behind = &rest[atom + length..];
        let lazy = usize::from(behind.first() == Some(&b'?'));
        if behind.get(lazy) != Some(&b')') || count > 1 && lazy == 1 {
            return;
        }
        let start = self.out.len();
        match count {
            0 => self.at += atom + length + lazy,
            count => {
                self.copy(atom);
                self.at += length + lazy;
                if count > 1 {
                    self.out.extend_from_slice(format!("{{{count}}}").as_bytes());
                }
            }
        }
        self.last = Last::Repeated(start);
    }

    fn class(&mut self) -> Step {
        self.copy(1);
        if self.peek() == Some(b'^') {
            self.copy(1);
        }
        let mut before = Item::Nothing;
        let mut in_range = false;
        if self.peek() == Some(b']') {
            // It stands for itself if another one closes the class.
            if memchr(b']', &self.rest()[1..]).is_none() {
                return wrong("empty char-class");
            }
            self.replace(1, b"\\]");
            before = Item::Character;
        }
        loop {
            let rest = self.rest();
            let item = match rest.first() {
                None => return wrong("premature end of char-class"),
                Some(b']') => {
                    self.copy(1);
                    return Ok(());
                }
                Some(b'-') if !in_range && rest.get(1).is_some_and(|next| *next != b']') => match before {
                    Item::Character => {
                        self.copy(1);
                        in_range = true;
                        continue;
                    }
                    Item::Class => return wrong("unmatched range specifier in char-class"),
                    Item::Nothing | Item::Range => {
                        self.replace(1, b"\\-");
                        Item::Character
                    }
                },
                Some(b'[') => self.posix(rest)?,
                Some(b'\\') => self.escape_in_class(rest)?,
                // The engine takes a class in colons for something else.
                Some(b':') => {
                    self.replace(1, b"\\:");
                    Item::Character
                }
                Some(_) => {
                    self.copy_character();
                    Item::Character
                }
            };
            before = match item {
                Item::Class if in_range => return wrong("char-class value at end of range"),
                _ if in_range => Item::Range,
                item => item,
            };
            in_range = false;
        }
    }

    /// `[:name:]`, or a bracket that stands for itself.
    fn posix(&mut self, rest: &[u8]) -> Step<Item> {
        let name = rest.strip_prefix(b"[:").map(|name| name.strip_prefix(b"^").unwrap_or(name));
        let length = name.map_or(0, |name| name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
        if let Some(name) = name.filter(|name| name[length..].starts_with(b":]")) {
            if !POSIX.contains(&&name[..length]) {
                return wrong("invalid POSIX bracket type");
            }
            self.copy(rest.len() - name.len() + length + 2);
            return Ok(Item::Class);
        }
        self.replace(1, b"\\[");
        Ok(Item::Character)
    }

    fn escape_in_class(&mut self, rest: &[u8]) -> Step<Item> {
        match rest.get(1) {
            None => wrong("end pattern at escape"),
            Some(b'p' | b'P') if rest.get(2) == Some(&b'{') => {
                let end = property(&rest[2..])?;
                self.copy(end + 3);
                Ok(Item::Class)
            }
            Some(letter) if b"dwsDWS".contains(letter) => {
                self.copy(2);
                Ok(Item::Class)
            }
            Some(letter @ (b'p' | b'P' | b'h' | b'H' | b'k' | b'g' | b'R' | b'X' | b'N' | b'O')) => {
                self.replace(2, &[*letter]);
                Ok(Item::Character)
            }
            // A number that is written in several digits.
            Some(b'x') if rest.get(2) == Some(&b'{') => {
                self.copy(memchr(b'}', rest).map_or(2, |end| end + 1));
                Ok(Item::Character)
            }
            Some(b'x') => {
                let digits = rest.iter().skip(2).take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
                self.copy(2 + digits);
                Ok(Item::Character)
            }
            Some(digit) if digit.is_ascii_digit() => {
                let digits = rest.iter().skip(1).take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                self.copy(1 + digits.max(1));
                Ok(Item::Character)
            }
            Some(_) => {
                self.copy(1);
                self.copy_character();
                Ok(Item::Character)
            }
        }
    }
}

/// The length of `{n}`, `{n,}` or `{n,m}`.
fn interval(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"{")?;
    let low = inner.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = low;
    if inner.get(at) == Some(&b',') {
        at += 1;
        at += inner[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    (low > 0 && inner.get(at) == Some(&b'}')).then_some(at + 2)
}

/// Where the name of a property ends that begins with its brace.
fn property(text: &[u8]) -> Step<usize> {
    let Some(end) = memchr(b'}', text) else { return wrong("end pattern with unmatched parenthesis") };
    let name = &text[1..end];
    if name.contains(&b'=') {
        return Err(unknown_property(&String::from_utf8_lossy(name)));
    }
    Ok(end)
}

/// What is said of a property that is not known.
pub fn unknown_property(name: &str) -> String {
    format!("invalid character property name {{{}}}", name.strip_prefix('^').unwrap_or(name))
}

/// The number at the front of a text.
fn decimal(text: &[u8]) -> u64 {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |sum: u64, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

fn starts_with_digit(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_digit)
}

fn character_length(text: &[u8]) -> usize {
    1 + text.iter().skip(1).take_while(|byte| **byte & 0xc0 == 0x80).count()
}
