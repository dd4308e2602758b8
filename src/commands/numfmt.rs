//! `numfmt`: numbers to and from sizes for people.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::choice::choose;
use super::shared::inputs::refuse;
use super::shared::number::parse_clamped;
use super::shared::quote::quote;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, IoError};

const HELP: &str = "\
Usage: numfmt [OPTION]... [NUMBER]...
Reformat NUMBERs, or the numbers on standard input.

      --debug          tell of options without effect and of bad input
  -d, --delimiter=X    X delimits fields, not white space
      --field=FIELDS   the numbers in these fields (1): N, N-, N-M, -M, - with commas between
      --format=FORMAT  a printf format with one %f: %'10.2f and the like
      --from=UNIT      read sizes: none, auto, si, iec, iec-i
      --from-unit=N    the size of the unit that is read (1)
      --grouping       group digits (this locale has none)
      --header[=N]     copy the first N (1) lines as they are
      --invalid=MODE   what to do about bad numbers: abort, fail, warn, ignore
      --padding=N      pad to N columns; to the right when N is negative
      --round=METHOD   up, down, from-zero (default), towards-zero, nearest
      --suffix=SUFFIX  put SUFFIX behind the numbers, and take it from those that are read
      --to=UNIT        write sizes: none, si, iec, iec-i
      --to-unit=N      the size of the unit that is written (1)
  -z, --zero-terminated  lines end in NUL, not newline
      --help           show this help and exit
      --version        show the version and exit

si is powers of 1000 (1K), iec powers of 1024 (1K), iec-i the same with an i (1Ki); auto reads all of them.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('d', "delimiter", Takes::Value),
    Opt::long('D', "debug", Takes::Nothing),
    Opt::long('f', "field", Takes::Value),
    Opt::long('F', "format", Takes::Value),
    Opt::long('1', "from", Takes::Value),
    Opt::long('2', "from-unit", Takes::Value),
    Opt::long('g', "grouping", Takes::Nothing),
    Opt::long('h', "header", Takes::Optional),
    Opt::long('i', "invalid", Takes::Value),
    Opt::long('p', "padding", Takes::Value),
    Opt::long('r', "round", Takes::Value),
    Opt::long('s', "suffix", Takes::Value),
    Opt::long('3', "to", Takes::Value),
    Opt::long('4', "to-unit", Takes::Value),
    Opt::both('z', "zero-terminated", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "numfmt", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    None,
    Auto,
    Si,
    Iec,
    IecI,
}

const FROM: &[(&str, Unit)] =
    &[("none", Unit::None), ("auto", Unit::Auto), ("si", Unit::Si), ("iec", Unit::Iec), ("iec-i", Unit::IecI)];
const TO: &[(&str, Unit)] = &[("none", Unit::None), ("si", Unit::Si), ("iec", Unit::Iec), ("iec-i", Unit::IecI)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Up,
    Down,
    FromZero,
    TowardsZero,
    Nearest,
}

