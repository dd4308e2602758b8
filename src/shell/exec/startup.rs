//! Starting a shell inside a run: `bash -c`, `bash FILE`, `bash -s`, scripts without a `#!` line.

use std::rc::Rc;
use std::sync::Arc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::TextPlace;
use crate::shell::command::{Context, Exec, Outcome};
use crate::shell::kernel::fd::WINDOW;
use crate::shell::kernel::{Description, Halt, IoError, Pid, Process};
use crate::shell::options::{Options, TABLE};
use crate::shell::shell::{InputKind, Shell, ShellState};

/// What a new shell is to run.
pub struct ShellArguments {
    pub source: ShellSource,
    /// `$0`
    pub name: BString,
    /// `$1` and so on.
    pub positional: Vec<BString>,
    pub options: Options,
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
    /// A script file run directly.
    pub fn script(path: BString, text: Bytes, positional: Vec<BString>) -> Self {
        ShellArguments {
            name: path.clone(),
            source: ShellSource::File { path, text },
            positional,
            options: Options::default(),
        }
    }
}

/// Runs a shell as a child process and waits for it. In a process that has nothing else to do it is that process: who
/// knows its number can signal the shell.
pub fn run_shell(exec: &Exec, arguments: ShellArguments) -> Outcome {
    let child = exec.clone();
    if exec.alone {
        let (process, parent) = (Rc::clone(&exec.process), exec.process.parent);
        return Ok(run_in(child, process, parent, arguments));
    }
    let parent = exec.process.pid;
    let process = exec.kernel.scheduler.spawn(move |process| run_in(child, process, parent, arguments))?;
    loop {
        if let Some(status) = process.exit_status() {
            return Ok(status);
        }
        exec.kernel.scheduler.notify_exit(&process);
        exec.kernel.scheduler.block()?;
    }
}

/// Runs a shell in a process and gives the exit status.
fn run_in(exec: Exec, process: Rc<Process>, parent: Pid, arguments: ShellArguments) -> u8 {
    let mut state = ShellState::from_environ(&exec.environ, &exec.cwd, exec.umask);
    state.variables.set_internal("PPID", BString::from(parent.to_string()));
    state.seconds_base = exec.kernel.scheduler.now().0;
    state.options = arguments.options;
    state.name = arguments.name;
    state.positional = Arc::new(arguments.positional);
    let mut shell = Shell::new(Rc::clone(&exec.kernel), process, exec.fds, state);
    shell.depth = exec.depth;
    let source = arguments.source;
    shell.run_as_process(move |shell| match source {
        ShellSource::String(text) => shell.run_text(&text, TextPlace::Main),
        ShellSource::File { path, text } => {
            shell.script = path;
            shell.input = InputKind::File;
            shell.run_text(&text, TextPlace::Main)
        }
        ShellSource::Stdin => {
            shell.input = InputKind::Stdin;
            shell.run_stdin()
        }
    })
}

