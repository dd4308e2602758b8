//! `compgen`: what could be typed, as completion at a terminal would offer it.

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::type_::command_names;
use super::{Argument, USAGE, words};
use crate::expand::quote;
use crate::flow::Flow;
use crate::kernel::Signal;
use crate::pattern::{Pattern, PatternOptions};
use crate::shell::Shell;
use crate::syntax::ast::{Arg, CommandKind, CommandSub, Word, WordPart};
use crate::syntax::{ParseOptions, parse};
use crate::variables::Value;

pub(super) const LETTERS: &str = "abcdefgjksuvo:A:G:W:P:S:X:F:C:";

/// The actions of `-A`, and their letters.
pub(super) const ACTIONS: [(&str, u8); 24] = [
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

pub(super) const COMPLETION_OPTIONS: [&str; 8] =
    ["bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs"];

/// Checks `-o` and `-A`; the status after a message when one is wrong.
pub(super) fn check(shell: &Shell, name: &str, options: &super::arguments::Options) -> Result<Option<u8>, Flow> {
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
        // `&` is the word.
        let mut text = Vec::with_capacity(filter.len());
        let mut bytes = filter.iter().copied();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\\' => {
                    text.push(b'\\');
                    text.extend(bytes.next());
                }
                b'&' => text.extend_from_slice(&word),
                byte => text.push(byte),
            }
        }
        let options =
            PatternOptions { extglob: true, nocase: shell.state.options.nocasematch, ..PatternOptions::default() };
        let pattern = Pattern::new(&text, options);
        found.retain(|item| pattern.matches(item) == keep);
    }
    let has = |name: &str| {
        options
            .given
            .iter()
            .any(|given| given.letter == b'o' && given.value.as_ref().is_some_and(|value| value == name))
    };
    if found.is_empty() && has("dirnames") {
        files(shell, &word, true, &mut found)?;
    }
    if found.is_empty() && has("default") {
        files(shell, &word, false, &mut found)?;
    }
    if has("plusdirs") {
        files(shell, &word, true, &mut found)?;
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
        "builtin" => shell.kernel.capabilities.builtins().map(|builtin| builtin.name.to_owned()).collect(),
        "enabled" => {
            shell.kernel.capabilities.builtins().filter(|b| shell.is_enabled(b)).map(|b| b.name.to_owned()).collect()
        }
        "disabled" => {
            shell.kernel.capabilities.builtins().filter(|b| !shell.is_enabled(b)).map(|b| b.name.to_owned()).collect()
        }
        "helptopic" => super::help::topics(shell).map(|topic| topic.name.to_owned()).collect(),
        "binding" => super::bind::functions().map(str::to_owned).collect(),
        "command" => command_names(shell),
        "directory" | "file" => return files(shell, word, action == "directory", found),
        "function" => {
            let mut names: Vec<String> = shell.state.functions.keys().map(ToString::to_string).collect();
            names.sort_unstable();
            names
        }
        "keyword" => super::type_::keywords(shell).map(str::to_owned).collect(),
        "setopt" => super::set::names_of(false).iter().map(ToString::to_string).collect(),
        "shopt" => super::set::names_of(true).iter().map(ToString::to_string).collect(),
        "signal" => {
            let names = (1..=64).map(|number| match Signal(number).name() {
                Some(name) => format!("SIG{name}"),
                None => format!("SIGJUNK({number})"),
            });
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
        // Services and stopped jobs do not exist here.
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
    let real = match folder.strip_prefix(b"~/") {
        Some(rest) => [shell.variable("HOME").unwrap_or_default().as_slice(), b"/", rest].concat(),
        None if folder.is_empty() => b".".to_vec(),
        None => folder.to_vec(),
    };
    let vfs = &shell.kernel.vfs;
    let Ok(entries) = vfs.read_dir(&shell.state.cwd, &real) else {
        return Ok(());
    };
    shell.charge(entries.len() as u64)?;
    let mut names: Vec<BString> = entries.into_iter().map(|entry| BString::from(entry.name.as_ref())).collect();
    if start.starts_with(b".") {
        names.extend([BString::from("."), BString::from("..")]);
        names.sort_unstable();
    }
    for name in names.into_iter().filter(|name| name.starts_with(start)) {
        if !folders || vfs.is_dir(&shell.state.cwd, &[real.as_slice(), b"/", &name].concat()) {
            found.push([folder, name.as_slice()].concat().into());
        }
    }
    Ok(())
}

/// `-W`: the text is split with `IFS`, quotes respected, and each piece is expanded like a word, but not to paths.
fn word_list(shell: &mut Shell, text: &[u8]) -> Result<Vec<BString>, Flow> {
    let ifs = shell.variable("IFS").unwrap_or_else(|| BString::from(" \t\n"));
    let mut words = Vec::new();
    let noglob = std::mem::replace(&mut shell.state.options.noglob, true);
    let mut result = Ok(());
    for piece in pieces(text, &ifs) {
        let Ok(program) = parse(&[b": ".as_slice(), &piece].concat(), &ParseOptions::default()) else {
            words.push(piece.into());
            continue;
        };
        let command = program.body.items.first().and_then(|item| item.chain.first.stages.first());
        let Some(CommandKind::Simple(simple)) = command.map(|command| &command.kind) else { continue };
        for argument in simple.args.iter().skip(1) {
            if let Arg::Word(word) = argument {
                result = shell.expand_word(word, &mut words);
            }
        }
        if result.is_err() {
            break;
        }
    }
    shell.state.options.noglob = noglob;
    result.map(|()| words)
}

/// The parts of a text between separators that are not quoted or in `$(…)`, each to be read as one word.
fn pieces(text: &[u8], separators: &[u8]) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let (mut at, mut quote, mut depth) = (0, 0u8, 0usize);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' if quote != b'\'' => {
                piece.push(byte);
                at += 1;
                piece.extend(text.get(at));
                at += 1;
                continue;
            }
            _ if quote != 0 && byte == quote => quote = 0,
            _ if quote != 0 => {}
            b'\'' | b'"' | b'`' => quote = byte,
            b'(' if depth > 0 || at.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'$') => depth += 1,
            b')' if depth > 0 => depth -= 1,
            _ if depth == 0 && separators.contains(&byte) => {
                pieces.push(std::mem::take(&mut piece));
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' if depth == 0 => piece.push(b'\\'),
            _ => {}
        }
        piece.push(byte);
        at += 1;
    }
    pieces.push(piece);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// `-F`: the function leaves its answers in `COMPREPLY`.
fn from_function(shell: &mut Shell, function: &[u8], word: &[u8]) -> Result<Vec<BString>, Flow> {
    let Some(definition) = function.to_str().ok().and_then(|name| shell.state.functions.get(name)).cloned() else {
        shell.complain(&[b"completion: function `", function, b"' not found"])?;
        return Ok(Vec::new());
    };
    let numbers = [("COMP_LINE", ""), ("COMP_POINT", "0"), ("COMP_CWORD", "-1"), ("COMP_TYPE", "0"), ("COMP_KEY", "0")];
    for (name, value) in numbers {
        shell.set_variable(name, value.into())?;
    }
    shell.set_array("COMP_WORDS", Vec::new())?;
    let argv = vec![function.into(), BString::from("compgen"), word.into(), BString::default()];
    shell.call_function(&definition, argv)?;
    for name in ["COMP_LINE", "COMP_POINT", "COMP_CWORD", "COMP_TYPE", "COMP_KEY", "COMP_WORDS"] {
        let _ = shell.state.variables.unset(name, false);
    }
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
