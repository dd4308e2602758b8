//! The program's surroundings on a real command line: input files, output, the clock.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::arguments::{Arguments, Terminator};
use super::host::{self, Host};
use super::json::{self, Event, Options, Reader};
use super::modules;
use super::print::{self, Colors, Style};
use super::value::{MAX_TEXT, TEXT_TOO_LONG, Value};
use shell::command::{Context, Input};
use shell::kernel::{Halt, IoError};
use workspace::Errno;

/// How much is read before a value that is not whole is looked at again.
const LEAST: usize = 64 << 10;

const IS_A_DIRECTORY: &[u8] = b"jq: error: Is a directory\n";

/// Where the next text comes from.
enum Feed {
    /// The next file is to be opened.
    Next,
    /// A regular file, all of it.
    Whole(Bytes),
    Stream(Input),
}

pub struct Runner<'c, 'a> {
    context: &'c mut Context<'a>,
    files: Vec<BString>,
    at: usize,
    feed: Feed,
    reader: Reader,
    /// Whether anything was asked for.
    begun: bool,
    ended: bool,
    raw: bool,
    slurp: bool,
    streams: bool,
    stream_errors: bool,
    /// For raw input: what was read and not taken, the file, its lines.
    pending: Bytes,
    raw_file: Option<usize>,
    raw_lines: u64,
    environment: Option<Value>,
    library: Vec<BString>,
    /// What slurping has so far.
    slurped: Vec<Value>,
    /// The text that came last did not end its line, so that its end was seen with it.
    open_line: bool,
    /// Who asked was told once that there is no more.
    told_end: bool,
    /// The last file is closed: nobody knows any more where the inputs are.
    closed: bool,
    /// The last file could not be opened, and so is not closed either.
    unopened: bool,
    /// The last file is a folder, which is told when more is asked for behind its end.
    is_folder_open: bool,
    /// How messages of the program are written.
    pub messages: Style,
    /// A file could not be read.
    pub failed: bool,
}

impl<'c, 'a> Runner<'c, 'a> {
    pub fn new(context: &'c mut Context<'a>, arguments: &Arguments) -> Runner<'c, 'a> {
        let mut files = arguments.files.clone();
        if files.is_empty() {
            files.push(BString::from("-"));
        }
        Runner {
            context,
            files,
            at: 0,
            feed: Feed::Next,
            reader: Reader::new(Options { stream: arguments.stream, seq: arguments.seq }),
            begun: false,
            ended: false,
            raw: arguments.raw_input,
            slurp: arguments.slurp,
            streams: arguments.stream,
            stream_errors: arguments.stream_errors,
            pending: Bytes::new(),
            raw_file: None,
            raw_lines: 0,
            environment: None,
            library: arguments.library.clone(),
            slurped: Vec::new(),
            messages: Style::default(),
            open_line: false,
            told_end: false,
            closed: false,
            unopened: false,
            is_folder_open: false,
            failed: false,
        }
    }

    /// Writes to standard error. Outputs that wait in jq's buffer come later, as they do there.
    pub fn error(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.context.exec.write_error(text)
    }

