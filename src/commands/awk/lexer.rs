//! The tokens of an awk program.

use bstr::BString;
use bytes::Bytes;

use super::dialect::{self, Dialect};

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Number(f64),
    Text(Bytes),
    /// A name that is no keyword and not followed at once by `(`.
    Name(String),
    /// A name with `(` at its heels.
    FunctionName(String),
    Builtin(super::program::Builtin),
    Keyword(Keyword),
    /// An operator or a mark of punctuation.
    Mark(&'static str),
    Newline,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    Begin,
    BeginFile,
    Break,
    Case,
    Continue,
    Default,
    Delete,
    Do,
    Else,
    End,
    EndFile,
    Exit,
    For,
    Function,
    Getline,
    If,
    In,
    Next,
    NextFile,
    Print,
    Printf,
    Return,
    Switch,
    While,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("BEGIN", Keyword::Begin),
    ("BEGINFILE", Keyword::BeginFile),
    ("END", Keyword::End),
    ("ENDFILE", Keyword::EndFile),
    ("break", Keyword::Break),
    ("case", Keyword::Case),
    ("continue", Keyword::Continue),
    ("default", Keyword::Default),
    ("delete", Keyword::Delete),
    ("do", Keyword::Do),
    ("else", Keyword::Else),
    ("exit", Keyword::Exit),
    ("for", Keyword::For),
    ("func", Keyword::Function),
    ("function", Keyword::Function),
    ("getline", Keyword::Getline),
    ("if", Keyword::If),
    ("in", Keyword::In),
    ("next", Keyword::Next),
    ("nextfile", Keyword::NextFile),
    ("print", Keyword::Print),
    ("printf", Keyword::Printf),
    ("return", Keyword::Return),
    ("switch", Keyword::Switch),
    ("while", Keyword::While),
];

impl Keyword {
    /// A word that only gawk has.
    fn is_extension(self) -> bool {
        matches!(
            self,
            Keyword::BeginFile | Keyword::EndFile | Keyword::Case | Keyword::Default | Keyword::Switch
        )
    }

    /// A word that the awk of 1979 had not.
    fn is_new(self) -> bool {
        matches!(self, Keyword::Delete | Keyword::Do | Keyword::Function | Keyword::Getline | Keyword::Return)
    }
}

pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.binary_search_by(|row| row.0.cmp(name)).is_ok()
}

/// A word of the language, which names nothing else.
pub fn is_reserved(name: &str) -> bool {
    is_keyword(name) || super::program::Builtin::TABLE.iter().any(|row| row.0 == name)
}

/// Longest first, so that the first that fits is the token.
const MARKS: &[&str] = &[
    "**=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**", "==", "<=", ">=", "!=", "!~", ">>", "|&",
    "{", "}", "(", ")", "[", "]", ";", ",", "+", "-", "*", "/", "%", "^", "!", "<", ">", "|", "?", ":", "~", "$", "=",
    "@",
];

/// What is wrong with the text: the message and the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub message: BString,
    /// Where in the whole text.
    pub position: usize,
    /// The message stands behind a caret under the line.
    pub caret: bool,
    /// A newline is what should not be there: gawk counts it before it complains.
    pub newline: bool,
    /// It is told of a file that it ends there.
    pub at_end: bool,
    /// The piece ends where something is missing: where its last token begins.
    pub last: Option<usize>,
}

impl Fault {
    /// A fault that is shown in its line.
    pub fn at(position: usize, message: impl Into<BString>) -> Fault {
        Fault { message: message.into(), position, caret: true, newline: false, at_end: false, last: None }
    }

    /// A fault of which only the line's number is shown.
    pub fn in_line(position: usize, message: impl Into<BString>) -> Fault {
        Fault { message: message.into(), position, caret: false, newline: false, at_end: false, last: None }
    }
}

/// Reads tokens from the text of a program.
pub struct Lexer<'a> {
    /// As far as the piece reaches that is read.
    pub text: &'a [u8],
    /// All pieces.
    whole: &'a [u8],
    /// Where the pieces end, the next one last.
    ends: Vec<usize>,
    pub position: usize,
    /// Where the token that was read last begins.
    pub start: usize,
    /// Where the token before it begins.
    pub before: usize,
    pub warnings: Vec<Warning>,
    /// The token read last was a newline.
    after_newline: bool,
    pub dialect: Dialect,
    /// An error among the warnings forbids that it runs.
    pub refused: bool,
    /// What `-t` told of already.
    told: Vec<String>,
}

/// All that is said of a program.
pub type Warnings = Vec<Warning>;

