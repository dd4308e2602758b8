//! `uname`, `arch`, `hostname`, `nproc`, `tty`, `sync` and `uptime`: what there is to say about the machine.

use bstr::ByteSlice;

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::inputs::check_operands;
use super::shared::quote::{quote, quote_file};
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::{Dialect, Zone, strftime};

const UNAME_HELP: &str = "\
Usage: uname [OPTION]...
Print what the machine is. Without OPTION, as -s.

  -a, --all                all of it in this order, without -p and -i
  -s, --kernel-name        the name of the system
  -n, --nodename           the name of the host
  -r, --kernel-release     the release of the system
  -v, --kernel-version     the version of the system
  -m, --machine            the kind of machine
  -p, --processor          the kind of processor
  -i, --hardware-platform  the kind of hardware
  -o, --operating-system   the operating system
      --help               show this help and exit
      --version            show the version and exit
";

const ARCH_HELP: &str = "\
Usage: arch [OPTION]...
Print the kind of machine.

      --help     show this help and exit
      --version  show the version and exit
";

const HOSTNAME_HELP: &str = "\
Usage: hostname [-sfdiI]
Print the name of the host. It cannot be changed.

  -s, --short             the name up to the first dot
  -f, --fqdn, --long      the name with its domain
  -d, --domain            the domain: there is none
  -i, --ip-address        the address of the name
  -I, --all-ip-addresses  all addresses of the host: there are none
  -h, --help              show this help and exit
";

const NPROC_HELP: &str = "\
Usage: nproc [OPTION]...
Print the number of processors that there are.

      --all       count those installed
      --ignore=N  leave out N, if that leaves any
      --help      show this help and exit
      --version   show the version and exit
";

const TTY_HELP: &str = "\
Usage: tty [OPTION]...
Print the name of the terminal that is the standard input: there is none.

  -s, --silent, --quiet  print nothing, only return a status
      --help             show this help and exit
      --version          show the version and exit
";

const SYNC_HELP: &str = "\
Usage: sync [OPTION] [FILE]...
Write out what is not written yet. Nothing ever is: all that happens is that each FILE is looked for.

  -d, --data         only the content of files
  -f, --file-system  the file systems of the files
      --help         show this help and exit
      --version      show the version and exit
";

const UPTIME_HELP: &str = "
Usage:
 uptime [options]

Options:
 -p, --pretty   show the time since the start in words
 -h, --help     display this help and exit
 -s, --since    system up since
 -V, --version  output version information and exit
";

const UNAME: Spec = Spec::new(&[
    Opt::both('a', "all", Takes::Nothing),
    Opt::both('s', "kernel-name", Takes::Nothing),
    Opt { id: 's', short: false, long: "sysname", takes: Takes::Nothing },
    Opt::both('n', "nodename", Takes::Nothing),
    Opt::both('r', "kernel-release", Takes::Nothing),
    Opt { id: 'r', short: false, long: "release", takes: Takes::Nothing },
    Opt::both('v', "kernel-version", Takes::Nothing),
    Opt::both('m', "machine", Takes::Nothing),
    Opt::both('p', "processor", Takes::Nothing),
    Opt::both('i', "hardware-platform", Takes::Nothing),
    Opt::both('o', "operating-system", Takes::Nothing),
]);
const HOSTNAME: Spec = Spec::new(&[
    Opt::both('s', "short", Takes::Nothing),
    Opt::both('f', "fqdn", Takes::Nothing),
    Opt { id: 'f', short: false, long: "long", takes: Takes::Nothing },
    Opt::both('d', "domain", Takes::Nothing),
    Opt::both('i', "ip-address", Takes::Nothing),
    Opt::both('I', "all-ip-addresses", Takes::Nothing),
    Opt::short('h', Takes::Nothing),
]);
const NPROC: Spec = Spec::new(&[Opt::long('a', "all", Takes::Nothing), Opt::long('i', "ignore", Takes::Value)]);
const TTY: Spec = Spec {
    failure: 2,
    ..Spec::new(&[
        Opt::both('s', "silent", Takes::Nothing),
        Opt { id: 's', short: false, long: "quiet", takes: Takes::Nothing },
    ])
};
const SYNC: Spec =
    Spec::new(&[Opt::both('d', "data", Takes::Nothing), Opt::both('f', "file-system", Takes::Nothing)]);
const UPTIME: Spec = Spec::new(&[
    Opt::both('p', "pretty", Takes::Nothing),
    Opt::both('s', "since", Takes::Nothing),
    Opt::short('h', Takes::Nothing),
    Opt::short('V', Takes::Nothing),
]);
const NOTHING: Spec = Spec::new(&[]);

pub const COMMANDS: &[Native] = &[
    Native { name: "uname", help: UNAME_HELP, run: uname },
    Native { name: "arch", help: ARCH_HELP, run: arch },
    Native { name: "hostname", help: HOSTNAME_HELP, run: hostname },
    Native { name: "nproc", help: NPROC_HELP, run: nproc },
    Native { name: "tty", help: TTY_HELP, run: tty },
    Native { name: "sync", help: SYNC_HELP, run: sync },
    Native { name: "uptime", help: UPTIME_HELP, run: uptime },
];

