//! `ln`: makes hard and symbolic links.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::backup::{Backup, BackupKind, BackupOptions};
use super::shared::path::{base_name, dir_name, join};
use super::shared::prompt::Prompter;
use super::shared::quote::{quote_colon, quote_file};
use super::shared::relative::relative_path;
use super::shared::target::{self, Plan, Targets};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::{AbsPath, Errno, Follow, Kind};

const HELP: &str = "\
Usage: ln [OPTION]... [-T] TARGET LINK_NAME
  or:  ln [OPTION]... TARGET
  or:  ln [OPTION]... TARGET... DIRECTORY
  or:  ln [OPTION]... -t DIRECTORY TARGET...
Make a link to TARGET: named LINK_NAME, in the working folder, or in DIRECTORY. Hard links by default.

      --backup[=CONTROL]  make a backup of each existing destination file
  -b                      like --backup without an argument
  -d, -F, --directory     try to make hard links to folders (which fails)
  -f, --force             remove existing destination files
  -i, --interactive       ask before removing destinations
  -L, --logical           hard links lead to what symbolic links lead to
  -n, --no-dereference    treat LINK_NAME as a file when it is a symbolic link to a folder
  -P, --physical          hard links are to symbolic links themselves (default)
  -r, --relative          with -s, make links relative to where they are
  -s, --symbolic          make symbolic links
  -S, --suffix=SUFFIX     suffix of backups instead of ~
  -t, --target-directory=DIRECTORY  the DIRECTORY in which to make the links
  -T, --no-target-directory  treat LINK_NAME as a file always
  -v, --verbose           print the name of each linked file
      --help              show this help and exit
      --version           show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::long('1', "backup", Takes::Optional),
    Opt::short('b', Takes::Nothing),
    Opt::both('d', "directory", Takes::Nothing),
    Opt::short('F', Takes::Nothing),
    Opt::both('n', "no-dereference", Takes::Nothing),
    Opt::both('T', "no-target-directory", Takes::Nothing),
    Opt::both('f', "force", Takes::Nothing),
    Opt::both('i', "interactive", Takes::Nothing),
    Opt::both('S', "suffix", Takes::Value),
    Opt::both('t', "target-directory", Takes::Value),
    Opt::both('L', "logical", Takes::Nothing),
    Opt::both('P', "physical", Takes::Nothing),
    Opt::both('r', "relative", Takes::Nothing),
    Opt::both('s', "symbolic", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "ln", help: HELP, run }];

