//! `mv`: moves and renames.

use std::collections::HashSet;

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::backup::{Backup, BackupKind, BackupOptions};
use super::shared::fs;
use super::shared::path::{base_name, ends_in_dots, join, strip_trailing_slashes};
use super::shared::prompt::Prompter;
use super::shared::quote::quote_file;
use super::shared::target::{self, Targets};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, Stat};
use workspace::{AbsPath, Errno, Follow, Kind};

const HELP: &str = "\
Usage: mv [OPTION]... [-T] SOURCE DEST
  or:  mv [OPTION]... SOURCE... DIRECTORY
  or:  mv [OPTION]... -t DIRECTORY SOURCE...
Rename SOURCE to DEST, or move SOURCEs into DIRECTORY.

      --backup[=CONTROL]  make a backup of each existing destination file
  -b                   like --backup without an argument
  -f, --force          do not ask before overwriting
  -i, --interactive    ask before overwriting
  -n, --no-clobber     do not overwrite; of -f, -i and -n the last one counts
      --strip-trailing-slashes  remove trailing slashes from each SOURCE
  -S, --suffix=SUFFIX  suffix of backups instead of ~
  -t, --target-directory=DIRECTORY  move all SOURCEs into DIRECTORY
  -T, --no-target-directory  treat DEST as a file always
  -u, --update         move only when SOURCE is newer than the destination, or that is missing
  -v, --verbose        say what is done
  -Z, --context        (accepted; there are no security contexts)
      --help           show this help and exit
      --version        show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::long('1', "backup", Takes::Optional),
    Opt::short('b', Takes::Nothing),
    Opt::both('Z', "context", Takes::Nothing),
    Opt::both('f', "force", Takes::Nothing),
    Opt::both('i', "interactive", Takes::Nothing),
    Opt::both('n', "no-clobber", Takes::Nothing),
    Opt::both('T', "no-target-directory", Takes::Nothing),
    Opt::long('2', "strip-trailing-slashes", Takes::Nothing),
    Opt::both('S', "suffix", Takes::Value),
    Opt::both('t', "target-directory", Takes::Value),
    Opt::both('u', "update", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "mv", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Never,
    Always,
    NoClobber,
}

struct Mover {
    ask: Ask,
    update: bool,
    verbose: bool,
    backup: Backup,
    prompter: Prompter,
    made: HashSet<AbsPath>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut mover = Mover {
        ask: Ask::Never,
        update: false,
        verbose: false,
        backup: Backup { kind: BackupKind::None, suffix: "~".into() },
        prompter: Prompter::default(),
        made: HashSet::new(),
    };
    let mut backup = BackupOptions::default();
    let mut targets = Targets::default();
    let mut strip = false;
    for option in options {
        match option.id {
            '1' => {
                backup.wanted = true;
                backup.control = option.value.or(backup.control);
            }
            'b' => backup.wanted = true,
            'f' => mover.ask = Ask::Never,
            'i' => mover.ask = Ask::Always,
            'n' => mover.ask = Ask::NoClobber,
            '2' => strip = true,
            'S' => (backup.wanted, backup.suffix) = (true, option.value),
            't' => {
                let accepted = targets.set_folder(context, option.value)?;
                if !accepted {
                    return Ok(1);
                }
            }
            'T' => targets.no_folder = true,
            'u' => mover.update = true,
            'v' => mover.verbose = true,
            _ => {}
        }
    }
    if mover.ask == Ask::NoClobber && backup.wanted {
        context.complain(&[b"options --backup and --no-clobber are mutually exclusive"])?;
        options::hint(context)?;
        return Ok(1);
    }
    match backup.resolve(context)? {
        Some(backup) => mover.backup = backup,
        None => return Ok(1),
    }
    let Some(plan) = target::plan(context, &targets, operands)? else { return Ok(1) };
    let several = plan.sources.len() > 1;
    let mut status = 0;
    for source in &plan.sources {
        context.charge(1)?;
        let given = source;
        let source = if strip { BString::from(strip_trailing_slashes(source)) } else { source.clone() };
        // To another name it is tried first with the slashes, and that failure is what is told of.
        if source != *given
            && let Some(file) = &plan.file
            && context.vfs().lstat(context.cwd(), &source).is_ok_and(|stat| !stat.is_dir())
        {
            let (from, to) = (quote_file(&source), quote_file(file));
            context.complain(&[b"cannot move ", &from, b" to ", &to, b": ", Errno::NotDir.message().as_bytes()])?;
            status = 1;
            continue;
        }
        let destination = match (&plan.folder, &plan.file) {
            (Some(folder), _) => join(folder, base_name(&source)),
            (None, Some(file)) => file.clone(),
            (None, None) => continue,
        };
        if !mover.rename(context, &source, &destination, several)? {
            status = 1;
        }
    }
    Ok(status)
}

