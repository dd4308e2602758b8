//! Indexed arrays: sparse, in order of index, and as fast as a vector while they have no holes.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice};

/// An array whose indices are numbers from 0 up.
#[derive(Debug, Clone)]
pub struct IndexedArray {
    store: Store,
}

#[derive(Debug, Clone)]
enum Store {
    /// Elements `first`, `first + 1`, … without a hole.
    Dense {
        first: i64,
        values: Vec<BString>,
    },
    Sparse(BTreeMap<i64, BString>),
}

impl Default for IndexedArray {
    fn default() -> Self {
        IndexedArray { store: Store::Dense { first: 0, values: Vec::new() } }
    }
}

impl PartialEq for IndexedArray {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl From<Vec<BString>> for IndexedArray {
    fn from(values: Vec<BString>) -> Self {
        IndexedArray { store: Store::Dense { first: 0, values } }
    }
}

impl IndexedArray {
    /// The number of elements that are set.
    pub fn len(&self) -> usize {
        match &self.store {
            Store::Dense { values, .. } => values.len(),
            Store::Sparse(map) => map.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The highest index in use; -1 for none.
    pub fn last_index(&self) -> i64 {
        match &self.store {
            Store::Dense { values, .. } if values.is_empty() => -1,
            Store::Dense { first, values } => first + values.len() as i64 - 1,
            Store::Sparse(map) => map.last_key_value().map_or(-1, |(index, _)| *index),
        }
    }

    pub fn get(&self, index: i64) -> Option<&BStr> {
        match &self.store {
            Store::Dense { first, values } => {
                values.get(usize::try_from(index.checked_sub(*first)?).ok()?).map(|value| value.as_bstr())
            }
            Store::Sparse(map) => map.get(&index).map(|value| value.as_bstr()),
        }
    }

    /// The place of an element, made empty when it is not set.
    pub fn entry(&mut self, index: i64) -> &mut BString {
        if let Store::Dense { first, values } = &mut self.store {
            if values.is_empty() {
                *first = index;
            }
            let offset = index.checked_sub(*first).and_then(|offset| usize::try_from(offset).ok());
            if offset.is_none_or(|offset| offset > values.len()) {
                self.make_sparse();
            }
        }
        match &mut self.store {
            Store::Dense { first, values } => {
                let offset = (index - *first) as usize;
                if offset == values.len() {
                    values.push(BString::default());
                }
                &mut values[offset]
            }
            Store::Sparse(map) => map.entry(index).or_default(),
        }
    }

    pub fn set(&mut self, index: i64, value: BString) {
        *self.entry(index) = value;
    }

    /// Sets the element after the last one.
    pub fn push(&mut self, value: BString) {
        let index = self.last_index().saturating_add(1);
        self.set(index, value);
    }

    pub fn remove(&mut self, index: i64) -> Option<BString> {
        if let Store::Dense { first, values } = &mut self.store {
            let offset = usize::try_from(index.checked_sub(*first)?).ok()?;
            if offset >= values.len() {
                return None;
            }
            if offset + 1 == values.len() {
                return values.pop();
            }
            self.make_sparse();
        }
        match &mut self.store {
            Store::Sparse(map) => map.remove(&index),
            Store::Dense { .. } => None,
        }
    }

    fn make_sparse(&mut self) {
        if let Store::Dense { first, values } = &mut self.store {
            let map = (*first..).zip(std::mem::take(values)).collect();
            self.store = Store::Sparse(map);
        }
    }

    /// Indices and values in order of index.
    pub fn iter(&self) -> impl Iterator<Item = (i64, &BStr)> {
        let (dense, sparse) = match &self.store {
            Store::Dense { first, values } => (Some((*first..).zip(values.iter())), None),
            Store::Sparse(map) => (None, Some(map.iter().map(|(index, value)| (*index, value)))),
        };
        dense.into_iter().flatten().chain(sparse.into_iter().flatten()).map(|(index, value)| (index, value.as_bstr()))
    }

    pub fn values(&self) -> impl Iterator<Item = &BStr> {
        self.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_keep_order_and_the_last_index() {
        let mut array = IndexedArray::default();
        assert_eq!(array.last_index(), -1);
        for index in [5, 2, 9, i64::MAX] {
            array.set(index, index.to_string().into());
        }
        assert_eq!(array.iter().map(|(index, _)| index).collect::<Vec<_>>(), [2, 5, 9, i64::MAX]);
        assert_eq!(array.last_index(), i64::MAX);
        assert_eq!(array.get(5), Some("5".into()));
        assert_eq!(array.get(6), None);
        assert_eq!(array.get(i64::MIN), None);
    }

    #[test]
    fn a_dense_array_stays_dense_where_it_can() {
        let mut array = IndexedArray::default();
        array.set(1, "a".into());
        array.push("b".into());
        assert!(matches!(array.store, Store::Dense { first: 1, .. }));
        assert_eq!(array.remove(2), Some("b".into()));
        assert_eq!(array.remove(7), None);
        array.set(0, "z".into());
        assert_eq!(array.values().collect::<Vec<_>>(), ["z", "a"]);
        array.remove(0);
        assert_eq!(array, {
            let mut other = IndexedArray::default();
            other.set(1, "a".into());
            other
        });
    }
}
