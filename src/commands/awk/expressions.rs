//! Expressions and their patterns.

use std::cmp::Ordering;
use std::rc::Rc;

use bytes::Bytes;

use super::array::{ArrayRef, Cell};
use super::dialect::{Characters, Numbers};
use super::machine::{LONGEST, Machine, NEW_ELEMENT, Run, Variable, bad_regex};
use super::program::{ArrayName, Binary, Comparison, Expr, Pattern, Place, Slot, special};
use super::value::{self, Value};
use shell::expand::case::to_lower;
use shell::regex::Regex;

impl Machine<'_, '_> {
    pub(super) fn check_length(&self, length: usize) -> Run<()> {
        if length > LONGEST {
            return self.fatal("a string is longer than 64 MiB");
        }
        Ok(())
    }

    /// Evaluates for the effect alone.
    pub(super) fn effect(&mut self, expr: &Expr) -> Run<()> {
        match expr {
            Expr::Step { place, by, .. } => {
                self.step(place, *by)?;
                Ok(())
            }
            Expr::Update(operator, place, amount) => {
                self.update(*operator, place, amount)?;
                Ok(())
            }
            Expr::Assign(place, value) if self.append_in_place(place, value)? => Ok(()),
            other => self.value(other).map(|_| ()),
        }
    }

    pub fn truth(&mut self, expr: &Expr) -> Run<bool> {
        match expr {
            Expr::Regex(pattern) => self.matches_record(pattern),
            Expr::Group(inner) => self.truth(inner),
            Expr::Not(inner) => Ok(!self.truth(inner)?),
            Expr::And(left, right) => Ok(self.truth(left)? && self.truth(right)?),
            Expr::Or(left, right) => Ok(self.truth(left)? || self.truth(right)?),
            Expr::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Expr::Match { negated, text, pattern } => Ok(self.matches(text, pattern)? != *negated),
            Expr::In(subscript, array) => self.contains(subscript, array),
            other => Ok(self.value(other)?.is_true(self.dialect.numbers())),
        }
    }

    pub fn number(&mut self, expr: &Expr) -> Run<f64> {
        match expr {
            Expr::Number(number) => Ok(*number),
            Expr::Group(inner) => self.number(inner),
            Expr::Binary(operator, left, right) => {
                let left = self.number(left)?;
                let right = self.number(right)?;
                self.arithmetic(*operator, left, right)
            }
            Expr::Minus(inner) => Ok(-self.number(inner)?),
            Expr::Plus(inner) => self.number(inner),
            Expr::Field(index) => {
                if let Expr::Number(number) = **index
                    && number >= 1.0
                {
                    self.need_field(number as usize)?;
                    if let Some(bytes) = self.record.bytes(number as usize) {
                        return Ok(value::number_as(bytes, self.dialect.numbers()));
                    }
                }
                Ok(self.get_field(index)?.number(self.dialect.numbers()))
            }
            Expr::Variable(slot) => {
                if let Some(number) = self.number_at_hand(expr) {
                    return Ok(number);
                }
                let value = self.get(*slot)?;
                self.read_number(&value)
            }
            Expr::Step { place, by, before } => {
                let old = self.step(place, *by)?;
                Ok(if *before { old + by } else { old })
            }
            Expr::Update(operator, place, amount) => self.update(*operator, place, amount),
            other => {
                let value = self.value(other)?;
                self.read_number(&value)
            }
        }
    }

    /// The number of a value, whose digits may be many.
    fn read_number(&self, value: &Value) -> Run<f64> {
        if let Value::Text(text) | Value::Input(text) | Value::Regex(_, text) = value {
            self.work(text.len())?;
        }
        Ok(value.number(self.dialect.numbers()))
    }

    pub(super) fn arithmetic(&self, operator: Binary, left: f64, right: f64) -> Run<f64> {
        Ok(match operator {
            Binary::Add => left + right,
            Binary::Subtract => left - right,
            Binary::Multiply => left * right,
            Binary::Divide => {
                if right == 0.0 {
                    return self.fatal("division by zero attempted");
                }
                left / right
            }
            Binary::Modulo => {
                if right == 0.0 {
                    return self.fatal("division by zero attempted in `%'");
                }
                left % right
            }
            Binary::Power => power(left, right),
        })
    }

