//! From the text of a pattern to its elements, and from those to the program of a state machine.

use std::sync::OnceLock;

use super::bracket::{self, Bracket, Set};
use super::machine::Direction;
use super::{MAX_DEPTH, PatternOptions};

/// One part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// Bytes that stand for themselves; never empty.
    Literal(Box<[u8]>),
    /// `?`.
    Any,
    Set(Set),
    /// `*`.
    Star,
    /// Matches nothing, not even the empty text.
    Never,
    Extended(Kind, Vec<Vec<Element>>),
}

/// The extended forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Optional,
    ZeroOrMore,
    OneOrMore,
    One,
    Not,
}

/// An instruction of the state machine.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    /// This character (or byte).
    Unit(u32),
    Any,
    Set(Set),
    /// Any characters; goes on at the next instruction at any time. With `Some`, an extended form
    /// follows, which bash doesn't try at the very end of the text (but a `!(…)` when the star
    /// itself begins there).
    Star(Option<Kind>),
    Split(Vec<u32>),
    Jump(u32),
    /// What the program with this number does not match.
    Not(u32),
    Match,
}

/// A program with the programs of its negations.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub code: Vec<Instruction>,
    pub negated: Vec<Program>,
    pub direction: Direction,
}

/// A pattern in all forms that matching needs.
#[derive(Debug)]
pub(super) struct Compiled {
    pub elements: Vec<Element>,
    /// The text, if the pattern is one literal.
    pub literal: Option<Box<[u8]>>,
    pub extended: bool,
    /// Whether it matters where characters begin.
    pub needs_characters: bool,
    pub too_deep: bool,
    bytewise: bool,
    forward: OnceLock<Program>,
    backward: OnceLock<Program>,
}

/// Reads one character, or one byte where matching goes byte by byte.
pub(super) fn next_unit(text: &[u8], bytewise: bool) -> Option<(u32, usize)> {
    let first = *text.first()?;
    if bytewise || first < 0x80 {
        return Some((u32::from(first), 1));
    }
    match bstr::decode_utf8(text) {
        (Some(character), length) => Some((u32::from(character), length)),
        (None, _) => Some((u32::from(first), 1)),
    }
}

/// The lower-case form of a character, as C's `towlower` gives it.
pub(super) fn fold(unit: u32) -> u32 {
    char::from_u32(unit).and_then(|character| character.to_lowercase().next()).map_or(unit, u32::from)
}

impl Compiled {
    pub(super) fn new(source: &[u8], options: PatternOptions, bytewise: bool) -> Compiled {
        let mut reader = Reader { options, bytewise, extended: false, too_deep: false };
        let elements = reader.sequence(source, 0);
        let literal = match elements.as_slice() {
            [] => Some(Box::default()),
            [Element::Literal(literal)] => Some(literal.clone()),
            _ => None,
        };
        let needs_characters = elements.iter().any(|element| !matches!(element, Element::Literal(_) | Element::Star));
        Compiled {
            elements,
            literal,
            extended: reader.extended,
            needs_characters,
            too_deep: reader.too_deep,
            bytewise,
            forward: OnceLock::new(),
            backward: OnceLock::new(),
        }
    }

    /// Whether every part takes exactly one character or a given text, so that a match can be
    /// tried anywhere at a fixed price.
    pub(super) fn fixed_width(&self) -> bool {
        !self.elements.is_empty()
            && self
                .elements
                .iter()
                .all(|element| matches!(element, Element::Literal(_) | Element::Any | Element::Set(_)))
    }

    /// The machine's program for one direction.
    pub(super) fn program(&self, direction: Direction) -> &Program {
        let slot = match direction {
            Direction::Forward => &self.forward,
            Direction::Backward => &self.backward,
        };
        slot.get_or_init(|| Program::new(&self.elements, direction, self.bytewise))
    }
}

struct Reader {
    options: PatternOptions,
    bytewise: bool,
    extended: bool,
    too_deep: bool,
}

