//! `basename` and `dirname`: the last name of a path, and what comes before it.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::path::{base_name, dir_name};
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};

const BASENAME_HELP: &str = "\
Usage: basename NAME [SUFFIX]
  or:  basename OPTION... NAME...
Print NAME without the folders before its last name, and without SUFFIX at its end.

  -a, --multiple       take several arguments, each a NAME
  -s, --suffix=SUFFIX  remove SUFFIX at the end; implies -a
  -z, --zero           end each output line with NUL, not newline
      --help           show this help and exit
      --version        show the version and exit
";

const DIRNAME_HELP: &str = "\
Usage: dirname [OPTION] NAME...
Print each NAME without its last name and the slashes around it; '.' if it has no slash.

  -z, --zero     end each output line with NUL, not newline
      --help     show this help and exit
      --version  show the version and exit
";

/// Options of `basename` end at the first operand.
const BASENAME: Spec = Spec {
    operands_end_options: true,
    ..Spec::new(&[
        Opt::both('a', "multiple", Takes::Nothing),
        Opt::both('s', "suffix", Takes::Value),
        Opt::both('z', "zero", Takes::Nothing),
    ])
};

const DIRNAME: Spec = Spec::new(&[Opt::both('z', "zero", Takes::Nothing)]);

pub const COMMANDS: &[Native] = &[
    Native { name: "basename", help: BASENAME_HELP, run: basename },
    Native { name: "dirname", help: DIRNAME_HELP, run: dirname },
];

fn basename(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &BASENAME)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut suffix = None;
    let (mut multiple, mut end) = (false, b'\n');
    for option in options {
        match option.id {
            'a' => multiple = true,
            's' => {
                suffix = option.value;
                multiple = true;
            }
            _ => end = 0,
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if !multiple {
        if let Some(extra) = operands.get(2) {
            context.complain(&[b"extra operand ", &quote(extra)])?;
            options::hint(context)?;
            return Ok(1);
        }
        if operands.len() == 2 {
            suffix = operands.pop();
        }
    }
    for operand in &operands {
        context.charge(1)?;
        let mut name = base_name(operand);
        if let Some(suffix) = &suffix
            && let Some(stem) = name.strip_suffix(suffix.as_slice()).filter(|stem| !stem.is_empty())
            && name != b"/"
        {
            name = stem;
        }
        context.write(&[name, &[end]].concat())?;
    }
    Ok(0)
}

fn dirname(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &DIRNAME)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let end: &[u8] = if options.is_empty() { b"\n" } else { b"\0" };
    for operand in &operands {
        context.charge(1)?;
        context.write(&[dir_name(operand), end].concat())?;
    }
    Ok(0)
}
