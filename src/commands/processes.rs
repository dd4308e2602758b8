//! `ps`, `pgrep` and `pkill`: the virtual processes.

use bstr::{BString, ByteSlice};

use super::options::{self, Opt, Refused, Spec, Takes, version_line};
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::{Dialect, Zone, strftime};
use shell::kernel::{Halt, Signal};
use shell::regex::{Options, Regex, Syntax};

const PS_HELP: &str = "
Usage:
 ps [options]

Print the processes of this machine. All of them have one user and no terminal, and none of them takes measurable time.

 -A, -e, a, x, -a, -d, T, r  which processes: each of these prints all
 -p, p, --pid <PID,...>  those of these numbers (-q, q, --quick-pid too)
 --ppid <PID,...>     those whose parents have these numbers
 -C <command,...>     those of these names
 -u, U, -U, --user <user,...>  those of these users
 -N, --deselect       all others
 -f, f, -F            more columns
 -l, l                a long format
 u                    the format for people
 j, -j                the format of jobs
 -o, o, --format <column,...>  these columns
 --sort <[-]column,...>  in this order
 h, --no-headers      no line of headings
 w, -w                wide lines (they are never cut)
 --help               display this help and exit
 -V, --version        output version information and exit
";

const PGREP_HELP: &str = "
Usage:
 pgrep [options] <pattern>

Options:
 -d, --delimiter <string>  what stands between numbers
 -l, --list-name           the names too
 -a, --list-full           the command lines too
 -v, --inverse             all others
 -c, --count               how many there are
 -f, --full                match the command line, not the name
 -g, --pgroup <PGID,...>   of these process groups
 -i, --ignore-case         match without regard to case
 -n, --newest              only the newest
 -o, --oldest              only the oldest
 -P, --parent <PPID,...>   only children of these
 -u, --euid <ID,...>       only of these users
 -U, --uid <ID,...>        only of these users
 -x, --exact               the whole has to match

 -h, --help     display this help and exit
 -V, --version  output version information and exit
";

const PKILL_HELP: &str = "
Usage:
 pkill [options] <pattern>

Options:
 -<sig>, --signal <sig>    the signal to send (TERM by default)
 -e, --echo                tell what is ended
 -c, --count               how many there are
 -f, --full                match the command line, not the name
 -g, --pgroup <PGID,...>   of these process groups
 -i, --ignore-case         match without regard to case
 -n, --newest              only the newest
 -o, --oldest              only the oldest
 -P, --parent <PPID,...>   only children of these
 -u, --euid <ID,...>       only of these users
 -U, --uid <ID,...>        only of these users
 -x, --exact               the whole has to match

 -h, --help     display this help and exit
 -V, --version  output version information and exit
";

pub const COMMANDS: &[Native] = &[
    Native { name: "ps", help: PS_HELP, run: ps },
    Native { name: "pgrep", help: PGREP_HELP, run: find },
    Native { name: "pkill", help: PKILL_HELP, run: find },
];

/// One process as it is shown.
struct Row {
    pid: u32,
    parent: u32,
    group: u32,
    niceness: i8,
    running: bool,
    argv: Vec<BString>,
}

impl Row {
    fn name(&self) -> BString {
        let path = self.argv.first().map(|name| name.as_slice()).unwrap_or_default();
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        name.get(..15).unwrap_or(name).into()
    }

    fn command_line(&self) -> BString {
        bstr::join(" ", &self.argv).into()
    }
}

/// All processes. A command that runs in its shell's process is shown as that shell's child.
fn rows(context: &Context<'_>) -> Result<Vec<Row>, Halt> {
    let scheduler = &context.exec.kernel.scheduler;
    // Those that were just made begin first.
    scheduler.give_way()?;
    let own = &context.exec.process;
    let mut rows = Vec::new();
    for pid in scheduler.alive() {
        let Some(process) = scheduler.process(pid) else { continue };
        let mut argv = process.title();
        if argv.is_empty() || (pid == own.pid && !context.exec.alone) {
            argv = vec!["bash".into()];
        }
        let running = pid == own.pid && context.exec.alone;
        let parent = if pid == process.parent { 0 } else { process.parent };
        rows.push(Row { pid, parent, group: process.group(), niceness: process.niceness(), running, argv });
    }
    if !context.exec.alone {
        let pid = rows.last().map_or(1, |row| row.pid.saturating_add(1));
        let argv = context.argv.to_vec();
        rows.push(Row { pid, parent: own.pid, group: own.group(), niceness: own.niceness(), running: true, argv });
    }
    Ok(rows)
}

