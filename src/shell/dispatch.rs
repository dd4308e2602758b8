//! The one place where an argv becomes a running command.
//!
//! Functions, builtins, commands of the registry and scripts all pass here, whoever calls them (the shell, `xargs`,
//! `find -exec`, `env`, `bash -c`, …): the policy is asked here, commands are counted here.

use std::rc::Rc;
use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::builtins::{self, Argument, Builtin};
use super::command::{Command, Context, Exec, Outcome};
use super::exec::{ShellArguments, run_shell};
use super::flow::Flow;
use super::kernel::{Halt, Kernel, Limit, Process, Signal};
use super::policy::{CommandKind, Question};
use super::shell::{CurrentCommand, Shell};
use super::syntax::Construct;
use super::syntax::ast::Function;
use workspace::{AbsPath, Content, Errno, Follow, Node};

/// Which kinds of command a name may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    All,
    /// `command NAME`
    NoFunctions,
    /// `builtin NAME`
    BuiltinOnly,
    /// `exec NAME`
    ExternalOnly,
}

/// What a name means, for `type`, `command -v` and `hash`.
pub enum Found {
    Alias(BString),
    Keyword,
    Function(Arc<Function>),
    Builtin(&'static Builtin),
    /// The path of a command or script.
    File(BString),
    None,
}

/// Why a command could not be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unrunnable {
    /// Not in `PATH`: status 127.
    NotFound,
    /// There, but it cannot be run: status 126, or 127 where the file does not exist.
    Failed(Errno),
    /// Found along `PATH` without permission to run it: status 126.
    Blocked(BString),
    /// The interpreter of a `#!` line is missing: status 127.
    NoInterpreter,
    /// The interpreter of a `#!` line cannot be run: status 126.
    BadInterpreter(BString),
    /// A file that is not a text: status 126.
    Binary,
    /// A script, where text is not run as commands: status 126.
    SwitchedOff,
    /// The policy says no: status 126.
    Denied(String),
}

impl Unrunnable {
    pub fn status(&self) -> u8 {
        match self {
            Unrunnable::NotFound | Unrunnable::NoInterpreter | Unrunnable::Failed(Errno::NotFound) => 127,
            _ => 126,
        }
    }

    pub fn message(&self) -> String {
        match self {
            Unrunnable::NotFound => "command not found".to_owned(),
            Unrunnable::Failed(errno) => errno.message().to_owned(),
            Unrunnable::Blocked(_) => Errno::Access.message().to_owned(),
            Unrunnable::NoInterpreter => "cannot execute: required file not found".to_owned(),
            Unrunnable::BadInterpreter(path) => format!("{path}: bad interpreter: {}", Errno::Access.message()),
            Unrunnable::Binary => "cannot execute binary file: Exec format error".to_owned(),
            Unrunnable::SwitchedOff => "running text as commands is switched off here (eval)".to_owned(),
            Unrunnable::Denied(reason) => format!("denied by policy: {reason}"),
        }
    }
}

impl Shell {
    /// Runs an expanded command.
    pub fn dispatch(&mut self, argv: Vec<BString>, lookup: Lookup) -> Result<u8, Flow> {
        self.dispatch_arguments(argv.into_iter().map(Argument::Word).collect(), lookup)
    }

    /// As [`Shell::dispatch`], with assignments that declaration builtins take apart.
    pub fn dispatch_arguments(&mut self, arguments: Vec<Argument<'_>>, lookup: Lookup) -> Result<u8, Flow> {
        let alone = std::mem::take(&mut self.runs_alone);
        let name = match arguments.first() {
            Some(argument) => argument.text(),
            None => return Ok(0),
        };
        if lookup == Lookup::All
            && let Some(function) = name.to_str().ok().and_then(|name| self.state.functions.get(name)).cloned()
        {
            let argv = texts(arguments);
            if let Some(status) = self.authorize(&name, &argv, CommandKind::Function)? {
                return Ok(status);
            }
            return self.call_function(&function, argv);
        }
        let own_path = std::mem::take(&mut self.command_has_assignments) && self.state.variables.is_local("PATH");
        let over = lookup != Lookup::BuiltinOnly && self.kernel.registry.is_over_builtin(&name);
        if lookup != Lookup::ExternalOnly
            && !over
            && let Some(builtin) = builtins::lookup(&name).filter(|builtin| self.is_enabled(builtin))
        {
            if self.kernel.policy.is_some() {
                let argv: Vec<BString> = arguments.iter().map(Argument::text).collect();
                if let Some(status) = self.authorize(builtin.name.as_bytes(), &argv, CommandKind::Builtin)? {
                    return Ok(status);
                }
            }
            count(&self.kernel)?;
            let shown = matches!(
                builtin.name,
                "let" | "declare" | "typeset" | "local" | "export" | "readonly" | "read" | "mapfile" | "readarray"
            );
            let shown = if shown { builtin.name } else { "" };
            let outer = std::mem::replace(&mut self.builtin_name, shown);
            let result = (builtin.run)(self, &arguments);
            self.builtin_name = outer;
            return result;
        }
        if lookup == Lookup::BuiltinOnly {
            self.complain(&[b"builtin: ", &name, b": not a shell builtin"])?;
            return Ok(1);
        }
        self.run_external(texts(arguments), alone, own_path)
    }

