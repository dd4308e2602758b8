//! What is compared with what: two operands, and the entries of folders side by side.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use bstr::BString;
use bytes::Bytes;

use super::Settings;
use super::changes::changes;
use super::lines::{Ignore, Text, is_blank, number, without_carriage_returns};
use super::print::{Comparison, Style};
use crate::shared::path::{base_name, join, strip_trailing_slashes};
use crate::shared::run;
use crate::shared::time::{self, Civil};
use shell::command::{Context, Outcome, Output};
use shell::kernel::{Halt, IoError, Source, Stat};
use workspace::{Errno, Kind, Time};

/// What is known of one side of a comparison.
enum Found {
    /// It is missing, and counts as empty.
    Missing,
    There(Stat),
    Failed(Errno),
}

/// One side of a comparison.
struct Side {
    name: BString,
    found: Found,
}

impl Side {
    fn stat(&self) -> Option<&Stat> {
        match &self.found {
            Found::There(stat) => Some(stat),
            Found::Missing | Found::Failed(_) => None,
        }
    }
}

/// What a file is, in messages.
fn description(stat: &Stat) -> &'static [u8] {
    match stat.kind {
        Kind::Dir => b"directory",
        Kind::File if stat.size == 0 => b"regular empty file",
        Kind::File => b"regular file",
        Kind::Symlink => b"symbolic link",
        Kind::Fifo => b"fifo",
        Kind::Device => b"character special file",
    }
}

/// The names of two folders, merged: the name in the first, the name in the second.
type Names = std::vec::IntoIter<(Option<BString>, Option<BString>)>;

/// Two folders whose entries are compared.
struct Level {
    names: [BString; 2],
    /// Which folders they are, to notice that they come again; one of them may be missing.
    inodes: [Option<u64>; 2],
    entries: Names,
}

/// The status of a comparison and, for two folders, what to go on with.
type Compared = (u8, Option<Level>);

/// Compares operands one after the other.
pub struct Pair<'s> {
    settings: &'s Settings,
    /// With `-l`, what is told about files as a whole; it comes behind all pages.
    messages: RefCell<Vec<u8>>,
    /// Standard input is read once; then it is closed.
    is_input_read: Cell<bool>,
}

impl<'s> Pair<'s> {
    pub fn new(settings: &'s Settings) -> Pair<'s> {
        Pair { settings, messages: RefCell::default(), is_input_read: Cell::new(false) }
    }
}

impl Pair<'_> {
    /// Prints what had to wait.
    pub fn finish(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        context.write(&self.messages.take())
    }

    /// Tells something about files as a whole.
    fn tell(&self, context: &mut Context<'_>, line: &[u8]) -> Result<(), Halt> {
        if self.settings.paginate {
            context.charge_bytes(line.len())?;
            self.messages.borrow_mut().extend_from_slice(line);
            return Ok(());
        }
        context.write(line)
    }

    /// Compares two operands; the result is the exit status.
    pub fn compare(&self, context: &mut Context<'_>, from: BString, to: BString) -> Outcome {
        let sides = self.sides(context, [from, to], [true, true], true);
        let (mut status, level) = self.pair(context, sides, &[], true)?;
        let mut stack = Vec::from_iter(level);
        // Folders inside folders, without recursion.
        while let Some(level) = stack.last_mut() {
            context.charge(1)?;
            let Some((one, two)) = level.entries.next() else {
                stack.pop();
                continue;
            };
            let (one_status, deeper) = self.entry(context, &stack, one, two)?;
            status = status.max(one_status);
            stack.extend(deeper);
        }
        Ok(status)
    }

