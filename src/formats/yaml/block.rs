//! Block collections, and what may stand where a node is expected.

use super::node::{Content, Layout, Node, Style};
use super::read::{Reader, Result};
use crate::heavy::List;

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the start of a document, on a line of its own.
    Document,
    /// Behind `---`.
    Marked,
    /// Behind `-`, or behind `?`: a collection may begin on the same line.
    Compact,
    /// Behind `:`. A sequence may stand at the column of the key.
    Value,
}

/// Tag and anchor.
#[derive(Default)]
pub(super) struct Properties {
    pub tag: Option<String>,
    pub anchor: Option<String>,
}

impl Properties {
    pub fn is_empty(&self) -> bool {
        self.tag.is_none() && self.anchor.is_none()
    }

    pub fn give(self, node: &mut Node) {
        if self.tag.is_some() {
            node.tag = self.tag;
        }
        if self.anchor.is_some() {
            node.anchor = self.anchor;
        }
    }
}

impl Reader<'_> {
    /// A node inside a collection at column `parent` (-1: none).
    pub(super) fn block_node(&mut self, parent: isize, place: Place) -> Result<Node> {
        self.deeper()?;
        let node = self.block_node_within(parent, place);
        self.depth -= 1;
        node
    }

    fn block_node_within(&mut self, parent: isize, place: Place) -> Result<Node> {
        let mut properties = Properties::default();
        let mut header = None;
        let mut fresh = place == Place::Document;
        let mut compact = place == Place::Compact || fresh;
        loop {
            if !fresh {
                self.spaces();
                if self.at_line_end() || self.peek() == Some(b'#') {
                    // Back over the spaces, so that the comment knows how many there were.
                    while matches!(self.bytes.get(self.at.wrapping_sub(1)), Some(b' ' | b'\t')) {
                        self.at -= 1;
                    }
                    if let Some(comment) = self.line_comment() {
                        header = Some(comment);
                    }
                    self.trivia()?;
                    let column = self.column() as isize;
                    let sequence = place == Place::Value && column == parent && self.at_indicator(b'-');
                    if self.at_end_of_document() || (column <= parent && !sequence) {
                        let mut node = Node { line: self.line, ..Node::default() };
                        properties.give(&mut node);
                        if header.is_some() {
                            node.layout_mut().line = header;
                        }
                        return Ok(node);
                    }
                    fresh = true;
                    compact = true;
                }
            }
            if self.at_end_of_document() {
                let mut node = Node { line: self.line, ..Node::default() };
                properties.give(&mut node);
                return Ok(node);
            }
            let column = self.column();
            let line = self.line;
            let mut own = Properties::default();
            self.properties(&mut own, &mut properties, compact)?;
            if (self.at_line_end() && self.at < self.bytes.len()) || self.peek() == Some(b'#') {
                // They belong to what stands on the next line.
                merge(&mut properties, own, self)?;
                fresh = false;
                compact = false;
                continue;
            }
            if self.at >= self.bytes.len() {
                merge(&mut properties, own, self)?;
                let mut node = Node { line, ..Node::default() };
                properties.give(&mut node);
                return Ok(node);
            }
            let mut node = self.content(parent, column, compact, own, &mut properties, line)?;
            if node.is_block() {
                if fresh || place == Place::Document {
                    let base = usize::try_from(parent).unwrap_or(0);
                    let indent = if parent < 0 { 0 } else { column.saturating_sub(base) };
                    node.layout_mut().indent = Some(indent);
                } else {
                    node.layout_mut().indent = Some(column.saturating_sub(usize::try_from(parent).unwrap_or(0)));
                }
            }
            properties.give(&mut node);
            if header.is_some() && node.layout.as_ref().is_none_or(|layout| layout.line.is_none()) {
                node.layout_mut().line = header;
            }
            return Ok(node);
        }
    }

    /// Reads what stands before content on a line. On a line where a collection may begin it may belong to the first
    /// key, so it is kept apart.
    fn properties(&mut self, own: &mut Properties, outer: &mut Properties, compact: bool) -> Result<()> {
        loop {
            let target = if compact { &mut *own } else { &mut *outer };
            if !self.one_property(target)? {
                return Ok(());
            }
            self.spaces();
        }
    }

    /// Reads a tag or an anchor, if there is one.
    pub(super) fn one_property(&mut self, target: &mut Properties) -> Result<bool> {
        match self.peek() {
            Some(b'&') => {
                let name = self.anchor_name()?;
                if target.anchor.replace(name).is_some() {
                    return Err(self.error("did not find expected node content"));
                }
            }
            Some(b'!') => {
                let tag = self.tag()?;
                if target.tag.replace(tag).is_some() {
                    return Err(self.error("did not find expected node content"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The content of a node, at a column. `own` are properties read on this line.
    fn content(
        &mut self,
        parent: isize,
        column: usize,
        compact: bool,
        own: Properties,
        properties: &mut Properties,
        line: usize,
    ) -> Result<Node> {
        if self.at_indicator(b'-') {
            if !compact || !own.is_empty() {
                return Err(self.error("block sequence entries are not allowed in this context"));
            }
            return self.block_sequence(column);
        }
        if self.at_indicator(b'?') {
            if !compact || !own.is_empty() {
                return Err(self.error("mapping keys are not allowed in this context"));
            }
            return self.block_mapping(column, None);
        }
        if matches!(self.peek(), Some(b'|' | b'>')) {
            merge(properties, own, self)?;
            return self.block_scalar(parent);
        }
        let mut node =
            if self.at_indicator(b':') { Node { line, ..Node::default() } } else { self.flow_node(parent, false)? };
        own.give(&mut node);
        if self.line == line && self.is_key_end() {
            if !compact {
                return Err(self.error("mapping values are not allowed in this context"));
            }
            return self.block_mapping(column, Some(node));
        }
        let comment = self.end_of_line()?;
        if comment.is_some() {
            node.layout_mut().line = comment;
        }
        Ok(node)
    }

    /// Whether an indicator stands here, with white space behind it.
    pub(super) fn at_indicator(&self, indicator: u8) -> bool {
        self.peek() == Some(indicator) && self.is_blank_at(self.at + 1)
    }

    /// Whether `:` follows, perhaps behind spaces. It is not passed, the spaces are.
    fn is_key_end(&mut self) -> bool {
        let from = self.at;
        self.spaces();
        if self.at_indicator(b':') {
            return true;
        }
        self.at = from;
        false
    }

    fn block_sequence(&mut self, column: usize) -> Result<Node> {
        let line = self.line;
        let mut items = List::new();
        loop {
            let before = self.take_before();
            self.at += 1;
            let mut item = self.block_node(column as isize, Place::Compact)?;
            Self::set_before(&mut item, before);
            items.push(item);
            self.trivia()?;
            if self.at_end_of_document() || self.column() < column {
                break;
            }
            if self.column() > column {
                return Err(self.error("did not find expected '-' indicator"));
            }
            if !self.at_indicator(b'-') {
                break;
            }
        }
        let after = self.take_after(column);
        let mut node = Node { line, ..Node::new(Content::Sequence(items)) };
        if !after.is_empty() {
            node.layout_mut().after = after;
        }
        Ok(node)
    }

    /// A mapping whose first key may be read already.
    fn block_mapping(&mut self, column: usize, first: Option<Node>) -> Result<Node> {
        let line = self.line;
        let mut pairs = List::new();
        let mut first = first;
        loop {
            let before = self.take_before();
            let mut explicit = false;
            let mut key = match first.take() {
                Some(key) => key,
                None if self.at_indicator(b'?') => {
                    self.at += 1;
                    let key = self.block_node(column as isize, Place::Compact)?;
                    self.trivia()?;
                    if self.column() == column && self.at_indicator(b':') {
                        explicit = true;
                        key
                    } else {
                        let mut key = key;
                        Self::set_before(&mut key, before);
                        pairs.push((key, Node { line: self.line, ..Node::default() }));
                        if self.at_end_of_document() || self.column() < column {
                            break;
                        }
                        if self.column() > column {
                            return Err(self.error("did not find expected key"));
                        }
                        continue;
                    }
                }
                None => self.key()?,
            };
            if !before.is_empty() {
                let layout: &mut Layout = key.layout_mut();
                layout.before = before;
            }
            // The colon.
            self.at += 1;
            let place = if explicit { Place::Compact } else { Place::Value };
            let value = self.block_node(column as isize, place)?;
            pairs.push((key, value));
            self.trivia()?;
            if self.at_end_of_document() || self.column() < column {
                break;
            }
            if self.column() > column {
                return Err(self.error("did not find expected key"));
            }
            if self.at_indicator(b'-') {
                return Err(self.error("did not find expected key"));
            }
        }
        let after = self.take_after(column);
        let mut node = Node { line, ..Node::new(Content::Mapping(pairs)) };
        if !after.is_empty() {
            node.layout_mut().after = after;
        }
        Ok(node)
    }

    /// A key on a line of its own, up to its colon.
    fn key(&mut self) -> Result<Node> {
        let line = self.line;
        let mut own = Properties::default();
        while self.one_property(&mut own)? {
            self.spaces();
        }
        let mut key = if self.at_indicator(b':') {
            Node { line, ..Node::default() }
        } else if matches!(self.peek(), Some(b'|' | b'>')) {
            return Err(self.error("did not find expected key"));
        } else {
            // A plain key ends with its line.
            self.flow_node(isize::MAX, false)?
        };
        own.give(&mut key);
        if self.line != line || !self.is_key_end() {
            return self.error_at(self.line.min(line + 1), "could not find expected ':'");
        }
        Ok(key)
    }
}

fn merge(into: &mut Properties, own: Properties, reader: &Reader<'_>) -> Result<()> {
    let twice = into.tag.is_some() && own.tag.is_some() || into.anchor.is_some() && own.anchor.is_some();
    if twice {
        return Err(reader.error("did not find expected node content"));
    }
    if own.tag.is_some() {
        into.tag = own.tag;
    }
    if own.anchor.is_some() {
        into.anchor = own.anchor;
    }
    Ok(())
}

/// The style of a collection in brackets.
pub(super) fn flow_style(lines: bool) -> Style {
    if lines { Style::FlowLines } else { Style::Flow }
}
