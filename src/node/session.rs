//! `Session` for JavaScript.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bytes::Bytes;
use napi::bindgen_prelude::{ClassInstance, Either, ObjectFinalize, Uint8ArraySlice};
use napi::{Env, JsValue, Result};
use napi_derive::napi;

use super::cancel::CancelToken;
use super::error::{IntoJs, invalid, to_js};
use super::executor::language_of;
use super::files::SessionFiles;
use super::mount::{Load, lazy_files};
use super::options::{
    AppendOptions, CopyOptions, ExecuteOptions, ForkOptions, HistoryOptions, Limits, ListOptions, MergeOptions,
    MkdirOptions, MoveOptions, PatchOptions, PatchTextOptions, ReadOptions, RemoveOptions, RestoreOptions,
    SessionOptions, StatOptions, WriteOptions, hash, whole,
};
use super::results::{
    DiffEntry, Entry, ExecuteResult, FileLines, MergeResult, PatchResult, Revision, Stats, WriteResult, diff_entries,
    environment,
};
use super::snapshot::Snapshot;
use super::teardown;
use crate::session::{self, Executor, ExecutorOptions, RestoreTarget, TransferOptions};
use crate::workspace::Time;

/// One workspace and one shell: files that live in memory, and commands that run on them.
///
/// Paths are absolute or relative to the working folder. File errors are `SandboxError`s with errno codes. While a
/// command runs, reads see the state before it; synchronous changes throw `SESSION_BUSY`, and further `execute` calls
/// wait for their turn.
#[napi(custom_finalize)]
pub struct Session {
    pub(super) core: Arc<session::Session>,
    /// Bytes that the session started with and shares with where it came from.
    shared: i64,
    /// Bytes that V8 was told about.
    reported: AtomicI64,
}

impl ObjectFinalize for Session {
    fn finalize(self, env: Env) -> Result<()> {
        let reported = self.reported.load(Ordering::Relaxed);
        if reported != 0 {
            env.adjust_external_memory(-reported)?;
        }
        Ok(())
    }
}

impl Session {
    /// Queues a call; the promise settles with its outcome.
    pub(super) fn start<'env>(
        &self,
        env: &'env Env,
        request: session::Request,
    ) -> Result<napi::bindgen_prelude::Object<'env>> {
        teardown::watch(env, &request.cancel)?;
        let (deferred, promise) = env.create_deferred::<ExecuteResult, _>()?;
        self.core.execute(
            request,
            Box::new(move |result| {
                deferred.resolve(move |_| result.map(ExecuteResult::new).map_err(to_js));
            }),
        );
        Ok(promise)
    }

    /// Wraps a session; what is in it now is shared with its origin.
    pub fn wrap(core: Arc<session::Session>) -> Session {
        let shared = core.totals().map_or(0, |totals| i64::try_from(totals.bytes).unwrap_or(i64::MAX));
        Session { core, shared, reported: AtomicI64::new(0) }
    }

    /// Tells V8 how much memory hangs on this object, so that it collects in time.
    pub(super) fn report_memory(&self, env: &Env) -> Result<()> {
        let bytes = self.core.totals().map_or(0, |totals| i64::try_from(totals.bytes).unwrap_or(i64::MAX));
        let own = (bytes - self.shared).max(0);
        let change = own - self.reported.swap(own, Ordering::Relaxed);
        if change != 0 {
            env.adjust_external_memory(change)?;
        }
        Ok(())
    }
}

/// The executor of sessions that are given none.
pub fn default_executor() -> Result<Arc<Executor>> {
    static DEFAULT: std::sync::OnceLock<std::result::Result<Arc<Executor>, session::ApiError>> =
        std::sync::OnceLock::new();
    DEFAULT.get_or_init(|| Executor::new(ExecutorOptions::default())).clone().into_js()
}

/// Makes a session for both doors, `new Session` and `executor.session`.
pub fn create(
    executor: &Arc<Executor>,
    options: &SessionOptions<'_>,
    files: Option<ClassInstance<'_, SessionFiles>>,
    lazy: Option<Vec<String>>,
    load: Option<Load<'_>>,
) -> Result<Session> {
    let lazy_files = match (lazy, load) {
        (Some(paths), Some(load)) => lazy_files(paths, &load)?,
        _ => Vec::new(),
    };
    let files = files.map_or_else(Vec::new, |files| files.take());
    let options = options.to_core(executor.limits(), files, lazy_files)?;
    let core = session::Session::new(executor, &options).into_js()?;
    Ok(Session { core, shared: 0, reported: AtomicI64::new(0) })
}

