//! The GNU option reader: what `getopt_long` does, with its messages.
//!
//! Options may stand after operands (unless the command asks otherwise), short ones cluster, long ones may be
//! abbreviated, `--` ends them, and `--help` and `--version` are understood by every command that uses this.

use bstr::{BStr, BString, ByteSlice};

use shell::command::{Context, Outcome};
use shell::kernel::Halt;

/// Whether an option takes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// `-n VALUE`, `-nVALUE`, `--name VALUE`, `--name=VALUE`
    Value,
    /// `-nVALUE`, `--name=VALUE`, or no value.
    Optional,
}

/// One option. `id` is what [`Parsed::id`] gives back: the short letter, or any other character for a long-only one.
#[derive(Debug, Clone, Copy)]
pub struct Opt {
    pub id: char,
    /// True when `id` is also the short option.
    pub short: bool,
    /// Empty: no long form.
    pub long: &'static str,
    pub takes: Takes,
}

impl Opt {
    /// Each of the letters 0 to 9, which an old spelling such as `-5` is made of; `id` is the digit then.
    pub const DIGITS: Opt = Opt { id: '\u{100}', short: true, long: "", takes: Takes::Nothing };

    /// A short option without a long form.
    pub const fn short(id: char, takes: Takes) -> Opt {
        Opt { id, short: true, long: "", takes }
    }

    /// A short option with a long form.
    pub const fn both(id: char, long: &'static str, takes: Takes) -> Opt {
        Opt { id, short: true, long, takes }
    }

    /// A long option; `id` only names it in the match.
    pub const fn long(id: char, long: &'static str, takes: Takes) -> Opt {
        Opt { id, short: false, long, takes }
    }
}

impl Opt {
    /// Whether it is the short option of this letter.
    fn is(&self, letter: u8) -> bool {
        self.short && (self.id == char::from(letter) || self.id == Opt::DIGITS.id && letter.is_ascii_digit())
    }
}

/// What a command accepts.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    pub options: &'static [Opt],
    /// Stop at the first operand (`env`, `xargs`, `timeout`, …).
    pub operands_end_options: bool,
    /// Exit status of a usage error: 1 for most, 2 for `ls`, `sort`, `grep`, …
    pub failure: u8,
}

impl Spec {
    pub const fn new(options: &'static [Opt]) -> Spec {
        Spec { options, operands_end_options: false, failure: 1 }
    }
}

/// An option as it was given, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    pub id: char,
    pub value: Option<BString>,
}

impl Parsed {
    /// The value of an option that takes one.
    pub fn value(&self) -> &BStr {
        self.value.as_ref().map_or(b"".as_bstr(), |value| value.as_bstr())
    }
}

/// The outcome of reading the arguments.
pub enum Arguments {
    Run {
        options: Vec<Parsed>,
        operands: Vec<BString>,
    },
    /// A message was printed (help, version or an error): exit with this status.
    Exit(u8),
}

/// The version that `--version` prints with each command's name.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `--version` prints.
pub fn version_line(name: &str) -> String {
    format!("{name} (mem-sandbox) {VERSION}\n")
}

/// Reads the arguments of `context`. Prints what there is to say, so that a command only matches on the result.
pub fn read(context: &mut Context<'_>, spec: &Spec) -> Result<Arguments, Halt> {
    let args = context.args();
    read_from(context, spec, args)
}

/// As [`read`], for a command that looked at some arguments itself.
pub fn read_from(context: &mut Context<'_>, spec: &Spec, args: &[BString]) -> Result<Arguments, Halt> {
    let version = context.name();
    let refuse = |context: &mut Context<'_>, message: &[u8]| {
        context.complain(&[message])?;
        hint(context)?;
        Ok(spec.failure)
    };
    Ok(match scan_or_answer(context, spec, args, version, refuse)? {
        Ok(Scanned { options, operands }) => {
            let options = options.into_iter().map(|(_, option)| option).collect();
            Arguments::Run { options, operands }
        }
        Err(status) => Arguments::Exit(status),
    })
}

/// As [`scan`], with `--help` and `--version` answered (the version's line begins with `version`) and a mistake reported
/// by `refuse`, in the command's own way. The inner error is the exit status.
pub fn scan_or_answer(
    context: &mut Context<'_>,
    spec: &Spec,
    args: &[BString],
    version: &str,
    refuse: impl FnOnce(&mut Context<'_>, &[u8]) -> Outcome,
) -> Result<Result<Scanned, u8>, Halt> {
    match scan(spec, args) {
        Ok(scanned) => return Ok(Ok(scanned)),
        Err(Refused::Help) => print_help(context),
        Err(Refused::Version) => print_version(context, version),
        Err(Refused::Unknown(message) | Refused::Usage(message)) => refuse(context, &message),
    }
    .map(Err)
}

/// Prints the usage text; the status is 0.
pub fn print_help(context: &mut Context<'_>) -> Outcome {
    context.write(context.help().as_bytes())?;
    Ok(0)
}

/// Prints the version's line, which begins with `version`; the status is 0.
pub fn print_version(context: &mut Context<'_>, version: &str) -> Outcome {
    context.write(version_line(version).as_bytes())?;
    Ok(0)
}

/// Arguments taken apart, with nothing printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scanned {
    /// Each with the index of the argument that it stands in.
    pub options: Vec<(usize, Parsed)>,
    pub operands: Vec<BString>,
}

