//! Unread files and unlisted folders: a tree with them behaves as one in which everything was there from the start.

use std::sync::Arc;

use proptest::prelude::*;

use super::properties::{Op, apply, op};
use super::*;

/// A folder of an ordinary tree as a source.
struct Part(Tree, AbsPath);

impl FolderSource for Part {
    fn list(&self) -> Result<Vec<Listed>, Errno> {
        let list = self.0.read_dir(&self.1)?.into_iter().map(|(name, node)| {
            let kind = match &node {
                Node::Dir(_) => ListedKind::Folder(Arc::new(Part(self.0.clone(), self.1.join(&name)))),
                Node::Symlink(link) => ListedKind::Symlink(Arc::clone(&link.target)),
                Node::File(file) => ListedKind::File(Arc::new(Bytes(file.content().clone()))),
                _ => unreachable!("the model has no other nodes"),
            };
            Listed { name, mode: node.meta().mode, kind }
        });
        Ok(list.collect())
    }
}

struct Bytes(Content);

impl FileSource for Bytes {
    fn size(&self) -> Option<u64> {
        Some(self.0.len())
    }

    fn is_immediate(&self) -> bool {
        true
    }

    fn read(&self, _most: u64) -> Answer {
        Answer::Now(Ok(self.0.clone()))
    }
}

/// As whoever opens a file does.
fn read(tree: &mut Tree, at: &AbsPath) {
    if let Ok(Node::File(file)) = tree.get(at)
        && let Some(unread) = file.unread()
        && let Answer::Now(Ok(content)) = unread.ask(u64::MAX)
    {
        tree.fill(at, content).expect("it fits");
    }
}

fn read_all(tree: &mut Tree) {
    for entry in Walk::new(&tree.clone(), &AbsPath::root()).expect("a walk") {
        read(tree, &entry.path);
    }
    assert_eq!(tree.root.elsewhere(), unlisted_empty_folders(tree), "everything was read");
}

/// Folders in which there is nothing to read stay with their source.
fn unlisted_empty_folders(tree: &Tree) -> u64 {
    let walk = Walk::new(tree, &AbsPath::root()).expect("a walk");
    walk.filter(|entry| entry.node.as_dir().is_some_and(|dir| dir.is_unlisted())).count() as u64
}

const FILES: &[&str] = &["/workspace/a/a/a", "/workspace/a/b", "/workspace/b/a", "/workspace/b/b", "/tmp/a/a"];

/// The same files: there, and with their sources.
fn two() -> (Tree, Tree) {
    let mut eager = tree();
    for file in FILES {
        let file = path(file);
        eager.mkdir_all(&file.parent().expect("a parent"), 0o755, NOW).expect("made");
        eager.create_file(&file, Content::from(file.as_bytes()), 0o644, NOW).expect("made");
    }
    let mut lazy = tree();
    for top in ["/workspace/a", "/workspace/b", "/tmp/a"] {
        lazy.mount(&path(top), Arc::new(Part(eager.clone(), path(top))), false, NOW).expect("mounted");
    }
    (eager, lazy)
}

