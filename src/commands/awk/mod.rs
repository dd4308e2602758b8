//! `awk` (also `gawk`, `mawk`, `nawk`): POSIX awk with gawk's common extensions.
//!
//! The program's text becomes a tree whose names are slots ([`parser`]); a [`machine`] runs it ([`course`],
//! [`statements`], [`expressions`]). Records and fields are
//! slices of what was read; a record is split when somebody asks for a field.

mod array;
mod builtins;
mod calls;
mod course;
pub(crate) mod dialect;
mod dump;
mod expressions;
mod fields;
mod include;
mod inplace;
mod lexer;
mod machine;
mod mathematics;
mod names;
mod namespaces;
pub(crate) mod parser;
mod printf;
mod program;
mod random;
mod reader;
mod records;
pub(crate) mod regexes;
mod sorting;
mod specials;
mod statements;
mod streams;
mod strings;
mod substitution;
mod surroundings;
mod tables;
mod time;
mod untyped;
mod value;

use std::cell::RefCell;
use std::rc::Rc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use self::dialect::Dialect;
use self::include::{include, library};
use self::lexer::{Fault, Warning, Warnings};
use self::machine::{Machine, Stop};
use self::program::Program;
use super::options::{self, InOrder, Opt, Parsed, Spec, Takes};
use crate::shared::locale;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::Errno;

const HELP: &str = "\
Usage: awk [POSIX or GNU style options] -f progfile [--] file ...
Usage: awk [POSIX or GNU style options] [--] 'program' file ...

