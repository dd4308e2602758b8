//! A question that a caller leaves for what it calls: whether to go on.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread::LocalKey;

/// Says whether the work is to be given up.
pub type Check = Rc<dyn Fn() -> bool>;

/// Where a thread keeps one.
pub type Slot = LocalKey<RefCell<Option<Check>>>;

/// Puts back what was there before, also after a panic.
struct Restored(&'static Slot, Option<Check>);

impl Drop for Restored {
    fn drop(&mut self) {
        let before = self.1.take();
        self.0.with(|slot| *slot.borrow_mut() = before);
    }
}

/// Does `work` with `check` in the slot.
pub fn within<R>(slot: &'static Slot, check: Check, work: impl FnOnce() -> R) -> R {
    let before = slot.with(|current| current.borrow_mut().replace(check));
    let _restored = Restored(slot, before);
    work()
}

/// The answer; false where nobody left a question, and where the thread ends.
pub fn says_stop(slot: &'static Slot) -> bool {
    let check = slot.try_with(|slot| slot.borrow().clone()).ok().flatten();
    check.is_some_and(|check| check())
}
