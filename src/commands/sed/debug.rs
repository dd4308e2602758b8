//! `--debug`: the script as it was understood, and what each command does to the two spaces.

use std::ops::Range;

use super::script::{Action, Address, Bound, Case, Command, Part, Script, Substitution};

/// What is put in front of each level of blocks.
const INDENT: usize = 2;

/// The addresses of a command with its `!`, from the parts that the parser met. `patterns` are the texts of the
/// patterns among them, in their order.
pub fn addresses(first: Option<&Address>, second: Option<&Bound>, negated: bool, patterns: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut patterns = patterns.iter();
    let mut pattern = |out: &mut Vec<u8>| out.extend_from_slice(patterns.next().map_or(b"//", Vec::as_slice));
    match first {
        None => {}
        Some(Address::Line(line)) => out.extend_from_slice(line.to_string().as_bytes()),
        Some(Address::Step(first, step)) => out.extend_from_slice(format!("{first}~{step}").as_bytes()),
        Some(Address::Last) => out.push(b'$'),
        Some(Address::Pattern(_)) => pattern(&mut out),
    }
    if let Some(second) = second {
        out.push(b',');
        match second {
            Bound::Line(line) => out.extend_from_slice(line.to_string().as_bytes()),
            Bound::Plus(0) | Bound::Multiple(0) => out.extend_from_slice(b"[ADDR-NULL]"),
            Bound::Plus(count) => out.extend_from_slice(format!("+{count}").as_bytes()),
            Bound::Multiple(step) => out.extend_from_slice(format!("~{step}").as_bytes()),
            Bound::Step(first, step) => out.extend_from_slice(format!("{first}~{step}").as_bytes()),
            Bound::Last => out.push(b'$'),
            Bound::Pattern(_) => pattern(&mut out),
        }
    }
    if negated {
        out.push(b'!');
    }
    if first.is_some() {
        out.push(b' ');
    }
    out
}

/// A pattern between slashes.
pub fn pattern(text: &[u8]) -> Vec<u8> {
    let mut out = vec![b'/'];
    for &byte in text {
        if byte == b'/' {
            out.push(b'\\');
            out.push(byte);
        } else {
            character(&mut out, byte);
        }
    }
    out.push(b'/');
    out
}

/// What stands behind the `s`: the pattern as [`pattern`] gives it, the replacement and the flags.
pub fn substitution(made: &Substitution, pattern: &[u8], flags: [bool; 2], number: bool, output: Option<&[u8]>) -> Vec<u8> {
    let mut out = pattern.to_vec();
    replacement(&mut out, &made.replacement);
    out.push(b'/');
    let [ignore_case, multi_line] = flags;
    let letters = [
        (ignore_case, b'i'),
        (multi_line, b'm'),
        (made.all, b'g'),
        (made.execute, b'e'),
        (made.print || made.print_before, b'p'),
    ];
    out.extend(letters.iter().filter(|(is_set, _)| *is_set).map(|(_, letter)| *letter));
    if number {
        out.extend_from_slice(made.number.to_string().as_bytes());
    }
    if let Some(name) = output {
        out.push(b'w');
        out.extend_from_slice(name);
    }
    out
}

/// A replacement: its changes of case are told where a part begins that has another than the part before.
fn replacement(out: &mut Vec<u8>, parts: &[Part]) {
    let mut lasting = Case::AsIs;
    let mut once = None;
    let mut told = (Case::AsIs, None);
    let mut tell = |out: &mut Vec<u8>, lasting: Case, once: Option<Case>| {
        if told != (lasting, once) {
            told = (lasting, once);
            out.extend_from_slice(match once.unwrap_or(lasting) {
                Case::Upper => b"\\U",
                Case::Lower => b"\\L",
                Case::AsIs => b"\\E",
                Case::UpperNext => b"\\u",
                Case::LowerNext => b"\\l",
            });
        }
    };
    let mut text: Option<&[u8]> = None;
    for part in parts {
        if let Part::Text(plain) = part {
            text = Some(plain);
            continue;
        }
        tell(out, lasting, once);
        out.extend_from_slice(text.take().unwrap_or_default());
        once = None;
        match part {
            Part::Group(0) => out.push(b'&'),
            Part::Group(number) => out.extend_from_slice(format!("\\{number}").as_bytes()),
            Part::Case(case @ (Case::UpperNext | Case::LowerNext)) => once = Some(*case),
            Part::Case(case) => lasting = *case,
            Part::Text(_) => {}
        }
    }
    if let Some(text) = text {
        tell(out, lasting, once);
        out.extend_from_slice(text);
    }
}

/// One byte of a pattern or a space.
fn character(out: &mut Vec<u8>, byte: u8) {
    let letter = match byte {
        b'\\' => b'\\',
        0x07 => b'a',
        0x0b => b'v',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x20..=0x7e => {
            out.push(byte);
            return;
        }
        // Bytes are signed there, and told as whole words.
        _ => {
            out.extend_from_slice(format!("\\o{:03o}", i32::from(byte.cast_signed())).as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// A line of what a space holds.
pub fn space(name: &str, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len() + data.len() + 1);
    out.extend_from_slice(name.as_bytes());
    for &byte in data {
        character(&mut out, byte);
    }
    out.push(b'\n');
    out
}

/// The groups of a match, up to the first that took no part in it.
pub fn registers(line: &[u8], groups: impl Iterator<Item = Option<(usize, usize)>>) -> Vec<u8> {
    let mut out = b"MATCHED REGEX REGISTERS\n".to_vec();
    for (number, group) in groups.enumerate() {
        let Some((start, end)) = group else { break };
        out.extend_from_slice(format!("  regex[{number}] = {start}-{end} '").as_bytes());
        out.extend_from_slice(line.get(Range { start, end }).unwrap_or_default());
        out.extend_from_slice(b"'\n");
    }
    out
}

/// A command on its line. `level`: how deep in blocks it is, which it may change. `is_done`: it ran before.
pub fn command(command: &Command, level: &mut usize, is_done: bool) -> Vec<u8> {
    if command.shown.is_empty() {
        return Vec::new();
    }
    if command.shown == b"}" {
        *level = level.saturating_sub(1);
    }
    let mut out = vec![b' '; INDENT * *level];
    out.extend_from_slice(&command.shown);
    match &command.action {
        Action::Block(_) => *level += 1,
        // The line end is in the text.
        Action::Append(text) | Action::Insert(text) | Action::Change(text) => {
            out.push(b'\\');
            if let Some((_, text)) = text.split_last() {
                out.extend_from_slice(text);
                out.push(b'\n');
            }
        }
        Action::Execute(text) => {
            out.push(b' ');
            if let Some((_, text)) = text.split_last() {
                out.extend_from_slice(text);
                // The real sed puts an end there for the shell, and leaves it.
                out.push(if is_done { 0 } else { b'\n' });
            }
        }
        _ => {}
    }
    out.push(b'\n');
    out
}

/// The whole script.
pub fn program(script: &Script) -> Vec<u8> {
    let mut out = b"SED PROGRAM:\n".to_vec();
    let mut level = 1;
    for each in &script.commands {
        out.extend_from_slice(&command(each, &mut level, false));
    }
    out
}
