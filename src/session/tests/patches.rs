//! Patches between states: what they look like, and that `git apply` and GNU `patch` make the one state of the other.

use std::collections::BTreeMap;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;

use super::*;
use crate::{CONTEXT_LINES, patch};
use workspace::{AbsPath, ChangeKind, Content, Kind, Node, Time, Tree, TreeLimits, Version, Walk, diff};

const NOW: Time = Time(0);

/// What git keeps of a tree: contents, targets, whether a file can be executed. Folders only as parts of paths.
type Flat = BTreeMap<Vec<u8>, (char, Vec<u8>)>;

fn flat(tree: &Tree) -> Flat {
    Walk::new(tree, &AbsPath::workspace())
        .expect("a walk")
        .filter_map(|entry| {
            let path = entry.path.strip_prefix(&AbsPath::workspace())?.to_vec();
            match &entry.node {
                Node::File(file) => {
                    let kind = if file.meta.mode & 0o111 == 0 { 'f' } else { 'x' };
                    Some((path, (kind, file.content().to_bytes().to_vec())))
                }
                Node::Symlink(link) => Some((path, ('l', link.target.to_vec()))),
                _ => None,
            }
        })
        .collect()
}

/// A folder of the host that goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(content: &Flat) -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let top = std::env::temp_dir().join(format!("mem-sandbox-patch-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&top).expect("a folder");
        for (path, (kind, bytes)) in content {
            let path = top.join(Path::new(std::ffi::OsStr::from_bytes(path)));
            std::fs::create_dir_all(path.parent().expect("below the top")).expect("a folder");
            if *kind == 'l' {
                symlink(std::ffi::OsStr::from_bytes(bytes), &path).expect("a link");
            } else {
                std::fs::write(&path, bytes).expect("a file");
                let mode = if *kind == 'x' { 0o755 } else { 0o644 };
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
            }
        }
        Folder(top)
    }

    fn read(&self) -> Flat {
        let mut flat = Flat::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
                let kind = entry.file_type().expect("a kind");
                let path = entry.path();
                let name = path.strip_prefix(&self.0).expect("below").as_os_str().as_bytes().to_vec();
                if kind.is_dir() {
                    open.push(path);
                } else if kind.is_symlink() {
                    flat.insert(name, ('l', std::fs::read_link(path).expect("a link").into_os_string().into_vec()));
                } else {
                    let mode = entry.metadata().expect("a mode").permissions().mode();
                    let kind = if mode & 0o111 == 0 { 'f' } else { 'x' };
                    flat.insert(name, (kind, std::fs::read(path).expect("a file")));
                }
            }
        }
        flat
    }

    /// Feeds a patch to a program in this folder. `None` when the program is not on this machine.
    fn apply(&self, program: &str, arguments: &[&str], patch: &[u8]) -> Option<Result<(), String>> {
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        std::io::Write::write_all(&mut child.stdin.take().expect("piped"), patch).ok();
        let output = child.wait_with_output().expect("it ends");
        let said = [output.stdout, output.stderr].concat();
        Some(if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&said).into_owned()) })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const TOOLS: &[(&str, &[&str])] =
    &[("git", &["apply", "--whitespace=nowarn"]), ("patch", &["-p1", "-s", "--no-backup-if-mismatch", "-f"])];

/// Checks that both tools make `to` of `from`, and `from` of `to` with the patch of the other direction.
fn check(from: &Tree, to: &Tree, context: usize) -> Result<(), TestCaseError> {
    for (from, to) in [(from, to), (to, from)] {
        let text = patch(from, to, &AbsPath::workspace(), context).expect("everything is here");
        if flat(from) == flat(to) {
            prop_assert!(text.is_empty());
            continue;
        }
        // Of these GNU patch says `refusing to patch`, however the patch is written.
        let folders_change = diff(from, to, &AbsPath::workspace()).iter().any(|change| {
            let is_folder = |version: &Option<Version>| version.as_ref().is_some_and(|v| v.kind == Kind::Dir);
            change.kind == ChangeKind::TypeChanged && (is_folder(&change.before) || is_folder(&change.after))
        });
        for (program, arguments) in TOOLS.iter().take(if folders_change { 1 } else { 2 }) {
            let folder = Folder::new(&flat(from));
            let Some(outcome) = folder.apply(program, arguments, &text) else {
                eprintln!("{program} is not on this machine: not checked");
                continue;
            };
            let shown = String::from_utf8_lossy(&text);
            prop_assert!(outcome.is_ok(), "{program}: {}\n{shown}", outcome.unwrap_err());
            prop_assert_eq!(folder.read(), flat(to), "{}\n{}", program, shown);
        }
    }
    Ok(())
}

