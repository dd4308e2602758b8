//! Simple commands: expansion, redirections, temporary assignments, then dispatch.

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::redirect::{Saved, may_assign};
use crate::builtins::{self, Argument, ArgumentValue};
use crate::dispatch::Lookup;
use crate::expand::quote;
use crate::flow::Flow;
use crate::kernel::IoError;
use crate::shell::{Failure, Shell};
use crate::syntax::ast::{Arg, ArrayElement, Assignment, AssignmentValue, Name, Redirection, Simple, WordPart};
use crate::syntax::print;
use crate::variables::{Variable, is_name};

impl Shell {
    pub(super) fn run_simple(&mut self, simple: &Simple, redirections: &[Redirection]) -> Result<u8, Flow> {
        if self.run_debug_trap()? {
            return Ok(0);
        }
        self.substitution_status = None;
        if self.state.options.keyword && simple.args.iter().skip(1).any(is_keyword) {
            return self.run_with_keywords(simple, redirections);
        }
        let arguments = self.expand_arguments(simple.args.iter())?;
        if std::mem::take(&mut self.subshell_pending) {
            self.subshell_base += 1;
        }
        if arguments.is_empty() {
            return self.run_assignments(&simple.assignments, redirections);
        }
        // `$_` is set when the command has ended: in a function it is still that of the command before the call.
        let last = arguments.last().map(Argument::last_word).unwrap_or_default();
        let result = self.run_expanded(simple, arguments, redirections);
        self.last_argument = last;
        result
    }

    /// Runs a command whose words are expanded; there is at least one.
    fn run_expanded(
        &mut self,
        simple: &Simple,
        arguments: Vec<Argument<'_>>,
        redirections: &[Redirection],
    ) -> Result<u8, Flow> {
        if self.state.options.posix && is_special_builtin(&arguments) {
            return self.run_special(simple, arguments, redirections);
        }
        if simple.assignments.is_empty() {
            self.trace_command(&arguments)?;
            return self.run_redirected(arguments, redirections);
        }
        // The assignments live in a scope around the command, exported, and vanish with it.
        self.state.variables.push_scope();
        let result = self.assign_temporary(&simple.assignments).and_then(|()| self.trace_command(&arguments));
        if result.is_err() || redirections.is_empty() {
            let result = result.and_then(|()| self.dispatch_in_scope(arguments));
            self.state.variables.pop_scope();
            return result;
        }
        // Redirections do not see them.
        let assigned: Vec<(Name, BString)> = simple
            .assignments
            .iter()
            .filter_map(|assignment| {
                let name = &assignment.name;
                let is_new = self.state.variables.is_local(name);
                Some((Arc::clone(name), self.state.variables.scalar(name).filter(|_| is_new)?.into()))
            })
            .collect();
        self.state.variables.pop_scope();
        let keeps = is_bare_exec(&arguments);
        let saved = match self.redirect_for(&arguments, redirections)? {
            Ok(saved) => saved,
            Err(status) => return Ok(status),
        };
        self.state.variables.push_scope();
        let mut result = Ok(0);
        for (name, value) in assigned {
            result = result.and_then(|_| self.assign_exported_local(&name, value, false).map(|()| 0));
        }
        let result = result.and_then(|_| self.dispatch_in_scope(arguments));
        self.state.variables.pop_scope();
        if !(keeps && matches!(result, Ok(0))) {
            self.restore(saved);
        }
        result
    }

    /// Runs a command inside the scope of its assignments.
    fn dispatch_in_scope(&mut self, arguments: Vec<Argument<'_>>) -> Result<u8, Flow> {
        let evaluates = is_evaluation(&arguments);
        self.command_has_assignments = true;
        let result = self.dispatch_arguments(arguments, Lookup::All);
        self.command_has_assignments = false;
        if evaluates {
            self.state.variables.keep_nothing();
        }
        result
    }

