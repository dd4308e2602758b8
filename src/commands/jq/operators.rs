//! Arithmetic and comparison.

use std::rc::Rc;

use super::error::{Stop, fail};
use super::object::Object;
use super::print::shortened;
use super::sorting::sort;
use super::syntax::ast::Operator;
use super::value::{
    ARRAY_TOO_LONG, Items, MAX_DEPTH, MAX_ITEMS, MAX_TEXT, TEXT_TOO_LONG, Value, compare, equal, into_items, items_mut,
};

/// A value as messages show it: its type and the beginning of its text.
pub fn described(value: &Value) -> String {
    format!("{} ({})", value.type_name(), shortened(value, 15))
}

fn cannot<T>(left: &Value, right: &Value, what: &str) -> Result<T, Stop> {
    fail(format!("{} and {} cannot be {what}", described(left), described(right)))
}

pub fn negate(value: Value) -> Result<Value, Stop> {
    match value.number() {
        Some(number) => Ok(Value::Number(-number)),
        None => fail(format!("{} cannot be negated", described(&value))),
    }
}

pub fn binary(operator: Operator, left: Value, right: Value) -> Result<Value, Stop> {
    match operator {
        Operator::Add => add(left, right),
        Operator::Subtract => subtract(left, right),
        Operator::Multiply => multiply(left, right),
        Operator::Divide => divide(left, right),
        Operator::Remainder => remainder(&left, &right),
        Operator::Equal => Ok(Value::Bool(equal(&left, &right))),
        Operator::NotEqual => Ok(Value::Bool(!equal(&left, &right))),
        Operator::Less => Ok(Value::Bool(compare(&left, &right).is_lt())),
        Operator::LessOrEqual => Ok(Value::Bool(compare(&left, &right).is_le())),
        Operator::Greater => Ok(Value::Bool(compare(&left, &right).is_gt())),
        Operator::GreaterOrEqual => Ok(Value::Bool(compare(&left, &right).is_ge())),
    }
}

pub fn add(left: Value, right: Value) -> Result<Value, Stop> {
    match (left, right) {
        (Value::Null, other) | (other, Value::Null) => Ok(other),
        (Value::String(left), Value::String(right)) if left.len() + right.len() > MAX_TEXT => fail(TEXT_TOO_LONG),
        (Value::Array(left), Value::Array(right)) if left.0.len() + right.0.len() > MAX_ITEMS => fail(ARRAY_TOO_LONG),
        (Value::String(mut left), Value::String(right)) => {
            Rc::make_mut(&mut left).push_str(&right);
            Ok(Value::String(left))
        }
        (Value::Array(mut left), Value::Array(right)) => {
            match Rc::try_unwrap(right) {
                Ok(mut right) => items_mut(&mut left).append(&mut right.0),
                Err(right) => items_mut(&mut left).extend_from_slice(&right.0),
            }
            Ok(Value::Array(left))
        }
        (Value::Object(mut left), Value::Object(right)) => {
            let object = Rc::make_mut(&mut left);
            for (key, value) in right.iter() {
                object.insert(Rc::clone(key), value.clone());
            }
            Ok(Value::Object(left))
        }
        (left, right) => match (left.number(), right.number()) {
            (Some(left), Some(right)) => Ok(Value::Number(left + right)),
            _ => cannot(&left, &right, "added"),
        },
    }
}

fn subtract(left: Value, right: Value) -> Result<Value, Stop> {
    match (left, right) {
        (Value::Array(left), Value::Array(right)) => {
            let mut items = into_items(left);
            if right.0.len() > 16 {
                let sorted = sort(&right.0, &mut |left, right| Ok(compare(left, right)))?;
                // Not a number equals nothing, which a search in order need not see.
                items.retain(|item| {
                    !sorted.binary_search_by(|other| compare(other, item)).is_ok_and(|at| equal(&sorted[at], item))
                });
            } else {
                items.retain(|item| !right.0.iter().any(|other| equal(item, other)));
            }
            Ok(Value::Array(Rc::new(Items(items))))
        }
        (left, right) => match (left.number(), right.number()) {
            (Some(left), Some(right)) => Ok(Value::Number(left - right)),
            _ => cannot(&left, &right, "subtracted"),
        },
    }
}

fn multiply(left: Value, right: Value) -> Result<Value, Stop> {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => Ok(Value::Object(merge(left, &right, 0))),
        (Value::String(text), times) | (times, Value::String(text)) if times.number().is_some() => {
            let times = times.number().unwrap_or(f64::NAN);
            if times.is_nan() || times < 0.0 {
                return Ok(Value::Null);
            }
            if times.floor() * text.len() as f64 > MAX_TEXT as f64 {
                return fail("Repeat string result too long");
            }
            Ok(Value::string(text.repeat(times as usize)))
        }
        (left, right) => match (left.number(), right.number()) {
            (Some(left), Some(right)) => Ok(Value::Number(left * right)),
            _ => cannot(&left, &right, "multiplied"),
        },
    }
}

/// Objects merged member by member, all the way down.
fn merge(mut left: Rc<Object>, right: &Object, depth: usize) -> Rc<Object> {
    let object = Rc::make_mut(&mut left);
    for (key, value) in right.iter() {
        match (object.get_mut(key), value) {
            (Some(Value::Object(old)), Value::Object(new)) if depth < MAX_DEPTH => {
                let inner = std::mem::take(old);
                *old = merge(inner, new, depth + 1);
            }
            _ => object.insert(Rc::clone(key), value.clone()),
        }
    }
    left
}

fn divide(left: Value, right: Value) -> Result<Value, Stop> {
    match (&left, &right) {
        (Value::String(text), Value::String(separator)) => Ok(split(text, separator)),
        _ => match (left.number(), right.number()) {
            (Some(_), Some(0.0)) => cannot(&left, &right, "divided because the divisor is zero"),
            (Some(left), Some(right)) => Ok(Value::Number(left / right)),
            _ => cannot(&left, &right, "divided"),
        },
    }
}

fn remainder(left: &Value, right: &Value) -> Result<Value, Stop> {
    let (Some(dividend), Some(divisor)) = (left.number(), right.number()) else {
        return cannot(left, right, "divided (remainder)");
    };
    if dividend.is_nan() || divisor.is_nan() {
        return Ok(Value::Number(f64::NAN));
    }
    let divisor = divisor as i64;
    if divisor == 0 {
        return cannot(left, right, "divided (remainder) because the divisor is zero");
    }
    let rest = i128::from(dividend as i64) % i128::from(divisor).abs();
    Ok(Value::Number(rest as f64))
}

/// The parts of a text between separators; its characters when the separator is empty.
pub fn split(text: &str, separator: &str) -> Value {
    if text.is_empty() {
        return Value::array(Vec::new());
    }
    if separator.is_empty() {
        return Value::array(text.chars().map(Value::string).collect());
    }
    Value::array(text.split(separator).map(Value::string).collect())
}
