//! The grammar: expressions by the strength of their operators. (Terms are in `terms`.)

use super::Fault;
use super::ast::*;
use super::lexer::{Lexer, Token};
use crate::jq::value::Value;

/// How deep expressions may be nested.
const MAX_NESTING: u32 = 1_000;

/// How high the tree of an expression may be; chains of operators make it high without nesting.
const MAX_HEIGHT: u32 = 3_000;

/// The strength of operators, weakest first.
pub(super) mod strength {
    pub const PIPE: u8 = 1;
    pub const COMMA: u8 = 2;
    pub const ALTERNATIVE: u8 = 3;
    pub const UPDATE: u8 = 4;
    pub const OR: u8 = 5;
    pub const AND: u8 = 6;
    pub const COMPARE: u8 = 7;
    pub const SUM: u8 = 8;
    pub const PRODUCT: u8 = 9;
    pub const TIGHTEST: u8 = 10;
}

use strength::*;

pub(super) struct Parser<'a> {
    pub lexer: Lexer<'a>,
    pub token: Token,
    pub start: usize,
    pub depth: u32,
    pub faults: Vec<Fault>,
    /// Whether `ireduce` and the kinds of `*` are understood, which `yq` has.
    pub extended: bool,
    /// The term that is read next may not be forgiven as a whole: what may stand behind it instead.
    pub(super) strict: Option<&'static str>,
    /// A question mark behind the expression that is read next belongs to what stands around it (`try`).
    pub(super) unforgiven: bool,
    /// The term read last was forgiven as a whole.
    pub(super) whole: bool,
    /// How many words were taken behind the last fault: one close behind it is not told of.
    taken: u32,
    /// The last fault was not told of.
    is_silent: bool,
    /// How many interpolations in strings are open.
    pub(super) interpolations: u32,
}

/// So many words behind a fault another one is told of.
const RECOVERED: u32 = 3;

pub(super) type Parsed<T> = Result<T, Vec<Fault>>;

/// Parses a file or the program of a command line.
pub fn parse(text: &[u8], extended: bool) -> Result<Module, Vec<Fault>> {
    let mut parser = Parser {
        lexer: Lexer::new(text),
        token: Token::End,
        start: 0,
        depth: 0,
        faults: Vec::new(),
        extended,
        strict: None,
        unforgiven: false,
        whole: false,
        taken: RECOVERED,
        is_silent: false,
        interpolations: 0,
    };
    parser.advance();
    let module = parser.module()?;
    if parser.faults.is_empty() { Ok(module) } else { Err(parser.faults) }
}

/// What an operator makes of its sides.
enum Joined {
    Pipe,
    Comma,
    Alternative,
    Update(Update),
    Or,
    And,
    Binary(Operator),
}

