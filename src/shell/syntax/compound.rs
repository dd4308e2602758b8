//! Compound commands, function definitions and coprocesses.

use std::sync::Arc;

use bstr::BString;

use super::ast::{Arith, CaseArm, CaseEnd, Command, CommandKind, Function, If, List, Name, Spelling, Word};
use super::error::Recovery;
use super::matching::SEMICOLON;
use super::scanner::{Parse, Parser, is_metacharacter, name_of};
use super::token::{Reserved, Token};

/// How deep definitions may stand in others and still keep their source: each holds the text of all that it holds.
const KEPT_SOURCE_DEPTH: usize = 16;

impl Parser<'_, '_> {
    /// The compound command that starts with `reserved` (with its end) or, without one, with `(`.
    pub fn compound(&mut self, reserved: Option<(Reserved, usize)>) -> Parse<Arc<Command>> {
        self.enter()?;
        let start = self.position;
        let line = self.line_at(start);
        if let Some((_, end)) = reserved {
            self.position = end;
        }
        let kind = match reserved.map(|(reserved, _)| reserved) {
            None => self.parenthesis()?,
            Some(Reserved::OpenBrace) => {
                let body = self.list()?;
                self.expect(Reserved::CloseBrace)?;
                Box::new(CommandKind::Group(body))
            }
            Some(Reserved::If) => self.conditional()?,
            Some(Reserved::While) => self.while_loop(false)?,
            Some(Reserved::Until) => self.while_loop(true)?,
            Some(Reserved::For) => self.for_loop()?,
            Some(Reserved::Select) => self.loop_over_words(true)?,
            Some(Reserved::Case) => self.case()?,
            Some(Reserved::OpenCondition) => self.condition_command()?,
            Some(Reserved::Function) => {
                let command = self.function_keyword(start, line)?;
                self.leave();
                return Ok(command);
            }
            Some(Reserved::Coproc) => self.coprocess()?,
            Some(_) => {
                self.position = start;
                return Err(self.unexpected());
            }
        };
        self.leave();
        self.finish_compound(kind, line)
    }

    /// The redirections behind a compound command, and what may not follow.
    #[inline(never)]
    fn finish_compound(&mut self, kind: Box<CommandKind>, line: u32) -> Parse<Arc<Command>> {
        let mut redirections = Vec::new();
        // A coprocess's redirections belong to its body.
        if !matches!(*kind, CommandKind::Coproc { .. }) {
            self.redirections(&mut redirections)?;
        }
        if matches!(self.peek(), Token::Word | Token::Open) && !self.at_closing_word() {
            return Err(self.unexpected());
        }
        Ok(Arc::new(Command { kind: *kind, redirections, line }))
    }

    #[inline(never)]
    fn condition_command(&mut self) -> Parse<Box<CommandKind>> {
        let condition = self.condition().map_err(|mut error| {
            // An error in a substitution stays one of the substitution.
            if error.recovery == Recovery::Stop && !error.incomplete {
                error.recovery = Recovery::End { silent: false };
            }
            error
        })?;
        Ok(Box::new(CommandKind::Cond(*condition)))
    }

    /// Directly behind a compound command a word like `fi` closes what the command stands in.
    fn at_closing_word(&mut self) -> bool {
        self.reserved_word().is_some_and(|(reserved, _)| reserved.closes())
    }

    /// `( … )` or `(( … ))`.
    #[inline(never)]
    fn parenthesis(&mut self) -> Parse<Box<CommandKind>> {
        let opened = self.position;
        if let Some((from, to)) = self.arithmetic_command()? {
            let arith = self.spelled_arithmetic(from, to)?;
            self.position = to + 2;
            return Ok(Box::new(CommandKind::Arith(arith)));
        }
        self.position = opened + 1;
        let body = self.list()?;
        self.expect_close()?;
        Ok(Box::new(CommandKind::Subshell(Arc::new(body))))
    }

