//! From a tree to bytes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::entries::Iter;
use super::super::node::{Dir, File, Meta, Name, Node};
use super::super::tree::Tree;
use super::super::{Hash, Time};
use super::contents::Contents;
use super::frame::{Frame, Seen, Spawn};
use super::packs::{Pack, places};
use super::since::{Base, identical};
use super::{AGAIN, CHANGED, DIR, FIFO, FILE, MAGIC, SAME, SHARED, SYMLINK, VERSION, VERSION_PACKED, VERSION_SINCE};

/// A tree as bytes behind those of `out`, without what was not read; see the module for the layout. The time is that of
/// compressing every distinct content; `spawn` has some of that done by others. `seen` is told what comes behind `out`.
pub fn encode(tree: &Tree, out: Vec<u8>, spawn: Option<Spawn<'_>>, seen: Seen<'_>) -> Vec<u8> {
    write(&tree.without_unread(), None, out, spawn, seen)
}

/// What is new in a tree since `base`. [`super::decode_since`] needs the same base. The size follows what is new, the
/// time that of a walk over the base.
pub fn encode_since(tree: &Tree, base: &Tree, out: Vec<u8>, seen: Seen<'_>) -> Vec<u8> {
    write(&tree.without_unread(), Some(&Base::new(&base.without_unread())), out, None, seen)
}

/// A tree whose contents are in `packs`, those that [`super::packs`] gave for it.
pub fn encode_packed(tree: &Tree, packs: &[Pack], out: Vec<u8>, seen: Seen<'_>) -> Vec<u8> {
    let mut writer = Writer::new(MAGIC, VERSION_PACKED, None, out, None, seen);
    writer.packed = Some(places(packs));
    writer.body(&tree.without_unread());
    writer.finish()
}

fn write(tree: &Tree, base: Option<&Base<'_>>, mut out: Vec<u8>, spawn: Option<Spawn<'_>>, seen: Seen<'_>) -> Vec<u8> {
    if base.is_none() {
        // Growing by doubling would touch every page twice; what is not needed is never touched.
        out.reserve(usize::try_from(tree.totals().bytes / 2).unwrap_or_default());
    }
    let mut writer = Writer::new(MAGIC, if base.is_some() { VERSION_SINCE } else { VERSION }, base, out, spawn, seen);
    writer.body(tree);
    writer.finish()
}

pub(super) struct Writer<'a> {
    frame: Frame<'a>,
    /// The contents written so far.
    contents: Contents,
    /// The nodes with several names that were written.
    shared: HashSet<u64>,
    base: Option<&'a Base<'a>>,
    /// Contents that are in packs, and their numbers from 0.
    packed: Option<HashMap<Hash, u64>>,
}

