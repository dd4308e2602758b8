//! Changes: what each does, what it refuses, and that refusals leave no trace.

use std::sync::Arc;

use super::*;

fn ls(tree: &Tree) -> String {
    draw(tree, "/workspace")
}

#[test]
fn every_kind_of_node_is_created_and_drawn() {
    let mut tree = tree();
    folder(&mut tree, "/workspace/d");
    put(&mut tree, "/workspace/d/f", "x\n");
    tree.symlink(&path("/workspace/l"), b"d/f", NOW).expect("a link");
    tree.mkfifo(&path("/workspace/p"), 0o600, NOW).expect("a FIFO");
    put(&mut tree, "/workspace/e", "");
    assert_eq!(ls(&tree), "d/\n  f \"x\\n\"\ne \"\"\nl -> d/f\np| 600\n");
    assert_eq!(draw(&tree, "/"), "tmp/ 1777\nworkspace/\n  d/\n    f \"x\\n\"\n  e \"\"\n  l -> d/f\n  p| 600\n");
    assert_eq!(tree.totals(), Totals { bytes: 5, nodes: 8 });
    assert_eq!(tree.totals_at(&path("/workspace/d")), Ok(Totals { bytes: 2, nodes: 2 }));
    assert_eq!(tree.totals_at(&path("/workspace/l")), Ok(Totals { bytes: 3, nodes: 1 }));
    assert_eq!(tree.nlink(&tree.get(&path("/workspace")).expect("a folder")), 3);
    assert_eq!(tree.nlink(&tree.get(&path("/")).expect("a folder")), 4);
}

#[test]
fn refusals_of_creation() {
    let mut tree = tree();
    put(&mut tree, "/workspace/f", "x");
    let before = tree.clone();
    for (at, error) in [
        ("/", Errno::Exists),
        ("/workspace", Errno::Exists),
        ("/workspace/f", Errno::Exists),
        ("/workspace/f/g", Errno::NotDir),
        ("/workspace/no/g", Errno::NotFound),
    ] {
        let at = path(at);
        assert_eq!(tree.create_file(&at, Content::new(), 0o644, NOW), Err(error), "{at}");
        assert_eq!(tree.mkdir(&at, 0o755, NOW), Err(error), "{at}");
        assert_eq!(tree.symlink(&at, b"x", NOW), Err(error), "{at}");
        assert_eq!(tree.mkfifo(&at, 0o644, NOW), Err(error), "{at}");
        assert_eq!(tree.link(&path("/workspace/f"), &at, NOW), Err(error), "{at}");
    }
    let at = path("/workspace/new");
    assert_eq!(tree.symlink(&at, b"", NOW), Err(Errno::NotFound));
    assert_eq!(tree.symlink(&at, b"a\0b", NOW), Err(Errno::Invalid));
    assert_eq!(tree.symlink(&at, &[b'x'; 4097], NOW), Err(Errno::NameTooLong));
    assert!(tree.same(&before, &AbsPath::root()));
    assert_eq!(tree.totals(), before.totals());
}

