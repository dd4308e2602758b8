//! The command line of `bash` and `sh`.

use std::iter::Peekable;
use std::slice::Iter;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::startup::{ShellArguments, ShellSource, run_shell};
use crate::command::{Context, Outcome};
use crate::dispatch::find_files;
use crate::kernel::{Halt, IoError};
use crate::options::{Options, TABLE};
use workspace::Errno;

const VERSION: &str = "GNU bash, version 5.2.15(1)-release";
const MACHINE: &str = "x86_64-pc-linux-gnu";

/// The long options, as the usage message lists them.
const LONG_OPTIONS: &[&str] = &[
    "debug",
    "debugger",
    "dump-po-strings",
    "dump-strings",
    "help",
    "init-file",
    "login",
    "noediting",
    "noprofile",
    "norc",
    "posix",
    "pretty-print",
    "rcfile",
    "restricted",
    "verbose",
    "version",
];

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

fn usage(name: &[u8]) -> Vec<u8> {
    let mut text = [b"Usage:\t", name, b" [GNU long option] [option] ...\n\t"].concat();
    text.extend_from_slice(&[name, b" [GNU long option] [option] script-file ...\nGNU long options:\n"].concat());
    for option in LONG_OPTIONS {
        text.extend_from_slice(format!("\t--{option}\n").as_bytes());
    }
    text.extend_from_slice(
        b"Shell options:\n\t-ilrsD or -c command or -O shopt_option\t\t(invocation only)\n\
          \t-abefhkmnptuvxBCEHPT or -o option\n",
    );
    text
}

/// What the options say so far.
struct Reading {
    arguments: ShellArguments,
    command: bool,
    from_stdin: bool,
    /// `-o` or `-O` without a name has listed the options.
    listed: bool,
}

fn read_arguments(context: &mut Context<'_>) -> Result<Result<ShellArguments, u8>, Halt> {
    let own_name = context.argv[0].clone();
    let base = own_name.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let (base, login) = match base.strip_prefix(b"-") {
        Some(base) => (base, true),
        None => (base, false),
    };
    let mut arguments = ShellArguments::new(ShellSource::Stdin, own_name.clone(), Vec::new());
    arguments.login = login;
    arguments.as_sh = base == b"sh";
    arguments.path = match own_name.contains(&b'/') {
        true if own_name.starts_with(b"/") => own_name.clone(),
        true => [context.exec.cwd.as_bytes(), b"/", own_name.strip_prefix(b"./").unwrap_or(&own_name)].concat().into(),
        false => find_files(&context.exec, &own_name, false).pop().unwrap_or_else(|| "/bin/bash".into()),
    };
    arguments.options.posix = arguments.as_sh;
    arguments.options.restricted_shell = base == b"rbash";
    let all: Vec<BString> = context.args().to_vec();
    let mut words = all.iter().peekable();
    let mut reading = Reading { arguments, command: false, from_stdin: false, listed: false };
    // Long options come first.
    while let Some(word) = words.peek().copied() {
        let long = match word.strip_prefix(b"-") {
            Some(rest) if rest.len() > 1 => rest.strip_prefix(b"-").unwrap_or(rest),
            _ => break,
        };
        let is_long = word.starts_with(b"--") || LONG_OPTIONS.iter().any(|known| known.as_bytes() == long);
        if !is_long || long.is_empty() {
            break;
        }
        words.next();
        if let Some(status) = long_option(context, &mut reading, &own_name, long, &mut words)? {
            return Ok(Err(status));
        }
    }
    if let Some(status) = short_options(context, &mut reading, &own_name, &mut words)? {
        return Ok(Err(status));
    }
    let Reading { mut arguments, command, from_stdin, .. } = reading;
    let mut rest: Vec<BString> = words.cloned().collect();
    if command {
        if rest.is_empty() {
            context.complain(&[b"-c: option requires an argument"])?;
            return Ok(Err(2));
        }
        arguments.source = ShellSource::String(Bytes::from(Vec::from(rest.remove(0))));
        if !rest.is_empty() {
            arguments.name = rest.remove(0);
        }
        arguments.positional = rest;
        return Ok(Ok(arguments));
    }
    if from_stdin || rest.is_empty() {
        arguments.positional = rest;
        return Ok(Ok(arguments));
    }
    let path = rest.remove(0);
    arguments.positional = rest;
    open_script(context, arguments, path)
}

/// One long option without its dashes; a status ends the command.
fn long_option(
    context: &mut Context<'_>,
    reading: &mut Reading,
    name: &[u8],
    option: &[u8],
    words: &mut Peekable<Iter<'_, BString>>,
) -> Result<Option<u8>, Halt> {
    let arguments = &mut reading.arguments;
    match option {
        b"help" => {
            let mut text = format!("{VERSION}-({MACHINE})\n").into_bytes();
            text.extend_from_slice(&usage(name));
            text.extend_from_slice(
                b"Type `bash -c \"help set\"' for the shell options, `bash -c help' for the builtins.\n",
            );
            context.write(&text)?;
            return Ok(Some(0));
        }
        b"version" => {
            context.write(format!("{VERSION} ({MACHINE})\n").as_bytes())?;
            return Ok(Some(0));
        }
        b"norc" => arguments.norc = true,
        b"noprofile" => arguments.noprofile = true,
        b"login" => arguments.login = true,
        b"noediting" => arguments.editing = false,
        b"posix" => arguments.options.posix = true,
        b"pretty-print" => arguments.pretty_print = true,
        b"restricted" => arguments.options.restricted_shell = true,
        b"verbose" => arguments.options.verbose = true,
        b"rcfile" | b"init-file" => match words.next() {
            Some(file) => arguments.rcfile = Some(file.clone()),
            None => {
                context.complain(&[option, b": option requires an argument"])?;
                return Ok(Some(2));
            }
        },
        _ => return invalid(context, name, &[b"--", option].concat()),
    }
    Ok(None)
}

