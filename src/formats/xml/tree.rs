//! The tree of a document, in one list: what comes later in the document has the higher number.

use std::collections::HashMap;

use crate::heavy;

/// A node's number.
pub type Id = u32;

/// No node.
pub const NONE: Id = u32::MAX;

/// The document itself.
pub const ROOT: Id = 0;

/// How deep elements may be nested.
pub const MAX_DEPTH: usize = 256;

/// The namespace of the prefix `xml`.
pub const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// A name of an element or an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    pub prefix: Option<Box<str>>,
    pub local: Box<str>,
    /// The namespace, as a place in [`Tree::namespaces`].
    pub namespace: Option<u32>,
}

impl Name {
    /// The name as it is written.
    pub fn write(&self, out: &mut String) {
        if let Some(prefix) = &self.prefix {
            out.push_str(prefix);
            out.push(':');
        }
        out.push_str(&self.local);
    }

    pub fn qualified(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

#[derive(Clone, Debug, Default)]
pub struct Element {
    pub name: Name,
    /// Attribute nodes.
    pub attributes: Vec<Id>,
    /// Namespaces declared here: prefix (empty: the default one) and place of the name.
    pub declared: Vec<(Box<str>, u32)>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Document,
    Element(Box<Element>),
    Attribute {
        name: Name,
        value: String,
    },
    Text(String),
    Cdata(String),
    Comment(String),
    Instruction {
        target: Box<str>,
        data: String,
    },
    /// A reference that was left as it is, and what it stands for.
    Entity {
        name: Box<str>,
        text: String,
    },
    /// From `<!DOCTYPE` to `>`.
    Doctype(String),
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub parent: Id,
    pub first: Id,
    pub last: Id,
    pub next: Id,
    pub previous: Id,
    /// From 1.
    pub line: u32,
}

/// A document.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// Names of namespaces.
    pub namespaces: Vec<String>,
    /// Their places.
    index: HashMap<String, u32>,
    pub version: String,
    /// As the declaration gives it.
    pub encoding: Option<String>,
    pub standalone: Option<bool>,
}

impl Drop for Tree {
    fn drop(&mut self) {
        heavy::free(std::mem::take(&mut self.nodes));
    }
}

impl Default for Tree {
    fn default() -> Tree {
        let root =
            Node { kind: Kind::Document, parent: NONE, first: NONE, last: NONE, next: NONE, previous: NONE, line: 0 };
        Tree {
            nodes: vec![root],
            namespaces: vec![XML_NAMESPACE.to_owned()],
            index: HashMap::from([(XML_NAMESPACE.to_owned(), 0)]),
            version: "1.0".to_owned(),
            encoding: None,
            standalone: None,
        }
    }
}

impl Tree {
    pub fn get(&self, id: Id) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    pub fn kind(&self, id: Id) -> &Kind {
        self.get(id).map_or(&Kind::Document, |node| &node.kind)
    }

    pub fn element(&self, id: Id) -> Option<&Element> {
        match self.kind(id) {
            Kind::Element(element) => Some(element),
            _ => None,
        }
    }

    pub fn parent(&self, id: Id) -> Id {
        self.get(id).map_or(NONE, |node| node.parent)
    }

    pub fn first(&self, id: Id) -> Id {
        self.get(id).map_or(NONE, |node| node.first)
    }

    pub fn last(&self, id: Id) -> Id {
        self.get(id).map_or(NONE, |node| node.last)
    }

    pub fn next(&self, id: Id) -> Id {
        self.get(id).map_or(NONE, |node| node.next)
    }

    pub fn previous(&self, id: Id) -> Id {
        self.get(id).map_or(NONE, |node| node.previous)
    }

    /// The children of a node, without attributes.
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let first = Some(self.first(id)).filter(|id| *id != NONE);
        std::iter::successors(first, |id| Some(self.next(*id)).filter(|id| *id != NONE))
    }

    /// The outermost element.
    pub fn root_element(&self) -> Option<Id> {
        self.children(ROOT).find(|id| self.element(*id).is_some())
    }

