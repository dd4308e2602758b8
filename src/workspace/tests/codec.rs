//! Encoded trees: they come back as they were, and nothing else is believed.

use std::io::{Read, Write};

use lz4_flex::frame::{BlockSize, FrameEncoder, FrameInfo};
use proptest::prelude::*;

use super::properties::{apply, dump, op};
use super::*;

const HEADER: usize = 8;

fn encode(tree: &Tree) -> Vec<u8> {
    super::encode(tree, Vec::new(), None, &mut |_| {})
}

fn encode_since(tree: &Tree, base: &Tree) -> Vec<u8> {
    super::encode_since(tree, base, Vec::new(), &mut |_| {})
}

fn encode_packed(tree: &Tree, packs: &[Pack]) -> Vec<u8> {
    super::encode_packed(tree, packs, Vec::new(), &mut |_| {})
}

/// The body of an encoded tree.
fn open(bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    lz4_flex::frame::FrameDecoder::new(&bytes[HEADER..]).read_to_end(&mut body).expect("a stream");
    body
}

/// A body compressed, behind a header.
fn seal(body: &[u8]) -> Vec<u8> {
    let mut encoder = FrameEncoder::with_frame_info(FrameInfo::new().block_size(BlockSize::Max256KB), Vec::new());
    encoder.write_all(body).expect("a vector");
    seal_stream(&encoder.finish().expect("a vector"))
}

fn seal_stream(stream: &[u8]) -> Vec<u8> {
    [b"MSBTREE\x01", stream].concat()
}

fn load(bytes: &[u8]) -> Result<Tree, CodecError> {
    decode(bytes, TreeLimits::default())
}

fn sample() -> Tree {
    let mut tree = tree();
    folder(&mut tree, "/workspace/d");
    put(&mut tree, "/workspace/d/a", "hello\n");
    put(&mut tree, "/workspace/d/b", "hello\n");
    put(&mut tree, "/workspace/empty", "");
    tree.create_file(&AbsPath::workspace().join(b"\xff\n"), Content::from(&b"\0\xff"[..]), 0o600, Time(-5))
        .expect("a file");
    tree.symlink(&path("/workspace/l"), b"\xfe", Time(i64::MAX)).expect("a link");
    tree.mkfifo(&path("/workspace/p"), 0o7777, Time(i64::MIN)).expect("a FIFO");
    tree.link(&path("/workspace/d/a"), &path("/tmp/a"), NOW).expect("a link");
    tree.link(&path("/workspace/l"), &path("/tmp/l"), NOW).expect("a link");
    tree.set_mode(&path("/workspace/d"), 0o1700, NOW).expect("a mode");
    tree
}

#[test]
fn a_tree_comes_back_as_it_was() {
    let tree = sample();
    let bytes = encode(&tree);
    let mut back = load(&bytes).expect("a tree");
    assert_eq!(dump(&back), dump(&tree));
    assert_eq!(back.totals(), tree.totals());
    assert!(back.same(&tree, &AbsPath::root()));
    assert_eq!(encode(&back), bytes);
    back.append(&path("/tmp/a"), "more".into(), NOW).expect("an append");
    let a = back.read(&path("/workspace/d/a")).expect("a file");
    assert_eq!(a.to_bytes(), "hello\nmore", "hard links are still one file");
    let new = back.mkdir(&path("/tmp/new"), 0o755, NOW).expect("a folder");
    let mut tree = tree;
    assert_eq!(tree.mkdir(&path("/tmp/new"), 0o755, NOW), Ok(new), "numbers go on where they were");
}

#[test]
fn equal_trees_give_equal_bytes() {
    let mut one = sample();
    let mut two = sample();
    // Another way to the same: a link that came and went, contents in other slices, other limits.
    let (at, extra) = (path("/workspace/d/b"), path("/tmp/extra"));
    two.link(&at, &extra, NOW).expect("a link");
    two.unlink(&extra, NOW).expect("gone");
    let big = vec![b'x'; 600 << 10];
    one.edit(&at, NOW, big.len() as u64, |content| *content = Content::from_bytes(big.clone().into()))
        .expect("an edit");
    two.edit(&at, NOW, big.len() as u64, |content| {
        content.truncate(0);
        big.chunks(7777).for_each(|piece| content.append(piece));
    })
    .expect("an edit");
    two.set_limits(TreeLimits { nodes: 1, ..TreeLimits::default() });
    for tree in [&mut one, &mut two] {
        tree.set_times(&path("/tmp"), Some(NOW), Some(NOW), NOW).expect("times");
    }
    assert_eq!(encode(&one), encode(&two));
    two.set_times(&path("/tmp"), Some(Time(1)), None, NOW).expect("times");
    assert_ne!(encode(&one), encode(&two));
}

