//! The scheduler: virtual processes as coroutines on one thread, in one deterministic run queue.
//!
//! A process gives way when it blocks and after a fixed number of steps, never otherwise, and the queue is first come,
//! first served: the same program runs in the same order everywhere. Steps are also the clock: each is a microsecond.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use bstr::BString;
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};

use super::halt::Halt;
use super::limits::{Limit, RunLimits, StopReason};
use super::outside::{Bell, Inbox};
use super::signal::Signal;
use workspace::{Answer, Content, Errno, Reply, Time, Unread};

/// Turns of processes between two looks at the world outside.
const TURNS: u32 = 32;

/// Bytes that are worked on between two looks at the world outside, however few steps they count.
const LOOK_BYTES: usize = 64 << 10;

/// Steps that a process may run before the next one gets its turn.
const SLICE: u64 = 2_000;

/// A stack is reserved, not used: pages cost memory only once touched. Unoptimised frames are some ten times larger.
const STACK_BYTES: usize = if cfg!(debug_assertions) { 256 << 20 } else { 32 << 20 };

/// What is kept free for what runs between two looks at the stack: expansion, commands, tests of patterns.
const STACK_RESERVE: usize = STACK_BYTES / 8;

/// Stacks kept for the next process of this thread.
const POOLED_STACKS: usize = 16;

pub type Pid = u32;

/// A process that waits for the world outside.
struct Waiting {
    pid: Pid,
    /// It asked a question: those who asked go on in the order of their questions, whenever the answers come.
    asks: bool,
    has_message: Box<dyn Fn() -> bool>,
}

/// Looks at the world outside (wall time, the caller's abort) when the scheduler asks, every few thousand steps.
pub trait Watch {
    fn poll(&self) -> Option<StopReason>;

    /// The host's time, where the run shall live in it instead of in virtual time.
    fn real_time(&self) -> Option<Time> {
        None
    }

    /// Waits until that time on the host's clock; false when the run has to stop first.
    fn wait_until(&self, _deadline: Time) -> bool {
        true
    }

    /// Waits for the bytes of an unread file; `None` when the run has to stop first, which it says with [`Watch::poll`].
    fn wait_for(&self, reply: &Reply) -> Option<Result<Content, Errno>>;

    /// Waits until the bell rings or, on the host's clock, until `deadline`; false when the run has to stop first.
    fn wait_outside(&self, bell: &Bell, deadline: Option<Time>) -> bool;

    /// Has `job` done on another thread; false when the run has to stop before it has ended, which it then does by itself.
    fn aside(&self, job: Box<dyn FnOnce() + Send>) -> bool {
        job();
        true
    }

    /// Whether answers can arrive at all: not in a call that holds the thread on which they are made.
    fn can_wait(&self) -> bool {
        true
    }
}

/// What a process does with a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Default,
    Ignore,
    /// The process looks for it itself, with [`Process::take_trapped`].
    Trap,
}

/// One virtual process. Its code runs on a stack of its own.
pub struct Process {
    pub pid: Pid,
    pub parent: Pid,
    yielder: Cell<*const Yielder<(), ()>>,
    blocked: Cell<bool>,
    exit: Cell<Option<u8>>,
    waiters: RefCell<Vec<Pid>>,
    /// Bit n: signal n arrived and ends the process.
    fatal: Cell<u64>,
    /// Bit n: signal n arrived and is trapped.
    trapped: Cell<u64>,
    ignores: Cell<u64>,
    traps: Cell<u64>,
    /// The address below which the stack counts as used up; 0 before the process runs.
    stack_floor: Cell<usize>,
    group: Cell<Pid>,
    niceness: Cell<i8>,
    killed: Cell<Option<Signal>>,
    child_killed: Cell<Option<Signal>>,
    title: RefCell<Vec<BString>>,
}

impl Process {
    /// The command that runs in it, as `ps` shows it; empty for a shell between commands.
    pub fn title(&self) -> Vec<BString> {
        self.title.borrow().clone()
    }

    /// Sets what `ps` shows and gives back what it was.
    pub fn set_title(&self, argv: Vec<BString>) -> Vec<BString> {
        self.title.replace(argv)
    }

    /// True while it waits for something.
    pub fn is_blocked(&self) -> bool {
        self.blocked.get()
    }

