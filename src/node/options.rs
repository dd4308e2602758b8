//! Options as JavaScript gives them. Their doc comments are what users read in `index.d.ts`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use bstr::BString;
use bytes::Bytes;
use napi::Result;
use napi::bindgen_prelude::{Buffer, ClassInstance, Either, Function, Uint8Array};
use napi::threadsafe_function::ThreadsafeFunctionCallMode;
use napi_derive::napi;

use super::error::invalid;
use super::executor::Executor;
use super::mount::Mount;
use super::policy::{CommandApproval, Policy};
use super::snapshot::Snapshot;
use crate::formats::truncate::{Keep, OutputLimits};
use crate::session::{self, ClockStart, LimitInfo, OnOutput, OutputBounds, Request};
use crate::workspace::{Hash, OnConflict, Time, Unread};

/// What may be used. Each value is a maximum: an integer of at least 1. A session's limits can be lowered by a call,
/// never raised. `docs/limits.md` has the table.
#[napi(object)]
#[derive(Clone, Default)]
pub struct Limits {
    /// Bytes of one file. Default 67,108,864 (64 MiB). Beyond it: `EFBIG`.
    pub file_bytes: Option<f64>,
    /// Bytes of all files and link targets. Default 268,435,456 (256 MiB). Beyond it: `ENOSPC`.
    pub total_bytes: Option<f64>,
    /// Files, folders, links and FIFOs. Default 200,000. Beyond it: `ENOSPC`.
    pub nodes: Option<f64>,
    /// Bytes of a path. Default 4,096. Beyond it: `ENAMETOOLONG`.
    pub path_bytes: Option<f64>,
    /// Bytes of one name in a path. Default 255. Beyond it: `ENAMETOOLONG`.
    pub name_bytes: Option<f64>,
    /// Work of one call; each step is also a microsecond of virtual time. Default 100,000,000.
    pub steps: Option<f64>,
    /// Real milliseconds of one call. Default 30,000. Beyond it: exit code 124.
    pub wall_ms: Option<f64>,
    /// Bytes that one call has allocated and not freed. Default 1,073,741,824 (1 GiB).
    pub memory_bytes: Option<f64>,
    /// Commands run by one call: functions, builtins and others. Default 10,000,000.
    pub commands: Option<f64>,
    /// Work of all calls of a session together. Default 1,000,000,000,000.
    pub session_steps: Option<f64>,
    /// Commands of all calls of a session together. Default 100,000,000,000.
    pub session_commands: Option<f64>,
    /// Bytes captured of each output stream; the rest is counted and dropped. Default 10,485,760 (10 MiB).
    pub output_bytes: Option<f64>,
    /// Bytes through all pipes of a call. Default 268,435,456 (256 MiB).
    pub pipe_bytes: Option<f64>,
    /// Bytes made by one expansion. Default 16,777,216 (16 MiB).
    pub expansion_bytes: Option<f64>,
    /// Nested functions, sources, substitutions and subshells. Default 1,000.
    pub depth: Option<f64>,
    /// Virtual processes alive at once. Default 2,048.
    pub processes: Option<f64>,
    /// Background jobs of a shell alive at once. Default 64.
    pub jobs: Option<f64>,
    /// Bytes of a call's text. Default 1,048,576 (1 MiB).
    pub script_bytes: Option<f64>,
}

