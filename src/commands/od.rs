//! `od`: bytes in octal and other forms.

use bstr::BString;
use bytes::Bytes;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::parse_size;
use super::shared::quote::{quote, quote_colon};
use shell::command::{Context, Input, Native, Outcome};
use shell::format::{self, Precision, Real, format_float};
use shell::kernel::{Halt, IoError};

const HELP: &str = "\
Usage: od [OPTION]... [FILE]...
Print the bytes of all FILEs, one after the other, in octal or as said.

With no FILE, or when FILE is -, read standard input.

  -A, --address-radix=RADIX   addresses in d, o, x, or none: n
      --endian={big|little}   order of the bytes in numbers
  -j, --skip-bytes=BYTES      leave out BYTES at the start
  -N, --read-bytes=BYTES      read at most BYTES
  -S BYTES, --strings[=BYTES] print texts of at least BYTES (3) printing characters that a NUL ends
  -t, --format=TYPE           print as TYPE: a (names), c (characters), d[SIZE], u[SIZE], o[SIZE], x[SIZE] (numbers),
                              f[SIZE] (floating point); SIZE is 1, 2, 4, 8 or C, S, I, L, for f F or D; a z behind it
                              adds the text
  -v, --output-duplicates     print lines that repeat, not only *
  -w[BYTES], --width[=BYTES]  print BYTES (32) for each line; 16 without the option
      --traditional           take arguments of the old form: [FILE] [[+]OFFSET[b] [[+]LABEL[b]]], in octal or 0x...
      --help                  show this help and exit
      --version               show the version and exit

Old options: -a = -t a, -b = -t o1, -c = -t c, -d = -t u2, -f = -t fF, -i = -t dI, -l = -t dL, -o = -t o2, -s = -t d2,
-x = -t x2. BYTES is hexadecimal with 0x, octal with 0, and may have a suffix b 512, KB 1000, K 1024, and so on.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('A', "address-radix", Takes::Value),
    Opt::long('E', "endian", Takes::Value),
    Opt::both('j', "skip-bytes", Takes::Value),
    Opt::both('N', "read-bytes", Takes::Value),
    Opt::short('S', Takes::Value),
    Opt { id: 'S', short: false, long: "strings", takes: Takes::Optional },
    Opt::both('t', "format", Takes::Value),
    Opt::both('v', "output-duplicates", Takes::Nothing),
    Opt::both('w', "width", Takes::Optional),
    Opt::short('a', Takes::Nothing),
    Opt::short('b', Takes::Nothing),
    Opt::short('c', Takes::Nothing),
    Opt::short('d', Takes::Nothing),
    Opt::short('e', Takes::Nothing),
    Opt::short('f', Takes::Nothing),
    Opt::short('h', Takes::Nothing),
    Opt::short('i', Takes::Nothing),
    Opt::short('l', Takes::Nothing),
    Opt::short('o', Takes::Nothing),
    Opt::short('s', Takes::Nothing),
    Opt::short('x', Takes::Nothing),
    Opt::long('T', "traditional", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "od", help: HELP, run }];

/// One form in which the bytes are printed.
#[derive(Clone, Copy)]
struct Form {
    /// `a c d u o x f`
    kind: u8,
    size: usize,
    /// Characters of the widest value.
    width: usize,
    /// The text is added.
    text: bool,
}

impl Form {
    fn new(kind: u8, size: usize) -> Form {
        let width = match (kind, size) {
            (b'a' | b'c', _) => 3,
            (b'o', 1) => 3,
            (b'o', 2) => 6,
            (b'o', 4) => 11,
            (b'o', _) => 22,
            (b'x', size) => 2 * size,
            (b'u', 1) => 3,
            (b'u', 2) => 5,
            (b'u', 4) => 10,
            (b'u', _) => 20,
            (b'd', 1) => 4,
            (b'd', 2) => 6,
            (b'd', 4) => 11,
            (b'd', _) => 20,
            (_, 4) => 15,
            _ => 24,
        };
        Form { kind, size, width, text: false }
    }
}

/// The address in parentheses.
#[derive(Clone, Copy)]
enum Label {
    /// There is no other: it is in octal.
    Alone,
    /// Behind the other, from which it differs by so much.
    Behind(u64),
}

