//! `tail`: the last lines or bytes of files, or from some line or byte on, and what is added later.

use std::collections::VecDeque;

use bstr::BString;
use bytes::Bytes;

use super::options::{self, InOrder, Opt, Parsed, Spec, Takes};
use super::shared::choice::choose;
use super::shared::number::{parse_float, parse_size};
use super::shared::quote::{quote, quote_file};
use super::sleep::nanoseconds;
use shell::command::{Context, Input, Native, Outcome};
use shell::kernel::{Halt, IoError};
use workspace::{Errno, Ino};

const HELP: &str = "\
Usage: tail [OPTION]... [FILE]...
Print the last 10 lines of each FILE. With several FILEs, a header with the name comes before each.

With no FILE, or when FILE is -, read standard input.

  -c, --bytes=[+]NUM       print the last NUM bytes; with '+', from byte NUM on
  -f, --follow[={name|descriptor}]
                           print what is added as the file grows; the same as --follow=descriptor
  -F                       the same as --follow=name --retry
  -n, --lines=[+]NUM       print the last NUM lines instead of 10; with '+', from line NUM on
      --max-unchanged-stats=N
                           (accepted; names are looked at each time)
      --pid=PID            with -f, end when process PID has ended
  -q, --quiet, --silent    never print headers
      --retry              keep trying to open a file that is not there
  -s, --sleep-interval=N   with -f, wait about N seconds (default 1) between looks
  -v, --verbose            always print headers
  -z, --zero-terminated    lines end in NUL, not newline
      --help               show this help and exit
      --version            show the version and exit

NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and so on for G, T, P, E, Z, Y;
KiB=K, MiB=M, and so on.

Time is virtual: following ends with status 1 when nothing was added for an hour of it.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('c', "bytes", Takes::Value),
    Opt::short('f', Takes::Nothing),
    Opt::long('o', "follow", Takes::Optional),
    Opt::short('F', Takes::Nothing),
    Opt::both('n', "lines", Takes::Value),
    Opt::long('m', "max-unchanged-stats", Takes::Value),
    Opt::long('p', "pid", Takes::Value),
    Opt::both('q', "quiet", Takes::Nothing),
    Opt { id: 'q', short: false, long: "silent", takes: Takes::Nothing },
    Opt::long('r', "retry", Takes::Nothing),
    Opt::both('s', "sleep-interval", Takes::Value),
    Opt::both('v', "verbose", Takes::Nothing),
    Opt::both('z', "zero-terminated", Takes::Nothing),
    Opt::DIGITS,
]);

pub const COMMANDS: &[Native] = &[Native { name: "tail", help: HELP, run }];

/// Virtual seconds without news after which following ends: on a real machine it never would.
const PATIENCE: i64 = 3_600;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Follow {
    No,
    Name,
    Descriptor,
}

#[derive(Debug, Clone)]
struct Settings {
    count: u64,
    lines: bool,
    from_start: bool,
    terminator: u8,
    follow: Follow,
    retry: bool,
    pids: Vec<u32>,
    interval: i64,
}

/// A file that is followed.
struct Followed {
    name: BString,
    input: Option<Input>,
    ino: Option<Ino>,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let obsolete = obsolete(context.args());
    let args = context.args();
    let (args, given) = match obsolete {
        Some(given) => (args.get(1..).unwrap_or_default(), given),
        None => (args, Vec::new()),
    };
    let InOrder { options, mut operands, mistake, .. } = options::read_in_order(&SPEC, args);
    let mut settings = Settings {
        count: 10,
        lines: true,
        from_start: false,
        terminator: b'\n',
        follow: Follow::No,
        retry: false,
        pids: Vec::new(),
        interval: 1_000_000_000,
    };
    let mut headers = None;
    for option in given.into_iter().chain(options) {
        match option.id {
            'f' => settings.follow = Follow::Descriptor,
            'F' => (settings.follow, settings.retry) = (Follow::Name, true),
            'q' => headers = Some(false),
            'v' => headers = Some(true),
            'z' => settings.terminator = 0,
            digit @ '0'..='9' => {
                context.complain(&[format!("option used in invalid context -- {digit}").as_bytes()])?;
                return Ok(1);
            }
            'r' => settings.retry = true,
            'o' => match &option.value {
                None => settings.follow = Follow::Descriptor,
                Some(value) => {
                    let choices = [("descriptor", Follow::Descriptor), ("name", Follow::Name)];
                    match choose(context, "--follow", value, &choices)? {
                        Some(choice) => settings.follow = choice,
                        None => return Ok(1),
                    }
                }
            },
            _ => {
                if !settings.number(context, &option)? {
                    return Ok(1);
                }
            }
        }
    }
    if let Some(status) = mistake.settle(context, &SPEC)? {
        return Ok(status);
    }
    if settings.follow == Follow::No {
        if settings.retry {
            context.complain(&[b"warning: --retry ignored; --retry is useful only when following"])?;
        }
        if !settings.pids.is_empty() {
            context.complain(&[b"warning: PID ignored; --pid=PID is useful only when following"])?;
        }
    }
    let stdin_only = operands.is_empty();
    if stdin_only {
        operands.push("-".into());
    }
    if settings.follow == Follow::Name && operands.iter().any(|operand| operand == "-") {
        context.complain(&[b"cannot follow ", &quote_file(b"-"), b" by name"])?;
        return Ok(1);
    }
    // What never prints anything reads nothing.
    if settings.count == 0 && !settings.from_start && settings.follow == Follow::No {
        return Ok(0);
    }
    let headers = headers.unwrap_or(operands.len() > 1);
    print_all(context, &settings, &operands, headers)
}

