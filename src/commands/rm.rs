//! `rm`: removes files and, if asked, whole folders.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::choice::choose;
use super::shared::fs;
use super::shared::path::ends_in_dots;
use super::shared::prompt::Prompter;
use super::shared::quote::quote_file;
use super::shared::walk::{FollowLinks, Step, Walk};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, Stat};
use workspace::{Errno, Follow, Kind};

const HELP: &str = "\
Usage: rm [OPTION]... [FILE]...
Remove the FILEs. Folders are removed with -r, or with -d when they are empty.

  -d, --dir             remove empty folders
  -f, --force           ignore what does not exist, never ask
  -i                    ask before each removal
  -I                    ask once before removing more than three files or a folder with its content
      --interactive[=WHEN]  ask: never, once (-I) or always (-i); without WHEN, always
      --no-preserve-root  do not treat '/' specially
      --one-file-system (accepted; there is one file system)
      --preserve-root[=all]  refuse to remove '/' (default)
  -r, -R, --recursive   remove folders and their content
  -v, --verbose         say what is removed
      --help            show this help and exit
      --version         show the version and exit

To remove a file whose name begins with '-', write 'rm -- -name' or 'rm ./-name'.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('d', "dir", Takes::Nothing),
    Opt::both('f', "force", Takes::Nothing),
    Opt::short('i', Takes::Nothing),
    Opt::short('I', Takes::Nothing),
    Opt::long('1', "interactive", Takes::Optional),
    Opt::long('2', "no-preserve-root", Takes::Nothing),
    Opt::long('3', "one-file-system", Takes::Nothing),
    Opt::long('4', "preserve-root", Takes::Optional),
    Opt::both('r', "recursive", Takes::Nothing),
    Opt::short('R', Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "rm", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Never,
    Once,
    Always,
}

const CHOICES: &[(&str, Ask)] = &[
    ("never", Ask::Never),
    ("no", Ask::Never),
    ("none", Ask::Never),
    ("once", Ask::Once),
    ("always", Ask::Always),
    ("yes", Ask::Always),
];

struct Settings {
    force: bool,
    ask: Ask,
    recursive: bool,
    empty_folders: bool,
    verbose: bool,
    preserve_root: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        force: false,
        ask: Ask::Never,
        recursive: false,
        empty_folders: false,
        verbose: false,
        preserve_root: true,
    };
    for option in &options {
        match option.id {
            'd' => settings.empty_folders = true,
            'f' => (settings.force, settings.ask) = (true, Ask::Never),
            'i' => (settings.force, settings.ask) = (false, Ask::Always),
            'I' => (settings.force, settings.ask) = (false, Ask::Once),
            'r' | 'R' => settings.recursive = true,
            'v' => settings.verbose = true,
            '1' => {
                let ask = match &option.value {
                    None => Ask::Always,
                    Some(value) => match choose(context, "--interactive", value, CHOICES)? {
                        Some(ask) => ask,
                        None => return Ok(1),
                    },
                };
                settings.ask = ask;
                settings.force &= ask == Ask::Never;
            }
            '2' => settings.preserve_root = false,
            '4' => match &option.value {
                Some(value) if value != "all" => {
                    context.complain(&[b"unrecognized --preserve-root argument: ", &quote_file(value)])?;
                    return Ok(1);
                }
                _ => settings.preserve_root = true,
            },
            _ => {}
        }
    }
    if operands.is_empty() {
        if settings.force {
            return Ok(0);
        }
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let mut prompter = Prompter::default();
    if settings.ask == Ask::Once && (settings.recursive || operands.len() > 3) {
        let many = if operands.len() == 1 { "argument" } else { "arguments" };
        let how = if settings.recursive { " recursively" } else { "" };
        let text = format!("remove {} {many}{how}", operands.len());
        if !prompter.ask(context, &[text.as_bytes()])? {
            return Ok(0);
        }
    }
    let mut remover = Remover { settings, prompter, failures: 0 };
    for operand in &operands {
        remover.remove(context, operand)?;
    }
    Ok(u8::from(remover.failures > 0))
}

struct Remover {
    settings: Settings,
    prompter: Prompter,
    failures: u64,
}

impl Remover {
    /// Reports a failure.
    fn fail(&mut self, context: &mut Context<'_>, path: &[u8], errno: Errno) -> Result<(), Halt> {
        self.failures += 1;
        context.complain(&[b"cannot remove ", &quote_file(path), b": ", errno.message().as_bytes()])
    }