struct Dump {
    forms: Vec<Form>,
    /// Base of addresses; `None`: no addresses.
    address: Option<u32>,
    /// A second address in parentheses: that of the first byte printed, and how much higher the others are.
    label: Option<Label>,
    big: bool,
    duplicates: bool,
    width: usize,
    /// What the forms fill a line of `width` bytes up to.
    line: usize,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut dump =
        Dump { forms: Vec::new(), address: Some(8), label: None, big: false, duplicates: false, width: 16, line: 0 };
    let (mut skip, mut most, mut strings, mut width) = (0, u64::MAX, None, None);
    let traditional = options.iter().any(|option| option.id == 'T');
    let modern = options.iter().any(|option| matches!(option.id, 'A' | 'j' | 'N' | 'S' | 't' | 'v' | 'w'));
    for option in &options {
        let value = option.value();
        match option.id {
            'A' => match value.first() {
                Some(b'd') => dump.address = Some(10),
                Some(b'o') => dump.address = Some(8),
                Some(b'x') => dump.address = Some(16),
                Some(b'n') => dump.address = None,
                _ => {
                    let what = b"invalid output address radix '";
                    let rest = b"'; it must be one character from [doxn]";
                    context.complain(&[what, value, rest])?;
                    return Ok(1);
                }
            },
            'E' => {
                let choices = &[("little", false), ("big", true)];
                match super::shared::choice::choose(context, "--endian", value, choices)? {
                    Some(big) => dump.big = big,
                    None => return Ok(1),
                }
            }
            'j' | 'N' | 'S' | 'w' => {
                let default = match option.id {
                    'S' => 3,
                    _ => 32,
                };
                let number = if option.value.is_none() { Some(default) } else { count(value) };
                let Some(number) = number else {
                    let name = match option.id {
                        'j' => "-j",
                        'N' => "-N",
                        'S' => "-S",
                        _ => "-w",
                    };
                    context.complain(&[b"invalid ", name.as_bytes(), b" argument '", value, b"'"])?;
                    return Ok(1);
                };
                match option.id {
                    'j' => skip = number,
                    'N' => most = number,
                    'S' => strings = Some(number),
                    _ => width = Some(number),
                }
            }
            't' => match forms(value) {
                Ok(forms) => dump.forms.extend(forms),
                Err(message) => {
                    context.complain(&[&message])?;
                    return Ok(1);
                }
            },
            'T' => {}
            'v' => dump.duplicates = true,
            letter => dump.forms.push(match letter {
                'a' => Form::new(b'a', 1),
                'b' => Form::new(b'o', 1),
                'c' => Form::new(b'c', 1),
                'd' => Form::new(b'u', 2),
                'e' => Form::new(b'f', 8),
                'f' => Form::new(b'f', 4),
                'i' => Form::new(b'd', 4),
                'l' => Form::new(b'd', 8),
                's' => Form::new(b'd', 2),
                'o' => Form::new(b'o', 2),
                _ => Form::new(b'x', 2),
            }),
        }
    }
    if dump.forms.is_empty() {
        dump.forms.push(Form::new(b'o', 2));
    }
    let unit = dump.forms.iter().map(|form| form.size).max().unwrap_or(1);
    if let Some(width) = width {
        // A line may not be longer than what one piece of output holds.
        match usize::try_from(width).ok().filter(|width| *width > 0 && width % unit == 0 && *width <= 1 << 20) {
            Some(width) => dump.width = width,
            None => {
                let text = format!("warning: invalid width {width}; using {unit} instead");
                context.complain(&[text.as_bytes()])?;
                dump.width = unit;
            }
        }
    }
    dump.line = dump.forms.iter().map(|form| (form.width + 1) * (dump.width / form.size)).max().unwrap_or(0);
    if traditional || !modern {
        if let Some((offset, label)) = old_operands(&mut operands, traditional) {
            skip = offset;
            dump.set_label(offset, label);
        }
        if traditional && let Some(extra) = operands.get(1) {
            context.complain(&[b"extra operand ", &quote(extra)])?;
            context.complain(&[b"compatibility mode supports at most one file"])?;
            options::hint(context)?;
            return Ok(1);
        }
    }
    if operands.is_empty() {
        operands.push("-".into());
    }
    let mut blocks = Blocks {
        operands: operands.iter(),
        name: BString::default(),
        input: None,
        chunk: Bytes::new(),
        skip,
        most,
        status: 0,
    };
    if !blocks.open(context)? {
        return Ok(blocks.status);
    }
    match strings {
        Some(least) => dump.strings(context, &mut blocks, skip, least)?,
        None => dump.lines(context, &mut blocks, skip)?,
    }
    let status = blocks.status;
    Ok(status)
}

