//! Arithmetic: evaluates the trees of `$((…))`, `((…))`, `let`, subscripts and `-i` variables.
//!
//! Numbers are 64 bits wide and wrap. A variable's value is evaluated in turn; most are plain numbers and never meet the
//! parser.

mod locate;
#[cfg(test)]
mod tests;

use bstr::{BString, ByteSlice};

use super::flow::Flow;
use super::format::decimal;
use super::shell::{Failure, InputKind, Shell};
use super::syntax::ast::{
    Arith, ArithBinary, ArithExpr, ArithIndex, ArithUnary, ArithVariable, ParamOp, Subscript, Word, WordPart,
};
use super::syntax::parse_arith;
use super::variables::{Index, Special, Target, Value, Variable};

/// How deep variables may hold expressions of variables, as in bash.
const MOST_NESTED: u32 = 1024;

/// Why an expression has no value.
enum Stop {
    Flow(Flow),
    /// The divisor of this node is 0.
    Division(*const ArithExpr),
    /// The exponent of this node is negative.
    Exponent(*const ArithExpr),
}

impl From<Flow> for Stop {
    fn from(flow: Flow) -> Self {
        Stop::Flow(flow)
    }
}

/// One evaluation: what the expansions in the text gave, and how deep it is nested in others.
#[derive(Clone, Copy)]
struct Frame<'v> {
    /// By index of [`Arith::parts`].
    values: &'v [i64],
    depth: u32,
    /// What stands in front of messages; may be empty.
    command: &'v str,
}

impl Frame<'_> {
    const TOP: Frame<'static> = Frame { values: &[], depth: 0, command: "" };
}

/// Reads a decimal number as bash prints it: an optional minus sign, no leading zeros, at most 18 digits.
#[inline]
pub(super) fn plain_number(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    match digits {
        [] => return None,
        [b'0', _, ..] => return None,
        _ if digits.len() > 18 => return None,
        _ => {}
    }
    let mut number = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(digit - b'0');
    }
    Some(if negative { -number } else { number })
}

impl Shell {
    /// Evaluates `$((…))` and the like: expands its text, then computes. Errors are reported in bash's words and come
    /// back as [`Flow::Discard`] with status 1.
    pub fn evaluate(&mut self, arith: &Arith) -> Result<i64, Flow> {
        self.evaluate_in(arith, Frame::TOP)
    }

    /// As [`Shell::evaluate`], with the name of the command in front of messages: `((`.
    pub fn evaluate_command(&mut self, command: &str, arith: &Arith) -> Result<i64, Flow> {
        self.evaluate_in(arith, Frame { command, ..Frame::TOP })
    }

    fn evaluate_in(&mut self, arith: &Arith, frame: Frame<'_>) -> Result<i64, Flow> {
        if let Some(expr) = &arith.expr
            && let [WordPart::Quoted(_)] | [] = arith.parts.as_slice()
        {
            return match self.compute(expr, frame) {
                Ok(number) => Ok(number),
                Err(stop) => self.stopped(stop, expr, &text_of(&arith.parts), frame),
            };
        }
        let mut few = [0; 8];
        let mut many = Vec::new();
        let values: &mut [i64] = match few.get_mut(..arith.parts.len()) {
            Some(few) => few,
            None => {
                many.resize(arith.parts.len(), 0);
                &mut many
            }
        };
        let usable = arith.expr.as_ref().filter(|expr| !self.has_keys(expr));
        let Some(text) = self.expand_operands(arith, values, usable.is_some())? else {
            let Some(expr) = usable else { return Ok(0) };
            return match self.compute(expr, Frame { values, ..frame }) {
                Ok(number) => Ok(number),
                Err(stop) => {
                    let text = text_with_values(&arith.parts, values);
                    self.stopped(stop, expr, &text, frame)
                }
            };
        };
        self.evaluate_nested(&text, frame)
    }

    /// Evaluates text in which nothing is left to expand: operands of `let` and `[[ -eq ]]`, values of `-i` variables.
    pub fn evaluate_text(&mut self, text: &[u8]) -> Result<i64, Flow> {
        self.evaluate_nested(text, Frame::TOP)
    }

