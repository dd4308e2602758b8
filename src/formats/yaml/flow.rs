//! Flow collections, aliases, anchors and tags.

use super::block::{Properties, flow_style};
use super::node::{Content, Node};
use super::read::{Reader, Result};
use crate::heavy::List;

impl Reader<'_> {
    /// A node that is no block: a scalar, an alias, a collection in brackets. `inside`: it stands in such a collection.
    pub(super) fn flow_node(&mut self, parent: isize, inside: bool) -> Result<Node> {
        let line = self.line;
        let mut node = match self.peek() {
            Some(b'*') => {
                self.at += 1;
                let name = self.name()?;
                Node::new(Content::Alias(name))
            }
            Some(b'[') => self.flow_collection(parent, b']')?,
            Some(b'{') => self.flow_collection(parent, b'}')?,
            Some(b'"') => self.double_quoted()?,
            Some(b'\'') => self.single_quoted()?,
            Some(b'%') if self.column() == 0 => {
                return Err(self.error("found character that cannot start any token"));
            }
            _ => self.plain(parent, inside)?,
        };
        node.line = line;
        Ok(node)
    }

    fn flow_collection(&mut self, parent: isize, close: u8) -> Result<Node> {
        self.deeper()?;
        let start = self.line;
        let begin = self.at;
        let mapping = close == b'}';
        let mut items = List::new();
        let mut pairs: List<(Node, Node)> = List::new();
        // What was pending belongs to the entry that this collection is in.
        let outer = std::mem::take(&mut self.pending);
        self.at += 1;
        let mut comments = false;
        loop {
            self.flow_space()?;
            if self.peek() == Some(close) {
                self.at += 1;
                break;
            }
            let before = self.take_before();
            let before: Vec<_> =
                before.into_iter().filter(|trivia| matches!(trivia, super::node::Trivia::Comment(_))).collect();
            comments |= !before.is_empty();
            let (mut key, value) = self.flow_entry(parent, mapping)?;
            Self::set_before(&mut key, before);
            match value {
                Some(value) if mapping => pairs.push((key, value)),
                None if mapping => pairs.push((key, Node { line: self.line, ..Node::default() })),
                Some(value) => {
                    let mut pair = Node { style: flow_style(false), ..Node::new(Content::Mapping(List::new())) };
                    let before = key.layout.as_mut().map(|layout| std::mem::take(&mut layout.before));
                    pair.content = Content::Mapping(vec![(key, value)].into());
                    Self::set_before(&mut pair, before.unwrap_or_default());
                    items.push(pair);
                }
                None => items.push(key),
            }
            self.flow_space()?;
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    if let Some(comment) = self.line_comment() {
                        comments = true;
                        let last = if mapping { pairs.last_mut().map(|pair| &mut pair.1) } else { items.last_mut() };
                        if let Some(last) = last {
                            last.layout_mut().line = Some(comment);
                        }
                    }
                }
                Some(byte) if byte == close => {
                    self.at += 1;
                    break;
                }
                _ => {
                    let message =
                        if mapping { "did not find expected ',' or '}'" } else { "did not find expected ',' or ']'" };
                    return Err(self.error(message));
                }
            }
        }
        let after: Vec<_> =
            self.take_before().into_iter().filter(|trivia| matches!(trivia, super::node::Trivia::Comment(_))).collect();
        comments |= !after.is_empty();
        self.pending = outer;
        self.depth -= 1;
        let content = if mapping { Content::Mapping(pairs) } else { Content::Sequence(items) };
        let lines = comments || self.line != start;
        let raw = (!lines).then(|| self.slice(begin, self.at).to_owned());
        let mut node = Node { style: flow_style(lines), raw, ..Node::new(content) };
        if !after.is_empty() {
            node.layout_mut().after = after;
        }
        Ok(node)
    }

    /// Passes white space, lines and comments inside brackets.
    fn flow_space(&mut self) -> Result<()> {
        let depth = std::mem::take(&mut self.depth);
        let done = self.trivia();
        self.depth = depth;
        done?;
        if self.at >= self.bytes.len() {
            return Err(self.error("did not find expected node content"));
        }
        if self.at_end_of_document() {
            return Err(self.error("did not find expected node content"));
        }
        Ok(())
    }

    /// A node, and the value behind its colon if there is one.
    fn flow_entry(&mut self, parent: isize, mapping: bool) -> Result<(Node, Option<Node>)> {
        let explicit = self.at_indicator(b'?');
        if explicit {
            self.at += 1;
            self.flow_space()?;
        }
        let line = self.line;
        let mut key = self.flow_part(parent)?;
        let json = key.is_collection() || key.is_quoted();
        let end = self.at;
        let comments = self.pending.len();
        self.flow_space()?;
        let colon = self.peek() == Some(b':')
            && (json && self.at == end
                || self.is_blank_at(self.at + 1)
                || matches!(self.peek_at(1), Some(b',' | b'[' | b']' | b'{' | b'}'))
                || json && mapping);
        if !colon {
            return Ok((key, explicit.then(Node::default)));
        }
        if !mapping && !explicit && self.line != line {
            return Err(self.error("mapping values are not allowed in this context"));
        }
        // Comments between a key and its colon are the key's.
        let between = self.pending.split_off(comments.min(self.pending.len()));
        if !between.is_empty() {
            let mut before = key.before().to_vec();
            before.extend(between.into_iter().map(|(_, trivia)| trivia));
            Self::set_before(&mut key, before);
        }
        self.at += 1;
        self.flow_space()?;
        let value = match self.peek() {
            Some(b',' | b']' | b'}') => Node { line: self.line, ..Node::default() },
            _ => self.flow_part(parent)?,
        };
        Ok((key, Some(value)))
    }

    /// A node with its properties, inside brackets.
    fn flow_part(&mut self, parent: isize) -> Result<Node> {
        let mut properties = Properties::default();
        while self.one_property(&mut properties)? {
            self.flow_space()?;
        }
        let mut node = match self.peek() {
            Some(b',' | b']' | b'}') if !properties.is_empty() => Node { line: self.line, ..Node::default() },
            Some(b',') => return Err(self.error("did not find expected node content")),
            Some(b':') if self.is_blank_at(self.at + 1) || matches!(self.peek_at(1), Some(b',' | b']' | b'}')) => {
                Node { line: self.line, ..Node::default() }
            }
            _ => self.flow_node(parent, true)?,
        };
        properties.give(&mut node);
        Ok(node)
    }

    pub(super) fn anchor_name(&mut self) -> Result<String> {
        self.at += 1;
        self.name()
    }

    /// The name of an anchor.
    fn name(&mut self) -> Result<String> {
        let from = self.at;
        while let Some(byte) = self.peek() {
            if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}') {
                break;
            }
            // `*a : b` and `{*a: b}`.
            if byte == b':' && self.is_blank_at(self.at + 1) {
                break;
            }
            self.at += 1;
        }
        if self.at == from || self.bytes.get(self.at - 1) == Some(&b':') {
            return Err(self.error("did not find expected alphabetic or numeric character"));
        }
        Ok(self.slice(from, self.at).to_owned())
    }

    pub(super) fn tag(&mut self) -> Result<String> {
        let from = self.at;
        if self.peek_at(1) == Some(b'<') {
            while let Some(byte) = self.peek() {
                if byte == b'\n' {
                    break;
                }
                self.at += 1;
                if byte == b'>' {
                    return Ok(self.slice(from, self.at).to_owned());
                }
            }
            return Err(self.error("did not find the expected '>'"));
        }
        while let Some(byte) = self.peek() {
            if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}') {
                break;
            }
            self.at += 1;
        }
        Ok(self.slice(from, self.at).to_owned())
    }
}
