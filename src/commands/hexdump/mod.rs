//! `hexdump` and `hd`: bytes in any form that a format string describes.

mod colors;
mod display;
mod format;

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::quote_colon;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use format::Format;

const HELP: &str = "\
Usage: hexdump [OPTION]... [FILE]...
Print the bytes of all FILEs, one after the other, in hexadecimal or as said.

With no FILE, read standard input. hd is hexdump -C.

  -b, --one-byte-octal     bytes in octal
  -c, --one-byte-char      bytes as characters
  -C, --canonical          bytes in hexadecimal, and as characters beside them
  -d, --two-bytes-decimal  pairs of bytes in decimal
  -o, --two-bytes-octal    pairs of bytes in octal
  -x, --two-bytes-hex      pairs of bytes in hexadecimal
  -L, --color[=MODE]       colours of format strings: auto, always or never
  -e, --format=FORMAT      as FORMAT says
  -f, --format-file=FILE   as the lines of FILE say
  -n, --length=LENGTH      only LENGTH bytes
  -s, --skip=OFFSET        leave out OFFSET bytes at the start
  -v, --no-squeezing       print lines that repeat, not only *
  -h, --help               show this help and exit
  -V, --version            show the version and exit

FORMAT is a list of units [COUNT][/BYTES] \"TEXT\": TEXT is used COUNT times, each time for BYTES bytes. TEXT has
conversions of printf (c, s, d i o u x X, e E f g G), and %_c %_p %_u (characters), %_a[dox] (the offset), %_A[dox] (the
offset at the end); _L[COLOR[:VALUE][@OFFSET],...] behind one colours it. LENGTH and OFFSET may have a suffix: K 1024,
KB 1000, and so on.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "one-byte-octal", Takes::Nothing),
    Opt::both('c', "one-byte-char", Takes::Nothing),
    Opt::both('C', "canonical", Takes::Nothing),
    Opt::both('d', "two-bytes-decimal", Takes::Nothing),
    Opt::both('o', "two-bytes-octal", Takes::Nothing),
    Opt::both('x', "two-bytes-hex", Takes::Nothing),
    Opt::both('L', "color", Takes::Optional),
    Opt::both('e', "format", Takes::Value),
    Opt::both('f', "format-file", Takes::Value),
    Opt::both('n', "length", Takes::Value),
    Opt::both('s', "skip", Takes::Value),
    Opt::both('v', "no-squeezing", Takes::Nothing),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

pub const COMMANDS: &[Native] =
    &[Native { name: "hexdump", help: HELP, run }, Native { name: "hd", help: HELP, run }];

