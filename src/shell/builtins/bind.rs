//! `bind`: the key bindings of a line editor, kept and printed although there is no terminal that would use them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};

use super::{Argument, USAGE, words};
use crate::flow::Flow;
use crate::shell::Shell;

/// The bindings, functions and variables that the line editor starts with: sections behind lines `[name]`.
const DEFAULTS: &str = include_str!("readline.txt");

/// Names of keymaps, and which of the three tables each stands for.
const KEYMAPS: [(&str, usize); 8] = [
    ("emacs", 0),
    ("emacs-standard", 0),
    ("emacs-meta", 0),
    ("emacs-ctlx", 0),
    ("vi", 2),
    ("vi-move", 2),
    ("vi-command", 2),
    ("vi-insert", 1),
];

/// How many keys `-q` shows.
const SHOWN: usize = 5;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Binding {
    Function(BString),
    Macro(BString),
    Command(BString),
}

/// Everything that `bind` can change. Keys are sequences of bytes: their order is that of listings.
#[derive(Debug, Clone)]
pub struct Bindings {
    keymaps: [BTreeMap<Vec<u8>, Binding>; 3],
    variables: Vec<(String, BString)>,
}

impl Default for Bindings {
    fn default() -> Self {
        let mut bindings = Bindings { keymaps: Default::default(), variables: Vec::new() };
        for (index, name) in ["emacs", "vi-insert", "vi-command"].into_iter().enumerate() {
            let Some(keymap) = bindings.keymaps.get_mut(index) else { continue };
            if index < 2 {
                for byte in (32..=126).chain(128..=255) {
                    keymap.insert(vec![byte], Binding::Function("self-insert".into()));
                }
            }
            for line in section(name) {
                let mut parts = line.split(' ');
                let function = parts.next().unwrap_or_default();
                for sequence in parts {
                    keymap.insert(decode(sequence.as_bytes()), Binding::Function(function.into()));
                }
            }
        }
        for line in section("variables") {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            bindings.variables.push((name.to_owned(), value.into()));
        }
        bindings
    }
}

fn section(name: &str) -> impl Iterator<Item = &'static str> {
    let head = format!("[{name}]");
    DEFAULTS.lines().skip_while(move |line| *line != head).skip(1).take_while(|line| !line.starts_with('['))
}

/// The names of the functions, in order.
pub(super) fn functions() -> impl Iterator<Item = &'static str> {
    section("functions")
}

/// Reads a key sequence as it stands between quotes: `\C-x`, `\M-x`, `\e`, `\nnn`, …
fn decode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        if let Some(behind) = after.strip_prefix(b"C-") {
            // `\C-\e` and `\C-\\` have one more backslash.
            let behind = behind.strip_prefix(b"\\").filter(|rest| !rest.is_empty()).unwrap_or(behind);
            let Some((&letter, behind)) = behind.split_first() else { break };
            out.push(if letter == b'?' { 127 } else { letter.to_ascii_uppercase() & 31 });
            rest = behind;
            continue;
        }
        if let Some(behind) = after.strip_prefix(b"M-") {
            out.push(27);
            rest = behind;
            continue;
        }
        let digits = after.iter().take(3).take_while(|digit| (b'0'..=b'7').contains(digit)).count();
        if digits > 0 {
            out.push(after[..digits].iter().fold(0u8, |value, digit| value.wrapping_mul(8) | (digit - b'0')));
            rest = &after[digits..];
            continue;
        }
        let Some((&letter, behind)) = after.split_first() else {
            out.push(b'\\');
            break;
        };
        rest = behind;
        out.push(match letter {
            b'a' => 7,
            b'b' => 8,
            b'd' => 127,
            b'e' => 27,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'v' => 11,
            other => other,
        });
    }
    out
}

