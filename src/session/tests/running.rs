//! Processes, time, limits and what a call leaves behind.

use shell::kernel::RunLimits;
use std::time::Duration;

use super::*;
use crate::{CancelFlag, Limits};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_reader_that_has_enough_stops_its_writer() {
    assert_eq!(output("yes | head -1"), ("y\n".into(), 0));
    assert_eq!(output("seq 1 100000000 | head -3"), ("1\n2\n3\n".into(), 0));
    assert_eq!(output("yes | head -1; echo ${PIPESTATUS[0]}"), ("y\n141\n".into(), 0));
}

#[test]
fn the_same_program_takes_the_same_steps_every_time() {
    let script = "yes | head -1; seq 1 1000 | sort -n | tail -1; { sleep 1; echo a; } & wait; x=0; while [ $x -lt 50 ]; do x=$((x+1)); done";
    let first = run(&session(), script);
    for _ in 0..3 {
        let again = run(&session(), script);
        assert_eq!((again.usage.steps, &again.stdout), (first.usage.steps, &first.stdout));
    }
    assert!(first.usage.steps > 50);
}

#[test]
fn background_jobs_run_on_virtual_time() {
    assert_eq!(output("{ sleep 1; echo a; } & wait"), ("a\n".into(), 0));
    assert_eq!(output("{ sleep 2; echo b; } & { sleep 1; echo a; } & wait; echo c"), ("a\nb\nc\n".into(), 0));
    assert_eq!(output("(exit 3) & wait $!; echo $?"), ("3\n".into(), 0));
    let result = run(&session(), "sleep 2 & echo started");
    assert_eq!(text(&result.stdout), "started\n");
    assert_eq!(result.jobs.len(), 1);
    assert_eq!(result.jobs[0].status, Some(0));
    assert!(result.usage.virtual_nanoseconds >= 2_000_000_000);
}

#[test]
fn sleeping_takes_no_real_time() {
    let result = run(&session(), "sleep 1000; echo $SECONDS");
    assert_eq!(text(&result.stdout), "1000\n");
    assert!(result.usage.real_nanoseconds < 1_000_000_000);
}

#[test]
fn a_loop_reads_a_pipe_line_by_line() {
    assert_eq!(output("seq 3 | while read x; do echo \"<$x>\"; done"), ("<1>\n<2>\n<3>\n".into(), 0));
    assert_eq!(output("seq 5 | { read a; read b; echo $a$b; cat; }"), ("12\n3\n4\n5\n".into(), 0));
}

#[test]
fn waiting_for_what_never_comes_is_a_deadlock_with_its_output() {
    let session = session();
    let result = run(&session, "mkfifo p 2>/dev/null || exit 9; echo before; cat p; echo after");
    if result.exit_code == 9 {
        return;
    }
    let failure = result.failure.expect("nobody writes");
    assert_eq!((failure.code, result.exit_code), ("DEADLOCK", 137));
    assert_eq!(text(&result.stdout), "before\n");
    assert_eq!(output("echo ok"), ("ok\n".into(), 0));
}

#[test]
fn an_endless_loop_meets_the_step_limit_at_the_same_step() {
    let limits = Limits { run: RunLimits { steps: 100_000, ..Default::default() }, ..Limits::default() };
    for script in ["while :; do :; done", "f() { f; }; f", "yes > /dev/null", ":(){ :|:& };:"] {
        let session = session();
        let mut bounded = request(script);
        bounded.limits = Some(limits);
        let result = session.execute_sync(&bounded).expect("open");
        let failure = result.failure.unwrap_or_else(|| panic!("{script} must be stopped"));
        assert_eq!(failure.code, "LIMIT_EXCEEDED", "{script}");
        assert_eq!(result.exit_code, 137, "{script}");
        assert!(result.usage.steps <= 100_000, "{script}");
        assert_eq!(text(&run(&session, "echo ok").stdout), "ok\n", "after {script}");
    }
}

#[test]
fn a_run_that_is_stopped_begins_nothing_more() {
    for script in [":(){ :|:& };:", "f() { f | f; }; f", "f() { f & f; }; f", "while :; do (:) & done"] {
        let session = session();
        let mut bounded = request(script);
        bounded.limits = Some(Limits { run: RunLimits { processes: 100, ..Default::default() }, ..Limits::default() });
        let result = session.execute_sync(&bounded).expect("open");
        assert_eq!(result.failure.expect("a limit stops it").code, "LIMIT_EXCEEDED", "{script}");
        assert!(result.usage.steps < 20_000, "{script}: {} steps", result.usage.steps);
    }
}

#[test]
fn an_abort_takes_hold_within_50_ms_and_keeps_the_output() {
    for script in [
        "echo a; while :; do :; done",
        "echo a; yes > /dev/null",
        "echo a; seq 1 1000000000 | sort | tail -1",
        "echo a; yes | while read x; do :; done",
    ] {
        let session = session();
        let mut endless = request(script);
        endless.cancel = CancelFlag::default();
        let cancel = endless.cancel.clone();
        let own = Arc::clone(&session);
        let (sender, receiver) = std::sync::mpsc::channel();
        own.execute(endless, Box::new(move |result| sender.send((result, host_instant())).unwrap_or_default()));
        receiver.recv_timeout(Duration::from_millis(100)).expect_err("it runs until it is stopped");
        let asked = host_instant();
        cancel.cancel();
        let (result, ended) = receiver.recv_timeout(Duration::from_secs(10)).expect("it stops");
        let result = result.expect("an abort is a result");
        assert_eq!((result.exit_code, result.failure.map(|f| f.code)), (130, Some("CANCELLED")), "{script}");
        assert_eq!(text(&result.stdout), "a\n");
        // Generous against a loaded machine; the benches give the figure.
        assert!(ended.duration_since(asked) < Duration::from_secs(2), "{script}");
        assert_eq!(text(&run(&session, "echo ok").stdout), "ok\n");
    }
}

