//! `compgen complete compopt bind`
//!
//! Completion belongs to terminals; without one `compgen` still lists what could be typed, and `complete` keeps and
//! prints its specifications.

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::type_::{KEYWORDS, command_names};
use super::{Argument, USAGE, all, words};
use crate::shell::expand::quote;
use crate::shell::flow::Flow;
use crate::shell::kernel::Signal;
use crate::shell::pattern::{Pattern, PatternOptions};
use crate::shell::shell::Shell;
use crate::shell::syntax::ast::{CommandSub, Word, WordPart};
use crate::shell::syntax::{ParseOptions, parse, parse_word_as_double_quoted};
use crate::shell::variables::Value;

const LETTERS: &str = "abcdefgjksuvo:A:G:W:P:S:X:F:C:";

/// The actions of `-A`, and their letters.
const ACTIONS: [(&str, u8); 24] = [
    ("alias", b'a'),
    ("arrayvar", 0),
    ("binding", 0),
    ("builtin", b'b'),
    ("command", b'c'),
    ("directory", b'd'),
    ("disabled", 0),
    ("enabled", 0),
    ("export", b'e'),
    ("file", b'f'),
    ("function", 0),
    ("group", b'g'),
    ("helptopic", 0),
    ("hostname", 0),
    ("job", b'j'),
    ("keyword", b'k'),
    ("running", 0),
    ("service", b's'),
    ("setopt", 0),
    ("shopt", 0),
    ("signal", 0),
    ("stopped", 0),
    ("user", b'u'),
    ("variable", b'v'),
];

const COMPLETION_OPTIONS: [&str; 8] =
    ["bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs"];

/// Checks `-o` and `-A`; the status after a message when one is wrong.
fn check(shell: &Shell, name: &str, options: &super::arguments::Options) -> Result<Option<u8>, Flow> {
    for given in &options.given {
        let value = given.value.as_ref().map_or(&b""[..], |value| value.as_slice());
        let wrong: &[u8] = match given.letter {
            b'o' if !COMPLETION_OPTIONS.iter().any(|known| known.as_bytes() == value) => b": invalid option name",
            b'A' if !ACTIONS.iter().any(|(known, _)| known.as_bytes() == value) => b": invalid action name",
            _ => continue,
        };
        shell.builtin_error(name.as_bytes(), &[value, wrong])?;
        return Ok(Some(USAGE));
    }
    Ok(None)
}

pub(super) fn compgen(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"compgen", &words, LETTERS)? else { return Ok(USAGE) };
    if let Some(status) = check(shell, "compgen", &options)? {
        return Ok(status);
    }
    if options.given.is_empty() {
        return Ok(0);
    }
    let word = words.get(options.operands).map_or(BString::default(), |word| BString::from(word.as_ref()));
    let mut found: Vec<BString> = Vec::new();
    for (action, letter) in ACTIONS {
        let wanted = options.given.iter().any(|given| {
            given.letter == letter && letter != 0
                || given.letter == b'A' && given.value.as_ref().is_some_and(|value| value == action)
        });
        if wanted {
            candidates(shell, action, &word, &mut found)?;
        }
    }
    if let Some(pattern) = options.value(b'G').map(BString::from) {
        let word = Word::new(vec![WordPart::Literal(pattern.clone())]);
        let mut matched = Vec::new();
        shell.expand_word(&word, &mut matched)?;
        // A pattern that matches nothing stays as it is.
        found.extend(
            matched.into_iter().filter(|path| *path != pattern || shell.kernel.vfs.exists(&shell.state.cwd, path)),
        );
    }
    if let Some(list) = options.value(b'W').map(BString::from) {
        found.extend(word_list(shell, &list)?.into_iter().filter(|item| item.starts_with(&word)));
    }
    if let Some(function) = options.value(b'F').map(BString::from) {
        shell.complain(&[b"compgen: warning: -F option may not work as you expect"])?;
        found.extend(from_function(shell, &function, &word)?);
    }
    if let Some(command) = options.value(b'C').map(BString::from) {
        shell.complain(&[b"compgen: warning: -C option may not work as you expect"])?;
        found.extend(from_command(shell, &command, &word)?);
    }
    if let Some(filter) = options.value(b'X') {
        let (keep, filter) = match filter.strip_prefix(b"!") {
            Some(rest) => (true, rest),
            None => (false, filter.as_bytes()),
        };
        let pattern = Pattern::new(filter, PatternOptions::default());
        found.retain(|item| pattern.matches(item) == keep);
    }
    if found.is_empty() {
        return Ok(1);
    }
    let prefix = options.value(b'P').map_or(&b""[..], |prefix| prefix.as_bytes());
    let suffix = options.value(b'S').map_or(&b""[..], |suffix| suffix.as_bytes());
    let mut out = Vec::new();
    for item in &found {
        shell.charge(1)?;
        out.extend_from_slice(&[prefix, item, suffix, b"\n"].concat());
    }
    shell.put("compgen", &out)
}

