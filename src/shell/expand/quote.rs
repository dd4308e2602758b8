//! Text quoted so that the shell reads it back as the same bytes: the forms of `printf %q`, `set`, `declare -p`, `alias`,
//! `trap` and `${x@Q}`, as bash 5.2 chooses between them.

use bstr::BString;

/// `'text'`, each `'` inside as `'\''`; `''` for nothing. What `alias`, `trap -p` and `${x@Q}` print.
pub fn single_quote(text: &[u8]) -> BString {
    // Bash gives a lone quote without the empty pieces around it.
    if text == b"'" {
        return BString::from("\\'");
    }
    let mut out = Vec::with_capacity(text.len() + 2);
    out.push(b'\'');
    for &byte in text {
        match byte {
            b'\'' => out.extend_from_slice(b"'\\''"),
            _ => out.push(byte),
        }
    }
    out.push(b'\'');
    out.into()
}

/// `"text"` with a backslash before each of `"`, `$`, `` ` `` and `\`: the values of `declare -p`.
pub fn double_quote(text: &[u8]) -> BString {
    let mut out = Vec::with_capacity(text.len() + 2);
    push_double_quote(&mut out, text);
    out.into()
}

fn push_double_quote(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b'$' | b'`' | b'\\')) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&[b'\\', rest[at]]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// `$'text'` with the escapes of ANSI C; bytes that are no printable character in octal.
pub fn ansi_quote(text: &[u8]) -> BString {
    let mut out = Vec::with_capacity(text.len() + 8);
    out.extend_from_slice(b"$'");
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        if byte >= 0x80 {
            let (character, size) = bstr::decode_utf8(rest);
            match character {
                Some(character) if is_printable(character) => out.extend_from_slice(&rest[..size]),
                _ => rest[..size].iter().for_each(|&byte| push_octal(&mut out, byte)),
            }
            rest = &rest[size..];
            continue;
        }
        rest = &rest[1..];
        match byte {
            0x1b => out.extend_from_slice(b"\\E"),
            0x07 => out.extend_from_slice(b"\\a"),
            0x08 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\'' => out.extend_from_slice(b"\\'"),
            0x20..=0x7e => out.push(byte),
            _ => push_octal(&mut out, byte),
        }
    }
    out.push(b'\'');
    out.into()
}

fn push_octal(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(&[b'\\', b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]);
}

/// What `iswprint` says in `C.UTF-8`: everything but controls, the line and paragraph separators, surrogates and
/// non-characters.
fn is_printable(character: char) -> bool {
    let code = u32::from(character);
    !(character.is_control()
        || matches!(code, 0x2028 | 0x2029)
        || code & 0xfffe == 0xfffe
        || (0xfdd0..=0xfdef).contains(&code))
}

/// True when text cannot be shown plainly: it holds a control character or bytes that are no characters.
pub fn needs_ansi_quotes(text: &[u8]) -> bool {
    if text.iter().all(|byte| (0x20..=0x7e).contains(byte)) {
        return false;
    }
    text.utf8_chunks().any(|chunk| !chunk.invalid().is_empty() || !chunk.valid().chars().all(is_printable))
}

