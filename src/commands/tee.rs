//! `tee`: copies its input to its output and to files.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::choice::choose;
use super::shared::quote::quote_colon;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Disposition, Fd, Halt, IoError, OpenOptions, Signal};
use workspace::Errno;

const HELP: &str = "\
Usage: tee [OPTION]... [FILE]...
Copy standard input to each FILE, and also to standard output.

  -a, --append              append to the FILEs
  -i, --ignore-interrupts   ignore interrupts
  -p                        go on when an output that is a pipe is closed
      --output-error[=MODE] what to do when a write fails: warn, warn-nopipe, exit, exit-nopipe
      --help                show this help and exit
      --version             show the version and exit

Without -p and --output-error, a closed pipe ends tee, and other errors are reported while it goes on.
MODE 'warn' reports any error, 'exit' exits on any; with '-nopipe' closed pipes are left out of it.
--output-error without MODE is 'warn-nopipe', as is -p.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "append", Takes::Nothing),
    Opt::both('i', "ignore-interrupts", Takes::Nothing),
    Opt::short('p', Takes::Nothing),
    Opt::long('e', "output-error", Takes::Optional),
]);

pub const COMMANDS: &[Native] = &[Native { name: "tee", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnError {
    Signal,
    Warn,
    WarnNoPipe,
    Exit,
    ExitNoPipe,
}

const CHOICES: &[(&str, OnError)] = &[
    ("warn", OnError::Warn),
    ("warn-nopipe", OnError::WarnNoPipe),
    ("exit", OnError::Exit),
    ("exit-nopipe", OnError::ExitNoPipe),
];

struct Sink {
    name: BString,
    fd: Fd,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut append = false;
    let mut ignore_interrupts = false;
    let mut on_error = OnError::Signal;
    for option in &options {
        match option.id {
            'a' => append = true,
            'i' => ignore_interrupts = true,
            'p' => on_error = OnError::WarnNoPipe,
            _ => match &option.value {
                None => on_error = OnError::WarnNoPipe,
                Some(value) => match choose(context, "--output-error", value, CHOICES)? {
                    Some(choice) => on_error = choice,
                    None => return Ok(1),
                },
            },
        }
    }
    let process = std::rc::Rc::clone(&context.exec.process);
    let mut ignored = Vec::new();
    if ignore_interrupts {
        ignored.push(Signal::INT);
    }
    if on_error != OnError::Signal {
        ignored.push(Signal::PIPE);
    }
    let before: Vec<(Signal, Disposition)> =
        ignored.iter().map(|signal| (*signal, process.disposition(*signal))).collect();
    for signal in ignored {
        process.set_disposition(signal, Disposition::Ignore);
    }
    let outcome = copy(context, &operands, append, on_error);
    for (signal, disposition) in before {
        process.set_disposition(signal, disposition);
    }
    outcome
}

fn copy(context: &mut Context<'_>, operands: &[BString], append: bool, on_error: OnError) -> Outcome {
    let mut status = 0;
    let mut sinks = Vec::new();
    match context.exec.fds.get(1) {
        Some(fd) => sinks.push(Sink { name: "'standard output'".into(), fd: fd.clone() }),
        None => status = 1,
    }
    let mode = context.new_mode(0o666);
    for operand in operands {
        let open = if append { OpenOptions::appending(mode) } else { OpenOptions::writing(mode) };
        let name = quote_colon(operand);
        let opened = context.open(operand, open);
        match context.report(&name, opened)? {
            Some(fd) => sinks.push(Sink { name, fd }),
            None if matches!(on_error, OnError::Exit | OnError::ExitNoPipe) => return Ok(1),
            None => status = 1,
        }
    }
    let opened = context.stdin();
    let Some(mut input) = context.report(b"'standard input'", opened)? else { return Ok(1) };
    while !sinks.is_empty() {
        let read = input.read(context);
        let data = match context.report(b"read error", read)? {
            None => return Ok(1),
            Some(data) if data.is_empty() => break,
            Some(data) => data,
        };
        let mut failures = Vec::new();
        let mut index = 0;
        while let Some(sink) = sinks.get(index) {
            match sink.fd.write(context.vfs(), data.clone()) {
                Ok(()) => index += 1,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => failures.push((sinks.remove(index), errno)),
            }
        }
        for (sink, errno) in failures {
            if let Some(failed) = failure(context, &sink, errno, on_error)? {
                status = 1;
                if failed {
                    return Ok(1);
                }
            }
        }
    }
    Ok(status)
}

/// Reports a failed write. `None`: it does not count; `Some(true)`: the command ends.
fn failure(context: &mut Context<'_>, sink: &Sink, errno: Errno, on_error: OnError) -> Result<Option<bool>, Halt> {
    if errno == Errno::Pipe && matches!(on_error, OnError::WarnNoPipe | OnError::ExitNoPipe) {
        return Ok(None);
    }
    context.complain(&[&sink.name, b": ", errno.message().as_bytes()])?;
    Ok(Some(matches!(on_error, OnError::Exit | OnError::ExitNoPipe)))
}
