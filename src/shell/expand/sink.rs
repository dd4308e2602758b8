//! Where the pieces of an expanded word go: into fields, or into one string of some kind.

use std::rc::Rc;

use bstr::{BString, ByteSlice};

use super::ifs::{Class, Ifs};
use crate::kernel::Scheduler;

/// What becomes of a word's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Unquoted expansions split; fields with active pattern characters are to be matched against paths.
    Fields,
    /// One string without its quotes.
    Text,
    /// One pattern: quoted characters behind backslashes.
    Pattern,
    /// One extended regular expression: quoted characters as literals.
    Regex,
    /// One string, with the ranges that were quoted.
    Marked,
}

/// Gathers the pieces of one word.
pub(super) struct Sink {
    pub mode: Mode,
    /// The field, or the string, so far.
    pub text: Vec<u8>,
    /// Ranges of `text` that were quoted, in order.
    pub quoted: Vec<(usize, usize)>,
    /// Finished fields.
    pub fields: Vec<BString>,
    /// Fields that may be path patterns: their index and the pattern.
    pub patterns: Vec<(usize, BString)>,
    /// The field exists even if `text` is empty.
    started: bool,
    /// The last delimiter was white space, so that another one joins it.
    after_space: bool,
    /// The field holds an unquoted pattern character.
    magic: bool,
    /// The word is the body of a here-document, where `$*` joins with spaces.
    pub here_document: bool,
    /// The word is an assigned value, where operators on `$@` and on arrays join with the first character of `IFS`.
    pub assignment: bool,
    /// A `"$@"` gave nothing: double quotes around it make no field.
    pub empty_list: bool,
    /// Bytes in finished fields, and what each of them costs besides.
    finished: usize,
    /// Above so many bytes no fields are made any more: the word is about to be refused.
    most: usize,
    /// Whom to ask now and then, among many fields, whether the run has to stop.
    scheduler: Option<Rc<Scheduler>>,
}

/// Fields between two looks at whether the run has to stop.
const LOOK_FIELDS: usize = 4_096;

/// What a field counts besides its bytes, towards the bytes of an expansion: it is a string of its own.
const FIELD_BYTES: usize = 8;

impl Sink {
    pub fn new(mode: Mode) -> Sink {
        Sink {
            mode,
            text: Vec::new(),
            quoted: Vec::new(),
            fields: Vec::new(),
            patterns: Vec::new(),
            started: false,
            after_space: false,
            magic: false,
            here_document: false,
            assignment: false,
            empty_list: false,
            finished: 0,
            most: usize::MAX,
            scheduler: None,
        }
    }

    /// For fields, which are put behind `fields`.
    pub fn behind(fields: Vec<BString>, scheduler: &Rc<Scheduler>) -> Sink {
        let most = usize::try_from(scheduler.limits().expansion_bytes).unwrap_or(usize::MAX);
        Sink { fields, most, scheduler: Some(Rc::clone(scheduler)), ..Sink::new(Mode::Fields) }
    }

    /// Whether more fields are of no use: the word is about to be refused.
    pub fn is_full(&self) -> bool {
        self.finished > self.most
    }

    /// Bytes gathered so far.
    pub fn size(&self) -> usize {
        self.finished + self.text.len()
    }

    /// Unquoted text of the source.
    pub fn literal(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.started |= !text.is_empty();
        self.after_space = false;
        if self.mode == Mode::Fields && !self.magic {
            self.magic = has_pattern_bytes(text);
        }
    }

    /// Quoted text, or a quoted expansion.
    pub fn quoted(&mut self, text: &[u8]) {
        self.started = true;
        self.after_space = false;
        match self.mode {
            Mode::Text => self.text.extend_from_slice(text),
            Mode::Fields | Mode::Marked => {
                let start = self.text.len();
                self.text.extend_from_slice(text);
                if !text.is_empty() {
                    self.quoted.push((start, self.text.len()));
                }
            }
            Mode::Pattern => {
                for &byte in text {
                    if is_pattern_byte(byte) {
                        self.text.push(b'\\');
                    }
                    self.text.push(byte);
                }
            }
            Mode::Regex => {
                for &byte in text {
                    if is_regex_byte(byte) {
                        self.text.push(b'\\');
                    }
                    self.text.push(byte);
                }
            }
        }
    }

