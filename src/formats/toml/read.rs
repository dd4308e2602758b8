//! Reading TOML.

use crate::heavy::List;
use std::collections::HashMap;

use crate::interrupt;
use crate::yaml::{Content, Document, Layout, Node, Style, Trivia, YamlError};

type Result<T> = std::result::Result<T, YamlError>;

const MAX_DEPTH: usize = 128;

/// A table while it grows.
#[derive(Default)]
struct Table {
    entries: Vec<(Node, Entry)>,
    index: HashMap<String, usize>,
    /// A header or a dotted key has named it; another header may not.
    defined: bool,
    /// Made by dotted keys: closed to headers.
    dotted: bool,
    layout: Option<Box<Layout>>,
}

enum Entry {
    Value(Node),
    Table(Box<Table>),
    Tables(Vec<Table>),
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    line: usize,
    pending: Vec<Trivia>,
}

/// Reads a document.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read(text: &str) -> Result<Document> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, line: 1, pending: Vec::new() };
    let mut root = Table { defined: true, ..Table::default() };
    // The names of the table that keys belong to.
    let mut path: Vec<String> = Vec::new();
    loop {
        if interrupt::is_over() {
            return Err(reader.error("interrupted"));
        }
        reader.blank_lines();
        match reader.peek() {
            None => break,
            Some(b'[') => path = reader.header(&mut root)?,
            Some(_) => {
                let table = find(&mut root, &path).ok_or_else(|| reader.error("invalid table"))?;
                reader.pair(table)?;
            }
        }
    }
    let after = std::mem::take(&mut reader.pending);
    let mut node = table_node(root);
    if !after.is_empty() {
        node.layout_mut().after = after;
    }
    Ok(Document { root: node, ..Document::default() })
}

/// The table at a path; of an array the last one.
fn find<'t>(root: &'t mut Table, path: &[String]) -> Option<&'t mut Table> {
    let mut table = root;
    for name in path {
        let place = *table.index.get(name)?;
        table = match &mut table.entries.get_mut(place)?.1 {
            Entry::Table(inner) => inner,
            Entry::Tables(all) => all.last_mut()?,
            Entry::Value(_) => return None,
        };
    }
    Some(table)
}

fn table_node(table: Table) -> Node {
    let pairs = table
        .entries
        .into_iter()
        .map(|(key, entry)| {
            let value = match entry {
                Entry::Value(node) => node,
                Entry::Table(inner) => table_node(*inner),
                Entry::Tables(all) => Node::new(Content::Sequence(all.into_iter().map(table_node).collect())),
            };
            (key, value)
        })
        .collect();
    Node { layout: table.layout, ..Node::new(Content::Mapping(pairs)) }
}

impl Table {
    fn add(&mut self, name: &str, key: Node, entry: Entry) {
        self.index.insert(name.to_owned(), self.entries.len());
        self.entries.push((key, entry));
    }
}

