//! `du`: how much room files take.

use std::collections::HashSet;

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::file_type::disk_bytes;
use super::shared::inputs::refuse_block_size;
use super::shared::number::{BlockSize, parse_clamped, parse_size};
use super::shared::operands::{Files0, Name, read_files0};
use super::shared::quote::{quote, quote_file};
use super::shared::time::{self, Civil};
use super::shared::walk::{FollowLinks, Step, Walk};
use shell::command::{Context, Native, Outcome};
use shell::kernel::{Halt, Stat};
use shell::pattern::{Pattern, PatternOptions};
use workspace::Time;

const HELP: &str = "\
Usage: du [OPTION]... [FILE]...
  or:  du [OPTION]... --files0-from=F
Print how much room the FILEs take, folders with everything in them. Without FILE, the working folder.

  -0, --null             end each output line with NUL, not newline
  -a, --all              all files, not only folders
      --apparent-size    sizes, not room on a disk
  -B, --block-size=SIZE  in units of SIZE
  -b, --bytes            the same as --apparent-size --block-size=1
  -c, --total            a total at the end
  -D, --dereference-args  follow the symbolic links that are operands; also -H
  -d, --max-depth=N      print only what is at most N levels deep
      --files0-from=F    the names of files from F, ended by NUL
  -h, --human-readable   sizes for people (1K 234M 2G)
      --inodes           the number of inodes, not room
  -k                     the same as --block-size=1K
  -L, --dereference      follow all symbolic links
  -l, --count-links      count hard links each time
  -m                     the same as --block-size=1M
  -P, --no-dereference   follow no symbolic links (the default)
  -S, --separate-dirs    folders without those in them
      --si               as -h, with powers of 1000
  -s, --summarize        only a total for each operand
  -t, --threshold=SIZE   leave out what is smaller; with a minus, what is larger
      --time[=WORD]      the time of the last change of anything inside; WORD: atime, ctime, ...
      --time-style=STYLE  full-iso, long-iso, iso or +FORMAT
  -X, --exclude-from=FILE  leave out what matches a pattern in FILE
      --exclude=PATTERN  leave out what matches PATTERN
  -x, --one-file-system  stay on one file system (there is one)
      --help             show this help and exit
      --version          show the version and exit
";

const SPEC: Spec = Spec::new(&[
    Opt::both('0', "null", Takes::Nothing),
    Opt::both('a', "all", Takes::Nothing),
    Opt::long('1', "apparent-size", Takes::Nothing),
    Opt::both('B', "block-size", Takes::Value),
    Opt::both('b', "bytes", Takes::Nothing),
    Opt::both('c', "total", Takes::Nothing),
    Opt::both('D', "dereference-args", Takes::Nothing),
    Opt::short('H', Takes::Nothing),
    Opt::both('d', "max-depth", Takes::Value),
    Opt::long('2', "files0-from", Takes::Value),
    Opt::both('h', "human-readable", Takes::Nothing),
    Opt::long('3', "inodes", Takes::Nothing),
    Opt::short('k', Takes::Nothing),
    Opt::both('L', "dereference", Takes::Nothing),
    Opt::both('l', "count-links", Takes::Nothing),
    Opt::short('m', Takes::Nothing),
    Opt::both('P', "no-dereference", Takes::Nothing),
    Opt::both('S', "separate-dirs", Takes::Nothing),
    Opt::long('4', "si", Takes::Nothing),
    Opt::both('s', "summarize", Takes::Nothing),
    Opt::both('t', "threshold", Takes::Value),
    Opt::long('5', "time", Takes::Optional),
    Opt::long('6', "time-style", Takes::Value),
    Opt::both('X', "exclude-from", Takes::Value),
    Opt::long('7', "exclude", Takes::Value),
    Opt::both('x', "one-file-system", Takes::Nothing),
]);

pub const COMMANDS: &[Native] = &[Native { name: "du", help: HELP, run }];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clock {
    Modified,
    Accessed,
    Changed,
}

struct Settings {
    all: bool,
    apparent: bool,
    inodes: bool,
    unit: BlockSize,
    max_depth: usize,
    count_links: bool,
    /// Files with one name are not looked for among those that were counted.
    count_twice: bool,
    separate: bool,
    threshold: i64,
    clock: Option<Clock>,
    style: BString,
    excluded: Vec<Pattern>,
    terminator: u8,
    follow: FollowLinks,
}

/// What a folder adds up to.
#[derive(Clone, Copy)]
struct Sum {
    size: u64,
    latest: Time,
}

impl Sum {
    const EMPTY: Sum = Sum { size: 0, latest: Time(i64::MIN) };

