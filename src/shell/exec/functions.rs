//! Functions: definition and calls.

use std::sync::Arc;

use bstr::BString;

use crate::shell::flow::Flow;
use crate::shell::shell::{Frame, FrameKind, Shell};
use crate::shell::syntax::ast::Function;
use crate::shell::variables::is_name;

impl Shell {
    pub(super) fn define_function(&mut self, function: &Arc<Function>) -> Result<u8, Flow> {
        // A name that has to be expanded or unquoted is none.
        if function.name.bytes().any(|byte| b"$\"'\\`".contains(&byte))
            || self.state.options.posix && !is_name(function.name.as_bytes())
        {
            self.complain(&[b"`", function.name.as_bytes(), b"': not a valid identifier"])?;
            return if self.state.options.posix { Err(Flow::Exit(2)) } else { Ok(1) };
        }
        if self.is_readonly_function(&function.name) {
            self.complain(&[function.name.as_bytes(), b": readonly function"])?;
            return Ok(1);
        }
        Arc::make_mut(&mut self.state.functions).insert(Arc::clone(&function.name), Arc::clone(function));
        Ok(0)
    }

    /// Calls a function with `argv` (its name first): a scope and positional parameters of its own.
    pub fn call_function(&mut self, function: &Arc<Function>, argv: Vec<BString>) -> Result<u8, Flow> {
        let has_assignments = std::mem::take(&mut self.command_has_assignments);
        self.enter(|shell| {
            shell.frames.push(Frame {
                function: Arc::clone(&function.name),
                source: shell.script.clone(),
                call_line: shell.line,
                kind: FrameKind::Function,
                options: None,
                has_assignments,
            });
            shell.state.variables.push_scope();
            let mut words = argv;
            if !words.is_empty() {
                words.remove(0);
            }
            let positional = std::mem::replace(&mut shell.state.positional, Arc::new(words));
            let loops = std::mem::replace(&mut shell.loops, 0);
            let getopts_offset = std::mem::replace(&mut shell.getopts_offset, 0);
            let hidden = shell.hide_traps(&function.name);
            let result = match shell.traps.debug {
                Some(_) => shell.run_debug_trap().and_then(|()| shell.run_command(&function.body)),
                None => shell.run_command(&function.body),
            };
            let result = match result {
                Ok(status) | Err(Flow::Return(status)) => {
                    shell.state.status = status;
                    shell.run_return_trap().map(|()| status)
                }
                other => other,
            };
            shell.show_traps(hidden);
            shell.getopts_offset = getopts_offset;
            shell.loops = loops;
            shell.state.positional = positional;
            shell.state.variables.pop_scope();
            if let Some(frame) = shell.frames.pop() {
                shell.line = frame.call_line;
                if let Some(options) = frame.options {
                    shell.state.options = options;
                }
            }
            result
        })
    }
}
