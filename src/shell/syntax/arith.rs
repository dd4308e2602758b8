//! Arithmetic: from text to the tree that the evaluator walks.
//!
//! Precedence and errors are bash's own (`**` binds tighter than a minus sign on its right side, but looser than one on
//! its left). Bash computes as it reads, so an error carries the tree of what was read before it. Long chains of one operator that may be regrouped make a balanced tree, so that the sum of thousands of
//! terms is no deep one; the operands keep their order.

use super::arith_token::{ArithToken, Lexer};
use super::ast::{ArithBinary, ArithExpr, ArithIndex, ArithUnary, ArithVariable, WordPart};
use super::error::{ArithError, ArithErrorKind};
use super::scanner::name_of;

/// The deepest tree that is accepted.
const MAXIMUM_HEIGHT: u32 = 500;

/// The deepest nesting of the text that is accepted.
const MAXIMUM_DEPTH: u32 = 200;

/// How deep subscripts may stand in subscripts: each holds its own text.
const MAXIMUM_INDEX_DEPTH: u32 = 16;

/// Parses the text of an expression, with nothing left in it to expand. Empty text is 0.
pub fn parse_arith(text: &[u8]) -> Result<ArithExpr, ArithError> {
    parse_marked(text, &[], MAXIMUM_DEPTH, 0).map_err(|error| *error)
}

/// The tree of an expression that holds expansions, each of them one operand; `None` where that cannot be. It may nest
/// `depth` deep.
pub(super) fn tree_of_parts(parts: &[WordPart], depth: usize) -> Option<ArithExpr> {
    let depth = u32::try_from(depth).unwrap_or(MAXIMUM_DEPTH).min(MAXIMUM_DEPTH);
    if let [WordPart::Quoted(text)] = parts {
        return parse_marked(text, &[], depth, 0).ok();
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
    parse_marked(&text, &marks, depth, 0).ok()
}

fn parse_marked(
    text: &[u8],
    marks: &[(usize, usize)],
    depth: u32,
    index_depth: u32,
) -> Result<ArithExpr, Box<ArithError>> {
    let mut parser =
        ArithParser { lexer: Lexer::new(text, marks), depth_left: depth, index_depth, failed: None, incomplete: false };
    parser.advance();
    if parser.lexer.token == ArithToken::End && parser.failed.is_none() {
        return Ok(ArithExpr::Number(0));
    }
    let node = parser.expression(COMMA);
    if parser.lexer.token != ArithToken::End {
        parser.fail(ArithErrorKind::SyntaxInExpression);
    }
    match parser.failed {
        None => Ok(*node.expr),
        Some(mut error) => {
            error.read = *node.expr;
            Err(error)
        }
    }
}

/// Binding strengths.
const COMMA: u8 = 0;
const ASSIGNMENT: u8 = 1;
const CONDITIONAL: u8 = 2;
const POWER: u8 = 13;

struct ArithParser<'t> {
    lexer: Lexer<'t>,
    depth_left: u32,
    index_depth: u32,
    /// The first error. The lexer stands at the end from there on, so that everything that is open closes with what it
    /// has.
    failed: Option<Box<ArithError>>,
    /// The operand that was read last is not whole: what waits for it cannot be computed.
    incomplete: bool,
}

struct Node {
    expr: Box<ArithExpr>,
    height: u32,
    /// A variable that nothing was done to: it can be assigned to.
    bare: bool,
}

