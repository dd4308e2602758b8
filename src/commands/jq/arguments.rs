//! The command line, read in jq's own way: options may stand anywhere, short ones cluster, the first other argument is
//! the program.

use bstr::{BStr, BString, ByteSlice};

use super::json::{self, Event, Options, Reader};
use super::value::Value;
use shell::command::Context;
use workspace::Errno;
use shell::kernel::{Halt, IoError};

#[derive(Debug, Default)]
pub struct Arguments {
    pub program: Vec<u8>,
    /// Where its file is.
    pub program_folder: String,
    pub files: Vec<BString>,
    pub named: Vec<(String, Value)>,
    pub positional: Vec<Value>,
    pub library: Vec<BString>,
    pub null_input: bool,
    pub raw_input: bool,
    pub slurp: bool,
    pub raw_output: bool,
    /// What follows each output.
    pub terminator: Terminator,
    pub ascii: bool,
    pub sort_keys: bool,
    pub color: bool,
    /// `None`: one line.
    pub indent: Option<usize>,
    pub tabs: bool,
    pub unbuffered: bool,
    pub stream: bool,
    pub stream_errors: bool,
    pub seq: bool,
    pub exit_status: bool,
}

impl Arguments {
    /// `-j`; NUL behind each output stays what was asked for.
    fn join(&mut self) {
        self.raw_output = true;
        if self.terminator != Terminator::Nul {
            self.terminator = Terminator::Nothing;
        }
    }

