//! `cut`: chosen bytes or fields of each line.

use bstr::ByteSlice;

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::{each_input, refuse};
use super::shared::quote::quote;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::IoError;

const HELP: &str = "\
Usage: cut OPTION... [FILE]...
Print chosen parts of each line of each FILE.

With no FILE, or when FILE is -, read standard input.

  -b, --bytes=LIST        choose bytes
  -c, --characters=LIST   choose characters, which are bytes here
  -d, --delimiter=DELIM   fields end at DELIM instead of TAB
  -f, --fields=LIST       choose fields; lines without a delimiter are printed whole unless -s is given
  -n                      (ignored)
      --complement        choose what LIST does not name
  -s, --only-delimited    leave out lines without a delimiter
      --output-delimiter=STRING  put STRING between the parts instead of the delimiter
  -z, --zero-terminated   lines end in NUL, not newline
      --help              show this help and exit
      --version           show the version and exit

One of -b, -c and -f is needed. LIST is made of N, N-, N-M and -M, counted from 1, with commas between. Parts come in
the order of the line, each once.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "bytes", Takes::Value),
    Opt::both('c', "characters", Takes::Value),
    Opt::both('f', "fields", Takes::Value),
    Opt::both('d', "delimiter", Takes::Value),
    Opt::short('n', Takes::Nothing),
    Opt::both('s', "only-delimited", Takes::Nothing),
    Opt::long('o', "output-delimiter", Takes::Value),
    Opt::long('C', "complement", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "cut", help: HELP, run }];

/// First and last, counted from 1.
type Range = (u64, u64);

struct Cutter {
    ranges: Vec<Range>,
    delimiter: u8,
    /// Between the parts; `None` with bytes: nothing.
    output: Option<Vec<u8>>,
    only_delimited: bool,
    terminator: u8,
    /// Room for one line.
    out: Vec<u8>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut list = None;
    let mut fields = false;
    let (mut delimiter, mut output) = (None, None);
    let (mut only_delimited, mut complement, mut terminator) = (false, false, b'\n');
    for option in &options {
        match option.id {
            'b' | 'c' | 'f' => {
                if list.is_some() {
                    return refuse(context, &[b"only one list may be specified"]);
                }
                fields = option.id == 'f';
                list = Some(option.value());
            }
            'd' => match option.value().as_bytes() {
                [] => delimiter = Some(0),
                [byte] => delimiter = Some(*byte),
                _ => return refuse(context, &[b"the delimiter must be a single character"]),
            },
            's' => only_delimited = true,
            'o' => output = Some(if option.value().is_empty() { vec![0] } else { option.value().to_vec() }),
            'C' => complement = true,
            'z' => terminator = 0,
            _ => {}
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    let Some(list) = list else {
        return refuse(context, &[b"you must specify a list of bytes, characters, or fields"]);
    };
    if !fields && delimiter.is_some() {
        return refuse(context, &[b"an input delimiter may be specified only when operating on fields"]);
    }
    if !fields && only_delimited {
        return refuse(context, &[b"suppressing non-delimited lines makes sense\n\tonly when operating on fields"]);
    }
    let mut ranges = match parse_list(list, fields) {
        Ok(ranges) => merge(ranges),
        Err(message) => return refuse(context, &[&message]),
    };
    if complement {
        ranges = complement_of(&ranges);
    }
    let delimiter = delimiter.unwrap_or(b'\t');
    if fields && output.is_none() {
        output = Some(vec![delimiter]);
    }
    let mut cutter = Cutter { ranges, delimiter, output, only_delimited, terminator, out: Vec::new() };
    each_input(context, &operands, |context, _, input| {
        if !fields {
            cutter.bytes(context, input)
        } else if delimiter == terminator {
            cutter.lines(context, input)
        } else {
            cutter.fields(context, input)
        }
    })
}

fn parse_list(list: &[u8], fields: bool) -> Result<Vec<Range>, Vec<u8>> {
    let zero = || {
        let text: &[u8] =
            if fields { b"fields are numbered from 1" } else { b"byte/character positions are numbered from 1" };
        Err(text.to_vec())
    };
    let mut ranges = Vec::new();
    let mut rest = list;
    loop {
        let first = number(&mut rest, fields)?;
        let mut range = (first.unwrap_or(1), first.unwrap_or(0));
        if rest.first() == Some(&b'-') {
            rest = &rest[1..];
            if first == Some(0) {
                return zero();
            }
            let last = number(&mut rest, fields)?;
            if rest.first() == Some(&b'-') {
                let text: &[u8] = if fields { b"invalid field range" } else { b"invalid byte or character range" };
                return Err(text.to_vec());
            }
            range.1 = last.unwrap_or(u64::MAX);
            if matches!(rest.first(), None | Some(b',' | b' ' | b'\t')) {
                if first.is_none() && last.is_none() {
                    return Err(b"invalid range with no endpoint: -".to_vec());
                }
                if range.1 < range.0 {
                    return Err(b"invalid decreasing range".to_vec());
                }
            }
        } else if matches!(rest.first(), None | Some(b',' | b' ' | b'\t')) && range.1 == 0 {
            return zero();
        }
        match rest.split_first() {
            None => {
                ranges.push(range);
                return Ok(ranges);
            }
            Some((b',' | b' ' | b'\t', after)) => {
                ranges.push(range);
                rest = after;
            }
            Some(_) => {
                let text: &[u8] = if fields { b"invalid field value " } else { b"invalid byte/character position " };
                return Err([text, &quote(rest)].concat());
            }
        }
    }
}

/// The digits at the start of `rest`.
fn number(rest: &mut &[u8], fields: bool) -> Result<Option<u64>, Vec<u8>> {
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, after) = rest.split_at(length);
    if digits.is_empty() {
        return Ok(None);
    }
    let add = |value: u64, digit: &u8| value.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
    match digits.iter().try_fold(0u64, add).filter(|value| *value < u64::MAX) {
        Some(value) => {
            *rest = after;
            Ok(Some(value))
        }
        None => {
            let what: &[u8] = if fields { b"field number " } else { b"byte/character offset " };
            Err([what, &quote(digits), b" is too large"].concat())
        }
    }
}

/// Sorted, and those that overlap as one. Neighbours stay apart: the output delimiter comes between them.
fn merge(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_unstable();
    let mut merged: Vec<Range> = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match merged.last_mut() {
            Some((_, end)) if first <= *end => *end = last.max(*end),
            _ => merged.push((first, last)),
        }
    }
    merged
}

