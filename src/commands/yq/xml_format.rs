//! XML as maps: attributes with a prefix, text under a name of its own, elements of the same name as one array.
//!
//! Comments stand with the entry that follows them, or at the end of what holds them.

use std::collections::HashMap;

use super::format::Shape;
use super::rebuild::scalar_node;
use super::sources::{Sources, key_text};
use super::text_formats::scalar_text;
use crate::jq::object::Object;
use crate::jq::value::Value;
use formats::yaml::{Content, Document, Node, Trivia};
use formats::xml::{self, Charset, Id, Kind, Level, ROOT, Tree, escape_attribute, escape_text, is_name};

/// How deep values may be nested that are written as elements.
const MAX_DEPTH: usize = 256;

/// Reads a document.
pub fn read(text: &[u8], shape: &Shape) -> Result<Document, String> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(Document::default());
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
    let mut parts = Parts::default();
    if text.starts_with(b"<?xml") && !shape.skip_instructions {
        let mut data = format!("version=\"{}\"", tree.version);
        if let Some(encoding) = &tree.encoding {
            data.push_str(&format!(" encoding=\"{encoding}\""));
        }
        if let Some(standalone) = tree.standalone {
            data.push_str(if standalone { " standalone=\"yes\"" } else { " standalone=\"no\"" });
        }
        parts.add(&format!("{}xml", shape.instruction_prefix), text_node(&data));
    }
    children(tree, ROOT, shape, &mut parts);
    Ok(Document { root: parts.into_node(), ..Document::default() })
}

/// The entries of a map that is being read.
#[derive(Default)]
struct Parts {
    pairs: Vec<(Node, Node)>,
    /// Where the entry of a name is.
    places: HashMap<String, usize>,
    /// Lines of comments for what follows.
    comments: Vec<Trivia>,
}

impl Parts {
    /// Adds a value; a second one of the same name makes an array.
    fn add(&mut self, name: &str, value: Node) {
        let comments = std::mem::take(&mut self.comments);
        let known = self.places.get(name).and_then(|place| self.pairs.get_mut(*place));
        let Some((_, known)) = known else {
            let mut key = text_node(name);
            put_before(&mut key, comments);
            self.places.insert(name.to_owned(), self.pairs.len());
            self.pairs.push((key, value));
            return;
        };
        let mut value = value;
        put_before(&mut value, comments);
        // What one element holds is never an array, so that an array here was made here.
        if let Content::Sequence(items) = &mut known.content {
            items.push(value);
        } else {
            let first = std::mem::take(known);
            *known = Node::new(Content::Sequence(vec![first, value].into()));
        }
    }

    fn comment(&mut self, text: &str) {
        self.comments.extend(text.trim().lines().map(|line| Trivia::Comment(format!("# {}", line.trim()))));
    }

    fn into_node(self) -> Node {
        let mut node = Node::new(Content::Mapping(self.pairs.into()));
        if !self.comments.is_empty() {
            node.layout_mut().after = self.comments;
        }
        node
    }
}

fn put_before(node: &mut Node, comments: Vec<Trivia>) {
    if !comments.is_empty() {
        node.layout_mut().before = comments;
    }
}

fn text_node(text: &str) -> Node {
    scalar_node(&Value::string(text))
}

/// Adds the children of a node.
fn children(tree: &Tree, id: Id, shape: &Shape, parts: &mut Parts) {
    for child in tree.children(id) {
        match tree.kind(child) {
            Kind::Element(element) => {
                let value = element_value(tree, child, shape);
                if !matches!(value.content, Content::Mapping(_)) {
                    // A scalar holds no comments.
                    let inner = tree.children(child).filter_map(|inner| match tree.kind(inner) {
                        Kind::Comment(text) => Some(text),
                        _ => None,
                    });
                    inner.for_each(|text| parts.comment(text));
                }
                parts.add(&element.name.qualified(), value);
            }
            Kind::Instruction { target, data } if !shape.skip_instructions => {
                parts.add(&format!("{}{target}", shape.instruction_prefix), text_node(data));
            }
            Kind::Doctype(text) if !shape.skip_directives => {
                let text = text.strip_prefix("<!").unwrap_or(text);
                let text = text.strip_suffix('>').unwrap_or(text);
                parts.add(&shape.directive_name, text_node(text));
            }
            Kind::Comment(text) => parts.comment(text),
            _ => {}
        }
    }
}

