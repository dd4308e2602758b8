//! `zip`.

use std::collections::HashSet;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::{Patterns, unpack};
use crate::options::{self, Opt, Parsed, Spec, Takes};
use crate::shared::file_type::{OWNER, format_bits};
use crate::shared::path::{base_name, dir_name, join};
use crate::shared::streams::Source;
use crate::shared::time::{Civil, NANOS};
use formats::archive::zip_entry::{ZipEntry, directory, has_no_end, percent, write_entries};
use formats::codec::gzip;
use shell::command::{Context, Input, Outcome};
use shell::kernel::{Halt, IoError, Stat};
use workspace::{Content, Errno, Ino, Kind};

pub const HELP: &str = "\
Usage: zip [OPTION]... FILE[.zip] [NAME]... [-x PATTERN...] [-i PATTERN...]
Put files into a zip archive. FILE - is standard output; NAME - is standard input.

  -r, --recurse-paths   what is in folders too
  -u, --update          files that are new or newer
  -f, --freshen         files that are in the archive, if they are newer
  -d, --delete          delete entries of the archive
  -m, --move            remove what was put in
  -j, --junk-paths      names without folders
  -D, --no-dir-entries  no entries for folders
  -x, --exclude PATTERN...  not these
  -i, --include PATTERN...  only these
  -@, --names-stdin     names from standard input
  -y, --symlinks        links as links
  -0                    store
  -1, --compress-1      compress faster (-1 to -9; 6 is usual)
  -9, --compress-9      compress better
  -q, --quiet           tell nothing
  -v, --verbose         tell more
  -X, --strip-extra     without times in full and owners
  -o, --latest-time     the archive is as old as its newest file
  -T, --test            test the archive
  -g, --grow            append, as always
  -h, --help            show this help and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('r', "recurse-paths", Takes::Nothing),
    Opt::both('u', "update", Takes::Nothing),
    Opt::both('f', "freshen", Takes::Nothing),
    Opt::both('d', "delete", Takes::Nothing),
    Opt::both('m', "move", Takes::Nothing),
    Opt::both('j', "junk-paths", Takes::Nothing),
    Opt::both('D', "no-dir-entries", Takes::Nothing),
    Opt::both('@', "names-stdin", Takes::Nothing),
    Opt::both('y', "symlinks", Takes::Nothing),
    Opt::short('0', Takes::Nothing),
    Opt::both('1', "compress-1", Takes::Nothing),
    Opt::both('2', "compress-2", Takes::Nothing),
    Opt::both('3', "compress-3", Takes::Nothing),
    Opt::both('4', "compress-4", Takes::Nothing),
    Opt::both('5', "compress-5", Takes::Nothing),
    Opt::both('6', "compress-6", Takes::Nothing),
    Opt::both('7', "compress-7", Takes::Nothing),
    Opt::both('8', "compress-8", Takes::Nothing),
    Opt::both('9', "compress-9", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::both('X', "strip-extra", Takes::Nothing),
    Opt::both('o', "latest-time", Takes::Nothing),
    Opt::both('T', "test", Takes::Nothing),
    Opt::both('g', "grow", Takes::Nothing),
    Opt::both('h', "help", Takes::Nothing),
]);

/// The work for a byte, against copying it.
const PACK_EFFORT: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Add,
    Update,
    Freshen,
    Delete,
}

struct Zip {
    action: Action,
    recursive: bool,
    remove: bool,
    junk: bool,
    no_folders: bool,
    links: bool,
    level: u32,
    quiet: bool,
    verbose: bool,
    no_extra: bool,
    latest: bool,
    test: bool,
    to_stdout: bool,
    archive: BString,
    archive_ino: Option<Ino>,
    include: Option<Patterns>,
    exclude: Option<Patterns>,
    /// Where messages go: standard output, unless the archive does.
    totals: (u64, u64),
}

/// Something that is to be put in.
struct Found {
    path: BString,
    name: Vec<u8>,
    /// `None`: standard input.
    stat: Option<Stat>,
}

