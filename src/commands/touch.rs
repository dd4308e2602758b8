//! `touch`: sets the times of files and makes those that are missing.

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::choice::choose;
use super::shared::parse_date;
use super::shared::quote::{quote, quote_file};
use super::shared::time;
use shell::command::{Context, Native, Outcome};
use shell::kernel::{IoError, OpenOptions, Source};
use workspace::{Errno, Follow, Time};

const HELP: &str = "\
Usage: touch [OPTION]... FILE...
Set the access and modification times of each FILE to now. A FILE that does not exist is made, empty, unless -c or -h
is given. A FILE of - means the file behind standard output.

  -a                     change only the access time
  -c, --no-create        make no files
  -d, --date=STRING      use the time that STRING says instead of now
  -f                     (ignored)
  -h, --no-dereference   change a symbolic link itself
  -m                     change only the modification time
  -r, --reference=FILE   use the times of FILE instead of now
  -t STAMP               use [[CC]YY]MMDDhhmm[.ss] instead of now
      --time=WORD        change one time: access, atime, use (as -a); modify, mtime (as -m)
      --help             show this help and exit
      --version          show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::long('1', "time", Takes::Value),
    Opt::both('c', "no-create", Takes::Nothing),
    Opt::both('d', "date", Takes::Value),
    Opt::both('r', "reference", Takes::Value),
    Opt::both('h', "no-dereference", Takes::Nothing),
    Opt::short('a', Takes::Nothing),
    Opt::short('f', Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::short('t', Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "touch", help: HELP, run }];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Access,
    Modification,
}

