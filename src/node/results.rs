//! Results as JavaScript gets them. Their doc comments are what users read in `index.d.ts`.

use bstr::ByteSlice;
use napi::bindgen_prelude::Buffer;
use napi_derive::napi;

use super::policy::{CommandApproval, Denial};
use crate::formats::ChangeAction;
use crate::formats::lines::LineEnding;
use crate::session::{self, RunResult};
use crate::workspace::{Change, ChangeKind, Conflict, Hash, Kind, Resolution, Totals, Version};

/// What a call of `execute` did. An exit code other than 0 is a result, never a throw.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ExecuteResult {
    /// The status of the last command: 0 success, 126 denied or not executable, 127 not there, 128+n ended by signal n;
    /// where the call was stopped: 124 time, 130 aborted, 137 another limit or a deadlock.
    pub exit_code: u32,
    /// `exit`, `set -e` or an error after which a shell exits ended the call before its text did.
    pub exited: bool,
    /// Standard output as text; bytes that are not UTF-8 are replaced by U+FFFD.
    pub stdout: String,
    /// Standard error, likewise.
    pub stderr: String,
    /// The same, byte for byte.
    #[napi(ts_type = "Uint8Array")]
    pub stdout_bytes: Option<Buffer>,
    /// The same, byte for byte.
    #[napi(ts_type = "Uint8Array")]
    pub stderr_bytes: Option<Buffer>,
    /// Why the call was stopped before its program ended; `null` when it was not.
    pub failure: Option<Failure>,
    /// With `APPROVAL_REQUIRED`: the command that needs approval. Given back in `approvals`, it may run.
    pub approval: Option<CommandApproval>,
    /// What the policy said no to, each thing once, in order; at most a hundred.
    pub denials: Vec<Denial>,
    pub usage: Usage,
    /// The working folder afterwards.
    pub cwd: String,
    /// The session's revision afterwards.
    pub revision: f64,
    /// The call changed the tree.
    pub changed: bool,
    /// Which streams were longer than the limit `outputBytes`.
    pub truncated: Truncated,
    /// With the option `output`: how much `stdout` and `stderr` show, and where the whole is.
    pub output: Option<ShownOutput>,
    /// The background jobs that the call started, in order.
    pub jobs: Vec<Job>,
    /// Real milliseconds.
    pub duration_ms: f64,
}

/// What a result shows of a stream.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ShownStream {
    /// What is shown, with a line that says what was left out.
    pub text: String,
    pub truncated: bool,
    /// Bytes shown, without that line.
    pub shown_bytes: f64,
    /// Bytes captured.
    pub total_bytes: f64,
    pub total_lines: f64,
    /// The first and the last line of which something was left out, from 1.
    #[napi(ts_type = "[first: number, last: number] | null")]
    pub omitted_lines: Option<Vec<f64>>,
    /// The file that holds the whole; `null` where nothing was left out, or where there was no room for it.
    pub path: Option<String>,
}

/// What a result shows of its output.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ShownOutput {
    pub stdout: ShownStream,
    pub stderr: ShownStream,
    /// Both streams in the order in which they were written, where that was asked for.
    pub interleaved: Option<ShownStream>,
}

impl ShownStream {
    fn new(shown: session::Shown) -> ShownStream {
        ShownStream {
            text: String::from_utf8_lossy(&shown.text).into_owned(),
            truncated: shown.truncated,
            shown_bytes: shown.shown_bytes as f64,
            total_bytes: shown.total_bytes as f64,
            total_lines: shown.total_lines as f64,
            omitted_lines: shown.omitted_lines.map(|(first, last)| vec![first as f64, last as f64]),
            path: shown.path,
        }
    }
}

