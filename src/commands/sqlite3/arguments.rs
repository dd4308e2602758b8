//! The command's arguments.

use bstr::{BString, ByteSlice};

use super::settings::{AutoPlan, Mode};
use super::shell::{Complaint, Shell, Verdict};
use super::{dots, source_id};
use shell::command::{Context, Input, Outcome};
use shell::kernel::{Halt, IoError, OpenOptions};

pub fn run(context: &mut Context<'_>) -> Outcome {
    let arguments: Vec<BString> = context.args().to_vec();
    let mut shell = Shell::new(context);
    let outcome = main(&mut shell, &arguments);
    let status = match outcome {
        Ok(status) => status,
        Err(halt) => {
            if let Some(database) = &mut shell.database {
                database.abandon(shell.context);
            }
            return Err(halt);
        }
    };
    if let Some(database) = &mut shell.database
        && !database.connection.is_autocommit()
    {
        database.abandon(shell.context);
    }
    shell.reset_output()?;
    shell.persist()?;
    // As where the statement itself fails: by SQLite's code of a disk error, or by that of an input with a fault.
    let lost = if shell.in_arguments { 10 } else { 1 };
    let status = if shell.lost && status == 0 { lost } else { status };
    Ok(shell.exit.unwrap_or(status))
}

/// An option without its dashes. One dash is as good as two.
fn option(word: &[u8]) -> Option<&[u8]> {
    word.strip_prefix(b"--").or_else(|| word.strip_prefix(b"-"))
}

fn main(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Outcome {
    let (mut file, mut inputs, mut init): (Option<&BString>, Vec<&BString>, Option<&BString>) = (None, Vec::new(), None);
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        match option(word) {
            None if file.is_none() => file = Some(word),
            None => inputs.push(word),
            Some(name @ (b"separator" | b"nullvalue" | b"newline" | b"cmd" | b"init")) => {
                let Some(value) = rest.next() else {
                    return refuse(shell, format!("sqlite3: Error: missing argument to {word}\n"));
                };
                if name == b"init" {
                    init = Some(value);
                }
            }
            Some(b"readonly") => shell.read_only = true,
            Some(b"bail") => shell.settings.bail = true,
            Some(_) => {}
        }
    }
    shell.file = file.filter(|file| !file.is_empty()).cloned().unwrap_or_else(|| ":memory:".into());
    // A file that is there is opened at once, another one when it is needed.
    if shell.context.vfs().exists(shell.context.cwd(), &shell.file) && shell.file != ":memory:" {
        shell.open()?;
        if let Some(status) = shell.exit {
            return Ok(status);
        }
    }
    if let Some(init) = init {
        match shell.context.open(init, OpenOptions::reading()) {
            Ok(fd) => {
                let verdict = shell.process(&mut Input::new(fd))?;
                if shell.exit.is_some() || verdict == Verdict::Failed && shell.settings.bail {
                    return Ok(1);
                }
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => {
                shell.complain(format!("cannot open: \"{init}\"").as_bytes())?;
                if shell.settings.bail {
                    return Ok(1);
                }
            }
        }
    }
    if let Some(status) = options(shell, arguments)? {
        return Ok(status);
    }
    if inputs.is_empty() {
        let input = shell.context.stdin();
        let mut input = match input {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(_)) => return Ok(0),
        };
        return Ok(u8::from(shell.process(&mut input)? == Verdict::Failed));
    }
    shell.in_arguments = true;
    for input in inputs {
        if input.starts_with(b".") {
            match dots::run(shell, input)? {
                Verdict::Fine => {}
                Verdict::Failed => return Ok(shell.code),
                Verdict::Quit => return Ok(0),
                Verdict::Exit(status) => return Ok(status),
            }
        } else if let Some(complaint) = shell.execute(input)? {
            return failed(shell, &complaint);
        }
    }
    Ok(0)
}

fn refuse(shell: &mut Shell<'_, '_>, text: String) -> Outcome {
    shell.context.write_error(text.as_bytes())?;
    Ok(1)
}

