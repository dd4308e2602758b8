//! `base32`, `base64` and `basenc`: bytes as letters of several alphabets, and back.

use bstr::ByteSlice;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::{check_operands, refuse};
use super::shared::number::parse_size;
use super::shared::quote::{quote, quote_colon};
use shell::command::{Context, Input, Native, Outcome};

const BASE32: &str = "\
Usage: base32 [OPTION]... [FILE]
Print FILE, or standard input, in base 32.

  -d, --decode          turn base 32 back into bytes
  -i, --ignore-garbage  when decoding, pass over bytes that are no letters of base 32
  -w, --wrap=COLS       break lines after COLS letters (76); 0 for no breaks
      --help            show this help and exit
      --version         show the version and exit
";

const BASE64: &str = "\
Usage: base64 [OPTION]... [FILE]
Print FILE, or standard input, in base 64.

  -d, --decode          turn base 64 back into bytes
  -i, --ignore-garbage  when decoding, pass over bytes that are no letters of base 64
  -w, --wrap=COLS       break lines after COLS letters (76); 0 for no breaks
      --help            show this help and exit
      --version         show the version and exit
";

const BASENC: &str = "\
Usage: basenc [OPTION]... [FILE]
Print FILE, or standard input, in an encoding that one of the options chooses.

      --base64          as base64
      --base64url       base 64 that is safe in file names and URLs
      --base32          as base32
      --base32hex       base 32 with the digits 0-9A-V
      --base16          hexadecimal digits
      --base2msbf       bits, the highest of each byte first
      --base2lsbf       bits, the lowest first
      --z85             ZeroMQ's base 85: four bytes are five letters
  -d, --decode          turn letters back into bytes
  -i, --ignore-garbage  when decoding, pass over bytes that are no letters of the encoding
  -w, --wrap=COLS       break lines after COLS letters (76); 0 for no breaks
      --help            show this help and exit
      --version         show the version and exit
";

const COMMON: &[Opt] = &[
    Opt::both('d', "decode", Takes::Nothing),
    Opt::both('i', "ignore-garbage", Takes::Nothing),
    Opt::both('w', "wrap", Takes::Value),
];

/// `base32` and `base64`.
const SPEC: Spec = Spec::new(COMMON);

