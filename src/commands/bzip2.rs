//! `bzip2`, `bunzip2` and `bzcat`, as version 1.0.8 does them.

use std::io::BufRead;

use bstr::BString;

use super::options;
use super::shared::streams::{Sink, Source, Target, Trouble, transform, transform_to_file, transform_to_stdout};
use formats::codec::{Failure, bzip2 as codec, peek};
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
            "\n\nWith no FILE, from standard input to standard output.\n\n",
            "   -h --help           show this help and exit\n",
            "   -d --decompress     expand\n",
            "   -z --compress       compress\n",
            "   -k --keep           keep the files that were read\n",
            "   -f --force          overwrite files; pass on what is not compressed\n",
            "   -t --test           test whether the files are whole\n",
            "   -c --stdout         write to standard output\n",
            "   -q --quiet          no warnings\n",
            "   -v --verbose        tell what is done\n",
            "   -L --license        show the version and exit\n",
            "   -V --version        show the version and exit\n",
            "   -s --small          use less memory\n",
            "   -1 --fast           blocks of 100k (-1 to -9)\n",
            "   -9 --best           blocks of 900k\n"
        )
    };
}

const BZIP2: &str = help!("bzip2", "Compress each FILE to FILE.bz2, or expand it with -d.");
const BUNZIP2: &str = help!("bunzip2", "Expand each FILE.bz2.");
const BZCAT: &str = help!("bzcat", "Expand each FILE to standard output.");

pub const COMMANDS: &[Native] = &[
    Native { name: "bunzip2", help: BUNZIP2, run },
    Native { name: "bzcat", help: BZCAT, run },
    Native { name: "bzip2", help: BZIP2, run },
];

/// The work for a byte, against copying it.
const PACK_EFFORT: usize = 60;
const EXPAND_EFFORT: usize = 30;

/// Suffixes, and what stands in their place.
const SUFFIXES: [(&[u8], &[u8]); 4] = [(b".bz2", b""), (b".bz", b""), (b".tbz2", b".tar"), (b".tbz", b".tar")];

const RECOVER: &str = "\nYou can use the `bzip2recover' program to attempt to recover\n\
                       data from undamaged sections of corrupted files.\n\n";
const ADVICE: &str = "\nIt is possible that the compressed file(s) have become corrupted.\n\
                      You can use the -tvv option to test integrity of such files.\n";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Pack,
    Expand,
    Test,
}

struct Bzip2 {
    mode: Mode,
    stdout: bool,
    keep: bool,
    force: bool,
    noisy: bool,
    verbose: u32,
    level: u32,
    /// The length of the longest name, to which others are padded.
    longest: usize,
    status: u8,
    test_failed: bool,
}

/// What came of a stream.
struct Expanded {
    garbage: bool,
}

/// Expands all streams. With `pass`, what is not compressed goes through.
fn expand(from: &mut dyn BufRead, to: &mut dyn std::io::Write, pass: bool) -> Result<Expanded, Failure> {
    if pass && !from.fill_buf()?.starts_with(b"BZh") {
        loop {
            let chunk = from.fill_buf()?;
            let count = chunk.len();
            if count == 0 {
                return Ok(Expanded { garbage: false });
            }
            to.write_all(chunk)?;
            from.consume(count);
        }
    }
    codec::expand_stream(from, to)?;
    while peek(from)?.is_some() {
        match codec::expand_stream(from, to) {
            Ok(_) => {}
            Err(Failure::Format) => return Ok(Expanded { garbage: true }),
            Err(failure) => return Err(failure),
        }
    }
    Ok(Expanded { garbage: false })
}

