//! `xz`, `unxz`, `xzcat`, `lzma`, `unlzma` and `lzcat`, as XZ Utils 5.4 does them.

use std::io::{BufRead, Write};

use bstr::{BString, ByteSlice};

use super::options::{self, Opt, Parsed, Spec, Takes};
use super::shared::number::parse_size;
use super::shared::streams::{Sink, Source, Target, Trouble, transform, transform_to_file, transform_to_stdout};
use formats::codec::xz::{self as codec, Check};
use formats::codec::xz_list::{Listing, list};
use formats::codec::{Failure, peek};
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError, Stat};
use workspace::Kind;

macro_rules! help {
    ($name:literal, $what:literal) => {
        concat!(
            "Usage: ",
            $name,
            " [OPTION]... [FILE]...\n",
            $what,
            "\n\nWith no FILE, or when FILE is -, read standard input.\n\n",
            "  -z, --compress      compress\n",
            "  -d, --decompress    expand\n",
            "  -t, --test          test whether the files are whole\n",
            "  -l, --list          tell what .xz files hold\n",
            "  -k, --keep          keep the files that were read\n",
            "  -f, --force         overwrite files, follow links, pass on what is not compressed\n",
            "  -c, --stdout        write to standard output and keep the files\n",
            "      --single-stream  expand the first stream alone\n",
            "      --no-sparse     no holes, as always\n",
            "  -S, --suffix=.SUF   .SUF instead of .xz\n",
            "      --files[=FILE]  names from FILE or standard input, one a line\n",
            "      --files0[=FILE]  names that end with NUL\n",
            "  -F, --format=FMT    auto, xz or lzma\n",
            "  -C, --check=CHECK   none, crc32, crc64 (the default) or sha256\n",
            "      --ignore-check  sums are checked nevertheless\n",
            "  -0, ..., -9         from fast to small; 6 is usual\n",
            "  -e, --extreme       no matter here\n",
            "  -T, --threads=NUM   there is one thread\n",
            "      --block-size=SIZE  begin a block after each SIZE bytes\n",
            "  -M, --memlimit=LIMIT  no matter here\n",
            "      --no-adjust     no matter here\n",
            "  -q, --quiet         no warnings; twice, no errors\n",
            "  -v, --verbose       tell what is done\n",
            "  -Q, --no-warn       warnings do not count in the status\n",
            "      --robot         tables for programs\n",
            "  -h, --help          show this help and exit\n",
            "  -H, --long-help     the same\n",
            "  -V, --version       show the version and exit\n"
        )
    };
}

const XZ: &str = help!("xz", "Compress each FILE to FILE.xz, or expand it with -d.");
const UNXZ: &str = help!("unxz", "Expand each FILE.xz or FILE.lzma.");
const XZCAT: &str = help!("xzcat", "Expand each FILE to standard output.");
const LZMA: &str = help!("lzma", "Compress each FILE to FILE.lzma, or expand it with -d.");
const UNLZMA: &str = help!("unlzma", "Expand each FILE.lzma.");
const LZCAT: &str = help!("lzcat", "Expand each FILE to standard output.");

