//! The parser for text that is right: whole values out of one slice. Whatever it does not know it leaves to the scanner.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::scan::MAX_DEPTH;
use super::text;
use crate::jq::number;
use crate::jq::object::Object;
use crate::jq::value::{Origin, Value};

/// What was found at a place.
pub enum Found {
    /// A value, and the place behind it.
    Value(Value, usize),
    /// The text ends before the value does.
    Short,
    /// Something for the scanner.
    Other,
}

/// The keys of objects that were read lately, so that equal ones are stored once.
#[derive(Default)]
pub struct Keys {
    known: HashMap<u64, Rc<String>, BuildHasherDefault<DefaultHasher>>,
}

/// Longer keys are rarely repeated.
const MAX_SHARED: usize = 64;
const MAX_KEYS: usize = 4096;

impl Keys {
    fn key(&mut self, raw: &[u8]) -> Option<Rc<String>> {
        if raw.len() > MAX_SHARED {
            return Some(Rc::new(text::unescape(raw).ok()?));
        }
        // Multiplicative, a few bytes at a time; a collision only costs the sharing.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ raw.len() as u64;
        for chunk in raw.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = (hash.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        if let Some(known) = self.known.get(&hash)
            && known.as_bytes() == raw
        {
            return Some(Rc::clone(known));
        }
        let key = Rc::new(text::unescape(raw).ok()?);
        if self.known.len() >= MAX_KEYS {
            self.known.clear();
        }
        self.known.insert(hash, Rc::clone(&key));
        Some(key)
    }
}

/// The first place from `at` on that is not white space.
pub fn skip_space(data: &[u8], mut at: usize) -> usize {
    while matches!(data.get(at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    at
}

/// An array or object whose end is still to come.
enum Open {
    Array(Vec<Value>),
    Object(Object, Rc<String>),
}

/// The end of a string whose first byte stands at `at`.
fn string_end(data: &[u8], at: usize) -> Option<usize> {
    let mut from = at;
    loop {
        let found = from + memchr::memchr2(b'"', b'\\', data.get(from..)?)?;
        if data.get(found) == Some(&b'"') {
            return Some(found);
        }
        from = found + 2;
    }
}

/// Reads a value at `at`, which is no white space. `last`: no text follows the slice.
pub fn value(data: &[u8], mut at: usize, last: bool, keys: &mut Keys) -> Found {
    let mut open: Vec<Open> = Vec::new();
    let mut depth = 0;
    'next: loop {
        let Some(&byte) = data.get(at) else { return Found::Short };
        let mut done = match byte {
            b'"' => {
                let Some(end) = string_end(data, at + 1) else { return Found::Short };
                let Ok(text) = text::unescape(&data[at + 1..end]) else { return Found::Other };
                at = end + 1;
                Value::string(text)
            }
            b'-' | b'0'..=b'9' => {
                let length =
                    data[at..].iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
                let end = at + length.count();
                match data.get(end) {
                    None if !last => return Found::Short,
                    None | Some(b' ' | b'\t' | b'\r' | b'\n') => {}
                    Some(b',' | b']' | b'}') if !open.is_empty() => {}
                    Some(_) => return Found::Other,
                }
                let word = &data[at..end];
                at = end;
                match small_number(word).or_else(|| number::parse(word)) {
                    Some(number) => number,
                    None => return Found::Other,
                }
            }
            b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Found::Other;
                }
                at = skip_space(data, at + 1);
                match data.get(at) {
                    None => return Found::Short,
                    Some(b']') => {
                        depth -= 1;
                        at += 1;
                        Value::array(Vec::new())
                    }
                    Some(_) => {
                        open.push(Open::Array(Vec::new()));
                        continue 'next;
                    }
                }
            }
            b'{' => {
                // An object's key takes a place of its own.
                depth += 2;
                if depth > MAX_DEPTH {
                    return Found::Other;
                }
                at = skip_space(data, at + 1);
                match data.get(at) {
                    None => return Found::Short,
                    Some(b'}') => {
                        depth -= 2;
                        at += 1;
                        Value::object(Object::new())
                    }
                    Some(_) => match key(data, at, keys) {
                        Ok((key, behind)) => {
                            at = behind;
                            open.push(Open::Object(Object::new(), key));
                            continue 'next;
                        }
                        Err(found) => return found,
                    },
                }
            }
            b't' | b'f' | b'n' => {
                let (word, value): (&[u8], Value) = match byte {
                    b't' => (b"true", Value::Bool(true)),
                    b'f' => (b"false", Value::Bool(false)),
                    _ => (b"null", Value::Null),
                };
                let rest = &data[at..];
                if !rest.starts_with(word) {
                    return if word.starts_with(rest) { Found::Short } else { Found::Other };
                }
                at += word.len();
                match data.get(at) {
                    None if !last => return Found::Short,
                    None | Some(b' ' | b'\t' | b'\r' | b'\n') => value,
                    Some(b',' | b']' | b'}') if !open.is_empty() => value,
                    Some(_) => return Found::Other,
                }
            }
            _ => return Found::Other,
        };
        // A value is done: it goes into what is open, which may be done by that.
        loop {
            let Some(top) = open.last_mut() else { return Found::Value(done, at) };
            at = skip_space(data, at);
            let Some(&byte) = data.get(at) else { return Found::Short };
            match top {
                Open::Array(items) => {
                    items.push(done);
                    match byte {
                        b',' => {
                            at = skip_space(data, at + 1);
                            continue 'next;
                        }
                        b']' => {
                            done = Value::array(std::mem::take(items));
                            depth -= 1;
                        }
                        _ => return Found::Other,
                    }
                }
                Open::Object(object, name) => match byte {
                    b',' => {
                        at = skip_space(data, at + 1);
                        match key(data, at, keys) {
                            Ok((next, behind)) => {
                                object.insert(std::mem::replace(name, next), done);
                                at = behind;
                                continue 'next;
                            }
                            Err(found) => return found,
                        }
                    }
                    b'}' => {
                        object.insert(Rc::clone(name), done);
                        done = Value::object(std::mem::take(object));
                        depth -= 2;
                    }
                    _ => return Found::Other,
                },
            }
            at += 1;
            open.pop();
        }
    }
}

/// A key and its colon; gives the place of the value.
fn key(data: &[u8], at: usize, keys: &mut Keys) -> Result<(Rc<String>, usize), Found> {
    match data.get(at) {
        None => return Err(Found::Short),
        Some(b'"') => {}
        Some(_) => return Err(Found::Other),
    }
    let end = string_end(data, at + 1).ok_or(Found::Short)?;
    let key = keys.key(&data[at + 1..end]).ok_or(Found::Other)?;
    let colon = skip_space(data, end + 1);
    match data.get(colon) {
        None => Err(Found::Short),
        Some(b':') => Ok((key, skip_space(data, colon + 1))),
        Some(_) => Err(Found::Other),
    }
}

/// A whole number of few digits.
fn small_number(word: &[u8]) -> Option<Value> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 15 {
        return None;
    }
    let mut sum = 0_u64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        sum = sum * 10 + u64::from(digit - b'0');
    }
    let value = sum as f64;
    // A negative zero keeps its sign as a literal.
    let is_kept = negative && value == 0.0;
    (!is_kept).then_some(Value::Written(if negative { -value } else { value }, Origin::INPUT))
}