    /// True for functions and builtins: what runs in the shell's own process.
    pub(super) fn is_own_command(&self, name: &[u8]) -> bool {
        name.to_str().is_ok_and(|name| self.state.functions.contains_key(name))
            || !self.kernel.registry.is_over_builtin(name)
                && builtins::lookup(name).is_some_and(|builtin| self.is_enabled(builtin))
    }

    fn authorize(&mut self, name: &[u8], argv: &[BString], kind: CommandKind) -> Result<Option<u8>, Flow> {
        count(&self.kernel)?;
        let Some(policy) = self.kernel.policy.clone() else { return Ok(None) };
        let question = Question { name: name.as_bstr(), argv, kind, cwd: &self.state.cwd };
        match policy.command(&self.kernel, &question)? {
            Ok(()) => Ok(None),
            Err(reason) => {
                let message = Unrunnable::Denied(reason).message();
                self.complain(&[&argv[0], b": ", message.as_bytes()])?;
                Ok(Some(126))
            }
        }
    }

    /// Where the command is, remembered from the last time or from now on. `None`: it is looked for as it stands.
    fn hashed_path(&mut self, exec: &Exec, name: &[u8]) -> Option<BString> {
        if name.contains(&b'/') || !self.state.options.hashall {
            return None;
        }
        if let Some(path) = self.state.builtins.hashed.path(name).map(BString::from) {
            let is_there = || exec.vfs().stat(&exec.cwd, &path).is_ok_and(|stat| exec.vfs().is_executable(&stat));
            if !(self.state.options.checkhash || self.state.options.posix) || is_there() {
                Arc::make_mut(&mut self.state.builtins.hashed).hit(name);
                return Some(path);
            }
            Arc::make_mut(&mut self.state.builtins.hashed).remove(name);
        }
        let path = find_files(exec, name, false).pop()?;
        // What the working folder gives may be another command elsewhere.
        if path.starts_with(b"/") || path.contains(&b'/') {
            Arc::make_mut(&mut self.state.builtins.hashed).insert(name, path.clone(), 1);
        }
        Some(path)
    }