pub fn run(context: &mut Context<'_>) -> Outcome {
    // Lists of patterns end at the next option or `@`.
    let mut plain: Vec<BString> = Vec::new();
    let (mut include, mut exclude): (Vec<BString>, Vec<BString>) = (Vec::new(), Vec::new());
    let mut list: u8 = 0;
    let mut only_names = false;
    for arg in context.args() {
        let letters = arg.strip_prefix(b"-").filter(|letters| !letters.is_empty() && !only_names);
        match (letters, arg.as_bytes()) {
            (_, b"@") if list != 0 => list = 0,
            (Some(_), b"--exclude") => list = b'x',
            (Some(_), b"--include") => list = b'i',
            (Some(b"-"), _) => {
                (only_names, list) = (true, 0);
                plain.push(arg.clone());
            }
            (Some(letters), _) if !letters.starts_with(b"-") && letters.find_byteset(b"xi").is_some() => {
                // `-rx PATTERN…`, `-xPATTERN`
                let at = letters.find_byteset(b"xi").unwrap_or_default();
                let (before, rest) = letters.split_at(at);
                list = rest.first().copied().unwrap_or_default();
                if !before.is_empty() {
                    plain.push([b"-", before].concat().into());
                }
                if let Some(pattern) = rest.get(1..).filter(|pattern| !pattern.is_empty()) {
                    if list == b'x' { exclude.push(pattern.into()) } else { include.push(pattern.into()) }
                }
            }
            (Some(_), _) => {
                list = 0;
                plain.push(arg.clone());
            }
            _ => match list {
                b'x' => exclude.push(arg.clone()),
                b'i' => include.push(arg.clone()),
                _ => plain.push(arg.clone()),
            },
        }
    }
    let refuse = |context: &mut Context<'_>, message: &[u8]| {
        let text = match message.strip_prefix(b"unrecognized option '--") {
            Some(rest) => {
                let name = rest.strip_suffix(b"'").unwrap_or(rest);
                [b"long option '", name, b"' not supported"].concat()
            }
            None => {
                let letter = message.strip_suffix(b"'").and_then(|rest| rest.last()).copied().unwrap_or(b'?');
                [b"short option '", &[letter][..], b"' not supported"].concat()
            }
        };
        context.write(&[b"\nzip error: Invalid command arguments (", &text[..], b")\n"].concat())?;
        Ok(16)
    };
    let scanned = match options::scan_or_answer(context, &SPEC, &plain, "zip", refuse)? {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut zip = Zip {
        action: Action::Add,
        recursive: false,
        remove: false,
        junk: false,
        no_folders: false,
        links: false,
        level: 6,
        quiet: false,
        verbose: false,
        no_extra: false,
        latest: false,
        test: false,
        to_stdout: false,
        archive: BString::default(),
        archive_ino: None,
        include: (!include.is_empty()).then(|| Patterns::new(&include, false)),
        exclude: (!exclude.is_empty()).then(|| Patterns::new(&exclude, false)),
        totals: (0, 0),
    };
    let mut names_from_stdin = false;
    for (_, Parsed { id, .. }) in &scanned.options {
        match id {
            'r' => zip.recursive = true,
            'u' => zip.action = Action::Update,
            'f' => zip.action = Action::Freshen,
            'd' => zip.action = Action::Delete,
            'm' => zip.remove = true,
            'j' => zip.junk = true,
            'D' => zip.no_folders = true,
            '@' => names_from_stdin = true,
            'y' => zip.links = true,
            digit @ '0'..='9' => zip.level = *digit as u32 - '0' as u32,
            'q' => zip.quiet = true,
            'v' => zip.verbose = true,
            'X' => zip.no_extra = true,
            'o' => zip.latest = true,
            'T' => zip.test = true,
            'h' => return options::print_help(context),
            _ => {}
        }
    }
    let mut operands = scanned.operands.into_iter();
    let (archive, mut names): (BString, Vec<BString>) = match operands.next() {
        Some(archive) => (archive, operands.collect()),
        // Without anything, standard input goes to standard output.
        None if zip.include.is_some() || zip.exclude.is_some() => {
            context.write(b"\nzip error: Invalid command arguments (nothing to select from)\n")?;
            return Ok(16);
        }
        None => ("-".into(), if names_from_stdin { Vec::new() } else { vec!["-".into()] }),
    };
    if names_from_stdin {
        let input = IoError::or_none(context.read_operand(b"-"))?.unwrap_or_default();
        names.extend(input.lines().map(ByteSlice::trim).filter(|line| !line.is_empty()).map(BString::from));
    }
    zip.to_stdout = archive == "-";
    zip.archive = if zip.to_stdout || base_name(&archive).contains(&b'.') {
        archive
    } else {
        [archive.as_slice(), b".zip"].concat().into()
    };
    zip.run(context, names)
}

