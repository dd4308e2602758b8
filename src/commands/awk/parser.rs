//! From the text of an awk program to its tree, with every name resolved.

use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;

use super::dialect::Dialect;
use super::lexer::{Fault, Keyword, Lexer, Token, Warnings};
use super::namespaces::{self, Namespaces};
pub use super::namespaces::Piece;
use super::program::{
    ArrayName, Binary, Builtin, Case, Comparison, Expr, Function, Lined, Pattern, Place, Program, Redirect, Rule, Slot, Source, Statement,
    When, special,
};

/// How deep blocks and expressions may nest.
const DEPTH: usize = if cfg!(debug_assertions) { 150 } else { 600 };

type Parse<T> = Result<T, Fault>;

pub struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    /// Where the current token begins.
    at: usize,
    /// Where the parenthesis stands that closed arguments last.
    closed: usize,
    program: Program,
    globals: HashMap<String, usize>,
    functions: HashMap<String, usize>,
    /// Parameters of the function that is read.
    parameters: Vec<String>,
    in_function: bool,
    /// The special rule that is read: `BEGIN`, ….
    action: Option<&'static str>,
    loops: usize,
    switches: usize,
    depth: usize,
    /// A position and its line.
    counted: (usize, u32),
    /// `>` ends the expression: the arguments of `print` that stand in no parentheses.
    no_greater: bool,
    /// What is read next may be an assignment.
    assigns: bool,
    namespaces: Namespaces,
}

/// Parses a whole program.
///
/// # Errors
/// What is wrong with the text; nothing but the warnings if they say it.
pub fn parse(text: &[u8], dialect: Dialect, pieces: &[Piece]) -> Result<(Program, Warnings), (Option<Fault>, Warnings)> {
    let mut parser = Parser {
        lexer: Lexer::new(text, dialect, pieces.iter().map(|piece| piece.start)),
        token: Token::Newline,
        at: 0,
        closed: 0,
        program: Program::default(),
        globals: HashMap::new(),
        functions: HashMap::new(),
        parameters: Vec::new(),
        in_function: false,
        action: None,
        loops: 0,
        switches: 0,
        depth: 0,
        counted: (0, 1),
        no_greater: false,
        assigns: true,
        namespaces: Namespaces::new(pieces),
    };
    for name in special::NAMES {
        parser.global(name);
    }
    let failed = parser.advance().and_then(|()| parser.items()).err();
    if failed.is_some() || parser.lexer.refused {
        return Err((failed, parser.lexer.warnings));
    }
    Ok((parser.program, parser.lexer.warnings))
}

