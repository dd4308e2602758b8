//! `xxd`: a hexadecimal dump, and the way back.

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use shell::command::{Context, Input, Native, Outcome, Output};
use shell::kernel::{Halt, IoError, OpenOptions};

use super::options::version_line;
use workspace::Errno;

const HELP: &str = "\
Usage:
       xxd [options] [infile [outfile]]
    or
       xxd -r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]
Options:
    -a          one * for lines of NUL bytes
    -b          bits instead of hexadecimal digits
    -C          capital letters in the names of -i
    -c cols     so many bytes in a line: 16 (-i 12, -ps 30)
    -d          offsets in decimal
    -E          characters in EBCDIC
    -e          little-endian words
    -g bytes    so many bytes in a group: 2 (-e 4, -b 1)
    -h          show this help and exit
    -i          as an array in C
    -l len      stop after so many bytes
    -n name     the name of the array of -i
    -o off      add this to the offsets
    -ps         plain digits
    -r          from a dump back to bytes
    -s [+][-]seek  begin there; from the end with -
    -u          capital letters as digits
    -v          show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "xxd", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hex,
    Bits,
    LittleEndian,
    Plain,
    Include,
}

struct Settings {
    kind: Kind,
    autoskip: bool,
    capital_names: bool,
    columns: Option<usize>,
    decimal: bool,
    ebcdic: bool,
    group: Option<usize>,
    length: Option<u64>,
    name: Option<BString>,
    offset: i64,
    revert: bool,
    seek: Option<(i64, bool)>,
    upper: bool,
}

/// The most bytes in a line of digits.
const MOST_COLUMNS: usize = 256;

