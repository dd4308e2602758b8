//! Merging: each kind of conflict under each rule, and what must hold for any three trees.

use proptest::prelude::*;

use super::properties::{LIMITS, Op, apply, op};
use super::*;

const ROOMY: TreeLimits = TreeLimits { total_bytes: 1 << 20, nodes: 1 << 20, file_bytes: 1 << 20, ..LIMITS };

/// Joins the sides with a bar; a conflict wherever both changed.
fn join(base: &[u8], ours: &[u8], theirs: &[u8], on: OnConflict) -> Option<MergedText> {
    let text = match on {
        _ if base.contains(&0) => return None,
        OnConflict::Ours => ours.to_vec(),
        OnConflict::Theirs => theirs.to_vec(),
        _ => [ours, b"|", theirs].concat(),
    };
    Some((text.into(), 1))
}

fn merged(base: &Tree, ours: &Tree, theirs: &Tree, on: OnConflict) -> MergedTree {
    merge(base, ours, theirs, &AbsPath::workspace(), on, &join, NOW).unwrap_or_else(|error| panic!("{error:?}"))
}

fn show(merged: &MergedTree) -> Vec<String> {
    let version = |version: &Option<Version>| match version {
        Some(version) => format!("{:?} {} {:o}", version.kind, version.size, version.mode),
        None => "-".into(),
    };
    merged
        .conflicts
        .iter()
        .map(|conflict| {
            let Conflict { path, kind, base, ours, theirs, resolution } = conflict;
            let resolution = match resolution {
                Resolution::Beside(path) => format!("beside {}", bstr::BStr::new(path)),
                resolution => format!("{resolution:?}"),
            };
            let sides = [base, ours, theirs].map(version).join(" | ");
            format!("{}: {}: {sides}: {resolution}", bstr::BStr::new(path), kind.name())
        })
        .collect()
}

/// Trees in which every kind of conflict occurs, beside changes of one side only.
fn three() -> [Tree; 3] {
    let mut base = Tree::new(TreeLimits::default(), NOW);
    for at in ["d", "d/e", "del", "del/sub", "kind"] {
        folder(&mut base, &format!("/workspace/{at}"));
    }
    for (at, text) in [
        ("d/mine", "mine"),
        ("d/other", "other"),
        ("d/e/both", "both"),
        ("d/binary", "\0"),
        ("gone-here", "g"),
        ("gone-there", "g"),
        ("mode", "m"),
        ("to-folder", "f"),
        ("to-link", "l"),
        ("del/keep", "k"),
        ("del/sub/x", "x"),
        ("kind/inner", "i"),
        ("same", "s"),
    ] {
        put(&mut base, &format!("/workspace/{at}"), text);
    }
    base.symlink(&path("/workspace/link"), b"a", NOW).expect("a link");
    let at = |name: &str| path(&format!("/workspace/{name}"));
    let set = |tree: &mut Tree, name: &str, text: &str| {
        tree.set_content(&at(name), Content::from(text.as_bytes()), NOW).expect("a file");
    };
    let relink = |tree: &mut Tree, target: &str| {
        tree.unlink(&at("link"), NOW).expect("gone");
        tree.symlink(&at("link"), target.as_bytes(), NOW).expect("a link");
    };
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    set(&mut ours, "d/mine", "mine!");
    set(&mut theirs, "d/other", "other!");
    for (tree, name) in [(&mut ours, "o"), (&mut theirs, "tt")] {
        set(tree, "d/e/both", name);
        set(tree, "d/binary", name);
        set(tree, "same", "the same");
        put(tree, "/workspace/added", name);
        relink(tree, name);
    }
    ours.unlink(&at("gone-here"), NOW).expect("gone");
    set(&mut theirs, "gone-here", "changed");
    set(&mut ours, "gone-there", "changed");
    theirs.unlink(&at("gone-there"), NOW).expect("gone");
    ours.set_mode(&at("mode"), 0o600, NOW).expect("a mode");
    theirs.set_mode(&at("mode"), 0o755, NOW).expect("a mode");
    set(&mut ours, "to-folder", "changed");
    theirs.unlink(&at("to-folder"), NOW).expect("gone");
    folder(&mut theirs, "/workspace/to-folder");
    put(&mut theirs, "/workspace/to-folder/in", "in");
    set(&mut ours, "to-link", "changed");
    theirs.unlink(&at("to-link"), NOW).expect("gone");
    theirs.symlink(&at("to-link"), b"same", NOW).expect("a link");
    // Ours adds to a folder that theirs deletes; theirs puts a file where ours changes a folder.
    put(&mut ours, "/workspace/del/new", "n");
    theirs.remove_all(&at("del"), NOW).expect("gone");
    set(&mut ours, "kind/inner", "changed");
    theirs.remove_all(&at("kind"), NOW).expect("gone");
    theirs.mkfifo(&at("kind"), 0o644, NOW).expect("a FIFO");
    [base, ours, theirs]
}

