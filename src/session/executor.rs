//! What many sessions share: commands, limits, clock, seed and parsed programs.

use std::sync::Arc;

use super::error::{ApiError, Category};
use super::limits::Limits;
use super::system;
use super::watch::host_time;
use shell::command::Registry;
use shell::programs::Programs;
use workspace::{Dir, Time};

/// Where the clock of new sessions starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockStart {
    /// Virtual, at that time. The default is 2027-01-01T00:00:00Z.
    Virtual(Time),
    /// The host's clock: sleeping takes real time, and runs are not repeatable.
    Real,
}

/// 2027-01-01T00:00:00Z
pub const DEFAULT_START: Time = Time(1_798_761_600_000_000_000);

impl Default for ClockStart {
    fn default() -> Self {
        ClockStart::Virtual(DEFAULT_START)
    }
}

impl ClockStart {
    /// The time at which a new state begins.
    pub fn time(self) -> Time {
        match self {
            ClockStart::Virtual(time) => time,
            ClockStart::Real => host_time(),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct ExecutorOptions {
    /// The commands that exist, by name; `None`: all.
    pub commands: Option<Vec<String>>,
    pub limits: Limits,
    pub clock: ClockStart,
    pub seed: u64,
}

/// Shared by many sessions; immutable.
pub struct Executor {
    pub(super) registry: Arc<Registry>,
    pub(super) programs: Arc<Programs>,
    pub(super) system: Arc<Dir>,
    pub(super) limits: Limits,
    pub(super) clock: ClockStart,
    pub(super) seed: u64,
}

impl Executor {
    /// Errors: `INVALID_ARGUMENT` for a command that does not exist.
    pub fn new(options: ExecutorOptions) -> Result<Arc<Executor>, ApiError> {
        let mut registry = commands::registry();
        if let Some(selected) = &options.commands {
            if let Some(unknown) = selected.iter().find(|name| registry.get(name.as_bytes()).is_none()) {
                let known: Vec<&str> = registry.names().collect();
                return Err(ApiError::new(
                    "INVALID_ARGUMENT",
                    Category::InvalidRequest,
                    format!("commands: there is no command '{unknown}'; known are {}", known.join(" ")),
                ));
            }
            let unwanted: Vec<String> = registry
                .names()
                .filter(|name| !selected.iter().any(|selected| selected == name))
                .map(str::to_owned)
                .collect();
            for name in unwanted {
                registry.remove(&name);
            }
        }
        Ok(Self::with_registry(registry, &options))
    }

    /// An executor over commands of the caller's choice.
    pub fn with_registry(registry: Registry, options: &ExecutorOptions) -> Arc<Executor> {
        let system = system::build(&registry, options.clock.time());
        Arc::new(Executor {
            registry: Arc::new(registry),
            programs: Arc::default(),
            system,
            limits: options.limits,
            clock: options.clock,
            seed: options.seed,
        })
    }

    /// The names of the registry's commands in byte order; builtins of the shell are not among them.
    pub fn commands(&self) -> Vec<String> {
        self.registry.names().map(str::to_owned).collect()
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn programs(&self) -> &Programs {
        &self.programs
    }
}
