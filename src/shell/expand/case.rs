//! Upper and lower case, a character at a time as C's `towupper` and `towlower` map them.

use bstr::BString;

/// `towupper`: characters whose upper case is several characters stay as they are.
pub fn to_upper(character: char) -> char {
    let mut mapped = character.to_uppercase();
    match (mapped.next(), mapped.next()) {
        (Some(upper), None) => upper,
        _ => character,
    }
}

/// `towlower`
pub fn to_lower(character: char) -> char {
    if character == 'İ' {
        return 'i';
    }
    let mut mapped = character.to_lowercase();
    match (mapped.next(), mapped.next()) {
        (Some(lower), None) => lower,
        _ => character,
    }
}

/// The other case, for `${x~}`.
pub fn toggle(character: char) -> char {
    let upper = to_upper(character);
    if upper == character { to_lower(character) } else { upper }
}

/// Maps every character; bytes that are none stay. The mapping is given the index of the character.
pub fn map(text: &[u8], mut mapping: impl FnMut(usize, char) -> char) -> BString {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut index = 0;
    while !rest.is_empty() {
        let (character, size) = bstr::decode_utf8(rest);
        let size = size.max(1);
        match character {
            Some(character) => {
                let mapped = mapping(index, character);
                out.extend_from_slice(mapped.encode_utf8(&mut [0; 4]).as_bytes());
            }
            None => out.extend_from_slice(&rest[..size]),
        }
        index += 1;
        rest = &rest[size..];
    }
    out.into()
}

pub fn upper(text: &[u8]) -> BString {
    if text.is_ascii() { text.to_ascii_uppercase().into() } else { map(text, |_, character| to_upper(character)) }
}

pub fn lower(text: &[u8]) -> BString {
    if text.is_ascii() { text.to_ascii_lowercase().into() } else { map(text, |_, character| to_lower(character)) }
}

/// The first character in upper case, the others in lower case: `declare -c`.
pub fn capital(text: &[u8]) -> BString {
    map(text, |index, character| if index == 0 { to_upper(character) } else { to_lower(character) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_character_becomes_one_character() {
        assert_eq!(upper("éß\u{1c6}".as_bytes()), "Éß\u{1c4}");
        assert_eq!(lower("İÉ".as_bytes()), "ié");
        assert_eq!(capital(b"hello World"), "Hello world");
        assert_eq!(upper(b"a\xffb"), BString::from(b"A\xffB".to_vec()));
        assert_eq!(map(b"aB", |_, character| toggle(character)), "Ab");
    }
}
