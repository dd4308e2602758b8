//! Variables that the shell computes when they are read (`RANDOM`, `LINENO`, `FUNCNAME`, …) or that act when they are
//! assigned (`IFS`, `OPTIND`, …), and the variables that a new shell starts with.

use std::sync::Arc;

use bstr::BString;

use super::{AssociativeArray, Attributes, IndexedArray, Value, Variable, Variables};
use crate::shell::flow::Flow;
use crate::shell::kernel::{Description, IoError, Source};
use crate::shell::options::TABLE;
use crate::shell::shell::{FrameKind, InputKind, Shell};
use crate::shell::syntax::ast::Name;
use crate::shell::syntax::print;

/// What is special about a variable. A variable that is unset loses it for good, as in bash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    // Computed when they are read.
    Random,
    SecureRandom,
    Seconds,
    EpochSeconds,
    EpochRealtime,
    Line,
    FunctionNames,
    Sources,
    CallLines,
    Pid,
    PipeStatus,
    SubshellLevel,
    SetOptions,
    ShoptOptions,
    DirectoryStack,
    Groups,
    ShellName,
    LastArgument,
    Aliases,
    HashedCommands,
    CommandText,
    // Acting when they are assigned; these belong to the name for ever.
    Ifs,
    GlobIgnore,
    OptionIndex,
}

/// The computed variables by name.
const DYNAMIC: &[(&str, Special)] = &[
    ("RANDOM", Special::Random),
    ("SRANDOM", Special::SecureRandom),
    ("SECONDS", Special::Seconds),
    ("EPOCHSECONDS", Special::EpochSeconds),
    ("EPOCHREALTIME", Special::EpochRealtime),
    ("LINENO", Special::Line),
    ("FUNCNAME", Special::FunctionNames),
    ("BASH_SOURCE", Special::Sources),
    ("BASH_LINENO", Special::CallLines),
    ("BASHPID", Special::Pid),
    ("PIPESTATUS", Special::PipeStatus),
    ("BASH_SUBSHELL", Special::SubshellLevel),
    ("SHELLOPTS", Special::SetOptions),
    ("BASHOPTS", Special::ShoptOptions),
    ("DIRSTACK", Special::DirectoryStack),
    ("GROUPS", Special::Groups),
    ("BASH_ARGV0", Special::ShellName),
    ("_", Special::LastArgument),
    ("BASH_ALIASES", Special::Aliases),
    ("BASH_CMDS", Special::HashedCommands),
    ("BASH_COMMAND", Special::CommandText),
];

/// The version that the shell claims to be.
const VERSION: &str = "5.2.15(1)-release";

impl Special {
    /// What belongs to a name whatever happens to the variable.
    pub(super) fn hook_of(name: &str) -> Option<Special> {
        match name {
            "IFS" => Some(Special::Ifs),
            "GLOBIGNORE" => Some(Special::GlobIgnore),
            "OPTIND" => Some(Special::OptionIndex),
            _ => None,
        }
    }

    /// True when the value is computed.
    pub fn is_dynamic(self) -> bool {
        !matches!(self, Special::Ifs | Special::GlobIgnore | Special::OptionIndex)
    }

    fn attributes(self) -> Attributes {
        let none = Attributes::default();
        match self {
            Special::Random | Special::SecureRandom | Special::Seconds | Special::Pid => {
                Attributes { integer: true, ..none }
            }
            Special::FunctionNames
            | Special::Sources
            | Special::CallLines
            | Special::PipeStatus
            | Special::DirectoryStack
            | Special::Groups => Attributes { indexed: true, ..none },
            Special::Aliases | Special::HashedCommands => Attributes { associative: true, ..none },
            Special::SetOptions | Special::ShoptOptions => Attributes { readonly: true, ..none },
            _ => none,
        }
    }
}

impl Variables {
    /// Stores a variable that the environment gives: exported.
    pub fn import(&mut self, name: &str, value: BString) {
        let variable = self.slot_or_new(name);
        variable.value = Value::Scalar(value);
        variable.attributes.export = true;
        self.touch();
    }

    /// Stores text past `readonly` and attributes, as [`Variables::set`].
    pub fn set_internal(&mut self, name: &str, value: BString) {
        self.set(name, value);
    }

