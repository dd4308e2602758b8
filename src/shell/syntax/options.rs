//! What a caller can choose about parsing.

use bstr::BString;

/// Looks up an alias by name; gives its text.
pub type AliasLookup<'a> = &'a dyn Fn(&[u8]) -> Option<BString>;

/// How to parse.
#[derive(Clone, Copy)]
pub struct ParseOptions<'a> {
    /// Read `?( *( +( @( !(` as patterns. Default: true.
    pub extglob: bool,
    /// How deep constructs may nest before it is a syntax error. Default and maximum: [`MAXIMUM_DEPTH`].
    pub depth: usize,
    /// Alias expansion; `None` (the default) is off.
    pub aliases: Option<AliasLookup<'a>>,
    /// The line number of the first line. Default: 1.
    pub first_line: u32,
}

/// The nesting that the parser's, the printer's and the destructors' recursion is measured to bear on a 2 MiB stack,
/// in debug builds too.
pub const MAXIMUM_DEPTH: usize = 1000;

impl Default for ParseOptions<'_> {
    fn default() -> Self {
        Self { extglob: true, depth: MAXIMUM_DEPTH, aliases: None, first_line: 1 }
    }
}
