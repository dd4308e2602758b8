//! Random scripts in real bash and in a session: standard output, exit status and files must be the same.
//!
//! It needs `bash` on the host, so it runs only when asked for:
//! `DIFFERENTIAL=0..5000 cargo test --profile local --test differential -- --ignored --nocapture`. The range is one of
//! seeds; each is a script. What differs is made smaller and printed with its seed.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "compares with a program of the host")]

mod arguments;
mod commands;
mod generate;
mod grammar;
mod pairs;
mod scripts;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use generate::{EPILOGUE, Generator, PRELUDE};
use mem_sandbox::session::{Executor, ExecutorOptions, Request, Session, SessionOptions};
use mem_sandbox::workspace::{AbsPath, Node, Walk};

/// `timeout`'s status when it had to act.
const NO_END: i32 = 124;

/// What a script left.
#[derive(Debug, PartialEq)]
struct Outcome {
    stdout: String,
    exit: i32,
    files: BTreeMap<String, String>,
}

fn text_of(statements: &[String]) -> String {
    format!("{PRELUDE}{}\n{EPILOGUE}", statements.join("\n"))
}

fn in_session(executor: &Arc<Executor>, script: &str) -> (Outcome, String) {
    let session = Session::new(executor, &SessionOptions::default()).expect("the default options are valid");
    let command = Bytes::copy_from_slice(script.as_bytes());
    let request = Request { command, incremental: true, ..Request::default() };
    let result = match session.execute_sync(&request) {
        Ok(result) => result,
        Err(error) => return (Outcome { stdout: String::new(), exit: -1, files: BTreeMap::new() }, error.to_string()),
    };
    let mut files = BTreeMap::new();
    let root = AbsPath::workspace();
    if let Ok(state) = session.state() {
        for entry in Walk::new(&state.tree, &root).into_iter().flatten().skip(1) {
            let path = String::from_utf8_lossy(&entry.path.as_bytes()[root.as_bytes().len() + 1..]).into_owned();
            let text = match &entry.node {
                Node::File(file) => String::from_utf8_lossy(&file.content().to_bytes()).into_owned(),
                Node::Symlink(link) => format!("link to {}", String::from_utf8_lossy(&link.target)),
                _ => "folder".to_owned(),
            };
            files.insert(path, text);
        }
    }
    let stdout = String::from_utf8_lossy(&result.stdout).into_owned();
    let mut note = String::from_utf8_lossy(&result.stderr).into_owned();
    if let Some(failure) = result.failure {
        note.push_str(&format!("[{}] {}", failure.code, failure.message));
    }
    (Outcome { stdout, exit: i32::from(result.exit_code), files }, note)
}

fn in_bash(folder: &Path, script: &str) -> (Outcome, String) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a temporary folder");
    // A script that does not end is a fault of the generator; it must not hold up the others.
    let child = Command::new("timeout")
        .args(["10", "bash", "-c", script])
        .current_dir(folder)
        .env_clear()
        .envs([
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("LANG", "C.UTF-8"),
            ("LC_ALL", "C.UTF-8"),
            ("TZ", "UTC"),
            ("SHELL", "/bin/bash"),
            ("USER", "user"),
            ("LOGNAME", "user"),
            ("HOSTNAME", "sandbox"),
        ])
        .env("HOME", folder)
        .env("PWD", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("bash runs");
    let own = folder.to_string_lossy();
    let plain = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*own, "/workspace");
    let mut files = BTreeMap::new();
    list(folder, "", &mut files);
    for text in files.values_mut() {
        *text = text.replace(&*own, "/workspace");
    }
    let exit = child.status.code().unwrap_or_else(|| {
        use std::os::unix::process::ExitStatusExt;
        128 + child.status.signal().unwrap_or(0)
    });
    (Outcome { stdout: plain(&child.stdout), exit, files }, plain(&child.stderr))
}

fn list(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().expect("it was just listed");
        if let Ok(target) = std::fs::read_link(entry.path()) {
            files.insert(name, format!("link to {}", target.to_string_lossy()));
        } else if kind.is_dir() {
            list(&entry.path(), &format!("{name}/"), files);
            files.insert(name, "folder".to_owned());
        } else if !kind.is_file() {
            files.insert(name, "folder".to_owned());
        } else {
            files.insert(name, String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap_or_default()).into_owned());
        }
    }
}

