//! Host folders, in a folder of their own under the host's temporary one.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use super::read::os;
use super::*;
use workspace::{AbsPath, Content, Time, Tree, TreeLimits, Walk};

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("mem-sandbox-host-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("below")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn text(&self, path: &str) -> String {
        std::fs::read_to_string(self.0.join(path)).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn read(folder: &Folder, options: &ReadOptions, limits: TreeLimits) -> Result<(Tree, Vec<Skipped>), HostError> {
    let mut tree = Tree::new(limits, Time(0));
    let root = AbsPath::workspace();
    let skipped = read_folder(folder.0.as_os_str(), options, &mut tree, &root, Time(0), &Progress::default())?;
    Ok((tree, skipped))
}

fn names(tree: &Tree) -> Vec<String> {
    let below = |path: &AbsPath| {
        String::from_utf8_lossy(path.strip_prefix(&AbsPath::workspace()).unwrap_or_default()).into_owned()
    };
    let walk = Walk::new(tree, &AbsPath::workspace()).expect("a walk");
    let mut names: Vec<String> = walk.map(|entry| below(&entry.path)).filter(|name| !name.is_empty()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_is_read_without_what_is_private_or_can_be_made_again() {
    let folder = Folder::new();
    for path in [
        "a",
        "d/b",
        ".git/config",
        ".env",
        ".env.local",
        "d/.ssh/x",
        "key.pem",
        "d/id_rsa",
        "node_modules/x/y",
        "venv/x",
        "log/a.log",
        "log/keep.log",
        ".gitignore",
    ] {
        folder.put(path, path);
    }
    folder.put(".gitignore", "*.log\n!keep.log\n");
    std::fs::set_permissions(folder.0.join("a"), std::fs::Permissions::from_mode(0o755)).expect("a mode");
    symlink("b", folder.0.join("d/in")).expect("a link");
    symlink("../../../etc/passwd", folder.0.join("d/out")).expect("a link");
    symlink("/etc/passwd", folder.0.join("absolute")).expect("a link");
    let options = ReadOptions { ignore_file: Some(".gitignore".into()), ..ReadOptions::default() };
    let (tree, skipped) = read(&folder, &options, TreeLimits::default()).expect("read");
    assert_eq!(names(&tree), [".gitignore", "a", "d", "d/b", "d/in", "log", "log/keep.log"]);
    assert_eq!(tree.get(&AbsPath::workspace().join(b"a")).expect("there").meta().mode, 0o755);
    let skipped: Vec<_> = skipped.iter().map(|one| String::from_utf8_lossy(&one.path).into_owned()).collect();
    assert_eq!(skipped, ["absolute", "d/out"]);
    let mut include = Patterns::default();
    include.add(b"*.pem");
    include.add(b"d/**");
    let mut exclude = Patterns::default();
    exclude.add(b"id_*");
    let options = ReadOptions { include, exclude, follow_symlinks: true, ..ReadOptions::default() };
    let (tree, skipped) = read(&folder, &options, TreeLimits::default()).expect("read");
    assert_eq!(names(&tree), ["d", "d/.ssh", "d/.ssh/x", "d/b", "d/in", "key.pem"]);
    assert_eq!(tree.read(&AbsPath::workspace().join(b"d").join(b"in")).expect("a file").to_bytes(), &b"d/b"[..]);
    assert_eq!(skipped.len(), 1);
}

#[test]
fn fifos_and_limits_refuse_without_hanging() {
    let folder = Folder::new();
    folder.put("big", &"x".repeat(1_000));
    let limits = TreeLimits { file_bytes: 999, ..TreeLimits::default() };
    let error = read(&folder, &ReadOptions::default(), limits).map(drop).expect_err("too big");
    assert_eq!(error, HostError::File { errno: Errno::TooBig, syscall: "open", path: b"big".to_vec() });
    let limits = TreeLimits { nodes: 3, ..TreeLimits::default() };
    assert!(read(&folder, &ReadOptions::default(), limits).is_err());
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe")).status();
    if made.is_ok_and(|status| status.success()) {
        let error = read(&folder, &ReadOptions::default(), TreeLimits::default()).map(drop).expect_err("refused");
        assert_eq!(error, HostError::Refused { path: b"pipe".to_vec(), why: "it is a FIFO, socket or device" });
        let mut exclude = Patterns::default();
        exclude.add(b"pipe");
        let options = ReadOptions { exclude, ..ReadOptions::default() };
        assert!(read(&folder, &options, TreeLimits::default()).is_ok());
    }
    let mut tree = Tree::new(TreeLimits::default(), Time(0));
    let progress = Progress::default();
    progress.cancelled.store(true, Ordering::Relaxed);
    let options = ReadOptions::default();
    let read = read_folder(folder.0.as_os_str(), &options, &mut tree, &AbsPath::workspace(), Time(0), &progress);
    assert_eq!(read, Err(HostError::Cancelled));
    let nowhere =
        read_folder(os(b"/nowhere/at/all"), &options, &mut tree, &AbsPath::root(), Time(0), &Progress::default());
    assert!(matches!(nowhere, Err(HostError::File { errno: Errno::NotFound, .. })));
}

fn tree_of(files: &[(&str, &str)]) -> Tree {
    let mut tree = Tree::new(TreeLimits::default(), Time(0));
    for (path, text) in files {
        let path = AbsPath::lexical(&AbsPath::workspace(), path.as_bytes()).expect("a path");
        tree.mkdir_all(&path.parent().expect("below"), 0o755, Time(0)).expect("a folder");
        tree.create_file(&path, Content::from(text.as_bytes()), 0o755, Time(0)).expect("a file");
    }
    tree
}

#[test]
fn a_tree_is_written_and_nothing_else_is_touched() {
    let folder = Folder::new();
    folder.put("same", "s");
    folder.put("old", "o");
    folder.put("gone/x", "x");
    folder.put(".git/config", "g");
    folder.put("half/.env", "e");
    folder.put("half/x", "x");
    let mut tree = tree_of(&[("same", "s"), ("old", "new"), ("d/e/f", "f")]);
    tree.symlink(&AbsPath::workspace().join(b"link"), b"d/e", Time(0)).expect("a link");
    tree.mkfifo(&AbsPath::workspace().join(b"pipe"), 0o644, Time(0)).expect("a FIFO");
    let write = |delete| write_folder(&tree, &AbsPath::workspace(), folder.0.as_os_str(), WriteOptions { delete });
    let done = write(false).expect("written");
    assert_eq!((done.written, done.unchanged, done.deleted, done.skipped.len()), (3, 1, 0, 1));
    assert_eq!(
        (folder.text("old"), folder.text("d/e/f"), folder.text("link/f")),
        ("new".into(), "f".into(), "f".into())
    );
    assert_eq!(folder.text("gone/x"), "x");
    let mode = std::fs::metadata(folder.0.join("d/e/f")).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    let done = write(true).expect("written");
    assert_eq!((done.written, done.unchanged, done.deleted), (0, 4, 3));
    assert!(!folder.0.join("gone").exists() && !folder.0.join("half/x").exists());
    assert_eq!((folder.text(".git/config"), folder.text("half/.env")), ("g".into(), "e".into()));
}

#[test]
fn nothing_is_written_through_or_as_a_link_out() {
    let (folder, outside) = (Folder::new(), Folder::new());
    outside.put("target", "untouched");
    symlink(&outside.0, folder.0.join("d")).expect("a link");
    symlink(outside.0.join("target"), folder.0.join("f")).expect("a link");
    let refused = |tree: &Tree| {
        write_folder(tree, &AbsPath::workspace(), folder.0.as_os_str(), WriteOptions { delete: false }).map(drop)
    };
    let why = |path: &str, why| Err(HostError::Refused { path: path.as_bytes().to_vec(), why });
    assert_eq!(refused(&tree_of(&[("d/target", "x")])), why("d", "it is a link on the host"));
    assert_eq!(refused(&tree_of(&[("f", "x")])), why("f", "it is a link on the host"));
    for target in [&b"/etc/passwd"[..], b"../x"] {
        let mut tree = tree_of(&[]);
        tree.symlink(&AbsPath::workspace().join(b"l"), target, Time(0)).expect("a link");
        assert_eq!(refused(&tree), why("l", "it is a link that leaves the folder"));
    }
    assert_eq!(outside.text("target"), "untouched");
    let done = write_folder(&tree_of(&[]), &AbsPath::workspace(), folder.0.as_os_str(), WriteOptions { delete: true });
    assert_eq!(done.expect("written").deleted, 2);
    assert_eq!(outside.text("target"), "untouched");
}
