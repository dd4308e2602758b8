//! A session: the current state, its revision, and the order of its calls.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bstr::{BString, ByteSlice};
use bytes::Bytes;

use formats::heavy;

use super::editor::Edits;
use super::error::{ASYNC_REQUIRED, ApiError};
use super::executor::{ClockStart, Executor};
use super::history::History;
use super::limits::Limits;
use super::output;
use super::policy::SessionPolicy;
use super::pool;
use super::request::{Request, RunResult};
use super::run::{Used, run};
use super::snapshot::Snapshot;
use super::state::{State, default_environ};
use super::watch::{CancelFlag, host_time};
use workspace::{AbsPath, Content, Errno, FolderSource, Follow, Hash, Kind, Memory, Node, Time, Totals, Tree, Unread};

/// How a session starts.
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    /// Paths (relative to `/workspace`) and bytes. Parents are made.
    pub files: Vec<(BString, Bytes)>,
    /// Paths as in `files`, and who has the bytes.
    pub lazy_files: Vec<(BString, Arc<Unread>)>,
    /// Folders that are there from the start, before `files`.
    pub mounts: Vec<Mount>,
    /// Added to the default environment.
    pub env: Vec<(BString, BString)>,
    /// Made when it is not there. Default `/workspace`.
    pub cwd: Option<BString>,
    /// Default: the executor's.
    pub limits: Option<Limits>,
    /// Default: the executor's.
    pub clock: Option<ClockStart>,
    pub seed: Option<u64>,
    /// Default: the executor's.
    pub policy: Option<SessionPolicy>,
}

/// A folder of the host or of a snapshot, at a path of the tree.
#[derive(Clone)]
pub struct Mount {
    /// Absolute or relative to `/workspace`; nothing or an empty folder is there.
    pub path: BString,
    pub source: Arc<dyn FolderSource>,
    /// What is in it cannot be changed. Otherwise changes are the session's own: nothing is ever written back.
    pub read_only: bool,
}

impl std::fmt::Debug for Mount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mount").field("path", &self.path).field("read_only", &self.read_only).finish_non_exhaustive()
    }
}

/// Called with the outcome of an asynchronous call, on a thread of the pool.
pub type Done = Box<dyn FnOnce(Result<RunResult, ApiError>) + Send>;

pub(super) struct Inner {
    pub(super) state: State,
    pub(super) revision: u64,
    pub(super) history: History,
    limits: Limits,
    running: bool,
    closed: bool,
    queue: VecDeque<(Request, Done)>,
    /// Ends the call that runs.
    running_cancel: CancelFlag,
    used: Used,
}

impl Inner {
    fn publish(&mut self, next: State, changed: bool, cause: &'static str) {
        self.revision += u64::from(changed);
        self.state = next;
        self.state.lineage.forget();
        self.history.record(self.revision, cause, &self.state);
    }
}

/// The number of the next session.
static SESSIONS: AtomicU64 = AtomicU64::new(1);

/// One workspace and shell. Shared and thread-safe; every method takes `&self`.
pub struct Session {
    /// Tells the sessions of a process apart.
    id: u64,
    executor: Arc<Executor>,
    inner: Mutex<Inner>,
    /// What the text editor can take back.
    edits: Edits,
}

