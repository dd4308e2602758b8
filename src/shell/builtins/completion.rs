//! `complete` and `compopt`: specifications of how the arguments of commands are completed.

use std::sync::Arc;

use bstr::{BStr, BString};

use super::compgen::{ACTIONS, COMPLETION_OPTIONS, LETTERS, check};
use super::{Argument, USAGE, words};
use crate::expand::quote;
use crate::flow::Flow;
use crate::shell::Shell;
use crate::variables::AssociativeArray;

/// The size of bash's table, on which the order of listings depends.
const BUCKETS: usize = 256;

/// The commands that stand for no command: the default, the empty line, the first word.
const PSEUDO: [(u8, &str); 3] = [(b'D', "_DefaultCmD_"), (b'E', "_EmptycmD_"), (b'I', "_InitialWorD_")];

/// Specifications by command, in the order in which bash lists them.
#[derive(Debug, Clone)]
pub struct Completions {
    /// The options as they are printed, those of `-o` aside.
    texts: AssociativeArray,
    /// Bit n: `COMPLETION_OPTIONS[n]`.
    options: std::collections::HashMap<BString, u16>,
}

impl Default for Completions {
    fn default() -> Self {
        Completions { texts: AssociativeArray::with_buckets(BUCKETS), options: Default::default() }
    }
}

impl Completions {
    fn line(&self, name: &BStr) -> Option<Vec<u8>> {
        let text = self.texts.get(name)?;
        let options = self.options.get(name).copied().unwrap_or(0);
        let mut line = b"complete ".to_vec();
        for (index, option) in COMPLETION_OPTIONS.iter().enumerate() {
            if options & 1 << index != 0 {
                line.extend_from_slice(format!("-o {option} ").as_bytes());
            }
        }
        if !text.is_empty() {
            line.extend_from_slice(text);
            line.push(b' ');
        }
        match PSEUDO.iter().find(|(_, pseudo)| pseudo.as_bytes() == name.as_ref() as &[u8]) {
            Some((letter, _)) => line.extend_from_slice(&[b'-', *letter]),
            None if name.is_empty() => line.extend_from_slice(b"''"),
            None => line.extend_from_slice(name),
        }
        line.push(b'\n');
        Some(line)
    }
}

fn option_bit(name: &[u8]) -> u16 {
    let place = COMPLETION_OPTIONS.iter().position(|known| known.as_bytes() == name);
    place.and_then(|place| 1u16.checked_shl(place as u32)).unwrap_or(0)
}

pub(super) fn complete(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"complete", &words, &format!("{LETTERS}prDEI"))? else { return Ok(USAGE) };
    if let Some(status) = check(shell, "complete", &options)? {
        return Ok(status);
    }
    let mut names: Vec<BString> = words[options.operands..].iter().map(|word| BString::from(word.as_ref())).collect();
    for (letter, name) in PSEUDO {
        if options.has(letter) {
            names = vec![name.into()];
        }
    }
    if options.has(b'r') {
        let completions = Arc::make_mut(&mut shell.state.builtins.completions);
        if names.is_empty() {
            *completions = Completions::default();
        }
        let missing: Vec<BString> = names.into_iter().filter(|name| completions.texts.remove(name).is_none()).collect();
        let mut status = 0;
        for name in missing {
            status = shell.builtin_error(b"complete", &[&name, b": no completion specification"])?;
        }
        return Ok(status);
    }
    let specifies = options.given.iter().any(|given| !matches!(given.letter, b'p' | b'D' | b'E' | b'I'));
    if options.has(b'p') || (!specifies && names.is_empty()) {
        return show(shell, names);
    }
    if names.is_empty() {
        return shell.usage(b"complete");
    }
    if let Some(function) =
        options.value(b'F').filter(|name| name.iter().any(|byte| b" \t\n;&|<>()$`'\"".contains(byte)))
    {
        shell.builtin_error(b"complete", &[b"`", function, b"': not a valid identifier"])?;
        return Ok(USAGE);
    }
    let text = specification(&options);
    let given = options.given.iter().filter(|given| given.letter == b'o');
    let bits = given.filter_map(|given| given.value.as_ref()).fold(0, |bits, value| bits | option_bit(value));
    let completions = Arc::make_mut(&mut shell.state.builtins.completions);
    for name in names {
        completions.texts.set(&name, text.clone());
        completions.options.insert(name, bits);
    }
    Ok(0)
}

