//! The words of the language.

use super::Fault;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    End,
    /// A name, perhaps with modules in front (`a::b`).
    Identifier(String),
    Keyword(&'static str),
    /// `.name`
    Field(String),
    /// `$name`
    Binding(String),
    Format(String),
    Number(String),
    /// The quote that begins a string.
    Quote,
    /// The bracket that ends what is interpolated into a string.
    InterpolationEnd,
    /// An operator or a bracket.
    Symbol(&'static str),
    /// A bracket that closes nothing, or a character that means nothing.
    Invalid,
}

const KEYWORDS: &[&str] = &[
    "module", "import", "include", "def", "if", "then", "else", "elif", "end", "as", "reduce", "foreach", "try",
    "catch", "label", "and", "or",
];

/// What stands among the open brackets for that of an interpolation.
const INTERPOLATION: u8 = b'\\';

/// Longer ones first.
const SYMBOLS: &[&str] = &[
    "?//", "//=", "!=", "==", "//", "|=", "+=", "-=", "*=", "/=", "%=", "<=", ">=", "..", ".", "?", "=", ";",
    ",", ":", "|", "+", "-", "*", "/", "%", "<", ">", "$", "(", "[", "{", ")", "]", "}",
];

impl Token {
    /// The token as jq's messages name it.
    pub fn name(&self) -> String {
        match self {
            Token::End => "end of file".to_owned(),
            Token::Identifier(_) => "IDENT".to_owned(),
            Token::Keyword(word) => (*word).to_owned(),
            Token::Field(_) => "FIELD".to_owned(),
            Token::Binding(name) if name == "__loc__" => "$__loc__".to_owned(),
            Token::Binding(_) => "BINDING".to_owned(),
            Token::Format(_) => "FORMAT".to_owned(),
            Token::Number(_) => "LITERAL".to_owned(),
            Token::Quote => "QQSTRING_START".to_owned(),
            Token::InterpolationEnd => "QQSTRING_INTERP_END".to_owned(),
            Token::Symbol(symbol) if symbol.len() > 1 => (*symbol).to_owned(),
            Token::Symbol(symbol) => format!("'{symbol}'"),
            Token::Invalid => "INVALID_CHARACTER".to_owned(),
        }
    }
}

/// A string without an end: its text up to the end of the program, and what is told of it.
pub struct Unfinished<'a>(pub &'a [u8], pub Fault);

