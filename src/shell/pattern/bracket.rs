//! Bracket expressions of shell patterns.
//!
//! bash reads them forgivingly: a class with an unknown name matches nothing, a range whose end
//! lies before its start matches nothing, and a bracket that never ends is a plain `[`.

use super::super::regex::class::{self, ClassName};
use super::compile::{fold, next_unit};

/// A set of characters (bytes, where matching goes byte by byte).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    ranges: Vec<(u32, u32)>,
    classes: Vec<ClassName>,
    negated: bool,
}

impl Set {
    /// Whether the set holds a character: `folded` where case is ignored, as it is for classes.
    pub(super) fn contains(&self, unit: u32, folded: u32, bytewise: bool) -> bool {
        let inside = self.ranges.iter().any(|&(start, end)| start <= folded && folded <= end)
            || self.classes.iter().any(|name| {
                if let Ok(byte) = u8::try_from(unit)
                    && (byte < 0x80 || bytewise)
                {
                    return byte < 0x80 && name.contains_ascii(byte);
                }
                char::from_u32(unit).is_some_and(|c| class::contains(name.set(), c))
            });
        inside != self.negated
    }

    /// The set of one character.
    pub(super) fn single(unit: u32) -> Set {
        Set { ranges: vec![(unit, unit)], ..Set::default() }
    }
}

/// What stands at a `[`.
pub(super) enum Bracket {
    /// A set, and how long its text is behind the `[`.
    Set(Set, usize),
    /// No bracket expression: the `[` stands for itself.
    Literal,
    /// Nothing can match: a backslash with nothing behind it inside the brackets.
    Never,
}

/// Reads the text behind a `[`.
pub(super) fn parse(text: &[u8], bytewise: bool, nocase: bool, pathname: bool) -> Bracket {
    let mut set = Set::default();
    let mut at = 0;
    if matches!(text.first(), Some(b'!' | b'^')) {
        set.negated = true;
        at = 1;
    }
    let fold_if = |unit: u32| if nocase { fold(unit) } else { unit };
    let read = |at: usize| next_unit(text.get(at..).unwrap_or_default(), bytewise);
    let mut first = true;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        if !first && rest.first() == Some(&b']') {
            return Bracket::Set(set, at + 1);
        }
        first = false;
        // Forms that can't begin a range.
        if let [b'[', b'=', ..] = rest
            && let Some((unit, length)) = read(at + 2)
            && text.get(at + 2 + length..).is_some_and(|rest| rest.starts_with(b"=]"))
        {
            set.ranges.push((fold_if(unit), fold_if(unit)));
            at += length + 4;
            continue;
        }
        if let [b'[', b':', name @ ..] = rest {
            match find_pair(name, b':') {
                Some(length) => {
                    set.classes.extend(ClassName::parse(&name[..length]));
                    at += 2 + length + 2;
                }
                // Without its end the `[` is dropped.
                None => at += 1,
            }
            continue;
        }
        let start = if let [b'[', b'.', name @ ..] = rest {
            let Some(length) = find_pair(name, b'.') else {
                return Bracket::Literal;
            };
            at += 2 + length + 2;
            collating_symbol(&name[..length], bytewise)
        } else {
            let mut place = at;
            if rest.first() == Some(&b'\\') {
                place += 1;
                if rest.len() == 1 {
                    return Bracket::Never;
                }
            }
            let Some((unit, length)) = read(place) else {
                return Bracket::Literal;
            };
            if pathname && unit == u32::from(b'/') {
                return Bracket::Literal;
            }
            at = place + length;
            Some(unit)
        };
        let rest = text.get(at..).unwrap_or_default();
        if rest.is_empty() {
            return Bracket::Literal;
        }
        if let [b'-', after, ..] = rest
            && *after != b']'
        {
            at += 1;
            let end = if let Some([b'[', b'.', name @ ..]) = text.get(at..) {
                let Some(length) = find_pair(name, b'.') else {
                    return Bracket::Literal;
                };
                at += 2 + length + 2;
                collating_symbol(&name[..length], bytewise)
            } else {
                if text.get(at) == Some(&b'\\') {
                    at += 1;
                }
                let Some((unit, length)) = read(at) else {
                    return Bracket::Never;
                };
                at += length;
                Some(unit)
            };
            if let (Some(start), Some(end)) = (start, end) {
                set.ranges.push((fold_if(start), fold_if(end)));
            }
        } else if let Some(unit) = start {
            set.ranges.push((fold_if(unit), fold_if(unit)));
        }
        if text.len() <= at {
            return Bracket::Literal;
        }
    }
}

