//! The formats of `-printf` and `-fprintf`: parsing, and padding of what is printed.

use bstr::BString;

/// Which time of a file a directive shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Access,
    Change,
    Modification,
    /// Not known to this file system; shown as nothing.
    Birth,
}

/// What stands between `%` and the letter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Field {
    pub left: bool,
    pub zero: bool,
    pub plus: bool,
    pub blank: bool,
    pub alternate: bool,
    pub width: usize,
    pub precision: Option<usize>,
}

/// One piece of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Text(BString),
    /// A directive with one letter.
    Item(Field, u8),
    /// `%Ak` and its like: which time, and the letter `k`.
    Time(Field, Moment, u8),
    /// `\c`: the rest is not printed.
    Stop,
}

/// A parsed format and the warnings that go with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Format {
    pub segments: Vec<Segment>,
    pub warnings: Vec<BString>,
}

/// Widest field that a format may ask for: enough for people, and no way to use up memory.
const WIDEST: usize = 1 << 16;

/// Parses a format.
///
/// # Errors
/// The message of GNU find, without the command's name.
pub fn parse(format: &[u8]) -> Result<Format, BString> {
    let mut parsed = Format::default();
    let mut text: Vec<u8> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        match byte {
            b'\\' => {
                if format.get(at + 1) == Some(&b'c') {
                    flush(&mut parsed, &mut text);
                    parsed.segments.push(Segment::Stop);
                    return Ok(parsed);
                }
                at = escape(format, at + 1, &mut text, &mut parsed.warnings);
            }
            b'%' => at = directive(format, at, &mut text, &mut parsed)?,
            _ => {
                text.push(byte);
                at += 1;
            }
        }
    }
    flush(&mut parsed, &mut text);
    Ok(parsed)
}

fn flush(parsed: &mut Format, text: &mut Vec<u8>) {
    if !text.is_empty() {
        parsed.segments.push(Segment::Text(std::mem::take(text).into()));
    }
}

/// Reads what follows a backslash; returns where the text goes on.
fn escape(format: &[u8], at: usize, text: &mut Vec<u8>, warnings: &mut Vec<BString>) -> usize {
    let Some(&letter) = format.get(at) else {
        warnings.push("escape `\\' followed by nothing at all".into());
        text.push(b'\\');
        return at;
    };
    let byte = match letter {
        b'0'..=b'7' => {
            let digits = format[at..].iter().take(3).take_while(|digit| matches!(digit, b'0'..=b'7')).count();
            let value = format[at..at + digits].iter().fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            text.push(value as u8);
            return at + digits;
        }
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' => b'\\',
        _ => {
            warnings.push([&b"unrecognized escape `\\"[..], &[letter], b"'"].concat().into());
            text.extend_from_slice(&[b'\\', letter]);
            return at + 1;
        }
    };
    text.push(byte);
    at + 1
}

/// Reads a directive that begins at `start`; returns where the text goes on.
fn directive(format: &[u8], start: usize, text: &mut Vec<u8>, parsed: &mut Format) -> Result<usize, BString> {
    let mut at = start + 1;
    if at >= format.len() {
        return Err("error: % at end of format string".into());
    }
    if format[at] == b'%' {
        text.push(b'%');
        return Ok(at + 1);
    }
    let mut field = Field::default();
    loop {
        match format.get(at) {
            Some(b'-') => field.left = true,
            Some(b'+') => field.plus = true,
            Some(b' ') => field.blank = true,
            Some(b'#') => field.alternate = true,
            Some(b'0') => field.zero = true,
            _ => break,
        }
        at += 1;
    }
    let number = |at: &mut usize| {
        let mut value = 0usize;
        while let Some(digit @ b'0'..=b'9') = format.get(*at) {
            value = (value * 10 + usize::from(digit - b'0')).min(WIDEST);
            *at += 1;
        }
        value
    };
    field.width = number(&mut at);
    if format.get(at) == Some(&b'.') {
        at += 1;
        field.precision = Some(number(&mut at));
    }
    let letter = format.get(at).copied().unwrap_or(0);
    match letter {
        b'A' | b'B' | b'C' | b'T' => {
            let moment = match letter {
                b'A' => Moment::Access,
                b'B' => Moment::Birth,
                b'C' => Moment::Change,
                _ => Moment::Modification,
            };
            let Some(&kind) = format.get(at + 1) else {
                let directive = &format[start..=at];
                parsed.warnings.push(
                    [b"format directive `", directive, b"' should be followed by another character"].concat().into(),
                );
                text.extend_from_slice(directive);
                return Ok(at + 1);
            };
            flush(parsed, text);
            parsed.segments.push(Segment::Time(field, moment, kind));
            Ok(at + 2)
        }
        b'a' | b'b' | b'c' | b'd' | b'D' | b'f' | b'F' | b'g' | b'G' | b'h' | b'H' | b'i' | b'k' | b'l' | b'm'
        | b'M' | b'n' | b'p' | b'P' | b's' | b'S' | b't' | b'u' | b'U' | b'y' | b'Y' | b'Z' => {
            flush(parsed, text);
            parsed.segments.push(Segment::Item(field, letter));
            Ok(at + 1)
        }
        0 | b'(' | b'{' | b'[' => {
            Err([&b"error: the format directive `%"[..], &[letter], b"' is reserved for future use"].concat().into())
        }
        b'%' => {
            text.extend_from_slice(&format[start..at]);
            Ok(at + 1)
        }
        _ => {
            parsed.warnings.push([&b"unrecognized format directive `%"[..], &[letter], b"'"].concat().into());
            text.extend_from_slice(&format[start..=at]);
            Ok(at + 1)
        }
    }
}