const ROUNDS: &[(&str, Round)] = &[
    ("up", Round::Up),
    ("down", Round::Down),
    ("from-zero", Round::FromZero),
    ("towards-zero", Round::TowardsZero),
    ("nearest", Round::Nearest),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Invalid {
    Abort,
    Fail,
    Warn,
    Ignore,
}

const INVALIDS: &[(&str, Invalid)] =
    &[("abort", Invalid::Abort), ("fail", Invalid::Fail), ("warn", Invalid::Warn), ("ignore", Invalid::Ignore)];

const POWERS: &[u8] = b"KMGTPEZY";

#[derive(Default)]
struct Format {
    prefix: Vec<u8>,
    suffix: Vec<u8>,
    width: usize,
    left: bool,
    zero: bool,
    precision: Option<usize>,
}

struct Settings {
    delimiter: Option<u8>,
    fields: Vec<(usize, usize)>,
    format: Option<Format>,
    from: Unit,
    from_unit: u64,
    to: Unit,
    to_unit: u64,
    invalid: Invalid,
    padding: i64,
    round: Round,
    suffix: BString,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut settings = Settings {
        delimiter: None,
        fields: Vec::new(),
        format: None,
        from: Unit::None,
        from_unit: 1,
        to: Unit::None,
        to_unit: 1,
        invalid: Invalid::Abort,
        padding: 0,
        round: Round::FromZero,
        suffix: BString::default(),
    };
    let (mut header, mut terminator, mut grouping, mut debug) = (0u64, b'\n', false, false);
    for option in &options {
        let value = option.value();
        macro_rules! choice {
            ($place:expr, $name:literal, $choices:expr) => {
                match choose(context, $name, value, $choices)? {
                    Some(choice) => $place = choice,
                    None => return Ok(1),
                }
            };
        }
        match option.id {
            'd' => match value.as_bytes() {
                [] => settings.delimiter = Some(0),
                [byte] => settings.delimiter = Some(*byte),
                _ => {
                    context.complain(&[b"the delimiter must be a single character"])?;
                    return Ok(1);
                }
            },
            'D' => debug = true,
            'f' => match parse_fields(value) {
                Ok(fields) => settings.fields = fields,
                Err(message) => return refuse(context, &[message.as_slice()]),
            },
            'F' => match parse_format(value) {
                Ok(format) => settings.format = Some(format),
                Err(message) => {
                    context.complain(&[&message])?;
                    return Ok(1);
                }
            },
            '1' => choice!(settings.from, "--from", FROM),
            '3' => choice!(settings.to, "--to", TO),
            '2' | '4' => {
                let unit = unit_size(value);
                match unit.filter(|unit| *unit > 0) {
                    Some(unit) if option.id == '2' => settings.from_unit = unit,
                    Some(unit) => settings.to_unit = unit,
                    None => {
                        context.complain(&[b"invalid unit size: ", &quote(value)])?;
                        return Ok(1);
                    }
                }
            }
            'g' => grouping = true,
            'h' => match &option.value {
                None => header = 1,
                Some(text) => match parse_clamped(text).and_then(|lines| u64::try_from(lines).ok()).filter(|n| *n > 0) {
                    Some(lines) => header = lines,
                    None => {
                        context.complain(&[b"invalid header value ", &quote(text)])?;
                        return Ok(1);
                    }
                },
            },
            'i' => choice!(settings.invalid, "--invalid", INVALIDS),
            'p' => match parse_clamped(value).filter(|padding| *padding != 0 && padding.abs() < 1 << 20) {
                Some(padding) => settings.padding = padding,
                None => {
                    context.complain(&[b"invalid padding value ", &quote(value)])?;
                    return Ok(1);
                }
            },
            'r' => choice!(settings.round, "--round", ROUNDS),
            's' => settings.suffix = value.into(),
            _ => terminator = 0,
        }
    }
    let converts = settings.from != Unit::None || settings.to != Unit::None || grouping;
    if debug && !converts && settings.padding == 0 && settings.format.is_none() {
        context.complain(&[b"no conversion option specified"])?;
    }
    if grouping && settings.to != Unit::None {
        context.complain(&[b"grouping cannot be combined with --to"])?;
        return Ok(1);
    }
    if grouping && settings.format.is_some() {
        context.complain(&[b"--grouping cannot be combined with --format"])?;
        return Ok(1);
    }
    if debug && grouping {
        context.complain(&[b"grouping has no effect in this locale"])?;
    }
    if debug && header > 0 && !operands.is_empty() {
        context.complain(&[b"--header ignored with command-line input"])?;
    }
    if settings.fields.is_empty() {
        settings.fields.push((1, 1));
    }
    let mut good = true;
    if operands.is_empty() {
        let stdin = context.stdin();
        let Some(mut input) = context.report(b"-", stdin)? else { return Ok(1) };
        loop {
            let record = match input.read_record(context, terminator) {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[b"error reading input: ", errno.message().as_bytes()])?;
                    break;
                }
            };
            if header > 0 {
                header -= 1;
                context.write(&record.data)?;
                context.write(&[terminator])?;
                continue;
            }
            match line(context, &settings, &record.data, record.terminated.then_some(terminator))? {
                Some(fine) => good &= fine,
                None => return Ok(2),
            }
        }
    }
    for operand in &operands {
        match line(context, &settings, operand, Some(terminator))? {
            Some(fine) => good &= fine,
            None => return Ok(2),
        }
    }
    if debug && !good {
        context.complain(&[b"failed to convert some of the input numbers"])?;
    }
    Ok(if good || matches!(settings.invalid, Invalid::Warn | Invalid::Ignore) { 0 } else { 2 })
}

