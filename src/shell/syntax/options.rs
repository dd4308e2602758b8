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
    /// Keep the text of command substitutions, which are to be parsed as they run: commands before them may change how
    /// they read. Default: false.
    pub late: bool,
    /// The line number of the first line. Default: 1.
    pub first_line: u32,
}

/// The nesting that the recursion of the parser, the printer and the destructors is measured to bear on a stack of
/// 2 MiB (at most 1.4 KiB a level; without optimisation 4 KiB). `$(…)` and functions count as two levels.
pub const MAXIMUM_DEPTH: usize = if cfg!(debug_assertions) { 300 } else { 1000 };

impl Default for ParseOptions<'_> {
    fn default() -> Self {
        Self { extglob: true, depth: MAXIMUM_DEPTH, aliases: None, late: false, first_line: 1 }
    }
}