impl Limits {
    fn rows(&self) -> [(&'static str, Option<f64>); 18] {
        [
            ("fileBytes", self.file_bytes),
            ("totalBytes", self.total_bytes),
            ("nodes", self.nodes),
            ("pathBytes", self.path_bytes),
            ("nameBytes", self.name_bytes),
            ("steps", self.steps),
            ("wallMs", self.wall_ms),
            ("memoryBytes", self.memory_bytes),
            ("commands", self.commands),
            ("sessionSteps", self.session_steps),
            ("sessionCommands", self.session_commands),
            ("outputBytes", self.output_bytes),
            ("pipeBytes", self.pipe_bytes),
            ("expansionBytes", self.expansion_bytes),
            ("depth", self.depth),
            ("processes", self.processes),
            ("jobs", self.jobs),
            ("scriptBytes", self.script_bytes),
        ]
    }

    /// `base` with the values that are given.
    pub fn over(&self, base: &session::Limits) -> Result<session::Limits> {
        let mut limits = *base;
        for (name, value) in self.rows() {
            let (Some(value), Some(info)) = (value, LimitInfo::by_name(name)) else { continue };
            info.set(&mut limits, whole(&format!("limits.{name}"), value, 1, info.most)?);
        }
        Ok(limits)
    }

    /// Every value, for the getter.
    pub fn of(limits: &session::Limits) -> Limits {
        let get = |name: &str| LimitInfo::by_name(name).map(|info| info.get(limits) as f64);
        Limits {
            file_bytes: get("fileBytes"),
            total_bytes: get("totalBytes"),
            nodes: get("nodes"),
            path_bytes: get("pathBytes"),
            name_bytes: get("nameBytes"),
            steps: get("steps"),
            wall_ms: get("wallMs"),
            memory_bytes: get("memoryBytes"),
            commands: get("commands"),
            session_steps: get("sessionSteps"),
            session_commands: get("sessionCommands"),
            output_bytes: get("outputBytes"),
            pipe_bytes: get("pipeBytes"),
            expansion_bytes: get("expansionBytes"),
            depth: get("depth"),
            processes: get("processes"),
            jobs: get("jobs"),
            script_bytes: get("scriptBytes"),
        }
    }
}

/// A number as a whole one within bounds.
pub fn whole(name: &str, value: f64, least: u64, most: u64) -> Result<u64> {
    if value.is_finite() && value.fract() == 0.0 && value >= least as f64 && value <= most as f64 {
        Ok(value as u64)
    } else {
        Err(invalid(format!("{name} must be an integer from {least} to {most}; got {value}")))
    }
}

fn seed(value: Option<f64>) -> Result<Option<u64>> {
    // 2^53 - 1 is the largest integer that JavaScript's numbers hold exactly.
    value.map(|value| whole("seed", value, 0, (1 << 53) - 1)).transpose()
}

/// Where the virtual clock starts.
#[napi(object)]
#[derive(Clone)]
pub struct ClockOptions {
    /// An ISO 8601 time with a zone (`2027-01-01T00:00:00Z`), or milliseconds since 1970.
    #[napi(ts_type = "string | number")]
    pub start: Either<String, f64>,
}

type Clock = Either<String, ClockOptions>;

fn clock(value: Option<&Clock>) -> Result<Option<ClockStart>> {
    const ACCEPTED: &str = "clock must be 'virtual', 'real' or { start: ISO time or milliseconds }";
    let Some(value) = value else { return Ok(None) };
    let start = match value {
        Either::A(name) if name == "virtual" => return Ok(Some(ClockStart::default())),
        Either::A(name) if name == "real" => return Ok(Some(ClockStart::Real)),
        Either::A(name) => return Err(invalid(format!("{ACCEPTED}; got '{name}'"))),
        Either::B(options) => &options.start,
    };
    let nanoseconds = match start {
        Either::A(text) => {
            let time: jiff::Timestamp = text.parse().map_err(|error| invalid(format!("{ACCEPTED}: {error}")))?;
            i64::try_from(time.as_nanosecond()).ok()
        }
        Either::B(milliseconds) => {
            let nanoseconds = milliseconds * 1e6;
            (nanoseconds.is_finite() && nanoseconds.abs() < 9e18).then_some(nanoseconds as i64)
        }
    };
    match nanoseconds {
        Some(nanoseconds) => Ok(Some(ClockStart::Virtual(Time(nanoseconds)))),
        None => Err(invalid(format!("{ACCEPTED}; the time must lie between 1678 and 2262"))),
    }
}

/// How a session starts.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct SessionOptions<'env> {
    /// Files by path, relative to `/workspace`; text is stored as UTF-8. Parents are made. Default: none.
    /// A function is called when its file is first read, and what it gives or promises is kept; where it fails, readers get
    /// `EIO`, and the next one calls it again. Synchronous calls that need it throw `ASYNC_REQUIRED`: see `load`.
    #[napi(ts_type = "Record<string, string | Uint8Array | FileFunction>")]
    pub files: Option<()>,
    /// Environment variables over the default ones (`HOME`, `PATH`, `LANG` …). Default: none.
    pub env: Option<HashMap<String, String>>,
    /// The working folder; made when it is not there. Default `/workspace`.
    pub cwd: Option<String>,
    /// Default: the executor's.
    pub limits: Option<Limits>,
    /// `'virtual'`: a clock that only work and `sleep` move, from 2027-01-01T00:00:00Z; `{ start }` chooses its start;
    /// `'real'`: the host's clock, where sleeping takes time and runs are not repeatable. Default: the executor's.
    #[napi(ts_type = "'virtual' | 'real' | ClockOptions")]
    pub clock: Option<Clock>,
    /// Seeds `RANDOM`, `/dev/urandom`, `mktemp` and `shuf`: an integer of at least 0. Default: the executor's.
    pub seed: Option<f64>,
    /// Commands, limits, clock and seed shared with other sessions. Default: one with all commands.
    #[napi(ts_type = "Executor")]
    pub executor: Option<ClassInstance<'env, Executor>>,
    /// Folders of the host or of snapshots, read as they are wanted. Default: none.
    pub mounts: Option<Vec<Mount<'env>>>,
    /// What the session may do; forks keep it. Default: the executor's.
    pub policy: Option<Policy<'env>>,
}

