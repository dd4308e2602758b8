//! What real bash, grep and sed gave (recorded by `__test__/record/patterns.mjs`), and the corners
//! that no recording shows: invalid UTF-8, hostile patterns, threads.

use super::*;

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|index| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn extended(pattern: &str) -> Regex {
    Regex::new(pattern.as_bytes(), &Options::new(Syntax::Extended)).unwrap()
}

fn find(pattern: &str, text: &str) -> Option<String> {
    extended(pattern).find_at(text.as_bytes(), 0).unwrap().map(|(start, end)| text[start..end].to_owned())
}

/// All matches of a regex that are not empty, as `grep -o` prints them.
fn all_matches(regex: &Regex, text: &[u8]) -> (bool, Vec<String>) {
    let mut found = Vec::new();
    let mut any = false;
    let mut at = 0;
    while at <= text.len() {
        let Some((start, end)) = regex.find_at(text, at).unwrap() else {
            break;
        };
        any = true;
        if end > start {
            found.push(hex(&text[start..end]));
            at = end;
        } else {
            at = start + 1;
        }
    }
    (any, found)
}

#[test]
fn as_recorded_from_the_real_tools() {
    let cases = include_str!("../../../__test__/record/regex.jsonl");
    let mut failures = Vec::new();
    let mut count = 0;
    for line in cases.lines() {
        count += 1;
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| case[name].as_str().unwrap_or_default();
        let flags = field("flags");
        let text = unhex(field("text"));
        let mut patterns = vec![unhex(field("pattern"))];
        for more in case["more"].as_array().into_iter().flatten() {
            patterns.push(unhex(more.as_str().unwrap()));
        }
        let tool = field("tool");
        let syntax = match flags {
            _ if tool == "bash" || flags.contains('E') => Syntax::Extended,
            _ if flags.contains('F') => Syntax::Fixed,
            _ if flags.contains('P') => Syntax::Perl,
            _ => Syntax::Basic,
        };
        let mut options = match tool {
            "bash" => Options::new(syntax),
            "grep" => Options::grep(syntax),
            _ => Options::sed(syntax),
        };
        options.ignore_case = flags.contains('i');
        options.multi_line = flags.contains('M');
        options.whole_word = flags.contains('w');
        options.whole_line = flags.contains('x');
        let patterns: Vec<&[u8]> = patterns.iter().map(Vec::as_slice).collect();
        let compiled = Regex::many(&patterns, &options);
        let (wanted, got) = match (tool, compiled) {
            ("bash", Err(_)) => (case["status"].to_string(), "2".to_owned()),
            (_, Err(error)) => (field("error").to_owned(), error.to_string()),
            ("bash", Ok(regex)) => {
                let mut captures = Captures::new();
                if regex.captures_at(&text, 0, &mut captures).unwrap() {
                    let groups: Vec<String> = (0..captures.len())
                        .map(|group| {
                            let (start, end) = captures.get(group).unwrap_or((0, 0));
                            hex(&text[start..end])
                        })
                        .collect();
                    (case["groups"].to_string(), format!("{groups:?}").replace(", ", ","))
                } else {
                    (case["status"].to_string(), "1".to_owned())
                }
            }
            ("grep", Ok(regex)) => {
                let (any, found) = all_matches(&regex, &text);
                assert_eq!(regex.is_match(&text).unwrap(), any, "{line}");
                (format!("{} {}", case["matched"], case["found"]), format!("{any} {found:?}").replace(", ", ","))
            }
            (_, Ok(regex)) => {
                let mut replaced = text.clone();
                if let Some((start, end)) = regex.find_at(&text, 0).unwrap() {
                    replaced.insert(end, b'>');
                    replaced.insert(start, b'<');
                }
                (field("replaced").to_owned(), hex(&replaced))
            }
        };
        if wanted != got {
            failures.push(format!(
                "{tool} {flags} {:?} in {:?}: wanted {wanted}, got {got}",
                String::from_utf8_lossy(patterns[0]),
                String::from_utf8_lossy(&text)
            ));
        }
    }
    assert!(count > 1000);
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn invalid_bytes_are_matched_by_themselves_only() {
    let text = b"a\xffb";
    assert!(!extended("a.b").is_match(text).unwrap());
    assert!(!extended("a[^x]b").is_match(text).unwrap());
    let regex = Regex::new(b"a\xff", &Options::new(Syntax::Basic)).unwrap();
    assert_eq!(regex.find_at(text, 0).unwrap(), Some((0, 2)));
    // An encoded surrogate is no character, either.
    assert!(!extended("^.").is_match(b"\xed\xa0\x80").unwrap());
}

#[test]
fn searches_go_on_from_a_place_with_the_text_before_it() {
    let regex = extended("^a|\\<b");
    assert_eq!(regex.find_at(b"aab b", 1).unwrap(), Some((4, 5)));
    assert_eq!(regex.find_at(b"aa", 3).unwrap(), None);
}

#[test]
fn lines_of_a_buffer_are_searched_each_for_itself() {
    let regex = Regex::new(b"^b[^x]*$", &Options::grep(Syntax::Basic)).unwrap();
    assert_eq!(regex.find_at(b"a\nbc\nd", 0).unwrap(), Some((2, 4)));
    let options = Options { line_terminator: 0, ..Options::grep(Syntax::Basic) };
    let regex = Regex::new(b"^b.c$", &options).unwrap();
    assert_eq!(regex.find_at(b"a\nb\0b\nc\0", 0).unwrap(), Some((4, 7)));
}

#[test]
fn no_pattern_matches_nothing_and_the_empty_one_everything() {
    let options = Options::grep(Syntax::Fixed);
    assert!(!Regex::many(&[], &options).unwrap().is_match(b"a").unwrap());
    assert!(Regex::many(&[b""], &options).unwrap().is_match(b"").unwrap());
}

#[test]
fn case_is_ignored_as_towupper_does() {
    let options = Options { ignore_case: true, ..Options::new(Syntax::Extended) };
    let matches = |pattern: &str, text: &str| {
        Regex::new(pattern.as_bytes(), &options).unwrap().is_match(text.as_bytes()).unwrap()
    };
    assert!(matches("é", "É") && matches("s", "ſ") && matches("k", "\u{212a}") && matches("i", "ı"));
    assert!(!matches("ß", "SS") && !matches("ß", "ẞ") && !matches("i", "İ"));
    assert!(matches("(é)\\1", "éÉ"));
    assert!(matches("[[:upper:]]", "a"));
}

#[test]
fn hostile_patterns_end_soon() {
    let letters = vec![b'a'; 3000];
    assert!(!extended("(a+)+$b").is_match(&letters).unwrap());
    assert!(extended("(a|a)*").is_match(&letters).unwrap());
    let too_big = |pattern: &str, syntax| {
        let error = Regex::new(pattern.as_bytes(), &Options::new(syntax)).unwrap_err();
        assert_eq!(error, RegexError::TooBig, "{pattern:.20}");
    };
    too_big("a{1,1000}{1,1000}", Syntax::Extended);
    too_big("(((a{1,30}){1,30}){1,30}){1,30}", Syntax::Extended);
    too_big(&("(".repeat(10_000) + &")".repeat(10_000)), Syntax::Extended);
    too_big(&("a".to_owned() + &"{2}".repeat(10_000)), Syntax::Extended);
    extended(&("a".to_owned() + &"*".repeat(10_000)));
    assert_eq!(Regex::new(&[b'['; 10_000], &Options::default()).unwrap_err(), RegexError::UnmatchedBracket);
    let regex = Regex::new(b"\\(a*\\)*\\(a*\\)*\\2\\1b", &Options::default()).unwrap();
    assert!(regex.find_at(&letters, 0).is_ok_and(|found| found.is_none()));
    // Without the `b` that a match needs the filter says no; here only the steps end it.
    let regex = Regex::new(b"(?=(a+)+c)a", &Options::new(Syntax::Perl)).unwrap();
    assert_eq!(regex.find_at(&letters, 0), Err(Exhausted));
    assert!(!regex.is_linear());
}

#[test]
fn sub_matches_in_long_matches() {
    let mut text = b"ab".repeat(100_000);
    text.push(b'c');
    let mut captures = Captures::new();
    assert!(extended("(.*)b(.*)").captures_at(&text, 0, &mut captures).unwrap());
    assert_eq!(captures.get(1), Some((0, 199_999)));
    assert_eq!(captures.get(2), Some((200_000, 200_001)));
    assert!(extended("(.*)\\>").captures_at(&text, 0, &mut captures).unwrap());
    assert_eq!(captures.get(1), Some((0, 200_001)));
}

#[test]
fn an_expression_is_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    let regex = extended("a|ab");
    shared(&regex);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(regex.find_at(b"xab", 0).unwrap(), Some((1, 3))));
        }
    });
}

#[test]
fn the_longest_of_the_leftmost_matches() {
    assert_eq!(find("a|ab|abc", "xabcd").as_deref(), Some("abc"));
    assert_eq!(find("x*", "axx").as_deref(), Some(""));
}

#[test]
fn classes_hold_what_glibc_puts_there() {
    use class::ClassName;
    for name in
        ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"]
    {
        let class_name = ClassName::parse(name.as_bytes()).unwrap();
        for byte in 0_u8..0x80 {
            assert_eq!(
                class::contains(class_name.set(), char::from(byte)),
                class_name.contains_ascii(byte),
                "{name} {byte:#x}"
            );
        }
    }
    let holds = |name: &[u8], character| class::contains(ClassName::parse(name).unwrap().set(), character);
    // Digits of other scripts are letters, titlecase letters are both upper and lower.
    assert!(holds(b"alpha", '٣') && !holds(b"digit", '٣') && holds(b"punct", '€'));
    assert!(holds(b"upper", 'ǅ') && holds(b"lower", 'ǅ') && !holds(b"space", '\u{a0}'));
}
