//! The limits of a run, by name, in one place.

/// What one run may use. Every value is a maximum; reaching beyond it stops the run with the limit's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLimits {
    /// Units of work; each also moves the virtual clock by 1 µs. Default 100,000,000.
    pub steps: u64,
    /// Commands run: functions, builtins and others. Default 10,000,000.
    pub commands: u64,
    /// Bytes captured of each output stream; what comes after is counted and dropped. Default 10 MiB.
    pub output_bytes: u64,
    /// Bytes through all pipes of the run. Default 256 MiB.
    pub pipe_bytes: u64,
    /// Bytes that one expansion may make. Default 16 MiB.
    pub expansion_bytes: u64,
    /// Nested calls: functions, `source`, `eval`, substitutions, subshells. Default 1,000.
    pub depth: u32,
    /// Virtual processes alive at once. Default 64 jobs with room for the stages of their pipelines.
    pub processes: u32,
    /// Background jobs alive at once. Default 64.
    pub jobs: u32,
    /// Bytes of a script. Default 1 MiB.
    pub script_bytes: u64,
}

impl Default for RunLimits {
    fn default() -> Self {
        RunLimits {
            steps: 100_000_000,
            commands: 10_000_000,
            output_bytes: 10 << 20,
            pipe_bytes: 256 << 20,
            expansion_bytes: 16 << 20,
            depth: 1_000,
            processes: 2_048,
            jobs: 64,
            script_bytes: 1 << 20,
        }
    }
}

/// Which limit stopped a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Steps,
    Commands,
    WallTime,
    Memory,
    PipeBytes,
    ExpansionBytes,
    Depth,
    Processes,
    Jobs,
    ScriptBytes,
}

/// Why a run was stopped before its program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    Limit(Limit, u64),
    /// The caller's abort signal.
    Cancelled,
    /// Every process waits for another and no timer is set.
    Deadlock,
    /// A file has to be fetched, and the call cannot wait for it.
    AsyncRequired,
    /// A command needs somebody's word: the policy knows which.
    Approval,
}
