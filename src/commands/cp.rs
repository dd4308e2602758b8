//! `cp`: copies files and folders. Contents are shared, not duplicated: a copy costs the same for any size.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::backup::BackupOptions;
use super::shared::choice::choose;
use super::shared::copy::{Ask, Copier, Dereference, Settings, Update};
use super::shared::path::{base_name, join, strip_trailing_slashes};
use super::shared::quote::quote_file;
use super::shared::target::{self, Targets};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::Follow;

const HELP: &str = "\
Usage: cp [OPTION]... [-T] SOURCE DEST
  or:  cp [OPTION]... SOURCE... DIRECTORY
  or:  cp [OPTION]... -t DIRECTORY SOURCE...
Copy SOURCE to DEST, or several SOURCEs into DIRECTORY.

  -a, --archive         the same as -dR --preserve=all
      --attributes-only  copy only the attributes, not the data
      --backup[=CONTROL]  make a backup of each existing destination file
  -b                    like --backup without an argument
      --copy-contents   with -R, copy what special files hold
  -d                    the same as --no-dereference --preserve=links
  -f, --force           if a destination file cannot be opened, remove it and try again
  -i, --interactive     ask before overwriting (undoes an earlier -n)
  -H                    follow symbolic links among the operands
  -l, --link            make hard links instead of copies
  -L, --dereference     always follow symbolic links in SOURCE
  -n, --no-clobber      do not overwrite (undoes an earlier -i)
  -P, --no-dereference  never follow symbolic links in SOURCE
  -p                    the same as --preserve=mode,ownership,timestamps
      --preserve[=ATTR_LIST]  keep attributes: mode, ownership, timestamps (default), links, context, xattr, all
      --no-preserve=ATTR_LIST  do not keep these attributes
      --parents         use the full name of the source under DIRECTORY
  -R, -r, --recursive   copy folders with their content
      --reflink[=WHEN]  (accepted; always, auto or never; contents are always shared)
      --remove-destination  remove each existing destination file first
      --sparse=WHEN     (accepted; auto, always or never)
      --strip-trailing-slashes  remove trailing slashes from each SOURCE
  -s, --symbolic-link   make symbolic links instead of copies
  -S, --suffix=SUFFIX   suffix of backups instead of ~
  -t, --target-directory=DIRECTORY  copy all SOURCEs into DIRECTORY
  -T, --no-target-directory  treat DEST as a file always
  -u, --update          copy only when SOURCE is newer than the destination, or that is missing
  -v, --verbose         say what is done
  -x, --one-file-system  (accepted; there is one file system)
  -Z, --context[=CTX]   (accepted; there are no security contexts)
      --help            show this help and exit
      --version         show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "archive", Takes::Nothing),
    Opt::long('1', "attributes-only", Takes::Nothing),
    Opt::long('2', "backup", Takes::Optional),
    Opt::short('b', Takes::Nothing),
    Opt::long('3', "copy-contents", Takes::Nothing),
    Opt::short('d', Takes::Nothing),
    Opt::both('L', "dereference", Takes::Nothing),
    Opt::both('f', "force", Takes::Nothing),
    Opt::short('H', Takes::Nothing),
    Opt::both('i', "interactive", Takes::Nothing),
    Opt::both('l', "link", Takes::Nothing),
    Opt::both('n', "no-clobber", Takes::Nothing),
    Opt::both('P', "no-dereference", Takes::Nothing),
    Opt::long('4', "no-preserve", Takes::Value),
    Opt::both('T', "no-target-directory", Takes::Nothing),
    Opt::both('x', "one-file-system", Takes::Nothing),
    Opt::long('5', "parents", Takes::Nothing),
    Opt { id: '5', short: false, long: "path", takes: Takes::Nothing },
    Opt::short('p', Takes::Nothing),
    Opt::long('6', "preserve", Takes::Optional),
    Opt::both('R', "recursive", Takes::Nothing),
    Opt::short('r', Takes::Nothing),
    Opt::long('7', "remove-destination", Takes::Nothing),
    Opt::long('8', "sparse", Takes::Value),
    Opt::long('9', "reflink", Takes::Optional),
    Opt::long('0', "strip-trailing-slashes", Takes::Nothing),
    Opt::both('S', "suffix", Takes::Value),
    Opt::both('s', "symbolic-link", Takes::Nothing),
    Opt::both('t', "target-directory", Takes::Value),
    Opt::both('u', "update", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::short('Z', Takes::Nothing),
    Opt { id: 'Z', short: false, long: "context", takes: Takes::Optional },
]);

