//! The functions of numbers and of their bits.

use super::machine::{Machine, Run};
use super::program::{Builtin, Expr};
use super::value::{self, Value};

impl Machine<'_, '_> {
    pub(super) fn mathematics(&mut self, builtin: Builtin, arguments: &[Expr]) -> Run<Value> {
        let mut numbers = Vec::with_capacity(arguments.len());
        for argument in arguments {
            // `mkbool` and `strtonum` look at the string.
            if builtin == Builtin::Strtonum {
                let value = self.value(argument)?;
                return Ok(Value::Number(match &value {
                    Value::Number(number) => *number,
                    Value::Bool(value) => f64::from(*value),
                    Value::Input(text) if value::numeric_as(text, self.dialect.numbers()).is_some() => {
                        value::number_as(text, self.dialect.numbers())
                    }
                    other => value::any_base(&other.to_text(&self.convfmt)),
                }));
            }
            if builtin == Builtin::Mkbool {
                return Ok(Value::Bool(self.truth(argument)?));
            }
            numbers.push(self.number(argument)?);
        }
        let first = numbers.first().copied().unwrap_or(0.0);
        let second = numbers.get(1).copied().unwrap_or(0.0);
        Ok(Value::Number(match builtin {
            Builtin::Int => first.trunc(),
            Builtin::Sin => first.sin(),
            Builtin::Cos => first.cos(),
            Builtin::Atan2 => first.atan2(second),
            Builtin::Exp => {
                let result = first.exp();
                if (result.is_infinite() || result == 0.0) && first.is_finite() {
                    let shown = shown_by_six(first);
                    self.warn(format!("warning: exp: argument {shown} is out of range"))?;
                }
                result
            }
            Builtin::Log => {
                if first < 0.0 {
                    let shown = shown_by_six(first);
                    self.warn(format!("warning: log: received negative argument {shown}"))?;
                    -f64::NAN
                } else {
                    first.ln()
                }
            }
            Builtin::Sqrt => {
                if first < 0.0 {
                    let shown = shown_by_six(first);
                    self.warn(format!("warning: sqrt: received negative argument {shown}"))?;
                    -f64::NAN
                } else {
                    first.sqrt()
                }
            }
            Builtin::Rand => self.random.next(),
            Builtin::Srand => {
                let before = self.random.seed;
                let seed = if arguments.is_empty() { self.seconds() } else { first };
                self.random.set_seed(seed);
                before
            }
            Builtin::And | Builtin::Or | Builtin::Xor => {
                if numbers.len() < 2 {
                    return self.fatal(format!("{}: called with less than two arguments", builtin.name()));
                }
                // The last argument is looked at first.
                if let Some((index, number)) = numbers.iter().enumerate().rfind(|(_, number)| **number < 0.0) {
                    let (name, shown) = (builtin.name(), shown_by_six(*number));
                    let place = index + 1;
                    return self.fatal(format!("{name}: argument {place} negative value {shown} is not allowed"));
                }
                let mut result = None;
                for number in &numbers {
                    let bits = super::printf::unsigned(*number);
                    result = Some(match (builtin, result) {
                        (_, None) => bits,
                        (Builtin::And, Some(result)) => result & bits,
                        (Builtin::Or, Some(result)) => result | bits,
                        (_, Some(result)) => result ^ bits,
                    });
                }
                held(result.unwrap_or(0))
            }
            Builtin::Lshift | Builtin::Rshift => {
                if first < 0.0 || second < 0.0 {
                    let name = builtin.name();
                    return self.fatal(format!("{name}({first:.6}, {second:.6}): negative values are not allowed"));
                }
                // The processor takes the distance by its lowest six bits.
                let bits = super::printf::unsigned(first);
                let by = (super::printf::unsigned(second) & 63) as u32;
                held(if builtin == Builtin::Lshift { bits << by } else { bits >> by })
            }
            Builtin::Compl => {
                if first < 0.0 {
                    return self.fatal(format!("compl({first:.6}): negative value is not allowed"));
                }
                held(!super::printf::unsigned(first))
            }
            _ => 0.0,
        }))
    }
}

/// A number as C's `%g` shows it.
fn shown_by_six(number: f64) -> String {
    let mut out = Vec::new();
    let spec = shell::format::Spec { precision: Some(6), ..shell::format::Spec::default() };
    shell::format::format_float(&mut out, &spec, b'g', shell::format::Real::from_f64(number));
    String::from_utf8_lossy(&out).into_owned()
}

/// A double holds 53 bits: those from the lowest that is set on are kept.
fn held(bits: u64) -> f64 {
    let kept = ((1 << 53) - 1) << bits.trailing_zeros().min(11);
    (bits & kept) as f64
}
