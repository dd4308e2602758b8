//! `look`: the lines of a sorted file that begin with a string.

use std::cmp::Ordering;

use super::options::{self, Opt, Scanned, Spec, Takes};
use super::shared::inputs::refuse;
use shell::command::{Context, Native, Outcome};
use shell::kernel::Halt;
use workspace::Errno;

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
    if data.is_empty() {
        // It cannot be mapped into memory.
        context.complain(&[file, b": ", Errno::Invalid.message().as_bytes()])?;
        return Ok(1);
    }
    // How the line that begins at a place stands to the string.
    let order = |start: usize| {
        let end = memchr::memchr(b'\n', &data[start..]).map_or(data.len(), |at| start + at);
        reduced(&data[start..end], key.len(), alphanumeric, fold).cmp(&key)
    };
    let behind_line = |at: usize| memchr::memchr(b'\n', &data[at..]).map_or(data.len(), |end| at + end + 1);
    // Halves that begin behind the line in the middle. In a file without order, what is found is what the real tool finds.
    let (mut low, mut high) = (0, data.len());
    let mut middle = behind_line(low + (high - low) / 2);
    while middle < high && high > low {
        context.charge(1)?;
        if order(middle) == Ordering::Less {
            low = middle;
        } else {
            high = middle;
        }
        middle = behind_line(low + (high - low) / 2);
    }
    while low < data.len() && order(low) == Ordering::Less {
        context.charge(1)?;
        low = behind_line(low);
    }
    let mut found = false;
    while low < data.len() && order(low) == Ordering::Equal {
        found = true;
        let end = behind_line(low);
        context.charge_bytes(end - low)?;
        context.write(&data[low..end])?;
        low = end;
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
