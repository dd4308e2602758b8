//! Paths: as text, and walked through a tree.

use super::*;

#[test]
fn lexical_paths() {
    let base = path("/workspace/a");
    for (text, expected) in [
        ("/", "/"),
        ("//", "/"),
        ("/..", "/"),
        ("../../../..", "/"),
        (".", "/workspace/a"),
        ("./b//c/", "/workspace/a/b/c"),
        ("../b", "/workspace/b"),
        ("/x/./y/../z", "/x/z"),
        ("...", "/workspace/a/..."),
        ("a b\n\u{1}", "/workspace/a/a b\n\u{1}"),
    ] {
        let found = AbsPath::lexical(&base, text.as_bytes()).expect(text);
        assert_eq!(found.as_bytes(), expected.as_bytes(), "{text}");
    }
    assert_eq!(AbsPath::lexical(&base, b""), Err(Errno::NotFound));
    assert_eq!(AbsPath::lexical(&base, b"a\0"), Err(Errno::Invalid));
    assert_eq!(AbsPath::lexical(&base, &[b'a'; 256]), Err(Errno::NameTooLong));
    assert!(AbsPath::lexical(&base, &[b'a'; 255]).is_ok());
    assert_eq!(AbsPath::lexical(&base, &b"/a".repeat(2049)), Err(Errno::NameTooLong));
    assert!(AbsPath::lexical(&base, &b"/a".repeat(2048)).is_ok());
    assert_eq!(AbsPath::lexical(&base, &b"a/".repeat(2047)), Err(Errno::NameTooLong), "with the base");
    assert_eq!(AbsPath::lexical(&base, b"\xff").map(|path| path.to_string()), Ok("/workspace/a/\u{fffd}".into()));
}

#[test]
fn parts_of_paths() {
    let (root, a, ab, abc) = (path("/"), path("/a"), path("/ab"), path("/a/b/c"));
    assert!(root.is_root() && !a.is_root());
    assert_eq!(root.components().count(), 0);
    assert_eq!(abc.components().collect::<Vec<_>>(), [b"a", b"b", b"c"]);
    assert_eq!((root.name(), root.parent()), (None, None));
    assert_eq!((a.name(), a.parent()), (Some(&b"a"[..]), Some(root.clone())));
    assert_eq!((abc.name(), abc.parent()), (Some(&b"c"[..]), Some(path("/a/b"))));
    assert_eq!(root.join(b"a"), a);
    assert_eq!(a.join(b"b").join(b"c"), abc);
    assert!(abc.starts_with(&a) && abc.starts_with(&root) && a.starts_with(&a) && root.starts_with(&root));
    assert!(!ab.starts_with(&a) && !a.starts_with(&abc) && !root.starts_with(&a));
    assert_eq!(abc.strip_prefix(&a), Some(&b"b/c"[..]));
    assert_eq!(abc.strip_prefix(&root), Some(&b"a/b/c"[..]));
    assert_eq!(root.strip_prefix(&root), Some(&b""[..]));
    assert_eq!(a.strip_prefix(&a), Some(&b""[..]));
    assert_eq!(abc.rebase(&a, &ab), Some(path("/ab/b/c")));
    assert_eq!(abc.rebase(&a, &root), Some(path("/b/c")));
    assert_eq!(abc.rebase(&root, &a), Some(path("/a/a/b/c")));
    assert_eq!(a.rebase(&a, &root), Some(root.clone()));
    assert_eq!(a.rebase(&ab, &root), None);
}

/// `/workspace/{d/f, to-d -> d, abs -> /workspace/d, up -> d/.., broken -> d/none, loop -> loop, file -> d/f, f/}`
fn links() -> Tree {
    let mut tree = tree();
    folder(&mut tree, "/workspace/d");
    put(&mut tree, "/workspace/d/f", "x");
    for (name, target) in [
        ("to-d", "d"),
        ("abs", "/workspace//d"),
        ("up", "d/.."),
        ("broken", "d/none"),
        ("loop", "loop"),
        ("file", "d/f"),
        ("file-slash", "d/f/"),
        ("to-to-d", "to-d"),
        ("slash", "to-d///"),
        ("root", "/"),
        ("far", "no/such"),
        ("dot", "./d/."),
    ] {
        let at = AbsPath::workspace().join(name.as_bytes());
        tree.symlink(&at, target.as_bytes(), NOW).expect("a link");
    }
    tree
}

fn show(tree: &Tree, cwd: &str, text: &str, follow: Follow) -> String {
    match tree.resolve(&path(cwd), text.as_bytes(), follow) {
        Ok(found) => {
            let kind = found.node.as_ref().map_or("nothing".into(), |node| format!("{:?}", node.kind()));
            let slash = if found.trailing_slash { " slash" } else { "" };
            format!("{} {kind}{slash}", found.path)
        }
        Err(error) => error.code().to_owned(),
    }
}