impl SessionOptions<'_> {
    pub fn to_core(
        &self,
        base: &session::Limits,
        mut files: Vec<(BString, Bytes)>,
        lazy_files: Vec<(BString, Arc<Unread>)>,
    ) -> Result<session::SessionOptions> {
        // Inode numbers follow the order of creation, which is not to depend on that of the object's keys.
        files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mounts = self.mounts.iter().flatten().map(Mount::to_core).collect::<Result<_>>()?;
        Ok(session::SessionOptions {
            files,
            lazy_files,
            mounts,
            env: pairs(self.env.as_ref()),
            cwd: self.cwd.as_deref().map(BString::from),
            limits: self.limits.as_ref().map(|limits| limits.over(base)).transpose()?,
            clock: clock(self.clock.as_ref())?,
            seed: seed(self.seed)?,
            policy: self.policy.as_ref().map(Policy::to_core).transpose()?,
        })
    }
}

pub fn data_bytes(data: &Either<String, Uint8Array>) -> Bytes {
    match data {
        Either::A(text) => Bytes::copy_from_slice(text.as_bytes()),
        Either::B(bytes) => Bytes::copy_from_slice(bytes),
    }
}

fn pairs(map: Option<&HashMap<String, String>>) -> Vec<(BString, BString)> {
    let mut list: Vec<(BString, BString)> = map
        .into_iter()
        .flatten()
        .map(|(name, value)| (BString::from(name.as_str()), BString::from(value.as_str())))
        .collect();
    list.sort_unstable();
    list
}

/// A choice of names; `None` are all.
fn selection(
    option: &str,
    value: Option<&Either<String, Vec<String>>>,
    default: Option<Vec<String>>,
) -> Result<Option<Vec<String>>> {
    match value {
        None => Ok(default),
        Some(Either::A(all)) if all == "all" => Ok(None),
        Some(Either::A(other)) => Err(invalid(format!("{option} must be 'all' or an array of names; got '{other}'"))),
        Some(Either::B(names)) => Ok(Some(names.clone())),
    }
}