/// Why a call was stopped.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Failure {
    /// `TIMEOUT` (wall time), `LIMIT_EXCEEDED` (any other limit), `CANCELLED` (the signal), `DEADLOCK` (every process
    /// waits for another) `APPROVAL_REQUIRED` (the policy's `decide` said `'ask'`; nothing was kept) or
    /// `COMMAND_SYNTAX_UNSUPPORTED` (the script uses a construct that is switched off; nothing ran).
    #[napi(
        ts_type = "'TIMEOUT' | 'LIMIT_EXCEEDED' | 'CANCELLED' | 'DEADLOCK' | 'APPROVAL_REQUIRED' | 'COMMAND_SYNTAX_UNSUPPORTED'"
    )]
    pub code: String,
    /// The limit's name in `limits`.
    pub limit: Option<String>,
    /// The limit's value.
    pub value: Option<f64>,
    pub message: String,
    /// How to go on.
    pub hint: String,
}

/// What a call used.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Usage {
    /// Work; the same program uses the same number everywhere.
    pub steps: f64,
    /// Commands run: functions, builtins and others.
    pub commands: f64,
    /// Bytes read from files.
    pub bytes_read: f64,
    /// Bytes written to files.
    pub bytes_written: f64,
    /// Milliseconds that passed on the session's clock.
    pub virtual_ms: f64,
    /// Milliseconds that passed on the host's clock.
    pub real_ms: f64,
}

/// Which output was cut.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Truncated {
    pub stdout: bool,
    pub stderr: bool,
    /// Bytes that were written to standard output, shown or not.
    pub stdout_total: f64,
    /// Bytes that were written to standard error, shown or not.
    pub stderr_total: f64,
    /// Bytes that were captured of standard output: all up to the limit `outputBytes`.
    pub stdout_captured: f64,
    /// Bytes that were captured of standard error.
    pub stderr_captured: f64,
}

/// A background job of a call. It has ended when the call has: in virtual time, waiting takes none.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Job {
    /// The number of `%1`.
    pub id: u32,
    pub pid: u32,
    pub command: String,
    /// 129 for one that had to be hung up at the end of the call.
    pub exit_code: Option<u32>,
}

impl ExecuteResult {
    pub fn new(result: RunResult) -> ExecuteResult {
        let (stdout_captured, stderr_captured) = match &result.shown {
            Some(shown) => (shown.stdout.total_bytes, shown.stderr.total_bytes),
            None => (result.stdout.len() as u64, result.stderr.len() as u64),
        };
        let truncated = Truncated {
            stdout: result.stdout_total > stdout_captured,
            stderr: result.stderr_total > stderr_captured,
            stdout_captured: stdout_captured as f64,
            stderr_captured: stderr_captured as f64,
            stdout_total: result.stdout_total as f64,
            stderr_total: result.stderr_total as f64,
        };
        let real_ms = result.usage.real_nanoseconds as f64 / 1e6;
        let (stdout, stdout_bytes) = text(result.stdout);
        let (stderr, stderr_bytes) = text(result.stderr);
        ExecuteResult {
            exit_code: u32::from(result.exit_code),
            exited: result.exited,
            stdout,
            stderr,
            stdout_bytes,
            stderr_bytes,
            approval: result.approval.map(CommandApproval::of),
            denials: result.denials.into_iter().map(Denial::of).collect(),
            failure: result.failure.map(|failure| Failure {
                code: failure.code.to_owned(),
                limit: failure.limit.map(str::to_owned),
                value: failure.value.map(|value| value as f64),
                message: failure.message,
                hint: failure.hint,
            }),
            usage: Usage {
                steps: result.usage.steps as f64,
                commands: result.usage.commands as f64,
                bytes_read: result.usage.bytes_read as f64,
                bytes_written: result.usage.bytes_written as f64,
                virtual_ms: result.usage.virtual_nanoseconds as f64 / 1e6,
                real_ms,
            },
            cwd: result.cwd,
            revision: result.revision as f64,
            changed: result.changed,
            truncated,
            output: result.shown.map(|shown| ShownOutput {
                stdout: ShownStream::new(shown.stdout),
                stderr: ShownStream::new(shown.stderr),
                interleaved: shown.interleaved.map(ShownStream::new),
            }),
            jobs: result
                .jobs
                .into_iter()
                .map(|job| Job {
                    id: job.id,
                    pid: job.pid,
                    command: job.command.to_string(),
                    exit_code: job.status.map(u32::from),
                })
                .collect(),
            duration_ms: real_ms,
        }
    }
}