    /// One name of two folders.
    fn entry(
        &self,
        context: &mut Context<'_>,
        parents: &[Level],
        one: Option<BString>,
        two: Option<BString>,
    ) -> Result<Compared, Halt> {
        let settings = self.settings;
        let Some(Level { names: folders, .. }) = parents.last() else { return Ok((0, None)) };
        let name = one.clone().or_else(|| two.clone()).unwrap_or_default();
        let missing_counts = match (&one, &two) {
            (Some(_), Some(_)) => true,
            (Some(_), None) => settings.new_file,
            _ => settings.new_file || settings.unidirectional,
        };
        if !missing_counts {
            return self.only_in(context, &folders[usize::from(one.is_none())], &name);
        }
        let is_there = [one.is_some(), two.is_some()];
        let names = [one.unwrap_or_else(|| name.clone()), two.unwrap_or(name)];
        let [one, two] = [0, 1].map(|index| join(strip_trailing_slashes(&folders[index]), &names[index]));
        let sides = self.sides(context, [one, two], is_there, false);
        self.pair(context, sides, parents, false)
    }

    fn only_in(&self, context: &mut Context<'_>, folder: &[u8], name: &[u8]) -> Result<Compared, Halt> {
        self.tell(context, &[b"Only in ".as_slice(), folder, b": ", name, b"\n"].concat())?;
        Ok((1, None))
    }

    /// Looks at two names, of which one may be known not to be there.
    fn sides(&self, context: &Context<'_>, names: [BString; 2], are_there: [bool; 2], top: bool) -> [Side; 2] {
        let settings = self.settings;
        let found = [0, 1].map(|index| if are_there[index] { self.look(context, &names[index]) } else { Found::Missing });
        let [one, two] = found;
        let [from, to] = names;
        let mut sides = [Side { name: from, found: one }, Side { name: to, found: two }];
        let is_there = [0, 1].map(|index| sides[index].stat().is_some());
        for (index, side) in sides.iter_mut().enumerate() {
            let may_miss = settings.new_file || index == 0 && settings.unidirectional;
            let counts = match &side.found {
                Found::Missing => false,
                // What `patch` keeps of a file that was not there.
                Found::There(stat) => {
                    side.name != "-" && stat.kind == Kind::File && stat.size == 0 && stat.mode & 0o777 == 0
                }
                Found::Failed(errno) => top && is_there[1 - index] && matches!(errno, Errno::NotFound | Errno::BadFd),
            };
            if may_miss && counts {
                side.found = Found::Missing;
            }
        }
        sides
    }

