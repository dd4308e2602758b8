//! `time` as a file: runs a command and tells what it took, on the virtual clock.

use bstr::BString;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::run::{reason, run as run_command};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{IoError, OpenOptions};

const HELP: &str = "\
Usage: time [OPTIONS] COMMAND [ARG]...
Run COMMAND, then print what it took. Times are those of the virtual clock.

  -a, --append              with -o FILE, append instead of overwriting
  -f, --format=FORMAT       print FORMAT instead of the default, or of $TIME
  -o, --output=FILE         write to FILE instead of standard error
  -p, --portability         print real, user and sys as POSIX has it
  -q, --quiet               do not tell of an abnormal end of COMMAND
  -v, --verbose             print all there is to say
       --help               display this help and exit
  -V,  --version            output version information and exit

FORMAT knows %% %C (the command) %D %E (elapsed, [h:]m:s) %F %I %K %M %O %P (percent of the processor) %R %S (system)
%U (user) %W %X %Z %c %e (elapsed, seconds) %k %p %r %s %t %w %x (status), and \\n, \\t, \\\\.
";

const SPEC: Spec = Spec {
    options: &[
        Opt::both('a', "append", Takes::Nothing),
        Opt::both('f', "format", Takes::Value),
        Opt::both('o', "output", Takes::Value),
        Opt::both('p', "portability", Takes::Nothing),
        Opt::both('q', "quiet", Takes::Nothing),
        Opt::both('v', "verbose", Takes::Nothing),
        Opt::short('V', Takes::Nothing),
    ],
    operands_end_options: true,
    failure: 125,
};

pub const COMMANDS: &[Native] = &[Native { name: "time", help: HELP, run }];

const USUAL: &str = "%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n\
    %Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps";
const POSIX: &str = "real %e\nuser %U\nsys %S";
const LONG: &str = "\tCommand being timed: \"%C\"
\tUser time (seconds): %U
\tSystem time (seconds): %S
\tPercent of CPU this job got: %P
\tElapsed (wall clock) time (h:mm:ss or m:ss): %E
\tAverage shared text size (kbytes): %X
\tAverage unshared data size (kbytes): %D
\tAverage stack size (kbytes): %p
\tAverage total size (kbytes): %K
\tMaximum resident set size (kbytes): %M
\tAverage resident set size (kbytes): %t
\tMajor (requiring I/O) page faults: %F
\tMinor (reclaiming a frame) page faults: %R
\tVoluntary context switches: %w
\tInvoluntary context switches: %c
\tSwaps: %W
\tFile system inputs: %I
\tFile system outputs: %O
\tSocket messages sent: %s
\tSocket messages received: %r
\tSignals delivered: %k
\tPage size (bytes): %Z
\tExit status: %x";

/// What a command took.
struct Usage {
    /// Nanoseconds of the clock.
    elapsed: i64,
    /// Nanoseconds of work: a step is a microsecond.
    user: i64,
    status: u8,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let mut format: Option<Vec<u8>> = context.exec.env(b"TIME").map(|format| format.to_vec());
    let (mut append, mut quiet) = (false, false);
    let mut output: Option<BString> = None;
    for option in options {
        match option.id {
            'a' => append = true,
            'f' => format = option.value.map(Into::into),
            'o' => output = option.value,
            'p' => format = Some(POSIX.into()),
            'q' => quiet = true,
            'v' => format = Some(LONG.into()),
            _ => return options::print_version(context, "time"),
        }
    }
    let Some(name) = operands.first() else {
        context.complain(&[b"missing program to run"])?;
        options::hint(context)?;
        return Ok(125);
    };
    let file = match &output {
        None => None,
        Some(path) => {
            let mode = context.new_mode(0o666);
            let how = if append { OpenOptions::appending(mode) } else { OpenOptions::writing(mode) };
            match context.open(path, how) {
                Ok(fd) => Some(fd),
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => {
                    context.complain(&[path, b": ", errno.message().as_bytes()])?;
                    return Ok(125);
                }
            }
        }
    };
    let (clock, steps) = (context.now().0, context.exec.kernel.scheduler.steps());
    let status = match run_command(context, &operands)? {
        Ok(status) => status,
        Err(failure) => {
            context.complain(&[b"cannot run ", name, b": ", reason(&failure).as_bytes()])?;
            failure.status()
        }
    };
    let usage = Usage {
        elapsed: context.now().0.saturating_sub(clock),
        user: i64::try_from(context.exec.kernel.scheduler.steps().saturating_sub(steps)).unwrap_or(i64::MAX / 1000) * 1000,
        status,
    };
    let mut text = Vec::new();
    if !quiet && status > 128 && status < 160 {
        text.extend_from_slice(format!("Command terminated by signal {}\n", status - 128).as_bytes());
    } else if !quiet && status != 0 {
        text.extend_from_slice(format!("Command exited with non-zero status {status}\n").as_bytes());
    }
    let format = format.unwrap_or_else(|| USUAL.into());
    if summarize(&mut text, &format, &operands, &usage) {
        text.push(b'\n');
    }
    match file {
        Some(fd) => {
            let mut out = shell::command::Output::new(Some(fd));
            out.write(context.vfs(), &text)?;
            out.flush(context.vfs())?;
        }
        None => context.write_error(&text)?,
    }
    Ok(status)
}

/// False: the format ends in the middle, and nothing may follow.
fn summarize(out: &mut Vec<u8>, format: &[u8], command: &[BString], usage: &Usage) -> bool {
    let hundredths = |nanoseconds: i64| {
        let hundredths = nanoseconds / 10_000_000;
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    };
    let mut bytes = format.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'%' => match bytes.next() {
                None => {
                    out.push(b'?');
                    return false;
                }
                Some(b'%') => out.push(b'%'),
                Some(b'C') => out.extend(bstr::join(" ", command)),
                Some(b'E') => {
                    let seconds = usage.elapsed / 1_000_000_000;
                    let rest = usage.elapsed % 60_000_000_000;
                    let text = if seconds >= 3600 {
                        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
                    } else {
                        format!("{}:{:0>5}", seconds / 60, hundredths(rest))
                    };
                    out.extend_from_slice(text.as_bytes());
                }
                Some(b'P') => {
                    let percent = usage.user.saturating_mul(100).checked_div(usage.elapsed);
                    let text = percent.map_or("?%".to_owned(), |percent| format!("{percent}%"));
                    out.extend_from_slice(text.as_bytes());
                }
                Some(b'e') => out.extend_from_slice(hundredths(usage.elapsed).as_bytes()),
                Some(b'U') => out.extend_from_slice(hundredths(usage.user).as_bytes()),
                Some(b'S') => out.extend_from_slice(b"0.00"),
                Some(b'Z') => out.extend_from_slice(b"4096"),
                Some(b'x') => out.extend_from_slice(usage.status.to_string().as_bytes()),
                // What is not there is not counted.
                Some(letter) if b"DFIKMOPRWXckprstw".contains(letter) => out.push(b'0'),
                Some(other) => out.extend_from_slice(&[b'?', *other]),
            },
            b'\\' => match bytes.next() {
                None => {
                    out.extend_from_slice(b"?\\");
                    return false;
                }
                Some(b't') => out.push(b'\t'),
                Some(b'n') => out.push(b'\n'),
                Some(b'\\') => out.push(b'\\'),
                Some(other) => out.extend_from_slice(&[b'?', b'\\', *other]),
            },
            byte => out.push(*byte),
        }
    }
    true
}
