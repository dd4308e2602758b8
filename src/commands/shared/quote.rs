//! How GNU tools write names in messages and listings.
//!
//! The styles are those of `ls --quoting-style`; the short functions at the top are what messages use. Names are
//! bytes: what does not print is escaped in the styles that escape and stays as it is in the others.

use bstr::{BString, ByteSlice};

use super::unicode;

/// `‘name’`: how most messages name an argument.
pub fn quote(name: &[u8]) -> BString {
    Quoting::new(Style::Locale).apply(name)
}

/// `'name'`: always quoted for the shell; how `cp`, `mv`, `rm`, … name files.
pub fn quote_file(name: &[u8]) -> BString {
    Quoting::new(Style::ShellEscapeAlways).apply(name)
}

/// `name`, quoted for the shell when it has to be; how messages that begin with a file's name write it.
pub fn quote_colon(name: &[u8]) -> BString {
    Quoting::new(Style::ShellEscape).also(b':').apply(name)
}

/// The styles of GNU quoting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As it is.
    Literal,
    /// Quoted for the shell where needed; unprintable bytes as they are.
    Shell,
    ShellAlways,
    /// Quoted for the shell where needed, unprintable bytes as `$'\n'`.
    ShellEscape,
    ShellEscapeAlways,
    /// A C string literal.
    C,
    /// A C string literal where one is needed.
    CMaybe,
    /// C's escapes without the quotes.
    Escape,
    /// `‘…’` with C's escapes.
    Locale,
    /// The same in this locale.
    CLocale,
    /// `'…'` with C's escapes for all but ASCII: `Locale` in the locale `C`. It has no spelling.
    Ascii,
}

impl Style {
    /// Its spelling.
    pub fn name(self) -> &'static str {
        STYLES.iter().find(|(_, style)| *style == self).map_or("", |(name, _)| name)
    }
}

/// The spellings of `--quoting-style`.
pub const STYLES: &[(&str, Style)] = &[
    ("literal", Style::Literal),
    ("shell", Style::Shell),
    ("shell-always", Style::ShellAlways),
    ("shell-escape", Style::ShellEscape),
    ("shell-escape-always", Style::ShellEscapeAlways),
    ("c", Style::C),
    ("c-maybe", Style::CMaybe),
    ("escape", Style::Escape),
    ("locale", Style::Locale),
    ("clocale", Style::CLocale),
];

/// A style and its refinements.
#[derive(Debug, Clone, Copy)]
pub struct Quoting {
    pub style: Style,
    also: Option<u8>,
}

enum Restyle {
    /// The outer quotes cannot be left away after all.
    ForceQuotes,
    /// Nothing but single quotes needs care: double quotes read better.
    DoubleQuotes,
}

impl Quoting {
    pub const fn new(style: Style) -> Quoting {
        Quoting { style, also: None }
    }

    /// Has one more byte quoted.
    pub const fn also(self, byte: u8) -> Quoting {
        Quoting { style: self.style, also: Some(byte) }
    }

    /// Writes `name` in this style.
    pub fn apply(self, name: &[u8]) -> BString {
        match self.style {
            Style::Literal => name.into(),
            Style::C => self.escape(name, b"\"", b"\""),
            Style::Escape => self.escape(name, b"", b""),
            Style::CMaybe => {
                // A backslash alone asks for no quotes.
                let quoted = self.escape(name, b"\"", b"\"");
                let plain = name.replace("\\", "\\\\");
                let special = self.also.is_some_and(|also| name.contains(&also));
                if !special && quoted.get(1..quoted.len() - 1) == Some(&plain) {
                    name.into()
                } else {
                    // What forced the quotes needs no backslash inside of them.
                    Quoting::new(Style::C).apply(name)
                }
            }
            Style::Locale | Style::CLocale => self.escape(name, "‘".as_bytes(), "’".as_bytes()),
            Style::Ascii => self.escape(name, b"'", b"'"),
            Style::Shell => self.shell(name, true, false),
            Style::ShellAlways => self.shell(name, false, false),
            Style::ShellEscape => self.shell(name, true, true),
            Style::ShellEscapeAlways => self.shell(name, false, true),
        }
    }

    fn escape(self, name: &[u8], open: &[u8], close: &[u8]) -> BString {
        let mut out = Vec::with_capacity(name.len() + open.len() + close.len());
        out.extend_from_slice(open);
        let mut rest = name;
        while let Some(&byte) = rest.first() {
            let (character, length) = match self.style {
                Style::Ascii => (byte.is_ascii().then_some(char::from(byte)), 1),
                _ => piece(rest),
            };
            let (bytes, after) = rest.split_at(length);
            if let Some(letter) = escape_letter(byte) {
                out.extend_from_slice(&[b'\\', letter]);
            } else if byte == 0 {
                // More octal digits, lest a digit that follows join the escape.
                let more: &[u8] = if after.first().is_some_and(u8::is_ascii_digit) { b"\\000" } else { b"\\0" };
                out.extend_from_slice(more);
            } else if byte == b'\\' || self.also == Some(byte) || (!close.is_empty() && bytes == close) {
                out.push(b'\\');
                out.extend_from_slice(bytes);
            } else if character.is_some_and(unicode::is_print) {
                out.extend_from_slice(bytes);
            } else {
                bytes.iter().for_each(|byte| octal(&mut out, *byte));
            }
            rest = after;
        }
        out.extend_from_slice(close);
        out.into()
    }

    fn shell(self, name: &[u8], elide: bool, escapes: bool) -> BString {
        match self.try_shell(name, elide, escapes) {
            Ok(out) => out.into(),
            Err(Restyle::ForceQuotes) => self.shell(name, false, escapes),
            Err(Restyle::DoubleQuotes) => self.escape(name, b"\"", b"\""),
        }
    }

