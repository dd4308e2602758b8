//! `stat`: what is known about files and about the tree, in any form.

use bstr::{BString, ByteSlice};

use super::options::{self, Arguments, Opt, Spec, Takes};
use super::shared::choice::choose;
use super::shared::file_type::{DEVICE, OWNER, device_numbers, disk_bytes, format_bits, mode_string, owner_name};
use super::shared::quote::{quote, quote_file};
use super::shared::time::NANOS;
use shell::builtins::test::stat_operand;
use shell::command::{Context, Native, Outcome};
use shell::format::strftime::{Dialect, Zone, strftime};
use shell::format::{self, Radix, format_signed, format_unsigned};
use shell::kernel::{Halt, Stat};
use workspace::{Kind, Time};

const HELP: &str = "\
Usage: stat [OPTION]... FILE...
Print what is known about each FILE.

  -L, --dereference     follow links
  -f, --file-system     print about the file system, not the file
      --cached=MODE     'always', 'never' or 'default': all the same here
  -c, --format=FORMAT   use FORMAT, with a newline after each FILE
      --printf=FORMAT   use FORMAT with backslash escapes, and no newline but what FORMAT says
  -t, --terse           print in one short line
      --help            show this help and exit
      --version         show the version and exit

For files, FORMAT knows: %a %A mode (octal, letters), %b blocks of %B bytes, %d %D device, %f raw mode, %F type, %g %G
group, %h links, %i inode, %m mount point, %n name, %N quoted name with the link's target, %o good size for reading,
%s size, %r %R %t %T kind of device, %u %U owner, %w %W birth, %x %X last access, %y %Y last change of the content,
%z %Z last change of the state (capital letters: seconds since 1970). %Hd %Ld %Hr %Lr: upper and lower half.
For the file system: %a %b %f free for users, all, free blocks of %S bytes, %c %d all and free inodes, %i number,
%l longest name, %n name, %s block size, %t %T type.
";

const SPEC: Spec = Spec::new(&[
    Opt::both('L', "dereference", Takes::Nothing),
    Opt::both('f', "file-system", Takes::Nothing),
    Opt::both('c', "format", Takes::Value),
    Opt::long('p', "printf", Takes::Value),
    Opt::both('t', "terse", Takes::Nothing),
    Opt::long('C', "cached", Takes::Value),
]);

pub const COMMANDS: &[Native] = &[Native { name: "stat", help: HELP, run }];

const FILE: &[u8] = b"  File: %N
  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: %Hd,%Ld\tInode: %-10i  Links: %h
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z
 Birth: %w
";
const DEVICE_FILE: &[u8] = b"  File: %N
  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: %Hd,%Ld\tInode: %-10i  Links: %-5h Device type: %Hr,%Lr
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z
 Birth: %w
";
const TERSE_FILE: &[u8] = b"%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n";
const SYSTEM: &[u8] = b"  File: \"%n\"
    ID: %-8i Namelen: %-7l Type: %T
Block size: %-10s Fundamental block size: %S
Blocks: Total: %-10b Free: %-10f Available: %a
Inodes: Total: %-10c Free: %d
";
const TERSE_SYSTEM: &[u8] = b"%n %i %l %t %s %S %b %f %a %c %d\n";

struct Style {
    /// `None`: the usual one.
    format: Option<BString>,
    /// Escapes are read.
    printf: bool,
    terse: bool,
    follow: bool,
    system: bool,
    zone: Zone,
}

fn run(context: &mut Context<'_>) -> Outcome {
    let (options, operands) = match options::read(context, &SPEC)? {
        Arguments::Run { options, operands } => (options, operands),
        Arguments::Exit(status) => return Ok(status),
    };
    let zone = Zone::from_variable(context.exec.env(b"TZ").map(|zone| zone.as_bytes()));
    let mut style = Style { format: None, printf: false, terse: false, follow: false, system: false, zone };
    for option in options {
        match option.id {
            'L' => style.follow = true,
            'f' => style.system = true,
            't' => style.terse = true,
            'C' => {
                let choices = &[("default", 0u8), ("never", 1), ("always", 2)];
                if choose(context, "--cached", option.value(), choices)?.is_none() {
                    return Ok(1);
                }
            }
            id => {
                style.printf = id == 'p';
                style.format = option.value;
            }
        }
    }
    if operands.is_empty() {
        context.complain(&[b"missing operand"])?;
        options::hint(context)?;
        return Ok(1);
    }
    let mut status = 0;
    for operand in &operands {
        context.charge(1)?;
        if !print(context, &style, operand)? {
            status = 1;
        }
    }
    Ok(status)
}

