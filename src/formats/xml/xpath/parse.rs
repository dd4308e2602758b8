//! The grammar.

use super::{Result, XpathError};
use crate::xml::name::{is_name_part, is_name_start};

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Union,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Namespace,
    Parent,
    Preceding,
    PrecedingSibling,
    Own,
}

impl Axis {
    pub fn is_reverse(self) -> bool {
        matches!(self, Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling)
    }

    fn named(name: &str) -> Option<Axis> {
        Some(match name {
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "attribute" => Axis::Attribute,
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "following" => Axis::Following,
            "following-sibling" => Axis::FollowingSibling,
            "namespace" => Axis::Namespace,
            "parent" => Axis::Parent,
            "preceding" => Axis::Preceding,
            "preceding-sibling" => Axis::PrecedingSibling,
            "self" => Axis::Own,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug)]
pub enum Test {
    /// `node()`
    Node,
    Text,
    Comment,
    Instruction(Option<String>),
    /// `*`, of a prefix or of all.
    Any(Option<String>),
    Name(Option<String>, String),
}

#[derive(Clone, Debug)]
pub struct Step {
    pub axis: Axis,
    pub test: Test,
    pub predicates: Vec<Expression>,
}

#[derive(Clone, Debug)]
pub enum Expression {
    Number(f64),
    Literal(String),
    Variable,
    Root,
    Negate(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Call(String, Vec<Expression>),
    /// From the context node, from the root or from what an expression gives.
    Path {
        start: Option<Box<Expression>>,
        steps: Vec<Step>,
    },
    Filter(Box<Expression>, Vec<Expression>),
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

pub fn parse(text: &str) -> Result<Expression> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    parser.spaces();
    let expression = parser.expression(0)?;
    if parser.at < text.len() {
        return parser.invalid();
    }
    Ok(expression)
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len();
            self.spaces();
        }
        found
    }

    fn fault<T>(&self, message: &'static str) -> Result<T> {
        Err(XpathError::Message(message, (self.at < self.text.len()).then_some(self.at)))
    }

    fn invalid<T>(&self) -> Result<T> {
        self.fault("Invalid expression")
    }

    /// The operator that stands here, its strength and its length.
    fn operator(&self) -> Option<(Operator, u8, usize)> {
        let rest = self.rest();
        let word = |word: &str| rest.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_name_part));
        Some(match rest.as_bytes().first()? {
            b'o' if word("or") => (Operator::Or, 1, 2),
            b'a' if word("and") => (Operator::And, 2, 3),
            b'=' => (Operator::Equal, 3, 1),
            b'!' if rest.starts_with("!=") => (Operator::NotEqual, 3, 2),
            b'<' if rest.starts_with("<=") => (Operator::LessOrEqual, 4, 2),
            b'<' => (Operator::Less, 4, 1),
            b'>' if rest.starts_with(">=") => (Operator::GreaterOrEqual, 4, 2),
            b'>' => (Operator::Greater, 4, 1),
            b'+' => (Operator::Add, 5, 1),
            b'-' => (Operator::Subtract, 5, 1),
            b'*' => (Operator::Multiply, 6, 1),
            b'd' if word("div") => (Operator::Divide, 6, 3),
            b'm' if word("mod") => (Operator::Remainder, 6, 3),
            b'|' => (Operator::Union, 8, 1),
            _ => return None,
        })
    }

    fn expression(&mut self, least: u8) -> Result<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fault("Recursion limit exceeded");
        }
        let mut left = self.unary(least)?;
        while let Some((operator, strength, length)) = self.operator() {
            if strength < least.max(1) {
                break;
            }
            self.at += length;
            self.spaces();
            let right = self.expression(strength + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self, least: u8) -> Result<Expression> {
        let mut negative = false;
        let mut any = false;
        while least <= 7 && self.eat("-") {
            negative = !negative;
            any = true;
        }
        if !any {
            return self.path();
        }
        let inner = self.expression(8)?;
        let negated = Expression::Negate(Box::new(inner));
        // Two signs still make a number.
        Ok(if negative { negated } else { Expression::Negate(Box::new(negated)) })
    }

    fn path(&mut self) -> Result<Expression> {
        let Some(first) = self.peek() else { return self.invalid() };
        let is_number =
            first.is_ascii_digit() || first == '.' && self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if matches!(first, '$' | '(' | '"' | '\'') || is_number || self.is_call() {
            return self.filtered();
        }
        let mut steps = Vec::new();
        let mut start = None;
        if self.rest().starts_with("//") {
            self.at += 2;
            self.spaces();
            start = Some(Box::new(Expression::Root));
            steps.push(descend());
        } else if self.eat("/") {
            start = Some(Box::new(Expression::Root));
            let begins =
                self.peek().is_some_and(|next| is_name_start(next) && next != ':' || matches!(next, '.' | '@' | '*'));
            if !begins {
                return Ok(Expression::Path { start, steps });
            }
        }
        self.steps(&mut steps)?;
        Ok(Expression::Path { start, steps })
    }

    /// Whether a name with a parenthesis stands here that is no test of nodes.
    fn is_call(&self) -> bool {
        let rest = self.rest();
        if !rest.starts_with(is_name_start) {
            return false;
        }
        let end = rest.find(|character| !is_name_part(character)).unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default();
        let after = rest.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', '\n', '\r']);
        after.starts_with('(')
            && !name.contains("::")
            && !matches!(name, "comment" | "text" | "processing-instruction" | "node")
    }

    fn filtered(&mut self) -> Result<Expression> {
        let mut expression = self.primary()?;
        let mut predicates = Vec::new();
        while self.peek() == Some('[') {
            predicates.push(self.predicate()?);
        }
        if !predicates.is_empty() {
            expression = Expression::Filter(Box::new(expression), predicates);
        }
        let mut steps = Vec::new();
        if self.rest().starts_with("//") {
            self.at += 2;
            self.spaces();
            steps.push(descend());
            self.steps(&mut steps)?;
        } else if self.eat("/") {
            self.steps(&mut steps)?;
        } else {
            return Ok(expression);
        }
        Ok(Expression::Path { start: Some(Box::new(expression)), steps })
    }

    fn primary(&mut self) -> Result<Expression> {
        match self.peek() {
            Some('$') => {
                self.at += 1;
                if self.name().is_none() {
                    return self.fault("Expected $ for variable reference");
                }
                self.spaces();
                Ok(Expression::Variable)
            }
            Some('(') => {
                self.eat("(");
                let inner = self.expression(0)?;
                if !self.eat(")") {
                    return self.invalid();
                }
                Ok(inner)
            }
            Some('"' | '\'') => Ok(Expression::Literal(self.literal()?)),
            Some(digit) if digit.is_ascii_digit() || digit == '.' => self.number(),
            _ => {
                let Some(name) = self.name() else { return self.invalid() };
                let name = name.to_owned();
                self.spaces();
                if !self.eat("(") {
                    return self.invalid();
                }
                let mut arguments = Vec::new();
                if !self.eat(")") {
                    loop {
                        arguments.push(self.expression(0)?);
                        if self.eat(")") {
                            break;
                        }
                        if !self.eat(",") {
                            return self.invalid();
                        }
                    }
                }
                Ok(Expression::Call(name, arguments))
            }
        }
    }

    fn literal(&mut self) -> Result<String> {
        let rest = self.rest();
        let quote = rest.chars().next().unwrap_or('"');
        let inner = rest.get(1..).unwrap_or_default();
        match inner.find(quote) {
            Some(end) => {
                self.at += end + 2;
                self.spaces();
                Ok(inner.get(..end).unwrap_or_default().to_owned())
            }
            None => {
                self.at = self.text.len();
                self.fault("Unfinished literal")
            }
        }
    }

    fn number(&mut self) -> Result<Expression> {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = digits(0);
        if bytes.get(end) == Some(&b'.') {
            end += 1;
            end += digits(end);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + sign);
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let text = self.rest().get(..end).unwrap_or_default();
        let number = text.parse().or_else(|_| text.trim_end_matches('.').parse()).unwrap_or(f64::NAN);
        self.at += end;
        self.spaces();
        Ok(Expression::Number(number))
    }

    /// A name with its colons.
    fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let local = |text: &str| {
            if !text.starts_with(|first| is_name_start(first) && first != ':') {
                return 0;
            }
            text.find(|character| !is_name_part(character) || character == ':').unwrap_or(text.len())
        };
        let mut end = local(rest);
        if end == 0 {
            return None;
        }
        let after = rest.get(end..).unwrap_or_default();
        if after.starts_with(':') && !after.starts_with("::") {
            let more = local(after.get(1..).unwrap_or_default());
            if more > 0 {
                end += 1 + more;
            }
        }
        self.at += end;
        rest.get(..end)
    }

    fn predicate(&mut self) -> Result<Expression> {
        self.eat("[");
        let inner = self.expression(0)?;
        if !self.eat("]") {
            return self.fault("Invalid predicate");
        }
        Ok(inner)
    }

    fn steps(&mut self, steps: &mut Vec<Step>) -> Result<()> {
        loop {
            let step = self.step()?;
            steps.push(step);
            if self.rest().starts_with("//") {
                self.at += 2;
                self.spaces();
                steps.push(descend());
            } else if !self.eat("/") {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Result<Step> {
        let plain = |axis| Step { axis, test: Test::Node, predicates: Vec::new() };
        if self.eat("..") {
            return Ok(plain(Axis::Parent));
        }
        if self.eat(".") {
            return Ok(plain(Axis::Own));
        }
        let mut axis = Axis::Child;
        if self.eat("@") {
            axis = Axis::Attribute;
        } else {
            let from = self.at;
            let rest = self.rest();
            let end = rest.find(|character: char| !is_name_part(character) || character == ':').unwrap_or(rest.len());
            let after = rest.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', '\n', '\r']);
            if end > 0 && after.starts_with("::") {
                let name = rest.get(..end).unwrap_or_default();
                self.at = from + (rest.len() - after.len());
                self.at += 2;
                match Axis::named(name) {
                    Some(found) => axis = found,
                    None => {
                        self.at -= 1;
                        return self.invalid();
                    }
                }
                self.spaces();
            }
        }
        let test = self.test()?;
        let mut predicates = Vec::new();
        while self.peek() == Some('[') {
            predicates.push(self.predicate()?);
        }
        Ok(Step { axis, test, predicates })
    }

    fn test(&mut self) -> Result<Test> {
        if self.eat("*") {
            return Ok(Test::Any(None));
        }
        let Some(name) = self.name() else { return self.invalid() };
        if self.rest().starts_with(":*") {
            self.at += 2;
            self.spaces();
            return Ok(Test::Any(Some(name.to_owned())));
        }
        self.spaces();
        if self.peek() == Some('(') {
            let kind = name;
            self.eat("(");
            let mut target = None;
            if kind == "processing-instruction" && self.peek() != Some(')') {
                if !matches!(self.peek(), Some('"' | '\'')) {
                    return self.invalid();
                }
                target = Some(self.literal()?);
            }
            if !self.eat(")") {
                return self.fault("Missing closing curly brace");
            }
            return Ok(match kind {
                "node" => Test::Node,
                "text" => Test::Text,
                "comment" => Test::Comment,
                "processing-instruction" => Test::Instruction(target),
                _ => return self.invalid(),
            });
        }
        Ok(match name.split_once(':') {
            Some((prefix, local)) => Test::Name(Some(prefix.to_owned()), local.to_owned()),
            None => Test::Name(None, name.to_owned()),
        })
    }
}

/// What `//` stands for.
fn descend() -> Step {
    Step { axis: Axis::DescendantOrSelf, test: Test::Node, predicates: Vec::new() }
}
