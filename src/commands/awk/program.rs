//! A parsed awk program: every name is resolved to a slot, so that running it looks nothing up.

use std::rc::Rc;

use bytes::Bytes;

use shell::regex::Regex;

/// Slots of the variables that awk itself reads or sets; the program's own follow.
pub mod special {
    pub const NF: usize = 0;
    pub const NR: usize = 1;
    pub const FNR: usize = 2;
    pub const FS: usize = 3;
    pub const OFS: usize = 4;
    pub const ORS: usize = 5;
    pub const RS: usize = 6;
    pub const SUBSEP: usize = 7;
    pub const CONVFMT: usize = 8;
    pub const OFMT: usize = 9;
    pub const RSTART: usize = 10;
    pub const RLENGTH: usize = 11;
    pub const FILENAME: usize = 12;
    pub const ENVIRON: usize = 13;
    pub const IGNORECASE: usize = 14;
    pub const FIELDWIDTHS: usize = 15;
    pub const FPAT: usize = 16;
    pub const RT: usize = 17;
    pub const ERRNO: usize = 18;
    pub const ARGC: usize = 19;
    pub const ARGV: usize = 20;
    pub const ARGIND: usize = 21;
    pub const PROCINFO: usize = 22;
    pub const BINMODE: usize = 23;
    pub const LINT: usize = 24;
    pub const TEXTDOMAIN: usize = 25;
    pub const SYMTAB: usize = 26;
    pub const FUNCTAB: usize = 27;
    pub const PREC: usize = 28;
    pub const ROUNDMODE: usize = 29;

    /// The names in the order of the slots.
    pub const NAMES: [&str; 30] = [
        "NF", "NR", "FNR", "FS", "OFS", "ORS", "RS", "SUBSEP", "CONVFMT", "OFMT", "RSTART", "RLENGTH", "FILENAME",
        "ENVIRON", "IGNORECASE", "FIELDWIDTHS", "FPAT", "RT", "ERRNO", "ARGC", "ARGV", "ARGIND", "PROCINFO", "BINMODE",
        "LINT", "TEXTDOMAIN", "SYMTAB", "FUNCTAB", "PREC", "ROUNDMODE",
    ];

    /// Slots below this do something when they are assigned to.
    pub const WATCHED: usize = 18;
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Global(usize),
    /// A parameter of the function that runs.
    Local(usize),
}

/// An array: a variable, or with subscripts an element of one that is an array itself.
#[derive(Debug)]
pub struct ArrayName {
    pub slot: Slot,
    pub path: Vec<Vec<Expr>>,
}

/// A regular expression of the program's text.
#[derive(Debug)]
pub struct Pattern {
    /// As it was written between the slashes.
    pub text: Bytes,
    pub regex: Rc<Regex>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
}

/// Where `getline` reads.
#[derive(Debug)]
pub enum Source {
    /// The files of the command line.
    Main,
    File(Expr),
    Command(Expr),
    /// `|&`
    Coprocess(Expr),
}

/// What can be assigned to.
#[derive(Debug)]
pub enum Place {
    Variable(Slot),
    Field(Expr),
    Element(ArrayName, Vec<Expr>),
}

