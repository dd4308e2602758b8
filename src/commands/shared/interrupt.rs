//! Readers and writers that know of no run, made to end with it.

use std::rc::Rc;

use shell::command::Context;
use shell::kernel::{Halt, Scheduler};

/// What tells whether the run had to stop, for work that is done where its context is not at hand.
pub struct Interruptible(Rc<Scheduler>);

impl Interruptible {
    pub fn of(context: &Context<'_>) -> Interruptible {
        Interruptible(Rc::clone(&context.exec.kernel.scheduler))
    }

    /// As [`interruptible`].
    pub fn work<R>(&self, work: impl FnOnce() -> R) -> Result<R, Halt> {
        let scheduler = Rc::clone(&self.0);
        let result = formats::interrupt::interruptible(Rc::new(move || scheduler.look().is_err()), work);
        self.0.look()?;
        Ok(result)
    }
}

/// Does `work` with a reader or writer of `formats`, which was charged before; fails where the run had to stop meanwhile, and drops
/// what the reader came back with.
pub fn interruptible<R>(context: &Context<'_>, work: impl FnOnce() -> R) -> Result<R, Halt> {
    Interruptible::of(context).work(work)
}
