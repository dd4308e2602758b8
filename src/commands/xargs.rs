//! `xargs`: makes command lines of what it reads and runs them.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, Arguments, Opt, Parsed, Spec, Takes};
use super::shared::number::parse_clamped;
use super::shared::prompt::Prompter;
use super::shared::quote::{Quoting, Style, quote};
use super::shared::run::{reason, run as run_command};
use crate::shell::command::{Context, Input, Native, Outcome};
use crate::shell::kernel::{Description, Halt, IoError, OpenOptions};

const HELP: &str = "\
Usage: xargs [OPTION]... COMMAND [INITIAL-ARGS]...
Run COMMAND (default: echo) with INITIAL-ARGS and more arguments, read from standard input.

  -0, --null                   items end in NUL; quotes and backslashes are not special
  -a, --arg-file=FILE          read arguments from FILE
  -d, --delimiter=CHARACTER    items end in CHARACTER; quotes and backslashes are not special
  -E END                       stop at an item that is END
  -e, --eof[=END]              the same as -E END if END is given, otherwise nothing
  -I R                         replace R in INITIAL-ARGS by each line; the same as --replace=R
  -i, --replace[=R]            the same with {} if R is not given
  -L, --max-lines=MAX-LINES    use at most MAX-LINES lines for a command
  -l[MAX-LINES]                the same, one line by default
  -n, --max-args=MAX-ARGS      use at most MAX-ARGS arguments for a command
  -o, --open-tty               open /dev/tty as the command's standard input (there is none)
  -P, --max-procs=MAX-PROCS    (accepted; commands run one after the other)
  -p, --interactive            ask before each command (on the terminal, of which there is none)
      --process-slot-var=VAR   set VAR for the commands
  -r, --no-run-if-empty        do not run COMMAND without arguments
  -s, --max-chars=MAX-CHARS    use at most MAX-CHARS bytes for a command line
      --show-limits            print the limits on command lines
  -t, --verbose                print each command before it runs
  -x, --exit                   exit if a command line is longer than -s allows
      --help                   show this help and exit
      --version                show the version and exit

Exit status: 123 if a command failed, 124 if one exited with 255, 125 if one was killed, 126 if it could not be run,
127 if it was not found, 1 for other errors.
";

const OPTIONS: &[Opt] = &[
    Opt::both('0', "null", Takes::Nothing),
    Opt::both('a', "arg-file", Takes::Value),
    Opt::both('d', "delimiter", Takes::Value),
    Opt::short('E', Takes::Value),
    Opt::both('e', "eof", Takes::Optional),
    Opt::short('I', Takes::Value),
    Opt::both('i', "replace", Takes::Optional),
    Opt::both('L', "max-lines", Takes::Value),
    Opt::short('l', Takes::Optional),
    Opt::both('n', "max-args", Takes::Value),
    Opt::both('o', "open-tty", Takes::Nothing),
    Opt::both('p', "interactive", Takes::Nothing),
    Opt::both('P', "max-procs", Takes::Value),
    Opt::long('1', "process-slot-var", Takes::Value),
    Opt::both('r', "no-run-if-empty", Takes::Nothing),
    Opt::both('s', "max-chars", Takes::Value),
    Opt::long('2', "show-limits", Takes::Nothing),
    Opt::both('t', "verbose", Takes::Nothing),
    Opt::both('x', "exit", Takes::Nothing),
];

const SPEC: Spec = Spec { options: OPTIONS, operands_end_options: true, failure: 1 };

pub const COMMANDS: &[Native] = &[Native { name: "xargs", help: HELP, run }];

/// Bytes of a command line unless `-s` says less.
const MOST_CHARS: usize = 128 << 10;

/// What `-s` may ask for.
const LIMIT_CHARS: usize = 2 << 20;

