//! Names of members: which are meant, which are left out, and what they are changed to.

use bstr::{BString, ByteSlice};

use super::super::sed::{Replacement, replacement};
use shell::pattern::{Pattern, PatternOptions};

/// How a pattern is compared with a name.
#[derive(Debug, Clone, Copy)]
pub struct Matching {
    /// From the name's start; otherwise from behind any slash.
    pub anchored: bool,
    pub wildcards: bool,
    /// Wildcards match slashes.
    pub slash: bool,
    pub nocase: bool,
}

/// A pattern, which matches folders above a name too.
#[derive(Clone)]
pub struct Exclude {
    text: BString,
    pattern: Option<Pattern>,
    matching: Matching,
}

impl std::fmt::Debug for Exclude {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.text)
    }
}

impl Exclude {
    pub fn new(text: &[u8], matching: Matching) -> Exclude {
        let special = text.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'\\'));
        let options = PatternOptions { nocase: matching.nocase, pathname: !matching.slash, ..PatternOptions::default() };
        let pattern = (special && matching.wildcards).then(|| Pattern::new(text, options));
        Exclude { text: text.into(), pattern, matching }
    }

    pub fn text(&self) -> &BString {
        &self.text
    }

    /// Whether the name, or a folder that it lies in, is meant.
    pub fn matches(&self, name: &[u8]) -> bool {
        let mut start = 0;
        loop {
            let rest = name.get(start..).unwrap_or_default();
            if self.matches_here(rest) {
                return true;
            }
            match memchr::memchr(b'/', rest).filter(|_| !self.matching.anchored) {
                Some(slash) => start += slash + 1,
                None => return false,
            }
        }
    }

    fn matches_here(&self, name: &[u8]) -> bool {
        let ends = memchr::memchr_iter(b'/', name).chain([name.len()]);
        match &self.pattern {
            Some(pattern) => ends.into_iter().any(|end| name.get(..end).is_some_and(|head| pattern.matches(head))),
            None if self.matching.nocase => {
                ends.into_iter().any(|end| name.get(..end).is_some_and(|head| head.eq_ignore_ascii_case(&self.text)))
            }
            None => {
                !self.text.is_empty()
                    && name.strip_prefix(self.text.as_slice()).is_some_and(|rest| matches!(rest.first(), None | Some(b'/')))
            }
        }
    }
}

/// A name on the command line that members are looked for with.
pub struct Wanted {
    pub name: BString,
    pattern: Exclude,
    pub found: u64,
    recursion: bool,
}

impl Wanted {
    pub fn new(name: &[u8], matching: Matching, recursion: bool) -> Wanted {
        let trimmed = name.trim_end_with(|letter| letter == '/');
        let text = if trimmed.is_empty() { name } else { trimmed };
        Wanted { name: text.into(), pattern: Exclude::new(text, matching), found: 0, recursion }
    }

    pub fn matches(&self, member: &[u8]) -> bool {
        let member = member.trim_end_with(|letter| letter == '/');
        if self.name.is_empty() {
            return true;
        }
        if self.recursion { self.pattern.matches(member) } else { self.pattern.matches_whole(member) }
    }

    /// It looks like a pattern and is none.
    pub fn looks_like_pattern(&self) -> bool {
        self.name.iter().any(|byte| matches!(byte, b'*' | b'?' | b'['))
    }
}

impl Exclude {
    fn matches_whole(&self, name: &[u8]) -> bool {
        match &self.pattern {
            Some(pattern) => pattern.matches(name),
            None if self.matching.anchored => self.text == name,
            None => name == self.text.as_slice() || name.ends_with(&[b"/", self.text.as_slice()].concat()),
        }
    }
}

/// How much of a name is not safe: everything up to the last `..`, and slashes.
pub fn unsafe_prefix(name: &[u8]) -> usize {
    let mut end = 0;
    let mut at = 0;
    for part in name.split(|byte| *byte == b'/') {
        at += part.len();
        if part == b".." {
            end = at;
        }
        at += 1;
    }
    end + name.get(end..).unwrap_or_default().iter().take_while(|byte| **byte == b'/').count()
}

