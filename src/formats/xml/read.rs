//! The reader. It goes on after most mistakes, and reports them with the messages and places of libxml2 2.9.

use std::collections::{HashMap, HashSet};

use super::name::{is_allowed, is_name_part, is_name_start};
use super::tree::{Element, Id, Kind, MAX_DEPTH, NONE, Name, ROOT, Tree};
use crate::interrupt;

/// What of a document is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// White space between elements.
    pub no_blanks: bool,
    /// References to entities become what they stand for.
    pub expand_entities: bool,
    /// CDATA sections become text.
    pub no_cdata: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not well-formed.
    Error,
    Warning,
    Namespace,
}

/// A mistake of the document.
#[derive(Clone, Debug)]
pub struct Fault {
    pub level: Level,
    pub line: u32,
    pub message: String,
    /// The line of the document, and where in it.
    pub context: Vec<u8>,
    pub column: usize,
}

/// A document as far as it could be read.
#[derive(Debug)]
pub struct Parsed {
    pub tree: Tree,
    pub faults: Vec<Fault>,
    pub well_formed: bool,
}

/// How many mistakes are told at most.
const MAX_FAULTS: usize = 1_000;

/// The longest text that entities stand for, all together.
const MAX_EXPANSION: usize = 10_000_000;

struct Open {
    id: Id,
    line: u32,
    /// How many namespace bindings there were before it.
    bindings: usize,
    /// Whether `xml:space` keeps white space in it.
    preserved: bool,
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    line: u32,
    tree: Tree,
    options: Options,
    faults: Vec<Fault>,
    well_formed: bool,
    stopped: bool,
    open: Vec<Open>,
    /// Prefix and namespace; the last one counts.
    bindings: Vec<(Box<str>, u32)>,
    entities: HashMap<String, Option<String>>,
    /// There are declarations that are not read.
    has_unread: bool,
    expanded: usize,
}

/// Reads a document.
pub fn read(text: &[u8], options: Options) -> Parsed {
    let converted = encoding(text);
    let bytes = converted.as_deref().unwrap_or(text);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader {
        bytes,
        at: 0,
        line: 1,
        tree: Tree::default(),
        options,
        faults: Vec::new(),
        well_formed: true,
        stopped: false,
        open: Vec::new(),
        bindings: vec![("xml".into(), 0)],
        entities: HashMap::new(),
        has_unread: false,
        expanded: 0,
    };
    reader.document();
    Parsed { tree: reader.tree, faults: reader.faults, well_formed: reader.well_formed }
}