    fn look(&self, context: &Context<'_>, name: &BString) -> Found {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        if name == "-" {
            if self.is_input_read.get() {
                return Found::Failed(Errno::BadFd);
            }
            let stat = match context.exec.fds.get(0).map(|fd| &fd.source) {
                Some(Source::File(file)) => vfs.stat_open(file).ok(),
                _ => None,
            };
            let now = context.now();
            let stream = Stat { kind: Kind::Fifo, size: 0, mode: 0, links: 1, ino: 0, atime: now, mtime: now, ctime: now };
            return Found::There(stat.unwrap_or(stream));
        }
        let stat = if self.settings.no_dereference { vfs.lstat(cwd, name) } else { vfs.stat(cwd, name) };
        stat.map_or_else(Found::Failed, Found::There)
    }

    /// Compares two things of any kind. For two folders, also says what to go on with.
    fn pair(
        &self,
        context: &mut Context<'_>,
        mut sides: [Side; 2],
        parents: &[Level],
        top: bool,
    ) -> Result<Compared, Halt> {
        let settings = self.settings;
        let mut status = 0;
        for side in &sides {
            if let Found::Failed(errno) = side.found {
                context.complain(&[&side.name, b": ", errno.message().as_bytes()])?;
                status = 2;
            }
        }
        if status != 0 {
            return Ok((status, None));
        }
        // What is missing is taken for the same kind of thing.
        let kind_of = |sides: &[Side; 2], index: usize| {
            sides[index].stat().or(sides[1 - index].stat()).map(|stat| stat.kind)
        };
        let is_folder = |sides: &[Side; 2], index: usize| kind_of(sides, index) == Some(Kind::Dir);
        if top && is_folder(&sides, 0) != is_folder(&sides, 1) {
            // The file of that name in the folder.
            let folder = usize::from(is_folder(&sides, 1));
            let file = &sides[1 - folder].name;
            if file == "-" {
                context.complain(&[b"cannot compare '-' to a directory"])?;
                return Ok((2, None));
            }
            let name = join(strip_trailing_slashes(&sides[folder].name), base_name(file));
            let found = self.look(context, &name);
            if let Found::Failed(errno) = found {
                context.complain(&[&name, b": ", errno.message().as_bytes()])?;
                return Ok((2, None));
            }
            sides[folder] = Side { name, found };
        }
        let (Some(one), Some(two)) = (kind_of(&sides, 0), kind_of(&sides, 1)) else { return Ok((0, None)) };
        let stats = [sides[0].stat(), sides[1].stat()];
        let both = stats[0].zip(stats[1]);
        let is_same = both.is_some_and(|(one, two)| one.kind == two.kind && one.ino == two.ino && one.ino != 0)
            || sides[0].name == sides[1].name;
        let folders = [one, two].map(|kind| kind == Kind::Dir);
        let compares = [one, two].map(|kind| matches!(kind, Kind::File | Kind::Symlink)) == [true, true];
        let status = if is_same && both.is_some() && !settings.shows_equal_files() {
            0
        } else if folders == [true, true] {
            if settings.layout.style == Style::IfDefined {
                context.complain(&[b"-D option not supported with directories"])?;
                return Ok((2, None));
            }
            if top || settings.recursive {
                return self.folders(context, sides, parents);
            }
            let line = [b"Common subdirectories: ".as_slice(), &sides[0].name, b" and ", &sides[1].name, b"\n"].concat();
            self.tell(context, &line)?;
            0
        } else if folders.contains(&true) || !top && !compares {
            let Some((a, b)) = both else {
                let is_first = stats[0].is_some();
                let name = BString::from(base_name(&sides[0].name));
                let folder = parents.last().map(|level| level.names[usize::from(!is_first)].clone());
                return self.only_in(context, &folder.unwrap_or_default(), &name);
            };
            self.kinds_differ(context, &sides, [a, b])?;
            1
        } else if one == Kind::Symlink || two == Kind::Symlink {
            self.links(context, &sides)?
        } else {
            self.files(context, &sides[0], &sides[1], top)?
        };
        if status == 0 && settings.report_identical && folders == [false, false] {
            let labels = [self.label(0, &sides[0]), self.label(1, &sides[1])];
            let line = [b"Files ".as_slice(), labels[0], b" and ", labels[1], b" are identical\n"].concat();
            self.tell(context, &line)?;
        }
        Ok((status, None))
    }

    /// Goes into two folders, unless both are ones that they are in.
    fn folders(&self, context: &mut Context<'_>, sides: [Side; 2], parents: &[Level]) -> Result<Compared, Halt> {
        let inodes = [0, 1].map(|index| sides[index].stat().map(|stat| stat.ino));
        let comes_again = |index: usize| {
            inodes[index].is_none() || parents.iter().any(|level| level.inodes[index] == inodes[index])
        };
        context.charge(parents.len() as u64)?;
        if comes_again(0) && comes_again(1) {
            let name = &sides[usize::from(inodes[0].is_none())].name;
            context.complain(&[name, b": recursive directory loop"])?;
            return Ok((2, None));
        }
        let entries = self.names(context, &sides, parents.is_empty())?;
        Ok((0, Some(Level { names: sides.map(|side| side.name), inodes, entries })))
    }

    fn kinds_differ(&self, context: &mut Context<'_>, sides: &[Side; 2], stats: [&Stat; 2]) -> Result<(), Halt> {
        let labels = [self.label(0, &sides[0]), self.label(1, &sides[1])];
        let kinds = stats.map(description);
        let line = [b"File ", labels[0], b" is a ", kinds[0], b" while file ", labels[1], b" is a ", kinds[1], b"\n"];
        self.tell(context, &line.concat())
    }

    /// Compares what symbolic links hold; one that is compared with something else differs.
    fn links(&self, context: &mut Context<'_>, sides: &[Side; 2]) -> Outcome {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let targets = [0, 1].map(|index| vfs.read_link(cwd, &sides[index].name).ok());
        match (&targets, sides[0].stat(), sides[1].stat()) {
            ([Some(one), Some(two)], ..) if one == two => return Ok(0),
            ([Some(_), Some(_)], ..) => {
                let names = [&sides[0].name, &sides[1].name];
                let line = [b"Symbolic links ".as_slice(), names[0], b" and ", names[1], b" differ\n"].concat();
                self.tell(context, &line)?;
            }
            (_, Some(one), Some(two)) => self.kinds_differ(context, sides, [one, two])?,
            _ => {}
        }
        Ok(1)
    }

    /// The names of two folders side by side; a folder that is not there has none.
    fn names(&self, context: &Context<'_>, sides: &[Side; 2], top: bool) -> Result<Names, Halt> {
        let list = |folder: &Side| {
            let is_missing = folder.stat().is_none();
            let entries = if is_missing { None } else { context.vfs().read_dir(context.cwd(), &folder.name).ok() };
            let entries = entries.unwrap_or_default();
            let mut names: Vec<BString> = entries.into_iter().map(|entry| BString::from(&entry.name[..])).collect();
            names.retain(|name| !self.settings.excluded.iter().any(|pattern| pattern.matches(name)));
            if let Some(start) = self.settings.starting_file.as_ref().filter(|_| top) {
                names.retain(|name| name >= start);
            }
            names
        };
        let folded = |name: &BString| {
            if self.settings.ignore_name_case { shell::expand::case::lower(name) } else { name.clone() }
        };
        let (mut left, mut right) = (list(&sides[0]), list(&sides[1]));
        context.charge((left.len() + right.len()) as u64)?;
        left.sort_by_cached_key(|name| (folded(name), name.clone()));
        right.sort_by_cached_key(|name| (folded(name), name.clone()));
        let (mut left, mut right) = (VecDeque::from(left), VecDeque::from(right));
        let mut merged = Vec::new();
        loop {
            let order = match (left.front(), right.front()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(one), Some(two)) => folded(one).cmp(&folded(two)),
            };
            merged.push(match order {
                std::cmp::Ordering::Less => (left.pop_front(), None),
                std::cmp::Ordering::Greater => (None, right.pop_front()),
                std::cmp::Ordering::Equal if left.front() == right.front() => (left.pop_front(), right.pop_front()),
                std::cmp::Ordering::Equal => {
                    // Names that are alike: the greater one may have its like further on in the other folder.
                    let left_is_greater = left.front() > right.front();
                    let (lesser, greater) = if left_is_greater { (&mut right, &left) } else { (&mut left, &right) };
                    let wanted = greater.front().cloned().unwrap_or_default();
                    let alike = lesser.iter().take_while(|name| folded(name) == folded(&wanted));
                    if let Some(at) = alike.into_iter().position(|name| *name == wanted)
                        && let Some(name) = lesser.remove(at)
                    {
                        lesser.push_front(name);
                    }
                    (left.pop_front(), right.pop_front())
                }
            });
        }
        Ok(merged.into_iter())
    }

    fn read(&self, context: &mut Context<'_>, side: &Side) -> Result<Option<Bytes>, Halt> {
        if side.stat().is_none() {
            return Ok(Some(Bytes::new()));
        }
        match context.read_operand(&side.name) {
            Ok(data) => Ok(Some(data)),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&side.name, b": ", errno.message().as_bytes()])?;
                Ok(None)
            }
        }
    }

    /// The name of a side that messages show: with `-L` the label.
    fn label<'s>(&'s self, index: usize, side: &'s Side) -> &'s [u8] {
        self.settings.labels.get(index).unwrap_or(&side.name)
    }

    fn files(&self, context: &mut Context<'_>, one: &Side, two: &Side, top: bool) -> Outcome {
        let settings = self.settings;
        let same_file = match (one.stat(), two.stat()) {
            (Some(a), Some(b)) => a.kind == Kind::File && a.ino == b.ino,
            _ => false,
        };
        let same_stream = one.name == "-" && two.name == "-";
        let Some(old) = self.read(context, one)? else { return Ok(2) };
        let new = if same_file || same_stream {
            old.clone()
        } else {
            let Some(new) = self.read(context, two)? else { return Ok(2) };
            new
        };
        if one.name == "-" || two.name == "-" {
            self.is_input_read.set(true);
        }
        context.charge_bytes(old.len().min(new.len()))?;
        // A script for ed cannot do without the end of the last line, even where the files are the same.
        let lacks_end = settings.is_script()
            && !settings.compares_bytes()
            && !same_file
            && (settings.text || !is_binary(&old))
            && old.last().is_some_and(|byte| *byte != b'\n');
        let status = if old == new && !settings.shows_equal_files() && !lacks_end {
            0
        } else if !settings.text && (is_binary(&old) || is_binary(&new)) {
            let what: &[u8] = if settings.brief { b"Files " } else { b"Binary files " };
            let line = [what, self.label(0, one), b" and ", self.label(1, two), b" differ\n"].concat();
            if old != new {
                self.tell(context, &line)?;
            }
            u8::from(old != new)
        } else {
            self.texts(context, one, two, old, new, top)?
        };
        Ok(status)
    }

    fn texts(
        &self,
        context: &mut Context<'_>,
        one: &Side,
        two: &Side,
        old: Bytes,
        new: Bytes,
        top: bool,
    ) -> Outcome {
        let settings = self.settings;
        let strips = settings.ignore.carriage_returns;
        let [old, new] = [old, new].map(|data| if strips { without_carriage_returns(data) } else { data });
        let (old, new) = (Text::new(context, old)?, Text::new(context, new)?);
        if settings.compares_bytes() {
            return self.brief(context, one, two, old.data != new.data);
        }
        // A script for ed cannot say that a line end is missing: it is not a difference there, but trouble.
        let scripted = settings.is_script();
        let (old_numbers, new_numbers, distinct) =
            number(context, &old, &new, Ignore { carriage_returns: false, ..settings.ignore }, settings.layout.tab_size, !scripted)?;
        // Lines that are only alike are no part of the common ends of the files.
        let alike = settings.ignore.any();
        let identical = |one: usize, two: usize| {
            if !alike {
                return old_numbers[one] == new_numbers[two];
            }
            let ends = scripted || old.is_incomplete(one) == new.is_incomplete(two);
            ends && old.line(one) == new.line(two)
        };
        let mut changes = changes(context, &old_numbers, &new_numbers, distinct, settings.effort, &identical)?;
        if settings.ignore.blank_lines || !settings.ignored_lines.is_empty() {
            for change in &mut changes {
                let lines = (change.old_start..change.old_end)
                    .map(|index| old.line(index))
                    .chain((change.new_start..change.new_end).map(|index| new.line(index)));
                let mut ignored = true;
                for line in lines {
                    context.charge_bytes(line.len() + 1)?;
                    let blank = settings.ignore.blank_lines && is_blank(line, settings.ignore);
                    if !blank && !settings.ignored_lines.iter().any(|regex| regex.is_match(line).unwrap_or(false)) {
                        ignored = false;
                        break;
                    }
                }
                change.ignored = ignored;
            }
        }
        let differ = changes.iter().any(|change| !change.ignored);
        if settings.brief {
            let status = self.brief(context, one, two, differ)?;
            return self.missing_ends(context, [(&old, one), (&new, two)], status);
        }
        let whole = settings.shows_equal_files();
        if !differ && !whole && !(scripted && (old.incomplete || new.incomplete)) {
            return Ok(0);
        }
        if let Some(failure) = settings.unparsable_palette.filter(|_| differ || whole) {
            if let Some(prefix) = failure.prefix {
                context.complain(&[b"unrecognized prefix: ", &prefix])?;
            }
            context.complain(&[b"unparsable value for --palette"])?;
        }
        let title = || {
            let labels = [self.label(0, one), self.label(1, two)].map(c_name);
            [&settings.switches, b" ".as_slice(), &labels[0], b" ", &labels[1]].concat()
        };
        if !settings.paginate && !top && (differ || whole) {
            context.write(&[title().as_slice(), b"\n"].concat())?;
        }
        let heading = |index: usize, side: &Side| match settings.labels.get(index) {
            Some(label) => label.to_vec(),
            None => {
                let when = Civil::new(side.stat().map_or(Time(0), |stat| stat.mtime));
                let mut out = c_name(&side.name);
                out.push(b'\t');
                time::format(&mut out, b"%Y-%m-%d %H:%M:%S.%N %z", &when);
                out
            }
        };
        let comparison = Comparison {
            layout: &settings.layout,
            old: &old,
            new: &new,
            changes: &changes,
            old_heading: &heading(0, one),
            new_heading: &heading(1, two),
        };
        if settings.paginate && (differ || whole) {
            if in_pages(context, title(), |context| comparison.print(context))? != 0 {
                context.complain(&[b"subsidiary program '", PAGES.as_bytes(), b"' failed"])?;
                return Ok(2);
            }
        } else {
            comparison.print(context)?;
        }
        self.missing_ends(context, [(&old, one), (&new, two)], u8::from(differ))
    }

    /// Tells what a script for ed cannot say, also when none is printed.
    fn missing_ends(&self, context: &mut Context<'_>, sides: [(&Text, &Side); 2], status: u8) -> Outcome {
        let mut status = status;
        for (index, (text, side)) in sides.into_iter().enumerate() {
            if self.settings.is_script() && text.incomplete {
                context.complain(&[self.label(index, side), b": No newline at end of file\n"])?;
                status = 2;
            }
        }
        Ok(status)
    }

    fn brief(&self, context: &mut Context<'_>, one: &Side, two: &Side, differ: bool) -> Outcome {
        if differ {
            self.tell(context, &[b"Files ".as_slice(), self.label(0, one), b" and ", self.label(1, two), b" differ\n"].concat())?;
        }
        Ok(u8::from(differ))
    }
}

