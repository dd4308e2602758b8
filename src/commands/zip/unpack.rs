//! `unzip`.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::{Archive, Patterns, dos_seconds, find, info, shown, when};
use crate::options::{self, Opt, Spec, Takes};
use crate::shared::path::{base_name, dir_name, join};
use crate::shared::time::NANOS;
use formats::archive::zip_entry::{ZipEntry, percent};
use formats::codec::Failure;
use shell::command::{Context, Input, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::{Content, Errno, Follow, Kind, Time};

pub const HELP: &str = "\
Usage: unzip [OPTION]... FILE[.zip] [NAME]... [-x NAME...] [-d DIR]
Take files out of a zip archive. NAMEs may be patterns.

  -p          contents to standard output, nothing else
  -c          contents to standard output, with names
  -l          list the files
  -v          list all about them
  -t          test whether they are whole
  -z          show the archive's comment
  -Z          as zipinfo; must come first
  -f          only files that are there and older
  -u          only files that are not there or older
  -d DIR      into DIR
  -x NAME...  not these
  -n          never overwrite files
  -o          overwrite files without asking
  -j          without folders
  -q          quiet; twice, quieter
  -C          names without regard to case
  -L          names in small letters, unless they are from Unix
  -K          keep the bits for user, group and stickiness
  -X          owners stay as they are, as always
  -D          times of folders stay as they are; -DD: those of files too
";

const SPEC: Spec = Spec::new(&[
    Opt::short('p', Takes::Nothing),
    Opt::short('c', Takes::Nothing),
    Opt::short('l', Takes::Nothing),
    Opt::short('v', Takes::Nothing),
    Opt::short('t', Takes::Nothing),
    Opt::short('z', Takes::Nothing),
    Opt::short('f', Takes::Nothing),
    Opt::short('u', Takes::Nothing),
    Opt::short('d', Takes::Value),
    Opt::short('n', Takes::Nothing),
    Opt::short('o', Takes::Nothing),
    Opt::short('j', Takes::Nothing),
    Opt::short('q', Takes::Nothing),
    Opt::short('C', Takes::Nothing),
    Opt::short('L', Takes::Nothing),
    Opt::short('K', Takes::Nothing),
    Opt::short('X', Takes::Nothing),
    Opt::short('D', Takes::Nothing),
    Opt::short('h', Takes::Nothing),
]);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Extract,
    Pipe,
    Show,
    List,
    Verbose,
    Test,
    Comment,
}

/// The work for a byte, against copying it.
const EXPAND_EFFORT: usize = 3;

struct Unzip {
    mode: Mode,
    folder: Option<BString>,
    never: bool,
    always: bool,
    freshen: bool,
    update: bool,
    junk: bool,
    quiet: u32,
    lower: bool,
    all_bits: bool,
    /// Which times are not set: with `-D` those of folders, with two of them those of files too.
    without_times: u8,
    status: u8,
    /// Answers are read from here.
    answers: Option<Input>,
}

