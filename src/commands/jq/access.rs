//! One step of a path: getting, setting and taking out what stands at a key.

use std::rc::Rc;

use super::error::{Stop, fail};
use super::object::Object;
use super::operators::described;
use super::value::{Items, MAX_ITEMS, Value, equal, items_mut};

/// The key of a slice as it stands in a path.
pub fn slice_key(from: Value, to: Value) -> Value {
    let mut object = Object::new();
    object.insert(Rc::new("start".to_owned()), from);
    object.insert(Rc::new("end".to_owned()), to);
    Value::object(object)
}

/// The key of an object.
pub fn object_key(key: &Value) -> Result<Rc<String>, Stop> {
    match key {
        Value::String(key) => Ok(Rc::clone(key)),
        other => fail(format!("Cannot use {} as object key", described(other))),
    }
}

fn cannot_index<T>(target: &Value, key: &Value) -> Result<T, Stop> {
    let target = target.type_name();
    match key {
        // A long key is not shown.
        Value::String(key) if key.len() < 30 => {
            // It ends at its first NUL.
            let key = key.split('\0').next().unwrap_or_default();
            fail(format!("Cannot index {target} with string \"{key}\""))
        }
        other => fail(format!("Cannot index {target} with {}", other.type_name())),
    }
}

/// The place of a slice in something of a length.
pub fn slice_bounds(key: &Object, length: usize) -> Result<(usize, usize), Stop> {
    let length_number = length as f64;
    let end = |name: &str, default: f64| match key.get(name) {
        Some(Value::Null) => Some(default),
        Some(value) => value.number(),
        None => None,
    };
    let (Some(from), Some(to)) = (end("start", 0.0), end("end", length_number)) else {
        return fail("Array/string slice indices must be integers");
    };
    let place = |at: f64, default: f64| {
        let at = if at.is_nan() { default } else { at };
        if at < 0.0 { (at + length_number).max(0.0) } else { at.min(length_number) }
    };
    let from = place(from, 0.0).floor() as usize;
    let to = place(to, length_number).ceil() as usize;
    Ok((from.min(length), to.clamp(from.min(length), length)))
}

/// The bytes of a text between two of its characters.
pub fn slice_text(text: &str, from: usize, to: usize) -> &str {
    if text.is_ascii() {
        return text.get(from..to).unwrap_or_default();
    }
    let place = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    let start = place(from);
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.char_indices().nth(to - from).map_or(rest.len(), |(at, _)| at);
    rest.get(..end).unwrap_or_default()
}

/// What an index into an array means: the place, or `None` outside of it.
fn place(index: f64, length: usize) -> Option<usize> {
    let index = index.trunc();
    let index = if index < 0.0 { index + length as f64 } else { index };
    (index >= 0.0 && index < length as f64).then_some(index as usize)
}

/// What stands at a key.
pub fn index(target: &Value, key: &Value) -> Result<Value, Stop> {
    match (target, key) {
        (Value::Object(object), Value::String(key)) => Ok(object.get(key).cloned().unwrap_or_default()),
        (Value::Array(items), Value::Number(_) | Value::Written(..) | Value::Literal(_)) => {
            let found = key.number().and_then(|number| place(number, items.0.len()));
            Ok(found.and_then(|at| items.0.get(at)).cloned().unwrap_or_default())
        }
        (Value::Array(items), Value::Object(key)) => {
            let (from, to) = slice_bounds(key, items.0.len())?;
            if from == 0 && to == items.0.len() {
                return Ok(target.clone());
            }
            Ok(Value::array(items.0.get(from..to).unwrap_or_default().to_vec()))
        }
        (Value::String(text), Value::Object(key)) => {
            let length = if text.is_ascii() { text.len() } else { text.chars().count() };
            let (from, to) = slice_bounds(key, length)?;
            Ok(Value::string(slice_text(text, from, to)))
        }
        (Value::Array(items), Value::Array(part)) => Ok(Value::array(
            indices_of(&items.0, &part.0).into_iter().map(|at| Value::Number(at as f64)).collect(),
        )),
        (Value::Null, Value::String(_) | Value::Number(_) | Value::Written(..) | Value::Literal(_) | Value::Object(_)) => Ok(Value::Null),
        _ => cannot_index(target, key),
    }
}

/// Where a sequence of items begins in others.
pub fn indices_of(items: &[Value], part: &[Value]) -> Vec<usize> {
    if part.is_empty() {
        return Vec::new();
    }
    let windows = items.windows(part.len()).enumerate();
    let found = windows.filter(|(_, window)| window.iter().zip(part).all(|(left, right)| equal(left, right)));
    found.map(|(at, _)| at).collect()
}

