//! Profiles: named starting points for what an executor gives its sessions.

use super::executor::ExecutorOptions;
use super::limits::{LIMITS, Limits};
use shell::syntax::{Construct, Language};

/// A named set of limits, commands, builtins and constructs, over which an executor's own options go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Profile {
    /// Everything, with the limits of `docs/limits.md`.
    #[default]
    Normal,
    /// Everything, with tight limits.
    Hardened,
    /// The twenty commands, the language and the limits of the Python package.
    Seed,
}

/// The commands of the Python package that are commands here.
const SEED_COMMANDS: &[&str] = &[
    "cat", "cp", "echo", "env", "find", "grep", "head", "ls", "mkdir", "mv", "pwd", "rm", "sort", "tail", "touch",
    "uniq", "wc",
];

/// Those that are the shell's own; `echo` and `pwd` are both.
const SEED_BUILTINS: &[&str] = &["cd", "echo", "export", "pwd", "unset"];

impl Profile {
    /// The profile of that name.
    pub fn by_name(name: &str) -> Option<Profile> {
        match name {
            "normal" => Some(Profile::Normal),
            "hardened" => Some(Profile::Hardened),
            "seed" => Some(Profile::Seed),
            _ => None,
        }
    }

    /// The options of an executor with nothing else said.
    pub fn options(self) -> ExecutorOptions {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let options = ExecutorOptions { limits: self.limits(), ..ExecutorOptions::default() };
        match self {
            Profile::Normal | Profile::Hardened => options,
            Profile::Seed => ExecutorOptions {
                commands: Some(names(SEED_COMMANDS)),
                builtins: Some(names(SEED_BUILTINS)),
                language: seed_language(),
                ..options
            },
        }
    }

    /// Its limits.
    pub fn limits(self) -> Limits {
        let values: &[(&str, u64)] = match self {
            Profile::Normal => &[],
            Profile::Hardened => HARDENED,
            Profile::Seed => SEED_LIMITS,
        };
        let mut limits = Limits::default();
        for info in LIMITS {
            if let Some((_, value)) = values.iter().find(|(name, _)| *name == info.name) {
                info.set(&mut limits, *value);
            }
        }
        limits
    }
}

/// What `hardened` lowers.
const HARDENED: &[(&str, u64)] = &[
    ("fileBytes", 8 << 20),
    ("totalBytes", 32 << 20),
    ("nodes", 20_000),
    ("steps", 20_000_000),
    ("wallMs", 5_000),
    ("memoryBytes", 256 << 20),
    ("commands", 100_000),
    ("sessionSteps", 2_000_000_000),
    ("sessionCommands", 10_000_000),
    ("outputBytes", 1 << 20),
    ("pipeBytes", 64 << 20),
    ("expansionBytes", 1 << 20),
    ("depth", 200),
    ("processes", 128),
    ("jobs", 8),
    ("scriptBytes", 128 << 10),
];

/// What `seed` lowers, as the Python package has it.
const SEED_LIMITS: &[(&str, u64)] = &[
    ("fileBytes", 4 << 20),
    ("totalBytes", 16 << 20),
    ("nodes", 10_000),
    ("outputBytes", 256 << 10),
    ("scriptBytes", 32 << 10),
];

/// Words, quotes, `$NAME` and `${NAME}`, `;`, `&&`, `|`, `>` and `>>`. `*`, `?`, `[`, `{`, `~`, `$1` and `$?` are text.
fn seed_language() -> Language {
    let mut language = Language::default();
    for construct in Construct::ALL {
        language.set(*construct, false);
    }
    language.set_as_text();
    language
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_tables_are_those_in_code() {
        let document = include_str!("../../docs/limits.md");
        for info in LIMITS {
            let (hardened, seed) = (Profile::Hardened.limits(), Profile::Seed.limits());
            if info.get(&hardened) == info.default() && info.get(&seed) == info.default() {
                continue;
            }
            let row = format!("| `{}` | {} | {} |", info.name, info.get(&hardened), info.get(&seed));
            assert!(document.contains(&row), "docs/limits.md lacks the row\n{row}");
        }
        let document = include_str!("../../docs/host.md");
        for construct in Construct::ALL {
            let covers = construct.covers().replace('|', "\\|");
            let row = format!("| `{}` | {covers} |", construct.name());
            assert!(document.contains(&row), "docs/host.md lacks the row\n{row}");
        }
    }

    #[test]
    fn tight_limits_are_tighter() {
        for profile in [Profile::Hardened, Profile::Seed] {
            let limits = profile.limits();
            assert!(LIMITS.iter().all(|info| info.get(&limits) <= info.default()));
        }
        for (name, _) in HARDENED.iter().chain(SEED_LIMITS) {
            assert!(LIMITS.iter().any(|info| info.name == *name), "{name}");
        }
    }
}
