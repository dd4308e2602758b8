//! `nohup`, `nice` and `stdbuf`: run a command under other circumstances, most of which make no difference here.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::{parse_clamped, parse_size};
use super::shared::quote::{quote, quote_file};
use super::shared::run::run_or_complain;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Disposition, Signal};

const NOHUP_HELP: &str = "\
Usage: nohup COMMAND [ARG]...
  or:  nohup OPTION
Run COMMAND so that the signal HUP does not end it. There is no terminal whose input or output would have to be moved.

      --help     show this help and exit
      --version  show the version and exit
";

const NICE_HELP: &str = "\
Usage: nice [OPTION] [COMMAND [ARG]...]
Run COMMAND with another niceness, or print the niceness. All processes take their turns alike, so that it is only a
number.

  -n, --adjustment=N   add N to the niceness (default 10)
      --help           show this help and exit
      --version        show the version and exit
";

const STDBUF_HELP: &str = "\
Usage: stdbuf OPTION... COMMAND
Run COMMAND with another buffering of its standard streams. Commands here give out what they have when they wait, so
that it makes no difference.

  -i, --input=MODE   standard input
  -o, --output=MODE  standard output
  -e, --error=MODE   standard error
      --help         show this help and exit
      --version      show the version and exit

MODE is L for lines, 0 for no buffer, or a size with a suffix: KB 1000, K 1024, and so on for M, G, T, P, E, Z, Y.
";

const NOHUP: Spec = Spec { options: &[], operands_end_options: true, failure: 125 };
const NICE: Spec =
    Spec { options: &[Opt::both('n', "adjustment", Takes::Value)], operands_end_options: true, failure: 125 };
const STDBUF: Spec = Spec {
    options: &[
        Opt::both('i', "input", Takes::Value),
        Opt::both('o', "output", Takes::Value),
        Opt::both('e', "error", Takes::Value),
    ],
    operands_end_options: true,
    failure: 125,
};

pub const COMMANDS: &[Native] = &[
    Native { name: "nohup", help: NOHUP_HELP, run: nohup },
    Native { name: "nice", help: NICE_HELP, run: nice },
    Native { name: "stdbuf", help: STDBUF_HELP, run: stdbuf },
];

const FAILURE: u8 = 125;

fn nohup(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &NOHUP)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(FAILURE);
    }
    let process = std::rc::Rc::clone(&context.exec.process);
    let before = process.disposition(Signal::HUP);
    process.set_disposition(Signal::HUP, Disposition::Ignore);
    let outcome =
        run_or_complain(context, &operands, |name| [b"failed to run command ", &quote_file(name)[..], b": "].concat());
    process.set_disposition(Signal::HUP, before);
    outcome
}

fn nice(context: &mut Context<'_>) -> Outcome {
    let args: Vec<BString> = old_adjustments(context.args());
    let (options, operands) = match options::read_from(context, &NICE, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut adjustment = None;
    if let Some(option) = options.last() {
        match parse_clamped(option.value()) {
            Some(number) => adjustment = Some(number),
            None => {
                context.complain(&[b"invalid adjustment ", &quote(option.value())])?;
                return Ok(FAILURE);
            }
        }
    }
    let process = std::rc::Rc::clone(&context.exec.process);
    let current = process.niceness();
    if operands.is_empty() {
        if adjustment.is_some() {
            context.complain(&[b"a command must be given with an adjustment"])?;
            options::hint(context)?;
            return Ok(FAILURE);
        }
        context.write(format!("{current}\n").as_bytes())?;
        return Ok(0);
    }
    let wanted = i64::from(current).saturating_add(adjustment.unwrap_or(10)).clamp(-20, 19) as i8;
    if wanted < current {
        context.complain(&[b"cannot set niceness: Permission denied"])?;
    }
    process.set_niceness(wanted.max(current));
    let outcome = run_or_complain(context, &operands, |name| [&quote(name)[..], b": "].concat());
    process.set_niceness(current);
    outcome
}

/// `-5`, `--5`, `-+5`: the old spelling of an adjustment, as `-n`.
fn old_adjustments(args: &[BString]) -> Vec<BString> {
    let mut out = Vec::with_capacity(args.len());
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let number = arg.strip_prefix(b"-").filter(|number| {
            let digits = number.strip_prefix(b"-").or(number.strip_prefix(b"+")).unwrap_or(number);
            digits.first().is_some_and(u8::is_ascii_digit)
        });
        match number {
            Some(number) => out.push([b"-n", number].concat().into()),
            None if arg == "-n" || arg == "--adjustment" => {
                out.push(arg.clone());
                out.extend(rest.next().cloned());
            }
            None if arg.starts_with(b"-") => out.push(arg.clone()),
            None => {
                out.push(arg.clone());
                out.extend(rest.cloned());
                break;
            }
        }
    }
    out
}

fn stdbuf(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &STDBUF)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    for option in &options {
        let mode = option.value();
        if mode == "L" {
            if option.id == 'i' {
                context.complain(&[b"line buffering stdin is meaningless"])?;
                options::hint(context)?;
                return Ok(FAILURE);
            }
        } else if let Err(error) = parse_size(mode, b"EGkKMPTYZ0") {
            context.complain(&[b"invalid mode ", &quote(mode), error.detail()])?;
            return Ok(FAILURE);
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(FAILURE);
    }
    if options.is_empty() {
        context.complain(&[b"you must specify a buffering mode option"])?;
        options::hint(context)?;
        return Ok(FAILURE);
    }
    run_or_complain(context, &operands, |name| [b"failed to run command ", &quote(name)[..], b": "].concat())
}
