use super::*;

fn pattern(source: &str) -> Pattern {
    Pattern::new(
        source.as_bytes(),
        PatternOptions {
            extglob: true,
            ..PatternOptions::default()
        },
    )
}

#[test]
fn prefixes_and_suffixes() {
    let text = b"foo/bar/baz.tar.gz";
    assert_eq!(pattern("*/").shortest_prefix(text), Some(4));
    assert_eq!(pattern("*/").longest_prefix(text), Some(8));
    assert_eq!(pattern(".*").shortest_suffix(text), Some(15));
    assert_eq!(pattern(".*").longest_suffix(text), Some(11));
    assert_eq!(pattern("+([a-z])").longest_prefix(text), Some(3));
    assert_eq!(pattern("+([a-z])").shortest_suffix(text), Some(17));
}
