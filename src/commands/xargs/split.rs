//! How `xargs` takes its input apart into items: blanks, quotes, backslashes, lines.

/// A quote that was opened and not closed on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmatched {
    Single,
    Double,
}

/// What a byte completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fed {
    Nothing,
    /// An item; take it with [`Splitter::take`]. True when the byte also ended a line that counts: one with something
    /// on it whose end no blank hides.
    Item {
        ends_line: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between items.
    Space,
    Normal,
    Quote(u8),
    Backslash,
}

/// The reader of input without `-0` and `-d`.
pub struct Splitter {
    /// Items are lines, of which only the blanks at the start go (`-I`).
    whole_lines: bool,
    state: State,
    item: Vec<u8>,
    /// There is an item, though it may be empty (`""`).
    started: bool,
    previous: u8,
}

impl Splitter {
    pub fn new(whole_lines: bool) -> Splitter {
        Splitter { whole_lines, state: State::Space, item: Vec::new(), started: false, previous: 0 }
    }

    /// Bytes of the item so far.
    pub fn length(&self) -> usize {
        self.item.len()
    }

    /// The item that is complete.
    pub fn take(&mut self) -> Vec<u8> {
        self.started = false;
        std::mem::take(&mut self.item)
    }

    /// Reads one byte.
    pub fn feed(&mut self, byte: u8) -> Result<Fed, Unmatched> {
        let previous = std::mem::replace(&mut self.previous, byte);
        let blank = matches!(byte, b' ' | b'\t');
        match self.state {
            State::Space if blank || matches!(byte, b'\n' | b'\r' | 0x0b | 0x0c) => return Ok(Fed::Nothing),
            State::Space | State::Normal => {
                self.state = State::Normal;
                if byte == b'\n' {
                    self.state = State::Space;
                    let ends_line = !matches!(previous, b' ' | b'\t');
                    return Ok(if self.started { Fed::Item { ends_line } } else { Fed::Nothing });
                }
                self.started = true;
                if blank && !self.whole_lines {
                    self.state = State::Space;
                    return Ok(Fed::Item { ends_line: false });
                }
                match byte {
                    b'\\' => self.state = State::Backslash,
                    b'\'' | b'"' => self.state = State::Quote(byte),
                    _ => self.item.push(byte),
                }
            }
            State::Quote(quote) => match byte {
                b'\n' => return Err(unmatched(quote)),
                byte if byte == quote => self.state = State::Normal,
                byte => self.item.push(byte),
            },
            State::Backslash => {
                self.state = State::Normal;
                self.item.push(byte);
            }
        }
        Ok(Fed::Nothing)
    }

    /// The input is over: whether there is a last item.
    pub fn finish(&mut self) -> Result<bool, Unmatched> {
        match self.state {
            State::Quote(quote) => Err(unmatched(quote)),
            _ => Ok(self.started),
        }
    }
}

fn unmatched(quote: u8) -> Unmatched {
    if quote == b'"' { Unmatched::Double } else { Unmatched::Single }
}

/// Reads the value of `-d`: one byte, or a backslash and what C has behind it.
///
/// # Errors
/// The message of GNU xargs, without the command's name.
pub fn delimiter(text: &[u8]) -> Result<u8, Vec<u8>> {
    match text {
        [byte] => return Ok(*byte),
        [b'\\', ..] => {}
        _ => {
            return Err([
                &b"Invalid input delimiter specification "[..],
                text,
                b": the delimiter must be either a single character or an escape sequence starting with \\.",
            ]
            .concat());
        }
    }
    let (base, digits) = match &text[1..] {
        [b'x', digits @ ..] => (16, digits),
        [b'0', digits @ ..] => (8, digits),
        [letter, ..] => {
            return match letter {
                b'a' => Ok(0x07),
                b'b' => Ok(0x08),
                b'f' => Ok(0x0c),
                b'n' => Ok(b'\n'),
                b'r' => Ok(b'\r'),
                b't' => Ok(b'\t'),
                b'v' => Ok(0x0b),
                b'\\' => Ok(b'\\'),
                b'1'..=b'7' => number(text, &text[1..], 8),
                _ => Err([b"Invalid escape sequence ", text, b" in input delimiter specification."].concat()),
            };
        }
        [] => return Ok(b'\\'),
    };
    number(text, digits, base)
}

