//! Tokens: what stands at the parser's position, and the reserved words.

use super::ast::RedirectionOp;
use super::error::{Recovery, SyntaxError};
use super::scanner::{Parse, Parser, is_metacharacter};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    End,
    Newline,
    /// A word starts here; where it ends only parsing it tells.
    Word,
    /// A redirection, perhaps with a descriptor before its operator.
    Redirection,
    Semicolon,
    /// `;;`
    DoubleSemicolon,
    /// `;&`
    SemicolonAmpersand,
    /// `;;&`
    DoubleSemicolonAmpersand,
    Ampersand,
    AndIf,
    OrIf,
    Pipe,
    /// `|&`
    PipeBoth,
    Open,
    Close,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub token: Token,
    /// The end of an operator; of a word or redirection the start.
    pub end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reserved {
    If,
    Then,
    Elif,
    Else,
    Fi,
    Do,
    Done,
    Case,
    Esac,
    While,
    Until,
    For,
    Select,
    In,
    Function,
    Time,
    Coproc,
    Bang,
    OpenBrace,
    CloseBrace,
    OpenCondition,
    CloseCondition,
}

impl Reserved {
    pub fn from_text(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"if" => Self::If,
            b"then" => Self::Then,
            b"elif" => Self::Elif,
            b"else" => Self::Else,
            b"fi" => Self::Fi,
            b"do" => Self::Do,
            b"done" => Self::Done,
            b"case" => Self::Case,
            b"esac" => Self::Esac,
            b"while" => Self::While,
            b"until" => Self::Until,
            b"for" => Self::For,
            b"select" => Self::Select,
            b"in" => Self::In,
            b"function" => Self::Function,
            b"time" => Self::Time,
            b"coproc" => Self::Coproc,
            b"!" => Self::Bang,
            b"{" => Self::OpenBrace,
            b"}" => Self::CloseBrace,
            b"[[" => Self::OpenCondition,
            b"]]" => Self::CloseCondition,
            _ => return None,
        })
    }

    /// Whether the word can only close or continue a construct: no command starts with it.
    pub fn closes(self) -> bool {
        matches!(
            self,
            Self::Then
                | Self::Elif
                | Self::Else
                | Self::Fi
                | Self::Do
                | Self::Done
                | Self::Esac
                | Self::In
                | Self::CloseBrace
                | Self::CloseCondition
        )
    }
}

/// Whether the name is a reserved word, as `type` says of it.
pub fn is_reserved_word(name: &[u8]) -> bool {
    Reserved::from_text(name).is_some()
}

/// The length of the longest reserved word.
const LONGEST_RESERVED: usize = 8;

impl Parser<'_, '_> {
    /// Steps over blanks, comments and line continuations, and tells what stands there.
    pub fn peek(&mut self) -> Token {
        if let Some((position, lexeme)) = self.peeked
            && position == self.position
        {
            return lexeme.token;
        }
        self.skip_blanks();
        let lexeme = self.classify();
        self.peeked = Some((self.position, lexeme));
        lexeme.token
    }

