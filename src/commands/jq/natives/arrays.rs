//! Arrays and objects.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Native, Traced, iterating, native};
use crate::jq::access;
use crate::jq::error::{Stop, fail};
use crate::jq::host::Host;
use crate::jq::object::Object;
use crate::jq::operators::{self, described};
use crate::jq::paths;
use crate::jq::syntax::ast::Operator;
use crate::jq::sorting::{Counter, order, sort_in_place};
use crate::jq::value::{Items, MAX_DEPTH, Value, compare, equal, into_items};

pub const NATIVES: &[Native] = &[
    native("length", 0, |_, value, _| length(&value)),
    native("not", 0, |_, value, _| Ok(Value::Bool(!value.is_true()))),
    native("type", 0, |_, value, _| Ok(Value::string(value.type_name()))),
    native("add", 0, add),
    native("keys", 0, |_, value, _| keys(&value, true)),
    native("keys_unsorted", 0, |_, value, _| keys(&value, false)),
    native("has", 1, |_, value, arguments| Ok(Value::Bool(access::has(&value, &arguments[0])?))),
    native("contains", 1, |_, value, arguments| Ok(Value::Bool(contains(&value, &arguments[0], 0)?))),
    native("setpath", 2, |_, value, arguments| match std::mem::take(&mut arguments[0]) {
        Value::Array(path) => paths::set(value, &path.0, std::mem::take(&mut arguments[1])),
        _ => fail("Path must be specified as an array"),
    }),
    native("delpaths", 1, |host, value, arguments| match std::mem::take(&mut arguments[0]) {
        Value::Array(paths) => paths::delete_all(host, value, into_items(paths)),
        _ => fail("Paths must be specified as an array"),
    }),
    native("to_entries", 0, |_, value, _| to_entries(&value)),
    iterating(
        "from_entries",
        0,
        |_, value, _| Ok(Value::object(entries_of(&value)?.into_iter().collect())),
        |_, value, _| {
            let single = |entry| Value::object(Object::from_iter([entry]));
            Ok(Value::array(entries_of(&value)?.into_iter().map(single).collect()))
        },
    ),
    native("reverse", 0, |_, value, _| reverse(value)),
    native("flatten", 0, |_, value, _| flatten(&value, None)),
    native("flatten", 1, |_, value, arguments| {
        if compare(&arguments[0], &Value::Number(0.0)).is_lt() {
            return fail("flatten depth must not be negative");
        }
        flatten(&value, Some(&arguments[0]))
    }),
    native("sort", 0, |host, value, _| {
        Ok(Value::array(sorted(host, value)?))
    }),
    iterating("unique", 0, unique, |host, value, _| {
        let keys = own_keys(&value)?;
        groups(host, &value, &keys)
    }),
    native("min", 0, |host, value, _| extreme(host, &value, None, Ordering::Less)),
    native("max", 0, |host, value, _| extreme(host, &value, None, Ordering::Greater)),
    native("_min_by", 1, |host, value, arguments| extreme(host, &value, Some(&arguments[0]), Ordering::Less)),
    native("_max_by", 1, |host, value, arguments| extreme(host, &value, Some(&arguments[0]), Ordering::Greater)),
    native("_sort_by", 1, |host, value, arguments| {
        let keyed = Keyed::new(host, &value, &arguments[0])?;
        Ok(Value::array(keyed.order.iter().map(|&at| keyed.items[at].clone()).collect()))
    }),
    native("_group_by", 1, |host, value, arguments| groups(host, &value, &arguments[0])),
    iterating("_unique_by", 1, unique_by, |host, value, arguments| groups(host, &value, &arguments[0])),
    native("_strindices", 1, |_, value, arguments| Ok(places_in_text(&value, &arguments[0]))),
    Native {
        name: "bsearch",
        parameters: 1,
        run: |_, value, arguments| bsearch(&value, &arguments[0]),
        is_pure: true,
        traced: Some(Traced::Indexed(2.0, |_, value, arguments| Ok(bsearch_end(&value, &arguments[0])))),
    },
];

fn unique(host: &mut dyn Host, value: Value, _: &mut [Value]) -> Result<Value, Stop> {
    if !matches!(value, Value::Array(_)) {
        let keys = own_keys(&value)?;
        return Keyed::new(host, &value, &keys).map(|_| Value::Null);
    }
    let items = sorted(host, value)?;
    Ok(Value::Array(Rc::new(distinct(host, items)?)))
}

