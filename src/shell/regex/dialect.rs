//! The switches in which the POSIX dialects of the GNU tools differ, one value for each dialect.

use super::{Dialect, Syntax};

/// How a dialect reads a pattern. Each field is one of the questions on which glibc's
/// `re_set_syntax` lets programs choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Groups are written `( )`, not `\( \)`.
    pub plain_parentheses: bool,
    /// Intervals exist at all.
    pub intervals: bool,
    /// Intervals are written `{ }`, not `\{ \}`.
    pub plain_braces: bool,
    /// The choice is written `|`, not `\|`.
    pub plain_bar: bool,
    /// `+` and `?` are written with a backslash.
    pub escaped_plus: bool,
    /// `^` and `$` are anchors wherever they stand.
    pub anchors_anywhere: bool,
    /// A repetition operator with nothing before it is skipped rather than taken literally.
    pub operators_anywhere: bool,
    /// A repetition operator with nothing before it is an error.
    pub stray_operator_invalid: bool,
    /// An interval at the start, or a second repetition, is an error.
    pub stray_interval_invalid: bool,
    /// An interval that is none stands for itself.
    pub bad_interval_literal: bool,
    /// A closing parenthesis that closes nothing stands for itself.
    pub stray_close_literal: bool,
    /// A newline is a choice.
    pub newline_alternates: bool,
    /// Back-references exist.
    pub back_references: bool,
    /// A backslash quotes inside brackets.
    pub bracket_escapes: bool,
    /// `[:name:]` is known inside brackets.
    pub classes: bool,
    /// Ranges, equivalence classes and collating symbols may name characters beyond ASCII. glibc
    /// refuses them in C.UTF-8, which has no collation table.
    pub wide_ranges: bool,
    /// Ranges may end with bytes that are part of no character, which stand for the characters U+0080 to U+00FF there
    /// (GNU grep and sed).
    pub byte_ranges: bool,
    /// `^` and `$` can be repeated like anything else: grep's automaton, which chooses the lines, takes them so.
    pub repeated_anchors: bool,
    /// Where bytes are characters, a range that ignores case holds what lies between its ends as they are written (GNU
    /// grep), not between their capitals (glibc).
    pub ranges_as_written: bool,
    /// `[:space:]` as a whole bracket is refused.
    pub class_mistake_refused: bool,
    /// A brace with nothing before it is skipped, whatever follows.
    pub stray_brace_skipped: bool,
}

impl Rules {
    /// The rules for a syntax as one of the tools reads it. `Fixed` and `Perl` don't come here.
    pub(super) fn of(syntax: Syntax, dialect: Dialect) -> Rules {
        let extended = syntax == Syntax::Extended;
        let common = Rules {
            plain_parentheses: extended,
            intervals: true,
            plain_braces: extended,
            plain_bar: extended,
            escaped_plus: !extended,
            anchors_anywhere: extended,
            operators_anywhere: extended,
            stray_operator_invalid: extended,
            stray_interval_invalid: !extended,
            bad_interval_literal: false,
            stray_close_literal: extended,
            newline_alternates: false,
            back_references: true,
            bracket_escapes: false,
            classes: true,
            wide_ranges: false,
            byte_ranges: false,
            repeated_anchors: false,
            ranges_as_written: false,
            class_mistake_refused: false,
            stray_brace_skipped: false,
        };
        match dialect {
            Dialect::Posix => common,
            Dialect::Expr => Rules { stray_interval_invalid: false, ..common },
            Dialect::Sed => {
                Rules { stray_close_literal: false, byte_ranges: true, class_mistake_refused: true, ..common }
            }
            Dialect::SedPosix => Rules { stray_close_literal: true, ..Rules::of(syntax, Dialect::Sed) },
            Dialect::Grep => Rules {
                stray_operator_invalid: false,
                stray_interval_invalid: false,
                bad_interval_literal: extended,
                newline_alternates: true,
                byte_ranges: true,
                repeated_anchors: extended,
                ranges_as_written: true,
                class_mistake_refused: true,
                ..common
            },
            Dialect::GrepParts => {
                Rules { repeated_anchors: false, stray_brace_skipped: true, ..Rules::of(syntax, Dialect::Grep) }
            }
            Dialect::Awk => Rules {
                operators_anywhere: false,
                stray_operator_invalid: false,
                bad_interval_literal: true,
                back_references: false,
                bracket_escapes: true,
                wide_ranges: true,
                ..common
            },
            Dialect::Emacs => Rules {
                plain_parentheses: false,
                intervals: false,
                plain_braces: false,
                plain_bar: false,
                escaped_plus: false,
                anchors_anywhere: false,
                operators_anywhere: false,
                stray_operator_invalid: false,
                stray_interval_invalid: false,
                stray_close_literal: false,
                classes: false,
                ..common
            },
        }
    }
}