    /// Steps over the operator or newline that [`Self::peek`] saw; at a newline the pending here-documents are read.
    pub fn advance(&mut self) -> Parse<()> {
        self.peek();
        if let Some((_, lexeme)) = self.peeked.take() {
            self.position = lexeme.end;
            if lexeme.token == Token::Newline {
                if self.position >= self.source.len() && self.lacks_final_newline() {
                    self.end_of_last_line_read = true;
                }
                self.read_here_documents()?;
            }
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte() {
                Some(b' ' | b'\t') => self.position += 1,
                Some(b'\\') if self.byte_at(self.position + 1) == Some(b'\n') => self.position += 2,
                Some(b'#') => {
                    let rest = self.rest();
                    self.position += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn classify(&self) -> Lexeme {
        let at = self.position;
        let Some(first) = self.byte() else {
            let real_end = at >= self.source.len() && self.end >= self.source.len();
            let unread = real_end && !self.end_of_last_line_read && self.lacks_final_newline();
            return Lexeme { token: if unread { Token::Newline } else { Token::End }, end: at };
        };
        // Operators may be torn apart by line continuations.
        let second_at = self.after_continuations(at + 1);
        let second = self.byte_at(second_at);
        let after = second_at + 1;
        let (token, end) = match first {
            b'\n' => (Token::Newline, at + 1),
            b';' => match second {
                Some(b';') => {
                    let third = self.after_continuations(after);
                    if self.byte_at(third) == Some(b'&') {
                        (Token::DoubleSemicolonAmpersand, third + 1)
                    } else {
                        (Token::DoubleSemicolon, after)
                    }
                }
                Some(b'&') => (Token::SemicolonAmpersand, after),
                _ => (Token::Semicolon, at + 1),
            },
            b'&' => match second {
                Some(b'&') => (Token::AndIf, after),
                Some(b'>') => (Token::Redirection, at),
                _ => (Token::Ampersand, at + 1),
            },
            b'|' => match second {
                Some(b'|') => (Token::OrIf, after),
                Some(b'&') => (Token::PipeBoth, after),
                _ => (Token::Pipe, at + 1),
            },
            b'(' => (Token::Open, at + 1),
            b')' => (Token::Close, at + 1),
            b'<' | b'>' if second == Some(b'(') => (Token::Word, at),
            b'<' | b'>' => (Token::Redirection, at),
            b'0'..=b'9' | b'{' if self.descriptor_end(at).is_some() => (Token::Redirection, at),
            _ => (Token::Word, at),
        };
        Lexeme { token, end }
    }

    /// The end of a descriptor (`2` or `{name}`) that stands directly before a redirection operator at `position`.
    pub fn descriptor_end(&self, position: usize) -> Option<usize> {
        let end = match self.byte_at(position)? {
            b'0'..=b'9' => {
                let text = self.text(position, self.end);
                position + text.iter().position(|byte| !byte.is_ascii_digit())?
            }
            b'{' => {
                let mut end = self.identifier_end(position + 1)?;
                if self.byte_at(end) == Some(b'[') {
                    let text = self.text(end, self.end);
                    let close = text.iter().position(|&byte| byte == b']' || is_metacharacter(byte))?;
                    if text.get(close) != Some(&b']') {
                        return None;
                    }
                    end += close + 1;
                }
                if self.byte_at(end)? != b'}' {
                    return None;
                }
                end + 1
            }
            _ => return None,
        };
        let operator = self.byte_at(end)?;
        let substitution = self.byte_at(end + 1) == Some(b'(');
        (matches!(operator, b'<' | b'>') && !substitution).then_some(end)
    }

    /// The redirection operator at `position`, with its end.
    pub fn redirection_operator(&self, position: usize) -> Option<(RedirectionOp, bool, usize)> {
        let first = self.byte_at(position)?;
        let second_at = self.after_continuations(position + 1);
        let second = self.byte_at(second_at);
        let third_at = self.after_continuations(second_at + 1);
        let third = self.byte_at(third_at);
        Some(match (first, second, third) {
            (b'<', Some(b'<'), Some(b'<')) => (RedirectionOp::HereString, false, third_at + 1),
            (b'<', Some(b'<'), Some(b'-')) => (RedirectionOp::HereDoc, true, third_at + 1),
            (b'<', Some(b'<'), _) => (RedirectionOp::HereDoc, false, second_at + 1),
            (b'<', Some(b'&'), _) => (RedirectionOp::DuplicateRead, false, second_at + 1),
            (b'<', Some(b'>'), _) => (RedirectionOp::ReadWrite, false, second_at + 1),
            (b'<', _, _) => (RedirectionOp::Read, false, position + 1),
            (b'>', Some(b'>'), _) => (RedirectionOp::Append, false, second_at + 1),
            (b'>', Some(b'&'), _) => (RedirectionOp::DuplicateWrite, false, second_at + 1),
            (b'>', Some(b'|'), _) => (RedirectionOp::Clobber, false, second_at + 1),
            (b'>', _, _) => (RedirectionOp::Write, false, position + 1),
            (b'&', Some(b'>'), Some(b'>')) => (RedirectionOp::AppendBoth, false, third_at + 1),
            (b'&', Some(b'>'), _) => (RedirectionOp::WriteBoth, false, second_at + 1),
            _ => return None,
        })
    }

    pub fn skip_newlines(&mut self) -> Parse<()> {
        while self.peek() == Token::Newline {
            self.advance()?;
        }
        Ok(())
    }

    /// The reserved word at the position, with its end. Only the grammar knows whether it is reserved here.
    pub fn reserved_word(&mut self) -> Option<(Reserved, usize)> {
        if self.peek() != Token::Word {
            return None;
        }
        let mut text = [0; LONGEST_RESERVED];
        let mut length = 0;
        let mut at = self.position;
        loop {
            at = self.after_continuations(at);
            match self.byte_at(at) {
                Some(byte @ (b'a'..=b'z' | b'!' | b'{' | b'}' | b'[' | b']')) => {
                    *text.get_mut(length)? = byte;
                    length += 1;
                    at += 1;
                }
                Some(byte) if !is_metacharacter(byte) => return None,
                _ => break,
            }
        }
        Reserved::from_text(text.get(..length)?).map(|reserved| (reserved, at))
    }

    /// Steps over the reserved word if it stands here.
    pub fn accept(&mut self, wanted: Reserved) -> bool {
        match self.reserved_word() {
            Some((reserved, end)) if reserved == wanted => {
                self.position = end;
                true
            }
            _ => false,
        }
    }

    /// Steps over the reserved word, which must stand here.
    pub fn expect(&mut self, wanted: Reserved) -> Parse<()> {
        if self.accept(wanted) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub fn expect_close(&mut self) -> Parse<()> {
        if self.peek() == Token::Close { self.advance() } else { Err(self.unexpected()) }
    }

    /// The error for the token at the position: the grammar does not allow it there.
    pub fn unexpected(&mut self) -> Box<SyntaxError> {
        let token = self.peek();
        if token == Token::End {
            return self.unexpected_end();
        }
        let start = self.position;
        let end = match self.token_end(token) {
            Ok(end) => end,
            Err(error) => return error,
        };
        let name = if token == Token::Newline {
            "newline".into()
        } else {
            String::from_utf8_lossy(self.text(start, end)).into_owned()
        };
        let at = if token == Token::Newline { start } else { end };
        let mut error = self.error_at(at, format!("syntax error near unexpected token `{name}'"));
        error.source_line = Some(self.source_line_at(at));
        error
    }

    /// The error for input that ends inside a construct.
    pub fn unexpected_end(&self) -> Box<SyntaxError> {
        let message = if self.substitution_depth > 0 {
            "unexpected EOF while looking for matching `)'"
        } else {
            "syntax error: unexpected end of file"
        };
        Box::new(SyntaxError {
            line: self.line_after_last(),
            message: message.into(),
            incomplete: true,
            source_line: None,
            second: None,
            recovery: Recovery::default(),
            refused: None,
        })
    }

    pub fn token_end(&mut self, token: Token) -> Parse<usize> {
        match token {
            Token::Word => {
                self.word()?;
                Ok(self.position)
            }
            Token::Redirection => {
                if let Some(end) = self.descriptor_end(self.position) {
                    return Ok(end);
                }
                Ok(self.redirection_operator(self.position).map_or(self.position, |(_, _, end)| end))
            }
            _ => Ok(self.peeked.map_or(self.position, |(_, lexeme)| lexeme.end)),
        }
    }
}
