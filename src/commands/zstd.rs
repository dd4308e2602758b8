//! `zstd`, `unzstd` and `zstdcat`, as version 1.5 does them.
//!
//! The encoder has one level: all numbers of levels are taken, and the output is the same.

use std::io::{BufRead, Write};

use bstr::{BString, ByteSlice};

use super::options;
use super::shared::path::{base_name, join};
use super::shared::streams::{Done, Sink, Source, Target, Trouble, transform, transform_to_file, transform_to_stdout};
use formats::codec::{Failure, gzip, peek, xz, zstd as codec};
use shell::command::{Context, Input, Native, Outcome, Output};
use shell::kernel::{Halt, IoError, OpenOptions, Stat};
use workspace::Kind;

macro_rules! help {
    ($name:literal, $what:literal) => {
        concat!(
            "Usage: ",
            $name,
            " [OPTION]... [FILE]... [-o OUTPUT]\n",
            $what,
            "\n\nWith no FILE, or when FILE is -, read standard input.\n\n",
            "  -o OUTPUT           write to OUTPUT\n",
            "  -k, --keep          keep the files that were read (the default)\n",
            "  --rm                remove them\n",
            "  -1 ... -19          from fast to small; the output is the same\n",
            "  --ultra             levels up to 22\n",
            "  --fast[=N]          fast levels\n",
            "  -d, --decompress, --uncompress  expand\n",
            "  -z, --compress      compress\n",
            "  -t, --test          test whether the files are whole\n",
            "  -l                  tell what .zst files hold\n",
            "  -f, --force         overwrite files, follow links, pass on what is not compressed\n",
            "  -c, --stdout        write to standard output\n",
            "  -r                  go into folders\n",
            "  --filelist LIST     names from the lines of LIST\n",
            "  --output-dir-flat DIR  make the files in DIR\n",
            "  --format=FORMAT     zstd, gzip, xz or lzma\n",
            "  -T N                there is one thread\n",
            "  --no-progress, --progress  no matter here\n",
            "  --no-check, --check  sums are always written\n",
            "  --no-sparse, --sparse  no holes, as always\n",
            "  -q, --quiet         no warnings; twice, no errors\n",
            "  -v, --verbose       tell more\n",
            "  -h, -H, --help      show this help and exit\n",
            "  -V, --version       show the version and exit\n"
        )
    };
}

const ZSTD: &str = help!("zstd", "Compress each FILE to FILE.zst, or expand it with -d.");
const UNZSTD: &str = help!("unzstd", "Expand each FILE.zst.");
const ZSTDCAT: &str = help!("zstdcat", "Expand each FILE to standard output.");

pub const COMMANDS: &[Native] = &[
    Native { name: "unzstd", help: UNZSTD, run },
    Native { name: "zstd", help: ZSTD, run },
    Native { name: "zstdcat", help: ZSTDCAT, run },
];

/// The work for a byte, against copying it.
const PACK_EFFORT: usize = 20;
const EXPAND_EFFORT: usize = 3;

const KNOWN: &str = ".zst/.tzst/.gz/.tgz/.lzma/.xz/.txz/.lz4/.tlz4";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Pack,
    Expand,
    Test,
    List,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Zstd,
    Gzip,
    Xz,
    Lzma,
}

struct Zstd {
    mode: Mode,
    format: Format,
    stdout: bool,
    force: bool,
    remove: bool,
    recursive: bool,
    /// 2 is usual; `-q` takes one off and `-v` adds one.
    display: i32,
    output: Option<BString>,
    folder: Option<BString>,
    status: u8,
    several: bool,
    /// Files that went well, their bytes before and after.
    done: (u64, u64, u64),
}

