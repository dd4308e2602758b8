//! What comes from outside while a run goes on: what host code, on other threads, wants of a process.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes the thread of a run.
#[derive(Default)]
pub struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    pub fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Waits until it rings, at most so long; true when it did since the last time.
    pub fn wait(&self, at_most: Duration) -> bool {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(rung, at_most, |rung| !*rung);
        let (mut rung, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut rung)
    }
}

/// Messages for one process, in the order in which they came.
pub struct Inbox<T> {
    messages: Mutex<VecDeque<T>>,
    bell: Arc<Bell>,
}

impl<T> Inbox<T> {
    /// `bell` is that of the run: [`super::Scheduler::bell`].
    pub fn new(bell: Arc<Bell>) -> Self {
        Inbox { messages: Mutex::default(), bell }
    }

    /// From any thread.
    pub fn push(&self, message: T) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push_back(message);
        self.bell.ring();
    }

    pub fn has_message(&self) -> bool {
        !self.messages.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    pub fn pop(&self) -> Option<T> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
