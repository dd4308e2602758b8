//! Starting a shell inside a run: `bash -c`, `bash FILE`, `bash -s`, scripts without a `#!` line.

use std::rc::Rc;
use std::sync::Arc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::TextPlace;
use super::reader::Behind;
use crate::command::{Environ, Exec, Outcome};
use crate::flow::Flow;
use crate::kernel::fd::WINDOW;
use crate::kernel::{Description, Disposition, IoError, Pid, Process, Signal};
use crate::options::Options;
use crate::shell::{InputKind, Shell, ShellState};
use crate::syntax::Construct;

/// What a new shell is to run.
pub struct ShellArguments {
    pub source: ShellSource,
    /// `$0`
    pub name: BString,
    /// `$1` and so on.
    pub positional: Vec<BString>,
    pub options: Options,
    /// `-i`
    pub interactive: bool,
    /// `-l`, or a name that begins with `-`.
    pub login: bool,
    /// Called as `sh`.
    pub as_sh: bool,
    pub norc: bool,
    pub noprofile: bool,
    /// `--rcfile`
    pub rcfile: Option<BString>,
    pub editing: bool,
    /// `--pretty-print`: the script is printed, not run.
    pub pretty_print: bool,
    /// `BASH`: the file that the shell is.
    pub path: BString,
    /// `-m`: refused without a terminal.
    pub wants_jobs: bool,
}

pub enum ShellSource {
    /// `-c`
    String(Bytes),
    File {
        path: BString,
        text: Bytes,
    },
    /// `-s`, or no operand.
    Stdin,
}

impl ShellArguments {
    pub fn new(source: ShellSource, name: BString, positional: Vec<BString>) -> Self {
        ShellArguments {
            source,
            name,
            positional,
            options: Options::default(),
            interactive: false,
            login: false,
            as_sh: false,
            norc: false,
            noprofile: false,
            rcfile: None,
            editing: true,
            pretty_print: false,
            path: "/bin/bash".into(),
            wants_jobs: false,
        }
    }

    /// A script file run directly.
    pub fn script(path: BString, text: Bytes, positional: Vec<BString>) -> Self {
        Self::new(ShellSource::File { path: path.clone(), text }, path, positional)
    }
}

/// Runs a shell as a child process and waits for it. In a process that has nothing else to do it is that process: who
/// knows its number can signal the shell.
pub fn run_shell(exec: &Exec, arguments: ShellArguments) -> Outcome {
    if !exec.kernel.capabilities.has(Construct::Eval) {
        let text = format!("{}: running text as commands is switched off here (eval)\n", arguments.name);
        exec.write_error(text.as_bytes())?;
        return Ok(127);
    }
    let child = exec.clone();
    if exec.alone {
        let (process, parent) = (Rc::clone(&exec.process), exec.process.parent);
        return Ok(run_in(child, process, parent, arguments));
    }
    let parent = exec.process.pid;
    let process = exec.kernel.scheduler.spawn(move |process| run_in(child, process, parent, arguments))?;
    loop {
        if let Some(status) = process.exit_status() {
            exec.process.note_child_killed(process.killed_by());
            return Ok(status);
        }
        exec.kernel.scheduler.notify_exit(&process);
        exec.kernel.scheduler.block()?;
    }
}

/// Runs a shell in a process and gives the exit status.
fn run_in(exec: Exec, process: Rc<Process>, parent: Pid, arguments: ShellArguments) -> u8 {
    let options = arguments.options;
    let privileged = options.privileged || options.restricted_shell;
    let without_functions;
    let environ: &Environ = if privileged {
        let is_plain = |(name, _): &&(BString, BString)| {
            !name.starts_with(b"BASH_FUNC_") && !matches!(name.as_slice(), b"SHELLOPTS" | b"BASHOPTS")
        };
        without_functions = exec.environ.iter().filter(is_plain).cloned().collect();
        &without_functions
    } else {
        &exec.environ
    };
    let mut state = ShellState::from_environ(environ, &exec.cwd, exec.umask);
    state.variables.set_internal("PPID", BString::from(parent.to_string()));
    state.seconds_base = exec.kernel.scheduler.now().0;
    state.options = arguments.options;
    for (name, shopt) in [(&b"SHELLOPTS"[..], false), (b"BASHOPTS", true)] {
        let inherited = environ.iter().find(|(given, _)| given == name).map(|(_, list)| list);
        for option in inherited.into_iter().flat_map(|list| list.split(|byte| *byte == b':')) {
            state.options.set(option, shopt, true);
        }
        if let (Some(_), Ok(name)) = (inherited, name.to_str()) {
            state.variables.modify(name, |variable| variable.attributes.export = true);
        }
    }
    state.options.posix |= environ.iter().any(|(name, _)| name == "POSIXLY_CORRECT");
    if state.options.posix {
        state.options.expand_aliases = true;
        state.options.shift_verbose = true;
        state.options.inherit_errexit = true;
    }
    state.options.login_shell = arguments.login;
    state.name = arguments.name.clone();
    state.positional = Arc::new(arguments.positional.clone());
    state.variables.set_internal("BASH", arguments.path.clone());
    let mut shell = Shell::new(Rc::clone(&exec.kernel), process, exec.fds, state);
    shell.depth = exec.depth;
    shell.last_argument = arguments.path.clone();
    shell.run_as_process(move |shell| shell.start(arguments))
}