fn run(context: &mut Context<'_>) -> Outcome {
    let name = context.name();
    let mut settings = Bzip2 {
        mode: if name == "bzip2" { Mode::Pack } else { Mode::Expand },
        stdout: name == "bzcat",
        keep: false,
        force: false,
        noisy: true,
        verbose: 0,
        level: 9,
        longest: 7,
        status: 0,
        test_failed: false,
    };
    // The environment's options come first.
    let mut words: Vec<BString> = Vec::new();
    for variable in [&b"BZIP2"[..], b"BZIP"] {
        if let Some(text) = context.exec.env(variable) {
            words.extend(text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(BString::from));
        }
    }
    words.extend(context.args().iter().cloned());
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_flag = |index: usize, word: &BString| index < end && word.starts_with(b"-");
    let flags: Vec<BString> =
        words.iter().enumerate().filter(|(index, word)| is_flag(*index, word)).map(|(_, word)| word.clone()).collect();
    for flag in &flags {
        if let Some(status) = settings.flag(context, flag)? {
            return Ok(status);
        }
    }
    if settings.mode == Mode::Test && settings.stdout {
        context.complain(&[b"-c and -t cannot be used together."])?;
        return Ok(1);
    }
    let names: Vec<BString> = words
        .into_iter()
        .enumerate()
        .filter(|(index, word)| *index != end && !is_flag(*index, word))
        .map(|(_, word)| word)
        .collect();
    settings.longest = names.iter().map(|name| name.len()).max().unwrap_or(0).max(7);
    if settings.stdout || names.is_empty() {
        settings.stdout = true;
    }
    let ended = if names.is_empty() {
        settings.standard_input(context)?
    } else {
        let mut ended = false;
        for name in &names {
            context.charge(10)?;
            ended = settings.file(context, name)?;
            if ended {
                break;
            }
        }
        ended
    };
    if settings.test_failed && settings.noisy && !ended {
        context.write_error(RECOVER.as_bytes())?;
    }
    Ok(if settings.test_failed { 2 } else { settings.status })
}

impl Bzip2 {
    /// Takes one argument of flags; a status ends the command.
    fn flag(&mut self, context: &mut Context<'_>, flag: &[u8]) -> Result<Option<u8>, Halt> {
        let long: [(&[u8], u8); 14] = [
            (b"--stdout", b'c'),
            (b"--decompress", b'd'),
            (b"--compress", b'z'),
            (b"--force", b'f'),
            (b"--test", b't'),
            (b"--keep", b'k'),
            (b"--small", b's'),
            (b"--quiet", b'q'),
            (b"--version", b'V'),
            (b"--license", b'L'),
            (b"--verbose", b'v'),
            (b"--fast", b'1'),
            (b"--best", b'9'),
            (b"--help", b'h'),
        ];
        let letters: Vec<u8> = match flag.strip_prefix(b"--") {
            None => flag.get(1..).unwrap_or_default().to_vec(),
            Some(_) => long.iter().filter(|(name, _)| *name == flag).map(|(_, letter)| *letter).collect(),
        };
        let unknown = flag.starts_with(b"--") && letters.is_empty();
        for letter in letters {
            match letter {
                b'c' => self.stdout = true,
                b'd' => self.mode = Mode::Expand,
                b'z' => self.mode = Mode::Pack,
                b'f' => self.force = true,
                b't' => self.mode = Mode::Test,
                b'k' => self.keep = true,
                b's' => {}
                b'q' => self.noisy = false,
                b'1'..=b'9' => self.level = u32::from(letter - b'0'),
                b'V' | b'L' => return options::print_version(context, context.name()).map(Some),
                b'v' => self.verbose = (self.verbose + 1).min(4),
                b'h' => return options::print_help(context).map(Some),
                _ => return self.bad_flag(context, flag).map(Some),
            }
        }
        if unknown { self.bad_flag(context, flag).map(Some) } else { Ok(None) }
    }

    fn bad_flag(&self, context: &mut Context<'_>, flag: &[u8]) -> Outcome {
        context.complain(&[b"Bad flag `", flag, b"'"])?;
        context.write_error(context.help().as_bytes())?;
        Ok(1)
    }

    fn fail(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<bool, Halt> {
        self.status = self.status.max(1);
        context.complain(parts)?;
        Ok(false)
    }

    /// `  NAME: ` and blanks up to the longest name.
    fn lead(&self, name: &[u8]) -> Vec<u8> {
        let mut out = [b"  ", name, b": "].concat();
        out.resize(out.len() + self.longest.saturating_sub(name.len()), b' ');
        out
    }

    fn standard_input(&mut self, context: &mut Context<'_>) -> Result<bool, Halt> {
        match context.stdin() {
            Ok(input) => self.stream(context, b"(stdin)", input, None, None),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                self.fail(context, &[b"I/O or other error, bailing out: ", errno.message().as_bytes()])
            }
        }
    }