pub struct Lexer<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// Where the last word, space or comment began.
    pub last: usize,
    /// The brackets that are open, as what closes them, or [`INTERPOLATION`].
    pub open: Vec<u8>,
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Lexer<'a> {
        Lexer { text, at: 0, last: 0, open: Vec::new() }
    }

    /// Takes letters of a set that stand right here, if white space or a field follows them.
    pub fn letters(&mut self, set: &[u8]) -> String {
        let rest = self.rest();
        let count = rest.iter().take_while(|byte| set.contains(byte)).count();
        if count == 0 || !matches!(rest.get(count), Some(b' ' | b'\t' | b'\n' | b'.' | b'(' | b'$' | b'{' | b'[')) {
            return String::new();
        }
        self.at += count;
        String::from_utf8_lossy(rest.get(..count).unwrap_or_default()).into_owned()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            match rest.first() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => {
                    self.last = self.at;
                    let space = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
                    self.at += space.count();
                }
                Some(b'#') => {
                    self.last = self.at;
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// How many bytes at the front are names joined by `::`.
    fn qualified(rest: &[u8]) -> usize {
        let mut length = 0;
        loop {
            let part = rest.get(length..).unwrap_or_default();
            if !part.first().copied().is_some_and(is_start) {
                return length.saturating_sub(2);
            }
            length += part.iter().take_while(|byte| is_name(**byte)).count();
            if !rest.get(length..).unwrap_or_default().starts_with(b"::") {
                return length;
            }
            length += 2;
        }
    }

    fn number(rest: &[u8]) -> usize {
        let digits = |from: usize| rest.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let whole = digits(0);
        let mut length = whole;
        if rest.get(length) == Some(&b'.') {
            let fraction = digits(length + 1);
            if whole == 0 && fraction == 0 {
                return 0;
            }
            length += 1 + fraction;
        }
        if length == 0 {
            return 0;
        }
        if matches!(rest.get(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(rest.get(length + 1), Some(b'+' | b'-')));
            let power = digits(length + 1 + sign);
            if power > 0 {
                length += 1 + sign + power;
            }
        }
        length
    }

    fn take(&mut self, length: usize) -> String {
        let text = String::from_utf8_lossy(self.rest().get(..length).unwrap_or_default()).into_owned();
        self.at += length;
        text
    }

    /// The next word and the byte at which it begins.
    pub fn next(&mut self) -> (Token, usize) {
        self.skip_space();
        let start = self.at;
        let rest = self.rest();
        let Some(&first) = rest.first() else {
            return (Token::End, self.last);
        };
        self.last = start;
        let second = rest.get(1).copied();
        if first == b'"' {
            self.at += 1;
            return (Token::Quote, start);
        }
        if is_start(first) {
            let word = self.take(Self::qualified(rest));
            let token = match KEYWORDS.iter().find(|keyword| **keyword == word) {
                Some(keyword) => Token::Keyword(keyword),
                None => Token::Identifier(word),
            };
            return (token, start);
        }
        let length = Self::number(rest);
        if length > 0 {
            return (Token::Number(self.take(length)), start);
        }
        if first == b'.' && second.is_some_and(is_start) {
            self.at += 1;
            let length = rest.iter().skip(1).take_while(|byte| is_name(**byte)).count();
            return (Token::Field(self.take(length)), start);
        }
        if first == b'$' {
            let length = Self::qualified(rest.get(1..).unwrap_or_default());
            if length > 0 {
                self.at += 1;
                return (Token::Binding(self.take(length)), start);
            }
        }
        if first == b'@' && second.is_some_and(is_name) {
            let length = rest.iter().skip(1).take_while(|byte| is_name(**byte)).count();
            self.at += 1;
            return (Token::Format(self.take(length)), start);
        }
        let Some(&symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(symbol.as_bytes())) else {
            self.at += 1;
            return (Token::Invalid, start);
        };
        self.at += symbol.len();
        match first {
            b'(' => self.open.push(b')'),
            b'[' => self.open.push(b']'),
            b'{' => self.open.push(b'}'),
            b')' | b']' | b'}' => match self.open.pop() {
                Some(INTERPOLATION) if first == b')' => return (Token::InterpolationEnd, start),
                opened if opened != Some(first) => return (Token::Invalid, start),
                _ => {}
            },
            _ => {}
        }
        (Token::Symbol(symbol), start)
    }

    /// Text of a string up to its closing quote or `\(`: the raw text and whether an interpolation begins. The error
    /// comes with the text up to the end of the program.
    pub fn string_part(&mut self) -> Result<(&'a [u8], bool), Unfinished<'a>> {
        let start = self.at;
        // Where the last run of escapes or of other characters began.
        let mut last = self.last;
        let mut escaped = None;
        loop {
            let escapes = self.text.get(self.at) == Some(&b'\\');
            if self.at < self.text.len() && escaped != Some(escapes) {
                (escaped, last) = (Some(escapes), self.at);
            }
            match self.text.get(self.at) {
                None => {
                    let message = "syntax error, unexpected end of file, expecting QQSTRING_TEXT or \
                                   QQSTRING_INTERP_START or QQSTRING_END (Unix shell quoting issues?)";
                    let raw = self.text.get(start..).unwrap_or_default();
                    return Err(Unfinished(raw, Fault { message: message.to_owned(), position: last }));
                }
                Some(b'"') => {
                    let raw = &self.text[start..self.at];
                    self.last = self.at;
                    self.at += 1;
                    return Ok((raw, false));
                }
                Some(b'\\') if self.text.get(self.at + 1) == Some(&b'(') => {
                    let raw = &self.text[start..self.at];
                    self.last = self.at;
                    self.at += 2;
                    self.open.push(INTERPOLATION);
                    return Ok((raw, true));
                }
                Some(b'\\') if self.at + 1 == self.text.len() => {
                    let message = "syntax error, unexpected INVALID_CHARACTER, expecting QQSTRING_TEXT or \
                                   QQSTRING_INTERP_START or QQSTRING_END (Unix shell quoting issues?)";
                    let raw = self.text.get(start..self.at).unwrap_or_default();
                    return Err(Unfinished(raw, Fault { message: message.to_owned(), position: self.at }));
                }
                Some(b'\\') => {
                    let digits = match self.text.get(self.at + 1) {
                        Some(b'u') => self.text.iter().skip(self.at + 2).take(4),
                        _ => self.text.iter().skip(self.at + 2).take(0),
                    };
                    let digits = digits.take_while(|byte| byte.is_ascii_alphanumeric()).count();
                    self.at = (self.at + 2 + digits).min(self.text.len());
                }
                Some(_) => self.at += 1,
            }
        }
    }
}