    /// The string of an expression.
    pub fn text(&mut self, expr: &Expr) -> Run<Bytes> {
        let value = self.value(expr)?;
        Ok(value.into_text(&self.convfmt))
    }

    pub fn value(&mut self, expr: &Expr) -> Run<Value> {
        match expr {
            Expr::Number(number) => Ok(Value::Number(*number)),
            Expr::Text(text) => Ok(Value::Text(text.clone())),
            Expr::Regex(pattern) => Ok(Value::flag(self.matches_record(pattern)?)),
            Expr::RegexValue(pattern) => {
                let regex = self.pattern(pattern)?;
                Ok(Value::Regex(regex, pattern.text.clone()))
            }
            Expr::Variable(slot) => self.get(*slot),
            Expr::Field(index) => self.get_field(index),
            Expr::Element(name, subscript) => self.element(name, subscript),
            Expr::Group(inner) => self.value(inner),
            Expr::List(_) => self.fatal("a list of expressions has no value"),
            Expr::Assign(place, value) => self.assign(place, value),
            Expr::Update(operator, place, amount) => Ok(Value::Number(self.update(*operator, place, amount)?)),
            Expr::Step { place, by, before } => {
                let old = self.step(place, *by)?;
                Ok(Value::Number(if *before { old + by } else { old }))
            }
            Expr::Conditional(condition, yes, no) => {
                if self.truth(condition)? { self.value(yes) } else { self.value(no) }
            }
            Expr::And(..)
            | Expr::Or(..)
            | Expr::Not(_)
            | Expr::Compare(..)
            | Expr::Match { .. }
            | Expr::In(..) => Ok(Value::flag(self.truth(expr)?)),
            Expr::Minus(_) | Expr::Plus(_) | Expr::Binary(..) => Ok(Value::Number(self.number(expr)?)),
            Expr::Concat(parts) => {
                let mut out = Vec::new();
                self.concat(parts, &mut out)?;
                Ok(Value::Text(Bytes::from(out)))
            }
            Expr::Getline { source, place } => Ok(Value::Number(self.getline(source, place.as_deref())?)),
            Expr::Call { function, arguments } => self.call(*function, arguments),
            Expr::IndirectCall { name, arguments } => {
                let name = self.get(*name)?.to_text(&self.convfmt);
                self.call_by_name(&name, arguments)
            }
            Expr::Builtin(builtin, arguments) => self.builtin(*builtin, arguments),
        }
    }

    pub(super) fn concat(&mut self, parts: &[Expr], out: &mut Vec<u8>) -> Run<()> {
        for part in parts {
            match part {
                Expr::Text(text) => out.extend_from_slice(text),
                Expr::Field(index) if matches!(**index, Expr::Number(number) if number >= 1.0) => {
                    let Expr::Number(number) = **index else { continue };
                    self.need_field(number as usize)?;
                    match self.record.bytes(number as usize) {
                        Some(bytes) => out.extend_from_slice(bytes),
                        None => self.record.field(number as usize).append_to(out, &self.convfmt),
                    }
                }
                other => {
                    let value = self.value(other)?;
                    value.append_to(out, &self.convfmt);
                }
            }
        }
        self.check_length(out.len())?;
        self.charge(out.len() as u64 >> 10)
    }

    /// The key of a subscript: one expression, or several joined by `SUBSEP`.
    pub fn key(&mut self, subscript: &[Expr]) -> Run<Bytes> {
        if let [only] = subscript {
            let text = self.subscript_text(only)?;
            self.work(text.len())?;
            return Ok(text);
        }
        let mut key = Vec::new();
        for (index, part) in subscript.iter().enumerate() {
            if index > 0 {
                key.extend_from_slice(&self.subsep);
            }
            let value = self.value(part)?;
            value.append_to(&mut key, &self.convfmt);
        }
        Ok(Bytes::from(key))
    }

