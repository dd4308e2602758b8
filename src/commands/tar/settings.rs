//! The options of `tar`.

use bstr::{BString, ByteSlice};

use super::super::options::Parsed;
use super::super::shared::backup::{self, Backup, BackupKind, BackupOptions};
use super::super::shared::choice;
use super::super::shared::mode::Mode;
use super::super::shared::number::parse_size;
use super::super::shared::parse_date;
use super::archive::Codec;
use super::ignored::{Extent, List, Tag};
use super::id;
use super::names::{Exclude, Matching, Transform};
use super::pax::PaxOptions;
use super::{Stop, Tar};
use formats::archive::tar_write::Dialect;
use shell::command::Context;
use workspace::Time;

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Append,
    Catenate,
    Create,
    Compare,
    Delete,
    Extract,
    List,
    Update,
}

/// What happens to files that are there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Removed and made anew.
    Replace,
    /// `-k`: an error.
    Keep,
    Skip,
    KeepNewer,
    /// `--no-overwrite-dir`: only folders keep their attributes.
    KeepFolders,
    /// `--overwrite`: written over.
    Overwrite,
    /// `-U`
    UnlinkFirst,
}

/// A word that names something, in the order of the command line.
#[derive(Debug, Clone)]
pub enum Word {
    Name(BString),
    /// `-C`
    Folder(BString),
    /// `-T`, with how it is read.
    List(BString, ListForm),
    Exclude(Box<Exclude>),
    Tag(Box<Tag>),
    Ignore(Box<List>),
    Recursion(bool),
}

#[derive(Debug, Clone, Copy, Default)]
pub struct ListForm {
    /// `--null`
    pub null: bool,
    /// Lines that begin with a dash are names too.
    pub verbatim: bool,
}

/// An owner or a group to write: its number, its name, or both.
#[derive(Debug, Clone)]
pub struct Identity {
    pub id: Option<u64>,
    pub name: BString,
}

pub struct Settings {
    pub action: Action,
    pub archive: BString,
    pub codec: Option<Codec>,
    /// `-a`
    pub by_suffix: bool,
    pub verbose: u32,
    pub words: Vec<Word>,
    pub dialect: Dialect,
    pub existing: Existing,
    /// `--recursive-unlink`
    pub unlink_trees: bool,
    pub to_stdout: bool,
    /// What reads each file instead of its being made.
    pub to_command: Option<BString>,
    /// How such a command ends does not matter.
    pub ignore_command_error: bool,
    pub touch: bool,
    pub dereference: bool,
    pub hard_dereference: bool,
    /// `-l`: tells of links that are not put in.
    pub check_links: bool,
    pub absolute: bool,
    pub permissions: bool,
    pub numeric: bool,
    pub full_time: bool,
    pub block_numbers: bool,
    pub ignore_zeros: bool,
    pub record: usize,
    pub totals: bool,
    pub remove_files: bool,
    pub strip: usize,
    pub transforms: Vec<Transform>,
    pub show_transformed: bool,
    /// `--one-top-level`: empty is the archive's name without its suffix.
    pub top_level: Option<BString>,
    pub owner: Option<Identity>,
    pub group: Option<Identity>,
    pub mode: Option<Mode>,
    pub mtime: Option<Time>,
    pub clamp: bool,
    /// Only what is newer, by the time of the content or also by that of the attributes.
    pub newer: Option<(Time, bool)>,
    /// `-K`
    pub starting: Option<BString>,
    pub occurrence: Option<u64>,
    pub label: Option<BString>,
    /// How member names on the command line match.
    pub matching: Matching,
    pub warn_wildcards: bool,
    pub omitted: bool,
    /// What is overwritten is kept under another name.
    pub backup: Option<Backup>,
    pub pax: PaxOptions,
}

