//! The names in a folder: a persistent B+ tree from names to nodes, in byte order.
//!
//! Up to [`WIDTH`] names it is one sorted vector. Above that, each change after a clone copies one vector of at most
//! [`WIDTH`] items on each of the few levels. It is our own rather than a general map because [`Entries::pairs`]
//! needs to skip the parts that two versions of a folder share: a diff then costs what changed, not what there is.

use std::cmp::Ordering;
use std::sync::Arc;

use super::node::{Name, Node};

/// The most items in one vector.
const WIDTH: usize = 32;

/// The entries of a folder. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Entries {
    root: Part,
    len: usize,
}

/// A subtree. All leaves are equally deep; only a root leaf is ever empty.
#[derive(Clone)]
enum Part {
    Leaf(Arc<Vec<Entry>>),
    Branch(Arc<Vec<Child>>),
}

#[derive(Clone)]
struct Entry {
    key: Key,
    node: Node,
}

#[derive(Clone)]
struct Child {
    /// No name in `part` is smaller, and every name in the child before it is. The first child's bound is not looked
    /// at: smaller names go there.
    bound: Key,
    part: Part,
}

/// A name with its first bytes beside it: most comparisons are decided without going to the name's memory.
#[derive(Clone)]
struct Key {
    start: u64,
    name: Name,
}

/// The first eight bytes as a big-endian number, zeros where the name is shorter: unequal starts order as the names do.
fn start_of(name: &[u8]) -> u64 {
    match name.first_chunk::<8>() {
        Some(start) => u64::from_be_bytes(*start),
        None => {
            let start = name.iter().fold(0, |start, byte| start << 8 | u64::from(*byte));
            // Names have at least one byte; an empty one is 0 all the same.
            start << (8 * (8 - name.len()) as u32 % 64)
        }
    }
}

impl Key {
    fn new(name: Name) -> Self {
        let start = start_of(&name);
        Key { start, name }
    }

    /// Compares with a name whose start is known.
    fn order(&self, start: u64, name: &[u8]) -> Ordering {
        self.start.cmp(&start).then_with(|| (*self.name).cmp(name))
    }
}

enum Inserted {
    Replaced(Node),
    Added,
    /// Added, and this is the right half of what had to be split.
    Split(Child),
}

impl Default for Entries {
    fn default() -> Self {
        Entries { root: Part::Leaf(Arc::default()), len: 0 }
    }
}

impl Entries {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, name: &[u8]) -> Option<&Node> {
        let start = start_of(name);
        let mut part = &self.root;
        loop {
            match part {
                Part::Branch(children) => part = &children.get(child_for(children, start, name))?.part,
                Part::Leaf(entries) => {
                    let at = search(entries, start, name).ok()?;
                    return entries.get(at).map(|entry| &entry.node);
                }
            }
        }
    }

    /// The node to change. The way to it is copied where it is shared, even when the name is missing: ask
    /// [`Entries::get`] first when it may be.
    pub(super) fn get_mut(&mut self, name: &[u8]) -> Option<&mut Node> {
        let start = start_of(name);
        let mut part = &mut self.root;
        loop {
            match part {
                Part::Branch(children) => {
                    let at = child_for(children, start, name);
                    part = &mut Arc::make_mut(children).get_mut(at)?.part;
                }
                Part::Leaf(entries) => {
                    let at = search(entries, start, name).ok()?;
                    return Arc::make_mut(entries).get_mut(at).map(|entry| &mut entry.node);
                }
            }
        }
    }

    /// Adds or replaces; gives back what was replaced.
    pub(super) fn insert(&mut self, name: Name, node: Node) -> Option<Node> {
        match insert_into(&mut self.root, Key::new(name), node) {
            Inserted::Replaced(old) => return Some(old),
            Inserted::Added => {}
            Inserted::Split(right) => {
                let left = std::mem::replace(&mut self.root, Part::Leaf(Arc::default()));
                let left = Child { bound: Key::new(Name::default()), part: left };
                self.root = Part::Branch(Arc::new(vec![left, right]));
            }
        }
        self.len += 1;
        None
    }

    pub(super) fn remove(&mut self, name: &[u8]) -> Option<Node> {
        self.get(name)?;
        let removed = remove_from(&mut self.root, start_of(name), name)?;
        self.len -= 1;
        while let Part::Branch(children) = &mut self.root {
            match children.as_slice() {
                [] => self.root = Part::Leaf(Arc::default()),
                [only] => self.root = only.part.clone(),
                _ => break,
            }
        }
        Some(removed)
    }

    pub(super) fn iter(&self) -> Iter<'_> {
        let mut iter = Iter { above: Vec::new(), entries: [].iter() };
        iter.enter(&self.root);
        iter
    }

    /// Calls `each` with every entry and whether another folder holds the part that it is in.
    pub(super) fn each_held<'a>(&'a self, each: &mut dyn FnMut(&'a Node, bool)) {
        // As deep as the B+ tree.
        let mut open = vec![(&self.root, false)];
        while let Some((part, held)) = open.pop() {
            match part {
                Part::Leaf(entries) => {
                    let held = held || Arc::strong_count(entries) > 1;
                    entries.iter().for_each(|entry| each(&entry.node, held));
                }
                Part::Branch(children) => {
                    let held = held || Arc::strong_count(children) > 1;
                    open.extend(children.iter().map(|child| (&child.part, held)));
                }
            }
        }
    }

    /// Like [`Entries::iter`], but holding on to the entries instead of borrowing them.
    pub(super) fn cursor(&self) -> Cursor {
        let mut cursor = Cursor { above: Vec::new(), leaf: Arc::default(), at: 0 };
        cursor.enter(self.root.clone());
        cursor
    }

    /// Walks two versions of a folder together; see [`Pairs`]. With `skip`, parts that both share are left out.
    pub(super) fn pairs<'a>(&'a self, other: &'a Entries, skip: bool) -> Pairs<'a> {
        Pairs { skip, left: vec![Item::Part(&self.root)], right: vec![Item::Part(&other.root)] }
    }
}

