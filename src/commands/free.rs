//! `free`: the memory of the machine, which is as `/proc/meminfo` says.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::number::parse_float;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "
Usage:
 free [options]

Options:
 -b, --bytes         in bytes
     --kilo          in kilobytes
     --mega          in megabytes
     --giga          in gigabytes
     --tera          in terabytes
     --peta          in petabytes
 -k, --kibi          in kibibytes
 -m, --mebi          in mebibytes
 -g, --gibi          in gibibytes
     --tebi          in tebibytes
     --pebi          in pebibytes
 -h, --human         in the unit that reads best
     --si            with powers of 1000, not 1024
 -l, --lohi          low and high memory too
 -t, --total         the sum of memory and swap too
 -v, --committed     committed memory and its limit too
 -s N, --seconds N   again every N seconds
 -c N, --count N     N times
 -w, --wide          buffers and cache apart

     --help     display this help and exit
 -V, --version  output version information and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('b', "bytes", Takes::Nothing),
    Opt::long('1', "kilo", Takes::Nothing),
    Opt::long('2', "mega", Takes::Nothing),
    Opt::long('3', "giga", Takes::Nothing),
    Opt::long('4', "tera", Takes::Nothing),
    Opt::long('5', "peta", Takes::Nothing),
    Opt::both('k', "kibi", Takes::Nothing),
    Opt::both('m', "mebi", Takes::Nothing),
    Opt::both('g', "gibi", Takes::Nothing),
    Opt::long('6', "tebi", Takes::Nothing),
    Opt::long('7', "pebi", Takes::Nothing),
    Opt::both('h', "human", Takes::Nothing),
    Opt::long('i', "si", Takes::Nothing),
    Opt::both('l', "lohi", Takes::Nothing),
    Opt::both('t', "total", Takes::Nothing),
    Opt::both('v', "committed", Takes::Nothing),
    Opt::both('s', "seconds", Takes::Value),
    Opt::both('c', "count", Takes::Value),
    Opt::both('w', "wide", Takes::Nothing),
    Opt::short('V', Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "free", help: HELP, run }];

/// All memory, in bytes; none of it is used, and there is no swap.
const TOTAL: u64 = 256 << 20;

/// How sizes are written.
#[derive(Clone, Copy)]
enum Unit {
    Bytes(u64),
    Human,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut unit = Unit::Bytes(1024);
    let (mut decimal, mut low, mut sum, mut committed, mut wide) = (false, false, false, false, false);
    let mut units = 0;
    let mut interval = None;
    let mut count = None;
    for option in &options {
        units += usize::from("b12345kmg67".contains(option.id));
        if units > 1 {
            context.complain(&[b"Multiple unit options don't make sense."])?;
            return Ok(1);
        }
        match option.id {
            'b' => unit = Unit::Bytes(1),
            power @ '1'..='5' => unit = Unit::Bytes(1000u64.pow(power as u32 - '0' as u32)),
            'k' => unit = Unit::Bytes(1 << 10),
            'm' => unit = Unit::Bytes(1 << 20),
            'g' => unit = Unit::Bytes(1 << 30),
            '6' => unit = Unit::Bytes(1 << 40),
            '7' => unit = Unit::Bytes(1 << 50),
            'h' => unit = Unit::Human,
            'i' => decimal = true,
            'l' => low = true,
            't' => sum = true,
            'v' => committed = true,
            'w' => wide = true,
            's' => match parse_float(option.value()) {
                Some((seconds, b"")) if seconds > 0.0 => interval = Some((seconds * 1e9) as i64),
                _ => {
                    context.complain(&[b"seconds argument failed: '", option.value(), b"': Invalid argument"])?;
                    return Ok(1);
                }
            },
            'c' => match std::str::from_utf8(option.value()).ok().and_then(|text| text.parse::<u64>().ok()) {
                Some(number @ 1..) => count = Some(number),
                _ => {
                    context.complain(&[b"failed to parse count argument: '", option.value(), b"'"])?;
                    return Ok(1);
                }
            },
            _ => return options::print_version(context, "free"),
        }
    }
    if !operands.is_empty() {
        context.write_error(HELP.as_bytes())?;
        return Ok(1);
    }
    let size = |bytes: u64| match unit {
        Unit::Bytes(unit) => {
            let unit = if decimal && unit > 1 { decimal_unit(unit) } else { unit };
            (bytes / unit).to_string()
        }
        Unit::Human => human(bytes, decimal),
    };
    let (total, none) = (size(TOTAL), size(0));
    let columns: &[&str] = if wide {
        &["total", "used", "free", "shared", "buffers", "cache", "available"]
    } else {
        &["total", "used", "free", "shared", "buff/cache", "available"]
    };
    let row = |name: &str, values: &[&str]| {
        let values: String = values.iter().map(|value| format!("{value:>12}")).collect();
        format!("{name:<8}{values}\n")
    };
    let mut text = row("", columns);
    let mut memory = vec![none.as_str(); columns.len()];
    for place in [0, 2, columns.len() - 1] {
        memory[place] = &total;
    }
    text.push_str(&row("Mem:", &memory));
    if low {
        text.push_str(&row("Low:", &[&total, &none, &total]));
        text.push_str(&row("High:", &[&none, &none, &none]));
    }
    text.push_str(&row("Swap:", &[&none, &none, &none]));
    if sum {
        text.push_str(&row("Total:", &[&total, &none, &total]));
    }
    if committed {
        let half = size(TOTAL / 2);
        text.push_str(&row("Comm:", &[&half, &none, &half]));
    }
    let times = count.unwrap_or(if interval.is_some() { u64::MAX } else { 1 });
    for turn in 0..times {
        if turn > 0 {
            context.flush()?;
            context.exec.kernel.scheduler.sleep(interval.unwrap_or(1_000_000_000))?;
            context.write(b"\n")?;
        }
        context.charge(1)?;
        context.write(text.as_bytes())?;
    }
    Ok(0)
}

/// The power of 1000 in the place of one of 1024.
fn decimal_unit(unit: u64) -> u64 {
    1000u64.pow(unit.trailing_zeros() / 10)
}

fn human(bytes: u64, decimal: bool) -> String {
    let base = if decimal { 1000u64 } else { 1024 };
    let mut unit = 1u64;
    let mut letters = "KMGTP".chars();
    let mut letter = None;
    while bytes / unit >= base {
        unit *= base;
        letter = letters.next();
    }
    let Some(letter) = letter else { return format!("{bytes}B") };
    let value = bytes as f64 / unit as f64;
    let suffix = if decimal { String::from(letter) } else { format!("{letter}i") };
    if value < 10.0 { format!("{value:.1}{suffix}") } else { format!("{}{suffix}", value as u64) }
}
