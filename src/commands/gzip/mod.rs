//! `gzip`, `gunzip`, `zcat` and `uncompress`, as GNU gzip 1.12 does them.
//!
//! The messages of all of them begin with `gzip: `: on a machine the others are scripts that run it.

mod file;
mod list;
mod member;

use bstr::BString;

use super::options::{self, Opt, Parsed, Spec, Takes};
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

macro_rules! help {
    ($name:literal, $what:literal, $more:literal) => {
        concat!(
            "Usage: ",
            $name,
            " [OPTION]... [FILE]...\n",
            $what,
            "\n\nWith no FILE, or when FILE is -, read standard input.\n\n",
            "  -c, --stdout      write to standard output and keep the files\n",
            "  -d, --decompress  expand\n",
            "  -f, --force       overwrite files, follow links, pass on what is not compressed\n",
            "  -k, --keep        keep the files that were read\n",
            "  -l, --list        tell sizes and names\n",
            "  -n, --no-name     neither keep nor restore name and time\n",
            "  -N, --name        keep or restore name and time\n",
            "  -q, --quiet       no warnings\n",
            "  -r, --recursive   go into folders\n",
            $more,
            "  -S, --suffix=SUF  SUF instead of .gz\n",
            "      --synchronous  do as if the files were synchronised\n",
            "  -t, --test        test whether the files are whole\n",
            "  -v, --verbose     tell what is done\n",
            "  -1, --fast        compress faster\n",
            "  -9, --best        compress better (-1 to -9; 6 is usual)\n",
            "  -h, --help        show this help and exit\n",
            "  -V, --version     show the version and exit\n"
        )
    };
}