/// What an executor is made of.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct ExecutorOptions<'env> {
    /// What the other options start from. `'normal'`: everything. `'hardened'`: everything, with tight limits
    /// (`docs/limits.md`). `'seed'`: the twenty commands, the language and the limits of the Python package
    /// (`docs/migration.md`). Default `'normal'`.
    #[napi(ts_type = "'normal' | 'hardened' | 'seed'")]
    pub profile: Option<String>,
    /// The commands that exist, by name. What is not named is not there: `command not found`, 127. Default: those of the
    /// profile.
    #[napi(ts_type = "'all' | string[]")]
    pub commands: Option<Either<String, Vec<String>>>,
    /// The builtins of the shell that exist, by name, as `commands`. Some are commands too (`echo`, `printf`, `test` …):
    /// then they are there as long as one of the two lists has them. Default: those of the profile.
    #[napi(ts_type = "'all' | string[]")]
    pub builtins: Option<Either<String, Vec<String>>>,
    /// Constructs of the language, switched off with `false`. A script that uses one is refused before anything of it runs:
    /// exit code 2, `failure.code` `COMMAND_SYNTAX_UNSUPPORTED`. `docs/host.md` has the table. Default: those of the profile.
    #[napi(ts_type = "Language")]
    pub language: Option<BTreeMap<String, bool>>,
    /// `sed`'s command `e` and the flag `e` of its `s`, which run text as commands, work. Default false: `sed` refuses them.
    pub sed_execute: Option<bool>,
    /// The limits of its sessions. Default: `docs/limits.md`.
    pub limits: Option<Limits>,
    /// The clock of its sessions. Default `'virtual'`.
    #[napi(ts_type = "'virtual' | 'real' | ClockOptions")]
    pub clock: Option<Clock>,
    /// The seed of its sessions. Default 0.
    pub seed: Option<f64>,
    /// What its sessions may do. Default: everything.
    pub policy: Option<Policy<'env>>,
}

impl ExecutorOptions<'_> {
    pub fn to_core(&self) -> Result<session::ExecutorOptions> {
        let profile = match self.profile.as_deref() {
            None => session::Profile::default(),
            Some(name) => session::Profile::by_name(name)
                .ok_or_else(|| invalid(format!("profile must be 'normal', 'hardened' or 'seed'; got '{name}'")))?,
        };
        let profile = profile.options();
        let base = profile.limits;
        let mut language = profile.language;
        for (name, on) in self.language.iter().flatten() {
            let construct = session::Language::construct(name).ok_or_else(|| {
                let known: Vec<&str> = session::Construct::ALL.iter().map(|construct| construct.name()).collect();
                invalid(format!("language has no switch '{name}'; known are {}", known.join(" ")))
            })?;
            language.set(construct, *on);
        }
        Ok(session::ExecutorOptions {
            commands: selection("commands", self.commands.as_ref(), profile.commands)?,
            builtins: selection("builtins", self.builtins.as_ref(), profile.builtins)?,
            language,
            sed_execute: self.sed_execute.unwrap_or(false),
            limits: self.limits.as_ref().map_or(Ok(base), |limits| limits.over(&base))?,
            clock: clock(self.clock.as_ref())?.unwrap_or_default(),
            seed: seed(self.seed)?.unwrap_or(0),
            policy: self.policy.as_ref().map(Policy::to_core).transpose()?.unwrap_or_default(),
        })
    }
}