    /// The result of an unquoted expansion: it splits where fields are made.
    pub fn value(&mut self, text: &[u8], ifs: &Ifs) {
        if self.mode != Mode::Fields {
            self.text.extend_from_slice(text);
            return;
        }
        if ifs.is_empty() {
            if !text.is_empty() {
                self.literal(text);
            }
            return;
        }
        let magic = has_pattern_bytes(text);
        let mut at = 0;
        while at < text.len() && !self.is_full() {
            let start = at;
            while at < text.len() && ifs.class(text[at]) == Class::Text {
                at += 1;
            }
            if at > start {
                self.piece(&text[start..at], magic);
            }
            let Some(&byte) = text.get(at) else { break };
            match ifs.class(byte) {
                Class::Text => {}
                Class::Space => {
                    at += 1;
                    if self.started {
                        self.end_field();
                        self.after_space = true;
                    }
                }
                Class::Delimiter => {
                    at += 1;
                    self.delimiter();
                }
                Class::Wide => {
                    let (size, delimiter) = ifs.wide(&text[at..]);
                    if delimiter {
                        self.delimiter();
                    } else {
                        self.piece(&text[at..at + size], magic);
                    }
                    at += size;
                }
            }
        }
    }

    fn piece(&mut self, text: &[u8], magic: bool) {
        self.text.extend_from_slice(text);
        self.started = true;
        self.after_space = false;
        self.magic |= magic;
    }

    /// A delimiter that is not white space: it ends a field, an empty one too, unless it belongs to white space before.
    fn delimiter(&mut self) {
        if self.started || !self.after_space {
            self.started = true;
            self.end_field();
        }
        self.after_space = false;
    }

    /// Ends the field if there is one.
    pub fn end_field(&mut self) {
        if !self.started {
            return;
        }
        if self.magic {
            self.patterns.push((self.fields.len(), self.pattern()));
        }
        self.finished += self.text.len() + 1 + FIELD_BYTES;
        self.fields.push(std::mem::take(&mut self.text).into());
        if self.fields.len().is_multiple_of(LOOK_FIELDS)
            && self.scheduler.as_ref().is_some_and(|scheduler| scheduler.look().is_err())
        {
            self.most = 0;
        }
        self.quoted.clear();
        self.started = false;
        self.magic = false;
        self.after_space = false;
    }

    /// Double quotes end: they make a field even of nothing, unless all they held was a `"$@"` without parameters.
    pub fn close_quotes(&mut self, empty_list: bool) {
        if !empty_list {
            self.started = true;
        }
    }

    /// The field as a pattern: quoted pattern characters behind backslashes.
    pub fn pattern(&self) -> BString {
        let mut pattern = Vec::with_capacity(self.text.len() + 8);
        let mut at = 0;
        for &(start, end) in &self.quoted {
            pattern.extend_from_slice(&self.text[at..start]);
            for &byte in &self.text[start..end] {
                if is_pattern_byte(byte) {
                    pattern.push(b'\\');
                }
                pattern.push(byte);
            }
            at = end;
        }
        pattern.extend_from_slice(&self.text[at..]);
        pattern.into()
    }
}

/// True for text that could make a word a path pattern.
fn has_pattern_bytes(text: &[u8]) -> bool {
    memchr::memchr3(b'*', b'?', b'[', text).is_some() || text.find_byte(b'(').is_some_and(|at| at > 0)
}

fn is_pattern_byte(byte: u8) -> bool {
    matches!(
        byte,
        b'*' | b'?' | b'[' | b']' | b'\\' | b'(' | b')' | b'|' | b'+' | b'@' | b'!' | b'-' | b'^' | b':' | b'.' | b'='
    )
}

fn is_regex_byte(byte: u8) -> bool {
    matches!(byte, b'\\' | b'.' | b'[' | b']' | b'(' | b')' | b'*' | b'+' | b'?' | b'{' | b'}' | b'|' | b'^' | b'$')
}
