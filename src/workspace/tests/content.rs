//! Contents against a plain vector, and what they share.

use bytes::Bytes;
use proptest::prelude::*;

use super::*;

fn same(content: &Content, model: &[u8]) {
    assert_eq!(content.len(), model.len() as u64);
    assert_eq!(content.is_empty(), model.is_empty());
    assert!(content.to_bytes() == model, "to_bytes");
    let slices: Vec<Bytes> = content.slices().collect();
    assert!(slices.iter().all(|slice| !slice.is_empty()));
    assert!(slices.concat() == model, "slices");
    assert_eq!(content.sha256(), Hash::of(model));
    let mut at = 0;
    while at < model.len() {
        let slice = content.slice_at(at as u64);
        assert!(!slice.is_empty() && model[at..].starts_with(&slice), "slice at {at}");
        let middle = at + slice.len() / 2;
        assert!(model[middle..].starts_with(&content.slice_at(middle as u64)), "slice at {middle}");
        at += slice.len();
    }
    for past in [model.len() as u64, model.len() as u64 + 1, u64::MAX] {
        assert!(content.slice_at(past).is_empty());
    }
    assert!(*content == Content::from(model), "equal to the same bytes in another form");
}

/// A step of the property test; sizes are chosen around the borders of slices.
#[derive(Clone, Debug)]
enum Step {
    Append(usize),
    AppendBytes(usize),
    WriteAt(usize, usize),
    Truncate(usize),
    Fork,
}

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![
        0..20usize,
        4000..4200usize,
        65_000..66_000usize,
        262_000..262_300usize,
        Just(262_144),
        600_000..600_010usize
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => size().prop_map(Step::Append),
        2 => size().prop_map(Step::AppendBytes),
        3 => (0..1_500_000usize, size()).prop_map(|(at, size)| Step::WriteAt(at, size)),
        1 => (0..1_500_000usize).prop_map(Step::Truncate),
        2 => Just(Step::Fork),
    ]
}

fn bytes_of(seed: usize, len: usize) -> Vec<u8> {
    (0..len).map(|i| ((i * 31 + seed * 7) >> 3) as u8 | 1).collect()
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn behaves_as_a_vector(steps in proptest::collection::vec(step(), 1..14)) {
        let mut content = Content::new();
        let mut model = Vec::new();
        let mut forks = Vec::new();
        for (seed, step) in steps.into_iter().enumerate() {
            match step {
                Step::Append(len) => {
                    content.append(&bytes_of(seed, len));
                    model.extend(bytes_of(seed, len));
                }
                Step::AppendBytes(len) => {
                    content.append_bytes(bytes_of(seed, len).into());
                    model.extend(bytes_of(seed, len));
                }
                Step::WriteAt(at, len) => {
                    let data = bytes_of(seed, len);
                    content.write_at(at as u64, &data);
                    if len > 0 {
                        model.resize(model.len().max(at + len), 0);
                        model[at..at + len].copy_from_slice(&data);
                    }
                }
                Step::Truncate(len) => {
                    content.truncate(len as u64);
                    model.resize(len, 0);
                }
                Step::Fork => forks.push((content.clone(), model.clone())),
            }
        }
        same(&content, &model);
        for (content, model) in forks {
            same(&content, &model);
        }
    }
}

#[test]
fn one_slice_is_handed_out_without_copying() {
    let bytes = Bytes::from(vec![7; 1 << 20]);
    let content = Content::from_bytes(bytes.clone());
    assert_eq!(content.to_bytes().as_ptr(), bytes.as_ptr());
    assert_eq!(content.slice_at(5).as_ptr(), bytes[5..].as_ptr());
    assert_eq!(content.slices().count(), 1);
    assert!(content.ptr_eq(&content.clone()));
    let small = Bytes::from(vec![7; 100]);
    assert_ne!(
        Content::from_bytes(small.clone()).to_bytes().as_ptr(),
        small.as_ptr(),
        "small contents do not hold on to what may be a large buffer"
    );
}

#[test]
fn an_unshared_content_grows_in_place() {
    let mut content = Content::new();
    content.append(&[1; 100]);
    let mut moves = 0;
    let mut place = content.to_bytes().as_ptr();
    for _ in 0..10_000 {
        content.append(b"0123456789");
        let now = content.to_bytes().as_ptr();
        moves += usize::from(now != place);
        place = now;
    }
    assert!(moves < 20, "{moves} moves for 10,000 appends");
}

#[test]
fn an_append_to_a_shared_content_leaves_its_slices_alone() {
    let mut content = Content::new();
    content.append(&vec![1; 10 << 20]);
    let fork = content.clone();
    content.append(b"x");
    let before: Vec<_> = fork.slices().map(|slice| slice.as_ptr()).collect();
    let after: Vec<_> = content.slices().map(|slice| slice.as_ptr()).collect();
    let shared = before.iter().filter(|place| after.contains(place)).count();
    assert_eq!(shared, before.len(), "even the last one is kept, being over 64 KiB");
    assert_eq!(fork.len() + 1, content.len());
}

#[test]
fn a_write_into_a_large_shared_slice_copies_only_around_it() {
    let bytes = Bytes::from(vec![1; 10 << 20]);
    let mut content = Content::from_bytes(bytes.clone());
    content.write_at(5 << 20, b"x");
    let own: usize =
        content.slices().filter(|slice| !bytes.as_ptr_range().contains(&slice.as_ptr())).map(|slice| slice.len()).sum();
    assert_eq!(own, 256 << 10);
    let place = content.slice_at(5 << 20).as_ptr();
    content.write_at((5 << 20) + 1, b"y");
    assert_eq!(content.slice_at(5 << 20).as_ptr(), place, "the second write is in place");
    assert_eq!(content.slice_at(5 << 20).slice(..3), "xy\u{1}");
    assert!(bytes.iter().all(|byte| *byte == 1));
}

#[test]
fn holes_take_no_memory() {
    let mut content = Content::new();
    content.truncate(1 << 30);
    assert_eq!(content.len(), 1 << 30);
    let places: std::collections::BTreeSet<_> = content.slices().map(|slice| slice.as_ptr()).collect();
    assert_eq!(places.len(), 1, "all slices are the same zeros");
    content.write_at(1 << 29, b"x");
    assert_eq!(content.slice_at(1 << 29).first(), Some(&b'x'));
    assert_eq!(content.slice_at(0).first(), Some(&0), "the shared zeros stay zero");
    content.truncate(3);
    assert_eq!(content.to_bytes(), "\0\0\0");
}
