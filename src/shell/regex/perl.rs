//! The parser of the Perl syntax.

use super::Options;
use super::ast::Node;
use super::error::RegexError;

pub(super) struct Parsed {
    pub node: Node,
    pub groups: u32,
    pub names: Vec<(String, u32)>,
}

pub(super) fn parse(
    _pattern: &[u8],
    _options: &Options,
    _first: u32,
) -> Result<Parsed, RegexError> {
    Err(RegexError::Perl("not supported yet".to_owned()))
}
