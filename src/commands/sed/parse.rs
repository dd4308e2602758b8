//! The parser: from the texts of `-e` and `-f` to a [`Script`].
//!
//! Messages count the characters that were read, so the order in which things are read and checked is GNU's.

use std::collections::HashMap;

use super::debug;
use super::script::{Action, Address, Bound, Command, Part, Script, Substitution, Translation};
use super::text;
use crate::shared::unicode::decode;
use shell::regex::{Dialect, Options, Regex, RegexError, Syntax};

/// Where a piece of the script came from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// The so-and-so-many-eth `-e`.
    Expression(usize),
    File(Vec<u8>),
}

/// A piece of the script.
pub struct Source {
    pub origin: Origin,
    pub text: Vec<u8>,
    /// As the options before it have it.
    pub settings: Settings,
}

/// How a script is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings {
    pub extended: bool,
    pub posix: bool,
    pub sandbox: bool,
    /// `e` may run commands: the host's word.
    pub execute: bool,
    /// `-z`
    pub null_data: bool,
    /// The texts of `c` and `i` end in NUL, wherever `-z` stands.
    pub null_texts: bool,
    /// `--debug`: commands keep what is told of them.
    pub debug: bool,
    /// `--debug` stood before the text, whose labels are kept then.
    pub debug_labels: bool,
    /// A byte is a character: the script runs in the C locale.
    pub bytes: bool,
}

/// Why a script was refused.
#[derive(Debug)]
pub struct Fault {
    /// The message without the command's name.
    pub message: Vec<u8>,
    pub status: u8,
    /// The files of `w` up to there.
    pub outputs: Vec<Vec<u8>>,
}

/// Parses a whole script.
///
/// # Errors
/// The first thing that is wrong, in GNU's words.
pub fn parse(sources: &[Source]) -> Result<Script, Fault> {
    read(sources)?.finish()
}

/// Reads scripts that others follow: blocks may be open still. Gives the files that they write.
pub fn parse_begun(sources: &[Source]) -> Result<Vec<Vec<u8>>, Fault> {
    Ok(read(sources)?.script.outputs)
}

fn read(sources: &[Source]) -> Result<Parser<'_>, Fault> {
    let mut parser = Parser {
        settings: Settings::default(),
        script: Script::default(),
        blocks: Vec::new(),
        labels: HashMap::new(),
        jumps: Vec::new(),
        pending: None,
        origin: Origin::Expression(0),
        text: &[],
        at: 0,
        patterns: Vec::new(),
        body: Vec::new(),
    };
    for (index, source) in sources.iter().enumerate() {
        parser.settings = source.settings;
        parser.origin = source.origin.clone();
        parser.text = &source.text;
        parser.at = 0;
        if matches!(source.origin, Origin::Expression(_)) {
            parser.script.expressions += 1;
        }
        if index == 0 && source.text.starts_with(b"#n") {
            parser.script.quiet = true;
        }
        if let Err(fault) = parser.source() {
            // What it would have written is opened before anybody complains.
            return Err(Fault { outputs: parser.script.outputs, ..fault });
        }
    }
    Ok(parser)
}

/// A text of `a`, `i` or `c` whose script ended in a backslash: the next one goes on with it.
struct Pending {
    command: usize,
    text: Vec<u8>,
    /// Nothing but the backslash behind the letter has been read.
    bare: bool,
    /// What is put behind the text: what ends lines, and a newline behind that of `a`.
    terminator: u8,
}

struct Parser<'s> {
    settings: Settings,
    script: Script,
    /// Open blocks: the command and where it stands in its file.
    blocks: Vec<(usize, Origin, usize)>,
    labels: HashMap<Vec<u8>, usize>,
    jumps: Vec<(usize, Vec<u8>)>,
    pending: Option<Pending>,
    origin: Origin,
    text: &'s [u8],
    at: usize,
    /// With `--debug`, the patterns of the addresses or the `s` that is read.
    patterns: Vec<Vec<u8>>,
    /// With `--debug`, what stands behind the letter of the command.
    body: Vec<u8>,
}

/// The deepest nesting of blocks.
const MAX_BLOCKS: usize = 10_000;