Run an awk program on the records of each FILE, or of standard input.

  -f, --file=PROGFILE            read program text from PROGFILE; may be repeated
  -F, --field-separator=FS       the value of FS
  -v, --assign=VAR=VALUE         assign before the program starts
  -e, --source=PROGRAM           program text; may be repeated and mixed with -f
  -E, --exec=PROGFILE            like -f, and the last option
  -i, --include=FILE             a library; `inplace' edits the files in place
  -l, --load=LIBRARY             refused: nothing can be loaded
  -P, --posix                    what POSIX says and nothing else
  -c, --traditional              without gawk's own extensions
  -b, --characters-as-bytes      a byte is a character
  -n, --non-decimal-data         input may be hexadecimal (0x) or octal (0)
  -t, --lint-old                 warn of what the awk of 1979 did not have
  -d, --dump-variables[=FILE]    at the end write all variables to FILE
                                 (awkvars.out; - is standard output)
  -W, OPTION                     as --OPTION
  -S, --sandbox                  no system(), no redirections, no other files
  -k, --csv                      records and fields are comma-separated values
  -r, --re-interval              interval expressions, which are always on
  -O, --optimize                 no effect on results
  -s, --no-optimize              no effect on results
  -N, --use-lc-numeric           the decimal point of the locale, which is a point
  -h, --help                     show this help and exit
  -V, --version                  show the version and exit
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('f', "file", Takes::Value),
        Opt::both('F', "field-separator", Takes::Value),
        Opt::both('v', "assign", Takes::Value),
        Opt::both('e', "source", Takes::Value),
        Opt::both('E', "exec", Takes::Value),
        Opt::both('b', "characters-as-bytes", Takes::Nothing),
        Opt::both('k', "csv", Takes::Nothing),
        Opt::both('n', "non-decimal-data", Takes::Nothing),
        Opt::both('r', "re-interval", Takes::Nothing),
        Opt::both('O', "optimize", Takes::Nothing),
        Opt::both('s', "no-optimize", Takes::Nothing),
        Opt::both('N', "use-lc-numeric", Takes::Nothing),
        Opt::both('t', "lint-old", Takes::Nothing),
        Opt::both('L', "lint", Takes::Optional),
        Opt::both('M', "bignum", Takes::Nothing),
        Opt::both('i', "include", Takes::Value),
        Opt::both('l', "load", Takes::Value),
        Opt::both('o', "pretty-print", Takes::Optional),
        Opt::both('d', "dump-variables", Takes::Optional),
        Opt::both('p', "profile", Takes::Optional),
        Opt::both('D', "debug", Takes::Optional),
        Opt::both('P', "posix", Takes::Nothing),
        Opt::both('c', "traditional", Takes::Nothing),
        Opt::both('S', "sandbox", Takes::Nothing),
        Opt::short('h', Takes::Nothing),
        Opt::short('V', Takes::Nothing),
        Opt::both('C', "copyright", Takes::Nothing),
        Opt::both('g', "gen-pot", Takes::Nothing),
        Opt::both('I', "trace", Takes::Nothing),
        // Those are read, and then known only to a gawk made for its own search for mistakes.
        Opt::short('Y', Takes::Nothing),
        Opt::short('Z', Takes::Value),
    ],
    operands_end_options: true,
    failure: 1,
};

pub const COMMANDS: &[Native] = &[
    Native { name: "awk", help: HELP, run },
    Native { name: "gawk", help: HELP, run },
    Native { name: "mawk", help: HELP, run },
    Native { name: "nawk", help: HELP, run },
];

/// What scripts look for that ask which awk this is: the version that this one behaves as.
const VERSION: &str = "GNU Awk 5.2.1";

/// A mistake in the options: gawk tells of a lacking value, by the option's letter, and of others by its usage alone.
fn refuse(context: &mut Context<'_>, message: &[u8]) -> Outcome {
    let lacks = message.find(b"requires an argument").is_some() || message.find(b"doesn't allow an argument").is_some();
    let name = message.split_str("'").nth(1).unwrap_or_default();
    let name = if name == b"--version" { b"V" } else { name };
    let long = name.strip_prefix(b"--").unwrap_or_default();
    let option = SPEC.options.iter().find(|option| {
        if long.is_empty() { name == option.id.to_string().as_bytes() } else { option.long.as_bytes() == long }
    });
    if message.starts_with(b"invalid option") {
        // Only POSIX's way leads here.
        context.complain(&[message])?;
        context.complain(&[b"option requires an argument -- ", name])?;
    } else if let Some(option) = option.filter(|_| lacks) {
        context.complain(&[b"option requires an argument -- ", option.id.to_string().as_bytes()])?;
    }
    context.write_error(HELP.as_bytes())?;
    Ok(1)
}

/// What sets a variable before the program starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// `-F`
    Separator,
    /// `-v`
    Variable,
    /// `-v` with what is no assignment.
    Nonsense,
}

type Assignment = (BString, BString, Given);

/// A piece of the program's text.
struct Source {
    /// `None`: the command line.
    file: Option<BString>,
    text: Vec<u8>,
    /// How many lines of the file stand before it.
    lines: usize,
    /// Which file of all it is a piece of; 0 for one that was not cut.
    origin: usize,
}

impl Source {
    fn new(file: Option<BString>, text: Vec<u8>) -> Source {
        Source { file, text, lines: 0, origin: 0 }
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    // Behind the file of `-E` there are only operands.
    let words = spelled_out(context.args());
    let args = &words[..];
    let last = args.iter().position(|arg| arg == "-E" || arg == "--exec").map(|at| at + 2);
    let last = last.or_else(|| args.iter().position(|arg| arg.starts_with(b"--exec=")).map(|at| at + 1));
    let (own, rest) = args.split_at(last.unwrap_or(args.len()).min(args.len()));
    let InOrder { mut options, mut operands, mistake, reached, places } = options::read_in_order(&SPEC, own);
    // An option that does not exist is the program's own, and so is what follows.
    let is_posix = |options: &[Parsed]| options.iter().any(|option| option.id == 'P');
    let odd = options.iter().position(|option| matches!(option.id, 'Y' | 'Z'));
    let odd = odd.filter(|at| !is_posix(&options[..*at]));
    let stop = odd.and_then(|at| places.get(at).copied());
    let stop = stop.or_else(|| (mistake.is_unknown() && !is_posix(&options)).then_some(reached));
    options.truncate(odd.unwrap_or(options.len()));
    let stopped = stop.is_some();
    if let Some(stop) = stop {
        operands = own.get(stop..).unwrap_or_default().to_vec();
    } else if let Some(status) = mistake.settle_with(context, VERSION, refuse)? {
        return Ok(status);
    }
    operands.extend_from_slice(rest);
    let mut sources: Vec<Source> = Vec::new();
    // The variables that options set, in their order.
    let mut assignments: Vec<Assignment> = Vec::new();
    let (mut csv, mut sandbox, mut dump) = (false, false, None);
    let posix = context.exec.env(b"POSIXLY_CORRECT").is_some();
    let mut dialect = Dialect { posix, bytes: locale::has_bytes(context), ..Dialect::default() };
    let (mut own_program, mut in_place, mut included) = (false, false, Vec::new());
    for option in &options {
        own_program |= matches!(option.id, 'f' | 'E' | 'e');
        match option.id {
            'i' if option.value() == "inplace" => in_place = true,
            'i' => {
                if let Some(source) = library(context, option.value())? {
                    // Each is read once.
                    let name = source.file.clone().unwrap_or_default();
                    let path = context.vfs().canonical(context.cwd(), &name).ok();
                    if !included.contains(&path) {
                        included.push(path);
                        sources.push(source);
                    }
                } else {
                    let message = Errno::NotFound.message().as_bytes();
                    let name = option.value();
                    context.complain(&[b"fatal: cannot open source file `", name, b"' for reading: ", message])?;
                    return Ok(2);
                }
            }
            'l' => {
                let message = Errno::NotFound.message().as_bytes();
                let name = option.value();
                context.complain(&[b"fatal: cannot open shared library `", name, b"' for reading: ", message])?;
                return Ok(2);
            }
            'f' | 'E' => {
                let name = option.value();
                match context.read_operand(name) {
                    Ok(text) => {
                        included.push(context.vfs().canonical(context.cwd(), name).ok());
                        sources.push(Source::new(Some(name.into()), text.to_vec()));
                    }
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(errno)) => {
                        let message = errno.message().as_bytes();
                        context.complain(&[b"fatal: cannot open source file `", name, b"' for reading: ", message])?;
                        return Ok(2);
                    }
                }
            }
            'e' => sources.push(Source::new(None, option.value().to_vec())),
            'F' => assignments.push(("FS".into(), option.value().to_owned(), Given::Separator)),
            'v' => {
                // What is no assignment is told in its turn.
                let (name, value, given) = match option.value().split_once_str("=") {
                    Some((name, value)) => (name, value, Given::Variable),
                    None => (option.value().as_bytes(), &b""[..], Given::Nonsense),
                };
                assignments.push((name.into(), value.into(), given));
            }
            'k' => csv = true,
            'S' => sandbox = true,
            'P' => dialect.posix = true,
            'c' => dialect.traditional = true,
            'b' => dialect.bytes = true,
            'n' => dialect.non_decimal = true,
            't' => dialect.lint_old = true,
            'd' => dump = Some(option.value.clone().unwrap_or_else(|| BString::from("awkvars.out"))),
            'h' => return options::print_help(context),
            'V' => return options::print_version(context, VERSION),
            'r' | 'O' | 's' | 'N' | 'Y' | 'Z' => {}
            other => {
                context.complain(&[b"fatal: option -", other.to_string().as_bytes(), b" is not supported here"])?;
                return Ok(2);
            }
        }
    }
    let usage = !own_program && (stopped || operands.is_empty());
    if !own_program && !usage {
        sources.push(Source::new(None, operands.remove(0).into()));
    }
    settle(context, &mut dialect)?;
    for (index, source) in sources.iter_mut().enumerate() {
        source.origin = index + 1;
    }
    if !dialect.is_plain()
        && let Some(status) = include(context, &mut sources, &mut included)?
    {
        return Ok(status);
    }
    let mut text = Vec::new();
    let mut pieces = Vec::with_capacity(sources.len());
    for source in &sources {
        pieces.push(parser::Piece { start: text.len(), file: source.origin });
        text.extend_from_slice(&source.text);
        if source.text.last() != Some(&b'\n') && sources.len() > 1 {
            text.push(b'\n');
        }
    }
    // What options set are variables before the text is read.
    let declared: Vec<BString> = (assignments.iter())
        .filter(|(name, _, given)| *given == Given::Variable && namespaces::is_variable(name))
        .map(|(name, ..)| name.clone())
        .collect();
    let (compiled, warnings) = if usage {
        (Err(None), Vec::new())
    } else {
        match compiled(&text, dialect, &pieces, declared) {
            Ok((program, warnings)) => (Ok(program), warnings),
            Err((fault, warnings)) => (Err(fault), warnings),
        }
    };
    let (program, fault) = match compiled {
        Ok(program) => (program, None),
        Err(fault) => (Rc::new(parser::parse(b"", dialect, &[], &[]).map_or_else(|_| Program::default(), |parsed| parsed.0)), Some(fault)),
    };
    let mut suffix = BString::default();
    if in_place {
        assignments.retain(|(name, value, _)| {
            match name.as_slice() {
                b"inplace::suffix" | b"INPLACE_SUFFIX" => suffix.clone_from(value),
                // The library sets it itself before the first file.
                b"inplace::enable" => {}
                _ => return true,
            }
            false
        });
    }
    let mut machine = Machine::new(context, program, dialect);
    machine.given = dump.is_some().then(Default::default);
    machine.in_place = in_place.then(|| inplace::InPlace::new(suffix));
    // Before anything else the variables are set.
    let name = machine.context.name();
    machine.set_surroundings(name, &operands);
    machine.sandbox = sandbox;
    if sandbox {
        machine.operands.clone_from(&operands);
    }
    match prepare(&mut machine, &assignments, csv) {
        Ok(true) => {}
        Ok(false) => return Ok(1),
        Err(Stop::Halt(halt)) => return Err(halt),
        Err(Stop::Fatal(message) | Stop::Bare(message)) => {
            machine.context.complain(&[&message])?;
            return Ok(2);
        }
        Err(_) => return Ok(2),
    }
    if usage {
        machine.context.write_error(HELP.as_bytes())?;
        return Ok(1);
    }
    for Warning { position, text, plain } in &warnings {
        if plain.is_some_and(|letter| machine.plain_told.contains(&letter)) {
            continue;
        }
        let (file, line) = place_of(&sources, *position);
        machine.context.complain(&[&file, b":", line.to_string().as_bytes(), b": ", text])?;
        machine.plain_told.extend(plain);
    }
    match fault {
        Some(Some(fault)) => return report(machine.context, &sources, &text, &fault),
        Some(None) => return Ok(1),
        None => {}
    }
    machine.sources = sources;
    let result = machine.run().map_err(|stop| machine.misplaced(stop));
    let ended = matches!(result, Ok(()) | Err(Stop::Exit));
    let status = match result {
        Ok(()) => machine.exit,
        Err(Stop::Halt(halt)) => return Err(halt),
        Err(Stop::Exit) => machine.exit,
        // `next` and `nextfile` are errors by now.
        Err(Stop::Next | Stop::NextFile) => 2,
        Err(Stop::Fatal(message)) => fatal(&mut machine, &message)?,
        Err(Stop::Bare(message)) => {
            machine.context.complain(&[&message])?;
            2
        }
    };
    if let Err(Stop::Halt(halt)) = machine.tell_escapes() {
        return Err(halt);
    }
    if let Some(file) = dump.filter(|_| ended) {
        machine.dump_variables(file.as_bstr())?;
    }
    machine.finish()?;
    Ok(status)
}

