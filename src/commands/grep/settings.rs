//! The options of `grep`, settled.

use bstr::{BString, ByteSlice};

use super::super::options::{Opt, Parsed, Takes, hint};
use super::super::shared::choice;
use super::super::shared::quote::{quote, quote_colon};
use super::filter::Filter;
use super::output::Colors;
use crate::shell::command::Context;
use crate::shell::kernel::{Halt, IoError};
use crate::shell::regex::{Options, Regex, Syntax};

pub const OPTIONS: &[Opt] = &[
    Opt::both('G', "basic-regexp", Takes::Nothing),
    Opt::both('E', "extended-regexp", Takes::Nothing),
    Opt::both('F', "fixed-strings", Takes::Nothing),
    Opt::long('\u{1}', "fixed-regexp", Takes::Nothing),
    Opt::both('P', "perl-regexp", Takes::Nothing),
    Opt::both('A', "after-context", Takes::Value),
    Opt::both('B', "before-context", Takes::Value),
    Opt::both('C', "context", Takes::Value),
    Opt::both('b', "byte-offset", Takes::Nothing),
    Opt::long('\u{2}', "binary-files", Takes::Value),
    Opt::both('c', "count", Takes::Nothing),
    Opt::long('\u{3}', "color", Takes::Optional),
    Opt::long('\u{3}', "colour", Takes::Optional),
    Opt::both('d', "directories", Takes::Value),
    Opt::both('D', "devices", Takes::Value),
    Opt::both('e', "regexp", Takes::Value),
    Opt::long('\u{4}', "exclude", Takes::Value),
    Opt::long('\u{5}', "exclude-from", Takes::Value),
    Opt::long('\u{6}', "exclude-dir", Takes::Value),
    Opt::both('f', "file", Takes::Value),
    Opt::both('l', "files-with-matches", Takes::Nothing),
    Opt::both('L', "files-without-match", Takes::Nothing),
    Opt::long('\u{7}', "group-separator", Takes::Value),
    Opt::both('i', "ignore-case", Takes::Nothing),
    Opt::long('\u{8}', "no-ignore-case", Takes::Nothing),
    Opt::long('\u{9}', "include", Takes::Value),
    Opt::both('T', "initial-tab", Takes::Nothing),
    Opt::long('\u{a}', "label", Takes::Value),
    Opt::long('\u{b}', "line-buffered", Takes::Nothing),
    Opt::both('x', "line-regexp", Takes::Nothing),
    Opt::both('m', "max-count", Takes::Value),
    Opt::both('s', "no-messages", Takes::Nothing),
    Opt::both('h', "no-filename", Takes::Nothing),
    Opt::long('\u{c}', "no-group-separator", Takes::Nothing),
    Opt::both('Z', "null", Takes::Nothing),
    Opt::both('z', "null-data", Takes::Nothing),
    Opt::both('n', "line-number", Takes::Nothing),
    Opt::both('o', "only-matching", Takes::Nothing),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt { id: 'q', short: false, long: "silent", takes: Takes::Nothing },
    Opt::both('r', "recursive", Takes::Nothing),
    Opt::both('R', "dereference-recursive", Takes::Nothing),
    Opt::both('v', "invert-match", Takes::Nothing),
    Opt::both('a', "text", Takes::Nothing),
    Opt::both('U', "binary", Takes::Nothing),
    Opt::both('u', "unix-byte-offsets", Takes::Nothing),
    Opt::both('H', "with-filename", Takes::Nothing),
    Opt::both('w', "word-regexp", Takes::Nothing),
    Opt::short('I', Takes::Nothing),
    Opt::short('V', Takes::Nothing),
    Opt::short('X', Takes::Value),
    Opt::short('y', Takes::Nothing),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Detect,
    Text,
    WithoutMatch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    Read,
    Recurse,
    Skip,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    None,
    Matching,
    NonMatching,
}

pub struct Settings {
    pub regex: Regex,
    pub invert: bool,
    pub count: bool,
    pub list: List,
    pub quiet: bool,
    pub only_matching: bool,
    pub max_count: Option<u64>,
    pub before: u64,
    pub after: u64,
    pub separator: Option<BString>,
    pub byte_offset: bool,
    pub line_number: bool,
    /// Names before lines: `None` while it hangs on the number of files.
    pub filename: Option<bool>,
    pub null_after_name: bool,
    pub initial_tab: bool,
    pub label: Option<BString>,
    pub binary: Binary,
    pub folders: Folders,
    /// `-R`
    pub follow_links: bool,
    /// `None`: read those among the operands, skip others.
    pub skip_devices: Option<bool>,
    pub no_messages: bool,
    pub terminator: u8,
    pub files: Filter,
    pub excluded_folders: Filter,
    pub colors: Option<Colors>,
}