/// An offset of the old form: octal, or hexadecimal behind `0x`, with a suffix `b` (512) or `B` (1024).
fn old_offset(text: &[u8]) -> Option<u64> {
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let (base, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        // A point would mean decimal, but is no suffix.
        _ => (8, text),
    };
    let length = digits.iter().take_while(|byte| char::from(**byte).is_digit(base)).count();
    let number = u64::from_str_radix(std::str::from_utf8(&digits[..length]).ok()?, base).ok()?;
    match &digits[length..] {
        [] => Some(number),
        b"b" => number.checked_mul(512),
        b"B" => number.checked_mul(1024),
        _ => None,
    }
}

/// Takes an offset and a label off the operands.
fn old_operands(operands: &mut Vec<BString>, traditional: bool) -> Option<(u64, Option<u64>)> {
    let looks_so = |text: &BString, digits: bool| {
        traditional || text.starts_with(b"+") || digits && text.first().is_some_and(u8::is_ascii_digit)
    };
    match operands.as_slice() {
        [offset] if looks_so(offset, false) => {
            let offset = old_offset(offset)?;
            operands.clear();
            Some((offset, None))
        }
        [first, second] if looks_so(second, true) => {
            let last = old_offset(second)?;
            if traditional && let Some(offset) = old_offset(first) {
                operands.clear();
                return Some((offset, Some(last)));
            }
            operands.truncate(1);
            Some((last, None))
        }
        [_, second, third] if traditional => {
            let found = (old_offset(second)?, Some(old_offset(third)?));
            operands.truncate(1);
            Some(found)
        }
        _ => None,
    }
}

/// A number of bytes, in C's notation with a suffix.
fn count(text: &[u8]) -> Option<u64> {
    let (base, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) => (8, rest),
        _ => return parse_size(text, b"bEGKkMmPTYZ0").ok(),
    };
    let length = digits.iter().take_while(|byte| char::from(**byte).is_digit(base)).count();
    let number = u64::from_str_radix(std::str::from_utf8(&digits[..length]).ok()?, base).ok()?;
    match &digits[length..] {
        [] => Some(number),
        suffix => number.checked_mul(parse_size(&[b"1", suffix].concat(), b"bEGKkMmPTYZ0").ok()?),
    }
}

fn forms(text: &[u8]) -> Result<Vec<Form>, Vec<u8>> {
    let invalid = || [&b"invalid type string "[..], &quote(text)].concat();
    let mut forms = Vec::new();
    let mut rest = text;
    while let Some((&kind, after)) = rest.split_first() {
        rest = after;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let size = match kind {
            b'a' | b'c' => 1,
            b'd' | b'u' | b'o' | b'x' | b'f' => {
                let (size, used) = match rest.first() {
                    Some(b'C') if kind != b'f' => (1, 1),
                    Some(b'S') if kind != b'f' => (2, 1),
                    Some(b'I') if kind != b'f' => (4, 1),
                    Some(b'L') if kind != b'f' => (8, 1),
                    Some(b'F') if kind == b'f' => (4, 1),
                    Some(b'D') if kind == b'f' => (8, 1),
                    _ if digits == 0 => (if kind == b'f' { 8 } else { 4 }, 0),
                    _ => {
                        let number = std::str::from_utf8(&rest[..digits]).ok().and_then(|text| text.parse().ok());
                        (number.ok_or_else(invalid)?, digits)
                    }
                };
                let known: &[usize] = if kind == b'f' { &[4, 8] } else { &[1, 2, 4, 8] };
                if !known.contains(&size) {
                    let what = if kind == b'f' { "floating point" } else { "integral" };
                    let tail = format!(";\nthis system doesn't provide a {size}-byte {what} type");
                    return Err([&invalid()[..], tail.as_bytes()].concat());
                }
                rest = &rest[used..];
                size
            }
            other => {
                let tail = format!("invalid character '{}' in type string ", char::from(other));
                return Err([tail.as_bytes(), &quote(text)].concat());
            }
        };
        let mut form = Form::new(kind, size);
        if let Some((b'z', after)) = rest.split_first() {
            form.text = true;
            rest = after;
        }
        forms.push(form);
    }
    Ok(forms)
}

/// The bytes of all operands, one after the other.
struct Blocks<'o> {
    operands: std::slice::Iter<'o, BString>,
    name: BString,
    input: Option<Input>,
    chunk: Bytes,
    /// Bytes still to leave out.
    skip: u64,
    /// Bytes still to read.
    most: u64,
    status: u8,
}

