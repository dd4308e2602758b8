//! What names stand for: which are arrays, which become some, and what they are called in messages.

use std::rc::Rc;

use super::array::{Array, ArrayRef, Cell};
use super::machine::{Machine, Run, Untyped, Variable};
use super::program::{ArrayName, Expr, Slot, special};

impl Machine<'_, '_> {
    pub fn slot_name(&self, slot: Slot) -> String {
        match slot {
            Slot::Global(index) => self.program.globals.get(index).cloned().unwrap_or_default(),
            Slot::Local(index) => {
                let function = self.function.and_then(|function| self.program.functions.get(function));
                function.and_then(|function| function.parameters.get(index)).cloned().unwrap_or_default()
            }
        }
    }

    pub(super) fn not_scalar<T>(&self, slot: Slot) -> Run<T> {
        let name = self.slot_name(slot);
        // A parameter is named with the variable that it came from.
        let from = self.origin(slot).map(|origin| format!(" (from {origin})")).unwrap_or_default();
        self.fatal(format!("attempt to use array `{name}{from}' in a scalar context"))
    }

    /// The name of the variable that a parameter's array came from.
    pub(super) fn origin(&self, slot: Slot) -> Option<String> {
        let array = match self.variable(slot) {
            Variable::Array(array) => Some(Rc::clone(array)),
            Variable::Lazy(lazy) => match &*lazy.borrow() {
                Untyped::Array(array) => Some(Rc::clone(array)),
                _ => None,
            },
            _ => None,
        };
        let array = array.filter(|_| matches!(slot, Slot::Local(_)))?;
        let found = self.globals.iter().position(|variable| match variable {
            Variable::Array(other) => Rc::ptr_eq(other, &array),
            Variable::Lazy(lazy) => matches!(&*lazy.borrow(), Untyped::Array(other) if Rc::ptr_eq(other, &array)),
            _ => false,
        });
        if let Some(index) = found {
            return self.program.globals.get(index).cloned();
        }
        // An element of an array of arrays.
        self.globals.iter().zip(&self.program.globals).find_map(|(variable, name)| match variable {
            Variable::Array(other) => place_within(other, &array, DEEPEST).map(|place| format!("{name}{place}")),
            _ => None,
        })
    }

    /// The name of an array in messages of its elements.
    pub(super) fn array_name(&self, slot: Slot) -> String {
        self.origin(slot).unwrap_or_else(|| self.slot_name(slot))
    }

    /// The array of a name, made if it is nothing yet.
    pub fn array(&mut self, slot: Slot) -> Run<ArrayRef> {
        match self.variable(slot) {
            Variable::Array(_) if self.program.is_table(slot) => {}
            Variable::Array(array) => return Ok(Rc::clone(array)),
            Variable::Lazy(lazy) => {
                let mut untyped = lazy.borrow_mut();
                match &*untyped {
                    Untyped::Array(array) => return Ok(Rc::clone(array)),
                    Untyped::Nothing => {
                        let array = Array::new_ref();
                        *untyped = Untyped::Array(Rc::clone(&array));
                        return Ok(array);
                    }
                    Untyped::Scalar => {}
                }
            }
            Variable::Unset => {}
            Variable::Value(_) => {}
        }
        if self.program.is_table(slot) {
            return self.table(slot);
        }
        let counts = matches!(slot, Slot::Global(index) if index <= special::FNR);
        if counts || matches!(self.variable(slot), Variable::Value(_) | Variable::Lazy(_)) {
            let name = self.slot_name(slot);
            let kind = if matches!(slot, Slot::Local(_)) { "scalar parameter" } else { "scalar" };
            return self.fatal(format!("attempt to use {kind} `{name}' as an array"));
        }
        let array = Array::new_ref();
        if let Some(variable) = self.variable_mut(slot) {
            *variable = Variable::Array(Rc::clone(&array));
        }
        Ok(array)
    }

    /// The array behind `in`, where a scalar element is called another name.
    pub fn array_behind_in(&mut self, name: &ArrayName) -> Run<ArrayRef> {
        let Some((last, before)) = name.path.split_last() else { return self.array(name.slot) };
        let key = self.key(last)?;
        let mut array = self.array(name.slot)?;
        for subscript in before {
            let key = self.key(subscript)?;
            array = self.inner_array(name.slot, &array, &key)?;
        }
        if matches!(array.borrow().get(&key), Some(Cell::Value(_))) {
            return self.fatal("attempt to use a scalar value as array");
        }
        self.inner_array(name.slot, &array, &key)
    }

    /// The array of a name with subscripts; elements on the way become arrays.
    pub fn array_at(&mut self, name: &ArrayName) -> Run<ArrayRef> {
        let Some((first, rest)) = name.path.split_first() else { return self.array(name.slot) };
        let key = self.key(first)?;
        let array = self.array(name.slot)?;
        let mut array = self.inner_array(name.slot, &array, &key)?;
        for subscript in rest {
            let key = self.key(subscript)?;
            array = self.inner_array(name.slot, &array, &key)?;
        }
        Ok(array)
    }

    /// The array that an element is, made if the element is nothing yet.
    pub fn inner_array(&mut self, slot: Slot, array: &ArrayRef, key: &[u8]) -> Run<ArrayRef> {
        let mut outer = array.borrow_mut();
        let (cell, _) = outer.entry(key);
        match cell {
            Cell::Array(inner) => return Ok(Rc::clone(inner)),
            Cell::Untyped => {
                let inner = Array::new_ref();
                *cell = Cell::Array(Rc::clone(&inner));
                return Ok(inner);
            }
            Cell::Value(_) => {}
        }
        drop(outer);
        self.no_array_element(slot, key)
    }

    /// The error of a subscript behind an element that is no array.
    pub fn no_array_element<T>(&mut self, slot: Slot, key: &[u8]) -> Run<T> {
        let (name, key) = (self.array_name(slot), super::expressions::shown_key(key));
        let parts = [b"attempt to use scalar `", name.as_bytes(), b"[\"", key, b"\"]' as an array"];
        self.fatal(parts.concat())
    }

    /// The array that an element is, if it is one.
    pub fn element_array(&mut self, name: &ArrayName, subscript: &[Expr]) -> Run<Option<ArrayRef>> {
        let array = self.array_at(name)?;
        let key = self.key(subscript)?;
        let found = match array.borrow().get(&key) {
            Some(Cell::Array(inner)) => Some(Rc::clone(inner)),
            _ => None,
        };
        Ok(found)
    }

    /// What a name is: for `isarray` and `typeof`.
    pub fn kind_of(&self, slot: Slot) -> Option<bool> {
        match self.variable(slot) {
            Variable::Array(_) => Some(true),
            Variable::Lazy(lazy) => match *lazy.borrow() {
                Untyped::Nothing => None,
                Untyped::Array(_) => Some(true),
                Untyped::Scalar => Some(false),
            },
            Variable::Value(_) => Some(false),
            Variable::Unset => None,
        }
    }
}

/// How deep arrays are looked through for where one came from.
const DEEPEST: usize = 8;

/// The subscripts that lead to an array within another.
fn place_within(array: &ArrayRef, wanted: &ArrayRef, depth: usize) -> Option<String> {
    let array = array.try_borrow().ok()?;
    array.iter().find_map(|(key, cell)| {
        let Cell::Array(inner) = cell else { return None };
        let rest = if Rc::ptr_eq(inner, wanted) {
            String::new()
        } else {
            place_within(inner, wanted, depth.checked_sub(1)?)?
        };
        let key = String::from_utf8_lossy(super::expressions::shown_key(key));
        Some(format!("[\"{key}\"]{rest}"))
    })
}