/// What is said of a program that may run all the same.
#[derive(Debug, Clone)]
pub struct Warning {
    pub position: usize,
    pub text: BString,
    /// It tells that this letter stands for itself behind a backslash.
    pub plain: Option<u8>,
}

impl<'a> Lexer<'a> {
    /// `starts`: where the pieces of the text begin.
    pub fn new(whole: &'a [u8], dialect: Dialect, starts: impl DoubleEndedIterator<Item = usize>) -> Lexer<'a> {
        let mut ends = vec![whole.len()];
        ends.extend(starts.filter(|start| *start > 0).rev());
        let text = ends.pop().and_then(|end| whole.get(..end)).unwrap_or(whole);
        Lexer { text, whole, ends, before: 0, position: 0, start: 0, warnings: Vec::new(), after_newline: true, dialect, refused: false, told: Vec::new() }
    }

    /// Goes on with the next piece; false when there is none. Rules and functions do not reach over the end of one.
    pub fn open_next(&mut self) -> bool {
        let Some(text) = self.ends.pop().and_then(|end| self.whole.get(..end)) else { return false };
        self.text = text;
        true
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.position + ahead).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.peek(0) {
                Some(b' ' | b'\t' | b'\r' | b'\x0c' | b'\x0b') => self.position += 1,
                Some(b'\\') if self.peek(1) == Some(b'\n') => self.position += 2,
                Some(b'\\') if self.peek(1) == Some(b'\r') && self.peek(2) == Some(b'\n') => self.position += 3,
                Some(b'#') => {
                    let length = memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
                    self.position += length;
                }
                _ => return,
            }
        }
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Token, Fault> {
        self.skip_blanks();
        // Neither a second look nor the end of a line counts.
        if self.position > self.start && self.text.get(self.start) != Some(&b'\n') {
            self.before = self.start;
        }
        self.start = self.position;
        let Some(byte) = self.peek(0) else {
            // The last line ends in a newline, as all do.
            let ends = std::mem::replace(&mut self.after_newline, true);
            return Ok(if ends { Token::End } else { Token::Newline });
        };
        self.after_newline = byte == b'\n';
        match byte {
            b'\n' => {
                self.position += 1;
                Ok(Token::Newline)
            }
            b'\\' if self.position + 1 == self.text.len() => {
                self.position += 1;
                self.next()
            }
            b'\\' => Err(Fault::at(self.position, "backslash not last character on line")),
            b'"' => self.string(),
            b'0'..=b'9' => Ok(self.number()),
            b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => Ok(self.number()),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
            _ => {
                let rest = self.rest();
                match MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes()) && self.has_mark(mark)) {
                    Some(mark) => {
                        if self.dialect.lint_old && matches!(*mark, "**" | "^" | "**=" | "^=") {
                            self.tell_old(mark, format!("warning: operator `{mark}' is not supported in old awk"));
                        }
                        self.position += mark.len();
                        Ok(Token::Mark(mark))
                    }
                    // gawk gives these to its grammar, which has no place for them.
                    None if matches!(byte, b'.' | b'&') => Err(Fault::at(self.position, "syntax error")),
                    None if byte.is_ascii_control() => {
                        let message = format!("fatal: error: invalid character '\\{byte:03o}' in source code");
                        Err(Fault::in_line(self.position, message))
                    }
                    None => {
                        Err(Fault::at(self.position, [b"invalid char '".as_slice(), &[byte], b"' in expression"].concat()))
                    }
                }
            }
        }
    }

    fn name(&mut self) -> Result<Token, Fault> {
        let rest = self.rest();
        let length = rest
            .iter()
            .position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))
            .unwrap_or(rest.len());
        let mut name = String::from_utf8_lossy(rest.get(..length).unwrap_or_default()).into_owned();
        self.position += length;
        if let Some(second) = self.second_name() {
            self.check_qualified(&name, &second);
            if is_keyword(&name) || is_keyword(&second) {
                return Err(Fault::at(self.start, "syntax error"));
            }
            name.push_str("::");
            name.push_str(&second);
            return Ok(if self.peek(0) == Some(b'(') { Token::FunctionName(name) } else { Token::Name(name) });
        }
        let dialect = self.dialect;
        if let Ok(index) = KEYWORDS.binary_search_by(|row| row.0.cmp(&name)) {
            let keyword = KEYWORDS[index].1;
            if !(keyword.is_extension() && dialect.is_plain() || name == "func" && dialect.posix) {
                if dialect.lint_old && keyword.is_new() {
                    self.tell_old(&name, format!("warning: `{name}' is not supported in old awk"));
                }
                return Ok(Token::Keyword(keyword));
            }
        } else if let Some(row) = super::program::Builtin::TABLE.iter().find(|row| row.0 == name)
            && dialect.has_builtin(row.1)
        {
            if dialect.lint_old && dialect::is_new(row.1) {
                self.tell_old(&name, format!("warning: `{name}' is not supported in old awk"));
            }
            return Ok(Token::Builtin(row.1));
        }
        Ok(if self.peek(0) == Some(b'(') { Token::FunctionName(name) } else { Token::Name(name) })
    }

    /// The name behind `::` that follows the name of a namespace.
    fn second_name(&mut self) -> Option<String> {
        let name = self.rest().strip_prefix(b"::").filter(|_| !self.dialect.is_plain())?;
        let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')).count();
        self.position += 2 + length;
        Some(String::from_utf8_lossy(&name[..length]).into_owned())
    }

    /// Notes what is wrong with `first::second`.
    fn check_qualified(&mut self, first: &str, second: &str) {
        let message = if second.contains(':') {
            format!("error: identifier `{first}::{second}': namespace separator can only appear once in a qualified name")
        } else if !second.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            format!("error: qualified identifier `{first}::{second}' is badly formed")
        } else if is_reserved(first) {
            format!("error: using reserved identifier `{first}' as a namespace is not allowed")
        } else if is_reserved(second) {
            format!("error: using reserved identifier `{second}' as second component of a qualified name is not allowed")
        } else {
            return;
        };
        self.refused = true;
        self.warn(self.start, message);
    }

    fn has_mark(&self, mark: &str) -> bool {
        match mark {
            "**" | "**=" => !self.dialect.posix,
            "|&" => !self.dialect.is_plain(),
            _ => true,
        }
    }

    /// Where it reads, for [`Lexer::go_back`].
    pub fn place(&self) -> (usize, bool) {
        (self.position, self.after_newline)
    }

    pub fn go_back(&mut self, place: (usize, bool)) {
        (self.position, self.after_newline) = place;
    }

    pub fn warn(&mut self, position: usize, text: impl Into<BString>) {
        self.warnings.push(Warning { position, text: text.into(), plain: None });
    }

    /// Warns once of what the awk of 1979 had not.
    pub fn tell_old(&mut self, what: &str, text: String) {
        if !self.told.iter().any(|told| told == what) {
            self.told.push(what.to_owned());
            self.warn(self.start, text);
        }
    }

    fn number(&mut self) -> Token {
        let rest = self.rest();
        let any_base = !self.dialect.is_plain();
        if let [b'0', b'x' | b'X', digits @ ..] = rest
            && any_base
        {
            let length = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            if length > 0 {
                self.position += 2 + length;
                return Token::Number(super::value::hexadecimal(&digits[..length]));
            }
        }
        let length = super::value::number_length(rest).max(1);
        let text = rest.get(..length).unwrap_or_default();
        self.position += length;
        // An octal number of a program's text, as gawk reads it.
        if any_base && text.len() > 1 && text[0] == b'0' && text.iter().all(|byte| matches!(byte, b'0'..=b'7')) {
            let value = text.iter().fold(0.0, |value, byte| value * 8.0 + f64::from(byte - b'0'));
            return Token::Number(value);
        }
        Token::Number(super::value::parse_number(text))
    }

    fn string(&mut self) -> Result<Token, Fault> {
        let opened = self.position;
        self.position += 1;
        let mut text = Vec::new();
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Err(Fault::at(opened, "unterminated string")),
                Some(b'"') => {
                    self.position += 1;
                    return Ok(Token::Text(Bytes::from(text)));
                }
                Some(b'\\') => {
                    let at = self.position;
                    self.position += 1;
                    match self.peek(0) {
                        None => return Err(Fault::at(opened, "unterminated string")),
                        Some(b'\n') if self.dialect.posix => {
                            let message = "fatal: POSIX does not allow physical newlines in string values";
                            return Err(Fault::in_line(at, message));
                        }
                        Some(b'\n') => self.position += 1,
                        Some(escape) => {
                            let used = unescape(self.rest(), &mut text, self.dialect.posix);
                            if self.dialect.lint_old && matches!(escape, b'a' | b'f' | b'b' | b'r') {
                                let shown = char::from(escape);
                                let text = format!("warning: old awk does not support the `\\{shown}' escape sequence");
                                self.warn(at, text);
                            }
                            if escape == b'x' && used.length == 1 && !self.dialect.posix {
                                self.warn(at, NO_HEX_DIGITS);
                            }
                            // A slash needs no backslash but in a regular expression.
                            let slash = (self.peek(0) == Some(b'/')).then_some(b'/');
                            if used.unknown.is_some_and(|byte| byte >= 0x80) {
                                // Its first byte counts there as the end of the text, where a backslash is one.
                                text.push(b'\\');
                            }
                            if let Some(unknown) = used.unknown.or(slash) {
                                // Each is told once.
                                if !self.warnings.iter().any(|warning| warning.plain == Some(unknown)) {
                                    let text = plain_escape(unknown);
                                    self.warnings.push(Warning { position: at, text, plain: Some(unknown) });
                                }
                            }
                            self.position += used.length;
                        }
                    }
                }
                Some(byte) => {
                    text.push(byte);
                    self.position += 1;
                }
            }
        }
    }

    /// A regular expression whose opening slash (or `/=`) was the last token.
    pub fn regex(&mut self) -> Result<Bytes, Fault> {
        self.position = self.start + 1;
        let mut text = Vec::new();
        // Open brackets, and where the outermost one stands.
        let (mut open, mut outer) = (0, None::<usize>);
        loop {
            match self.peek(0) {
                Some(b'\n') => return Err(Fault::at(self.start + 1, "unterminated regexp")),
                None => return Err(Fault { at_end: true, ..Fault::at(self.start + 1, "unterminated regexp") }),
                Some(b'/') if open <= 0 => {
                    self.position += 1;
                    return Ok(Bytes::from(text));
                }
                Some(b'\\') => {
                    match self.peek(1) {
                        Some(b'/') => text.push(b'/'),
                        Some(b'\n') => {}
                        Some(next) => text.extend_from_slice(&[b'\\', next]),
                        None => return Err(Fault::at(self.start + 1, "unterminated regexp")),
                    }
                    self.position += 2;
                }
                Some(byte) => {
                    match byte {
                        // Within one only that of a class counts.
                        b'[' if open == 0 || self.peek(1) == Some(b':') => {
                            open += 1;
                            if open == 1 {
                                outer = Some(text.len());
                            }
                        }
                        b']' => {
                            // Right behind the opening one, or its `^`, it is one of the characters.
                            let is_first = open > 0
                                && outer.is_some_and(|outer| {
                                    text.len() == outer + 1 || text.len() == outer + 2 && text.last() == Some(&b'^')
                                });
                            if !is_first {
                                open -= 1;
                                if open == 0 {
                                    outer = None;
                                }
                            }
                        }
                        _ => {}
                    }
                    text.push(byte);
                    self.position += 1;
                }
            }
        }
    }

}