    fn remove(&mut self, context: &mut Context<'_>, operand: &BString) -> Result<(), Halt> {
        let stat = match context.vfs().attributes(context.cwd(), operand, Follow::No) {
            Ok(stat) => stat,
            Err(Errno::NotFound | Errno::NotDir) if self.settings.force => return Ok(()),
            Err(errno) => return self.fail(context, operand, errno),
        };
        if !stat.is_dir() {
            return self.remove_file(context, operand, &stat);
        }
        if !self.settings.recursive {
            if !self.settings.empty_folders {
                return self.fail(context, operand, Errno::IsDir);
            }
            if !self.may_remove(context, b"remove directory ", operand)? {
                return Ok(());
            }
            return self.remove_folder(context, operand);
        }
        if ends_in_dots(operand) {
            self.failures += 1;
            let path = quote_file(operand);
            context.complain(&[b"refusing to remove '.' or '..' directory: skipping ", &path])?;
            return Ok(());
        }
        let is_root = context.vfs().resolve(context.cwd(), operand, Follow::No).is_ok_and(|found| found.path.is_root());
        if is_root && self.settings.preserve_root {
            self.failures += 1;
            if operand == "/" {
                context.complain(&[b"it is dangerous to operate recursively on ", &quote_file(b"/")])?;
            } else {
                let path = quote_file(operand);
                let root = quote_file(b"/");
                context.complain(&[
                    b"it is dangerous to operate recursively on ",
                    &path,
                    b" (same as ",
                    &root,
                    b")",
                ])?;
            }
            context.complain(&[b"use --no-preserve-root to override this failsafe"])?;
            return Ok(());
        }
        self.remove_tree(context, operand)
    }

    fn may_remove(&mut self, context: &mut Context<'_>, question: &[u8], path: &[u8]) -> Result<bool, Halt> {
        if self.settings.ask != Ask::Always {
            return Ok(true);
        }
        self.prompter.ask(context, &[question, &quote_file(path)])
    }

    fn remove_file(&mut self, context: &mut Context<'_>, path: &[u8], stat: &Stat) -> Result<(), Halt> {
        // The words depend on the size, which of a file that was not read is not fetched for less.
        let size = match self.settings.ask {
            Ask::Always => context.vfs().lstat(context.cwd(), path).map_or(stat.size, |stat| stat.size),
            _ => stat.size,
        };
        let question: &[u8] = match stat.kind {
            Kind::File if size == 0 => b"remove regular empty file ",
            Kind::File => b"remove regular file ",
            Kind::Symlink => b"remove symbolic link ",
            Kind::Fifo => b"remove fifo ",
            _ => b"remove character special file ",
        };
        if !self.may_remove(context, question, path)? {
            return Ok(());
        }
        match context.vfs().unlink(context.cwd(), path) {
            Ok(()) => self.announce(context, b"removed ", path),
            Err(errno) => self.fail(context, path, errno),
        }
    }

    fn remove_folder(&mut self, context: &mut Context<'_>, path: &[u8]) -> Result<(), Halt> {
        match fs::rmdir(context, path) {
            Ok(()) => self.announce(context, b"removed directory ", path),
            Err(errno) => self.fail(context, path, errno),
        }
    }

    fn announce(&self, context: &mut Context<'_>, what: &[u8], path: &[u8]) -> Result<(), Halt> {
        if self.settings.verbose {
            context.write(&[what, &quote_file(path)[..], b"\n"].concat())?;
        }
        Ok(())
    }

    fn remove_tree(&mut self, context: &mut Context<'_>, operand: &[u8]) -> Result<(), Halt> {
        let mut walk = Walk::new(operand, FollowLinks::Never).without_sizes();
        // For each folder that the walk is in: whether removing something in it failed, so that it cannot go either.
        // What the user kept does not count: GNU asks about the folder and then fails.
        let mut kept: Vec<bool> = Vec::new();
        while let Some(step) = walk.next(context)? {
            let Some(stat) = walk.stat().copied() else {
                if let Step::Missing(errno) = step {
                    self.fail(context, walk.path(), errno)?;
                }
                continue;
            };
            match step {
                Step::Visit if stat.is_dir() => {
                    let empty = self.settings.ask != Ask::Always
                        || context.vfs().read_dir(context.cwd(), walk.path()).is_ok_and(|entries| entries.is_empty());
                    if !empty && !self.may_remove(context, b"descend into directory ", walk.path())? {
                        walk.skip();
                        continue;
                    }
                    kept.push(false);
                }
                Step::Visit => {
                    let failures = self.failures;
                    self.remove_file(context, walk.path(), &stat)?;
                    if self.failures != failures {
                        mark(&mut kept);
                    }
                }
                Step::Leave => {
                    let stays = kept.pop().unwrap_or(false);
                    let failures = self.failures;
                    if !stays && self.may_remove(context, b"remove directory ", walk.path())? {
                        self.remove_folder(context, walk.path())?;
                    }
                    if stays || self.failures != failures {
                        mark(&mut kept);
                    }
                }
                Step::Unreadable(errno) | Step::Missing(errno) => {
                    self.fail(context, walk.path(), errno)?;
                    mark(&mut kept);
                }
                Step::Loop => {}
            }
        }
        Ok(())
    }
}

fn mark(kept: &mut [bool]) {
    if let Some(last) = kept.last_mut() {
        *last = true;
    }
}
