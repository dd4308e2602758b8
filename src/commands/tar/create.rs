//! Making archives: `-c`, and what `-r` and `-u` put in.

use std::collections::{BTreeMap, HashMap, HashSet};

use bstr::{BString, ByteSlice};

use super::super::shared::file_type::{OWNER, device_numbers, owner_name};
use super::super::shared::path::join;
use super::archive::Writer;
use super::ignored::{Extent, List, Rule, Tag};
use super::list::{Line, shown};
use super::names::{Exclude, Scope, unsafe_prefix};
use super::settings::{Identity, ListForm, Settings, Word};
use super::{Stop, Tar};
use formats::archive::tar_member::BLOCK;
use formats::archive::tar_write::{Dialect, Fields, Unfit, write_global, write_headers, write_headers_as};
use shell::command::Context;
use shell::kernel::{Halt, IoError, Stat};
use workspace::{Content, Errno, Ino, Kind, Time};

const NANOS: i64 = 1_000_000_000;

pub(super) fn moment(time: Time) -> (i64, i64) {
    (time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS))
}

/// The names in a file: lines, or ended by NULs. Lines may be the options `-C` and `--add-file`; the numbers of those
/// that are others are put into `refused`.
fn names_in(text: &[u8], form: ListForm, refused: &mut Vec<usize>) -> Vec<Word> {
    let end = if form.null { 0 } else { b'\n' };
    let mut words = Vec::new();
    let mut folder_next = false;
    for (number, line) in text.split(|byte| *byte == end).enumerate().filter(|(_, line)| !line.is_empty()) {
        let line: &[u8] = if form.null { line } else { line.trim_end_with(|letter| letter == '\r') };
        if folder_next {
            words.push(Word::Folder(line.into()));
            folder_next = false;
        } else if form.verbatim || form.null {
            words.push(Word::Name(line.into()));
        } else if let Some(rest) = line.strip_prefix(b"-C").or_else(|| line.strip_prefix(b"--directory=")) {
            let rest = rest.trim_start();
            folder_next = rest.is_empty();
            if !folder_next {
                words.push(Word::Folder(rest.into()));
            }
        } else if let Some(name) = line.strip_prefix(b"--add-file=") {
            words.push(Word::Name(name.into()));
        } else if line.starts_with(b"-") && line.len() > 1 {
            refused.push(number + 1);
        } else {
            words.push(Word::Name(line.into()));
        }
    }
    words
}

/// What goes on while members are added.
struct Course {
    writer: Writer,
    excluded: Vec<Exclude>,
    tags: Vec<Tag>,
    lists: Vec<List>,
    /// What the lists of the folders say in which it is.
    rules: Vec<Rule>,
    recursion: bool,
    /// Files of several names, with the one under which each was put in.
    linked: HashMap<Ino, Vec<u8>>,
    /// `-l`: how many names of each of them are still to come.
    missing: BTreeMap<Ino, u64>,
    /// From so many links on, files are remembered.
    trivial_links: u64,
    /// `--remove-files`: what was put in, folders behind what is in them.
    done: Vec<(BString, bool)>,
}

impl Course {
    /// Whether something in a folder is not put in.
    fn leaves_out(&self, path: &[u8]) -> bool {
        self.excluded.iter().any(|pattern| pattern.matches(path)) || self.rules.iter().any(|rule| rule.matches(path))
    }
}

