//! `expand` and `unexpand`: tabs to blanks and back.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::each_input;
use super::shared::quote::quote;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError};

const EXPAND_HELP: &str = "\
Usage: expand [OPTION]... [FILE]...
Turn the tabs of each FILE into blanks.

With no FILE, or when FILE is -, read standard input.

  -i, --initial    leave tabs that follow something else than blanks
  -t, --tabs=N     tabs are N columns apart, not 8
  -t, --tabs=LIST  tabs are at the columns of LIST; its last may be /N (multiples of N) or +N (every N from there)
      --help       show this help and exit
      --version    show the version and exit
";

const UNEXPAND_HELP: &str = "\
Usage: unexpand [OPTION]... [FILE]...
Turn the blanks at the start of the lines of each FILE into tabs.

With no FILE, or when FILE is -, read standard input.

  -a, --all         turn all blanks into tabs, not only those at the start
      --first-only  turn only those at the start into tabs; overrides -a
  -t, --tabs=N      tabs are N columns apart, not 8; implies -a
  -t, --tabs=LIST   tabs are at the columns of LIST; its last may be /N (multiples of N) or +N (every N from there)
      --help        show this help and exit
      --version     show the version and exit
";

const EXPAND: Spec =
    Spec::new(&[Opt::both('i', "initial", Takes::Nothing), Opt::both('t', "tabs", Takes::Value)]);

