//! `wc`: counts lines, words, characters, bytes, and the widest line.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::operands::{Files0, Name, read_files0};
use super::shared::quote::{quote_colon, quote_file};
use super::shared::unicode;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError, Source, Stat};
use workspace::Errno;

const HELP: &str = "\
Usage: wc [OPTION]... [FILE]...
  or:  wc [OPTION]... --files0-from=F
Print counts for each FILE, and a total for several. Words are what white space separates.

With no FILE, or when FILE is -, read standard input.

The counts are printed in this order: lines, words, characters, bytes, widest line.
  -c, --bytes            print the count of bytes
  -m, --chars            print the count of characters
  -l, --lines            print the count of newlines
      --files0-from=F    read names that end in NUL from F; F may be -
  -L, --max-line-length  print the width of the widest line
  -w, --words            print the count of words
      --help             show this help and exit
      --version          show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "bytes", Takes::Nothing),
    Opt::both('m', "chars", Takes::Nothing),
    Opt::both('l', "lines", Takes::Nothing),
    Opt::long('0', "files0-from", Takes::Value),
    Opt::both('L', "max-line-length", Takes::Nothing),
    Opt::both('w', "words", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "wc", help: HELP, run }];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Which {
    lines: bool,
    words: bool,
    chars: bool,
    bytes: bool,
    width: bool,
}

impl Which {
    fn count(self) -> usize {
        [self.lines, self.words, self.chars, self.bytes, self.width].into_iter().filter(|wanted| *wanted).count()
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    lines: u64,
    words: u64,
    chars: u64,
    bytes: u64,
    width: u64,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut which = Which::default();
    let mut files0 = None;
    for option in options {
        match option.id {
            'c' => which.bytes = true,
            'm' => which.chars = true,
            'l' => which.lines = true,
            'L' => which.width = true,
            'w' => which.words = true,
            _ => files0 = option.value,
        }
    }
    if which == Which::default() {
        which = Which { lines: true, words: true, bytes: true, ..which };
    }
    let mut status = 0;
    let stdin_only = operands.is_empty() && files0.is_none();
    if stdin_only {
        operands.push("-".into());
    }
    let mut width = None;
    let names = match files0 {
        None => operands.into_iter().map(Name::Good).collect(),
        Some(file) => {
            // Names that come through a pipe are not known when the first line is printed.
            if !is_regular(context, &file) {
                width = Some(1);
            }
            match read_files0(context, &file, &operands, quote_file)? {
                Files0::Names(names) => names,
                Files0::Failed => return Ok(1),
            }
        }
    };
    let width = width.unwrap_or_else(|| number_width(context, which, &names));
    let mut total = Counts::default();
    for name in &names {
        let operand = match name {
            Name::Good(operand) => operand,
            Name::Bad(message) => {
                context.complain(&[message])?;
                status = 1;
                continue;
            }
        };
        let name = quote_colon(operand);
        let opened = context.open_operand(operand);
        let Some(mut input) = context.report(&name, opened)? else {
            status = 1;
            continue;
        };
        let mut counter = Counter::new(which);
        match counter.read(context, &mut input) {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&name, b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
        let counts = counter.finish();
        let shown = if stdin_only { None } else { Some(operand.as_bytes()) };
        write_line(context, which, counts, width, shown)?;
        total.lines = total.lines.saturating_add(counts.lines);
        total.words = total.words.saturating_add(counts.words);
        total.chars = total.chars.saturating_add(counts.chars);
        total.bytes = total.bytes.saturating_add(counts.bytes);
        total.width = total.width.max(counts.width);
    }
    if names.len() > 1 {
        write_line(context, which, total, width, Some(b"total"))?;
    }
    Ok(status)
}

/// The attributes of an operand; `None` for a standard input that is no file.
fn stat_operand(context: &Context<'_>, operand: &BString) -> Option<Result<Stat, Errno>> {
    if operand != "-" {
        return Some(context.vfs().stat(context.cwd(), operand));
    }
    match context.exec.fds.get(0).map(|fd| &fd.source) {
        Some(Source::File(file)) => Some(context.vfs().stat_open(file)),
        _ => None,
    }
}

fn is_regular(context: &Context<'_>, operand: &BString) -> bool {
    matches!(stat_operand(context, operand), Some(Ok(stat)) if stat.is_file())
}

/// Digits of the columns: enough for the bytes of all regular files together, at least 7 when others are among them.
fn number_width(context: &Context<'_>, which: Which, names: &[Name]) -> usize {
    if names.len() == 1 && which.count() == 1 {
        return 1;
    }
    let mut least = 1;
    let mut total: u64 = 0;
    for name in names {
        let Name::Good(operand) = name else { continue };
        let Some(stat) = stat_operand(context, operand) else {
            least = 7;
            continue;
        };
        match stat {
            Ok(stat) if stat.is_file() => total = total.saturating_add(stat.size),
            Ok(_) => least = 7,
            Err(_) => {}
        }
    }
    let digits = total.checked_ilog10().map_or(1, |log| log as usize + 1);
    digits.max(least)
}

fn write_line(
    context: &mut Context<'_>,
    which: Which,
    counts: Counts,
    width: usize,
    name: Option<&[u8]>,
) -> Result<(), Halt> {
    let columns = [
        (which.lines, counts.lines),
        (which.words, counts.words),
        (which.chars, counts.chars),
        (which.bytes, counts.bytes),
        (which.width, counts.width),
    ];
    let mut line = String::new();
    for (_, count) in columns.into_iter().filter(|(wanted, _)| *wanted) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&format!("{count:width$}"));
    }
    let mut line = line.into_bytes();
    if let Some(name) = name {
        line.push(b' ');
        if name.contains(&b'\n') {
            line.extend_from_slice(&quote_colon(name));
        } else {
            line.extend_from_slice(name);
        }
    }
    line.push(b'\n');
    context.write(&line)
}

