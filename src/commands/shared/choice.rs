//! Option values that are one word out of a list, abbreviated if they like (`--sort=ti`).

use super::quote::quote;
use crate::options::hint;
use shell::command::Context;
use shell::kernel::Halt;

/// Finds `value` among `choices` (spelling, meaning): exactly, or as a prefix of spellings with one meaning. Otherwise
/// prints GNU's message with the list of choices and the hint, and returns `None`; the caller exits with its status
/// for usage errors.
pub fn choose<T: Copy + PartialEq>(
    context: &mut Context<'_>,
    option: &str,
    value: &[u8],
    choices: &[(&str, T)],
) -> Result<Option<T>, Halt> {
    let found = find(value, choices);
    match found {
        Ok(meaning) => Ok(Some(meaning)),
        Err(ambiguous) => {
            let what: &[u8] = if ambiguous { b"ambiguous argument " } else { b"invalid argument " };
            context.complain(&[what, &quote(value), b" for ", &quote(option.as_bytes())])?;
            context.write_error(&valid(choices))?;
            hint(context)?;
            Ok(None)
        }
    }
}

/// The list of choices as messages show it: spellings of one meaning share a line.
pub fn valid<T: Copy + PartialEq>(choices: &[(&str, T)]) -> Vec<u8> {
    let mut text = b"Valid arguments are:".to_vec();
    let mut last = None;
    for (spelling, meaning) in choices {
        text.extend_from_slice(if last == Some(*meaning) { b", " } else { b"\n  - " });
        text.extend_from_slice(&quote(spelling.as_bytes()));
        last = Some(*meaning);
    }
    text.push(b'\n');
    text
}

/// The meaning of `value`, or whether it was ambiguous.
pub fn find<T: Copy + PartialEq>(value: &[u8], choices: &[(&str, T)]) -> Result<T, bool> {
    if let Some((_, meaning)) = choices.iter().find(|(spelling, _)| spelling.as_bytes() == value) {
        return Ok(*meaning);
    }
    let mut found = choices.iter().filter(|(spelling, _)| spelling.as_bytes().starts_with(value));
    match found.next() {
        None => Err(false),
        Some((_, meaning)) if found.all(|(_, other)| other == meaning) => Ok(*meaning),
        Some(_) => Err(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICES: &[(&str, u8)] = &[("always", 1), ("yes", 1), ("never", 2), ("none", 2), ("auto", 3)];

    #[test]
    fn abbreviations_need_one_meaning() {
        assert_eq!(find(b"always", CHOICES), Ok(1));
        assert_eq!(find(b"n", CHOICES), Ok(2));
        assert_eq!(find(b"a", CHOICES), Err(true));
        assert_eq!(find(b"x", CHOICES), Err(false));
        let list = String::from_utf8(valid(CHOICES)).unwrap();
        assert_eq!(list, "Valid arguments are:\n  - ‘always’, ‘yes’\n  - ‘never’, ‘none’\n  - ‘auto’\n");
    }
}
