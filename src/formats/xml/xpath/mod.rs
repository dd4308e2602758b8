//! XPath 1.0 over a [`Tree`](super::Tree), without registered prefixes and variables, as `xmllint --xpath` has it.

mod axes;
mod functions;
mod parse;
mod value;

use std::cmp::Ordering;

pub use value::{Item, Value, format_number};

use self::parse::{Expression, Operator, Step};
use super::tree::{ROOT, Tree};

/// What is wrong with an expression or its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XpathError {
    /// A message, and the byte of the expression at which it was found, if that shows something.
    Message(&'static str, Option<usize>),
    /// A function that is not there.
    Unregistered(String),
    /// The caller wanted no more.
    Stopped,
}

type Result<T> = std::result::Result<T, XpathError>;

const INVALID_TYPE: XpathError = XpathError::Message("Invalid type", None);

/// Evaluates an expression on the document. `work` is told of nodes that were looked at; it returns false to stop.
///
/// # Errors
/// What is wrong with the expression.
pub fn evaluate(tree: &Tree, expression: &str, work: &mut dyn FnMut(u64) -> bool) -> Result<Value> {
    let parsed = parse::parse(expression)?;
    let mut evaluator = Evaluator { tree, work };
    evaluator.expression(&parsed, Context { item: Item::node(ROOT), position: 0, size: 0 })
}

#[derive(Clone, Copy)]
struct Context {
    item: Item,
    /// 0: there is none.
    position: usize,
    size: usize,
}

struct Evaluator<'t, 'w> {
    tree: &'t Tree,
    work: &'w mut dyn FnMut(u64) -> bool,
}

impl Evaluator<'_, '_> {
    fn tick(&mut self, count: usize) -> Result<()> {
        if (self.work)(count as u64) { Ok(()) } else { Err(XpathError::Stopped) }
    }

