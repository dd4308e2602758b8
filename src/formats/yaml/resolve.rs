//! What a scalar means.

use super::node::Node;

/// The kind of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain {
    Null,
    Bool(bool),
    /// A whole number that fits.
    Integer(i128),
    /// A number in decimal notation, as JSON may write it.
    Decimal(String),
    Infinity {
        negative: bool,
    },
    NotANumber,
    Text,
}

/// The tags of the core schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Null,
    Bool,
    Int,
    Float,
    Str,
    Seq,
    Map,
    Binary,
    Timestamp,
    Merge,
}

/// The core tag that a tag as it is written means.
pub fn core_tag(tag: &str) -> Option<Tag> {
    let name = tag
        .strip_prefix("!!")
        .or_else(|| tag.strip_prefix("!<tag:yaml.org,2002:").and_then(|name| name.strip_suffix('>')))
        .or_else(|| tag.strip_prefix("tag:yaml.org,2002:"))?;
    Some(match name {
        "null" => Tag::Null,
        "bool" => Tag::Bool,
        "int" => Tag::Int,
        "float" => Tag::Float,
        "str" => Tag::Str,
        "seq" => Tag::Seq,
        "map" => Tag::Map,
        "binary" => Tag::Binary,
        "timestamp" => Tag::Timestamp,
        "merge" => Tag::Merge,
        _ => return None,
    })
}

impl Node {
    /// What this scalar means, by its tag, its style and its text.
    pub fn plain(&self) -> Plain {
        let Some(text) = self.text() else { return Plain::Text };
        match self.tag.as_deref() {
            None if self.is_quoted() => Plain::Text,
            None => resolve(text),
            Some(tag) => match core_tag(tag) {
                Some(Tag::Null | Tag::Bool | Tag::Int | Tag::Float) => resolve(text),
                _ => Plain::Text,
            },
        }
    }
}

/// What a plain scalar's text means.
pub fn resolve(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Plain::Null,
        "true" | "True" | "TRUE" => return Plain::Bool(true),
        "false" | "False" | "FALSE" => return Plain::Bool(false),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Plain::Infinity { negative: false },
        "-.inf" | "-.Inf" | "-.INF" => return Plain::Infinity { negative: true },
        ".nan" | ".NaN" | ".NAN" => return Plain::NotANumber,
        _ => {}
    }
    number(text).unwrap_or(Plain::Text)
}

fn number(text: &str) -> Option<Plain> {
    let bytes = text.as_bytes();
    if !matches!(bytes.first()?, b'0'..=b'9' | b'+' | b'-' | b'.') {
        return None;
    }
    let (negative, rest) = match bytes.first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let clean: String;
    let digits = if rest.contains('_') {
        if rest.starts_with('_') || !rest.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        clean = rest.replace('_', "");
        &clean
    } else {
        rest
    };
    let radix = |digits: &str, base: u32| {
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
            return None;
        }
        let value = i128::from_str_radix(digits, base).ok()?;
        Some(Plain::Integer(if negative { -value } else { value }))
    };
    if let Some(digits) = digits.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = digits.strip_prefix("0o") {
        return radix(digits, 8);
    }
    if let Some(digits) = digits.strip_prefix("0b") {
        return radix(digits, 2);
    }
    if digits.len() > 1
        && let Some(octal) = digits.strip_prefix('0')
        && octal.bytes().all(|digit| (b'0'..=b'7').contains(&digit))
    {
        return radix(octal, 8);
    }
    // [0-9]*(.[0-9]*)?([eE][-+]?[0-9]+)?
    let bytes = digits.as_bytes();
    let whole = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = whole;
    let mut fraction = 0;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        fraction = bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        at += fraction;
    }
    if whole == 0 && fraction == 0 {
        return None;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        let exponent = bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if exponent == 0 {
            return None;
        }
        at += exponent;
    }
    if at != bytes.len() {
        return None;
    }
    if at == whole
        && let Ok(value) = digits.parse::<i128>()
    {
        return Some(Plain::Integer(if negative { -value } else { value }));
    }
    Some(Plain::Decimal(if negative { format!("-{digits}") } else { digits.to_owned() }))
}
