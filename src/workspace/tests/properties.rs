//! Random changes: totals, hashes and errors against a model that knows no sharing and no caches.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::*;

#[derive(Clone, Debug)]
pub(super) enum Op {
    File(usize, usize),
    Mkdir(usize),
    Symlink(usize, usize),
    Fifo(usize),
    Set(usize, usize),
    Append(usize, usize),
    Edit(usize, usize),
    Link(usize, usize),
    Unlink(usize),
    Rmdir(usize),
    RemoveAll(usize),
    Rename(usize, usize),
    Mode(usize, u16),
    Times(usize),
    Hash(usize),
    Fork,
}

pub(super) fn op() -> impl Strategy<Value = Op> {
    let at = || 0..PLACES.len();
    let size = || 0..40usize;
    prop_oneof![
        4 => (at(), size()).prop_map(|(at, size)| Op::File(at, size)),
        6 => at().prop_map(Op::Mkdir),
        2 => (at(), at()).prop_map(|(at, to)| Op::Symlink(at, to)),
        1 => at().prop_map(Op::Fifo),
        2 => (at(), size()).prop_map(|(at, size)| Op::Set(at, size)),
        2 => (at(), size()).prop_map(|(at, size)| Op::Append(at, size)),
        2 => (at(), size()).prop_map(|(at, size)| Op::Edit(at, size)),
        4 => (at(), at()).prop_map(|(at, to)| Op::Link(at, to)),
        2 => at().prop_map(Op::Unlink),
        1 => at().prop_map(Op::Rmdir),
        1 => at().prop_map(Op::RemoveAll),
        5 => (at(), at()).prop_map(|(at, to)| Op::Rename(at, to)),
        1 => (at(), any::<u16>()).prop_map(|(at, mode)| Op::Mode(at, mode)),
        1 => at().prop_map(Op::Times),
        1 => at().prop_map(Op::Hash),
        1 => Just(Op::Fork),
    ]
}

const PLACES: &[&str] = &[
    "/",
    "/workspace",
    "/tmp",
    "/workspace/a",
    "/workspace/b",
    "/workspace/a/a",
    "/workspace/a/b",
    "/workspace/b/a",
    "/workspace/b/b",
    "/workspace/a/a/a",
    "/workspace/a/a/b",
    "/tmp/a",
    "/tmp/b",
    "/tmp/a/a",
];

/// The path's own idea of what it changed: quotas small enough to be hit.
pub(super) const LIMITS: TreeLimits =
    TreeLimits { file_bytes: 64, total_bytes: 150, nodes: 14, path_bytes: 18, name_bytes: 255 };

pub(super) fn apply(tree: &mut Tree, op: &Op, now: Time) -> Result<(), Errno> {
    let at = |place: &usize| path(PLACES[*place]);
    let bytes = |size: &usize| vec![b'a' + *size as u8 % 26; *size];
    match op {
        Op::File(place, size) => tree.create_file(&at(place), Content::from(&*bytes(size)), 0o644, now).map(drop),
        Op::Mkdir(place) => tree.mkdir(&at(place), 0o755, now).map(drop),
        Op::Symlink(place, to) => tree.symlink(&at(place), PLACES[*to].as_bytes(), now).map(drop),
        Op::Fifo(place) => tree.mkfifo(&at(place), 0o644, now).map(drop),
        Op::Set(place, size) => tree.set_content(&at(place), Content::from(&*bytes(size)), now),
        Op::Append(place, size) => tree.append(&at(place), bytes(size).into(), now),
        Op::Edit(place, size) => {
            let len = *size as u64 * 2;
            tree.edit(&at(place), now, len, |content| content.write_at(*size as u64, &bytes(size)))
        }
        Op::Link(place, to) => tree.link(&at(place), &at(to), now),
        Op::Unlink(place) => tree.unlink(&at(place), now).map(drop),
        Op::Rmdir(place) => tree.rmdir(&at(place), now),
        Op::RemoveAll(place) => tree.remove_all(&at(place), now),
        Op::Rename(place, to) => tree.rename(&at(place), &at(to), now).map(drop),
        Op::Mode(place, mode) => tree.set_mode(&at(place), *mode, now),
        Op::Times(place) => tree.set_times(&at(place), Some(now), None, now),
        Op::Hash(place) => tree.node_hash(&at(place)).and(tree.content_hash(&at(place))).map(drop),
        Op::Fork => Ok(()),
    }
}

