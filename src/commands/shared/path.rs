//! Path texts as arguments give them: last names, parents, joins.

use bstr::BString;

/// The path without its trailing slashes; a path of slashes alone keeps one.
pub fn strip_trailing_slashes(path: &[u8]) -> &[u8] {
    let length = path.len() - path.iter().rev().take_while(|byte| **byte == b'/').count();
    if length == 0 { path.get(..1).unwrap_or_default() } else { &path[..length] }
}

/// The last name of a path, without trailing slashes; `/` for a path of slashes alone, empty for an empty one.
pub fn base_name(path: &[u8]) -> &[u8] {
    let path = strip_trailing_slashes(path);
    match memchr::memrchr(b'/', path) {
        Some(_) if path == b"/" => path,
        Some(slash) => &path[slash + 1..],
        None => path,
    }
}

/// What comes before the last name, as `dirname` says it: `.` when there is nothing.
pub fn dir_name(path: &[u8]) -> &[u8] {
    let trimmed = strip_trailing_slashes(path);
    match memchr::memrchr(b'/', trimmed) {
        None => b".",
        Some(slash) => strip_trailing_slashes(&trimmed[..=slash]),
    }
}

/// A name in a folder, with one slash between.
pub fn join(folder: &[u8], name: &[u8]) -> BString {
    let name = &name[name.iter().take_while(|byte| **byte == b'/').count()..];
    let mut path = folder.to_vec();
    if !path.ends_with(b"/") && !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path.into()
}

/// Whether the last name is `.` or `..`.
pub fn ends_in_dots(path: &[u8]) -> bool {
    matches!(base_name(path), b"." | b"..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parents() {
        let cases: [(&[u8], &[u8], &[u8]); 8] = [
            (b"a/b", b"b", b"a"),
            (b"a/b//", b"b", b"a"),
            (b"/", b"/", b"/"),
            (b"//", b"/", b"/"),
            (b"/a", b"a", b"/"),
            (b"a", b"a", b"."),
            (b"", b"", b"."),
            (b"a//b", b"b", b"a"),
        ];
        for (path, base, dir) in cases {
            assert_eq!(base_name(path), base);
            assert_eq!(dir_name(path), dir);
        }
        assert_eq!(join(b"d/", b"x"), "d/x");
        assert_eq!(join(b"d", b"x"), "d/x");
    }
}