const USER: &str = "user";
const UID: &str = "1000";

/// A column: its names, its heading, its width (negative: to the left), and what it shows.
struct Column {
    names: &'static [&'static str],
    heading: &'static str,
    width: i8,
    value: fn(&Row, &Clock) -> BString,
}

/// When the machine started and what time it is.
struct Clock {
    zone: Zone,
    start: i64,
    now: i64,
}

impl Clock {
    fn format(&self, format: &[u8]) -> BString {
        let mut out = Vec::new();
        strftime(&mut out, format, &self.zone.civil(self.start, 0), Dialect::Gnu);
        out.into()
    }

    fn elapsed(&self) -> i64 {
        self.now.saturating_sub(self.start).max(0)
    }
}

const COLUMNS: &[Column] = &[
    Column { names: &["pid", "tgid"], heading: "PID", width: 5, value: |row, _| row.pid.to_string().into() },
    Column { names: &["ppid"], heading: "PPID", width: 5, value: |row, _| row.parent.to_string().into() },
    Column { names: &["pgid", "pgrp"], heading: "PGID", width: 5, value: |row, _| row.group.to_string().into() },
    Column { names: &["sid", "sess", "session"], heading: "SID", width: 5, value: |row, _| row.group.to_string().into() },
    Column { names: &["uid", "euid"], heading: "UID", width: 5, value: |_, _| UID.into() },
    Column { names: &["ruid"], heading: "RUID", width: 5, value: |_, _| UID.into() },
    Column { names: &["gid", "egid", "rgid"], heading: "GID", width: 5, value: |_, _| UID.into() },
    Column { names: &["user", "uname", "euser"], heading: "USER", width: -8, value: |_, _| USER.into() },
    Column { names: &["ruser"], heading: "RUSER", width: -8, value: |_, _| USER.into() },
    Column { names: &["group", "egroup", "rgroup"], heading: "GROUP", width: -8, value: |_, _| USER.into() },
    Column { names: &["comm", "ucmd", "ucomm"], heading: "COMMAND", width: -15, value: |row, _| row.name() },
    Column { names: &["args", "command"], heading: "COMMAND", width: -27, value: |row, _| row.command_line() },
    Column { names: &["cmd"], heading: "CMD", width: -27, value: |row, _| row.command_line() },
    Column { names: &["fname"], heading: "COMMAND", width: -8, value: |row, _| row.name() },
    Column { names: &["stat"], heading: "STAT", width: -4, value: |row, _| if row.running { "R" } else { "S" }.into() },
    Column { names: &["s", "state"], heading: "S", width: 1, value: |row, _| if row.running { "R" } else { "S" }.into() },
    Column { names: &["tty", "tt", "tname"], heading: "TTY", width: -8, value: |_, _| "?".into() },
    Column { names: &["time", "cputime"], heading: "TIME", width: 8, value: |_, _| "00:00:00".into() },
    Column { names: &["bsdtime"], heading: "TIME", width: 6, value: |_, _| "0:00".into() },
    Column { names: &["etimes"], heading: "ELAPSED", width: 7, value: |_, clock| clock.elapsed().to_string().into() },
    Column {
        names: &["etime"],
        heading: "ELAPSED",
        width: 11,
        value: |_, clock| {
            let (days, rest) = (clock.elapsed() / 86_400, clock.elapsed() % 86_400);
            let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
            match (days, hours) {
                (0, 0) => format!("{minutes:02}:{seconds:02}"),
                (0, _) => format!("{hours:02}:{minutes:02}:{seconds:02}"),
                _ => format!("{days}-{hours:02}:{minutes:02}:{seconds:02}"),
            }
            .into()
        },
    },
    Column { names: &["%cpu", "pcpu"], heading: "%CPU", width: 4, value: |_, _| "0.0".into() },
    Column { names: &["c"], heading: "C", width: 2, value: |_, _| "0".into() },
    Column { names: &["%mem", "pmem"], heading: "%MEM", width: 4, value: |_, _| "0.0".into() },
    Column { names: &["vsz", "vsize"], heading: "VSZ", width: 6, value: |_, _| "0".into() },
    Column { names: &["rss", "rssize", "rsz"], heading: "RSS", width: 5, value: |_, _| "0".into() },
    Column { names: &["sz"], heading: "SZ", width: 5, value: |_, _| "0".into() },
    Column { names: &["ni", "nice"], heading: "NI", width: 3, value: |row, _| row.niceness.to_string().into() },
    Column { names: &["pri"], heading: "PRI", width: 3, value: |row, _| (19 - row.niceness).to_string().into() },
    Column { names: &["nlwp", "thcount"], heading: "NLWP", width: 4, value: |_, _| "1".into() },
    Column { names: &["start", "start_time_of_day"], heading: "STARTED", width: 8, value: |_, clock| clock.format(b"%H:%M:%S") },
    Column { names: &["stime", "start_time"], heading: "STIME", width: 5, value: |_, clock| clock.format(b"%H:%M") },
    Column { names: &["bsdstart"], heading: "START", width: 5, value: |_, clock| clock.format(b"%H:%M") },
    Column { names: &["lstart"], heading: "STARTED", width: 24, value: |_, clock| clock.format(b"%c") },
    Column { names: &["wchan"], heading: "WCHAN", width: -6, value: |_, _| "-".into() },
    Column { names: &["f", "flag", "flags"], heading: "F", width: 1, value: |_, _| "0".into() },
    Column { names: &["addr"], heading: "ADDR", width: -4, value: |_, _| "-".into() },
    Column { names: &["psr"], heading: "PSR", width: 3, value: |_, _| "0".into() },
];

