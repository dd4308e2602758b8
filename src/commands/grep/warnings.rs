//! Warnings about extended expressions that GNU grep takes but finds doubtful.

/// For each repetition in `pattern` that has nothing to repeat, how it is written.
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
                    at = end;
                }
                None => start = false,
            },
            _ => start = false,
        }
    }
    found
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
    let commas = memchr::memchr_iter(b',', body).count();
    let numeric = body.iter().all(|byte| byte.is_ascii_digit() || *byte == b',');
    (numeric && commas <= 1 && !body.is_empty()).then_some(at + length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_operators_without_an_operand_are_found() {
        assert_eq!(stray_operators(b"*a|+b|(?c)|{1,}d|^*|\\<*"), ["*", "+", "?", "{...}", "*", "*"]);
        assert!(stray_operators(b"a**|[*]*|[]*]+|[[:alpha:]*]?|\\**|{a|()*|a{2}*").is_empty());
        assert!(stray_operators(b"[").is_empty());
        assert!(stray_operators(b"\\").is_empty());
    }
}
