//! A way out of readers that work long: whoever calls one may say when it is to give up.
//!
//! The readers are functions from text to a tree and know of no clock. Within [`interruptible`] they ask now and then whether it is
//! over, and then come back with whatever they have: the caller, who knows, drops it.

use std::cell::{Cell, RefCell};

use crate::checks::{self, Check};

/// Questions between two looks at the caller's answer.
const EVERY: u32 = 128;

thread_local! {
    static CHECK: RefCell<Option<Check>> = const { RefCell::new(None) };
    static ASKED: Cell<u32> = const { Cell::new(0) };
    static GIVEN_UP: Cell<bool> = const { Cell::new(false) };
}

/// Forgets the answer, also after a panic.
struct Forgotten;

impl Drop for Forgotten {
    fn drop(&mut self) {
        GIVEN_UP.set(false);
    }
}

/// Does `work`, whose readers give up once `check` is true. It must not give way to anything else on this thread meanwhile.
pub fn interruptible<R>(check: Check, work: impl FnOnce() -> R) -> R {
    GIVEN_UP.set(false);
    let _forgotten = Forgotten;
    checks::within(&CHECK, check, work)
}

/// Whether to give up. Asked in loops: it is cheap.
#[inline]
pub fn is_over() -> bool {
    let asked = ASKED.get().wrapping_add(1);
    ASKED.set(asked);
    if asked.is_multiple_of(EVERY) { look() } else { GIVEN_UP.get() }
}

#[cold]
fn look() -> bool {
    let given_up = checks::says_stop(&CHECK);
    GIVEN_UP.set(given_up);
    given_up
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn readers_give_up_when_they_are_told_to() {
        let text = "- a: [1, 2]\n".repeat(10_000);
        assert_eq!(crate::yaml::read_all(&text).map(|documents| documents.len()).ok(), Some(1));
        assert!(interruptible(Rc::new(|| true), || crate::yaml::read_all(&text)).is_err());
        let table = "[[t]]\na = 1\n".repeat(10_000);
        assert!(interruptible(Rc::new(|| true), || crate::toml::read(&table)).is_err());
        // And not any more afterwards.
        assert!(crate::yaml::read_all(&text).is_ok() && crate::toml::read(&table).is_ok());
    }
}