#[test]
fn limits_are_inclusive() {
    let limits = TreeLimits { file_bytes: 10, total_bytes: 15, nodes: 6, path_bytes: 20, name_bytes: 8 };
    let mut tree = Tree::new(limits, NOW);
    let ten = || Content::from(&b"0123456789"[..]);
    let eleven = Content::from(&b"0123456789a"[..]);
    let (a, b) = (path("/workspace/a"), path("/workspace/b"));
    assert_eq!(tree.create_file(&a, eleven.clone(), 0o644, NOW), Err(Errno::TooBig));
    tree.create_file(&a, ten(), 0o644, NOW).expect("10 bytes");
    assert_eq!(tree.create_file(&a, eleven.clone(), 0o644, NOW), Err(Errno::Exists));
    assert_eq!(tree.set_content(&a, eleven, NOW), Err(Errno::TooBig));
    assert_eq!(tree.append(&a, "x".into(), NOW), Err(Errno::TooBig));
    assert_eq!(tree.create_file(&b, ten(), 0o644, NOW), Err(Errno::NoSpace(Quota::TotalBytes)));
    assert_eq!(tree.symlink(&b, b"123456", NOW), Err(Errno::NoSpace(Quota::TotalBytes)));
    tree.create_file(&b, Content::from(&b"12345"[..]), 0o644, NOW).expect("15 bytes in all");
    assert_eq!(tree.append(&b, "x".into(), NOW), Err(Errno::NoSpace(Quota::TotalBytes)));
    tree.set_content(&a, Content::new(), NOW).expect("less");
    tree.append(&b, "67890".into(), NOW).expect("room again");
    tree.link(&a, &path("/workspace/c"), NOW).expect("6 names");
    assert_eq!(tree.totals(), Totals { bytes: 10, nodes: 6 });
    let d = path("/workspace/d");
    assert_eq!(tree.create_file(&d, Content::new(), 0o644, NOW), Err(Errno::NoSpace(Quota::Nodes)));
    assert_eq!(tree.mkdir(&d, 0o755, NOW), Err(Errno::NoSpace(Quota::Nodes)));
    assert_eq!(tree.link(&a, &d, NOW), Err(Errno::NoSpace(Quota::Nodes)), "names are counted");
    tree.unlink(&a, NOW).expect("a name less");
    tree.mkdir(&d, 0o755, NOW).expect("room again");
    assert_eq!(tree.mkdir(&path("/workspace/123456789"), 0o755, NOW), Err(Errno::NameTooLong));
    assert_eq!(tree.mkdir(&path("/workspace/d/12345678"), 0o755, NOW), Err(Errno::NameTooLong));
    tree.rename(&b, &path("/workspace/d/1234567"), NOW).expect("20 bytes of path");
    assert_eq!(tree.rename(&path("/workspace/d"), &path("/workspace/dd"), NOW).err(), Some(Errno::NameTooLong));
    tree.rename(&path("/workspace/d"), &path("/workspace/e"), NOW).expect("as long as before");
    tree.unlink(&path("/workspace/e/1234567"), NOW).expect("gone");
    tree.rename(&path("/workspace/e"), &path("/workspace/eee"), NOW).expect("nothing below any more");
    tree.set_limits(TreeLimits { total_bytes: 0, nodes: 1, ..limits });
    tree.set_content(&path("/workspace/c"), Content::new(), NOW).expect("no growth");
    assert_eq!(tree.append(&path("/workspace/c"), "x".into(), NOW), Err(Errno::NoSpace(Quota::TotalBytes)));
}

#[test]
fn content_is_changed_in_place() {
    let mut tree = tree();
    let at = path("/workspace/f");
    let ino = tree.create_file(&at, Content::new(), 0o600, NOW).expect("a file");
    let later = Time(2_000);
    tree.append(&at, "hello".into(), later).expect("an append");
    tree.edit(&at, later, 8, |content| content.write_at(4, b"p me")).expect("an edit");
    assert_eq!(ls(&tree), "f \"hellp me\" 600\n");
    tree.edit(&at, later, 3, |content| content.append(b" too much")).expect("an edit");
    assert_eq!(ls(&tree), "f \"hel\" 600\n", "the announced length is what counts");
    assert_eq!(tree.totals().bytes, 3);
    let meta = tree.get(&at).expect("a file").meta().clone();
    assert_eq!((meta.ino, meta.mode), (ino, 0o600));
    assert_eq!((meta.atime, meta.mtime, meta.ctime), (NOW, later, later));
    let dir = tree.get(&AbsPath::workspace()).expect("a folder").meta().clone();
    assert_eq!(dir.mtime, NOW, "a folder's time is that of its names");
    assert_eq!(tree.append(&AbsPath::workspace(), "x".into(), NOW), Err(Errno::IsDir));
    assert_eq!(tree.append(&path("/workspace/g"), "x".into(), NOW), Err(Errno::NotFound));
    assert_eq!(tree.append(&path("/workspace/f/g"), "x".into(), NOW), Err(Errno::NotDir));
    assert_eq!(tree.append(&AbsPath::root(), "x".into(), NOW), Err(Errno::IsDir));
    tree.mkfifo(&path("/workspace/p"), 0o644, NOW).expect("a FIFO");
    assert_eq!(tree.append(&path("/workspace/p"), "x".into(), NOW), Err(Errno::Invalid));
}

