//! Elements that were named and nothing else: gawk gives some of them a type where their value is used.
//!
//! What is printed, formatted as a string or searched by `index` becomes the empty string in its array; anything else
//! that looks at the value leaves it as it is.

use std::rc::Rc;

use bytes::Bytes;

use super::array::{ArrayRef, Cell};
use super::machine::{Machine, NEW_ELEMENT, Run};
use super::program::{ArrayName, Expr, Slot};
use super::value::Value;

/// What is said where such an element is taken for an array.
pub(super) const NO_SCALAR: &str = "attempt to use array `(null)' in a scalar context";

/// An element without a type: where it is.
pub(super) struct UntypedElement {
    slot: Slot,
    array: ArrayRef,
    key: Bytes,
}

impl Machine<'_, '_> {
    /// The value of an expression, and the element that it is, where that has no type yet.
    pub(super) fn value_or_untyped(&mut self, expr: &Expr) -> Run<(Value, Option<UntypedElement>)> {
        match expr {
            Expr::Group(inner) => self.value_or_untyped(inner),
            Expr::Conditional(condition, yes, no) => {
                if self.truth(condition)? { self.value_or_untyped(yes) } else { self.value_or_untyped(no) }
            }
            Expr::Element(name, subscript) if !self.program.is_table(name.slot) => {
                let (array, key) = self.array_and_key(name, subscript)?;
                let (value, is_new) = match array.borrow_mut().entry(&key) {
                    (Cell::Untyped, is_new) => (None, is_new),
                    (Cell::Value(value), is_new) => (Some(value.clone()), is_new),
                    (Cell::Array(_), _) => return self.not_scalar_element(name.slot, &key),
                };
                if is_new {
                    self.charge(NEW_ELEMENT)?;
                }
                Ok(match value {
                    Some(value) => (value, None),
                    None => (Value::Unset, Some(UntypedElement { slot: name.slot, array, key })),
                })
            }
            other => Ok((self.value(other)?, None)),
        }
    }

    /// The element becomes the empty string, if it is nothing still.
    pub(super) fn settle_as_text(&mut self, element: &UntypedElement) -> Run<()> {
        let mut array = element.array.borrow_mut();
        // What was deleted meanwhile stays so.
        let Some(cell) = array.get_mut(&element.key) else { return Ok(()) };
        match cell {
            Cell::Untyped => *cell = Cell::Value(Value::Text(Bytes::new())),
            Cell::Value(_) => {}
            Cell::Array(_) => {
                drop(array);
                return self.not_scalar_element(element.slot, &element.key);
            }
        }
        Ok(())
    }

    /// `delete name[subscript]`, where a subscript without a type is taken for an array.
    pub(super) fn delete_element(&mut self, name: &ArrayName, subscript: &[Expr]) -> Run<()> {
        let mut path = Vec::with_capacity(name.path.len());
        for subscript in &name.path {
            path.push(self.key(subscript)?);
        }
        let (key, is_untyped) = match subscript {
            [only] => {
                let (value, untyped) = self.value_or_untyped(only)?;
                let key = value.to_text(&self.convfmt);
                self.work(key.len())?;
                (key, untyped.is_some())
            }
            several => (self.key(several)?, false),
        };
        let mut array = self.array(name.slot)?;
        if is_untyped {
            return self.fatal(NO_SCALAR);
        }
        for outer in &path {
            let inner = match array.borrow().get(outer) {
                // Where the subscripts lead nowhere there is nothing to delete.
                None => return Ok(()),
                Some(Cell::Array(inner)) => Some(Rc::clone(inner)),
                Some(_) => None,
            };
            match inner {
                Some(inner) => array = inner,
                None => return self.no_array_element(name.slot, outer),
            }
        }
        array.borrow_mut().remove(&key);
        Ok(())
    }

    /// The values of arguments that are printed.
    pub(super) fn printed_values(&mut self, arguments: &[Expr]) -> Run<Vec<Value>> {
        let mut values = Vec::with_capacity(arguments.len());
        let mut untyped = Vec::new();
        for argument in arguments {
            let (value, element) = self.value_or_untyped(argument)?;
            values.push(value);
            untyped.extend(element);
        }
        // From the last to the first, as they come off the stack there.
        for element in untyped.iter().rev() {
            self.settle_as_text(element)?;
        }
        Ok(values)
    }

    /// `sprintf` of expressions, the format first.
    pub(super) fn formatted(&mut self, arguments: &[Expr]) -> Run<Vec<u8>> {
        if arguments.is_empty() {
            return self.fatal("sprintf: no arguments");
        }
        let mut values = Vec::with_capacity(arguments.len());
        let mut untyped = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let (value, element) = self.value_or_untyped(argument)?;
            values.push(value);
            untyped.extend(element.map(|element| (index, element)));
        }
        let (out, texts) = self.format(&values)?;
        for (index, element) in &untyped {
            if *index == 0 || texts.contains(index - 1) {
                self.settle_as_text(element)?;
            }
        }
        Ok(out)
    }
}