/// What an action offers for a word.
fn candidates(shell: &mut Shell, action: &str, word: &[u8], found: &mut Vec<BString>) -> Result<(), Flow> {
    let names: Vec<String> = match action {
        "alias" => super::alias::names(shell).iter().map(ToString::to_string).collect(),
        "builtin" => all().iter().map(|builtin| builtin.name.to_owned()).collect(),
        "enabled" => all().iter().filter(|b| shell.is_enabled(b)).map(|b| b.name.to_owned()).collect(),
        "disabled" => all().iter().filter(|b| !shell.is_enabled(b)).map(|b| b.name.to_owned()).collect(),
        "helptopic" => all().iter().map(|builtin| builtin.name.to_owned()).collect(),
        "command" => command_names(shell),
        "directory" | "file" => return files(shell, word, action == "directory", found),
        "function" => {
            let mut names: Vec<String> = shell.state.functions.keys().map(ToString::to_string).collect();
            names.sort_unstable();
            names
        }
        "keyword" => KEYWORDS.iter().map(ToString::to_string).collect(),
        "setopt" => super::set::names_of(false).iter().map(ToString::to_string).collect(),
        "shopt" => super::set::names_of(true).iter().map(ToString::to_string).collect(),
        "signal" => {
            let names = Signal::all().filter_map(Signal::name).map(|name| format!("SIG{name}"));
            std::iter::once("EXIT".to_owned())
                .chain(names)
                .chain(["DEBUG", "ERR", "RETURN"].map(str::to_owned))
                .collect()
        }
        "user" => vec!["root".to_owned(), "user".to_owned()],
        "group" => vec!["root".to_owned(), "user".to_owned()],
        "hostname" => vec!["localhost".to_owned()],
        "job" | "running" => {
            let texts = shell.jobs.iter().filter(|job| job.status().is_none());
            texts.map(|job| job.text.to_string().split(' ').next().unwrap_or_default().to_owned()).collect()
        }
        "variable" | "arrayvar" | "export" => {
            let variables = &shell.state.variables;
            let names = variables.names();
            let fits = |name: &str| {
                variables.get(name).is_some_and(|variable| match action {
                    "arrayvar" => variable.is_array(),
                    "export" => variable.attributes.export && variable.value != Value::Unset,
                    _ => true,
                })
            };
            names.iter().filter(|name| fits(name)).map(ToString::to_string).collect()
        }
        // Key bindings, services and stopped jobs do not exist here.
        _ => Vec::new(),
    };
    found.extend(names.into_iter().filter(|name| name.as_bytes().starts_with(word)).map(BString::from));
    Ok(())
}

/// The entries whose path begins with the word.
fn files(shell: &mut Shell, word: &[u8], folders: bool, found: &mut Vec<BString>) -> Result<(), Flow> {
    let (folder, start) = match word.rfind_byte(b'/') {
        Some(slash) => word.split_at(slash + 1),
        None => (&b""[..], word.as_bytes()),
    };
    let vfs = &shell.kernel.vfs;
    let Ok(entries) = vfs.read_dir(&shell.state.cwd, if folder.is_empty() { b"." } else { folder }) else {
        return Ok(());
    };
    shell.charge(entries.len() as u64)?;
    for entry in entries {
        let hidden = entry.name.starts_with(b".") && !start.starts_with(b".");
        if !entry.name.starts_with(start) || hidden {
            continue;
        }
        let path = [folder, &entry.name].concat();
        if !folders || vfs.is_dir(&shell.state.cwd, &path) {
            found.push(path.into());
        }
    }
    Ok(())
}

/// `-W`: the text is expanded and split with `IFS`.
fn word_list(shell: &mut Shell, text: &[u8]) -> Result<Vec<BString>, Flow> {
    let expanded = match parse_word_as_double_quoted(text) {
        Ok(word) => shell.expand_string(&word)?,
        Err(_) => text.into(),
    };
    let ifs = shell.variable("IFS").unwrap_or_else(|| BString::from(" \t\n"));
    let words = expanded.split(|byte| ifs.contains(byte)).filter(|word| !word.is_empty());
    Ok(words.map(BString::from).collect())
}

