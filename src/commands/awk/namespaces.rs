//! The namespaces of a program (`@namespace`, `ns::name`): which whole name a name of its text means.

use std::borrow::Cow;

use super::lexer;

/// Where a piece of the text begins, and the number of the file that it is from: each file begins in the namespace `awk`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub start: usize,
    pub file: usize,
}

/// The namespace at each place, as far as the text was read.
#[derive(Debug, Default)]
pub struct Namespaces {
    /// The pieces that are still to come, the next one last.
    coming: Vec<Piece>,
    file: usize,
    /// Empty: `awk`.
    current: String,
    /// Those of files in which other ones are included.
    left: Vec<(usize, String)>,
}

impl Namespaces {
    pub fn new(pieces: &[Piece]) -> Namespaces {
        Namespaces { coming: pieces.iter().rev().copied().collect(), ..Namespaces::default() }
    }

    /// Takes note that the text is read from `position` on.
    pub fn enter(&mut self, position: usize) {
        while let Some(piece) = self.coming.pop_if(|piece| piece.start <= position) {
            if piece.file == self.file {
                continue;
            }
            let known = self.left.iter().rposition(|(file, _)| *file == piece.file);
            let next = known.map(|index| self.left.swap_remove(index).1).unwrap_or_default();
            self.left.push((self.file, std::mem::replace(&mut self.current, next)));
            self.file = piece.file;
        }
    }

    /// `@namespace "name"`
    pub fn set(&mut self, name: String) {
        self.current = if name == "awk" { String::new() } else { name };
    }

    /// The whole name. Names in capitals are those of `awk` everywhere.
    pub fn whole<'a>(&self, name: &'a str) -> Cow<'a, str> {
        if let Some(bare) = name.strip_prefix("awk::") {
            return Cow::Borrowed(bare);
        }
        let capitals = name.bytes().all(|byte| byte.is_ascii_uppercase());
        if self.current.is_empty() || capitals || name.contains("::") {
            return Cow::Borrowed(name);
        }
        Cow::Owned(format!("{}::{name}", self.current))
    }
}

/// What is wrong with the name of a namespace.
pub fn fault_of(name: &str) -> Option<String> {
    if !is_identifier(name.as_bytes()) {
        return Some(format!("error: namespace name `{name}' must meet identifier naming rules"));
    }
    lexer::is_reserved(name)
        .then(|| format!("error: using reserved identifier `{name}' as a namespace is not allowed"))
}

/// Letters, digits and underscores that begin with no digit.
pub fn is_identifier(name: &[u8]) -> bool {
    name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether a variable may be called so: an identifier, perhaps with a namespace before it.
pub fn is_variable(name: &[u8]) -> bool {
    match memchr::memmem::find(name, b"::") {
        Some(at) => is_identifier(&name[..at]) && is_identifier(&name[at + 2..]),
        None => is_identifier(name),
    }
}

/// What is wrong with the name of a variable that has colons.
pub fn fault_of_variable(name: &[u8]) -> Option<String> {
    let shown = String::from_utf8_lossy(name);
    let at = memchr::memchr(b':', name)?;
    if !name[at..].starts_with(b"::") {
        return Some(format!("error: identifier {shown}: namespace separator is two colons, not one"));
    }
    let rest = &name[at + 2..];
    if rest.contains(&b':') {
        let text = "namespace separator can only appear once in a qualified name";
        return Some(format!("error: identifier `{shown}': {text}"));
    }
    let begins = rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    (!begins).then(|| format!("error: qualified identifier `{shown}' is badly formed"))
}