/// What was given before it is weighed.
struct Given {
    /// The exit status when an option is bad.
    status: u8,
    syntax: Option<Syntax>,
    patterns: Vec<BString>,
    any_patterns: bool,
    ignore_case: bool,
    whole_word: bool,
    whole_line: bool,
    context: Option<u64>,
    before: Option<u64>,
    after: Option<u64>,
    color: bool,
}

/// `-NUM` is `-C NUM`; digits gather over letters that follow each other.
pub fn expand_digits(args: &[BString]) -> Vec<BString> {
    let mut result = Vec::with_capacity(args.len());
    let mut skip_value = false;
    let mut only_operands = false;
    for arg in args {
        if only_operands || skip_value || arg.len() < 2 || arg[0] != b'-' || arg[1] == b'-' {
            only_operands |= arg == "--" && !skip_value;
            skip_value = false;
            if arg.starts_with(b"--") && !arg.contains(&b'=') {
                skip_value = OPTIONS.iter().any(|option| option.takes == Takes::Value && arg[2..] == *option.long.as_bytes());
            }
            result.push(arg.clone());
            continue;
        }
        let mut letters = vec![b'-'];
        let mut number: Vec<u8> = Vec::new();
        let mut rest = &arg[1..];
        while let Some((letter, after)) = rest.split_first() {
            if letter.is_ascii_digit() {
                number.push(*letter);
                rest = after;
                continue;
            }
            letters.push(*letter);
            rest = after;
            let option = OPTIONS.iter().find(|option| option.short && option.id == char::from(*letter));
            if option.is_some_and(|option| option.takes == Takes::Value) {
                skip_value = rest.is_empty();
                letters.extend_from_slice(rest);
                break;
            }
        }
        if letters.len() > 1 {
            if !number.is_empty() {
                result.push([b"-C", &number[..]].concat().into());
            }
            result.push(letters.into());
        } else {
            result.push([b"-C", &number[..]].concat().into());
        }
    }
    result
}

impl Settings {
    /// Weighs the options and takes the pattern from the operands if it is there. The inner error is the exit status
    /// when something was bad, which was reported.
    pub fn read(
        context: &mut Context<'_>,
        options: Vec<Parsed>,
        operands: &mut Vec<BString>,
    ) -> Result<Result<Settings, u8>, Halt> {
        let mut given = Given {
            status: 2,
            syntax: None,
            patterns: Vec::new(),
            any_patterns: false,
            ignore_case: false,
            whole_word: false,
            whole_line: false,
            context: None,
            before: None,
            after: None,
            color: false,
        };
        let mut settings = Settings {
            regex: match Regex::many(&[], &Options::grep(Syntax::Fixed)) {
                Ok(regex) => regex,
                Err(error) => return fail(context, &[error.to_string().as_bytes()]),
            },
            invert: false,
            count: false,
            list: List::None,
            quiet: false,
            only_matching: false,
            max_count: None,
            before: 0,
            after: 0,
            separator: Some("--".into()),
            byte_offset: false,
            line_number: false,
            filename: None,
            null_after_name: false,
            initial_tab: false,
            label: None,
            binary: Binary::Detect,
            folders: Folders::Read,
            follow_links: false,
            skip_devices: None,
            no_messages: false,
            terminator: b'\n',
            files: Filter::default(),
            excluded_folders: Filter::default(),
            colors: None,
        };
        for option in options {
            if !settings.take(context, &mut given, option)? {
                return Ok(Err(given.status));
            }
        }
        if !given.any_patterns {
            if operands.is_empty() {
                hint(context)?;
                return Ok(Err(2));
            }
            given.patterns.extend(operands.remove(0).split_str("\n").map(BString::from));
        }
        let syntax = given.syntax.unwrap_or(Syntax::Basic);
        if syntax == Syntax::Perl && given.patterns.len() > 1 {
            return fail(context, &[b"the -P option only supports a single pattern"]);
        }
        let options = Options {
            ignore_case: given.ignore_case,
            whole_word: given.whole_word,
            whole_line: given.whole_line,
            line_terminator: settings.terminator,
            ..Options::grep(syntax)
        };
        // Many equal patterns are one.
        let mut seen = std::collections::HashSet::new();
        let patterns: Vec<&[u8]> =
            given.patterns.iter().map(|pattern| pattern.as_slice()).filter(|pattern| seen.insert(*pattern)).collect();
        context.charge(patterns.iter().map(|pattern| pattern.len() as u64 / 16 + 1).sum())?;
        settings.regex = match Regex::many(&patterns, &options) {
            Ok(regex) => regex,
            Err(error) => return fail(context, &[error.to_string().as_bytes()]),
        };
        settings.after = given.after.or(given.context).unwrap_or(0);
        settings.before = given.before.or(given.context).unwrap_or(0);
        if given.color {
            if let Some(color) = context.exec.env(b"GREP_COLOR").filter(|color| !color.is_empty()).map(BString::from) {
                let text: [&[u8]; 4] = [b"warning: GREP_COLOR='", &color, b"' is deprecated; use GREP_COLORS='mt=", &color];
                context.complain(&[&text.concat(), b"'"])?;
            }
            let colors = context.exec.env(b"GREP_COLORS").map(BString::from);
            let color = context.exec.env(b"GREP_COLOR").map(BString::from);
            settings.colors = Some(Colors::new(color.as_ref().map(|color| color.as_slice()), colors.as_ref().map(|colors| colors.as_slice())));
        }
        if settings.list != List::None || settings.quiet {
            settings.count = false;
        }
        Ok(Ok(settings))
    }

