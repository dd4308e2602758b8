//! Readers that know of no run, made to end with it.

use std::rc::Rc;

use shell::command::Context;
use shell::kernel::Halt;

/// Does `work` with a reader or writer of `formats`, which was charged before; fails where the run had to stop meanwhile, and drops
/// what the reader came back with.
pub fn interruptible<R>(context: &Context<'_>, work: impl FnOnce() -> R) -> Result<R, Halt> {
    let scheduler = Rc::clone(&context.exec.kernel.scheduler);
    let result = formats::interrupt::interruptible(Rc::new(move || scheduler.look().is_err()), work);
    context.exec.kernel.scheduler.look()?;
    Ok(result)
}
