//! `cksum` and `sum`: the old checksums.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::quote_colon;
use crate::shell::command::{Context, Input, Native, Outcome};
use crate::shell::kernel::IoError;

const CKSUM: &str = "\
Usage: cksum [FILE]...
Print the POSIX checksum and the number of bytes of each FILE. For other checksums there are md5sum, sha256sum, ...

With no FILE, or when FILE is -, read standard input.

      --help     show this help and exit
      --version  show the version and exit
";

const SUM: &str = "\
Usage: sum [OPTION]... [FILE]...
Print the checksum and the number of blocks of each FILE.

With no FILE, or when FILE is -, read standard input.

  -r             BSD's sum, blocks of 1K (the default)
  -s, --sysv     System V's sum, blocks of 512 bytes
      --help     show this help and exit
      --version  show the version and exit
";

const CKSUM_SPEC: Spec = Spec::new(&[]);

const SUM_SPEC: Spec = Spec::new(&[Opt::short('r', Takes::Nothing), Opt::both('s', "sysv", Takes::Nothing)]);

pub const COMMANDS: &[Native] = &[
    Native { name: "cksum", help: CKSUM, run: cksum },
    Native { name: "sum", help: SUM, run: sum },
];

/// Hands the pieces of each operand to `step`, and what came of them to `line`.
fn each<S>(
    context: &mut Context<'_>,
    operands: &[BString],
    start: impl Fn() -> S,
    step: impl Fn(&mut S, &[u8]),
    line: impl Fn(&S, u64) -> String,
    named: impl Fn(usize) -> bool,
) -> Outcome {
    let dash = [BString::from("-")];
    let list = if operands.is_empty() { &dash } else { operands };
    let mut status = 0;
    for name in list {
        let result = context.open_operand(name).and_then(|mut input: Input| {
            let (mut state, mut length) = (start(), 0u64);
            loop {
                let data = input.read(context)?;
                if data.is_empty() {
                    return Ok((state, length));
                }
                context.charge_bytes(data.len())?;
                step(&mut state, &data);
                length += data.len() as u64;
            }
        });
        match result {
            Ok((state, length)) => {
                let mut out = line(&state, length).into_bytes();
                if named(operands.len()) {
                    out.push(b' ');
                    out.extend_from_slice(name);
                }
                out.push(b'\n');
                context.write(&out)?;
            }
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(name), b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

/// The remainders of POSIX's polynomial for each byte.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = (index as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 0x8000_0000 != 0 { value << 1 ^ 0x04c1_1db7 } else { value << 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
};

fn update(value: u32, byte: u8) -> u32 {
    value << 8 ^ TABLE[usize::from((value >> 24) as u8 ^ byte)]
}

fn cksum(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &CKSUM_SPEC)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    each(
        context,
        &operands,
        || 0u32,
        |value, data| *value = data.iter().fold(*value, |value, byte| update(value, *byte)),
        |value, length| {
            let (mut value, mut rest) = (*value, length);
            while rest > 0 {
                value = update(value, rest as u8);
                rest >>= 8;
            }
            format!("{} {length}", !value)
        },
        |count| count > 0,
    )
}

fn sum(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SUM_SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let system_v = options.last().is_some_and(|option| option.id == 's');
    if system_v {
        return each(
            context,
            &operands,
            || 0u64,
            |sum, data| *sum += data.iter().map(|byte| u64::from(*byte)).sum::<u64>(),
            |sum, length| {
                let folded = (sum & 0xffff) + (sum >> 16 & 0xffff_ffff);
                let folded = (folded & 0xffff) + (folded >> 16);
                format!("{folded} {}", length.div_ceil(512))
            },
            |count| count > 0,
        );
    }
    each(
        context,
        &operands,
        || 0u16,
        |sum, data| *sum = data.iter().fold(*sum, |sum, byte| sum.rotate_right(1).wrapping_add(u16::from(*byte))),
        |sum, length| format!("{sum:05} {:5}", length.div_ceil(1024)),
        |count| count > 0,
    )
}
