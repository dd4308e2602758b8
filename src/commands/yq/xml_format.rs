//! XML as maps: attributes with a prefix, text under a name of its own, elements of the same name as one array.

use std::rc::Rc;

use super::format::Shape;
use super::text_formats::scalar_text;
use crate::jq::object::Object;
use crate::jq::value::{Value, items_mut};
use formats::xml::{self, Charset, Id, Kind, Level, ROOT, Tree, escape_attribute, escape_text, is_name};

/// How deep values may be nested that are written as elements.
const MAX_DEPTH: usize = 256;

/// Reads a document.
pub fn read(text: &[u8], shape: &Shape) -> Result<Value, String> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(Value::Null);
    }
    let parsed = xml::read(text, xml::Options { expand_entities: true, ..xml::Options::default() });
    if !parsed.well_formed {
        let fault = parsed.faults.iter().find(|fault| fault.level == Level::Error);
        return Err(match fault {
            Some(fault) => format!("XML syntax error on line {}: {}", fault.line, fault.message.trim_end()),
            None => "XML syntax error".to_owned(),
        });
    }
    let tree = &parsed.tree;
    let mut object = Object::new();
    if text.starts_with(b"<?xml") && !shape.skip_instructions {
        let mut data = format!("version=\"{}\"", tree.version);
        if let Some(encoding) = &tree.encoding {
            data.push_str(&format!(" encoding=\"{encoding}\""));
        }
        if let Some(standalone) = tree.standalone {
            data.push_str(if standalone { " standalone=\"yes\"" } else { " standalone=\"no\"" });
        }
        object.insert(Rc::new(format!("{}xml", shape.instruction_prefix)), Value::string(data));
    }
    children(tree, ROOT, shape, &mut object);
    Ok(Value::object(object))
}

/// Adds the children of a node.
fn children(tree: &Tree, id: Id, shape: &Shape, object: &mut Object) {
    for child in tree.children(id) {
        match tree.kind(child) {
            Kind::Element(element) => {
                let value = element_value(tree, child, shape);
                add(object, element.name.qualified(), value);
            }
            Kind::Instruction { target, data } if !shape.skip_instructions => {
                add(object, format!("{}{target}", shape.instruction_prefix), Value::string(data.as_str()));
            }
            Kind::Doctype(text) if !shape.skip_directives => {
                let text = text.strip_prefix("<!").unwrap_or(text);
                let text = text.strip_suffix('>').unwrap_or(text);
                add(object, shape.directive_name.clone(), Value::string(text));
            }
            _ => {}
        }
    }
}

/// Adds a value; a second one of the same name makes an array.
fn add(object: &mut Object, name: String, value: Value) {
    match object.get_mut(&name) {
        // What one element holds is never an array, so that an array here was made here.
        Some(Value::Array(items)) => items_mut(items).push(value),
        Some(known) => {
            let first = std::mem::take(known);
            *known = Value::array(vec![first, value]);
        }
        None => object.insert(Rc::new(name), value),
    }
}

/// What an element holds. Elements are nested 256 deep at most.
fn element_value(tree: &Tree, id: Id, shape: &Shape) -> Value {
    let mut object = Object::new();
    let mut texts: Vec<Value> = Vec::new();
    let mut run = String::new();
    let mut flush = |run: &mut String| {
        let text = run.trim();
        if !text.is_empty() {
            texts.push(Value::string(text));
        }
        run.clear();
    };
    for child in tree.children(id) {
        match tree.kind(child) {
            Kind::Text(text) | Kind::Cdata(text) | Kind::Entity { text, .. } => run.push_str(text),
            _ => flush(&mut run),
        }
    }
    flush(&mut run);
    let content = match texts.len() {
        0 => None,
        1 => texts.pop(),
        _ => Some(Value::array(texts)),
    };
    let element = tree.element(id);
    let attributes = element.map(|element| element.attributes.as_slice()).unwrap_or_default();
    let declared = element.map(|element| element.declared.as_slice()).unwrap_or_default();
    let has_parts = tree
        .children(id)
        .any(|child| matches!(tree.kind(child), Kind::Element(_)) || matches!(tree.kind(child), Kind::Instruction { .. }) && !shape.skip_instructions);
    if attributes.is_empty() && declared.is_empty() && !has_parts {
        return content.unwrap_or(Value::Null);
    }
    if let Some(content) = content {
        object.insert(Rc::new(shape.content_name.clone()), content);
    }
    for (prefix, place) in declared {
        let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
        let value = tree.namespace_name(Some(*place)).unwrap_or_default();
        object.insert(Rc::new(format!("{}{name}", shape.attribute_prefix)), Value::string(value));
    }
    for attribute in attributes {
        if let Kind::Attribute { name, value } = tree.kind(*attribute) {
            object.insert(Rc::new(format!("{}{}", shape.attribute_prefix, name.qualified())), Value::string(value.as_str()));
        }
    }
    children(tree, id, shape, &mut object);
    Value::object(object)
}

