//! JSON values as jq sees them: shared, compared in jq's order, and changed in place when nobody else holds them.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use formats::heavy;

use super::number::{Literal, compare_literals, compare_with_written};
use super::object::Object;

/// How deep comparisons and walks of native code go. Real jq stops with a crash somewhere below.
pub const MAX_DEPTH: usize = 20_000;

/// The longest text that a program makes, in bytes.
pub const MAX_TEXT: usize = 64 << 20;

/// The longest array that a program makes.
pub const MAX_ITEMS: usize = 16 << 20;

/// How many parts one comparison looks at: values that hold the same parts again and again have no end.
const MAX_COMPARISONS: u64 = 50_000_000;

/// What is said of an array that would be too long.
pub const ARRAY_TOO_LONG: &str = "Array is too long";

/// What is said of a text that would be too long.
pub const TEXT_TOO_LONG: &str = "String is too long";

/// A JSON value. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Number(f64),
    /// A number that was written, which a double shows in just the same way, and where.
    Written(f64, Origin),
    /// A number that is still as it was written.
    Literal(Rc<Literal>),
    String(Rc<String>),
    Array(Rc<Items>),
    Object(Rc<Object>),
}

/// Where a number was written. Equal numbers of different origins are not one and the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin(u32);

impl Origin {
    /// In the inputs.
    pub const INPUT: Origin = Origin(0);

    /// In a text that the program took apart, or read itself.
    pub const READ: Origin = Origin(1);

    /// In the program's text, at a byte.
    pub fn program(at: usize) -> Origin {
        Origin(u32::try_from(at).unwrap_or(u32::MAX).saturating_add(2))
    }
}

/// The type of a value, in jq's order of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::False | Kind::True => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

/// The elements of an array. Dropping them never recurses deeply.
#[derive(Clone, Debug, Default)]
pub struct Items(pub Vec<Value>);

impl Drop for Items {
    fn drop(&mut self) {
        if self.0.len() > heavy::PIECE || self.0.iter().any(Value::is_container) {
            drop_later(std::mem::take(&mut self.0));
        }
    }
}

thread_local! {
    static DROP_DEPTH: Cell<u32> = const { Cell::new(0) };
    static DROPS: RefCell<Vec<Vec<Value>>> = const { RefCell::new(Vec::new()) };
}

/// How many containers are dropped one inside the other before the rest is put on a list.
const MAX_DROP_DEPTH: u32 = 64;

/// Drops values whose own drop may lead to more of the kind.
pub fn drop_later(values: Vec<Value>) {
    let Ok(depth) = DROP_DEPTH.try_with(Cell::get) else { return };
    if depth >= MAX_DROP_DEPTH {
        // Without the list (the thread ends) they are dropped here.
        let _ = DROPS.try_with(|list| list.borrow_mut().push(values));
        return;
    }
    DROP_DEPTH.with(|cell| cell.set(depth + 1));
    heavy::free(values);
    if depth == 0 {
        while let Some(next) = DROPS.try_with(|list| list.borrow_mut().pop()).ok().flatten() {
            heavy::free(next);
        }
    }
    DROP_DEPTH.with(|cell| cell.set(depth));
}

impl Value {
    pub fn string(text: impl Into<String>) -> Value {
        Value::String(Rc::new(text.into()))
    }

    /// Text from bytes; what is not UTF-8 becomes U+FFFD.
    pub fn lossy(text: &[u8]) -> Value {
        Value::string(String::from_utf8_lossy(text).into_owned())
    }

    pub fn array(items: Vec<Value>) -> Value {
        Value::Array(Rc::new(Items(items)))
    }

    pub fn object(object: Object) -> Value {
        Value::Object(Rc::new(object))
    }

    pub fn kind(&self) -> Kind {
        match self {
            Value::Null => Kind::Null,
            Value::Bool(false) => Kind::False,
            Value::Bool(true) => Kind::True,
            Value::Number(_) | Value::Written(..) | Value::Literal(_) => Kind::Number,
            Value::String(_) => Kind::String,
            Value::Array(_) => Kind::Array,
            Value::Object(_) => Kind::Object,
        }
    }

    pub fn type_name(&self) -> &'static str {
        self.kind().name()
    }

    pub fn is_container(&self) -> bool {
        matches!(self, Value::Array(_) | Value::Object(_))
    }

    /// Whether the value counts as true: everything but `null` and `false`.
    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Null | Value::Bool(false))
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) | Value::Written(number, _) => Some(*number),
            Value::Literal(literal) => Some(literal.value),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn items(&self) -> Option<&[Value]> {
        match self {
            Value::Array(items) => Some(&items.0),
            _ => None,
        }
    }

    /// The value with its origin, if it is a number that has one.
    pub fn with_origin(self, origin: Origin) -> Value {
        match self {
            Value::Written(number, _) => Value::Written(number, origin),
            other => other,
        }
    }

    /// Whether two values are one and the same: the same storage, or equal scalars.
    pub fn is_identical(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(left), Value::Bool(right)) => left == right,
            (Value::Number(left), Value::Number(right)) => left.to_bits() == right.to_bits(),
            (Value::Written(left, here), Value::Written(right, there)) => {
                left.to_bits() == right.to_bits() && here == there
            }
            (Value::Literal(left), Value::Literal(right)) => Rc::ptr_eq(left, right),
            (Value::String(left), Value::String(right)) => Rc::ptr_eq(left, right),
            (Value::Array(left), Value::Array(right)) => Rc::ptr_eq(left, right),
            (Value::Object(left), Value::Object(right)) => Rc::ptr_eq(left, right),
            _ => false,
        }
    }
}

