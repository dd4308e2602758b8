//! `printenv`: prints environment variables.

use super::options::{self, Arguments, Opt, Spec, Takes};
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: printenv [OPTION]... [VARIABLE]...
Print the values of the environment variables; without any, print all with their names.

  -0, --null     end each output line with NUL, not newline
      --help     show this help and exit
      --version  show the version and exit
";

const SPEC: Spec =
    Spec { options: &[Opt::both('0', "null", Takes::Nothing)], operands_end_options: true, failure: 2 };

pub const COMMANDS: &[Native] = &[Native { name: "printenv", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let end: &[u8] = if options.is_empty() { b"\n" } else { b"\0" };
    let environ = std::rc::Rc::clone(&context.exec.environ);
    if operands.is_empty() {
        for (name, value) in environ.iter() {
            context.write(&[&name[..], b"=", value, end].concat())?;
        }
        return Ok(0);
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        match environ.binary_search_by(|(name, _)| name.cmp(operand)) {
            Ok(index) => context.write(&[&environ[index].1[..], end].concat())?,
            Err(_) => status = 1,
        }
    }
    Ok(status)
}