impl<'t> Reader<'t> {
    fn error(&self, message: &str) -> YamlError {
        YamlError { line: self.line, message: message.to_owned() }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn new_line(&mut self) -> bool {
        match self.rest() {
            [b'\n', ..] => self.at += 1,
            [b'\r', b'\n', ..] => self.at += 2,
            _ => return false,
        }
        self.line += 1;
        true
    }

    fn comment(&mut self) -> Option<String> {
        if self.peek() != Some(b'#') {
            return None;
        }
        let rest = self.rest();
        let end = self.at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let text = self.text.get(self.at..end).unwrap_or_default().trim_end().to_owned();
        self.at = end;
        Some(text)
    }

    /// Passes blank lines and comments, which become pending.
    fn blank_lines(&mut self) {
        loop {
            self.spaces();
            if let Some(comment) = self.comment() {
                self.pending.push(Trivia::Comment(comment));
                self.new_line();
            } else if self.new_line() {
                self.pending.push(Trivia::Blank);
            } else {
                return;
            }
        }
    }

    /// The end of a line, perhaps with a comment.
    fn end_of_line(&mut self) -> Result<Option<(usize, String)>> {
        let from = self.at;
        self.spaces();
        let gap = self.at - from;
        let comment = self.comment().map(|text| (gap, text));
        if self.peek().is_some() && !self.new_line() {
            return Err(self.error("expected newline but found something else"));
        }
        Ok(comment)
    }

    fn header(&mut self, root: &mut Table) -> Result<Vec<String>> {
        let before = std::mem::take(&mut self.pending);
        let array = self.rest().starts_with(b"[[");
        self.at += if array { 2 } else { 1 };
        let keys = self.keys()?;
        let close: &[u8] = if array { b"]]" } else { b"]" };
        if !self.rest().starts_with(close) {
            return Err(self.error("expected ] at the end of a table's name"));
        }
        self.at += close.len();
        let line = self.end_of_line()?;
        let layout =
            (!before.is_empty() || line.is_some()).then(|| Box::new(Layout { before, line, ..Layout::default() }));
        let mut table = root;
        let last = keys.len().saturating_sub(1);
        let names: Vec<String> = keys.iter().map(|(name, _)| name.clone()).collect();
        for (index, (name, key)) in keys.into_iter().enumerate() {
            let exists = table.index.get(&name).copied();
            let place = match exists {
                Some(place) => place,
                None => {
                    let entry =
                        if index == last && array { Entry::Tables(Vec::new()) } else { Entry::Table(Box::default()) };
                    table.add(&name, key, entry);
                    table.entries.len() - 1
                }
            };
            let entry = table.entries.get_mut(place).map(|(_, entry)| entry);
            table = match entry {
                Some(Entry::Tables(all)) if index == last => {
                    if !array {
                        return Err(self.error(&format!("duplicate key: {name}")));
                    }
                    all.push(Table { defined: true, layout: layout.clone(), ..Table::default() });
                    break;
                }
                Some(Entry::Tables(all)) => match all.last_mut() {
                    Some(table) => table,
                    None => return Err(self.error("invalid table")),
                },
                Some(Entry::Table(inner)) => {
                    if index == last {
                        if array || inner.defined || inner.dotted {
                            return Err(self.error(&format!("duplicate key: {name}")));
                        }
                        inner.defined = true;
                        inner.layout = layout.clone();
                    }
                    inner
                }
                _ => return Err(self.error(&format!("duplicate key: {name}"))),
            };
        }
        Ok(names)
    }

    fn pair(&mut self, table: &mut Table) -> Result<()> {
        let before = std::mem::take(&mut self.pending);
        let keys = self.keys()?;
        if self.peek() != Some(b'=') {
            return Err(self.error("expected = after a key"));
        }
        self.at += 1;
        self.spaces();
        let mut value = self.value(0)?;
        if let Some(comment) = self.end_of_line()? {
            value.layout_mut().line = Some(comment);
        }
        self.insert(table, keys, value, before)
    }

    /// Puts a value under a dotted key.
    fn insert(&self, table: &mut Table, keys: Vec<(String, Node)>, value: Node, before: Vec<Trivia>) -> Result<()> {
        let mut table = table;
        let last = keys.len().saturating_sub(1);
        for (index, (name, mut key)) in keys.into_iter().enumerate() {
            let exists = table.index.get(&name).copied();
            if index == last {
                if exists.is_some() {
                    return Err(self.error(&format!("duplicate key: {name}")));
                }
                if !before.is_empty() {
                    key.layout_mut().before = before;
                }
                table.add(&name, key, Entry::Value(value));
                return Ok(());
            }
            let place = match exists {
                Some(place) => place,
                None => {
                    table.add(&name, key, Entry::Table(Box::new(Table { dotted: true, ..Table::default() })));
                    table.entries.len() - 1
                }
            };
            table = match table.entries.get_mut(place).map(|(_, entry)| entry) {
                Some(Entry::Table(inner)) if !inner.defined => inner,
                _ => return Err(self.error(&format!("duplicate key: {name}"))),
            };
        }
        Ok(())
    }

    /// A key with its dots, and the spaces behind it.
    fn keys(&mut self) -> Result<Vec<(String, Node)>> {
        let mut keys = Vec::new();
        loop {
            self.spaces();
            let node = match self.peek() {
                Some(b'"') => self.basic_string()?,
                Some(b'\'') => self.literal_string()?,
                _ => {
                    let from = self.at;
                    while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)) {
                        self.at += 1;
                    }
                    if from == self.at {
                        return Err(self.error("invalid character at start of key"));
                    }
                    Node::scalar(self.text.get(from..self.at).unwrap_or_default())
                }
            };
            let name = node.text().unwrap_or_default().to_owned();
            keys.push((name, node));
            if keys.len() > MAX_DEPTH {
                return Err(self.error("nested too deeply"));
            }
            self.spaces();
            if self.peek() != Some(b'.') {
                return Ok(keys);
            }
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        match self.peek() {
            Some(b'"') if self.rest().starts_with(b"\"\"\"") => self.long_string(b'"'),
            Some(b'\'') if self.rest().starts_with(b"'''") => self.long_string(b'\''),
            Some(b'"') => self.basic_string(),
            Some(b'\'') => self.literal_string(),
            Some(b'[') => self.array(depth),
            Some(b'{') => self.inline_table(depth),
            _ => self.plain(),
        }
    }

