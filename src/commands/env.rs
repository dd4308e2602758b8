//! `env`: runs a command in a changed environment, or prints the environment.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::{quote, quote_file};
use super::shared::run::run_or_complain;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Disposition, Halt, Signal};
use workspace::Errno;

const HELP: &str = "\
Usage: env [OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]
Set each NAME to VALUE in the environment and run COMMAND. Without COMMAND, print the environment.

  -i, --ignore-environment  start with an empty environment; a lone - means the same
  -0, --null           end each output line with NUL, not newline
  -u, --unset=NAME     remove a variable from the environment
  -C, --chdir=DIR      change the working folder to DIR
  -S, --split-string=S split S into separate arguments, as a #! line needs
  -v, --debug          print what is done
      --default-signal[=SIG]  reset what is done with signals
      --ignore-signal[=SIG]   ignore signals
      --block-signal[=SIG]    keep signals from the command
      --list-signal-handling  list signals that are not as usual, to standard error
      --help           show this help and exit
      --version        show the version and exit
";

// The options that have no letter.
const DEFAULT: char = '\u{1}';
const IGNORE: char = '\u{2}';
const BLOCK: char = '\u{3}';
const LIST: char = '\u{4}';

const OPTIONS: &[Opt] = &[
    Opt::both('i', "ignore-environment", Takes::Nothing),
    Opt::both('0', "null", Takes::Nothing),
    Opt::both('u', "unset", Takes::Value),
    Opt::both('C', "chdir", Takes::Value),
    Opt::both('v', "debug", Takes::Nothing),
    Opt::both('S', "split-string", Takes::Value),
    Opt::long(DEFAULT, "default-signal", Takes::Optional),
    Opt::long(IGNORE, "ignore-signal", Takes::Optional),
    Opt::long(BLOCK, "block-signal", Takes::Optional),
    Opt::long(LIST, "list-signal-handling", Takes::Nothing),
];

const SPEC: Spec = Spec { options: OPTIONS, operands_end_options: true, failure: 125 };

pub const COMMANDS: &[Native] = &[Native { name: "env", help: HELP, run }];

/// How often `-S` may bring in another `-S`.
const MOST_SPLITS: usize = 32;

