//! A running shell: the state that is a value, and what belongs to this process only.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use bstr::BString;

use super::builtins::BuiltinState;
use super::command::{Environ, Exec};
use super::flow::Flow;
use super::jobs::Jobs;
use super::kernel::{FdTable, Halt, Kernel, Limit, Process, Signal};
use super::options::Options;
use super::syntax::Construct;
use super::syntax::ast::{Command, Function, Name};
use super::variables::Variables;
use workspace::AbsPath;

/// What of a shell outlives a call: part of the session's state. Cloning copies pointers.
#[derive(Clone)]
pub struct ShellState {
    pub variables: Variables,
    pub functions: Arc<HashMap<Name, Arc<Function>>>,
    /// The attributes of functions that have some.
    pub function_attributes: Arc<HashMap<Name, FunctionAttributes>>,
    /// Environment variables whose names are none of the shell's: children get them as they are.
    pub foreign_environ: Arc<Vec<(BString, BString)>>,
    /// Where functions were defined: `BASH_SOURCE` inside them.
    pub function_sources: Arc<HashMap<Name, BString>>,
    /// Builtins switched off with `enable -n`.
    pub disabled_builtins: Arc<HashSet<&'static str>>,
    /// What `hash`, `ulimit`, `complete` and `history` keep.
    pub builtins: BuiltinState,
    pub aliases: Arc<HashMap<BString, BString>>,
    pub options: Options,
    /// The working folder, physical.
    pub cwd: AbsPath,
    /// The working folder as the user got there (`pwd -L`); may run through symbolic links.
    pub logical_cwd: AbsPath,
    /// It was gone to with two slashes in front, which POSIX lets mean something else and bash keeps.
    pub two_slashes: bool,
    /// `pushd`'s stack below the working folder, top first.
    pub directory_stack: Arc<Vec<BString>>,
    pub umask: u16,
    /// `$1` and so on.
    pub positional: Arc<Vec<BString>>,
    /// `$0`
    pub name: BString,
    /// `$?`
    pub status: u8,
    /// `$!`; `None` before the first background job.
    pub last_background: Option<u32>,
    /// The generator behind `RANDOM`.
    pub random: u32,
    /// The virtual time from which `SECONDS` counts, in nanoseconds.
    pub seconds_base: i64,
}

/// What `declare -f` and its like can say of a function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    /// `-x`
    pub export: bool,
    /// `-r`
    pub readonly: bool,
    /// `-t`
    pub trace: bool,
}

/// One function call or sourced file.
#[derive(Clone)]
pub struct Frame {
    /// `FUNCNAME`: the function, or `source`.
    pub function: Name,
    /// `BASH_SOURCE`
    pub source: BString,
    /// `BASH_LINENO`: where the call stands.
    pub call_line: u32,
    pub kind: FrameKind,
    /// `local -`: the options to go back to.
    pub options: Option<Options>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    Function,
    Source,
}

/// What a trap does.
pub type TrapAction = Arc<BString>;

/// The traps of a shell. An empty action ignores the signal.
#[derive(Clone, Default)]
pub struct Traps {
    pub exit: Option<TrapAction>,
    pub err: Option<TrapAction>,
    pub debug: Option<TrapAction>,
    pub on_return: Option<TrapAction>,
    pub signals: HashMap<Signal, TrapAction>,
}

impl Traps {
    pub fn is_empty(&self) -> bool {
        self.exit.is_none()
            && self.err.is_none()
            && self.debug.is_none()
            && self.on_return.is_none()
            && self.signals.is_empty()
    }
}

/// What `BASH_COMMAND` shows.
#[derive(Clone)]
pub enum CurrentCommand {
    Command(Arc<Command>),
    /// A part of `for ((…))`.
    Text(BString),
}

/// The kinds of errors that drop a command, which reach differently far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Expansion,
    /// `errexit` passes over it.
    Arithmetic,
    Assignment,
    /// An assignment to a variable that is read-only.
    Readonly,
}

/// How the shell's input is read, which decides how far an error reaches and how messages name the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// A call's text or `bash -c`.
    String,
    /// A script file.
    File,
    /// Standard input.
    Stdin,
}