fn operator(token: &Token) -> Option<(Joined, u8)> {
    use Operator::*;
    let symbol = match token {
        Token::Symbol(symbol) => *symbol,
        Token::Keyword("or") => return Some((Joined::Or, OR)),
        Token::Keyword("and") => return Some((Joined::And, AND)),
        _ => return None,
    };
    let update = |operator| (Joined::Update(Update::Operate(operator)), UPDATE);
    Some(match symbol {
        "|" => (Joined::Pipe, PIPE),
        "," => (Joined::Comma, COMMA),
        "//" => (Joined::Alternative, ALTERNATIVE),
        "=" => (Joined::Update(Update::Set), UPDATE),
        "|=" => (Joined::Update(Update::Modify), UPDATE),
        "//=" => (Joined::Update(Update::Default), UPDATE),
        "+=" => update(Add),
        "-=" => update(Subtract),
        "*=" => update(Multiply),
        "/=" => update(Divide),
        "%=" => update(Remainder),
        "==" => (Joined::Binary(Equal), COMPARE),
        "!=" => (Joined::Binary(NotEqual), COMPARE),
        "<" => (Joined::Binary(Less), COMPARE),
        "<=" => (Joined::Binary(LessOrEqual), COMPARE),
        ">" => (Joined::Binary(Greater), COMPARE),
        ">=" => (Joined::Binary(GreaterOrEqual), COMPARE),
        "+" => (Joined::Binary(Add), SUM),
        "-" => (Joined::Binary(Subtract), SUM),
        "*" => (Joined::Binary(Multiply), PRODUCT),
        "/" => (Joined::Binary(Divide), PRODUCT),
        "%" => (Joined::Binary(Remainder), PRODUCT),
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    pub fn advance(&mut self) -> Token {
        let (token, start) = self.lexer.next();
        self.start = start;
        self.taken = self.taken.saturating_add(1);
        std::mem::replace(&mut self.token, token)
    }

    pub fn is_symbol(&self, symbol: &str) -> bool {
        matches!(&self.token, Token::Symbol(found) if *found == symbol)
    }

    pub fn is_keyword(&self, word: &str) -> bool {
        matches!(&self.token, Token::Keyword(found) if *found == word)
    }

    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    /// The fault that the present word is not what may stand here.
    pub fn unexpected<T>(&mut self, expected: &str) -> Parsed<T> {
        let expecting = if expected.is_empty() { String::new() } else { format!(", expecting {expected}") };
        let message =
            format!("syntax error, unexpected {}{expecting} (Unix shell quoting issues?)", self.token.name());
        self.is_silent = self.taken < RECOVERED;
        if !self.is_silent {
            self.faults.push(Fault { message, position: self.start });
        }
        self.taken = 0;
        Err(std::mem::take(&mut self.faults))
    }

    /// Goes on behind a fault inside of brackets, at the first of some symbols.
    ///
    /// # Errors
    /// The faults themselves where there is no such symbol, and those that the real parser does not go on behind.
    pub fn resume(&mut self, faults: Vec<Fault>, symbols: &[&str], interpolations: u32) -> Parsed<()> {
        let is_plain = faults.last().is_some_and(|fault| fault.message.starts_with("syntax error"));
        if self.interpolations != interpolations || !is_plain && !self.is_silent {
            return Err(faults);
        }
        (self.strict, self.unforgiven, self.whole) = (None, false, false);
        while !symbols.iter().any(|symbol| self.is_symbol(symbol)) {
            if self.token != Token::Quote {
                if self.token == Token::End {
                    return Err(faults);
                }
                self.advance();
            } else if self.string(None).is_err() {
                return Err(faults);
            }
        }
        self.faults = faults;
        self.taken = 0;
        Ok(())
    }

    /// What stands in brackets, and the closing one; `None`: it was passed over for a fault.
    pub fn enclosed<T>(
        &mut self,
        close: &str,
        inner: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<Option<T>> {
        let interpolations = self.interpolations;
        let parsed = inner(self).and_then(|value| self.expect(close, "").map(|()| value));
        match parsed {
            Ok(value) => Ok(Some(value)),
            Err(faults) => {
                self.resume(faults, &[close], interpolations)?;
                self.advance();
                Ok(None)
            }
        }
    }

    /// Adds an explanation at another place to a fault.
    pub fn explain<T>(faults: Vec<Fault>, message: &str, position: usize) -> Parsed<T> {
        let mut faults = faults;
        faults.push(Fault { message: message.to_owned(), position });
        Err(faults)
    }

    pub fn expect(&mut self, symbol: &str, expected: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.unexpected(expected) }
    }

    pub fn expect_keyword(&mut self, word: &str) -> Parsed<()> {
        if self.is_keyword(word) {
            self.advance();
            return Ok(());
        }
        self.unexpected("")
    }

    pub fn build(&mut self, position: usize, kind: Kind) -> Parsed<Expression> {
        let mut height = 0;
        kind.for_each(&mut |child| height = height.max(child.height));
        if height >= MAX_HEIGHT {
            self.faults.push(Fault { message: "the program is nested too deeply".to_owned(), position });
            return Err(std::mem::take(&mut self.faults));
        }
        Ok(Expression { position, kind: Box::new(kind), height: height + 1 })
    }

    fn module(&mut self) -> Parsed<Module> {
        let mut module = Module::default();
        if self.is_keyword("module") {
            let position = self.start;
            self.advance();
            let metadata = self.expression(PIPE)?;
            match constant(&metadata) {
                Some(value @ Value::Object(_)) => module.metadata = Some(value),
                Some(_) => {
                    return Self::explain(Vec::new(), "Module metadata must be an object", position);
                }
                None => return Self::explain(Vec::new(), "Module metadata must be constant", position),
            }
            self.expect(";", "")?;
        }
        while self.is_keyword("import") || self.is_keyword("include") {
            let import = self.import()?;
            module.imports.push(import);
        }
        while self.is_keyword("def") {
            module.definitions.push(self.definition()?);
        }
        if self.token != Token::End {
            let first = (self.start, self.token.clone());
            let mut parsed = self.expression(PIPE);
            if let Err(faults) = &mut parsed
                && let Some(fault) = faults.last_mut()
                && fault.position == first.0
                && self.token == first.1
                && !fault.message.contains("expecting")
            {
                // Nothing at all could stand there.
                fault.message = fault.message.replace(" (Unix", ", expecting end of file (Unix");
            }
            let body = parsed?;
            if self.token != Token::End {
                let term = !matches!(&self.token, Token::Symbol("==" | "=" | "!=" | "<" | ">" | "<=" | ">="))
                    && operator(&self.token).is_none();
                return self.unexpected(if term { "end of file" } else { "" });
            }
            module.body = Some(body);
        }
        Ok(module)
    }

    fn import(&mut self) -> Parsed<Import> {
        let position = self.start;
        let includes = self.is_keyword("include");
        self.advance();
        if self.token != Token::Quote {
            return self.unexpected("FORMAT or QQSTRING_START");
        }
        let path = self.string(None)?;
        let Some(Value::String(path)) = constant(&path) else {
            return Self::explain(Vec::new(), "Import path must be constant", position);
        };
        let (mut name, mut is_data) = (None, false);
        if !includes {
            if !self.is_keyword("as") {
                return self.unexpected("as");
            }
            self.advance();
            match self.token.clone() {
                Token::Identifier(word) => name = Some(word),
                Token::Binding(word) => {
                    name = Some(word);
                    is_data = true;
                }
                _ => return self.unexpected("IDENT or BINDING"),
            }
            self.advance();
        }
        let mut metadata = None;
        if !self.is_symbol(";") {
            let expression = self.expression(PIPE)?;
            match constant(&expression) {
                Some(value @ Value::Object(_)) => metadata = Some(value),
                Some(_) => return Self::explain(Vec::new(), "Module metadata must be an object", position),
                None => return Self::explain(Vec::new(), "Module metadata must be constant", position),
            }
        }
        self.expect(";", "")?;
        Ok(Import { path: path.as_ref().clone(), name, is_data, metadata })
    }

    pub fn definition(&mut self) -> Parsed<Definition> {
        self.advance();
        let name = match self.token.clone() {
            Token::Identifier(name) => name,
            _ => return self.unexpected("IDENT"),
        };
        self.advance();
        let mut parameters = Vec::new();
        if self.eat("(") {
            loop {
                match self.token.clone() {
                    Token::Identifier(name) => parameters.push(Parameter { name, is_value: false }),
                    Token::Binding(name) => parameters.push(Parameter { name, is_value: true }),
                    _ => return self.unexpected("IDENT or BINDING"),
                }
                self.advance();
                if !self.eat(";") {
                    break;
                }
            }
            self.expect(")", "';' or ')'")?;
            self.expect(":", "':'")?;
        } else {
            self.expect(":", "'(' or ':'")?;
        }
        let body = self.expression(PIPE)?;
        self.expect(";", "")?;
        Ok(Definition { name, parameters, body })
    }

    /// An expression whose operators are at least as strong as `least`.
    pub fn expression(&mut self, least: u8) -> Parsed<Expression> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            self.faults.push(Fault { message: "the program is nested too deeply".to_owned(), position: self.start });
            return Err(std::mem::take(&mut self.faults));
        }
        let result = self.operators(least);
        self.depth -= 1;
        result
    }

    fn operators(&mut self, least: u8) -> Parsed<Expression> {
        let mut left = self.prefix()?;
        let mut pipes = Vec::new();
        while let Some((joined, strength)) = operator(&self.token) {
            if strength < least {
                break;
            }
            let flags = if self.extended && matches!(joined, Joined::Binary(Operator::Multiply)) {
                self.lexer.letters(b"+dn?c")
            } else {
                String::new()
            };
            self.advance();
            if matches!(joined, Joined::Pipe) {
                // A long chain is not nested: its parts are joined below.
                let next = self.expression(COMMA)?;
                pipes.push(std::mem::replace(&mut left, next));
                continue;
            }
            // `//` groups to the right; updates and comparisons not at all.
            let right = self.expression(if strength == ALTERNATIVE { strength } else { strength + 1 })?;
            let position = left.position;
            let kind = match joined {
                Joined::Binary(_) if !flags.is_empty() => {
                    let flags = self.build(position, Kind::Constant(Value::string(flags)))?;
                    Kind::Call("_merge".to_owned(), vec![left, right, flags])
                }
                Joined::Pipe => Kind::Pipe(left, right),
                Joined::Comma => Kind::Comma(left, right),
                Joined::Alternative => Kind::Alternative(left, right),
                Joined::Update(update) => Kind::Update(update, left, right),
                Joined::Or => Kind::Or(left, right),
                Joined::And => Kind::And(left, right),
                Joined::Binary(operator) => Kind::Binary(operator, left, right),
            };
            left = self.build(position, kind)?;
            if matches!(strength, UPDATE | COMPARE)
                && operator(&self.token).is_some_and(|(_, next)| next == strength)
            {
                return self.unexpected("");
            }
        }
        while let Some(first) = pipes.pop() {
            let position = first.position;
            left = self.build(position, Kind::Pipe(first, left))?;
        }
        Ok(left)
    }

    /// What may stand before operators: a term, or something that begins with a keyword or a minus sign.
    fn prefix(&mut self) -> Parsed<Expression> {
        let position = self.start;
        let unforgiven = std::mem::take(&mut self.unforgiven);
        match self.token.clone() {
            Token::Keyword("def") => {
                let definition = self.definition()?;
                let rest = self.expression(PIPE)?;
                self.build(position, Kind::Define(definition, rest))
            }
            Token::Keyword("label") => {
                self.advance();
                let Token::Binding(name) = self.token.clone() else { return self.unexpected("BINDING") };
                self.advance();
                self.expect("|", "'|'")?;
                let body = self.expression(PIPE)?;
                self.build(position, Kind::Label(name, body))
            }
            Token::Keyword("if") => {
                let expression = self.condition(position)?;
                if unforgiven { Ok(expression) } else { self.optional(expression) }
            }
            Token::Keyword("try") => {
                self.advance();
                let body = self.prefix_within()?;
                let handler = if self.is_keyword("catch") {
                    self.advance();
                    Some(self.prefix_within()?)
                } else {
                    None
                };
                let expression = self.build(position, Kind::Try(body, handler))?;
                if unforgiven { Ok(expression) } else { self.optional(expression) }
            }
            Token::Keyword("reduce") => {
                self.advance();
                self.strict = (!self.extended).then_some("FIELD or as or '.' or '['");
                let source = self.term()?;
                if !self.is_keyword("as") && !self.extended {
                    return self.unexpected("FIELD or as or '.' or '['");
                }
                if !self.is_keyword("as") {
                return self.unexpected("as");
            }
            self.advance();
                let patterns = self.patterns()?;
                self.expect("(", "'('")?;
                let start = self.expression(PIPE)?;
                self.expect(";", "")?;
                let update = self.expression(PIPE)?;
                self.expect(")", "")?;
                let expression = self.build(position, Kind::Reduce(source, patterns, start, update))?;
                if unforgiven { Ok(expression) } else { self.optional(expression) }
            }
            Token::Keyword("foreach") => {
                self.advance();
                self.strict = (!self.extended).then_some("FIELD or as or '.' or '['");
                let source = self.term()?;
                if !self.is_keyword("as") && !self.extended {
                    return self.unexpected("FIELD or as or '.' or '['");
                }
                if !self.is_keyword("as") {
                return self.unexpected("as");
            }
            self.advance();
                let patterns = self.patterns()?;
                self.expect("(", "'('")?;
                let start = self.expression(PIPE)?;
                self.expect(";", "")?;
                let update = self.expression(PIPE)?;
                let extract = if self.eat(";") { Some(self.expression(PIPE)?) } else { None };
                self.expect(")", "")?;
                let expression = self.build(position, Kind::Foreach(source, patterns, start, update, extract))?;
                if unforgiven { Ok(expression) } else { self.optional(expression) }
            }
            Token::Symbol("-") => {
                self.advance();
                let operand = self.expression(PRODUCT)?;
                self.build(position, Kind::Negate(operand))
            }
            _ => {
                self.unforgiven = unforgiven;
                let term = self.term()?;
                if self.is_keyword("as") {
                    if self.whole && !self.extended {
                        return self.unexpected("end of file");
                    }
                    self.advance();
                    let patterns = self.patterns()?;
                    if self.extended && self.token == Token::Identifier("ireduce".to_owned()) {
                        self.advance();
                        self.expect("(", "'('")?;
                        let start = self.expression(PIPE)?;
                        self.expect(";", "")?;
                        let update = self.expression(PIPE)?;
                        self.expect(")", "")?;
                        return self.build(position, Kind::Reduce(term, patterns, start, update));
                    }
                    self.expect("|", "'|'")?;
                    let body = self.expression(PIPE)?;
                    return self.build(position, Kind::Bind(term, patterns, body));
                }
                Ok(term)
            }
        }
    }

    /// The body of `try` and its like: nothing weaker than a term and its prefixes.
    fn prefix_within(&mut self) -> Parsed<Expression> {
        self.unforgiven = !self.extended;
        self.expression(TIGHTEST)
    }

    /// Question marks behind an expression.
    pub fn optional(&mut self, mut expression: Expression) -> Parsed<Expression> {
        while self.eat("?") {
            let position = expression.position;
            expression = self.build(position, Kind::Try(expression, None))?;
        }
        Ok(expression)
    }

    fn condition(&mut self, position: usize) -> Parsed<Expression> {
        const UNFINISHED: &str = "Possibly unterminated 'if' statement";
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Self::explain(Vec::new(), "the program is nested too deeply", position);
        }
        self.advance();
        let condition = self.expression(PIPE)?;
        self.expect_keyword("then")?;
        let explain = |faults: Vec<Fault>| -> Vec<Fault> {
            // A fault further inside explains itself.
            if faults.last().is_some_and(|fault| !fault.message.starts_with("syntax error")) {
                return faults;
            }
            Self::explain::<()>(faults, UNFINISHED, position).err().unwrap_or_default()
        };
        let then = self.expression(PIPE).map_err(explain)?;
        let place = self.start;
        let otherwise = match self.token.clone() {
            Token::Keyword("elif") => Some(self.condition(place).map_err(explain)?),
            Token::Keyword("else") => {
                self.advance();
                let otherwise = self.expression(PIPE).map_err(explain)?;
                self.expect_keyword("end").map_err(explain)?;
                Some(otherwise)
            }
            _ => {
                self.expect_keyword("end").map_err(explain)?;
                None
            }
        };
        self.depth -= 1;
        self.build(position, Kind::If(condition, then, otherwise))
    }
}

