//! `type`, and the descriptions of commands that `command -v` shares

use bstr::{BStr, ByteSlice};

use super::{Argument, USAGE, alias, lookup, words};
use crate::dispatch::find_files;
use crate::expand::quote;
use crate::flow::Flow;
use crate::shell::Shell;
use crate::syntax::is_reserved_word;

/// How a command is described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `ls is /bin/ls`
    Sentence,
    /// `file`, `builtin`, … (`type -t`)
    Word,
    /// What could be typed instead: `alias q='w'`, a path, a name (`command -v`).
    Reusable,
}

/// The value of an alias that would be expanded.
fn alias_value<'s>(shell: &'s Shell, name: &BStr) -> Option<&'s BStr> {
    if !shell.state.options.expand_aliases {
        return None;
    }
    shell.state.aliases.get(name).map(BStr::new)
}

/// Appends a description of what `name` runs; false when it is nothing.
pub(super) fn describe(
    shell: &mut Shell,
    name: &BStr,
    style: Style,
    standard: bool,
    out: &mut Vec<u8>,
) -> Result<bool, Flow> {
    let mut shown = Vec::new();
    let found = describe_inside(shell, name, style, false, false, &mut shown);
    if found {
        out.extend_from_slice(&shown);
        return Ok(true);
    }
    if let Some(hashed) = shell.state.builtins.hashed.path(name)
        && style == Style::Sentence
    {
        out.extend_from_slice(&[name, &b" is hashed ("[..], hashed, b")\n"].concat());
        return Ok(true);
    }
    let path = if standard { shell.standard_path(name) } else { shell.find_external(name) };
    match path {
        Some(path) => {
            describe_file(name, &path, style, out);
            Ok(true)
        }
        None => Ok(false),
    }
}

/// Aliases, keywords, functions and builtins. With `all`, each of them; else the first.
fn describe_inside(shell: &Shell, name: &BStr, style: Style, all: bool, no_functions: bool, out: &mut Vec<u8>) -> bool {
    let mut found = false;
    let mut line = |parts: &[&[u8]]| {
        parts.iter().for_each(|part| out.extend_from_slice(part));
        out.push(b'\n');
        found = true;
    };
    if let Some(value) = alias_value(shell, name) {
        match style {
            Style::Sentence => line(&[name, b" is aliased to `", value, b"'"]),
            Style::Word => line(&[b"alias"]),
            Style::Reusable => line(&[b"alias ", name, b"=", &quote::single_quote(value)]),
        }
        if !all {
            return true;
        }
    }
    let there = std::str::from_utf8(name).is_ok_and(|name| shell.language().has_word(name));
    if there && is_reserved_word(name) {
        match style {
            Style::Sentence => line(&[name, b" is a shell keyword"]),
            Style::Word => line(&[b"keyword"]),
            Style::Reusable => line(&[name]),
        }
        if !all {
            return true;
        }
    }
    if let Ok(text) = std::str::from_utf8(name)
        && !no_functions
        && shell.state.functions.contains_key(text)
    {
        match style {
            Style::Sentence => {
                let mut definition = Vec::new();
                shell.function_text(text, &mut definition);
                definition.pop();
                line(&[name, b" is a function\n", &definition]);
            }
            Style::Word => line(&[b"function"]),
            Style::Reusable => line(&[name]),
        }
        if !all {
            return true;
        }
    }
    if let Some(builtin) = lookup(name).filter(|builtin| shell.is_enabled(builtin)) {
        match style {
            Style::Sentence if builtin.special && shell.state.options.posix => {
                line(&[name, b" is a special shell builtin"]);
            }
            Style::Sentence => line(&[name, b" is a shell builtin"]),
            Style::Word => line(&[b"builtin"]),
            Style::Reusable => line(&[name]),
        }
    }
    found
}

