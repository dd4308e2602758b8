//! Writing trees.

use super::tree::{Id, Kind, NONE, ROOT, Tree};

/// How a tree is written.
#[derive(Clone, Copy, Debug)]
pub struct Form<'f> {
    /// Each element on a line of its own, where there is no text.
    pub indented: bool,
    /// What each level is indented by.
    pub step: &'f str,
    pub charset: Charset,
}

/// The characters that may be written as they are; others become references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    All,
    /// References are hexadecimal.
    Ascii,
    /// References are decimal.
    AsciiDecimal,
    Latin,
}

impl Charset {
    fn write(self, character: char, out: &mut String) {
        let code = u32::from(character);
        match self {
            Charset::All => out.push(character),
            _ if code < 0x80 => out.push(character),
            Charset::Latin if code < 0x100 => out.push(character),
            Charset::Ascii => out.push_str(&format!("&#x{code:X};")),
            Charset::AsciiDecimal | Charset::Latin => out.push_str(&format!("&#{code};")),
        }
    }
}

impl Default for Form<'_> {
    fn default() -> Self {
        Form { indented: false, step: "  ", charset: Charset::All }
    }
}

pub fn escape_text(text: &str, charset: Charset, out: &mut String) {
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\r' if charset == Charset::Ascii => out.push_str("&#xD;"),
            '\r' => out.push_str("&#13;"),
            other => charset.write(other, out),
        }
    }
}

pub fn escape_attribute(text: &str, charset: Charset, out: &mut String) {
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            other => charset.write(other, out),
        }
    }
}

/// Writes a document with its declaration.
pub fn write_document(tree: &Tree, encoding: Option<&str>, form: Form<'_>, out: &mut String) {
    out.push_str(&format!("<?xml version=\"{}\"", tree.version));
    if let Some(encoding) = encoding {
        out.push_str(&format!(" encoding=\"{encoding}\""));
    }
    match tree.standalone {
        Some(true) => out.push_str(" standalone=\"yes\""),
        Some(false) => out.push_str(" standalone=\"no\""),
        None => {}
    }
    out.push_str("?>\n");
    for child in tree.children(ROOT) {
        write_node(tree, child, form, out);
        out.push('\n');
    }
}

/// Whether the children of a node are written on lines of their own.
fn is_indented(tree: &Tree, id: Id, form: Form<'_>) -> bool {
    let preserved = tree.element(id).is_some_and(|element| {
        element.attributes.iter().any(|id| match tree.kind(*id) {
            Kind::Attribute { name, value } => {
                value == "preserve" && &*name.local == "space" && name.prefix.as_deref() == Some("xml")
            }
            _ => false,
        })
    });
    form.indented
        && !preserved
        && !tree
            .children(id)
            .any(|child| matches!(tree.kind(child), Kind::Text(_) | Kind::Cdata(_) | Kind::Entity { .. }))
}

fn indent(level: usize, form: Form<'_>, out: &mut String) {
    // libxml2 indents by 60 characters at most.
    for _ in 0..level.min(60 / form.step.len().max(1)) {
        out.push_str(form.step);
    }
}

/// Writes a node with what is in it, without recursion.
pub fn write_node(tree: &Tree, top: Id, form: Form<'_>, out: &mut String) {
    let mut level = 0;
    // For each open element whether its children are indented.
    let mut open: Vec<bool> = Vec::new();
    let mut id = top;
    while id != NONE && !crate::interrupt::is_over() {
        if open.last() == Some(&true) {
            indent(level, form, out);
        }
        let inside = start(tree, id, form, out);
        if inside {
            // What is inside an element without indentation has none either.
            let indented = open.last().copied().unwrap_or(form.indented) && is_indented(tree, id, form);
            open.push(indented);
            level += 1;
            if indented {
                out.push('\n');
            }
            id = tree.first(id);
            continue;
        }
        loop {
            if open.last() == Some(&true) {
                out.push('\n');
            }
            if id == top {
                return;
            }
            let next = tree.next(id);
            if next != NONE {
                id = next;
                break;
            }
            id = tree.parent(id);
            level -= 1;
            if open.pop() == Some(true) {
                indent(level, form, out);
            }
            if let Some(element) = tree.element(id) {
                out.push_str("</");
                element.name.write(out);
                out.push('>');
            }
        }
    }
}

/// Writes a comment, as HTML has it too.
pub(crate) fn comment(text: &str, out: &mut String) {
    out.push_str("<!--");
    out.push_str(text);
    out.push_str("-->");
}

/// Writes a processing instruction.
pub(super) fn instruction(target: &str, data: &str, out: &mut String) {
    out.push_str("<?");
    out.push_str(target);
    if !data.is_empty() {
        out.push(' ');
        out.push_str(data);
    }
    out.push_str("?>");
}

/// Writes what comes before the children. True: there are some.
fn start(tree: &Tree, id: Id, form: Form<'_>, out: &mut String) -> bool {
    match tree.kind(id) {
        Kind::Document => return tree.first(id) != NONE,
        Kind::Element(element) => {
            out.push('<');
            element.name.write(out);
            for (prefix, place) in &element.declared {
                out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
                out.push_str(prefix);
                out.push_str("=\"");
                escape_attribute(tree.namespace_name(Some(*place)).unwrap_or_default(), form.charset, out);
                out.push('"');
            }
            for attribute in &element.attributes {
                start(tree, *attribute, form, out);
            }
            if tree.first(id) == NONE {
                out.push_str("/>");
                return false;
            }
            out.push('>');
            return true;
        }
        Kind::Attribute { name, value } => {
            out.push(' ');
            name.write(out);
            out.push_str("=\"");
            escape_attribute(value, form.charset, out);
            out.push('"');
        }
        Kind::Text(text) => escape_text(text, form.charset, out),
        Kind::Cdata(text) => {
            out.push_str("<![CDATA[");
            out.push_str(text);
            out.push_str("]]>");
        }
        Kind::Comment(text) => comment(text, out),
        Kind::Instruction { target, data } => instruction(target, data, out),
        Kind::Entity { name, .. } => {
            out.push('&');
            out.push_str(name);
            out.push(';');
        }
        Kind::Doctype(text) => doctype(text, out),
    }
    false
}

/// The declaration of a document's type, one declaration to a line.
fn doctype(text: &str, out: &mut String) {
    let Some(open) = text.find('[') else {
        out.push_str(&text.split_whitespace().collect::<Vec<_>>().join(" "));
        return;
    };
    let head = text.get(..open).unwrap_or_default();
    let close = text.rfind(']').unwrap_or(text.len());
    let inner = text.get(open + 1..close).unwrap_or_default();
    out.push_str(&head.split_whitespace().collect::<Vec<_>>().join(" "));
    out.push_str(" [\n");
    let mut rest = inner.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with("<!--") {
            rest.find("-->").map(|end| end + 3)
        } else if rest.starts_with('%') {
            rest.find(';').map(|end| end + 1)
        } else {
            let mut quote = None;
            rest.char_indices().find_map(|(at, character)| match (quote, character) {
                (Some(open), _) => {
                    if character == open {
                        quote = None;
                    }
                    None
                }
                (None, '"' | '\'') => {
                    quote = Some(character);
                    None
                }
                (None, '>') => Some(at + 1),
                _ => None,
            })
        };
        let end = end.unwrap_or(rest.len());
        out.push_str(rest.get(..end).unwrap_or_default());
        out.push('\n');
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    out.push_str("]>");
}