fn print(context: &mut Context<'_>, style: &Style, operand: &BString) -> Result<bool, Halt> {
    if style.system && operand == "-" {
        context.complain(&[b"using '-' to denote standard input does not work in file system mode"])?;
        return Ok(false);
    }
    let (vfs, cwd) = (context.vfs(), context.cwd());
    let found = if operand == "-" {
        stat_operand(vfs, cwd, &context.exec.fds, b"/dev/stdin", true)
    } else if style.follow || style.system {
        vfs.stat(cwd, operand)
    } else {
        vfs.lstat(cwd, operand)
    };
    let stat = match found {
        Ok(stat) => stat,
        Err(errno) => {
            let what: &[u8] = match (style.system, operand == "-") {
                (true, _) => b"cannot read file system information for ",
                (false, true) => b"cannot stat standard input",
                (false, false) => b"cannot statx ",
            };
            let name = if operand == "-" { BString::default() } else { quote_file(operand) };
            context.complain(&[what, &name, b": ", errno.message().as_bytes()])?;
            return Ok(false);
        }
    };
    let shown = Shown { stat: &stat, operand, style, plain_name: style.format.is_none() };
    let format: &[u8] = match &style.format {
        Some(format) => format,
        None => match (style.system, style.terse) {
            (true, true) => TERSE_SYSTEM,
            (true, false) => SYSTEM,
            (false, true) => TERSE_FILE,
            (false, false) if stat.kind == Kind::Device => DEVICE_FILE,
            (false, false) => FILE,
        },
    };
    shown.run(context, format)
}

struct Shown<'a> {
    stat: &'a Stat,
    operand: &'a BString,
    style: &'a Style,
    plain_name: bool,
}

/// A conversion's value.
enum Value {
    Signed(i64),
    Unsigned(u64),
    Octal(u64),
    Hex(u64),
    Text(Vec<u8>),
    /// Seconds with a fraction: `%X`, `%Y`, `%Z`.
    Epoch(Time),
    Unknown,
}