    pub(super) fn subscript_text(&mut self, expr: &Expr) -> Run<Bytes> {
        self.text(expr)
    }

    pub(super) fn element(&mut self, name: &ArrayName, subscript: &[Expr]) -> Run<Value> {
        let (array, key) = self.array_and_key(name, subscript)?;
        if self.program.is_table(name.slot) && !array.borrow().contains(&key) {
            let table = self.slot_name(name.slot);
            let parts = [b"reference to uninitialized element `", table.as_bytes(), b"[\"", shown_key(&key)];
            return self.fatal([&parts.concat()[..], b"\"] is not allowed'"].concat());
        }
        let mut array = array.borrow_mut();
        let (cell, is_new) = array.entry(&key);
        let value = match cell {
            Cell::Untyped => Value::Unset,
            Cell::Value(value) => value.clone(),
            Cell::Array(_) => {
                drop(array);
                if self.program.is_table(name.slot) {
                    let parts = [b"attempt to use array `", shown_key(&key), b"' in a scalar context"];
                    return self.fatal(parts.concat());
                }
                return self.not_scalar_element(name.slot, &key);
            }
        };
        drop(array);
        if is_new {
            self.charge(NEW_ELEMENT)?;
        }
        Ok(value)
    }

    pub(super) fn not_scalar_element<T>(&self, slot: Slot, key: &[u8]) -> Run<T> {
        let name = self.array_name(slot);
        let parts = [b"attempt to use array `", name.as_bytes(), b"[\"", shown_key(key), b"\"]' in a scalar context"];
        self.fatal(parts.concat())
    }

    /// The array of a name and the key in it. As in gawk the subscripts are known before the name becomes an array.
    pub(super) fn array_and_key(&mut self, name: &ArrayName, subscript: &[Expr]) -> Run<(ArrayRef, Bytes)> {
        if name.path.is_empty() {
            let key = self.key(subscript)?;
            return Ok((self.array(name.slot)?, key));
        }
        let array = self.array_at(name)?;
        let key = self.key(subscript)?;
        Ok((array, key))
    }

    pub(super) fn contains(&mut self, subscript: &[Expr], name: &ArrayName) -> Run<bool> {
        // Here the first subscripts of a longer path are looked at behind the last.
        let key = self.key(subscript)?;
        let array = self.array_behind_in(name)?;
        let found = array.borrow().contains(&key);
        Ok(found)
    }

    /// `s = s …` as a statement grows the string where it is; false when the statement is something else.
    pub(super) fn append_in_place(&mut self, place: &Place, expr: &Expr) -> Run<bool> {
        let (Place::Variable(slot), Expr::Concat(parts)) = (place, expr) else { return Ok(false) };
        let [Expr::Variable(first), rest @ ..] = &parts[..] else { return Ok(false) };
        let watched = matches!(slot, Slot::Global(index) if *index < special::WATCHED);
        if first != slot || watched || !matches!(self.variable(*slot), Variable::Value(Value::Text(_))) {
            return Ok(false);
        }
        let mut tail = Vec::new();
        // The left side is read first; if the rest changes it, that is not this case.
        let Variable::Value(Value::Text(before)) = self.variable(*slot) else { return Ok(false) };
        let (address, length) = (before.as_ptr(), before.len());
        self.concat(rest, &mut tail)?;
        let Some(variable) = self.variable_mut(*slot) else { return Ok(false) };
        let Variable::Value(Value::Text(text)) = std::mem::take(variable) else { return Ok(false) };
        if text.as_ptr() != address || text.len() != length {
            return self.fatal("a variable changes while a string is appended to it");
        }
        let length = length + tail.len();
        let mut whole = text.try_into_mut().unwrap_or_else(|shared| {
            let mut copy = bytes::BytesMut::with_capacity(2 * length);
            copy.extend_from_slice(&shared);
            copy
        });
        whole.extend_from_slice(&tail);
        let whole = whole.freeze();
        if let Some(variable) = self.variable_mut(*slot) {
            *variable = Variable::Value(Value::Text(whole));
        }
        self.check_length(length)?;
        Ok(true)
    }