    fn add(&mut self, other: Sum) {
        self.size = self.size.saturating_add(other.size);
        self.latest = self.latest.max(other.latest);
    }
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, mut operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let environment = [b"DU_BLOCK_SIZE".as_slice(), b"BLOCK_SIZE", b"BLOCKSIZE"];
    let default = environment.iter().find_map(|name| BlockSize::parse(context.exec.env(name)?).ok());
    let mut settings = Settings {
        all: false,
        apparent: false,
        inodes: false,
        unit: default.unwrap_or(BlockSize::Bytes(1024, "")),
        max_depth: usize::MAX,
        count_links: false,
        count_twice: true,
        separate: false,
        threshold: 0,
        clock: None,
        style: "long-iso".into(),
        excluded: Vec::new(),
        terminator: b'\n',
        follow: FollowLinks::Never,
    };
    let (mut total, mut summarize, mut depth) = (false, false, None);
    let mut files0: Option<BString> = None;
    for option in options {
        let value = option.value();
        match option.id {
            '0' => settings.terminator = 0,
            'a' => settings.all = true,
            '1' => settings.apparent = true,
            'B' => match BlockSize::parse(value) {
                Ok(unit) => settings.unit = unit,
                Err(error) => return refuse_block_size(context, value, error),
            },
            'b' => (settings.apparent, settings.unit) = (true, BlockSize::Bytes(1, "")),
            'c' => total = true,
            'D' | 'H' => settings.follow = FollowLinks::CommandLine,
            'd' => match parse_clamped(value).and_then(|depth| usize::try_from(depth).ok()) {
                Some(number) => depth = Some(number),
                None => {
                    context.complain(&[b"invalid maximum depth ", &quote(value)])?;
                    options::hint(context)?;
                    return Ok(1);
                }
            },
            '2' => files0 = Some(value.into()),
            'h' => settings.unit = BlockSize::Human,
            '3' => settings.inodes = true,
            'k' => settings.unit = BlockSize::Bytes(1024, ""),
            'L' => settings.follow = FollowLinks::Always,
            'l' => settings.count_links = true,
            'm' => settings.unit = BlockSize::Bytes(1 << 20, ""),
            'P' => settings.follow = FollowLinks::Never,
            'S' => settings.separate = true,
            '4' => settings.unit = BlockSize::Si,
            's' => summarize = true,
            't' => {
                let (negative, digits) = match value.strip_prefix(b"-") {
                    Some(digits) => (true, digits),
                    None => (false, value.as_bytes()),
                };
                match parse_size(digits, b"kKmMGTPEZY0") {
                    Ok(0) if negative => {
                        context.complain(&[b"invalid --threshold argument '-0'"])?;
                        return Ok(1);
                    }
                    Ok(size) => {
                        let size = i64::try_from(size).unwrap_or(i64::MAX);
                        settings.threshold = if negative { -size } else { size };
                    }
                    Err(_) => {
                        context.complain(&[b"invalid -t argument '", value, b"'"])?;
                        return Ok(1);
                    }
                }
            }
            '5' => {
                settings.clock = Some(match option.value.as_ref().map(|word| word.as_bytes()) {
                    None => Clock::Modified,
                    Some(b"atime" | b"access" | b"use") => Clock::Accessed,
                    Some(b"ctime" | b"status") => Clock::Changed,
                    Some(_) => {
                        context.complain(&[b"invalid argument ", &quote(value), b" for ", &quote(b"--time")])?;
                        context.write_error(
                            "Valid arguments are:\n  - ‘atime’, ‘access’, ‘use’\n  - ‘ctime’, ‘status’\n".as_bytes(),
                        )?;
                        options::hint(context)?;
                        return Ok(1);
                    }
                });
            }
            '6' => settings.style = value.into(),
            'X' => {
                let data = context.read_operand(value);
                let Some(data) = context.report(value, data)? else {
                    options::hint(context)?;
                    return Ok(1);
                };
                settings.excluded.extend(data.lines().map(|line| Pattern::new(line, PatternOptions::default())));
            }
            '7' => settings.excluded.push(Pattern::new(value, PatternOptions::default())),
            _ => {}
        }
    }
    if settings.all && summarize {
        context.complain(&[b"cannot both summarize and show all entries"])?;
        options::hint(context)?;
        return Ok(1);
    }
    match depth {
        Some(0) if summarize => {
            context.complain(&[b"warning: summarizing is the same as using --max-depth=0"])?;
        }
        Some(depth) if summarize => {
            let text = format!("warning: summarizing conflicts with --max-depth={depth}");
            context.complain(&[text.as_bytes()])?;
            options::hint(context)?;
            return Ok(1);
        }
        _ => {}
    }
    settings.max_depth = if summarize { 0 } else { depth.unwrap_or(usize::MAX) };
    let mut status = 0;
    if let Some(file) = files0 {
        match read_files0(context, &file, &operands, quote)? {
            Files0::Failed => return Ok(1),
            Files0::Names(names) => {
                for name in names {
                    match name {
                        Name::Good(name) => operands.push(name),
                        Name::Bad(message) => {
                            context.complain(&[&message])?;
                            status = 1;
                        }
                    }
                }
            }
        }
    } else if operands.is_empty() {
        operands.push(".".into());
    }
    let mut seen: HashSet<u64> = HashSet::new();
    // Among several arguments, or where links are followed, a file may come twice.
    settings.count_twice = operands.len() < 2 && settings.follow != FollowLinks::Always;
    let mut everything = Sum::EMPTY;
    for operand in &operands {
        let (sum, good) = measure(context, &settings, operand, &mut seen)?;
        everything.add(sum);
        if !good {
            status = 1;
        }
    }
    if total {
        print(context, &settings, everything, b"total")?;
    }
    Ok(status)
}

