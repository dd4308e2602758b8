//! `truncate`: makes files shorter or longer.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::{check_operands, refuse};
use super::shared::number::{NumberError, parse_size};
use super::shared::quote::{quote, quote_file};
use shell::command::{Context, Native, Outcome};
use shell::kernel::IoError;
use workspace::{Content, Errno};

const HELP: &str = "\
Usage: truncate OPTION... FILE...
Make each FILE as long as said. What is cut off is lost; what is added is NUL bytes. A FILE that is not there is made.

  -c, --no-create        make no files
  -o, --io-blocks        SIZE counts blocks of 4096 bytes
  -r, --reference=RFILE  as long as RFILE
  -s, --size=SIZE        SIZE bytes long
      --help             show this help and exit
      --version          show the version and exit

SIZE may have a suffix: K 1024, KB 1000, and so on for M, G, T, P, E, Z, Y. It may begin with + longer by, - shorter by,
< at most, > at least, / rounded down to a multiple of, % rounded up to a multiple of.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "no-create", Takes::Nothing),
    Opt::both('o', "io-blocks", Takes::Nothing),
    Opt::both('r', "reference", Takes::Value),
    Opt::both('s', "size", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "truncate", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Exactly,
    Longer,
    Shorter,
    AtMost,
    AtLeast,
    RoundDown,
    RoundUp,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let (mut create, mut blocks) = (true, false);
    let mut reference = None;
    let mut size: Option<(How, u64)> = None;
    for option in options {
        match option.id {
            'c' => create = false,
            'o' => blocks = true,
            'r' => reference = option.value,
            _ => {
                let text = option.value().trim_ascii_start();
                let (how, number) = match text.split_first() {
                    Some((b'<', rest)) => (How::AtMost, rest),
                    Some((b'>', rest)) => (How::AtLeast, rest),
                    Some((b'/', rest)) => (How::RoundDown, rest),
                    Some((b'%', rest)) => (How::RoundUp, rest),
                    Some((b'+', rest)) => (How::Longer, rest),
                    Some((b'-', rest)) => (How::Shorter, rest),
                    _ => (How::Exactly, text),
                };
                let signed = how != How::Exactly && matches!(number.trim_ascii_start().first(), Some(b'+' | b'-'));
                if signed {
                    return refuse(context, &[b"multiple relative modifiers specified"]);
                }
                match parse_size(number, b"EgGkKmMPtTYZ0") {
                    Ok(0) if matches!(how, How::RoundDown | How::RoundUp) => {
                        context.complain(&[b"division by zero"])?;
                        return Ok(1);
                    }
                    Ok(number) => size = Some((how, number)),
                    Err(error) => {
                        let detail: &[u8] =
                            if error == NumberError::Overflow { b": Value too large for defined data type" } else { b"" };
                        context.complain(&[b"Invalid number: ", &quote(number), detail])?;
                        return Ok(1);
                    }
                }
            }
        }
    }
    if size.is_none() && reference.is_none() {
        return refuse(context, &["you must specify either ‘--size’ or ‘--reference’".as_bytes()]);
    }
    if reference.is_some() && matches!(size, Some((How::Exactly, _))) {
        return refuse(context, &["you must specify a relative ‘--size’ with ‘--reference’".as_bytes()]);
    }
    if blocks && size.is_none() {
        return refuse(context, &["‘--io-blocks’ was specified but ‘--size’ was not".as_bytes()]);
    }
    if let Some(status) = check_operands(context, &SPEC, &operands, 1, usize::MAX)? {
        return Ok(status);
    }
    let mut base = None;
    if let Some(reference) = reference {
        match context.vfs().stat(context.cwd(), &reference) {
            Ok(stat) => base = Some(stat.size),
            Err(errno) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"cannot stat ", &quote_file(&reference), b": ", text])?;
                return Ok(1);
            }
        }
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        let result = change(context, operand, base, size, blocks, create);
        match result {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"cannot open ", &quote_file(operand), b" for writing: ", text])?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn change(
    context: &mut Context<'_>,
    path: &[u8],
    base: Option<u64>,
    size: Option<(How, u64)>,
    blocks: bool,
    create: bool,
) -> Result<(), IoError> {
    let content = match context.vfs().read_file(context.cwd(), path) {
        Ok(content) => content,
        Err(Errno::NotFound) if !create => return Ok(()),
        Err(Errno::NotFound) => Content::new(),
        Err(errno) => return Err(errno.into()),
    };
    let old = base.unwrap_or(content.len());
    let unit = if blocks { 4096 } else { 1 };
    let wanted = match size {
        None => old,
        Some((how, number)) => {
            let number = number.checked_mul(unit).ok_or(Errno::TooBig)?;
            match how {
                How::Exactly => number,
                How::Longer => old.checked_add(number).ok_or(Errno::TooBig)?,
                How::Shorter => old.saturating_sub(number),
                How::AtMost => old.min(number),
                How::AtLeast => old.max(number),
                How::RoundDown => old - old % number,
                How::RoundUp => old.checked_next_multiple_of(number).ok_or(Errno::TooBig)?,
            }
        }
    };
    // Refused before anything is allocated.
    if wanted > context.vfs().with_tree(|tree| tree.limits().file_bytes) {
        return Err(Errno::TooBig.into());
    }
    let wanted = usize::try_from(wanted).map_err(|_| Errno::TooBig)?;
    context.charge_bytes(wanted)?;
    let bytes = content.to_bytes();
    let bytes = if wanted <= bytes.len() {
        bytes.slice(..wanted)
    } else {
        let mut longer = Vec::with_capacity(wanted);
        longer.extend_from_slice(&bytes);
        longer.resize(wanted, 0);
        longer.into()
    };
    let mode = context.new_mode(0o666);
    Ok(context.vfs().write_file(context.cwd(), path, Content::from_bytes(bytes), mode)?)
}
