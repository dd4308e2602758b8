//! Archives and host folders for JavaScript: everything here runs on a thread of the pool.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bstr::ByteSlice;
use bytes::Bytes;
use napi::bindgen_prelude::{ClassInstance, Object, Uint8Array};
use napi::{Env, Result};
use napi_derive::napi;

use super::error::{IntoJs, invalid, to_js};
use super::executor::Executor;
use super::options::{Limits, whole};
use super::session::{Session, default_executor};
use super::snapshot::Snapshot;
use crate::formats::archive::Format;
use crate::host::{Patterns, Progress, ReadOptions, Skipped, WriteOptions};
use crate::session::{self, ApiError, ExportOptions, ImportOptions, run_on_pool};

/// How to make an archive.
#[napi(object)]
#[derive(Default)]
pub struct ArchiveOptions {
    /// Default `'tar'`.
    #[napi(ts_type = "'tar' | 'tar.gz' | 'zip'")]
    pub format: Option<String>,
    /// The folder whose content it holds. Default `/workspace`.
    pub root: Option<String>,
    /// The most bytes that it may have: else `ARCHIVE_TOO_LARGE`. Default: no limit but the tree's own.
    pub max_bytes: Option<f64>,
}

/// How to read an archive.
#[napi(object)]
#[derive(Default)]
pub struct ImportArchiveOptions {
    /// Default: told from the first bytes.
    #[napi(ts_type = "'tar' | 'tar.gz' | 'zip'")]
    pub format: Option<String>,
    /// The folder that it is put into; made when it is not there. Default `/workspace`.
    pub root: Option<String>,
    /// Replace files that are there. Default false: `EEXIST`.
    pub overwrite: Option<bool>,
    /// Empty the folder before. Default false.
    pub clear: Option<bool>,
    /// Devices and sparse files: `'refuse'` the archive (`ARCHIVE_ENTRY_REFUSED`), or `'skip'` and list them.
    /// Default `'refuse'`.
    #[napi(ts_type = "'refuse' | 'skip'")]
    pub unsupported: Option<String>,
    /// Beyond 16 MiB, what is compressed may become so many times larger: else `ARCHIVE_TOO_LARGE`. Default 200.
    pub max_ratio: Option<f64>,
}

/// What an import did.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ImportResult {
    /// Entries that were taken.
    pub entries: f64,
    /// What was left out.
    pub skipped: Vec<SkippedEntry>,
}

/// Something that was left out.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct SkippedEntry {
    /// Relative.
    pub path: String,
    pub why: String,
}

/// Which part of a host folder to copy.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct FromDirectoryOptions<'env> {
    /// Only files that one of these patterns matches, as in `.gitignore`. What is named here is taken even where it is left
    /// out by default. Default: all.
    pub include: Option<Vec<String>>,
    /// Left out besides, patterns as in `.gitignore`. `.git`, `.env*`, `.ssh`, `.aws`, `.gnupg`, keys, `node_modules`,
    /// `.venv`, `venv` and `__pycache__` always are, unless `include` names them.
    pub exclude: Option<Vec<String>>,
    /// A file in the folder whose patterns are left out too. Default `.gitignore`; an empty name: none.
    pub ignore_file: Option<String>,
    /// Take the files that links lead to, as long as they lie in the folder. Default false: links are kept as links, and
    /// those that leave the folder are left out.
    pub follow_symlinks: Option<bool>,
    /// The limits that the copy must keep and its sessions get. Default: the executor's.
    pub limits: Option<Limits>,
    /// Commands, limits and clock of the snapshot's sessions. Default: one with all commands.
    #[napi(ts_type = "Executor")]
    pub executor: Option<ClassInstance<'env, Executor>>,
    /// Called now and then with how many files and bytes were read.
    #[napi(ts_type = "(progress: { files: number; bytes: number }) => void")]
    pub on_progress: Option<()>,
    /// Called at the end for each link that was left out.
    #[napi(ts_type = "(skipped: SkippedEntry) => void")]
    pub on_skipped: Option<()>,
    /// Ends the reading; the promise rejects with the signal's reason.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<()>,
}

/// How to write a host folder.
#[napi(object)]
#[derive(Default)]
pub struct ExportToOptions {
    /// Remove what the session does not have, but for what `fromDirectory` leaves out by default. Default false.
    pub delete: Option<bool>,
}

/// What was written.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ExportResult {
    /// Files and links that were written.
    pub written: f64,
    /// Files that were the same already.
    pub unchanged: f64,
    pub deleted: f64,
    /// FIFOs, which have no place there.
    pub skipped: Vec<SkippedEntry>,
}

/// A copied folder, as the face gets it.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ReadFolder {
    pub snapshot: Snapshot,
    pub skipped: Vec<SkippedEntry>,
}

/// How far a reading is; the face asks now and then, and ends it.
#[napi]
pub struct ReadProgress {
    core: Arc<Progress>,
}

