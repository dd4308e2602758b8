//! Terms: paths, calls, literals, strings, arrays, objects; and patterns.

use super::Fault;
use super::ast::*;
use super::lexer::{Token, Unfinished};
use super::parser::{Parsed, Parser, constant, strength::*};
use crate::jq::json::text::{decode, unescape};
use crate::jq::number;
use crate::jq::operators::described;
use crate::jq::value::{Origin, Value};

impl Parser<'_> {
    /// A term with everything that may follow it: fields, brackets, question marks.
    pub(super) fn term(&mut self) -> Parsed<Expression> {
        let strict = std::mem::take(&mut self.strict);
        let unforgiven = std::mem::take(&mut self.unforgiven);
        let position = self.start;
        let begins = matches!(self.token, Token::Field(_) | Token::Symbol("."));
        let mut term = self.simple_term()?;
        // A question mark right behind a step forgives that step alone.
        if begins && self.is_symbol("?") && term.is_step() {
            self.advance();
            term = self.forgiven(term)?;
        }
        loop {
            let kind = match self.token.clone() {
                Token::Field(name) => {
                    self.advance();
                    let key = self.build(position, Kind::Constant(Value::string(name)))?;
                    Kind::Index(term, key)
                }
                Token::Symbol(".") => {
                    self.advance();
                    match self.token.clone() {
                        Token::Quote => {
                            let key = self.string(None)?;
                            Kind::Index(term, key)
                        }
                        Token::Format(format) => {
                            self.advance();
                            if self.token != Token::Quote {
                                return self.unexpected("QQSTRING_START");
                            }
                            let key = self.string(Some(format))?;
                            Kind::Index(term, key)
                        }
                        Token::Symbol("[") => {
                            self.advance();
                            self.brackets(term, false)?
                        }
                        _ => return self.unexpected("FORMAT or QQSTRING_START or '['"),
                    }
                }
                Token::Symbol("[") => {
                    self.advance();
                    self.brackets(term, true)?
                }
                Token::Symbol("?") if unforgiven => {
                    self.whole = false;
                    return Ok(term);
                }
                Token::Symbol("?") => {
                    // What is forgiven as a whole is no term any more.
                    if let Some(expected) = strict {
                        return self.unexpected(expected);
                    }
                    let forgiven = self.optional(term)?;
                    self.whole = true;
                    return Ok(forgiven);
                }
                _ => {
                    self.whole = false;
                    return Ok(term);
                }
            };
            term = self.build(position, kind)?;
            if self.is_symbol("?") && term.is_step() {
                self.advance();
                term = self.forgiven(term)?;
            }
        }
    }

    /// A step whose own errors are passed over: its target and its keys stay outside of the `try`.
    fn forgiven(&mut self, step: Expression) -> Parsed<Expression> {
        const KEYS: [&str; 2] = [" key", " end"];
        let position = step.position;
        let own = self.build(position, Kind::Identity)?;
        // Keys that are not constants are worked out first, with the input of the whole.
        let mut bound = Vec::new();
        let mut outside = |parser: &mut Self, key: Expression| -> Parsed<Expression> {
            if constant(&key).is_some() {
                return Ok(key);
            }
            let name = KEYS[bound.len().min(1)].to_owned();
            bound.push((name.clone(), key));
            parser.build(position, Kind::Variable(name))
        };
        let (target, kind) = match *step.kind {
            Kind::Index(target, key) => (target, Kind::Index(own, outside(self, key)?)),
            Kind::Iterate(target) => (target, Kind::Iterate(own)),
            Kind::Slice(target, from, to) => {
                let from = from.map(|from| outside(self, from)).transpose()?;
                let to = to.map(|to| outside(self, to)).transpose()?;
                (target, Kind::Slice(own, from, to))
            }
            kind => (own, kind),
        };
        let step = self.build(position, kind)?;
        let mut expression = self.build(position, Kind::Optional(step))?;
        if !matches!(*target.kind, Kind::Identity) {
            expression = self.build(position, Kind::Pipe(target, expression))?;
        }
        while let Some((name, key)) = bound.pop() {
            expression = self.build(position, Kind::Bind(key, vec![Pattern::Variable(name)], expression))?;
        }
        Ok(expression)
    }

    /// A dot with something behind that is no name.
    fn unusual_field<T>(&mut self, expected: &str, position: usize) -> Parsed<T> {
        match self.unexpected::<T>(expected) {
            Err(faults) => {
                Self::explain(faults, "try .[\"field\"] instead of .field for unusually named fields", position)
            }
            ok => ok,
        }
    }

    /// What stands in brackets behind a term, and the closing one.
    fn brackets(&mut self, target: Expression, slices: bool) -> Parsed<Kind> {
        if self.eat("]") {
            return Ok(Kind::Iterate(target));
        }
        let inner = self.enclosed("]", |parser| {
            if slices && parser.eat(":") {
                let to = parser.expression(PIPE)?;
                return Ok(Kind::Slice(target, None, Some(to)));
            }
            let first = parser.expression(PIPE)?;
            if slices && parser.eat(":") {
                let to = if parser.is_symbol("]") { None } else { Some(parser.expression(PIPE)?) };
                return Ok(Kind::Slice(target, Some(first), to));
            }
            Ok(Kind::Index(target, first))
        })?;
        Ok(inner.unwrap_or(Kind::Identity))
    }

    fn simple_term(&mut self) -> Parsed<Expression> {
        let position = self.start;
        let kind = match self.token.clone() {
            Token::Symbol(".") => {
                // A string or a bracket right behind is taken by the caller, as behind any other term.
                let dot = self.lexer.at;
                self.advance();
                match &self.token {
                    Token::Quote => {
                        let key = self.string(None)?;
                        let identity = self.build(position, Kind::Identity)?;
                        Kind::Index(identity, key)
                    }
                    Token::Format(format) => {
                        let format = format.clone();
                        self.advance();
                        if self.token != Token::Quote {
                            return self.unusual_field("QQSTRING_START", position);
                        }
                        let key = self.string(Some(format))?;
                        let identity = self.build(position, Kind::Identity)?;
                        Kind::Index(identity, key)
                    }
                    Token::Invalid if self.start == dot => return self.unusual_field("", position),
                    // A name is taken, and what follows it is what is wrong.
                    Token::Identifier(_) if !self.extended => {
                        self.advance();
                        return self.unusual_field("", position);
                    }
                    _ => Kind::Identity,
                }
            }
            Token::Symbol("..") => {
                self.advance();
                Kind::Recurse
            }
            Token::Field(name) => {
                self.advance();
                let identity = self.build(position, Kind::Identity)?;
                let key = self.build(position, Kind::Constant(Value::string(name)))?;
                Kind::Index(identity, key)
            }
            Token::Number(text) => {
                self.advance();
                let number = number::parse(text.as_bytes()).unwrap_or(Value::Number(f64::NAN));
                Kind::Constant(number.with_origin(Origin::program(position)))
            }
            Token::Quote => return self.string(None),
            Token::Format(format) => {
                self.advance();
                if self.token == Token::Quote {
                    return self.string(Some(format));
                }
                Kind::Format(format)
            }
            Token::Symbol("(") => {
                self.advance();
                match self.enclosed(")", |parser| parser.expression(PIPE))? {
                    Some(inner) => return Ok(inner),
                    None => Kind::Identity,
                }
            }
            Token::Symbol("[") => {
                self.advance();
                if self.eat("]") {
                    Kind::Array(None)
                } else {
                    Kind::Array(self.enclosed("]", |parser| parser.expression(PIPE))?)
                }
            }
            Token::Symbol("{") => {
                self.advance();
                self.object()?
            }
            Token::Symbol("$") => {
                self.advance();
                if self.token == Token::Identifier("__loc__".to_owned()) {
                    self.advance();
                    Kind::Location(position)
                } else {
                    return self.unexpected("'$'");
                }
            }
            Token::Binding(name) if name == "__loc__" => {
                self.advance();
                Kind::Location(position)
            }
            Token::Binding(name) => {
                self.advance();
                Kind::Variable(name)
            }
            Token::Identifier(name) if name == "break" => {
                self.advance();
                match self.token.clone() {
                    Token::Binding(label) => {
                        self.advance();
                        Kind::Break(label)
                    }
                    _ => {
                        return match self.unexpected("BINDING") {
                            Err(faults) => Self::explain(faults, "break requires a label to break to", position),
                            ok => ok,
                        };
                    }
                }
            }
            Token::Identifier(name) => {
                self.advance();
                let mut arguments = Vec::new();
                if self.eat("(") {
                    loop {
                        arguments.push(self.expression(PIPE)?);
                        if !self.eat(";") {
                            break;
                        }
                    }
                    // A point may have been the beginning of a field.
                    let is_point = arguments.last().is_some_and(|last| matches!(*last.kind, Kind::Identity));
                    self.expect(")", if is_point && self.token != Token::End { "" } else { "';' or ')'" })?;
                }
                match (name.as_str(), arguments.as_slice()) {
                    ("null", []) => Kind::Constant(Value::Null),
                    ("true", []) => Kind::Constant(Value::Bool(true)),
                    ("false", []) => Kind::Constant(Value::Bool(false)),
                    _ => Kind::Call(name, arguments),
                }
            }
            _ => return self.unexpected(""),
        };
        self.build(position, kind)
    }

    /// A string; the quote that begins it is the present word.
    pub(super) fn string(&mut self, format: Option<String>) -> Parsed<Expression> {
        let position = self.start;
        let mut parts = Vec::new();
        let mut plain = true;
        loop {
            let start = self.lexer.at;
            // What is wrong with the escapes is told before the missing end.
            let (raw, interpolates, unfinished) = match self.lexer.string_part() {
                Ok((raw, interpolates)) => (raw, interpolates, None),
                Err(Unfinished(raw, fault)) => (raw, false, Some(fault)),
            };
            let text = unescape_program(raw).unwrap_or_else(|(message, place)| {
                // The run of escapes with the fault in it is what the message shows.
                let run = escapes(raw.get(place..).unwrap_or_default());
                let shown = String::from_utf8_lossy(run);
                let column = shown.len() + 2;
                let message = format!("{message} at line 1, column {column} (while parsing '\"{shown}\"')");
                self.faults.push(Fault { message, position: start + place });
                String::new()
            });
            if let Some(fault) = unfinished {
                self.faults.push(fault);
                return Err(std::mem::take(&mut self.faults));
            }
            if !text.is_empty() {
                parts.push(Part::Text(text));
            }
            if !interpolates {
                break;
            }
            plain = false;
            self.interpolations += 1;
            self.advance();
            let inner = self.expression(PIPE)?;
            if self.token != Token::InterpolationEnd {
                return self.unexpected("");
            }
            self.interpolations -= 1;
            // What follows is text again, not words.
            parts.push(Part::Expression(inner));
        }
        self.advance();
        if plain {
            let text = match parts.pop() {
                Some(Part::Text(text)) => text,
                _ => String::new(),
            };
            return self.build(position, Kind::Constant(Value::string(text)));
        }
        self.build(position, Kind::Text(format, parts))
    }

    fn object(&mut self) -> Parsed<Kind> {
        let mut pairs = Vec::new();
        let (first, interpolations) = (self.start, self.interpolations);
        loop {
            if self.eat("}") {
                return Ok(Kind::Object(pairs));
            }
            // Where the real parser goes on behind a fault: a pair that is whole belongs to those before it.
            let mut position = self.start;
            let mut parsed = self.pair().and_then(|pair| {
                position = first;
                pairs.push(pair);
                if self.is_symbol("}") { Ok(()) } else { self.expect(",", "'}'") }
            });
            while let Err(faults) = parsed {
                self.resume(faults, &[":", ",", "}"], interpolations)?;
                if !self.eat(":") {
                    self.eat(",");
                    break;
                }
                parsed = self.object_value().map(drop);
                if parsed.is_ok() {
                    let message = "May need parentheses around object key expression".to_owned();
                    self.faults.push(Fault { message, position });
                    position = first;
                    parsed = if self.is_symbol("}") { Ok(()) } else { self.expect(",", "'}'") };
                }
            }
        }
    }

    fn field_of_input(&mut self, position: usize, key: Expression) -> Parsed<Expression> {
        let identity = self.build(position, Kind::Identity)?;
        self.build(position, Kind::Index(identity, key))
    }

    fn pair(&mut self) -> Parsed<(Expression, Expression)> {
        let position = self.start;
        let (key, short) = match self.token.clone() {
            Token::Identifier(name) => {
                self.advance();
                (self.build(position, Kind::Constant(Value::string(name)))?, None)
            }
            Token::Keyword(name) => {
                self.advance();
                (self.build(position, Kind::Constant(Value::string(name)))?, None)
            }
            Token::Binding(name) => {
                self.advance();
                let value = if name == "__loc__" {
                    self.build(position, Kind::Location(position))?
                } else {
                    self.build(position, Kind::Variable(name.clone()))?
                };
                if self.is_symbol(":") {
                    (value, None)
                } else {
                    (self.build(position, Kind::Constant(Value::string(name)))?, Some(value))
                }
            }
            Token::Quote => (self.string(None)?, None),
            Token::Format(format) => {
                self.advance();
                if self.token != Token::Quote {
                    return self.unexpected("QQSTRING_START");
                }
                (self.string(Some(format))?, None)
            }
            Token::Symbol("(") => {
                self.advance();
                let key = self.expression(PIPE)?;
                self.expect(")", "")?;
                if !self.is_symbol(":") {
                    return self.unexpected("':'");
                }
                self.advance();
                let value = self.object_value()?;
                self.constant_key(&key, position);
                return Ok((key, value));
            }
                        _ => return self.unexpected(""),
        };
        if let Some(value) = short {
            return Ok((key, value));
        }
        if self.eat(":") {
            if self.is_keyword("def") {
                return self.unexpected("");
            }
            return Ok((key, self.object_value()?));
        }
        let value = self.field_of_input(position, key.clone())?;
        Ok((key, value))
    }

    /// A key that is known must be a string.
    fn constant_key(&mut self, key: &Expression, position: usize) {
        if let Some(value) = constant(key).filter(|value| value.text().is_none()) {
            let message = format!("Cannot use {} as object key", described(&value));
            self.faults.push(Fault { message, position });
        }
    }

    /// The value in an object: terms, minus signs and pipes.
    fn object_value(&mut self) -> Parsed<Expression> {
        let position = self.start;
        let first = if self.eat("-") {
            let operand = self.object_value()?;
            self.build(position, Kind::Negate(operand))?
        } else {
            self.strict = (!self.extended).then_some("'}'");
            self.term()?
        };
        if self.eat("|") {
            let rest = self.object_value()?;
            return self.build(position, Kind::Pipe(first, rest));
        }
        Ok(first)
    }

    /// Patterns joined by `?//`.
    pub(super) fn patterns(&mut self) -> Parsed<Vec<Pattern>> {
        let mut patterns = vec![self.pattern()?];
        while self.eat("?//") {
            patterns.push(self.pattern()?);
        }
        Ok(patterns)
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        self.depth += 1;
        if self.depth > 500 {
            return Self::explain(Vec::new(), "the program is nested too deeply", self.start);
        }
        let pattern = match self.token.clone() {
            Token::Binding(name) => {
                self.advance();
                Pattern::Variable(name)
            }
            Token::Symbol("[") => {
                self.advance();
                let mut parts = vec![self.pattern()?];
                while self.eat(",") {
                    parts.push(self.pattern()?);
                }
                self.expect("]", "',' or ']'")?;
                Pattern::Array(parts)
            }
            Token::Symbol("{") => {
                self.advance();
                let mut pairs = vec![self.pattern_pair()?];
                while self.eat(",") {
                    pairs.push(self.pattern_pair()?);
                }
                self.expect("}", "',' or '}'")?;
                Pattern::Object(pairs)
            }
            _ => return self.unexpected("BINDING or '[' or '{'"),
        };
        self.depth -= 1;
        Ok(pattern)
    }

    fn pattern_pair(&mut self) -> Parsed<(PatternKey, Option<Pattern>)> {
        let position = self.start;
        let key = match self.token.clone() {
            Token::Binding(name) => {
                self.advance();
                let pattern = if self.eat(":") { Some(self.pattern()?) } else { None };
                return Ok((PatternKey::Variable(name), pattern));
            }
            Token::Identifier(name) => {
                self.advance();
                self.build(position, Kind::Constant(Value::string(name)))?
            }
            Token::Keyword(name) => {
                self.advance();
                self.build(position, Kind::Constant(Value::string(name)))?
            }
            Token::Quote => self.string(None)?,
            Token::Format(format) => {
                self.advance();
                if self.token != Token::Quote {
                    return self.unexpected("QQSTRING_START");
                }
                self.string(Some(format))?
            }
            Token::Symbol("(") => {
                self.advance();
                let key = self.expression(PIPE)?;
                self.expect(")", "")?;
                self.constant_key(&key, position);
                key
            }
            _ => return self.unexpected(""),
        };
        self.expect(":", "':'")?;
        Ok((PatternKey::Expression(key), Some(self.pattern()?)))
    }
}

impl Expression {
    /// An index, a slice or an iteration.
    fn is_step(&self) -> bool {
        matches!(*self.kind, Kind::Index(..) | Kind::Slice(..) | Kind::Iterate(_))
    }
}

/// The escapes at the front of a text.
fn escapes(text: &[u8]) -> &[u8] {
    let mut length = 0;
    while text.get(length) == Some(&b'\\') {
        length += 2;
        if text.get(length - 1) == Some(&b'u') {
            let digits = text.iter().skip(length).take(4).take_while(|byte| byte.is_ascii_alphanumeric());
            length += digits.count();
        }
    }
    text.get(..length).unwrap_or(text)
}

/// The text of a string in a program: line ends and the like may stand as they are, runs of escapes are JSON's. The
/// error is a message and where the run begins.
fn unescape_program(raw: &[u8]) -> Result<String, (&'static str, usize)> {
    let mut out = String::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        let rest = &raw[at..];
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        out.push_str(&decode(&rest[..plain]));
        at += plain;
        let run = escapes(&raw[at..]);
        if run.is_empty() {
            continue;
        }
        out.push_str(&unescape(run).map_err(|message| (message, at))?);
        at += run.len();
    }
    Ok(out)
}