    fn expression(&mut self, expression: &Expression, context: Context) -> Result<Value> {
        self.tick(1)?;
        Ok(match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Literal(text) => Value::Text(text.clone()),
            Expression::Variable => return Err(XpathError::Message("Undefined variable", None)),
            Expression::Negate(inner) => {
                let number = self.expression(inner, context)?.number(self.tree);
                Value::Number(-number)
            }
            Expression::Binary(Operator::Or, left, right) => {
                let left = self.expression(left, context)?.boolean();
                Value::Boolean(left || self.expression(right, context)?.boolean())
            }
            Expression::Binary(Operator::And, left, right) => {
                let left = self.expression(left, context)?.boolean();
                Value::Boolean(left && self.expression(right, context)?.boolean())
            }
            Expression::Binary(Operator::Union, left, right) => {
                let left = self.expression(left, context)?;
                let right = self.expression(right, context)?;
                let (Value::Nodes(mut left), Value::Nodes(right)) = (left, right) else { return Err(INVALID_TYPE) };
                left.extend(right);
                self.tick(left.len())?;
                left.sort_unstable();
                left.dedup();
                Value::Nodes(left)
            }
            Expression::Binary(operator, left, right) => {
                let left = self.expression(left, context)?;
                let right = self.expression(right, context)?;
                self.binary(*operator, left, right)?
            }
            Expression::Call(name, arguments) => self.call(name, arguments, context)?,
            Expression::Path { start, steps } => {
                let mut items = match start {
                    None => vec![context.item],
                    Some(start) => match &**start {
                        Expression::Root => vec![Item::node(ROOT)],
                        other => match self.expression(other, context)? {
                            Value::Nodes(items) => items,
                            _ => return Err(INVALID_TYPE),
                        },
                    },
                };
                for step in steps {
                    items = self.step(&items, step)?;
                }
                Value::Nodes(items)
            }
            Expression::Filter(inner, predicates) => {
                let Value::Nodes(mut items) = self.expression(inner, context)? else { return Err(INVALID_TYPE) };
                for predicate in predicates {
                    items = self.filtered(items, predicate)?;
                }
                Value::Nodes(items)
            }
            Expression::Root => Value::Nodes(vec![Item::node(ROOT)]),
        })
    }

    fn step(&mut self, items: &[Item], step: &Step) -> Result<Vec<Item>> {
        let mut found = Vec::new();
        let mut sorted = true;
        for item in items {
            let mut selected = Vec::new();
            let looked = axes::select(self.tree, *item, step.axis, &step.test, &mut selected)?;
            self.tick(looked + 1)?;
            for predicate in &step.predicates {
                selected = self.filtered(selected, predicate)?;
            }
            if step.axis.is_reverse() {
                selected.reverse();
            }
            sorted &= match (found.last(), selected.first()) {
                (Some(last), Some(first)) => last < first,
                _ => true,
            };
            found.append(&mut selected);
        }
        if !sorted {
            self.tick(found.len())?;
            found.sort_unstable();
            found.dedup();
        }
        Ok(found)
    }

    /// The items for which a predicate holds; they are in the order of the axis.
    fn filtered(&mut self, items: Vec<Item>, predicate: &Expression) -> Result<Vec<Item>> {
        if let Expression::Number(number) = predicate {
            let place = *number;
            let found = items.into_iter().enumerate().find(|(index, _)| (*index + 1) as f64 == place);
            return Ok(found.map(|(_, item)| item).into_iter().collect());
        }
        let size = items.len();
        let mut kept = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let value = self.expression(predicate, Context { item, position: index + 1, size })?;
            let keep = match value {
                Value::Number(number) => number == (index + 1) as f64,
                other => other.boolean(),
            };
            if keep {
                kept.push(item);
            }
        }
        Ok(kept)
    }

    fn binary(&mut self, operator: Operator, left: Value, right: Value) -> Result<Value> {
        let tree = self.tree;
        let arithmetic = |apply: fn(f64, f64) -> f64| Value::Number(apply(left.number(tree), right.number(tree)));
        Ok(match operator {
            Operator::Add => arithmetic(|left, right| left + right),
            Operator::Subtract => arithmetic(|left, right| left - right),
            Operator::Multiply => arithmetic(|left, right| left * right),
            Operator::Divide => arithmetic(|left, right| left / right),
            Operator::Remainder => arithmetic(|left, right| left % right),
            Operator::Equal => Value::Boolean(self.equal(&left, &right, false)?),
            Operator::NotEqual => Value::Boolean(self.equal(&left, &right, true)?),
            Operator::Less => Value::Boolean(self.ordered(&left, &right, Ordering::is_lt)?),
            Operator::LessOrEqual => Value::Boolean(self.ordered(&left, &right, Ordering::is_le)?),
            Operator::Greater => Value::Boolean(self.ordered(&left, &right, Ordering::is_gt)?),
            Operator::GreaterOrEqual => Value::Boolean(self.ordered(&left, &right, Ordering::is_ge)?),
            Operator::Or | Operator::And | Operator::Union => return Err(INVALID_TYPE),
        })
    }

    /// `=`, and `!=` when `unequal`.
    fn equal(&mut self, left: &Value, right: &Value, unequal: bool) -> Result<bool> {
        let tree = self.tree;
        Ok(match (left, right) {
            (Value::Nodes(left), Value::Nodes(right)) => {
                let texts = |items: &[Item]| items.iter().map(|item| item.text(tree)).collect::<Vec<_>>();
                let (left, right) = (texts(left), texts(right));
                self.tick(left.iter().chain(&right).map(|text| text.len() / 16 + 1).sum())?;
                if unequal {
                    // Some two differ unless all are the same.
                    match (left.first(), right.first()) {
                        (Some(first), Some(_)) => left.iter().chain(&right).any(|text| text != first),
                        _ => false,
                    }
                } else {
                    let known: std::collections::HashSet<&str> = left.iter().map(String::as_str).collect();
                    right.iter().any(|text| known.contains(text.as_str()))
                }
            }
            (Value::Nodes(items), other) | (other, Value::Nodes(items)) => match other {
                Value::Boolean(value) => (items.is_empty() == *value) == unequal,
                Value::Number(number) => {
                    self.tick(items.len())?;
                    items.iter().any(|item| (value::to_number(&item.text(tree)) == *number) != unequal)
                }
                _ => {
                    self.tick(items.len())?;
                    let text = other.text(tree);
                    items.iter().any(|item| (item.text(tree) == text) != unequal)
                }
            },
            (Value::Boolean(_), _) | (_, Value::Boolean(_)) => (left.boolean() == right.boolean()) != unequal,
            (Value::Number(_), _) | (_, Value::Number(_)) => (left.number(tree) == right.number(tree)) != unequal,
            _ => (left.text(tree) == right.text(tree)) != unequal,
        })
    }

    fn ordered(&mut self, left: &Value, right: &Value, holds: fn(Ordering) -> bool) -> Result<bool> {
        let tree = self.tree;
        let compare = |left: f64, right: f64| left.partial_cmp(&right).is_some_and(holds);
        let numbers = |value: &Value| match value {
            Value::Nodes(items) => items.iter().map(|item| value::to_number(&item.text(tree))).collect::<Vec<_>>(),
            other => vec![other.number(tree)],
        };
        if let (Value::Nodes(_), Value::Boolean(_)) | (Value::Boolean(_), Value::Nodes(_)) = (left, right) {
            let number = |value: &Value| f64::from(u8::from(value.boolean()));
            return Ok(compare(number(left), number(right)));
        }
        let (left, right) = (numbers(left), numbers(right));
        self.tick(left.len() + right.len())?;
        // The outermost of both sides decide.
        let extremes = |numbers: &[f64]| {
            let known = || numbers.iter().copied().filter(|number| !number.is_nan());
            (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max), known().count())
        };
        let (least_left, most_left, left) = extremes(&left);
        let (least_right, most_right, right) = extremes(&right);
        Ok(left > 0 && right > 0 && (compare(least_left, most_right) || compare(most_left, least_right)))
    }
}
