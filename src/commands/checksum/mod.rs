//! The checksum commands: `md5sum`, `sha1sum` and their like, `b2sum`, `cksum` and `sum`. Checksums of files, printed
//! and checked.

mod cksum;
mod hash;
mod verify;

use bstr::BString;

use super::options::{self, Arguments, Opt, Parsed, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::{quote, quote_colon};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};
use hash::{Algorithm, BLAKE2B_BYTES};
use verify::Check;

macro_rules! help {
    ($name:literal, $title:literal, $length:literal) => {
        concat!(
            "Usage: ", $name, " [OPTION]... [FILE]...\n",
            "Print or check ", $title, " checksums.\n",
            "\n",
            "With no FILE, or when FILE is -, read standard input.\n",
            "\n",
            "  -b, --binary     mark the files as binary (*)\n",
            "  -c, --check      read checksums from the FILEs and check them\n",
            $length,
            "      --tag        print in the style of BSD\n",
            "  -t, --text       mark the files as text (default)\n",
            "  -z, --zero       end each output line with NUL, and do not escape names\n",
            "\n",
            "For checking:\n",
            "      --ignore-missing  pass over files that are not there\n",
            "      --quiet      do not print OK\n",
            "      --status     print nothing, only return a status\n",
            "      --strict     fail when a line is not properly formatted\n",
            "  -w, --warn       tell of each line that is not properly formatted\n",
            "\n",
            "      --help       show this help and exit\n",
            "      --version    show the version and exit\n",
        )
    };
    ($name:literal, $title:literal) => {
        help!($name, $title, "")
    };
}

const OPTIONS: [Opt; 11] = [
    Opt::both('b', "binary", Takes::Nothing),
    Opt::both('c', "check", Takes::Nothing),
    Opt::long('i', "ignore-missing", Takes::Nothing),
    Opt::long('q', "quiet", Takes::Nothing),
    Opt::long('S', "status", Takes::Nothing),
    Opt::long('s', "strict", Takes::Nothing),
    Opt::long('T', "tag", Takes::Nothing),
    Opt::both('t', "text", Takes::Nothing),
    Opt::both('w', "warn", Takes::Nothing),
    Opt::both('z', "zero", Takes::Nothing),
    // Of `b2sum` alone, and so at the end.
    Opt::both('l', "length", Takes::Value),
];

const SPEC: Spec = Spec::new(OPTIONS.split_at(OPTIONS.len() - 1).0);
const B2SUM_SPEC: Spec = Spec::new(&OPTIONS);

pub const COMMANDS: &[Native] = &[
    Native {
        name: "b2sum",
        help: help!(
            "b2sum",
            "BLAKE2b (512-bit)",
            "  -l, --length=BITS  checksums of BITS bits, a multiple of 8 up to 512\n"
        ),
        run: |context| run(context, Algorithm::Blake2b(BLAKE2B_BYTES)),
    },
    Native { name: "cksum", help: cksum::CKSUM, run: cksum::cksum },
    Native { name: "md5sum", help: help!("md5sum", "MD5 (128-bit)"), run: |context| run(context, Algorithm::Md5) },
    Native { name: "sha1sum", help: help!("sha1sum", "SHA1 (160-bit)"), run: |context| run(context, Algorithm::Sha1) },
    Native {
        name: "sha224sum",
        help: help!("sha224sum", "SHA224 (224-bit)"),
        run: |context| run(context, Algorithm::Sha224),
    },
    Native {
        name: "sha256sum",
        help: help!("sha256sum", "SHA256 (256-bit)"),
        run: |context| run(context, Algorithm::Sha256),
    },
    Native {
        name: "sha384sum",
        help: help!("sha384sum", "SHA384 (384-bit)"),
        run: |context| run(context, Algorithm::Sha384),
    },
    Native {
        name: "sha512sum",
        help: help!("sha512sum", "SHA512 (512-bit)"),
        run: |context| run(context, Algorithm::Sha512),
    },
    Native { name: "sum", help: cksum::SUM, run: cksum::sum },
];

/// How checksums are printed.
struct Style {
    tag: bool,
    binary: bool,
    zero: bool,
}

