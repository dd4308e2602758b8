//! The shell.

pub mod format;
