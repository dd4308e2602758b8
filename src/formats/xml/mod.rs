//! XML 1.0 with namespaces: a reader that says what is wrong as libxml2 does, the tree, a writer, XPath 1.0.
//!
//! Nothing is fetched: external entities and DTDs are left alone.

mod canonical;
mod name;
mod read;
#[cfg(test)]
mod tests;
pub mod tree;
mod write;
pub mod xpath;

pub use canonical::write_canonical;
pub use name::{is_name, is_name_start};
pub use read::{Fault, Level, Options, Parsed, read};
pub use tree::{Element, Id, Kind, NONE, Name, Node, ROOT, Tree};
pub(crate) use write::comment;
pub use write::{Charset, Form, escape_attribute, escape_text, write_document, write_node};