impl Settings {
    /// Takes an option with a number. False: it was reported as invalid.
    fn number(&mut self, context: &mut Context<'_>, option: &Parsed) -> Result<bool, Halt> {
        let value = option.value();
        let what: &[u8] = match option.id {
            'c' | 'n' => {
                self.lines = option.id == 'n';
                self.from_start |= value.starts_with(b"+");
                let number = value.strip_prefix(b"-").unwrap_or(value);
                match parse_size(number, b"bkKmMGTPEZY0") {
                    Ok(count) => {
                        self.count = count;
                        return Ok(true);
                    }
                    Err(error) => {
                        let what: &[u8] = if self.lines { b"lines" } else { b"bytes" };
                        context.complain(&[b"invalid number of ", what, b": ", &quote(number), error.detail()])?;
                        return Ok(false);
                    }
                }
            }
            'm' => {
                if parse_size(value, b"").is_ok() {
                    return Ok(true);
                }
                b"invalid maximum number of unchanged stats between opens: "
            }
            'p' => {
                if let Some(pid) = parse_size(value, b"").ok().and_then(|pid| u32::try_from(pid).ok()) {
                    self.pids.push(pid);
                    return Ok(true);
                }
                b"invalid PID: "
            }
            _ => {
                if let Some((seconds, b"")) = parse_float(value)
                    && seconds >= 0.0
                {
                    self.interval = nanoseconds(seconds).max(1_000_000);
                    return Ok(true);
                }
                b"invalid number of seconds: "
            }
        };
        context.complain(&[what, &quote(value)])?;
        Ok(false)
    }
}

/// `tail -5 f`, `tail +5 f`, `tail -5cf`: the old spelling, where the arguments look like nothing else.
fn obsolete(args: &[BString]) -> Option<Vec<Parsed>> {
    let first = args.first()?;
    let second_ends = |index: usize| args.get(index).is_none_or(|arg| !arg.starts_with(b"-") || arg == "-");
    let fits = args.len() == 1
        || (args.len() == 2 && second_ends(1))
        || (args.len() <= 3 && args[1] == "--" && args.len() >= 2);
    if !fits {
        return None;
    }
    let (&sign, rest) = first.split_first()?;
    if !matches!(sign, b'+' | b'-') {
        return None;
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, mut letters) = rest.split_at(digits);
    // `-c` and `-` alone are what they are today; `+` needs more than itself.
    if (sign == b'-' && digits == 0) || (sign == b'+' && rest.is_empty()) {
        return None;
    }
    let mut id = 'n';
    let mut block = false;
    match letters.first() {
        Some(b'b') => {
            (id, block) = ('c', true);
            letters = &letters[1..];
        }
        Some(b'c') => {
            id = 'c';
            letters = &letters[1..];
        }
        Some(b'l') => letters = &letters[1..],
        _ => {}
    }
    let mut options = Vec::new();
    if letters == b"f" {
        options.push(Parsed { id: 'f', value: None });
    } else if !letters.is_empty() {
        return None;
    }
    let mut value = if sign == b'+' { b"+".to_vec() } else { Vec::new() };
    value.extend_from_slice(if number.is_empty() { b"10" } else { number });
    if block {
        value.push(b'b');
    }
    options.push(Parsed { id, value: Some(value.into()) });
    Some(options)
}

