//! What real bash gave (recorded by `__test__/record/patterns.mjs`), and what no recording shows.

use super::glob::{ComponentKind, has_magic, split, unquote};
use super::*;

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|index| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap()).collect()
}

fn extended() -> PatternOptions {
    PatternOptions { extglob: true, ..PatternOptions::default() }
}

fn pattern(source: &str) -> Pattern {
    Pattern::new(source.as_bytes(), extended())
}

#[test]
fn as_recorded_from_bash() {
    let cases = include_str!("../../../__test__/record/patterns.jsonl");
    let mut failures = Vec::new();
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| case[name].as_str().unwrap_or_default();
        let compiled = Pattern::new(&unhex(field("pattern")), extended());
        let text = unhex(field("text"));
        let replace = |matches: Vec<(usize, usize)>| {
            let mut result = Vec::new();
            let mut at = 0;
            for (start, end) in matches {
                result.extend_from_slice(&text[at..start]);
                result.push(b'<');
                at = end;
            }
            result.extend_from_slice(&text[at..]);
            result
        };
        let got = match field("operation") {
            "m" => vec![if compiled.matches(&text) { b'0' } else { b'1' }],
            "r" => replace(compiled.find_all(&text)),
            "f" => replace(compiled.find(&text, 0, Anchor::None).into_iter().collect()),
            "#" => text[compiled.shortest_prefix(&text).unwrap_or(0)..].to_vec(),
            "##" => text[compiled.longest_prefix(&text).unwrap_or(0)..].to_vec(),
            "%" => text[..compiled.shortest_suffix(&text).unwrap_or(text.len())].to_vec(),
            _ => text[..compiled.longest_suffix(&text).unwrap_or(text.len())].to_vec(),
        };
        if got != unhex(field("result")) {
            failures.push(format!(
                "{} {:?} with {:?}: got {:?}, bash {:?}",
                field("operation"),
                String::from_utf8_lossy(compiled.source()),
                String::from_utf8_lossy(&text),
                String::from_utf8_lossy(&got),
                String::from_utf8_lossy(&unhex(field("result")))
            ));
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
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
    assert_eq!(pattern("x").longest_prefix(text), None);
}

#[test]
fn invalid_text_goes_byte_by_byte() {
    assert!(pattern("???").matches(b"\xc3\xa9\xff"));
    assert!(!pattern("??").matches(b"\xc3\xa9\xff"));
    assert!(pattern("??").matches(b"\xff\xfe"));
    assert!(Pattern::new(b"?\xa9", extended()).matches("é".as_bytes()));
    assert!(pattern("é*").matches(b"\xc3\xa9\xff"));
    assert_eq!(pattern("?").longest_prefix(b"\xc3\xa9\xff"), Some(1));
}

#[test]
fn letters_without_regard_to_case() {
    let nocase = |source: &str| Pattern::new(source.as_bytes(), PatternOptions { nocase: true, ..extended() });
    assert!(nocase("É").matches("é".as_bytes()));
    assert!(nocase("[a-c]x").matches(b"BX"));
    assert!(nocase("[[:upper:]]").matches(b"A") && !nocase("[[:upper:]]").matches(b"a"));
    assert!(!nocase("[A-z]").matches(b"_"));
    assert!(nocase("ß").matches("ẞ".as_bytes()));
    assert!(!nocase("s").matches("ſ".as_bytes()));
}

#[test]
fn leading_dots_and_slashes() {
    let names = |source: &str, options: PatternOptions| -> Vec<&'static str> {
        let compiled = Pattern::new(source.as_bytes(), options);
        [".a", "a", "b", ".b", "x/.a", "x/a"].into_iter().filter(|name| compiled.matches(name.as_bytes())).collect()
    };
    let period = PatternOptions { period: true, pathname: true, ..extended() };
    assert_eq!(names("*(.)a", period), [".a", "a"]);
    assert_eq!(names("!(a)", period)[..1], ["b"]);
    assert_eq!(names(".!(a)", period), [".b"]);
    assert_eq!(names("[.]a", period), [] as [&str; 0]);
    assert_eq!(names("*.a", period), [] as [&str; 0]);
    assert_eq!(names("?", period), ["a", "b"]);
    assert_eq!(names("*/*", period), ["x/a"]);
    assert_eq!(names("*", extended()).len(), 6);
}

#[test]
fn hostile_patterns_end_soon() {
    let letters = vec![b'a'; 2000];
    assert!(!pattern(&("*a".repeat(50) + "*b")).matches(&letters));
    assert!(!pattern("*(*(*(*(*(a)))))b").matches(&letters));
    assert!(!pattern("+(a|aa|+(a))b").matches(&letters));
    assert!(pattern("!(*(*(a))b)").matches(&letters));
    assert!(!pattern(&"[".repeat(10_000)).matches(b"["));
    let deep = pattern(&("@(".repeat(10_000) + &")".repeat(10_000)));
    assert!(!deep.matches(b""));
    assert_eq!(deep.metered(&mut |_| true).matches(b""), Err(Stopped::TooDeep));
}

#[test]
fn a_meter_counts_and_stops() {
    let text = vec![b'a'; 100_000];
    let mut steps = 0;
    let mut count = |more| {
        steps += more;
        true
    };
    assert_eq!(pattern("*(a|b)c").metered(&mut count).matches(&text), Ok(false));
    assert!(steps > 100_000);
    assert_eq!(pattern("*(a|b)c").metered(&mut |_| false).matches(&text), Err(Stopped::Meter));
}

#[test]
fn literals_are_known() {
    assert_eq!(pattern("a\\*b").is_literal(), Some(&b"a*b"[..]));
    assert_eq!(pattern("").is_literal(), Some(&b""[..]));
    assert_eq!(pattern("a*b").is_literal(), None);
    assert!(has_magic(b"a[b]", false) && has_magic(b"*", false) && has_magic(b"@(a)", true));
    assert!(!has_magic(b"a[b", false) && !has_magic(b"\\*", false) && !has_magic(b"@(a)", false));
    assert_eq!(unquote(b"a\\*b\\"), b"a*b\\");
}

#[test]
fn paths_are_split_at_slashes() {
    let path = split(b"//a\\*b/**//[c]*/", PatternOptions::default(), true);
    assert_eq!((path.leading_slashes, path.trailing_slashes), (2, 1));
    assert!(matches!(&path.components[0].kind, ComponentKind::Name(name) if name == b"a*b"));
    assert!(matches!(path.components[1].kind, ComponentKind::Globstar));
    assert!(matches!(&path.components[2].kind, ComponentKind::Pattern(p) if p.matches(b"cx")));
    assert_eq!(path.components[2].slashes, 2);
    assert_eq!(split(b"/", PatternOptions::default(), false).components.len(), 0);
}