    /// As [`Shell::evaluate_text`], with the name of the command that asks in front of messages: `let`, `[[`, `declare`.
    pub fn evaluate_for(&mut self, command: &str, text: &[u8]) -> Result<i64, Flow> {
        match plain_number(text) {
            Some(number) => Ok(number),
            None => self.evaluate_nested(text, Frame { values: &[], depth: 0, command }),
        }
    }

    /// Evaluates text; of the frame the depth and the command count.
    fn evaluate_nested(&mut self, text: &[u8], frame: Frame<'_>) -> Result<i64, Flow> {
        if let Some(number) = plain_number(text) {
            return Ok(number);
        }
        if text.trim().is_empty() {
            return Ok(0);
        }
        self.charge(1 + (text.len() as u64 >> 6))?;
        let expr = match parse_arith(text) {
            Ok(expr) => expr,
            Err(error) => {
                if let Err(stop) = self.compute(&error.read, Frame { values: &[], ..frame }) {
                    return self.stopped(stop, &error.read, text, frame);
                }
                return self.arith_error(&error.expression, error.kind.message(), &error.token, frame);
            }
        };
        match self.compute(&expr, Frame { values: &[], ..frame }) {
            Ok(number) => Ok(number),
            Err(stop) => self.stopped(stop, &expr, text, frame),
        }
    }

    /// Reports why an expression has no value.
    fn stopped(&self, stop: Stop, root: &ArithExpr, text: &[u8], frame: Frame<'_>) -> Result<i64, Flow> {
        let (node, message, power) = match stop {
            Stop::Flow(flow) => return Err(flow),
            Stop::Division(node) => (node, "division by 0", false),
            Stop::Exponent(node) => (node, "exponent less than 0", true),
        };
        let text = text.trim_start();
        let token = locate::error_token(root, node, text, power);
        self.arith_error(text, message, token, frame)
    }

    fn arith_error<T>(&self, text: &[u8], message: &str, token: &[u8], frame: Frame<'_>) -> Result<T, Flow> {
        let command = if frame.command.is_empty() { self.builtin_name } else { frame.command };
        let separator: &[u8] = if command.is_empty() { b"" } else { b": " };
        let place = [command.as_bytes(), separator].concat();
        self.complain(&[&place, text, b": ", message.as_bytes(), b" (error token is \"", token, b"\")"])?;
        self.last_failure.set(Failure::Arithmetic);
        Err(Flow::Discard(1))
    }

    /// As [`Shell::evaluate`], for subscripts and integer variables: an error drops all of a string, not one line.
    pub(crate) fn evaluate_or_drop(&mut self, arith: &Arith) -> Result<i64, Flow> {
        self.evaluate(arith).map_err(|flow| self.whole_input_dropped(flow))
    }

    /// As [`Shell::evaluate_or_drop`], of text.
    pub(crate) fn evaluate_text_or_drop(&mut self, text: &[u8]) -> Result<i64, Flow> {
        self.evaluate_text(text).map_err(|flow| self.whole_input_dropped(flow))
    }

    /// Bash leaves everything that it has begun to read for such an error; of a file it goes on with the next line.
    pub(crate) fn whole_input_dropped(&self, flow: Flow) -> Flow {
        match flow {
            Flow::Discard(status) if self.input == InputKind::String || self.subshell_level > 0 => Flow::Exit(status),
            other => other,
        }
    }

    /// Expands the operands of an expression. `None`: all are plain numbers, now in `values`. Otherwise the text of the
    /// whole expression.
    fn expand_operands(&mut self, arith: &Arith, values: &mut [i64], numbers: bool) -> Result<Option<BString>, Flow> {
        let mut text: Option<BString> = None;
        for (index, part) in arith.parts.iter().enumerate() {
            if let WordPart::Quoted(piece) | WordPart::Literal(piece) = part {
                if let Some(text) = &mut text {
                    text.extend_from_slice(piece);
                }
                continue;
            }
            // A number after a sign in the text would make another token of it: `a-$x` with -3 is `a--3`.
            let signed = index > 0
                && matches!(arith.parts.get(index - 1), Some(WordPart::Quoted(text)) if text.ends_with(b"-") || text.ends_with(b"+"));
            if numbers
                && text.is_none()
                && let WordPart::Param(expansion) = part
                && expansion.op == ParamOp::None
                && !expansion.indirect
                && let Some(number) = self.plain_parameter(&expansion.param).and_then(|text| plain_number(text))
                && !(signed && number < 0)
            {
                values[index] = number;
                continue;
            }
            let value = self.expand_operand(part)?;
            match (&mut text, plain_number(&value)) {
                (None, Some(number)) if numbers && !(signed && number < 0) => values[index] = number,
                (Some(text), _) => text.extend_from_slice(&value),
                (None, _) => {
                    let mut before = text_with_values(&arith.parts[..index], values);
                    before.extend_from_slice(&value);
                    text = Some(before);
                }
            }
            self.check_expansion(text.as_ref().map_or(0, |text| text.len()))?;
        }
        if text.is_none() && !numbers {
            // No expansion at all, and text that does not parse.
            text = Some(text_of(&arith.parts));
        }
        Ok(text)
    }