impl Shell {
    /// Commands from standard input. A command that reads it too gets what follows its own line.
    fn run_stdin(&mut self) -> Result<u8, crate::shell::flow::Flow> {
        let Some(fd) = self.fds.get(0).cloned() else { return Ok(0) };
        let start = if fd.is_seekable() { fd.offset() } else { 0 };
        let mut text = Vec::new();
        loop {
            match fd.read(&self.kernel.vfs, WINDOW) {
                Ok(data) if data.is_empty() => break,
                Ok(data) => text.extend_from_slice(&data),
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    self.complain(&[b"read error: ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            }
        }
        let text = Bytes::from(text);
        // A pipe cannot be read twice: what it held becomes a seekable input in its place.
        let (fd, start) = if fd.is_seekable() {
            (fd, start)
        } else {
            let fd = Description::bytes(text.clone());
            let _ = self.fds.set(0, Some(Rc::clone(&fd)));
            (fd, 0)
        };
        self.run_input(&text, &fd, start)
    }
}

/// The `bash` and `sh` commands.
pub fn bash(context: &mut Context<'_>) -> Outcome {
    match read_arguments(context)? {
        Ok(arguments) => {
            context.flush()?;
            run_shell(&context.exec, arguments)
        }
        Err(status) => Ok(status),
    }
}

fn read_arguments(context: &mut Context<'_>) -> Result<Result<ShellArguments, u8>, Halt> {
    let mut options = Options::default();
    let mut words = context.args().iter().peekable();
    let mut command = false;
    let mut from_stdin = false;
    let posix = context.argv[0].ends_with(b"sh") && !context.argv[0].ends_with(b"bash");
    options.posix = posix;
    options.expand_aliases = posix;
    while let Some(word) = words.peek() {
        let word = word.as_slice();
        match word {
            b"--" | b"-" => {
                words.next();
                break;
            }
            b"--help" => {
                context.write(context.help().as_bytes())?;
                return Ok(Err(0));
            }
            b"--version" => {
                context.write(b"GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n")?;
                return Ok(Err(0));
            }
            b"--norc" | b"--noprofile" | b"--login" | b"--noediting" | b"--posix" | b"--verbose" => {
                options.posix |= word == b"--posix";
                options.expand_aliases |= options.posix;
                options.verbose |= word == b"--verbose";
                words.next();
                continue;
            }
            _ => {}
        }
        let on = match word.first() {
            Some(b'-') if word.len() > 1 => true,
            Some(b'+') if word.len() > 1 => false,
            _ => break,
        };
        if word.starts_with(b"--") {
            context.complain(&[word, b": invalid option"])?;
            return Ok(Err(2));
        }
        words.next();
        for letter in &word[1..] {
            match letter {
                b'c' => command = true,
                b's' => from_stdin = true,
                b'l' | b'i' => {}
                b'o' | b'O' => {
                    let shopt = *letter == b'O';
                    let Some(name) = words.next() else {
                        list_options(context, &options, shopt)?;
                        return Ok(Err(0));
                    };
                    if !options.set(name, shopt, on) {
                        context.complain(&[name, b": invalid option name"])?;
                        return Ok(Err(2));
                    }
                }
                b'n' => options.noexec = on,
                letter if options.set_letter(*letter, on) => {}
                letter => {
                    context.complain(&[&word[..1], &[*letter], b": invalid option"])?;
                    return Ok(Err(2));
                }
            }
        }
    }
    let mut rest: Vec<BString> = words.cloned().collect();
    let own_name = context.argv[0].clone();
    if command {
        if rest.is_empty() {
            context.complain(&[b"-c: option requires an argument"])?;
            return Ok(Err(2));
        }
        let text = Bytes::from(Vec::from(rest.remove(0)));
        let name = if rest.is_empty() { own_name } else { rest.remove(0) };
        return Ok(Ok(ShellArguments { source: ShellSource::String(text), name, positional: rest, options }));
    }
    if from_stdin || rest.is_empty() {
        return Ok(Ok(ShellArguments { source: ShellSource::Stdin, name: own_name, positional: rest, options }));
    }
    let path = rest.remove(0);
    let text = match context.read_operand(if path == "-" { b"./-" } else { &path }) {
        Ok(text) => text,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            match errno {
                // The shell has taken the file's name as its own by then.
                crate::workspace::Errno::IsDir => {
                    context
                        .exec
                        .write_error(&[path.as_slice(), b": ", path.as_slice(), b": Is a directory\n"].concat())?;
                }
                _ => context.complain(&[&path, b": ", errno.message().as_bytes()])?,
            }
            return Ok(Err(if errno == crate::workspace::Errno::NotFound { 127 } else { 126 }));
        }
    };
    if text.lines().next().is_some_and(|line| line.contains(&0)) {
        let text = [path.as_slice(), b": ", path.as_slice(), b": cannot execute binary file\n"].concat();
        context.exec.write_error(&text)?;
        return Ok(Err(126));
    }
    Ok(Ok(ShellArguments { name: path.clone(), source: ShellSource::File { path, text }, positional: rest, options }))
}

fn list_options(context: &mut Context<'_>, options: &Options, shopt: bool) -> Result<(), Halt> {
    for info in TABLE.iter().filter(|info| info.shopt == shopt) {
        let on = options.get(info.name.as_bytes(), shopt) == Some(true);
        let line = format!("{:<15}\t{}\n", info.name, if on { "on" } else { "off" });
        context.write(line.as_bytes())?;
    }
    Ok(())
}