struct Settings {
    delimiter: Option<u8>,
    arg_file: Option<BString>,
    end: Option<BString>,
    replace: Option<BString>,
    max_lines: Option<u64>,
    max_args: Option<u64>,
    open_tty: bool,
    ask: bool,
    slot_variable: Option<BString>,
    run_if_empty: bool,
    max_chars: usize,
    show_limits: bool,
    verbose: bool,
    exit_if_long: bool,
    command: Vec<BString>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        delimiter: None,
        arg_file: None,
        end: None,
        replace: None,
        max_lines: None,
        max_args: None,
        open_tty: false,
        ask: false,
        slot_variable: None,
        run_if_empty: true,
        max_chars: MOST_CHARS,
        show_limits: false,
        verbose: false,
        exit_if_long: false,
        command: if operands.is_empty() { vec!["echo".into()] } else { operands },
    };
    for option in options {
        if !settings.take(context, option)? {
            return Ok(1);
        }
    }
    settings.run_if_empty &= settings.replace.is_none();
    if settings.show_limits {
        show_limits(context, &settings)?;
    }
    let input = match &settings.arg_file {
        Some(file) if *file != "-" => match context.open(file, OpenOptions::reading()) {
            Ok(fd) => Input::new(fd),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"Cannot open input file ", &quote(file), b": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        },
        _ => {
            let opened = context.stdin();
            match context.report(b"standard input", opened)? {
                Some(input) => input,
                None => return Ok(1),
            }
        }
    };
    // Commands do not read what xargs reads.
    if settings.arg_file.is_none() {
        let null = Description::null();
        if context.exec.fds.set(0, Some(null)).is_err() {
            return Ok(1);
        }
    }
    if let Some(variable) = &settings.slot_variable {
        context.exec.set_env(&variable.clone(), Some("0".into()));
    }
    let reader = Reader { input, chunk: Bytes::new(), at: 0, warned: false };
    let mut builder = Builder {
        settings: &settings,
        reader,
        args: Vec::new(),
        chars: 0,
        lines: 0,
        ran: false,
        status: 0,
        prompter: Prompter::default(),
    };
    match builder.work(context)? {
        Ok(()) => Ok(builder.status),
        Err(status) => Ok(status),
    }
}

impl Settings {
    fn number(&self, context: &mut Context<'_>, option: &Parsed, least: u64, most: u64) -> Result<Option<u64>, Halt> {
        let value = option.value();
        let letter = option.id.to_string();
        let Some(number) = parse_clamped(value.trim_ascii_start()) else {
            context.complain(&[b"invalid number \"", value, b"\" for -", letter.as_bytes(), b" option"])?;
            options::hint(context)?;
            return Ok(None);
        };
        let number = u64::try_from(number).unwrap_or(0);
        if number < least {
            let text = format!("value {value} for -{letter} option should be >= {least}");
            context.complain(&[text.as_bytes()])?;
            // -s goes on with the least that it takes.
            if option.id == 's' {
                return Ok(Some(least));
            }
            options::hint(context)?;
            return Ok(None);
        }
        if number > most {
            let text = format!("value {value} for -{letter} option should be <= {most}");
            context.complain(&[text.as_bytes()])?;
            return Ok(Some(most));
        }
        Ok(Some(number))
    }

    /// Takes an option. False: it is bad, which was reported.
    fn take(&mut self, context: &mut Context<'_>, option: Parsed) -> Result<bool, Halt> {
        match option.id {
            '0' => self.delimiter = Some(0),
            'a' => self.arg_file = option.value,
            'd' => match delimiter(option.value()) {
                Ok(byte) => self.delimiter = Some(byte),
                Err(message) => {
                    context.complain(&[&message])?;
                    return Ok(false);
                }
            },
            'E' | 'e' => self.end = option.value.filter(|end| !end.is_empty()),
            'I' | 'i' => {
                self.replace = Some(option.value.unwrap_or_else(|| "{}".into()));
                self.exclude_lines(context, "--replace/-I/-i")?;
                self.exclude_args(context, "--replace/-I/-i")?;
            }
            'L' | 'l' => {
                let lines = match &option.value {
                    None => 1,
                    Some(_) => match self.number(context, &option, 1, u64::MAX)? {
                        Some(lines) => lines,
                        None => return Ok(false),
                    },
                };
                self.max_lines = Some(lines);
                self.exclude_args(context, "--max-lines/-l")?;
                self.exclude_replace(context, "--max-lines/-l")?;
            }
            'n' => {
                let Some(args) = self.number(context, &option, 1, u64::MAX)? else { return Ok(false) };
                // `-n 1` after `-I` asks for what is so already.
                if args == 1 && self.replace.is_some() {
                    return Ok(true);
                }
                self.max_args = Some(args);
                self.exclude_lines(context, "--max-args/-n")?;
                self.exclude_replace(context, "--max-args/-n")?;
            }
            'o' => self.open_tty = true,
            'p' => (self.ask, self.verbose) = (true, true),
            'P' => return Ok(self.number(context, &option, 0, u64::MAX)?.is_some()),
            '1' => {
                if option.value().contains(&b'=') {
                    let name = option.value();
                    context.complain(&[b"option --process-slot-var may not be set to a value which includes `=': ", name])?;
                    return Ok(false);
                }
                self.slot_variable = option.value;
            }
            'r' => self.run_if_empty = false,
            's' => match self.number(context, &option, 1, LIMIT_CHARS as u64)? {
                Some(chars) => self.max_chars = usize::try_from(chars).unwrap_or(MOST_CHARS),
                None => return Ok(false),
            },
            '2' => self.show_limits = true,
            't' => self.verbose = true,
            'x' => self.exit_if_long = true,
            _ => {}
        }
        Ok(true)
    }

