//! What options of the command line make of the language: POSIX's, that of Brian Kernighan's awk, or gawk's.

use shell::expand::{case, characters};

use super::program::Builtin;

/// The language of one run; gawk's with nothing chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dialect {
    /// `-P`: nothing but what POSIX says.
    pub posix: bool,
    /// `-c`: without gawk's own extensions.
    pub traditional: bool,
    /// `-t`: warns of what the awk of 1979 did not have.
    pub lint_old: bool,
    /// `-b`: a byte is a character.
    pub bytes: bool,
    /// `-n`: what is read may be hexadecimal or octal.
    pub non_decimal: bool,
}

impl Dialect {
    /// Without gawk's extensions.
    pub fn is_plain(self) -> bool {
        self.posix || self.traditional
    }

    /// How strings are read as numbers.
    pub fn numbers(self) -> Numbers {
        if self.posix {
            Numbers::Posix
        } else if self.non_decimal {
            Numbers::AnyBase
        } else {
            Numbers::Decimal
        }
    }

    /// What a character is.
    pub fn characters(self) -> Characters {
        Characters { bytes: self.bytes }
    }

    /// Whether a function is known.
    pub fn has_builtin(self, builtin: Builtin) -> bool {
        !(self.is_plain() && is_extension(builtin))
    }
}

/// Functions that only gawk has.
fn is_extension(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::And
            | Builtin::Asort
            | Builtin::Asorti
            | Builtin::BindTextDomain
            | Builtin::DcGetText
            | Builtin::DcnGetText
            | Builtin::Compl
            | Builtin::Gensub
            | Builtin::IsArray
            | Builtin::Lshift
            | Builtin::Mkbool
            | Builtin::Mktime
            | Builtin::Or
            | Builtin::Patsplit
            | Builtin::Rshift
            | Builtin::Strftime
            | Builtin::Strtonum
            | Builtin::Systime
            | Builtin::Typeof
            | Builtin::Xor
    )
}

/// Functions that the awk of 1979 had not.
pub fn is_new(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Atan2
            | Builtin::Close
            | Builtin::Cos
            | Builtin::Gsub
            | Builtin::Match
            | Builtin::Rand
            | Builtin::Sin
            | Builtin::Srand
            | Builtin::Sub
            | Builtin::System
            | Builtin::Tolower
            | Builtin::Toupper
    )
}

/// How the text of a string or of input is read as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    #[default]
    Decimal,
    /// `-n`: with `0x` hexadecimal, with `0` octal.
    AnyBase,
    /// `-P`: all that C's `strtod` reads, hexadecimal numbers and words among it.
    Posix,
}

/// What counts as a character: those of UTF-8, or bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Characters {
    pub bytes: bool,
}

impl Characters {
    pub fn count(self, text: &[u8]) -> usize {
        if self.bytes { text.len() } else { characters::count(text) }
    }

    /// How many bytes the first character of `text`, which must not be empty, takes.
    pub fn step(self, text: &[u8]) -> usize {
        if self.bytes { 1 } else { characters::step(text) }
    }

    /// Where character `index` begins, or the end.
    pub fn offset(self, text: &[u8], index: usize) -> usize {
        if self.bytes { index.min(text.len()) } else { characters::offset(text, index) }
    }

    pub fn lower(self, text: &[u8]) -> Vec<u8> {
        if self.bytes { text.to_ascii_lowercase() } else { case::lower(text).into() }
    }

    pub fn upper(self, text: &[u8]) -> Vec<u8> {
        if self.bytes { text.to_ascii_uppercase() } else { case::upper(text).into() }
    }
}