/// Shows a key sequence as `bind -p` does, without its quotes.
fn encode(sequence: &[u8]) -> String {
    let mut out = String::new();
    for &byte in sequence {
        match byte {
            0 if sequence.len() > 1 => out.push_str("\\000"),
            27 => out.push_str("\\e"),
            127 => out.push_str("\\C-?"),
            0..=31 => match byte | 64 {
                b'\\' => out.push_str("\\C-\\\\"),
                letter => {
                    out.push_str("\\C-");
                    out.push(char::from(letter.to_ascii_lowercase()));
                }
            },
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            32..=126 => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out
}

pub(super) fn bind(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    if !shell.is_interactive {
        shell.complain(&[b"bind: warning: line editing not enabled"])?;
    }
    let Some(options) = shell.options(b"bind", &words, "lvpVPsSXf:q:u:m:r:x:")? else { return Ok(USAGE) };
    let mut keymap = if shell.state.options.vi { 1 } else { 0 };
    if let Some(name) = options.value(b'm') {
        match KEYMAPS.iter().find(|(known, _)| known.as_bytes() == name.as_bytes()) {
            Some((_, index)) => keymap = *index,
            None => return shell.builtin_error(b"bind", &[b"`", name, b"': invalid keymap name"]),
        }
    }
    let bindings = Arc::clone(&shell.state.builtins.bindings);
    let mut out = String::new();
    if options.has(b'l') {
        functions().for_each(|name| out.extend([name, "\n"]));
    }
    if options.has(b'p') || options.has(b'P') {
        list(&bindings, keymap, options.has(b'P'), &mut out);
    }
    if options.has(b's') || options.has(b'S') {
        list_macros(&bindings, keymap, options.has(b'S'), &mut out);
    }
    for (name, value) in &bindings.variables {
        if options.has(b'v') {
            out.push_str(&format!("set {name} {value}\n"));
        }
        if options.has(b'V') {
            out.push_str(&format!("{name} is set to `{value}'\n"));
        }
    }
    shell.put("bind", out.as_bytes())?;
    let mut status = 0;
    if let Some(file) = options.value(b'f').map(BString::from) {
        match shell.kernel.vfs.read_file(&shell.state.cwd, &file) {
            Ok(content) => {
                for line in content.to_bytes().lines() {
                    shell.charge(1)?;
                    if !line.trim().is_empty() && !line.starts_with(b"#") {
                        parse(shell, line, keymap)?;
                    }
                }
            }
            Err(errno) => {
                return shell.builtin_error(b"bind", &[&file, b": cannot read: ", errno.message().as_bytes()]);
            }
        }
    }
    if let Some(name) = options.value(b'q').map(BString::from) {
        status = query(shell, BStr::new(&name), keymap)?;
    }
    if let Some(name) = options.value(b'u').map(BString::from) {
        if !is_function(&name) {
            return shell.builtin_error(b"bind", &[b"`", &name, b"': unknown function name"]);
        }
        change(shell, keymap).retain(|_, binding| *binding != Binding::Function(name.clone()));
    }
    if let Some(sequence) = options.value(b'r').map(BString::from) {
        change(shell, keymap).remove(&decode(&sequence));
    }
    if let Some(text) = options.value(b'x').map(BString::from) {
        status = bind_command(shell, &text, keymap)?;
    }
    if options.has(b'X') {
        let mut out = String::new();
        for (sequence, binding) in &shell.state.builtins.bindings.keymaps[keymap] {
            if let Binding::Command(command) = binding {
                out.push_str(&format!("\"{}\": \"{command}\"\n", encode(sequence)));
            }
        }
        shell.put("bind", out.as_bytes())?;
    }
    for operand in &words[options.operands..] {
        let line = BString::from(operand.as_ref());
        parse(shell, &line, keymap)?;
    }
    Ok(status)
}

fn is_function(name: &[u8]) -> bool {
    functions().any(|known| known.as_bytes() == name)
}

fn change(shell: &mut Shell, keymap: usize) -> &mut BTreeMap<Vec<u8>, Binding> {
    &mut Arc::make_mut(&mut shell.state.builtins.bindings).keymaps[keymap]
}

/// The keys of a function as they are printed.
fn keys_of(bindings: &Bindings, keymap: usize, name: &str) -> Vec<String> {
    // Two names for one thing.
    let name = if name == "insert-last-argument" { "yank-last-arg" } else { name };
    let is_it = |binding: &Binding| matches!(binding, Binding::Function(function) if function == name);
    bindings.keymaps[keymap].iter().filter(|(_, binding)| is_it(binding)).map(|(keys, _)| encode(keys)).collect()
}

fn list(bindings: &Bindings, keymap: usize, readable: bool, out: &mut String) {
    out.push('\n');
    for name in functions() {
        let keys = keys_of(bindings, keymap, name);
        if readable {
            if keys.is_empty() {
                out.push_str(&format!("{name} is not bound to any keys\n"));
            } else {
                let end = if keys.len() > SHOWN { "" } else { "." };
                out.push_str(&format!("{name} can be found on {}{end}\n", some_keys(&keys)));
            }
        } else if keys.is_empty() {
            out.push_str(&format!("# {name} (not bound)\n"));
        } else {
            keys.iter().for_each(|key| out.push_str(&format!("\"{key}\": {name}\n")));
        }
    }
}

fn some_keys(keys: &[String]) -> String {
    let mut shown: Vec<String> = keys.iter().take(SHOWN).map(|key| format!("\"{key}\"")).collect();
    if keys.len() > SHOWN {
        shown.push("...".to_owned());
    }
    shown.join(", ")
}

fn list_macros(bindings: &Bindings, keymap: usize, readable: bool, out: &mut String) {
    for (keys, binding) in &bindings.keymaps[keymap] {
        if let Binding::Macro(text) = binding {
            let (keys, text) = (encode(keys), encode(text));
            match readable {
                true => out.push_str(&format!("{keys} outputs {text}\n")),
                false => out.push_str(&format!("\"{keys}\": \"{text}\"\n")),
            }
        }
    }
}

fn query(shell: &mut Shell, name: &BStr, keymap: usize) -> Result<u8, Flow> {
    let Some(name) = functions().find(|known| known.as_bytes() == name.as_bytes()) else {
        return shell.builtin_error(b"bind", &[b"`", name, b"': unknown function name"]);
    };
    let keys = keys_of(&shell.state.builtins.bindings, keymap, name);
    if keys.is_empty() {
        shell.put("bind", format!("{name} is not bound to any keys.\n").as_bytes())?;
        return Ok(1);
    }
    let end = if keys.len() > SHOWN { "\n" } else { ".\n" };
    shell.put("bind", format!("{name} can be invoked via {}{end}", some_keys(&keys)).as_bytes())
}

/// `-x "keys": command`
fn bind_command(shell: &mut Shell, text: &[u8], keymap: usize) -> Result<u8, Flow> {
    let text = text.trim_start();
    if text.first() != Some(&b'"') {
        return shell.builtin_error(b"bind", &[text, b": first non-whitespace character is not `\"'"]);
    }
    let Some((keys, rest)) = quoted(text) else {
        return shell.builtin_error(b"bind", &[b"no closing `\"' in ", text]);
    };
    let rest = rest.trim_start();
    let Some(command) = rest.strip_prefix(b":") else {
        return shell.builtin_error(b"bind", &[text, b": missing colon separator"]);
    };
    let command = command.trim();
    let command = match command.strip_prefix(b"\"") {
        Some(inside) => inside.strip_suffix(b"\"").unwrap_or(inside),
        None => command,
    };
    let (keys, command) = (decode(keys), BString::from(command));
    change(shell, keymap).insert(keys, Binding::Command(command));
    Ok(0)
}

/// What stands between the quotes at the beginning, and what follows.
fn quoted(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = text.get(1..)?;
    let mut at = 0;
    while let Some(&byte) = inside.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => return Some((&inside[..at], &inside[at + 1..])),
            _ => {}
        }
        at += 1;
    }
    None
}

