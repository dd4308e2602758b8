//! Writing the hunks that found no place.

use super::header::{Header, INDEX, Kind, NEW, OLD};
use super::hunk::{Hunk, Line};

/// The names above the first rejected hunk. `reverse`: the sides are swapped.
pub fn heading(out: &mut Vec<u8>, header: &Header, reverse: bool, unified: bool) {
    if let Some(name) = &header.names[INDEX] {
        out.extend_from_slice(b"Index: ");
        out.extend_from_slice(name);
        out.push(b'\n');
    }
    let marks: [&[u8]; 2] = if unified { [b"---", b"+++"] } else { [b"***", b"---"] };
    let sides = if reverse { [NEW, OLD] } else { [OLD, NEW] };
    for (mark, side) in marks.into_iter().zip(sides) {
        out.extend_from_slice(mark);
        out.push(b' ');
        out.extend_from_slice(header.names[side].as_ref().map_or(b"/dev/null", |name| name.as_slice()));
        out.extend_from_slice(header.stamps[side].as_deref().unwrap_or_default());
        out.push(b'\n');
    }
}

/// GNU patch does not say that a line has no end.
fn write(out: &mut Vec<u8>, mark: &[u8], text: &[u8]) {
    out.extend_from_slice(mark);
    out.extend_from_slice(text);
}

/// A hunk as a unified diff; `shift` is that of the hunks before.
pub fn unified(out: &mut Vec<u8>, hunk: &Hunk, shift: i64) {
    let range = |start: i64, count: usize| match count {
        0 => format!("{},0", start.wrapping_sub(1)),
        1 => start.to_string(),
        count => format!("{start},{count}"),
    };
    let old = range(hunk.old_start.saturating_add(shift), hunk.old.len());
    let new = range(hunk.new_start.saturating_add(shift), hunk.new.len());
    out.extend_from_slice(format!("@@ -{old} +{new} @@").as_bytes());
    out.extend_from_slice(&hunk.heading);
    out.push(b'\n');
    let (mut old, mut new) = (hunk.old.iter().peekable(), hunk.new.iter().peekable());
    loop {
        while let Some(line) = old.next_if(|line| line.mark != b' ') {
            write(out, b"-", &line.text);
        }
        while let Some(line) = new.next_if(|line| line.mark != b' ') {
            write(out, b"+", &line.text);
        }
        let Some(line) = old.next() else { break };
        write(out, b" ", &line.text);
        new.next();
    }
}

/// A hunk as a context diff.
pub fn context(out: &mut Vec<u8>, hunk: &Hunk, shift: i64, kind: Kind) {
    let (stars, dashes) = match kind {
        Kind::NewContext | Kind::Unified | Kind::Binary => (" ****", " ----"),
        Kind::Context | Kind::Normal | Kind::Ed => ("", " -----"),
    };
    let range = |start: i64, count: usize| match count {
        0 => "0".to_owned(),
        1 => start.to_string(),
        count => format!("{start},{}", start.saturating_add(count as i64 - 1)),
    };
    out.extend_from_slice(b"***************");
    out.extend_from_slice(&hunk.heading);
    let old = range(hunk.old_start.saturating_add(shift), hunk.old.len());
    let new = range(hunk.new_start.saturating_add(shift), hunk.new.len());
    out.extend_from_slice(format!("\n*** {old}{stars}\n").as_bytes());
    // In a unified diff what is taken away and put in at one place is a change.
    let mut changes = Vec::new();
    if kind == Kind::Unified {
        let (old, new) = (runs(&hunk.old), runs(&hunk.new));
        changes = old.iter().zip(&new).map(|(old, new)| *old > 0 && *new > 0).collect();
    }
    let side = |out: &mut Vec<u8>, lines: &[Line]| {
        let mut run = 0;
        for line in lines {
            run += usize::from(line.mark == b' ');
            let changed = line.mark != b' ' && changes.get(run).copied().unwrap_or(false);
            write(out, &[if changed { b'!' } else { line.mark }, b' '], &line.text);
        }
    };
    side(out, &hunk.old);
    if hunk.blank {
        out.push(b'\n');
    }
    out.extend_from_slice(format!("--- {new}{dashes}\n").as_bytes());
    side(out, &hunk.new);
}

/// How many lines a side has before, between and behind its lines of context.
fn runs(lines: &[Line]) -> Vec<usize> {
    lines.split(|line| line.mark == b' ').map(<[Line]>::len).collect()
}