/// The kinds of difference that are allowed; `docs/shell.md` gives the reasons. A kind is known by what bash said and by
/// what the script uses, so it may hide another difference in the same script, but no whole kind.
fn allowed(script: &str, bash: &(Outcome, String), ours: &(Outcome, String)) -> Option<&'static str> {
    // What bash said may have gone into a file.
    let note = bash.0.files.values().chain([&bash.1, &ours.1]).map(String::as_str).collect::<Vec<_>>().join("\n");
    let arithmetic = [
        "attempted assignment to non-variable",
        "syntax error: operand",
        "syntax error in expression",
        "expression expected",
    ];
    let failed = arithmetic.iter().any(|text| note.contains(text));
    let broken = failed
        || note.contains("division by 0")
        || note.contains("invalid indirect")
        || note.contains("bad array subscript");
    if broken && script.contains("<(") {
        return Some("process substitution after an arithmetic error");
    }
    if note.contains("unexpected EOF while looking for matching") && script.contains("arr") {
        return Some("escaped quotes in an array in a substitution");
    }
    if broken && (script.contains("break 2") || script.contains("continue 2")) {
        return Some("loops counted wrongly after an error");
    }
    if script.contains("set -a") && script.contains("declare -n") {
        return Some("`set -a` and a nameref to an element");
    }
    if script.contains("set -u") && script.contains("-v map[") {
        return Some("`-v` of a subscript under `set -u`");
    }
    if script.contains("( ! {") || script.contains("( ! p") {
        return Some("`!` of what an error ended in a subshell");
    }
    let holds_document = |text: &str| text.split("\n:)").next().is_some_and(|inside| inside.contains("<<"));
    if script.split("=$( ").skip(1).any(holds_document) {
        return Some("a substitution that bash prints back without a semicolon");
    }
    if broken && script.contains("trap 'p exit") && script.contains('|') {
        return Some("EXIT trap of a stage whose words fail");
    }
    if script.contains("case ") && (script.contains("/\"$y\"/}") || script.contains("\"${y/%")) {
        return Some("a byte of bash's own in the word of a `case`");
    }
    if script.contains("kill -USR1 $$") && script.contains('|') && bash.0.exit == 138 && ours.0.exit == 138 {
        return Some("output of stages that outlive the shell");
    }
    if script.contains("~/x") && script.contains("${") {
        return Some("length of the home folder's path");
    }
    None
}

/// Leaves statements out as long as the script still differs.
fn shrink(executor: &Arc<Executor>, folder: &Path, statements: &mut Vec<String>) {
    let differs = |statements: &[String]| {
        let script = text_of(statements);
        in_session(executor, &script).0 != in_bash(folder, &script).0
    };
    let mut index = 0;
    while index < statements.len() {
        let removed = statements.remove(index);
        if !differs(statements) {
            statements.insert(index, removed);
            index += 1;
        }
    }
}

fn seeds() -> std::ops::Range<u64> {
    let text = std::env::var("DIFFERENTIAL").unwrap_or_else(|_| "0..200".to_owned());
    let (first, last) = text.split_once("..").expect("DIFFERENTIAL is a range: 0..5000");
    first.parse().expect("a number")..last.parse().expect("a number")
}

#[test]
#[ignore = "needs bash on the host; see the first lines"]
fn random_scripts_do_as_in_bash() {
    let seeds = seeds();
    let next = AtomicU64::new(seeds.start);
    let different = AtomicU64::new(0);
    let excused = Mutex::new(BTreeMap::new());
    let started = Instant::now();
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (next, different, excused, end) = (&next, &different, &excused, seeds.end);
            scope.spawn(move || {
                let executor = Executor::new(ExecutorOptions::default()).expect("the default options are valid");
                let folder = std::env::temp_dir().join(format!("differential-{}-{worker}", std::process::id()));
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        break;
                    }
                    let mut statements = Generator::new(seed).script();
                    let script = text_of(&statements);
                    let begun = Instant::now();
                    let (ours, bash) = (in_session(&executor, &script).0, in_bash(&folder, &script).0);
                    if ours == bash {
                        continue;
                    }
                    if bash.exit == NO_END {
                        println!("---- seed {seed} does not end");
                        continue;
                    }
                    if begun.elapsed() < Duration::from_secs(5) {
                        shrink(&executor, &folder, &mut statements);
                    }
                    let script = text_of(&statements);
                    let ours = in_session(&executor, &script);
                    let bash = in_bash(&folder, &script);
                    if let Some(kind) = allowed(&script, &bash, &ours) {
                        *excused.lock().expect("no panic").entry(kind).or_insert(0u64) += 1;
                        continue;
                    }
                    let ((ours, our_note), (bash, bash_note)) = (ours, bash);
                    different.fetch_add(1, Ordering::Relaxed);
                    println!(
                        "---- seed {seed}\n{}\n  bash {:?} {}\n  ours {:?} {}\n  bash stderr {bash_note:?}\n  ours stderr {our_note:?}",
                        statements.join("\n"),
                        bash.stdout,
                        bash.exit,
                        ours.stdout,
                        ours.exit,
                    );
                    if bash.stdout == ours.stdout && bash.exit == ours.exit {
                        println!("  bash files {:?}\n  ours files {:?}", bash.files, ours.files);
                    }
                }
                let _ = std::fs::remove_dir_all(&folder);
            });
        }
    });
    let count = seeds.end - seeds.start;
    let different = different.into_inner();
    println!("allowed: {:?}", excused.into_inner().expect("no panic"));
    println!("{count} scripts (seeds {seeds:?}), {different} different, {:?}", started.elapsed());
    assert_eq!(different, 0, "scripts that differ from bash");
}
