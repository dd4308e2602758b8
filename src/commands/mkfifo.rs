//! `mkfifo`: named pipes.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::mode::Mode;
use super::shared::quote::quote_file;
use crate::shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: mkfifo [OPTION]... NAME...
Make named pipes (FIFOs) with the given NAMEs.

  -m, --mode=MODE   set the permissions to MODE, not a=rw - umask
      --help        show this help and exit
      --version     show the version and exit
";

const SPEC: Spec = Spec::new(&[Opt::both('m', "mode", Takes::Value)]);

pub const COMMANDS: &[Native] = &[Native { name: "mkfifo", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let mut bits = context.new_mode(0o666);
    if let Some(option) = options.last() {
        let Some(mode) = Mode::parse(option.value()) else {
            context.complain(&[b"invalid mode"])?;
            return Ok(1);
        };
        bits = mode.apply(0o666, false, context.exec.umask);
        if bits & !0o777 != 0 {
            context.complain(&[b"mode must specify only file permission bits"])?;
            return Ok(1);
        }
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        if let Err(errno) = context.vfs().mkfifo(context.cwd(), operand, bits) {
            context.complain(&[b"cannot create fifo ", &quote_file(operand), b": ", errno.message().as_bytes()])?;
            status = 1;
        }
    }
    Ok(status)
}
