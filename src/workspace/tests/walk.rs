//! Walks: order, what they leave out, and that they do not mind changes.

use std::sync::Arc;

use super::*;

fn names(walk: Walk) -> Vec<String> {
    walk.map(|entry| format!("{} {}", entry.depth, entry.path)).collect()
}

fn sample() -> Tree {
    let mut tree = tree();
    for at in ["/workspace/a", "/workspace/a/c", "/workspace/b"] {
        folder(&mut tree, at);
    }
    for at in ["/workspace/a-b", "/workspace/a/b", "/workspace/a/c/x", "/workspace/z"] {
        put(&mut tree, at, "x");
    }
    tree.symlink(&path("/workspace/b/l"), b"..", NOW).expect("a link");
    tree.link(&path("/workspace/z"), &path("/workspace/b/z"), NOW).expect("a link");
    tree
}

#[test]
fn folders_come_before_what_is_in_them() {
    let tree = sample();
    let walk = Walk::new(&tree, &AbsPath::workspace()).expect("a walk");
    assert_eq!(
        names(walk),
        [
            "0 /workspace",
            "1 /workspace/a",
            "2 /workspace/a/b",
            "2 /workspace/a/c",
            "3 /workspace/a/c/x",
            "1 /workspace/a-b",
            "1 /workspace/b",
            "2 /workspace/b/l",
            "2 /workspace/b/z",
            "1 /workspace/z",
        ]
    );
    let walk = Walk::new(&tree, &AbsPath::workspace()).expect("a walk");
    assert!(walk.into_iter().all(|entry| !matches!(entry.node, Node::Linked(_))));
    let one = Walk::new(&tree, &path("/workspace/z")).expect("a walk");
    assert_eq!(names(one), ["0 /workspace/z"]);
    assert_eq!(Walk::new(&tree, &path("/no")).err(), Some(Errno::NotFound));
    assert_eq!(Walk::new(&tree, &path("/workspace/z/no")).err(), Some(Errno::NotDir));
}

#[test]
fn folders_can_be_skipped() {
    let tree = sample();
    let mut walk = Walk::new(&tree, &AbsPath::workspace()).expect("a walk");
    let mut seen = Vec::new();
    while let Some(entry) = walk.next() {
        seen.push(entry.path.to_string());
        if entry.depth > 0 {
            walk.skip_folder();
        }
    }
    assert_eq!(seen, ["/workspace", "/workspace/a", "/workspace/a-b", "/workspace/b", "/workspace/z"]);
}

#[test]
fn a_walk_sees_the_tree_as_it_was_and_the_system_overlay() {
    let mut tree = sample();
    tree.remove_all(&path("/workspace/a"), NOW).expect("gone");
    let etc = Dir::from_entries(
        Meta::new(100, 0o755, NOW),
        [(Name::from(&b"motd"[..]), Node::Fifo(Arc::new(Fifo { meta: Meta::new(101, 0o644, NOW) })))],
    );
    let system = [(Name::from(&b"etc"[..]), Node::Dir(Arc::new(etc)))];
    let mut tree = tree.with_system(Arc::new(Dir::from_entries(Meta::new(102, 0o755, NOW), system)));
    let mut walk = Walk::new(&tree, &AbsPath::root()).expect("a walk");
    walk.next();
    tree.remove_all(&path("/workspace"), NOW).expect("gone");
    let rest = names(walk);
    assert_eq!(rest[..4], ["1 /etc", "2 /etc/motd", "1 /tmp", "1 /workspace"]);
    assert_eq!(rest.len(), 4 + 5);
}

#[test]
fn large_folders_are_listed_whole() {
    let mut tree = tree();
    for i in 0..5000 {
        put(&mut tree, &format!("/workspace/f{:04}", (i * 7919) % 5000), "");
    }
    let walk = Walk::new(&tree, &AbsPath::workspace()).expect("a walk");
    let found: Vec<_> = walk.skip(1).map(|entry| entry.path.to_string()).collect();
    let expected: Vec<_> = (0..5000).map(|i| format!("/workspace/f{i:04}")).collect();
    assert_eq!(found, expected);
}
