//! The operands of `dd`: names, numbers, lists of words.

use bstr::{BString, ByteSlice};

use crate::options::{self, Arguments, Spec};
use crate::shared::inputs::refuse;
use crate::shared::number::{NumberError, parse_size};
use crate::shared::quote::quote;
use shell::command::Context;
use shell::kernel::Halt;

const SPEC: Spec = Spec::new(&[]);

/// What `conv=` asks for.
#[derive(Clone, Copy, Default)]
pub struct Conversions {
    pub ascii: bool,
    pub ebcdic: bool,
    pub ibm: bool,
    pub block: bool,
    pub unblock: bool,
    pub lcase: bool,
    pub ucase: bool,
    pub swab: bool,
    pub sparse: bool,
    pub sync: bool,
    pub no_error: bool,
    pub no_create: bool,
    pub exclusive: bool,
    pub no_truncate: bool,
    pub fdatasync: bool,
    pub fsync: bool,
}

/// What `iflag=` or `oflag=` asks for and makes a difference.
#[derive(Clone, Copy, Default)]
pub struct Flags {
    pub append: bool,
    pub direct: bool,
    pub directory: bool,
    pub no_cache: bool,
    pub no_follow: bool,
    pub full_block: bool,
    pub count_bytes: bool,
    pub skip_bytes: bool,
    pub seek_bytes: bool,
}

/// What is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Level {
    None,
    NoTransfer,
    Usual,
    Progress,
}

/// A number of blocks and bytes beyond them.
#[derive(Clone, Copy, Default)]
pub struct Amount {
    pub blocks: u64,
    pub bytes: u64,
}

impl Amount {
    fn new(number: u64, in_bytes: bool, block: u64) -> Amount {
        if in_bytes {
            Amount { blocks: number / block, bytes: number % block }
        } else {
            Amount { blocks: number, bytes: 0 }
        }
    }

    pub fn is_zero(self) -> bool {
        self.blocks == 0 && self.bytes == 0
    }

    /// All of it in bytes; `None` where a file's offset could not hold it.
    pub fn total(self, block: u64) -> Option<u64> {
        let total = self.blocks.checked_mul(block)?.checked_add(self.bytes)?;
        (total <= i64::MAX as u64).then_some(total)
    }
}

pub struct Settings {
    pub input: Option<BString>,
    pub output: Option<BString>,
    pub conversions: Conversions,
    pub input_flags: Flags,
    pub output_flags: Flags,
    pub level: Level,
    pub input_block: u64,
    pub output_block: u64,
    /// `cbs=`; 0: none
    pub record: u64,
    pub skip: Amount,
    pub seek: Amount,
    pub count: Option<Amount>,
    /// Input goes through a buffer of output blocks.
    pub rebuffer: bool,
}

/// The largest block.
const MOST: u64 = i64::MAX as u64 - 1;

/// Reads a number with suffixes and products.
fn number(context: &mut Context<'_>, text: &[u8]) -> Result<Result<u64, NumberError>, Halt> {
    const SUFFIXES: &[u8] = b"bcEGkKMPTwYZ0";
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let cross = text[digits..].find_byte(b'x').map(|at| digits + at);
    let left = &text[..cross.unwrap_or(text.len())];
    let mut value = parse_size(left, SUFFIXES);
    if value == Err(NumberError::Suffix)
        && let Some(shorter) = left.strip_suffix(b"B").filter(|shorter| !shorter.ends_with(b"B"))
    {
        value = parse_size(shorter, SUFFIXES);
    }
    let (Some(cross), Ok(_) | Err(NumberError::Overflow)) = (cross, value) else { return Ok(value) };
    let factor = match number(context, &text[cross + 1..])? {
        Err(NumberError::Overflow) => None,
        Err(error) => return Ok(Err(error)),
        Ok(factor) => Some(factor),
    };
    if value == Ok(0) && text.starts_with(b"0x") {
        let (zero, other) = (quote(b"0x"), quote(b"00x"));
        context.complain(&[b"warning: ", &zero, b" is a zero multiplier; use ", &other, b" if that is intended"])?;
    }
    Ok(match (value, factor) {
        (Ok(value), Some(factor)) => value.checked_mul(factor).ok_or(NumberError::Overflow),
        _ => Err(NumberError::Overflow),
    })
}

fn conversion<'a>(conversions: &'a mut Conversions, word: &[u8]) -> Option<&'a mut bool> {
    Some(match word {
        b"ascii" => &mut conversions.ascii,
        b"ebcdic" => &mut conversions.ebcdic,
        b"ibm" => &mut conversions.ibm,
        b"block" => &mut conversions.block,
        b"unblock" => &mut conversions.unblock,
        b"lcase" => &mut conversions.lcase,
        b"ucase" => &mut conversions.ucase,
        b"swab" => &mut conversions.swab,
        b"sparse" => &mut conversions.sparse,
        b"sync" => &mut conversions.sync,
        b"noerror" => &mut conversions.no_error,
        b"nocreat" => &mut conversions.no_create,
        b"excl" => &mut conversions.exclusive,
        b"notrunc" => &mut conversions.no_truncate,
        b"fdatasync" => &mut conversions.fdatasync,
        b"fsync" => &mut conversions.fsync,
        _ => return None,
    })
}