pub fn run(context: &mut Context<'_>) -> Outcome {
    let args = context.args();
    if let Some((first, rest)) = args.split_first()
        && let Some(letters) = first.strip_prefix(b"-Z")
    {
        let mut args: Vec<BString> = rest.to_vec();
        if !letters.is_empty() {
            args.insert(0, [b"-", letters].concat().into());
        }
        return info::run_with(context, &args);
    }
    // What follows `-x` is left out, up to the next option.
    let mut plain = Vec::new();
    let mut left_out: Vec<BString> = Vec::new();
    let mut leaving = false;
    for arg in args {
        match arg.as_bytes() {
            b"-x" => leaving = true,
            text if leaving && !text.starts_with(b"-") => left_out.push(arg.clone()),
            _ => {
                leaving = false;
                plain.push(arg.clone());
            }
        }
    }
    let refuse = |context: &mut Context<'_>, _: &[u8]| {
        context.write_error(HELP.as_bytes())?;
        Ok(10)
    };
    let scanned = match options::scan_or_answer(context, &SPEC, &plain, "unzip", refuse)? {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut unzip = Unzip {
        mode: Mode::Extract,
        folder: None,
        never: false,
        always: false,
        freshen: false,
        update: false,
        junk: false,
        quiet: 0,
        lower: false,
        all_bits: false,
        without_times: 0,
        status: 0,
        answers: None,
    };
    let mut nocase = false;
    for (_, option) in &scanned.options {
        match option.id {
            'p' => unzip.mode = Mode::Pipe,
            'c' => unzip.mode = Mode::Show,
            // Twice, it lists all.
            'l' if unzip.mode == Mode::List => unzip.mode = Mode::Verbose,
            'l' => unzip.mode = Mode::List,
            'v' => unzip.mode = Mode::Verbose,
            't' => unzip.mode = Mode::Test,
            'z' => unzip.mode = Mode::Comment,
            'f' => (unzip.freshen, unzip.update) = (true, true),
            'u' => unzip.update = true,
            'd' => unzip.folder = Some(option.value().into()),
            'n' => (unzip.never, unzip.always) = (true, false),
            'o' => (unzip.never, unzip.always) = (false, true),
            'j' => unzip.junk = true,
            'q' => unzip.quiet += 1,
            'C' => nocase = true,
            'L' => unzip.lower = true,
            'K' => unzip.all_bits = true,
            'D' => unzip.without_times = unzip.without_times.saturating_add(1),
            'h' => return options::print_help(context),
            _ => {}
        }
    }
    let Some((name, wanted)) = scanned.operands.split_first() else {
        if unzip.mode == Mode::Verbose {
            return options::print_version(context, "unzip");
        }
        return options::print_help(context);
    };
    let mut wanted = Patterns::new(wanted, nocase);
    let mut left_out = Patterns::new(&left_out, nocase);
    unzip.archive(context, name, &mut wanted, &mut left_out)
}

impl Unzip {
    fn archive(
        &mut self,
        context: &mut Context<'_>,
        name: &BString,
        wanted: &mut Patterns,
        left_out: &mut Patterns,
    ) -> Outcome {
        let headed = self.quiet == 0 && self.mode != Mode::Pipe;
        let silent = self.mode == Mode::Pipe;
        if self.folder.is_some() && self.mode != Mode::Extract {
            context.write_error(b"caution:  not extracting; -d ignored\n")?;
        }
        let found = find(context, "unzip", name, headed, !headed, silent)?;
        let Some(Archive { name: found, entries, comment, warning, .. }) = found else {
            return Ok(9);
        };
        if !warning.is_empty() && self.mode != Mode::Comment {
            self.status = 1;
            match self.mode {
                Mode::Test => context.write(&warning)?,
                _ => context.write_error(&warning)?,
            }
        }
        let tells = self.quiet == 0 && !matches!(self.mode, Mode::Pipe | Mode::Comment);
        if !comment.is_empty() && (tells || self.mode == Mode::Comment) {
            context.write(&[&comment[..], b"\n"].concat())?;
        }
        if self.mode == Mode::Comment {
            return Ok(0);
        }
        if entries.is_empty() {
            context.write_error(&[b"warning [", found.as_slice(), b"]:  zipfile is empty\n"].concat())?;
            return Ok(1);
        }
        let chosen: Vec<&ZipEntry> = entries
            .iter()
            .filter(|entry| {
                (wanted.is_empty() || wanted.matches(&entry.name)) && !left_out.matches(&entry.name)
            })
            .collect();
        context.charge(entries.len() as u64)?;
        match self.mode {
            Mode::List | Mode::Verbose => {
                self.list(context, &chosen)?;
                let nothing = chosen.is_empty() && !wanted.is_empty();
                return Ok(if nothing { 11 } else { self.status });
            }
            Mode::Test => self.test(context, &chosen)?,
            _ => self.extract(context, &chosen)?,
        }
        for text in wanted.unused() {
            // What was no more than a warning counts less.
            if self.status <= 1 {
                self.status = 11;
            }
            context.write_error(&[b"caution: filename not matched:  ", text.as_slice(), b"\n"].concat())?;
        }
        if self.mode == Mode::Test && self.quiet < 2 {
            let text = if self.status > 0 && (self.status > 1 || warning.is_empty()) {
                [b"At least one error was detected in ", found.as_slice(), b".\n"].concat()
            } else if wanted.is_empty() {
                [b"No errors detected in compressed data of ", found.as_slice(), b".\n"].concat()
            } else {
                let count = chosen.len();
                let plural = if count == 1 { "" } else { "s" };
                let text = format!(" for the {count} file{plural} tested.\n");
                [b"No errors detected in ", found.as_slice(), text.as_bytes()].concat()
            };
            context.write(&text)?;
        }
        Ok(self.status)
    }

