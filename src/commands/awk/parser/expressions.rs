//! Expressions, from what binds least to what binds most.

use super::super::lexer::{Fault, Keyword, Token};
use super::super::program::{Binary, Comparison, Expr, Place, Source};
use super::{DEPTH, Parse, Parser};

impl Parser<'_> {
    /// An expression where `>` and `in` are operators again.
    pub(super) fn inner_expression(&mut self) -> Parse<Expr> {
        let greater = std::mem::replace(&mut self.no_greater, false);
        let result = self.expression();
        self.no_greater = greater;
        let result = result?;
        if matches!(result, Expr::List(_)) { self.fault() } else { Ok(result) }
    }

    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let before = std::mem::replace(&mut self.assigns, true);
        let result = self.deeper(Self::ternary);
        self.assigns = before;
        result
    }

    /// An expression that is no list.
    pub(super) fn plain_expression(&mut self) -> Parse<Expr> {
        let result = self.expression()?;
        if matches!(result, Expr::List(_)) { self.fault() } else { Ok(result) }
    }

    /// An operand, which is no assignment (`1 + x = 5` is none either) or, as a comparison's second one, may be.
    pub(super) fn operand(&mut self, assigns: bool, parse: impl FnOnce(&mut Self) -> Parse<Expr>) -> Parse<Expr> {
        let before = std::mem::replace(&mut self.assigns, assigns);
        let result = parse(self);
        self.assigns = before;
        result
    }

    /// `?:` and assignment, which both group from the right.
    pub(super) fn ternary(&mut self) -> Parse<Expr> {
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
    pub(super) fn assignment(&mut self, left: Expr) -> Parse<Expr> {
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
        if operator.is_none() {
            self.regex_value = Some(self.at);
        }
        let value = self.plain_expression()?;
        Ok(match operator {
            None => Expr::Assign(Box::new(place), Box::new(value)),
            Some(operator) => Expr::Update(operator, Box::new(place), Box::new(value)),
        })
    }

    pub(super) fn place(&mut self, expr: Expr) -> Result<Place, Expr> {
        match expr {
            Expr::Variable(slot) => Ok(Place::Variable(slot)),
            Expr::Field(index) => Ok(Place::Field(*index)),
            Expr::Element(slot, subscript) => Ok(Place::Element(slot, subscript)),
            other => Err(other),
        }
    }

    pub(super) fn or(&mut self) -> Parse<Expr> {
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
    pub(super) fn count(&self, length: &mut usize) -> Parse<()> {
        *length += 1;
        if *length + self.depth > DEPTH {
            return Err(Fault::at(self.at, "expression is too long"));
        }
        Ok(())
    }

    pub(super) fn and(&mut self) -> Parse<Expr> {
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

    pub(super) fn membership(&mut self) -> Parse<Expr> {
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

    pub(super) fn matching(&mut self) -> Parse<Expr> {
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
                self.lexer.warn(self.at, text);
            }
            self.advance()?;
            self.regex_value = Some(self.at);
            let right = self.operand(true, Self::comparison)?;
            left = Expr::Match { negated: mark == "!~", text: Box::new(left), pattern: Box::new(right) };
        }
        Ok(left)
    }

    pub(super) fn comparison(&mut self) -> Parse<Expr> {
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
    pub(super) fn piped(&mut self) -> Parse<Expr> {
        let mut left = self.concatenation()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("|" | "|&")) = self.token {
            let (place, at) = (self.lexer.place(), self.at);
            self.advance()?;
            if !self.is_keyword(Keyword::Getline) {
                self.lexer.go_back(place);
                let follows = std::mem::replace(&mut self.token, Token::Mark(mark));
                self.unread_pipe = Some((at, follows, std::mem::replace(&mut self.at, at)));
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
    pub(super) fn behind_getline(&mut self, mut left: Expr, length: &mut usize) -> Parse<Expr> {
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
    pub(super) fn getline_place(&mut self) -> Parse<Option<Box<Place>>> {
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
    pub(super) fn begins_operand(&self) -> bool {
        matches!(
            self.token,
            Token::Number(_)
                | Token::Text(_)
                | Token::Name(_)
                | Token::FunctionName(_)
                | Token::Builtin(_)
                | Token::Keyword(Keyword::Getline)
                | Token::Mark("$" | "!" | "(" | "-" | "+" | "++" | "--" | "@")
        )
    }

    pub(super) fn concatenation(&mut self) -> Parse<Expr> {
        let first = self.additive()?;
        if !self.begins_operand() || matches!(first, Expr::List(_)) || is_regex_value(&first) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.begins_operand() && !self.is_keyword(Keyword::In) {
            parts.push(self.operand(false, Self::additive)?);
        }
        Ok(Expr::Concat(parts))
    }

    pub(super) fn additive(&mut self) -> Parse<Expr> {
        let mut left = self.multiplicative()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("+" | "-")) = self.token
            && !is_regex_value(&left)
        {
            self.count(&mut length)?;
            self.advance()?;
            let right = self.operand(false, Self::multiplicative)?;
            let operator = if mark == "+" { Binary::Add } else { Binary::Subtract };
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    pub(super) fn multiplicative(&mut self) -> Parse<Expr> {
        let mut left = self.unary()?;
        let mut length = 0;
        while let Token::Mark(mark @ ("*" | "/" | "%")) = self.token
            && !is_regex_value(&left)
        {
            self.count(&mut length)?;
            self.advance()?;
            let right = self.operand(false, Self::unary)?;
            let zero = folded(&right) == Some(0.0);
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

    pub(super) fn unary(&mut self) -> Parse<Expr> {
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

    pub(super) fn power(&mut self) -> Parse<Expr> {
        let base = self.postfix()?;
        if !self.is_mark("^") && !self.is_mark("**") {
            return Ok(base);
        }
        self.advance()?;
        // Groups from the right, and takes a sign before its exponent.
        let exponent = self.operand(false, Self::unary)?;
        Ok(Expr::Binary(Binary::Power, Box::new(base), Box::new(exponent)))
    }

    pub(super) fn postfix(&mut self) -> Parse<Expr> {
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
}

/// Whether an expression is a regular expression as a value, or assigns one: no operand.
fn is_regex_value(expr: &Expr) -> bool {
    match expr {
        Expr::RegexValue(_) => true,
        Expr::Assign(_, value) => matches!(**value, Expr::RegexValue(_)),
        _ => false,
    }
}

/// The number that gawk makes of an expression before it runs, as far as it matters whether it is zero.
fn folded(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Not(inner) => {
            let is_true = match &**inner {
                Expr::Text(text) => !text.is_empty(),
                other => folded(other)? != 0.0,
            };
            Some(f64::from(!is_true))
        }
        // A number with its sign and a power of numbers is one of the text, too.
        Expr::Minus(inner) => match &**inner {
            Expr::Binary(Binary::Power, base, exponent) => match (&**base, &**exponent) {
                (Expr::Number(base), Expr::Number(_)) if *base != 0.0 => Some(-1.0),
                _ => None,
            },
            other => folded(other).map(|number| -number),
        },
        _ => None,
    }
}