/// A column with its heading, which the user may choose.
type Chosen = (&'static Column, BString);

fn column(name: &str) -> Option<&'static Column> {
    COLUMNS.iter().find(|column| column.names.contains(&name))
}

/// Columns from a list of the program's own: `name` or `name=HEADING`.
fn columns(list: &str) -> Vec<Chosen> {
    let one = |word: &str| {
        let (name, heading) = word.split_once('=').unwrap_or((word, ""));
        let column = column(name)?;
        Some((column, BString::from(if heading.is_empty() { column.heading } else { heading })))
    };
    list.split(',').filter_map(one).collect()
}

/// What the arguments of `ps` say.
#[derive(Default)]
struct Wanted {
    pids: Option<Vec<BString>>,
    parents: Option<Vec<BString>>,
    names: Option<Vec<BString>>,
    users: Option<Vec<BString>>,
    others: bool,
    columns: Vec<Chosen>,
    format: &'static str,
    sort: Vec<(bool, &'static Column)>,
    no_headings: bool,
}

const SIMPLE: &str = "pid,tty,time,comm=CMD";
const SIMPLE_BSD: &str = "pid,tty,stat,bsdtime,args";
const FULL: &str = "user=UID,pid,ppid,c,stime,tty,time,cmd";
const EXTRA: &str = "user=UID,pid,ppid,c,sz,rss,psr,stime,tty,time,cmd";
const FOR_PEOPLE: &str = "user,pid,%cpu,%mem,vsz,rss,tty,stat,bsdstart,bsdtime,args";
const LONG: &str = "f,s,uid,pid,ppid,c,pri,ni,addr,sz,wchan,tty,time,comm=CMD";
const LONG_BSD: &str = "f,uid,pid,ppid,pri,ni,vsz,rss,wchan,stat,tty,bsdtime,args";
const JOBS: &str = "pid,pgid,sid,tty,time,comm=CMD";
const JOBS_BSD: &str = "ppid,pid,pgid,sid,tty,stat,uid,bsdtime,args";

fn list(text: &[u8]) -> Vec<BString> {
    text.split(|byte| matches!(byte, b',' | b' ')).filter(|part| !part.is_empty()).map(BString::from).collect()
}

/// Adds the items of a list, which never fails.
fn add(items: &mut Option<Vec<BString>>, text: &[u8]) -> Result<(), BString> {
    items.get_or_insert_default().extend(list(text));
    Ok(())
}

fn refuse(context: &mut Context<'_>, message: &[&[u8]]) -> Outcome {
    context.write_error(&[b"error: ", &message.concat()[..], b"\n"].concat())?;
    context.write_error(
        b"\nUsage:\n ps [options]\n\n Try 'ps --help <simple|list|output|threads|misc|all>'\n  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\nFor more details see ps(1).\n",
    )?;
    Ok(1)
}

impl Wanted {
    /// Takes the columns of `-o`. The error is the name that is none.
    fn add_columns(&mut self, text: &[u8]) -> Result<(), BString> {
        for part in list(text) {
            let (name, heading) = match part.split_once_str("=") {
                Some((name, heading)) => (name, Some(heading)),
                None => (part.as_slice(), None),
            };
            let Some(column) = column(&name.to_str_lossy().to_lowercase()) else { return Err(name.into()) };
            self.columns.push((column, heading.map_or(column.heading.into(), BString::from)));
        }
        Ok(())
    }

