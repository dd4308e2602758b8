//! From documents to values, with the way back: which node a value was read from.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use formats::yaml::{Content, Document, Node, Plain};

use crate::jq::number;
use crate::jq::object::Object;
use crate::jq::print;
use crate::jq::value::Value;

type Map<V> = HashMap<usize, V, BuildHasherDefault<DefaultHasher>>;

/// How many nodes a document may have when its aliases are followed.
const MAX_NODES: u64 = 4_000_000;

/// The documents of some inputs as values.
#[derive(Default)]
pub struct Sources<'d> {
    /// By the address of a value's storage.
    nodes: Map<&'d Node>,
    /// By the address of a node.
    values: Map<Value>,
    /// The anchors of the document that is read, with the sizes of what they hold.
    anchors: HashMap<&'d str, (&'d Node, Value, u64)>,
}

/// Where a node is, as a key.
fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

/// Where the storage of a value is; `None`: it has none of its own.
fn storage(value: &Value) -> Option<usize> {
    Some(match value {
        Value::Literal(literal) => Rc::as_ptr(literal).addr(),
        Value::String(text) => Rc::as_ptr(text).addr(),
        Value::Array(items) => Rc::as_ptr(items).addr(),
        Value::Object(object) => Rc::as_ptr(object).addr(),
        _ => return None,
    })
}

/// A key of a mapping as a key of an object.
pub fn key_text(node: &Node) -> Option<&str> {
    match &node.content {
        Content::Scalar(text) if text.is_empty() && !node.is_quoted() => Some("null"),
        Content::Scalar(text) => Some(text),
        _ => None,
    }
}

pub fn is_merge(key: &Node) -> bool {
    matches!(&key.content, Content::Scalar(text) if text == "<<" && !key.is_quoted())
}

impl<'d> Sources<'d> {
    /// The value of a document.
    ///
    /// # Errors
    /// A message: an alias without an anchor, a merge of what is no mapping, too many nodes.
    pub fn add(&mut self, document: &'d Document) -> Result<Value, String> {
        self.anchors.clear();
        let (value, _) = self.read(&document.root)?;
        Ok(value)
    }

    /// Whether no document was read.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node_of(&self, value: &Value) -> Option<&'d Node> {
        self.nodes.get(&storage(value)?).copied()
    }

    pub fn value_of(&self, node: &Node) -> Option<&Value> {
        self.values.get(&address(node))
    }

    fn read(&mut self, node: &'d Node) -> Result<(Value, u64), String> {
        let mut size = 1_u64;
        let value = match &node.content {
            Content::Scalar(text) => match node.plain() {
                Plain::Null => Value::Null,
                Plain::Bool(value) => Value::Bool(value),
                Plain::Integer(value) => {
                    if value.unsigned_abs() < 1 << 53 && value.to_string() == *text {
                        Value::Number(value as f64)
                    } else {
                        number::whole(value)
                    }
                }
                Plain::Decimal(text) => number::distinct(text.as_bytes()).unwrap_or(Value::Null),
                Plain::Infinity { negative } => Value::Number(if negative { f64::NEG_INFINITY } else { f64::INFINITY }),
                Plain::NotANumber => Value::Number(f64::NAN),
                Plain::Text => Value::string(text.as_str()),
            },
            Content::Alias(name) => {
                let Some((_, value, inner)) = self.anchors.get(name.as_str()) else {
                    return Err(format!("yaml: unknown anchor '{name}' referenced"));
                };
                let (value, inner) = (value.clone(), *inner);
                self.values.insert(address(node), value.clone());
                return counted(value, inner);
            }
            Content::Sequence(items) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    let (value, inner) = self.read(item)?;
                    size = size.saturating_add(inner);
                    values.push(value);
                }
                Value::array(values)
            }
            Content::Mapping(pairs) => {
                let mut object = Object::new();
                for (key, inner) in pairs {
                    let (value, inner_size) = self.read(inner)?;
                    size = size.saturating_add(inner_size).saturating_add(1);
                    if is_merge(key) {
                        merge(&mut object, &value)?;
                        continue;
                    }
                    if let Some(anchor) = &key.anchor {
                        let text = Value::string(key_text(key).unwrap_or_default());
                        self.anchors.insert(anchor, (key, text, 1));
                    }
                    let name = match (&key.content, key_text(key)) {
                        (_, Some(text)) => text.to_owned(),
                        _ => {
                            let (value, inner) = self.read(key)?;
                            size = size.saturating_add(inner);
                            counted((), size)?;
                            match value {
                                Value::String(text) => text.as_ref().clone(),
                                other => print::text(&other),
                            }
                        }
                    };
                    object.insert(Rc::new(name), value);
                }
                Value::object(object)
            }
        };
        if let Some(place) = storage(&value) {
            self.nodes.insert(place, node);
        }
        self.values.insert(address(node), value.clone());
        if let Some(anchor) = &node.anchor {
            self.anchors.insert(anchor, (node, value.clone(), size));
        }
        counted(value, size)
    }
}

fn counted<T>(value: T, size: u64) -> Result<(T, u64), String> {
    if size > MAX_NODES {
        return Err("yaml: document contains excessive aliasing".to_owned());
    }
    Ok((value, size))
}

/// Adds what `<<` brings: keys that are there stay.
fn merge(object: &mut Object, value: &Value) -> Result<(), String> {
    let one = |object: &mut Object, value: &Value| match value {
        Value::Object(other) => {
            for (key, value) in other.iter() {
                if !object.contains_key(key) {
                    object.insert(Rc::clone(key), value.clone());
                }
            }
            Ok(())
        }
        _ => Err("yaml: map merge requires map or sequence of maps as the value".to_owned()),
    };
    match value {
        Value::Array(items) => items.0.iter().try_for_each(|item| one(object, item)),
        other => one(object, other),
    }
}
