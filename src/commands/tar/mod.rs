//! `tar`, as GNU tar 1.34 does it.
//!
//! An archive is read whole, since it is in memory already; contents of members are slices of it. What is written goes
//! out while it is made, unless it is compressed or an archive is changed.

mod archive;
mod change;
mod compare;
mod create;
mod extract;
mod id;
mod ignored;
mod list;
mod names;
mod pax;
mod settings;

use bstr::BString;

use self::archive::Loaded;
use self::list::{Selection, shown};
use self::names::{Scope, Wanted, strip_components};
use self::settings::{Action, Given, Settings, Word};
use super::options::{self, Opt, Refused, Spec, Takes};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::{AbsPath, Errno, Time};

const HELP: &str = "\
Usage: tar [OPTION...] [FILE]...
Put files together in one archive, and take them out again.

Examples:
  tar cf archive.tar foo bar   # make an archive of foo and bar
  tar tvf archive.tar          # list it
  tar xf archive.tar           # take everything out

What to do:
  -A, --catenate, --concatenate  append other archives
  -c, --create               make a new archive
      --delete               delete members from the archive
  -d, --diff, --compare      compare the archive with the files
  -r, --append               append files
  -t, --list                 list the members
  -u, --update               append files that are newer than their copies
  -x, --extract, --get       take members out

Where:
  -f, --file=ARCHIVE         the archive; - is standard input or output, as without it
  -b, --blocking-factor=N    records of N x 512 bytes (20)
      --record-size=BYTES    records of so many bytes
  -B, --read-full-records    read whole records
  -i, --ignore-zeros         read on behind blocks of zeros
  -H, --format=FORMAT        gnu (the default), oldgnu, pax, posix, ustar or v7
      --posix                as --format=posix
      --old-archive, --portability  as --format=v7
  -V, --label=TEXT           begin the archive with a label

Compression:
  -a, --auto-compress        by the archive's suffix
      --no-auto-compress     not by it
  -I, --use-compress-program=PROG  gzip, bzip2, xz, lzma or zstd
  -j, --bzip2                bzip2
  -J, --xz                   xz
      --lzma                 lzma
  -z, --gzip, --gunzip, --ungzip  gzip
      --zstd                 zstd

Which files:
  -C, --directory=DIR        from here on in DIR
  -T, --files-from=FILE      names from FILE
      --null                 names in it end with NUL
      --no-null              they are lines
      --verbatim-files-from  lines with a dash are names too
      --no-verbatim-files-from  they are options
      --add-file=FILE        FILE, even if its name begins with a dash
      --exclude=PATTERN      leave out what matches
  -X, --exclude-from=FILE    leave out what matches a line of FILE
      --exclude-backups      leave out backup and lock files
      --exclude-vcs          leave out the folders of version control
      --exclude-caches       leave out what is in folders with a CACHEDIR.TAG, but for the tag
      --exclude-caches-under  the tag too
      --exclude-caches-all   the folders too
      --exclude-tag=FILE     leave out what is in folders with a FILE, but for that
      --exclude-tag-under=FILE  FILE too
      --exclude-tag-all=FILE  the folders too
      --exclude-ignore=FILE  leave out what a FILE in a folder lists, there and below
      --exclude-ignore-recursive=FILE  as --exclude-ignore
      --exclude-vcs-ignores  as --exclude-ignore of .gitignore, .cvsignore, .bzrignore and .hgignore
      --no-recursion         not what is in folders
      --recursion            what is in folders (the default)
  -h, --dereference          follow symbolic links
      --hard-dereference     hard links as files
  -l, --check-links          tell of hard links that are not put in
  -N, --newer, --after-date=DATE  only files that were changed since
      --newer-mtime=DATE     only files whose content was changed since
  -K, --starting-file=MEMBER  begin there in the archive
      --occurrence[=N]       only the N-th of the members of a name
      --one-file-system      stay in the file system (there is one)
      --sort=ORDER           none, name or inode; names are always sorted
  -S, --sparse               holes are no matter here
      --anchored             patterns match from the start of a name
      --no-anchored          patterns match behind any slash
      --ignore-case          patterns match without regard to case
      --no-ignore-case       patterns match letters as they are
      --wildcards            names of members are patterns
      --no-wildcards         patterns are names
      --wildcards-match-slash  wildcards match slashes
      --no-wildcards-match-slash  they do not

