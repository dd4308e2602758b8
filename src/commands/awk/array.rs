//! awk's arrays: hash tables that remember the order of insertion, and go through it as gawk does.
//!
//! POSIX leaves the order of `for (key in array)` open; programs lean on gawk's all the same. gawk keeps whole numbers
//! in tables of their own and the rest in chains, whose order follows from the keys and from how the table grew.

use std::cell::RefCell;
use std::rc::Rc;

use bytes::Bytes;
use formats::heavy;

use super::value::Value;

/// What an element holds.
#[derive(Debug, Clone)]
pub enum Cell {
    /// It was named alone: it may become the one or the other.
    Untyped,
    Value(Value),
    Array(ArrayRef),
}

pub type ArrayRef = Rc<RefCell<Array>>;

#[derive(Debug)]
struct Entry {
    hash: u64,
    key: Bytes,
    cell: Cell,
}

const EMPTY: u32 = u32::MAX;
const REMOVED: u32 = u32::MAX - 1;

/// An associative array.
#[derive(Debug, Default)]
pub struct Array {
    /// Positions in `entries`, by hash, with open addressing; its length is a power of two.
    table: Vec<u32>,
    /// In the order of insertion; `None` where an element was deleted.
    entries: Vec<Option<Entry>>,
    live: usize,
    /// Places of the table that are not `EMPTY`.
    used: usize,
}

fn hash(key: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64 ^ key.len() as u64;
    let mut chunks = key.chunks_exact(8);
    for chunk in &mut chunks {
        let word = chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    let word = chunks.remainder().iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ hash >> 32
}

impl Drop for Array {
    fn drop(&mut self) {
        heavy::free(std::mem::take(&mut self.entries));
    }
}

impl Array {
    pub fn new_ref() -> ArrayRef {
        Rc::new(RefCell::new(Array::default()))
    }

    pub fn len(&self) -> usize {
        self.live
    }

    pub fn clear(&mut self) {
        *self = Array::default();
    }

    fn find(&self, hash: u64, key: &[u8]) -> Option<usize> {
        if self.table.is_empty() {
            return None;
        }
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table[at] {
                EMPTY => return None,
                REMOVED => {}
                index => {
                    if let Some(Some(entry)) = self.entries.get(index as usize)
                        && entry.hash == hash
                        && entry.key == key
                    {
                        return Some(at);
                    }
                }
            }
            at = (at + 1) & mask;
        }
    }

    pub fn contains(&self, key: &[u8]) -> bool {
        self.find(hash(key), key).is_some()
    }

    pub fn get(&self, key: &[u8]) -> Option<&Cell> {
        let at = self.find(hash(key), key)?;
        self.entries.get(self.table[at] as usize)?.as_ref().map(|entry| &entry.cell)
    }

    pub fn get_mut(&mut self, key: &[u8]) -> Option<&mut Cell> {
        let at = self.find(hash(key), key)?;
        let index = self.table[at] as usize;
        self.entries.get_mut(index)?.as_mut().map(|entry| &mut entry.cell)
    }

    /// The element, made (unset) if it is not there. Also says whether it was made.
    pub fn entry(&mut self, key: &[u8]) -> (&mut Cell, bool) {
        let hash = hash(key);
        let (index, is_new) = match self.find(hash, key) {
            Some(at) => (self.table[at] as usize, false),
            None => (self.insert(hash, Bytes::copy_from_slice(key)), true),
        };
        let entry = self.entries[index].get_or_insert_with(|| Entry {
            hash,
            key: Bytes::new(),
            cell: Cell::Untyped,
        });
        (&mut entry.cell, is_new)
    }

    pub fn set(&mut self, key: &[u8], value: Value) {
        *self.entry(key).0 = Cell::Value(value);
    }

    fn insert(&mut self, hash: u64, key: Bytes) -> usize {
        if (self.used + 1) * 4 > self.table.len() * 3 {
            self.rebuild();
        }
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at] < REMOVED {
            at = (at + 1) & mask;
        }
        if self.table[at] == EMPTY {
            self.used += 1;
        }
        let index = self.entries.len();
        // Memory ends long before 32 bits do.
        self.table[at] = u32::try_from(index).unwrap_or(REMOVED);
        self.entries.push(Some(Entry { hash, key, cell: Cell::Untyped }));
        self.live += 1;
        index
    }

    fn rebuild(&mut self) {
        self.entries.retain(Option::is_some);
        let size = ((self.live + 1) * 2).next_power_of_two().max(8);
        self.table.clear();
        self.table.resize(size, EMPTY);
        for (index, entry) in self.entries.iter().enumerate() {
            let Some(entry) = entry else { continue };
            let mut at = entry.hash as usize & (size - 1);
            while self.table[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = u32::try_from(index).unwrap_or(REMOVED);
        }
        self.used = self.live;
    }

    pub fn remove(&mut self, key: &[u8]) {
        let Some(at) = self.find(hash(key), key) else { return };
        let index = self.table[at] as usize;
        self.table[at] = REMOVED;
        if let Some(entry) = self.entries.get_mut(index) {
            *entry = None;
        }
        self.live -= 1;
        if self.live == 0 {
            self.clear();
        }
    }

    /// The elements in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (&Bytes, &Cell)> {
        self.entries.iter().flatten().map(|entry| (&entry.key, &entry.cell))
    }

    /// Whether gawk keeps whole numbers among the keys as numbers: where the first key is one.
    pub fn keeps_numbers(&self) -> bool {
        self.iter().next().is_some_and(|(key, _)| whole_number(key).is_some())
    }

    /// The keys in gawk's order.
    pub fn keys(&self) -> Vec<Bytes> {
        let mut whole = Vec::new();
        let mut numbers = Chains::new(2);
        let mut words = Chains::new(1);
        // What the first key is decides which tables there are.
        let mut kind = None;
        let mut second = None;
        for (key, _) in self.iter() {
            let number = whole_number(key);
            let own = match number {
                Some(number) if number >= 0 => Kind::Whole,
                Some(_) => Kind::Numbers,
                None => Kind::Words,
            };
            let kind = *kind.get_or_insert(own);
            let home = match (kind, number) {
                (Kind::Words, _) | (_, None) => Kind::Words,
                (Kind::Whole, Some(number)) if number >= 0 => Kind::Whole,
                (Kind::Whole, Some(_)) => Kind::Numbers,
                (Kind::Numbers, Some(_)) => Kind::Numbers,
            };
            // Beside the table of whole numbers there is one more, again of the kind of its first key.
            let home = match (kind, home) {
                (Kind::Whole, Kind::Numbers | Kind::Words) if *second.get_or_insert(home) == Kind::Words => Kind::Words,
                _ => home,
            };
            match (home, number) {
                (Kind::Whole, Some(number)) => whole.push((number, key.clone())),
                (Kind::Numbers, Some(number)) => numbers.insert(number_hash(number), key.clone()),
                _ => words.insert(word_hash(key), key.clone()),
            }
        }
        whole.sort_unstable_by_key(|(number, _)| *number);
        let mut keys: Vec<Bytes> = words.into_keys().collect();
        keys.extend(numbers.into_keys());
        keys.extend(whole.into_iter().map(|(_, key)| key));
        keys
    }
}