/// The arguments with `-W word` as `--word`.
fn spelled_out(args: &[BString]) -> Vec<BString> {
    let mut words = Vec::with_capacity(args.len());
    let mut args = args.iter();
    while let Some(word) = args.next() {
        match word.strip_prefix(b"-W") {
            Some(b"") => match args.next() {
                Some(name) => words.push([b"--", name.as_slice()].concat().into()),
                None => words.push(word.clone()),
            },
            Some(name) => words.push([b"--", name].concat().into()),
            None => {
                words.push(word.clone());
                if word == "--" || !word.starts_with(b"-") {
                    break;
                }
                // The value of an option in the next word.
                if word.len() == 2 && b"fFveEil".contains(&word[1]) {
                    words.extend(args.next().cloned());
                }
            }
        }
    }
    words.extend(args.cloned());
    words
}

/// Of options that exclude each other one counts.
fn settle(context: &mut Context<'_>, dialect: &mut Dialect) -> Result<(), Halt> {
    let mut overrides = |first: &str, second: &str| {
        context.complain(&[b"warning: `", first.as_bytes(), b"' overrides `", second.as_bytes(), b"'"])
    };
    if dialect.posix && std::mem::take(&mut dialect.traditional) {
        overrides("--posix", "--traditional")?;
    }
    if dialect.is_plain() && std::mem::take(&mut dialect.non_decimal) {
        overrides("--posix'/`--traditional", "--non-decimal-data")?;
    }
    if dialect.posix && std::mem::take(&mut dialect.bytes) {
        overrides("--posix", "--characters-as-bytes")?;
    }
    Ok(())
}