#[test]
fn hard_links_share_everything() {
    let mut tree = tree();
    put(&mut tree, "/workspace/a", "1");
    folder(&mut tree, "/workspace/d");
    tree.link(&path("/workspace/a"), &path("/workspace/d/b"), Time(5)).expect("a link");
    tree.link(&path("/workspace/d/b"), &path("/workspace/c"), Time(6)).expect("a link");
    assert_eq!(ls(&tree), "a \"1\" x3\nc \"1\" x3\nd/\n  b \"1\" x3\n");
    assert_eq!(tree.totals(), Totals { bytes: 1, nodes: 7 });
    assert_eq!(tree.totals_at(&AbsPath::workspace()), Ok(Totals { bytes: 1, nodes: 5 }));
    assert_eq!(tree.totals_at(&path("/workspace/d")), Ok(Totals { bytes: 1, nodes: 2 }));
    let fork = tree.clone();
    tree.append(&path("/workspace/c"), "2".into(), NOW).expect("an append");
    tree.set_mode(&path("/workspace/a"), 0o755, NOW).expect("a mode");
    assert_eq!(ls(&tree), "a \"12\" 755 x3\nc \"12\" 755 x3\nd/\n  b \"12\" 755 x3\n");
    assert_eq!(tree.totals().bytes, 2);
    assert_eq!(ls(&fork), "a \"1\" x3\nc \"1\" x3\nd/\n  b \"1\" x3\n");
    let ctime = |tree: &Tree| tree.get(&path("/workspace/c")).map(|node| node.meta().ctime);
    let gone = tree.unlink(&path("/workspace/a"), Time(9)).expect("gone");
    assert_eq!(gone.size(), 2);
    assert_eq!(ctime(&tree), Ok(Time(9)), "losing a name changes the node");
    assert_eq!(tree.rename(&path("/workspace/c"), &path("/workspace/d/b"), NOW).map(|node| node.is_none()), Ok(true));
    assert_eq!(ls(&tree), "c \"12\" 755 x2\nd/\n  b \"12\" 755 x2\n", "one file under both names: nothing to do");
    tree.remove_all(&path("/workspace/d"), NOW).expect("gone");
    assert_eq!(ls(&tree), "c \"12\" 755\n");
    assert_eq!(tree.totals(), Totals { bytes: 2, nodes: 4 });
    tree.append(&path("/workspace/c"), "3".into(), NOW).expect("an append");
    tree.unlink(&path("/workspace/c"), NOW).expect("gone");
    assert_eq!(tree.totals(), Totals { bytes: 0, nodes: 3 });
    assert_eq!(ls(&fork), "a \"1\" x3\nc \"1\" x3\nd/\n  b \"1\" x3\n");
}

#[test]
fn links_and_fifos_can_be_hard_linked_and_folders_cannot() {
    let mut tree = tree();
    tree.symlink(&path("/workspace/l"), b"\xff\n", NOW).expect("a link");
    tree.mkfifo(&path("/workspace/p"), 0o644, NOW).expect("a FIFO");
    tree.link(&path("/workspace/l"), &path("/workspace/l2"), NOW).expect("a link");
    tree.link(&path("/workspace/p"), &path("/workspace/p2"), NOW).expect("a link");
    assert_eq!(ls(&tree), "l -> \u{fffd}\n x2\nl2 -> \u{fffd}\n x2\np| x2\np2| x2\n");
    assert_eq!(tree.totals(), Totals { bytes: 2, nodes: 7 });
    let linked = tree.link(&path("/tmp"), &path("/workspace/x"), NOW);
    assert_eq!(linked, Err(Errno::NotPermitted));
    assert_eq!(tree.link(&path("/"), &path("/workspace/x"), NOW), Err(Errno::NotPermitted));
    assert_eq!(tree.link(&path("/workspace/no"), &path("/workspace/x"), NOW), Err(Errno::NotFound));
}

