//! The tree of a program as it was written.

use crate::jq::value::Value;

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What an assignment does with the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// `=`
    Set,
    /// `|=`
    Modify,
    /// `+=` and its like.
    Operate(Operator),
    /// `//=`
    Default,
}

/// A part of a string with interpolations.
#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    Expression(Expression),
}

#[derive(Clone, Debug)]
pub enum Pattern {
    Variable(String),
    Array(Vec<Pattern>),
    Object(Vec<(PatternKey, Option<Pattern>)>),
}

#[derive(Clone, Debug)]
pub enum PatternKey {
    /// `$name`: the key is the name, the variable gets its value.
    Variable(String),
    Expression(Expression),
}

/// A definition of a function.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub body: Expression,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    /// Written `$name`.
    pub is_value: bool,
}

/// An expression and the byte at which it begins.
#[derive(Clone, Debug)]
pub struct Expression {
    pub position: usize,
    pub kind: Box<Kind>,
    /// The height of its tree.
    pub height: u32,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Identity,
    /// `..`
    Recurse,
    Constant(Value),
    Format(String),
    /// A string with interpolations, and the format of those.
    Text(Option<String>, Vec<Part>),
    Index(Expression, Expression),
    Slice(Expression, Option<Expression>, Option<Expression>),
    Iterate(Expression),
    Try(Expression, Option<Expression>),
    /// A step with `?` behind it: what is wrong with the path that led here is not passed over.
    Optional(Expression),
    Array(Option<Expression>),
    Object(Vec<(Expression, Expression)>),
    Negate(Expression),
    Pipe(Expression, Expression),
    Comma(Expression, Expression),
    Binary(Operator, Expression, Expression),
    And(Expression, Expression),
    Or(Expression, Expression),
    Alternative(Expression, Expression),
    Update(Update, Expression, Expression),
    If(Expression, Expression, Option<Expression>),
    Reduce(Expression, Vec<Pattern>, Expression, Expression),
    Foreach(Expression, Vec<Pattern>, Expression, Expression, Option<Expression>),
    Bind(Expression, Vec<Pattern>, Expression),
    Define(Definition, Expression),
    Call(String, Vec<Expression>),
    Variable(String),
    Location(usize),
    Label(String, Expression),
    Break(String),
}

/// `import` or `include`.
#[derive(Clone, Debug)]
pub struct Import {
    pub path: String,
    /// `None`: `include`.
    pub name: Option<String>,
    /// `import … as $name`.
    pub is_data: bool,
    pub metadata: Option<Value>,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The constant object behind `module`.
    pub metadata: Option<Value>,
    pub imports: Vec<Import>,
    pub definitions: Vec<Definition>,
    pub body: Option<Expression>,
}
