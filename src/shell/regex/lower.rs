//! The translation of a pattern into the form that the linear-time engines compile.

use regex_syntax::hir::{Capture, Class, ClassBytes, ClassBytesRange, ClassUnicode, Hir, Look, Repetition};

use super::ast::{Greed, Node};
use super::class;
use super::{Options, Syntax};

/// What a translation is for.
pub(super) struct Lowering<'a> {
    pub options: &'a Options,
    /// By group number: the group's own tree, for patterns with back-references. A translation
    /// with this matches at least wherever the pattern does.
    pub relaxed: Option<Vec<Option<&'a Node>>>,
    /// Whether groups are kept.
    pub captures: bool,
}

/// How much a relaxed pattern may grow by writing groups in place of back-references.
const MAX_RELAXED: u64 = 20_000;

impl<'a> Lowering<'a> {
    /// The exact translation; the node must not need backtracking.
    pub(super) fn exact(options: &'a Options) -> Self {
        Lowering { options, relaxed: None, captures: false }
    }

    /// The exact translation with its groups.
    pub(super) fn with_captures(options: &'a Options) -> Self {
        Lowering { captures: true, ..Lowering::exact(options) }
    }

    /// The translation into a pattern that matches wherever the node may begin to match.
    pub(super) fn relaxed(options: &'a Options, node: &'a Node, groups: u32) -> Self {
        let mut table = vec![None; groups as usize + 1];
        collect_groups(node, &mut table);
        Lowering { options, relaxed: Some(table), captures: false }
    }

    /// Translates a whole pattern, with the frame that `whole_word` and `whole_line` ask for.
    pub(super) fn pattern(&self, node: &Node) -> Hir {
        // A match may end in the middle of the pattern, and a failed attempt may end the search.
        if node.any(&|node| matches!(node, Node::Accept | Node::Cut(_))) {
            let mut first = Vec::new();
            if !self.first(node, &mut first) {
                return Hir::empty();
            }
            return Hir::alternation(first);
        }
        let body = self.node(node, 0);
        let options = self.options;
        if options.whole_line && options.not_line_start {
            Hir::fail()
        } else if options.whole_line {
            let (start, end) =
                if options.line_anchors() { (Look::StartLF, Look::EndLF) } else { (Look::Start, Look::End) };
            Hir::concat(vec![Hir::look(start), body, Hir::look(end)])
        } else if options.whole_word && !(self.relaxed.is_some() && options.has_own_words()) {
            let (start, end) = if options.syntax == Syntax::Perl || options.bytes {
                (Look::WordStartHalfAscii, Look::WordEndHalfAscii)
            } else {
                (Look::WordStartHalfUnicode, Look::WordEndHalfUnicode)
            };
            Hir::concat(vec![Hir::look(start), body, Hir::look(end)])
        } else {
            body
        }
    }

    /// Collects what a match may begin with; false when it may begin with anything.
    fn first(&self, node: &Node, out: &mut Vec<Hir>) -> bool {
        match node {
            Node::Char(_) | Node::Byte(_) | Node::Set(_) | Node::AnyByte => {
                out.push(self.node(node, 0));
                true
            }
            Node::Group(node, _) | Node::Atomic(node) => self.first(node, out),
            Node::Concat(nodes) => {
                for node in nodes {
                    match node {
                        Node::Empty
                        | Node::Look(_)
                        | Node::Around { .. }
                        | Node::KeepOut
                        | Node::Define(_)
                        | Node::Cut(_) => {}
                        Node::Repeat { node, minimum: 0, .. } if self.first(node, out) => {}
                        node => return self.first(node, out),
                    }
                }
                false
            }
            Node::Alternate(nodes) => !nodes.is_empty() && nodes.iter().all(|node| self.first(node, out)),
            Node::Repeat { node, minimum, .. } => self.first(node, out) && *minimum > 0,
            _ => false,
        }
    }

    /// Translates a whole pattern without a frame.
    pub(super) fn body(&self, node: &Node) -> Hir {
        self.node(node, 0)
    }

    fn set(&self, set: &ClassUnicode) -> Hir {
        if self.options.bytes {
            let byte = |character: char| u8::try_from(character).ok();
            let ranges = set.iter().filter_map(|range| {
                Some(ClassBytesRange::new(byte(range.start())?, byte(range.end()).unwrap_or(0xff)))
            });
            return Hir::class(Class::Bytes(ClassBytes::new(ranges)));
        }
        if self.options.lines {
            let terminator = char::from(self.options.line_terminator);
            if class::contains(set, terminator) {
                let mut set = set.clone();
                set.difference(&class::single(terminator));
                return Hir::class(Class::Unicode(set));
            }
        }
        Hir::class(Class::Unicode(set.clone()))
    }

