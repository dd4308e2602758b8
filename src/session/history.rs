//! The states that a session keeps, by revision, and how to go back to one.

use std::collections::VecDeque;

use super::error::{ApiError, Category};
use super::session::Session;
use super::snapshot::Snapshot;
use super::state::State;
use workspace::{Hash, Time, Totals};

/// One kept revision.
#[derive(Debug, Clone)]
pub struct Revision {
    pub revision: u64,
    /// The method that made it: `execute`, `writeFile`, `merge`, `restore`, …; `history` for the one at which keeping began.
    pub cause: &'static str,
    /// The session's clock when it was made.
    pub time: Time,
    /// What it holds.
    pub totals: Totals,
}

/// The most revisions that a session can be told to keep.
pub const LONGEST_HISTORY: usize = 100_000;

struct Kept {
    revision: u64,
    cause: &'static str,
    time: Time,
    /// The last state with this revision: a call that changes only the shell makes no revision of its own.
    state: State,
}

/// The kept states, oldest first, the current one included.
#[derive(Default)]
pub(super) struct History {
    keep: usize,
    kept: VecDeque<Kept>,
}

impl History {
    pub(super) fn record(&mut self, revision: u64, cause: &'static str, state: &State) {
        if self.keep == 0 {
            return;
        }
        match self.kept.back_mut() {
            Some(last) if last.revision == revision => last.state = state.clone(),
            _ => self.kept.push_back(Kept { revision, cause, time: state.clock, state: state.clone() }),
        }
        while self.kept.len() > self.keep {
            self.kept.pop_front();
        }
    }

    pub(super) fn get(&self, revision: u64) -> Option<&State> {
        let at = self.kept.binary_search_by_key(&revision, |kept| kept.revision).ok()?;
        self.kept.get(at).map(|kept| &kept.state)
    }
}

/// What must hold before a session goes back.
#[derive(Debug, Clone, Copy, Default)]
pub struct RestoreConditions {
    /// The session's revision.
    pub if_revision: Option<u64>,
    /// The hash of its files under `/workspace`.
    pub if_hash: Option<Hash>,
}

/// Where to go back to.
#[derive(Clone, Copy)]
pub enum RestoreTarget<'a> {
    Snapshot(&'a Snapshot),
    /// A revision that the history keeps.
    Revision(u64),
}

impl Session {
    /// The revisions that are kept, oldest first, the current one last. With `keep` so many are kept from now on, the
    /// current one included; older ones are let go, and 0 ends it. A new session keeps none.
    pub fn history(&self, keep: Option<usize>) -> Result<Vec<Revision>, ApiError> {
        let mut inner = self.open()?;
        let inner = &mut *inner;
        if let Some(keep) = keep {
            inner.history.keep = keep.min(LONGEST_HISTORY);
            inner.history.record(inner.revision, "history", &inner.state);
            let surplus = inner.history.kept.len().saturating_sub(keep);
            inner.history.kept.drain(..surplus);
        }
        Ok(inner
            .history
            .kept
            .iter()
            .map(|kept| Revision {
                revision: kept.revision,
                cause: kept.cause,
                time: kept.time,
                totals: kept.state.tree.totals(),
            })
            .collect())
    }

    /// Goes back to a snapshot or a kept revision: files, shell, clock and generators. The revision goes on. O(1).
    ///
    /// Errors: `REVISION_NOT_FOUND`; `SESSION_WORKSPACE_CHANGED` when a condition does not hold; `ENOSPC` when the state
    /// is above this session's limits; `SESSION_BUSY`, `SESSION_CLOSED`.
    pub fn restore(&self, target: RestoreTarget<'_>, conditions: RestoreConditions) -> Result<(), ApiError> {
        let limits = self.limits();
        self.change_knowing("restore", |inner| {
            if let Some(wanted) = conditions.if_revision.filter(|wanted| *wanted != inner.revision) {
                return Err(changed(format!("it is at revision {}, not {wanted}", inner.revision)));
            }
            if let Some(wanted) = conditions.if_hash {
                let found = super::session::content_hash(&inner.state.tree)?;
                if found != wanted {
                    return Err(changed(format!("the hash of its files is {found}, not {wanted}")));
                }
            }
            let state = match target {
                RestoreTarget::Snapshot(snapshot) => snapshot.state_for(self.executor(), &limits)?,
                RestoreTarget::Revision(revision) => inner.history.get(revision).cloned().ok_or_else(|| {
                    ApiError::new(
                        "REVISION_NOT_FOUND",
                        Category::NotFound,
                        format!("revision {revision} is not kept: history({{ keep }}) says how many are"),
                    )
                })?,
            };
            Ok((state, ()))
        })
    }
}

fn changed(why: String) -> ApiError {
    ApiError::new("SESSION_WORKSPACE_CHANGED", Category::Conflict, format!("the session has changed: {why}"))
}