/// A shell process.
pub struct Shell {
    pub kernel: Rc<Kernel>,
    pub process: Rc<Process>,
    pub fds: FdTable,
    pub state: ShellState,
    pub frames: Vec<Frame>,
    pub traps: Traps,
    pub jobs: Jobs,
    /// Nested calls of any kind; see [`Shell::enter`].
    pub depth: u32,
    /// Loops around the current command in this function.
    pub loops: u32,
    /// Above 0, `errexit` and the ERR trap do not act: conditions, `!`, left sides of `&&` and `||`.
    pub condition_depth: u32,
    /// `$LINENO`
    pub line: u32,
    /// `PIPESTATUS`
    pub pipe_status: Vec<u8>,
    /// The status of the last command substitution of the current command, if there was one: the status of a command
    /// that is only assignments.
    pub substitution_status: Option<u8>,
    /// `$_`
    pub last_argument: BString,
    /// `$$`; the same in subshells.
    pub shell_pid: u32,
    /// `BASH_SUBSHELL`
    pub subshell_level: u32,
    /// What an assignment to `BASH_SUBSHELL` has added to it.
    pub subshell_base: i64,
    /// The next simple command is a stage of a pipeline: see `subshell_base`.
    pub subshell_pending: bool,
    pub input: InputKind,
    /// `-i`: prompts, aliases, history; errors do not end it.
    pub is_interactive: bool,
    /// Commands read by an interactive shell: `\#` in prompts.
    pub command_number: u32,
    /// Lines are not remembered although `history` is on: a `-c` string.
    pub history_paused: bool,
    /// Lines whose history expansion failed: they do not count.
    pub lines_dropped: u32,
    /// Bit n: signal n was ignored when the shell started, which nothing can change.
    pub hard_ignored: u64,
    /// The DEBUG trap has run for the command that this process is there for.
    pub debug_trap_done: bool,
    /// `BASH_ARGV`: the arguments of each frame, outermost first; `None` before anybody has asked.
    pub argument_stack: Option<Vec<Vec<BString>>>,
    /// The script file's name, for messages and `BASH_SOURCE`; empty for strings.
    pub script: BString,
    /// The traps for DEBUG, RETURN and ERR whose action is running: they are not entered again. A bit each.
    pub traps_running: u8,
    /// How many command substitutions and `eval`s stand around the current command: `set -x` repeats `PS4` by it.
    pub substitution_depth: u32,
    /// What failed last with [`Flow::Discard`].
    pub last_failure: Cell<Failure>,
    /// The command that is about to run has assignments before it.
    pub command_has_assignments: bool,
    /// This process is a background job or stage of a pipeline and runs one simple command.
    pub is_simple_command: bool,
    /// A redirection of the last compound command failed: `[[` and `((` then leave `PIPESTATUS` alone.
    pub redirection_failed: bool,
    /// The builtin that runs, for messages from within.
    pub builtin_name: &'static str,
    /// The next command is all that this process is there for.
    pub runs_alone: bool,
    /// `BASH_COMMAND`: the command that runs.
    pub current_command: Option<CurrentCommand>,
    /// Actions of traps that are running, one inside the other.
    pub actions_running: u32,
    /// The traps of the shell that this subshell comes from: `trap` shows them until it sets one.
    pub inherited_traps: Option<Rc<Traps>>,
    /// The coprocess that was started last.
    pub coprocess: Option<(Name, Rc<Process>)>,
    /// A compound command around the current one redirects standard input: background commands keep it.
    pub input_redirected: bool,
    /// `set` has changed the positional parameters.
    pub positional_set: bool,
    /// `getopts`' position inside a cluster of letters.
    pub getopts_offset: usize,
    /// Descriptors of process substitutions of the commands that are running, and their processes.
    pub(super) substitutions: Vec<(u32, Rc<Process>)>,
    /// The environment of children, kept until a variable changes.
    pub(super) environ: Option<(u64, Rc<Environ>)>,
}

impl Shell {
    /// A new shell of a process.
    pub fn new(kernel: Rc<Kernel>, process: Rc<Process>, fds: FdTable, mut state: ShellState) -> Shell {
        let shell_pid = process.pid;
        // What a snapshot or the environment brings is not there where its construct is not.
        let capabilities = &kernel.capabilities;
        if !capabilities.has(Construct::Functions) && !state.functions.is_empty() {
            state.functions = Arc::default();
        }
        if !capabilities.has(Construct::Aliases) && !state.aliases.is_empty() {
            state.aliases = Arc::default();
        }
        Shell {
            kernel,
            process,
            fds,
            state,
            frames: Vec::new(),
            traps: Traps::default(),
            jobs: Jobs::default(),
            depth: 0,
            loops: 0,
            condition_depth: 0,
            line: 1,
            pipe_status: Vec::new(),
            substitution_status: None,
            last_argument: BString::default(),
            shell_pid,
            subshell_level: 0,
            subshell_base: 0,
            subshell_pending: false,
            input: InputKind::String,
            is_interactive: false,
            command_number: 0,
            history_paused: false,
            lines_dropped: 0,
            hard_ignored: 0,
            debug_trap_done: false,
            argument_stack: None,
            script: BString::default(),
            traps_running: 0,
            input_redirected: false,
            current_command: None,
            runs_alone: false,
            redirection_failed: false,
            builtin_name: "",
            is_simple_command: false,
            command_has_assignments: false,
            last_failure: Cell::new(Failure::Expansion),
            substitution_depth: 0,
            coprocess: None,
            actions_running: 0,
            inherited_traps: None,
            positional_set: false,
            getopts_offset: 0,
            substitutions: Vec::new(),
            environ: None,
        }
    }

