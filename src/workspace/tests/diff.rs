//! Differences: each kind, renames, and agreement with a comparison of everything.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::properties::{LIMITS, Op, apply, op};
use super::*;

fn show(from: &Tree, to: &Tree) -> Vec<String> {
    diff(from, to, &AbsPath::workspace())
        .iter()
        .map(|change| {
            let path = bstr::BStr::new(&change.path);
            let version = |version: &Option<Version>| match version {
                Some(version) => format!("{:?} {} {:o}", version.kind, version.size, version.mode),
                None => "-".into(),
            };
            let kind = match &change.kind {
                ChangeKind::Renamed { from } => format!("Renamed from {}", bstr::BStr::new(from)),
                kind => format!("{kind:?}"),
            };
            format!("{path}: {kind}: {} | {}", version(&change.before), version(&change.after))
        })
        .collect()
}

#[test]
fn every_kind_of_change() {
    let mut from = tree();
    for at in ["/workspace/d", "/workspace/d/e", "/workspace/kind"] {
        folder(&mut from, at);
    }
    for (at, text) in [
        ("/workspace/d/e/same", "same"),
        ("/workspace/d/edit", "one"),
        ("/workspace/d/gone", "gone"),
        ("/workspace/kind/inner", "inner"),
        ("/workspace/mode", ""),
        ("/workspace/name", "old name"),
    ] {
        put(&mut from, at, text);
    }
    from.symlink(&path("/workspace/link"), b"a", NOW).expect("a link");
    let mut to = from.clone();
    assert_eq!(show(&from, &to), [""; 0]);
    let later = Time(9999);
    to.append(&path("/workspace/d/edit"), "!".into(), later).expect("an append");
    to.unlink(&path("/workspace/d/gone"), later).expect("gone");
    to.set_mode(&path("/workspace/mode"), 0o755, later).expect("a mode");
    to.set_mode(&path("/workspace/d"), 0o700, later).expect("a mode");
    to.rename(&path("/workspace/name"), &path("/workspace/new-name"), later).expect("moved");
    to.unlink(&path("/workspace/link"), later).expect("gone");
    to.symlink(&path("/workspace/link"), b"bcd", later).expect("a link");
    to.remove_all(&path("/workspace/kind"), later).expect("gone");
    put(&mut to, "/workspace/kind", "file");
    folder(&mut to, "/workspace/new");
    put(&mut to, "/workspace/new/empty", "");
    to.mkfifo(&path("/workspace/pipe"), 0o600, later).expect("a FIFO");
    put(&mut to, "/tmp/elsewhere", "not compared");
    to.set_times(&path("/workspace/d/e/same"), Some(later), Some(later), later).expect("times");
    let forward = [
        "d: ModeChanged: Dir 0 755 | Dir 0 700",
        "d/edit: Modified: File 3 644 | File 4 644",
        "d/gone: Deleted: File 4 644 | -",
        "kind: TypeChanged: Dir 0 755 | File 4 644",
        "kind/inner: Deleted: File 5 644 | -",
        "link: LinkChanged: Symlink 1 777 | Symlink 3 777",
        "mode: ModeChanged: File 0 644 | File 0 755",
        "new: Created: - | Dir 0 755",
        "new-name: Renamed from name: File 8 644 | File 8 644",
        "new/empty: Created: - | File 0 644",
        "pipe: Created: - | Fifo 0 600",
    ];
    assert_eq!(show(&from, &to), forward);
    to.node_hash(&AbsPath::root()).expect("a hash");
    from.node_hash(&AbsPath::root()).expect("a hash");
    assert_eq!(show(&from, &to), forward, "with hashes known");
    let backward = show(&to, &from);
    assert_eq!(backward.len(), forward.len());
    assert_eq!(backward[3], "kind: TypeChanged: File 4 644 | Dir 0 755");
    assert_eq!(backward[4], "kind/inner: Created: - | File 5 644");
}

#[test]
fn renames_pair_equal_files_by_name_and_then_in_order() {
    let mut from = tree();
    for name in ["a", "b", "c"] {
        put(&mut from, &format!("/workspace/{name}"), "same");
    }
    put(&mut from, "/workspace/empty", "");
    let mut to = tree();
    folder(&mut to, "/workspace/d");
    for name in ["b", "x", "y", "z"] {
        put(&mut to, &format!("/workspace/d/{name}"), "same");
    }
    put(&mut to, "/workspace/d/empty", "");
    assert_eq!(
        show(&from, &to),
        [
            "d: Created: - | Dir 0 755",
            "d/b: Renamed from b: File 4 644 | File 4 644",
            "d/empty: Created: - | File 0 644",
            "d/x: Renamed from a: File 4 644 | File 4 644",
            "d/y: Renamed from c: File 4 644 | File 4 644",
            "d/z: Created: - | File 4 644",
            "empty: Deleted: File 0 644 | -",
        ]
    );
}