/// A document in UTF-16 or Latin-1 as UTF-8. `None`: it is UTF-8, or claims to be.
fn encoding(text: &[u8]) -> Option<Vec<u8>> {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = rest.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
        let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect();
        Some(text.into_bytes())
    };
    match text {
        [0xff, 0xfe, rest @ ..] => return wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return wide(rest, u16::from_be_bytes),
        [b'<', 0, ..] => return wide(text, u16::from_le_bytes),
        [0, b'<', ..] => return wide(text, u16::from_be_bytes),
        _ => {}
    }
    if !text.starts_with(b"<?xml") {
        return None;
    }
    let end = memchr::memchr(b'>', text)?;
    let head = text.get(..end)?.to_ascii_lowercase();
    let place = memchr::memmem::find(&head, b"encoding")?;
    let rest = head.get(place + 8..)?;
    let quote = rest.iter().position(|byte| matches!(byte, b'"' | b'\''))?;
    let name = rest.get(quote + 1..)?;
    let name = name.get(..name.iter().position(|byte| matches!(byte, b'"' | b'\''))?)?;
    let latin = matches!(name, b"iso-8859-1" | b"latin1" | b"iso_8859-1" | b"windows-1252" | b"iso-8859-15");
    latin.then(|| text.iter().map(|byte| char::from(*byte)).collect::<String>().into_bytes())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn looks_at(&self, text: &[u8]) -> bool {
        self.rest().starts_with(text)
    }

    /// Moves on, and counts lines.
    fn advance(&mut self, count: usize) {
        let end = (self.at + count).min(self.bytes.len());
        let passed = self.bytes.get(self.at..end).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', passed).count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.at = end;
    }

    fn blanks(&mut self) -> bool {
        let count = self.rest().iter().take_while(|byte| is_blank(**byte)).count();
        self.advance(count);
        count > 0
    }

    fn fault(&mut self, level: Level, message: impl Into<String>) {
        if level == Level::Error {
            self.well_formed = false;
        }
        if self.faults.len() >= MAX_FAULTS {
            return;
        }
        let (context, column) = self.context();
        self.faults.push(Fault { level, line: self.line, message: message.into(), context, column });
    }

    fn error(&mut self, message: impl Into<String>) {
        self.fault(Level::Error, message);
    }

    /// An error after which nothing is read.
    fn fatal(&mut self, message: impl Into<String>) {
        self.error(message);
        self.stopped = true;
        self.at = self.bytes.len();
    }

    /// The line around the place, 80 bytes of it at most.
    fn context(&self) -> (Vec<u8>, usize) {
        let is_end = |at: usize| matches!(self.bytes.get(at), Some(b'\n' | b'\r'));
        let mut start = self.at;
        while start > 0 && is_end(start) {
            start -= 1;
        }
        let mut count = 0;
        while count < 80 && start > 0 && !is_end(start) {
            start -= 1;
            count += 1;
        }
        if is_end(start) {
            start += 1;
        }
        let column = self.at.saturating_sub(start);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let line: Vec<u8> =
            rest.iter().copied().take_while(|byte| !matches!(byte, b'\n' | b'\r' | 0)).take(80).collect();
        (line, column)
    }

    /// The character here, and its length. `None`: the end, or bytes that are no character.
    fn character(&self) -> Option<(char, usize)> {
        let rest = self.rest();
        let first = *rest.first()?;
        if first < 0x80 {
            return Some((char::from(first), 1));
        }
        let length = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return None,
        };
        let text = std::str::from_utf8(rest.get(..length)?).ok()?;
        Some((text.chars().next()?, length))
    }

    /// Tells that the bytes here are no UTF-8.
    fn bad_encoding(&mut self) {
        let bytes: Vec<u8> = self.rest().iter().copied().chain([0; 4]).take(4).collect();
        let shown: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
        self.fatal(format!("Input is not proper UTF-8, indicate encoding !\nBytes: {}", shown.join(" ")));
    }

    /// A name. `colons`: they may stand in it.
    fn name(&mut self, colons: bool) -> Option<&'t str> {
        let start = self.at;
        let fits = |character: char, first: bool| {
            (colons || character != ':') && if first { is_name_start(character) } else { is_name_part(character) }
        };
        let mut first = true;
        while let Some((character, length)) = self.character() {
            if !fits(character, first) {
                break;
            }
            self.at += length;
            first = false;
        }
        if first {
            return None;
        }
        std::str::from_utf8(self.bytes.get(start..self.at)?).ok()
    }

    /// A name with a prefix.
    fn qualified_name(&mut self) -> Option<(Option<&'t str>, &'t str)> {
        let start = self.at;
        let Some(first) = self.name(false) else {
            if self.peek() == Some(b':') {
                // libxml2 takes it as a name all the same.
                let name = self.name(true)?;
                self.fault(Level::Namespace, format!("Failed to parse QName '{name}'"));
                return Some((None, name));
            }
            return None;
        };
        if self.peek() != Some(b':') {
            return Some((None, first));
        }
        self.at += 1;
        match self.name(false) {
            Some(local) => {
                if self.peek() == Some(b':') {
                    let prefix = first;
                    self.name(true);
                    let whole = std::str::from_utf8(self.bytes.get(start + prefix.len() + 1..self.at)?).ok()?;
                    self.fault(Level::Namespace, format!("Failed to parse QName '{prefix}:{local}:'"));
                    return Some((Some(prefix), whole));
                }
                Some((Some(first), local))
            }
            None => {
                self.fault(Level::Namespace, format!("Failed to parse QName '{first}:'"));
                let whole = std::str::from_utf8(self.bytes.get(start..self.at)?).ok()?;
                Some((None, whole))
            }
        }
    }

    fn document(&mut self) {
        if self.bytes.is_empty() {
            self.error("Document is empty");
            return;
        }
        if self.looks_at(b"<?xml") && self.bytes.get(5).is_some_and(|byte| is_blank(*byte)) {
            self.declaration();
        }
        self.misc();
        if self.looks_at(b"<!DOCTYPE") {
            self.doctype();
            self.misc();
        }
        if self.stopped {
            return;
        }
        if self.peek() != Some(b'<') {
            self.error("Start tag expected, '<' not found");
            return;
        }
        self.elements();
        if self.stopped {
            return;
        }
        self.misc();
        if self.at < self.bytes.len() && !self.stopped {
            self.error("Extra content at the end of the document");
        }
    }

    fn declaration(&mut self) {
        self.advance(5);
        self.blanks();
        match self.pseudo_attribute("version") {
            None => self.error("Malformed declaration expecting version"),
            Some(version) => {
                if version != "1.0" {
                    if version.starts_with("1.") {
                        self.fault(Level::Warning, format!("Unsupported version '{version}'"));
                    } else {
                        self.fatal(format!("Unsupported version '{version}'"));
                    }
                }
                self.tree.version = version;
            }
        }
        let blank = self.blanks();
        if !blank && !self.looks_at(b"?>") {
            self.error("Blank needed here");
        }
        if let Some(encoding) = self.pseudo_attribute("encoding") {
            self.tree.encoding = Some(encoding);
            let blank = self.blanks();
            if !blank && !self.looks_at(b"?>") {
                self.error("Blank needed here");
            }
        }
        if let Some(standalone) = self.pseudo_attribute("standalone") {
            match standalone.as_str() {
                "yes" => self.tree.standalone = Some(true),
                "no" => self.tree.standalone = Some(false),
                _ => {
                    // The reader stays before the value.
                    self.at = self.at.saturating_sub(standalone.len() + 1);
                    self.error("standalone accepts only 'yes' or 'no'");
                    self.error("String not closed expecting \" or '");
                }
            }
        }
        self.blanks();
        if self.looks_at(b"?>") {
            self.advance(2);
        } else {
            self.error("parsing XML declaration: '?>' expected");
            match memchr::memchr(b'>', self.rest()) {
                Some(end) => self.advance(end + 1),
                None => self.advance(self.bytes.len()),
            }
        }
    }

    fn pseudo_attribute(&mut self, name: &str) -> Option<String> {
        let from = (self.at, self.line);
        if !self.looks_at(name.as_bytes()) {
            return None;
        }
        self.advance(name.len());
        self.blanks();
        if self.peek() != Some(b'=') {
            (self.at, self.line) = from;
            return None;
        }
        self.advance(1);
        self.blanks();
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            self.error("String not started expecting ' or \"");
            return None;
        };
        self.advance(1);
        let rest = self.rest();
        let Some(end) = memchr::memchr3(quote, b'<', b'>', rest).filter(|end| rest.get(*end) == Some(&quote)) else {
            self.error("String not closed expecting \" or '");
            return None;
        };
        let value = String::from_utf8_lossy(rest.get(..end).unwrap_or_default()).into_owned();
        self.advance(end + 1);
        Some(value)
    }

    /// Comments, instructions and white space around the root.
    fn misc(&mut self) {
        loop {
            self.blanks();
            if self.looks_at(b"<?") {
                self.instruction(ROOT);
            } else if self.looks_at(b"<!--") {
                self.comment(ROOT);
            } else {
                return;
            }
        }
    }

    fn instruction(&mut self, parent: Id) {
        let line = self.line;
        self.advance(2);
        let Some(target) = self.name(true) else {
            self.error("xmlParsePI : no target name");
            return;
        };
        if target == "xml" {
            self.error("XML declaration allowed only at the start of the document");
        } else if target.eq_ignore_ascii_case("xml") {
            self.error("xmlParsePITarget: invalid name prefix 'xml'");
        }
        let blank = self.blanks();
        let rest = self.rest();
        let Some(end) = memchr::memmem::find(rest, b"?>") else {
            self.advance(rest.len());
            self.error(format!("ParsePI: PI {target} never end ..."));
            return;
        };
        if !blank && end > 0 {
            self.error(format!("ParsePI: PI {target} space expected"));
        }
        let data = lines(rest.get(..end).unwrap_or_default());
        self.advance(end + 2);
        self.tree.append(parent, Kind::Instruction { target: target.into(), data }, line);
    }

    fn comment(&mut self, parent: Id) {
        let line = self.line;
        self.advance(4);
        let rest = self.rest();
        let mut from = 0;
        loop {
            let Some(end) = memchr::memmem::find(rest.get(from..).unwrap_or_default(), b"--") else {
                self.advance(rest.len());
                self.error("Comment not terminated");
                return;
            };
            let end = from + end;
            if rest.get(end + 2) == Some(&b'>') {
                let text = lines(rest.get(..end).unwrap_or_default());
                self.advance(end + 3);
                self.tree.append(parent, Kind::Comment(text), line);
                return;
            }
            let shown: String = String::from_utf8_lossy(rest.get(..end).unwrap_or_default()).chars().take(50).collect();
            let (at, before) = (self.at, self.line);
            self.advance(end);
            self.error(format!("Double hyphen within comment: <!--{shown}"));
            (self.at, self.line) = (at, before);
            from = end + 1;
        }
    }

    /// Elements and what is in them, without recursion.
    fn elements(&mut self) {
        if !self.start_tag() {
            return;
        }
        while !self.open.is_empty() && !interrupt::is_over() {
            let Some(byte) = self.peek() else {
                if !self.stopped {
                    self.premature_end();
                }
                return;
            };
            let parent = self.open.last().map_or(ROOT, |open| open.id);
            if byte == b'<' {
                if self.looks_at(b"</") {
                    self.end_tag();
                } else if self.looks_at(b"<?") {
                    self.instruction(parent);
                } else if self.looks_at(b"<![CDATA[") {
                    self.cdata(parent);
                } else if self.looks_at(b"<!--") {
                    self.comment(parent);
                } else {
                    self.start_tag();
                    if self.stopped {
                        return;
                    }
                }
            } else if byte == b'&' {
                self.reference(parent);
            } else {
                self.character_data(parent);
            }
        }
    }

    fn premature_end(&mut self) {
        if let Some(open) = self.open.last() {
            let name = self.tree.element(open.id).map(|element| element.name.qualified()).unwrap_or_default();
            let line = open.line;
            self.error(format!("Premature end of data in tag {name} line {line}"));
        }
    }

    /// Reads a start tag. False: there is no element.
    fn start_tag(&mut self) -> bool {
        if self.open.len() >= MAX_DEPTH {
            let depth = MAX_DEPTH;
            self.fatal(format!("Excessive depth in document: {depth} use XML_PARSE_HUGE option"));
            return false;
        }
        let line = self.line;
        let start = self.at;
        self.advance(1);
        let Some((prefix, local)) = self.qualified_name() else {
            if self.character().is_none() && self.at < self.bytes.len() {
                self.bad_encoding();
                return false;
            }
            self.error("StartTag: invalid element name");
            // Nothing is taken, so that what is wrong is passed as text.
            if self.open.is_empty() {
                return false;
            }
            self.at = start + 1;
            return false;
        };
        let parent = self.open.last().map_or(ROOT, |open| open.id);
        let id = self.tree.append(parent, Kind::Element(Box::default()), line);
        let bindings = self.bindings.len();
        self.blanks();
        let mut attributes: Vec<(Option<&str>, &str, String)> = Vec::new();
        let mut declared = Vec::new();
        while let Some(byte) = self.peek() {
            if byte == b'>' || self.looks_at(b"/>") {
                break;
            }
            let from = self.at;
            let found = self.attribute();
            let missing = found.is_none();
            if let Some((prefix, name, value)) = found {
                match (prefix, name) {
                    (None, "xmlns") => {
                        let place = self.tree.namespace(&value);
                        declared.push(("".into(), place));
                    }
                    (Some("xmlns"), prefix) => {
                        if value.is_empty() {
                            self.fault(Level::Namespace, format!("xmlns:{prefix}: Empty XML namespace is not allowed"));
                        }
                        let place = self.tree.namespace(&value);
                        declared.push((prefix.into(), place));
                    }
                    _ => attributes.push((prefix, name, value)),
                }
            }
            if self.stopped || self.peek() == Some(b'>') || self.looks_at(b"/>") {
                break;
            }
            if !self.blanks() {
                self.error("attributes construct error");
                break;
            }
            if missing && self.at == from {
                self.error("xmlParseStartTag: problem parsing attributes");
                break;
            }
        }
        self.bindings.extend(declared.iter().cloned());
        let mut seen: HashSet<(Option<u32>, &str)> = HashSet::new();
        let mut known: HashSet<(Option<&str>, &str)> = HashSet::new();
        let shown_name = match prefix {
            Some(prefix) => format!("{prefix}:{local}"),
            None => local.to_owned(),
        };
        let namespace = self.bound(prefix.unwrap_or_default());
        if let (Some(prefix), None) = (prefix, namespace) {
            self.fault(Level::Namespace, format!("Namespace prefix {prefix} on {local} is not defined"));
        }
        let mut preserved = None;
        for (prefix, name, value) in attributes {
            if prefix == Some("xml") && name == "space" {
                preserved = Some(value == "preserve");
            }
            let place = match prefix {
                None => None,
                Some(prefix) => {
                    let place = self.bound(prefix);
                    if place.is_none() {
                        self.fault(
                            Level::Namespace,
                            format!("Namespace prefix {prefix} for {name} on {local} is not defined"),
                        );
                    }
                    place
                }
            };
            if !known.insert((prefix, name)) {
                let shown = prefix.map_or(name.to_owned(), |prefix| format!("{prefix}:{name}"));
                self.error(format!("Attribute {shown} redefined"));
                continue;
            }
            if place.is_some() && !seen.insert((place, name)) {
                let uri = self.tree.namespace_name(place).unwrap_or_default().to_owned();
                self.fault(Level::Namespace, format!("Namespaced Attribute {name} in '{uri}' redefined"));
            }
            let name = Name { prefix: prefix.map(Into::into), local: name.into(), namespace: place };
            self.tree.add_attribute(id, name, value, line);
        }
        if let Some(Kind::Element(element)) = self.tree.nodes.get_mut(id as usize).map(|node| &mut node.kind) {
            let Element { name, declared: own, .. } = element.as_mut();
            *name = Name { prefix: prefix.map(Into::into), local: local.into(), namespace };
            *own = declared;
        }
        if self.stopped {
            return false;
        }
        if self.looks_at(b"/>") {
            self.advance(2);
            self.bindings.truncate(bindings);
            return false;
        }
        if self.peek() == Some(b'>') {
            self.advance(1);
            let preserved = preserved.unwrap_or_else(|| self.open.last().is_some_and(|open| open.preserved));
            self.open.push(Open { id, line, bindings, preserved });
            return true;
        }
        self.error(format!("Couldn't find end of Start Tag {shown_name} line {line}"));
        self.bindings.truncate(bindings);
        false
    }

    /// The namespace that a prefix is bound to.
    fn bound(&self, prefix: &str) -> Option<u32> {
        let found = self.bindings.iter().rev().find(|(known, _)| &**known == prefix)?;
        // An empty name unbinds the default namespace.
        self.tree.namespaces.get(found.1 as usize).filter(|name| !name.is_empty()).map(|_| found.1)
    }

    fn attribute(&mut self) -> Option<(Option<&'t str>, &'t str, String)> {
        let Some((prefix, name)) = self.qualified_name() else {
            if self.character().is_none() && self.at < self.bytes.len() {
                self.bad_encoding();
                return None;
            }
            self.error("error parsing attribute name");
            return None;
        };
        self.blanks();
        if self.peek() != Some(b'=') {
            self.error(format!("Specification mandates value for attribute {name}"));
            return None;
        }
        self.advance(1);
        self.blanks();
        let value = self.attribute_value()?;
        Some((prefix, name, value))
    }

    fn attribute_value(&mut self) -> Option<String> {
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            self.error("AttValue: \" or ' expected");
            return None;
        };
        self.advance(1);
        let mut value = String::new();
        loop {
            let start = self.at;
            let rest = self.rest();
            let plain = rest
                .iter()
                .take_while(|byte| **byte != quote && !matches!(byte, b'<' | b'&') && (0x20..0x80).contains(*byte))
                .count();
            self.at += plain;
            value.push_str(std::str::from_utf8(self.bytes.get(start..self.at).unwrap_or_default()).unwrap_or_default());
            match self.peek() {
                None => {
                    self.error("AttValue: ' expected");
                    return None;
                }
                Some(byte) if byte == quote => {
                    self.advance(1);
                    return Some(value);
                }
                Some(b'<') => {
                    self.error("Unescaped '<' not allowed in attributes values");
                    return None;
                }
                Some(b'&') => {
                    if let Some((_, text)) = self.entity() {
                        value.push_str(&text);
                    }
                    if self.stopped {
                        return None;
                    }
                }
                Some(b'\r') if self.bytes.get(self.at + 1) == Some(&b'\n') => {
                    self.advance(2);
                    value.push(' ');
                }
                Some(b'\t' | b'\n' | b'\r') => {
                    self.advance(1);
                    value.push(' ');
                }
                Some(_) => match self.character() {
                    Some((character, length)) if is_allowed(character) => {
                        value.push(character);
                        self.at += length;
                    }
                    Some(_) => {
                        self.error("invalid character in attribute value");
                        return None;
                    }
                    None => {
                        self.bad_encoding();
                        return None;
                    }
                },
            }
        }
    }

    fn end_tag(&mut self) {
        self.advance(2);
        let found = self.qualified_name().map(|(prefix, local)| match prefix {
            Some(prefix) => format!("{prefix}:{local}"),
            None => local.to_owned(),
        });
        self.blanks();
        if self.peek() == Some(b'>') {
            self.advance(1);
        } else {
            self.error("expected '>'");
        }
        let Some(open) = self.open.pop() else { return };
        self.bindings.truncate(open.bindings);
        let expected = self.tree.element(open.id).map(|element| element.name.qualified()).unwrap_or_default();
        if found.as_deref() != Some(&expected) {
            let found = found.unwrap_or_else(|| "unparsable".to_owned());
            let line = open.line;
            self.error(format!("Opening and ending tag mismatch: {expected} line {line} and {found}"));
        }
    }

    fn cdata(&mut self, parent: Id) {
        let line = self.line;
        self.advance(9);
        let rest = self.rest();
        let Some(end) = memchr::memmem::find(rest, b"]]>") else {
            self.advance(rest.len());
            // The message has no text in libxml2 2.9.
            self.error("Unregistered error message");
            return;
        };
        let text = lines(rest.get(..end).unwrap_or_default());
        self.advance(end + 3);
        if self.options.no_cdata {
            self.add_text(parent, &text, line);
        } else {
            self.tree.append(parent, Kind::Cdata(text), line);
        }
    }

    /// Adds text, to the text before it if there is some.
    fn add_text(&mut self, parent: Id, text: &str, line: u32) {
        if text.is_empty() {
            return;
        }
        let last = self.tree.last(parent);
        if last != NONE
            && let Some(Kind::Text(known)) = self.tree.nodes.get_mut(last as usize).map(|node| &mut node.kind)
        {
            known.push_str(text);
            return;
        }
        self.tree.append(parent, Kind::Text(text.to_owned()), line);
    }

    fn character_data(&mut self, parent: Id) {
        let line = self.line;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let plain = rest
                .iter()
                .take_while(|byte| matches!(byte, b'\t' | b'\n' | 0x20..=0x7f) && !matches!(byte, b'<' | b'&' | b']'))
                .count();
            text.push_str(std::str::from_utf8(rest.get(..plain).unwrap_or_default()).unwrap_or_default());
            self.advance(plain);
            match self.peek() {
                None | Some(b'<' | b'&') => break,
                Some(b']') => {
                    if self.looks_at(b"]]>") {
                        self.error("Sequence ']]>' not allowed in content");
                    }
                    text.push(']');
                    self.advance(1);
                }
                Some(b'\r') => {
                    self.advance(1);
                    if self.peek() != Some(b'\n') {
                        text.push('\n');
                    }
                }
                Some(_) => match self.character() {
                    Some((character, length)) if is_allowed(character) => {
                        text.push(character);
                        self.at += length;
                    }
                    Some((character, length)) => {
                        self.error(format!("PCDATA invalid Char value {}", u32::from(character)));
                        self.at += length;
                    }
                    None => {
                        self.bad_encoding();
                        return;
                    }
                },
            }
        }
        if self.options.no_blanks && text.bytes().all(is_blank) && self.is_ignorable(parent) {
            return;
        }
        self.add_text(parent, &text, line);
    }

    /// Whether white space that ends here only parts elements.
    fn is_ignorable(&self, parent: Id) -> bool {
        if self.peek() != Some(b'<') || self.open.last().is_some_and(|open| open.preserved) {
            return false;
        }
        let last = self.tree.last(parent);
        if last == NONE {
            return !self.looks_at(b"</");
        }
        !self.tree.is_text(last) && !self.tree.is_text(self.tree.first(parent))
    }

    fn reference(&mut self, parent: Id) {
        let line = self.line;
        if let Some((name, text)) = self.entity() {
            match name {
                Some(name) if !self.options.expand_entities => {
                    self.tree.append(parent, Kind::Entity { name: name.into(), text }, line);
                }
                _ => self.add_text(parent, &text, line),
            }
        }
    }

    /// What a reference stands for, and the entity's name if it is none of the five.
    fn entity(&mut self) -> Option<(Option<&'t str>, String)> {
        if self.looks_at(b"&#") {
            return self.character_reference().map(|character| (None, character.to_string()));
        }
        self.advance(1);
        let Some(name) = self.name(true) else {
            self.error("xmlParseEntityRef: no name");
            return None;
        };
        if self.peek() != Some(b';') {
            self.error("EntityRef: expecting ';'");
            return None;
        }
        self.advance(1);
        let plain = match name {
            "lt" => "<",
            "gt" => ">",
            "amp" => "&",
            "quot" => "\"",
            "apos" => "'",
            _ => {
                if !self.entities.contains_key(name) {
                    if self.has_unread {
                        self.fault(Level::Warning, format!("Entity '{name}' not defined"));
                    } else {
                        self.error(format!("Entity '{name}' not defined"));
                    }
                    return None;
                }
                let text = self.expand(name, 0);
                return Some((Some(name), text));
            }
        };
        Some((None, plain.to_owned()))
    }

    /// The text of an entity, with those in it.
    fn expand(&mut self, name: &str, depth: usize) -> String {
        let Some(Some(source)) = self.entities.get(name).cloned() else { return String::new() };
        if depth > 40 {
            self.fatal("Detected an entity reference loop");
            return String::new();
        }
        let mut out = String::new();
        let mut rest = source.as_str();
        while let Some(at) = rest.find('&') {
            out.push_str(rest.get(..at).unwrap_or_default());
            rest = rest.get(at + 1..).unwrap_or_default();
            let Some(end) = rest.find(';') else {
                out.push('&');
                continue;
            };
            let inner = rest.get(..end).unwrap_or_default().to_owned();
            rest = rest.get(end + 1..).unwrap_or_default();
            match inner.as_str() {
                "lt" => out.push('<'),
                "gt" => out.push('>'),
                "amp" => out.push('&'),
                "quot" => out.push('"'),
                "apos" => out.push('\''),
                _ => out.push_str(&self.expand(&inner, depth + 1)),
            }
            if self.stopped || out.len() > MAX_EXPANSION {
                break;
            }
        }
        out.push_str(rest);
        self.expanded = self.expanded.saturating_add(out.len());
        if self.expanded > MAX_EXPANSION {
            if !self.stopped {
                self.fatal("Detected an entity reference loop");
            }
            return String::new();
        }
        out
    }

    fn character_reference(&mut self) -> Option<char> {
        let hexadecimal = self.looks_at(b"&#x");
        self.advance(if hexadecimal { 3 } else { 2 });
        let mut value = 0_u32;
        loop {
            match self.peek() {
                Some(b';') => {
                    self.advance(1);
                    break;
                }
                Some(byte) if char::from(byte).is_digit(if hexadecimal { 16 } else { 10 }) => {
                    let base = if hexadecimal { 16 } else { 10 };
                    let digit = char::from(byte).to_digit(base).unwrap_or(0);
                    value = value.saturating_mul(base).saturating_add(digit).min(0x11_0000);
                    self.at += 1;
                }
                _ => {
                    let kind = if hexadecimal { "hexadecimal" } else { "decimal" };
                    self.error(format!("CharRef: invalid {kind} value"));
                    value = 0;
                    break;
                }
            }
        }
        match char::from_u32(value).filter(|character| is_allowed(*character)) {
            Some(character) => Some(character),
            None => {
                self.error(format!("xmlParseCharRef: invalid xmlChar value {value}"));
                None
            }
        }
    }

    fn doctype(&mut self) {
        let line = self.line;
        let start = self.at;
        self.advance(9);
        self.blanks();
        if self.name(true).is_none() {
            self.error("xmlParseDocTypeDecl : no DOCTYPE name !");
        }
        self.blanks();
        if self.looks_at(b"SYSTEM") || self.looks_at(b"PUBLIC") {
            self.has_unread = true;
            let strings = if self.looks_at(b"PUBLIC") { 2 } else { 1 };
            self.advance(6);
            for _ in 0..strings {
                self.blanks();
                let Some(quote @ (b'"' | b'\'')) = self.peek() else {
                    self.error("SystemLiteral \" or ' expected");
                    break;
                };
                let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                match memchr::memchr(quote, rest) {
                    Some(end) => self.advance(end + 2),
                    None => {
                        self.error("Unfinished System or Public ID \" or ' expected");
                        break;
                    }
                }
            }
            self.blanks();
        }
        if self.peek() == Some(b'[') {
            self.advance(1);
            self.internal_subset();
            self.blanks();
        }
        if self.peek() == Some(b'>') {
            self.advance(1);
        } else {
            self.error("DOCTYPE improperly terminated");
        }
        let text = lines(self.bytes.get(start..self.at).unwrap_or_default());
        self.tree.append(ROOT, Kind::Doctype(text), line);
    }

    fn internal_subset(&mut self) {
        loop {
            self.blanks();
            match self.peek() {
                Some(b']') => {
                    self.advance(1);
                    return;
                }
                Some(b'%') => {
                    self.has_unread = true;
                    let end = memchr::memchr(b';', self.rest()).map_or(1, |end| end + 1);
                    self.advance(end);
                }
                Some(b'<') if self.looks_at(b"<!--") => {
                    let end = memchr::memmem::find(self.rest(), b"-->").map_or(self.rest().len(), |end| end + 3);
                    self.advance(end);
                }
                Some(b'<') if self.looks_at(b"<?") => {
                    let end = memchr::memmem::find(self.rest(), b"?>").map_or(self.rest().len(), |end| end + 2);
                    self.advance(end);
                }
                Some(b'<') if self.looks_at(b"<!ENTITY") => {
                    if !self.entity_declaration() {
                        return;
                    }
                }
                Some(b'<') if self.looks_at(b"<!") => {
                    let Some(end) = declaration_end(self.rest()) else {
                        self.advance(self.rest().len());
                        return;
                    };
                    self.advance(end);
                }
                _ => {
                    self.error("internal error: xmlParseInternalSubset: error detected in Markup declaration\n");
                    return;
                }
            }
        }
    }

    fn entity_declaration(&mut self) -> bool {
        let Some(end) = declaration_end(self.rest()) else {
            self.error("EntityDecl: entity not terminated");
            self.advance(self.rest().len());
            return false;
        };
        let text = String::from_utf8_lossy(self.rest().get(8..end.saturating_sub(1)).unwrap_or_default()).into_owned();
        let mut words = text.trim_start();
        if words.starts_with('%') {
            self.has_unread = true;
            self.advance(end);
            return true;
        }
        let name_end = words.find(|character: char| character.is_ascii_whitespace()).unwrap_or(words.len());
        let name = words.get(..name_end).unwrap_or_default().to_owned();
        words = words.get(name_end..).unwrap_or_default().trim();
        let value = match words.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let inner = words.get(1..).unwrap_or_default();
                inner.find(quote).map(|end| unescape(inner.get(..end).unwrap_or_default()))
            }
            _ => None,
        };
        self.entities.entry(name).or_insert(value);
        self.advance(end);
        true
    }
}

/// References to characters inside the value of an entity.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("&#") {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let Some(end) = rest.find(';') else { break };
        let code = rest.get(2..end).unwrap_or_default();
        let value = match code.strip_prefix('x') {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => code.parse().ok(),
        };
        out.extend(value.and_then(char::from_u32));
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Where a declaration ends: its `>` outside of quotes.
fn declaration_end(text: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, &byte) in text.iter().enumerate() {
        match quote {
            Some(open) => {
                if byte == open {
                    quote = None;
                }
            }
            None => match byte {
                b'"' | b'\'' => quote = Some(byte),
                b'>' => return Some(at + 1),
                _ => {}
            },
        }
    }
    None
}

/// Text with the ends of lines as they are in XML.
fn lines(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.into_owned() }
}