fn run(context: &mut Context<'_>) -> Outcome {
    let Some(args) = expand_splits(context)? else { return Ok(125) };
    let (options, operands) = match options::read_from(context, &SPEC, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id| options.iter().any(|option| option.id == id);
    let mut operands = operands.as_slice();
    let mut ignore = given('i');
    if let [first, rest @ ..] = operands
        && first == "-"
    {
        ignore = true;
        operands = rest;
    }
    let debug = given('v');
    if ignore {
        trace(context, debug, &[b"cleaning environ"])?;
        context.exec.environ = std::rc::Rc::default();
    }
    for option in options.iter().filter(|option| option.id == 'u') {
        let name = option.value();
        if name.is_empty() || name.contains(&b'=') {
            context.complain(&[b"cannot unset ", &quote(name), b": Invalid argument"])?;
            return Ok(125);
        }
        if !ignore {
            trace(context, debug, &[b"unset:    ", name])?;
        }
        context.exec.set_env(name, None);
    }
    while let [first, rest @ ..] = operands
        && let Some((name, value)) = first.split_once_str("=")
    {
        trace(context, debug, &[b"setenv:   ", first])?;
        // A variable without a name is legal to `env`, and no program can see it.
        if !name.is_empty() {
            context.exec.set_env(name, Some(value.into()));
        }
        operands = rest;
    }
    let null = given('0');
    let folder = options.iter().rev().find(|option| option.id == 'C').map(|option| option.value().to_owned());
    if null && !operands.is_empty() {
        context.complain(&[b"cannot specify --null (-0) with command"])?;
        options::hint(context)?;
        return Ok(125);
    }
    if operands.is_empty() {
        if folder.is_some() {
            context.complain(&[b"must specify command with --chdir (-C)"])?;
            options::hint(context)?;
            return Ok(125);
        }
        let environ = std::rc::Rc::clone(&context.exec.environ);
        for (name, value) in environ.iter() {
            let end: &[u8] = if null { b"\0" } else { b"\n" };
            context.write(&[&name[..], b"=", value, end].concat())?;
        }
        return Ok(0);
    }
    if let Some(folder) = folder {
        trace(context, debug, &[b"chdir:    ", &quote(&folder)])?;
        match context.vfs().canonical(context.cwd(), &folder) {
            Ok(path) if context.vfs().is_dir(context.cwd(), &folder) => context.exec.cwd = path,
            result => {
                let errno = result.err().unwrap_or(Errno::NotDir);
                let text = errno.message().as_bytes();
                context.complain(&[b"cannot change directory to ", &quote_file(&folder), b": ", text])?;
                return Ok(125);
            }
        }
    }
    let old: Vec<_> = Signal::all().map(|signal| (signal, context.exec.process.disposition(signal))).collect();
    if let Some(status) = set_signals(context, &options, debug)? {
        restore_signals(context, &old);
        return Ok(status);
    }
    if debug {
        trace(context, true, &[b"executing: ", &operands[0]])?;
        for (index, operand) in operands.iter().enumerate() {
            let line = [format!("   arg[{index}]= ").as_bytes(), &quote(operand), b"\n"].concat();
            context.write_error(&line)?;
        }
    }
    let separators = operands[0].iter().any(|byte| byte.is_ascii_whitespace());
    let result = run_or_complain(context, operands, |name| [&quote(name)[..], b": "].concat());
    restore_signals(context, &old);
    let status = result?;
    if status == 127 && separators && !context.args().is_empty() {
        // Reached where a #! line put several words into one.
        hint_split(context)?;
    }
    Ok(status)
}

/// Changes what is done with signals as the options say; a status after a message when one is none.
fn set_signals(context: &mut Context<'_>, options: &[options::Parsed], debug: bool) -> Result<Option<u8>, Halt> {
    let process = std::rc::Rc::clone(&context.exec.process);
    let mut blocked: Vec<Signal> = Vec::new();
    for option in options.iter().filter(|option| matches!(option.id, DEFAULT | IGNORE | BLOCK)) {
        let all = Signal::all().filter(|signal| !matches!(*signal, Signal::KILL | Signal::STOP));
        let names = option.value.as_ref();
        let mut signals: Vec<Signal> = Vec::new();
        for name in names.map(|names| names.split(|byte| *byte == b',')).into_iter().flatten() {
            match Signal::parse(name).filter(|signal| signal.name().is_some()) {
                Some(signal) => signals.push(signal),
                None => {
                    context.complain(&[&quote(name), b": invalid signal"])?;
                    options::hint(context)?;
                    return Ok(Some(125));
                }
            }
        }
        if names.is_none() {
            signals = all.collect();
        }
        for signal in signals {
            if matches!(signal, Signal::KILL | Signal::STOP) {
                let text = format!("failed to set signal action for signal {}: Invalid argument", signal.0);
                context.complain(&[text.as_bytes()])?;
                return Ok(Some(125));
            }
            let name = signal.name().unwrap_or_default();
            let (disposition, text) = match option.id {
                DEFAULT => (Disposition::Default, format!("Reset signal {name} ({}) to DEFAULT", signal.0)),
                IGNORE => (Disposition::Ignore, format!("Reset signal {name} ({}) to IGNORE", signal.0)),
                _ => (Disposition::Ignore, format!("signal {name} ({}) mask set to BLOCK", signal.0)),
            };
            if option.id == BLOCK {
                blocked.push(signal);
            }
            process.set_disposition(signal, disposition);
            trace(context, debug, &[text.as_bytes()])?;
        }
    }
    if options.iter().any(|option| option.id == LIST) {
        for signal in process.ignored() {
            let name = signal.name().unwrap_or_default();
            let how = if blocked.contains(&signal) { "BLOCK" } else { "IGNORE" };
            context.write_error(format!("{name:<10} ({:2}): {how}\n", signal.0).as_bytes())?;
        }
    }
    Ok(None)
}

/// The command may run in the process of its caller, which keeps its own ways.
fn restore_signals(context: &Context<'_>, old: &[(Signal, Disposition)]) {
    for (signal, disposition) in old {
        if context.exec.process.disposition(*signal) != *disposition {
            context.exec.process.set_disposition(*signal, *disposition);
        }
    }
}

fn hint_split(context: &mut Context<'_>) -> Result<(), Halt> {
    context.complain(&[b"use -[v]S to pass options in shebang lines"])
}

fn trace(context: &mut Context<'_>, debug: bool, parts: &[&[u8]]) -> Result<(), Halt> {
    if debug { context.write_error(&[&parts.concat()[..], b"\n"].concat()) } else { Ok(()) }
}

/// Replaces a leading `-S STRING` by the words of the string. `None`: a bad string was reported.
fn expand_splits(context: &mut Context<'_>) -> Result<Option<Vec<BString>>, Halt> {
    let mut args = context.args().to_vec();
    let mut index = 0;
    let mut splits = 0;
    let mut debug = false;
    while let Some(arg) = args.get(index) {
        let (used, text, letters) = match split_argument(arg) {
            None if arg == "--" || !arg.starts_with(b"-") || arg == "-" => break,
            None => {
                debug |= arg == "-v" || arg == "--debug";
                // Options that take the next argument as their value.
                let takes_next = arg == "-u" || arg == "-C" || arg == "--unset" || arg == "--chdir";
                index += 1 + usize::from(takes_next);
                continue;
            }
            Some((letters, Some(text))) => (1, text, letters),
            Some((letters, None)) => match args.get(index + 1) {
                Some(text) => (2, text.clone(), letters),
                None => break,
            },
        };
        splits += 1;
        if splits > MOST_SPLITS {
            context.complain(&[b"too many nested -S options"])?;
            return Ok(None);
        }
        let words = match split(&text, |name| context.exec.env(name).map(BString::from)) {
            Ok(words) => words,
            Err(message) => {
                context.complain(&[&message])?;
                return Ok(None);
            }
        };
        if debug || letters.contains(&b'v') {
            trace(context, true, &[b"split -S:  ", &quote(&text)])?;
            for (index, word) in words.iter().enumerate() {
                trace(context, true, &[if index == 0 { b" into:    " } else { b"     &    " }, &quote(word)])?;
            }
        }
        let letters = (letters.len() > 1).then_some(letters);
        args.splice(index..index + used, letters.into_iter().chain(words));
    }
    Ok(Some(args))
}

/// For `-S…`, `-vS…` and `--split-string[=…]`: the letters before `S` with their dash, and the string if it is attached.
fn split_argument(arg: &[u8]) -> Option<(BString, Option<BString>)> {
    if let Some(rest) = arg.strip_prefix(b"--split-string") {
        return match rest.split_first() {
            None => Some(("-".into(), None)),
            Some((b'=', text)) => Some(("-".into(), Some(text.into()))),
            Some(_) => None,
        };
    }
    let letters = arg.strip_prefix(b"-")?;
    let place = letters.iter().position(|letter| !matches!(letter, b'i' | b'0' | b'v'))?;
    if letters[place] != b'S' {
        return None;
    }
    let attached = &letters[place + 1..];
    Some((arg[..=place].into(), (!attached.is_empty()).then(|| attached.into())))
}

/// Splits as GNU `env -S` does: quotes, backslash escapes, `${NAME}`, comments.
fn split(text: &[u8], variable: impl Fn(&[u8]) -> Option<BString>) -> Result<Vec<BString>, BString> {
    let mut words = Vec::new();
    let mut word: Option<BString> = None;
    let mut quote_byte = None;
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\'' | b'"' if quote_byte.is_none() => {
                quote_byte = Some(byte);
                word.get_or_insert_default();
            }
            _ if quote_byte == Some(byte) => quote_byte = None,
            b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r' if quote_byte.is_none() => words.extend(word.take()),
            b'#' if quote_byte.is_none() && word.is_none() => break,
            b'\\' => {
                let Some((&next, after)) = rest.split_first() else {
                    return Err("invalid backslash at end of string in -S".into());
                };
                if quote_byte == Some(b'\'') && !matches!(next, b'\\' | b'\'') {
                    word.get_or_insert_default().push(b'\\');
                    continue;
                }
                rest = after;
                let plain = match next {
                    b'"' | b'#' | b'$' | b'\'' | b'\\' => next,
                    b'_' if quote_byte.is_none() => {
                        words.extend(word.take());
                        continue;
                    }
                    b'_' => b' ',
                    b'c' if quote_byte == Some(b'"') => {
                        return Err("'\\c' must not appear in double-quoted -S string".into());
                    }
                    b'c' => return finish(words, word),
                    b'f' => 0x0c,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'v' => 0x0b,
                    _ => {
                        return Err([b"invalid sequence '\\", &[next][..], b"' in -S"].concat().into());
                    }
                };
                word.get_or_insert_default().push(plain);
            }
            b'$' if quote_byte != Some(b'\'') => {
                let name = rest.strip_prefix(b"{").and_then(|body| Some(&body[..memchr::memchr(b'}', body)?]));
                let valid = |name: &&[u8]| {
                    name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
                        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                };
                let Some(name) = name.filter(valid) else {
                    let start: BString = [b"$", rest].concat().into();
                    let message = [b"only ${VARNAME} expansion is supported, error at: ", &start[..]].concat();
                    return Err(message.into());
                };
                rest = &rest[name.len() + 2..];
                match variable(name) {
                    Some(value) => word.get_or_insert_default().extend_from_slice(&value),
                    None => {
                        if quote_byte.is_some() {
                            word.get_or_insert_default();
                        }
                    }
                }
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    if quote_byte.is_some() {
        return Err("no terminating quote in -S string".into());
    }
    finish(words, word)
}

fn finish(mut words: Vec<BString>, word: Option<BString>) -> Result<Vec<BString>, BString> {
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<BString>, BString> {
        split(text.as_bytes(), |name| (name == b"X").then(|| "v w".into()))
    }

    #[test]
    fn strings_are_split_like_a_shell_would_roughly() {
        assert_eq!(words(r#"a 'b c' "d\te" f\_g ${X} #no"#).unwrap(), ["a", "b c", "d\te", "f", "g", "v w"]);
        assert_eq!(words("''").unwrap(), [""]);
        assert_eq!(words("a\\c b").unwrap(), ["a"]);
        assert!(words("'a").is_err() && words("$X").is_err() && words("\\q").is_err() && words("\\").is_err());
    }
}
