//! Large and deep trees: costs that must not grow with them, and stacks that must not overflow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::*;

/// Runs on the stack of an ordinary thread, 2 MiB.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(test).expect("a thread").join().expect("no panic");
}

/// `/workspace/d/d/d/…`, as deep as the path limit lets it be.
fn deep(limits: TreeLimits) -> (Tree, AbsPath) {
    let mut tree = Tree::new(limits, NOW);
    let mut at = AbsPath::workspace();
    while at.as_bytes().len() + 2 <= limits.path_bytes as usize {
        at = at.join(b"d");
        tree.mkdir(&at, 0o755, NOW).expect("a folder");
    }
    (tree, at)
}

#[test]
fn deep_trees_are_built_hashed_compared_and_dropped() {
    on_a_small_stack(|| {
        let (mut tree, end) = deep(TreeLimits::default());
        assert!(tree.totals().nodes > 2000);
        assert_eq!(tree.mkdir(&end.join(b"d"), 0o755, NOW), Err(Errno::NameTooLong));
        let hash = tree.content_hash(&AbsPath::root()).expect("a hash");
        let fork = tree.clone();
        tree.set_mode(&end, 0o700, NOW).expect("a mode");
        assert_eq!(tree.content_hash(&AbsPath::root()), Ok(hash));
        assert_ne!(tree.node_hash(&AbsPath::root()), fork.node_hash(&AbsPath::root()));
        assert!(!tree.same(&fork, &AbsPath::root()));
        drop(fork);
        let at = path("/tmp/x");
        tree.rename(&path("/workspace/d"), &at, NOW).expect("a shorter place");
        let longer = path("/workspace/a-longer-name");
        assert_eq!(tree.rename(&at, &longer, NOW).err(), Some(Errno::NameTooLong));
        tree.remove_all(&at, NOW).expect("gone");
        assert_eq!(tree.totals().nodes, 3);
    });
}

#[test]
fn a_raised_path_limit_does_not_bring_the_stack_down() {
    on_a_small_stack(|| {
        let limits = TreeLimits { path_bytes: 12_000, ..TreeLimits::default() };
        let (tree, end) = deep(limits);
        assert!(tree.node_hash(&AbsPath::root()).is_ok());
        assert!(tree.totals_at(&end).is_ok());
        let mut fork = tree.clone();
        fork.create_file(&end.parent().expect("a parent").join(b"f"), Content::new(), 0o644, NOW).expect("a file");
        drop(tree);
        drop(fork);
    });
}

#[test]
fn a_write_after_a_fork_does_not_copy_a_large_folder() {
    let mut tree = tree();
    let dir = path("/workspace/big");
    tree.mkdir(&dir, 0o755, NOW).expect("a folder");
    for i in 0..10_000 {
        let at = dir.join(format!("f{i}").as_bytes());
        tree.create_file(&at, Content::from(&b"x"[..]), 0o644, NOW).expect("a file");
    }
    let fork = tree.clone();
    tree.append(&dir.join(b"f5000"), "y".into(), NOW).expect("an append");
    tree.create_file(&dir.join(b"new"), Content::new(), 0o644, NOW).expect("a file");
    tree.unlink(&dir.join(b"f1"), NOW).expect("gone");
    let (Ok(Node::Dir(old)), Ok(Node::Dir(new))) = (fork.get(&dir), tree.get(&dir)) else {
        panic!("two folders");
    };
    let pairs = old.own().pairs(new.own(), true).count();
    assert!(pairs < 32 * 4, "{pairs} entries were copied for three changes");
    assert_eq!((old.len(), new.len()), (10_000, 10_000));
    let untouched = |dir: &Arc<Dir>| dir.get(b"f77").cloned().expect("a file");
    assert!(untouched(&old).ptr_eq(&untouched(&new)));
}

#[test]
fn many_files_cost_time_in_proportion() {
    let build = |count: u32| {
        let start = Instant::now();
        let mut tree = tree();
        for i in 0..count {
            let at = AbsPath::workspace().join(format!("{:x}", i.wrapping_mul(2_654_435_761)).as_bytes());
            tree.create_file(&at, Content::from(&b"x"[..]), 0o644, NOW).expect("a file");
        }
        (start.elapsed(), tree)
    };
    let (few, _) = build(5_000);
    let (many, tree) = build(100_000);
    assert_eq!(tree.totals(), Totals { bytes: 100_000, nodes: 100_003 });
    // 20 times the files: far from 400 times the time, even on a busy machine.
    assert!(many < few * 120 + Duration::from_millis(500), "{few:?} and {many:?}");
    if !cfg!(debug_assertions) {
        eprintln!("5,000 files {few:?}, 100,000 files {many:?}");
    }
    let start = Instant::now();
    let forks: Vec<Tree> = (0..10_000).map(|_| tree.clone()).collect();
    assert_eq!(forks.len(), 10_000);
    if !cfg!(debug_assertions) {
        eprintln!("10,000 forks {:?}", start.elapsed());
    }
}