What is written:
      --group=NAME[:ID]      group of the members
      --owner=NAME[:ID]      owner of the members
      --mode=CHANGES         permissions of the members, as chmod takes them
      --mtime=DATE           time of the members; a DATE beginning with / or . is a file
      --clamp-mtime          only for those that are newer
      --numeric-owner        numbers instead of names
      --remove-files         remove what was put in
      --pax-option=KEYWORDS  what pax headers hold: delete=PATTERN, exthdr.name=, exthdr.mtime=, globexthdr.name=,
                             globexthdr.mtime=, KEYWORD:=VALUE for each member, KEYWORD=VALUE for all
  -P, --absolute-names       leave slashes in front of names

What is made:
  -k, --keep-old-files       a file that is there is an error
      --keep-newer-files     leave newer files
      --skip-old-files       leave files that are there
      --overwrite            write over files
      --overwrite-dir        set the attributes of folders (the default)
      --no-overwrite-dir     leave the attributes of folders that are there
      --backup[=KIND]        keep files that are there under another name (none, simple, existing, numbered); with -c
                             an archive that is there
      --suffix=SUFFIX        that of simple backups (~)
  -U, --unlink-first         remove files before
      --recursive-unlink     remove folders too
  -m, --touch                files are as old as their extraction
  -O, --to-stdout            contents to standard output
      --to-command=COMMAND   contents to COMMAND, which knows of the file by TAR_FILENAME, TAR_SIZE and others
      --ignore-command-error  no matter how COMMAND ends
      --no-ignore-command-error  a COMMAND that fails is an error (the default)
      --delay-directory-restore  the attributes of folders are set at the end, as they always are
      --no-delay-directory-restore  as --delay-directory-restore
  -o, --no-same-owner        everything belongs to the user
      --same-owner           as --no-same-owner: there is one user
  -p, --preserve-permissions, --same-permissions  permissions without regard to the umask
      --no-same-permissions  permissions without the umask's bits
  -s, --preserve-order, --same-order  names are in the archive's order
      --one-top-level[=DIR]  everything in DIR
      --strip-components=N   without the first N components of names
      --transform, --xform=EXPRESSION  change names with sed's s

