//! Variables written as the commands that make them again: `declare -p`, `set`, `${x@A}`, `${x@a}`.

use std::io::Write as _;

use bstr::BString;

use super::{AssociativeArray, Attributes, IndexedArray, Value, Variable};
use crate::expand::quote::{listing_quote, needs_ansi_quotes, push_declare_quote, push_key_quote, single_quote};

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
    if variable.is_set() {
        out.push(b'=');
        push_value(&mut out, &variable.value);
    }
    out
}

/// The line of `set` for a variable, without a line end: `x='a b'`. `None` when it has no value. In POSIX mode there are
/// no quotes but single ones.
pub fn listing_text(name: &str, variable: &Variable, posix: bool) -> Option<BString> {
    let mut out = BString::from(name);
    out.push(b'=');
    match &variable.value {
        Value::Unset => return None,
        Value::Scalar(text) if posix && needs_ansi_quotes(text) => out.extend_from_slice(&single_quote(text)),
        Value::Scalar(text) => out.extend_from_slice(&listing_quote(text)),
        array => push_value(&mut out, array),
    }
    Some(out)
}

/// Appends a value as `declare -p` writes it.
fn push_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Unset => {}
        Value::Scalar(text) => push_declare_quote(out, text),
        Value::Indexed(array) => push_indexed(out, array),
        Value::Associative(array) => push_associative(out, array),
    }
}

fn push_indexed(out: &mut Vec<u8>, array: &IndexedArray) {
    out.push(b'(');
    for (at, (index, value)) in array.iter().enumerate() {
        if at > 0 {
            out.push(b' ');
        }
        // Writing to a vector can't fail.
        let _ = write!(out, "[{index}]=");
        push_declare_quote(out, value);
    }
    out.push(b')');
}

fn push_associative(out: &mut Vec<u8>, array: &AssociativeArray) {
    out.push(b'(');
    for (key, value) in array.iter() {
        out.push(b'[');
        push_key_quote(out, key);
        out.extend_from_slice(b"]=");
        push_declare_quote(out, value);
        out.push(b' ');
    }
    out.push(b')');
}
