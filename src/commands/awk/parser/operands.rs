//! Operands: variables, fields, calls, constants.

use std::rc::Rc;

use bytes::Bytes;

use super::super::lexer::{Fault, Keyword, Token};
use super::super::program::{ArrayName, Builtin, Expr, Pattern, Slot, Source};
use super::super::regexes;
use super::{Parse, Parser};

impl Parser<'_> {
    pub(super) fn field(&mut self) -> Parse<Expr> {
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
            Token::Mark("(") => parser.single(),
            _ => parser.primary(),
        })?;
        // A list in parentheses is no operand, not even before `in`.
        let is_list = match &index {
            Expr::List(_) => true,
            Expr::In(items, _) => items.len() > 1,
            _ => false,
        };
        if is_list {
            return self.fault();
        }
        Ok(Expr::Field(Box::new(index)))
    }

    pub(super) fn step(&mut self, mark: &str) -> Parse<Expr> {
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

    pub(super) fn twice_stepped<T>(&self) -> Parse<T> {
        let message = "cannot assign a value to the result of a field post-increment expression";
        Err(Fault::at(self.at, message))
    }

    pub(super) fn subscript(&mut self) -> Parse<Vec<Expr>> {
        self.expect("[")?;
        let mut items = vec![self.inner_expression()?];
        while self.take_mark(",")? {
            self.skip_newlines()?;
            items.push(self.inner_expression()?);
        }
        self.bracket = self.at;
        self.expect("]")?;
        Ok(items)
    }

    /// Whether one more subscript follows, with nothing between the brackets.
    fn is_next_subscript(&self) -> bool {
        self.is_mark("[") && self.at == self.bracket + 1
    }

    /// Only gawk has arrays in arrays.
    pub(super) fn check_depth(&self) -> Parse<()> {
        if self.lexer.dialect.is_plain() {
            return Err(Fault::in_line(self.at, "fatal: multidimensional arrays are a gawk extension"));
        }
        Ok(())
    }

    /// The subscripts behind a name: all but the last lead to the array.
    pub(super) fn element(&mut self, slot: Slot) -> Parse<(ArrayName, Vec<Expr>)> {
        let mut path = Vec::new();
        let mut last = self.subscript()?;
        while self.is_next_subscript() {
            self.check_depth()?;
            let next = self.subscript()?;
            path.push(std::mem::replace(&mut last, next));
        }
        Ok((ArrayName { slot, path }, last))
    }

    /// A name where an array is wanted: behind `in`.
    pub(super) fn array_name(&mut self) -> Parse<ArrayName> {
        let Token::Name(name) = &self.token else { return self.fault() };
        let name = name.clone();
        self.advance()?;
        let slot = self.slot(&name);
        let mut path = Vec::new();
        while self.is_mark("[") && (path.is_empty() || self.is_next_subscript()) {
            if !path.is_empty() {
                self.check_depth()?;
            }
            path.push(self.subscript()?);
        }
        Ok(ArrayName { slot, path })
    }

    /// A name, perhaps with a subscript.
    pub(super) fn variable(&mut self) -> Parse<Expr> {
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

    pub(super) fn regex(&mut self) -> Parse<Rc<Pattern>> {
        let position = self.at;
        let text = self.lexer.regex()?;
        // What is wrong with it shows before anything runs.
        for escape in regexes::doubtful_escapes(&text, self.lexer.dialect) {
            if escape != b'x' {
                if self.program.escapes.contains(&escape) {
                    continue;
                }
                self.program.escapes.push(escape);
            }
            self.lexer.warn(position, regexes::doubtful_escape(escape));
        }
        let regex = match regexes::compile(&text, false, self.lexer.dialect) {
            Ok(regex) => Rc::new(regex),
            Err(message) => {
                let message = [b"error: ", message.as_bytes(), b": /", &text[..], b"/"].concat();
                return Err(Fault::in_line(position, message));
            }
        };
        self.advance()?;
        Ok(Rc::new(Pattern { text, regex }))
    }

    pub(super) fn primary(&mut self) -> Parse<Expr> {
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

    /// One expression in parentheses, where a list cannot stand.
    fn single(&mut self) -> Parse<Expr> {
        self.advance()?;
        let greater = std::mem::replace(&mut self.no_greater, false);
        let inner = self.plain_expression()?;
        self.no_greater = greater;
        self.expect(")")?;
        Ok(Expr::Group(Box::new(inner)))
    }

    pub(super) fn group(&mut self) -> Parse<Expr> {
        let may_be_printed = self.printed == Some(self.at);
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
        // A list stands for nothing but all that `print` prints.
        if may_be_printed && self.ends_print() { Ok(Expr::List(items)) } else { self.fault() }
    }

    pub(super) fn arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.is_mark(")") {
            self.regex_value = Some(self.at);
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

    /// Whether a name was used as a variable's, and as no function's.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        let name = &*self.namespaces.whole(name);
        let function = self.functions.get(name).and_then(|index| self.program.functions.get(*index));
        self.globals.contains_key(name) && !function.is_some_and(|function| function.defined)
    }

    pub(super) fn call(&mut self, name: &str) -> Parse<Expr> {
        let position = self.at;
        let is_parameter = self.in_function && self.parameters.iter().any(|parameter| parameter == name);
        let function = self.function(name);
        self.advance()?;
        let arguments = self.arguments()?;
        if is_parameter || self.is_variable(name) {
            self.note_at(position, &format!("error: attempt to use non-function `{name}' in function call"));
        }
        for (index, _) in arguments.iter().enumerate().filter(|(_, argument)| matches!(argument, Expr::Regex(_))) {
            let text = format!("warning: regexp constant for parameter #{} yields boolean value", index + 1);
            self.lexer.warn(position, text);
        }
        Ok(Expr::Call { function, arguments })
    }

    /// `@name(…)` calls what the variable names; `@/…/` is a regular expression as a value.
    pub(super) fn indirect(&mut self) -> Parse<Expr> {
        let is_value = self.lexer.text.get(self.lexer.position) == Some(&b'/');
        if is_value && self.regex_value != Some(self.at) {
            return self.fault();
        }
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
                    self.lexer.warn(position, text);
                    // Whatever is called gets whether the record matches.
                    let pattern = Expr::Regex(Rc::clone(pattern));
                    *argument = Expr::Not(Box::new(Expr::Not(Box::new(pattern))));
                }
                Ok(Expr::IndirectCall { name: slot, arguments })
            }
            Token::Mark("/" | "/=") => {
                let position = self.at;
                match self.regex() {
                    Ok(pattern) => Ok(Expr::RegexValue(pattern)),
                    Err(fault) if !fault.caret => {
                        self.lexer.warn(position, fault.message);
                        Err(Fault::in_line(position, "fatal: could not make typed regex"))
                    }
                    Err(fault) => Err(fault),
                }
            }
            _ => self.fault(),
        }
    }

    pub(super) fn builtin(&mut self, builtin: Builtin) -> Parse<Expr> {
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