/// One line of an init file: `"keys": function`, `"keys": "macro"`, `Control-k: function`, `set variable value`.
fn parse(shell: &mut Shell, line: &[u8], keymap: usize) -> Result<(), Flow> {
    let line = line.trim();
    if let Some(setting) = line.strip_prefix(b"set ") {
        let setting = setting.trim_start();
        let end = setting.find_byteset(b" \t").unwrap_or(setting.len());
        let (name, value) = (&setting[..end], setting[end..].trim());
        let bindings = Arc::make_mut(&mut shell.state.builtins.bindings);
        return match bindings.variables.iter_mut().find(|(known, _)| known.as_bytes() == name) {
            Some((_, old)) => {
                *old = match (old.as_slice(), value) {
                    (b"on" | b"off", b"") => "on".into(),
                    (b"on" | b"off", value) => {
                        let on = value.eq_ignore_ascii_case(b"on") || value == b"1";
                        if on { "on".into() } else { "off".into() }
                    }
                    (_, value) => value.into(),
                };
                Ok(())
            }
            None => shell.write_error(&[b"readline: ", name, b": unknown variable name\n"].concat()),
        };
    }
    let (keys, rest) = match line.first() {
        Some(b'"') => match quoted(line) {
            Some((keys, rest)) => (decode(keys), rest),
            None => return shell.write_error(&[b"readline: ", line, b": no closing `\"' in key binding\n"].concat()),
        },
        _ => match line.find_byte(b':').filter(|at| line.len() > at + 1) {
            Some(colon) => (named_key(&line[..colon]), &line[colon..]),
            None => {
                let shown = line.strip_suffix(b":").unwrap_or(line);
                return shell.write_error(&[b"readline: ", shown, b": no key sequence terminator\n"].concat());
            }
        },
    };
    let Some(target) = rest.trim_start().strip_prefix(b":") else {
        return shell.write_error(&[b"readline: ", line, b": no key sequence terminator\n"].concat());
    };
    let target = target.trim();
    let binding = match target.first() {
        Some(b'"' | b'\'') => {
            let text = target.get(1..target.len().saturating_sub(1)).unwrap_or_default();
            Binding::Macro(decode(text).into())
        }
        // A name that is none binds nothing.
        _ if !is_function(target) => return Ok(()),
        _ => Binding::Function(target.into()),
    };
    change(shell, keymap).insert(keys, binding);
    Ok(())
}

