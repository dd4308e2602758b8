//! `mkdir`: makes folders, and their parents if asked.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::mode::Mode;
use super::shared::quote::{quote, quote_file};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::Errno;

const HELP: &str = "\
Usage: mkdir [OPTION]... DIRECTORY...
Make the DIRECTORIES, if they are not there.

  -m, --mode=MODE   set the permissions (as chmod reads them), not a=rwx - umask
  -p, --parents     make parents as needed; no error when it is there already
  -v, --verbose     say what is made
  -Z, --context[=CTX]  (accepted; there are no security contexts)
      --help        show this help and exit
      --version     show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('m', "mode", Takes::Value),
    Opt::both('p', "parents", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::short('Z', Takes::Nothing),
    Opt { id: 'Z', short: false, long: "context", takes: Takes::Optional },
]);

pub const COMMANDS: &[Native] = &[Native { name: "mkdir", help: HELP, run }];

struct Settings {
    mode: Option<Mode>,
    parents: bool,
    verbose: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut mode_text = None;
    let mut settings = Settings { mode: None, parents: false, verbose: false };
    for option in options {
        match option.id {
            'm' => mode_text = option.value,
            'p' => settings.parents = true,
            'v' => settings.verbose = true,
            _ if option.value.is_some() => {
                context.complain(&[b"warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel"])?;
            }
            _ => {}
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if let Some(text) = mode_text {
        settings.mode = Mode::parse(&text);
        if settings.mode.is_none() {
            context.complain(&[b"invalid mode ", &quote(&text)])?;
            return Ok(1);
        }
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        let made = if settings.parents {
            make_parents(context, operand, &settings)?
        } else {
            make(context, operand, settings.mode.as_ref()).map_err(|errno| (operand.as_slice(), errno))
        };
        match made {
            Ok(()) if settings.verbose && !settings.parents => announce(context, operand)?,
            Ok(()) => {}
            Err((path, errno)) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"cannot create directory ", &quote(path), b": ", text])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn announce(context: &mut Context<'_>, path: &[u8]) -> Result<(), Halt> {
    let line = [b"mkdir: created directory ", &quote_file(path)[..], b"\n"].concat();
    context.write(&line)
}

fn make(context: &Context<'_>, path: &[u8], mode: Option<&Mode>) -> Result<(), Errno> {
    let umask = context.exec.umask;
    let mode = match mode {
        // What the mode does not speak of is as without it.
        Some(mode) => mode.apply(context.new_mode(0o777), true, umask),
        None => context.new_mode(0o777),
    };
    context.vfs().mkdir(context.cwd(), path, mode)
}

/// Makes each prefix of `path` that is missing. The last folder gets the mode; its parents can be entered by their
/// owner whatever the umask.
#[allow(clippy::type_complexity, reason = "the path of a failure belongs to the argument")]
fn make_parents<'p>(
    context: &mut Context<'_>,
    path: &'p [u8],
    settings: &Settings,
) -> Result<Result<(), (&'p [u8], Errno)>, Halt> {
    let mut end = 0;
    loop {
        context.charge(1)?;
        // Each turn ends behind one more name and its slashes.
        let start = end + path[end..].iter().take_while(|byte| **byte == b'/').count();
        let name_end = memchr::memchr(b'/', &path[start..]).map_or(path.len(), |slash| start + slash);
        let last = path[name_end..].iter().all(|byte| *byte == b'/');
        let prefix = if last { path } else { &path[..name_end] };
        end = name_end;
        match context.vfs().stat(context.cwd(), prefix) {
            Ok(stat) if stat.is_dir() => {}
            Ok(_) => {
                let errno = if last { Errno::Exists } else { Errno::NotDir };
                return Ok(Err((prefix, errno)));
            }
            Err(_) => {
                let made = if last {
                    make(context, prefix, settings.mode.as_ref())
                } else {
                    context.vfs().mkdir(context.cwd(), prefix, context.new_mode(0o777) | 0o300)
                };
                if let Err(errno) = made {
                    return Ok(Err((prefix, errno)));
                }
                if settings.verbose {
                    announce(context, prefix)?;
                }
            }
        }
        if last {
            return Ok(Ok(()));
        }
    }
}
