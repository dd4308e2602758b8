//! Assignments: before a command, as arguments of declaration builtins, and the elements of arrays.

use bstr::BString;

use super::ast::{Arg, Arith, ArrayElement, Assignment, AssignmentValue, Spelling, Subscript, Word, WordPart};
use super::error::Recovery;
use super::matching::{BRACKET, Search};
use super::scanner::{Parse, Parser, is_metacharacter};
use super::token::Token;
use super::word::{Until, push_literal};

/// The `]` of a subscript in an argument, where blanks end the word.
const BRACKET_OF_ARGUMENT: Search =
    Search { stops: b"] \t\n;&|<>()", parentheses: false, brackets: true, conditionals: false };

/// `name=`, `name+=`, `name[…]=` or `name[…]+=` as offsets into the source.
#[derive(Clone, Copy)]
struct Head {
    start: usize,
    name_end: usize,
    /// The inside of the brackets.
    index: Option<(usize, usize)>,
    append: bool,
    value: usize,
}

/// What a command's name makes of assignments among its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declares {
    Nothing,
    /// `declare` and its like.
    Assignments,
    /// `command` or `builtin`: the next word decides.
    Next,
    /// A declaration builtin behind `command` or `builtin`: no arrays.
    Scalars,
    /// `eval`, `let`, `alias`: `name=(…)` is accepted as text.
    Text,
}

impl Declares {
    /// What it is after the command's name or, behind `command`, the next word.
    pub fn after(self, first: bool, word: &Word) -> Self {
        if !first && self != Self::Next {
            return self;
        }
        let [WordPart::Literal(name)] = word.parts.as_slice() else { return Self::Nothing };
        match name.as_slice() {
            b"declare" | b"typeset" | b"local" | b"export" | b"readonly" if first => Self::Assignments,
            b"declare" | b"typeset" | b"local" | b"export" | b"readonly" => Self::Scalars,
            b"eval" | b"let" | b"alias" if first => Self::Text,
            b"command" | b"builtin" => Self::Next,
            _ => Self::Nothing,
        }
    }
}

impl Parser<'_, '_> {
    /// Reads the assignment that starts at the position, in front of a command's name, if there is one. When only a subscript stands there
    /// (`a[1 2]`), its text goes to `word`: blanks in it do not end the word.
    pub fn leading_assignment(&mut self, word: &mut Vec<WordPart>, assignments: &mut Vec<Assignment>) -> Parse<bool> {
        let start = self.position;
        let Some(name_end) = self.identifier_end(start) else { return Ok(false) };
        if self.byte_at(name_end) == Some(b'[') {
            let close = self.find_or_fail(name_end, ']', name_end + 1, BRACKET)?;
            let index = Some((name_end + 1, close));
            let Some((append, value)) = self.equals_sign(close + 1) else {
                if self.text(name_end, close).iter().any(|&byte| is_metacharacter(byte)) {
                    self.within(start, close + 1, |parser| parser.parts(Until::End, word))?;
                }
                return Ok(false);
            };
            assignments.push(self.assignment(Head { start, name_end, index, append, value })?);
            return Ok(true);
        }
        let Some((append, value)) = self.equals_sign(name_end) else { return Ok(false) };
        assignments.push(self.assignment(Head { start, name_end, index: None, append, value })?);
        Ok(true)
    }

    /// An argument of a command: `declares` says what an assignment among them is.
    #[inline(never)]
    pub fn argument(&mut self, declares: &mut Declares, args: &mut Vec<Arg>) -> Parse<()> {
        match self.argument_head() {
            None => {
                let word = self.word()?;
                *declares = declares.after(false, &word);
                args.push(Arg::Word(word));
            }
            Some(head) => args.push(self.assignment_argument(head, *declares)?),
        }
        Ok(())
    }

    /// A word that is treated as an argument: a tilde behind `name=` expands in it.
    pub fn argument_word(&mut self) -> Parse<Word> {
        let Some(head) = self.argument_head() else { return self.word() };
        match self.assignment_argument(head, Declares::Nothing)? {
            Arg::Word(word) => Ok(word),
            // Only a declaring builtin makes assignments of its arguments.
            Arg::Assignment(_) => Ok(Word::default()),
        }
    }

