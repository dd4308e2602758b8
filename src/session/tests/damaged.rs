//! Damaged programs and inputs for each command that has a parser: nothing panics, nothing hangs, nothing grows past its
//! limits, and the session works afterwards.

use bstr::ByteSlice;
use damage::Damage;

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
    let mut damage = Damage::new(rounds, pieces);
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

fn disturb_all(rounds: u64, wanted: impl Fn(&str) -> bool) {
    let corpora = damage::corpora();
    for (name, calls) in TARGETS.iter().filter(|(name, _)| wanted(name)) {
        let pieces = corpora.get(*name).unwrap_or_else(|| panic!("no cases of {name}"));
        let (runs, succeeded) = disturb(name, calls, pieces, rounds);
        println!("{name}: {runs} runs, {succeeded} with status 0");
    }
}

#[test]
fn damaged_programs_do_no_harm() {
    disturb_all(40, |_| true);
}

/// `ROUNDS=100000 COMMANDS=awk,sed cargo test -p mem-sandbox-session many_damaged_programs -- --ignored --nocapture`
#[test]
#[ignore = "runs for minutes"]
fn many_damaged_programs() {
    disturb_all(damage::rounds(), damage::wanted);
}