    fn exclude(context: &mut Context<'_>, before: &str, now: &str) -> Result<(), Halt> {
        let text = format!(
            "warning: options {before} and {now} are mutually exclusive, ignoring previous {before} value"
        );
        context.complain(&[text.as_bytes()])
    }

    fn exclude_lines(&mut self, context: &mut Context<'_>, now: &str) -> Result<(), Halt> {
        if self.max_lines.take().is_some() { Self::exclude(context, "--max-lines", now) } else { Ok(()) }
    }

    fn exclude_args(&mut self, context: &mut Context<'_>, now: &str) -> Result<(), Halt> {
        if self.max_args.take().is_some() { Self::exclude(context, "--max-args", now) } else { Ok(()) }
    }

    fn exclude_replace(&mut self, context: &mut Context<'_>, now: &str) -> Result<(), Halt> {
        if self.replace.take().is_some() { Self::exclude(context, "--replace", now) } else { Ok(()) }
    }
}

/// One character, or an escape that stands for one.
fn delimiter(text: &[u8]) -> Result<u8, BString> {
    let invalid = |what: &str| -> BString {
        [b"Invalid escape sequence ", text, b" in input delimiter specification", what.as_bytes()].concat().into()
    };
    match text {
        [byte] => Ok(*byte),
        [b'\\', letter] if !letter.is_ascii_digit() && *letter != b'x' => match letter {
            b'a' => Ok(0x07),
            b'b' => Ok(0x08),
            b'f' => Ok(0x0c),
            b'n' => Ok(b'\n'),
            b'r' => Ok(b'\r'),
            b't' => Ok(b'\t'),
            b'v' => Ok(0x0b),
            b'\\' => Ok(b'\\'),
            _ => Err(invalid(".")),
        },
        [b'\\', rest @ ..] if !rest.is_empty() => {
            let (digits, radix) = match rest.strip_prefix(b"x") {
                Some(digits) => (digits, 16),
                None => (rest, 8),
            };
            let valid = digits.iter().take_while(|byte| char::from(**byte).is_digit(radix)).count();
            let value = std::str::from_utf8(&digits[..valid]).ok().and_then(|digits| u32::from_str_radix(digits, radix).ok());
            if valid != digits.len() || value.is_none() {
                return Err(invalid("; trailing characters not recognised."));
            }
            u8::try_from(value.unwrap_or(0)).map_err(|_| invalid("; character values must not exceed ff."))
        }
        _ => Err([
            b"Invalid input delimiter specification ",
            text,
            b": the delimiter must be either a single character or an escape sequence starting with \\.",
        ]
        .concat()
        .into()),
    }
}

fn show_limits(context: &mut Context<'_>, settings: &Settings) -> Result<(), Halt> {
    let environment: usize =
        context.exec.environ.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
    let upper = LIMIT_CHARS - 2048 - environment.min(LIMIT_CHARS / 2);
    let text = format!(
        "Your environment variables take up {environment} bytes
POSIX upper limit on argument length (this system): {upper}
POSIX smallest allowable upper limit on argument length (all systems): 4096
Maximum length of command we could actually use: {}
Size of command buffer we are actually using: {}
Maximum parallelism (--max-procs must be no greater): 2147483647
",
        upper - environment.min(upper),
        settings.max_chars,
    );
    context.write_error(text.as_bytes())
}

/// The input byte by byte.
struct Reader {
    input: Input,
    chunk: Bytes,
    at: usize,
    warned: bool,
}

/// One item of the input.
struct Item {
    text: BString,
    /// The line goes on: it did not end, or ended in a blank.
    line_ended: bool,
}

impl Reader {
    fn byte(&mut self, context: &mut Context<'_>) -> Result<Option<u8>, Halt> {
        if self.at >= self.chunk.len() {
            self.at = 0;
            let read = self.input.read(context);
            self.chunk = context.report(b"read error", read)?.unwrap_or_default();
        }
        let byte = self.chunk.get(self.at).copied();
        self.at += 1;
        Ok(byte)
    }

