//! The arguments of `grep`: options into settings, patterns into lines.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice};

use super::colors::Colors;
use super::complain;
use super::filter::Filter;
use crate::options::{self, InOrder, Opt, Parsed, Spec, Takes};
use crate::shared::{choice, locale};
use shell::command::Context;
use shell::kernel::{Halt, IoError};
use shell::regex::{Dialect, Syntax};

const SPEC: Spec = Spec {
    // In the order of GNU grep's table, which messages about ambiguous names show.
    options: &[
        Opt::both('G', "basic-regexp", Takes::Nothing),
        Opt::both('E', "extended-regexp", Takes::Nothing),
        Opt::long('F', "fixed-regexp", Takes::Nothing),
        Opt::both('F', "fixed-strings", Takes::Nothing),
        Opt::both('P', "perl-regexp", Takes::Nothing),
        Opt::both('A', "after-context", Takes::Value),
        Opt::both('B', "before-context", Takes::Value),
        Opt::long('\u{6}', "binary-files", Takes::Value),
        Opt::both('U', "binary", Takes::Nothing),
        Opt::both('b', "byte-offset", Takes::Nothing),
        Opt::both('C', "context", Takes::Value),
        Opt::long('\u{2}', "color", Takes::Optional),
        Opt::long('\u{2}', "colour", Takes::Optional),
        Opt::both('c', "count", Takes::Nothing),
        Opt::both('D', "devices", Takes::Value),
        Opt::both('d', "directories", Takes::Value),
        Opt::long('\u{7}', "exclude", Takes::Value),
        Opt::long('\u{8}', "exclude-from", Takes::Value),
        Opt::long('\u{9}', "exclude-dir", Takes::Value),
        Opt::both('f', "file", Takes::Value),
        Opt::both('l', "files-with-matches", Takes::Nothing),
        Opt::both('L', "files-without-match", Takes::Nothing),
        Opt::long('\u{4}', "group-separator", Takes::Value),
        Opt::long('\u{c}', "help", Takes::Nothing),
        Opt::long('\u{a}', "include", Takes::Value),
        Opt::both('i', "ignore-case", Takes::Nothing),
        Opt::long('\u{1}', "no-ignore-case", Takes::Nothing),
        Opt::both('T', "initial-tab", Takes::Nothing),
        Opt::long('\u{3}', "label", Takes::Value),
        Opt::long('\u{b}', "line-buffered", Takes::Nothing),
        Opt::both('n', "line-number", Takes::Nothing),
        Opt::both('x', "line-regexp", Takes::Nothing),
        Opt::both('m', "max-count", Takes::Value),
        Opt::both('h', "no-filename", Takes::Nothing),
        Opt::long('\u{5}', "no-group-separator", Takes::Nothing),
        Opt::both('s', "no-messages", Takes::Nothing),
        Opt::both('Z', "null", Takes::Nothing),
        Opt::both('z', "null-data", Takes::Nothing),
        Opt::both('o', "only-matching", Takes::Nothing),
        Opt::both('q', "quiet", Takes::Nothing),
        Opt::both('r', "recursive", Takes::Nothing),
        Opt::both('R', "dereference-recursive", Takes::Nothing),
        Opt::both('e', "regexp", Takes::Value),
        Opt::both('v', "invert-match", Takes::Nothing),
        Opt::long('q', "silent", Takes::Nothing),
        Opt::both('a', "text", Takes::Nothing),
        Opt::both('u', "unix-byte-offsets", Takes::Nothing),
        Opt::both('V', "version", Takes::Nothing),
        Opt::both('H', "with-filename", Takes::Nothing),
        Opt::both('w', "word-regexp", Takes::Nothing),
        Opt::short('X', Takes::Value),
        Opt::short('y', Takes::Nothing),
        Opt::DIGITS,
        Opt::short('I', Takes::Nothing),
    ],
    operands_end_options: false,
    failure: 2,
};

/// What is done with a file that is binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// Say only that it matches.
    Report,
    /// Read it as text.
    Text,
    /// Take it for one that does not match.
    WithoutMatch,
}

/// What is done with a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directories {
    Read,
    Recurse,
    Skip,
}

/// What is done with devices and FIFOs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Devices {
    Read,
    /// Those named in the arguments are read, those met on the way are not.
    ReadNamed,
    Skip,
}

/// `-l` and `-L`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Nothing,
    Matching,
    NonMatching,
}