/// The tables of one gawk array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Whole numbers from 0 on, in order.
    Whole,
    /// Other whole numbers, in chains.
    Numbers,
    /// Everything else, in chains.
    Words,
}

/// The number of a key that gawk keeps as one: a decimal integer without leading zeros.
pub(super) fn whole_number(key: &[u8]) -> Option<i64> {
    let digits = key.strip_prefix(b"-").unwrap_or(key);
    let canonical = match digits {
        [b'0'] => key.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.len() < 10 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !canonical {
        return None;
    }
    let value = digits.iter().fold(0i64, |value, byte| value * 10 + i64::from(byte - b'0'));
    Some(if key.len() > digits.len() { -value } else { value })
}

fn word_hash(key: &[u8]) -> u32 {
    // Bytes are signed there.
    key.iter().fold(0u32, |hash, byte| hash.wrapping_mul(65_599).wrapping_add_signed(i32::from(byte.cast_signed())))
}

fn number_hash(number: i64) -> u32 {
    // Keys have at most ten digits; what does not fit is cut as C does.
    let mut hash = number as u32;
    hash ^= hash << 3;
    hash = hash.wrapping_add(hash >> 5);
    hash ^= hash << 4;
    hash = hash.wrapping_add(hash >> 17);
    hash ^= hash << 25;
    hash.wrapping_add(hash >> 6)
}

/// A table of chains of nodes, the newest node first; a node holds `room` keys, the oldest first.
struct Chains {
    chains: Vec<Vec<Vec<(u32, Bytes)>>>,
    count: usize,
    room: usize,
}

/// The sizes that a table grows through.
const SIZES: [usize; 10] = [13, 127, 1021, 8191, 32_749, 131_071, 1_048_573, 8_388_593, 16_777_213, 33_554_393];

/// Keys a chain, above which the table grows.
const MOST: usize = 2;

impl Chains {
    fn new(room: usize) -> Chains {
        Chains { chains: Vec::new(), count: 0, room }
    }

    fn insert(&mut self, hash: u32, key: Bytes) {
        self.count += 1;
        if self.chains.is_empty() || self.count / self.chains.len() > MOST {
            self.grow();
        }
        self.put(hash, key);
    }

    fn put(&mut self, hash: u32, key: Bytes) {
        let place = hash as usize % self.chains.len();
        let chain = &mut self.chains[place];
        match chain.last_mut() {
            Some(node) if node.len() < self.room => node.push((hash, key)),
            _ => chain.push(vec![(hash, key)]),
        }
    }

    fn grow(&mut self) {
        let Some(&size) = SIZES.iter().find(|size| **size > self.chains.len()) else { return };
        let old = std::mem::replace(&mut self.chains, vec![Vec::new(); size]);
        for chain in old {
            // The newest goes first, so it ends up behind the others.
            for (hash, key) in chain.into_iter().rev().flatten() {
                self.put(hash, key);
            }
        }
    }

    fn into_keys(self) -> impl Iterator<Item = Bytes> {
        self.chains.into_iter().flat_map(|chain| chain.into_iter().rev().flatten().map(|(_, key)| key))
    }
}
