//! What the builtins keep in the shell's state: it persists like variables do and is copied to subshells.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bstr::{BStr, BString};

use super::bind::Bindings;
use super::completion::Completions;
use crate::history::History;
use crate::variables::AssociativeArray;

/// The state of the builtins. Cloning copies pointers.
#[derive(Clone, Default)]
pub struct BuiltinState {
    /// The table of `hash`.
    pub hashed: Arc<HashedCommands>,
    /// `ulimit`
    pub limits: ResourceLimits,
    /// `complete`
    pub completions: Arc<Completions>,
    /// `bind`
    pub bindings: Arc<Bindings>,
    /// What `history` and `fc` show.
    pub history: Arc<History>,
}

/// Where commands were found, in the order in which bash lists them, and how often each was run.
#[derive(Debug, Clone)]
pub struct HashedCommands {
    paths: AssociativeArray,
    hits: HashMap<BString, u64>,
}

/// The size of bash's table, on which the order depends.
const BUCKETS: usize = 256;

impl Default for HashedCommands {
    fn default() -> Self {
        HashedCommands { paths: AssociativeArray::with_buckets(BUCKETS), hits: HashMap::new() }
    }
}

impl HashedCommands {
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    pub fn path(&self, name: &[u8]) -> Option<&BStr> {
        self.paths.get(name)
    }

    pub fn insert(&mut self, name: &[u8], path: BString, hits: u64) {
        self.paths.set(name, path);
        self.hits.insert(name.into(), hits);
    }

    /// Counts one more run.
    pub fn hit(&mut self, name: &[u8]) {
        if let Some(hits) = self.hits.get_mut(BStr::new(name)) {
            *hits = hits.saturating_add(1);
        }
    }

    pub fn remove(&mut self, name: &[u8]) -> bool {
        self.hits.remove(BStr::new(name));
        self.paths.remove(name).is_some()
    }

    /// Names, paths and hits.
    pub fn iter(&self) -> impl Iterator<Item = (&BStr, &BStr, u64)> {
        self.paths.iter().map(|(name, path)| (name, path, self.hits.get(name).copied().unwrap_or(0)))
    }
}

/// A resource of `ulimit`.
pub(super) struct Resource {
    pub letter: u8,
    pub name: &'static str,
    pub unit: &'static str,
    /// The limit at the start; `None` is unlimited.
    pub value: Option<u64>,
    /// Nobody can change it.
    pub fixed: bool,
    pub always_listed: bool,
}

const fn resource(letter: u8, name: &'static str, unit: &'static str, value: Option<u64>) -> Resource {
    Resource { letter, name, unit, value, fixed: false, always_listed: true }
}

/// In the order of `ulimit -a`. The numbers are fixed: nothing of the host shows.
pub(super) static RESOURCES: [Resource; 17] = [
    resource(b'R', "real-time non-blocking time", "microseconds", None),
    resource(b'c', "core file size", "blocks", Some(0)),
    resource(b'd', "data seg size", "kbytes", None),
    resource(b'e', "scheduling priority", "", Some(0)),
    resource(b'f', "file size", "blocks", None),
    resource(b'i', "pending signals", "", Some(4096)),
    resource(b'l', "max locked memory", "kbytes", Some(8192)),
    resource(b'm', "max memory size", "kbytes", None),
    resource(b'n', "open files", "", Some(1024)),
    Resource { letter: b'p', name: "pipe size", unit: "512 bytes", value: Some(8), fixed: true, always_listed: true },
    resource(b'q', "POSIX message queues", "bytes", Some(819_200)),
    resource(b'r', "real-time priority", "", Some(0)),
    resource(b's', "stack size", "kbytes", Some(8192)),
    resource(b't', "cpu time", "seconds", None),
    resource(b'u', "max user processes", "", Some(2048)),
    resource(b'v', "virtual memory", "kbytes", None),
    resource(b'x', "file locks", "", None),
];

/// The soft and hard limits that were set; others are as [`RESOURCES`] says.
#[derive(Debug, Clone, Default)]
pub struct ResourceLimits {
    changed: Arc<BTreeMap<(usize, bool), Option<u64>>>,
}

impl ResourceLimits {
    pub(super) fn get(&self, index: usize, hard: bool) -> Option<u64> {
        match self.changed.get(&(index, hard)) {
            Some(value) => *value,
            None => RESOURCES.get(index).and_then(|resource| resource.value),
        }
    }

    pub(super) fn set(&mut self, index: usize, hard: bool, value: Option<u64>) {
        Arc::make_mut(&mut self.changed).insert((index, hard), value);
    }
}
