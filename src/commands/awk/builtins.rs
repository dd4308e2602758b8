//! awk's functions.

use std::rc::Rc;

use bstr::ByteSlice;
use bytes::Bytes;

use super::array::{ArrayRef, Cell};
use super::dialect::{Dialect, Numbers};
use super::fields::{self, Piece, Splitter};
use super::reader::Separator;
use super::machine::{Machine, Run, splitter_for};
use super::program::{Builtin, Expr, Place, Slot, special};
use super::streams::Sides;
use super::value::{self, Value};
use shell::format::strftime::{self, Zone};
use shell::regex::Regex;

/// What a message may belong to.
const CATEGORIES: [&[u8]; 7] =
    [b"LC_ALL", b"LC_COLLATE", b"LC_CTYPE", b"LC_MESSAGES", b"LC_MONETARY", b"LC_NUMERIC", b"LC_TIME"];

impl Machine<'_, '_> {
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        let characters = self.dialect.characters();
        match builtin {
            Builtin::Length => self.length(arguments),
            Builtin::Substr => self.substr(arguments),
            Builtin::Index => {
                let text = self.text(&arguments[0])?;
                let wanted = self.text(&arguments[1])?;
                let found = if self.ignore_case {
                    // Folding keeps the number of characters, though not always that of bytes.
                    let folded = characters.lower(&text);
                    let found = folded.find(&characters.lower(&wanted)[..]);
                    found.map(|at| characters.offset(&text, characters.count(&folded[..at])))
                } else {
                    text.find(&wanted[..])
                };
                let place = found.map_or(0, |at| characters.count(&text[..at]) + 1);
                Ok(Value::Number(place as f64))
            }
            Builtin::Split => self.split(arguments, false),
            Builtin::Patsplit => self.split(arguments, true),
            Builtin::Sub | Builtin::Gsub => self.substitute(builtin == Builtin::Gsub, arguments),
            Builtin::Gensub => self.gensub(arguments),
            Builtin::Match => self.match_text(arguments),
            Builtin::Sprintf => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.value(argument)?);
                }
                Ok(Value::text(self.format(&values)?))
            }
            Builtin::Tolower | Builtin::Toupper => {
                let text = self.text(&arguments[0])?;
                let mapped = if builtin == Builtin::Toupper { characters.upper(&text) } else { characters.lower(&text) };
                Ok(Value::text(mapped))
            }
            Builtin::Asort | Builtin::Asorti => self.sort_array(builtin == Builtin::Asorti, arguments),
            Builtin::IsArray => {
                let is_array = match &arguments[0] {
                    Expr::Variable(slot) => self.kind_of(*slot) == Some(true),
                    Expr::Element(name, subscript) => self.element_array(name, subscript)?.is_some(),
                    _ => false,
                };
                Ok(Value::flag(is_array))
            }
            Builtin::Typeof => self.type_of(&arguments[0]),
            Builtin::Close => {
                let name = self.text(&arguments[0])?;
                let sides = match arguments.get(1) {
                    None => Sides::Both,
                    Some(how) => match &self.text(how)?.to_ascii_lowercase()[..] {
                        b"to" => Sides::Written,
                        b"from" => Sides::Read,
                        _ => return self.fatal("close: second argument must be `to' or `from'"),
                    },
                };
                // What the program printed comes before what a command prints at its end.
                if self.streams.is_open(&name) {
                    self.context.flush()?;
                }
                let status = self.streams.close(self.context, &name, sides)?;
                if status.is_none() && !self.dialect.is_plain() {
                    let text = Bytes::from_static(b"close of redirection that was never opened");
                    self.set_global(special::ERRNO, Value::Text(text));
                }
                let status = if self.dialect.posix { status.map(|_| 0.0) } else { status };
                Ok(Value::Number(status.unwrap_or(-1.0)))
            }
            Builtin::Fflush => {
                let name = match arguments.first() {
                    Some(name) => Some(self.text(name)?),
                    None => None,
                };
                self.context.flush()?;
                let warned = name.clone();
                let found = match name.as_deref() {
                    Some(b"" | b"/dev/stdout" | b"/dev/stderr") | None => self.streams.flush(self.context, None)?,
                    Some(name) => self.streams.flush(self.context, Some(name))?,
                };
                if !found && let Some(name) = warned {
                    let text = [b"warning: fflush: `".as_slice(), &name, b"' is not an open file, pipe or co-process"];
                    self.warn(text.concat())?;
                }
                Ok(Value::Number(if found { 0.0 } else { -1.0 }))
            }
            Builtin::System => {
                let command = self.text(&arguments[0])?;
                if self.sandbox {
                    return self.fatal("'system' function not allowed in sandbox mode");
                }
                self.export_environ();
                let status = self.streams.system(self.context, &command)?;
                Ok(Value::Number(match self.dialect {
                    Dialect { posix: true, .. } if status < 256.0 => status * 256.0,
                    Dialect { posix: true, .. } => status - 256.0,
                    Dialect { traditional: true, .. } if status >= 256.0 => (status - 256.0) / 256.0,
                    _ => status,
                }))
            }
            Builtin::BindTextDomain | Builtin::DcGetText | Builtin::DcnGetText => self.message(builtin, arguments),
            Builtin::Strftime | Builtin::Mktime | Builtin::Systime => self.time(builtin, arguments),
            _ => self.mathematics(builtin, arguments),
        }
    }

    /// The functions of translated messages, of which there are none: each is what it was written as.
    fn message(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        let mut texts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            texts.push(self.value(argument)?);
        }
        let numbers = self.dialect.numbers();
        if builtin == Builtin::BindTextDomain {
            let folder = texts.first().map(|value| value.to_text(&self.convfmt)).unwrap_or_default();
            let domain = match texts.get(1) {
                Some(domain) => domain.to_text(&self.convfmt),
                None => self.global_text(special::TEXTDOMAIN),
            };
            let known = self.domains.entry(domain).or_insert(Bytes::from_static(b"/usr/share/locale"));
            if !folder.is_empty() {
                *known = folder;
            }
            return Ok(Value::Text(known.clone()));
        }
        let category = texts.get(if builtin == Builtin::DcGetText { 2 } else { 4 });
        if let Some(category) = category.map(|category| category.to_text(&self.convfmt))
            && !CATEGORIES.contains(&&category[..])
        {
            let (name, shown) = (builtin.name(), String::from_utf8_lossy(&category).into_owned());
            return self.fatal(format!("{name}: `{shown}' is not a valid locale category"));
        }
        if builtin == Builtin::DcnGetText && texts.len() < 3 {
            return self.fatal(format!("dcngettext: called with {} arguments", texts.len()));
        }
        let plural = match texts.get(2) {
            Some(number) if builtin == Builtin::DcnGetText => number.number(numbers).trunc() != 1.0,
            _ => false,
        };
        let text = texts.get(usize::from(plural)).map(|value| value.to_text(&self.convfmt)).unwrap_or_default();
        Ok(Value::Text(text))
    }

    fn length(&mut self, arguments: &[Expr]) -> Run<Value> {
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

    fn substr(&mut self, arguments: &[Expr]) -> Run<Value> {
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

    /// An argument that has to be an array.
    pub fn array_argument(&mut self, expr: Option<&Expr>, function: Builtin, number: usize) -> Run<ArrayRef> {
        match expr {
            Some(Expr::Variable(slot)) if self.kind_of(*slot) != Some(false) => self.array(*slot),
            Some(Expr::Element(name, subscript)) => {
                let (array, key) = self.array_and_key(name, subscript)?;
                let mut outer = array.borrow_mut();
                match outer.entry(&key).0 {
                    Cell::Array(inner) => return Ok(Rc::clone(inner)),
                    cell @ Cell::Value(Value::Unset) => {
                        let inner = super::array::Array::new_ref();
                        *cell = Cell::Array(Rc::clone(&inner));
                        return Ok(inner);
                    }
                    Cell::Value(_) => {}
                }
                drop(outer);
                self.no_array(function, number)
            }
            Some(Expr::Group(inner)) => self.array_argument(Some(&**inner), function, number),
            Some(expr @ Expr::Call { .. }) => {
                self.value(expr)?;
                self.no_array(function, number)
            }
            _ => self.no_array(function, number),
        }
    }

    fn no_array<T>(&self, function: Builtin, number: usize) -> Run<T> {
        let place = ["first", "second", "third", "fourth"].get(number).unwrap_or(&"last");
        self.fatal(format!("{}: {place} argument is not an array", function.name()))
    }

    fn split(&mut self, arguments: &[Expr], by_content: bool) -> Run<Value> {
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
                let array = self.array_at(name)?;
                let key = self.key(subscript)?;
                let text = match array.borrow_mut().entry(&key).0 {
                    Cell::Value(value) => value.to_text(&self.convfmt),
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

    fn substitute(&mut self, all: bool, arguments: &[Expr]) -> Run<Value> {
        let regex = self.regex_with_text(&arguments[0])?;
        let replacement = self.text(&arguments[1])?;
        let (text, place) = self.target(arguments.get(2))?;
        let parts = replacement_parts(&replacement);
        let mut out = Vec::new();
        let count = self.replace(&regex, &text, if all { Which::All } else { Which::Number(1) }, &mut out, |out, matched, _| {
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

    /// Copies `text` to `out` with matches replaced; how many were.
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
        // Where the last match ended: an empty one right there is none.
        let mut last_end = None;
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
                if last_end == Some(start) && which.is_all() {
                    from = start + if inside > 0 { 1 } else { step };
                    continue;
                }
                if inside == 0 && step > 1 {
                    // Not anchored to a place in the middle: on behind the character.
                    skip_to = Some(start + step);
                }
            }
            found_so_far += 1;
            last_end = Some(end);
            from = match skip_to.take() {
                Some(behind) => behind,
                None if end == start => end + 1,
                None => end,
            };
            if which.wants(found_so_far) {
                count += 1;
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
        out.extend_from_slice(&text[copied..]);
        Ok(count)
    }

    fn gensub(&mut self, arguments: &[Expr]) -> Run<Value> {
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
                    let shown = String::from_utf8_lossy(&how_text).into_owned();
                    self.warn(format!("warning: gensub: third argument `{shown}' treated as 1"))?;
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
        // Without a match input stays input, which may be a number.
        Ok(if count == 0 && matches!(target, Value::Input(_)) { target } else { Value::text(out) })
    }

    fn match_text(&mut self, arguments: &[Expr]) -> Run<Value> {
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

    fn type_of(&mut self, expr: &Expr) -> Run<Value> {
        let kind = match expr {
            Expr::Variable(slot) if self.kind_of(*slot) == Some(true) => "array",
            Expr::Variable(slot @ Slot::Global(index)) if *index <= special::FNR => {
                kind_of_value(&self.get(*slot)?, self.dialect.numbers())
            }
            Expr::Variable(slot) if self.kind_of(*slot).is_none() => "untyped",
            Expr::RegexValue(_) => "regexp",
            Expr::Element(name, subscript) => {
                let (array, key) = self.array_and_key(name, subscript)?;
                let value = match array.borrow_mut().entry(&key).0 {
                    Cell::Array(_) => return Ok(Value::text(Bytes::from_static(b"array"))),
                    Cell::Value(Value::Unset) => return Ok(Value::text(Bytes::from_static(b"untyped"))),
                    Cell::Value(value) => value.clone(),
                };
                kind_of_value(&value, self.dialect.numbers())
            }
            Expr::Builtin(Builtin::Gensub, _) => {
                self.value(expr)?;
                "string"
            }
            Expr::Builtin(Builtin::Mkbool, _) => {
                self.value(expr)?;
                "number|bool"
            }
            Expr::Field(index) => {
                let number = self.number(index)?;
                let place = self.field_index(number)?;
                if place > 0 {
                    self.need_field(place)?;
                    if self.record.is_no_field(place) {
                        return Ok(Value::text(Bytes::from_static(b"unassigned")));
                    }
                }
                let value = self.load(&Place::Field(Expr::Number(number)))?;
                kind_of_value(&value, self.dialect.numbers())
            }
            other => {
                let value = self.value(other)?;
                kind_of_value(&value, self.dialect.numbers())
            }
        };
        Ok(Value::text(Bytes::from_static(kind.as_bytes())))
    }

    fn mathematics(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        let mut numbers = Vec::with_capacity(arguments.len());
        for argument in arguments {
            // `mkbool` and `strtonum` look at the string.
            if builtin == Builtin::Strtonum {
                let value = self.value(argument)?;
                return Ok(Value::Number(match &value {
                    Value::Number(number) => *number,
                    Value::Input(text) if value::numeric_as(text, self.dialect.numbers()).is_some() => {
                        value::number_as(text, self.dialect.numbers())
                    }
                    other => value::any_base(&other.to_text(&self.convfmt)),
                }));
            }
            if builtin == Builtin::Mkbool {
                return Ok(Value::flag(self.truth(argument)?));
            }
            numbers.push(self.number(argument)?);
        }
        let first = numbers.first().copied().unwrap_or(0.0);
        let second = numbers.get(1).copied().unwrap_or(0.0);
        Ok(Value::Number(match builtin {
            Builtin::Int => first.trunc(),
            Builtin::Sin => first.sin(),
            Builtin::Cos => first.cos(),
            Builtin::Atan2 => first.atan2(second),
            Builtin::Exp => {
                let result = first.exp();
                if (result.is_infinite() || result == 0.0) && first.is_finite() {
                    let shown = shown_by_six(first);
                    self.warn(format!("warning: exp: argument {shown} is out of range"))?;
                }
                result
            }
            Builtin::Log => {
                if first < 0.0 {
                    let shown = shown_by_six(first);
                    self.warn(format!("warning: log: received negative argument {shown}"))?;
                    -f64::NAN
                } else {
                    first.ln()
                }
            }
            Builtin::Sqrt => {
                if first < 0.0 {
                    let shown = shown_by_six(first);
                    self.warn(format!("warning: sqrt: received negative argument {shown}"))?;
                    -f64::NAN
                } else {
                    first.sqrt()
                }
            }
            Builtin::Rand => self.random.next(),
            Builtin::Srand => {
                let before = self.random.seed;
                let seed = if arguments.is_empty() { self.seconds() } else { first };
                self.random.set_seed(seed);
                before
            }
            Builtin::And | Builtin::Or | Builtin::Xor => {
                if numbers.len() < 2 {
                    return self.fatal(format!("{}: called with less than two arguments", builtin.name()));
                }
                // The last argument is looked at first.
                if let Some((index, number)) = numbers.iter().enumerate().rfind(|(_, number)| **number < 0.0) {
                    let (name, shown) = (builtin.name(), shown_by_six(*number));
                    let place = index + 1;
                    return self.fatal(format!("{name}: argument {place} negative value {shown} is not allowed"));
                }
                let mut result = None;
                for number in &numbers {
                    let bits = super::printf::unsigned(*number);
                    result = Some(match (builtin, result) {
                        (_, None) => bits,
                        (Builtin::And, Some(result)) => result & bits,
                        (Builtin::Or, Some(result)) => result | bits,
                        (_, Some(result)) => result ^ bits,
                    });
                }
                held(result.unwrap_or(0))
            }
            Builtin::Lshift | Builtin::Rshift => {
                if first < 0.0 || second < 0.0 {
                    let name = builtin.name();
                    return self.fatal(format!("{name}({first:.6}, {second:.6}): negative values are not allowed"));
                }
                // The processor takes the distance by its lowest six bits.
                let bits = super::printf::unsigned(first);
                let by = (super::printf::unsigned(second) & 63) as u32;
                held(if builtin == Builtin::Lshift { bits << by } else { bits >> by })
            }
            Builtin::Compl => {
                if first < 0.0 {
                    return self.fatal(format!("compl({first:.6}): negative value is not allowed"));
                }
                held(!super::printf::unsigned(first))
            }
            _ => 0.0,
        }))
    }

    /// The virtual time in seconds.
    fn seconds(&self) -> f64 {
        self.context.now().0.div_euclid(1_000_000_000) as f64
    }

    fn time(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        let zone_text = self.context.exec.env(b"TZ").map(|zone| zone.to_vec());
        let local = Zone::from_variable(zone_text.as_deref());
        match builtin {
            Builtin::Systime => Ok(Value::Number(self.seconds())),
            Builtin::Mktime => {
                let text = self.text(&arguments[0])?;
                let utc = match arguments.get(1) {
                    Some(flag) => self.truth(flag)?,
                    None => false,
                };
                let zone = if utc { Zone::utc() } else { local };
                Ok(Value::Number(seconds_of(&text, &zone, &mut self.last_offset).unwrap_or(-1.0)))
            }
            _ => {
                let format = match arguments.first() {
                    Some(format) => {
                        // C ends it at a NUL.
                        let format = self.text(format)?;
                        format.slice(..memchr::memchr(0, &format).unwrap_or(format.len()))
                    }
                    None => match self.array(Slot::Global(special::PROCINFO))?.borrow().get(b"strftime") {
                        Some(Cell::Value(format)) => format.to_text(&self.convfmt),
                        _ => Bytes::from_static(b"%a %b %e %H:%M:%S %Z %Y"),
                    },
                };
                let seconds = match arguments.get(1) {
                    Some(seconds) => self.number(seconds)?,
                    None => self.seconds(),
                };
                let utc = match arguments.get(2) {
                    Some(flag) => self.truth(flag)?,
                    None => false,
                };
                let zone = if utc { Zone::utc() } else { local };
                // Years are 32 bits there; beyond them there is no time to show.
                if seconds.is_nan() || seconds.abs() > 6.7768e16 {
                    return Ok(Value::Text(Bytes::new()));
                }
                let mut civil = zone.civil(seconds.floor() as i64, 0);
                if utc {
                    "GMT".clone_into(&mut civil.zone);
                }
                let mut out = Vec::new();
                strftime::strftime(&mut out, &format, &civil, strftime::Dialect::C);
                Ok(Value::text(out))
            }
        }
    }
}

/// A number as C's `%g` shows it.
fn shown_by_six(number: f64) -> String {
    let mut out = Vec::new();
    let spec = shell::format::Spec { precision: Some(6), ..shell::format::Spec::default() };
    shell::format::format_float(&mut out, &spec, b'g', shell::format::Real::from_f64(number));
    String::from_utf8_lossy(&out).into_owned()
}

/// What `typeof` says of a scalar.
fn kind_of_value(value: &Value, numbers: Numbers) -> &'static str {
    match value {
        Value::Unset => "unassigned",
        Value::Number(_) => "number",
        Value::Regex(..) => "regexp",
        Value::Text(_) => "string",
        Value::Input(text) if value::numeric_as(text, numbers).is_some() => "strnum",
        Value::Input(_) => "string",
    }
}

/// `YYYY MM DD HH MM SS [DST]` as seconds. As in C what follows the numbers is not looked at, and an hour that there is
/// twice or not at all is that of the offset that was used last.
fn seconds_of(text: &[u8], zone: &Zone, last_offset: &mut i32) -> Option<f64> {
    let mut numbers = [0i64; 7];
    let mut count = 0;
    let mut rest = text;
    for number in &mut numbers {
        rest = rest.trim_start();
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = rest.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            break;
        }
        let word = std::str::from_utf8(&rest[..sign + digits]).ok()?;
        *number = word.parse().ok()?;
        rest = &rest[sign + digits..];
        count += 1;
    }
    if count < 6 || numbers.iter().any(|number| number.abs() > 2_147_483_647) {
        return None;
    }
    let [year, month, day, hour, minute, second, daylight] = numbers;
    let year = year + (month - 1).div_euclid(12);
    let month = u32::try_from((month - 1).rem_euclid(12) + 1).ok()?;
    let days = strftime::days_before(year, month, 1) + day - 1;
    let naive = days * 86_400 + hour * 3600 + minute * 60 + second;
    let (mut before, mut two_before) = (i64::MIN, i64::MIN);
    let mut guess = naive - i64::from(*last_offset);
    let mut was_daylight = false;
    let mut civil = zone.civil(guess, 0);
    for _ in 0..8 {
        let next = naive - i64::from(civil.offset);
        if next == guess || (guess == two_before && guess != before && was_daylight <= civil.daylight) {
            break;
        }
        was_daylight = civil.daylight;
        (two_before, before, guess) = (before, guess, next);
        civil = zone.civil(guess, 0);
    }
    *last_offset = civil.offset;
    if count == 7 && daylight >= 0 && (daylight > 0) != civil.daylight {
        guess += if daylight > 0 { -3600 } else { 3600 };
    }
    Some(guess as f64)
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

/// The replacement of `sub`: backslashes mean something only before `&`.
fn replacement_parts(text: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'&' => {
                parts.push(Part::Group(0));
                at += 1;
            }
            b'\\' => {
                let length = text[at..].iter().take_while(|byte| **byte == b'\\').count();
                at += length;
                if text.get(at) == Some(&b'&') {
                    push_text(&mut parts, &vec![b'\\'; length / 2]);
                    if length % 2 == 1 {
                        push_text(&mut parts, b"&");
                        at += 1;
                    }
                } else {
                    push_text(&mut parts, &vec![b'\\'; length]);
                }
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
            (b'\\', Some(next @ (b'&' | b'\\'))) => {
                push_text(&mut parts, &[*next]);
                at += 2;
            }
            _ => {
                push_text(&mut parts, &[byte]);
                at += 1;
            }
        }
    }
    parts
}

/// A double holds 53 bits: those from the lowest that is set on are kept.
fn held(bits: u64) -> f64 {
    let kept = ((1 << 53) - 1) << bits.trailing_zeros().min(11);
    (bits & kept) as f64
}
