//! `sleep`: waits in virtual time, which takes no real time.

use super::options::{self, Arguments, Spec};
use super::shared::number::parse_float;
use super::shared::quote::quote;
use super::shared::time::NANOS;
use shell::command::{Context, Native, Outcome};

const HELP: &str = "\
Usage: sleep NUMBER[SUFFIX]...
  or:  sleep OPTION
Wait for NUMBER seconds. SUFFIX may be 's' for seconds, 'm' for minutes, 'h' for hours or 'd' for days.
NUMBER need not be an integer; several are added up.

      --help        show this help and exit
      --version     show the version and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "sleep", help: HELP, run }];

fn run(context: &mut Context<'_>) -> Outcome {
    let spec = Spec::new(&[]);
    let operands = match options::read(context, &spec)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let mut total = 0.0;
    let mut valid = true;
    for operand in &operands {
        match interval(operand) {
            Some(seconds) => total += seconds,
            None => {
                context.complain(&[b"invalid time interval ", &quote(operand)])?;
                valid = false;
            }
        }
    }
    if !valid {
        options::hint(context)?;
        return Ok(1);
    }
    context.flush()?;
    let nanoseconds = nanoseconds(total);
    let scheduler = &context.exec.kernel.scheduler;
    scheduler.sleep(nanoseconds)?;
    Ok(0)
}

/// Whole nanoseconds, rounded up, as far as the clock goes.
pub fn nanoseconds(seconds: f64) -> i64 {
    // The conversion saturates.
    (seconds * NANOS as f64).ceil() as i64
}

/// Seconds of `2.5`, `1m`, `inf`, …; `None` for what is no interval.
pub fn interval(text: &[u8]) -> Option<f64> {
    let (value, rest) = parse_float(text)?;
    let unit = match rest {
        b"" | b"s" => 1.0,
        b"m" => 60.0,
        b"h" => 3_600.0,
        b"d" => 86_400.0,
        _ => return None,
    };
    (value >= 0.0).then_some(value * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals() {
        assert_eq!(interval(b"1.5m"), Some(90.0));
        assert_eq!(interval(b"inf"), Some(f64::INFINITY));
        assert_eq!(interval(b"infinityd"), Some(f64::INFINITY));
        assert_eq!(interval(b"0x10"), Some(16.0));
        assert_eq!(interval(b"-1"), None);
        assert_eq!(interval(b"nan"), None);
        assert_eq!(interval(b""), None);
        assert_eq!(interval(b"1ss"), None);
        assert_eq!(nanoseconds(f64::INFINITY), i64::MAX);
    }
}
