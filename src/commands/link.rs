//! `link` and `unlink`: one call of the system each.

use super::options::{self, Arguments, Spec};
use super::shared::inputs::check_operands;
use super::shared::quote::quote_file;
use shell::command::{Context, Native, Outcome};
use workspace::Follow;

const LINK_HELP: &str = "\
Usage: link FILE1 FILE2
  or:  link OPTION
Make a hard link FILE2 to FILE1.

      --help     show this help and exit
      --version  show the version and exit
";

const UNLINK_HELP: &str = "\
Usage: unlink FILE
  or:  unlink OPTION
Remove FILE.

      --help     show this help and exit
      --version  show the version and exit
";

const SPEC: Spec = Spec::new(&[]);

pub const COMMANDS: &[Native] = &[
    Native { name: "link", help: LINK_HELP, run: link },
    Native { name: "unlink", help: UNLINK_HELP, run: unlink },
];

fn link(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &SPEC)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &SPEC, &operands, 2, 2)? {
        return Ok(status);
    }
    let (from, to) = (&operands[0], &operands[1]);
    match context.vfs().link(context.cwd(), from, to, Follow::No) {
        Ok(()) => Ok(0),
        Err(errno) => {
            let text = errno.message().as_bytes();
            context.complain(&[b"cannot create link ", &quote_file(to), b" to ", &quote_file(from), b": ", text])?;
            Ok(1)
        }
    }
}

fn unlink(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &SPEC)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &SPEC, &operands, 1, 1)? {
        return Ok(status);
    }
    match context.vfs().unlink(context.cwd(), &operands[0]) {
        Ok(()) => Ok(0),
        Err(errno) => {
            let text = errno.message().as_bytes();
            context.complain(&[b"cannot unlink ", &quote_file(&operands[0]), b": ", text])?;
            Ok(1)
        }
    }
}