/// What `-l` hands the differences to.
const PAGES: &str = "/usr/bin/pr";

/// Prints by way of `pr`, with a title; the status of `pr`.
fn in_pages(
    context: &mut Context<'_>,
    title: Vec<u8>,
    print: impl FnOnce(&mut Context<'_>) -> Result<(), Halt>,
) -> Outcome {
    context.flush()?;
    let (read, write) = run::pipe(context);
    let process = run::spawn(context, vec![PAGES.into(), "-h".into(), title.into()], Some(read), None)?;
    let before = std::mem::replace(&mut context.stdout, Output::new(Some(write)));
    let printed = print(context).and_then(|()| context.flush());
    context.stdout = before;
    printed?;
    Ok(context.exec.kernel.scheduler.wait(&process)?.unwrap_or_default())
}

/// A name as a heading shows it: quoted like a C string where a reader of patches would stumble.
fn c_name(name: &[u8]) -> Vec<u8> {
    let plain = |byte: u8| !matches!(byte, b'"' | b'\\' | 0..=b' ' | 0x7f..);
    if name.iter().all(|byte| plain(*byte)) {
        return name.to_vec();
    }
    let mut out = vec![b'"'];
    for &byte in name {
        match byte {
            7..=13 => out.extend_from_slice(&[b'\\', b"abtnvfr"[usize::from(byte - 7)]]),
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            _ if plain(byte) || byte == b' ' => out.push(byte),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'"');
    out
}

/// GNU looks at the first block for a NUL.
pub fn is_binary(data: &[u8]) -> bool {
    memchr::memchr(0, &data[..data.len().min(4096)]).is_some()
}
