//! The functions of the core library.

use super::parse::Expression;
use super::value::{Item, Value, to_number};
use super::{Context, Evaluator, INVALID_TYPE, Result, XpathError};
use crate::xml::tree::{Kind, NONE, ROOT, XML_NAMESPACE};

const WRONG_NUMBER: XpathError = XpathError::Message("Invalid number of arguments", None);

impl Evaluator<'_, '_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[Expression], context: Context) -> Result<Value> {
        let known = matches!(
            name,
            "last"
                | "position"
                | "count"
                | "id"
                | "local-name"
                | "namespace-uri"
                | "name"
                | "string"
                | "concat"
                | "starts-with"
                | "contains"
                | "substring-before"
                | "substring-after"
                | "substring"
                | "string-length"
                | "normalize-space"
                | "translate"
                | "boolean"
                | "not"
                | "true"
                | "false"
                | "lang"
                | "number"
                | "sum"
                | "floor"
                | "ceiling"
                | "round"
        );
        if !known {
            if name.contains(':') {
                return Err(XpathError::Message("Undefined namespace prefix", None));
            }
            return Err(XpathError::Unregistered(name.to_owned()));
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.expression(argument, context)?);
        }
        let (least, most) = match name {
            "last" | "position" | "true" | "false" => (0, 0),
            "count" | "id" | "boolean" | "not" | "lang" | "sum" | "floor" | "ceiling" | "round" => (1, 1),
            "local-name" | "namespace-uri" | "name" | "string" | "string-length" | "normalize-space" | "number" => {
                (0, 1)
            }
            "starts-with" | "contains" | "substring-before" | "substring-after" => (2, 2),
            "substring" => (2, 3),
            "translate" => (3, 3),
            _ => (2, usize::MAX),
        };
        if values.len() < least || values.len() > most {
            return Err(WRONG_NUMBER);
        }
        let tree = self.tree;
        let text = |index: usize| match values.get(index) {
            Some(value) => value.text(tree),
            None => context.item.text(tree),
        };
        let number = |index: usize| values.get(index).map_or(f64::NAN, |value| value.number(tree));
        Ok(match name {
            "last" if context.position == 0 => return Err(XpathError::Message("Invalid context size", None)),
            "position" if context.position == 0 => return Err(XpathError::Message("Invalid context position", None)),
            "last" => Value::Number(context.size as f64),
            "position" => Value::Number(context.position as f64),
            "count" => match values.first() {
                Some(Value::Nodes(items)) => Value::Number(items.len() as f64),
                _ => return Err(INVALID_TYPE),
            },
            "sum" => match values.first() {
                Some(Value::Nodes(items)) => Value::Number(items.iter().map(|item| to_number(&item.text(tree))).sum()),
                _ => return Err(INVALID_TYPE),
            },
            "id" => self.with_ids(&values)?,
            "local-name" | "namespace-uri" | "name" => {
                let item = match values.first() {
                    None => Some(context.item),
                    Some(Value::Nodes(items)) => items.first().copied(),
                    Some(_) => return Err(INVALID_TYPE),
                };
                Value::Text(item.map(|item| self.name_of(item, name)).unwrap_or_default())
            }
            "string" => Value::Text(text(0)),
            "concat" => Value::Text(values.iter().map(|value| value.text(tree)).collect()),
            "starts-with" => Value::Boolean(text(0).starts_with(&text(1))),
            "contains" => Value::Boolean(text(0).contains(&text(1))),
            "substring-before" => {
                let text_0 = text(0);
                Value::Text(text_0.split_once(text(1).as_str()).map_or("", |(before, _)| before).to_owned())
            }
            "substring-after" => {
                let text_0 = text(0);
                Value::Text(text_0.split_once(text(1).as_str()).map_or("", |(_, after)| after).to_owned())
            }
            "substring" => {
                let start = rounded(number(1));
                let end = if values.len() > 2 { start + rounded(number(2)) } else { f64::INFINITY };
                let source = text(0);
                let inside = source.chars().enumerate().filter(|(index, _)| {
                    let place = (index + 1) as f64;
                    place >= start && place < end
                });
                Value::Text(inside.map(|(_, character)| character).collect())
            }
            "string-length" => Value::Number(text(0).chars().count() as f64),
            "normalize-space" => {
                let source = text(0);
                let words = source.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
                Value::Text(words.collect::<Vec<_>>().join(" "))
            }
            "translate" => {
                let from: Vec<char> = text(1).chars().collect();
                let to: Vec<char> = text(2).chars().collect();
                let mut map = std::collections::HashMap::new();
                for (index, character) in from.into_iter().enumerate() {
                    map.entry(character).or_insert(to.get(index).copied());
                }
                let source = text(0);
                let translated = source.chars().filter_map(|character| match map.get(&character) {
                    Some(found) => *found,
                    None => Some(character),
                });
                Value::Text(translated.collect())
            }
            "boolean" => Value::Boolean(values.first().is_some_and(Value::boolean)),
            "not" => Value::Boolean(!values.first().is_some_and(Value::boolean)),
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "lang" => Value::Boolean(self.is_in_language(context.item, &text(0))),
            "number" => Value::Number(match values.first() {
                Some(value) => value.number(tree),
                None => to_number(&context.item.text(tree)),
            }),
            "floor" => Value::Number(number(0).floor()),
            "ceiling" => Value::Number(number(0).ceil()),
            _ => Value::Number(rounded(number(0))),
        })
    }

    fn name_of(&self, item: Item, function: &str) -> String {
        let tree = self.tree;
        if item.namespace > 0 {
            return String::new();
        }
        match item.kind(tree) {
            Kind::Element(element) => self.name_part(&element.name, function),
            Kind::Attribute { name, .. } => self.name_part(name, function),
            Kind::Instruction { target, .. } if function != "namespace-uri" => target.to_string(),
            _ => String::new(),
        }
    }

    fn name_part(&self, name: &crate::xml::Name, function: &str) -> String {
        match function {
            "local-name" => name.local.to_string(),
            "name" => name.qualified(),
            _ => self.tree.namespace_name(name.namespace).unwrap_or_default().to_owned(),
        }
    }

    /// Without a DTD only `xml:id` gives an element an id.
    fn with_ids(&mut self, values: &[Value]) -> Result<Value> {
        let tree = self.tree;
        let texts: Vec<String> = match values.first() {
            Some(Value::Nodes(items)) => items.iter().map(|item| item.text(tree)).collect(),
            Some(other) => vec![other.text(tree)],
            None => Vec::new(),
        };
        let wanted: std::collections::HashSet<&str> =
            texts.iter().flat_map(|text| text.split_ascii_whitespace()).collect();
        let mut found = Vec::new();
        let mut at = tree.first(ROOT);
        let mut looked = 0;
        while at != NONE {
            looked += 1;
            if let Some(element) = tree.element(at) {
                let is_wanted = element.attributes.iter().any(|id| match tree.kind(*id) {
                    Kind::Attribute { name, value } => {
                        &*name.local == "id"
                            && tree.namespace_name(name.namespace) == Some(XML_NAMESPACE)
                            && wanted.contains(value.as_str())
                    }
                    _ => false,
                });
                if is_wanted {
                    found.push(Item::node(at));
                }
            }
            at = tree.following(at, ROOT);
        }
        self.tick(looked)?;
        Ok(Value::Nodes(found))
    }

    fn is_in_language(&self, item: Item, language: &str) -> bool {
        let tree = self.tree;
        let mut at = item.id;
        while at != NONE {
            if let Some(element) = tree.element(at) {
                for id in &element.attributes {
                    if let Kind::Attribute { name, value } = tree.kind(*id)
                        && &*name.local == "lang"
                        && tree.namespace_name(name.namespace) == Some(XML_NAMESPACE)
                    {
                        let head = value.get(..language.len()).unwrap_or_default();
                        let rest = value.get(language.len()..).unwrap_or_default();
                        return head.eq_ignore_ascii_case(language) && (rest.is_empty() || rest.starts_with('-'));
                    }
                }
            }
            at = tree.parent(at);
        }
        false
    }
}

/// The nearest whole number; the greater of two.
fn rounded(number: f64) -> f64 {
    if number.is_nan() || number.is_infinite() {
        return number;
    }
    if (-0.5..0.5).contains(&number) { if number < 0.0 { -0.0 } else { 0.0 } } else { (number + 0.5).floor() }
}