/// The length of a name up to `kind` and `]`.
fn find_pair(name: &[u8], kind: u8) -> Option<usize> {
    name.windows(2).position(|pair| pair == [kind, b']'])
}

/// The character that a collating symbol names: itself, or a POSIX name.
fn collating_symbol(name: &[u8], bytewise: bool) -> Option<u32> {
    if let Some((unit, length)) = next_unit(name, bytewise)
        && length == name.len()
    {
        return Some(unit);
    }
    POSIX_NAMES.iter().find(|(candidate, _)| candidate.as_bytes() == name).map(|&(_, byte)| u32::from(byte))
}

/// The names of characters in the POSIX locale (POSIX, "Locale", LC_COLLATE).
const POSIX_NAMES: &[(&str, u8)] = &[
    ("NUL", 0x00),
    ("SOH", 0x01),
    ("STX", 0x02),
    ("ETX", 0x03),
    ("EOT", 0x04),
    ("ENQ", 0x05),
    ("ACK", 0x06),
    ("alert", 0x07),
    ("backspace", 0x08),
    ("BS", 0x08),
    ("tab", 0x09),
    ("HT", 0x09),
    ("newline", 0x0a),
    ("LF", 0x0a),
    ("vertical-tab", 0x0b),
    ("VT", 0x0b),
    ("form-feed", 0x0c),
    ("FF", 0x0c),
    ("carriage-return", 0x0d),
    ("CR", 0x0d),
    ("SO", 0x0e),
    ("SI", 0x0f),
    ("DLE", 0x10),
    ("DC1", 0x11),
    ("DC2", 0x12),
    ("DC3", 0x13),
    ("DC4", 0x14),
    ("NAK", 0x15),
    ("SYN", 0x16),
    ("ETB", 0x17),
    ("CAN", 0x18),
    ("EM", 0x19),
    ("SUB", 0x1a),
    ("ESC", 0x1b),
    ("IS4", 0x1c),
    ("FS", 0x1c),
    ("IS3", 0x1d),
    ("GS", 0x1d),
    ("IS2", 0x1e),
    ("RS", 0x1e),
    ("IS1", 0x1f),
    ("US", 0x1f),
    ("space", b' '),
    ("exclamation-mark", b'!'),
    ("quotation-mark", b'"'),
    ("number-sign", b'#'),
    ("dollar-sign", b'$'),
    ("percent-sign", b'%'),
    ("ampersand", b'&'),
    ("apostrophe", b'\''),
    ("left-parenthesis", b'('),
    ("right-parenthesis", b')'),
    ("asterisk", b'*'),
    ("plus-sign", b'+'),
    ("comma", b','),
    ("hyphen", b'-'),
    ("hyphen-minus", b'-'),
    ("minus", b'-'),
    ("dash", b'-'),
    ("period", b'.'),
    ("full-stop", b'.'),
    ("slash", b'/'),
    ("solidus", b'/'),
    ("zero", b'0'),
    ("one", b'1'),
    ("two", b'2'),
    ("three", b'3'),
    ("four", b'4'),
    ("five", b'5'),
    ("six", b'6'),
    ("seven", b'7'),
    ("eight", b'8'),
    ("nine", b'9'),
    ("colon", b':'),
    ("semicolon", b';'),
    ("less-than-sign", b'<'),
    ("equals-sign", b'='),
    ("greater-than-sign", b'>'),
    ("question-mark", b'?'),
    ("commercial-at", b'@'),
    ("left-square-bracket", b'['),
    ("backslash", b'\\'),
    ("reverse-solidus", b'\\'),
    ("right-square-bracket", b']'),
    ("circumflex", b'^'),
    ("circumflex-accent", b'^'),
    ("underscore", b'_'),
    ("grave-accent", b'`'),
    ("left-brace", b'{'),
    ("left-curly-bracket", b'{'),
    ("vertical-line", b'|'),
    ("right-brace", b'}'),
    ("right-curly-bracket", b'}'),
    ("tilde", b'~'),
    ("DEL", 0x7f),
];
