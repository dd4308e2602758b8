//! `bc`: the calculator with a language.

use bstr::ByteSlice;

use super::compile::{Compiler, Item, Standard};
use super::feed::{BcScan, Feed};
use super::lexer::Lexer;
use super::machine::Machine;
use super::width;
use crate::options::{self, Opt, Refused, Spec, Takes};
use shell::command::{Context, Input, Outcome};
use shell::kernel::{IoError, OpenOptions};

pub const HELP: &str = "\
usage: bc [options] [file ...]
  -h  --help         print this usage and exit
  -i  --interactive  print the first lines as to a terminal
  -l  --mathlib      define the mathematical functions s, c, a, l, e and j; the scale begins as 20
  -q  --quiet        do not print the first lines
  -s  --standard     refuse what POSIX does not have
  -w  --warn         tell of what POSIX does not have
  -v  --version      print the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "compile", Takes::Nothing),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('i', "interactive", Takes::Nothing),
    Opt::both('l', "mathlib", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt::both('s', "standard", Takes::Nothing),
    Opt::both('v', "version", Takes::Nothing),
    Opt::both('w', "warn", Takes::Nothing),
]);

pub fn run(context: &mut Context<'_>) -> Outcome {
    let mut args = Vec::new();
    if let Some(more) = context.exec.env(b"BC_ENV_ARGS") {
        args.extend(more.fields().map(Into::into));
    }
    args.extend_from_slice(context.args());
    let scanned = match options::scan(&SPEC, &args) {
        Ok(scanned) => scanned,
        Err(Refused::Unknown(message) | Refused::Usage(message)) => {
            context.complain(&[&message])?;
            context.write(HELP.as_bytes())?;
            return Ok(1);
        }
        Err(_) => return options::print_help(context),
    };
    let (mut library, mut quiet, mut interactive) = (false, false, false);
    let mut standard = Standard::Free;
    for (_, option) in &scanned.options {
        match option.id {
            'h' => return options::print_help(context),
            'v' => return options::print_version(context, "bc"),
            'i' => interactive = true,
            'l' => library = true,
            'q' => quiet = true,
            's' => standard = Standard::Refuse,
            'w' => standard = Standard::Warn,
            _ => {}
        }
    }
    if interactive && !quiet {
        context.write(options::version_line("bc").as_bytes())?;
    }
    let mut sources = Vec::new();
    let mut unavailable = None;
    for name in &scanned.operands {
        let opened = context.open(name, OpenOptions::reading());
        match opened.and_then(|fd| Input::new(fd).read_to_end(context)) {
            Ok(text) => sources.push((Some(name.to_vec()), text.to_vec())),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => {
                // What stands before it runs first.
                unavailable = Some(name.clone());
                break;
            }
        }
    }
    let lexer = Lexer::new(sources);
    let mut compiler = Compiler::new(lexer, standard);
    let mut machine = Machine::new();
    machine.width = width(context, b"BC_LINE_LENGTH");
    if library {
        machine.scale = 20;
        for letter in b"elscaj" {
            let number = compiler.function(&[*letter]);
            compiler.functions[number].library = Some(*letter);
        }
    }
    let mut feed: Option<Feed<BcScan>> = None;
    loop {
        // The standard input is read when it is its turn.
        if compiler.lexer.wants_input() {
            if let Some(name) = unavailable {
                context.write_error(&[b"File ", name.as_slice(), b" is unavailable.\n"].concat())?;
                return Ok(1);
            }
            // What is known is read by somebody who then answers.
            context.flush()?;
            if feed.is_none() {
                feed = Some(Feed::new(context.stdin())?);
            }
            let Some(feed) = &mut feed else { return Ok(0) };
            let (text, is_last) = feed.next(context)?;
            compiler.lexer.add_input(text, is_last);
        }
        let item = compiler.item();
        for mut message in std::mem::take(&mut compiler.messages) {
            message.push(b'\n');
            context.write_error(&message)?;
        }
        context.charge(1)?;
        match item {
            Item::Run(code) => {
                if machine.run(context, &mut compiler, code)? {
                    return Ok(0);
                }
            }
            Item::Nothing => {}
            Item::Quit => return Ok(0),
            Item::End if compiler.lexer.wants_input() => compiler.resume(),
            Item::End => return Ok(0),
        }
    }
}
