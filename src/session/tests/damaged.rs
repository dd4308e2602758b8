//! Damaged programs and inputs for each command that has a parser: nothing panics, nothing hangs, nothing grows past its
//! limits, and the session works afterwards.
//!
//! The programs are what stands in quotes in the recorded cases of the command; the inputs are the files of these cases.

use std::collections::BTreeMap;

use bstr::ByteSlice;

use super::conformance::{data, rows};
use super::*;
use crate::Limits;

/// A command's file of cases, and the ways in which a program in the file `p` meets an input in the file `i`.
const TARGETS: &[(&str, &[&str])] = &[
    ("awk", &["awk -f p i", "awk \"$(<p)\" i i", "gawk -v x=\"$(<i)\" -f p"]),
    ("sed", &["sed -f p i", "sed -nE -f p i", "sed -sz \"$(<p)\" i i"]),
    ("jq", &["jq -f p i", "jq -nr \"$(<p)\"", "jq -c . p", "jq -cn --stream '[inputs]' p"]),
    ("yq", &["yq \"$(<p)\" i", "yq -o json p", "yq -p xml p", "yq -p csv p", "yq -p toml p", "yq -p props -o xml p"]),
    ("grep", &["grep -f p i", "grep -Ef p i", "grep -P \"$(<p)\" i", "grep -iwof p i", "grep -zxf p i"]),
    ("rg", &["rg -f p i", "rg -Uo \"$(<p)\" i"]),
    ("find", &["find . -printf \"$(<p)\"", "find . -regex \"$(<p)\"", "eval find . $(<p)"]),
    ("patch", &["patch -f < p", "patch -f i p", "apply_patch < p", "patch -p0 -R -f -F3 < p"]),
    ("diff", &["diff p i", "diff -u p i", "diff -y p i", "diff -c -w -B p i", "diff3 p i p"]),
    ("bc", &["bc -q p", "bc -lq < p"]),
    ("dc", &["dc -f p", "dc -e \"$(<p)\" < i"]),
    ("date", &["date -d \"$(<p)\"", "date +\"$(<p)\"", "touch -d \"$(<p)\" x"]),
    ("printf", &["printf \"$(<p)\" 1 2 3", "printf '%b %q\\n' \"$(<p)\"", "eval printf $(<p)"]),
    ("expr", &["eval expr $(<p)", "eval test $(<p)"]),
    ("sort", &["sort -k \"$(<p)\" i", "eval sort $(<p) i"]),
    ("tr", &["tr \"$(<p)\" a-z < i", "eval tr $(<p) < i"]),
    ("cut", &["cut -f \"$(<p)\" i", "eval cut $(<p) i"]),
    ("numfmt", &["numfmt --format \"$(<p)\" 1", "eval numfmt $(<p)"]),
    ("tar", &["tar xf p", "tar tvf i", "eval tar $(<p)"]),
    ("zip", &["unzip -o p", "unzip -v i"]),
    ("gzip", &["gzip -dc p", "zcat i"]),
    ("xmllint", &["xmllint p", "xmllint --format i", "xmllint --html p", "xmllint --xpath \"$(<p)\" i"]),
    ("html-to-markdown", &["html-to-markdown p", "html-to-markdown i"]),
    ("sqlite3", &["sqlite3 :memory: < p", "sqlite3 :memory: \"$(<p)\"", "sqlite3 p .dump"]),
    ("xxd", &["xxd -r p", "xxd -r -p p", "base64 -d p", "eval xxd $(<p)"]),
    ("xargs", &["xargs echo < p", "xargs -I{} echo {} < p", "eval xargs $(<p) < i"]),
    ("hexdump", &["hexdump -e \"$(<p)\" i", "eval od $(<p) i"]),
    ("csplit", &["eval csplit i $(<p)", "csplit i \"$(<p)\""]),
    ("column", &["eval column $(<p) i", "column -t -s \"$(<p)\" i"]),
];

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

struct Damage {
    state: u64,
    pieces: Vec<Vec<u8>>,
}

