//! What parses and what does not, against what bash 5.2 says (`acceptance.jsonl`, recorded by `record.py`).

use serde_json::Value;

use crate::syntax::{ParseOptions, SyntaxError, SyntaxWarning, Units};

/// Parses unit by unit, as `bash -n` does, to the first error.
fn check(source: &[u8]) -> (Option<SyntaxError>, Vec<SyntaxWarning>) {
    let mut units = Units::new(source, 1);
    while let Some(unit) = units.next(&ParseOptions::default()) {
        if let Err(error) = unit {
            return (Some(error), units.take_warnings());
        }
    }
    (None, units.take_warnings())
}

/// Snippets on which bash is left alone, and why.
const KNOWN: [(&str, &str); 7] = [
    // Bash 5.2 stops without a word and with status 0.
    ("[[ ]]", "line 1: syntax error near unexpected token `]]'\nline 1: `[[ ]]'"),
    ("[[ ! ]]", "line 1: syntax error near unexpected token `]]'\nline 1: `[[ ! ]]'"),
    ("[[ a && ]]", "line 1: syntax error near unexpected token `]]'\nline 1: `[[ a && ]]'"),
    ("[[ a || ]]", "line 1: syntax error near unexpected token `]]'\nline 1: `[[ a || ]]'"),
    // Bash says nothing, with status 2.
    ("for ((1;2)", "line 1: unexpected EOF while looking for matching `)'"),
    // Bash quotes its input without naming a token.
    ("((a)", "line 2: syntax error: unexpected end of file"),
    // Bash counts the lines of the here-document, too, before it reports the token.
    ("cat <<EOF )\na\nEOF", "line 1: syntax error near unexpected token `)'\nline 1: `cat <<EOF )'"),
];

#[test]
fn agrees_with_bash() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in include_str!("acceptance.jsonl").lines() {
        count += 1;
        let record: Value = serde_json::from_str(line).unwrap();
        let source = record["source"].as_str().unwrap();
        let (error, warnings) = check(source.as_bytes());
        let (got, expected) = match (&error, record["accepted"].as_bool().unwrap()) {
            (None, true) => {
                let got = warnings.first().map(|warning| format!("warning {}: {}", warning.line, warning.message));
                let expected = record
                    .get("warning")
                    .map(|warning| format!("warning {}: {}", warning["line"], warning["message"].as_str().unwrap()));
                (got.unwrap_or_default(), expected.unwrap_or_default())
            }
            (None, false) => ("accepted".into(), format!("line {}: {}", record["line"], record["message"])),
            (Some(error), true) => (error.to_string(), "accepted".into()),
            (Some(error), false) => {
                let expected = SyntaxError {
                    line: record["line"].as_u64().unwrap() as u32,
                    message: record["message"].as_str().unwrap().into(),
                    incomplete: error.incomplete,
                    source_line: record.get("source_line").map(|line| line.as_str().unwrap().into()),
                    second: error.second.clone(),
                    recovery: error.recovery,
                    refused: None,
                };
                (error.to_string(), expected.to_string())
            }
        };
        let expected = KNOWN.iter().find(|(known, _)| *known == source).map_or(expected, |(_, ours)| ours.to_string());
        if got != expected {
            failures.push(format!("{source:?}\n  got      {got:?}\n  expected {expected:?}"));
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
}
