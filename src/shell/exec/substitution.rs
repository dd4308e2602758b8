//! Command and process substitution.

use std::rc::Rc;
use std::sync::Arc;

use bstr::BString;

use super::text::TextPlace;
use crate::flow::Flow;
use crate::kernel::fd::WINDOW;
use crate::kernel::pipe::Pipe;
use crate::kernel::{Description, IoError, OpenOptions, Source};
use crate::shell::Shell;
use crate::syntax::Construct;
use crate::syntax::ast::{CommandSub, Direction, Program, Word};

impl Shell {
    /// `$(…)`: the output without trailing line ends and without NUL bytes. Sets `$?`.
    pub fn command_substitution(&mut self, substitution: &Arc<CommandSub>) -> Result<BString, Flow> {
        if !self.language().has(Construct::CommandSubstitution) {
            return self.refuse(Construct::CommandSubstitution, "$(").map(|_| BString::default());
        }
        let mut output = match &substitution.file {
            Some(file) => self.substitute_file(file)?,
            None => self.substitute_command(substitution)?,
        };
        if memchr::memchr(0, &output).is_some() {
            self.complain(&[b"warning: command substitution: ignored null byte in input"])?;
            output.retain(|byte| *byte != 0);
        }
        while output.last() == Some(&b'\n') {
            output.pop();
        }
        Ok(output)
    }

    fn substitute_command(&mut self, substitution: &Arc<CommandSub>) -> Result<BString, Flow> {
        let (reader, writer) = Pipe::ends(&self.kernel.scheduler);
        let mut fds = self.fds.clone();
        let _ = fds.set(1, Some(Description::new(Source::PipeWrite(writer), false, true)));
        let program = Arc::clone(substitution);
        let jobs = self.jobs.for_listing();
        let keeps_errexit = self.state.options.inherit_errexit || self.state.options.posix;
        let child = self.spawn(fds, move |shell| {
            shell.jobs = jobs;
            shell.substitution_depth += 1;
            if !keeps_errexit {
                shell.state.options.errexit = false;
            }
            shell.enter(|shell| match &program.text {
                Some((text, line)) => {
                    shell.line = *line;
                    shell.run_text(text, TextPlace::Substitution)
                }
                None => shell.run_program(&program.program),
            })
        })?;
        let mut output = BString::default();
        loop {
            let data = reader.read(WINDOW)?;
            if data.is_empty() {
                break;
            }
            self.check_expansion(output.len() + data.len())?;
            output.extend_from_slice(&data);
        }
        drop(reader);
        let status = self.wait_child(&child)?;
        self.substitution_status = Some(status);
        self.state.status = status;
        Ok(output)
    }

    /// `$(<file)`: the file's bytes, without a process.
    fn substitute_file(&mut self, word: &Word) -> Result<BString, Flow> {
        self.substitution_status = Some(1);
        self.state.status = 1;
        let Some(target) = self.expand_redirection(word)? else { return Ok(BString::default()) };
        let opened = self.kernel.vfs.open(&self.state.cwd, &target, OpenOptions::reading(), &self.fds);
        let result = opened.and_then(|fd| {
            let mut output = BString::default();
            loop {
                let data = fd.read(&self.kernel.vfs, WINDOW)?;
                if data.is_empty() {
                    return Ok(output);
                }
                self.kernel.scheduler.charge_bytes(data.len())?;
                output.extend_from_slice(&data);
            }
        });
        match result {
            Ok(output) => {
                self.check_expansion(output.len())?;
                self.substitution_status = Some(0);
                self.state.status = 0;
                Ok(output)
            }
            Err(IoError::Halt(halt)) => Err(halt.into()),
            Err(IoError::Errno(errno)) => {
                self.complain(&[&target, b": ", errno.message().as_bytes()])?;
                Ok(BString::default())
            }
        }
    }

    /// `<(…)` and `>(…)`: starts the process and gives the path of this shell's end of the pipe.
    pub fn process_substitution(&mut self, direction: Direction, program: &Arc<Program>) -> Result<BString, Flow> {
        if !self.language().has(Construct::ProcessSubstitution) {
            return self.refuse(Construct::ProcessSubstitution, "<(").map(|_| BString::default());
        }
        let (reader, writer) = Pipe::ends(&self.kernel.scheduler);
        let reader = Description::new(Source::PipeRead(reader), true, false);
        let writer = Description::new(Source::PipeWrite(writer), false, true);
        let (number, theirs, ours) = match direction {
            Direction::Read => (1, writer, reader),
            Direction::Write => (0, reader, writer),
        };
        let mut fds = self.fds.clone();
        let _ = fds.set(number, Some(theirs));
        // An inherited writing end would keep a sibling's input open for ever.
        for (other, _) in &self.substitutions {
            let _ = fds.set(*other, None);
        }
        let program = Arc::clone(program);
        let child = self.spawn(fds, move |shell| {
            shell.substitution_depth += 1;
            shell.enter(|shell| shell.run_program(&program))
        })?;
        // Bash counts down from 63, and scripts that print the name expect it.
        let Some(own) = (10..=63).rev().find(|number| self.fds.get(*number).is_none()) else {
            self.complain(&[b"cannot make pipe for process substitution: Too many open files"])?;
            return Err(Flow::Discard(1));
        };
        let _ = self.fds.set(own, Some(ours));
        self.state.last_background = Some(child.pid);
        self.jobs.set_other(Rc::clone(&child));
        self.substitutions.push((own, child));
        Ok(BString::from(format!("/dev/fd/{own}")))
    }

    /// Closes the pipes that the process substitutions of a command made, from the one at `from` on.
    pub(super) fn close_substitutions(&mut self, from: usize) {
        for (number, _) in self.substitutions.drain(from..) {
            let _ = self.fds.set(number, None);
        }
    }
}