/// Reads the options and the operands between them.
pub fn read(tar: &mut Tar, context: &mut Context<'_>, given: Vec<Given>) -> Result<Settings, Stop> {
    let mut action: Option<Action> = None;
    let mut archive: Option<BString> = None;
    let mut settings = Settings {
        action: Action::List,
        archive: "-".into(),
        codec: None,
        by_suffix: false,
        verbose: 0,
        words: Vec::new(),
        dialect: Dialect::Gnu,
        existing: Existing::Replace,
        unlink_trees: false,
        to_stdout: false,
        to_command: None,
        ignore_command_error: false,
        touch: false,
        dereference: false,
        hard_dereference: false,
        check_links: false,
        absolute: false,
        permissions: false,
        numeric: false,
        full_time: false,
        block_numbers: false,
        ignore_zeros: false,
        record: 20 * 512,
        totals: false,
        remove_files: false,
        strip: 0,
        transforms: Vec::new(),
        show_transformed: false,
        top_level: None,
        owner: None,
        group: None,
        mode: None,
        mtime: None,
        clamp: false,
        newer: None,
        starting: None,
        occurrence: None,
        label: None,
        matching: Matching { anchored: true, wildcards: false, slash: true, nocase: false },
        warn_wildcards: true,
        omitted: false,
        backup: None,
        pax: PaxOptions::default(),
    };
    let mut backups = BackupOptions::default();
    let mut pax_given = false;
    let mut format_given = false;
    let mut excluding = Matching { anchored: false, wildcards: true, slash: true, nocase: false };
    let mut form = ListForm::default();
    for given in given {
        let option = match given {
            Given::Name(name) => {
                settings.words.push(Word::Name(name));
                continue;
            }
            Given::Option(option) => option,
        };
        let value = option.value();
        let chosen = match option.id {
            'A' => Some(Action::Catenate),
            'c' => Some(Action::Create),
            'd' => Some(Action::Compare),
            id::DELETE => Some(Action::Delete),
            'r' => Some(Action::Append),
            't' => Some(Action::List),
            'u' => Some(Action::Update),
            'x' => Some(Action::Extract),
            _ => None,
        };
        if let Some(chosen) = chosen {
            if action.is_some_and(|action| action != chosen) {
                let text = b"You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option";
                return Err(tar.usage(context, &[text], 2)?);
            }
            action = Some(chosen);
            if chosen == Action::List {
                settings.verbose += 1;
            }
            continue;
        }
        match option.id {
            'f' => {
                if archive.is_some() {
                    return Err(tar.usage(context, &[b"Multiple archive files require '-M' option"], 2)?);
                }
                archive = Some(value.into());
            }
            'z' | 'j' | 'J' | 'Z' | id::LZMA | id::ZSTD => {
                let codec = match option.id {
                    'z' => Codec::Gzip,
                    'j' => Codec::Bzip2,
                    'J' => Codec::Xz,
                    'Z' => Codec::Compress,
                    id::LZMA => Codec::Lzma,
                    _ => Codec::Zstd,
                };
                if settings.codec.is_some_and(|old| old != codec) {
                    return Err(tar.usage(context, &[b"Conflicting compression options"], 2)?);
                }
                settings.codec = Some(codec);
            }
            'I' => {
                let word = value.split(|byte| *byte == b' ').next().unwrap_or_default();
                let Some(codec) = Codec::of_program(word) else {
                    let text = b": Cannot exec: No such file or directory";
                    tar.complain(context, &[value, text])?;
                    return Err(tar.unrecoverable(context)?);
                };
                settings.codec = Some(codec);
            }
            'a' => settings.by_suffix = true,
            id::NO_AUTO_COMPRESS => settings.by_suffix = false,
            'v' => settings.verbose += 1,
            'C' => settings.words.push(Word::Folder(value.into())),
            'T' => settings.words.push(Word::List(value.into(), form)),
            id::ADD_FILE => settings.words.push(Word::Name(value.into())),
            id::NULL => form = ListForm { null: true, verbatim: true },
            id::NO_NULL => form = ListForm::default(),
            id::VERBATIM => form.verbatim = true,
            id::NO_VERBATIM => form.verbatim = false,
            id::EXCLUDE => settings.words.push(Word::Exclude(Exclude::new(value, excluding).into())),
            'X' => {
                let text = match context.read_operand(value) {
                    Ok(text) => text,
                    Err(error) => return Err(tar.fatal_io(context, value, b"", error)?),
                };
                for line in text.lines().filter(|line| !line.is_empty()) {
                    settings.words.push(Word::Exclude(Exclude::new(line, excluding).into()));
                }
            }
            id::EXCLUDE_VCS => {
                for pattern in [
                    "CVS", "RCS", "SCCS", ".git", ".gitignore", ".gitattributes", ".gitmodules", ".cvsignore", ".svn",
                    ".arch-ids", "{arch}", "=RELEASE-ID", "=meta-update", "=update", ".bzr", ".bzrignore", ".bzrtags",
                    ".hg", ".hgignore", ".hgrags", "_darcs",
                ] {
                    let exact = Matching { wildcards: false, ..excluding };
                    settings.words.push(Word::Exclude(Exclude::new(pattern.as_bytes(), exact).into()));
                }
            }
            id::EXCLUDE_CACHES | id::EXCLUDE_CACHES_UNDER | id::EXCLUDE_CACHES_ALL => {
                let (extent, option) = match option.id {
                    id::EXCLUDE_CACHES => (Extent::Contents, "--exclude-caches"),
                    id::EXCLUDE_CACHES_UNDER => (Extent::Under, "--exclude-caches-under"),
                    _ => (Extent::All, "--exclude-caches-all"),
                };
                let tag = Tag { name: "CACHEDIR.TAG".into(), extent, signed: true, option: option.into() };
                settings.words.push(Word::Tag(tag.into()));
            }
            id::EXCLUDE_TAG | id::EXCLUDE_TAG_UNDER | id::EXCLUDE_TAG_ALL => {
                let (extent, option) = match option.id {
                    id::EXCLUDE_TAG => (Extent::Contents, "--exclude-tag"),
                    id::EXCLUDE_TAG_UNDER => (Extent::Under, "--exclude-tag-under"),
                    _ => (Extent::All, "--exclude-tag-all"),
                };
                let option = [option.as_bytes(), " ‘".as_bytes(), value, "’".as_bytes()].concat().into();
                let tag = Tag { name: value.into(), extent, signed: false, option };
                settings.words.push(Word::Tag(tag.into()));
            }
            id::EXCLUDE_IGNORE => {
                settings.words.push(Word::Ignore(List::new(value, "--exclude-ignore").into()));
            }
            id::EXCLUDE_IGNORE_RECURSIVE => {
                settings.words.push(Word::Ignore(List::new(value, "--exclude-ignore-recursive").into()));
            }
            id::EXCLUDE_VCS_IGNORES => {
                settings.words.extend(List::of_version_control().map(|list| Word::Ignore(list.into())));
            }
            id::BACKUP => {
                backups.wanted = true;
                if option.value.is_some() {
                    backups.control = Some(value.into());
                }
            }
            id::SUFFIX => {
                backups.wanted = true;
                backups.suffix = Some(value.into());
            }
            id::PAX_OPTION => {
                pax_given = true;
                let now = context.now();
                if let Err(message) = settings.pax.add(value, now) {
                    return Err(tar.usage(context, &[&message], 2)?);
                }
                for _ in 0..std::mem::take(&mut settings.pax.bad_times) {
                    tar.error(context, &[b"Time stamp is out of allowed range"])?;
                }
            }
            id::EXCLUDE_BACKUPS => {
                for pattern in [".#*", "*~", "#*#"] {
                    settings.words.push(Word::Exclude(Exclude::new(pattern.as_bytes(), excluding).into()));
                }
            }
            id::ANCHORED => {
                settings.matching.anchored = true;
                excluding.anchored = true;
            }
            id::NO_ANCHORED => {
                settings.matching.anchored = false;
                excluding.anchored = false;
            }
            id::IGNORE_CASE => {
                settings.matching.nocase = true;
                excluding.nocase = true;
            }
            id::NO_IGNORE_CASE => {
                settings.matching.nocase = false;
                excluding.nocase = false;
            }
            id::WILDCARDS => {
                settings.matching.wildcards = true;
                excluding.wildcards = true;
            }
            id::NO_WILDCARDS => {
                settings.matching.wildcards = false;
                settings.warn_wildcards = false;
                excluding.wildcards = false;
            }
            id::MATCH_SLASH => {
                settings.matching.slash = true;
                excluding.slash = true;
            }
            id::NO_MATCH_SLASH => {
                settings.matching.slash = false;
                excluding.slash = false;
            }
            id::NO_RECURSION => settings.words.push(Word::Recursion(false)),
            id::RECURSION => settings.words.push(Word::Recursion(true)),
            'k' => settings.existing = Existing::Keep,
            id::SKIP_OLD => settings.existing = Existing::Skip,
            id::KEEP_NEWER => settings.existing = Existing::KeepNewer,
            id::OVERWRITE_DIR => settings.existing = Existing::Replace,
            id::NO_OVERWRITE_DIR => settings.existing = Existing::KeepFolders,
            id::OVERWRITE => settings.existing = Existing::Overwrite,
            'U' => settings.existing = Existing::UnlinkFirst,
            id::RECURSIVE_UNLINK => settings.unlink_trees = true,
            'O' => settings.to_stdout = true,
            id::TO_COMMAND => settings.to_command = Some(value.into()),
            id::IGNORE_COMMAND_ERROR => settings.ignore_command_error = true,
            id::NO_IGNORE_COMMAND_ERROR => settings.ignore_command_error = false,
            'm' => settings.touch = true,
            'h' => settings.dereference = true,
            'l' => settings.check_links = true,
            id::HARD_DEREFERENCE => settings.hard_dereference = true,
            'P' => settings.absolute = true,
            'p' => settings.permissions = true,
            id::NO_PERMISSIONS => settings.permissions = false,
            id::NUMERIC_OWNER => settings.numeric = true,
            id::FULL_TIME => settings.full_time = true,
            'R' => settings.block_numbers = true,
            'i' => settings.ignore_zeros = true,
            'b' => match parse_size(value, b"") {
                Ok(number @ 1..=65_536) => settings.record = number as usize * 512,
                _ => return Err(tar.usage(context, &[value, b": Invalid blocking factor"], 2)?),
            },
            id::RECORD_SIZE => match parse_size(value, b"kKMG") {
                Ok(number @ 512..=33_554_432) if number % 512 == 0 => settings.record = number as usize,
                Ok(_) => return Err(tar.usage(context, &[b"Record size must be a multiple of 512."], 2)?),
                Err(_) => return Err(tar.usage(context, &[value, b": Invalid record size"], 2)?),
            },
            id::TOTALS => settings.totals = true,
            id::REMOVE_FILES => settings.remove_files = true,
            id::STRIP => match parse_size(value, b"") {
                Ok(number) => settings.strip = usize::try_from(number).unwrap_or(usize::MAX),
                Err(_) => return Err(tar.usage(context, &[value, b": Invalid number of elements"], 2)?),
            },
            id::TRANSFORM => match Transform::parse(value) {
                Some(transform) => settings.transforms.push(transform),
                None => return Err(tar.usage(context, &[b"Invalid transform expression"], 2)?),
            },
            id::SHOW_TRANSFORMED => settings.show_transformed = true,
            id::TOP_LEVEL => settings.top_level = Some(value.into()),
            id::OWNER | id::GROUP => {
                let Some(identity) = identity(value) else {
                    let id = value.rsplit_once_str(":").map_or(value.as_bytes(), |(_, id)| id);
                    tar.complain(context, &[id, b": Invalid owner or group ID"])?;
                    return Err(tar.unrecoverable(context)?);
                };
                if option.id == id::OWNER {
                    settings.owner = Some(identity);
                } else {
                    settings.group = Some(identity);
                }
            }
            id::MODE => match Mode::parse(value) {
                Some(mode) => settings.mode = Some(mode),
                None => {
                    tar.complain(context, &[b"Invalid mode given on option"])?;
                    return Err(tar.unrecoverable(context)?);
                }
            },
            id::MTIME => settings.mtime = Some(date(tar, context, value, b"--mtime")?),
            id::CLAMP_MTIME => settings.clamp = true,
            'N' => settings.newer = Some((date(tar, context, value, b"--after-date")?, true)),
            id::NEWER_MTIME => settings.newer = Some((date(tar, context, value, b"--newer-mtime")?, false)),
            'K' => settings.starting = Some(value.into()),
            id::OCCURRENCE => match option.value.as_ref().map(|value| parse_size(value, b"")) {
                None => settings.occurrence = Some(1),
                Some(Ok(number)) => settings.occurrence = Some(number),
                Some(Err(_)) => {
                    tar.complain(context, &[value, b": Invalid number"])?;
                    return Err(tar.unrecoverable(context)?);
                }
            },
            'V' => settings.label = Some(value.into()),
            'H' => {
                format_given = true;
                settings.dialect = match value.as_bytes() {
                    b"v7" => Dialect::V7,
                    b"oldgnu" | b"gnu" => Dialect::Gnu,
                    b"ustar" => Dialect::Ustar,
                    b"pax" | b"posix" => Dialect::Pax,
                    _ => return Err(tar.usage(context, &[value, b": Invalid archive format"], 2)?),
                };
            }
            id::POSIX | id::OLD => {
                format_given = true;
                settings.dialect = if option.id == id::POSIX { Dialect::Pax } else { Dialect::V7 };
            }
            id::SORT => match value.as_bytes() {
                b"none" | b"name" | b"inode" => {}
                _ => {
                    let text = "’ for ‘--sort’\nValid arguments are:\n  - ‘none’\n  - ‘name’\n  - ‘inode’";
                    tar.complain(context, &["invalid argument ‘".as_bytes(), value, text.as_bytes()])?;
                    return Err(Stop::Status(2));
                }
            },
            id::SHOW_OMITTED => settings.omitted = true,
            _ => {}
        }
    }
    let Some(action) = action else {
        let text = b"You must specify one of the '-Acdtrux', '--delete' or '--test-label' options";
        return Err(tar.usage(context, &[text], 2)?);
    };
    settings.action = action;
    if pax_given {
        if format_given && settings.dialect != Dialect::Pax {
            return Err(tar.usage(context, &[b"--pax-option can be used only on POSIX archives"], 2)?);
        }
        if !matches!(action, Action::Create | Action::Append | Action::Update) {
            tar.complain(context, &[b"--pax-option is not available where archives are read"])?;
            return Err(tar.unrecoverable(context)?);
        }
        settings.dialect = Dialect::Pax;
    }
    if backups.wanted {
        settings.backup = Some(backup(tar, context, backups)?);
    }
    if settings.verbose > 0 {
        for text in std::mem::take(&mut tar.understood) {
            tar.complain(context, &[&text])?;
        }
    }
    if let Some(archive) = archive.or_else(|| context.exec.env(b"TAPE").map(BString::from)) {
        settings.archive = archive;
    }
    if settings.by_suffix && settings.codec.is_none() && action == Action::Create {
        settings.codec = Codec::of_name(&settings.archive);
    }
    Ok(settings)
}

