//! Regular expressions for the whole product: POSIX basic and extended syntax with the GNU
//! extensions, fixed strings, and the Perl syntax of `grep -P`.
//!
//! Matching follows the GNU tools in the locale C.UTF-8:
//! - A match is the leftmost one, and of those the **longest** (Perl: the first in its order of
//!   preference). Sub-matches are glibc's: within the longest match, each choice takes its first
//!   branch and each repetition as much as it can.
//! - A character is one code point in valid UTF-8. Bytes that are part of none (and encoded
//!   surrogates) are matched by no `.`, no bracket and no class; only the same byte in the pattern
//!   matches one.
//! - Patterns without back-references and look-around take linear time, whatever they are. The
//!   rest runs by backtracking with a step limit, behind a linear filter that finds where a match
//!   may start.
//!
//! Texts are searched as buffers, not line by line: with [`Options::lines`] a buffer of many lines
//! is searched as GNU grep searches each line.

mod ast;
mod backtrack;
mod bracket;
pub(crate) mod class;
mod dialect;
mod engine;
mod error;
mod lower;
mod parse;
mod perl;
mod program;
mod registers;
#[cfg(test)]
mod tests;

pub use bracket::is_class_mistake;
pub use class::ClassName;
pub use engine::{Captures, Regex};
pub use error::{Exhausted, RegexError};

/// The syntax of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// POSIX basic: `\( \) \{ \} \|`.
    #[default]
    Basic,
    /// POSIX extended: `( ) { } |`.
    Extended,
    /// The pattern's bytes as they are (`grep -F`).
    Fixed,
    /// Perl's, as far as `grep -P` users meet it.
    Perl,
}

/// Whose reading of POSIX syntax applies where the tools differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `regcomp`: bash's `[[ =~ ]]`, `find -regextype posix-*`, `nl`, `csplit`.
    #[default]
    Posix,
    /// As [`Dialect::Posix`], where repetitions may follow each other or stand alone: `expr`.
    Expr,
    /// GNU grep.
    Grep,
    /// The engine in GNU grep that finds what `-o` and colors show, and words: it reads some patterns in another way
    /// than the one that chooses the lines.
    GrepParts,
    /// GNU sed.
    Sed,
    /// `sed --posix`: a closing parenthesis that closes nothing stands for itself.
    SedPosix,
    /// awk: backslashes quote inside brackets, no back-references. (String escapes such as `\t`
    /// are awk's own to translate.)
    Awk,
    /// `find -regex` without `-regextype`: Emacs's syntax. Ignores [`Options::syntax`].
    Emacs,
}

/// How a pattern is read and matched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub syntax: Syntax,
    pub dialect: Dialect,
    /// Letters match without regard to case: Unicode's simple folding.
    pub ignore_case: bool,
    /// `^` and `$` match at line ends inside the text too, and `.` and `[^…]` match no newline
    /// (sed's `M`, `REG_NEWLINE`); `` \` `` and `\'` keep to the ends of the text. In Perl syntax
    /// this is `(?m)`.
    pub multi_line: bool,
    /// The text is a buffer of lines that are searched each for itself, as grep does: anchors
    /// (`` \` `` and `\'` too) match at line ends, and no match holds a line terminator.
    pub lines: bool,
    /// The text begins in the middle of a line: `^` does not match at its start. POSIX syntax without `multi_line` and
    /// `lines`, and Perl's.
    pub not_line_start: bool,
    /// What ends a line when [`Options::lines`] is set: `\n`, or NUL for `grep -z`.
    pub line_terminator: u8,
    /// `.` matches a newline (where lines are not searched each for itself). True but for Perl.
    pub dot_matches_newline: bool,
    /// In Perl syntax `\d`, `\w`, `\s`, `\b` and the named classes know all of Unicode, not ASCII alone (jq).
    pub unicode: bool,
    /// A byte is a character, and only ASCII has letters: the pattern and the text are in the C locale.
    pub bytes: bool,
    /// A match is neither preceded nor followed by a character of a word (`grep -w`).
    pub whole_word: bool,
    /// A match takes a whole line, or the whole text without `lines` and `multi_line` (`grep -x`,
    /// `expr`'s and `find -regex`'s anchoring).
    pub whole_line: bool,
    /// How many steps one search may take where backtracking is needed.
    pub step_limit: u64,
}

impl Options {
    /// The default number of steps that one search may take: about a quarter of a second.
    pub const DEFAULT_STEP_LIMIT: u64 = 10_000_000;

    /// The options of a syntax with nothing else chosen.
    pub fn new(syntax: Syntax) -> Options {
        Options {
            syntax,
            dialect: Dialect::Posix,
            ignore_case: false,
            multi_line: false,
            lines: false,
            not_line_start: false,
            line_terminator: b'\n',
            dot_matches_newline: syntax != Syntax::Perl,
            unicode: false,
            bytes: false,
            whole_word: false,
            whole_line: false,
            step_limit: Options::DEFAULT_STEP_LIMIT,
        }
    }

    /// Options for GNU grep's way of searching buffers of lines.
    pub fn grep(syntax: Syntax) -> Options {
        Options { dialect: Dialect::Grep, lines: true, ..Options::new(syntax) }
    }

    /// Options for sed's way.
    pub fn sed(syntax: Syntax) -> Options {
        Options { dialect: Dialect::Sed, ..Options::new(syntax) }
    }

    /// Whether a character ends the lines that are searched each for itself.
    fn ends_line(&self, character: char) -> bool {
        self.lines && character == char::from(self.line_terminator)
    }

    /// Whether words are glibc's, which are not those of the linear engines.
    fn has_own_words(&self) -> bool {
        self.syntax != Syntax::Perl && !self.bytes
    }

    /// Whether `^` and `$` match at line ends inside the text.
    fn line_anchors(&self) -> bool {
        self.multi_line || self.lines
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(Syntax::Basic)
    }
}
