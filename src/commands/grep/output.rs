//! What `grep` writes before and around a line: names, numbers, offsets, colors.

use bstr::{BString, ByteSlice};

/// The colors of `GREP_COLORS`, as SGR codes without the frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colors {
    pub selected_match: BString,
    pub context_match: BString,
    pub selected_line: BString,
    pub context_line: BString,
    pub filename: BString,
    pub line_number: BString,
    pub byte_offset: BString,
    pub separator: BString,
    /// `rv`: with `-v` the colors of lines change places.
    pub reverse: bool,
    /// `ne`: no clearing to the end of the line.
    pub no_clear: bool,
}

impl Colors {
    /// `color`: the old `GREP_COLOR`; `colors`: `GREP_COLORS`, read up to its first fault.
    pub fn new(color: Option<&[u8]>, colors: Option<&[u8]>) -> Colors {
        let matches = color.filter(|color| is_code(color) && !color.is_empty()).unwrap_or(b"01;31");
        let mut result = Colors {
            selected_match: matches.into(),
            context_match: matches.into(),
            selected_line: "".into(),
            context_line: "".into(),
            filename: "35".into(),
            line_number: "32".into(),
            byte_offset: "32".into(),
            separator: "36".into(),
            reverse: false,
            no_clear: false,
        };
        for item in colors.unwrap_or_default().split_str(":") {
            let (name, value) = item.split_once_str("=").map_or((item, None), |(name, value)| (name, Some(value)));
            let slot = match (name, value) {
                (b"rv", None) => {
                    result.reverse = true;
                    continue;
                }
                (b"ne", None) => {
                    result.no_clear = true;
                    continue;
                }
                (_, None) => break,
                (_, Some(value)) if !is_code(value) => break,
                (b"mt", Some(value)) => {
                    result.selected_match = value.into();
                    &mut result.context_match
                }
                (b"ms", _) => &mut result.selected_match,
                (b"mc", _) => &mut result.context_match,
                (b"sl", _) => &mut result.selected_line,
                (b"cx", _) => &mut result.context_line,
                (b"fn", _) => &mut result.filename,
                (b"ln", _) => &mut result.line_number,
                (b"bn", _) => &mut result.byte_offset,
                (b"se", _) => &mut result.separator,
                _ => continue,
            };
            *slot = value.unwrap_or_default().into();
        }
        result
    }

    /// Appends the code that starts a color; none for an empty one.
    pub fn start(&self, out: &mut Vec<u8>, color: &[u8]) {
        if !color.is_empty() {
            let clear: &[u8] = if self.no_clear { b"" } else { b"\x1b[K" };
            out.extend_from_slice(&[b"\x1b[", color, b"m", clear].concat());
        }
    }

    /// Appends `text` in a color; an empty color changes nothing.
    pub fn paint(&self, out: &mut Vec<u8>, color: &[u8], text: &[u8]) {
        if color.is_empty() {
            out.extend_from_slice(text);
            return;
        }
        let clear: &[u8] = if self.no_clear { b"" } else { b"\x1b[K" };
        for part in [b"\x1b[", color, b"m", clear, text, b"\x1b[m", clear] {
            out.extend_from_slice(part);
        }
    }
}

fn is_code(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_digit() || *byte == b';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_up_to_the_first_fault() {
        let colors = Colors::new(None, Some(b"mt=31:fn=1x:ln=2"));
        assert_eq!((&colors.selected_match, &colors.filename, &colors.line_number), (&"31".into(), &"35".into(), &"32".into()));
        let colors = Colors::new(Some(b"32"), Some(b"ne:se="));
        let mut out = Vec::new();
        colors.paint(&mut out, &colors.selected_match, b"x");
        colors.paint(&mut out, &colors.separator, b":");
        assert_eq!(out, b"\x1b[32mx\x1b[m:");
    }
}
