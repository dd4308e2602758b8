//! Arithmetic: from text to the tree that the evaluator walks.
//!
//! Precedence and errors are bash's own (`**` binds tighter than a minus sign on its right side, but looser than one on
//! its left). Long chains of one operator that may be regrouped make a balanced tree, so that the sum of thousands of
//! terms is no deep one; the operands keep their order.

use super::arith_token::{ArithToken, Lexer};
use super::ast::{ArithBinary, ArithExpr, ArithIndex, ArithUnary, ArithVariable, WordPart};
use super::error::{ArithError, ArithErrorKind};
use super::scanner::name_of;

/// The deepest tree and the deepest nesting of the text that are accepted.
const MAXIMUM_HEIGHT: u32 = 500;

/// How deep subscripts may stand in subscripts: each holds its own text.
const MAXIMUM_INDEX_DEPTH: u32 = 16;

/// Parses the text of an expression, with nothing left in it to expand. Empty text is 0.
pub fn parse_arith(text: &[u8]) -> Result<ArithExpr, ArithError> {
    parse_marked(text, &[], 0)
}

/// The tree of an expression that holds expansions, each of them one operand; `None` where that cannot be.
pub(super) fn tree_of_parts(parts: &[WordPart]) -> Option<ArithExpr> {
    if let [WordPart::Quoted(text)] = parts {
        return parse_marked(text, &[], 0).ok();
    }
    let mut text = Vec::new();
    let mut marks = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match part {
            WordPart::Quoted(bytes) => text.extend_from_slice(bytes),
            _ => {
                marks.push((text.len(), index));
                // Stands for the expansion; the mark tells it from such a byte in the text.
                text.push(0);
            }
        }
    }
    parse_marked(&text, &marks, 0).ok()
}

fn parse_marked(text: &[u8], marks: &[(usize, usize)], index_depth: u32) -> Result<ArithExpr, ArithError> {
    let mut parser = ArithParser { lexer: Lexer::new(text, marks), depth: 0, index_depth };
    parser.lexer.advance()?;
    if parser.lexer.token == ArithToken::End {
        return Ok(ArithExpr::Number(0));
    }
    let node = parser.expression(COMMA)?;
    if parser.lexer.token != ArithToken::End {
        return Err(parser.lexer.error(ArithErrorKind::SyntaxInExpression));
    }
    Ok(node.expr)
}

/// Binding strengths.
const COMMA: u8 = 0;
const ASSIGNMENT: u8 = 1;
const CONDITIONAL: u8 = 2;
const POWER: u8 = 13;

struct ArithParser<'t> {
    lexer: Lexer<'t>,
    depth: u32,
    index_depth: u32,
}

struct Node {
    expr: ArithExpr,
    height: u32,
    /// A variable that nothing was done to: it can be assigned to.
    bare: bool,
}