impl Blocks<'_> {
    /// Appends up to `size` bytes to `out`; fewer at the end. False: there were not so many to skip, which was reported.
    fn fill(&mut self, context: &mut Context<'_>, size: usize, out: &mut Vec<u8>) -> Result<bool, Halt> {
        while out.len() < size && self.most > 0 {
            if self.chunk.is_empty() && !self.read(context)? {
                break;
            }
            let wanted = (size - out.len()).min(self.chunk.len());
            let wanted = usize::try_from(self.most).unwrap_or(usize::MAX).min(wanted);
            out.extend_from_slice(&self.chunk.split_to(wanted));
            self.most -= wanted as u64;
        }
        if self.most == 0
            && let Some(mut input) = self.input.take()
        {
            // Others may read on behind what was wanted.
            input.unread(std::mem::take(&mut self.chunk));
            input.give_back();
        }
        if self.skip > 0 && self.most > 0 && out.is_empty() {
            context.complain(&[b"cannot skip past end of combined input"])?;
            self.status = 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// Opens the next operand that can be opened. False: there is none.
    fn open(&mut self, context: &mut Context<'_>) -> Result<bool, Halt> {
        for operand in self.operands.by_ref() {
            match context.open_operand(operand) {
                Ok(input) => {
                    (self.input, self.name) = (Some(input), operand.clone());
                    return Ok(true);
                }
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                    self.status = 1;
                }
            }
        }
        Ok(false)
    }

    /// Reads a piece that is not left out. False at the end of all operands.
    fn read(&mut self, context: &mut Context<'_>) -> Result<bool, Halt> {
        loop {
            let Some(input) = &mut self.input else {
                if !self.open(context)? {
                    return Ok(false);
                }
                continue;
            };
            match input.read(context) {
                Ok(data) if data.is_empty() => self.input = None,
                Ok(mut data) => {
                    let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(data.len());
                    self.skip -= skipped as u64;
                    self.chunk = data.split_off(skipped);
                    if !self.chunk.is_empty() {
                        return Ok(true);
                    }
                }
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[&quote_colon(&self.name), b": ", errno.message().as_bytes()])?;
                    self.status = 1;
                    self.input = None;
                }
            }
        }
    }
}

impl Dump {
    fn set_label(&mut self, offset: u64, label: Option<u64>) {
        self.label = label.map(|label| match self.address {
            None => Label::Alone,
            Some(_) => Label::Behind(label.wrapping_sub(offset)),
        });
    }

    fn lines(&self, context: &mut Context<'_>, blocks: &mut Blocks<'_>, start: u64) -> Result<(), Halt> {
        let mut out = Vec::new();
        let (mut block, mut previous) = (Vec::with_capacity(self.width), Vec::new());
        let mut starred = false;
        let mut at = start;
        loop {
            block.clear();
            if !blocks.fill(context, self.width, &mut block)? {
                return Ok(());
            }
            if block.is_empty() {
                break;
            }
            context.charge(1)?;
            let address = at;
            at = at.saturating_add(block.len() as u64);
            if !self.duplicates && block.len() == self.width && previous == block {
                if !starred {
                    context.write(b"*\n")?;
                }
                starred = true;
                continue;
            }
            starred = false;
            out.clear();
            for (index, form) in self.forms.iter().enumerate() {
                if index == 0 {
                    self.address(&mut out, address);
                } else if self.address.is_some() || self.label.is_some() {
                    let width = if self.address == Some(16) { 6 } else { 7 };
                    out.resize(out.len() + width, b' ');
                }
                self.form(&mut out, *form, &block);
            }
            context.write(&out)?;
            std::mem::swap(&mut previous, &mut block);
        }
        out.clear();
        self.address(&mut out, at);
        if !out.is_empty() {
            out.push(b'\n');
        }
        context.write(&out)
    }

    fn address(&self, out: &mut Vec<u8>, at: u64) {
        self.one_address(out, at);
        match self.label {
            None => {}
            Some(Label::Alone) => out.extend_from_slice(format!("({at:07o})").as_bytes()),
            Some(Label::Behind(difference)) => {
                out.extend_from_slice(b" (");
                self.one_address(out, at.wrapping_add(difference));
                out.push(b')');
            }
        }
    }

    fn one_address(&self, out: &mut Vec<u8>, at: u64) {
        match self.address {
            None => {}
            Some(8) => out.extend_from_slice(format!("{at:07o}").as_bytes()),
            Some(16) => out.extend_from_slice(format!("{at:06x}").as_bytes()),
            Some(_) => out.extend_from_slice(format!("{at:07}").as_bytes()),
        }
    }