/// `Control-x`, `C-x`, `Meta-x`, `M-x`, `RET`, …
fn named_key(text: &[u8]) -> Vec<u8> {
    let lower = text.trim().to_ascii_lowercase();
    let control = [&b"control-"[..], b"c-"].iter().any(|prefix| lower.contains_str(prefix));
    let meta = [&b"meta-"[..], b"m-"].iter().any(|prefix| lower.contains_str(prefix));
    let key = text.trim().rsplit(|byte| *byte == b'-').next().unwrap_or_default();
    let byte = match key.to_ascii_lowercase().as_slice() {
        b"del" | b"rubout" => 127,
        b"esc" | b"escape" => 27,
        b"lfd" | b"newline" => 10,
        b"ret" | b"return" => 13,
        b"space" | b"spc" => b' ',
        b"tab" => 9,
        _ => key.first().copied().unwrap_or(0),
    };
    let byte = if control { byte.to_ascii_uppercase() & 31 } else { byte };
    if meta { vec![27, byte] } else { vec![byte] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_sequences_there_and_back() {
        for text in
            ["\\C-x\\C-g", "\\e[A", "\\C-?", "a", "\\\"", "\\\\", "\\e\\C-]", "\\200", "\\C-@", "\\e\\000", "\\C-\\\\"]
        {
            assert_eq!(encode(&decode(text.as_bytes())), text);
        }
        assert_eq!(decode(b"\\M-x"), b"\x1bx");
        assert_eq!(named_key(b"Control-k"), [11]);
        assert_eq!(named_key(b"M-Tab"), [27, 9]);
    }

    #[test]
    fn the_defaults_can_be_read() {
        let bindings = Bindings::default();
        assert_eq!(keys_of(&bindings, 0, "abort"), ["\\C-g", "\\C-x\\C-g", "\\e\\C-g"]);
        assert!(functions().count() > 150);
        assert!(bindings.variables.iter().any(|(name, value)| name == "editing-mode" && value == "emacs"));
    }
}
