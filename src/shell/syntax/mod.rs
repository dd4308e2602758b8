//! The shell's syntax: lexing and parsing into the tree of [`ast`].

pub mod ast;
