//! Sessions: the state as a value, who may change it, and how commands run on it.
//!
//! A [`Session`] holds the current [`State`]; a run computes the next one and publishes it whole. A [`Snapshot`] is a
//! frozen state. An [`Executor`] is what many sessions share: commands, limits, clock, seed, parsed programs.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

mod apply_diff;
mod archive;
mod compare;
mod custom;
mod editor;
mod encode;
mod error;
mod executor;
mod file_tool;
mod files;
pub mod heap;
mod history;
mod host;
mod limits;
mod lineage;
mod memory;
mod merge;
mod mount;
mod nodes;
mod output;
mod packed;
mod policy;
mod pool;
mod profile;
mod request;
mod run;
#[allow(clippy::module_inception, reason = "the session itself, beside what it is made of")]
mod session;
mod snapshot;
mod state;
mod system;
mod watch;

#[cfg(test)]
mod tests;

pub use apply_diff::DiffOptions;
pub use archive::{ARCHIVE_RATIO, ExportOptions, ImportOptions, Imported};
pub use compare::{CONTEXT_LINES, patch};
pub use custom::{Answer, Call, Custom, HostCommand, Ran, Wish, Wishes};
pub use editor::{EditCommand, EditOptions};
pub use encode::{DecodeOptions, EncodeOptions};
pub use error::{ApiError, Category};
pub use executor::{ClockStart, Executor, ExecutorOptions};
pub use file_tool::FileCommand;
pub use files::{Entry, FileLines, PatchedFile, RemoveOptions, TransferOptions, WriteOptions, Written};
pub use history::{LONGEST_HISTORY, RestoreConditions, RestoreTarget, Revision};
pub use limits::{LIMITS, LimitInfo, Limits};
pub use memory::MemoryCommand;
pub use merge::MergeReport;
pub use mount::{host_source, snapshot_source};
pub use packed::{PackedSnapshot, is_packed, pack_keys};
pub use policy::{Approval, Decide, Grant, HostQuestion, PolicyOptions, Rules, SessionPolicy, Verdict};
pub use pool::submit as run_on_pool;
pub use profile::Profile;
#[cfg(feature = "test-hooks")]
pub use request::PanicPlace;
pub use request::{Failure, OnOutput, OutputBounds, Request, RunResult, Shown, ShownOutput, Usage};
pub use session::{Mount, Session, SessionOptions};
pub use shell::kernel::Access;
pub use shell::policy::{CommandKind, Denial, Denied};
pub use shell::syntax::{Construct, Language};
pub use snapshot::Snapshot;
pub use state::State;
pub use watch::CancelFlag;
