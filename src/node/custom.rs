//! Custom commands for JavaScript: one object for each call, whose methods are what its process can be asked for.

use std::sync::Arc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;
use napi::bindgen_prelude::{Either, Function, Object, ToNapiValue, Uint8Array};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Result, Status};
use napi_derive::napi;

use super::error::to_js;
use super::options::data_bytes;
use super::results::kind_name;
use crate::session::{self, Answer, Call, Ran, Wish, Wishes};
use crate::shell::kernel::Stat;

/// What a custom command's calls are handed to.
pub type Begin<'env> = Function<'env, CommandCall, ()>;

type Tell = ThreadsafeFunction<CommandCall, (), CommandCall, Status, false, true>;

/// One call of a custom command. Made by the package; `CommandIo` is what a command sees.
#[napi]
pub struct CommandCall {
    session: u64,
    call: u64,
    argv: Vec<BString>,
    env: Vec<(BString, BString)>,
    cwd: BString,
    wishes: Wishes,
}

/// A file or folder, as `io.fs.stat` shows it.
#[napi(object, object_from_js = false)]
pub struct CommandStat {
    /// `'file'`, `'directory'`, `'symlink'`, `'fifo'` or `'device'`.
    pub kind: String,
    /// Bytes.
    pub size: f64,
    pub mode: u32,
    /// Milliseconds since 1970, on the session's clock.
    pub mtime_ms: f64,
}

/// A name in a folder, as `io.fs.readdir` gives it.
#[napi(object, object_from_js = false)]
pub struct CommandEntry {
    pub name: String,
    pub kind: String,
}

/// What a command did that a custom command ran.
#[napi(object, object_from_js = false)]
pub struct CommandRan {
    pub exit_code: u32,
    #[napi(ts_type = "Uint8Array")]
    pub stdout_bytes: Uint8Array,
    #[napi(ts_type = "Uint8Array")]
    pub stderr_bytes: Uint8Array,
}

impl CommandCall {
    /// Makes a promise that the answer to the wish settles.
    fn ask<'env, T, R>(
        &self,
        env: &'env Env,
        wish: impl FnOnce(Answer<T>) -> Wish,
        show: impl FnOnce(T) -> R + Send + 'static,
    ) -> Result<Object<'env>>
    where
        T: Send + 'static,
        R: ToNapiValue + 'static,
    {
        let (deferred, promise) = env.create_deferred::<R, _>()?;
        self.wishes.push(wish(Box::new(move |outcome: std::result::Result<T, session::ApiError>| {
            deferred.resolve(move |_| outcome.map(show).map_err(to_js));
        })));
        Ok(promise)
    }
}

fn bytes_of(data: Bytes) -> Uint8Array {
    Uint8Array::new(data.to_vec())
}

fn path_of(path: String) -> BString {
    BString::from(path)
}

#[napi]
impl CommandCall {
    /// The number of its session.
    #[napi(getter, catch_unwind)]
    pub fn session(&self) -> f64 {
        self.session as f64
    }

    /// The face's number of the call of `execute` that it is in.
    #[napi(getter, catch_unwind)]
    pub fn call(&self) -> f64 {
        self.call as f64
    }

    #[napi(getter, catch_unwind)]
    pub fn argv(&self) -> Vec<String> {
        self.argv.iter().map(|arg| arg.to_str_lossy().into_owned()).collect()
    }

    #[napi(getter, catch_unwind)]
    pub fn argv_bytes(&self) -> Vec<Uint8Array> {
        self.argv.iter().map(|arg| Uint8Array::new(arg.to_vec())).collect()
    }

    #[napi(getter, catch_unwind)]
    pub fn env(&self) -> Vec<Vec<String>> {
        let text = |text: &BString| text.to_str_lossy().into_owned();
        self.env.iter().map(|(name, value)| vec![text(name), text(value)]).collect()
    }

    #[napi(getter, catch_unwind)]
    pub fn cwd(&self) -> String {
        self.cwd.to_str_lossy().into_owned()
    }

    /// Whether the process is no more.
    #[napi(getter, catch_unwind)]
    pub fn over(&self) -> bool {
        self.wishes.are_over()
    }

