//! Tests of the parser.

mod acceptance;
