//! The shell: its language, and the machine that runs it.

pub mod syntax;