fn print_all(context: &mut Context<'_>, settings: &Settings, operands: &[BString], headers: bool) -> Outcome {
    let mut status = 0;
    let mut first = true;
    let mut followed = Vec::new();
    for operand in operands {
        let name: &[u8] = if operand == "-" { b"standard input" } else { operand };
        let mut file = Followed { name: name.into(), input: None, ino: None };
        let mut input = match context.open_operand(operand) {
            Ok(input) => input,
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                let text = errno.message().as_bytes();
                context.complain(&[b"cannot open ", &quote_file(name), b" for reading: ", text])?;
                status = 1;
                if settings.retry {
                    followed.push(file);
                }
                continue;
            }
        };
        if headers {
            header(context, name, &mut first)?;
        }
        match print(context, &mut input, settings) {
            Ok(()) => {}
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                context.complain(&[b"error reading ", &quote_file(name), b": ", errno.message().as_bytes()])?;
                // What cannot be copied ends the run; what cannot be counted does not.
                if settings.from_start && !(settings.lines && settings.count > 1) {
                    return Ok(1);
                }
                if settings.follow != Follow::No {
                    let text: &[u8] = b": cannot follow end of this type of file";
                    context.complain(&[name, text])?;
                }
                status = 1;
                continue;
            }
        }
        file.ino = context.vfs().stat(context.cwd(), operand).ok().map(|stat| stat.ino);
        // A pipe has told all that it will tell by now.
        if operand != "-" || input.fd().is_seekable() {
            file.input = Some(input);
            followed.push(file);
        }
    }
    if settings.follow == Follow::No {
        return Ok(status);
    }
    if followed.is_empty() {
        if status != 0 {
            context.complain(&[b"no files remaining"])?;
        }
        return Ok(status);
    }
    let last = followed.len() - 1;
    follow(context, settings, followed, headers, last)
}

fn header(context: &mut Context<'_>, name: &[u8], first: &mut bool) -> Result<(), Halt> {
    let start: &[u8] = if std::mem::take(first) { b"==> " } else { b"\n==> " };
    context.write(&[start, name, b" <==\n"].concat())
}

fn print(context: &mut Context<'_>, input: &mut Input, settings: &Settings) -> Result<(), IoError> {
    if settings.from_start { from(context, input, settings) } else { last(context, input, settings) }
}

fn from(context: &mut Context<'_>, input: &mut Input, settings: &Settings) -> Result<(), IoError> {
    let mut skip = settings.count.saturating_sub(1);
    loop {
        let mut data = input.read(context)?;
        if data.is_empty() {
            return Ok(());
        }
        if skip > 0 {
            let start = if settings.lines {
                let mut start = data.len();
                for at in memchr::memchr_iter(settings.terminator, &data) {
                    skip -= 1;
                    if skip == 0 {
                        start = at + 1;
                        break;
                    }
                }
                start
            } else {
                let start = usize::try_from(skip).unwrap_or(usize::MAX).min(data.len());
                skip -= start as u64;
                start
            };
            data = data.slice(start..);
        }
        context.write_bytes(data)?;
    }
}

/// Reads to the end and keeps only the slices that can hold what is asked for.
fn last(context: &mut Context<'_>, input: &mut Input, settings: &Settings) -> Result<(), IoError> {
    let weight = |data: &Bytes| {
        if settings.lines { memchr::memchr_iter(settings.terminator, data).count() as u64 } else { data.len() as u64 }
    };
    let mut kept: VecDeque<(Bytes, u64)> = VecDeque::new();
    let mut total = 0;
    loop {
        let data = input.read(context)?;
        if data.is_empty() {
            break;
        }
        let count = weight(&data);
        total += count;
        kept.push_back((data, count));
        // One terminator more than lines wanted: the one that ends the line before them.
        while let Some((_, first)) = kept.front()
            && total - first > settings.count
            && let Some((_, first)) = kept.pop_front()
        {
            total -= first;
        }
    }
    let Some((final_slice, _)) = kept.back() else { return Ok(()) };
    let unterminated = settings.lines && final_slice.last() != Some(&settings.terminator);
    // How many lines or bytes of what is kept come before the wanted ones.
    let mut skip = (total + u64::from(unterminated)).saturating_sub(settings.count);
    if settings.count == 0 {
        return Ok(());
    }
    for (data, count) in kept {
        if skip > count {
            skip -= count;
            continue;
        }
        let start = match usize::try_from(skip).unwrap_or(usize::MAX).checked_sub(1) {
            None => 0,
            Some(index) if settings.lines => {
                memchr::memchr_iter(settings.terminator, &data).nth(index).map_or(data.len(), |at| at + 1)
            }
            Some(index) => (index + 1).min(data.len()),
        };
        skip = 0;
        context.write_bytes(data.slice(start..))?;
    }
    Ok(())
}

