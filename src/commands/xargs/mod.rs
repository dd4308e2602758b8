//! `xargs`: builds command lines from its input and runs them, one after the other.
//!
//! `-P` is taken and changes nothing that can be seen but the order of outputs, which here is that of the input.

mod split;

use std::rc::Rc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use split::{Fed, Splitter, Unmatched, delimiter};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::parse_clamped;
use super::shared::quote::{Quoting, Style, quote};
use super::shared::run::reason;
use shell::command::{Context, Input, Native, Outcome};
use shell::dispatch;
use shell::kernel::{Description, Halt, IoError, OpenOptions};

const HELP: &str = "\
Usage: xargs [OPTION]... COMMAND [INITIAL-ARGS]...
Run COMMAND (default: echo) with INITIAL-ARGS and more arguments read from the input.

  -0, --null                   items end in NUL; quotes and backslashes are nothing special
  -a, --arg-file=FILE          read items from FILE, not from the standard input
  -d, --delimiter=CHARACTER    items end in CHARACTER; quotes and backslashes are nothing special
  -E END                       the item END ends the input
  -e, --eof[=END]              the same; without END there is no such item
  -I R                         replace R in INITIAL-ARGS by each line of the input
  -i, --replace[=R]            the same; R is {} when left away
  -L, --max-lines=MAX-LINES    at most MAX-LINES lines with something on them for each command
  -l[MAX-LINES]                the same; one line when left away
  -n, --max-args=MAX-ARGS      at most MAX-ARGS items for each command
  -o, --open-tty               refused: there is no terminal
  -P, --max-procs=MAX-PROCS    accepted; commands run one at a time
  -p, --interactive            refused: there is no terminal
      --process-slot-var=VAR   set the variable VAR for each command
  -r, --no-run-if-empty        run nothing when there are no items
  -s, --max-chars=MAX-CHARS    at most so many bytes for each command line
      --show-limits            show the limits on command lines
  -t, --verbose                print each command before it runs
  -x, --exit                   stop when a command line would be too long
      --help                   show this help and exit
      --version                show the version and exit

Exit status: 0; 123 when a command failed; 124 when one exited with 255; 126 when it cannot be run; 127 when it is
not found; 1 for other errors.
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('0', "null", Takes::Nothing),
        Opt::both('a', "arg-file", Takes::Value),
        Opt::both('d', "delimiter", Takes::Value),
        Opt::short('E', Takes::Value),
        Opt::both('e', "eof", Takes::Optional),
        Opt::both('i', "replace", Takes::Optional),
        Opt::short('I', Takes::Value),
        Opt::both('l', "max-lines", Takes::Optional),
        Opt::short('L', Takes::Value),
        Opt::both('n', "max-args", Takes::Value),
        Opt::both('o', "open-tty", Takes::Nothing),
        Opt::both('p', "interactive", Takes::Nothing),
        Opt::both('r', "no-run-if-empty", Takes::Nothing),
        Opt::both('s', "max-chars", Takes::Value),
        Opt::long('\u{1}', "show-limits", Takes::Nothing),
        Opt::both('t', "verbose", Takes::Nothing),
        Opt::both('x', "exit", Takes::Nothing),
        Opt::both('P', "max-procs", Takes::Value),
        Opt::long('\u{2}', "process-slot-var", Takes::Value),
    ],
    operands_end_options: true,
    failure: 1,
};

pub const COMMANDS: &[Native] = &[Native { name: "xargs", help: HELP, run }];

/// Bytes of a command line unless `-s` says otherwise.
const USUAL_BYTES: u64 = 128 << 10;

/// What Linux takes, less the room that POSIX keeps free.
const MOST_BYTES: u64 = (2 << 20) - 2048;

/// What the options say.
struct Settings {
    /// `-0` and `-d`: what ends an item.
    delimiter: Option<u8>,
    file: Option<BString>,
    end: Option<BString>,
    replace: Option<BString>,
    most_lines: Option<u64>,
    most_args: Option<u64>,
    line_bytes: u64,
    exit_if_long: bool,
    run_if_empty: bool,
    verbose: bool,
    interactive: bool,
    terminal: bool,
    slot: Option<BString>,
}

