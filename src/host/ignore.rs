//! Which paths of a folder are left out: patterns as in `.gitignore` (git's manual, gitignore(5), "PATTERN FORMAT").

/// What is never taken from a host unless a pattern asks for it: version control, credentials, keys, and what can be
/// installed again.
const DEFAULTS: &[&str] = &[
    ".git",
    ".env*",
    ".ssh",
    ".aws",
    ".gnupg",
    ".netrc",
    ".pypirc",
    ".npmrc",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "node_modules",
    ".venv",
    "venv",
    "__pycache__",
];

#[derive(Debug, Clone)]
struct Pattern {
    text: Vec<u8>,
    negated: bool,
    /// Only folders.
    folders: bool,
    /// Matched against the whole path and not the name.
    anchored: bool,
}

/// Patterns in order: the last one that matches decides.
#[derive(Debug, Clone, Default)]
pub struct Patterns(Vec<Pattern>);

impl Patterns {
    /// What is left out unless something else is said.
    pub fn defaults() -> Self {
        let mut patterns = Patterns::default();
        DEFAULTS.iter().for_each(|line| patterns.add(line.as_bytes()));
        patterns
    }

    /// Adds the lines of an ignore file.
    pub fn add_lines(&mut self, text: &[u8]) {
        for line in text.split(|byte| *byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.first() != Some(&b'#') {
                self.add(line);
            }
        }
    }

    /// Adds one pattern; an empty one is nothing.
    pub fn add(&mut self, line: &[u8]) {
        let mut text = line;
        while text.last() == Some(&b' ') && text.get(text.len().wrapping_sub(2)) != Some(&b'\\') {
            text = text.get(..text.len() - 1).unwrap_or_default();
        }
        let negated = text.first() == Some(&b'!');
        text = text.get(usize::from(negated)..).unwrap_or_default();
        let folders = text.last() == Some(&b'/');
        text = text.strip_suffix(b"/").unwrap_or(text);
        let anchored = text.contains(&b'/');
        text = text.strip_prefix(b"/").unwrap_or(text);
        if !text.is_empty() {
            self.0.push(Pattern { text: text.to_vec(), negated, folders, anchored });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the last matching pattern says: `Some(true)` to leave out, `Some(false)` to take all the same.
    pub fn decide(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        let matches = |pattern: &&Pattern| {
            (is_folder || !pattern.folders) && glob(&pattern.text, if pattern.anchored { path } else { name })
        };
        self.0.iter().rev().find(matches).map(|pattern| !pattern.negated)
    }
}

/// `*`, `?`, `[…]` within a name and `**` over several, in time of pattern times text.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    // Which positions of the text the pattern so far can end at.
    let mut ends = vec![false; text.len() + 1];
    ends[0] = true;
    let mut rest = pattern;
    let mut at_start = true;
    while let Some((&first, behind)) = rest.split_first() {
        let mut next = vec![false; text.len() + 1];
        let one = |next: &mut Vec<bool>, ends: &[bool], fits: &dyn Fn(u8) -> bool| {
            for (at, byte) in text.iter().enumerate() {
                next[at + 1] = ends[at] && fits(*byte);
            }
        };
        if at_start && rest.starts_with(b"**/") {
            // No folder, or any number of them.
            let mut inside = false;
            for at in 0..=text.len() {
                inside |= ends[at];
                next[at] = ends[at] || inside && at > 0 && text[at - 1] == b'/';
            }
            (rest, ends, at_start) = (&rest[3..], next, true);
            continue;
        }
        match first {
            b'*' => {
                let over_folders = at_start && rest == b"**";
                let mut open = false;
                for at in 0..=text.len() {
                    open |= ends[at];
                    next[at] = open;
                    open &= over_folders || text.get(at) != Some(&b'/');
                }
                rest = behind.strip_prefix(b"*").unwrap_or(behind);
            }
            b'?' => {
                one(&mut next, &ends, &|byte| byte != b'/');
                rest = behind;
            }
            b'[' if let Some((class, after)) = class(behind) => {
                one(&mut next, &ends, &|byte| byte != b'/' && class.holds(byte));
                rest = after;
            }
            b'\\' if let Some((&literal, after)) = behind.split_first() => {
                one(&mut next, &ends, &|byte| byte == literal);
                rest = after;
            }
            literal => {
                one(&mut next, &ends, &|byte| byte == literal);
                rest = behind;
            }
        }
        at_start = first == b'/';
        ends = next;
    }
    ends.last().copied().unwrap_or(false)
}

struct Class<'a> {
    negated: bool,
    text: &'a [u8],
}

/// What stands between brackets, and what follows them.
fn class(text: &[u8]) -> Option<(Class<'_>, &[u8])> {
    let negated = matches!(text.first(), Some(b'!' | b'^'));
    let text = text.get(usize::from(negated)..)?;
    // A bracket that comes first is one of the class.
    let end = 1 + memchr::memchr(b']', text.get(1..)?)?;
    Some((Class { negated, text: text.get(..end)? }, text.get(end + 1..)?))
}

impl Class<'_> {
    fn holds(&self, byte: u8) -> bool {
        let mut rest = self.text;
        let mut found = false;
        while let Some((&low, behind)) = rest.split_first() {
            match behind {
                [b'-', high, after @ ..] => {
                    found |= (low..=*high).contains(&byte);
                    rest = after;
                }
                _ => {
                    found |= low == byte;
                    rest = behind;
                }
            }
        }
        found != self.negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_git_s() {
        for (pattern, path, folder, expected) in [
            ("a", "a", false, true),
            ("a", "x/a", false, true),
            ("/a", "x/a", false, false),
            ("a/b", "a/b", false, true),
            ("a/b", "x/a/b", false, false),
            ("**/b", "x/y/b", false, true),
            ("**/b", "b", false, true),
            ("a/**", "a/x/y", false, true),
            ("a/**", "a", true, false),
            ("a/**/b", "a/b", false, true),
            ("a/**/b", "a/x/y/b", false, true),
            ("*.rs", "src/x.rs", false, true),
            ("*.rs", "src/x.rst", false, false),
            ("a*", "a/b", false, false),
            ("build/", "build", false, false),
            ("build/", "x/build", true, true),
            ("[a-c]?", "bz", false, true),
            ("[!a-c]z", "bz", false, false),
            ("[]]", "]", false, true),
            ("\\*", "*", false, true),
            ("\\*", "x", false, false),
            ("[", "[", false, true),
            ("id_rsa*", "id_rsa.pub", false, true),
        ] {
            let mut patterns = Patterns::default();
            patterns.add(pattern.as_bytes());
            assert_eq!(patterns.decide(path.as_bytes(), folder).is_some(), expected, "{pattern} {path}");
        }
        let mut patterns = Patterns::default();
        patterns.add_lines(b"# a comment\n*.log\r\n!keep.log\n\n");
        assert_eq!(patterns.decide(b"d/x.log", false), Some(true));
        assert_eq!(patterns.decide(b"d/keep.log", false), Some(false));
        assert_eq!(patterns.decide(b"d/x", false), None);
    }
}