impl Damage {
    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % end.max(1) as u64) as usize
    }

    fn pick(&mut self) -> Vec<u8> {
        let at = self.below(self.pieces.len());
        self.pieces.get(at).cloned().unwrap_or_default()
    }

    /// One of the pieces, with up to six changes.
    fn text(&mut self) -> Vec<u8> {
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

/// What stands in quotes in a script.
fn quoted(script: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for quote in [b'\'', b'"'] {
        found.extend(script.split(|byte| *byte == quote).skip(1).step_by(2).map(<[u8]>::to_vec));
    }
    found
}

fn corpora() -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut corpora: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for (file, row) in rows("commands") {
        let corpus = corpora.entry(file.trim_end_matches(".jsonl").to_owned()).or_default();
        let script = data(&row["script"]);
        corpus.extend(quoted(&script));
        // The options of the call.
        corpus.extend(script.split(|byte| b"\n;|".contains(byte)).filter_map(|call| {
            let call = call.trim_ascii();
            Some(call[call.iter().position(|byte| *byte == b' ')?..].to_vec())
        }));
        corpus.extend(row["files"].as_object().into_iter().flatten().map(|(_, content)| data(content)));
        corpus.push(data(&row["stdout"]));
    }
    corpora
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.run.steps = 20_000;
    limits.run.output_bytes = 64 << 10;
    limits.run.pipe_bytes = 1 << 20;
    limits.run.expansion_bytes = 64 << 10;
    limits.run.depth = 50;
    limits.tree.file_bytes = 1 << 20;
    limits.tree.total_bytes = 4 << 20;
    limits.tree.nodes = 1_000;
    limits.wall_ms = 20_000;
    limits
}

/// Runs each way of a command `rounds` times; says how many runs there were and how many ended with status 0.
fn disturb(name: &str, calls: &[&str], pieces: &[Vec<u8>], rounds: u64) -> (u64, u64) {
    let executor = executor();
    let mut damage = Damage { state: rounds ^ 0x2545_f491_4f6c_dd1d, pieces: pieces.to_vec() };
    let (mut runs, mut succeeded) = (0, 0);
    for _ in 0..rounds {
        let (program, input) = (damage.text(), damage.text());
        let files = vec![("p".into(), Bytes::from(program.clone())), ("i".into(), Bytes::from(input.clone()))];
        let options = SessionOptions { files, limits: Some(limits()), ..SessionOptions::default() };
        let session = Session::new(&executor, &options).expect("two small files");
        let call = calls[damage.below(calls.len())];
        let shown = || format!("{name}: {call}\np: {:?}\ni: {:?}", program.as_bstr(), input.as_bstr());
        let result = match session.execute_sync(&request(call)) {
            Ok(result) => result,
            Err(error) => panic!("{error} in {}", shown()),
        };
        let code = result.failure.as_ref().map_or("", |failure| failure.code);
        assert!(code != "TIMEOUT" && code != "INTERNAL", "{code} in {}", shown());
        assert!(result.stdout.len() + result.stderr.len() <= 160 << 10, "too much output in {}", shown());
        runs += 1;
        succeeded += u64::from(result.exit_code == 0);
        let after = session.execute_sync(&Request { fresh: true, ..request("echo ok") });
        assert!(after.is_ok_and(|after| after.stdout == b"ok\n"), "the session is broken after {}", shown());
    }
    (runs, succeeded)
}

fn disturb_all(rounds: u64, only: Option<&str>) {
    let corpora = corpora();
    for (name, calls) in TARGETS {
        if only.is_some_and(|only| !only.split(',').any(|wanted| wanted == *name)) {
            continue;
        }
        let pieces = corpora.get(*name).unwrap_or_else(|| panic!("no cases of {name}"));
        let (runs, succeeded) = disturb(name, calls, pieces, rounds);
        println!("{name}: {runs} runs, {succeeded} with status 0");
    }
}

#[test]
fn damaged_programs_do_no_harm() {
    disturb_all(40, None);
}

/// `ROUNDS=1000000 COMMANDS=awk,sed cargo test -p mem-sandbox-session many_damaged_programs -- --ignored --nocapture`
#[test]
#[ignore = "runs for minutes"]
#[allow(clippy::disallowed_methods, reason = "how long is asked by the environment")]
fn many_damaged_programs() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    disturb_all(rounds, std::env::var("COMMANDS").ok().as_deref());
}