    /// True: bzip2 ends here.
    fn file(&mut self, context: &mut Context<'_>, name: &BString) -> Result<bool, Halt> {
        let stat = match context.vfs().stat(context.cwd(), name) {
            Ok(stat) => stat,
            Err(errno) => {
                let what: &[u8] =
                    if self.mode == Mode::Test { b"Can't open input " } else { b"Can't open input file " };
                return self.fail(context, &[what, name, b": ", errno.message().as_bytes(), b"."]);
            }
        };
        if self.mode == Mode::Pack
            && let Some((suffix, _)) = SUFFIXES.iter().find(|(suffix, _)| name.ends_with(suffix))
        {
            self.status = self.status.max(1);
            if self.noisy {
                context.complain(&[b"Input file ", name, b" already has ", suffix, b" suffix."])?;
            }
            return Ok(false);
        }
        if stat.is_dir() {
            return self.fail(context, &[b"Input file ", name, b" is a directory."]);
        }
        let in_place = !self.stdout && self.mode != Mode::Test;
        let is_link = context.vfs().lstat(context.cwd(), name).is_ok_and(|stat| stat.kind == Kind::Symlink);
        if in_place && !self.force && (is_link || stat.kind != Kind::File) {
            self.status = self.status.max(1);
            if self.noisy {
                context.complain(&[b"Input file ", name, b" is not a normal file."])?;
            }
            return Ok(false);
        }
        let mut output: Option<BString> = None;
        if in_place {
            output = Some(match self.mode {
                Mode::Pack => [name.as_slice(), b".bz2"].concat().into(),
                _ => match SUFFIXES.iter().find(|(suffix, _)| name.ends_with(suffix)) {
                    Some((suffix, instead)) => {
                        let stem = name.get(..name.len() - suffix.len()).unwrap_or_default();
                        [stem, instead].concat().into()
                    }
                    None => {
                        let made: BString = [name.as_slice(), b".out"].concat().into();
                        if self.noisy {
                            context.complain(&[b"Can't guess original name for ", name, b" -- using ", &made])?;
                        }
                        made
                    }
                },
            });
        }
        if let Some(output) = &output {
            if context.vfs().lstat(context.cwd(), output).is_ok() {
                if !self.force {
                    return self.fail(context, &[b"Output file ", output, b" already exists."]);
                }
                let _ = context.vfs().unlink(context.cwd(), output);
            }
            let others = stat.links.saturating_sub(1);
            if !self.force && others > 0 {
                let plural = if others == 1 { "" } else { "s" };
                let text = format!(" has {others} other link{plural}.");
                return self.fail(context, &[b"Input file ", name, text.as_bytes()]);
            }
        }
        let input = match context.open_operand(name) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                return self.fail(context, &[b"Can't open input file ", name, b": ", errno.message().as_bytes(), b"."]);
            }
        };
        self.stream(context, name, input, output.as_ref(), Some(&stat))
    }

    /// Compresses, expands or tests. True: bzip2 ends here.
    fn stream(
        &mut self,
        context: &mut Context<'_>,
        name: &[u8],
        input: Input,
        output: Option<&BString>,
        stat: Option<&Stat>,
    ) -> Result<bool, Halt> {
        if self.verbose > 0 {
            context.write_error(&self.lead(name))?;
        }
        let (level, pass) = (self.level, self.force && self.mode == Mode::Expand);
        if self.mode == Mode::Pack {
            let work = |from: &mut Source<'_, '_>,
                        to: &mut Sink<'_, '_>| Ok(codec::compress(from, to, level)?);
            let done = match output {
                Some(output) => transform_to_file(context, input, output, stat, PACK_EFFORT, work)?,
                None => transform_to_stdout(context, input, PACK_EFFORT, work)?,
            };
            let (taken, written) = (done.taken, done.written);
            if let Err(trouble) = done.result {
                return self.trouble(context, name, output, &trouble);
            }
            if self.verbose > 0 {
                let line = if taken == 0 {
                    " no data compressed.\n".to_owned()
                } else {
                    let (bytes_in, bytes_out) = (taken as f64, written as f64);
                    format!(
                        "{:6.3}:1, {:6.3} bits/byte, {:5.2}% saved, {taken} in, {written} out.\n",
                        bytes_in / bytes_out,
                        8.0 * bytes_out / bytes_in,
                        100.0 * (1.0 - bytes_out / bytes_in),
                    )
                };
                context.write_error(line.as_bytes())?;
            }
        } else {
            let work = |from: &mut Source<'_, '_>,
                        to: &mut Sink<'_, '_>| expand(from, to, pass);
            let done = match output {
                _ if self.mode == Mode::Test => transform(context, input, Target::Nowhere, EXPAND_EFFORT, work)?,
                Some(output) => transform_to_file(context, input, output, stat, EXPAND_EFFORT, work)?,
                None => transform_to_stdout(context, input, EXPAND_EFFORT, work)?,
            };
            match &done.result {
                Ok(expanded) => {
                    if expanded.garbage && self.noisy {
                        let text: &[&[u8]] = &[name, b": trailing garbage after EOF ignored"];
                        if self.mode != Mode::Test {
                            context.write_error(b"\n")?;
                        }
                        context.complain(text)?;
                    }
                    if self.verbose > 0 {
                        context.write_error(if self.mode == Mode::Test { b"ok\n" } else { b"done\n" })?;
                    }
                }
                Err(trouble) => return self.trouble(context, name, output, trouble),
            }
        }
        if output.is_some()
            && !self.keep
            && let Err(errno) = context.vfs().unlink(context.cwd(), name)
        {
            return self.fail(context, &[b"Can't remove ", name, b": ", errno.message().as_bytes()]);
        }
        Ok(false)
    }

    /// Tells what is wrong with a file. True: bzip2 ends here.
    fn trouble(
        &mut self,
        context: &mut Context<'_>,
        name: &[u8],
        output: Option<&BString>,
        trouble: &Trouble,
    ) -> Result<bool, Halt> {
        let failure = match trouble {
            Trouble::Stream(failure) => failure,
            Trouble::Read(errno) | Trouble::Write(errno) => {
                context.write_error(b"\n")?;
                context.complain(&[b"I/O or other error, bailing out.  Possible reason follows."])?;
                context.complain(&[errno.message().as_bytes()])?;
                self.show_names(context, name, output)?;
                self.status = 1;
                return Ok(true);
            }
        };
        if self.mode == Mode::Test {
            let text: &[u8] = match failure {
                Failure::Format => b"bad magic number (file not created by bzip2)\n",
                Failure::Cut => b"file ends unexpectedly\n",
                _ => b"data integrity (CRC) error in data\n",
            };
            if self.verbose == 0 {
                context.write_error(&[context.name().as_bytes(), b": ", name, b": "].concat())?;
            }
            context.write_error(text)?;
            self.test_failed = true;
            return Ok(false);
        }
        match failure {
            Failure::Format => {
                self.status = 2;
                if self.verbose > 0 {
                    context.write_error(b"not a bzip2 file.\n")?;
                } else {
                    context.complain(&[name, b" is not a bzip2 file."])?;
                }
                return Ok(false);
            }
            Failure::Cut => {
                if self.noisy {
                    context.write_error(b"\n")?;
                    context.complain(&[
                        b"Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  *Possible* reason follows.",
                    ])?;
                    // What the last call of the C library left behind.
                    let reason: &[u8] =
                        if output.is_some() { b"No such file or directory" } else { b"Inappropriate ioctl for device" };
                    context.complain(&[reason])?;
                }
            }
            _ => {
                context.write_error(b"\n")?;
                context.complain(&[b"Data integrity error when decompressing."])?;
            }
        }
        if self.noisy {
            self.show_names(context, name, output)?;
            context.write_error(ADVICE.as_bytes())?;
            context.write_error(RECOVER.as_bytes())?;
        }
        if let Some(output) = output
            && self.noisy
        {
            context.complain(&[b"Deleting output file ", output, b", if it exists."])?;
        }
        self.status = 2;
        Ok(true)
    }

    fn show_names(&self, context: &mut Context<'_>, name: &[u8], output: Option<&BString>) -> Result<(), Halt> {
        let output: &[u8] = output.map_or(b"(stdout)", |output| output.as_slice());
        context.write_error(&[b"\tInput file = ", name, b", output file = ", output, b"\n"].concat())
    }
}
