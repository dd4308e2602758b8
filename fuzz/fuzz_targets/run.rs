//! Parser, interpreter and commands on any bytes under small limits: every run ends, none panics (the fuzzer's hook
//! sees panics that the session would catch), and the session works afterwards.
#![no_main]

use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use mem_sandbox::session::{Executor, ExecutorOptions, Limits, Request, Session, SessionOptions};

static EXECUTOR: LazyLock<Arc<Executor>> =
    LazyLock::new(|| Executor::new(ExecutorOptions::default()).expect("the default options are valid"));

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.run.steps = 5_000;
    limits.run.output_bytes = 64 << 10;
    limits.run.pipe_bytes = 1 << 20;
    limits.run.expansion_bytes = 64 << 10;
    limits.run.depth = 100;
    limits.tree.file_bytes = 1 << 20;
    limits.tree.total_bytes = 4 << 20;
    limits.tree.nodes = 2_000;
    limits.wall_ms = 20_000;
    limits
}

fuzz_target!(|data: &[u8]| {
    let options = SessionOptions { limits: Some(limits()), ..SessionOptions::default() };
    let session = Session::new(&EXECUTOR, &options).expect("the options are valid");
    let request = Request { command: Bytes::copy_from_slice(data), incremental: true, ..Request::default() };
    if let Ok(result) = session.execute_sync(&request) {
        let timed_out = result.failure.is_some_and(|failure| failure.code == "TIMEOUT");
        assert!(!timed_out, "5,000 steps took 20 seconds");
    }
    let after = Request { command: Bytes::from_static(b"exec >/dev/null; echo ok"), fresh: true, ..Request::default() };
    let result = session.execute_sync(&after).expect("the session goes on");
    assert!(result.failure.is_none(), "the session goes on");
});