    fn add_sort(&mut self, text: &[u8]) -> Result<(), BString> {
        for key in list(text) {
            let (down, name) = match key.split_first() {
                Some((b'-', name)) => (true, name),
                Some((b'+', name)) => (false, name),
                _ => (false, key.as_slice()),
            };
            match column(&name.to_str_lossy()) {
                Some(column) => self.sort.push((down, column)),
                None => return Err(name.into()),
            }
        }
        Ok(())
    }
}

fn ps(context: &mut Context<'_>) -> Outcome {
    let mut wanted = Wanted::default();
    let args = context.args();
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        at += 1;
        let mut value = |inline: &[u8]| {
            if !inline.is_empty() {
                return Some(BString::from(inline));
            }
            at += 1;
            args.get(at - 1).cloned()
        };
        if let Some(long) = arg.strip_prefix(b"--") {
            let (name, inline) = long.split_once_str("=").unwrap_or((long, b""));
            match name {
                b"help" | b"version" => {
                    let text = if name == b"help" { PS_HELP.to_owned() } else { version_line("ps") };
                    context.write(text.as_bytes())?;
                    return Ok(0);
                }
                b"no-headers" | b"no-heading" | b"no-headings" | b"noheader" | b"noheaders" => wanted.no_headings = true,
                b"headers" | b"header" | b"headings" | b"forest" | b"cumulative" => {}
                b"deselect" => wanted.others = true,
                b"pid" | b"quick-pid" | b"ppid" | b"user" | b"User" | b"format" | b"sort" => {
                    let Some(text) = value(inline) else {
                        return refuse(context, &[b"list of process IDs must follow --", name]);
                    };
                    let result = match name {
                        b"ppid" => add(&mut wanted.parents, &text),
                        b"user" | b"User" => add(&mut wanted.users, &text),
                        b"format" => wanted.add_columns(&text),
                        b"sort" => wanted.add_sort(&text),
                        _ => add(&mut wanted.pids, &text),
                    };
                    match (result, name) {
                        (Ok(()), _) => {}
                        (Err(_), b"sort") => return refuse(context, &[b"unknown sort specifier"]),
                        (Err(name), _) => {
                            return refuse(context, &[b"unknown user-defined format specifier \"", &name, b"\""]);
                        }
                    }
                }
                _ => return refuse(context, &[b"unknown gnu long option"]),
            }
            continue;
        }
        let dash = arg.starts_with(b"-");
        let letters = if dash { &arg[1..] } else { &arg[..] };
        if letters.first().is_some_and(u8::is_ascii_digit) {
            wanted.pids.get_or_insert_default().extend(list(letters));
            continue;
        }
        let mut index = 0;
        while let Some(letter) = letters.get(index) {
            index += 1;
            let rest = &letters[index..];
            match (dash, letter) {
                (true, b'A' | b'e' | b'a' | b'd' | b'w' | b'H' | b'M' | b'c' | b'y')
                | (false, b'a' | b'x' | b'r' | b'T' | b'g' | b'w' | b'e' | b'c' | b'S' | b'n') => {}
                (true, b'N') => wanted.others = true,
                (true, b'f') => wanted.format = FULL,
                (true, b'F') => wanted.format = EXTRA,
                (false, b'f') => wanted.format = if wanted.format.is_empty() { SIMPLE_BSD } else { wanted.format },
                (true, b'l') => wanted.format = LONG,
                (false, b'l') => wanted.format = LONG_BSD,
                (true, b'j') => wanted.format = JOBS,
                (false, b'j') => wanted.format = JOBS_BSD,
                (false, b'u') => wanted.format = FOR_PEOPLE,
                (false, b'h') => wanted.no_headings = true,
                (true, b'V') => {
                    context.write(version_line("ps").as_bytes())?;
                    return Ok(0);
                }
                (_, b'p' | b'q' | b'o' | b'k') | (true, b'C' | b'u' | b'U' | b'O') | (false, b'U' | b'O') => {
                    let Some(text) = value(rest) else {
                        let what: &[u8] = match letter {
                            b'o' | b'O' => b"format specification must follow -o",
                            b'C' => b"list of command names must follow -C",
                            b'u' | b'U' => b"list of users must follow -u",
                            b'k' => b"list of sorting specifications must follow k",
                            _ => b"list of process IDs must follow -p",
                        };
                        return refuse(context, &[what]);
                    };
                    let result = match letter {
                        b'o' => wanted.add_columns(&text),
                        b'O' => wanted
                            .add_columns(b"pid")
                            .and_then(|()| wanted.add_columns(&text))
                            .and_then(|()| wanted.add_columns(b"s,tty,time,args")),
                        b'k' => wanted.add_sort(&text),
                        b'C' => add(&mut wanted.names, &text),
                        b'u' | b'U' => add(&mut wanted.users, &text),
                        _ => add(&mut wanted.pids, &text),
                    };
                    if let Err(name) = result {
                        return refuse(context, &[b"unknown user-defined format specifier \"", &name, b"\""]);
                    }
                    break;
                }
                (true, _) => return refuse(context, &[b"unsupported SysV option"]),
                (false, _) => return refuse(context, &[b"unsupported option (BSD syntax)"]),
            }
        }
        if !dash && wanted.format.is_empty() && wanted.columns.is_empty() {
            wanted.format = SIMPLE_BSD;
        }
    }
    if wanted.pids.iter().chain(&wanted.parents).flatten().any(|pid| !pid.iter().all(u8::is_ascii_digit)) {
        return refuse(context, &[b"process ID list syntax error"]);
    }
    show(context, wanted)
}