fn search(entries: &[Entry], start: u64, name: &[u8]) -> Result<usize, usize> {
    entries.binary_search_by(|entry| entry.key.order(start, name))
}

/// Which child a name belongs to.
fn child_for(children: &[Child], start: u64, name: &[u8]) -> usize {
    children.partition_point(|child| child.bound.order(start, name) != Ordering::Greater).saturating_sub(1)
}

/// Inserts into a full vector and gives back its right half. An item that comes last starts a vector of its own, so
/// that names added in order leave full vectors behind.
fn split_insert<T>(items: &mut Vec<T>, at: usize, item: T) -> Vec<T> {
    if at >= items.len() {
        return vec![item];
    }
    let mut right = items.split_off(items.len() / 2);
    match at.checked_sub(items.len()) {
        Some(at) if at > 0 => right.insert(at, item),
        _ => items.insert(at, item),
    }
    right
}

// Recursion here is as deep as the B+ tree, a handful of levels.
fn insert_into(part: &mut Part, key: Key, node: Node) -> Inserted {
    match part {
        Part::Leaf(entries) => {
            let entries = Arc::make_mut(entries);
            match search(entries, key.start, &key.name) {
                Ok(at) => Inserted::Replaced(std::mem::replace(&mut entries[at].node, node)),
                Err(at) if entries.len() < WIDTH => {
                    entries.insert(at, Entry { key, node });
                    Inserted::Added
                }
                Err(at) => {
                    let right = split_insert(entries, at, Entry { key, node });
                    Inserted::Split(Child { bound: right[0].key.clone(), part: Part::Leaf(Arc::new(right)) })
                }
            }
        }
        Part::Branch(children) => {
            let children = Arc::make_mut(children);
            let at = child_for(children, key.start, &key.name);
            match insert_into(&mut children[at].part, key, node) {
                Inserted::Split(child) if children.len() < WIDTH => {
                    children.insert(at + 1, child);
                    Inserted::Added
                }
                Inserted::Split(child) => {
                    let right = split_insert(children, at + 1, child);
                    Inserted::Split(Child { bound: right[0].bound.clone(), part: Part::Branch(Arc::new(right)) })
                }
                done => done,
            }
        }
    }
}

fn remove_from(part: &mut Part, start: u64, name: &[u8]) -> Option<Node> {
    match part {
        Part::Leaf(entries) => {
            let at = search(entries, start, name).ok()?;
            Some(Arc::make_mut(entries).remove(at).node)
        }
        Part::Branch(children) => {
            let at = child_for(children, start, name);
            let children = Arc::make_mut(children);
            let part = &mut children.get_mut(at)?.part;
            let removed = remove_from(part, start, name);
            if part.is_empty() {
                children.remove(at);
            }
            removed
        }
    }
}

impl Part {
    fn is_empty(&self) -> bool {
        match self {
            Part::Leaf(entries) => entries.is_empty(),
            Part::Branch(children) => children.is_empty(),
        }
    }

