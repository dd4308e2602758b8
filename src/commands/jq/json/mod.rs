//! Reading JSON: a fast parser for what is right, and a scanner, byte by byte as jq's own, for what is not, for
//! streams of parts (`--stream`) and for record separators (`--seq`).

mod fast;
mod scan;
#[cfg(test)]
mod tests;
pub mod text;

use std::collections::VecDeque;

use bytes::Bytes;

pub use fast::Keys;
pub use scan::Scanner;

use super::value::Value;

/// How values are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Paths and leaves instead of whole values.
    pub stream: bool,
    /// Values come between record separators, and faults skip to the next one.
    pub seq: bool,
}

/// What a reader has for who asks.
#[derive(Debug)]
pub enum Event {
    Value(Value),
    /// A fault of the text, with its place.
    Fault(String),
    /// A record separator that ends nothing.
    Nothing,
    /// What came so far does not end a value.
    More,
    End,
}

/// Values out of text that comes in pieces.
pub struct Reader {
    options: Options,
    scanner: Scanner,
    keys: Keys,
    data: Bytes,
    at: usize,
    /// How many bytes came before `data`.
    before: u64,
    last: bool,
    /// The scanner is in the middle of a value.
    slow: bool,
    /// Where files begin whose text was not taken yet.
    files: VecDeque<(u64, usize)>,
    /// The file of the text that was taken last.
    file: Option<usize>,
    /// The line ends of that file up to `counted`.
    lines: u64,
    counted: u64,
    /// Where the last line begins in the data.
    line_start: usize,
    /// Where the last event came.
    answered: usize,
}

impl Reader {
    pub fn new(options: Options) -> Reader {
        Reader {
            options,
            scanner: Scanner::new(options),
            keys: Keys::default(),
            data: Bytes::new(),
            at: 0,
            before: 0,
            last: false,
            slow: options != Options::default(),
            files: VecDeque::new(),
            file: None,
            lines: 0,
            counted: 0,
            line_start: 0,
            answered: 0,
        }
    }

    /// Adds text behind what there is.
    pub fn feed(&mut self, more: Bytes) {
        self.count();
        self.before += self.at as u64;
        if self.at == self.data.len() {
            self.data = more;
        } else {
            let mut joined = Vec::with_capacity(self.data.len() - self.at + more.len());
            joined.extend_from_slice(self.data.get(self.at..).unwrap_or_default());
            joined.extend_from_slice(&more);
            self.data = Bytes::from(joined);
        }
        self.at = 0;
        self.answered = 0;
        self.line_start = memchr::memrchr(b'\n', &self.data).map_or(0, |newline| newline + 1);
    }

    /// Whether the last line is being read, and nothing has come of it.
    pub fn is_in_last_line(&self) -> bool {
        self.at >= self.line_start && self.answered <= self.line_start
    }

    /// Says that no more text comes.
    pub fn end(&mut self) {
        self.last = true;
    }

    /// Says that what is fed next comes from another file.
    pub fn begin_file(&mut self, number: usize) {
        self.files.push_back((self.before + self.data.len() as u64, number));
    }

    /// The file of the text that was taken last, and how many lines of it were read: the line in which that text ends
    /// counts as a whole.
    pub fn place(&mut self) -> (Option<usize>, u64) {
        self.count();
        (self.file, self.lines)
    }

    fn count(&mut self) {
        let position = self.before + self.at as u64;
        while let Some(&(start, file)) = self.files.front() {
            if start > position || start == position && self.at < self.data.len() {
                break;
            }
            self.files.pop_front();
            self.file = Some(file);
            self.lines = 0;
            self.counted = start;
        }
        // What comes before any byte of a new text is taken is there once its first line was read.
        if position < self.counted || position == self.counted && self.at > 0 {
            return;
        }
        let from = usize::try_from(self.counted.saturating_sub(self.before)).unwrap_or(0);
        let last = self.at.saturating_sub(1);
        let mut end = match memchr::memchr(b'\n', self.data.get(last..).unwrap_or_default()) {
            Some(offset) => last + offset + 1,
            None => self.data.len(),
        };
        if let Some((start, _)) = self.files.front() {
            end = end.min(usize::try_from(start - self.before).unwrap_or(end));
        }
        self.lines += memchr::memchr_iter(b'\n', self.data.get(from..end).unwrap_or_default()).count() as u64;
        self.counted = self.before + end as u64;
    }

    /// Passes over the rest of a line: jq reads line by line and throws away the one with a fault.
    fn skip_line(&mut self) {
        if self.at == 0 || self.data.get(self.at - 1) == Some(&b'\n') {
            return;
        }
        let rest = self.data.get(self.at..).unwrap_or_default();
        self.at = memchr::memchr(b'\n', rest).map_or(self.data.len(), |offset| self.at + offset + 1);
    }

    /// The path at which a stream had its last fault.
    pub fn fault_path(&self) -> Vec<Value> {
        self.scanner.fault_path()
    }

    /// Whether it was told that no more comes.
    pub fn is_ended(&self) -> bool {
        self.last
    }

    /// How many bytes are here and not taken.
    pub fn pending(&self) -> usize {
        self.data.len() - self.at
    }

    pub fn next(&mut self) -> Event {
        if !self.slow {
            let skipped = fast::skip_space(&self.data, self.at);
            self.scanner.pass(self.data.get(self.at..skipped).unwrap_or_default());
            self.at = skipped;
            if self.at == self.data.len() && !self.last {
                return Event::More;
            }
            match fast::value(&self.data, self.at, self.last, &mut self.keys) {
                fast::Found::Value(value, end) => {
                    self.scanner.pass(self.data.get(self.at..end).unwrap_or_default());
                    self.at = end;
                    return Event::Value(value);
                }
                fast::Found::Short if !self.last => return Event::More,
                _ => self.slow = true,
            }
        }
        let rest = self.data.get(self.at..).unwrap_or_default();
        let (used, event) = self.scanner.scan(rest);
        self.at += used;
        if matches!(event, Event::Value(_) | Event::Fault(_)) {
            self.answered = self.at;
        }
        let event = match event {
            Event::More if self.last => self.scanner.finish(),
            event => event,
        };
        if matches!(event, Event::Fault(_)) && !self.options.seq {
            self.skip_line();
        }
        if !matches!(event, Event::More) && self.options == Options::default() && self.scanner.is_idle() {
            self.slow = false;
        }
        event
    }
}

/// The one value of a text, as `fromjson` reads it. `None`: there is no value.
pub fn parse_one(text: &[u8]) -> Result<Option<Value>, String> {
    if let fast::Found::Value(value, end) = fast::value(text, fast::skip_space(text, 0), true, &mut Keys::default())
        && fast::skip_space(text, end) == text.len()
    {
        return Ok(Some(value));
    }
    let mut reader = Reader::new(Options::default());
    reader.feed(Bytes::copy_from_slice(text));
    reader.end();
    let value = match reader.next() {
        Event::Value(value) => value,
        Event::Fault(text) => return Err(text),
        Event::Nothing | Event::More | Event::End => return Ok(None),
    };
    match reader.next() {
        Event::Value(_) => Err("Unexpected extra JSON values".to_owned()),
        Event::Fault(text) => Err(text),
        Event::Nothing | Event::More | Event::End => Ok(Some(value)),
    }
}