impl Shell {
    fn start(&mut self, arguments: ShellArguments) -> Result<u8, Flow> {
        let posix = self.state.options.posix;
        self.is_interactive = arguments.interactive;
        match &arguments.source {
            ShellSource::String(_) => self.input = InputKind::String,
            ShellSource::File { .. } => self.input = InputKind::File,
            ShellSource::Stdin => self.input = InputKind::Stdin,
        }
        if !arguments.interactive {
            for signal in self.process.ignored() {
                self.hard_ignored |= 1u64.checked_shl(u32::from(signal.0)).unwrap_or(0);
                self.traps.signals.insert(signal, Arc::default());
            }
        }
        self.warn_of_level()?;
        if arguments.interactive || arguments.wants_jobs {
            let text = format!(
                "bash: cannot set terminal process group ({}): Inappropriate ioctl for device\n\
                 bash: no job control in this shell\n",
                self.process.pid
            );
            self.write_error(text.as_bytes())?;
        }
        match arguments.interactive {
            true => self.become_interactive(&arguments)?,
            false => {
                for prompt in ["PS1", "PS2"] {
                    let _ = self.state.variables.unset(prompt, false);
                }
            }
        }
        let finished = self.run_startup_files(&arguments, posix);
        let result = match finished {
            Ok(()) if arguments.pretty_print => self.pretty_print(&arguments.source),
            Ok(()) => self.run_source(arguments.source),
            Err(flow) => Err(flow),
        };
        if self.state.options.history {
            self.save_history()?;
        }
        result
    }

    /// Prints the script in the way of `declare -f`.
    fn pretty_print(&mut self, source: &ShellSource) -> Result<u8, Flow> {
        let text = match source {
            ShellSource::String(text) | ShellSource::File { text, .. } => text.clone(),
            ShellSource::Stdin => return self.run_stdin(),
        };
        if matches!(source, ShellSource::String(_)) {
            return self.run_text(&text, TextPlace::Main);
        }
        match self.kernel.programs.units(&text, 1, self.state.options.extglob) {
            Ok(units) => {
                for program in &units.programs {
                    let printed = crate::syntax::print::list(&program.body);
                    self.write_output("bash", &[printed.as_slice(), b"\n"].concat())?;
                }
                Ok(0)
            }
            Err(error) => {
                self.report_syntax_error(&error, TextPlace::Main)?;
                Ok(2)
            }
        }
    }

    fn run_source(&mut self, source: ShellSource) -> Result<u8, Flow> {
        if self.state.options.restricted_shell {
            for name in ["SHELL", "PATH", "HISTFILE", "ENV", "BASH_ENV"] {
                self.state.variables.modify(name, |variable| variable.attributes.readonly = true);
            }
        }
        match source {
            ShellSource::String(text) => {
                self.state.variables.set_internal("BASH_EXECUTION_STRING", BString::from(text.as_ref()));
                // A `-c` string is not remembered, unless it asks for it itself.
                self.history_paused = true;
                match self.run_text(&text, TextPlace::Main) {
                    Err(Flow::Discard(status)) if self.is_interactive => Ok(status),
                    other => other,
                }
            }
            ShellSource::File { path, text } => {
                self.script = path;
                // A backslash at the end joins the last line to nothing.
                let slashes = text.iter().rev().take_while(|byte| **byte == b'\\').count();
                if slashes % 2 == 1 {
                    return self.run_text(&[&text, &b"\n"[..]].concat(), TextPlace::Main);
                }
                self.run_text(&text, TextPlace::Main)
            }
            ShellSource::Stdin => self.run_stdin(),
        }
    }

    /// `SHLVL` beyond reason was set back to 1.
    fn warn_of_level(&mut self) -> Result<(), Flow> {
        let level = self.variable("SHLVL").and_then(|level| level.to_str().ok()?.parse::<i64>().ok());
        if let Some(level) = level.filter(|level| *level >= 1000) {
            let text = format!("bash: warning: shell level ({level}) too high, resetting to 1\n");
            self.write_error(text.as_bytes())?;
            self.state.variables.import("SHLVL", "1".into());
        }
        Ok(())
    }

