//! Running one command from another.

use std::rc::Rc;

use bstr::BString;

use shell::command::{Context, Exec, Input, Outcome};
use shell::dispatch::{self, Unrunnable};
use shell::kernel::{Description, Fd, Halt, IoError, Pipe, Process, Source};
use workspace::Errno;

/// Runs `argv` as a child of this command and waits for it, after flushing what was written so far. The inner error
/// says why it could not be started; nothing was printed about it.
pub fn run(context: &mut Context<'_>, argv: &[BString]) -> Result<Result<u8, Unrunnable>, Halt> {
    context.flush()?;
    let exec = Exec { alone: false, ..context.exec.clone() };
    dispatch::start(&exec, argv)
}

/// As [`run`], for a command that does nothing afterwards and could as well have been replaced by the other (`env`,
/// `nice`, `nohup`).
pub fn replace(context: &mut Context<'_>, argv: &[BString]) -> Result<Result<u8, Unrunnable>, Halt> {
    context.flush()?;
    dispatch::start(&context.exec, argv)
}

/// The text for a command that could not be started, as `execvp`'s errno gives it.
pub fn reason(failure: &Unrunnable) -> String {
    match failure {
        Unrunnable::NotFound => Errno::NotFound.message().to_owned(),
        Unrunnable::Failed(errno) if *errno == Errno::IsDir => Errno::Access.message().to_owned(),
        other => other.message(),
    }
}

/// As [`replace`]; a command that could not be started is reported as `NAME: PREFIX REASON` and gives 127 or 126.
pub fn run_or_complain(context: &mut Context<'_>, argv: &[BString], prefix: impl FnOnce(&[u8]) -> Vec<u8>) -> Outcome {
    match replace(context, argv)? {
        Ok(status) => Ok(status),
        Err(failure) => {
            let name = argv.first().map(|name| name.as_slice()).unwrap_or_default();
            context.complain(&[&prefix(name), reason(&failure).as_bytes()])?;
            Ok(failure.status())
        }
    }
}

/// Runs `command` by a shell as a child, with the given descriptors, after flushing what was written so far.
pub fn spawn_shell(
    context: &mut Context<'_>,
    command: &[u8],
    stdin: Option<Fd>,
    stdout: Option<Fd>,
) -> Result<Rc<Process>, Halt> {
    context.flush()?;
    spawn_shell_unflushed(context, command, stdin, stdout)
}

/// The same, where what was written so far may wait.
pub fn spawn_shell_unflushed(
    context: &Context<'_>,
    command: &[u8],
    stdin: Option<Fd>,
    stdout: Option<Fd>,
) -> Result<Rc<Process>, Halt> {
    // An argument ends at its first NUL.
    let command = command.split(|byte| *byte == 0).next().unwrap_or_default();
    spawn(context, vec!["sh".into(), "-c".into(), command.into()], stdin, stdout)
}

/// Runs `argv` as a child, with the given descriptors; what was written so far may wait.
pub fn spawn(
    context: &Context<'_>,
    argv: Vec<BString>,
    stdin: Option<Fd>,
    stdout: Option<Fd>,
) -> Result<Rc<Process>, Halt> {
    let places = [(0, stdin), (1, stdout)].into_iter().filter_map(|(place, fd)| fd.map(|fd| (place, fd)));
    spawn_with(context, argv, places)
}

/// The same, with any descriptors.
pub fn spawn_with(
    context: &Context<'_>,
    argv: Vec<BString>,
    places: impl IntoIterator<Item = (u32, Fd)>,
) -> Result<Rc<Process>, Halt> {
    let mut exec = Exec { alone: false, ..context.exec.clone() };
    for (place, fd) in places {
        let _ = exec.fds.set(place, Some(fd));
    }
    dispatch::spawn_external(&exec, argv, false, |_, _| Ok(()))
}

/// A pipe as two descriptors: reading, writing.
pub fn pipe(context: &Context<'_>) -> (Fd, Fd) {
    let (read, write) = Pipe::ends(&context.exec.kernel.scheduler);
    (Description::new(Source::PipeRead(read), true, false), Description::new(Source::PipeWrite(write), false, true))
}

/// Reads an input to its end and keeps the first bytes of it, so many at most.
pub fn kept_of(context: &Context<'_>, input: &mut Input, most: usize) -> Result<Vec<u8>, Halt> {
    let mut out = Vec::new();
    while let Some(data) = IoError::or_none(input.read(context))?.filter(|data| !data.is_empty()) {
        context.charge_bytes(data.len())?;
        out.extend_from_slice(&data[..most.saturating_sub(out.len()).min(data.len())]);
    }
    Ok(out)
}

/// What `command` writes when a shell runs it. At most `most` bytes are kept; the rest is read and dropped.
pub fn shell_output(context: &mut Context<'_>, command: &[u8], most: usize) -> Result<Vec<u8>, Halt> {
    let (read, write) = pipe(context);
    let process = spawn_shell(context, command, None, Some(write))?;
    let mut input = Input::new(read);
    let out = kept_of(context, &mut input, most)?;
    drop(input);
    context.exec.kernel.scheduler.wait(&process)?;
    Ok(out)
}