/// True when unquoted text would not be read back as one word of the same bytes.
pub fn needs_quotes(text: &[u8]) -> bool {
    text.iter().enumerate().any(|(index, &byte)| match byte {
        b' ' | b'\t' | b'\n' | b'\'' | b'"' | b'\\' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' | b'!' | b'{'
        | b'}' | b'*' | b'[' | b'?' | b']' | b'^' | b'$' | b'`' => true,
        b'~' => index == 0 || matches!(text[index - 1], b'=' | b':'),
        b'#' => index == 0 || matches!(text[index - 1], b' ' | b'\t' | b'\n'),
        _ => false,
    })
}

/// Backslashes where they are needed; `''` for nothing. `printf %q`, where [`needs_ansi_quotes`] does not ask for more.
pub fn backslash_quote(text: &[u8]) -> BString {
    let mut out = Vec::with_capacity(text.len() + 4);
    for (index, &byte) in text.iter().enumerate() {
        let special = match byte {
            b' ' | b'\t' | b'\'' | b'"' | b'\\' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' | b'!' | b'{'
            | b'}' | b'*' | b'[' | b'?' | b']' | b'^' | b'$' | b'`' | b',' => true,
            b'~' => index == 0 || matches!(text[index - 1], b'=' | b':'),
            b'#' => index == 0,
            _ => false,
        };
        if byte == b'\n' {
            out.extend_from_slice(b"'\n'");
            continue;
        }
        if special {
            out.push(b'\\');
        }
        out.push(byte);
    }
    if out.is_empty() {
        out.extend_from_slice(b"''");
    }
    out.into()
}

/// `printf %q`.
pub fn printf_quote(text: &[u8]) -> BString {
    if needs_ansi_quotes(text) { ansi_quote(text) } else { backslash_quote(text) }
}

/// `${x@Q}`: always quoted.
pub fn reusable_quote(text: &[u8]) -> BString {
    if needs_ansi_quotes(text) { ansi_quote(text) } else { single_quote(text) }
}

/// A value in the listing of `set`: quoted only where it has to be.
pub fn listing_quote(text: &[u8]) -> BString {
    if needs_ansi_quotes(text) {
        ansi_quote(text)
    } else if needs_quotes(text) {
        single_quote(text)
    } else {
        text.into()
    }
}

/// Appends a value of `declare -p`: double quotes, or `$'…'` where those would not do. Arrays have millions of them.
pub fn push_declare_quote(out: &mut Vec<u8>, text: &[u8]) {
    if needs_ansi_quotes(text) {
        out.extend_from_slice(&ansi_quote(text));
    } else {
        push_double_quote(out, text);
    }
}

/// Appends a key of an associative array as it stands between `[` and `]` in `declare -p`.
pub fn push_key_quote(out: &mut Vec<u8>, key: &[u8]) {
    if key.is_empty() || needs_quotes(key) || needs_ansi_quotes(key) || key == b"@" || key == b"*" {
        push_declare_quote(out, key);
    } else {
        out.extend_from_slice(key);
    }
}

/// A word in the output of `set -x`: as in the listing of `set`, but `''` for nothing.
pub fn trace(text: &[u8]) -> BString {
    match text {
        b"" => BString::from("''"),
        // Bash looks for what the parser would see before it looks for what cannot be printed.
        text if text.iter().any(|byte| b" \t\n'\"\\|&;()<>!{}*[?]^$`".contains(byte)) => single_quote(text),
        text => listing_quote(text),
    }
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;

    // Expected texts come from bash 5.2 in C.UTF-8.

    #[test]
    fn printf_q_escapes_what_the_parser_would_see() {
        let cases: &[(&[u8], &str)] = &[
            (b"", "''"),
            (b"a b", "a\\ b"),
            (b"~x", "\\~x"),
            (b"a~", "a~"),
            (b"#a", "\\#a"),
            (b"a#", "a#"),
            ("é".as_bytes(), "é"),
            (b"{a,b}", "\\{a\\,b\\}"),
            (b"a\x01", "$'a\\001'"),
            (b"\xff", "$'\\377'"),
            (b"x!y", "x\\!y"),
            (b"^", "\\^"),
            (b"a:b=c-@%", "a:b=c-@%"),
        ];
        for (text, expected) in cases {
            assert_eq!(printf_quote(text), *expected, "{:?}", text.as_bstr());
        }
    }

    fn pushed(push: fn(&mut Vec<u8>, &[u8]), text: &[u8]) -> BString {
        let mut out = Vec::new();
        push(&mut out, text);
        out.into()
    }

    #[test]
    fn the_other_forms_choose_as_bash_does() {
        assert_eq!(single_quote(b"a'b"), "'a'\\''b'");
        assert_eq!(single_quote(b""), "''");
        assert_eq!(pushed(push_declare_quote, b"a\"b$c`d\\e"), "\"a\\\"b\\$c\\`d\\\\e\"");
        assert_eq!(pushed(push_declare_quote, b"a\nb"), "$'a\\nb'");
        assert_eq!(ansi_quote(b"\x1b\x01\x7f\xff\t'\\"), "$'\\E\\001\\177\\377\\t\\'\\\\'");
        assert_eq!(listing_quote(b"plain"), "plain");
        assert_eq!(listing_quote(b"a b"), "'a b'");
        assert_eq!(pushed(push_key_quote, b"b c"), "\"b c\"");
        assert_eq!(pushed(push_key_quote, b"@"), "\"@\"");
        assert_eq!(pushed(push_key_quote, b"a"), "a");
    }
}