impl Session {
    /// Errors: the file errors of seeding; `INVALID_ARGUMENT`.
    pub fn new(executor: &Arc<Executor>, options: &SessionOptions) -> Result<Arc<Session>, ApiError> {
        let limits = options.limits.unwrap_or(executor.limits);
        let clock = options.clock.unwrap_or(executor.clock);
        let start = clock.time();
        let mut tree = Tree::new(limits.tree, start).with_system(executor.current_commands().system);
        let workspace = AbsPath::workspace();
        for mount in &options.mounts {
            let name = mount.path.to_str_lossy();
            let fail = |errno| ApiError::file(errno, "mount", &name);
            let target = place(&mut tree, &mount.path, start).map_err(fail)?;
            tree.mount(&target, Arc::clone(&mount.source), mount.read_only, start).map_err(fail)?;
        }
        for (path, data) in &options.files {
            let name = path.to_str_lossy();
            let fail = |errno| ApiError::file(errno, "open", &name);
            let target = place(&mut tree, path, start).map_err(fail)?;
            let content = Content::from_bytes(data.clone());
            // What a mount has there gives way.
            match tree.get(&target) {
                Ok(Node::File(_)) => tree.set_content(&target, content, start).map_err(fail)?,
                _ => drop(tree.create_file(&target, content, 0o644, start).map_err(fail)?),
            }
        }
        for (path, unread) in &options.lazy_files {
            let name = path.to_str_lossy();
            let fail = |errno| ApiError::file(errno, "open", &name);
            let target = place(&mut tree, path, start).map_err(fail)?;
            tree.create_unread(&target, Arc::clone(unread), 0o644, start).map_err(fail)?;
        }
        let cwd = match &options.cwd {
            None => workspace,
            Some(path) => {
                let name = path.to_str_lossy();
                let fail = |errno| ApiError::file(errno, "chdir", &name);
                let cwd = AbsPath::lexical_within(&workspace, path, &limits.tree).map_err(fail)?;
                if tree.get(&cwd).map(|node| node.kind()) != Ok(Kind::Dir) {
                    tree.mkdir_all(&cwd, 0o755, start).map_err(fail)?;
                }
                tree.resolve(&cwd, b".", Follow::Yes).map_err(fail)?.path
            }
        };
        let mut environ = default_environ();
        for (name, value) in &options.env {
            match environ.binary_search_by(|(known, _)| known.cmp(name)) {
                Ok(index) => environ[index].1 = value.clone(),
                Err(index) => environ.insert(index, (name.clone(), value.clone())),
            }
        }
        let seed = options.seed.unwrap_or(executor.seed);
        let mut state = State::new(tree, environ, &cwd, start, seed);
        state.real_clock = clock == ClockStart::Real;
        state.policy = options.policy.clone().unwrap_or_else(|| executor.policy.clone());
        Ok(Self::from_state(executor, state, limits, 0))
    }

    pub(super) fn from_state(executor: &Arc<Executor>, state: State, limits: Limits, revision: u64) -> Arc<Session> {
        let inner = Inner {
            state,
            revision,
            history: History::default(),
            limits,
            running: false,
            closed: false,
            queue: VecDeque::new(),
            running_cancel: CancelFlag::default(),
            used: Used::default(),
        };
        let id = SESSIONS.fetch_add(1, Ordering::Relaxed);
        Arc::new(Session { id, executor: Arc::clone(executor), inner: Mutex::new(inner), edits: Edits::default() })
    }

    /// A number that no other session of the process has.
    pub fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn edits(&self) -> &Edits {
        &self.edits
    }

    pub fn executor(&self) -> &Arc<Executor> {
        &self.executor
    }

    /// A poisoned lock only says that a thread panicked with it; the state inside is always whole.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // Running ---------------------------------------------------------------------------------------------------

    /// Runs a command and waits for it. Errors: `SESSION_BUSY`, `SESSION_CLOSED`, `INTERNAL`.
    pub fn execute_sync(self: &Arc<Self>, request: &Request) -> Result<RunResult, ApiError> {
        {
            let mut inner = self.lock();
            if inner.closed {
                return Err(ApiError::closed());
            }
            if inner.running {
                return Err(ApiError::busy());
            }
            inner.running = true;
        }
        let result = self.run_now(request, false);
        self.next(|| ());
        heavy::free_kept();
        result
    }

    /// Queues a command: first come, first served. `done` gets the result on another thread.
    pub fn execute(self: &Arc<Self>, request: Request, done: Done) {
        let mut inner = self.lock();
        if inner.closed {
            drop(inner);
            done(Err(ApiError::closed()));
            return;
        }
        inner.queue.push_back((request, done));
        if inner.running {
            return;
        }
        inner.running = true;
        drop(inner);
        self.schedule();
    }

    fn schedule(self: &Arc<Self>) {
        let session = Arc::clone(self);
        pool::submit(Box::new(move || session.run_queued()));
    }

    /// Runs the first call of the queue, on a thread of the pool.
    fn run_queued(self: &Arc<Self>) {
        let Some((request, done)) = self.lock().queue.pop_front() else {
            self.lock().running = false;
            return;
        };
        let result = self.run_now(&request, true);
        self.next(|| done(result));
    }

