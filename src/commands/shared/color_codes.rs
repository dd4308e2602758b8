//! Lists of color codes as `LS_COLORS` and `diff --palette` give them: `di=01;34:*.tar=01;31`.
//!
//! A code may hold escapes: `\e`, `\x1b`, `\033`, `^[`. A colon behind a backslash is part of a code.

use bstr::BString;

/// One entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// What a name of two letters stands for.
    Named([u8; 2], BString),
    /// The ending of names of files (`*.tar`, without the star), and its code.
    Ending(BString, BString),
}

/// A list that makes no sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unparsable {
    /// The name that is told of; also one that is known, if its code makes no sense.
    pub prefix: Option<[u8; 2]>,
}

/// The entries of a list in which only some names are known.
pub fn read(text: &[u8], is_known: impl Fn(&[u8]) -> bool) -> Result<Vec<Entry>, Unparsable> {
    let mut rest = text;
    let mut entries = Vec::new();
    loop {
        match rest {
            [] => return Ok(entries),
            [b':', after @ ..] => rest = after,
            [b'*', after @ ..] => {
                let nothing = Unparsable { prefix: None };
                rest = after;
                let ending = code(&mut rest, true).ok_or(nothing)?;
                rest = rest.strip_prefix(b"=").ok_or(nothing)?;
                entries.push(Entry::Ending(ending, code(&mut rest, false).ok_or(nothing)?));
            }
            &[first, second, b'=', ref after @ ..] => {
                let name = [first, second];
                let failure = Unparsable { prefix: Some(name) };
                rest = after;
                if !is_known(&name) {
                    return Err(failure);
                }
                entries.push(Entry::Named(name, code(&mut rest, false).ok_or(failure)?));
            }
            _ => return Err(Unparsable { prefix: None }),
        }
    }
}

/// Takes a code off the text: up to a colon, or also to an equals sign, which both remain.
fn code(text: &mut &[u8], ends_at_equals: bool) -> Option<BString> {
    let mut out = Vec::new();
    loop {
        let (&byte, rest) = match text.split_first() {
            None | Some((b':', _)) => break,
            Some((b'=', _)) if ends_at_equals => break,
            Some(split) => split,
        };
        *text = rest;
        match byte {
            b'\\' => out.push(escape(text)?),
            b'^' => match *text {
                [letter @ b'@'..=b'~', rest @ ..] => {
                    out.push(letter & 0o37);
                    *text = rest;
                }
                // GNU does not go on behind the question mark, so that it counts once more.
                [b'?', ..] => out.push(0x7f),
                _ => return None,
            },
            byte => out.push(byte),
        }
    }
    Some(out.into())
}

/// Takes what follows a backslash.
fn escape(text: &mut &[u8]) -> Option<u8> {
    let (&letter, rest) = text.split_first()?;
    let digits = |rest: &[u8], base: u8| {
        let digit = |byte: &&u8| (**byte as char).is_digit(u32::from(base));
        rest.iter().take_while(digit).count()
    };
    let (start, base) = match letter {
        b'0'..=b'7' => (0, 8),
        b'x' | b'X' => (1, 16),
        _ => {
            *text = rest;
            return Some(match letter {
                b'a' => 0x07,
                b'b' => 0x08,
                b'e' => 0x1b,
                b'f' => 0x0c,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 0x0b,
                b'?' => 0x7f,
                b'_' => b' ',
                other => other,
            });
        }
    };
    let end = start + digits(&text[start..], base);
    let value = text[start..end].iter().fold(0u8, |value, byte| {
        let digit = (*byte as char).to_digit(u32::from(base)).unwrap_or(0);
        value.wrapping_mul(base).wrapping_add(digit as u8)
    });
    *text = &text[end..];
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_escapes() {
        let known = |name: &[u8]| name == b"di";
        let entries = read(b":di=1;\\e\\x4g\\12^A\\::*.t\\=r=3=4", known).unwrap();
        let expected = [Entry::Named(*b"di", "1;\x1b\x04g\n\x01:".into()), Entry::Ending(".t=r".into(), "3=4".into())];
        assert_eq!(entries, expected);
        assert_eq!(read(b"xx=1", known), Err(Unparsable { prefix: Some(*b"xx") }));
        assert_eq!(read(b"di=^1", known), Err(Unparsable { prefix: Some(*b"di") }));
        assert_eq!(read(b"di", known), Err(Unparsable { prefix: None }));
    }
}
