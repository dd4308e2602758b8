//! The functions of strings: how long they are, what is where in them, what they fall into.

use std::rc::Rc;

use bytes::Bytes;

use super::fields::{self, Piece, Splitter};
use super::machine::{Machine, Run, splitter_for};
use super::program::{Builtin, Expr, special};
use super::reader::Separator;
use super::value::Value;

impl Machine<'_, '_> {
    pub(super) fn length(&mut self, arguments: &[Expr]) -> Run<Value> {
        let text = match arguments.first() {
            None => self.record_text()?,
            Some(Expr::Variable(slot)) if self.kind_of(*slot) == Some(true) => {
                if self.dialect.posix {
                    return self.fatal("length: received array argument");
                }
                let array = self.array(*slot)?;
                let length = array.borrow().len();
                return Ok(Value::Number(length as f64));
            }
            Some(Expr::Element(name, subscript)) => match self.element_array(name, subscript)? {
                Some(array) => {
                    let length = array.borrow().len();
                    return Ok(Value::Number(length as f64));
                }
                None => self.text(&arguments[0])?,
            },
            Some(argument) => self.text(argument)?,
        };
        Ok(Value::Number(self.dialect.characters().count(&text) as f64))
    }

    pub(super) fn substr(&mut self, arguments: &[Expr]) -> Run<Value> {
        let value = self.value(&arguments[0])?;
        let text = value.to_text(&self.convfmt);
        // gawk cuts positions to whole numbers, and a start before the string is its start.
        let start = self.number(&arguments[1])?.trunc().max(1.0);
        let length = match arguments.get(2) {
            Some(length) => self.number(length)?.trunc(),
            None => f64::INFINITY,
        };
        let first = (start - 1.0).min(text.len() as f64) as usize;
        let last = (start - 1.0 + length).clamp(0.0, text.len() as f64) as usize;
        if last <= first {
            return Ok(Value::Text(Bytes::new()));
        }
        let characters = self.dialect.characters();
        let from = characters.offset(&text, first);
        let to = from + characters.offset(&text[from..], last - first);
        Ok(Value::Text(text.slice(from..to)))
    }

    pub(super) fn split(&mut self, arguments: &[Expr], by_content: bool) -> Run<Value> {
        let function = if by_content { Builtin::Patsplit } else { Builtin::Split };
        let text = self.text(&arguments[0])?;
        let splitter = match arguments.get(2) {
            Some(Expr::Regex(pattern)) if !by_content && pattern.text.is_empty() => {
                Splitter::Characters(self.dialect.characters())
            }
            Some(Expr::Regex(pattern)) if !by_content => Splitter::Regex(self.pattern(pattern)?),
            Some(expr) if by_content => Splitter::Content(self.regex_of(expr)?),
            Some(expr) => match self.value(expr)? {
                Value::Regex(regex, _) => Splitter::Regex(regex),
                value => {
                    let text = value.to_text(&self.convfmt);
                    splitter_for(&text, &mut self.regexes, self.ignore_case, false)?
                }
            },
            None if by_content => {
                let text = self.global_text(special::FPAT);
                let regex = self.regexes.get(&text, self.ignore_case);
                match regex {
                    Ok(regex) => Splitter::Content(regex),
                    Err(message) => return self.fatal(message),
                }
            }
            None => self.separator_splitter()?,
        };
        let array = self.array_argument(arguments.get(1), function, 1)?;
        let separators = match arguments.get(3) {
            Some(_) if self.dialect.is_plain() => return self.fatal("split: fourth argument is a gawk extension"),
            Some(_) => Some(self.array_argument(arguments.get(3), function, 3)?),
            None => None,
        };
        if separators.as_ref().is_some_and(|other| Rc::ptr_eq(other, &array)) {
            let name = function.name();
            return self.fatal(format!("{name}: cannot use the same array for second and fourth args"));
        }
        let mut count = 0usize;
        {
            let mut array = array.borrow_mut();
            array.clear();
            let mut separators = separators.as_ref().map(|other| other.borrow_mut());
            if let Some(separators) = &mut separators {
                separators.clear();
            }
            let mut ended = false;
            let text = match &splitter {
                // Where blank lines separate records, newlines in front are nothing, and so is an empty end.
                Splitter::Regex(_) if matches!(self.separator, Separator::Paragraph) => {
                    let blank = text.iter().take_while(|byte| **byte == b'\n').count();
                    ended = true;
                    text.slice(blank..)
                }
                _ => text,
            };
            let length = text.len();
            // The work is counted when it is known; meanwhile the run may have to stop.
            let scheduler = &self.context.exec.kernel.scheduler;
            let mut stopped = None;
            let result = fields::split(&text, &splitter, |piece| match piece {
                _ if stopped.is_some() => {}
                Piece::Field(start, end) if ended && start == end && start == length => {}
                Piece::Field(start, end) => {
                    if count & 0x3ff == 0x3ff {
                        stopped = scheduler.look().err();
                    }
                    count += 1;
                    array.set(count.to_string().as_bytes(), Value::Input(text.slice(start..end)));
                }
                Piece::Owned(field) => {
                    count += 1;
                    array.set(count.to_string().as_bytes(), Value::Input(field));
                }
                Piece::Separator(start, end) => {
                    let edge = matches!(splitter, Splitter::Content(_) | Splitter::Characters(_)) || end > start;
                    if let Some(separators) = &mut separators
                        && edge
                    {
                        separators.set(count.to_string().as_bytes(), Value::Text(text.slice(start..end)));
                    }
                }
            });
            if let Some(halt) = stopped {
                return Err(super::machine::Stop::Halt(halt));
            }
            if result.is_err() {
                return Err(self.exhausted());
            }
        }
        self.charge(8 * count as u64)?;
        Ok(Value::Number(count as f64))
    }

    pub(super) fn match_text(&mut self, arguments: &[Expr]) -> Run<Value> {
        let text = self.text(&arguments[0])?;
        if arguments.len() > 2 {
            self.array_argument(arguments.get(2), Builtin::Match, 2)?;
        }
        let regex = self.regex_of(&arguments[1])?;
        let captures = fields::captures(&regex, &text, 0).map_err(|_| self.exhausted())?;
        let whole = captures.as_ref().and_then(|captures| captures.get(0));
        let characters = self.dialect.characters();
        // Places of what is empty are counted in bytes there.
        let place = |start: usize, end: usize| match start == end {
            true => start as f64 + 1.0,
            false => characters.count(&text[..start]) as f64 + 1.0,
        };
        let width = |start: usize, end: usize| characters.count(&text[start..end]) as f64;
        let (start, length) = match whole {
            Some((start, end)) => (place(start, end), width(start, end)),
            None => (0.0, -1.0),
        };
        if arguments.len() > 2 {
            let array = self.array_argument(arguments.get(2), Builtin::Match, 2)?;
            let mut array = array.borrow_mut();
            array.clear();
            if let Some(captures) = &captures {
                for group in 0..=regex.group_count() {
                    let Some((start, end)) = captures.get(group) else { continue };
                    array.set(group.to_string().as_bytes(), Value::Input(text.slice(start..end)));
                    for (name, number) in [("start", place(start, end)), ("length", width(start, end))] {
                        let mut key = group.to_string().into_bytes();
                        key.extend_from_slice(&self.subsep);
                        key.extend_from_slice(name.as_bytes());
                        array.set(&key, Value::Number(number));
                    }
                }
            }
        }
        self.set_global(special::RSTART, Value::Number(start));
        self.set_global(special::RLENGTH, Value::Number(length));
        Ok(Value::Number(start))
    }
}
