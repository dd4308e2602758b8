//! Values and their conversions.

use crate::xml::tree::{Id, Kind, Tree};

/// A node, or one of the namespaces of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    pub id: Id,
    /// 0: the node itself; else the place of a namespace's name in the tree, and one.
    pub namespace: u32,
}

impl Item {
    pub fn node(id: Id) -> Item {
        Item { id, namespace: 0 }
    }

    /// The text that it stands for.
    pub fn text(self, tree: &Tree) -> String {
        if self.namespace > 0 {
            return tree.namespace_name(Some(self.namespace - 1)).unwrap_or_default().to_owned();
        }
        let mut out = String::new();
        tree.text(self.id, &mut out);
        out
    }

    pub fn kind(self, tree: &Tree) -> &Kind {
        tree.kind(self.id)
    }
}

#[derive(Clone, Debug)]
pub enum Value {
    /// In the order of the document, each once.
    Nodes(Vec<Item>),
    Number(f64),
    Text(String),
    Boolean(bool),
}

impl Value {
    pub fn boolean(&self) -> bool {
        match self {
            Value::Nodes(items) => !items.is_empty(),
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::Text(text) => !text.is_empty(),
            Value::Boolean(value) => *value,
        }
    }

    pub fn text(&self, tree: &Tree) -> String {
        match self {
            Value::Nodes(items) => items.first().map(|item| item.text(tree)).unwrap_or_default(),
            Value::Number(number) => format_number(*number),
            Value::Text(text) => text.clone(),
            Value::Boolean(value) => if *value { "true" } else { "false" }.to_owned(),
        }
    }

    pub fn number(&self, tree: &Tree) -> f64 {
        match self {
            Value::Number(number) => *number,
            Value::Boolean(value) => f64::from(u8::from(*value)),
            Value::Nodes(_) | Value::Text(_) => to_number(&self.text(tree)),
        }
    }
}

/// A text as a number: decimal, perhaps with an exponent, or not a number.
pub fn to_number(text: &str) -> f64 {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    if !plain {
        return f64::NAN;
    }
    text.parse().unwrap_or(f64::NAN)
}

/// A number as a text, as libxml2 writes it: 15 digits at most.
pub fn format_number(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    if number.fract() == 0.0 && number.abs() < 2_147_483_648.0 {
        return format!("{number:.0}");
    }
    let size = number.abs();
    if !(1e-5..=1e9).contains(&size) {
        let text = format!("{number:.14e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        let power: i32 = exponent.parse().unwrap_or(0);
        return format!("{mantissa}e{}{:02}", if power < 0 { '-' } else { '+' }, power.abs());
    }
    let integer = size.log10().trunc() as i32;
    let places = if integer > 0 { 15 - integer - 1 } else { 15 - integer };
    let text = format!("{number:.*}", usize::try_from(places).unwrap_or(0));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
