//! Functions: definition and calls.

use std::sync::Arc;

use bstr::BString;

use crate::builtins;
use crate::flow::Flow;
use crate::shell::{Frame, FrameKind, InputKind, Shell};
use crate::syntax::ast::Function;
use crate::syntax::restrict_function;
use crate::variables::is_name;

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

    /// `BASH_ARGV` grows by the arguments of a call, under `extdebug`; says whether it did.
    pub(crate) fn push_arguments(&mut self, words: &[BString]) -> bool {
        if !self.state.options.extdebug {
            return false;
        }
        self.argument_stack().push(words.to_vec());
        true
    }

    /// The stack behind `BASH_ARGV`, begun with the shell's own arguments.
    pub fn argument_stack(&mut self) -> &mut Vec<Vec<BString>> {
        let positional = Arc::clone(&self.state.positional);
        self.argument_stack.get_or_insert_with(|| vec![positional.to_vec()])
    }

    pub(super) fn define_function(&mut self, function: &Arc<Function>) -> Result<u8, Flow> {
        // A name that has to be expanded or unquoted is none.
        let name = function.name.as_bytes();
        let spelled = name.iter().any(|byte| b"$\"'\\`".contains(byte));
        let wrong: &[u8] = if self.state.options.posix && builtins::lookup(name).is_some_and(|builtin| builtin.special)
        {
            b"': is a special builtin"
        } else if spelled || self.state.options.posix && !is_name(name) {
            b"': not a valid identifier"
        } else {
            b""
        };
        if !wrong.is_empty() {
            self.complain(&[b"`", name, wrong])?;
            return match self.state.options.posix {
                true => Err(if self.is_interactive { Flow::Discard(2) } else { Flow::Exit(2) }),
                false => Ok(1),
            };
        }
        if self.is_readonly_function(&function.name) {
            self.complain(&[function.name.as_bytes(), b": readonly function"])?;
            return Ok(1);
        }
        let source = self.current_source();
        if self.state.options.allexport {
            let attributes = Arc::make_mut(&mut self.state.function_attributes);
            attributes.entry(Arc::clone(&function.name)).or_default().export = true;
        }
        Arc::make_mut(&mut self.state.functions).insert(Arc::clone(&function.name), Arc::clone(function));
        if source != UNNAMED || !self.state.function_sources.is_empty() {
            Arc::make_mut(&mut self.state.function_sources).insert(Arc::clone(&function.name), source);
        }
        Ok(0)
    }

    /// Calls a function with `argv` (its name first): a scope and positional parameters of its own.
    pub fn call_function(&mut self, function: &Arc<Function>, argv: Vec<BString>) -> Result<u8, Flow> {
        self.command_has_assignments = false;
        // It may come from a snapshot of where other constructs were there.
        if let Err(refused) = restrict_function(self.language(), function) {
            return self.refuse(refused.construct, refused.sign);
        }
        let most = self.variable("FUNCNEST").and_then(|text| std::str::from_utf8(&text).ok()?.trim().parse().ok());
        if let Some(most) = most.filter(|most| *most > 0) {
            let calls = self.frames.iter().filter(|frame| frame.kind == FrameKind::Function).count();
            if calls >= most {
                let text = most.to_string();
                let name = function.name.as_bytes();
                self.complain(&[name, b": maximum function nesting level exceeded (", text.as_bytes(), b")"])?;
                return Err(Flow::Discard(1));
            }
        }
        self.enter(|shell| {
            shell.frames.push(Frame {
                function: Arc::clone(&function.name),
                source: shell.function_source(&function.name),
                call_line: shell.line,
                kind: FrameKind::Function,
                options: None,
            });
            shell.state.variables.push_scope();
            let mut words = argv;
            if !words.is_empty() {
                words.remove(0);
            }
            let keeps_arguments = shell.push_arguments(&words);
            let positional = std::mem::replace(&mut shell.state.positional, Arc::new(words));
            let loops = std::mem::replace(&mut shell.loops, 0);
            let getopts_offset = std::mem::replace(&mut shell.getopts_offset, 0);
            let hidden = shell.hide_traps(&function.name);
            let result = match shell.traps.debug {
                Some(_) => {
                    shell.line = function.body.line;
                    shell.run_debug_trap()
                }
                .and_then(|skip| match skip {
                    true => Ok(0),
                    false => shell.run_command(&function.body),
                }),
                None => shell.run_command(&function.body),
            };
            let result = match result {
                Ok(status) => {
                    shell.state.status = status;
                    shell.run_return_trap().map(|()| status)
                }
                // The trap does not see the status of `return` yet.
                Err(Flow::Return(status)) => shell.run_return_trap().map(|()| status),
                other => other,
            };
            if let (true, Some(stack)) = (keeps_arguments, &mut shell.argument_stack) {
                stack.pop();
            }
            shell.show_traps(hidden);
            shell.getopts_offset = getopts_offset;
            shell.loops = loops;
            shell.state.positional = positional;
            shell.state.variables.pop_scope();
            if let Some(frame) = shell.frames.pop() {
                shell.line = frame.call_line;
                if let Some(options) = frame.options {
                    shell.state.options.restore_set(&options);
                }
            }
            result
        })
    }
}