const END_7: &str = "\"%07.7_Ax\n\"";
const CANONICAL: [&str; 3] =
    ["\"%08.8_Ax\n\"", "\"%08.8_ax  \" 8/1 \"%02x \" \"  \" 8/1 \"%02x \"", "\"  |\" 16/1 \"%_p\" \"|\\n\""];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut formats: Vec<Format> = Vec::new();
    let mut dump = display::Dump::default();
    if context.name() == "hd" && !add_all(context, &mut formats, &CANONICAL)? {
        return Ok(1);
    }
    for option in &options {
        let value = option.value();
        let usual: &[&str] = match option.id {
            'b' => &[END_7, "\"%07.7_ax \" 16/1 \"%03o \" \"\\n\""],
            'c' => &[END_7, "\"%07.7_ax \" 16/1 \"%3_c \" \"\\n\""],
            'C' => &CANONICAL,
            'd' => &[END_7, "\"%07.7_ax \" 8/2 \"  %05u \" \"\\n\""],
            'o' => &[END_7, "\"%07.7_ax \" 8/2 \" %06o \" \"\\n\""],
            'x' => &[END_7, "\"%07.7_ax \" 8/2 \"   %04x \" \"\\n\""],
            _ => &[],
        };
        if !add_all(context, &mut formats, usual)? {
            return Ok(1);
        }
        match option.id {
            'L' => match option.value.as_ref().map(|mode| mode.strip_prefix(b"=").unwrap_or(mode)) {
                // Nothing here is a terminal.
                None | Some(b"auto" | b"never") => dump.colors = false,
                Some(b"always") => dump.colors = true,
                Some(mode) => {
                    context.complain(&[b"unsupported color mode: '", mode, b"'"])?;
                    return Ok(1);
                }
            },
            'e' => {
                let good = add(context, &mut formats, value)?;
                if !good {
                    return Ok(1);
                }
            }
            'f' => match context.read_operand(value) {
                Ok(text) => {
                    for line in text.lines() {
                        let line = line.trim_ascii_start();
                        if !line.is_empty() && !line.starts_with(b"#") && !add(context, &mut formats, line)? {
                            return Ok(1);
                        }
                    }
                }
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[b"can't read ", value, b": ", errno.message().as_bytes()])?;
                    return Ok(1);
                }
            },
            'n' | 's' => {
                let what: &[u8] = if option.id == 'n' { b"length" } else { b"offset" };
                match size(value) {
                    Ok(number) if option.id == 'n' => dump.length = Some(number),
                    Ok(number) => dump.skip = number,
                    Err(error) => {
                        let text: &[u8] = match error {
                            NumberError::Overflow => b"Numerical result out of range",
                            _ => b"Invalid argument",
                        };
                        context.complain(&[b"failed to parse ", what, b": '", value, b"': ", text])?;
                        return Ok(1);
                    }
                }
            }
            'v' => dump.all = true,
            'h' => return options::print_help(context),
            'V' => return options::print_version(context, context.name()),
            _ => {}
        }
    }
    if formats.is_empty() && !add_all(context, &mut formats, &[END_7, "\"%07.7_ax \" 8/2 \"%04x \" \"\\n\""])? {
        return Ok(1);
    }
    let block = formats.iter().map(Format::size).max().unwrap_or(0);
    // A block is held in memory whole.
    if block > 16 << 20 {
        context.complain(&[b"cannot allocate memory"])?;
        return Ok(1);
    }
    for format in &mut formats {
        if let Err(message) = format.prepare(block) {
            context.complain(&[&message])?;
            return Ok(1);
        }
    }
    dump.run(context, formats, block, &operands)
}

fn add_all(context: &mut Context<'_>, formats: &mut Vec<Format>, texts: &[&str]) -> Result<bool, Halt> {
    for text in texts {
        if !add(context, formats, text.as_bytes())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Adds a format. False: a bad one was reported.
fn add(context: &mut Context<'_>, formats: &mut Vec<Format>, text: &[u8]) -> Result<bool, Halt> {
    context.charge_bytes(text.len())?;
    match Format::parse(text) {
        Some(format) => {
            formats.push(format);
            Ok(true)
        }
        None => {
            context.complain(&[b"bad format {", text, b"}"])?;
            Ok(false)
        }
    }
}

/// A number as util-linux reads sizes: decimal, octal or hexadecimal, with a suffix `K`, `KiB` or `KB`.
fn size(text: &[u8]) -> Result<u64, NumberError> {
    let (base, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) => (8, rest),
        _ => (10, text.trim_ascii_start()),
    };
    let length = digits.iter().take_while(|byte| char::from(**byte).is_digit(base)).count();
    let (digits, suffix) = digits.split_at(length);
    if digits.is_empty() {
        return Err(NumberError::Invalid);
    }
    let digits = digits.to_str().map_err(|_| NumberError::Invalid)?;
    let number = u64::from_str_radix(digits, base).map_err(|_| NumberError::Overflow)?;
    let factor = match suffix {
        [] => 1,
        [letter] | [letter, b'i', b'B' | b'b'] | [letter, b'B' | b'b'] if b"KMGTPEZYkmgtpezy".contains(letter) => {
            let behind: &[u8] = if suffix.len() == 2 { b"B" } else { b"" };
            let upper = [&[letter.to_ascii_uppercase()], behind].concat();
            parse_size(&[b"1", upper.as_slice()].concat(), b"KMGTPEZY0")?
        }
        _ => return Err(NumberError::Invalid),
    };
    number.checked_mul(factor).ok_or(NumberError::Overflow)
}

/// How names stand in messages.
fn shown(name: &BString) -> BString {
    quote_colon(name)
}