/// Why the work ended early.
enum Stop {
    Halt(Halt),
    /// Everything is said: exit with this status.
    Exit(u8),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    match work(context) {
        Ok(status) | Err(Stop::Exit(status)) => Ok(status),
        Err(Stop::Halt(halt)) => Err(halt),
    }
}

fn fail<T>(context: &mut Context<'_>, message: &[&[u8]]) -> Result<T, Stop> {
    context.complain(message)?;
    Err(Stop::Exit(1))
}

fn work(context: &mut Context<'_>) -> Result<u8, Stop> {
    let (settings, command) = read_arguments(context)?;
    let from_file = settings.file.as_ref().filter(|file| *file != "-");
    let input = match from_file {
        None => context.stdin(),
        Some(file) => context.open(file, OpenOptions::reading()).map(Input::new),
    };
    let input = match input {
        Ok(input) => input,
        Err(IoError::Halt(halt)) => return Err(halt.into()),
        Err(IoError::Errno(errno)) => {
            let name = quote(from_file.map_or(&b"-"[..], |file| file));
            return fail(context, &[b"Cannot open input file ", &name, b": ", errno.message().as_bytes()]);
        }
    };
    let has_stdin = from_file.is_some();
    let fixed = command.iter().map(|word| word.len() as u64 + 1).sum();
    let mut builder = Builder {
        settings: &settings,
        items: Vec::new(),
        bytes: fixed,
        fixed,
        lines: 0,
        command,
        has_stdin,
        ran: false,
        status: 0,
    };
    if fixed > settings.line_bytes && settings.replace.is_none() {
        return fail(context, &[b"cannot fit single argument within argument list size limit"]);
    }
    read_items(context, input, &mut builder)?;
    if settings.replace.is_none() && (!builder.items.is_empty() || (settings.run_if_empty && !builder.ran)) {
        builder.flush(context)?;
    }
    Ok(builder.status)
}

/// Reads all items and hands them to the builder.
fn read_items(context: &mut Context<'_>, input: Input, builder: &mut Builder<'_>) -> Result<(), Stop> {
    match builder.settings.delimiter {
        Some(delimiter) => read_delimited(context, input, builder, delimiter),
        None => read_quoted(context, input, builder),
    }
}

fn next_piece(context: &mut Context<'_>, result: Result<Bytes, IoError>) -> Result<Bytes, Stop> {
    match result {
        Ok(bytes) => Ok(bytes),
        Err(IoError::Halt(halt)) => Err(halt.into()),
        Err(IoError::Errno(errno)) => fail(context, &[b"read error: ", errno.message().as_bytes()]),
    }
}

fn read_delimited(
    context: &mut Context<'_>,
    mut input: Input,
    builder: &mut Builder<'_>,
    delimiter: u8,
) -> Result<(), Stop> {
    let mut item: Vec<u8> = Vec::new();
    let mut started = false;
    loop {
        let read = input.read(context);
        let mut chunk = next_piece(context, read)?;
        if chunk.is_empty() {
            break;
        }
        while let Some(end) = memchr::memchr(delimiter, &chunk) {
            context.charge(1)?;
            item.extend_from_slice(&chunk.split_to(end));
            chunk = chunk.slice(1..);
            builder.check_length(context, item.len())?;
            builder.push(context, std::mem::take(&mut item), true)?;
            started = false;
        }
        started |= !chunk.is_empty();
        builder.check_length(context, item.len() + chunk.len())?;
        item.extend_from_slice(&chunk);
    }
    if started {
        builder.push(context, item, true)?;
    }
    Ok(())
}

fn read_quoted(context: &mut Context<'_>, mut input: Input, builder: &mut Builder<'_>) -> Result<(), Stop> {
    let mut splitter = Splitter::new(builder.settings.replace.is_some());
    let mut warned = false;
    loop {
        let read = input.read(context);
        let chunk = next_piece(context, read)?;
        if chunk.is_empty() {
            break;
        }
        context.charge(chunk.len() as u64 >> 8)?;
        for &byte in chunk.iter() {
            if byte == 0 && !warned {
                warned = true;
                context.complain(&[
                    b"WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument \
                      list.  Did you mean to use the --null option?",
                ])?;
            }
            match splitter.feed(byte) {
                Ok(Fed::Nothing) => builder.check_length(context, splitter.length())?,
                Ok(Fed::Item { ends_line }) => {
                    let item = splitter.take();
                    if builder.is_end(&item) {
                        return Ok(());
                    }
                    builder.push(context, item, ends_line)?;
                }
                Err(unmatched) => return refuse_quote(context, builder, unmatched),
            }
        }
    }
    match splitter.finish() {
        Ok(false) => Ok(()),
        Ok(true) => {
            let item = splitter.take();
            if builder.is_end(&item) { Ok(()) } else { builder.push(context, item, false) }
        }
        Err(unmatched) => refuse_quote(context, builder, unmatched),
    }
}