const CONFLICTS: [&str; 10] = [
    "added: add-add: - | File 1 644 | File 2 644",
    "d/binary: both-changed: File 1 644 | File 1 644 | File 2 644",
    "d/e/both: both-changed: File 4 644 | File 1 644 | File 2 644",
    "gone-here: changed-deleted: File 1 644 | - | File 7 644",
    "gone-there: changed-deleted: File 1 644 | File 7 644 | -",
    "kind: kind: Dir 0 755 | Dir 0 755 | Fifo 0 644",
    "link: both-changed: Symlink 1 777 | Symlink 1 777 | Symlink 2 777",
    "mode: mode: File 1 644 | File 1 600 | File 1 755",
    "to-folder: file-folder: File 1 644 | File 7 644 | Dir 0 755",
    "to-link: file-link: File 1 644 | File 7 644 | Symlink 4 777",
];

#[test]
fn every_kind_of_conflict_is_named() {
    let [base, ours, theirs] = three();
    let expected: Vec<String> = CONFLICTS.iter().map(|line| format!("{line}: None")).collect();
    assert_eq!(show(&merged(&base, &ours, &theirs, OnConflict::Fail)), expected);
}

#[test]
fn markers_lose_nothing() {
    let [base, ours, theirs] = three();
    let merged = merged(&base, &ours, &theirs, OnConflict::Markers);
    let resolutions = [
        "Markers",
        "beside d/binary~theirs",
        "Markers",
        "Theirs",
        "Ours",
        "beside kind~theirs",
        "beside link~theirs",
        "Ours",
        "beside to-folder~theirs",
        "beside to-link~theirs",
    ];
    let expected: Vec<String> =
        CONFLICTS.iter().zip(resolutions).map(|(line, resolution)| format!("{line}: {resolution}")).collect();
    assert_eq!(show(&merged), expected);
    assert_eq!(
        draw(&merged.tree, "/workspace"),
        "added \"o|tt\"\nd/\n  binary \"o\"\n  binary~theirs \"tt\"\n  e/\n    both \"o|tt\"\n  mine \"mine!\"\n  \
         other \"other!\"\ndel/\n  new \"n\"\ngone-here \"changed\"\ngone-there \"changed\"\nkind/\n  inner \"changed\"\n\
         kind~theirs|\nlink -> o\nlink~theirs -> tt\nmode \"m\" 600\nsame \"the same\"\nto-folder \"changed\"\n\
         to-folder~theirs/\n  in \"in\"\nto-link \"changed\"\nto-link~theirs -> same\n"
    );
}

#[test]
fn one_side_can_win() {
    let [base, ours, theirs] = three();
    let common =
        "d/\n  binary \"SIDE\"\n  e/\n    both \"SIDE\"\n  mine \"mine!\"\n  other \"other!\"\ndel/\n  new \"n\"\n";
    assert_eq!(
        draw(&merged(&base, &ours, &theirs, OnConflict::Ours).tree, "/workspace"),
        format!(
            "added \"o\"\n{}gone-there \"changed\"\nkind/\n  inner \"changed\"\nlink -> o\nmode \"m\" 600\n\
             same \"the same\"\nto-folder \"changed\"\nto-link \"changed\"\n",
            common.replace("SIDE", "o")
        )
    );
    assert_eq!(
        draw(&merged(&base, &ours, &theirs, OnConflict::Theirs).tree, "/workspace"),
        format!(
            "added \"tt\"\n{}gone-here \"changed\"\nkind|\nlink -> tt\nmode \"m\" 755\n\
             same \"the same\"\nto-folder/\n  in \"in\"\nto-link -> same\n",
            common.replace("SIDE", "tt")
        )
    );
}

