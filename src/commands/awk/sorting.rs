//! The orders of arrays: `asort`, `asorti` and `PROCINFO["sorted_in"]`.

use std::cmp::Ordering;
use std::rc::Rc;

use bytes::Bytes;

use super::array::{Array, ArrayRef, Cell};
use super::expressions::compare_folded;
use super::machine::{Machine, Run};
use super::program::{Builtin, Expr, Slot, special};
use super::value::Value;

/// One element while it is sorted.
#[derive(Clone)]
struct Item {
    key: Bytes,
    value: Value,
    /// It is an array itself, which comes behind all scalars.
    array: Option<ArrayRef>,
    /// The key is a number of which gawk has no text at hand: of equal values such keys stay as they are.
    number: bool,
}

impl Item {
    fn of(array: &ArrayRef, key: Bytes) -> Item {
        match array.borrow().get(&key) {
            Some(Cell::Value(value)) => Item { key, value: value.clone(), array: None, number: false },
            Some(Cell::Array(inner)) => Item { key, value: Value::Unset, array: Some(Rc::clone(inner)), number: false },
            Some(Cell::Untyped) | None => Item { key, value: Value::Unset, array: None, number: false },
        }
    }
}

impl Machine<'_, '_> {
    /// The keys of an array in the order that `for (key in array)` takes.
    pub fn sorted_keys(&mut self, array: &ArrayRef) -> Run<Vec<Bytes>> {
        let process = match self.dialect.is_plain() {
            true => super::array::Array::new_ref(),
            false => self.array(Slot::Global(special::PROCINFO))?,
        };
        let order = match process.borrow().get(b"sorted_in") {
            Some(Cell::Value(value)) => value.to_text(&self.convfmt),
            _ => Bytes::new(),
        };
        let keys = array.borrow().keys();
        self.charge(keys.len() as u64)?;
        if order.is_empty() || &order[..] == b"@unsorted" {
            return Ok(keys);
        }
        let keeps_numbers = array.borrow().keeps_numbers();
        let mut items = Vec::with_capacity(keys.len());
        for key in keys {
            let number = keeps_numbers && super::array::whole_number(&key).is_some();
            items.push(Item { number, ..Item::of(array, key) });
        }
        self.sort_items(&mut items, &order, false)?;
        Ok(items.into_iter().map(|item| item.key).collect())
    }

    fn sort_items(&mut self, items: &mut [Item], order: &[u8], always: bool) -> Run<()> {
        let steps = items.len() as u64 * u64::from(items.len().max(2).ilog2());
        self.charge(steps)?;
        let number_order = |left: f64, right: f64| left.partial_cmp(&right).unwrap_or_else(|| left.total_cmp(&right));
        let keys_as_numbers = |left: &Item, right: &Item| {
            let (first, second) = (super::value::parse_number(&left.key), super::value::parse_number(&right.key));
            number_order(first, second).then_with(|| left.key.cmp(&right.key))
        };
        let convfmt = self.convfmt.clone();
        let (folds, dialect) = (self.ignore_case, self.dialect);
        let how = dialect.numbers();
        let strings =
            |left: &[u8], right: &[u8]| if folds { compare_folded(left, right, dialect.characters()) } else { left.cmp(right) };
        let texts = |left: &Item, right: &Item| {
            left.array.is_some().cmp(&right.array.is_some()).then_with(|| {
                strings(&left.value.to_text(&convfmt), &right.value.to_text(&convfmt))
            })
        };
        let numbers = |left: &Item, right: &Item| {
            left.array
                .is_some()
                .cmp(&right.array.is_some())
                .then_with(|| number_order(left.value.number(how), right.value.number(how)))
        };
        // Of equal values the unset one is first, then the keys decide.
        let ties = |left: &Item, right: &Item| {
            let set = |item: &Item| !matches!(item.value, Value::Unset);
            set(left).cmp(&set(right)).then_with(|| {
                let key = |item: &Item| if item.number { Bytes::new() } else { item.key.clone() };
                key(left).cmp(&key(right))
            })
        };
        // Numbers before strings.
        let scalars = |left: &Item, right: &Item| match (left.value.comparable(how), right.value.comparable(how)) {
            (Some(first), Some(second)) => number_order(first, second),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => texts(left, right),
        };
        let types = |left: &Item, right: &Item| {
            left.array.is_some().cmp(&right.array.is_some()).then_with(|| scalars(left, right))
        };
        match order {
            b"@ind_str_asc" => items.sort_by(|left, right| strings(&left.key, &right.key)),
            b"@ind_str_desc" => items.sort_by(|left, right| strings(&right.key, &left.key)),
            b"@ind_num_asc" => items.sort_by(keys_as_numbers),
            b"@ind_num_desc" => items.sort_by(|left, right| keys_as_numbers(right, left)),
            b"@val_str_asc" => items.sort_by(|left, right| texts(left, right).then_with(|| ties(left, right))),
            b"@val_str_desc" => {
                items.sort_by(|left, right| texts(right, left).then_with(|| ties(right, left)));
            }
            b"@val_num_asc" => items.sort_by(|left, right| {
                numbers(left, right)
                    .then_with(|| texts(left, right))
                    .then_with(|| ties(left, right))
            }),
            b"@val_num_desc" => items.sort_by(|left, right| {
                numbers(right, left)
                    .then_with(|| texts(right, left))
                    .then_with(|| ties(right, left))
            }),
            b"@val_type_asc" => items.sort_by(|left, right| types(left, right).then_with(|| ties(left, right))),
            b"@val_type_desc" => {
                items.sort_by(|left, right| types(right, left).then_with(|| ties(right, left)));
            }
            b"@unsorted" => {}
            name if name.iter().any(|byte| byte.is_ascii_whitespace()) && (always || !items.is_empty()) => {
                return self.fatal([b"`".as_slice(), name, b"' is invalid as a function name"].concat());
            }
            name => {
                if (always || !items.is_empty())
                    && !self.program.functions.iter().any(|function| function.defined && function.name.as_bytes() == name) {
                    let text = [b"sort comparison function `".as_slice(), name, b"' is not defined"];
                    return self.fatal(text.concat());
                }
                self.sort_by_function(items, name)?;
            }
        }
        Ok(())
    }

