//! Text.

use std::rc::Rc;

use super::{Native, iterating, native};
use crate::jq::error::{Stop, fail};
use crate::jq::formats;
use crate::jq::host::Host;
use crate::jq::json;
use crate::jq::number;
use crate::jq::operators::{self, described};
use crate::jq::print;
use crate::jq::value::{Origin, Value};

pub const NATIVES: &[Native] = &[
    native("tostring", 0, |_, value, _| formats::format("text", &value)),
    native("tojson", 0, |_, value, _| formats::format("json", &value)),
    native("fromjson", 0, |_, value, _| from_json(value)),
    native("tonumber", 0, |_, value, _| to_number(value)),
    native("toboolean", 0, |_, value, _| match &value {
        Value::Bool(_) => Ok(value),
        Value::String(text) if text.as_str() == "true" => Ok(Value::Bool(true)),
        Value::String(text) if text.as_str() == "false" => Ok(Value::Bool(false)),
        other => fail(format!("{} cannot be parsed as a boolean", described(other))),
    }),
    native("format", 1, |_, value, arguments| match &arguments[0] {
        Value::String(name) => formats::format(name, &value),
        other => fail(format!("{} is not a valid format", described(other))),
    }),
    native("explode", 0, explode),
    native("implode", 0, |_, value, _| implode(&value)),
    iterating("ascii_downcase", 0, |_, value, _| recased(value, str::make_ascii_lowercase), explode),
    iterating("ascii_upcase", 0, |_, value, _| recased(value, str::make_ascii_uppercase), explode),
    native("startswith", 1, |_, value, arguments| match (&value, &arguments[0]) {
        (Value::String(text), Value::String(part)) => Ok(Value::Bool(text.starts_with(part.as_str()))),
        _ => fail("startswith() requires string inputs"),
    }),
    native("endswith", 1, |_, value, arguments| match (&value, &arguments[0]) {
        (Value::String(text), Value::String(part)) => Ok(Value::Bool(text.ends_with(part.as_str()))),
        _ => fail("endswith() requires string inputs"),
    }),
    native("ltrimstr", 1, |_, value, arguments| Ok(without(value, &arguments[0], true, false))),
    native("rtrimstr", 1, |_, value, arguments| Ok(without(value, &arguments[0], false, true))),
    native("trimstr", 1, |_, value, arguments| Ok(without(value, &arguments[0], true, true))),
    native("ltrim", 0, |_, value, _| trimmed(&value, str::trim_start, "ltrim")),
    native("rtrim", 0, |_, value, _| trimmed(&value, str::trim_end, "rtrim")),
    native("trim", 0, |_, value, _| trimmed(&value, str::trim, "trim")),
    native("utf8bytelength", 0, |_, value, _| match &value {
        Value::String(text) => Ok(Value::Number(text.len() as f64)),
        other => fail(format!("{} only strings have UTF-8 byte length", described(other))),
    }),
    native("split", 1, |_, value, arguments| match (&value, &arguments[0]) {
        (Value::String(text), Value::String(separator)) => Ok(operators::split(text, separator)),
        _ => fail("split input and separator must be strings"),
    }),
    native("join", 1, |_, value, arguments| join(&value, &arguments[0])),
];

fn from_json(value: Value) -> Result<Value, Stop> {
    let Value::String(text) = &value else {
        return fail(format!("{} only strings can be parsed", described(&value)));
    };
    let parsed = json::parse_one(text.as_bytes());
    // Messages end where a C string does.
    let text = text.split('\0').next().unwrap_or_default();
    match parsed {
        Ok(Some(value)) => Ok(value.with_origin(Origin::READ)),
        Ok(None) => fail(format!("Expected JSON value (while parsing '{text}')")),
        Err(message) => fail(format!("{message} (while parsing '{text}')")),
    }
}

fn to_number(value: Value) -> Result<Value, Stop> {
    match &value {
        Value::Number(_) | Value::Written(..) | Value::Literal(_) => Ok(value),
        Value::String(text) => {
            let text = text.split('\0').next().unwrap_or_default();
            match number::parse(text.as_bytes()) {
                Some(number) => Ok(number.with_origin(Origin::READ)),
                None => match from_json(Value::string(text))? {
                    number @ (Value::Number(_) | Value::Written(..) | Value::Literal(_)) => Ok(number),
                    _ => fail(format!("{} cannot be parsed as a number", described(&value))),
                },
            }
        }
        other => fail(format!("{} cannot be parsed as a number", described(other))),
    }
}

fn implode(value: &Value) -> Result<Value, Stop> {
    let Value::Array(items) = value else { return fail("implode input must be an array") };
    let mut text = String::with_capacity(items.0.len());
    for item in &items.0 {
        let Some(code) = item.number().filter(|code| !code.is_nan()) else {
            return fail(format!(
                "{} can't be imploded, unicode codepoint needs to be numeric",
                described(item)
            ));
        };
        // What is no character becomes the replacement for one.
        let code = if code > -1.0 && code <= f64::from(u32::MAX) { code as u32 } else { u32::MAX };
        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Ok(Value::string(text))
}

fn explode(_: &mut dyn Host, value: Value, _: &mut [Value]) -> Result<Value, Stop> {
    match &value {
        Value::String(text) => {
            Ok(Value::array(text.chars().map(|character| Value::Number(f64::from(u32::from(character)))).collect()))
        }
        _ => fail("explode input must be a string"),
    }
}

fn recased(value: Value, change: fn(&mut str)) -> Result<Value, Stop> {
    let Value::String(mut text) = value else { return fail("explode input must be a string") };
    change(Rc::make_mut(&mut text).as_mut_str());
    Ok(Value::String(text))
}

fn without(value: Value, part: &Value, left: bool, right: bool) -> Value {
    let (Value::String(text), Value::String(part)) = (&value, part) else { return value };
    let mut rest = text.as_str();
    if left {
        rest = rest.strip_prefix(part.as_str()).unwrap_or(rest);
    }
    if right {
        rest = rest.strip_suffix(part.as_str()).unwrap_or(rest);
    }
    if rest.len() == text.len() { value } else { Value::string(rest) }
}

fn trimmed(value: &Value, trim: fn(&str) -> &str, name: &str) -> Result<Value, Stop> {
    match value {
        Value::String(text) => Ok(Value::string(trim(text))),
        other => fail(format!("{} cannot be trimmed ({name})", described(other))),
    }
}

fn join(value: &Value, separator: &Value) -> Result<Value, Stop> {
    let items: Vec<&Value> = match value {
        Value::Array(items) => items.0.iter().collect(),
        Value::Object(object) => object.iter().map(|(_, value)| value).collect(),
        other => return fail(format!("Cannot iterate over {}", described(other))),
    };
    let mut out = Value::Null;
    for (index, item) in items.iter().enumerate() {
        out = if index == 0 {
            Value::string("")
        } else {
            operators::add(out, separator.clone())?
        };
        let text = match item {
            Value::Null => Value::string(""),
            Value::Bool(_) | Value::Number(_) | Value::Written(..) | Value::Literal(_) => Value::string(print::text(item)),
            other => (*other).clone(),
        };
        out = operators::add(out, text)?;
    }
    Ok(if items.is_empty() { Value::string("") } else { out })
}
