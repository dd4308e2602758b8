//! `sort`: sorts, merges or checks lines.

mod compare;
mod debug;
mod key;
mod order;

use std::cmp::Ordering as Order;

use bstr::{BString, ByteSlice};
use bytes::Bytes;
use md5::{Digest, Md5};

use self::compare::{Comparison, Line};
use self::key::{End, Key, Ordering};
use super::options::{self, InOrder, Opt, Parsed, Spec, Takes};
use super::shared::choice::choose;
use super::shared::number::{NumberError, parse_size};
use super::shared::operands::{Files0, Name, read_files0};
use super::shared::quote::{quote, quote_colon, quote_file};
use shell::command::{Context, Native, Outcome, Output};
use shell::kernel::{Fd, Halt, IoError, OpenOptions};
use workspace::Errno;

const HELP: &str = "\
Usage: sort [OPTION]... [FILE]...
  or:  sort [OPTION]... --files0-from=F
Write all FILEs, sorted together, to standard output. The order is that of bytes.

With no FILE, or when FILE is -, read standard input.

Orders:
  -b, --ignore-leading-blanks  leave out leading blanks
  -d, --dictionary-order      only blanks, letters and digits count
  -f, --ignore-case           fold lower case to upper case
  -g, --general-numeric-sort  by floating-point number
  -i, --ignore-nonprinting    only printable characters count
  -M, --month-sort            by month: (unknown) < 'JAN' < ... < 'DEC'
  -h, --human-numeric-sort    by numbers with units (2K 1G)
  -n, --numeric-sort          by number
  -R, --random-sort           shuffle, but keep equal keys together
      --random-source=FILE    take the randomness from FILE
  -r, --reverse               the other way round
      --sort=WORD             general-numeric -g, human-numeric -h, month -M, numeric -n, random -R, version -V
  -V, --version-sort          by version numbers in the text

Other options:
      --batch-size=NMERGE     (accepted; everything is in memory)
  -c, --check, --check=diagnose-first  check that the input is sorted; do not sort
  -C, --check=quiet, --check=silent  like -c, but do not report the first bad line
      --compress-program=PROG (accepted; there are no temporary files)
      --debug                 underline the part of each line that is used
      --files0-from=F         read names that end in NUL from F; F may be -
  -k, --key=KEYDEF            sort by a key: F[.C][OPTS][,F[.C][OPTS]], a field and character of start and end,
                              counted from 1, and single-letter orders [bdfgiMhnRrV]
  -m, --merge                 merge files that are sorted already
  -o, --output=FILE           write to FILE
  -s, --stable                keep the order of lines whose keys are equal
  -S, --buffer-size=SIZE      (accepted)
  -t, --field-separator=SEP   fields are separated by SEP, not by the change from others to blanks
  -T, --temporary-directory=DIR  (accepted)
      --parallel=N            (accepted)
  -u, --unique                of equal lines print the first; with -c, check for strict order
  -z, --zero-terminated       lines end in NUL, not newline
      --help                  show this help and exit
      --version               show the version and exit
";