    /// Applies the redirections of a simple command; the inner error is the status of what could not be redirected. A
    /// program's are expanded by its process: what they assign is lost, and what ends a shell ends only the process.
    fn redirect_for(
        &mut self,
        arguments: &[Argument<'_>],
        redirections: &[Redirection],
    ) -> Result<Result<Saved, u8>, Flow> {
        let name = arguments.first().map(Argument::text).unwrap_or_default();
        if self.is_own_command(&name) {
            return Ok(self.redirect(redirections)?.ok_or(1));
        }
        let variables = may_assign(redirections).then(|| self.state.variables.clone());
        let saved = self.redirect(redirections);
        if let Some(variables) = variables {
            self.state.variables = variables;
        }
        match saved {
            Err(Flow::Discard(status) | Flow::Exit(status)) => Ok(Err(status)),
            other => Ok(other?.ok_or(1)),
        }
    }

    /// `set -k`: assignments anywhere among the arguments are for the command's environment.
    fn run_with_keywords(&mut self, simple: &Simple, redirections: &[Redirection]) -> Result<u8, Flow> {
        let words = simple.args.iter().enumerate().filter(|(place, arg)| *place == 0 || !is_keyword(arg));
        let arguments = self.expand_arguments(words.map(|(_, arg)| arg))?;
        let mut assigned = Vec::new();
        for arg in simple.args.iter().skip(1).filter(|arg| is_keyword(arg)) {
            if let Arg::Word(word) = arg {
                assigned.push(self.expand_string(word)?);
            }
        }
        self.state.variables.push_scope();
        let mut result = self.assign_temporary(&simple.assignments);
        for text in assigned {
            if let Some((name, value)) = text.split_once_str("=")
                && let Ok(name) = name.to_str()
            {
                result = result.and_then(|()| self.assign_exported_local(&name.into(), value.into(), false));
            }
        }
        let result = result.and_then(|()| self.trace_command(&arguments));
        let result = result.and_then(|()| self.run_redirected(arguments, redirections));
        self.state.variables.pop_scope();
        result
    }

    /// A special builtin in POSIX mode: assignments before it last, and its errors end the shell (POSIX 2.8.1).
    fn run_special(
        &mut self,
        simple: &Simple,
        arguments: Vec<Argument<'_>>,
        redirections: &[Redirection],
    ) -> Result<u8, Flow> {
        for assignment in &simple.assignments {
            match self.state.options.xtrace {
                true => self.assign_traced(assignment)?,
                false => self.assign(assignment)?,
            }
            self.state.variables.modify(&assignment.name, |variable| variable.attributes.export = true);
        }
        self.trace_command(&arguments)?;
        let name = arguments.first().map(Argument::text).unwrap_or_default();
        let is_bare_exec = is_bare_exec(&arguments);
        let Some(saved) = self.redirect(redirections)? else { return Err(Flow::Exit(1)) };
        self.last_failure.set(Failure::Expansion);
        let result = self.dispatch_arguments(arguments, Lookup::NoFunctions);
        let refused =
            self.last_failure.get() == Failure::Readonly && matches!(name.as_slice(), b"export" | b"readonly");
        if !(is_bare_exec && matches!(result, Ok(0))) {
            self.restore(saved);
        }
        match result {
            // What these run may end with any status.
            Ok(2) if !matches!(name.as_slice(), b"eval" | b"." | b"source" | b"exec") => Err(Flow::Exit(2)),
            Ok(1) if refused => Err(Flow::Exit(1)),
            Err(Flow::Discard(status)) => Err(Flow::Exit(status)),
            other => other,
        }
    }

    fn run_redirected(&mut self, arguments: Vec<Argument<'_>>, redirections: &[Redirection]) -> Result<u8, Flow> {
        if redirections.is_empty() {
            return self.dispatch_arguments(arguments, Lookup::All);
        }
        // `exec` without a command makes its redirections last; it is known by name only after expansion.
        let keeps = is_bare_exec(&arguments);
        let saved = match self.redirect_for(&arguments, redirections)? {
            Ok(saved) => saved,
            Err(status) => return Ok(status),
        };
        let result = self.dispatch_arguments(arguments, Lookup::All);
        if !(keeps && matches!(result, Ok(0))) {
            self.restore(saved);
        }
        result
    }

    fn expand_arguments<'a>(&mut self, args: impl Iterator<Item = &'a Arg>) -> Result<Vec<Argument<'a>>, Flow> {
        let mut arguments = Vec::with_capacity(args.size_hint().0);
        let mut fields = Vec::new();
        let mut associative = false;
        for arg in args {
            match arg {
                Arg::Word(word) => {
                    self.expand_word(word, &mut fields)?;
                    arguments.extend(fields.drain(..).map(Argument::Word));
                }
                Arg::Assignment(assignment) => {
                    let value = match &assignment.value {
                        AssignmentValue::Scalar(word) => ArgumentValue::Scalar(self.expand_assigned(word)?),
                        AssignmentValue::Array(elements) if self.state.options.xtrace => {
                            associative |= arguments.iter().any(|argument| {
                                matches!(argument, Argument::Word(word) if word.starts_with(b"-") && word.contains(&b'A'))
                            });
                            ArgumentValue::Expanded(Arc::new(self.trace_elements(assignment, elements, associative)?))
                        }
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
            match self.state.options.xtrace {
                true => self.assign_traced(assignment)?,
                false => self.assign(assignment)?,
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
            if let Some(index) = &assignment.index {
                let index = print::subscript(index);
                self.complain(&[b"`", assignment.name.as_bytes(), b"[", &index, b"]': not a valid identifier"])?;
                continue;
            }
            let value = match &assignment.value {
                AssignmentValue::Scalar(word) => self.expand_assigned(word)?,
                // The environment holds text.
                AssignmentValue::Array(_) => {
                    let text = print::assignment(assignment);
                    text.split_once_str("=").map_or_else(BString::default, |(_, value)| value.into())
                }
            };
            if self.state.options.xtrace && assignment.append {
                // It is the new value that is shown.
                self.assign_exported_local(&assignment.name, value, true)?;
                let value = self.variable(&assignment.name).unwrap_or_default();
                self.trace(&[assignment.name.as_bytes(), b"=", &quote::trace(&value)].concat())?;
                continue;
            }
            if self.state.options.xtrace {
                self.trace_value(assignment, &value)?;
            }
            self.assign_exported_local(&assignment.name, value, assignment.append)?;
        }
        Ok(())
    }

    /// `set -x`: the command as it will run.
    fn trace_command(&mut self, arguments: &[Argument<'_>]) -> Result<(), Flow> {
        if !self.state.options.xtrace {
            return Ok(());
        }
        let words: Vec<BString> = arguments.iter().map(Argument::trace_text).collect();
        self.trace(&words.join(&b' '))?;
        self.trace_exports(arguments)
    }

    /// Assigns and shows the assignment: a value expanded, an array as it is written.
    fn assign_traced(&mut self, assignment: &Assignment) -> Result<(), Flow> {
        let AssignmentValue::Scalar(word) = &assignment.value else {
            let text = print::assignment(assignment);
            self.trace(&text)?;
            return self.assign(assignment);
        };
        let value = self.expand_assigned(word)?;
        self.trace_value(assignment, &value)?;
        match &assignment.index {
            None => self.assign_scalar(&assignment.name, value, assignment.append),
            Some(index) => self.assign_element(&assignment.name, index, value, assignment.append),
        }
    }

    /// Expands and shows an array among the arguments of a declaration builtin.
    fn trace_elements(
        &mut self,
        assignment: &Assignment,
        elements: &[ArrayElement],
        associative: bool,
    ) -> Result<Vec<ArrayElement>, Flow> {
        let known = self.state.variables.get(&assignment.name).is_some_and(Variable::is_associative);
        let (frozen, shown) = self.freeze_elements(elements, associative || known)?;
        let sign: &[u8] = if assignment.append { b"+=" } else { b"=" };
        self.trace(&[assignment.name.as_bytes(), sign, &shown].concat())?;
        Ok(frozen)
    }

    /// `export` and `readonly` assign by themselves, and show it.
    fn trace_exports(&mut self, arguments: &[Argument<'_>]) -> Result<(), Flow> {
        let mut words = arguments.iter().map(Argument::text).skip_while(|word| word == "builtin");
        if !words.next().is_some_and(|name| name == "export" || name == "readonly") {
            return Ok(());
        }
        let mut of_arrays = false;
        let operands: Vec<BString> = words
            .skip_while(|word| {
                of_arrays |= word.starts_with(b"-") && word.find_byteset(b"aA").is_some();
                word.starts_with(b"-")
            })
            .collect();
        if of_arrays {
            return Ok(());
        }
        for (word, argument) in operands.iter().zip(arguments.iter().skip(arguments.len() - operands.len())) {
            let array =
                matches!(argument, Argument::Assignment { value, .. } if !matches!(value, ArgumentValue::Scalar(_)));
            if let Some((name, value)) = word.split_once_str("=").filter(|(name, _)| !array && is_name(name)) {
                let value = if value.is_empty() { BString::default() } else { quote::trace(value) };
                self.trace(&[name, b"=", value.as_slice()].concat())?;
            }
        }
        Ok(())
    }

    fn trace_value(&mut self, assignment: &Assignment, value: &[u8]) -> Result<(), Flow> {
        let index = match &assignment.index {
            Some(index) => [b"[", print::subscript(index).as_slice(), b"]"].concat(),
            None => Vec::new(),
        };
        let sign: &[u8] = if assignment.append { b"+=" } else { b"=" };
        let value = match value {
            b"" => BString::default(),
            value => quote::trace(value),
        };
        self.trace(&[assignment.name.as_bytes(), index.as_slice(), sign, value.as_slice()].concat())
    }

    /// Writes a line of `set -x` output behind `PS4`, whose first character is repeated by depth.
    pub(super) fn trace(&mut self, text: &[u8]) -> Result<(), Flow> {
        // The prompt may run commands; they are not traced, and `$?` stays.
        let status = self.state.status;
        self.state.options.xtrace = false;
        let prompt = self.expand_prompt("PS4");
        self.state.options.xtrace = true;
        self.state.status = status;
        let prompt = prompt?;
        let mut line = BString::default();
        if let Some(first) = prompt.chars().next() {
            let mut buffer = [0; 4];
            let first = first.encode_utf8(&mut buffer).as_bytes();
            for _ in 0..self.substitution_depth {
                line.extend_from_slice(first);
            }
        }
        line.extend_from_slice(&prompt);
        line.extend_from_slice(text);
        line.push(b'\n');
        let number = self.variable("BASH_XTRACEFD").and_then(|text| text.to_str().ok()?.parse().ok());
        match number.and_then(|number: u32| self.fds.get(number)) {
            Some(fd) => match fd.write_slice(&self.kernel.vfs, &line) {
                Err(IoError::Halt(halt)) => Err(halt.into()),
                _ => Ok(()),
            },
            None => self.write_error(&line),
        }
    }
}

/// True for a word that reads `name=…`.
fn is_keyword(arg: &Arg) -> bool {
    match arg {
        Arg::Word(word) => match word.parts.first() {
            Some(WordPart::Literal(text)) => text.split_once_str("=").is_some_and(|(name, _)| is_name(name)),
            _ => false,
        },
        Arg::Assignment(_) => false,
    }
}

fn is_special_builtin(arguments: &[Argument<'_>]) -> bool {
    match arguments.first() {
        Some(Argument::Word(name)) => builtins::lookup(name).is_some_and(|builtin| builtin.special),
        _ => false,
    }
}

/// Whether a command runs text in this shell. Under `builtin` bash does not look.
fn is_evaluation(arguments: &[Argument<'_>]) -> bool {
    let name = match arguments {
        [Argument::Word(prefix), Argument::Word(name), ..] if prefix == "command" => name,
        [Argument::Word(name), ..] => name,
        _ => return false,
    };
    name == "eval" || name == "." || name == "source"
}

fn is_bare_exec(arguments: &[Argument<'_>]) -> bool {
    match arguments {
        [Argument::Word(name)] => name == "exec",
        [Argument::Word(prefix), Argument::Word(name)] => {
            (prefix == "command" || prefix == "builtin") && name == "exec"
        }
        _ => false,
    }
}