    /// Ends a call that has been cancelled while it waits for its turn: it is told at once, and is as if it had never been.
    /// One that runs ends by its flag.
    pub fn withdraw(&self, cancel: &CancelFlag) {
        let mut inner = self.lock();
        let Some(index) = inner.queue.iter().position(|(request, _)| request.cancel.same(cancel)) else {
            return;
        };
        let Some((request, done)) = inner.queue.remove(index) else { return };
        let (state, limits, used, revision) = (inner.state.clone(), inner.limits, inner.used, inner.revision);
        drop(inner);
        let cwd = state.shell.logical_cwd.to_string();
        // Stopped before its first step. A panic in it changes nothing: what it worked on is its own.
        let outcome =
            catch_unwind(AssertUnwindSafe(|| run(&self.executor, &limits, state, &request, true, self.id, used)));
        done(match outcome {
            Ok((_, result)) => Ok(RunResult { cwd, revision, ..result }),
            Err(_) => Err(ApiError::internal("a call that waited panicked")),
        });
    }

    /// After a call: tells its outcome, then starts the next one, or rests. Under the lock, so that outcomes are told in
    /// the order of the calls, and whoever is told finds the session at rest. `tell` must not call the session.
    fn next(self: &Arc<Self>, tell: impl FnOnce()) {
        let mut inner = self.lock();
        let more = !inner.queue.is_empty();
        inner.running = more;
        tell();
        drop(inner);
        if more {
            self.schedule();
        }
    }

    fn run_now(&self, request: &Request, can_wait: bool) -> Result<RunResult, ApiError> {
        let (state, limits, used) = {
            let mut inner = self.lock();
            if inner.closed {
                return Err(ApiError::closed());
            }
            inner.running_cancel = request.cancel.clone();
            (inner.state.clone(), inner.limits, inner.used)
        };
        let before = state.tree.clone();
        // What a panic leaves is dropped: the state was cloned, and nothing is published.
        let outcome =
            catch_unwind(AssertUnwindSafe(|| run(&self.executor, &limits, state, request, can_wait, self.id, used)));
        let mut inner = self.lock();
        let Ok((mut next, mut result)) = outcome else {
            inner.closed = true;
            return Err(ApiError::internal("a command panicked"));
        };
        if result.failure.as_ref().is_some_and(|failure| failure.code == ASYNC_REQUIRED) {
            return Err(ApiError::async_required(None));
        }
        inner.used.steps = inner.used.steps.saturating_add(result.usage.steps);
        inner.used.commands = inner.used.commands.saturating_add(result.usage.commands);
        let keep =
            result.approval.is_none() && (!request.atomic || (result.exit_code == 0 && result.failure.is_none()));
        if let Some(bounds) = &request.output {
            output::show(&mut result, bounds, keep.then_some(&mut next));
        }
        if keep && !inner.closed {
            result.changed = !before.same(&next.tree, &AbsPath::root());
            // A snapshot taken meanwhile has marked the past; a run itself marks nothing.
            let lineage = std::mem::take(&mut inner.state.lineage);
            inner.publish(State { lineage, ..next }, result.changed, "execute");
        } else if !keep {
            result.cwd = inner.state.shell.logical_cwd.to_string();
        }
        result.revision = inner.revision;
        Ok(result)
    }

    // Looking and changing --------------------------------------------------------------------------------------

    /// The last published state.
    pub fn state(&self) -> Result<State, ApiError> {
        let inner = self.lock();
        if inner.closed { Err(ApiError::closed()) } else { Ok(inner.state.clone()) }
    }

    /// Changes the state while nothing runs; on an error nothing is changed. Each change of the tree is a revision, made
    /// by the method `cause`.
    pub(super) fn change<R>(
        &self,
        cause: &'static str,
        change: impl FnOnce(&mut State) -> Result<R, ApiError>,
    ) -> Result<R, ApiError> {
        self.change_knowing(cause, |inner| {
            let mut next = inner.state.clone();
            let result = change(&mut next)?;
            Ok((next, result))
        })
    }

    /// The same for a change that depends on more than the state: it gives the next state.
    pub(super) fn change_knowing<R>(
        &self,
        cause: &'static str,
        change: impl FnOnce(&Inner) -> Result<(State, R), ApiError>,
    ) -> Result<R, ApiError> {
        let mut inner = self.open()?;
        if inner.running {
            return Err(ApiError::busy());
        }
        let (mut next, result) = change(&inner)?;
        // Going back is the host's own business; nothing else may do what the policy forbids.
        if cause != "restore" {
            inner.state.policy.check_changes(&inner.state.tree, &next.tree)?;
        }
        next.policy = inner.state.policy.clone();
        let changed = !inner.state.tree.same(&next.tree, &AbsPath::root());
        inner.publish(next, changed, cause);
        Ok(result)
    }

