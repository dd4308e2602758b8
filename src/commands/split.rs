//! `split`: a file in pieces.

use std::collections::HashMap;
use std::rc::Rc;

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use super::options::{self, Arguments, Opt, Parsed, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::{quote, quote_colon, quote_file};
use super::shared::run::reason;
use shell::command::{Context, Exec, Input, Native, Outcome, Output};
use shell::dispatch::spawn_external;
use shell::kernel::{
    Description, Disposition, Halt, IoError, OpenOptions, Pipe, Process, Signal, Source,
};
use workspace::Errno;

const HELP: &str = "\
Usage: split [OPTION]... [FILE [PREFIX]]
Write FILE, or standard input, in pieces to PREFIXaa, PREFIXab, ...; a piece has 1000 lines, and PREFIX is `x'.

  -a, --suffix-length=N   suffixes of length N (default 2)
      --additional-suffix=SUFFIX  put SUFFIX behind the names
  -b, --bytes=SIZE        SIZE bytes for each piece
  -C, --line-bytes=SIZE   at most SIZE bytes of whole lines for each piece
  -d                      numbers from 0 instead of letters
      --numeric-suffixes[=FROM]  the same, from FROM
  -x                      hexadecimal numbers from 0 instead of letters
      --hex-suffixes[=FROM]  the same, from FROM
  -e, --elide-empty-files  no empty pieces with -n
      --filter=COMMAND    give the pieces to COMMAND; the name is in $FILE
  -l, --lines=NUMBER      NUMBER lines for each piece
  -n, --number=CHUNKS     CHUNKS pieces; see below
  -t, --separator=SEP     SEP instead of newline ends lines; '\\0' is NUL
  -u, --unbuffered        with -n r/...: write at once
      --verbose           tell of each piece before it is begun
      --help              show this help and exit
      --version           show the version and exit

CHUNKS may be:
  N       N pieces of equal size
  K/N     the K-th of N, to standard output
  l/N     N pieces of whole lines
  l/K/N   the K-th of them, to standard output
  r/N     as `l', but dealt out line by line
  r/K/N   the K-th of them, to standard output
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "bytes", Takes::Value),
    Opt::both('l', "lines", Takes::Value),
    Opt::both('C', "line-bytes", Takes::Value),
    Opt::both('n', "number", Takes::Value),
    Opt::both('e', "elide-empty-files", Takes::Nothing),
    Opt::both('u', "unbuffered", Takes::Nothing),
    Opt::both('a', "suffix-length", Takes::Value),
    Opt::long('A', "additional-suffix", Takes::Value),
    Opt::short('d', Takes::Nothing),
    Opt::long('d', "numeric-suffixes", Takes::Optional),
    Opt::short('x', Takes::Nothing),
    Opt::long('x', "hex-suffixes", Takes::Optional),
    Opt::long('F', "filter", Takes::Value),
    Opt::long('V', "verbose", Takes::Nothing),
    Opt::both('t', "separator", Takes::Value),
    Opt::DIGITS,
]);

