//! The shell: its language, its patterns and the regular expressions that it shares with the tools.

pub mod pattern;
pub mod regex;
pub mod syntax;