/// What stands at a key, taken out where that is cheap, to be put back by [`set`].
pub fn take(target: &mut Value, key: &Value) -> Result<Value, Stop> {
    match (&mut *target, key) {
        (Value::Object(object), Value::String(key)) => {
            Ok(Rc::make_mut(object).get_mut(key).map(std::mem::take).unwrap_or_default())
        }
        (Value::Array(items), Value::Number(_) | Value::Written(..) | Value::Literal(_)) => {
            let found = key.number().and_then(|number| place(number, items.0.len()));
            Ok(found.and_then(|at| items_mut(items).get_mut(at)).map(std::mem::take).unwrap_or_default())
        }
        _ => index(target, key),
    }
}

/// A value with something else at a key.
pub fn set(target: Value, key: &Value, new: Value) -> Result<Value, Stop> {
    match (target, key) {
        (Value::Object(mut object), Value::String(key)) => {
            Rc::make_mut(&mut object).insert(Rc::clone(key), new);
            Ok(Value::Object(object))
        }
        (Value::Null, Value::String(key)) => {
            let mut object = Object::new();
            object.insert(Rc::clone(key), new);
            Ok(Value::object(object))
        }
        (Value::Null, Value::Number(_) | Value::Written(..) | Value::Literal(_)) => set_item(Rc::default(), key, new),
        (Value::Array(items), Value::Number(_) | Value::Written(..) | Value::Literal(_)) => set_item(items, key, new),
        (Value::Null, Value::Object(key)) => set_slice(Rc::default(), key, new),
        (Value::Array(items), Value::Object(key)) => set_slice(items, key, new),
        (Value::String(_), Value::Object(_)) => fail("Cannot update string slices"),
        (Value::Array(_), Value::Array(_)) => fail("Cannot update field at array index of array"),
        (target, key) => cannot_index(&target, key),
    }
}

fn set_item(mut items: Rc<Items>, key: &Value, new: Value) -> Result<Value, Stop> {
    let index = key.number().unwrap_or(f64::NAN).trunc();
    let length = items.0.len();
    if index.is_nan() {
        return fail("Cannot set array element at NaN index");
    }
    let index = if index < 0.0 { index + length as f64 } else { index };
    if index < 0.0 {
        return fail("Out of bounds negative array index");
    }
    if index >= MAX_ITEMS as f64 {
        return fail("Array index too large");
    }
    let index = index as usize;
    let list = items_mut(&mut items);
    if index >= length {
        list.resize(index + 1, Value::Null);
    }
    if let Some(item) = list.get_mut(index) {
        *item = new;
    }
    Ok(Value::Array(items))
}

fn set_slice(mut items: Rc<Items>, key: &Object, new: Value) -> Result<Value, Stop> {
    let (from, to) = slice_bounds(key, items.0.len())?;
    let Value::Array(new) = new else { return fail("A slice of an array can only be assigned another array") };
    items_mut(&mut items).splice(from..to, new.0.iter().cloned());
    Ok(Value::Array(items))
}

/// Whether something stands at a key.
pub fn has(target: &Value, key: &Value) -> Result<bool, Stop> {
    match (target, key) {
        (Value::Object(object), Value::String(key)) => Ok(object.contains_key(key)),
        (Value::Array(items), Value::Number(_) | Value::Written(..) | Value::Literal(_)) => {
            let index = key.number().unwrap_or(f64::NAN);
            Ok(index >= 0.0 && index.floor() < items.0.len() as f64)
        }
        (Value::Null, _) => Ok(false),
        _ => fail(format!("Cannot check whether {} has a {} key", target.type_name(), key.type_name())),
    }
}

/// A value without what stands at some keys, which all mean places in the value as it is.
pub fn delete(target: Value, keys: &[&Value]) -> Result<Value, Stop> {
    match target {
        _ if keys.is_empty() => Ok(target),
        Value::Null => Ok(Value::Null),
        Value::Array(mut items) => {
            let length = items.0.len();
            let mut gone = vec![false; length];
            for key in keys {
                match key {
                    Value::Number(_) | Value::Written(..) | Value::Literal(_) => {
                        if let Some(at) = key.number().and_then(|number| place(number, length)) {
                            gone[at] = true;
                        }
                    }
                    Value::Object(key) => {
                        let (from, to) = slice_bounds(key, length)?;
                        gone[from..to].fill(true);
                    }
                    other => return fail(format!("Cannot delete {} element of array", other.type_name())),
                }
            }
            let mut at = 0;
            items_mut(&mut items).retain(|_| {
                at += 1;
                !gone[at - 1]
            });
            Ok(Value::Array(items))
        }
        Value::Object(mut object) => {
            for key in keys {
                match key {
                    Value::String(key) => drop(Rc::make_mut(&mut object).remove(key)),
                    other => return fail(format!("Cannot delete {} field of object", other.type_name())),
                }
            }
            Ok(Value::Object(object))
        }
        other => fail(format!("Cannot delete fields from {}", other.type_name())),
    }
}
