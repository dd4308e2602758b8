//! The strings of `tr`: what stands for which bytes.

use crate::shared::quote::Quoting;
use shell::regex::ClassName;

/// `[:upper:]` or `[:lower:]`
pub fn is_case(class: ClassName) -> bool {
    matches!(class, ClassName::Upper | ClassName::Lower)
}

/// The bytes of a class: `tr` knows no other characters.
fn bytes_of(class: ClassName) -> impl Iterator<Item = u8> {
    (0..=255u8).filter(move |byte| class.contains_ascii(*byte))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Byte(u8),
    Range(u8, u8),
    Class(ClassName),
    Equivalence(u8),
    /// `[c*n]`
    Repeat(u8, u64),
    /// `[c*]`
    OpenRepeat(u8),
}

/// One string, read.
#[derive(Debug, Clone)]
pub struct Set {
    pub elements: Vec<Element>,
    /// An open repeat was there and has been given its length.
    filled: bool,
}

/// What a set can stand for at most: nothing is longer than the 256 bytes that can be translated. Repeats are cut here.
const MOST: u64 = 256;

impl Set {
    /// Reads a string; the error is the message, with names quoted as `quoting` says. Warnings are added as they come up.
    pub fn parse(text: &[u8], quoting: Quoting, warnings: &mut Vec<Vec<u8>>) -> Result<Set, Vec<u8>> {
        let text = unescape(text, warnings);
        let plain = |at: usize, byte: u8| text.get(at) == Some(&(byte, false));
        let mut elements = Vec::with_capacity(text.len());
        let mut at = 0;
        while at + 2 < text.len() {
            if plain(at, b'[')
                && let Some((element, length)) = bracket(&text[at..], quoting)?
            {
                elements.push(element);
                at += length;
                continue;
            }
            let byte = text[at].0;
            if plain(at + 1, b'-') {
                let last = text[at + 2].0;
                if last < byte {
                    let ends = [shown(byte), b"-".to_vec(), shown(last)].concat();
                    let rest = b"' are in reverse collating sequence order";
                    return Err([&b"range-endpoints of '"[..], &ends, rest].concat());
                }
                elements.push(Element::Range(byte, last));
                at += 3;
            } else {
                elements.push(Element::Byte(byte));
                at += 1;
            }
        }
        elements.extend(text[at..].iter().map(|(byte, _)| Element::Byte(*byte)));
        Ok(Set { elements, filled: false })
    }

    pub fn has_open_repeat(&self) -> bool {
        self.elements.iter().any(|element| matches!(element, Element::OpenRepeat(_)))
    }

    pub fn filled_repeat(&self) -> bool {
        self.filled
    }

    /// Gives `[c*]` the length that is missing to `length`.
    pub fn fill_open_repeat(&mut self, length: usize) -> Result<(), Vec<u8>> {
        let missing = length.saturating_sub(self.len()) as u64;
        for element in &mut self.elements {
            if let Element::OpenRepeat(byte) = *element {
                if self.filled {
                    return Err(b"only one [c*] repeat construct may appear in string2".to_vec());
                }
                self.filled = true;
                *element = Element::Repeat(byte, missing);
            }
        }
        Ok(())
    }

    /// Repeats the last byte `count` times more.
    pub fn extend(&mut self, count: usize) -> Result<(), Vec<u8>> {
        let byte = match self.elements.last() {
            Some(Element::Byte(byte) | Element::Range(_, byte) | Element::Equivalence(byte)) => *byte,
            Some(Element::Repeat(byte, _) | Element::OpenRepeat(byte)) => *byte,
            Some(Element::Class(_)) => {
                let text = b"when translating with string1 longer than string2,\nthe latter string must not end with a \
                             character class";
                return Err(text.to_vec());
            }
            None => return Ok(()),
        };
        self.elements.push(Element::Repeat(byte, count as u64));
        Ok(())
    }

    /// How many bytes it stands for, one after the other; an open repeat has none.
    pub fn len(&self) -> usize {
        self.elements.iter().map(|element| size(*element)).sum()
    }

    /// The bytes with the class that each came from.
    pub fn tagged_bytes(&self) -> Vec<(u8, Option<ClassName>)> {
        let mut bytes = Vec::with_capacity(self.len());
        for element in &self.elements {
            match *element {
                Element::Byte(byte) | Element::Equivalence(byte) => bytes.push((byte, None)),
                Element::Range(first, last) => bytes.extend((first..=last).map(|byte| (byte, None))),
                Element::Class(class) => bytes.extend(bytes_of(class).map(|byte| (byte, Some(class)))),
                Element::Repeat(byte, count) => bytes.extend((0..count.min(MOST)).map(|_| (byte, None))),
                Element::OpenRepeat(_) => {}
            }
        }
        bytes
    }

    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        self.tagged_bytes().into_iter().map(|(byte, _)| byte)
    }

    pub fn members(&self) -> [bool; 256] {
        let mut members = [false; 256];
        for byte in self.bytes() {
            members[usize::from(byte)] = true;
        }
        members
    }

    /// Whether all bytes are the same one.
    pub fn is_homogeneous(&self) -> bool {
        let mut bytes = self.bytes();
        match bytes.next() {
            Some(first) => bytes.all(|byte| byte == first),
            None => true,
        }
    }

    /// Where `[:upper:]` and `[:lower:]` begin, and how many bytes they are.
    pub fn class_starts(&self) -> Vec<(usize, usize)> {
        let mut at = 0;
        let mut starts = Vec::new();
        for element in &self.elements {
            let size = size(*element);
            if matches!(element, Element::Class(class) if is_case(*class)) {
                starts.push((at, size));
            }
            at += size;
        }
        starts
    }
}