impl Zip {
    fn tell(&self, context: &mut Context<'_>, text: &[u8]) -> Result<(), Halt> {
        if self.to_stdout { context.write_error(text) } else { context.write(text) }
    }

    fn warn(&self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        self.tell(context, &[b"\tzip warning: ", &parts.concat()[..], b"\n"].concat())
    }

    fn error(&self, context: &mut Context<'_>, what: &[u8], status: u8) -> Outcome {
        self.tell(context, &[b"\nzip error: ", what, b" (", &self.archive, b")\n"].concat())?;
        Ok(status)
    }

    fn run(&mut self, context: &mut Context<'_>, names: Vec<BString>) -> Outcome {
        let mut old: Vec<ZipEntry> = Vec::new();
        let mut comment = Vec::new();
        let there = !self.to_stdout && context.vfs().stat(context.cwd(), &self.archive).is_ok_and(|stat| stat.is_file());
        if there {
            let archive = self.archive.clone();
            self.archive_ino = context.vfs().stat(context.cwd(), &archive).ok().map(|stat| stat.ino);
            let bytes = match context.read_operand(&archive) {
                Ok(bytes) => bytes,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(_)) => return self.error(context, b"Zip file structure invalid", 3),
            };
            match directory(&bytes) {
                Ok((entries, text)) => (old, comment) = (entries, text),
                Err(error) => {
                    if has_no_end(&error) {
                        self.warn(context, &[b"missing end signature--probably not a zip file (did you"])?;
                        self.warn(context, &[b"remember to use binary mode when you transferred it?)"])?;
                        self.warn(context, &[b"(if you are trying to read a damaged archive try -F)"])?;
                    }
                    return self.error(context, b"Zip file structure invalid", 3);
                }
            }
        } else if matches!(self.action, Action::Update | Action::Freshen | Action::Delete) {
            let archive = self.archive.clone();
            self.warn(context, &[&archive, b" not found or empty"])?;
        }
        if self.action == Action::Delete {
            return self.delete(context, old, &comment, &names);
        }
        if self.action == Action::Freshen && old.is_empty() {
            return Ok(12);
        }
        let freshen_all = self.action == Action::Freshen && names.is_empty();
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        if freshen_all {
            for entry in &old {
                let path: BString = entry.name.trim_end_with(|letter| letter == '/').into();
                if let Some(stat) = self.look(context, &path) {
                    found.push(Found { path, name: entry.name.clone(), stat: Some(stat) });
                }
            }
        }
        for name in &names {
            self.find(context, name, &mut found, &mut seen)?;
        }
        if found.is_empty() && !freshen_all {
            return self.error(context, b"Nothing to do!", 12);
        }
        self.pack(context, old, &comment, found)
    }

    fn look(&self, context: &Context<'_>, path: &[u8]) -> Option<Stat> {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        if self.links { vfs.lstat(cwd, path).ok() } else { vfs.stat(cwd, path).ok() }
    }

    /// What an operand means: a file, a folder and perhaps what is in it.
    fn find(
        &mut self,
        context: &mut Context<'_>,
        operand: &BString,
        found: &mut Vec<Found>,
        seen: &mut HashSet<Vec<u8>>,
    ) -> Result<(), Halt> {
        if operand == "-" {
            found.push(Found { path: operand.clone(), name: b"-".to_vec(), stat: None });
            return Ok(());
        }
        let mut waiting = vec![operand.clone()];
        let mut first = true;
        while let Some(path) = waiting.pop() {
            context.charge(5)?;
            let top = std::mem::take(&mut first);
            let Some(stat) = self.look(context, &path) else {
                if top {
                    self.warn(context, &[b"name not matched: ", &path])?;
                } else {
                    self.warn(context, &[b"could not open for reading: ", &path])?;
                }
                continue;
            };
            if stat.is_file() && self.archive_ino == Some(stat.ino) {
                continue;
            }
            if stat.is_dir() && (self.recursive) {
                let entries = context.vfs().read_dir(context.cwd(), &path).unwrap_or_default();
                context.charge(entries.len() as u64)?;
                let inside = |name: &[u8]| if path == "." { BString::from(name) } else { join(&path, name) };
                waiting.extend(entries.iter().rev().map(|entry| inside(&entry.name)));
            }
            if stat.is_dir() && (self.no_folders || self.junk) || matches!(stat.kind, Kind::Fifo | Kind::Device) {
                continue;
            }
            let Some(name) = self.name_of(&path, stat.is_dir()) else { continue };
            let left_out = self.exclude.as_mut().is_some_and(|patterns| patterns.matches(&name))
                || self.include.as_mut().is_some_and(|patterns| !patterns.matches(&name));
            if !left_out && seen.insert(name.clone()) {
                found.push(Found { path, name, stat: Some(stat) });
            }
        }
        Ok(())
    }

    /// The name in the archive; `None` for the folder itself.
    fn name_of(&self, path: &[u8], is_dir: bool) -> Option<Vec<u8>> {
        let mut name = path;
        loop {
            let next = name.strip_prefix(b"./").or_else(|| name.strip_prefix(b"/")).unwrap_or(name);
            if next.len() == name.len() {
                break;
            }
            name = next;
        }
        if self.junk {
            name = base_name(name);
        }
        let name = name.trim_end_with(|letter| letter == '/');
        if name.is_empty() || name == b"." {
            return None;
        }
        Some(if is_dir { [name, b"/"].concat() } else { name.to_vec() })
    }

    fn pack(
        &mut self,
        context: &mut Context<'_>,
        old: Vec<ZipEntry>,
        comment: &[u8],
        found: Vec<Found>,
    ) -> Outcome {
        let folder = dir_name(&self.archive).to_vec();
        if !self.to_stdout && !context.vfs().is_dir(context.cwd(), &folder) {
            self.tell(context, format!("zip I/O error: {}", Errno::NotFound.message()).as_bytes())?;
            return self.error(context, b"Could not create output file", 15);
        }
        let mut entries = old;
        let mut changed = false;
        let mut removed: Vec<(BString, bool)> = Vec::new();
        // Entries that are there keep their places and come first.
        let place = |entries: &[ZipEntry], name: &[u8]| entries.iter().position(|entry| entry.name == name);
        let mut places: Vec<(Option<usize>, Found)> =
            found.into_iter().map(|found| (place(&entries, &found.name), found)).collect();
        places.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
        for (place, found) in places {
            context.charge(10)?;
            if let (Some(entry), Some(stat)) = (place.and_then(|place| entries.get(place)), found.stat)
                && self.action != Action::Add
            {
                let known = super::when(entry).seconds;
                // Times of DOS are even: what is one second newer is the same.
                let now = stat.mtime.0.div_euclid(NANOS);
                if now <= known {
                    continue;
                }
            }
            if place.is_none() && self.action == Action::Freshen {
                continue;
            }
            let Some(entry) = self.entry(context, &found)? else { continue };
            let verb: &[u8] = match (place, self.action) {
                (Some(_), Action::Freshen) => b"freshening: ",
                (Some(_), _) => b"updating: ",
                (None, _) => b"  adding: ",
            };
            if !self.quiet {
                let method = if entry.method == 0 { "stored" } else { "deflated" };
                let share = entry.saved();
                let text = if self.verbose {
                    format!("\t(in={}) (out={}) ({method} {share}%)\n", entry.size, entry.packed_size)
                } else {
                    format!(" ({method} {share}%)\n")
                };
                self.tell(context, &[verb, &entry.name, text.as_bytes()].concat())?;
            }
            self.totals.0 += u64::from(entry.size);
            self.totals.1 += u64::from(entry.packed_size);
            changed = true;
            match place.and_then(|place| entries.get_mut(place)) {
                Some(old) => *old = entry,
                None => entries.push(entry),
            }
            if self.remove
                && let Some(stat) = found.stat
            {
                removed.push((found.path, stat.is_dir()));
            }
        }
        if !changed {
            return Ok(12);
        }
        if self.verbose && !self.quiet {
            let (whole, packed) = self.totals;
            let text =
                format!("total bytes={whole}, compressed={packed} -> {}% savings\n", percent(whole, packed));
            self.tell(context, text.as_bytes())?;
        }
        if let Some(status) = self.store(context, &entries, comment)? {
            return Ok(status);
        }
        // Folders go when they are empty: from the innermost out.
        removed.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        for (path, is_dir) in removed {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            let _ = if is_dir { vfs.rmdir(cwd, &path) } else { vfs.unlink(cwd, &path) };
        }
        Ok(0)
    }

    /// An entry made of a file; `None` when it cannot be read, which has been told.
    fn entry(&mut self, context: &mut Context<'_>, found: &Found) -> Result<Option<ZipEntry>, Halt> {
        let kind = found.stat.map_or(Kind::Fifo, |stat| stat.kind);
        let content = match kind {
            Kind::Dir => Bytes::new(),
            Kind::Symlink => context.vfs().read_link(context.cwd(), &found.path).unwrap_or_default(),
            _ => match context.read_operand(&found.path) {
                Ok(content) => content,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    self.warn(context, &[b"could not open for reading: ", &found.path])?;
                    let _ = errno;
                    return Ok(None);
                }
            },
        };
        let mut packed = Vec::new();
        if self.level > 0 && kind != Kind::Symlink && !content.is_empty() {
            context.charge_bytes(content.len().saturating_mul(PACK_EFFORT))?;
            let mut input = Source::new(context, Input::from_bytes(content.clone()));
            let result = gzip::deflate(&mut input, &mut packed, self.level);
            input.finish()?;
            if result.is_err() {
                packed.clear();
            }
        }
        let deflated = !packed.is_empty() && packed.len() < content.len();
        let mut sum = flate2::Crc::new();
        sum.update(&content);
        let now = context.now();
        let (mtime, atime, mode) = match found.stat {
            Some(stat) => (stat.mtime, stat.atime, stat.mode),
            None => (now, now, 0o600),
        };
        let seconds = mtime.0.div_euclid(NANOS);
        // DOS counts in twos, and rounds up.
        let at = Civil::from_seconds(seconds.saturating_add(1) & !1, 0);
        let clamp = |number: i64, most: i64| u16::try_from(number.clamp(0, most)).unwrap_or_default();
        let (date, time) = if at.year < 1980 {
            (0x21, 0)
        } else {
            (
                clamp(at.year - 1980, 127) << 9 | clamp(at.month, 12) << 5 | clamp(at.day, 31),
                clamp(at.hour, 23) << 11 | clamp(at.minute, 59) << 5 | clamp(at.second / 2, 29),
            )
        };
        let Ok(size) = u32::try_from(content.len()) else {
            self.warn(context, &[b"file too large: ", &found.path])?;
            return Ok(None);
        };
        let data = if deflated { Bytes::from(packed) } else { content.clone() };
        let mut extra = Vec::new();
        if !self.no_extra {
            extra.extend_from_slice(b"UT\x05\x00\x03");
            extra.extend_from_slice(&i32::try_from(seconds).unwrap_or(i32::MAX).to_le_bytes());
            extra.extend_from_slice(b"ux\x0b\x00\x01\x04");
            extra.extend_from_slice(&OWNER.to_le_bytes());
            extra.push(4);
            extra.extend_from_slice(&OWNER.to_le_bytes());
        }
        let kind_bits = if found.stat.is_none() { format_bits(Kind::Fifo) } else { format_bits(kind) };
        let effort = match self.level {
            _ if !deflated => 0,
            1 | 2 => 4,
            8 | 9 => 2,
            _ => 0,
        };
        Ok(Some(ZipEntry {
            name: found.name.clone(),
            made_by: 3 << 8 | 30,
            needed: if deflated { 20 } else { 10 },
            flags: effort,
            method: if deflated { 8 } else { 0 },
            time,
            date,
            crc: sum.sum(),
            size,
            internal: u16::from(self.level > 0 && kind == Kind::File && is_text(&content) || found.stat.is_none() && is_text(&content)),
            external: (kind_bits | u32::from(mode)) << 16 | if kind == Kind::Dir { 16 } else { 0 },
            extra,
            comment: Vec::new(),
            mtime: (!self.no_extra).then_some(seconds),
            atime: (!self.no_extra).then(|| atime.0.div_euclid(NANOS)),
            packed_size: u32::try_from(data.len()).unwrap_or(u32::MAX),
            packed: Some(data),
        }))
    }

    fn delete(
        &mut self,
        context: &mut Context<'_>,
        old: Vec<ZipEntry>,
        comment: &[u8],
        names: &[BString],
    ) -> Outcome {
        if names.is_empty() || old.is_empty() {
            return self.error(context, b"Nothing to do!", 12);
        }
        let mut patterns = Patterns::new(names, false);
        let mut kept = Vec::new();
        let mut any = false;
        for entry in old {
            let left_out = self.exclude.as_mut().is_some_and(|exclude| exclude.matches(&entry.name))
                || self.include.as_mut().is_some_and(|include| !include.matches(&entry.name));
            if left_out || !patterns.matches(&entry.name) {
                kept.push(entry);
                continue;
            }
            any = true;
            if !self.quiet {
                self.tell(context, &[b"deleting: ", &entry.name[..], b"\n"].concat())?;
            }
        }
        let unused: Vec<BString> = patterns.unused().cloned().collect();
        for name in unused {
            self.warn(context, &[b"name not matched: ", &name])?;
        }
        if !any {
            return self.error(context, b"Nothing to do!", 12);
        }
        if kept.is_empty() {
            self.warn(context, &[b"zip file empty"])?;
        }
        Ok(self.store(context, &kept, comment)?.unwrap_or(0))
    }

    /// Writes the archive; a status when it could not be.
    fn store(&mut self, context: &mut Context<'_>, entries: &[ZipEntry], comment: &[u8]) -> Result<Option<u8>, Halt> {
        let Some(bytes) = write_entries(entries, comment) else {
            return self.error(context, b"Entry too big to split, read, or write", 6).map(Some);
        };
        context.charge_bytes(bytes.len())?;
        if self.to_stdout {
            context.write_bytes(bytes.into())?;
            return Ok(None);
        }
        let bytes = Bytes::from(bytes);
        if self.test && !is_sound(context, &bytes)? {
            self.tell(context, &[b"test of ", self.archive.as_slice(), b" FAILED\n"].concat())?;
            return self.error(context, b"Zip file invalid, could not spawn unzip, or wrong unzip", 8).map(Some);
        }
        let mode = context.new_mode(0o666);
        let written = context.vfs().write_file(context.cwd(), &self.archive, Content::from_bytes(bytes), mode);
        if let Err(errno) = written {
            let text = if matches!(errno, Errno::NoSpace(_) | Errno::TooBig) { "Output file write failure" } else { "Could not create output file" };
            let status = if matches!(errno, Errno::NoSpace(_) | Errno::TooBig) { 14 } else { 15 };
            self.tell(context, format!("zip I/O error: {}", errno.message()).as_bytes())?;
            return self.error(context, text.as_bytes(), status).map(Some);
        }
        if self.latest {
            let newest = entries.iter().map(|entry| super::when(entry).seconds).max().unwrap_or_default();
            let time = Some(workspace::Time(newest.saturating_mul(NANOS)));
            let _ = context.vfs().set_times(context.cwd(), &self.archive, time, time, workspace::Follow::Yes);
        }
        if self.test && !self.quiet {
            let archive = self.archive.clone();
            self.tell(context, &[b"test of ", archive.as_slice(), b" OK\n"].concat())?;
        }
        Ok(None)
    }
}

/// Whether everything in an archive can be read back.
fn is_sound(context: &Context<'_>, archive: &Bytes) -> Result<bool, Halt> {
    let Ok((entries, _)) = directory(archive) else { return Ok(false) };
    for entry in &entries {
        if unpack::content(context, entry)?.is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Text as zip tells it: a printable character or a line end, and none of those that text never has.
fn is_text(content: &[u8]) -> bool {
    let never = |byte: u8| matches!(byte, 0..=6 | 14..=25 | 28..=31);
    let piece = content.get(..content.len().min(64 << 10)).unwrap_or(content);
    piece.iter().any(|byte| matches!(byte, 9 | 10 | 13 | 32..)) && !piece.iter().any(|byte| never(*byte))
}
