//! The threads on which asynchronous calls run.
//!
//! One pool for the process, as wide as the machine. A session is a queue of its own: at most one of its calls is in
//! the pool at a time, so that its calls keep their order and a busy session does not hold up the others.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use formats::heavy;

type Task = Box<dyn FnOnce() + Send>;

struct Pool {
    tasks: Mutex<VecDeque<Task>>,
    ready: Condvar,
}

static NEVER: AtomicBool = AtomicBool::new(false);

static POOL: OnceLock<&'static Pool> = OnceLock::new();

/// Runs `task` on a thread of the pool.
pub fn submit(task: Task) {
    let pool = POOL.get_or_init(start);
    pool.tasks.lock().unwrap_or_else(PoisonError::into_inner).push_back(task);
    pool.ready.notify_one();
}

#[allow(clippy::disallowed_methods, reason = "this module is the named place for threads")]
fn start() -> &'static Pool {
    let pool: &'static Pool = Box::leak(Box::new(Pool { tasks: Mutex::new(VecDeque::new()), ready: Condvar::new() }));
    let width = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 16);
    for number in 0..width {
        let thread = std::thread::Builder::new().name(format!("mem-sandbox-{number}"));
        // Fewer threads than asked for still do all the work.
        let _ = thread.spawn(move || work(pool, &NEVER));
    }
    pool
}

/// Runs `wait`, in which a thread of the pool waits for the host's own thread; another thread takes its place meanwhile,
/// so that the calls of other sessions go on.
#[allow(clippy::disallowed_methods, reason = "this module is the named place for threads")]
pub fn while_waiting<R>(wait: impl FnOnce() -> R) -> R {
    let Some(&pool) = POOL.get() else { return wait() };
    let over = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&over);
    // Without a stand-in the others wait too, but nothing is lost.
    let _ = std::thread::Builder::new().name("mem-sandbox-stand-in".to_owned()).spawn(move || work(pool, &seen));
    let result = wait();
    {
        let _tasks = pool.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        over.store(true, Ordering::Relaxed);
    }
    pool.ready.notify_all();
    result
}

/// Runs `there` on a thread of its own and `here` on this one, and comes back when both have ended. Where no thread can be
/// had, `there` does not run: it may only do ahead what `here` would do.
#[allow(clippy::disallowed_methods, reason = "this module is the named place for threads")]
pub fn beside(there: &mut (dyn FnMut() + Send), here: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        let _ = std::thread::Builder::new().name("mem-sandbox-beside".to_owned()).spawn_scoped(scope, there);
        here();
    });
}

/// Has `job` done on a thread of its own and asks every `nap` whether to wait on. False when it is not waited for: it then ends by
/// itself. Where no thread can be had, it is done on this one.
#[allow(clippy::disallowed_methods, reason = "this module is the named place for threads")]
pub fn aside(job: Task, nap: Duration, waits_on: &dyn Fn() -> bool) -> bool {
    let place = Arc::new(Mutex::new(Some(job)));
    let (theirs, (over, end)) = (Arc::clone(&place), mpsc::channel::<()>());
    let thread = std::thread::Builder::new().name("mem-sandbox-aside".to_owned()).spawn(move || {
        // Dropped at the end of the job, however it ends.
        let _over = over;
        perform(&theirs);
    });
    if thread.is_err() {
        perform(&place);
        return true;
    }
    while end.recv_timeout(nap) != Err(RecvTimeoutError::Disconnected) {
        if !waits_on() {
            return false;
        }
    }
    true
}

fn perform(place: &Mutex<Option<Task>>) {
    let job = place.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(job) = job {
        job();
    }
}

/// Works until `over`; what is being worked on then is finished.
fn work(pool: &'static Pool, over: &AtomicBool) {
    loop {
        let task = {
            let mut tasks = pool.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if over.load(Ordering::Relaxed) {
                    // A task that this thread was woken for is for another one.
                    pool.ready.notify_one();
                    return;
                }
                match tasks.pop_front() {
                    Some(task) => break task,
                    None => tasks = pool.ready.wait(tasks).unwrap_or_else(PoisonError::into_inner),
                }
            }
        };
        // Tasks catch their own panics where they can answer for them; this keeps the thread whatever they do.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
        // The task has given its result.
        let _ = std::panic::catch_unwind(heavy::free_kept);
    }
}