/// Everything that the options say.
pub struct Settings {
    pub syntax: Syntax,
    pub dialect: Dialect,
    pub ignore_case: bool,
    /// Bytes are characters, as in the C locale.
    pub bytes: bool,
    pub whole_word: bool,
    pub whole_line: bool,
    pub invert: bool,
    pub count: bool,
    pub list: List,
    /// `None`: no limit.
    pub most: Option<u64>,
    /// A number below 0 was given for it: none of the lines between matches is selected then.
    pub negative_most: bool,
    pub only_matching: bool,
    pub quiet: bool,
    pub no_messages: bool,
    pub byte_offset: bool,
    pub line_number: bool,
    /// `-H` and `-h`; `None`: as the number of files suggests.
    pub file_name: Option<bool>,
    pub label: Option<BString>,
    pub initial_tab: bool,
    /// `-Z`
    pub null_after_name: bool,
    /// What ends a line: a newline, or NUL with `-z`.
    pub terminator: u8,
    /// `None`: not asked for, which also means no group separators.
    pub before: Option<u64>,
    pub after: Option<u64>,
    pub separator: Option<BString>,
    pub binary: Binary,
    pub directories: Directories,
    pub devices: Devices,
    /// `-R`: follow every link.
    pub follow: bool,
    pub line_buffered: bool,
    pub colors: Option<Colors>,
    pub filter: Filter,
}

/// A pattern, and the file and line that it came from.
pub struct PatternLine {
    pub text: BString,
    pub origin: Option<(BString, usize)>,
}

/// The arguments taken apart.
pub enum Arguments {
    Run {
        settings: Box<Settings>,
        patterns: Vec<PatternLine>,
        operands: Vec<BString>,
    },
    /// Everything is said: exit with this status.
    Exit(u8),
}

const USAGE: &[u8] = b"Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n";