#[test]
fn equal_contents_are_stored_and_held_once() {
    let mut tree = tree();
    let noise: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let at = |i: u32| path(&format!("/workspace/{i}"));
    for i in 0..50 {
        tree.create_file(&at(i), Content::from(&*noise), 0o644, NOW).expect("a file");
    }
    let bytes = encode(&tree);
    assert!(bytes.len() < 120_000, "{} bytes", bytes.len());
    let back = load(&bytes).expect("a tree");
    assert_eq!(back.totals().bytes, 5_000_000);
    let content = |i| back.read(&at(i)).expect("a file");
    assert!((1..50).all(|i| content(i).ptr_eq(&content(0))));
}

#[test]
fn every_cut_is_noticed_and_no_changed_byte_does_harm() {
    let bytes = encode(&sample());
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bad = bytes.clone();
            bad[at] ^= flip;
            match (at, load(&bad)) {
                (0..7, tree) => assert_eq!(tree.err(), Some(CodecError::NotATree)),
                (7, tree) => assert_eq!(tree.err(), Some(CodecError::Version(1 ^ flip))),
                // Another tree, but a sound one.
                (_, Ok(tree)) => assert_eq!(dump(&tree).len() as u64, tree.totals().nodes, "byte {at}"),
                (_, Err(error)) => assert!(matches!(error, CodecError::Malformed(_) | CodecError::TooLarge(_))),
            }
        }
        assert!(load(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert_eq!(load(&[&bytes[..], b"\0"].concat()).err(), Some(malformed_error("there is more after its end")));
}

#[test]
fn a_stream_that_can_be_read_does_not_make_nonsense_sensible() {
    let body = open(&encode(&sample()));
    assert!(load(&seal(&body)).is_ok());
    for at in 0..body.len() {
        assert!(load(&seal(&body[..at])).is_err(), "cut at {at}");
        for byte in [0, 1, 2, 3, 4, 5, 6, b'/', 0x7f, 0x80, 0xff, body[at] ^ 1, body[at].wrapping_add(1)] {
            let mut other = body.clone();
            other[at] = byte;
            if let Ok(tree) = load(&seal(&other)) {
                // What is accepted is a sound tree with one encoding.
                assert_eq!(open(&encode(&tree)), other, "byte {at} as {byte}");
                assert_eq!(dump(&tree).len() as u64, tree.totals().nodes);
            }
        }
    }
    let stream = &seal(&body)[HEADER..];
    for at in 0..stream.len() {
        assert!(load(&seal_stream(&stream[..at])).is_err(), "stream cut at {at}");
    }
    let trailing = [stream, b"\0"].concat();
    assert_eq!(load(&seal_stream(&trailing)).err(), Some(CodecError::Malformed("there is more after its end")));
    assert!(load(&seal(&[&body[..], b"\0"].concat())).is_err());
}

/// Folder `/` with number 1, mode 755, times 0, and what is given as its entries.
fn root(next_ino: u8, count: &[u8], entries: &[&[u8]]) -> Vec<u8> {
    let head = [next_ino, 0, 1, 0xed, 0x03, 0, 0, 0];
    seal(&[&head[..], count, &entries.concat()].concat())
}

#[test]
fn handmade_lies() {
    let fifo = |ino: u8| [3, ino, 0xa4, 0x03, 0, 0, 0];
    let entry = |name: &[u8], ino| [&[name.len() as u8][..], name, &fifo(ino)].concat();
    let message = |bytes: Vec<u8>| match load(&bytes) {
        Ok(tree) => format!("{} nodes", tree.totals().nodes),
        Err(error) => error.to_string(),
    };
    let malformed = |what: &str| format!("the encoded tree makes no sense: {what}");
    assert_eq!(message(root(9, &[2], &[&entry(b"a", 2), &entry(b"b", 3)])), "3 nodes");
    let cut = malformed("it ends too early or its compression is broken");
    assert_eq!(message(root(9, &[3], &[&entry(b"a", 2), &entry(b"b", 3)])), cut);
    assert_eq!(message(root(9, &[2], &[&entry(b"b", 2), &entry(b"a", 3)])), malformed("names out of order"));
    assert_eq!(message(root(9, &[2], &[&entry(b"a", 2), &entry(b"a", 3)])), malformed("names out of order"));
    for name in [&b""[..], b".", b"..", b"a/b", b"a\0"] {
        assert_eq!(message(root(9, &[1], &[&entry(name, 2)])), malformed("a name that cannot be one"));
    }
    let twice = malformed("two nodes have one inode number");
    assert_eq!(message(root(9, &[2], &[&entry(b"a", 2), &entry(b"b", 2)])), twice);
    assert_eq!(message(root(9, &[1], &[&entry(b"a", 1)])), twice);
    let range = malformed("an inode number is out of range");
    assert_eq!(message(root(9, &[1], &[&entry(b"a", 9)])), range);
    assert_eq!(message(root(9, &[1], &[&entry(b"a", 0)])), range);
    let nodes = "the encoded tree is too large: it has more than 200000 nodes";
    assert_eq!(message(root(9, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], &[])), nodes);
    assert_eq!(message(root(9, &[0x81, 0], &[&entry(b"a", 2)])), malformed("a number in a long form"));
    assert_eq!(message(root(9, &[0xff; 10], &[])), malformed("a number above 64 bits"));
    assert_eq!(message(root(9, &[1], &[b"\x01a\x05\x02"])), malformed("a further name of an unknown node"));
    assert_eq!(message(root(9, &[1], &[b"\x01a\x05\x01"])), malformed("a further name of an unknown node"));
    assert_eq!(message(root(9, &[1], &[b"\x01a\x04", &fifo(2)])), malformed("a node with several names has one"));
    assert_eq!(message(root(9, &[1], &[b"\x01a\x04\x04", &fifo(2)])), malformed("an unknown kind of node"));
    assert_eq!(message(root(9, &[1], &[b"\x01a\x04\x00", &fifo(2)])), malformed("an unknown kind of node"));
    assert_eq!(message(root(9, &[2], &[b"\x01a\x04", &fifo(2), b"\x01b\x05\x02"])), "3 nodes");
    let file = |content: &[u8]| [b"\x01a\x01\x02\xa4\x03\0\0\0", content].concat();
    assert_eq!(message(root(9, &[1], &[&file(b"\0\x02hi")])), "2 nodes");
    assert_eq!(message(root(9, &[1], &[&file(b"\x01")])), malformed("an unknown content"));
    assert_eq!(message(root(9, &[1], &[&file(b"\0\xff\xff\xff\x1f")])), cut, "64 MiB that do not come");
    let big = "the encoded tree is too large: a file has more than 67108864 bytes";
    assert_eq!(message(root(9, &[1], &[&file(b"\0\x81\x80\x80\x20")])), big);
    let mode = [b"\x01a\x03\x02\x80\x20\0\0\0".as_slice()];
    assert_eq!(message(root(9, &[1], &mode)), malformed("a mode that cannot be one"));
    assert_eq!(load(b"").err(), Some(CodecError::NotATree));
    assert_eq!(load(b"MSBTREE").err(), Some(malformed_error("it ends before its version")));
    assert_eq!(load(b"MSBTREE\x09").err(), Some(CodecError::Version(9)));
    assert_eq!(load(&seal(b"")).err().map(|error| error.to_string()), Some(cut.clone()));
}

