//! Reading and writing give the same text back; values are checked where the text alone does not show them.

use damage::Random;

use super::*;

fn again(text: &str) -> String {
    let mut out = String::new();
    match read_all(text) {
        Ok(documents) => {
            for (index, document) in documents.iter().enumerate() {
                if document.explicit || index > 0 {
                    out.push_str("---\n");
                }
                write(document, &Options::default(), &mut out);
            }
        }
        Err(error) => out = format!("{error}\n"),
    }
    out
}

#[test]
fn texts_come_out_as_they_are_written() {
    for text in [
        "a: 1\nb: 2\n",
        "# head\n\n# of a\na: 1 # line\n\nb:\n  # inner\n  c: 2   # two\n  # behind\n\n# last\n",
        "- a\n- b:\n    c: 1\n  d: 2\n- - x\n  - y\n-\n  # c\n  z: 1\n",
        "k:\n- 1\n- 2\nl:\n  - 3\n",
        "k:\n    deep:\n        er: 1\n",
        "s: 'it''s'\nd: \"a\\tb\"\nf: {a: 1, b: [x, y]}\ne: []\nm: {}\n",
        "t: |\n  one\n  two\nu: >-\n  folded\n  text\n\n  more\nv: |+\n  keep\n\nw: 1\n",
        "base: &b\n  x: 1\nother:\n  <<: *b\n  y: *b\n",
        "x: !Ref name\ny: !!str 12\nz: &a !t {q: 1}\n",
        "a:\nb: ~\nc: null\n",
        "f: [\n  1, # one\n  2\n]\n",
        "? - a\n: b\n",
        "plain: over\n  two lines\nq: \"x\n  y\"\n",
        "---\na: 1\n---\nb: 2\n",
        "# only\n",
        "\"quoted key\": 1\n'other': 2\n? x\n",
        "a: |2\n    lead\n  b\n",
        "top\n",
        "--- # marked\na: 1\n",
    ] {
        let expected = text.replace("--- # marked\n", "---\n").replace("? x\n", "x:\n");
        assert_eq!(again(text), expected, "{text}");
    }
}

#[test]
fn faults_are_named() {
    for (text, expected) in [
        ("a: b: c\n", "line 1: mapping values are not allowed in this context\n"),
        ("a: 1\n b: 2\n", "line 2: mapping values are not allowed in this context\n"),
        ("a: [1, 2\n", "line 2: did not find expected node content\n"),
        ("a: @x\n", "line 1: found character that cannot start any token\n"),
        ("a\nb: 1\n", "line 2: mapping values are not allowed in this context\n"),
        ("a: 1\nb\n", "line 2: could not find expected ':'\n"),
        ("a: \"x\n", "line 2: found unexpected end of stream\n"),
        ("a: - b\n", "line 1: block sequence entries are not allowed in this context\n"),
        ("a:\n\t- b\n", "line 2: found character that cannot start any token\n"),
    ] {
        assert_eq!(again(text), expected, "{text}");
    }
    // Unoptimised frames are some ten times larger than a test's stack is made for.
    let deep = std::thread::Builder::new().stack_size(64 << 20).spawn(|| {
        assert!(again(&"[".repeat(100_000)).contains("exceeded max depth"));
        assert!(again(&"- ".repeat(100_000)).contains("exceeded max depth"));
    });
    deep.expect("a thread").join().expect("no overflow");
}

#[test]
#[ignore = "long"]
fn many_damaged_texts_are_read_without_harm() {
    const SEEDS: &[&str] = &[
        "# head\na: 1 # line\nb:\n  - x\n  - {q: [1, 2], \"z\": 'y'}\n  - - 1\n    - 2\nt: |\n  one\n   two\nf: >-\n  a\n  b\n",
        "base: &b {x: 1}\nc:\n  <<: *b\n  y: !!str 1\n? k\n: v\n---\n\"q\\u00e9\\ud83d\\ude00\": 'it''s'\n...\n--- >+\n x\n\n",
        "[a, b: c, {d: e, ? f : g}, \"h\": i, *x, &y z, !t w]\n",
    ];
    const PARTS: &[&str] = &[
        ":", "- ", "? ", "\n", " ", "\t", "#", "[", "]", "{", "}", ",", "\"", "'", "|", ">", "&a", "*a", "!", "---\n",
        "...\n", "%", "\\", "\\x", "é", "\r\n", "\0", "  ", "\n\n", ": ", "~", "@", "<<: ", "-", "+", "1",
    ];
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut faults = Vec::new();
    for _ in 0..1_000_000 {
        let mut text: Vec<char> = SEEDS[random.below(SEEDS.len())].chars().collect();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => {
                    text.splice(at..at, PARTS[random.below(PARTS.len())].chars());
                }
                1 => {
                    let end = (at + 1 + random.below(6)).min(text.len());
                    text.drain(at..end);
                }
                _ => {
                    let part: Vec<char> = text[at..(at + random.below(12)).min(text.len())].to_vec();
                    let to = random.below(text.len());
                    text.splice(to..to, part);
                }
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(documents) = read_all(&text) else { continue };
        let written = again(&text);
        // What was written reads as the same.
        match read_all(&written) {
            Ok(other) if bare(&documents) == bare(&other) => {}
            other => faults.push(format!(
                "{text:?}\n{written:?}\n{:?}\n{:?}\n",
                bare(&documents),
                other.map(|other| bare(&other))
            )),
        }
        if faults.len() > 5 {
            break;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Documents without what may differ.
fn bare(documents: &[Document]) -> Vec<String> {
    documents
        .iter()
        .map(|document| {
            let mut out = String::new();
            bare_node(&document.root, &mut out);
            out
        })
        .collect()
}

fn bare_node(node: &Node, out: &mut String) {
    out.push_str(&format!("{:?}{:?}", node.tag, node.anchor));
    match &node.content {
        Content::Scalar(text) => {
            let meaning = node.plain();
            match meaning {
                Plain::Null if node.tag.is_none() => out.push_str("null"),
                _ => out.push_str(&format!("{text:?}{}", meaning == Plain::Text)),
            }
        }
        Content::Alias(name) => out.push_str(&format!("*{name}")),
        Content::Sequence(items) => {
            out.push('[');
            items.iter().for_each(|item| bare_node(item, out));
            out.push(']');
        }
        Content::Mapping(pairs) => {
            out.push('{');
            for (key, value) in pairs {
                bare_node(key, out);
                out.push(':');
                bare_node(value, out);
            }
            out.push('}');
        }
    }
}
