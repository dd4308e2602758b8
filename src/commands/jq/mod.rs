//! `jq` 1.7: JSON, filtered by programs.
//!
//! A program's text becomes a tree ([`syntax`]), the tree a program whose names are places ([`compile`]), and a
//! [`machine`] runs that. [`json`] reads the inputs, [`print`] writes the outputs.
//!
//! `yq` runs the same language, with a [`compile::Dialect`] of its own.
//!
//! Numbers, key order and messages are those of jq 1.7.1. An input that is not JSON ends the command with status 4.

mod access;
mod arguments;
pub(crate) mod compile;
mod counting;
pub(crate) mod error;
mod eval;
pub(crate) mod formats;
mod frames;
pub(crate) mod host;
pub(crate) mod json;
mod library;
pub(crate) mod machine;
mod modules;
pub(crate) mod natives;
pub(crate) mod number;
pub(crate) mod object;
pub(crate) mod operators;
mod paths;
pub(crate) mod print;
pub(crate) mod program;
mod runner;
mod sorting;
pub(crate) mod syntax;
pub(crate) mod value;

use std::rc::Rc;

use bstr::BString;

use self::arguments::{Arguments, Reading};
use self::compile::Source;
use self::error::Stop;
use self::machine::Machine;
use self::object::Object;
use self::runner::{Printer, Runner};
use self::value::Value;
use crate::options;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "\
Usage:	jq [OPTIONS] FILTER [FILE...]
	jq [OPTIONS] --args FILTER [STRING...]
	jq [OPTIONS] --jsonargs FILTER [JSON...]

Run a filter on each JSON value of the files, or of standard input, and print what it gives.
The simplest filter is ., which prints its input as it is.

  -n, --null-input          use null as the single input
  -R, --raw-input           read each line as a string
  -s, --slurp               read all inputs into one array
  -c, --compact-output      one line for each output
  -r, --raw-output          strings without quotes and escapes
      --raw-output0         as -r, with a NUL after each output
  -j, --join-output         as -r, without a newline after each output
  -a, --ascii-output        only ASCII characters, with escapes for the rest
  -S, --sort-keys           the keys of each object in order
  -C, --color-output        with colors
  -M, --monochrome-output   without colors
      --tab                 indent with tabs
      --indent n            indent with n spaces, 7 at most
      --unbuffered          write each output at once
      --stream              read inputs as pairs of path and leaf
      --stream-errors       as --stream, with faults of inputs as arrays
      --seq                 record separators before inputs and outputs
  -f, --from-file           the first argument is a file with the filter
  -L dir                    look for modules in dir
      --arg name value      $name is the string value
      --argjson name value  $name is the JSON value
      --slurpfile name file $name is an array of the file's values
      --rawfile name file   $name is the file's text
      --args                the other arguments are strings in $ARGS
      --jsonargs            the other arguments are JSON values in $ARGS
  -e, --exit-status         the exit status tells of the last output
  -V, --version             show the version and exit
  -h, --help                show this help and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "jq", help: HELP, run }];

/// An input that is not JSON.
const INVALID_INPUT: u8 = 4;
const FAILURE: u8 = 5;
const USAGE: u8 = 2;
const NOT_COMPILED: u8 = 3;

fn run(context: &mut Context<'_>) -> Outcome {
    let args: Vec<BString> = context.args().to_vec();
    let arguments = match arguments::parse(context, &args)? {
        Reading::Run(arguments) => *arguments,
        Reading::Help => return options::print_help(context),
        Reading::Version => {
            context.write(b"jq-1.7.1\n")?;
            return Ok(0);
        }
        Reading::Usage(message) => {
            let hint = "\nUse jq --help for help with command-line options,\n\
                        or see the jq manpage, or online docs  at https://jqlang.github.io/jq\n";
            context.write_error(&[message.as_slice(), hint.as_bytes()].concat())?;
            return Ok(USAGE);
        }
        Reading::Failed(message) => {
            context.write_error(&[b"jq: ", message.as_slice(), b"\n"].concat())?;
            return Ok(USAGE);
        }
    };
    let program = match compiled(context, &arguments)? {
        Ok(program) => program,
        Err(faults) => {
            let mut text: String = faults.concat();
            let plural = if faults.len() == 1 { "" } else { "s" };
            text.push_str(&format!("jq: {} compile error{plural}\n", faults.len()));
            context.write_error(text.as_bytes())?;
            return Ok(NOT_COMPILED);
        }
    };
    let mut printer = Printer::new(context, &arguments)?;
    let mut runner = Runner::new(context, &arguments);
    runner.messages = printer.style_in_line();
    let status = process(&mut runner, &mut printer, &program, &arguments)?;
    printer.finish(&mut runner)?;
    Ok(status)
}