/// Notes a flag; false when it is none. Those about devices and caches are known and make no difference.
fn flag(flags: &mut Flags, word: &[u8], input: bool) -> bool {
    let known = match word {
        b"append" => &mut flags.append,
        b"direct" => &mut flags.direct,
        b"directory" => &mut flags.directory,
        b"nocache" => &mut flags.no_cache,
        b"nofollow" => &mut flags.no_follow,
        b"fullblock" if input => &mut flags.full_block,
        b"count_bytes" => &mut flags.count_bytes,
        b"skip_bytes" => &mut flags.skip_bytes,
        b"seek_bytes" => &mut flags.seek_bytes,
        b"dsync" | b"sync" | b"nonblock" | b"noatime" | b"noctty" => return true,
        _ => return false,
    };
    *known = true;
    true
}

/// Reads the operands, or reports a mistake and returns the status.
pub fn read(context: &mut Context<'_>) -> Result<Result<Settings, u8>, Halt> {
    let operands = match options::read(context, &SPEC)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(Err(status)),
    };
    let mut conversions = Conversions::default();
    let (mut input_flags, mut output_flags) = (Flags::default(), Flags::default());
    let (mut input, mut output) = (None, None);
    let mut level = Level::Usual;
    let (mut input_block, mut output_block, mut block, mut record) = (0, 0, 0, 0);
    let (mut skip, mut seek, mut count) = (0, 0, None);
    for operand in &operands {
        let Some((name, value)) = operand.split_once_str("=") else {
            return refuse(context, &[b"unrecognized operand ", &quote(operand)]).map(Err);
        };
        match name {
            b"if" => input = Some(BString::from(value)),
            b"of" => output = Some(BString::from(value)),
            b"conv" => {
                for word in value.split_str(",") {
                    match conversion(&mut conversions, word) {
                        Some(wanted) => *wanted = true,
                        None => return refuse(context, &[b"invalid conversion: ", &quote(word)]).map(Err),
                    }
                }
            }
            b"iflag" | b"oflag" => {
                let is_input = name == b"iflag";
                let flags = if is_input { &mut input_flags } else { &mut output_flags };
                let what: &[u8] = if is_input { b"invalid input flag: " } else { b"invalid output flag: " };
                for word in value.split_str(",") {
                    if !flag(flags, word, is_input) {
                        return refuse(context, &[what, &quote(word)]).map(Err);
                    }
                }
            }
            b"status" => {
                level = match value {
                    b"none" => Level::None,
                    b"noxfer" => Level::NoTransfer,
                    b"progress" => Level::Progress,
                    _ => return refuse(context, &[b"invalid status level: ", &quote(value)]).map(Err),
                };
            }
            b"ibs" | b"obs" | b"bs" | b"cbs" | b"seek" | b"oseek" | b"skip" | b"iseek" | b"count" => {
                let size = matches!(name, b"ibs" | b"obs" | b"bs" | b"cbs");
                let number = match number(context, value)? {
                    Ok(0) if size => Err(NumberError::Invalid),
                    Ok(number) if size && number > MOST || number > i64::MAX as u64 => Err(NumberError::Overflow),
                    other => other,
                };
                let number = match number {
                    Ok(number) => number,
                    Err(error) => {
                        context.complain(&[b"invalid number: ", &quote(value), error.detail()])?;
                        return Ok(Err(1));
                    }
                };
                let bytes = value.contains(&b'B');
                match name {
                    b"ibs" => input_block = number,
                    b"obs" => output_block = number,
                    b"bs" => block = number,
                    b"cbs" => record = number,
                    b"seek" | b"oseek" => (seek, output_flags.seek_bytes) = (number, output_flags.seek_bytes | bytes),
                    b"skip" | b"iseek" => (skip, input_flags.skip_bytes) = (number, input_flags.skip_bytes | bytes),
                    _ => (count, input_flags.count_bytes) = (Some(number), input_flags.count_bytes | bytes),
                }
            }
            _ => return refuse(context, &[b"unrecognized operand ", &quote(operand)]).map(Err),
        }
    }
    let mut rebuffer = [
        conversions.ascii,
        conversions.ebcdic,
        conversions.ibm,
        conversions.block,
        conversions.unblock,
        conversions.lcase,
        conversions.ucase,
        conversions.swab,
    ]
    .contains(&true);
    conversions.unblock |= conversions.ascii;
    conversions.block |= conversions.ebcdic | conversions.ibm;
    if block > 0 {
        (input_block, output_block) = (block, block);
    } else {
        rebuffer = true;
    }
    let or_usual = |number| if number == 0 { 512 } else { number };
    let (input_block, output_block) = (or_usual(input_block), or_usual(output_block));
    let Conversions { ascii, ebcdic, ibm, .. } = conversions;
    let clash: Option<&[u8]> = if usize::from(ascii) + usize::from(ebcdic) + usize::from(ibm) > 1 {
        Some(b"any two of {ascii,ebcdic,ibm}")
    } else if conversions.block && conversions.unblock {
        Some(b"block and unblock")
    } else if conversions.lcase && conversions.ucase {
        Some(b"lcase and ucase")
    } else if conversions.exclusive && conversions.no_create {
        Some(b"excl and nocreat")
    } else if [input_flags, output_flags].iter().any(|flags| flags.direct && flags.no_cache) {
        Some(b"direct and nocache")
    } else {
        None
    };
    if let Some(clash) = clash {
        context.complain(&[b"cannot combine ", clash])?;
        return Ok(Err(1));
    }
    if record == 0 {
        (conversions.block, conversions.unblock) = (false, false);
    }
    Ok(Ok(Settings {
        input,
        output,
        conversions,
        input_flags,
        output_flags,
        level,
        input_block,
        output_block,
        record,
        skip: Amount::new(skip, input_flags.skip_bytes, input_block),
        seek: Amount::new(seek, output_flags.seek_bytes, output_block),
        count: count.map(|count| Amount::new(count, input_flags.count_bytes, input_block)),
        rebuffer,
    }))
}
