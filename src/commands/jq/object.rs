//! Objects: keys in the order in which they were added, found through an index once there are many.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::value::{Value, drop_later};

type Index = HashMap<Key, usize, BuildHasherDefault<DefaultHasher>>;

/// A key of the index, found by its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key(Rc<String>);

impl Borrow<str> for Key {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// Up to how many keys are compared one by one.
const SMALL: usize = 8;

#[derive(Clone, Debug, Default)]
pub struct Object {
    /// `None`: a key that was removed. Such places go when they are the greater part.
    entries: Vec<Option<(Rc<String>, Value)>>,
    live: usize,
    /// Built when a key is looked for and there are many.
    index: Option<Box<Index>>,
}

impl Drop for Object {
    fn drop(&mut self) {
        if self.entries.iter().flatten().any(|(_, value)| value.is_container()) {
            let entries = std::mem::take(&mut self.entries);
            drop_later(entries.into_iter().flatten().map(|(_, value)| value).collect());
        }
    }
}

impl Object {
    pub fn new() -> Object {
        Object::default()
    }

    pub fn len(&self) -> usize {
        self.live
    }

    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Keys and values in the order in which they were added.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Rc<String>, &Value)> {
        self.entries.iter().flatten().map(|(key, value)| (key, value))
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries.iter_mut().flatten().map(|(_, value)| value)
    }

    /// The entry at a place or the first after it, and the place behind it.
    pub fn entry_from(&self, place: usize) -> Option<(usize, &Rc<String>, &Value)> {
        let rest = self.entries.get(place..)?;
        let offset = rest.iter().position(Option::is_some)?;
        let (key, value) = rest.get(offset)?.as_ref()?;
        Some((place + offset + 1, key, value))
    }

    /// The keys in the order of their bytes.
    pub fn sorted_keys(&self) -> Vec<Rc<String>> {
        let mut keys: Vec<Rc<String>> = self.iter().map(|(key, _)| Rc::clone(key)).collect();
        keys.sort_unstable();
        keys
    }

    fn place(&self, key: &str) -> Option<usize> {
        if let Some(index) = &self.index {
            return index.get(key).copied();
        }
        self.entries.iter().position(|entry| entry.as_ref().is_some_and(|(known, _)| known.as_str() == key))
    }

    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.get(self.place(key)?)?.as_ref().map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let place = self.place(key)?;
        self.entries.get_mut(place)?.as_mut().map(|(_, value)| value)
    }

    pub fn contains_key(&self, key: &str) -> bool {
        self.place(key).is_some()
    }

    pub fn insert(&mut self, key: Rc<String>, value: Value) {
        if let Some(place) = self.place(&key) {
            if let Some(Some((_, old))) = self.entries.get_mut(place) {
                *old = value;
            }
            return;
        }
        let place = self.entries.len();
        self.entries.push(Some((Rc::clone(&key), value)));
        self.live += 1;
        match &mut self.index {
            Some(index) => {
                index.insert(Key(key), place);
            }
            None if self.entries.len() > SMALL => self.build_index(),
            None => {}
        }
    }

    fn build_index(&mut self) {
        let mut index = Index::with_capacity_and_hasher(self.live * 2, BuildHasherDefault::default());
        for (place, entry) in self.entries.iter().enumerate() {
            if let Some((key, _)) = entry {
                index.insert(Key(Rc::clone(key)), place);
            }
        }
        self.index = Some(Box::new(index));
    }

    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let place = self.place(key)?;
        let (key, value) = self.entries.get_mut(place)?.take()?;
        self.live -= 1;
        if let Some(index) = &mut self.index {
            index.remove(key.as_str());
        }
        if self.live < self.entries.len() / 2 {
            self.entries.retain(Option::is_some);
            self.index = None;
            if self.live > SMALL {
                self.build_index();
            }
        }
        Some(value)
    }
}

impl FromIterator<(Rc<String>, Value)> for Object {
    fn from_iter<T: IntoIterator<Item = (Rc<String>, Value)>>(entries: T) -> Object {
        let mut object = Object::new();
        for (key, value) in entries {
            object.insert(key, value);
        }
        object
    }
}
