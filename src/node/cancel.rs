//! The token by which the face aborts a call.

use std::sync::{Arc, OnceLock, Weak};

use napi_derive::napi;

use crate::session::{CancelFlag, Session};

/// Ends a running call from outside. Made by the package for each `AbortSignal`; not for direct use.
#[napi]
pub struct CancelToken {
    flag: CancelFlag,
    /// Whose call was given it.
    session: OnceLock<Weak<Session>>,
}

impl CancelToken {
    /// The flag of a call of that session.
    pub(super) fn of(&self, session: &Arc<Session>) -> CancelFlag {
        self.session.get_or_init(|| Arc::downgrade(session));
        self.flag.clone()
    }
}

#[napi]
impl CancelToken {
    #[napi(constructor, catch_unwind)]
    #[allow(clippy::new_without_default, reason = "called from JavaScript only")]
    pub fn new() -> CancelToken {
        CancelToken { flag: CancelFlag::default(), session: OnceLock::new() }
    }

    /// Aborts the call that was given this token; it resolves with `failure.code` `CANCELLED` within 50 ms, also where it
    /// waits for others.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        self.flag.cancel();
        if let Some(session) = self.session.get().and_then(Weak::upgrade) {
            session.withdraw(&self.flag);
        }
    }
}