    fn ptr_eq(&self, other: &Part) -> bool {
        match (self, other) {
            (Part::Leaf(a), Part::Leaf(b)) => Arc::ptr_eq(a, b),
            (Part::Branch(a), Part::Branch(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// How many levels lie below, and the first name in it.
    fn height_and_first(&self) -> (usize, Option<&Name>) {
        let (mut part, mut height) = (self, 0);
        loop {
            match part {
                Part::Leaf(entries) => {
                    return (height, entries.first().map(|entry| &entry.key.name));
                }
                Part::Branch(children) => match children.first() {
                    Some(child) => (part, height) = (&child.part, height + 1),
                    None => return (height, None),
                },
            }
        }
    }
}

/// The entries in byte order of their names.
pub(super) struct Iter<'a> {
    above: Vec<std::slice::Iter<'a, Child>>,
    entries: std::slice::Iter<'a, Entry>,
}

impl<'a> Iter<'a> {
    fn enter(&mut self, mut part: &'a Part) {
        loop {
            match part {
                Part::Leaf(entries) => {
                    self.entries = entries.iter();
                    return;
                }
                Part::Branch(children) => {
                    let mut children = children.iter();
                    let Some(first) = children.next() else { return };
                    part = &first.part;
                    self.above.push(children);
                }
            }
        }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Name, &'a Node);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Some((&entry.key.name, &entry.node));
            }
            match self.above.last_mut()?.next() {
                Some(child) => self.enter(&child.part),
                None => {
                    self.above.pop();
                }
            }
        }
    }
}

/// [`Iter`] without a borrow.
#[derive(Clone)]
pub(super) struct Cursor {
    above: Vec<(Arc<Vec<Child>>, usize)>,
    leaf: Arc<Vec<Entry>>,
    at: usize,
}

impl Cursor {
    fn enter(&mut self, mut part: Part) {
        loop {
            match part {
                Part::Leaf(entries) => {
                    (self.leaf, self.at) = (entries, 0);
                    return;
                }
                Part::Branch(children) => {
                    let Some(first) = children.first() else {
                        return;
                    };
                    part = first.part.clone();
                    self.above.push((children, 1));
                }
            }
        }
    }
}

impl Iterator for Cursor {
    type Item = (Name, Node);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.leaf.get(self.at) {
                self.at += 1;
                return Some((entry.key.name.clone(), entry.node.clone()));
            }
            let (children, at) = self.above.last_mut()?;
            match children.get(*at) {
                Some(child) => {
                    *at += 1;
                    let part = child.part.clone();
                    self.enter(part);
                }
                None => {
                    self.above.pop();
                }
            }
        }
    }
}

/// Two versions of a folder side by side, in byte order of names: each name with the node on the left, on the right,
/// or both. Entries of subtrees that both versions share by pointer can be left out.
pub(super) struct Pairs<'a> {
    skip: bool,
    /// What is still to come, the next on top.
    left: Vec<Item<'a>>,
    right: Vec<Item<'a>>,
}

#[derive(Clone, Copy)]
enum Item<'a> {
    Part(&'a Part),
    Entry(&'a Entry),
}

/// Puts what is in a part in the place of the part on top of the stack.
fn expand<'a>(stack: &mut Vec<Item<'a>>, part: &'a Part) {
    stack.pop();
    match part {
        Part::Leaf(entries) => stack.extend(entries.iter().rev().map(Item::Entry)),
        Part::Branch(children) => stack.extend(children.iter().rev().map(|child| Item::Part(&child.part))),
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a Name, Option<&'a Node>, Option<&'a Node>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match (self.left.last().copied(), self.right.last().copied()) {
                (None, None) => return None,
                (Some(Item::Part(a)), Some(Item::Part(b))) if self.skip && a.ptr_eq(b) => {
                    self.left.pop();
                    self.right.pop();
                }
                (Some(Item::Part(a)), Some(Item::Part(b))) => {
                    // The higher one first, so that equal parts meet at equal height.
                    match a.height_and_first().0.cmp(&b.height_and_first().0) {
                        Ordering::Greater => expand(&mut self.left, a),
                        Ordering::Less => expand(&mut self.right, b),
                        Ordering::Equal => {
                            expand(&mut self.left, a);
                            expand(&mut self.right, b);
                        }
                    }
                }
                (Some(Item::Entry(a)), Some(Item::Entry(b))) => {
                    let order = a.key.order(b.key.start, &b.key.name);
                    let left = (order != Ordering::Greater).then(|| self.left.pop()).is_some();
                    let right = (order != Ordering::Less).then(|| self.right.pop()).is_some();
                    let name = if left { &a.key.name } else { &b.key.name };
                    return Some((name, left.then_some(&a.node), right.then_some(&b.node)));
                }
                (Some(Item::Entry(a)), Some(Item::Part(part))) if part.height_and_first().1 <= Some(&a.key.name) => {
                    expand(&mut self.right, part);
                }
                (Some(Item::Part(part)), Some(Item::Entry(b))) if part.height_and_first().1 <= Some(&b.key.name) => {
                    expand(&mut self.left, part);
                }
                (Some(Item::Part(part)), None) => expand(&mut self.left, part),
                (None, Some(Item::Part(part))) => expand(&mut self.right, part),
                (Some(Item::Entry(a)), _) => {
                    self.left.pop();
                    return Some((&a.key.name, Some(&a.node), None));
                }
                (_, Some(Item::Entry(b))) => {
                    self.right.pop();
                    return Some((&b.key.name, None, Some(&b.node)));
                }
            }
        }
    }
}
