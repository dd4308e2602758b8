//! `realpath`: the canonical absolute path of a file, or its path from some folder.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::canonical::{Missing, canonical, is_within};
use super::shared::quote::quote_colon;
use super::shared::relative::relative_path;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::{AbsPath, Errno};

const HELP: &str = "\
Usage: realpath [OPTION]... FILE...
Print the absolute path without links, '.' and '..'; all but the last part must exist.

  -e, --canonicalize-existing  all parts of the path must exist
  -m, --canonicalize-missing   no part needs to exist or to be a folder
  -L, --logical                resolve '..' before links
  -P, --physical               resolve links as they come (default)
  -q, --quiet                  print few error messages
      --relative-to=DIR        print the path as it leads from DIR
      --relative-base=DIR      print absolute paths unless they lie below DIR
  -s, --strip, --no-symlinks   do not follow links
  -z, --zero                   end each output line with NUL, not newline
      --help                   show this help and exit
      --version                show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('e', "canonicalize-existing", Takes::Nothing),
    Opt::both('m', "canonicalize-missing", Takes::Nothing),
    Opt::both('L', "logical", Takes::Nothing),
    Opt::both('P', "physical", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::long('t', "relative-to", Takes::Value),
    Opt::long('b', "relative-base", Takes::Value),
    Opt::both('s', "strip", Takes::Nothing),
    Opt { id: 's', short: false, long: "no-symlinks", takes: Takes::Nothing },
    Opt::both('z', "zero", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "realpath", help: HELP, run }];

#[derive(Clone, Copy)]
struct How {
    missing: Missing,
    keep_links: bool,
    logical: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut how = How { missing: Missing::Last, keep_links: false, logical: false };
    let (mut quiet, mut end) = (false, b'\n');
    let (mut to, mut base) = (None, None);
    for option in options {
        match option.id {
            'e' => how.missing = Missing::Nothing,
            'm' => how.missing = Missing::Anything,
            'L' => (how.keep_links, how.logical) = (true, true),
            's' => (how.keep_links, how.logical) = (true, false),
            'P' => (how.keep_links, how.logical) = (false, false),
            'q' => quiet = true,
            'z' => end = 0,
            't' => to = option.value,
            _ => base = option.value,
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let base_only = to.is_none() && base.is_some();
    let Ok(mut to) = folder(context, if base_only { base.as_ref() } else { to.as_ref() }, how)? else { return Ok(1) };
    let mut base = if base_only {
        to.clone()
    } else {
        let Ok(base) = folder(context, base.as_ref(), how)? else { return Ok(1) };
        base
    };
    if let (Some(folder), Some(below)) = (&to, &base)
        && !is_within(below, folder)
    {
        base = to.take();
    }
    let mut status = 0;
    for operand in &operands {
        match resolve(context, operand, how)? {
            Ok(path) => {
                let outside = base.as_ref().is_some_and(|base| !is_within(base, &path));
                let mut text = match &to {
                    Some(to) if !outside => relative(to, &path),
                    _ => path,
                };
                text.push(end);
                context.write(&text)?;
            }
            Err(errno) => {
                status = 1;
                if !quiet {
                    context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                }
            }
        }
    }
    Ok(status)
}

/// The canonical path of an option's folder; the inner error was reported.
fn folder(
    context: &mut Context<'_>,
    name: Option<&bstr::BString>,
    how: How,
) -> Result<Result<Option<Vec<u8>>, Errno>, Halt> {
    let Some(name) = name else { return Ok(Ok(None)) };
    let mut found = resolve(context, name, how)?;
    if let Ok(path) = &found
        && how.missing == Missing::Nothing
        && !context.vfs().is_dir(context.cwd(), path)
    {
        found = Err(Errno::NotDir);
    }
    match found {
        Ok(path) => Ok(Ok(Some(path))),
        Err(errno) => {
            context.complain(&[&quote_colon(name), b": ", errno.message().as_bytes()])?;
            Ok(Err(errno))
        }
    }
}

fn resolve(context: &Context<'_>, name: &[u8], how: How) -> Result<Result<Vec<u8>, Errno>, Halt> {
    let found = canonical(context, name, how.missing, how.keep_links)?;
    match found {
        Ok(path) if how.logical => canonical(context, &path, how.missing, false),
        other => Ok(other),
    }
}

fn relative(folder: &[u8], path: &[u8]) -> Vec<u8> {
    let root = AbsPath::root();
    match (AbsPath::lexical(&root, folder), AbsPath::lexical(&root, path)) {
        (Ok(folder), Ok(path)) => relative_path(&folder, &path).into(),
        // Too long for the tree: it cannot be shortened there.
        _ => path.to_vec(),
    }
}
