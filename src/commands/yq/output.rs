//! Values as text.

use super::format::{Format, Shape};
use super::rebuild::document_node;
use super::sources::Sources;
use super::text_formats::{scalar_text, write_properties, write_shell, write_table};
use super::xml_format;
use crate::jq::print::{self, Style};
use crate::jq::value::{MAX_TEXT, TEXT_TOO_LONG, Value};
use formats::yaml::{self, Document, Node};

/// Adds a value that has no document of its own.
pub fn encode(value: &Value, format: Format, shape: &Shape, out: &mut String) -> Result<(), String> {
    encode_node(value, &Sources::default(), None, format, shape, Flags::default(), out)
}

/// How a value is written beside its format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    pub pretty: bool,
    pub explode: bool,
    /// Strings alone without quotes.
    pub unwrap: bool,
    pub sort_keys: bool,
    pub ascii: bool,
    /// The document comes first, or is parted from others: its `---` is written.
    pub marker: bool,
    /// An input is written as a whole: one without content is nothing.
    pub identity: bool,
}

/// Adds a value; `root`: the document that it may be.
pub fn encode_node(
    value: &Value,
    sources: &Sources<'_>,
    root: Option<&Document>,
    format: Format,
    shape: &Shape,
    flags: Flags,
    out: &mut String,
) -> Result<(), String> {
    let start = out.len();
    match format {
        Format::Json => {
            if flags.unwrap && let Value::String(text) = value {
                out.push_str(text);
            } else {
                let indent = if shape.compact { 0 } else { shape.indent.unwrap_or(2) };
                let style = Style {
                    indent: (indent > 0).then_some(indent),
                    tabs: false,
                    sorted: flags.sort_keys,
                    ascii: flags.ascii,
                    colors: None,
                };
                let mut bytes = Vec::new();
                print::write(value, &style, &mut bytes);
                out.push_str(&String::from_utf8_lossy(&bytes));
            }
            out.push('\n');
        }
        Format::Yaml => yaml_text(value, sources, root, shape, flags, out)?,
        Format::Toml => {
            if !value.is_container() {
                out.push_str(&scalar_text(value));
                out.push('\n');
            } else {
                let (node, is_root) = document_node(sources, value, root.map(|root| &root.root), flags.pretty, true)?;
                let document = document_of(node, root.filter(|_| is_root));
                formats::toml::write(&document, out)?;
            }
        }
        Format::Properties => {
            let (node, _) = document_node(sources, value, root.map(|root| &root.root), flags.pretty, true)?;
            write_properties(&node, value, shape, out)?;
        }
        Format::Csv | Format::Tsv => {
            let default = if format == Format::Csv { b',' } else { b'\t' };
            if value.is_container() {
                write_table(value, shape.separator.unwrap_or(default), out)?;
            } else {
                out.push_str(&scalar_text(value));
                out.push('\n');
            }
        }
        Format::Xml => {
            let (node, _) = document_node(sources, value, root.map(|root| &root.root), flags.pretty, true)?;
            xml_format::write(value, &node, shape, shape.indent.unwrap_or(2), out)?;
        }
        Format::Shell => write_shell(value, &mut String::new(), 0, out)?,
        Format::Base64 | Format::Uri => {
            let Value::String(_) = value else {
                return Err(format!("cannot encode {} as {format:?}, can only operate on strings", super::text_formats::tag(value)));
            };
            let name = if format == Format::Base64 { "base64" } else { "uri" };
            match crate::jq::formats::format(name, value) {
                Ok(Value::String(text)) => out.push_str(&text),
                _ => return Err(format!("cannot encode as {format:?}")),
            }
            out.push('\n');
        }
    }
    if out.len() - start > MAX_TEXT {
        return Err(TEXT_TOO_LONG.to_owned());
    }
    Ok(())
}

/// A node as a document, with what stood around the document that it comes from.
fn document_of(node: Node, root: Option<&Document>) -> Document {
    match root {
        Some(root) => Document {
            directives: root.directives.clone(),
            explicit: root.explicit,
            marker_comment: root.marker_comment.clone(),
            head: root.head.clone(),
            root: node,
            tail: root.tail.clone(),
        },
        None => Document { root: node, ..Document::default() },
    }
}

fn yaml_text(
    value: &Value,
    sources: &Sources<'_>,
    root: Option<&Document>,
    shape: &Shape,
    flags: Flags,
    out: &mut String,
) -> Result<(), String> {
    let is_empty = matches!(value, Value::Null)
        && root.is_some_and(|root| root.root.text() == Some("") && !root.root.is_quoted());
    if flags.unwrap && !value.is_container() && !(is_empty && flags.identity) {
        match value {
            Value::String(text) => out.push_str(text),
            other => {
                let node = sources.node_of(other).and_then(Node::text);
                out.push_str(node.unwrap_or(super::rebuild::scalar_node(other).text().unwrap_or_default()));
            }
        }
        out.push('\n');
        return Ok(());
    }
    let (node, is_root) = document_node(sources, value, root.map(|root| &root.root), flags.pretty, flags.explode)?;
    let document = document_of(node, root.filter(|_| is_root));
    let (new_indent, compact) = root.map_or((0, false), |root| habits(&root.root));
    let options = yaml::Options {
        indent: if flags.pretty { Some(shape.indent.unwrap_or(2)) } else { shape.indent },
        new_indent: if flags.pretty { 0 } else { new_indent },
        compact_sequences: shape.compact_sequences || compact && !flags.pretty && shape.indent.is_none(),
    };
    for directive in &document.directives {
        out.push_str(directive);
        out.push('\n');
    }
    if is_root && flags.marker && (document.explicit || !document.directives.is_empty()) {
        // Comments before the marker stay there.
        for trivia in &document.head {
            if let yaml::Trivia::Comment(text) = trivia {
                out.push_str(text);
            }
            out.push('\n');
        }
        out.push_str("---");
        if let Some(comment) = &document.marker_comment {
            out.push(' ');
            out.push_str(comment);
        }
        out.push('\n');
        yaml::write(&Document { head: Vec::new(), ..document }, &options, out);
        return Ok(());
    }
    yaml::write(&document, &options, out);
    Ok(())
}

/// How far collections of a document are indented, and whether sequences stand at the column of their keys.
fn habits(root: &Node) -> (usize, bool) {
    let mut step = 0;
    let mut compact = None;
    let mut level = vec![root];
    // The upper levels tell.
    for _ in 0..4 {
        let mut next = Vec::new();
        for node in level {
            if let yaml::Content::Mapping(pairs) = &node.content {
                for (_, value) in pairs {
                    let indent = value.layout.as_ref().and_then(|layout| layout.indent);
                    match (&value.content, indent) {
                        (yaml::Content::Mapping(_), Some(indent)) if step == 0 => step = indent,
                        (yaml::Content::Sequence(_), Some(indent)) if compact.is_none() => compact = Some(indent == 0),
                        _ => {}
                    }
                    next.push(value);
                }
            } else if let yaml::Content::Sequence(items) = &node.content {
                next.extend(items);
            }
        }
        level = next;
    }
    (step, compact.unwrap_or(false))
}

/// The value of a TOML document.
pub fn toml_value(text: &str) -> Result<Value, String> {
    let document = formats::toml::read(text).map_err(|error| format!("toml: {error}"))?;
    Sources::default().add(&document)
}

/// `%20` and its like as what they stand for.
pub fn uri_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = (byte == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match code {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(if byte == b'+' { b' ' } else { byte });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
