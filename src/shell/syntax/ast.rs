//! The syntax tree of the shell language: what the parser makes and the interpreter walks.
//!
//! Everything that can be known from the text alone is decided here once: quoting, operators, arithmetic and brace
//! structure are parsed when the program is, never again at run time. A tree is immutable and shared between threads.

use std::sync::Arc;

use bstr::BString;

/// A variable or function name as it stands in the source.
pub type Name = Arc<str>;

/// A parsed unit: a whole script, the text of an `eval`, or the inside of a command substitution.
#[derive(Debug, PartialEq)]
pub struct Program {
    pub body: List,
}

/// Commands that run one after another: `a; b & c`.
#[derive(Debug, Default, PartialEq)]
pub struct List {
    pub items: Vec<ListItem>,
}

#[derive(Debug, PartialEq)]
pub struct ListItem {
    /// Shared, like every part that may become a process of its own.
    pub chain: Arc<AndOr>,
    /// Ended by `&`.
    pub background: bool,
}

/// Pipelines joined by `&&` and `||`, of equal precedence, from left to right.
#[derive(Debug, PartialEq)]
pub struct AndOr {
    pub first: Pipeline,
    pub rest: Vec<(Connector, Pipeline)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connector {
    And,
    Or,
}

/// `[time [-p]] [!] stage | stage`. For `a |& b` the redirection `2>&1` is appended to `a`'s own.
#[derive(Debug, PartialEq)]
pub struct Pipeline {
    pub negated: bool,
    pub time: Option<TimeFormat>,
    /// Empty only for a bare `time` or `!`.
    pub stages: Vec<Arc<Command>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeFormat {
    /// `time`: the form that `TIMEFORMAT` rules.
    Bash,
    /// `time -p`.
    Posix,
}

#[derive(Debug, PartialEq)]
pub struct Command {
    pub kind: CommandKind,
    /// In source order; for a simple command they apply before it runs, for a compound one around its body.
    pub redirections: Vec<Redirection>,
    /// The 1-based line of the command's first token (`LINENO`, error messages).
    pub line: u32,
}

#[derive(Debug, PartialEq)]
pub enum CommandKind {
    Simple(Simple),
    /// `{ …; }`
    Group(List),
    /// `( … )`
    Subshell(Arc<List>),
    If(If),
    /// `while` and, with `until`, `until`.
    While {
        until: bool,
        condition: List,
        body: List,
    },
    /// `for name [in words]`; `None`: over the positional parameters.
    For {
        variable: Name,
        words: Option<Vec<Word>>,
        body: List,
    },
    /// `for ((init; condition; step))`; an empty part is `None`.
    ArithFor {
        init: Option<Arith>,
        condition: Option<Arith>,
        step: Option<Arith>,
        body: List,
    },
    Select {
        variable: Name,
        words: Option<Vec<Word>>,
        body: List,
    },
    Case {
        subject: Word,
        arms: Vec<CaseArm>,
    },
    /// `[[ … ]]`
    Cond(Cond),
    /// `(( … ))`
    Arith(Arith),
    Function(Arc<Function>),
    Coproc {
        name: Name,
        body: Arc<Command>,
    },
}

/// Assignments, then the command word and its arguments; either may be empty.
#[derive(Debug, Default, PartialEq)]
pub struct Simple {
    pub assignments: Vec<Assignment>,
    pub args: Vec<Arg>,
}

/// An argument. `Assignment` appears only after a literal declaration builtin (`declare typeset local export readonly`,
/// also behind `command` and `builtin`), where `name=value` does not split and `name=(…)` is an array.
#[derive(Debug, PartialEq)]
pub enum Arg {
    Word(Word),
    Assignment(Assignment),
}

#[derive(Debug, PartialEq)]
pub struct If {
    /// `if` and each `elif`: condition and body.
    pub branches: Vec<(List, List)>,
    pub otherwise: Option<List>,
}

#[derive(Debug, PartialEq)]
pub struct CaseArm {
    pub patterns: Vec<Word>,
    pub body: List,
    pub end: CaseEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseEnd {
    /// `;;`
    Break,
    /// `;&`: run the next body as well.
    FallThrough,
    /// `;;&`: test the next patterns as well.
    Continue,
}

#[derive(Debug, PartialEq)]
pub struct Function {
    pub name: Name,
    /// The body with the redirections that apply at each call.
    pub body: Command,
    /// The text of the whole definition, for messages and analysis.
    pub source: BString,
    pub line: u32,
}

#[derive(Debug, PartialEq)]
pub struct Assignment {
    pub name: Name,
    pub index: Option<Subscript>,
    /// `+=`
    pub append: bool,
    pub value: AssignmentValue,
}

#[derive(Debug, PartialEq)]
pub enum AssignmentValue {
    /// Tildes after `=` and `:` are already [`WordPart::Tilde`]; the word neither splits nor globs.
    Scalar(Word),
    Array(Vec<ArrayElement>),
}

/// `value` or `[index]=value` or `[index]+=value` inside `name=( … )`.
#[derive(Debug, PartialEq)]
pub struct ArrayElement {
    pub index: Option<Subscript>,
    pub append: bool,
    pub value: Word,
}

/// What stands between `[` and `]`. Which reading applies depends on the variable's type at run time.
#[derive(Debug, Clone, PartialEq)]
pub enum Subscript {
    /// `[@]`
    At,
    /// `[*]`
    Star,
    /// Expanded as a word for associative arrays, evaluated for indexed ones.
    Expr { word: Word, arith: Arith },
}

/// One word. Its parts are joined without a separator; splitting and globbing act on the unquoted ones.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Word {
    pub parts: Vec<WordPart>,
    /// How it is written, where the parts alone would be printed otherwise.
    pub spelling: Spelling,
}

impl Word {
    /// A word that is printed as its parts are.
    pub fn new(parts: Vec<WordPart>) -> Word {
        Word { parts, spelling: Spelling::default() }
    }
}

/// The text of a word, for printing. It is no part of what the word means: all spellings are equal.
#[derive(Clone, Default)]
pub struct Spelling(pub Option<Box<BString>>);

impl PartialEq for Spelling {
    fn eq(&self, _: &Spelling) -> bool {
        true
    }
}

impl std::fmt::Debug for Spelling {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("_")
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum WordPart {
    /// Unquoted text. Glob and extglob characters in it are active; no backslashes are left in it.
    Literal(BString),
    /// Text from `'…'`, `$'…'` or a backslash: never split, globbed or empty-removed.
    Quoted(BString),
    /// `"…"` and `$"…"`: inside stand `Quoted` and expansions only. An empty vector is `""`.
    Double(Vec<WordPart>),
    Param(Box<ParamExpansion>),
    /// `$(…)` and `` `…` ``.
    CommandSub(Arc<CommandSub>),
    /// `$((…))` and `$[…]`.
    Arith(Box<Arith>),
    /// `<(…)` and `>(…)`.
    ProcessSub {
        direction: Direction,
        program: Arc<Program>,
    },
    /// `~` or `~name` where a tilde expands (start of a word; after `=` and `:` in assignments).
    Tilde(BString),
    /// A brace expression that bash would expand; only in words where it does.
    Brace(Box<Brace>),
}

#[derive(Debug, PartialEq)]
pub struct CommandSub {
    pub program: Program,
    /// `$(<file)`: the program is one redirection and nothing else.
    pub file: Option<Word>,
    /// What is parsed only when it runs, and its first line: `` `…` `` that does not parse, and `$(…)` where aliases may
    /// change how it reads. The program is then what can be known before.
    pub text: Option<(BString, u32)>,
    /// The inside of `` `…` `` as it is written.
    pub backquoted: Option<BString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// `<(…)`: the command's output is read.
    Read,
    /// `>(…)`: what is written becomes the command's input.
    Write,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Brace {
    pub kind: BraceKind,
    /// The same text when brace expansion is off (`set +B`). Empty in a list that stands inside another brace
    /// expression: the outermost one's `plain` covers the whole text.
    pub plain: Vec<WordPart>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum BraceKind {
    /// `{a,b}`; each alternative may hold braces of its own.
    List(Vec<Vec<WordPart>>),
    /// `{1..10}`, `{01..10..2}`; `width` is the zero-padding (0: none). `step` is never 0.
    Numbers { first: i64, last: i64, step: i64, width: usize },
    /// `{a..e}`
    Characters { first: u8, last: u8, step: i64 },
}

#[derive(Debug, Clone, PartialEq)]
pub struct ParamExpansion {
    pub param: Param,
    /// `${!name…}` as an indirection (not the forms of [`ParamOp::Names`] and [`ParamOp::Keys`]).
    pub indirect: bool,
    /// Written with braces: `${1}`, whose messages name it without the dollar sign.
    pub braced: bool,
    pub op: ParamOp,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Param {
    Variable(Name),
    /// `$1`, `${10}`; never 0.
    Positional(u32),
    /// One of `@ * # ? - $ ! 0`.
    Special(u8),
    Element {
        name: Name,
        index: Subscript,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum ParamOp {
    None,
    /// `${#x}`
    Length,
    /// `${x:-word}`; without the colon only unset counts.
    Default {
        colon: bool,
        word: Word,
    },
    /// `${x:=word}`
    Assign {
        colon: bool,
        word: Word,
    },
    /// `${x:?word}`; `None`: bash's own message.
    Error {
        colon: bool,
        word: Option<Word>,
    },
    /// `${x:+word}`
    Alternate {
        colon: bool,
        word: Word,
    },
    /// `${x#p}` and `${x##p}`
    RemovePrefix {
        longest: bool,
        pattern: Word,
    },
    /// `${x%p}` and `${x%%p}`
    RemoveSuffix {
        longest: bool,
        pattern: Word,
    },
    /// `${x:offset:length}`
    Substring {
        offset: Arith,
        length: Option<Arith>,
    },
    /// `${x/p/r}` and its forms.
    Replace {
        anchor: Anchor,
        pattern: Word,
        replacement: Word,
    },
    /// `${x^p}` `${x^^p}` `${x,p}` `${x,,p}` `${x~p}` `${x~~p}`
    Case {
        change: CaseChange,
        all: bool,
        pattern: Option<Word>,
    },
    /// `${x@Q}`: one of `Q E P A a U u L K k`.
    Transform(u8),
    /// `${!prefix*}` and, with `at`, `${!prefix@}`; the prefix is the parameter's name.
    Names {
        at: bool,
    },
    /// `${!array[*]}` and, with `at`, `${!array[@]}`; the parameter is `Element` with `At` or `Star`.
    Keys {
        at: bool,
    },
    /// Text that bash reports as `bad substitution` when it is expanded: the whole `${…}`.
    /// `text` is the word that it stands in, or the inside of the double quotes. `fatal`: the shell ends, as bash does
    /// for an unknown letter behind `@`.
    Bad {
        text: BString,
        fatal: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    First,
    /// `//`
    All,
    /// `/#`
    Prefix,
    /// `/%`
    Suffix,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseChange {
    Upper,
    Lower,
    Toggle,
}

/// An arithmetic expression. Bash expands its text like a double-quoted string and evaluates what comes out; so that
/// the usual case is not parsed at run time, `expr` is the tree of the text with each expansion as one operand. It
/// holds as long as every expansion gives a plain number; else the expanded text is parsed again.
#[derive(Debug, Clone, PartialEq)]
pub struct Arith {
    /// The text: `Quoted` pieces and expansions, in order.
    pub parts: Vec<WordPart>,
    /// `None` when the text parses only after expansion, or not at all (the error then comes when it is evaluated).
    pub expr: Option<ArithExpr>,
    /// How it is written, for printing where the parts do not tell: of `((…))` only.
    pub spelling: Spelling,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ArithExpr {
    Number(i64),
    Variable(ArithVariable),
    /// The expansion at this index of [`Arith::parts`].
    Expansion(usize),
    Unary {
        op: ArithUnary,
        operand: Box<ArithExpr>,
    },
    Binary {
        op: ArithBinary,
        left: Box<ArithExpr>,
        right: Box<ArithExpr>,
    },
    /// `&&` and, with `or`, `||`: the right side is not evaluated when the left one decides.
    Logical {
        or: bool,
        left: Box<ArithExpr>,
        right: Box<ArithExpr>,
    },
    Ternary {
        condition: Box<ArithExpr>,
        yes: Box<ArithExpr>,
        no: Box<ArithExpr>,
    },
    /// `=` (`op` is `None`) and `+=` and so on.
    Assign {
        target: ArithVariable,
        op: Option<ArithBinary>,
        value: Box<ArithExpr>,
    },
    /// `++x`, `x--` and so on.
    Increment {
        target: ArithVariable,
        by: i64,
        prefix: bool,
    },
    Comma {
        left: Box<ArithExpr>,
        right: Box<ArithExpr>,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct ArithVariable {
    pub name: Name,
    pub index: Option<Box<ArithIndex>>,
}

/// `name[…]` in arithmetic: the text is the key of an associative array, the expression an indexed array's index.
#[derive(Debug, Clone, PartialEq)]
pub struct ArithIndex {
    pub text: BString,
    /// `None` where the text does not parse as arithmetic: fine as a key, an error as an index.
    pub expr: Option<ArithExpr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArithUnary {
    Plus,
    Minus,
    Not,
    BitNot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArithBinary {
    Power,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
}

/// The inside of `[[ … ]]`.
#[derive(Debug, PartialEq)]
pub enum Cond {
    /// `( … )`
    Group(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    /// `-n word` is also what a lone word means.
    Unary {
        op: BString,
        word: Word,
    },
    /// `== = != < > -eq … -nt -ot -ef`; the right side of `== = !=` is a pattern.
    Binary {
        op: BString,
        left: Word,
        right: Word,
    },
    /// `=~`: in `right`, `Literal` parts are regular-expression text and quoted ones match themselves.
    Regex {
        left: Word,
        right: Word,
    },
}

#[derive(Debug, PartialEq)]
pub struct Redirection {
    /// The descriptor on the left; `None` is the operator's default.
    pub fd: Option<FdName>,
    pub op: RedirectionOp,
    pub target: RedirectionTarget,
}

#[derive(Debug, PartialEq)]
pub enum FdName {
    Number(u32),
    /// `{name}>file`: the shell picks a descriptor of 10 or more and stores its number.
    Variable(Name),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectionOp {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`: the word is a number, `-`, `N-`, or expands to one.
    DuplicateRead,
    /// `>&`: as above; `>&file` without a descriptor on the left is `&>file`.
    DuplicateWrite,
    /// `&>`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<<` and `<<-`
    HereDoc,
    /// `<<<`
    HereString,
}

/// `<<delimiter` and what stands between the lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HereDocument {
    pub body: Word,
    /// Without its quotes. Only printing needs it.
    pub delimiter: BString,
    /// The delimiter was quoted: nothing in the body expands.
    pub quoted: bool,
    /// `<<-`: the tabs at the beginning of lines are gone from the body.
    pub strip_tabs: bool,
}

#[derive(Debug, PartialEq)]
pub enum RedirectionTarget {
    Word(Word),
    /// A here-document's body, tabs already stripped for `<<-`: with a quoted delimiter one `Quoted` part, else
    /// `Quoted` text and expansions, as inside double quotes.
    HereDoc(Box<HereDocument>),
}
