//! The formats of `-printf`, and the line of `-ls`.

use bstr::BString;

use super::super::shared::file_type::{self, OWNER, disk_bytes, mode_string, owner_name};
use super::super::shared::path::{base_name, strip_trailing_slashes};
use super::super::shared::quote::{Quoting, Style};
use super::super::shared::time::{self, Civil, NANOS};
use crate::shell::command::Context;
use crate::shell::kernel::Stat;
use crate::workspace::{Kind, Time};

/// A parsed format.
#[derive(Debug, Clone, Default)]
pub struct Format {
    parts: Vec<Part>,
    /// `\c`: the output ends here.
    pub flush: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(BString),
    Directive { flags: Flags, letter: u8, time: u8 },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Flags {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    width: usize,
    precision: Option<usize>,
}

/// Widest field: what is beyond is cut.
const WIDEST: usize = 1 << 12;

/// What a format is about.
pub struct Subject<'s> {
    pub path: &'s [u8],
    /// The starting point that led to it.
    pub start: &'s [u8],
    pub depth: usize,
    pub stat: &'s Stat,
    /// Links are followed to see what they are.
    pub follow: bool,
}

impl Format {
    /// Parses; the second part holds warnings to print. The error is a message.
    pub fn parse(text: &[u8]) -> Result<(Format, Vec<BString>), String> {
        let mut format = Format::default();
        let mut warnings = Vec::new();
        let mut literal: Vec<u8> = Vec::new();
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            match byte {
                b'\\' => {
                    let Some((&letter, after)) = rest.split_first() else {
                        warnings.push("warning: escape `\\' followed by nothing at all".into());
                        literal.push(b'\\');
                        break;
                    };
                    rest = after;
                    match letter {
                        b'a' => literal.push(0x07),
                        b'b' => literal.push(0x08),
                        b'f' => literal.push(0x0c),
                        b'n' => literal.push(b'\n'),
                        b'r' => literal.push(b'\r'),
                        b't' => literal.push(b'\t'),
                        b'v' => literal.push(0x0b),
                        b'\\' => literal.push(b'\\'),
                        b'c' => {
                            format.flush = true;
                            break;
                        }
                        b'0'..=b'7' => {
                            let mut value = u32::from(letter - b'0');
                            for _ in 0..2 {
                                let Some((digit @ b'0'..=b'7', after)) = rest.split_first() else { break };
                                value = value * 8 + u32::from(digit - b'0');
                                rest = after;
                            }
                            literal.push(value as u8);
                        }
                        other => {
                            let text = [b"warning: unrecognized escape `\\", &[other][..], b"'"].concat();
                            warnings.push(text.into());
                            literal.extend_from_slice(&[b'\\', other]);
                        }
                    }
                }
                b'%' => {
                    let start = rest;
                    match directive(&mut rest)? {
                        Some(Part::Text(text)) => literal.extend_from_slice(&text),
                        Some(part) => {
                            if !literal.is_empty() {
                                format.parts.push(Part::Text(std::mem::take(&mut literal).into()));
                            }
                            format.parts.push(part);
                        }
                        None => {
                            let used = &start[..start.len() - rest.len()];
                            let last = used.last().copied().unwrap_or(b'%');
                            let text = if matches!(last, b'A' | b'C' | b'T') {
                                [b"warning: format directive `%", &[last][..], b"' should be followed by another character"].concat()
                            } else {
                                [b"warning: unrecognized format directive `%", &[last][..], b"'"].concat()
                            };
                            warnings.push(text.into());
                            literal.push(b'%');
                            literal.extend_from_slice(used);
                        }
                    }
                }
                _ => literal.push(byte),
            }
        }
        if !literal.is_empty() {
            format.parts.push(Part::Text(literal.into()));
        }
        Ok((format, warnings))
    }

    /// Appends the text for one file.
    pub fn write(&self, context: &Context<'_>, out: &mut Vec<u8>, subject: &Subject<'_>) {
        for part in &self.parts {
            match part {
                Part::Text(text) => out.extend_from_slice(text),
                Part::Directive { flags, letter, time } => expand(context, out, subject, *flags, *letter, *time),
            }
        }
    }
}