fn run(context: &mut Context<'_>) -> Outcome {
    let name = context.name();
    let mut zstd = Zstd {
        mode: if name == "zstd" { Mode::Pack } else { Mode::Expand },
        format: Format::Zstd,
        stdout: name == "zstdcat",
        force: name == "zstdcat",
        remove: false,
        recursive: false,
        display: if name == "zstdcat" { 1 } else { 2 },
        output: None,
        folder: None,
        status: 0,
        several: false,
        done: (0, 0, 0),
    };
    let mut names: Vec<BString> = Vec::new();
    let mut args = context.args().iter();
    let mut only_names = false;
    while let Some(arg) = args.next() {
        if only_names || !arg.starts_with(b"-") || arg == "-" {
            names.push(arg.clone());
            continue;
        }
        if arg == "--" {
            only_names = true;
            continue;
        }
        if arg.starts_with(b"--") {
            match zstd.long(context, arg, &mut args, &mut names)? {
                None => continue,
                Some(status) => return Ok(status),
            }
        }
        let mut letters = arg.get(1..).unwrap_or_default();
        while let Some((&letter, rest)) = letters.split_first() {
            letters = rest;
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            match letter {
                b'0'..=b'9' => {
                    let level = arg.get(arg.len() - rest.len() - 1..arg.len() - rest.len() + digits).unwrap_or_default();
                    let level: u64 = level.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(u64::MAX);
                    if level > 22 && zstd.display >= 2 {
                        context.write_error(b"Warning : compression level higher than max, reduced to 19 \n")?;
                    }
                    letters = rest.get(digits..).unwrap_or_default();
                }
                b'T' | b'M' | b'B' => letters = rest.get(digits..).unwrap_or_default(),
                b'd' => zstd.mode = Mode::Expand,
                b'z' => zstd.mode = Mode::Pack,
                b't' => zstd.mode = Mode::Test,
                b'l' => zstd.mode = Mode::List,
                b'c' => (zstd.stdout, zstd.output) = (true, None),
                b'f' => zstd.force = true,
                b'k' => zstd.remove = false,
                b'r' => zstd.recursive = true,
                b'q' => zstd.display -= 1,
                b'v' => zstd.display += 1,
                b'h' | b'H' => return options::print_help(context),
                b'V' => return options::print_version(context, name),
                b'o' => {
                    let value = if rest.is_empty() { args.next().cloned() } else { Some(rest.into()) };
                    let Some(value) = value else {
                        context.write_error(b"error: missing command argument \n")?;
                        return Ok(1);
                    };
                    zstd.output = Some(value);
                    letters = b"";
                }
                _ => return zstd.bad(context),
            }
        }
    }
    if zstd.recursive {
        names = zstd.expand_folders(context, names)?;
    }
    if names.is_empty() {
        names.push("-".into());
    }
    if zstd.output.as_ref().is_some_and(|output| output == "-") {
        (zstd.output, zstd.stdout) = (None, true);
    }
    if zstd.mode == Mode::List {
        return zstd.list(context, &names);
    }
    zstd.several = names.len() > 1;
    if zstd.several && zstd.output.is_some() {
        return zstd.joined(context, &names);
    }
    for name in &names {
        context.charge(10)?;
        zstd.operand(context, name)?;
    }
    zstd.summary(context)?;
    Ok(zstd.status)
}

impl Zstd {
    fn bad(&self, context: &mut Context<'_>) -> Outcome {
        context.write_error(b"Incorrect parameters \n")?;
        context.write_error(context.help().as_bytes())?;
        Ok(1)
    }