    fn run_external(&mut self, argv: Vec<BString>, alone: bool, own_path: bool) -> Result<u8, Flow> {
        let mut exec = Exec { alone, ..self.exec() };
        let name = argv.first().cloned().unwrap_or_default();
        if self.state.options.restricted_shell && name.contains(&b'/') {
            self.complain(&[&name, b": restricted: cannot specify `/' in command names"])?;
            return Ok(1);
        }
        let path = if own_path { None } else { self.hashed_path(&exec, &name) };
        let mut shown = name.clone();
        let started = match path {
            Some(path) => {
                let words = [std::slice::from_ref(&path), argv.get(1..).unwrap_or_default()].concat();
                let started = start_as(&exec, &words, &name)?;
                if started.as_ref().is_err_and(|failure| !matches!(failure, Unrunnable::Denied(_))) {
                    shown = path;
                }
                started
            }
            None => start(&exec, &argv)?,
        };
        let killed = self.process.take_child_killed();
        if self.traps.signals.contains_key(&Signal::CHLD) && !alone {
            self.kernel.scheduler.signal(self.process.pid, Signal::CHLD);
        }
        match started {
            Ok(status) => {
                match killed {
                    Some(Signal::TERM) => self.write_error(b"Terminated\n")?,
                    None | Some(Signal::INT | Signal::PIPE) => {}
                    Some(signal) => {
                        let text = match &self.current_command {
                            Some(CurrentCommand::Command(command)) => super::syntax::print::command(command),
                            _ => BString::default(),
                        };
                        let status = format!("{:5} {:<24}", self.process.pid, signal.description());
                        self.complain(&[status.as_bytes(), &text])?;
                    }
                }
                Ok(status)
            }
            Err(failure) => {
                if failure == Unrunnable::NotFound
                    && let Some(handler) = self.state.functions.get("command_not_found_handle").cloned()
                {
                    // It runs in a process of its own.
                    let mut words = vec![BString::from("command_not_found_handle")];
                    words.extend(argv);
                    let child = self.spawn(self.fds.clone(), move |shell| shell.call_function(&handler, words))?;
                    return self.wait_child(&child);
                }
                match &failure {
                    Unrunnable::Blocked(path) => shown = path.clone(),
                    Unrunnable::BadInterpreter(_) => {
                        let prefix = self.message_prefix();
                        let prefix = prefix.find(b": ").map_or(&prefix[..], |at| &prefix[..at + 2]);
                        let text = [prefix, &shown, b": ", failure.message().as_bytes(), b"\n"].concat();
                        self.write_error(&text)?;
                        return Ok(failure.status());
                    }
                    _ => {}
                }
                exec.search = None;
                let name = shown.as_slice();
                match self.kernel.registry.absent(name) {
                    Some(hint) if failure == Unrunnable::NotFound => {
                        self.complain(&[name, b": not available here: ", hint.as_bytes()])?;
                    }
                    _ => {
                        let name = match name.iter().any(u8::is_ascii_control) {
                            true => super::expand::quote::ansi_quote(name),
                            false => name.into(),
                        };
                        self.complain(&[&name, b": ", failure.message().as_bytes()])?;
                    }
                }
                Ok(failure.status())
            }
        }
    }

    /// What `name` would run.
    pub fn find_command(&mut self, name: &[u8]) -> Found {
        if let Some(alias) = self.state.aliases.get(bstr::BStr::new(name)) {
            return Found::Alias(alias.clone());
        }
        let word = name.to_str().is_ok_and(|name| self.language().has_word(name));
        if word && super::syntax::is_reserved_word(name) {
            return Found::Keyword;
        }
        if let Some(function) = name.to_str().ok().and_then(|name| self.state.functions.get(name)) {
            return Found::Function(Arc::clone(function));
        }
        let over = self.kernel.registry.is_over_builtin(name);
        if let Some(builtin) = builtins::lookup(name).filter(|builtin| !over && self.is_enabled(builtin)) {
            return Found::Builtin(builtin);
        }
        self.find_external(name).map_or(Found::None, Found::File)
    }

    /// The path of the command or script that `name` would run, aliases, functions and builtins aside.
    pub fn find_external(&mut self, name: &[u8]) -> Option<BString> {
        let exec = self.exec();
        find_files(&exec, name, false).pop()
    }
}

fn texts(arguments: Vec<Argument<'_>>) -> Vec<BString> {
    arguments.into_iter().map(Argument::into_text).collect()
}

fn count(kernel: &Kernel) -> Result<(), Halt> {
    let (count, most) = (kernel.commands_run.get(), kernel.scheduler.limits().commands);
    if count >= most {
        return Err(kernel.scheduler.exceed(Limit::Commands, most));
    }
    kernel.commands_run.set(count + 1);
    Ok(())
}

/// Runs a command for another command, as a child would be. A failure to start it is reported under the name of the
/// caller, as `env` and `xargs` do.
pub fn run_external(exec: &Exec, caller: &str, argv: &[BString]) -> Outcome {
    match start(exec, argv)? {
        Ok(status) => Ok(status),
        Err(failure) => {
            let name = argv.first().map(|name| name.as_slice()).unwrap_or_default();
            let text =
                if failure == Unrunnable::NotFound { Errno::NotFound.message().to_owned() } else { failure.message() };
            let line = [caller.as_bytes(), b": '", name, b"': ", text.as_bytes(), b"\n"].concat();
            exec.write_error(&line)?;
            Ok(failure.status())
        }
    }
}

/// Makes a process that runs `argv` when its turn comes, for a command that does something else meanwhile (`timeout`).
/// With `own_group` it leads a process group, which all that it starts belong to. `failed` reports in the process when
/// the command cannot be started; the status is 127 or 126 then.
pub fn spawn_external(
    exec: &Exec,
    argv: Vec<BString>,
    own_group: bool,
    failed: impl FnOnce(&Exec, &Unrunnable) -> Result<(), Halt> + 'static,
) -> Result<Rc<Process>, Halt> {
    let mut child = exec.clone();
    let process = exec.kernel.scheduler.spawn(move |process| {
        child.process = process;
        child.alone = true;
        let outcome = match start(&child, &argv) {
            Ok(Ok(status)) => Ok(status),
            Ok(Err(failure)) => failed(&child, &failure).map(|()| failure.status()),
            Err(halt) => Err(halt),
        };
        outcome.unwrap_or_else(|halt| child.process.end(halt))
    })?;
    if own_group {
        process.lead_group();
    }
    Ok(process)
}