fn run(context: &mut Context<'_>) -> Outcome {
    let mut settings = Settings {
        kind: Kind::Hex,
        autoskip: false,
        capital_names: false,
        columns: None,
        decimal: false,
        ebcdic: false,
        group: None,
        length: None,
        name: None,
        offset: 0,
        revert: false,
        seek: None,
        upper: false,
    };
    let args = context.args();
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        if arg.len() < 2 || arg[0] != b'-' {
            break;
        }
        index += 1;
        // Options are known by their first letters; a second dash is passed over.
        let word = if arg.len() > 2 && arg.starts_with(b"--") { &arg[1..] } else { arg.as_slice() };
        if word == b"--" {
            break;
        }
        let mut value = |attached: &[u8]| -> Option<BString> {
            if !attached.is_empty() {
                return Some(attached.into());
            }
            let value = args.get(index).cloned();
            index += 1;
            value
        };
        let rest = &word[2..];
        match word[1] {
            b'a' => settings.autoskip = !settings.autoskip,
            b'b' => settings.kind = Kind::Bits,
            b'C' => settings.capital_names = true,
            b'c' if rest.starts_with(b"ap") => settings.capital_names = true,
            b'c' => {
                let attached = if rest.starts_with(b"ol") { b"".as_slice() } else { rest };
                let Some(text) = value(attached) else { return usage(context) };
                settings.columns = Some(usize::try_from(integer(&text)).unwrap_or(0));
            }
            b'd' => settings.decimal = true,
            b'E' => settings.ebcdic = true,
            b'e' => settings.kind = Kind::LittleEndian,
            b'g' => {
                let attached = if rest.starts_with(b"roup") { b"".as_slice() } else { rest };
                let Some(text) = value(attached) else { return usage(context) };
                settings.group = Some(usize::try_from(integer(&text)).unwrap_or(0));
            }
            b'h' => return usage(context),
            b'i' => settings.kind = Kind::Include,
            b'l' => {
                let attached = if rest.starts_with(b"en") { b"".as_slice() } else { rest };
                let Some(text) = value(attached) else { return usage(context) };
                settings.length = u64::try_from(integer(&text)).ok();
            }
            b'n' => {
                let attached = if rest.starts_with(b"ame") { b"".as_slice() } else { rest };
                let Some(text) = value(attached) else { return usage(context) };
                settings.name = Some(text);
            }
            b'o' => {
                let attached = if rest.starts_with(b"ffset") { b"".as_slice() } else { rest };
                let Some(text) = value(attached) else { return usage(context) };
                settings.offset = integer(&text);
            }
            b'p' => settings.kind = Kind::Plain,
            b'r' => settings.revert = true,
            b's' => {
                let attached = if rest.starts_with(b"kip") || rest.starts_with(b"eek") { b"".as_slice() } else { rest };
                let Some(text) = value(attached) else { return usage(context) };
                let text = text.strip_prefix(b"+").unwrap_or(&text);
                settings.seek = Some((integer(text.strip_prefix(b"-").unwrap_or(text)), text.starts_with(b"-")));
            }
            b'u' => settings.upper = true,
            b'v' => {
                context.write(version_line("xxd").as_bytes())?;
                return Ok(0);
            }
            _ => return usage(context),
        }
    }
    let operands = args.get(index..).unwrap_or_default();
    if operands.len() > 2 {
        return usage(context);
    }
    let default = match settings.kind {
        Kind::Plain => 30,
        Kind::Include => 12,
        Kind::Bits => 6,
        _ => 16,
    };
    let columns = match settings.columns {
        None | Some(0) => default,
        Some(columns) if columns > MOST_COLUMNS && !matches!(settings.kind, Kind::Plain | Kind::Include) => {
            let text = format!("invalid number of columns (max. {MOST_COLUMNS}).");
            context.complain(&[text.as_bytes()])?;
            return Ok(1);
        }
        Some(columns) => columns,
    };
    // `-c 0` of plain output is one endless line.
    let endless = settings.columns == Some(0) && settings.kind == Kind::Plain;
    let dash = BString::from("-");
    let name = operands.first().unwrap_or(&dash);
    let opened = context.open_operand(name).and_then(|mut input| Ok((input.read(context)?, input)));
    let (first, mut input) = match opened {
        Ok(opened) => opened,
        Err(IoError::Halt(halt)) => return Err(halt),
        // A folder can be opened, but not read; nothing is there to be reverted.
        Err(IoError::Errno(Errno::IsDir)) if settings.revert => return Ok(0),
        Err(IoError::Errno(Errno::IsDir)) => {
            context.complain(&[Errno::IsDir.message().as_bytes()])?;
            return Ok(2);
        }
        Err(IoError::Errno(errno)) => {
            context.complain(&[name, b": ", errno.message().as_bytes()])?;
            return Ok(2);
        }
    };
    input.unread(first);
    let sink = match operands.get(1).filter(|name| *name != "-") {
        None => None,
        Some(name) => {
            let options = OpenOptions { truncate: !settings.revert, ..OpenOptions::writing(context.new_mode(0o666)) };
            match context.open(name, options) {
                Ok(fd) => Some(Output::new(Some(fd))),
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[name, b": ", errno.message().as_bytes()])?;
                    return Ok(3);
                }
            }
        }
    };
    let mut sink = Sink(sink);
    match (settings.revert, settings.kind) {
        (true, Kind::Plain) => revert_plain(context, &mut input, &mut sink)?,
        (true, Kind::Include | Kind::LittleEndian | Kind::Bits) => {
            context.complain(&[b"Sorry, cannot revert this type of hexdump"])?;
            return Ok(255);
        }
        (true, Kind::Hex) => {
            let data = all(context, &mut input)?;
            let bytes = revert(context, &settings, columns, &data)?;
            sink.write(context, bytes)?;
        }
        (false, _) => {
            let columns = if endless { usize::MAX } else { columns };
            dump(context, &settings, columns, name, &mut input, &mut sink)?;
        }
    }
    if let Some(output) = &mut sink.0 {
        output.flush(context.vfs())?;
    }
    Ok(0)
}

/// The file that was named for what is written, or standard output.
struct Sink(Option<Output>);

impl Sink {
    fn write(&mut self, context: &mut Context<'_>, bytes: Vec<u8>) -> Result<(), Halt> {
        context.charge_bytes(bytes.len())?;
        match &mut self.0 {
            Some(output) => output.write(context.vfs(), &bytes),
            None => context.write_bytes(Bytes::from(bytes)),
        }
    }
}