fn show(context: &mut Context<'_>, mut wanted: Wanted) -> Outcome {
    let is_in = |list: &Option<Vec<BString>>, text: &str| {
        list.as_ref().is_some_and(|list| list.iter().any(|item| *item == *text))
    };
    let all = wanted.pids.is_none() && wanted.parents.is_none() && wanted.names.is_none() && wanted.users.is_none();
    let mut rows = rows(context)?;
    rows.retain(|row| {
        let chosen = all
            || is_in(&wanted.pids, &row.pid.to_string())
            || is_in(&wanted.parents, &row.parent.to_string())
            || is_in(&wanted.users, USER)
            || is_in(&wanted.users, UID)
            || wanted.names.as_ref().is_some_and(|names| names.contains(&row.name()));
        chosen != wanted.others
    });
    if wanted.columns.is_empty() {
        wanted.columns = columns(if wanted.format.is_empty() { SIMPLE } else { wanted.format });
    }
    let start = context.vfs().stat(context.cwd(), b"/proc/uptime").map_or(context.now(), |stat| stat.mtime);
    let clock = Clock {
        zone: Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_bytes())),
        start: start.0.div_euclid(1_000_000_000),
        now: context.now().0.div_euclid(1_000_000_000),
    };
    for (down, column) in wanted.sort.iter().rev() {
        // Numbers by their size, the rest by its bytes.
        let key = |row: &Row| {
            let text = (column.value)(row, &clock);
            let number: Option<u64> = text.to_str().ok().and_then(|text| text.parse().ok());
            (number, text)
        };
        rows.sort_by(|left, right| if *down { key(right).cmp(&key(left)) } else { key(left).cmp(&key(right)) });
    }
    let headings = !wanted.no_headings && wanted.columns.iter().any(|(_, heading)| !heading.is_empty());
    if headings {
        let cells: Vec<BString> = wanted.columns.iter().map(|(_, heading)| heading.clone()).collect();
        line(context, &wanted.columns, &cells)?;
    }
    for row in &rows {
        context.charge(1)?;
        let cells: Vec<BString> = wanted.columns.iter().map(|(column, _)| (column.value)(row, &clock)).collect();
        line(context, &wanted.columns, &cells)?;
    }
    Ok(u8::from(rows.is_empty()))
}

