//! Pipelines, subshells and background jobs: everything that becomes a process of its own.

use std::rc::Rc;
use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::redirect::may_assign;
use super::redirects_input;
use crate::flow::Flow;
use crate::kernel::pipe::Pipe;
use crate::kernel::{Description, Disposition, Halt, Limit, Process, Signal, Source};
use crate::shell::{CurrentCommand, Shell, status_of};
use crate::syntax::ast::{AndOr, Command, CommandKind, List, Pipeline, Redirection, TimeFormat};
use crate::syntax::print;

impl Shell {
    /// Runs a pipeline, with `!` and `time`.
    pub(super) fn run_pipeline(&mut self, pipeline: &Pipeline) -> Result<u8, Flow> {
        let Some(format) = pipeline.time else { return self.run_stages(pipeline) };
        let started = self.kernel.scheduler.now().0;
        let status = self.run_stages(pipeline)?;
        let elapsed = self.kernel.scheduler.now().0.saturating_sub(started);
        self.report_time(format, elapsed)?;
        Ok(status)
    }

    fn run_stages(&mut self, pipeline: &Pipeline) -> Result<u8, Flow> {
        let status = match pipeline.stages.as_slice() {
            [] => 0,
            [only] => {
                self.note_command(only);
                self.redirection_failed = false;
                let status = self.run_command(only)?;
                let noted = match only.kind {
                    CommandKind::Simple(_) | CommandKind::Subshell(_) => Some(status),
                    CommandKind::Cond(_) | CommandKind::Arith(_) if std::mem::take(&mut self.redirection_failed) => {
                        None
                    }
                    // These are turned round before they are noted.
                    CommandKind::Cond(_) | CommandKind::Arith(_) if pipeline.negated => Some(u8::from(status == 0)),
                    CommandKind::Cond(_) | CommandKind::Arith(_) => Some(status),
                    // Compound commands leave what their last pipeline left.
                    _ => None,
                };
                if let Some(status) = noted {
                    self.pipe_status.clear();
                    self.pipe_status.push(status);
                }
                status
            }
            stages => self.run_processes(stages)?,
        };
        let status = if pipeline.negated { u8::from(status == 0) } else { status };
        self.state.status = status;
        Ok(status)
    }

    fn run_processes(&mut self, stages: &[Arc<Command>]) -> Result<u8, Flow> {
        let in_shell = self.state.options.lastpipe && !self.state.options.monitor;
        let mut input = None;
        let mut children: Vec<Rc<Process>> = Vec::with_capacity(stages.len());
        let mut own_status = None;
        for (index, stage) in stages.iter().enumerate() {
            let is_last = index + 1 == stages.len();
            if is_last && in_shell {
                let saved = match input.take() {
                    Some(fd) => self.fds.set(0, Some(fd)).map_err(|_| Halt::Stopped)?,
                    None => None,
                };
                let status = self.run_command(stage);
                let _ = self.fds.set(0, saved);
                own_status = Some(status?);
                break;
            }
            let is_simple = matches!(stage.kind, CommandKind::Simple(_));
            if is_simple && self.traps.debug.is_some() {
                // Before the process is made, so in this shell.
                self.note_command(stage);
                self.line = stage.line;
                if self.run_debug_trap()? {
                    continue;
                }
            }
            let mut fds = self.fds.clone();
            if let Some(fd) = input.take() {
                let _ = fds.set(0, Some(fd));
            }
            if !is_last {
                let (reader, writer) = Pipe::ends(&self.kernel.scheduler);
                let _ = fds.set(1, Some(Description::new(Source::PipeWrite(writer), false, true)));
                input = Some(Description::new(Source::PipeRead(reader), true, false));
            }
            let stage = Arc::clone(stage);
            let input_redirected = self.input_redirected || index > 0;
            let jobs = is_simple.then(|| self.jobs.for_listing());
            children.push(self.spawn(fds, move |shell| {
                shell.jobs = jobs.unwrap_or_default();
                shell.input_redirected = input_redirected;
                shell.debug_trap_done = is_simple && shell.traps.debug.is_some();
                // The words of a simple command are expanded before it counts as a subshell.
                shell.subshell_base -= i64::from(is_simple);
                shell.subshell_pending = is_simple;
                shell.note_command(&stage);
                shell.run_as_own_process(&stage)
            })?);
        }
        let mut statuses = Vec::with_capacity(stages.len());
        for child in &children {
            statuses.push(self.wait_child(child)?);
        }
        statuses.extend(own_status);
        let status = if self.state.options.pipefail {
            statuses.iter().rev().copied().find(|status| *status != 0).unwrap_or(0)
        } else {
            statuses.last().copied().unwrap_or(0)
        };
        self.pipe_status = statuses;
        Ok(status)
    }

