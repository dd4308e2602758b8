//! One run: from a state and a request to the next state and a result.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bstr::{BString, ByteSlice};

use super::error::{APPROVAL_REQUIRED, ASYNC_REQUIRED, COMMAND_SYNTAX_UNSUPPORTED};
use super::executor::Executor;
use super::limits::{Limits, limit_name};
use super::policy::{Denials, RunPolicy, RunRules};
use super::request::{Failure, OnOutput, Request, RunResult, Usage};
use super::state::State;
use super::watch::WallWatch;
use formats::heavy;
use shell::exec::TextPlace;
use shell::flow::Flow;
use shell::jobs::Jobs;
use shell::kernel::{
    Bell, Capture, Description, FdTable, Halt, Kernel, Limit, Live, PathRules, Refusal, Rng, Scheduler, Signal, Source,
    StopReason, Vfs, Watch,
};
use shell::policy::Policy;
use shell::shell::{Shell, ShellState};
use workspace::{Content, Errno, Follow, Kind, Reply, Time};

/// The number of a session's first process, and so its `$$`: a constant like everything that a host would choose.
const FIRST_PID: u32 = 26_132;

/// What a shell process leaves behind.
struct Left {
    state: ShellState,
    status: u8,
    /// `exit`, or an error after which a shell exits, ended it before its text did.
    exited: bool,
    jobs: Jobs,
}

/// Shares one watch between the scheduler and the measurement of time.
struct SharedWatch(Rc<WallWatch>, Captures);

/// Where the output of a call goes.
#[derive(Clone)]
struct Captures {
    stdout: Rc<Capture>,
    stderr: Rc<Capture>,
    both: Option<Rc<Capture>>,
}

impl Captures {
    fn new(limits: &Limits, request: &Request) -> Self {
        let most = limits.run.output_bytes;
        let both = request.output.filter(|output| output.interleaved).map(|_| Capture::new(most.saturating_mul(2)));
        let capture = |stream: u8| {
            let live =
                request.on_output.clone().map(|OnOutput(tell)| -> Live { Box::new(move |bytes| tell(stream, bytes)) });
            Capture::with(most, both.clone(), live)
        };
        Captures { stdout: capture(1), stderr: capture(2), both: both.clone() }
    }

    fn tell(&self) {
        self.stdout.tell();
        self.stderr.tell();
    }
}

impl Watch for SharedWatch {
    fn poll(&self) -> Option<StopReason> {
        self.1.tell();
        self.0.poll()
    }

    fn real_time(&self) -> Option<Time> {
        self.0.real_time()
    }

    fn wait_until(&self, deadline: Time) -> bool {
        self.1.tell();
        self.0.wait_until(deadline)
    }

    fn wait_for(&self, reply: &Reply) -> Option<Result<Content, Errno>> {
        self.1.tell();
        self.0.wait_for(reply)
    }

    fn wait_outside(&self, bell: &Bell, deadline: Option<Time>) -> bool {
        self.1.tell();
        self.0.wait_outside(bell, deadline)
    }

    fn aside(&self, job: Box<dyn FnOnce() + Send>) -> bool {
        self.1.tell();
        self.0.aside(job)
    }

    fn can_wait(&self) -> bool {
        self.0.can_wait()
    }
}

/// What the calls of a session used so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Used {
    pub steps: u64,
    pub commands: u64,
}

