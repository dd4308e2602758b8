//! How words are written: kept where printing their parts would give another text.
//!
//! Bash prints functions from the words as it read them, with three changes: `$'…'` is decoded and quoted again, line
//! continuations are gone, and `$(…)` is printed from its tree. The places of these changes are noted while a word is
//! parsed.

use std::sync::Arc;

use bstr::BString;

use super::ast::{CommandSub, Spelling};
use super::print;
use super::scanner::Parser;
use crate::expand::quote::single_quote;

/// So deep in substitutions spellings are kept: each holds the text of all that it holds.
const KEPT_DEPTH: usize = 8;

/// A piece of a word that is printed otherwise than it is written.
pub(super) struct Respelled {
    start: usize,
    end: usize,
    text: Text,
}

enum Text {
    Plain(BString),
    Substitution(Arc<CommandSub>),
}

/// The state of [`Parser`] when a word begins.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    start: usize,
    odd: usize,
    respelled: usize,
}

impl Parser<'_, '_> {
    pub fn mark(&self) -> Mark {
        Mark { start: self.position, odd: self.odd_spellings, respelled: self.respelled.len() }
    }

    /// The source from where a word begins.
    pub fn text_since(&self, mark: Mark) -> &[u8] {
        self.text(mark.start, self.position)
    }

    /// What stands at the position is not printed as it is written.
    pub fn note_odd(&mut self) {
        self.odd_spellings += 1;
    }

    pub fn note_removed(&mut self, start: usize, end: usize) {
        self.respelled.push(Respelled { start, end, text: Text::Plain(BString::default()) });
    }

    /// Steps over line continuations.
    pub fn skip_continuations(&mut self) {
        let start = self.position;
        self.position = self.after_continuations(start);
        if self.position > start {
            self.note_odd();
            self.note_removed(start, self.position);
        }
    }

    pub fn note_decoded(&mut self, start: usize, end: usize, decoded: &[u8]) {
        self.odd_spellings += 1;
        self.respelled.push(Respelled { start, end, text: Text::Plain(single_quote(decoded)) });
    }

    /// `$'…'` from `mark` on inside double quotes: single quotes would be text there.
    pub fn note_unquoted(&mut self, mark: Mark, decoded: &[u8]) {
        self.forget_spellings(mark);
        let mut text = BString::default();
        for &byte in decoded {
            if matches!(byte, b'\\' | b'$' | b'`' | b'"' | b'}') {
                text.push(b'\\');
            }
            text.push(byte);
        }
        self.respelled.push(Respelled { start: mark.start, end: self.position, text: Text::Plain(text) });
    }

    /// A whole `$(…)` from `start` to the position; the words in it, parsed since `mark`, are none of the word's own.
    pub fn note_substitution(&mut self, mark: Mark, start: usize, substitution: &Arc<CommandSub>) {
        self.odd_spellings = mark.odd;
        self.respelled.truncate(mark.respelled);
        if self.substitution_depth < KEPT_DEPTH {
            let text = Text::Substitution(Arc::clone(substitution));
            self.respelled.push(Respelled { start, end: self.position, text });
        }
    }

    /// Drops what was noted since `mark`, but that there was something: the text around it has a spelling of its own.
    pub fn forget_spellings(&mut self, mark: Mark) {
        self.respelled.truncate(mark.respelled);
    }

    pub fn is_odd_since(&self, mark: Mark) -> bool {
        self.odd_spellings > mark.odd
    }

    /// Drops all that was noted since `mark`.
    pub fn drop_spellings(&mut self, mark: Mark) {
        self.odd_spellings = mark.odd;
        self.respelled.truncate(mark.respelled);
    }

    /// The spelling of the word that began at `mark` and ends at the position.
    pub fn spelling(&mut self, mark: Mark) -> Spelling {
        let odd = self.odd_spellings > mark.odd && self.substitution_depth < KEPT_DEPTH;
        if !odd {
            self.respelled.truncate(mark.respelled);
            return Spelling::default();
        }
        self.kept_spelling(mark)
    }

    #[inline(never)]
    fn kept_spelling(&mut self, mark: Mark) -> Spelling {
        let mut text = BString::default();
        let mut at = mark.start;
        let pieces = self.respelled.split_off(mark.respelled.min(self.respelled.len()));
        for piece in pieces {
            // What lies in a piece that was replaced as a whole, or was parsed twice, is passed over.
            if piece.start < at || piece.end > self.position {
                continue;
            }
            text.extend_from_slice(self.text(at, piece.start));
            match piece.text {
                Text::Plain(plain) => text.extend_from_slice(&plain),
                Text::Substitution(substitution) => {
                    text.extend_from_slice(&print::substitution(&substitution));
                }
            }
            at = piece.end;
        }
        text.extend_from_slice(self.text(at, self.position));
        Spelling(Some(Box::new(text)))
    }
}