/// Walks one operand and prints its lines.
fn measure(
    context: &mut Context<'_>,
    settings: &Settings,
    operand: &BString,
    seen: &mut HashSet<u64>,
) -> Result<(Sum, bool), Halt> {
    let mut good = true;
    let mut walk = Walk::new(operand, settings.follow);
    // By depth: what the open folders add up to.
    let mut open: Vec<Sum> = Vec::new();
    // With -S: what goes up to the folder above is kept apart from what is printed.
    let mut separate: Vec<Sum> = Vec::new();
    let mut result = Sum::EMPTY;
    while let Some(step) = walk.next(context)? {
        match step {
            Step::Missing(errno) => {
                let name = quote_file(walk.path());
                context.complain(&[b"cannot access ", &name, b": ", errno.message().as_bytes()])?;
                good = false;
            }
            Step::Unreadable(errno) => {
                let name = quote_file(walk.path());
                context.complain(&[b"cannot read directory ", &name, b": ", errno.message().as_bytes()])?;
                good = false;
            }
            Step::Loop => {}
            Step::Visit => {
                let Some(stat) = walk.stat().copied() else { continue };
                if settings.excluded.iter().any(|pattern| {
                    let path = walk.path();
                    pattern.matches(path)
                        || memchr::memchr_iter(b'/', path).any(|slash| pattern.matches(&path[slash + 1..]))
                }) {
                    walk.skip();
                    continue;
                }
                let may_come_twice = !settings.count_twice || stat.links > 1 || stat.is_dir();
                if !settings.count_links && may_come_twice && !seen.insert(stat.ino) {
                    walk.skip();
                    continue;
                }
                let own = Sum { size: size_of(settings, &stat), latest: time_of(settings, &stat) };
                if stat.is_dir() {
                    open.push(own);
                    separate.push(Sum::EMPTY);
                    continue;
                }
                if let Some(folder) = open.last_mut() {
                    folder.add(own);
                } else {
                    result.add(own);
                }
                if (settings.all && walk.depth() <= settings.max_depth) || walk.depth() == 0 {
                    let path = walk.path().to_vec();
                    print(context, settings, own, &path)?;
                }
            }
            Step::Leave => {
                let Some(own) = open.pop() else { continue };
                let below = separate.pop().unwrap_or(Sum::EMPTY);
                let mut whole = own;
                whole.add(below);
                if walk.depth() <= settings.max_depth {
                    let path = walk.path().to_vec();
                    print(context, settings, if settings.separate { own } else { whole }, &path)?;
                }
                match separate.last_mut() {
                    Some(above) => above.add(whole),
                    None => result.add(whole),
                }
            }
        }
    }
    Ok((result, good))
}

fn size_of(settings: &Settings, stat: &Stat) -> u64 {
    if settings.inodes {
        1
    } else if settings.apparent {
        // Folders have no content of their own to GNU.
        if stat.is_file() || stat.kind == workspace::Kind::Symlink || stat.is_dir() { stat.size } else { 0 }
    } else {
        disk_bytes(stat)
    }
}

fn time_of(settings: &Settings, stat: &Stat) -> Time {
    match settings.clock {
        Some(Clock::Accessed) => stat.atime,
        Some(Clock::Changed) => stat.ctime,
        _ => stat.mtime,
    }
}

fn print(context: &mut Context<'_>, settings: &Settings, sum: Sum, name: &[u8]) -> Result<(), Halt> {
    let size = i64::try_from(sum.size).unwrap_or(i64::MAX);
    if settings.threshold < 0 && size > -settings.threshold || settings.threshold > 0 && size < settings.threshold {
        return Ok(());
    }
    let mut out = if settings.inodes && matches!(settings.unit, BlockSize::Bytes(..)) {
        sum.size.to_string().into_bytes()
    } else {
        settings.unit.format(sum.size).into_bytes()
    };
    out.push(b'\t');
    if settings.clock.is_some() {
        let format: &[u8] = match settings.style.as_bytes() {
            b"full-iso" => b"%Y-%m-%d %H:%M:%S.%N %z",
            b"iso" => b"%Y-%m-%d",
            style => style.strip_prefix(b"+").unwrap_or(b"%Y-%m-%d %H:%M"),
        };
        time::format(&mut out, format, &Civil::new(sum.latest));
        out.push(b'\t');
    }
    out.extend_from_slice(name);
    out.push(settings.terminator);
    context.write(&out)
}