    /// Resolves when the process is no more.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn ended<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        let (deferred, promise) = env.create_deferred::<(), _>()?;
        self.wishes.on_end(Box::new(move || deferred.resolve(|_| Ok(()))));
        Ok(promise)
    }

    /// Bytes of the standard input, at most so many; null at its end.
    #[napi(catch_unwind, ts_return_type = "Promise<Uint8Array | null>")]
    pub fn read<'env>(&self, env: &'env Env, most: u32) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::Read(most as usize, answer), |data: Option<Bytes>| data.map(bytes_of))
    }

    /// Writes to descriptor 1 or 2.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn write<'env>(&self, env: &'env Env, fd: u32, data: Either<String, Uint8Array>) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::Write(fd, data_bytes(&data), answer), |()| ())
    }

    #[napi(catch_unwind, ts_return_type = "Promise<Uint8Array>")]
    pub fn read_file<'env>(&self, env: &'env Env, path: String) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::ReadFile(path_of(path), answer), bytes_of)
    }

    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn write_file<'env>(
        &self,
        env: &'env Env,
        path: String,
        data: Either<String, Uint8Array>,
        append: bool,
    ) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::WriteFile(path_of(path), data_bytes(&data), append, answer), |()| ())
    }

    #[napi(catch_unwind, ts_return_type = "Promise<CommandStat>")]
    pub fn stat<'env>(&self, env: &'env Env, path: String) -> Result<Object<'env>> {
        self.ask(
            env,
            |answer| Wish::Stat(path_of(path), answer),
            |stat: Stat| CommandStat {
                kind: kind_name(stat.kind).to_owned(),
                size: stat.size as f64,
                mode: u32::from(stat.mode),
                mtime_ms: (stat.mtime.0 / 1_000_000) as f64,
            },
        )
    }

    #[napi(catch_unwind, ts_return_type = "Promise<CommandEntry[]>")]
    pub fn readdir<'env>(&self, env: &'env Env, path: String) -> Result<Object<'env>> {
        self.ask(
            env,
            |answer| Wish::List(path_of(path), answer),
            |entries: Vec<_>| {
                let entry = |(name, kind): (BString, _)| CommandEntry {
                    name: name.to_str_lossy().into_owned(),
                    kind: kind_name(kind).to_owned(),
                };
                entries.into_iter().map(entry).collect::<Vec<_>>()
            },
        )
    }

    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn mkdir<'env>(&self, env: &'env Env, path: String, parents: bool) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::MakeFolder(path_of(path), parents, answer), |()| ())
    }

    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn rm<'env>(&self, env: &'env Env, path: String, recursive: bool) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::Remove(path_of(path), recursive, answer), |()| ())
    }

    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn rename<'env>(&self, env: &'env Env, from: String, to: String) -> Result<Object<'env>> {
        self.ask(env, |answer| Wish::Rename(path_of(from), path_of(to), answer), |()| ())
    }

    /// Runs a command; without `stdin` it reads what is left of the standard input.
    #[napi(catch_unwind, ts_return_type = "Promise<CommandRan>")]
    pub fn run<'env>(
        &self,
        env: &'env Env,
        argv: Vec<Either<String, Uint8Array>>,
        stdin: Option<Either<String, Uint8Array>>,
    ) -> Result<Object<'env>> {
        let argv = argv.iter().map(|arg| BString::from(data_bytes(arg).to_vec())).collect();
        self.ask(
            env,
            |answer| Wish::Run(argv, stdin.as_ref().map(data_bytes), answer),
            |ran: Ran| CommandRan {
                exit_code: u32::from(ran.exit_code),
                stdout_bytes: Uint8Array::new(ran.stdout),
                stderr_bytes: Uint8Array::new(ran.stderr),
            },
        )
    }

    /// The call is over.
    #[napi(catch_unwind)]
    pub fn end(&self, status: u32) {
        self.wishes.push(Wish::End(Ok((status & 0xff) as u8)));
    }

    /// The call failed: the message goes to the standard error, and the status is 1.
    #[napi(catch_unwind)]
    pub fn fail(&self, message: String) {
        self.wishes.push(Wish::End(Err(message)));
    }
}

impl Drop for CommandCall {
    /// A call that nobody can answer any more ends.
    fn drop(&mut self) {
        self.wishes.push(Wish::End(Err("the host went away".to_owned())));
    }
}

struct JsCommand {
    tell: Tell,
}

impl session::HostCommand for JsCommand {
    fn begin(&self, call: Call) {
        let Call { session, call, argv, env, cwd, wishes } = call;
        let call = CommandCall { session, call, argv, env, cwd, wishes };
        // Where JavaScript is not there any more, the call is dropped here and so ends.
        let _ = self.tell.call(call, ThreadsafeFunctionCallMode::NonBlocking);
    }
}

/// A command whose calls JavaScript gets.
pub fn host_command(begin: &Begin<'_>) -> Result<Arc<dyn session::HostCommand>> {
    let tell = begin.build_threadsafe_function().callee_handled::<false>().weak::<true>().build()?;
    Ok(Arc::new(JsCommand { tell }))
}
