//! `less` and `more`: without a terminal they print their files, as the real ones do into a pipe; `clear`, which has
//! nothing to clear.

use bstr::BString;

use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::refuse;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};

const LESS: &str = "\
Usage: less [OPTION]... [FILE]...
Print the FILEs (or standard input). There is no terminal here, so nothing is paged and options about the screen have
no effect.

  -?, --help     show this help and exit
  -V, --version  show the version and exit
";

const MORE: &str = "\
Usage:
 more [options] <file>...

Print files. There is no terminal here, so nothing is paged and options about the screen have no effect.

Options:
 -d, -f, -l, -c, -p, -e, -s, -u, -n <number>, +<number>, +/<pattern>  about the screen
 -h, --help            show this help and exit
 -V, --version         show the version and exit
";

const CLEAR: &str = "\
Usage: clear [options]
Print what clears a terminal's screen.

 -T TERM  for this terminal
 -V       show the version and exit
 -x       leave the lines that scrolled away
";

pub const COMMANDS: &[Native] = &[
    Native { name: "less", help: LESS, run: less },
    Native { name: "more", help: MORE, run: more },
    Native { name: "clear", help: CLEAR, run: clear },
];

/// Letters of `less` that take a value.
const LESS_VALUES: &[u8] = b"bhjkoOpPtTxyzD";

fn less(context: &mut Context<'_>) -> Outcome {
    let mut files: Vec<BString> = Vec::new();
    let args = context.args();
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        index += 1;
        match arg.as_slice() {
            b"--help" | b"-?" => return options::print_help(context),
            b"--version" | b"-V" => return options::print_version(context, "less"),
            b"--" => {
                files.extend_from_slice(&args[index..]);
                break;
            }
            [b'+', ..] => {}
            [b'-', b'-', ..] => {}
            [b'-', letter, rest @ ..] => {
                if LESS_VALUES.contains(letter) && rest.is_empty() {
                    index += 1;
                }
            }
            _ => files.push(arg.clone()),
        }
    }
    if files.is_empty() {
        files.push("-".into());
    }
    for file in &files {
        if context.vfs().is_dir(context.cwd(), file) && file != "-" {
            context.write_error(&[file.as_slice(), b" is a directory\n"].concat())?;
            continue;
        }
        match copy(context, file) {
            // Into a pipe, only the first file that can be read is shown.
            Ok(()) => break,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.write_error(&[file.as_slice(), b": ", errno.message().as_bytes(), b"\n"].concat())?;
            }
        }
    }
    Ok(0)
}

fn copy(context: &mut Context<'_>, file: &[u8]) -> Result<(), IoError> {
    let mut input = context.open_operand(file)?;
    loop {
        let data = input.read(context)?;
        if data.is_empty() {
            return Ok(());
        }
        context.write_bytes(data)?;
    }
}

const MORE_SPEC: Spec = Spec::new(&[
    Opt::both('d', "silent", Takes::Nothing),
    Opt::both('f', "logical", Takes::Nothing),
    Opt::both('l', "no-pause", Takes::Nothing),
    Opt::both('c', "print-over", Takes::Nothing),
    Opt::both('p', "clean-print", Takes::Nothing),
    Opt::both('e', "exit-on-eof", Takes::Nothing),
    Opt::both('s', "squeeze", Takes::Nothing),
    Opt::both('u', "plain", Takes::Nothing),
    Opt::both('n', "lines", Takes::Value),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

fn more(context: &mut Context<'_>) -> Outcome {
    let args: Vec<BString> = context.args().iter().filter(|arg| !arg.starts_with(b"+")).cloned().collect();
    let scanned = options::scan_or_answer(context, &MORE_SPEC, &args, "more", |context, message| {
        refuse(context, &[message])
    })?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    for (_, option) in options {
        match option.id {
            'h' => return options::print_help(context),
            'V' => return options::print_version(context, "more"),
            _ => {}
        }
    }
    let operands = if operands.is_empty() { vec![BString::from("-")] } else { operands };
    for file in &operands {
        if context.vfs().is_dir(context.cwd(), file) && file != "-" {
            context.write(&[b"\n*** ".as_slice(), file, b": directory ***\n\n"].concat())?;
            continue;
        }
        if file != "-" && context.vfs().exists(context.cwd(), file) {
            context.write(&[b"::::::::::::::\n".as_slice(), file, b"\n::::::::::::::\n"].concat())?;
        }
        match copy(context, file) {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"cannot open ", file, b": ", errno.message().as_bytes()])?;
            }
        }
    }
    Ok(0)
}

fn clear(context: &mut Context<'_>) -> Outcome {
    let args = context.args();
    let mut keep = false;
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        index += 1;
        match arg.as_slice() {
            b"-V" => return options::print_version(context, "clear"),
            b"-x" => keep = true,
            b"-T" => index += 1,
            [b'-', b'T', _, ..] => {}
            b"--help" => return options::print_help(context),
            _ => return usage(context),
        }
    }
    if context.exec.env(b"TERM").is_none() && !args.iter().any(|arg| arg.starts_with(b"-T")) {
        context.write_error(b"TERM environment variable not set.\n")?;
        return Ok(1);
    }
    context.write(if keep { b"\x1b[H\x1b[2J" } else { b"\x1b[H\x1b[2J\x1b[3J" })?;
    Ok(0)
}

fn usage(context: &mut Context<'_>) -> Result<u8, Halt> {
    context.write_error(CLEAR.as_bytes())?;
    Ok(1)
}