/// Finds, asks the policy about and runs an external command on the caller's stack.
pub fn start(exec: &Exec, argv: &[BString]) -> Result<Result<u8, Unrunnable>, Halt> {
    match argv.first() {
        Some(name) => start_as(exec, argv, name),
        None => Ok(Ok(0)),
    }
}

/// As [`start`], under another name: the command is found by the first word and sees `name` in its place (`exec -a`).
pub fn start_as(exec: &Exec, argv: &[BString], name: &BString) -> Result<Result<u8, Unrunnable>, Halt> {
    let Some(file) = argv.first() else { return Ok(Ok(0)) };
    let renamed;
    let (name, argv) = if name == file {
        (file, argv)
    } else {
        renamed = [std::slice::from_ref(name), &argv[1..]].concat();
        (file, renamed.as_slice())
    };
    let target = match find_target(exec, name) {
        Ok(target) => target,
        Err(failure) => return Ok(Err(failure)),
    };
    count(&exec.kernel)?;
    if let Some(policy) = &exec.kernel.policy {
        let (kind, name) = match &target {
            Target::Registered(command) => (CommandKind::Registered, command.name().as_bytes()),
            Target::Script { physical, .. } => (CommandKind::Script, physical.as_bytes()),
        };
        let question = Question { name: name.as_bstr(), argv, kind, cwd: &exec.cwd };
        if let Err(reason) = policy.command(&exec.kernel, &question)? {
            return Ok(Err(Unrunnable::Denied(reason)));
        }
    }
    if matches!(target, Target::Script { .. }) && !exec.kernel.capabilities.has(Construct::Eval) {
        return Ok(Err(Unrunnable::SwitchedOff));
    }
    exec.kernel.scheduler.charge(1)?;
    let most = exec.kernel.scheduler.limits().depth;
    if exec.depth >= most {
        return Err(exec.kernel.scheduler.exceed(Limit::Depth, u64::from(most)));
    }
    let mut child = exec.clone();
    child.depth += 1;
    child.search = None;
    match target {
        Target::Registered(command) => {
            let outcome = Context::new(child, argv, &*command).execute();
            match outcome {
                // SIGPIPE ends the command. Only a signal that was sent to this process ends the caller with it.
                Err(Halt::Signal(signal)) if !exec.process.is_doomed() => {
                    exec.process.note_child_killed(Some(signal));
                    Ok(Ok(signal.status()))
                }
                other => other.map(Ok),
            }
        }
        Target::Script { path, content, .. } => run_script(child, argv, path, &content),
    }
}

enum Target {
    Registered(Arc<dyn Command>),
    Script { path: BString, physical: AbsPath, content: Content },
}

/// Folders whose names stand for the registry's commands.
fn is_command_folder(folder: &[u8]) -> bool {
    matches!(folder, b"/bin" | b"/usr/bin")
}

fn find_target(exec: &Exec, name: &[u8]) -> Result<Target, Unrunnable> {
    if name.contains(&b'/') {
        return open_target(exec, name);
    }
    if name.is_empty() {
        return Err(Unrunnable::NotFound);
    }
    let mut failure = Unrunnable::NotFound;
    let folders = search_folders(exec);
    if folders.is_empty() {
        return open_target(exec, name);
    }
    for folder in folders.split(|byte| *byte == b':') {
        if is_command_folder(folder) {
            if let Some(command) = exec.kernel.registry.get(name) {
                return Ok(Target::Registered(Arc::clone(command)));
            }
            continue;
        }
        let path = in_folder(folder, name);
        match open_target(exec, &path) {
            Ok(target) => return Ok(target),
            Err(Unrunnable::Failed(Errno::Access)) if failure == Unrunnable::NotFound => {
                failure = Unrunnable::Blocked(path.into());
            }
            Err(_) => {}
        }
    }
    Err(failure)
}