pub const COMMANDS: &[Native] = &[Native { name: "cp", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Mode,
    Timestamps,
    Ownership,
    Links,
    Context,
    Xattr,
    All,
}

const ATTRIBUTES: &[(&str, Attribute)] = &[
    ("mode", Attribute::Mode),
    ("timestamps", Attribute::Timestamps),
    ("ownership", Attribute::Ownership),
    ("links", Attribute::Links),
    ("context", Attribute::Context),
    ("xattr", Attribute::Xattr),
    ("all", Attribute::All),
];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings::default();
    let mut backup = BackupOptions::default();
    let mut targets = Targets::default();
    let mut parents = false;
    let mut strip = false;
    for option in options {
        match option.id {
            'a' => {
                settings.dereference = Dereference::Never;
                settings.recursive = true;
                settings.preserve_all();
            }
            '1' => settings.attributes_only = true,
            '2' => {
                backup.wanted = true;
                backup.control = option.value.or(backup.control);
            }
            'b' => backup.wanted = true,
            '3' => settings.copy_contents = true,
            'd' => {
                settings.dereference = Dereference::Never;
                settings.preserve_links = true;
            }
            'L' => settings.dereference = Dereference::Always,
            'f' => settings.force = true,
            'H' => settings.dereference = Dereference::CommandLine,
            'i' => settings.ask = Ask::Always,
            'l' => settings.hard_link = true,
            'n' => settings.ask = Ask::NoClobber,
            'P' => settings.dereference = Dereference::Never,
            '4' | '6' => {
                let on = option.id == '6';
                match &option.value {
                    None => settings.preserve_usual(),
                    Some(list) => {
                        let name = if on { "--preserve" } else { "--no-preserve" };
                        if !set_attributes(context, &mut settings, name, list, on)? {
                            return Ok(1);
                        }
                    }
                }
            }
            'T' => targets.no_folder = true,
            '5' => parents = true,
            'p' => settings.preserve_usual(),
            'R' | 'r' => settings.recursive = true,
            '7' => settings.remove_destination = true,
            '8' => {
                let choices = [("never", 0), ("auto", 1), ("always", 2)];
                if choose(context, "--sparse", option.value(), &choices)?.is_none() {
                    return Ok(1);
                }
            }
            '9' => {
                let choices = [("auto", 1), ("always", 2), ("never", 0)];
                if let Some(value) = &option.value
                    && choose(context, "--reflink", value, &choices)?.is_none()
                {
                    return Ok(1);
                }
            }
            '0' => strip = true,
            'S' => (backup.wanted, backup.suffix) = (true, option.value),
            's' => settings.symbolic_link = true,
            't' => {
                let accepted = targets.set_folder(context, option.value)?;
                if !accepted {
                    return Ok(1);
                }
            }
            'u' => settings.update = Update::Newer,
            'v' => settings.verbose = true,
            _ => {}
        }
    }
    if settings.hard_link && settings.symbolic_link {
        context.complain(&[b"cannot make both hard and symbolic links"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if settings.ask == Ask::NoClobber && backup.wanted {
        context.complain(&[b"options --backup and --no-clobber are mutually exclusive"])?;
        options::hint(context)?;
        return Ok(1);
    }
    match backup.resolve(context)? {
        Some(backup) => settings.backup = Some(backup).filter(|backup| backup.is_wanted()),
        None => return Ok(1),
    }
    if settings.dereference == Dereference::Default {
        settings.dereference =
            if settings.recursive && !settings.hard_link { Dereference::Never } else { Dereference::Always };
    }
    let Some(plan) = target::plan(context, &targets, operands)? else { return Ok(1) };
    if parents && plan.folder.is_none() {
        context.complain(&[b"with --parents, the destination must be a directory"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let several = plan.sources.len() > 1;
    let mut copier = Copier::new(settings, several);
    for source in &plan.sources {
        context.charge(1)?;
        // Only sources that go into a folder lose their slashes.
        let source = if strip && plan.folder.is_some() {
            BString::from(strip_trailing_slashes(source))
        } else {
            source.clone()
        };
        match (&plan.folder, &plan.file) {
            (Some(folder), _) if parents => {
                let destination = join(folder, strip_trailing_slashes(&source));
                if make_parents(context, &mut copier, folder, &source)? {
                    copier.copy(context, &source, &destination)?;
                } else {
                    copier.failed = true;
                }
            }
            (Some(folder), _) => {
                // A source of `..` goes into the folder itself, lest it lands above it.
                let name = base_name(&source);
                let destination = if name == b".." { folder.clone() } else { join(folder, name) };
                copier.copy(context, &source, &destination)?;
            }
            (None, Some(file)) => {
                let destination = self_backup(context, &copier, &source, file).unwrap_or_else(|| file.clone());
                copier.copy(context, &source, &destination)?;
            }
            (None, None) => {}
        }
    }
    Ok(u8::from(copier.failed))
}

/// `cp --force --backup f f` makes a backup of `f` by copying it.
fn self_backup(context: &Context<'_>, copier: &Copier, source: &[u8], file: &[u8]) -> Option<BString> {
    let backup = copier.settings.backup.as_ref().filter(|_| copier.settings.force)?;
    let stat = context.vfs().stat(context.cwd(), file).ok().filter(|stat| stat.is_file())?;
    let place = |path: &[u8]| context.vfs().resolve(context.cwd(), path, Follow::Yes).ok().map(|found| found.path);
    let same = context.vfs().stat(context.cwd(), source).ok()?.ino == stat.ino && place(source) == place(file);
    same.then(|| backup.name(context, file))
}

/// Reads a list of attributes. False: a bad one was reported.
fn set_attributes(
    context: &mut Context<'_>,
    settings: &mut Settings,
    option: &str,
    list: &[u8],
    on: bool,
) -> Result<bool, Halt> {
    for name in list.split(|byte| *byte == b',') {
        let Some(attribute) = choose(context, option, name, ATTRIBUTES)? else { return Ok(false) };
        match attribute {
            Attribute::Mode => {
                settings.preserve_mode = on;
                settings.default_mode = !on;
            }
            Attribute::Timestamps => settings.preserve_times = on,
            Attribute::Links => settings.preserve_links = on,
            // One owner, no contexts, no extended attributes.
            Attribute::Ownership | Attribute::Context | Attribute::Xattr => {}
            Attribute::All => {
                if on {
                    settings.preserve_all();
                } else {
                    settings.preserve_mode = false;
                    settings.preserve_times = false;
                    settings.preserve_links = false;
                    settings.default_mode = true;
                }
            }
        }
    }
    Ok(true)
}

/// Makes the folders of `source`'s name under `folder`. False: it failed and was reported.
fn make_parents(context: &mut Context<'_>, copier: &mut Copier, folder: &[u8], source: &[u8]) -> Result<bool, Halt> {
    let source = strip_trailing_slashes(source);
    let start = source.iter().take_while(|byte| **byte == b'/').count();
    for slash in memchr::memchr_iter(b'/', source).filter(|slash| *slash > start) {
        context.charge(1)?;
        let from = &source[..slash];
        let to = join(folder, from);
        let stat = match context.vfs().stat(context.cwd(), from) {
            Ok(stat) => stat,
            Err(errno) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"failed to get attributes of ", &quote_file(from), b": ", text])?;
                return Ok(false);
            }
        };
        match context.vfs().stat(context.cwd(), &to) {
            Ok(there) if there.is_dir() => continue,
            Ok(_) => {
                context.complain(&[&quote_file(&to), b" exists but is not a directory"])?;
                return Ok(false);
            }
            Err(_) => {}
        }
        if let Err(errno) = context.vfs().mkdir(context.cwd(), &to, context.new_mode(stat.mode & 0o777) | 0o700) {
            context.complain(&[b"cannot make directory ", &quote_file(&to), b": ", errno.message().as_bytes()])?;
            return Ok(false);
        }
        if copier.settings.verbose {
            context.write(&[from, b" -> ", &to, b"\n"].concat())?;
        }
        copier.later_attributes(&stat, &to);
    }
    Ok(true)
}