/// Options of one call.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct ExecuteOptions<'env> {
    /// Standard input; empty like `/dev/null` by default.
    #[napi(ts_type = "string | Uint8Array")]
    pub stdin: Option<Either<String, Uint8Array>>,
    /// Environment variables for this call only, exported.
    pub env: Option<HashMap<String, String>>,
    /// The working folder for this call only.
    pub cwd: Option<String>,
    /// The positional parameters `$1` and so on, for this call only. Default: the session's.
    pub args: Option<Vec<String>>,
    /// Real milliseconds; can only shorten the limit `wallMs`. Beyond it: exit code 124, `failure.code` `TIMEOUT`.
    pub timeout_ms: Option<f64>,
    /// Limits for this call; they can only lower the session's.
    pub limits: Option<Limits>,
    /// Ends the call: it resolves with exit code 130 and `failure.code` `CANCELLED`, and keeps the output so far. A signal
    /// that is aborted already rejects; a call that waits for others is ended at once and does nothing. Not for `executeSync`.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<()>,
    /// Publish what the call did only if it ends with exit code 0 and no limit stopped it. Default false.
    pub atomic: Option<bool>,
    /// Drop the shell's state (variables, functions, options, working folder) before the call; the files stay.
    /// Default false: each call goes on where the last one stopped.
    pub fresh: Option<bool>,
    /// Bounds what the result shows of its output: head and tail, with a line between them that says what was left out. The
    /// whole is kept in `/tmp/output`, charged to the quota. Default: everything up to the limit `outputBytes`.
    pub output: Option<OutputOptions>,
    /// Called with output while it comes, up to the limit `outputBytes`; the last call is before the promise resolves. What it
    /// throws rejects the promise once the call has ended, and so does what a promise that it gives rejects with until then; it is
    /// not waited for. Not for `executeSync`.
    #[napi(ts_type = "(stream: 'stdout' | 'stderr', bytes: Uint8Array) => void")]
    pub on_output: Option<Function<'env, OutputPiece, ()>>,
    /// Commands that somebody allowed when the policy asked: from `approval` of an earlier result. Default: none.
    pub approvals: Option<Vec<CommandApproval>>,
    /// `'whole'`: a syntax error anywhere runs nothing. `'incremental'`: line by line, as bash reads a file.
    /// Default `'whole'`.
    #[napi(ts_type = "'whole' | 'incremental'")]
    pub parse: Option<String>,
}

impl ExecuteOptions<'_> {
    pub fn to_request(&self, command: String, base: &session::Limits) -> Result<Request> {
        let incremental = match self.parse.as_deref() {
            None | Some("whole") => false,
            Some("incremental") => true,
            Some(other) => return Err(invalid(format!("parse must be 'whole' or 'incremental'; got '{other}'"))),
        };
        let timeout = self.timeout_ms.map(|value| whole("timeoutMs", value, 1, 1 << 53)).transpose()?;
        Ok(Request {
            command: Bytes::from(command),
            stdin: self.stdin.as_ref().map(data_bytes),
            env: pairs(self.env.as_ref()),
            cwd: self.cwd.as_deref().map(BString::from),
            args: self.args.iter().flatten().map(|arg| BString::from(arg.as_str())).collect(),
            timeout: timeout.map(Duration::from_millis),
            limits: self.limits.as_ref().map(|limits| limits.over(base)).transpose()?,
            atomic: self.atomic.unwrap_or(false),
            fresh: self.fresh.unwrap_or(false),
            incremental,
            output: self.output.as_ref().map(OutputOptions::to_core).transpose()?,
            on_output: self.on_output.as_ref().map(on_output).transpose()?,
            grants: self.approvals.iter().flatten().map(CommandApproval::to_core).collect::<Result<_>>()?,
            ..Request::default()
        })
    }
}

/// How much of each output stream a result shows.
#[napi(object)]
#[derive(Default)]
pub struct OutputOptions {
    /// Default: no such bound.
    pub max_bytes: Option<f64>,
    /// Default: no such bound.
    pub max_lines: Option<f64>,
    /// Estimated tokens: a fixed estimate from the bytes, the same everywhere. Default: no such bound.
    pub max_tokens: Option<f64>,
    /// Which part is shown. Default `'head+tail'`.
    #[napi(ts_type = "'head' | 'tail' | 'head+tail'")]
    pub keep: Option<String>,
    /// Also both streams as one, in the order in which they were written (`output.interleaved`). Default false.
    pub interleaved: Option<bool>,
}