impl Shown<'_> {
    fn run(&self, context: &mut Context<'_>, format: &[u8]) -> Result<bool, Halt> {
        let mut out = Vec::new();
        let mut rest = format;
        while let Some((&byte, after)) = rest.split_first() {
            match byte {
                b'%' => {
                    let Some(length) = self.conversion(context, rest, &mut out)? else { return Ok(false) };
                    rest = &rest[length..];
                }
                b'\\' if self.style.printf => {
                    rest = &after[escape(context, after, &mut out)?..];
                }
                byte => {
                    out.push(byte);
                    rest = after;
                }
            }
        }
        if self.style.format.is_some() && !self.style.printf {
            out.push(b'\n');
        }
        context.charge_bytes(out.len())?;
        context.write(&out)?;
        Ok(true)
    }

    /// One conversion at the start of `text`; its length, or `None` when it was refused with a message.
    fn conversion(&self, context: &mut Context<'_>, text: &[u8], out: &mut Vec<u8>) -> Result<Option<usize>, Halt> {
        let mut spec = format::Spec::default();
        let mut at = 1;
        while text.get(at).is_some_and(|flag| b"'-+ #0I".contains(flag)) {
            spec.flag(text[at]);
            at += 1;
        }
        let flags_end = at;
        spec.width = number(text, &mut at).unwrap_or(0);
        if text.get(at) == Some(&b'.') {
            at += 1;
            spec.precision = Some(number(text, &mut at).unwrap_or(0));
        }
        let given_precision = text[flags_end..at].contains(&b'.').then(|| {
            let point = text[..at].rfind_byte(b'.').unwrap_or(at);
            (point + 1 < at).then_some(spec.precision).flatten()
        });
        let Some(&letter) = text.get(at) else {
            if at == 1 {
                out.push(b'%');
                return Ok(Some(1));
            }
            context.complain(&[&quote(text), b": invalid directive"])?;
            return Ok(None);
        };
        if letter == b'%' {
            if at > 1 {
                context.complain(&[&quote(&text[..=at]), b": invalid directive"])?;
                return Ok(None);
            }
            out.push(b'%');
            return Ok(Some(2));
        }
        let half = matches!(letter, b'H' | b'L').then_some(letter);
        let half = half.filter(|_| matches!(text.get(at + 1), Some(b'd' | b'r')) && !self.style.system);
        let (letter, length) = match half {
            Some(_) => (text[at + 1], at + 2),
            None => (letter, at + 1),
        };
        let value = if self.style.system {
            self.system_value(context, letter)
        } else {
            self.file_value(context, letter, half)
        };
        match value {
            Value::Signed(value) => format_signed(out, &format::Spec { alternate: false, ..spec }, value),
            Value::Unsigned(value) => format_unsigned(out, &plain(spec), value, Radix::Decimal),
            Value::Octal(value) => format_unsigned(out, &hashed(spec), value, Radix::Octal),
            Value::Hex(value) => format_unsigned(out, &hashed(spec), value, Radix::Hex),
            Value::Text(text) => spec.string(out, &text),
            Value::Epoch(time) => epoch(out, &spec, given_precision, time),
            Value::Unknown => out.push(b'?'),
        }
        Ok(Some(length))
    }

    fn file_value(&self, context: &Context<'_>, letter: u8, half: Option<u8>) -> Value {
        let stat = self.stat;
        let device = || match stat.kind {
            Kind::Device => device_numbers(context, self.operand),
            _ => (0, 0),
        };
        let halves = |(major, minor): (u64, u64)| match half {
            Some(b'H') => major,
            Some(_) => minor,
            None => major << 8 | minor,
        };
        match letter {
            b'a' => Value::Octal(stat.mode.into()),
            b'A' => Value::Text(mode_string(stat).to_vec()),
            b'b' => Value::Unsigned(disk_bytes(stat) / 512),
            b'B' => Value::Unsigned(512),
            // No security contexts exist.
            b'C' => Value::Text(b"?".to_vec()),
            b'd' => Value::Signed(halves((0, DEVICE)) as i64),
            b'D' => Value::Hex(DEVICE),
            b'f' => Value::Hex(u64::from(format_bits(stat.kind)) | u64::from(stat.mode)),
            b'F' => Value::Text(self.type_name().to_vec()),
            b'g' | b'u' => Value::Unsigned(OWNER.into()),
            b'G' | b'U' => Value::Text(owner_name(OWNER).into()),
            b'h' => Value::Unsigned(stat.links),
            b'i' => Value::Unsigned(stat.ino),
            b'm' => Value::Text(b"/".to_vec()),
            b'n' => Value::Text(self.operand.to_vec()),
            b'N' => Value::Text(self.name_and_target(context)),
            b'o' => Value::Unsigned(4096),
            b's' => Value::Signed(i64::try_from(stat.size).unwrap_or(i64::MAX)),
            b'r' => Value::Unsigned(halves(device())),
            b'R' => Value::Hex(halves(device())),
            b't' => Value::Hex(device().0),
            b'T' => Value::Hex(device().1),
            // The tree does not keep the time of birth.
            b'w' => Value::Text(b"-".to_vec()),
            b'W' => Value::Signed(0),
            b'x' => Value::Text(self.time(stat.atime)),
            b'X' => Value::Epoch(stat.atime),
            b'y' => Value::Text(self.time(stat.mtime)),
            b'Y' => Value::Epoch(stat.mtime),
            b'z' => Value::Text(self.time(stat.ctime)),
            b'Z' => Value::Epoch(stat.ctime),
            _ => Value::Unknown,
        }
    }

    fn system_value(&self, context: &Context<'_>, letter: u8) -> Value {
        const BLOCK: u64 = 4096;
        let (limits, totals) = (context.vfs().with_tree(|tree| *tree.limits()), context.vfs().totals());
        let free = limits.total_bytes.saturating_sub(totals.bytes) / BLOCK;
        match letter {
            b'a' | b'f' => Value::Unsigned(free),
            b'b' => Value::Unsigned(limits.total_bytes / BLOCK),
            b'c' => Value::Unsigned(limits.nodes),
            b'd' => Value::Unsigned(limits.nodes.saturating_sub(totals.nodes)),
            b'i' => Value::Hex(DEVICE),
            b'l' => Value::Unsigned(255),
            b'n' => Value::Text(self.operand.to_vec()),
            b's' | b'S' => Value::Unsigned(BLOCK),
            // The number of tmpfs.
            b't' => Value::Hex(0x0102_1994),
            b'T' => Value::Text(b"tmpfs".to_vec()),
            _ => Value::Unknown,
        }
    }

    fn type_name(&self) -> &'static [u8] {
        match self.stat.kind {
            Kind::File if self.stat.size == 0 => b"regular empty file",
            Kind::File => b"regular file",
            Kind::Dir => b"directory",
            Kind::Symlink => b"symbolic link",
            Kind::Fifo => b"fifo",
            Kind::Device => b"character special file",
        }
    }

    fn name_and_target(&self, context: &Context<'_>) -> Vec<u8> {
        let show = |name: &[u8]| if self.plain_name { name.to_vec() } else { quote_file(name).into() };
        let mut text = show(self.operand);
        if self.stat.kind == Kind::Symlink
            && let Ok(target) = context.vfs().read_link(context.cwd(), self.operand)
        {
            text.extend_from_slice(b" -> ");
            text.extend_from_slice(&show(&target));
        }
        text
    }

    fn time(&self, time: Time) -> Vec<u8> {
        let civil = self.style.zone.civil(time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS) as u32);
        let mut out = Vec::with_capacity(40);
        strftime(&mut out, b"%Y-%m-%d %H:%M:%S.%N %z", &civil, Dialect::Gnu);
        out
    }
}

