//! Snapshots: frozen states.

use std::sync::Arc;

use super::error::ApiError;
use super::executor::Executor;
use super::limits::Limits;
use super::session::{Session, content_hash};
use super::state::State;
use workspace::{Hash, Totals};

/// An immutable state. Holding one costs what changed since; taking, forking and restoring one copy pointers.
pub struct Snapshot {
    executor: Arc<Executor>,
    state: State,
    limits: Limits,
}

impl Snapshot {
    pub(super) fn new(executor: &Arc<Executor>, mut state: State, limits: Limits) -> Arc<Snapshot> {
        let State { tree, lineage, .. } = &mut state;
        lineage.mark(tree);
        Arc::new(Snapshot { executor: Arc::clone(executor), state, limits })
    }

    /// The hash of the files under `/workspace`.
    pub fn content_hash(&self) -> Result<Hash, ApiError> {
        content_hash(&self.state.tree)
    }

    pub fn totals(&self) -> Totals {
        self.state.tree.totals()
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn executor(&self) -> &Arc<Executor> {
        &self.executor
    }

    /// A new session that starts here. It keeps the seed unless given one, so that equal forks run equally.
    ///
    /// Errors: `ENOSPC` when the tree is larger than the new limits.
    pub fn fork(&self, seed: Option<u64>, limits: Option<Limits>) -> Result<Arc<Session>, ApiError> {
        let limits = limits.unwrap_or(self.limits);
        let mut state = self.state_for(&self.executor, &limits)?;
        if let Some(seed) = seed {
            state.reseed(seed);
        }
        Ok(Session::from_state(&self.executor, state, limits, 0))
    }

    /// The state for a session with these limits and this executor's commands.
    pub(super) fn state_for(&self, executor: &Arc<Executor>, limits: &Limits) -> Result<State, ApiError> {
        let totals = self.state.tree.totals();
        if totals.bytes > limits.tree.total_bytes || totals.nodes > limits.tree.nodes {
            let quota = if totals.bytes > limits.tree.total_bytes {
                workspace::Quota::TotalBytes
            } else {
                workspace::Quota::Nodes
            };
            return Err(ApiError::file(workspace::Errno::NoSpace(quota), "restore", "/"));
        }
        let mut state = self.state.clone();
        state.tree = state.tree.with_system(executor.current_commands().system);
        state.tree.set_limits(limits.tree);
        Ok(state)
    }
}
