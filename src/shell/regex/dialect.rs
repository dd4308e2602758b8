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
    /// Anchors can be repeated like anything else: grep's automaton, which chooses the lines, takes them so.
    pub repeated_anchors: bool,
    /// Where bytes are characters, a range that ignores case holds what lies between its ends as they are written (GNU
    /// grep), not between their capitals (glibc).
    pub ranges_as_written: bool,
    /// `[:space:]` as a whole bracket is refused.
    pub class_mistake_refused: bool,
    /// A brace with nothing before it is skipped, whatever follows.
    pub stray_brace_skipped: bool,
    /// What is written like an interval behind an assertion has to be one, though it is text there (grep's automaton).
    pub checks_stray_intervals: bool,
    /// A `$` before a plain `)` or `|` is an anchor, as grep's automaton takes it.
    pub loose_dollars: bool,
    /// Where case is ignored, an escaped small letter matches nothing: glibc compares it with capitals.
    pub escaped_letters_lost: bool,
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
            checks_stray_intervals: false,
            loose_dollars: false,
            escaped_letters_lost: true,
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
                repeated_anchors: true,
                ranges_as_written: true,
                class_mistake_refused: true,
                checks_stray_intervals: !extended,
                loose_dollars: !extended,
                escaped_letters_lost: false,
                ..common
            },
            Dialect::GrepParts => Rules {
                repeated_anchors: false,
                stray_brace_skipped: extended,
                loose_dollars: false,
                escaped_letters_lost: true,
                ..Rules::of(syntax, Dialect::Grep)
            },
            Dialect::Awk => Rules {
                operators_anywhere: false,
                stray_operator_invalid: false,
                bad_interval_literal: true,
                back_references: false,
                bracket_escapes: true,
                wide_ranges: true,
                escaped_letters_lost: false,
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

/// Whether grep's automaton cannot decide about a pattern in UTF-8, so that the matcher which finds parts of lines has
/// the word: because of what refers to groups, looks at words, or stands for characters that are not listed.
pub(super) fn is_left_to_matcher(pattern: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                if matches!(pattern.get(at), Some(b'1'..=b'9' | b'<' | b'>' | b'b' | b'B' | b'w' | b'W' | b's' | b'S'))
                {
                    return true;
                }
                at += 1;
            }
            b'[' => match listed_bracket_end(pattern, at) {
                Some(end) => at = end,
                None => return true,
            },
            _ => {}
        }
    }
    false
}

/// Behind the bracket that began before `at`, if it lists its characters: digits may be ranges and a class.
fn listed_bracket_end(pattern: &[u8], at: usize) -> Option<usize> {
    const DIGITS: &[u8] = b"[:digit:]";
    let mut rest = pattern.get(at..)?;
    let mut is_first = true;
    loop {
        let length = match rest {
            [] => return None,
            [b'^', ..] if is_first => return None,
            [b']', ..] if !is_first => return Some(pattern.len() - rest.len() + 1),
            _ if rest.starts_with(DIGITS) => DIGITS.len(),
            [b'[', b':' | b'.' | b'=', ..] => return None,
            [from, b'-', to, ..] if *to != b']' => match from.is_ascii_digit() && to.is_ascii_digit() {
                true => 3,
                false => return None,
            },
            _ => match bstr::decode_utf8(rest) {
                (Some(_), length) if rest.get(length) != Some(&b'-') || rest.get(length + 1) == Some(&b']') => length,
                _ => return None,
            },
        };
        is_first = false;
        rest = rest.get(length..)?;
    }
}
