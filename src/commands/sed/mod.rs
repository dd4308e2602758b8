//! `sed`: edits a stream of lines by a script.
//!
//! [`parse`] turns the script into a [`script::Script`], [`execute`] runs it. The escapes of the various texts are in
//! [`text`], the stream of lines and files in [`input`] and [`output`].

mod debug;
mod execute;
mod input;
mod output;
pub(crate) mod parse;
mod script;
mod substitute;
mod text;


use self::execute::{Executor, Settings};
use self::input::{Lines, Reading, Stop};
use self::output::complain;
use self::parse::{Origin, Source};
use super::options::{self, Opt, Spec, Takes};
use crate::shared::locale;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::Errno;

const HELP: &str = "\
Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...

  -n, --quiet, --silent
                 print no line unless the script says so
  -e script, --expression=script
                 add the script to the commands to be run
  -f script-file, --file=script-file
                 add the contents of script-file to the commands to be run
      --debug    tell how the script is understood, and what each command does
      --follow-symlinks
                 edit in place what a symbolic link leads to
  -i[SUFFIX], --in-place[=SUFFIX]
                 edit files in place (keeps a backup if SUFFIX is given)
  -l N, --line-length=N
                 the length of the lines of the `l' command
      --posix
                 no GNU extensions
  -E, -r, --regexp-extended
                 extended regular expressions in the script
  -s, --separate
                 treat files each for itself, not as one long stream
      --sandbox
                 refuse the commands that touch files (r, w)
  -u, --unbuffered
                 read no more than needed, and write at once
  -z, --null-data
                 lines end in NUL, not newline
  -b, --binary   changes nothing here
      --help     show this help and exit
      --version  show the version and exit

Without -e, --expression, -f or --file, the first operand is the script. The other operands are the files to read; the
standard input is read when there are none.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "binary", Takes::Nothing),
    Opt::both('r', "regexp-extended", Takes::Nothing),
    Opt::short('E', Takes::Nothing),
    Opt::long('1', "debug", Takes::Nothing),
    Opt::both('i', "in-place", Takes::Optional),
    Opt::both('e', "expression", Takes::Value),
    Opt::both('f', "file", Takes::Value),
    Opt::both('l', "line-length", Takes::Value),
    Opt::both('z', "null-data", Takes::Nothing),
    Opt::long('z', "zero-terminated", Takes::Nothing),
    Opt::both('n', "quiet", Takes::Nothing),
    Opt::long('2', "posix", Takes::Nothing),
    Opt::long('n', "silent", Takes::Nothing),
    Opt::long('3', "sandbox", Takes::Nothing),
    Opt::both('s', "separate", Takes::Nothing),
    Opt::both('u', "unbuffered", Takes::Nothing),
    Opt::long('4', "follow-symlinks", Takes::Nothing),
]);

/// One `s` command by itself, for others that change names with it.
pub struct Replacement(Box<script::Substitution>);

impl Replacement {
    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        let mut captures = shell::regex::Captures::new();
        let mut out = Vec::new();
        match &self.0.pattern {
            Some(regex) if substitute::substitute(&self.0, regex, text, &mut captures, &mut out) == Ok(true) => out,
            _ => text.to_vec(),
        }
    }
}

/// Reads one `s` command; `None` when it is wrong or something else.
pub fn replacement(script: &[u8], extended: bool) -> Option<Replacement> {
    let settings = parse::Settings { extended, ..parse::Settings::default() };
    let source = parse::Source { origin: parse::Origin::Expression(1), text: script.to_vec(), settings };
    let mut script = parse::parse(&[source]).ok()?;
    match script.commands.pop()?.action {
        script::Action::Substitute(substitution) if script.commands.is_empty() => Some(Replacement(substitution)),
        _ => None,
    }
}

pub const COMMANDS: &[Native] = &[Native { name: "sed", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let refuse = |context: &mut Context<'_>, message: &[u8]| {
        complain(context, &[message])?;
        context.write_error(HELP.as_bytes())?;
        Ok(1)
    };
    let options::InOrder { options, mut operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut reading = Reading { terminator: b'\n', ..Reading::default() };
    let execute = context.exec.kernel.capabilities.sed_execute;
    let mut parsing = parse::Settings { execute, bytes: locale::has_bytes(context), ..parse::Settings::default() };
    let mut quiet = false;
    let mut list_length = 70;
    let mut sources = Vec::new();
    let mut expressions = 0;
    for option in options {
        match option.id {
            'b' => {}
            'r' | 'E' => parsing.extended = true,
            '1' => (parsing.debug, parsing.debug_labels) = (true, true),
            'i' => {
                reading.separate = true;
                reading.in_place = Some(option.value.unwrap_or_default());
            }
            'e' => {
                expressions += 1;
                let origin = Origin::Expression(expressions);
                sources.push(Source { origin, text: option.value().to_vec(), settings: parsing });
            }
            'f' => match script_file(context, option.value(), parsing)? {
                Ok(source) => sources.push(source),
                Err((message, status)) => {
                    // What is wrong with the scripts before it is told first.
                    if let Err(status) = begun(context, &sources)? {
                        return Ok(status);
                    }
                    complain(context, &[&message])?;
                    return Ok(status);
                }
            },
            'l' => list_length = length(option.value()),
            'z' => (reading.terminator, parsing.null_data) = (0, true),
            'n' => quiet = true,
            '2' => parsing.posix = true,
            '3' => parsing.sandbox = true,
            's' => reading.separate = true,
            'u' => reading.unbuffered = true,
            _ => reading.follow_symlinks = true,
        }
    }
    if mistake.is_some()
        && let Err(status) = begun(context, &sources)?
    {
        return Ok(status);
    }
    // Scripts look for the number of the version that this one behaves as.
    if let Some(status) = mistake.settle_with(context, "sed (GNU sed) 4.9", refuse)? {
        return Ok(status);
    }
    if sources.is_empty() {
        if operands.is_empty() {
            context.write_error(HELP.as_bytes())?;
            return Ok(1);
        }
        sources.push(Source { origin: Origin::Expression(1), text: operands.remove(0).into(), settings: parsing });
    }
    for source in &mut sources {
        context.charge_bytes(source.text.len())?;
        source.settings.debug = parsing.debug;
        source.settings.null_texts = parsing.null_data;
    }
    let script = match parse::parse(&sources) {
        Ok(script) => script,
        Err(fault) => return faulty(context, &fault),
    };
    if operands.is_empty() {
        if reading.in_place.is_some() {
            for name in &script.outputs {
                if let Err(stop) = output::Sink::open(context, name) {
                    return stopped(context, stop);
                }
            }
            if parsing.debug {
                context.write(&debug::program(&script))?;
            }
            complain(context, &[b"no input files"])?;
            return Ok(4);
        }
        operands.push("-".into());
    }
    let settings = Settings {
        quiet: quiet || script.quiet,
        posix: parsing.posix,
        keeps_last: !parsing.posix && context.exec.env(b"POSIXLY_CORRECT").is_none(),
        terminator: reading.terminator,
        list_length,
        unbuffered: reading.unbuffered,
        debug: parsing.debug,
        bytes: parsing.bytes,
    };
    let lines = Lines::new(operands, reading);
    let mut executor = match Executor::new(context, &script, settings, lines) {
        Ok(executor) => executor,
        Err(stop) => return stopped(context, stop),
    };
    if parsing.debug {
        context.write(&debug::program(&script))?;
    }
    let result = executor.run(context);
    if let Some(unfinished) = executor.lines.in_place.take() {
        unfinished.discard(context);
    }
    let missing = executor.lines.missing;
    match result {
        Ok(status) => {
            executor.flush(context)?;
            Ok(if missing { 2 } else { status })
        }
        Err(stop) => {
            if !matches!(stop, Stop::Halt(_)) {
                executor.flush(context)?;
            }
            stopped(context, stop)
        }
    }
}

fn stopped(context: &mut Context<'_>, stop: Stop) -> Outcome {
    match stop {
        Stop::Halt(halt) => Err(halt),
        Stop::Fatal(message, status) => {
            complain(context, &[&message])?;
            Ok(status)
        }
    }
}

/// Tells what is wrong with a script, once what it would have written is opened.
fn faulty(context: &mut Context<'_>, fault: &parse::Fault) -> Outcome {
    for name in &fault.outputs {
        if let Err(stop) = output::Sink::open(context, name) {
            return stopped(context, stop);
        }
    }
    complain(context, &[&fault.message])?;
    Ok(fault.status)
}

/// GNU sed compiles each script when it comes to its option: before a mistake in a later option, what is wrong with the
/// scripts so far is told and what they write is opened. The inner error is the exit status.
fn begun(context: &mut Context<'_>, sources: &[Source]) -> Result<Result<(), u8>, Halt> {
    let outputs = match parse::parse_begun(sources) {
        Ok(outputs) => outputs,
        Err(fault) => return faulty(context, &fault).map(Err),
    };
    for name in &outputs {
        if let Err(stop) = output::Sink::open(context, name) {
            return stopped(context, stop).map(Err);
        }
    }
    Ok(Ok(()))
}

/// Reads a file of commands; the inner error is a message and the exit status.
fn script_file(
    context: &mut Context<'_>,
    name: &[u8],
    settings: parse::Settings,
) -> Result<Result<Source, (Vec<u8>, u8)>, Halt> {
    match context.read_operand(name) {
        Ok(data) => {
            Ok(Ok(Source { origin: Origin::File(name.to_vec()), text: data.to_vec(), settings }))
        }
        Err(IoError::Halt(halt)) => Err(halt),
        // GNU sed reads a folder as an empty script.
        Err(IoError::Errno(Errno::IsDir)) => Ok(Ok(Source { origin: Origin::File(name.to_vec()), text: Vec::new(), settings })),
        Err(IoError::Errno(errno)) => {
            let message = [b"couldn't open file ", name, b": ", errno.message().as_bytes()].concat();
            Ok(Err((message, 4)))
        }
    }
}

/// The value of `-l` as `atoi` reads it: what is no number is 0, which is no limit.
fn length(text: &[u8]) -> usize {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text[..digits].iter().fold(0usize, |value, digit| value.saturating_mul(10).saturating_add(usize::from(digit - b'0')))
}