    /// Adds what bash sets by itself: the computed variables and the constants, which replace variables of their names,
    /// and defaults for those that the environment did not give.
    pub fn set_constants(&mut self) {
        for (name, special) in DYNAMIC {
            let variable =
                Variable { special: Some(*special), attributes: special.attributes(), ..Variable::default() };
            self.insert(Name::from(*name), variable);
        }
        let version = ["5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"].into_iter().map(BString::from).collect();
        let readonly = Attributes { readonly: true, ..Attributes::default() };
        let number = Attributes { readonly: true, integer: true, ..Attributes::default() };
        let constants = [
            ("BASH_VERSINFO", Value::array(version), Attributes { indexed: true, ..readonly }),
            ("BASH_VERSION", Value::Scalar(VERSION.into()), Attributes::default()),
            ("BASH", Value::Scalar("/bin/bash".into()), Attributes::default()),
            ("UID", Value::Scalar("1000".into()), number),
            ("EUID", Value::Scalar("1000".into()), number),
            ("PPID", Value::Scalar("1".into()), number),
        ];
        for (name, value, attributes) in constants {
            self.insert(Name::from(name), Variable { value, attributes, special: None });
        }
        let defaults = [
            ("HOSTNAME", "sandbox"),
            ("HOSTTYPE", "x86_64"),
            ("MACHTYPE", "x86_64-pc-linux-gnu"),
            ("OSTYPE", "linux-gnu"),
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("SHELL", "/bin/bash"),
            ("TERM", "dumb"),
        ];
        for (name, text) in defaults {
            if self.get(name).is_none() {
                self.set(name, text.into());
            }
        }
        self.slot_or_new("OPTIND").attributes.integer = true;
    }
}

/// The next state of the generator of Park and Miller, by Schrage's method.
fn next_random(seed: u32) -> u32 {
    let seed = i64::from(if seed == 0 { 123_459_876 } else { seed });
    let (high, low) = (seed / 127_773, seed % 127_773);
    let next = 16_807 * low - 2_836 * high;
    (if next < 0 { next + 0x7fff_ffff } else { next }) as u32
}

fn random_value(seed: u32) -> u32 {
    ((seed >> 16) ^ (seed & 0xffff)) & 0x7fff
}