#[napi]
impl ReadProgress {
    #[napi(constructor, catch_unwind)]
    #[allow(clippy::new_without_default, reason = "JavaScript's constructor")]
    pub fn new() -> ReadProgress {
        ReadProgress { core: Arc::default() }
    }

    #[napi(getter, catch_unwind)]
    pub fn files(&self) -> f64 {
        self.core.files.load(Ordering::Relaxed) as f64
    }

    #[napi(getter, catch_unwind)]
    pub fn bytes(&self) -> f64 {
        self.core.bytes.load(Ordering::Relaxed) as f64
    }

    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        self.core.cancelled.store(true, Ordering::Relaxed);
    }
}

fn format(name: Option<&str>) -> Result<Option<Format>> {
    Ok(match name {
        None => None,
        Some("tar") => Some(Format::Tar),
        Some("tar.gz") => Some(Format::TarGz),
        Some("zip") => Some(Format::Zip),
        Some(other) => return Err(invalid(format!("format must be 'tar', 'tar.gz' or 'zip'; got '{other}'"))),
    })
}

const ROOT: &str = "/workspace";

impl ArchiveOptions {
    pub fn to_core(&self) -> Result<ExportOptions> {
        let most = self.max_bytes.map(|most| whole("maxBytes", most, 1, 1 << 53)).transpose()?;
        Ok(ExportOptions {
            format: format(self.format.as_deref())?.unwrap_or(Format::Tar),
            root: self.root.clone().unwrap_or_else(|| ROOT.to_owned()),
            max_bytes: most.unwrap_or(u64::MAX),
        })
    }
}

impl ImportArchiveOptions {
    pub fn to_core(&self) -> Result<ImportOptions> {
        let ratio = self.max_ratio.map(|ratio| whole("maxRatio", ratio, 1, 1 << 20)).transpose()?;
        Ok(ImportOptions {
            format: format(self.format.as_deref())?,
            root: self.root.clone().unwrap_or_else(|| ROOT.to_owned()),
            overwrite: self.overwrite.unwrap_or(false),
            clear: self.clear.unwrap_or(false),
            skip_unsupported: match self.unsupported.as_deref() {
                None | Some("refuse") => false,
                Some("skip") => true,
                Some(other) => return Err(invalid(format!("unsupported must be 'refuse' or 'skip'; got '{other}'"))),
            },
            max_ratio: ratio.unwrap_or(session::ARCHIVE_RATIO),
        })
    }
}

fn skipped(list: Vec<Skipped>) -> Vec<SkippedEntry> {
    let entry = |one: Skipped| SkippedEntry { path: one.path.to_str_lossy().into_owned(), why: one.why.to_owned() };
    list.into_iter().map(entry).collect()
}

impl From<session::Imported> for ImportResult {
    fn from(done: session::Imported) -> ImportResult {
        let entry = |one: crate::formats::archive::Unsupported| SkippedEntry {
            path: one.path.to_str_lossy().into_owned(),
            why: one.why.to_owned(),
        };
        ImportResult { entries: done.entries as f64, skipped: done.skipped.into_iter().map(entry).collect() }
    }
}

/// Runs `work` on the pool; the promise settles with what it gives.
fn promise<'env, T, R>(
    env: &'env Env,
    work: impl FnOnce() -> std::result::Result<T, ApiError> + Send + 'static,
    finish: impl FnOnce(T) -> R + Send + 'static,
) -> Result<Object<'env>>
where
    T: Send + 'static,
    R: napi::bindgen_prelude::ToNapiValue + 'static,
{
    let (deferred, promise) = env.create_deferred::<R, _>()?;
    run_on_pool(Box::new(move || {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let outcome = outcome.unwrap_or_else(|_| Err(ApiError::internal("work on host files panicked")));
        deferred.resolve(move |_| outcome.map(finish).map_err(to_js));
    }));
    Ok(promise)
}

/// Patterns as `.gitignore` has them.
pub fn patterns(lines: Option<&[String]>) -> Patterns {
    let mut patterns = Patterns::default();
    lines.unwrap_or_default().iter().for_each(|line| patterns.add(line.as_bytes()));
    patterns
}

/// Reads a folder of the host; the face is `Snapshot.fromDirectory`.
#[napi(catch_unwind, skip_typescript)]
pub fn read_directory<'env>(
    env: &'env Env,
    path: String,
    options: Option<FromDirectoryOptions<'env>>,
    progress: &ReadProgress,
) -> Result<Object<'env>> {
    let options = options.unwrap_or_default();
    let executor = match &options.executor {
        Some(executor) => Arc::clone(&executor.core),
        None => default_executor()?,
    };
    let base = *executor.limits();
    let limits = options.limits.map_or(Ok(base), |limits| limits.over(&base))?;
    let ignore_file = options.ignore_file.unwrap_or_else(|| ".gitignore".to_owned());
    let reading = ReadOptions {
        include: patterns(options.include.as_deref()),
        exclude: patterns(options.exclude.as_deref()),
        ignore_file: Some(ignore_file).filter(|name| !name.is_empty()),
        follow_symlinks: options.follow_symlinks.unwrap_or(false),
    };
    let progress = Arc::clone(&progress.core);
    let folder = OsString::from(path);
    promise(
        env,
        move || session::Snapshot::from_directory(&executor, &folder, &reading, limits, &progress),
        |(core, list)| ReadFolder { snapshot: Snapshot { core }, skipped: skipped(list) },
    )
}