What is told:
  -v, --verbose              the names; twice, all about them
      --full-time            times in full
  -R, --block-number         the number of each block
      --show-transformed-names, --show-stored-names  names as they become
      --show-omitted-dirs    what is passed over
      --totals               bytes at the end
      --utc                  times are UTC, as they always are
  -n, --seek, --no-seek      archives are read as they are
      --force-local          names with a colon are files here, as they always are
      --check-device, --no-check-device  there is one device
      --warning=KEYWORD      warnings are given as they are

      --help                 show this help and exit
      --usage                show the first line of it and exit
      --version              show the version and exit
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('A', "catenate", Takes::Nothing),
        Opt::long('A', "concatenate", Takes::Nothing),
        Opt::both('c', "create", Takes::Nothing),
        Opt::long(id::DELETE, "delete", Takes::Nothing),
        Opt::both('d', "diff", Takes::Nothing),
        Opt::long('d', "compare", Takes::Nothing),
        Opt::both('r', "append", Takes::Nothing),
        Opt::both('t', "list", Takes::Nothing),
        Opt::both('u', "update", Takes::Nothing),
        Opt::both('x', "extract", Takes::Nothing),
        Opt::long('x', "get", Takes::Nothing),
        Opt::both('f', "file", Takes::Value),
        Opt::both('b', "blocking-factor", Takes::Value),
        Opt::long(id::RECORD_SIZE, "record-size", Takes::Value),
        Opt::both('B', "read-full-records", Takes::Nothing),
        Opt::both('i', "ignore-zeros", Takes::Nothing),
        Opt::both('H', "format", Takes::Value),
        Opt::long(id::POSIX, "posix", Takes::Nothing),
        Opt::long(id::OLD, "old-archive", Takes::Nothing),
        Opt::long(id::OLD, "portability", Takes::Nothing),
        Opt::both('V', "label", Takes::Value),
        Opt::both('a', "auto-compress", Takes::Nothing),
        Opt::long(id::NO_AUTO_COMPRESS, "no-auto-compress", Takes::Nothing),
        Opt::both('I', "use-compress-program", Takes::Value),
        Opt::both('j', "bzip2", Takes::Nothing),
        Opt::both('J', "xz", Takes::Nothing),
        Opt::long(id::LZMA, "lzma", Takes::Nothing),
        Opt::both('z', "gzip", Takes::Nothing),
        Opt::long('z', "gunzip", Takes::Nothing),
        Opt::long('z', "ungzip", Takes::Nothing),
        Opt::long(id::ZSTD, "zstd", Takes::Nothing),
        Opt::both('Z', "compress", Takes::Nothing),
        Opt::long('Z', "uncompress", Takes::Nothing),
        Opt::both('C', "directory", Takes::Value),
        Opt::both('T', "files-from", Takes::Value),
        Opt::long(id::NULL, "null", Takes::Nothing),
        Opt::long(id::NO_NULL, "no-null", Takes::Nothing),
        Opt::long(id::VERBATIM, "verbatim-files-from", Takes::Nothing),
        Opt::long(id::NO_VERBATIM, "no-verbatim-files-from", Takes::Nothing),
        Opt::long(id::ADD_FILE, "add-file", Takes::Value),
        Opt::long(id::EXCLUDE, "exclude", Takes::Value),
        Opt::both('X', "exclude-from", Takes::Value),
        Opt::long(id::EXCLUDE_BACKUPS, "exclude-backups", Takes::Nothing),
        Opt::long(id::EXCLUDE_VCS, "exclude-vcs", Takes::Nothing),
        Opt::long(id::EXCLUDE_CACHES, "exclude-caches", Takes::Nothing),
        Opt::long(id::EXCLUDE_CACHES_UNDER, "exclude-caches-under", Takes::Nothing),
        Opt::long(id::EXCLUDE_CACHES_ALL, "exclude-caches-all", Takes::Nothing),
        Opt::long(id::EXCLUDE_TAG, "exclude-tag", Takes::Value),
        Opt::long(id::EXCLUDE_TAG_UNDER, "exclude-tag-under", Takes::Value),
        Opt::long(id::EXCLUDE_TAG_ALL, "exclude-tag-all", Takes::Value),
        Opt::long(id::EXCLUDE_IGNORE, "exclude-ignore", Takes::Value),
        Opt::long(id::EXCLUDE_IGNORE_RECURSIVE, "exclude-ignore-recursive", Takes::Value),
        Opt::long(id::EXCLUDE_VCS_IGNORES, "exclude-vcs-ignores", Takes::Nothing),
        Opt::long(id::BACKUP, "backup", Takes::Optional),
        Opt::long(id::SUFFIX, "suffix", Takes::Value),
        Opt::long(id::PAX_OPTION, "pax-option", Takes::Value),
        Opt::long(id::NO_RECURSION, "no-recursion", Takes::Nothing),
        Opt::long(id::RECURSION, "recursion", Takes::Nothing),
        Opt::both('h', "dereference", Takes::Nothing),
        Opt::both('l', "check-links", Takes::Nothing),
        Opt::long(id::HARD_DEREFERENCE, "hard-dereference", Takes::Nothing),
        Opt::both('N', "newer", Takes::Value),
        Opt::long('N', "after-date", Takes::Value),
        Opt::long(id::NEWER_MTIME, "newer-mtime", Takes::Value),
        Opt::both('K', "starting-file", Takes::Value),
        Opt::long(id::OCCURRENCE, "occurrence", Takes::Optional),
        Opt::long(id::NOTHING, "one-file-system", Takes::Nothing),
        Opt::long(id::SORT, "sort", Takes::Value),
        Opt::both('S', "sparse", Takes::Nothing),
        Opt::long(id::ANCHORED, "anchored", Takes::Nothing),
        Opt::long(id::NO_ANCHORED, "no-anchored", Takes::Nothing),
        Opt::long(id::IGNORE_CASE, "ignore-case", Takes::Nothing),
        Opt::long(id::NO_IGNORE_CASE, "no-ignore-case", Takes::Nothing),
        Opt::long(id::WILDCARDS, "wildcards", Takes::Nothing),
        Opt::long(id::NO_WILDCARDS, "no-wildcards", Takes::Nothing),
        Opt::long(id::MATCH_SLASH, "wildcards-match-slash", Takes::Nothing),
        Opt::long(id::NO_MATCH_SLASH, "no-wildcards-match-slash", Takes::Nothing),
        Opt::long(id::GROUP, "group", Takes::Value),
        Opt::long(id::OWNER, "owner", Takes::Value),
        Opt::long(id::MODE, "mode", Takes::Value),
        Opt::long(id::MTIME, "mtime", Takes::Value),
        Opt::long(id::CLAMP_MTIME, "clamp-mtime", Takes::Nothing),
        Opt::long(id::NUMERIC_OWNER, "numeric-owner", Takes::Nothing),
        Opt::long(id::REMOVE_FILES, "remove-files", Takes::Nothing),
        Opt::both('P', "absolute-names", Takes::Nothing),
        Opt::both('k', "keep-old-files", Takes::Nothing),
        Opt::long(id::KEEP_NEWER, "keep-newer-files", Takes::Nothing),
        Opt::long(id::SKIP_OLD, "skip-old-files", Takes::Nothing),
        Opt::long(id::OVERWRITE, "overwrite", Takes::Nothing),
        Opt::long(id::OVERWRITE_DIR, "overwrite-dir", Takes::Nothing),
        Opt::long(id::NO_OVERWRITE_DIR, "no-overwrite-dir", Takes::Nothing),
        Opt::both('U', "unlink-first", Takes::Nothing),
        Opt::long(id::RECURSIVE_UNLINK, "recursive-unlink", Takes::Nothing),
        Opt::both('m', "touch", Takes::Nothing),
        Opt::both('O', "to-stdout", Takes::Nothing),
        Opt::long(id::TO_COMMAND, "to-command", Takes::Value),
        Opt::long(id::IGNORE_COMMAND_ERROR, "ignore-command-error", Takes::Nothing),
        Opt::long(id::NO_IGNORE_COMMAND_ERROR, "no-ignore-command-error", Takes::Nothing),
        Opt::long(id::NOTHING, "delay-directory-restore", Takes::Nothing),
        Opt::long(id::NOTHING, "no-delay-directory-restore", Takes::Nothing),
        Opt::long(id::NOTHING, "force-local", Takes::Nothing),
        Opt::long(id::NOTHING, "no-seek", Takes::Nothing),
        Opt::both('n', "seek", Takes::Nothing),
        Opt::long(id::NOTHING, "no-check-device", Takes::Nothing),
        Opt::long(id::NOTHING, "check-device", Takes::Nothing),
        Opt::both('o', "no-same-owner", Takes::Nothing),
        Opt::long(id::NOTHING, "same-owner", Takes::Nothing),
        Opt::both('p', "preserve-permissions", Takes::Nothing),
        Opt::long('p', "same-permissions", Takes::Nothing),
        Opt::long(id::NO_PERMISSIONS, "no-same-permissions", Takes::Nothing),
        Opt::both('s', "preserve-order", Takes::Nothing),
        Opt::long('s', "same-order", Takes::Nothing),
        Opt::long(id::TOP_LEVEL, "one-top-level", Takes::Optional),
        Opt::long(id::STRIP, "strip-components", Takes::Value),
        Opt::long(id::TRANSFORM, "transform", Takes::Value),
        Opt::long(id::TRANSFORM, "xform", Takes::Value),
        Opt::both('v', "verbose", Takes::Nothing),
        Opt::long(id::FULL_TIME, "full-time", Takes::Nothing),
        Opt::both('R', "block-number", Takes::Nothing),
        Opt::long(id::SHOW_TRANSFORMED, "show-transformed-names", Takes::Nothing),
        Opt::long(id::SHOW_TRANSFORMED, "show-stored-names", Takes::Nothing),
        Opt::long(id::SHOW_OMITTED, "show-omitted-dirs", Takes::Nothing),
        Opt::long(id::TOTALS, "totals", Takes::Nothing),
        Opt::long(id::NOTHING, "utc", Takes::Nothing),
        Opt::long(id::NOTHING, "warning", Takes::Value),
        Opt::short('?', Takes::Nothing),
        Opt::long(id::USAGE, "usage", Takes::Nothing),
    ],
    operands_end_options: true,
    failure: 64,
};

