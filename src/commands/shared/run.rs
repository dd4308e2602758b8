//! Running one command from another.

use bstr::BString;

use shell::command::{Context, Exec, Outcome};
use shell::dispatch::{self, Unrunnable};
use shell::kernel::Halt;
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
