//! The functions of strings: how long they are, what is where in them, what they fall into.

use std::rc::Rc;

use bstr::ByteSlice;
use bytes::Bytes;

use super::fields::{self, Piece, Splitter};
use super::machine::{Machine, NEW_ELEMENT, Run, Stop, splitter_at, splitter_for};
use super::program::{Builtin, Expr, special};
use super::reader::Separator;
use super::value::Value;

/// Bytes of a string whose work is not counted.
const SHORT: usize = 4 << 10;

/// Bytes of a string between two looks at whether the run has to stop.
const PIECE: usize = 1 << 20;

/// Elements of an array that are counted together.
const COUNTED_AT_ONCE: usize = 1 << 10;

/// A string in pieces that cut no character.
fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = PIECE.min(rest.len());
        // A character has at most three bytes behind its first.
        let back = (0..4).take_while(|back| rest.get(end - back).is_some_and(|byte| byte & 0xc0 == 0x80)).count();
        if back < 4 {
            end -= back;
        }
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

impl Machine<'_, '_> {
    pub(super) fn length(&mut self, arguments: &[Expr]) -> Run<Value> {
        let text = match arguments.first() {
            None => return self.record_length(),
            Some(Expr::Field(index)) if matches!(**index, Expr::Number(0.0)) => return self.record_length(),
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
        Ok(Value::Number(self.count_characters(&text)? as f64))
    }

    /// `length($0)`
    fn record_length(&mut self) -> Run<Value> {
        self.refresh()?;
        Ok(Value::Number(self.count_characters(self.record.text())? as f64))
    }

    /// Counts work on so many bytes of a string, if they are many.
    pub(super) fn work(&self, bytes: usize) -> Run<()> {
        if bytes < SHORT { Ok(()) } else { self.context.charge_bytes(bytes).map_err(Stop::Halt) }
    }

    /// How many characters a string has.
    pub(super) fn count_characters(&self, text: &[u8]) -> Run<usize> {
        let characters = self.dialect.characters();
        let mut count = 0;
        for piece in pieces(text) {
            self.work(piece.len())?;
            count += characters.count(piece);
        }
        Ok(count)
    }

    /// Where character `index` of a string begins, or its end.
    fn offset_of(&self, text: &[u8], mut index: usize) -> Run<usize> {
        let characters = self.dialect.characters();
        let mut offset = 0;
        for piece in pieces(text) {
            self.work(piece.len())?;
            if piece.len() == text.len() {
                return Ok(characters.offset(piece, index));
            }
            let count = characters.count(piece);
            if index < count {
                return Ok(offset + characters.offset(piece, index));
            }
            index -= count;
            offset += piece.len();
        }
        Ok(offset)
    }

    /// A string in capitals, or without any.
    pub(super) fn change_case(&self, text: &[u8], upper: bool) -> Run<Vec<u8>> {
        let characters = self.dialect.characters();
        let change = |piece: &[u8]| if upper { characters.upper(piece) } else { characters.lower(piece) };
        if text.len() <= PIECE {
            self.work(text.len())?;
            return Ok(change(text));
        }
        let mut out = Vec::with_capacity(text.len());
        for piece in pieces(text) {
            self.work(piece.len())?;
            out.extend_from_slice(&change(piece));
        }
        Ok(out)
    }

    /// `index(text, wanted)`
    pub(super) fn index(&mut self, arguments: &[Expr]) -> Run<Value> {
        let (value, untyped) = self.value_or_untyped(&arguments[0])?;
        let text = value.to_text(&self.convfmt);
        let wanted = self.text(&arguments[1])?;
        if let Some(element) = untyped {
            self.settle_as_text(&element)?;
        }
        self.work(text.len())?;
        let found = if self.ignore_case {
            // Folding keeps the number of characters, though not always that of bytes.
            let (folded, wanted) = (self.change_case(&text, false)?, self.change_case(&wanted, false)?);
            match folded.find(&wanted) {
                Some(at) => Some(self.offset_of(&text, self.count_characters(&folded[..at])?)?),
                None => None,
            }
        } else {
            text.find(&wanted[..])
        };
        let place = match found {
            Some(at) => self.count_characters(&text[..at])? + 1,
            None => 0,
        };
        Ok(Value::Number(place as f64))
    }

    pub(super) fn substr(&mut self, arguments: &[Expr]) -> Run<Value> {
        let value = self.value(&arguments[0])?;
        let text = value.into_text(&self.convfmt);
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
        let from = self.offset_of(&text, first)?;
        let to = from + self.offset_of(&text[from..], last - first)?;
        Ok(Value::Text(text.slice(from..to)))
    }

    pub(super) fn split(&mut self, arguments: &[Expr], by_content: bool) -> Run<Value> {
        let function = if by_content { Builtin::Patsplit } else { Builtin::Split };
        let text = self.text(&arguments[0])?;
        let splitter = match arguments.get(2) {
            Some(Expr::Regex(pattern)) if !by_content && pattern.text.is_empty() => {
                Splitter::Characters(self.dialect.characters())
            }
            Some(Expr::Regex(pattern)) if !by_content => {
                splitter_at(self.pattern(pattern)?, &pattern.text, &mut self.regexes, self.ignore_case)?
            }
            Some(expr) if by_content => Splitter::Content(self.regex_of(expr)?, self.dialect.characters()),
            Some(expr) => match self.value(expr)? {
                Value::Regex(regex, text) => splitter_at(regex, &text, &mut self.regexes, self.ignore_case)?,
                value => {
                    let text = value.to_text(&self.convfmt);
                    splitter_for(&text, &mut self.regexes, self.ignore_case, false)?
                }
            },
            None if by_content => {
                let text = self.global_text(special::FPAT);
                let regex = self.regexes.get(&text, self.ignore_case);
                match regex {
                    Ok(regex) => Splitter::Content(regex, self.dialect.characters()),
                    Err(message) => return self.fatal(message),
                }
            }
            None => self.separator_splitter()?,
        };
        // What comes off the stack first is looked at first.
        let separators = match arguments.get(3) {
            Some(_) if self.dialect.is_plain() => return self.fatal("split: fourth argument is a gawk extension"),
            Some(_) => Some(self.array_argument(arguments.get(3), function, 3)?),
            None => None,
        };
        let array = self.array_argument(arguments.get(1), function, 1)?;
        if separators.as_ref().is_some_and(|other| Rc::ptr_eq(other, &array)) {
            let name = function.name();
            return self.fatal(format!("{name}: cannot use the same array for second and fourth args"));
        }
        let by_blank_lines =
            matches!(self.separator, Separator::Paragraph) && &self.global_text(special::FS)[..] == b" ";
        let (mut count, mut charged) = (0usize, 0usize);
        {
            let mut array = array.borrow_mut();
            array.clear();
            let mut separators = separators.as_ref().map(|other| other.borrow_mut());
            if let Some(separators) = &mut separators {
                separators.clear();
            }
            let mut ended = false;
            let text = match &splitter {
                // Where blank lines separate records and FS is as it was, blanks in front are nothing, and so is an
                // empty end.
                Splitter::Regex(..) if by_blank_lines => {
                    let blank = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).count();
                    ended = true;
                    if let Some(separators) = separators.as_mut().filter(|_| blank > 0) {
                        separators.set(b"0", Value::Input(text.slice(..blank)));
                    }
                    text.slice(blank..)
                }
                _ => text,
            };
            let length = text.len();
            self.work(length)?;
            let mut stopped = Ok(());
            let result = fields::split(&text, &splitter, |piece| {
                match piece {
                    Piece::Field(start, end) if ended && start == end && start == length => {}
                    Piece::Field(start, end) => {
                        count += 1;
                        array.set(count.to_string().as_bytes(), Value::Input(text.slice(start..end)));
                    }
                    Piece::Owned(field) => {
                        count += 1;
                        array.set(count.to_string().as_bytes(), Value::Input(field));
                    }
                    Piece::Separator(start, end) => {
                        let edge = matches!(splitter, Splitter::Content(..) | Splitter::Characters(_)) || end > start;
                        if let Some(separators) = &mut separators
                            && edge
                        {
                            separators.set(count.to_string().as_bytes(), Value::Input(text.slice(start..end)));
                        }
                    }
                }
                if count >= charged + COUNTED_AT_ONCE {
                    charged += COUNTED_AT_ONCE;
                    stopped = self.charge(NEW_ELEMENT * COUNTED_AT_ONCE as u64);
                }
                stopped.is_ok()
            });
            stopped?;
            if result.is_err() {
                return Err(self.exhausted());
            }
        }
        self.charge(NEW_ELEMENT * (count - charged) as u64)?;
        Ok(Value::Number(count as f64))
    }

    /// Where a match stands, from 1, and how long it is. Places of what is empty are counted in bytes.
    fn place_and_length(&self, text: &[u8], start: usize, end: usize) -> Run<(f64, f64)> {
        if start == end {
            return Ok((start as f64 + 1.0, 0.0));
        }
        let place = self.count_characters(&text[..start])? + 1;
        Ok((place as f64, self.count_characters(&text[start..end])? as f64))
    }

    pub(super) fn match_text(&mut self, arguments: &[Expr]) -> Run<Value> {
        let text = self.text(&arguments[0])?;
        if arguments.len() > 2 {
            self.array_argument(arguments.get(2), Builtin::Match, 2)?;
        }
        let regex = self.regex_of(&arguments[1])?;
        self.work(text.len())?;
        let captures = fields::captures(&regex, &text, 0).map_err(|_| self.exhausted())?;
        let whole = captures.as_ref().and_then(|captures| captures.get(0));
        let (start, length) = match whole {
            Some((start, end)) => self.place_and_length(&text, start, end)?,
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
                    let (place, length) = self.place_and_length(&text, start, end)?;
                    for (name, number) in [("start", place), ("length", length)] {
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