impl Shell {
    /// The value of a computed variable now.
    pub(crate) fn dynamic_value(&mut self, special: Special) -> Result<Value, Flow> {
        let number = |number: i64| Value::Scalar(number.to_string().into());
        Ok(match special {
            Special::Random => {
                let last = random_value(self.state.random);
                loop {
                    self.state.random = next_random(self.state.random);
                    let value = random_value(self.state.random);
                    if value != last {
                        break number(i64::from(value));
                    }
                }
            }
            Special::SecureRandom => {
                let bytes = match Description::new(Source::Random, true, false).read(&self.kernel.vfs, 4) {
                    Ok(bytes) => bytes,
                    Err(IoError::Halt(halt)) => return Err(halt.into()),
                    Err(IoError::Errno(_)) => bytes::Bytes::new(),
                };
                number(bytes.iter().fold(0, |number, &byte| number << 8 | i64::from(byte)))
            }
            Special::Seconds => {
                let passed = self.kernel.scheduler.now().0.saturating_sub(self.state.seconds_base);
                number(passed.div_euclid(1_000_000_000))
            }
            Special::EpochSeconds => number(self.kernel.scheduler.now().0.div_euclid(1_000_000_000)),
            Special::EpochRealtime => {
                let micros = self.kernel.scheduler.now().0.div_euclid(1_000);
                let text = format!("{}.{:06}", micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
                Value::Scalar(text.into())
            }
            Special::Line => number(i64::from(self.line)),
            Special::FunctionNames => {
                if !self.frames.iter().any(|frame| frame.kind == FrameKind::Function) {
                    return Ok(Value::Unset);
                }
                let mut names: Vec<BString> =
                    self.frames.iter().rev().map(|frame| frame.function.as_bytes().into()).collect();
                if self.input == InputKind::File {
                    names.push("main".into());
                }
                Value::array(names)
            }
            Special::Sources => {
                let mut sources: Vec<BString> = self.frames.iter().rev().map(|frame| frame.source.clone()).collect();
                if self.input == InputKind::File {
                    sources.push(self.script.clone());
                }
                Value::array(sources)
            }
            Special::CallLines => {
                let mut lines: Vec<BString> =
                    self.frames.iter().rev().map(|frame| frame.call_line.to_string().into()).collect();
                if self.input == InputKind::File {
                    lines.push("0".into());
                }
                Value::array(lines)
            }
            Special::Pid => number(i64::from(self.process.pid)),
            Special::PipeStatus => {
                Value::array(self.pipe_status.iter().map(|status| status.to_string().into()).collect())
            }
            Special::SubshellLevel => number(i64::from(self.subshell_level)),
            Special::SetOptions => Value::Scalar(self.option_list(false)),
            Special::ShoptOptions => Value::Scalar(self.option_list(true)),
            Special::DirectoryStack => Value::array(self.full_stack()),
            Special::CommandText => match &self.current_command {
                Some(command) => Value::Scalar(print::command_head(command)),
                None => Value::Scalar(BString::default()),
            },
            Special::Groups => Value::array(vec!["1000".into()]),
            Special::ShellName => Value::Scalar(self.state.name.clone()),
            Special::LastArgument => Value::Scalar(self.last_argument.clone()),
            Special::Aliases => {
                let mut array = AssociativeArray::default();
                let mut names: Vec<_> = self.state.aliases.iter().collect();
                names.sort_unstable();
                for (name, text) in names {
                    array.set(name, text.clone());
                }
                Value::Associative(Arc::new(array))
            }
            Special::HashedCommands => Value::Associative(Arc::default()),
            Special::Ifs | Special::GlobIgnore | Special::OptionIndex => Value::Unset,
        })
    }

    /// The names of the options that are on, joined with colons, as `SHELLOPTS` and `BASHOPTS` hold them.
    fn option_list(&self, shopt: bool) -> BString {
        let mut on = TABLE
            .iter()
            .filter(|info| info.shopt == shopt && self.state.options.get(info.name.as_bytes(), shopt) == Some(true))
            .map(|info| info.name)
            .collect::<Vec<_>>();
        if shopt && self.state.options.interactive_comments {
            // Both kinds of options have this one.
            on.push("interactive_comments");
        }
        on.sort_unstable();
        on.join(":").into()
    }

    /// Assigns text to a computed variable: it sets a counter or a seed, or has no effect.
    pub(super) fn assign_dynamic(&mut self, special: Special, value: BString) -> Result<(), Flow> {
        match special {
            Special::Random => self.state.random = self.evaluate_text(&value)? as u32,
            Special::Seconds => {
                let seconds = self.evaluate_text(&value)?;
                let now = self.kernel.scheduler.now().0;
                self.state.seconds_base = now.saturating_sub(seconds.saturating_mul(1_000_000_000));
            }
            Special::ShellName => self.state.name = value,
            Special::Line => self.line = u32::try_from(self.evaluate_text(&value)?).unwrap_or(0),
            Special::LastArgument => self.last_argument = value,
            _ => {}
        }
        Ok(())
    }

    /// What follows from a new value of `IFS`, `OPTIND` or `GLOBIGNORE`, or from its end.
    pub(super) fn after_change(&mut self, special: Special) {
        match special {
            Special::OptionIndex => self.getopts_offset = 0,
            Special::GlobIgnore => {
                // The manual: setting it to something has the effect of `dotglob`, unsetting it ends that.
                match self.state.variables.scalar("GLOBIGNORE") {
                    Some(value) if value.is_empty() => {}
                    value => self.state.options.dotglob = value.is_some(),
                }
            }
            _ => {}
        }
    }

    /// The value of `$name`: element 0 of an array, namerefs followed, computed where the shell computes it. `None`
    /// when it is not set.
    pub fn variable(&mut self, name: &str) -> Option<BString> {
        let variable = self.state.variables.get(name)?;
        match variable.special {
            None if !variable.attributes.nameref => variable.value.scalar().map(BString::from),
            // A failure to compute is the end of the run, which the next step finds out too.
            Some(special) if special.is_dynamic() => self.dynamic_value(special).ok()?.scalar().map(BString::from),
            _ => self.state.variables.scalar(name).map(BString::from),
        }
    }

    /// The variable with its computed value, if it has one: what `declare -p` shows.
    pub fn variable_now(&mut self, name: &str) -> Result<Option<Variable>, Flow> {
        let Some(variable) = self.state.variables.get(name) else { return Ok(None) };
        let mut variable = variable.clone();
        if let Some(special) = variable.special.filter(|special| special.is_dynamic()) {
            variable.value = self.dynamic_value(special)?;
        }
        Ok(Some(variable))
    }
}

impl From<IndexedArray> for Value {
    fn from(array: IndexedArray) -> Self {
        Value::Indexed(Arc::new(array))
    }
}
