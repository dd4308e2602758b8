//! The lines of a patch as they are read, and the names, numbers and times in them.

use bstr::BString;

use crate::shared::parse_date::parse_in;
use crate::shared::unicode::is_space_byte;
use formats::patch::unquote;
use shell::format::strftime::Zone;
use shell::kernel::Halt;
use workspace::Time;

/// Line numbers that a patch may name.
pub const MOST_LINES: i64 = i64::MAX;

/// Ends the command.
pub enum Stop {
    Halt(Halt),
    /// The message behind `patch: **** `.
    Fatal(Vec<u8>),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

pub fn fatal<T>(parts: &[&[u8]]) -> Result<T, Stop> {
    Err(Stop::Fatal(parts.concat()))
}

/// The patch, read line by line.
pub struct Source<'t> {
    text: &'t [u8],
    /// The offset of the next line.
    pub at: usize,
    /// How many lines were read.
    pub line: i64,
    /// The line that was read last, with its end.
    pub buffer: Vec<u8>,
    /// Columns of white space before each line, which are taken off.
    pub indent: usize,
    /// How many times `- ` was put before lines that begin with a dash.
    pub nesting: i64,
    pub strip_returns: bool,
    /// Lines that begin with `#` are text, not comments.
    pub keep_comments: bool,
    /// How many lines of context the hunk before began with.
    pub prefix_before: i64,
    /// What is to be said: standard output, or standard error under `-o -`.
    pub said: Vec<u8>,
}

impl<'t> Source<'t> {
    pub fn new(text: &'t [u8]) -> Source<'t> {
        Source {
            text,
            at: 0,
            line: 0,
            buffer: Vec::new(),
            indent: 0,
            nesting: 0,
            strip_returns: false,
            keep_comments: false,
            prefix_before: 0,
            said: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// The text from one offset to another.
    pub fn between(&self, from: usize, to: usize) -> &'t [u8] {
        self.text.get(from..to).unwrap_or_default()
    }

    pub fn seek(&mut self, at: usize, line: i64) {
        (self.at, self.line) = (at, line);
    }

    /// Reads a line of a patch's body; false at the end.
    pub fn next(&mut self) -> bool {
        self.read(self.indent, self.nesting, self.strip_returns, self.keep_comments)
    }

    /// Reads a line as it is; false at the end.
    pub fn next_raw(&mut self) -> bool {
        self.read(0, 0, false, false)
    }

    fn read(&mut self, indent: usize, nesting: i64, strip_returns: bool, keep_comments: bool) -> bool {
        loop {
            let (mut column, mut nesting) = (0, nesting);
            while column < indent {
                match self.text.get(self.at) {
                    Some(b' ' | b'X') => column += 1,
                    Some(b'\t') => column = (column + 8) & !7,
                    _ => break,
                }
                self.at += 1;
            }
            let rest = self.text.get(self.at..).unwrap_or_default();
            if rest.is_empty() {
                return false;
            }
            let Some(end) = memchr::memchr(b'\n', rest) else {
                self.at = self.text.len();
                self.said.extend_from_slice(b"patch unexpectedly ends in middle of line\n");
                return false;
            };
            self.at += end + 1;
            let mut line = &rest[..=end];
            while nesting > 0 && line.starts_with(b"- ") {
                nesting -= 1;
                line = &line[2..];
            }
            self.line += 1;
            if line.starts_with(b"#") && !keep_comments {
                continue;
            }
            self.buffer.clear();
            self.buffer.extend_from_slice(line);
            if strip_returns && line.ends_with(b"\r\n") {
                self.buffer.truncate(line.len() - 2);
                self.buffer.push(b'\n');
            }
            return true;
        }
    }

    /// Whether the next line says that the one before has no end; then it is passed over, and not counted.
    pub fn incomplete(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.first() != Some(&b'\\') {
            return false;
        }
        self.at += memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        true
    }

    /// The line as messages show it: they end at a NUL.
    pub fn shown(&self) -> &[u8] {
        let end = memchr::memchr(0, &self.buffer).unwrap_or(self.buffer.len());
        &self.buffer[..end]
    }

    pub fn malformed<T>(&self) -> Result<T, Stop> {
        fatal(&[format!("malformed patch at line {}: ", self.line).as_bytes(), self.shown()])
    }

    /// The number at an offset of the line, and the offset behind it.
    pub fn number(&self, from: usize) -> Result<(i64, usize), Stop> {
        let text = self.buffer.get(from..).unwrap_or_default();
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let at_line = format!(" at line {}: ", self.line);
        if digits == 0 {
            return fatal(&[b"missing line number", at_line.as_bytes(), self.shown()]);
        }
        let mut number = 0i64;
        for byte in &text[..digits] {
            let next = number.checked_mul(10).and_then(|number| number.checked_add(i64::from(byte - b'0')));
            match next {
                Some(next) => number = next,
                None => {
                    let what = [b"line number ".as_slice(), &text[..digits], b" is too large"].concat();
                    return fatal(&[&what, at_line.as_bytes(), self.shown()]);
                }
            }
        }
        Ok((number, from + digits))
    }

    pub fn byte(&self, at: usize) -> u8 {
        self.buffer.get(at).copied().unwrap_or(0)
    }
}

/// How the times in headers are read.
pub struct Times {
    pub now: Time,
    pub zone: Zone,
    /// `-T`, `-Z`: they are set; else only the start of 1970, which says that there is no file, matters.
    pub exact: bool,
}

/// A name and a time in a header.
#[derive(Default)]
pub struct Fetched {
    /// `None`: the name is `/dev/null`, and what was known of it stays.
    pub name: Option<BString>,
    /// The text behind the name.
    pub stamp: Option<Vec<u8>>,
    /// Seconds since 1970 and nanoseconds.
    pub time: Option<(i64, u32)>,
}

fn behind_spaces(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| is_space_byte(**byte)).count()..]
}