impl Reader {
    fn sequence(&mut self, source: &[u8], depth: usize) -> Vec<Element> {
        let mut elements = Vec::new();
        let mut literal = Vec::new();
        let mut at = 0;
        // Behind the last `]` no bracket expression can end.
        let brackets_end = memchr::memrchr(b']', source).unwrap_or(0);
        while let Some((unit, length)) = next_unit(&source[at..], self.bytewise) {
            let rest = &source[at + length..];
            let special = match source[at] {
                b'?' | b'*' | b'+' | b'@' | b'!' if self.options.extglob && rest.first() == Some(&b'(') => {
                    match self.extended_form(source[at], rest, depth) {
                        Some((element, used)) => Some((element, 1 + used)),
                        None => {
                            // A form without its end: the rest is compared as it is written.
                            literal.extend_from_slice(&source[at..]);
                            at = source.len();
                            continue;
                        }
                    }
                }
                b'?' => Some((Element::Any, 1)),
                b'*' => Some((Element::Star, 1)),
                b'[' if at < brackets_end => {
                    match bracket::parse(rest, self.bytewise, self.options.nocase, self.options.pathname) {
                        Bracket::Set(set, used) => Some((Element::Set(set), 1 + used)),
                        Bracket::Never => Some((Element::Never, source.len() - at)),
                        Bracket::Literal => None,
                    }
                }
                _ => None,
            };
            if let Some((element, used)) = special {
                flush(&mut elements, &mut literal);
                push(&mut elements, element);
                at += used;
                continue;
            }
            let (unit, length, skip) = match (source[at], next_unit(rest, self.bytewise)) {
                (b'\\', Some((unit, length))) => (unit, length, 1),
                _ => (unit, length, 0),
            };
            let text = &source[at + skip..at + skip + length];
            if self.options.nocase && has_case(unit) {
                flush(&mut elements, &mut literal);
                elements.push(Element::Set(Set::single(fold(unit))));
            } else {
                literal.extend_from_slice(text);
            }
            at += skip + length;
        }
        flush(&mut elements, &mut literal);
        elements
    }

    /// `rest` begins with the parenthesis. Gives the element and how long its text is.
    fn extended_form(&mut self, mark: u8, rest: &[u8], depth: usize) -> Option<(Element, usize)> {
        let (bars, end) = scan(rest)?;
        self.extended = true;
        if depth >= MAX_DEPTH {
            self.too_deep = true;
            return Some((Element::Never, end + 1));
        }
        let kind = match mark {
            b'?' => Kind::Optional,
            b'*' => Kind::ZeroOrMore,
            b'+' => Kind::OneOrMore,
            b'@' => Kind::One,
            _ => Kind::Not,
        };
        let mut alternatives = Vec::with_capacity(bars.len() + 1);
        let mut start = 1;
        for stop in bars.into_iter().chain([end]) {
            alternatives.push(self.sequence(&rest[start..stop], depth + 1));
            start = stop + 1;
        }
        Some((Element::Extended(kind, alternatives), end + 1))
    }
}

fn flush(elements: &mut Vec<Element>, literal: &mut Vec<u8>) {
    if !literal.is_empty() {
        elements.push(Element::Literal(std::mem::take(literal).into()));
    }
}

/// Adds an element; in a run of `*` and `?` every `?` comes first, then one `*`.
fn push(elements: &mut Vec<Element>, element: Element) {
    if matches!(elements.last(), Some(Element::Star)) {
        match element {
            Element::Star => return,
            Element::Any => {
                let last = elements.len() - 1;
                elements.insert(last, Element::Any);
                return;
            }
            _ => {}
        }
    }
    elements.push(element);
}

/// Whether a character differs from another in case only.
fn has_case(unit: u32) -> bool {
    char::from_u32(unit)
        .is_some_and(|character| character.is_alphabetic() || character.is_uppercase() || character.is_lowercase())
        || (0x2160..=0x217f).contains(&unit)
        || (0x24b6..=0x24e9).contains(&unit)
}

/// Finds the end of a parenthesis at the start of `text`, and the bars at its own level.
fn scan(text: &[u8]) -> Option<(Vec<usize>, usize)> {
    let mut bars = Vec::new();
    let mut nested = 0_usize;
    let mut in_bracket = false;
    let mut bracket_first = 0;
    let mut class_mark = 0;
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => {
                let next = text.get(at + 1).copied().unwrap_or_default();
                if !in_bracket {
                    in_bracket = true;
                    class_mark = 0;
                    bracket_first = at + 1 + usize::from(matches!(next, b'!' | b'^'));
                } else if matches!(next, b':' | b'.' | b'=') {
                    class_mark = next;
                }
            }
            b']' if in_bracket => {
                if class_mark != 0 && text[at - 1] == class_mark {
                    class_mark = 0;
                } else if at != bracket_first {
                    in_bracket = false;
                }
            }
            b'(' if !in_bracket => nested += 1,
            b')' if !in_bracket => {
                if nested == 0 {
                    return Some((bars, at));
                }
                nested -= 1;
            }
            b'|' if !in_bracket && nested == 0 => bars.push(at),
            _ => {}
        }
        at += 1;
    }
    None
}