fn unique_by(host: &mut dyn Host, value: Value, arguments: &mut [Value]) -> Result<Value, Stop> {
    let keyed = Keyed::new(host, &value, &arguments[0])?;
    let firsts = keyed.firsts(host)?;
    Ok(Value::array(firsts.into_iter().map(|first| keyed.items[keyed.order[first]].clone()).collect()))
}

/// Each item as its own key.
fn own_keys(value: &Value) -> Result<Value, Stop> {
    Ok(Value::array(members(value)?.into_iter().map(|item| Value::array(vec![item])).collect()))
}

/// The items with equal keys together.
fn groups(host: &mut dyn Host, value: &Value, keys: &Value) -> Result<Value, Stop> {
    let keyed = Keyed::new(host, value, keys)?;
    let firsts = keyed.firsts(host)?;
    let ends = firsts.iter().skip(1).copied().chain([keyed.order.len()]);
    let group = |(from, to): (&usize, usize)| {
        Value::array(keyed.order[*from..to].iter().map(|&at| keyed.items[at].clone()).collect())
    };
    Ok(Value::array(firsts.iter().zip(ends).map(group).collect()))
}

fn cannot_iterate<T>(value: &Value) -> Result<T, Stop> {
    fail(format!("Cannot iterate over {}", described(value)))
}

fn length(value: &Value) -> Result<Value, Stop> {
    Ok(Value::Number(match value {
        Value::Null => 0.0,
        Value::Bool(_) => return fail(format!("{} has no length", described(value))),
        Value::Number(number) | Value::Written(number, _) => number.abs(),
        Value::Literal(literal) => literal.value.abs(),
        Value::String(text) if text.is_ascii() => text.len() as f64,
        Value::String(text) => text.chars().count() as f64,
        Value::Array(items) => items.0.len() as f64,
        Value::Object(object) => object.len() as f64,
    }))
}

/// The elements or members, in order.
fn members(value: &Value) -> Result<Vec<Value>, Stop> {
    match value {
        Value::Array(items) => Ok(items.0.clone()),
        Value::Object(object) => Ok(object.iter().map(|(_, value)| value.clone()).collect()),
        other => cannot_iterate(other),
    }
}

fn add(host: &mut dyn Host, value: Value, _: &mut [Value]) -> Result<Value, Stop> {
    let mut sum = Value::Null;
    let mut size = 0;
    for item in members(&value)? {
        size += 1;
        sum = operators::add(sum, item)?;
        if size % 64 == 0 {
            host.charge(64)?;
        }
    }
    Ok(sum)
}

fn keys(value: &Value, sorted: bool) -> Result<Value, Stop> {
    match value {
        Value::Array(items) => Ok(Value::array((0..items.0.len()).map(|at| Value::Number(at as f64)).collect())),
        Value::Object(object) if sorted => {
            Ok(Value::array(object.sorted_keys().into_iter().map(Value::String).collect()))
        }
        Value::Object(object) => Ok(Value::array(object.iter().map(|(key, _)| Value::String(Rc::clone(key))).collect())),
        other => fail(format!("{} has no keys", described(other))),
    }
}

