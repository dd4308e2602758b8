//! Whole paths: getting, setting and deleting.

use super::access;
use super::error::{Stop, fail};
use super::host::Host;
use super::sorting::{Counter, sort};
use super::value::{Value, equal};

/// How long a path may be.
const MAX_LENGTH: usize = 10_000;

/// What stands at a path; `null` where it leads into nothing.
pub fn get(value: &Value, keys: &[Value]) -> Result<Value, Stop> {
    let mut value = value.clone();
    for key in keys {
        value = access::index(&value, key)?;
    }
    Ok(value)
}

/// A value with something else at a path.
pub fn set(value: Value, keys: &[Value], new: Value) -> Result<Value, Stop> {
    if keys.len() > MAX_LENGTH {
        return fail("Path too deep");
    }
    let mut containers = Vec::with_capacity(keys.len());
    let mut value = value;
    for key in keys {
        if let (Value::Array(_), Value::Array(_)) = (&value, key) {
            // Nothing below that place is looked at.
            return access::set(value, key, Value::Null);
        }
        let inner = access::take(&mut value, key)?;
        containers.push(std::mem::replace(&mut value, inner));
    }
    let mut value = new;
    for (container, key) in containers.into_iter().zip(keys).rev() {
        value = access::set(container, key, value)?;
    }
    Ok(value)
}

/// A value without what stands at some paths.
pub fn delete_all(host: &mut dyn Host, value: Value, paths: Vec<Value>) -> Result<Value, Stop> {
    let mut counter = Counter::new(host);
    let mut lists: Vec<&[Value]> = Vec::with_capacity(paths.len());
    let mut wrong: Option<&Value> = None;
    for path in &paths {
        match path {
            Value::Array(keys) if keys.0.len() > MAX_LENGTH => return fail("Path too deep"),
            Value::Array(keys) => lists.push(&keys.0),
            // The first in order is told of.
            other => match wrong {
                Some(known) if counter.compare(known, other)?.is_le() => {}
                _ => wrong = Some(other),
            },
        }
    }
    if let Some(wrong) = wrong {
        return fail(format!("Path must be specified as array, not {}", wrong.type_name()));
    }
    let lists = sort(&lists, &mut |left, right| {
        for (left, right) in left.iter().zip(right.iter()) {
            let order = counter.compare(left, right)?;
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(left.len().cmp(&right.len()))
    })?;
    delete_sorted(value, &lists)
}

fn delete_sorted(mut value: Value, paths: &[&[Value]]) -> Result<Value, Stop> {
    if paths.first().is_some_and(|path| path.is_empty()) {
        return Ok(Value::Null);
    }
    let mut ends = Vec::new();
    let mut rest = paths;
    while let Some((first, _)) = rest.split_first() {
        let Some((key, tail)) = first.split_first() else { break };
        let count = rest.iter().take_while(|path| path.first().is_some_and(|other| equal(other, key))).count().max(1);
        let (group, others) = rest.split_at(count);
        rest = others;
        if tail.is_empty() {
            ends.push(key);
            continue;
        }
        let old = access::index(&value, key)?;
        if matches!(old, Value::Null) {
            continue;
        }
        drop(old);
        let old = access::take(&mut value, key)?;
        let tails: Vec<&[Value]> = group.iter().map(|path| &path[1..]).collect();
        let new = delete_sorted(old, &tails)?;
        value = access::set(value, key, new)?;
    }
    access::delete(value, &ends)
}
