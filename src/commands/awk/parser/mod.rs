//! From the text of an awk program to its tree, with every name resolved.

mod expressions;
mod operands;
mod statements;

use std::collections::HashMap;
use bstr::BString;
use workspace::Errno;

use super::dialect::Dialect;
use super::lexer::{Fault, Keyword, Lexer, Token, Warnings};
use super::namespaces::{self, Namespaces};
pub use super::namespaces::Piece;
use super::program::{
    Function, Lined, Program, Rule, Slot, When, special,
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
    /// Where the subscript that was read last ends.
    bracket: usize,
    /// Where what `print` prints begins: a list in parentheses there is all of it.
    printed: Option<usize>,
    namespaces: Namespaces,
    /// Where a `|` stands behind an expression and before no `getline`, and what follows it, which is the mistake if there
    /// is one.
    unread_pipe: Option<(usize, Token, usize)>,
    /// Where a regular expression may stand as a value.
    regex_value: Option<usize>,
}

/// Parses a whole program; `declared`: variables that there are before it.
///
/// # Errors
/// What is wrong with the text; nothing but the warnings if they say it.
pub fn parse(
    text: &[u8],
    dialect: Dialect,
    pieces: &[Piece],
    declared: &[BString],
) -> Result<(Program, Warnings), (Option<Fault>, Warnings)> {
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
        bracket: 0,
        printed: None,
        namespaces: Namespaces::new(pieces),
        unread_pipe: None,
        regex_value: None,
    };
    for name in special::NAMES {
        parser.global(name);
    }
    for name in declared {
        let name = name.strip_prefix(b"awk::").unwrap_or(name);
        parser.global(&String::from_utf8_lossy(name));
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
        if let Some((pipe, token, at)) = self.unread_pipe.take()
            && pipe == self.at
        {
            (self.token, self.at) = (token, at);
        }
        let newline = self.token == Token::Newline;
        let ends = self.at >= self.lexer.text.trim_ascii_end().len() && (newline || self.token == Token::End);
        // The newline that ends a file is no end of it.
        let is_read = newline && self.lexer.text.last() == Some(&b'\n');
        let last = (ends && !is_read).then_some(self.lexer.before);
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
        self.note_at(self.at, message);
    }

    fn note_at(&mut self, position: usize, message: &str) {
        self.lexer.refused = true;
        self.lexer.warn(position, message);
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
                        // Newlines were read when it is told.
                        let is_newline = self.token == Token::Newline;
                        self.advance()?;
                        self.skip_newlines()?;
                        let position = if is_newline && self.token != Token::End { self.at } else { position };
                        self.note_at(position, &format!("{name} blocks must have an action part"));
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

    /// `@namespace "name"`. There is no library for `@load`; what is included was put in its place before, unless something
    /// else follows in its line.
    fn directive(&mut self) -> Parse<()> {
        self.advance()?;
        let Token::Name(directive) = &self.token else { return self.fault() };
        let directive = directive.clone();
        if !matches!(&directive[..], "namespace" | "include" | "load") || self.lexer.dialect.is_plain() {
            return self.fault();
        }
        self.advance()?;
        let Token::Text(text) = &self.token else { return self.fault() };
        let name = String::from_utf8_lossy(text).into_owned();
        if directive == "load" {
            let position = self.at;
            self.end_directive()?;
            let message = Errno::NotFound.message();
            let message = format!("error: cannot open shared library `{name}' for reading: {message}");
            return Err(Fault::in_line(position, message));
        }
        if directive == "include" {
            return self.end_directive();
        }
        if let Some(message) = namespaces::fault_of(&name) {
            self.note(&message);
        }
        self.namespaces.set(name);
        self.end_directive()
    }

    /// Takes the text of a directive and what ends it.
    fn end_directive(&mut self) -> Parse<()> {
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
        let is_defined = self.program.functions.get(index).is_some_and(|function| function.defined);
        let is_taken = is_defined || self.globals.contains_key(&name);
        if let Some(function) = self.program.functions.get_mut(index) {
            function.defined = true;
        }
        self.advance()?;
        let noted = self.lexer.warnings.len();
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
            for other in (1..).zip(&parameters).filter(|(_, other)| **other == parameter).map(|(number, _)| number) {
                let number = parameters.len() + 1;
                self.note(&format!(
                    "error: function `{name}': parameter #{number}, `{parameter}', duplicates parameter #{other}"
                ));
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
        if is_taken {
            // What is wrong with its parameters is not told then.
            self.lexer.warnings.truncate(noted);
            let message = format!("error: function name `{name}' previously defined");
            return Err(Fault::in_line(position, message));
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

    /// `-t`: warns each time.
    fn tell_old(&mut self, position: usize, what: &str) {
        if self.lexer.dialect.lint_old {
            self.lexer.warn(position, format!("warning: old awk does not support {what}"));
        }
    }

    /// The line of a position; asked in order, so that all the text is counted once.
    fn line_at(&mut self, position: usize) -> u32 {
        let (from, line) = if position >= self.counted.0 { self.counted } else { (0, 1) };
        let between = self.lexer.text.get(from..position).unwrap_or_default();
        let line = line.saturating_add(u32::try_from(memchr::memchr_iter(b'\n', between).count()).unwrap_or(u32::MAX));
        self.counted = (position, line);
        line
    }

}