/// Whether a component of the name is `..`.
pub fn has_dot_dot(name: &[u8]) -> bool {
    name.split(|byte| *byte == b'/').any(|part| part == b"..")
}

/// The name without its first components; `None` when nothing is left.
pub fn strip_components(name: &[u8], count: usize) -> Option<&[u8]> {
    let mut rest = name;
    let mut left = count;
    let skip = |name: &[u8]| name.iter().take_while(|byte| **byte == b'/').count();
    rest = rest.get(skip(rest)..).unwrap_or_default();
    while left > 0 {
        let slash = memchr::memchr(b'/', rest)?;
        rest = rest.get(slash..).unwrap_or_default();
        rest = rest.get(skip(rest)..).unwrap_or_default();
        left -= 1;
    }
    if rest.is_empty() { None } else if count == 0 { Some(name) } else { Some(rest) }
}

/// What a name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Regular,
    Symlink,
    HardLink,
}

/// `--transform`
pub struct Transform {
    steps: Vec<(Replacement, [bool; 3])>,
}

impl Transform {
    /// `s/REGEX/REPLACEMENT/FLAGS`, several with semicolons between.
    pub fn parse(text: &[u8]) -> Option<Transform> {
        let mut steps = Vec::new();
        let mut rest = text;
        // Flags may stand alone for all that follow.
        let mut scopes = [true; 3];
        while !rest.is_empty() {
            if let Some(flags) = rest.strip_prefix(b"flags=") {
                let end = memchr::memchr(b';', flags).unwrap_or(flags.len());
                let (own, extra) = scope(flags.get(..end)?, scopes)?;
                if !extra.is_empty() {
                    return None;
                }
                scopes = own;
                rest = flags.get(end + 1..).unwrap_or_default();
                continue;
            }
            let (&separator, body) = rest.strip_prefix(b"s")?.split_first()?;
            let (mut seen, mut at, mut escaped) = (0, 0, false);
            while seen < 2 {
                let byte = *body.get(at)?;
                at += 1;
                if escaped {
                    escaped = false;
                } else if byte == b'\\' {
                    escaped = true;
                } else if byte == separator {
                    seen += 1;
                }
            }
            let (expression, flags) = body.split_at_checked(at)?;
            let end = memchr::memchr(b';', flags).unwrap_or(flags.len());
            let (own, others) = scope(flags.get(..end)?, scopes)?;
            let extended = others.contains(&b'x');
            let others: Vec<u8> = others.into_iter().filter(|flag| *flag != b'x').collect();
            let script = [b"s", &[separator][..], expression, &others].concat();
            steps.push((replacement(&script, extended)?, own));
            rest = flags.get(end + 1..).unwrap_or_default();
        }
        Some(Transform { steps })
    }

    pub fn apply(&self, name: &[u8], scope: Scope) -> Vec<u8> {
        let mut name = name.to_vec();
        for (step, scopes) in &self.steps {
            if scopes.get(scope as usize).copied().unwrap_or_default() {
                name = step.apply(&name);
            }
        }
        name
    }
}

/// Takes the flags that say which names are meant out of the others.
fn scope(flags: &[u8], before: [bool; 3]) -> Option<([bool; 3], Vec<u8>)> {
    let mut scopes = before;
    let mut others = Vec::new();
    for flag in flags {
        match flag {
            b'r' => scopes[0] = true,
            b'R' => scopes[0] = false,
            b's' => scopes[1] = true,
            b'S' => scopes[1] = false,
            b'h' => scopes[2] = true,
            b'H' => scopes[2] = false,
            b'g' | b'i' | b'x' | b'0'..=b'9' => others.push(*flag),
            _ => return None,
        }
    }
    Some((scopes, others))
}