/// Ends the coroutines when the run is left by a panic.
struct Abandon(Rc<Scheduler>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

/// Runs a request on a state. `State'` is what the run made of it, whether it succeeded or not. A run that cannot wait for
/// the host stops with `ASYNC_REQUIRED` where it would have to.
pub fn run(
    executor: &Executor,
    limits: &Limits,
    state: State,
    request: &Request,
    can_wait: bool,
    session: u64,
    used: Used,
) -> (State, RunResult) {
    #[cfg(feature = "test-hooks")]
    assert!(request.panic != Some(super::request::PanicPlace::Call), "asked for by a test");
    let mut limits = request.limits.map_or(*limits, |own| limits.narrowed(&own));
    // What is left of the session's totals counts where it is less than what one call may use.
    let left_of_session = limits.session_steps.saturating_sub(used.steps);
    let steps_of_session = left_of_session < limits.run.steps;
    limits.run.steps = limits.run.steps.min(left_of_session);
    let left_of_session = limits.session_commands.saturating_sub(used.commands);
    let commands_of_session = left_of_session < limits.run.commands;
    limits.run.commands = limits.run.commands.min(left_of_session);
    let wall = Duration::from_millis(limits.wall_ms);
    let wall = request.timeout.map_or(wall, |timeout| timeout.min(wall));
    let watch = Rc::new(WallWatch::new(wall, limits.memory_bytes, request.cancel.clone(), state.real_clock, can_wait));
    let captures = Captures::new(&limits, request);
    let shared_watch = SharedWatch(Rc::clone(&watch), captures.clone());
    let scheduler = Scheduler::new(limits.run, state.clock, FIRST_PID, Box::new(shared_watch));
    let _abandon = Abandon(Rc::clone(&scheduler));
    if let Some(reason) = watch.poll() {
        scheduler.stop(reason);
    }
    let commands = executor.current_commands();
    let mut tree = state.tree.clone().with_system(commands.system);
    tree.set_limits(limits.tree);
    let denials: Rc<Denials> = Rc::default();
    let rules = state.policy.rules.clone().filter(|rules| rules.has_paths());
    let rules = rules.map(|rules| Rc::new(RunRules::new(rules, Rc::clone(&denials))) as Rc<dyn PathRules>);
    let vfs = Vfs::new(tree, &scheduler, Rng::new(state.random), rules);
    let policy = (!state.policy.is_none())
        .then(|| Rc::new(RunPolicy::new(state.policy.clone(), request.grants.clone(), Rc::clone(&denials))));
    let kernel = Rc::new(Kernel {
        scheduler: Rc::clone(&scheduler),
        vfs,
        registry: commands.registry,
        programs: Arc::clone(&executor.programs),
        policy: policy.clone().map(|policy| policy as Rc<dyn Policy>),
        capabilities: Arc::clone(&executor.capabilities),
        refused: Cell::new(None),
        session,
        call: request.call,
        commands_run: Cell::new(0),
    });
    let Captures { stdout, stderr, both } = captures.clone();
    let before = if request.fresh { state.with_fresh_shell() } else { state.clone() };
    let left: Rc<RefCell<Option<Left>>> = Rc::default();
    start(&kernel, &before, request, &stdout, &stderr, &left, limits.run.script_bytes);
    let watched = Rc::clone(&watch);
    heavy::during(Rc::new(move || watched.poll().is_some()), || drive(&scheduler, &left));

    let Some(Left { state: shell, status, exited, jobs }) = left.take() else {
        unreachable!("the first process always leaves its state: its body cannot be cut short but by a panic");
    };
    captures.tell();
    let failure = scheduler.stop_reason().map(|reason| match reason {
        StopReason::Limit(Limit::Steps, _) if steps_of_session => limit_failure("sessionSteps", limits.session_steps),
        StopReason::Limit(Limit::Commands, _) if commands_of_session => {
            limit_failure("sessionCommands", limits.session_commands)
        }
        reason => failure_of(reason),
    });
    let failure = failure.or_else(|| kernel.refused.take().map(refusal));
    let exit_code = match scheduler.stop_reason() {
        None => status,
        Some(StopReason::Cancelled) => 130,
        Some(StopReason::Limit(Limit::WallTime, _)) => 124,
        Some(StopReason::Approval) => 126,
        Some(_) => 137,
    };
    let (bytes_read, bytes_written) = kernel.vfs.traffic();
    let usage = Usage {
        steps: scheduler.steps(),
        commands: kernel.commands_run.get(),
        bytes_read,
        bytes_written,
        virtual_nanoseconds: scheduler.now().0.saturating_sub(state.clock.0),
        real_nanoseconds: u64::try_from(watch.elapsed().as_nanos()).unwrap_or(u64::MAX),
    };
    let mut tree = kernel.vfs.tree();
    tree.set_limits(*state.tree.limits());
    let cwd = shell.logical_cwd.to_string();
    let next = State {
        tree,
        shell: Arc::new(shell),
        clock: scheduler.now(),
        real_clock: state.real_clock,
        random: kernel.vfs.random().state(),
        environ: Arc::clone(&state.environ),
        seed: state.seed,
        policy: state.policy.clone(),
        lineage: state.lineage.clone(),
    };
    let result = RunResult {
        exit_code,
        exited,
        stdout_total: stdout.total(),
        stderr_total: stderr.total(),
        stdout: stdout.take(),
        stderr: stderr.take(),
        interleaved: both.map(|both| both.take()),
        shown: None,
        failure,
        denials: denials.take(),
        approval: policy.and_then(|policy| policy.wanted.take()),
        usage,
        cwd,
        jobs: jobs.reports(),
        revision: 0,
        changed: false,
    };
    (next, result)
}

/// Makes the first process.
fn start(
    kernel: &Rc<Kernel>,
    state: &State,
    request: &Request,
    stdout: &Rc<Capture>,
    stderr: &Rc<Capture>,
    left: &Rc<RefCell<Option<Left>>>,
    script_bytes: u64,
) {
    let stdin = match &request.stdin {
        Some(data) => Description::bytes(data.clone()),
        None => Description::null(),
    };
    let fds = FdTable::standard(
        stdin,
        Description::new(Source::Capture(Rc::clone(stdout)), false, true),
        Description::new(Source::Capture(Rc::clone(stderr)), false, true),
    );
    let shell_state = ShellState::clone(&state.shell);
    let request = request.clone();
    let own_kernel = Rc::clone(kernel);
    let left = Rc::clone(left);
    let spawned = kernel.scheduler.spawn(move |process| {
        let errexit = shell_state.options.errexit;
        #[cfg(feature = "test-hooks")]
        assert!(request.panic != Some(super::request::PanicPlace::Process), "asked for by a test");
        let mut shell = Shell::new(own_kernel, process, fds, shell_state);
        let kept = Kept::take(&mut shell, &request);
        let result = kept.and_then(|kept| {
            let result = run_request(&mut shell, &request, script_bytes);
            kept.put_back(&mut shell);
            result
        });
        // What a call has added to a history that has a file goes there.
        let result = match shell.remembers() {
            true => shell.save_history().and(result),
            false => result,
        };
        let exited = matches!(result, Err(Flow::Exit(_)));
        let status = shell.end_process(result);
        shell.state.status = status;
        // What a call switched on for itself ends with it; the rest is the session's.
        shell.state.options.errexit = errexit;
        let jobs = std::mem::take(&mut shell.jobs);
        *left.borrow_mut() = Some(Left { state: shell.state.clone(), status, exited, jobs });
        status
    });
    debug_assert!(spawned.is_ok(), "there is room for one process");
}

/// Runs everything to its end: first the call itself, then what it left in the background.
fn drive(scheduler: &Rc<Scheduler>, left: &Rc<RefCell<Option<Left>>>) {
    let mut hung_up = false;
    scheduler.run(&mut || {
        let alive = scheduler.alive();
        if alive.is_empty() {
            return false;
        }
        if left.borrow().is_none() {
            if scheduler.stop_reason().is_some() {
                return false;
            }
            scheduler.stop(StopReason::Deadlock);
            return true;
        }
        // Background processes that wait for what will never come.
        let signal = if std::mem::replace(&mut hung_up, true) { Signal::KILL } else { Signal::HUP };
        for pid in alive {
            scheduler.signal(pid, signal);
        }
        true
    });
}

/// What options of a call replace for its time.
struct Kept {
    cwd: Option<(workspace::AbsPath, workspace::AbsPath, bool)>,
    scope: bool,
    positional: Option<Arc<Vec<BString>>>,
}

impl Kept {
    fn take(shell: &mut Shell, request: &Request) -> Result<Kept, Flow> {
        let mut kept = Kept { cwd: None, scope: false, positional: None };
        if let Some(cwd) = &request.cwd {
            match shell.kernel.vfs.lookup(&shell.state.cwd, cwd, Follow::Yes) {
                Ok((path, node)) if node.kind() == Kind::Dir => {
                    let old = std::mem::replace(&mut shell.state.cwd, path.clone());
                    let logical = std::mem::replace(&mut shell.state.logical_cwd, path);
                    let two_slashes = std::mem::take(&mut shell.state.two_slashes);
                    kept.cwd = Some((old, logical, two_slashes));
                }
                other => {
                    let text = match other {
                        Err(errno) => errno.message(),
                        Ok(_) => workspace::Errno::NotDir.message(),
                    };
                    shell.complain(&[b"cd: ", cwd, b": ", text.as_bytes()])?;
                    return Err(Flow::Exit(1));
                }
            }
        }
        if !request.env.is_empty() || request.cwd.is_some() {
            shell.state.variables.push_scope();
            kept.scope = true;
            for (name, value) in &request.env {
                if let Ok(name) = name.to_str() {
                    shell.assign_exported_local(&name.into(), value.clone(), false)?;
                }
            }
            if request.cwd.is_some() {
                let path = BString::from(shell.state.logical_cwd.as_bytes());
                shell.assign_exported_local(&"PWD".into(), path, false)?;
            }
        }
        if !request.args.is_empty() {
            let args = Arc::new(request.args.clone());
            kept.positional = Some(std::mem::replace(&mut shell.state.positional, args));
        }
        Ok(kept)
    }

    fn put_back(self, shell: &mut Shell) {
        if self.scope {
            shell.state.variables.pop_scope();
        }
        if let Some((cwd, logical, two_slashes)) = self.cwd {
            shell.state.cwd = cwd;
            shell.state.logical_cwd = logical;
            shell.state.two_slashes = two_slashes;
        }
        if let Some(positional) = self.positional {
            shell.state.positional = positional;
        }
    }
}

fn run_request(shell: &mut Shell, request: &Request, script_bytes: u64) -> Result<u8, Flow> {
    // A call that was aborted while it waited for its turn does nothing.
    if shell.kernel.scheduler.stop_reason().is_some() {
        return Err(Halt::Stopped.into());
    }
    let text = &request.command;
    if text.len() as u64 > script_bytes {
        return Err(shell.kernel.scheduler.exceed(Limit::ScriptBytes, script_bytes).into());
    }
    shell.charge(1)?;
    // The text is read as a script's lines are: a backslash at the very end joins it to nothing. Only `bash -c` would
    // keep it.
    let joined;
    let text = if text.ends_with(b"\\") {
        joined = [text, b"\n".as_slice()].concat();
        &joined[..]
    } else {
        &text[..]
    };
    // Aliases change how the rest of a text reads, so such a text cannot be parsed ahead.
    let ahead = !request.incremental && shell.state.aliases.is_empty() && text.find(b"alias").is_none();
    let whole = shell.kernel.capabilities.language.is_whole();
    if !ahead && whole {
        return shell.run_text(text, TextPlace::Main);
    }
    let parsed = shell.kernel.programs.units(text, 1, true);
    // What is switched off is found before anything runs, however the text is read.
    if !ahead && !parsed.as_ref().is_err_and(|error| error.refused.is_some()) {
        return shell.run_text(text, TextPlace::Main);
    }
    match parsed {
        Ok(units) if units.to_be_read => shell.run_text(text, TextPlace::Main),
        Ok(units) => shell.run_parsed(&units.programs),
        Err(error) => {
            shell.kernel.refused.set(error.refused.map(|construct| (construct, error.line)));
            shell.report_syntax_error(&error, TextPlace::Main)?;
            Ok(2)
        }
    }
}

fn failure_of(reason: StopReason) -> Failure {
    match reason {
        StopReason::Cancelled => Failure {
            code: "CANCELLED",
            limit: None,
            value: None,
            message: "the call was aborted".to_owned(),
            hint: "the session can be used; what had been done is kept".to_owned(),
        },
        StopReason::Deadlock => Failure {
            code: "DEADLOCK",
            limit: None,
            value: None,
            message: "every process waits for another one and nothing can wake them".to_owned(),
            hint: "look for a FIFO or pipe whose other end nobody opens".to_owned(),
        },
        StopReason::AsyncRequired => Failure {
            code: ASYNC_REQUIRED,
            limit: None,
            value: None,
            message: "a file has to be fetched, which a synchronous call cannot wait for".to_owned(),
            hint: "use execute(), or await load() first".to_owned(),
        },
        StopReason::Approval => Failure {
            code: APPROVAL_REQUIRED,
            limit: None,
            value: None,
            message: "a command needs approval; nothing that the call did was kept".to_owned(),
            hint: "run it again with the approval, or do without that command".to_owned(),
        },
        StopReason::Limit(limit, value) => limit_failure(limit_name(limit), value),
    }
}

/// A construct that is switched off: nothing ran.
fn refusal((construct, line): Refusal) -> Failure {
    let name = construct.name();
    Failure {
        code: COMMAND_SYNTAX_UNSUPPORTED,
        limit: None,
        value: None,
        message: format!("line {line} uses what is switched off here: {name}; nothing ran"),
        hint: format!("write it without, or let the host switch on language.{name}"),
    }
}

fn limit_failure(name: &'static str, value: u64) -> Failure {
    Failure {
        code: if name == limit_name(Limit::WallTime) { "TIMEOUT" } else { "LIMIT_EXCEEDED" },
        limit: Some(name),
        value: Some(value),
        message: format!("stopped by the limit {name} = {value}"),
        hint: format!("do less at once, or let the host raise limits.{name}"),
    }
}