    /// What `nice` prints: a number and nothing more, as every process gets equal turns. Children inherit it.
    pub fn niceness(&self) -> i8 {
        self.niceness.get()
    }

    pub fn set_niceness(&self, niceness: i8) {
        self.niceness.set(niceness);
    }

    /// The process group: the leader's number. Children are in their parent's.
    pub fn group(&self) -> Pid {
        self.group.get()
    }

    /// Makes this process the leader of a group of its own, as `setpgid(0, 0)` does.
    pub fn lead_group(&self) {
        self.group.set(self.pid);
    }

    /// The signal that ended the process, if one did.
    pub fn killed_by(&self) -> Option<Signal> {
        self.killed.get()
    }

    /// Notes what ends the process, and gives its exit status.
    pub fn end(&self, halt: Halt) -> u8 {
        if let Halt::Signal(signal) = halt {
            self.killed.set(Some(signal));
        }
        halt.status()
    }

    /// Notes that a signal ended what this process ran in the foreground: its status alone does not say so.
    pub fn note_child_killed(&self, signal: Option<Signal>) {
        self.child_killed.set(signal);
    }

    /// The signal that ended what was run last in the foreground; once.
    pub fn take_child_killed(&self) -> Option<Signal> {
        self.child_killed.take()
    }

    /// The exit status, once the process has ended.
    pub fn exit_status(&self) -> Option<u8> {
        self.exit.get()
    }

    pub fn set_disposition(&self, signal: Signal, disposition: Disposition) {
        let bit = bit(signal);
        self.ignores.set(self.ignores.get() & !bit);
        self.traps.set(self.traps.get() & !bit);
        match disposition {
            Disposition::Default => {}
            Disposition::Ignore => self.ignores.set(self.ignores.get() | bit),
            Disposition::Trap => self.traps.set(self.traps.get() | bit),
        }
    }

    pub fn disposition(&self, signal: Signal) -> Disposition {
        let bit = bit(signal);
        if self.ignores.get() & bit != 0 {
            Disposition::Ignore
        } else if self.traps.get() & bit != 0 {
            Disposition::Trap
        } else {
            Disposition::Default
        }
    }

    /// The signals ignored, which a child inherits.
    pub fn ignored(&self) -> impl Iterator<Item = Signal> {
        let ignores = self.ignores.get();
        (1..64u8).map(Signal).filter(move |signal| ignores & bit(*signal) != 0)
    }

    /// The lowest trapped signal that has arrived, once each.
    pub fn take_trapped(&self) -> Option<Signal> {
        let pending = self.trapped.get();
        if pending == 0 {
            return None;
        }
        let number = pending.trailing_zeros() as u8;
        self.trapped.set(pending & (pending - 1));
        Some(Signal(number))
    }

    pub fn has_trapped(&self) -> bool {
        self.trapped.get() != 0
    }

    /// True when the caller should stop for a moment: a trapped signal has arrived, or the stack is low.
    #[inline]
    pub fn needs_attention(&self) -> bool {
        self.has_trapped() || self.stack_is_low()
    }

    /// True when the running process has used up its stack but for a reserve. Whoever recurses asks.
    #[inline]
    pub fn stack_is_low(&self) -> bool {
        stack_address() < self.stack_floor.get()
    }

    /// The trapped signal that [`Process::take_trapped`] will give next.
    pub fn pending_trap(&self) -> Option<Signal> {
        let pending = self.trapped.get();
        (pending != 0).then(|| Signal(pending.trailing_zeros() as u8))
    }

    /// Takes back a signal that ends the process, so that it can clean up; false for those that leave no time for it.
    pub fn survive(&self, signal: Signal) -> bool {
        if signal == Signal::KILL || signal == Signal::QUIT {
            return false;
        }
        self.fatal.set(self.fatal.get() & !bit(signal));
        self.fatal.get() == 0
    }

    /// True when a signal has arrived that ends the process at its next step.
    pub fn is_doomed(&self) -> bool {
        self.fatal.get() != 0
    }

    fn fatal_signal(&self) -> Option<Signal> {
        let pending = self.fatal.get();
        (pending != 0).then(|| Signal(pending.trailing_zeros() as u8))
    }

