//! `getopts`

use bstr::{BString, ByteSlice};

use super::arguments::whole_number;
use super::{Argument, USAGE, is_identifier, words};
use crate::flow::Flow;
use crate::shell::Shell;

/// What one step found.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Option {
        letter: u8,
        value: Option<BString>,
    },
    /// Not in the option string.
    Illegal(u8),
    /// Needs a value and has none.
    NoValue(u8),
    End,
}

/// Where the next step begins: the word (from 1) and the offset in it; 0 is its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    word: usize,
    offset: usize,
}

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"getopts", &words, "")? else { return Ok(USAGE) };
    let [specification, name, operands @ ..] = &words[options.operands..] else { return shell.usage(b"getopts") };
    let index = shell.variable("OPTIND").and_then(|text| whole_number(&text)).unwrap_or(1).max(1);
    let mut position = Position { word: usize::try_from(index).unwrap_or(1), offset: shell.getopts_offset };
    let silent = specification.first() == Some(&b':');
    let letters = if silent { &specification[1..] } else { &specification[..] };
    let step = if operands.is_empty() {
        let positional = std::sync::Arc::clone(&shell.state.positional);
        step(letters, &positional, &mut position)
    } else {
        let operands: Vec<&[u8]> = operands.iter().map(|word| word.as_bytes()).collect();
        step(letters, &operands, &mut position)
    };
    let quiet = silent || shell.variable("OPTERR").and_then(|text| whole_number(&text)) == Some(0);
    let (found, value) = match &step {
        Step::Option { letter, value } => (*letter, value.clone()),
        Step::Illegal(letter) | Step::NoValue(letter) => {
            if !quiet {
                let text: &[u8] = match step {
                    Step::Illegal(_) => b": illegal option -- ",
                    _ => b": option requires an argument -- ",
                };
                let program = if shell.script.is_empty() { shell.state.name.clone() } else { shell.script.clone() };
                shell.write_error(&[&program, text, &[*letter], b"\n"].concat())?;
            }
            let mark = if silent && matches!(step, Step::NoValue(_)) { b':' } else { b'?' };
            (mark, silent.then(|| BString::from(vec![*letter])))
        }
        Step::End => (b'?', None),
    };
    shell.set_variable("OPTIND", position.word.to_string().into())?;
    shell.getopts_offset = position.offset;
    match value {
        Some(value) => shell.set_variable("OPTARG", value)?,
        None => drop(shell.state.variables.unset("OPTARG", false)),
    }
    if !is_identifier(name) {
        return shell.builtin_error(b"getopts", &[b"`", name, b"': not a valid identifier"]);
    }
    match shell.assign_target(name, vec![found].into()) {
        Ok(()) => Ok(u8::from(step == Step::End)),
        Err(Flow::Discard(_)) => Ok(USAGE),
        Err(flow) => Err(flow),
    }
}

/// Takes one option off the words and moves the position behind it.
fn step<W: AsRef<[u8]>>(letters: &[u8], words: &[W], position: &mut Position) -> Step {
    let end = words.len() + 1;
    let Some(word) = words.get(position.word.saturating_sub(1)).map(AsRef::as_ref) else {
        // A position behind the end comes back to it.
        *position = Position { word: end, offset: 0 };
        return Step::End;
    };
    if position.offset == 0 || position.offset >= word.len() {
        if position.offset > 0 {
            *position = Position { word: position.word + 1, offset: 0 };
            return step(letters, words, position);
        }
        if word == b"--" {
            position.word += 1;
            return Step::End;
        }
        if word.len() < 2 || word[0] != b'-' {
            return Step::End;
        }
        position.offset = 1;
    }
    let letter = word[position.offset];
    position.offset += 1;
    let rest = &word[position.offset..];
    let mut next = *position;
    if rest.is_empty() {
        next = Position { word: position.word + 1, offset: 0 };
    }
    let place = letters.iter().position(|known| *known == letter).filter(|_| letter != b':');
    let Some(place) = place else {
        *position = next;
        return Step::Illegal(letter);
    };
    if letters.get(place + 1) != Some(&b':') {
        *position = next;
        return Step::Option { letter, value: None };
    }
    if !rest.is_empty() {
        let value = BString::from(rest);
        *position = Position { word: position.word + 1, offset: 0 };
        return Step::Option { letter, value: Some(value) };
    }
    match words.get(position.word) {
        Some(value) => {
            let value = BString::from(value.as_ref());
            *position = Position { word: position.word + 2, offset: 0 };
            Step::Option { letter, value: Some(value) }
        }
        None => {
            *position = next;
            Step::NoValue(letter)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_through_clusters_and_values() {
        let words = ["-ab", "-cval", "-c", "x", "--", "rest"];
        let mut position = Position { word: 1, offset: 0 };
        let mut seen = Vec::new();
        loop {
            let step = step(b"abc:", &words, &mut position);
            let done = step == Step::End;
            seen.push((step, position.word));
            if done {
                break;
            }
        }
        let option = |letter, value: Option<&str>| Step::Option { letter, value: value.map(BString::from) };
        assert_eq!(
            seen,
            [
                (option(b'a', None), 1),
                (option(b'b', None), 2),
                (option(b'c', Some("val")), 3),
                (option(b'c', Some("x")), 5),
                (Step::End, 6),
            ]
        );
    }

    #[test]
    fn what_is_wrong() {
        let mut position = Position { word: 1, offset: 0 };
        assert_eq!(step(b"a:", &["-a"], &mut position), Step::NoValue(b'a'));
        assert_eq!(position.word, 2);
        position = Position { word: 1, offset: 0 };
        assert_eq!(step(b"a", &["-:"], &mut position), Step::Illegal(b':'));
        position = Position { word: 9, offset: 3 };
        assert_eq!(step(b"a", &["-a"], &mut position), Step::End);
        assert_eq!(position, Position { word: 2, offset: 0 });
        position = Position { word: 1, offset: 0 };
        assert_eq!(step(b"a", &["-"], &mut position), Step::End);
        assert_eq!(position.word, 1);
    }
}
