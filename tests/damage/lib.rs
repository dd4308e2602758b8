//! Recorded cases, for the tests of all crates, and damaged texts: pieces of these cases with a few changes, from a seed.

use std::collections::BTreeMap;
use std::path::Path;

/// Pieces that parsers trip over.
const PIECES: &[&[u8]] = &[
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"'",
    b"\\",
    b"/",
    b"\n",
    b"\0",
    b"\xff",
    b"\xc3",
    b"$",
    b"%",
    b"&",
    b"*",
    b"+",
    b"-",
    b".",
    b",",
    b";",
    b":",
    b"=",
    b"<",
    b">",
    b"|",
    b"!",
    b"~",
    b"^",
    b"#",
    b"@",
    b"?",
    b"0",
    b"-1",
    b"1e999",
    b"9223372036854775807",
    b"9223372036854775808",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"%99999d",
    b"%*.*f",
    b"\\1",
    b"\\(",
    b"\\{",
    b"{1,65536}",
    b"[[:alpha:]]",
    b"[^",
    b"((((",
    b"[[[[",
    b"{{{{",
    b"((?:a*)*)*",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\t",
    b"  ",
    b"--",
    b"..",
    b"<<",
    b"@@ -1,0 +1 @@\n",
    b"--- a\n+++ b\n",
    b"\xf0\x9f\x92\xa9",
];

/// Random numbers from a seed other than 0 (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number from 0 to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Makes damaged texts; equal seeds make equal ones.
pub struct Damage {
    random: Random,
    pieces: Vec<Vec<u8>>,
}

impl Damage {
    /// Changes pieces of `pieces`.
    pub fn new(seed: u64, pieces: &[Vec<u8>]) -> Damage {
        Damage { random: Random::new(seed ^ 0x2545_f491_4f6c_dd1d), pieces: pieces.to_vec() }
    }

    /// A number from 0 to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    fn pick(&mut self) -> Vec<u8> {
        let at = self.below(self.pieces.len());
        self.pieces.get(at).cloned().unwrap_or_default()
    }

    /// One of the pieces, with up to six changes.
    pub fn text(&mut self) -> Vec<u8> {
        let mut text = self.pick();
        for _ in 0..self.below(7) {
            let at = self.below(text.len() + 1);
            let end = (at + 1 + self.below(12)).min(text.len()).max(at);
            match self.below(7) {
                0 => drop(text.drain(at..end)),
                1 => {
                    let copy = text[at..end].to_vec();
                    text.splice(at..at, copy);
                }
                2 => {
                    let byte = self.below(256) as u8;
                    text.splice(at..at, [byte]);
                }
                3 => {
                    let other = self.pick();
                    let from = self.below(other.len() + 1);
                    text.truncate(at);
                    text.extend_from_slice(&other[from..]);
                }
                _ => {
                    let piece = PIECES[self.below(PIECES.len())];
                    text.splice(at..at, piece.iter().copied());
                }
            }
        }
        text.truncate(4_096);
        text
    }
}

/// Text, or bytes in hexadecimal, of a recorded case.
///
/// # Panics
/// When they are no hexadecimal digits.
pub fn data(value: &serde_json::Value) -> Vec<u8> {
    match value {
        serde_json::Value::String(text) => text.clone().into_bytes(),
        value => {
            let digits = value["hex"].as_str().unwrap_or_default();
            let byte = |index: usize| u8::from_str_radix(&digits[index..index + 2], 16).expect("two hex digits");
            (0..digits.len()).step_by(2).map(byte).collect()
        }
    }
}

/// What stands in quotes in a script.
fn quoted(script: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for quote in [b'\'', b'"'] {
        found.extend(script.split(|byte| *byte == quote).skip(1).step_by(2).map(<[u8]>::to_vec));
    }
    found
}

/// What the cases of each command in `__test__/commands` hold: their scripts, what stands in quotes in them, the arguments
/// of their calls, their files and outputs. Under `shell`: the same of `__test__/shell`.
///
/// # Panics
/// When the cases cannot be read.
pub fn corpora() -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut corpora: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    let of_commands = rows("commands").into_iter().map(|(file, row)| (file.trim_end_matches(".jsonl").to_owned(), row));
    let of_shell = rows("shell").into_iter().map(|(_, row)| ("shell".to_owned(), row));
    for (name, row) in of_commands.chain(of_shell) {
        let corpus = corpora.entry(name).or_default();
        let script = data(&row["script"]);
        corpus.extend(quoted(&script));
        // The options of the call.
        corpus.extend(script.split(|byte| b"\n;|".contains(byte)).filter_map(|call| {
            let call = call.trim_ascii();
            Some(call[call.iter().position(|byte| *byte == b' ')?..].to_vec())
        }));
        corpus.extend(row["files"].as_object().into_iter().flatten().map(|(_, content)| data(content)));
        corpus.push(data(&row["stdout"]));
        corpus.push(script);
    }
    corpora
}

/// The cases of a folder of `__test__`, each with the name of its file.
///
/// # Panics
/// When they cannot be read, or there are none.
#[allow(clippy::disallowed_methods, reason = "tests read their cases from the repository")]
pub fn rows(folder: &str) -> Vec<(String, serde_json::Value)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../__test__").join(folder);
    let entries = std::fs::read_dir(&path).expect("the cases are there");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let mut rows = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable file of cases");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            rows.push((name.clone().into_owned(), serde_json::from_str(line).expect("a row of JSON")));
        }
    }
    rows
}

/// How often a long test repeats: `ROUNDS` of the environment, else a million.
#[allow(clippy::disallowed_methods, reason = "how long is asked by the environment")]
pub fn rounds() -> u64 {
    std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000)
}

/// Whether a long test is to look at this target: it stands in `COMMANDS` of the environment, or nothing does.
#[allow(clippy::disallowed_methods, reason = "which targets is asked by the environment")]
pub fn wanted(name: &str) -> bool {
    std::env::var("COMMANDS").map_or(true, |wanted| wanted.split(',').any(|wanted| wanted == name))
}