#[derive(Debug)]
pub enum Expr {
    Number(f64),
    Text(Bytes),
    /// Matched against the record, unless it stands where an expression is wanted.
    Regex(Rc<Pattern>),
    /// `@/…/`: the expression itself as a value.
    RegexValue(Rc<Pattern>),
    Variable(Slot),
    Field(Box<Expr>),
    Element(ArrayName, Vec<Expr>),
    /// In parentheses: not a place any more, and `>` in it compares.
    Group(Box<Expr>),
    /// `(a, b)`: only before `in` and as the arguments of `print`.
    List(Vec<Expr>),
    Assign(Box<Place>, Box<Expr>),
    Update(Binary, Box<Place>, Box<Expr>),
    /// `++x`, `--x`, `x++`, `x--`.
    Step { place: Box<Place>, by: f64, before: bool },
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Plus(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Concat(Vec<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Match { negated: bool, text: Box<Expr>, pattern: Box<Expr> },
    In(Vec<Expr>, ArrayName),
    Getline { source: Box<Source>, place: Option<Box<Place>> },
    Call { function: usize, arguments: Vec<Expr> },
    /// `@name(…)`: the function that the variable names.
    IndirectCall { name: Slot, arguments: Vec<Expr> },
    Builtin(Builtin, Vec<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Builtin {
    And,
    Asort,
    Asorti,
    Atan2,
    BindTextDomain,
    Close,
    Compl,
    Cos,
    DcGetText,
    DcnGetText,
    Exp,
    Fflush,
    Gensub,
    Gsub,
    Index,
    Int,
    IsArray,
    Length,
    Log,
    Lshift,
    Match,
    Mktime,
    Or,
    Patsplit,
    Rand,
    Rshift,
    Sin,
    Split,
    Sprintf,
    Sqrt,
    Srand,
    Strftime,
    Strtonum,
    Sub,
    Substr,
    System,
    Systime,
    Tolower,
    Toupper,
    Typeof,
    Mkbool,
    Xor,
}

impl Builtin {
    /// The functions by name, with the least and most arguments.
    pub const TABLE: &'static [(&'static str, Builtin, usize, usize)] = &[
        ("and", Builtin::And, 0, usize::MAX),
        ("asort", Builtin::Asort, 1, 3),
        ("asorti", Builtin::Asorti, 1, 3),
        ("atan2", Builtin::Atan2, 2, 2),
        ("bindtextdomain", Builtin::BindTextDomain, 1, 2),
        ("close", Builtin::Close, 1, 2),
        ("compl", Builtin::Compl, 1, 1),
        ("cos", Builtin::Cos, 1, 1),
        ("dcgettext", Builtin::DcGetText, 1, 3),
        ("dcngettext", Builtin::DcnGetText, 1, 5),
        ("exp", Builtin::Exp, 1, 1),
        ("fflush", Builtin::Fflush, 0, 1),
        ("gensub", Builtin::Gensub, 3, 4),
        ("gsub", Builtin::Gsub, 2, 3),
        ("index", Builtin::Index, 2, 2),
        ("int", Builtin::Int, 1, 1),
        ("isarray", Builtin::IsArray, 1, 1),
        ("length", Builtin::Length, 0, 1),
        ("log", Builtin::Log, 1, 1),
        ("lshift", Builtin::Lshift, 2, 2),
        ("match", Builtin::Match, 2, 3),
        ("mkbool", Builtin::Mkbool, 1, 1),
        ("mktime", Builtin::Mktime, 1, 2),
        ("or", Builtin::Or, 0, usize::MAX),
        ("patsplit", Builtin::Patsplit, 2, 4),
        ("rand", Builtin::Rand, 0, 0),
        ("rshift", Builtin::Rshift, 2, 2),
        ("sin", Builtin::Sin, 1, 1),
        ("split", Builtin::Split, 2, 4),
        ("sprintf", Builtin::Sprintf, 0, usize::MAX),
        ("sqrt", Builtin::Sqrt, 1, 1),
        ("srand", Builtin::Srand, 0, 1),
        ("strftime", Builtin::Strftime, 0, 3),
        ("strtonum", Builtin::Strtonum, 1, 1),
        ("sub", Builtin::Sub, 2, 3),
        ("substr", Builtin::Substr, 2, 3),
        ("system", Builtin::System, 1, 1),
        ("systime", Builtin::Systime, 0, 0),
        ("tolower", Builtin::Tolower, 1, 1),
        ("toupper", Builtin::Toupper, 1, 1),
        ("typeof", Builtin::Typeof, 1, 2),
        ("xor", Builtin::Xor, 0, usize::MAX),
    ];

    pub fn name(self) -> &'static str {
        Builtin::TABLE.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}

/// Where `print` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirect {
    File,
    Append,
    Pipe,
    Coprocess,
}

#[derive(Debug)]
pub enum Statement {
    Expr(Expr),
    Print { arguments: Vec<Expr>, to: Option<(Redirect, Expr)> },
    Printf { arguments: Vec<Expr>, to: Option<(Redirect, Expr)> },
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    While(Expr, Box<Statement>),
    Do(Box<Statement>, Expr),
    For { start: Option<Box<Statement>>, condition: Option<Expr>, step: Option<Box<Statement>>, body: Box<Statement> },
    ForIn { variable: Slot, array: ArrayName, body: Box<Statement> },
    Switch(Expr, Vec<Case>),
    Block(Vec<Lined>),
    Delete(ArrayName, Option<Vec<Expr>>),
    Next,
    NextFile,
    Exit(Option<Expr>),
    Return(Option<Expr>),
    Break,
    Continue,
}

/// A statement with the line that it begins on.
#[derive(Debug)]
pub struct Lined {
    pub line: u32,
    pub statement: Statement,
}

/// One `case` of a `switch`, or with `None` its `default`.
#[derive(Debug)]
pub struct Case {
    pub value: Option<Expr>,
    pub body: Vec<Lined>,
}

#[derive(Debug)]
pub enum When {
    Always,
    Expr(Expr),
    /// `from, to`, with the number of the range.
    Range(Expr, Expr, usize),
}

#[derive(Debug)]
pub struct Rule {
    /// The line of its pattern.
    pub line: u32,
    pub when: When,
    /// `None`: print the record.
    pub body: Option<Vec<Lined>>,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    /// `false`: it is only called.
    pub defined: bool,
    pub parameters: Vec<String>,
    pub body: Vec<Lined>,
}

#[derive(Debug, Default)]
pub struct Program {
    pub begin: Vec<Vec<Lined>>,
    pub begin_file: Vec<Vec<Lined>>,
    pub rules: Vec<Rule>,
    pub end_file: Vec<Vec<Lined>>,
    pub end: Vec<Vec<Lined>>,
    pub functions: Vec<Function>,
    /// Names of all globals, the special ones first.
    pub globals: Vec<String>,
    pub ranges: usize,
    /// It names `PROCINFO`, `SYMTAB` or `FUNCTAB`, so that these must be filled.
    pub describes_itself: bool,
    /// It names `ENVIRON`, whose changes commands see.
    pub names_environ: bool,
    /// Characters behind backslashes of regular expressions, of which it was told that they mean nothing.
    pub escapes: Vec<u8>,
}

impl Program {
    /// `SYMTAB` and `FUNCTAB`: views of the program, not arrays of its own.
    pub fn is_table(&self, slot: Slot) -> bool {
        self.describes_itself && matches!(slot, Slot::Global(special::SYMTAB | special::FUNCTAB))
    }
}
