//! `seq`: numbers from first to last.
//!
//! Decimal arguments are counted exactly, as integers scaled by a power of ten; only others (`inf`, hexadecimal
//! fractions, more than 36 digits) use floating point.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::parse_float;
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};
use shell::format::{Precision, Real, Spec as Conversion, decimal, format_float};
use shell::kernel::Halt;

const HELP: &str = "\
Usage: seq [OPTION]... LAST
  or:  seq [OPTION]... FIRST LAST
  or:  seq [OPTION]... FIRST INCREMENT LAST
Print numbers from FIRST (default 1) to LAST, in steps of INCREMENT (default 1).

  -f, --format=FORMAT      use printf style floating-point FORMAT
  -s, --separator=STRING   put STRING between numbers (default: newline)
  -w, --equal-width        pad with zeros to equal width
      --help               show this help and exit
      --version            show the version and exit
";

const OPTIONS: &[Opt] = &[
    Opt::both('f', "format", Takes::Value),
    Opt::both('s', "separator", Takes::Value),
    Opt::both('w', "equal-width", Takes::Nothing),
];

/// Numbers end the options: a negative one is no option.
const SPEC: Spec = Spec { options: OPTIONS, operands_end_options: true, failure: 1 };

pub const COMMANDS: &[Native] = &[Native { name: "seq", help: HELP, run }];

