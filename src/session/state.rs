//! The state of a session as one value.

use std::sync::Arc;

use bstr::BString;

use super::lineage::Lineage;
use super::policy::SessionPolicy;
use shell::kernel::Rng;
use shell::shell::ShellState;
use workspace::{AbsPath, Time, Tree};

/// Everything that a session is at one moment. Cloning copies a few pointers, whatever the tree holds.
#[derive(Clone)]
pub struct State {
    pub tree: Tree,
    pub shell: Arc<ShellState>,
    /// The virtual time at which the next call starts.
    pub clock: Time,
    /// The session lives on the host's clock. Not part of what is encoded.
    pub real_clock: bool,
    /// The generator behind `/dev/urandom` and its like.
    pub random: u64,
    /// The environment that a fresh shell starts with.
    pub environ: Arc<Vec<(BString, BString)>>,
    /// The seed that the state started from; forks keep it.
    pub seed: u64,
    /// What commands and host calls may do; forks keep it. Not part of what is encoded.
    pub policy: SessionPolicy,
    /// From which states it comes. Not part of what is encoded.
    pub lineage: Lineage,
}

impl State {
    /// A new state over a tree.
    pub fn new(tree: Tree, environ: Vec<(BString, BString)>, cwd: &AbsPath, clock: Time, seed: u64) -> State {
        let environ = Arc::new(environ);
        let shell = Arc::new(fresh_shell(&environ, cwd, clock, seed));
        State {
            tree,
            shell,
            clock,
            real_clock: false,
            random: Rng::new(seed).next_u64(),
            environ,
            seed,
            policy: SessionPolicy::default(),
            lineage: Lineage::default(),
        }
    }

    /// Starts the generators again from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.random = Rng::new(seed).next_u64();
        Arc::make_mut(&mut self.shell).random = shell_seed(seed);
    }

    /// The state with a shell as new, in the folder where sessions start.
    pub fn with_fresh_shell(&self) -> State {
        let shell = fresh_shell(&self.environ, &AbsPath::workspace(), self.clock, self.seed);
        State { shell: Arc::new(shell), ..self.clone() }
    }
}

/// What every session has in its environment unless the host says otherwise.
pub fn default_environ() -> Vec<(BString, BString)> {
    let defaults = [
        ("HOME", "/workspace"),
        ("HOSTNAME", "sandbox"),
        ("LANG", "C.UTF-8"),
        ("LC_ALL", "C.UTF-8"),
        ("LOGNAME", "user"),
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("PWD", "/workspace"),
        ("SHELL", "/bin/bash"),
        ("TZ", "UTC"),
        ("USER", "user"),
    ];
    defaults.iter().map(|(name, value)| (BString::from(*name), BString::from(*value))).collect()
}

fn fresh_shell(environ: &Vec<(BString, BString)>, cwd: &AbsPath, clock: Time, seed: u64) -> ShellState {
    let mut shell = ShellState::from_environ(environ, cwd, 0o022);
    shell.random = shell_seed(seed);
    shell.seconds_base = clock.0;
    shell
}

/// `RANDOM` has 31 bits of state, never 0.
fn shell_seed(seed: u64) -> u32 {
    (Rng::new(seed ^ 0x5eed).next_u64() as u32 & 0x7fff_ffff).max(1)
}