/// Everything that a tree shows, node by node, without using any cache.
pub(super) fn dump(tree: &Tree) -> BTreeMap<Vec<u8>, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![AbsPath::root()];
    while let Some(at) = open.pop() {
        let node = tree.get(&at).expect("a node");
        let what = match &node {
            Node::File(file) => format!("file {:?}", file.content().to_bytes()),
            Node::Symlink(link) => format!("link {:?}", bstr::BStr::new(&link.target)),
            other => format!("{:?}", other.kind()),
        };
        let links = tree.nlink(&node);
        all.insert(at.as_bytes().to_vec(), format!("{what} {:?} {links}", node.meta()));
        if node.kind() == Kind::Dir {
            open.extend(tree.read_dir(&at).expect("a folder").iter().map(|(name, _)| at.join(name)));
        }
    }
    all
}

/// Totals by counting.
fn recount(tree: &Tree, at: &AbsPath) -> Totals {
    let (mut totals, mut seen, mut open) = (Totals::default(), BTreeSet::new(), vec![at.clone()]);
    while let Some(at) = open.pop() {
        let node = tree.get(&at).expect("a node");
        totals.nodes += 1;
        match &node {
            Node::Dir(_) => {
                open.extend(tree.read_dir(&at).expect("a folder").iter().map(|(name, _)| at.join(name)));
            }
            leaf => {
                if seen.insert(leaf.meta().ino) {
                    totals.bytes += leaf.size();
                }
            }
        }
    }
    totals
}

/// The Merkle hash by the book.
fn rehash(tree: &Tree, at: &AbsPath, modes: bool) -> Hash {
    let node = tree.get(at).expect("a node");
    let hash = match &node {
        Node::Dir(_) => {
            let mut hasher = Sha256::new();
            hasher.update(b"mem-sandbox-directory-v1\0");
            for (name, child) in tree.read_dir(at).expect("a folder") {
                hasher.update(match child.kind() {
                    Kind::Dir => b"D",
                    Kind::File => b"F",
                    Kind::Symlink => b"L",
                    _ => b"P",
                });
                hasher.update((name.len() as u32).to_be_bytes());
                hasher.update(&name);
                hasher.update(rehash(tree, &at.join(&name), modes).0);
            }
            Hash(hasher.finalize().into())
        }
        Node::File(file) => file.content().sha256(),
        Node::Symlink(link) => Hash::of(&link.target),
        _ => Hash::of(b""),
    };
    if modes && node.meta().mode != node.default_mode() {
        let mode = node.meta().mode.to_be_bytes();
        return Hash::of(&[b"mem-sandbox-mode-v1\0", &mode[..], &hash.0].concat());
    }
    hash
}