/// A number as it was given.
#[derive(Debug, Clone, Copy)]
struct Number {
    value: f64,
    /// The value times ten to the power of `scale`; `None` for what is no short decimal.
    exact: Option<(i128, u32)>,
    negative_zero: bool,
    /// Digits after the point that the text asks for; `None`: unknown.
    precision: Option<usize>,
    /// Characters of the number in fixed notation.
    width: usize,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (before, operands) = split_numbers(context.args());
    let (options, rest) = match options::read_from(context, &SPEC, before)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let operands: Vec<&BString> = rest.iter().chain(operands).collect();
    let mut format = None;
    let mut separator = BString::from("\n");
    let mut equal_width = false;
    for option in options {
        match option.id {
            'f' => format = option.value,
            's' => separator = option.value.unwrap_or_default(),
            _ => equal_width = true,
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    if let Some(extra) = operands.get(3) {
        context.complain(&[b"extra operand ", &quote(extra)])?;
        options::hint(context)?;
        return Ok(1);
    }
    let format = match format {
        None => None,
        Some(text) => match parse_format(&text) {
            Ok(format) => Some(format),
            Err(problem) => {
                context.complain(&[b"format ", &quote(&text), &problem])?;
                return Ok(1);
            }
        },
    };
    if format.is_some() && equal_width {
        context.complain(&[b"format string may not be specified when printing equal width strings"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let mut numbers = Vec::new();
    for operand in &operands {
        match parse_number(operand) {
            Some(number) if number.value.is_nan() => {
                context.complain(&[b"invalid ", &quote(b"not-a-number"), b" argument: ", &quote(operand)])?;
                options::hint(context)?;
                return Ok(1);
            }
            Some(number) => {
                numbers.push(number);
                if numbers.len() == 2 && operands.len() == 3 && number.value == 0.0 {
                    context.complain(&[b"invalid Zero increment value: ", &quote(operand)])?;
                    options::hint(context)?;
                    return Ok(1);
                }
            }
            None => {
                context.complain(&[b"invalid floating point argument: ", &quote(operand)])?;
                options::hint(context)?;
                return Ok(1);
            }
        }
    }
    let one = Number { value: 1.0, exact: Some((1, 0)), negative_zero: false, precision: Some(0), width: 1 };
    let (first, step, last) = match numbers.as_slice() {
        [last] => (one, one, *last),
        [first, last] => (*first, one, *last),
        [first, step, last] => (*first, *step, *last),
        _ => return Ok(1),
    };
    let format = format.unwrap_or_else(|| default_format(first, step, last, equal_width));
    let mut printer = Printer { format, separator, pending: Vec::new(), printed: false };
    match exact_range(first, step, last) {
        Some(range) => printer.exact(context, range, first.negative_zero)?,
        None => printer.floating(context, first.value, step.value, last.value)?,
    }
    printer.finish(context)?;
    Ok(0)
}

/// The arguments up to the first negative number, and those from it on.
fn split_numbers(args: &[BString]) -> (&[BString], &[BString]) {
    let mut index = 0;
    while let Some(arg) = args.get(index) {
        let negative = matches!(arg.as_slice(), [b'-', b'.' | b'0'..=b'9', ..]);
        if negative {
            break;
        }
        // The value of an option that takes the next argument is none of them.
        index += if takes_next(arg) { 2 } else { 1 };
    }
    args.split_at(index.min(args.len()))
}

fn takes_next(arg: &[u8]) -> bool {
    match arg {
        [b'-', b'-', name @ ..] => !name.is_empty() && (b"format".starts_with(name) || b"separator".starts_with(name)),
        [b'-', letters @ ..] => matches!(letters.trim_start_with(|letter| letter == 'w'), b"f" | b"s"),
        _ => false,
    }
}

fn parse_number(text: &[u8]) -> Option<Number> {
    let (value, rest) = parse_float(text)?;
    if !rest.is_empty() {
        return None;
    }
    // C's white space: one more than Rust's.
    let text = text.trim_start_with(|character| matches!(character, ' ' | '\t'..='\r'));
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let mut number = Number { value, exact: None, negative_zero: false, precision: None, width: 0 };
    let point = text.find_byte(b'.');
    let hexadecimal = text.find_byteset(b"xX").is_some();
    if point.is_none() && text.find_byte(b'p').is_none() {
        number.precision = Some(0);
    }
    if hexadecimal {
        if value.fract() == 0.0 && value.abs() < 1e15 {
            number.exact = Some((value as i128, 0));
        }
        return Some(number);
    }
    if !value.is_finite() {
        return Some(number);
    }
    let exponent_at = text.find_byteset(b"eE");
    let mantissa = &text[..exponent_at.unwrap_or(text.len())];
    let mut width = text.len() as i64;
    let mut precision = 0i64;
    if let Some(point) = point {
        precision = (mantissa.len() - point - 1) as i64;
        let bare = point == 0 || !text[point - 1].is_ascii_digit();
        width += if precision == 0 { -1 } else { i64::from(bare) };
    }
    let mut exponent = 0i64;
    if let Some(at) = exponent_at {
        exponent = super::shared::number::parse_clamped(&text[at + 1..]).unwrap_or(0).clamp(-100_000, 100_000);
        precision += if exponent < 0 { -exponent } else { -precision.min(exponent) };
        width -= (text.len() - at) as i64;
        if exponent < 0 && point.is_none_or(|point| at == point + 1) {
            width += 1;
        }
        width += exponent.abs();
    }
    number.precision = Some(precision as usize);
    number.width = usize::try_from(width).unwrap_or(0);
    number.exact = exact(mantissa, exponent);
    number.negative_zero = value == 0.0 && value.is_sign_negative();
    Some(number)
}

/// The digits of a decimal as an integer and how many of them stand behind the point.
fn exact(mantissa: &[u8], exponent: i64) -> Option<(i128, u32)> {
    let mut value: i128 = 0;
    let mut scale: i64 = 0;
    let mut behind = false;
    let (negative, digits) = match mantissa.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, mantissa),
    };
    for byte in digits {
        match byte {
            b'.' => behind = true,
            digit => {
                value = value.checked_mul(10)?.checked_add(i128::from(digit.checked_sub(b'0')?))?;
                scale += i64::from(behind);
            }
        }
    }
    scale -= exponent;
    while scale < 0 {
        value = value.checked_mul(10)?;
        scale += 1;
    }
    let scale = u32::try_from(scale).ok().filter(|scale| *scale <= 36)?;
    Some((if negative { -value } else { value }, scale))
}

/// First, step and last with one scale.
struct Exact {
    first: i128,
    step: i128,
    last: i128,
    scale: u32,
}

fn exact_range(first: Number, step: Number, last: Number) -> Option<Exact> {
    let (first, step) = (first.exact?, step.exact?);
    let last = match last.exact {
        Some(exact) => exact,
        None if last.value == f64::INFINITY && step.0 > 0 => {
            // Without end: as far as the numbers go.
            let scale = first.1.max(step.1);
            (i128::MAX / 10i128.checked_pow(scale)?, 0)
        }
        None => return None,
    };
    let scale = first.1.max(step.1).max(last.1);
    let scaled = |(value, own): (i128, u32)| value.checked_mul(10i128.checked_pow(scale - own)?);
    Some(Exact { first: scaled(first)?, step: scaled(step)?, last: scaled(last)?, scale })
}

/// Text around one conversion.
#[derive(Debug, Clone, Default)]
struct Format {
    prefix: BString,
    spec: Conversion,
    /// One of `eEfFgGaA`.
    letter: u8,
    suffix: BString,
    /// Not of the user: whole digits, filled with zeros.
    plain: bool,
}

/// Widest field and most digits of a format.
const WIDEST: usize = 1 << 16;

fn default_format(first: Number, step: Number, last: Number, equal_width: bool) -> Format {
    let (Some(first_precision), Some(step_precision), Some(last_precision)) =
        (first.precision, step.precision, last.precision)
    else {
        return Format { letter: b'g', ..Format::default() };
    };
    let precision = first_precision.max(step_precision);
    let mut spec = Conversion { precision: Some(precision), ..Conversion::default() };
    if equal_width {
        let point = |own: usize| i64::from(own == 0 && precision > 0);
        let first_width = first.width as i64 + (precision - first_precision) as i64 + point(first_precision);
        let mut last_width = last.width as i64 + precision as i64 - last_precision as i64 + point(last_precision);
        if last_precision > 0 && precision == 0 {
            last_width -= 1;
        }
        spec.zero = true;
        spec.width = usize::try_from(first_width.max(last_width)).unwrap_or(0);
    }
    Format { spec, letter: b'f', plain: true, ..Format::default() }
}

/// Reads a format with exactly one floating-point conversion; the error ends a message.
fn parse_format(text: &[u8]) -> Result<Format, BString> {
    let mut prefix = Vec::new();
    let mut rest = text;
    let mut spec = None;
    loop {
        let Some(percent) = rest.find_byte(b'%') else {
            prefix.extend_from_slice(rest);
            break;
        };
        prefix.extend_from_slice(&rest[..percent]);
        rest = &rest[percent + 1..];
        if let Some(after) = rest.strip_prefix(b"%") {
            prefix.push(b'%');
            rest = after;
            continue;
        }
        if spec.is_some() {
            return Err(" has too many % directives".into());
        }
        let mut found = Conversion::default();
        while let Some((flag, after)) = rest.split_first()
            && found.flag(*flag)
        {
            rest = after;
        }
        let number = |rest: &mut &[u8]| {
            let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let value = rest[..length]
                .iter()
                .fold(0usize, |value, digit| value.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
            *rest = &rest[length..];
            value.min(WIDEST)
        };
        found.width = number(&mut rest);
        if let Some(after) = rest.strip_prefix(b".") {
            rest = after;
            found.precision = Some(number(&mut rest));
        }
        rest = rest.strip_prefix(b"L").unwrap_or(rest);
        match rest.split_first() {
            None => return Err(" ends in %".into()),
            Some((letter, after)) if b"efgaEFGA".contains(letter) => {
                rest = after;
                spec = Some((found, *letter, prefix.len()));
            }
            Some((letter, _)) => return Err([b" has unknown %".as_slice(), &[*letter], b" directive"].concat().into()),
        }
    }
    let Some((spec, letter, split)) = spec else { return Err(" has no % directive".into()) };
    let suffix = prefix.split_off(split);
    Ok(Format { prefix: prefix.into(), spec, letter, suffix: suffix.into(), plain: false })
}

struct Printer {
    format: Format,
    separator: BString,
    pending: Vec<u8>,
    printed: bool,
}

impl Printer {
    fn next(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if self.printed {
            self.pending.extend_from_slice(&self.separator);
            if self.pending.len() >= 16 << 10 {
                context.charge_bytes(self.pending.len())?;
                context.write(&self.pending)?;
                self.pending.clear();
            }
        }
        self.printed = true;
        Ok(())
    }

    fn exact(&mut self, context: &mut Context<'_>, range: Exact, mut negative_zero: bool) -> Result<(), Halt> {
        let spec = self.format.spec;
        // Digits behind the point are those of the scale, cut to the precision: they are zeros beyond it.
        let precision = spec.precision.unwrap_or(6);
        let digits_fit = self.format.plain && precision <= range.scale as usize;
        let integers = self.format.plain && range.scale == 0 && spec.width <= 1;
        let mut value = range.first;
        let real = |value: i128| {
            let sign = if value < 0 { "-" } else { "" };
            let text = format!("{sign}{}", fixed(value.unsigned_abs(), range.scale as usize));
            Real::parse(text.as_bytes(), Precision::Extended).value
        };
        let (first, step) = (real(range.first), real(range.step));
        let mut count = 0u64;
        while if range.step > 0 { value <= range.last } else { value >= range.last } {
            self.next(context)?;
            if integers && !negative_zero {
                push_integer(&mut self.pending, value);
            } else if digits_fit {
                context.charge(1)?;
                let dropped = range.scale - precision as u32;
                let digits = value.unsigned_abs() / 10u128.checked_pow(dropped).unwrap_or(u128::MAX);
                let sign = if value < 0 || negative_zero { "-" } else { "" };
                let width = spec.width.saturating_sub(sign.len());
                self.pending.extend_from_slice(format!("{sign}{:0>width$}", fixed(digits, precision)).as_bytes());
            } else {
                context.charge(1)?;
                // The sum that C makes, which may be off by a bit.
                let sum = Real::progression(first, count, step).unwrap_or(first);
                self.number(Real { negative: sum.negative || (value == 0 && negative_zero), ..sum });
            }
            count += 1;
            negative_zero = false;
            match value.checked_add(range.step) {
                Some(next) => value = next,
                None => return Ok(()),
            }
        }
        if count > 0 && !self.format.plain {
            context.charge(1)?;
            let sum = |count| Real::progression(first, count, step).unwrap_or(first);
            self.one_more(context, sum(count - 1), sum(count), real(range.last))?;
        }
        Ok(())
    }

    /// Rounding may make the number behind the last one look like the last one: it is printed then, unless it looks like
    /// the one before.
    fn one_more(&mut self, context: &mut Context<'_>, before: Real, behind: Real, last: Real) -> Result<(), Halt> {
        let text = |value: Real| {
            let mut text = Vec::new();
            format_float(&mut text, &self.format.spec, self.format.letter, value);
            text
        };
        let behind_text = text(behind);
        let parsed = Real::parse(&behind_text, Precision::Extended);
        if parsed.length == behind_text.len()
            && parsed.value.compare(&last) == Some(std::cmp::Ordering::Equal)
            && behind_text != text(before) {
            self.next(context)?;
            self.number(behind);
        }
        Ok(())
    }

    fn number(&mut self, value: Real) {
        self.pending.extend_from_slice(&self.format.prefix);
        format_float(&mut self.pending, &self.format.spec, self.format.letter, value);
        self.pending.extend_from_slice(&self.format.suffix);
    }

    fn floating(&mut self, context: &mut Context<'_>, first: f64, step: f64, last: f64) -> Result<(), Halt> {
        let mut count = 0.0;
        let mut before = first;
        loop {
            let value = if count == 0.0 { first } else { first + count * step };
            if if step < 0.0 { value < last } else { value > last } || value.is_nan() {
                if count > 0.0 {
                    let real = |value| Real { precision: Precision::Extended, ..Real::from_f64(value) };
                    self.one_more(context, real(before), real(value), real(last))?;
                }
                return Ok(());
            }
            before = value;
            context.charge(1)?;
            self.next(context)?;
            self.number(Real { precision: Precision::Extended, ..Real::from_f64(value) });
            count += 1.0;
        }
    }

    fn finish(self, context: &mut Context<'_>) -> Result<(), Halt> {
        if self.printed {
            context.write(&self.pending)?;
            context.write(b"\n")?;
        }
        Ok(())
    }
}

/// `digits` with the point before the last `scale` of them.
fn fixed(digits: u128, scale: usize) -> String {
    if scale == 0 {
        return digits.to_string();
    }
    let text = format!("{digits:0width$}", width = scale + 1);
    let point = text.len() - scale;
    format!("{}.{}", &text[..point], &text[point..])
}

fn push_integer(out: &mut Vec<u8>, value: i128) {
    match i64::try_from(value) {
        Ok(value) => out.extend_from_slice(decimal(value, &mut [0; 20])),
        Err(_) => out.extend_from_slice(value.to_string().as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_and_precisions() {
        let number =
            |text: &str| parse_number(text.as_bytes()).map(|number| (number.precision, number.width, number.exact));
        assert_eq!(number("1.50"), Some((Some(2), 4, Some((150, 2)))));
        assert_eq!(number(".5"), Some((Some(1), 3, Some((5, 1)))));
        assert_eq!(number("1e3"), Some((Some(0), 4, Some((1000, 0)))));
        assert_eq!(number("1e-2"), Some((Some(2), 4, Some((1, 2)))));
        assert_eq!(number("-1."), Some((Some(0), 2, Some((-1, 0)))));
        assert_eq!(number("1x"), None);
        assert_eq!(fixed(5, 2), "0.05");
        let mut out = Vec::new();
        push_integer(&mut out, -120);
        push_integer(&mut out, 0);
        assert_eq!(out, b"-1200");
    }

    #[test]
    fn formats() {
        assert!(parse_format(b"%d").is_err_and(|text| text.contains_str("unknown %d")));
        assert!(parse_format(b"%").is_err() && parse_format(b"x").is_err() && parse_format(b"%g%g").is_err());
        let format = parse_format(b"a%%%05.2fb%%").unwrap();
        assert_eq!((format.prefix, format.suffix), ("a%".into(), "b%".into()));
    }
}
