//! `sub`, `gsub` and `gensub`: which matches are replaced by what, and where the result goes.

use std::rc::Rc;

use bytes::Bytes;

use super::array::{ArrayRef, Cell};
use super::machine::{Machine, Run};
use super::program::{Expr, Place, Slot};
use super::value::Value;
use shell::regex::Regex;

impl Machine<'_, '_> {
    /// Where the result of `sub` goes: `$0` when no target is given. A target that is no place gets nothing.
    fn target(&mut self, expr: Option<&Expr>) -> Run<(Bytes, Option<TargetPlace>)> {
        let Some(expr) = expr else {
            return Ok((self.record_text()?, Some(TargetPlace::Record)));
        };
        match expr {
            Expr::Variable(slot) => {
                let text = self.text(expr)?;
                Ok((text, Some(TargetPlace::Variable(*slot))))
            }
            Expr::Field(index) => {
                let number = self.number(index)?;
                // To be named as a target makes a field, while the record's text stays as it is.
                if number > self.field_count()? as f64 && number < 1e9 {
                    self.charge(number as u64)?;
                    self.need_fields()?;
                    self.record.make_fields(number as usize);
                }
                let text = self.load(&Place::Field(Expr::Number(number)))?.to_text(&self.convfmt);
                Ok((text, Some(TargetPlace::Field(number))))
            }
            Expr::Element(name, subscript) => {
                let (array, key) = self.array_and_key(name, subscript)?;
                let text = match array.borrow_mut().entry(&key).0 {
                    Cell::Value(value) => value.to_text(&self.convfmt),
                    cell @ Cell::Untyped => {
                        // To be named as a target makes it a string.
                        *cell = Cell::Value(Value::Text(Bytes::new()));
                        Bytes::new()
                    }
                    Cell::Array(_) => Bytes::new(),
                };
                Ok((text, Some(TargetPlace::Element(array, key))))
            }
            other => Ok((self.text(other)?, None)),
        }
    }

    fn put(&mut self, place: Option<TargetPlace>, text: Vec<u8>) -> Run<()> {
        let value = Value::text(text);
        match place {
            None => Ok(()),
            Some(TargetPlace::Record) => self.store(&Place::Field(Expr::Number(0.0)), value),
            Some(TargetPlace::Variable(slot)) => self.set_variable(slot, value),
            Some(TargetPlace::Field(number)) => self.store(&Place::Field(Expr::Number(number)), value),
            Some(TargetPlace::Element(array, key)) => {
                array.borrow_mut().set(&key, value);
                Ok(())
            }
        }
    }

    pub(super) fn substitute(&mut self, all: bool, arguments: &[Expr]) -> Run<Value> {
        let regex = self.regex_with_text(&arguments[0])?;
        let replacement = self.text(&arguments[1])?;
        let (text, place) = self.target(arguments.get(2))?;
        let which = if all { Which::All } else { Which::Number(1) };
        let plain = memchr::memchr2(b'&', b'\\', &replacement).is_none();
        let parts = if plain { Vec::new() } else { replacement_parts(&replacement, self.dialect.posix) };
        let mut out = Vec::new();
        let count = self.replace(&regex, &text, which, &mut out, |out, matched, _| {
            if plain {
                out.extend_from_slice(&replacement);
            }
            for part in &parts {
                match part {
                    Part::Text(text) => out.extend_from_slice(text),
                    Part::Group(_) => out.extend_from_slice(matched),
                }
            }
        })?;
        if count > 0 {
            self.put(place, out)?;
        }
        Ok(Value::Number(count as f64))
    }

