//! A script in the form in which it runs: what the parser makes and the executor follows.

use shell::regex::Regex;

/// A whole script.
#[derive(Debug, Default)]
pub struct Script {
    pub commands: Vec<Command>,
    /// The script begins with `#n`: no line is printed unasked.
    pub quiet: bool,
    /// Files that `w`, `W` and `s///w` write, each once.
    pub outputs: Vec<Vec<u8>>,
    /// Files that `R` reads, each once.
    pub inputs: Vec<Vec<u8>>,
    /// How many `-e` scripts there were: what messages of a running script call the expression.
    pub expressions: usize,
}

#[derive(Debug)]
pub struct Command {
    pub first: Option<Address>,
    pub second: Option<Bound>,
    /// `!`: runs where the addresses do not match.
    pub negated: bool,
    pub action: Action,
    /// What `--debug` tells of it, without its text; empty: nothing.
    pub shown: Vec<u8>,
}

/// The first, or only, address.
#[derive(Debug)]
pub enum Address {
    /// `N`; 0 only before a second address that is a pattern.
    Line(u64),
    /// `FIRST~STEP`
    Step(u64, u64),
    Last,
    /// `None`: the pattern that was used last.
    Pattern(Option<Regex>),
}

/// The second address.
#[derive(Debug)]
pub enum Bound {
    Line(u64),
    /// `+N`
    Plus(u64),
    /// `FIRST~STEP`
    Step(u64, u64),
    /// `~N`
    Multiple(u64),
    Last,
    Pattern(Option<Regex>),
}

/// What a command does. Numbers of commands are indices into [`Script::commands`].
#[derive(Debug)]
pub enum Action {
    /// `{`: goes on behind the block when the addresses do not match.
    Block(usize),
    /// `}`, `:label`, `v`
    Nothing,
    LineNumber,
    Append(Vec<u8>),
    Insert(Vec<u8>),
    Change(Vec<u8>),
    Branch(Jump),
    BranchIfReplaced(Jump),
    BranchUnlessReplaced(Jump),
    Delete,
    DeleteFirstLine,
    FileName,
    Get,
    GetAppend,
    Hold,
    HoldAppend,
    /// `l`, with the length of its lines if it has one.
    List(Option<usize>),
    Next,
    NextAppend,
    Print,
    PrintFirstLine,
    Quit(u8),
    QuitSilently(u8),
    ReadFile(Vec<u8>),
    /// `0r`: at once.
    ReadFileBefore(Vec<u8>),
    /// The next line of one of [`Script::inputs`].
    ReadLine(usize),
    Substitute(Box<Substitution>),
    Translate(Box<Translation>),
    /// To one of [`Script::outputs`].
    Write(usize),
    WriteFirstLine(usize),
    Exchange,
    Zap,
    /// `e`: a command whose output is printed; empty: the pattern space is one, and becomes its output.
    Execute(Vec<u8>),
    /// `L`, which GNU sed's parser knows and nothing else of it does.
    Obsolete,
}

/// Where a branch leads: `None` is the end of the script.
pub type Jump = Option<usize>;

#[derive(Debug)]
pub struct Substitution {
    /// `None`: the pattern that was used last.
    pub pattern: Option<Regex>,
    pub replacement: Vec<Part>,
    /// The highest group that the replacement names.
    pub highest_group: usize,
    /// Which match is the first to be replaced; 1 without a number.
    pub number: u64,
    pub all: bool,
    pub print: bool,
    /// `p` before `e`: prints what is then run.
    pub print_before: bool,
    /// `e`: runs the new line as a command and takes its output for it.
    pub execute: bool,
    pub output: Option<usize>,
    /// A byte is a character.
    pub bytes: bool,
}

/// One piece of a replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(Vec<u8>),
    Group(usize),
    Case(Case),
}

/// `\U`, `\L`, `\E`, `\u`, `\l`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Upper,
    Lower,
    AsIs,
    UpperNext,
    LowerNext,
}

/// The table of `y`.
#[derive(Debug)]
pub struct Translation {
    /// For bytes that are characters by themselves or part of none.
    pub bytes: [u8; 256],
    /// For bytes that turn into longer characters, and characters of several bytes.
    pub others: Vec<(Vec<u8>, Vec<u8>)>,
}
