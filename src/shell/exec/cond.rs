//! `[[ … ]]`

use bstr::ByteSlice;

use crate::shell::builtins::test;
use crate::shell::flow::Flow;
use crate::shell::regex::{self, Regex};
use crate::shell::shell::{Failure, Shell};
use crate::shell::syntax::ast::{Cond, Word, WordPart};

impl Shell {
    /// 0 for true, 1 for false, 2 for a bad regular expression.
    pub(super) fn run_cond(&mut self, cond: &Cond) -> Result<u8, Flow> {
        if self.run_debug_trap()? {
            return Ok(0);
        }
        let outer = std::mem::replace(&mut self.builtin_name, "[[");
        let result = self.test(cond);
        self.builtin_name = outer;
        match result {
            Ok(truth) => Ok(u8::from(!truth)),
            Err(CondError::BadPattern) => Ok(2),
            Err(CondError::Flow(flow)) => Err(flow),
        }
    }

    fn test(&mut self, cond: &Cond) -> Result<bool, CondError> {
        self.charge(1)?;
        match cond {
            Cond::And(left, right) => Ok(self.test(left)? && self.test(right)?),
            Cond::Or(left, right) => Ok(self.test(left)? || self.test(right)?),
            Cond::Not(inner) => {
                self.cond_negated = matches!(**inner, Cond::Unary { .. } | Cond::Binary { .. } | Cond::Regex { .. });
                Ok(!self.test(inner)?)
            }
            Cond::Unary { op, word } => {
                let operand = self.expand_string(word)?;
                self.trace_cond(&[op.as_slice(), &operand])?;
                Ok(test::unary(self, op, &operand)?)
            }
            Cond::Regex { left, right } => self.test_regex(left, right),
            Cond::Binary { op, left, right } => {
                let left = self.expand_string(left)?;
                match op.as_slice() {
                    b"==" | b"=" | b"!=" => {
                        let pattern = self.expand_pattern(right)?;
                        let shown = match (self.state.options.xtrace, right.parts.as_slice()) {
                            // What is quoted is shown with each character escaped.
                            (true, [WordPart::Double(_) | WordPart::Quoted(_)]) => {
                                self.expand_string(right)?.iter().flat_map(|byte| [b'\\', *byte]).collect()
                            }
                            _ => pattern.to_vec(),
                        };
                        self.trace_match(&left, op, &shown)?;
                        Ok(self.match_pattern(&pattern, &left)? == (op != "!="))
                    }
                    b"<" | b">" => {
                        let right = self.expand_string(right)?;
                        self.trace_cond(&[&left, op, &right])?;
                        Ok(if op == "<" { left < right } else { left > right })
                    }
                    b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" => {
                        let right = self.expand_string(right)?;
                        self.trace_cond(&[&left, op, &right])?;
                        // An expression without a value makes the test false.
                        let mut values = [0; 2];
                        for (value, text) in values.iter_mut().zip([&left, &right]) {
                            *value = match self.evaluate_text(text) {
                                Err(Flow::Discard(_)) if self.last_failure.get() == Failure::Arithmetic => {
                                    return Ok(false);
                                }
                                other => other?,
                            };
                        }
                        Ok(test::compare(op, values[0], values[1]))
                    }
                    _ => {
                        let right = self.expand_string(right)?;
                        self.trace_cond(&[&left, op, &right])?;
                        Ok(test::binary(self, op, &left, &right)?)
                    }
                }
            }
        }
    }

    fn trace_cond(&mut self, words: &[&[u8]]) -> Result<(), CondError> {
        if self.state.options.xtrace {
            let words: Vec<&[u8]> = words.iter().map(|word| if word.is_empty() { &b"''"[..] } else { word }).collect();
            let head = if self.cond_negated { &b"[[ ! "[..] } else { b"[[ " };
            let text = [head, &words.join(&b' '), b" ]]"].concat();
            self.trace(&text)?;
        }
        self.cond_negated = false;
        Ok(())
    }

    /// As [`Shell::trace_cond`] for a pattern on the right, which is shown as it is.
    fn trace_match(&mut self, left: &[u8], op: &[u8], pattern: &[u8]) -> Result<(), CondError> {
        if self.state.options.xtrace {
            let left = if left.is_empty() { b"''" } else { left };
            let pattern = if pattern.is_empty() { b"''" } else { pattern };
            let head = if self.cond_negated { &b"[[ ! "[..] } else { b"[[ " };
            self.trace(&[head, left, b" ", op, b" ", pattern, b" ]]"].concat())?;
        }
        self.cond_negated = false;
        Ok(())
    }

    /// `=~`: POSIX leftmost-longest; the groups go into `BASH_REMATCH`.
    fn test_regex(&mut self, left: &Word, right: &Word) -> Result<bool, CondError> {
        let subject = self.expand_string(left)?;
        let pattern = self.expand_regex(right)?;
        self.trace_match(&subject, b"=~", &pattern)?;
        self.charge(1 + (subject.len() as u64 >> 6))?;
        let options = regex::Options {
            syntax: regex::Syntax::Extended,
            ignore_case: self.state.options.nocasematch,
            dot_matches_newline: true,
            ..regex::Options::default()
        };
        let Ok(regex) = Regex::new(&pattern, &options) else {
            self.set_array("BASH_REMATCH", Vec::new())?;
            return Err(CondError::BadPattern);
        };
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
