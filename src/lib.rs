//! mem-sandbox: a deterministic in-memory workspace and bash for AI agents.
//!
//! The layers, each of which uses only those above it: [`workspace`] (the tree), [`shell`] (the language and its
//! virtual processes), [`commands`], and the bindings.

pub mod commands;
pub mod shell;
pub mod workspace;