impl OutputOptions {
    fn to_core(&self) -> Result<OutputBounds> {
        let most = |name: &str, value: Option<f64>| {
            let whole = value.map(|value| whole(&format!("output.{name}"), value, 1, 1 << 53)).transpose()?;
            Ok::<_, napi::Error>(whole.map(|value| usize::try_from(value).unwrap_or(usize::MAX)))
        };
        Ok(OutputBounds {
            limits: OutputLimits {
                max_bytes: most("maxBytes", self.max_bytes)?,
                max_lines: most("maxLines", self.max_lines)?,
                max_tokens: most("maxTokens", self.max_tokens)?,
            },
            keep: match self.keep.as_deref() {
                None | Some("head+tail") => Keep::HeadTail,
                Some("head") => Keep::Head,
                Some("tail") => Keep::Tail,
                Some(other) => {
                    return Err(invalid(format!("output.keep must be 'head', 'tail' or 'head+tail'; got '{other}'")));
                }
            },
            interleaved: self.interleaved.unwrap_or(false),
        })
    }
}

/// Output that came, on its way to the face.
#[napi(object, object_from_js = false)]
pub struct OutputPiece {
    /// 1 or 2.
    pub stream: u32,
    #[napi(ts_type = "Uint8Array")]
    pub data: Buffer,
}

fn on_output(tell: &Function<'_, OutputPiece, ()>) -> Result<OnOutput> {
    let tell = tell.build_threadsafe_function().callee_handled::<false>().weak::<true>().build()?;
    Ok(OnOutput(Arc::new(move |stream, bytes| {
        let piece = OutputPiece { stream: u32::from(stream), data: Buffer::from(bytes) };
        tell.call(piece, ThreadsafeFunctionCallMode::NonBlocking);
    })))
}

/// Which part of a file to read.
#[napi(object)]
#[derive(Default)]
pub struct ReadOptions {
    /// The first line, counted from 1. Default 1.
    pub start_line: Option<f64>,
    /// The last line, included. Default: the last of the file.
    pub end_line: Option<f64>,
    /// `'utf8'` gives a string and refuses other bytes with `FILE_ENCODING`; `'bytes'` gives a `Uint8Array`.
    /// Default `'utf8'`.
    #[napi(ts_type = "'utf8' | 'bytes'")]
    pub encoding: Option<String>,
}

impl ReadOptions {
    /// First and last line, where a range is asked for.
    pub fn range(&self) -> Result<(usize, Option<usize>)> {
        let line = |name, value: Option<f64>| {
            value.map(|value| whole(name, value, 1, u64::from(u32::MAX)).map(|line| line as usize)).transpose()
        };
        Ok((line("startLine", self.start_line)?.unwrap_or(1), line("endLine", self.end_line)?))
    }
}

/// How to write a file.
#[napi(object)]
#[derive(Default)]
pub struct WriteOptions {
    /// Write only if the content there has this SHA-256 (64 hex digits): else `STALE_CONTENT`, or `ENOENT`.
    pub if_hash: Option<String>,
    /// Write only if nothing is there: else `EEXIST`. Default false.
    pub if_absent: Option<bool>,
    /// Make missing parent folders. Default false.
    pub create_parents: Option<bool>,
    /// Permission bits of a new file. Default 0o644.
    pub mode: Option<f64>,
}

impl WriteOptions {
    pub fn to_core(&self) -> Result<session::WriteOptions> {
        Ok(session::WriteOptions {
            if_hash: self.if_hash.as_deref().map(|text| hash("ifHash", text)).transpose()?,
            if_absent: self.if_absent.unwrap_or(false),
            create_parents: self.create_parents.unwrap_or(false),
            mode: self.mode.map(|mode| whole("mode", mode, 0, 0o7777).map(|mode| mode as u16)).transpose()?,
        })
    }
}

/// Reads 64 hex digits.
pub fn hash(name: &str, text: &str) -> Result<Hash> {
    text.parse().map_err(|_| invalid(format!("{name} must be 64 lowercase hex digits; got '{text}'")))
}

/// How to apply a patch.
#[napi(object)]
#[derive(Default)]
pub struct PatchOptions {
    /// The SHA-256 that files of the patch must have before it, by path: else `STALE_CONTENT`.
    pub expected_hashes: Option<HashMap<String, String>>,
}