    fn suspend(&self) {
        let yielder = self.yielder.get();
        assert!(!yielder.is_null(), "a process is suspended by its own code only");
        // SAFETY: the pointer was set from the reference that the coroutine's body was given, which lives as long as
        // the body runs; only code of that body reaches this line, and the pointer is cleared when the body returns.
        unsafe { (*yielder).suspend(()) };
    }
}

fn bit(signal: Signal) -> u64 {
    1u64.checked_shl(u32::from(signal.0)).unwrap_or(0)
}

/// Runs processes and keeps the run's time and work.
pub struct Scheduler {
    limits: RunLimits,
    watch: Box<dyn Watch>,
    processes: RefCell<HashMap<Pid, Rc<Process>>>,
    coroutines: RefCell<HashMap<Pid, Coroutine<(), (), u8, DefaultStack>>>,
    ready: RefCell<VecDeque<Pid>>,
    timers: RefCell<BinaryHeap<Reverse<(Time, u64, Pid)>>>,
    timer_count: Cell<u64>,
    current: Cell<Pid>,
    next_pid: Cell<Pid>,
    stop: Cell<Option<StopReason>>,
    steps: Cell<u64>,
    /// Steps left until the slow path of [`Scheduler::charge`] is due.
    slice: Cell<u64>,
    /// Bytes left until [`Scheduler::charge_bytes`] looks at the world outside.
    unseen: Cell<usize>,
    /// The clock at step 0, moved by jumps to timers.
    base: Cell<Time>,
    pipe_bytes: Cell<u64>,
    bell: Arc<Bell>,
    /// The processes that wait for a message from outside, each with a look into its inbox.
    outside: RefCell<Vec<Waiting>>,
}

impl Scheduler {
    /// `start`: the virtual time at step 0. The first process gets `first_pid`.
    pub fn new(limits: RunLimits, start: Time, first_pid: Pid, watch: Box<dyn Watch>) -> Rc<Self> {
        Rc::new(Scheduler {
            limits,
            watch,
            processes: RefCell::default(),
            coroutines: RefCell::default(),
            ready: RefCell::default(),
            timers: RefCell::default(),
            timer_count: Cell::new(0),
            current: Cell::new(0),
            next_pid: Cell::new(first_pid),
            stop: Cell::new(None),
            steps: Cell::new(0),
            slice: Cell::new(0),
            unseen: Cell::new(LOOK_BYTES),
            base: Cell::new(start),
            pipe_bytes: Cell::new(0),
            bell: Arc::default(),
            outside: RefCell::default(),
        })
    }