fn refuse_quote(context: &mut Context<'_>, builder: &mut Builder<'_>, unmatched: Unmatched) -> Result<(), Stop> {
    builder.flush_if_possible(context)?;
    let kind: &[u8] = if unmatched == Unmatched::Double { b"double" } else { b"single" };
    fail(
        context,
        &[b"unmatched ", kind, b" quote; by default quotes are special to xargs unless you use the -0 option"],
    )
}

/// The command line in the making.
struct Builder<'s> {
    settings: &'s Settings,
    command: Vec<BString>,
    items: Vec<BString>,
    /// Bytes of the whole line, and of the part that is always there.
    bytes: u64,
    fixed: u64,
    /// Lines gathered.
    lines: u64,
    /// The commands keep the standard input, because items come from elsewhere.
    has_stdin: bool,
    ran: bool,
    status: u8,
}

impl Builder<'_> {
    fn is_end(&self, item: &[u8]) -> bool {
        self.settings.end.as_ref().is_some_and(|end| *end == item)
    }

    /// Refuses an item that no command line could hold.
    fn check_length(&mut self, context: &mut Context<'_>, length: usize) -> Result<(), Stop> {
        let fixed = if self.settings.replace.is_some() { 0 } else { self.fixed };
        if length as u64 + fixed + 1 > self.settings.line_bytes {
            self.flush_if_possible(context)?;
            return fail(context, &[b"argument line too long"]);
        }
        Ok(())
    }

    /// Adds an item; runs the command when enough are together. `ends_line`: the item is the last of a line.
    fn push(&mut self, context: &mut Context<'_>, mut item: Vec<u8>, ends_line: bool) -> Result<(), Stop> {
        // Arguments are C strings.
        if let Some(end) = memchr::memchr(0, &item) {
            item.truncate(end);
        }
        let settings = self.settings;
        if let Some(replace) = &settings.replace {
            return self.run_replaced(context, replace, &item);
        }
        let length = item.len() as u64 + 1;
        if self.bytes + length > settings.line_bytes {
            if self.items.is_empty() {
                return fail(context, &[b"cannot fit single argument within argument list size limit"]);
            }
            if settings.exit_if_long && (settings.most_lines.is_some() || settings.most_args.is_some()) {
                return fail(context, &[b"argument list too long"]);
            }
            self.flush(context)?;
        }
        self.bytes += length;
        self.items.push(item.into());
        if settings.most_args.is_some_and(|most| self.items.len() as u64 >= most) {
            self.flush(context)?;
        }
        if ends_line {
            self.lines += 1;
            if settings.most_lines.is_some_and(|most| self.lines >= most) {
                self.lines = 0;
                self.flush(context)?;
            }
        }
        Ok(())
    }

    /// `-I`: the command with the item in the place of each `replace`, but for its name.
    fn run_replaced(&mut self, context: &mut Context<'_>, replace: &[u8], item: &[u8]) -> Result<(), Stop> {
        let most = self.settings.line_bytes;
        let mut words = Vec::with_capacity(self.command.len());
        let mut bytes = 0;
        for (index, word) in self.command.iter().enumerate() {
            let word: BString = if index == 0 || replace.is_empty() {
                word.clone()
            } else {
                let count = word.find_iter(replace).count() as u64;
                let removed = count.saturating_mul(replace.len() as u64);
                let added = count.saturating_mul(item.len() as u64);
                if word.len() as u64 - removed + added >= most {
                    return fail(context, &[b"command too long"]);
                }
                word.replace(replace, item).into()
            };
            bytes += word.len() as u64 + 1;
            words.push(word);
        }
        if bytes > most {
            return fail(context, &[b"argument list too long"]);
        }
        self.run(context, &words)
    }

    /// What runs before xargs gives up on its input.
    fn flush_if_possible(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        if self.settings.replace.is_some() || self.items.is_empty() || self.settings.exit_if_long {
            return Ok(());
        }
        self.flush(context)
    }

    /// Runs the command with the items gathered.
    fn flush(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let mut words = self.command.clone();
        words.append(&mut self.items);
        self.bytes = self.fixed;
        self.run(context, &words)
    }

    fn run(&mut self, context: &mut Context<'_>, words: &[BString]) -> Result<(), Stop> {
        self.ran = true;
        context.charge_bytes(words.iter().map(|word| word.len() + 1).sum())?;
        let name = words.first().map(|word| word.as_slice()).unwrap_or_default();
        if self.settings.verbose || self.settings.interactive {
            let quoted: Vec<BString> = words.iter().map(|word| Quoting::new(Style::ShellEscape).apply(word)).collect();
            let mut line = bstr::join(" ", &quoted);
            if self.settings.interactive {
                context.write_error(&line)?;
                return fail(context, &[b"failed to open /dev/tty for reading: No such device or address"]);
            }
            line.push(b'\n');
            context.write_error(&line)?;
        }
        context.flush()?;
        if self.settings.terminal {
            context.complain(&[&quote(b"/dev/tty"), b": No such device or address"])?;
            return Err(Stop::Exit(125));
        }
        let mut exec = context.exec.clone();
        exec.alone = false;
        if !self.has_stdin {
            // The input is xargs's own.
            let null = Description::null();
            if exec.fds.set(0, Some(Rc::clone(&null))).is_err() {
                return fail(context, &[b"cannot set up the standard input"]);
            }
        }
        if let Some(slot) = &self.settings.slot {
            exec.set_env(slot, Some("0".into()));
        }
        exec.process.note_child_killed(None);
        let started = dispatch::start(&exec, words)?;
        if let Some(signal) = exec.process.take_child_killed() {
            let number = signal.0.to_string();
            context.complain(&[name, b": terminated by signal ", number.as_bytes()])?;
            return Err(Stop::Exit(125));
        }
        match started {
            Ok(0) => Ok(()),
            Ok(255) => {
                context.complain(&[name, b": exited with status 255; aborting"])?;
                Err(Stop::Exit(124))
            }
            Ok(_) => {
                self.status = 123;
                Ok(())
            }
            Err(failure) => {
                context.complain(&[name, b": ", reason(&failure).as_bytes()])?;
                Err(Stop::Exit(failure.status()))
            }
        }
    }
}

