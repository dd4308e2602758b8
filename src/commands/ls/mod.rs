//! `ls`, `dir` and `vdir`: what is in folders.

mod color;
mod entry;
mod print;
mod settings;

use std::collections::VecDeque;

use bstr::BString;

use self::entry::Entry;
use self::print::Printer;
use self::settings::{Follow, Format, Hidden, Indicator, Settings, Sort};
use super::options::{self, Arguments, Spec};
use super::shared::path::join;
use super::shared::quote::{quote_colon, quote_file};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::{Errno, Follow as TreeFollow, Ino, Kind};

macro_rules! help {
    ($name:literal) => {
        concat!(
            "Usage: ",
            $name,
            " [OPTION]... [FILE]...
List the FILEs, folders by what is in them (the working folder by default), sorted by name.

  -a, --all                  show names that begin with .
  -A, --almost-all           the same without . and ..
      --author               with -l, print the author of each file
  -b, --escape               print C-style escapes for characters that do not print
      --block-size=SIZE      with -l, scale sizes by SIZE
  -B, --ignore-backups       leave out names that end in ~
  -c                         with -lt: sort by, and show, the time of the last change of attributes;
                             with -l: show it and sort by name; otherwise: sort by it, newest first
  -C                         list by columns
      --color[=WHEN]         color the names: always (default without WHEN), auto or never
  -d, --directory            list folders themselves, not what is in them
  -D, --dired                add what Emacs's dired mode reads
  -f                         list all names in the order of the folder
  -F, --classify             append one of */=>@| to names
      --file-type            the same without *
      --format=WORD          across -x, commas -m, horizontal -x, long -l, single-column -1, verbose -l, vertical -C
      --full-time            like -l --time-style=full-iso
  -g                         like -l, but without the owner
      --group-directories-first  folders before files
  -G, --no-group             in a long listing, no group names
  -h, --human-readable       with -l and -s, print sizes like 1K 234M 2G
      --si                   the same with powers of 1000
  -H, --dereference-command-line  follow symbolic links among the operands
      --dereference-command-line-symlink-to-dir  follow those among the operands that lead to folders
      --hide=PATTERN         leave out names that match shell PATTERN (undone by -a and -A)
      --hyperlink[=WHEN]     make names links: always, auto or never
      --indicator-style=WORD append indicators: none, slash (-p), file-type, classify (-F)
  -i, --inode                print the number of each file
  -I, --ignore=PATTERN       leave out names that match shell PATTERN
  -k, --kibibytes            sizes of disk usage in units of 1024 bytes
  -l                         the long format
  -L, --dereference          show what symbolic links lead to
  -m                         a list with commas
  -n, --numeric-uid-gid      like -l, with numbers of user and group
  -N, --literal              print names without quoting
  -o                         like -l, but without the group
  -p                         append / to folders
  -q, --hide-control-chars   print ? for characters that do not print
      --show-control-chars   show them as they are
  -Q, --quote-name           names in double quotes
      --quoting-style=WORD   literal, locale, shell, shell-always, shell-escape, shell-escape-always, c, escape
  -r, --reverse              the other way round
  -R, --recursive            list folders in folders too
  -s, --size                 print the disk usage of each file, in blocks
  -S                         sort by size, largest first
      --sort=WORD            none -U, size -S, time -t, version -v, extension -X, width
      --time=WORD            the time to show or sort by: atime, access, use (-u); ctime, status (-c); mtime
      --time-style=STYLE     with -l: full-iso, long-iso, iso, locale or +FORMAT (as date reads it)
  -t                         sort by time, newest first
  -T, --tabsize=COLS         tab stops at each COLS instead of 8
  -u                         like -c, for the time of last access
  -U                         do not sort
  -v                         sort by version numbers in the names
  -w, --width=COLS           the width of the output; 0 is no limit
  -x                         list by lines instead of columns
  -X                         sort by extension
  -Z, --context              print the security context, of which there is none
      --zero                 end each line with NUL, not newline
  -1                         one name a line
      --help                 show this help and exit
      --version              show the version and exit

Exit status: 0 if all is well, 1 if something in a folder cannot be looked at, 2 if an operand cannot.
"
        )
    };
}

const SPEC: Spec = Spec { options: settings::OPTIONS, operands_end_options: false, failure: 2 };