/// The text, and the bytes where the text does not tell them: the face makes the others from the text when asked.
fn text(bytes: Vec<u8>) -> (String, Option<Buffer>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let bytes = error.into_bytes();
            (bytes.to_str_lossy().into_owned(), Some(Buffer::from(bytes)))
        }
    }
}

/// What a path is.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Entry {
    /// Absolute.
    pub path: String,
    pub name: String,
    #[napi(ts_type = "'file' | 'directory' | 'symlink' | 'fifo' | 'device'")]
    pub kind: String,
    /// Bytes of a file or of a link's target; 0 for folders.
    pub size: f64,
    /// Permission bits.
    pub mode: u32,
    /// Milliseconds since 1970 on the session's clock.
    pub mtime_ms: f64,
    /// SHA-256 of a file's bytes, or the hash of everything in a folder: 64 hex digits; `null` for other kinds.
    pub content_hash: Option<String>,
    /// A link's target.
    pub target: Option<String>,
    pub ino: f64,
    /// How many names it has.
    pub nlink: f64,
}

impl From<session::Entry> for Entry {
    fn from(entry: session::Entry) -> Entry {
        Entry {
            path: entry.path,
            name: entry.name,
            kind: kind_name(entry.kind).to_owned(),
            size: entry.size as f64,
            mode: u32::from(entry.mode),
            mtime_ms: entry.mtime.0 as f64 / 1e6,
            content_hash: hex(entry.content_hash),
            target: entry.target,
            ino: entry.ino as f64,
            nlink: entry.links as f64,
        }
    }
}

pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::File => "file",
        Kind::Dir => "directory",
        Kind::Symlink => "symlink",
        Kind::Fifo => "fifo",
        Kind::Device => "device",
    }
}

fn hex(hash: Option<Hash>) -> Option<String> {
    hash.map(|hash| hash.to_string())
}

/// A range of a file's lines.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct FileLines {
    /// Absolute.
    pub path: String,
    /// The lines joined by LF, without the last one's end; CRLF and CR are shown as LF.
    pub content: String,
    /// The first line of `content`, counted from 1.
    pub start_line: u32,
    /// The last one; 0 for an empty file.
    pub end_line: u32,
    pub total_lines: u32,
    /// The file ends with a line end.
    pub ends_with_newline: bool,
    /// The line ends of the file: `lf`, `crlf`, `cr`, `mixed`, or `none` for a single line without one.
    #[napi(ts_type = "'lf' | 'crlf' | 'cr' | 'mixed' | 'none'")]
    pub line_ending: String,
    /// SHA-256 of the whole file's bytes.
    pub content_hash: String,
}

/// What a write did.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct WriteResult {
    /// Absolute.
    pub path: String,
    /// Nothing was there before.
    pub created: bool,
    /// The bytes are others than before.
    pub changed: bool,
    pub previous_hash: Option<String>,
    pub current_hash: String,
}

impl From<session::Written> for WriteResult {
    fn from(written: session::Written) -> WriteResult {
        WriteResult {
            path: written.path,
            created: written.created,
            changed: written.changed,
            previous_hash: hex(written.previous_hash),
            current_hash: written.current_hash.to_string(),
        }
    }
}

/// What a patch did.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PatchResult {
    /// Each file in the order of the patch.
    pub files: Vec<PatchedFile>,
}

/// One file that a patch touched.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PatchedFile {
    /// Absolute, after the patch.
    pub path: String,
    #[napi(ts_type = "'created' | 'modified' | 'deleted' | 'renamed'")]
    pub action: String,
    /// Where it was before a rename.
    pub from: Option<String>,
    pub previous_hash: Option<String>,
    pub current_hash: Option<String>,
    pub hunks: u32,
    /// Lines added and removed.
    pub added: u32,
    pub removed: u32,
    /// What was put right or searched for to make it apply.
    pub notes: Vec<String>,
}