/// Prints what is added, until a process ends that was named, or nothing has happened for long.
fn follow(
    context: &mut Context<'_>,
    settings: &Settings,
    mut files: Vec<Followed>,
    headers: bool,
    mut shown: usize,
) -> Outcome {
    let mut news = context.now();
    loop {
        context.flush()?;
        let over = !settings.pids.is_empty()
            && settings.pids.iter().all(|pid| context.exec.kernel.scheduler.process(*pid).is_none());
        for (index, file) in files.iter_mut().enumerate() {
            context.charge(1)?;
            let data = look(context, settings, file)?;
            for piece in data {
                news = context.now();
                if headers && shown != index {
                    header(context, &file.name, &mut false)?;
                    shown = index;
                }
                context.write_bytes(piece)?;
            }
        }
        if over {
            return Ok(0);
        }
        if files.iter().all(|file| file.input.is_none()) && !settings.retry {
            context.complain(&[b"no files remaining"])?;
            return Ok(1);
        }
        if context.now().0.saturating_sub(news.0) > PATIENCE.saturating_mul(1_000_000_000) {
            context.complain(&[b"nothing was added for an hour of virtual time; not following any longer"])?;
            return Ok(1);
        }
        context.flush()?;
        context.exec.kernel.scheduler.sleep(settings.interval)?;
        context.charge(1)?;
    }
}

/// What a file has that was not printed yet.
fn look(context: &mut Context<'_>, settings: &Settings, file: &mut Followed) -> Result<Vec<Bytes>, Halt> {
    if settings.follow == Follow::Name || file.input.is_none() {
        let name = quote_file(&file.name);
        match context.vfs().stat(context.cwd(), &file.name) {
            Err(errno) => {
                if file.input.take().is_some() {
                    file.ino = None;
                    let text: &[u8] = if settings.retry { b" has become inaccessible: " } else { b": " };
                    let name = if settings.retry { name } else { file.name.clone() };
                    context.complain(&[&name, text, errno.message().as_bytes()])?;
                }
                return Ok(Vec::new());
            }
            Ok(stat) if file.ino != Some(stat.ino) => {
                if let Ok(input) = context.open_operand(&file.name) {
                    let text: &[u8] = if file.ino.is_some() {
                        b" has been replaced;  following new file"
                    } else {
                        b" has appeared;  following new file"
                    };
                    context.complain(&[&name, text])?;
                    file.input = Some(input);
                    file.ino = Some(stat.ino);
                }
            }
            Ok(_) => {}
        }
    }
    let Some(input) = &mut file.input else { return Ok(Vec::new()) };
    let mut pieces = Vec::new();
    if let shell::kernel::Source::File(open) = &input.fd().source
        && let Ok(stat) = context.vfs().stat_open(open)
        && stat.size < input.fd().offset()
    {
        input.fd().seek(0);
        context.complain(&[&file.name, b": file truncated"])?;
    }
    let Some(input) = &mut file.input else { return Ok(pieces) };
    // The end that an input has seen is not the end of a file that grows.
    let mut fresh = Input::new(input.fd().clone());
    loop {
        match fresh.read(context) {
            Ok(data) if data.is_empty() => break,
            Ok(data) => pieces.push(data),
            Err(IoError::Halt(halt)) => return Err(halt),
            Err(IoError::Errno(errno)) => {
                report_read(context, &file.name, errno)?;
                file.input = None;
                break;
            }
        }
    }
    Ok(pieces)
}

fn report_read(context: &mut Context<'_>, name: &[u8], errno: Errno) -> Result<(), Halt> {
    context.complain(&[b"error reading ", &quote_file(name), b": ", errno.message().as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Option<Vec<(char, Option<String>)>> {
        let args: Vec<BString> = args.iter().map(|arg| BString::from(*arg)).collect();
        let options = obsolete(&args)?;
        Some(options.into_iter().map(|option| (option.id, option.value.map(|value| value.to_string()))).collect())
    }

    #[test]
    fn the_old_spelling() {
        assert_eq!(read(&["-5", "f"]), Some(vec![('n', Some("5".into()))]));
        assert_eq!(read(&["+3"]), Some(vec![('n', Some("+3".into()))]));
        assert_eq!(read(&["-5cf"]), Some(vec![('f', None), ('c', Some("5".into()))]));
        assert_eq!(read(&["-n", "5"]), None);
        assert_eq!(read(&["-c5"]), None);
        assert_eq!(read(&["-5", "a", "b"]), None);
        assert_eq!(read(&["+"]), None);
    }
}