    /// A merge sort, since a comparison may fail and need not be consistent.
    fn sort_by_function(&mut self, items: &mut [Item], name: &[u8]) -> Run<()> {
        if items.len() < 2 {
            return Ok(());
        }
        let middle = items.len() / 2;
        let (left, right) = items.split_at_mut(middle);
        self.sort_by_function(left, name)?;
        self.sort_by_function(right, name)?;
        let mut merged: Vec<usize> = Vec::with_capacity(items.len());
        let (mut first, mut second) = (0, middle);
        while first < middle && second < items.len() {
            let arguments = vec![
                Value::Text(items[first].key.clone()),
                items[first].value.clone(),
                Value::Text(items[second].key.clone()),
                items[second].value.clone(),
            ];
            if self.call_with(name, arguments)?.number(self.dialect.numbers()) <= 0.0 {
                merged.push(first);
                first += 1;
            } else {
                merged.push(second);
                second += 1;
            }
        }
        merged.extend(first..middle);
        merged.extend(second..items.len());
        let copies: Vec<Item> = merged
            .into_iter()
            .map(|index| items[index].clone())
            .collect();
        for (slot, item) in items.iter_mut().zip(copies) {
            *slot = item;
        }
        Ok(())
    }

    /// `asort(source [, destination [, how]])` and `asorti`.
    pub fn sort_array(&mut self, by_key: bool, arguments: &[Expr]) -> Run<Value> {
        let function = if by_key { Builtin::Asorti } else { Builtin::Asort };
        let destination = match arguments.get(1) {
            Some(_) => Some(self.array_argument(arguments.get(1), function, 1)?),
            None => None,
        };
        let source = self.array_argument(arguments.first(), function, 0)?;
        let destination = destination.unwrap_or_else(|| source.clone());
        if arguments.len() == 2 && Rc::ptr_eq(&source, &destination) && !std::mem::replace(&mut self.sort_told, true) {
            self.warn(
                "warning: asort/asorti: using the same array as source and destination without a third argument is silly.",
            )?;
        }
        for (inner, outer, what) in [
            (&destination, &source, "first argument for second"),
            (&source, &destination, "second argument for first"),
        ] {
            if !Rc::ptr_eq(inner, outer) && is_inside(inner, outer) {
                let name = function.name();
                return self.fatal(format!("{name}: cannot use a subarray of {what} argument"));
            }
        }
        let default: &'static [u8] = if by_key { b"@ind_str_asc" } else { b"@val_type_asc" };
        let order = match arguments.get(2) {
            Some(order) => self.text(order)?,
            None => Bytes::new(),
        };
        let order = if order.is_empty() { Bytes::from_static(default) } else { order };
        let keeps_numbers = source.borrow().keeps_numbers();
        let mut items: Vec<Item> = source
            .borrow()
            .keys()
            .into_iter()
            .map(|key| {
                let number = keeps_numbers && super::array::whole_number(&key).is_some();
                Item { number, ..Item::of(&source, key) }
            })
            .collect();
        self.sort_items(&mut items, &order, true)?;
        let count = items.len();
        let mut sorted = Array::default();
        for (index, item) in items.into_iter().enumerate() {
            let key = (index + 1).to_string();
            match item.array {
                Some(array) if !by_key => *sorted.entry(key.as_bytes()).0 = Cell::Array(array),
                _ => sorted.set(key.as_bytes(), if by_key { Value::Text(item.key) } else { item.value }),
            }
        }
        *destination.borrow_mut() = sorted;
        Ok(Value::Number(count as f64))
    }
}

/// Whether an array is an element of another, however deep.
fn is_inside(inner: &ArrayRef, outer: &ArrayRef) -> bool {
    let mut todo = vec![Rc::clone(outer)];
    while let Some(array) = todo.pop() {
        for (_, cell) in array.borrow().iter() {
            if let Cell::Array(element) = cell {
                if Rc::ptr_eq(element, inner) {
                    return true;
                }
                todo.push(Rc::clone(element));
            }
        }
    }
    false
}