fn number(text: &[u8], digits: &[u8], base: u32) -> Result<u8, Vec<u8>> {
    let mut value = 0u32;
    let mut rest = digits;
    while let Some((&byte, after)) = rest.split_first()
        && let Some(digit) = char::from(byte).to_digit(base)
    {
        value = value.saturating_mul(base).saturating_add(digit);
        rest = after;
    }
    let fault = |detail: &[u8]| {
        Err([b"Invalid escape sequence ", text, b" in input delimiter specification; ", detail, b"."].concat())
    };
    match u8::try_from(value) {
        Err(_) if base == 16 => fault(b"character values must not exceed ff"),
        Err(_) => fault(b"character values must not exceed 377"),
        Ok(_) if !rest.is_empty() => fault(&[b"trailing characters ", rest, b" not recognised"].concat()),
        Ok(byte) => Ok(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items, with `|` behind those that end a line.
    fn split(input: &[u8], whole_lines: bool) -> Result<Vec<String>, Unmatched> {
        let mut splitter = Splitter::new(whole_lines);
        let mut items = Vec::new();
        for byte in input {
            if let Fed::Item { ends_line } = splitter.feed(*byte)? {
                let mark = if ends_line { "|" } else { "" };
                items.push(String::from_utf8_lossy(&splitter.take()).into_owned() + mark);
            }
        }
        if splitter.finish()? {
            items.push(String::from_utf8_lossy(&splitter.take()).into_owned());
        }
        Ok(items)
    }

    #[test]
    fn blanks_quotes_and_backslashes() {
        assert_eq!(
            split(b"a b  c\n\"d e\" f\\ g 'h i'\n\nj", false).unwrap(),
            ["a", "b", "c|", "d e", "f g", "h i|", "j"]
        );
        assert_eq!(split(b"\"\" x ''", false).unwrap(), ["", "x", ""]);
        assert_eq!(split(b"a\\\nb\tc\x0bd\n", false).unwrap(), ["a\nb", "c\x0bd|"]);
        assert_eq!(split(b"", false).unwrap(), Vec::<String>::new());
        assert_eq!(split(b" \n\n \t\n", false).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_blank_at_the_end_joins_lines() {
        assert_eq!(split(b"a \nb\n", false).unwrap(), ["a", "b|"]);
    }

    #[test]
    fn whole_lines_lose_their_first_blanks() {
        assert_eq!(split(b"  a b \n\n'c  d' e\n", true).unwrap(), ["a b ", "c  d e|"]);
    }

    #[test]
    fn quotes_end_on_their_line() {
        assert_eq!(split(b"a 'b\nc'", false), Err(Unmatched::Single));
        assert_eq!(split(b"a \"b", false), Err(Unmatched::Double));
        assert_eq!(split(b"it\\'s \\", false).unwrap(), ["it's", ""]);
    }

    #[test]
    fn delimiters() {
        assert_eq!(delimiter(b"x"), Ok(b'x'));
        assert_eq!(delimiter(b"\\n"), Ok(b'\n'));
        assert_eq!(delimiter(b"\\0"), Ok(0));
        assert_eq!(delimiter(b"\\x41"), Ok(b'A'));
        assert_eq!(delimiter(b"\\"), Ok(b'\\'));
        let error = |text: &[u8]| String::from_utf8(delimiter(text).unwrap_err()).unwrap();
        assert!(error(b"xx").contains("must be either a single character"));
        assert!(error("é".as_bytes()).contains("must be either a single character"));
        assert!(error(b"\\xfff").contains("must not exceed ff"));
        assert!(error(b"\\08").contains("trailing characters 8 not recognised"));
        assert!(error(b"\\q").contains("Invalid escape sequence \\q"));
        assert!(error(b"").contains("Invalid input delimiter"));
    }
}
