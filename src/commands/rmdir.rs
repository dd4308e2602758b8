//! `rmdir`: removes empty folders.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::fs;
use super::shared::path::strip_trailing_slashes;
use super::shared::quote::quote_file;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::Errno;

const HELP: &str = "\
Usage: rmdir [OPTION]... DIRECTORY...
Remove the DIRECTORIES, if they are empty.

      --ignore-fail-on-non-empty
                    be silent about a folder that is not empty
  -p, --parents     remove DIRECTORY and its parents: 'rmdir -p a/b' is like 'rmdir a/b a'
  -v, --verbose     say what is done
      --help        show this help and exit
      --version     show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::long('i', "ignore-fail-on-non-empty", Takes::Nothing),
    Opt::both('p', "parents", Takes::Nothing),
    Opt { id: 'p', short: false, long: "path", takes: Takes::Nothing },
    Opt::both('v', "verbose", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "rmdir", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id| options.iter().any(|option| option.id == id);
    let (ignore, parents, verbose) = (given('i'), given('p'), given('v'));
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let mut status = 0;
    for operand in &operands {
        let mut path: &[u8] = operand;
        let mut message: &[u8] = b"failed to remove ";
        loop {
            context.charge(1)?;
            if verbose {
                announce(context, path)?;
            }
            if let Err(errno) = fs::rmdir(context, path) {
                if ignore && errno == Errno::NotEmpty {
                    break;
                }
                let through_link = errno == Errno::NotDir
                    && fs::is_link_with_slash(context, path)
                    && context.vfs().is_dir(context.cwd(), path);
                if through_link {
                    let path = quote_file(path);
                    context.complain(&[b"failed to remove ", &path, b": Symbolic link not followed"])?;
                } else {
                    context.complain(&[message, &quote_file(path), b": ", errno.message().as_bytes()])?;
                }
                status = 1;
                break;
            }
            if !parents {
                break;
            }
            path = strip_trailing_slashes(path);
            let Some(slash) = memchr::memrchr(b'/', path) else { break };
            let parent = &path[..slash];
            path = &parent[..parent.len() - parent.iter().rev().take_while(|byte| **byte == b'/').count()];
            if path.is_empty() {
                break;
            }
            message = b"failed to remove directory ";
        }
    }
    Ok(status)
}

fn announce(context: &mut Context<'_>, path: &[u8]) -> Result<(), Halt> {
    let line = [b"rmdir: removing directory, ", &quote_file(path)[..], b"\n"].concat();
    context.write(&line)
}