    /// The inner state of a session that was not closed.
    pub(super) fn open(&self) -> Result<MutexGuard<'_, Inner>, ApiError> {
        let inner = self.lock();
        if inner.closed { Err(ApiError::closed()) } else { Ok(inner) }
    }

    /// Counts changes of the tree; only goes up.
    pub fn revision(&self) -> u64 {
        self.lock().revision
    }

    pub fn limits(&self) -> Limits {
        self.lock().limits
    }

    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// A call is running or waits for its turn.
    pub fn is_busy(&self) -> bool {
        self.lock().running
    }

    /// The session's time, virtual or real. A closed session has none.
    pub fn now(&self) -> Result<Time, ApiError> {
        let state = self.state()?;
        Ok(if state.real_clock { host_time() } else { state.clock })
    }

    /// What the whole tree uses of its quotas.
    pub fn totals(&self) -> Result<Totals, ApiError> {
        Ok(self.state()?.tree.totals())
    }

    /// How much of the tree only this session holds. Its own history counts as another holder.
    pub fn memory(&self) -> Result<Memory, ApiError> {
        let mut inner = self.open()?;
        inner.state.lineage.forget();
        Ok(inner.state.tree.memory())
    }

    /// The hash of the files under `/workspace`.
    pub fn content_hash(&self) -> Result<Hash, ApiError> {
        content_hash(&self.state()?.tree)
    }

    pub fn cwd(&self) -> Result<String, ApiError> {
        Ok(self.state()?.shell.logical_cwd.to_string())
    }

    /// The exported variables, sorted by name.
    pub fn env(&self) -> Result<Vec<(String, String)>, ApiError> {
        let state = self.state()?;
        let pairs = state.shell.variables.exported();
        Ok(pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }

    /// Ends the session: queued calls fail with `SESSION_CLOSED`, a running one is aborted and publishes nothing. Idempotent.
    pub fn close(&self) {
        let queue = {
            let mut inner = self.lock();
            inner.closed = true;
            inner.running_cancel.cancel();
            inner.history = History::default();
            // The tree is let go now, not when the last handle is collected.
            let limits = inner.limits.tree;
            let start = inner.state.clock;
            inner.state = State::new(Tree::new(limits, start), Vec::new(), &AbsPath::workspace(), start, 0);
            std::mem::take(&mut inner.queue)
        };
        for (_, done) in queue {
            done(Err(ApiError::closed()));
        }
    }

    // State as a value ------------------------------------------------------------------------------------------

    /// The state, frozen. O(1).
    pub fn snapshot(&self) -> Result<Arc<Snapshot>, ApiError> {
        let mut inner = self.lock();
        if inner.closed {
            return Err(ApiError::closed());
        }
        let State { tree, lineage, .. } = &mut inner.state;
        lineage.mark(tree);
        Ok(Snapshot::new(&self.executor, inner.state.clone(), inner.limits))
    }

    /// Another session that starts from this one's state. O(1).
    pub fn fork(&self, seed: Option<u64>, limits: Option<Limits>) -> Result<Arc<Session>, ApiError> {
        self.snapshot()?.fork(seed, limits)
    }
}

/// The path that a new session's option names, its parents made.
fn place(tree: &mut Tree, path: &[u8], now: Time) -> Result<AbsPath, Errno> {
    let target = AbsPath::lexical_within(&AbsPath::workspace(), path, tree.limits())?;
    if let Some(parent) = target.parent() {
        tree.mkdir_all(&parent, 0o755, now)?;
    }
    Ok(target)
}

pub(super) fn content_hash(tree: &Tree) -> Result<Hash, ApiError> {
    let workspace = AbsPath::workspace();
    match tree.content_hash(&workspace) {
        Ok(hash) => Ok(hash),
        // An agent may remove the folder itself; what is not there is hashed as empty.
        Err(Errno::NotFound) => Tree::new(*tree.limits(), Time(0))
            .content_hash(&workspace)
            .map_err(|errno| ApiError::file(errno, "hash", "/workspace")),
        Err(errno) => Err(ApiError::file(errno, "hash", "/workspace")),
    }
}