impl Mover {
    /// Moves one thing. False: it failed, which was reported.
    fn rename(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
        several: bool,
    ) -> Result<bool, Halt> {
        let cwd = context.cwd().clone();
        let (src, dest) = (quote_file(source), quote_file(destination));
        let stat = match context.vfs().attributes(&cwd, source, Follow::No) {
            Ok(stat) => stat,
            Err(errno) => {
                context.complain(&[b"cannot stat ", &src, b": ", errno.message().as_bytes()])?;
                return Ok(false);
            }
        };
        let mut backup = None;
        if let Ok(existing) = context.vfs().attributes(&cwd, destination, Follow::No) {
            if let Some(done) = self.overwrite(context, source, destination, &stat, &existing, several)? {
                return Ok(done);
            }
            if self.backup.is_wanted() && !ends_in_dots(destination) {
                let name = self.backup.name(context, destination);
                if context.vfs().lstat(&cwd, &name).is_ok_and(|there| there.ino == stat.ino) {
                    context.complain(&[b"backing up ", &dest, b" might destroy source;  ", &src, b" not moved"])?;
                    return Ok(false);
                }
                match context.vfs().rename(&cwd, destination, &name) {
                    Ok(()) => backup = Some(name),
                    Err(errno) => {
                        context.complain(&[b"cannot backup ", &dest, b": ", errno.message().as_bytes()])?;
                        return Ok(false);
                    }
                }
            }
        }
        let result = fs::rename(context, source, destination);
        if let Err(errno) = result {
            if let Some(backup) = backup {
                let _ = context.vfs().rename(&cwd, &backup, destination);
            }
            if errno == Errno::Invalid && stat.is_dir() {
                context.complain(&[b"cannot move ", &src, b" to a subdirectory of itself, ", &dest])?;
            } else {
                context.complain(&[b"cannot move ", &src, b" to ", &dest, b": ", errno.message().as_bytes()])?;
            }
            return Ok(false);
        }
        if let Ok(found) = context.vfs().resolve(&cwd, destination, Follow::No) {
            self.made.insert(found.path);
        }
        if self.verbose {
            let mut line = [b"renamed ", &src[..], b" -> ", &dest].concat();
            if let Some(backup) = backup {
                line.extend_from_slice(b" (backup: ");
                line.extend_from_slice(&quote_file(&backup));
                line.push(b')');
            }
            line.push(b'\n');
            context.write(&line)?;
        }
        Ok(true)
    }

    /// What to do about an existing destination. `Some`: nothing more, with this result.
    fn overwrite(
        &mut self,
        context: &mut Context<'_>,
        source: &[u8],
        destination: &[u8],
        stat: &Stat,
        existing: &Stat,
        several: bool,
    ) -> Result<Option<bool>, Halt> {
        let cwd = context.cwd().clone();
        let (src, dest) = (quote_file(source), quote_file(destination));
        // Moving a link onto what it leads to would lose the file.
        let through = context.vfs().attributes(&cwd, source, Follow::Yes).ok();
        let same = existing.ino == stat.ino
            || (stat.kind == Kind::Symlink
                && existing.kind != Kind::Symlink
                && through.is_some_and(|through| through.ino == existing.ino)
                && !self.backup.is_wanted());
        if same {
            context.complain(&[&src, b" and ", &dest, b" are the same file"])?;
            return Ok(Some(false));
        }
        let newer = || existing.mtime < stat.mtime;
        if self.update && !stat.is_dir() && !newer() {
            return Ok(Some(true));
        }
        match self.ask {
            Ask::NoClobber => return Ok(Some(true)),
            Ask::Always if !self.prompter.ask(context, &[b"overwrite ", &dest])? => return Ok(Some(true)),
            _ => {}
        }
        if existing.is_dir() && !stat.is_dir() {
            context.complain(&[b"cannot overwrite directory ", &dest, b" with non-directory"])?;
            return Ok(Some(false));
        }
        if !existing.is_dir() && stat.is_dir() && !self.backup.is_wanted() {
            context.complain(&[b"cannot overwrite non-directory ", &dest, b" with directory ", &src])?;
            return Ok(Some(false));
        }
        if several && !existing.is_dir() && self.backup.kind != BackupKind::Numbered {
            let place = context.vfs().resolve(&cwd, destination, Follow::No).map(|found| found.path);
            if place.is_ok_and(|place| self.made.contains(&place)) {
                context.complain(&[b"will not overwrite just-created ", &dest, b" with ", &src])?;
                return Ok(Some(false));
            }
        }
        Ok(None)
    }
}
