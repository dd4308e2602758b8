//! From values to nodes: what was read comes out as it was written, with its comments, styles, anchors and aliases.
//!
//! A value knows the node it was read from by its storage; a changed one stands where its old value stood, and takes
//! over style and comments from there.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use formats::heavy::List;
use formats::interrupt;
use formats::yaml::{Content, Layout, Node, Plain, Style, Trivia, resolve};

use super::sources::{Sources, is_merge, key_text};
use crate::jq::object::Object;
use crate::jq::print;
use crate::jq::value::{Items, Value};

/// How deep values may be nested that are written as nodes.
const MAX_DEPTH: usize = 1_000;

/// How many nodes are made: values that hold the same parts again and again have no end.
const MAX_NODES: usize = 8_000_000;

const TOO_LARGE: &str = "the value is too large to be written";

/// How many keys are compared one by one.
const FEW: usize = 8;

pub struct Rebuild<'s, 'd> {
    sources: &'s Sources<'d>,
    /// All styles as for new nodes.
    pretty: bool,
    /// Aliases become what they stand for.
    explode: bool,
    /// Anchors that are written by now.
    anchors: HashSet<String>,
    depth: usize,
    count: usize,
}

/// A value that was read and is written as a whole, or the outermost one: the node that it takes after.
pub fn document_node(
    sources: &Sources<'_>,
    value: &Value,
    root: Option<&Node>,
    pretty: bool,
    explode: bool,
) -> Result<(Node, bool), String> {
    // Without documents there are no aliases, and what is held twice is written twice.
    if sources.is_empty() && size(value, 0, &mut HashMap::new()) > MAX_NODES as u64 {
        return Err(TOO_LARGE.to_owned());
    }
    let mut rebuild = Rebuild { sources, pretty, explode, anchors: HashSet::new(), depth: 0, count: 0 };
    let hint = root.filter(|root| rebuild.resembles(value, root));
    let node = rebuild.node(value, hint)?;
    Ok((node, hint.is_some()))
}

/// How many nodes a value becomes, without regard to what is nested too deeply. Parts that are held again and again are
/// looked at once: their sizes are known by their places.
fn size(value: &Value, depth: usize, known: &mut HashMap<usize, u64>) -> u64 {
    if depth > MAX_DEPTH {
        return 1;
    }
    let place = match value {
        Value::Array(items) => Rc::as_ptr(items).addr(),
        Value::Object(object) => Rc::as_ptr(object).addr(),
        _ => return 1,
    };
    if let Some(size) = known.get(&place) {
        return *size;
    }
    let mut sum = 1_u64;
    match value {
        Value::Array(items) => {
            for item in items.0.iter().take_while(|_| !interrupt::is_over()) {
                sum = sum.saturating_add(size(item, depth + 1, known));
            }
        }
        Value::Object(object) => {
            for (_, item) in object.iter() {
                sum = sum.saturating_add(size(item, depth + 1, known)).saturating_add(1);
            }
        }
        _ => {}
    }
    known.insert(place, sum);
    sum
}

/// A node for a scalar that nobody wrote.
pub fn scalar_node(value: &Value) -> Node {
    match value {
        Value::String(text) => {
            let mut node = Node::scalar(text.as_str());
            node.style = if text.is_empty() || resolve(text) != Plain::Text || is_timestamp(text) {
                Style::DoubleQuoted
            } else if text.contains('\n') {
                Style::Literal
            } else {
                // Where quotes are needed the writer chooses them.
                Style::Plain
            };
            node
        }
        Value::Number(number) if number.is_nan() => Node::scalar(".nan"),
        Value::Number(number) if number.is_infinite() => Node::scalar(if *number > 0.0 { ".inf" } else { "-.inf" }),
        other => Node::scalar(print::text(other)),
    }
}

/// Whether readers that know dates would take a text for one.
fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 8
        && bytes.len() <= 40
        && bytes.iter().take(4).all(u8::is_ascii_digit)
        && bytes.get(4) == Some(&b'-')
        && bytes.iter().all(|byte| byte.is_ascii_digit() || b"-:.+TtZz ".contains(byte))
        && bytes.iter().filter(|byte| **byte == b'-').count() >= 2
}

fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::String(left), Value::String(right)) => left == right,
        (
            Value::Number(_) | Value::Written(..) | Value::Literal(_),
            Value::Number(_) | Value::Written(..) | Value::Literal(_),
        ) => {
            left.is_identical(right) || crate::jq::value::equal(left, right)
        }
        _ => left.is_identical(right),
    }
}