    /// The next text of the files; empty: there is no more.
    fn more(&mut self) -> Result<Bytes, Halt> {
        loop {
            match &mut self.feed {
                Feed::Next => {
                    let Some(name) = self.files.get(self.at).cloned() else { return Ok(Bytes::new()) };
                    let number = self.at;
                    self.at += 1;
                    let opened = self.open(&name);
                    self.unopened = matches!(&opened, Err(IoError::Errno(errno)) if *errno != Errno::IsDir);
                    // A file that cannot be opened is the present one all the same.
                    self.reader.begin_file(number);
                    self.raw_file = Some(number);
                    self.raw_lines = 0;
                    self.open_line = false;
                    match opened {
                        Ok(feed) => self.feed = feed,
                        Err(IoError::Halt(halt)) => return Err(halt),
                        // A folder opens, but cannot be read, which jq tells when it goes on to the next file.
                        Err(IoError::Errno(Errno::IsDir)) => {
                            self.failed = true;
                            self.is_folder_open = self.at >= self.files.len();
                            if !self.is_folder_open {
                                self.context.exec.write_error(IS_A_DIRECTORY)?;
                            }
                        }
                        Err(IoError::Errno(errno)) => {
                            self.failed = true;
                            let reason = errno.message().as_bytes();
                            let text = [b"jq: error: Could not open file ".as_slice(), &name, b": ", reason, b"\n"];
                            self.context.exec.write_error(&text.concat())?;
                        }
                    }
                }
                Feed::Whole(text) => {
                    let text = std::mem::take(text);
                    self.feed = Feed::Next;
                    if !text.is_empty() {
                        self.open_line = text.last() != Some(&b'\n');
                        return Ok(text);
                    }
                }
                Feed::Stream(input) => match input.read(self.context) {
                    Ok(text) if text.is_empty() => self.feed = Feed::Next,
                    Ok(text) => {
                        self.open_line = text.last() != Some(&b'\n');
                        return Ok(text);
                    }
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(_)) => {
                        self.failed = true;
                        self.feed = Feed::Next;
                    }
                },
            }
        }
    }

    fn open(&mut self, name: &BString) -> Result<Feed, IoError> {
        if name != "-" {
            match self.context.vfs().read_file(self.context.cwd(), name) {
                Ok(content) => {
                    let text = content.to_bytes();
                    self.context.charge_bytes(text.len())?;
                    return Ok(Feed::Whole(text));
                }
                Err(Errno::NotSupported) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(Feed::Stream(self.context.open_operand(name.as_bstr())?))
    }

    /// The next JSON value.
    fn json(&mut self) -> Result<Option<Result<Value, String>>, Halt> {
        // What is left of a stream behind the last byte of a text is told when more was looked for.
        if self.streams && self.open_line && self.reader.pending() == 0 {
            let text = self.more()?;
            if text.is_empty() {
                self.closed |= self.open_line;
                self.reader.end();
            } else {
                self.reader.feed(text);
            }
        }
        loop {
            match self.reader.next() {
                Event::Value(value) => return Ok(Some(Ok(value))),
                Event::Fault(message) if self.stream_errors => {
                    let path = Value::array(self.reader.fault_path());
                    return Ok(Some(Ok(Value::array(vec![Value::string(message), path]))));
                }
                Event::Fault(message) => return Ok(Some(Err(message))),
                // In a last line that has no end nobody looks at what stands behind.
                Event::Nothing if self.open_line && !self.slurp && self.reader.is_in_last_line() => {
                    let text = self.more()?;
                    if text.is_empty() {
                        self.ended = true;
                        self.tell_end()?;
                        return Ok(None);
                    }
                    self.reader.feed(text);
                }
                Event::Nothing => {}
                Event::End => {
                    self.tell_end()?;
                    return Ok(None);
                }
                Event::More => {
                    let mut text = self.more()?;
                    if text.is_empty() {
                        self.reader.end();
                        continue;
                    }
                    let wanted = self.reader.pending();
                    if wanted > 0 && text.len() < wanted.max(LEAST) {
                        // As much again, so that a long value is not looked at too often.
                        let mut joined = text.to_vec();
                        while joined.len() < wanted.max(LEAST) && !matches!(self.feed, Feed::Next) {
                            let next = self.more()?;
                            if next.is_empty() {
                                break;
                            }
                            joined.extend_from_slice(&next);
                        }
                        text = Bytes::from(joined);
                    }
                    self.reader.feed(text);
                }
            }
        }
    }

    /// Notes that who asked hears of the end: the last file is closed when more is asked for behind its end.
    fn tell_end(&mut self) -> Result<(), Halt> {
        self.closed |= self.open_line || self.told_end;
        if std::mem::replace(&mut self.told_end, true) && std::mem::take(&mut self.is_folder_open) {
            self.error(IS_A_DIRECTORY)?;
        }
        Ok(())
    }

    /// The next line, without its end.
    fn line(&mut self) -> Result<Option<Value>, Halt> {
        let mut line: Vec<u8> = Vec::new();
        loop {
            if self.pending.is_empty() {
                self.pending = self.more()?;
                if self.pending.is_empty() {
                    if line.is_empty() {
                        self.tell_end()?;
                    }
                    return Ok((!line.is_empty()).then(|| Value::string(json::text::decode(&line))));
                }
            }
            match memchr::memchr(b'\n', &self.pending) {
                Some(end) => {
                    line.extend_from_slice(&self.pending[..end]);
                    self.pending = self.pending.slice(end + 1..);
                    self.raw_lines += 1;
                    return Ok(Some(Value::string(json::text::decode(&line))));
                }
                None => {
                    line.extend_from_slice(&self.pending);
                    self.pending = Bytes::new();
                }
            }
        }
    }

    /// The next input as the options want it.
    pub fn input(&mut self) -> Result<Option<Result<Value, String>>, Halt> {
        self.begun = true;
        if self.ended {
            self.tell_end()?;
            return Ok(None);
        }
        if !self.slurp {
            return if self.raw { Ok(self.line()?.map(Ok)) } else { self.json() };
        }
        if self.raw {
            self.ended = true;
            let mut all = Vec::new();
            loop {
                let text = self.more()?;
                if text.is_empty() {
                    break;
                }
                self.raw_lines += memchr::memchr_iter(b'\n', &text).count() as u64;
                all.extend_from_slice(&text);
            }
            // The whole is told together with its end.
            self.told_end = true;
            return Ok(Some(Ok(Value::string(json::text::decode_lines(&all)))));
        }
        let told_end = self.told_end;
        loop {
            match self.json()? {
                Some(Ok(value)) => {
                    self.slurped.push(value);
                    if self.ends_with_stream()? {
                        self.slurp = false;
                        return Ok(Some(Ok(Value::array(std::mem::take(&mut self.slurped)))));
                    }
                }
                Some(Err(message)) => {
                    // Who goes on behind a fault asks for more.
                    self.told_end = true;
                    return Ok(Some(Err(message)));
                }
                None => {
                    // The whole is told together with its end.
                    (self.ended, self.closed) = (true, told_end);
                    return Ok(Some(Ok(Value::array(std::mem::take(&mut self.slurped)))));
                }
            }
        }
    }

    /// Whether slurping ends at the last byte of a stream that ends no line: events that come behind are inputs of their
    /// own.
    fn ends_with_stream(&mut self) -> Result<bool, Halt> {
        if !self.streams || !self.open_line || self.reader.pending() > 0 || self.reader.is_ended() {
            return Ok(false);
        }
        let text = self.more()?;
        let ends = text.is_empty();
        if !ends {
            self.reader.feed(text);
        }
        Ok(ends)
    }

    fn is_closed(&self) -> bool {
        self.closed && !self.unopened
    }

    fn position(&mut self) -> (Option<usize>, u64) {
        if self.raw { (self.raw_file, self.raw_lines) } else { self.reader.place() }
    }

    /// Where in the inputs the program is, for messages.
    pub fn place(&mut self) -> String {
        if !self.begun || self.is_closed() {
            return "<unknown>".to_owned();
        }
        let (file, line) = self.position();
        match file.and_then(|file| self.files.get(file)) {
            Some(name) if name != "-" => format!("{}:{line}", name.to_str_lossy()),
            _ => format!("<stdin>:{line}"),
        }
    }
}

impl Host for Runner<'_, '_> {
    fn charge(&mut self, steps: u64) -> Result<(), Halt> {
        self.context.charge(steps)
    }

    fn next_input(&mut self) -> Result<Option<Result<Value, String>>, Halt> {
        self.input()
    }

    fn input_filename(&mut self) -> Value {
        match self.position().0.filter(|_| !self.is_closed()).and_then(|file| self.files.get(file)) {
            Some(name) if name != "-" => Value::lossy(name),
            Some(_) => Value::string("<stdin>"),
            None => Value::Null,
        }
    }

    fn input_line(&mut self) -> u64 {
        if self.is_closed() { 0 } else { self.position().1 }
    }

    fn write_output(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.context.write(text)
    }

    fn flush_output(&mut self) -> Result<(), Halt> {
        self.context.flush()
    }

    fn write_error(&mut self, text: &[u8]) -> Result<(), Halt> {
        self.error(text)
    }

    fn message(&self, value: &Value) -> Vec<u8> {
        let mut out = Vec::new();
        print::write(value, &self.messages, &mut out);
        out
    }

    fn now(&self) -> f64 {
        host::now(self.context)
    }

    fn environment(&mut self) -> Value {
        if let Some(known) = &self.environment {
            return known.clone();
        }
        let value = host::environment(&self.context.exec);
        self.environment = Some(value.clone());
        value
    }

    fn zone(&self) -> Option<Vec<u8>> {
        self.context.exec.env(b"TZ").map(|zone| zone.to_vec())
    }

    fn search_list(&self) -> Value {
        modules::search_list(self.context, &self.library)
    }

    fn module_metadata(&mut self, name: &str) -> Result<Result<Value, String>, Halt> {
        let finder = modules::Finder::new(self.context, &self.library)?;
        Ok(match finder.metadata(self.context, name)? {
            Ok(Ok(metadata)) => Ok(metadata),
            Ok(Err(faults)) => {
                self.error(faults.concat().as_bytes())?;
                Ok(Value::Null)
            }
            Err(message) => Err(message),
        })
    }
}

/// What `halt_error` prints: a string as it is, nothing for `null`, anything else as JSON in a line.
pub fn halt_message(message: &Value) -> Vec<u8> {
    match message {
        Value::Null => Vec::new(),
        Value::String(text) => text.as_bytes().to_vec(),
        other => (print::text(other) + "\n").into_bytes(),
    }
}

/// How much jq gathers before it writes.
const BUFFER: usize = 4096;

/// Outputs on their way.
pub struct Printer {
    style: Style,
    raw: bool,
    terminator: Terminator,
    seq: bool,
    unbuffered: bool,
    buffer: Vec<u8>,
}

impl Printer {
    pub fn new(context: &mut Context<'_>, arguments: &Arguments) -> Result<Printer, Halt> {
        let mut colors = Colors::default();
        if let Some(variable) = context.exec.env(b"JQ_COLORS").map(|value| value.to_vec()) {
            match Colors::from_variable(&variable) {
                Some(chosen) => colors = chosen,
                None => context.exec.write_error(b"Failed to set $JQ_COLORS\n")?,
            }
        }
        let style = Style {
            indent: arguments.indent,
            tabs: arguments.tabs,
            sorted: arguments.sort_keys,
            ascii: arguments.ascii,
            colors: arguments.color.then_some(colors),
        };
        Ok(Printer {
            style,
            raw: arguments.raw_output,
            terminator: arguments.terminator,
            seq: arguments.seq,
            unbuffered: arguments.unbuffered,
            buffer: Vec::new(),
        })
    }

    /// The style of outputs in one line.
    pub fn style_in_line(&self) -> Style {
        Style { indent: None, tabs: false, ..self.style.clone() }
    }

    /// Prints one output. The inner error is a message about it.
    pub fn print(&mut self, value: &Value, host: &mut dyn Host) -> Result<Result<(), String>, Halt> {
        let start = self.buffer.len();
        match value {
            Value::String(text) if self.raw => {
                if self.terminator == Terminator::Nul && text.contains('\0') {
                    let message = "Cannot dump a string containing NUL with --raw-output0 option";
                    return Ok(Err(message.to_owned()));
                }
                if self.style.ascii {
                    let mut quoted = Vec::new();
                    print::write_text(text, true, &mut quoted);
                    self.buffer.extend_from_slice(&quoted);
                } else {
                    self.buffer.extend_from_slice(text.as_bytes());
                }
            }
            value => {
                if self.seq {
                    self.buffer.push(0x1e);
                }
                print::write(value, &self.style, &mut self.buffer);
            }
        }
        match self.terminator {
            Terminator::NewLine => self.buffer.push(b'\n'),
            Terminator::Nothing => {}
            Terminator::Nul => self.buffer.push(0),
        }
        if self.buffer.len() > MAX_TEXT {
            self.buffer.truncate(start);
            return Ok(Err(TEXT_TOO_LONG.to_owned()));
        }
        let added = self.buffer.len() - start;
        if added >= 1024 {
            host.charge(added as u64 >> 10)?;
        }
        if self.unbuffered {
            host.write_output(&self.buffer)?;
            host.flush_output()?;
            self.buffer.clear();
        } else if self.buffer.len() >= BUFFER {
            let whole = self.buffer.len() / BUFFER * BUFFER;
            host.write_output(&self.buffer[..whole])?;
            self.buffer.drain(..whole);
        }
        Ok(Ok(()))
    }

    /// Writes what is left.
    pub fn finish(&mut self, host: &mut dyn Host) -> Result<(), Halt> {
        host.write_output(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