/// What an element holds. Elements are nested 256 deep at most.
fn element_value(tree: &Tree, id: Id, shape: &Shape) -> Node {
    let mut parts = Parts::default();
    let mut texts: Vec<Node> = Vec::new();
    let mut run = String::new();
    let mut flush = |run: &mut String| {
        let text = run.trim();
        if !text.is_empty() {
            texts.push(text_node(text));
        }
        run.clear();
    };
    for child in tree.children(id) {
        match tree.kind(child) {
            Kind::Text(text) | Kind::Cdata(text) | Kind::Entity { text, .. } => run.push_str(text),
            // A comment parts no text.
            Kind::Comment(_) => {}
            _ => flush(&mut run),
        }
    }
    flush(&mut run);
    let content = match texts.len() {
        0 => None,
        1 => texts.pop(),
        _ => Some(Node::new(Content::Sequence(texts.into()))),
    };
    let element = tree.element(id);
    let attributes = element.map(|element| element.attributes.as_slice()).unwrap_or_default();
    let declared = element.map(|element| element.declared.as_slice()).unwrap_or_default();
    let has_parts = tree
        .children(id)
        .any(|child| matches!(tree.kind(child), Kind::Element(_)) || matches!(tree.kind(child), Kind::Instruction { .. }) && !shape.skip_instructions);
    if attributes.is_empty() && declared.is_empty() && !has_parts {
        return content.unwrap_or_else(null);
    }
    if let Some(content) = content {
        parts.add(&shape.content_name, content);
    }
    for (prefix, place) in declared {
        let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
        let value = tree.namespace_name(Some(*place)).unwrap_or_default();
        parts.add(&format!("{}{name}", shape.attribute_prefix), text_node(value));
    }
    for attribute in attributes {
        if let Kind::Attribute { name, value } = tree.kind(*attribute) {
            parts.add(&format!("{}{}", shape.attribute_prefix, name.qualified()), text_node(value));
        }
    }
    children(tree, id, shape, &mut parts);
    parts.into_node()
}

fn null() -> Node {
    scalar_node(&Value::Null)
}

/// Writes a value as elements, with the comments of a node that is made of it.
pub fn write(value: &Value, node: &Node, shape: &Shape, indent: usize, out: &mut String) -> Result<(), String> {
    let mut writer = Writer { shape, indent, out };
    match value {
        Value::Object(object) => {
            for (place, (name, value)) in object.iter().enumerate() {
                let (key, inner) = entry(Some(node), place, name);
                writer.comments(key.map_or(&[], Node::before), 0);
                if let Some(target) = name.strip_prefix(shape.instruction_prefix.as_str()) {
                    writer.instruction(target, value);
                    writer.out.push('\n');
                } else if *name.as_str() == shape.directive_name {
                    writer.out.push_str(&format!("<!{}>\n", scalar_text(value)));
                } else {
                    writer.named(name, value, inner, 0)?;
                }
            }
            writer.comments(node.after(), 0);
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

    /// Comments on lines of their own. Those of one entry are one.
    fn comments(&mut self, lines: &[Trivia], depth: usize) {
        let mut texts = lines.iter().filter_map(|line| match line {
            Trivia::Comment(text) => Some(text.trim_start_matches('#').trim().replace("--", "- -")),
            Trivia::Blank => None,
        });
        let Some(first) = texts.next() else { return };
        self.line(depth);
        self.out.push_str("<!-- ");
        self.out.push_str(&first);
        for text in texts {
            self.out.push('\n');
            self.line(depth);
            self.out.push_str("     ");
            self.out.push_str(&text);
        }
        self.out.push_str(" -->\n");
    }

    fn named(&mut self, name: &str, value: &Value, node: Option<&Node>, depth: usize) -> Result<(), String> {
        let Value::Array(items) = value else { return self.element(name, value, node, depth) };
        let nodes = match node.map(|node| &node.content) {
            Some(Content::Sequence(nodes)) => nodes.as_slice(),
            _ => &[],
        };
        items.0.iter().enumerate().try_for_each(|(place, item)| {
            let node = nodes.get(place);
            self.comments(node.map_or(&[], Node::before), depth);
            self.element(name, item, node, depth)
        })
    }

    fn element(&mut self, name: &str, value: &Value, node: Option<&Node>, depth: usize) -> Result<(), String> {
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
            Value::Object(object) => self.parts(name, object, node, depth)?,
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

    fn parts(&mut self, name: &str, object: &Object, node: Option<&Node>, depth: usize) -> Result<(), String> {
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
        for (place, (key, value)) in object.iter().enumerate() {
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
                let (entry, node) = entry(node, place, key);
                self.comments(entry.map_or(&[], Node::before), depth + 1);
                self.named(key, value, node, depth + 1)?;
            }
        }
        let behind = node.map_or(&[][..], Node::after);
        if !behind.is_empty() {
            if !std::mem::replace(&mut inner, true) {
                self.out.push('\n');
            }
            self.comments(behind, depth + 1);
        }
        if inner {
            self.line(depth);
        }
        self.close(name);
        Ok(())
    }
}

/// The key and the value of a node at a place of an object that the node is made of.
fn entry<'n>(node: Option<&'n Node>, place: usize, name: &str) -> (Option<&'n Node>, Option<&'n Node>) {
    match node.map(|node| &node.content) {
        Some(Content::Mapping(pairs)) => match pairs.get(place) {
            Some((key, value)) if key_text(key) == Some(name) => (Some(key), Some(value)),
            _ => (None, None),
        },
        _ => (None, None),
    }
}

/// The value of a document.
pub fn value(text: &[u8], shape: &Shape) -> Result<Value, String> {
    Sources::default().add(&read(text, shape)?)
}
