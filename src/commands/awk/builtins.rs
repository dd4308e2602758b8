//! awk's functions.

use std::rc::Rc;

use bytes::Bytes;

use super::array::{ArrayRef, Cell};
use super::dialect::{Dialect, Numbers};
use super::machine::{Machine, Run};
use super::program::{Builtin, Expr, Place, Slot, special};
use super::streams::{Flushed, Sides};
use super::value::{self, Value};

/// What a message may belong to.
const CATEGORIES: [&[u8]; 7] =
    [b"LC_ALL", b"LC_COLLATE", b"LC_CTYPE", b"LC_MESSAGES", b"LC_MONETARY", b"LC_NUMERIC", b"LC_TIME"];

impl Machine<'_, '_> {
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        match builtin {
            Builtin::Length => self.length(arguments),
            Builtin::Substr => self.substr(arguments),
            Builtin::Index => self.index(arguments),
            Builtin::Split => self.split(arguments, false),
            Builtin::Patsplit => self.split(arguments, true),
            Builtin::Sub | Builtin::Gsub => self.substitute(builtin == Builtin::Gsub, arguments),
            Builtin::Gensub => self.gensub(arguments),
            Builtin::Match => self.match_text(arguments),
            Builtin::Sprintf => Ok(Value::text(self.formatted(arguments)?)),
            Builtin::Tolower | Builtin::Toupper => {
                let text = self.text(&arguments[0])?;
                Ok(Value::text(self.change_case(&text, builtin == Builtin::Toupper)?))
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
                let Some(name) = name.filter(|name| !matches!(&name[..], b"" | b"/dev/stdout" | b"/dev/stderr")) else {
                    self.streams.flush(self.context)?;
                    return Ok(Value::Number(0.0));
                };
                let (before, behind) = match self.streams.flush_one(self.context, &name)? {
                    Flushed::Done => return Ok(Value::Number(0.0)),
                    Flushed::NotOpen => ("", "is not an open file, pipe or co-process"),
                    Flushed::IsReadFile => ("cannot flush: file ", "opened for reading, not writing"),
                    Flushed::IsReadCommand => ("cannot flush: pipe ", "opened for reading, not writing"),
                    Flushed::IsClosed => ("cannot flush: two-way pipe ", "has closed write end"),
                };
                let parts = [b"warning: fflush: ", before.as_bytes(), b"`", &name, b"' ", behind.as_bytes()];
                self.warn(parts.concat())?;
                Ok(Value::Number(-1.0))
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

    /// An argument that has to be an array.
    pub fn array_argument(&mut self, expr: Option<&Expr>, function: Builtin, number: usize) -> Run<ArrayRef> {
        match expr {
            Some(Expr::Variable(slot)) if self.kind_of(*slot) != Some(false) => self.array(*slot),
            Some(Expr::Element(name, subscript)) => {
                let (array, key) = self.array_and_key(name, subscript)?;
                let mut outer = array.borrow_mut();
                match outer.entry(&key).0 {
                    Cell::Array(inner) => return Ok(Rc::clone(inner)),
                    cell @ Cell::Untyped => {
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
            Some(expr) => {
                // Its value is looked at first, which may be a mistake of its own.
                self.value(expr)?;
                self.no_array(function, number)
            }
            None => self.no_array(function, number),
        }
    }

    fn no_array<T>(&self, function: Builtin, number: usize) -> Run<T> {
        let place = ["first", "second", "third", "fourth"].get(number).unwrap_or(&"last");
        self.fatal(format!("{}: {place} argument is not an array", function.name()))
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
                    Cell::Untyped => return Ok(Value::text(Bytes::from_static(b"untyped"))),
                    Cell::Value(value) => value.clone(),
                };
                kind_of_value(&value, self.dialect.numbers())
            }
            Expr::Builtin(Builtin::Gensub, _) => {
                self.value(expr)?;
                "string"
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

}

/// What `typeof` says of a scalar.
fn kind_of_value(value: &Value, numbers: Numbers) -> &'static str {
    match value {
        Value::Unset | Value::Absent => "unassigned",
        Value::Number(_) => "number",
        Value::Bool(_) => "number|bool",
        Value::Regex(..) => "regexp",
        Value::Text(_) => "string",
        Value::Input(text) if value::numeric_as(text, numbers).is_some() => "strnum",
        Value::Input(_) => "string",
    }
}