impl Kind {
    /// Calls a function for each expression inside.
    pub fn for_each(&self, each: &mut dyn FnMut(&Expression)) {
        match self {
            Kind::Identity
            | Kind::Recurse
            | Kind::Constant(_)
            | Kind::Format(_)
            | Kind::Variable(_)
            | Kind::Location(_)
            | Kind::Break(_) => {}
            Kind::Text(_, parts) => parts.iter().for_each(|part| {
                if let Part::Expression(expression) = part {
                    each(expression);
                }
            }),
            Kind::Slice(target, from, to) => [Some(target), from.as_ref(), to.as_ref()].into_iter().flatten().for_each(each),
            Kind::Iterate(inner) | Kind::Negate(inner) | Kind::Label(_, inner) | Kind::Optional(inner) => each(inner),
            Kind::Array(inner) => inner.iter().for_each(each),
            Kind::Object(pairs) => pairs.iter().for_each(|(key, value)| {
                each(key);
                each(value);
            }),
            Kind::Index(left, right)
            | Kind::Pipe(left, right)
            | Kind::Comma(left, right)
            | Kind::Binary(_, left, right)
            | Kind::And(left, right)
            | Kind::Or(left, right)
            | Kind::Alternative(left, right)
            | Kind::Update(_, left, right) => {
                each(left);
                each(right);
            }
            Kind::Try(body, handler) => {
                each(body);
                handler.iter().for_each(each);
            }
            Kind::If(condition, then, otherwise) => {
                each(condition);
                each(then);
                otherwise.iter().for_each(each);
            }
            Kind::Reduce(source, patterns, start, update) => {
                [source, start, update].into_iter().for_each(&mut *each);
                patterns.iter().for_each(|pattern| pattern.for_each(each));
            }
            Kind::Foreach(source, patterns, start, update, extract) => {
                [source, start, update].into_iter().chain(extract).for_each(&mut *each);
                patterns.iter().for_each(|pattern| pattern.for_each(each));
            }
            Kind::Bind(source, patterns, body) => {
                each(source);
                each(body);
                patterns.iter().for_each(|pattern| pattern.for_each(each));
            }
            Kind::Define(definition, rest) => {
                each(&definition.body);
                each(rest);
            }
            Kind::Call(_, arguments) => arguments.iter().for_each(each),
        }
    }
}