/// The flags that decimal numbers without a sign know.
fn plain(spec: format::Spec) -> format::Spec {
    format::Spec { plus: false, space: false, alternate: false, ..spec }
}

/// The flags that octal and hexadecimal numbers know.
fn hashed(spec: format::Spec) -> format::Spec {
    format::Spec { plus: false, space: false, ..spec }
}

/// Seconds since 1970. `precision`: `None` for whole seconds, else the digits behind the point, nine without a number.
fn epoch(out: &mut Vec<u8>, spec: &format::Spec, precision: Option<Option<usize>>, time: Time) {
    let (mut seconds, mut nanoseconds) = (time.0.div_euclid(NANOS), time.0.rem_euclid(NANOS));
    let Some(precision) = precision else {
        return format_signed(out, &format::Spec { alternate: false, precision: None, ..*spec }, seconds);
    };
    let precision = precision.unwrap_or(9);
    let negative = seconds < 0;
    if negative && nanoseconds > 0 {
        seconds += 1;
        nanoseconds = NANOS - nanoseconds;
    }
    let mut text = Vec::new();
    if precision > 0 {
        let digits = format!("{nanoseconds:09}");
        text.push(b'.');
        text.extend_from_slice(&digits.as_bytes()[..precision.min(9)]);
        text.resize(precision + 1, b'0');
    }
    let width = spec.width.saturating_sub(text.len());
    let mut whole = Vec::new();
    let left = format::Spec { width: if spec.left { 0 } else { width }, precision: None, alternate: false, ..*spec };
    if seconds == 0 && negative {
        left.string(&mut whole, b"-0");
    } else {
        format_signed(&mut whole, &left, seconds);
    }
    whole.extend_from_slice(&text);
    spec_pad(out, spec, &whole);
}

fn spec_pad(out: &mut Vec<u8>, spec: &format::Spec, text: &[u8]) {
    format::Spec { precision: None, ..*spec }.pad(out, text);
}

/// Digits at `at`; larger than anything sensible is cut to what a line may hold.
fn number(text: &[u8], at: &mut usize) -> Option<usize> {
    let mut value = None;
    while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = Some((value.unwrap_or(0usize) * 10 + usize::from(digit - b'0')).min(1 << 20));
        *at += 1;
    }
    value
}

/// Writes out what comes before a message.
fn put(context: &mut Context<'_>, out: &mut Vec<u8>) -> Result<(), Halt> {
    context.write(out)?;
    out.clear();
    Ok(())
}

/// The escape behind a backslash; how long it is.
fn escape(context: &mut Context<'_>, text: &[u8], out: &mut Vec<u8>) -> Result<usize, Halt> {
    let Some(&letter) = text.first() else {
        put(context, out)?;
        context.complain(&[b"warning: backslash at end of format"])?;
        out.push(b'\\');
        return Ok(0);
    };
    let digits = |text: &[u8], base: u32, most: usize| {
        let mut value = 0;
        let mut length = 0;
        while length < most
            && let Some(digit) = text.get(length).and_then(|byte| char::from(*byte).to_digit(base))
        {
            value = value * base + digit;
            length += 1;
        }
        (value as u8, length)
    };
    let byte = match letter {
        b'a' => 7,
        b'b' => 8,
        b'e' => 27,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'"' | b'\\' => letter,
        b'0'..=b'7' => {
            let (byte, length) = digits(text, 8, 3);
            out.push(byte);
            return Ok(length);
        }
        b'x' if text.get(1).is_some_and(u8::is_ascii_hexdigit) => {
            let (byte, length) = digits(&text[1..], 16, 2);
            out.push(byte);
            return Ok(1 + length);
        }
        other => {
            put(context, out)?;
            context.complain(&[b"warning: unrecognized escape '\\", &[other], b"'"])?;
            other
        }
    };
    out.push(byte);
    Ok(1)
}