fn line(context: &mut Context<'_>, columns: &[Chosen], cells: &[BString]) -> Result<(), Halt> {
    let mut out = Vec::new();
    for (index, ((column, heading), cell)) in columns.iter().zip(cells).enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        let width = usize::from(column.width.unsigned_abs()).max(heading.len());
        let fill = width.saturating_sub(cell.len());
        if column.width > 0 {
            out.resize(out.len() + fill, b' ');
        }
        out.extend_from_slice(cell);
        if column.width < 0 && index + 1 < columns.len() {
            out.resize(out.len() + fill, b' ');
        }
    }
    out.push(b'\n');
    context.write(&out)
}

/// What the arguments of `pgrep` and `pkill` say.
#[derive(Default)]
struct Search {
    pattern: Option<BString>,
    delimiter: Option<BString>,
    with_name: bool,
    with_line: bool,
    inverse: bool,
    count: bool,
    full: bool,
    ignore_case: bool,
    newest: bool,
    oldest: bool,
    exact: bool,
    echo: bool,
    criteria: bool,
    groups: Option<Vec<BString>>,
    parents: Option<Vec<BString>>,
    users: Option<Vec<BString>>,
}

fn find(context: &mut Context<'_>) -> Outcome {
    let kill = context.name() == "pkill";
    let mut search = Search::default();
    let mut signal = Signal::TERM;
    let mut args: Vec<BString> = context.args().to_vec();
    if kill
        && let Some(place) = args.iter().position(|arg| {
            arg.len() > 1 && arg[0] == b'-' && arg[1] != b'-' && arg.len() > 2 && Signal::parse(&arg[1..]).is_some()
                || matches!(arg.as_slice(), [b'-', b'0'..=b'9'])
        })
    {
        let text = args.remove(place);
        signal = Signal::parse(&text[1..]).unwrap_or(signal);
    }
    let spec = if kill { &PKILL } else { &PGREP };
    let scanned = match options::scan(spec, &args) {
        Ok(scanned) => scanned,
        Err(Refused::Help) => return options::print_help(context),
        Err(Refused::Version) => return options::print_version(context, context.name()),
        Err(Refused::Unknown(message) | Refused::Usage(message)) => {
            context.complain(&[&message])?;
            context.write_error(context.help().as_bytes())?;
            return Ok(2);
        }
    };
    for (_, option) in scanned.options {
        let value = option.value.unwrap_or_default();
        match option.id {
            'd' => search.delimiter = Some(value),
            'l' => search.with_name = true,
            'a' => search.with_line = true,
            'v' => search.inverse = true,
            'c' => search.count = true,
            'f' => search.full = true,
            'i' => search.ignore_case = true,
            'n' => search.newest = true,
            'o' => search.oldest = true,
            'x' => search.exact = true,
            'e' => search.echo = true,
            'g' => search.groups = Some(list(&value)),
            'P' => search.parents = Some(list(&value)),
            'u' | 'U' => search.users = Some(list(&value)),
            'S' => match Signal::parse(&value) {
                Some(found) => signal = found,
                None => {
                    context.complain(&[b"Unknown signal \"", &value, b"\"."])?;
                    return Ok(2);
                }
            },
            'h' => return options::print_help(context),
            _ => return options::print_version(context, context.name()),
        }
        search.criteria |= matches!(option.id, 'n' | 'o' | 'g' | 'P' | 'u' | 'U');
    }
    let mut operands = scanned.operands;
    if operands.len() > 1 {
        context.complain(&[b"only one pattern can be provided\nTry `", context.name().as_bytes(), b" --help' for more information."])?;
        return Ok(2);
    }
    search.pattern = operands.pop();
    if search.pattern.is_none() && !search.criteria {
        let hint = [b"no matching criteria specified\nTry `", context.name().as_bytes(), b" --help' for more information."];
        context.complain(&[&hint.concat()])?;
        return Ok(2);
    }
    search_processes(context, &search, kill.then_some(signal))
}

