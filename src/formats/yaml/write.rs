//! Writing documents.

use super::node::{Content, Document, Node, Style, Trivia};
use crate::interrupt;

/// How documents are written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How far collections are indented; `None`: as far as they were, and new ones as `new_indent` says.
    pub indent: Option<usize>,
    /// For collections that nobody wrote yet; 0: 2.
    pub new_indent: usize,
    /// Whether new sequences stand at the column of their key.
    pub compact_sequences: bool,
}

/// Adds a document to a text: a part of it, where the work is [given up](crate::interrupt). Its marker is written only if there are directives; the caller separates documents.
pub fn write(document: &Document, options: &Options, out: &mut String) {
    let start = out.len();
    write_parts(document, options, out);
    // What came before the first line may be gone.
    let blank = out.get(start..).unwrap_or_default().bytes().take_while(|byte| *byte == b'\n').count();
    if blank > 0
        && !matches!(document.root.content, Content::Scalar(_))
        && document.head.first() != Some(&Trivia::Blank)
    {
        out.replace_range(start..start + blank, "");
    }
}

fn write_parts(document: &Document, options: &Options, out: &mut String) {
    let mut writer = Writer { options, out, one_line: false };
    for trivia in &document.head {
        writer.trivia(trivia, 0);
    }
    let root = &document.root;
    if root.is_block() {
        let mut header = String::new();
        properties(root, &mut header);
        if let Some((gap, comment)) = root.line_comment() {
            if header.is_empty() {
                writer.out.push_str(comment);
            } else {
                writer.out.push_str(header.trim_start());
                writer.spaces((*gap).max(1));
                writer.out.push_str(comment);
            }
            writer.out.push('\n');
        } else if !header.is_empty() {
            writer.out.push_str(header.trim_start());
            writer.out.push('\n');
        }
        writer.block(root, 0, false);
    } else if root.text() == Some("") && !root.is_quoted() && root.tag.is_none() && root.anchor.is_none() {
        // Nothing but comments.
        writer.lines(root.before(), 0);
        if let Some((_, comment)) = root.line_comment() {
            writer.out.push_str(comment);
            writer.out.push('\n');
        }
    } else {
        writer.lines(root.before(), 0);
        let start = writer.out.len();
        writer.value(root, 0, true);
        // There is no key that the value is parted from.
        if writer.out.get(start..).is_some_and(|text| text.starts_with(' ')) {
            writer.out.remove(start);
        }
    }
    for trivia in &document.tail {
        writer.trivia(trivia, 0);
    }
}

/// Whether a text may be written without quotes. What it then means is another question.
pub fn can_be_plain(text: &str, flow: bool) -> bool {
    let bytes = text.as_bytes();
    let Some(&first) = bytes.first() else { return false };
    let second = bytes.get(1).copied();
    let starts = match first {
        b'-' | b'?' | b':' => {
            let blank = matches!(second, None | Some(b' ' | b'\t'));
            !(blank || flow && matches!(second, Some(b',' | b'[' | b']' | b'{' | b'}')))
        }
        b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@'
        | b'`' | b' ' | b'\t' => false,
        _ => true,
    };
    let marker =
        (text.starts_with("---") || text.starts_with("...")) && matches!(bytes.get(3), None | Some(b' ' | b'\t'));
    if !starts || marker || matches!(bytes.last(), Some(b' ' | b'\t' | b':')) {
        return false;
    }
    if text.contains(": ") || text.contains(":\t") || text.contains(" #") || text.contains("\t#") {
        return false;
    }
    if flow && bytes.iter().any(|byte| b",[]{}".contains(byte)) {
        return false;
    }
    // `a:` in front of a bracket would be a key inside brackets.
    text.chars().all(|character| character != '\t' && is_printable(character))
}

fn is_printable(character: char) -> bool {
    !matches!(character, '\0'..='\x08' | '\n'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether a text may be written as a block scalar.
fn can_be_block(text: &str) -> bool {
    !text.trim_matches(['\n', ' ', '\t']).is_empty()
        && text.chars().all(|character| character == '\n' || character == '\t' || is_printable(character))
}

fn double_quoted(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\x1b' => out.push_str("\\e"),
            '\u{85}' => out.push_str("\\N"),
            '\u{2028}' => out.push_str("\\L"),
            '\u{2029}' => out.push_str("\\P"),
            other if is_printable(other) => out.push(other),
            other if u32::from(other) < 0x100 => out.push_str(&format!("\\x{:02X}", u32::from(other))),
            other => out.push_str(&format!("\\u{:04X}", u32::from(other))),
        }
    }
    out.push('"');
}