    /// One line in one form. What all forms have too much or too little is spread over the fields.
    fn form(&self, out: &mut Vec<u8>, form: Form, block: &[u8]) {
        let fields = self.width / form.size;
        let pad = self.line - form.width * fields;
        let mut pad_left = pad;
        let shown = block.len().div_ceil(form.size);
        for index in 0..fields {
            let left = fields - index;
            let next = pad * (left - 1) / fields;
            let width = pad_left - next + form.width;
            pad_left = next;
            if index >= shown {
                if form.text {
                    out.resize(out.len() + width, b' ');
                }
                continue;
            }
            let mut unit = [0; 8];
            let piece = &block[index * form.size..block.len().min((index + 1) * form.size)];
            unit[..piece.len()].copy_from_slice(piece);
            if self.big {
                unit[..form.size].reverse();
            }
            let text = value(form, u64::from_le_bytes(unit));
            out.resize(out.len() + width.saturating_sub(text.len()), b' ');
            out.extend_from_slice(&text);
        }
        if form.text {
            out.extend_from_slice(b"  >");
            out.extend(block.iter().map(|byte| if (b' '..=b'~').contains(byte) { *byte } else { b'.' }));
            out.push(b'<');
        }
        out.push(b'\n');
    }

    fn strings(
        &self,
        context: &mut Context<'_>,
        blocks: &mut Blocks<'_>,
        start: u64,
        least: u64,
    ) -> Result<(), Halt> {
        /// Bytes looked at at once.
        const PIECE: usize = 4 << 10;
        let mut at = start;
        let mut piece = Vec::with_capacity(PIECE);
        // What may become a text, and where it began.
        let mut run: Vec<u8> = Vec::new();
        loop {
            piece.clear();
            if !blocks.fill(context, PIECE, &mut piece)? || piece.is_empty() {
                return Ok(());
            }
            context.charge_bytes(piece.len())?;
            for byte in &piece {
                at = at.saturating_add(1);
                if matches!(byte, b' '..=b'~') {
                    run.push(*byte);
                    continue;
                }
                if *byte == 0 && run.len() as u64 >= least && !run.is_empty() {
                    let mut out = Vec::with_capacity(run.len() + 16);
                    self.address(&mut out, at - 1 - run.len() as u64);
                    if self.address.is_some() {
                        out.push(b' ');
                    }
                    out.extend_from_slice(&run);
                    out.push(b'\n');
                    context.write(&out)?;
                }
                run.clear();
            }
        }
    }
}

fn value(form: Form, bits: u64) -> Vec<u8> {
    let unused = 64 - 8 * form.size as u32;
    let signed = ((bits << unused) as i64) >> unused;
    match form.kind {
        b'a' => named(bits as u8),
        b'c' => character(bits as u8),
        b'o' => format!("{bits:0width$o}", width = form.width).into_bytes(),
        b'x' => format!("{bits:0width$x}", width = form.width).into_bytes(),
        b'u' => bits.to_string().into_bytes(),
        b'd' => signed.to_string().into_bytes(),
        _ if form.size == 4 => shortest(f64::from(f32::from_bits(bits as u32)), 6..=9, true),
        _ => shortest(f64::from_bits(bits), 15..=17, false),
    }
}

/// `%g` with the fewest digits that give the number back.
fn shortest(value: f64, digits: std::ops::RangeInclusive<usize>, single: bool) -> Vec<u8> {
    let mut text = Vec::new();
    // Numbers below the normal ones have fewer digits to begin with.
    let least = if single { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    let first = if value.abs() < least { 1 } else { *digits.start() };
    for precision in first..=*digits.end() {
        text.clear();
        let spec = format::Spec { precision: Some(precision), ..format::Spec::default() };
        format_float(&mut text, &spec, b'g', Real::from_f64(value));
        let back = Real::parse(&text, Precision::Double).value.to_f64();
        if back == value || (single && back as f32 == value as f32) {
            break;
        }
    }
    text
}

fn named(byte: u8) -> Vec<u8> {
    const NAMES: [&str; 33] = [
        "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si", "dle",
        "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp",
    ];
    let byte = byte & 0x7f;
    match NAMES.get(usize::from(byte)) {
        Some(name) => name.as_bytes().to_vec(),
        None if byte == 0x7f => b"del".to_vec(),
        None => vec![byte],
    }
}

fn character(byte: u8) -> Vec<u8> {
    let letter = match byte {
        0 => b'0',
        7 => b'a',
        8 => b'b',
        12 => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        11 => b'v',
        b' '..=b'~' => return vec![byte],
        _ => return format!("{byte:03o}").into_bytes(),
    };
    vec![b'\\', letter]
}