/// Reads the arguments; prints what is wrong with them.
pub fn read(context: &mut Context<'_>) -> Result<Arguments, Halt> {
    let InOrder { options, places, mut operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let (syntax, dialect) = match context.name() {
        "egrep" => (Some(Syntax::Extended), Dialect::Grep),
        "fgrep" => (Some(Syntax::Fixed), Dialect::Grep),
        _ => (None, Dialect::Grep),
    };
    let mut matcher = syntax.map(|syntax| (syntax, dialect));
    let mut settings = Settings {
        bytes: locale::has_bytes(context),
        syntax: Syntax::Basic,
        dialect: Dialect::Grep,
        ignore_case: false,
        whole_word: false,
        whole_line: false,
        invert: false,
        count: false,
        list: List::Nothing,
        most: None,
        negative_most: false,
        only_matching: false,
        quiet: false,
        no_messages: false,
        byte_offset: false,
        line_number: false,
        file_name: None,
        label: None,
        initial_tab: false,
        null_after_name: false,
        terminator: b'\n',
        before: None,
        after: None,
        separator: Some("--".into()),
        binary: Binary::Report,
        directories: Directories::Read,
        devices: Devices::ReadNamed,
        follow: false,
        line_buffered: false,
        colors: None,
        filter: Filter::default(),
    };
    let mut patterns: Option<Vec<PatternLine>> = None;
    let mut digits: Option<(usize, BString)> = None;
    let mut both = None;
    let mut obsolete = false;
    let mut show_help = false;
    let mut devices = None;
    // Behind the last option and its value.
    let mut next = 0;
    for (place, Parsed { id, value }) in places.into_iter().zip(options) {
        let given = value.is_some();
        let value = value.unwrap_or_default();
        // Operands stand before the argument that this option begins.
        let after_operand = place > next;
        next = place + 1 + usize::from(given && takes_next(context.args().get(place), id, &value));
        if !id.is_ascii_digit() {
            digits = None;
        }
        match id {
            'E' | 'F' | 'G' | 'P' | 'X' => {
                let wanted = match (id, value.as_slice()) {
                    ('E', _) | ('X', b"egrep") => (Syntax::Extended, Dialect::Grep),
                    ('F', _) | ('X', b"fgrep") => (Syntax::Fixed, Dialect::Grep),
                    ('G', _) | ('X', b"grep") => (Syntax::Basic, Dialect::Grep),
                    ('P', _) | ('X', b"perl") => (Syntax::Perl, Dialect::Grep),
                    (_, b"awk" | b"gawk" | b"posixawk") => (Syntax::Extended, Dialect::Awk),
                    _ => {
                        complain(context, &[b"invalid matcher ", &value])?;
                        return Ok(Arguments::Exit(2));
                    }
                };
                if matcher.is_some_and(|matcher| matcher != wanted) {
                    complain(context, &[b"conflicting matchers specified"])?;
                    return Ok(Arguments::Exit(2));
                }
                matcher = Some(wanted);
            }
            'e' => add_patterns(patterns.get_or_insert_default(), &value, None),
            'f' => {
                let patterns = patterns.get_or_insert_default();
                if !read_patterns(context, patterns, &value)? {
                    return Ok(Arguments::Exit(2));
                }
            }
            'i' | 'y' => settings.ignore_case = true,
            '\u{1}' => settings.ignore_case = false,
            'v' => settings.invert = true,
            'w' => settings.whole_word = true,
            'x' => settings.whole_line = true,
            'c' => settings.count = true,
            '\u{2}' => match value.as_slice() {
                b"always" | b"yes" | b"force" => settings.colors = Some(Colors::default()),
                // No output here is a terminal.
                b"never" | b"no" | b"none" | b"auto" | b"tty" | b"if-tty" => settings.colors = None,
                b"" if !given => settings.colors = None,
                _ => show_help = true,
            },
            'L' => settings.list = List::NonMatching,
            'l' => settings.list = List::Matching,
            'm' => match integer(&value) {
                Some(number) => {
                    settings.most = u64::try_from(number).ok().filter(|number| *number < i64::MAX as u64);
                    settings.negative_most = number < 0;
                }
                None => {
                    complain(context, &[b"invalid max count"])?;
                    return Ok(Arguments::Exit(2));
                }
            },
            'o' => settings.only_matching = true,
            'q' => settings.quiet = true,
            's' => settings.no_messages = true,
            'b' => settings.byte_offset = true,
            'H' => settings.file_name = Some(true),
            'h' => settings.file_name = Some(false),
            '\u{3}' => settings.label = Some(value),
            'n' => settings.line_number = true,
            'T' => settings.initial_tab = true,
            'Z' => settings.null_after_name = true,
            'z' => settings.terminator = 0,
            'A' | 'B' | 'C' => {
                let Some(length) = integer(&value).and_then(|length| u64::try_from(length).ok()) else {
                    complain(context, &[&value, b": invalid context length argument"])?;
                    return Ok(Arguments::Exit(2));
                };
                match id {
                    'A' => settings.after = Some(length),
                    'B' => settings.before = Some(length),
                    _ => both = Some(length),
                }
            }
            '0'..='9' => {
                let known = digits.take_if(|(before, _)| *before == place);
                let mut text = known.map_or_else(BString::default, |(_, text)| text);
                text.push(id as u8);
                both = integer(&text).and_then(|length| u64::try_from(length).ok());
                // Behind an operand, GNU grep forgets the first digit when there is another.
                digits = Some((place, if after_operand { BString::default() } else { text }));
            }
            '\u{4}' => settings.separator = Some(value),
            '\u{5}' => settings.separator = None,
            'a' => settings.binary = Binary::Text,
            'I' => settings.binary = Binary::WithoutMatch,
            '\u{6}' => {
                settings.binary = match value.as_slice() {
                    b"binary" => Binary::Report,
                    b"text" => Binary::Text,
                    b"without-match" => Binary::WithoutMatch,
                    _ => {
                        complain(context, &[b"unknown binary-files type"])?;
                        return Ok(Arguments::Exit(2));
                    }
                };
            }
            'd' => {
                let choices =
                    [("read", Directories::Read), ("recurse", Directories::Recurse), ("skip", Directories::Skip)];
                match choice::find(&value, &choices) {
                    Ok(chosen) => settings.directories = chosen,
                    Err(ambiguous) => {
                        let what: &[u8] = if ambiguous { b"ambiguous argument " } else { b"invalid argument " };
                        let quoted = crate::shared::quote::quote(&value);
                        complain(context, &[what, &quoted, " for ‘--directories’".as_bytes()])?;
                        context.write_error(&choice::valid(&choices))?;
                        context.write_error(USAGE)?;
                        return Ok(Arguments::Exit(1));
                    }
                }
            }
            'D' => {
                devices = match value.as_slice() {
                    b"read" => Some(Devices::Read),
                    b"skip" => Some(Devices::Skip),
                    _ => {
                        complain(context, &[b"unknown devices method"])?;
                        return Ok(Arguments::Exit(2));
                    }
                };
            }
            '\u{7}' => settings.filter.exclude(&value),
            '\u{a}' => settings.filter.include(&value),
            '\u{9}' => settings.filter.exclude_folder(&value),
            '\u{8}' => {
                let data = match context.read_operand(&value) {
                    Ok(data) => data,
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(errno)) => {
                        complain(context, &[&value, b": ", errno.message().as_bytes()])?;
                        return Ok(Arguments::Exit(2));
                    }
                };
                settings.filter.exclude_lines(&data);
            }
            'r' | 'R' => {
                settings.directories = Directories::Recurse;
                settings.follow = id == 'R';
            }
            '\u{b}' => settings.line_buffered = true,
            'u' => obsolete = true,
            'V' => {
                let line = format!("grep (mem-sandbox) {}\n", env!("CARGO_PKG_VERSION"));
                context.write(line.as_bytes())?;
                return Ok(Arguments::Exit(0));
            }
            '\u{c}' => show_help = true,
            // -U: there are no carriage returns to strip on this kind of system.
            _ => {}
        }
    }
    if let Some(message) = mistake.usage() {
        complain(context, &[&message])?;
        context.write_error(USAGE)?;
        return Ok(Arguments::Exit(2));
    }
    if show_help {
        return help(context);
    }
    if obsolete {
        complain(context, &[b"warning: --unix-byte-offsets (-u) is obsolete"])?;
    }
    settings.after = settings.after.or(both);
    settings.before = settings.before.or(both);
    settings.devices = match devices {
        Some(devices) => devices,
        None if settings.follow && settings.directories == Directories::Recurse => Devices::Read,
        None => Devices::ReadNamed,
    };
    let patterns = match patterns {
        Some(patterns) => patterns,
        None if operands.is_empty() => {
            context.write_error(USAGE)?;
            return Ok(Arguments::Exit(2));
        }
        None => {
            let mut patterns = Vec::new();
            add_patterns(&mut patterns, &operands.remove(0), None);
            patterns
        }
    };
    // What is given twice counts once.
    let mut seen = HashSet::new();
    let mut patterns = patterns;
    patterns.retain(|pattern| seen.insert(pattern.text.clone()));
    (settings.syntax, settings.dialect) = matcher.unwrap_or((Syntax::Basic, Dialect::Grep));
    if let Some(colors) = &mut settings.colors {
        let is_color = |value: &&BStr| {
            !value.is_empty() && value.iter().all(|byte| matches!(byte, b'0'..=b'9' | b';'))
        };
        let old = context.exec.env(b"GREP_COLOR").filter(is_color).map(BStr::to_owned);
        if let Some(old) = &old {
            colors.set_match(old);
        }
        if let Some(text) = context.exec.env(b"GREP_COLORS") {
            colors.configure(text);
        }
        // Only where it has an effect.
        if let Some(old) = old.filter(|old| colors.is_selected(old)) {
            complain(context, &[b"warning: GREP_COLOR='", &old, b"' is deprecated; use GREP_COLORS='mt=", &old, b"'"])?;
        }
    }
    Ok(Arguments::Run { settings: Box::new(settings), patterns, operands })
}

