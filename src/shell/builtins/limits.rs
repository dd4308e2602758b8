//! `umask` and `ulimit`

use std::fmt::Write;

use bstr::{BStr, ByteSlice};

use super::state::{RESOURCES, ResourceLimits};
use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::shell::Shell;

pub(super) fn umask(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"umask", &words, "Sp")? else { return Ok(USAGE) };
    let symbolic = options.has(b'S');
    let Some(mode) = words.get(options.operands) else {
        let prefix = match (options.has(b'p'), symbolic) {
            (true, true) => "umask -S ",
            (true, false) => "umask ",
            _ => "",
        };
        let text = if symbolic { symbols(shell.state.umask) } else { format!("{:04o}", shell.state.umask) };
        return shell.put("umask", format!("{prefix}{text}\n").as_bytes());
    };
    let mask = if mode.first().is_some_and(u8::is_ascii_digit) {
        match octal(mode) {
            Some(mask) => mask,
            None => return shell.builtin_error(b"umask", &[mode, b": octal number out of range"]),
        }
    } else {
        match symbolic_mask(mode, shell.state.umask) {
            Ok(mask) => mask,
            Err(Bad::Operator(byte)) => {
                return shell.builtin_error(b"umask", &[b"`", &byte, b"': invalid symbolic mode operator"]);
            }
            Err(Bad::Character(byte)) => {
                return shell.builtin_error(b"umask", &[b"`", &byte, b"': invalid symbolic mode character"]);
            }
        }
    };
    shell.state.umask = mask;
    if symbolic {
        let text = symbols(mask);
        return shell.put("umask", format!("{text}\n").as_bytes());
    }
    Ok(0)
}

fn octal(text: &[u8]) -> Option<u16> {
    let mut value = 0u16;
    for byte in text {
        let digit = char::from(*byte).to_digit(8)?;
        value = value.checked_mul(8)?.checked_add(digit as u16)?;
        if value > 0o7777 {
            return None;
        }
    }
    Some(value & 0o777)
}

/// `u=rwx,g=rx,o=rx`: what the mask lets through.
fn symbols(mask: u16) -> String {
    let mut parts = Vec::new();
    for (who, shift) in [('u', 6), ('g', 3), ('o', 0)] {
        let bits = !mask >> shift & 7;
        let mut part = format!("{who}=");
        for (bit, letter) in [(4, 'r'), (2, 'w'), (1, 'x')] {
            if bits & bit != 0 {
                part.push(letter);
            }
        }
        parts.push(part);
    }
    parts.join(",")
}

/// What is wrong with a symbolic mode: the byte where it is, nothing at the end.
#[derive(Debug, PartialEq, Eq)]
enum Bad {
    Operator(Vec<u8>),
    Character(Vec<u8>),
}

/// Applies a symbolic mode to what the mask lets through.
fn symbolic_mask(text: &[u8], mask: u16) -> Result<u16, Bad> {
    let start = !mask & 0o777;
    let mut bits = start;
    for clause in text.split(|byte| *byte == b',') {
        let mut at = 0;
        let mut who = 0;
        while let Some(byte) = clause.get(at) {
            who |= match byte {
                b'u' => 0o700,
                b'g' => 0o070,
                b'o' => 0o007,
                b'a' => 0o777,
                _ => break,
            };
            at += 1;
        }
        if who == 0 {
            who = 0o777;
        }
        loop {
            let operator = match clause.get(at) {
                Some(operator @ (b'+' | b'-' | b'=')) => *operator,
                other => return Err(Bad::Operator(other.copied().into_iter().collect())),
            };
            at += 1;
            let mut permissions = 0;
            while let Some(byte) = clause.get(at) {
                permissions |= match byte {
                    b'r' => 0o444,
                    b'w' => 0o222,
                    b'x' => 0o111,
                    b'+' | b'-' | b'=' => break,
                    other => return Err(Bad::Character(vec![*other])),
                };
                at += 1;
            }
            match operator {
                b'+' => bits |= who & permissions,
                b'-' => bits &= !(who & permissions),
                _ => bits = bits & !who | who & permissions,
            }
            if at >= clause.len() {
                break;
            }
        }
    }
    Ok(!bits & 0o777)
}

