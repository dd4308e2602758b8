//! Formats of lines and of groups of lines (`--line-format`, `--changed-group-format`, `-D`).

use super::lines::Text;
use super::print::Comparison;
use shell::command::Context;
use shell::kernel::Halt;

/// The widest number that is written.
const WIDEST: usize = 1 << 16;

/// Places in [`Formats`]: old, new, unchanged and (for groups only) changed.
pub const OLD: usize = 0;
pub const NEW: usize = 1;
pub const UNCHANGED: usize = 2;
pub const CHANGED: usize = 3;

/// The formats that were given, and those that follow from them.
#[derive(Default, Clone)]
pub struct Formats {
    pub lines: [Option<Vec<u8>>; 3],
    pub groups: [Option<Vec<u8>>; 4],
}

impl Formats {
    /// What `-D NAME` stands for.
    pub fn defined(name: &[u8]) -> [Vec<u8>; 4] {
        let part = |parts: &[&[u8]]| parts.concat();
        [
            part(&[b"#ifndef ", name, b"\n%<#endif /* ! ", name, b" */\n"]),
            part(&[b"#ifdef ", name, b"\n%>#endif /* ", name, b" */\n"]),
            b"%=".to_vec(),
            part(&[b"#ifndef ", name, b"\n%<#else /* ", name, b" */\n%>#endif /* ", name, b" */\n"]),
        ]
    }

    /// Fills in what was not given.
    pub fn complete(&mut self) {
        for line in &mut self.lines {
            line.get_or_insert_with(|| b"%l\n".to_vec());
        }
        let changed = self.groups[CHANGED].clone();
        let or = |own: &[u8]| changed.clone().unwrap_or_else(|| own.to_vec());
        self.groups[OLD].get_or_insert_with(|| or(b"%<"));
        self.groups[NEW].get_or_insert_with(|| or(b"%>"));
        self.groups[UNCHANGED].get_or_insert_with(|| b"%=".to_vec());
        if self.groups[CHANGED].is_none() {
            let both = [OLD, NEW].map(|at| self.groups[at].clone().unwrap_or_default()).concat();
            self.groups[CHANGED] = Some(both);
        }
    }
}

/// The lines of a group, from 0, in the old and in the new text.
#[derive(Clone, Copy)]
struct Group {
    old: (usize, usize),
    new: (usize, usize),
}

impl Group {
    /// The number that a letter stands for.
    fn value(&self, letter: u8) -> Option<usize> {
        let (start, end) = if letter.is_ascii_uppercase() { self.new } else { self.old };
        match letter.to_ascii_lowercase() {
            b'e' => Some(start),
            b'f' => Some(start + 1),
            b'l' => Some(end),
            b'm' => Some(end + 1),
            b'n' => Some(end.saturating_sub(start)),
            _ => None,
        }
    }
}

fn byte(format: &[u8], at: usize) -> u8 {
    format.get(at).copied().unwrap_or(0)
}

impl Comparison<'_> {
    /// Prints all lines in the formats.
    pub fn formatted(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        let formats = &self.layout.formats;
        let (mut old, mut new) = (0, 0);
        let group = |context: &mut Context<'_>, kind: usize, group: Group| -> Result<(), Halt> {
            let mut out = Vec::new();
            let format = formats.groups[kind].as_deref().unwrap_or_default();
            self.group(context, &mut out, true, (format, 0), 0, group, 0)?;
            context.write(&out)
        };
        for change in self.shown() {
            if old < change.old_start || new < change.new_start {
                let before = Group { old: (old, change.old_start), new: (new, change.new_start) };
                group(context, UNCHANGED, before)?;
            }
            let kind = match (change.deleted(), change.inserted()) {
                (_, 0) => OLD,
                (0, _) => NEW,
                _ => CHANGED,
            };
            let changed =
                Group { old: (change.old_start, change.old_end), new: (change.new_start, change.new_end) };
            group(context, kind, changed)?;
            (old, new) = (change.old_end, change.new_end);
        }
        if old < self.old.len() || new < self.new.len() {
            group(context, UNCHANGED, Group { old: (old, self.old.len()), new: (new, self.new.len()) })?;
        }
        Ok(())
    }

    /// Writes a group, from a place in its format up to `end`; returns the place of that.
    #[expect(clippy::too_many_arguments, reason = "a recursion that carries its place along")]
    fn group(
        &self,
        context: &mut Context<'_>,
        out: &mut Vec<u8>,
        on: bool,
        (format, mut at): (&[u8], usize),
        end: u8,
        group: Group,
        depth: usize,
    ) -> Result<usize, Halt> {
        let lines = &self.layout.formats.lines;
        let line_format = |kind: usize| lines[kind].as_deref().unwrap_or_default();
        while let Some(&letter) = format.get(at).filter(|letter| **letter != end || end == 0) {
            at += 1;
            if letter != b'%' {
                if on {
                    out.push(letter);
                }
                continue;
            }
            match byte(format, at) {
                b'%' => {
                    at += 1;
                    if on {
                        out.push(b'%');
                    }
                }
                b'(' => match condition(format, at + 1, group).filter(|_| depth < 256) {
                    Some((holds, then)) => {
                        at = self.group(context, out, on && holds, (format, then), b':', group, depth + 1)?;
                        if at < format.len() {
                            at = self.group(context, out, on && !holds, (format, at + 1), b')', group, depth + 1)?;
                            at = (at + 1).min(format.len());
                        }
                    }
                    None if on => out.push(b'%'),
                    None => {}
                },
                letter @ (b'<' | b'=' | b'>') => {
                    at += 1;
                    let (kind, text, range) = match letter {
                        b'<' => (OLD, self.old, group.old),
                        b'=' => (UNCHANGED, self.old, group.old),
                        _ => (NEW, self.new, group.new),
                    };
                    if on {
                        self.lines(context, out, line_format(kind), text, range)?;
                    }
                }
                _ => {
                    let mut written = Vec::new();
                    match number(&mut written, format, at, |letter| group.value(letter)) {
                        Some(behind) => {
                            at = behind;
                            if on {
                                out.append(&mut written);
                            }
                        }
                        None if on => out.push(b'%'),
                        None => {}
                    }
                }
            }
        }
        Ok(at)
    }

    fn lines(
        &self,
        context: &mut Context<'_>,
        out: &mut Vec<u8>,
        format: &[u8],
        text: &Text,
        (start, end): (usize, usize),
    ) -> Result<(), Halt> {
        for index in start..end {
            let line = text.line(index);
            context.charge_bytes(line.len() + format.len())?;
            let mut at = 0;
            while let Some(&letter) = format.get(at) {
                at += 1;
                if letter != b'%' {
                    out.push(letter);
                    continue;
                }
                match byte(format, at) {
                    b'%' => {
                        at += 1;
                        out.push(b'%');
                    }
                    letter @ (b'l' | b'L') => {
                        at += 1;
                        self.expanded(out, line);
                        if letter == b'L' && !text.is_incomplete(index) {
                            out.push(b'\n');
                        }
                    }
                    _ => match number(out, format, at, |letter| (letter == b'n').then_some(index + 1)) {
                        Some(behind) => at = behind,
                        None => out.push(b'%'),
                    },
                }
            }
            // What is long goes out piece by piece.
            if out.len() > 1 << 16 {
                context.write(out)?;
                out.clear();
            }
        }
        Ok(())
    }
}