impl Parser<'_> {
    // Characters ------------------------------------------------------------------------------------------------

    fn next(&mut self) -> Option<u8> {
        let byte = *self.text.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn back(&mut self, byte: Option<u8>) {
        if byte.is_some() {
            self.at = self.at.saturating_sub(1);
        }
    }

    /// The next character that is neither a space nor a tab.
    fn next_filled(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.next()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn fault(&self, text: impl AsRef<[u8]>) -> Fault {
        let mut message = match &self.origin {
            Origin::Expression(number) => format!("-e expression #{number}, char {}: ", self.at).into_bytes(),
            Origin::File(name) => place_in_file(name, line_of(self.text, self.at)),
        };
        message.extend_from_slice(text.as_ref());
        Fault { message, status: 1, outputs: Vec::new() }
    }

    // Commands --------------------------------------------------------------------------------------------------

    fn source(&mut self) -> Result<(), Fault> {
        if let Some(pending) = self.pending.take() {
            self.continue_text(pending)?;
        }
        loop {
            let first = loop {
                match self.next() {
                    None => return Ok(()),
                    Some(b';' | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => {}
                    Some(byte) => break byte,
                }
            };
            self.command(first)?;
        }
    }

    fn command(&mut self, first: u8) -> Result<(), Fault> {
        let mut command =
            Command { first: None, second: None, negated: false, action: Action::Nothing, shown: Vec::new() };
        self.patterns.clear();
        self.body.clear();
        let mut letter = Some(first);
        if let Some(address) = self.address(first)? {
            command.first = Some(match address {
                AnyAddress::First(address) => address,
                AnyAddress::Line(line) => Address::Line(line),
                AnyAddress::Last => Address::Last,
                AnyAddress::Pattern(pattern) => Address::Pattern(pattern),
                AnyAddress::Second(_) => return Err(self.fault("invalid usage of +N or ~N as first address")),
            });
            letter = self.next_filled();
            if letter == Some(b',') {
                let second = match self.next_filled() {
                    Some(byte) => self.address(byte)?,
                    None => None,
                };
                command.second = Some(match second {
                    None => return Err(self.fault("unexpected `,'")),
                    Some(AnyAddress::Second(bound)) => bound,
                    Some(AnyAddress::Line(line)) => Bound::Line(line),
                    Some(AnyAddress::First(Address::Step(first, step))) => Bound::Step(first, step),
                    Some(AnyAddress::First(_) | AnyAddress::Last) => Bound::Last,
                    Some(AnyAddress::Pattern(pattern)) => Bound::Pattern(pattern),
                });
                letter = self.next_filled();
            }
            // `0r` puts a file before the first line.
            let before_all = letter == Some(b'r') && command.second.is_none();
            let zero_allowed =
                !self.settings.posix && (before_all || matches!(command.second, Some(Bound::Pattern(_))));
            if matches!(command.first, Some(Address::Line(0))) && !zero_allowed {
                return Err(self.fault("invalid usage of line address 0"));
            }
        }
        if letter == Some(b'!') {
            command.negated = true;
            letter = self.next_filled();
            if letter == Some(b'!') {
                return Err(self.fault("multiple `!'s"));
            }
        }
        let Some(letter) = letter else { return Err(self.fault("missing command")) };
        if self.settings.debug {
            let second = command.second.as_ref();
            command.shown = debug::addresses(command.first.as_ref(), second, command.negated, &self.patterns);
            command.shown.push(letter);
            self.patterns.clear();
        }
        self.action(letter, command)
    }

    fn action(&mut self, letter: u8, mut command: Command) -> Result<(), Fault> {
        let posix = self.settings.posix;
        let index = self.script.commands.len();
        match letter {
            b'#' => {
                if command.first.is_some() {
                    return Err(self.fault("comments don't accept any addresses"));
                }
                let rest = &self.text[self.at..];
                self.at += memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                return Ok(());
            }
            b':' => {
                if command.first.is_some() {
                    return Err(self.fault(": doesn't want any addresses"));
                }
                let label = self.label();
                if label.is_empty() {
                    return Err(self.fault("\":\" lacks a label"));
                }
                self.tell(&[if self.settings.debug_labels { &label } else { b"(null)" }]);
                self.labels.insert(label, index);
            }
            b'{' => {
                if self.blocks.len() >= MAX_BLOCKS {
                    return Err(self.fault("blocks are nested too deeply"));
                }
                self.blocks.push((index, self.origin.clone(), line_of(self.text, self.at)));
                command.action = Action::Block(index);
            }
            b'}' => {
                let Some((open, ..)) = self.blocks.pop() else { return Err(self.fault("unexpected `}'")) };
                if command.first.is_some() {
                    return Err(self.fault("`}' doesn't want any addresses"));
                }
                self.end_of_command()?;
                if let Some(block) = self.script.commands.get_mut(open) {
                    block.action = Action::Block(index);
                }
            }
            b'a' | b'i' | b'=' | b'l' | b'r' if posix && command.second.is_some() => {
                return Err(self.fault("command only uses one address"));
            }
            b'a' | b'i' | b'c' => {
                command.action = match letter {
                    b'a' => Action::Append(Vec::new()),
                    b'i' => Action::Insert(Vec::new()),
                    _ => Action::Change(Vec::new()),
                };
                self.script.commands.push(command);
                return self.text_argument(index);
            }
            b'e' if !posix => {
                if self.settings.sandbox {
                    return Err(self.fault("e/r/w commands disabled in sandbox mode"));
                }
                if !self.settings.execute {
                    return Err(self.fault("e commands disabled by the host"));
                }
                self.skip_blanks();
                command.action = Action::Execute(Vec::new());
                if !matches!(self.peek(), None | Some(b'\n')) {
                    self.script.commands.push(command);
                    return self.text_argument(index);
                }
                self.at = (self.at + 1).min(self.text.len());
            }
            b'r' => {
                let name = self.file_name()?;
                self.tell(&[b" ", &name]);
                command.action = if matches!((&command.first, &command.second), (Some(Address::Line(0)), None)) {
                    command.first = Some(Address::Line(1));
                    Action::ReadFileBefore(name)
                } else {
                    Action::ReadFile(name)
                };
            }
            b'R' if !posix => {
                let name = self.file_name()?;
                self.tell(&[b" ", &name]);
                command.action = Action::ReadLine(place_of(&mut self.script.inputs, name));
            }
            b'w' | b'W' if letter == b'w' || !posix => {
                let name = self.file_name()?;
                self.tell(&[&name]);
                let output = place_of(&mut self.script.outputs, name);
                command.action = if letter == b'w' { Action::Write(output) } else { Action::WriteFirstLine(output) };
            }
            b'b' | b't' => self.branch(letter, index, &mut command),
            b'T' if !posix => self.branch(letter, index, &mut command),
            b'q' | b'Q' if letter == b'q' || !posix => {
                if command.second.is_some() {
                    return Err(self.fault("command only uses one address"));
                }
                let status = self.number_argument();
                self.tell_number(status);
                let status = (status.unwrap_or(0) & 0xff) as u8;
                self.end_of_command()?;
                command.action = if letter == b'q' { Action::Quit(status) } else { Action::QuitSilently(status) };
            }
            b'l' | b'L' if letter == b'l' || !posix => {
                let length = self.number_argument();
                self.tell_number(length);
                self.end_of_command()?;
                command.action = match letter {
                    b'l' => Action::List(length.map(|length| usize::try_from(length).unwrap_or(usize::MAX))),
                    _ => Action::Obsolete,
                };
            }
            b's' => command.action = Action::Substitute(Box::new(self.substitution()?)),
            b'y' => {
                command.action = Action::Translate(Box::new(self.translation()?));
                self.end_of_command()?;
            }
            b'v' if !posix => {
                self.version()?;
                command.shown.clear();
            }
            _ => {
                command.action = match letter {
                    b'=' => Action::LineNumber,
                    b'd' => Action::Delete,
                    b'D' => Action::DeleteFirstLine,
                    b'F' if !posix => Action::FileName,
                    b'g' => Action::Get,
                    b'G' => Action::GetAppend,
                    b'h' => Action::Hold,
                    b'H' => Action::HoldAppend,
                    b'n' => Action::Next,
                    b'N' => Action::NextAppend,
                    b'p' => Action::Print,
                    b'P' => Action::PrintFirstLine,
                    b'x' => Action::Exchange,
                    b'z' if !posix => Action::Zap,
                    // C's text ends there.
                    0 => return Err(self.fault("unknown command: `")),
                    _ => return Err(self.fault([b"unknown command: `".as_slice(), &[letter], b"'"].concat())),
                };
                self.end_of_command()?;
            }
        }
        if self.settings.debug {
            command.shown.append(&mut self.body);
        }
        self.script.commands.push(command);
        Ok(())
    }

    /// Notes for `--debug` what stands behind the letter of a command.
    fn tell(&mut self, pieces: &[&[u8]]) {
        if self.settings.debug {
            self.body.extend(pieces.iter().copied().flatten());
        }
    }

    fn tell_number(&mut self, number: Option<u64>) {
        if let Some(number) = number {
            self.tell(&[b" ", number.to_string().as_bytes()]);
        }
    }

    fn branch(&mut self, letter: u8, index: usize, command: &mut Command) {
        self.skip_blanks();
        let label = self.label();
        command.action = match letter {
            b'b' => Action::Branch(None),
            b't' => Action::BranchIfReplaced(None),
            _ => Action::BranchUnlessReplaced(None),
        };
        if !label.is_empty() {
            if self.settings.debug_labels {
                self.tell(&[b" ", &label]);
            }
            self.jumps.push((index, label));
        }
    }

    fn end_of_command(&mut self) -> Result<(), Fault> {
        match self.next_filled() {
            None | Some(b'\n' | b';') => Ok(()),
            byte @ Some(b'}' | b'#') => {
                self.back(byte);
                Ok(())
            }
            Some(_) => Err(self.fault("extra characters after command")),
        }
    }

    /// A label: up to a blank, the end of the line, a semicolon or a closing brace. What stands behind a NUL is lost.
    fn label(&mut self) -> Vec<u8> {
        self.skip_blanks();
        let start = self.at;
        while self.peek().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'}' | b'#')) {
            self.at += 1;
        }
        before_nul(&self.text[start..self.at]).to_vec()
    }

    /// The number of `q`, `Q`, `l`, if there is one.
    fn number_argument(&mut self) -> Option<u64> {
        self.skip_blanks();
        if self.settings.posix || !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(self.number())
    }

    /// Digits; clamped when there are too many.
    fn number(&mut self) -> u64 {
        let mut value: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        value
    }

    /// A name of a file: up to the end of the line.
    fn file_name(&mut self) -> Result<Vec<u8>, Fault> {
        if self.settings.sandbox {
            return Err(self.fault("e/r/w commands disabled in sandbox mode"));
        }
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        if end == 0 {
            self.at = (self.at + 1).min(self.text.len());
            return Err(self.fault("missing filename in r/R/w/W commands"));
        }
        self.at = (self.at + end + 1).min(self.text.len());
        Ok(before_nul(&rest[..end]).to_vec())
    }

    fn version(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        let label = self.label();
        if label.is_empty() {
            return Ok(());
        }
        if is_newer(&label, b"4.9") {
            return Err(self.fault("expected newer version of sed"));
        }
        Ok(())
    }

    // Addresses -------------------------------------------------------------------------------------------------

    fn address(&mut self, first: u8) -> Result<Option<AnyAddress>, Fault> {
        let posix = self.settings.posix;
        Ok(Some(match first {
            b'/' | b'\\' => {
                let delimiter = if first == b'/' { Some(b'/') } else { self.next() };
                let text = match delimiter {
                    Some(delimiter) => self.until(delimiter, true),
                    None => None,
                };
                let Some(text) = text else { return Err(self.fault("unterminated address regex")) };
                let (mut ignore_case, mut multi_line) = (false, false);
                loop {
                    match self.next_filled() {
                        Some(b'I') if !posix => ignore_case = true,
                        Some(b'M') if !posix => multi_line = true,
                        other => {
                            self.back(other);
                            break;
                        }
                    }
                }
                let pattern = self.pattern(&text, ignore_case, multi_line, 0)?;
                if let Some(shown) = self.patterns.last_mut() {
                    let flags = [(ignore_case, b'I'), (multi_line, b'M')];
                    shown.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, letter)| *letter));
                }
                AnyAddress::Pattern(pattern)
            }
            b'0'..=b'9' => {
                self.at -= 1;
                let line = self.number();
                self.skip_blanks();
                if self.peek() == Some(b'~') && !posix {
                    self.at += 1;
                    self.skip_blanks();
                    let step = self.number();
                    if step == 0 { AnyAddress::Line(line) } else { AnyAddress::First(Address::Step(line, step)) }
                } else {
                    AnyAddress::Line(line)
                }
            }
            b'+' | b'~' if !posix => {
                self.skip_blanks();
                let number = self.number();
                AnyAddress::Second(if first == b'+' { Bound::Plus(number) } else { Bound::Multiple(number) })
            }
            b'$' => AnyAddress::Last,
            _ => return Ok(None),
        }))
    }

    /// The text up to a delimiter. The delimiter may be escaped; in a pattern, `\n` is a newline and a bracket
    /// expression may hold the delimiter. `None`: it does not end.
    fn until(&mut self, delimiter: u8, is_pattern: bool) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        loop {
            match self.next()? {
                b'\n' => {
                    self.at -= 1;
                    return None;
                }
                byte if byte == delimiter => return Some(out),
                b'[' if is_pattern => {
                    let rest = &self.text[self.at - 1..];
                    let Some(length) = text::bracket_length(rest) else {
                        self.at += memchr::memchr(b'\n', &rest[1..]).unwrap_or(rest.len() - 1);
                        return None;
                    };
                    if self.settings.posix {
                        out.extend_from_slice(&rest[..length]);
                    } else {
                        bracket(&mut out, &rest[..length]);
                    }
                    self.at += length - 1;
                }
                b'\\' => {
                    let escaped = self.next()?;
                    if escaped == delimiter {
                        if !is_pattern && delimiter == b'&' {
                            out.push(b'\\');
                        }
                        out.push(escaped);
                    } else if is_pattern && matches!(escaped, b'n' | b'\n') {
                        out.push(b'\n');
                    } else {
                        out.extend_from_slice(&[b'\\', escaped]);
                    }
                }
                byte => out.push(byte),
            }
        }
    }

    /// Compiles a pattern, which has to have as many groups as are referred to.
    fn pattern(
        &mut self,
        text: &[u8],
        ignore_case: bool,
        multi_line: bool,
        highest_group: usize,
    ) -> Result<Option<Regex>, Fault> {
        if text.is_empty() {
            if self.settings.debug {
                self.patterns.push(b"//".to_vec());
            }
            if ignore_case || multi_line {
                return Err(self.fault("cannot specify modifiers on empty regexp"));
            }
            return Ok(None);
        }
        let posix = self.settings.posix;
        // A lone anchor looks at the lines as they are when the script runs.
        let is_anchor = matches!(text, b"^" | b"$");
        let null_data = self.settings.null_data || is_anchor && self.settings.null_texts;
        if self.settings.debug {
            let shown = text::pattern(text, posix, b"").map_err(|message| self.fault(message))?;
            self.patterns.push(debug::pattern(&shown));
        }
        // What GNU added stands for itself; in extended syntax the operators are written without a backslash.
        let ordinary: &[u8] = match (posix, self.settings.extended) {
            (false, _) => b"",
            (true, false) => b"+?|wWsSbB<>`'",
            (true, true) => b"wWsSbB<>`'",
        };
        let text = text::pattern(text, posix, ordinary).map_err(|message| self.fault(message))?;
        let syntax = if self.settings.extended { Syntax::Extended } else { Syntax::Basic };
        let mut options = Options { ignore_case, bytes: self.settings.bytes, ..Options::sed(syntax) };
        options.multi_line = multi_line;
        if multi_line && null_data {
            (options.lines, options.line_terminator) = (true, 0);
        }
        if posix {
            options.dialect = Dialect::SedPosix;
        }
        match Regex::new(&text, &options) {
            Ok(regex) => {
                self.check_groups(&regex, highest_group)?;
                Ok(Some(regex))
            }
            Err(error @ RegexError::ClassOutsideBrackets) => {
                // That comes from the second engine; what the first one finds comes before.
                let first = Options { dialect: Dialect::Posix, ..options };
                if let Ok(regex) = Regex::new(&text, &first) {
                    self.check_groups(&regex, highest_group)?;
                }
                Err(Fault { message: error.to_string().into_bytes(), status: 4, outputs: Vec::new() })
            }
            Err(error) => Err(self.fault(error.to_string())),
        }
    }

    fn check_groups(&self, regex: &Regex, highest_group: usize) -> Result<(), Fault> {
        if regex.group_count() < highest_group && !self.settings.posix {
            return Err(self.fault(invalid_reference(highest_group)));
        }
        Ok(())
    }

    // Arguments -------------------------------------------------------------------------------------------------

    fn delimiter(&mut self, letter: char) -> Result<u8, Fault> {
        let rest = &self.text[self.at..];
        let unterminated = format!("unterminated `{letter}' command");
        match decode(rest) {
            (_, 0) => Err(self.fault(unterminated)),
            (_, length) if length == 1 || self.settings.bytes => {
                self.at += 1;
                Ok(rest[0])
            }
            _ => {
                self.at += 1;
                Err(self.fault("delimiter character is not a single-byte character"))
            }
        }
    }

    fn substitution(&mut self) -> Result<Substitution, Fault> {
        let delimiter = self.delimiter('s')?;
        let unterminated = "unterminated `s' command";
        let Some(pattern) = self.until(delimiter, true) else { return Err(self.fault(unterminated)) };
        let Some(replacement) = self.until(delimiter, false) else { return Err(self.fault(unterminated)) };
        let replacement =
            text::replacement(&replacement, !self.settings.posix).map_err(|message| self.fault(message))?;
        let groups = replacement.iter().map(|part| if let Part::Group(group) = part { *group } else { 0 });
        let highest_group = groups.max().unwrap_or(0);
        let mut made = Substitution {
            pattern: None,
            replacement,
            highest_group,
            number: 0,
            all: false,
            print: false,
            print_before: false,
            execute: false,
            output: None,
            bytes: self.settings.bytes,
        };
        let (mut ignore_case, mut multi_line) = (false, false);
        let posix = self.settings.posix;
        while let Some(flag) = self.next() {
            match flag {
                b'i' | b'I' if !posix => ignore_case = true,
                b'm' | b'M' if !posix => multi_line = true,
                b'e' if !posix && self.settings.sandbox => {
                    return Err(self.fault("e/r/w commands disabled in sandbox mode"));
                }
                b'e' if !posix && !self.settings.execute => {
                    return Err(self.fault("e commands disabled by the host"));
                }
                b'e' if !posix => {
                    made.execute = true;
                    // What was asked for before is printed before.
                    made.print_before |= std::mem::take(&mut made.print);
                }
                b'p' if made.print || made.print_before => {
                    return Err(self.fault("multiple `p' options to `s' command"));
                }
                b'p' => made.print = true,
                b'g' if made.all => return Err(self.fault("multiple `g' options to `s' command")),
                b'g' => made.all = true,
                b'w' => {
                    let name = self.file_name()?;
                    made.output = Some(place_of(&mut self.script.outputs, name));
                    break;
                }
                b'0'..=b'9' if made.number != 0 => {
                    return Err(self.fault("multiple number options to `s' command"));
                }
                b'0'..=b'9' => {
                    self.at -= 1;
                    made.number = self.number();
                    if made.number == 0 {
                        return Err(self.fault("number option to `s' command may not be zero"));
                    }
                }
                b'}' | b'#' => {
                    self.at -= 1;
                    break;
                }
                b'\n' | b';' => break,
                b'\r' if matches!(self.peek(), None | Some(b'\n')) => {}
                b' ' | b'\t' => {}
                _ => return Err(self.fault("unknown option to `s'")),
            }
        }
        let numbered = made.number != 0;
        made.number = made.number.max(1);
        made.pattern = self.pattern(&pattern, ignore_case, multi_line, highest_group)?;
        if self.settings.debug {
            let shown = self.patterns.last().map_or(&b"//"[..], Vec::as_slice);
            let output = made.output.and_then(|output| self.script.outputs.get(output)).map(Vec::as_slice);
            self.body = debug::substitution(&made, shown, [ignore_case, multi_line], numbered, output);
        }
        Ok(made)
    }

    fn translation(&mut self) -> Result<Translation, Fault> {
        let delimiter = self.delimiter('y')?;
        let unterminated = "unterminated `y' command";
        let Some(from) = self.until(delimiter, false) else { return Err(self.fault(unterminated)) };
        let Some(to) = self.until(delimiter, false) else { return Err(self.fault(unterminated)) };
        let from = text::plain(&from).map_err(|message| self.fault(message))?;
        let to = text::plain(&to).map_err(|message| self.fault(message))?;
        self.tell(&[b"/", &from, b"/", &to, b"/"]);
        let (from, to) = (characters(&from, self.settings.bytes), characters(&to, self.settings.bytes));
        if from.len() != to.len() {
            return Err(self.fault("strings for `y' command are different lengths"));
        }
        let mut table = Translation { bytes: std::array::from_fn(|byte| byte as u8), others: Vec::new() };
        let mut seen = std::collections::HashSet::new();
        for (from, to) in from.into_iter().zip(to) {
            if !seen.insert(from) {
                continue;
            }
            match (from, to) {
                ([from], [to]) => table.bytes[usize::from(*from)] = *to,
                _ => table.others.push((from.to_vec(), to.to_vec())),
            }
        }
        table.others.sort();
        Ok(table)
    }

    /// The text of `a`, `i` and `c`, which may go on in the next `-e`.
    fn text_argument(&mut self, command: usize) -> Result<(), Fault> {
        let expected = "expected \\ after `a', `c' or `i'";
        let appends = matches!(
            self.script.commands.get(command),
            Some(Command { action: Action::Append(_) | Action::Execute(_), .. })
        );
        let terminator = if self.settings.null_texts && !appends { 0 } else { b'\n' };
        let mut pending = Pending { command, text: Vec::new(), bare: false, terminator };
        match self.next_filled() {
            None => return Err(self.fault(expected)),
            Some(b'\\') => match self.next() {
                Some(b'\n') => {}
                None if self.settings.posix => return Err(self.fault("incomplete command")),
                None => {
                    pending.bare = true;
                    self.pending = Some(pending);
                    return Ok(());
                }
                // The first one behind it escapes nothing while the end of the text is looked for.
                Some(b'\\') => pending.text.push(b'\\'),
                other => self.back(other),
            },
            Some(_) if self.settings.posix => return Err(self.fault(expected)),
            other => self.back(other),
        }
        self.continue_text(pending)
    }

    fn continue_text(&mut self, mut pending: Pending) -> Result<(), Fault> {
        pending.bare = false;
        while let Some(byte) = self.next() {
            match byte {
                b'\n' => return self.store_text(pending),
                b'\\' => match self.next() {
                    None if self.settings.posix => return Err(self.fault("incomplete command")),
                    // The script goes on in the next piece, on a new line.
                    None => {
                        if !pending.text.is_empty() {
                            pending.text.push(b'\n');
                        }
                        self.pending = Some(pending);
                        return Ok(());
                    }
                    Some(escaped) => pending.text.extend_from_slice(&[b'\\', escaped]),
                },
                byte => pending.text.push(byte),
            }
        }
        self.store_text(pending)
    }

    fn store_text(&mut self, pending: Pending) -> Result<(), Fault> {
        let text = text::plain(&pending.text).map_err(|message| self.fault(message))?;
        self.put_text(&pending, text);
        Ok(())
    }

    fn put_text(&mut self, pending: &Pending, mut text: Vec<u8>) {
        if !pending.bare {
            text.push(pending.terminator);
        }
        if let Some(command) = self.script.commands.get_mut(pending.command)
            && let Action::Append(place) | Action::Insert(place) | Action::Change(place) | Action::Execute(place) =
                &mut command.action
        {
            *place = text;
        }
    }

    // The end ---------------------------------------------------------------------------------------------------

    fn finish(mut self) -> Result<Script, Fault> {
        if let Some(mut pending) = self.pending.take() {
            // The line end that was to come in front of more text is the one at its end.
            if pending.text.last() == Some(&b'\n') {
                pending.text.pop();
            }
            // What ends in a backslash keeps all of them, as GNU sed does it.
            let text = std::mem::take(&mut pending.text);
            self.put_text(&pending, text);
        }
        if let Some((_, origin, line)) = self.blocks.pop() {
            let mut message = match origin {
                Origin::Expression(number) => format!("-e expression #{number}, char 0: ").into_bytes(),
                Origin::File(name) => place_in_file(&name, line),
            };
            message.extend_from_slice(b"unmatched `{'");
            return Err(Fault { message, status: 1, outputs: self.script.outputs });
        }
        for (index, label) in self.jumps.iter().rev() {
            let Some(&target) = self.labels.get(label) else {
                let message = [b"can't find label for jump to `".as_slice(), label, b"'"].concat();
                return Err(Fault { message, status: 4, outputs: self.script.outputs });
            };
            if let Some(command) = self.script.commands.get_mut(*index)
                && let Action::Branch(jump) | Action::BranchIfReplaced(jump) | Action::BranchUnlessReplaced(jump) =
                    &mut command.action
            {
                *jump = Some(target);
            }
        }
        Ok(self.script)
    }
}