    /// The next item that ends in `delimiter`.
    fn delimited(&mut self, context: &mut Context<'_>, delimiter: u8) -> Result<Option<Item>, Halt> {
        let mut text = BString::default();
        let mut any = false;
        while let Some(byte) = self.byte(context)? {
            any = true;
            if byte == delimiter {
                return Ok(Some(Item { text, line_ended: true }));
            }
            text.push(byte);
        }
        Ok(any.then_some(Item { text, line_ended: true }))
    }

    /// The next word, with quotes and backslashes taken away; with `lines` the next line that is not blank. The inner
    /// error is a message.
    fn word(&mut self, context: &mut Context<'_>, lines: bool) -> Result<Result<Option<Item>, &'static str>, Halt> {
        let mut text = BString::default();
        // A word has begun, if only with an empty pair of quotes.
        let mut begun = false;
        let mut quote = None;
        let mut last_blank = false;
        let mut seen_nul = false;
        loop {
            let Some(byte) = self.byte(context)? else {
                return Ok(match quote {
                    Some(b'"') => Err(DOUBLE),
                    Some(_) => Err(SINGLE),
                    None => Ok(begun.then_some(Item { text, line_ended: true })),
                });
            };
            match quote {
                Some(b'\\') => {
                    quote = None;
                    text.push(byte);
                }
                Some(_) if byte == b'\n' => return Ok(Err(if quote == Some(b'"') { DOUBLE } else { SINGLE })),
                Some(mark) if mark == byte => quote = None,
                Some(_) => text.push(byte),
                None => {
                    let blank = matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r');
                    match byte {
                        b'\n' if !begun => {}
                        // A line that ends in a blank goes on in the next one.
                        b'\n' => return Ok(Ok(Some(Item { text, line_ended: lines || !last_blank }))),
                        _ if blank && !begun => {}
                        _ if blank && !lines => return Ok(Ok(Some(Item { text, line_ended: false }))),
                        b'\'' | b'"' | b'\\' => {
                            begun = true;
                            quote = Some(byte);
                        }
                        0 => {
                            if !std::mem::replace(&mut self.warned, true) {
                                context.complain(&[
                                    b"WARNING: a NUL character occurred in the input.  ",
                                    b"It cannot be passed through in the argument list.  ",
                                    b"Did you mean to use the --null option?",
                                ])?;
                            }
                            begun = true;
                            seen_nul = true;
                        }
                        // What follows a NUL byte in a word is lost.
                        _ if seen_nul => {}
                        _ => {
                            begun = true;
                            text.push(byte);
                        }
                    }
                    last_blank = blank;
                }
            }
        }
    }
}

const SINGLE: &str = "unmatched single quote; by default quotes are special to xargs unless you use the -0 option";
const DOUBLE: &str = "unmatched double quote; by default quotes are special to xargs unless you use the -0 option";

struct Builder<'s> {
    settings: &'s Settings,
    reader: Reader,
    args: Vec<BString>,
    chars: usize,
    lines: u64,
    ran: bool,
    status: u8,
    prompter: Prompter,
}

