//! Text: white space that counts as one space, and characters that Markdown would take for its own.

use std::collections::HashMap;

use formats::interrupt;
use formats::html::{is_block, is_void};
use formats::xml::{Id, Kind, Tree};

/// Elements whose content is no part of the text.
pub fn is_dropped(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "head" | "noscript" | "iframe" | "object" | "svg" | "math" | "select" | "textarea" | "button" | "canvas" | "audio" | "video")
}

/// The texts of a tree with their white space taken together, by node. What is nothing then is not among them.
pub fn collapse(tree: &Tree, top: Id) -> HashMap<Id, String> {
    let mut collapser = Collapser { tree, texts: HashMap::new(), last: None, keep_leading: false };
    collapser.visit(top);
    collapser.trim_last();
    collapser.texts
}

struct Collapser<'t> {
    tree: &'t Tree,
    texts: HashMap<Id, String>,
    /// The last text on this line.
    last: Option<Id>,
    keep_leading: bool,
}

impl Collapser<'_> {
    fn trim_last(&mut self) {
        if let Some(last) = self.last.take()
            && let Some(text) = self.texts.get_mut(&last)
            && text.ends_with(' ')
        {
            text.pop();
            if text.is_empty() {
                self.texts.remove(&last);
            }
        }
    }

    fn boundary(&mut self) {
        self.trim_last();
        self.keep_leading = false;
    }

    fn visit(&mut self, id: Id) {
        match self.tree.kind(id) {
            Kind::Text(text) | Kind::Entity { text, .. } => {
                let mut collapsed = String::with_capacity(text.len());
                for character in text.chars() {
                    if matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c') {
                        if !collapsed.ends_with(' ') {
                            collapsed.push(' ');
                        }
                    } else {
                        collapsed.push(character);
                    }
                }
                let spaced = match self.last {
                    None => true,
                    Some(last) => self.texts.get(&last).is_none_or(|text| text.ends_with(' ')),
                };
                let text = if spaced && !self.keep_leading {
                    collapsed.strip_prefix(' ').unwrap_or(&collapsed)
                } else {
                    &collapsed
                };
                if !text.is_empty() {
                    self.texts.insert(id, text.to_owned());
                    self.last = Some(id);
                }
            }
            Kind::Element(element) => {
                let name = &*element.name.local;
                if is_dropped(name) {
                    return;
                }
                let block = is_block(name) || name == "br";
                if block {
                    self.boundary();
                } else if is_void(name) {
                    self.last = None;
                    self.keep_leading = true;
                } else if self.last.is_some() {
                    self.keep_leading = false;
                }
                if name == "pre" {
                    return;
                }
                for child in self.tree.children(id) {
                    if interrupt::is_over() {
                        return;
                    }
                    self.visit(child);
                }
                if block {
                    self.boundary();
                }
            }
            Kind::Document => {
                for child in self.tree.children(id) {
                    self.visit(child);
                }
            }
            _ => {}
        }
    }
}

/// Puts a backslash before what would be markup.
pub fn escape(text: &str, line_start: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    if line_start {
        let rest = text;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = rest.get(digits..).unwrap_or_default();
        let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
        let marks = ["-", "+ ", "=", "~~~", ">"].iter().any(|mark| rest.starts_with(mark));
        let heads = (1..=6).contains(&hashes) && matches!(rest.as_bytes().get(hashes), None | Some(b' '));
        if marks || heads {
            out.push('\\');
        } else if digits > 0 && (after.starts_with(". ") || after.starts_with(") ") || after == ".") {
            out.push_str(rest.get(..digits).unwrap_or_default());
            out.push('\\');
            out.push_str(&escape(after, false));
            return out;
        }
    }
    for character in text.chars() {
        match character {
            '\\' | '*' | '_' | '[' | ']' | '`' => {
                out.push('\\');
                out.push(character);
            }
            // What would be a tag.
            '<' => out.push_str("\\<"),
            other => out.push(other),
        }
    }
    out
}
