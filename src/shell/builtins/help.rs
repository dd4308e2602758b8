//! `help`

use bstr::BStr;

use super::{Argument, Builtin, USAGE, all, words};
use crate::shell::flow::Flow;
use crate::shell::pattern::{Pattern, PatternOptions};
use crate::shell::shell::Shell;

pub(super) fn run(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"help", &words, "dms")? else { return Ok(USAGE) };
    let patterns = &words[options.operands..];
    let (short, synopsis, manual) = (options.has(b'd'), options.has(b's'), options.has(b'm'));
    if patterns.is_empty() {
        let mut out = String::from("These commands are part of the shell. `help NAME' says more about NAME.\n\n");
        for builtin in all() {
            let mark = if shell.is_enabled(builtin) { ' ' } else { '*' };
            out.push_str(&format!("{mark}{}\n", builtin.synopsis()));
        }
        return shell.put("help", out.as_bytes());
    }
    let mut out = String::new();
    let mut status = 1;
    for pattern in patterns {
        let pattern: &BStr = pattern.as_ref();
        if pattern.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[')) {
            let plural = if patterns.len() > 1 { "s" } else { "" };
            out.push_str(&format!("Shell commands matching keyword{plural} `{pattern}'\n\n"));
        }
        for builtin in matching(pattern) {
            status = 0;
            show(builtin, short, synopsis, manual, &mut out);
        }
    }
    if status != 0 {
        let last: &BStr = patterns.last().map_or(BStr::new(""), AsRef::as_ref);
        shell.builtin_error(
            b"help",
            &[b"no help topics match `", last, b"'.  Try `help help' or `man -k ", last, b"' or `info ", last, b"'."],
        )?;
    }
    Ok(status.max(shell.put("help", out.as_bytes())?))
}

/// An exact name, else those that begin with the text or match it as a pattern.
fn matching(pattern: &BStr) -> Vec<&'static Builtin> {
    if let Some(exact) = super::lookup(pattern) {
        return vec![exact];
    }
    let compiled = Pattern::new(pattern, PatternOptions::default());
    all()
        .iter()
        .filter(|builtin| builtin.name.as_bytes().starts_with(pattern) || compiled.matches(builtin.name.as_bytes()))
        .collect()
}

fn show(builtin: &Builtin, short: bool, synopsis: bool, manual: bool, out: &mut String) {
    let body = builtin.help.split_once('\n').map_or("", |(_, body)| body);
    let first = body.trim_start().lines().next().unwrap_or_default();
    if short {
        out.push_str(&format!("{} - {first}\n", builtin.name));
    } else if synopsis {
        out.push_str(&format!("{}: {}\n", builtin.name, builtin.synopsis()));
    } else if manual {
        out.push_str(&format!(
            "NAME\n    {} - {first}\n\nSYNOPSIS\n    {}\n\nDESCRIPTION\n{body}\nSEE ALSO\n    bash(1)\n\n",
            builtin.name,
            builtin.synopsis()
        ));
    } else {
        out.push_str(builtin.help);
    }
}
