//! Variables written as the commands that make them again: `declare -p`, `set`, `${x@A}`, `${x@a}`.

use bstr::BString;

use super::{AssociativeArray, Attributes, IndexedArray, Value, Variable};
use crate::expand::quote::{declare_quote, key_quote, listing_quote, needs_ansi_quotes, single_quote};

/// The letters of a variable's attributes in bash's order, without a dash: `airx`.
pub fn attribute_letters(variable: &Variable) -> BString {
    let Attributes { export, readonly, integer, lower, upper, capital, nameref, trace, .. } = variable.attributes;
    let flags = [
        (variable.is_indexed(), b'a'),
        (variable.is_associative(), b'A'),
        (integer, b'i'),
        (nameref, b'n'),
        (readonly, b'r'),
        (trace, b't'),
        (export, b'x'),
        (capital, b'c'),
        (lower, b'l'),
        (upper, b'u'),
    ];
    flags.into_iter().filter(|(on, _)| *on).map(|(_, letter)| letter).collect::<Vec<u8>>().into()
}

/// The line of `declare -p` for a variable, without a line end: `declare -i x="1"`.
pub fn declare_text(name: &str, variable: &Variable) -> BString {
    let mut out = BString::from("declare -");
    let letters = attribute_letters(variable);
    out.extend_from_slice(if letters.is_empty() { b"-" } else { &letters });
    out.push(b' ');
    out.extend_from_slice(name.as_bytes());
    if let Some(value) = value_text(&variable.value) {
        out.push(b'=');
        out.extend_from_slice(&value);
    }
    out
}

/// The line of `set` for a variable, without a line end: `x='a b'`. `None` when it has no value. In POSIX mode there are
/// no quotes but single ones.
pub fn listing_text(name: &str, variable: &Variable, posix: bool) -> Option<BString> {
    let value = match &variable.value {
        Value::Scalar(text) if posix && needs_ansi_quotes(text) => single_quote(text),
        Value::Scalar(text) => listing_quote(text),
        other => value_text(other)?,
    };
    let mut out = BString::from(name);
    out.push(b'=');
    out.extend_from_slice(&value);
    Some(out)
}

/// A value as `declare -p` writes it.
pub(crate) fn value_text(value: &Value) -> Option<BString> {
    match value {
        Value::Unset => None,
        Value::Scalar(text) => Some(declare_quote(text)),
        Value::Indexed(array) => Some(indexed_text(array)),
        Value::Associative(array) => Some(associative_text(array)),
    }
}

fn indexed_text(array: &IndexedArray) -> BString {
    let mut out = BString::from("(");
    for (index, value) in array.iter() {
        if out.len() > 1 {
            out.push(b' ');
        }
        out.extend_from_slice(format!("[{index}]=").as_bytes());
        out.extend_from_slice(&declare_quote(value));
    }
    out.push(b')');
    out
}

fn associative_text(array: &AssociativeArray) -> BString {
    let mut out = BString::from("(");
    for (key, value) in array.iter() {
        out.push(b'[');
        out.extend_from_slice(&key_quote(key));
        out.extend_from_slice(b"]=");
        out.extend_from_slice(&declare_quote(value));
        out.push(b' ');
    }
    out.push(b')');
    out
}
