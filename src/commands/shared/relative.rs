//! The way from one folder to another place.

use bstr::BString;

use workspace::AbsPath;

/// The relative path that leads from `folder` to `place`; `.` when they are the same.
pub fn relative_path(folder: &AbsPath, place: &AbsPath) -> BString {
    let mut from = folder.components().peekable();
    let mut to = place.components().peekable();
    while let (Some(left), Some(right)) = (from.peek(), to.peek()) {
        if left != right {
            break;
        }
        from.next();
        to.next();
    }
    let names: Vec<&[u8]> = from.map(|_| &b".."[..]).chain(to).collect();
    if names.is_empty() { ".".into() } else { names.join(&b'/').into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways() {
        let path = |text: &str| AbsPath::lexical(&AbsPath::root(), text.as_bytes()).unwrap();
        let way = |from: &str, to: &str| relative_path(&path(from), &path(to)).to_string();
        assert_eq!(way("/a/b", "/a/c"), "../c");
        assert_eq!(way("/a", "/a"), ".");
        assert_eq!(way("/a/b", "/"), "../..");
        assert_eq!(way("/", "/x"), "x");
        assert_eq!(way("/ab", "/a"), "../a");
    }
}