const UNEXPAND: Spec = Spec::new(&[
    Opt::both('a', "all", Takes::Nothing),
    Opt::long('f', "first-only", Takes::Nothing),
    Opt::both('t', "tabs", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[
    Native { name: "expand", help: EXPAND_HELP, run: expand },
    Native { name: "unexpand", help: UNEXPAND_HELP, run: unexpand },
];

/// Where tabs lead to.
#[derive(Default)]
struct Stops {
    list: Vec<u64>,
    /// `/N`
    multiple: u64,
    /// `+N`
    increment: u64,
}

impl Stops {
    /// Reads one list; the error is the message.
    fn add(&mut self, text: &[u8]) -> Result<(), Vec<u8>> {
        for item in text.split(|byte| matches!(byte, b',' | b' ' | b'\t')).filter(|item| !item.is_empty()) {
            let (prefix, digits) = match item.split_first() {
                Some((b'/', rest)) => (b'/', rest),
                Some((b'+', rest)) => (b'+', rest),
                _ => (0, item),
            };
            let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if length < digits.len() {
                let rest = &digits[length..];
                if matches!(rest[0], b'/' | b'+') {
                    let what = format!("'{}' specifier not at start of number: ", char::from(rest[0]));
                    return Err([what.as_bytes(), &quote(rest)].concat());
                }
                return Err([&b"tab size contains invalid character(s): "[..], &quote(rest)].concat());
            }
            let fold = |value: u64, digit: &u8| value.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
            let Some(value) = digits.iter().try_fold(0u64, fold) else {
                return Err([&b"tab stop is too large "[..], &quote(digits)].concat());
            };
            match prefix {
                b'/' => {
                    if self.multiple != 0 {
                        return Err(b"'/' specifier only allowed with the last value".to_vec());
                    }
                    self.multiple = value;
                }
                b'+' => {
                    if self.increment != 0 {
                        return Err(b"'+' specifier only allowed with the last value".to_vec());
                    }
                    self.increment = value;
                }
                _ => {
                    if self.multiple != 0 {
                        return Err(b"'/' specifier only allowed with the last value".to_vec());
                    }
                    if self.increment != 0 {
                        return Err(b"'+' specifier only allowed with the last value".to_vec());
                    }
                    self.list.push(value);
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Vec<u8>> {
        let mut last = 0;
        for stop in &self.list {
            if *stop == 0 {
                return Err(b"tab size cannot be 0".to_vec());
            }
            if *stop <= last {
                return Err(b"tab sizes must be ascending".to_vec());
            }
            last = *stop;
        }
        if self.multiple != 0 && self.increment != 0 {
            return Err(b"'/' specifier is mutually exclusive with '+'".to_vec());
        }
        match self.list.as_slice() {
            [] if self.multiple == 0 && self.increment == 0 => self.multiple = 8,
            [] if self.multiple == 0 => self.multiple = std::mem::take(&mut self.increment),
            [only] if self.multiple == 0 && self.increment == 0 => {
                self.multiple = *only;
                self.list.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// The next stop behind `column`; `None` when there is none left.
    fn next(&self, column: u64) -> Option<u64> {
        let index = self.list.partition_point(|stop| *stop <= column);
        if let Some(stop) = self.list.get(index) {
            return Some(*stop);
        }
        if self.multiple > 0 {
            return Some(column + (self.multiple - column % self.multiple));
        }
        if self.increment > 0 {
            let base = self.list.last().copied().unwrap_or(0);
            return Some(column + (self.increment - (column - base) % self.increment));
        }
        None
    }
}

/// The old spelling `-N`, `-N,M`, as `-t`.
fn modern(args: &[BString]) -> Vec<BString> {
    let is_list = |text: &[u8]| text.first().is_some_and(u8::is_ascii_digit) && text.iter().all(|byte| byte.is_ascii_digit() || *byte == b',');
    args.iter()
        .map(|arg| match arg.strip_prefix(b"-") {
            Some(list) if is_list(list) => [b"--tabs=", list].concat().into(),
            _ => arg.clone(),
        })
        .collect()
}

fn complain(context: &mut Context<'_>, message: &[u8]) -> Result<u8, Halt> {
    context.complain(&[message])?;
    Ok(1)
}

fn expand(context: &mut Context<'_>) -> Outcome {
    let args = modern(context.args());
    let (options, operands) = match options::read_from(context, &EXPAND, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut stops = Stops::default();
    let mut initial = false;
    for option in options {
        match option.id {
            'i' => initial = true,
            _ => {
                if let Err(message) = stops.add(option.value()) {
                    return complain(context, &message);
                }
            }
        }
    }
    if let Err(message) = stops.finish() {
        return complain(context, &message);
    }
    let mut column = 0;
    let mut convert = true;
    each_input(context, &operands, |context, _, input| {
        let mut out = Vec::new();
        loop {
            let data = input.read(context)?;
            if data.is_empty() {
                return Ok(());
            }
            out.clear();
            for &byte in &data {
                match byte {
                    b'\n' => (column, convert) = (0, true),
                    _ if !convert => {}
                    b'\t' => {
                        let next = stops.next(column).unwrap_or(column + 1);
                        context.charge((next - column) >> 10)?;
                        while column < next {
                            out.push(b' ');
                            column += 1;
                            if out.len() > 1 << 16 {
                                context.write(&out)?;
                                out.clear();
                            }
                        }
                        continue;
                    }
                    8 => column = column.saturating_sub(1),
                    _ => column += 1,
                }
                convert &= !initial || matches!(byte, b' ' | b'\t' | b'\n');
                out.push(byte);
            }
            context.write(&out)?;
        }
    })
}

fn unexpand(context: &mut Context<'_>) -> Outcome {
    let args = modern(context.args());
    let (options, operands) = match options::read_from(context, &UNEXPAND, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut stops = Stops::default();
    let (mut all, mut first_only) = (false, false);
    for option in options {
        match option.id {
            'a' => all = true,
            'f' => first_only = true,
            _ => {
                all = true;
                if let Err(message) = stops.add(option.value()) {
                    return complain(context, &message);
                }
            }
        }
    }
    if let Err(message) = stops.finish() {
        return complain(context, &message);
    }
    let mut line = Line { stops, all: all && !first_only, ..Line::default() };
    line.start();
    let status = each_input(context, &operands, |context, _, input| line.read(context, input))?;
    let mut rest = Vec::new();
    line.flush(&mut rest);
    context.write(&rest)?;
    Ok(status)
}

/// Where `unexpand` is in a line.
#[derive(Default)]
struct Line {
    stops: Stops,
    all: bool,
    convert: bool,
    column: u64,
    previous_blank: bool,
    /// Blanks of which it is not yet known whether they become a tab.
    pending: Vec<u8>,
    /// The first pending blank stands right before a stop.
    one_before_stop: bool,
}

impl Line {
    fn start(&mut self) {
        self.convert = true;
        self.column = 0;
        self.previous_blank = true;
        self.one_before_stop = false;
        self.pending.clear();
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if self.pending.len() > 1 && self.one_before_stop {
            self.pending[0] = b'\t';
        }
        out.append(&mut self.pending);
        self.one_before_stop = false;
    }

    fn read(&mut self, context: &mut Context<'_>, input: &mut Input) -> Result<(), IoError> {
        let mut out = Vec::new();
        loop {
            let data = input.read(context)?;
            if data.is_empty() {
                return Ok(());
            }
            out.clear();
            for &byte in &data {
                self.byte(byte, &mut out);
            }
            context.write(&out)?;
        }
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        let mut byte = byte;
        if self.convert {
            let blank = matches!(byte, b' ' | b'\t');
            if blank {
                match self.stops.next(self.column) {
                    None => self.convert = false,
                    Some(next) => {
                        if byte == b'\t' {
                            self.column = next;
                            if let Some(first) = self.pending.first_mut() {
                                *first = b'\t';
                            }
                        } else {
                            self.column += 1;
                            if !(self.previous_blank && self.column == next) {
                                self.one_before_stop |= self.column == next;
                                self.pending.push(byte);
                                self.previous_blank = true;
                                return;
                            }
                            byte = b'\t';
                            match self.pending.first_mut() {
                                Some(first) => *first = b'\t',
                                None => self.pending.push(b'\t'),
                            }
                        }
                        // All but a single blank before the previous stop is in the tab now.
                        self.pending.truncate(usize::from(self.one_before_stop));
                    }
                }
            } else if byte == 8 {
                self.column = self.column.saturating_sub(1);
            } else {
                self.column += 1;
            }
            self.flush(out);
            self.previous_blank = blank;
            self.convert &= self.all || blank;
        }
        out.push(byte);
        if byte == b'\n' {
            self.start();
        }
    }
}