    /// Takes a long option; a status ends the command.
    fn long<'a>(
        &mut self,
        context: &mut Context<'_>,
        arg: &[u8],
        args: &mut impl Iterator<Item = &'a BString>,
        names: &mut Vec<BString>,
    ) -> Result<Option<u8>, Halt> {
        let (option, value) = match arg.split_once_str("=") {
            Some((option, value)) => (option, Some(BString::from(value))),
            None => (arg, None),
        };
        match (option, &value) {
            (b"--compress", None) => self.mode = Mode::Pack,
            (b"--decompress" | b"--uncompress", None) => self.mode = Mode::Expand,
            (b"--test", None) => self.mode = Mode::Test,
            (b"--list", None) => self.mode = Mode::List,
            (b"--force", None) => self.force = true,
            (b"--keep", None) => self.remove = false,
            (b"--rm", None) => self.remove = true,
            (b"--stdout", None) => (self.stdout, self.output) = (true, None),
            (b"--quiet", None) => self.display -= 1,
            (b"--verbose", None) => self.display += 1,
            (b"--help", None) => return options::print_help(context).map(Some),
            (b"--version", None) => return options::print_version(context, context.name()).map(Some),
            (
                b"--check" | b"--no-check" | b"--sparse" | b"--no-sparse" | b"--progress" | b"--no-progress" | b"--ultra"
                | b"--single-thread" | b"--no-dictID" | b"--rsyncable" | b"--adapt" | b"--asyncio" | b"--no-asyncio",
                None,
            )
            | (b"--fast" | b"--long", _)
            | (b"--threads" | b"--memory" | b"--stream-size" | b"--size-hint", Some(_)) => {}
            (b"--format", Some(format)) => {
                self.format = match format.as_bytes() {
                    b"zstd" => Format::Zstd,
                    b"gzip" => Format::Gzip,
                    b"xz" => Format::Xz,
                    b"lzma" => Format::Lzma,
                    _ => return self.bad(context).map(Some),
                };
            }
            (b"--filelist" | b"--output-dir-flat", _) => {
                let Some(value) = value.or_else(|| args.next().cloned()) else {
                    context.write_error(b"error: missing command argument \n")?;
                    return Ok(Some(1));
                };
                if option == b"--output-dir-flat" {
                    self.folder = Some(value);
                    return Ok(None);
                }
                match context.read_operand(&value) {
                    Ok(text) => names.extend(ByteSlice::lines(text.as_ref()).filter(|line| !line.is_empty()).map(BString::from)),
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(_)) => {
                        context.write_error(&[b"zstd: error reading ", value.as_slice(), b" \n"].concat())?;
                        return Ok(Some(1));
                    }
                }
            }
            _ => return self.bad(context).map(Some),
        }
        Ok(None)
    }

    fn tell(&self, context: &mut Context<'_>, level: i32, parts: &[&[u8]]) -> Result<(), Halt> {
        if self.display >= level { context.write_error(&parts.concat()) } else { Ok(()) }
    }

    fn fail(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        self.status = 1;
        self.tell(context, 1, parts)
    }

    /// Files in the place of folders.
    fn expand_folders(&mut self, context: &mut Context<'_>, names: Vec<BString>) -> Result<Vec<BString>, Halt> {
        let mut out = Vec::new();
        let mut waiting: Vec<BString> = names.into_iter().rev().collect();
        while let Some(name) = waiting.pop() {
            context.charge(2)?;
            let is_dir = context.vfs().lstat(context.cwd(), &name).is_ok_and(|stat| stat.is_dir());
            match context.vfs().read_dir(context.cwd(), &name) {
                Ok(entries) if is_dir => waiting.extend(entries.iter().rev().map(|entry| join(&name, &entry.name))),
                _ => out.push(name),
            }
        }
        if out.is_empty() {
            self.tell(context, 1, &[b"please provide correct input file(s) or non-empty directories -- ignored \n"])?;
        }
        Ok(out)
    }

    fn suffix(&self) -> &'static [u8] {
        match self.format {
            Format::Zstd => b".zst",
            Format::Gzip => b".gz",
            Format::Xz => b".xz",
            Format::Lzma => b".lzma",
        }
    }

    /// The name of the file to make; `None` when there is none, which has been told.
    fn output_name(&mut self, context: &mut Context<'_>, name: &BString) -> Result<Option<BString>, Halt> {
        let place = |made: Vec<u8>, folder: &Option<BString>| match folder {
            Some(folder) => join(folder, base_name(&made)),
            None => made.into(),
        };
        if self.mode == Mode::Pack {
            return Ok(Some(place([name.as_slice(), self.suffix()].concat(), &self.folder)));
        }
        let known: [(&[u8], &[u8]); 7] = [
            (b".zst", b""),
            (b".tzst", b".tar"),
            (b".gz", b""),
            (b".tgz", b".tar"),
            (b".lzma", b""),
            (b".xz", b""),
            (b".txz", b".tar"),
        ];
        let found = known.into_iter().find(|(suffix, _)| name.ends_with(suffix) && name.len() > suffix.len());
        let Some((suffix, instead)) = found else {
            self.fail(
                context,
                &[
                    b"zstd: ",
                    name,
                    b": unknown suffix (",
                    KNOWN.as_bytes(),
                    b" expected). Can't derive the output file name. Specify it with -o dstFileName. Ignoring.\n",
                ],
            )?;
            return Ok(None);
        };
        let stem = name.get(..name.len() - suffix.len()).unwrap_or_default();
        Ok(Some(place([stem, instead].concat(), &self.folder)))
    }

    /// Symbolic links are passed over without `-f`, which is told.
    fn passes_over_link(&mut self, context: &mut Context<'_>, name: &BString) -> Result<bool, Halt> {
        let is_link = context.vfs().lstat(context.cwd(), name).is_ok_and(|stat| stat.kind == Kind::Symlink);
        if is_link && !self.force {
            self.status = 1;
            self.tell(context, 2, &[b"Warning : ", name, b" is a symbolic link, ignoring \n"])?;
        }
        Ok(is_link && !self.force)
    }

    /// Looks at an operand; `None` when it is not to be read, which has been told.
    fn open(&mut self, context: &mut Context<'_>, name: &BString) -> Result<Option<(Input, Option<Stat>)>, Halt> {
        if name == "-" {
            return match context.stdin() {
                Ok(input) => Ok(Some((input, None))),
                Err(IoError::Halt(halt)) => Err(halt),
                Err(IoError::Errno(errno)) => {
                    self.fail(context, &[b"zstd: /*stdin*\\: ", errno.message().as_bytes(), b" \n"])?;
                    Ok(None)
                }
            };
        }
        if self.passes_over_link(context, name)? {
            return Ok(None);
        }
        let stat = match context.vfs().stat(context.cwd(), name) {
            Ok(stat) => stat,
            Err(errno) => {
                let text = errno.message().as_bytes();
                self.fail(context, &[b"zstd: can't stat ", name, b" : ", text, b" -- ignored \n"])?;
                return Ok(None);
            }
        };
        if stat.is_dir() {
            self.fail(context, &[b"zstd: ", name, b" is a directory -- ignored \n"])?;
            return Ok(None);
        }
        if stat.kind != Kind::File && !self.force {
            self.fail(context, &[b"zstd: ", name, b" is not a regular file -- ignored \n"])?;
            return Ok(None);
        }
        match context.open_operand(name) {
            Ok(input) => Ok(Some((input, Some(stat)))),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                self.fail(context, &[b"zstd: ", name, b": ", errno.message().as_bytes(), b" \n"])?;
                Ok(None)
            }
        }
    }

    /// Whether the output may be made: without a terminal nobody agrees to overwrite.
    fn may_write(&mut self, context: &mut Context<'_>, output: &BString) -> Result<bool, Halt> {
        match context.vfs().lstat(context.cwd(), output) {
            Err(_) => Ok(true),
            Ok(stat) if stat.is_dir() => {
                self.fail(context, &[b"zstd: ", output, b" is a directory \n"])?;
                Ok(false)
            }
            Ok(stat) if self.force => {
                if stat.kind == Kind::File || stat.kind == Kind::Symlink {
                    let _ = context.vfs().unlink(context.cwd(), output);
                }
                Ok(true)
            }
            Ok(_) => {
                if self.display <= 1 {
                    self.fail(context, &[b"zstd: ", output, b" already exists; not overwritten  \n"])?;
                } else {
                    let question = b" already exists; overwrite (y/n) ? Not overwritten  \n \n";
                    self.fail(context, &[b"zstd: ", output, question])?;
                }
                Ok(false)
            }
        }
    }

    fn operand(&mut self, context: &mut Context<'_>, name: &BString) -> Result<(), Halt> {
        let is_stdin = name == "-";
        let in_place = !self.stdout && self.mode != Mode::Test && (!is_stdin || self.output.is_some());
        let mut output = None;
        if in_place {
            if !is_stdin && self.passes_over_link(context, name)? {
                return Ok(());
            }
            output = match self.output.clone() {
                Some(output) => Some(output),
                None => self.output_name(context, name)?,
            };
            if output.is_none() {
                return Ok(());
            }
        }
        let Some((input, stat)) = self.open(context, name)? else {
            return Ok(());
        };
        if let Some(output) = &output
            && output != "/dev/null"
            && !self.may_write(context, output)?
        {
            return Ok(());
        }
        let shown: BString = if is_stdin { "/*stdin*\\".into() } else { name.clone() };
        let done = self.pass(context, input, output.as_ref(), stat.as_ref())?;
        if !self.told(context, &shown, output.as_ref(), &done)? {
            return Ok(());
        }
        self.done = (
            self.done.0 + 1,
            self.done.1.saturating_add(done.taken),
            self.done.2.saturating_add(done.written),
        );
        let target: &[u8] = match &output {
            Some(output) => output,
            None => b"/*stdout*\\",
        };
        // One file is told of, several are summed up, and what goes to a pipe is nobody's business.
        let talkative = if output.is_some() || self.mode == Mode::Test { 2 } else { 3 };
        if !self.several && self.display >= talkative {
            let line = if self.mode == Mode::Pack {
                let ratio = if done.taken == 0 { 0.0 } else { 100.0 * done.written as f64 / done.taken as f64 };
                let sizes = format!("({:>6} B => {:>6} B, ", done.taken, done.written);
                [pad(&shown, 20).as_slice(), format!(" :{ratio:6.2}%   {sizes}").as_bytes(), target, b") \n"].concat()
            } else {
                [pad(&shown, 20).as_slice(), format!(": {} bytes \n", done.written).as_bytes()].concat()
            };
            context.write_error(&line)?;
        }
        if self.remove
            && !is_stdin
            && in_place
            && let Err(errno) = context.vfs().unlink(context.cwd(), name)
        {
            self.fail(context, &[b"zstd: ", name, b": ", errno.message().as_bytes(), b" \n"])?;
        }
        Ok(())
    }

    /// Compresses, expands or tests one input.
    fn pass(
        &mut self,
        context: &mut Context<'_>,
        input: Input,
        output: Option<&BString>,
        stat: Option<&Stat>,
    ) -> Result<Done<u64>, Halt> {
        let (format, pass) = (self.format, self.force && self.stdout);
        let is_pack = self.mode == Mode::Pack;
        let size = stat.map(|stat| stat.size);
        let work = |from: &mut Source<'_, '_>,
                    to: &mut Sink<'_, '_>| match (is_pack, format) {
            (true, Format::Zstd) => Ok(codec::compress(from, to)?.0),
            (true, Format::Gzip) => Ok(gzip::compress(from, to, None, 0, 6)?.length),
            (true, Format::Xz) => Ok(xz::compress(from, to, xz::Options::default(), size)?),
            (true, Format::Lzma) => Ok(xz::compress_lzma(from, to, 6, size)?),
            (false, _) => expand(from, to, pass),
        };
        let effort = if is_pack { PACK_EFFORT } else { EXPAND_EFFORT };
        match output {
            _ if self.mode == Mode::Test => transform(context, input, Target::Nowhere, effort, work),
            Some(output) if output == "/dev/null" => transform(context, input, Target::Nowhere, effort, work),
            Some(output) => transform_to_file(context, input, output, stat, effort, work),
            None => transform_to_stdout(context, input, effort, work),
        }
    }

    /// Tells what went wrong. True when nothing did.
    fn told(
        &mut self,
        context: &mut Context<'_>,
        name: &[u8],
        output: Option<&BString>,
        done: &Done<u64>,
    ) -> Result<bool, Halt> {
        let failure = match &done.result {
            Ok(_) => return Ok(true),
            Err(Trouble::Read(errno)) => {
                self.fail(context, &[b"zstd: error 26 : Read error : ", errno.message().as_bytes(), b" \n"])?;
                return Ok(false);
            }
            Err(Trouble::Write(errno)) => {
                let output = output.map_or(&b"/*stdout*\\"[..], |output| output.as_slice());
                self.fail(context, &[b"zstd: ", output, b": ", errno.message().as_bytes(), b" \n"])?;
                return Ok(false);
            }
            Err(Trouble::Stream(failure)) => failure,
        };
        let own: &[u8] = match failure {
            Failure::Format if done.taken == 0 => b": unexpected end of file \n",
            Failure::Format if done.taken < 4 && done.written == 0 => b": unknown header \n",
            Failure::Format => b": unsupported format \n",
            Failure::Cut => b" : Read error (39) : premature end \n",
            Failure::Checksum => b" : Decoding error (36) : Restored data doesn't match checksum \n",
            Failure::Memory => b" : Decoding error (36) : Frame requires too much memory for decoding \n",
            Failure::Unsupported(_) => b" : Decoding error (36) : Dictionary mismatch \n",
            _ => b" : Decoding error (36) : Data corruption detected \n",
        };
        let lead: &[u8] = if matches!(failure, Failure::Format) { b"zstd: " } else { b"" };
        self.fail(context, &[lead, name, own])?;
        Ok(false)
    }

    /// All inputs into one file.
    fn joined(&mut self, context: &mut Context<'_>, names: &[BString]) -> Outcome {
        let Some(output) = self.output.clone() else { return Ok(1) };
        self.tell(
            context,
            2,
            &[
                b"zstd: WARNING: all input files will be processed and concatenated into a single output file: ",
                &output,
                b" \nThe concatenated output CANNOT regenerate original file names nor directory structure. \n",
            ],
        )?;
        if !self.force {
            let text = b"Concatenating multiple processed inputs into a single output loses file metadata. \n";
            self.tell(context, 1, &[text, b"Aborting. \n"])?;
            return Ok(1);
        }
        if !self.may_write(context, &output)? {
            return Ok(1);
        }
        let file = match context.open(&output, OpenOptions::writing(context.new_mode(0o666))) {
            Ok(file) => file,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                self.fail(context, &[b"zstd: ", &output, b": ", errno.message().as_bytes(), b" \n"])?;
                return Ok(1);
            }
        };
        // What would go to standard output goes to the file.
        let before = std::mem::replace(&mut context.stdout, Output::new(Some(file)));
        let mut result = Ok(());
        for name in names {
            result = self.one_of_many(context, name);
            if result.is_err() {
                break;
            }
        }
        let flushed = context.flush();
        context.stdout = before;
        result?;
        flushed?;
        self.summary(context)?;
        Ok(self.status)
    }

    fn one_of_many(&mut self, context: &mut Context<'_>, name: &BString) -> Result<(), Halt> {
        context.charge(10)?;
        let Some((input, stat)) = self.open(context, name)? else { return Ok(()) };
        let done = self.pass(context, input, None, stat.as_ref())?;
        if self.told(context, name, None, &done)? {
            self.done = (
                self.done.0 + 1,
                self.done.1.saturating_add(done.taken),
                self.done.2.saturating_add(done.written),
            );
        }
        Ok(())
    }

    /// The line below several files.
    fn summary(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        let (count, taken, written) = self.done;
        let quiet = self.stdout && self.mode != Mode::Test;
        if !self.several || count == 0 || self.display < 2 || quiet && self.display < 3 {
            return Ok(());
        }
        let line = if self.mode == Mode::Pack {
            let ratio = match taken {
                0 => String::new(),
                taken => format!("{:.2}% ", 100.0 * written as f64 / taken as f64),
            };
            format!("{count:3} files compressed : {ratio}({:>10} => {:>10})\n", amount(taken), amount(written))
        } else {
            format!("{count} files decompressed : {written:6} bytes total \n")
        };
        context.write_error(line.as_bytes())
    }

    /// `-l`
    fn list(&mut self, context: &mut Context<'_>, names: &[BString]) -> Outcome {
        let mut total = codec::Frames::default();
        let mut shown = 0;
        let mut files = Vec::new();
        for name in names {
            if name == "-" {
                self.fail(context, &[b"zstd: --list does not support reading from standard input \n"])?;
            } else if !context.vfs().stat(context.cwd(), name).is_ok_and(|stat| stat.is_file()) {
                self.fail(context, &[b"Error : ", name, b" is not a file \n"])?;
            } else {
                files.push(name);
            }
        }
        context.write(b"Frames  Skips  Compressed  Uncompressed  Ratio  Check  Filename\n")?;
        for name in files {
            let bytes = match context.read_operand(name) {
                Ok(bytes) => bytes,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    self.fail(context, &[b"zstd: ", name, b": ", errno.message().as_bytes(), b" \n"])?;
                    continue;
                }
            };
            let frames = match codec::frames(&bytes) {
                Ok(frames) => frames,
                Err(Failure::Format) => {
                    self.fail(context, &[b"File \"", name, b"\" not compressed by zstd \n"])?;
                    continue;
                }
                Err(_) => {
                    self.fail(context, &[b"Error while parsing \"", name, b"\" \n"])?;
                    continue;
                }
            };
            shown += 1;
            context.write(&[frames_row(&frames).as_bytes(), name, b"\n"].concat())?;
            total.add(&frames);
        }
        if names.len() > 1 {
            let total = match shown {
                0 => "     0      0       0   B         0   B  0.000  XXH64  ".to_owned(),
                _ => frames_row(&total),
            };
            let line = format!("{} \n{total}{shown} files\n", "-".repeat(65));
            context.write(line.as_bytes())?;
        }
        Ok(self.status)
    }
}