fn complement_of(ranges: &[Range]) -> Vec<Range> {
    let mut result = Vec::with_capacity(ranges.len() + 1);
    let mut next = 1;
    for (first, last) in ranges {
        if *first > next {
            result.push((next, first - 1));
        }
        match last.checked_add(1) {
            Some(after) => next = after,
            None => return result,
        }
    }
    result.push((next, u64::MAX));
    result
}

impl Cutter {
    fn bytes(&mut self, context: &mut Context<'_>, input: &mut Input) -> Result<(), IoError> {
        while let Some(record) = input.read_record(context, self.terminator)? {
            let line = &record.data;
            context.charge(1)?;
            self.out.clear();
            let mut any = false;
            for (first, last) in &self.ranges {
                let start = usize::try_from(first - 1).unwrap_or(usize::MAX);
                if start >= line.len() {
                    break;
                }
                let end = usize::try_from(*last).unwrap_or(usize::MAX).min(line.len());
                if any && let Some(output) = &self.output {
                    self.out.extend_from_slice(output);
                }
                any = true;
                self.out.extend_from_slice(&line[start..end]);
            }
            self.out.push(self.terminator);
            context.write(&self.out)?;
        }
        Ok(())
    }

    fn fields(&mut self, context: &mut Context<'_>, input: &mut Input) -> Result<(), IoError> {
        while let Some(record) = input.read_record(context, self.terminator)? {
            let line = &record.data;
            context.charge(1)?;
            self.out.clear();
            if memchr::memchr(self.delimiter, line).is_none() {
                if self.only_delimited {
                    continue;
                }
                self.out.extend_from_slice(line);
            } else {
                self.choose(line);
            }
            if record.terminated || !self.loses_end(line) {
                self.out.push(self.terminator);
            }
            context.write(&self.out)?;
        }
        Ok(())
    }

    /// Whether GNU forgets the NUL behind a last line without one: behind a first field that it has read as a whole, to
    /// see whether there are others, and of which nothing follows.
    fn loses_end(&self, line: &[u8]) -> bool {
        self.terminator == 0
            && self.waits_for_delimiter()
            && memchr::memchr(self.delimiter, line).is_some_and(|at| at + 1 == line.len())
    }

    /// Whether a first field is not printed before it is known that others follow.
    fn waits_for_delimiter(&self) -> bool {
        self.only_delimited == self.ranges.first().is_some_and(|range| range.0 <= 1)
    }

    /// Fields that are lines: the whole input is one record.
    fn lines(&mut self, context: &mut Context<'_>, input: &mut Input) -> Result<(), IoError> {
        let data = input.read_to_end(context)?;
        if data.is_empty() {
            return Ok(());
        }
        let body = data.strip_suffix(&[self.terminator]).unwrap_or(&data);
        self.out.clear();
        // The first field is read as a whole where it matters whether there are others.
        let is_one = memchr::memchr(self.delimiter, body).is_none();
        let waits = self.waits_for_delimiter();
        if is_one && self.only_delimited && !(waits && body.len() < data.len()) {
            return Ok(());
        }
        if waits && is_one && body.len() == data.len() {
            self.out.extend_from_slice(&data);
        } else {
            self.choose(body);
        }
        self.out.push(self.terminator);
        context.write(&self.out)?;
        Ok(())
    }

    /// Appends the chosen fields of a line.
    fn choose(&mut self, line: &[u8]) {
        let mut ranges = self.ranges.iter();
        let Some(mut range) = ranges.next() else { return };
        let mut index = 0u64;
        let mut start = 0;
        let mut any = false;
        loop {
            index += 1;
            let end = memchr::memchr(self.delimiter, &line[start..]).map(|at| start + at);
            while index > range.1 {
                match ranges.next() {
                    Some(next) => range = next,
                    None => return,
                }
            }
            if index >= range.0 {
                if any && let Some(output) = &self.output {
                    self.out.extend_from_slice(output);
                }
                any = true;
                self.out.extend_from_slice(&line[start..end.unwrap_or(line.len())]);
            }
            match end {
                Some(end) => start = end + 1,
                None => return,
            }
        }
    }
}
