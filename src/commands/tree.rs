//! `tree`: folders drawn as a tree.

use std::collections::HashSet;

use bstr::{BString, ByteSlice};

use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::file_type::{mode_string, owner_name};
use super::shared::number::{BlockSize, parse_clamped};
use super::shared::path::join;
use super::shared::time::{self, Civil};
use super::shared::version;
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
  -n, -C         no color; color
  -J, -X         JSON; XML
  --version      show the version and exit
  --help         show this help and exit

HTML (-H, -T, -R), other graphics (-A, -S), ignore files (--gitignore, --info) and listings as input (--fromfile) are
not available.
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
    ascii: bool,
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
        ascii: false,
    };
    let nocase = options.iter().any(|(_, option)| option.id == '$');
    let mut output: Option<BString> = None;
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
            '9' => settings.ascii = !value.to_ascii_lowercase().contains_str("utf"),
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
            tree.grow(context, root)?;
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
        self.entries.push(Entry {
            name: start.clone(),
            path: start.clone(),
            size: stat.as_ref().map_or(0, |stat| stat.size),
            stat,
            target: None,
            target_stat: None,
            note: None,
            children: Vec::new(),
        });
        self.entries.len() - 1
    }

    /// Reads everything below, folder by folder.
    fn grow(&mut self, context: &mut Context<'_>, root: usize) -> Result<(), Halt> {
        let settings = self.settings;
        // The folders that a place is inside of, by inode, for links that lead back up.
        let mut rest: Vec<(usize, usize, Vec<u64>, bool)> = vec![(root, 1, Vec::new(), false)];
        while let Some((at, level, mut above, matched)) = rest.pop() {
            let folder = self.entries[at].path.clone();
            let Ok(list) = context.vfs().read_dir(context.cwd(), &folder) else {
                self.entries[at].note = Some("error opening dir".to_owned());
                continue;
            };
            context.charge(1 + list.len() as u64)?;
            if let Some(stat) = self.entries[at].target_stat.or(self.entries[at].stat) {
                above.push(stat.ino);
            }
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
                let entry = Entry {
                    name: item.name[..].into(),
                    path,
                    size: stat.size,
                    stat: Some(stat),
                    target,
                    target_stat,
                    note: None,
                    children: Vec::new(),
                };
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
                    deeper.push((index, level + 1, above.clone(), matches));
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

    fn details(&self, context: &Context<'_>, entry: &Entry) -> Vec<u8> {
        let settings = self.settings;
        let Some(stat) = &entry.stat else { return Vec::new() };
        let mut fields: Vec<Vec<u8>> = Vec::new();
        if settings.inode {
            fields.push(format!("{:7}", stat.ino).into_bytes());
        }
        if settings.device {
            fields.push(format!("{:3}", super::shared::file_type::DEVICE).into_bytes());
        }
        if settings.permissions {
            fields.push(mode_string(stat).to_vec());
        }
        for _ in 0..usize::from(settings.user) + usize::from(settings.group) {
            fields.push(format!("{:<8}", owner_name(super::shared::file_type::OWNER)).into_bytes());
        }
        match settings.size {
            Some(BlockSize::Bytes(..)) => fields.push(format!("{:11}", entry.size).into_bytes()),
            Some(unit) => fields.push(format!("{:>4}", unit.format(entry.size)).into_bytes()),
            None => {}
        }
        if let Some(format) = &settings.date {
            fields.push(self.time(context, stat, format.as_ref()));
        }
        if fields.is_empty() {
            return Vec::new();
        }
        [b"[".as_slice(), fields.join(&b' ').as_slice(), b"]  "].concat()
    }

    fn time(&self, context: &Context<'_>, stat: &Stat, format: Option<&BString>) -> Vec<u8> {
        let mut out = Vec::new();
        // Half a year ago and the future are shown with their year.
        let age = context.now().0.saturating_sub(stat.mtime.0) / time::NANOS;
        let recent = (0..=6 * 30 * time::DAY).contains(&age);
        let default: &[u8] = if recent { b"%b %e %H:%M" } else { b"%b %e  %Y" };
        time::format(&mut out, format.map_or(default, |format| format.as_slice()), &Civil::new(stat.mtime));
        out
    }

    fn name(&self, name: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(name.len() + 2);
        if self.settings.quoted {
            out.push(b'"');
        }
        for &byte in name {
            match byte {
                0..=0x1f | 0x7f if self.settings.question => out.push(b'?'),
                b'"' if self.settings.quoted => out.extend_from_slice(b"\\\""),
                byte => out.push(byte),
            }
        }
        if self.settings.quoted {
            out.push(b'"');
        }
        out
    }

    fn color(&self, stat: Option<&Stat>) -> &'static [u8] {
        match stat {
            Some(stat) => match stat.kind {
                Kind::Dir => b"01;34",
                Kind::Symlink => b"01;36",
                Kind::Fifo => b"40;33",
                Kind::Device => b"40;33;01",
                Kind::File if stat.mode & 0o111 != 0 => b"01;32",
                Kind::File => b"00",
            },
            None => b"40;31;01",
        }
    }

    fn colored(&self, out: &mut Vec<u8>, text: &[u8], stat: Option<&Stat>) {
        if !self.settings.color {
            out.extend_from_slice(text);
            return;
        }
        out.extend_from_slice(b"\x1b[");
        out.extend_from_slice(self.color(stat));
        out.push(b'm');
        out.extend_from_slice(text);
        out.extend_from_slice(b"\x1b[0m");
    }

    fn mark(&self, stat: Option<&Stat>) -> &'static [u8] {
        match stat {
            Some(stat) if self.settings.classify => match stat.kind {
                Kind::Dir => b"/",
                Kind::Fifo => b"|",
                Kind::File if stat.mode & 0o111 != 0 => b"*",
                _ => b"",
            },
            _ => b"",
        }
    }

    /// Hands on what is gathered, unless it is for a file.
    fn drain(&self, context: &mut Context<'_>, out: &mut Vec<u8>) -> Result<(), Halt> {
        if out.len() >= PIECE && !self.waits {
            context.charge_bytes(out.len())?;
            context.write(out)?;
            out.clear();
        }
        Ok(())
    }

    fn text(&self, context: &mut Context<'_>, out: &mut Vec<u8>, root: usize) -> Result<(), Halt> {
        let settings = self.settings;
        let (branch, last, bar, gap): (&str, &str, &str, &str) = if settings.ascii {
            ("|-- ", "`-- ", "|   ", "    ")
        } else {
            ("├── ", "└── ", "│\u{a0}\u{a0} ", "    ")
        };
        let mut rest: Vec<(usize, String, String)> = vec![(root, String::new(), String::new())];
        while let Some((at, lead, below)) = rest.pop() {
            context.charge(1)?;
            self.drain(context, out)?;
            let entry = &self.entries[at];
            if !settings.plain {
                out.extend_from_slice(lead.as_bytes());
            }
            out.extend_from_slice(&self.details(context, entry));
            let shown = if settings.full_path || at == root { &entry.path } else { &entry.name };
            let dangling = entry.target.is_some() && entry.target_stat.is_none();
            self.colored(out, &self.name(shown), entry.stat.as_ref().filter(|_| !dangling));
            if let Some(target) = &entry.target {
                out.extend_from_slice(b" -> ");
                if entry.target_stat.is_none() && self.settings.color {
                    out.extend_from_slice(&[b"\x1b[00m".as_slice(), &self.name(target), b"\x1b[0m"].concat());
                } else {
                    self.colored(out, &self.name(target), entry.target_stat.as_ref());
                }
                out.extend_from_slice(self.mark(entry.target_stat.as_ref()));
            } else {
                out.extend_from_slice(self.mark(entry.stat.as_ref()));
            }
            if let Some(note) = &entry.note {
                out.extend_from_slice(format!("  [{note}]").as_bytes());
            }
            out.push(b'\n');
            for (place, &child) in entry.children.iter().enumerate().rev() {
                let is_last = place + 1 == entry.children.len();
                let lead = format!("{below}{}", if is_last { last } else { branch });
                let deeper = format!("{below}{}", if is_last { gap } else { bar });
                rest.push((child, lead, deeper));
            }
        }
        Ok(())
    }

    fn json(&self, context: &mut Context<'_>, out: &mut Vec<u8>, root: usize) -> Result<(), Halt> {
        // `None` closes a folder.
        let mut rest: Vec<(Option<usize>, usize, bool)> = vec![(Some(root), 1, true)];
        while let Some((at, depth, is_last)) = rest.pop() {
            context.charge(1)?;
            self.drain(context, out)?;
            let comma: &[u8] = if is_last { b"\n" } else { b",\n" };
            let Some(at) = at else {
                out.resize(out.len() + 2 * depth, b' ');
                out.extend_from_slice(b"]}");
                out.extend_from_slice(comma);
                continue;
            };
            let entry = &self.entries[at];
            let own = entry.stat.is_some_and(|stat| stat.is_dir());
            let kind: &str = match entry.stat.as_ref().map(|stat| stat.kind) {
                Some(Kind::Dir) => "directory",
                Some(Kind::Symlink) => "link",
                Some(Kind::Fifo) => "fifo",
                Some(Kind::Device) => "char",
                _ => "file",
            };
            out.resize(out.len() + 2 * depth, b' ');
            let name = if self.settings.full_path || at == root { &entry.path } else { &entry.name };
            out.extend_from_slice(format!("{{\"type\":\"{kind}\",\"name\":").as_bytes());
            json_text(out, name);
            if let Some(target) = &entry.target {
                out.extend_from_slice(b",\"target\":");
                json_text(out, target);
            }
            if let Some(stat) = &entry.stat {
                let settings = self.settings;
                if settings.inode {
                    out.extend_from_slice(format!(",\"inode\":{}", stat.ino).as_bytes());
                }
                if settings.permissions {
                    let text = mode_string(stat);
                    out.extend_from_slice(format!(",\"mode\":\"{:04o}\",\"prot\":\"{}\"", stat.mode, text.as_bstr()).as_bytes());
                }
                let owner = owner_name(super::shared::file_type::OWNER);
                for (wanted, key) in [(settings.user, "user"), (settings.group, "group")] {
                    if wanted {
                        out.extend_from_slice(format!(",\"{key}\":\"{owner}\"").as_bytes());
                    }
                }
                match settings.size {
                    Some(BlockSize::Bytes(..)) => out.extend_from_slice(format!(",\"size\":{}", entry.size).as_bytes()),
                    Some(unit) => out.extend_from_slice(format!(",\"size\":\"{:>4}\"", unit.format(entry.size)).as_bytes()),
                    None => {}
                }
                if let Some(format) = &settings.date {
                    out.extend_from_slice(b",\"time\":");
                    json_text(out, &self.time(context, stat, format.as_ref()));
                }
            }
            if let Some(note) = &entry.note {
                out.extend_from_slice(format!(",\"contents\":[{{\"error\": \"{note}\"}}\n").as_bytes());
                out.resize(out.len() + 2 * depth, b' ');
                out.extend_from_slice(b"]}");
                out.extend_from_slice(comma);
            } else if own && !entry.children.is_empty() {
                out.extend_from_slice(b",\"contents\":[\n");
                rest.push((None, depth, is_last));
                for (place, &child) in entry.children.iter().enumerate().rev() {
                    rest.push((Some(child), depth + 1, place + 1 == entry.children.len()));
                }
            } else {
                out.push(b'}');
                out.extend_from_slice(comma);
            }
        }
        Ok(())
    }

    fn xml(&self, context: &mut Context<'_>, out: &mut Vec<u8>, root: usize) -> Result<(), Halt> {
        let mut rest: Vec<(Option<usize>, usize, &str)> = vec![(Some(root), 1, "")];
        while let Some((at, depth, closing)) = rest.pop() {
            context.charge(1)?;
            self.drain(context, out)?;
            out.resize(out.len() + 2 * depth, b' ');
            let Some(at) = at else {
                out.extend_from_slice(format!("</{closing}>\n").as_bytes());
                continue;
            };
            let entry = &self.entries[at];
            let kind = match entry.stat.as_ref().map(|stat| stat.kind) {
                Some(Kind::Dir) => "directory",
                Some(Kind::Symlink) => "link",
                Some(Kind::Fifo) => "fifo",
                Some(Kind::Device) => "char",
                _ => "file",
            };
            let name = if self.settings.full_path || at == root { &entry.path } else { &entry.name };
            out.extend_from_slice(format!("<{kind} name=\"").as_bytes());
            xml_text(out, name);
            out.push(b'"');
            if let Some(target) = &entry.target {
                out.extend_from_slice(b" target=\"");
                xml_text(out, target);
                out.push(b'"');
            }
            if let (Some(stat), settings) = (&entry.stat, self.settings) {
                if settings.permissions {
                    let text = mode_string(stat);
                    out.extend_from_slice(format!(" mode=\"{:04o}\" prot=\"{}\"", stat.mode, text.as_bstr()).as_bytes());
                }
                match settings.size {
                    Some(BlockSize::Bytes(..)) => out.extend_from_slice(format!(" size=\"{}\"", entry.size).as_bytes()),
                    Some(unit) => out.extend_from_slice(format!(" size=\"{:>4}\"", unit.format(entry.size)).as_bytes()),
                    None => {}
                }
            }
            if entry.stat.is_some_and(|stat| stat.is_dir()) && !entry.children.is_empty() {
                out.extend_from_slice(b">\n");
                rest.push((None, depth, kind));
                for &child in entry.children.iter().rev() {
                    rest.push((Some(child), depth + 1, ""));
                }
            } else {
                out.extend_from_slice(format!("></{kind}>\n").as_bytes());
            }
        }
        Ok(())
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

fn json_text(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0..=0x1f => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            byte => out.push(byte),
        }
    }
    out.push(b'"');
}

fn xml_text(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            byte => out.push(byte),
        }
    }
}