/// Counts over the pieces of one file.
struct Counter {
    which: Which,
    counts: Counts,
    in_word: bool,
    column: u64,
    /// The start of a character whose rest is in the next piece.
    partial: Vec<u8>,
}

impl Counter {
    fn new(which: Which) -> Counter {
        Counter { which, counts: Counts::default(), in_word: false, column: 0, partial: Vec::new() }
    }

    fn read(&mut self, context: &mut Context<'_>, input: &mut Input) -> Result<(), IoError> {
        let only_bytes = !(self.which.lines || self.which.words || self.which.chars || self.which.width);
        if only_bytes && let Source::File(file) = &input.fd().source {
            let size = context.vfs().stat_open(file)?.size;
            self.counts.bytes = size.saturating_sub(input.fd().offset());
            // GNU reads to the end of what fills whole pages; elsewhere it stays where it is.
            if size.is_multiple_of(4096) {
                input.fd().seek(size.max(input.fd().offset()));
            }
            return Ok(());
        }
        loop {
            let data = input.read(context)?;
            if data.is_empty() {
                return Ok(());
            }
            self.add(&data);
        }
    }

    fn add(&mut self, data: &[u8]) {
        self.counts.bytes += data.len() as u64;
        if self.which.width || self.which.words {
            if self.which.lines {
                self.counts.lines += memchr::memchr_iter(b'\n', data).count() as u64;
            }
            self.scan(data);
            return;
        }
        if self.which.lines {
            self.counts.lines += memchr::memchr_iter(b'\n', data).count() as u64;
        }
        if self.which.chars {
            self.scan(data);
        }
    }

    fn scan(&mut self, data: &[u8]) {
        let mut rest = data;
        if !self.partial.is_empty() {
            // Finish the character that was cut: at most three bytes are missing.
            let missing = rest.len().min(3);
            let mut joined = std::mem::take(&mut self.partial);
            let before = joined.len();
            joined.extend_from_slice(&rest[..missing]);
            let mut at = 0;
            while at < before {
                if unicode::is_truncated(&joined[at..]) && missing == rest.len() {
                    self.partial = joined.split_off(at);
                    return;
                }
                let (character, length) = unicode::decode(&joined[at..]);
                self.character(character);
                at += length;
            }
            rest = &rest[at - before..];
        }
        while let Some(&byte) = rest.first() {
            if byte.is_ascii() {
                let run = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
                let (ascii, after) = rest.split_at(run);
                self.ascii(ascii);
                rest = after;
                continue;
            }
            let (character, length) = unicode::decode(rest);
            if character.is_none() && rest.len() < 4 && unicode::is_truncated(rest) {
                self.partial = rest.to_vec();
                return;
            }
            self.character(character);
            rest = &rest[length..];
        }
    }

    fn ascii(&mut self, text: &[u8]) {
        self.counts.chars += text.len() as u64;
        if self.which.width {
            text.iter().for_each(|byte| self.ascii_width(*byte));
        }
        if self.which.words {
            let mut in_word = self.in_word;
            let mut words = 0;
            for &byte in text {
                match CLASS[usize::from(byte)] {
                    Class::Space => in_word = false,
                    Class::Print => {
                        words += u64::from(!in_word);
                        in_word = true;
                    }
                    Class::Other => {}
                }
            }
            self.in_word = in_word;
            self.counts.words += words;
        }
    }

    fn ascii_width(&mut self, byte: u8) {
        match byte {
            b'\n' | b'\r' | 0x0c => {
                self.counts.width = self.counts.width.max(self.column);
                self.column = 0;
            }
            b'\t' => self.column += 8 - self.column % 8,
            0x20..=0x7e => self.column += 1,
            _ => {}
        }
    }

    fn character(&mut self, character: Option<char>) {
        let Some(character) = character else { return };
        if character.is_ascii() {
            self.ascii(&[character as u8]);
            return;
        }
        self.counts.chars += 1;
        if self.which.width {
            self.column += unicode::width(character).unwrap_or(0) as u64;
        }
        if unicode::is_word_space(character) {
            self.in_word = false;
        } else if unicode::is_print(character) && !self.in_word {
            self.in_word = true;
            self.counts.words += 1;
        }
    }

    fn finish(mut self) -> Counts {
        self.counts.width = self.counts.width.max(self.column);
        self.counts
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Print,
    Other,
}

static CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'\t'..=b'\r' | b' ' => Class::Space,
            0x21..=0x7e => Class::Print,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn count(pieces: &[&[u8]]) -> Counts {
        let mut counter = Counter::new(Which { lines: true, words: true, chars: true, bytes: true, width: true });
        pieces.iter().for_each(|piece| counter.add(piece));
        counter.finish()
    }

    #[test]
    fn characters_may_be_cut_between_pieces() {
        let whole = "añb 日本\u{a0}x\ty\n\u{1}\n".as_bytes();
        let expected = count(&[whole]);
        assert_eq!(expected, Counts { lines: 2, words: 4, chars: 13, bytes: 19, width: 17 });
        for cut in 0..whole.len() {
            assert_eq!(count(&[&whole[..cut], &whole[cut..]]), expected, "cut at {cut}");
        }
    }

    #[test]
    fn bad_bytes_are_no_characters_and_no_words() {
        let counts = count(&[b"\xff\xfe", b"\xe0\xa0"]);
        assert_eq!(counts, Counts { bytes: 4, ..Counts::default() });
    }
}