pub(super) fn ulimit(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let letters: String = RESOURCES.iter().map(|resource| format!("{};", char::from(resource.letter))).collect();
    let Some(options) = shell.options(b"ulimit", &words, &format!("aSH{letters}"))? else { return Ok(USAGE) };
    let (soft, hard) = (options.has(b'S'), options.has(b'H'));
    let mut out = String::new();
    if options.has(b'a') {
        for (index, resource) in RESOURCES.iter().enumerate() {
            describe(&mut out, &shell.state.builtins.limits, index, hard, resource.always_listed);
        }
        return shell.put("ulimit", out.as_bytes());
    }
    let mut chosen: Vec<(u8, Option<&BStr>)> = options
        .given
        .iter()
        .filter(|given| !matches!(given.letter, b'a' | b'S' | b'H'))
        .map(|given| (given.letter, given.value.as_ref().map(BStr::new)))
        .collect();
    if chosen.is_empty() {
        chosen.push((b'f', words.get(options.operands).map(AsRef::as_ref)));
    }
    let several = chosen.len() > 1;
    let mut status = 0;
    for (letter, value) in chosen {
        let Some(index) = RESOURCES.iter().position(|resource| resource.letter == letter) else { continue };
        match value {
            None if several => describe(&mut out, &shell.state.builtins.limits, index, hard, true),
            None => {
                let value = shell.state.builtins.limits.get(index, hard);
                let _ = writeln!(out, "{}", shown(value));
            }
            Some(value) => status = status.max(set_limit(shell, index, value, soft, hard)?),
        }
    }
    Ok(status.max(shell.put("ulimit", out.as_bytes())?))
}

fn shown(value: Option<u64>) -> String {
    value.map_or("unlimited".to_owned(), |value| value.to_string())
}

fn describe(out: &mut String, limits: &ResourceLimits, index: usize, hard: bool, listed: bool) {
    if !listed {
        return;
    }
    let resource = &RESOURCES[index];
    let unit = match resource.unit {
        "" => format!("(-{}) ", char::from(resource.letter)),
        unit => format!("({unit}, -{}) ", char::from(resource.letter)),
    };
    let _ = writeln!(out, "{:<20} {unit:>20}{}", resource.name, shown(limits.get(index, hard)));
}

fn set_limit(shell: &mut Shell, index: usize, text: &BStr, soft: bool, hard: bool) -> Result<u8, Flow> {
    let resource = &RESOURCES[index];
    let limits = &shell.state.builtins.limits;
    let value = match text.as_bytes() {
        b"unlimited" => None,
        b"hard" => limits.get(index, true),
        b"soft" => limits.get(index, false),
        digits => match super::arguments::whole_number(digits).and_then(|value| u64::try_from(value).ok()) {
            Some(value) => Some(value),
            None => return shell.builtin_error(b"ulimit", &[text, b": invalid number"]),
        },
    };
    if resource.fixed {
        let reason = b": cannot modify limit: Invalid argument";
        return shell.builtin_error(b"ulimit", &[resource.name.as_bytes(), reason]);
    }
    // `None` is above every number.
    let above = |value: Option<u64>, most: Option<u64>| match (value, most) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(value), Some(most)) => value > most,
    };
    if above(value, limits.get(index, true)) {
        let reason = b": cannot modify limit: Operation not permitted";
        return shell.builtin_error(b"ulimit", &[resource.name.as_bytes(), reason]);
    }
    let both = soft == hard;
    let limits = &mut shell.state.builtins.limits;
    if hard || both {
        limits.set(index, true, value);
        if above(limits.get(index, false), value) {
            limits.set(index, false, value);
        }
    }
    if soft || both {
        limits.set(index, false, value);
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbolic_masks() {
        assert_eq!(symbolic_mask(b"u=rwx,g=rx,o=", 0o077), Ok(0o027));
        assert_eq!(symbolic_mask(b"a-w", 0o027), Ok(0o227));
        assert_eq!(symbolic_mask(b"ug=rw,o+r", 0o777), Ok(0o113));
        assert_eq!(symbolic_mask(b"+x", 0o227), Ok(0o226));
        assert_eq!(symbolic_mask(b"u+q", 0), Err(Bad::Character(b"q".to_vec())));
        assert_eq!(symbolic_mask(b"zz", 0), Err(Bad::Operator(b"z".to_vec())));
        assert_eq!(symbolic_mask(b"u", 0), Err(Bad::Operator(Vec::new())));
        assert_eq!(symbols(0o027), "u=rwx,g=rx,o=");
    }

    #[test]
    fn octal_masks() {
        assert_eq!(octal(b"077"), Some(0o77));
        assert_eq!(octal(b"9"), None);
        assert_eq!(octal(b"12345"), None);
        assert_eq!(octal(b"7777"), Some(0o777));
    }

    #[test]
    fn limits_as_bash_lists_them() {
        let mut out = String::new();
        for index in 0..2 {
            describe(&mut out, &ResourceLimits::default(), index, false, true);
        }
        assert_eq!(
            out,
            "real-time non-blocking time  (microseconds, -R) unlimited\n\
             core file size              (blocks, -c) 0\n"
        );
    }
}