impl<'s, 'd> Rebuild<'s, 'd> {
    /// Whether a value is a document's, perhaps changed.
    fn resembles(&self, value: &Value, root: &Node) -> bool {
        match (value, &root.content) {
            (Value::Object(object), Content::Mapping(_)) => {
                let Some(Value::Object(old)) = self.sources.value_of(root) else { return false };
                let mut kept = 0;
                let mut known = 0;
                for (key, value) in object.iter() {
                    if let Some(old) = old.get(key) {
                        known += 1;
                        kept += usize::from(is_same(value, old));
                    }
                }
                kept > 0 || known * 2 >= old.len()
            }
            (Value::Array(items), Content::Sequence(_)) => {
                let Some(Value::Array(old)) = self.sources.value_of(root) else { return false };
                let own = |nodes: &[Node]| self.places(items, nodes).iter().any(Option::is_some);
                Rc::ptr_eq(items, old)
                    || items.0.len() == old.0.len()
                    || matches!(&root.content, Content::Sequence(nodes) if own(nodes))
            }
            (_, Content::Scalar(_)) => !value.is_container(),
            _ => false,
        }
    }

    fn node(&mut self, value: &Value, hint: Option<&Node>) -> Result<Node, String> {
        if interrupt::is_over() {
            return Err("given up".to_owned());
        }
        self.depth += 1;
        self.count += 1;
        if self.count > MAX_NODES {
            return Err(TOO_LARGE.to_owned());
        }
        if self.depth > MAX_DEPTH {
            return Err("the value is nested too deeply to be written".to_owned());
        }
        let node = self.node_within(value, hint)?;
        self.depth -= 1;
        Ok(node)
    }

    fn node_within(&mut self, value: &Value, hint: Option<&Node>) -> Result<Node, String> {
        let unchanged = hint.is_some_and(|hint| self.sources.value_of(hint).is_some_and(|old| is_same(old, value)));
        let layout = hint.and_then(|hint| hint.layout.clone());
        if let Some(alias @ Node { content: Content::Alias(name), .. }) = hint
            && unchanged
            && !self.explode
            && self.anchors.contains(name)
        {
            return Ok(Node { content: alias.content.clone(), layout, ..Node::default() });
        }
        // A changed alias has nothing but its place.
        let hint = hint.filter(|hint| !matches!(hint.content, Content::Alias(_)));
        let own = if unchanged && hint.is_some() { hint } else { self.sources.node_of(value).or(hint) };
        let placed = hint.is_some();
        let mut node = match value {
            Value::Array(items) => self.sequence(items, own)?,
            Value::Object(object) => self.mapping(object, own)?,
            scalar => self.scalar(scalar, own),
        };
        if let Some(source) = own
            && value.is_container()
            && !self.pretty
            && !self.explode
            && self.sources.value_of(source).is_some_and(|old| old.is_identical(value))
            && source.raw.as_deref().is_some_and(|raw| !raw.contains(['*', '&']))
        {
            node.raw.clone_from(&source.raw);
        }
        if let Some(source) = own {
            let same_kind = node.is_collection() == source.is_collection();
            // The tags of collections go on to fit.
            let fits = |tag: &str| !tag.starts_with("!!") || value.is_container() || is_read_as(&node, tag, value);
            if same_kind && source.tag.as_deref().is_some_and(fits) {
                node.tag.clone_from(&source.tag);
            }
            if let Some(anchor) = &source.anchor
                && !self.explode
                && (placed || self.sources.node_of(value).is_some())
                && self.anchors.insert(anchor.clone())
            {
                node.anchor = Some(anchor.clone());
            }
            if !placed && let Some(layout) = &source.layout && !layout.after.is_empty() && source.is_collection() {
                node.layout = Some(Box::new(Layout { after: layout.after.clone(), ..Layout::default() }));
            }
        }
        if placed || layout.is_some() {
            node.layout = layout;
        }
        if self.pretty
            && let Some(layout) = &mut node.layout
        {
            layout.indent = None;
        }
        Ok(node)
    }