#[napi]
impl Session {
    /// Makes a session. Errors: `INVALID_ARGUMENT`; the file errors of seeding, such as `ENOSPC`.
    #[napi(constructor, catch_unwind, ts_args_type = "options?: SessionOptions")]
    pub fn new(
        env: &Env,
        options: Option<SessionOptions<'_>>,
        files: Option<ClassInstance<'_, SessionFiles>>,
        lazy: Option<Vec<String>>,
        load: Option<Load<'_>>,
    ) -> Result<Session> {
        let options = options.unwrap_or_default();
        let executor = match &options.executor {
            Some(executor) => Arc::clone(&executor.core),
            None => default_executor()?,
        };
        let session = create(&executor, &options, files, lazy, load)?;
        session.report_memory(env)?;
        Ok(session)
    }

    /// A number that no other session of the process has; for the face.
    #[napi(getter, catch_unwind, skip_typescript)]
    pub fn number(&self) -> f64 {
        self.core.id() as f64
    }

    /// Runs a bash command and resolves with what it did; never blocks the event loop. Calls of one session run one after
    /// another in the order in which they were made.
    ///
    /// Rejects only for `SESSION_CLOSED`, `INVALID_ARGUMENT` and `INTERNAL`, with the signal's reason when it is aborted
    /// already, and, once the call has ended, with what `onOutput` threw. A call costs some 20 µs more than `executeSync`.
    #[napi(
        catch_unwind,
        ts_args_type = "command: string, options?: ExecuteOptions",
        ts_return_type = "Promise<ExecuteResult>"
    )]
    pub fn execute<'env>(
        &self,
        env: &'env Env,
        command: String,
        options: Option<ExecuteOptions<'_>>,
        cancel: Option<ClassInstance<'env, CancelToken>>,
        call: Option<f64>,
    ) -> Result<napi::bindgen_prelude::Object<'env>> {
        let mut request = options.unwrap_or_default().to_request(command, &self.core.limits())?;
        if let Some(cancel) = cancel {
            request.cancel = cancel.of(&self.core);
        }
        request.call = call.map_or(0, |call| call as u64);
        self.start(env, request)
    }

    /// Runs a bash command at once, on the calling thread: the shortest path, for commands that are short.
    ///
    /// Errors: `SESSION_BUSY` while another call runs, `SESSION_CLOSED`, `INVALID_ARGUMENT`, `INTERNAL`.
    #[napi(catch_unwind, ts_args_type = "command: string, options?: Omit<ExecuteOptions, 'signal' | 'onOutput'>")]
    pub fn execute_sync(
        &self,
        env: &Env,
        command: String,
        options: Option<ExecuteOptions<'_>>,
    ) -> Result<ExecuteResult> {
        let request = options.unwrap_or_default().to_request(command, &self.core.limits())?;
        let result = self.core.execute_sync(&request).into_js()?;
        self.report_memory(env)?;
        Ok(ExecuteResult::new(result))
    }

    /// Reads a file as text, or with `encoding: 'bytes'` as bytes; with `startLine` or `endLine` only those lines, in which
    /// CRLF and CR are shown as LF and the last one's end is left off (`readLines` tells more).
    ///
    /// Errors: `ENOENT`, `EISDIR`, `FILE_ENCODING` for text that is not UTF-8, `INVALID_RANGE`, `READ_LIMIT_EXCEEDED`.
    #[napi(
        catch_unwind,
        ts_args_type = "path: string, options?: ReadOptions & { encoding?: 'utf8' }",
        ts_return_type = "string"
    )]
    pub fn read_file(&self, path: String, options: Option<ReadOptions>) -> Result<Text> {
        let options = options.unwrap_or_default();
        if options.start_line.is_none() && options.end_line.is_none() {
            return Ok(Text(self.core.read_text(&path).into_js()?));
        }
        let (start, end) = options.range()?;
        let lines = self.core.read_lines(&path, start, end).into_js()?;
        Ok(Text(Bytes::from(lines.lines.text)))
    }

    /// Reads a file's bytes: a copy. Errors: `ENOENT`, `EISDIR`.
    #[napi(catch_unwind, ts_return_type = "Uint8Array")]
    pub fn read_bytes<'env>(&self, env: &'env Env, path: String) -> Result<Uint8ArraySlice<'env>> {
        let content = self.core.read_file(&path).into_js()?;
        Uint8ArraySlice::copy_from(env, content.to_bytes())
    }

    /// Reads a range of lines with what is needed to write it back: the file's hash, line ends and final newline.
    ///
    /// Errors: as `readFile`; at most 2,000 lines and 256 KiB at a time (`READ_LIMIT_EXCEEDED`).
    #[napi(catch_unwind, ts_args_type = "path: string, options?: { startLine?: number; endLine?: number }")]
    pub fn read_lines(&self, path: String, options: Option<ReadOptions>) -> Result<FileLines> {
        let (start, end) = options.unwrap_or_default().range()?;
        self.core.read_lines(&path, start, end).into_js().map(FileLines::from)
    }

    /// Writes a whole file, text as UTF-8. Errors: `ENOENT` for a missing parent, `EISDIR`, `EFBIG`, `ENOSPC`;
    /// `STALE_CONTENT` and `EEXIST` for the conditions of `options`; `SESSION_BUSY`.
    #[napi(catch_unwind, ts_args_type = "path: string, data: string | Uint8Array, options?: WriteOptions")]
    pub fn write_file(
        &self,
        env: &Env,
        path: String,
        data: Either<String, &[u8]>,
        options: Option<WriteOptions>,
    ) -> Result<WriteResult> {
        let options = options.unwrap_or_default().to_core()?;
        let written = self.core.write_file(&path, given(data), &options).into_js()?;
        self.report_memory(env)?;
        Ok(written.into())
    }

    /// Applies a patch to any number of files: all of it, or nothing and an error that says why. Understands unified diffs
    /// as git and diff write them, and `*** Begin Patch`. Paths are relative to the working folder.
    ///
    /// Errors: `INVALID_PATCH`, `PATCH_CONTEXT_MISMATCH`, `STALE_CONTENT`, `PATH_NOT_FOUND`, file errors, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn apply_patch(&self, env: &Env, patch: String, options: Option<PatchOptions>) -> Result<PatchResult> {
        let mut expected = Vec::new();
        for (path, text) in options.unwrap_or_default().expected_hashes.unwrap_or_default() {
            let hash = hash(&format!("expectedHashes['{path}']"), &text)?;
            expected.push((path, hash));
        }
        expected.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let files = self.core.apply_patch(&patch, &expected).into_js()?;
        self.report_memory(env)?;
        Ok(PatchResult { files: files.into_iter().map(Into::into).collect() })
    }

    /// The names in a folder in byte order. Default: the working folder. Errors: `ENOENT`, `ENOTDIR`.
    #[napi(catch_unwind)]
    pub fn list(&self, path: Option<String>, options: Option<ListOptions>) -> Result<Vec<Entry>> {
        let recursive = options.unwrap_or_default().recursive.unwrap_or(false);
        let entries = self.core.list(path.as_deref().unwrap_or("."), recursive).into_js()?;
        Ok(entries.into_iter().map(Entry::from).collect())
    }

    /// What a path is. Errors: `ENOENT`, `ENOTDIR`, `ELOOP`.
    #[napi(catch_unwind)]
    pub fn stat(&self, path: String, options: Option<StatOptions>) -> Result<Entry> {
        let follow = options.unwrap_or_default().follow_symlinks.unwrap_or(true);
        self.core.stat(&path, follow).into_js().map(Entry::from)
    }

    /// Makes a folder; false when it was there and may be. Errors: `EEXIST`, `ENOENT` for a missing parent, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn mkdir(&self, path: String, options: Option<MkdirOptions>) -> Result<bool> {
        let options = options.unwrap_or_default();
        self.core.mkdir(&path, options.create_parents.unwrap_or(false), options.exist_ok.unwrap_or(false)).into_js()
    }

    /// Removes a file, link or folder; false when nothing was there and that is fine. Errors: `ENOENT`, `ENOTEMPTY`,
    /// `EBUSY` for `/` and `/workspace`, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn remove(&self, env: &Env, path: String, options: Option<RemoveOptions>) -> Result<bool> {
        let options = options.unwrap_or_default();
        let options = session::RemoveOptions {
            recursive: options.recursive.unwrap_or(false),
            missing_ok: options.missing_ok.unwrap_or(false),
        };
        let removed = self.core.remove(&path, options).into_js()?;
        self.report_memory(env)?;
        Ok(removed)
    }

    /// Copies to a new name. Contents are shared, so this costs the same for any size. Errors: `ENOENT`, `EEXIST`,
    /// `EISDIR` for a folder without `recursive`, `EINVAL` into itself, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn copy(&self, env: &Env, from: String, to: String, options: Option<CopyOptions>) -> Result<()> {
        let options = options.unwrap_or_default();
        let options = TransferOptions {
            overwrite: options.overwrite.unwrap_or(false),
            create_parents: options.create_parents.unwrap_or(false),
            recursive: options.recursive.unwrap_or(false),
        };
        self.core.copy(&from, &to, options).into_js()?;
        self.report_memory(env)
    }

    /// Renames a file, link or folder. Errors: `ENOENT`, `EEXIST`, `EINVAL` into itself, `EBUSY`, `SESSION_BUSY`.
    #[napi(catch_unwind, js_name = "move")]
    pub fn rename(&self, from: String, to: String, options: Option<MoveOptions>) -> Result<()> {
        let options = options.unwrap_or_default();
        let options = TransferOptions {
            overwrite: options.overwrite.unwrap_or(false),
            create_parents: options.create_parents.unwrap_or(false),
            recursive: true,
        };
        self.core.rename(&from, &to, options).into_js()
    }

    /// Adds text (as UTF-8) or bytes to the end of a file, which is made where it is not there, with `mode` (default 0o644). What
    /// is there already is not copied. Errors: `ENOENT` for a missing folder, `EISDIR`, `ENOSPC`, `EFBIG`, `SESSION_BUSY`.
    #[napi(catch_unwind, ts_args_type = "path: string, data: string | Uint8Array, options?: AppendOptions")]
    pub fn append_file(
        &self,
        env: &Env,
        path: String,
        data: Either<String, &[u8]>,
        options: Option<AppendOptions>,
    ) -> Result<()> {
        let mode = options.unwrap_or_default().mode.map(|mode| mode as u16);
        self.core.append_file(&path, given(data), mode).into_js()?;
        self.report_memory(env)
    }

    /// Cuts a file to a length in bytes, or fills it up with zeros. Errors: `ENOENT`, `EISDIR`, `EFBIG`, `ENOSPC`,
    /// `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn truncate(&self, env: &Env, path: String, length: Option<f64>) -> Result<()> {
        let length = whole("length", length.unwrap_or(0.0), 0, 1 << 53)?;
        self.core.truncate(&path, length).into_js()?;
        self.report_memory(env)
    }

    /// Makes a symbolic link; what it points to is not looked at. Errors: `EEXIST`, `ENOENT`, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn symlink(&self, target: String, path: String) -> Result<()> {
        self.core.symlink(&target, &path).into_js()
    }

    /// Gives a file one more name; of a symbolic link it is the link itself that gets it. Errors: `EEXIST`, `ENOENT`, `EPERM`
    /// for a folder, `EXDEV` for a file of the system, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn link(&self, existing: String, path: String) -> Result<()> {
        self.core.link(&existing, &path).into_js()
    }

    /// Sets permission bits, 0 to 0o7777. Links are followed. Errors: `ENOENT`, `EROFS`, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn chmod(&self, path: String, mode: u32) -> Result<()> {
        self.core.chmod(&path, mode as u16).into_js()
    }

    /// Sets the time of a file's last change, in milliseconds since 1970, fractions too. Errors: `ENOENT`, `EROFS`,
    /// `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn utimes(&self, path: String, mtime_ms: f64, options: Option<StatOptions>) -> Result<()> {
        let follow = options.unwrap_or_default().follow_symlinks.unwrap_or(true);
        // Whole milliseconds apart: a time of today has more nanoseconds than a number holds exactly.
        let whole = mtime_ms.floor();
        let nanoseconds = (whole as i64).saturating_mul(1_000_000).saturating_add(((mtime_ms - whole) * 1e6) as i64);
        self.core.set_modified(&path, Time(nanoseconds), follow).into_js()
    }

    /// The whole state, frozen: files, variables, functions, options, working folder, clock. Costs a few pointers, whatever
    /// the session holds. While a command runs it is the state before it. Errors: `SESSION_CLOSED`.
    #[napi(catch_unwind)]
    pub fn snapshot(&self) -> Result<Snapshot> {
        Ok(Snapshot { core: self.core.snapshot().into_js()? })
    }

    /// Another session that starts from this one's state, as cheap as a snapshot. Errors: `SESSION_CLOSED`, `ENOSPC` when
    /// the files are more than the new limits allow.
    #[napi(catch_unwind)]
    pub fn fork(&self, options: Option<ForkOptions>) -> Result<Session> {
        let (seed, limits) = options.unwrap_or_default().to_core(&self.core.limits())?;
        Ok(Session::wrap(self.core.fork(seed, limits).into_js()?))
    }

    /// Goes back to a snapshot, or to a revision that the history keeps: files, shell, clock. The revision goes on.
    ///
    /// Errors: `REVISION_NOT_FOUND`; `SESSION_WORKSPACE_CHANGED` for the conditions of `options`; `SESSION_BUSY`,
    /// `SESSION_CLOSED`, `ENOSPC`.
    #[napi(catch_unwind, ts_args_type = "target: Snapshot | number, options?: RestoreOptions")]
    pub fn restore(
        &self,
        env: &Env,
        target: Either<ClassInstance<'_, Snapshot>, f64>,
        options: Option<RestoreOptions>,
    ) -> Result<()> {
        let conditions = options.unwrap_or_default().to_core()?;
        let target = match &target {
            Either::A(snapshot) => RestoreTarget::Snapshot(&snapshot.core),
            Either::B(revision) => RestoreTarget::Revision(whole("target", *revision, 0, 1 << 53)?),
        };
        self.core.restore(target, conditions).into_js()?;
        self.report_memory(env)
    }

    /// The revisions that the session keeps, oldest first, the current one last. With `keep` so many are kept from now on:
    /// `restore(revision)` goes back to one. A call that changes only the shell makes no revision; the state kept for a
    /// revision is the last one with its number.
    #[napi(catch_unwind)]
    pub fn history(&self, options: Option<HistoryOptions>) -> Result<Vec<Revision>> {
        let kept = self.core.history(options.unwrap_or_default().keep()?).into_js()?;
        Ok(kept.into_iter().map(Revision::from).collect())
    }

    /// Takes over what another session or a snapshot changed under `/workspace` since their common base: a three-way merge,
    /// text by lines. All of it or nothing; `docs/state.md` has the rules.
    ///
    /// Errors: `MERGE_CONFLICT` with `error.conflicts`; `MERGE_BASE_UNKNOWN`; `ENOSPC`, `EFBIG`, `ENAMETOOLONG` where the
    /// result does not keep the limits; `SESSION_BUSY`.
    #[napi(catch_unwind, ts_args_type = "theirs: Session | Snapshot, options?: MergeOptions")]
    pub fn merge(
        &self,
        env: &Env,
        theirs: Either<ClassInstance<'_, Session>, ClassInstance<'_, Snapshot>>,
        options: Option<MergeOptions<'_>>,
    ) -> Result<MergeResult> {
        let options = options.unwrap_or_default();
        let on_conflict = options.on_conflict()?;
        let base = options.base.as_ref().map(|base| &*base.core);
        let report = match &theirs {
            Either::A(session) => self.core.merge_session(&session.core, base, on_conflict),
            Either::B(snapshot) => self.core.merge(&snapshot.core, base, on_conflict),
        };
        let report = report.into_js()?;
        self.report_memory(env)?;
        Ok(report.into())
    }

    /// What this session changed under `/workspace` since the snapshot, sorted by path. Costs what changed, not what is
    /// there.
    #[napi(catch_unwind)]
    pub fn diff(&self, snapshot: &Snapshot) -> Result<Vec<DiffEntry>> {
        Ok(diff_entries(self.core.diff(&snapshot.core).into_js()?))
    }

    /// What this session changed under `/workspace` since the snapshot, as `git diff --full-index` prints it; see
    /// `docs/state.md`.
    ///
    /// Errors: `FILE_ENCODING` where a text file is not UTF-8 and a string was asked for.
    #[napi(
        catch_unwind,
        ts_args_type = "snapshot: Snapshot, options?: PatchTextOptions & { encoding?: 'utf8' }",
        ts_return_type = "string"
    )]
    pub fn patch(&self, snapshot: &Snapshot, options: Option<PatchTextOptions>) -> Result<Text> {
        Text::checked(self.core.patch(&snapshot.core, options.unwrap_or_default().context()?).into_js()?)
    }

    /// The same as bytes; the face's door is `patch` with `encoding: 'bytes'`.
    #[napi(catch_unwind, skip_typescript)]
    pub fn patch_bytes<'env>(
        &self,
        env: &'env Env,
        snapshot: &Snapshot,
        options: Option<PatchTextOptions>,
    ) -> Result<Uint8ArraySlice<'env>> {
        let patch = self.core.patch(&snapshot.core, options.unwrap_or_default().context()?).into_js()?;
        Uint8ArraySlice::copy_from(env, patch)
    }

    /// Ends the session and frees what only it holds: waiting calls reject with `SESSION_CLOSED`, a running one ends without
    /// being published. Calling it again does nothing. `using` does it by itself.
    #[napi(catch_unwind)]
    pub fn close(&self, env: &Env) -> Result<()> {
        self.core.close();
        let reported = self.reported.swap(0, Ordering::Relaxed);
        if reported != 0 {
            env.adjust_external_memory(-reported)?;
        }
        Ok(())
    }

    /// Counts the changes of the files; only goes up.
    #[napi(getter, catch_unwind)]
    pub fn revision(&self) -> f64 {
        self.core.revision() as f64
    }

    /// The session's time: milliseconds since 1970, on its own clock.
    #[napi(getter, catch_unwind)]
    pub fn now(&self) -> Result<f64> {
        Ok(self.core.now().into_js()?.0 as f64 / 1e6)
    }

    /// What the session holds of its quotas.
    #[napi(getter, catch_unwind)]
    pub fn stats(&self) -> Result<Stats> {
        self.core.totals().into_js().map(Stats::from)
    }

    /// The shell's working folder.
    #[napi(getter, catch_unwind)]
    pub fn cwd(&self) -> Result<String> {
        self.core.cwd().into_js()
    }

    /// The shell's exported variables.
    // Pairs, of which the face makes an object: a variable may be called `__proto__`.
    #[napi(getter, catch_unwind, ts_return_type = "Record<string, string>")]
    pub fn env(&self) -> Result<Vec<Vec<String>>> {
        self.core.env().into_js().map(environment)
    }

    /// SHA-256 over all names and bytes under `/workspace`: equal files, equal hash. Modes and times do not count.
    #[napi(getter, catch_unwind)]
    pub fn content_hash(&self) -> Result<String> {
        Ok(self.core.content_hash().into_js()?.to_string())
    }

    /// The limits in force.
    #[napi(getter, catch_unwind, ts_return_type = "Required<Limits>")]
    pub fn limits(&self) -> Limits {
        Limits::of(&self.core.limits())
    }

    /// The names of the builtins that its shell has, in byte order.
    #[napi(getter, catch_unwind)]
    pub fn builtins(&self) -> Vec<String> {
        self.core.executor().builtins()
    }

    /// Which constructs of the language there are.
    #[napi(getter, catch_unwind, ts_return_type = "Required<Language>")]
    pub fn language(&self) -> BTreeMap<String, bool> {
        language_of(self.core.executor())
    }

    /// A call is running or waiting for its turn.
    #[napi(getter, catch_unwind)]
    pub fn busy(&self) -> bool {
        self.core.is_busy()
    }

    /// The session was closed, or ended by an internal failure.
    #[napi(getter, catch_unwind)]
    pub fn closed(&self) -> bool {
        self.core.is_closed()
    }
}