/// `-F`: the function leaves its answers in `COMPREPLY`.
fn from_function(shell: &mut Shell, function: &[u8], word: &[u8]) -> Result<Vec<BString>, Flow> {
    let Some(definition) = function.to_str().ok().and_then(|name| shell.state.functions.get(name)).cloned() else {
        return Ok(Vec::new());
    };
    let argv = vec![function.into(), BString::from("compgen"), word.into(), BString::default()];
    shell.call_function(&definition, argv)?;
    let replies = shell.state.variables.get("COMPREPLY").map(|variable| variable.value.elements());
    // Cannot be read-only and written by the function at once.
    let _ = shell.state.variables.unset("COMPREPLY", false);
    Ok(replies.unwrap_or_default())
}

/// `-C`: each line that the command prints is an answer.
fn from_command(shell: &mut Shell, command: &[u8], word: &[u8]) -> Result<Vec<BString>, Flow> {
    let text = [command.as_bytes(), b" compgen ", &quote::single_quote(word), b" ''"].concat();
    let Ok(program) = parse(&text, &ParseOptions::default()) else { return Ok(Vec::new()) };
    let output =
        shell.command_substitution(&Arc::new(CommandSub { program, file: None, text: None, backquoted: None }))?;
    Ok(output.lines().map(BString::from).collect())
}

pub(super) fn complete(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"complete", &words, &format!("{LETTERS}prDEI"))? else { return Ok(USAGE) };
    if let Some(status) = check(shell, "complete", &options)? {
        return Ok(status);
    }
    let mut names: Vec<BString> = words[options.operands..].iter().map(|word| BString::from(word.as_ref())).collect();
    for (letter, name) in [(b'D', "-D"), (b'E', "-E"), (b'I', "-I")] {
        if options.has(letter) {
            names = vec![name.into()];
        }
    }
    if options.has(b'r') {
        if names.is_empty() {
            shell.state.builtins.completions = Arc::default();
        }
        let mut status = 0;
        for name in names {
            if Arc::make_mut(&mut shell.state.builtins.completions).remove(&name).is_none() {
                status = shell.builtin_error(b"complete", &[&name, b": no completion specification"])?;
            }
        }
        return Ok(status);
    }
    let specifies = options.given.iter().any(|given| !matches!(given.letter, b'p' | b'D' | b'E' | b'I'));
    if options.has(b'p') || !specifies {
        if names.is_empty() {
            names = shell.state.builtins.completions.keys().cloned().collect();
        }
        let mut out = Vec::new();
        let mut status = 0;
        for name in names {
            match shell.state.builtins.completions.get(&name) {
                Some(text) => out.extend_from_slice(&[b"complete ", text.as_slice(), b" ", &name, b"\n"].concat()),
                None => {
                    shell.put_lines("complete", &mut out)?;
                    status = shell.builtin_error(b"complete", &[&name, b": no completion specification"])?;
                }
            }
        }
        return Ok(status.max(shell.put("complete", &out)?));
    }
    if names.is_empty() {
        return shell.usage(b"complete");
    }
    let text = specification(&options);
    for name in names {
        Arc::make_mut(&mut shell.state.builtins.completions).insert(name, text.clone());
    }
    Ok(0)
}

/// The options of a specification in the order in which bash prints them.
fn specification(options: &super::arguments::Options) -> BString {
    let mut parts: Vec<BString> = Vec::new();
    let values = |letter: u8| options.given.iter().filter(move |given| given.letter == letter);
    for given in values(b'o') {
        parts.push([&b"-o "[..], given.value.as_ref().map_or(&b""[..], |value| value.as_slice())].concat().into());
    }
    for (action, letter) in ACTIONS {
        let by_name = values(b'A').any(|given| given.value.as_ref().is_some_and(|value| value == action));
        if letter != 0 && (by_name || options.has(letter)) {
            parts.push(format!("-{}", char::from(letter)).into());
        } else if by_name {
            parts.push(format!("-A {action}").into());
        }
    }
    for (letter, quoted) in
        [(b'G', true), (b'W', true), (b'P', true), (b'S', true), (b'X', true), (b'F', false), (b'C', true)]
    {
        if let Some(value) = options.value(letter) {
            let shown = if quoted { quote::single_quote(value) } else { value.to_owned() };
            parts.push([&[b'-', letter, b' '][..], &shown].concat().into());
        }
    }
    bstr::join(" ", parts).into()
}

pub(super) fn compopt(shell: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    shell.builtin_error(b"compopt", &[b"not currently executing completion function"])
}

pub(super) fn bind(shell: &mut Shell, _: &[Argument<'_>]) -> Result<u8, Flow> {
    shell.builtin_error(b"bind", &[b"line editing not available: there is no terminal"])
}
