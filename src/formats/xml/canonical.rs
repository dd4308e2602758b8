//! Canonical XML 1.0 with comments.

use super::tree::{Element, Id, Kind, NONE, ROOT, Tree};
use super::write::{comment, instruction};

/// Writes a document in canonical form. `exclusive`: only those namespaces are declared that an element uses.
pub fn write_canonical(tree: &Tree, exclusive: bool, out: &mut String) {
    let mut before_root = true;
    for child in tree.children(ROOT) {
        match tree.kind(child) {
            Kind::Element(_) => {
                before_root = false;
                element(tree, child, exclusive, out);
            }
            Kind::Comment(_) | Kind::Instruction { .. } => {
                if !before_root {
                    out.push('\n');
                }
                leaf(tree, child, out);
                if before_root {
                    out.push('\n');
                }
            }
            _ => {}
        }
    }
}

/// Writes an element with what is in it, without recursion.
fn element(tree: &Tree, top: Id, exclusive: bool, out: &mut String) {
    // What is declared where the writer stands: prefix and name, and how many there were before each open element.
    let mut declared: Vec<(&str, &str)> = Vec::new();
    let mut marks: Vec<usize> = Vec::new();
    let mut id = top;
    while !crate::interrupt::is_over() {
        if let Some(inner) = tree.element(id) {
            marks.push(declared.len());
            start(tree, inner, exclusive, &mut declared, out);
            if tree.first(id) != NONE {
                id = tree.first(id);
                continue;
            }
            end(inner, out);
            declared.truncate(marks.pop().unwrap_or(0));
        } else {
            leaf(tree, id, out);
        }
        loop {
            if id == top {
                return;
            }
            let next = tree.next(id);
            if next != NONE {
                id = next;
                break;
            }
            id = tree.parent(id);
            if let Some(inner) = tree.element(id) {
                end(inner, out);
            }
            declared.truncate(marks.pop().unwrap_or(0));
        }
    }
}

fn end(element: &Element, out: &mut String) {
    out.push_str("</");
    element.name.write(out);
    out.push('>');
}

fn start<'t>(
    tree: &'t Tree,
    element: &'t Element,
    exclusive: bool,
    declared: &mut Vec<(&'t str, &'t str)>,
    out: &mut String,
) {
    out.push('<');
    element.name.write(out);
    let mut own: Vec<(&str, &str)> = if exclusive {
        let mut used: Vec<(&str, &str)> = Vec::new();
        let attributes = element.attributes.iter().filter_map(|id| match tree.kind(*id) {
            Kind::Attribute { name, .. } if name.prefix.is_some() => Some(name),
            _ => None,
        });
        for name in std::iter::once(&element.name).chain(attributes) {
            let prefix = name.prefix.as_deref().unwrap_or_default();
            if prefix != "xml" && !used.iter().any(|(known, _)| *known == prefix) {
                used.push((prefix, tree.namespace_name(name.namespace).unwrap_or_default()));
            }
        }
        used
    } else {
        let name = |place: &u32| tree.namespace_name(Some(*place)).unwrap_or_default();
        element.declared.iter().map(|(prefix, place)| (&**prefix, name(place))).collect()
    };
    own.retain(|(prefix, name)| {
        let known = declared.iter().rev().find(|(known, _)| known == prefix).map_or("", |(_, name)| *name);
        known != *name
    });
    own.sort_unstable();
    for (prefix, name) in &own {
        out.push_str(if prefix.is_empty() { " xmlns" } else { " xmlns:" });
        out.push_str(prefix);
        out.push_str("=\"");
        value(name, out);
        out.push('"');
    }
    declared.extend(own);
    let mut attributes: Vec<(&str, &str, Id)> = element
        .attributes
        .iter()
        .filter_map(|id| match tree.kind(*id) {
            Kind::Attribute { name, .. } => {
                Some((tree.namespace_name(name.namespace).unwrap_or_default(), &*name.local, *id))
            }
            _ => None,
        })
        .collect();
    attributes.sort_unstable();
    for (_, _, id) in attributes {
        if let Kind::Attribute { name, value: text } = tree.kind(id) {
            out.push(' ');
            name.write(out);
            out.push_str("=\"");
            value(text, out);
            out.push('"');
        }
    }
    out.push('>');
}

fn value(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#x9;"),
            '\n' => out.push_str("&#xA;"),
            '\r' => out.push_str("&#xD;"),
            other => out.push(other),
        }
    }
}

fn leaf(tree: &Tree, id: Id, out: &mut String) {
    match tree.kind(id) {
        Kind::Text(text) | Kind::Cdata(text) | Kind::Entity { text, .. } => {
            for character in text.chars() {
                match character {
                    '&' => out.push_str("&amp;"),
                    '<' => out.push_str("&lt;"),
                    '>' => out.push_str("&gt;"),
                    '\r' => out.push_str("&#xD;"),
                    other => out.push(other),
                }
            }
        }
        Kind::Comment(text) => comment(text, out),
        Kind::Instruction { target, data } => instruction(target, data, out),
        _ => {}
    }
}
