//! The shell's syntax: lexing and parsing into the tree of [`ast`].

mod alias;
pub mod analyze;
mod arith;
mod arith_token;
mod assignment;
pub mod ast;
mod brace;
mod command;
mod compound;
mod cond;
mod double;
mod error;
mod here_document;
mod language;
mod matching;
mod options;
mod param;
mod parser;
pub mod print;
mod print_redirection;
mod print_word;
mod quote;
mod redirection;
mod restrict;
mod scanner;
mod spelling;
mod substitution;
#[cfg(test)]
mod tests;
mod tilde;
mod token;
mod word;

pub use arith::parse_arith;
pub use error::{ArithError, ArithErrorKind, Recovery, SyntaxError, SyntaxWarning};
pub use language::{Construct, Language, Refused};
pub use options::{AliasLookup, MAXIMUM_DEPTH, ParseOptions};
pub use parser::{Units, parse, parse_subscript, parse_with_warnings, parse_word_as_double_quoted};
pub use quote::decode_ansi;
pub use restrict::{restrict, restrict_function, restrict_word};
pub use token::is_reserved_word;