pub const COMMANDS: &[Native] = &[Native { name: "tar", help: HELP, run }];

/// Why tar ends early. What is wrong has been told.
pub enum Stop {
    Halt(Halt),
    Status(u8),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

/// One run.
pub struct Tar {
    /// 0, 1 when something differs, 2 after an error.
    status: u8,
    told: create::Told,
    /// The widest owner and size of the listing, and the widest time.
    width: usize,
    date_width: usize,
    began: Time,
    /// How dates were understood, told with `-v`.
    understood: Vec<Vec<u8>>,
}

impl Tar {
    /// `tar: ` and the parts.
    fn complain(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        context.complain(parts)
    }

    /// A message after which tar goes on and fails at its end.
    fn error(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        self.status = 2;
        context.complain(parts)
    }

    /// The words with which tar gives up.
    fn unrecoverable(&mut self, context: &mut Context<'_>) -> Result<Stop, Halt> {
        context.complain(&[b"Error is not recoverable: exiting now"])?;
        Ok(Stop::Status(2))
    }

    fn fatal_io(
        &mut self,
        context: &mut Context<'_>,
        name: &[u8],
        what: &[u8],
        error: IoError,
    ) -> Result<Stop, Halt> {
        match error {
            IoError::Halt(halt) => Err(halt),
            IoError::Errno(errno) => {
                context.complain(&[&shown(name), b": ", what, errno.message().as_bytes()])?;
                self.unrecoverable(context)
            }
        }
    }