    /// What a subshell starts with: a copy that shares nothing but open descriptions and the tree. Traps are reset but
    /// for ignored signals; jobs are not its own.
    pub fn fork(&self, process: Rc<Process>) -> Shell {
        let mut traps = Traps::default();
        traps.signals.extend(
            self.traps.signals.iter().filter(|(_, action)| action.is_empty()).map(|(s, a)| (*s, Arc::clone(a))),
        );
        if self.state.options.errtrace {
            traps.err = self.traps.err.clone();
        }
        if self.state.options.functrace {
            traps.debug = self.traps.debug.clone();
            traps.on_return = self.traps.on_return.clone();
        }
        Shell {
            kernel: Rc::clone(&self.kernel),
            process,
            fds: self.fds.clone(),
            state: self.state.clone(),
            frames: self.frames.clone(),
            traps,
            jobs: Jobs::default(),
            depth: self.depth,
            loops: self.loops,
            condition_depth: self.condition_depth,
            line: self.line,
            pipe_status: self.pipe_status.clone(),
            substitution_status: None,
            last_argument: self.last_argument.clone(),
            shell_pid: self.shell_pid,
            subshell_level: self.subshell_level + 1,
            subshell_base: self.subshell_base,
            subshell_pending: false,
            input: self.input,
            is_interactive: self.is_interactive,
            command_number: self.command_number,
            history_paused: self.history_paused,
            lines_dropped: self.lines_dropped,
            hard_ignored: self.hard_ignored,
            debug_trap_done: false,
            argument_stack: self.argument_stack.clone(),
            script: self.script.clone(),
            traps_running: self.traps_running,
            input_redirected: self.input_redirected,
            current_command: self.current_command.clone(),
            runs_alone: false,
            redirection_failed: false,
            builtin_name: "",
            is_simple_command: false,
            command_has_assignments: false,
            last_failure: Cell::new(Failure::Expansion),
            substitution_depth: self.substitution_depth,
            coprocess: None,
            actions_running: self.actions_running,
            inherited_traps: match (&self.inherited_traps, self.traps.is_empty()) {
                (None, false) => Some(Rc::new(self.traps.clone())),
                (shown, _) => shown.clone(),
            },
            positional_set: false,
            getopts_offset: self.getopts_offset,
            substitutions: Vec::new(),
            environ: self.environ.clone(),
        }
    }

