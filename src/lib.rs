//! mem-sandbox.

pub mod shell;
