//! Ends the calls of an environment that goes away: a worker thread that is terminated, or the process on its way out.
//!
//! Without it they would keep the pool's threads until their limits stop them, for results that nobody can get.

use std::cell::RefCell;

use napi::{Env, Result};

use crate::session::CancelFlag;

thread_local! {
    /// The flags of the calls that this thread's environment started; `None` before its first.
    static STARTED: RefCell<Option<Vec<CancelFlag>>> = const { RefCell::new(None) };
}

/// Below this many, flags of calls that are over are not looked for.
const FEW: usize = 64;

/// Has `flag` set when the environment goes away, unless its call is over by then.
pub fn watch(env: &Env, flag: &CancelFlag) -> Result<()> {
    let first = STARTED.with_borrow_mut(|started| {
        let first = started.is_none();
        let flags = started.get_or_insert_default();
        // Looking only when the list would have to grow makes this constant on average.
        if flags.len() == flags.capacity() && flags.len() >= FEW {
            flags.retain(CancelFlag::is_shared);
        }
        flags.push(flag.clone());
        first
    });
    if first {
        env.add_env_cleanup_hook((), |()| {
            for flag in STARTED.take().into_iter().flatten() {
                flag.cancel();
            }
        })?;
    }
    Ok(())
}