/// The entries of a folder that are still to be written, each with what the base has in its place.
enum Entries<'a> {
    /// All of them; the base's folder beside it, where it has one.
    All(Iter<'a>, Option<&'a Dir>),
    /// Those that are not as in the base.
    Some(std::vec::IntoIter<(&'a Name, &'a Node, Option<&'a Node>)>),
}

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a Name, &'a Node, Option<&'a Node>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Entries::All(entries, base) => {
                entries.next().map(|(name, node)| (name, node, base.and_then(|base| base.get(name))))
            }
            Entries::Some(entries) => entries.next(),
        }
    }
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        magic: &[u8; 7],
        version: u8,
        base: Option<&'a Base<'a>>,
        mut out: Vec<u8>,
        spawn: Option<Spawn<'a>>,
        seen: Seen<'a>,
    ) -> Self {
        let before = out.len();
        out.extend_from_slice(magic);
        out.push(version);
        seen(out.get(before..).unwrap_or_default());
        Writer {
            frame: Frame::new(out, spawn, seen),
            contents: Contents::default(),
            shared: HashSet::new(),
            base,
            packed: None,
        }
    }

    fn body(&mut self, tree: &Tree) {
        if let Some(base) = self.base {
            self.bytes(&base.fingerprint.0);
        }
        self.number(tree.numbers_end());
        let base_root = self.base.map(|base| &*base.tree.root);
        let mut above: Vec<Entries> = Vec::new();
        let mut entries = self.open_folder(&tree.root, base_root);
        loop {
            match entries.next() {
                Some((name, node, base)) => {
                    self.text(name);
                    match (node, base) {
                        (node, Some(base)) if identical(base, node) => self.byte(SAME),
                        (Node::Dir(dir), base) => {
                            let base = base.and_then(Node::as_dir).map(|dir| &**dir);
                            above.push(std::mem::replace(&mut entries, self.open_folder(dir, base)));
                        }
                        (leaf, _) => self.leaf(tree, leaf),
                    }
                }
                None => match above.pop() {
                    Some(parent) => entries = parent,
                    None => return,
                },
            }
        }
    }

    fn open_folder<'d>(&mut self, dir: &'d Dir, base: Option<&'d Dir>) -> Entries<'d> {
        let Some(base) = base.filter(|base| base.linked() == 0 && dir.linked() == 0) else {
            self.byte(DIR);
            self.meta(&dir.meta);
            self.number(dir.len() as u64);
            return Entries::All(dir.own().iter(), base);
        };
        let (mut gone, mut given) = (Vec::new(), Vec::new());
        for (name, before, after) in base.own().pairs(dir.own(), true) {
            match (before, after) {
                (Some(before), Some(after)) if identical(before, after) => {}
                (before, Some(after)) => given.push((name, after, before)),
                (_, None) => gone.push(name),
            }
        }
        self.byte(CHANGED);
        self.meta(&dir.meta);
        self.number(gone.len() as u64);
        gone.iter().for_each(|name| self.text(name));
        self.number(given.len() as u64);
        Entries::Some(given.into_iter())
    }

    fn leaf(&mut self, tree: &Tree, node: &Node) {
        let leaf = tree.leaf(node);
        if tree.nlink(leaf) > 1 {
            let ino = leaf.meta().ino;
            if !self.shared.insert(ino) {
                self.byte(AGAIN);
                self.number(ino);
                return;
            }
            self.byte(SHARED);
        }
        match leaf {
            Node::File(file) => {
                self.byte(FILE);
                self.meta(&file.meta);
                self.content(file);
            }
            Node::Symlink(link) => {
                self.byte(SYMLINK);
                self.meta(&link.meta);
                self.text(&link.target);
            }
            // Devices and unresolved links do not occur in a tree proper.
            leaf => {
                self.byte(FIFO);
                self.meta(leaf.meta());
            }
        }
    }

    fn content(&mut self, file: &Arc<File>) {
        if let Some(packed) = &self.packed {
            let place = packed.get(&file.hash()).copied();
            debug_assert!(place.is_some(), "the packs are those of this tree");
            self.number(place.unwrap_or(u64::MAX));
            return;
        }
        if let Some(base) = self.base
            && base.contents.contains_key(&file.hash())
        {
            self.number(1);
            self.bytes(&file.hash().0);
            return;
        }
        let first = if self.base.is_some() { 2 } else { 1 };
        if let Some(number) = self.contents.meet(file) {
            self.number(first + number);
            return;
        }
        self.number(0);
        self.number(file.content().len());
        for slice in file.content().slices() {
            self.bytes(&slice);
        }
    }

    fn meta(&mut self, meta: &Meta) {
        let zigzag = |value: i64| (value << 1 ^ value >> 63).cast_unsigned();
        let since = |a: Time, b: Time| zigzag(a.0.wrapping_sub(b.0));
        self.number(meta.ino);
        self.number(u64::from(meta.mode));
        self.number(zigzag(meta.atime.0));
        self.number(since(meta.mtime, meta.atime));
        self.number(since(meta.ctime, meta.mtime));
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.bytes(text);
    }

    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    fn byte(&mut self, byte: u8) {
        self.bytes(&[byte]);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.frame.write(bytes);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.frame.finish()
    }
}