const SPEC: Spec = Spec::new(&[
    Opt::both('z', "compress", Takes::Nothing),
    Opt::both('d', "decompress", Takes::Nothing),
    Opt::long('d', "uncompress", Takes::Nothing),
    Opt::both('t', "test", Takes::Nothing),
    Opt::both('l', "list", Takes::Nothing),
    Opt::both('k', "keep", Takes::Nothing),
    Opt::both('f', "force", Takes::Nothing),
    Opt::both('c', "stdout", Takes::Nothing),
    Opt::long('c', "to-stdout", Takes::Nothing),
    Opt::long('1', "fast", Takes::Nothing),
    Opt::long('9', "best", Takes::Nothing),
    Opt::long('s', "single-stream", Takes::Nothing),
    Opt::long('n', "no-sparse", Takes::Nothing),
    Opt::both('S', "suffix", Takes::Value),
    Opt::long('i', "files", Takes::Optional),
    Opt::long('o', "files0", Takes::Optional),
    Opt::both('F', "format", Takes::Value),
    Opt::both('C', "check", Takes::Value),
    Opt::long('n', "ignore-check", Takes::Nothing),
    Opt::short('0', Takes::Nothing),
    Opt::short('1', Takes::Nothing),
    Opt::short('2', Takes::Nothing),
    Opt::short('3', Takes::Nothing),
    Opt::short('4', Takes::Nothing),
    Opt::short('5', Takes::Nothing),
    Opt::short('6', Takes::Nothing),
    Opt::short('7', Takes::Nothing),
    Opt::short('8', Takes::Nothing),
    Opt::short('9', Takes::Nothing),
    Opt::both('e', "extreme", Takes::Nothing),
    Opt::both('T', "threads", Takes::Value),
    Opt::long('b', "block-size", Takes::Value),
    Opt::both('M', "memlimit", Takes::Value),
    Opt::long('M', "memlimit-compress", Takes::Value),
    Opt::long('M', "memlimit-decompress", Takes::Value),
    Opt::long('n', "no-adjust", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::both('Q', "no-warn", Takes::Nothing),
    Opt::long('r', "robot", Takes::Nothing),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('H', "long-help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[
    Native { name: "lzcat", help: LZCAT, run },
    Native { name: "lzma", help: LZMA, run },
    Native { name: "unlzma", help: UNLZMA, run },
    Native { name: "unxz", help: UNXZ, run },
    Native { name: "xz", help: XZ, run },
    Native { name: "xzcat", help: XZCAT, run },
];

/// The work for a byte, against copying it.
const PACK_EFFORT: usize = 200;
const EXPAND_EFFORT: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Pack,
    Expand,
    Test,
    List,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Auto,
    Xz,
    Lzma,
}

struct Xz {
    mode: Mode,
    stdout: bool,
    keep: bool,
    force: bool,
    single: bool,
    suffix: Option<BString>,
    format: Format,
    options: codec::Options,
    quiet: u32,
    verbose: u32,
    no_warn: bool,
    robot: bool,
    status: u8,
    listed: Vec<Listing>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let name = context.name();

    let mut xz = Xz {
        mode: if matches!(name, "xz" | "lzma") { Mode::Pack } else { Mode::Expand },
        stdout: name.ends_with("cat"),
        keep: false,
        force: false,
        single: false,
        suffix: None,
        format: if matches!(name, "lzma" | "unlzma" | "lzcat") { Format::Lzma } else { Format::Auto },
        options: codec::Options::default(),
        quiet: 0,
        verbose: 0,
        no_warn: false,
        robot: false,
        status: 0,
        listed: Vec::new(),
    };

    // The environment's options come first.
    let mut args: Vec<BString> = Vec::new();
    for variable in [&b"XZ_DEFAULTS"[..], b"XZ_OPT"] {
        if let Some(text) = context.exec.env(variable) {
            args.extend(text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(BString::from));
        }
    }
    args.extend(context.args().iter().cloned());
    let refuse = |context: &mut Context<'_>, message: &[u8]| {
        // It is kept for folders, but does nothing yet.
        if message != b"invalid option -- 'r'" {
            context.complain(&[message])?;
        }
        let name = context.name();
        context.complain(&[b"Try `", name.as_bytes(), b" --help' for more information."])?;
        Ok(1)
    };
    let scanned = match options::scan_or_answer(context, &SPEC, &args, name, refuse)? {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let mut names = scanned.operands;
    for (_, option) in scanned.options {
        match xz.option(context, &option, &mut names)? {
            None => {}
            Some(status) => return Ok(status),
        }
    }
    if names.is_empty() {
        names.push("-".into());
    }
    if xz.mode == Mode::List && xz.format == Format::Lzma {
        context.complain(&[b"--list works only on .xz files (--format=xz or --format=auto)"])?;
        return Ok(1);
    }
    for name in &names {
        context.charge(10)?;
        xz.operand(context, name)?;
    }
    if xz.mode == Mode::List {
        xz.totals(context)?;
    }
    Ok(if xz.status == 2 && xz.no_warn { 0 } else { xz.status })
}

impl Xz {
    /// Takes an option; a status ends the command.
    fn option(
        &mut self,
        context: &mut Context<'_>,
        option: &Parsed,
        names: &mut Vec<BString>,
    ) -> Result<Option<u8>, Halt> {
        let value = option.value();
        match option.id {
            'z' => self.mode = Mode::Pack,
            'd' => self.mode = Mode::Expand,
            't' => self.mode = Mode::Test,
            'l' => self.mode = Mode::List,
            'k' => self.keep = true,
            'f' => self.force = true,
            'c' => self.stdout = true,
            's' => self.single = true,
            'S' => {
                if value.is_empty() || value.contains(&b'/') {
                    context.complain(&[value, b": Invalid filename suffix"])?;
                    return Ok(Some(1));
                }
                self.suffix = Some(value.into());
            }
            'i' | 'o' => {
                let file = option.value.clone().unwrap_or_else(|| "-".into());
                let read = match &option.value {
                    Some(file) => context.open_operand(file).and_then(|mut input| input.read_to_end(context)),
                    None => context.read_operand(b"-"),
                };
                let text = match read {
                    Ok(text) => text,
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(errno)) => {
                        context.complain(&[&file, b": ", errno.message().as_bytes()])?;
                        return Ok(Some(1));
                    }
                };
                let end = if option.id == 'o' { 0 } else { b'\n' };
                names.extend(text.split(|byte| *byte == end).filter(|name| !name.is_empty()).map(BString::from));
                if names.is_empty() {
                    return Ok(Some(self.status));
                }
            }
            'F' => {
                self.format = match value.as_bytes() {
                    b"auto" => Format::Auto,
                    b"xz" => Format::Xz,
                    b"lzma" | b"alone" => Format::Lzma,
                    _ => {
                        context.complain(&[value, b": Unknown file format type"])?;
                        return Ok(Some(1));
                    }
                };
            }
            'C' => {
                self.options.check = match value.as_bytes() {
                    b"none" => Check::None,
                    b"crc32" => Check::Crc32,
                    b"crc64" => Check::Crc64,
                    b"sha256" => Check::Sha256,
                    _ => {
                        context.complain(&[value, b": Unsupported integrity check type"])?;
                        return Ok(Some(1));
                    }
                };
            }
            'T' if parse_size(value, b"").is_err() && value != "+0" && value != "+1" => {
                context.complain(&[value, b": Value is not a non-negative decimal integer"])?;
                return Ok(Some(1));
            }
            'b' => match parse_size(value.strip_suffix(b"iB").unwrap_or(value), b"kKMG") {
                Ok(size) => self.options.block = Some(size),
                Err(_) => {
                    context.complain(&[value, b": Value is not a non-negative decimal integer"])?;
                    return Ok(Some(1));
                }
            },
            'q' => self.quiet += 1,
            'v' => self.verbose += 1,
            'Q' => self.no_warn = true,
            'r' => self.robot = true,
            'h' | 'H' => return options::print_help(context).map(Some),
            'V' => return options::print_version(context, context.name()).map(Some),
            digit @ '0'..='9' => self.options.level = digit as u32 - '0' as u32,
            _ => {}
        }
        Ok(None)
    }

    fn fail(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        self.status = 1;
        if self.quiet > 1 { Ok(()) } else { context.complain(parts) }
    }

    fn warn(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        if self.status == 0 {
            self.status = 2;
        }
        if self.quiet > 0 { Ok(()) } else { context.complain(parts) }
    }

    fn operand(&mut self, context: &mut Context<'_>, name: &BString) -> Result<(), Halt> {
        if name == "-" {
            if self.mode == Mode::List {
                return self.fail(context, &[b"--list does not support reading from standard input"]);
            }
            return match context.stdin() {
                Ok(input) => self.stream(context, b"(stdin)", input, None, None),
                Err(IoError::Halt(halt)) => Err(halt),
                Err(IoError::Errno(errno)) => self.fail(context, &[b"(stdin): ", errno.message().as_bytes()]),
            };
        }
        let in_place = !self.stdout && matches!(self.mode, Mode::Pack | Mode::Expand);
        let careful = in_place && !self.force;
        let is_link = context.vfs().lstat(context.cwd(), name).is_ok_and(|stat| stat.kind == Kind::Symlink);
        if careful && is_link && !self.keep {
            return self.warn(context, &[name, b": Is a symbolic link, skipping"]);
        }
        let stat = match context.vfs().stat(context.cwd(), name) {
            Ok(stat) => stat,
            Err(errno) => return self.fail(context, &[name, b": ", errno.message().as_bytes()]),
        };
        if stat.is_dir() {
            return self.warn(context, &[name, b": Is a directory, skipping"]);
        }
        if in_place && stat.kind != Kind::File {
            return self.warn(context, &[name, b": Not a regular file, skipping"]);
        }
        if careful && !self.keep {
            if stat.mode & 0o6000 != 0 {
                return self.warn(context, &[name, b": File has setuid or setgid bit set, skipping"]);
            }
            if stat.mode & 0o1000 != 0 {
                return self.warn(context, &[name, b": File has sticky bit set, skipping"]);
            }
            if stat.links > 1 {
                return self.warn(context, &[name, b": Input file has more than one hard link, skipping"]);
            }
        }
        if self.mode == Mode::List {
            return self.list(context, name);
        }
        let mut output = None;
        if in_place {
            // What is no compressed file is told as that, whatever its name.
            if self.mode == Mode::Expand && !self.recognized(context, name)? {
                return self.fail(context, &[name, b": File format not recognized"]);
            }
            match self.output_name(context, name)? {
                Some(name) => output = Some(name),
                None => return Ok(()),
            }
        }
        if let Some(output) = &output {
            if self.force {
                let _ = context.vfs().unlink(context.cwd(), output);
            }
            if context.vfs().lstat(context.cwd(), output).is_ok() {
                return self.fail(context, &[output, b": File exists"]);
            }
        }
        let input = match context.open_operand(name) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => return self.fail(context, &[name, b": ", errno.message().as_bytes()]),
        };
        self.stream(context, name, input, output.as_ref(), Some(&stat))
    }

    /// Whether a file begins as one in the format does. One that cannot be read is left to who opens it.
    fn recognized(&self, context: &mut Context<'_>, name: &BString) -> Result<bool, Halt> {
        let input = match context.open_operand(name) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => return Ok(true),
        };
        let format = self.format;
        let done = transform(context, input, Target::Nowhere, 1, |from, _| {
            let is_xz = peek(from)? == Some(codec::MAGIC[0]);
            Ok(format != Format::Lzma && is_xz || format != Format::Xz && codec::looks_like_lzma(from)?)
        })?;
        Ok(done.result.unwrap_or(true))
    }

    /// The name of the file to make; `None` when there is none, which has been told.
    fn output_name(&mut self, context: &mut Context<'_>, name: &BString) -> Result<Option<BString>, Halt> {
        let is_lzma = self.format == Format::Lzma;
        let ends = |suffix: &[u8]| name.ends_with(suffix) && name.len() > suffix.len() && !name.ends_with(&[b"/", suffix].concat());
        if self.mode == Mode::Expand {
            let mut known: Vec<(&[u8], &[u8])> = Vec::new();
            if !is_lzma {
                known.extend([(&b".xz"[..], &b""[..]), (b".txz", b".tar")]);
            }
            if self.format != Format::Xz {
                known.extend([(&b".lzma"[..], &b""[..]), (b".tlz", b".tar")]);
            }
            if let Some(own) = &self.suffix {
                known.push((own, b""));
            }
            if let Some((suffix, instead)) = known.into_iter().find(|(suffix, _)| ends(suffix)) {
                let stem = name.get(..name.len() - suffix.len()).unwrap_or_default();
                return Ok(Some([stem, instead].concat().into()));
            }
            self.warn(context, &[name, b": Filename has an unknown suffix, skipping"])?;
            return Ok(None);
        }
        let usual: [&[u8]; 2] = if is_lzma { [b".lzma", b".tlz"] } else { [b".xz", b".txz"] };
        let own = self.suffix.clone();
        let known = usual.into_iter().chain(own.as_ref().map(|own| own.as_slice()));
        if let Some(suffix) = known.into_iter().find(|suffix| ends(suffix)) {
            self.warn(context, &[name, b": File already has `", suffix, b"' suffix, skipping"])?;
            return Ok(None);
        }
        let suffix: &[u8] = own.as_ref().map_or(usual[0], |own| own.as_slice());
        Ok(Some([name.as_slice(), suffix].concat().into()))
    }

    /// Compresses, expands or tests.
    fn stream(
        &mut self,
        context: &mut Context<'_>,
        name: &[u8],
        input: Input,
        output: Option<&BString>,
        stat: Option<&Stat>,
    ) -> Result<(), Halt> {
        let (options, format, size) = (self.options, self.format, stat.map(|stat| stat.size));
        let (pass, single) = (self.force && self.stdout, self.single);
        let is_pack = self.mode == Mode::Pack;
        let work = |from: &mut Source<'_, '_>,
                    to: &mut Sink<'_, '_>| match is_pack {
            true if format == Format::Lzma => Ok(codec::compress_lzma(from, to, options.level, size)?),
            true => Ok(codec::compress(from, to, options, size)?),
            false => expand(from, to, format, pass, single),
        };
        let effort = if is_pack { PACK_EFFORT } else { EXPAND_EFFORT };
        let done = match output {
            _ if self.mode == Mode::Test => transform(context, input, Target::Nowhere, effort, work)?,
            Some(output) => transform_to_file(context, input, output, stat, effort, work)?,
            None => transform_to_stdout(context, input, effort, work)?,
        };
        match &done.result {
            Ok(_) => {}
            Err(Trouble::Read(errno)) => {
                let text = errno.message().as_bytes();
                return self.fail(context, &[name, b": Read error: ", text]);
            }
            Err(Trouble::Write(errno)) => {
                let output = output.map_or(&b"(stdout)"[..], |output| output.as_slice());
                return self.fail(context, &[output, b": Write error: ", errno.message().as_bytes()]);
            }
            Err(Trouble::Stream(failure)) => {
                let text: &[u8] = match failure {
                    Failure::Format => b": File format not recognized",
                    Failure::Cut => b": Unexpected end of input",
                    Failure::Memory => b": Memory usage limit reached",
                    Failure::Unsupported(_) => b": Unsupported options",
                    _ => b": Compressed data is corrupt",
                };
                return self.fail(context, &[name, text]);
            }
        }
        if self.verbose > 0 && self.quiet == 0 {
            let (packed, whole) = if is_pack { (done.written, done.taken) } else { (done.taken, done.written) };
            let line = format!(": {} / {}{}\n", size_text(packed), size_text(whole), ratio_text(packed, whole));
            context.write_error(&[name, line.as_bytes()].concat())?;
        }
        if output.is_some()
            && !self.keep
            && let Err(errno) = context.vfs().unlink(context.cwd(), name)
        {
            return self.warn(context, &[name, b": Cannot remove: ", errno.message().as_bytes()]);
        }
        Ok(())
    }

    /// `-l` of one file.
    fn list(&mut self, context: &mut Context<'_>, name: &BString) -> Result<(), Halt> {
        let bytes = match context.read_operand(name) {
            Ok(bytes) => bytes,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => return self.fail(context, &[name, b": ", errno.message().as_bytes()]),
        };
        let listing = match list(&bytes) {
            Ok(listing) => listing,
            Err(failure) => {
                let text: &[u8] = match failure {
                    _ if bytes.is_empty() => b": File is empty",
                    _ if bytes.len() < 32 => b": Too small to be a valid .xz file",
                    Failure::Format => b": File format not recognized",
                    Failure::Cut => b": Unexpected end of input",
                    _ => b": Compressed data is corrupt",
                };
                return self.fail(context, &[name, text]);
            }
        };
        if self.robot {
            let line = format!(
                "file\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                listing.streams,
                listing.blocks,
                listing.packed,
                listing.whole,
                ratio_of(listing.packed, listing.whole),
                listing.checks(),
                listing.padding
            );
            context.write(&[b"name\t", name.as_slice(), b"\n", line.as_bytes()].concat())?;
        } else {
            if self.listed.is_empty() {
                context.write(b"Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename\n")?;
            }
            context.write(&[row(&listing).as_bytes(), name, b"\n"].concat())?;
        }
        self.listed.push(listing);
        Ok(())
    }

    /// The line below the table.
    fn totals(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut total = Listing::default();
        for listing in &self.listed {
            total.add(listing);
        }
        let count = self.listed.len();
        if self.robot {
            let line = format!(
                "totals\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{count}\n",
                total.streams,
                total.blocks,
                total.packed,
                total.whole,
                ratio_of(total.packed, total.whole),
                total.checks(),
                total.padding
            );
            return context.write(line.as_bytes());
        }
        if count > 1 {
            let line = format!("{}\n{}{count} files\n", "-".repeat(79), row(&total));
            context.write(line.as_bytes())?;
        }
        Ok(())
    }
}

