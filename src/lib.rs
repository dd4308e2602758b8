//! mem-sandbox: a deterministic in-memory workspace and bash for AI agents.
//!
//! The layers, each of which uses only those above it: [`workspace`] (the tree), [`shell`] (the language and its
//! virtual processes), [`commands`], [`formats`] (what models write), [`session`] (states, runs, snapshots), [`node`]
//! (the bindings).

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests read their cases, measure, start threads and ask other tools"
    )
)]

mod counted;

pub use commands;
pub use formats;
pub use host;
pub mod node;
pub use session;
pub use shell;
pub use workspace;

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;