/// The elements of an array, to be changed: copied first when somebody else holds them.
pub fn items_mut(items: &mut Rc<Items>) -> &mut Vec<Value> {
    &mut Rc::make_mut(items).0
}

/// The elements of an array, taken out or copied.
pub fn into_items(items: Rc<Items>) -> Vec<Value> {
    match Rc::try_unwrap(items) {
        Ok(mut items) => std::mem::take(&mut items.0),
        Err(items) => items.0.clone(),
    }
}

/// jq's order of all values: null, false, true, numbers, strings, arrays, objects. NaN is below every number.
pub fn compare(left: &Value, right: &Value) -> Ordering {
    compare_counted(left, right).0
}

/// The order of two values and how many parts of them were looked at.
pub fn compare_counted(left: &Value, right: &Value) -> (Ordering, u64) {
    let mut budget = MAX_COMPARISONS;
    let order = compare_within(left, right, 0, &mut budget);
    (order, MAX_COMPARISONS - budget)
}

pub fn equal(left: &Value, right: &Value) -> bool {
    equal_counted(left, right).0
}

/// Whether two values are equal, and how many parts of them were looked at.
pub fn equal_counted(left: &Value, right: &Value) -> (bool, u64) {
    let mut budget = MAX_COMPARISONS;
    let equal = equal_within(left, right, 0, &mut budget);
    (equal, MAX_COMPARISONS - budget)
}

/// One and the same value is equal to itself, even with NaN in it; it need not be in order with itself.
fn equal_within(left: &Value, right: &Value, depth: usize, budget: &mut u64) -> bool {
    match (left, right) {
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) | (Value::Literal(_), Value::Literal(_))
            if left.is_identical(right) =>
        {
            true
        }
        (Value::Array(left), Value::Array(right)) if depth < MAX_DEPTH && *budget > 0 => {
            *budget = budget.saturating_sub(1);
            let mut pairs = left.0.iter().zip(&right.0);
            left.0.len() == right.0.len() && pairs.all(|(left, right)| equal_within(left, right, depth + 1, budget))
        }
        (Value::Object(left), Value::Object(right)) if depth < MAX_DEPTH && *budget > 0 => {
            *budget = budget.saturating_sub(1);
            left.len() == right.len()
                && left.iter().all(|(key, value)| {
                    right.get(key).is_some_and(|other| equal_within(value, other, depth + 1, budget))
                })
        }
        _ => compare_within(left, right, depth, budget) == Ordering::Equal,
    }
}

fn compare_within(left: &Value, right: &Value, depth: usize, budget: &mut u64) -> Ordering {
    *budget = budget.saturating_sub(1);
    if depth > MAX_DEPTH || *budget == 0 {
        return Ordering::Equal;
    }
    match (left, right) {
        (Value::String(left), Value::String(right)) => {
            *budget = budget.saturating_sub(left.len().min(right.len()) as u64 / 256);
            left.as_bytes().cmp(right.as_bytes())
        }
        (Value::Array(left), Value::Array(right)) => {
            // Shared parts need no look, unless not a number is among them.
            if Rc::ptr_eq(left, right) && left.0.iter().all(Value::is_container) {
                return Ordering::Equal;
            }
            for (left, right) in left.0.iter().zip(&right.0) {
                let order = compare_within(left, right, depth + 1, budget);
                if order != Ordering::Equal {
                    return order;
                }
            }
            left.0.len().cmp(&right.0.len())
        }
        (Value::Object(left), Value::Object(right)) => {
            let keys = left.sorted_keys();
            let others = right.sorted_keys();
            let order = keys.iter().map(|key| key.as_bytes()).cmp(others.iter().map(|key| key.as_bytes()));
            if order != Ordering::Equal {
                return order;
            }
            for key in keys {
                if let (Some(left), Some(right)) = (left.get(&key), right.get(&key)) {
                    let order = compare_within(left, right, depth + 1, budget);
                    if order != Ordering::Equal {
                        return order;
                    }
                }
            }
            Ordering::Equal
        }
        (Value::Literal(left), Value::Literal(right)) if !left.value.is_nan() && !right.value.is_nan() => {
            compare_literals(left, right)
        }
        // What was worked out has no digits of its own: both are doubles then.
        (Value::Literal(left), Value::Written(right, _)) if !left.value.is_nan() => compare_with_written(left, *right),
        (Value::Written(left, _), Value::Literal(right)) if !right.value.is_nan() => {
            compare_with_written(right, *left).reverse()
        }
        _ => match (left.number(), right.number()) {
            // Not a number is below all numbers, itself included.
            (Some(left), Some(right)) => left.partial_cmp(&right).unwrap_or(if left.is_nan() {
                Ordering::Less
            } else {
                Ordering::Greater
            }),
            _ => left.kind().cmp(&right.kind()),
        },
    }
}