fn invalid(context: &mut Context<'_>, name: &[u8], option: &[u8]) -> Result<Option<u8>, Halt> {
    context.complain(&[option, b": invalid option"])?;
    context.exec.write_error(&usage(name))?;
    Ok(Some(2))
}

fn short_options(
    context: &mut Context<'_>,
    reading: &mut Reading,
    name: &[u8],
    words: &mut Peekable<Iter<'_, BString>>,
) -> Result<Option<u8>, Halt> {
    while let Some(word) = words.peek().copied() {
        let on = match word.first() {
            Some(b'-') => true,
            Some(b'+') if word.len() > 1 => false,
            _ => break,
        };
        if matches!(word.as_slice(), b"-" | b"--") {
            words.next();
            break;
        }
        let letters = &word.as_slice()[1..];
        words.next();
        if letters.starts_with(b"-") && on {
            return invalid(context, name, word);
        }
        for letter in letters {
            let arguments = &mut reading.arguments;
            match letter {
                b'c' => reading.command = true,
                b's' => reading.from_stdin = on,
                b'l' => arguments.login = on,
                b'i' => arguments.interactive = on,
                b'r' if on => arguments.options.restricted_shell = true,
                b'o' | b'O' => {
                    let shopt = *letter == b'O';
                    let Some(option) = words.next() else {
                        list_options(context, &arguments.options, shopt, !on)?;
                        reading.listed = true;
                        continue;
                    };
                    if !arguments.options.set(option, shopt, on) {
                        let prefix = [context.name().as_bytes(), b": line 0: "].concat();
                        let text = match shopt {
                            true => [&prefix[..], option, b": invalid shell option name\n"].concat(),
                            false => [&prefix[..], name, b": ", option, b": invalid option name\n"].concat(),
                        };
                        context.exec.write_error(&text)?;
                        return Ok(Some(2));
                    }
                }
                b'n' => arguments.options.noexec = on,
                // Job control wants a terminal.
                b'm' if on => arguments.wants_jobs = true,
                letter if arguments.options.set_letter(*letter, on) => {}
                letter => {
                    let sign: &[u8] = if on { b"-" } else { b"+" };
                    let status = invalid(context, name, &[sign, &[*letter]].concat())?;
                    // Under `-e` the message itself is what ends the shell.
                    return Ok(if reading.arguments.options.errexit { Some(1) } else { status });
                }
            }
        }
    }
    Ok(None)
}

/// Reads the script; a name without a slash is looked for in `PATH` too.
fn open_script(
    context: &mut Context<'_>,
    mut arguments: ShellArguments,
    path: BString,
) -> Result<Result<ShellArguments, u8>, Halt> {
    let operand = |path: &[u8]| if path == b"-" { BString::from("./-") } else { BString::from(path) };
    let mut found = operand(&path);
    if !path.contains(&b'/') && context.exec.vfs().stat(&context.exec.cwd, &found).is_err() {
        let folders = context.exec.env(b"PATH").map(|path| path.to_vec()).unwrap_or_default();
        let candidates = folders.split(|byte| *byte == b':').map(|folder| match folder {
            b"" => path.to_vec(),
            folder => [folder, b"/", path.as_slice()].concat(),
        });
        let there = |path: &Vec<u8>| context.exec.vfs().stat(&context.exec.cwd, path).is_ok_and(|stat| stat.is_file());
        if let Some(candidate) = { candidates }.find(there) {
            found = candidate.into();
        }
    }
    let text = match context.read_operand(&found) {
        Ok(text) => text,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            match errno {
                // The shell has taken the file's name as its own by then.
                Errno::IsDir => {
                    let line = [path.as_slice(), b": ", path.as_slice(), b": Is a directory\n"].concat();
                    context.exec.write_error(&line)?;
                }
                _ => context.complain(&[&path, b": ", errno.message().as_bytes()])?,
            }
            return Ok(Err(if errno == Errno::NotFound { 127 } else { 126 }));
        }
    };
    if text.lines().next().is_some_and(|line| line.contains(&0)) {
        let line = [path.as_slice(), b": ", path.as_slice(), b": cannot execute binary file\n"].concat();
        context.exec.write_error(&line)?;
        return Ok(Err(126));
    }
    arguments.name = path.clone();
    arguments.source = ShellSource::File { path, text };
    Ok(Ok(arguments))
}

fn list_options(context: &mut Context<'_>, options: &Options, shopt: bool, commands: bool) -> Result<(), Halt> {
    for info in TABLE.iter().filter(|info| info.shopt == shopt) {
        let mut on = options.get(info.name.as_bytes(), shopt) == Some(true);
        // Before it knows its input, the shell takes itself for one with a line editor.
        on |= info.name == "emacs";
        let line = match (commands, shopt) {
            (true, true) => format!("shopt -{} {}\n", if on { 's' } else { 'u' }, info.name),
            (true, false) => format!("set {}o {}\n", if on { '-' } else { '+' }, info.name),
            (false, _) => format!("{:<15}\t{}\n", info.name, if on { "on" } else { "off" }),
        };
        context.write(line.as_bytes())?;
    }
    Ok(())
}
