//! A program ready to run: names are places in the environment, calls know their functions.

use super::natives::Native;
use super::syntax::ast::Operator;
use super::value::Value;

#[derive(Debug)]
pub struct Program {
    pub main: Node,
    pub functions: Vec<Function>,
}

#[derive(Debug)]
pub struct Function {
    pub body: Node,
}

/// A part of a program, and how it can be run.
#[derive(Debug)]
pub struct Node {
    pub kind: Kind,
    /// Gives just one value, without anything that needs the machine.
    pub simple: bool,
    /// Gives any number of values, one after the other, without anything that needs the machine.
    pub flat: bool,
}

#[derive(Debug)]
pub enum Part {
    Text(String),
    Node(Node),
}

#[derive(Debug)]
pub enum Kind {
    Identity,
    Empty,
    Constant(Value),
    /// The binding so many places up.
    Variable(usize),
    /// `$ENV`
    Environment,
    Index(Box<Node>, Box<Node>),
    Slice(Box<Node>, Option<Box<Node>>, Option<Box<Node>>),
    Iterate(Box<Node>),
    /// `..`, and the call that does the same where paths count.
    Recurse(Box<Node>),
    Try(Box<Node>, Option<Box<Node>>),
    /// A step on what it gets; what is wrong with the path there is not passed over.
    Optional(Box<Node>),
    Array(Option<Box<Node>>),
    Object(Vec<(Node, Node)>),
    Text(Option<String>, Vec<Part>),
    Format(String),
    Negate(Box<Node>),
    Pipe(Box<Node>, Box<Node>),
    Comma(Box<Node>, Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Alternative(Box<Node>, Box<Node>),
    If(Box<Node>, Box<Node>, Box<Node>),
    /// Source, start, update: the update sees the element in its environment.
    Reduce(Box<Node>, Box<Node>, Box<Node>),
    /// Source, start, update, extract.
    Foreach(Box<Node>, Box<Node>, Box<Node>, Option<Box<Node>>),
    /// The update of a `reduce` or `foreach` whose pattern can bind more than once, with the state in its environment.
    WithState(Box<Node>),
    /// Inside of it: how many places up the state is, the update, and what follows it.
    Fold(usize, Box<Node>, Option<Box<Node>>),
    Bind(Box<Node>, Box<Node>),
    /// The same for a part of a value that is taken apart: where paths are collected, the body's begin with the part's.
    BindPart(Box<Node>, Box<Node>),
    /// Bodies that are tried one after the other, until one has no error.
    BindAny(Vec<Node>),
    Call { function: usize, up: usize, arguments: Vec<Argument> },
    /// A closure so many places up.
    Parameter(usize),
    Native(&'static Native, Vec<Node>),
    GetPath(Box<Node>),
    Path(Box<Node>),
    /// Each path of the first gets what the second makes of its value; true: where paths are collected that is a mistake.
    Modify(Box<Node>, Box<Node>, bool),
    /// From, up to, by (with which other values than numbers are bounds too).
    Range(Box<Node>, Box<Node>, Option<Box<Node>>),
    Label(Box<Node>),
    Break(usize),
}

/// What a parameter is bound to.
#[derive(Debug)]
pub enum Argument {
    Closure(Node),
    /// The caller's own parameter, so many places up, handed on.
    Same(usize),
}

impl Node {
    pub fn new(kind: Kind) -> Node {
        let (simple, flat) = classify(&kind);
        Node { kind, simple, flat: simple || flat }
    }

    pub fn boxed(kind: Kind) -> Box<Node> {
        Box::new(Node::new(kind))
    }
}

/// Whether a node is simple, and whether it is flat.
fn classify(kind: &Kind) -> (bool, bool) {
    let both = |left: &Node, right: &Node| (left.simple && right.simple, false);
    match kind {
        Kind::Identity | Kind::Constant(_) | Kind::Variable(_) | Kind::Environment | Kind::Format(_) => (true, true),
        Kind::Empty | Kind::Recurse(_) => (false, true),
        Kind::Index(target, key) => (target.simple && key.simple, target.flat && key.simple),
        Kind::Slice(target, from, to) => {
            let ends = from.iter().chain(to).all(|node| node.simple);
            (target.simple && ends, target.flat && ends)
        }
        Kind::Iterate(target) => (false, target.flat),
        Kind::Try(body, handler) => {
            let handled = handler.as_ref().is_none_or(|handler| handler.flat);
            let simple = handler.as_ref().is_some_and(|handler| handler.simple) && body.simple;
            let each = matches!(&body.kind, Kind::Iterate(target) if target.simple);
            (simple, handled && (body.simple || each))
        }
        Kind::Optional(step) => (false, step.simple || matches!(step.kind, Kind::Iterate(_))),
        Kind::Array(body) => (body.as_ref().is_none_or(|body| body.flat), false),
        Kind::Object(pairs) => (pairs.iter().all(|(key, value)| key.simple && value.simple), false),
        Kind::Text(_, parts) => {
            (parts.iter().all(|part| if let Part::Node(node) = part { node.simple } else { true }), false)
        }
        Kind::Negate(inner) => (inner.simple, false),
        Kind::Pipe(left, right) => (left.simple && right.simple, left.flat && right.flat),
        Kind::Comma(left, right) => (false, left.flat && right.flat),
        Kind::Binary(_, left, right) | Kind::And(left, right) | Kind::Or(left, right) => both(left, right),
        Kind::Alternative(left, right) => both(left, right),
        Kind::If(condition, then, otherwise) => (
            condition.simple && then.simple && otherwise.simple,
            condition.simple && then.flat && otherwise.flat,
        ),
        Kind::Reduce(source, start, update) => (source.flat && start.simple && update.simple, false),
        Kind::Foreach(source, start, update, extract) => (
            false,
            source.flat && start.simple && update.simple && extract.as_ref().is_none_or(|extract| extract.flat),
        ),
        Kind::Bind(source, body) | Kind::BindPart(source, body) => (source.simple && body.simple, source.flat && body.flat),
        Kind::Native(native, arguments) => (native.is_pure && arguments.iter().all(|node| node.simple), false),
        Kind::GetPath(path) => (path.simple, false),
        Kind::Modify(paths, update, _) => (paths.is_plain_path() && update.simple, false),
        Kind::Range(from, upto, by) => (false, from.simple && upto.simple && by.as_ref().is_none_or(|by| by.simple)),
        Kind::BindAny(..)
        | Kind::WithState(_)
        | Kind::Fold(..)
        | Kind::Call { .. }
        | Kind::Parameter(_)
        | Kind::Path(_)
        | Kind::Label(_)
        | Kind::Break(_) => (false, false),
    }
}

impl Node {
    /// A chain of fields, indices and iterations, whose paths do not depend on what is changed on the way.
    pub fn is_plain_path(&self) -> bool {
        match &self.kind {
            Kind::Identity => true,
            Kind::Index(target, key) => key.simple && target.is_plain_path(),
            Kind::Iterate(target) => target.is_plain_path(),
            Kind::Pipe(left, right) => left.is_plain_path() && right.is_plain_path(),
            Kind::If(condition, then, otherwise) => {
                condition.simple && then.is_plain_path() && (otherwise.is_plain_path() || otherwise.is_empty())
            }
            _ => false,
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self.kind, Kind::Empty)
    }
}