fn unit_size(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = if digits == 0 { Some(1) } else { text[..digits].to_str().ok()?.parse::<u64>().ok() }?;
    let scale = match &text[digits..] {
        [] if digits > 0 => 1,
        [letter] => 1000u64.checked_pow(power(*letter)?)?,
        [letter, b'i'] => 1024u64.checked_pow(power(*letter)?)?,
        _ => return None,
    };
    number.checked_mul(scale)
}

fn power(letter: u8) -> Option<u32> {
    POWERS.iter().position(|known| *known == letter).map(|index| index as u32 + 1)
}

fn parse_fields(text: &[u8]) -> Result<Vec<(usize, usize)>, Vec<u8>> {
    let mut fields = Vec::new();
    for item in text.split(|byte| matches!(byte, b',' | b' ' | b'\t')) {
        let number = |text: &[u8]| {
            let number: Option<usize> = text.to_str().ok().and_then(|text| text.parse().ok());
            match number {
                Some(0) => Err(b"fields are numbered from 1".to_vec()),
                Some(number) => Ok(number),
                None => Err([b"invalid field value ".as_slice(), &quote(item)].concat()),
            }
        };
        fields.push(match item.split_once_str("-") {
            None => {
                let field = number(item)?;
                (field, field)
            }
            Some((b"", b"")) => (1, usize::MAX),
            Some((first, b"")) => (number(first)?, usize::MAX),
            Some((b"", last)) => (1, number(last)?),
            Some((first, last)) => (number(first)?, number(last)?),
        });
    }
    Ok(fields)
}

fn parse_format(text: &[u8]) -> Result<Format, Vec<u8>> {
    let bad = |reason: &str| [b"format ".as_slice(), &quote(text), reason.as_bytes()].concat();
    let mut format = Format::default();
    let mut at = 0;
    loop {
        match text.get(at) {
            None => return Err(bad(" has no % directive")),
            Some(b'%') if text.get(at + 1) == Some(&b'%') => {
                format.prefix.push(b'%');
                at += 2;
            }
            Some(b'%') => break,
            Some(byte) => {
                format.prefix.push(*byte);
                at += 1;
            }
        }
    }
    at += 1;
    loop {
        match text.get(at) {
            Some(b' ' | b'\'') => at += 1,
            Some(b'0') => {
                format.zero = true;
                at += 1;
            }
            Some(b'-') => {
                format.left = true;
                at += 1;
            }
            _ => break,
        }
    }
    while let Some(digit @ b'0'..=b'9') = text.get(at) {
        format.width = format.width.saturating_mul(10).saturating_add(usize::from(digit - b'0')).min(1 << 20);
        at += 1;
    }
    if text.get(at) == Some(&b'.') {
        at += 1;
        let mut precision = 0usize;
        while let Some(digit @ b'0'..=b'9') = text.get(at) {
            precision = precision.saturating_mul(10).saturating_add(usize::from(digit - b'0')).min(1 << 10);
            at += 1;
        }
        format.precision = Some(precision);
    }
    match text.get(at) {
        Some(b'f') => at += 1,
        None => return Err(bad(" ends in %")),
        Some(_) => return Err([b"invalid format ".as_slice(), &quote(text), b", directive must be %[0]['][-][N][.][N]f"].concat()),
    }
    while let Some(&byte) = text.get(at) {
        at += 1;
        if byte == b'%' {
            if text.get(at) != Some(&b'%') {
                return Err(bad(" has too many % directives"));
            }
            // GNU takes both as they are here.
            at += 1;
            format.suffix.push(b'%');
        }
        format.suffix.push(byte);
    }
    Ok(format)
}