/// Checked UTF-8 on its way to a JavaScript string, without a copy in between.
pub struct Text(Bytes);

impl Text {
    /// Errors: `FILE_ENCODING`.
    pub fn checked(bytes: Vec<u8>) -> Result<Text> {
        match std::str::from_utf8(&bytes) {
            Ok(_) => Ok(Text(Bytes::from(bytes))),
            Err(error) => Err(to_js(session::ApiError::new(
                "FILE_ENCODING",
                session::Category::InvalidRequest,
                format!("byte {} of the patch is not UTF-8: ask for it with encoding 'bytes'", error.valid_up_to()),
            ))),
        }
    }
}

impl napi::bindgen_prelude::TypeName for Text {
    fn type_name() -> &'static str {
        "String"
    }

    fn value_type() -> napi::ValueType {
        napi::ValueType::String
    }
}

impl napi::bindgen_prelude::ToNapiValue for Text {
    unsafe fn to_napi_value(env: napi::sys::napi_env, value: Self) -> Result<napi::sys::napi_value> {
        let text = std::str::from_utf8(&value.0).map_err(|_| invalid("text must be UTF-8"))?;
        let env = Env::from_raw(env);
        let string = env.create_string(text)?;
        Ok(string.raw())
    }
}

/// Text as UTF-8, or bytes.
fn given(data: Either<String, &[u8]>) -> Bytes {
    match data {
        Either::A(text) => Bytes::from(text),
        Either::B(bytes) => Bytes::copy_from_slice(bytes),
    }
}
