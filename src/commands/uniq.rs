//! `uniq`: leaves out, counts or shows lines that repeat the line before.

use bstr::BString;
use bytes::Bytes;

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::choice::choose;
use super::shared::inputs::refuse;
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::{quote, quote_colon, quote_file};
use shell::command::{Context, Input, Native, Outcome, Output};
use shell::kernel::{Halt, IoError, OpenOptions};

const HELP: &str = "\
Usage: uniq [OPTION]... [INPUT [OUTPUT]]
Leave out lines of INPUT (or standard input) that are the same as the line before, and write the others to OUTPUT
(or standard output).

  -c, --count           put the number of occurrences before each line
  -d, --repeated        print only lines that repeat, one for each group
  -D                    print all lines that repeat
      --all-repeated[=METHOD]  like -D, with an empty line between groups: none (default), prepend, separate
  -f, --skip-fields=N   do not compare the first N fields
      --group[=METHOD]  show all lines, with an empty line between groups: separate (default), prepend, append, both
  -i, --ignore-case     compare without regard to case
  -s, --skip-chars=N    do not compare the first N characters
  -u, --unique          print only lines that do not repeat
  -z, --zero-terminated lines end in NUL, not newline
  -w, --check-chars=N   compare no more than N characters
      --help            show this help and exit
      --version         show the version and exit

A field is a run of blanks and then characters that are none. Fields are skipped before characters.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "count", Takes::Nothing),
    Opt::both('d', "repeated", Takes::Nothing),
    Opt::short('D', Takes::Nothing),
    Opt::long('A', "all-repeated", Takes::Optional),
    Opt::long('g', "group", Takes::Optional),
    Opt::both('f', "skip-fields", Takes::Value),
    Opt::both('i', "ignore-case", Takes::Nothing),
    Opt::both('s', "skip-chars", Takes::Value),
    Opt::both('u', "unique", Takes::Nothing),
    Opt::both('w', "check-chars", Takes::Value),
    Opt::both('z', "zero-terminated", Takes::Nothing),
    Opt::DIGITS,
]);

pub const COMMANDS: &[Native] = &[Native { name: "uniq", help: HELP, run }];

/// Where `-D` puts empty lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    None,
    Prepend,
    Separate,
}

const BETWEEN: &[(&str, Between)] =
    &[("none", Between::None), ("prepend", Between::Prepend), ("separate", Between::Separate)];

/// Where `--group` puts empty lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Prepend,
    Append,
    Separate,
    Both,
}

const GROUPS: &[(&str, Group)] =
    &[("prepend", Group::Prepend), ("append", Group::Append), ("separate", Group::Separate), ("both", Group::Both)];