/// What is left of an input; an error ends it.
fn all(context: &Context<'_>, input: &mut Input) -> Result<Bytes, Halt> {
    Ok(IoError::or_none(input.read_to_end(context))?.unwrap_or_default())
}

/// The next bytes of an input; none at its end, and where it fails.
fn piece(context: &Context<'_>, input: &mut Input) -> Result<Bytes, Halt> {
    Ok(IoError::or_none(input.read(context))?.unwrap_or_default())
}

/// Dumps an input piece by piece: what reads the dump may stop early, and a length may be given of what has no end.
fn dump(
    context: &mut Context<'_>,
    settings: &Settings,
    columns: usize,
    name: &BString,
    input: &mut Input,
    sink: &mut Sink,
) -> Result<(), Halt> {
    let mut skipped = 0;
    let start = match settings.seek {
        None => 0,
        Some((back, true)) => {
            let data = all(context, input)?;
            let start = (data.len() as i64).saturating_sub(back).max(0);
            input.unread(data);
            start
        }
        Some((ahead, false)) => ahead.max(0),
    };
    let mut left = settings.length.unwrap_or(u64::MAX);
    let mut rows = Rows::new(settings, columns, name);
    let mut pending: Vec<u8> = Vec::new();
    loop {
        let mut chunk = if left == 0 { Bytes::new() } else { piece(context, input)? };
        let mut is_last = chunk.is_empty();
        let ahead = usize::try_from(start - skipped).unwrap_or(usize::MAX).min(chunk.len());
        chunk = chunk.slice(ahead..);
        skipped += ahead as i64;
        chunk.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        left -= chunk.len() as u64;
        is_last |= left == 0;
        pending.extend_from_slice(&chunk);
        // The last row is not like the others, so one waits until it is known.
        let whole = match (is_last, columns) {
            (true, _) | (_, usize::MAX) => pending.len(),
            _ => pending.len().saturating_sub(1) / columns * columns,
        };
        let mut out = Vec::new();
        match settings.kind {
            Kind::Plain => rows.plain(&pending[..whole], is_last, &mut out),
            Kind::Include => rows.include(&pending[..whole], is_last, &mut out),
            _ => rows.dump(context, start, &pending[..whole], is_last, &mut out)?,
        }
        pending.drain(..whole);
        sink.write(context, out)?;
        if is_last {
            return Ok(());
        }
    }
}

fn usage(context: &mut Context<'_>) -> Outcome {
    context.write_error(HELP.as_bytes())?;
    Ok(1)
}

/// `strtol` with base 0.
fn integer(text: &[u8]) -> i64 {
    let text = text.trim_start();
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let (radix, digits) = match digits {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', rest @ ..] => (8, rest),
        _ => (10, digits),
    };
    let mut value = 0i64;
    for digit in digits.iter().map_while(|byte| char::from(*byte).to_digit(radix)) {
        value = value.saturating_mul(i64::from(radix)).saturating_add(i64::from(digit));
    }
    if negative { -value } else { value }
}

fn digits(settings: &Settings) -> &'static [u8; 16] {
    if settings.upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" }
}

/// What was dumped so far.
struct Rows<'s> {
    settings: &'s Settings,
    columns: usize,
    /// The name of the array of `-i`.
    variable: Option<Vec<u8>>,
    /// Bytes so far.
    count: u64,
    /// Rows of NUL bytes one after the other, and the second of them.
    zeros: u64,
    held: Vec<u8>,
}

