//! The standard input as it comes: whole statements of it run before there is more, so that a calculator can be talked to.

use bytes::Bytes;
use shell::command::{Context, Input};
use shell::kernel::{Halt, IoError};

/// Whether a text may end behind a line, found out byte by byte.
pub trait Scan: Default {
    fn byte(&mut self, byte: u8);

    /// Asked behind a line end: whether what came so far stands for itself.
    fn is_whole(&self) -> bool;
}

/// Standard input in pieces that stand for themselves.
pub struct Feed<S> {
    input: Option<Input>,
    text: Vec<u8>,
    scanned: usize,
    scan: S,
}

impl<S: Scan> Feed<S> {
    /// What cannot be read is empty.
    pub fn new(input: Result<Input, IoError>) -> Result<Feed<S>, Halt> {
        Ok(Feed { input: IoError::or_none(input)?, text: Vec::new(), scanned: 0, scan: S::default() })
    }

    /// The next whole lines, and whether they are the last ones.
    pub fn next(&mut self, context: &Context<'_>) -> Result<(Vec<u8>, bool), Halt> {
        loop {
            let mut whole = None;
            for (at, &byte) in self.text.iter().enumerate().skip(self.scanned) {
                self.scan.byte(byte);
                if byte == b'\n' && self.scan.is_whole() {
                    whole = Some(at + 1);
                    // What begins here has nothing to do with what came before.
                    self.scan = S::default();
                }
            }
            self.scanned = self.text.len();
            if let Some(end) = whole {
                let rest = self.text.split_off(end);
                self.scanned = rest.len();
                return Ok((std::mem::replace(&mut self.text, rest), false));
            }
            let chunk = match &mut self.input {
                Some(input) => IoError::or_none(input.read(context))?.unwrap_or_default(),
                None => Bytes::new(),
            };
            let fits = self.text.len() + chunk.len() <= context.most_held();
            let chunk = if fits { chunk } else { Bytes::new() };
            if chunk.is_empty() {
                return Ok((std::mem::take(&mut self.text), true));
            }
            self.text.extend_from_slice(&chunk);
        }
    }
}

/// `bc`: braces, texts, comments, and what goes on behind a line.
#[derive(Default)]
pub struct BcScan {
    place: BcPlace,
    depth: u32,
    before: u8,
    word: Vec<u8>,
    /// The last word or byte that is no space.
    last: Last,
    /// A condition or the head of a function came, whose body may stand on a later line.
    has_head: bool,
    /// `read` takes its number from what follows, of which then all is needed.
    reads: bool,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum BcPlace {
    #[default]
    Code,
    Text,
    Comment,
    LineComment,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Last {
    #[default]
    Other,
    /// `)` or `else`
    Head,
    /// A backslash before a line end.
    Continued,
}

impl Scan for BcScan {
    fn byte(&mut self, byte: u8) {
        let before = std::mem::replace(&mut self.before, byte);
        match self.place {
            BcPlace::Text if byte == b'"' => {
                self.place = BcPlace::Code;
                return;
            }
            BcPlace::Comment if before == b'*' && byte == b'/' => {
                self.place = BcPlace::Code;
                return;
            }
            BcPlace::LineComment if byte == b'\n' => self.place = BcPlace::Code,
            BcPlace::Text | BcPlace::Comment | BcPlace::LineComment => return,
            BcPlace::Code => {}
        }
        if byte.is_ascii_lowercase() || (!self.word.is_empty() && (byte.is_ascii_digit() || byte == b'_')) {
            self.word.push(byte);
            self.last = Last::Other;
            return;
        }
        match &self.word[..] {
            b"if" | b"while" | b"for" | b"define" => self.has_head = true,
            b"else" => {
                self.last = Last::Head;
                self.has_head = true;
            }
            b"read" => self.reads = true,
            _ => {}
        }
        self.word.clear();
        match byte {
            b' ' | b'\t' => {}
            b'\n' if before == b'\\' => self.last = Last::Continued,
            b'\n' if self.last == Last::Continued => self.last = Last::Other,
            b'\n' => {}
            b'*' if before == b'/' => {
                self.place = BcPlace::Comment;
                self.before = 0;
            }
            b'"' => {
                self.place = BcPlace::Text;
                self.last = Last::Other;
            }
            b'#' => self.place = BcPlace::LineComment,
            b'{' => self.depth = self.depth.saturating_add(1),
            b'}' => self.depth = self.depth.saturating_sub(1),
            b')' => self.last = Last::Head,
            _ => self.last = Last::Other,
        }
        if matches!(byte, b'{' | b'}') {
            self.last = Last::Other;
        }
    }

    fn is_whole(&self) -> bool {
        let goes_on = match self.last {
            Last::Head => self.has_head,
            Last::Continued => true,
            Last::Other => false,
        };
        self.place == BcPlace::Code && self.depth == 0 && !goes_on && !self.reads
    }
}

/// `dc`: brackets, and bytes that name registers.
#[derive(Default)]
pub struct DcScan {
    depth: u32,
    is_comment: bool,
    /// The next byte is the name of a register.
    names: bool,
}

impl Scan for DcScan {
    fn byte(&mut self, byte: u8) {
        if std::mem::take(&mut self.names) {
            return;
        }
        match byte {
            b'\n' => self.is_comment = false,
            _ if self.is_comment => {}
            b'[' => self.depth = self.depth.saturating_add(1),
            b']' => self.depth = self.depth.saturating_sub(1),
            _ if self.depth > 0 => {}
            b'#' => self.is_comment = true,
            b's' | b'S' | b'l' | b'L' | b':' | b';' | b'<' | b'>' | b'=' => self.names = true,
            _ => {}
        }
    }

    fn is_whole(&self) -> bool {
        self.depth == 0 && !self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole<S: Scan>(text: &str) -> bool {
        let mut scan = S::default();
        text.bytes().for_each(|byte| scan.byte(byte));
        scan.is_whole()
    }

    #[test]
    fn statements_of_bc_end_with_their_lines_or_later() {
        for text in ["1+1\n", "if (1) 2\n", "f(3)\n", "\"a{\"\n", "# {\n", "/* { */ 1\n", "{\n1\n}\n", "1 + \\\n2\n", "x=(1)\n"] {
            assert!(whole::<BcScan>(text), "{text:?}");
        }
        for text in ["{\n1\n", "if (1)\n", "define f(x)\n", "while (1) {\n", "\"a\n", "/* 1\n", "1 + \\\n", "else\n", "if (1)\n\n"] {
            assert!(!whole::<BcScan>(text), "{text:?}");
        }
    }

    #[test]
    fn texts_of_dc_may_have_lines() {
        for text in ["1 2+p\n", "[a]p\n", "[a\nb]p\n", "s[1p\n", "# [\n"] {
            assert!(whole::<DcScan>(text), "{text:?}");
        }
        for text in ["[a\n", "[[a]\n"] {
            assert!(!whole::<DcScan>(text), "{text:?}");
        }
    }
}