#[napi]
impl Session {
    /// An archive of the files below a folder: equal files, equal bytes; owners and times are not in it. Symbolic and hard
    /// links are kept (zip has no hard links and no FIFOs).
    ///
    /// Rejects with: `ENOENT`, `ENOTDIR`, `ARCHIVE_TOO_LARGE`.
    #[napi(catch_unwind, ts_return_type = "Promise<Uint8Array>")]
    pub fn export_archive<'env>(&self, env: &'env Env, options: Option<ArchiveOptions>) -> Result<Object<'env>> {
        let snapshot = self.core.snapshot().into_js()?;
        let options = options.unwrap_or_default().to_core()?;
        promise(env, move || snapshot.export_archive(&options), Uint8Array::from)
    }

    /// Puts what an archive holds into a folder: all of it or nothing. Modes are taken over, owners and times are not; the
    /// session's limits hold while it is read. Absolute paths, `..`, links that leave the folder, a path that is there
    /// twice and what lies below a link are refused (`ARCHIVE_ENTRY_REFUSED`). The portable archives of the Python package
    /// `mem-sandbox` can be read.
    ///
    /// Errors: `ARCHIVE_CORRUPT`, `ARCHIVE_UNSUPPORTED`, `ARCHIVE_ENTRY_REFUSED`, `ARCHIVE_TOO_LARGE`, `EEXIST`, `ENOSPC`,
    /// `EFBIG`, `SESSION_BUSY`.
    #[napi(catch_unwind)]
    pub fn import_archive(&self, bytes: &[u8], options: Option<ImportArchiveOptions>) -> Result<ImportResult> {
        let options = options.unwrap_or_default().to_core()?;
        Ok(self.core.import_archive(&Bytes::copy_from_slice(bytes), &options).into_js()?.into())
    }

    /// Writes `/workspace` into a folder of the host, which is made when it is not there. Each file is there whole or as it
    /// was; nothing is written through a link, and no link out of the folder is made.
    ///
    /// Rejects with: `HOST_ENTRY_REFUSED`, errno codes of the host.
    #[napi(catch_unwind, ts_return_type = "Promise<ExportResult>")]
    pub fn export_to<'env>(
        &self,
        env: &'env Env,
        path: String,
        options: Option<ExportToOptions>,
    ) -> Result<Object<'env>> {
        let snapshot = self.core.snapshot().into_js()?;
        let options = WriteOptions { delete: options.unwrap_or_default().delete.unwrap_or(false) };
        let folder = OsString::from(path);
        promise(
            env,
            move || snapshot.export_to(&folder, options),
            |done| ExportResult {
                written: done.written as f64,
                unchanged: done.unchanged as f64,
                deleted: done.deleted as f64,
                skipped: skipped(done.skipped),
            },
        )
    }

    /// Fetches the files below a path that functions have and nobody read yet, and gives how many those are; synchronous
    /// methods can read them then. Default: all under `/`.
    ///
    /// Rejects with: `ENOENT`; `EIO` where a function fails; `EFBIG`; `SESSION_CLOSED`.
    #[napi(catch_unwind, ts_return_type = "Promise<number>")]
    pub fn load<'env>(&self, env: &'env Env, path: Option<String>) -> Result<Object<'env>> {
        let (deferred, promise) = env.create_deferred::<f64, _>()?;
        self.core.load(
            path.as_deref().unwrap_or("/"),
            Box::new(move |outcome| deferred.resolve(move |_| outcome.map(|files| files as f64).map_err(to_js))),
        );
        Ok(promise)
    }

    /// What only this session holds in memory, and what it shares with forks, snapshots and its own history: bytes and nodes
    /// of its tree. Together they are its `stats`.
    #[napi(getter, catch_unwind)]
    pub fn memory(&self) -> Result<MemoryUse> {
        let memory = self.core.memory().into_js()?;
        Ok(MemoryUse { private: memory.private.into(), shared: memory.shared.into() })
    }
}

#[napi]
impl Snapshot {
    /// An archive of the files below a folder; see `Session.exportArchive`.
    #[napi(catch_unwind, ts_return_type = "Promise<Uint8Array>")]
    pub fn export_archive<'env>(&self, env: &'env Env, options: Option<ArchiveOptions>) -> Result<Object<'env>> {
        let snapshot = Arc::clone(&self.core);
        let options = options.unwrap_or_default().to_core()?;
        promise(env, move || snapshot.export_archive(&options), Uint8Array::from)
    }
}

/// How a session's tree is held in memory.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct MemoryUse {
    /// Held by this session alone: what closing it frees.
    pub private: super::results::Stats,
    /// Held by others too.
    pub shared: super::results::Stats,
}
