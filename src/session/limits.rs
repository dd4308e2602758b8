//! The one table of limits: names, units, defaults, maxima. `docs/limits.md` is checked against it.

use shell::kernel::{Limit, RunLimits};
use workspace::TreeLimits;

/// Everything that is limited, as one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub tree: TreeLimits,
    pub run: RunLimits,
    /// Wall time of one call in milliseconds.
    pub wall_ms: u64,
    /// What one call may have allocated at once, in bytes.
    pub memory_bytes: u64,
    /// Work of all calls of a session together.
    pub session_steps: u64,
    /// Commands of all calls of a session together.
    pub session_commands: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            tree: TreeLimits::default(),
            run: RunLimits::default(),
            wall_ms: 30_000,
            memory_bytes: 1 << 30,
            session_steps: 1_000_000_000_000,
            session_commands: 100_000_000_000,
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct LimitInfo {
    /// The name in the API.
    pub name: &'static str,
    pub unit: &'static str,
    /// The highest value that a host can ask for.
    pub most: u64,
    pub meaning: &'static str,
    get: fn(&Limits) -> u64,
    set: fn(&mut Limits, u64),
}

/// Declares rows whose value is one field.
macro_rules! row {
    ($name:literal, $unit:literal, $most:expr, $($field:ident).+, $type:ty, $meaning:literal) => {
        LimitInfo {
            name: $name,
            unit: $unit,
            most: $most,
            meaning: $meaning,
            get: |limits| limits.$($field).+ as u64,
            set: |limits, value| limits.$($field).+ = <$type>::try_from(value).unwrap_or(<$type>::MAX),
        }
    };
}

/// Every limit, in the order of the documentation.
pub static LIMITS: &[LimitInfo] = &[
    row!("fileBytes", "bytes", 1 << 32, tree.file_bytes, u64, "one file"),
    row!("totalBytes", "bytes", 1 << 36, tree.total_bytes, u64, "all files and link targets of the tree"),
    row!("nodes", "nodes", 50_000_000, tree.nodes, u64, "files, folders, links and FIFOs of the tree"),
    row!("pathBytes", "bytes", 4_096, tree.path_bytes, u32, "one path"),
    row!("nameBytes", "bytes", 255, tree.name_bytes, u32, "one name in a path"),
    row!("steps", "steps", 1 << 50, run.steps, u64, "work of one call; a step is also a microsecond of virtual time"),
    row!("wallMs", "milliseconds", 86_400_000, wall_ms, u64, "real time of one call"),
    row!("memoryBytes", "bytes", 1 << 40, memory_bytes, u64, "allocated by one call and not freed"),
    row!("commands", "commands", 1 << 50, run.commands, u64, "run by one call: functions, builtins and others"),
    row!("sessionSteps", "steps", 1 << 50, session_steps, u64, "work of all calls of a session together"),
    row!("sessionCommands", "commands", 1 << 50, session_commands, u64, "run by all calls of a session together"),
    row!("outputBytes", "bytes", 1 << 30, run.output_bytes, u64, "captured of each output stream; the rest is counted"),
    row!("pipeBytes", "bytes", 1 << 40, run.pipe_bytes, u64, "through all pipes of one call"),
    row!("expansionBytes", "bytes", 1 << 30, run.expansion_bytes, u64, "made by one expansion"),
    row!("depth", "calls", 1_000, run.depth, u32, "nested functions, sources, substitutions and subshells"),
    row!("processes", "processes", 16_384, run.processes, u32, "virtual processes alive at once"),
    row!("jobs", "jobs", 4_096, run.jobs, u32, "background jobs of a shell alive at once"),
    row!("scriptBytes", "bytes", 1 << 28, run.script_bytes, u64, "the text of one call"),
];

impl LimitInfo {
    pub fn get(&self, limits: &Limits) -> u64 {
        (self.get)(limits)
    }

    pub fn set(&self, limits: &mut Limits, value: u64) {
        (self.set)(limits, value);
    }

    pub fn default(&self) -> u64 {
        self.get(&Limits::default())
    }

    pub fn by_name(name: &str) -> Option<&'static LimitInfo> {
        LIMITS.iter().find(|info| info.name == name)
    }
}

impl Limits {
    /// The lower of the two in every row: a call may narrow what its session has, never widen it.
    pub fn narrowed(&self, other: &Limits) -> Limits {
        let mut narrowed = *self;
        for info in LIMITS {
            info.set(&mut narrowed, info.get(self).min(info.get(other)));
        }
        narrowed
    }
}

/// The API's name of a limit that stopped a run.
pub fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "steps",
        Limit::Commands => "commands",
        Limit::WallTime => "wallMs",
        Limit::Memory => "memoryBytes",
        Limit::PipeBytes => "pipeBytes",
        Limit::ExpansionBytes => "expansionBytes",
        Limit::Depth => "depth",
        Limit::Processes => "processes",
        Limit::Jobs => "jobs",
        Limit::ScriptBytes => "scriptBytes",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_reads_what_it_sets_and_its_default_is_within_its_maximum() {
        for info in LIMITS {
            let mut limits = Limits::default();
            assert!(info.default() <= info.most, "{}", info.name);
            info.set(&mut limits, 7);
            assert_eq!(info.get(&limits), 7, "{}", info.name);
            let changed = LIMITS.iter().filter(|row| row.get(&limits) != row.default()).count();
            assert_eq!(changed, 1, "{} sets one value", info.name);
        }
    }

    #[test]
    fn the_documented_table_is_the_one_in_code() {
        let document = include_str!("../../docs/limits.md");
        for info in LIMITS {
            let row =
                format!("| `{}` | {} | {} | {} | {} |", info.name, info.unit, info.default(), info.most, info.meaning);
            assert!(document.contains(&row), "docs/limits.md lacks the row\n{row}");
        }
    }
}
