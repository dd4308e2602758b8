//! Warnings about extended expressions that GNU grep takes but finds doubtful.

use shell::regex::is_class_mistake;

/// For each repetition in `pattern` that has nothing to repeat, how it is written. A `[:name:]` ends the search as it
/// ends GNU grep's.
pub fn stray_operators(pattern: &[u8]) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut at = 0;
    // Nothing has come yet that could be repeated.
    let mut start = true;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                // Anchors repeat nothing either.
                start &= pattern.get(at).is_some_and(|letter| b"<>bB`'".contains(letter));
                at += 1;
            }
            b'[' if is_class_mistake(&pattern[at..]) => break,
            b'[' => {
                at = bracket_end(pattern, at);
                start = false;
            }
            b'(' | b'|' => start = true,
            b'^' | b'$' => {}
            b'*' if start => found.push("*"),
            b'+' if start => found.push("+"),
            b'?' if start => found.push("?"),
            b'*' | b'+' | b'?' => {}
            b'{' => match interval_end(pattern, at) {
                Some(end) => {
                    if start {
                        found.push("{...}");
                    }
                    // What follows it repeats the nothing that it repeats.
                    start = false;
                    at = end;
                }
                None => start = false,
            },
            _ => start = false,
        }
    }
    found
}

/// Whether a closing parenthesis closes nothing.
pub fn has_stray_close(pattern: &[u8]) -> bool {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'[' => at = bracket_end(pattern, at),
            b'(' => depth += 1,
            b')' if depth == 0 => return true,
            b')' => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Whether a pattern may refer to one of its groups.
pub fn has_back_reference(pattern: &[u8]) -> bool {
    pattern.windows(2).any(|pair| matches!(pair, [b'\\', b'1'..=b'9']))
}

/// Behind the bracket that began before `at`.
fn bracket_end(pattern: &[u8], mut at: usize) -> usize {
    if pattern.get(at) == Some(&b'^') {
        at += 1;
    }
    let first = at;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match byte {
            b']' if at > first + 1 => break,
            b'[' => {
                if let Some(&kind @ (b':' | b'.' | b'=')) = pattern.get(at)
                    && let Some(end) = pattern.get(at + 1..).and_then(|rest| memchr::memmem::find(rest, &[kind, b']']))
                {
                    at += end + 3;
                }
            }
            _ => {}
        }
    }
    at
}

/// Behind the interval whose brace stands before `at`, if it is one.
fn interval_end(pattern: &[u8], at: usize) -> Option<usize> {
    let rest = pattern.get(at..)?;
    let length = memchr::memchr(b'}', rest)?;
    let body = &rest[..length];
    let (least, most) = match memchr::memchr(b',', body) {
        Some(comma) => (&body[..comma], &body[comma + 1..]),
        None => (body, body),
    };
    let number = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit).then(|| std::str::from_utf8(digits).ok()?.parse().ok());
    let (least, most): (Option<u32>, Option<u32>) = (number(least)?, number(most)?);
    // One that ends before it begins is text.
    let ordered = least.zip(most).is_none_or(|(least, most)| least <= most);
    (ordered && !body.is_empty()).then_some(at + length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_operators_without_an_operand_are_found() {
        assert_eq!(stray_operators(b"*a|+b|(?c)|{1,}d|^*|\\<*"), ["*", "+", "?", "{...}", "*", "*"]);
        assert!(stray_operators(b"a**|[*]*|[]*]+|[[:alpha:]*]?|\\**|{a|()*|a{2}*").is_empty());
        assert_eq!(stray_operators(b"{1}*|{1}{2}|{,3}*|*{1}"), ["{...}", "{...}", "{...}", "*", "{...}"]);
        assert!(stray_operators(b"{11,2}|{2,1}*|{x}*").is_empty());
        assert!(stray_operators(b"[").is_empty());
        assert!(stray_operators(b"\\").is_empty());
    }
}