fn single_quoted(text: &str, out: &mut String) {
    out.push('\'');
    out.push_str(&text.replace('\'', "''"));
    out.push('\'');
}

/// Anchor and tag, each with a space before it.
fn properties(node: &Node, out: &mut String) {
    if let Some(anchor) = &node.anchor {
        out.push_str(" &");
        out.push_str(anchor);
    }
    if let Some(tag) = &node.tag {
        out.push(' ');
        out.push_str(tag);
    }
}

struct Writer<'o> {
    options: &'o Options,
    out: &'o mut String,
    /// Inside a key, which has one line.
    one_line: bool,
}

impl Writer<'_> {
    fn spaces(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    fn trivia(&mut self, trivia: &Trivia, column: usize) {
        if let Trivia::Comment(text) = trivia {
            self.spaces(column);
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    fn lines(&mut self, lines: &[Trivia], column: usize) {
        for line in lines {
            self.trivia(line, column);
        }
    }

    /// The step for what is new, and for lines of scalars.
    fn step(&self) -> usize {
        match (self.options.indent, self.options.new_indent) {
            (Some(indent), _) => indent.max(1),
            (None, 0) => 2,
            (None, indent) => indent,
        }
    }

    /// How far a block collection stands from its key.
    fn indent_of(&self, node: &Node) -> usize {
        let sequence = matches!(node.content, Content::Sequence(_));
        let new = if sequence && self.options.compact_sequences { 0 } else { self.step() };
        let known = node.layout.as_ref().and_then(|layout| layout.indent);
        match (self.options.indent, known) {
            (None, Some(indent)) => {
                if sequence {
                    indent
                } else {
                    indent.max(1)
                }
            }
            _ => new,
        }
    }

    /// The entries of a block collection. `inline`: the first one's place is reached already.
    fn block(&mut self, node: &Node, column: usize, inline: bool) {
        let mut inline = inline;
        let mut place = |writer: &mut Self, before: &[Trivia]| {
            if !inline {
                writer.lines(before, column);
                writer.spaces(column);
            }
            inline = false;
        };
        match &node.content {
            Content::Sequence(items) => {
                for item in items {
                    if interrupt::is_over() {
                        return;
                    }
                    place(self, item.before());
                    self.out.push('-');
                    self.item(item, column);
                }
            }
            Content::Mapping(pairs) => {
                for (key, value) in pairs {
                    if interrupt::is_over() {
                        return;
                    }
                    place(self, key.before());
                    self.key(key, column);
                    self.out.push(':');
                    self.pair_value(value, column);
                }
            }
            _ => {}
        }
        self.lines(node.after(), column);
    }

    /// What stands behind a dash.
    fn item(&mut self, item: &Node, column: usize) {
        if !item.is_block() {
            return self.value(item, column, false);
        }
        let mut header = String::new();
        properties(item, &mut header);
        let first = match &item.content {
            Content::Sequence(items) => items.first().map(Node::before),
            Content::Mapping(pairs) => pairs.first().map(|(key, _)| key.before()),
            _ => None,
        };
        let known = item.layout.as_ref().and_then(|layout| layout.indent);
        let indent = match self.options.indent {
            None => known.unwrap_or(2).max(1),
            Some(_) => 2,
        };
        self.out.push_str(&header);
        if header.is_empty() && item.line_comment().is_none() && first.is_none_or(<[Trivia]>::is_empty) {
            let indent = indent.max(2);
            self.spaces(indent - 1);
            self.block(item, column + indent, true);
        } else {
            self.comment(item);
            self.out.push('\n');
            self.block(item, column + indent, false);
        }
    }

    fn pair_value(&mut self, value: &Node, column: usize) {
        if !value.is_block() {
            return self.value(value, column, false);
        }
        let mut header = String::new();
        properties(value, &mut header);
        self.out.push_str(&header);
        self.comment(value);
        self.out.push('\n');
        let indent = self.indent_of(value);
        self.block(value, column + indent, false);
    }

    fn comment(&mut self, node: &Node) {
        if let Some((gap, comment)) = node.line_comment() {
            self.spaces((*gap).max(1));
            self.out.push_str(comment);
        }
    }

    fn key(&mut self, key: &Node, column: usize) {
        let simple = match &key.content {
            Content::Scalar(_) | Content::Alias(_) => true,
            // Long keys need the question mark, and so do blocks.
            _ => !key.is_block(),
        };
        if simple {
            let mut text = String::new();
            properties(key, &mut text);
            if !text.is_empty() {
                self.out.push_str(text.trim_start());
                self.out.push(' ');
            }
            self.one_line(|writer| writer.flow(key, column, true));
            if matches!(key.content, Content::Alias(_)) {
                self.out.push(' ');
            }
            return;
        }
        self.out.push('?');
        self.item(key, column);
        self.spaces(column);
    }

    fn one_line(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.one_line, true);
        write(self);
        self.one_line = outer;
    }

    /// A value that is no block collection, with the space before it, its comment and the end of the line.
    fn value(&mut self, node: &Node, column: usize, root: bool) {
        let mut header = String::new();
        properties(node, &mut header);
        self.out.push_str(&header);
        let block = match (&node.content, node.style) {
            (Content::Scalar(text), style @ (Style::Literal | Style::Folded)) if can_be_block(text) => {
                Some((text, style))
            }
            _ => None,
        };
        if let Some((text, style)) = block {
            self.block_scalar(node, text, style, column, root);
            return;
        }
        let empty = matches!(&node.content, Content::Scalar(text) if text.is_empty() && !node.is_quoted());
        if !empty {
            self.out.push(' ');
            match (&node.content, &node.raw) {
                // At the start of a line some texts would be markers.
                (Content::Scalar(_), Some(raw))
                    if raw.contains('\n')
                        && node.style != Style::Folded
                        && !(root
                            && raw.split('\n').any(|line| {
                                line.starts_with("---") || line.starts_with("...") || line.starts_with('%')
                            })) =>
                {
                    let inner = if root { 0 } else { column + self.step() };
                    for (index, line) in raw.split('\n').enumerate() {
                        if index > 0 {
                            self.out.push('\n');
                            if !line.is_empty() {
                                self.spaces(inner);
                            }
                        }
                        self.out.push_str(line);
                    }
                }
                _ => self.flow(node, column, false),
            }
        }
        self.comment(node);
        self.out.push('\n');
    }

    fn block_scalar(&mut self, node: &Node, text: &str, style: Style, column: usize, root: bool) {
        let body = text.trim_end_matches('\n');
        let trailing = text.len() - body.len();
        let mut lines: Vec<&str> = Vec::new();
        let mut literal = style == Style::Literal;
        let raw = node.raw.as_deref().filter(|_| !literal);
        match raw {
            Some(raw) => lines.extend(raw.split('\n')),
            None => {
                let spaced = body.split('\n').any(|line| line.starts_with([' ', '\t']));
                literal |= spaced || body.starts_with('\n');
                for (index, line) in body.split('\n').enumerate() {
                    if index > 0 && !literal {
                        lines.push("");
                    }
                    lines.push(line);
                }
            }
        }
        self.out.push(' ');
        self.out.push(if literal { '|' } else { '>' });
        let known = node.layout.as_ref().and_then(|layout| layout.indent).filter(|indent| *indent > 0);
        let step = match (self.options.indent, known) {
            (None, Some(indent)) => indent,
            _ => self.step(),
        };
        let step = step.min(9);
        let first = lines.iter().find(|line| !line.is_empty()).copied().unwrap_or_default();
        let leading_blank = lines.first().is_some_and(|line| line.trim_matches(' ').is_empty());
        if first.starts_with(' ') || leading_blank {
            self.out.push_str(&step.to_string());
        }
        match trailing {
            0 => self.out.push('-'),
            1 => {}
            _ => self.out.push('+'),
        }
        self.comment(node);
        self.out.push('\n');
        let inner = if root { step } else { column + step };
        for line in lines {
            if !line.is_empty() {
                self.spaces(inner);
                self.out.push_str(line);
            }
            self.out.push('\n');
        }
        for _ in 1..trailing {
            self.out.push('\n');
        }
    }

    /// A node on one line, or in brackets over several.
    fn flow(&mut self, node: &Node, column: usize, inside: bool) {
        match &node.content {
            Content::Alias(name) => {
                self.out.push('*');
                self.out.push_str(name);
            }
            Content::Scalar(text) => self.scalar(node, text, inside),
            // On one line, as it was written.
            Content::Sequence(_) | Content::Mapping(_) if node.raw.is_some() => {
                self.out.push_str(node.raw.as_deref().unwrap_or_default());
            }
            Content::Sequence(items) => {
                let lines = !self.one_line && node.style == Style::FlowLines && !items.is_empty();
                self.out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if interrupt::is_over() {
                        return;
                    }
                    self.flow_start(item.before(), lines, index, column);
                    self.flow_value(item, column, lines);
                    self.flow_end(item, lines, index + 1 == items.len());
                }
                self.flow_close(node, lines, ']', column);
            }
            Content::Mapping(pairs) => {
                let lines = !self.one_line && node.style == Style::FlowLines && !pairs.is_empty();
                self.out.push('{');
                for (index, (key, value)) in pairs.iter().enumerate() {
                    if interrupt::is_over() {
                        return;
                    }
                    self.flow_start(key.before(), lines, index, column);
                    self.one_line(|writer| writer.flow_value(key, column, false));
                    if matches!(key.content, Content::Alias(_)) {
                        self.out.push(' ');
                    }
                    self.out.push(':');
                    let empty = matches!(&value.content, Content::Scalar(text) if text.is_empty() && !value.is_quoted())
                        && value.tag.is_none()
                        && value.anchor.is_none();
                    if !empty {
                        self.out.push(' ');
                        self.flow_value(value, column, lines);
                    }
                    self.flow_end(value, lines, index + 1 == pairs.len());
                }
                self.flow_close(node, lines, '}', column);
            }
        }
    }

    fn flow_start(&mut self, before: &[Trivia], lines: bool, index: usize, column: usize) {
        if lines {
            if index == 0 {
                self.out.push('\n');
            }
            let inner = column + self.step();
            self.lines(before, inner);
            self.spaces(inner);
        } else if index > 0 {
            self.out.push(' ');
        }
    }

    fn flow_end(&mut self, node: &Node, lines: bool, last: bool) {
        if !last {
            self.out.push(',');
        }
        if lines {
            self.comment(node);
            self.out.push('\n');
        }
    }

    fn flow_close(&mut self, node: &Node, lines: bool, close: char, column: usize) {
        if lines {
            let inner = column + self.step();
            self.lines(node.after(), inner);
            self.spaces(column);
        }
        self.out.push(close);
    }

    fn flow_value(&mut self, node: &Node, column: usize, lines: bool) {
        let mut header = String::new();
        properties(node, &mut header);
        if !header.is_empty() {
            self.out.push_str(header.trim_start());
            self.out.push(' ');
        }
        let inner = if lines { column + self.step() } else { column };
        if matches!(&node.content, Content::Scalar(text) if text.is_empty() && !node.is_quoted()) {
            if header.is_empty() {
                self.out.push_str("null");
            }
            return;
        }
        self.flow(node, inner, true);
    }

    /// A scalar on one line. `inside`: in brackets, or as a key.
    fn scalar(&mut self, node: &Node, text: &str, inside: bool) {
        let raw = node.raw.as_deref().filter(|raw| !raw.contains('\n'));
        match node.style {
            Style::Plain | Style::Flow | Style::FlowLines => {
                if let Some(raw) = raw {
                    self.out.push_str(raw);
                } else if text.is_empty() {
                    // A key that is nothing.
                } else if can_be_plain(text, inside) {
                    self.out.push_str(text);
                } else if text.chars().all(is_printable) && !text.contains('\n') {
                    single_quoted(text, self.out);
                } else {
                    double_quoted(text, self.out);
                }
            }
            Style::SingleQuoted if text.chars().all(is_printable) => single_quoted(text, self.out),
            _ => match raw.filter(|_| node.style == Style::DoubleQuoted) {
                Some(raw) => self.out.push_str(raw),
                None => double_quoted(text, self.out),
            },
        }
    }
}
