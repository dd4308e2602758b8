//! The scanner: byte by byte, with jq's states, so that faults have its words and places.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{Event, Options, text};
use crate::jq::number;
use crate::jq::object::Object;
use crate::jq::value::Value;

/// How many arrays, objects and keys may be open at once.
pub const MAX_DEPTH: usize = 256;

/// ASCII's record separator.
const SEPARATOR_BYTE: u8 = 0x1e;

const SEPARATOR: &str = "Expected separator between values";

/// The state between bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Normal,
    /// Inside of quotes.
    Text,
    /// Behind a backslash.
    Escape,
    /// Everything up to the first record separator is passed over.
    Skipping,
}

enum Open {
    Array(Vec<Value>),
    Object(Object),
    Key(Rc<String>),
}

/// What came last, for `--stream`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Nothing,
    OpenArray,
    OpenObject,
    Colon,
    Comma,
    Value,
}

pub struct Scanner {
    options: Options,
    state: State,
    word: Vec<u8>,
    line: u64,
    column: u64,
    /// A value that belongs nowhere yet.
    next: Option<Value>,
    open: Vec<Open>,
    // For `--stream`: the path, `null` where a key is to come.
    path: Vec<Value>,
    seen: Seen,
    output: Option<Value>,
    /// What goes out after `output`.
    closing: VecDeque<Value>,
    /// How much of a byte order mark was seen at the very beginning.
    mark: Option<usize>,
    last_was_space: bool,
    /// No separator has come yet.
    abandoned: bool,
    /// Where in a stream the last fault was.
    fault_path: Vec<Value>,
}

type Step = Result<(), &'static str>;

const MARK: &[u8] = b"\xef\xbb\xbf";

impl Scanner {
    pub fn new(options: Options) -> Scanner {
        Scanner {
            options,
            state: if options.seq { State::Skipping } else { State::Normal },
            word: Vec::new(),
            line: 1,
            column: 0,
            next: None,
            open: Vec::new(),
            path: Vec::new(),
            seen: Seen::Nothing,
            output: None,
            closing: VecDeque::new(),
            mark: Some(0),
            last_was_space: false,
            abandoned: options.seq,
            fault_path: Vec::new(),
        }
    }

    /// Counts text that somebody else has read.
    pub fn pass(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        self.mark = None;
        match memchr::memrchr(b'\n', text) {
            Some(last) => {
                self.line += memchr::memchr_iter(b'\n', text).count() as u64;
                self.column = (text.len() - last - 1) as u64;
            }
            None => self.column += text.len() as u64,
        }
    }

    /// Whether nothing has begun.
    pub fn is_idle(&self) -> bool {
        self.state == State::Normal && self.word.is_empty() && self.next.is_none() && self.open.is_empty()
    }

    /// The path at which the last fault was.
    pub fn fault_path(&self) -> Vec<Value> {
        self.fault_path.clone()
    }

    fn reset(&mut self) {
        self.state = State::Normal;
        self.word.clear();
        self.next = None;
        self.open.clear();
        self.path.clear();
        self.seen = Seen::Nothing;
        self.output = None;
    }

    fn fault(&mut self, message: &str, at_end: bool) -> Event {
        let place = if at_end { " at EOF" } else { "" };
        let text = format!("{message}{place} at line {}, column {}", self.line, self.column);
        self.fault_path = std::mem::take(&mut self.path);
        self.reset();
        Event::Fault(text)
    }

    /// Takes bytes up to an event; gives how many.
    pub fn scan(&mut self, data: &[u8]) -> (usize, Event) {
        let mut at = 0;
        if let Some(value) = self.output.take().or_else(|| self.closing.pop_front()) {
            return (at, Event::Value(value));
        }
        while let Some(&byte) = data.get(at) {
            if let Some(seen) = self.mark {
                if MARK.get(seen) == Some(&byte) {
                    self.mark = if seen + 1 == MARK.len() { None } else { Some(seen + 1) };
                    at += 1;
                    continue;
                }
                self.mark = None;
                if seen > 0 {
                    self.reset();
                    return (at, Event::Fault("Malformed BOM".to_owned()));
                }
            }
            at += 1;
            let separates = self.options.seq && byte == SEPARATOR_BYTE && self.state != State::Skipping;
            match self.byte(byte) {
                Ok(()) => {}
                Err(message) => {
                    let mut event = self.fault(message, false);
                    if let (Event::Fault(text), true) = (&mut event, self.options.seq && byte != SEPARATOR_BYTE) {
                        text.push_str(" (need RS to resync)");
                    }
                    return (at, event);
                }
            }
            if let Some(value) = self.output.take() {
                return (at, Event::Value(value));
            }
            if separates {
                return (at, Event::Nothing);
            }
        }
        (at, Event::More)
    }