#[test]
fn a_missing_root_is_everything() {
    let mut from = tree();
    put(&mut from, "/workspace/f", "x");
    let mut to = from.clone();
    to.remove_all(&path("/workspace"), NOW).expect("gone");
    assert_eq!(show(&from, &to), [": Deleted: Dir 0 755 | -", "f: Deleted: File 1 644 | -"]);
    assert_eq!(show(&to, &to.clone()), [""; 0]);
    let file = diff(&from, &to, &path("/workspace/f"));
    assert_eq!(file.len(), 1);
    assert_eq!((file[0].path.len(), &file[0].kind), (0, &ChangeKind::Deleted));
}

#[test]
fn a_write_through_another_name_is_found_in_an_untouched_folder() {
    let mut from = tree();
    folder(&mut from, "/workspace/d");
    for i in 0..100 {
        put(&mut from, &format!("/workspace/d/f{i}"), "x");
    }
    from.link(&path("/workspace/d/f50"), &path("/workspace/other"), NOW).expect("a link");
    let mut to = from.clone();
    to.append(&path("/workspace/other"), "y".into(), NOW).expect("an append");
    assert_eq!(
        show(&from, &to),
        ["d/f50: Modified: File 1 644 | File 2 644", "other: Modified: File 1 644 | File 2 644"]
    );
    from.node_hash(&AbsPath::root()).expect("a hash");
    to.node_hash(&AbsPath::root()).expect("a hash");
    assert_eq!(show(&from, &to).len(), 2, "with hashes known");
}

/// Every node below `/`, by relative path, as far as a difference can show.
fn flat(tree: &Tree) -> BTreeMap<Vec<u8>, (Kind, u16, Vec<u8>)> {
    Walk::new(tree, &AbsPath::root())
        .expect("a walk")
        .map(|entry| {
            let text = match &entry.node {
                Node::File(file) => file.content().to_bytes().to_vec(),
                Node::Symlink(link) => link.target.to_vec(),
                _ => Vec::new(),
            };
            let relative = entry.path.strip_prefix(&AbsPath::root()).unwrap_or_default();
            (relative.to_vec(), (entry.node.kind(), entry.node.meta().mode, text))
        })
        .collect()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn agrees_with_a_comparison_of_everything(
        common in proptest::collection::vec(op(), 0..40),
        mine in proptest::collection::vec(op(), 0..12),
        theirs in proptest::collection::vec(op(), 0..12),
    ) {
        let run = |mut tree: Tree, ops: &[Op]| {
            for op in ops {
                let _ = apply(&mut tree, op, NOW);
            }
            tree
        };
        let base = run(Tree::new(LIMITS, NOW), &common);
        let (from, to) = (run(base.clone(), &mine), run(base, &theirs));
        let (a, b) = (flat(&from), flat(&to));
        let mut rest = a.clone();
        let changes = diff(&from, &to, &AbsPath::root());
        prop_assert!(changes.is_sorted_by(|x, y| x.path < y.path));
        // Removals first, as the paths of renames may cross.
        for change in &changes {
            let at = match &change.kind {
                ChangeKind::Renamed { from } => {
                    prop_assert!(!a[from].2.is_empty());
                    prop_assert_eq!(&a[from].2, &b[&change.path].2);
                    from
                }
                ChangeKind::Created => continue,
                _ => &change.path,
            };
            let old = rest.remove(at);
            prop_assert_eq!(old.as_ref().map(|old| (old.0, old.1)), change.before.as_ref().map(|v| (v.kind, v.mode)));
        }
        for change in &changes {
            if let Some(after) = &change.after {
                let new = b[&change.path].clone();
                prop_assert_eq!((new.0, new.1), (after.kind, after.mode));
                if after.kind == Kind::File {
                    prop_assert_eq!(after.hash, Some(Hash::of(&new.2)));
                }
                rest.insert(change.path.clone(), new);
            }
        }
        prop_assert_eq!(rest, b);
        for change in &changes {
            let renamed = matches!(change.kind, ChangeKind::Renamed { .. });
            prop_assert!(renamed || change.before != change.after);
        }
    }
}