    fn usage(&mut self, context: &mut Context<'_>, parts: &[&[u8]], status: u8) -> Result<Stop, Halt> {
        context.complain(parts)?;
        context.write_error(b"Try 'tar --help' or 'tar --usage' for more information.\n")?;
        Ok(Stop::Status(status))
    }

    /// The names that members are looked for with, and the folders that go with them.
    fn selection(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
    ) -> Result<(Selection, Vec<AbsPath>), Stop> {
        let words = self.words(context, settings)?;
        let mut selection = Selection { wanted: Vec::new(), excluded: Vec::new() };
        let mut folder = context.exec.cwd.clone();
        let mut folders = Vec::new();
        let mut recursion = true;
        for word in words {
            match word {
                Word::Folder(name) => {
                    let vfs = context.vfs();
                    folder = match vfs.canonical(&folder, &name) {
                        Ok(path) if vfs.is_dir(&folder, &name) => path,
                        result => {
                            let errno = result.err().unwrap_or(Errno::NotDir);
                            context.complain(&[&shown(&name), b": Cannot open: ", errno.message().as_bytes()])?;
                            return Err(self.unrecoverable(context)?);
                        }
                    };
                }
                Word::Name(name) => {
                    selection.wanted.push(Wanted::new(&name, settings.matching, recursion));
                    folders.push(folder.clone());
                }
                Word::Exclude(pattern) => selection.excluded.push(*pattern),
                Word::Recursion(on) => recursion = on,
                Word::List(..) | Word::Tag(_) | Word::Ignore(_) => {}
            }
        }
        if let Some(first) = &settings.starting {
            selection.wanted.push(Wanted::new(first, settings.matching, recursion));
            folders.push(folder.clone());
        }
        if selection.wanted.is_empty() {
            folders.push(folder);
        }
        let is_pattern = selection.wanted.iter().any(Wanted::looks_like_pattern);
        if is_pattern && !settings.matching.wildcards && settings.warn_wildcards {
            context.complain(&[b"Pattern matching characters used in file names"])?;
            let text = b"Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning";
            context.complain(&[text])?;
        }
        Ok((selection, folders))
    }