/// Writes a value as elements.
pub fn write(value: &Value, shape: &Shape, indent: usize, out: &mut String) -> Result<(), String> {
    let mut writer = Writer { shape, indent, out };
    match value {
        Value::Object(object) => {
            for (name, value) in object.iter() {
                if let Some(target) = name.strip_prefix(shape.instruction_prefix.as_str()) {
                    writer.instruction(target, value);
                    writer.out.push('\n');
                } else if *name.as_str() == shape.directive_name {
                    writer.out.push_str(&format!("<!{}>\n", scalar_text(value)));
                } else {
                    writer.named(name, value, 0)?;
                }
            }
            Ok(())
        }
        Value::Array(_) => Err("cannot encode !!seq to XML - only maps can be encoded".to_owned()),
        scalar => {
            escape_text(&scalar_text(scalar), Charset::All, writer.out);
            writer.out.push('\n');
            Ok(())
        }
    }
}

struct Writer<'w> {
    shape: &'w Shape,
    indent: usize,
    out: &'w mut String,
}

impl Writer<'_> {
    fn instruction(&mut self, target: &str, value: &Value) {
        self.out.push_str(&format!("<?{target} {}?>", scalar_text(value)));
    }

    fn line(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n(' ', depth * self.indent));
    }

    fn named(&mut self, name: &str, value: &Value, depth: usize) -> Result<(), String> {
        match value {
            Value::Array(items) => items.0.iter().try_for_each(|item| self.element(name, item, depth)),
            other => self.element(name, other, depth),
        }
    }

    fn element(&mut self, name: &str, value: &Value, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err("the value is nested too deeply to be written".to_owned());
        }
        if !is_name(name) {
            return Err(format!("'{name}' cannot be the name of an XML element"));
        }
        self.line(depth);
        self.out.push('<');
        self.out.push_str(name);
        match value {
            Value::Object(object) => self.parts(name, object, depth)?,
            Value::Array(_) => return Err(format!("an array in an array cannot be written as XML (in '{name}')")),
            scalar => {
                self.out.push('>');
                escape_text(&scalar_text(scalar), Charset::All, self.out);
                self.close(name);
            }
        }
        self.out.push('\n');
        Ok(())
    }

    fn close(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    fn parts(&mut self, name: &str, object: &Object, depth: usize) -> Result<(), String> {
        let shape = self.shape;
        let is_attribute = |key: &str| {
            key.strip_prefix(shape.attribute_prefix.as_str()).is_some_and(|_| key != shape.content_name && key != shape.directive_name)
                && !key.starts_with(shape.instruction_prefix.as_str())
        };
        let mut inner = false;
        for (key, value) in object.iter() {
            if is_attribute(key) {
                if value.is_container() {
                    return Err(format!("the attribute '{key}' is no scalar"));
                }
                let attribute = key.strip_prefix(shape.attribute_prefix.as_str()).unwrap_or(key);
                if !is_name(attribute) {
                    return Err(format!("'{attribute}' cannot be the name of an XML attribute"));
                }
                self.out.push_str(&format!(" {attribute}=\""));
                escape_attribute(&scalar_text(value), Charset::All, self.out);
                self.out.push('"');
            }
        }
        self.out.push('>');
        for (key, value) in object.iter() {
            if is_attribute(key) {
            } else if *key.as_str() == shape.content_name {
                match value {
                    Value::Array(items) => {
                        for item in &items.0 {
                            escape_text(&scalar_text(item), Charset::All, self.out);
                        }
                    }
                    Value::Object(_) => return Err(format!("the content '{key}' is no scalar")),
                    scalar => escape_text(&scalar_text(scalar), Charset::All, self.out),
                }
            } else if let Some(target) = key.strip_prefix(shape.instruction_prefix.as_str()) {
                self.instruction(target, value);
            } else if *key.as_str() == shape.directive_name {
                self.out.push_str(&format!("<!{}>", scalar_text(value)));
            } else {
                if !std::mem::replace(&mut inner, true) {
                    self.out.push('\n');
                }
                self.named(key, value, depth + 1)?;
            }
        }
        if inner {
            self.line(depth);
        }
        self.close(name);
        Ok(())
    }
}
