//! `Executor` for JavaScript.

use std::collections::BTreeMap;
use std::sync::Arc;

use napi::Result;
use napi::bindgen_prelude::ClassInstance;
use napi_derive::napi;

use super::custom::{Begin, host_command};
use super::error::IntoJs;
use super::files::SessionFiles;
use super::mount::Load;
use super::options::{ExecutorOptions, Limits, SessionOptions};
use super::parsed::{ParsedScript, parse};
use super::session::{Session, create};
use crate::session;

/// What many sessions share: the commands that exist, limits, clock, seed, and programs that were parsed once.
#[napi]
pub struct Executor {
    pub(super) core: Arc<session::Executor>,
}

/// The switches of an executor's language.
pub fn language_of(executor: &session::Executor) -> BTreeMap<String, bool> {
    let language = executor.language();
    session::Construct::ALL.iter().map(|one| (one.name().to_owned(), language.has(*one))).collect()
}

#[napi]
impl Executor {
    /// Errors: `INVALID_ARGUMENT`, also for a command that does not exist.
    #[napi(constructor, catch_unwind)]
    pub fn new(options: Option<ExecutorOptions<'_>>) -> Result<Executor> {
        let options = options.unwrap_or_default().to_core()?;
        Ok(Executor { core: session::Executor::new(options).into_js()? })
    }

    /// A new session with these settings, over which its own options go. The same as `new Session({ executor, … })`.
    #[napi(catch_unwind, ts_args_type = "options?: Omit<SessionOptions, 'executor'>")]
    pub fn session(
        &self,
        options: Option<SessionOptions<'_>>,
        files: Option<ClassInstance<'_, SessionFiles>>,
        lazy: Option<Vec<String>>,
        load: Option<Load<'_>>,
    ) -> Result<Session> {
        create(&self.core, &options.unwrap_or_default(), files, lazy, load)
    }

    /// Reads a script without running it: what it would run, as far as the text tells. A syntax error is part of the
    /// result.
    #[napi(catch_unwind)]
    pub fn parse(&self, script: String) -> ParsedScript {
        parse(&self.core, script.as_bytes())
    }

    /// The door of the face's `addCommand`.
    #[napi(catch_unwind, skip_typescript)]
    pub fn add_native_command(&self, name: String, help: String, begin: Begin<'_>) -> Result<()> {
        self.core.add_command(&name, &help, host_command(&begin)?).into_js()
    }

    /// Takes a command away, for runs that begin from now on. A custom command that stood in place of another gives it
    /// back. False when there is none of that name.
    #[napi(catch_unwind)]
    pub fn remove_command(&self, name: String) -> bool {
        self.core.remove_command(&name)
    }

    /// The names of the commands in byte order, without the shell's own builtins.
    #[napi(getter, catch_unwind)]
    pub fn commands(&self) -> Vec<String> {
        self.core.commands()
    }

    /// The names of the shell's builtins in byte order.
    #[napi(getter, catch_unwind)]
    pub fn builtins(&self) -> Vec<String> {
        self.core.builtins()
    }

    /// Which constructs of the language there are.
    #[napi(getter, catch_unwind, ts_return_type = "Required<Language>")]
    pub fn language(&self) -> BTreeMap<String, bool> {
        language_of(&self.core)
    }

    /// The limits of its sessions.
    #[napi(getter, catch_unwind, ts_return_type = "Required<Limits>")]
    pub fn limits(&self) -> Limits {
        Limits::of(self.core.limits())
    }
}