#[test]
fn removal() {
    let mut tree = tree();
    folder(&mut tree, "/workspace/d");
    put(&mut tree, "/workspace/d/f", "x");
    assert_eq!(tree.unlink(&path("/workspace/d"), NOW).err(), Some(Errno::IsDir));
    assert_eq!(tree.rmdir(&path("/workspace/d"), NOW), Err(Errno::NotEmpty));
    assert_eq!(tree.rmdir(&path("/workspace/d/f"), NOW), Err(Errno::NotDir));
    assert_eq!(tree.rmdir(&path("/workspace/x"), NOW), Err(Errno::NotFound));
    assert_eq!(tree.rmdir(&path("/"), NOW), Err(Errno::Busy));
    assert_eq!(tree.remove_all(&path("/"), NOW), Err(Errno::Busy));
    assert_eq!(tree.unlink(&path("/"), NOW).err(), Some(Errno::Busy));
    assert_eq!(tree.remove_all(&path("/workspace/x"), NOW), Err(Errno::NotFound));
    tree.unlink(&path("/workspace/d/f"), Time(7)).expect("gone");
    assert_eq!(tree.get(&path("/workspace/d")).map(|node| node.meta().mtime), Ok(Time(7)));
    tree.rmdir(&path("/workspace/d"), NOW).expect("gone");
    assert_eq!(ls(&tree), "");
    assert_eq!(tree.totals(), Totals { bytes: 0, nodes: 3 });
}

#[test]
fn rename_follows_posix() {
    let mut tree = tree();
    folder(&mut tree, "/workspace/d");
    put(&mut tree, "/workspace/d/f", "f");
    folder(&mut tree, "/workspace/e");
    put(&mut tree, "/workspace/g", "g");
    let before = tree.clone();
    let mut rename =
        |from: &str, to: &str| tree.rename(&path(from), &path(to), NOW).map(|old| old.map(|node| node.size()));
    assert_eq!(rename("/workspace/x", "/workspace/y"), Err(Errno::NotFound));
    assert_eq!(rename("/workspace/g", "/workspace/x/y"), Err(Errno::NotFound));
    assert_eq!(rename("/workspace/g", "/workspace/g/y"), Err(Errno::NotDir));
    assert_eq!(rename("/", "/workspace/y"), Err(Errno::Busy));
    assert_eq!(rename("/workspace/d", "/"), Err(Errno::Busy));
    assert_eq!(rename("/workspace/d", "/workspace/d/x"), Err(Errno::Invalid));
    assert_eq!(rename("/workspace/e", "/workspace/d"), Err(Errno::NotEmpty));
    assert_eq!(rename("/workspace/g", "/workspace/d"), Err(Errno::IsDir));
    assert_eq!(rename("/workspace/d", "/workspace/g"), Err(Errno::NotDir));
    assert_eq!(rename("/workspace/d/f", "/workspace/d"), Err(Errno::IsDir));
    assert_eq!(rename("/workspace/d", "/workspace/d"), Ok(None));
    assert!(tree.same(&before, &AbsPath::root()));
    let mut rename =
        |from: &str, to: &str| tree.rename(&path(from), &path(to), NOW).map(|old| old.map(|node| node.size()));
    assert_eq!(rename("/workspace/d", "/workspace/e"), Ok(None));
    assert_eq!(rename("/workspace/g", "/workspace/e/f"), Ok(Some(1)));
    assert_eq!(ls(&tree), "e/\n  f \"g\"\n");
    assert_eq!(tree.totals(), Totals { bytes: 1, nodes: 5 });
    assert_eq!(ls(&before), "d/\n  f \"f\"\ne/\ng \"g\"\n");
    tree.rename(&path("/workspace/e"), &path("/tmp/deep"), Time(9)).expect("moved");
    let times = |at: &str| tree.get(&path(at)).map(|node| (node.meta().mtime, node.meta().ctime));
    assert_eq!(times("/workspace"), Ok((Time(9), Time(9))));
    assert_eq!(times("/tmp"), Ok((Time(9), Time(9))));
    assert_eq!(times("/tmp/deep"), Ok((NOW, Time(9))));
}