fn prepare(machine: &mut Machine<'_, '_>, assignments: &[Assignment], csv: bool) -> Result<bool, Stop> {
    for (name, value, given) in assignments {
        if *given == Given::Nonsense {
            machine.context.complain(&[b"`", name, b"' argument to `-v' not in `var=value' form\n"])?;
            machine.context.write_error(HELP.as_bytes())?;
            return Ok(false);
        }
        if let Some(message) = namespaces::fault_of_variable(name) {
            machine.context.complain(&[message.as_bytes()])?;
            return Ok(false);
        }
        match given {
            Given::Separator if value == "t" && machine.dialect.traditional => machine.assign_separator(b"\t")?,
            Given::Separator => machine.assign_separator(value)?,
            _ => machine.assign_operand(name, value)?,
        }
    }
    if csv {
        machine.use_csv();
    }
    machine.tell_escapes()?;
    Ok(true)
}

/// Reports an error of the running program with its place.
fn fatal(machine: &mut Machine<'_, '_>, message: &[u8]) -> Result<u8, Halt> {
    if let Err(Stop::Halt(halt)) = machine.tell_escapes() {
        return Err(halt);
    }
    let place = machine.place();
    machine.context.complain(&[&place, message])?;
    Ok(2)
}

/// The source and line of a position in all the text.
fn place_of(sources: &[Source], position: usize) -> (BString, usize) {
    let mut start = 0;
    for source in sources {
        let end = start + source.text.len() + usize::from(sources.len() > 1 && source.text.last() != Some(&b'\n'));
        if position < end || sources.len() == 1 {
            let before = source.text.get(..position - start).unwrap_or(&source.text);
            return (name_of(source), source.lines + before.iter().filter(|byte| **byte == b'\n').count() + 1);
        }
        start = end;
    }
    (BString::from("cmd. line"), 1)
}