    /// Copies `text` to `out` with matches replaced, if there are any; how many were.
    fn replace(
        &mut self,
        (regex, pattern): &(Rc<Regex>, Bytes),
        text: &[u8],
        which: Which,
        out: &mut Vec<u8>,
        mut put: impl FnMut(&mut Vec<u8>, &[u8], &dyn Fn(usize) -> Option<(usize, usize)>),
    ) -> Run<usize> {
        self.charge(text.len() as u64 >> 10)?;
        let mut captures = shell::regex::Captures::new();
        let needs_groups = which.needs_groups();
        let mut count = 0usize;
        let mut copied = 0;
        let mut from = 0;
        let mut found_so_far = 0usize;
        // A match came that was not empty: the next empty one where the search goes on is none.
        let mut passes_empty = false;
        // How many bytes of the character behind an empty match are left, between which gawk finds it again.
        let mut inside = 0usize;
        let mut splits_characters = None;
        let mut skip_to: Option<usize> = None;
        while from <= text.len() {
            let within = inside > 0;
            let found = if within {
                inside -= 1;
                Some((from, from))
            } else if needs_groups {
                let found = regex.captures_at(text, from, &mut captures).map_err(|_| self.exhausted())?;
                if found { captures.get(0) } else { None }
            } else {
                regex.find_at(text, from).map_err(|_| self.exhausted())?
            };
            let Some((start, end)) = found else { break };
            if start == end && !within {
                let step = text.get(start..).filter(|rest| !rest.is_empty()).map_or(1, |rest| self.dialect.characters().step(rest));
                if step > 1 && !self.ignore_case {
                    let splits = match splits_characters {
                        Some(splits) => splits,
                        None => {
                            let probe = regex.find_at(b"\x80\x80", 1).map_err(|_| self.exhausted())?;
                            probe == Some((1, 1)) && !super::regexes::needs_characters(pattern)
                        }
                    };
                    splits_characters = Some(splits);
                    inside = if splits { step - 1 } else { 0 };
                }
                // Where one match alone is wanted, each counts.
                if passes_empty && start == from && which.is_all() {
                    passes_empty = false;
                    from = start + if inside > 0 { 1 } else { step };
                    continue;
                }
                if inside == 0 && step > 1 {
                    // Not anchored to a place in the middle: on behind the character.
                    skip_to = Some(start + step);
                }
            }
            found_so_far += 1;
            passes_empty |= end > start;
            from = match skip_to.take() {
                Some(behind) => behind,
                None if end == start => end + 1,
                None => end,
            };
            if which.wants(found_so_far) {
                count += 1;
                if count == 1 {
                    out.reserve(text.len());
                }
                out.extend_from_slice(&text[copied..start]);
                put(out, &text[start..end], &|group| if within { None } else { captures.get(group) });
                copied = end;
                self.charge(1 + (out.len() as u64 >> 20))?;
                if out.len() > 64 << 20 {
                    return self.fatal("a string is longer than 64 MiB");
                }
                if matches!(which, Which::Number(_) | Which::GroupsNumber(_)) {
                    break;
                }
            }
        }
        // Without a match nobody wants it.
        if count > 0 {
            out.extend_from_slice(&text[copied..]);
        }
        Ok(count)
    }

    pub(super) fn gensub(&mut self, arguments: &[Expr]) -> Run<Value> {
        let regex = self.regex_with_text(&arguments[0])?;
        let replacement = self.text(&arguments[1])?;
        let how = self.value(&arguments[2])?;
        let target = match arguments.get(3) {
            Some(text) => self.value(text)?,
            None => {
                self.refresh()?;
                self.record.value()
            }
        };
        let text = target.to_text(&self.convfmt);
        let how_text = how.to_text(&self.convfmt);
        let which = if matches!(how_text.first(), Some(b'g' | b'G')) {
            Which::Groups
        } else {
            let number = how.number(self.dialect.numbers());
            if number < 1.0 {
                if number <= 0.0 {
                    let parts = [b"warning: gensub: third argument `", &how_text[..], b"' treated as 1"];
                    self.warn(parts.concat())?;
                }
                Which::GroupsNumber(1)
            } else {
                Which::GroupsNumber(number as usize)
            }
        };
        let parts = general_parts(&replacement);
        let mut out = Vec::new();
        let count = self.replace(&regex, &text, which, &mut out, |out, matched, group| {
            for part in &parts {
                match part {
                    Part::Text(text) => out.extend_from_slice(text),
                    Part::Group(0) => out.extend_from_slice(matched),
                    Part::Group(number) => {
                        if let Some((start, end)) = group(*number) {
                            out.extend_from_slice(text.get(start..end).unwrap_or_default());
                        }
                    }
                }
            }
        })?;
        // Without a match input stays input, which may be a number, and nothing stays nothing.
        let stays = matches!(target, Value::Input(_) | Value::Unset | Value::Absent);
        Ok(match count {
            0 if stays => target,
            0 => Value::Text(text),
            _ => Value::text(out),
        })
    }
}

