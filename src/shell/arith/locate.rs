//! Where in the text of an expression a run-time error stands, for the message's "error token".
//!
//! The tree does not carry places, since errors are rare: the operator at fault is counted off in the tree, whose
//! operators stand in the order of the text, and found again by its number.

use bstr::ByteSlice;

use crate::syntax::ast::{ArithBinary, ArithExpr};

/// The text from the token that bash blames to the end. `power`: the operator is a `**`, else a division.
pub(super) fn error_token<'t>(root: &ArithExpr, node: *const ArithExpr, text: &'t [u8], power: bool) -> &'t [u8] {
    let mut number = 0;
    if !count(root, node, power, &mut number) {
        return last_token(text);
    }
    let Some((operator, end)) = find(text, number, power) else { return last_token(text) };
    let operand = text[end..].trim_start();
    if !power && text.get(operator + 1) != Some(&b'=') {
        return operand;
    }
    // Bash notices these only when it has read the operand and the token behind it.
    let size = if power { operand_length(operand) } else { value_length(operand) };
    let behind = operand[size..].trim_start();
    if behind.is_empty() { last_token(text) } else { behind }
}

/// Counts the operators of the kind before `node`; true when it is found.
fn count(expr: &ArithExpr, node: *const ArithExpr, power: bool, number: &mut usize) -> bool {
    let is_kind = |op: ArithBinary| match op {
        ArithBinary::Power => power,
        ArithBinary::Divide | ArithBinary::Remainder => !power,
        _ => false,
    };
    let visit = |op: ArithBinary, number: &mut usize| {
        if is_kind(op) {
            if std::ptr::eq(expr, node) {
                return true;
            }
            *number += 1;
        }
        false
    };
    match expr {
        ArithExpr::Number(_) | ArithExpr::Expansion(_) | ArithExpr::Variable(_) | ArithExpr::Increment { .. } => false,
        ArithExpr::Unary { operand, .. } => count(operand, node, power, number),
        ArithExpr::Binary { op, left, right } => {
            count(left, node, power, number) || visit(*op, number) || count(right, node, power, number)
        }
        ArithExpr::Assign { op, value, .. } => {
            op.is_some_and(|op| visit(op, number)) || count(value, node, power, number)
        }
        ArithExpr::Logical { left, right, .. } | ArithExpr::Comma { left, right } => {
            count(left, node, power, number) || count(right, node, power, number)
        }
        ArithExpr::Ternary { condition, yes, no } => {
            count(condition, node, power, number) || count(yes, node, power, number) || count(no, node, power, number)
        }
    }
}

/// The operator of this number outside subscripts: where it begins and ends.
fn find(text: &[u8], number: usize, power: bool) -> Option<(usize, usize)> {
    let mut left = number;
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            b'*' if power && depth == 0 && text.get(at + 1) == Some(&b'*') => {
                if left == 0 {
                    return Some((at, at + 2));
                }
                left -= 1;
                at += 1;
            }
            b'/' | b'%' if !power && depth == 0 => {
                if left == 0 {
                    let end = if text.get(at + 1) == Some(&b'=') { at + 2 } else { at + 1 };
                    return Some((at, end));
                }
                left -= 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The length of the operand that text begins with, its signs included.
fn operand_length(text: &[u8]) -> usize {
    let signs = text.iter().take_while(|byte| matches!(byte, b'-' | b'+' | b'!' | b'~' | b' ' | b'\t' | b'\n')).count();
    let mut at = signs;
    let mut depth = 0usize;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => break,
            b')' | b']' => {
                depth -= 1;
                if depth == 0 && byte == b')' {
                    return at + 1;
                }
            }
            byte if depth == 0 && !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'@')) => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The length of an assigned value: up to a comma, colon or parenthesis that is not inside it.
fn value_length(text: &[u8]) -> usize {
    let mut depth = 0usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return at,
            b')' | b']' => depth -= 1,
            b',' | b':' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// The last token of the text, with what blanks follow it.
fn last_token(text: &[u8]) -> &[u8] {
    let end = text.trim_end().len();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'@');
    let word = text[..end].iter().rev().take_while(|byte| is_word(byte)).count();
    &text[end - word.max(usize::from(end > 0)).min(end)..]
}
