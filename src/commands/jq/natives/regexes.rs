//! Regular expressions: `_match` gives the matches, the library what is made of them.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Native, iterating, native, oniguruma};
use crate::jq::error::{Stop, fail};
use crate::jq::host::Host;
use crate::jq::object::Object;
use crate::jq::operators::described;
use crate::jq::value::Value;
use shell::regex::{Captures, Options, Regex, Syntax};

pub const NATIVES: &[Native] = &[
    native("_arguments", 1, |_, _, arguments| split_arguments(&arguments[0])),
    native("_match", 2, |host, value, arguments| listed(host, &value, &arguments[0], &arguments[1])),
    native("_test", 2, |host, value, arguments| {
        Ok(Value::Bool(!matches(host, &value, &arguments[0], &arguments[1], true)?.found.is_empty()))
    }),
    native("_captures", 0, |_, value, _| captures_of(&value)),
    iterating(
        "_edits",
        2,
        |host, value, arguments| edits(host, &value, &arguments[0], &arguments[1]),
        |host, value, arguments| listed(host, &value, &arguments[0], &arguments[1]),
    ),
    iterating("_split", 2, split, |host, value, arguments| {
        listed(host, &value, &arguments[0], &global(&arguments[1])?)
    }),
];

/// How many compiled expressions a thread keeps.
const KEPT: usize = 16;

/// The most steps of one search that has to go back.
const STEP_LIMIT: u64 = 10_000_000;

type Key = (String, String);

/// An expression, and the names of its groups with their numbers.
#[derive(Clone)]
struct Compiled {
    engine: Regex,
    names: Rc<Vec<(String, usize)>>,
}

thread_local! {
    static COMPILED: RefCell<Vec<(Key, Compiled)>> = const { RefCell::new(Vec::new()) };
}

/// Part of a text that was matched: bytes, and the offset and length in characters.
#[derive(Clone)]
struct Span {
    start: usize,
    end: usize,
    offset: usize,
    text: String,
}

struct Found {
    whole: Span,
    groups: Vec<Option<Span>>,
}

struct Matches {
    regex: Compiled,
    found: Vec<Found>,
}

fn object(pairs: Vec<(&str, Value)>) -> Value {
    Value::object(pairs.into_iter().map(|(key, value)| (Rc::new(key.to_owned()), value)).collect::<Object>())
}

fn name_of(regex: &Compiled, group: usize) -> Option<&str> {
    regex.names.iter().find(|(_, number)| *number == group).map(|(name, _)| name.as_str())
}

impl Found {
    fn to_value(&self, regex: &Compiled) -> Value {
        let groups = self.groups.iter().enumerate().map(|(index, group)| {
            let name = name_of(regex, index + 1).map_or(Value::Null, Value::string);
            match group {
                Some(span) => {
                    let mut pairs = span.pairs();
                    pairs.push(("name", name));
                    object(pairs)
                }
                None => object(vec![
                    ("offset", Value::Number(-1.0)),
                    ("string", Value::Null),
                    ("length", Value::Number(0.0)),
                    ("name", name),
                ]),
            }
        });
        let groups = Value::array(groups.collect());
        let mut pairs = self.whole.pairs();
        pairs.push(("captures", groups));
        object(pairs)
    }
}

impl Span {
    fn pairs(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("offset", Value::Number(self.offset as f64)),
            ("length", Value::Number(self.text.chars().count() as f64)),
            ("string", Value::string(self.text.clone())),
        ]
    }
}

/// An expression and flags out of the one argument of `test` and its like.
fn split_arguments(argument: &Value) -> Result<Value, Stop> {
    match argument {
        Value::String(_) => Ok(Value::array(vec![argument.clone(), Value::Null])),
        Value::Array(parts) if !parts.0.is_empty() => {
            Ok(Value::array(vec![parts.0[0].clone(), parts.0.get(1).cloned().unwrap_or_default()]))
        }
        other => fail(format!("{} not a string or array", other.type_name())),
    }
}

/// Flags with `g` among them.
fn global(flags: &Value) -> Result<Value, Stop> {
    match flags {
        Value::Null => Ok(Value::string("g")),
        Value::String(flags) => Ok(Value::string(format!("g{flags}"))),
        other => fail(format!("string (\"g\") and {} cannot be added", described(other))),
    }
}

fn compiled(pattern: &str, flags: &str) -> Result<Compiled, Stop> {
    let key = (pattern.to_owned(), flags.chars().filter(|flag| *flag != 'g' && *flag != 'n').collect::<String>());
    let known = COMPILED.with_borrow_mut(|kept| {
        let at = kept.iter().position(|(known, _)| *known == key)?;
        // The one used last stands last.
        let entry = kept.remove(at);
        let regex = entry.1.clone();
        kept.push(entry);
        Some(regex)
    });
    if let Some(regex) = known {
        return Ok(regex);
    }
    let mut options = Options { step_limit: STEP_LIMIT, unicode: true, ..Options::new(Syntax::Perl) };
    let mut extended = false;
    for flag in flags.chars() {
        match flag {
            'g' | 'n' | 'l' => {}
            'i' => options.ignore_case = true,
            'x' => extended = true,
            's' => {}
            'p' => options.dot_matches_newline = true,
            _ => return fail(format!("{flags} is not a valid modifier string")),
        }
    }
    let translated = match oniguruma::translate(pattern, extended) {
        Ok(translated) => translated,
        Err(fault) => return fail(format!("Regex failure: {fault}")),
    };
    let mut text = if extended { b"(?x)".to_vec() } else { Vec::new() };
    text.extend_from_slice(&translated.pattern);
    match Regex::new(&text, &options) {
        Ok(engine) => {
            let regex = Compiled { engine, names: Rc::new(translated.names) };
            COMPILED.with_borrow_mut(|kept| {
                if kept.len() >= KEPT {
                    kept.remove(0);
                }
                kept.push((key, regex.clone()));
            });
            Ok(regex)
        }
        Err(error) => fail(format!("Regex failure: {}", fault_of(pattern, &error.to_string()))),
    }
}

