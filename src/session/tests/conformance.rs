//! Cases recorded from real bash and GNU tools: `__test__/shell/*.jsonl` and `__test__/commands/*.jsonl`.
//!
//! A row is `{ name, script, stdout, exit }` and perhaps `files` (content by path; a path that ends in a slash is an
//! empty folder) and `needs` (a command that has to be there). Bytes that are no UTF-8 stand as `{"hex": "…"}`. The scripts run with an empty `/workspace` as the working folder and home.

use std::path::Path;

use super::*;

struct Tally {
    passed: usize,
    waiting: usize,
    failures: Vec<String>,
}

#[allow(clippy::disallowed_methods, reason = "tests read their cases from the repository")]
fn rows(folder: &str) -> Vec<(String, serde_json::Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("__test__").join(folder);
    let mut files: Vec<_> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => return Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut rows = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file of cases");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            rows.push((name.clone(), serde_json::from_str(line).expect("a row of JSON")));
        }
    }
    rows
}

/// The bytes that a value of a row means.
fn bytes(value: &serde_json::Value) -> Vec<u8> {
    match value["hex"].as_str() {
        Some(hex) => hex
            .as_bytes()
            .chunks(2)
            .filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect(),
        None => value.as_str().unwrap_or_default().as_bytes().to_vec(),
    }
}

fn check(folder: &str) -> Tally {
    let executor = executor();
    let mut tally = Tally { passed: 0, waiting: 0, failures: Vec::new() };
    for (file, row) in rows(folder) {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        if let Some(needed) = row["needs"].as_str()
            && !executor.commands().iter().any(|command| command == needed)
        {
            tally.waiting += 1;
            continue;
        }
        let files = row["files"]
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(path, _)| !path.ends_with('/'))
            .map(|(path, data)| (path.as_str().into(), Bytes::from(bytes(data))))
            .collect();
        let options = SessionOptions { files, ..SessionOptions::default() };
        let session = Session::new(&executor, &options).expect("a case can be set up");
        for (path, _) in row["files"].as_object().into_iter().flatten().filter(|(path, _)| path.ends_with('/')) {
            run(&session, &format!("mkdir -p '{path}'"));
        }
        let mut call = request(&text("script"));
        call.incremental = row["incremental"].as_bool().unwrap_or(false);
        let outcome = session.execute_sync(&call);
        let expected = (String::from_utf8_lossy(&bytes(&row["stdout"])).into_owned(), row["exit"].as_u64().unwrap_or(0));
        match outcome {
            Ok(result) => {
                let got = (String::from_utf8_lossy(&result.stdout).into_owned(), u64::from(result.exit_code));
                if got == expected {
                    tally.passed += 1;
                } else {
                    let stderr = String::from_utf8_lossy(&result.stderr).into_owned();
                    tally.failures.push(format!(
                        "{file}: {}\n  script {:?}\n  wanted {expected:?}\n  got    {got:?}\n  stderr {stderr:?}",
                        text("name"),
                        text("script"),
                    ));
                }
            }
            Err(error) => tally.failures.push(format!("{file}: {}: {error}", text("name"))),
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
