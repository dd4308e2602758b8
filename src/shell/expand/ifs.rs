//! `IFS`: which characters separate fields, and how.

use bstr::{BStr, BString, ByteSlice};

/// What a byte of an expanded value does in word splitting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Part of a field.
    Text,
    /// IFS white space: runs of it separate once, at the ends it vanishes.
    Space,
    /// Any other character of IFS: each one separates.
    Delimiter,
    /// Begins a character that has to be looked up as a whole.
    Wide,
}

/// The rules of one value of `IFS`.
#[derive(Debug, Clone)]
pub struct Ifs {
    classes: [Class; 256],
    wide: Vec<BString>,
    /// What `"$*"` puts between the parameters: the first character; a space when `IFS` is unset, nothing when empty.
    joint: BString,
    /// Nothing splits.
    empty: bool,
}

impl Ifs {
    pub fn new(value: Option<&BStr>) -> Ifs {
        let text = value.map_or(&b" \t\n"[..], |value| value.as_bytes());
        let mut ifs = Ifs { classes: [Class::Text; 256], wide: Vec::new(), joint: BString::default(), empty: true };
        let mut rest = text;
        while !rest.is_empty() {
            let (_, size) = bstr::decode_utf8(rest);
            let (character, after) = rest.split_at(size.max(1));
            if ifs.empty {
                ifs.joint = character.into();
                ifs.empty = false;
            }
            match character {
                [byte @ (b' ' | b'\t' | b'\n')] => ifs.classes[usize::from(*byte)] = Class::Space,
                [byte] if byte.is_ascii() => ifs.classes[usize::from(*byte)] = Class::Delimiter,
                _ => {
                    ifs.wide.push(character.into());
                    // Every byte above 127 may begin a character that a byte-wise search would cut through.
                    ifs.classes[0x80..].fill(Class::Wide);
                }
            }
            rest = after;
        }
        ifs
    }

    #[inline]
    pub(super) fn class(&self, byte: u8) -> Class {
        self.classes[usize::from(byte)]
    }

    /// The length of the character that `text` begins with, and whether it is a delimiter.
    pub(super) fn wide(&self, text: &[u8]) -> (usize, bool) {
        let size = bstr::decode_utf8(text).1.max(1);
        let character = &text[..size];
        (size, self.wide.iter().any(|wide| wide == character))
    }

    pub(super) fn joint(&self) -> &[u8] {
        &self.joint
    }

    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }
}