fn read_arguments(context: &mut Context<'_>) -> Result<(Settings, Vec<BString>), Stop> {
    let (options, mut command) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Err(Stop::Exit(status)),
    };
    let environment = context.exec.environ.iter().map(|(name, value)| name.len() + value.len() + 2).sum::<usize>();
    let most_bytes = MOST_BYTES.saturating_sub(environment as u64);
    let mut settings = Settings {
        delimiter: None,
        file: None,
        end: None,
        replace: None,
        most_lines: None,
        most_args: None,
        line_bytes: USUAL_BYTES.min(most_bytes),
        exit_if_long: false,
        run_if_empty: true,
        verbose: false,
        interactive: false,
        terminal: false,
        slot: None,
    };
    let mut show_limits = false;
    for option in options {
        let given = option.value.clone();
        let value = given.clone().unwrap_or_default();
        match option.id {
            '0' => settings.delimiter = Some(0),
            'd' => match delimiter(&value) {
                Ok(byte) => settings.delimiter = Some(byte),
                Err(message) => return fail(context, &[&message]),
            },
            'a' => settings.file = Some(value),
            'E' | 'e' => settings.end = given.filter(|end| !end.is_empty()),
            'I' | 'i' => {
                exclude(context, &mut settings, "--replace/-I/-i", Exclusive::Replace)?;
                settings.replace = Some(given.unwrap_or_else(|| "{}".into()));
            }
            'l' | 'L' => {
                let name = if option.id == 'l' { "--max-lines/-l" } else { "-L" };
                let lines = match given {
                    Some(value) => number(context, option.id, &value, 1, i64::MAX)?,
                    None => 1,
                };
                exclude(context, &mut settings, name, Exclusive::Lines)?;
                settings.most_lines = Some(lines);
            }
            'n' => {
                let args = number(context, 'n', &value, 1, i64::MAX)?;
                // One item at a time is what -I does anyway.
                if !(args == 1 && settings.replace.is_some()) {
                    exclude(context, &mut settings, "--max-args/-n", Exclusive::Args)?;
                    settings.most_args = Some(args);
                }
            }
            's' => settings.line_bytes = line_bytes(context, &value, most_bytes)?,
            'x' => settings.exit_if_long = true,
            'o' => settings.terminal = true,
            'p' => settings.interactive = true,
            'r' => settings.run_if_empty = false,
            't' => settings.verbose = true,
            'P' => {
                number(context, 'P', &value, 0, i64::from(i32::MAX))?;
            }
            '\u{1}' => show_limits = true,
            _ => {
                if value.contains(&b'=') {
                    return fail(context, &[b"option --process-slot-var may not be set to a value which includes `='"]);
                }
                settings.slot = Some(value);
            }
        }
    }
    if settings.delimiter.is_some() && settings.end.take().is_some() {
        context.complain(&[b"warning: the -E option has no effect if -0 or -d is used.\n"])?;
    }
    settings.exit_if_long |= settings.replace.is_some() || settings.most_lines.is_some();
    if command.is_empty() {
        command.push("echo".into());
    }
    if show_limits {
        let text = format!(
            "Your environment variables take up {environment} bytes\n\
             POSIX upper limit on argument length (this system): {most_bytes}\n\
             POSIX smallest allowable upper limit on argument length (all systems): 4096\n\
             Maximum length of command we could actually use: {}\n\
             Size of command buffer we are actually using: {}\n\
             Maximum parallelism (--max-procs must be no greater): {}\n",
            most_bytes.saturating_sub(environment as u64),
            settings.line_bytes,
            i32::MAX,
        );
        context.write_error(text.as_bytes())?;
    }
    Ok((settings, command))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exclusive {
    Replace,
    Lines,
    Args,
}