impl Program {
    fn new(elements: &[Element], direction: Direction, bytewise: bool) -> Program {
        let mut program = Program { code: Vec::new(), negated: Vec::new(), direction };
        program.sequence(elements, bytewise, true);
        program.code.push(Instruction::Match);
        program
    }

    fn here(&self) -> u32 {
        u32::try_from(self.code.len()).unwrap_or(u32::MAX)
    }

    fn sequence(&mut self, elements: &[Element], bytewise: bool, top: bool) {
        let last = elements.len().saturating_sub(1);
        for index in 0..elements.len() {
            let (element, next) = match self.direction {
                Direction::Forward => (&elements[index], elements.get(index + 1)),
                Direction::Backward => (&elements[last - index], None),
            };
            self.element(element, next.filter(|_| top), bytewise);
        }
    }

    fn element(&mut self, element: &Element, next: Option<&Element>, bytewise: bool) {
        match element {
            Element::Literal(literal) => {
                let start = self.code.len();
                let mut rest = &literal[..];
                while let Some((unit, length)) = next_unit(rest, bytewise) {
                    self.code.push(Instruction::Unit(unit));
                    rest = &rest[length..];
                }
                if self.direction == Direction::Backward {
                    self.code[start..].reverse();
                }
            }
            Element::Any => self.code.push(Instruction::Any),
            Element::Set(set) => self.code.push(Instruction::Set(set.clone())),
            Element::Star => {
                let kind = match next {
                    Some(Element::Extended(kind @ (Kind::One | Kind::OneOrMore | Kind::Not), _)) => Some(*kind),
                    _ => None,
                };
                self.code.push(Instruction::Star(kind));
            }
            Element::Never => self.code.push(Instruction::Split(Vec::new())),
            Element::Extended(Kind::Not, alternatives) => {
                let mut inner = Program { code: Vec::new(), negated: Vec::new(), direction: self.direction };
                inner.choice(alternatives, bytewise);
                inner.code.push(Instruction::Match);
                let number = u32::try_from(self.negated.len()).unwrap_or(u32::MAX);
                self.negated.push(inner);
                self.code.push(Instruction::Not(number));
            }
            Element::Extended(kind, alternatives) => self.repeat(*kind, alternatives, bytewise),
        }
    }

    fn choice(&mut self, alternatives: &[Vec<Element>], bytewise: bool) {
        if let [only] = alternatives {
            self.sequence(only, bytewise, false);
            return;
        }
        let split = self.code.len();
        self.code.push(Instruction::Split(Vec::new()));
        let mut starts = Vec::with_capacity(alternatives.len());
        let mut jumps = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            starts.push(self.here());
            self.sequence(alternative, bytewise, false);
            jumps.push(self.code.len());
            self.code.push(Instruction::Jump(0));
        }
        let end = self.here();
        self.code[split] = Instruction::Split(starts);
        for jump in jumps {
            self.code[jump] = Instruction::Jump(end);
        }
    }

    fn repeat(&mut self, kind: Kind, alternatives: &[Vec<Element>], bytewise: bool) {
        let start = self.code.len();
        if matches!(kind, Kind::Optional | Kind::ZeroOrMore) {
            self.code.push(Instruction::Split(Vec::new()));
        }
        let inside = self.here();
        self.choice(alternatives, bytewise);
        if matches!(kind, Kind::ZeroOrMore | Kind::OneOrMore) {
            let exit = self.here() + 1;
            self.code.push(Instruction::Split(vec![inside, exit]));
        }
        let exit = self.here();
        if matches!(kind, Kind::Optional | Kind::ZeroOrMore) {
            self.code[start] = Instruction::Split(vec![inside, exit]);
        }
    }
}
