//! mem-sandbox.

pub mod workspace;
