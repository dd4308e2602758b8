//! The interpreter: walks the syntax tree and runs it.

mod compound;
mod cond;
mod functions;
mod invocation;
mod pipeline;
mod reader;
mod redirect;
mod simple;
mod startup;
mod substitution;
mod text;
mod traps;

pub use invocation::bash;
pub use startup::{ShellArguments, ShellSource, run_shell};
pub use text::TextPlace;

use std::sync::Arc;

use super::flow::Flow;
use super::shell::Shell;
use super::syntax::ast::{
    AndOr, Command, CommandKind, Connector, FdName, List, ListItem, Pipeline, Program, Redirection, RedirectionOp,
};

impl Shell {
    /// Runs a whole program and returns the status of its last command.
    pub fn run_program(&mut self, program: &Program) -> Result<u8, Flow> {
        self.run_list(&program.body)
    }

    /// Runs a list; an empty one is status 0.
    pub fn run_list(&mut self, list: &List) -> Result<u8, Flow> {
        let mut status = 0;
        for item in &list.items {
            status = self.run_item(item)?;
        }
        Ok(status)
    }

    fn run_item(&mut self, item: &ListItem) -> Result<u8, Flow> {
        if item.background {
            return self.start_job(&item.chain);
        }
        self.run_chain(&item.chain)
    }

    fn run_chain(&mut self, chain: &Arc<AndOr>) -> Result<u8, Flow> {
        let AndOr { first, rest } = &**chain;
        let Some(((last_connector, last), between)) = rest.split_last() else {
            return self.run_checked(first);
        };
        // Only the last pipeline of a chain counts for `errexit` and the ERR trap.
        let mut status = self.in_condition(|shell| {
            let mut status = shell.run_pipeline(first)?;
            for (connector, pipeline) in between {
                if wants(*connector, status) {
                    status = shell.run_pipeline(pipeline)?;
                }
            }
            Ok(status)
        })?;
        if wants(*last_connector, status) {
            status = self.run_checked(last)?;
        }
        Ok(status)
    }

    /// Runs `body` where a failure is an answer: `errexit` and the ERR trap do not act.
    pub fn in_condition<R>(&mut self, body: impl FnOnce(&mut Shell) -> Result<R, Flow>) -> Result<R, Flow> {
        self.condition_depth += 1;
        let result = body(self);
        self.condition_depth -= 1;
        result
    }

    /// Runs a pipeline whose failure fires the ERR trap and, under `errexit`, ends the shell.
    fn run_checked(&mut self, pipeline: &Pipeline) -> Result<u8, Flow> {
        if pipeline.negated {
            // Bash shields what stands under `!` only if `errexit` was on before; the ERR trap acts there otherwise.
            return match self.state.options.errexit {
                true => self.in_condition(|shell| shell.run_pipeline(pipeline)),
                false => self.run_pipeline(pipeline),
            };
        }
        let trapped = self.traps.err.is_some();
        let status = self.run_pipeline(pipeline)?;
        if self.state.options.monitor {
            self.notify_jobs()?;
        }
        let failed = std::mem::take(&mut self.redirection_failed);
        if status != 0 && self.condition_depth == 0 && (failed || counts_for_errexit(pipeline)) {
            // A trap that the command itself has set is not for its own failure.
            if trapped {
                self.run_err_trap(status)?;
            }
            if self.state.options.errexit {
                return Err(Flow::Exit(status));
            }
        }
        Ok(status)
    }

    /// Runs one command with its redirections and sets `$?`.
    pub fn run_command(&mut self, command: &Command) -> Result<u8, Flow> {
        self.charge(1)?;
        if self.state.options.noexec {
            return Ok(self.state.status);
        }
        if self.process.needs_attention() {
            self.attend()?;
        }
        self.line = command.line;
        self.builtin_name = "";
        let substitutions = self.substitutions.len();
        let result = self.run_kind(command);
        if self.substitutions.len() > substitutions {
            self.close_substitutions(substitutions);
        }
        let status = result?;
        self.state.status = status;
        Ok(status)
    }

    fn run_kind(&mut self, command: &Command) -> Result<u8, Flow> {
        match &command.kind {
            CommandKind::Simple(simple) => self.run_simple(simple, &command.redirections),
            CommandKind::Subshell(list) => self.run_subshell(list, &command.redirections),
            kind if command.redirections.is_empty() => self.run_compound(kind),
            kind => {
                let outer = self.input_redirected;
                self.input_redirected |= redirects_input(&command.redirections);
                let result = self.with_redirections(&command.redirections, |shell| shell.run_compound(kind));
                self.input_redirected = outer;
                result
            }
        }
    }

    /// Runs the actions of signals that have arrived; stops where the stack is used up, which only deep nesting of
    /// compound commands inside deep recursion does.
    #[cold]
    fn attend(&mut self) -> Result<(), Flow> {
        if self.process.stack_is_low() {
            let most = self.kernel.scheduler.limits().depth;
            return Err(self.kernel.scheduler.exceed(super::kernel::Limit::Depth, u64::from(most)).into());
        }
        self.run_pending_traps()
    }
}

/// True when one of the redirections is one of descriptor 0, for reading.
pub(super) fn redirects_input(redirections: &[Redirection]) -> bool {
    redirections.iter().any(|redirection| {
        let reads = matches!(
            redirection.op,
            RedirectionOp::Read
                | RedirectionOp::ReadWrite
                | RedirectionOp::HereDoc
                | RedirectionOp::HereString
                | RedirectionOp::DuplicateRead
        );
        reads && matches!(redirection.fd, None | Some(FdName::Number(0)))
    })
}

fn wants(connector: Connector, status: u8) -> bool {
    match connector {
        Connector::And => status == 0,
        Connector::Or => status != 0,
    }
}

/// Bash looks at the status of simple commands, subshells, tests and pipelines of several stages; groups and control
/// structures have let their own parts decide.
fn counts_for_errexit(pipeline: &Pipeline) -> bool {
    match pipeline.stages.as_slice() {
        [only] => matches!(
            only.kind,
            CommandKind::Simple(_) | CommandKind::Subshell(_) | CommandKind::Cond(_) | CommandKind::Arith(_)
        ),
        stages => !stages.is_empty(),
    }
}