#[test]
fn walks_follow_posix() {
    let tree = links();
    for (text, followed, itself) in [
        ("", "ENOENT", "ENOENT"),
        ("/", "/ Dir", "/ Dir"),
        ("//", "/ Dir", "/ Dir"),
        (".", "/workspace Dir", "/workspace Dir"),
        ("..", "/ Dir", "/ Dir"),
        ("../../..", "/ Dir", "/ Dir"),
        ("d", "/workspace/d Dir", "/workspace/d Dir"),
        ("d/", "/workspace/d Dir", "/workspace/d Dir"),
        ("d/f", "/workspace/d/f File", "/workspace/d/f File"),
        ("d/f/", "ENOTDIR", "ENOTDIR"),
        ("d/f/.", "ENOTDIR", "ENOTDIR"),
        ("d/f/..", "ENOTDIR", "ENOTDIR"),
        ("d/f/x", "ENOTDIR", "ENOTDIR"),
        ("no", "/workspace/no nothing", "/workspace/no nothing"),
        ("no/", "/workspace/no nothing slash", "/workspace/no nothing slash"),
        ("no/.", "ENOENT", "ENOENT"),
        ("no/..", "ENOENT", "ENOENT"),
        ("no/x", "ENOENT", "ENOENT"),
        ("to-d", "/workspace/d Dir", "/workspace/to-d Symlink"),
        ("to-d/", "/workspace/d Dir", "/workspace/d Dir"),
        ("to-d/.", "/workspace/d Dir", "/workspace/d Dir"),
        ("to-d/f", "/workspace/d/f File", "/workspace/d/f File"),
        ("to-d/..", "/workspace Dir", "/workspace Dir"),
        ("to-to-d/new", "/workspace/d/new nothing", "/workspace/d/new nothing"),
        ("slash", "/workspace/d Dir", "/workspace/slash Symlink"),
        ("slash/f", "/workspace/d/f File", "/workspace/d/f File"),
        ("abs/f", "/workspace/d/f File", "/workspace/d/f File"),
        ("up/d/f", "/workspace/d/f File", "/workspace/d/f File"),
        ("root", "/ Dir", "/workspace/root Symlink"),
        ("root/tmp/../workspace/d", "/workspace/d Dir", "/workspace/d Dir"),
        ("dot", "/workspace/d Dir", "/workspace/dot Symlink"),
        ("file", "/workspace/d/f File", "/workspace/file Symlink"),
        ("file/", "ENOTDIR", "ENOTDIR"),
        ("file-slash", "ENOTDIR", "/workspace/file-slash Symlink"),
        ("file/x", "ENOTDIR", "ENOTDIR"),
        ("broken", "/workspace/d/none nothing", "/workspace/broken Symlink"),
        ("broken/", "/workspace/d/none nothing slash", "/workspace/d/none nothing slash"),
        ("broken/x", "ENOENT", "ENOENT"),
        ("far", "ENOENT", "/workspace/far Symlink"),
        ("loop", "ELOOP", "/workspace/loop Symlink"),
        ("loop/x", "ELOOP", "ELOOP"),
        ("/workspace/./d/../d//f", "/workspace/d/f File", "/workspace/d/f File"),
    ] {
        assert_eq!(show(&tree, "/workspace", text, Follow::Yes), followed, "{text} followed");
        assert_eq!(show(&tree, "/workspace", text, Follow::No), itself, "{text} itself");
    }
    assert_eq!(show(&tree, "/gone", ".", Follow::Yes), "ENOENT");
    assert_eq!(show(&tree, "/workspace/d/f", "x", Follow::Yes), "ENOENT");
    assert_eq!(show(&tree, "/gone", "/tmp", Follow::Yes), "/tmp Dir");
}

#[test]
fn walks_have_limits() {
    let mut tree = tree();
    let resolve =
        |tree: &Tree, text: &[u8]| tree.resolve(&AbsPath::workspace(), text, Follow::Yes).map(|found| found.path);
    assert_eq!(resolve(&tree, b"a\0b"), Err(Errno::Invalid));
    assert_eq!(resolve(&tree, &[b'x'; 256]), Err(Errno::NameTooLong));
    assert!(resolve(&tree, &[b'x'; 255]).is_ok());
    assert_eq!(resolve(&tree, &b"./".repeat(2048)), Ok(AbsPath::workspace()));
    assert_eq!(resolve(&tree, &[&b"./".repeat(2048)[..], b"."].concat()), Err(Errno::NameTooLong));
    put(&mut tree, "/workspace/l0", "end");
    for i in 1..=41 {
        let at = path(&format!("/workspace/l{i}"));
        tree.symlink(&at, format!("l{}", i - 1).as_bytes(), NOW).expect("a link");
    }
    assert_eq!(resolve(&tree, b"l40"), Ok(path("/workspace/l0")));
    assert_eq!(resolve(&tree, b"l41"), Err(Errno::Loop));
}

#[test]
fn single_nodes_are_found_by_physical_path() {
    let tree = links();
    assert_eq!(tree.get(&path("/workspace/to-d")).map(|node| node.kind()), Ok(Kind::Symlink));
    assert_eq!(tree.get(&path("/workspace/to-d/f")).err(), Some(Errno::NotDir));
    assert_eq!(tree.get(&path("/workspace/x")).err(), Some(Errno::NotFound));
    assert_eq!(tree.get(&path("/workspace/d/f/x")).err(), Some(Errno::NotDir));
    assert_eq!(tree.get(&AbsPath::root()).map(|node| node.meta().ino), Ok(1));
    assert_eq!(tree.read(&path("/workspace/d/f")).map(|content| content.to_bytes()), Ok("x".into()));
    assert_eq!(tree.read(&path("/workspace/d")).err(), Some(Errno::IsDir));
    assert_eq!(tree.read(&path("/workspace/to-d")).err(), Some(Errno::Invalid));
    assert_eq!(tree.read_dir(&path("/workspace/d/f")).err(), Some(Errno::NotDir));
}
