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
            let step = decode(&line[start..]).1;
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
                append(&substitution.replacement, out, |_| &line[start..end]);
            } else {
                append(&substitution.replacement, out, |group| {
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
            let step = decode(&line[end..]).1;
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

fn append<'l>(parts: &[Part], out: &mut Vec<u8>, group: impl Fn(usize) -> &'l [u8]) {
    let mut lasting = Case::AsIs;
    let mut once = Case::AsIs;
    for part in parts {
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
            match character {
                Some(character) => push(out, if once == Case::UpperNext { to_upper(character) } else { to_lower(character) }),
                None => out.extend_from_slice(&rest[..length]),
            }
            rest = &rest[length..];
            once = Case::AsIs;
        }
        // What stands behind a NUL stays as it is.
        let (head, tail) = rest.split_at(memchr::memchr(0, rest).unwrap_or(rest.len()));
        match lasting {
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
