//! The token by which the face aborts a call.

use napi_derive::napi;

use crate::session::CancelFlag;

/// Ends a running call from outside. Made by the package for each `AbortSignal`; not for direct use.
#[napi]
pub struct CancelToken {
    pub(super) flag: CancelFlag,
}

#[napi]
impl CancelToken {
    #[napi(constructor, catch_unwind)]
    #[allow(clippy::new_without_default, reason = "called from JavaScript only")]
    pub fn new() -> CancelToken {
        CancelToken { flag: CancelFlag::default() }
    }

    /// Aborts the call that was given this token; it resolves with `failure.code` `CANCELLED` within 50 ms.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        self.flag.cancel();
    }
}