#[test]
fn limits_are_those_of_whoever_decodes() {
    let mut tree = tree();
    folder(&mut tree, "/workspace/folder");
    put(&mut tree, "/workspace/folder/f", "0123456789");
    tree.symlink(&path("/workspace/l"), b"12345678901", NOW).expect("a link");
    let bytes = encode(&tree);
    let fits = TreeLimits { file_bytes: 10, total_bytes: 21, nodes: 6, path_bytes: 19, name_bytes: 9 };
    assert!(decode(&bytes, fits).is_ok());
    for (limits, exceeded) in [
        (TreeLimits { file_bytes: 9, ..fits }, Exceeded::FileBytes(9)),
        (TreeLimits { total_bytes: 20, ..fits }, Exceeded::TotalBytes(20)),
        (TreeLimits { nodes: 5, ..fits }, Exceeded::Nodes(5)),
        (TreeLimits { path_bytes: 18, ..fits }, Exceeded::PathBytes(18)),
        (TreeLimits { name_bytes: 8, ..fits }, Exceeded::NameBytes(8)),
    ] {
        assert_eq!(decode(&bytes, limits).err(), Some(CodecError::TooLarge(exceeded)));
    }
}

#[test]
fn a_bomb_is_put_out() {
    // 1,000 files that all are the one megabyte of zeros.
    let mut body = vec![0xff, 0xff, 0x03, 0, 1, 0xed, 0x03, 0, 0, 0, 0xe8, 0x07];
    for i in 0..1000u32 {
        let ino = i + 200;
        let letter = |digit: u32| b'a' + (digit % 26) as u8;
        body.extend([4, letter(i / 676), letter(i / 26), letter(i), b'x', 1]);
        body.extend([ino as u8 | 0x80, (ino >> 7) as u8, 0xa4, 0x03, 0, 0, 0]);
        if i == 0 {
            body.extend([0, 0x80, 0x80, 0x40]);
            body.extend(vec![0; 1 << 20]);
        } else {
            body.push(1);
        }
    }
    let error = load(&seal(&body)).err();
    assert_eq!(error, Some(CodecError::TooLarge(Exceeded::TotalBytes(256 << 20))));
}

