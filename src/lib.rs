//! mem-sandbox.

pub mod formats;
