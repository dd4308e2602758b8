//! `timeout`: runs a command and ends it when it takes too long on the virtual clock.

use std::rc::Rc;

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::quote::quote;
use super::shared::run::reason;
use super::sleep::{interval, nanoseconds};
use shell::command::{Context, Native, Outcome};
use shell::dispatch::spawn_external;
use shell::kernel::{Halt, Process, Signal};
use workspace::Time;

const HELP: &str = "\
Usage: timeout [OPTION] DURATION COMMAND [ARG]...
  or:  timeout [OPTION]
Run COMMAND, and end it if it still runs after DURATION.

      --preserve-status  exit with the status of COMMAND even when time is up
      --foreground       signal COMMAND alone, not what it has started
  -k, --kill-after=DURATION  send KILL as well if COMMAND still runs so long after the first signal
  -s, --signal=SIGNAL    send SIGNAL, a name or a number, instead of TERM
  -v, --verbose          tell on standard error of each signal sent
      --help             show this help and exit
      --version          show the version and exit

DURATION is a number with an optional suffix: 's' for seconds (the default), 'm' minutes, 'h' hours, 'd' days. 0 means
no limit. The status is 124 when time was up, 125 when timeout itself failed, 126 when COMMAND cannot be run, 127 when
it is not found, 137 when it was ended by KILL, and that of COMMAND otherwise.
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('k', "kill-after", Takes::Value),
        Opt::both('s', "signal", Takes::Value),
        Opt::both('v', "verbose", Takes::Nothing),
        Opt::long('f', "foreground", Takes::Nothing),
        Opt::long('p', "preserve-status", Takes::Nothing),
    ],
    operands_end_options: true,
    failure: 125,
};

pub const COMMANDS: &[Native] = &[Native { name: "timeout", help: HELP, run }];

/// Status when time was up.
const TIMED_OUT: u8 = 124;
/// Status of a wrong usage.
const FAILURE: u8 = 125;

struct Watch {
    child: Rc<Process>,
    foreground: bool,
    verbose: bool,
    name: BString,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut signal = Signal::TERM;
    let mut kill_after = 0;
    let (mut foreground, mut preserve, mut verbose) = (false, false, false);
    for option in &options {
        match option.id {
            'f' => foreground = true,
            'p' => preserve = true,
            'v' => verbose = true,
            'k' => match interval(option.value()) {
                Some(seconds) => kill_after = nanoseconds(seconds),
                None => return refuse(context, &[b"invalid time interval ", &quote(option.value())]),
            },
            _ => match Signal::parse(option.value()) {
                Some(found) => signal = found,
                None => return refuse(context, &[&quote(option.value()), b": invalid signal"]),
            },
        }
    }
    let [duration, command @ ..] = operands.as_slice() else {
        options::hint(context)?;
        return Ok(FAILURE);
    };
    let Some(name) = command.first() else {
        options::hint(context)?;
        return Ok(FAILURE);
    };
    let Some(duration) = interval(duration).map(nanoseconds) else {
        return refuse(context, &[b"invalid time interval ", &quote(duration)]);
    };
    context.flush()?;
    let own_name = context.name().to_owned();
    let shown = quote(name);
    let child = spawn_external(&context.exec, command.to_vec(), !foreground, move |exec, failure| {
        let text = reason(failure);
        exec.write_error(&[own_name.as_bytes(), b": failed to run command ", &shown, b": ", text.as_bytes(), b"\n"].concat())
    })?;
    let mut watch = Watch { child, foreground, verbose, name: name.clone() };
    let outcome = watch.wait(context, duration, signal, kill_after);
    if let Err(Halt::Signal(signal)) = outcome {
        // What ends this process is passed on.
        watch.send(context, signal);
    }
    let (status, sent) = outcome?;
    Ok(match sent {
        None => status,
        Some(_) if preserve => status,
        Some(Signal::KILL) if status == Signal::KILL.status() => status,
        Some(_) => TIMED_OUT,
    })
}

fn refuse(context: &mut Context<'_>, message: &[&[u8]]) -> Outcome {
    context.complain(message)?;
    options::hint(context)?;
    Ok(FAILURE)
}

impl Watch {
    /// Waits for the end of the child, sends what is due meanwhile, and gives its status and the last signal sent.
    fn wait(
        &mut self,
        context: &mut Context<'_>,
        duration: i64,
        signal: Signal,
        kill_after: i64,
    ) -> Result<(u8, Option<Signal>), Halt> {
        let mut due = deadline(context, duration);
        let mut next = signal;
        let mut sent = None;
        loop {
            if let Some(status) = self.child.exit_status() {
                return Ok((status, sent));
            }
            let scheduler = &context.exec.kernel.scheduler;
            if let Some(time) = due {
                if scheduler.now() >= time {
                    self.tell(context, next)?;
                    self.send(context, next);
                    due = if sent.is_none() { deadline(context, kill_after) } else { None };
                    sent = Some(next);
                    next = Signal::KILL;
                    continue;
                }
                scheduler.set_timer(time);
            }
            scheduler.notify_exit(&self.child);
            scheduler.block()?;
        }
    }

    fn tell(&self, context: &mut Context<'_>, signal: Signal) -> Result<(), Halt> {
        if !self.verbose {
            return Ok(());
        }
        let name = signal.name().map_or_else(|| signal.0.to_string(), str::to_owned);
        context.complain(&[b"sending signal ", name.as_bytes(), b" to command ", &quote(&self.name)])
    }

    fn send(&self, context: &Context<'_>, signal: Signal) {
        let scheduler = &context.exec.kernel.scheduler;
        if !self.foreground {
            scheduler.signal_group(self.child.pid, signal);
        } else {
            scheduler.signal(self.child.pid, signal);
        }
    }
}

/// The time in so many nanoseconds; `None` for 0, which means never.
fn deadline(context: &Context<'_>, nanoseconds: i64) -> Option<Time> {
    (nanoseconds > 0).then(|| Time(context.now().0.saturating_add(nanoseconds)))
}
