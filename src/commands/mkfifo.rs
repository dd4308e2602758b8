//! `mkfifo`: makes named pipes.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::check_operands;
use super::shared::mode::Mode;
use super::shared::quote::quote_file;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: mkfifo [OPTION]... NAME...
Make named pipes with the given NAMEs.

  -m, --mode=MODE  set the permission bits to MODE instead of a=rw without the umask's bits
  -Z               (accepted; there are no security contexts)
      --context[=CTX]  (accepted; there are no security contexts)
      --help       show this help and exit
      --version    show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('m', "mode", Takes::Value),
    Opt::short('Z', Takes::Nothing),
    Opt { id: 'Z', short: false, long: "context", takes: Takes::Optional },
]);

pub const COMMANDS: &[Native] = &[Native { name: "mkfifo", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &SPEC, &operands, 1, usize::MAX)? {
        return Ok(status);
    }
    let mut mode = context.new_mode(0o666);
    if options.iter().any(|option| option.id == 'Z' && option.value.is_some()) {
        context.complain(&[b"warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel"])?;
    }
    if let Some(option) = options.iter().rfind(|option| option.id == 'm') {
        let Some(parsed) = Mode::parse(option.value()) else {
            context.complain(&[b"invalid mode"])?;
            return Ok(1);
        };
        mode = parsed.apply(0o666, false, context.exec.umask);
        if mode & !0o777 != 0 {
            context.complain(&[b"mode must specify only file permission bits"])?;
            return Ok(1);
        }
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        if let Err(errno) = context.vfs().mkfifo(context.cwd(), operand, mode) {
            let text = errno.message().as_bytes();
            context.complain(&[b"cannot create fifo ", &quote_file(operand), b": ", text])?;
            status = 1;
        }
    }
    Ok(status)
}