fn run(context: &mut Context<'_>, algorithm: Algorithm) -> Outcome {
    let blake = matches!(algorithm, Algorithm::Blake2b(_));
    let (options, operands) = match options::read(context, if blake { &B2SUM_SPEC } else { &SPEC })? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut algorithm = algorithm;
    let mut check = Check::default();
    let (mut checking, mut tag, mut zero) = (false, false, false);
    let mut binary = None;
    for option in &options {
        match option.id {
            'b' => binary = Some(true),
            't' => binary = Some(false),
            'c' => checking = true,
            'l' => match length(context, option)? {
                Some(0) => algorithm = Algorithm::Blake2b(BLAKE2B_BYTES),
                Some(bytes) => algorithm = Algorithm::Blake2b(bytes),
                None => return Ok(1),
            },
            'T' => (tag, binary) = (true, Some(true)),
            'z' => zero = true,
            _ => check.take(option.id),
        }
    }
    if tag && binary == Some(false) {
        return refuse(context, &[b"--tag does not support --text mode"]);
    }
    if zero && checking {
        return refuse(context, &[b"the --zero option is not supported when verifying checksums"]);
    }
    if tag && checking {
        return refuse(context, &[b"the --tag option is meaningless when verifying checksums"]);
    }
    if binary.is_some() && checking {
        return refuse(context, &[b"the --binary and --text options are meaningless when verifying checksums"]);
    }
    if let Some(status) = check.refuse(context, checking)? {
        return Ok(status);
    }
    if checking {
        return verify::verify_all(context, Some(algorithm), algorithm, check, &operands);
    }
    print_all(context, algorithm, &Style { tag, binary: binary == Some(true), zero }, &operands)
}

/// The bytes of a checksum of BLAKE2b from the bits of `-l`; 0 stands for the most. `None`: a bad value was reported.
fn length(context: &mut Context<'_>, option: &Parsed) -> Result<Option<usize>, Halt> {
    let text = option.value();
    let detail = match parse_size(text, b"") {
        Ok(bits) if bits > 8 * BLAKE2B_BYTES as u64 => {
            context.complain(&[b"invalid length: ", &quote(text)])?;
            context.complain(&[b"maximum digest length for ", &quote(b"BLAKE2b"), b" is 512 bits"])?;
            return Ok(None);
        }
        Ok(bits) if !bits.is_multiple_of(8) => {
            context.complain(&[b"invalid length: ", &quote(text)])?;
            context.complain(&[b"length is not a multiple of 8"])?;
            return Ok(None);
        }
        Ok(bits) => return Ok(usize::try_from(bits / 8).ok()),
        Err(error @ NumberError::Overflow) => error.detail(),
        Err(_) => b"",
    };
    context.complain(&[b"invalid length: ", &quote(text), detail])?;
    Ok(None)
}

/// Prints the checksum of each operand; none is the standard input.
fn print_all(context: &mut Context<'_>, algorithm: Algorithm, style: &Style, operands: &[BString]) -> Outcome {
    let dash = [BString::from("-")];
    let unnamed = operands.is_empty();
    let mut status = 0;
    for operand in if unnamed { &dash } else { operands } {
        match context.open_operand(operand).and_then(|mut input| algorithm.digest(context, &mut input)) {
            Ok(digest) if algorithm.is_old() => {
                let mut line = digest.into_bytes();
                if !unnamed {
                    line.push(b' ');
                    line.extend_from_slice(operand);
                }
                line.push(if style.zero { 0 } else { b'\n' });
                context.write(&line)?;
            }
            Ok(digest) => context.write(&line(algorithm, &digest, operand, style))?,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(operand), b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn line(algorithm: Algorithm, digest: &str, name: &[u8], style: &Style) -> Vec<u8> {
    let escaped = !style.zero && name.iter().any(|byte| matches!(byte, b'\\' | b'\n' | b'\r'));
    let shown = if escaped { escape(name) } else { name.to_vec() };
    let mut out = Vec::with_capacity(digest.len() + shown.len() + 16);
    if escaped {
        out.push(b'\\');
    }
    if style.tag {
        out.extend_from_slice(algorithm.name().as_bytes());
        if let Algorithm::Blake2b(bytes) = algorithm
            && bytes < BLAKE2B_BYTES
        {
            out.extend_from_slice(format!("-{}", 8 * bytes).as_bytes());
        }
        out.extend_from_slice(&[b" (", &shown[..], b") = ", digest.as_bytes()].concat());
    } else {
        let mark: &[u8] = if style.binary { b" *" } else { b"  " };
        out.extend_from_slice(&[digest.as_bytes(), mark, &shown].concat());
    }
    out.push(if style.zero { 0 } else { b'\n' });
    out
}

fn escape(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len() + 2);
    for byte in name {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            byte => out.push(*byte),
        }
    }
    out
}

fn unescape(name: &[u8]) -> Option<BString> {
    let mut out = Vec::with_capacity(name.len());
    let mut bytes = name.iter();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            byte => *byte,
        });
    }
    Some(out.into())
}
