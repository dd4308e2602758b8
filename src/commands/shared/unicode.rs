//! UTF-8 as the C library sees it: one character or one bad byte at a time, which characters print, how wide they are.
//!
//! The locale is `C.UTF-8` and nothing else; bytes that are no UTF-8 are characters to nobody and pass unharmed.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, HirKind};
use unicode_width::UnicodeWidthChar;

/// The character at the start of `bytes` and its length; `None` and 1 for a byte that starts no character, as
/// `mbrtowc` tells them apart. Empty input gives `None` and 0.
#[inline]
pub fn decode(bytes: &[u8]) -> (Option<char>, usize) {
    match bytes.first() {
        None => (None, 0),
        Some(byte) if byte.is_ascii() => (Some(char::from(*byte)), 1),
        Some(_) => match bstr::decode_utf8(bytes) {
            (Some(character), length) => (Some(character), length),
            (None, _) => (None, 1),
        },
    }
}

/// Whether `bytes` are the start of a character whose rest is missing.
pub fn is_truncated(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => false,
        Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
    }
}

/// Ranges of the characters that do not print: controls, surrogates, unassigned, line and paragraph separators.
static UNPRINTABLE: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let Ok(hir) = regex_syntax::parse(r"[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]") else { return Vec::new() };
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().map(|range| (range.start(), range.end())).collect()
        }
        _ => Vec::new(),
    }
});

/// `iswprint`
pub fn is_print(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    let after = UNPRINTABLE.partition_point(|(start, _)| *start <= character);
    let before = after.checked_sub(1).and_then(|index| UNPRINTABLE.get(index));
    before.is_none_or(|(_, end)| *end < character)
}

/// `wcwidth`: columns of a printable character, `None` for others.
pub fn width(character: char) -> Option<usize> {
    if character.is_ascii() {
        return (!character.is_ascii_control()).then_some(1);
    }
    is_print(character).then(|| character.width().unwrap_or(0))
}

/// `iswspace` and the no-break spaces that GNU `wc` counts with it.
pub fn is_word_space(character: char) -> bool {
    is_space(character) || matches!(character, '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{2060}')
}

/// `isspace`: bytes that are white space in every locale.
pub fn is_space_byte(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// `iswspace`: white space but for the no-break spaces.
pub fn is_space(character: char) -> bool {
    matches!(character, '\t'..='\r' | ' ' | '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}'
        | '\u{2028}' | '\u{2029}' | '\u{205f}' | '\u{3000}')
}

/// Columns that a file name takes: unprintable characters and bad bytes take none.
pub fn display_width(bytes: &[u8]) -> usize {
    if bytes.iter().all(|byte| matches!(byte, 0x20..=0x7e)) {
        return bytes.len();
    }
    let mut rest = bytes;
    let mut columns = 0;
    while !rest.is_empty() {
        let (character, length) = decode(rest);
        columns += character.and_then(width).unwrap_or(0);
        rest = &rest[length..];
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_bad_bytes_are_told_apart() {
        assert_eq!(decode("é!".as_bytes()), (Some('é'), 2));
        assert_eq!(decode(b"\xe0\xa0x"), (None, 1));
        assert_eq!(decode(b""), (None, 0));
        assert!(is_truncated(b"\xe0\xa0"));
        assert!(!is_truncated(b"\xe0\xa0x"));
        assert!(!is_truncated(b"\xff"));
    }

    #[test]
    fn printing_and_width_follow_the_c_library() {
        assert!(is_print('é') && is_print('日') && is_print('\u{200b}'));
        assert!(!is_print('\u{7}') && !is_print('\u{85}') && !is_print('\u{2028}') && !is_print('\u{378}'));
        assert_eq!(width('日'), Some(2));
        assert_eq!(width('\u{301}'), Some(0));
        assert_eq!(width('\u{1b}'), None);
        assert_eq!(display_width("e\u{301}日\u{1b}".as_bytes()), 3);
    }
}
