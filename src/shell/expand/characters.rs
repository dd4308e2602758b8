//! Text counted in characters: UTF-8, where a byte that is no character counts as one.

/// The number of characters.
pub fn count(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    if let Ok(text) = std::str::from_utf8(text) {
        return text.chars().count();
    }
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() {
        rest = &rest[step(rest)..];
        count += 1;
    }
    count
}

/// The length in bytes of the character that non-empty `text` begins with.
pub fn step(text: &[u8]) -> usize {
    match bstr::decode_utf8(text) {
        (Some(_), size) => size,
        _ => 1,
    }
}

/// The byte offset of the character with this index; the length of the text when there are not so many.
pub fn offset(text: &[u8], index: usize) -> usize {
    if text.is_ascii() {
        return index.min(text.len());
    }
    let mut at = 0;
    for _ in 0..index {
        if at >= text.len() {
            break;
        }
        at += step(&text[at..]);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_bytes_count_as_one_each() {
        assert_eq!(count("aé漢".as_bytes()), 3);
        assert_eq!(count(b"a\xff\xfe\xc3"), 4);
        assert_eq!(count(b""), 0);
        assert_eq!(offset("aé漢x".as_bytes(), 2), 3);
        assert_eq!(offset("aé漢x".as_bytes(), 9), 7);
        assert_eq!(offset(b"\xe2\x82x", 2), 2);
    }
}