#[test]
fn a_rename_over_one_of_several_names_keeps_the_others() {
    let mut tree = tree();
    put(&mut tree, "/workspace/a", "old");
    tree.link(&path("/workspace/a"), &path("/workspace/b"), NOW).expect("a link");
    put(&mut tree, "/workspace/c", "new");
    let old = tree.rename(&path("/workspace/c"), &path("/workspace/b"), NOW).expect("moved");
    assert_eq!(old.map(|node| node.size()), Some(3));
    assert_eq!(ls(&tree), "a \"old\"\nb \"new\"\n");
    assert_eq!(tree.totals(), Totals { bytes: 6, nodes: 5 });
}

#[test]
fn the_system_overlay_is_read_only_and_not_counted() {
    let meta = Meta::new(100, 0o755, NOW);
    let name = |text: &str| Name::from(text.as_bytes());
    let null = Node::Device(Arc::new(Device { meta: meta.clone(), kind: DeviceKind::Null }));
    let dev = Node::Dir(Arc::new(Dir::from_entries(meta.clone(), [(name("null"), null)])));
    let bin = Node::Symlink(Arc::new(Symlink { meta: meta.clone(), target: b"usr/bin"[..].into() }));
    let usr = Node::Dir(Arc::new(Dir::from_entries(
        meta.clone(),
        [(name("bin"), Node::Dir(Arc::new(Dir::new(meta.clone()))))],
    )));
    let system = Dir::from_entries(meta, [(name("usr"), usr), (name("bin"), bin), (name("dev"), dev)]);
    let mut tree = tree();
    put(&mut tree, "/dev", "hidden");
    let plain = tree.clone();
    let mut tree = tree.with_system(Arc::new(system));
    let names: Vec<_> = tree.read_dir(&AbsPath::root()).expect("a folder").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["bin", "dev", "tmp", "usr", "workspace"].map(name));
    let null = tree.resolve(&path("/dev"), b"null", Follow::Yes).expect("a device");
    assert_eq!(null.node.map(|node| node.kind()), Some(Kind::Device));
    let bin = tree.resolve(&path("/workspace"), b"../bin/", Follow::No).expect("a folder");
    assert_eq!(bin.path, path("/usr/bin"));
    assert_eq!(tree.nlink(&tree.get(&AbsPath::root()).expect("a folder")), 6);
    assert_eq!(tree.totals(), plain.totals());
    assert!(tree.same(&plain, &AbsPath::root()));
    let (at, new) = (path("/dev/null"), path("/dev/new"));
    assert_eq!(tree.create_file(&new, Content::new(), 0o644, NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.create_file(&at, Content::new(), 0o644, NOW), Err(Errno::Exists));
    assert_eq!(tree.mkdir(&path("/usr/bin/x"), 0o755, NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.unlink(&at, NOW).err(), Some(Errno::ReadOnly));
    assert_eq!(tree.unlink(&path("/bin"), NOW).err(), Some(Errno::ReadOnly));
    assert_eq!(tree.remove_all(&path("/usr"), NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.rmdir(&path("/usr/bin"), NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.set_mode(&at, 0, NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.set_times(&at, None, None, NOW), Err(Errno::ReadOnly));
    assert_eq!(tree.append(&at, "x".into(), NOW), Err(Errno::Invalid));
    assert_eq!(tree.rename(&at, &path("/workspace/x"), NOW).err(), Some(Errno::ReadOnly));
    assert_eq!(tree.rename(&path("/workspace"), &path("/usr/x"), NOW).err(), Some(Errno::ReadOnly));
    assert_eq!(tree.link(&path("/bin"), &path("/workspace/x"), NOW), Err(Errno::CrossDevice));
    put(&mut tree, "/workspace/f", "");
    assert_eq!(tree.link(&path("/workspace/f"), &new, NOW), Err(Errno::ReadOnly));
}