    #[inline(never)]
    fn assignment_argument(&mut self, head: Head, declares: Declares) -> Parse<Arg> {
        let start = head.start;
        let array = head.index.is_none() && self.byte_at(head.value) == Some(b'(');
        match declares {
            Declares::Assignments if array || self.is_array_of_element(head) => {
                return self.assignment(head).map(Arg::Assignment);
            }
            Declares::Text if array => return self.array_as_text(head).map(Arg::Word),
            _ => {}
        }
        let whole_mark = self.mark();
        self.position = head.value;
        let mark = self.mark();
        let mut parts = Vec::new();
        self.parts(Until::Argument, &mut parts)?;
        let spelling = match declares {
            Declares::Assignments | Declares::Scalars => self.spelling(mark),
            _ => self.spelling(whole_mark),
        };
        let end = self.position;
        if self.expand_braces(&mut parts)? {
            // The words that come out of braces are no assignments any more.
            parts.insert(0, WordPart::Literal(BString::from(self.text(start, head.value))));
            return Ok(Arg::Word(Word { parts: joined(parts), spelling: Spelling::default() }));
        }
        self.mark_assignment_tildes(&mut parts);
        if matches!(declares, Declares::Assignments | Declares::Scalars) {
            let index = match head.index {
                Some((from, to)) => Some(self.subscript_between(from, to)?),
                None => None,
            };
            self.position = end;
            return Ok(Arg::Assignment(Assignment {
                name: self.name_between(head.start, head.name_end),
                index,
                append: head.append,
                value: AssignmentValue::Scalar(Word { parts, spelling }),
            }));
        }
        // Here brackets and what is in them are an ordinary part of the word.
        let mut whole = Vec::new();
        let outer = self.mark();
        self.within(start, head.value, |parser| parser.parts(Until::Metacharacter, &mut whole))?;
        self.forget_spellings(outer);
        self.position = end;
        whole.append(&mut parts);
        Ok(Arg::Word(Word { parts: joined(whole), spelling }))
    }

    /// `name[i]=(…)`: an error when it runs.
    fn is_array_of_element(&self, head: Head) -> bool {
        head.index.is_some() && self.byte_at(head.value) == Some(b'(')
    }

    fn argument_head(&mut self) -> Option<Head> {
        let start = self.position;
        let name_end = self.identifier_end(start)?;
        let (index, after) = if self.byte_at(name_end) == Some(b'[') {
            let close = self.find(name_end + 1, BRACKET_OF_ARGUMENT)?;
            if self.byte_at(close) != Some(b']') {
                return None;
            }
            (Some((name_end + 1, close)), close + 1)
        } else {
            (None, name_end)
        };
        let (append, value) = self.equals_sign(after)?;
        Some(Head { start, name_end, index, append, value })
    }

    /// Whether `=` or `+=` stands at `at`, and what is behind it.
    fn equals_sign(&self, at: usize) -> Option<(bool, usize)> {
        match (self.byte_at(at), self.byte_at(at + 1)) {
            (Some(b'='), _) => Some((false, at + 1)),
            (Some(b'+'), Some(b'=')) => Some((true, at + 2)),
            _ => None,
        }
    }

    #[inline(never)]
    fn assignment(&mut self, head: Head) -> Parse<Assignment> {
        let index = match head.index {
            Some((from, to)) => Some(self.subscript_between(from, to)?),
            None => None,
        };
        self.position = head.value;
        let value = if self.byte() == Some(b'(') {
            self.array_or_text()?
        } else {
            let mark = self.mark();
            let mut parts = Vec::new();
            self.parts(Until::Metacharacter, &mut parts)?;
            self.mark_assignment_tildes(&mut parts);
            AssignmentValue::Scalar(Word { parts, spelling: self.spelling(mark) })
        };
        let name = self.name_between(head.start, head.name_end);
        Ok(Assignment { name, index, append: head.append, value })
    }

    /// `(…)` behind the equals sign. When more text follows directly, bash takes all of it as a plain value.
    fn array_or_text(&mut self) -> Parse<AssignmentValue> {
        let start = self.position;
        let elements = self.array_elements().map_err(|mut error| {
            if error.recovery == Recovery::Stop {
                error.recovery = Recovery::NextLine;
            }
            error
        })?;
        if self.byte().is_none_or(is_metacharacter) {
            return Ok(AssignmentValue::Array(elements));
        }
        let mut parts = vec![WordPart::Quoted(BString::from(self.text(start, self.position)))];
        self.parts(Until::Metacharacter, &mut parts)?;
        Ok(AssignmentValue::Scalar(Word::new(parts)))
    }

