//! Merging what another session changed.

use std::sync::Arc;

use bytes::Bytes;

use super::error::{ApiError, Category};
use super::files::tick;
use super::session::Session;
use super::snapshot::Snapshot;
use formats::{Favour, merge_text};
use workspace::{AbsPath, Change, Conflict, MergedText, OnConflict, diff, merge};

/// What a merge did.
#[derive(Debug, Clone)]
pub struct MergeReport {
    /// What the merge changed in the session, sorted by path.
    pub changes: Vec<Change>,
    /// Files that both had changed and whose lines fitted together, relative to `/workspace`, in byte order.
    pub merged: Vec<Vec<u8>>,
    /// What both sides had changed differently, sorted by path, and what was done about it.
    pub conflicts: Vec<Conflict>,
    /// The session's revision afterwards.
    pub revision: u64,
}

impl Session {
    /// Takes over what `theirs` changed under `/workspace` since `base`: a three-way merge, text by lines. All of it or
    /// nothing; the shell's state and `/tmp` stay this session's. Without a base it is the latest state that both come
    /// from.
    ///
    /// Errors: `MERGE_CONFLICT` under [`OnConflict::Fail`]; `MERGE_BASE_UNKNOWN`; `ENOSPC`, `EFBIG`, `ENAMETOOLONG` when
    /// the result does not keep the limits; `SESSION_BUSY`, `SESSION_CLOSED`.
    pub fn merge(
        &self,
        theirs: &Snapshot,
        base: Option<&Snapshot>,
        on_conflict: OnConflict,
    ) -> Result<MergeReport, ApiError> {
        let workspace = AbsPath::workspace();
        let mut report = self.change("merge", |state| {
            let base = match base {
                Some(base) => base.state().tree.clone(),
                None => state.lineage.common(&theirs.state().lineage).ok_or_else(no_base)?,
            };
            let other = &theirs.state().tree;
            let mut clock = state.clone();
            let now = tick(&mut clock);
            let done = merge(&base, &state.tree, other, &workspace, on_conflict, &text, now)
                .map_err(|(errno, path)| ApiError::file(errno, "merge", &path.to_string()))?;
            if on_conflict == OnConflict::Fail && !done.conflicts.is_empty() {
                return Err(conflict_error(done.conflicts));
            }
            let changes = diff(&state.tree, &done.tree, &workspace);
            state.tree = done.tree;
            state.clock = now;
            let tree = state.tree.clone();
            state.lineage.join(&theirs.state().lineage, &tree);
            Ok(MergeReport { changes, merged: done.merged, conflicts: done.conflicts, revision: 0 })
        })?;
        report.revision = self.revision();
        Ok(report)
    }

    /// [`Session::merge`] with the last published state of another session.
    pub fn merge_session(
        &self,
        theirs: &Session,
        base: Option<&Snapshot>,
        on_conflict: OnConflict,
    ) -> Result<MergeReport, ApiError> {
        let theirs: Arc<Snapshot> = theirs.snapshot()?;
        self.merge(&theirs, base, on_conflict)
    }
}

fn text(base: &[u8], ours: &[u8], theirs: &[u8], on_conflict: OnConflict) -> Option<MergedText> {
    let favour = match on_conflict {
        OnConflict::Fail | OnConflict::Markers => Favour::Markers,
        OnConflict::Ours => Favour::Ours,
        OnConflict::Theirs => Favour::Theirs,
    };
    merge_text(base, ours, theirs, favour).map(|merged| (Bytes::from(merged.text), merged.conflicts))
}

fn no_base() -> ApiError {
    ApiError::new(
        "MERGE_BASE_UNKNOWN",
        Category::InvalidRequest,
        "the two do not come from one snapshot or fork in this process: say from which state both started (base)",
    )
}

/// How many paths the message of a failed merge names.
const SHOWN: usize = 5;

fn conflict_error(conflicts: Vec<Conflict>) -> ApiError {
    let mut shown: Vec<String> = conflicts
        .iter()
        .take(SHOWN)
        .map(|conflict| format!("{} ({})", bstr::BStr::new(&conflict.path), conflict.kind.name()))
        .collect();
    if conflicts.len() > SHOWN {
        shown.push(format!("and {} more", conflicts.len() - SHOWN));
    }
    let count = if conflicts.len() == 1 { "1 conflict".to_owned() } else { format!("{} conflicts", conflicts.len()) };
    let message = format!("{count}, nothing was merged: {}", shown.join(", "));
    ApiError { conflicts, ..ApiError::new("MERGE_CONFLICT", Category::Conflict, message) }
}
