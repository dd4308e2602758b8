//! YAML 1.2: a reader that keeps comments, styles, anchors and layout, and a writer that writes them again.
//!
//! What a plain scalar means is the core schema's, with what most readers add to it: `0b` and `0o` numbers, a leading
//! zero as octal, and underscores between digits. `yes` and `no` are strings.

mod block;
mod flow;
mod node;
mod read;
mod resolve;
mod scalar;
#[cfg(test)]
mod tests;
mod write;

pub use node::{Content, Document, Layout, MAX_DEPTH, Node, Style, Trivia, YamlError};
pub use read::{Reader, read_all};
pub use resolve::{Plain, Tag, core_tag, resolve};
pub use write::{Options, can_be_plain, write};
