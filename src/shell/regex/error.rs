//! What can go wrong with a regular expression: at compile time ([`RegexError`]) and while it runs
//! ([`Exhausted`]).

/// Why a pattern was refused. `Display` gives the text that glibc's `regerror` gives for the same
/// fault (GNU tools print it after their own prefix).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegexError {
    /// A pattern that is no regular expression at all, such as a lone `[`.
    #[error("Invalid regular expression")]
    BadPattern,
    /// A `[.….]` or `[=…=]` that names no single character.
    #[error("Invalid collation character")]
    Collation,
    /// A `[:…:]` with an unknown name.
    #[error("Invalid character class name")]
    ClassName,
    /// A backslash as the last byte.
    #[error("Trailing backslash")]
    TrailingBackslash,
    /// `\N` where group N is not complete yet.
    #[error("Invalid back reference")]
    BackReference,
    /// A bracket expression without its end.
    #[error("Unmatched [, [^, [:, [., or [=")]
    UnmatchedBracket,
    /// A group without its end.
    #[error("Unmatched ( or \\(")]
    UnmatchedParenthesis,
    /// An interval without its end.
    #[error("Unmatched \\{{")]
    UnmatchedBrace,
    /// An interval that holds something else than numbers in order.
    #[error("Invalid content of \\{{\\}}")]
    BadInterval,
    /// A range whose end lies before its start, or whose ends are no characters.
    #[error("Invalid range end")]
    RangeEnd,
    /// More than the engine takes: a bound above 32,767, nesting above the limit, or a compiled
    /// form above the size limit.
    #[error("Regular expression too big")]
    TooBig,
    /// A repetition with nothing before it.
    #[error("Invalid preceding regular expression")]
    BadRepetition,
    /// The end of a group that was never begun.
    #[error("Unmatched ) or \\)")]
    UnmatchedClosingParenthesis,
    /// `[:space:]` outside brackets, which GNU `grep`, `sed` and `awk` refuse as a mistake. They
    /// print it without the place in the script.
    #[error("character class syntax is [[:space:]], not [:space:]")]
    ClassOutsideBrackets,
    /// What the automaton of GNU grep refuses, though the matcher takes it: the automaton's text.
    #[error("{0}")]
    Automaton(&'static str),
    /// A fault in a Perl pattern: PCRE's text.
    #[error("{0}")]
    Perl(String),
}

impl RegexError {
    /// Whether the fault is looked for when everything else is right, in all patterns.
    pub fn is_late(&self) -> bool {
        matches!(self, RegexError::ClassOutsideBrackets | RegexError::Automaton(_))
    }
}

/// A search needed more steps than [`Options::step_limit`](super::Options::step_limit) allows.
/// Only patterns with back-references or look-around, which run by backtracking, can fail so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("regular expression needs too many steps")]
pub struct Exhausted;