#[test]
fn quotas_hold_for_the_result_and_not_on_the_way() {
    let limits = TreeLimits { total_bytes: 10, ..TreeLimits::default() };
    let mut base = Tree::new(limits, NOW);
    put(&mut base, "/workspace/z-old", "12345678");
    let mut theirs = base.clone();
    theirs.unlink(&path("/workspace/z-old"), NOW).expect("gone");
    put(&mut theirs, "/workspace/a-new", "87654321");
    let ours = base.clone();
    assert_eq!(draw(&merged(&base, &ours, &theirs, OnConflict::Fail).tree, "/workspace"), "a-new \"87654321\"\n");
    let mut ours = base.clone();
    ours.set_content(&path("/workspace/z-old"), Content::from(&b"1"[..]), NOW).expect("fits");
    put(&mut ours, "/workspace/mine", "123");
    let refused = merge(&base, &ours, &theirs, &AbsPath::workspace(), OnConflict::Markers, &join, NOW);
    assert_eq!(refused.err().map(|(errno, _)| errno), Some(Errno::NoSpace(Quota::TotalBytes)));
}

#[test]
fn hard_links_of_theirs_are_made() {
    let mut base = Tree::new(TreeLimits::default(), NOW);
    put(&mut base, "/workspace/m", "x");
    let mut ours = base.clone();
    put(&mut ours, "/workspace/mine", "1");
    let mut theirs = base.clone();
    theirs.link(&path("/workspace/m"), &path("/workspace/a"), NOW).expect("a link");
    put(&mut theirs, "/workspace/n", "n");
    theirs.link(&path("/workspace/n"), &path("/workspace/o"), NOW).expect("a link");
    let merged = merged(&base, &ours, &theirs, OnConflict::Fail);
    assert_eq!(draw(&merged.tree, "/workspace"), "a \"x\" x2\nm \"x\" x2\nmine \"1\"\nn \"n\" x2\no \"n\" x2\n");
}

/// Of files `m` and `n` one side made `n` a name of `m`, and the other side wrote to one of them.
fn joined_and_written(replaced: &str, written: &str, drawn: &str) {
    let mut base = Tree::new(TreeLimits::default(), NOW);
    put(&mut base, "/workspace/m", "x");
    put(&mut base, "/workspace/n", replaced);
    let mut joined = base.clone();
    joined.link(&path("/workspace/m"), &path("/workspace/t"), NOW).expect("a link");
    joined.rename(&path("/workspace/t"), &path("/workspace/n"), NOW).expect("renamed");
    let mut changed = base.clone();
    changed.set_content(&path(written), Content::from(&b"z"[..]), NOW).expect("fits");
    for (ours, theirs) in [(&joined, &changed), (&changed, &joined)] {
        let merged = merged(&base, ours, theirs, OnConflict::Fail);
        assert_eq!((draw(&merged.tree, "/workspace"), show(&merged).len()), (drawn.to_owned(), 0));
    }
}

#[test]
fn a_name_of_another_file_is_a_change_even_where_the_bytes_are_the_same() {
    joined_and_written("y", "/workspace/m", "m \"z\" x2\nn \"z\" x2\n");
    joined_and_written("x", "/workspace/m", "m \"z\" x2\nn \"z\" x2\n");
    joined_and_written("x", "/workspace/n", "m \"x\"\nn \"z\"\n");
}

#[test]
fn another_name_is_one_of_the_merged_file_where_both_sides_changed_it() {
    let mut base = Tree::new(TreeLimits::default(), NOW);
    put(&mut base, "/workspace/m", "x");
    let mut written = base.clone();
    written.set_content(&path("/workspace/m"), Content::from(&b"z"[..]), NOW).expect("fits");
    let mut linked = base.clone();
    linked.set_mode(&path("/workspace/m"), 0o600, NOW).expect("a mode");
    linked.link(&path("/workspace/m"), &path("/workspace/n"), NOW).expect("a link");
    for (ours, theirs) in [(&written, &linked), (&linked, &written)] {
        let merged = merged(&base, ours, theirs, OnConflict::Fail);
        assert_eq!(draw(&merged.tree, "/workspace"), "m \"z\" 600 x2\nn \"z\" 600 x2\n");
    }
}

