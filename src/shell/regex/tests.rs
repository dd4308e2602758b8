use super::*;

fn find(pattern: &str, text: &str) -> Option<String> {
    let regex = Regex::new(pattern.as_bytes(), &Options::new(Syntax::Extended)).unwrap();
    regex
        .find_at(text.as_bytes(), 0)
        .unwrap()
        .map(|(start, end)| text[start..end].to_owned())
}

#[test]
fn the_longest_of_the_leftmost_matches() {
    assert_eq!(find("a|ab|abc", "xabcd").as_deref(), Some("abc"));
    assert_eq!(find("(a|ab)(c|bcd)(d*)", "abcd").as_deref(), Some("abcd"));
}
