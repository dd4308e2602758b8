//! The colors of `grep --color`: `GREP_COLORS` and the bytes around what is colored.

use bstr::{BString, ByteSlice};

/// SGR parameters by what they color; empty means no color.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colors {
    pub selected_match: BString,
    pub context_match: BString,
    pub selected_line: BString,
    pub context_line: BString,
    pub file_name: BString,
    pub line_number: BString,
    pub byte_offset: BString,
    pub separator: BString,
    /// `rv`: with `-v`, selected and context lines change their colors.
    pub reverse: bool,
    /// Erase to the end of the line with each color; false with `ne`.
    pub erase: bool,
}

impl Default for Colors {
    fn default() -> Colors {
        Colors {
            selected_match: "01;31".into(),
            context_match: "01;31".into(),
            selected_line: BString::default(),
            context_line: BString::default(),
            file_name: "35".into(),
            line_number: "32".into(),
            byte_offset: "32".into(),
            separator: "36".into(),
            reverse: false,
            erase: true,
        }
    }
}

impl Colors {
    /// The color of matches, wherever they are.
    pub fn set_match(&mut self, color: &[u8]) {
        self.selected_match = color.into();
        self.context_match = color.into();
    }

    /// Whether matches in selected lines have this color.
    pub fn is_selected(&self, color: &[u8]) -> bool {
        self.selected_match == color
    }

    /// Reads the value of `GREP_COLORS`: `name=color` and flags between colons. Reading ends at the first thing that
    /// is no color; unknown names are skipped.
    pub fn configure(&mut self, text: &[u8]) {
        for item in text.split_str(":") {
            let (name, value) = match item.split_once_str("=") {
                Some((name, value)) => (name, Some(value)),
                None => (item, None),
            };
            if value.is_some_and(|value| !value.iter().all(|byte| byte.is_ascii_digit() || *byte == b';')) {
                return;
            }
            let slot = match (name, value) {
                (b"mt", Some(value)) => {
                    self.set_match(value);
                    continue;
                }
                (b"ms", _) => &mut self.selected_match,
                (b"mc", _) => &mut self.context_match,
                (b"sl", _) => &mut self.selected_line,
                (b"cx", _) => &mut self.context_line,
                (b"fn", _) => &mut self.file_name,
                (b"ln", _) => &mut self.line_number,
                (b"bn", _) => &mut self.byte_offset,
                (b"se", _) => &mut self.separator,
                (b"rv", None) => {
                    self.reverse = true;
                    continue;
                }
                (b"ne", None) => {
                    self.erase = false;
                    continue;
                }
                _ => continue,
            };
            if let Some(value) = value {
                *slot = value.into();
            }
        }
    }

    /// Writes `text` in a color.
    pub fn paint(&self, out: &mut Vec<u8>, color: &[u8], text: &[u8]) {
        self.start(out, color);
        out.extend_from_slice(text);
        self.end(out, color);
    }

    pub fn start(&self, out: &mut Vec<u8>, color: &[u8]) {
        if !color.is_empty() {
            out.extend_from_slice(b"\x1b[");
            out.extend_from_slice(color);
            out.extend_from_slice(if self.erase { b"m\x1b[K" } else { b"m" });
        }
    }

    pub fn end(&self, out: &mut Vec<u8>, color: &[u8]) {
        if !color.is_empty() {
            out.extend_from_slice(if self.erase { b"\x1b[m\x1b[K" } else { b"\x1b[m" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_is_read_up_to_the_first_mistake() {
        let mut colors = Colors::default();
        colors.configure(b"mt=1:xx=3:se=:rv:fn=x:ln=7");
        assert_eq!((colors.selected_match.as_slice(), colors.context_match.as_slice()), (&b"1"[..], &b"1"[..]));
        assert!(colors.separator.is_empty() && colors.reverse && colors.erase);
        assert_eq!((colors.file_name.as_slice(), colors.line_number.as_slice()), (&b"35"[..], &b"32"[..]));
    }

    #[test]
    fn no_color_writes_nothing_but_the_text() {
        let mut out = Vec::new();
        Colors::default().paint(&mut out, b"", b"x");
        Colors::default().paint(&mut out, b"1", b"y");
        assert_eq!(out, b"x\x1b[1m\x1b[Ky\x1b[m\x1b[K");
    }
}