fn describe_file(name: &[u8], path: &[u8], style: Style, out: &mut Vec<u8>) {
    match style {
        Style::Sentence => out.extend_from_slice(&[name, b" is ", path].concat()),
        Style::Word => out.extend_from_slice(b"file"),
        Style::Reusable => out.extend_from_slice(path),
    }
    out.push(b'\n');
}

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    // Long spellings from before there were letters: `-type`, `-path`, `-all`.
    let words: super::Words<'_> = words
        .into_iter()
        .map(|word| match word.as_bytes() {
            b"-type" | b"--type" => BStr::new("-t").into(),
            b"-path" | b"--path" => BStr::new("-p").into(),
            b"-all" | b"--all" => BStr::new("-a").into(),
            _ => word,
        })
        .collect();
    let Some(options) = shell.options(b"type", &words, "afptP")? else { return Ok(USAGE) };
    let all = options.has(b'a');
    let (path_only, force_path) = (options.has(b'p'), options.has(b'P'));
    let style = if options.has(b't') {
        Style::Word
    } else if path_only || force_path {
        Style::Reusable
    } else {
        Style::Sentence
    };
    let mut status = 0;
    let mut out = Vec::new();
    for name in &words[options.operands..] {
        let name: &BStr = name.as_ref();
        let mut found = false;
        if !force_path {
            let mut inside = Vec::new();
            found = describe_inside(shell, name, style, all, options.has(b'f'), &mut inside);
            // `-p` says nothing of what is no file.
            if !path_only {
                out.extend_from_slice(&inside);
            }
        }
        if all || !found {
            found |= describe_files(shell, name, style, all, &mut out);
        }
        if !found {
            if style == Style::Sentence {
                shell.put_lines("type", &mut out)?;
                shell.builtin_error(b"type", &[name, b": not found"])?;
            }
            status = 1;
        }
    }
    Ok(status.max(shell.put("type", &out)?))
}

fn describe_files(shell: &mut Shell, name: &BStr, style: Style, all: bool, out: &mut Vec<u8>) -> bool {
    if !all && let Some(hashed) = shell.state.builtins.hashed.path(name) {
        match style {
            Style::Sentence => out.extend_from_slice(&[name, &b" is hashed ("[..], hashed, b")\n"].concat()),
            style => describe_file(name, hashed, style, out),
        }
        return true;
    }
    let exec = shell.exec();
    let files = find_files(&exec, name, all);
    for path in &files {
        describe_file(name, path, style, out);
    }
    !files.is_empty()
}

/// The reserved words in the order in which bash lists them.
const KEYWORDS: [&str; 22] = [
    "if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do", "done", "in",
    "function", "time", "{", "}", "!", "[[", "]]", "coproc",
];

/// The reserved words that there are here.
pub(super) fn keywords(shell: &Shell) -> impl Iterator<Item = &'static str> + use<> {
    let language = shell.language();
    KEYWORDS.into_iter().filter(move |word| language.has_word(word))
}

/// The names of everything that can be run, kind by kind.
pub(super) fn command_names(shell: &mut Shell) -> Vec<String> {
    let mut names: Vec<String> = alias::names(shell).iter().map(ToString::to_string).collect();
    names.extend(keywords(shell).map(str::to_owned));
    let mut functions: Vec<String> = shell.state.functions.keys().map(ToString::to_string).collect();
    functions.sort_unstable();
    names.extend(functions);
    names
        .extend(super::all().iter().filter(|builtin| shell.is_enabled(builtin)).map(|builtin| builtin.name.to_owned()));
    let path = shell.variable("PATH").unwrap_or_default();
    for folder in path.split(|byte| *byte == b':') {
        let Ok(entries) = shell.kernel.vfs.read_dir(&shell.state.cwd, folder) else { continue };
        for entry in entries {
            let file = [folder, b"/", entry.name.as_ref()].concat();
            let vfs = &shell.kernel.vfs;
            if vfs.stat(&shell.state.cwd, &file).is_ok_and(|stat| vfs.is_executable(&stat)) {
                names.push(String::from_utf8_lossy(&entry.name).into_owned());
            }
        }
    }
    names
}
