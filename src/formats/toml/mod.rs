//! TOML 1.0 as the nodes of [`yaml`](crate::yaml), with comments.
//!
//! Tables are mappings of style `Plain`, inline tables and arrays of style `Flow`. Dates are plain scalars.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::read;
pub use write::{key_text, write};
