//! The tokens of `bc`.

use std::collections::VecDeque;

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    End,
    NewLine,
    Number(Vec<u8>),
    Name(Vec<u8>),
    Text(Vec<u8>),
    Keyword(Keyword),
    /// `=`, or the operator before one: `+` for `+=`.
    Assign(u8),
    /// `+` for `++`, `-` for `--`
    Step(u8),
    /// `==`, `!=`, `<=`, `>=`, `<`, `>` as `= # { } < >`
    Relation(u8),
    And,
    Or,
    Byte(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    Define,
    Break,
    Quit,
    Length,
    Return,
    For,
    If,
    While,
    Sqrt,
    Scale,
    Ibase,
    Obase,
    Auto,
    Else,
    Read,
    Random,
    Continue,
    Halt,
    Last,
    History,
    Warranty,
    Limits,
    Print,
    Void,
}

const KEYWORDS: &[(&[u8], Keyword)] = &[
    (b"define", Keyword::Define),
    (b"break", Keyword::Break),
    (b"quit", Keyword::Quit),
    (b"length", Keyword::Length),
    (b"return", Keyword::Return),
    (b"for", Keyword::For),
    (b"if", Keyword::If),
    (b"while", Keyword::While),
    (b"sqrt", Keyword::Sqrt),
    (b"scale", Keyword::Scale),
    (b"ibase", Keyword::Ibase),
    (b"obase", Keyword::Obase),
    (b"auto", Keyword::Auto),
    (b"else", Keyword::Else),
    (b"read", Keyword::Read),
    (b"random", Keyword::Random),
    (b"continue", Keyword::Continue),
    (b"halt", Keyword::Halt),
    (b"last", Keyword::Last),
    (b"history", Keyword::History),
    (b"warranty", Keyword::Warranty),
    (b"limits", Keyword::Limits),
    (b"print", Keyword::Print),
    (b"void", Keyword::Void),
];

/// One text after the other: the files, then the standard input.
pub struct Lexer {
    sources: VecDeque<(Option<Vec<u8>>, Vec<u8>)>,
    /// Name of the current file; `None` is the standard input.
    name: Option<Vec<u8>>,
    text: Vec<u8>,
    at: usize,
    line: u64,
    /// The standard input was begun, and added up to its end.
    has_input: bool,
    input_over: bool,
    /// Complaints that came up on the way, with their places.
    pub complaints: Vec<Vec<u8>>,
}

impl Lexer {
    pub fn new(sources: Vec<(Option<Vec<u8>>, Vec<u8>)>) -> Lexer {
        let mut lexer = Lexer {
            has_input: false,
            input_over: false,
            sources: sources.into(),
            name: None,
            text: Vec::new(),
            at: 0,
            line: 1,
            complaints: Vec::new(),
        };
        lexer.next_source();
        lexer
    }

    /// Whether all files are over and the standard input was not yet added.
    pub fn wants_input(&self) -> bool {
        !self.input_over && self.sources.is_empty() && self.at >= self.text.len()
    }

    /// Adds what came from the standard input, which follows the files; `is_last`: nothing more comes.
    pub fn add_input(&mut self, text: Vec<u8>, is_last: bool) {
        self.input_over = is_last;
        if self.has_input {
            // Its lines are counted on.
            (self.text, self.at) = (text, 0);
        } else {
            self.has_input = true;
            self.sources.push_back((None, text));
        }
    }

    fn next_source(&mut self) -> bool {
        let Some((name, text)) = self.sources.pop_front() else { return false };
        (self.name, self.text, self.at, self.line) = (name, text, 0, 1);
        true
    }

    /// `(standard_in) 3`: where messages say that they are.
    pub fn place(&self) -> Vec<u8> {
        let name = self.name.as_deref().unwrap_or(b"(standard_in)");
        [name, format!(" {}", self.line).as_bytes()].concat()
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// A number that `read()` takes from what follows: the text of its line.
    pub fn read_line(&mut self) -> Vec<u8> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        let line = rest[..length].to_vec();
        self.at += length;
        line
    }

