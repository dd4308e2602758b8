//! The inside of `[[ … ]]`.

use bstr::{BString, ByteSlice};

use super::ast::{Cond, Word};
use super::error::{Recovery, SyntaxError};
use super::scanner::{Parse, Parser, is_metacharacter};
use super::token::{Reserved, Token};
use super::word::Until;

impl Parser<'_, '_> {
    /// A condition, from behind `[[` to behind `]]`.
    pub fn condition(&mut self) -> Parse<Box<Cond>> {
        self.enter()?;
        let condition = self.condition_or()?;
        self.leave();
        if self.accept(Reserved::CloseCondition) {
            return Ok(condition);
        }
        Err(match self.peek() {
            Token::End => self.condition_error("unexpected EOF while looking for `]]'".into()),
            Token::Word => self.condition_error("syntax error in conditional expression".into()),
            token => {
                let name = self.token_name(token)?;
                self.condition_error(format!("syntax error in conditional expression: unexpected token `{name}'"))
            }
        })
    }

    fn condition_or(&mut self) -> Parse<Box<Cond>> {
        let left = self.condition_and()?;
        if self.peek() != Token::OrIf {
            return Ok(left);
        }
        self.advance()?;
        self.enter()?;
        let right = self.condition_or()?;
        self.leave();
        self.skip_newlines_in_condition()?;
        Ok(Box::new(Cond::Or(left, right)))
    }

    fn condition_and(&mut self) -> Parse<Box<Cond>> {
        let left = self.condition_term()?;
        if self.peek() != Token::AndIf {
            return Ok(left);
        }
        self.advance()?;
        self.enter()?;
        let right = self.condition_and()?;
        self.leave();
        Ok(Box::new(Cond::And(left, right)))
    }

    /// Newlines may stand before and after a term; not in it.
    fn skip_newlines_in_condition(&mut self) -> Parse<()> {
        while self.peek() == Token::Newline {
            self.advance()?;
        }
        Ok(())
    }

    fn condition_term(&mut self) -> Parse<Box<Cond>> {
        self.skip_newlines_in_condition()?;
        let term = match self.peek() {
            Token::Open => self.condition_group()?,
            Token::Word => {
                if self.accept(Reserved::Bang) {
                    self.enter()?;
                    let inner = self.condition_term()?;
                    self.leave();
                    return Ok(Box::new(Cond::Not(inner)));
                }
                self.condition_test()?
            }
            token => return Err(self.bad_condition(token)?),
        };
        self.skip_newlines_in_condition()?;
        Ok(term)
    }

    #[inline(never)]
    fn condition_group(&mut self) -> Parse<Box<Cond>> {
        self.advance()?;
        self.enter()?;
        let inner = self.condition_or().map_err(|mut error| {
            if error.recovery == Recovery::Stop && !error.incomplete && error.second.is_none() {
                error.second = Some("expected `)'".into());
            }
            error
        })?;
        self.leave();
        if self.peek() != Token::Close {
            let token = self.peek();
            let name = self.token_name(token)?;
            return Err(self.condition_error(format!("unexpected token `{name}', expected `)'")));
        }
        self.advance()?;
        Ok(Box::new(Cond::Group(inner)))
    }

    #[inline(never)]
    fn bad_condition(&mut self, token: Token) -> Parse<Box<SyntaxError>> {
        let name = self.token_name(token)?;
        let mut error = self.condition_error(format!("unexpected token `{name}' in conditional command"));
        if token == Token::End {
            error.line = self.line_after_last();
        }
        Ok(error)
    }

