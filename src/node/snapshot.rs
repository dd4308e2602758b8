//! `Snapshot` for JavaScript.

use std::sync::Arc;

use napi::bindgen_prelude::Uint8ArraySlice;
use napi::{Env, Result};
use napi_derive::napi;

use super::error::IntoJs;
use super::options::{ForkOptions, FromBytesOptions, ToBytesOptions, whole};
use super::results::{DiffEntry, Stats, diff_entries};
use super::session::{Session, default_executor};
use crate::session;

/// A frozen state of a session. Made by `session.snapshot()` or `Snapshot.fromBytes()`, never changed.
#[napi]
pub struct Snapshot {
    pub(super) core: Arc<session::Snapshot>,
}

#[napi]
impl Snapshot {
    /// SHA-256 over all names and bytes under `/workspace`. The first time it costs reading what was never hashed.
    #[napi(getter, catch_unwind)]
    pub fn content_hash(&self) -> Result<String> {
        Ok(self.core.content_hash().into_js()?.to_string())
    }

    /// What it holds.
    #[napi(getter, catch_unwind)]
    pub fn stats(&self) -> Stats {
        self.core.totals().into()
    }

    /// A new session that starts here; costs a few pointers. Errors: `ENOSPC` when the files are more than the new limits
    /// allow.
    #[napi(catch_unwind)]
    pub fn fork(&self, options: Option<ForkOptions>) -> Result<Session> {
        let (seed, limits) = options.unwrap_or_default().to_core(self.core.limits())?;
        Ok(Session::wrap(self.core.fork(seed, limits).into_js()?))
    }

    /// How this snapshot becomes `other`, under `/workspace`, sorted by path. Costs what differs.
    #[napi(catch_unwind)]
    pub fn diff(&self, other: &Snapshot) -> Vec<DiffEntry> {
        diff_entries(self.core.diff(&other.core))
    }

    /// The state as bytes, compressed and with a checksum; equal states give equal bytes. Errors: `SNAPSHOT_TOO_LARGE`.
    #[napi(catch_unwind, ts_return_type = "Uint8Array")]
    pub fn to_bytes<'env>(&self, env: &'env Env, options: Option<ToBytesOptions>) -> Result<Uint8ArraySlice<'env>> {
        let most = options
            .unwrap_or_default()
            .max_bytes
            .map(|most| whole("maxBytes", most, 1, 1 << 53))
            .transpose()?
            .unwrap_or(u64::MAX);
        Uint8ArraySlice::copy_from(env, self.core.to_bytes(most).into_js()?)
    }

    /// Reads what `toBytes` wrote. Errors: `SNAPSHOT_CORRUPT` (damaged or not a snapshot), `SNAPSHOT_INCOMPATIBLE` (another
    /// version), `SNAPSHOT_TOO_LARGE`.
    #[napi(catch_unwind)]
    pub fn from_bytes(bytes: &[u8], options: Option<FromBytesOptions>) -> Result<Snapshot> {
        let executor = default_executor()?;
        let base = *executor.limits();
        let limits = options.unwrap_or_default().limits.map_or(Ok(base), |limits| limits.over(&base))?;
        Ok(Snapshot { core: session::Snapshot::from_bytes(&executor, bytes, limits).into_js()? })
    }
}
