//! What declaration builtins do with functions: `declare -f`, `export -f`, `readonly -f`, and exporting them to children.

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::Argument;
use super::declare::Request;
use crate::flow::Flow;
use crate::shell::{FunctionAttributes, Shell};
use crate::syntax::print;

/// One operand of `declare -f`, `export -f`, `readonly -f`.
pub(super) fn function(
    shell: &mut Shell,
    own: &[u8],
    operand: &Argument<'_>,
    request: &Request,
    out: &mut Vec<u8>,
) -> Result<bool, Flow> {
    let text = operand.text();
    if text.contains(&b'=') && !matches!(own, b"export" | b"readonly") {
        shell.builtin_error(own, &[b"cannot use `-f' to make functions"])?;
        return Ok(false);
    }
    let name = text.to_str().ok().and_then(|name| shell.state.functions.get_key_value(name)).map(|(name, _)| name);
    let Some(name) = name.cloned() else {
        if matches!(own, b"export" | b"readonly") {
            shell.builtin_error(own, &[&text, b": not a function"])?;
        }
        return Ok(false);
    };
    let mut attributes = shell.function_attributes(&name);
    let (on, off) = (&request.on, &request.off);
    let touched = [on, off].iter().any(|flags| flags.export || flags.readonly || flags.trace);
    if !touched {
        if request.names_only {
            out.extend_from_slice(name.as_bytes());
            if shell.state.options.extdebug {
                let line = shell.state.functions.get(&name).map_or(0, |function| function.body.line);
                let source = shell.function_source(&name);
                out.extend_from_slice(format!(" {line} {source}").as_bytes());
            }
            out.push(b'\n');
        } else {
            shell.function_text(&name, out);
            if request.print && attributes != FunctionAttributes::default() {
                function_line(&name, attributes, out);
            }
        }
        return Ok(true);
    }
    if off.readonly && attributes.readonly {
        shell.builtin_error(own, &[name.as_bytes(), b": readonly function"])?;
        return Ok(false);
    }
    attributes.export = (attributes.export || on.export) && !off.export;
    attributes.readonly |= on.readonly;
    attributes.trace = (attributes.trace || on.trace) && !off.trace;
    Arc::make_mut(&mut shell.state.function_attributes).insert(name, attributes);
    shell.environ = None;
    Ok(true)
}

/// `declare -frx NAME`
pub(super) fn function_line(name: &str, attributes: FunctionAttributes, out: &mut Vec<u8>) {
    out.extend_from_slice(b"declare -f");
    for (on, letter) in [(attributes.readonly, b'r'), (attributes.trace, b't'), (attributes.export, b'x')] {
        if on {
            out.push(letter);
        }
    }
    out.push(b' ');
    out.extend_from_slice(name.as_bytes());
    out.push(b'\n');
}

impl Shell {
    pub(super) fn function_attributes(&self, name: &str) -> FunctionAttributes {
        self.state.function_attributes.get(name).copied().unwrap_or_default()
    }

    /// True for a function that `readonly -f` protects.
    pub fn is_readonly_function(&self, name: &str) -> bool {
        !self.state.function_attributes.is_empty() && self.function_attributes(name).readonly
    }

    /// Appends a function's definition as `declare -f` prints it.
    pub(super) fn function_text(&self, name: &str, out: &mut Vec<u8>) {
        if let Some(function) = self.state.functions.get(name) {
            out.extend_from_slice(&print::function(function));
            out.push(b'\n');
        }
    }

    /// The exported functions as environment variables, in byte order of their names.
    pub(crate) fn exported_functions(&self) -> Vec<(BString, BString)> {
        let mut list = Vec::new();
        for (name, attributes) in self.state.function_attributes.iter() {
            if let Some(function) = self.state.functions.get(name).filter(|_| attributes.export) {
                let text = print::function(function);
                // What bash writes there begins with `()`, without the name.
                let body = text.find_byte(b'(').map_or(&text[..], |at| &text[at..]);
                list.push((format!("BASH_FUNC_{name}%%").into(), BString::from(body)));
            }
        }
        list.sort_unstable();
        list
    }
}
