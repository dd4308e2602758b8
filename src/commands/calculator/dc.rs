//! `dc`: the calculator with a stack.

use bstr::ByteSlice;

use super::feed::{DcScan, Feed};
use super::stack::{Calculator, End};
use super::width;
use crate::options::{self, Opt, Refused, Spec, Takes};
use shell::command::{Context, Outcome};
use shell::kernel::{Halt, IoError};

pub const HELP: &str = "\
Usage: dc [OPTION] [file ...]
  -e, --expression=EXPR    evaluate expression
  -f, --file=FILE          evaluate contents of file
  -h, --help               display this help and exit
  -V, --version            output version information and exit

";

const SPEC: Spec = Spec::new(&[
    Opt::both('e', "expression", Takes::Value),
    Opt::both('f', "file", Takes::Value),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

pub fn run(context: &mut Context<'_>) -> Outcome {
    let scanned = match options::scan(&SPEC, context.args()) {
        Ok(scanned) => scanned,
        Err(Refused::Unknown(message) | Refused::Usage(message)) => {
            context.complain(&[&message])?;
            context.write_error(HELP.as_bytes())?;
            return Ok(1);
        }
        Err(_) => return options::print_help(context),
    };
    let mut calculator = Calculator::new();
    calculator.width = width(context, b"DC_LINE_LENGTH");
    let mut evaluated = false;
    for (_, option) in &scanned.options {
        let end = match option.id {
            'h' => return options::print_help(context),
            'V' => return options::print_version(context, "dc"),
            'e' => evaluate(context, &mut calculator, option.value(), false)?,
            _ => file(context, &mut calculator, option.value())?,
        };
        evaluated = true;
        if let Some(status) = end {
            return Ok(status);
        }
    }
    for name in &scanned.operands {
        evaluated = true;
        if let Some(status) = file(context, &mut calculator, name)? {
            return Ok(status);
        }
    }
    if !evaluated && let Some(status) = file(context, &mut calculator, b"-")? {
        return Ok(status);
    }
    Ok(0)
}

/// Evaluates a file. `Some`: the command ends with that status.
fn file(context: &mut Context<'_>, calculator: &mut Calculator, name: &[u8]) -> Result<Option<u8>, Halt> {
    if name == b"-" {
        let mut feed = Feed::<DcScan>::new(context.stdin())?;
        loop {
            // What is known is read by somebody who then answers.
            context.flush()?;
            let (text, is_last) = feed.next(context)?;
            let end = evaluate(context, calculator, &text, true)?;
            if is_last || end.is_some() {
                return Ok(end);
            }
        }
    }
    match context.open_operand(name).and_then(|mut input| input.read_to_end(context)) {
        Ok(text) => evaluate(context, calculator, &text, true),
        Err(IoError::Halt(halt)) => Err(halt),
        Err(IoError::Errno(_)) => context.complain(&[b"Could not open file ", name]).map(|()| None),
    }
}

fn evaluate(
    context: &mut Context<'_>,
    calculator: &mut Calculator,
    text: &[u8],
    file: bool,
) -> Result<Option<u8>, Halt> {
    calculator.begin(text, file);
    loop {
        if calculator.wants_line() {
            let record = context.stdin().and_then(|mut input| input.read_record(context, b'\n'));
            let record = IoError::or_none(record)?.flatten();
            calculator.give_line(record.map(|record| record.data.to_vec()).unwrap_or_default());
        }
        match calculator.run(context)? {
            Some(End::Over) => return Ok(None),
            Some(End::Quit) => return Ok(Some(u8::from(file))),
            Some(End::Cut) => return Ok(Some(1)),
            None => {
                if let Some(command) = calculator.system.take() {
                    context.flush()?;
                    let argv = ["sh".into(), "-c".into(), command.as_bstr().into()];
                    context.run_command(&argv)?;
                }
            }
        }
    }
}