    pub(super) fn assign(&mut self, place: &Place, expr: &Expr) -> Run<Value> {
        let value = self.value(expr)?;
        self.store(place, value.clone())?;
        Ok(value)
    }

    /// Stores into a place.
    pub fn store(&mut self, place: &Place, value: Value) -> Run<()> {
        match place {
            Place::Variable(slot) => self.set_variable(*slot, value),
            Place::Field(index) => {
                let number = self.number(index)?;
                let index = self.field_index(number)?;
                self.set_field(index, value)
            }
            Place::Element(name, subscript) => {
                let (array, key) = self.array_and_key(name, subscript)?;
                if self.program.is_table(name.slot) {
                    return self.set_in_table(name.slot, &key, value);
                }
                let mut array = array.borrow_mut();
                let (cell, is_new) = array.entry(&key);
                if let Cell::Array(_) = cell {
                    drop(array);
                    return self.not_scalar_element(name.slot, &key);
                }
                *cell = Cell::Value(value);
                drop(array);
                if is_new { self.charge(NEW_ELEMENT) } else { Ok(()) }
            }
        }
    }

    /// What stands in a place now.
    pub fn load(&mut self, place: &Place) -> Run<Value> {
        match place {
            Place::Variable(slot) => self.get(*slot),
            Place::Field(index) => self.get_field(index),
            Place::Element(name, subscript) => self.element(name, subscript),
        }
    }

    /// `place OP= amount`; the new value.
    pub(super) fn update(&mut self, operator: Binary, place: &Place, amount: &Expr) -> Run<f64> {
        let amount = self.number(amount)?;
        // What is wrong with the place comes first.
        let compute = |machine: &Self, old: f64| match operator {
            Binary::Divide if amount == 0.0 => machine.fatal("division by zero attempted in `/='"),
            Binary::Modulo if amount == 0.0 => machine.fatal("division by zero attempted in `%='"),
            _ => machine.arithmetic(operator, old, amount),
        };
        self.change(place, compute).map(|(_, new)| new)
    }

    /// Adds to a place; the old value.
    pub(super) fn step(&mut self, place: &Place, by: f64) -> Run<f64> {
        self.change(place, |_, old| Ok(old + by)).map(|(old, _)| old)
    }

    /// Replaces the number in a place; the old and the new one. The place is worked out once.
    pub(super) fn change(&mut self, place: &Place, compute: impl FnOnce(&Self, f64) -> Run<f64>) -> Run<(f64, f64)> {
        match place {
            Place::Variable(slot) => {
                let old = match self.variable(*slot) {
                    Variable::Value(Value::Number(number))
                        if !matches!(slot, Slot::Global(index) if *index < special::WATCHED) =>
                    {
                        let old = *number;
                        let new = compute(self, old)?;
                        if let Some(variable) = self.variable_mut(*slot) {
                            *variable = Variable::Value(Value::Number(new));
                        }
                        return Ok((old, new));
                    }
                    _ => self.get(*slot)?.number(self.dialect.numbers()),
                };
                let new = compute(self, old)?;
                self.set_variable(*slot, Value::Number(new))?;
                Ok((old, new))
            }
            Place::Field(index) => {
                let number = self.number(index)?;
                let index = self.field_index(number)?;
                let old = if index == 0 {
                    self.refresh()?;
                    self.record.value().number(self.dialect.numbers())
                } else {
                    self.need_fields()?;
                    self.record.field(index).number(self.dialect.numbers())
                };
                let new = compute(self, old)?;
                self.set_field(index, Value::Number(new))?;
                Ok((old, new))
            }
            Place::Element(name, subscript) => {
                // A field as the key needs no copy of its own.
                if let [Expr::Field(index)] = &subscript[..]
                    && let Expr::Number(number) = **index
                    && number >= 1.0
                    && !self.program.is_table(name.slot)
                {
                    let array = self.array_at(name)?;
                    self.need_field(number as usize)?;
                    if let Some(bytes) = self.record.bytes(number as usize) {
                        let mut array = array.borrow_mut();
                        let (cell, is_new) = array.entry(bytes);
                        let Some(old) = number_of(cell, self.dialect.numbers()) else {
                            let key = Bytes::copy_from_slice(bytes);
                            drop(array);
                            return self.not_scalar_element(name.slot, &key);
                        };
                        let new = compute(self, old)?;
                        *cell = Cell::Value(Value::Number(new));
                        if is_new {
                            self.charge(NEW_ELEMENT)?;
                        }
                        return Ok((old, new));
                    }
                }
                let (array, key) = self.array_and_key(name, subscript)?;
                if self.program.is_table(name.slot) {
                    let old = self.element_of_table(name.slot, &array, &key)?;
                    let new = compute(self, old)?;
                    self.set_in_table(name.slot, &key, Value::Number(new))?;
                    return Ok((old, new));
                }
                let mut array = array.borrow_mut();
                let (cell, is_new) = array.entry(&key);
                let Some(old) = number_of(cell, self.dialect.numbers()) else {
                    drop(array);
                    return self.not_scalar_element(name.slot, &key);
                };
                let new = compute(self, old)?;
                *cell = Cell::Value(Value::Number(new));
                if is_new {
                    self.charge(NEW_ELEMENT)?;
                }
                Ok((old, new))
            }
        }
    }

