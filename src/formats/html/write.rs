//! Writing HTML.

use super::is_void;
use crate::interrupt;
use crate::xml::comment;
use crate::xml::tree::{Id, Kind, NONE, ROOT, Tree};

/// Writes a document, or a part of it where the work is [given up](crate::interrupt). `indented`: a line end behind each block.
pub fn write_document(tree: &Tree, indented: bool, out: &mut String) {
    if !tree.children(ROOT).any(|child| matches!(tree.kind(child), Kind::Doctype(_))) {
        out.push_str(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\" \
             \"http://www.w3.org/TR/REC-html40/loose.dtd\">\n",
        );
    }
    for child in tree.children(ROOT) {
        write(tree, child, indented, out);
        out.push('\n');
    }
}

fn write(tree: &Tree, top: Id, indented: bool, out: &mut String) {
    let mut id = top;
    while !interrupt::is_over() {
        if open(tree, id, out) && tree.first(id) != NONE {
            id = tree.first(id);
            continue;
        }
        close(tree, id, indented, out);
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
            close(tree, id, indented, out);
        }
    }
}

fn close(tree: &Tree, id: Id, indented: bool, out: &mut String) {
    if let Some(element) = tree.element(id).filter(|element| !is_void(&element.name.local)) {
        out.push_str("</");
        out.push_str(&element.name.local);
        out.push('>');
        if indented && super::is_block(&element.name.local) && id != NONE && tree.parent(id) != ROOT {
            out.push('\n');
        }
    }
}

fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            other => out.push(other),
        }
    }
}

/// Writes a node's beginning. True: it is an element.
fn open(tree: &Tree, id: Id, out: &mut String) -> bool {
    match tree.kind(id) {
        Kind::Element(element) => {
            out.push('<');
            out.push_str(&element.name.local);
            for attribute in &element.attributes {
                if let Kind::Attribute { name, value } = tree.kind(*attribute) {
                    out.push(' ');
                    out.push_str(&name.local);
                    if !value.is_empty() {
                        out.push_str("=\"");
                        let mut text = String::new();
                        escape(value, &mut text);
                        out.push_str(&text.replace('"', "&quot;"));
                        out.push('"');
                    }
                }
            }
            out.push('>');
            true
        }
        Kind::Text(text) | Kind::Entity { text, .. } => {
            escape(text, out);
            false
        }
        Kind::Cdata(text) => {
            out.push_str(text);
            false
        }
        Kind::Comment(text) => {
            comment(text, out);
            false
        }
        Kind::Doctype(text) => {
            out.push_str(text);
            false
        }
        _ => false,
    }
}