const OPTIONS: &[Opt] = &[
    Opt::both('b', "ignore-leading-blanks", Takes::Nothing),
    Opt::long('0', "check", Takes::Optional),
    Opt::short('c', Takes::Nothing),
    Opt::short('C', Takes::Nothing),
    Opt::long('1', "compress-program", Takes::Value),
    Opt::long('2', "debug", Takes::Nothing),
    Opt::both('d', "dictionary-order", Takes::Nothing),
    Opt::both('f', "ignore-case", Takes::Nothing),
    Opt::long('3', "files0-from", Takes::Value),
    Opt::both('g', "general-numeric-sort", Takes::Nothing),
    Opt::both('i', "ignore-nonprinting", Takes::Nothing),
    Opt::both('k', "key", Takes::Value),
    Opt::both('m', "merge", Takes::Nothing),
    Opt::both('M', "month-sort", Takes::Nothing),
    Opt::both('n', "numeric-sort", Takes::Nothing),
    Opt::both('h', "human-numeric-sort", Takes::Nothing),
    Opt::both('V', "version-sort", Takes::Nothing),
    Opt::both('R', "random-sort", Takes::Nothing),
    Opt::long('4', "random-source", Takes::Value),
    Opt::long('5', "sort", Takes::Value),
    Opt::both('o', "output", Takes::Value),
    Opt::both('r', "reverse", Takes::Nothing),
    Opt::both('s', "stable", Takes::Nothing),
    Opt::long('6', "batch-size", Takes::Value),
    Opt::both('S', "buffer-size", Takes::Value),
    Opt::both('t', "field-separator", Takes::Value),
    Opt::both('T', "temporary-directory", Takes::Value),
    Opt::both('u', "unique", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
    Opt::long('7', "parallel", Takes::Value),
];

const SPEC: Spec = Spec { options: OPTIONS, operands_end_options: false, failure: 2 };

pub const COMMANDS: &[Native] = &[Native { name: "sort", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    Diagnose,
    Quiet,
}

impl Check {
    /// The option's letter.
    fn letter(self) -> u8 {
        if self == Check::Quiet { b'C' } else { b'c' }
    }
}

struct Settings {
    global: Ordering,
    keys: Vec<Key>,
    check: Option<Check>,
    merge: bool,
    /// How many files GNU merges at once.
    most_merged: u64,
    stable: bool,
    unique: bool,
    debug: bool,
    separator: Option<u8>,
    terminator: u8,
    output: Option<BString>,
    files0: Option<BString>,
    random_source: Option<BString>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands: more, mistake, .. } = options::read_all_in_order(&SPEC, &old_keys(context.args()));
    let mut settings = Settings {
        global: Ordering::default(),
        keys: Vec::new(),
        check: None,
        merge: false,
        most_merged: 16,
        stable: false,
        unique: false,
        debug: false,
        separator: None,
        terminator: b'\n',
        output: None,
        files0: None,
        random_source: None,
    };
    let mut operands: Vec<BString> = Vec::new();
    for option in options {
        if option.id != options::OPERAND {
            if let Err(status) = settings.take(context, option)? {
                return Ok(status);
            }
            continue;
        }
        // The old spelling of a key: +POS1 [-POS2].
        let name = option.value.unwrap_or_default();
        let (first, second) = match name.split_once_str("\0") {
            Some((first, second)) => (first, Some(second)),
            None => (name.as_bytes(), None),
        };
        match Key::parse_old(first, second) {
            None => operands.push(name),
            Some(Ok(key)) => settings.keys.push(key),
            Some(Err(message)) => {
                context.complain(&[&message])?;
                return Ok(2);
            }
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    operands.extend(more);
    let Some(files) = files(context, &settings, operands)? else { return Ok(2) };
    let Some(comparison) = comparison(context, &mut settings)? else { return Ok(2) };
    if !fits_check(context, &settings, &files)? {
        return Ok(2);
    }
    // As GNU does, all inputs and the output are looked at before any is read.
    for file in files.iter().filter(|file| settings.check.is_none() && *file != "-") {
        if let Err(IoError::Errno(errno)) = context.open_operand(file)
            && errno != Errno::IsDir
        {
            context.complain(&[b"cannot read: ", &quote_colon(file), b": ", errno.message().as_bytes()])?;
            return Ok(2);
        }
    }
    if settings.output.is_some() && open_output(context, &settings, false)?.is_none() {
        return Ok(2);
    }
    let mut buffers = Vec::with_capacity(files.len());
    for file in &files {
        match read(context, file, settings.check.is_some())? {
            Some(data) => buffers.push(data),
            None => {
                // The last merge has begun to write when it reads.
                let most = usize::try_from(settings.most_merged).unwrap_or(usize::MAX);
                if settings.merge && settings.check.is_none() && is_merged_last(buffers.len(), files.len(), most) {
                    open_output(context, &settings, true)?;
                }
                return Ok(2);
            }
        }
    }
    if let Some(check) = settings.check {
        return self::check(context, &settings, &comparison, check, &files, &buffers);
    }
    let sorted = if settings.merge {
        let mut sequences = Vec::with_capacity(buffers.len());
        for buffer in &buffers {
            sequences.push(lines(context, &comparison, std::slice::from_ref(buffer), settings.terminator)?);
        }
        order::merge(context, &comparison, sequences)?
    } else {
        order::sort(context, &comparison, lines(context, &comparison, &buffers, settings.terminator)?)?
    };
    if settings.output.is_some() {
        let Some(fd) = open_output(context, &settings, true)? else { return Ok(2) };
        context.stdout = Output::new(Some(fd));
    }
    print(context, &settings, &comparison, &sorted)?;
    Ok(0)
}

/// Whether GNU reads one of `count` files only in its last merge, when it merges at most `most` at once: those before
/// merge as many as they can, and then as few as they must.
fn is_merged_last(file: usize, count: usize, most: usize) -> bool {
    let mut left = count;
    let mut behind = count - file.min(count);
    while left > most && most > 1 {
        let whole = left / most;
        let mut rest = left % most;
        let mut merged = whole;
        let free = most - whole % most;
        if free < rest {
            rest = free - 1;
            merged += 1;
        }
        if behind > rest {
            return false;
        }
        left = merged + rest;
        behind = behind.min(rest);
    }
    true
}

/// Opens the file for the output, if there is one. `None`: it cannot be opened, which was reported.
fn open_output(context: &mut Context<'_>, settings: &Settings, truncate: bool) -> Result<Option<Fd>, Halt> {
    let Some(output) = &settings.output else { return Ok(None) };
    let opened = context.open(output, OpenOptions { truncate, ..OpenOptions::writing(context.new_mode(0o666)) });
    let name = [b"open failed: ", &quote_colon(output)[..]].concat();
    context.report(&name, opened)
}

/// Joins `+POS1 -POS2` by a NUL, which no argument holds: the second half would be taken for an option.
fn old_keys(args: &[BString]) -> Vec<BString> {
    let mut joined: Vec<BString> = Vec::with_capacity(args.len());
    let mut open = true;
    for arg in args {
        let second = matches!(arg.as_slice(), [b'-', b'0'..=b'9', ..]);
        open &= arg != "--";
        match joined.last_mut() {
            Some(first) if open && second && Key::parse_old(first, None).is_some_and(|key| key.is_ok()) => {
                first.push(0);
                first.extend_from_slice(arg);
            }
            _ => joined.push(arg.clone()),
        }
    }
    joined
}

impl Settings {
    /// Takes an option. The inner error is the exit status for a bad one, which was reported.
    fn take(&mut self, context: &mut Context<'_>, option: Parsed) -> Result<Result<(), u8>, Halt> {
        let value = option.value();
        match option.id {
            '0' | 'c' | 'C' => {
                let choices = [("quiet", Check::Quiet), ("silent", Check::Quiet), ("diagnose-first", Check::Diagnose)];
                let check = match (&option.value, option.id) {
                    (Some(value), _) => match choose(context, "--check", value, &choices)? {
                        Some(check) => check,
                        None => return Ok(Err(1)),
                    },
                    (None, 'C') => Check::Quiet,
                    (None, _) => Check::Diagnose,
                };
                if self.check.is_some_and(|before| before != check) {
                    context.complain(&[b"options '-cC' are incompatible"])?;
                    return Ok(Err(2));
                }
                self.check = Some(check);
            }
            '2' => self.debug = true,
            '3' => self.files0 = option.value,
            '4' => {
                if self.random_source.as_ref().is_some_and(|before| *before != value) {
                    context.complain(&[b"multiple random sources specified"])?;
                    return Ok(Err(2));
                }
                self.random_source = option.value;
            }
            '5' => {
                let choices = [
                    ("general-numeric", b'g'),
                    ("human-numeric", b'h'),
                    ("month", b'M'),
                    ("numeric", b'n'),
                    ("random", b'R'),
                    ("version", b'V'),
                ];
                match choose(context, "--sort", value, &choices)? {
                    Some(letter) => drop(self.global.set(letter, End::Both)),
                    None => return Ok(Err(1)),
                }
            }
            '6' | '7' | 'S' => {
                if !accept_number(context, &option)? {
                    return Ok(Err(2));
                }
                if option.id == '6' {
                    self.most_merged = parse_size(value, b"").unwrap_or(self.most_merged);
                }
            }
            '1' | 'T' => {}
            'k' => match Key::parse(value) {
                Ok(key) => self.keys.push(key),
                Err(message) => {
                    context.complain(&[&message])?;
                    return Ok(Err(2));
                }
            },
            'm' => self.merge = true,
            'o' => {
                if self.output.as_ref().is_some_and(|before| *before != value) {
                    context.complain(&[b"multiple output files specified"])?;
                    return Ok(Err(2));
                }
                self.output = option.value;
            }
            's' => self.stable = true,
            't' => {
                let separator = match value.as_bytes() {
                    [] => {
                        context.complain(&[b"empty tab"])?;
                        return Ok(Err(2));
                    }
                    [byte] => *byte,
                    b"\\0" => 0,
                    _ => {
                        context.complain(&[b"multi-character tab ", &quote(value)])?;
                        return Ok(Err(2));
                    }
                };
                if self.separator.is_some_and(|before| before != separator) {
                    context.complain(&[b"incompatible tabs"])?;
                    return Ok(Err(2));
                }
                self.separator = Some(separator);
            }
            'u' => self.unique = true,
            'z' => self.terminator = 0,
            letter => drop(self.global.set(letter as u8, End::Both)),
        }
        Ok(Ok(()))
    }
}

/// Checks the numbers of options that have nothing to do here.
fn accept_number(context: &mut Context<'_>, option: &Parsed) -> Result<bool, Halt> {
    let value = option.value();
    let name: &[u8] = match option.id {
        '6' => b"--batch-size",
        '7' => b"--parallel",
        _ => b"-S",
    };
    let text = if option.id == 'S' { value.strip_suffix(b"%").unwrap_or(value) } else { value };
    let suffixes: &[u8] = if option.id == 'S' { b"EgGkKmMPtTYZb" } else { b"" };
    match parse_size(text, suffixes) {
        Ok(0) if option.id == '7' => {
            context.complain(&[b"number in parallel must be nonzero"])?;
            Ok(false)
        }
        Ok(0..2) if option.id == '6' => {
            context.complain(&[b"invalid --batch-size argument ", &quote(value)])?;
            context.complain(&[b"minimum --batch-size argument is ", &quote(b"2")])?;
            Ok(false)
        }
        Ok(MOST_MERGED..) | Err(NumberError::Overflow) if option.id == '6' => {
            batch_too_large(context, value)?;
            Ok(false)
        }
        // Without a unit they are kibibytes.
        Ok(TOO_MANY_KIBIBYTES..) | Err(NumberError::Overflow) if option.id == 'S' => {
            context.complain(&[name, b" argument '", value, b"' too large"])?;
            Ok(false)
        }
        Ok(_) | Err(NumberError::Overflow) => Ok(true),
        Err(NumberError::Suffix) => {
            context.complain(&[b"invalid suffix in ", name, b" argument '", value, b"'"])?;
            Ok(false)
        }
        Err(_) => {
            context.complain(&[b"invalid ", name, b" argument '", value, b"'"])?;
            Ok(false)
        }
    }
}

/// One more than the files that could be merged at once, with the usual 1,024 descriptors.
const MOST_MERGED: u64 = 1_022;

/// A size of memory without a unit is in kibibytes.
const TOO_MANY_KIBIBYTES: u64 = 1 << 54;

fn batch_too_large(context: &mut Context<'_>, value: &[u8]) -> Result<(), Halt> {
    context.complain(&[b"--batch-size argument ", &quote(value), b" too large"])?;
    let most = (MOST_MERGED - 1).to_string();
    context.complain(&[b"maximum --batch-size argument with current rlimit is ", most.as_bytes()])
}

/// The names of the files to read; `None`: what is wrong was reported.
fn files(context: &mut Context<'_>, settings: &Settings, operands: Vec<BString>) -> Result<Option<Vec<BString>>, Halt> {
    if let Some(list) = &settings.files0 {
        let names = match read_files0(context, list, &operands, quote_file)? {
            Files0::Names(names) => names,
            Files0::Failed => return Ok(None),
        };
        let mut files = Vec::with_capacity(names.len());
        for name in names {
            match name {
                Name::Good(name) => files.push(name),
                Name::Bad(message) => {
                    context.complain(&[&message])?;
                    return Ok(None);
                }
            }
        }
        if files.is_empty() {
            context.complain(&[b"no input from ", &quote_file(list)])?;
            return Ok(None);
        }
        return Ok(Some(files));
    }
    Ok(Some(if operands.is_empty() { vec!["-".into()] } else { operands }))
}

/// With `-c` there is one input and no output. False: that was not so, and was reported.
fn fits_check(context: &mut Context<'_>, settings: &Settings, files: &[BString]) -> Result<bool, Halt> {
    let Some(check) = settings.check else { return Ok(true) };
    let letter = [check.letter()];
    if let Some(extra) = files.get(1) {
        context.complain(&[b"extra operand ", &quote_file(extra), b" not allowed with -", &letter])?;
        return Ok(false);
    }
    if settings.output.is_some() {
        context.complain(&[b"options '-", &letter, b"o' are incompatible"])?;
        return Ok(false);
    }
    Ok(true)
}

/// Settles the keys. `None`: options that exclude each other were reported.
fn comparison(context: &mut Context<'_>, settings: &mut Settings) -> Result<Option<Comparison>, Halt> {
    let global = settings.global;
    let mut keys = settings.keys.clone();
    for key in &mut keys {
        if key.ordering.is_default() {
            key.ordering = global;
        }
    }
    let without_reverse = Ordering { reverse: false, ..global };
    if keys.is_empty() && !without_reverse.is_default() {
        keys.push(Key::line(global));
    }
    for key in &keys {
        if let Some(letters) = key.ordering.conflict() {
            context.complain(&[b"options '-", letters.as_bytes(), b"' are incompatible"])?;
            return Ok(None);
        }
    }
    if settings.debug {
        if settings.check.is_some() || settings.output.is_some() {
            let letter = settings.check.map_or(b'o', Check::letter);
            context.complain(&[b"options '-", &[letter], b" --debug' are incompatible"])?;
            return Ok(None);
        }
        debug::warn(context, settings, &global, &keys)?;
    }
    let mut seed = Md5::new();
    if keys.iter().any(|key| key.ordering.random) {
        let source = settings.random_source.clone().unwrap_or_else(|| "/dev/urandom".into());
        let read = random_seed(context, &source, settings.random_source.is_none());
        let name = [b"open failed: ", &quote_colon(&source)[..]].concat();
        match context.report(&name, read)? {
            Some(found) if found.len() < SEED => {
                context.complain(&[&quote(&source), b": end of file"])?;
                return Ok(None);
            }
            Some(found) => seed.update(&found),
            None => return Ok(None),
        }
    }
    Ok(Some(Comparison {
        keys,
        separator: settings.separator,
        reverse: global.reverse,
        no_last_resort: settings.stable || settings.unique,
        seed,
    }))
}

/// Bytes of randomness that decide about the order of `-R`.
const SEED: usize = 16;

fn random_seed(context: &Context<'_>, source: &BString, own: bool) -> Result<Bytes, IoError> {
    match context.open(source, OpenOptions::reading()) {
        Ok(fd) => Ok(fd.read(context.vfs(), SEED)?),
        // A tree without devices still has its generator.
        Err(_) if own => Ok(context.vfs().random_bytes(SEED)),
        Err(error) => Err(error),
    }
}

fn read(context: &mut Context<'_>, file: &BString, check: bool) -> Result<Option<Bytes>, Halt> {
    match context.read_operand(file) {
        Ok(data) => Ok(Some(data)),
        Err(IoError::Halt(halt)) => Err(halt),
        Err(IoError::Errno(errno)) => {
            let what: &[u8] = match errno {
                Errno::IsDir => b"read failed: ",
                _ if check => b"open failed: ",
                _ => b"cannot read: ",
            };
            context.complain(&[what, &quote_colon(file), b": ", errno.message().as_bytes()])?;
            Ok(None)
        }
    }
}

/// The lines of `files`, one after the other.
fn lines<'d>(
    context: &Context<'_>,
    comparison: &Comparison,
    files: &'d [Bytes],
    terminator: u8,
) -> Result<Vec<Line<'d>>, Halt> {
    // Counting is cheaper than what a list costs that grows while it is filled.
    let count = files.iter().map(|data| memchr::memchr_iter(terminator, data).count() + 1).sum();
    let mut lines = Vec::with_capacity(count);
    for data in files {
        add_lines(context, comparison, data, terminator, &mut lines)?;
    }
    Ok(lines)
}

fn add_lines<'d>(
    context: &Context<'_>,
    comparison: &Comparison,
    data: &'d [u8],
    terminator: u8,
    lines: &mut Vec<Line<'d>>,
) -> Result<(), Halt> {
    let mut start = 0;
    let mut charged = 0;
    for end in memchr::memchr_iter(terminator, data) {
        lines.push(comparison.line(&data[start..end]));
        start = end + 1;
        if start - charged >= 1 << 16 {
            context.charge_bytes(start - charged)?;
            charged = start;
        }
    }
    if start < data.len() {
        lines.push(comparison.line(&data[start..]));
    }
    Ok(())
}