    /// `-t`
    fn list(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        let (mut selection, _) = self.selection(context, settings)?;
        let loaded: Loaded = self.load(context, settings)?;
        let long = settings.verbose > 1;
        self.each_member(context, settings, &loaded, &mut selection, &mut |tar, context, member, _| {
            // Told as if it were extracted.
            let safe = tar.safe_name(context, settings, &member.path, false)?;
            let mut path = member.path.clone();
            if settings.show_transformed {
                path = settings.transforms.iter().fold(safe, |path, transform| transform.apply(&path, Scope::Regular));
                match strip_components(&path, settings.strip) {
                    Some(cut) => path = cut.to_vec(),
                    None => return Ok(()),
                }
            }
            Ok(tar.member_line(context, settings, long, member, &path)?)
        })?;
        self.not_found(context, settings, &selection)?;
        self.totals(context, settings, loaded.bytes.len() as u64, b"read")
    }

    fn run(&mut self, context: &mut Context<'_>, given: Vec<Given>) -> Result<(), Stop> {
        let settings = settings::read(self, context, given)?;
        match settings.action {
            Action::Create => self.create(context, &settings),
            Action::Append | Action::Update => self.append(context, &settings),
            Action::Catenate => self.catenate(context, &settings),
            Action::Delete => self.delete(context, &settings),
            Action::Extract => self.extract(context, &settings),
            Action::List => self.list(context, &settings),
            Action::Compare => self.compare(context, &settings),
        }
    }
}

/// The arguments with a first one of letters alone, `tar xzf FILE`, written with dashes. The inner error is the letter
/// that has no value.
fn with_dashes(args: &[BString]) -> Result<Vec<BString>, u8> {
    let Some((first, rest)) = args.split_first().filter(|(first, _)| !first.starts_with(b"-")) else {
        return Ok(args.to_vec());
    };
    let mut rest = rest.iter();
    let mut out = Vec::with_capacity(args.len() + first.len());
    for letter in first.iter().copied() {
        out.push(BString::from([b'-', letter]));
        let takes = SPEC.options.iter().find(|option| option.short && option.id == char::from(letter));
        if takes.is_some_and(|option| option.takes == Takes::Value) {
            out.push(rest.next().ok_or(letter)?.clone());
        }
    }
    out.extend(rest.cloned());
    Ok(out)
}

fn run(context: &mut Context<'_>) -> Outcome {
    let mut tar =
        Tar { status: 0, told: create::Told::default(), width: 19, date_width: 16, began: context.now(), understood: Vec::new() };
    let end = |stop: Stop| match stop {
        Stop::Halt(halt) => Err(halt),
        Stop::Status(status) => Ok(status),
    };
    let args = match with_dashes(context.args()) {
        Ok(args) => args,
        Err(letter) => {
            let text: &[&[u8]] = &[b"Old option '", &[letter], b"' requires an argument."];
            return tar.usage(context, text, 2).and_then(end);
        }
    };
    // Options and names are taken in their order.
    let mut given = Vec::new();
    let mut rest = args.as_slice();
    while !rest.is_empty() {
        let scanned = match options::scan(&SPEC, rest) {
            Ok(scanned) => scanned,
            Err(Refused::Help) => return options::print_help(context),
            Err(Refused::Version) => return options::print_version(context, "tar"),
            Err(Refused::Unknown(message) | Refused::Usage(message)) => return tar.usage(context, &[&message], 64).and_then(end),
        };
        for (_, option) in scanned.options {
            match option.id {
                '?' => return options::print_help(context),
                id::USAGE => {
                    let usage = HELP.lines().next().unwrap_or_default();
                    context.write(format!("{usage}\n").as_bytes())?;
                    return Ok(0);
                }
                _ => given.push(Given::Option(option)),
            }
        }
        let at = rest.len() - scanned.operands.len();
        let only_names = at > 0 && rest.get(at - 1).is_some_and(|word| word == "--");
        let take = if only_names { scanned.operands.len() } else { scanned.operands.len().min(1) };
        let names = rest.get(at..at + take).unwrap_or_default();
        given.extend(names.iter().cloned().map(Given::Name));
        rest = rest.get(at + take..).unwrap_or_default();
    }
    match tar.run(context, given) {
        Ok(()) => {}
        Err(stop) => return end(stop),
    }
    if tar.status == 2 {
        context.complain(&[b"Exiting with failure status due to previous errors"])?;
    }
    Ok(tar.status)
}
