//! `Snapshot` for JavaScript.

use std::sync::Arc;

use napi::bindgen_prelude::Uint8ArraySlice;
use napi::{Env, Result};
use napi_derive::napi;

use super::error::IntoJs;
use super::options::{ForkOptions, FromBytesOptions, PatchTextOptions, ToBytesOptions, key, whole};
use super::results::{DiffEntry, Stats, diff_entries};
use super::session::{Session, Text, default_executor};
use crate::session::{self, DecodeOptions, EncodeOptions};

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

    /// How this snapshot becomes `other`, under `/workspace`, as `git diff --full-index` prints it; see `docs/state.md`.
    ///
    /// Errors: `FILE_ENCODING` where a text file is not UTF-8 and a string was asked for.
    #[napi(
        catch_unwind,
        ts_args_type = "other: Snapshot, options?: PatchTextOptions & { encoding?: 'utf8' }",
        ts_return_type = "string"
    )]
    pub fn patch(&self, other: &Snapshot, options: Option<PatchTextOptions>) -> Result<Text> {
        Text::checked(self.core.patch(&other.core, options.unwrap_or_default().context()?))
    }

    /// The same as bytes; the face's door is `patch` with `encoding: 'bytes'`.
    #[napi(catch_unwind, skip_typescript)]
    pub fn patch_bytes<'env>(
        &self,
        env: &'env Env,
        other: &Snapshot,
        options: Option<PatchTextOptions>,
    ) -> Result<Uint8ArraySlice<'env>> {
        Uint8ArraySlice::copy_from(env, self.core.patch(&other.core, options.unwrap_or_default().context()?))
    }

    /// The state as bytes, compressed and with a checksum or seal; equal states give equal bytes.
    ///
    /// Errors: `SNAPSHOT_TOO_LARGE`.
    #[napi(catch_unwind, ts_args_type = "options?: ToBytesOptions", ts_return_type = "Uint8Array")]
    pub fn to_bytes<'env>(
        &self,
        env: &'env Env,
        options: Option<ToBytesOptions<'env>>,
    ) -> Result<Uint8ArraySlice<'env>> {
        let options = options.unwrap_or_default();
        let most = options.max_bytes.map(|most| whole("maxBytes", most, 1, 1 << 53)).transpose()?;
        let key = key(options.key.as_ref())?;
        let encoding = EncodeOptions {
            max_bytes: most.unwrap_or(u64::MAX),
            since: options.since.as_ref().map(|since| &*since.core),
            key: key.as_deref(),
        };
        Uint8ArraySlice::copy_from(env, self.core.to_bytes(&encoding).into_js()?)
    }

    /// Reads what `toBytes` wrote. Errors: `SNAPSHOT_CORRUPT` (damaged, changed or not a snapshot), `SNAPSHOT_INCOMPATIBLE`
    /// (another version), `SNAPSHOT_TOO_LARGE`, `SNAPSHOT_KEY_MISMATCH`, `SNAPSHOT_BASE_MISMATCH`.
    #[napi(catch_unwind, ts_args_type = "bytes: Uint8Array, options?: FromBytesOptions")]
    pub fn from_bytes(bytes: &[u8], options: Option<FromBytesOptions<'_>>) -> Result<Snapshot> {
        let options = options.unwrap_or_default();
        let executor = match &options.executor {
            Some(executor) => Arc::clone(&executor.core),
            None => default_executor()?,
        };
        let base = *executor.limits();
        let key = key(options.key.as_ref())?;
        let decoding = DecodeOptions {
            limits: options.limits.map_or(Ok(base), |limits| limits.over(&base))?,
            since: options.since.as_ref().map(|since| &*since.core),
            key: key.as_deref(),
        };
        Ok(Snapshot { core: session::Snapshot::from_bytes(&executor, bytes, &decoding).into_js()? })
    }
}