    /// Prompts, aliases, history; signals that would end others are ignored.
    fn become_interactive(&mut self, arguments: &ShellArguments) -> Result<(), Flow> {
        let options = &mut self.state.options;
        options.expand_aliases = true;
        options.history = true;
        options.histexpand = true;
        options.emacs = arguments.editing;
        let posix = options.posix;
        for (name, value) in [("PS1", "\\s-\\v\\$ "), ("PS2", "> ")] {
            if self.state.variables.scalar(name).is_none() {
                self.state.variables.set_internal(name, value.into());
            }
        }
        if self.state.variables.scalar("HISTFILE").is_none() {
            let home = self.variable("HOME").unwrap_or_default();
            let file: &[u8] = if posix { b"/.sh_history" } else { b"/.bash_history" };
            self.set_variable("HISTFILE", [home.as_slice(), file].concat().into())?;
        }
        self.process.set_disposition(Signal::TERM, Disposition::Ignore);
        Ok(())
    }

    /// The files that a shell reads before its input (bash manual, "Bash Startup Files").
    fn run_startup_files(&mut self, arguments: &ShellArguments, posix: bool) -> Result<(), Flow> {
        let home = self.variable("HOME").unwrap_or_default();
        let in_home = |name: &str| BString::from([home.as_slice(), b"/", name.as_bytes()].concat());
        if arguments.login && !arguments.noprofile {
            self.run_startup_file(b"/etc/profile")?;
            let own: &[&str] = if posix { &[".profile"] } else { &[".bash_profile", ".bash_login", ".profile"] };
            for name in own {
                if self.run_startup_file(&in_home(name))? {
                    break;
                }
            }
        }
        if arguments.interactive {
            if posix {
                self.run_named_by("ENV")?;
            } else if !arguments.norc && !arguments.login {
                match &arguments.rcfile {
                    Some(file) => self.run_startup_file(file)?,
                    None => self.run_startup_file(&in_home(".bashrc"))?,
                };
            }
            if matches!(arguments.source, ShellSource::Stdin) {
                self.load_history()?;
            }
        } else if !posix && !arguments.as_sh && !self.state.options.privileged {
            self.run_named_by("BASH_ENV")?;
        }
        Ok(())
    }

    /// The file that a variable names, whose value is expanded like a word.
    fn run_named_by(&mut self, variable: &str) -> Result<(), Flow> {
        if let Some(text) = self.variable(variable).filter(|text| !text.is_empty()) {
            let file = self.expand_file_name(&text)?;
            self.run_startup_file(&file)?;
        }
        Ok(())
    }

    fn expand_file_name(&mut self, text: &[u8]) -> Result<BString, Flow> {
        let text = match text.strip_prefix(b"~") {
            Some(rest) if rest.is_empty() || rest.starts_with(b"/") => {
                [self.variable("HOME").unwrap_or_default().as_slice(), rest].concat()
            }
            _ => text.to_vec(),
        };
        match crate::syntax::parse_word_as_double_quoted(&text) {
            Ok(word) => self.enter(|shell| shell.expand_string(&word)),
            Err(_) => Ok(text.into()),
        }
    }

    /// Runs a file if it is there; says whether it was.
    fn run_startup_file(&mut self, path: &[u8]) -> Result<bool, Flow> {
        let Ok(content) = self.kernel.vfs.read_file(&self.state.cwd, path) else { return Ok(false) };
        // Errors in it end nothing.
        let errexit = std::mem::replace(&mut self.state.options.errexit, false);
        let result = self.source_text(path.into(), &content.to_bytes());
        self.state.options.errexit |= errexit;
        match result {
            Err(Flow::Discard(_)) | Ok(_) => self.state.status = 0,
            Err(flow) => return Err(flow),
        }
        Ok(true)
    }

    /// What a login shell runs when it is left.
    pub fn run_logout_file(&mut self) -> Result<(), Flow> {
        let home = self.variable("HOME").unwrap_or_default();
        let status = self.state.status;
        self.run_startup_file(&[home.as_slice(), b"/.bash_logout"].concat())?;
        self.state.status = status;
        Ok(())
    }

    /// Commands from standard input. A command that reads it too gets what follows its own line.
    pub(super) fn run_stdin(&mut self) -> Result<u8, Flow> {
        let Some(fd) = self.fds.get(0).cloned() else { return Ok(0) };
        let start = if fd.is_seekable() { fd.offset() } else { 0 };
        let mut text = Vec::new();
        loop {
            match fd.read(&self.kernel.vfs, WINDOW) {
                Ok(data) if data.is_empty() => break,
                Ok(data) => {
                    self.check_expansion(text.len() + data.len())?;
                    text.extend_from_slice(&data);
                }
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    self.complain(&[b"read error: ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            }
        }
        let text = Bytes::from(text);
        // A pipe cannot be read twice: what it held becomes an input in its place that only this shell can move.
        let (fd, start) = if fd.is_seekable() {
            (fd, start)
        } else {
            let fd = Description::stream(text.clone());
            let _ = self.fds.set(0, Some(Rc::clone(&fd)));
            (fd, 0)
        };
        self.read_input(&text, Some(Behind { fd: &fd, start }))
    }
}