    /// The node that follows in the document below `top`, attributes left out.
    pub fn following(&self, id: Id, top: Id) -> Id {
        let first = self.first(id);
        if first != NONE {
            return first;
        }
        self.after(id, top)
    }

    /// The node that follows what is below a node.
    pub fn after(&self, id: Id, top: Id) -> Id {
        let mut id = id;
        while id != top && id != NONE {
            let next = self.next(id);
            if next != NONE {
                return next;
            }
            id = self.parent(id);
        }
        NONE
    }

    fn push(&mut self, kind: Kind, parent: Id, line: u32) -> Id {
        let id = Id::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(Node { kind, parent, first: NONE, last: NONE, next: NONE, previous: NONE, line });
        id
    }

    /// Adds a node behind the last child.
    pub fn append(&mut self, parent: Id, kind: Kind, line: u32) -> Id {
        let id = self.push(kind, parent, line);
        let previous = self.last(parent);
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.previous = previous;
        }
        if let Some(node) = self.nodes.get_mut(previous as usize) {
            node.next = id;
        }
        if let Some(node) = self.nodes.get_mut(parent as usize) {
            node.last = id;
            if node.first == NONE {
                node.first = id;
            }
        }
        id
    }

    pub fn add_attribute(&mut self, element: Id, name: Name, value: String, line: u32) -> Id {
        let id = self.push(Kind::Attribute { name, value }, element, line);
        if let Some(Kind::Element(element)) = self.nodes.get_mut(element as usize).map(|node| &mut node.kind) {
            element.attributes.push(id);
        }
        id
    }

    /// The place of a namespace's name.
    pub fn namespace(&mut self, name: &str) -> u32 {
        if let Some(place) = self.index.get(name) {
            return *place;
        }
        let place = u32::try_from(self.namespaces.len()).unwrap_or(0);
        self.namespaces.push(name.to_owned());
        self.index.insert(name.to_owned(), place);
        place
    }

    pub fn namespace_name(&self, place: Option<u32>) -> Option<&str> {
        self.namespaces.get(place? as usize).map(String::as_str)
    }

    /// The value of an attribute without a prefix.
    pub fn attribute(&self, element: Id, name: &str) -> Option<&str> {
        self.element(element)?.attributes.iter().find_map(|id| match self.kind(*id) {
            Kind::Attribute { name: known, value } if known.prefix.is_none() && &*known.local == name => {
                Some(value.as_str())
            }
            _ => None,
        })
    }

    /// Adds the text that a node stands for: of an element and the document all text inside.
    pub fn text(&self, id: Id, out: &mut String) {
        match self.kind(id) {
            Kind::Document | Kind::Element(_) => {
                let mut at = self.first(id);
                while at != NONE {
                    match self.kind(at) {
                        Kind::Text(text) | Kind::Cdata(text) | Kind::Entity { text, .. } => out.push_str(text),
                        _ => {}
                    }
                    at = self.following(at, id);
                }
            }
            Kind::Attribute { value, .. } => out.push_str(value),
            Kind::Text(text) | Kind::Cdata(text) | Kind::Comment(text) | Kind::Entity { text, .. } => {
                out.push_str(text)
            }
            Kind::Instruction { data, .. } => out.push_str(data),
            Kind::Doctype(_) => {}
        }
    }

    /// Takes the declaration of the document's type out of the document.
    pub fn remove_doctype(&mut self) {
        let Some(id) = self.children(ROOT).find(|id| matches!(self.kind(*id), Kind::Doctype(_))) else { return };
        let (previous, next) = (self.previous(id), self.next(id));
        match self.nodes.get_mut(previous as usize) {
            Some(node) => node.next = next,
            None => self.set_first(next),
        }
        match self.nodes.get_mut(next as usize) {
            Some(node) => node.previous = previous,
            None => self.set_last(previous),
        }
    }

    fn set_first(&mut self, id: Id) {
        if let Some(root) = self.nodes.first_mut() {
            root.first = id;
        }
    }

    fn set_last(&mut self, id: Id) {
        if let Some(root) = self.nodes.first_mut() {
            root.last = id;
        }
    }

    pub fn is_text(&self, id: Id) -> bool {
        matches!(self.kind(id), Kind::Text(_))
    }
}
