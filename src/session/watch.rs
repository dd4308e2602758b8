//! The one place where a run sees the world outside: wall time, the caller's abort, and the memory that it takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{heap, pool};
use shell::kernel::{Bell, Limit, StopReason, Watch};
use workspace::{Content, Errno, Reply, Time};

/// Set by the caller to end a run.
#[derive(Debug, Clone, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is this very flag.
    pub fn same(&self, other: &CancelFlag) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether anybody else holds it: the call that it belongs to, or who may cancel that.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Watches a deadline in wall time, a cancel flag and the memory that is held.
pub struct WallWatch {
    started: Instant,
    deadline: Duration,
    /// What the run may hold of memory, and what this thread held when it began.
    memory: u64,
    held_before: i64,
    cancel: CancelFlag,
    /// The session asked for the host's clock.
    real: bool,
    /// The call is on a thread of the pool, so that the host can answer meanwhile.
    can_wait: bool,
}

/// The longest wait for the real clock or an answer between two looks at the cancel flag.
const NAP: Duration = Duration::from_millis(10);

impl WallWatch {
    #[allow(clippy::disallowed_methods, reason = "this module is the named place for the host's clock")]
    pub fn new(deadline: Duration, memory: u64, cancel: CancelFlag, real: bool, can_wait: bool) -> WallWatch {
        WallWatch { started: Instant::now(), deadline, memory, held_before: heap::held(), cancel, real, can_wait }
    }

    /// Since the watch was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Watch for WallWatch {
    fn poll(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        if self.started.elapsed() > self.deadline {
            let most = u64::try_from(self.deadline.as_millis()).unwrap_or(u64::MAX);
            return Some(StopReason::Limit(Limit::WallTime, most));
        }
        let held = heap::held().wrapping_sub(self.held_before);
        if u64::try_from(held).is_ok_and(|held| held > self.memory) {
            return Some(StopReason::Limit(Limit::Memory, self.memory));
        }
        None
    }

    fn real_time(&self) -> Option<Time> {
        self.real.then(host_time)
    }

    fn wait_for(&self, reply: &Reply) -> Option<Result<Content, Errno>> {
        pool::while_waiting(|| {
            loop {
                match reply.wait(NAP) {
                    None if self.poll().is_none() => {}
                    answer => return answer,
                }
            }
        })
    }

    fn wait_outside(&self, bell: &Bell, deadline: Option<Time>) -> bool {
        pool::while_waiting(|| {
            while self.poll().is_none() {
                if bell.wait(NAP) || deadline.is_some_and(|deadline| deadline <= host_time()) {
                    return true;
                }
            }
            false
        })
    }

    fn aside(&self, job: Box<dyn FnOnce() + Send>) -> bool {
        pool::aside(job, NAP, &|| self.poll().is_none())
    }

    fn can_wait(&self) -> bool {
        self.can_wait
    }

    #[allow(clippy::disallowed_methods, reason = "a session on the host's clock sleeps on it")]
    fn wait_until(&self, deadline: Time) -> bool {
        while self.poll().is_none() {
            let left = deadline.0.saturating_sub(host_time().0);
            let Ok(left) = u64::try_from(left) else { return true };
            if left == 0 {
                return true;
            }
            std::thread::sleep(Duration::from_nanos(left).min(NAP));
        }
        false
    }
}

/// The host's clock.
#[allow(clippy::disallowed_methods, reason = "this module is the named place for the host's clock")]
pub fn host_time() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}