#[test]
fn deep_trees_are_encoded_and_decoded() {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(|| {
            let mut tree = tree();
            let mut at = AbsPath::workspace();
            while at.as_bytes().len() < 4000 {
                at = at.join(b"d");
                tree.mkdir(&at, 0o755, NOW).expect("a folder");
            }
            let back = load(&encode(&tree)).expect("a tree");
            assert!(back.same(&tree, &AbsPath::root()));
            assert!(diff(&back, &tree, &AbsPath::root()).is_empty());
            assert_eq!(Walk::new(&back, &AbsPath::root()).expect("a walk").count() as u64, back.totals().nodes);
        })
        .expect("a thread")
        .join()
        .expect("no panic");
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn random_trees_come_back(ops in proptest::collection::vec(op(), 0..60)) {
        let mut tree = tree();
        for op in &ops {
            let _ = apply(&mut tree, op, NOW);
        }
        let bytes = encode(&tree);
        let back = load(&bytes).expect("a tree");
        prop_assert_eq!(dump(&back), dump(&tree));
        prop_assert_eq!(back.totals(), tree.totals());
        prop_assert_eq!(encode(&back), bytes);
        prop_assert!(diff(&tree, &back, &AbsPath::root()).is_empty());
        let packs = packs(&tree);
        let contents = unpack(&packs, TreeLimits::default()).expect("what was packed");
        let packed = encode_packed(&tree, &packs);
        let back = decode_packed(&packed, TreeLimits::default(), &contents).expect("a tree");
        prop_assert_eq!(dump(&back), dump(&tree));
        prop_assert_eq!(encode_packed(&back, &packs), packed);
    }

    #[test]
    fn what_is_new_comes_back(
        common in proptest::collection::vec(op(), 0..40),
        mine in proptest::collection::vec(op(), 0..12),
        shared in any::<bool>(),
    ) {
        let mut base = tree();
        for op in &common {
            let _ = apply(&mut base, op, NOW);
        }
        let mut to = if shared { base.clone() } else { load(&encode(&base)).expect("a tree") };
        for op in &mine {
            let _ = apply(&mut to, op, Time(5_000));
        }
        let bytes = encode_since(&to, &base);
        let back = decode_since(&bytes, TreeLimits::default(), Some(&base), None).expect("a tree");
        prop_assert_eq!(dump(&back), dump(&to));
        prop_assert_eq!(encode(&back), encode(&to));
        prop_assert_eq!(back.totals(), to.totals());
        super::properties::check(&back);
        prop_assert_eq!(load(&bytes).err(), Some(CodecError::NeedsBase));
        if to.next_ino != base.next_ino {
            let other = decode_since(&bytes, TreeLimits::default(), Some(&to), None);
            prop_assert_eq!(other.err(), Some(CodecError::OtherBase));
        }
    }

    #[test]
    fn random_bodies_do_no_harm(body in proptest::collection::vec(prop_oneof![0..6u8, any::<u8>()], 0..300)) {
        let _ = load(&body);
        let _ = load(&seal(&body));
        let _ = load(&seal_stream(&body));
        let head = [200, 1, 0, 1, 0xed, 0x03, 0, 0, 0];
        let _ = load(&seal(&[&head[..], &body].concat()));
    }
}

/// Stands for the version of what is no tree but a pack.
const PACK: u8 = 0;

fn unpack(packs: &[Pack], limits: TreeLimits) -> Result<Vec<Content>, CodecError> {
    let mut contents = Vec::new();
    for pack in packs {
        decode_pack(&pack.encode(), limits, &mut contents)?;
    }
    Ok(contents)
}

