//! The hashes: the Python package's vectors, modes, links, and what the caches must not hide.

use super::*;

const VECTORS: &str = include_str!("../../../__test__/vectors/tree_hash_vectors.json");

fn base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|digit| *digit == byte)
    };
    let digits: Vec<usize> = text.bytes().filter_map(value).collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        let three = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        bytes.extend_from_slice(&three[..four.len() - 1]);
    }
    bytes
}

#[test]
fn folders_hash_as_in_the_python_package() {
    let vectors: serde_json::Value = serde_json::from_str(VECTORS).expect("JSON");
    let vectors = vectors["vectors"].as_array().expect("a list");
    assert_eq!(vectors.len(), 6);
    for vector in vectors {
        let mut tree = tree();
        let workspace = AbsPath::workspace();
        for (name, content) in vector["files_base64"].as_object().expect("files") {
            let file = AbsPath::lexical(&workspace, name.as_bytes()).expect("a path");
            let parent = file.parent().expect("a parent");
            tree.mkdir_all(&parent, 0o755, NOW).expect("folders");
            let content = Content::from(&*base64(content.as_str().expect("text")));
            tree.create_file(&file, content, 0o644, NOW).expect("a file");
        }
        for name in vector["dirs"].as_array().expect("folders") {
            let name = name.as_str().expect("text").as_bytes();
            let dir = AbsPath::lexical(&workspace, name).expect("a path");
            tree.mkdir_all(&dir, 0o755, NOW).expect("folders");
        }
        let hash = tree.content_hash(&workspace).expect("a hash");
        assert_eq!(hash.to_string(), vector["root_hash"].as_str().expect("a hash"), "{vector}");
        assert_eq!(tree.node_hash(&workspace).expect("a hash"), hash, "default modes do not show");
        let totals = tree.totals_at(&workspace).expect("totals");
        assert_eq!(Some(totals.bytes), vector["total_bytes"].as_u64(), "{vector}");
        assert_eq!(Some(totals.nodes), vector["node_count"].as_u64(), "{vector}");
    }
}

#[test]
fn a_hash_has_one_spelling() {
    let hash = Hash::of(b"");
    let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(hash.to_string(), text);
    assert_eq!(text.parse(), Ok(hash));
    for bad in ["", "e3", &text.to_uppercase(), &format!("{text}0"), &text.replace('e', "é"), &text[1..]] {
        assert_eq!(bad.parse::<Hash>(), Err(HashParseError), "{bad}");
    }
}

#[test]
fn modes_show_in_node_hashes_only() {
    let mut tree = tree();
    put(&mut tree, "/workspace/f", "x");
    folder(&mut tree, "/workspace/d");
    let hashes = |tree: &Tree, at: &str| {
        (tree.content_hash(&path(at)).expect("a hash"), tree.node_hash(&path(at)).expect("a hash"))
    };
    let before = hashes(&tree, "/workspace");
    for at in ["/workspace/f", "/workspace/d"] {
        let old = hashes(&tree, at);
        tree.set_mode(&path(at), 0o700, NOW).expect("a mode");
        let new = hashes(&tree, at);
        assert_eq!(new.0, old.0, "{at}");
        assert_ne!(new.1, old.1, "{at}");
        let after = hashes(&tree, "/workspace");
        assert_eq!(after.0, before.0, "{at}");
        assert_ne!(after.1, before.1, "{at}");
        let mode = if at.ends_with('f') { 0o644 } else { 0o755 };
        tree.set_mode(&path(at), mode, NOW).expect("a mode");
        assert_eq!(hashes(&tree, "/workspace"), before, "{at}");
    }
}

#[test]
fn kinds_and_targets_show_in_hashes() {
    let mut hashes = std::collections::BTreeSet::new();
    let mut add = |tree: &Tree| {
        assert!(hashes.insert(tree.content_hash(&AbsPath::workspace()).expect("a hash")));
    };
    let at = path("/workspace/a");
    let mut one = tree();
    one.symlink(&at, b"t", NOW).expect("a link");
    add(&one);
    assert_eq!(one.content_hash(&at), Ok(Hash::of(b"t")));
    let mut one = tree();
    one.symlink(&at, b"\xff", NOW).expect("a link");
    add(&one);
    let mut one = tree();
    put(&mut one, "/workspace/a", "t");
    add(&one);
    let mut one = tree();
    put(&mut one, "/workspace/a", "");
    add(&one);
    let mut one = tree();
    one.mkfifo(&at, 0o644, NOW).expect("a FIFO");
    add(&one);
    assert_eq!(one.content_hash(&at), Ok(Hash::of(b"")));
    let mut one = tree();
    folder(&mut one, "/workspace/a");
    add(&one);
}

#[test]
fn a_write_through_one_name_shows_in_the_hash_of_the_other_ones_folder() {
    let mut tree = tree();
    folder(&mut tree, "/workspace/a");
    folder(&mut tree, "/workspace/b");
    put(&mut tree, "/workspace/a/f", "one");
    tree.link(&path("/workspace/a/f"), &path("/workspace/b/g"), NOW).expect("a link");
    let fork = tree.clone();
    let before = tree.content_hash(&path("/workspace/b")).expect("a hash");
    assert_eq!(fork.content_hash(&path("/workspace/b")), Ok(before));
    tree.append(&path("/workspace/a/f"), "two".into(), NOW).expect("an append");
    let after = tree.content_hash(&path("/workspace/b")).expect("a hash");
    assert_ne!(after, before);
    assert!(!tree.same(&fork, &path("/workspace/b")));
    assert_eq!(fork.content_hash(&path("/workspace/b")), Ok(before), "the fork keeps its own");
    assert_eq!(tree.content_hash(&path("/workspace/b")), Ok(after));

    let mut plain = super::tree();
    folder(&mut plain, "/workspace/a");
    folder(&mut plain, "/workspace/b");
    put(&mut plain, "/workspace/a/f", "onetwo");
    put(&mut plain, "/workspace/b/g", "onetwo");
    assert!(tree.same(&plain, &AbsPath::workspace()), "hard links hash as the files they are");
}

#[test]
fn times_do_not_show() {
    let mut tree = tree();
    put(&mut tree, "/workspace/f", "x");
    let before = tree.clone();
    let at = path("/workspace/f");
    tree.set_times(&at, Some(Time(5)), Some(Time(-5)), Time(9)).expect("times");
    assert!(tree.same(&before, &AbsPath::root()));
    let meta = tree.get(&at).expect("a file").meta().clone();
    assert_eq!((meta.atime, meta.mtime, meta.ctime), (Time(5), Time(-5), Time(9)));
    tree.set_times(&at, None, Some(Time(7)), Time(10)).expect("times");
    let meta = tree.get(&at).expect("a file").meta().clone();
    assert_eq!((meta.atime, meta.mtime, meta.ctime), (Time(5), Time(7), Time(10)));
}