/// What a diff says, a rename as what it is made of: what was not read is not recognised.
fn plain(changes: Vec<Change>) -> Vec<(Vec<u8>, String)> {
    let mut list = Vec::new();
    for change in changes {
        match change.kind {
            ChangeKind::Renamed { from } => {
                list.push((from, "Deleted".to_owned()));
                list.push((change.path, "Created".to_owned()));
            }
            kind => list.push((change.path, format!("{kind:?}"))),
        }
    }
    list.sort();
    list
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_lazy_tree_behaves_as_an_eager_one(ops in proptest::collection::vec(op(), 1..40), reads in any::<u64>()) {
        let (mut eager, mut lazy) = two();
        let (eager_base, lazy_base) = (eager.clone(), lazy.clone());
        for (step, op) in ops.iter().enumerate() {
            let now = Time(2_000 + step as i64);
            // What the run's face does before it changes bytes in place or gives a file another name.
            if matches!(op, Op::Append(..) | Op::Edit(..) | Op::Link(..)) || reads >> (step % 64) & 1 == 1 {
                for file in FILES {
                    read(&mut lazy, &path(file));
                }
                for place in ["/workspace/a/a", "/workspace/a/a/b", "/tmp/b", "/workspace/a", "/workspace/b", "/tmp/a"] {
                    read(&mut lazy, &path(place));
                }
            }
            prop_assert_eq!(apply(&mut eager, op, now), apply(&mut lazy, op, now), "{:?}", op);
        }
        let workspace = AbsPath::workspace();
        prop_assert_eq!(plain(diff(&eager_base, &eager, &workspace)), plain(diff(&lazy_base, &lazy, &workspace)));
        prop_assert_eq!(plain(diff(&eager, &eager_base, &workspace)), plain(diff(&lazy, &lazy_base, &workspace)));
        let kept = lazy.clone();
        read_all(&mut lazy);
        prop_assert!(kept.same(&lazy, &AbsPath::root()), "reading is no change");
        if lazy.root.elsewhere() == 0 {
            prop_assert_eq!(lazy.content_hash(&workspace), eager.content_hash(&workspace));
            prop_assert_eq!(lazy.node_hash(&workspace), eager.node_hash(&workspace));
            prop_assert_eq!(lazy.totals(), eager.totals());
        }
        let pruned = kept.without_unread();
        prop_assert_eq!(pruned.root.elsewhere(), 0);
        prop_assert_eq!(pruned.content_hash(&workspace), kept.content_hash(&workspace));
        let back = decode(&encode(&kept, Vec::new(), None, &mut |_| {}), TreeLimits::default()).expect("what was encoded");
        prop_assert_eq!(back.node_hash(&workspace), kept.node_hash(&workspace));
    }

    #[test]
    fn merges_of_lazy_trees_are_those_of_eager_ones(
        ours in proptest::collection::vec(op(), 0..12),
        theirs in proptest::collection::vec(op(), 0..12),
    ) {
        let (eager_base, lazy_base) = two();
        let run = |base: &Tree, ops: &[Op]| {
            let mut tree = base.clone();
            for op in ops {
                if !matches!(op, Op::Link(..) | Op::Append(..) | Op::Edit(..)) {
                    let _ = apply(&mut tree, op, Time(3_000));
                }
            }
            tree
        };
        let text: MergeText<'_> = &|_, _, _, _| None;
        let merged = |base: &Tree| {
            let (ours, theirs) = (run(base, &ours), run(base, &theirs));
            merge(base, &ours, &theirs, &AbsPath::workspace(), OnConflict::Ours, text, Time(4_000))
        };
        match (merged(&eager_base), merged(&lazy_base)) {
            (Ok(eager), Ok(lazy)) => {
                let mut tree = lazy.tree;
                read_all(&mut tree);
                prop_assert_eq!(draw(&eager.tree, "/"), draw(&tree, "/"));
                let list = |conflicts: &[Conflict]| conflicts.iter().map(|c| (c.path.clone(), c.kind)).collect::<Vec<_>>();
                prop_assert_eq!(list(&eager.conflicts), list(&lazy.conflicts));
            }
            (eager, lazy) => prop_assert_eq!(eager.err(), lazy.err()),
        }
    }
}

#[test]
fn a_source_that_fails_is_asked_again_and_its_error_is_the_walk_s() {
    use std::sync::atomic::{AtomicU32, Ordering};
    struct Flaky(AtomicU32);
    impl FolderSource for Flaky {
        fn list(&self) -> Result<Vec<Listed>, Errno> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0 => Err(Errno::Access),
                _ => Ok(Vec::new()),
            }
        }
    }
    let mut tree = tree();
    tree.mount(&path("/m"), Arc::new(Flaky(AtomicU32::new(0))), true, NOW).expect("mounted");
    assert_eq!(tree.read_dir(&path("/m")).err(), Some(Errno::Access));
    assert_eq!(tree.get(&path("/m/x")).err(), Some(Errno::NotFound));
    assert_eq!(tree.mkdir(&path("/m/x"), 0o755, NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.remove_all(&path("/m"), NOW), Err(Errno::Busy));
}