pub const COMMANDS: &[Native] = &[
    Native { name: "ls", help: help!("ls"), run },
    Native { name: "dir", help: help!("dir"), run },
    Native { name: "vdir", help: help!("vdir"), run },
];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let settings = match Settings::read(context, options)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    if operands.is_empty() {
        operands.push(".".into());
    }
    let mut lister = Lister { settings: &settings, printer: Printer::new(&settings), status: 0 };
    lister.run(context, operands)?;
    Ok(lister.status)
}

struct Lister<'s> {
    settings: &'s Settings,
    printer: Printer<'s>,
    status: u8,
}

/// A folder to list.
struct Folder {
    path: BString,
    /// The folders that it is in, to notice circles when links are followed.
    ancestors: Vec<Ino>,
    operand: bool,
}

impl Lister<'_> {
    fn fail(
        &mut self,
        context: &mut Context<'_>,
        operand: bool,
        what: &[u8],
        path: &[u8],
        errno: Errno,
    ) -> Result<(), Halt> {
        self.status = self.status.max(if operand { 2 } else { 1 });
        context.complain(&[what, &quote_file(path), b": ", errno.message().as_bytes()])
    }

    fn run(&mut self, context: &mut Context<'_>, operands: Vec<BString>) -> Result<(), Halt> {
        let settings = self.settings;
        let several = operands.len() > 1;
        let mut entries = Vec::new();
        for operand in operands {
            if let Some(entry) = self.operand(context, operand)? {
                entries.push(entry);
            }
        }
        self.sort(context, &mut entries)?;
        let is_folder = |entry: &Entry| !settings.immediate && entry.kind == Kind::Dir;
        let (folders, files): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(is_folder);
        let mut first = true;
        if !files.is_empty() {
            self.printer.entries(context, &files)?;
            first = false;
        }
        let headers = settings.recursive || several || !files.is_empty();
        let mut pending: VecDeque<Folder> = folders
            .into_iter()
            .map(|entry| Folder { path: entry.name, ancestors: Vec::new(), operand: true })
            .collect();
        while let Some(folder) = pending.pop_front() {
            context.charge(1)?;
            let below = self.list(context, &folder, headers, &mut first)?;
            for folder in below.into_iter().rev() {
                pending.push_front(folder);
            }
        }
        self.printer.finish(context)
    }

    fn operand(&mut self, context: &mut Context<'_>, operand: BString) -> Result<Option<Entry>, Halt> {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let sized = self.needs_stat();
        let look = |follow| match (sized, follow) {
            (true, TreeFollow::Yes) => vfs.stat(cwd, &operand),
            (true, TreeFollow::No) => vfs.lstat(cwd, &operand),
            (false, follow) => vfs.attributes(cwd, &operand, follow),
        };
        let mut stat = look(TreeFollow::No);
        let follow = match self.settings.follow {
            Follow::Never => false,
            Follow::CommandLineToFolders => {
                stat.is_ok_and(|stat| stat.kind == Kind::Symlink) && vfs.is_dir(cwd, &operand)
            }
            Follow::CommandLine | Follow::Always => true,
        };
        if follow {
            let followed = look(TreeFollow::Yes);
            // With -H a link that leads nowhere is shown as itself.
            if followed.is_ok() || self.settings.follow != Follow::CommandLine {
                stat = followed;
            }
        }
        match stat {
            Err(errno) => {
                self.fail(context, true, b"cannot access ", &operand, errno)?;
                Ok(None)
            }
            Ok(stat) => {
                let mut entry = Entry {
                    name: operand.clone(),
                    path: operand,
                    kind: stat.kind,
                    ino: stat.ino,
                    stat: Some(stat),
                    target: None,
                    target_stat: None,
                };
                entry.follow_link(context);
                Ok(Some(entry))
            }
        }
    }

    /// Whether the attributes of names in folders are needed.
    fn needs_stat(&self) -> bool {
        let settings = self.settings;
        settings.format == Format::Long
            || settings.blocks
            || matches!(settings.sort, Sort::Time | Sort::Size)
            || settings.indicator == Indicator::Classify
            || settings.colors.is_some()
    }

    /// Whether what symbolic links lead to has to be known.
    fn needs_target(&self) -> bool {
        let settings = self.settings;
        settings.folders_first
            || settings.follow == Follow::Always
                && (settings.inode || settings.recursive || settings.indicator != Indicator::None)
    }

    fn is_shown(&self, name: &[u8]) -> bool {
        let settings = self.settings;
        let hides = settings.hidden == Hidden::Default;
        if hides && (name.starts_with(b".") || settings.hidden_patterns.iter().any(|pattern| pattern.matches(name))) {
            return false;
        }
        !settings.ignored.iter().any(|pattern| pattern.matches(name))
    }

    /// Lists a folder and returns the folders in it that are to be listed next.
    fn list(
        &mut self,
        context: &mut Context<'_>,
        folder: &Folder,
        headers: bool,
        first: &mut bool,
    ) -> Result<Vec<Folder>, Halt> {
        let settings = self.settings;
        let path = &folder.path;
        let listing = context.vfs().read_dir(context.cwd(), path);
        let own = context.vfs().stat(context.cwd(), path);
        let (listing, own) = match (listing, own) {
            (Ok(listing), Ok(own)) => (listing, own),
            (Err(errno), _) | (_, Err(errno)) => {
                self.fail(context, folder.operand, b"cannot open directory ", path, errno)?;
                return Ok(Vec::new());
            }
        };
        if folder.ancestors.contains(&own.ino) {
            self.status = 2;
            context.complain(&[&quote_colon(path), b": not listing already-listed directory"])?;
            return Ok(Vec::new());
        }
        if headers {
            self.printer.header(context, path, *first)?;
        }
        *first = false;
        let mut entries = Vec::with_capacity(listing.len() + 2);
        if settings.hidden == Hidden::ShowAll {
            for dots in [&b"."[..], b".."] {
                let at = join(path, dots);
                let ino = context.vfs().stat(context.cwd(), &at).map_or(own.ino, |stat| stat.ino);
                let mut entry = Entry::in_folder(path, dots, Kind::Dir, ino);
                entry.path = at;
                entries.push(entry);
            }
        }
        context.charge(listing.len() as u64 / 4 + 1)?;
        for found in listing {
            if self.is_shown(&found.name) {
                entries.push(Entry::in_folder(path, &found.name, found.kind, found.ino));
            }
        }
        if self.needs_stat() || self.needs_target() {
            self.look(context, &mut entries)?;
        }
        self.sort(context, &mut entries)?;
        self.printer.total(context, &entries)?;
        self.printer.entries(context, &entries)?;
        if !settings.recursive {
            return Ok(Vec::new());
        }
        let mut ancestors = Vec::new();
        if settings.follow == Follow::Always {
            ancestors = folder.ancestors.clone();
            ancestors.push(own.ino);
        }
        Ok(entries
            .into_iter()
            .filter(|entry| entry.kind == Kind::Dir && entry.name != "." && entry.name != "..")
            .map(|entry| Folder { path: join(path, &entry.name), ancestors: ancestors.clone(), operand: false })
            .collect())
    }

    /// Finds out about the names of a folder.
    fn look(&mut self, context: &mut Context<'_>, entries: &mut [Entry]) -> Result<(), Halt> {
        let settings = self.settings;
        let all = self.needs_stat();
        for entry in entries.iter_mut().filter(|entry| all || entry.kind == Kind::Symlink) {
            context.charge(1)?;
            let (vfs, cwd) = (context.vfs(), context.cwd());
            let stat = if settings.follow == Follow::Always {
                vfs.stat(cwd, &entry.path)
            } else {
                vfs.lstat(cwd, &entry.path)
            };
            match stat {
                Ok(stat) => {
                    entry.kind = stat.kind;
                    entry.stat = Some(stat);
                }
                Err(errno) => self.fail(context, false, b"cannot access ", &entry.path.clone(), errno)?,
            }
            if settings.format == Format::Long || settings.colors.is_some() || settings.folders_first {
                entry.follow_link(context);
            }
        }
        Ok(())
    }

    fn sort(&self, context: &Context<'_>, entries: &mut [Entry]) -> Result<(), Halt> {
        context.charge(entries.len() as u64 / 2)?;
        entries.sort_by(|left, right| entry::compare(self.settings, left, right));
        Ok(())
    }
}
