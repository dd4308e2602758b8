//! What stands in for an operating system: processes, time, pipes, descriptors and the way to the files of one run.
//!
//! All of it belongs to one thread; nothing here outlives the run.

pub mod fd;
pub mod halt;
pub mod limits;
pub mod outside;
pub mod pipe;
pub mod rng;
pub mod scheduler;
pub mod signal;
pub mod vfs;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::capabilities::Capabilities;
use crate::command::Registry;
use crate::policy::Policy;
use crate::programs::Programs;
use crate::syntax::Construct;

pub use fd::{Capture, Description, Fd, FdTable, IoError, Live, Source};
pub use halt::Halt;
pub use limits::{Limit, RunLimits, StopReason};
pub use outside::{Bell, Inbox};
pub use pipe::Pipe;
pub use rng::Rng;
pub use scheduler::{Disposition, Pid, Process, Scheduler, Watch};
pub use signal::Signal;
pub use vfs::{Access, DirEntry, OpenOptions, PathRules, Stat, Vfs};

/// A construct that is switched off, and the line of a call's text where it stands.
pub type Refusal = (Construct, u32);

/// Everything that the processes of one run share.
pub struct Kernel {
    pub scheduler: Rc<Scheduler>,
    pub vfs: Vfs,
    pub registry: Arc<Registry>,
    pub programs: Arc<Programs>,
    pub policy: Option<Rc<dyn Policy>>,
    pub capabilities: Arc<Capabilities>,
    /// What the text of the call was refused for.
    pub refused: Cell<Option<Refusal>>,
    /// The number of the session whose run this is; 0 for none.
    pub session: u64,
    /// The host's number of the call that this is; 0 for none.
    pub call: u64,
    /// Commands dispatched so far: functions, builtins and others.
    pub commands_run: Cell<u64>,
}