/// What an escape sequence took up.
pub struct Escaped {
    pub length: usize,
    /// The character of a sequence that awk does not know.
    pub unknown: Option<u8>,
}

/// What is told of `\x` with no digit behind it.
pub const NO_HEX_DIGITS: &str = "warning: no hex digits in `\\x' escape sequence";

/// What is told of an escape sequence that awk does not know.
pub fn plain_escape(letter: u8) -> BString {
    [b"warning: escape sequence `\\".as_slice(), &[letter], b"' treated as plain `", &[letter], b"'"].concat().into()
}

/// Decodes the escape sequence whose backslash stands before `text`.
///
/// POSIX has no `\x`.
pub fn unescape(text: &[u8], out: &mut Vec<u8>, posix: bool) -> Escaped {
    let Some(&first) = text.first() else {
        out.push(b'\\');
        return Escaped { length: 0, unknown: None };
    };
    let plain = match first {
        b'"' | b'\\' | b'/' => Some(first),
        b'a' => Some(7),
        b'b' => Some(8),
        b'f' => Some(12),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        b'v' => Some(11),
        _ => None,
    };
    if let Some(byte) = plain {
        out.push(byte);
        return Escaped { length: 1, unknown: None };
    }
    match first {
        b'0'..=b'7' => {
            let digits = text.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
            let value = text[..digits].iter().fold(0u32, |value, byte| value * 8 + u32::from(byte - b'0'));
            out.push((value & 0xff) as u8);
            Escaped { length: digits, unknown: None }
        }
        b'x' if posix => {
            out.push(b'x');
            Escaped { length: 1, unknown: None }
        }
        b'x' => {
            let digits = text[1..].iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
            if digits == 0 {
                out.push(b'x');
                return Escaped { length: 1, unknown: None };
            }
            let digit = |byte: &u8| char::from(*byte).to_digit(16).unwrap_or(0);
            let value = text[1..=digits].iter().fold(0u32, |value, byte| value * 16 + digit(byte));
            out.push((value & 0xff) as u8);
            Escaped { length: 1 + digits, unknown: None }
        }
        _ => {
            // The first byte of a longer character is lost.
            if first.is_ascii() {
                out.push(first);
            }
            Escaped { length: 1, unknown: Some(first) }
        }
    }
}