    /// The end of the text.
    pub fn finish(&mut self) -> Event {
        if self.mark.is_some_and(|seen| seen > 0) {
            self.mark = None;
            return Event::Fault("Malformed BOM".to_owned());
        }
        match self.state {
            State::Skipping if self.abandoned => {
                self.abandoned = false;
                return self.fault("Unfinished abandoned text", true);
            }
            State::Skipping => return Event::End,
            State::Normal => {}
            State::Text | State::Escape => return self.fault("Unfinished string", true),
        }
        let had_word = !self.word.is_empty();
        if let Err(message) = self.literal() {
            return self.fault(message, true);
        }
        if !self.open.is_empty() || !self.path.is_empty() {
            return self.fault("Unfinished JSON term", true);
        }
        let is_cut = self.options.seq && !self.options.stream && had_word && !self.last_was_space;
        if is_cut && self.next.as_ref().is_some_and(is_number) {
            return self.fault("Potentially truncated top-level numeric value", true);
        }
        self.settle();
        match self.output.take() {
            Some(value) => Event::Value(value),
            None => Event::End,
        }
    }

    fn byte(&mut self, byte: u8) -> Step {
        self.column += 1;
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
        }
        if byte == SEPARATOR_BYTE && self.options.seq {
            return self.separator();
        }
        if self.state != State::Skipping {
            self.last_was_space = false;
        }
        match self.state {
            State::Skipping => Ok(()),
            State::Text => {
                match byte {
                    b'"' => {
                        self.state = State::Normal;
                        let text = text::unescape(&self.word)?;
                        self.word.clear();
                        self.value(Value::string(text))?;
                        self.settle();
                        return Ok(());
                    }
                    b'\\' => self.state = State::Escape,
                    _ => {}
                }
                self.word.push(byte);
                Ok(())
            }
            State::Escape => {
                self.state = State::Text;
                self.word.push(byte);
                Ok(())
            }
            State::Normal => match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.last_was_space = true;
                    self.literal()?;
                    self.settle();
                    Ok(())
                }
                b'"' => {
                    self.literal()?;
                    self.settle();
                    self.state = State::Text;
                    Ok(())
                }
                b'[' | b'{' | b':' | b',' | b']' | b'}' => {
                    self.literal()?;
                    // A number at the top ends here, whatever comes.
                    let before = self.output.take();
                    if self.options.stream { self.stream_token(byte)? } else { self.token(byte)? }
                    if self.output.is_none() {
                        self.output = before;
                    }
                    self.settle();
                    Ok(())
                }
                _ => {
                    self.word.push(byte);
                    Ok(())
                }
            },
        }
    }

    /// A record separator.
    fn separator(&mut self) -> Step {
        self.abandoned = false;
        if self.state != State::Skipping && self.options.stream && self.path.is_empty() {
            // A stream is told of whatever stands there, a string without its end too.
            self.literal()?;
            self.settle();
        } else if self.state != State::Skipping {
            let begun = !self.open.is_empty()
                || !self.path.is_empty()
                || !self.word.is_empty()
                || self.next.as_ref().is_some_and(is_number);
            if begun && !self.last_was_space {
                let number = self.literal().is_ok() && self.open.is_empty() && self.path.is_empty() && self.next.as_ref().is_some_and(is_number);
                return Err(if number { "Potentially truncated top-level numeric value" } else { "Truncated value" });
            }
            if self.state == State::Normal {
                self.settle();
            }
        }
        let output = self.output.take();
        self.reset();
        self.output = output;
        Ok(())
    }

    /// Gives out a value that is whole.
    fn settle(&mut self) {
        if self.options.stream {
            if self.path.is_empty()
                && self.output.is_none()
                && let Some(value) = self.next.take()
            {
                self.output = Some(Value::array(vec![Value::array(Vec::new()), value]));
                self.seen = Seen::Nothing;
            }
        } else if self.open.is_empty() && self.output.is_none() {
            self.output = self.next.take();
        }
    }

    /// The end of a word: a number, `true`, `false`, `null`.
    fn literal(&mut self) -> Step {
        if self.word.is_empty() {
            return Ok(());
        }
        let word = std::mem::take(&mut self.word);
        let known: Option<(&[u8], Value)> = match word.first() {
            Some(b't') => Some((b"true", Value::Bool(true))),
            Some(b'f') => Some((b"false", Value::Bool(false))),
            Some(b'n') if word.get(1) == Some(&b'u') => Some((b"null", Value::Null)),
            _ => None,
        };
        let value = match known {
            Some((text, value)) => {
                if word != text {
                    return Err("Invalid literal");
                }
                value
            }
            None => {
                // A number ends as a C string does.
                let end = memchr::memchr(0, &word).unwrap_or(word.len());
                number::parse(&word[..end]).ok_or("Invalid numeric literal")?
            }
        };
        self.value(value)
    }

    fn value(&mut self, value: Value) -> Step {
        if self.options.stream {
            if self.seen == Seen::Value || self.next.is_some() {
                return Err(SEPARATOR);
            }
            self.seen = Seen::Value;
        } else if self.next.is_some() {
            return Err(SEPARATOR);
        }
        self.next = Some(value);
        Ok(())
    }

    fn token(&mut self, byte: u8) -> Step {
        match byte {
            b'[' | b'{' => {
                if self.open.len() >= MAX_DEPTH {
                    return Err("Exceeds depth limit for parsing");
                }
                if let Some(value) = self.next.take() {
                    if !self.open.is_empty() {
                        return Err(SEPARATOR);
                    }
                    self.output = Some(value);
                }
                let array = byte == b'[';
                self.open.push(if array { Open::Array(Vec::new()) } else { Open::Object(Object::new()) });
                Ok(())
            }
            b':' => match (self.open.last(), self.next.take()) {
                (None, _) | (_, None) => Err("Expected string key before ':'"),
                (Some(Open::Object(_)), Some(Value::String(key))) => {
                    if self.open.len() >= MAX_DEPTH {
                        return Err("Exceeds depth limit for parsing");
                    }
                    self.open.push(Open::Key(key));
                    Ok(())
                }
                (Some(Open::Object(_)), _) => Err("Object keys must be strings"),
                _ => Err("':' not as part of an object"),
            },
            b',' => {
                let Some(value) = self.next.take() else { return Err("Expected value before ','") };
                match self.open.last_mut() {
                    None => {
                        self.output = Some(value);
                        Err("Expected value before ','")
                    }
                    Some(Open::Array(items)) => {
                        items.push(value);
                        Ok(())
                    }
                    Some(Open::Key(_)) => self.pair(value),
                    Some(Open::Object(_)) => Err("Objects must consist of key:value pairs"),
                }
            }
            b']' => {
                let Some(Open::Array(items)) = self.open.last_mut() else { return Err("Unmatched ']'") };
                match self.next.take() {
                    Some(value) => items.push(value),
                    None if !items.is_empty() => return Err("Expected another array element"),
                    None => {}
                }
                self.next = Some(Value::array(std::mem::take(items)));
                self.open.pop();
                Ok(())
            }
            _ => {
                match (self.open.last(), self.next.take()) {
                    (None, _) => return Err("Unmatched '}'"),
                    (Some(Open::Key(_)), Some(value)) => self.pair(value)?,
                    (_, Some(_)) => return Err("Objects must consist of key:value pairs"),
                    (Some(Open::Object(object)), None) => {
                        if !object.is_empty() {
                            return Err("Expected another key-value pair");
                        }
                    }
                    (Some(_), None) => return Err("Unmatched '}'"),
                }
                match self.open.pop() {
                    Some(Open::Object(object)) => self.next = Some(Value::object(object)),
                    _ => return Err("Unmatched '}'"),
                }
                Ok(())
            }
        }
    }

    /// A key on top of the open ones gets its value.
    fn pair(&mut self, value: Value) -> Step {
        match (self.open.pop(), self.open.last_mut()) {
            (Some(Open::Key(key)), Some(Open::Object(object))) => {
                object.insert(key, value);
                Ok(())
            }
            _ => Err("Objects must consist of key:value pairs"),
        }
    }

    fn emit(&mut self, leaf: Option<Value>) {
        let mut parts = vec![Value::array(self.path.clone())];
        parts.extend(leaf);
        self.output = Some(Value::array(parts));
    }

    /// Inside of an object, where a key stands.
    fn wants_key(&self) -> Option<&'static str> {
        match self.seen {
            Seen::OpenObject => Some("after '{'"),
            Seen::Comma if !self.path.last().is_some_and(is_number) => Some("after ',' in object"),
            _ => None,
        }
    }

    fn stream_token(&mut self, byte: u8) -> Step {
        match byte {
            b'[' | b'{' => {
                if self.next.is_some() && self.path.is_empty() {
                    self.settle();
                } else if self.seen == Seen::Value && !self.path.is_empty() {
                    return Err("Expected a separator between values");
                }
                match (self.wants_key(), byte) {
                    (Some("after '{'"), b'[') => return Err("Expected string key after '{', not '['"),
                    (Some("after '{'"), _) => return Err("Expected string key after '{', not '{'"),
                    (Some(_), b'[') => return Err("Expected string key after ',' in object, not '['"),
                    (Some(_), _) => return Err("Expected string key after ',' in object, not '{'"),
                    (None, b'[') => {
                        self.path.push(Value::Number(0.0));
                        self.seen = Seen::OpenArray;
                    }
                    (None, _) => {
                        self.path.push(Value::Null);
                        self.seen = Seen::OpenObject;
                    }
                }
                Ok(())
            }
            b':' => {
                if self.path.last().is_none_or(is_number) {
                    return Err("':' not as part of an object");
                }
                let Some(next) = self.next.take() else { return Err("Expected string key before ':'") };
                if next.text().is_none() {
                    return Err("Object keys must be strings");
                }
                if let Some(last) = self.path.last_mut() {
                    *last = next;
                }
                self.seen = Seen::Colon;
                Ok(())
            }
            b',' => {
                if self.seen != Seen::Value || self.path.is_empty() {
                    return Err("Expected value before ','");
                }
                match self.path.last() {
                    Some(Value::Number(index)) => {
                        let index = *index;
                        if let Some(value) = self.next.take() {
                            self.emit(Some(value));
                        }
                        if let Some(last) = self.path.last_mut() {
                            *last = Value::Number(index + 1.0);
                        }
                    }
                    Some(Value::String(_)) => {
                        if let Some(value) = self.next.take() {
                            self.emit(Some(value));
                        }
                        if let Some(last) = self.path.last_mut() {
                            *last = Value::Null;
                        }
                    }
                    _ => return Err("Objects must consist of key:value pairs"),
                }
                self.seen = Seen::Comma;
                Ok(())
            }
            b']' => {
                if self.path.is_empty() {
                    return Err("Unmatched ']' at the top-level");
                }
                if self.seen == Seen::Comma {
                    return Err("Expected another array element");
                }
                if !self.path.last().is_some_and(is_number) {
                    return Err("Unmatched ']' in the middle of an object");
                }
                self.close(Value::array(Vec::new()), self.seen == Seen::OpenArray);
                Ok(())
            }
            _ => {
                if self.path.is_empty() {
                    return Err("Unmatched '}' at the top-level");
                }
                if self.seen == Seen::Comma {
                    return Err("Expected another key:value pair");
                }
                if self.path.last().is_some_and(is_number) {
                    return Err("Unmatched '}' in the middle of an array");
                }
                if self.seen == Seen::Colon {
                    return Err("Missing value in key:value pair");
                }
                if self.next.is_some() && !matches!(self.path.last(), Some(Value::String(_))) {
                    return Err("Objects must consist of key:value pairs");
                }
                self.close(Value::object(Object::new()), self.seen == Seen::OpenObject);
                Ok(())
            }
        }
    }

    /// The end of an array or object: its last leaf and the closing event are one after the other, so the first waits.
    fn close(&mut self, empty: Value, is_empty: bool) {
        if is_empty {
            self.path.pop();
            self.emit(Some(empty));
        } else if let Some(value) = self.next.take() {
            self.emit(Some(value));
            let closing = Value::array(vec![Value::array(self.path.clone())]);
            self.closing.push_back(closing);
            self.path.pop();
        } else {
            self.emit(None);
            self.path.pop();
        }
        self.seen = if self.path.is_empty() { Seen::Nothing } else { Seen::Value };
    }
}

fn is_number(value: &Value) -> bool {
    value.number().is_some()
}
