//! Running the actions of traps.

use std::sync::Arc;

use bstr::BString;

use super::TextPlace;
use crate::flow::Flow;
use crate::kernel::{Halt, Signal};
use crate::shell::{CurrentCommand, Shell, TrapAction, Traps, status_of};
use crate::syntax::ast::{Command, CommandKind};

/// Bits of [`Shell::traps_running`].
const DEBUG: u8 = 1;
const RETURN: u8 = 2;
const ERR: u8 = 4;

impl Shell {
    /// Runs the actions of signals that have arrived.
    pub(super) fn run_pending_traps(&mut self) -> Result<(), Flow> {
        while let Some(signal) = self.process.take_trapped() {
            match self.traps.signals.get(&signal).cloned() {
                Some(action) => {
                    let line = std::mem::replace(&mut self.line, 1);
                    let result = self.run_action(&action, "");
                    self.line = line;
                    result?;
                }
                None if self.is_interactive && signal == Signal::INT => {
                    self.write_error(b"\n")?;
                    return Err(Flow::Discard(signal.status()));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Runs an action; `$?` is afterwards what it was before. Gives the action's own status.
    fn run_action(&mut self, action: &TrapAction, kind: &'static str) -> Result<u8, Flow> {
        if action.is_empty() {
            return Ok(0);
        }
        let status = self.state.status;
        let line = self.line;
        let pipe_status = self.pipe_status.clone();
        self.actions_running += 1;
        let result = self.run_text(action, TextPlace::Trap(kind));
        self.actions_running -= 1;
        self.pipe_status = pipe_status;
        self.line = line;
        let own = result?;
        self.state.status = status;
        Ok(own)
    }

    /// Runs the action of a pseudo-signal, unless that is what is running.
    fn run_guarded(&mut self, action: Option<TrapAction>, kind: u8) -> Result<u8, Flow> {
        let Some(action) = action else { return Ok(0) };
        if self.traps_running & kind != 0 {
            return Ok(0);
        }
        self.traps_running |= kind;
        let name = match kind {
            DEBUG => "debug",
            RETURN => "return",
            _ => "error",
        };
        let result = self.run_action(&action, name);
        self.traps_running &= !kind;
        result
    }

    /// A function sees the traps for DEBUG, RETURN and ERR only where an option or its trace attribute says so.
    pub fn hide_traps(&mut self, function: &str) -> Traps {
        let mut hidden = Traps::default();
        if self.traps.debug.is_none() && self.traps.on_return.is_none() && self.traps.err.is_none() {
            return hidden;
        }
        let traced = self.state.function_attributes.get(function).is_some_and(|attributes| attributes.trace);
        if !self.state.options.functrace && !traced {
            hidden.debug = self.traps.debug.take();
            hidden.on_return = self.traps.on_return.take();
        }
        if !self.state.options.errtrace {
            hidden.err = self.traps.err.take();
        }
        hidden
    }

    /// Brings the hidden traps back where no new ones were set meanwhile.
    pub fn show_traps(&mut self, hidden: Traps) {
        for (own, hidden) in [
            (&mut self.traps.debug, hidden.debug),
            (&mut self.traps.on_return, hidden.on_return),
            (&mut self.traps.err, hidden.err),
        ] {
            if own.is_none() {
                *own = hidden;
            }
        }
    }

    /// The DEBUG trap. True when the command is to be passed over: under `extdebug` the trap failed. With status 2 it
    /// also leaves the function or file.
    pub(super) fn run_debug_trap(&mut self) -> Result<bool, Flow> {
        if self.traps.debug.is_none() || std::mem::take(&mut self.debug_trap_done) {
            return Ok(false);
        }
        let status = self.run_guarded(self.traps.debug.clone(), DEBUG)?;
        if !self.state.options.extdebug || status == 0 {
            return Ok(false);
        }
        if status == 2 && !self.frames.is_empty() {
            return Err(Flow::Return(2));
        }
        Ok(true)
    }

    pub fn run_return_trap(&mut self) -> Result<(), Flow> {
        if self.traps.on_return.is_none() {
            return Ok(());
        }
        self.run_guarded(self.traps.on_return.clone(), RETURN).map(|_| ())
    }

    /// Keeps the command for `BASH_COMMAND`.
    #[inline]
    pub(super) fn note_command(&mut self, command: &Arc<Command>) {
        if self.actions_running == 0 {
            let is_noted = matches!(
                command.kind,
                CommandKind::Simple(_)
                    | CommandKind::Subshell(_)
                    | CommandKind::Cond(_)
                    | CommandKind::Arith(_)
                    | CommandKind::For { .. }
                    | CommandKind::Select { .. }
                    | CommandKind::Case { .. }
            );
            if is_noted {
                self.current_command = Some(CurrentCommand::Command(Arc::clone(command)));
            }
        }
    }

    /// The ERR trap.
    pub(super) fn run_err_trap(&mut self, status: u8) -> Result<(), Flow> {
        if self.traps.err.is_none() {
            return Ok(());
        }
        self.state.status = status;
        self.run_guarded(self.traps.err.clone(), ERR).map(|_| ())
    }

    /// The EXIT trap, once, at the end of a shell process. Returns the exit status, which the trap may change.
    pub(super) fn run_exit_trap(&mut self, status: u8) -> Result<u8, Halt> {
        self.state.status = status;
        let pending = self.run_pending_traps();
        let mut status = match pending {
            Ok(()) => status,
            Err(flow) => status_of(flow)?,
        };
        if let Some(action) = self.traps.exit.take() {
            self.condition_depth = 0;
            self.line = 1;
            self.state.status = status;
            match self.run_action(&action, "exit") {
                Ok(_) => {}
                Err(flow) => status = status_of(flow)?,
            }
        }
        Ok(status)
    }

    /// The text of an action, for `trap -p`.
    pub fn trap_text(action: &TrapAction) -> BString {
        BString::clone(action)
    }
}
