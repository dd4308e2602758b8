//! Files that functions of JavaScript have, and mounted folders.

use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bstr::BString;
use bytes::Bytes;
use napi::bindgen_prelude::{ClassInstance, Either, Either3, Function};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Result, Status};
use napi_derive::napi;

use super::error::{IntoJs, invalid};
use super::host::patterns;
use super::snapshot::Snapshot;
use crate::host::ReadOptions;
use crate::session::{self, host_source, snapshot_source};
use crate::workspace::{Answer, Content, Errno, FileSource, Reply, Unread};

/// A folder of the host, as the source of a mount.
#[napi(object)]
#[derive(Default)]
pub struct HostFolder {
    /// Its path on the host.
    pub directory: String,
    /// As for `Snapshot.fromDirectory`. Default: all.
    pub include: Option<Vec<String>>,
    /// As for `Snapshot.fromDirectory`, with the same things left out by default.
    pub exclude: Option<Vec<String>>,
    /// A file in the folder whose patterns are left out too. Default `.gitignore`; an empty name: none.
    pub ignore_file: Option<String>,
}

/// A folder that is there from the start, and read as it is wanted.
#[napi(object, object_to_js = false)]
pub struct Mount<'env> {
    /// Absolute or relative to `/workspace`. Nothing, or an empty folder, is there.
    pub path: String,
    /// A folder of the host, by its path or with options, or a snapshot's `/workspace`.
    #[napi(ts_type = "string | HostFolder | Snapshot")]
    pub source: Either3<String, ClassInstance<'env, Snapshot>, HostFolder>,
    /// `'readOnly'`: changes in it are refused with `EROFS`; `'copyOnWrite'`: they are the session's own. Nothing is ever
    /// written to the source. Default `'readOnly'`.
    #[napi(ts_type = "'readOnly' | 'copyOnWrite'")]
    pub mode: Option<String>,
}

impl Mount<'_> {
    pub fn to_core(&self) -> Result<session::Mount> {
        let read_only = match self.mode.as_deref() {
            None | Some("readOnly") => true,
            Some("copyOnWrite") => false,
            Some(other) => return Err(invalid(format!("mode must be 'readOnly' or 'copyOnWrite'; got '{other}'"))),
        };
        let host = |folder: &HostFolder| {
            let ignore_file = folder.ignore_file.clone().unwrap_or_else(|| ".gitignore".to_owned());
            let options = ReadOptions {
                include: patterns(folder.include.as_deref()),
                exclude: patterns(folder.exclude.as_deref()),
                ignore_file: Some(ignore_file).filter(|name| !name.is_empty()),
                follow_symlinks: false,
            };
            host_source(&OsString::from(&folder.directory), &options).into_js()
        };
        let source = match &self.source {
            Either3::A(directory) => host(&HostFolder { directory: directory.clone(), ..HostFolder::default() })?,
            Either3::B(snapshot) => snapshot_source(&snapshot.core),
            Either3::C(folder) => host(folder)?,
        };
        Ok(session::Mount { path: BString::from(self.path.as_str()), source, read_only })
    }
}

/// A file's bytes that are asked for. Made by the package for each file that a function has; not for direct use.
#[napi]
pub struct LoadRequest {
    path: String,
    reply: Arc<Reply>,
}

#[napi]
impl LoadRequest {
    /// The path, as the session's options name it.
    #[napi(getter, catch_unwind)]
    pub fn path(&self) -> String {
        self.path.clone()
    }

    /// Gives the bytes.
    #[napi(catch_unwind)]
    pub fn answer(&self, data: Either<String, &[u8]>) {
        let bytes = match data {
            Either::A(text) => Bytes::from(text),
            Either::B(bytes) => Bytes::copy_from_slice(bytes),
        };
        self.reply.give(Ok(Content::from_bytes(bytes)));
    }

    /// Says that there are none: readers get `EIO`.
    #[napi(catch_unwind)]
    pub fn fail(&self) {
        self.reply.give(Err(Errno::Io));
    }
}

impl Drop for LoadRequest {
    /// Whoever waits is told, also where JavaScript went away before it answered.
    fn drop(&mut self) {
        self.reply.give(Err(Errno::Io));
    }
}

/// What a session's lazy files call.
pub type Load<'env> = Function<'env, LoadRequest, ()>;

type Ask = ThreadsafeFunction<LoadRequest, (), LoadRequest, Status, false, true>;

/// The files at these paths, all of which `load` has.
pub fn lazy_files(paths: Vec<String>, load: &Load<'_>) -> Result<Vec<(BString, Arc<Unread>)>> {
    let ask = load.build_threadsafe_function().callee_handled::<false>().weak::<true>().build()?;
    let ask: Arc<Ask> = Arc::new(ask);
    let file = |path: String| {
        let name = BString::from(path.as_str());
        let source = JsFile { path, ask: Arc::clone(&ask), in_flight: Mutex::default() };
        (name, Arc::new(Unread::new(Arc::new(source))))
    };
    Ok(paths.into_iter().map(file).collect())
}

struct JsFile {
    path: String,
    ask: Arc<Ask>,
    /// The answer that somebody waits for already.
    in_flight: Mutex<Weak<Reply>>,
}

impl FileSource for JsFile {
    fn size(&self) -> Option<u64> {
        None
    }

    fn is_immediate(&self) -> bool {
        false
    }

    fn read(&self, _most: u64) -> Answer {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reply) = in_flight.upgrade()
            && !reply.has_failed()
        {
            return Answer::Later(reply);
        }
        let reply: Arc<Reply> = Arc::default();
        *in_flight = Arc::downgrade(&reply);
        let request = LoadRequest { path: self.path.clone(), reply: Arc::clone(&reply) };
        match self.ask.call(request, ThreadsafeFunctionCallMode::NonBlocking) {
            Status::Ok => Answer::Later(reply),
            _ => Answer::Now(Err(Errno::Io)),
        }
    }
}