impl Field {
    /// Writes a text, cut to the precision and padded to the width.
    pub fn text(&self, out: &mut Vec<u8>, value: &[u8]) {
        let shown = &value[..value.len().min(self.precision.unwrap_or(usize::MAX))];
        self.pad(out, shown);
    }

    /// Writes a number in decimal or octal as C's `printf` does.
    pub fn number(&self, out: &mut Vec<u8>, value: u64, octal: bool) {
        let mut digits = if octal { format!("{value:o}") } else { value.to_string() };
        if let Some(precision) = self.precision {
            digits = format!("{digits:0>precision$}");
        }
        if octal && self.alternate && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let sign = match (octal, self.plus, self.blank) {
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        };
        if self.zero && !self.left && self.precision.is_none() {
            let width = self.width.saturating_sub(sign.len());
            digits = format!("{digits:0>width$}");
        }
        self.pad(out, format!("{sign}{digits}").as_bytes());
    }

    fn pad(&self, out: &mut Vec<u8>, value: &[u8]) {
        let missing = self.width.saturating_sub(value.len());
        if !self.left {
            out.resize(out.len() + missing, b' ');
        }
        out.extend_from_slice(value);
        if self.left {
            out.resize(out.len() + missing, b' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(format: &str) -> Vec<Segment> {
        parse(format.as_bytes()).unwrap().segments
    }

    #[test]
    fn directives_and_escapes() {
        assert_eq!(
            segments("a%%b\\n\\101\\0%p"),
            [Segment::Text("a%b\nA\0".into()), Segment::Item(Field::default(), b'p')]
        );
        let field = Field { left: true, width: 10, precision: Some(2), ..Field::default() };
        assert_eq!(segments("%-10.2f"), [Segment::Item(field, b'f')]);
        assert_eq!(segments("%T@"), [Segment::Time(Field::default(), Moment::Modification, b'@')]);
        assert_eq!(segments("x\\c%p"), [Segment::Text("x".into()), Segment::Stop]);
    }

    #[test]
    fn mistakes() {
        assert_eq!(parse(b"%").unwrap_err(), "error: % at end of format string");
        assert_eq!(parse(b"%(").unwrap_err(), "error: the format directive `%(' is reserved for future use");
        assert_eq!(parse(b"a%5").unwrap_err(), "error: the format directive `%\0' is reserved for future use");
        let warned = parse(b"%q\\q\\").unwrap();
        assert_eq!(warned.segments, [Segment::Text("%q\\q\\".into())]);
        assert_eq!(
            warned.warnings,
            [
                "unrecognized format directive `%q'",
                "unrecognized escape `\\q'",
                "escape `\\' followed by nothing at all"
            ]
        );
    }

    #[test]
    fn padding() {
        let number = |field: Field, value, octal| {
            let mut out = Vec::new();
            field.number(&mut out, value, octal);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(number(Field { alternate: true, width: 6, ..Field::default() }, 0o644, true), "  0644");
        assert_eq!(number(Field { zero: true, width: 5, ..Field::default() }, 0o644, true), "00644");
        assert_eq!(number(Field { plus: true, ..Field::default() }, 0, false), "+0");
        let mut out = Vec::new();
        Field { width: 4, precision: Some(2), ..Field::default() }.text(&mut out, b"abc");
        assert_eq!(out, b"  ab");
    }
}