/// What `--backup`, `--suffix` and the environment say.
fn backup(tar: &mut Tar, context: &mut Context<'_>, options: BackupOptions) -> Result<Backup, Stop> {
    let variable = |name: &[u8]| context.exec.env(name).map(BString::from).filter(|value| !value.is_empty());
    let suffix = options
        .suffix
        .or_else(|| variable(b"SIMPLE_BACKUP_SUFFIX"))
        .filter(|suffix| !suffix.is_empty() && !suffix.contains(&b'/'))
        .unwrap_or_else(|| "~".into());
    let (control, source) = match options.control.filter(|control| !control.is_empty()) {
        Some(control) => (Some(control), "--backup"),
        None => (variable(b"VERSION_CONTROL"), "$VERSION_CONTROL"),
    };
    let kind = match control {
        None => BackupKind::Existing,
        Some(control) => match choice::find(&control, backup::KINDS) {
            Ok(kind) => kind,
            Err(ambiguous) => {
                let what = if ambiguous { "ambiguous argument ‘" } else { "invalid argument ‘" };
                let text = format!("’ for ‘{source}’");
                tar.complain(context, &[what.as_bytes(), &control, text.as_bytes()])?;
                context.write_error(&choice::valid(backup::KINDS))?;
                return Err(Stop::Status(2));
            }
        },
    };
    Ok(Backup { kind, suffix })
}