fn show(shell: &mut Shell, mut names: Vec<BString>) -> Result<u8, Flow> {
    if names.is_empty() {
        names = shell.state.builtins.completions.texts.iter().map(|(name, _)| name.into()).collect();
    }
    let mut out = Vec::new();
    let mut status = 0;
    for name in names {
        match shell.state.builtins.completions.line(BStr::new(&name)) {
            Some(line) => out.extend_from_slice(&line),
            None => {
                shell.put_lines("complete", &mut out)?;
                status = shell.builtin_error(b"complete", &[&name, b": no completion specification"])?;
            }
        }
    }
    Ok(status.max(shell.put("complete", &out)?))
}

/// The options of a specification in the order in which bash prints them.
fn specification(options: &super::arguments::Options) -> BString {
    let mut parts: Vec<BString> = Vec::new();
    let values = |letter: u8| options.given.iter().filter(move |given| given.letter == letter);
    let named = |action: &str| values(b'A').any(|given| given.value.as_ref().is_some_and(|value| value == action));
    for (action, letter) in ACTIONS.iter().filter(|(_, letter)| *letter != 0) {
        if named(action) || options.has(*letter) {
            parts.push(format!("-{}", char::from(*letter)).into());
        }
    }
    for (action, _) in ACTIONS.iter().filter(|(_, letter)| *letter == 0) {
        if named(action) {
            parts.push(format!("-A {action}").into());
        }
    }
    for (letter, quoted) in
        [(b'G', true), (b'W', true), (b'P', true), (b'S', true), (b'X', true), (b'C', true), (b'F', false)]
    {
        if let Some(value) = options.value(letter) {
            let shown = if quoted { quote::single_quote(value) } else { value.to_owned() };
            parts.push([&[b'-', letter, b' '][..], &shown].concat().into());
        }
    }
    bstr::join(" ", parts).into()
}

pub(super) fn compopt(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"compopt", &words, "+o:DEI")? else { return Ok(USAGE) };
    let (mut on, mut off) = (0, 0);
    for given in options.given.iter().filter(|given| given.letter == b'o') {
        let value = given.value.clone().unwrap_or_default();
        let bit = option_bit(&value);
        if bit == 0 {
            shell.builtin_error(b"compopt", &[&value, b": invalid option name"])?;
            return Ok(USAGE);
        }
        if given.plus {
            off |= bit;
        } else {
            on |= bit;
        }
    }
    let mut names: Vec<BString> = words[options.operands..].iter().map(|word| BString::from(word.as_ref())).collect();
    for (letter, name) in PSEUDO {
        if options.has(letter) {
            names = vec![name.into()];
        }
    }
    if names.is_empty() {
        return shell.builtin_error(b"compopt", &[b"not currently executing completion function"]);
    }
    let mut status = 0;
    for name in names {
        let completions = &shell.state.builtins.completions;
        if completions.texts.get(&name).is_none() {
            status = shell.builtin_error(b"compopt", &[&name, b": no completion specification"])?;
            continue;
        }
        let old = completions.options.get(&name).copied().unwrap_or(0);
        if on == 0 && off == 0 {
            let mut line = b"compopt ".to_vec();
            for (index, option) in COMPLETION_OPTIONS.iter().enumerate() {
                let sign = if old & 1 << index != 0 { '-' } else { '+' };
                line.extend_from_slice(format!("{sign}o {option} ").as_bytes());
            }
            match PSEUDO.iter().find(|(_, pseudo)| *pseudo == name) {
                Some((letter, _)) => line.extend_from_slice(&[b'-', *letter]),
                None => line.extend_from_slice(&name),
            }
            line.push(b'\n');
            shell.put("compopt", &line)?;
            continue;
        }
        Arc::make_mut(&mut shell.state.builtins.completions).options.insert(name, (old | on) & !off);
    }
    Ok(status)
}