impl From<session::PatchedFile> for PatchedFile {
    fn from(file: session::PatchedFile) -> PatchedFile {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let action = match file.action {
            ChangeAction::Create => "created",
            ChangeAction::Modify => "modified",
            ChangeAction::Delete => "deleted",
            ChangeAction::Rename => "renamed",
        };
        PatchedFile {
            path: file.path,
            action: action.to_owned(),
            from: file.from,
            previous_hash: hex(file.previous_hash),
            current_hash: hex(file.current_hash),
            hunks: count(file.hunks),
            added: count(file.added),
            removed: count(file.removed),
            notes: file.notes,
        }
    }
}

/// One difference between two states of the workspace.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct DiffEntry {
    /// Relative to `/workspace`.
    pub path: String,
    #[napi(ts_type = "'created' | 'modified' | 'deleted' | 'renamed' | 'mode' | 'link' | 'kind'")]
    pub kind: String,
    /// What the path is afterwards, or was before where it is gone.
    #[napi(ts_type = "'file' | 'directory' | 'symlink' | 'fifo' | 'device'")]
    pub node_kind: String,
    /// Where a renamed file was.
    pub from: Option<String>,
    pub size_before: Option<f64>,
    pub size_after: Option<f64>,
    pub hash_before: Option<String>,
    pub hash_after: Option<String>,
    pub mode_before: Option<u32>,
    pub mode_after: Option<u32>,
}

/// What a merge did.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct MergeResult {
    /// What the merge changed in the session, sorted by path.
    pub changes: Vec<DiffEntry>,
    /// Text files that both sides had changed and whose changes fitted together, relative to `/workspace`.
    pub merged: Vec<String>,
    /// What both sides had changed differently, sorted by path, and what was done about it. With `onConflict: 'fail'` the
    /// list is part of the error instead.
    pub conflicts: Vec<MergeConflict>,
    /// The session's revision afterwards.
    pub revision: f64,
}

/// Something that both sides of a merge changed differently.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct MergeConflict {
    /// Relative to `/workspace`.
    pub path: String,
    /// What they disagree on: `docs/state.md` has the table.
    #[napi(ts_type = "'both-changed' | 'add-add' | 'changed-deleted' | 'file-folder' | 'file-link' | 'kind' | 'mode'")]
    pub kind: String,
    /// What was there at the base; `null` where there was nothing.
    pub base: Option<MergeSide>,
    pub ours: Option<MergeSide>,
    pub theirs: Option<MergeSide>,
    /// `none`: the merge failed. `markers`: the file holds both versions. `ours`, `theirs`: that one was taken. `beside`:
    /// ours stayed, and theirs is at the path `beside`.
    #[napi(ts_type = "'none' | 'markers' | 'ours' | 'theirs' | 'beside'")]
    pub resolution: String,
    /// Relative to `/workspace`.
    pub beside: Option<String>,
}

/// One side of a conflict.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct MergeSide {
    #[napi(ts_type = "'file' | 'directory' | 'symlink' | 'fifo' | 'device'")]
    pub kind: String,
    /// Bytes of a file or of a link's target; 0 for the rest.
    pub size: f64,
    /// Permission bits.
    pub mode: u32,
    /// SHA-256 of a file's bytes or of a link's target.
    pub content_hash: Option<String>,
}

impl From<Version> for MergeSide {
    fn from(version: Version) -> MergeSide {
        MergeSide {
            kind: kind_name(version.kind).to_owned(),
            size: version.size as f64,
            mode: u32::from(version.mode),
            content_hash: hex(version.hash),
        }
    }
}

impl From<session::MergeReport> for MergeResult {
    fn from(report: session::MergeReport) -> MergeResult {
        let text = |path: Vec<u8>| path.to_str_lossy().into_owned();
        let conflict = |conflict: Conflict| {
            let (resolution, beside) = match conflict.resolution {
                Resolution::None => ("none", None),
                Resolution::Markers => ("markers", None),
                Resolution::Ours => ("ours", None),
                Resolution::Theirs => ("theirs", None),
                Resolution::Beside(path) => ("beside", Some(text(path))),
            };
            MergeConflict {
                path: text(conflict.path),
                kind: conflict.kind.name().to_owned(),
                base: conflict.base.map(MergeSide::from),
                ours: conflict.ours.map(MergeSide::from),
                theirs: conflict.theirs.map(MergeSide::from),
                resolution: resolution.to_owned(),
                beside,
            }
        };
        MergeResult {
            changes: diff_entries(report.changes),
            merged: report.merged.into_iter().map(text).collect(),
            conflicts: report.conflicts.into_iter().map(conflict).collect(),
            revision: report.revision as f64,
        }
    }
}

