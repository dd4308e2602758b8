//! The recorded corpus: 53 patches and what a strict patch tool made of them. Rows that differ on purpose are listed with
//! the reason.

use super::{Files, apply};

/// Rows where this engine gives another result than the recorded one, the content (or code) it gives, and why.
const ON_PURPOSE: &[(&str, Outcome, &str)] = &[
    ("git header", File("f.txt", "one\nTWO\nthree\nfour\n"), "git's own header lines are part of a patch"),
    ("timestamp space", File("f.txt", "one\nTWO\nthree\nfour\n"), "no such file with the date, and one without it"),
    ("openai v4a", File("f.txt", "one\nTWO\nthree\nfour\n"), "the envelope dialect is understood"),
    ("create devnull", File("new.txt", "hi\n"), "/dev/null on the old side creates"),
    ("delete", Gone("f.txt"), "/dev/null on the new side deletes"),
    ("rename", File("g.txt", "one\nTWO\nthree\nfour\n"), "two names of which only the old one exists are a rename"),
    ("wrong count", File("f.txt", "one\nTWO\nthree\nfour\n"), "the lines count, not the numbers"),
    ("excess lines", File("f.txt", "one\nTWO\nthree\nfour\n"), "the lines count, not the numbers"),
    ("blank ctx line", File("bl.txt", "p\n\nQ\n"), "an empty line is an empty context line"),
    ("wrong old start", File("f.txt", "one\nTWO\nthree\nfour\n"), "the only match wins, with an offset"),
    ("wrong new start", File("f.txt", "one\nTWO\nthree\nfour\n"), "the new start says nothing that is not known"),
    (
        "two hunks stale new",
        File("f.txt", "one\n1.5\ntwo\nthree\nFOUR\n"),
        "the new start says nothing that is not known",
    ),
    ("insert in empty", File("e.txt", "hi\n"), "without a marker an added line has its newline"),
    ("delete all lines", File("single.txt", ""), "no line is left, so no newline is left"),
    ("nonl git style", File("nonl.txt", "a\nc"), "the no-newline marker after the last line"),
    ("nonl git: add newline", File("nonl.txt", "a\nb\n"), "the marker on the old side only adds the newline"),
    ("crlf file", File("crlf.txt", "X\r\ny\r\n"), "CRLF files stay CRLF"),
    ("dir named a", File("a/z.txt", "Q\n"), "the stripped path does not exist, the whole one does"),
    ("dup file", File("f.txt", "1\nTWO\nthree\nfour\n"), "sections of the same file apply in order"),
    ("blank line between", File("src/a.py", "v=2\n"), "empty lines between sections mean nothing"),
    ("trailing blank", File("f.txt", "one\nTWO\nthree\nfour\n"), "empty lines after the patch mean nothing"),
    ("leading blank", File("f.txt", "one\nTWO\nthree\nfour\n"), "empty lines before the patch mean nothing"),
    ("fence", File("f.txt", "one\nTWO\nthree\nfour\n"), "code fences around the patch are dropped"),
    ("hunk hdr bare @@", File("f.txt", "one\nTWO\nthree\nfour\n"), "a hunk without numbers is searched"),
    ("hunk hdr @@ ... @@", File("f.txt", "one\nTWO\nthree\nfour\n"), "a hunk without numbers is searched"),
    (
        "range past end",
        File("f.txt", "one\nTWO\nthree\nfour\n"),
        "the only match wins, with an offset (as in GNU patch)",
    ),
];

enum Outcome {
    File(&'static str, &'static str),
    Gone(&'static str),
}
use Outcome::{File, Gone};

#[test]
fn every_row() {
    let corpus = include_str!("../../../../__test__/patch/corpus.jsonl");
    let mut first: Option<Files> = None;
    let mut seen = 0;
    let mut used = 0;
    for line in corpus.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row is JSON");
        let name = row["name"].as_str().expect("a row has a name");
        if let Some(setup) = row["setup_files"].as_object() {
            let pairs = setup.iter().map(|(path, text)| (path.as_str(), text.as_str().expect("text")));
            first = Some(Files::new(pairs));
        }
        let before = first.clone().expect("the first row has files");
        let mut files = before.clone();
        let result = apply(&mut files, row["patch"].as_str().expect("a row has a patch"));
        seen += 1;
        if let Some((_, outcome, why)) = ON_PURPOSE.iter().find(|(known, ..)| *known == name) {
            used += 1;
            assert!(result.is_ok(), "{name} ({why}): {result:?}");
            match outcome {
                File(path, text) => {
                    assert_eq!(files.text(path).as_deref(), Some(*text), "{name} ({why})")
                }
                Gone(path) => assert_eq!(files.text(path), None, "{name} ({why})"),
            }
        } else if row["ok"].as_bool() == Some(true) {
            assert!(result.is_ok(), "{name}: {result:?}");
            let mut expected = before;
            for (path, text) in row["files_after"].as_object().expect("files") {
                let text = text.as_str().expect("text");
                expected.0.insert(path.clone(), text.as_bytes().to_vec());
            }
            assert_eq!(files, expected, "{name}");
        } else {
            let error = result.expect_err(name);
            let code = row["error_code"].as_str().expect("code").to_uppercase();
            assert_eq!(error.code(), code, "{name}: {error}");
            assert_eq!(files, before, "{name}");
        }
    }
    assert_eq!(seen, 53);
    assert_eq!(used, ON_PURPOSE.len(), "every deliberate difference belongs to a row");
}
