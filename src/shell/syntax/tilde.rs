//! Where tildes expand: at the start of a word, and in assignments also after `=` and each `:`. A prefix ends at a slash
//! or colon.

use bstr::BString;

use super::ast::WordPart;
use super::scanner::Parser;

impl Parser<'_, '_> {
    /// Marks a tilde at the start of a word. `ends`: what follows `parts` in the word lets a tilde-prefix end.
    pub fn mark_tilde(&self, parts: &mut Vec<WordPart>, ends: bool) {
        let Some(WordPart::Literal(text)) = parts.first() else { return };
        if text.first() != Some(&b'~') {
            return;
        }
        if let Some(length) = tilde_length(text, ends && parts.len() == 1) {
            split_off_tilde(parts, 0, 0, length);
        }
    }

    /// Marks the tildes of an assignment's value or a here-string.
    pub fn mark_assignment_tildes(&self, parts: &mut Vec<WordPart>) {
        let mut at_start = true;
        let mut index = 0;
        while let Some(part) = parts.get(index) {
            let WordPart::Literal(text) = part else {
                at_start = false;
                index += 1;
                continue;
            };
            let last = parts.get(index + 1).is_none();
            let mut offset = 0;
            let found = loop {
                let Some(rest) = text.get(offset..) else { break None };
                let Some(tilde) = memchr::memchr(b'~', rest) else { break None };
                let at = offset + tilde;
                let starts = if at == 0 { at_start } else { text.get(at - 1) == Some(&b':') };
                if starts && let Some(length) = tilde_length(rest.get(tilde..).unwrap_or_default(), last) {
                    break Some((at, length));
                }
                offset = at + 1;
            };
            at_start = false;
            match found {
                // The text behind the tilde is the part after the new one.
                Some((at, length)) => index += split_off_tilde(parts, index, at, length),
                None => index += 1,
            }
        }
    }
}

/// The length of the tilde-prefix that `text` starts with, if it is one. `ends`: nothing follows `text` in its word.
fn tilde_length(text: &[u8], ends: bool) -> Option<usize> {
    let end = text.iter().position(|&byte| matches!(byte, b'/' | b':'));
    if end.is_none() && !ends {
        return None;
    }
    let length = end.unwrap_or(text.len());
    let name = text.get(1..length)?;
    name.iter().all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'+' | b'-')).then_some(length)
}

/// Splits the literal part at `index` around the tilde-prefix at `at`; gives how many parts lie up to its end.
fn split_off_tilde(parts: &mut Vec<WordPart>, index: usize, at: usize, length: usize) -> usize {
    let Some(WordPart::Literal(text)) = parts.get(index) else { return 1 };
    let before = text.get(..at).unwrap_or_default();
    let tilde = text.get(at..at + length).unwrap_or_default();
    let after = text.get(at + length..).unwrap_or_default();
    let mut pieces = Vec::with_capacity(3);
    if !before.is_empty() {
        pieces.push(WordPart::Literal(BString::from(before)));
    }
    pieces.push(WordPart::Tilde(BString::from(tilde)));
    let count = pieces.len();
    if !after.is_empty() {
        pieces.push(WordPart::Literal(BString::from(after)));
    }
    parts.splice(index..=index, pieces);
    count
}
