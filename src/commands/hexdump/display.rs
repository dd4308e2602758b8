//! Blocks of input through the formats: repeated blocks become `*`, the end of a short block becomes blanks.

use bstr::BString;
use bytes::Bytes;

use super::colors;
use super::format::{Format, Piece, What};
use super::shown;
use shell::command::{Context, Input, Outcome};
use shell::format::{Radix, Real, Spec, format_float, format_signed, format_unsigned};
use shell::kernel::{Halt, IoError, Source};
use workspace::Errno;

#[derive(Default)]
pub struct Dump {
    pub length: Option<u64>,
    pub skip: u64,
    /// `-v`
    pub all: bool,
    pub colors: bool,
    /// The offset of the block.
    address: u64,
    failed: bool,
    /// Some file could be opened.
    opened: bool,
}

/// Where in the run of equal blocks we are.
#[derive(PartialEq, Eq)]
enum Repeats {
    First,
    Wait,
    Repeated,
}

/// The bytes of all files, one after the other.
struct Files<'a> {
    names: std::slice::Iter<'a, BString>,
    input: Option<Input>,
    name: BString,
    chunk: Bytes,
    left: Option<u64>,
}

/// The names of control characters.
const NAMES: [&str; 32] = [
    "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so", "si", "dle",
    "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us",
];

impl Dump {
    pub fn run(
        &mut self,
        context: &mut Context<'_>,
        formats: Vec<Format>,
        block: usize,
        names: &[BString],
    ) -> Outcome {
        let mut files = Files {
            names: names.iter(),
            input: None,
            name: BString::from("stdin"),
            chunk: Bytes::new(),
            left: self.length,
        };
        if names.is_empty() {
            match context.stdin() {
                Ok(input) => files.input = Some(input),
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[b"stdin: ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            }
            if !self.pass(context, &mut files)? {
                return Ok(1);
            }
        }
        let mut repeats = Repeats::First;
        let mut previous: Vec<u8> = Vec::new();
        let mut current: Vec<u8> = Vec::new();
        // Where the input ended inside a block.
        let mut end = None;
        loop {
            current.clear();
            let more = self.fill(context, &mut files, block, &mut current)?;
            if !more {
                return Ok(1);
            }
            // A block of no bytes is at once at its end.
            if current.is_empty() {
                break;
            }
            context.charge_bytes(block)?;
            if current.len() < block {
                end = Some(self.address + current.len() as u64);
                current.resize(block, 0);
                self.print(context, &formats, &current, end)?;
                break;
            }
            if self.all || repeats == Repeats::First || current != previous {
                repeats = Repeats::Wait;
                self.print(context, &formats, &current, None)?;
                std::mem::swap(&mut previous, &mut current);
            } else {
                if repeats == Repeats::Wait {
                    context.write(b"*\n")?;
                }
                repeats = Repeats::Repeated;
            }
            self.address += block as u64;
        }
        let end = end.unwrap_or(self.address);
        let last = formats.iter().flat_map(|format| &format.units).rfind(|unit| unit.at_end);
        if let Some(unit) = last
            && end > 0
        {
            let mut out = Vec::new();
            for piece in &unit.pieces {
                if matches!(piece.what, What::Text | What::Offset(_)) {
                    show(&mut out, piece, &[], end);
                }
            }
            context.write(&out)?;
        }
        if self.failed && !self.opened {
            context.complain(&[b"all input file arguments failed"])?;
        }
        Ok(u8::from(self.failed))
    }

    /// Opens the next file. False: there is none.
    fn open(&mut self, context: &mut Context<'_>, files: &mut Files<'_>) -> Result<Option<bool>, Halt> {
        for name in files.names.by_ref() {
            match context.open(name, shell::kernel::OpenOptions::reading()) {
                Ok(fd) => {
                    files.input = Some(Input::new(fd));
                    files.name = name.clone();
                    self.opened = true;
                    return Ok(Some(self.pass(context, files)?));
                }
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[&shown(name), b": ", errno.message().as_bytes()])?;
                    self.failed = true;
                }
            }
        }
        Ok(None)
    }