impl Pattern {
    fn for_each(&self, each: &mut dyn FnMut(&Expression)) {
        match self {
            Pattern::Variable(_) => {}
            Pattern::Array(parts) => parts.iter().for_each(|part| part.for_each(each)),
            Pattern::Object(pairs) => pairs.iter().for_each(|(key, pattern)| {
                if let PatternKey::Expression(key) = key {
                    each(key);
                }
                pattern.iter().for_each(|pattern| pattern.for_each(each));
            }),
        }
    }
}

/// The value of an expression that is a constant.
pub(super) fn constant(expression: &Expression) -> Option<Value> {
    match expression.kind.as_ref() {
        Kind::Constant(value) => Some(value.clone()),
        Kind::Text(None, parts) => match parts.as_slice() {
            [] => Some(Value::string("")),
            [Part::Text(text)] => Some(Value::string(text.clone())),
            _ => None,
        },
        Kind::Array(None) => Some(Value::array(Vec::new())),
        Kind::Array(Some(items)) => {
            let mut values = Vec::new();
            let mut rest = items;
            while let Kind::Comma(left, right) = rest.kind.as_ref() {
                values.push(constant(right)?);
                rest = left;
            }
            values.push(constant(rest)?);
            values.reverse();
            Some(Value::array(values))
        }
        Kind::Object(pairs) => {
            let mut object = crate::jq::object::Object::new();
            for (key, value) in pairs {
                let Some(Value::String(key)) = constant(key) else { return None };
                object.insert(key, constant(value)?);
            }
            Some(Value::object(object))
        }
        _ => None,
    }
}
