//! Operands of declaration builtins taken apart: `name`, `name=value`, `name[i]+=value`, `name=(…)`.

use std::sync::Arc;

use bstr::{BString, ByteSlice};

use super::{Argument, ArgumentValue, is_identifier};
use crate::flow::Flow;
use crate::shell::Shell;
use crate::syntax::ast::{ArrayElement, AssignmentValue, CommandKind, Name, Subscript};
use crate::syntax::{ParseOptions, parse};
use crate::variables::{Variable, is_target, split_element};

/// `name=value` taken apart.
pub(super) struct Operand<'a> {
    pub name: Name,
    pub index: Option<Index<'a>>,
    pub append: bool,
    pub value: Option<OperandValue<'a>>,
}

impl Operand<'_> {
    /// `name=(…)` as the grammar has it, not as text.
    pub fn is_compound(&self) -> bool {
        matches!(self.value, Some(OperandValue::Array(_)))
    }
}

pub(super) enum Index<'a> {
    Parsed(&'a Subscript),
    Text(BString),
}

pub(super) enum OperandValue<'a> {
    Scalar(BString),
    Array(&'a [ArrayElement]),
    /// From the text `(…)`.
    Parsed(Vec<ArrayElement>),
}

/// Takes an argument apart; `None`: not a valid name, which was said.
pub(super) fn read_operand<'a>(
    shell: &mut Shell,
    own: &[u8],
    argument: &'a Argument<'a>,
    arrays: bool,
) -> Result<Option<Operand<'a>>, Flow> {
    let word = match argument {
        Argument::Assignment { name, index, append, value } => {
            let value = match value {
                ArgumentValue::Scalar(text) if arrays && index.is_none() => compound(text),
                ArgumentValue::Scalar(text) => OperandValue::Scalar(text.clone()),
                ArgumentValue::Array(elements) => OperandValue::Array(elements),
                ArgumentValue::Expanded(elements) => OperandValue::Array(elements),
            };
            return Ok(Some(Operand {
                name: Arc::clone(name),
                index: index.map(Index::Parsed),
                append: *append,
                value: Some(value),
            }));
        }
        Argument::Word(word) => word,
    };
    let equals = assignment_at(word);
    let (target, append, value) = match equals {
        Some(at) if word[..at].ends_with(b"+") => (&word[..at - 1], true, Some(&word[at + 1..])),
        Some(at) => (&word[..at], false, Some(&word[at + 1..])),
        None => (word.as_bytes(), false, None),
    };
    let (name, index) = match split_element(target) {
        Some((name, index)) => (Name::from(name), Some(Index::Text(index.into()))),
        None if is_identifier(target) => (Name::from(target.to_str_lossy().as_ref()), None),
        // `declare a[]` and the like.
        None => {
            shell.builtin_error(own, &[b"`", word, b"': not a valid identifier"])?;
            return Ok(None);
        }
    };
    let known_array = shell.state.variables.get(&name).is_some_and(Variable::is_array);
    let value = match value {
        Some(text) if (arrays || known_array) && index.is_none() => Some(compound(text)),
        Some(text) => Some(OperandValue::Scalar(text.into())),
        None => None,
    };
    Ok(Some(Operand { name, index, append, value }))
}

/// A value given as text: `(…)` is an array.
fn compound<'a>(text: &[u8]) -> OperandValue<'a> {
    let elements = if text.starts_with(b"(") && text.ends_with(b")") { parse_array(text) } else { None };
    match elements {
        Some(elements) => OperandValue::Parsed(elements),
        None => OperandValue::Scalar(text.into()),
    }
}

/// The elements of an array given as text, `(…)`; `None` when it is not one.
fn parse_array(text: &[u8]) -> Option<Vec<ArrayElement>> {
    let program = parse(&[b"_=", text].concat(), &ParseOptions::default()).ok()?;
    let mut items = program.body.items;
    let chain = Arc::into_inner(items.pop().filter(|_| items.is_empty())?.chain)?;
    let command = Arc::into_inner(chain.first.stages.into_iter().next().filter(|_| chain.rest.is_empty())?)?;
    match command.kind {
        CommandKind::Simple(mut simple) if simple.args.is_empty() && simple.assignments.len() == 1 => {
            match simple.assignments.pop()?.value {
                AssignmentValue::Array(elements) => Some(elements),
                AssignmentValue::Scalar(_) => None,
            }
        }
        _ => None,
    }
}

/// Where the `=` of `name=…` or `name[…]=…` stands.
fn assignment_at(word: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(equals) = word.get(at..).and_then(|rest| rest.find_byte(b'=')) {
        let equals = at + equals;
        let target = word[..equals].strip_suffix(b"+").unwrap_or(&word[..equals]);
        if is_target(target) {
            return Some(equals);
        }
        // An `=` inside a subscript: the next one may be the right one.
        if !target.contains(&b'[') {
            return None;
        }
        at = equals + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_an_assignment_is() {
        assert_eq!(assignment_at(b"x=1"), Some(1));
        assert_eq!(assignment_at(b"x+=1=2"), Some(2));
        assert_eq!(assignment_at(b"x[a=b]=1"), Some(6));
        assert_eq!(assignment_at(b"x"), None);
        assert_eq!(assignment_at(b"1x=1"), None);
        assert_eq!(assignment_at(b"=1"), None);
        assert_eq!(assignment_at(b""), None);
    }
}
