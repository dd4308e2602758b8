//! Running the actions of traps.

use bstr::BString;

use super::TextPlace;
use crate::shell::flow::Flow;
use crate::shell::kernel::Halt;
use crate::shell::shell::{Shell, TrapAction, status_of};

impl Shell {
    /// Runs the actions of signals that have arrived.
    pub(super) fn run_pending_traps(&mut self) -> Result<(), Flow> {
        while let Some(signal) = self.process.take_trapped() {
            if let Some(action) = self.traps.signals.get(&signal).cloned() {
                self.run_action(&action)?;
            }
        }
        Ok(())
    }

    /// Runs an action; `$?` is afterwards what it was before.
    fn run_action(&mut self, action: &TrapAction) -> Result<(), Flow> {
        if action.is_empty() {
            return Ok(());
        }
        let status = self.state.status;
        let line = self.line;
        let pipe_status = self.pipe_status.clone();
        let result = self.run_text(action, TextPlace::Trap);
        self.pipe_status = pipe_status;
        self.line = line;
        result?;
        self.state.status = status;
        Ok(())
    }

    fn run_guarded(&mut self, action: Option<TrapAction>) -> Result<(), Flow> {
        let Some(action) = action else { return Ok(()) };
        if std::mem::replace(&mut self.in_trap, true) {
            return Ok(());
        }
        let result = self.run_action(&action);
        self.in_trap = false;
        result
    }

    pub(super) fn run_debug_trap(&mut self) -> Result<(), Flow> {
        if self.traps.debug.is_none() {
            return Ok(());
        }
        self.run_guarded(self.traps.debug.clone())
    }

    pub(super) fn run_return_trap(&mut self) -> Result<(), Flow> {
        if self.traps.on_return.is_none() {
            return Ok(());
        }
        self.run_guarded(self.traps.on_return.clone())
    }

    /// The ERR trap; inside functions only with `errtrace`.
    pub(super) fn run_err_trap(&mut self, status: u8) -> Result<(), Flow> {
        let in_function = self.frames.iter().any(|frame| frame.kind == crate::shell::shell::FrameKind::Function);
        if self.traps.err.is_none() || (in_function && !self.state.options.errtrace) {
            return Ok(());
        }
        self.state.status = status;
        self.run_guarded(self.traps.err.clone())
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
            self.state.status = status;
            match self.run_action(&action) {
                Ok(()) => {}
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