    fn any_byte(&self) -> Hir {
        let mut set = ClassBytes::new([ClassBytesRange::new(0, 255)]);
        if self.options.lines {
            let terminator = self.options.line_terminator;
            set.difference(&ClassBytes::new([ClassBytesRange::new(terminator, terminator)]));
        }
        Hir::class(Class::Bytes(set))
    }

    fn anything(&self) -> Hir {
        Hir::repetition(Repetition { min: 0, max: None, greedy: true, sub: Box::new(self.any_byte()) })
    }

    /// `within`: how many groups were written in place of references around this node.
    fn node(&self, node: &Node, within: u32) -> Hir {
        match node {
            Node::Empty
            | Node::KeepOut
            | Node::SearchStart
            | Node::Around { .. }
            | Node::Define(_)
            | Node::Cut(_)
            | Node::Accept => Hir::empty(),
            // No match holds the end of a line.
            Node::Char(character) if self.options.ends_line(*character) => Hir::fail(),
            Node::Char(character) if self.options.bytes => {
                u8::try_from(*character).map_or_else(|_| Hir::fail(), |byte| Hir::literal([byte]))
            }
            Node::Char(character) => {
                let mut buffer = [0; 4];
                Hir::literal(character.encode_utf8(&mut buffer).as_bytes())
            }
            Node::Byte(byte) => Hir::literal([*byte]),
            Node::Set(set) => self.set(set),
            Node::AnyByte => self.any_byte(),
            // Written in place of a reference, an assertion would speak of another place.
            Node::Look(_) if within > 0 => Hir::empty(),
            Node::Look(look) if self.relaxed.is_some() && self.options.has_own_words() && is_word_look(*look) => {
                Hir::empty()
            }
            Node::Look(look) => Hir::look(*look),
            Node::Group(node, Some(number)) if self.captures => {
                Hir::capture(Capture { index: *number, name: None, sub: Box::new(self.node(node, within)) })
            }
            Node::Group(node, _) | Node::Atomic(node) => self.node(node, within),
            Node::Concat(nodes) => Hir::concat(nodes.iter().map(|node| self.node(node, within)).collect()),
            Node::Alternate(nodes) => Hir::alternation(nodes.iter().map(|node| self.node(node, within)).collect()),
            Node::Repeat { node, minimum, maximum, greed } => Hir::repetition(Repetition {
                min: *minimum,
                max: *maximum,
                greedy: *greed != Greed::Lazy,
                sub: Box::new(self.node(node, within)),
            }),
            Node::BackReference { group, .. } | Node::Call(group) => {
                let target = self.relaxed.as_ref().and_then(|table| table.get(*group as usize).copied().flatten());
                match target {
                    Some(target) if within < 2 && target.expanded_size() < MAX_RELAXED => self.node(target, within + 1),
                    _ => self.anything(),
                }
            }
            Node::Conditional { yes, no, .. } => Hir::alternation(vec![self.node(yes, within), self.node(no, within)]),
        }
    }
}

/// Whether an assertion asks for words of all of Unicode.
pub(super) fn is_word_look(look: Look) -> bool {
    matches!(look, Look::WordUnicode | Look::WordUnicodeNegate | Look::WordStartUnicode | Look::WordEndUnicode)
}

fn collect_groups<'a>(node: &'a Node, table: &mut [Option<&'a Node>]) {
    match node {
        Node::Group(inner, number) => {
            if let Some(slot) = number.and_then(|number| table.get_mut(number as usize)) {
                // Perl lets several groups share a number; then any of them may be meant.
                *slot = if slot.is_some() { None } else { Some(inner) };
            }
            collect_groups(inner, table);
        }
        Node::Atomic(inner)
        | Node::Define(inner)
        | Node::Around { node: inner, .. }
        | Node::Repeat { node: inner, .. } => {
            collect_groups(inner, table);
        }
        Node::Concat(nodes) | Node::Alternate(nodes) => {
            for node in nodes {
                collect_groups(node, table);
            }
        }
        Node::Conditional { yes, no, .. } => {
            collect_groups(yes, table);
            collect_groups(no, table);
        }
        _ => {}
    }
}