fn help(context: &mut Context<'_>) -> Result<Arguments, Halt> {
    context.write(context.help().as_bytes())?;
    Ok(Arguments::Exit(0))
}

/// A decimal integer as `strtol` reads it, clamped to the edge of the type; `None` for anything else.
fn integer(text: &[u8]) -> Option<i64> {
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != 0x0b)?;
    crate::shared::number::parse_clamped(&text[start..])
}

/// Whether the value of an option is the next argument, not a part of the option's own.
fn takes_next(argument: Option<&BString>, id: char, value: &[u8]) -> bool {
    let Some(argument) = argument else { return false };
    match argument.strip_prefix(b"--") {
        Some(name) => !name.contains(&b'='),
        None => u8::try_from(id).is_ok_and(|id| !argument.ends_with(&[&[id], value].concat())),
    }
}

/// Each line of `text` is a pattern.
fn add_patterns(patterns: &mut Vec<PatternLine>, text: &[u8], file: Option<&BString>) {
    for (index, line) in text.split_str("\n").enumerate() {
        let origin = file.map(|file| (file.clone(), index + 1));
        patterns.push(PatternLine { text: line.into(), origin });
    }
}

/// Adds the lines of a file; false when it cannot be read.
fn read_patterns(context: &mut Context<'_>, patterns: &mut Vec<PatternLine>, file: &BString) -> Result<bool, Halt> {
    match context.read_operand(file) {
        Ok(data) => {
            // A file without a line holds no pattern.
            if !data.is_empty() {
                add_patterns(patterns, data.strip_suffix(b"\n").unwrap_or(&data), Some(file));
            }
            Ok(true)
        }
        Err(IoError::Halt(halt)) => Err(halt),
        Err(IoError::Errno(errno)) => {
            complain(context, &[file, b": ", errno.message().as_bytes()])?;
            Ok(false)
        }
    }
}
