//! `tree`: folders drawn as a tree.

mod notes;
mod print;

use std::collections::HashSet;
use std::rc::Rc;

use bstr::{BString, ByteSlice};

use self::notes::Notes;
use self::print::Lines;
use crate::options::{self, Opt, Scanned, Spec, Takes};
use crate::shared::number::{BlockSize, parse_clamped};
use crate::shared::path::join;
use crate::shared::time;
use crate::shared::version;
use shell::command::{Context, Native, Outcome, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Stat};
use shell::pattern::{Pattern, PatternOptions};
use workspace::Kind;

const USAGE: &str = "\
usage: tree [-acdfghilnpqrstuvxACDFJQNSUX] [-L level [-R]] [-H  baseHREF]
\t[-T title] [-o filename] [-P pattern] [-I pattern] [--gitignore]
\t[--gitfile[=]file] [--matchdirs] [--metafirst] [--ignore-case]
\t[--nolinks] [--hintro[=]file] [--houtro[=]file] [--inodes] [--device]
\t[--sort[=]<name>] [--dirsfirst] [--filesfirst] [--filelimit #] [--si]
\t[--du] [--prune] [--charset[=]X] [--timefmt[=]format] [--fromfile]
\t[--fflinks] [--info] [--infofile[=]file] [--noreport] [--version]
\t[--help] [--] [directory ...]
";

const HELP: &str = "\
Usage: tree [options] [--] [directory ...]
Draw the folders (or the working folder) and what is in them.

  -a             hidden files too
  -d             folders only
  -l             follow symbolic links to folders
  -f             the path of each file
  -x             stay on one file system (there is one)
  -L level       at most so many levels
  -P pattern     only files that match the pattern; --matchdirs: folders too
  -I pattern     no files that match the pattern
  --ignore-case  patterns without regard to case
  --prune        no empty folders
  --filelimit #  do not open folders with more entries
  --noreport     no counts at the end
  -o filename    write to a file
  -q             question marks for what does not print
  -N             names as they are
  -Q             names in double quotes
  -p, -u, -g, -s, -h, --si, -D, --inodes, --device  mode, user, group, size, size for people, time of change, inode, device
  --timefmt f    the format of times
  --du           sizes of folders are those of what is in them
  -F             / behind folders, * behind programs, | behind FIFOs
  -v, -t, -c, -U, -r  sort by version, by time of change, of status; do not sort; backwards
  --sort name    name, version, size, mtime, ctime or none
  --dirsfirst, --filesfirst
  -i             no lines
  --charset X    ascii or utf-8
  -A, -S         lines in the graphics of a VT100; of code page 437
  --gitignore    leave out what .gitignore files name; --gitfile X: what X names
  --info         remarks on files from .info files; --infofile X: from X
  -n, -C         no color; color
  -J, -X         JSON; XML
  --version      show the version and exit
  --help         show this help and exit

HTML (-H, -T, -R) and listings as input (--fromfile) are not available.
";

const SPEC: Spec = Spec::new(&[
    Opt::short('a', Takes::Nothing),
    Opt::short('d', Takes::Nothing),
    Opt::short('l', Takes::Nothing),
    Opt::short('f', Takes::Nothing),
    Opt::short('x', Takes::Nothing),
    Opt::short('L', Takes::Value),
    Opt::short('P', Takes::Value),
    Opt::short('I', Takes::Value),
    Opt::short('o', Takes::Value),
    Opt::short('q', Takes::Nothing),
    Opt::short('N', Takes::Nothing),
    Opt::short('Q', Takes::Nothing),
    Opt::short('p', Takes::Nothing),
    Opt::short('u', Takes::Nothing),
    Opt::short('g', Takes::Nothing),
    Opt::short('s', Takes::Nothing),
    Opt::short('h', Takes::Nothing),
    Opt::short('D', Takes::Nothing),
    Opt::short('F', Takes::Nothing),
    Opt::short('v', Takes::Nothing),
    Opt::short('t', Takes::Nothing),
    Opt::short('c', Takes::Nothing),
    Opt::short('U', Takes::Nothing),
    Opt::short('r', Takes::Nothing),
    Opt::short('i', Takes::Nothing),
    Opt::short('n', Takes::Nothing),
    Opt::short('C', Takes::Nothing),
    Opt::short('J', Takes::Nothing),
    Opt::short('X', Takes::Nothing),
    Opt::long('1', "si", Takes::Nothing),
    Opt::long('2', "inodes", Takes::Nothing),
    Opt::long('3', "device", Takes::Nothing),
    Opt::long('4', "timefmt", Takes::Value),
    Opt::long('5', "du", Takes::Nothing),
    Opt::long('6', "sort", Takes::Value),
    Opt::long('7', "dirsfirst", Takes::Nothing),
    Opt::long('8', "filesfirst", Takes::Nothing),
    Opt::long('9', "charset", Takes::Value),
    Opt::long('0', "noreport", Takes::Nothing),
    Opt::long('!', "prune", Takes::Nothing),
    Opt::long('@', "filelimit", Takes::Value),
    Opt::long('#', "matchdirs", Takes::Nothing),
    Opt::long('$', "ignore-case", Takes::Nothing),
    Opt::short('A', Takes::Nothing),
    Opt::short('S', Takes::Nothing),
    Opt::long('%', "gitignore", Takes::Nothing),
    Opt::long('^', "gitfile", Takes::Value),
    Opt::long('&', "info", Takes::Nothing),
    Opt::long('*', "infofile", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "tree", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Name,
    Version,
    Size,
    Modified,
    Changed,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Xml,
}

struct Settings {
    all: bool,
    folders_only: bool,
    follow: bool,
    full_path: bool,
    level: usize,
    included: Vec<Pattern>,
    excluded: Vec<Pattern>,
    match_folders: bool,
    question: bool,
    quoted: bool,
    permissions: bool,
    user: bool,
    group: bool,
    size: Option<BlockSize>,
    date: Option<Option<BString>>,
    inode: bool,
    device: bool,
    classify: bool,
    sort: Sort,
    reverse: bool,
    folders_first: Option<bool>,
    plain: bool,
    color: bool,
    format: Format,
    usage: bool,
    report: bool,
    prune: bool,
    file_limit: usize,
    lines: Lines,
    /// `--gitignore`
    ignores: bool,
    /// `--info`
    remarks: bool,
}

/// Something that is shown. What is in a folder comes behind it, one level deeper.
struct Entry {
    name: BString,
    path: BString,
    stat: Option<Stat>,
    target: Option<BString>,
    /// What a link leads to.
    target_stat: Option<Stat>,
    size: u64,
    note: Option<String>,
    /// What an `.info` file says of it.
    info: Option<Rc<Vec<BString>>>,
    children: Vec<usize>,
}

impl Entry {
    fn is_folder(&self) -> bool {
        self.stat.as_ref().is_some_and(Stat::is_dir) || self.target_stat.as_ref().is_some_and(Stat::is_dir)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let args = context.args();
    let scanned = options::scan_or_answer(context, &SPEC, args, "tree", |context, message| {
        let name = message.split_str("'").nth(1).unwrap_or_default();
        if message.contains_str("requires an argument") {
            context.complain(&[b"Missing argument to -", name, b" option."])?;
            return Ok(1);
        }
        let dash: &[u8] = if message.contains_str("-- '") { b"-`" } else { b"`" };
        context.complain(&[b"Invalid argument ", dash, name, b"'."])?;
        context.write_error(USAGE.as_bytes())?;
        Ok(1)
    })?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut settings = Settings {
        all: false,
        folders_only: false,
        follow: false,
        full_path: false,
        level: usize::MAX,
        included: Vec::new(),
        excluded: Vec::new(),
        match_folders: false,
        question: false,
        quoted: false,
        permissions: false,
        user: false,
        group: false,
        size: None,
        date: None,
        inode: false,
        device: false,
        classify: false,
        sort: Sort::Name,
        reverse: false,
        folders_first: None,
        plain: false,
        color: false,
        format: Format::Text,
        usage: false,
        report: true,
        prune: false,
        file_limit: usize::MAX,
        lines: Lines::UTF_8,
        ignores: false,
        remarks: false,
    };
    let nocase = options.iter().any(|(_, option)| option.id == '$');
    let mut output: Option<BString> = None;
    let mut by_terminal = false;
    let (mut ignore_files, mut info_files): (Vec<BString>, Vec<BString>) = (Vec::new(), Vec::new());
    for (_, option) in options {
        let value = option.value();
        let patterns = || {
            value
                .split_str("|")
                .map(|part| Pattern::new(part, PatternOptions { nocase, ..PatternOptions::default() }))
                .collect::<Vec<_>>()
        };
        match option.id {
            'a' => settings.all = true,
            'd' => settings.folders_only = true,
            'l' => settings.follow = true,
            'f' => settings.full_path = true,
            'L' => match parse_clamped(value).and_then(|level| usize::try_from(level).ok()).filter(|level| *level > 0) {
                Some(level) => settings.level = level,
                None => {
                    context.complain(&[b"Invalid level, must be greater than 0."])?;
                    return Ok(1);
                }
            },
            'P' => settings.included.extend(patterns()),
            'I' => settings.excluded.extend(patterns()),
            'o' => output = Some(value.into()),
            'q' => settings.question = true,
            'Q' => settings.quoted = true,
            'p' => settings.permissions = true,
            'u' => settings.user = true,
            'g' => settings.group = true,
            's' => settings.size = Some(settings.size.unwrap_or(BlockSize::Bytes(1, ""))),
            'h' => settings.size = Some(BlockSize::Human),
            '1' => settings.size = Some(BlockSize::Si),
            'D' => settings.date = Some(settings.date.take().flatten()),
            '4' => settings.date = Some(Some(value.into())),
            '2' => settings.inode = true,
            '3' => settings.device = true,
            'F' => settings.classify = true,
            'v' => settings.sort = Sort::Version,
            't' => settings.sort = Sort::Modified,
            'c' => settings.sort = Sort::Changed,
            'U' => settings.sort = Sort::None,
            '6' => {
                settings.sort = match value.as_bytes() {
                    b"name" => Sort::Name,
                    b"version" => Sort::Version,
                    b"size" => Sort::Size,
                    b"mtime" => Sort::Modified,
                    b"ctime" => Sort::Changed,
                    b"none" => Sort::None,
                    _ => {
                        let known = b"': should be one of: name, version, size, mtime, ctime, none";
                        context.complain(&[b"Sort type '", value, b"' not valid", &known[1..]])?;
                        return Ok(1);
                    }
                }
            }
            'r' => settings.reverse = true,
            'i' => settings.plain = true,
            'n' => settings.color = false,
            'C' => settings.color = context.exec.env(b"TERM").is_some(),
            'J' => settings.format = Format::Json,
            'X' => settings.format = Format::Xml,
            '5' => {
                settings.usage = true;
                settings.size = Some(settings.size.unwrap_or(BlockSize::Bytes(1, "")));
            }
            '7' => settings.folders_first = Some(true),
            '8' => settings.folders_first = Some(false),
            '9' => {
                let is_utf_8 = value.to_ascii_lowercase().contains_str("utf");
                settings.lines = if is_utf_8 { Lines::UTF_8 } else { Lines::ASCII };
            }
            'A' => by_terminal = true,
            'S' => settings.lines = Lines::CODE_PAGE_437,
            '%' => settings.ignores = true,
            '^' => {
                settings.ignores = true;
                ignore_files.push(value.into());
            }
            '&' => settings.remarks = true,
            '*' => {
                settings.remarks = true;
                info_files.push(value.into());
            }
            '0' => settings.report = false,
            '!' => settings.prune = true,
            '@' => match parse_clamped(value).and_then(|limit| usize::try_from(limit).ok()).filter(|limit| *limit > 0) {
                Some(limit) => settings.file_limit = limit,
                None => {
                    context.complain(&[b"Invalid file limit, must be greater than 0."])?;
                    return Ok(1);
                }
            },
            '#' => settings.match_folders = true,
            _ => {}
        }
    }
    if by_terminal {
        settings.lines = settings.lines.drawn_by_terminal();
    }
    let mut notes = Notes::default();
    for file in &ignore_files {
        let Some(data) = IoError::or_none(context.read_operand(file))? else {
            context.complain(&[b"Could not load gitignore file"])?;
            return Ok(1);
        };
        notes.ignore(file, &data);
    }
    for file in &info_files {
        let Some(data) = IoError::or_none(context.read_operand(file))? else {
            context.complain(&[b"Could not load infofile"])?;
            return Ok(1);
        };
        notes.remark(&data);
    }
    // It is there before the folders are looked at.
    let sink = match &output {
        None => None,
        Some(name) => match context.open(name, OpenOptions::writing(context.new_mode(0o666))) {
            Ok(fd) => Some(Output::new(Some(fd))),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => {
                context.complain(&[b"invalid filename '", name, b"'"])?;
                return Ok(1);
            }
        },
    };
    let starts = if operands.is_empty() { vec![BString::from(".")] } else { operands };
    let mut out = Vec::new();
    let (mut folders, mut files, mut bytes) = (0u64, 0u64, 0u64);
    let mut status = 0;
    if settings.format == Format::Json {
        out.extend_from_slice(b"[\n");
    } else if settings.format == Format::Xml {
        out.extend_from_slice(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tree>\n");
    }
    for (index, start) in starts.iter().enumerate() {
        let mut tree = Tree { settings: &settings, entries: Vec::new(), waits: output.is_some() };
        let root = tree.root(context, start);
        if !tree.entries[root].is_folder() {
            if tree.entries[root].stat.is_none() {
                status = 2;
            } else {
                files += 1;
            }
            tree.entries[root].note = Some("error opening dir".to_owned());
        } else {
            // Of several folders, the report counts the first only.
            folders += u64::from(index == 0);
            tree.grow(context, root, &notes)?;
        }
        if settings.usage {
            tree.sum(root);
        }
        let shown = tree.shown();
        if settings.prune && tree.entries[root].children.is_empty() {
            folders = folders.saturating_sub(u64::from(index == 0));
        }
        for (place, entry) in tree.entries.iter().enumerate() {
            if place != root && shown.as_ref().is_none_or(|shown| shown.contains(&place)) {
                if entry.is_folder() { folders += 1 } else { files += 1 }
            }
        }
        // The folder that was asked for does not count itself.
        let own = tree.entries[root].stat.as_ref().map_or(0, |stat| stat.size);
        bytes = bytes.saturating_add(tree.entries[root].size.saturating_sub(own));
        match settings.format {
            Format::Text => tree.text(context, &mut out, root)?,
            Format::Json => {
                if index > 0 {
                    out.extend_from_slice(b",\n");
                }
                tree.json(context, &mut out, root)?;
            }
            Format::Xml => tree.xml(context, &mut out, root)?,
        }
    }
    let plural = |count: u64, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    match settings.format {
        Format::Text if settings.report => {
            out.push(b'\n');
            if settings.usage {
                let size = match settings.size {
                    Some(BlockSize::Bytes(..)) | None => format!("{bytes:12}"),
                    Some(unit) => format!("{:>4}", unit.format(bytes)),
                };
                let unit = if matches!(settings.size, Some(BlockSize::Bytes(..))) { " bytes" } else { "" };
                out.extend_from_slice(format!("{size}{unit} used in ").as_bytes());
            }
            out.extend_from_slice(format!("{folders} {}", plural(folders, "directory", "directories")).as_bytes());
            if !settings.folders_only {
                out.extend_from_slice(format!(", {files} {}", plural(files, "file", "files")).as_bytes());
            }
            out.push(b'\n');
        }
        Format::Json => {
            if settings.report {
                let files = if settings.folders_only { String::new() } else { format!(",\"files\":{files}") };
                out.extend_from_slice(format!(",\n  {{\"type\":\"report\",\"directories\":{folders}{files}}}\n").as_bytes());
            }
            out.extend_from_slice(b"]\n");
        }
        Format::Xml => {
            if settings.report {
                out.extend_from_slice(format!("  <report>\n    <directories>{folders}</directories>\n").as_bytes());
                if !settings.folders_only {
                    out.extend_from_slice(format!("    <files>{files}</files>\n").as_bytes());
                }
                out.extend_from_slice(b"  </report>\n");
            }
            out.extend_from_slice(b"</tree>\n");
        }
        Format::Text => {}
    }
    context.charge_bytes(out.len())?;
    match sink {
        None => context.write(&out)?,
        Some(mut sink) => {
            sink.write(context.vfs(), &out)?;
            sink.flush(context.vfs())?;
        }
    }
    Ok(status)
}

/// Output is handed on in pieces of about this size.
const PIECE: usize = 32 << 10;

struct Tree<'s> {
    settings: &'s Settings,
    entries: Vec<Entry>,
    /// The output goes to a file when all is done.
    waits: bool,
}

impl Tree<'_> {
    fn root(&mut self, context: &Context<'_>, start: &BString) -> usize {
        let stat = context.vfs().stat(context.cwd(), start).ok();
        // As the beginning of paths it goes without slashes at its end.
        let bare = start.trim_end_with(|end| end == '/');
        let path = if self.settings.full_path && !bare.is_empty() { bare.into() } else { start.clone() };
        self.entries.push(Entry {
            name: start.clone(),
            path,
            size: stat.as_ref().map_or(0, |stat| stat.size),
            stat,
            target: None,
            target_stat: None,
            note: None,
            info: None,
            children: Vec::new(),
        });
        self.entries.len() - 1
    }

    /// Reads everything below, folder by folder.
    fn grow(&mut self, context: &mut Context<'_>, root: usize, notes: &Notes) -> Result<(), Halt> {
        let settings = self.settings;
        // The folders that a place is inside of, by inode, for links that lead back up.
        let mut rest: Vec<(usize, usize, Vec<u64>, bool, Notes)> = vec![(root, 1, Vec::new(), false, notes.clone())];
        while let Some((at, level, mut above, matched, mut notes)) = rest.pop() {
            let folder = self.entries[at].path.clone();
            let Ok(list) = context.vfs().read_dir(context.cwd(), &folder) else {
                self.entries[at].note = Some("error opening dir".to_owned());
                continue;
            };
            context.charge(1 + list.len() as u64)?;
            if let Some(stat) = self.entries[at].target_stat.or(self.entries[at].stat) {
                above.push(stat.ino);
            }
            let has_remarks = notes.enter(context, settings, &folder)?;
            let mut found = Vec::new();
            for item in list {
                if !settings.all && item.name.starts_with(b".") {
                    continue;
                }
                let path = join(&folder, &item.name);
                let (vfs, cwd) = (context.vfs(), context.cwd());
                let Ok(stat) = vfs.lstat(cwd, &path) else { continue };
                let target = vfs.read_link(cwd, &path).ok().map(|target| BString::from(&target[..]));
                let target_stat = target.as_ref().and_then(|_| vfs.stat(cwd, &path).ok());
                let mut entry = Entry {
                    name: item.name[..].into(),
                    path,
                    size: stat.size,
                    stat: Some(stat),
                    target,
                    target_stat,
                    note: None,
                    info: None,
                    children: Vec::new(),
                };
                if notes.hide(&entry.path, entry.is_folder()) {
                    continue;
                }
                entry.info = notes.remark_on(&entry.path, &entry.name, has_remarks, entry.is_folder());
                let own = stat.is_dir();
                let name_matches = settings.included.iter().any(|pattern| pattern.matches(&entry.name));
                if settings.excluded.iter().any(|pattern| pattern.matches(&entry.name)) {
                    continue;
                }
                let selects = !settings.included.is_empty() && !matched;
                if selects && !own && !name_matches {
                    continue;
                }
                if settings.folders_only && !entry.is_folder() {
                    continue;
                }
                found.push((entry, own && settings.match_folders && name_matches));
            }
            if found.len() > settings.file_limit {
                self.entries[at].note = Some(format!("{} entries exceeds filelimit, not opening dir", found.len()));
                continue;
            }
            self.sort(&mut found);
            let mut deeper = Vec::new();
            for (entry, matches) in found {
                let index = self.entries.len();
                let own = entry.stat.is_some_and(|stat| stat.is_dir());
                let linked = settings.follow && entry.target_stat.is_some_and(|stat| stat.is_dir());
                let ino = entry.target_stat.or(entry.stat).map_or(0, |stat| stat.ino);
                self.entries.push(entry);
                self.entries[at].children.push(index);
                if linked && (above.contains(&ino) || level < settings.level && seen(&self.entries, ino, index)) {
                    self.entries[index].note = Some("recursive, not followed".to_owned());
                } else if (own || linked) && level < settings.level {
                    deeper.push((index, level + 1, above.clone(), matches, notes.clone()));
                }
            }
            rest.extend(deeper.into_iter().rev());
        }
        if settings.prune {
            for index in (0..self.entries.len()).rev() {
                let children = std::mem::take(&mut self.entries[index].children);
                let kept = children
                    .into_iter()
                    .filter(|&child| {
                        let entry = &self.entries[child];
                        !(entry.stat.is_some_and(|stat| stat.is_dir()) && entry.children.is_empty())
                    })
                    .collect();
                self.entries[index].children = kept;
            }
        }
        Ok(())
    }

    fn sort(&self, found: &mut [(Entry, bool)]) {
        let settings = self.settings;
        found.sort_by(|(left, _), (right, _)| {
            if let Some(folders_first) = settings.folders_first
                && left.is_folder() != right.is_folder()
            {
                return if left.is_folder() == folders_first { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
            }
            let stat = |entry: &Entry| entry.stat.unwrap_or(missing());
            // Times count to the second.
            let second = |when: workspace::Time| when.0.div_euclid(time::NANOS);
            let order = match settings.sort {
                Sort::Name => left.name.cmp(&right.name),
                Sort::Version => version::compare(&left.name, &right.name),
                Sort::Size => right.size.cmp(&left.size).then_with(|| left.name.cmp(&right.name)),
                Sort::Modified => second(stat(left).mtime).cmp(&second(stat(right).mtime)).then_with(|| left.name.cmp(&right.name)),
                Sort::Changed => second(stat(left).ctime).cmp(&second(stat(right).ctime)).then_with(|| left.name.cmp(&right.name)),
                Sort::None => std::cmp::Ordering::Equal,
            };
            if settings.reverse { order.reverse() } else { order }
        });
    }

    /// The entries that are still in the tree after pruning, which some folder lists. `None`: all are.
    fn shown(&self) -> Option<HashSet<usize>> {
        self.settings.prune.then(|| self.entries.iter().flat_map(|entry| entry.children.iter().copied()).collect())
    }

    /// Adds up sizes, from the leaves to the root: entries come after the folder that they are in.
    fn sum(&mut self, root: usize) {
        for index in (root..self.entries.len()).rev() {
            let below: u64 = self.entries[index].children.iter().map(|&child| self.entries[child].size).sum();
            self.entries[index].size = self.entries[index].size.saturating_add(below);
        }
    }
}

/// Whether a folder with this inode is in the tree already.
fn seen(entries: &[Entry], ino: u64, before: usize) -> bool {
    entries[..before].iter().any(|entry| entry.stat.is_some_and(|stat| stat.is_dir() && stat.ino == ino))
}

/// The attributes of nothing, for sorting.
fn missing() -> Stat {
    let zero = workspace::Time(0);
    Stat { kind: Kind::File, size: 0, mode: 0, links: 0, ino: 0, atime: zero, mtime: zero, ctime: zero }
}