impl<'s> Rows<'s> {
    fn new(settings: &'s Settings, columns: usize, name: &'s BString) -> Rows<'s> {
        let given = settings.name.as_ref().or_else(|| Some(name).filter(|name| *name != "-"));
        let variable = given.map(|name| {
            let mut variable = Vec::new();
            if name.first().is_some_and(u8::is_ascii_digit) {
                variable.extend_from_slice(b"__");
            }
            variable.extend(name.iter().map(|&byte| match byte {
                byte if !byte.is_ascii_alphanumeric() => b'_',
                byte if settings.capital_names => byte.to_ascii_uppercase(),
                byte => byte,
            }));
            variable
        });
        Rows { settings, columns, variable, count: 0, zeros: 0, held: Vec::new() }
    }

    fn plain(&mut self, data: &[u8], is_last: bool, out: &mut Vec<u8>) {
        let digits = digits(self.settings);
        for line in data.chunks(self.columns) {
            for byte in line {
                out.extend_from_slice(&[digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
            }
            if self.columns != usize::MAX {
                out.push(b'\n');
            }
        }
        self.count += data.len() as u64;
        if is_last && self.columns == usize::MAX && self.count > 0 {
            out.push(b'\n');
        }
    }

    fn include(&mut self, data: &[u8], is_last: bool, out: &mut Vec<u8>) {
        if let Some(variable) = self.variable.as_ref().filter(|_| self.count == 0) {
            out.extend_from_slice(b"unsigned char ");
            out.extend_from_slice(variable);
            out.extend_from_slice(b"[] = {\n");
        }
        for byte in data {
            let lead: &[u8] = match self.count {
                0 => b"  ",
                count if count.is_multiple_of(self.columns as u64) => b",\n  ",
                _ => b", ",
            };
            self.count += 1;
            out.extend_from_slice(lead);
            let digits = digits(self.settings);
            out.extend_from_slice(if self.settings.upper { b"0X" } else { b"0x" });
            out.extend_from_slice(&[digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
        }
        if !is_last {
            return;
        }
        if self.count > 0 {
            out.push(b'\n');
        }
        if let Some(variable) = &self.variable {
            out.extend_from_slice(b"};\nunsigned int ");
            out.extend_from_slice(variable);
            let suffix: &[u8] = if self.settings.capital_names { b"_LEN" } else { b"_len" };
            out.extend_from_slice(suffix);
            out.extend_from_slice(format!(" = {};\n", self.count).as_bytes());
        }
    }

    fn dump(
        &mut self,
        context: &Context<'_>,
        start: i64,
        data: &[u8],
        is_last: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Halt> {
        let (settings, columns) = (self.settings, self.columns);
        let default = match settings.kind {
            Kind::Bits => 1,
            Kind::LittleEndian => 4,
            _ => 2,
        };
        let group = match settings.group.unwrap_or(default) {
            0 => columns,
            group => group.min(columns),
        };
        let per_byte = if settings.kind == Kind::Bits { 8 } else { 2 };
        let width = group * per_byte + 1;
        let digits = digits(settings);
        let text_at = (width * columns - 1) / group + 2;
        let total = data.len().div_ceil(columns);
        let (mut hex, mut text, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for (row, line) in data.chunks(columns).enumerate() {
            context.charge_bytes(line.len() * 4)?;
            hex.clear();
            hex.resize(text_at, b' ');
            text.clear();
            for (index, &byte) in line.iter().enumerate() {
                let place = if settings.kind == Kind::LittleEndian {
                    index - index % group + (group - 1 - index % group)
                } else {
                    index
                };
                let at = width * (place / group) + per_byte * (place % group);
                if per_byte == 8 {
                    for bit in 0..8 {
                        if let Some(slot) = hex.get_mut(at + bit) {
                            *slot = b'0' + (byte >> (7 - bit) & 1);
                        }
                    }
                } else if at + 1 < hex.len() {
                    hex[at] = digits[usize::from(byte >> 4)];
                    hex[at + 1] = digits[usize::from(byte & 15)];
                }
                let shown = if settings.ebcdic { ebcdic(byte) } else { byte };
                text.push(if (0x20..0x7f).contains(&shown) { shown } else { b'.' });
            }
            let offset = start.saturating_add(settings.offset).saturating_add_unsigned(self.count);
            self.count += line.len() as u64;
            whole.clear();
            if settings.decimal {
                whole.extend_from_slice(format!("{offset:08}: ").as_bytes());
            } else {
                whole.extend_from_slice(format!("{:08x}: ", offset as u64 & u64::from(u32::MAX)).as_bytes());
            }
            whole.extend_from_slice(&hex);
            whole.extend_from_slice(&text);
            whole.push(b'\n');
            let is_zero = settings.autoskip && line.iter().all(|byte| *byte == 0);
            if is_zero && !(is_last && row + 1 == total) {
                self.zeros += 1;
                match self.zeros {
                    1 => out.extend_from_slice(&whole),
                    2 => self.held.clone_from(&whole),
                    3 => {
                        self.held.clear();
                        out.extend_from_slice(b"*\n");
                    }
                    _ => {}
                }
                continue;
            }
            out.append(&mut self.held);
            self.zeros = 0;
            out.extend_from_slice(&whole);
        }
        Ok(())
    }
}

/// The character of an EBCDIC byte, for those that print.
fn ebcdic(byte: u8) -> u8 {
    const RANGES: &[(u8, &[u8])] = &[
        (0x40, b" "),
        (0x4a, b"[.<(+!&"),
        (0x5a, b"]$*);^-/"),
        (0x6b, b",%_>?"),
        (0x7a, b":#@'=\""),
        (0x81, b"abcdefghi"),
        (0x91, b"jklmnopqr"),
        (0xa1, b"~stuvwxyz"),
        (0xc0, b"{ABCDEFGHI"),
        (0xd0, b"}JKLMNOPQR"),
        (0xe2, b"STUVWXYZ"),
        (0xf0, b"0123456789"),
    ];
    for (start, letters) in RANGES {
        if let Some(letter) = byte.checked_sub(*start).and_then(|index| letters.get(usize::from(index))) {
            return *letter;
        }
    }
    b'.'
}

/// From plain digits back to the bytes.
fn revert_plain(context: &mut Context<'_>, input: &mut Input, sink: &mut Sink) -> Result<(), Halt> {
    let mut high = None;
    loop {
        let data = piece(context, input)?;
        if data.is_empty() {
            return Ok(());
        }
        let mut out = Vec::with_capacity(data.len() / 2 + 1);
        for &byte in &data {
            match (char::from(byte).to_digit(16), high.take()) {
                (Some(digit), None) => high = Some(digit),
                (Some(digit), Some(high)) => out.push((high << 4 | digit) as u8),
                // A lone digit before something else is dropped.
                (None, _) => {}
            }
        }
        sink.write(context, out)?;
    }
}

/// From a dump back to the bytes.
fn revert(context: &Context<'_>, settings: &Settings, columns: usize, data: &[u8]) -> Result<Vec<u8>, Halt> {
    let mut out: Vec<u8> = Vec::new();
    let limit = context.vfs().with_tree(|tree| tree.limits().file_bytes);
    let shift = match settings.seek {
        Some((by, true)) => -by,
        Some((by, false)) => by,
        None => 0,
    };
    for line in data.lines() {
        context.charge_bytes(line.len() + 1)?;
        let line = line.trim_start();
        let length = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if length == 0 {
            continue;
        }
        let offset = line[..length].iter().fold(0u64, |value, byte| {
            value.saturating_mul(16).saturating_add(u64::from(char::from(*byte).to_digit(16).unwrap_or(0)))
        });
        let mut rest = &line[length..];
        rest = rest.strip_prefix(b":").unwrap_or(rest);
        let mut at = offset.saturating_add_signed(shift);
        let mut bytes = Vec::new();
        let mut spaces = 0;
        let mut high: Option<u32> = None;
        for &byte in rest {
            if bytes.len() == columns {
                break;
            }
            match char::from(byte).to_digit(16) {
                Some(digit) => {
                    spaces = 0;
                    match high.take() {
                        None => high = Some(digit),
                        Some(high) => bytes.push((high << 4 | digit) as u8),
                    }
                }
                None if byte == b' ' || byte == b'\t' => {
                    spaces += 1;
                    // Two spaces begin the text.
                    if spaces > 1 {
                        break;
                    }
                }
                None => break,
            }
        }
        if at > limit {
            continue;
        }
        for byte in bytes {
            let place = usize::try_from(at).unwrap_or(usize::MAX);
            if at >= limit {
                break;
            }
            if place >= out.len() {
                context.charge_bytes(place - out.len())?;
                out.resize(place + 1, 0);
            }
            out[place] = byte;
            at += 1;
        }
    }
    Ok(out)
}
