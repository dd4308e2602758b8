//! The reader.

use super::entities::named;
use super::is_void;
use crate::interrupt;
use crate::xml::Element;
use crate::xml::tree::{Id, Kind, MAX_DEPTH, NONE, Name, ROOT, Tree};

struct Builder {
    tree: Tree,
    html: Id,
    head: Id,
    body: Id,
    /// Open elements below `html`, and whether one is the body.
    open: Vec<(Id, String)>,
    line: u32,
}

/// Reads a document; there is always an `html` element.
pub fn read_document(text: &str) -> Tree {
    let mut builder = Builder { tree: Tree::default(), html: NONE, head: NONE, body: NONE, open: Vec::new(), line: 1 };
    builder.read(text.strip_prefix('\u{feff}').unwrap_or(text));
    if builder.html == NONE {
        builder.html = builder.element(ROOT, "html");
    }
    builder.tree
}

/// A text with what its references stand for.
pub fn decode(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        match reference(rest) {
            Some((character, length)) => {
                out.push(character);
                rest = rest.get(length..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// The character of the reference at the front of a text, and the reference's length.
fn reference(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(1) == Some(&b'#') {
        let hexadecimal = matches!(bytes.get(2), Some(b'x' | b'X'));
        let start = if hexadecimal { 3 } else { 2 };
        let base = if hexadecimal { 16 } else { 10 };
        let digits = bytes.iter().skip(start).take_while(|byte| char::from(**byte).is_digit(base)).take(16).count();
        if digits == 0 {
            return None;
        }
        let code = u32::from_str_radix(text.get(start..start + digits)?, base).unwrap_or(0x11_0000);
        let length = start + digits + usize::from(bytes.get(start + digits) == Some(&b';'));
        return Some((character(code), length));
    }
    let letters = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_alphanumeric()).take(32).count();
    let name = text.get(1..1 + letters)?;
    if bytes.get(1 + letters) == Some(&b';') {
        return named(name).map(|character| (character, letters + 2));
    }
    // Old pages leave out the semicolon.
    let old = ["amp", "lt", "gt", "quot", "nbsp", "copy", "reg", "AMP", "LT", "GT"];
    let known = old.iter().find(|known| name.starts_with(**known))?;
    named(known).map(|character| (character, known.len() + 1))
}

/// The character of a number; those of Windows where the number is no character.
fn character(code: u32) -> char {
    const WINDOWS: [u32; 32] = [
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
        0x17e, 0x178,
    ];
    let code = match code {
        0x80..=0x9f => WINDOWS.get((code - 0x80) as usize).copied().unwrap_or(code),
        0 => 0xfffd,
        code => code,
    };
    char::from_u32(code).unwrap_or('\u{fffd}')
}

/// Elements that stand in the head when nothing of the body came.
fn is_head_part(name: &str) -> bool {
    matches!(name, "title" | "meta" | "link" | "base" | "style" | "script" | "template" | "noscript")
}

/// Elements whose content is text. `true`: with references.
fn text_content(name: &str) -> Option<bool> {
    match name {
        "script" | "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(false),
        "textarea" | "title" => Some(true),
        _ => None,
    }
}

/// What an opening tag ends, up to the elements that keep it in.
fn ends(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    const TABLE: &[&str] = &["table", "html", "body", "template"];
    const CELL: &[&str] = &["table", "td", "th", "caption", "html", "template"];
    match name {
        "li" => (&["li"], &["ul", "ol", "menu", "dir", "table", "td", "th", "template"]),
        "dt" | "dd" => (&["dt", "dd"], &["dl", "table", "td", "th", "template"]),
        "tr" => (&["tr", "td", "th", "caption", "colgroup"], TABLE),
        "td" | "th" => (&["td", "th"], &["tr", "table", "html", "template"]),
        "thead" | "tbody" | "tfoot" => (&["thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup"], TABLE),
        "option" => (&["option"], &["select", "datalist", "optgroup", "table"]),
        "optgroup" => (&["option", "optgroup"], &["select", "table"]),
        "a" => (&["a"], CELL),
        "rt" | "rp" => (&["rt", "rp"], &["ruby", "table"]),
        "address" | "article" | "aside" | "blockquote" | "center" | "details" | "dialog" | "dir" | "div" | "dl"
        | "fieldset" | "figcaption" | "figure" | "footer" | "form" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "header" | "hgroup" | "hr" | "main" | "menu" | "nav" | "ol" | "p" | "pre" | "search" | "section"
        | "summary" | "table" | "ul" => (
            &["p"],
            &[
                "table",
                "td",
                "th",
                "caption",
                "button",
                "object",
                "html",
                "template",
                "li",
                "dd",
                "dt",
                "div",
                "blockquote",
            ],
        ),
        _ => (&[], &[]),
    }
}

impl Builder {
    fn element(&mut self, parent: Id, name: &str) -> Id {
        let name = Name { prefix: None, local: name.into(), namespace: None };
        let line = self.line;
        self.tree.append(parent, Kind::Element(Box::new(Element { name, ..Element::default() })), line)
    }

    fn html(&mut self) -> Id {
        if self.html == NONE {
            self.html = self.element(ROOT, "html");
        }
        self.html
    }

    fn start_body(&mut self) {
        if self.body == NONE {
            let html = self.html();
            self.body = self.element(html, "body");
            self.open.clear();
        }
    }

    /// Where text and elements go.
    fn place(&mut self) -> Id {
        if let Some((id, _)) = self.open.last() {
            return *id;
        }
        self.start_body();
        self.body
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        if is_blank && self.body == NONE && self.open.is_empty() {
            return;
        }
        if self.body == NONE && self.open.iter().all(|(_, name)| name == "head") {
            if is_blank {
                return;
            }
            self.open.clear();
        }
        let parent = self.place();
        let last = self.tree.last(parent);
        if last != NONE
            && let Some(Kind::Text(known)) = self.tree.nodes.get_mut(last as usize).map(|node| &mut node.kind)
        {
            known.push_str(text);
            return;
        }
        let line = self.line;
        self.tree.append(parent, Kind::Text(text.to_owned()), line);
    }

    fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && !interrupt::is_over() {
            let rest = text.get(at..).unwrap_or_default();
            let start = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            if start > 0 {
                let plain = rest.get(..start).unwrap_or_default();
                self.text(&decode(&new_lines(plain)));
                self.count(plain);
                at += start;
                continue;
            }
            let used = self.markup(rest);
            if used == 0 {
                self.text("<");
                at += 1;
            } else {
                self.count(rest.get(..used).unwrap_or_default());
                at += used;
            }
        }
    }

    fn count(&mut self, text: &str) {
        let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
    }

    /// Reads what begins with `<`. Gives its length; 0: it is text.
    fn markup(&mut self, rest: &str) -> usize {
        let bytes = rest.as_bytes();
        if rest.starts_with("<!--") {
            let inner = rest.get(4..).unwrap_or_default();
            let (comment, used) = match memchr::memmem::find(inner.as_bytes(), b"-->") {
                Some(end) => (inner.get(..end).unwrap_or_default(), 4 + end + 3),
                None => (inner, rest.len()),
            };
            let parent = match self.open.last() {
                Some((id, _)) => *id,
                None if self.body != NONE => self.body,
                None if self.html != NONE => self.html,
                None => ROOT,
            };
            let line = self.line;
            self.tree.append(parent, Kind::Comment(comment.to_owned()), line);
            return used;
        }
        match bytes.get(1) {
            Some(b'!' | b'?') => {
                let used = memchr::memchr(b'>', bytes).map_or(rest.len(), |end| end + 1);
                let whole = rest.get(..used).unwrap_or_default();
                if self.html == NONE && whole.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) {
                    let line = self.line;
                    self.tree.append(ROOT, Kind::Doctype(whole.to_owned()), line);
                }
                used
            }
            Some(b'/') => {
                let name = tag_name(rest.get(2..).unwrap_or_default());
                if name.is_empty() {
                    // `</` and no name is a comment up to the bracket.
                    return match bytes.get(2) {
                        None => 0,
                        Some(_) => memchr::memchr(b'>', bytes).map_or(rest.len(), |end| end + 1),
                    };
                }
                let used = memchr::memchr(b'>', bytes).map_or(rest.len(), |end| end + 1);
                self.end_tag(&name.to_ascii_lowercase());
                used
            }
            Some(letter) if letter.is_ascii_alphabetic() => self.start_tag(rest),
            _ => 0,
        }
    }

    fn end_tag(&mut self, name: &str) {
        match name {
            "html" | "body" => return,
            "head" => {
                if self.open.iter().any(|(_, known)| known == "head") {
                    self.open.clear();
                }
                return;
            }
            "br" => {
                let parent = self.place();
                self.element(parent, "br");
                return;
            }
            _ => {}
        }
        let is_part = matches!(name, "table" | "tr" | "td" | "th" | "thead" | "tbody" | "tfoot" | "caption");
        for index in (0..self.open.len()).rev() {
            let Some((_, known)) = self.open.get(index) else { return };
            let is_heading = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
            if known == name || is_heading(known) && is_heading(name) {
                self.open.truncate(index);
                return;
            }
            if !is_part && matches!(known.as_str(), "td" | "th" | "table" | "caption" | "template") {
                return;
            }
            if is_part && name != "table" && known == "table" {
                return;
            }
        }
    }

    fn start_tag(&mut self, rest: &str) -> usize {
        let bytes = rest.as_bytes();
        let name = tag_name(rest.get(1..).unwrap_or_default()).to_ascii_lowercase();
        let mut at = 1 + name.len();
        let mut attributes: Vec<(String, String)> = Vec::new();
        let mut closed = false;
        loop {
            while bytes.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/') {
                closed = bytes.get(at) == Some(&b'/');
                at += 1;
            }
            match bytes.get(at) {
                None => break,
                Some(b'>') => {
                    at += 1;
                    break;
                }
                Some(_) => {}
            }
            closed = false;
            let from = at;
            at += 1;
            while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace() && !b"=>/".contains(byte)) {
                at += 1;
            }
            let attribute = rest.get(from..at).unwrap_or_default().to_ascii_lowercase();
            let mut equals = at;
            while bytes.get(equals).is_some_and(u8::is_ascii_whitespace) {
                equals += 1;
            }
            let mut value = String::new();
            if bytes.get(equals) == Some(&b'=') {
                at = equals + 1;
                while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                    at += 1;
                }
                match bytes.get(at) {
                    Some(quote @ (b'"' | b'\'')) => {
                        let inner = bytes.get(at + 1..).unwrap_or_default();
                        let end = memchr::memchr(*quote, inner).unwrap_or(inner.len());
                        value = decode(rest.get(at + 1..at + 1 + end).unwrap_or_default());
                        at = (at + end + 2).min(bytes.len());
                    }
                    _ => {
                        let from = at;
                        while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b'>') {
                            at += 1;
                        }
                        value = decode(rest.get(from..at).unwrap_or_default());
                    }
                }
            }
            if !attributes.iter().any(|(known, _)| *known == attribute) && attributes.len() < 1_000 {
                attributes.push((attribute, value));
            }
        }
        match name.as_str() {
            "html" => {
                let html = self.html();
                self.add(html, attributes);
                return at;
            }
            "head" => {
                if self.head == NONE && self.body == NONE {
                    let html = self.html();
                    self.head = self.element(html, "head");
                    self.add(self.head, attributes);
                    self.open = vec![(self.head, "head".to_owned())];
                }
                return at;
            }
            "body" => {
                if self.body == NONE {
                    self.start_body();
                    self.add(self.body, attributes);
                }
                return at;
            }
            _ => {}
        }
        if self.body == NONE && self.open.iter().all(|(_, known)| known == "head") {
            if is_head_part(&name) {
                if self.open.is_empty() {
                    if self.head == NONE {
                        let html = self.html();
                        self.head = self.element(html, "head");
                    }
                    self.open = vec![(self.head, "head".to_owned())];
                }
            } else {
                self.open.clear();
                self.start_body();
            }
        }
        self.close_for(&name);
        let parent = self.place();
        let id = self.element(parent, &name);
        self.add(id, attributes);
        if is_void(&name)
            || closed && !super::is_block(&name) && text_content(&name).is_none() && name != "a" && name != "span"
        {
            return at;
        }
        if let Some(references) = text_content(&name) {
            let inner = rest.get(at..).unwrap_or_default();
            let end = closing(inner, &name);
            let content = new_lines(inner.get(..end).unwrap_or_default());
            if !content.is_empty() {
                let line = self.line;
                let kind = if references { Kind::Text(decode(&content)) } else { Kind::Cdata(content) };
                self.tree.append(id, kind, line);
            }
            let rest = inner.get(end..).unwrap_or_default();
            let tail = memchr::memchr(b'>', rest.as_bytes()).map_or(rest.len(), |close| close + 1);
            return at + end + tail;
        }
        if self.open.len() < MAX_DEPTH - 4 {
            self.open.push((id, name));
        }
        at
    }

    fn add(&mut self, id: Id, attributes: Vec<(String, String)>) {
        let line = self.line;
        for (name, value) in attributes {
            let name = Name { prefix: None, local: name.into(), namespace: None };
            self.tree.add_attribute(id, name, value, line);
        }
    }

    /// Closes what cannot hold an element.
    fn close_for(&mut self, name: &str) {
        let (closes, keeps) = ends(name);
        if closes.is_empty() {
            return;
        }
        let mut end = None;
        for (index, (_, known)) in self.open.iter().enumerate().rev() {
            if closes.contains(&known.as_str()) {
                end = Some(index);
                // A row ends its cells too, but each other tag one element.
                if closes.len() == 1 {
                    break;
                }
            } else if keeps.contains(&known.as_str()) {
                break;
            }
        }
        if let Some(end) = end {
            self.open.truncate(end);
        }
    }
}

/// The name at the front of a tag.
fn tag_name(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return "";
    }
    let end = text
        .find(|character: char| character.is_ascii_whitespace() || matches!(character, '>' | '/'))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Where the closing tag of an element begins.
fn closing(text: &str, name: &str) -> usize {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(bytes.get(from..).unwrap_or_default(), b"</") {
        let at = from + at;
        let tag = bytes.get(at + 2..at + 2 + name.len()).unwrap_or_default();
        if tag.eq_ignore_ascii_case(name.as_bytes())
            && bytes.get(at + 2 + name.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric())
        {
            return at;
        }
        from = at + 2;
    }
    text.len()
}

fn new_lines(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}
