//! Where states come from: the points at which they parted, so that a merge finds its base by itself.
//!
//! A snapshot marks a [`Point`]: the tree at that moment. The state that goes on and everything that starts from the
//! snapshot share it by reference. A point that only one state can see is of no use any more and is let go, so that
//! a session holds on to old trees only while something else descends from them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use workspace::Tree;

/// Numbers points: of two points on one line, the later one has the higher number.
static SERIAL: AtomicU64 = AtomicU64::new(1);

/// Points that a line keeps, and points that a search looks at.
const LONGEST: usize = 128;

/// A moment in the past of one or several states.
struct Point {
    serial: u64,
    tree: Tree,
    /// The points before it: several after a merge.
    parents: Mutex<Vec<Arc<Point>>>,
}

impl Point {
    fn parents(&self) -> MutexGuard<'_, Vec<Arc<Point>>> {
        // What a panicking thread leaves is a list of points all the same.
        self.parents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The past of a state. Cloning counts a reference; no part of what is hashed, compared or encoded.
#[derive(Clone, Default)]
pub struct Lineage(Option<Arc<Point>>);

impl Lineage {
    fn push(&mut self, tree: &Tree, parents: Vec<Arc<Point>>) {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        self.0 = Some(Arc::new(Point { serial, tree: tree.clone(), parents: Mutex::new(parents) }));
    }

    /// Marks the present, whose tree is given, as a point. Nothing new when it is one already.
    pub(super) fn mark(&mut self, tree: &Tree) {
        self.forget();
        if self.0.as_ref().is_none_or(|point| !point.tree.is_one_with(tree)) {
            let parents = self.0.take().into_iter().collect();
            self.push(tree, parents);
        }
    }

    /// Marks the present as the result of a merge with another state.
    pub(super) fn join(&mut self, theirs: &Lineage, tree: &Tree) {
        let parents = self.0.take().into_iter().chain(theirs.0.clone()).collect();
        self.push(tree, parents);
    }

    /// Lets points go that no other state can see.
    pub(super) fn forget(&mut self) {
        let mut at = self.0.clone();
        let mut length = 0;
        while let Some(point) = at {
            let mut parents = point.parents();
            length += 1;
            if length > LONGEST {
                parents.clear();
            }
            let mut index = 0;
            while let Some(parent) = parents.get(index) {
                // One that only this list holds can be seen by nobody else.
                if Arc::strong_count(parent) > 1 {
                    index += 1;
                    continue;
                }
                let before = std::mem::take(&mut *parent.parents());
                parents.remove(index);
                let new = |old: &Arc<Point>| !parents.iter().any(|known| Arc::ptr_eq(known, old));
                let before: Vec<Arc<Point>> = before.into_iter().filter(new).collect();
                parents.splice(index..index, before);
            }
            at = parents.first().cloned();
        }
        while let Some(point) = &self.0
            && Arc::strong_count(point) == 1
            && point.parents().len() <= 1
        {
            let before = point.parents().pop();
            self.0 = before;
        }
    }

    /// The tree at the latest point that both states come from.
    pub(super) fn common(&self, other: &Lineage) -> Option<Tree> {
        let mine: HashSet<u64> = self.points().keys().copied().collect();
        let shared = other.points().into_iter().filter(|(serial, _)| mine.contains(serial));
        shared.max_by_key(|(serial, _)| *serial).map(|(_, point)| point.tree.clone())
    }

    fn points(&self) -> HashMap<u64, Arc<Point>> {
        let mut found = HashMap::new();
        let mut open: Vec<Arc<Point>> = self.0.iter().cloned().collect();
        while let Some(point) = open.pop() {
            if found.len() >= LONGEST * LONGEST {
                break;
            }
            if let Entry::Vacant(place) = found.entry(point.serial) {
                open.extend(point.parents().iter().cloned());
                place.insert(point);
            }
        }
        found
    }

    /// How many points it keeps; for tests.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.points().len()
    }
}