fn tree() -> Tree {
    Tree::new(TreeLimits::default(), NOW)
}

fn at(name: &str) -> AbsPath {
    AbsPath::lexical(&AbsPath::workspace(), name.as_bytes()).expect("a path")
}

fn put(tree: &mut Tree, name: &str, text: &[u8], mode: u16) {
    tree.mkdir_all(&at(name).parent().expect("not the root"), 0o755, NOW).expect("a folder");
    tree.create_file(&at(name), Content::from(text), mode, NOW).expect("a file");
}

#[test]
fn a_patch_says_every_kind_of_change_as_git_does() {
    let session = session();
    run(
        &session,
        "mkdir -p 'od d'; printf 'a\\nb' > edit; echo gone > gone; echo moved > old; echo x > run; ln -s edit link; \
         printf 'bin\\0' > bin; echo 1 > 'od d/f \"q\"'; echo k > kind; mkfifo p; mkdir empty; chmod 600 p",
    );
    let snapshot = session.snapshot().expect("open");
    run(
        &session,
        "printf 'a\\nB\\n' > edit; rm gone; mv old 'new name'; chmod +x run; ln -sf run link; printf 'bin\\1\\0' > bin; \
         echo 2 > 'od d/f \"q\"'; rm kind; ln -s edit kind; : > made; rm p; rmdir empty; chmod 600 edit",
    );
    let patch = session.patch(&snapshot, CONTEXT_LINES).expect("open");
    let hidden = String::from_utf8(patch).expect("text");
    let ids = hidden.lines().filter(|line| line.starts_with("index ")).count();
    let text: String =
        hidden.lines().filter(|line| !line.starts_with("index ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(ids, 8);
    assert_eq!(
        text,
        "diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n\
         diff --git a/kind b/kind\ndeleted file mode 100644\n--- a/kind\n+++ /dev/null\n@@ -1 +0,0 @@\n-k\n\
         diff --git a/old \"b/new name\"\nsimilarity index 100%\nrename from old\nrename to new name\n\
         diff --git a/bin b/bin\nBinary files a/bin and b/bin differ\n\
         diff --git a/edit b/edit\n--- a/edit\n+++ b/edit\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n\
         diff --git a/kind b/kind\nnew file mode 120000\n--- /dev/null\n+++ b/kind\n@@ -0,0 +1 @@\n+edit\n\
         \\ No newline at end of file\n\
         diff --git a/link b/link\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-edit\n\\ No newline at end of file\n+run\n\
         \\ No newline at end of file\n\
         diff --git a/made b/made\nnew file mode 100644\n\
         diff --git \"a/od d/f \\\"q\\\"\" \"b/od d/f \\\"q\\\"\"\n--- \"a/od d/f \\\"q\\\"\"\n+++ \"b/od d/f \\\"q\\\"\"\n\
         @@ -1 +1 @@\n-1\n+2\n\
         diff --git a/run b/run\nold mode 100644\nnew mode 100755\n"
    );
    let ids = "\nindex 0a207c060e61f3b88eaee0a8cd0696f46fb155eb..55dce135f5939fc45738aec42a917794a39cbfce 100644\n";
    assert!(hidden.contains(ids), "{hidden}");
    assert_eq!(
        snapshot.patch(&session.snapshot().expect("open"), CONTEXT_LINES).expect("everything is here"),
        hidden.as_bytes()
    );
}

#[test]
fn other_tools_apply_odd_names_links_and_kinds() {
    let mut from = tree();
    for (name, text) in [
        ("plain", &b"a\nb\nc\n"[..]),
        ("with blank", b"1\n2\n"),
        ("quote\"d", b"x"),
        ("back\\slash", b"x\n"),
        ("tab\there", b"x\n"),
        ("line\nbreak", b"x\n"),
        ("umlaut \u{fc}", b"x\n"),
        ("d/e/f", b"deep\n"),
        ("gone/a", b"1\n"),
        ("kind/inner", b"1\n"),
        ("file-to-folder", b"1\n"),
        ("a b/empty one", b""),
        ("latin", b"\xe9\n\xff\n"),
    ] {
        put(&mut from, name, text, 0o644);
    }
    from.symlink(&at("link"), b"plain", NOW).expect("a link");
    from.symlink(&at("link to kind"), b"somewhere", NOW).expect("a link");
    let mut to = from.clone();
    for name in ["with blank", "quote\"d", "back\\slash", "tab\there", "line\nbreak", "umlaut \u{fc}", "latin"] {
        to.append(&at(name), "more\n".into(), NOW).expect("an append");
    }
    to.set_content(&at("plain"), Content::from(&b""[..]), NOW).expect("emptied");
    to.remove_all(&at("gone"), NOW).expect("gone");
    to.rename(&at("d/e/f"), &at("a b/moved f"), NOW).expect("moved");
    to.unlink(&at("link"), NOW).expect("gone");
    to.symlink(&at("link"), b"d/e f", NOW).expect("a link");
    to.unlink(&at("link to kind"), NOW).expect("gone");
    put(&mut to, "link to kind", b"no link", 0o644);
    to.unlink(&at("a b/empty one"), NOW).expect("gone");
    put(&mut to, "empty two", b"", 0o755);
    put(&mut to, " leading", b"x", 0o644);
    check(&from, &to, CONTEXT_LINES).unwrap_or_else(|error| panic!("{error}"));
    to.remove_all(&at("kind"), NOW).expect("gone");
    put(&mut to, "kind", b"a file now\n", 0o755);
    to.unlink(&at("file-to-folder"), NOW).expect("gone");
    put(&mut to, "file-to-folder/x", b"a folder now", 0o644);
    check(&from, &to, CONTEXT_LINES).unwrap_or_else(|error| panic!("{error}"));
}

/// Names, some of which are in each other's way.
const NAMES: &[&str] = &["a", "b c", "d/e", "d/f g", "d", "h\"i", "a/j", "\u{e9}"];

#[derive(Clone, Debug)]
enum Edit {
    Put(usize, Vec<u8>, bool),
    Link(usize, usize),
    Remove(usize),
    Move(usize, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = || 0..NAMES.len();
    let line = prop::sample::select(vec![&b"one\n"[..], b"two\n", b"three\n", b"\n", b"\xff\r\n", b"-- x\n", b"end"]);
    let text = proptest::collection::vec(line, 0..8).prop_map(|lines| lines.concat());
    prop_oneof![
        5 => (at(), text, any::<bool>()).prop_map(|(at, text, run)| Edit::Put(at, text, run)),
        1 => (at(), at()).prop_map(|(at, to)| Edit::Link(at, to)),
        2 => at().prop_map(Edit::Remove),
        2 => (at(), at()).prop_map(|(at, to)| Edit::Move(at, to)),
    ]
}

fn edited(mut tree: Tree, edits: &[Edit]) -> Tree {
    for edit in edits {
        match edit {
            Edit::Put(name, text, run) => {
                let _ = tree.remove_all(&at(NAMES[*name]), NOW);
                let parent = at(NAMES[*name]).parent().expect("not the root");
                if tree.mkdir_all(&parent, 0o755, NOW).is_ok() {
                    put(&mut tree, NAMES[*name], text, if *run { 0o755 } else { 0o644 });
                }
            }
            Edit::Link(name, to) => drop(tree.symlink(&at(NAMES[*name]), NAMES[*to].as_bytes(), NOW)),
            Edit::Remove(name) => drop(tree.remove_all(&at(NAMES[*name]), NOW)),
            Edit::Move(name, to) => drop(tree.rename(&at(NAMES[*name]), &at(NAMES[*to]), NOW)),
        }
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn other_tools_make_one_random_state_of_another(
        common in proptest::collection::vec(edit(), 0..12),
        mine in proptest::collection::vec(edit(), 0..6),
        context in 1..4_usize,
    ) {
        let from = edited(tree(), &common);
        let to = edited(from.clone(), &mine);
        check(&from, &to, context)?;
    }
}