    /// True when an indexed variable of the expression is an associative array, whose keys are text.
    fn has_keys(&self, expr: &ArithExpr) -> bool {
        let variable = |variable: &ArithVariable| {
            variable.index.is_some()
                && match self.state.variables.get(&variable.name) {
                    Some(found) => found.is_associative() || found.attributes.nameref,
                    None => false,
                }
                || variable.index.as_ref().and_then(|index| index.expr.as_ref()).is_some_and(|expr| self.has_keys(expr))
        };
        match expr {
            ArithExpr::Number(_) | ArithExpr::Expansion(_) => false,
            ArithExpr::Variable(target) | ArithExpr::Increment { target, .. } => variable(target),
            ArithExpr::Unary { operand, .. } => self.has_keys(operand),
            ArithExpr::Binary { left, right, .. }
            | ArithExpr::Logical { left, right, .. }
            | ArithExpr::Comma { left, right } => self.has_keys(left) || self.has_keys(right),
            ArithExpr::Ternary { condition, yes, no } => {
                self.has_keys(condition) || self.has_keys(yes) || self.has_keys(no)
            }
            ArithExpr::Assign { target, value, .. } => variable(target) || self.has_keys(value),
        }
    }

    fn compute(&mut self, expr: &ArithExpr, frame: Frame<'_>) -> Result<i64, Stop> {
        Ok(match expr {
            ArithExpr::Number(number) => *number,
            ArithExpr::Expansion(index) => frame.values.get(*index).copied().unwrap_or(0),
            ArithExpr::Variable(variable) => self.read_variable(variable, frame)?,
            ArithExpr::Unary { op, operand } => {
                let value = self.compute(operand, frame)?;
                match op {
                    ArithUnary::Plus => value,
                    ArithUnary::Minus => value.wrapping_neg(),
                    ArithUnary::Not => i64::from(value == 0),
                    ArithUnary::BitNot => !value,
                }
            }
            ArithExpr::Binary { op, left, right } => {
                let left = self.compute(left, frame)?;
                let right = self.compute(right, frame)?;
                apply(*op, left, right, expr)?
            }
            ArithExpr::Logical { or, left, right } => {
                let left = self.compute(left, frame)? != 0;
                if left == *or { i64::from(left) } else { i64::from(self.compute(right, frame)? != 0) }
            }
            ArithExpr::Ternary { condition, yes, no } => {
                let chosen = if self.compute(condition, frame)? != 0 { yes } else { no };
                self.compute(chosen, frame)?
            }
            ArithExpr::Assign { target, op: None, value } => {
                let place = self.locate(target, frame)?;
                let value = self.compute(value, frame)?;
                self.write(target, &place, value)?;
                value
            }
            ArithExpr::Assign { target, op: Some(op), value } => {
                let place = self.locate(target, frame)?;
                let old = self.read(target, &place, frame)?;
                let value = self.compute(value, frame)?;
                let new = apply(*op, old, value, expr)?;
                self.write(target, &place, new)?;
                new
            }
            ArithExpr::Increment { target, by, prefix } => {
                let place = self.locate(target, frame)?;
                let old = self.read(target, &place, frame)?;
                let new = old.wrapping_add(*by);
                self.write(target, &place, new)?;
                if *prefix { new } else { old }
            }
            ArithExpr::Comma { left, right } => {
                self.compute(left, frame)?;
                self.compute(right, frame)?
            }
        })
    }