    /// The inside of `((…))`, if it stands here.
    fn arithmetic_command(&mut self) -> Parse<Option<(usize, usize)>> {
        let opened = self.position;
        if self.byte_at(opened + 1) != Some(b'(') {
            return Ok(None);
        }
        let close = self.closing_parenthesis(opened + 1)?;
        Ok((self.byte_at(close + 1) == Some(b')')).then_some((opened + 2, close)))
    }

    #[inline(never)]
    fn conditional(&mut self) -> Parse<Box<CommandKind>> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.list()?;
            self.expect(Reserved::Then)?;
            let body = self.list()?;
            branches.push((condition, body));
            if self.accept(Reserved::Elif) {
                continue;
            }
            if self.accept(Reserved::Else) {
                otherwise = Some(self.list()?);
            }
            self.expect(Reserved::Fi)?;
            return Ok(Box::new(CommandKind::If(If { branches, otherwise })));
        }
    }

    #[inline(never)]
    fn while_loop(&mut self, until: bool) -> Parse<Box<CommandKind>> {
        let condition = self.list()?;
        self.expect(Reserved::Do)?;
        let body = self.list()?;
        self.expect(Reserved::Done)?;
        Ok(Box::new(CommandKind::While { until, condition, body }))
    }

    fn for_loop(&mut self) -> Parse<Box<CommandKind>> {
        if self.peek() == Token::Open {
            return self.arithmetic_for();
        }
        self.loop_over_words(false)
    }

    /// `name [in words]` and the body, of `for` and `select`.
    #[inline(never)]
    fn loop_over_words(&mut self, select: bool) -> Parse<Box<CommandKind>> {
        let (variable, words, brace) = self.loop_words()?;
        let body = self.loop_body(brace)?;
        Ok(Box::new(if select {
            CommandKind::Select { variable, words, body }
        } else {
            CommandKind::For { variable, words, body }
        }))
    }

    /// `name [in words]`, and whether braces may stand for `do` and `done`.
    #[inline(never)]
    fn loop_words(&mut self) -> Parse<(Name, Option<Vec<Word>>, bool)> {
        if self.peek() != Token::Word {
            return Err(self.unexpected());
        }
        let start = self.position;
        self.word_without_braces()?;
        let name = self.name_between(start, self.position);
        let mut words = None;
        // Directly behind the name only `do` and `in` are reserved.
        let mut brace = false;
        if self.peek() == Token::Semicolon {
            self.advance()?;
            self.skip_newlines()?;
            brace = true;
        } else {
            if self.peek() == Token::Newline {
                brace = true;
                self.skip_newlines()?;
            }
            if self.accept(Reserved::In) {
                let mut list = Vec::new();
                while self.peek() == Token::Word {
                    list.push(self.argument_word()?);
                }
                words = Some(list);
                match self.peek() {
                    Token::Semicolon | Token::Newline => self.advance()?,
                    _ => return Err(self.unexpected()),
                }
                self.skip_newlines()?;
                brace = true;
            }
        }
        Ok((name, words, brace))
    }

    /// `do … done` or, where `brace` allows it, `{ … }`.
    fn loop_body(&mut self, brace: bool) -> Parse<List> {
        if brace {
            // Where a command may stand an alias goes before the reserved words.
            self.expand_alias()?;
        }
        if brace && self.accept(Reserved::OpenBrace) {
            let body = self.list()?;
            self.expect(Reserved::CloseBrace)?;
            return Ok(body);
        }
        self.expect(Reserved::Do)?;
        let body = self.list()?;
        self.expect(Reserved::Done)?;
        Ok(body)
    }

    #[inline(never)]
    fn arithmetic_for(&mut self) -> Parse<Box<CommandKind>> {
        let header = self.arithmetic_header()?;
        if self.peek() == Token::Semicolon {
            self.advance()?;
        }
        self.skip_newlines()?;
        let body = self.loop_body(true)?;
        let [init, condition, step] = *header;
        Ok(Box::new(CommandKind::ArithFor { init, condition, step, body }))
    }

    /// `((init; condition; step))`
    #[inline(never)]
    fn arithmetic_header(&mut self) -> Parse<Box<[Option<Arith>; 3]>> {
        let opened = self.position;
        let Some((from, to)) = self.arithmetic_command()? else {
            if self.byte_at(opened + 1) == Some(b'(') {
                // One closing parenthesis only.
                return Err(self.unterminated(opened, ')'));
            }
            return Err(self.unexpected());
        };
        let mut ranges = Vec::new();
        let mut start = from;
        loop {
            let outer_end = std::mem::replace(&mut self.end, to);
            let found = self.find(start, SEMICOLON);
            self.end = outer_end;
            let end = found.unwrap_or(to);
            ranges.push((start, end));
            match found {
                Some(semicolon) => start = semicolon + 1,
                None => break,
            }
        }
        let &[init, condition, step] = ranges.as_slice() else {
            let what = if ranges.len() < 3 { "arithmetic expression required" } else { "`;' unexpected" };
            let text = String::from_utf8_lossy(self.text(opened, to + 2)).into_owned();
            let mut error = self.error_at(to, format!("syntax error: {what}"));
            error.second = Some(format!("syntax error: `{text}'"));
            return Err(error);
        };
        let init = self.optional_arithmetic(init)?;
        let condition = self.optional_arithmetic(condition)?;
        let step = self.optional_arithmetic(step)?;
        self.position = to + 2;
        Ok(Box::new([init, condition, step]))
    }

    fn optional_arithmetic(&mut self, (start, end): (usize, usize)) -> Parse<Option<Arith>> {
        if self.text(start, end).iter().all(u8::is_ascii_whitespace) {
            return Ok(None);
        }
        self.spelled_arithmetic(start, end).map(Some)
    }

    /// Arithmetic that is a command of its own.
    fn spelled_arithmetic(&mut self, start: usize, end: usize) -> Parse<Arith> {
        let mark = self.mark();
        let mut arith = self.arithmetic_between(start, end)?;
        if self.is_odd_since(mark) {
            arith.spelling = Spelling(Some(Box::new(self.text(start, end).into())));
        }
        self.drop_spellings(mark);
        Ok(arith)
    }

    #[inline(never)]
    fn case(&mut self) -> Parse<Box<CommandKind>> {
        if self.peek() != Token::Word {
            return Err(self.unexpected());
        }
        let subject = self.word_without_braces()?;
        self.skip_newlines()?;
        self.expect(Reserved::In)?;
        let mut arms = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.accept(Reserved::Esac) {
                break;
            }
            let mut patterns = Vec::new();
            if self.peek() == Token::Open {
                self.advance()?;
            }
            loop {
                if self.peek() != Token::Word {
                    return Err(self.unexpected());
                }
                patterns.push(self.word_without_braces()?);
                match self.peek() {
                    Token::Pipe => self.advance()?,
                    Token::Close => break,
                    _ => return Err(self.unexpected()),
                }
            }
            self.advance()?;
            let body = self.list_or_nothing()?;
            let end = match self.peek() {
                Token::DoubleSemicolon => CaseEnd::Break,
                Token::SemicolonAmpersand => CaseEnd::FallThrough,
                Token::DoubleSemicolonAmpersand => CaseEnd::Continue,
                _ => {
                    arms.push(CaseArm { patterns, body, end: CaseEnd::Break });
                    self.expect(Reserved::Esac)?;
                    break;
                }
            };
            self.advance()?;
            arms.push(CaseArm { patterns, body, end });
        }
        Ok(Box::new(CommandKind::Case { subject, arms }))
    }

    /// `function name [()] body`, from behind the keyword.
    #[inline(never)]
    fn function_keyword(&mut self, start: usize, line: u32) -> Parse<Arc<Command>> {
        if self.peek() != Token::Word {
            return Err(self.unexpected());
        }
        let name_start = self.position;
        self.word_without_braces()?;
        let name = self.text(name_start, self.position).to_vec();
        if self.peek() == Token::Open {
            let opened = self.position;
            self.advance()?;
            if self.peek() == Token::Close {
                self.advance()?;
            } else {
                self.position = opened;
            }
        }
        self.function_body(start, line, &name)
    }

    /// `name () body`, from the parenthesis.
    #[inline(never)]
    pub fn function(&mut self, start: usize, line: u32, name: &[u8]) -> Parse<Arc<Command>> {
        self.advance()?;
        self.expect_close()?;
        self.function_body(start, line, name)
    }

    fn function_body(&mut self, start: usize, line: u32, name: &[u8]) -> Parse<Arc<Command>> {
        self.skip_newlines()?;
        self.function_depth += 1;
        let reserved = match self.peek() {
            Token::Open => None,
            Token::Word => match self.reserved_word() {
                Some((Reserved::Function | Reserved::Coproc | Reserved::Time | Reserved::Bang, _)) | None => {
                    return Err(self.unexpected());
                }
                reserved => reserved,
            },
            _ => return Err(self.unexpected()),
        };
        self.enter()?;
        let body = self.compound(reserved)?;
        self.leave();
        self.function_depth -= 1;
        self.finish_function(start, line, name, body)
    }

    #[inline(never)]
    fn finish_function(&mut self, start: usize, line: u32, name: &[u8], body: Arc<Command>) -> Parse<Arc<Command>> {
        let source = if self.function_depth < KEPT_SOURCE_DEPTH {
            BString::from(self.text(start, self.position).trim_ascii_end())
        } else {
            BString::default()
        };
        // Nobody else holds the body yet.
        let Some(body) = Arc::into_inner(body) else { return Err(self.unexpected()) };
        let function = Function { name: name_of(name), body, source, line };
        Ok(Arc::new(Command { kind: CommandKind::Function(Arc::new(function)), redirections: Vec::new(), line }))
    }

    /// From behind `coproc`.
    #[inline(never)]
    fn coprocess(&mut self) -> Parse<Box<CommandKind>> {
        let unnamed = || Name::from("COPROC");
        if self.starts_compound() {
            let body = self.compound_here()?;
            return Ok(Box::new(CommandKind::Coproc { name: unnamed(), body }));
        }
        if !matches!(self.peek(), Token::Word | Token::Redirection) {
            return Err(self.unexpected());
        }
        let start = self.position;
        let text = self.rest();
        let length = text.iter().position(|&byte| is_metacharacter(byte)).unwrap_or(text.len());
        let word = text.get(..length).unwrap_or_default();
        if !word.iter().any(|byte| b"'\"\\$`=".contains(byte)) && self.peek() == Token::Word {
            self.position += length;
            if self.starts_compound() {
                let name = self.name_between(start, start + length);
                let body = self.compound_here()?;
                return Ok(Box::new(CommandKind::Coproc { name, body }));
            }
            self.position = start;
        }
        let body = self.simple_of_coprocess()?;
        Ok(Box::new(CommandKind::Coproc { name: unnamed(), body }))
    }

    fn simple_of_coprocess(&mut self) -> Parse<Arc<Command>> {
        let command = self.simple()?;
        match command.kind {
            CommandKind::Function(_) => Err(self.unexpected()),
            _ => Ok(command),
        }
    }

    /// Whether a compound command (no function, no coprocess) starts here.
    fn starts_compound(&mut self) -> bool {
        match self.peek() {
            Token::Open => true,
            Token::Word => matches!(
                self.reserved_word(),
                Some((
                    Reserved::OpenBrace
                        | Reserved::If
                        | Reserved::While
                        | Reserved::Until
                        | Reserved::For
                        | Reserved::Select
                        | Reserved::Case
                        | Reserved::OpenCondition,
                    _
                ))
            ),
            _ => false,
        }
    }

    fn compound_here(&mut self) -> Parse<Arc<Command>> {
        let reserved = if self.peek() == Token::Open { None } else { self.reserved_word() };
        self.compound(reserved)
    }
}