const HOST: &str = "sandbox";
const MACHINE: &str = "x86_64";

fn uname(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &UNAME)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &UNAME, &operands, 0, 0)? {
        return Ok(status);
    }
    let given = |id| options.iter().any(|option| option.id == id);
    let parts = [
        ('s', "Linux"),
        ('n', HOST),
        ('r', "6.1.0-sandbox"),
        ('v', "#1 SMP"),
        ('m', MACHINE),
        ('p', "unknown"),
        ('i', "unknown"),
        ('o', "GNU/Linux"),
    ];
    let shown: Vec<&str> = parts
        .into_iter()
        .filter(|(id, _)| given(*id) || (given('a') && !matches!(id, 'p' | 'i')) || (options.is_empty() && *id == 's'))
        .map(|(_, text)| text)
        .collect();
    context.write(format!("{}\n", shown.join(" ")).as_bytes())?;
    Ok(0)
}

fn arch(context: &mut Context<'_>) -> Outcome {
    let operands = match options::read(context, &NOTHING)? {
        Arguments::Run { operands, .. } => operands,
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &NOTHING, &operands, 0, 0)? {
        return Ok(status);
    }
    context.write(format!("{MACHINE}\n").as_bytes())?;
    Ok(0)
}

fn hostname(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &HOSTNAME)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if !operands.is_empty() {
        context.complain(&[b"you must be root to change the host name"])?;
        return Ok(1);
    }
    let text = match options.last().map(|option| option.id) {
        Some('h') => HOSTNAME_HELP.to_owned(),
        Some('d') => "\n".to_owned(),
        Some('i') => "127.0.0.1\n".to_owned(),
        Some('I') => "\n".to_owned(),
        _ => format!("{HOST}\n"),
    };
    context.write(text.as_bytes())?;
    Ok(0)
}

fn nproc(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &NPROC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    for option in options.iter().filter(|option| option.id == 'i') {
        // One processor stays, however many are left out.
        if option.value().is_empty() || !option.value().iter().all(u8::is_ascii_digit) {
            context.complain(&[b"invalid number: ", &quote(option.value())])?;
            return Ok(1);
        }
    }
    if let Some(status) = check_operands(context, &NPROC, &operands, 0, 0)? {
        return Ok(status);
    }
    context.write(b"1\n")?;
    Ok(0)
}

fn tty(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &TTY)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if let Some(status) = check_operands(context, &TTY, &operands, 0, 0)? {
        return Ok(status);
    }
    if options.is_empty() {
        context.write(b"not a tty\n")?;
    }
    Ok(1)
}

fn sync(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SYNC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let given = |id| options.iter().any(|option| option.id == id);
    if given('d') && given('f') {
        context.complain(&[b"cannot specify both --data and --file-system"])?;
        return Ok(1);
    }
    if given('d') && operands.is_empty() {
        context.complain(&[b"--data needs at least one argument"])?;
        return Ok(1);
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        if let Err(errno) = context.vfs().stat(context.cwd(), operand) {
            context.complain(&[b"error opening ", &quote_file(operand), b": ", errno.message().as_bytes()])?;
            status = 1;
        }
    }
    Ok(status)
}

fn uptime(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &UPTIME)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    if !operands.is_empty() {
        context.write_error(UPTIME_HELP.as_bytes())?;
        return Ok(1);
    }
    // The machine starts with the overlay of the tree, whose times are the clock's start.
    let start = context.vfs().stat(context.cwd(), b"/proc/uptime").map_or(context.now(), |stat| stat.mtime);
    let second = |nanoseconds: i64| nanoseconds.div_euclid(1_000_000_000);
    let up = second(context.now().0.saturating_sub(start.0)).max(0);
    let (days, hours, minutes) = (up / 86_400, up / 3600 % 24, up / 60 % 60);
    let zone = Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_bytes()));
    let mut out = Vec::new();
    match options.last().map(|option| option.id) {
        Some('h') => out.extend_from_slice(UPTIME_HELP.as_bytes()),
        Some('V') => out.extend_from_slice(options::version_line("uptime").as_bytes()),
        Some('s') => {
            strftime(&mut out, b"%Y-%m-%d %H:%M:%S\n", &zone.civil(second(start.0), 0), Dialect::Gnu);
        }
        Some(_) => {
            let plural = |count: i64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
            let mut parts = Vec::new();
            if days > 0 {
                parts.push(plural(days, "day"));
            }
            if hours > 0 {
                parts.push(plural(hours, "hour"));
            }
            parts.push(plural(minutes, "minute"));
            out.extend_from_slice(format!("up {}\n", parts.join(", ")).as_bytes());
        }
        None => {
            strftime(&mut out, b" %H:%M:%S up ", &zone.civil(second(context.now().0), 0), Dialect::Gnu);
            if days > 0 {
                out.extend_from_slice(format!("{days} day{}, ", if days == 1 { "" } else { "s" }).as_bytes());
            }
            let clock = if hours > 0 { format!("{hours:2}:{minutes:02}") } else { format!("{minutes} min") };
            out.extend_from_slice(format!("{clock},  0 user,  load average: 0.00, 0.00, 0.00\n").as_bytes());
        }
    }
    context.write(&out)?;
    Ok(0)
}
