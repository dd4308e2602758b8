//! `command` and `builtin`

use std::sync::Arc;

use bstr::{BStr, BString};

use super::type_::{Style, describe};
use super::{Argument, ArgumentValue, USAGE, words};
use crate::dispatch::Lookup;
use crate::flow::Flow;
use crate::shell::Shell;

pub(super) fn command(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"command", &words, "pvV")? else { return Ok(USAGE) };
    let operands = &words[options.operands..];
    if options.has(b'p') && shell.state.options.restricted_shell {
        return shell.builtin_error(b"command", &[b"-p: restricted"]);
    }
    if options.has(b'v') || options.has(b'V') {
        let style = if options.has(b'V') { Style::Sentence } else { Style::Reusable };
        let mut found = operands.is_empty();
        let mut out = Vec::new();
        for name in operands {
            if describe(shell, name, style, options.has(b'p'), &mut out)? {
                found = true;
            } else if style == Style::Sentence {
                shell.put_lines("command", &mut out)?;
                shell.builtin_error(b"command", &[name, b": not found"])?;
            }
        }
        let written = shell.put("command", &out)?;
        return Ok(written.max(u8::from(!found)));
    }
    if operands.is_empty() {
        return Ok(0);
    }
    if options.has(b'p') {
        let argv: Vec<BString> = operands.iter().map(|word| BString::from(word.as_ref())).collect();
        return shell.dispatch_standard(argv);
    }
    shell.dispatch_arguments(rest(arguments, options.operands), Lookup::NoFunctions)
}

pub(super) fn builtin(shell: &mut Shell, arguments: &[Argument<'_>]) -> Result<u8, Flow> {
    let words = words(arguments);
    let Some(options) = shell.options(b"builtin", &words, "")? else { return Ok(USAGE) };
    if options.operands >= words.len() {
        return Ok(0);
    }
    shell.dispatch_arguments(rest(arguments, options.operands), Lookup::BuiltinOnly)
}

/// The arguments behind the name and `skip` words more, assignments kept as such.
fn rest<'a>(arguments: &[Argument<'a>], skip: usize) -> Vec<Argument<'a>> {
    let copy = |argument: &Argument<'a>| match argument {
        Argument::Word(word) => Argument::Word(word.clone()),
        Argument::Assignment { name, index, append, value } => Argument::Assignment {
            name: name.clone(),
            index: *index,
            append: *append,
            value: match value {
                ArgumentValue::Scalar(text) => ArgumentValue::Scalar(text.clone()),
                ArgumentValue::Array(elements) => ArgumentValue::Array(elements),
                ArgumentValue::Expanded(elements) => ArgumentValue::Expanded(Arc::clone(elements)),
            },
        },
    };
    arguments.iter().skip(1 + skip).map(copy).collect()
}

impl Shell {
    /// `command -p`: as `command`, with a `PATH` that finds the standard utilities.
    fn dispatch_standard(&mut self, argv: Vec<BString>) -> Result<u8, Flow> {
        let name = BString::from(argv.first().map_or(BStr::new(""), |name| BStr::new(name)));
        let is_builtin = super::lookup(&name).is_some_and(|builtin| self.is_enabled(builtin));
        if is_builtin || name.contains(&b'/') {
            return self.dispatch(argv, Lookup::NoFunctions);
        }
        let mut argv = argv;
        if let (Some(path), Some(first)) = (self.standard_path(&name), argv.first_mut()) {
            *first = path;
        }
        self.dispatch(argv, Lookup::ExternalOnly)
    }
}
