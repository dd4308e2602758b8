//! `date`: prints the virtual time, or other times, in any form.

use bstr::{BString, ByteSlice};

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::choice::choose;
use super::shared::parse_date::{Moment, parse_in};
use super::shared::quote::{quote, quote_colon};
use super::shared::time::NANOS;
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::{Dialect, Zone, strftime};
use shell::kernel::{Halt, IoError};
use workspace::Time;

const HELP: &str = "\
Usage: date [OPTION]... [+FORMAT]
Print date and time in the given FORMAT. The clock is the sandbox's own and cannot be set.

  -d, --date=STRING          print the time that STRING says, not now
  -f, --file=DATEFILE        like --date, for each line of DATEFILE
  -I[FMT], --iso-8601[=FMT]  print as ISO 8601: FMT is 'date' (the default), 'hours', 'minutes', 'seconds' or 'ns'
      --resolution           print the resolution of times
  -R, --rfc-email            print as in a mail: Mon, 14 Aug 2006 02:34:56 -0600
      --rfc-3339=FMT         print as RFC 3339: FMT is 'date', 'seconds' or 'ns'
  -r, --reference=FILE       print the time of FILE's last modification
  -s, --set=STRING           set the time: not permitted
  -u, --utc, --universal     use UTC
      --help                 show this help and exit
      --version              show the version and exit

FORMAT knows %% %a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %n %N %p %P %q %r %R %s %S %t %T %u %U %V
%w %W %x %X %y %Y %z %:z %::z %:::z %Z. After % may come flags (- no padding, _ blanks, 0 zeros, + zeros and a sign for
long years, ^ upper case, # the other case), a width, and E or O.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('d', "date", Takes::Value),
    Opt::both('f', "file", Takes::Value),
    Opt::both('I', "iso-8601", Takes::Optional),
    Opt::both('r', "reference", Takes::Value),
    Opt::long('1', "resolution", Takes::Nothing),
    Opt::both('R', "rfc-email", Takes::Nothing),
    Opt { id: 'R', short: false, long: "rfc-822", takes: Takes::Nothing },
    Opt { id: 'R', short: false, long: "rfc-2822", takes: Takes::Nothing },
    Opt::long('3', "rfc-3339", Takes::Value),
    Opt::both('s', "set", Takes::Value),
    Opt::both('u', "utc", Takes::Nothing),
    Opt { id: 'u', short: false, long: "uct", takes: Takes::Nothing },
    Opt { id: 'u', short: false, long: "universal", takes: Takes::Nothing },
]);

pub const COMMANDS: &[Native] = &[Native { name: "date", help: HELP, run }];

const ISO: &[(&str, &str)] = &[
    ("hours", "%Y-%m-%dT%H%:z"),
    ("minutes", "%Y-%m-%dT%H:%M%:z"),
    ("date", "%Y-%m-%d"),
    ("seconds", "%Y-%m-%dT%H:%M:%S%:z"),
    ("ns", "%Y-%m-%dT%H:%M:%S,%N%:z"),
];

const RFC_3339: &[(&str, &str)] =
    &[("date", "%Y-%m-%d"), ("seconds", "%Y-%m-%d %H:%M:%S%:z"), ("ns", "%Y-%m-%d %H:%M:%S.%N%:z")];