/// The source that a position is in.
fn source_of(sources: &[Source], position: usize) -> Option<&Source> {
    let mut start = 0;
    for source in sources {
        start += source.text.len() + usize::from(sources.len() > 1 && source.text.last() != Some(&b'\n'));
        if position < start {
            return Some(source);
        }
    }
    sources.last()
}

fn place_of_line(sources: &[Source], line: u32) -> (BString, u32) {
    let mut line = line.max(1);
    for (index, source) in sources.iter().enumerate() {
        let lines = source.text.iter().filter(|byte| **byte == b'\n').count()
            + usize::from(source.text.last() != Some(&b'\n'));
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        if line <= lines || index + 1 == sources.len() {
            let before = u32::try_from(source.lines).unwrap_or(u32::MAX);
            return (name_of(source), line.saturating_add(before));
        }
        line -= lines;
    }
    (BString::from("cmd. line"), line)
}

fn name_of(source: &Source) -> BString {
    source.file.clone().unwrap_or_else(|| BString::from("cmd. line"))
}

/// Reports an error of the program's text: the line, and a caret below its place.
fn report(context: &mut Context<'_>, sources: &[Source], text: &[u8], fault: &Fault) -> Outcome {
    let position = fault.position.min(text.len());
    let (file, line) = place_of(sources, position);
    let place = format!("{}:{}: ", file.to_str_lossy(), line + usize::from(fault.newline));
    if let Some(last) = fault.last
        && let Some(source) = source_of(sources, position).filter(|source| source.file.is_some())
    {
        // Of a file it is told that it ends.
        let start = text[..last.min(position)].rfind_byte(b'\n').map_or(0, |newline| newline + 1);
        let column = if source.text.ends_with(b"\n") { 0 } else { last.saturating_sub(start) };
        context.complain(&[place.as_bytes(), b"(END OF FILE)"])?;
        context.complain(&[
            place.as_bytes(),
            " ".repeat(column).as_bytes(),
            b"^ source files / command-line arguments must contain complete functions or rules",
        ])?;
    } else if fault.caret {
        let start = text[..position].rfind_byte(b'\n').map_or(0, |newline| newline + 1);
        let end = text[position..].find_byte(b'\n').map_or(text.len(), |newline| position + newline);
        context.complain(&[place.as_bytes(), &text[start..end]])?;
        let spaces: Vec<u8> =
            text[start..position].iter().map(|byte| if *byte == b'\t' { b'\t' } else { b' ' }).collect();
        let of_file = source_of(sources, position).is_some_and(|source| source.file.is_some());
        let end: &[u8] = if fault.at_end && of_file { b" at end of file" } else { b"" };
        context.complain(&[place.as_bytes(), &spaces, b"^ ", &fault.message, end])?;
    } else {
        context.complain(&[place.as_bytes(), &fault.message])?;
    }
    Ok(if fault.message.starts_with(b"fatal") { 2 } else { 1 })
}

