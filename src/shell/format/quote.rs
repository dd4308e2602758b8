//! Quoting text so that the shell reads it back: the forms that bash prints.


/// True when bash would print `text` as `$'…'`: something in it is not a printable character of the locale.
pub fn needs_ansi(text: &[u8]) -> bool {
    if text.is_ascii() {
        return text.iter().any(|byte| !matches!(byte, 0x20..=0x7e));
    }
    text.utf8_chunks().any(|chunk| !chunk.invalid().is_empty() || !chunk.valid().chars().all(is_printable))
}

/// What the C library calls printable, as far as it matters here.
fn is_printable(character: char) -> bool {
    !matches!(
        character,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{fdd0}'..='\u{fdef}'
    ) && u32::from(character) & 0xfffe != 0xfffe
}

/// `$'…'`
pub fn ansi(text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"$'");
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\x07' => out.extend_from_slice(b"\\a"),
                '\x08' => out.extend_from_slice(b"\\b"),
                '\x1b' => out.extend_from_slice(b"\\E"),
                '\x0c' => out.extend_from_slice(b"\\f"),
                '\n' => out.extend_from_slice(b"\\n"),
                '\r' => out.extend_from_slice(b"\\r"),
                '\t' => out.extend_from_slice(b"\\t"),
                '\x0b' => out.extend_from_slice(b"\\v"),
                '\\' => out.extend_from_slice(b"\\\\"),
                '\'' => out.extend_from_slice(b"\\'"),
                other => {
                    let mut buffer = [0; 4];
                    let bytes = other.encode_utf8(&mut buffer).as_bytes();
                    if is_printable(other) {
                        out.extend_from_slice(bytes);
                    } else {
                        octal(bytes, out);
                    }
                }
            }
        }
        octal(chunk.invalid(), out);
    }
    out.push(b'\'');
}

fn octal(bytes: &[u8], out: &mut Vec<u8>) {
    for byte in bytes {
        out.extend_from_slice(&[b'\\', b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]);
    }
}

/// `'…'`, with `'\''` for each quote inside; a lone quote is `\'`.
pub fn single(text: &[u8], out: &mut Vec<u8>) {
    if text == b"'" {
        out.extend_from_slice(b"\\'");
        return;
    }
    out.push(b'\'');
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\'', rest) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(b"'\\''");
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'\'');
}

/// `"…"`, with backslashes before `$ `` ` `` " \`.
pub fn double(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in text {
        if matches!(byte, b'$' | b'`' | b'"' | b'\\') {
            out.push(b'\\');
        }
        out.push(*byte);
    }
    out.push(b'"');
}

/// A value as `declare -p` prints it: double quotes, or `$'…'`.
pub fn declared(text: &[u8], out: &mut Vec<u8>) {
    if needs_ansi(text) { ansi(text, out) } else { double(text, out) }
}

/// A value as `set` prints it: bare where that is safe, else single quotes or `$'…'`.
pub fn listed(text: &[u8], out: &mut Vec<u8>) {
    if needs_ansi(text) {
        ansi(text, out);
    } else if has_metacharacters(text) {
        single(text, out);
    } else {
        out.extend_from_slice(text);
    }
}

/// A value as `${name@Q}` and `set -x` print one that needs quotes: single quotes or `$'…'`.
pub fn quoted(text: &[u8], out: &mut Vec<u8>) {
    if needs_ansi(text) { ansi(text, out) } else { single(text, out) }
}

/// True when bare `text` would not be read back as itself.
pub fn has_metacharacters(text: &[u8]) -> bool {
    text.iter().enumerate().any(|(index, byte)| match byte {
        b' ' | b'\t' | b'\n' | b'\'' | b'"' | b'\\' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' | b'!' | b'{'
        | b'}' | b'*' | b'[' | b'?' | b']' | b'^' | b'$' | b'`' => true,
        b'~' => index == 0 || matches!(text[index - 1], b'=' | b':'),
        b'#' => index == 0 || matches!(text[index - 1], b' ' | b'\t'),
        _ => false,
    })
}

/// As `printf %q` prints it: backslashes before what is special, `''` for nothing, or `$'…'`.
pub fn backslash(text: &[u8], out: &mut Vec<u8>) {
    if text.is_empty() {
        out.extend_from_slice(b"''");
        return;
    }
    if needs_ansi(text) {
        return ansi(text, out);
    }
    for (index, byte) in text.iter().enumerate() {
        let special = match byte {
            b' ' | b'!' | b'"' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'<' | b'>' | b'?' | b'['
            | b'\\' | b']' | b'^' | b'`' | b'{' | b'|' | b'}' => true,
            b'#' => index == 0,
            b'~' => index == 0 || matches!(text[index - 1], b':' | b'='),
            _ => false,
        };
        if special {
            out.push(b'\\');
        }
        out.push(*byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(quote: fn(&[u8], &mut Vec<u8>), text: &[u8]) -> String {
        let mut out = Vec::new();
        quote(text, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn each_form_as_bash_prints_it() {
        for (text, q, declared_form, listed_form) in [
            (&b""[..], "''", "\"\"", ""),
            (b"a", "a", "\"a\"", "a"),
            (b"a b", "a\\ b", "\"a b\"", "'a b'"),
            (b"a'b", "a\\'b", "\"a'b\"", "'a'\\''b'"),
            (b"a\"b$c`d\\e", "a\\\"b\\$c\\`d\\\\e", "\"a\\\"b\\$c\\`d\\\\e\"", "'a\"b$c`d\\e'"),
            (b"a\tb\x1b\x01", "$'a\\tb\\E\\001'", "$'a\\tb\\E\\001'", "$'a\\tb\\E\\001'"),
            (b"\xc3\xa9", "\u{e9}", "\"\u{e9}\"", "\u{e9}"),
            (b"\xff", "$'\\377'", "$'\\377'", "$'\\377'"),
            (b"\xc2\x85", "$'\\302\\205'", "$'\\302\\205'", "$'\\302\\205'"),
            (b"~a", "\\~a", "\"~a\"", "'~a'"),
            (b"a~b", "a~b", "\"a~b\"", "a~b"),
            (b"a:~b", "a:\\~b", "\"a:~b\"", "'a:~b'"),
            (b"#a", "\\#a", "\"#a\"", "'#a'"),
            (b"a#b,", "a#b\\,", "\"a#b,\"", "a#b,"),
            (b"%a=b@-/.", "%a=b@-/.", "\"%a=b@-/.\"", "%a=b@-/."),
        ] {
            assert_eq!(with(backslash, text), q);
            assert_eq!(with(declared, text), declared_form);
            assert_eq!(with(listed, text), listed_form);
        }
        assert_eq!(with(single, b"'"), "\\'");
        assert_eq!(with(quoted, b""), "''");
    }
}
