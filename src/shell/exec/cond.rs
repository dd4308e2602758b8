//! `[[ … ]]`

use bstr::{BString, ByteSlice};

use crate::builtins::test;
use crate::flow::Flow;
use crate::regex::{self, Regex};
use crate::shell::{Failure, Shell};
use crate::syntax::ast::{Cond, Word};

impl Shell {
    /// 0 for true, 1 for false, 2 for a bad regular expression.
    pub(super) fn run_cond(&mut self, cond: &Cond) -> Result<u8, Flow> {
        if self.run_debug_trap()? {
            return Ok(0);
        }
        let outer = std::mem::replace(&mut self.builtin_name, "[[");
        let result = self.test(cond, false);
        self.builtin_name = outer;
        match result {
            Ok(truth) => Ok(u8::from(!truth)),
            Err(CondError::BadPattern) => Ok(2),
            Err(CondError::Flow(flow)) => Err(flow),
        }
    }

    /// `negated`: a `!` stands directly before it, which `set -x` shows.
    fn test(&mut self, cond: &Cond, negated: bool) -> Result<bool, CondError> {
        self.charge(1)?;
        match cond {
            Cond::Group(inner) => self.test(inner, false),
            Cond::And(left, right) => Ok(self.test(left, false)? && self.test(right, false)?),
            Cond::Or(left, right) => Ok(self.test(left, false)? || self.test(right, false)?),
            Cond::Not(inner) => Ok(!self.test(inner, !negated)?),
            Cond::Unary { op, word } => {
                let operand = self.expand_string(word)?;
                self.trace_cond(negated, &[op.as_slice(), &operand])?;
                // Messages about the subscript of `-v` do not name the command.
                let outer = self.builtin_name;
                if op == "-v" {
                    self.builtin_name = "";
                }
                let result = test::unary(self, op, &operand);
                self.builtin_name = outer;
                Ok(result?)
            }
            Cond::Regex { left, right } => self.test_regex(left, right, negated),
            Cond::Binary { op, left, right } => {
                let left = self.expand_string(left)?;
                match op.as_slice() {
                    b"==" | b"=" | b"!=" => {
                        let pattern = if self.state.options.xtrace {
                            let (shown, pattern) = self.expand_shown_pattern(right)?;
                            self.trace_cond(negated, &[&left, op, &shown])?;
                            pattern
                        } else {
                            self.expand_pattern(right)?
                        };
                        // Here extended patterns are read whatever `extglob` says.
                        Ok(self.match_pattern(&pattern, &left, true)? == (op != "!="))
                    }
                    b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" => {
                        let right = self.expand_string(right)?;
                        self.trace_cond(negated, &[&left, op, &right])?;
                        let Some(left) = self.number_in_condition(&left)? else { return Ok(false) };
                        let Some(right) = self.number_in_condition(&right)? else { return Ok(false) };
                        Ok(test::compare(op, left, right))
                    }
                    _ => {
                        let right = self.expand_string(right)?;
                        self.trace_cond(negated, &[&left, op, &right])?;
                        Ok(test::binary(self, op, &left, &right)?)
                    }
                }
            }
        }
    }

    /// `None`: it is none, which was reported and makes the test false.
    fn number_in_condition(&mut self, text: &[u8]) -> Result<Option<i64>, Flow> {
        match self.evaluate_for("[[", text) {
            Ok(number) => Ok(Some(number)),
            Err(Flow::Discard(_)) if self.last_failure.get() == Failure::Arithmetic => Ok(None),
            Err(flow) => Err(flow),
        }
    }

    /// `set -x`: the words as they are; only of an empty one quotes are shown.
    fn trace_cond(&mut self, negated: bool, words: &[&[u8]]) -> Result<(), CondError> {
        if self.state.options.xtrace {
            let mut text = BString::from(if negated { "[[ ! " } else { "[[ " });
            for word in words {
                text.extend_from_slice(if word.is_empty() { b"''" } else { word });
                text.push(b' ');
            }
            text.extend_from_slice(b"]]");
            self.trace(&text)?;
        }
        Ok(())
    }

    /// `=~`: POSIX leftmost-longest; the groups go into `BASH_REMATCH`.
    fn test_regex(&mut self, left: &Word, right: &Word, negated: bool) -> Result<bool, CondError> {
        let subject = self.expand_string(left)?;
        let pattern = self.expand_regex(right)?;
        self.trace_cond(negated, &[&subject, b"=~", &pattern])?;
        self.charge(1 + (subject.len() as u64 >> 6))?;
        let options = regex::Options {
            syntax: regex::Syntax::Extended,
            ignore_case: self.state.options.nocasematch,
            dot_matches_newline: true,
            ..regex::Options::default()
        };
        let Ok(regex) = Regex::new(&pattern, &options) else { return Err(CondError::BadPattern) };
        let mut captures = regex::Captures::default();
        let found = regex.captures_at(&subject, 0, &mut captures);
        let mut groups = Vec::new();
        let matched = matches!(found, Ok(true));
        if matched {
            for group in 0..=regex.group_count() {
                let text = captures.get(group).map(|(start, end)| subject[start..end].as_bytes().into());
                groups.push(text.unwrap_or_default());
            }
        }
        self.set_array("BASH_REMATCH", groups)?;
        Ok(matched)
    }
}

enum CondError {
    BadPattern,
    Flow(Flow),
}

impl From<Flow> for CondError {
    fn from(flow: Flow) -> Self {
        CondError::Flow(flow)
    }
}