/// Where `sub` puts its result.
enum TargetPlace {
    Record,
    Variable(Slot),
    Field(f64),
    Element(ArrayRef, Bytes),
}

/// Which matches are replaced, and whether groups are needed for it.
enum Which {
    All,
    Number(usize),
    Groups,
    GroupsNumber(usize),
}

impl Which {
    fn needs_groups(&self) -> bool {
        matches!(self, Which::Groups | Which::GroupsNumber(_))
    }

    fn is_all(&self) -> bool {
        matches!(self, Which::All | Which::Groups)
    }

    fn wants(&self, number: usize) -> bool {
        match self {
            Which::All | Which::Groups => true,
            Which::Number(wanted) | Which::GroupsNumber(wanted) => number == *wanted,
        }
    }
}

/// A piece of a replacement.
enum Part {
    Text(Vec<u8>),
    /// 0: the whole match.
    Group(usize),
}

fn push_text(parts: &mut Vec<Part>, text: &[u8]) {
    if let Some(Part::Text(last)) = parts.last_mut() {
        last.extend_from_slice(text);
    } else {
        parts.push(Part::Text(text.to_vec()));
    }
}

/// The replacement of `sub`: backslashes mean something before `&`, and where four of them stand together, or two in POSIX.
fn replacement_parts(text: &[u8], posix: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'&' => {
                parts.push(Part::Group(0));
                at += 1;
            }
            b'\\' => {
                let (plain, length): (&[u8], _) = match &text[at + 1..] {
                    [b'&', ..] => (b"&", 2),
                    [b'\\', ..] if posix => (b"\\", 2),
                    [b'\\', b'\\', b'&', ..] if !posix => (b"\\&", 4),
                    [b'\\', b'\\', b'\\', ..] if !posix => (b"\\\\", 4),
                    // What follows is an `&` of its own.
                    [b'\\', b'&', ..] if !posix => (b"\\", 2),
                    _ => (b"\\", 1),
                };
                push_text(&mut parts, plain);
                at += length;
            }
            _ => {
                let end = memchr::memchr2(b'&', b'\\', &text[at..]).map_or(text.len(), |found| at + found);
                push_text(&mut parts, &text[at..end]);
                at = end;
            }
        }
    }
    parts
}

/// The replacement of `gensub`: `\N` is a group, `&` and `\0` the match.
fn general_parts(text: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match (byte, text.get(at + 1)) {
            (b'&', _) => {
                parts.push(Part::Group(0));
                at += 1;
            }
            (b'\\', Some(digit @ b'0'..=b'9')) => {
                parts.push(Part::Group(usize::from(digit - b'0')));
                at += 2;
            }
            (b'\\', Some(next)) => {
                push_text(&mut parts, &[*next]);
                at += 2;
            }
            // What ends the text there stands for itself behind a backslash.
            (b'\\', None) if at > 0 => {
                push_text(&mut parts, b"\0");
                at += 1;
            }
            _ => {
                push_text(&mut parts, &[byte]);
                at += 1;
            }
        }
    }
    parts
}