    fn try_shell(self, name: &[u8], elide: bool, escapes: bool) -> Result<Vec<u8>, Restyle> {
        if elide && name.is_empty() {
            return Err(Restyle::ForceQuotes);
        }
        let mut out = Vec::with_capacity(name.len() + 2);
        if !elide {
            out.push(b'\'');
        }
        // True while the text inside `$'…'` is open.
        let mut escaping = false;
        let mut single_quote = false;
        let mut plain_in_double_quotes = true;
        let mut rest = name;
        let mut first = true;
        while let Some(&byte) = rest.first() {
            let (character, length) = piece(rest);
            let (bytes, after) = rest.split_at(length);
            let letter = escape_letter(byte).filter(|_| escapes);
            let unprintable = escapes && !character.is_some_and(unicode::is_print);
            let mut compatible = matches!(byte, b'%' | b'+'..=b':' | b'@'..=b'Z' | b']' | b'_' | b'a'..=b'z' | b' ' | b'\'')
                || (!byte.is_ascii() && !unprintable);
            let special = match byte {
                b'{' | b'}' => name.len() == 1,
                b'#' | b'~' => {
                    compatible |= first;
                    first
                }
                b' '
                | b'!'
                | b'"'
                | b'$'
                | b'&'
                | b'('
                | b')'
                | b'*'
                | b';'
                | b'<'
                | b'='
                | b'>'
                | b'['
                | b'^'
                | b'`'
                | b'|'
                | b'\''
                | b'\\'
                | b'?'
                | 0x07..=0x0d => true,
                _ => false,
            };
            if elide && (special || unprintable || self.also == Some(byte)) {
                return Err(Restyle::ForceQuotes);
            }
            first = false;
            rest = after;
            plain_in_double_quotes &= compatible;
            if letter.is_some() || unprintable {
                if !escaping {
                    out.extend_from_slice(b"'$'");
                    escaping = true;
                }
                match letter {
                    Some(letter) => out.extend_from_slice(&[b'\\', letter]),
                    None => bytes.iter().for_each(|byte| octal(&mut out, *byte)),
                }
                continue;
            }
            if byte == b'\'' {
                single_quote = true;
                // Closing, an escaped quote and opening again also ends `$'…'`.
                escaping = false;
                out.extend_from_slice(b"'\\''");
                continue;
            }
            if escaping {
                out.extend_from_slice(b"''");
                escaping = false;
            }
            out.extend_from_slice(bytes);
        }
        if single_quote && plain_in_double_quotes {
            return Err(Restyle::DoubleQuotes);
        }
        if !elide {
            out.push(b'\'');
        }
        Ok(out)
    }
}

/// The character at the start and its bytes; a cut-off character at the end counts as one piece.
fn piece(rest: &[u8]) -> (Option<char>, usize) {
    let (character, length) = unicode::decode(rest);
    if character.is_none() && unicode::is_truncated(rest) { (None, rest.len()) } else { (character, length) }
}

fn escape_letter(byte: u8) -> Option<u8> {
    Some(match byte {
        0x07 => b'a',
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x0b => b'v',
        _ => return None,
    })
}

fn octal(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(&[b'\\', b'0' + (byte >> 6), b'0' + ((byte >> 3) & 7), b'0' + (byte & 7)]);
}

/// `name` with a `?` for each character or byte that does not print (`ls -q`).
pub fn hide_control_chars(name: &[u8]) -> BString {
    let mut out = Vec::with_capacity(name.len());
    let mut rest = name;
    while !rest.is_empty() {
        let (character, length) = piece(rest);
        let (bytes, after) = rest.split_at(length);
        if character.is_some_and(unicode::is_print) {
            out.extend_from_slice(bytes);
        } else {
            out.push(b'?');
        }
        rest = after;
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&[u8]; 8] = [b"a\nb", b"a\"b'", b"it's", b"x y", b"{}", b"~", b"\xe0\xa0", b"\xffit's"];

    fn all(style: Style) -> Vec<String> {
        NAMES.iter().map(|name| String::from_utf8_lossy(&Quoting::new(style).apply(name)).into_owned()).collect()
    }

    #[test]
    fn shell_styles() {
        let escaped =
            [r"'a'$'\n''b'", r#"'a"b'\'''"#, "\"it's\"", "'x y'", "{}", "'~'", r"''$'\340\240'", r"''$'\377''it'\''s'"];
        assert_eq!(all(Style::ShellEscape), escaped);
        assert_eq!(Quoting::new(Style::ShellEscapeAlways).apply(b"{}"), "'{}'");
        assert_eq!(Quoting::new(Style::Shell).apply(b"a\nb"), "'a\nb'");
        assert_eq!(quote_file(b""), "''");
        assert_eq!(quote_colon(b""), "''");
        assert_eq!(quote_colon(b"a:b"), "'a:b'");
        assert_eq!(quote_colon(b"plain"), "plain");
    }

    #[test]
    fn c_styles() {
        let strings =
            [r#""a\nb""#, r#""a\"b'""#, "\"it's\"", "\"x y\"", "\"{}\"", "\"~\"", r#""\340\240""#, r#""\377it's""#];
        assert_eq!(all(Style::C), strings);
        assert_eq!(Quoting::new(Style::Escape).also(b' ').apply(b"x y\\"), r"x\ y\\");
        assert_eq!(quote(b"a\nb"), "‘a\\nb’");
        assert_eq!(hide_control_chars(b"a\nb\xe0\xa0"), "a?b?");
    }
}
