//! Pathname expansion's view of a pattern: which parts of a path can be taken as they are and
//! which need a folder to be listed. The walking itself belongs to the interpreter.

use super::{Pattern, PatternOptions};

/// A path pattern, split at its slashes.
#[derive(Clone, Debug)]
pub struct PathPattern {
    /// How many slashes the pattern begins with: 0 for a relative one.
    pub leading_slashes: usize,
    pub components: Vec<Component>,
    /// 1 when it ends with slashes: then only folders match, and one slash is kept.
    pub trailing_slashes: usize,
}

/// One component of a path pattern.
#[derive(Clone, Debug)]
pub struct Component {
    /// How many slashes stand before it (beyond the first they are kept in the results); 0 for the
    /// first component.
    pub slashes: usize,
    pub kind: ComponentKind,
}

/// What a component asks for.
#[derive(Clone, Debug)]
pub enum ComponentKind {
    /// A name, with its quoting removed: no need to list the folder.
    Name(Vec<u8>),
    /// The folder's names are matched against this.
    Pattern(Box<Pattern>),
    /// `**` with `globstar`: all folders below, any number deep; as the last component all files
    /// too.
    Globstar,
}

/// Splits a pattern (quoted characters behind backslashes) at its slashes. `globstar` says whether
/// a component `**` is special. The options' `pathname` plays no part.
pub fn split(source: &[u8], options: PatternOptions, globstar: bool) -> PathPattern {
    let options = PatternOptions { pathname: false, ..options };
    let leading_slashes = source.iter().take_while(|&&byte| byte == b'/').count();
    let mut components = Vec::new();
    let mut slashes = 0;
    let mut rest = &source[leading_slashes..];
    while !rest.is_empty() {
        let length = component_length(rest);
        components.push(Component { slashes, kind: component(&rest[..length], options, globstar) });
        rest = &rest[length..];
        slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
        rest = &rest[slashes..];
    }
    PathPattern {
        leading_slashes,
        trailing_slashes: if components.is_empty() { 0 } else { slashes.min(1) },
        components,
    }
}

/// The length of the text up to the next slash: any slash separates, also inside brackets and
/// parentheses.
fn component_length(text: &[u8]) -> usize {
    memchr::memchr(b'/', text).unwrap_or(text.len())
}

fn component(source: &[u8], options: PatternOptions, globstar: bool) -> ComponentKind {
    if globstar && is_globstar(source) {
        return ComponentKind::Globstar;
    }
    if !has_magic(source, options.extglob) {
        return ComponentKind::Name(unquote(source));
    }
    ComponentKind::Pattern(Box::new(Pattern::new(source, options)))
}

/// Whether a component is `**`.
pub fn is_globstar(component: &[u8]) -> bool {
    component == b"**"
}

/// Whether a pattern has special characters that are not quoted, so that a word with it undergoes
/// pathname expansion. A `[` counts when a `]` follows; with `extglob` also `+(`, `@(` and `!(`.
pub fn has_magic(pattern: &[u8], extglob: bool) -> bool {
    let mut open = false;
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        match byte {
            b'*' | b'?' => return true,
            b'[' => open = true,
            b']' if open => return true,
            b'/' => open = false,
            b'+' | b'@' | b'!' if extglob && pattern.get(at + 1) == Some(&b'(') => return true,
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    false
}

/// Removes the quoting: each backslash goes, what it quotes stays. A lone one at the end stays.
pub fn unquote(pattern: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(pattern.len());
    let mut bytes = pattern.iter().copied();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'\\' => bytes.next().unwrap_or(b'\\'),
            byte => byte,
        });
    }
    text
}