    /// The elements between the parentheses, from the opening one.
    fn array_elements(&mut self) -> Parse<Vec<ArrayElement>> {
        let opened = self.position;
        self.position += 1;
        self.enter()?;
        let mut elements = Vec::new();
        loop {
            match self.peek() {
                Token::Newline => self.advance()?,
                Token::Word => elements.push(self.array_element()?),
                Token::Close => {
                    self.advance()?;
                    self.leave();
                    return Ok(elements);
                }
                Token::End => return Err(self.unterminated(opened, ')')),
                _ => return Err(self.unexpected()),
            }
        }
    }

    #[inline(never)]
    fn array_element(&mut self) -> Parse<ArrayElement> {
        let start = self.position;
        let plain = |value| ArrayElement { index: None, append: false, value };
        if self.byte() != Some(b'[') {
            return self.word().map(plain);
        }
        let close = self.find_or_fail(start, ']', start + 1, BRACKET)?;
        let Some((append, value)) = self.equals_sign(close + 1) else {
            let mut parts = Vec::new();
            if self.text(start, close).iter().any(|&byte| is_metacharacter(byte)) {
                self.within(start, close + 1, |parser| parser.parts(Until::End, &mut parts))?;
            }
            return self.word_from(parts).map(plain);
        };
        let index = self.subscript_between(start + 1, close)?;
        self.position = value;
        let mark = self.mark();
        let mut parts = Vec::new();
        self.parts(Until::Argument, &mut parts)?;
        let spelling = self.spelling(mark);
        if self.expand_braces(&mut parts)? {
            parts.insert(0, WordPart::Quoted(BString::from(self.text(start, value))));
            return Ok(plain(Word::new(parts)));
        }
        self.mark_assignment_tildes(&mut parts);
        Ok(ArrayElement { index: Some(index), append, value: Word { parts, spelling } })
    }

    /// `name=(…)` as one word of plain text, its elements joined by blanks.
    #[inline(never)]
    fn array_as_text(&mut self, head: Head) -> Parse<Word> {
        let quoted = |text: &[u8]| WordPart::Quoted(BString::from(text));
        let mut parts = vec![quoted(self.text(head.start, head.value + 1))];
        self.position = head.value + 1;
        self.enter()?;
        let mut first = true;
        loop {
            match self.peek() {
                Token::Newline => self.advance()?,
                Token::Word => {
                    if !first {
                        parts.push(quoted(b" "));
                    }
                    first = false;
                    self.parts(Until::Metacharacter, &mut parts)?;
                }
                Token::Close => break,
                Token::End => return Err(self.unterminated(head.value, ')')),
                _ => return Err(self.unexpected()),
            }
        }
        self.advance()?;
        self.leave();
        parts.push(quoted(b")"));
        self.parts(Until::Metacharacter, &mut parts)?;
        Ok(Word::new(parts))
    }

    /// The subscript between brackets, as a word and as arithmetic.
    pub fn subscript_between(&mut self, start: usize, end: usize) -> Parse<Subscript> {
        match self.text(start, end) {
            b"@" => return Ok(Subscript::At),
            b"*" => return Ok(Subscript::Star),
            _ => {}
        }
        self.enter_subscript()?;
        let mut parts = Vec::new();
        let outer = self.mark();
        let spelling = self.within(start, end, |parser| {
            let mark = parser.mark();
            parser.parts(Until::End, &mut parts)?;
            Ok(parser.spelling(mark))
        })?;
        // A key need not be arithmetic at all.
        let arith = match self.attempt(|parser| parser.arithmetic_between(start, end)) {
            Ok(arith) => arith,
            Err(_) => Arith {
                parts: vec![WordPart::Quoted(self.text(start, end).into())],
                expr: None,
                spelling: Spelling::default(),
            },
        };
        self.forget_spellings(outer);
        self.leave_subscript();
        Ok(Subscript::Expr { word: Word { parts, spelling }, arith })
    }
}

/// Joins literal parts that came to stand next to each other.
fn joined(parts: Vec<WordPart>) -> Vec<WordPart> {
    let mut output = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            WordPart::Literal(text) => push_literal(&mut output, &text),
            part => output.push(part),
        }
    }
    output
}
