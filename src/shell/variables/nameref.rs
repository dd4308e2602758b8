//! Following namerefs (`declare -n`) to the variable or element that they name.

use bstr::{BString, ByteSlice};

use super::Variables;
use crate::syntax::ast::Name;

/// How many namerefs in a row are followed, as in bash.
pub(super) const MOST: usize = 8;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A variable, which may not exist.
    Name(Name),
    /// `array[subscript]`, the subscript as text.
    Element(Name, BString),
    /// A nameref that has no value yet: assigning to it says what it names.
    Empty(Name),
    /// Namerefs that name each other.
    Circular,
}

/// True for a name of letters, digits and `_` that does not begin with a digit.
pub(crate) fn is_name(text: &[u8]) -> bool {
    text.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
        && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Splits `name[subscript]`; `None` when the text is not of that form.
pub(crate) fn split_element(text: &[u8]) -> Option<(&str, &[u8])> {
    let open = text.find_byte(b'[')?;
    let inside = text[open + 1..].strip_suffix(b"]")?;
    if !is_name(&text[..open]) || inside.is_empty() || closing_bracket(text, open) != Some(text.len() - 1) {
        return None;
    }
    Some((text[..open].to_str().ok()?, inside))
}

/// Where the bracket opened at `open` closes; quotes and nested brackets are skipped.
fn closing_bracket(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut index = open;
    while let Some(&byte) = text.get(index) {
        match byte {
            b'[' => depth += 1,
            b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            b'\\' => index += 1,
            b'\'' | b'"' => {
                index += 1;
                while text.get(index).is_some_and(|&other| other != byte) {
                    index += if byte == b'"' && text[index] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        index += 1;
    }
    None
}

impl Variables {
    /// True when the name is a nameref.
    pub fn is_nameref(&self, name: &str) -> bool {
        self.get(name).is_some_and(|variable| variable.attributes.nameref)
    }

    /// Follows namerefs from `name`.
    pub fn resolve(&self, name: &str) -> Target {
        let mut current = Name::from(name);
        for _ in 0..=MOST {
            let Some(variable) = self.get(&current).filter(|variable| variable.attributes.nameref) else {
                return Target::Name(current);
            };
            let Some(target) = variable.value.scalar().filter(|target| !target.is_empty()) else {
                return Target::Empty(current);
            };
            if let Some((array, subscript)) = split_element(target) {
                return Target::Element(array.into(), subscript.into());
            }
            match target.to_str() {
                Ok(target) => current = Name::from(target),
                Err(_) => return Target::Empty(current),
            }
        }
        Target::Circular
    }
}
