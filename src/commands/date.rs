//! `date`: prints the virtual time, or other times, in any form.

use bstr::{BString, ByteSlice};

use super::options::{self, InOrder, Opt, Spec, Takes};
use super::shared::inputs::refuse;
use super::shared::choice::choose;
use super::shared::parse_date::{self, Moment};
use super::shared::quote::{quote, quote_colon};
use super::shared::time::NANOS;
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::{Dialect, Zone, strftime};
use shell::kernel::{Halt, IoError};
use workspace::Time;

const HELP: &str = "\
Usage: date [OPTION]... [+FORMAT]
Print date and time in the given FORMAT. The clock is the sandbox's own and cannot be set.

      --debug                tell on standard error how dates are understood
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
    Opt::long('D', "debug", Takes::Nothing),
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

fn run(context: &mut Context<'_>) -> Outcome {
    let InOrder { options, operands, mistake, .. } = options::read_in_order(&SPEC, context.args());
    let mut format: Option<BString> = None;
    let mut utc = false;
    let (mut text, mut lines, mut reference, mut set) = (None, None, None, None);
    let (mut resolution, mut debug) = (false, false);
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
            'D' => {
                debug = true;
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
    let variable = if utc { Some(&b"UTC0"[..]) } else { context.exec.env(b"TZ").map(|zone| zone.as_bytes()) };
    let format =
        format.unwrap_or_else(|| BString::from(if resolution { "%s.%N" } else { "%a %b %e %H:%M:%S %Z %Y" }));
    let form =
        Form { format: resolved(&format), zone: Zone::from_variable(variable), variable: variable.map(BString::from), debug };
    if let Some(operand) = stamp {
        // The old way to set the clock: [MMDDhhmm[[CC]YY][.ss]].
        return match super::touch::parse_posix_date(operand, context.now()) {
            Some(time) => form.refuse_to_set(context, (time.0.div_euclid(NANOS), 0)),
            None => {
                context.complain(&[b"invalid date ", &quote(operand)])?;
                Ok(1)
            }
        };
    }
    if let Some(text) = set {
        return match form.parse(context, &text)? {
            Some(time) => form.refuse_to_set(context, time),
            None => {
                context.complain(&[b"invalid date ", &quote(&text)])?;
                Ok(1)
            }
        };
    }
    let done = match (text, lines, reference) {
        (Some(text), ..) => form.print_text(context, &text, false)?,
        (_, Some(file), _) => form.print_lines(context, &file)?,
        (_, _, Some(file)) => match context.vfs().stat(context.cwd(), &file) {
            Ok(stat) => form.print_time(context, stat.mtime)?,
            Err(errno) => {
                context.complain(&[&quote_colon(&file), b": ", errno.message().as_bytes()])?;
                false
            }
        },
        _ if resolution => form.print_time(context, Time(1))?,
        _ => form.print_time(context, context.now())?,
    };
    Ok(u8::from(!done))
}

/// A format where `%-N` is as long as the clock is exact: to the nanosecond.
fn resolved(format: &[u8]) -> BString {
    let parts: Vec<Vec<u8>> = format.split_str("%%").map(|part| part.replace("%-N", "%9N")).collect();
    parts.join(&b"%%"[..]).into()
}

/// How times are read and printed.
struct Form {
    format: BString,
    zone: Zone,
    /// The value of `TZ` that the zone was made from.
    variable: Option<BString>,
    debug: bool,
}

impl Form {
    fn parse(&self, context: &mut Context<'_>, text: &[u8]) -> Result<Option<Moment>, Halt> {
        let now = context.now();
        if !self.debug {
            return Ok(parse_date::parse_in(text, now, &self.zone));
        }
        let mut lines = Vec::new();
        let variable = self.variable.as_deref().map(|variable| variable.as_bytes());
        let time = parse_date::explain(text, now, &self.zone, variable, &mut lines);
        for line in &lines {
            context.complain(&[line])?;
        }
        Ok(time)
    }

    /// As for a user who may not set the clock: says so, and prints what the time would have been.
    fn refuse_to_set(&self, context: &mut Context<'_>, time: Moment) -> Outcome {
        context.complain(&[b"cannot set date: Operation not permitted"])?;
        self.print(context, time)?;
        Ok(1)
    }

    fn print_time(&self, context: &mut Context<'_>, time: Time) -> Result<bool, Halt> {
        self.print(context, (time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS) as u32))
    }

    /// False when no calendar reaches so far.
    fn print(&self, context: &mut Context<'_>, time: Moment) -> Result<bool, Halt> {
        if self.debug {
            context.complain(&[b"output format: ", &quote(&self.format)])?;
        }
        let civil = self.zone.civil(time.0, time.1);
        // C counts years from 1900, in an `int`.
        if civil.year.checked_sub(1900).is_none_or(|year| i32::try_from(year).is_err()) {
            context.complain(&[b"time ", &quote(time.0.to_string().as_bytes()), b" is out of range"])?;
            return Ok(false);
        }
        let mut out = Vec::with_capacity(64);
        strftime(&mut out, &self.format, &civil, Dialect::Gnu);
        out.push(b'\n');
        context.charge_bytes(out.len())?;
        context.write(&out)?;
        Ok(true)
    }

    /// Prints the time that a text means; false when it is none. `line`: a line end is behind it.
    fn print_text(&self, context: &mut Context<'_>, text: &[u8], line: bool) -> Result<bool, Halt> {
        let parsed = match line && self.debug {
            true => self.parse(context, &[text, b"\n"].concat())?,
            false => self.parse(context, text)?,
        };
        match parsed {
            Some(time) => self.print(context, time),
            None => {
                // C prints it up to a NUL.
                let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
                context.complain(&[b"invalid date ", &quote(text)]).map(|()| false)
            }
        }
    }

    fn print_lines(&self, context: &mut Context<'_>, file: &BString) -> Result<bool, Halt> {
        let opened = context.open_operand(file);
        let Some(mut input) = context.report(&quote_colon(file), opened)? else { return Ok(false) };
        let mut done = true;
        loop {
            match input.read_record(context, b'\n') {
                Ok(Some(record)) => done &= self.print_text(context, &record.data, record.terminated)?,
                Ok(None) => return Ok(done),
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[&quote_colon(file), b": ", errno.message().as_bytes()])?;
                    return Ok(false);
                }
            }
        }
    }
}
