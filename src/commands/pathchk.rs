//! `pathchk`: whether names can be files' names, here or on other machines.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::quote::{quote, quote_colon, quote_file};
use super::shared::unicode;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::Errno;

const HELP: &str = "\
Usage: pathchk [OPTION]... NAME...
Tell of NAMEs that cannot be files' names.

  -p              names for most POSIX systems: short, of letters, digits, '.', '_' and '-'
  -P              no empty names and none that begin with '-'
      --portability  both
      --help      show this help and exit
      --version   show the version and exit
";

const SPEC: Spec = Spec {
    options: &[
        Opt::short('p', Takes::Nothing),
        Opt::short('P', Takes::Nothing),
        Opt::long('a', "portability", Takes::Nothing),
    ],
    operands_end_options: true,
    failure: 1,
};

pub const COMMANDS: &[Native] = &[Native { name: "pathchk", help: HELP, run }];

/// The least that POSIX promises for a path (with its NUL) and for a name.
const POSIX_PATH: usize = 256;
const POSIX_NAME: usize = 14;

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id: char| options.iter().any(|option| option.id == id || option.id == 'a');
    let (basic, extra) = (given('p'), given('P'));
    if operands.is_empty() {
        return refuse(context, &[b"missing operand"]);
    }
    let mut status = 0;
    for name in &operands {
        context.charge_bytes(name.len() + 1)?;
        if !check(context, name, basic, extra)? {
            status = 1;
        }
    }
    Ok(status)
}

/// True for a good name; others are reported.
fn check(context: &mut Context<'_>, name: &BString, basic: bool, extra: bool) -> Result<bool, Halt> {
    if extra && name.split(|byte| *byte == b'/').any(|part| part.starts_with(b"-")) {
        context.complain(&[b"leading '-' in a component of file name ", &quote_file(name)])?;
        return Ok(false);
    }
    if (basic || extra) && name.is_empty() {
        context.complain(&[b"empty file name"])?;
        return Ok(false);
    }
    let mut exists = false;
    if basic {
        let portable = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/');
        if let Some(at) = name.iter().position(|byte| !portable(byte)) {
            let length = unicode::decode(&name[at..]).1;
            let character = quote(&name[at..at + length]);
            context.complain(&[b"nonportable character ", &character, b" in file name ", &quote_file(name)])?;
            return Ok(false);
        }
    } else {
        match context.vfs().lstat(context.cwd(), name) {
            Ok(_) => exists = true,
            Err(Errno::NotFound) if !name.is_empty() => {}
            Err(errno) => {
                context.complain(&[&quote_colon(name), b": ", errno.message().as_bytes()])?;
                return Ok(false);
            }
        }
    }
    if exists {
        return Ok(true);
    }
    let limits = context.vfs().with_tree(|tree| *tree.limits());
    let (most_path, most_name) =
        if basic { (POSIX_PATH, POSIX_NAME) } else { (limits.path_bytes as usize, limits.name_bytes as usize) };
    if name.len() >= most_path {
        let text = format!("limit {} exceeded by length {} of file name ", most_path - 1, name.len());
        context.complain(&[text.as_bytes(), &quote_file(name)])?;
        return Ok(false);
    }
    if let Some(part) = name.split(|byte| *byte == b'/').find(|part| part.len() > most_name) {
        let text = format!("limit {most_name} exceeded by length {} of file name component ", part.len());
        context.complain(&[text.as_bytes(), &quote(part)])?;
        return Ok(false);
    }
    Ok(true)
}