/// Why [`scan`] stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// `--help` was given.
    Help,
    /// `--version` was given.
    Version,
    /// An option that does not exist, or of which it is not clear which one is meant; as `Usage`.
    Unknown(BString),
    /// Another mistake, in the words of `getopt_long` without the command's name.
    Usage(BString),
}

/// Options in their order, up to the first mistake: GNU looks at each option's value before it reads the next option.
pub struct InOrder {
    pub options: Vec<Parsed>,
    /// For each option the index of the argument that it stands in.
    pub places: Vec<usize>,
    /// Not complete when there is a mistake.
    pub operands: Vec<BString>,
    /// To be settled once the options before it are taken.
    pub mistake: Mistake,
    /// The index of the argument that was read last: that of the mistake.
    pub reached: usize,
}

/// What ended the options early, if anything did.
#[must_use]
pub struct Mistake(Option<Refused>);

impl Mistake {
    /// Whether there is one, `--help` and `--version` among them.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Whether it is an option that does not exist.
    pub fn is_unknown(&self) -> bool {
        matches!(self.0, Some(Refused::Unknown(_)))
    }

    /// The message, for a command that words its own usage. `--help` and `--version` have to be among its options.
    pub fn usage(self) -> Option<BString> {
        match self.0 {
            Some(Refused::Unknown(message) | Refused::Usage(message)) => Some(message),
            _ => None,
        }
    }

    /// Prints the help, the version or the error. `Some` is the status to exit with.
    pub fn settle(self, context: &mut Context<'_>, spec: &Spec) -> Result<Option<u8>, Halt> {
        let name = context.name();
        self.settle_with(context, name, |context, message| {
            context.complain(&[message])?;
            hint(context)?;
            Ok(spec.failure)
        })
    }

    /// As [`Mistake::settle`], with a version's line that begins with `version`, and the error reported by `refuse`, in
    /// the command's own way.
    pub fn settle_with(
        self,
        context: &mut Context<'_>,
        version: &str,
        refuse: impl FnOnce(&mut Context<'_>, &[u8]) -> Outcome,
    ) -> Result<Option<u8>, Halt> {
        match self.0 {
            None => return Ok(None),
            Some(Refused::Help) => print_help(context),
            Some(Refused::Version) => print_version(context, version),
            Some(Refused::Unknown(message) | Refused::Usage(message)) => refuse(context, &message),
        }
        .map(Some)
    }
}

/// Reads `args` and leaves the first mistake for later.
pub fn read_in_order(spec: &Spec, args: &[BString]) -> InOrder {
    in_order(spec, args, false)
}

/// The id of an operand among the options.
pub const OPERAND: char = '\u{1}';

/// As [`read_in_order`], with the operands before a `--` among the options, as [`OPERAND`].
pub fn read_all_in_order(spec: &Spec, args: &[BString]) -> InOrder {
    in_order(spec, args, true)
}

fn in_order(spec: &Spec, args: &[BString], operands_too: bool) -> InOrder {
    let mut scanned = Scanned { options: Vec::new(), operands: Vec::new() };
    let mut reached = 0;
    let mistake = Mistake(scan_into(spec, args, &mut scanned, operands_too, &mut reached).err());
    let (places, options) = scanned.options.into_iter().unzip();
    InOrder { options, places, operands: scanned.operands, mistake, reached }
}

/// Takes arguments apart without printing anything, for commands with messages of their own.
pub fn scan(spec: &Spec, args: &[BString]) -> Result<Scanned, Refused> {
    let mut scanned = Scanned { options: Vec::new(), operands: Vec::new() };
    scan_into(spec, args, &mut scanned, false, &mut 0)?;
    Ok(scanned)
}

/// `reached`: the index of the argument that is read.
fn scan_into(
    spec: &Spec,
    args: &[BString],
    scanned: &mut Scanned,
    operands_too: bool,
    reached: &mut usize,
) -> Result<(), Refused> {
    let Scanned { options, operands } = scanned;
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        let place = index;
        *reached = place;
        index += 1;
        if arg == "--" {
            operands.extend_from_slice(&args[index..]);
            break;
        }
        if let Some(long) = arg.strip_prefix(b"--") {
            let (name, inline) = match long.split_once_str("=") {
                Some((name, value)) => (name, Some(BString::from(value))),
                None => (long, None),
            };
            let option = match find_long(spec, name) {
                Found::One(option) => option,
                Found::Help | Found::Version if inline.is_some() => {
                    return Err(refuse(&[b"option '--", long_name(spec, name), b"' doesn't allow an argument"]));
                }
                Found::Help => return Err(Refused::Help),
                Found::Version => return Err(Refused::Version),
                Found::None => return Err(unknown(&[b"unrecognized option '", arg, b"'"])),
                Found::Many(names) => {
                    let mut list = BString::default();
                    for name in names {
                        list.extend_from_slice(b" '--");
                        list.extend_from_slice(name.as_bytes());
                        list.push(b'\'');
                    }
                    return Err(unknown(&[b"option '", arg, b"' is ambiguous; possibilities:", &list]));
                }
            };
            let value = match (option.takes, inline) {
                (Takes::Nothing, Some(_)) => {
                    let name = option.long.as_bytes();
                    return Err(refuse(&[b"option '--", name, b"' doesn't allow an argument"]));
                }
                (Takes::Value, None) => {
                    let Some(value) = args.get(index) else {
                        let name = option.long.as_bytes();
                        return Err(refuse(&[b"option '--", name, b"' requires an argument"]));
                    };
                    index += 1;
                    Some(value.clone())
                }
                (_, inline) => inline,
            };
            options.push((place, Parsed { id: option.id, value }));
        } else if arg.len() > 1 && arg[0] == b'-' {
            let mut rest = &arg[1..];
            while let Some((&letter, after)) = rest.split_first() {
                rest = after;
                let Some(option) = spec.options.iter().find(|option| option.is(letter)) else {
                    return Err(unknown(&[b"invalid option -- '", &[letter], b"'"]));
                };
                let value = match option.takes {
                    Takes::Nothing => None,
                    Takes::Optional => (!rest.is_empty()).then(|| BString::from(rest)),
                    Takes::Value if !rest.is_empty() => Some(BString::from(rest)),
                    Takes::Value => {
                        let Some(value) = args.get(index) else {
                            return Err(refuse(&[b"option requires an argument -- '", &[letter], b"'"]));
                        };
                        index += 1;
                        Some(value.clone())
                    }
                };
                let done = option.takes != Takes::Nothing;
                options.push((place, Parsed { id: char::from(letter), value }));
                if done {
                    break;
                }
            }
        } else if spec.operands_end_options {
            operands.extend_from_slice(&args[place..]);
            break;
        } else if operands_too {
            options.push((place, Parsed { id: OPERAND, value: Some(arg.clone()) }));
        } else {
            operands.push(arg.clone());
        }
    }
    Ok(())
}

