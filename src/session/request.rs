//! What a call asks for and what comes back.

use std::sync::Arc;
use std::time::Duration;

use bstr::BString;
use bytes::Bytes;
use formats::truncate::{Keep, OutputLimits};

use super::limits::Limits;
use super::policy::{Approval, Grant};
use super::watch::CancelFlag;
use shell::jobs::JobReport;
use shell::policy::Denial;

/// Is told of output while it comes: the stream (1 or 2) and bytes.
#[derive(Clone)]
pub struct OnOutput(pub Arc<TellOutput>);

/// What is called for it.
pub type TellOutput = dyn Fn(u8, &[u8]) + Send + Sync;

impl std::fmt::Debug for OnOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OnOutput")
    }
}

/// How much of each stream a result shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutputBounds {
    pub limits: OutputLimits,
    pub keep: Keep,
    /// Both streams in the order in which they were written, as one.
    pub interleaved: bool,
}

/// What a result shows of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// With a line that says what was left out.
    pub text: Vec<u8>,
    pub truncated: bool,
    pub shown_bytes: u64,
    /// Of what was captured.
    pub total_bytes: u64,
    pub total_lines: u64,
    /// The first and last line of which something was left out.
    pub omitted_lines: Option<(u64, u64)>,
    /// The file that holds the whole; `None` where nothing was left out or there was no room for it.
    pub path: Option<String>,
}

/// What a result shows of its output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownOutput {
    pub stdout: Shown,
    pub stderr: Shown,
    pub interleaved: Option<Shown>,
}

/// One call of `execute`.
#[derive(Debug, Clone, Default)]
pub struct Request {
    pub command: Bytes,
    /// Standard input; empty like `/dev/null` when `None`.
    pub stdin: Option<Bytes>,
    /// Environment variables for this call only.
    pub env: Vec<(BString, BString)>,
    /// The working folder for this call only.
    pub cwd: Option<BString>,
    /// `$1` and so on, for this call only.
    pub args: Vec<BString>,
    /// Wall time; can only shorten the limit.
    pub timeout: Option<Duration>,
    /// Limits for this call; can only lower the session's.
    pub limits: Option<Limits>,
    /// Publish nothing unless the call ends with status 0 and no limit stopped it.
    pub atomic: bool,
    /// Start with a shell as new; the files stay.
    pub fresh: bool,
    /// Run line by line as bash reads a file, instead of checking the whole text first.
    pub incremental: bool,
    /// Bounds what the result shows; the whole is kept in the tree.
    pub output: Option<OutputBounds>,
    /// Is told of output while it comes.
    pub on_output: Option<OnOutput>,
    /// Commands that somebody allowed when the policy asked.
    pub grants: Vec<Grant>,
    /// A number by which the host tells its calls apart; custom commands see it.
    pub call: u64,
    pub cancel: CancelFlag,
    /// Where the tests want a panic.
    #[cfg(feature = "test-hooks")]
    pub panic: Option<PanicPlace>,
}

/// Where a run can be made to panic.
#[cfg(feature = "test-hooks")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanicPlace {
    /// On the thread that runs the call.
    Call,
    /// Inside its first virtual process.
    Process,
}

/// Why a call was stopped before its program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// `LIMIT_EXCEEDED`, `TIMEOUT`, `CANCELLED`, `DEADLOCK`, `APPROVAL_REQUIRED` or `COMMAND_SYNTAX_UNSUPPORTED`.
    pub code: &'static str,
    /// The limit's name, where one stopped it.
    pub limit: Option<&'static str>,
    /// The limit's value.
    pub value: Option<u64>,
    pub message: String,
    /// How to go on.
    pub hint: String,
}

/// What a call used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    pub steps: u64,
    /// Commands dispatched: functions, builtins and others.
    pub commands: u64,
    /// Bytes read from and written to files.
    pub bytes_read: u64,
    pub bytes_written: u64,
    /// Virtual time that passed, in nanoseconds.
    pub virtual_nanoseconds: i64,
    /// Real time that passed, in nanoseconds.
    pub real_nanoseconds: u64,
}

/// The result of a call. A status other than 0 is a result like any other.
#[derive(Debug, Clone)]
pub struct RunResult {
    pub exit_code: u8,
    /// `exit`, `set -e` or an error after which a shell exits ended the call before its text did.
    pub exited: bool,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Both streams in the order in which they were written, where that was asked for.
    pub interleaved: Option<Vec<u8>>,
    /// Where the request bounds its output: what is shown of it.
    pub shown: Option<ShownOutput>,
    /// Bytes written to each stream, captured or not.
    pub stdout_total: u64,
    pub stderr_total: u64,
    pub failure: Option<Failure>,
    /// With `APPROVAL_REQUIRED`: for what.
    pub approval: Option<Approval>,
    /// What the policy said no to, each thing once, at most a hundred.
    pub denials: Vec<Denial>,
    pub usage: Usage,
    /// The working folder afterwards.
    pub cwd: String,
    /// Background jobs of the call.
    pub jobs: Vec<JobReport>,
    /// The session's revision afterwards.
    pub revision: u64,
    /// The call changed the tree.
    pub changed: bool,
}