    fn take(&mut self, context: &mut Context<'_>, given: &mut Given, option: Parsed) -> Result<bool, Halt> {
        let value = option.value();
        match option.id {
            'G' => return set_syntax(context, given, Syntax::Basic),
            'E' => return set_syntax(context, given, Syntax::Extended),
            'F' | '\u{1}' => return set_syntax(context, given, Syntax::Fixed),
            'P' => return set_syntax(context, given, Syntax::Perl),
            'X' => {
                let syntax = match value.as_bytes() {
                    b"grep" => Syntax::Basic,
                    b"egrep" => Syntax::Extended,
                    b"fgrep" => Syntax::Fixed,
                    b"pcre" | b"perl" => Syntax::Perl,
                    _ => {
                        context.complain(&[b"invalid matcher ", value])?;
                        return Ok(false);
                    }
                };
                return set_syntax(context, given, syntax);
            }
            'A' | 'B' | 'C' => {
                let Some(lines) = context_length(value) else {
                    context.complain(&[value, b": invalid context length argument"])?;
                    return Ok(false);
                };
                match option.id {
                    'A' => given.after = Some(lines),
                    'B' => given.before = Some(lines),
                    _ => given.context = Some(lines),
                }
            }
            'b' => self.byte_offset = true,
            '\u{2}' => {
                self.binary = match value.as_bytes() {
                    b"binary" => Binary::Detect,
                    b"text" => Binary::Text,
                    b"without-match" => Binary::WithoutMatch,
                    _ => {
                        context.complain(&[b"unknown binary-files type"])?;
                        return Ok(false);
                    }
                };
            }
            'c' => self.count = true,
            '\u{3}' => {
                let when = option.value.as_ref().map(|value| value.to_ascii_lowercase());
                match when.as_deref() {
                    Some(b"always" | b"yes" | b"force") => given.color = true,
                    // Standard output is never a terminal.
                    None | Some(b"never" | b"no" | b"none" | b"auto" | b"tty" | b"if-tty") => given.color = false,
                    Some(_) => {
                        context.write(context.help().as_bytes())?;
                        given.status = 0;
                        return Ok(false);
                    }
                }
            }
            'd' => {
                let choices = [("read", Folders::Read), ("recurse", Folders::Recurse), ("skip", Folders::Skip)];
                match choice::find(value, &choices) {
                    Ok(folders) => self.folders = folders,
                    Err(ambiguous) => {
                        let what: &[u8] = if ambiguous { b"ambiguous argument " } else { b"invalid argument " };
                        context.complain(&[what, &quote(value), b" for ", &quote(b"--directories")])?;
                        context.write_error(&choice::valid(&choices))?;
                        hint(context)?;
                        given.status = 1;
                        return Ok(false);
                    }
                }
            }
            'D' => {
                self.skip_devices = match value.as_bytes() {
                    b"read" => Some(false),
                    b"skip" => Some(true),
                    _ => {
                        context.complain(&[b"unknown devices method"])?;
                        return Ok(false);
                    }
                };
            }
            'e' => {
                given.any_patterns = true;
                given.patterns.extend(value.split_str("\n").map(BString::from));
            }
            'f' => return read_patterns(context, given, value.into()),
            '\u{4}' => self.files.exclude(value),
            '\u{5}' => {
                let file = BString::from(value);
                let read = context.read_operand(&file);
                let Some(data) = context.report(&quote_colon(&file), read)? else { return Ok(false) };
                for line in data.lines().filter(|line| !line.trim().is_empty()) {
                    self.files.exclude(line);
                }
            }
            '\u{6}' => {
                let trimmed = super::super::shared::path::strip_trailing_slashes(value);
                self.excluded_folders.exclude(trimmed);
            }
            '\u{9}' => self.files.include(value),
            'l' => self.list = List::Matching,
            'L' => self.list = List::NonMatching,
            '\u{7}' => self.separator = option.value,
            '\u{c}' => self.separator = None,
            'i' | 'y' => given.ignore_case = true,
            '\u{8}' => given.ignore_case = false,
            'T' => self.initial_tab = true,
            '\u{a}' => self.label = option.value,
            'x' => given.whole_line = true,
            'm' => match options_number(value) {
                // A negative number is as good as none.
                Some(count) => self.max_count = u64::try_from(count).ok(),
                None => {
                    context.complain(&[b"invalid max count"])?;
                    return Ok(false);
                }
            },
            's' => self.no_messages = true,
            'h' => self.filename = Some(false),
            'H' => self.filename = Some(true),
            'Z' => self.null_after_name = true,
            'z' => self.terminator = 0,
            'n' => self.line_number = true,
            'o' => self.only_matching = true,
            'q' => self.quiet = true,
            'r' | 'R' => {
                self.folders = Folders::Recurse;
                self.follow_links = option.id == 'R';
            }
            'v' => self.invert = true,
            'a' => self.binary = Binary::Text,
            'I' => self.binary = Binary::WithoutMatch,
            'u' => context.complain(&[b"warning: --unix-byte-offsets (-u) is obsolete"])?,
            'w' => given.whole_word = true,
            _ => {}
        }
        Ok(true)
    }
}

