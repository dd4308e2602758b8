//! `man`: the usage texts of commands and builtins, in the place of manual pages.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use shell::builtins;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: man [OPTION...] [SECTION] PAGE...
Print the usage text of each command or builtin PAGE. There are no other manual pages.

  -a, --all          print all pages of a name: there is one at most
  -f, --whatis       print one line about each PAGE
  -k, --apropos      print one line about each command whose name or description holds PAGE
  -P, --pager=PAGER  (accepted; the output is no terminal)
  -s, -S, --sections=LIST  look in these sections: 1 and 8 are not empty
  -w, --where, --path  print where the page would be
      --help         show this help and exit
      --version      show the version and exit
";

const SPEC: Spec = Spec {
    failure: 1,
    ..Spec::new(&[
        Opt::both('a', "all", Takes::Nothing),
        Opt::both('f', "whatis", Takes::Nothing),
        Opt::both('k', "apropos", Takes::Nothing),
        Opt::both('P', "pager", Takes::Value),
        Opt::both('s', "sections", Takes::Value),
        Opt::short('S', Takes::Value),
        Opt::both('w', "where", Takes::Nothing),
        Opt { id: 'w', short: false, long: "path", takes: Takes::Nothing },
        Opt { id: 'w', short: false, long: "location", takes: Takes::Nothing },
    ])
};

pub const COMMANDS: &[Native] = &[Native { name: "man", help: HELP, run }];

/// The status for a page that there is not.
const NOT_FOUND: u8 = 16;

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id| options.iter().any(|option| option.id == id);
    let mut sections: Option<BString> =
        options.iter().rfind(|option| matches!(option.id, 's' | 'S')).and_then(|option| option.value.clone());
    if given('k') || given('f') {
        return about(context, &operands, given('k'));
    }
    let mut section: Option<BString> = None;
    let is_section = |word: &BString| matches!(word.as_slice(), [b'1'..=b'9' | b'n' | b'l']);
    if operands.len() > 1 && operands.first().is_some_and(is_section) {
        section = Some(operands.remove(0));
        sections.clone_from(&section);
    }
    if operands.is_empty() {
        context.write_error(b"What manual page do you want?\nFor example, try 'man man'.\n")?;
        return Ok(1);
    }
    let in_section = sections.as_ref().is_none_or(|list| list.iter().any(|byte| matches!(byte, b'1' | b'8')));
    let mut status = 0;
    for name in &operands {
        context.charge(1)?;
        match page(context, name).filter(|_| in_section) {
            Some(_) if given('w') => {
                let path = [b"/usr/share/man/man1/", name.as_slice(), b".1.gz\n"].concat();
                context.write(&path)?;
            }
            Some(text) => {
                context.write(text.trim_start_matches('\n').as_bytes())?;
                if !text.ends_with('\n') {
                    context.write(b"\n")?;
                }
            }
            None => {
                let place = match &section {
                    Some(section) => [b" in section ", section.as_slice()].concat(),
                    None => Vec::new(),
                };
                context.write_error(&[b"No manual entry for ", name.as_slice(), &place, b"\n"].concat())?;
                status = NOT_FOUND;
            }
        }
    }
    Ok(status)
}

/// The text about a name.
fn page(context: &Context<'_>, name: &[u8]) -> Option<String> {
    if let Some(command) = context.exec.kernel.registry.get(name) {
        return Some(command.help().to_owned());
    }
    let is_there = |builtin: &&builtins::Builtin| context.exec.kernel.capabilities.has_builtin(builtin);
    builtins::lookup(name).filter(is_there).map(|builtin| builtin.help.to_owned())
}

/// What the usage text says the command does: its first line that is no synopsis.
fn summary(text: &str) -> &str {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let line = lines.find(|line| !line.starts_with("Usage:") && !line.starts_with(' '));
    line.or_else(|| text.lines().find(|line| !line.is_empty())).unwrap_or_default()
}

/// `man -f NAME…` and `man -k WORD…`
fn about(context: &mut Context<'_>, words: &[BString], search: bool) -> Outcome {
    if words.is_empty() {
        let text: &[u8] = if search { b"apropos what?\n" } else { b"whatis what?\n" };
        context.write_error(text)?;
        return Ok(1);
    }
    let registry = context.exec.kernel.registry.clone();
    let mut status = 0;
    for word in words {
        let mut found = false;
        for name in registry.names() {
            context.charge(1)?;
            let Some(command) = registry.get(name.as_bytes()) else { continue };
            let summary = summary(command.help());
            let wanted = word.to_str_lossy().to_lowercase();
            let fits = if search {
                name.contains(&*wanted) || summary.to_lowercase().contains(&*wanted)
            } else {
                name.as_bytes() == word.as_slice()
            };
            if fits {
                found = true;
                context.write(format!("{:<20} - {summary}\n", format!("{name} (1)")).as_bytes())?;
            }
        }
        if !found {
            context.write_error(&[word.as_slice(), b": nothing appropriate.\n"].concat())?;
            status = NOT_FOUND;
        }
    }
    Ok(status)
}
