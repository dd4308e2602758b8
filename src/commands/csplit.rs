//! `csplit`: a file in pieces, cut where lines match or by their numbers.

use std::collections::VecDeque;

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::number::{parse_between, parse_size};
use super::shared::quote::{quote, quote_colon, quote_file};
use shell::command::{Context, Input, Native, Outcome, Output, Record};
use shell::format::{self, Radix, format_signed, format_unsigned};
use shell::kernel::{Halt, IoError, OpenOptions};
use shell::regex::{Options, Regex, Syntax};

const HELP: &str = "\
Usage: csplit [OPTION]... FILE PATTERN...
Write the pieces of FILE that the PATTERNs mark to files `xx00', `xx01', ..., and print how many bytes each has.

With FILE -, read standard input.

  -b, --suffix-format=FORMAT  FORMAT of printf instead of %02d
  -f, --prefix=PREFIX         PREFIX instead of `xx'
  -k, --keep-files            leave the files behind after an error
      --suppress-matched      leave out the lines that PATTERNs match
  -n, --digits=DIGITS         DIGITS digits instead of 2
  -s, --quiet, --silent       do not print the sizes
  -z, --elide-empty-files     no empty files
      --help                  show this help and exit
      --version               show the version and exit

A PATTERN is one of:
  INTEGER           up to the line of this number, without it
  /REGEXP/[OFFSET]  up to a line that matches, without it
  %REGEXP%[OFFSET]  leave out what comes before a line that matches
  {INTEGER}         the PATTERN before so many times more
  {*}               the PATTERN before as often as there is a match
OFFSET is a number of lines, with + or - before it.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "suffix-format", Takes::Value),
    Opt::both('f', "prefix", Takes::Value),
    Opt::both('k', "keep-files", Takes::Nothing),
    Opt::long('m', "suppress-matched", Takes::Nothing),
    Opt::both('n', "digits", Takes::Value),
    Opt::both('s', "quiet", Takes::Nothing),
    Opt::short('q', Takes::Nothing),
    Opt { id: 's', short: false, long: "silent", takes: Takes::Nothing },
    Opt::both('z', "elide-empty-files", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "csplit", help: HELP, run }];

enum Failure {
    Halt(Halt),
    /// What is wrong has been printed; what was written goes away unless it is to be kept.
    Told,
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Halt(halt)
    }
}

enum Rule {
    /// Up to this line.
    Line(u64),
    Match {
        regex: Box<Regex>,
        offset: i64,
        /// `%`: what comes before is left out.
        skip: bool,
    },
}

struct Pattern {
    rule: Rule,
    text: BString,
    /// How many times more; `None`: as often as it can be.
    repeat: Option<u64>,
}

struct Settings {
    prefix: BString,
    format: Option<SuffixFormat>,
    digits: usize,
    keep: bool,
    suppress: bool,
    quiet: bool,
    elide: bool,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        prefix: "xx".into(),
        format: None,
        digits: 2,
        keep: false,
        suppress: false,
        quiet: false,
        elide: false,
    };
    let mut format = None;
    for option in options {
        match option.id {
            'b' => format = option.value,
            'f' => settings.prefix = option.value.unwrap_or_default(),
            'k' => settings.keep = true,
            'm' => settings.suppress = true,
            'n' => match parse_between(option.value(), 0, i64::from(i32::MAX)) {
                Ok(digits) => settings.digits = usize::try_from(digits).unwrap_or(0).min(255),
                Err(detail) => {
                    context.complain(&[b"invalid number: ", &quote(option.value()), detail])?;
                    return Ok(1);
                }
            },
            's' | 'q' => settings.quiet = true,
            _ => settings.elide = true,
        }
    }
    if operands.len() < 2 {
        return match operands.last() {
            Some(last) => refuse(context, &[b"missing operand after ", &quote(last)]),
            None => refuse(context, &[b"missing operand"]),
        };
    }
    if let Some(format) = format {
        match SuffixFormat::parse(&format) {
            Ok(format) => settings.format = Some(format),
            Err(message) => {
                context.complain(&[&message])?;
                return Ok(1);
            }
        }
    }
    let Some((file, patterns)) = operands.split_first() else { return Ok(1) };
    let input = match context.open_operand(file) {
        Ok(input) => input,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let name = quote_file(file);
            context.complain(&[b"cannot open ", &name, b" for reading: ", errno.message().as_bytes()])?;
            return Ok(1);
        }
    };
    let Some(patterns) = read_patterns(context, patterns)? else { return Ok(1) };
    let mut splitter = Splitter {
        settings,
        input,
        lines: VecDeque::new(),
        first: 1,
        ended: false,
        current: 0,
        files: 0,
        piece: None,
    };
    match splitter.split(context, &patterns) {
        Ok(()) => Ok(0),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Told) => {
            splitter.clean(context)?;
            Ok(1)
        }
    }
}

/// Reads the patterns. `None`: a bad one was reported.
fn read_patterns(context: &mut Context<'_>, texts: &[BString]) -> Result<Option<Vec<Pattern>>, Halt> {
    let mut patterns = Vec::new();
    let mut last = 0;
    let mut texts = texts.iter().peekable();
    while let Some(text) = texts.next() {
        let rule = match text.first() {
            Some(&delimiter @ (b'/' | b'%')) => {
                let Some(end) = memchr::memrchr(delimiter, text).filter(|end| *end > 0) else {
                    let missing = format!(": closing delimiter '{}' missing", char::from(delimiter));
                    context.complain(&[text, missing.as_bytes()])?;
                    return Ok(None);
                };
                let regex = match Regex::new(&text[1..end], &Options::new(Syntax::Basic)) {
                    Ok(regex) => regex,
                    Err(error) => {
                        let message = error.to_string();
                        context.complain(&[&quote(text), b": invalid regular expression: ", message.as_bytes()])?;
                        return Ok(None);
                    }
                };
                let offset = match &text[end + 1..] {
                    [] => Some(0),
                    digits => whole_number(digits),
                };
                let Some(offset) = offset else {
                    context.complain(&[&quote(text), b": integer expected after delimiter"])?;
                    return Ok(None);
                };
                Rule::Match { regex: Box::new(regex), offset, skip: delimiter == b'%' }
            }
            _ => {
                let Ok(line) = parse_size(text, b"") else {
                    context.complain(&[&quote(text), b": invalid pattern"])?;
                    return Ok(None);
                };
                if line == 0 {
                    context.complain(&[text, b": line number must be greater than zero"])?;
                    return Ok(None);
                }
                if line < last {
                    let than = format!(" is smaller than preceding line number, {last}");
                    context.complain(&[b"line number ", &quote(text), than.as_bytes()])?;
                    return Ok(None);
                }
                if line == last {
                    let same = b" is the same as preceding line number";
                    context.complain(&[b"warning: line number ", &quote(text), same])?;
                }
                last = line;
                Rule::Line(line)
            }
        };
        let mut repeat = Some(0);
        if let Some(count) = texts.next_if(|text| text.starts_with(b"{")) {
            let Some(inner) = count[1..].strip_suffix(b"}") else {
                context.complain(&[&quote(count), b": '}' is required in repeat count"])?;
                return Ok(None);
            };
            repeat = match inner {
                b"*" => None,
                digits => match parse_size(digits, b"") {
                    Ok(count) => Some(count),
                    Err(_) => {
                        let open = quote(&count[..count.len() - 1]);
                        context.complain(&[&open, b"}: integer required between '{' and '}'"])?;
                        return Ok(None);
                    }
                },
            };
        }
        patterns.push(Pattern { rule, text: text.clone(), repeat });
    }
    Ok(Some(patterns))
}

/// Prints a message before the sizes that are printed already: they wait for the end.
fn complain_first(context: &mut Context<'_>, parts: &[&[u8]]) -> Result<(), Halt> {
    let line = [b"csplit: ", parts.concat().as_slice(), b"\n"].concat();
    context.exec.write_error(&line)
}

fn whole_number(text: &[u8]) -> Option<i64> {
    match text.strip_prefix(b"-") {
        Some(digits) if digits.first().is_some_and(u8::is_ascii_digit) => {
            i64::try_from(parse_size(digits, b"").ok()?).ok().map(|number| -number)
        }
        Some(_) => None,
        None => i64::try_from(parse_size(text, b"").ok()?).ok(),
    }
}

/// The one conversion of `-b` and what stands around it.
struct SuffixFormat {
    before: Vec<u8>,
    spec: format::Spec,
    conversion: u8,
    after: Vec<u8>,
}

impl SuffixFormat {
    fn parse(text: &[u8]) -> Result<SuffixFormat, Vec<u8>> {
        let mut found: Option<SuffixFormat> = None;
        let mut plain = Vec::new();
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != b'%' {
                plain.push(byte);
                continue;
            }
            if let Some(after) = rest.strip_prefix(b"%") {
                plain.push(b'%');
                rest = after;
                continue;
            }
            if found.is_some() {
                return Err(b"too many % conversion specifications in suffix".to_vec());
            }
            let mut spec = format::Spec::default();
            let mut grouped = false;
            while let Some((&flag @ (b'-' | b'0' | b'\'' | b'#'), after)) = rest.split_first() {
                grouped |= flag == b'\'';
                spec.flag(flag);
                rest = after;
            }
            spec.width = digits(&mut rest);
            if let Some(after) = rest.strip_prefix(b".") {
                rest = after;
                spec.precision = Some(digits(&mut rest));
            }
            let Some((&conversion, after)) = rest.split_first() else {
                return Err(b"missing conversion specifier in suffix".to_vec());
            };
            rest = after;
            let bad_flag = match conversion {
                b'd' | b'i' | b'u' => spec.alternate.then_some('#'),
                b'o' | b'x' | b'X' => grouped.then_some('\''),
                _ => {
                    let text = "invalid conversion specifier in suffix: ";
                    return Err(match conversion {
                        b' '..=b'~' => format!("{text}{}", char::from(conversion)).into_bytes(),
                        _ => format!("{text}\\{conversion:03o}").into_bytes(),
                    });
                }
            };
            if let Some(flag) = bad_flag {
                let conversion = char::from(conversion);
                return Err(format!("invalid flags in conversion specification: %{flag}{conversion}").into_bytes());
            }
            let before = std::mem::take(&mut plain);
            found = Some(SuffixFormat { before, spec, conversion, after: Vec::new() });
        }
        match found {
            Some(format) => Ok(SuffixFormat { after: plain, ..format }),
            None => Err(b"missing % conversion specification in suffix".to_vec()),
        }
    }

    fn apply(&self, number: u64) -> Vec<u8> {
        let mut out = self.before.clone();
        match self.conversion {
            b'o' => format_unsigned(&mut out, &self.spec, number, Radix::Octal),
            b'x' => format_unsigned(&mut out, &self.spec, number, Radix::Hex),
            b'X' => format_unsigned(&mut out, &self.spec, number, Radix::UpperHex),
            _ => format_signed(&mut out, &self.spec, i64::try_from(number).unwrap_or(i64::MAX)),
        }
        out.extend_from_slice(&self.after);
        out
    }
}

/// Takes digits off; names longer than the file system has fail anyway.
fn digits(rest: &mut &[u8]) -> usize {
    let mut number = 0usize;
    while let Some((digit @ b'0'..=b'9', after)) = rest.split_first() {
        number = (number * 10 + usize::from(digit - b'0')).min(1 << 16);
        *rest = after;
    }
    number
}

struct Splitter {
    settings: Settings,
    input: Input,
    /// Lines that were read and belong to no piece yet; `first` is the number of the first.
    lines: VecDeque<Record>,
    first: u64,
    ended: bool,
    /// The line that was searched last, or that was taken last if that is behind it.
    current: u64,
    files: u64,
    /// The piece that is being written and its bytes.
    piece: Option<(Output, u64)>,
}

impl Splitter {
    fn split(&mut self, context: &mut Context<'_>, patterns: &[Pattern]) -> Result<(), Failure> {
        for pattern in patterns {
            let mut repetition = 0;
            while pattern.repeat.is_none_or(|most| repetition <= most) {
                context.charge(1)?;
                let more = match &pattern.rule {
                    Rule::Line(line) => {
                        self.up_to_line(context, *line, repetition)?;
                        true
                    }
                    Rule::Match { regex, offset, skip } => {
                        self.up_to_match(context, pattern, regex, *offset, *skip, repetition)?
                    }
                };
                if !more {
                    return Ok(());
                }
                repetition += 1;
            }
        }
        self.begin(context)?;
        self.rest(context)?;
        self.end(context)
    }

    /// Reads until line `number` is there. False: there is no such line.
    fn has(&mut self, context: &mut Context<'_>, number: u64) -> Result<bool, Failure> {
        if number < self.first {
            return Ok(false);
        }
        while self.first + self.lines.len() as u64 <= number {
            if self.ended {
                return Ok(false);
            }
            match self.input.read_record(context, b'\n') {
                Ok(Some(line)) => self.lines.push_back(line),
                Ok(None) => self.ended = true,
                Err(IoError::Halt(halt)) => return Err(halt.into()),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[b"read error: ", errno.message().as_bytes()])?;
                    return Err(Failure::Told);
                }
            }
        }
        Ok(true)
    }

    /// Takes the next line.
    fn take(&mut self, context: &mut Context<'_>) -> Result<Option<Record>, Failure> {
        if !self.has(context, self.first)? {
            return Ok(None);
        }
        self.current = self.current.max(self.first);
        self.first += 1;
        Ok(self.lines.pop_front())
    }

    /// The number of the next line.
    fn next_line(&mut self, context: &mut Context<'_>) -> Result<u64, Failure> {
        if self.has(context, self.first)? {
            return Ok(self.first);
        }
        context.complain(&[b"input disappeared"])?;
        // What was written stays, as after no other error, and its size is not printed.
        self.settings.keep = true;
        self.piece = None;
        Err(Failure::Told)
    }

    fn save(&mut self, context: &mut Context<'_>, line: Record) -> Result<(), Failure> {
        let Some((output, bytes)) = &mut self.piece else { return Ok(()) };
        *bytes += line.data.len() as u64 + u64::from(line.terminated);
        output.write_bytes(context.vfs(), line.data)?;
        if line.terminated {
            output.write(context.vfs(), b"\n")?;
        }
        Ok(())
    }

    fn rest(&mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        while let Some(line) = self.take(context)? {
            self.save(context, line)?;
        }
        Ok(())
    }

    fn name(&self, number: u64) -> BString {
        let suffix = match &self.settings.format {
            Some(format) => format.apply(number),
            None => format!("{number:0width$}", width = self.settings.digits).into_bytes(),
        };
        [self.settings.prefix.as_slice(), &suffix].concat().into()
    }

    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        let name = self.name(self.files);
        context.charge(10)?;
        match context.open(&name, OpenOptions::writing(context.new_mode(0o666))) {
            Ok(fd) => {
                self.files += 1;
                self.piece = Some((Output::new(Some(fd)), 0));
                Ok(())
            }
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(&name), b": ", errno.message().as_bytes()])?;
                Err(Failure::Told)
            }
        }
    }

    fn end(&mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        let Some((mut output, bytes)) = self.piece.take() else { return Ok(()) };
        output.flush(context.vfs())?;
        if bytes == 0 && self.settings.elide {
            self.files -= 1;
            let _ = context.vfs().unlink(context.cwd(), &self.name(self.files));
        } else if !self.settings.quiet {
            context.write(format!("{bytes}\n").as_bytes())?;
        }
        Ok(())
    }

    /// After an error: ends the piece and removes all of them.
    fn clean(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if let Err(Failure::Halt(halt)) = self.end(context) {
            return Err(halt);
        }
        if !self.settings.keep {
            for number in 0..self.files {
                context.charge(1)?;
                let _ = context.vfs().unlink(context.cwd(), &self.name(number));
            }
        }
        Ok(())
    }

    fn out_of_range(&self, context: &mut Context<'_>, text: &[u8], repetition: u64) -> Result<Failure, Halt> {
        let times = if repetition > 0 { format!(" on repetition {repetition}") } else { String::new() };
        complain_first(context, &[&quote(text), b": line number out of range", times.as_bytes()])?;
        Ok(Failure::Told)
    }

    fn up_to_line(
        &mut self,
        context: &mut Context<'_>,
        line: u64,
        repetition: u64,
    ) -> Result<(), Failure> {
        let text = line.to_string();
        let end = line.saturating_mul(repetition.saturating_add(1));
        self.begin(context)?;
        let suppress = self.settings.suppress;
        let next = self.current + 1;
        if suppress && !self.has(context, next)? {
            return Err(self.out_of_range(context, text.as_bytes(), repetition)?);
        }
        let mut number = self.next_line(context)?;
        while number < end {
            number += 1;
            let Some(line) = self.take(context)? else {
                return Err(self.out_of_range(context, text.as_bytes(), repetition)?);
            };
            self.save(context, line)?;
        }
        self.end(context)?;
        if suppress {
            self.take(context)?;
        }
        let next = self.current + 1;
        if !suppress && !self.has(context, next)? {
            return Err(self.out_of_range(context, text.as_bytes(), repetition)?);
        }
        Ok(())
    }

    /// False: the last match of an endless pattern is behind us.
    fn up_to_match(
        &mut self,
        context: &mut Context<'_>,
        pattern: &Pattern,
        regex: &Regex,
        offset: i64,
        skip: bool,
        repetition: u64,
    ) -> Result<bool, Failure> {
        if !skip {
            self.begin(context)?;
        }
        loop {
            self.current += 1;
            let current = self.current;
            if !self.has(context, current)? {
                if pattern.repeat.is_none() {
                    if !skip {
                        self.rest(context)?;
                        self.end(context)?;
                    }
                    return Ok(false);
                }
                let times = if repetition > 0 { format!(" on repetition {repetition}") } else { String::new() };
                complain_first(context, &[&quote(&pattern.text), b": match not found", times.as_bytes()])?;
                if !skip {
                    self.rest(context)?;
                    self.end(context)?;
                }
                return Err(Failure::Told);
            }
            let index = usize::try_from(current - self.first).unwrap_or(usize::MAX);
            let line = self.lines.get(index).map(|line| line.data.clone()).unwrap_or_default();
            context.charge_bytes(line.len() + 1)?;
            match regex.is_match(&line) {
                Ok(true) => break,
                Ok(false) => {}
                Err(_) => {
                    context.complain(&[b"error in regular expression search"])?;
                    return Err(Failure::Told);
                }
            }
            // Where the cut may lie before the match, the lines wait.
            if offset >= 0
                && let Some(line) = self.take(context)?
                && !skip
            {
                self.save(context, line)?;
            }
        }
        let cut = self.current.saturating_add_signed(offset);
        let first = self.next_line(context)?;
        if first > cut || offset < 0 && offset.unsigned_abs() > self.current {
            return Err(self.out_of_range(context, &pattern.text, 0)?);
        }
        for _ in first..cut {
            let Some(line) = self.take(context)? else {
                return Err(self.out_of_range(context, &pattern.text, 0)?);
            };
            if !skip {
                self.save(context, line)?;
            }
        }
        if !skip {
            self.end(context)?;
        }
        if offset > 0 {
            self.current = cut;
        }
        if self.settings.suppress {
            self.take(context)?;
        }
        Ok(true)
    }
}