    fn plain(&mut self) -> Result<Node> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-+.:".contains(&byte)) {
            self.at += 1;
        }
        // A date and a time may be parted by a space.
        let word = self.bytes.get(from..self.at).unwrap_or_default();
        if is_date(word) && matches!(self.rest(), [b' ', b'0'..=b'9', b'0'..=b'9', b':', ..]) {
            self.at += 1;
            while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-+.:".contains(&byte)) {
                self.at += 1;
            }
        }
        let text = self.text.get(from..self.at).unwrap_or_default();
        match text {
            "true" | "false" => return Ok(Node::scalar(text)),
            "inf" | "+inf" => return Ok(Node::scalar(".inf")),
            "-inf" => return Ok(Node::scalar("-.inf")),
            "nan" | "+nan" | "-nan" => return Ok(Node::scalar(".nan")),
            _ => {}
        }
        if is_number(text.as_bytes()) || is_date(word) || is_time(text.as_bytes()) {
            return Ok(Node::scalar(text));
        }
        Err(self.error(&format!("invalid value: {text}")))
    }

    fn basic_string(&mut self) -> Result<Node> {
        let from = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | b'\n')) {
                self.at += 1;
            }
            text.push_str(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut text)?,
                _ => return Err(self.error("basic strings are not terminated")),
            }
        }
        self.at += 1;
        let raw = self.text.get(from..self.at).unwrap_or_default();
        Ok(Node { style: Style::DoubleQuoted, raw: Some(raw.to_owned()), ..Node::scalar(text) })
    }

    fn literal_string(&mut self) -> Result<Node> {
        self.at += 1;
        let rest = self.rest();
        match memchr::memchr2(b'\'', b'\n', rest) {
            Some(end) if rest.get(end) == Some(&b'\'') => {
                let text = self.text.get(self.at..self.at + end).unwrap_or_default();
                self.at += end + 1;
                Ok(Node { style: Style::SingleQuoted, ..Node::scalar(text) })
            }
            _ => Err(self.error("literal strings are not terminated")),
        }
    }

    /// A string between three quotes.
    fn long_string(&mut self, quote: u8) -> Result<Node> {
        self.at += 3;
        self.new_line();
        let mut text = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte != quote && byte != b'\n' && (byte != b'\\' || quote == b'\'')) {
                self.at += 1;
            }
            text.push_str(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                None => return Err(self.error("multiline strings are not terminated")),
                Some(b'\n') => {
                    if text.ends_with('\r') {
                        text.pop();
                    }
                    text.push('\n');
                    self.new_line();
                }
                Some(b'\\') => {
                    let mut end = self.at + 1;
                    while matches!(self.bytes.get(end), Some(b' ' | b'\t' | b'\r')) {
                        end += 1;
                    }
                    if self.bytes.get(end) == Some(&b'\n') {
                        self.at = end;
                        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
                            if !self.new_line() {
                                self.at += 1;
                            }
                        }
                    } else {
                        self.escape(&mut text)?;
                    }
                }
                Some(_) => {
                    let count = self.rest().iter().take(5).take_while(|byte| **byte == quote).count();
                    self.at += count;
                    if count >= 3 {
                        text.extend(std::iter::repeat_n(char::from(quote), count - 3));
                        break;
                    }
                    text.extend(std::iter::repeat_n(char::from(quote), count));
                }
            }
        }
        let style = if text.contains('\n') { Style::Literal } else { Style::DoubleQuoted };
        Ok(Node { style, ..Node::scalar(text) })
    }

    fn escape(&mut self, text: &mut String) -> Result<()> {
        let letter = self.bytes.get(self.at + 1).copied();
        let plain = match letter {
            Some(b'b') => '\x08',
            Some(b't') => '\t',
            Some(b'n') => '\n',
            Some(b'f') => '\x0c',
            Some(b'r') => '\r',
            Some(b'e') => '\x1b',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'u' | b'U') => {
                let digits = if letter == Some(b'u') { 4 } else { 8 };
                let code = self.text.get(self.at + 2..self.at + 2 + digits);
                let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
                let character = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
                let Some(character) = character else { return Err(self.error("invalid unicode escape")) };
                self.at += 2 + digits;
                text.push(character);
                return Ok(());
            }
            _ => return Err(self.error("invalid escaped character")),
        };
        self.at += 2;
        text.push(plain);
        Ok(())
    }

    /// Passes white space, lines and comments inside brackets. Comments become pending.
    fn inner_space(&mut self) {
        loop {
            self.spaces();
            if let Some(comment) = self.comment() {
                self.pending.push(Trivia::Comment(comment));
            }
            if !self.new_line() {
                return;
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Node> {
        let line = self.line;
        let mut items: List<Node> = List::new();
        let mut after = Vec::new();
        let mut comments = false;
        self.at += 1;
        loop {
            self.inner_space();
            let before = std::mem::take(&mut self.pending);
            comments |= !before.is_empty();
            if self.peek() == Some(b']') {
                after = before;
                break;
            }
            let mut item = self.value(depth + 1)?;
            if !before.is_empty() {
                item.layout_mut().before = before;
            }
            items.push(item);
            self.inner_space();
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    let from = self.at;
                    self.spaces();
                    let gap = self.at - from;
                    if let (Some(comment), Some(item)) = (self.comment(), items.last_mut()) {
                        comments = true;
                        item.layout_mut().line = Some((gap, comment));
                    }
                }
                Some(b']') => {
                    after.append(&mut self.pending);
                    comments |= !after.is_empty();
                    break;
                }
                _ => return Err(self.error("array elements must be separated by commas")),
            }
        }
        self.at += 1;
        let style = if comments || self.line != line { Style::FlowLines } else { Style::Flow };
        let mut node = Node { style, ..Node::new(Content::Sequence(items)) };
        if !after.is_empty() {
            node.layout_mut().after = after;
        }
        Ok(node)
    }

    fn inline_table(&mut self, depth: usize) -> Result<Node> {
        let mut table = Table::default();
        self.at += 1;
        self.spaces();
        while self.peek() != Some(b'}') {
            let keys = self.keys()?;
            if self.peek() != Some(b'=') {
                return Err(self.error("expected = after a key"));
            }
            self.at += 1;
            self.spaces();
            let value = self.value(depth + keys.len())?;
            self.insert(&mut table, keys, value, Vec::new())?;
            self.spaces();
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    self.spaces();
                }
                Some(b'}') => {}
                _ => return Err(self.error("expected } at the end of an inline table")),
            }
        }
        self.at += 1;
        let mut node = table_node(table);
        inline(&mut node);
        Ok(node)
    }
}

