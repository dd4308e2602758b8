//! `SYMTAB` and `FUNCTAB`: the program's variables and functions as arrays.

use std::rc::Rc;

use bytes::Bytes;

use super::array::{Array, ArrayRef, Cell};
use super::machine::{Machine, Run, Untyped, Variable};
use super::program::{Builtin, Slot, special};
use super::value::Value;

impl Machine<'_, '_> {
    /// What such an array holds now.
    pub(super) fn table(&mut self, slot: Slot) -> Run<ArrayRef> {
        let program = Rc::clone(&self.program);
        let mut table = Array::default();
        if slot == Slot::Global(special::FUNCTAB) {
            for row in Builtin::TABLE {
                table.set(row.0.as_bytes(), Value::Text(Bytes::from_static(row.0.as_bytes())));
            }
            for function in program.functions.iter().filter(|function| function.defined) {
                table.set(function.name.as_bytes(), Value::text(function.name.clone().into_bytes()));
            }
        } else {
            for (index, name) in program.globals.iter().enumerate() {
                if matches!(index, special::SYMTAB | special::FUNCTAB) {
                    continue;
                }
                let array = match self.globals.get(index) {
                    Some(Variable::Array(array)) => Some(Rc::clone(array)),
                    Some(Variable::Lazy(lazy)) => match &*lazy.borrow() {
                        Untyped::Array(array) => Some(Rc::clone(array)),
                        _ => None,
                    },
                    _ => None,
                };
                match array {
                    Some(array) => *table.entry(name.as_bytes()).0 = Cell::Array(array),
                    None if index <= special::FNR => {
                        let value = self.get(Slot::Global(index))?;
                        table.set(name.as_bytes(), value);
                    }
                    None => table.set(name.as_bytes(), self.global_value(index)),
                }
            }
        }
        self.charge(table.len() as u64)?;
        let table = Rc::new(std::cell::RefCell::new(table));
        if let Slot::Global(index) = slot
            && let Some(variable) = self.globals.get_mut(index)
        {
            *variable = Variable::Array(Rc::clone(&table));
        }
        Ok(table)
    }

    /// The number of an element, which must be there.
    pub(super) fn element_of_table(&self, slot: Slot, table: &ArrayRef, key: &[u8]) -> Run<f64> {
        match table.borrow().get(key) {
            Some(Cell::Value(value)) => Ok(value.number(self.dialect.numbers())),
            Some(Cell::Untyped) => Ok(0.0),
            Some(Cell::Array(_)) => self.not_scalar_element(slot, key),
            None => self.set_in_no_table(slot),
        }
    }

    fn set_in_no_table<T>(&self, slot: Slot) -> Run<T> {
        if slot == Slot::Global(special::FUNCTAB) {
            return self.fatal("cannot assign to elements of FUNCTAB");
        }
        self.fatal("cannot assign to arbitrary elements of SYMTAB")
    }

    /// `SYMTAB[key] = value`: the variable of that name.
    pub(super) fn set_in_table(&mut self, slot: Slot, key: &[u8], value: Value) -> Run<()> {
        let found = match slot {
            Slot::Global(special::SYMTAB) => self.program.globals.iter().position(|name| name.as_bytes() == key),
            _ => None,
        };
        match found {
            // The record keeps its fields.
            Some(special::NF) => Ok(()),
            Some(index) => self.set_variable(Slot::Global(index), value),
            None => self.set_in_no_table(slot),
        }
    }
}
