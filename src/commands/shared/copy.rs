//! Copies of files and trees for `cp` and `install`.
//!
//! A copy of a regular file shares its content with the original until one of them changes.

use std::collections::{HashMap, HashSet};

use bstr::BString;

use super::backup::Backup;
use super::path::join;
use super::prompt::Prompter;
use super::quote::quote_file;
use super::walk::{FollowLinks, Step, Walk};
use shell::command::Context;
use shell::kernel::{Halt, IoError, Stat};
use workspace::{AbsPath, Content, Errno, Follow, Ino, Kind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dereference {
    /// Decided by the other options.
    #[default]
    Default,
    Never,
    CommandLine,
    Always,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ask {
    #[default]
    Never,
    /// `-i`
    Always,
    /// `-n`
    NoClobber,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Update {
    #[default]
    Always,
    /// `-u`: only what is newer.
    Newer,
}

/// What to copy and how.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub dereference: Dereference,
    pub recursive: bool,
    pub attributes_only: bool,
    pub backup: Option<Backup>,
    pub copy_contents: bool,
    pub force: bool,
    pub ask: Ask,
    pub hard_link: bool,
    pub symbolic_link: bool,
    pub preserve_mode: bool,
    pub preserve_times: bool,
    pub preserve_links: bool,
    /// `--no-preserve=mode`: new files get the usual modes.
    pub default_mode: bool,
    pub remove_destination: bool,
    pub update: Update,
    pub verbose: bool,
}

impl Settings {
    /// `-p`
    pub fn preserve_usual(&mut self) {
        self.preserve_mode = true;
        self.preserve_times = true;
        self.default_mode = false;
    }

    /// `--preserve=all`
    pub fn preserve_all(&mut self) {
        self.preserve_usual();
        self.preserve_links = true;
    }
}

/// Copies operands one after the other and remembers what it made.
pub struct Copier {
    pub settings: Settings,
    /// Something could not be copied.
    pub failed: bool,
    several: bool,
    prompter: Prompter,
    /// Files made by this command, lest a later operand overwrites them.
    made: HashSet<AbsPath>,
    sources: HashSet<AbsPath>,
    /// First copies of files with several links.
    links: HashMap<Ino, BString>,
    /// Folders whose attributes are set when all is done.
    later: Vec<(Stat, BString)>,
    /// The first folder that the current operand made: it is not copied into itself.
    first_folder: Option<Ino>,
}

/// What happened to one thing.
#[derive(PartialEq, Eq)]
enum Done {
    /// Copied, or rightly left alone.
    Yes,
    /// Failed or refused; a folder is not gone into.
    No,
}

impl Copier {
    /// `several`: more than one operand, so that a later one could overwrite an earlier one's copy.
    pub fn new(settings: Settings, several: bool) -> Copier {
        Copier {
            settings,
            failed: false,
            several,
            prompter: Prompter::default(),
            made: HashSet::new(),
            sources: HashSet::new(),
            links: HashMap::new(),
            later: Vec::new(),
            first_folder: None,
        }
    }

    /// Sets the attributes of a folder after its content is there.
    pub fn later_attributes(&mut self, stat: &Stat, destination: &BString) {
        self.later.push((*stat, destination.clone()));
    }

    fn fail(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<Done, Halt> {
        self.failed = true;
        context.complain(parts)?;
        Ok(Done::No)
    }

    /// Copies one operand to `destination`, with everything below it.
    pub fn copy(&mut self, context: &mut Context<'_>, source: &BString, destination: &BString) -> Result<(), Halt> {
        self.copy_operand(context, source, destination)?;
        // In reverse, so that a parent's times are set after its children's.
        for (stat, path) in std::mem::take(&mut self.later).into_iter().rev() {
            self.attributes(context, &stat, &path, true, false)?;
        }
        Ok(())
    }

    fn copy_operand(&mut self, context: &mut Context<'_>, source: &BString, destination: &BString) -> Result<(), Halt> {
        let follow = match self.settings.dereference {
            Dereference::Never | Dereference::Default => FollowLinks::Never,
            Dereference::CommandLine => FollowLinks::CommandLine,
            Dereference::Always => FollowLinks::Always,
        };
        let follows = follow != FollowLinks::Never;
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let found = vfs.attributes(cwd, source, if follows { Follow::Yes } else { Follow::No });
        let stat = match found {
            Ok(stat) => stat,
            Err(errno) => {
                self.fail(context, &[b"cannot stat ", &quote_file(source), b": ", errno.message().as_bytes()])?;
                return Ok(());
            }
        };
        if stat.is_dir() && !self.settings.recursive {
            self.fail(context, &[b"-r not specified; omitting directory ", &quote_file(source)])?;
            return Ok(());
        }
        if self.several && self.is_repeated(context, source, follows)? {
            return Ok(());
        }
        self.first_folder = None;
        let mut walk = Walk::new(source, follow).without_sizes();
        while let Some(step) = walk.next(context)? {
            let path = BString::from(walk.path());
            let target = match path.get(source.len()..) {
                None | Some([]) => destination.clone(),
                // The source may end with a slash, or not.
                Some(below) => join(destination, below),
            };
            match (step, walk.stat().copied()) {
                (Step::Visit, Some(stat)) => {
                    let top = walk.depth() == 0;
                    if stat.is_dir() && Some(stat.ino) == self.first_folder {
                        let (source, destination) = (quote_file(source), quote_file(destination));
                        self.fail(context, &[b"cannot copy a directory, ", &source, b", into itself, ", &destination])?;
                        walk.skip();
                        continue;
                    }
                    let follows = match follow {
                        FollowLinks::Never => false,
                        FollowLinks::CommandLine => top,
                        FollowLinks::Always => true,
                    };
                    if self.copy_one(context, &path, &target, &stat, follows, top)? == Done::No {
                        walk.skip();
                    }
                }
                (Step::Unreadable(errno), _) => {
                    self.fail(context, &[b"cannot access ", &quote_file(&path), b": ", errno.message().as_bytes()])?;
                }
                (Step::Missing(errno), _) => {
                    self.fail(context, &[b"cannot stat ", &quote_file(&path), b": ", errno.message().as_bytes()])?;
                }
                (Step::Loop, _) => {
                    self.fail(context, &[b"cannot copy cyclic symbolic link ", &quote_file(&path)])?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Warns about an operand that was given before.
    fn is_repeated(&mut self, context: &mut Context<'_>, source: &[u8], follows: bool) -> Result<bool, Halt> {
        let follow = if follows { Follow::Yes } else { Follow::No };
        let Ok((path, node)) = context.vfs().lookup(context.cwd(), source, follow) else { return Ok(false) };
        if self.sources.insert(path) || self.settings.backup.is_some() {
            return Ok(false);
        }
        let kind: &[u8] = if node.kind() == Kind::Dir { b"directory " } else { b"file " };
        context.complain(&[b"warning: source ", kind, &quote_file(source), b" specified more than once"])?;
        Ok(true)
    }

    fn copy_one(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
        stat: &Stat,
        follows: bool,
        top: bool,
    ) -> Result<Done, Halt> {
        let cwd = context.cwd().clone();
        let existing = context.vfs().lstat(&cwd, destination).ok();
        let mut backup = None;
        let mut fresh = existing.is_none();
        if let Some(existing) = existing {
            // Where the destination is written through a link, it is what the link leads to.
            let through = if self.settings.remove_destination || !follows && stat.kind == Kind::Symlink {
                Some(existing)
            } else {
                context.vfs().stat(&cwd, destination).ok()
            };
            if let Some(through) = through
                && through.ino == stat.ino
                && let Some(done) = self.same_file(context, source, destination, &existing, stat)?
            {
                return Ok(done);
            }
            let shown = through.unwrap_or(existing);
            if !stat.is_dir() && self.settings.update == Update::Newer && shown.mtime >= stat.mtime && !shown.is_dir() {
                return Ok(Done::Yes);
            }
            if stat.is_dir() && !shown.is_dir() {
                let (dest, src) = (quote_file(destination), quote_file(source));
                return self.fail(context, &[b"cannot overwrite non-directory ", &dest, b" with directory ", &src]);
            }
            if !stat.is_dir() {
                match self.settings.ask {
                    Ask::NoClobber => return Ok(Done::Yes),
                    Ask::Always if !self.prompter.ask(context, &[b"overwrite ", &quote_file(destination)])? => {
                        return Ok(Done::Yes);
                    }
                    _ => {}
                }
                if shown.is_dir() {
                    let dest = quote_file(destination);
                    return self.fail(context, &[b"cannot overwrite directory ", &dest, b" with non-directory"]);
                }
                let place = context.vfs().resolve(&cwd, destination, Follow::No).map(|found| found.path);
                let numbered = self
                    .settings
                    .backup
                    .as_ref()
                    .is_some_and(|backup| backup.kind == super::backup::BackupKind::Numbered);
                if top && !numbered && place.is_ok_and(|place| self.made.contains(&place)) {
                    let (dest, src) = (quote_file(destination), quote_file(source));
                    return self.fail(context, &[b"will not overwrite just-created ", &dest, b" with ", &src]);
                }
                if let Some(settings) = self.settings.backup.clone() {
                    let name = settings.name(context, destination);
                    if context.vfs().stat(&cwd, &name).is_ok_and(|there| there.ino == stat.ino) {
                        let (dest, src) = (quote_file(destination), quote_file(source));
                        let text: [&[u8]; 5] =
                            [b"backing up ", &dest, b" might destroy source;  ", &src, b" not copied"];
                        return self.fail(context, &text);
                    }
                    match settings.make(context, destination) {
                        Ok(name) => backup = Some(name),
                        Err(errno) => {
                            let dest = quote_file(destination);
                            let text = errno.message().as_bytes();
                            return self.fail(context, &[b"cannot backup ", &dest, b": ", text]);
                        }
                    }
                    fresh = true;
                } else if self.settings.remove_destination
                    || (self.settings.preserve_links && existing.links > 1)
                    || (self.settings.dereference == Dereference::Never && stat.kind != Kind::File)
                    || ((self.settings.hard_link || self.settings.symbolic_link) && self.settings.force)
                {
                    if let Err(errno) = context.vfs().unlink(&cwd, destination) {
                        let dest = quote_file(destination);
                        return self.fail(context, &[b"cannot remove ", &dest, b": ", errno.message().as_bytes()]);
                    }
                    fresh = true;
                    if self.settings.verbose {
                        context.write(&[b"removed ", &quote_file(destination)[..], b"\n"].concat())?;
                    }
                }
            }
        }
        if stat.is_dir() {
            return self.copy_folder(context, source, destination, stat, existing.is_none());
        }
        if self.settings.verbose {
            let mut line = [&quote_file(source)[..], b" -> ", &quote_file(destination)].concat();
            if let Some(backup) = &backup {
                line.extend_from_slice(b" (backup: ");
                line.extend_from_slice(&quote_file(backup));
                line.push(b')');
            }
            line.push(b'\n');
            context.write(&line)?;
        }
        let done = self.copy_leaf(context, source, destination, stat, follows, fresh)?;
        if done == Done::Yes {
            if top && let Ok(found) = context.vfs().resolve(&cwd, destination, Follow::No) {
                self.made.insert(found.path);
            }
        } else if let Some(backup) = backup {
            let _ = context.vfs().rename(&cwd, &backup, destination);
        }
        Ok(done)
    }

    /// Source and destination are one file. `None`: the options make that legal.
    fn same_file(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
        existing: &Stat,
        stat: &Stat,
    ) -> Result<Option<Done>, Halt> {
        if stat.is_dir() {
            if existing.ino != stat.ino {
                return Ok(None);
            }
            let (src, dest) = (quote_file(source), quote_file(destination));
            return self.fail(context, &[&src, b" and ", &dest, b" are the same file"]).map(Some);
        }
        let place = |path: &[u8]| context.vfs().resolve(context.cwd(), path, Follow::No).ok().map(|found| found.path);
        let same_name = place(source) == place(destination);
        let replaces = self.settings.remove_destination || self.settings.backup.is_some();
        if !same_name && replaces && (existing.kind == Kind::Symlink || existing.links > 1) {
            return Ok(None);
        }
        if self.settings.hard_link && existing.ino == stat.ino {
            return Ok(Some(Done::Yes));
        }
        let links = self.settings.preserve_links && !same_name && existing.ino == stat.ino && stat.links > 1;
        if links || (self.settings.symbolic_link && self.settings.force && !same_name) {
            return Ok(None);
        }
        let (src, dest) = (quote_file(source), quote_file(destination));
        self.fail(context, &[&src, b" and ", &dest, b" are the same file"]).map(Some)
    }

    fn copy_folder(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
        stat: &Stat,
        fresh: bool,
    ) -> Result<Done, Halt> {
        if fresh {
            let mode = if self.settings.default_mode { 0o777 } else { stat.mode & 0o777 };
            if let Err(errno) = context.vfs().mkdir(context.cwd(), destination, context.new_mode(mode) | 0o700) {
                let dest = quote_file(destination);
                return self.fail(context, &[b"cannot create directory ", &dest, b": ", errno.message().as_bytes()]);
            }
            if self.first_folder.is_none() {
                self.first_folder = context.vfs().lstat(context.cwd(), destination).ok().map(|stat| stat.ino);
            }
            if self.settings.verbose {
                context.write(&[&quote_file(source)[..], b" -> ", &quote_file(destination), b"\n"].concat())?;
            }
            self.later_attributes(stat, destination);
        } else if self.settings.preserve_mode || self.settings.preserve_times {
            self.later_attributes(stat, destination);
        }
        Ok(Done::Yes)
    }

    fn copy_leaf(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
        stat: &Stat,
        follows: bool,
        fresh: bool,
    ) -> Result<Done, Halt> {
        let cwd = context.cwd().clone();
        let dest = quote_file(destination);
        if self.settings.symbolic_link {
            if !source.starts_with(b"/") && super::path::dir_name(destination) != b"." {
                let text: &[u8] = b": can make relative symbolic links only in current directory";
                return self.fail(context, &[&super::quote::quote_colon(destination), text]);
            }
            return match context.vfs().symlink(&cwd, source, destination) {
                Ok(()) => Ok(Done::Yes),
                Err(errno) => {
                    let (src, text) = (quote_file(source), errno.message().as_bytes());
                    self.fail(context, &[b"cannot create symbolic link ", &dest, b" to ", &src, b": ", text])
                }
            };
        }
        let first_copy = self.links.get(&stat.ino).filter(|_| self.settings.preserve_links).cloned();
        if self.settings.hard_link || first_copy.is_some() {
            let (from, follow) = match first_copy {
                Some(first) => (first, Follow::No),
                None => (source.clone(), if follows { Follow::Yes } else { Follow::No }),
            };
            if !fresh && self.settings.preserve_links && !self.settings.hard_link {
                let _ = context.vfs().unlink(&cwd, destination);
            }
            return match context.vfs().link(&cwd, &from, destination, follow) {
                Ok(()) => Ok(Done::Yes),
                Err(errno) => {
                    let (from, text) = (quote_file(&from), errno.message().as_bytes());
                    self.fail(context, &[b"cannot create hard link ", &dest, b" to ", &from, b": ", text])
                }
            };
        }
        let result = match stat.kind {
            Kind::Symlink => {
                let target = context.vfs().read_link(&cwd, source);
                match target.and_then(|target| context.vfs().symlink(&cwd, &target, destination)) {
                    Ok(()) => Ok(()),
                    Err(errno) => {
                        let text = errno.message().as_bytes();
                        return self.fail(context, &[b"cannot create symbolic link ", &dest, b": ", text]);
                    }
                }
            }
            Kind::Fifo if self.settings.recursive && !self.settings.copy_contents => {
                match context.vfs().mkfifo(&cwd, destination, context.new_mode(stat.mode)) {
                    Ok(()) => Ok(()),
                    Err(errno) => {
                        let text = errno.message().as_bytes();
                        return self.fail(context, &[b"cannot create fifo ", &dest, b": ", text]);
                    }
                }
            }
            Kind::Device if self.settings.recursive && !self.settings.copy_contents => {
                let text = Errno::NotPermitted.message().as_bytes();
                return self.fail(context, &[b"cannot create special file ", &dest, b": ", text]);
            }
            _ => self.copy_content(context, source, destination, stat)?,
        };
        match result {
            Ok(()) => {
                if self.settings.preserve_links && stat.links > 1 {
                    self.links.insert(stat.ino, destination.clone());
                }
                let link = stat.kind == Kind::Symlink;
                self.attributes(context, stat, destination, false, link)?;
                Ok(Done::Yes)
            }
            Err(()) => Ok(Done::No),
        }
    }

    /// Copies what a file holds. The inner error was reported.
    fn copy_content(
        &mut self,
        context: &mut Context<'_>,
        source: &BString,
        destination: &BString,
        stat: &Stat,
    ) -> Result<Result<(), ()>, Halt> {
        let cwd = context.cwd().clone();
        let content = if self.settings.attributes_only {
            if context.vfs().exists(&cwd, destination) {
                return Ok(Ok(()));
            }
            Content::new()
        } else {
            let read = match context.vfs().read_file(&cwd, source) {
                Err(Errno::NotSupported) => context.read_operand(source).map(Content::from_bytes),
                other => other.map_err(IoError::from),
            };
            match read {
                Ok(content) => content,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    let text = errno.message().as_bytes();
                    self.fail(context, &[b"cannot open ", &quote_file(source), b" for reading: ", text])?;
                    return Ok(Err(()));
                }
            }
        };
        let mode = if self.settings.default_mode || stat.kind != Kind::File { 0o666 } else { stat.mode & 0o777 };
        let mode = context.new_mode(mode);
        let dangling = context.vfs().lstat(&cwd, destination).is_ok_and(|there| there.kind == Kind::Symlink)
            && !context.vfs().exists(&cwd, destination);
        if dangling {
            self.fail(context, &[b"not writing through dangling symlink ", &quote_file(destination)])?;
            return Ok(Err(()));
        }
        context.charge(1)?;
        let result = match context.vfs().write_file(&cwd, destination, content.clone(), mode) {
            // A device or FIFO takes the bytes.
            Err(Errno::NotSupported) => write_through(context, destination, &content),
            other => other.map_err(IoError::from),
        };
        match result {
            Ok(()) => Ok(Ok(())),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                let errno = if errno == Errno::IsDir { Errno::NotDir } else { errno };
                let text = errno.message().as_bytes();
                let failed_write = matches!(errno, Errno::NoSpace(_) | Errno::TooBig);
                let what: &[u8] = if failed_write { b"error writing " } else { b"cannot create regular file " };
                self.fail(context, &[what, &quote_file(destination), b": ", text])?;
                Ok(Err(()))
            }
        }
    }

    fn attributes(
        &self,
        context: &mut Context<'_>,
        stat: &Stat,
        destination: &[u8],
        folder: bool,
        link: bool,
    ) -> Result<(), Halt> {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        if !link {
            let mode = if self.settings.preserve_mode {
                Some(stat.mode)
            } else if folder {
                let mode = if self.settings.default_mode { 0o777 } else { stat.mode & 0o777 };
                Some(context.new_mode(mode))
            } else {
                None
            };
            if let Some(mode) = mode
                && vfs.stat(cwd, destination).is_ok_and(|there| there.mode != mode)
                && let Err(errno) = vfs.set_mode(cwd, destination, mode)
            {
                let text = errno.message().as_bytes();
                return context.complain(&[b"preserving permissions for ", &quote_file(destination), b": ", text]);
            }
        }
        if self.settings.preserve_times {
            let follow = if link { Follow::No } else { Follow::Yes };
            let result =
                context.vfs().set_times(context.cwd(), destination, Some(stat.atime), Some(stat.mtime), follow);
            if let Err(errno) = result {
                let text = errno.message().as_bytes();
                return context.complain(&[b"preserving times for ", &quote_file(destination), b": ", text]);
            }
        }
        Ok(())
    }
}

fn write_through(context: &Context<'_>, destination: &[u8], content: &Content) -> Result<(), IoError> {
    let fd = context.open(destination, shell::kernel::OpenOptions::writing(0o644))?;
    for slice in content.slices() {
        context.charge_bytes(slice.len())?;
        fd.write(context.vfs(), slice)?;
    }
    Ok(())
}