fn frames_row(frames: &codec::Frames) -> String {
    let check = if frames.checked { "XXH64" } else { "None" };
    let packed = amount(frames.packed);
    match frames.whole {
        Some(whole) => {
            let ratio = if frames.packed == 0 { 0.0 } else { whole as f64 / frames.packed as f64 };
            format!(
                "{:>6}  {:>5}  {packed:>10}  {:>12}  {ratio:>5.3}  {check:>5}  ",
                frames.frames,
                frames.skips,
                amount(whole)
            )
        }
        None => format!("{:>6}  {:>5}  {packed:>10}                       {check:>5}  ", frames.frames, frames.skips),
    }
}

/// `19   B`, `1.25 KiB`
fn amount(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 1024.0 && unit < 4 {
        value /= 1024.0;
        unit += 1;
    }
    let letters = ["  B", "KiB", "MiB", "GiB", "TiB"].get(unit).copied().unwrap_or_default();
    let digits = match value {
        _ if unit == 0 => 0,
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        value if value > 1.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$} {letters}")
}

fn pad(name: &[u8], width: usize) -> Vec<u8> {
    let mut out = name.to_vec();
    out.resize(out.len().max(width), b' ');
    out
}

/// Expands what it is: zstd, gzip, xz or lzma. With `pass`, what is none of these goes through.
fn expand(from: &mut dyn BufRead, to: &mut dyn Write, pass: bool) -> Result<u64, Failure> {
    let mut counted = Counted { out: to, count: 0 };
    let result = match peek(from)? {
        Some(0x1f) => gzip::expand(from, &mut counted),
        Some(0xfd) => xz::expand(from, &mut counted, false).map(drop),
        Some(0x5d) => xz::expand_lzma(from, &mut counted).map(drop),
        None => Err(Failure::Format),
        Some(first) => {
            let ours = first == codec::MAGIC[0] || first & 0xf0 == 0x50;
            if pass && !ours {
                loop {
                    let chunk = from.fill_buf()?;
                    let length = chunk.len();
                    if length == 0 {
                        break Ok(());
                    }
                    counted.write_all(chunk)?;
                    from.consume(length);
                }
            } else {
                codec::expand(from, &mut counted).map(drop)
            }
        }
    };
    result.map(|()| counted.count)
}

struct Counted<'a> {
    out: &'a mut dyn Write,
    count: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        let count = self.out.write(data)?;
        self.count += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

