//! `base64`: bytes as letters and back.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::check_operands;
use super::shared::number::parse_size;
use super::shared::quote::{quote, quote_colon};
use crate::shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: base64 [OPTION]... [FILE]
Print FILE, or standard input, in base 64.

  -d, --decode          turn base 64 back into bytes
  -i, --ignore-garbage  when decoding, pass over bytes that are no letters of base 64
  -w, --wrap=COLS       break lines after COLS letters (76); 0 for no breaks
      --help            show this help and exit
      --version         show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('d', "decode", Takes::Nothing),
    Opt::both('i', "ignore-garbage", Takes::Nothing),
    Opt::both('w', "wrap", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "base64", help: HELP, run }];

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let (mut decode, mut garbage, mut wrap) = (false, false, 76);
    for option in options {
        match option.id {
            'd' => decode = true,
            'i' => garbage = true,
            _ => match parse_size(option.value(), b"") {
                Ok(columns) => wrap = usize::try_from(columns).unwrap_or(usize::MAX),
                Err(_) => {
                    context.complain(&[b"invalid wrap size: ", &quote(option.value())])?;
                    return Ok(1);
                }
            },
        }
    }
    if let Some(status) = check_operands(context, &SPEC, &operands, 0, 1)? {
        return Ok(status);
    }
    let operand = operands.pop().unwrap_or_else(|| "-".into());
    let data = context.open_operand(&operand);
    let Some(mut input) = context.report(&quote_colon(&operand), data)? else { return Ok(1) };
    let data = input.read_to_end(context);
    let Some(data) = context.report(b"read error", data)? else { return Ok(1) };
    if !decode {
        let out = encode(&data, wrap);
        context.write(&out)?;
        return Ok(0);
    }
    let (out, good) = decode_all(&data, garbage);
    context.write(&out)?;
    if !good {
        context.complain(&[b"invalid input"])?;
        return Ok(1);
    }
    Ok(0)
}

/// Base 64, with a line end behind each `wrap` letters; 0 for none.
pub fn encode(data: &[u8], wrap: usize) -> Vec<u8> {
    let mut letters = Vec::with_capacity(data.len().div_ceil(3) * 4);
    for chunk in data.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            letters.push(if index <= chunk.len() { LETTERS[(bits >> (18 - 6 * index)) as usize & 63] } else { b'=' });
        }
    }
    if wrap == 0 {
        return letters;
    }
    let mut out = Vec::with_capacity(letters.len() + letters.len() / wrap + 1);
    for line in letters.chunks(wrap) {
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out
}

/// The bytes, and whether all of the text was good. Newlines are always passed over.
fn decode_all(data: &[u8], garbage: bool) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(data.len() / 4 * 3);
    let mut bits = 0u32;
    let mut count = 0;
    let mut padding = 0;
    for &byte in data {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'\n' => continue,
            b'=' if count + padding >= 2 && count + padding < 4 => {
                padding += 1;
                if count + padding == 4 {
                    finish(&mut out, bits, count);
                    (bits, count, padding) = (0, 0, 0);
                }
                continue;
            }
            _ if garbage && byte != b'=' => continue,
            _ => {
                finish(&mut out, bits, count);
                return (out, false);
            }
        };
        if padding > 0 {
            finish(&mut out, bits, count);
            return (out, false);
        }
        bits = bits << 6 | u32::from(value);
        count += 1;
        if count == 4 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    let whole = count == 0 && padding == 0;
    finish(&mut out, bits, count);
    (out, whole)
}

/// The bytes of a group that is not full.
fn finish(out: &mut Vec<u8>, bits: u32, count: usize) {
    let bytes = (bits << (6 * (4 - count.clamp(1, 4)))).to_be_bytes();
    out.extend_from_slice(&bytes[1..][..(count * 6 / 8).min(3)]);
}