/// Prints one line; `None`: stop with a failure. `false`: a number was bad.
fn line(context: &mut Context<'_>, settings: &Settings, text: &[u8], end: Option<u8>) -> Result<Option<bool>, Halt> {
    context.charge_bytes(text.len() + 1)?;
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut good = true;
    let (mut at, mut field) = (0, 0);
    loop {
        field += 1;
        // A field is blanks and what follows, or what lies between delimiters.
        let (start, stop) = match settings.delimiter {
            Some(delimiter) => {
                let stop = memchr::memchr(delimiter, &text[at..]).map_or(text.len(), |end| at + end);
                (at, stop)
            }
            None => {
                let start = at + text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                let stop = start + text[start..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
                (start, stop)
            }
        };
        let wanted = settings.fields.iter().any(|(first, last)| (*first..=*last).contains(&field));
        let body = &text[start..stop];
        if wanted && !(body.is_empty() && settings.delimiter.is_none() && field > 1) {
            // Without --padding, a number keeps the columns of its field.
            let blanks = start - at;
            let width = if blanks > 1 || field > 1 && blanks > 0 { stop - at - usize::from(field > 1) } else { 0 };
            match convert(settings, body, if settings.padding == 0 && settings.delimiter.is_none() { width } else { 0 }) {
                Ok(number) => {
                    if field > 1 && settings.delimiter.is_none() {
                        out.push(b' ');
                    } else if width == 0 && blanks > 0 && settings.delimiter.is_none() {
                        out.extend_from_slice(&text[at..start]);
                    }
                    out.extend_from_slice(&number);
                }
                Err(message) => {
                    good = false;
                    match settings.invalid {
                        Invalid::Abort => {
                            context.complain(&[&message])?;
                            return Ok(None);
                        }
                        Invalid::Fail | Invalid::Warn => context.complain(&[&message])?,
                        Invalid::Ignore => {}
                    }
                    out.extend_from_slice(&text[at..stop]);
                }
            }
        } else {
            out.extend_from_slice(&text[at..stop]);
        }
        at = stop;
        if at >= text.len() {
            break;
        }
        if let Some(delimiter) = settings.delimiter {
            out.push(delimiter);
            at += 1;
            if at == text.len() {
                break;
            }
        }
    }
    out.extend(end);
    context.write(&out)?;
    Ok(Some(good))
}

/// One number, converted; or the message about it.
fn convert(settings: &Settings, text: &[u8], width: usize) -> Result<Vec<u8>, Vec<u8>> {
    let body = match text.strip_suffix(settings.suffix.as_slice()) {
        Some(body) if !settings.suffix.is_empty() => body,
        _ => text,
    };
    let (value, precision) = parse(settings, body)?;
    let value = value * settings.from_unit as f64 / settings.to_unit as f64;
    let precision = settings.format.as_ref().and_then(|format| format.precision).or(
        (settings.from == Unit::None || settings.to == Unit::None).then_some(precision).filter(|_| settings.to == Unit::None),
    );
    let fixed = settings.format.as_ref().and_then(|format| format.precision);
    let too_large = |advice: &str| {
        let text = format!("{value:.5e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        format!("value too large to be printed: '{mantissa}e+{exponent}' ({advice})").into_bytes()
    };
    if settings.to != Unit::None && value.abs() >= 1e27 {
        return Err(too_large("cannot handle values > 999Y"));
    }
    let mut out = if settings.to == Unit::None {
        if value.abs() >= 1e18 && fixed.is_none() || value.abs() >= 1e33 {
            return Err(too_large("consider using --to"));
        }
        let digits = precision.unwrap_or(0);
        format!("{:.digits$}", round_to(settings.round, value, digits)).into_bytes()
    } else {
        scaled(settings, value, fixed)
    };
    out.extend_from_slice(&settings.suffix);
    if let Some(format) = &settings.format {
        let gap = format.width.saturating_sub(out.len());
        if format.left {
            out.resize(out.len() + gap, b' ');
        } else {
            let fill = if format.zero { b'0' } else { b' ' };
            let sign = usize::from(format.zero && out.first() == Some(&b'-'));
            out.splice(sign..sign, std::iter::repeat_n(fill, gap));
        }
        out = [format.prefix.as_slice(), &out, &format.suffix].concat();
    }
    let (wanted, left) = if settings.padding != 0 {
        (usize::try_from(settings.padding.unsigned_abs()).unwrap_or(0), settings.padding < 0)
    } else {
        (width, false)
    };
    let gap = wanted.saturating_sub(out.len());
    if left {
        out.resize(out.len() + gap, b' ');
    } else {
        out.splice(0..0, std::iter::repeat_n(b' ', gap));
    }
    Ok(out)
}

/// The number and how many digits stood behind its point.
fn parse(settings: &Settings, text: &[u8]) -> Result<(f64, usize), Vec<u8>> {
    let invalid = || [b"invalid number: ".as_slice(), &quote(text)].concat();
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let whole = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut used = whole;
    let mut precision = 0;
    if unsigned.get(used) == Some(&b'.') {
        precision = unsigned[used + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        used += 1 + precision;
    }
    if whole + precision == 0 {
        return Err(invalid());
    }
    let number = &unsigned[..used];
    if whole > 33 {
        return Err([b"value too large to be converted: ".as_slice(), &quote(text)].concat());
    }
    let mut value: f64 = number.to_str().ok().and_then(|text| text.trim_end_matches('.').parse().ok()).ok_or_else(invalid)?;
    let rest = &unsigned[used..];
    if let Some((letter, after)) = rest.split_first() {
        let Some(power) = power(*letter) else {
            return Err([b"invalid suffix in input: ".as_slice(), &quote(text)].concat());
        };
        let (base, after) = match (settings.from, after) {
            (Unit::None, _) => {
                return Err([b"rejecting suffix in input: ".as_slice(), &quote(text), b" (consider using --from)"].concat());
            }
            (Unit::Auto, [b'i', after @ ..]) | (Unit::IecI, [b'i', after @ ..]) => (1024f64, after),
            (Unit::IecI, _) => {
                return Err([b"missing 'i' suffix in input: ".as_slice(), &quote(text), b" (e.g Ki/Mi/Gi)"].concat());
            }
            (Unit::Iec, after) => (1024f64, after),
            (_, after) => (1000f64, after),
        };
        if !after.is_empty() {
            let what = b"invalid suffix in input ".as_slice();
            return Err([what, &quote(text), b": ", &quote(after)].concat());
        }
        value *= base.powi(power as i32);
        precision = 0;
    }
    Ok((if text.starts_with(b"-") { -value } else { value }, precision))
}

fn round(method: Round, value: f64) -> f64 {
    match method {
        Round::Up => value.ceil(),
        Round::Down => value.floor(),
        Round::FromZero => {
            if value < 0.0 {
                value.floor()
            } else {
                value.ceil()
            }
        }
        Round::TowardsZero => value.trunc(),
        Round::Nearest => value.round(),
    }
}

fn round_to(method: Round, value: f64, digits: usize) -> f64 {
    let scale = 10f64.powi(digits.min(15) as i32);
    // What a decimal fraction cannot hold is no reason to round.
    let scaled = value * scale;
    let near = scaled.round();
    if (scaled - near).abs() < 1e-9 * scaled.abs().max(1.0) { near / scale } else { round(method, scaled) / scale }
}

/// A size with its letter: one decimal below ten, unless the format says otherwise.
fn scaled(settings: &Settings, value: f64, precision: Option<usize>) -> Vec<u8> {
    let base = if settings.to == Unit::Si { 1000f64 } else { 1024f64 };
    let mut power = 0usize;
    let mut amount = value;
    while amount.abs() >= base && power < POWERS.len() {
        amount /= base;
        power += 1;
    }
    let digits = |amount: f64, power: usize| precision.unwrap_or(usize::from(power > 0 && amount.abs() < 10.0));
    let mut rounded = round_to(settings.round, amount, digits(amount, power));
    if rounded.abs() >= base && power < POWERS.len() {
        rounded /= base;
        power += 1;
    }
    let show = match precision {
        Some(precision) => precision,
        None => usize::from(power > 0 && rounded.abs() < 10.0),
    };
    let mut out = format!("{rounded:.show$}");
    if power > 0 {
        out.push(char::from(POWERS[power - 1]));
        if settings.to == Unit::IecI {
            out.push('i');
        }
    }
    out.into_bytes()
}