pub const COMMANDS: &[Native] = &[Native { name: "split", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Lines(u64),
    Bytes(u64),
    LineBytes(u64),
    /// Which of how many; 0 is all of them.
    ChunkBytes(u64, u64),
    ChunkLines(u64, u64),
    ChunkRobin(u64, u64),
}

struct Settings {
    way: Way,
    alphabet: &'static [u8],
    length: usize,
    /// The length of suffixes was not given: they grow when they run out.
    growing: bool,
    first: Vec<u8>,
    additional: BString,
    elide: bool,
    unbuffered: bool,
    filter: Option<BString>,
    verbose: bool,
    separator: u8,
}

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const SIZES: &[u8] = b"bEGKkMmPTYZ0";

enum Failure {
    Halt(Halt),
    Status(u8),
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Halt(halt)
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let settings = match settings(context, &options) {
        Ok(settings) => settings,
        Err(Failure::Halt(halt)) => return Err(halt),
        Err(Failure::Status(status)) => return Ok(status),
    };
    if let Some(extra) = operands.get(2) {
        return refuse(context, &[b"extra operand ", &quote(extra)]);
    }
    let (way, single) = match settings.way {
        Way::ChunkBytes(which, _) | Way::ChunkLines(which, _) | Way::ChunkRobin(which, _) => (settings.way, which > 0),
        way => (way, false),
    };
    if settings.filter.is_some() && single {
        return refuse(context, &[b"--filter does not process a chunk extracted to stdout"]);
    }
    let name = operands.first().cloned().unwrap_or_else(|| "-".into());
    let prefix = operands.get(1).cloned().unwrap_or_else(|| "x".into());
    let input = match context.open_operand(&name) {
        Ok(input) => input,
        Err(IoError::Halt(halt)) => return Err(halt),
        Err(IoError::Errno(errno)) => {
            let text = errno.message().as_bytes();
            context.complain(&[b"cannot open ", &quote_file(&name), b" for reading: ", text])?;
            return Ok(1);
        }
    };
    let mut splitter = Splitter { settings, prefix, name, next: None, number: 0 };
    let result = match way {
        Way::Lines(count) => splitter.by_lines(context, input, count),
        Way::Bytes(size) => splitter.by_bytes(context, input, size),
        Way::LineBytes(size) => splitter.by_line_bytes(context, input, size),
        Way::ChunkBytes(which, total) => splitter.chunks(context, input, which, total, false),
        Way::ChunkLines(which, total) => splitter.chunks(context, input, which, total, true),
        Way::ChunkRobin(which, total) => splitter.robin(context, input, which, total),
    };
    match result {
        Ok(()) => Ok(0),
        Err(Failure::Halt(halt)) => Err(halt),
        Err(Failure::Status(status)) => Ok(status),
    }
}

fn number(context: &mut Context<'_>, text: &[u8], suffixes: &[u8], what: &[u8]) -> Result<u64, Failure> {
    let detail: &[u8] = match parse_size(text, suffixes) {
        Ok(0) => b": Numerical result out of range",
        Ok(number) => return Ok(number),
        Err(error @ NumberError::Overflow) => error.detail(),
        Err(_) => b"",
    };
    context.complain(&[b"invalid ", what, b": ", &quote(text), detail])?;
    Err(Failure::Status(1))
}

fn settings(context: &mut Context<'_>, options: &[Parsed]) -> Result<Settings, Failure> {
    let mut way: Option<Way> = None;
    let mut digits: Option<u64> = None;
    let mut settings = Settings {
        way: Way::Lines(1000),
        alphabet: LETTERS,
        length: 2,
        growing: true,
        first: Vec::new(),
        additional: BString::default(),
        elide: false,
        unbuffered: false,
        filter: None,
        verbose: false,
        separator: b'\n',
    };
    let mut length: Option<usize> = None;
    let mut separator: Option<u8> = None;
    for option in options {
        let value = option.value();
        let new = match option.id {
            digit @ '0'..='9' => {
                let digit = u64::from(digit as u32 - '0' as u32);
                if way.is_some() && digits.is_none() {
                    return Err(twice(context)?);
                }
                digits = Some(digits.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                way = Some(Way::Lines(digits.unwrap_or(0)));
                continue;
            }
            'b' => Way::Bytes(number(context, value, SIZES, b"number of bytes")?),
            'l' => Way::Lines(number(context, value, b"", b"number of lines")?),
            'C' => Way::LineBytes(number(context, value, SIZES, b"number of bytes")?),
            'n' => chunks(context, value)?,
            _ => {
                match option.id {
                    'e' => settings.elide = true,
                    'u' => settings.unbuffered = true,
                    'a' => match parse_size(value, b"") {
                        Ok(number) => length = Some(usize::try_from(number).unwrap_or(usize::MAX).min(255)),
                        Err(error) => {
                            context.complain(&[b"invalid suffix length: ", &quote(value), error.detail()])?;
                            return Err(Failure::Status(1));
                        }
                    },
                    'A' => {
                        if value.contains(&b'/') {
                            let text: &[&[u8]] = &[b"invalid suffix ", &quote(value), b", contains directory separator"];
                            return Err(Failure::Status(refuse(context, text)?));
                        }
                        settings.additional = value.into();
                    }
                    'd' | 'x' => {
                        settings.alphabet = if option.id == 'd' { b"0123456789" } else { b"0123456789abcdef" };
                        settings.first = Vec::new();
                        if let Some(from) = &option.value {
                            let good = !from.is_empty() && from.iter().all(|byte| settings.alphabet.contains(byte));
                            if !good {
                                let base: &[u8] = if option.id == 'd' { b"numerical" } else { b"hexadecimal" };
                                let text: &[&[u8]] = &[&quote(from), b": invalid start value for ", base, b" suffix"];
                                return Err(Failure::Status(refuse(context, text)?));
                            }
                            // Leading zeros say nothing.
                            let start = from.iter().position(|byte| *byte != b'0').unwrap_or(from.len() - 1);
                            settings.first = from[start..].to_vec();
                        }
                    }
                    'F' => settings.filter = Some(value.into()),
                    'V' => settings.verbose = true,
                    _ => {
                        let new = match value.as_bytes() {
                            [] => {
                                context.complain(&[b"empty record separator"])?;
                                return Err(Failure::Status(1));
                            }
                            [byte] => *byte,
                            b"\\0" => 0,
                            _ => {
                                context.complain(&[b"multi-character separator ", &quote(value)])?;
                                return Err(Failure::Status(1));
                            }
                        };
                        if separator.is_some_and(|old| old != new) {
                            context.complain(&[b"multiple separator characters specified"])?;
                            return Err(Failure::Status(1));
                        }
                        separator = Some(new);
                    }
                }
                continue;
            }
        };
        if way.is_some() {
            return Err(twice(context)?);
        }
        way = Some(new);
    }
    settings.separator = separator.unwrap_or(b'\n');
    settings.way = way.unwrap_or(Way::Lines(1000));
    if settings.way == Way::Lines(0) {
        context.complain(&[b"invalid number of lines: ", &quote(b"0")])?;
        return Err(Failure::Status(1));
    }
    // As many letters as the number of pieces needs.
    let total = match settings.way {
        Way::ChunkBytes(_, total) | Way::ChunkLines(_, total) | Way::ChunkRobin(_, total) => Some(total),
        _ => None,
    };
    let mut needed = 0;
    if let Some(total) = total {
        settings.growing = false;
        let base = settings.alphabet.len() as u64;
        let start = settings.first.iter().fold(0u64, |value, digit| {
            let digit = settings.alphabet.iter().position(|letter| letter == digit).unwrap_or(0) as u64;
            value.saturating_mul(base).saturating_add(digit)
        });
        let mut rest = total - 1;
        if start < total {
            rest = rest.saturating_add(start);
        }
        while {
            needed += 1;
            rest /= base;
            rest > 0
        } {}
    }
    match length.filter(|length| *length > 0) {
        Some(length) if needed > length => {
            context.complain(&[format!("the suffix length needs to be at least {needed}").as_bytes()])?;
            return Err(Failure::Status(1));
        }
        Some(length) => (settings.length, settings.growing) = (length, false),
        None => settings.length = needed.max(2),
    }
    if !settings.first.is_empty() && settings.length < settings.first.len() {
        if length.is_some_and(|length| length > 0) {
            context.complain(&[b"numerical suffix start value is too large for the suffix length"])?;
            return Err(Failure::Status(1));
        }
        settings.length = settings.first.len();
    }
    if !settings.first.is_empty() {
        settings.growing = false;
    }
    Ok(settings)
}

fn twice(context: &mut Context<'_>) -> Result<Failure, Halt> {
    refuse(context, &[b"cannot split in more than one way"]).map(Failure::Status)
}

fn chunks(context: &mut Context<'_>, text: &[u8]) -> Result<Way, Failure> {
    let (kind, rest) = match text {
        [kind @ (b'l' | b'r'), b'/', rest @ ..] => (*kind, rest),
        _ => (b'b', text),
    };
    let (which, total) = match rest.split_once_str("/") {
        Some((which, total)) => (Some(which), total),
        None => (None, rest),
    };
    let total = number(context, total, b"", b"number of chunks")?;
    let which = match which {
        None => 0,
        Some(which) => {
            let number = number(context, which, b"", b"chunk number")?;
            if number > total {
                let detail = b": Numerical result out of range";
                context.complain(&[b"invalid chunk number: ", &quote(which), detail])?;
                return Err(Failure::Status(1));
            }
            number
        }
    };
    Ok(match kind {
        b'l' => Way::ChunkLines(which, total),
        b'r' => Way::ChunkRobin(which, total),
        _ => Way::ChunkBytes(which, total),
    })
}

/// A piece that is being written.
enum Piece {
    File(Output),
    /// For `--filter`: a command at the other end of a pipe.
    Filter(Filter),
}

struct Filter {
    name: BString,
    output: Output,
    process: Rc<Process>,
    /// The command reads no more, which is its right.
    closed: bool,
}

impl Filter {
    fn put(&mut self, context: &Context<'_>, data: Option<Bytes>) -> Result<(), Halt> {
        if self.closed {
            return Ok(());
        }
        // Only while we write: the commands themselves are to end by it.
        let before = context.exec.process.disposition(Signal::PIPE);
        context.exec.process.set_disposition(Signal::PIPE, Disposition::Ignore);
        let result = match data {
            Some(data) => self.output.write_bytes(context.vfs(), data),
            None => self.output.flush(context.vfs()),
        };
        context.exec.process.set_disposition(Signal::PIPE, before);
        match result {
            Err(Halt::Write(Errno::Pipe)) => {
                self.closed = true;
                self.output.discard();
                Ok(())
            }
            other => other,
        }
    }
}

/// Starts the command of `--filter` for the piece `name`, which it finds in `$FILE`.
fn start_filter(context: &mut Context<'_>, name: BString, command: &BString) -> Result<Filter, Failure> {
    let shell = context.exec.env(b"SHELL").map_or_else(|| BString::from("/bin/sh"), BString::from);
    let (read, write) = Pipe::ends(&context.exec.kernel.scheduler);
    let mut exec = Exec { alone: false, ..context.exec.clone() };
    exec.set_env(b"FILE", Some(name.clone()));
    let _ = exec.fds.set(0, Some(Description::new(Source::PipeRead(read), true, false)));
    let shown = [shell.as_slice(), b" -c ", command].concat();
    let process = spawn_external(&exec, vec![shell, "-c".into(), command.clone()], false, move |exec, failure| {
        let text = reason(failure);
        exec.write_error(&[b"split: failed to run command: \"", &shown[..], b"\": ", text.as_bytes(), b"\n"].concat())?;
        // With a status of 1, not of 127.
        Err(Halt::Write(Errno::NotFound))
    })?;
    let output = Output::new(Some(Description::new(Source::PipeWrite(write), false, true)));
    Ok(Filter { name, output, process, closed: false })
}

struct Splitter {
    settings: Settings,
    prefix: BString,
    name: BString,
    /// The letters of the next name; `None` before the first.
    next: Option<Vec<usize>>,
    number: u64,
}

impl Splitter {
    fn read_failure(&self, context: &mut Context<'_>, error: IoError) -> Failure {
        match error {
            IoError::Halt(halt) => Failure::Halt(halt),
            IoError::Errno(errno) => {
                match context.complain(&[&quote_colon(&self.name), b": ", errno.message().as_bytes()]) {
                    Ok(()) => Failure::Status(1),
                    Err(halt) => Failure::Halt(halt),
                }
            }
        }
    }

    /// The next name of a piece.
    fn next_name(&mut self, context: &mut Context<'_>) -> Result<BString, Failure> {
        let settings = &mut self.settings;
        let base = settings.alphabet.len();
        match &mut self.next {
            None => {
                let mut letters = vec![0; settings.length];
                let start = settings.length - settings.first.len().min(settings.length);
                for (place, digit) in letters[start..].iter_mut().zip(&settings.first) {
                    *place = settings.alphabet.iter().position(|letter| letter == digit).unwrap_or(0);
                }
                self.next = Some(letters);
            }
            Some(letters) => {
                let mut at = letters.len();
                loop {
                    if at == 0 {
                        context.complain(&[b"output file suffixes exhausted"])?;
                        return Err(Failure::Status(1));
                    }
                    at -= 1;
                    letters[at] += 1;
                    if settings.growing && at == 0 && letters[0] + 1 == base {
                        // The last first letter begins longer names: `xyz` is followed by `xzaaa`.
                        settings.length += 1;
                        self.prefix.push(settings.alphabet[base - 1]);
                        *letters = vec![0; settings.length];
                        break;
                    }
                    if letters[at] < base {
                        break;
                    }
                    letters[at] = 0;
                }
            }
        }
        let letters = self.next.iter().flatten().map(|&letter| settings.alphabet[letter]);
        let suffix: Vec<u8> = letters.collect();
        Ok([self.prefix.as_slice(), &suffix, &settings.additional].concat().into())
    }

    fn begin(&mut self, context: &mut Context<'_>) -> Result<Piece, Failure> {
        let name = self.next_name(context)?;
        context.charge(10)?;
        self.number += 1;
        if self.settings.verbose {
            let (what, shown) = if self.settings.filter.is_some() {
                ("executing with FILE=", quote_colon(&name))
            } else {
                ("creating file ", quote_file(&name))
            };
            context.write(&[what.as_bytes(), &shown, b"\n"].concat())?;
        }
        if let Some(command) = &self.settings.filter {
            return Ok(Piece::Filter(start_filter(context, name, command)?));
        }
        match context.open(&name, OpenOptions::writing(context.new_mode(0o666))) {
            Ok(fd) => Ok(Piece::File(Output::new(Some(fd)))),
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(&name), b": ", errno.message().as_bytes()])?;
                Err(Failure::Status(1))
            }
        }
    }

    fn put(context: &mut Context<'_>, piece: &mut Piece, data: Bytes) -> Result<(), Failure> {
        match piece {
            Piece::File(output) => output.write_bytes(context.vfs(), data)?,
            Piece::Filter(filter) => filter.put(context, Some(data))?,
        }
        Ok(())
    }

    fn end(&self, context: &mut Context<'_>, piece: Piece) -> Result<(), Failure> {
        match piece {
            Piece::File(mut output) => output.flush(context.vfs())?,
            Piece::Filter(mut filter) => {
                filter.put(context, None)?;
                let Filter { name, output, process, .. } = filter;
                drop(output);
                let status = context.exec.kernel.scheduler.wait(&process)?.unwrap_or_default();
                let how = match process.killed_by() {
                    Some(Signal::PIPE) => return Ok(()),
                    Some(signal) => format!(", signal {}", signal.name().unwrap_or("?")),
                    None if status == 0 => return Ok(()),
                    None => format!(", exit {status}"),
                };
                let command = self.settings.filter.clone().unwrap_or_default();
                context.complain(&[b"with FILE=", &name, how.as_bytes(), b" from command: ", &command])?;
                return Err(Failure::Status(status));
            }
        }
        Ok(())
    }

    fn by_lines(&mut self, context: &mut Context<'_>, mut input: Input, count: u64) -> Result<(), Failure> {
        let separator = self.settings.separator;
        let mut piece = None;
        let mut lines = 0;
        loop {
            let mut data = input.read(context).map_err(|error| self.read_failure(context, error))?;
            if data.is_empty() {
                break;
            }
            while !data.is_empty() {
                let mut end = data.len();
                let mut full = false;
                for at in memchr::memchr_iter(separator, &data) {
                    lines += 1;
                    if lines == count {
                        (end, full, lines) = (at + 1, true, 0);
                        break;
                    }
                }
                let mut current = match piece.take() {
                    Some(piece) => piece,
                    None => self.begin(context)?,
                };
                Self::put(context, &mut current, data.split_to(end))?;
                if full {
                    self.end(context, current)?;
                } else {
                    piece = Some(current);
                }
            }
        }
        piece.map_or(Ok(()), |piece| self.end(context, piece))
    }

    fn by_bytes(&mut self, context: &mut Context<'_>, mut input: Input, size: u64) -> Result<(), Failure> {
        let mut piece = None;
        let mut room = size;
        loop {
            let mut data = input.read(context).map_err(|error| self.read_failure(context, error))?;
            if data.is_empty() {
                break;
            }
            while !data.is_empty() {
                let end = usize::try_from(room).unwrap_or(usize::MAX).min(data.len());
                let mut current = match piece.take() {
                    Some(piece) => piece,
                    None => self.begin(context)?,
                };
                Self::put(context, &mut current, data.split_to(end))?;
                room -= end as u64;
                if room == 0 {
                    room = size;
                    self.end(context, current)?;
                } else {
                    piece = Some(current);
                }
            }
        }
        piece.map_or(Ok(()), |piece| self.end(context, piece))
    }

    fn by_line_bytes(&mut self, context: &mut Context<'_>, mut input: Input, size: u64) -> Result<(), Failure> {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let separator = self.settings.separator;
        let mut piece: Option<(Piece, usize)> = None;
        loop {
            let record = input.read_record(context, separator).map_err(|error| self.read_failure(context, error))?;
            let Some(record) = record else { break };
            context.charge(1)?;
            let mut line = record.data.to_vec();
            if record.terminated {
                line.push(separator);
            }
            let mut line = Bytes::from(line);
            if piece.as_ref().is_some_and(|(_, used)| used + line.len() > size)
                && let Some((full, _)) = piece.take()
            {
                self.end(context, full)?;
            }
            // A line that is too long for any piece is cut.
            while line.len() > size {
                let mut whole = self.begin(context)?;
                Self::put(context, &mut whole, line.split_to(size))?;
                self.end(context, whole)?;
            }
            if line.is_empty() {
                continue;
            }
            let (mut current, used) = match piece.take() {
                Some(piece) => piece,
                None => (self.begin(context)?, 0),
            };
            let used = used + line.len();
            Self::put(context, &mut current, line)?;
            piece = Some((current, used));
        }
        piece.map_or(Ok(()), |(piece, _)| self.end(context, piece))
    }

    /// `-n N`, `-n l/N`: pieces of about equal size.
    fn chunks(
        &mut self,
        context: &mut Context<'_>,
        mut input: Input,
        which: u64,
        total: u64,
        lines: bool,
    ) -> Result<(), Failure> {
        if !input.fd().is_seekable() {
            context.complain(&[&quote_colon(&self.name), b": cannot determine file size"])?;
            return Err(Failure::Status(1));
        }
        let data = input.read_to_end(context).map_err(|error| self.read_failure(context, error))?;
        let length = data.len() as u64;
        let size = length / total;
        let mut start = 0usize;
        for chunk in 1..=total {
            context.charge(1)?;
            let nominal = if chunk == total { length } else { chunk.saturating_mul(size.max(1)) };
            let nominal = usize::try_from(nominal.min(length)).unwrap_or(usize::MAX);
            let end = if !lines || chunk == total {
                nominal.max(start)
            } else if start >= nominal {
                start
            } else {
                let from = nominal - 1;
                memchr::memchr(self.settings.separator, &data[from..]).map_or(data.len(), |at| from + at + 1)
            };
            let part = data.slice(start..end);
            start = end;
            if which == chunk {
                context.write_bytes(part)?;
                return Ok(());
            }
            if which > 0 || part.is_empty() && self.settings.elide {
                continue;
            }
            let mut piece = self.begin(context)?;
            Self::put(context, &mut piece, part)?;
            self.end(context, piece)?;
        }
        Ok(())
    }

    fn robin(&mut self, context: &mut Context<'_>, mut input: Input, which: u64, total: u64) -> Result<(), Failure> {
        let separator = self.settings.separator;
        let mut pieces: Vec<Piece> = Vec::new();
        if which == 0 && !self.settings.elide {
            for _ in 0..total {
                let piece = self.begin(context)?;
                pieces.push(piece);
            }
        }
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut turn = 0;
        loop {
            let record = input.read_record(context, separator).map_err(|error| self.read_failure(context, error))?;
            let Some(record) = record else { break };
            context.charge(1)?;
            let mut line = record.data.to_vec();
            if record.terminated {
                line.push(separator);
            }
            if which > 0 {
                if turn + 1 == which {
                    context.write(&line)?;
                    if self.settings.unbuffered {
                        context.flush()?;
                    }
                }
            } else {
                let place = if self.settings.elide {
                    match places.get(&turn) {
                        Some(place) => *place,
                        None => {
                            let piece = self.begin(context)?;
                            pieces.push(piece);
                            places.insert(turn, pieces.len() - 1);
                            pieces.len() - 1
                        }
                    }
                } else {
                    usize::try_from(turn).unwrap_or(usize::MAX)
                };
                if let Some(piece) = pieces.get_mut(place) {
                    Self::put(context, piece, Bytes::from(line))?;
                    if self.settings.unbuffered
                        && let Piece::File(output) = piece
                    {
                        output.flush(context.vfs())?;
                    }
                }
            }
            turn = (turn + 1) % total;
        }
        for piece in pieces {
            self.end(context, piece)?;
        }
        Ok(())
    }
}