const CHOICES: &[(&str, Which)] = &[
    ("atime", Which::Access),
    ("access", Which::Access),
    ("use", Which::Access),
    ("mtime", Which::Modification),
    ("modify", Which::Modification),
];

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let (mut access, mut modification, mut create, mut follow) = (false, false, true, Follow::Yes);
    let (mut date, mut reference, mut stamp) = (None, None, None);
    for option in options {
        match option.id {
            'a' => access = true,
            'm' => modification = true,
            'c' => create = false,
            'h' => follow = Follow::No,
            'd' => date = option.value,
            'r' => reference = option.value,
            't' => match parse_stamp(option.value(), context.now()) {
                Some(time) => stamp = Some(time),
                None => {
                    context.complain(&[b"invalid date format ", &quote(option.value())])?;
                    return Ok(1);
                }
            },
            '1' => match choose(context, "--time", option.value(), CHOICES)? {
                Some(Which::Access) => access = true,
                Some(Which::Modification) => modification = true,
                None => return Ok(1),
            },
            _ => {}
        }
    }
    if !access && !modification {
        (access, modification) = (true, true);
    }
    if stamp.is_some() && (date.is_some() || reference.is_some()) {
        context.complain(&[b"cannot specify times from more than one source"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let now = context.now();
    let mut times = (stamp.unwrap_or(now), stamp.unwrap_or(now));
    if let Some(reference) = &reference {
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let stat = if follow == Follow::No { vfs.lstat(cwd, reference) } else { vfs.stat(cwd, reference) };
        match stat {
            Ok(stat) => times = (stat.atime, stat.mtime),
            Err(errno) => {
                let name = quote_file(reference);
                context.complain(&[b"failed to get attributes of ", &name, b": ", errno.message().as_bytes()])?;
                return Ok(1);
            }
        }
    }
    if let Some(text) = &date {
        // With a reference, the text is read as seen from its times.
        let parsed = (parse_date::parse(text, times.0), parse_date::parse(text, times.1));
        match parsed {
            (Some(access), Some(modification)) => times = (access, modification),
            _ => {
                context.complain(&[b"invalid date format ", &quote(text)])?;
                return Ok(1);
            }
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing file operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let atime = access.then_some(times.0);
    let mtime = modification.then_some(times.1);
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        if operand == "-" {
            // The file that is the standard output; pipes have times that nobody sees.
            let result = match context.exec.fds.require(1).map(|fd| &fd.source) {
                Ok(Source::File(file)) => context.vfs().set_open_times(file, atime, mtime),
                Ok(_) => Ok(()),
                Err(errno) if errno == Errno::BadFd && !create => Ok(()),
                Err(errno) => Err(errno),
            };
            if let Err(errno) = result {
                let name = quote_file(operand);
                context.complain(&[b"setting times of ", &name, b": ", errno.message().as_bytes()])?;
                status = 1;
            }
            continue;
        }
        let path: &[u8] = operand;
        let mut missing = None;
        if create && follow == Follow::Yes && !context.vfs().exists(context.cwd(), path) {
            let open =
                OpenOptions { write: true, create: true, mode: context.new_mode(0o666), ..OpenOptions::default() };
            match context.open(path, open) {
                Ok(_) => {}
                Err(IoError::Halt(halt)) => return Err(halt),
                Err(IoError::Errno(errno)) => missing = Some(errno),
            }
        }
        let result = context.vfs().set_times(context.cwd(), path, atime, mtime, follow);
        let Err(errno) = result else { continue };
        if errno == Errno::NotFound && missing.is_none() && !create {
            continue;
        }
        let name = quote_file(operand);
        match missing {
            Some(errno) if errno != Errno::IsDir => {
                context.complain(&[b"cannot touch ", &name, b": ", errno.message().as_bytes()])?;
            }
            _ => context.complain(&[b"setting times of ", &name, b": ", errno.message().as_bytes()])?,
        }
        status = 1;
    }
    Ok(status)
}

/// `MMDDhhmm[[CC]YY][.ss]`: the form in which `date` takes a time to set.
pub fn parse_posix_date(text: &[u8], now: Time) -> Option<Time> {
    let (digits, seconds) = match memchr::memchr(b'.', text) {
        Some(point) => text.split_at(point),
        None => (text, &b""[..]),
    };
    if digits.len() < 8 {
        return None;
    }
    let (clock, year) = digits.split_at(8);
    parse_stamp(&[year, clock, seconds].concat(), now)
}

/// `[[CC]YY]MMDDhhmm[.ss]`
fn parse_stamp(text: &[u8], now: Time) -> Option<Time> {
    let (digits, second) = match text.len().checked_sub(3).map(|point| text.split_at(point)) {
        Some((digits, [b'.', tens @ b'0'..=b'6', ones @ b'0'..=b'9'])) => {
            (digits, i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
        }
        _ => (text, 0),
    };
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let pairs: Vec<i64> =
        digits.chunks(2).map(|pair| pair.iter().fold(0, |n, d| n * 10 + i64::from(d - b'0'))).collect();
    let (year, rest) = match (digits.len(), pairs.as_slice()) {
        (8, rest) => (time::Civil::new(now).year, rest),
        (10, [year, rest @ ..]) => (if *year < 69 { 2000 } else { 1900 } + year, rest),
        (12, [century, year, rest @ ..]) => (century * 100 + year, rest),
        _ => return None,
    };
    let &[month, day, hour, minute] = rest else { return None };
    let in_range = (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24 && minute < 60 && second <= 60;
    if !in_range || time::days_before(year, month, day) >= time::days_before(year, month + 1, 1) {
        return None;
    }
    // A leap second is the start of the next minute.
    time::moment(time::seconds(year, month, day, hour, minute, second), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps() {
        let at = |text: &str| parse_stamp(text.as_bytes(), Time(0)).map(|time| time.0 / time::NANOS);
        assert_eq!(at("01020304"), Some(time::seconds(1970, 1, 2, 3, 4, 0)));
        assert_eq!(at("2001020304.05"), Some(time::seconds(2020, 1, 2, 3, 4, 5)));
        assert_eq!(at("199912312359.59"), Some(time::seconds(1999, 12, 31, 23, 59, 59)));
        for bad in ["", "1", "99", "02300000", "202013010000", "20200101000x", "202001010000.99", "202001010000.5"] {
            assert_eq!(at(bad), None, "{bad}");
        }
    }
}