/// An argument.
pub enum Given {
    Option(Parsed),
    Name(BString),
}

/// `NAME`, `NAME:ID`, `:ID` or `ID`; `None` when what is behind the colon is no number.
fn identity(text: &[u8]) -> Option<Identity> {
    let number = |text: &[u8]| text.to_str().ok().and_then(|text| text.parse::<u64>().ok());
    let known = |id: u64| if id == 0 { "root" } else { "" };
    if let Some((name, id)) = text.rsplit_once_str(":") {
        let id = number(id)?;
        let name = if name.is_empty() { known(id).into() } else { name.into() };
        return Some(Identity { id: Some(id), name });
    }
    if let Some(id) = number(text).filter(|_| !text.starts_with(b"+")) {
        return Some(Identity { id: Some(id), name: known(id).into() });
    }
    let id = match text {
        b"root" => Some(0),
        b"user" => Some(u64::from(super::super::shared::file_type::OWNER)),
        _ => None,
    };
    Some(Identity { id, name: text.into() })
}

/// A date, or that of a file when the text begins as a path does.
fn date(tar: &mut Tar, context: &mut Context<'_>, text: &[u8], option: &[u8]) -> Result<Time, Stop> {
    if matches!(text.first(), Some(b'/' | b'.')) {
        return match context.vfs().stat(context.cwd(), text) {
            Ok(stat) => Ok(stat.mtime),
            Err(errno) => {
                tar.complain(context, &[text, b": Cannot stat: ", errno.message().as_bytes()])?;
                Err(tar.unrecoverable(context)?)
            }
        };
    }
    match parse_date::parse(text, context.now()) {
        Some(time) => {
            // What is not written as dates are shown is told as it was understood.
            let shown = super::list::date_text((time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS)), true);
            if text != shown.as_bytes() {
                let parts: &[&[u8]] = &[b"Option ", option, b": Treating date '", text, b"' as ", shown.as_bytes()];
                tar.understood.push(parts.concat());
            }
            Ok(time)
        }
        None => {
            let text: &[&[u8]] =
                &[b"Substituting ", b"-9223372036854775807", b" for unknown date format ", "‘".as_bytes(), text, "’".as_bytes()];
            tar.complain(context, text)?;
            Ok(Time(i64::MIN))
        }
    }
}

const NANOS: i64 = 1_000_000_000;
