//! The shell: its language, the virtual processes that run it, and the commands' way into it.
//!
//! It knows nothing of which commands exist (they come in a [`command::Registry`]) nor of sessions.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

pub mod arith;
pub mod builtins;
pub mod capabilities;
pub mod command;
pub mod dispatch;
pub mod exec;
pub mod expand;
pub mod flow;
pub mod format;
pub mod history;
pub mod jobs;
pub mod kernel;
pub mod options;
pub mod pattern;
pub mod policy;
pub mod programs;
pub mod regex;
#[allow(clippy::module_inception, reason = "the shell itself, beside what it is made of")]
pub mod shell;
pub mod state;
pub mod syntax;
pub mod variables;