/// Reads a directive behind its `%`. `None`: there is none such; `rest` is behind its letter then.
fn directive(rest: &mut &[u8]) -> Result<Option<Part>, String> {
    let mut flags = Flags::default();
    while let Some((flag, after)) = rest.split_first() {
        match flag {
            b'-' => flags.left = true,
            b'0' => flags.zero = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternative = true,
            _ => break,
        }
        *rest = after;
    }
    let number = |rest: &mut &[u8]| {
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let value = rest[..length]
            .iter()
            .fold(0usize, |value, digit| value.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        *rest = &rest[length..];
        value.min(WIDEST)
    };
    flags.width = number(rest);
    if let Some(after) = rest.strip_prefix(b".") {
        *rest = after;
        flags.precision = Some(number(rest));
    }
    let Some((&letter, after)) = rest.split_first() else {
        return Err("error: % at end of format string".to_owned());
    };
    *rest = after;
    match letter {
        b'%' => Ok(Some(Part::Text("%".into()))),
        b'A' | b'C' | b'T' => match rest.split_first() {
            None => Ok(None),
            Some((&time, after)) => {
                *rest = after;
                Ok(Some(Part::Directive { flags, letter, time }))
            }
        },
        _ if b"abcdDfFgGhHiklmMnpPsStuUyYZ".contains(&letter) => Ok(Some(Part::Directive { flags, letter, time: 0 })),
        _ => Ok(None),
    }
}

fn expand(context: &Context<'_>, out: &mut Vec<u8>, subject: &Subject<'_>, flags: Flags, letter: u8, time: u8) {
    let stat = subject.stat;
    let text = |out: &mut Vec<u8>, value: &[u8]| pad(out, flags, &value[..flags.precision.unwrap_or(value.len()).min(value.len())]);
    match letter {
        b'a' => text(out, &long_time(stat.atime)),
        b'c' => text(out, &long_time(stat.ctime)),
        b't' => text(out, &long_time(stat.mtime)),
        b'A' => text(out, &time_field(stat.atime, time)),
        b'C' => text(out, &time_field(stat.ctime, time)),
        b'T' => text(out, &time_field(stat.mtime, time)),
        b'b' => text(out, (disk_bytes(stat) / 512).to_string().as_bytes()),
        b'k' => text(out, (disk_bytes(stat) / 1024).to_string().as_bytes()),
        b'd' => number(out, flags, subject.depth as u64, 10),
        b'D' => text(out, b"1"),
        b'f' => {
            let name = base_name(subject.path);
            text(out, name);
        }
        b'F' => text(out, b"tmpfs"),
        b'g' | b'u' => text(out, owner_name(OWNER).as_bytes()),
        b'G' | b'U' => text(out, OWNER.to_string().as_bytes()),
        b'h' => text(out, leading_folders(subject.path)),
        b'H' => text(out, subject.start),
        b'i' => text(out, stat.ino.to_string().as_bytes()),
        b'l' => {
            let target = if stat.kind == Kind::Symlink {
                context.vfs().read_link(context.cwd(), subject.path).unwrap_or_default()
            } else {
                Default::default()
            };
            text(out, &target);
        }
        b'm' => number(out, flags, u64::from(stat.mode), 8),
        b'M' => text(out, &mode_string(stat)),
        b'n' => text(out, stat.links.to_string().as_bytes()),
        b'p' => text(out, subject.path),
        b'P' => {
            let below = subject.path.get(subject.start.len()..).unwrap_or_default();
            text(out, below.strip_prefix(b"/").unwrap_or(below));
        }
        b's' => text(out, stat.size.to_string().as_bytes()),
        b'S' => {
            let sparseness = match (stat.kind, stat.size) {
                (Kind::File, 0) => "1".to_owned(),
                (Kind::File, size) => {
                    let spec = super::super::shared::float::FloatSpec { conversion: b'g', ..Default::default() };
                    super::super::shared::float::format(&spec, disk_bytes(stat) as f64 / size as f64)
                }
                _ => "1".to_owned(),
            };
            text(out, sparseness.as_bytes());
        }
        b'y' => text(out, &[type_letter(stat.kind)]),
        b'Y' => {
            let followed = context.vfs().stat(context.cwd(), subject.path);
            let letter = match followed {
                _ if stat.kind != Kind::Symlink => type_letter(stat.kind),
                Ok(target) => type_letter(target.kind),
                Err(crate::workspace::Errno::NotFound | crate::workspace::Errno::NotDir) => b'N',
                Err(crate::workspace::Errno::Loop) => b'L',
                Err(_) => b'?',
            };
            text(out, &[letter]);
        }
        _ => {}
    }
}

fn type_letter(kind: Kind) -> u8 {
    match kind {
        Kind::File => b'f',
        kind => file_type::letter(kind),
    }
}

fn pad(out: &mut Vec<u8>, flags: Flags, value: &[u8]) {
    let missing = flags.width.saturating_sub(value.len());
    if !flags.left {
        out.resize(out.len() + missing, b' ');
    }
    out.extend_from_slice(value);
    if flags.left {
        out.resize(out.len() + missing, b' ');
    }
}

fn number(out: &mut Vec<u8>, flags: Flags, value: u64, base: u32) {
    let mut digits = if base == 8 { format!("{value:o}") } else { value.to_string() };
    if base == 8 && flags.alternative && value != 0 {
        digits.insert(0, '0');
    }
    if let Some(precision) = flags.precision {
        digits = format!("{digits:0>precision$}");
    }
    if base == 10 && flags.plus {
        digits.insert(0, '+');
    } else if base == 10 && flags.space {
        digits.insert(0, ' ');
    }
    if flags.zero && !flags.left && flags.precision.is_none() {
        digits = format!("{digits:0>width$}", width = flags.width);
    }
    pad(out, flags, digits.as_bytes());
}

/// The folders that lead to a path: `.` for a name alone.
fn leading_folders(path: &[u8]) -> &[u8] {
    let trimmed = strip_trailing_slashes(path);
    match memchr::memrchr(b'/', trimmed) {
        None => b".",
        Some(0) => b"",
        Some(slash) => &trimmed[..slash],
    }
}

/// `Fri Jan  1 00:00:00.0000000000 2027`
fn long_time(when: Time) -> Vec<u8> {
    let civil = Civil::new(when);
    let mut out = Vec::new();
    time::format(&mut out, b"%a %b %e %H:%M:%S.%N0 %Y", &civil);
    out
}

fn time_field(when: Time, letter: u8) -> Vec<u8> {
    let civil = Civil::new(when);
    let mut out = Vec::new();
    let format: &[u8] = match letter {
        b'@' => {
            let (seconds, fraction) = (when.0.div_euclid(NANOS), when.0.rem_euclid(NANOS));
            return format!("{seconds}.{fraction:09}0").into_bytes();
        }
        b'+' => b"%Y-%m-%d+%H:%M:%S.%N0",
        b'S' => b"%S.%N0",
        b'T' => b"%H:%M:%S.%N0",
        b'X' => b"%H:%M:%S.%N0",
        other => &[b'%', other],
    };
    time::format(&mut out, format, &civil);
    out
}

/// A line of `-ls`.
pub fn list_line(context: &Context<'_>, out: &mut Vec<u8>, subject: &Subject<'_>) {
    let stat = subject.stat;
    let owner = owner_name(OWNER);
    let mode = mode_string(stat);
    out.extend_from_slice(format!("{:>9} {:>6} ", stat.ino, disk_bytes(stat) / 1024).as_bytes());
    out.extend_from_slice(&mode);
    out.extend_from_slice(format!(" {:>3} {owner:<8} {owner:<8} {:>8} ", stat.links, stat.size).as_bytes());
    let civil = Civil::new(stat.mtime);
    let half_year = 31_556_952 / 2 * NANOS;
    let now = context.now();
    let recent = stat.mtime.0 > now.0.saturating_sub(half_year) && stat.mtime.0 <= now.0.saturating_add(3_600 * NANOS);
    time::format(out, if recent { b"%b %e %H:%M" } else { b"%b %e  %Y" }, &civil);
    out.push(b' ');
    let quoting = Quoting::new(Style::Escape).also(b' ');
    out.extend_from_slice(&quoting.apply(subject.path));
    if stat.kind == Kind::Symlink
        && let Ok(target) = context.vfs().read_link(context.cwd(), subject.path)
    {
        out.extend_from_slice(b" -> ");
        out.extend_from_slice(&quoting.apply(&target));
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let (format, warnings) = Format::parse(b"%p\\n%-10f%%%q\\101\\z%Ty").unwrap();
        assert_eq!(format.parts.len(), 5);
        assert_eq!(warnings, ["warning: unrecognized format directive `%q'", "warning: unrecognized escape `\\z'"]);
        assert!(Format::parse(b"%").is_err() && Format::parse(b"%-5").is_err());
        let (format, warnings) = Format::parse(b"%T").unwrap();
        assert_eq!((format.parts, warnings.len()), (vec![Part::Text("%T".into())], 1));
        assert!(Format::parse(b"a\\cb").unwrap().0.flush);
    }

    #[test]
    fn folders_of_paths() {
        for (path, folder) in [("a/b", "a"), ("a", "."), ("/a", ""), ("a/b/", "a"), ("./a", ".")] {
            assert_eq!(leading_folders(path.as_bytes()), folder.as_bytes());
        }
    }
}
