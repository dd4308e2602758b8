//! Tests of the parser.

mod acceptance;
mod robustness;
