//! Runs scripts in fresh sessions from the command line, for people and for the conformance runner.
//!
//! `run -c SCRIPT` or `run FILE` prints what the script prints and exits with its status. `run --jsonl` reads rows
//! `{ "script": …, "files": { path: text }, "stdin": text, "incremental": bool, "seed": number, "wall_ms": number }` from standard input and
//! answers each with `{ "stdout", "stderr", "exit", "failure", "files", "steps", "millis" }`: thousands of scripts a
//! minute in one process. Bytes that are not UTF-8 come out as U+FFFD, on the other side of a comparison too.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a tool for the host, not a part of the sandbox"
)]

use std::io::{BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use bytes::Bytes;
use mem_sandbox::session::{Executor, ExecutorOptions, Limits, Request, RunResult, Session, SessionOptions};
use mem_sandbox::workspace::{AbsPath, Node, Tree, Walk};
use serde_json::{Map, Value, json};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    // As the tools that it is compared with.
    let options = ExecutorOptions { sed_execute: true, ..ExecutorOptions::default() };
    let executor = Executor::new(options).expect("the default options are valid");
    let mode = args.next().unwrap_or_default();
    let script = match mode.as_str() {
        "--jsonl" => return serve(&executor),
        "-c" => args.next().unwrap_or_default().into_bytes(),
        "" | "-" => {
            let mut text = Vec::new();
            let _ = std::io::stdin().read_to_end(&mut text);
            text
        }
        path => match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(127);
            }
        },
    };
    let mut limits = Limits::default();
    if std::env::var_os("UNLIMITED").is_some() {
        limits.run.steps = u64::MAX >> 1;
        limits.wall_ms = 3_600_000;
    }
    let options = SessionOptions { limits: Some(limits), ..SessionOptions::default() };
    let session = Session::new(&executor, &options).expect("the default options are valid");
    let request = Request {
        command: Bytes::from(script),
        incremental: true,
        args: args.map(|arg| arg.into_bytes().into()).collect(),
        ..Request::default()
    };
    let result = session.execute_sync(&request).expect("the session is open and idle");
    let _ = std::io::stdout().write_all(&result.stdout);
    let _ = std::io::stderr().write_all(&result.stderr);
    if let Some(failure) = &result.failure {
        eprintln!("[{}] {}", failure.code, failure.message);
    }
    ExitCode::from(result.exit_code)
}

fn serve(executor: &Arc<Executor>) -> ExitCode {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if line.trim().is_empty() {
            continue;
        }
        let answer = match serde_json::from_str(&line) {
            Ok(row) => answer(executor, &row),
            Err(error) => json!({ "error": error.to_string() }),
        };
        if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn answer(executor: &Arc<Executor>, row: &Value) -> Value {
    let bytes = |value: &Value| Bytes::from(value.as_str().unwrap_or_default().as_bytes().to_vec());
    let files = row["files"].as_object().into_iter().flatten().map(|(path, data)| (path.as_str().into(), bytes(data)));
    let limits = Limits { wall_ms: row["wall_ms"].as_u64().unwrap_or(10_000), ..Limits::default() };
    let options = SessionOptions {
        files: files.collect(),
        limits: Some(limits),
        seed: row["seed"].as_u64(),
        ..SessionOptions::default()
    };
    let session = match Session::new(executor, &options) {
        Ok(session) => session,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let request = Request {
        command: bytes(&row["script"]),
        stdin: row["stdin"].as_str().map(|text| Bytes::from(text.as_bytes().to_vec())),
        incremental: row["incremental"].as_bool().unwrap_or(false),
        ..Request::default()
    };
    let started = std::time::Instant::now();
    match session.execute_sync(&request) {
        Ok(result) => {
            let mut answer = shown(&result);
            answer["millis"] = json!(started.elapsed().as_millis() as u64);
            if let Ok(state) = session.state() {
                answer["files"] = Value::Object(left(&state.tree));
            }
            answer
        }
        Err(error) => json!({ "error": error.to_string() }),
    }
}

fn shown(result: &RunResult) -> Value {
    json!({
        "stdout": String::from_utf8_lossy(&result.stdout),
        "stderr": String::from_utf8_lossy(&result.stderr),
        "exit": result.exit_code,
        "failure": result.failure.as_ref().map(|failure| format!("{} {}", failure.code, failure.message)),
        "steps": result.usage.steps,
    })
}

/// What is below `/workspace`: the text of files, `-> target` for links, and folders with a slash behind their name.
fn left(tree: &Tree) -> Map<String, Value> {
    let root = AbsPath::workspace();
    let prefix = root.as_bytes().len() + 1;
    let mut files = Map::new();
    for entry in Walk::new(tree, &root).into_iter().flatten().skip(1) {
        let path = String::from_utf8_lossy(&entry.path.as_bytes()[prefix..]).into_owned();
        let (path, value) = match &entry.node {
            Node::Dir(_) => (path + "/", String::new()),
            Node::File(file) => (path, String::from_utf8_lossy(&file.content().to_bytes()).into_owned()),
            Node::Symlink(link) => (path, format!("-> {}", String::from_utf8_lossy(&link.target))),
            _ => (path, "special".to_owned()),
        };
        files.insert(path, Value::String(value));
    }
    files
}
