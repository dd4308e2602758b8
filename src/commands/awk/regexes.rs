//! awk's regular expressions: its own escapes translated, compiled once for each text.

use std::collections::HashMap;
use std::rc::Rc;

use bstr::BString;
use bytes::Bytes;

use super::dialect::Dialect;
use shell::regex::{self, Options, Regex, Syntax};

/// Compiled expressions by their text.
#[derive(Default)]
pub struct Regexes {
    compiled: HashMap<(Bytes, Variant), Rc<Regex>>,
    /// Characters behind backslashes that mean nothing, and have been told.
    pub told: Vec<u8>,
    /// Those that are still to be told.
    pub untold: Vec<u8>,
    pub dialect: Dialect,
}

/// How a text is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    ignore_case: bool,
    /// `^` does not match at the start.
    not_line_start: bool,
}

/// Texts that are kept.
const KEPT: usize = 256;

impl Regexes {
    /// The compiled expression.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn get(&mut self, text: &Bytes, ignore_case: bool) -> Result<Rc<Regex>, String> {
        let variant = Variant { ignore_case, not_line_start: false };
        if let Some(regex) = self.kept(text, variant) {
            return Ok(regex);
        }
        for escape in doubtful_escapes(text, self.dialect) {
            // A lacking digit is told each time.
            if escape == b'x' {
                self.untold.push(escape);
            } else if !self.told.contains(&escape) {
                self.told.push(escape);
                self.untold.push(escape);
            }
        }
        self.keep(text, variant)
    }

    /// As [`Regexes::get`], for a variable that holds an expression: gawk compiles it with and without regard to case, and
    /// tells twice what it tells each time.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn of_variable(&mut self, text: &Bytes, ignore_case: bool) -> Result<Rc<Regex>, String> {
        if doubtful_escapes(text, self.dialect).any(|escape| escape == b'x') {
            self.get(text, !ignore_case)?;
        }
        self.get(text, ignore_case)
    }

    /// The expression for the rest of a text that is split, which gawk takes for a text of its own whose start is that of
    /// no line. `None`: it finds there what it finds in the whole.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn of_rest(&mut self, text: &Bytes, ignore_case: bool) -> Result<Option<Rc<Regex>>, String> {
        if self.dialect.is_plain() || !looks_back(text) {
            return Ok(None);
        }
        self.behind_start(text, ignore_case).map(Some)
    }

    /// The expression where the start of the text is that of no line.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn behind_start(&mut self, text: &Bytes, ignore_case: bool) -> Result<Rc<Regex>, String> {
        let variant = Variant { ignore_case, not_line_start: true };
        match self.kept(text, variant) {
            Some(regex) => Ok(regex),
            None => self.keep(text, variant),
        }
    }

    fn kept(&self, text: &Bytes, variant: Variant) -> Option<Rc<Regex>> {
        // The key shares the text's bytes; a lookup copies nothing.
        self.compiled.get(&(text.clone(), variant)).map(Rc::clone)
    }

    fn keep(&mut self, text: &Bytes, variant: Variant) -> Result<Rc<Regex>, String> {
        let Variant { ignore_case, not_line_start } = variant;
        let options = Options { not_line_start, ..options(ignore_case, self.dialect) };
        let regex = Rc::new(compile_with(text, &options, self.dialect)?);
        if self.compiled.len() >= KEPT {
            self.compiled.clear();
        }
        self.compiled.insert((Bytes::copy_from_slice(text), variant), Rc::clone(&regex));
        Ok(regex)
    }
}

/// Whether an expression may look at what stands before a place, line starts aside.
fn looks_back(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\\', text).any(|at| matches!(text.get(at + 1), Some(b'`' | b'<' | b'>' | b'y' | b'B')))
}

/// The characters behind backslashes for which there is no escape sequence, and the `x` of each `\x` that no digit
/// follows.
pub fn doubtful_escapes(text: &[u8], dialect: Dialect) -> impl Iterator<Item = u8> {
    const KNOWN: &[u8] = b"()|*+?.^$\\[]/-{}abfnrtvx01234567";
    const OF_GNU: &[u8] = b"<>`'ByYwWsS";
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let at = memchr::memchr(b'\\', rest)?;
            let escape = *rest.get(at + 1)?;
            rest = rest.get(at + 2..)?;
            let is_bare = escape == b'x' && !dialect.posix && !rest.first().is_some_and(u8::is_ascii_hexdigit);
            if is_bare || !KNOWN.contains(&escape) && (dialect.is_plain() || !OF_GNU.contains(&escape)) {
                return Some(escape);
            }
        }
    })
}