/// One revision that a session keeps.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Revision {
    pub revision: f64,
    /// The method that made it (`execute`, `writeFile`, `merge`, `restore` …); `history` for the one at which keeping began.
    pub cause: String,
    /// The session's clock when it was made: milliseconds since 1970.
    pub time_ms: f64,
    /// Bytes and nodes of the tree.
    pub stats: Stats,
}

impl From<session::Revision> for Revision {
    fn from(revision: session::Revision) -> Revision {
        Revision {
            revision: revision.revision as f64,
            cause: revision.cause.to_owned(),
            time_ms: revision.time.0 as f64 / 1e6,
            stats: revision.totals.into(),
        }
    }
}

/// What a session or snapshot holds.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Stats {
    /// Bytes of all files and link targets of the tree, `/tmp` and the like included.
    pub bytes: f64,
    /// Files, folders, links and FIFOs, `/` included.
    pub nodes: f64,
}

impl From<Totals> for Stats {
    fn from(totals: Totals) -> Stats {
        Stats { bytes: totals.bytes as f64, nodes: totals.nodes as f64 }
    }
}

/// Environment variables as pairs of name and value.
pub fn environment(pairs: Vec<(String, String)>) -> Vec<Vec<String>> {
    pairs.into_iter().map(|(name, value)| vec![name, value]).collect()
}

/// Differences on their way out.
pub fn diff_entries(changes: Vec<Change>) -> Vec<DiffEntry> {
    changes.into_iter().map(DiffEntry::from).collect()
}

impl From<Change> for DiffEntry {
    fn from(change: Change) -> DiffEntry {
        let (kind, from) = match &change.kind {
            ChangeKind::Created => ("created", None),
            ChangeKind::Deleted => ("deleted", None),
            ChangeKind::Modified => ("modified", None),
            ChangeKind::Renamed { from } => ("renamed", Some(from.to_str_lossy().into_owned())),
            ChangeKind::ModeChanged => ("mode", None),
            ChangeKind::LinkChanged => ("link", None),
            ChangeKind::TypeChanged => ("kind", None),
        };
        let shown = change.after.as_ref().or(change.before.as_ref());
        let size = |version: &Option<Version>| version.as_ref().map(|version| version.size as f64);
        let hash = |version: &Option<Version>| version.as_ref().and_then(|version| hex(version.hash));
        let mode = |version: &Option<Version>| version.as_ref().map(|version| u32::from(version.mode));
        DiffEntry {
            path: change.path.to_str_lossy().into_owned(),
            kind: kind.to_owned(),
            node_kind: shown.map_or("file", |version| kind_name(version.kind)).to_owned(),
            from,
            size_before: size(&change.before),
            size_after: size(&change.after),
            hash_before: hash(&change.before),
            hash_after: hash(&change.after),
            mode_before: mode(&change.before),
            mode_after: mode(&change.after),
        }
    }
}

impl From<session::FileLines> for FileLines {
    fn from(file: session::FileLines) -> FileLines {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let lines = file.lines;
        FileLines {
            path: file.path,
            content: lines.text,
            start_line: count(lines.start),
            end_line: count(lines.end),
            total_lines: count(lines.total_lines),
            ends_with_newline: lines.ends_with_newline,
            line_ending: match lines.line_ending {
                LineEnding::None => "none",
                LineEnding::Lf => "lf",
                LineEnding::CrLf => "crlf",
                LineEnding::Cr => "cr",
                LineEnding::Mixed => "mixed",
            }
            .to_owned(),
            content_hash: file.content_hash.to_string(),
        }
    }
}
