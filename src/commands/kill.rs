//! `kill` as a command of its own: the one of procps.

use bstr::BString;

use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, Signal};

const HELP: &str = "
Usage:
 kill [options] <pid> [...]

Options:
 <pid> [...]            send signal to every <pid> listed
 -<signal>, -s, --signal <signal>
                        specify the <signal> to be sent
 -l, --list=[<signal>]  list all signal names, or convert one to a name
 -L, --table            list all signal names in a table

 -h, --help     display this help and exit
 -V, --version  output version information and exit
";

pub const COMMANDS: &[Native] = &[Native { name: "kill", help: HELP, run }];

/// Signals that have a name of their own: the lists show these.
const NAMED: u8 = 31;

fn run(context: &mut Context<'_>) -> Outcome {
    let mut signal = Signal::TERM;
    let mut args = context.args();
    let mut named = false;
    while let Some((first, rest)) = args.split_first()
        && first.len() > 1
        && first.starts_with(b"-")
    {
        let text = match first.as_slice() {
            b"--" => {
                args = rest;
                break;
            }
            b"-h" | b"--help" => {
                context.write(HELP.as_bytes())?;
                return Ok(0);
            }
            b"-V" | b"--version" => {
                context.write(super::options::version_line("kill").as_bytes())?;
                return Ok(0);
            }
            b"-L" | b"--table" => return table(context),
            b"-l" | b"--list" => {
                return match rest.first() {
                    Some(which) => convert(context, which),
                    None => list(context),
                };
            }
            b"-s" | b"--signal" => match rest.split_first() {
                Some((text, rest)) => {
                    args = rest;
                    text.as_slice()
                }
                None => return refuse(context, b"s"),
            },
            other => {
                if let Some(which) = other.strip_prefix(b"--list=") {
                    return convert(context, which);
                }
                // A second one with a dash is a process group.
                if named && other[1..].iter().all(u8::is_ascii_digit) {
                    break;
                }
                args = rest;
                other.strip_prefix(b"--signal=").or(other.strip_prefix(b"-s")).unwrap_or(&other[1..])
            }
        };
        named = true;
        match Signal::parse(text) {
            Some(found) => signal = found,
            None => return refuse(context, text.get(..1).unwrap_or_default()),
        }
    }
    if args.is_empty() {
        context.write_error(HELP.as_bytes())?;
        return Ok(1);
    }
    let mut status = 0;
    for target in args {
        if !send(context, target, signal)? {
            status = 1;
        }
    }
    // A signal to the own process takes hold now.
    context.charge(1)?;
    Ok(status)
}

fn refuse(context: &mut Context<'_>, what: &[u8]) -> Outcome {
    context.complain(&[b"invalid argument ", what])?;
    context.write_error(HELP.as_bytes())?;
    Ok(1)
}

fn send(context: &mut Context<'_>, target: &BString, signal: Signal) -> Result<bool, Halt> {
    let Some(number) = std::str::from_utf8(target).ok().and_then(|text| text.parse::<i64>().ok()) else {
        context.complain(&[b"failed to parse argument: '", target, b"'"])?;
        return Ok(false);
    };
    let scheduler = &context.exec.kernel.scheduler;
    let own = &context.exec.process;
    let group = |number: u64| u32::try_from(number).ok();
    let sent = match number {
        0 => scheduler.signal_group(own.group(), signal),
        -1 => {
            let mut any = false;
            for pid in scheduler.alive() {
                any |= pid != own.pid && scheduler.signal(pid, signal);
            }
            any
        }
        1.. => group(number.unsigned_abs()).is_some_and(|pid| scheduler.signal(pid, signal)),
        // A process that leads no group counts as its own, so that a job can be ended by its number.
        _ => group(number.unsigned_abs())
            .is_some_and(|pid| scheduler.signal_group(pid, signal) || scheduler.signal(pid, signal)),
    };
    if !sent {
        context.complain(&[b"(", number.to_string().as_bytes(), b"): No such process"])?;
    }
    Ok(sent)
}

fn name(signal: Signal) -> &'static str {
    // procps knows this one by its older name.
    if signal.0 == 29 { "POLL" } else { signal.name().unwrap_or("?") }
}

fn convert(context: &mut Context<'_>, which: &[u8]) -> Outcome {
    let found = Signal::parse(which).filter(|signal| (1..=NAMED).contains(&signal.0));
    match found {
        Some(signal) if which[0].is_ascii_digit() => context.write(format!("{}\n", name(signal)).as_bytes())?,
        Some(signal) => context.write(format!("{}\n", signal.0).as_bytes())?,
        None => context.complain(&[b"unknown signal name ", which])?,
    }
    Ok(0)
}

fn list(context: &mut Context<'_>) -> Outcome {
    let mut line = String::new();
    for number in 1..=NAMED {
        let name = name(Signal(number));
        if !line.is_empty() && line.len() + 1 + name.len() > 77 {
            line.push('\n');
            context.write(line.as_bytes())?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(name);
    }
    line.push('\n');
    context.write(line.as_bytes())?;
    Ok(0)
}

fn table(context: &mut Context<'_>) -> Outcome {
    for number in 1..=NAMED {
        let name = name(Signal(number));
        let cell = if number % 7 == 0 { format!("{number:2} {name}\n") } else { format!("{number:2} {name:<8}") };
        context.write(cell.as_bytes())?;
    }
    context.write(b"\n")?;
    Ok(0)
}