impl Tar {
    /// The words of the command line with those of the lists in their place.
    pub fn words(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<Vec<Word>, Stop> {
        let mut words = Vec::new();
        for word in &settings.words {
            match word {
                Word::List(file, form) => match context.read_operand(file) {
                    Ok(text) => {
                        let mut refused = Vec::new();
                        words.extend(names_in(&text, *form, &mut refused));
                        for number in refused {
                            let text = format!(":{number}: unrecognized option");
                            self.error(context, &[&shown(file), text.as_bytes()])?;
                        }
                    }
                    Err(IoError::Errno(errno)) => {
                        self.complain(context, &[file, b": Cannot open: ", errno.message().as_bytes()])?;
                        return Err(self.unrecoverable(context)?);
                    }
                    Err(IoError::Halt(halt)) => return Err(halt.into()),
                },
                word => words.push(word.clone()),
            }
        }
        Ok(words)
    }

    /// Excludes behind the last name have nothing left to leave out.
    fn positional(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        let last = settings.words.iter().rposition(|word| matches!(word, Word::Name(_) | Word::List(..)));
        let behind = settings.words.get(last.map_or(0, |last| last + 1)..).unwrap_or_default();
        let mut idle: Vec<Vec<u8>> = behind
            .iter()
            .filter_map(|word| match word {
                Word::Exclude(pattern) => {
                    Some(["--exclude ‘".as_bytes(), pattern.text(), "’".as_bytes()].concat())
                }
                Word::Tag(tag) => Some(tag.option.to_vec()),
                Word::Ignore(list) => Some(list.option.to_vec()),
                _ => None,
            })
            .collect();
        idle.dedup();
        if idle.is_empty() || last.is_none() {
            return Ok(());
        }
        self.error(
            context,
            &[b"The following options were used after any non-optional arguments in archive create or update mode.  \
                These options are positional and affect only arguments that follow them.  Please, rearrange them \
                properly."],
        )?;
        for option in idle {
            self.error(context, &[&option, b" has no effect"])?;
        }
        Ok(())
    }

    /// `-c`
    pub fn create(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<(), Stop> {
        let any = settings.words.iter().any(|word| matches!(word, Word::Name(_) | Word::List(..)));
        if !any && settings.label.is_none() {
            let text = b"Cowardly refusing to create an empty archive";
            return Err(self.usage(context, &[text], 2)?);
        }
        let words = self.words_or_missing(context, settings)?;
        if settings.archive != "-" {
            self.back_up(context, settings, &settings.archive)?;
        }
        let writer = self.open_new(context, settings)?;
        let length = self.fill(context, settings, words, writer)?.1;
        self.totals(context, settings, length, b"written")
    }

    pub(super) fn words_or_missing(&mut self, context: &mut Context<'_>, settings: &Settings) -> Result<Vec<Word>, Stop> {
        let missing = settings.words.iter().find_map(|word| match word {
            Word::List(file, _) if file != "-" => {
                context.vfs().stat(context.cwd(), file).err().map(|errno| (file.clone(), errno))
            }
            _ => None,
        });
        if let Some((file, errno)) = missing {
            self.complain(context, &[&file, b": Cannot stat: ", errno.message().as_bytes()])?;
            return Err(self.unrecoverable(context)?);
        }
        self.words(context, settings)
    }

    /// Puts what the words name into an archive, and its end.
    pub(super) fn fill(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        words: Vec<Word>,
        writer: Writer,
    ) -> Result<(Writer, u64), Stop> {
        let names = words.iter().filter(|word| matches!(word, Word::Name(_))).count();
        let lists = settings.words.iter().any(|word| matches!(word, Word::List(..)));
        let many = names > 1 || lists || settings.dereference;
        let mut course = Course {
            writer,
            excluded: Vec::new(),
            tags: Vec::new(),
            lists: Vec::new(),
            rules: Vec::new(),
            recursion: true,
            linked: HashMap::new(),
            missing: BTreeMap::new(),
            trivial_links: if many { 0 } else { 1 },
            done: Vec::new(),
        };
        let temporary = context.exec.env(b"TMPDIR").map_or_else(|| "/tmp".into(), BString::from);
        let pid = context.exec.process.pid;
        if let Some((name, mtime, records)) = settings.pax.global(&temporary, context.now(), pid) {
            let written = write_global(&mut course.writer.buffer, &name, mtime, records);
            self.fits(context, &name, written)?;
        }
        if let Some(label) = &settings.label {
            let mtime = moment(context.now());
            let fields = Fields { mtime: (mtime.0, 0), ..fields(label, b"", b'V') };
            self.fits(context, label, write_headers(&mut course.writer.buffer, &fields, Dialect::Gnu))?;
        }
        let start = context.exec.cwd.clone();
        for word in words {
            match word {
                Word::Folder(folder) => match context.vfs().canonical(context.cwd(), &folder) {
                    Ok(path) if context.vfs().is_dir(context.cwd(), &folder) => context.exec.cwd = path,
                    result => {
                        let errno = result.err().unwrap_or(Errno::NotDir);
                        self.complain(context, &[&shown(&folder), b": Cannot open: ", errno.message().as_bytes()])?;
                        return Err(self.unrecoverable(context)?);
                    }
                },
                Word::Exclude(pattern) => course.excluded.push(*pattern),
                Word::Tag(tag) => course.tags.push(*tag),
                Word::Ignore(list) => course.lists.push(*list),
                Word::Recursion(on) => course.recursion = on,
                Word::List(..) => {}
                Word::Name(name) => {
                    let trimmed = name.trim_end_with(|letter| letter == '/');
                    let name: BString = if trimmed.is_empty() && !name.is_empty() { "/".into() } else { trimmed.into() };
                    if !course.excluded.iter().any(|pattern| pattern.matches(&name)) {
                        self.add(context, settings, &mut course, &name, true)?;
                    }
                }
            }
        }
        let Course { mut writer, done, missing, linked, .. } = course;
        let length = writer.end(context).map_err(|halt| self.write_failed(context, settings, halt))?;
        for (ino, _) in missing.into_iter().filter(|(_, missing)| settings.check_links && *missing > 0) {
            let name = linked.get(&ino).cloned().unwrap_or_default();
            self.complain(context, &["Missing links to ‘".as_bytes(), &shown(&name), "’.".as_bytes()])?;
        }
        for (name, is_dir) in done {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            let removed = if is_dir { vfs.rmdir(cwd, &name) } else { vfs.unlink(cwd, &name) };
            if let Err(errno) = removed {
                let what: &[u8] = if is_dir { b": Cannot rmdir: " } else { b": Cannot unlink: " };
                self.error(context, &[&shown(&name), what, errno.message().as_bytes()])?;
            }
        }
        context.exec.cwd = start;
        self.positional(context, settings)?;
        Ok((writer, length))
    }

    pub(super) fn write_failed(&mut self, context: &mut Context<'_>, settings: &Settings, halt: Halt) -> Stop {
        match halt {
            Halt::Write(errno) => {
                let told = self
                    .complain(context, &[&shown(&settings.archive), b": Cannot write: ", errno.message().as_bytes()])
                    .and_then(|()| self.unrecoverable(context));
                told.unwrap_or_else(Stop::Halt)
            }
            halt => Stop::Halt(halt),
        }
    }

    /// The name that a member gets: safe and transformed.
    fn member_name(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        name: &[u8],
        scope: Scope,
    ) -> Result<Vec<u8>, Halt> {
        let safe = self.safe_name(context, settings, name, scope == Scope::HardLink)?;
        let mut changed = safe;
        for transform in &settings.transforms {
            changed = transform.apply(&changed, scope);
        }
        Ok(changed)
    }

    /// A name without what leads out of the archive; told once for each prefix.
    pub fn safe_name(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        name: &[u8],
        is_target: bool,
    ) -> Result<Vec<u8>, Halt> {
        if settings.absolute {
            return Ok(name.to_vec());
        }
        let length = unsafe_prefix(name);
        let (prefix, rest) = name.split_at_checked(length).unwrap_or((b"", name));
        if length > 0 && self.told.insert((prefix.to_vec(), is_target)) {
            let what: &[u8] = if is_target { b"hard link targets" } else { b"member names" };
            self.complain(context, &[b"Removing leading `", prefix, b"' from ", what])?;
        }
        if !rest.is_empty() {
            return Ok(rest.to_vec());
        }
        if self.told.insert((Vec::new(), is_target)) {
            let what: &[u8] = if is_target { b"empty hard link target" } else { b"empty member name" };
            self.complain(context, &[b"Substituting `.' for ", what])?;
        }
        Ok(b".".to_vec())
    }

    /// A folder that a tag marks.
    #[expect(clippy::too_many_arguments, reason = "what a member is made of")]
    fn tagged(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        course: &mut Course,
        path: &BString,
        named: &BString,
        stat: &Stat,
        tag: &Tag,
    ) -> Result<(), Stop> {
        if tag.extent != Extent::All {
            self.member(context, settings, course, named, stat, b'5', b"", None)?;
        }
        if settings.verbose > 0 {
            let what: &[u8] = if tag.extent == Extent::All { b"; directory not dumped" } else { b"; contents not dumped" };
            self.complain(context, &[&shown(named), b": contains a cache directory tag ", &tag.name, what])?;
        }
        if tag.extent == Extent::Contents {
            self.add(context, settings, course, &join(path, &tag.name), false)?;
        }
        Ok(())
    }

    /// Puts a file, or a folder and all that is in it, into the archive.
    fn add(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        course: &mut Course,
        path: &BString,
        top: bool,
    ) -> Result<(), Stop> {
        context.charge(10)?;
        let looked = if settings.dereference {
            context.vfs().stat(context.cwd(), path)
        } else {
            context.vfs().lstat(context.cwd(), path)
        };
        let stat = match looked {
            Ok(stat) => stat,
            Err(Errno::NotFound) if !top => {
                self.complain(context, &[&shown(path), b": File removed before we read it"])?;
                self.status = self.status.max(1);
                return Ok(());
            }
            Err(errno) => {
                return Ok(self.error(context, &[&shown(path), b": Cannot stat: ", errno.message().as_bytes()])?);
            }
        };
        if stat.is_file() && course.writer.ino == Some(stat.ino) {
            self.complain(context, &[&shown(path), b": file is the archive; not dumped"])?;
            return Ok(());
        }
        if !stat.is_dir()
            && let Some((limit, with_attributes)) = settings.newer
            && stat.mtime < limit
            && !(with_attributes && stat.ctime >= limit)
        {
            if top || settings.verbose > 0 {
                self.complain(context, &[&shown(path), b": file is unchanged; not dumped"])?;
            }
            return Ok(());
        }
        if stat.is_dir() {
            let named: BString = if path.ends_with(b"/") { path.clone() } else { [path.as_slice(), b"/"].concat().into() };
            let tag = course.tags.iter().find(|tag| tag.marks(context, path)).cloned();
            if let Some(tag) = &tag {
                return self.tagged(context, settings, course, path, &named, &stat, tag);
            }
            if !self.member(context, settings, course, &named, &stat, b'5', b"", None)? {
                return Ok(());
            }
            if course.recursion {
                let above = course.rules.len();
                for list in &course.lists {
                    list.read(context, path, &mut course.rules);
                }
                match context.vfs().read_dir(context.cwd(), path) {
                    Ok(entries) => {
                        context.charge(entries.len() as u64)?;
                        for entry in entries {
                            let child = join(path, &entry.name);
                            if !course.leaves_out(&child) {
                                self.add(context, settings, course, &child, false)?;
                            }
                        }
                    }
                    Err(errno) => {
                        self.error(context, &[&shown(path), b": Cannot open: ", errno.message().as_bytes()])?;
                    }
                }
                course.rules.truncate(above);
            }
            if settings.remove_files {
                course.done.push((path.clone(), true));
            }
            return Ok(());
        }
        if settings.remove_files {
            course.done.push((path.clone(), false));
        }
        if let Some(first) = course.linked.get(&stat.ino).filter(|_| !settings.hard_dereference) {
            let first = first.clone();
            if let Some(missing) = course.missing.get_mut(&stat.ino) {
                *missing = missing.saturating_sub(1);
            }
            return self.member(context, settings, course, path, &stat, b'1', &first, None).map(drop);
        }
        let remembers = !settings.hard_dereference && (stat.links > course.trivial_links || settings.remove_files);
        match stat.kind {
            Kind::Symlink => {
                let target = match context.vfs().read_link(context.cwd(), path) {
                    Ok(target) => target,
                    Err(errno) => {
                        let text = errno.message().as_bytes();
                        return Ok(self.error(context, &[&shown(path), b": Cannot readlink: ", text])?);
                    }
                };
                let mut target = target.to_vec();
                for transform in &settings.transforms {
                    target = transform.apply(&target, Scope::Symlink);
                }
                self.member(context, settings, course, path, &stat, b'2', &target, None)?;
            }
            Kind::Fifo => drop(self.member(context, settings, course, path, &stat, b'6', b"", None)?),
            Kind::Device => drop(self.member(context, settings, course, path, &stat, b'3', b"", None)?),
            Kind::File | Kind::Dir => {
                let content = match context.vfs().read_file(context.cwd(), path) {
                    Ok(content) => content,
                    Err(errno) => {
                        let text = errno.message().as_bytes();
                        return Ok(self.error(context, &[&shown(path), b": Cannot open: ", text])?);
                    }
                };
                self.member(context, settings, course, path, &stat, b'0', b"", Some(&content))?;
            }
        }
        if remembers && stat.kind != Kind::Dir {
            let target = self.member_name(context, settings, path, Scope::HardLink)?;
            course.linked.insert(stat.ino, target);
            course.missing.insert(stat.ino, stat.links.saturating_sub(1));
        }
        Ok(())
    }

    /// One member: its line, its headers and its content. False: no header has room for its name.
    #[expect(clippy::too_many_arguments, reason = "what a member is made of")]
    fn member(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        course: &mut Course,
        path: &BString,
        stat: &Stat,
        kind: u8,
        target: &[u8],
        content: Option<&Content>,
    ) -> Result<bool, Stop> {
        // Names of folders are changed without their slash.
        let bare = if kind == b'5' && path.len() > 1 { path.strip_suffix(b"/").unwrap_or(path) } else { path };
        let mut name = self.member_name(context, settings, bare, Scope::Regular)?;
        if kind == b'5' && !name.ends_with(b"/") {
            name.push(b'/');
        }
        let mut mode = stat.mode;
        if let Some(change) = &settings.mode {
            mode = change.apply(mode, kind == b'5', 0);
        }
        let identity = |given: &Option<Identity>| -> (u64, Vec<u8>) {
            let (id, name) = match given {
                Some(identity) => (identity.id.unwrap_or(u64::from(OWNER)), identity.name.to_vec()),
                None => (u64::from(OWNER), owner_name(OWNER).as_bytes().to_vec()),
            };
            (id, if settings.numeric { Vec::new() } else { name })
        };
        let ((uid, owner), (gid, group)) = (identity(&settings.owner), identity(&settings.group));
        let time = match settings.mtime {
            Some(time) if !settings.clamp || stat.mtime > time => time,
            _ => stat.mtime,
        };
        let size = content.map_or(0, Content::len);
        let device = if kind == b'3' { device_numbers(context, path) } else { (0, 0) };
        let mut mtime = moment(time);
        let pax = settings.dialect == Dialect::Pax;
        if !pax {
            mtime.1 = 0;
        }
        let fields = Fields {
            mode: u32::from(mode),
            uid,
            gid,
            owner: &owner,
            group: &group,
            mtime,
            atime: pax.then(|| moment(stat.atime)),
            ctime: pax.then(|| moment(stat.ctime)),
            size,
            device,
            ..fields(&name, target, kind)
        };
        let mut headers = Vec::new();
        let written = settings.pax.with(&name, context.exec.process.pid, |pax| {
            write_headers_as(&mut headers, &fields, settings.dialect, pax)
        });
        let culprit = if written == Err(Unfit::Target) { target } else { path };
        if !self.fits(context, culprit, written)? {
            return Ok(false);
        }
        if settings.verbose > 0 {
            let line = Line {
                path: if settings.show_transformed { &name } else { path },
                target,
                kind,
                mode: u32::from(mode),
                owner: &owner,
                group: &group,
                uid,
                gid,
                size,
                device,
                mtime: moment(time),
                block: course.writer.length() / BLOCK as u64,
            };
            self.line(context, settings, settings.verbose > 1, &line)?;
        }
        let written = course.writer.bytes(context, &headers).and_then(|()| match content {
            Some(content) => course.writer.content(context, content),
            None => Ok(()),
        });
        written.map_err(|halt| self.write_failed(context, settings, halt))?;
        Ok(true)
    }

    /// Whether the dialect has a header for the member; tells when not.
    fn fits(&mut self, context: &mut Context<'_>, path: &[u8], result: Result<(), Unfit>) -> Result<bool, Halt> {
        let why = match result {
            Ok(()) => return Ok(true),
            Err(Unfit::Name(most)) => format!(": file name is too long (max {most}); not dumped"),
            Err(Unfit::Split) => ": file name is too long (cannot be split); not dumped".to_owned(),
            Err(Unfit::Target) => ": link name is too long; not dumped".to_owned(),
            Err(Unfit::Number) => ": value out of range; not dumped".to_owned(),
        };
        self.error(context, &[&shown(path), why.as_bytes()])?;
        Ok(false)
    }

    /// `--totals`
    pub fn totals(
        &mut self,
        context: &mut Context<'_>,
        settings: &Settings,
        bytes: u64,
        what: &[u8],
    ) -> Result<(), Stop> {
        if !settings.totals {
            return Ok(());
        }
        let elapsed = (context.now().0 - self.began.0).max(1);
        let rate = u64::try_from(i128::from(bytes) * i128::from(NANOS) / i128::from(elapsed)).unwrap_or(u64::MAX);
        let text = format!(": {bytes} ({}, {}/s)\n", human(bytes), human(rate));
        context.write_error(&[b"Total bytes ", what, text.as_bytes()].concat())?;
        Ok(())
    }
}

/// `10KiB`: at most three digits, rounded up.
fn human(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, 0usize);
    while value >= 1024.0 && unit < 6 {
        value /= 1024.0;
        unit += 1;
    }
    let letter = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].get(unit).copied().unwrap_or_default();
    if unit > 0 && value < 10.0 && (value * 10.0).ceil() % 10.0 != 0.0 && (value * 10.0).ceil() < 100.0 {
        format!("{:.1}{letter}B", (value * 10.0).ceil() / 10.0)
    } else {
        format!("{:.0}{letter}B", value.ceil())
    }
}

fn fields<'a>(path: &'a [u8], target: &'a [u8], kind: u8) -> Fields<'a> {
    Fields { path, target, kind, ..Fields::NOTHING }
}

/// Prefixes that were told, of names and of targets.
pub type Told = HashSet<(Vec<u8>, bool)>;
