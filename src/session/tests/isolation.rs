//! A panic closes one session and no more.

use super::*;
use crate::ExecutorOptions;
use shell::command::{Native, Registry};

fn fragile() -> Arc<Session> {
    let mut registry: Registry = commands::registry();
    registry.insert(Arc::new(Native { name: "fragile", help: "fragile\n", run: |_| panic!("asked for by a test") }));
    let executor = Executor::with_registry(registry, &ExecutorOptions::default());
    Session::new(&executor, &SessionOptions::default()).expect("valid")
}

#[test]
fn a_panic_inside_a_process_ends_only_its_session() {
    for script in ["fragile", "cat | fragile | cat", "fragile & sleep 1", "echo $(fragile)", "yes | fragile"] {
        let session = fragile();
        let other = session.fork(None, None).expect("open");
        assert_eq!(session.execute_sync(&request(script)).expect_err(script).code, "INTERNAL");
        assert_eq!(session.execute_sync(&request("echo")).expect_err("closed").code, "SESSION_CLOSED");
        assert_eq!(run(&other, "echo ok").stdout, b"ok\n");
    }
}

#[test]
fn a_panic_on_a_thread_of_the_pool_is_an_error_of_its_call() {
    let session = fragile();
    let (sender, receiver) = std::sync::mpsc::channel();
    session.execute(
        request("fragile"),
        Box::new(move |result| sender.send(result.map(drop).map_err(|error| error.code)).unwrap_or_default()),
    );
    assert_eq!(receiver.recv_timeout(std::time::Duration::from_secs(20)), Ok(Err("INTERNAL")));
}