const BASENC_SPEC: Spec = Spec::new(&[
    Opt::both('d', "decode", Takes::Nothing),
    Opt::both('i', "ignore-garbage", Takes::Nothing),
    Opt::both('w', "wrap", Takes::Value),
    Opt::long('1', "base64", Takes::Nothing),
    Opt::long('2', "base64url", Takes::Nothing),
    Opt::long('3', "base32", Takes::Nothing),
    Opt::long('4', "base32hex", Takes::Nothing),
    Opt::long('5', "base16", Takes::Nothing),
    Opt::long('6', "base2msbf", Takes::Nothing),
    Opt::long('7', "base2lsbf", Takes::Nothing),
    Opt::long('8', "z85", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[
    Native { name: "base32", help: BASE32, run: |context| run(context, &SPEC, Some(Encoding::BASE32)) },
    Native { name: "base64", help: BASE64, run: |context| run(context, &SPEC, Some(Encoding::BASE64)) },
    Native { name: "basenc", help: BASENC, run: |context| run(context, &BASENC_SPEC, None) },
];

#[derive(Clone, Copy)]
struct Encoding {
    letters: &'static [u8],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// So many bits for a letter, filled up with `=` to so many letters (1: never).
    Bits(u32, usize),
    LowestFirst,
    Z85,
}

impl Encoding {
    const BASE64: Encoding = Encoding {
        letters: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        kind: Kind::Bits(6, 4),
    };
    const BASE64_URL: Encoding = Encoding {
        letters: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        kind: Kind::Bits(6, 4),
    };
    const BASE32: Encoding = Encoding { letters: b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", kind: Kind::Bits(5, 8) };
    const BASE32_HEX: Encoding = Encoding { letters: b"0123456789ABCDEFGHIJKLMNOPQRSTUV", kind: Kind::Bits(5, 8) };
    const BASE16: Encoding = Encoding { letters: b"0123456789ABCDEF", kind: Kind::Bits(4, 2) };
    const BASE2: Encoding = Encoding { letters: b"01", kind: Kind::Bits(1, 8) };
    const BASE2_LOW: Encoding = Encoding { letters: b"01", kind: Kind::LowestFirst };
    const Z85: Encoding = Encoding {
        letters: b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#",
        kind: Kind::Z85,
    };

    /// What each byte stands for.
    fn table(self) -> [u8; 256] {
        let mut table = [NO_LETTER; 256];
        for (index, letter) in self.letters.iter().enumerate() {
            table[usize::from(*letter)] = index as u8;
        }
        table
    }

    fn is_padded(self) -> bool {
        matches!(self.kind, Kind::Bits(5 | 6, _))
    }
}

/// In the table of letters.
const NO_LETTER: u8 = 255;

fn run(context: &mut Context<'_>, spec: &Spec, encoding: Option<Encoding>) -> Outcome {
    let (options, mut operands) = match options::read(context, spec)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let (mut decode, mut garbage, mut wrap, mut encoding) = (false, false, 76, encoding);
    for option in options {
        match option.id {
            'd' => decode = true,
            'i' => garbage = true,
            'w' => match parse_size(option.value(), b"") {
                Ok(columns) => wrap = usize::try_from(columns).unwrap_or(usize::MAX),
                Err(_) => {
                    context.complain(&[b"invalid wrap size: ", &quote(option.value())])?;
                    return Ok(1);
                }
            },
            '1' => encoding = Some(Encoding::BASE64),
            '2' => encoding = Some(Encoding::BASE64_URL),
            '3' => encoding = Some(Encoding::BASE32),
            '4' => encoding = Some(Encoding::BASE32_HEX),
            '5' => encoding = Some(Encoding::BASE16),
            '6' => encoding = Some(Encoding::BASE2),
            '7' => encoding = Some(Encoding::BASE2_LOW),
            _ => encoding = Some(Encoding::Z85),
        }
    }
    let Some(encoding) = encoding else {
        return refuse(context, &[b"missing encoding type"]);
    };
    if let Some(status) = check_operands(context, spec, &operands, 0, 1)? {
        return Ok(status);
    }
    let operand = operands.pop().unwrap_or_else(|| "-".into());
    let data = context.open_operand(&operand);
    let Some(mut input) = context.report(&quote_colon(&operand), data)? else { return Ok(1) };
    if decode { decode_all(context, &mut input, encoding, garbage) } else { encode_all(context, &mut input, encoding, wrap) }
}

/// So many bytes fill whole letters in every encoding.
const UNIT: usize = 60;

/// Piece by piece, as what reads the letters may stop early.
fn encode_all(context: &mut Context<'_>, input: &mut Input, encoding: Encoding, wrap: usize) -> Outcome {
    let mut pending: Vec<u8> = Vec::new();
    let mut column = 0;
    loop {
        let chunk = input.read(context);
        let Some(chunk) = context.report(b"read error", chunk)? else { return Ok(1) };
        let is_last = chunk.is_empty();
        pending.extend_from_slice(&chunk);
        let whole = if is_last { pending.len() } else { pending.len() - pending.len() % UNIT };
        let (letters, good) = encoded(encoding, &pending[..whole]);
        pending.drain(..whole);
        let mut rest = &letters[..];
        while !rest.is_empty() && wrap > 0 {
            let (line, behind) = rest.split_at(rest.len().min(wrap - column));
            context.write(line)?;
            column += line.len();
            rest = behind;
            if column == wrap {
                context.write(b"\n")?;
                column = 0;
            }
        }
        context.write(rest)?;
        if is_last {
            if column > 0 {
                context.write(b"\n")?;
            }
            if !good {
                context.complain(&[b"invalid input (length must be multiple of 4 characters)"])?;
            }
            return Ok(u8::from(!good));
        }
    }
}

fn decode_all(context: &mut Context<'_>, input: &mut Input, encoding: Encoding, garbage: bool) -> Outcome {
    let group = match encoding.kind {
        Kind::Bits(_, group) => group,
        Kind::LowestFirst => 8,
        Kind::Z85 => 5,
    };
    let table = encoding.table();
    let padded = encoding.is_padded();
    let mut letters: Vec<u8> = Vec::new();
    loop {
        let chunk = input.read(context);
        let Some(chunk) = context.report(b"read error", chunk)? else { return Ok(1) };
        let is_last = chunk.is_empty();
        // Newlines are always passed over.
        letters.extend(chunk.iter().copied().filter(|byte| {
            *byte != b'\n' && !(garbage && table[usize::from(*byte)] == NO_LETTER && !(padded && *byte == b'='))
        }));
        let whole = if is_last { letters.len() } else { letters.len() - letters.len() % group };
        let (out, good) = decoded(encoding, &letters[..whole]);
        letters.drain(..whole);
        context.write(&out)?;
        if !good {
            context.complain(&[b"invalid input"])?;
        }
        if is_last || !good {
            return Ok(u8::from(!good));
        }
    }
}

/// Base 64 in one line.
pub fn base64(data: &[u8]) -> Vec<u8> {
    encoded(Encoding::BASE64, data).0
}

/// The letters, and whether the length fits the encoding.
fn encoded(encoding: Encoding, data: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    match encoding.kind {
        Kind::Bits(bits, group) => {
            let mask = (1u32 << bits) - 1;
            let (mut value, mut count) = (0u32, 0);
            for &byte in data {
                value = value << 8 | u32::from(byte);
                count += 8;
                while count >= bits {
                    count -= bits;
                    out.push(encoding.letters[(value >> count & mask) as usize]);
                }
                value &= (1 << count) - 1;
            }
            if count > 0 {
                out.push(encoding.letters[(value << (bits - count) & mask) as usize]);
            }
            while !out.len().is_multiple_of(group) {
                out.push(b'=');
            }
        }
        Kind::LowestFirst => {
            for &byte in data {
                out.extend((0..8).map(|bit| b'0' + (byte >> bit & 1)));
            }
        }
        Kind::Z85 => {
            for chunk in data.chunks_exact(4) {
                let mut value = chunk.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
                let mut letters = [0; 5];
                for letter in letters.iter_mut().rev() {
                    *letter = encoding.letters[(value % 85) as usize];
                    value /= 85;
                }
                out.extend_from_slice(&letters);
            }
            return (out, data.len().is_multiple_of(4));
        }
    }
    (out, true)
}

/// The bytes, and whether all of the letters were good.
fn decoded(encoding: Encoding, letters: &[u8]) -> (Vec<u8>, bool) {
    let (table, padded) = (encoding.table(), encoding.is_padded());
    let mut out = Vec::new();
    let value = |letter: u8| Some(table[usize::from(letter)]).filter(|value| *value != NO_LETTER);
    match encoding.kind {
        Kind::Bits(bits, group) => {
            for chunk in letters.chunks(group) {
                let body = chunk.trim_end_with(|letter| padded && letter == '=');
                let (mut bytes, mut count) = (0u64, 0u32);
                for &letter in body {
                    let Some(value) = value(letter) else {
                        push_bits(&mut out, bytes, count);
                        return (out, false);
                    };
                    bytes = bytes << bits | u64::from(value);
                    count += bits;
                }
                if bits == 5 && chunk.len() != group {
                    return (out, false);
                }
                push_bits(&mut out, bytes, count);
                let padding = chunk.len() - body.len();
                let fits = matches!((bits, padding), (_, 0) | (6, 1 | 2) | (5, 1 | 3 | 4 | 6));
                if chunk.len() != group || !fits || body.is_empty() {
                    return (out, false);
                }
            }
        }
        Kind::LowestFirst => {
            for chunk in letters.chunks(8) {
                let mut byte = 0;
                for (bit, &letter) in chunk.iter().enumerate() {
                    match value(letter) {
                        Some(value) => byte |= value << bit,
                        None => return (out, false),
                    }
                }
                if chunk.len() != 8 {
                    return (out, false);
                }
                out.push(byte);
            }
        }
        Kind::Z85 => {
            for chunk in letters.chunks(5) {
                let mut sum = 0u64;
                for &letter in chunk {
                    match value(letter) {
                        Some(value) => sum = sum * 85 + u64::from(value),
                        None => return (out, false),
                    }
                }
                match u32::try_from(sum) {
                    Ok(sum) if chunk.len() == 5 => out.extend_from_slice(&sum.to_be_bytes()),
                    _ => return (out, false),
                }
            }
        }
    }
    (out, true)
}

/// The whole bytes among so many bits.
fn push_bits(out: &mut Vec<u8>, bits: u64, count: u32) {
    let mut left = count;
    while left >= 8 {
        left -= 8;
        out.push((bits >> left) as u8);
    }
}
