//! Tests of the parser.

mod acceptance;
mod arithmetic;
mod braces;
mod printing;
mod robustness;
mod units;
