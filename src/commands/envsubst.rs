//! `envsubst`: puts the values of environment variables in the place of their names.

use bstr::ByteSlice;

use super::options::{self, Arguments, Opt, Spec, Takes};
use shell::command::{Context, Native, Outcome};
use shell::kernel::IoError;

const HELP: &str = "\
Usage: envsubst [OPTION] [SHELL-FORMAT]

Copy standard input to standard output with the values of environment variables in the place of $NAME and ${NAME}.
With SHELL-FORMAT only the variables that it names are replaced.

  -v, --variables  print the names of the variables in SHELL-FORMAT, and read nothing
  -h, --help       show this help and exit
  -V, --version    show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('v', "variables", Takes::Nothing),
    Opt::short('h', Takes::Nothing),
    Opt::short('V', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "envsubst", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    match options.iter().map(|option| option.id).find(|id| *id != 'v') {
        Some('h') => return options::print_help(context),
        Some(_) => return options::print_version(context, "envsubst"),
        None => {}
    }
    if operands.len() > 1 {
        context.complain(&[b"too many arguments"])?;
        return Ok(1);
    }
    let chosen: Option<Vec<&[u8]>> = operands.first().map(|format| {
        let mut names = Vec::new();
        let mut rest = format.as_bytes();
        while let Some((_, name, after)) = next(rest) {
            names.push(name);
            rest = after;
        }
        names
    });
    if !options.is_empty() {
        let Some(names) = chosen else {
            context.complain(&[b"missing arguments"])?;
            return Ok(1);
        };
        for name in names {
            context.write(&[name, b"\n"].concat())?;
        }
        return Ok(0);
    }
    let mut input = match context.stdin() {
        Ok(input) => input,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            context.complain(&[b"error while reading \"standard input\": ", errno.message().as_bytes()])?;
            return Ok(1);
        }
    };
    loop {
        // A name never goes on behind the end of its line.
        let record = match input.read_record(context, b'\n') {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(0),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"error while reading \"standard input\": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        };
        context.charge(1)?;
        let mut rest: &[u8] = &record.data;
        let mut out = Vec::with_capacity(rest.len() + 1);
        while let Some((before, name, after)) = next(rest) {
            out.extend_from_slice(before);
            if chosen.as_ref().is_none_or(|chosen| chosen.contains(&name)) {
                out.extend(context.exec.env(name).into_iter().flat_map(|value| value.iter().copied()));
            } else {
                out.extend_from_slice(&rest[before.len()..rest.len() - after.len()]);
            }
            rest = after;
        }
        out.extend_from_slice(rest);
        if record.terminated {
            out.push(b'\n');
        }
        context.charge_bytes(out.len())?;
        context.write(&out)?;
    }
}

/// The first reference: what stands before it, its name, and what follows.
fn next(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'$', text.get(from..)?).map(|at| from + at) {
        let rest = &text[at + 1..];
        let (body, braces) = match rest.strip_prefix(b"{") {
            Some(body) => (body, true),
            None => (rest, false),
        };
        let starts = body.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        let length = body.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        if starts && (!braces || body.get(length) == Some(&b'}')) {
            return Some((&text[..at], &body[..length], &body[length + usize::from(braces)..]));
        }
        from = at + 1;
    }
    None
}
