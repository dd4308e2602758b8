//! What many sessions share: commands, limits, clock, seed and parsed programs.

use std::sync::{Arc, PoisonError, RwLock};

use super::custom::{Custom, HostCommand};
use super::error::{ApiError, Category};
use super::limits::Limits;
use super::policy::SessionPolicy;
use super::system;
use super::watch::host_time;
use shell::builtins::{all, lookup};
use shell::capabilities::Capabilities;
use shell::command::Registry;
use shell::programs::Programs;
use shell::syntax::{Construct, Language};
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
    /// The commands that exist, by name; `None`: all that the profile has.
    pub commands: Option<Vec<String>>,
    /// The builtins of the shell that exist, by name; `None`: all that the profile has.
    pub builtins: Option<Vec<String>>,
    /// The constructs of the language that there are.
    pub language: Language,
    /// `sed`'s `e`, which runs text as commands.
    pub sed_execute: bool,
    pub limits: Limits,
    pub clock: ClockStart,
    pub seed: u64,
    pub policy: SessionPolicy,
}

/// Shared by many sessions. What changes are the commands of the host alone.
pub struct Executor {
    commands: RwLock<Commands>,
    pub(super) programs: Arc<Programs>,
    pub(super) capabilities: Arc<Capabilities>,
    pub(super) limits: Limits,
    pub(super) clock: ClockStart,
    pub(super) seed: u64,
    pub(super) policy: SessionPolicy,
}

/// The commands that exist, and the folders in which they are seen.
#[derive(Clone)]
pub(super) struct Commands {
    pub registry: Arc<Registry>,
    pub system: Arc<Dir>,
}

impl Commands {
    fn new(registry: Registry, clock: ClockStart) -> Self {
        let system = system::build(&registry, clock.time());
        Commands { registry: Arc::new(registry), system }
    }
}

impl Executor {
    /// Errors: `INVALID_ARGUMENT` for a command or builtin that does not exist.
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
        if !options.language.has(Construct::Eval) {
            registry.remove("bash");
            registry.remove("sh");
        }
        if let Some(unknown) = options.builtins.iter().flatten().find(|name| lookup(name.as_bytes()).is_none()) {
            let known: Vec<&str> = all().iter().map(|builtin| builtin.name).collect();
            return Err(ApiError::invalid(format!(
                "builtins: there is no builtin '{unknown}'; known are {}",
                known.join(" ")
            )));
        }
        Ok(Self::with_registry(registry, &options))
    }

    /// An executor over commands of the caller's choice.
    pub fn with_registry(registry: Registry, options: &ExecutorOptions) -> Arc<Executor> {
        Arc::new(Executor {
            commands: RwLock::new(Commands::new(registry, options.clock)),
            programs: Arc::new(Programs::new(options.language)),
            capabilities: Arc::new(Capabilities::new(
                options.language,
                options.builtins.as_deref(),
                options.sed_execute,
            )),
            limits: options.limits,
            clock: options.clock,
            seed: options.seed,
            policy: options.policy.clone(),
        })
    }

    /// The names of the registry's commands in byte order; builtins of the shell are not among them.
    pub fn commands(&self) -> Vec<String> {
        self.current_commands().registry.names().map(str::to_owned).collect()
    }

    /// The commands as they are now: a run keeps what it began with.
    pub(super) fn current_commands(&self) -> Commands {
        self.commands.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds a command that host code has, or puts it in the place of one of that name, which it can still run.
    ///
    /// Errors: `INVALID_ARGUMENT` for a name that no command can have.
    pub fn add_command(&self, name: &str, help: &str, host: Arc<dyn HostCommand>) -> Result<(), ApiError> {
        let forbidden = |byte: u8| {
            byte.is_ascii_whitespace() || byte.is_ascii_control() || b"/'\"\\$`&|;<>()*?[]#~=!{}".contains(&byte)
        };
        if name.is_empty() || name.len() > 255 || name.bytes().any(forbidden) || name == "." || name == ".." {
            return Err(ApiError::invalid(format!("'{}' cannot be the name of a command", name.escape_debug())));
        }
        let mut refused = false;
        self.change_commands(|registry| {
            let there = registry.get(name.as_bytes()).cloned();
            // `echo` and its like are both; `cd` and its like are the shell's own business.
            refused = there.is_none() && lookup(name.as_bytes()).is_some();
            if !refused {
                let custom = Custom { name: name.to_owned(), help: help.to_owned(), host, replaced: there };
                registry.insert_over_builtins(Arc::new(custom));
            }
            !refused
        });
        if refused {
            return Err(ApiError::invalid(format!("'{name}' is the shell's own and cannot be replaced")));
        }
        Ok(())
    }

    /// Takes a command away: one of the host's, then what it stood in place of is there again; or another one. False when
    /// there is none. Runs that have begun keep it.
    pub fn remove_command(&self, name: &str) -> bool {
        self.change_commands(|registry| {
            let Some(command) = registry.get(name.as_bytes()).cloned() else { return false };
            match command.replaced() {
                Some(replaced) if replaced.replaced().is_some() => registry.insert_over_builtins(Arc::clone(replaced)),
                Some(replaced) => registry.insert(Arc::clone(replaced)),
                None => registry.remove(name),
            }
            true
        })
    }

    fn change_commands(&self, change: impl FnOnce(&mut Registry) -> bool) -> bool {
        let mut commands = self.commands.write().unwrap_or_else(PoisonError::into_inner);
        let mut registry = Registry::clone(&commands.registry);
        let changed = change(&mut registry);
        if changed {
            *commands = Commands::new(registry, self.clock);
        }
        changed
    }

    /// The names of the shell's builtins in byte order.
    pub fn builtins(&self) -> Vec<String> {
        self.capabilities.builtins().map(|builtin| builtin.name.to_owned()).collect()
    }

    /// The constructs of the language that there are.
    pub fn language(&self) -> Language {
        self.capabilities.language
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn programs(&self) -> &Programs {
        &self.programs
    }
}