    fn has(&self, name: &BStr) -> bool {
        let name = name.to_str_lossy();
        self.named.iter().any(|(known, _)| *known == name)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Terminator {
    #[default]
    NewLine,
    Nothing,
    Nul,
}

/// The outcome of reading the command line.
pub enum Reading {
    Run(Box<Arguments>),
    Help,
    Version,
    /// A mistake, to be followed by a hint.
    Usage(BString),
    /// A file that cannot be used.
    Failed(BString),
}

/// What the arguments without a dash are, behind the program.
#[derive(Clone, Copy)]
enum Rest {
    Files,
    Strings,
    Json,
}

/// Takes the values of an option: the next arguments.
fn values<'a, const N: usize>(args: &'a [BString], at: &mut usize) -> Option<[&'a BStr; N]> {
    let found = args.get(*at + 1..*at + 1 + N)?;
    *at += N;
    let mut values = [BStr::new(b""); N];
    for (value, found) in values.iter_mut().zip(found) {
        *value = found.as_bstr();
    }
    Some(values)
}

/// Reads the command line and the files that it names as values.
pub fn parse(context: &mut Context<'_>, args: &[BString]) -> Result<Reading, Halt> {
    let mut arguments = Arguments { indent: Some(2), ..Arguments::default() };
    let mut program: Option<BString> = None;
    // Without colours it is wherever the option stands.
    let mut monochrome = false;
    let mut from_file = false;
    let mut rest = Rest::Files;
    let mut only_operands = false;
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        let usage = |text: &str| Ok(Reading::Usage(format!("jq: {text}").into()));
        let second = arg.get(1).copied();
        let is_option = arg.first() == Some(&b'-')
            && second.is_some_and(|letter| letter.is_ascii_alphabetic() || letter == b'-')
            && !only_operands;
        if !is_option {
            if program.is_none() {
                program = Some(arg.clone());
            } else {
                match rest {
                    Rest::Files => arguments.files.push(arg.clone()),
                    Rest::Strings => arguments.positional.push(Value::lossy(arg)),
                    Rest::Json => match json::parse_one(arg) {
                        Ok(Some(value)) => arguments.positional.push(value),
                        _ => return usage("invalid JSON text passed to --jsonargs"),
                    },
                }
            }
            at += 1;
            continue;
        }
        if let Some(long) = arg.strip_prefix(b"--") {
            match long {
                b"" => only_operands = true,
                b"null-input" => arguments.null_input = true,
                b"raw-input" => arguments.raw_input = true,
                b"slurp" => arguments.slurp = true,
                b"compact-output" => (arguments.indent, arguments.tabs) = (None, false),
                b"raw-output" => arguments.raw_output = true,
                b"raw-output0" => (arguments.raw_output, arguments.terminator) = (true, Terminator::Nul),
                b"join-output" => arguments.join(),
                b"ascii-output" => arguments.ascii = true,
                b"sort-keys" => arguments.sort_keys = true,
                b"color-output" => arguments.color = true,
                b"monochrome-output" => monochrome = true,
                b"tab" => (arguments.indent, arguments.tabs) = (Some(1), true),
                b"indent" => {
                    let Some([text]) = values::<1>(args, &mut at) else {
                        return usage("--indent takes one parameter");
                    };
                    let number = leading_number(text);
                    if !(-1..=7).contains(&number) {
                        return usage("--indent takes a number between -1 and 7");
                    }
                    arguments.tabs = number == -1;
                    arguments.indent = usize::try_from(number).ok().filter(|number| *number > 0).or(None);
                    if number == -1 {
                        arguments.indent = Some(1);
                    }
                }
                b"unbuffered" => arguments.unbuffered = true,
                b"stream" => arguments.stream = true,
                b"stream-errors" => (arguments.stream, arguments.stream_errors) = (true, true),
                b"seq" => arguments.seq = true,
                b"from-file" => from_file = true,
                b"exit-status" => arguments.exit_status = true,
                b"help" => return Ok(Reading::Help),
                b"version" => return Ok(Reading::Version),
                b"args" => rest = Rest::Strings,
                b"jsonargs" => rest = Rest::Json,
                b"arg" => {
                    let Some([name, value]) = values::<2>(args, &mut at) else {
                        return usage("--arg takes two parameters (e.g. --arg varname value)");
                    };
                    arguments.named.push((name.to_str_lossy().into_owned(), Value::lossy(value)));
                }
                b"argjson" => {
                    let Some([name, text]) = values::<2>(args, &mut at) else {
                        return usage("--argjson takes two parameters (e.g. --argjson varname text)");
                    };
                    // The first value of a name counts, and the others are not even read.
                    if arguments.has(name) {
                        at += 1;
                        continue;
                    }
                    match json::parse_one(text) {
                        Ok(Some(value)) => arguments.named.push((name.to_str_lossy().into_owned(), value)),
                        _ => return usage("invalid JSON text passed to --argjson"),
                    }
                }
                b"slurpfile" | b"rawfile" => {
                    let option = long.as_bstr();
                    let Some([name, file]) = values::<2>(args, &mut at) else {
                        return usage(&format!(
                            "--{option} takes two parameters (e.g. --{option} varname filename)"
                        ));
                    };
                    if arguments.has(name) {
                        at += 1;
                        continue;
                    }
                    // A dash is the name of a file here.
                    let path = if file == "-" { b"./-".as_bstr() } else { file.as_bstr() };
                    let text = match context.read_operand(path) {
                        Ok(text) => text,
                        Err(IoError::Halt(halt)) => return Err(halt),
                        Err(IoError::Errno(errno)) => {
                            let start = format!("Bad JSON in --{option} ");
                            let reason = reason(errno);
                            // Here the name is a string of jq's.
                            let lossy = file.to_str_lossy();
                            let text: [&[u8]; 7] = [start.as_bytes(), name, b" ", file, b": Could not open ", lossy.as_bytes(), b": "];
                            return Ok(Reading::Failed([&text.concat(), reason].concat().into()));
                        }
                    };
                    let value = if long == b"rawfile" {
                        Value::string(json::text::decode(&text))
                    } else {
                        match all_values(&text) {
                            Ok(values) => Value::array(values),
                            Err(message) => {
                                let start = format!("Bad JSON in --{option} ");
                                let text: [&[u8]; 6] =
                                    [start.as_bytes(), name, b" ", file, b": ", message.as_bytes()];
                                return Ok(Reading::Failed(text.concat().into()));
                            }
                        }
                    };
                    arguments.named.push((name.to_str_lossy().into_owned(), value));
                }
                _ => return Ok(unknown(arg)),
            }
            at += 1;
            continue;
        }
        if let Some(folder) = arg.strip_prefix(b"-L") {
            if folder.is_empty() {
                let Some([folder]) = values::<1>(args, &mut at) else {
                    return Ok(Reading::Usage("-L takes a parameter: (e.g. -L /search/path or -L/search/path)".into()));
                };
                arguments.library.push(folder.to_owned());
            } else {
                arguments.library.push(folder.into());
            }
            at += 1;
            continue;
        }
        let letters = arg.get(1..).unwrap_or_default();
        // These two answer before the other letters are known to be options.
        if letters.contains(&b'h') {
            return Ok(Reading::Help);
        }
        if letters.contains(&b'V') {
            return Ok(Reading::Version);
        }
        if !letters.iter().all(|letter| b"nRscrjaSCMfe".contains(letter)) {
            return Ok(unknown(arg));
        }
        for letter in letters {
            match letter {
                b'n' => arguments.null_input = true,
                b'R' => arguments.raw_input = true,
                b's' => arguments.slurp = true,
                b'c' => (arguments.indent, arguments.tabs) = (None, false),
                b'r' => arguments.raw_output = true,
                b'j' => arguments.join(),
                b'a' => arguments.ascii = true,
                b'S' => arguments.sort_keys = true,
                b'C' => arguments.color = true,
                b'M' => monochrome = true,
                b'f' => from_file = true,
                _ => arguments.exit_status = true,
            }
        }
        at += 1;
    }
    arguments.color &= !monochrome;
    let program = program.or_else(|| from_file.then(|| BString::from(".")));
    match program {
        None => arguments.program = b".".to_vec(),
        Some(name) if from_file => match context.read_operand(name.as_bstr()) {
            Ok(text) => {
                arguments.program = text.to_vec();
                arguments.program_folder = folder_of(&name.to_str_lossy()).to_owned();
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                let shown = name.to_str_lossy();
                let text: [&[u8]; 4] = [b"Could not open ", shown.as_bytes(), b": ", reason(errno)];
                return Ok(Reading::Failed(text.concat().into()));
            }
        },
        Some(text) => arguments.program = text.into(),
    }
    Ok(Reading::Run(Box::new(arguments)))
}

/// Why a file cannot be read, as the functions that read files whole say it.
fn reason(errno: Errno) -> &'static [u8] {
    if errno == Errno::IsDir { b"It's a directory" } else { errno.message().as_bytes() }
}

fn unknown(option: &BString) -> Reading {
    Reading::Usage([b"jq: Unknown option ".as_slice(), option].concat().into())
}

/// The number at the front of a text, as C reads it; 0 without one.
fn leading_number(text: &[u8]) -> i64 {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let value = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0_i64, |sum, digit| sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    if negative { -value } else { value }
}

/// The folder in the name of a file.
pub fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// All values of a text.
pub fn all_values(text: &bytes::Bytes) -> Result<Vec<Value>, String> {
    let mut reader = Reader::new(Options::default());
    reader.feed(text.clone());
    reader.end();
    let mut values = Vec::new();
    loop {
        match reader.next() {
            Event::Value(value) => values.push(value),
            Event::Fault(message) => return Err(message),
            Event::Nothing | Event::More | Event::End => return Ok(values),
        }
    }
}