enum What {
    Now,
    Text(BString),
    Lines(BString),
    Reference(BString),
    Resolution,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut format: Option<BString> = None;
    let mut utc = false;
    let (mut text, mut lines, mut reference, mut set) = (None, None, None, None);
    let mut resolution = false;
    for option in &options {
        let new_format = match option.id {
            'd' => {
                text = option.value.clone();
                continue;
            }
            'f' => {
                lines = option.value.clone();
                continue;
            }
            'r' => {
                reference = option.value.clone();
                continue;
            }
            's' => {
                set = option.value.clone();
                continue;
            }
            '1' => {
                resolution = true;
                continue;
            }
            'u' => {
                utc = true;
                continue;
            }
            'R' => "%a, %d %b %Y %H:%M:%S %z",
            'I' if option.value.is_none() => "%Y-%m-%d",
            'I' => match choose(context, "--iso-8601", option.value(), ISO)? {
                Some(format) => format,
                None => return Ok(1),
            },
            _ => match choose(context, "--rfc-3339", option.value(), RFC_3339)? {
                Some(format) => format,
                None => return Ok(1),
            },
        };
        if format.is_some() {
            context.complain(&[b"multiple output formats specified"])?;
            return Ok(1);
        }
        format = Some(new_format.into());
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    let sources = [text.is_some(), lines.is_some(), reference.is_some(), resolution];
    let given = sources.iter().filter(|given| **given).count();
    if given > 1 {
        return refuse(context, &[b"the options to specify dates for printing are mutually exclusive"]);
    }
    if given > 0 && set.is_some() {
        return refuse(context, &[b"the options to print and set the time may not be used together"]);
    }
    if let Some(extra) = operands.get(1) {
        return refuse(context, &[b"extra operand ", &quote(extra)]);
    }
    let mut stamp = None;
    if let Some(operand) = operands.first() {
        if let Some(wanted) = operand.strip_prefix(b"+") {
            if format.is_some() {
                context.complain(&[b"multiple output formats specified"])?;
                return Ok(1);
            }
            format = Some(wanted.into());
        } else if set.is_some() || given > 0 {
            let rest = b" lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be \
                         a format string beginning with '+'";
            return refuse(context, &[b"the argument ", &quote(operand), rest]);
        } else {
            stamp = Some(operand);
        }
    }
    let zone = if utc { Zone::utc() } else { Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_bytes())) };
    if let Some(operand) = stamp {
        // The old way to set the clock: [MMDDhhmm[[CC]YY][.ss]].
        return match super::touch::parse_posix_date(operand, context.now()) {
            Some(time) => refuse_to_set(context, (time.0.div_euclid(NANOS), 0), &format, &zone),
            None => {
                context.complain(&[b"invalid date ", &quote(operand)])?;
                Ok(1)
            }
        };
    }
    if let Some(text) = set {
        return match parse_in(&text, context.now(), &zone) {
            Some(time) => refuse_to_set(context, time, &format, &zone),
            None => {
                context.complain(&[b"invalid date ", &quote(&text)])?;
                Ok(1)
            }
        };
    }
    let what = match (text, lines, reference) {
        (Some(text), ..) => What::Text(text),
        (_, Some(file), _) => What::Lines(file),
        (_, _, Some(file)) => What::Reference(file),
        _ if resolution => What::Resolution,
        _ => What::Now,
    };
    let format = format.unwrap_or_else(|| {
        let format = if resolution { "%s.%N" } else { "%a %b %e %H:%M:%S %Z %Y" };
        format.into()
    });
    match what {
        What::Now => print(context, &format, &zone, context.now())?,
        What::Resolution => print(context, &format, &zone, Time(1))?,
        What::Text(text) => return Ok(u8::from(!print_text(context, &format, &zone, &text)?)),
        What::Lines(file) => return print_lines(context, &format, &zone, &file),
        What::Reference(file) => match context.vfs().stat(context.cwd(), &file) {
            Ok(stat) => print(context, &format, &zone, stat.mtime)?,
            Err(errno) => {
                context.complain(&[&quote_colon(&file), b": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        },
    }
    Ok(0)
}

/// As for a user who may not set the clock: says so, and prints what the time would have been.
fn refuse_to_set(context: &mut Context<'_>, time: Moment, format: &Option<BString>, zone: &Zone) -> Outcome {
    context.complain(&[b"cannot set date: Operation not permitted"])?;
    let usual = BString::from("%a %b %e %H:%M:%S %Z %Y");
    print_moment(context, format.as_ref().unwrap_or(&usual), zone, time)?;
    Ok(1)
}

fn print(context: &mut Context<'_>, format: &[u8], zone: &Zone, time: Time) -> Result<(), Halt> {
    print_moment(context, format, zone, (time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS) as u32))
}

fn print_moment(context: &mut Context<'_>, format: &[u8], zone: &Zone, time: Moment) -> Result<(), Halt> {
    let civil = zone.civil(time.0, time.1);
    let mut out = Vec::with_capacity(64);
    strftime(&mut out, format, &civil, Dialect::Gnu);
    out.push(b'\n');
    context.charge_bytes(out.len())?;
    context.write(&out)
}

/// Prints the time that a text means; false when it is none.
fn print_text(context: &mut Context<'_>, format: &[u8], zone: &Zone, text: &[u8]) -> Result<bool, Halt> {
    match parse_in(text, context.now(), zone) {
        Some(time) => print_moment(context, format, zone, time).map(|()| true),
        None => {
            // C prints it up to a NUL.
            let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
            context.complain(&[b"invalid date ", &quote(text)]).map(|()| false)
        }
    }
}

fn print_lines(context: &mut Context<'_>, format: &[u8], zone: &Zone, file: &BString) -> Outcome {
    let opened = context.open_operand(file);
    let Some(mut input) = context.report(&quote_colon(file), opened)? else { return Ok(1) };
    let mut status = 0;
    loop {
        match input.read_record(context, b'\n') {
            Ok(Some(record)) => {
                if !print_text(context, format, zone, &record.data)? {
                    status = 1;
                }
            }
            Ok(None) => return Ok(status),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[&quote_colon(file), b": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        }
    }
}
