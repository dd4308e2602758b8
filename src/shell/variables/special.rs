//! Variables that the shell computes when they are read (`RANDOM`, `LINENO`, `FUNCNAME`, …) or that act when they are
//! assigned (`IFS`, `OPTIND`, …), and the variables that a new shell starts with.

use std::sync::Arc;

use bstr::BString;

use super::{AssociativeArray, Attributes, Index, IndexedArray, Value, Variable, Variables};
use crate::flow::Flow;
use crate::kernel::{Description, IoError, Source};
use crate::options::TABLE;
use crate::shell::{CurrentCommand, FrameKind, InputKind, Shell};
use crate::syntax::ast::Name;
use crate::syntax::print;

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
    ArgumentCounts,
    Arguments,
    HistoryNumber,
    // Acting when they are assigned; these belong to the name for ever.
    Ifs,
    GlobIgnore,
    OptionIndex,
    Path,
    HistorySize,
    HistoryFileSize,
    PosixlyCorrect,
    Compatibility,
    TraceDescriptor,
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
    ("BASH_ARGC", Special::ArgumentCounts),
    ("BASH_ARGV", Special::Arguments),
    ("HISTCMD", Special::HistoryNumber),
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
            "PATH" => Some(Special::Path),
            "HISTSIZE" => Some(Special::HistorySize),
            "HISTFILESIZE" => Some(Special::HistoryFileSize),
            "POSIXLY_CORRECT" => Some(Special::PosixlyCorrect),
            "BASH_COMPAT" => Some(Special::Compatibility),
            "BASH_XTRACEFD" => Some(Special::TraceDescriptor),
            _ => None,
        }
    }

    /// True for what a listing of all variables leaves out.
    pub fn is_hidden(self) -> bool {
        matches!(
            self,
            Special::Random
                | Special::SecureRandom
                | Special::Seconds
                | Special::EpochSeconds
                | Special::EpochRealtime
                | Special::Line
                | Special::Pid
                | Special::SubshellLevel
                | Special::ShellName
                | Special::CommandText
                | Special::HistoryNumber
        )
    }

    /// True when the value is computed.
    pub fn is_dynamic(self) -> bool {
        !matches!(
            self,
            Special::Ifs
                | Special::GlobIgnore
                | Special::OptionIndex
                | Special::Path
                | Special::HistorySize
                | Special::HistoryFileSize
                | Special::PosixlyCorrect
                | Special::Compatibility
                | Special::TraceDescriptor
        )
    }

    fn attributes(self) -> Attributes {
        let none = Attributes::default();
        match self {
            Special::Random | Special::SecureRandom | Special::Seconds | Special::HistoryNumber | Special::Pid => {
                Attributes { integer: true, ..none }
            }
            Special::FunctionNames
            | Special::Sources
            | Special::CallLines
            | Special::PipeStatus
            | Special::DirectoryStack
            | Special::ArgumentCounts
            | Special::Arguments
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
            self.insert(Name::from(name), Variable { value, attributes, ..Variable::default() });
        }
        let defaults = [
            ("HOSTNAME", "sandbox"),
            ("HOSTTYPE", "x86_64"),
            ("MACHTYPE", "x86_64-pc-linux-gnu"),
            ("OSTYPE", "linux-gnu"),
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("SHELL", "/bin/bash"),
            (
                "BASH_LOADABLES_PATH",
                "/usr/local/lib/bash:/usr/lib/bash:/opt/local/lib/bash:/usr/pkg/lib/bash:/opt/pkg/lib/bash:.",
            ),
            ("COMP_WORDBREAKS", " \t\n\"'@><=;|&(:"),
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
            Special::SubshellLevel => number(i64::from(self.subshell_level).saturating_add(self.subshell_base)),
            Special::SetOptions => Value::Scalar(self.option_list(false)),
            Special::ShoptOptions => Value::Scalar(self.option_list(true)),
            Special::DirectoryStack => Value::array(self.full_stack()),
            Special::CommandText => match &self.current_command {
                Some(CurrentCommand::Command(command)) => Value::Scalar(print::command_head(command)),
                Some(CurrentCommand::Text(text)) => Value::Scalar(text.clone()),
                None => Value::Scalar(BString::default()),
            },
            Special::ArgumentCounts | Special::Arguments => {
                // Inside a function nobody makes up for what was not kept.
                if self.frames.is_empty() || self.state.options.extdebug {
                    self.argument_stack();
                }
                let stack = self.argument_stack.as_deref().unwrap_or_default();
                Value::array(match special {
                    Special::Arguments => stack.iter().rev().flat_map(|words| words.iter().rev().cloned()).collect(),
                    _ => stack.iter().rev().map(|words| words.len().to_string().into()).collect(),
                })
            }
            // The number of the line that runs, which is in the list already.
            Special::HistoryNumber => {
                let history = &self.state.builtins.history;
                let next = history.next_number() as i64;
                number(if self.remembers() { next - i64::from(history.last_added) } else { 1 })
            }
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
            Special::HashedCommands => {
                let mut array = AssociativeArray::default();
                for (name, path, _) in self.state.builtins.hashed.iter() {
                    array.set(name, path.into());
                }
                Value::Associative(Arc::new(array))
            }
            _ => Value::Unset,
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
            Special::SubshellLevel => {
                let level = self.evaluate_text(&value)?;
                self.subshell_base = level.saturating_sub(i64::from(self.subshell_level));
            }
            Special::Line => self.line = u32::try_from(self.evaluate_text(&value)?).unwrap_or(0),
            Special::LastArgument => self.last_argument = value,
            _ => {}
        }
        Ok(())
    }

    /// Assigns an element of a computed array: an alias, a command's place, a folder of the stack.
    pub(super) fn assign_computed_element(
        &mut self,
        special: Special,
        index: Index,
        value: BString,
    ) -> Result<(), Flow> {
        match (special, index) {
            (Special::Aliases, Index::Key(name)) => {
                if !crate::builtins::is_alias_name(&name) {
                    return self.complain(&[b"`", &name, b"': invalid alias name"]);
                }
                Arc::make_mut(&mut self.state.aliases).insert(name, value);
            }
            (Special::HashedCommands, Index::Key(name)) => {
                Arc::make_mut(&mut self.state.builtins.hashed).insert(&name, value, 0);
            }
            // Element 0 is the working folder.
            (Special::DirectoryStack, Index::Number(number)) => {
                let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                let stack = Arc::make_mut(&mut self.state.directory_stack);
                if let Some(entry) = place.and_then(|place| stack.get_mut(place)) {
                    *entry = value;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What follows from a new value of `IFS`, `OPTIND` and others that act, or from its end.
    pub(super) fn after_change(&mut self, special: Special) -> Result<(), Flow> {
        match special {
            Special::Path if !self.state.builtins.hashed.is_empty() => self.state.builtins.hashed = Arc::default(),
            Special::HistorySize => self.resize_history(),
            Special::HistoryFileSize => self.truncate_history_file()?,
            Special::PosixlyCorrect => self.state.options.posix = self.state.variables.get("POSIXLY_CORRECT").is_some(),
            Special::Compatibility => self.set_compatibility()?,
            Special::TraceDescriptor => self.check_trace_descriptor()?,
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
        Ok(())
    }

    /// `BASH_COMPAT`: `4.2` or `42`.
    fn set_compatibility(&mut self) -> Result<(), Flow> {
        let text = self.variable("BASH_COMPAT").unwrap_or_default();
        let digits: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'.').collect();
        let level = match digits.as_slice() {
            b"" => Some(52),
            [major, minor] if major.is_ascii_digit() && minor.is_ascii_digit() => {
                Some(u32::from(major - b'0') * 10 + u32::from(minor - b'0')).filter(|level| (31..=52).contains(level))
            }
            _ => None,
        };
        let options = &mut self.state.options;
        for (known, option) in [
            (31, &mut options.compat31),
            (32, &mut options.compat32),
            (40, &mut options.compat40),
            (41, &mut options.compat41),
            (42, &mut options.compat42),
            (43, &mut options.compat43),
            (44, &mut options.compat44),
        ] {
            *option = level == Some(known);
        }
        match level {
            Some(_) => Ok(()),
            None => self.complain(&[b"BASH_COMPAT: ", &text, b": compatibility value out of range"]),
        }
    }

    fn check_trace_descriptor(&mut self) -> Result<(), Flow> {
        let Some(text) = self.variable("BASH_XTRACEFD").filter(|text| !text.is_empty()) else { return Ok(()) };
        let number = std::str::from_utf8(&text).ok().and_then(|text| text.trim().parse::<u32>().ok());
        match number.and_then(|number| self.fds.get(number)) {
            Some(_) => Ok(()),
            None => self.complain(&[b"BASH_XTRACEFD: ", &text, b": invalid value for trace file descriptor"]),
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