fn row(listing: &Listing) -> String {
    format!(
        "{:>5} {:>7}  {:>11}  {:>11}  {:>5}  {:<7} ",
        listing.streams,
        listing.blocks,
        size_text(listing.packed),
        size_text(listing.whole),
        ratio_of(listing.packed, listing.whole),
        listing.checks()
    )
}

/// Expands in the format that is wanted or found. With `pass`, what is neither goes through.
fn expand(from: &mut dyn BufRead, to: &mut dyn Write, format: Format, pass: bool, single: bool) -> Result<u64, Failure> {
    let is_xz = peek(from)? == Some(codec::MAGIC[0]);
    let tried = match format {
        Format::Lzma => codec::expand_lzma(from, to),
        Format::Xz => codec::expand(from, to, single),
        Format::Auto if is_xz => codec::expand(from, to, single),
        Format::Auto => codec::expand_lzma(from, to),
    };
    match tried {
        Err(Failure::Format) if pass => {
            let mut total = 0;
            loop {
                let chunk = from.fill_buf()?;
                let count = chunk.len();
                if count == 0 {
                    return Ok(total);
                }
                to.write_all(chunk)?;
                from.consume(count);
                total += count as u64;
            }
        }
        tried => tried,
    }
}

/// `64 B`, `1.2 KiB`
fn size_text(bytes: u64) -> String {
    if bytes < 10_000 {
        return format!("{bytes} B");
    }
    let (mut value, mut unit) = (bytes as f64 / 1024.0, 0);
    while value > 9999.9 && unit < 3 {
        value /= 1024.0;
        unit += 1;
    }
    let letter = ["KiB", "MiB", "GiB", "TiB"].get(unit).copied().unwrap_or_default();
    format!("{value:.1} {letter}")
}

fn ratio_of(packed: u64, whole: u64) -> String {
    let ratio = if whole == 0 { f64::INFINITY } else { packed as f64 / whole as f64 };
    if ratio > 9.999 { "---".to_owned() } else { format!("{ratio:.3}") }
}

fn ratio_text(packed: u64, whole: u64) -> String {
    let ratio = if whole == 0 { f64::INFINITY } else { packed as f64 / whole as f64 };
    if ratio > 9.999 { " > 9.999".to_owned() } else { format!(" = {ratio:.3}") }
}