    /// `-s`: passes over the start. False: that cannot be done, which was reported.
    fn pass(&mut self, context: &mut Context<'_>, files: &mut Files<'_>) -> Result<bool, Halt> {
        if self.skip == 0 {
            return Ok(true);
        }
        let Some(input) = &files.input else { return Ok(true) };
        let fd = input.fd();
        let size = match &fd.source {
            Source::File(file) => context.vfs().stat_open(file).map(|stat| stat.size).ok(),
            Source::Bytes(data) => Some(data.len() as u64),
            _ => None,
        };
        match size {
            Some(size) if self.skip >= size => {
                self.address += size;
                self.skip -= size;
                fd.seek(size);
            }
            _ if fd.is_seekable() || matches!(fd.source, Source::Folder) => {
                fd.seek(self.skip);
                self.address += self.skip;
                self.skip = 0;
            }
            _ => {
                let text = Errno::IllegalSeek.message().as_bytes();
                context.complain(&[&shown(&files.name), b": ", text])?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads up to a block. False: to go on makes no sense, which was reported.
    fn fill(
        &mut self,
        context: &mut Context<'_>,
        files: &mut Files<'_>,
        block: usize,
        out: &mut Vec<u8>,
    ) -> Result<bool, Halt> {
        while out.len() < block && files.left != Some(0) {
            if files.chunk.is_empty() {
                if files.input.is_none() {
                    match self.open(context, files)? {
                        Some(true) => {}
                        Some(false) => return Ok(false),
                        None => return Ok(true),
                    }
                }
                let Some(input) = &mut files.input else { return Ok(true) };
                match input.read(context) {
                    Ok(chunk) => files.chunk = chunk,
                    Err(IoError::Halt(halt)) => return Err(halt),
                    Err(IoError::Errno(errno)) => {
                        context.complain(&[&shown(&files.name), b": ", errno.message().as_bytes()])?;
                    }
                }
                if files.chunk.is_empty() {
                    files.input = None;
                    if files.names.len() == 0 {
                        return Ok(true);
                    }
                    continue;
                }
            }
            let mut wanted = (block - out.len()).min(files.chunk.len());
            if let Some(left) = &mut files.left {
                wanted = wanted.min(usize::try_from(*left).unwrap_or(usize::MAX));
                *left -= wanted as u64;
            }
            out.extend_from_slice(&files.chunk.split_to(wanted));
        }
        Ok(true)
    }

    /// Prints a block in all formats. What lies at or behind `end` becomes blanks.
    fn print(&self, context: &mut Context<'_>, formats: &[Format], block: &[u8], end: Option<u64>) -> Result<(), Halt> {
        let mut out = Vec::new();
        for format in formats {
            let mut at = 0usize;
            'units: for unit in &format.units {
                if unit.at_end {
                    break 'units;
                }
                let last = unit.pieces.len().saturating_sub(1);
                for round in (0..unit.count).rev() {
                    for (index, piece) in unit.pieces.iter().enumerate() {
                        let address = self.address + at as u64;
                        let trimmed = round == 0 && unit.trim && index == last;
                        if trimmed {
                            out.extend_from_slice(&piece.before[..piece.before.len() - 1]);
                        } else if end.is_some_and(|end| address >= end) && piece.what != What::Text {
                            blank(&mut out, piece);
                        } else {
                            let bytes = block.get(at..).unwrap_or_default();
                            self.show_colored(&mut out, piece, bytes, address);
                        }
                        at = at.saturating_add(piece.bytes);
                    }
                    if out.len() > 16 << 10 {
                        context.charge_bytes(out.len())?;
                        context.write(&out)?;
                        out.clear();
                    }
                }
            }
        }
        context.charge_bytes(out.len())?;
        context.write(&out)
    }

    fn show_colored(&self, out: &mut Vec<u8>, piece: &Piece, bytes: &[u8], address: u64) {
        let own = bytes.get(..piece.bytes).unwrap_or(bytes);
        match colors::pick(&piece.colors, own, address).filter(|_| self.colors) {
            Some(sequence) => {
                out.extend_from_slice(sequence);
                show(out, piece, bytes, address);
                out.extend_from_slice(colors::RESET);
            }
            None => show(out, piece, bytes, address),
        }
    }
}

/// A conversion of bytes that are not there: as wide as it is at least.
fn blank(out: &mut Vec<u8>, piece: &Piece) {
    out.extend_from_slice(&piece.before);
    Spec { width: piece.spec.width, ..Spec::default() }.pad(out, b"");
}

/// Prints a piece; the bytes of numbers stand in the order of the machine, the lowest first.
fn show(out: &mut Vec<u8>, piece: &Piece, bytes: &[u8], address: u64) {
    out.extend_from_slice(&piece.before);
    let spec = &piece.spec;
    let byte = bytes.first().copied().unwrap_or(0);
    let text = |out: &mut Vec<u8>, text: &[u8]| spec.string(out, text);
    match piece.what {
        What::Text => {}
        What::Offset(base) => format_unsigned(out, spec, address, radix(base)),
        What::Byte => spec.pad(out, &[byte]),
        What::Character => match byte {
            0 => text(out, b"\\0"),
            7 => text(out, b"\\a"),
            8 => text(out, b"\\b"),
            12 => text(out, b"\\f"),
            b'\n' => text(out, b"\\n"),
            b'\r' => text(out, b"\\r"),
            b'\t' => text(out, b"\\t"),
            11 => text(out, b"\\v"),
            b' '..=b'~' => spec.pad(out, &[byte]),
            _ => text(out, format!("{byte:03o}").as_bytes()),
        },
        What::Printable => spec.pad(out, &[if matches!(byte, b' '..=b'~') { byte } else { b'.' }]),
        What::Name => match byte {
            0x7f => text(out, b"del"),
            b' '..=b'~' => spec.pad(out, &[byte]),
            _ => match NAMES.get(usize::from(byte)) {
                Some(name) => text(out, name.as_bytes()),
                None => format_unsigned(out, spec, u64::from(byte), Radix::Hex),
            },
        },
        What::Signed => {
            let value = unsigned(bytes, piece.bytes);
            let shift = 64 - 8 * piece.bytes.clamp(1, 8) as u32;
            format_signed(out, spec, (value << shift) as i64 >> shift);
        }
        What::Unsigned(base) => format_unsigned(out, spec, unsigned(bytes, piece.bytes), radix(base)),
        What::Float(letter) => {
            let bits = unsigned(bytes, piece.bytes);
            let value = if piece.bytes == 4 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
            // A precision from a format string may be anything.
            let spec = Spec { precision: spec.precision.map(|precision| precision.min(4096)), ..*spec };
            format_float(out, &spec, letter, Real::from_f64(value));
        }
        What::String => {
            let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
            spec.string(out, &bytes[..end]);
        }
    }
}

fn unsigned(bytes: &[u8], count: usize) -> u64 {
    bytes.iter().take(count.min(8)).rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn radix(letter: u8) -> Radix {
    match letter {
        b'o' => Radix::Octal,
        b'x' => Radix::Hex,
        b'X' => Radix::UpperHex,
        _ => Radix::Decimal,
    }
}