    /// The number that stands there already, without any work.
    fn number_at_hand(&self, expr: &Expr) -> Option<f64> {
        match expr {
            Expr::Number(number) => Some(*number),
            Expr::Variable(slot) if !matches!(slot, Slot::Global(index) if *index <= special::FNR) => {
                match self.variable(*slot) {
                    Variable::Value(Value::Number(number)) => Some(*number),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr) -> Run<bool> {
        if let (Some(left), Some(right)) = (self.number_at_hand(left), self.number_at_hand(right)) {
            return Ok(match comparison {
                Comparison::Less => left < right,
                Comparison::LessEqual => left <= right,
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Greater => left > right,
                Comparison::GreaterEqual => left >= right,
            });
        }
        let left = self.value(left)?;
        let right = self.value(right)?;
        for value in [&left, &right] {
            if let Value::Text(text) | Value::Input(text) = value {
                self.work(text.len())?;
            }
        }
        let order = self.order(&left, &right);
        Ok(match (comparison, order) {
            (Comparison::Less, Some(order)) => order.is_lt(),
            (Comparison::LessEqual, Some(order)) => order.is_le(),
            (Comparison::Equal, Some(order)) => order.is_eq(),
            (Comparison::NotEqual, Some(order)) => order.is_ne(),
            (Comparison::Greater, Some(order)) => order.is_gt(),
            (Comparison::GreaterEqual, Some(order)) => order.is_ge(),
            (comparison, None) => comparison == Comparison::NotEqual,
        })
    }

    /// POSIX: numbers and numeric strings compare as numbers, everything else as strings.
    pub fn order(&self, left: &Value, right: &Value) -> Option<Ordering> {
        if let (Value::Number(left), Value::Number(right)) = (left, right) {
            return left.partial_cmp(right);
        }
        // An unset value is what the other side is.
        let string = matches!(left, Value::Text(_) | Value::Regex(..)) || matches!(right, Value::Text(_) | Value::Regex(..));
        let numbers = self.dialect.numbers();
        if !string && let (Some(left), Some(right)) = (left.comparable(numbers), right.comparable(numbers)) {
            return left.partial_cmp(&right);
        }
        // The text of what is no finite number is lost there.
        let shown = |value: &Value| match value {
            Value::Number(number) if !number.is_finite() => Bytes::new(),
            value => value.to_text(&self.convfmt),
        };
        let (left, right) = (shown(left), shown(right));
        if self.ignore_case {
            return Some(fold_order(&left, &right, self.dialect.characters()).then(left.len().cmp(&right.len())));
        }
        Some(left.cmp(&right))
    }


    /// The compiled expression of the program's text.
    pub fn pattern(&mut self, pattern: &Rc<Pattern>) -> Run<Rc<Regex>> {
        if self.ignore_case {
            return self.regexes.get(&pattern.text, true).map_err(|message| bad_regex(&message, &pattern.text));
        }
        Ok(Rc::clone(&pattern.regex))
    }

    /// The regular expression that an operand means.
    pub fn regex_of(&mut self, expr: &Expr) -> Run<Rc<Regex>> {
        Ok(self.regex_with_text(expr)?.0)
    }

    /// The same with its text.
    pub fn regex_with_text(&mut self, expr: &Expr) -> Run<(Rc<Regex>, Bytes)> {
        match expr {
            Expr::Regex(pattern) | Expr::RegexValue(pattern) => Ok((self.pattern(pattern)?, pattern.text.clone())),
            Expr::Group(inner) if matches!(**inner, Expr::Regex(_)) => self.regex_with_text(inner),
            other => match self.value(other)? {
                Value::Regex(regex, text) => Ok((regex, text)),
                value => {
                    let text = value.to_text(&self.convfmt);
                    let regex = self.regexes.get(&text, self.ignore_case);
                    let regex = regex.map_err(|message| bad_regex(&message, &text))?;
                    if !self.regexes.untold.is_empty() {
                        self.tell_escapes()?;
                    }
                    Ok((regex, text))
                }
            },
        }
    }

    pub fn is_match(&self, regex: &Regex, text: &[u8]) -> Run<bool> {
        self.charge(text.len() as u64 >> 10)?;
        regex.is_match(text).map_err(|_| self.exhausted())
    }

    pub(super) fn matches_record(&mut self, pattern: &Rc<Pattern>) -> Run<bool> {
        let regex = self.pattern(pattern)?;
        self.refresh()?;
        self.is_match(&regex, self.record.text())
    }

    pub(super) fn matches(&mut self, text: &Expr, pattern: &Expr) -> Run<bool> {
        let text = self.text(text)?;
        let regex = self.regex_of(pattern)?;
        self.is_match(&regex, &text)
    }
}

/// Two strings without regard to case, and with regard to it if they are the same so.
pub(super) fn compare_folded(left: &[u8], right: &[u8], characters: Characters) -> Ordering {
    fold_order(left, right, characters).then_with(|| left.cmp(right))
}

/// The order of as many bytes as both have, capitals as the letters that they are of. A byte that is part of no
/// character comes before all characters.
fn fold_order(left: &[u8], right: &[u8], characters: Characters) -> Ordering {
    let length = left.len().min(right.len());
    let (mut left, mut right) = (&left[..length], &right[..length]);
    if characters.bytes {
        return left.to_ascii_lowercase().cmp(&right.to_ascii_lowercase());
    }
    while !left.is_empty() && !right.is_empty() {
        let ((first, step), (second, other_step)) = (bstr::decode_utf8(left), bstr::decode_utf8(right));
        let order = first.map(to_lower).cmp(&second.map(to_lower));
        if order.is_ne() {
            return order;
        }
        // What is incomplete is taken byte by byte.
        left = &left[if first.is_some() { step } else { 1 }..];
        right = &right[if second.is_some() { other_step } else { 1 }..];
    }
    Ordering::Equal
}

/// A subscript in messages, which end at a NUL.
pub(super) fn shown_key(key: &[u8]) -> &[u8] {
    let end = memchr::memchr(0, key).unwrap_or(key.len());
    &key[..end]
}

/// `None`: it is an array.
fn number_of(cell: &Cell, numbers: Numbers) -> Option<f64> {
    match cell {
        Cell::Untyped => Some(0.0),
        Cell::Value(value) => Some(value.number(numbers)),
        Cell::Array(_) => None,
    }
}

/// Whole exponents by multiplication, as gawk computes them.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.trunc() == exponent && exponent.abs() < 1024.0 {
        let mut result = 1.0;
        let mut factor = base;
        let mut left = exponent.abs() as u32;
        while left > 0 {
            if left & 1 == 1 {
                result *= factor;
            }
            factor *= factor;
            left >>= 1;
        }
        return if exponent < 0.0 { 1.0 / result } else { result };
    }
    base.powf(exponent)
}
