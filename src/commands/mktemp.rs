//! `mktemp`: makes a file or folder with a name that was not there. The names come from the run's seeded generator.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::path::join;
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{IoError, OpenOptions};
use workspace::{Errno, Follow};

const HELP: &str = "\
Usage: mktemp [OPTION]... [TEMPLATE]
Make a new file or folder and print its name. The last name of TEMPLATE must have at least 3 X in a row. Without
TEMPLATE, use tmp.XXXXXXXXXX in the folder for temporary files.
Files have the mode u=rw, folders u=rwx.

  -d, --directory     make a folder, not a file
  -u, --dry-run       make nothing; only print a name
  -q, --quiet         do not tell why a file or folder could not be made
      --suffix=SUFF   append SUFF, which holds no slash, to TEMPLATE
  -p DIR, --tmpdir[=DIR]  put TEMPLATE into DIR; without DIR, into $TMPDIR if it is set, else /tmp
  -t                  TEMPLATE is one name in $TMPDIR if it is set, else in the DIR of -p, else in /tmp
      --help          show this help and exit
      --version       show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('d', "directory", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::both('u', "dry-run", Takes::Nothing),
    Opt::long('s', "suffix", Takes::Value),
    Opt::short('p', Takes::Value),
    Opt { id: 'p', short: false, long: "tmpdir", takes: Takes::Optional },
    Opt::short('t', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "mktemp", help: HELP, run }];

const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Names tried before giving up.
const ATTEMPTS: usize = 62 * 62 * 62;

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let (mut directory, mut dry_run, mut quiet, mut single) = (false, false, false, false);
    let mut in_folder = operands.is_empty();
    let (mut suffix, mut folder) = (None, None);
    for option in options {
        match option.id {
            'd' => directory = true,
            'u' => dry_run = true,
            'q' => quiet = true,
            's' => suffix = option.value,
            't' => {
                single = true;
                in_folder = true;
            }
            _ => {
                folder = option.value;
                in_folder = true;
            }
        }
    }
    if operands.len() > 1 {
        context.complain(&[b"too many templates"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let template = operands.into_iter().next().unwrap_or_else(|| "tmp.XXXXXXXXXX".into());
    let stem_length = match &suffix {
        Some(suffix) => {
            if template.last() != Some(&b'X') {
                context.complain(&[b"with --suffix, template ", &quote(&template), b" must end in X"])?;
                return Ok(1);
            }
            if suffix.contains(&b'/') {
                return has_slash(context, b"invalid suffix ", suffix);
            }
            template.len()
        }
        None => memchr::memrchr(b'X', &template).map_or(0, |last| last + 1),
    };
    let suffix = suffix.unwrap_or_else(|| template[stem_length..].into());
    if suffix.contains(&b'/') && stem_length > 0 {
        return has_slash(context, b"invalid suffix ", &suffix);
    }
    let stem = BString::from(&template[..stem_length]);
    let places = stem.iter().rev().take_while(|byte| **byte == b'X').count();
    if places < 3 {
        context.complain(&[b"too few X's in template ", &quote(&template)])?;
        return Ok(1);
    }
    let mut path = stem;
    if in_folder {
        let variable = context.exec.env(b"TMPDIR").filter(|value| !value.is_empty()).map(BString::from);
        let given = folder.filter(|folder| !folder.is_empty());
        let folder = if single {
            if path.contains(&b'/') {
                let rest = b", contains directory separator";
                context.complain(&[b"invalid template, ", &quote(&template), rest])?;
                return Ok(1);
            }
            variable.or(given)
        } else {
            if path.starts_with(b"/") {
                let rest = b"; with --tmpdir, it may not be absolute";
                context.complain(&[b"invalid template, ", &quote(&template), rest])?;
                return Ok(1);
            }
            given.or(variable)
        };
        path = join(&folder.unwrap_or_else(|| "/tmp".into()), &path);
    }
    let start = path.len() - places;
    let shown = BString::from([&path[..], &suffix].concat());
    let mut errno = Errno::Exists;
    for _ in 0..ATTEMPTS {
        context.charge(1)?;
        fill(context, &mut path[start..]);
        let name = [&path[..], &suffix].concat();
        match make(context, &name, directory, dry_run) {
            Ok(()) => {
                context.write(&[&name[..], b"\n"].concat())?;
                return Ok(0);
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(Errno::Exists)) => {}
            Err(IoError::Errno(other)) => {
                errno = other;
                break;
            }
        }
    }
    if !quiet {
        let what: &[u8] =
            if directory { b"failed to create directory via template " } else { b"failed to create file via template " };
        context.complain(&[what, &quote(&shown), b": ", errno.message().as_bytes()])?;
    }
    Ok(1)
}

fn has_slash(context: &mut Context<'_>, what: &[u8], text: &[u8]) -> Outcome {
    context.complain(&[what, &quote(text), b", contains directory separator"])?;
    Ok(1)
}

/// Puts random letters into the places.
fn fill(context: &Context<'_>, places: &mut [u8]) {
    for place in places {
        // Eight bytes for each letter leave no bias worth the name.
        let random = context.vfs().random_bytes(8);
        let number = random.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        *place = LETTERS[(number % LETTERS.len() as u64) as usize];
    }
}

fn make(context: &Context<'_>, name: &[u8], directory: bool, dry_run: bool) -> Result<(), IoError> {
    let (vfs, cwd) = (context.vfs(), context.cwd());
    if dry_run {
        return match vfs.resolve(cwd, name, Follow::No) {
            Ok(resolved) if resolved.node.is_some() => Err(Errno::Exists.into()),
            _ => Ok(()),
        };
    }
    if directory {
        return Ok(vfs.mkdir(cwd, name, context.new_mode(0o700))?);
    }
    let mode = context.new_mode(0o600);
    let options =
        OpenOptions { read: true, write: true, create: true, exclusive: true, mode, ..OpenOptions::default() };
    context.open(name, options).map(drop)
}
