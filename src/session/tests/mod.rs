//! Tests of sessions as a host sees them, and of the scheduler through real commands.

mod archives;
mod conformance;
mod coverage;
mod damaged;
mod editor;
mod files;
mod isolation;
mod merges;
mod patches;
mod printed;
mod running;
mod snapshots;

use std::sync::Arc;

use bytes::Bytes;

use super::{Executor, ExecutorOptions, Request, RunResult, Session, SessionOptions};

fn executor() -> Arc<Executor> {
    Executor::new(ExecutorOptions::default()).expect("the default options are valid")
}

fn session() -> Arc<Session> {
    Session::new(&executor(), &SessionOptions::default()).expect("the default options are valid")
}

fn request(command: &str) -> Request {
    Request { command: Bytes::copy_from_slice(command.as_bytes()), ..Request::default() }
}

fn run(session: &Arc<Session>, command: &str) -> RunResult {
    session.execute_sync(&request(command)).expect("the session is open and idle")
}

/// Standard output and status of a command in a new session.
fn output(command: &str) -> (String, u8) {
    let result = run(&session(), command);
    (String::from_utf8_lossy(&result.stdout).into_owned(), result.exit_code)
}