    #[inline]
    fn read_variable(&mut self, variable: &ArithVariable, frame: Frame<'_>) -> Result<i64, Stop> {
        if variable.index.is_none()
            && let Some(found) = self.state.variables.get(&variable.name)
            && !found.attributes.nameref
            && !found.special.is_some_and(Special::is_dynamic)
            && let Some(number) = found.value.scalar().and_then(|text| plain_number(text))
        {
            return Ok(number);
        }
        let place = self.locate(variable, frame)?;
        self.read(variable, &place, frame)
    }

    /// Evaluates the subscript of a variable, once for reading and writing. `None`: it has none.
    fn locate(&mut self, variable: &ArithVariable, frame: Frame<'_>) -> Result<Option<Index>, Stop> {
        let Some(index) = &variable.index else { return Ok(None) };
        let ArithIndex { text, expr } = &**index;
        let associative = match self.state.variables.get(&variable.name) {
            Some(found) if found.attributes.nameref => match self.state.variables.resolve(&variable.name) {
                Target::Name(name) => self.state.variables.get(&name).is_some_and(Variable::is_associative),
                _ => false,
            },
            Some(found) => found.is_associative(),
            None => false,
        };
        if associative {
            return Ok(Some(Index::Key(self.key(text)?)));
        }
        let number = match expr {
            Some(expr) => match self.compute(expr, frame) {
                Ok(number) => Ok(number),
                // The subscript is an expression of its own, and messages show it alone.
                Err(stop) => self.stopped(stop, expr, text, frame),
            },
            None => self.evaluate_nested(text, frame),
        };
        Ok(Some(Index::Number(number.map_err(|flow| self.whole_input_dropped(flow))?)))
    }

    /// The key that stands between the brackets: text with quotes and expansions of its own.
    fn key(&mut self, text: &[u8]) -> Result<BString, Flow> {
        if text.find_byteset(b"$`\\'\"").is_none() {
            return Ok(text.into());
        }
        match self.parse_subscript_text(text)? {
            Subscript::Expr { word, .. } => self.expand_string(&word),
            Subscript::At => Ok("@".into()),
            Subscript::Star => Ok("*".into()),
        }
    }

    /// The number that a variable or element holds.
    fn read(&mut self, variable: &ArithVariable, index: &Option<Index>, frame: Frame<'_>) -> Result<i64, Stop> {
        let text = self.stored_text(variable, index)?;
        let Some(text) = text else {
            // An array that was made empty is not unset for bash.
            let empty = index.is_some()
                && self
                    .state
                    .variables
                    .get(&variable.name)
                    .is_some_and(|variable| variable.is_set() && variable.value.count() == 0);
            if self.state.options.nounset && !empty {
                return Err(Stop::Flow(self.unset_operand(variable)));
            }
            return Ok(0);
        };
        if let Some(number) = plain_number(&text) {
            return Ok(number);
        }
        if frame.depth >= MOST_NESTED {
            let text = text.trim_start();
            return Ok(self.arith_error(text, "expression recursion level exceeded", text, frame)?);
        }
        Ok(self.evaluate_nested(&text, Frame { depth: frame.depth + 1, ..frame })?)
    }

    fn unset_operand(&self, variable: &ArithVariable) -> Flow {
        let mut name = BString::from(variable.name.as_bytes());
        if let Some(index) = &variable.index {
            name.push(b'[');
            name.extend_from_slice(&index.text);
            name.push(b']');
        }
        match self.unbound::<()>(&name) {
            Err(flow) => flow,
            Ok(()) => Flow::Discard(1),
        }
    }

    fn stored_text(&mut self, variable: &ArithVariable, index: &Option<Index>) -> Result<Option<BString>, Flow> {
        let name = &variable.name;
        let Some(index) = index else {
            return match self.state.variables.get(name) {
                Some(found) if found.attributes.nameref => match self.state.variables.resolve(name) {
                    Target::Element(array, subscript) => {
                        let word = self.element_text(&array, &subscript)?;
                        Ok(word)
                    }
                    Target::Circular => {
                        self.warn_circular(name)?;
                        Ok(None)
                    }
                    Target::Name(name) | Target::Empty(name) => Ok(self.variable(&name)),
                },
                _ => Ok(self.variable(name)),
            };
        };
        let name = match self.state.variables.resolve(name) {
            Target::Name(name) => name,
            _ => name.clone(),
        };
        let index = match index {
            Index::Number(number) if *number < 0 => match self.counted_from_end(&name, *number)? {
                Some(number) => Index::Number(number),
                None => return Ok(None),
            },
            other => other.clone(),
        };
        let value = self.value_of(&name)?;
        Ok(value.and_then(|value| super::expand::element(&value, &index).map(BString::from)))
    }