/// What is wrong with an expression that the engine refuses.
fn fault_of(pattern: &str, error: &str) -> String {
    if error == "unknown property after \\P or \\p" {
        let name = pattern.split_once("{").and_then(|(_, rest)| rest.split_once('}')).map_or("", |(name, _)| name);
        return oniguruma::unknown_property(name);
    }
    oniguruma::message(error).to_owned()
}

/// The matches of a text; the first alone without the flag `g`, or when `one` is enough.
fn matches(host: &mut dyn Host, value: &Value, pattern: &Value, flags: &Value, one: bool) -> Result<Matches, Stop> {
    let Value::String(text) = value else {
        return fail(format!("{} cannot be matched, as it is not a string", described(value)));
    };
    let Value::String(pattern) = pattern else {
        return fail(format!("{} is not a string", described(pattern)));
    };
    let flags = match flags {
        Value::Null => String::new(),
        Value::String(flags) => flags.as_ref().clone(),
        other => return fail(format!("{} is not a string", described(other))),
    };
    let regex = compiled(pattern, &flags)?;
    let all = flags.contains('g') && !one;
    let not_empty = flags.contains('n');
    let mut found = Vec::new();
    let mut captures = Captures::new();
    let (mut from, mut counted, mut count) = (0, 0, 0);
    loop {
        let matched = regex.engine.captures_at(text.as_bytes(), from, &mut captures);
        if !matched.or_else(|exhausted| fail(format!("Regex failure: {exhausted}")))? {
            break;
        }
        host.charge(1)?;
        let Some((start, end)) = captures.get(0) else { break };
        if !(not_empty && start == end) {
            // Offsets are counted on from where the last match began.
            count += characters(text, counted, start);
            counted = start;
            let span = |place: Option<(usize, usize)>| {
                let (begin, finish) = place?;
                let offset = if begin >= start {
                    count + characters(text, start, begin)
                } else {
                    count - characters(text, begin, start)
                };
                Some(Span {
                    start: begin,
                    end: finish,
                    offset,
                    text: text.get(begin..finish).unwrap_or_default().to_owned(),
                })
            };
            let groups = (1..=regex.engine.group_count()).map(|group| span(captures.get(group))).collect();
            if let Some(whole) = span(Some((start, end))) {
                found.push(Found { whole, groups });
            }
        }
        if !all && !found.is_empty() {
            break;
        }
        from = if end > start { end } else { end + text[end..].chars().next().map_or(1, char::len_utf8) };
        if from > text.len() {
            break;
        }
    }
    Ok(Matches { regex, found })
}

/// The matches as objects.
fn listed(host: &mut dyn Host, value: &Value, pattern: &Value, flags: &Value) -> Result<Value, Stop> {
    let matches = matches(host, value, pattern, flags, false)?;
    Ok(Value::array(matches.found.iter().map(|found| found.to_value(&matches.regex)).collect()))
}

fn split(host: &mut dyn Host, value: Value, arguments: &mut [Value]) -> Result<Value, Stop> {
    let matches = matches(host, &value, &arguments[0], &global(&arguments[1])?, false)?;
    let text = value.text().unwrap_or_default();
    let mut parts = Vec::new();
    let mut from = 0;
    for found in &matches.found {
        parts.push(Value::string(text.get(from..found.whole.start).unwrap_or_default()));
        from = found.whole.end;
    }
    parts.push(Value::string(text.get(from..).unwrap_or_default()));
    Ok(Value::array(parts))
}

/// How many characters lie between two places.
fn characters(text: &str, from: usize, to: usize) -> usize {
    text.get(from..to).map_or(0, |part| if part.is_ascii() { part.len() } else { part.chars().count() })
}

/// The named captures of a match as an object.
fn captures_of(value: &Value) -> Result<Value, Stop> {
    let mut result = Object::new();
    let Value::Object(found) = value else { return Ok(Value::Null) };
    for capture in found.get("captures").and_then(Value::items).unwrap_or_default() {
        if let Value::Object(capture) = capture
            && let Some(Value::String(name)) = capture.get("name")
        {
            result.insert(Rc::clone(name), capture.get("string").cloned().unwrap_or_default());
        }
    }
    Ok(Value::object(result))
}

/// What `sub` works on: for each match the text before it and its named captures; then the text behind the last one.
fn edits(host: &mut dyn Host, value: &Value, pattern: &Value, flags: &Value) -> Result<Value, Stop> {
    let matches = matches(host, value, pattern, flags, false)?;
    let text = value.text().unwrap_or_default();
    let mut from = 0;
    let mut list = Vec::with_capacity(matches.found.len());
    for found in &matches.found {
        host.charge(1)?;
        let gap = text.get(from..found.whole.start).unwrap_or_default();
        from = found.whole.end;
        let mut captures = Object::new();
        for (index, group) in found.groups.iter().enumerate() {
            if let Some(name) = name_of(&matches.regex, index + 1) {
                let value = group.as_ref().map_or(Value::Null, |span| Value::string(span.text.clone()));
                captures.insert(Rc::new(name.to_owned()), value);
            }
        }
        list.push(Value::array(vec![Value::string(gap), Value::object(captures)]));
    }
    let tail = Value::string(text.get(from..).unwrap_or_default());
    Ok(Value::array(vec![Value::array(list), tail]))
}
