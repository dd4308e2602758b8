//! The order of version numbers in names: `sort -V` and `ls -v` (GNU manual, node "Version sort ordering").

use std::cmp::Ordering;

/// Compares two names: runs of digits as numbers, letters before other characters, `~` before everything, and file
/// suffixes such as `.tar.gz` only when the rest is equal.
pub fn compare(left: &[u8], right: &[u8]) -> Ordering {
    match (left.is_empty(), right.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        _ => {}
    }
    let rank = |name: &[u8]| match name {
        b"." => 0,
        b".." => 1,
        [b'.', ..] => 2,
        _ => 3,
    };
    match (rank(left), rank(right)) {
        (2, 2) | (3, 3) => {}
        (left, right) => return left.cmp(&right),
    }
    let (left_stem, right_stem) = (stem(left), stem(right));
    let result = revisions(left_stem, right_stem);
    if result != Ordering::Equal || (left_stem.len() == left.len() && right_stem.len() == right.len()) {
        return result;
    }
    revisions(left, right)
}

/// The name without what looks like file suffixes: `(\.[A-Za-z~][A-Za-z0-9~]*)*$`. The first byte always stays.
fn stem(name: &[u8]) -> &[u8] {
    let mut at = 0;
    let mut length = 0;
    loop {
        while name.get(at) == Some(&b'.')
            && name.get(at + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'~')
        {
            at += 2;
            while name.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'~') {
                at += 1;
            }
        }
        if at >= name.len() {
            return &name[..length];
        }
        at += 1;
        length = at;
    }
}

/// The weight of a character outside numbers; `None` is the end.
fn weight(byte: Option<u8>) -> i32 {
    match byte {
        None => -1,
        Some(b'~') => -2,
        Some(byte) if byte.is_ascii_digit() => 0,
        Some(byte) if byte.is_ascii_alphabetic() => i32::from(byte),
        Some(byte) => i32::from(byte) + 256,
    }
}

fn revisions(left: &[u8], right: &[u8]) -> Ordering {
    let (mut i, mut j) = (0, 0);
    let digit = |text: &[u8], at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    while i < left.len() || j < right.len() {
        while (i < left.len() && !digit(left, i)) || (j < right.len() && !digit(right, j)) {
            let (a, b) = (weight(left.get(i).copied()), weight(right.get(j).copied()));
            if a != b {
                return a.cmp(&b);
            }
            i += 1;
            j += 1;
        }
        while left.get(i) == Some(&b'0') {
            i += 1;
        }
        while right.get(j) == Some(&b'0') {
            j += 1;
        }
        let mut first = Ordering::Equal;
        while digit(left, i) && digit(right, j) {
            if first == Ordering::Equal {
                first = left[i].cmp(&right[j]);
            }
            i += 1;
            j += 1;
        }
        if digit(left, i) {
            return Ordering::Greater;
        }
        if digit(right, j) {
            return Ordering::Less;
        }
        if first != Ordering::Equal {
            return first;
        }
    }
    Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_manual() {
        // Sorted by the GNU tool.
        let sorted = [
            "",
            ".",
            "..",
            ".a",
            "8.9",
            "a~",
            "a",
            "a.b~",
            "a.b",
            "a1",
            "a2",
            "a2.txt",
            "a10",
            "a10.tar.gz",
            "ab",
            "a-1",
            "b0",
            "b00",
            "é",
        ];
        for pair in sorted.windows(2) {
            let order = compare(pair[0].as_bytes(), pair[1].as_bytes());
            assert_ne!(order, Ordering::Greater, "{pair:?}");
        }
        assert_eq!(compare(b"a01", b"a1"), Ordering::Equal);
    }
}