    /// Makes a subshell process with these descriptors that runs `body`, then its EXIT trap.
    pub(crate) fn spawn(
        &mut self,
        fds: crate::kernel::FdTable,
        body: impl FnOnce(&mut Shell) -> Result<u8, Flow> + 'static,
    ) -> Result<Rc<Process>, Flow> {
        // The copy is made now, so that the child sees the state at this moment; it gets its process when it starts.
        let mut child = self.fork(Rc::clone(&self.process));
        child.fds = fds;
        let scheduler = Rc::clone(&self.kernel.scheduler);
        let process = scheduler.spawn(move |process| {
            child.process = process;
            child.run_as_process(body)
        })?;
        Ok(process)
    }

    /// Runs `body` and the EXIT trap, and says the exit status of the process.
    pub(super) fn run_as_process(mut self, body: impl FnOnce(&mut Shell) -> Result<u8, Flow>) -> u8 {
        let result = body(&mut self);
        self.end_process(result)
    }

    /// The exit status for the way the body ended, after the EXIT trap.
    pub fn end_process(&mut self, result: Result<u8, Flow>) -> u8 {
        // A signal that the last command sent to its own process.
        let result = result.and_then(|status| self.charge(1).map(|()| status));
        let status = match result.or_else(status_of) {
            // A shell that a signal ends runs its EXIT trap first.
            Err(Halt::Signal(signal)) if self.traps.exit.is_some() && self.process.survive(signal) => {
                let status = self.state.status;
                return match self.run_exit_trap(status) {
                    Ok(own) if own == status => self.process.end(Halt::Signal(signal)),
                    Ok(own) => own,
                    Err(halt) => self.process.end(halt),
                };
            }
            other => other,
        };
        match status {
            Ok(status) => match self.run_exit_trap(status) {
                Ok(status) => status,
                Err(halt) => self.process.end(halt),
            },
            Err(halt) => self.process.end(halt),
        }
    }

    /// Says that a signal ended a foreground command, as bash does but for the usual ones.
    pub(crate) fn report_killed(&self, process: &Process, text: &[u8]) -> Result<(), Flow> {
        match process.killed_by() {
            Some(Signal::TERM) => self.write_error(b"Terminated\n"),
            _ => self.report_killed_job(process, text),
        }
    }

    /// As [`Shell::report_killed`] for a job in the background.
    pub(crate) fn report_killed_job(&self, process: &Process, text: &[u8]) -> Result<(), Flow> {
        match process.killed_by() {
            None | Some(Signal::INT | Signal::PIPE | Signal::TERM) => Ok(()),
            Some(signal) if self.traps.signals.contains_key(&signal) || self.is_interactive => Ok(()),
            Some(signal) => {
                let status = format!("{:5} {:<24}", process.pid, signal.description());
                self.complain(&[status.as_bytes(), text])
            }
        }
    }

    /// Waits for a foreground child. Traps for signals that come meanwhile run when it has ended.
    pub(crate) fn wait_child(&mut self, child: &Rc<Process>) -> Result<u8, Flow> {
        loop {
            if let Some(status) = child.exit_status() {
                return Ok(status);
            }
            self.kernel.scheduler.notify_exit(child);
            self.kernel.scheduler.block()?;
        }
    }

    /// `( list )`
    pub(super) fn run_subshell(&mut self, list: &Arc<List>, redirections: &[Redirection]) -> Result<u8, Flow> {
        let input_redirected = redirects_input(redirections);
        // The child expands the redirections: what they assign is lost.
        let variables = may_assign(redirections).then(|| self.state.variables.clone());
        self.with_redirections(redirections, |shell| {
            if let Some(variables) = variables {
                shell.state.variables = variables;
            }
            let list = Arc::clone(list);
            let mut fds = shell.fds.clone();
            shell.close_coprocess(&mut fds);
            let child = shell.spawn(fds, move |shell| {
                shell.loops = 0;
                shell.input_redirected = input_redirected;
                shell.enter(|shell| shell.run_list(&list))
            })?;
            let status = shell.wait_child(&child)?;
            if child.killed_by().is_some() {
                let text = match &shell.current_command {
                    Some(CurrentCommand::Command(command)) => print::command(command),
                    _ => BString::default(),
                };
                shell.report_killed(&child, &text)?;
            }
            Ok(status)
        })
    }