#[allow(clippy::disallowed_methods, reason = "measures how soon an abort takes hold")]
fn host_instant() -> std::time::Instant {
    std::time::Instant::now()
}

#[test]
fn a_time_out_keeps_what_was_printed() {
    let session = session();
    let mut slow = request("echo line1; echo line2; while :; do :; done");
    slow.timeout = Some(Duration::from_millis(50));
    let result = session.execute_sync(&slow).expect("open");
    assert_eq!(result.exit_code, 124);
    let failure = result.failure.expect("it was stopped");
    assert_eq!((failure.code, failure.limit, failure.value), ("TIMEOUT", Some("wallMs"), Some(50)));
    assert_eq!(text(&result.stdout), "line1\nline2\n");
    assert_eq!(text(&run(&session, "echo ok").stdout), "ok\n");
}

#[test]
fn the_shell_keeps_its_state_between_calls_and_drops_it_when_asked() {
    let session = session();
    run(&session, "cd /tmp; export A=1; B=2; f() { echo hi; }");
    assert_eq!(text(&run(&session, "pwd; echo $A$B; f").stdout), "/tmp\n12\nhi\n");
    let mut fresh = request("pwd; echo [$A$B]; f; echo kept > /tmp/file");
    fresh.fresh = true;
    let result = session.execute_sync(&fresh).expect("open");
    assert_eq!(text(&result.stdout), "/workspace\n[]\n");
    assert_eq!(text(&run(&session, "echo [$A]; cat /tmp/file").stdout), "[]\nkept\n");
}

#[test]
fn options_of_a_call_end_with_it() {
    let session = session();
    let mut call = request("echo $X $1 $2 $PWD; set -e; trap 'echo bye' EXIT; cat");
    call.env = vec![("X".into(), "1".into())];
    call.args = vec!["a b".into(), "c".into()];
    call.cwd = Some("/tmp".into());
    call.stdin = Some(Bytes::from_static(b"input\n"));
    let result = session.execute_sync(&call).expect("open");
    assert_eq!(text(&result.stdout), "1 a b c /tmp\ninput\nbye\n");
    let after = run(&session, "echo [$X][$1] $PWD; false; echo on");
    assert_eq!(text(&after.stdout), "[][] /workspace\non\n");
}

#[test]
fn an_atomic_call_that_fails_leaves_nothing() {
    let session = session();
    let mut call = request("echo x > f; V=1; false");
    call.atomic = true;
    let result = session.execute_sync(&call).expect("open");
    assert_eq!((result.exit_code, result.changed), (1, false));
    assert_eq!(text(&run(&session, "ls; echo [$V]").stdout), "[]\n");
    let mut call = request("echo x > f; true");
    call.atomic = true;
    assert!(session.execute_sync(&call).expect("open").changed);
    assert_eq!(text(&run(&session, "cat f").stdout), "x\n");
}

#[test]
fn a_syntax_error_runs_nothing_unless_asked_to_go_line_by_line() {
    let session = session();
    let result = run(&session, "echo a > f\nif");
    assert_eq!(result.exit_code, 2);
    assert!(!result.stderr.is_empty());
    assert_eq!(text(&run(&session, "ls").stdout), "");
    let mut call = request("echo a > f\nif");
    call.incremental = true;
    assert_eq!(session.execute_sync(&call).expect("open").exit_code, 2);
    assert_eq!(text(&run(&session, "ls").stdout), "f\n");
}

#[test]
fn output_beyond_the_limit_is_counted_and_dropped() {
    let limits =
        Limits { run: shell::kernel::RunLimits { output_bytes: 10, ..Default::default() }, ..Limits::default() };
    let mut call = request("seq 1 100; echo err >&2");
    call.limits = Some(limits);
    let result = session().execute_sync(&call).expect("open");
    assert_eq!(text(&result.stdout), "1\n2\n3\n4\n5\n");
    assert_eq!((result.stdout_total, result.stderr_total), (292, 4));
    assert_eq!(result.exit_code, 0);
}

#[test]
fn a_thousand_nested_calls_work_and_more_are_a_limit() {
    let script = "f() { if [ $1 -gt 0 ]; then f $(($1 - 1)); else echo deep; fi; }; f 900";
    assert_eq!(output(script), ("deep\n".into(), 0));
    let result = run(&session(), "f() { f; }; f");
    assert_eq!(result.failure.and_then(|failure| failure.limit), Some("depth"));
}

#[test]
fn expansion_bombs_stop_at_their_limit() {
    for script in [
        "echo {1..999999999}",
        "echo {1..100}{1..100}{1..100}{1..100}",
        "x=a; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do x=$x$x; done",
    ] {
        let result = run(&session(), script);
        assert!(result.failure.is_some(), "{script} must be stopped");
        assert_eq!(result.exit_code, 137, "{script}");
    }
}

#[test]
fn calls_of_one_session_keep_their_order() {
    let session = session();
    let (sender, receiver) = std::sync::mpsc::channel();
    for number in 0..20 {
        let sender = sender.clone();
        let call = request(&format!("echo {number} >> log"));
        session.execute(call, Box::new(move |result| sender.send(result.is_ok()).unwrap_or_default()));
    }
    for _ in 0..20 {
        assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(true));
    }
    while session.is_busy() {
        std::thread::yield_now();
    }
    let expected: String = (0..20).map(|number| format!("{number}\n")).collect();
    assert_eq!(text(&run(&session, "cat log").stdout), expected);
}
