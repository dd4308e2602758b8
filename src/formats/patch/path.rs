//! Paths in patch headers: C-style quoting, `a/` and `b/` prefixes, timestamps, and resolution to absolute form.

use super::PatchOptions;
use super::hunk::HeaderPath;

/// The path of a `---` or `+++` line: up to the first TAB, or a quoted string. `None` for broken quoting or no path.
pub(super) fn header_path(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.trim_ascii_start();
    let path = if text.first() == Some(&b'"') {
        unquote(text)?.0
    } else {
        let end = memchr::memchr(b'\t', text).unwrap_or(text.len());
        text.get(..end)?.trim_ascii_end().to_vec()
    };
    (!path.is_empty()).then_some(path)
}

/// Reads a C-style quoted string as git writes it, from its opening quote; gives the text and how many bytes it took. `None`
/// for broken quoting.
pub fn unquote(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut out = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some((out, at + 1)),
            b'\\' => {
                at += 1;
                let byte = match *text.get(at)? {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    quoted @ (b'"' | b'\\') => quoted,
                    b'0'..=b'3' => {
                        let digits = text.get(at..at + 3)?;
                        at += 2;
                        digits.iter().try_fold(0_u8, |value, &digit| match digit {
                            b'0'..=b'7' => Some(value.wrapping_mul(8) | (digit - b'0')),
                            _ => None,
                        })?
                    }
                    _ => return None,
                };
                out.push(byte);
            }
            byte => out.push(byte),
        }
        at += 1;
    }
}

/// The two paths of `diff --git A B`; `None` when the line cannot be divided with certainty.
pub(super) fn git_paths(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    if text.first() == Some(&b'"') {
        let (left, used) = unquote(text)?;
        let rest = text.get(used..)?.strip_prefix(b" ")?;
        let right = if rest.first() == Some(&b'"') { unquote(rest)?.0 } else { rest.to_vec() };
        return Some((left, right));
    }
    if let Some(quote) = memchr::memmem::find(text, b" \"") {
        let right = unquote(text.get(quote + 1..)?)?.0;
        return Some((text.get(..quote)?.to_vec(), right));
    }
    let mut spaces = memchr::memchr_iter(b' ', text);
    if let (Some(only), None) = (spaces.next(), spaces.next()) {
        return Some((text.get(..only)?.to_vec(), text.get(only + 1..)?.to_vec()));
    }
    // Names with spaces: both halves are the same name.
    let middle = text.len() / 2;
    let (left, right) = (text.get(..middle)?, text.get(middle + 1..)?);
    let bare = |name: &[u8]| strip_prefix(name).unwrap_or(name).to_vec();
    (text.get(middle) == Some(&b' ') && bare(left) == bare(right)).then(|| (left.to_vec(), right.to_vec()))
}

/// The path without a leading `a/` or `b/`.
pub(super) fn strip_prefix(path: &[u8]) -> Option<&[u8]> {
    let rest = path.strip_prefix(b"a/").or_else(|| path.strip_prefix(b"b/"))?;
    (!rest.is_empty()).then_some(rest)
}

/// The readings of a header's path, the likeliest first: without git's prefix, as written, and both without a timestamp
/// that follows a space.
pub(super) fn readings(path: &HeaderPath) -> Vec<&[u8]> {
    let mut out: Vec<&[u8]> = Vec::with_capacity(4);
    let raw: &[u8] = &path.raw;
    for form in [Some(raw), without_timestamp(raw)].into_iter().flatten() {
        if path.prefixed
            && let Some(stripped) = strip_prefix(form)
        {
            out.push(stripped);
        }
        out.push(form);
    }
    out
}

/// `NAME 2020-01-01 …` without what follows the name.
fn without_timestamp(path: &[u8]) -> Option<&[u8]> {
    let is_date = |text: &[u8]| {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits == 4 && matches!(text.get(4), None | Some(b'-'))
    };
    let space = memchr::memchr_iter(b' ', path).find(|&at| path.get(at + 1..).is_some_and(is_date))?;
    let name = path.get(..space)?.trim_ascii_end();
    (!name.is_empty()).then_some(name)
}

/// The absolute form of a path, without empty and `.` segments.
///
/// # Errors
/// In words: empty, NUL, `..`, or outside the root.
pub(super) fn resolve(path: &[u8], options: &PatchOptions) -> Result<Vec<u8>, String> {
    let shown = String::from_utf8_lossy(path);
    if path.is_empty() {
        return Err("empty path".to_owned());
    }
    if path.contains(&0) {
        return Err("the path holds a NUL byte".to_owned());
    }
    let base: &[u8] = if path.first() == Some(&b'/') { b"" } else { &options.base };
    let mut out = Vec::with_capacity(base.len() + path.len() + 1);
    for segment in base.split(|&byte| byte == b'/').chain(path.split(|&byte| byte == b'/')) {
        match segment {
            b"" | b"." => {}
            b".." => return Err(format!("the path '{shown}' holds '..'")),
            _ => {
                out.push(b'/');
                out.extend_from_slice(segment);
            }
        }
    }
    if out.is_empty() {
        out.push(b'/');
    }
    if let Some(root) = &options.root {
        let inside = out
            .strip_prefix(root.as_slice())
            .is_some_and(|rest| rest.is_empty() || rest.first() == Some(&b'/') || root.ends_with(b"/"));
        if !inside {
            return Err(format!("the path '{shown}' is outside {}", String::from_utf8_lossy(root)));
        }
    }
    Ok(out)
}

/// A resolved path as messages show it: relative to the base where it can be.
pub(super) fn display(path: &[u8], options: &PatchOptions) -> String {
    let short = path
        .strip_prefix(options.base.as_slice())
        .and_then(|rest| rest.strip_prefix(b"/"))
        .filter(|rest| !rest.is_empty());
    String::from_utf8_lossy(short.unwrap_or(path)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_paths_end_at_a_tab_and_unquote() {
        assert_eq!(header_path(b"a/x y\t2020"), Some(b"a/x y".to_vec()));
        assert_eq!(header_path(b"\"a/t\\tb\\303\\251\""), Some("a/t\tbé".as_bytes().to_vec()));
        assert_eq!(header_path(b"\"a"), None);
        assert_eq!(header_path(b"\"\\9\""), None);
        assert_eq!(header_path(b" \t"), None);
    }

    #[test]
    fn git_lines_divide_in_the_middle() {
        let pair = |text: &str| {
            git_paths(text.as_bytes()).map(|(a, b)| (String::from_utf8(a).unwrap(), String::from_utf8(b).unwrap()))
        };
        let expect = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(pair("a/x b/x"), expect("a/x", "b/x"));
        assert_eq!(pair("a/x y b/x y"), expect("a/x y", "b/x y"));
        assert_eq!(pair("\"a/\\t\" \"b/\\t\""), expect("a/\t", "b/\t"));
        assert_eq!(pair("a/x y b/z w"), None);
    }

    #[test]
    fn resolution_keeps_inside_the_root() {
        let options = PatchOptions::default();
        let ok = |path: &str| resolve(path.as_bytes(), &options).map(|path| String::from_utf8(path).unwrap());
        assert_eq!(ok("x//./y").as_deref(), Ok("/workspace/x/y"));
        assert_eq!(ok("/workspace/f").as_deref(), Ok("/workspace/f"));
        assert!(ok("../f").is_err());
        assert!(ok("a/../f").is_err());
        assert!(ok("/workspacex/f").is_err());
        assert!(ok("/etc/passwd").is_err());
        assert!(ok("").is_err());
        assert!(ok("a\0").is_err());
    }
}
