//! Several patterns without operators, which GNU grep searches as plain strings.

use super::arguments::{PatternLine, Settings};
use shell::regex::Syntax;

/// Whether the last of several patterns ends in a lone backslash that stands for itself: when all are plain strings.
pub fn last_ends_in_backslash(settings: &Settings, patterns: &[PatternLine]) -> bool {
    let last = patterns.last().map(|last| kind(&last.text, settings.syntax));
    !settings.whole_word && last == Some(Kind::LoneBackslash) && are_strings(settings, patterns)
}

/// Whether there are several patterns and all of them are plain strings.
pub fn are_strings(settings: &Settings, patterns: &[PatternLine]) -> bool {
    let Some((last, others)) = patterns.split_last() else { return false };
    let posix = matches!(settings.syntax, Syntax::Basic | Syntax::Extended);
    let same = others.iter().all(|other| other.text == last.text);
    posix
        && !same
        && are_plain(settings, patterns)
        && others.iter().all(|other| kind(&other.text, settings.syntax) == Kind::String)
        && kind(&last.text, settings.syntax) != Kind::Expression
}

/// Whether `-F` is searched as it is, not as an expression.
pub fn stay_strings(settings: &Settings, patterns: &[PatternLine]) -> bool {
    settings.syntax == Syntax::Fixed && !(settings.bytes && settings.whole_word) && are_plain(settings, patterns)
}

fn are_plain(settings: &Settings, patterns: &[PatternLine]) -> bool {
    patterns.iter().all(|pattern| {
        // Other letters may be the same without case.
        (!settings.ignore_case || pattern.text.is_ascii()) && std::str::from_utf8(&pattern.text).is_ok()
    })
}

#[derive(PartialEq)]
enum Kind {
    String,
    /// A string with a backslash at the end that quotes nothing.
    LoneBackslash,
    Expression,
}

fn kind(text: &[u8], syntax: Syntax) -> Kind {
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match (byte, syntax) {
            (b'$' | b'*' | b'.' | b'[' | b'^', _) => return Kind::Expression,
            // A parenthesis that closes something was opened before.
            (b'(' | b'+' | b'?' | b'{' | b'|', Syntax::Extended) => return Kind::Expression,
            (b'\\', _) => match bytes.next() {
                None => return Kind::LoneBackslash,
                Some(b'(' | b')' | b'+' | b'?' | b'{' | b'|') if syntax == Syntax::Basic => return Kind::Expression,
                Some(b'1'..=b'9' | b'B' | b'<' | b'>' | b'S' | b'W' | b'`' | b'\'' | b'b' | b's' | b'w') => {
                    return Kind::Expression;
                }
                Some(_) => {}
            },
            _ => {}
        }
    }
    Kind::String
}
