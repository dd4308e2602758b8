//! `strings`: the runs of printable characters in files.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::parse_clamped;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::Errno;

const HELP: &str = "\
Usage: strings [option(s)] [file(s)]
Print the runs of printable characters in files (or standard input).

  -a, --all               look at the whole file (always)
  -d, --data              the same here
  -f, --print-file-name   the name of the file before each
  -n, --bytes=<number>    at least so many characters (4); also -<number>
  -t, --radix={o,d,x}     where each begins, in base 8, 10 or 16
  -o                      the same as -t o
  -w, --include-all-whitespace  all white space is printable
  -e, --encoding={s,S,b,l,B,L}  size and order of characters: s is 7 bits, S 8 bits, b and l 16 bits, B and L 32 bits
  -s, --output-separator=<string>  what ends each, instead of a newline
  -h, --help              show this help and exit
  -v, -V, --version       show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "all", Takes::Nothing),
    Opt::both('d', "data", Takes::Nothing),
    Opt::both('f', "print-file-name", Takes::Nothing),
    Opt::both('n', "bytes", Takes::Value),
    Opt::both('t', "radix", Takes::Value),
    Opt::short('o', Takes::Nothing),
    Opt::both('w', "include-all-whitespace", Takes::Nothing),
    Opt::both('e', "encoding", Takes::Value),
    Opt::both('s', "output-separator", Takes::Value),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('v', "version", Takes::Nothing),
    Opt::short('V', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "strings", help: HELP, run }];

struct Settings {
    names: bool,
    least: usize,
    radix: Option<u8>,
    white_space: bool,
    /// Bytes of a character, whether the first is the highest, and the highest value that prints.
    width: usize,
    big_endian: bool,
    eight_bits: bool,
    separator: BString,
}

fn run(context: &mut Context<'_>) -> Outcome {
    // `-N` stands for `-n N`.
    let args: Vec<BString> = context
        .args()
        .iter()
        .map(|arg| match arg.split_first() {
            Some((b'-', digits)) if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                [b"-n", digits].concat().into()
            }
            _ => arg.clone(),
        })
        .collect();
    let (options, operands) = match options::read_from(context, &SPEC, &args)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        names: false,
        least: 4,
        radix: None,
        white_space: false,
        width: 1,
        big_endian: false,
        eight_bits: false,
        separator: "\n".into(),
    };
    for option in options {
        let value = option.value();
        match option.id {
            'f' => settings.names = true,
            'n' => match parse_clamped(value) {
                Some(number) if number > 0 => settings.least = usize::try_from(number).unwrap_or(usize::MAX),
                Some(number) => {
                    let text = format!("invalid minimum string length {number}");
                    context.complain(&[text.as_bytes()])?;
                    return Ok(1);
                }
                None => {
                    context.complain(&[b"invalid integer argument ", value])?;
                    return Ok(1);
                }
            },
            't' => match value.as_ref() as &[u8] {
                [radix @ (b'o' | b'd' | b'x')] => settings.radix = Some(*radix),
                _ => return usage(context),
            },
            'o' => settings.radix = Some(b'o'),
            'w' => settings.white_space = true,
            'e' => {
                (settings.width, settings.big_endian, settings.eight_bits) = match value.as_ref() as &[u8] {
                    b"s" => (1, false, false),
                    b"S" => (1, false, true),
                    b"b" => (2, true, true),
                    b"l" => (2, false, true),
                    b"B" => (4, true, true),
                    b"L" => (4, false, true),
                    _ => return usage(context),
                };
            }
            's' => settings.separator = value.into(),
            'h' => return options::print_help(context),
            'v' | 'V' => return options::print_version(context, "strings"),
            _ => {}
        }
    }
    if operands.is_empty() {
        let name = b"{standard input}";
        let printed = context.stdin().and_then(|mut input| print(context, &settings, name, &mut input));
        return Ok(if context.report(name, printed)?.is_some() { 0 } else { 1 });
    }
    let mut status = 0;
    for name in &operands {
        let quoted = [b"'", name.as_slice(), b"'"].concat();
        match context.vfs().stat(context.cwd(), name) {
            Ok(stat) if stat.is_dir() => {
                context.exec.write_error(&[b"strings: Warning: '", name.as_slice(), b"' is a directory\n"].concat())?;
                status = 1;
                continue;
            }
            Ok(_) => {}
            Err(Errno::NotFound) => {
                context.complain(&[&quoted, b": No such file"])?;
                status = 1;
                continue;
            }
            Err(errno) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"Warning: could not locate ", &quoted, b".  reason: ", text])?;
                status = 1;
                continue;
            }
        }
        match context.open_operand(name).and_then(|mut input| print(context, &settings, name, &mut input)) {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[name, b": ", errno.message().as_bytes()])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn usage(context: &mut Context<'_>) -> Outcome {
    context.write_error(HELP.as_bytes())?;
    Ok(1)
}

/// Prints what an input has, while it comes.
fn print(context: &mut Context<'_>, settings: &Settings, name: &[u8], input: &mut Input) -> Result<(), IoError> {
    let width = settings.width;
    let prints = |unit: &[u8]| {
        let value = if settings.big_endian {
            unit.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte))
        } else {
            unit.iter().rev().fold(0u32, |value, byte| value << 8 | u32::from(*byte))
        };
        let byte = u8::try_from(value).ok()?;
        let good = match byte {
            b'\t' | 0x20..=0x7e => true,
            b'\n' | b'\r' | 0x0b | 0x0c => settings.white_space,
            0x80.. => settings.eight_bits,
            _ => false,
        };
        good.then_some(byte)
    };
    let mut data: Vec<u8> = Vec::new();
    // Where `data` begins, and the text that is being read.
    let (mut offset, mut start) = (0u64, 0u64);
    let mut text: Vec<u8> = Vec::new();
    loop {
        let chunk = input.read(context)?;
        let is_last = chunk.is_empty();
        data.extend_from_slice(&chunk);
        drop(chunk);
        let mut at = 0;
        loop {
            if text.is_empty() {
                start = offset + at as u64;
            }
            while let Some(byte) = data.get(at..at + width).and_then(prints) {
                text.push(byte);
                at += width;
            }
            let is_over = at + width > data.len();
            if is_over && !is_last {
                break;
            }
            context.charge_bytes(text.len() + 1)?;
            // Characters of several bytes may begin anywhere.
            at += if text.is_empty() { 1 } else { usize::from(width == 1) };
            if text.len() >= settings.least {
                write_text(context, settings, name, start, &text)?;
            }
            text.clear();
            if is_over {
                return Ok(());
            }
        }
        if text.len() > context.most_held() {
            return Err(Errno::NoMemory.into());
        }
        offset += at as u64;
        data.drain(..at);
    }
}

fn write_text(
    context: &mut Context<'_>,
    settings: &Settings,
    name: &[u8],
    start: u64,
    text: &[u8],
) -> Result<(), Halt> {
    let mut line = Vec::with_capacity(text.len() + 16);
    if settings.names {
        line.extend_from_slice(name);
        line.extend_from_slice(b": ");
    }
    match settings.radix {
        Some(b'o') => line.extend_from_slice(format!("{start:7o} ").as_bytes()),
        Some(b'd') => line.extend_from_slice(format!("{start:7} ").as_bytes()),
        Some(_) => line.extend_from_slice(format!("{start:7x} ").as_bytes()),
        None => {}
    }
    line.extend_from_slice(text);
    line.extend_from_slice(&settings.separator);
    context.write(&line)
}
