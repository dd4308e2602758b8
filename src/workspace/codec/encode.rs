//! From a tree to bytes.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use sha2::{Digest, Sha256};

use super::super::entries::Iter;
use super::super::node::{Dir, File, Meta, Node};
use super::super::tree::Tree;
use super::super::{Hash, Time};
use super::{AGAIN, DIR, FIFO, FILE, HEADER, MAGIC, SHARED, SYMLINK, VERSION};

/// The compressor is fed pieces of exactly this size, so that its output depends on the bytes alone.
const PIECE: usize = 64 << 10;

/// A tree as bytes; see the module for the layout. The time is that of hashing and compressing every distinct content.
pub fn encode(tree: &Tree) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(MAGIC);
    header.push(VERSION);
    header.extend_from_slice(&[0; 32]);
    let mut writer = Writer {
        // Fast rather than small: a level more saves little on source text.
        encoder: DeflateEncoder::new(header, Compression::new(3)),
        piece: Vec::with_capacity(PIECE),
        contents: HashMap::new(),
        shared: HashSet::new(),
    };
    writer.body(tree);
    writer.finish()
}

struct Writer {
    encoder: DeflateEncoder<Vec<u8>>,
    piece: Vec<u8>,
    /// The contents written so far and their numbers, from 1.
    contents: HashMap<Hash, u64>,
    /// The nodes with several names that were written.
    shared: HashSet<u64>,
}

impl Writer {
    fn body(&mut self, tree: &Tree) {
        self.number(tree.next_ino);
        self.byte(DIR);
        let mut above: Vec<Iter> = Vec::new();
        let mut entries = self.open_folder(&tree.root);
        loop {
            match entries.next() {
                Some((name, node)) => {
                    self.text(name);
                    if let Node::Dir(dir) = node {
                        self.byte(DIR);
                        above.push(std::mem::replace(&mut entries, self.open_folder(dir)));
                    } else {
                        self.leaf(tree, node);
                    }
                }
                None => match above.pop() {
                    Some(parent) => entries = parent,
                    None => return,
                },
            }
        }
    }

    fn open_folder<'a>(&mut self, dir: &'a Dir) -> Iter<'a> {
        self.meta(&dir.meta);
        self.number(dir.len() as u64);
        dir.entries.iter()
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

    fn content(&mut self, file: &File) {
        let next = self.contents.len() as u64 + 1;
        let number = *self.contents.entry(file.hash()).or_insert(next);
        if number < next {
            self.number(number);
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

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    fn byte(&mut self, byte: u8) {
        self.bytes(&[byte]);
    }

    fn bytes(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = PIECE - self.piece.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.piece.extend_from_slice(now);
            bytes = later;
            if self.piece.len() == PIECE {
                self.compress_piece();
            }
        }
    }

    fn compress_piece(&mut self) {
        let written = self.encoder.write_all(&self.piece);
        debug_assert!(written.is_ok(), "writing to a vector does not fail");
        self.piece.clear();
    }

    fn finish(mut self) -> Vec<u8> {
        self.compress_piece();
        let mut bytes = self.encoder.finish().unwrap_or_default();
        let hash = Sha256::digest(bytes.get(HEADER..).unwrap_or_default());
        if let Some(place) = bytes.get_mut(HEADER - 32..HEADER) {
            place.copy_from_slice(&hash);
        }
        bytes
    }
}
