//! Associative arrays, iterating in the order in which bash does.
//!
//! Bash lists a chained hash table bucket by bucket, newest entry of a bucket first, and scripts print that order. So
//! the table here has the same hash (FNV-1, 32 bits), the same number of buckets and the same growth.

use bstr::{BStr, BString, ByteSlice};

/// Buckets of a new array.
const BUCKETS: usize = 1024;
/// Entries for each bucket at which the table grows.
const LOAD: usize = 2;
/// How many times as many buckets a grown table has.
const GROWTH: usize = 4;

const NONE: u32 = u32::MAX;

/// An array whose indices are strings.
#[derive(Debug, Clone)]
pub struct AssociativeArray {
    /// The first entry of each chain; empty until something is stored.
    heads: Vec<u32>,
    buckets: usize,
    entries: Vec<Entry>,
    free: Vec<u32>,
}

#[derive(Debug, Clone, Default)]
struct Entry {
    hash: u32,
    next: u32,
    key: BString,
    value: BString,
}

impl Default for AssociativeArray {
    fn default() -> Self {
        AssociativeArray { heads: Vec::new(), buckets: BUCKETS, entries: Vec::new(), free: Vec::new() }
    }
}

impl PartialEq for AssociativeArray {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

/// FNV-1, with bytes above 127 as the negative numbers that C's `char` makes of them.
fn hash(key: &[u8]) -> u32 {
    key.iter().fold(2_166_136_261, |hash: u32, &byte| hash.wrapping_mul(16_777_619) ^ (byte as i8 as i32 as u32))
}

impl AssociativeArray {
    pub fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An empty table with a number of buckets, a power of two, of its own.
    pub fn with_buckets(buckets: usize) -> AssociativeArray {
        AssociativeArray { buckets, ..AssociativeArray::default() }
    }

    /// An empty array with as many buckets as this one: what `m=(…)` starts from.
    pub fn emptied(&self) -> AssociativeArray {
        AssociativeArray { buckets: self.buckets, ..AssociativeArray::default() }
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets - 1)
    }

    fn find(&self, key: &[u8], hash: u32) -> Option<u32> {
        let mut at = *self.heads.get(self.bucket(hash))?;
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.hash == hash && entry.key == key {
                return Some(at);
            }
            at = entry.next;
        }
        None
    }

    pub fn get(&self, key: &[u8]) -> Option<&BStr> {
        self.find(key, hash(key)).map(|at| self.entries[at as usize].value.as_bstr())
    }

    /// The place of an element, made empty when it is not set.
    pub fn entry(&mut self, key: &[u8]) -> &mut BString {
        let hash = hash(key);
        let at = match self.find(key, hash) {
            Some(at) => at,
            None => self.insert(key, hash),
        };
        &mut self.entries[at as usize].value
    }

    fn insert(&mut self, key: &[u8], hash: u32) -> u32 {
        if self.heads.is_empty() {
            self.heads = vec![NONE; self.buckets];
        }
        if self.len() >= self.buckets * LOAD {
            self.grow();
        }
        let bucket = self.bucket(hash);
        let entry = Entry { hash, next: self.heads[bucket], key: key.into(), value: BString::default() };
        let at = match self.free.pop() {
            Some(at) => {
                self.entries[at as usize] = entry;
                at
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        self.heads[bucket] = at;
        at
    }

    /// Moves chain by chain, each entry to the front of its new chain: the order follows from it.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.heads);
        self.buckets *= GROWTH;
        self.heads = vec![NONE; self.buckets];
        for mut at in old {
            while at != NONE {
                let bucket = self.bucket(self.entries[at as usize].hash);
                let entry = &mut self.entries[at as usize];
                let next = std::mem::replace(&mut entry.next, self.heads[bucket]);
                self.heads[bucket] = at;
                at = next;
            }
        }
    }

    pub fn set(&mut self, key: &[u8], value: BString) {
        *self.entry(key) = value;
    }

    pub fn remove(&mut self, key: &[u8]) -> Option<BString> {
        let hash = hash(key);
        let found = self.find(key, hash)?;
        let bucket = self.bucket(hash);
        let next = self.entries[found as usize].next;
        if self.heads[bucket] == found {
            self.heads[bucket] = next;
        } else {
            let mut at = self.heads[bucket];
            while self.entries[at as usize].next != found {
                at = self.entries[at as usize].next;
            }
            self.entries[at as usize].next = next;
        }
        self.free.push(found);
        Some(std::mem::take(&mut self.entries[found as usize]).value)
    }

    /// Removes every element; the number of buckets stays.
    pub fn clear(&mut self) {
        *self = self.emptied();
    }

    /// Keys and values in bash's order.
    pub fn iter(&self) -> impl Iterator<Item = (&BStr, &BStr)> {
        self.heads.iter().flat_map(move |&head| {
            std::iter::successors(self.entries.get(head as usize), move |entry| self.entries.get(entry.next as usize))
                .map(|entry| (entry.key.as_bstr(), entry.value.as_bstr()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(array: &AssociativeArray) -> Vec<String> {
        array.iter().map(|(key, _)| key.to_string()).collect()
    }

    #[test]
    fn keys_come_in_the_order_of_bash() {
        // Recorded from bash 5.2.
        let mut array = AssociativeArray::default();
        for key in ["é", "ü", "a", "b", "ab", "z", "é2"] {
            array.set(key.as_bytes(), "1".into());
        }
        assert_eq!(keys(&array).join(" "), "ab z b a é2 ü é");
        let mut array = AssociativeArray::default();
        for number in 1..=20 {
            array.set(number.to_string().as_bytes(), "1".into());
        }
        assert_eq!(keys(&array).join(" "), "9 8 7 6 5 4 3 2 1 20 18 19 12 13 10 11 16 17 14 15");
    }

    #[test]
    fn a_grown_table_lists_as_bash_does() {
        let mut array = AssociativeArray::default();
        for number in 0..2100 {
            array.set(format!("k{number}").as_bytes(), "1".into());
        }
        let text = keys(&array).join(" ");
        assert!(
            text.starts_with("k1698 k1699 k1696 k1697 k1694 k1695 k1692 k1693 k1690 k1691 k679 k678"),
            "{}",
            &text[..99]
        );
        assert_eq!(array.len(), 2100);
    }

    #[test]
    fn removed_entries_leave_the_chains_whole() {
        let mut array = AssociativeArray::default();
        for number in 0..5000 {
            array.set(number.to_string().as_bytes(), number.to_string().into());
        }
        for number in (0..5000).step_by(2) {
            assert!(array.remove(number.to_string().as_bytes()).is_some());
        }
        assert_eq!(array.remove(b"0"), None);
        assert_eq!(array.len(), 2500);
        assert_eq!(array.iter().count(), 2500);
        assert_eq!(array.get(b"4999"), Some("4999".into()));
        assert_eq!(array.get(b"4998"), None);
    }
}