pub(super) fn check(tree: &Tree) {
    assert_eq!(tree.totals(), recount(tree, &AbsPath::root()));
    for place in PLACES {
        let at = path(place);
        if tree.get(&at).is_ok() {
            assert_eq!(tree.totals_at(&at), Ok(recount(tree, &at)), "{place}");
            assert_eq!(tree.content_hash(&at), Ok(rehash(tree, &at, false)), "{place}");
            assert_eq!(tree.node_hash(&at), Ok(rehash(tree, &at, true)), "{place}");
        }
    }
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn totals_and_hashes_are_those_of_a_recount(ops in proptest::collection::vec(op(), 1..60)) {
        let mut tree = Tree::new(LIMITS, NOW);
        let mut forks: Vec<(Tree, _)> = Vec::new();
        for (step, op) in ops.iter().enumerate() {
            let before = dump(&tree);
            if let Op::Fork = op {
                forks.push((tree.clone(), before));
                continue;
            }
            let now = Time(2000 + step as i64);
            if apply(&mut tree, op, now).is_err() {
                assert_eq!(dump(&tree), before, "{op:?} was refused and must leave no trace");
            }
            assert_eq!(tree.totals(), recount(&tree, &AbsPath::root()), "{op:?}");
            assert!(tree.totals().bytes <= LIMITS.total_bytes && tree.totals().nodes <= LIMITS.nodes);
            if step % 8 == 0 {
                check(&tree);
            }
        }
        check(&tree);
        for (fork, before) in &forks {
            assert_eq!(&dump(fork), before, "a fork stays as it was");
            check(fork);
            for place in PLACES {
                let at = path(place);
                if let (Ok(a), Ok(b)) = (fork.get(&at), tree.get(&at)) {
                    let equal = a.kind() == b.kind() && rehash(fork, &at, true) == rehash(&tree, &at, true);
                    assert_eq!(fork.same(&tree, &at), equal, "{place}");
                }
            }
        }
    }

    /// The walk against a model that rewrites the text, component by component, with single look-ups.
    #[test]
    fn resolve_agrees_with_a_model(
        ops in proptest::collection::vec(op(), 1..40),
        parts in proptest::collection::vec(0..8usize, 1..9),
        absolute in any::<bool>(),
        follow in any::<bool>(),
    ) {
        let mut tree = Tree::new(TreeLimits { nodes: 100, ..TreeLimits::default() }, NOW);
        for op in &ops {
            let _ = apply(&mut tree, op, NOW);
        }
        let names = ["a", "b", "..", ".", "", "workspace", "tmp", "a/"];
        let mut text: String = if absolute { "/".into() } else { String::new() };
        text.push_str(&parts.iter().map(|part| names[*part]).collect::<Vec<_>>().join("/"));
        let follow = if follow { Follow::Yes } else { Follow::No };
        let found = tree
            .resolve(&AbsPath::workspace(), text.as_bytes(), follow)
            .map(|found| (found.path, found.node.map(|node| node.meta().ino), found.trailing_slash));
        prop_assert_eq!(found, model_resolve(&tree, &text, follow), "{}", text);
    }
}

fn model_resolve(tree: &Tree, text: &str, follow: Follow) -> Result<(AbsPath, Option<Ino>, bool), Errno> {
    if text.is_empty() {
        return Err(Errno::NotFound);
    }
    let mut text = text.to_owned();
    let mut at = if text.starts_with('/') { AbsPath::root() } else { AbsPath::workspace() };
    if !matches!(tree.get(&at), Ok(Node::Dir(_))) {
        return Err(Errno::NotFound);
    }
    let mut links = 0;
    loop {
        text = text.trim_start_matches('/').to_owned();
        if text.is_empty() {
            let ino = tree.get(&at)?.meta().ino;
            return Ok((at, Some(ino), false));
        }
        let end = text.find('/').unwrap_or(text.len());
        let (name, rest) = (text[..end].to_owned(), text[end..].to_owned());
        let last = rest.trim_matches('/').is_empty();
        if name == "." || name == ".." {
            if name == ".." {
                at = at.parent().unwrap_or(at);
            }
            text = rest;
            continue;
        }
        let next = at.join(name.as_bytes());
        match tree.get(&next) {
            Err(Errno::NotFound) if last => return Ok((next, None, !rest.is_empty())),
            Err(error) => return Err(error),
            Ok(Node::Symlink(link)) if !last || !rest.is_empty() || follow == Follow::Yes => {
                links += 1;
                if links > 40 {
                    return Err(Errno::Loop);
                }
                text = format!("{}{rest}", bstr::BStr::new(&link.target));
                if text.starts_with('/') {
                    at = AbsPath::root();
                }
            }
            Ok(Node::Dir(_)) => {
                at = next;
                text = rest;
            }
            Ok(leaf) if rest.is_empty() => return Ok((next, Some(leaf.meta().ino), false)),
            Ok(_) => return Err(Errno::NotDir),
        }
    }
}
