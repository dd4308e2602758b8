//! Snapshots for stores: the state in one object, the contents of its files in packs that other snapshots share.
//!
//! The object is a snapshot's bytes (`encode.rs`) with the flag 2 and the SHA-256 of each pack's bytes,
//! 32 bytes each. The seal covers them, so that nobody can put another pack in the place of one.

use std::sync::Arc;

use bytes::Bytes;

use super::encode::{DecodeOptions, corrupt, decode_parts, encode_parts, packed_field, tree_error};
use super::error::ApiError;
use super::executor::Executor;
use super::snapshot::Snapshot;
use workspace::{Hash, Pack, decode_pack, decode_packed, encode_packed, packs};

/// A snapshot and the packs of its contents.
pub struct PackedSnapshot {
    snapshot: Arc<Snapshot>,
    packs: Vec<Pack>,
}

impl PackedSnapshot {
    /// Costs a walk over the tree, and hashing what never was.
    pub fn new(snapshot: Arc<Snapshot>) -> Self {
        let packs = packs(&snapshot.state().tree);
        PackedSnapshot { snapshot, packs }
    }

    /// What each pack holds, as hashes: who has a pack of this id need not make its bytes.
    pub fn ids(&self) -> Vec<Hash> {
        self.packs.iter().map(Pack::id).collect()
    }

    /// The bytes of one pack.
    pub fn pack(&self, index: usize) -> Option<Vec<u8>> {
        self.packs.get(index).map(Pack::encode)
    }

    /// The snapshot's bytes without the contents; `keys` are the SHA-256 of the packs' bytes, in order.
    ///
    /// Errors: `INVALID_ARGUMENT` for another number of keys; `SNAPSHOT_TOO_LARGE`.
    pub fn encode(&self, keys: &[Hash], secret: Option<&[u8]>) -> Result<Vec<u8>, ApiError> {
        if keys.len() != self.packs.len() {
            return Err(ApiError::invalid(format!("there are {} packs, not {}", self.packs.len(), keys.len())));
        }
        let state = self.snapshot.state();
        let keys: Vec<u8> = keys.iter().flat_map(|key| key.0).collect();
        encode_parts(state, Some(&keys), secret, |out, seen| encode_packed(&state.tree, &self.packs, out, seen))
    }
}

/// The keys of the packs that a snapshot's bytes need, in order; none when its contents are in it. The seal is not looked
/// at: reading the snapshot does that.
///
/// Errors: `SNAPSHOT_CORRUPT`.
pub fn pack_keys(bytes: &[u8]) -> Result<Vec<Hash>, ApiError> {
    let field = packed_field(bytes).unwrap_or_default();
    let (keys, rest) = field.as_chunks::<32>();
    if rest.is_empty() {
        Ok(keys.iter().map(|key| Hash(*key)).collect())
    } else {
        Err(corrupt("its packs make no sense"))
    }
}

/// Whether a snapshot's contents are in packs.
pub fn is_packed(bytes: &[u8]) -> bool {
    packed_field(bytes).is_some()
}

impl Snapshot {
    /// Reads what [`PackedSnapshot::encode`] wrote; `packs` are the bytes of all its packs, in order.
    ///
    /// Errors: as [`Snapshot::from_bytes`].
    pub fn from_packed(
        executor: &Arc<Executor>,
        bytes: &[u8],
        packs: &[Bytes],
        options: &DecodeOptions<'_>,
    ) -> Result<Arc<Snapshot>, ApiError> {
        let limits = options.limits.tree;
        let keys = pack_keys(bytes)?;
        decode_parts(executor, bytes, options, |tree| {
            if keys.len() != packs.len() {
                return Err(corrupt("some of its packs were not given"));
            }
            let mut contents = Vec::new();
            for (key, pack) in keys.iter().zip(packs) {
                if Hash::of(pack) != *key {
                    return Err(corrupt("a pack is not the one that it was saved with"));
                }
                decode_pack(pack, limits, &mut contents).map_err(tree_error)?;
            }
            decode_packed(tree, limits, &contents).map_err(tree_error)
        })
    }
}
