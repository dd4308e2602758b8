//! What is printed has bash's layout and parses to the same tree again.

use serde_json::Value;

use crate::syntax::ast::{CommandKind, Program};
use crate::syntax::{ParseOptions, parse, print};

fn parsed(source: &[u8]) -> Option<Program> {
    parse(source, &ParseOptions::default()).ok()
}

/// The tree as text, without what is not in the language: lines and the functions' sources.
fn shape(program: &Program) -> String {
    let text = format!("{program:?}");
    let mut output = String::new();
    let mut rest = text.as_str();
    while let Some(found) = rest.find(", source: \"") {
        output.push_str(&rest[..found]);
        let behind = &rest[found + 11..];
        let mut end = 0;
        let bytes = behind.as_bytes();
        while bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        rest = &behind[end + 1..];
    }
    output.push_str(rest);
    let mut lines = String::new();
    for (index, piece) in output.split("line: ").enumerate() {
        lines.push_str(if index == 0 { piece } else { piece.trim_start_matches(|c: char| c.is_ascii_digit()) });
    }
    lines
}

/// What makes bash's layout another tree of the same meaning: all parts of an arithmetic `for` and the words of a
/// `for` are there, `elif` is an `if` in the `else`, a function's body is a group, descriptors are shown.
const OTHER_TREE: [&str; 15] = [
    "for ((",
    "for i;",
    "for i do",
    "for x;",
    "for x\n",
    "select x;",
    "elif",
    "function f",
    "f()",
    "f ()",
    ">&2",
    "time --",
    "2>x then",
    "<&-",
    "| time",
];

#[test]
fn printed_programs_parse_to_the_same_tree() {
    let mut failures = Vec::new();
    for line in include_str!("acceptance.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let source = record["source"].as_str().unwrap();
        let Some(program) = parsed(source.as_bytes()) else { continue };
        let printed = print::program(&program);
        // A coprocess is shown with its name even where none could be given.
        if source.contains("coproc") {
            continue;
        }
        match parsed(&printed) {
            None => failures.push(format!("{source:?} gives {printed:?}, which does not parse")),
            Some(again) if shape(&again) != shape(&program) && !OTHER_TREE.iter().any(|mark| source.contains(mark)) => {
                failures.push(format!("{source:?} gives {printed:?}\n{}\n{}", shape(&program), shape(&again)));
            }
            Some(again) => assert_eq!(print::program(&again), printed, "printing again gives other text"),
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

/// Definitions, each followed by what bash 5.2 prints for it (`record_printing.sh`).
#[test]
fn functions_print_as_declare_does() {
    let cases = include_str!("printing.txt");
    for case in cases.split("\n====\n").filter(|case| !case.trim().is_empty()) {
        let (source, expected) = case.split_once("\n----\n").unwrap();
        let program = parsed(source.as_bytes()).unwrap_or_else(|| panic!("{source:?} does not parse"));
        let CommandKind::Function(function) = &program.body.items[0].chain.first.stages[0].kind else {
            panic!("{source:?} defines no function");
        };
        let printed = print::function(function).to_string();
        assert_eq!(printed.trim_end(), expected.trim_end(), "for {source:?}");
    }
}
