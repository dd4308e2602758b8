//! `pwd`: prints the working folder.

use super::options::{self, Arguments, Opt, Spec, Takes};
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: pwd [OPTION]...
Print the full name of the working folder.

  -L, --logical   use PWD from the environment, even if it leads through symbolic links
  -P, --physical  lead through no symbolic links (default)
      --help      show this help and exit
      --version   show the version and exit
";

const SPEC: Spec =
    Spec::new(&[Opt::both('L', "logical", Takes::Nothing), Opt::both('P', "physical", Takes::Nothing)]);

pub const COMMANDS: &[Native] = &[Native { name: "pwd", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if !operands.is_empty() {
        context.complain(&[b"ignoring non-option arguments"])?;
    }
    let logical = match options.last() {
        Some(option) => option.id == 'L',
        None => context.exec.env(b"POSIXLY_CORRECT").is_some(),
    };
    if logical && let Some(path) = logical_folder(context) {
        context.write(&[&path[..], b"\n"].concat())?;
        return Ok(0);
    }
    let path = match context.vfs().canonical(context.cwd(), b".") {
        Ok(path) => path,
        Err(errno) => {
            context.complain(&[b"failed to stat '.': ", errno.message().as_bytes()])?;
            return Ok(1);
        }
    };
    context.write(&[path.as_bytes(), b"\n"].concat())?;
    Ok(0)
}

/// `PWD`, if it is an absolute path without `.` and `..` that leads to the working folder.
fn logical_folder(context: &Context<'_>) -> Option<Vec<u8>> {
    let path = context.exec.env(b"PWD")?;
    let plain = path.starts_with(b"/") && path.split(|byte| *byte == b'/').all(|name| name != b"." && name != b"..");
    let (vfs, cwd) = (context.vfs(), context.cwd());
    let same = plain && vfs.canonical(cwd, path).ok()? == vfs.canonical(cwd, b".").ok()?;
    same.then(|| path.to_vec())
}
