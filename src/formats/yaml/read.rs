//! Streams, documents, and the ground under the reader: characters, lines, what stands between nodes.

use crate::interrupt;

use super::node::{Document, Layout, MAX_DEPTH, Node, Trivia, YamlError};

pub(super) type Result<T> = std::result::Result<T, YamlError>;

/// Reads the documents of a stream one after the other.
pub struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    /// From 1.
    pub(super) line: usize,
    pub(super) line_start: usize,
    pub(super) depth: usize,
    /// Lines that were passed and belong to nobody yet, with their columns.
    pub(super) pending: Vec<(usize, Trivia)>,
    started: bool,
    failed: bool,
}

/// All documents of a text.
///
/// # Errors
/// What is wrong, and where.
pub fn read_all(text: &str) -> Result<Vec<Document>> {
    Reader::new(text).collect()
}

impl Iterator for Reader<'_> {
    type Item = Result<Document>;

    fn next(&mut self) -> Option<Result<Document>> {
        if self.failed {
            return None;
        }
        let document = self.document().transpose();
        if matches!(document, Some(Err(_))) {
            self.failed = true;
        }
        document
    }
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Reader<'t> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            line: 1,
            line_start: 0,
            depth: 0,
            pending: Vec::new(),
            started: false,
            failed: false,
        }
    }

    /// How many bytes of the text were read.
    pub fn position(&self) -> usize {
        self.at
    }

    fn document(&mut self) -> Result<Option<Document>> {
        let mut document = Document::default();
        self.pending.clear();
        loop {
            self.trivia()?;
            if self.peek() == Some(b'%') && self.column() == 0 {
                let line = self.rest_of_line().trim_end().to_owned();
                document.directives.push(line);
                continue;
            }
            if self.at_marker(b"...") {
                self.at += 3;
                self.end_of_line()?;
                continue;
            }
            break;
        }
        let mut head: Vec<Trivia> = self.pending.drain(..).map(|(_, trivia)| trivia).collect();
        let explicit = self.at_marker(b"---");
        if explicit {
            self.at += 3;
            document.explicit = true;
        } else if !document.directives.is_empty() {
            return Err(self.error("did not find expected <document start>"));
        } else if self.at >= self.bytes.len() {
            // A stream of nothing but comments is one empty document; behind other documents it is none.
            if self.started || !head.iter().any(|trivia| matches!(trivia, Trivia::Comment(_))) {
                return Ok(None);
            }
            self.started = true;
            document.head = head;
            return Ok(Some(document));
        }
        self.started = true;
        if !explicit {
            // What a blank line parts from the first entry belongs to the document.
            let own = head.iter().rposition(|trivia| *trivia == Trivia::Blank).map_or(0, |at| at + 1);
            let rest = head.split_off(own);
            self.pending = rest.into_iter().map(|trivia| (0, trivia)).collect();
        }
        document.head = head;
        let mut root =
            self.block_node(-1, if explicit { super::block::Place::Marked } else { super::block::Place::Document })?;
        if explicit && let Some(line) = root.layout.as_mut().and_then(|layout| layout.line.take()) {
            if root.is_block() {
                document.marker_comment = Some(line.1);
            } else {
                root.layout_mut().line = Some(line);
            }
        }
        self.trivia()?;
        if !self.at_end_of_document() {
            return Err(self.error("did not find expected <document start>"));
        }
        let mut tail: Vec<Trivia> = self.pending.drain(..).map(|(_, trivia)| trivia).collect();
        while tail.last() == Some(&Trivia::Blank) {
            tail.pop();
        }
        document.tail = tail;
        document.root = root;
        if self.at_marker(b"...") {
            self.at += 3;
            self.end_of_line()?;
        }
        Ok(Some(document))
    }

    pub(super) fn error(&self, message: &str) -> YamlError {
        YamlError { line: self.line, message: message.to_owned() }
    }

    pub(super) fn error_at<T>(&self, line: usize, message: &str) -> Result<T> {
        Err(YamlError { line, message: message.to_owned() })
    }

    pub(super) fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if interrupt::is_over() {
            return Err(self.error("interrupted"));
        }
        if self.depth > MAX_DEPTH {
            return Err(self.error("exceeded max depth"));
        }
        Ok(())
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn peek_at(&self, offset: usize) -> Option<u8> {
        self.bytes.get(self.at + offset).copied()
    }

    pub(super) fn column(&self) -> usize {
        self.at - self.line_start
    }

    /// The text between two places, both at the start of a character.
    pub(super) fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Whether what follows a place is white space or the end.
    pub(super) fn is_blank_at(&self, at: usize) -> bool {
        matches!(self.bytes.get(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    pub(super) fn at_line_end(&self) -> bool {
        match self.peek() {
            None | Some(b'\n') => true,
            Some(b'\r') => matches!(self.peek_at(1), None | Some(b'\n')),
            _ => false,
        }
    }

    /// Passes the end of a line.
    pub(super) fn new_line(&mut self) {
        if self.peek() == Some(b'\r') {
            self.at += 1;
        }
        if self.peek() == Some(b'\n') {
            self.at += 1;
        }
        self.line += 1;
        self.line_start = self.at;
    }

    /// Passes spaces and tabs.
    pub(super) fn spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Everything up to the end of the line, which is passed.
    pub(super) fn rest_of_line(&mut self) -> &'t str {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = self.at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = self.slice(self.at, end);
        self.at = end;
        if self.at < self.bytes.len() {
            self.new_line();
        }
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Whether `---` or `...` stands here as a marker of documents.
    pub(super) fn at_marker(&self, marker: &[u8]) -> bool {
        self.column() == 0
            && self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(marker))
            && self.is_blank_at(self.at + marker.len())
    }

    pub(super) fn at_end_of_document(&self) -> bool {
        self.at >= self.bytes.len()
            || self.at_marker(b"---")
            || self.at_marker(b"...")
            || self.peek() == Some(b'%') && self.column() == 0
    }

    /// A comment on this line, with the number of spaces before it. The line's end is not passed.
    pub(super) fn line_comment(&mut self) -> Option<(usize, String)> {
        let from = self.at;
        self.spaces();
        if self.peek() != Some(b'#') || (from == self.at && from != self.line_start) {
            return None;
        }
        let gap = self.at - from;
        Some((gap, self.comment_text()))
    }

    /// The rest of the line without white space behind it. The line's end is not passed.
    fn comment_text(&mut self) -> String {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = self.at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let text = self.slice(self.at, end).trim_end().to_owned();
        self.at = end;
        text
    }

    /// Makes sure that nothing but a comment is left on the line. Gives the comment.
    pub(super) fn end_of_line(&mut self) -> Result<Option<(usize, String)>> {
        let comment = self.line_comment();
        if !self.at_line_end() {
            let message = match self.peek() {
                Some(b':') => "mapping values are not allowed in this context",
                Some(b'@' | b'`') => "found character that cannot start any token",
                _ => "did not find expected key",
            };
            return Err(self.error(message));
        }
        Ok(comment)
    }

    /// Passes blank lines and comments up to the next token, whose column counts. They become pending.
    pub(super) fn trivia(&mut self) -> Result<()> {
        loop {
            let fresh = self.column() == 0;
            let from = self.at;
            while self.peek() == Some(b' ') {
                self.at += 1;
            }
            let indent_end = self.at;
            self.spaces();
            if self.at_line_end() {
                if self.at >= self.bytes.len() {
                    return Ok(());
                }
                if fresh {
                    self.pending.push((0, Trivia::Blank));
                }
                self.new_line();
                continue;
            }
            if self.peek() == Some(b'#') && (fresh || self.at > from) {
                let column = self.column();
                let text = self.comment_text();
                self.pending.push((column, Trivia::Comment(text)));
                continue;
            }
            if self.at != indent_end
                && fresh
                && self.depth > 0
                && !matches!(self.peek(), Some(b'[' | b'{' | b']' | b'}' | b'"' | b'\''))
            {
                return Err(self.error("found character that cannot start any token"));
            }
            return Ok(());
        }
    }

    /// What is pending and belongs to an entry that begins now.
    pub(super) fn take_before(&mut self) -> Vec<Trivia> {
        self.pending.drain(..).map(|(_, trivia)| trivia).collect()
    }

    /// What is pending and belongs behind the last entry of a collection at a column.
    pub(super) fn take_after(&mut self, column: usize) -> Vec<Trivia> {
        let last = self
            .pending
            .iter()
            .take_while(|(at, trivia)| *trivia == Trivia::Blank || *at >= column)
            .enumerate()
            .filter(|(_, (_, trivia))| matches!(trivia, Trivia::Comment(_)))
            .last();
        match last {
            Some((index, _)) => self.pending.drain(..=index).map(|(_, trivia)| trivia).collect(),
            None => Vec::new(),
        }
    }

    pub(super) fn set_before(node: &mut Node, before: Vec<Trivia>) {
        if !before.is_empty() {
            let layout: &mut Layout = node.layout_mut();
            layout.before = before;
        }
    }
}
