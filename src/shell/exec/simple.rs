//! Simple commands: expansion, redirections, temporary assignments, then dispatch.

use bstr::BString;

use crate::shell::builtins::{Argument, ArgumentValue};
use crate::shell::dispatch::Lookup;
use crate::shell::flow::Flow;
use crate::shell::shell::Shell;
use crate::shell::syntax::ast::{Arg, Assignment, AssignmentValue, Redirection, Simple};

impl Shell {
    pub(super) fn run_simple(&mut self, simple: &Simple, redirections: &[Redirection]) -> Result<u8, Flow> {
        self.run_debug_trap()?;
        self.substitution_status = None;
        let arguments = self.expand_arguments(&simple.args)?;
        if arguments.is_empty() {
            return self.run_assignments(&simple.assignments, redirections);
        }
        if let Some(last) = arguments.last() {
            self.last_argument = last.text();
        }
        if simple.assignments.is_empty() {
            self.trace_command(&arguments)?;
            return self.run_redirected(arguments, redirections);
        }
        // The assignments live in a scope around the command, exported, and vanish with it.
        self.state.variables.push_scope();
        let result = self.assign_temporary(&simple.assignments).and_then(|()| {
            self.trace_command(&arguments)?;
            self.run_redirected(arguments, redirections)
        });
        self.state.variables.pop_scope();
        result
    }

    fn run_redirected(&mut self, arguments: Vec<Argument<'_>>, redirections: &[Redirection]) -> Result<u8, Flow> {
        if redirections.is_empty() {
            return self.dispatch_arguments(arguments, Lookup::All);
        }
        // `exec` without a command makes its redirections last; it is known by name only after expansion.
        let keeps = is_bare_exec(&arguments);
        let Some(saved) = self.redirect(redirections)? else {
            return Ok(1);
        };
        let result = self.dispatch_arguments(arguments, Lookup::All);
        if !(keeps && matches!(result, Ok(0))) {
            self.restore(saved);
        }
        result
    }

    fn expand_arguments<'a>(&mut self, args: &'a [Arg]) -> Result<Vec<Argument<'a>>, Flow> {
        let mut arguments = Vec::with_capacity(args.len());
        let mut fields = Vec::new();
        for arg in args {
            match arg {
                Arg::Word(word) => {
                    self.expand_word(word, &mut fields)?;
                    arguments.extend(fields.drain(..).map(Argument::Word));
                }
                Arg::Assignment(assignment) => {
                    let value = match &assignment.value {
                        AssignmentValue::Scalar(word) => ArgumentValue::Scalar(self.expand_string(word)?),
                        AssignmentValue::Array(elements) => ArgumentValue::Array(elements),
                    };
                    arguments.push(Argument::Assignment {
                        name: assignment.name.clone(),
                        index: assignment.index.as_ref(),
                        append: assignment.append,
                        value,
                    });
                }
            }
        }
        Ok(arguments)
    }

    /// A command that is only assignments: its status is that of the last command substitution in it.
    fn run_assignments(&mut self, assignments: &[Assignment], redirections: &[Redirection]) -> Result<u8, Flow> {
        for assignment in assignments {
            self.assign(assignment)?;
            if self.state.options.xtrace {
                self.trace_assignment(assignment)?;
            }
        }
        self.last_argument.clear();
        if !redirections.is_empty() {
            let Some(saved) = self.redirect(redirections)? else { return Ok(1) };
            self.restore(saved);
        }
        Ok(self.substitution_status.unwrap_or(0))
    }

    fn assign_temporary(&mut self, assignments: &[Assignment]) -> Result<(), Flow> {
        for assignment in assignments {
            let value = match &assignment.value {
                AssignmentValue::Scalar(word) => self.expand_string(word)?,
                AssignmentValue::Array(_) => BString::default(),
            };
            self.assign_exported_local(&assignment.name, value, assignment.append)?;
            if self.state.options.xtrace {
                self.trace_assignment(assignment)?;
            }
        }
        Ok(())
    }

    /// `set -x`: the command as it will run.
    fn trace_command(&mut self, arguments: &[Argument<'_>]) -> Result<(), Flow> {
        if !self.state.options.xtrace {
            return Ok(());
        }
        let words: Vec<BString> = arguments.iter().map(Argument::trace_text).collect();
        self.trace(&words.join(&b' '))
    }

    fn trace_assignment(&mut self, assignment: &Assignment) -> Result<(), Flow> {
        let text = self.assignment_trace(assignment);
        self.trace(&text)
    }

    /// Writes a line of `set -x` output behind `PS4`, whose first character is repeated by depth.
    pub(super) fn trace(&mut self, text: &[u8]) -> Result<(), Flow> {
        let mut line = self.expand_prompt("PS4")?;
        line.extend_from_slice(text);
        line.push(b'\n');
        self.write_error(&line)
    }
}

fn is_bare_exec(arguments: &[Argument<'_>]) -> bool {
    matches!(arguments, [Argument::Word(name)] if name == "exec")
}