/// `A=B?` of `%(A=B?then:else)`: whether it holds, and the place behind it.
fn condition(format: &[u8], mut at: usize, group: Group) -> Option<(bool, usize)> {
    let mut values = [0usize; 2];
    for (value, sign) in values.iter_mut().zip(*b"=?") {
        let digits = format.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            let text = std::str::from_utf8(&format[at..at + digits]).ok()?;
            *value = text.parse::<u64>().ok().and_then(|number| usize::try_from(number).ok())?;
            at += digits;
        } else {
            *value = group.value(byte(format, at))?;
            at += 1;
        }
        if byte(format, at) != sign {
            return None;
        }
        at += 1;
    }
    Some((values[0] == values[1], at))
}

/// Writes what `[-'0]*[width][.precision]` and `d`, `o`, `x`, `X` with a letter or `c'…'` say; the place behind. `None`:
/// it is none of these, and nothing is written.
fn number(
    out: &mut Vec<u8>,
    format: &[u8],
    mut at: usize,
    value: impl Fn(u8) -> Option<usize>,
) -> Option<usize> {
    let (mut left, mut zero) = (false, false);
    while let flag @ (b'-' | b'\'' | b'0') = byte(format, at) {
        left |= flag == b'-';
        zero |= flag == b'0';
        at += 1;
    }
    let digits = |at: &mut usize| {
        let mut number = 0usize;
        while byte(format, *at).is_ascii_digit() {
            number = (number * 10 + usize::from(byte(format, *at) - b'0')).min(WIDEST);
            *at += 1;
        }
        number
    };
    let width = digits(&mut at);
    let mut precision = None;
    if byte(format, at) == b'.' {
        at += 1;
        precision = Some(digits(&mut at));
    }
    let letter = byte(format, at);
    if letter == b'c' {
        if byte(format, at + 1) != b'\'' {
            return None;
        }
        let (character, behind) = literal(format, at + 2)?;
        out.push(character);
        return Some(behind);
    }
    let digits = match letter {
        b'd' => value(byte(format, at + 1))?.to_string(),
        b'o' => format!("{:o}", value(byte(format, at + 1))?),
        b'x' => format!("{:x}", value(byte(format, at + 1))?),
        b'X' => format!("{:X}", value(byte(format, at + 1))?),
        _ => return None,
    };
    let digits = if precision == Some(0) && digits == "0" { String::new() } else { digits };
    let least = precision.unwrap_or(0);
    let body = format!("{digits:0>least$}");
    let text = match (left, zero && precision.is_none()) {
        (true, _) => format!("{body:<width$}"),
        (_, true) => format!("{body:0>width$}"),
        _ => format!("{body:>width$}"),
    };
    out.extend_from_slice(text.as_bytes());
    Some(at + 2)
}

/// The character before the closing quote: itself, or a backslash and one to three octal digits.
fn literal(format: &[u8], at: usize) -> Option<(u8, usize)> {
    match *format.get(at)? {
        b'\'' => None,
        b'\\' => {
            let count = format[at + 1..].iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count();
            if !(1..=3).contains(&count) || byte(format, at + 1 + count) != b'\'' {
                return None;
            }
            let digits = &format[at + 1..at + 1 + count];
            let value = digits.iter().fold(0u8, |value, digit| value.wrapping_mul(8).wrapping_add(digit - b'0'));
            Some((value, at + 2 + count))
        }
        character => (byte(format, at + 1) == b'\'').then_some((character, at + 2)),
    }
}