struct Linker {
    symbolic: bool,
    /// `-d`: hard links to folders are tried, which fails.
    folders: bool,
    relative: bool,
    follow: Follow,
    force: bool,
    ask: bool,
    verbose: bool,
    backup: Backup,
    prompter: Prompter,
    made: std::collections::HashSet<AbsPath>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut linker = Linker {
        symbolic: false,
        folders: false,
        relative: false,
        follow: Follow::No,
        force: false,
        ask: false,
        verbose: false,
        backup: Backup { kind: BackupKind::None, suffix: "~".into() },
        prompter: Prompter::default(),
        made: std::collections::HashSet::new(),
    };
    let mut backup = BackupOptions::default();
    let mut targets = Targets::default();
    for option in options {
        match option.id {
            '1' => {
                backup.wanted = true;
                backup.control = option.value.or(backup.control);
            }
            'b' => backup.wanted = true,
            'S' => (backup.wanted, backup.suffix) = (true, option.value),
            'n' => targets.no_dereference = true,
            'T' => targets.no_folder = true,
            't' => {
                let accepted = targets.set_folder(context, option.value)?;
                if !accepted {
                    return Ok(1);
                }
            }
            'f' => (linker.force, linker.ask) = (true, false),
            'i' => (linker.force, linker.ask) = (false, true),
            'L' => linker.follow = Follow::Yes,
            'P' => linker.follow = Follow::No,
            'r' => linker.relative = true,
            's' => linker.symbolic = true,
            'd' | 'F' => linker.folders = true,
            'v' => linker.verbose = true,
            _ => {}
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing file operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if linker.relative && !linker.symbolic {
        context.complain(&[b"cannot do --relative without --symbolic"])?;
        return Ok(1);
    }
    match backup.resolve(context)? {
        Some(backup) => linker.backup = backup,
        None => return Ok(1),
    }
    let plan = if let ([target], None, false) = (operands.as_slice(), &targets.folder, targets.no_folder) {
        // One operand: a link of the same name here.
        Plan { file: Some(base_name(target).into()), sources: operands, folder: None }
    } else {
        match target::plan(context, &targets, operands)? {
            Some(plan) => plan,
            None => return Ok(1),
        }
    };
    let mut status = 0;
    for source in &plan.sources {
        context.charge(1)?;
        let destination = match (&plan.folder, &plan.file) {
            (Some(folder), _) => join(folder, base_name(source)),
            (None, Some(file)) => file.clone(),
            (None, None) => continue,
        };
        if !linker.link(context, source, &destination)? {
            status = 1;
        }
    }
    Ok(status)
}

impl Linker {
    fn link(&mut self, context: &mut Context<'_>, source: &BString, destination: &BString) -> Result<bool, Halt> {
        let (vfs, cwd) = (context.vfs(), context.cwd().clone());
        if !self.symbolic {
            let stat = if self.follow == Follow::Yes { vfs.stat(&cwd, source) } else { vfs.lstat(&cwd, source) };
            match stat {
                Err(errno) => {
                    let text = errno.message().as_bytes();
                    context.complain(&[b"failed to access ", &quote_file(source), b": ", text])?;
                    return Ok(false);
                }
                Ok(stat) if stat.is_dir() && !self.folders => {
                    context.complain(&[&quote_colon(source), b": hard link not allowed for directory"])?;
                    return Ok(false);
                }
                Ok(_) => {}
            }
        }
        let target = if self.relative { self.relative_target(context, source, destination) } else { source.clone() };
        let mut backup = None;
        let existing = context.vfs().lstat(&cwd, destination).ok();
        if let Some(existing) = existing {
            if existing.kind == Kind::Dir && (self.force || self.ask || self.backup.is_wanted()) {
                context.complain(&[&quote_colon(destination), b": cannot overwrite directory"])?;
                return Ok(false);
            }
            let place = context.vfs().resolve(&cwd, destination, Follow::No).map(|found| found.path);
            if self.force || self.ask || self.backup.is_wanted() {
                // A symbolic link that is lost loses no data, and numbered backups lose nothing.
                let protects = !self.symbolic && self.backup.kind != BackupKind::Numbered;
                if protects && place.as_ref().is_ok_and(|place| self.made.contains(place)) {
                    let (dest, src) = (quote_file(destination), quote_file(source));
                    context.complain(&[b"will not overwrite just-created ", &dest, b" with ", &src])?;
                    return Ok(false);
                }
                // Replacing a file by a link to itself would lose it.
                let same = context.vfs().stat(&cwd, source).is_ok_and(|stat| stat.ino == existing.ino);
                if same
                    && self.is_same_name(context, source, destination)
                    && (!self.backup.is_wanted() || !self.symbolic)
                {
                    let (src, dest) = (quote_file(source), quote_file(destination));
                    context.complain(&[&src, b" and ", &dest, b" are the same file"])?;
                    return Ok(false);
                }
            }
            if self.ask && !self.prompter.ask(context, &[b"replace ", &quote_file(destination)])? {
                return Ok(true);
            }
            if self.backup.is_wanted() {
                match self.backup.make(context, destination) {
                    Ok(name) => backup = Some(name),
                    Err(errno) => {
                        let text = errno.message().as_bytes();
                        context.complain(&[b"cannot backup ", &quote_file(destination), b": ", text])?;
                        return Ok(false);
                    }
                }
            } else if (self.force || self.ask)
                && let Err(errno) = context.vfs().unlink(&cwd, destination)
            {
                context.complain(&[b"cannot remove ", &quote_file(destination), b": ", errno.message().as_bytes()])?;
                return Ok(false);
            }
        }
        let result = if self.symbolic {
            context.vfs().symlink(&cwd, &target, destination)
        } else {
            context.vfs().link(&cwd, source, destination, self.follow)
        };
        if let Err(errno) = result {
            if let Some(backup) = backup {
                let _ = context.vfs().rename(&cwd, &backup, destination);
            }
            self.report(context, &target, destination, errno)?;
            return Ok(false);
        }
        if let Ok(found) = context.vfs().resolve(&cwd, destination, Follow::No) {
            self.made.insert(found.path);
        }
        if self.verbose {
            let mut line = Vec::new();
            if let Some(backup) = backup {
                line.extend_from_slice(&quote_file(&backup));
                line.extend_from_slice(b" ~ ");
            }
            line.extend_from_slice(&quote_file(destination));
            line.extend_from_slice(if self.symbolic { b" -> " } else { b" => " });
            line.extend_from_slice(&quote_file(&target));
            line.push(b'\n');
            context.write(&line)?;
        }
        Ok(true)
    }

    fn report(&self, context: &mut Context<'_>, target: &[u8], destination: &[u8], errno: Errno) -> Result<(), Halt> {
        let kind: &[u8] = if self.symbolic { b"symbolic" } else { b"hard" };
        let short = if self.symbolic {
            errno != Errno::NameTooLong && !target.is_empty()
        } else {
            matches!(errno, Errno::Exists | Errno::NoSpace(_) | Errno::ReadOnly)
        };
        let arrow: &[u8] = if self.symbolic { b" -> " } else { b" => " };
        let (destination, target) = (quote_file(destination), quote_file(target));
        let text = errno.message().as_bytes();
        let head: [&[u8]; 4] = [b"failed to create ", kind, b" link ", &destination];
        if short {
            context.complain(&[&head.concat(), b": ", text])
        } else {
            context.complain(&[&head.concat(), arrow, &target, b": ", text])
        }
    }

    fn is_same_name(&self, context: &Context<'_>, source: &[u8], destination: &[u8]) -> bool {
        let place = |path: &[u8]| context.vfs().resolve(context.cwd(), path, Follow::No).ok().map(|found| found.path);
        place(source).is_some_and(|source| Some(source) == place(destination))
    }

    /// The text by which a link at `destination` reaches `source`.
    fn relative_target(&self, context: &Context<'_>, source: &BString, destination: &[u8]) -> BString {
        let folder = context.vfs().canonical(context.cwd(), dir_name(destination));
        let source_path = context.vfs().resolve(context.cwd(), source, Follow::Yes).map(|found| found.path);
        match (folder, source_path) {
            (Ok(folder), Ok(source)) => relative_path(&folder, &source),
            _ => source.clone(),
        }
    }
}