fn compiled(
    context: &mut Context<'_>,
    arguments: &Arguments,
) -> Result<Result<program::Program, Vec<String>>, Halt> {
    let mut named = Object::new();
    let mut known = Vec::new();
    for (name, value) in &arguments.named {
        if !named.contains_key(name) {
            named.insert(Rc::new(name.clone()), value.clone());
            known.push((name.clone(), value.clone()));
        }
    }
    let mut all = Object::new();
    all.insert(Rc::new("positional".to_owned()), Value::array(arguments.positional.clone()));
    all.insert(Rc::new("named".to_owned()), Value::object(named));
    known.insert(0, ("ARGS".to_owned(), Value::object(all)));
    let finder = modules::Finder::new(context, &arguments.library)?;
    let source = Source {
        name: "<top-level>".to_owned(),
        folder: arguments.program_folder.clone(),
        text: arguments.program.clone(),
    };
    let mut halted = None;
    let home = finder.home(context)?;
    let result = compile::compile(source, home, known, None, &mut |import, from| {
        finder.load(context, import, from).unwrap_or_else(|halt| {
            halted = Some(halt);
            Err(": stopped".to_owned())
        })
    });
    match halted {
        Some(halt) => Err(halt),
        None => Ok(result),
    }
}

/// Runs the program on each input. Gives the exit status.
fn process(
    runner: &mut Runner<'_, '_>,
    printer: &mut Printer,
    program: &program::Program,
    arguments: &Arguments,
) -> Result<u8, Halt> {
    let mut status = 0;
    // The last output, or none at all.
    let mut last: Option<bool> = None;
    let mut first = true;
    loop {
        // A file that cannot be read lets one more value through.
        if runner.failed {
            break;
        }
        let input = if arguments.null_input {
            if !first {
                break;
            }
            Value::Null
        } else {
            match runner.input()? {
                None => break,
                Some(Ok(value)) => value,
                Some(Err(message)) if arguments.seq => {
                    runner.error(format!("jq: ignoring parse error: {message}\n").as_bytes())?;
                    continue;
                }
                Some(Err(message)) => {
                    runner.error(format!("jq: parse error: {message}\n").as_bytes())?;
                    return Ok(if runner.failed { USAGE } else { INVALID_INPUT });
                }
            }
        };
        first = false;
        status = 0;
        let mut machine = Machine::new(program, runner);
        machine.start(input);
        let stop = loop {
            match machine.next() {
                Ok(Some(value)) => {
                    last = Some(value.is_true());
                    match printer.print(&value, machine.host)? {
                        Ok(()) => {}
                        Err(message) => break Some(Stop::Error(Value::string(message))),
                    }
                }
                Ok(None) => break None,
                Err(stop) => break Some(stop),
            }
        };
        match stop {
            Some(Stop::Halt(halt)) => return Err(halt),
            None => {}
            Some(Stop::Exit(status, message)) => {
                if let Some(message) = message {
                    runner.error(&runner::halt_message(&message))?;
                }
                // A negative status counts as none, but as its amount where the status is to tell of the results.
                let status = if arguments.exit_status { status.unsigned_abs() } else { status.max(0).unsigned_abs() };
                return Ok(if runner.failed { USAGE } else { status as u8 });
            }
            Some(Stop::Error(message)) => {
                let place = runner.place();
                let text = match &message {
                    Value::String(text) => {
                        let text = text.split('\0').next().unwrap_or_default();
                        format!("jq: error (at {place}): {text}\n")
                    }
                    other => format!("jq: error (at {place}) (not a string): {}\n", print::text(other)),
                };
                runner.error(text.as_bytes())?;
                status = FAILURE;
            }
            Some(Stop::Break(_)) => {
                let place = runner.place();
                runner.error(format!("jq: error (at {place}): break\n").as_bytes())?;
                status = FAILURE;
            }
        }
    }
    if runner.failed {
        return Ok(USAGE);
    }
    if arguments.exit_status && status == 0 {
        return Ok(match last {
            Some(true) => 0,
            Some(false) => 1,
            None => 4,
        });
    }
    Ok(status)
}