    fn list(&self, context: &mut Context<'_>, entries: &[&ZipEntry]) -> Result<(), Halt> {
        let verbose = self.mode == Mode::Verbose;
        if self.quiet < 2 {
            context.write(if verbose {
                b" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n\
                  --------  ------  ------- ---- ---------- ----- --------  ----\n"
                    .as_slice()
            } else {
                b"  Length      Date    Time    Name\n---------  ---------- -----   ----\n"
            })?;
        }
        let (mut whole, mut packed) = (0u64, 0u64);
        for entry in entries {
            context.charge(2)?;
            whole += u64::from(entry.size);
            packed += u64::from(entry.packed_size);
            let at = when(entry);
            let date = format!("{:04}-{:02}-{:02} {:02}:{:02}", at.year, at.month, at.day, at.hour, at.minute);
            let text = if verbose {
                let method = match entry.method {
                    0 => "Stored".to_owned(),
                    8 => format!(
                        "Defl:{}",
                        ["N", "X", "F", "S"].get(usize::from(entry.flags >> 1 & 3)).copied().unwrap_or("N")
                    ),
                    number => format!("Unk:{number:03}"),
                };
                let share = format!("{}%", entry.saved());
                format!(
                    "{:>8}  {method:<6} {:>8} {share:>4} {date} {:08x}  ",
                    entry.size, entry.packed_size, entry.crc
                )
            } else {
                format!("{:>9}  {date}   ", entry.size)
            };
            context.write(&[text.as_bytes(), &shown(&entry.name), b"\n"].concat())?;
        }
        if self.quiet < 2 {
            let count = entries.len();
            let plural = if count == 1 { "" } else { "s" };
            let text = if verbose {
                let share = format!("{}%", percent(whole, packed));
                format!(
                    "--------          -------  ---                            -------\n\
                     {whole:>8}         {packed:>8} {share:>4}                            {count} file{plural}\n"
                )
            } else {
                format!("---------                     -------\n{whole:>9}                     {count} file{plural}\n")
            };
            context.write(text.as_bytes())?;
        }
        Ok(())
    }

    /// What is wrong with an entry's content.
    fn reason(entry: &ZipEntry, failure: &Failure) -> String {
        match failure {
            Failure::Unsupported(_) => format!("unsupported compression method {}", entry.method),
            Failure::Checksum => "bad CRC".to_owned(),
            Failure::Memory => "more than the files may have".to_owned(),
            _ => "invalid compressed data to inflate".to_owned(),
        }
    }

    fn test(&mut self, context: &mut Context<'_>, entries: &[&ZipEntry]) -> Result<(), Halt> {
        for entry in entries {
            if entry.is_encrypted() {
                let line = self.skipping(entry);
                context.write(&line)?;
                continue;
            }
            let result = content(context, entry)?;
            let mut line = Vec::new();
            if self.quiet == 0 || result.is_err() {
                line = b"    testing: ".to_vec();
                line.extend_from_slice(&shown(&entry.name));
                line.resize(line.len().max(13 + 22), b' ');
            }
            match result {
                Ok(_) if self.quiet == 0 => line.extend_from_slice(b"   OK\n"),
                Ok(_) => {}
                Err(failure) => {
                    self.status = self.status.max(2);
                    line.extend_from_slice(format!("  {}\n", Unzip::reason(entry, &failure)).as_bytes());
                }
            }
            context.write(&line)?;
        }
        Ok(())
    }

    /// What is said of an encrypted entry: there is nobody to ask for a password.
    fn skipping(&mut self, entry: &ZipEntry) -> Vec<u8> {
        self.status = self.status.max(5);
        let mut line = b"   skipping: ".to_vec();
        line.extend_from_slice(&shown(&entry.name));
        line.resize(line.len().max(13 + 22), b' ');
        line.extend_from_slice(b"  unable to get password\n");
        line
    }