fn unknown(parts: &[&[u8]]) -> Refused {
    Refused::Unknown(parts.concat().into())
}

fn refuse(parts: &[&[u8]]) -> Refused {
    Refused::Usage(parts.concat().into())
}

/// The full name of the option that `name` abbreviates.
fn long_name<'a>(spec: &Spec, name: &'a [u8]) -> &'a [u8] {
    match find_long(spec, name) {
        Found::Help => b"help",
        Found::Version => b"version",
        _ => name,
    }
}

enum Found {
    One(Opt),
    Help,
    Version,
    None,
    Many(Vec<&'static str>),
}

fn find_long(spec: &Spec, name: &[u8]) -> Found {
    let known = spec.options.iter().filter(|option| !option.long.is_empty()).map(|option| (option.long, Some(*option)));
    let own = [("help", None), ("version", None)];
    let all = known.chain(own.into_iter().filter(|(long, _)| !spec.options.iter().any(|option| option.long == *long)));
    let mut found: Vec<(&'static str, Option<Opt>)> = Vec::new();
    for (long, option) in all {
        if long.as_bytes() == name {
            found = vec![(long, option)];
            break;
        }
        if long.as_bytes().starts_with(name) {
            found.push((long, option));
        }
    }
    // Abbreviations of two spellings of one option are not ambiguous.
    let same = found.windows(2).all(|pair| match (&pair[0].1, &pair[1].1) {
        (Some(a), Some(b)) => a.id == b.id,
        _ => false,
    });
    match found.as_slice() {
        [] => Found::None,
        [(_, Some(option)), ..] if found.len() == 1 || same => Found::One(*option),
        [(long, None)] => {
            if *long == "help" {
                Found::Help
            } else {
                Found::Version
            }
        }
        [(_, first), ..] => {
            // Other spellings of the first are not named.
            let first = first.as_ref().map(|option| (option.id, option.takes));
            let is_first = |option: &Option<Opt>| option.as_ref().map(|option| (option.id, option.takes)) == first;
            let names = found.iter().enumerate().filter(|(at, (_, option))| *at == 0 || !is_first(option));
            Found::Many(names.map(|(_, (long, _))| *long).collect())
        }
    }
}

/// Prints an error about the usage and the hint to `--help`; the caller returns the result.
pub fn usage(context: &mut Context<'_>, spec: &Spec, message: &[&[u8]]) -> Result<Arguments, Halt> {
    context.complain(message)?;
    hint(context)?;
    Ok(Arguments::Exit(spec.failure))
}

/// The line that follows a usage error. `grep` puts its usage line before it.
pub fn hint(context: &mut Context<'_>) -> Result<(), Halt> {
    if context.name() == "grep" {
        let usage = context.help().split_inclusive('\n').next().unwrap_or_default();
        context.write_error(usage.as_bytes())?;
    }
    let line = format!("Try '{} --help' for more information.\n", context.name());
    context.write_error(line.as_bytes())
}
