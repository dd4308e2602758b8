//! `readlink`: where a symbolic link leads, or the canonical path of a file.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::canonical::{Missing, canonical};
use super::shared::quote::quote_colon;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: readlink [OPTION]... FILE...
Print what a symbolic link says, or the canonical path of a file.

  -f, --canonicalize            follow every link in every part of the name; all but the last part must exist
  -e, --canonicalize-existing   the same; all parts must exist
  -m, --canonicalize-missing    the same; no part needs to exist
  -n, --no-newline              print no delimiter at the end
  -q, --quiet
  -s, --silent                  print no error messages (default)
  -v, --verbose                 print error messages
  -z, --zero                    end each output line with NUL, not newline
      --help                    show this help and exit
      --version                 show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('f', "canonicalize", Takes::Nothing),
    Opt::both('e', "canonicalize-existing", Takes::Nothing),
    Opt::both('m', "canonicalize-missing", Takes::Nothing),
    Opt::both('n', "no-newline", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::both('s', "silent", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::both('z', "zero", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "readlink", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut mode = None;
    let (mut newline, mut verbose, mut end) = (true, false, b'\n');
    for option in options {
        match option.id {
            'f' => mode = Some(Missing::Last),
            'e' => mode = Some(Missing::Nothing),
            'm' => mode = Some(Missing::Anything),
            'n' => newline = false,
            'v' => verbose = true,
            'z' => end = 0,
            _ => verbose = false,
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if operands.len() > 1 && !newline {
        context.complain(&[b"ignoring --no-newline with multiple arguments"])?;
        newline = true;
    }
    let mut status = 0;
    for operand in &operands {
        let found = match mode {
            Some(missing) => canonical(context, operand, missing, false)?,
            None => context.vfs().read_link(context.cwd(), operand).map(|target| target.to_vec()),
        };
        match found {
            Ok(mut text) => {
                if newline {
                    text.push(end);
                }
                context.write(&text)?;
            }
            Err(errno) => {
                status = 1;
                if verbose {
                    context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                }
            }
        }
    }
    Ok(status)
}