    fn extract(&mut self, context: &mut Context<'_>, entries: &[&ZipEntry]) -> Result<(), Halt> {
        if let Some(folder) = self.folder.clone()
            && matches!(self.mode, Mode::Extract)
            && !context.vfs().is_dir(context.cwd(), &folder)
            && let Err(errno) = context.vfs().mkdir(context.cwd(), &folder, context.new_mode(0o777))
        {
            let text = format!("\n           {}\n", errno.message());
            let lead: &[u8] = b"checkdir:  cannot create extraction directory: ";
            context.write_error(&[lead, &folder, text.as_bytes()].concat())?;
            self.status = 2;
            return Ok(());
        }
        // Links come last, so that nothing is put through them; then the times of folders.
        let mut links: Vec<(BString, Vec<u8>)> = Vec::new();
        let mut folders: Vec<(BString, &ZipEntry)> = Vec::new();
        for entry in entries {
            context.charge(10)?;
            if entry.is_encrypted() {
                let line = self.skipping(entry);
                context.write_error(&line)?;
                continue;
            }
            self.entry(context, entry, &mut links, &mut folders)?;
        }
        if !links.is_empty() {
            if self.quiet == 0 {
                context.write(b"finishing deferred symbolic links:\n")?;
            }
            for (path, target) in links {
                if self.quiet == 0 {
                    let mut line = b"  ".to_vec();
                    line.extend_from_slice(&path);
                    line.resize(line.len().max(2 + 22), b' ');
                    context.write(&[&line[..], b" -> ", &target, b"\n"].concat())?;
                }
                let (vfs, cwd) = (context.vfs(), context.cwd());
                let _ = vfs.unlink(cwd, &path);
                if let Err(errno) = vfs.symlink(cwd, &target, &path) {
                    self.status = self.status.max(1);
                    context.write_error(format!("symlink error: {}\n", errno.message()).as_bytes())?;
                }
            }
        }
        for (path, entry) in folders.into_iter().rev() {
            let (vfs, cwd) = (context.vfs(), context.cwd());
            let _ = vfs.set_mode(cwd, &path, self.bits(entry));
            if self.without_times == 0 {
                let time = Some(time_of(entry));
                let _ = vfs.set_times(cwd, &path, time, time, Follow::Yes);
            }
        }
        Ok(())
    }

    fn bits(&self, entry: &ZipEntry) -> u16 {
        if self.all_bits { entry.mode() } else { entry.mode() & 0o777 }
    }

    /// The path that an entry gets, and what of its name is left out with a warning.
    fn path_of(&mut self, context: &mut Context<'_>, entry: &ZipEntry) -> Result<Option<BString>, Halt> {
        let mut name = entry.name.clone();
        // Names from Unix are as they were meant.
        if self.lower && !entry.is_unix() {
            name = name.to_lowercase();
        }
        if name.first() == Some(&b'/') {
            let text = [b"warning:  stripped absolute path spec from ", &name[..], b"\n"].concat();
            context.write_error(&text)?;
            self.status = self.status.max(1);
        }
        let parts: Vec<&[u8]> =
            name.split(|byte| *byte == b'/').filter(|part| !part.is_empty() && *part != b"." && *part != b"..").collect();
        if name.split(|byte| *byte == b'/').any(|part| part == b"..") {
            let text = [b"warning:  skipped \"../\" path component(s) in ", &name[..], b"\n"].concat();
            context.write_error(&text)?;
            self.status = self.status.max(1);
        }
        let mut path: BString = parts.join(&b'/').into();
        if self.junk {
            if entry.is_folder() {
                return Ok(None);
            }
            path = base_name(&path).into();
        }
        if path.is_empty() {
            return Ok(None);
        }
        Ok(Some(match &self.folder {
            Some(folder) => join(folder, &path),
            None => path,
        }))
    }