/// Makes a table and those in it inline.
fn inline(node: &mut Node) {
    if let Content::Mapping(pairs) = &mut node.content {
        pairs.iter_mut().for_each(|(_, value)| inline(value));
        node.style = Style::Flow;
    }
}

fn is_date(text: &[u8]) -> bool {
    text.len() >= 10
        && text.iter().enumerate().take(10).all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

fn is_time(text: &[u8]) -> bool {
    matches!(text, [a, b, b':', c, d, ..] if [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()))
}

fn is_number(text: &[u8]) -> bool {
    let rest = match text {
        [b'+' | b'-', rest @ ..] => rest,
        rest => rest,
    };
    let radix = |digits: &[u8], is_digit: fn(&u8) -> bool| {
        !digits.is_empty() && digits.iter().all(|byte| is_digit(byte) || *byte == b'_')
    };
    match rest {
        [b'0', b'x', digits @ ..] => return radix(digits, u8::is_ascii_hexdigit),
        [b'0', b'o', digits @ ..] => return radix(digits, |byte| (b'0'..=b'7').contains(byte)),
        [b'0', b'b', digits @ ..] => return radix(digits, |byte| (b'0'..=b'1').contains(byte)),
        [b'0', b'0'..=b'9' | b'_', ..] => return false,
        [b'0'..=b'9', ..] => {}
        _ => return false,
    }
    let mut seen_point = false;
    let mut seen_power = false;
    let mut last = b'_';
    for &byte in rest {
        let fine = match byte {
            b'0'..=b'9' => true,
            b'_' => last.is_ascii_digit(),
            b'.' => last.is_ascii_digit() && !std::mem::replace(&mut seen_point, true) && !seen_power,
            b'e' | b'E' => last.is_ascii_digit() && !std::mem::replace(&mut seen_power, true),
            b'+' | b'-' => matches!(last, b'e' | b'E'),
            _ => false,
        };
        if !fine {
            return false;
        }
        last = byte;
    }
    last.is_ascii_digit()
}