impl Parser<'_> {
    fn advance(&mut self) -> Parse<()> {
        self.token = self.lexer.next()?;
        self.at = self.lexer.start;
        Ok(())
    }

    fn fault<T>(&mut self) -> Parse<T> {
        self.check_jump();
        let newline = self.token == Token::Newline;
        let ends = self.at >= self.lexer.text.trim_ascii_end().len() && (newline || self.token == Token::End);
        let last = ends.then_some(self.lexer.before);
        let message = if newline || self.token == Token::End { "unexpected newline or end of string" } else { "syntax error" };
        let mut position = self.at;
        // What is missing at the end is missed in the last line.
        if self.token == Token::End && self.lexer.text.last() == Some(&b'\n') {
            position = position.saturating_sub(1);
        }
        Err(Fault { newline, last, ..Fault::at(position, message) })
    }

    /// Notes an error that does not keep gawk from reading on.
    fn note(&mut self, message: &str) {
        self.lexer.refused = true;
        self.lexer.warnings.push((self.at, message.into()));
    }

    /// Notes that the current token is a `break` or `continue` outside of what it could leave.
    fn check_jump(&mut self) {
        let message = match self.token {
            Token::Keyword(Keyword::Break) if self.loops == 0 && self.switches == 0 => {
                "error: `break' is not allowed outside a loop or switch"
            }
            Token::Keyword(Keyword::Continue) if self.loops == 0 => "error: `continue' is not allowed outside a loop",
            _ => return,
        };
        self.note(message);
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.token, Token::Mark(found) if found == mark)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        self.token == Token::Keyword(keyword)
    }

    fn take_mark(&mut self, mark: &str) -> Parse<bool> {
        if self.is_mark(mark) {
            self.advance()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn expect(&mut self, mark: &str) -> Parse<()> {
        if self.take_mark(mark)? { Ok(()) } else { self.fault() }
    }

    fn skip_newlines(&mut self) -> Parse<()> {
        while self.token == Token::Newline {
            self.advance()?;
        }
        Ok(())
    }

    /// Steps over newlines and semicolons.
    fn skip_ends(&mut self) -> Parse<()> {
        while self.token == Token::Newline || self.is_mark(";") {
            self.advance()?;
        }
        Ok(())
    }

    fn deeper<T>(&mut self, body: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEPTH {
            return Err(Fault::at(self.at, "program is nested too deeply"));
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    fn global(&mut self, name: &str) -> usize {
        if let Some(&slot) = self.globals.get(name) {
            return slot;
        }
        let slot = self.program.globals.len();
        self.program.globals.push(name.to_owned());
        self.globals.insert(name.to_owned(), slot);
        slot
    }

    fn slot(&mut self, name: &str) -> Slot {
        let bare = name.strip_prefix("awk::").unwrap_or(name);
        match self.parameters.iter().rposition(|parameter| parameter == bare) {
            Some(index) if self.in_function => Slot::Local(index),
            _ => {
                let name = &*self.namespaces.whole(name);
                match name {
                    "PROCINFO" | "SYMTAB" | "FUNCTAB" if !self.lexer.dialect.is_plain() => self.program.describes_itself = true,
                    "ENVIRON" => self.program.names_environ = true,
                    _ => {}
                }
                if self.functions.get(name).is_some_and(|index| {
                    self.program.functions.get(*index).is_some_and(|function| function.defined)
                }) {
                    self.note(&format!(
                        "error: function `{name}' called with space between name and `(',\nor used as a variable or an array"
                    ));
                }
                Slot::Global(self.global(name))
            }
        }
    }

    fn function(&mut self, name: &str) -> usize {
        let name = self.namespaces.whole(name).into_owned();
        self.known_function(&name)
    }

    /// The function of a name that is whole.
    fn known_function(&mut self, name: &str) -> usize {
        if let Some(&index) = self.functions.get(name) {
            return index;
        }
        let index = self.program.functions.len();
        self.program.functions.push(Function {
            name: name.to_owned(),
            defined: false,
            parameters: Vec::new(),
            body: Vec::new(),
        });
        self.functions.insert(name.to_owned(), index);
        index
    }

    fn items(&mut self) -> Parse<()> {
        loop {
            self.skip_newlines()?;
            self.namespaces.enter(self.at);
            match &self.token {
                Token::End if self.lexer.open_next() => self.advance()?,
                Token::End => return Ok(()),
                Token::Mark(";") => {
                    self.note("each rule must have a pattern or an action part");
                    self.advance()?;
                }
                Token::Keyword(Keyword::Function) => {
                    self.definition()?;
                    self.take_mark(";")?;
                }
                Token::Keyword(keyword @ (Keyword::Begin | Keyword::End | Keyword::BeginFile | Keyword::EndFile)) => {
                    let keyword = *keyword;
                    let name = match keyword {
                        Keyword::Begin => "BEGIN",
                        Keyword::BeginFile => "BEGINFILE",
                        Keyword::EndFile => "ENDFILE",
                        _ => "END",
                    };
                    let position = self.at;
                    self.advance()?;
                    if self.token == Token::Newline || self.is_mark(";") {
                        self.lexer.refused = true;
                        self.lexer.warnings.push((position, format!("{name} blocks must have an action part").into()));
                        self.advance()?;
                        continue;
                    }
                    if !self.is_mark("{") {
                        return self.fault();
                    }
                    self.action = Some(name);
                    let body = self.braced()?;
                    self.action = None;
                    self.take_mark(";")?;
                    let again = match keyword {
                        Keyword::Begin => !self.program.begin.is_empty(),
                        Keyword::End => !self.program.end.is_empty(),
                        _ => false,
                    };
                    if again {
                        let text = "warning: old awk does not support multiple `BEGIN' or `END' rules";
                        if self.lexer.dialect.lint_old {
                            self.lexer.tell_old("BEGIN", text.to_owned());
                        }
                    }
                    match keyword {
                        Keyword::Begin => self.program.begin.push(body),
                        Keyword::BeginFile => self.program.begin_file.push(body),
                        Keyword::EndFile => self.program.end_file.push(body),
                        _ => self.program.end.push(body),
                    }
                }
                Token::Mark("{") => {
                    let line = self.line_at(self.at);
                    let body = self.braced()?;
                    self.take_mark(";")?;
                    self.program.rules.push(Rule { line, when: When::Always, body: Some(body) });
                }
                Token::Mark("@") => self.directive()?,
                _ => {
                    let line = self.line_at(self.at);
                    let first = self.plain_expression()?;
                    let when = if self.take_mark(",")? {
                        self.skip_newlines()?;
                        let last = self.plain_expression()?;
                        let index = self.program.ranges;
                        self.program.ranges += 1;
                        When::Range(first, last, index)
                    } else {
                        When::Expr(first)
                    };
                    let body = if self.is_mark("{") { Some(self.braced()?) } else { None };
                    if body.is_none() && !matches!(self.token, Token::Newline | Token::End) && !self.is_mark(";") {
                        return self.fault();
                    }
                    self.take_mark(";")?;
                    self.program.rules.push(Rule { line, when, body });
                }
            }
        }
    }

    /// `@namespace "name"`; what is included was put in its place before.
    fn directive(&mut self) -> Parse<()> {
        self.advance()?;
        let is_namespace = matches!(&self.token, Token::Name(name) if name == "namespace");
        if !is_namespace || self.lexer.dialect.is_plain() {
            return self.fault();
        }
        self.advance()?;
        let Token::Text(text) = &self.token else { return self.fault() };
        let name = String::from_utf8_lossy(text).into_owned();
        if let Some(message) = namespaces::fault_of(&name) {
            self.note(&message);
        }
        self.namespaces.set(name);
        self.advance()?;
        if !matches!(self.token, Token::Newline | Token::End) && !self.is_mark(";") {
            return self.fault();
        }
        if self.is_mark(";") { self.advance() } else { Ok(()) }
    }

    fn definition(&mut self) -> Parse<()> {
        self.advance()?;
        let name = match &self.token {
            Token::Name(name) | Token::FunctionName(name) => name.clone(),
            Token::Builtin(builtin) => {
                let message = format!("`{}' is a built-in function, it cannot be redefined", builtin.name());
                return Err(Fault::at(self.at, message));
            }
            _ => return self.fault(),
        };
        let name = self.namespaces.whole(&name).into_owned();
        let position = self.at;
        let index = self.known_function(&name);
        if self.program.functions.get(index).is_some_and(|function| function.defined) {
            let message = format!("error: function name `{name}' previously defined");
            return Err(Fault::in_line(position, message));
        }
        if self.globals.contains_key(&name) {
            let message = format!("error: function name `{name}' previously defined");
            return Err(Fault::in_line(position, message));
        }
        if let Some(function) = self.program.functions.get_mut(index) {
            function.defined = true;
        }
        self.advance()?;
        self.expect("(")?;
        let mut parameters: Vec<String> = Vec::new();
        while !self.is_mark(")") {
            let Token::Name(parameter) = &self.token else { return self.fault() };
            let parameter = parameter.clone();
            if parameter.contains("::") {
                self.note(&format!("error: function `{name}': parameter `{parameter}' cannot contain a namespace"));
            } else if parameter == name {
                self.note(&format!("error: function `{name}': cannot use function name as parameter name"));
            } else if special::NAMES.contains(&parameter.as_str()) {
                let text = format!(
                    "error: function `{name}': cannot use special variable `{parameter}' as a function parameter"
                );
                self.note(&text);
            }
            if parameters.contains(&parameter) {
                let message = format!(
                    "error: function `{name}': parameter #{}, `{parameter}', duplicates parameter #{}",
                    parameters.len() + 1,
                    parameters.iter().position(|other| *other == parameter).map_or(0, |index| index + 1)
                );
                return Err(Fault::in_line(self.at, message));
            }
            parameters.push(parameter);
            self.advance()?;
            if self.take_mark(",")? {
                self.skip_newlines()?;
                if self.is_mark(")") {
                    return self.fault();
                }
            } else if !self.is_mark(")") {
                return self.fault();
            }
        }
        self.advance()?;
        self.skip_newlines()?;
        if !self.is_mark("{") {
            return self.fault();
        }
        self.parameters.clone_from(&parameters);
        self.in_function = true;
        let body = self.braced()?;
        self.in_function = false;
        self.parameters.clear();
        let function = &mut self.program.functions[index];
        function.parameters = parameters;
        function.body = body;
        Ok(())
    }

    /// `{ … }`
    fn braced(&mut self) -> Parse<Vec<Lined>> {
        self.expect("{")?;
        let mut statements = Vec::new();
        loop {
            self.skip_ends()?;
            if self.take_mark("}")? {
                return Ok(statements);
            }
            statements.push(self.lined()?);
        }
    }

    /// The end of a simple statement.
    fn end_of_statement(&mut self) -> Parse<()> {
        match self.token {
            Token::Newline => self.advance(),
            Token::Mark(";") => self.advance(),
            Token::Mark("}") | Token::End => Ok(()),
            _ => self.fault(),
        }
    }

    /// The body of a loop or condition: one statement, perhaps on the next line.
    fn body(&mut self) -> Parse<Box<Statement>> {
        self.skip_newlines()?;
        if self.take_mark(";")? {
            return Ok(Box::new(Statement::Block(Vec::new())));
        }
        Ok(Box::new(self.statement()?))
    }

    fn lined(&mut self) -> Parse<Lined> {
        let line = self.line_at(self.at);
        Ok(Lined { line, statement: self.statement()? })
    }

    fn statement(&mut self) -> Parse<Statement> {
        self.deeper(Self::any_statement)
    }

    fn any_statement(&mut self) -> Parse<Statement> {
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

    fn looped(&mut self) -> Parse<Box<Statement>> {
        self.loops += 1;
        let body = self.body();
        self.loops -= 1;
        body
    }

    fn for_loop(&mut self) -> Parse<Statement> {
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

    fn switch(&mut self) -> Parse<Statement> {
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
            self.skip_ends()?;
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
                Some(self.case_value()?)
            } else {
                return self.fault();
            };
            let same = match &value {
                Some(Expr::Number(number)) => Some(super::value::Value::Number(*number).to_text(b"%.6g")),
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

    fn case_value(&mut self) -> Parse<Expr> {
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
            _ => return self.fault(),
        };
        self.advance()?;
        Ok(value)
    }

    /// The statements that also stand in the head of a `for`.
    fn simple(&mut self) -> Parse<Statement> {
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
                        let message = format!("error: `{name}' used in {action} action");
                        return Err(Fault::in_line(self.at, message));
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

    fn ends_statement(&self) -> bool {
        matches!(self.token, Token::Newline | Token::End | Token::Mark(";" | "}"))
    }

    fn print(&mut self, formatted: bool) -> Parse<Statement> {
        self.advance()?;
        let mut arguments = Vec::new();
        let ends = |parser: &Self| {
            parser.ends_statement() || matches!(parser.token, Token::Mark(">" | ">>" | "|" | "|&" | ")"))
        };
        if !ends(self) {
            let outer = std::mem::replace(&mut self.no_greater, true);
            let first = self.expression()?;
            match first {
                Expr::List(items) if ends(self) => arguments = items,
                Expr::Group(inner) if ends(self) => arguments.push(*inner),
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
        if arguments.iter().any(|argument| matches!(argument, Expr::List(_))) {
            return self.fault();
        }
        if formatted && arguments.is_empty() {
            if self.token == Token::End || self.token == Token::Newline && self.lexer.position >= self.lexer.text.len() {
                // The end of the text, which is a line's end too.
                self.token = Token::End;
                return self.fault();
            }
            let message = "fatal: printf: no arguments".to_owned();
            return Err(Fault::in_line(self.at, message));
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
                let target = self.concatenation()?;
                self.no_greater = outer;
                Some((redirect, target))
            }
        };
        Ok(if formatted { Statement::Printf { arguments, to } } else { Statement::Print { arguments, to } })
    }

    /// An expression where `>` and `in` are operators again.
    fn inner_expression(&mut self) -> Parse<Expr> {
        let greater = std::mem::replace(&mut self.no_greater, false);
        let result = self.expression();
        self.no_greater = greater;
        let result = result?;
        if matches!(result, Expr::List(_)) { self.fault() } else { Ok(result) }
    }

    fn expression(&mut self) -> Parse<Expr> {
        let before = std::mem::replace(&mut self.assigns, true);
        let result = self.deeper(Self::ternary);
        self.assigns = before;
        result
    }

    /// An expression that is no list.
    fn plain_expression(&mut self) -> Parse<Expr> {
        let result = self.expression()?;
        if matches!(result, Expr::List(_)) { self.fault() } else { Ok(result) }
    }

    /// An operand, which is no assignment (`1 + x = 5` is none either) or, as a comparison's second one, may be.
    fn operand(&mut self, assigns: bool, parse: impl FnOnce(&mut Self) -> Parse<Expr>) -> Parse<Expr> {
        let before = std::mem::replace(&mut self.assigns, assigns);
        let result = parse(self);
        self.assigns = before;
        result
    }

    /// `?:` and assignment, which both group from the right.
    fn ternary(&mut self) -> Parse<Expr> {
        let condition = self.or()?;
        if self.is_mark("?") {
            self.advance()?;
            let breaks = !self.lexer.dialect.posix;
            if breaks {
                self.skip_newlines()?;
            }
            let yes = self.expression()?;
            self.expect(":")?;
            if breaks {
                self.skip_newlines()?;
            }
            let no = self.expression()?;
            return Ok(Expr::Conditional(Box::new(condition), Box::new(yes), Box::new(no)));
        }
        Ok(condition)
    }

    /// The rest of an assignment whose left side has been read.
    fn assignment(&mut self, left: Expr) -> Parse<Expr> {
        let Token::Mark(mark) = self.token else { return Ok(left) };
        let operator = match mark {
            "=" => None,
            "+=" => Some(Binary::Add),
            "-=" => Some(Binary::Subtract),
            "*=" => Some(Binary::Multiply),
            "/=" => Some(Binary::Divide),
            "%=" => Some(Binary::Modulo),
            "^=" | "**=" => Some(Binary::Power),
            _ => return Ok(left),
        };
        let place = match self.place(left) {
            Ok(place) => place,
            Err(left) => return if operator.is_none() { self.fault() } else { Ok(left) },
        };
        self.advance()?;
        let value = self.plain_expression()?;
        Ok(match operator {
            None => Expr::Assign(Box::new(place), Box::new(value)),
            Some(operator) => Expr::Update(operator, Box::new(place), Box::new(value)),
        })
    }

    fn place(&mut self, expr: Expr) -> Result<Place, Expr> {
        match expr {
            Expr::Variable(slot) => Ok(Place::Variable(slot)),
            Expr::Field(index) => Ok(Place::Field(*index)),
            Expr::Element(slot, subscript) => Ok(Place::Element(slot, subscript)),
            other => Err(other),
        }
    }

    fn or(&mut self) -> Parse<Expr> {
        let mut left = self.and()?;
        let mut length = 0;
        while self.is_mark("||") {
            self.count(&mut length)?;
            self.advance()?;
            self.skip_newlines()?;
            let right = self.operand(true, Self::and)?;
            left = Expr::Or(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// Chains from the left make deep trees.
    fn count(&self, length: &mut usize) -> Parse<()> {
        *length += 1;
        if *length + self.depth > DEPTH {
            return Err(Fault::at(self.at, "expression is too long"));
        }
        Ok(())
    }

    fn and(&mut self) -> Parse<Expr> {
        let mut left = self.membership()?;
        let mut length = 0;
        while self.is_mark("&&") {
            self.count(&mut length)?;
            self.advance()?;
            self.skip_newlines()?;
            let right = self.operand(true, Self::membership)?;
            left = Expr::And(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// `-t`: warns each time.
    fn tell_old(&mut self, position: usize, what: &str) {
        if self.lexer.dialect.lint_old {
            self.lexer.warnings.push((position, format!("warning: old awk does not support {what}").into()));
        }
    }

    fn membership(&mut self) -> Parse<Expr> {
        let mut left = self.matching()?;
        let mut length = 0;
        while self.is_keyword(Keyword::In) {
            self.count(&mut length)?;
            self.tell_old(self.at, "the keyword `in' except after `for'");
            self.advance()?;
            let array = self.array_name()?;
            let subscript = match left {
                Expr::List(items) => items,
                other => vec![other],
            };
            left = Expr::In(subscript, array);
        }
        Ok(left)
    }

    fn matching(&mut self) -> Parse<Expr> {
        let mut left = self.comparison()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("~" | "!~")) = self.token {
            self.count(&mut length)?;
            let mut bare = &left;
            while let Expr::Group(inner) = bare {
                bare = inner;
            }
            if matches!(bare, Expr::Regex(_)) {
                let text = "warning: regular expression on left of `~' or `!~' operator";
                self.lexer.warnings.push((self.at, text.into()));
            }
            self.advance()?;
            let right = self.operand(true, Self::comparison)?;
            left = Expr::Match { negated: mark == "!~", text: Box::new(left), pattern: Box::new(right) };
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Parse<Expr> {
        let left = self.piped()?;
        let comparison = match self.token {
            Token::Mark("<") => Comparison::Less,
            Token::Mark("<=") => Comparison::LessEqual,
            Token::Mark("==") => Comparison::Equal,
            Token::Mark("!=") => Comparison::NotEqual,
            Token::Mark(">") if !self.no_greater => Comparison::Greater,
            Token::Mark(">=") => Comparison::GreaterEqual,
            _ => return Ok(left),
        };
        self.advance()?;
        let right = self.operand(true, Self::piped)?;
        Ok(Expr::Compare(comparison, Box::new(left), Box::new(right)))
    }

    /// `command | getline`: binds less than concatenation, more than comparison.
    fn piped(&mut self) -> Parse<Expr> {
        let mut left = self.concatenation()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("|" | "|&")) = self.token {
            let (position, at) = (self.lexer.position, self.at);
            self.advance()?;
            if !self.is_keyword(Keyword::Getline) {
                self.lexer.position = position;
                self.token = Token::Mark(mark);
                self.at = at;
                break;
            }
            self.count(&mut length)?;
            self.advance()?;
            let place = self.getline_place()?;
            let source = if mark == "|" { Source::Command(left) } else { Source::Coprocess(left) };
            left = Expr::Getline { source: Box::new(source), place };
            left = self.behind_getline(left, &mut length)?;
        }
        Ok(left)
    }

    /// What is counted with or put behind the result of a `command | getline`.
    fn behind_getline(&mut self, mut left: Expr, length: &mut usize) -> Parse<Expr> {
        while let Token::Mark(mark @ ("+" | "-" | "*" | "/" | "%" | "^" | "**")) = self.token {
            self.count(length)?;
            self.advance()?;
            let operator = match mark {
                "+" => Binary::Add,
                "-" => Binary::Subtract,
                "*" => Binary::Multiply,
                "/" => Binary::Divide,
                "%" => Binary::Modulo,
                _ => Binary::Power,
            };
            let right = match operator {
                Binary::Add | Binary::Subtract => self.operand(false, Self::multiplicative)?,
                _ => self.operand(false, Self::unary)?,
            };
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        if !self.begins_operand() {
            return Ok(left);
        }
        let mut parts = vec![left];
        while self.begins_operand() {
            parts.push(self.operand(false, Self::additive)?);
        }
        Ok(Expr::Concat(parts))
    }

    /// The variable behind `getline`, if one is there.
    fn getline_place(&mut self) -> Parse<Option<Box<Place>>> {
        let place = match &self.token {
            Token::Mark("$") => {
                let field = self.field()?;
                self.place(field).ok()
            }
            Token::Name(_) => {
                let variable = self.variable()?;
                self.place(variable).ok()
            }
            _ => None,
        };
        Ok(place.map(Box::new))
    }

    /// True where an operand may begin that is joined to the one before.
    fn begins_operand(&self) -> bool {
        matches!(
            self.token,
            Token::Number(_)
                | Token::Text(_)
                | Token::Name(_)
                | Token::FunctionName(_)
                | Token::Builtin(_)
                | Token::Mark("$" | "!" | "(" | "-" | "+" | "++" | "--" | "@")
        )
    }

    fn concatenation(&mut self) -> Parse<Expr> {
        let first = self.additive()?;
        if !self.begins_operand() || matches!(first, Expr::List(_)) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.begins_operand() && !self.is_keyword(Keyword::In) {
            parts.push(self.operand(false, Self::additive)?);
        }
        Ok(Expr::Concat(parts))
    }

    fn additive(&mut self) -> Parse<Expr> {
        let mut left = self.multiplicative()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("+" | "-")) = self.token {
            self.count(&mut length)?;
            self.advance()?;
            let right = self.operand(false, Self::multiplicative)?;
            let operator = if mark == "+" { Binary::Add } else { Binary::Subtract };
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn multiplicative(&mut self) -> Parse<Expr> {
        let mut left = self.unary()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("*" | "/" | "%")) = self.token {
            self.count(&mut length)?;
            self.advance()?;
            let right = self.operand(false, Self::unary)?;
            let negated = |inner: &Expr| match inner {
                Expr::Number(number) => *number != 0.0,
                Expr::Text(text) => !text.is_empty(),
                _ => false,
            };
            let zero = match &right {
                Expr::Number(number) => *number == 0.0,
                Expr::Not(inner) => negated(inner),
                _ => false,
            };
            if mark != "*" && zero {
                let message = match mark {
                    "/" => "error: division by zero attempted",
                    _ => "error: division by zero attempted in `%'",
                };
                return Err(Fault::in_line(self.at, message));
            }
            let operator = match mark {
                "*" => Binary::Multiply,
                "/" => Binary::Divide,
                _ => Binary::Modulo,
            };
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parse<Expr> {
        self.deeper(|parser| {
            let Token::Mark(mark @ ("!" | "-" | "+")) = parser.token else { return parser.power() };
            parser.advance()?;
            let operand = parser.operand(false, Self::unary)?;
            Ok(match mark {
                "!" => Expr::Not(Box::new(operand)),
                "-" => match operand {
                    // A number with its sign is a number of the text.
                    Expr::Number(number) => Expr::Number(-number),
                    operand => Expr::Minus(Box::new(operand)),
                },
                _ => Expr::Plus(Box::new(operand)),
            })
        })
    }

    fn power(&mut self) -> Parse<Expr> {
        let base = self.postfix()?;
        if !self.is_mark("^") && !self.is_mark("**") {
            return Ok(base);
        }
        self.advance()?;
        // Groups from the right, and takes a sign before its exponent.
        let exponent = self.operand(false, Self::unary)?;
        Ok(Expr::Binary(Binary::Power, Box::new(base), Box::new(exponent)))
    }

    fn postfix(&mut self) -> Parse<Expr> {
        let operand = self.primary()?;
        if !matches!(operand, Expr::Variable(_) | Expr::Field(_) | Expr::Element(..)) {
            return Ok(operand);
        }
        if let Token::Mark(mark @ ("++" | "--")) = self.token {
            self.advance()?;
            let by = if mark == "++" { 1.0 } else { -1.0 };
            return match self.place(operand) {
                Ok(Place::Field(_)) if self.is_mark("++") || self.is_mark("--") => self.twice_stepped(),
                Ok(place) => Ok(Expr::Step { place: Box::new(place), by, before: false }),
                Err(operand) => Ok(operand),
            };
        }
        if self.assigns { self.assignment(operand) } else { Ok(operand) }
    }

    fn field(&mut self) -> Parse<Expr> {
        self.expect("$")?;
        let index = self.deeper(|parser| match parser.token {
            Token::Mark(mark @ ("++" | "--")) => parser.step(mark),
            Token::Mark(mark @ ("-" | "+" | "!")) => {
                parser.advance()?;
                let operand = parser.primary()?;
                Ok(match mark {
                    "-" => Expr::Minus(Box::new(operand)),
                    "+" => Expr::Plus(Box::new(operand)),
                    _ => Expr::Not(Box::new(operand)),
                })
            }
            _ => parser.primary(),
        })?;
        Ok(Expr::Field(Box::new(index)))
    }

    fn step(&mut self, mark: &str) -> Parse<Expr> {
        self.advance()?;
        if !matches!(self.token, Token::Name(_) | Token::Mark("$")) {
            return self.fault();
        }
        let operand = self.deeper(Self::primary)?;
        if matches!(operand, Expr::Field(_)) && (self.is_mark("++") || self.is_mark("--")) {
            return self.twice_stepped();
        }
        let by = if mark == "++" { 1.0 } else { -1.0 };
        match self.place(operand) {
            Ok(place) => Ok(Expr::Step { place: Box::new(place), by, before: true }),
            Err(_) => self.fault(),
        }
    }

    fn twice_stepped<T>(&self) -> Parse<T> {
        let message = "cannot assign a value to the result of a field post-increment expression";
        Err(Fault::at(self.at, message))
    }

    fn subscript(&mut self) -> Parse<Vec<Expr>> {
        self.expect("[")?;
        let mut items = vec![self.inner_expression()?];
        while self.take_mark(",")? {
            self.skip_newlines()?;
            items.push(self.inner_expression()?);
        }
        self.expect("]")?;
        Ok(items)
    }

    /// Only gawk has arrays in arrays.
    fn check_depth(&self) -> Parse<()> {
        if self.lexer.dialect.is_plain() {
            return Err(Fault::in_line(self.at, "fatal: multidimensional arrays are a gawk extension"));
        }
        Ok(())
    }

    /// The subscripts behind a name: all but the last lead to the array.
    fn element(&mut self, slot: Slot) -> Parse<(ArrayName, Vec<Expr>)> {
        let mut path = Vec::new();
        let mut last = self.subscript()?;
        while self.is_mark("[") {
            self.check_depth()?;
            let next = self.subscript()?;
            path.push(std::mem::replace(&mut last, next));
        }
        Ok((ArrayName { slot, path }, last))
    }

    /// A name where an array is wanted: behind `in`.
    fn array_name(&mut self) -> Parse<ArrayName> {
        let Token::Name(name) = &self.token else { return self.fault() };
        let name = name.clone();
        self.advance()?;
        let slot = self.slot(&name);
        let mut path = Vec::new();
        while self.is_mark("[") {
            if !path.is_empty() {
                self.check_depth()?;
            }
            path.push(self.subscript()?);
        }
        Ok(ArrayName { slot, path })
    }

    /// A name, perhaps with a subscript.
    fn variable(&mut self) -> Parse<Expr> {
        let Token::Name(name) = &self.token else { return self.fault() };
        let name = name.clone();
        self.advance()?;
        let slot = self.slot(&name);
        if self.is_mark("[") {
            let (array, subscript) = self.element(slot)?;
            return Ok(Expr::Element(array, subscript));
        }
        Ok(Expr::Variable(slot))
    }

    fn regex(&mut self) -> Parse<Rc<Pattern>> {
        let position = self.at;
        let text = self.lexer.regex()?;
        // What is wrong with it shows before anything runs.
        for escape in super::regexes::unknown_escapes(&text, self.lexer.dialect) {
            if !self.program.escapes.contains(&escape) {
                self.program.escapes.push(escape);
                self.lexer.warnings.push((position, super::regexes::unknown_escape(escape)));
            }
        }
        let regex = match super::regexes::compile(&text, false, self.lexer.dialect) {
            Ok(regex) => Rc::new(regex),
            Err(message) => {
                let message = format!("error: {message}: /{}/", String::from_utf8_lossy(&text));
                return Err(Fault::in_line(position, message));
            }
        };
        self.advance()?;
        Ok(Rc::new(Pattern { text, regex }))
    }

    fn primary(&mut self) -> Parse<Expr> {
        match &self.token {
            Token::Number(number) => {
                let number = *number;
                self.advance()?;
                Ok(Expr::Number(number))
            }
            Token::Text(text) => {
                let text: Bytes = text.clone();
                self.advance()?;
                Ok(Expr::Text(text))
            }
            Token::Mark("/" | "/=") => Ok(Expr::Regex(self.regex()?)),
            Token::Mark("$") => self.field(),
            Token::Mark(mark @ ("++" | "--")) => {
                let mark = *mark;
                self.step(mark)
            }
            Token::Mark("(") => self.group(),
            Token::Mark("-" | "+" | "!") => self.unary(),
            Token::Mark("@") => self.indirect(),
            Token::Name(_) => self.variable(),
            Token::FunctionName(name) => {
                let name = name.clone();
                self.call(&name)
            }
            Token::Builtin(builtin) => {
                let builtin = *builtin;
                self.builtin(builtin)
            }
            Token::Keyword(Keyword::Getline) => {
                self.advance()?;
                let place = self.getline_place()?;
                let source = if self.is_mark("<") {
                    self.advance()?;
                    Source::File(self.deeper(Self::primary)?)
                } else {
                    if let Some(action @ ("BEGINFILE" | "ENDFILE")) = self.action {
                        self.note(&format!("error: non-redirected `getline' invalid inside `{action}' rule"));
                    }
                    Source::Main
                };
                Ok(Expr::Getline { source: Box::new(source), place })
            }
            _ => self.fault(),
        }
    }

    fn group(&mut self) -> Parse<Expr> {
        self.advance()?;
        let greater = std::mem::replace(&mut self.no_greater, false);
        let mut items = vec![self.plain_expression()?];
        while self.take_mark(",")? {
            self.skip_newlines()?;
            items.push(self.plain_expression()?);
        }
        self.no_greater = greater;
        self.expect(")")?;
        if items.len() == 1
            && let Some(item) = items.pop()
        {
            return Ok(Expr::Group(Box::new(item)));
        }
        // A list is a subscript, whatever stands before it.
        if self.is_keyword(Keyword::In) {
            self.tell_old(self.at, "the keyword `in' except after `for'");
            self.tell_old(self.at, "multidimensional arrays");
            self.advance()?;
            return Ok(Expr::In(items, self.array_name()?));
        }
        Ok(Expr::List(items))
    }

    fn arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.is_mark(")") {
            arguments.push(self.inner_expression()?);
            if self.take_mark(",")? {
                self.skip_newlines()?;
                if self.is_mark(")") {
                    return self.fault();
                }
            } else if !self.is_mark(")") {
                return self.fault();
            }
        }
        self.closed = self.at;
        self.advance()?;
        Ok(arguments)
    }

    /// The line of a position; asked in order, so that all the text is counted once.
    fn line_at(&mut self, position: usize) -> u32 {
        let (from, line) = if position >= self.counted.0 { self.counted } else { (0, 1) };
        let between = self.lexer.text.get(from..position).unwrap_or_default();
        let line = line.saturating_add(u32::try_from(memchr::memchr_iter(b'\n', between).count()).unwrap_or(u32::MAX));
        self.counted = (position, line);
        line
    }

    /// Whether a name was used as a variable's, and as no function's.
    fn is_variable(&self, name: &str) -> bool {
        let name = &*self.namespaces.whole(name);
        let function = self.functions.get(name).and_then(|index| self.program.functions.get(*index));
        self.globals.contains_key(name) && !function.is_some_and(|function| function.defined)
    }

    fn call(&mut self, name: &str) -> Parse<Expr> {
        let position = self.at;
        if self.in_function && self.parameters.iter().any(|parameter| parameter == name) {
            self.note(&format!("error: attempt to use non-function `{name}' in function call"));
        } else if self.is_variable(name) {
            self.note(&format!("error: attempt to use non-function `{name}' in function call"));
        }
        let function = self.function(name);
        self.advance()?;
        let arguments = self.arguments()?;
        for (index, _) in arguments.iter().enumerate().filter(|(_, argument)| matches!(argument, Expr::Regex(_))) {
            let text = format!("warning: regexp constant for parameter #{} yields boolean value", index + 1);
            self.lexer.warnings.push((position, text.into()));
        }
        Ok(Expr::Call { function, arguments })
    }

    /// `@name(…)` calls what the variable names; `@/…/` is a regular expression as a value.
    fn indirect(&mut self) -> Parse<Expr> {
        self.advance()?;
        match &self.token {
            Token::FunctionName(name) => {
                let name = name.clone();
                self.advance()?;
                let position = self.at;
                let slot = self.slot(&name);
                let mut arguments = self.arguments()?;
                if self.lexer.dialect.is_plain() {
                    return Err(Fault::at(self.closed, "indirect function calls are a gawk extension"));
                }
                for (index, argument) in arguments.iter_mut().enumerate() {
                    let Expr::Regex(pattern) = argument else { continue };
                    let text = format!("warning: regexp constant for parameter #{} yields boolean value", index + 1);
                    self.lexer.warnings.push((position, text.into()));
                    // Whatever is called gets whether the record matches.
                    let pattern = Expr::Regex(Rc::clone(pattern));
                    *argument = Expr::Not(Box::new(Expr::Not(Box::new(pattern))));
                }
                Ok(Expr::IndirectCall { name: slot, arguments })
            }
            Token::Mark("/" | "/=") => {
                let pattern = self.regex()?;
                Ok(Expr::RegexValue(pattern))
            }
            _ => self.fault(),
        }
    }

    fn builtin(&mut self, builtin: Builtin) -> Parse<Expr> {
        let position = self.at;
        self.advance()?;
        if !self.is_mark("(") {
            // `length` alone is that of the record.
            return if builtin == Builtin::Length { Ok(Expr::Builtin(builtin, Vec::new())) } else { self.fault() };
        }
        let arguments = self.arguments()?;
        let (least, most) = Builtin::TABLE
            .iter()
            .find(|row| row.1 == builtin)
            .map_or((0, usize::MAX), |row| (row.2, row.3));
        if arguments.len() < least || arguments.len() > most {
            let message = format!("{} is invalid as number of arguments for {}", arguments.len(), builtin.name());
            return Err(Fault::at(self.closed.max(position), message));
        }
        if self.lexer.dialect.is_plain() {
            let message = match (builtin, arguments.len()) {
                (Builtin::Match, 3..) => "match: third argument is a gawk extension",
                (Builtin::Close, 2..) => "close: second argument is a gawk extension",
                _ => "",
            };
            if !message.is_empty() {
                return Err(Fault::at(self.closed.max(position), message));
            }
        }
        if let (Builtin::Index, Some(Expr::Regex(_))) = (builtin, arguments.get(1)) {
            let message = "fatal: index: regexp constant as second argument is not allowed";
            return Err(Fault::in_line(self.closed.max(position), message));
        }
        if let (Builtin::Sub | Builtin::Gsub, Some(target)) = (builtin, arguments.get(2))
            && !matches!(
                target,
                Expr::Variable(_) | Expr::Field(_) | Expr::Element(..)
            )
            && !is_constant(target)
        {
            let message = format!("{} third parameter is not a changeable object", builtin.name());
            return Err(Fault::at(self.closed.max(position), message));
        }
        Ok(Expr::Builtin(builtin, arguments))
    }
}

/// Whether gawk knows the value of an expression before anything runs.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Text(_) | Expr::Number(_) => true,
        Expr::Concat(parts) => parts.iter().all(|part| matches!(part, Expr::Text(_))),
        Expr::Not(inner) => is_constant(inner),
        _ => is_constant_number(expr),
    }
}

fn is_constant_number(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) => true,
        Expr::Binary(_, left, right) => is_constant_number(left) && is_constant_number(right),
        _ => false,
    }
}