    fn entry<'a>(
        &mut self,
        context: &mut Context<'_>,
        entry: &'a ZipEntry,
        links: &mut Vec<(BString, Vec<u8>)>,
        folders: &mut Vec<(BString, &'a ZipEntry)>,
    ) -> Result<(), Halt> {
        let verb = if entry.method == 0 { " extracting" } else { "  inflating" };
        if matches!(self.mode, Mode::Pipe | Mode::Show) {
            if self.mode == Mode::Show && self.quiet == 0 {
                context.write(&heading(verb, &shown(&entry.name)))?;
                context.write(b"\n")?;
            }
            match content(context, entry)? {
                Ok(content) => context.write_bytes(content)?,
                Err(failure) => self.broken(context, entry, &failure)?,
            }
            if self.mode == Mode::Show && self.quiet == 0 {
                context.write(b"\n")?;
            }
            return Ok(());
        }
        if entry.flags & 1 != 0 {
            let text = [b"   skipping: ", &shown(&entry.name)[..]].concat();
            let mut line = text;
            line.resize(line.len().max(12 + 22), b' ');
            context.write_error(&[&line[..], b"  unable to get password\n"].concat())?;
            self.status = self.status.max(5);
            return Ok(());
        }
        let Some(path) = self.path_of(context, entry)? else { return Ok(()) };
        if entry.is_folder() {
            if !context.vfs().is_dir(context.cwd(), &path) {
                if self.freshen {
                    return Ok(());
                }
                if !self.make_folders(context, &path)? {
                    return Ok(());
                }
                if self.quiet == 0 {
                    context.write(&[b"   creating: ", path.as_slice(), b"/\n"].concat())?;
                }
                folders.push((path, entry));
            }
            return Ok(());
        }
        let mut path = path;
        loop {
            let Ok(stat) = context.vfs().lstat(context.cwd(), &path) else {
                if self.freshen {
                    return Ok(());
                }
                break;
            };
            // When a link was made does not matter.
            let is_link = stat.kind == Kind::Symlink;
            if is_link && !self.always && self.quiet == 0 {
                let dangles = !context.vfs().exists(context.cwd(), &path);
                let text = if dangles { " with no real file" } else { "" };
                let line = [path.as_slice(), b" exists and is a symbolic link", text.as_bytes(), b".\n"];
                context.write_error(&line.concat())?;
            }
            if self.update && !is_link && stat.mtime.0.div_euclid(NANOS) >= time_of(entry).0.div_euclid(NANOS) {
                return Ok(());
            }
            if self.never {
                return Ok(());
            }
            if self.always {
                break;
            }
            match self.ask(context, &path)? {
                Answer::Yes => break,
                Answer::No => return Ok(()),
                Answer::Rename(name) => path = name,
            }
        }
        self.make_folders(context, dir_name(&path))?;
        if self.quiet == 0 {
            let verb = if entry.is_symlink() { "    linking" } else { verb };
            if entry.is_symlink() {
                context.write(format!("{verb}: ").as_bytes())?;
                let mut line = path.to_vec();
                line.resize(line.len().max(22), b' ');
                context.write(&[&line[..], b"  -> "].concat())?;
            } else {
                context.write(&heading(verb, &path))?;
                context.write(b"\n")?;
            }
        }
        let content = match content(context, entry)? {
            Ok(content) => content,
            Err(failure) => return self.broken(context, entry, &failure),
        };
        if entry.is_symlink() {
            if self.quiet == 0 {
                context.write(&[&content[..], b" \n"].concat())?;
            }
            links.push((path, content.to_vec()));
            return Ok(());
        }
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let _ = vfs.unlink(cwd, &path);
        let written = vfs.write_file(cwd, &path, Content::from_bytes(content), context.new_mode(0o666));
        let time = Some(time_of(entry));
        let written = written
            .and_then(|()| vfs.set_mode(cwd, &path, self.bits(entry)))
            .and_then(|()| if self.without_times > 1 { Ok(()) } else { vfs.set_times(cwd, &path, time, time, Follow::No) });
        if let Err(errno) = written {
            let text = format!("\n        {}\n", errno.message());
            context.write_error(&[b"error:  cannot create ", path.as_slice(), text.as_bytes()].concat())?;
            self.status = if matches!(errno, Errno::NoSpace(_) | Errno::TooBig) { 50 } else { self.status.max(2) };
        }
        Ok(())
    }

