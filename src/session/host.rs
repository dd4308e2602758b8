//! Sessions and folders of the host, when host code asks.

use std::ffi::OsStr;
use std::sync::Arc;

use super::error::{ApiError, Category};
use super::executor::Executor;
use super::limits::Limits;
use super::session::Session;
use super::snapshot::Snapshot;
use super::state::{State, default_environ};
use host::{HostError, Progress, ReadOptions, Skipped, WriteOptions, Written, read_folder, write_folder};
use workspace::{AbsPath, Tree};

impl Snapshot {
    /// A snapshot whose `/workspace` is a copy of a folder of the host. Errors: the host's; `ENOSPC` and `EFBIG` for the
    /// limits; `HOST_ENTRY_REFUSED` for FIFOs, sockets and devices; `HOST_READ_CANCELLED`.
    pub fn from_directory(
        executor: &Arc<Executor>,
        folder: &OsStr,
        options: &ReadOptions,
        limits: Limits,
        progress: &Progress,
    ) -> Result<(Arc<Snapshot>, Vec<Skipped>), ApiError> {
        let start = executor.clock.time();
        let workspace = AbsPath::workspace();
        let mut tree = Tree::new(limits.tree, start).with_system(executor.current_commands().system);
        let skipped = read_folder(folder, options, &mut tree, &workspace, start, progress).map_err(host_error)?;
        let mut state = State::new(tree, default_environ(), &workspace, start, executor.seed);
        state.real_clock = executor.clock == super::executor::ClockStart::Real;
        Ok((Snapshot::new(executor, state, limits), skipped))
    }

    /// Writes `/workspace` into a folder of the host. Errors: the host's; `HOST_ENTRY_REFUSED`.
    pub fn export_to(&self, folder: &OsStr, options: WriteOptions) -> Result<Written, ApiError> {
        write_folder(&self.state().tree.without_unread(), &AbsPath::workspace(), folder, options).map_err(host_error)
    }
}

impl Session {
    /// [`Snapshot::export_to`] of the last published state.
    pub fn export_to(&self, folder: &OsStr, options: WriteOptions) -> Result<Written, ApiError> {
        write_folder(&self.state()?.tree.without_unread(), &AbsPath::workspace(), folder, options).map_err(host_error)
    }
}

pub(super) fn host_error(error: HostError) -> ApiError {
    let message = error.to_string();
    match error {
        HostError::File { errno, syscall, path } => ApiError::file(errno, syscall, &String::from_utf8_lossy(&path)),
        HostError::Refused { path, .. } => {
            let path = String::from_utf8_lossy(&path).into_owned();
            let message = format!("{path}: {message}");
            ApiError { path: Some(path), ..ApiError::new("HOST_ENTRY_REFUSED", Category::InvalidRequest, message) }
        }
        HostError::Cancelled => ApiError::new("HOST_READ_CANCELLED", Category::Cancelled, "reading was cancelled"),
    }
}
