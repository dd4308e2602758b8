//! Numbers.

use std::f64::consts::LN_2;

use super::{Native, native};
use crate::jq::error::{Stop, fail};
use crate::jq::host::Host;
use crate::jq::number::int;
use crate::jq::operators::described;
use crate::jq::value::Value;

/// A function of one number.
macro_rules! one {
    ($name:literal, $function:expr) => {
        native($name, 0, |_, value, _| {
            let function: fn(f64) -> f64 = $function;
            Ok(Value::Number(function(required(&value)?)))
        })
    };
}

macro_rules! two {
    ($name:literal, $function:expr) => {
        native($name, 2, |_, _, arguments| {
            let function: fn(f64, f64) -> f64 = $function;
            Ok(Value::Number(function(required(&arguments[0])?, required(&arguments[1])?)))
        })
    };
}

pub const NATIVES: &[Native] = &[
    one!("acos", f64::acos),
    one!("acosh", acosh),
    one!("asin", f64::asin),
    one!("asinh", asinh),
    one!("atan", f64::atan),
    one!("atanh", libm::atanh),
    one!("cbrt", f64::cbrt),
    one!("ceil", f64::ceil),
    one!("cos", f64::cos),
    one!("cosh", f64::cosh),
    one!("erf", libm::erf),
    one!("erfc", libm::erfc),
    one!("exp", f64::exp),
    one!("exp10", |value| 10_f64.powf(value)),
    one!("exp2", f64::exp2),
    one!("expm1", f64::exp_m1),
    one!("fabs", f64::abs),
    one!("floor", f64::floor),
    one!("gamma", libm::lgamma),
    one!("j0", libm::j0),
    one!("j1", libm::j1),
    one!("lgamma", libm::lgamma),
    one!("log", f64::ln),
    one!("log10", f64::log10),
    one!("log1p", f64::ln_1p),
    one!("log2", f64::log2),
    one!("logb", exponent_of),
    one!("nearbyint", f64::round_ties_even),
    one!("rint", f64::round_ties_even),
    one!("round", f64::round),
    one!("significand", significand),
    one!("sin", f64::sin),
    one!("sinh", f64::sinh),
    one!("sqrt", f64::sqrt),
    one!("tan", f64::tan),
    one!("tanh", f64::tanh),
    one!("tgamma", libm::tgamma),
    one!("trunc", f64::trunc),
    one!("y0", libm::y0),
    one!("y1", libm::y1),
    two!("atan2", f64::atan2),
    two!("copysign", f64::copysign),
    two!("drem", libm::remainder),
    two!("fdim", libm::fdim),
    two!("fmax", f64::max),
    two!("fmin", f64::min),
    two!("fmod", |left, right| left % right),
    two!("hypot", f64::hypot),
    two!("jn", |order, value| libm::jn(int(order), value)),
    two!("ldexp", |value, power| libm::scalbn(value, int(power))),
    two!("nextafter", libm::nextafter),
    two!("nexttoward", libm::nextafter),
    two!("pow", f64::powf),
    two!("remainder", libm::remainder),
    two!("scalb", scalb),
    two!("scalbln", |value, power| libm::scalbn(value, long(power))),
    two!("yn", |order, value| libm::yn(int(order), value)),
    native("fma", 3, fma),
    native("frexp", 0, |_, value, _| {
        let (fraction, power) = libm::frexp(required(&value)?);
        Ok(Value::array(vec![Value::Number(fraction), Value::Number(f64::from(power))]))
    }),
    native("modf", 0, |_, value, _| {
        let number = required(&value)?;
        let fraction = if number.is_infinite() { 0.0_f64.copysign(number) } else { number.fract().copysign(number) };
        Ok(Value::array(vec![Value::Number(fraction), Value::Number(number.trunc())]))
    }),
    native("lgamma_r", 0, |_, value, _| {
        let (value, sign) = libm::lgamma_r(required(&value)?);
        Ok(Value::array(vec![Value::Number(value), Value::Number(f64::from(sign))]))
    }),
    native("infinite", 0, |_, _, _| Ok(Value::Number(f64::INFINITY))),
    native("nan", 0, |_, _, _| Ok(Value::Number(f64::NAN))),
    native("isinfinite", 0, |_, value, _| Ok(Value::Bool(value.number().is_some_and(f64::is_infinite)))),
    native("isnan", 0, |_, value, _| Ok(Value::Bool(value.number().is_some_and(f64::is_nan)))),
    native("isnormal", 0, |_, value, _| Ok(Value::Bool(value.number().is_some_and(f64::is_normal)))),
];

fn required(value: &Value) -> Result<f64, Stop> {
    match value.number() {
        Some(number) => Ok(number),
        None => fail(format!("{} number required", described(value))),
    }
}

/// The exponent of a number in base 2.
fn exponent_of(value: f64) -> f64 {
    if value == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !value.is_finite() {
        return value.abs();
    }
    f64::from(libm::ilogb(value))
}

/// The number scaled to at least one and less than two.
fn significand(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    libm::scalbn(value, -libm::ilogb(value))
}

fn fma(_: &mut dyn Host, _: Value, arguments: &mut [Value]) -> Result<Value, Stop> {
    let (left, right, more) = (required(&arguments[0])?, required(&arguments[1])?, required(&arguments[2])?);
    Ok(Value::Number(left.mul_add(right, more)))
}

/// From this number on a square is lost in what it is added to, or adds one to.
const LARGE: f64 = 268_435_456.0;

/// Below this number its square is.
const SMALL: f64 = 1.0 / LARGE;

/// The C library's formulas, step by step: others differ in the last digit.
fn asinh(value: f64) -> f64 {
    let size = value.abs();
    let square = value * value;
    let result = if size > LARGE {
        size.ln() + LN_2
    } else if size > 2.0 {
        (2.0 * size + 1.0 / ((square + 1.0).sqrt() + size)).ln()
    } else if size < SMALL {
        size
    } else {
        (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
    };
    result.copysign(value)
}

fn acosh(value: f64) -> f64 {
    if value > LARGE {
        return value.ln() + LN_2;
    }
    if value > 2.0 {
        return (2.0 * value - 1.0 / (value + (value * value - 1.0).sqrt())).ln();
    }
    let beyond = value - 1.0;
    (beyond + (2.0 * beyond + beyond * beyond).sqrt()).ln_1p()
}

/// A number as C's `long`, of which more than an `int` holds makes no difference.
fn long(number: f64) -> i32 {
    if number.abs() < 9_223_372_036_854_775_808.0 { number as i32 } else { i32::MIN }
}

/// A power of two that is no whole number has no result.
fn scalb(value: f64, power: f64) -> f64 {
    if power.is_finite() && power.fract() != 0.0 { f64::NAN } else if value == 0.0 && power.is_finite() { value } else { value * power.exp2() }
}