    fn broken(&mut self, context: &mut Context<'_>, entry: &ZipEntry, failure: &Failure) -> Result<(), Halt> {
        let text = format!("  error:  {}\n", Unzip::reason(entry, failure));
        self.status = self.status.max(if matches!(failure, Failure::Unsupported(_)) { 81 } else { 2 });
        context.write_error(&[&shown(&entry.name)[..], text.as_bytes()].concat())
    }

    /// Makes a folder and those above it.
    fn make_folders(&mut self, context: &mut Context<'_>, path: &[u8]) -> Result<bool, Halt> {
        let mut missing = Vec::new();
        let mut folder = path;
        while folder != b"." && folder != b"/" && !context.vfs().is_dir(context.cwd(), folder) {
            missing.push(folder);
            folder = dir_name(folder);
        }
        for folder in missing.into_iter().rev() {
            if let Err(errno) = context.vfs().mkdir(context.cwd(), folder, context.new_mode(0o777)) {
                let text = format!(
                    "\n                 {}\n                 unable to process {}.\n",
                    errno.message(),
                    bstr::BStr::new(path)
                );
                context.write_error(&[b"checkdir error:  cannot create ", folder, text.as_bytes()].concat())?;
                self.status = self.status.max(2);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asks what to do with a file that is there.
    fn ask(&mut self, context: &mut Context<'_>, path: &BString) -> Result<Answer, Halt> {
        loop {
            let question = b"? [y]es, [n]o, [A]ll, [N]one, [r]ename: ";
            context.write_error(&[b"replace ", path.as_slice(), question].concat())?;
            let Some(line) = self.line(context)? else {
                context.write_error(b" NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")?;
                self.never = true;
                self.status = self.status.max(1);
                return Ok(Answer::No);
            };
            match line.first() {
                Some(b'y' | b'Y') => return Ok(Answer::Yes),
                Some(b'n') => return Ok(Answer::No),
                Some(b'A') => {
                    self.always = true;
                    return Ok(Answer::Yes);
                }
                Some(b'N') => {
                    self.never = true;
                    return Ok(Answer::No);
                }
                Some(b'r' | b'R') => {
                    context.write_error(b"new name: ")?;
                    if let Some(name) = self.line(context)?.filter(|name| !name.is_empty()) {
                        let name: BString = name.into();
                        return Ok(Answer::Rename(match &self.folder {
                            Some(folder) => join(folder, &name),
                            None => name,
                        }));
                    }
                }
                _ => {
                    context.write_error(&[b"error:  invalid response [", &line[..], b"]\n"].concat())?;
                }
            }
        }
    }

    /// A line of the answers; `None` at their end.
    fn line(&mut self, context: &mut Context<'_>) -> Result<Option<Vec<u8>>, Halt> {
        if self.answers.is_none() {
            self.answers = context.stdin().ok();
        }
        let Some(input) = &mut self.answers else { return Ok(None) };
        let record = IoError::or_none(input.read_record(context, b'\n'))?.flatten();
        Ok(record.map(|record| record.data.to_vec()))
    }
}

/// An entry's content, charged before it is expanded; one that no tree would hold is not.
pub(super) fn content(context: &Context<'_>, entry: &ZipEntry) -> Result<Result<Bytes, Failure>, Halt> {
    context.charge_bytes((entry.size as usize).saturating_mul(EXPAND_EFFORT))?;
    let most = context.vfs().with_tree(|tree| tree.limits().total_bytes);
    Ok(if u64::from(entry.size) > most { Err(Failure::Memory) } else { entry.content() })
}

enum Answer {
    Yes,
    No,
    Rename(BString),
}

/// `  inflating: NAME` and blanks up to a column.
fn heading(verb: &str, name: &[u8]) -> Vec<u8> {
    let mut line = [verb.as_bytes(), b": ", name].concat();
    line.resize(line.len().max(verb.len() + 2 + 22), b' ');
    line.extend_from_slice(b"  ");
    line
}

fn time_of(entry: &ZipEntry) -> Time {
    Time(entry.mtime.unwrap_or_else(|| dos_seconds(entry)).saturating_mul(NANOS))
}