    pub fn limits(&self) -> &RunLimits {
        &self.limits
    }

    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// The time: virtual, unless the run lives on the host's clock.
    pub fn now(&self) -> Time {
        if let Some(time) = self.watch.real_time() {
            return time;
        }
        let Time(base) = self.base.get();
        Time(base.saturating_add((self.steps.get() as i64).saturating_mul(1_000)))
    }

    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop.get()
    }

    /// Stops the whole run: every process unwinds with [`Halt::Stopped`] at its next step. The first reason counts.
    pub fn stop(&self, reason: StopReason) -> Halt {
        if self.stop.get().is_none() {
            self.stop.set(Some(reason));
        }
        self.slice.set(0);
        let blocked: Vec<Pid> = self.processes.borrow().values().filter(|p| p.blocked.get()).map(|p| p.pid).collect();
        for pid in sorted(blocked) {
            self.wake(pid);
        }
        Halt::Stopped
    }

    /// The bytes of a file that was not read yet. The whole run waits for what comes from outside, so that its course does
    /// not depend on how long that takes; a run that cannot wait stops.
    pub fn read_source(&self, unread: &Unread, most: u64) -> Result<Content, Errno> {
        if !unread.is_immediate() && !self.watch.can_wait() {
            self.stop(StopReason::AsyncRequired);
            return Err(Errno::Again);
        }
        match unread.ask(most) {
            Answer::Now(content) => content,
            Answer::Later(reply) => match self.watch.wait_for(&reply) {
                Some(content) => unread.keep(content?, most),
                None => {
                    if let Some(reason) = self.watch.poll() {
                        self.stop(reason);
                    }
                    Err(Errno::Again)
                }
            },
        }
    }

    /// What rings when something comes from outside.
    pub fn bell(&self) -> &Arc<Bell> {
        &self.bell
    }

    /// Stops a run that cannot wait for the world outside: whoever is about to ask something of it calls this first.
    pub fn require_outside(&self) -> Result<(), Halt> {
        if self.watch.can_wait() { Ok(()) } else { Err(self.stop(StopReason::AsyncRequired)) }
    }

    /// The next message from outside; the process waits for it, others go on. Messages are looked for when nothing else
    /// can run, and the virtual clock stands still meanwhile, so that neither a run's course nor its steps depend on how
    /// long they take. A run that cannot wait stops.
    pub fn receive<T: Send + 'static>(&self, inbox: &Arc<Inbox<T>>) -> Result<T, Halt> {
        self.receive_as(inbox, false)
    }

    /// The answer to a question, which is the only message of its inbox. Who asks several at once is answered in the order of
    /// the questions, and before other messages: the course of a run does not depend on how long its host thinks.
    pub fn answer<T: Send + 'static>(&self, inbox: &Arc<Inbox<T>>) -> Result<T, Halt> {
        self.receive_as(inbox, true)
    }

    fn receive_as<T: Send + 'static>(&self, inbox: &Arc<Inbox<T>>, asks: bool) -> Result<T, Halt> {
        loop {
            self.require_outside()?;
            let own = Arc::clone(inbox);
            let has_message = Box::new(move || own.has_message());
            self.outside.borrow_mut().push(Waiting { pid: self.current.get(), asks, has_message });
            // Also where a message is there already: whether it is depends on the host.
            self.block()?;
            if let Some(message) = inbox.pop() {
                return Ok(message);
            }
        }
    }

    /// Waits for the world outside, if a process does; false when none does.
    fn look_outside(&self) -> bool {
        let mut waiting = self.outside.take();
        {
            let processes = self.processes.borrow();
            waiting.retain(|who| processes.get(&who.pid).is_some_and(|process| process.blocked.get()));
        }
        if waiting.is_empty() {
            return false;
        }
        loop {
            let mut ready: Vec<Pid> = Vec::new();
            if let Some(first) = waiting.iter().position(|who| who.asks) {
                if (waiting[first].has_message)() {
                    ready.push(waiting.remove(first).pid);
                }
            } else {
                waiting.retain(|who| {
                    let has = (who.has_message)();
                    if has {
                        ready.push(who.pid);
                    }
                    !has
                });
            }
            if !ready.is_empty() || self.timer_is_due() || self.stop.get().is_some() {
                self.outside.borrow_mut().append(&mut waiting);
                sorted(ready).into_iter().for_each(|pid| self.wake(pid));
                return true;
            }
            let deadline = match self.watch.real_time() {
                Some(_) => self.timers.borrow().peek().map(|Reverse((deadline, _, _))| *deadline),
                None => None,
            };
            if !self.watch.wait_outside(&self.bell, deadline) {
                let _ = self.poll();
            }
        }
    }

    /// Does work that knows of no run and cannot be left once it has begun, and was charged for: fails when the run has to stop
    /// meanwhile, and the work ends unseen.
    pub fn aside(&self, job: Box<dyn FnOnce() + Send>) -> Result<(), Halt> {
        if self.watch.aside(job) { Ok(()) } else { self.look() }
    }

    /// Stops the run because `limit` would be passed.
    pub fn exceed(&self, limit: Limit, value: u64) -> Halt {
        self.stop(StopReason::Limit(limit, value))
    }

    /// Counts `steps` units of work and gives way when the time slice is over. Fails when the run or this process has
    /// to end.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Halt> {
        let left = self.slice.get();
        if steps < left {
            self.slice.set(left - steps);
            self.steps.set(self.steps.get() + steps);
            return Ok(());
        }
        self.charge_slowly(steps)
    }

    /// Work on `bytes` bytes: one step for each started KiB.
    #[inline]
    pub fn charge_bytes(&self, bytes: usize) -> Result<(), Halt> {
        match self.unseen.get().checked_sub(bytes) {
            Some(left) => self.unseen.set(left),
            None => self.look()?,
        }
        self.charge((bytes as u64 >> 10) + 1)
    }

    /// A copy of `bytes` bytes in passing: one step for each whole KiB, so that short texts are part of the work around them.
    #[inline]
    pub fn charge_copy(&self, bytes: usize) -> Result<(), Halt> {
        if bytes < 1 << 10 {
            return Ok(());
        }
        self.charge_bytes(bytes - (1 << 10))
    }

    /// Looks at the world outside and counts nothing: for work that was counted before it is done. Fails when the run has to
    /// stop.
    #[cold]
    pub fn look(&self) -> Result<(), Halt> {
        self.unseen.set(LOOK_BYTES);
        self.poll()
    }

    #[cold]
    fn charge_slowly(&self, steps: u64) -> Result<(), Halt> {
        let total = self.steps.get().saturating_add(steps);
        if total > self.limits.steps {
            self.steps.set(self.limits.steps);
            return Err(self.exceed(Limit::Steps, self.limits.steps));
        }
        self.steps.set(total);
        self.poll()?;
        let process = self.current_process();
        self.check(&process)?;
        if !self.ready.borrow().is_empty() || self.timer_is_due() {
            self.ready.borrow_mut().push_back(process.pid);
            process.suspend();
            self.check(&process)?;
        }
        self.start_slice();
        Ok(())
    }

    /// A slice never reaches beyond the step limit, so that the fast path needs no look at it. In a run that is stopped there
    /// are none: a process that begins then would not notice otherwise, and could begin others.
    fn start_slice(&self) {
        if self.stop.get().is_some() {
            self.slice.set(0);
            return;
        }
        let left = self.limits.steps.saturating_sub(self.steps.get()).saturating_add(1);
        self.slice.set(SLICE.min(left));
    }

    fn poll(&self) -> Result<(), Halt> {
        if self.stop.get().is_some() {
            return Err(Halt::Stopped);
        }
        match self.watch.poll() {
            Some(reason) => Err(self.stop(reason)),
            None => Ok(()),
        }
    }

    fn check(&self, process: &Process) -> Result<(), Halt> {
        if self.stop.get().is_some() {
            return Err(Halt::Stopped);
        }
        match process.fatal_signal() {
            Some(signal) => Err(Halt::Signal(signal)),
            None => Ok(()),
        }
    }

    /// Counts bytes written to a pipe.
    pub fn charge_pipe(&self, bytes: usize) -> Result<(), Halt> {
        let total = self.pipe_bytes.get().saturating_add(bytes as u64);
        if total > self.limits.pipe_bytes {
            return Err(self.exceed(Limit::PipeBytes, self.limits.pipe_bytes));
        }
        self.pipe_bytes.set(total);
        Ok(())
    }

    pub fn current_pid(&self) -> Pid {
        self.current.get()
    }

    pub fn current_process(&self) -> Rc<Process> {
        let processes = self.processes.borrow();
        Rc::clone(processes.get(&self.current.get()).expect("code of a process runs only while it is registered"))
    }

    pub fn process(&self, pid: Pid) -> Option<Rc<Process>> {
        self.processes.borrow().get(&pid).cloned()
    }

    /// Makes a process that will run `body` when its turn comes. It inherits the signals that its parent ignores.
    pub fn spawn(self: &Rc<Self>, body: impl FnOnce(Rc<Process>) -> u8 + 'static) -> Result<Rc<Process>, Halt> {
        // The first process of a run is made all the same: it says what the state is.
        if self.stop.get().is_some() && self.current.get() != 0 {
            return Err(Halt::Stopped);
        }
        let alive = self.coroutines.borrow().len() as u64;
        if alive >= u64::from(self.limits.processes) {
            return Err(self.exceed(Limit::Processes, u64::from(self.limits.processes)));
        }
        let Some(stack) = take_stack() else {
            return Err(self.exceed(Limit::Processes, alive));
        };
        let pid = self.next_pid.get();
        self.next_pid.set(pid + 1);
        let parent = self.current.get();
        let (inherited, group, niceness) = match self.process(parent) {
            Some(parent) => (parent.ignores.get(), parent.group.get(), parent.niceness.get()),
            None => (0, pid, 0),
        };
        let process = Rc::new(Process {
            pid,
            parent,
            yielder: Cell::new(std::ptr::null()),
            blocked: Cell::new(false),
            exit: Cell::new(None),
            waiters: RefCell::default(),
            fatal: Cell::new(0),
            trapped: Cell::new(0),
            ignores: Cell::new(inherited),
            traps: Cell::new(0),
            stack_floor: Cell::new(0),
            group: Cell::new(group),
            niceness: Cell::new(niceness),
            killed: Cell::new(None),
            child_killed: Cell::new(None),
            title: RefCell::default(),
        });
        let own = Rc::clone(&process);
        let coroutine = Coroutine::with_stack(stack, move |yielder: &Yielder<(), ()>, ()| {
            own.yielder.set(yielder);
            own.stack_floor.set(stack_address().saturating_sub(STACK_BYTES - STACK_RESERVE));
            let status = body(Rc::clone(&own));
            own.yielder.set(std::ptr::null());
            status
        });
        self.processes.borrow_mut().insert(pid, Rc::clone(&process));
        self.coroutines.borrow_mut().insert(pid, coroutine);
        self.ready.borrow_mut().push_back(pid);
        Ok(process)
    }

    /// Puts a blocked process back into the queue.
    pub fn wake(&self, pid: Pid) {
        if let Some(process) = self.processes.borrow().get(&pid)
            && process.blocked.replace(false)
        {
            self.ready.borrow_mut().push_back(pid);
        }
    }

    /// Suspends the running process until somebody wakes it. The caller looks at its condition again afterwards: a
    /// wake-up is a hint. Counts one step.
    pub fn block(&self) -> Result<(), Halt> {
        self.charge(1)?;
        let process = self.current_process();
        self.check(&process)?;
        process.blocked.set(true);
        process.suspend();
        self.check(&process)?;
        self.start_slice();
        Ok(())
    }

    /// Gives the other processes a turn.
    pub fn give_way(&self) -> Result<(), Halt> {
        self.slice.set(0);
        self.charge(1)
    }

    /// Wakes the running process at `deadline` at the latest.
    pub fn set_timer(&self, deadline: Time) {
        let count = self.timer_count.get();
        self.timer_count.set(count + 1);
        self.timers.borrow_mut().push(Reverse((deadline, count, self.current.get())));
    }

    /// Sleeps in virtual time; a trapped signal ends it early.
    pub fn sleep(&self, nanoseconds: i64) -> Result<(), Halt> {
        let deadline = Time(self.now().0.saturating_add(nanoseconds.max(0)));
        self.set_timer(deadline);
        let process = self.current_process();
        while self.now() < deadline && !process.has_trapped() {
            self.block()?;
        }
        Ok(())
    }

    /// Waits for the end of `process` and returns its status; `None` when a trapped signal came first.
    pub fn wait(&self, process: &Process) -> Result<Option<u8>, Halt> {
        let own = self.current_process();
        loop {
            if let Some(status) = process.exit.get() {
                return Ok(Some(status));
            }
            if own.has_trapped() {
                return Ok(None);
            }
            self.notify_exit(process);
            self.block()?;
        }
    }

    /// Has the running process woken when `process` ends.
    pub fn notify_exit(&self, process: &Process) {
        let own = self.current.get();
        let mut waiters = process.waiters.borrow_mut();
        if !waiters.contains(&own) {
            waiters.push(own);
        }
    }

    /// Delivers a signal; false when there is no such living process. Signal 0 only asks.
    pub fn signal(&self, pid: Pid, signal: Signal) -> bool {
        let Some(process) = self.process(pid).filter(|process| process.exit.get().is_none()) else {
            return false;
        };
        if signal.0 == 0 {
            return true;
        }
        let disposition = if signal == Signal::KILL { Disposition::Default } else { process.disposition(signal) };
        match disposition {
            Disposition::Ignore => return true,
            Disposition::Trap => process.trapped.set(process.trapped.get() | bit(signal)),
            Disposition::Default if signal.ignored_by_default() => return true,
            Disposition::Default => process.fatal.set(process.fatal.get() | bit(signal)),
        }
        if pid == self.current.get() {
            self.slice.set(0);
        }
        self.wake(pid);
        true
    }

    /// Delivers a signal to every living process of a group, the sender last; false when there is none.
    pub fn signal_group(&self, group: Pid, signal: Signal) -> bool {
        let own = self.current.get();
        let members = |process: &&Rc<Process>| process.group.get() == group;
        let pids = sorted(self.processes.borrow().values().filter(members).map(|process| process.pid).collect());
        let mut any = false;
        for pid in pids.iter().copied().filter(|pid| *pid != own) {
            any |= self.signal(pid, signal);
        }
        if pids.contains(&own) {
            any |= self.signal(own, signal);
        }
        any
    }

    /// Runs until no process is left that can run. `idle` is asked when all are blocked and no timer is set: it may
    /// wake some and say so.
    pub fn run(&self, idle: &mut dyn FnMut() -> bool) {
        let mut turns = 0u32;
        loop {
            // Processes that block before their slice is over never reach the look outside in `charge`.
            turns = turns.wrapping_add(1);
            if turns.is_multiple_of(TURNS) {
                let _ = self.poll();
            }
            if self.timer_is_due() {
                self.fire_timer();
            }
            let next = self.ready.borrow_mut().pop_front();
            if let Some(pid) = next {
                self.resume(pid);
            } else if !self.look_outside() && !self.fire_timer() && !idle() {
                return;
            }
        }
    }

    fn resume(&self, pid: Pid) {
        // Taken out while it runs: the process itself may spawn others.
        let Some(mut coroutine) = self.coroutines.borrow_mut().remove(&pid) else { return };
        let previous = self.current.replace(pid);
        self.start_slice();
        let result = coroutine.resume(());
        self.current.set(previous);
        match result {
            CoroutineResult::Yield(()) => {
                self.coroutines.borrow_mut().insert(pid, coroutine);
            }
            CoroutineResult::Return(status) => {
                keep_stack(coroutine.into_stack());
                let process = self.processes.borrow_mut().remove(&pid);
                if let Some(process) = process {
                    process.exit.set(Some(status));
                    // Whoever has a trap for it hears of the end of its children.
                    let parent = self.process(process.parent);
                    if parent.is_some_and(|parent| parent.disposition(Signal::CHLD) == Disposition::Trap) {
                        self.signal(process.parent, Signal::CHLD);
                    }
                    for waiter in process.waiters.take() {
                        self.wake(waiter);
                    }
                }
            }
        }
    }

    fn timer_is_due(&self) -> bool {
        self.timers.borrow().peek().is_some_and(|Reverse((deadline, _, _))| *deadline <= self.now())
    }

    /// Jumps to the next timer that still has a blocked process behind it.
    fn fire_timer(&self) -> bool {
        loop {
            let Some(Reverse((deadline, _, pid))) = self.timers.borrow_mut().pop() else { return false };
            let waits = self.processes.borrow().get(&pid).is_some_and(|process| process.blocked.get());
            if !waits {
                continue;
            }
            let now = self.now();
            if self.watch.real_time().is_some() {
                if !self.watch.wait_until(deadline) {
                    let _ = self.poll();
                    return true;
                }
            } else if deadline > now {
                let Time(base) = self.base.get();
                self.base.set(Time(base.saturating_add(deadline.0.saturating_sub(now.0))));
            }
            self.wake(pid);
            return true;
        }
    }

    /// Ends every process where it stands, unwinding its stack: after a panic, when nothing can be trusted to end by
    /// itself.
    pub fn abandon(&self) {
        self.stop.set(Some(StopReason::Cancelled));
        loop {
            // Taken out first: what unwinds may come back here.
            let coroutines = self.coroutines.take();
            if coroutines.is_empty() {
                return;
            }
            drop(coroutines);
        }
    }

    /// The processes that have not ended, by number.
    pub fn alive(&self) -> Vec<Pid> {
        sorted(self.processes.borrow().keys().copied().collect())
    }
}

fn sorted(mut pids: Vec<Pid>) -> Vec<Pid> {
    pids.sort_unstable();
    pids
}

thread_local! {
    static STACKS: RefCell<Vec<DefaultStack>> = const { RefCell::new(Vec::new()) };
}

/// Where the stack of the caller ends, roughly.
#[inline]
fn stack_address() -> usize {
    let marker = 0u8;
    std::ptr::from_ref(std::hint::black_box(&marker)).addr()
}

fn take_stack() -> Option<DefaultStack> {
    STACKS.with_borrow_mut(Vec::pop).or_else(|| DefaultStack::new(STACK_BYTES).ok())
}

fn keep_stack(stack: DefaultStack) {
    STACKS.with_borrow_mut(|stacks| {
        if stacks.len() < POOLED_STACKS {
            stacks.push(stack);
        }
    });
}
