//! The language: its words, its grammar, its tree.

pub mod ast;
mod lexer;
mod parser;
mod terms;

pub use parser::parse;

/// A fault in a program's text.
#[derive(Clone, Debug)]
pub struct Fault {
    pub message: String,
    /// The byte at which the place of the fault begins.
    pub position: usize,
}

/// Shows faults as jq does: each with its file and line, the line itself, and spaces up to the place.
pub fn describe(fault: &Fault, file: &str, text: &[u8]) -> String {
    let position = fault.position.min(text.len());
    let start = memchr::memrchr(b'\n', &text[..position]).map_or(0, |newline| newline + 1);
    let end = memchr::memchr(b'\n', &text[position..]).map_or(text.len(), |newline| position + newline);
    let line = memchr::memchr_iter(b'\n', &text[..start]).count() + 1;
    let shown = String::from_utf8_lossy(&text[start..end]);
    let width = position - start;
    format!("jq: error: {} at {file}, line {line}:\n{shown}{:width$}\n", fault.message, "")
}
