//! `-x` and `-w` as GNU grep writes them around the patterns, where that shows.

use super::arguments::{PatternLine, Settings};
use super::strings;
use super::warnings;
use shell::regex::Syntax;

/// The patterns as the one that GNU grep's automaton chooses lines by, where a closing parenthesis that closes nothing
/// would close the one that stands before the patterns for `-x` or `-w`: `^(a)b)$`.
pub fn framed(settings: &Settings, patterns: &[PatternLine]) -> Option<Framed> {
    let frames = settings.whole_line || settings.whole_word;
    let stray = frames
        && settings.syntax == Syntax::Extended
        && patterns.iter().any(|pattern| warnings::has_stray_close(&pattern.text))
        && !strings::are_strings(settings, patterns);
    if !stray {
        return None;
    }
    // What an automaton cannot decide is left to the other engine.
    let refers = patterns.iter().any(|pattern| warnings::has_back_reference(&pattern.text));
    let (start, end, decides): (&[u8], &[u8], bool) = match (settings.whole_line, settings.bytes) {
        (true, _) => (b"^(", b")$", true),
        (false, true) => (b"(^|[^[:alnum:]_])(", b")([^[:alnum:]_]|$)", true),
        (false, false) => (b"(^|.*)(", b")(.*|$)", false),
    };
    let mut text = start.to_vec();
    for (index, pattern) in patterns.iter().enumerate() {
        if index > 0 {
            text.push(b'\n');
        }
        text.extend_from_slice(&pattern.text);
    }
    text.extend_from_slice(end);
    (!refers).then_some(Framed { text, decides })
}

/// A pattern with its frame.
pub struct Framed {
    pub text: Vec<u8>,
    /// It alone says which lines match; else it says which lines cannot.
    pub decides: bool,
}