    /// A unary or binary test, or a lone word.
    #[inline(never)]
    fn condition_test(&mut self) -> Parse<Box<Cond>> {
        if self.at_condition_end() {
            let mut error = self.unexpected();
            error.recovery = Recovery::End { silent: true };
            return Err(error);
        }
        let start = self.position;
        if let Some(op) = self.unary_operator() {
            let end = start + op.len();
            self.position = end;
            if self.peek() != Token::Word || self.at_condition_end() {
                let token = self.peek();
                let name = self.token_name(token)?;
                return Err(self.condition_error(format!("unexpected argument `{name}' to conditional unary operator")));
            }
            let word = self.word_without_braces()?;
            return Ok(Box::new(Cond::Unary { op, word }));
        }
        let left = self.word_without_braces()?;
        match self.peek() {
            Token::AndIf | Token::OrIf | Token::Close => return Ok(lone(left)),
            _ if self.at_condition_end() => return Ok(lone(left)),
            _ => {}
        }
        let Some((op, end)) = self.binary_operator() else {
            let token = self.peek();
            if token == Token::Word {
                return Err(self.condition_error("conditional binary operator expected".into()));
            }
            let name = self.token_name(token)?;
            return Err(
                self.condition_error(format!("unexpected token `{name}', conditional binary operator expected"))
            );
        };
        self.position = end;
        if op == "=~" {
            return self.regular_expression(left);
        }
        if self.peek() != Token::Word || self.at_condition_end() {
            return Err(self.bad_binary_argument()?);
        }
        let right = match op.as_slice() {
            // Extended patterns are always on here.
            b"==" | b"=" | b"!=" => {
                let extglob = std::mem::replace(&mut self.options.extglob, true);
                let right = self.word_without_braces();
                self.options.extglob = extglob;
                right?
            }
            _ => self.word_without_braces()?,
        };
        Ok(Box::new(Cond::Binary { op, left, right }))
    }

    #[inline(never)]
    fn regular_expression(&mut self, left: Word) -> Parse<Box<Cond>> {
        let token = self.peek();
        let starts = matches!(token, Token::Word | Token::Open | Token::Pipe | Token::OrIf);
        if !starts || self.at_condition_end() {
            return Err(self.bad_binary_argument()?);
        }
        let mark = self.mark();
        let mut right = Word::default();
        self.parts(Until::RegexEnd, &mut right.parts)?;
        right.spelling = self.spelling(mark);
        self.mark_tilde(&mut right.parts, true);
        Ok(Box::new(Cond::Regex { left, right }))
    }

    fn bad_binary_argument(&mut self) -> Parse<Box<SyntaxError>> {
        let token = self.peek();
        let name = self.token_name(token)?;
        Ok(self.condition_error(format!("unexpected argument `{name}' to conditional binary operator")))
    }

    fn at_condition_end(&mut self) -> bool {
        matches!(self.reserved_word(), Some((Reserved::CloseCondition, _)))
    }

    /// `-f` and its like, when a whole word is one.
    fn unary_operator(&self) -> Option<BString> {
        let [b'-', letter] = *self.text(self.position, self.position + 2) else { return None };
        let ends = self.byte_at(self.position + 2).is_none_or(is_metacharacter);
        let known = b"abcdefghknoprstuvwxzGLNORS".contains(&letter);
        (ends && known).then(|| BString::from([b'-', letter]))
    }

    /// The binary operator at the position, with its end.
    fn binary_operator(&mut self) -> Option<(BString, usize)> {
        let start = self.position;
        match self.peek() {
            Token::Redirection => {
                let sign = self.byte().filter(|byte| matches!(byte, b'<' | b'>'))?;
                let alone = !matches!(self.byte_at(start + 1), Some(b'<' | b'>' | b'&' | b'|'));
                alone.then(|| (BString::from([sign]), start + 1))
            }
            Token::Word => {
                const OPERATORS: [&[u8]; 13] =
                    [b"==", b"=~", b"!=", b"=", b"-eq", b"-ne", b"-lt", b"-le", b"-gt", b"-ge", b"-nt", b"-ot", b"-ef"];
                OPERATORS.iter().find_map(|operator| {
                    let end = start + operator.len();
                    let ends = self.byte_at(end).is_none_or(is_metacharacter);
                    (ends && self.starts_with(operator)).then(|| (BString::from(*operator), end))
                })
            }
            _ => None,
        }
    }

    /// How messages about conditions name the token at the position.
    fn token_name(&mut self, token: Token) -> Parse<String> {
        match token {
            Token::Newline => Ok("newline".into()),
            Token::End => Ok("EOF".into()),
            _ => {
                let start = self.position;
                let end = self.token_end(token)?;
                self.position = start;
                Ok(String::from_utf8_lossy(self.text(start, end)).into_owned())
            }
        }
    }

    /// An error at the position; the input may go on when it ends here.
    fn condition_error(&mut self, message: String) -> Box<SyntaxError> {
        let token = self.peek();
        let mut error = self.error_at(self.position, message);
        error.incomplete = matches!(token, Token::End | Token::Newline) && self.rest().trim().is_empty();
        error
    }
}

fn lone(word: Word) -> Box<Cond> {
    Box::new(Cond::Unary { op: "-n".into(), word })
}