/// Of `-I`, `-L` and `-n` the last one counts; what came before is dropped with a warning.
fn exclude(context: &mut Context<'_>, settings: &mut Settings, name: &str, kept: Exclusive) -> Result<(), Stop> {
    let mut dropped = Vec::new();
    if kept != Exclusive::Replace && settings.replace.take().is_some() {
        dropped.push("--replace");
    }
    if kept != Exclusive::Lines && settings.most_lines.take().is_some() {
        dropped.push("--max-lines");
    }
    if kept != Exclusive::Args && settings.most_args.take().is_some() {
        dropped.push("--max-args");
    }
    for old in dropped {
        let text = format!("warning: options {old} and {name} are mutually exclusive, ignoring previous {old} value");
        context.complain(&[text.as_bytes()])?;
    }
    Ok(())
}

fn parse_number(context: &mut Context<'_>, option: char, text: &[u8]) -> Result<i64, Stop> {
    match parse_clamped(text.trim_ascii_start()) {
        Some(value) => Ok(value),
        None => {
            let option = option.to_string();
            context.complain(&[b"invalid number \"", text, b"\" for -", option.as_bytes(), b" option"])?;
            options::hint(context)?;
            Err(Stop::Exit(1))
        }
    }
}

fn number(context: &mut Context<'_>, option: char, text: &[u8], least: i64, most: i64) -> Result<u64, Stop> {
    let value = parse_number(context, option, text)?;
    let fault = if value < least {
        format!(" for -{option} option should be >= {least}")
    } else if value > most {
        format!(" for -{option} option should be <= {most}")
    } else {
        return Ok(u64::try_from(value).unwrap_or(0));
    };
    context.complain(&[b"value ", text, fault.as_bytes()])?;
    options::hint(context)?;
    Err(Stop::Exit(1))
}

/// The value of `-s`, which is moved into its range with a message only.
fn line_bytes(context: &mut Context<'_>, text: &[u8], most: u64) -> Result<u64, Stop> {
    let value = parse_number(context, 's', text)?;
    match u64::try_from(value) {
        Ok(value @ 1..) if value <= most => Ok(value),
        Ok(1..) => {
            context.complain(&[b"value ", text, format!(" for -s option should be <= {most}").as_bytes()])?;
            Ok(most)
        }
        _ => {
            context.complain(&[b"value ", text, b" for -s option should be >= 1"])?;
            Ok(1)
        }
    }
}
