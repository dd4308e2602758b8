//! Strings as characters: UTF-8 sequences, and each byte that is part of none.

use bstr::ByteSlice;

/// How many characters there are.
pub fn length(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.char_indices().map(|(start, end, character)| units(&text[start..end], character)).sum()
}

/// A maximal invalid part counts byte by byte.
fn units(bytes: &[u8], character: char) -> usize {
    if character == char::REPLACEMENT_CHARACTER && bytes != "\u{fffd}".as_bytes() { bytes.len() } else { 1 }
}

/// Where the character of number `index` (from 0) begins; the end of the text if there are not so many.
pub fn offset(text: &[u8], index: usize) -> usize {
    if index == 0 {
        return 0;
    }
    if text.is_ascii() {
        return index.min(text.len());
    }
    let mut left = index;
    for (start, end, character) in text.char_indices() {
        let units = units(&text[start..end], character);
        if units >= left {
            return if units == 1 { end } else { start + left };
        }
        left -= units;
    }
    text.len()
}

/// The first `most` characters.
pub fn prefix(text: &[u8], most: usize) -> &[u8] {
    &text[..offset(text, most)]
}

/// Changes the case of all letters.
pub fn map_case(text: &[u8], upper: bool) -> Vec<u8> {
    if text.is_ascii() {
        return if upper { text.to_ascii_uppercase() } else { text.to_ascii_lowercase() };
    }
    let mut out = Vec::with_capacity(text.len());
    for (start, end, character) in text.char_indices() {
        if character == char::REPLACEMENT_CHARACTER {
            out.extend_from_slice(&text[start..end]);
            continue;
        }
        // As `towupper`: a character for a character, or none.
        let mut mapped = [character; 3];
        let mut count = 0;
        let mut put = |character: char| {
            if let Some(slot) = mapped.get_mut(count) {
                *slot = character;
            }
            count += 1;
        };
        if upper { character.to_uppercase().for_each(&mut put) } else { character.to_lowercase().for_each(&mut put) }
        let character = if count == 1 { mapped[0] } else { character };
        let mut buffer = [0; 4];
        out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
    }
    out
}