    fn scalar(&self, value: &Value, own: Option<&Node>) -> Node {
        let Some(source) = own.filter(|source| matches!(source.content, Content::Scalar(_))) else {
            return scalar_node(value);
        };
        let unchanged = self.sources.value_of(source).is_some_and(|old| is_same(old, value));
        if unchanged && !self.pretty {
            return Node {
                content: source.content.clone(),
                style: source.style,
                raw: source.raw.clone(),
                ..Node::default()
            };
        }
        if unchanged && !matches!(value, Value::String(_)) {
            return Node::scalar(source.text().unwrap_or_default());
        }
        let mut node = scalar_node(value);
        if !self.pretty
            && let Value::String(text) = value
            && source.is_quoted()
        {
            node.style = match source.style {
                Style::Literal | Style::Folded if text.is_empty() => node.style,
                style => style,
            };
        }
        node
    }

    fn sequence(&mut self, items: &Rc<Items>, own: Option<&Node>) -> Result<Node, String> {
        let old: &[Node] = match own.map(|node| &node.content) {
            Some(Content::Sequence(old)) => old,
            _ => &[],
        };
        let count = items.0.len();
        // Which old item stands for which new one.
        let mut places: Vec<Option<usize>> = vec![None; count];
        if count == old.len() {
            places.iter_mut().enumerate().for_each(|(index, place)| *place = Some(index));
            // Items that only changed their order take their comments along.
            let moved: Vec<Option<usize>> = self.places(items, old);
            if moved.iter().flatten().count() == moved.iter().flatten().collect::<HashSet<_>>().len() {
                let taken: HashSet<usize> = moved.iter().flatten().copied().collect();
                for (index, found) in moved.iter().enumerate() {
                    match found {
                        Some(found) => places[index] = Some(*found),
                        None if taken.contains(&index) => places[index] = None,
                        None => {}
                    }
                }
            }
        } else {
            let same = |new: &Value, old: &Node| self.sources.value_of(old).is_some_and(|old| is_same(old, new));
            let front = items.0.iter().zip(old).take_while(|(new, old)| same(new, old)).count();
            let rest = count.min(old.len()) - front;
            let back = items.0.iter().rev().zip(old.iter().rev()).take(rest).take_while(|(new, old)| same(new, old)).count();
            let found = self.places(items, old);
            for (index, place) in places.iter_mut().enumerate() {
                *place = if index < front {
                    Some(index)
                } else if count - index <= back {
                    Some(old.len() - (count - index))
                } else {
                    found.get(index).copied().flatten()
                };
            }
        }
        let mut nodes: List<Node> = Vec::with_capacity(count).into();
        let first_place = places.first().copied().flatten();
        for (value, place) in items.0.iter().zip(places) {
            nodes.push(self.node(value, place.and_then(|place| old.get(place)))?);
        }
        if let Some(first) = nodes.first_mut()
            && (self.pretty || first_place != Some(0))
        {
            strip_blanks(first);
        }
        Ok(self.collection(Content::Sequence(nodes), own))
    }

    /// For each new item the old one that has the same storage.
    fn places(&self, items: &Rc<Items>, old: &[Node]) -> Vec<Option<usize>> {
        let by_address: HashMap<usize, usize> =
            old.iter().enumerate().map(|(index, node)| (std::ptr::from_ref(node).addr(), index)).collect();
        let place = |item: &Value| {
            let node = self.sources.node_of(item)?;
            by_address.get(&std::ptr::from_ref(node).addr()).copied()
        };
        items.0.iter().map(place).collect()
    }

    fn collection(&self, content: Content, own: Option<&Node>) -> Node {
        let mut node = Node::new(content);
        if let Some(source) = own
            && !self.pretty
            && source.is_collection()
            && !source.is_empty_collection()
        {
            node.style = source.style;
        }
        node
    }