impl Node {
    fn leaf(expr: ArithExpr) -> Self {
        Self { expr: Box::new(expr), height: 1, bare: false }
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
        let (left, right) = (left.expr, right.expr);
        let expr = match self {
            Self::Binary(op) => ArithExpr::Binary { op, left, right },
            Self::And => ArithExpr::Logical { or: false, left, right },
            Self::Or => ArithExpr::Logical { or: true, left, right },
            Self::Comma => ArithExpr::Comma { left, right },
        };
        Node { expr: Box::new(expr), height, bare: false }
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

impl ArithParser<'_> {
    fn advance(&mut self) {
        if self.failed.is_none()
            && let Err(error) = self.lexer.advance()
        {
            self.end_with(error);
        }
    }

    /// Notes an error at the token that was read last.
    fn fail(&mut self, kind: ArithErrorKind) {
        self.end_with(self.lexer.error(kind));
    }

    fn end_with(&mut self, error: Box<ArithError>) {
        self.lexer.token = ArithToken::End;
        // A second operand behind the first: bash looks at it when the first has been used.
        self.incomplete |= error.kind != ArithErrorKind::SyntaxInExpression;
        self.failed.get_or_insert(error);
    }

    /// Notes an error where an operand should be.
    fn nothing(&mut self, kind: ArithErrorKind) -> Node {
        self.fail(kind);
        Node::leaf(ArithExpr::Number(0))
    }

    /// An expression of operators that bind at least as tight as `least`.
    fn expression(&mut self, least: u8) -> Node {
        if !self.deeper() {
            return self.nothing(ArithErrorKind::RecursionExceeded);
        }
        let mut chain = Chain { join: Join::Comma, nodes: Vec::new(), last: self.operand() };
        loop {
            let token = self.lexer.token;
            if let Some((join, strength)) = Join::from_token(token) {
                if strength < least {
                    break;
                }
                self.advance();
                // `**` alone groups from right to left.
                let right = self.expression(if strength == POWER { POWER } else { strength + 1 });
                let join = match join {
                    Join::Binary(_) if self.incomplete => Join::Comma,
                    join => join,
                };
                self.extend(&mut chain, join, right);
                continue;
            }
            match token {
                ArithToken::Assign(op) if least <= ASSIGNMENT => {
                    let Some(target) = self.target(&mut chain) else { break };
                    self.advance();
                    let value = self.expression(ASSIGNMENT);
                    // Of an assignment without a whole value only what the value did remains.
                    chain.last = match self.failed {
                        None => self.checked(assignment(target, op, value)),
                        Some(_) => value,
                    };
                }
                ArithToken::Question if least <= CONDITIONAL => {
                    self.close(&mut chain);
                    let condition = std::mem::replace(&mut chain.last, Node::leaf(ArithExpr::Number(0)));
                    chain.last = self.conditional(condition);
                }
                _ => break,
            }
        }
        self.close(&mut chain);
        self.depth_left += 1;
        chain.last
    }

    /// Adds an operand to the chain; another operator joins what is there first.
    fn extend(&mut self, chain: &mut Chain, join: Join, right: Node) {
        if chain.join != join || !join.regroups() {
            self.close(chain);
            chain.join = join;
        }
        chain.nodes.push(std::mem::replace(&mut chain.last, right));
    }

    /// Joins the operands of the chain to one.
    fn close(&mut self, chain: &mut Chain) {
        if chain.nodes.is_empty() {
            return;
        }
        let mut nodes = std::mem::take(&mut chain.nodes);
        nodes.push(std::mem::replace(&mut chain.last, Node::leaf(ArithExpr::Number(0))));
        chain.last = self.checked(balanced(chain.join, nodes));
    }

    /// The variable on the left of an assignment.
    fn target(&mut self, chain: &mut Chain) -> Option<ArithVariable> {
        if chain.nodes.is_empty() && chain.last.bare {
            match std::mem::replace(&mut *chain.last.expr, ArithExpr::Number(0)) {
                ArithExpr::Variable(target) => return Some(target),
                other => *chain.last.expr = other,
            }
        }
        self.fail(ArithErrorKind::NotAVariable);
        None
    }

    fn conditional(&mut self, condition: Node) -> Node {
        let nothing = Node::leaf(ArithExpr::Number(0));
        self.advance();
        if matches!(self.lexer.token, ArithToken::End | ArithToken::Colon) {
            self.fail(ArithErrorKind::ExpressionExpected);
            return condition;
        }
        let yes = self.expression(COMMA);
        if self.lexer.token != ArithToken::Colon {
            self.fail(ArithErrorKind::ColonExpected);
            return self.checked(ternary(condition, yes, nothing));
        }
        self.advance();
        if self.lexer.token == ArithToken::End {
            self.fail(ArithErrorKind::ExpressionExpected);
            return self.checked(ternary(condition, yes, nothing));
        }
        let no = self.expression(CONDITIONAL);
        self.checked(ternary(condition, yes, no))
    }

    fn operand(&mut self) -> Node {
        let token = self.lexer.token;
        let unary = match token {
            ArithToken::Plus => ArithUnary::Plus,
            ArithToken::Minus => ArithUnary::Minus,
            ArithToken::Not => ArithUnary::Not,
            ArithToken::BitNot => ArithUnary::BitNot,
            _ => return self.primary(token),
        };
        if !self.deeper() {
            return self.nothing(ArithErrorKind::RecursionExceeded);
        }
        self.advance();
        let operand = self.operand();
        self.depth_left += 1;
        self.checked(unary_node(unary, operand))
    }

    fn primary(&mut self, token: ArithToken) -> Node {
        let constant = match token {
            ArithToken::Number(value) => ArithExpr::Number(value),
            ArithToken::Mark(part) => ArithExpr::Expansion(part),
            ArithToken::Name { .. } => return self.named(token),
            ArithToken::Step(by) => return self.stepped(by),
            ArithToken::Open => return self.parenthesized(),
            _ => return self.nothing(ArithErrorKind::OperandExpected),
        };
        self.advance();
        Node::leaf(constant)
    }

    /// `name`, `name++` or `name--`.
    fn named(&mut self, token: ArithToken) -> Node {
        let target = match self.variable(token) {
            Ok(target) => target,
            Err(kind) => return self.nothing(kind),
        };
        self.advance();
        if let ArithToken::Step(by) = self.lexer.token {
            self.advance();
            return Node::leaf(ArithExpr::Increment { target, by, prefix: false });
        }
        Node { bare: true, ..Node::leaf(ArithExpr::Variable(target)) }
    }

    /// `++name` or `--name`.
    fn stepped(&mut self, by: i64) -> Node {
        self.advance();
        let target = match self.variable(self.lexer.token) {
            Ok(target) => target,
            Err(kind) => return self.nothing(kind),
        };
        self.advance();
        if let ArithToken::Step(_) = self.lexer.token {
            self.fail(ArithErrorKind::NotAnLvalue { by });
        }
        Node::leaf(ArithExpr::Increment { target, by, prefix: true })
    }

    fn parenthesized(&mut self) -> Node {
        self.advance();
        let mut inner = self.expression(COMMA);
        if self.lexer.token != ArithToken::Close {
            self.fail(ArithErrorKind::MissingParenthesis);
            self.incomplete = true;
        }
        self.advance();
        inner.bare = false;
        inner
    }

    fn variable(&self, token: ArithToken) -> Result<ArithVariable, ArithErrorKind> {
        let ArithToken::Name { start, end, index } = token else {
            return Err(ArithErrorKind::OperandExpected);
        };
        let name = name_of(self.lexer.slice(start, end));
        let Some((start, end)) = index else { return Ok(ArithVariable { name, index: None }) };
        if self.index_depth >= MAXIMUM_INDEX_DEPTH {
            return Err(ArithErrorKind::RecursionExceeded);
        }
        let text = self.lexer.slice(start, end);
        let expr = if text.trim_ascii().is_empty() {
            None
        } else {
            parse_marked(text, &[], self.depth_left, self.index_depth + 1).ok()
        };
        Ok(ArithVariable { name, index: Some(Box::new(ArithIndex { text: text.into(), expr })) })
    }

    fn deeper(&mut self) -> bool {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                true
            }
            None => false,
        }
    }

    fn checked(&mut self, node: Node) -> Node {
        if node.height > MAXIMUM_HEIGHT { self.nothing(ArithErrorKind::RecursionExceeded) } else { node }
    }
}

/// Operands of one operator that are not joined yet, and the one read last.
struct Chain {
    join: Join,
    nodes: Vec<Node>,
    last: Node,
}

fn assignment(target: ArithVariable, op: Option<ArithBinary>, value: Node) -> Node {
    let height = value.height.saturating_add(1);
    Node { expr: Box::new(ArithExpr::Assign { target, op, value: value.expr }), height, bare: false }
}

fn ternary(condition: Node, yes: Node, no: Node) -> Node {
    let height = condition.height.max(yes.height).max(no.height).saturating_add(1);
    let expr = ArithExpr::Ternary { condition: condition.expr, yes: yes.expr, no: no.expr };
    Node { expr: Box::new(expr), height, bare: false }
}

fn unary_node(op: ArithUnary, operand: Node) -> Node {
    let height = operand.height.saturating_add(1);
    Node { expr: Box::new(ArithExpr::Unary { op, operand: operand.expr }), height, bare: false }
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