/// Says how a statement among the arguments failed; its status is SQLite's result code.
fn failed(shell: &mut Shell<'_, '_>, complaint: &Complaint) -> Outcome {
    if let Some(status) = shell.exit {
        return Ok(status);
    }
    let mut text = format!("Error: {}, ", complaint.stage).into_bytes();
    text.extend_from_slice(&complaint.text);
    shell.complain(&text)?;
    Ok(u8::try_from(complaint.code & 0xff).unwrap_or(1))
}

/// The second look at the options: what they set, and `-cmd` in its place among them.
fn options(shell: &mut Shell<'_, '_>, arguments: &[BString]) -> Result<Option<u8>, Halt> {
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let Some(name) = option(word) else { continue };
        let settings = &mut shell.settings;
        match name {
            b"init" => drop(rest.next()),
            b"html" => settings.mode = Mode::Html,
            b"list" => settings.mode = Mode::List,
            b"line" => settings.mode = Mode::Line,
            b"column" => settings.mode = Mode::Column,
            b"json" => settings.mode = Mode::Json,
            b"markdown" => settings.mode = Mode::Markdown,
            b"table" => settings.mode = Mode::Table,
            b"box" => settings.mode = Mode::Box,
            b"quote" => {
                settings.mode = Mode::Quote;
                settings.separate(",", "\n");
            }
            b"csv" => {
                settings.mode = Mode::Csv;
                settings.column_separator = ",".into();
            }
            b"ascii" => {
                settings.mode = Mode::Ascii;
                settings.separate("\x1f", "\x1e");
            }
            b"tabs" => {
                settings.mode = Mode::List;
                settings.separate("\t", "\n");
            }
            b"separator" => settings.column_separator = rest.next().cloned().unwrap_or_default(),
            b"newline" => settings.row_separator = rest.next().cloned().unwrap_or_default(),
            b"nullvalue" => settings.null = rest.next().cloned().unwrap_or_default(),
            b"header" => (settings.header, settings.header_set) = (true, true),
            b"noheader" => (settings.header, settings.header_set) = (false, true),
            b"echo" => settings.echo = true,
            b"eqp" => settings.auto_plan = AutoPlan::On,
            b"eqpfull" => settings.auto_plan = AutoPlan::Full,
            b"bail" => settings.bail = true,
            b"batch" | b"interactive" | b"readonly" => {}
            b"version" => {
                let text = format!("{} {}\n", rusqlite::version(), source_id());
                shell.put(text.as_bytes())?;
                return Ok(Some(0));
            }
            b"help" => {
                let help = shell.context.help();
                shell.context.write_error(help.as_bytes())?;
                return Ok(Some(1));
            }
            b"cmd" => {
                let Some(command) = rest.next() else { break };
                if let Some(status) = command_first(shell, command)? {
                    return Ok(Some(status));
                }
            }
            _ => {
                let text = format!("sqlite3: Error: unknown option: {}\nUse -help for a list of options.", shown(word));
                shell.complain(text.as_bytes())?;
                return Ok(Some(1));
            }
        }
    }
    Ok(None)
}

/// An option as the message about it shows it: with one dash.
fn shown(word: &BString) -> &bstr::BStr {
    let word = word.as_bstr();
    if word.starts_with(b"--") { word[1..].as_bstr() } else { word }
}

/// `-cmd`: its failure ends the command with `-bail` only.
fn command_first(shell: &mut Shell<'_, '_>, command: &BString) -> Result<Option<u8>, Halt> {
    if command.starts_with(b".") {
        return Ok(match dots::run(shell, command)? {
            Verdict::Exit(status) => Some(status),
            Verdict::Failed if shell.settings.bail => Some(1),
            Verdict::Quit if shell.settings.bail => Some(0),
            _ => None,
        });
    }
    if let Some(complaint) = shell.execute(command)? {
        let status = failed(shell, &complaint)?;
        if shell.settings.bail || shell.exit.is_some() {
            return Ok(Some(status));
        }
    }
    Ok(None)
}