    /// Counts work and gives way when it is time.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Flow> {
        Ok(self.kernel.scheduler.charge(steps)?)
    }

    /// Refuses an expansion that would grow beyond the limit: stops the run.
    pub fn check_expansion(&self, bytes: usize) -> Result<(), Flow> {
        let most = self.kernel.scheduler.limits().expansion_bytes;
        if bytes as u64 > most {
            return Err(self.kernel.scheduler.exceed(Limit::ExpansionBytes, most).into());
        }
        Ok(())
    }

    /// The same for a whole word, whose bytes are counted as work.
    pub fn end_expansion(&self, bytes: usize) -> Result<(), Flow> {
        self.check_expansion(bytes)?;
        Ok(self.kernel.scheduler.charge_copy(bytes)?)
    }

    /// Goes one call deeper around `body`. At the limit the run stops.
    pub fn enter<R>(&mut self, body: impl FnOnce(&mut Shell) -> Result<R, Flow>) -> Result<R, Flow> {
        let most = self.kernel.scheduler.limits().depth;
        if self.depth >= most || self.process.stack_is_low() {
            return Err(self.kernel.scheduler.exceed(Limit::Depth, u64::from(most)).into());
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// The environment of children: exported variables, sorted by name.
    pub fn environ(&mut self) -> Rc<Environ> {
        let generation = self.state.variables.generation();
        let lists = ["SHELLOPTS", "BASHOPTS"];
        let listed = |name: &&str| self.state.variables.get(name).is_some_and(|list| list.attributes.export);
        let lists: Vec<&str> = lists.into_iter().filter(listed).collect();
        if let Some((made, environ)) = &self.environ
            && *made == generation
            && lists.is_empty()
        {
            return Rc::clone(environ);
        }
        let mut environ = self.state.variables.exported();
        if !self.state.foreign_environ.is_empty() {
            environ.extend(self.state.foreign_environ.iter().cloned());
            environ.sort_unstable();
        }
        if !self.state.function_attributes.is_empty() {
            environ.extend(self.exported_functions());
            environ.sort_unstable();
        }
        for name in lists {
            let value = self.variable(name).unwrap_or_default();
            environ.retain(|(other, _)| other != name);
            environ.push((name.into(), value));
            environ.sort_unstable();
        }
        let environ = Rc::new(environ);
        self.environ = Some((generation, Rc::clone(&environ)));
        environ
    }

    /// What a command that this shell runs is given.
    pub fn exec(&mut self) -> Exec {
        Exec {
            kernel: Rc::clone(&self.kernel),
            process: Rc::clone(&self.process),
            fds: self.fds.clone(),
            environ: self.environ(),
            cwd: self.state.cwd.clone(),
            umask: self.state.umask,
            depth: self.depth,
            alone: false,
            search: self.search_path(),
        }
    }

    /// `PATH` where the environment does not say it, or says it with a tilde.
    fn search_path(&mut self) -> Option<BString> {
        let exported = self.state.variables.get("PATH").is_some_and(|variable| variable.attributes.export);
        let path = self.variable("PATH").unwrap_or_default();
        let has_tilde = !self.state.options.posix && path.contains(&b'~');
        if exported && !has_tilde && !path.is_empty() {
            return None;
        }
        if !has_tilde {
            return Some(path);
        }
        let home = self.variable("HOME").unwrap_or_default();
        let folders = path.split(|byte| *byte == b':').map(|folder| match folder.strip_prefix(b"~") {
            Some(rest) if rest.is_empty() || rest.starts_with(b"/") => [home.as_slice(), rest].concat(),
            _ => folder.to_vec(),
        });
        Some(bstr::join(":", folders).into())
    }

    /// How messages of this shell begin: `bash: line 3: `, or `script.sh: line 3: `.
    pub fn message_prefix(&self) -> BString {
        let mut prefix = self.message_name();
        if self.is_interactive {
            prefix.extend_from_slice(b": ");
            return prefix;
        }
        let text =
            if self.state.options.gnu_errfmt { format!(":{}: ", self.line) } else { format!(": line {}: ", self.line) };
        prefix.extend_from_slice(text.as_bytes());
        prefix
    }

    /// What messages call this shell.
    pub fn message_name(&self) -> BString {
        if self.is_interactive {
            let name = self.state.name.as_slice();
            let name = name.strip_prefix(b"-").unwrap_or(name);
            return name.rsplit(|byte| *byte == b'/').next().unwrap_or(name).into();
        }
        match self.frames.last() {
            Some(frame) if !frame.source.is_empty() => frame.source.clone(),
            _ if !self.script.is_empty() => self.script.clone(),
            _ => self.state.name.clone(),
        }
    }

    /// Prints a message of the shell itself to standard error: the prefix, the parts, a line end.
    pub fn complain(&self, parts: &[&[u8]]) -> Result<(), Flow> {
        let mut line = self.message_prefix();
        for part in parts {
            line.extend_from_slice(part);
        }
        line.push(b'\n');
        self.write_error(&line)
    }

    /// Writes text to standard error. A failure to write there has nowhere to be reported.
    pub fn write_error(&self, text: &[u8]) -> Result<(), Flow> {
        match self.fds.get(2).map(|fd| fd.write_slice(&self.kernel.vfs, text)) {
            Some(Err(super::kernel::IoError::Halt(halt))) => Err(halt.into()),
            _ => Ok(()),
        }
    }

    /// Writes text to standard output at once, as builtins do. An errno is reported as bash does (`NAME: write error:
    /// …`) and answered with `false`.
    pub fn write_output(&self, builtin: &str, text: &[u8]) -> Result<bool, Flow> {
        use super::kernel::IoError;
        if text.is_empty() {
            return Ok(true);
        }
        let result = match self.fds.get(1) {
            Some(fd) => fd.write_slice(&self.kernel.vfs, text),
            None => Err(IoError::Errno(workspace::Errno::BadFd)),
        };
        match result {
            Ok(()) => Ok(true),
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                self.complain(&[builtin.as_bytes(), b": write error: ", errno.message().as_bytes()])?;
                Ok(false)
            }
        }
    }
}

/// Ends a shell process: what its exit status is.
pub fn status_of(flow: Flow) -> Result<u8, Halt> {
    match flow {
        Flow::Exit(status) | Flow::Return(status) | Flow::Discard(status) => Ok(status),
        Flow::Break(_) | Flow::Continue(_) => Ok(0),
        Flow::Halt(halt) => Err(halt),
    }
}
