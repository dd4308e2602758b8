//! Statements.

use bytes::Bytes;

use super::super::lexer::{Fault, Keyword, Token};
use super::super::program::{ArrayName, Case, Expr, Lined, Redirect, Slot, Statement, special};
use super::super::value::Value;
use super::{Parse, Parser};

impl Parser<'_> {
    /// The end of a simple statement.
    pub(super) fn end_of_statement(&mut self) -> Parse<()> {
        match self.token {
            Token::Newline => self.advance(),
            Token::Mark(";") => self.advance(),
            Token::Mark("}") | Token::End => Ok(()),
            _ => self.fault(),
        }
    }

    /// The body of a loop or condition: one statement, perhaps on the next line.
    pub(super) fn body(&mut self) -> Parse<Box<Statement>> {
        self.skip_newlines()?;
        if self.take_mark(";")? {
            return Ok(Box::new(Statement::Block(Vec::new())));
        }
        Ok(Box::new(self.statement()?))
    }

    pub(super) fn lined(&mut self) -> Parse<Lined> {
        let line = self.line_at(self.at);
        Ok(Lined { line, statement: self.statement()? })
    }

    pub(super) fn statement(&mut self) -> Parse<Statement> {
        self.deeper(Self::any_statement)
    }

    pub(super) fn any_statement(&mut self) -> Parse<Statement> {
        let Token::Keyword(keyword) = &self.token else {
            if self.is_mark("{") {
                return Ok(Statement::Block(self.braced()?));
            }
            let statement = self.simple()?;
            self.end_of_statement()?;
            return Ok(statement);
        };
        match keyword {
            Keyword::If => {
                self.advance()?;
                self.expect("(")?;
                let condition = self.inner_expression()?;
                self.expect(")")?;
                let body = self.body()?;
                // `else` may stand on a later line.
                let (lexer, token, at) = (self.lexer.position, self.token.clone(), self.at);
                self.skip_newlines()?;
                if self.is_keyword(Keyword::Else) {
                    self.advance()?;
                    let otherwise = self.body()?;
                    return Ok(Statement::If(condition, body, Some(otherwise)));
                }
                self.lexer.position = lexer;
                self.token = token;
                self.at = at;
                Ok(Statement::If(condition, body, None))
            }
            Keyword::While => {
                self.advance()?;
                self.expect("(")?;
                let condition = self.inner_expression()?;
                self.expect(")")?;
                if self.take_mark(";")? {
                    return Ok(Statement::While(condition, Box::new(Statement::Block(Vec::new()))));
                }
                let body = self.looped()?;
                Ok(Statement::While(condition, body))
            }
            Keyword::Do => {
                self.advance()?;
                let body = self.looped()?;
                self.skip_newlines()?;
                if !self.is_keyword(Keyword::While) {
                    return self.fault();
                }
                self.advance()?;
                self.expect("(")?;
                let condition = self.inner_expression()?;
                // What follows needs no end before it.
                self.expect(")")?;
                Ok(Statement::Do(body, condition))
            }
            Keyword::For => self.for_loop(),
            Keyword::Switch => self.switch(),
            _ => {
                let statement = self.simple()?;
                self.end_of_statement()?;
                Ok(statement)
            }
        }
    }

    pub(super) fn looped(&mut self) -> Parse<Box<Statement>> {
        self.loops += 1;
        let body = self.body();
        self.loops -= 1;
        body
    }

    pub(super) fn for_loop(&mut self) -> Parse<Statement> {
        self.advance()?;
        self.expect("(")?;
        if let Token::Name(name) = &self.token {
            // `for (name in array)`, if that is all there is.
            let name = name.clone();
            let (position, token, at) = (self.lexer.position, self.token.clone(), self.at);
            self.advance()?;
            if self.is_keyword(Keyword::In) {
                self.advance()?;
                if matches!(self.token, Token::Name(_)) {
                    let array = self.array_name()?;
                    if self.is_mark(")") {
                        self.advance()?;
                        let variable = self.slot(&name);
                        let body = self.looped()?;
                        return Ok(Statement::ForIn { variable, array, body });
                    }
                }
            }
            self.lexer.position = position;
            self.token = token;
            self.at = at;
        }
        let start = if self.is_mark(";") { None } else { Some(Box::new(self.simple()?)) };
        self.expect(";")?;
        self.skip_newlines()?;
        let condition = if self.is_mark(";") { None } else { Some(self.inner_expression()?) };
        self.expect(";")?;
        self.skip_newlines()?;
        let step = if self.is_mark(")") { None } else { Some(Box::new(self.simple()?)) };
        self.expect(")")?;
        let body = if self.take_mark(";")? { Box::new(Statement::Block(Vec::new())) } else { self.looped()? };
        Ok(Statement::For { start, condition, step, body })
    }

    pub(super) fn switch(&mut self) -> Parse<Statement> {
        self.advance()?;
        self.expect("(")?;
        let subject = self.inner_expression()?;
        self.expect(")")?;
        self.skip_newlines()?;
        self.expect("{")?;
        let mut cases = Vec::new();
        let mut values: Vec<Bytes> = Vec::new();
        self.switches += 1;
        loop {
            self.skip_newlines()?;
            if self.take_mark("}")? {
                break;
            }
            let value = if self.is_keyword(Keyword::Default) {
                if cases.iter().any(|case: &Case| case.value.is_none()) {
                    self.note("error: duplicate `default' detected in switch body");
                }
                self.advance()?;
                None
            } else if self.is_keyword(Keyword::Case) {
                self.advance()?;
                self.regex_value = Some(self.at);
                Some(self.case_value()?)
            } else {
                return self.fault();
            };
            let same = match &value {
                Some(Expr::Number(number)) => Some(Value::Number(*number).to_text(b"%.6g")),
                Some(Expr::Text(text)) => Some(text.clone()),
                _ => None,
            };
            if let Some(text) = same {
                if values.contains(&text) {
                    let shown = String::from_utf8_lossy(&text).into_owned();
                    self.note(&format!("error: duplicate case values in switch body: {shown}"));
                }
                values.push(text);
            }
            self.expect(":")?;
            let mut body = Vec::new();
            loop {
                self.skip_ends()?;
                if self.is_mark("}") || self.is_keyword(Keyword::Case) || self.is_keyword(Keyword::Default) {
                    break;
                }
                body.push(self.lined()?);
            }
            cases.push(Case { value, body });
        }
        self.switches -= 1;
        Ok(Statement::Switch(subject, cases))
    }

    pub(super) fn case_value(&mut self) -> Parse<Expr> {
        let negative = self.take_mark("-")?;
        if !negative {
            self.take_mark("+")?;
        }
        let value = match &self.token {
            Token::Number(number) => Expr::Number(if negative { -*number } else { *number }),
            Token::Text(text) => Expr::Text(text.clone()),
            Token::Mark("/" | "/=") => {
                let pattern = self.regex()?;
                return Ok(Expr::Regex(pattern));
            }
            Token::Mark("@") if self.lexer.text.get(self.lexer.position) == Some(&b'/') => return self.indirect(),
            _ => return self.fault(),
        };
        self.advance()?;
        Ok(value)
    }

    /// The statements that also stand in the head of a `for`.
    pub(super) fn simple(&mut self) -> Parse<Statement> {
        let Token::Keyword(keyword) = &self.token else {
            return Ok(Statement::Expr(self.inner_expression()?));
        };
        let keyword = *keyword;
        match keyword {
            Keyword::Print | Keyword::Printf => self.print(keyword == Keyword::Printf),
            Keyword::Delete => {
                self.advance()?;
                let grouped = self.take_mark("(")?;
                let Token::Name(name) = &self.token else { return self.fault() };
                let name = name.clone();
                self.advance()?;
                if grouped && !self.is_mark(")") {
                    return self.fault();
                }
                let slot = self.slot(&name);
                if matches!(slot, Slot::Global(special::SYMTAB | special::FUNCTAB)) && !self.lexer.dialect.is_plain() {
                    return Err(Fault::in_line(self.at, format!("fatal: `delete' is not allowed with {name}")));
                }
                let (array, subscript) = if self.is_mark("[") {
                    let (array, subscript) = self.element(slot)?;
                    (array, Some(subscript))
                } else {
                    (ArrayName { slot, path: Vec::new() }, None)
                };
                if grouped {
                    self.expect(")")?;
                }
                Ok(Statement::Delete(array, subscript))
            }
            Keyword::Next | Keyword::NextFile => {
                if let Some(action) = self.action {
                    let name = if keyword == Keyword::Next { "next" } else { "nextfile" };
                    if keyword == Keyword::Next || action != "BEGINFILE" {
                        self.note(&format!("error: `{name}' used in {action} action"));
                    }
                }
                self.advance()?;
                Ok(if keyword == Keyword::Next { Statement::Next } else { Statement::NextFile })
            }
            Keyword::Exit => {
                self.advance()?;
                let value = if self.ends_statement() { None } else { Some(self.inner_expression()?) };
                Ok(Statement::Exit(value))
            }
            Keyword::Return => {
                if !self.in_function {
                    return Err(Fault::at(self.at, "`return' used outside function context"));
                }
                self.advance()?;
                self.regex_value = Some(self.at);
                let value = if self.ends_statement() { None } else { Some(self.inner_expression()?) };
                Ok(Statement::Return(value))
            }
            Keyword::Break => {
                // gawk says so when it reads the word and when it takes the statement.
                self.check_jump();
                self.check_jump();
                self.advance()?;
                Ok(Statement::Break)
            }
            Keyword::Continue => {
                self.check_jump();
                self.check_jump();
                self.advance()?;
                Ok(Statement::Continue)
            }
            Keyword::Getline => Ok(Statement::Expr(self.inner_expression()?)),
            _ => self.fault(),
        }
    }

    pub(super) fn ends_statement(&self) -> bool {
        matches!(self.token, Token::Newline | Token::End | Token::Mark(";" | "}"))
    }

    /// Whether nothing more is printed.
    pub(super) fn ends_print(&self) -> bool {
        self.ends_statement() || matches!(self.token, Token::Mark(">" | ">>" | "|" | "|&" | ")"))
    }

    pub(super) fn print(&mut self, formatted: bool) -> Parse<Statement> {
        self.advance()?;
        let mut arguments = Vec::new();
        if !self.ends_print() {
            self.printed = Some(self.at);
            let outer = std::mem::replace(&mut self.no_greater, true);
            let first = self.expression()?;
            match first {
                Expr::List(items) => arguments = items,
                Expr::Group(inner) if self.ends_print() => arguments.push(*inner),
                first => {
                    arguments.push(first);
                    while self.take_mark(",")? {
                        self.skip_newlines()?;
                        arguments.push(self.expression()?);
                    }
                }
            }
            self.no_greater = outer;
        }
        let redirect = match self.token {
            Token::Mark(">") => Some(Redirect::File),
            Token::Mark(">>") => Some(Redirect::Append),
            Token::Mark("|") => Some(Redirect::Pipe),
            Token::Mark("|&") => Some(Redirect::Coprocess),
            _ => None,
        };
        let to = match redirect {
            None => None,
            Some(redirect) => {
                self.advance()?;
                let outer = std::mem::replace(&mut self.no_greater, true);
                let target = self.piped()?;
                self.no_greater = outer;
                Some((redirect, target))
            }
        };
        Ok(if formatted { Statement::Printf { arguments, to } } else { Statement::Print { arguments, to } })
    }
}
