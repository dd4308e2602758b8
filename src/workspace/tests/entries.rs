//! The B+ tree of a folder against the map of the standard library.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::entries::Entries;
use super::*;

type Model = BTreeMap<Vec<u8>, Ino>;

fn name(key: u32) -> Name {
    // Not in numeric order, and of several lengths.
    format!("{:x}", key.wrapping_mul(2_654_435_761) >> (key % 16)).as_bytes().into()
}

fn ino(node: &Node) -> Ino {
    match node {
        Node::Linked(ino) => *ino,
        other => panic!("unexpected {other:?}"),
    }
}

fn check(entries: &Entries, model: &Model) {
    assert_eq!(entries.len(), model.len());
    let expected: Vec<_> = model.iter().map(|(name, value)| (name.clone(), *value)).collect();
    let found: Vec<_> = entries.iter().map(|(name, node)| (name.to_vec(), ino(node))).collect();
    assert_eq!(found, expected);
    let owned: Vec<_> = entries.cursor().map(|(name, node)| (name.to_vec(), ino(&node))).collect();
    assert_eq!(owned, expected);
}

/// What differs between two models.
fn differences(a: &Model, b: &Model) -> Vec<(Vec<u8>, Option<Ino>, Option<Ino>)> {
    let names: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
    names
        .into_iter()
        .map(|name| (name.clone(), a.get(name).copied(), b.get(name).copied()))
        .filter(|(_, a, b)| a != b)
        .collect()
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn behaves_as_a_map(
        keys in 1..3000u32,
        steps in proptest::collection::vec((any::<u32>(), 0..8u8), 1..3000),
    ) {
        let (mut entries, mut model) = (Entries::default(), Model::new());
        let mut forks = Vec::new();
        for (at, (key, what)) in steps.into_iter().enumerate() {
            let name = name(key % keys);
            match what {
                0..=3 => {
                    let old = entries.insert(name.clone(), Node::Linked(at as Ino));
                    assert_eq!(old.as_ref().map(ino), model.insert(name.to_vec(), at as Ino));
                }
                4..=5 => {
                    assert_eq!(entries.remove(&name).as_ref().map(ino), model.remove(&*name));
                }
                6 => {
                    if let Some(node) = entries.get_mut(&name) {
                        *node = Node::Linked(at as Ino);
                        model.insert(name.to_vec(), at as Ino);
                    }
                }
                _ => assert_eq!(entries.get(&name).map(ino), model.get(&*name).copied()),
            }
            if at % 500 == 250 {
                forks.push((entries.clone(), model.clone()));
            }
        }
        check(&entries, &model);
        for (fork, old) in &forks {
            check(fork, old);
            for (a, ma, b, mb) in [(fork, old, &entries, &model), (&entries, &model, fork, old)] {
                let found: Vec<_> = a
                    .pairs(b, true)
                    .map(|(name, a, b)| (name.to_vec(), a.map(ino), b.map(ino)))
                    .filter(|(_, a, b)| a != b)
                    .collect();
                assert_eq!(found, differences(ma, mb));
            }
        }
        let keys: Vec<_> = model.keys().cloned().collect();
        for key in keys {
            assert!(entries.remove(&key).is_some());
        }
        check(&entries, &Model::new());
    }
}

#[test]
fn a_comparison_skips_what_is_shared() {
    let mut entries = Entries::default();
    for key in 0..100_000u32 {
        entries.insert(format!("f{key:06}").as_bytes().into(), Node::Linked(0));
    }
    let before = entries.clone();
    entries.insert(b"f050000x"[..].into(), Node::Linked(1));
    entries.remove(b"f070000");
    let pairs: Vec<_> = before.pairs(&entries, true).collect();
    assert!(pairs.len() < 200, "{} pairs for two changes", pairs.len());
    let changed = pairs.iter().filter(|(_, a, b)| a.is_none() || b.is_none()).count();
    assert_eq!(changed, 2);
}