/// How to list a folder.
#[napi(object)]
#[derive(Default)]
pub struct ListOptions {
    /// Everything below, each folder before its content. Default false.
    pub recursive: Option<bool>,
}

/// How to add to a file.
#[napi(object)]
#[derive(Default)]
pub struct AppendOptions {
    /// Permission bits of a new file. Default 0o644.
    pub mode: Option<u32>,
}

/// How to look at a path.
#[napi(object)]
#[derive(Default)]
pub struct StatOptions {
    /// Look at what a symbolic link points to. Default true.
    pub follow_symlinks: Option<bool>,
}

/// How to make a folder.
#[napi(object)]
#[derive(Default)]
pub struct MkdirOptions {
    /// Make missing parents. Default false.
    pub create_parents: Option<bool>,
    /// A folder that is there is fine. Default false: `EEXIST`.
    pub exist_ok: Option<bool>,
}

/// How to remove.
#[napi(object)]
#[derive(Default)]
pub struct RemoveOptions {
    /// Folders with everything in them. Default false: `ENOTEMPTY`.
    pub recursive: Option<bool>,
    /// Nothing there is fine. Default false: `ENOENT`.
    pub missing_ok: Option<bool>,
}

/// How to copy.
#[napi(object)]
#[derive(Default)]
pub struct CopyOptions {
    /// Replace what is at the target, whatever it is. Default false: `EEXIST`.
    pub overwrite: Option<bool>,
    /// Make missing parents of the target. Default false.
    pub create_parents: Option<bool>,
    /// Folders with everything in them. Default false: `EISDIR`.
    pub recursive: Option<bool>,
}

/// How to move.
#[napi(object)]
#[derive(Default)]
pub struct MoveOptions {
    /// Replace what is at the target, whatever it is. Default false: `EEXIST`.
    pub overwrite: Option<bool>,
    /// Make missing parents of the target. Default false.
    pub create_parents: Option<bool>,
}

/// How to fork.
#[napi(object)]
#[derive(Default)]
pub struct ForkOptions {
    /// Starts the generators again from this seed: an integer of at least 0. Default: they go on, so that equal forks run
    /// equally.
    pub seed: Option<f64>,
    /// Other limits than the original's.
    pub limits: Option<Limits>,
}

impl ForkOptions {
    pub fn to_core(&self, base: &session::Limits) -> Result<(Option<u64>, Option<session::Limits>)> {
        Ok((seed(self.seed)?, self.limits.as_ref().map(|limits| limits.over(base)).transpose()?))
    }
}

/// How to write a patch.
#[napi(object)]
#[derive(Default)]
pub struct PatchTextOptions {
    /// Unchanged lines shown around a change. Default 3.
    pub context: Option<f64>,
    /// `'utf8'` gives a string and refuses other bytes with `FILE_ENCODING`; `'bytes'` gives a `Uint8Array`.
    /// Default `'utf8'`.
    #[napi(ts_type = "'utf8' | 'bytes'")]
    pub encoding: Option<String>,
}

impl PatchTextOptions {
    pub fn context(&self) -> Result<usize> {
        let context = self.context.map(|lines| whole("context", lines, 0, 1 << 30)).transpose()?;
        Ok(context.map_or(session::CONTEXT_LINES, |lines| lines as usize))
    }
}

/// How to merge.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct MergeOptions<'env> {
    /// The state from which both sides started. Default: the latest one that both come from; needed where there is none in
    /// this process (`MERGE_BASE_UNKNOWN`).
    #[napi(ts_type = "Snapshot")]
    pub base: Option<ClassInstance<'env, Snapshot>>,
    /// What happens where both sides changed the same thing. `'fail'`: `MERGE_CONFLICT`, and nothing changes. `'markers'`:
    /// conflicting lines stand between `<<<<<<<`, `=======` and `>>>>>>>`, and what is no text is put beside ours as
    /// `NAME~theirs`. `'ours'`, `'theirs'`: that side's, in text only where lines conflict. Default `'fail'`.
    #[napi(ts_type = "'fail' | 'markers' | 'ours' | 'theirs'")]
    pub on_conflict: Option<String>,
}