    fn element_text(&mut self, array: &str, subscript: &[u8]) -> Result<Option<BString>, Flow> {
        let word = Word::new(vec![WordPart::Param(Box::new(super::syntax::ast::ParamExpansion {
            param: super::syntax::ast::Param::Element {
                name: array.into(),
                index: self.parse_subscript_text(subscript)?,
            },
            indirect: false,
            braced: true,
            op: ParamOp::None,
        }))]);
        let text = self.expand_string(&word)?;
        Ok((!text.is_empty()).then_some(text))
    }

    fn write(&mut self, variable: &ArithVariable, index: &Option<Index>, number: i64) -> Result<(), Stop> {
        let mut buffer = [0; 20];
        let digits = decimal(number, &mut buffer);
        match index {
            None => {
                if !self.state.options.allexport
                    && let Some(slot) = self.state.variables.slot(&variable.name)
                    && slot.special.is_none()
                    && slot.attributes.take_numbers()
                    && let Value::Scalar(text) = &mut slot.value
                {
                    text.clear();
                    text.extend_from_slice(digits);
                    return Ok(());
                }
                self.assign_scalar(&variable.name, digits.into(), false)?;
            }
            Some(index) => {
                let name = match self.state.variables.resolve(&variable.name) {
                    Target::Name(name) => name,
                    _ => variable.name.clone(),
                };
                let index = match index {
                    Index::Number(number) if *number < 0 => match self.counted_from_end(&name, *number)? {
                        Some(number) => Index::Number(number),
                        None => return Err(Stop::Flow(Flow::Discard(1))),
                    },
                    other => other.clone(),
                };
                self.store_element(&name, index, digits.into(), false)?;
            }
        }
        Ok(())
    }
}

fn apply(op: ArithBinary, left: i64, right: i64, node: &ArithExpr) -> Result<i64, Stop> {
    Ok(match op {
        ArithBinary::Power => {
            if right < 0 {
                return Err(Stop::Exponent(node));
            }
            power(left, right)
        }
        ArithBinary::Multiply => left.wrapping_mul(right),
        ArithBinary::Divide | ArithBinary::Remainder if right == 0 => return Err(Stop::Division(node)),
        ArithBinary::Divide => left.wrapping_div(right),
        ArithBinary::Remainder => left.wrapping_rem(right),
        ArithBinary::Add => left.wrapping_add(right),
        ArithBinary::Subtract => left.wrapping_sub(right),
        // Only the low six bits of the count matter.
        ArithBinary::ShiftLeft => left.wrapping_shl(right as u32),
        ArithBinary::ShiftRight => left.wrapping_shr(right as u32),
        ArithBinary::Less => i64::from(left < right),
        ArithBinary::LessEqual => i64::from(left <= right),
        ArithBinary::Greater => i64::from(left > right),
        ArithBinary::GreaterEqual => i64::from(left >= right),
        ArithBinary::Equal => i64::from(left == right),
        ArithBinary::NotEqual => i64::from(left != right),
        ArithBinary::BitAnd => left & right,
        ArithBinary::BitXor => left ^ right,
        ArithBinary::BitOr => left | right,
    })
}

fn power(base: i64, exponent: i64) -> i64 {
    let (mut base, mut exponent, mut result) = (base, exponent, 1i64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}

/// The text of an expression in which nothing is expanded.
fn text_of(parts: &[WordPart]) -> BString {
    text_with_values(parts, &[])
}

/// The text of an expression whose expansions gave these numbers.
fn text_with_values(parts: &[WordPart], values: &[i64]) -> BString {
    let mut text = BString::default();
    for (index, part) in parts.iter().enumerate() {
        match part {
            WordPart::Quoted(piece) | WordPart::Literal(piece) => text.extend_from_slice(piece),
            _ => text.extend_from_slice(decimal(values.get(index).copied().unwrap_or(0), &mut [0; 20])),
        }
    }
    text
}
