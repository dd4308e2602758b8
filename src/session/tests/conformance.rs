//! Cases recorded from real bash and GNU tools: `__test__/shell/*.jsonl` and `__test__/commands/*.jsonl`.
//!
//! A row is `{ name, script, stdout, exit }` and perhaps `files` (content by path; a path that ends in a slash is an empty
//! folder) and `needs` (a command that has to be there). What is not UTF-8 is `{ "hex": … }`. The scripts run with an
//! otherwise empty `/workspace` as the working folder and home.

use damage::{data, rows};

use super::*;

struct Tally {
    passed: usize,
    waiting: usize,
    failures: Vec<String>,
}

fn here(executor: &Executor, command: &str) -> bool {
    executor.commands().iter().any(|known| known == command)
}

fn check(folder: &str) -> Tally {
    // Rows of `sed`'s `e` are what GNU's gave.
    let options = ExecutorOptions { sed_execute: true, ..ExecutorOptions::default() };
    let executor = Executor::new(options).expect("the options are valid");
    let mut tally = Tally { passed: 0, waiting: 0, failures: Vec::new() };
    for (file, row) in rows(folder) {
        let name = row["name"].as_str().unwrap_or_default();
        let script = data(&row["script"]);
        if row["needs"].as_str().is_some_and(|needed| !here(&executor, needed)) {
            tally.waiting += 1;
            continue;
        }
        let (folders, files): (Vec<_>, Vec<_>) =
            row["files"].as_object().into_iter().flatten().partition(|(path, _)| path.ends_with('/'));
        let files = files.iter().map(|(path, content)| (path.as_str().into(), Bytes::from(data(content)))).collect();
        // A loaded machine must not decide about a case.
        let limits = Some(crate::Limits { wall_ms: 600_000, ..crate::Limits::default() });
        let options = SessionOptions { files, limits, ..SessionOptions::default() };
        let session = Session::new(&executor, &options).expect("a case can be set up");
        for (path, _) in folders {
            session.mkdir(path.trim_end_matches('/'), true, true).expect("a case can be set up");
        }
        let mut call = Request { command: Bytes::from(script.clone()), ..Request::default() };
        call.incremental = row["incremental"].as_bool().unwrap_or(false);
        let outcome = session.execute_sync(&call);
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let expected = (data(&row["stdout"]), row["exit"].as_u64().unwrap_or(0));
        match outcome {
            Ok(result) => {
                let got = (result.stdout, u64::from(result.exit_code));
                if got == expected {
                    tally.passed += 1;
                } else {
                    tally.failures.push(format!(
                        "{file}: {name}\n  script {:?}\n  wanted {:?} {}\n  got    {:?} {}\n  stderr {:?}{}",
                        shown(&script),
                        shown(&expected.0),
                        expected.1,
                        shown(&got.0),
                        got.1,
                        shown(&result.stderr),
                        result.failure.map(|failure| format!("\n  stopped {}", failure.code)).unwrap_or_default(),
                    ));
                }
            }
            Err(error) => tally.failures.push(format!("{file}: {name}: {error}")),
        }
    }
    tally
}

fn report(folder: &str) {
    let tally = check(folder);
    println!("{folder}: {} passed, {} failed, {} waiting", tally.passed, tally.failures.len(), tally.waiting);
    assert!(
        tally.failures.is_empty(),
        "{} of {} cases differ:\n{}",
        tally.failures.len(),
        tally.failures.len() + tally.passed,
        tally.failures.join("\n")
    );
}

#[test]
fn the_shell_behaves_as_bash_did() {
    report("shell");
}

#[test]
fn the_commands_behave_as_gnu_did() {
    report("commands");
}