impl Builder<'_> {
    /// Bytes of the command itself.
    fn initial_chars(&self) -> usize {
        self.settings.command.iter().map(|word| word.len() + 1).sum()
    }

    /// Reads and runs to the end. The inner error is the exit status of an early one.
    fn work(&mut self, context: &mut Context<'_>) -> Result<Result<(), u8>, Halt> {
        let settings = self.settings;
        if settings.replace.is_none() && self.initial_chars() > settings.max_chars {
            context.complain(&[b"cannot fit single argument within argument list size limit"])?;
            return Ok(Err(1));
        }
        loop {
            context.charge(1)?;
            let item = match settings.delimiter {
                Some(delimiter) => self.reader.delimited(context, delimiter)?,
                None => match self.reader.word(context, settings.replace.is_some())? {
                    Ok(item) => item,
                    Err(message) => {
                        if !self.args.is_empty()
                            && let Err(status) = self.execute(context)?
                        {
                            return Ok(Err(status));
                        }
                        context.complain(&[message.as_bytes()])?;
                        return Ok(Err(1));
                    }
                },
            };
            let Some(item) = item else { break };
            if settings.delimiter.is_none() && settings.end.as_ref() == Some(&item.text) {
                break;
            }
            let result = if settings.replace.is_some() {
                self.replaced(context, &item.text)?
            } else {
                self.add(context, item)?
            };
            if let Err(status) = result {
                return Ok(Err(status));
            }
        }
        if !self.args.is_empty() || (!self.ran && settings.run_if_empty) {
            return self.execute(context);
        }
        Ok(Ok(()))
    }

    fn add(&mut self, context: &mut Context<'_>, item: Item) -> Result<Result<(), u8>, Halt> {
        let settings = self.settings;
        let size = item.text.len() + 1;
        let initial = self.initial_chars();
        if initial + self.chars + size > settings.max_chars {
            if self.args.is_empty() || initial + size > settings.max_chars {
                if !self.args.is_empty()
                    && !settings.exit_if_long
                    && let Err(status) = self.execute(context)?
                {
                    return Ok(Err(status));
                }
                context.complain(&[b"argument line too long"])?;
                return Ok(Err(1));
            }
            if settings.exit_if_long || settings.max_lines.is_some() {
                context.complain(&[b"argument list too long"])?;
                return Ok(Err(1));
            }
            if let Err(status) = self.execute(context)? {
                return Ok(Err(status));
            }
        }
        self.chars += size;
        self.args.push(item.text);
        self.lines += u64::from(item.line_ended);
        let full = settings.max_args.is_some_and(|most| self.args.len() as u64 >= most)
            || settings.max_lines.is_some_and(|most| self.lines >= most);
        if full { self.execute(context) } else { Ok(Ok(())) }
    }

    /// Runs the command with each occurrence of the mark replaced.
    fn replaced(&mut self, context: &mut Context<'_>, text: &BString) -> Result<Result<(), u8>, Halt> {
        let Some(mark) = &self.settings.replace else { return Ok(Ok(())) };
        let words: Vec<BString> =
            self.settings.command.iter().map(|word| word.replace(mark, text).into()).collect();
        let size: usize = words.iter().map(|word| word.len() + 1).sum();
        context.charge_bytes(size)?;
        if size > self.settings.max_chars {
            context.complain(&[b"argument list too long"])?;
            return Ok(Err(1));
        }
        self.run(context, &words)
    }

    fn execute(&mut self, context: &mut Context<'_>) -> Result<Result<(), u8>, Halt> {
        let mut words = self.settings.command.clone();
        words.append(&mut self.args);
        self.chars = 0;
        self.lines = 0;
        self.run(context, &words)
    }

    fn run(&mut self, context: &mut Context<'_>, words: &[BString]) -> Result<Result<(), u8>, Halt> {
        self.ran = true;
        if self.settings.verbose {
            let quoting = Quoting::new(Style::ShellEscape);
            let shown: Vec<BString> = words.iter().map(|word| quoting.apply(word)).collect();
            let mut line = bstr::join(" ", &shown);
            if !self.settings.ask {
                line.push(b'\n');
            }
            context.write_error(&line)?;
        }
        if self.settings.ask && !self.ask(context)? {
            return Ok(Err(1));
        }
        if self.settings.open_tty
            && let Err(IoError::Errno(errno)) = context.open(b"/dev/tty", OpenOptions::reading())
        {
            context.complain(&[&quote(b"/dev/tty"), b": ", errno.message().as_bytes()])?;
            return Ok(Err(126));
        }
        let name = words.first().cloned().unwrap_or_default();
        match run_command(context, words)? {
            Ok(0) => Ok(Ok(())),
            Ok(255) => {
                context.complain(&[&name, b": exited with status 255; aborting"])?;
                Ok(Err(124))
            }
            Ok(_) => {
                self.status = 123;
                Ok(Ok(()))
            }
            Err(failure) => {
                context.complain(&[&name, b": ", reason(&failure).as_bytes()])?;
                Ok(Err(failure.status()))
            }
        }
    }

    /// Asks on the terminal.
    fn ask(&mut self, context: &mut Context<'_>) -> Result<bool, Halt> {
        match context.open(b"/dev/tty", OpenOptions::reading()) {
            Ok(_) => {
                context.write_error(b"?...")?;
                self.prompter.answer(context)
            }
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"failed to open /dev/tty for reading: ", errno.message().as_bytes()])?;
                Ok(false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters() {
        assert_eq!(delimiter(b","), Ok(b','));
        assert_eq!(delimiter(b"\\n"), Ok(b'\n'));
        assert_eq!(delimiter(b"\\x41"), Ok(b'A'));
        assert_eq!(delimiter(b"\\072"), Ok(b':'));
        assert_eq!(delimiter(b"\\0"), Ok(0));
        for bad in [&b"ab"[..], b"", b"\\q", b"\\x", b"\\xzz", b"\\x1ff", b"\\9"] {
            assert!(delimiter(bad).is_err(), "{bad:?}");
        }
    }
}