fn fail<T>(context: &mut Context<'_>, message: &[&[u8]]) -> Result<Result<T, u8>, Halt> {
    context.complain(message)?;
    Ok(Err(2))
}

fn set_syntax(context: &mut Context<'_>, given: &mut Given, syntax: Syntax) -> Result<bool, Halt> {
    if given.syntax.is_some_and(|before| before != syntax) {
        context.complain(&[b"conflicting matchers specified"])?;
        return Ok(false);
    }
    given.syntax = Some(syntax);
    Ok(true)
}

fn options_number(text: &[u8]) -> Option<i64> {
    super::super::shared::number::parse_clamped(text.trim_ascii_start())
}

fn context_length(text: &[u8]) -> Option<u64> {
    options_number(text).and_then(|lines| u64::try_from(lines).ok())
}

/// The lines of a file as patterns. An empty file holds none.
fn read_patterns(context: &mut Context<'_>, given: &mut Given, file: BString) -> Result<bool, Halt> {
    given.any_patterns = true;
    let data = match context.read_operand(&file) {
        Ok(data) => data,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            context.complain(&[&file, b": ", errno.message().as_bytes()])?;
            return Ok(false);
        }
    };
    if data.is_empty() {
        return Ok(true);
    }
    let data = data.strip_suffix(b"\n").unwrap_or(&data);
    given.patterns.extend(data.split_str("\n").map(BString::from));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_context() {
        let expand = |args: &[&str]| {
            let args: Vec<BString> = args.iter().map(|arg| BString::from(*arg)).collect();
            expand_digits(&args).iter().map(|arg| arg.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(expand(&["-5", "x"]), "-C5 x");
        assert_eq!(expand(&["-1n2", "x"]), "-C12 -n x");
        assert_eq!(expand(&["-m1", "-e", "-5", "--", "-3"]), "-m1 -e -5 -- -3");
        assert_eq!(expand(&["--regexp", "-5", "-A2"]), "--regexp -5 -A2");
    }
}