impl Node {
    fn leaf(expr: ArithExpr) -> Self {
        Self { expr, height: 1, bare: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    Binary(ArithBinary),
    And,
    Or,
    Comma,
}

impl Join {
    fn from_token(token: ArithToken) -> Option<(Self, u8)> {
        Some(match token {
            ArithToken::Comma => (Self::Comma, COMMA),
            ArithToken::Or => (Self::Or, 3),
            ArithToken::And => (Self::And, 4),
            ArithToken::Binary(op) => (Self::Binary(op), strength(op)),
            ArithToken::Plus => (Self::Binary(ArithBinary::Add), strength(ArithBinary::Add)),
            ArithToken::Minus => (Self::Binary(ArithBinary::Subtract), strength(ArithBinary::Subtract)),
            _ => return None,
        })
    }

    /// Whether `(a j b) j c` is `a j (b j c)`, also when the sums and products overflow.
    fn regroups(self) -> bool {
        match self {
            Self::And | Self::Or | Self::Comma => true,
            Self::Binary(op) => matches!(
                op,
                ArithBinary::Add
                    | ArithBinary::Multiply
                    | ArithBinary::BitAnd
                    | ArithBinary::BitOr
                    | ArithBinary::BitXor
            ),
        }
    }

    fn apply(self, left: Node, right: Node) -> Node {
        let height = left.height.max(right.height).saturating_add(1);
        let (left, right) = (Box::new(left.expr), Box::new(right.expr));
        let expr = match self {
            Self::Binary(op) => ArithExpr::Binary { op, left, right },
            Self::And => ArithExpr::Logical { or: false, left, right },
            Self::Or => ArithExpr::Logical { or: true, left, right },
            Self::Comma => ArithExpr::Comma { left, right },
        };
        Node { expr, height, bare: false }
    }
}

fn strength(op: ArithBinary) -> u8 {
    match op {
        ArithBinary::BitOr => 5,
        ArithBinary::BitXor => 6,
        ArithBinary::BitAnd => 7,
        ArithBinary::Equal | ArithBinary::NotEqual => 8,
        ArithBinary::Less | ArithBinary::LessEqual | ArithBinary::Greater | ArithBinary::GreaterEqual => 9,
        ArithBinary::ShiftLeft | ArithBinary::ShiftRight => 10,
        ArithBinary::Add | ArithBinary::Subtract => 11,
        ArithBinary::Multiply | ArithBinary::Divide | ArithBinary::Remainder => 12,
        ArithBinary::Power => POWER,
    }
}

type Parsed = Result<Node, ArithError>;

impl ArithParser<'_> {
    /// An expression of operators that bind at least as tight as `least`.
    fn expression(&mut self, least: u8) -> Parsed {
        self.deeper()?;
        let mut left = self.operand()?;
        // Operands of one operator, not joined yet.
        let mut chain: Option<(Join, Vec<Node>)> = None;
        loop {
            let token = self.lexer.token;
            if let Some((join, strength)) = Join::from_token(token) {
                if strength < least {
                    break;
                }
                self.lexer.advance()?;
                if strength == POWER {
                    let right = self.expression(POWER)?;
                    left = self.checked(join.apply(left, right))?;
                    continue;
                }
                let right = self.expression(strength + 1)?;
                chain = match chain {
                    Some((open, mut nodes)) if open == join && join.regroups() => {
                        nodes.push(std::mem::replace(&mut left, right));
                        Some((open, nodes))
                    }
                    Some((open, mut nodes)) => {
                        nodes.push(left);
                        let joined = self.checked(balanced(open, nodes))?;
                        left = right;
                        Some((join, vec![joined]))
                    }
                    None => {
                        let first = std::mem::replace(&mut left, right);
                        Some((join, vec![first]))
                    }
                };
                continue;
            }
            // The rest binds looser than any chain.
            if let Some((join, mut nodes)) = chain.take() {
                nodes.push(left);
                left = self.checked(balanced(join, nodes))?;
            }
            match token {
                ArithToken::Assign(op) if least <= ASSIGNMENT => {
                    let bare = left.bare;
                    let ArithExpr::Variable(target) = left.expr else {
                        return Err(self.lexer.error(ArithErrorKind::NotAVariable));
                    };
                    if !bare {
                        return Err(self.lexer.error(ArithErrorKind::NotAVariable));
                    }
                    self.lexer.advance()?;
                    let value = self.expression(ASSIGNMENT)?;
                    let height = value.height.saturating_add(1);
                    let expr = ArithExpr::Assign { target, op, value: Box::new(value.expr) };
                    left = self.checked(Node { expr, height, bare: false })?;
                }
                ArithToken::Question if least <= CONDITIONAL => left = self.conditional(left)?,
                _ => break,
            }
        }
        if let Some((join, mut nodes)) = chain {
            nodes.push(left);
            left = self.checked(balanced(join, nodes))?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn conditional(&mut self, condition: Node) -> Parsed {
        self.lexer.advance()?;
        if matches!(self.lexer.token, ArithToken::End | ArithToken::Colon) {
            return Err(self.lexer.error(ArithErrorKind::ExpressionExpected));
        }
        let yes = self.expression(COMMA)?;
        if self.lexer.token != ArithToken::Colon {
            return Err(self.lexer.error(ArithErrorKind::ColonExpected));
        }
        self.lexer.advance()?;
        if self.lexer.token == ArithToken::End {
            return Err(self.lexer.error(ArithErrorKind::ExpressionExpected));
        }
        let no = self.expression(CONDITIONAL)?;
        let height = condition.height.max(yes.height).max(no.height).saturating_add(1);
        let expr =
            ArithExpr::Ternary { condition: Box::new(condition.expr), yes: Box::new(yes.expr), no: Box::new(no.expr) };
        self.checked(Node { expr, height, bare: false })
    }

    fn operand(&mut self) -> Parsed {
        let token = self.lexer.token;
        let unary = match token {
            ArithToken::Plus => ArithUnary::Plus,
            ArithToken::Minus => ArithUnary::Minus,
            ArithToken::Not => ArithUnary::Not,
            ArithToken::BitNot => ArithUnary::BitNot,
            _ => return self.primary(token),
        };
        self.deeper()?;
        self.lexer.advance()?;
        let operand = self.operand()?;
        self.depth -= 1;
        let height = operand.height.saturating_add(1);
        self.checked(Node {
            expr: ArithExpr::Unary { op: unary, operand: Box::new(operand.expr) },
            height,
            bare: false,
        })
    }

    fn primary(&mut self, token: ArithToken) -> Parsed {
        match token {
            ArithToken::Number(value) => {
                self.lexer.advance()?;
                Ok(Node::leaf(ArithExpr::Number(value)))
            }
            ArithToken::Mark(part) => {
                self.lexer.advance()?;
                Ok(Node::leaf(ArithExpr::Expansion(part)))
            }
            ArithToken::Name { .. } => {
                let target = self.variable(token)?;
                self.lexer.advance()?;
                if let ArithToken::Step(by) = self.lexer.token {
                    self.lexer.advance()?;
                    return Ok(Node::leaf(ArithExpr::Increment { target, by, prefix: false }));
                }
                Ok(Node { expr: ArithExpr::Variable(target), height: 1, bare: true })
            }
            ArithToken::Step(by) => {
                self.lexer.advance()?;
                let name = self.lexer.token;
                let target = self.variable(name)?;
                self.lexer.advance()?;
                if let ArithToken::Step(_) = self.lexer.token {
                    return Err(self.lexer.error(ArithErrorKind::NotAnLvalue { by }));
                }
                Ok(Node::leaf(ArithExpr::Increment { target, by, prefix: true }))
            }
            ArithToken::Open => {
                self.lexer.advance()?;
                let mut inner = self.expression(COMMA)?;
                if self.lexer.token != ArithToken::Close {
                    return Err(self.lexer.error(ArithErrorKind::MissingParenthesis));
                }
                self.lexer.advance()?;
                inner.bare = false;
                Ok(inner)
            }
            _ => Err(self.lexer.error(ArithErrorKind::OperandExpected)),
        }
    }

    fn variable(&self, token: ArithToken) -> Result<ArithVariable, ArithError> {
        let ArithToken::Name { start, end, index } = token else {
            return Err(self.lexer.error(ArithErrorKind::OperandExpected));
        };
        let name = name_of(self.lexer.slice(start, end));
        let Some((start, end)) = index else { return Ok(ArithVariable { name, index: None }) };
        if self.index_depth >= MAXIMUM_INDEX_DEPTH {
            return Err(self.lexer.error(ArithErrorKind::RecursionExceeded));
        }
        let text = self.lexer.slice(start, end);
        let expr = if text.trim_ascii().is_empty() { None } else { parse_marked(text, &[], self.index_depth + 1).ok() };
        Ok(ArithVariable { name, index: Some(Box::new(ArithIndex { text: text.into(), expr })) })
    }

    fn deeper(&mut self) -> Result<(), ArithError> {
        self.depth += 1;
        if self.depth > MAXIMUM_HEIGHT {
            return Err(self.lexer.error(ArithErrorKind::RecursionExceeded));
        }
        Ok(())
    }

    fn checked(&self, node: Node) -> Parsed {
        if node.height > MAXIMUM_HEIGHT {
            return Err(self.lexer.error(ArithErrorKind::RecursionExceeded));
        }
        Ok(node)
    }
}

/// Joins operands from left to right; a tree as flat as can be when there are many.
fn balanced(join: Join, mut nodes: Vec<Node>) -> Node {
    while nodes.len() > 1 {
        let flat = join.regroups() && nodes.len() > 8;
        let mut level = Vec::with_capacity(nodes.len().div_ceil(2));
        let mut rest = nodes.into_iter();
        while let Some(left) = rest.next() {
            match rest.next() {
                Some(right) => level.push(join.apply(left, right)),
                None => level.push(left),
            }
            if !flat {
                level.extend(rest.by_ref());
            }
        }
        nodes = level;
    }
    nodes.pop().unwrap_or_else(|| Node::leaf(ArithExpr::Number(0)))
}