fn contains(value: &Value, part: &Value, depth: usize) -> Result<bool, Stop> {
    if depth > MAX_DEPTH {
        return Ok(false);
    }
    match (value, part) {
        (Value::Object(object), Value::Object(part)) => {
            for (key, wanted) in part.iter() {
                match object.get(key) {
                    Some(found) if contains(found, wanted, depth + 1)? => {}
                    _ => return Ok(false),
                }
            }
            Ok(true)
        }
        (Value::Array(items), Value::Array(part)) => {
            for wanted in &part.0 {
                let mut found = false;
                for item in &items.0 {
                    if item.type_name() == wanted.type_name() && contains(item, wanted, depth + 1)? {
                        found = true;
                        break;
                    }
                }
                if !found {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (Value::String(text), Value::String(part)) => {
            Ok(memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some())
        }
        _ if value.kind() == part.kind() => Ok(equal(value, part)),
        _ if depth > 0 => Ok(false),
        _ => fail(format!(
            "{} and {} cannot have their containment checked",
            described(value),
            described(part)
        )),
    }
}

fn entry(key: Value, value: Value) -> Value {
    let mut object = Object::new();
    object.insert(Rc::new("key".to_owned()), key);
    object.insert(Rc::new("value".to_owned()), value);
    Value::object(object)
}

fn to_entries(value: &Value) -> Result<Value, Stop> {
    let entries = match value {
        Value::Object(object) => {
            object.iter().map(|(key, value)| entry(Value::String(Rc::clone(key)), value.clone())).collect()
        }
        Value::Array(items) => {
            let items = items.0.iter().enumerate();
            items.map(|(at, item)| entry(Value::Number(at as f64), item.clone())).collect()
        }
        other => return fail(format!("{} has no keys", described(other))),
    };
    Ok(Value::array(entries))
}

/// Keys and values out of objects that tell of them.
fn entries_of(value: &Value) -> Result<Vec<(Rc<String>, Value)>, Stop> {
    let mut entries = Vec::new();
    for item in members(value)? {
        // The first of the names that is there and means something.
        let mut key = Value::Null;
        for name in ["key", "Key", "name", "Name"] {
            key = access::index(&item, &Value::string(name))?;
            if key.is_true() {
                break;
            }
        }
        let key = access::object_key(&key)?;
        let value = match &item {
            Value::Object(entry) => entry.get("value").or_else(|| entry.get("Value")).cloned().unwrap_or_default(),
            _ => Value::Null,
        };
        entries.push((key, value));
    }
    Ok(entries)
}

fn reverse(value: Value) -> Result<Value, Stop> {
    match value {
        Value::Array(items) => {
            let mut items = into_items(items);
            items.reverse();
            Ok(Value::array(items))
        }
        Value::Null => Ok(Value::array(Vec::new())),
        other => {
            let count = length(&other)?.number().unwrap_or(0.0);
            if count == 0.0 {
                return Ok(Value::array(Vec::new()));
            }
            access::index(&other, &Value::Number(count - 1.0))
        }
    }
}

fn flatten(value: &Value, depth: Option<&Value>) -> Result<Value, Stop> {
    let mut out = Vec::new();
    let levels = match depth {
        None => f64::INFINITY,
        // A depth is counted down to exactly 0, which a fraction passes by.
        Some(depth) => match depth.number() {
            Some(depth) if depth.fract() == 0.0 => depth,
            Some(_) => f64::INFINITY,
            None => {
                // It fails where it is counted down first.
                if members(value)?.iter().any(|item| matches!(item, Value::Array(_))) {
                    operators::binary(Operator::Subtract, depth.clone(), Value::Number(1.0))?;
                }
                0.0
            }
        },
    };
    let mut stack = vec![(members(value)?.into_iter(), levels)];
    while let Some((items, levels)) = stack.last_mut() {
        let levels = *levels;
        match items.next() {
            None => drop(stack.pop()),
            Some(Value::Array(inner)) if levels > 0.0 => stack.push((inner.0.clone().into_iter(), levels - 1.0)),
            Some(item) => out.push(item),
        }
    }
    Ok(Value::array(out))
}

/// The items in order.
fn sorted(host: &mut dyn Host, value: Value) -> Result<Vec<Value>, Stop> {
    match value {
        Value::Array(items) => {
            let mut counter = Counter::new(host);
            sort_in_place(into_items(items), &mut |left, right| counter.compare(left, right))
        }
        other => fail(format!("{} cannot be sorted, as it is not an array", described(&other))),
    }
}

/// Of sorted items that are equal the first.
fn distinct(host: &mut dyn Host, items: Vec<Value>) -> Result<Items, Stop> {
    let mut counter = Counter::new(host);
    let mut distinct = Items::default();
    for item in items {
        let known = match distinct.0.last() {
            Some(last) => counter.equal(last, &item)?,
            None => false,
        };
        if !known {
            distinct.0.push(item);
        }
    }
    Ok(distinct)
}

/// Items with a key for each, and their places in the order of the keys.
struct Keyed<'v> {
    items: &'v [Value],
    keys: &'v [Value],
    order: Vec<usize>,
}

impl<'v> Keyed<'v> {
    fn new(host: &mut dyn Host, value: &'v Value, keys: &'v Value) -> Result<Keyed<'v>, Stop> {
        let (Value::Array(items), Value::Array(keys)) = (value, keys) else {
            let (value, keys) = (described(value), described(keys));
            return fail(format!("{value} and {keys} cannot be sorted, as they are not both arrays"));
        };
        let count = items.0.len().min(keys.0.len());
        let (items, keys) = (&items.0[..count], &keys.0[..count]);
        let mut counter = Counter::new(host);
        let order = order(keys, &mut |left, right| counter.compare(left, right))?;
        Ok(Keyed { items, keys, order })
    }

    /// Where in the order each key comes first.
    fn firsts(&self, host: &mut dyn Host) -> Result<Vec<usize>, Stop> {
        let mut counter = Counter::new(host);
        let mut firsts: Vec<usize> = Vec::new();
        for (place, &at) in self.order.iter().enumerate() {
            let known = match firsts.last() {
                Some(&first) => counter.equal(&self.keys[self.order[first]], &self.keys[at])?,
                None => false,
            };
            if !known {
                firsts.push(place);
            }
        }
        Ok(firsts)
    }
}

/// The least or the greatest item, by keys of their own if there are any. Of equal ones the least is the first, the
/// greatest the last.
fn extreme(host: &mut dyn Host, value: &Value, keys: Option<&Value>, wanted: Ordering) -> Result<Value, Stop> {
    let Value::Array(items) = value else {
        let keys = described(keys.unwrap_or(value));
        return fail(format!("{} and {keys} cannot be iterated over", described(value)));
    };
    let keys = match keys {
        Some(Value::Array(keys)) => &keys.0,
        _ => &items.0,
    };
    let mut counter = Counter::new(host);
    let mut best: Option<usize> = None;
    for (at, key) in keys.iter().enumerate() {
        let better = match best.and_then(|best| keys.get(best)) {
            None => true,
            Some(known) => {
                let order = counter.compare(key, known)?;
                order == wanted || (wanted == Ordering::Greater && order == Ordering::Equal)
            }
        };
        if better {
            best = Some(at);
        }
    }
    Ok(best.and_then(|best| items.0.get(best)).cloned().unwrap_or_default())
}

/// Where a text begins in another, in bytes.
fn places_in_text(value: &Value, part: &Value) -> Value {
    let (text, part) = (value.text().unwrap_or_default().as_bytes(), part.text().unwrap_or_default().as_bytes());
    let mut found = Vec::new();
    if !part.is_empty() {
        let mut from = 0;
        while let Some(at) = memchr::memmem::find(&text[from..], part) {
            found.push(Value::Number((from + at) as f64));
            from += at + 1;
        }
    }
    Value::array(found)
}

/// Where a value stands in a sorted array, or, negative and one further, where it would.
fn bsearch(value: &Value, target: &Value) -> Result<Value, Stop> {
    let Value::Array(items) = value else {
        let count = length(value)?.number().unwrap_or(0.0);
        if count == 0.0 {
            return Ok(Value::Number(-1.0));
        }
        return access::index(value, &Value::Number(((count - 1.0) / 2.0).floor()));
    };
    Ok(Value::Number(match halve(&items.0, target) {
        Ok((_, found)) => found as f64,
        Err(from) => {
            let before = items.0.get(from).is_some_and(|item| compare(item, target).is_lt());
            -1.0 - (from + usize::from(before)) as f64
        }
    }))
}

/// Where the search begins at last and where a value stands, or, as an error, where the search ends without it.
fn halve(items: &[Value], target: &Value) -> Result<(usize, usize), usize> {
    // Which of equal values is found depends on where the search looks.
    let (mut from, mut to) = (0, items.len());
    while from < to {
        let middle = (from + to - 1) / 2;
        match compare(target, &items[middle]) {
            Ordering::Equal => return Ok((from, middle)),
            _ if to - from == 1 => break,
            Ordering::Less => to = middle,
            Ordering::Greater => from = middle + 1,
        }
    }
    Err(from)
}

/// What the search of more than one value has at its end, of which it takes the last; `null` where it finds none.
fn bsearch_end(value: &Value, target: &Value) -> Value {
    match value {
        Value::Array(items) if items.0.len() > 1 => match halve(&items.0, target) {
            Ok((from, found)) => {
                Value::array([from as f64, -1.0, found as f64].into_iter().map(Value::Number).collect())
            }
            Err(_) => Value::Null,
        },
        _ => Value::Null,
    }
}
