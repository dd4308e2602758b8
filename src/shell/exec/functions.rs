//! Functions: definition and calls.

use std::sync::Arc;

use bstr::BString;

use crate::shell::flow::Flow;
use crate::shell::shell::{Frame, FrameKind, InputKind, Shell};
use crate::shell::syntax::ast::Function;

/// What bash takes for the file of a function that came in a string or from the environment.
pub(super) const UNNAMED: &str = "environment";

impl Shell {
    /// The file, or what stands for it, that the current command comes from.
    fn current_source(&self) -> BString {
        match self.frames.last() {
            Some(frame) => frame.source.clone(),
            None if !self.script.is_empty() => self.script.clone(),
            None if self.input == InputKind::Stdin => "main".into(),
            None => UNNAMED.into(),
        }
    }

    /// Where a function was defined.
    pub fn function_source(&self, name: &str) -> BString {
        self.state.function_sources.get(name).cloned().unwrap_or_else(|| UNNAMED.into())
    }

    pub(super) fn define_function(&mut self, function: &Arc<Function>) -> Result<u8, Flow> {
        if self.is_readonly_function(&function.name) {
            self.complain(&[function.name.as_bytes(), b": readonly function"])?;
            return Ok(1);
        }
        let source = self.current_source();
        Arc::make_mut(&mut self.state.functions).insert(Arc::clone(&function.name), Arc::clone(function));
        if source != UNNAMED || !self.state.function_sources.is_empty() {
            Arc::make_mut(&mut self.state.function_sources).insert(Arc::clone(&function.name), source);
        }
        Ok(0)
    }

    /// Calls a function with `argv` (its name first): a scope and positional parameters of its own.
    pub fn call_function(&mut self, function: &Arc<Function>, argv: Vec<BString>) -> Result<u8, Flow> {
        let has_assignments = std::mem::take(&mut self.command_has_assignments);
        self.enter(|shell| {
            shell.frames.push(Frame {
                function: Arc::clone(&function.name),
                source: shell.function_source(&function.name),
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