/// The folders to search; nothing means the working folder.
fn search_folders(exec: &Exec) -> &[u8] {
    match &exec.search {
        Some(path) => path,
        None => exec.env(b"PATH").map(|path| path.as_bytes()).unwrap_or(DEFAULT_PATH),
    }
}

const DEFAULT_PATH: &[u8] = b"/usr/local/bin:/usr/bin:/bin";

fn in_folder(folder: &[u8], name: &[u8]) -> Vec<u8> {
    match folder {
        b"" => [b"./", name].concat(),
        folder if folder.ends_with(b"/") => [folder, name].concat(),
        folder => [folder, b"/", name].concat(),
    }
}

fn open_target(exec: &Exec, path: &[u8]) -> Result<Target, Unrunnable> {
    let (physical, node) = exec.vfs().lookup(&exec.cwd, path, Follow::Yes).map_err(Unrunnable::Failed)?;
    let in_registry = physical.parent().is_some_and(|parent| is_command_folder(parent.as_bytes()));
    if in_registry {
        let name = physical.name().unwrap_or_default();
        return match exec.kernel.registry.get(name) {
            Some(command) => Ok(Target::Registered(Arc::clone(command))),
            None => Err(Unrunnable::Failed(Errno::NotFound)),
        };
    }
    match node {
        Node::Dir(_) => Err(Unrunnable::Failed(Errno::IsDir)),
        Node::File(file) if file.meta.mode & 0o111 != 0 => {
            let content = exec.vfs().read_file(&exec.cwd, path).map_err(Unrunnable::Failed)?;
            Ok(Target::Script { path: path.into(), physical, content })
        }
        _ => Err(Unrunnable::Failed(Errno::Access)),
    }
}

/// The paths under which `name` is found, in the order of `PATH`: what `command -v` and `type` print. Without `all`, at
/// most the first.
pub fn find_files(exec: &Exec, name: &[u8], all: bool) -> Vec<BString> {
    if name.contains(&b'/') {
        let runs = exec.vfs().stat(&exec.cwd, name).is_ok_and(|stat| exec.vfs().is_executable(&stat));
        return if runs { vec![name.into()] } else { Vec::new() };
    }
    let mut found = Vec::new();
    let folders = search_folders(exec);
    for folder in folders.split(|byte| *byte == b':') {
        let path = in_folder(folder, name);
        let there = if is_command_folder(folder) {
            exec.kernel.registry.get(name).is_some()
        } else {
            !name.is_empty() && exec.vfs().stat(&exec.cwd, &path).is_ok_and(|stat| exec.vfs().is_executable(&stat))
        };
        if there {
            found.push(path.into());
            if !all {
                break;
            }
        }
    }
    found
}

/// A script: by its `#!` line, or as a bash script without one.
fn run_script(exec: Exec, argv: &[BString], path: BString, content: &Content) -> Result<Result<u8, Unrunnable>, Halt> {
    let text = content.to_bytes();
    let first_line = text.lines().next().unwrap_or_default();
    if first_line.starts_with(b"#!") {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let interpreter = &text[2..2 + text[2..].find_byte(b'\n').unwrap_or(text.len() - 2)];
        let interpreter = &interpreter[interpreter.iter().position(|byte| !blank(byte)).unwrap_or(interpreter.len())..];
        let (program, argument) = match interpreter.find_byteset(b" \t") {
            Some(end) => (&interpreter[..end], Some(interpreter[end..].trim())),
            None => (interpreter, None),
        };
        // The kernel runs no file without a name.
        if program.is_empty() {
            let arguments = ShellArguments::script(path, text, argv.get(1..).unwrap_or_default().to_vec());
            return run_shell(&exec, arguments).map(Ok);
        }
        let program: BString = match program.contains(&b'/') {
            true => program.into(),
            false => [b"./", program].concat().into(),
        };
        let mut words = vec![program.clone()];
        words.extend(argument.filter(|argument| !argument.is_empty()).map(BString::from));
        words.push(path);
        words.extend_from_slice(argv.get(1..).unwrap_or_default());
        return start(&exec, &words).map(|result| match result {
            Err(Unrunnable::Failed(Errno::NotFound)) => Err(Unrunnable::NoInterpreter),
            Err(Unrunnable::Failed(_)) => Err(Unrunnable::BadInterpreter(program)),
            other => other,
        });
    }
    if first_line.contains(&0) {
        return Ok(Err(Unrunnable::Binary));
    }
    let arguments = ShellArguments::script(path, text, argv.get(1..).unwrap_or_default().to_vec());
    run_shell(&exec, arguments).map(Ok)
}