#[test]
fn packs_end_where_contents_say_so_and_stay_when_others_change() {
    let text = |number: usize| format!("{number} {}", "x".repeat(number % 900));
    let mut tree = tree();
    for number in 0..2_000 {
        put(&mut tree, &format!("/workspace/f{number:04}"), &text(number));
    }
    put(&mut tree, "/workspace/large", &"l".repeat(200 << 10));
    let first = packs(&tree);
    assert!((20..200).contains(&first.len()), "{}", first.len());
    put(&mut tree, "/workspace/f0999a", "new");
    tree.unlink(&path("/workspace/f1500"), NOW).expect("gone");
    let second = packs(&tree);
    let known: std::collections::HashSet<Hash> = first.iter().map(Pack::id).collect();
    let new = second.iter().filter(|pack| !known.contains(&pack.id())).count();
    assert!((1..=4).contains(&new), "{new} of {} packs are new", second.len());
    let small = TreeLimits { total_bytes: 1_000_000, ..TreeLimits::default() };
    assert_eq!(unpack(&second, small).err(), Some(CodecError::TooLarge(Exceeded::TotalBytes(1_000_000))));
    let contents = unpack(&second, TreeLimits::default()).expect("what was packed");
    let back = decode_packed(&encode_packed(&tree, &second), TreeLimits::default(), &contents).expect("a tree");
    assert_eq!(dump(&back), dump(&tree));
    assert_eq!(load(&encode_packed(&tree, &second)).err(), Some(malformed_error("its contents are in packs")));
    let short = decode_packed(&encode_packed(&tree, &second), TreeLimits::default(), &contents[1..]);
    assert_eq!(short.err(), Some(malformed_error("a content that no pack has")));
    let whole = decode_packed(&encode(&tree), TreeLimits::default(), &contents);
    assert_eq!(whole.err(), Some(malformed_error("its contents are in no packs")));
}

fn malformed_error(what: &'static str) -> CodecError {
    CodecError::Malformed(what)
}

/// Reads trees whose bodies were damaged before they were sealed, whole and since a base: never a panic, and what is read
/// is a whole tree.
fn disturb(seed: u64, rounds: u64) -> u64 {
    let base = sample();
    let mut to = base.clone();
    put(&mut to, "/workspace/d/new", "new");
    to.remove_all(&path("/workspace/empty"), NOW).expect("gone");
    let plain = |bytes: &[u8]| {
        let mut body = Vec::new();
        lz4_flex::frame::FrameDecoder::new(&bytes[HEADER..]).read_to_end(&mut body).expect("a stream");
        body
    };
    let packs = packs(&base);
    let contents = unpack(&packs, TreeLimits::default()).expect("what was packed");
    let bodies = [
        (plain(&encode(&base)), 1),
        (plain(&encode_since(&to, &base)), 2),
        (plain(&encode_packed(&base, &packs)), 3),
        (plain(&packs[0].encode()), PACK),
    ];
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut read = 0;
    for _ in 0..rounds {
        let (body, version) = &bodies[random() % bodies.len()];
        let mut body = body.clone();
        for _ in 0..random() % 4 + 1 {
            let at = random() % body.len();
            match random() % 5 {
                0 => body[at] ^= 1 << (random() % 8),
                1 => body[at] = (random() % 9) as u8,
                2 => drop(body.drain(at..(at + random() % 9).min(body.len()))),
                3 => body.insert(at, [0, 1, 4, 5, 6, 7, 0x80, 0xff][random() % 8]),
                _ => {
                    let from = random() % body.len();
                    let length = (random() % 32).min(body.len() - at.max(from));
                    body.copy_within(from..from + length, at);
                }
            }
            if body.is_empty() {
                body.push(0);
            }
        }
        let mut bytes = seal(&body);
        bytes[7] = *version;
        let limits = TreeLimits { nodes: 100, ..TreeLimits::default() };
        let tree = match *version {
            PACK => {
                bytes[..8].copy_from_slice(b"MSBPACK\x01");
                let mut contents = Vec::new();
                if decode_pack(&bytes, limits, &mut contents).is_ok() {
                    read += 1;
                    assert!(contents.len() <= 100);
                }
                continue;
            }
            3 => decode_packed(&bytes, limits, &contents),
            _ => decode_since(&bytes, limits, Some(&base), None),
        };
        if let Ok(tree) = tree {
            read += 1;
            assert!(tree.totals().nodes <= 100);
            assert_eq!(decode(&encode(&tree), TreeLimits::default()).map(|tree| tree.totals()), Ok(tree.totals()));
        }
    }
    read
}

#[test]
fn damaged_bodies_do_no_harm() {
    assert!(disturb(7, 4_000) > 20);
}

/// `ROUNDS=1000000 cargo test --lib many_damaged_trees -- --ignored --nocapture`
#[test]
#[ignore = "runs for minutes"]
fn many_damaged_trees() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let read = disturb(rounds ^ 0x5eed, rounds);
    println!("{rounds} damaged trees, of which {read} could be read");
}