/// An address before it is known whether it is the first or the second.
enum AnyAddress {
    First(Address),
    Second(Bound),
    Line(u64),
    Last,
    Pattern(Option<Regex>),
}

/// What is said of a group that the pattern does not have.
pub fn invalid_reference(group: usize) -> String {
    format!("invalid reference \\{group} on `s' command's RHS")
}

/// Copies a bracket expression; `\n` and `\]` in it are told apart by [`text::pattern`], but for the newline, which is
/// made here.
fn bracket(out: &mut Vec<u8>, text: &[u8]) {
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'\\' && after.first() == Some(&b'n') {
            out.push(b'\n');
            rest = &after[1..];
        } else {
            out.push(byte);
            rest = after;
        }
    }
}

fn place_in_file(name: &[u8], line: usize) -> Vec<u8> {
    [b"file ".as_slice(), name, format!(" line {line}: ").as_bytes()].concat()
}

fn line_of(text: &[u8], at: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', text.get(..at).unwrap_or(text)).count()
}

/// What C takes for the whole of a text.
fn before_nul(text: &[u8]) -> &[u8] {
    memchr::memchr(0, text).map_or(text, |end| &text[..end])
}

/// The index of a name in a list, which gets it when it is new.
fn place_of(names: &mut Vec<Vec<u8>>, name: Vec<u8>) -> usize {
    names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

fn characters(text: &[u8], bytes: bool) -> Vec<&[u8]> {
    let mut list = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = if bytes { 1 } else { decode(rest).1 };
        let (character, after) = rest.split_at(length);
        list.push(character);
        rest = after;
    }
    list
}

/// Whether a version comes behind another in the order of `strverscmp`: runs of digits count as numbers, and as
/// fractions when they begin with a zero.
fn is_newer(version: &[u8], than: &[u8]) -> bool {
    let same = version.iter().zip(than).take_while(|(left, right)| left == right).count();
    let run = version[..same].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let run = &version[same - run..same];
    let (left, right) = (&version[same..], &than[same..]);
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (many, fewer) = (digits(left), digits(right));
    let by_bytes = left.first() > right.first();
    let begins_with_zero = |text: &[u8]| text.first() == Some(&b'0');
    let is_number = match run {
        [] => many > 0 && fewer > 0 && !begins_with_zero(left) && !begins_with_zero(right),
        [b'0', ..] => false,
        _ => many > 0 || fewer > 0,
    };
    if is_number {
        return if many == fewer { by_bytes } else { many > fewer };
    }
    // Behind zeros alone, what goes on with digits comes first.
    if !run.is_empty() && run.iter().all(|byte| *byte == b'0') && (many > 0) != (fewer > 0) {
        return fewer > 0;
    }
    by_bytes
}