fn search_processes(context: &mut Context<'_>, search: &Search, signal: Option<Signal>) -> Outcome {
    let regex = match &search.pattern {
        None => None,
        Some(pattern) => {
            let options = Options { ignore_case: search.ignore_case, ..Options::new(Syntax::Extended) };
            let text = if search.exact { [b"^(", pattern.as_slice(), b")$"].concat() } else { pattern.to_vec() };
            match Regex::new(&text, &options) {
                Ok(regex) => Some(regex),
                Err(error) => {
                    context.complain(&[b"regex error: ", error.to_string().as_bytes()])?;
                    return Ok(2);
                }
            }
        }
    };
    let own = context.exec.process.pid;
    let mut rows = rows(context)?;
    // The search itself is never among what it finds.
    if context.exec.alone {
        rows.retain(|row| row.pid != own);
    } else {
        rows.pop();
    }
    let among = |list: &Option<Vec<BString>>, text: &str| list.as_ref().is_none_or(|list| list.iter().any(|item| *item == *text));
    let mut found = Vec::new();
    for row in rows {
        let text = if search.full { row.command_line() } else { row.name() };
        let matches = match &regex {
            Some(regex) => match regex.find_at(&text, 0) {
                Ok(found) => found.is_some(),
                Err(_) => false,
            },
            None => true,
        };
        let fits = matches
            && among(&search.groups, &row.group.to_string())
            && among(&search.parents, &row.parent.to_string())
            && (among(&search.users, USER) || among(&search.users, UID));
        if fits != search.inverse {
            found.push(row);
        }
    }
    if search.newest {
        found = found.pop().into_iter().collect();
    } else if search.oldest {
        found.truncate(1);
    }
    match signal {
        Some(signal) => {
            for row in &found {
                context.exec.kernel.scheduler.signal(row.pid, signal);
                if search.echo {
                    let line = [&row.name()[..], format!(" killed (pid {})\n", row.pid).as_bytes()].concat();
                    context.write(&line)?;
                }
            }
            if search.count {
                context.write(format!("{}\n", found.len()).as_bytes())?;
            }
        }
        None if search.count => context.write(format!("{}\n", found.len()).as_bytes())?,
        None => {
            let newline = BString::from("\n");
            let delimiter = search.delimiter.as_ref().unwrap_or(&newline);
            for (index, row) in found.iter().enumerate() {
                let mut out = row.pid.to_string().into_bytes();
                if search.with_line {
                    out.push(b' ');
                    out.extend_from_slice(&row.command_line());
                } else if search.with_name {
                    out.push(b' ');
                    out.extend_from_slice(&row.name());
                }
                out.extend_from_slice(if index + 1 < found.len() { delimiter } else { &newline });
                context.write(&out)?;
            }
        }
    }
    // A signal to the own process takes hold now.
    context.flush()?;
    context.charge(1)?;
    Ok(u8::from(found.is_empty()))
}

const PGREP: Spec = Spec {
    failure: 2,
    ..Spec::new(&[
        Opt::both('d', "delimiter", Takes::Value),
        Opt::both('l', "list-name", Takes::Nothing),
        Opt::both('a', "list-full", Takes::Nothing),
        Opt::both('v', "inverse", Takes::Nothing),
        Opt::both('c', "count", Takes::Nothing),
        Opt::both('f', "full", Takes::Nothing),
        Opt::both('g', "pgroup", Takes::Value),
        Opt::both('i', "ignore-case", Takes::Nothing),
        Opt::both('n', "newest", Takes::Nothing),
        Opt::both('o', "oldest", Takes::Nothing),
        Opt::both('P', "parent", Takes::Value),
        Opt::both('u', "euid", Takes::Value),
        Opt::both('U', "uid", Takes::Value),
        Opt::both('x', "exact", Takes::Nothing),
        Opt::short('h', Takes::Nothing),
        Opt::short('V', Takes::Nothing),
    ])
};

const PKILL: Spec = Spec {
    failure: 2,
    ..Spec::new(&[
        Opt::long('S', "signal", Takes::Value),
        Opt::both('e', "echo", Takes::Nothing),
        Opt::both('c', "count", Takes::Nothing),
        Opt::both('f', "full", Takes::Nothing),
        Opt::both('g', "pgroup", Takes::Value),
        Opt::both('i', "ignore-case", Takes::Nothing),
        Opt::both('n', "newest", Takes::Nothing),
        Opt::both('o', "oldest", Takes::Nothing),
        Opt::both('P', "parent", Takes::Value),
        Opt::both('u', "euid", Takes::Value),
        Opt::both('U', "uid", Takes::Value),
        Opt::both('x', "exact", Takes::Nothing),
        Opt::short('h', Takes::Nothing),
        Opt::short('V', Takes::Nothing),
    ])
};
