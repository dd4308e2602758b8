//! `Snapshot` for JavaScript.

use std::sync::Arc;

use bytes::Bytes;
use napi::bindgen_prelude::{Either, Uint8Array, Uint8ArraySlice};
use napi::{Env, Result};
use napi_derive::napi;

use super::error::{IntoJs, invalid};
use super::options::{ForkOptions, FromBytesOptions, PatchTextOptions, ToBytesOptions, hash, key, whole};
use super::results::{DiffEntry, Stats, diff_entries};
use super::session::{Session, Text, default_executor};
use crate::session::{self, ApiError, DecodeOptions, EncodeOptions, Executor};

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
        Text::checked(self.core.patch(&other.core, options.unwrap_or_default().context()?).into_js()?)
    }

    /// The same as bytes; the face's door is `patch` with `encoding: 'bytes'`.
    #[napi(catch_unwind, skip_typescript)]
    pub fn patch_bytes<'env>(
        &self,
        env: &'env Env,
        other: &Snapshot,
        options: Option<PatchTextOptions>,
    ) -> Result<Uint8ArraySlice<'env>> {
        Uint8ArraySlice::copy_from(env, self.core.patch(&other.core, options.unwrap_or_default().context()?).into_js()?)
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
        decode(options, |executor, decoding| session::Snapshot::from_bytes(executor, bytes, decoding))
    }
}

fn decode(
    options: Option<FromBytesOptions<'_>>,
    read: impl FnOnce(&Arc<Executor>, &DecodeOptions<'_>) -> std::result::Result<Arc<session::Snapshot>, ApiError>,
) -> Result<Snapshot> {
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
    Ok(Snapshot { core: read(&executor, &decoding).into_js()? })
}

/// A snapshot as stores keep it: its contents in packs. Made by `mem-sandbox/stores`; not for direct use.
#[napi]
pub struct PackedSnapshot {
    core: session::PackedSnapshot,
}

#[napi]
impl PackedSnapshot {
    #[napi(constructor, catch_unwind)]
    pub fn new(snapshot: &Snapshot) -> PackedSnapshot {
        PackedSnapshot { core: session::PackedSnapshot::new(Arc::clone(&snapshot.core)) }
    }

    /// What each pack holds, as hashes.
    #[napi(getter, catch_unwind)]
    pub fn ids(&self) -> Vec<String> {
        self.core.ids().iter().map(ToString::to_string).collect()
    }

    /// The bytes of one pack.
    #[napi(catch_unwind)]
    pub fn pack<'env>(&self, env: &'env Env, index: u32) -> Result<Uint8ArraySlice<'env>> {
        let bytes = self.core.pack(index as usize).ok_or_else(|| invalid(format!("there is no pack {index}")))?;
        Uint8ArraySlice::copy_from(env, bytes)
    }

    /// The snapshot without its contents; `keys` are the SHA-256 of the packs' bytes.
    #[napi(catch_unwind)]
    pub fn to_bytes<'env>(
        &self,
        env: &'env Env,
        keys: Vec<String>,
        secret: Option<Either<String, Uint8Array>>,
    ) -> Result<Uint8ArraySlice<'env>> {
        let keys = keys.iter().map(|text| hash("keys", text)).collect::<Result<Vec<_>>>()?;
        let secret = key(secret.as_ref())?;
        Uint8ArraySlice::copy_from(env, self.core.encode(&keys, secret.as_deref()).into_js()?)
    }
}

/// The keys of the packs that a snapshot's bytes need.
#[napi(catch_unwind, skip_typescript)]
pub fn pack_keys(bytes: &[u8]) -> Result<Vec<String>> {
    Ok(session::pack_keys(bytes).into_js()?.iter().map(ToString::to_string).collect())
}

/// Whether a snapshot's contents are in packs.
#[napi(catch_unwind, skip_typescript)]
pub fn is_packed(bytes: &[u8]) -> bool {
    session::is_packed(bytes)
}

/// Reads what `PackedSnapshot.toBytes` wrote, with the bytes of its packs.
#[napi(catch_unwind, skip_typescript)]
pub fn read_packed(bytes: &[u8], packs: Vec<Uint8Array>, options: Option<FromBytesOptions<'_>>) -> Result<Snapshot> {
    let packs: Vec<Bytes> = packs.iter().map(|pack| Bytes::copy_from_slice(pack)).collect();
    decode(options, |executor, decoding| session::Snapshot::from_packed(executor, bytes, &packs, decoding))
}