impl MergeOptions<'_> {
    pub fn on_conflict(&self) -> Result<OnConflict> {
        Ok(match self.on_conflict.as_deref() {
            None | Some("fail") => OnConflict::Fail,
            Some("markers") => OnConflict::Markers,
            Some("ours") => OnConflict::Ours,
            Some("theirs") => OnConflict::Theirs,
            Some(other) => {
                return Err(invalid(format!(
                    "onConflict must be 'fail', 'markers', 'ours' or 'theirs'; got '{other}'"
                )));
            }
        })
    }
}

/// What must hold before a session goes back.
#[napi(object)]
#[derive(Default)]
pub struct RestoreOptions {
    /// The session's revision: else `SESSION_WORKSPACE_CHANGED`.
    pub if_revision: Option<f64>,
    /// The session's `contentHash`: else `SESSION_WORKSPACE_CHANGED`.
    pub if_hash: Option<String>,
}

impl RestoreOptions {
    pub fn to_core(&self) -> Result<session::RestoreConditions> {
        Ok(session::RestoreConditions {
            if_revision: self.if_revision.map(|revision| whole("ifRevision", revision, 0, 1 << 53)).transpose()?,
            if_hash: self.if_hash.as_deref().map(|text| hash("ifHash", text)).transpose()?,
        })
    }
}

/// How long a history to keep.
#[napi(object)]
#[derive(Default)]
pub struct HistoryOptions {
    /// So many revisions are kept from now on, the current one included; 0 ends it. At most 100,000. A kept revision costs
    /// what changed since. Default: as before; a new session keeps none.
    pub keep: Option<f64>,
}

impl HistoryOptions {
    pub fn keep(&self) -> Result<Option<usize>> {
        let keep = self.keep.map(|keep| whole("keep", keep, 0, session::LONGEST_HISTORY as u64)).transpose()?;
        Ok(keep.map(|keep| keep as usize))
    }
}

/// How to encode a snapshot.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct ToBytesOptions<'env> {
    /// The most bytes that the result may have: else `SNAPSHOT_TOO_LARGE`. Default: no limit but the tree's own.
    pub max_bytes: Option<f64>,
    /// Leave out what that snapshot has too. It is needed to read the result.
    #[napi(ts_type = "Snapshot")]
    pub since: Option<ClassInstance<'env, Snapshot>>,
    /// Seal the bytes with HMAC-SHA-256, so that nobody without the key can change them: at least 8 bytes. Default: a
    /// checksum (XXH3, 128 bits), which finds damage but not intent.
    #[napi(ts_type = "string | Uint8Array")]
    pub key: Option<Either<String, Uint8Array>>,
}

/// How to decode a snapshot.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct FromBytesOptions<'env> {
    /// The limits that the content must keep and its sessions get: else `SNAPSHOT_TOO_LARGE`. Default: the executor's.
    pub limits: Option<Limits>,
    /// The snapshot that `toBytes` was given as `since`.
    #[napi(ts_type = "Snapshot")]
    pub since: Option<ClassInstance<'env, Snapshot>>,
    /// The key that `toBytes` was given. Bytes that are not sealed with a key are then refused.
    #[napi(ts_type = "string | Uint8Array")]
    pub key: Option<Either<String, Uint8Array>>,
    /// Commands, limits and clock of the snapshot's sessions. Default: one with all commands.
    #[napi(ts_type = "Executor")]
    pub executor: Option<ClassInstance<'env, Executor>>,
}

/// The shortest key that is worth its name.
const SHORTEST_KEY: usize = 8;

/// The bytes of a key.
pub fn key(key: Option<&Either<String, Uint8Array>>) -> Result<Option<Bytes>> {
    let key = key.map(data_bytes);
    if key.as_ref().is_some_and(|key| key.len() < SHORTEST_KEY) {
        return Err(invalid(format!("key must have at least {SHORTEST_KEY} bytes")));
    }
    Ok(key)
}