#[derive(Default)]
struct Settings {
    count: bool,
    /// `-d` or `-D`: lines that occur once are left out.
    no_unique: bool,
    /// `-u`: lines that occur more often are left out.
    no_repeated: bool,
    /// `-D`
    all_repeated: Option<Between>,
    group: Option<Group>,
    skip_fields: usize,
    skip_chars: usize,
    check_chars: Option<usize>,
    ignore_case: bool,
    terminator: u8,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let mut settings = Settings { terminator: b'\n', ..Settings::default() };
    let InOrder { options, operands: more, mistake, .. } = options::read_all_in_order(&SPEC, context.args());
    let mut chosen = false;
    let mut operands: Vec<BString> = Vec::new();
    // The number is made of digits: `-1` and `-2` are `-12`.
    let mut old_number = false;
    for option in options {
        chosen |= matches!(option.id, 'c' | 'd' | 'D' | 'A' | 'u');
        match option.id {
            'c' => settings.count = true,
            'd' => settings.no_unique = true,
            'D' => (settings.no_unique, settings.all_repeated) = (true, Some(Between::None)),
            'A' => {
                settings.no_unique = true;
                settings.all_repeated = match &option.value {
                    None => Some(Between::None),
                    Some(value) => match choose(context, "--all-repeated", value, BETWEEN)? {
                        None => return Ok(1),
                        choice => choice,
                    },
                };
            }
            'g' => {
                settings.group = match &option.value {
                    None => Some(Group::Separate),
                    Some(value) => match choose(context, "--group", value, GROUPS)? {
                        None => return Ok(1),
                        choice => choice,
                    },
                };
            }
            'u' => settings.no_repeated = true,
            'i' => settings.ignore_case = true,
            'z' => settings.terminator = 0,
            digit @ '0'..='9' => {
                let before = if std::mem::replace(&mut old_number, true) { settings.skip_fields } else { 0 };
                settings.skip_fields = before.saturating_mul(10).saturating_add(usize::from(digit as u8 - b'0'));
            }
            options::OPERAND => {
                let name = option.value();
                if let Some(number) = name.strip_prefix(b"+").filter(|rest| rest.first().is_some_and(u8::is_ascii_digit))
                    && let Ok(number) = parse_size(number, b"")
                {
                    settings.skip_chars = usize::try_from(number).unwrap_or(usize::MAX);
                } else if operands.len() == 2 {
                    return refuse(context, &[b"extra operand ", &quote(name)]);
                } else {
                    operands.push(name.into());
                }
            }
            id => {
                let what = match id {
                    'f' => "invalid number of fields to skip",
                    's' => "invalid number of bytes to skip",
                    _ => "invalid number of bytes to compare",
                };
                let number = match parse_size(option.value(), b"") {
                    Ok(number) => usize::try_from(number).unwrap_or(usize::MAX),
                    Err(NumberError::Overflow) => usize::MAX,
                    Err(_) => {
                        context.complain(&[option.value(), b": ", what.as_bytes()])?;
                        return Ok(1);
                    }
                };
                match id {
                    'f' => (settings.skip_fields, old_number) = (number, false),
                    's' => settings.skip_chars = number,
                    _ => settings.check_chars = Some(number),
                }
            }
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    operands.extend(more);
    if let Some(extra) = operands.get(2) {
        context.complain(&[b"extra operand ", &quote(extra)])?;
        options::hint(context)?;
        return Ok(1);
    }
    if settings.group.is_some() && chosen {
        context.complain(&[b"--group is mutually exclusive with -c/-d/-D/-u"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if settings.all_repeated.is_some() && settings.count {
        context.complain(&[b"printing all duplicated lines and repeat counts is meaningless"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let dash = BString::from("-");
    filter(context, &settings, operands.first().unwrap_or(&dash), operands.get(1).filter(|name| *name != "-"))
}

fn filter(context: &mut Context<'_>, settings: &Settings, input: &BString, output: Option<&BString>) -> Outcome {
    let opened = context.open_operand(input);
    let Some(reader) = context.report(&quote_colon(input), opened)? else { return Ok(1) };
    if let Some(output) = output {
        let opened = context.open(output, OpenOptions::writing(context.new_mode(0o666)));
        let Some(fd) = context.report(&quote_colon(output), opened)? else { return Ok(1) };
        context.stdout = Output::new(Some(fd));
    }
    let mut filter = Filter { settings, reader, failed: false };
    let plain = !settings.count && !settings.no_unique && !settings.no_repeated;
    if plain {
        filter.groups(context)?
    } else {
        filter.selected(context)?
    }
    if filter.failed {
        context.complain(&[b"error reading ", &quote_file(input)])?;
        return Ok(1);
    }
    Ok(0)
}

struct Filter<'s> {
    settings: &'s Settings,
    reader: Input,
    failed: bool,
}

impl Filter<'_> {
    fn read(&mut self, context: &Context<'_>) -> Result<Option<Bytes>, Halt> {
        match self.reader.read_record(context, self.settings.terminator) {
            Ok(record) => Ok(record.map(|record| record.data)),
            Err(IoError::Halt(halt)) => Err(halt),
            Err(IoError::Errno(_)) => {
                self.failed = true;
                Ok(None)
            }
        }
    }

    fn line(&self, context: &mut Context<'_>, line: &Bytes) -> Result<(), Halt> {
        context.write_bytes(line.clone())?;
        context.write(&[self.settings.terminator])
    }

    fn delimiter(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        context.write(&[self.settings.terminator])
    }

    /// One line of each run; with `--group`, all lines and delimiters between the runs.
    fn groups(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let group = self.settings.group;
        let mut previous: Option<Bytes> = None;
        while let Some(line) = self.read(context)? {
            let starts = previous.as_ref().is_none_or(|previous| !equal(self.settings, previous, &line));
            if starts {
                let delimited = match group {
                    None => false,
                    Some(Group::Prepend | Group::Both) => true,
                    Some(Group::Append | Group::Separate) => previous.is_some(),
                };
                if delimited {
                    self.delimiter(context)?;
                }
            }
            if starts || group.is_some() {
                self.line(context, &line)?;
                previous = Some(line);
            }
        }
        if previous.is_some() && matches!(group, Some(Group::Both | Group::Append)) {
            self.delimiter(context)?;
        }
        Ok(())
    }

    /// `-c -d -D -u`: each line is decided on when the next one is known.
    fn selected(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let all = self.settings.all_repeated;
        let Some(mut previous) = self.read(context)? else { return Ok(()) };
        let mut matches: u64 = 0;
        let mut delimited_before = false;
        while let Some(line) = self.read(context)? {
            let same = equal(self.settings, &previous, &line);
            if same {
                matches = matches.saturating_add(1);
                let delimited = match all {
                    Some(Between::Prepend) => true,
                    Some(Between::Separate) => delimited_before,
                    _ => false,
                };
                if delimited && matches == 1 {
                    self.delimiter(context)?;
                }
            } else if matches > 0 {
                delimited_before = true;
            }
            if !same || all.is_some() {
                self.select(context, &previous, same, matches)?;
                previous = line;
                if !same {
                    matches = 0;
                }
            }
        }
        self.select(context, &previous, false, matches)
    }

    /// Prints a line if it is wanted. `same`: the next one equals it. `matches`: how many of its run came before.
    fn select(&self, context: &mut Context<'_>, line: &Bytes, same: bool, matches: u64) -> Result<(), Halt> {
        let wanted = if matches == 0 {
            !self.settings.no_unique
        } else if same {
            self.settings.all_repeated.is_some()
        } else {
            !self.settings.no_repeated
        };
        if !wanted {
            return Ok(());
        }
        if self.settings.count {
            context.write(format!("{:7} ", matches.saturating_add(1)).as_bytes())?;
        }
        self.line(context, line)
    }
}

fn equal(settings: &Settings, left: &[u8], right: &[u8]) -> bool {
    let (left, right) = (compared(settings, left), compared(settings, right));
    if settings.ignore_case { left.eq_ignore_ascii_case(right) } else { left == right }
}

/// The part of a line that counts.
fn compared<'l>(settings: &Settings, line: &'l [u8]) -> &'l [u8] {
    let mut rest = line;
    let blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\n');
    for _ in 0..settings.skip_fields {
        if rest.is_empty() {
            break;
        }
        rest = &rest[rest.iter().take_while(blank).count()..];
        rest = &rest[rest.iter().take_while(|byte| !blank(byte)).count()..];
    }
    rest = rest.get(settings.skip_chars..).unwrap_or_default();
    match settings.check_chars {
        Some(most) => &rest[..most.min(rest.len())],
        None => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compared_part() {
        let settings = Settings { skip_fields: 1, skip_chars: 1, check_chars: Some(2), ..Settings::default() };
        assert_eq!(compared(&settings, b"  a bcd"), b"bc");
        assert_eq!(compared(&settings, b"a"), b"");
        let settings = Settings { skip_fields: usize::MAX, ..Settings::default() };
        assert_eq!(compared(&settings, b"a b"), b"");
    }
}
