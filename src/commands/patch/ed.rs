//! Scripts for `ed` as `diff -e` writes them.

use super::read::{Source, ed_letter};
use shell::command::Context;
use shell::kernel::Halt;

/// The commands of a script, each line with its end.
pub fn read(source: &mut Source<'_>) -> Vec<Vec<u8>> {
    let mut script = Vec::new();
    loop {
        let (start, line) = (source.at, source.line);
        if !source.next() {
            source.seek(start, line);
            return script;
        }
        let Some(letter) = ed_letter(&source.buffer) else {
            // Comments that were passed over stay counted, as in GNU's.
            source.seek(start, source.line - 1);
            return script;
        };
        script.push(source.buffer.clone());
        if matches!(letter, b'd' | b's') {
            continue;
        }
        source.keep_comments = true;
        while source.next() {
            script.push(source.buffer.clone());
            if source.buffer == b".\n" {
                break;
            }
        }
        source.keep_comments = false;
    }
}

/// What a script made of a file.
pub struct Edited {
    /// Every line has its end.
    pub data: Vec<u8>,
    /// The last line is the one that was the last before.
    pub keeps_last: bool,
}

/// The lines of a file after a script; the inner `None`: it does not fit.
pub fn run(context: &Context<'_>, file: &[&[u8]], script: &[Vec<u8>]) -> Result<Option<Edited>, Halt> {
    // Each command moves the lines behind it.
    let commands = script.iter().filter(|line| ed_letter(line).is_some()).count() as u64;
    context.charge(commands.saturating_mul(1 + (file.len() as u64 >> 6)))?;
    Ok(edit(file, script))
}

fn edit<'d>(file: &[&'d [u8]], script: &'d [Vec<u8>]) -> Option<Edited> {
    // The last line gets the end that it lacks.
    let mut lines: Vec<&[u8]> = file.iter().map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect();
    let last = lines.last().copied();
    let mut at = 0;
    let mut current = lines.len();
    while let Some(command) = script.get(at) {
        at += 1;
        let text = std::str::from_utf8(command).ok()?.trim_end_matches('\n');
        let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ',');
        let place = &text[..text.len() - rest.len()];
        let (first, last): (usize, usize) = match place.split_once(',') {
            Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
            None if place.is_empty() => (current, current),
            None => {
                let line = place.parse().ok()?;
                (line, line)
            }
        };
        if first > last || last > lines.len() {
            return None;
        }
        let mut insert: Vec<&[u8]> = Vec::new();
        if matches!(rest, "a" | "c" | "i") {
            loop {
                // Without an end the text takes in the commands that write the file.
                let line = script.get(at)?;
                at += 1;
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                if line == b"." {
                    break;
                }
                insert.push(line);
            }
        }
        let count = insert.len();
        match rest {
            "a" => {
                lines.splice(last..last, insert);
                current = last + count;
            }
            "i" => {
                let place = first.saturating_sub(1);
                lines.splice(place..place, insert);
                current = place + count;
            }
            "c" => {
                lines.splice(first.checked_sub(1)?..last, insert);
                current = if count == 0 { first.min(lines.len()) } else { first - 1 + count };
            }
            "d" => {
                lines.drain(first.checked_sub(1)?..last);
                current = first.min(lines.len());
            }
            "s/.//" => {
                let line = lines.get_mut(first.checked_sub(1)?)?;
                let (_, size) = bstr::decode_utf8(&**line);
                *line = line.get(size.max(1)..).filter(|_| !line.is_empty())?;
                current = first;
            }
            _ => return None,
        }
    }
    let keeps_last = match (last, lines.last()) {
        // The same line, not one of the same text.
        (Some(before), Some(after)) => std::ptr::eq(before, *after),
        _ => false,
    };
    let mut data = Vec::new();
    for line in lines {
        data.extend_from_slice(line);
        data.push(b'\n');
    }
    Some(Edited { data, keeps_last })
}