const GZIP: &str = help!(
    "gzip",
    "Compress each FILE to FILE.gz, or expand it with -d.",
    "      --rsyncable   do as if the output were made for rsync\n"
);
const GUNZIP: &str = help!("gunzip", "Expand each FILE.gz, FILE.tgz, FILE.Z or FILE.zip.", "");
const ZCAT: &str = help!("zcat", "Expand each FILE to standard output.", "");
const UNCOMPRESS: &str = help!("uncompress", "Expand each FILE.Z or FILE.gz.", "");

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "ascii", Takes::Nothing),
    Opt::both('b', "bits", Takes::Value),
    Opt::both('c', "stdout", Takes::Nothing),
    Opt::long('c', "to-stdout", Takes::Nothing),
    Opt::both('d', "decompress", Takes::Nothing),
    Opt::long('d', "uncompress", Takes::Nothing),
    Opt::both('f', "force", Takes::Nothing),
    Opt::both('h', "help", Takes::Nothing),
    Opt::short('H', Takes::Nothing),
    Opt::short('?', Takes::Nothing),
    Opt::both('k', "keep", Takes::Nothing),
    Opt::both('l', "list", Takes::Nothing),
    Opt::both('L', "license", Takes::Nothing),
    Opt::both('n', "no-name", Takes::Nothing),
    Opt::both('N', "name", Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::short('M', Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::long('q', "silent", Takes::Nothing),
    Opt::both('r', "recursive", Takes::Nothing),
    Opt::long('R', "rsyncable", Takes::Nothing),
    Opt::both('S', "suffix", Takes::Value),
    Opt::long('y', "synchronous", Takes::Nothing),
    Opt::both('t', "test", Takes::Nothing),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
    Opt::both('Z', "lzw", Takes::Nothing),
    Opt::both('1', "fast", Takes::Nothing),
    Opt::short('2', Takes::Nothing),
    Opt::short('3', Takes::Nothing),
    Opt::short('4', Takes::Nothing),
    Opt::short('5', Takes::Nothing),
    Opt::short('6', Takes::Nothing),
    Opt::short('7', Takes::Nothing),
    Opt::short('8', Takes::Nothing),
    Opt::both('9', "best", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[
    Native { name: "gunzip", help: GUNZIP, run },
    Native { name: "gzip", help: GZIP, run },
    Native { name: "uncompress", help: UNCOMPRESS, run },
    Native { name: "zcat", help: ZCAT, run },
];

/// The longest suffix.
const LONGEST_SUFFIX: usize = 30;

struct Settings {
    stdout: bool,
    decompress: bool,
    force: u32,
    keep: bool,
    list: bool,
    no_name: bool,
    no_time: bool,
    quiet: bool,
    recursive: bool,
    suffix: BString,
    test: bool,
    verbose: bool,
    level: u32,
}

/// Why no further file is looked at.
enum Stop {
    Halt(Halt),
    /// The stream of a file is broken: gzip ends at once.
    Abort,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

struct Gzip {
    settings: Settings,
    status: u8,
    /// What `-l` has told so far.
    listed: list::Listed,
}

impl Gzip {
    /// `gzip: ` and the parts, an error.
    fn fail(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        self.status = 1;
        self.say(context, &[b"gzip: ", parts.concat().as_slice(), b"\n"].concat())
    }

    /// Writes to standard error. The table of `-l` is written at the end, behind all messages.
    fn say(&self, context: &mut Context<'_>, text: &[u8]) -> Result<(), Halt> {
        if self.settings.list { context.exec.write_error(text) } else { context.write_error(text) }
    }

    /// `gzip: ` and the parts, unless warnings are off.
    fn warn(&mut self, context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
        if self.status == 0 {
            self.status = 2;
        }
        if self.settings.quiet {
            return Ok(());
        }
        self.say(context, &[b"gzip: ", parts.concat().as_slice(), b"\n"].concat())
    }
}

fn tell(context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
    context.write_error(&[b"gzip: ", parts.concat().as_slice(), b"\n"].concat())
}

fn try_help(context: &mut Context<'_>) -> Outcome {
    context.write_error(b"Try `gzip --help' for more information.\n")?;
    Ok(1)
}

/// What is less than nothing of itself: `-33.3%`.
fn ratio(saved: i128, whole: u64) -> String {
    let ratio = if whole == 0 { 0.0 } else { 100.0 * saved as f64 / whole as f64 };
    format!("{ratio:5.1}%")
}

fn run(context: &mut Context<'_>) -> Outcome {
    let own = match environment(context)? {
        Ok(own) => own,
        Err(status) => return Ok(status),
    };
    let name = context.name();
    let refuse = |context: &mut Context<'_>, message: &[u8]| {
        tell(context, &[message])?;
        try_help(context)
    };
    let scanned = match options::scan_or_answer(context, &SPEC, context.args(), name, refuse)? {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let options: Vec<Parsed> = own.into_iter().chain(scanned.options.into_iter().map(|(_, option)| option)).collect();
    let settings = match settings(context, &options)? {
        Ok(settings) => settings,
        Err(status) => return Ok(status),
    };
    let mut gzip = Gzip { settings, status: 0, listed: list::Listed::default() };
    let mut operands = scanned.operands;
    let several = operands.len() > 1;
    if operands.is_empty() {
        operands.push("-".into());
    }
    for operand in operands {
        match gzip.operand(context, &operand) {
            Ok(()) => {}
            Err(Stop::Halt(halt)) => return Err(halt),
            Err(Stop::Abort) => return Ok(1),
        }
    }
    if gzip.settings.list && !gzip.settings.quiet && several {
        gzip.listed.totals(context, gzip.settings.verbose)?;
    }
    Ok(gzip.status)
}

/// The options in `$GZIP`; the inner error is the exit status.
fn environment(context: &mut Context<'_>) -> Result<Result<Vec<Parsed>, u8>, Halt> {
    let Some(text) = context.exec.env(b"GZIP").map(BString::from) else { return Ok(Ok(Vec::new())) };
    let words = text.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
    let words: Vec<BString> = words.map(BString::from).collect();
    if words.is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let message = match options::scan(&SPEC, &words) {
        Err(options::Refused::Unknown(message) | options::Refused::Usage(message)) => message,
        Err(_) => "--help: option not valid in GZIP environment variable".into(),
        Ok(scanned) => {
            let allowed = |id: char| matches!(id, 'n' | 'N' | 'q' | 'v' | 'R' | '1'..='9');
            match scanned.options.iter().find(|(_, option)| !allowed(option.id)) {
                Some((place, option)) => {
                    let word = words.get(*place).filter(|word| word.starts_with(b"--"));
                    let name = word.cloned().unwrap_or_else(|| format!("-{}", option.id).into());
                    [name.as_slice(), b": option not valid in GZIP environment variable"].concat().into()
                }
                None => match scanned.operands.first() {
                    Some(word) => [word.as_slice(), b": non-option in GZIP environment variable"].concat().into(),
                    None => {
                        let options: Vec<Parsed> = scanned.options.into_iter().map(|(_, option)| option).collect();
                        if !options.iter().any(|option| option.id == 'q') {
                            let text = b"warning: GZIP environment variable is deprecated; use an alias or script";
                            tell(context, &[text])?;
                        }
                        return Ok(Ok(options));
                    }
                },
            }
        }
    };
    tell(context, &[&message])?;
    try_help(context).map(Err)
}

/// Reads the options; the inner error is the exit status.
fn settings(context: &mut Context<'_>, options: &[Parsed]) -> Result<Result<Settings, u8>, Halt> {
    let name = context.name();
    let mut settings = Settings {
        stdout: name == "zcat",
        decompress: name != "gzip",
        force: 0,
        keep: false,
        list: false,
        no_name: false,
        no_time: false,
        quiet: false,
        recursive: false,
        suffix: ".gz".into(),
        test: false,
        verbose: false,
        level: 6,
    };
    let (mut no_name, mut no_time) = (None, None);
    let mut ascii = false;
    for option in options {
        match option.id {
            'a' => ascii = true,
            'b' => {
                let value = option.value();
                if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
                    tell(context, &[b"-b operand is not an integer"])?;
                    return Ok(Err(try_help(context)?));
                }
            }
            'c' => settings.stdout = true,
            'd' => settings.decompress = true,
            'f' => settings.force += 1,
            'h' | 'H' | '?' => return Ok(Err(options::print_help(context)?)),
            'k' => settings.keep = true,
            'l' => (settings.list, settings.decompress, settings.stdout) = (true, true, true),
            'L' | 'V' => return Ok(Err(options::print_version(context, name)?)),
            'n' => (no_name, no_time) = (Some(true), Some(true)),
            'N' => (no_name, no_time) = (Some(false), Some(false)),
            'm' => no_time = Some(true),
            'M' => no_time = Some(false),
            'q' => (settings.quiet, settings.verbose) = (true, false),
            'r' => settings.recursive = true,
            'S' => settings.suffix = option.value().into(),
            't' => (settings.test, settings.decompress, settings.stdout) = (true, true, true),
            'v' => (settings.verbose, settings.quiet) = (true, false),
            'Z' => {
                tell(context, &[b"-Z not supported in this version"])?;
                return Ok(Err(try_help(context)?));
            }
            digit @ '1'..='9' => settings.level = digit as u32 - '0' as u32,
            _ => {}
        }
    }
    settings.no_name = no_name.unwrap_or(settings.decompress);
    settings.no_time = no_time.unwrap_or(settings.decompress);
    if ascii && !settings.quiet {
        tell(context, &[b"option --ascii ignored on this system"])?;
    }
    if settings.suffix.is_empty() || settings.suffix.len() > LONGEST_SUFFIX {
        tell(context, &[b"invalid suffix '", &settings.suffix, b"'"])?;
        return Ok(Err(1));
    }
    Ok(Ok(settings))
}