/// A quoted name, and what is behind it.
fn quoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let (name, used) = unquote(text)?;
    Some((name, text.get(used..)?))
}

/// The name and the time in a header's line; `None`: it stays as it was. `times`: none is expected.
pub fn fetch(text: &[u8], strip: Option<i64>, times: Option<&Times>) -> Option<Fetched> {
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let text = behind_spaces(text);
    let (name, rest) = if text.first() == Some(&b'"') {
        quoted(text)?
    } else {
        let mut end = 0;
        while end < text.len() {
            if is_space_byte(text[end]) {
                // Names may have spaces in them when a tab stands before the time.
                let mut behind = end;
                while text[behind] != b'\t' && text.get(behind + 1).is_some_and(|byte| is_space_byte(*byte)) {
                    behind += 1;
                }
                let more = if times.is_some() { b'\t' } else { b'\n' };
                if text[behind] == b'\t' || !text[behind + 1..].contains(&more) {
                    break;
                }
            }
            end += 1;
        }
        (text[..end].to_vec(), &text[end..])
    };
    // A name without a time is all that its line says.
    if times.is_none() && rest.first() != Some(&b'\n') {
        return None;
    }
    let stamp = rest.strip_suffix(b"\n").unwrap_or(rest);
    let stamp = stamp.strip_suffix(b"\r").unwrap_or(stamp);
    let null = name == b"/dev/null";
    let name = if null { None } else { Some(without_leading(&name, strip)?) };
    let mut time = None;
    if null {
        time = Some((0, 0));
    } else if let Some(times) = times.filter(|_| rest.first() != Some(&b'\n')) {
        time = parse_in(rest, times.now, &times.zone);
        const LOWER: i64 = -25 * 3600;
        const UPPER: i64 = 26 * 3600;
        if !times.exact && time.is_some_and(|time| time > (LOWER, 0) && time < (UPPER, 0)) {
            time = Some((0, 0));
        }
    }
    Some(Fetched { name, stamp: Some(stamp.to_vec()), time })
}

/// A word or a quoted name without its leading names, and what is behind it.
pub fn name(text: &[u8], strip: Option<i64>) -> Option<(BString, &[u8])> {
    let text = behind_spaces(text);
    let (name, rest) = if text.first() == Some(&b'"') {
        quoted(text)?
    } else {
        let end = text.iter().position(|byte| is_space_byte(*byte) || *byte == 0).unwrap_or(text.len());
        (text[..end].to_vec(), &text[end..])
    };
    Some((without_leading(&name, strip)?, rest))
}

/// A name without as many leading names as `-p` says, without it (`None`) the last one alone; `None`: it has too few.
fn without_leading(name: &[u8], strip: Option<i64>) -> Option<BString> {
    let mut left = strip.unwrap_or(-1);
    let (mut at, mut start) = (0, 0);
    while at < name.len() {
        if name[at] == b'/' {
            while name.get(at + 1) == Some(&b'/') {
                at += 1;
            }
            left -= i64::from(strip.is_some());
            if strip.is_none() || left >= 0 {
                start = at + 1;
            }
        }
        at += 1;
    }
    (left <= 0 && start < name.len()).then(|| name[start..].into())
}

/// The bits of a mode behind a word of git's, which has six digits; 0 when it is none.
pub fn mode(text: &[u8]) -> u32 {
    let text = behind_spaces(text);
    let digits = text.iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    let rest = text[digits..].strip_prefix(b"\r").unwrap_or(&text[digits..]);
    if digits != 6 || rest.first() != Some(&b'\n') {
        return 0;
    }
    text[..digits].iter().fold(0u32, |mode, digit| mode.wrapping_shl(3) | u32::from(digit - b'0'))
}

/// The two hashes of git's `index` line and what is behind them.
pub fn hashes(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (first, rest) = text.split_at(digits(text));
    let rest = rest.strip_prefix(b"..")?;
    let (second, rest) = rest.split_at(digits(rest));
    let good = !first.is_empty() && !second.is_empty() && rest.first().is_none_or(|byte| is_space_byte(*byte));
    good.then(|| (first, second, behind_spaces(rest)))
}

/// What a hash says of a file: 2, there is none; 1, it is empty; 0, neither.
pub fn says_nonexistent(hash: &[u8]) -> u8 {
    if hash.iter().all(|digit| *digit == b'0') {
        return 2;
    }
    u8::from(b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391".starts_with(hash))
}

/// The letter of a command of `ed` that `diff -e` writes.
pub fn ed_letter(text: &[u8]) -> Option<u8> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = &text[digits(text)..];
    let mut pair = false;
    if rest.len() < text.len() && rest.first() == Some(&b',') {
        let count = digits(&rest[1..]);
        if count == 0 {
            return None;
        }
        rest = &rest[1 + count..];
        pair = true;
    }
    let (letter, mut rest) = rest.split_first()?;
    match letter {
        b'a' | b'i' if pair => return None,
        b'a' | b'i' | b'c' | b'd' => {}
        b's' => rest = rest.strip_prefix(b"/.//")?,
        _ => return None,
    }
    rest = &rest[rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..];
    (rest.first() == Some(&b'\n')).then_some(*letter)
}
