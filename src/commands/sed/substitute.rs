//! `s`: finds the matches and puts the replacement together.

use super::script::{Case, Part, Substitution};
use crate::shared::unicode::decode;
use formats::interrupt;
use shell::expand::case::{to_lower, to_upper};
use shell::regex::{Captures, Exhausted, Regex};

/// Replaces in `line`; the new line is left in `out`. False: nothing was replaced.
pub fn substitute(
    substitution: &Substitution,
    regex: &Regex,
    line: &[u8],
    captures: &mut Captures,
    out: &mut Vec<u8>,
) -> Result<bool, Exhausted> {
    out.clear();
    let mut from = 0;
    let mut copied = 0;
    let mut count = 0u64;
    let mut replaced = false;
    // Where the match before ended: an empty match right there is none.
    let mut previous_end = None;
    // A line may be a whole file, with a match at each byte.
    while from <= line.len() && !interrupt::is_over() {
        let found = if substitution.highest_group == 0 {
            regex.find_at(line, from)?
        } else if regex.captures_at(line, from, captures)? {
            captures.get(0)
        } else {
            None
        };
        let Some((start, end)) = found else { break };
        if start == end && previous_end == Some(start) {
            let step = step(&line[start..], substitution.bytes);
            if step == 0 {
                break;
            }
            from = start + step;
            previous_end = None;
            continue;
        }
        count += 1;
        if count >= substitution.number {
            out.extend_from_slice(&line[copied..start]);
            if substitution.highest_group == 0 {
                append(substitution, out, |_| &line[start..end]);
            } else {
                append(substitution, out, |group| {
                    captures.get(group).and_then(|(start, end)| line.get(start..end)).unwrap_or_default()
                });
            }
            copied = end;
            replaced = true;
            if !substitution.all {
                break;
            }
        }
        previous_end = Some(end);
        from = end;
        if start == end {
            let step = step(&line[end..], substitution.bytes);
            if step == 0 {
                break;
            }
            from = end + step;
        }
    }
    if replaced {
        out.extend_from_slice(&line[copied..]);
    }
    Ok(replaced)
}

/// How many bytes the next character takes; 0 at the end.
fn step(rest: &[u8], bytes: bool) -> usize {
    if bytes { rest.len().min(1) } else { decode(rest).1 }
}

fn append<'l>(substitution: &Substitution, out: &mut Vec<u8>, group: impl Fn(usize) -> &'l [u8]) {
    let bytes = substitution.bytes;
    let mut lasting = Case::AsIs;
    let mut once = Case::AsIs;
    for part in &substitution.replacement {
        let text = match part {
            Part::Text(text) => text.as_slice(),
            Part::Group(number) => group(*number),
            Part::Case(case @ (Case::UpperNext | Case::LowerNext)) => {
                once = *case;
                continue;
            }
            Part::Case(case) => {
                lasting = *case;
                once = Case::AsIs;
                continue;
            }
        };
        if text.is_empty() {
            continue;
        }
        let mut rest = text;
        if once != Case::AsIs {
            let (character, length) = decode(rest);
            let length = if bytes { 1 } else { length };
            let (head, is_upper) = (&rest[..length], once == Case::UpperNext);
            match character {
                _ if bytes => push_bytes(out, head, is_upper),
                Some(character) => push(out, if is_upper { to_upper(character) } else { to_lower(character) }),
                None => out.extend_from_slice(head),
            }
            rest = &rest[length..];
            once = Case::AsIs;
        }
        // What stands behind a NUL stays as it is.
        let (head, tail) = rest.split_at(memchr::memchr(0, rest).unwrap_or(rest.len()));
        match lasting {
            Case::Upper | Case::Lower if bytes => push_bytes(out, head, lasting == Case::Upper),
            Case::Upper => out.extend_from_slice(&shell::expand::case::upper(head)),
            Case::Lower => out.extend_from_slice(&shell::expand::case::lower(head)),
            _ => out.extend_from_slice(head),
        }
        out.extend_from_slice(tail);
    }
}

fn push(out: &mut Vec<u8>, character: char) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Bytes in the case wanted: what is no ASCII cannot be written back there, and becomes 0xff.
fn push_bytes(out: &mut Vec<u8>, bytes: &[u8], is_upper: bool) {
    out.extend(bytes.iter().map(|byte| match byte {
        0x80.. => 0xff,
        byte if is_upper => byte.to_ascii_uppercase(),
        byte => byte.to_ascii_lowercase(),
    }));
}
