//! `look`: the lines of a sorted file that begin with a string.

use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::refuse;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: look [options] <string> [<file>...]
Print the lines of a sorted file that begin with a string. Without a file it is /usr/share/dict/words, and then only
letters and digits count, without regard to case.

 -a, --alternative        use /usr/share/dict/web2
 -d, --alphanum           compare only blanks, letters and digits
 -f, --ignore-case        compare without regard to case
 -t, --terminate <char>   the string ends at this character
 -h, --help               show this help and exit
 -V, --version            show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('a', "alternative", Takes::Nothing),
    Opt::both('d', "alphanum", Takes::Nothing),
    Opt::both('f', "ignore-case", Takes::Nothing),
    Opt::both('t', "terminate", Takes::Value),
    Opt::both('h', "help", Takes::Nothing),
    Opt::both('V', "version", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "look", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let scanned = options::scan_or_answer(context, &SPEC, context.args(), "look", |context, message| {
        refuse(context, &[message])
    })?;
    let Scanned { options, operands } = match scanned {
        Ok(scanned) => scanned,
        Err(status) => return Ok(status),
    };
    let (mut alphanumeric, mut fold, mut terminator, mut alternative) = (false, false, None, false);
    for (_, option) in options {
        match option.id {
            'a' => alternative = true,
            'd' => alphanumeric = true,
            'f' => fold = true,
            't' => terminator = option.value().first().copied(),
            'h' => return options::print_help(context),
            _ => return options::print_version(context, "look"),
        }
    }
    let Some((string, files)) = operands.split_first() else { return usage(context) };
    if files.len() > 1 {
        return usage(context);
    }
    let file: &[u8] = match files.first() {
        Some(file) => file,
        None => {
            (alphanumeric, fold) = (true, true);
            if alternative { b"/usr/share/dict/web2" } else { b"/usr/share/dict/words" }
        }
    };
    let end = terminator.and_then(|byte| memchr::memchr(byte, string)).map_or(string.len(), |at| at + 1);
    let key = reduced(&string[..end], usize::MAX, alphanumeric, fold);
    let data = context.read_operand(file);
    let Some(data) = context.report(file, data)? else { return Ok(1) };
    // The first line that is not below the string.
    let (mut low, mut high) = (0, data.len());
    while low < high {
        context.charge(1)?;
        let middle = low + (high - low) / 2;
        let start = memchr::memrchr(b'\n', &data[..middle]).map_or(0, |at| at + 1).max(low);
        let line_end = memchr::memchr(b'\n', &data[middle..]).map_or(data.len(), |at| middle + at);
        if reduced(&data[start..line_end], key.len(), alphanumeric, fold) < key {
            low = (line_end + 1).min(data.len());
        } else {
            high = start;
        }
    }
    let mut found = false;
    let mut rest = &data[low..];
    while !rest.is_empty() {
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..length];
        if reduced(line, key.len(), alphanumeric, fold) != key {
            break;
        }
        found = true;
        context.charge_bytes(length)?;
        context.write(line)?;
        context.write(b"\n")?;
        rest = rest.get(length + 1..).unwrap_or_default();
    }
    Ok(u8::from(!found))
}

fn usage(context: &mut Context<'_>) -> Result<u8, Halt> {
    refuse(context, &[b"bad usage"])
}

/// The first characters of a line that count, at most `most`.
fn reduced(line: &[u8], most: usize, alphanumeric: bool, fold: bool) -> Vec<u8> {
    line.iter()
        .filter(|byte| !alphanumeric || byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'\t'))
        .map(|byte| if fold { byte.to_ascii_lowercase() } else { *byte })
        .take(most)
        .collect()
}
