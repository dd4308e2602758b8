//! A document as a tree that remembers how it was written.

use crate::heavy::List;

/// How deep collections may be nested.
pub const MAX_DEPTH: usize = 256;

/// How a scalar or a collection is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A plain scalar, a block collection.
    #[default]
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
    Folded,
    /// A collection in brackets or braces.
    Flow,
    /// The same over several lines.
    FlowLines,
}

/// What stands between nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trivia {
    Blank,
    /// With its `#`.
    Comment(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The text that is meant, without quotes and escapes.
    Scalar(String),
    Sequence(List<Node>),
    Mapping(List<(Node, Node)>),
    /// The name of an anchor.
    Alias(String),
}

/// Where a node stands among comments and spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Lines before the entry: kept at the key of a pair, or at the item of a sequence.
    pub before: Vec<Trivia>,
    /// The comment on the same line, and the number of spaces before it.
    pub line: Option<(usize, String)>,
    /// Lines behind the last entry of a collection.
    pub after: Vec<Trivia>,
    /// How far a block collection is indented from what holds it.
    pub indent: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub content: Content,
    pub style: Style,
    /// As it is written: `!!str`, `!Ref`, `!<tag:…>`.
    pub tag: Option<String>,
    pub anchor: Option<String>,
    /// The text as it is written, where the style and the content do not tell.
    pub raw: Option<String>,
    pub layout: Option<Box<Layout>>,
    /// From 1; 0: not read.
    pub line: usize,
}

impl Default for Node {
    /// Nothing, which means null.
    fn default() -> Node {
        Node::scalar(String::new())
    }
}

impl Node {
    pub fn new(content: Content) -> Node {
        Node { content, style: Style::Plain, tag: None, anchor: None, raw: None, layout: None, line: 0 }
    }

    pub fn scalar(text: impl Into<String>) -> Node {
        Node::new(Content::Scalar(text.into()))
    }

    pub fn layout_mut(&mut self) -> &mut Layout {
        self.layout.get_or_insert_default()
    }

    pub fn is_collection(&self) -> bool {
        matches!(self.content, Content::Sequence(_) | Content::Mapping(_))
    }

    /// A collection without entries.
    pub fn is_empty_collection(&self) -> bool {
        match &self.content {
            Content::Sequence(items) => items.is_empty(),
            Content::Mapping(pairs) => pairs.is_empty(),
            _ => false,
        }
    }

    /// A collection that is written one entry to a line.
    pub fn is_block(&self) -> bool {
        self.is_collection() && !matches!(self.style, Style::Flow | Style::FlowLines) && !self.is_empty_collection()
    }

    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a scalar has quotes or is a block: it is a string whatever it looks like.
    pub fn is_quoted(&self) -> bool {
        matches!(self.style, Style::SingleQuoted | Style::DoubleQuoted | Style::Literal | Style::Folded)
    }

    pub fn before(&self) -> &[Trivia] {
        self.layout.as_deref().map_or(&[], |layout| &layout.before)
    }

    pub fn after(&self) -> &[Trivia] {
        self.layout.as_deref().map_or(&[], |layout| &layout.after)
    }

    pub fn line_comment(&self) -> Option<&(usize, String)> {
        self.layout.as_deref()?.line.as_ref()
    }
}

/// One document of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// `%YAML` and `%TAG` lines.
    pub directives: Vec<String>,
    /// Whether `---` stands before it.
    pub explicit: bool,
    /// The comment behind `---`.
    pub marker_comment: Option<String>,
    /// Lines before the content, up to a blank line.
    pub head: Vec<Trivia>,
    pub root: Node,
    /// Lines behind content that is no block collection.
    pub tail: Vec<Trivia>,
}

/// What was wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct YamlError {
    /// From 1.
    pub line: usize,
    pub message: String,
}
