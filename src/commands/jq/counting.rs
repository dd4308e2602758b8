//! `range`: numbers one after the other, or whatever can be compared and added.

use super::error::{Stop, fail};
use super::operators;
use super::value::{Value, compare};

/// The values of a `range` that are still to come.
pub enum Counting {
    /// By one, until the end is reached: not a number never reaches it.
    /// `first`: the value that it begins with, as it was written.
    Ones { first: Option<Value>, next: f64, upto: f64 },
    Numbers { first: Option<Value>, next: f64, upto: f64, by: f64 },
    /// Upwards or downwards in the order of all values.
    Values { next: Value, upto: Value, by: Value, upwards: bool },
    /// What is added last fails when the value after is asked for.
    Failed(Option<Stop>),
    Done,
}

impl Counting {
    pub fn new(from: Value, upto: Value, by: Option<Value>) -> Result<Counting, Stop> {
        let numbers = (from.number(), upto.number());
        let Some(by) = by else {
            return match numbers {
                (Some(next), Some(upto)) => Ok(Counting::Ones { first: Some(from), next, upto }),
                _ => fail("Range bounds must be numeric"),
            };
        };
        if let ((Some(next), Some(upto)), Some(by)) = (numbers, by.number())
            && !(next.is_nan() || upto.is_nan() || by.is_nan())
        {
            return Ok(Counting::Numbers { first: Some(from), next, upto, by });
        }
        let zero = Value::Number(0.0);
        let upwards = compare(&by, &zero).is_gt();
        if !upwards && !compare(&by, &zero).is_lt() {
            return Ok(Counting::Done);
        }
        Ok(Counting::Values { next: from, upto, by, upwards })
    }

    /// The next value.
    ///
    /// # Errors
    /// That of the addition that leads to it.
    pub fn next(&mut self) -> Result<Option<Value>, Stop> {
        match self {
            Counting::Ones { first, next, upto } => {
                let value = *next;
                *next += 1.0;
                let goes_on = value.partial_cmp(upto).is_none_or(std::cmp::Ordering::is_lt);
                Ok(goes_on.then(|| first.take().unwrap_or(Value::Number(value))))
            }
            Counting::Numbers { first, next, upto, by } => {
                let value = *next;
                *next += *by;
                let goes_on = *by > 0.0 && value < *upto || *by < 0.0 && value > *upto;
                Ok(goes_on.then(|| first.take().unwrap_or(Value::Number(value))))
            }
            Counting::Values { next, upto, by, upwards } => {
                let order = compare(next, upto);
                if !(if *upwards { order.is_lt() } else { order.is_gt() }) {
                    *self = Counting::Done;
                    return Ok(None);
                }
                let value = next.clone();
                match operators::add(value.clone(), by.clone()) {
                    Ok(then) => *next = then,
                    Err(stop) => *self = Counting::Failed(Some(stop)),
                }
                Ok(Some(value))
            }
            Counting::Failed(stop) => match stop.take() {
                Some(stop) => Err(stop),
                None => Ok(None),
            },
            Counting::Done => Ok(None),
        }
    }

    /// Whether the next question is answered with nothing: a last value leaves no choice behind.
    pub fn is_over(&self) -> bool {
        match self {
            Counting::Ones { next, upto, .. } => next >= upto,
            Counting::Numbers { next, upto, by, .. } => !(*by > 0.0 && next < upto || *by < 0.0 && next > upto),
            Counting::Done => true,
            Counting::Values { .. } | Counting::Failed(_) => false,
        }
    }
}