    /// Runs a command that has got a process for itself: `( list )` needs no further one.
    fn run_as_own_process(&mut self, command: &Command) -> Result<u8, Flow> {
        self.is_simple_command = matches!(command.kind, CommandKind::Simple(_));
        self.runs_alone = self.is_simple_command;
        let CommandKind::Subshell(list) = &command.kind else { return self.run_command(command) };
        self.line = command.line;
        self.input_redirected |= redirects_input(&command.redirections);
        self.with_redirections(&command.redirections, |shell| {
            shell.loops = 0;
            shell.enter(|shell| shell.run_list(list))
        })
    }

    /// `chain &`
    pub(super) fn start_job(&mut self, chain: &Arc<AndOr>) -> Result<u8, Flow> {
        let most = self.kernel.scheduler.limits().jobs;
        if self.jobs.running() as u64 >= u64::from(most) {
            return Err(self.kernel.scheduler.exceed(Limit::Jobs, u64::from(most)).into());
        }
        let text = print::and_or(chain);
        let text = match (text.strip_prefix(b"! "), chain.first.negated) {
            (Some(rest), true) => rest.into(),
            _ => text,
        };
        let mut fds = self.fds.clone();
        let controlled = self.state.options.monitor;
        // Without job control a background command must not eat the shell's input.
        if !self.input_redirected && !controlled {
            let _ = fds.set(0, Some(Description::null()));
        }
        self.close_coprocess(&mut fds);
        let only = match (chain.rest.as_slice(), chain.first.stages.as_slice()) {
            ([], [only]) if !chain.first.negated && chain.first.time.is_none() => Some(only),
            _ => None,
        };
        let is_simple = only.is_some_and(|only| matches!(only.kind, CommandKind::Simple(_)));
        if let (true, true, Some(only)) = (is_simple, self.traps.debug.is_some(), only) {
            self.note_command(only);
            self.line = only.line;
            if self.run_debug_trap()? {
                return Ok(0);
            }
        }
        let chain = Arc::clone(chain);
        let child = self.spawn(fds, move |shell| {
            shell.condition_depth = 0;
            shell.debug_trap_done = is_simple && shell.traps.debug.is_some();
            match (chain.rest.as_slice(), chain.first.stages.as_slice()) {
                ([], [only]) if !chain.first.negated && chain.first.time.is_none() => shell.run_as_own_process(only),
                _ => shell.run_chain(&chain),
            }
        })?;
        if !controlled {
            // A signal from the keyboard is not for it.
            for signal in [Signal::INT, Signal::QUIT] {
                child.set_disposition(signal, Disposition::Ignore);
            }
        }
        self.remember_job(child, text)?;
        self.state.status = 0;
        Ok(0)
    }

    fn remember_job(&mut self, child: Rc<Process>, text: BString) -> Result<(), Flow> {
        let pid = child.pid;
        self.state.last_background = Some(pid);
        let id = self.jobs.add(child, text);
        if self.is_interactive && self.subshell_level == 0 {
            self.write_error(format!("[{id}] {pid}\n").as_bytes())?;
        }
        Ok(())
    }

    /// `coproc NAME command`
    pub(super) fn start_coprocess(&mut self, name: &str, body: &Arc<Command>) -> Result<u8, Flow> {
        let (from_child, child_out) = Pipe::ends(&self.kernel.scheduler);
        let (child_in, to_child) = Pipe::ends(&self.kernel.scheduler);
        let mut fds = self.fds.clone();
        let _ = fds.set(0, Some(Description::new(Source::PipeRead(child_in), true, false)));
        let _ = fds.set(1, Some(Description::new(Source::PipeWrite(child_out), false, true)));
        if let Some((old, process)) = self.coprocess.as_ref().filter(|(_, process)| process.exit_status().is_none()) {
            let text = format!("warning: execute_coproc: coproc [{}:{old}] still exists", process.pid);
            self.complain(&[text.as_bytes()])?;
        }
        let text = print::command(body);
        let body = Arc::clone(body);
        let child = self.spawn(fds, move |shell| shell.run_command(&body))?;
        let read = self.open_above(Description::new(Source::PipeRead(from_child), true, false))?;
        let write = self.open_above(Description::new(Source::PipeWrite(to_child), false, true))?;
        let numbers = [BString::from(read.to_string()), BString::from(write.to_string())];
        self.set_array(name, numbers.to_vec())?;
        self.set_variable(&format!("{name}_PID"), BString::from(child.pid.to_string()))?;
        self.coprocess = Some((name.into(), Rc::clone(&child)));
        self.remember_job(child, text)?;
        Ok(0)
    }