fn print(
    context: &mut Context<'_>,
    settings: &Settings,
    comparison: &Comparison,
    sorted: &[Line<'_>],
) -> Result<(), Halt> {
    let mut previous: Option<&Line<'_>> = None;
    let mut pending = 0;
    for line in sorted {
        if settings.unique && previous.is_some_and(|previous| comparison.compare(previous, line) == Order::Equal) {
            continue;
        }
        previous = Some(line);
        pending += line.text.len() + 1;
        if pending >= 1 << 16 {
            context.charge_bytes(pending)?;
            pending = 0;
        }
        if settings.debug && line.text.contains(&b'\t') {
            context.write(&line.text.replace("\t", ">"))?;
        } else {
            context.write(line.text)?;
        }
        context.write(&[if settings.debug { b'\n' } else { settings.terminator }])?;
        if settings.debug {
            debug::underline(context, comparison, line.text)?;
        }
    }
    Ok(())
}

fn check(
    context: &mut Context<'_>,
    settings: &Settings,
    comparison: &Comparison,
    check: Check,
    files: &[BString],
    buffers: &[Bytes],
) -> Outcome {
    let (Some(file), Some(_)) = (files.first(), buffers.first()) else { return Ok(0) };
    let lines = lines(context, comparison, &buffers[..1], settings.terminator)?;
    for (index, pair) in lines.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        if index.is_multiple_of(1 << 12) {
            context.charge(1 << 9)?;
        }
        let order = comparison.compare(before, after);
        if order == Order::Greater || (settings.unique && order == Order::Equal) {
            if check == Check::Diagnose {
                let place = format!(":{}: disorder: ", index + 2);
                let end: &[u8] = if settings.terminator == 0 { b"\0" } else { b"\n" };
                let name = context.name().as_bytes();
                context.write_error(&[name, b": ", file, place.as_bytes(), after.text, end].concat())?;
            }
            return Ok(1);
        }
    }
    Ok(0)
}