    pub fn next(&mut self) -> Token {
        loop {
            if self.at >= self.text.len() {
                if self.next_source() {
                    continue;
                }
                if self.input_over {
                    self.line = 1;
                }
                return Token::End;
            }
            let byte = self.peek(0);
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\\' if self.peek(1) == b'\n' => {
                    self.at += 2;
                    self.line += 1;
                }
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    return Token::NewLine;
                }
                b'#' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                b'/' if self.peek(1) == b'*' => self.comment(),
                b'"' => match self.text[self.at + 1..].iter().position(|byte| *byte == b'"') {
                    Some(length) => {
                        let text = self.text[self.at + 1..self.at + 1 + length].to_vec();
                        self.line += text.iter().filter(|byte| **byte == b'\n').count() as u64;
                        self.at += length + 2;
                        return Token::Text(text);
                    }
                    None => self.illegal(byte),
                },
                b'a'..=b'z' => {
                    let rest = &self.text[self.at..];
                    let fits = |byte: &&u8| matches!(**byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
                    let name = rest[..rest.iter().take_while(fits).count()].to_vec();
                    self.at += name.len();
                    let keyword = KEYWORDS.iter().find(|(word, _)| *word == name);
                    return keyword.map_or(Token::Name(name), |(_, keyword)| Token::Keyword(*keyword));
                }
                b'0'..=b'9' | b'A'..=b'Z' => return self.number(),
                b'.' if self.number_follows_point() => return self.number(),
                _ => match self.operator(byte) {
                    Some(token) => return token,
                    None => self.illegal(byte),
                },
            }
        }
    }

    fn illegal(&mut self, byte: u8) {
        self.at += 1;
        let mut text = b"illegal character: ".to_vec();
        match byte {
            0..b' ' => text.extend([b'^', byte + b'@']),
            b' '..=b'~' => text.push(byte),
            _ => text.extend(format!("\\{byte:03o}").bytes()),
        }
        self.complaints.push([&self.place()[..], b": ", &text].concat());
    }

    fn comment(&mut self) {
        let rest = &self.text[self.at + 2..];
        match rest.windows(2).position(|pair| pair == b"*/") {
            Some(length) => {
                self.line += rest[..length].iter().filter(|byte| **byte == b'\n').count() as u64;
                self.at += length + 4;
            }
            None => {
                self.at = self.text.len();
                self.complaints.push(b"EOF encountered in a comment.".to_vec());
            }
        }
    }

    fn number_follows_point(&self) -> bool {
        let mut at = 1;
        while self.peek(at) == b'\\' && self.peek(at + 1) == b'\n' {
            at += 2;
        }
        matches!(self.peek(at), b'0'..=b'9' | b'A'..=b'Z')
    }

    fn number(&mut self) -> Token {
        let mut text = Vec::new();
        let mut point = false;
        loop {
            match self.peek(0) {
                digit @ (b'0'..=b'9' | b'A'..=b'Z') => text.push(digit),
                b'.' if !point => {
                    point = true;
                    text.push(b'.');
                }
                b'\\' if self.peek(1) == b'\n' => {
                    self.at += 1;
                    self.line += 1;
                }
                _ => break,
            }
            self.at += 1;
        }
        if text.last() == Some(&b'.') {
            text.pop();
        }
        let zeros = text.iter().take_while(|byte| **byte == b'0').count();
        text.drain(..zeros.min(text.len().saturating_sub(1)));
        if text.is_empty() {
            text.push(b'0');
        }
        Token::Number(text)
    }

    fn operator(&mut self, byte: u8) -> Option<Token> {
        let second = self.peek(1);
        let (token, length) = match (byte, second) {
            (b'&', b'&') => (Token::And, 2),
            (b'|', b'|') => (Token::Or, 2),
            (b'+', b'+') | (b'-', b'-') => (Token::Step(byte), 2),
            (b'=', b'=') => (Token::Relation(b'='), 2),
            (b'!', b'=') => (Token::Relation(b'#'), 2),
            (b'<', b'=') => (Token::Relation(b'{'), 2),
            (b'>', b'=') => (Token::Relation(b'}'), 2),
            (b'<' | b'>', _) => (Token::Relation(byte), 1),
            (b'+' | b'-' | b'*' | b'/' | b'%' | b'^', b'=') => (Token::Assign(byte), 2),
            (b'=', _) => (Token::Assign(b'='), 1),
            (b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'(' | b')' | b'[' | b']' | b'{' | b'}', _)
            | (b',' | b';' | b'!' | b'&', _) => (Token::Byte(byte), 1),
            (b'.', _) => (Token::Keyword(Keyword::Last), 1),
            _ => return None,
        };
        self.at += length;
        Some(token)
    }
}
