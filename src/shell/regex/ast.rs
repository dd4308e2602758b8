//! The tree that every pattern dialect is parsed into, and that both engines are compiled from.

use std::sync::Arc;

use regex_syntax::hir::{ClassUnicode, Look};

/// How a repetition chooses between more and fewer rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    /// As many as possible first.
    Greedy,
    /// As few as possible first (Perl `*?`).
    Lazy,
    /// As many as possible, and never given back (Perl `*+`).
    Possessive,
}

/// One node of a pattern. Its depth is bounded by the parsers ([`MAX_DEPTH`]), so that walks may
/// recurse.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Matches the empty string.
    Empty,
    /// One character, as itself (case folding has been turned into a [`Node::Set`] already).
    Char(char),
    /// A byte that is part of no valid character.
    Byte(u8),
    /// One valid character out of a set.
    Set(Arc<ClassUnicode>),
    /// Any single byte (Perl `\C`), and the stand-in for a back-reference in a relaxed pattern.
    AnyByte,
    /// An assertion on the place.
    Look(Look),
    /// A group; with its number when it captures.
    Group(Box<Node>, Option<u32>),
    /// One after the other.
    Concat(Vec<Node>),
    /// One of several, in order of preference.
    Alternate(Vec<Node>),
    /// A repetition, with no upper bound when `maximum` is `None`.
    Repeat { node: Box<Node>, minimum: u32, maximum: Option<u32>, greed: Greed },
    /// What a group matched last, once more.
    BackReference { group: u32, ignore_case: bool },
    /// Perl look-around.
    Around { node: Box<Node>, behind: bool, negate: bool },
    /// Perl `(?>…)`.
    Atomic(Box<Node>),
    /// Perl `\K`: the match is reported from here.
    KeepOut,
    /// Perl `\G`: the place where the search started.
    SearchStart,
    /// Perl `(?(1)yes|no)`.
    Conditional { condition: Condition, yes: Box<Node>, no: Box<Node> },
    /// Perl `(?1)`, and `(?R)`, which is group 0: what stands there, once more as a pattern.
    Call(u32),
    /// Perl `(?(DEFINE)…)`: matches nothing, but its groups can be called.
    Define(Box<Node>),
    /// Perl `(*COMMIT)` and its like: matches nothing, and acts when a search would go back over it.
    Cut(Cut),
    /// Perl `(*ACCEPT)`: a match ends here.
    Accept,
}

/// What a Perl condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Whether the group took part.
    Group(u32),
    /// Whether the pattern (of this group, or any) was called.
    Call(Option<u32>),
    Always(bool),
}

/// What cannot match any more when a search would go back over a Perl verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The text as a whole.
    Commit,
    /// What begins where this match began.
    Prune,
    /// What begins before the verb's place.
    Skip,
}

/// How deep groups and repetitions may nest in one pattern.
pub(super) const MAX_DEPTH: usize = 250;

/// How many nodes a pattern may have once its counted repetitions are written out.
pub(super) const MAX_EXPANDED: u64 = 400_000;

impl Node {
    /// Whether the regular engine can't run the node, because it needs memory or look-around.
    pub(super) fn needs_backtracking(&self) -> bool {
        match self {
            Node::BackReference { .. }
            | Node::Around { .. }
            | Node::Atomic(_)
            | Node::KeepOut
            | Node::SearchStart
            | Node::Call(_)
            | Node::Define(_)
            | Node::Cut(_)
            | Node::Accept
            | Node::Conditional { .. } => true,
            Node::Repeat { node, greed, .. } => *greed == Greed::Possessive || node.needs_backtracking(),
            Node::Group(node, _) => node.needs_backtracking(),
            Node::Concat(nodes) | Node::Alternate(nodes) => nodes.iter().any(Node::needs_backtracking),
            _ => false,
        }
    }

    /// Whether the node can match without moving on (a cautious "yes" where it is not known).
    pub(super) fn can_be_empty(&self) -> bool {
        match self {
            Node::Char(_) | Node::Byte(_) | Node::Set(_) | Node::AnyByte => false,
            Node::Group(node, _) | Node::Atomic(node) => node.can_be_empty(),
            Node::Concat(nodes) => nodes.iter().all(Node::can_be_empty),
            Node::Alternate(nodes) => nodes.iter().any(Node::can_be_empty),
            Node::Repeat { node, minimum, .. } => *minimum == 0 || node.can_be_empty(),
            Node::Conditional { yes, no, .. } => yes.can_be_empty() || no.can_be_empty(),
            _ => true,
        }
    }

    /// Whether a part, however deep, is of a kind.
    pub(super) fn any(&self, is_wanted: &dyn Fn(&Node) -> bool) -> bool {
        is_wanted(self)
            || match self {
                Node::Group(node, _)
                | Node::Atomic(node)
                | Node::Define(node)
                | Node::Around { node, .. }
                | Node::Repeat { node, .. } => node.any(is_wanted),
                Node::Concat(nodes) | Node::Alternate(nodes) => nodes.iter().any(|node| node.any(is_wanted)),
                Node::Conditional { yes, no, .. } => yes.any(is_wanted) || no.any(is_wanted),
                _ => false,
            }
    }

    /// How many nodes there are when counted repetitions are written out; saturates.
    pub(super) fn expanded_size(&self) -> u64 {
        match self {
            Node::Set(class) => 1 + (class.ranges().len() as u64) / 4,
            Node::Group(node, _) | Node::Atomic(node) | Node::Define(node) | Node::Around { node, .. } => {
                node.expanded_size().saturating_add(1)
            }
            Node::Concat(nodes) | Node::Alternate(nodes) => {
                nodes.iter().fold(1, |sum, node| node.expanded_size().saturating_add(sum))
            }
            Node::Repeat { node, minimum, maximum, .. } => {
                let rounds = u64::from(maximum.unwrap_or(*minimum).max(1));
                node.expanded_size().saturating_mul(rounds).saturating_add(1)
            }
            Node::Conditional { yes, no, .. } => {
                yes.expanded_size().saturating_add(no.expanded_size()).saturating_add(1)
            }
            _ => 1,
        }
    }

    /// Joins nodes into the smallest tree that says the same.
    pub(super) fn concat(mut nodes: Vec<Node>) -> Node {
        match nodes.len() {
            0 => Node::Empty,
            1 => nodes.swap_remove(0),
            _ => Node::Concat(nodes),
        }
    }

    /// Makes a choice out of branches; one branch alone stands for itself.
    pub(super) fn alternate(mut nodes: Vec<Node>) -> Node {
        if nodes.len() == 1 { nodes.swap_remove(0) } else { Node::Alternate(nodes) }
    }
}