fn size(element: Element) -> usize {
    match element {
        Element::Byte(_) | Element::Equivalence(_) => 1,
        Element::Range(first, last) => usize::from(last - first) + 1,
        Element::Class(class) => bytes_of(class).count(),
        Element::Repeat(_, count) => count.min(MOST) as usize,
        Element::OpenRepeat(_) => 0,
    }
}

/// A byte as messages show it.
/// A text with its bytes as [`shown`].
fn spelt(text: &[u8]) -> Vec<u8> {
    let escaped = |byte: &u8| match byte {
0x07 => b"\\a".to_vec(),
        0x08 => b"\\b".to_vec(),
        0x0c => b"\\f".to_vec(),
        b'\n' => b"\\n".to_vec(),
        b'\r' => b"\\r".to_vec(),
        b'\t' => b"\\t".to_vec(),
        0x0b => b"\\v".to_vec(),
        byte => shown(*byte),
    };
    text.iter().flat_map(escaped).collect()
}

fn shown(byte: u8) -> Vec<u8> {
    if (b' '..=b'~').contains(&byte) { vec![byte] } else { format!("\\{byte:03o}").into_bytes() }
}

/// The bytes, each with whether a backslash took its meaning.
fn unescape(text: &[u8], warnings: &mut Vec<Vec<u8>>) -> Vec<(u8, bool)> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push((byte, false));
            continue;
        }
        let Some((&letter, after)) = rest.split_first() else {
            warnings.push(b"an unescaped backslash at end of string is not portable".to_vec());
            out.push((b'\\', false));
            break;
        };
        rest = after;
        let byte = match letter {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'0'..=b'7' => {
                let mut value = u32::from(letter - b'0');
                let mut used = 0;
                while used < 2
                    && let Some(digit @ b'0'..=b'7') = rest.get(used)
                {
                    let next = value * 8 + u32::from(digit - b'0');
                    if next > 255 {
                        let (a, b, c) = (letter as char, rest[0] as char, *digit as char);
                        let text = format!(
                            "the ambiguous octal escape \\{a}{b}{c} is being\n\tinterpreted as the 2-byte sequence \
                             \\0{a}{b}, {c}"
                        );
                        warnings.push(text.into_bytes());
                        break;
                    }
                    value = next;
                    used += 1;
                }
                rest = &rest[used..];
                value as u8
            }
            other => other,
        };
        out.push((byte, true));
    }
    out
}

/// `[:class:]`, `[=c=]` or `[c*n]` at the start, and its length; `None` when the bracket is only a bracket.
fn bracket(text: &[(u8, bool)], quoting: Quoting) -> Result<Option<(Element, usize)>, Vec<u8>> {
    if let Some(&(delimiter @ (b':' | b'='), false)) = text.get(1)
        && let Some(end) = closing(text, delimiter)
    {
        let name: Vec<u8> = text[2..end].iter().map(|(byte, _)| *byte).collect();
        let length = end + 2;
        // `[:*]` and `[=*n]` are repeats after all.
        let repeat = text.get(2) == Some(&(b'*', false)) && repeat_digits(&text[3..]);
        if name.is_empty() {
            let whole = [b'[', delimiter, delimiter, b']'];
            let what: &[u8] = if delimiter == b':' {
                b"missing character class name '"
            } else {
                b"missing equivalence class character '"
            };
            return Err([what, &whole, b"'"].concat());
        }
        if delimiter == b':' {
            match ClassName::parse(&name) {
                Some(class) => return Ok(Some((Element::Class(class), length))),
                None if !repeat => return Err([&b"invalid character class "[..], &quoting.apply(&spelt(&name))].concat()),
                None => {}
            }
        } else {
            match name.as_slice() {
                [byte] => return Ok(Some((Element::Equivalence(*byte), length))),
                _ if !repeat => {
                    let rest = b": equivalence class operand must be a single character";
                    return Err([&spelt(&name)[..], rest].concat());
                }
                _ => {}
            }
        }
    }
    if text.get(2) != Some(&(b'*', false)) {
        return Ok(None);
    }
    let byte = text[1].0;
    let digits_end = text[3..].iter().position(|(byte, escaped)| *byte == b']' || *escaped);
    let Some(end) = digits_end.map(|end| end + 3).filter(|end| text[*end] == (b']', false)) else { return Ok(None) };
    let digits: Vec<u8> = text[3..end].iter().map(|(byte, _)| *byte).collect();
    let base = if digits.first() == Some(&b'0') { 8 } else { 10 };
    let mut count = 0u64;
    for digit in &digits {
        let digit = char::from(*digit).to_digit(base);
        let next = digit.and_then(|digit| count.checked_mul(base.into())?.checked_add(digit.into()));
        match next {
            Some(next) => count = next,
            None => {
                let rest = b" in [c*n] construct";
                return Err([&b"invalid repeat count "[..], &quoting.apply(&spelt(&digits)), rest].concat());
            }
        }
    }
    let element = if count == 0 { Element::OpenRepeat(byte) } else { Element::Repeat(byte, count) };
    Ok(Some((element, end + 1)))
}

/// Where the delimiter stands that a `]` follows.
fn closing(text: &[(u8, bool)], delimiter: u8) -> Option<usize> {
    (2..text.len().saturating_sub(1)).find(|at| text[*at] == (delimiter, false) && text[at + 1] == (b']', false))
}

fn repeat_digits(text: &[(u8, bool)]) -> bool {
    let digits = text.iter().take_while(|(byte, escaped)| byte.is_ascii_digit() && !escaped).count();
    text.get(digits) == Some(&(b']', false))
}