#[test]
fn a_third_name_is_one_of_the_file_that_the_other_side_wrote_to() {
    let mut base = Tree::new(TreeLimits::default(), NOW);
    base.mkdir(&path("/workspace/d"), 0o755, NOW).expect("a folder");
    put(&mut base, "/workspace/d/m", "x");
    base.link(&path("/workspace/d/m"), &path("/workspace/d/n"), NOW).expect("a link");
    let mut linked = base.clone();
    linked.link(&path("/workspace/d/n"), &path("/workspace/o"), NOW).expect("a link");
    let mut written = base.clone();
    written.set_content(&path("/workspace/d/m"), Content::from(&b"z"[..]), NOW).expect("fits");
    for (ours, theirs) in [(&written, &linked), (&linked, &written)] {
        let merged = merged(&base, ours, theirs, OnConflict::Fail);
        assert_eq!(draw(&merged.tree, "/workspace"), "d/\n  m \"z\" x3\n  n \"z\" x3\no \"z\" x3\n");
    }
}

#[test]
fn a_name_of_its_own_is_a_change_even_where_the_bytes_are_the_same() {
    let mut base = Tree::new(TreeLimits::default(), NOW);
    put(&mut base, "/workspace/m", "x");
    base.link(&path("/workspace/m"), &path("/workspace/n"), NOW).expect("a link");
    let mut parted = base.clone();
    parted.unlink(&path("/workspace/n"), NOW).expect("there");
    put(&mut parted, "/workspace/n", "x");
    for (ours, theirs) in [(&parted, &base), (&base, &parted)] {
        let merged = merged(&base, ours, theirs, OnConflict::Fail);
        assert_eq!(draw(&merged.tree, "/workspace"), "m \"x\"\nn \"x\"\n");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn merges_of_random_trees(
        common in proptest::collection::vec(op(), 0..40),
        mine in proptest::collection::vec(op(), 0..12),
        other in proptest::collection::vec(op(), 0..12),
    ) {
        let run = |mut tree: Tree, ops: &[Op]| {
            for op in ops {
                let _ = apply(&mut tree, op, NOW);
            }
            tree
        };
        let base = run(Tree::new(ROOMY, NOW), &common);
        let (ours, theirs) = (run(base.clone(), &mine), run(base.clone(), &other));
        let root = AbsPath::root();
        let hash = |tree: &Tree| tree.node_hash(&root).expect("a hash");
        let of = |base: &Tree, ours: &Tree, theirs: &Tree, on| merge(base, ours, theirs, &root, on, &join, NOW);
        for on in [OnConflict::Fail, OnConflict::Markers, OnConflict::Ours, OnConflict::Theirs] {
            let one = of(&base, &base, &theirs, on).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
            prop_assert_eq!(show(&one), [""; 0]);
            prop_assert_eq!(hash(&one.tree), hash(&theirs));
            let one = of(&base, &ours, &base, on).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
            prop_assert_eq!(hash(&one.tree), hash(&ours));
            let one = of(&base, &ours, &ours, on).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
            prop_assert_eq!(hash(&one.tree), hash(&ours));
            prop_assert_eq!(show(&one), [""; 0]);
            // Conflicts are the same under every rule, and the result is whole.
            let Ok(all) = of(&base, &ours, &theirs, on) else { continue };
            let listed = |merged: &MergedTree| -> Vec<_> {
                merged.conflicts.iter().map(|conflict| (conflict.path.clone(), conflict.kind)).collect()
            };
            let failing = of(&base, &ours, &theirs, OnConflict::Fail).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
            prop_assert_eq!(listed(&all), listed(&failing));
            super::properties::check(&all.tree);
            if let Ok(back) = of(&base, &theirs, &ours, OnConflict::Fail) && failing.conflicts.is_empty() {
                prop_assert_eq!(show(&back), [""; 0]);
                prop_assert_eq!(hash(&back.tree), hash(&failing.tree));
            }
        }
    }
}