/// What is told of such a character.
pub fn doubtful_escape(escape: u8) -> BString {
    if escape == b'x' {
        return super::lexer::NO_HEX_DIGITS.into();
    }
    if matches!(escape, b'8' | b'9') {
        let text = b"warning: regexp escape sequence `\\";
        return [text.as_slice(), &[escape], b"' treated as plain `", &[escape], b"'"].concat().into();
    }
    [b"warning: regexp escape sequence `\\".as_slice(), &[escape], b"' is not a known regexp operator"].concat().into()
}

/// Whether an expression asks what a character is, so that gawk's matcher of bytes cannot do it: by a bracket with a
/// range, a class or a negation in it, by a letter of several bytes in one, or by an escape for a kind of characters.
pub fn needs_characters(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' => match after.split_first() {
                Some((b'w' | b'W' | b's' | b'S' | b'<' | b'>' | b'y' | b'B', _)) => return true,
                Some((_, behind)) => rest = behind,
                None => return false,
            },
            b'[' => {
                let first = usize::from(after.first() == Some(&b']'));
                let Some(end) = memchr::memchr(b']', after.get(first..).unwrap_or_default()) else { return false };
                let (inside, behind) = after.split_at(first + end);
                let is_range = inside.len() > 2 && inside[1..inside.len() - 1].contains(&b'-');
                if after.starts_with(b"^") || is_range || !inside.is_ascii() || memchr::memmem::find(inside, b"[:").is_some() {
                    return true;
                }
                rest = behind;
            }
            _ => {}
        }
    }
    false
}

/// Compiles awk's text of an expression.
pub fn compile(text: &[u8], ignore_case: bool, dialect: Dialect) -> Result<Regex, String> {
    compile_with(text, &options(ignore_case, dialect), dialect)
}

fn options(ignore_case: bool, dialect: Dialect) -> Options {
    Options { dialect: regex::Dialect::Awk, ignore_case, bytes: dialect.bytes, ..Options::new(Syntax::Extended) }
}

fn compile_with(text: &[u8], options: &Options, dialect: Dialect) -> Result<Regex, String> {
    Regex::new(&translate(text, dialect), options).map_err(|error| error.to_string())
}

/// Puts characters for the escapes that awk has and the engine has not.
fn translate(text: &[u8], dialect: Dialect) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut at = 0;
    let mut bracket = false;
    while let Some(&byte) = text.get(at) {
        if byte != b'\\' {
            if byte == b'[' && !bracket {
                bracket = true;
                // A bracket may begin with `^` and with `]`.
                out.push(b'[');
                at += 1;
                if text.get(at) == Some(&b'^') {
                    out.push(b'^');
                    at += 1;
                }
                if text.get(at) == Some(&b']') {
                    out.push(b']');
                    at += 1;
                }
                continue;
            }
            if bracket && byte == b'[' && matches!(text.get(at + 1), Some(b':' | b'.' | b'=')) {
                // A class: up to its own end.
                let mark = text[at + 1];
                let rest = &text[at + 2..];
                let end = rest.windows(2).position(|pair| pair == [mark, b']']).map_or(0, |end| end + 2);
                out.extend_from_slice(&text[at..at + 2 + end]);
                at += 2 + end;
                continue;
            }
            if byte == b']' {
                bracket = false;
            }
            out.push(byte);
            at += 1;
            continue;
        }
        at += 1;
        let Some(&next) = text.get(at) else {
            out.push(b'\\');
            break;
        };
        let mut decoded = Vec::new();
        match next {
            b'"' | b'/' => {
                out.push(next);
                at += 1;
            }
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'0'..=b'7' | b'x' => {
                let used = super::lexer::unescape(&text[at..], &mut decoded, dialect.posix);
                at += used.length;
                let character = decoded.first().copied().unwrap_or(next);
                // A character given by its code is what it is in the expression, a point any character.
                out.push(character);
            }
            b'<' | b'>' | b'`' | b'\'' if dialect.is_plain() => {
                out.push(next);
                at += 1;
            }
            b'y' if !bracket && !dialect.is_plain() => {
                out.extend_from_slice(b"\\b");
                at += 1;
            }
            b'B' | b'<' | b'>' | b'w' | b'W' | b's' | b'S' | b'`' | b'\'' if !bracket && !dialect.is_plain() => {
                out.extend_from_slice(&[b'\\', next]);
                at += 1;
            }
            _ if next.is_ascii_alphanumeric() || next >= 0x80 => {
                out.push(next);
                at += 1;
            }
            _ => {
                out.extend_from_slice(&[b'\\', next]);
                at += 1;
            }
        }
    }
    out
}
