//! The tokens of arithmetic text.

use bstr::{BString, ByteSlice};

use super::ast::{ArithBinary, ArithExpr};
use super::error::{ArithError, ArithErrorKind};
use super::scanner::{is_name_byte, is_name_start};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArithToken {
    End,
    Number(i64),
    /// A variable, with the inside of its subscript.
    Name {
        start: usize,
        end: usize,
        index: Option<(usize, usize)>,
    },
    /// An expansion: its part.
    Mark(usize),
    /// `++` and `--`.
    Step(i64),
    Plus,
    Minus,
    Not,
    BitNot,
    Binary(ArithBinary),
    And,
    Or,
    Comma,
    Question,
    Colon,
    Open,
    Close,
    Assign(Option<ArithBinary>),
}

pub(super) struct Lexer<'t> {
    text: &'t [u8],
    /// Where expansions stand, each with its part, in order.
    marks: &'t [(usize, usize)],
    position: usize,
    /// Where the last token (not the end) starts: errors name the text from there.
    token_start: usize,
    pub token: ArithToken,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t [u8], marks: &'t [(usize, usize)]) -> Self {
        Self { text, marks, position: 0, token_start: 0, token: ArithToken::End }
    }

    pub fn slice(&self, start: usize, end: usize) -> &'t [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    pub fn error(&self, kind: ArithErrorKind) -> Box<ArithError> {
        self.error_between(kind, self.token_start, self.text.len())
    }

    /// Errors in a number show the text only up to its end.
    fn error_between(&self, kind: ArithErrorKind, start: usize, end: usize) -> Box<ArithError> {
        Box::new(ArithError {
            kind,
            expression: BString::from(self.slice(0, end).trim_start()),
            token: BString::from(self.slice(start, end)),
            read: ArithExpr::Number(0),
        })
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.get(self.position + offset).copied().unwrap_or(0)
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.text.get(at), Some(b' ' | b'\t' | b'\n')) {
            at += 1;
        }
        at
    }

    fn mark_at(&self, position: usize) -> Option<usize> {
        let found = self.marks.binary_search_by_key(&position, |&(offset, _)| offset).ok()?;
        self.marks.get(found).map(|&(_, part)| part)
    }

    /// Reads the next token.
    pub fn advance(&mut self) -> Result<(), Box<ArithError>> {
        let before = self.token;
        self.position = self.skip_blanks(self.position);
        let start = self.position;
        let Some(&first) = self.text.get(start) else {
            self.token = ArithToken::End;
            return Ok(());
        };
        self.token_start = start;
        self.token = if let Some(part) = self.mark_at(start) {
            self.position += 1;
            self.refuse_adjacent()?;
            ArithToken::Mark(part)
        } else if first.is_ascii_digit() {
            self.number()?
        } else if is_name_start(first) {
            self.name()?
        } else {
            self.operator(before, first)?
        };
        Ok(())
    }

    /// An expansion is an operand of its own only when nothing touches it that could become one with its value.
    fn refuse_adjacent(&self) -> Result<(), Box<ArithError>> {
        let step = matches!((self.byte(0), self.byte(1)), (b'+', b'+') | (b'-', b'-'));
        let joins = is_name_byte(self.byte(0)) || matches!(self.byte(0), b'#' | b'@' | b'[');
        if step || joins || self.mark_at(self.position).is_some() {
            return Err(self.error(ArithErrorKind::SyntaxInExpression));
        }
        Ok(())
    }

    fn refuse_mark_here(&self) -> Result<(), Box<ArithError>> {
        if self.mark_at(self.position).is_some() {
            return Err(self.error(ArithErrorKind::SyntaxInExpression));
        }
        Ok(())
    }

    fn number(&mut self) -> Result<ArithToken, Box<ArithError>> {
        let start = self.position;
        let text = self.slice(start, self.text.len());
        let length =
            text.iter().position(|&byte| !is_name_byte(byte) && byte != b'#' && byte != b'@').unwrap_or(text.len());
        self.position = start + length;
        self.refuse_mark_here()?;
        let digits = text.get(..length).unwrap_or_default();
        number_value(digits).map(ArithToken::Number).map_err(|kind| self.error_between(kind, start, start + length))
    }

    fn name(&mut self) -> Result<ArithToken, Box<ArithError>> {
        let start = self.position;
        let text = self.slice(start, self.text.len());
        let length = text.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(text.len());
        let end = start + length;
        self.position = end;
        self.refuse_mark_here()?;
        if self.byte(0) != b'[' {
            return Ok(ArithToken::Name { start, end, index: None });
        }
        let Some(close) = self.subscript_end(end + 1) else {
            return Err(self.error(ArithErrorKind::BadSubscript));
        };
        self.position = close + 1;
        self.refuse_mark_here()?;
        let (from, to) = (end + 1, close);
        let marked = self.marks.iter().any(|&(offset, _)| (from..to).contains(&offset));
        if marked {
            // The text of the key is known only when the expansion is.
            return Err(self.error(ArithErrorKind::SyntaxInExpression));
        }
        Ok(ArithToken::Name { start, end, index: Some((from, to)) })
    }

    /// The `]` for the `[` before `from`; quotes hide brackets.
    fn subscript_end(&self, from: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = from;
        loop {
            match *self.text.get(at)? {
                b'\\' => at += 1,
                quote @ (b'\'' | b'"') => {
                    at += 1 + memchr::memchr(quote, self.text.get(at + 1..)?)?;
                }
                b'[' => depth += 1,
                b']' if depth == 0 => return Some(at),
                b']' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
    }

    fn operator(&mut self, before: ArithToken, first: u8) -> Result<ArithToken, Box<ArithError>> {
        let (second, third) = (self.byte(1), self.byte(2));
        use ArithBinary as B;
        use ArithToken as T;
        let (token, length) = match (first, second, third) {
            (b'<', b'<', b'=') => (T::Assign(Some(B::ShiftLeft)), 3),
            (b'>', b'>', b'=') => (T::Assign(Some(B::ShiftRight)), 3),
            (b'=', b'=', _) => (T::Binary(B::Equal), 2),
            (b'!', b'=', _) => (T::Binary(B::NotEqual), 2),
            (b'<', b'=', _) => (T::Binary(B::LessEqual), 2),
            (b'>', b'=', _) => (T::Binary(B::GreaterEqual), 2),
            (b'<', b'<', _) => (T::Binary(B::ShiftLeft), 2),
            (b'>', b'>', _) => (T::Binary(B::ShiftRight), 2),
            (b'&', b'&', _) => (T::And, 2),
            (b'|', b'|', _) => (T::Or, 2),
            (b'*', b'*', _) => (T::Binary(B::Power), 2),
            (b'+', b'+', _) | (b'-', b'-', _) => {
                let by = if first == b'+' { 1 } else { -1 };
                if matches!(before, T::Name { .. }) {
                    (T::Step(by), 2)
                } else {
                    let next = self.skip_blanks(self.position + 2);
                    let named = self.text.get(next).is_some_and(|&byte| is_name_start(byte));
                    if named { (T::Step(by), 2) } else { (if by > 0 { T::Plus } else { T::Minus }, 1) }
                }
            }
            (b'*', b'=', _) => (T::Assign(Some(B::Multiply)), 2),
            (b'/', b'=', _) => (T::Assign(Some(B::Divide)), 2),
            (b'%', b'=', _) => (T::Assign(Some(B::Remainder)), 2),
            (b'+', b'=', _) => (T::Assign(Some(B::Add)), 2),
            (b'-', b'=', _) => (T::Assign(Some(B::Subtract)), 2),
            (b'&', b'=', _) => (T::Assign(Some(B::BitAnd)), 2),
            (b'^', b'=', _) => (T::Assign(Some(B::BitXor)), 2),
            (b'|', b'=', _) => (T::Assign(Some(B::BitOr)), 2),
            (b'=', ..) => (T::Assign(None), 1),
            (b'<', ..) => (T::Binary(B::Less), 1),
            (b'>', ..) => (T::Binary(B::Greater), 1),
            (b'+', ..) => (T::Plus, 1),
            (b'-', ..) => (T::Minus, 1),
            (b'*', ..) => (T::Binary(B::Multiply), 1),
            (b'/', ..) => (T::Binary(B::Divide), 1),
            (b'%', ..) => (T::Binary(B::Remainder), 1),
            (b'&', ..) => (T::Binary(B::BitAnd), 1),
            (b'|', ..) => (T::Binary(B::BitOr), 1),
            (b'^', ..) => (T::Binary(B::BitXor), 1),
            (b'!', ..) => (T::Not, 1),
            (b'~', ..) => (T::BitNot, 1),
            (b'(', ..) => (T::Open, 1),
            (b')', ..) => (T::Close, 1),
            (b',', ..) => (T::Comma, 1),
            (b'?', ..) => (T::Question, 1),
            (b':', ..) => (T::Colon, 1),
            _ => {
                let operand = matches!(before, T::Number(_) | T::Name { .. } | T::Mark(_) | T::Step(_));
                return Err(self.error(if operand {
                    ArithErrorKind::InvalidOperator
                } else {
                    ArithErrorKind::OperandExpected
                }));
            }
        };
        self.position += length;
        Ok(token)
    }
}

/// The value of a constant: decimal, `0…`, `0x…` or `base#digits`; too big a one wraps around.
fn number_value(text: &[u8]) -> Result<i64, ArithErrorKind> {
    let (mut base, mut digits, mut based) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits, true),
        [b'0', digits @ ..] if !digits.is_empty() => (8, digits, true),
        _ => (10, text, false),
    };
    let mut value = 0i64;
    while let Some((&byte, rest)) = digits.split_first() {
        digits = rest;
        if byte == b'#' {
            if based {
                return Err(ArithErrorKind::InvalidNumber);
            }
            if !(2..=64).contains(&value) {
                return Err(ArithErrorKind::InvalidBase);
            }
            if rest.is_empty() {
                return Err(ArithErrorKind::InvalidConstant);
            }
            base = value;
            value = 0;
            based = true;
            continue;
        }
        let digit = i64::from(match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            b'@' => 62,
            _ => 63,
        });
        if digit >= base {
            return Err(ArithErrorKind::ValueTooGreat);
        }
        value = value.wrapping_mul(base).wrapping_add(digit);
    }
    Ok(value)
}