    /// Subshells do not have the descriptors of a coprocess.
    fn close_coprocess(&self, fds: &mut crate::kernel::FdTable) {
        let Some((name, _)) = &self.coprocess else { return };
        let Some(array) = self.state.variables.get(name).map(|variable| variable.value.elements()) else { return };
        for number in array {
            if let Some(number) = number.to_str().ok().and_then(|number| number.parse().ok()) {
                let _ = fds.set(number, None);
            }
        }
    }

    /// Takes the variables of a coprocess away once it has ended and was waited for.
    pub fn reap_coprocess(&mut self) {
        let Some((name, process)) = &self.coprocess else { return };
        if process.exit_status().is_none() {
            return;
        }
        let (name, array) = (name.clone(), self.state.variables.get(name).map(|variable| variable.value.elements()));
        for number in array.unwrap_or_default() {
            if let Some(number) = number.to_str().ok().and_then(|number| number.parse().ok()) {
                let _ = self.fds.set(number, None);
            }
        }
        let _ = self.state.variables.unset(&name, false);
        let _ = self.state.variables.unset(&format!("{name}_PID"), false);
        self.coprocess = None;
    }

    /// Puts a description at the lowest free descriptor of 10 and above... counted down from 63 for coprocesses.
    fn open_above(&mut self, fd: crate::kernel::Fd) -> Result<u32, Flow> {
        let number = (10..=63).rev().find(|number| self.fds.get(*number).is_none()).unwrap_or(64);
        if self.fds.set(number, Some(fd)).is_err() {
            return Err(Flow::Discard(1));
        }
        Ok(number)
    }

    fn report_time(&mut self, format: TimeFormat, elapsed: i64) -> Result<(), Flow> {
        let seconds = elapsed / 1_000_000_000;
        let millis = elapsed / 1_000_000 % 1_000;
        let text = match format {
            TimeFormat::Posix => {
                let hundredths = millis / 10;
                format!("real {seconds}.{hundredths:02}\nuser {seconds}.{hundredths:02}\nsys 0.00\n")
            }
            TimeFormat::Bash => match self.variable("TIMEFORMAT") {
                Some(custom) => {
                    let line = expand_time_format(&custom, seconds, millis);
                    return if line.is_empty() { Ok(()) } else { self.write_error(&[&line[..], b"\n"].concat()) };
                }
                None => {
                    let (minutes, rest) = (seconds / 60, seconds % 60);
                    format!(
                        "\nreal\t{minutes}m{rest}.{millis:03}s\nuser\t{minutes}m{rest}.{millis:03}s\nsys\t0m0.000s\n"
                    )
                }
            },
        };
        self.write_error(text.as_bytes())
    }
}

/// `TIMEFORMAT`: `%[p][l]R`, `U`, `S`, `%P`, `%%`. All time is the user's; the system takes none.
fn expand_time_format(format: &[u8], seconds: i64, millis: i64) -> Vec<u8> {
    let mut out = Vec::with_capacity(format.len() + 16);
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut precision = 3usize;
        let mut long = false;
        if let Some((&digit @ b'0'..=b'9', after)) = rest.split_first() {
            precision = usize::from(digit - b'0').min(3);
            rest = after;
        }
        if let Some((b'l', after)) = rest.split_first() {
            long = true;
            rest = after;
        }
        let Some((&letter, after)) = rest.split_first() else {
            out.push(b'%');
            break;
        };
        rest = after;
        let (seconds, millis) = if letter == b'S' { (0, 0) } else { (seconds, millis) };
        match letter {
            b'R' | b'U' | b'S' => {
                let digits = format!("{millis:03}");
                let fraction = if precision == 0 { String::new() } else { format!(".{}", &digits[..precision]) };
                let text = if long {
                    format!("{}m{}{fraction}s", seconds / 60, seconds % 60)
                } else {
                    format!("{seconds}{fraction}")
                };
                out.extend_from_slice(text.as_bytes());
            }
            b'P' => out.extend_from_slice(b"100.00"),
            b'%' => out.push(b'%'),
            other => out.extend_from_slice(&[b'%', other]),
        }
    }
    out
}