    fn mapping(&mut self, object: &Rc<Object>, own: Option<&Node>) -> Result<Node, String> {
        let old: &[(Node, Node)] = match own.map(|node| &node.content) {
            Some(Content::Mapping(old)) => old,
            _ => &[],
        };
        let index: Option<HashMap<&str, usize>> = (old.len() > FEW).then(|| {
            // The last of equal keys counts.
            old.iter().enumerate().filter_map(|(at, (key, _))| Some((key_text(key)?, at))).collect()
        });
        let find = |name: &str| match &index {
            Some(index) => index.get(name).copied(),
            None => old.iter().rposition(|(key, _)| match key_text(key) {
                Some(text) => text == name && !is_merge(key),
                None => false,
            }),
        };
        // Keys that `<<` brings, while that can stay.
        let mut merged: HashMap<Rc<String>, Value> = HashMap::new();
        let mut merges = Vec::new();
        for (at, (key, value)) in old.iter().enumerate() {
            if !is_merge(key) || self.explode || !self.can_stay(value) {
                continue;
            }
            let Some(value) = self.sources.value_of(value) else { continue };
            let mut parts = Object::new();
            match value {
                Value::Array(items) => {
                    for item in &items.0 {
                        if let Value::Object(item) = item {
                            item.iter().for_each(|(key, value)| {
                                if !parts.contains_key(key) {
                                    parts.insert(Rc::clone(key), value.clone());
                                }
                            });
                        }
                    }
                }
                Value::Object(item) => item.iter().for_each(|(key, value)| parts.insert(Rc::clone(key), value.clone())),
                _ => continue,
            }
            if parts.iter().all(|(key, _)| object.contains_key(key)) {
                merges.push(at);
                for (key, value) in parts.iter() {
                    merged.entry(Rc::clone(key)).or_insert_with(|| value.clone());
                }
            }
        }
        let mut pairs: List<(Node, Node)> = Vec::with_capacity(object.len()).into();
        let mut waiting = merges.into_iter().peekable();
        for (name, value) in object.iter() {
            let place = find(name);
            if place.is_none() && merged.get(name).is_some_and(|old| is_same(old, value)) {
                continue;
            }
            // A key that is new comes last.
            let is_new = place.is_none() && !merged.contains_key(name);
            while let Some(at) = waiting.next_if(|at| is_new || place.is_some_and(|place| *at < place)) {
                pairs.extend(self.merge_pair(old.get(at)));
            }
            let known = place.and_then(|place| old.get(place));
            let key = match known {
                Some((key, _)) => {
                    let mut key = key.clone();
                    if self.explode {
                        key.anchor = None;
                    }
                    if let Some(anchor) = &key.anchor {
                        self.anchors.insert(anchor.clone());
                    }
                    if self.pretty && key.is_quoted() {
                        let layout = key.layout.take();
                        key = Node { layout, ..scalar_node(&Value::String(Rc::clone(name))) };
                    }
                    key
                }
                None => scalar_node(&Value::String(Rc::clone(name))),
            };
            let value = self.node(value, known.map(|(_, value)| value))?;
            pairs.push((key, value));
        }
        for at in waiting {
            pairs.extend(self.merge_pair(old.get(at)));
        }
        if let Some((first, _)) = pairs.first_mut()
            && first.before().first() == Some(&Trivia::Blank)
            && (self.pretty || old.first().is_none_or(|(key, _)| key.before() != first.before()))
        {
            strip_blanks(first);
        }
        Ok(self.collection(Content::Mapping(pairs), own))
    }

    /// Whether all that what stands behind `<<` names is written by now.
    fn can_stay(&self, value: &Node) -> bool {
        !any_within(value, &mut |node| matches!(&node.content, Content::Alias(name) if !self.anchors.contains(name)))
    }

    /// A pair with `<<` as it is.
    fn merge_pair(&mut self, pair: Option<&(Node, Node)>) -> Option<(Node, Node)> {
        let pair = pair?;
        any_within(&pair.1, &mut |node| {
            self.anchors.extend(node.anchor.clone());
            false
        });
        Some(pair.clone())
    }
}

/// Whether something holds for a node or one inside of it.
fn any_within(node: &Node, holds: &mut dyn FnMut(&Node) -> bool) -> bool {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if holds(node) {
            return true;
        }
        match &node.content {
            Content::Sequence(items) => pending.extend(items.iter()),
            Content::Mapping(pairs) => pending.extend(pairs.iter().flat_map(|(key, value)| [key, value])),
            Content::Scalar(_) | Content::Alias(_) => {}
        }
    }
    false
}

/// Takes away blank lines before the first entry of a collection.
fn strip_blanks(node: &mut Node) {
    if let Some(layout) = &mut node.layout {
        let blank = layout.before.iter().take_while(|trivia| **trivia == Trivia::Blank).count();
        layout.before.drain(..blank);
    }
}

/// Whether a scalar with a tag of the core schema still means the value.
fn is_read_as(node: &Node, tag: &str, value: &Value) -> bool {
    let tagged = Node { tag: Some(tag.to_owned()), content: node.content.clone(), style: node.style, ..Node::default() };
    matches!(
        (tagged.plain(), value),
        (Plain::Text, Value::String(_))
            | (Plain::Null, Value::Null)
            | (Plain::Bool(_), Value::Bool(_))
            | (Plain::Integer(_) | Plain::Decimal(_), Value::Number(_) | Value::Written(..) | Value::Literal(_))
    )
}