type Compiled = (Rc<Program>, Warnings);

/// A program that was compiled: its text, what it was read by, and the variables that were there before.
struct Known {
    text: Bytes,
    dialect: Dialect,
    declared: Vec<BString>,
    compiled: Compiled,
}

/// Programs that this thread compiled lately: agents run the same ones again and again.
const KEPT: usize = 32;

thread_local! {
    static COMPILED: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The program of a text, parsed once.
fn compiled(
    text: &[u8],
    dialect: Dialect,
    pieces: &[parser::Piece],
    declared: Vec<BString>,
) -> Result<Compiled, (Option<Fault>, Warnings)> {
    let known = COMPILED.with_borrow_mut(|kept| {
        let is_same = |known: &Known| known.text == text && known.dialect == dialect && known.declared == declared;
        let index = kept.iter().position(is_same)?;
        // The one used last stands last.
        let entry = kept.remove(index);
        let program = (Rc::clone(&entry.compiled.0), entry.compiled.1.clone());
        kept.push(entry);
        Some(program)
    });
    if let Some(program) = known {
        return Ok(program);
    }
    let (program, warnings) = parser::parse(text, dialect, pieces, &declared)?;
    let program = (Rc::new(program), warnings);
    if memchr::memmem::find(text, b"@namespace").is_some() {
        // What its names mean depends on where its files begin.
        return Ok(program);
    }
    COMPILED.with_borrow_mut(|kept| {
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        let compiled = (Rc::clone(&program.0), program.1.clone());
        kept.push(Known { text: Bytes::copy_from_slice(text), dialect, declared, compiled });
    });
    Ok(program)
}
