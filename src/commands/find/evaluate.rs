//! The evaluation of an expression for one file after the other.

use bstr::BString;

use super::expression::Expression;
use super::printf::{Field, Format, Moment, Segment};
use super::settings::Settings;
use super::test::{Comparison, Match, Right, Target, Test};
use super::{base_name, complain, folder_name, listing};
use crate::shared::file_type::{OWNER, disk_bytes, letter, mode_string, owner_name};
use crate::shared::prompt::Prompter;
use crate::shared::quote::quote;
use crate::shared::time::{Civil, DAY, NANOS, format as format_time};
use crate::shared::walk::FollowLinks;
use shell::command::Context;
use shell::kernel::{Halt, Stat};
use workspace::{Errno, Kind, Time};

/// The file that an expression is evaluated for.
pub struct Entry<'e> {
    pub path: &'e [u8],
    /// The starting point, a prefix of the path.
    pub start: &'e [u8],
    pub depth: usize,
    pub stat: Stat,
}

/// The state of a run.
pub struct Run {
    pub settings: Settings,
    pub status: u8,
    /// The folder at hand is not gone into.
    pub pruned: bool,
    pub quit: bool,
    /// Answers to `-ok`.
    pub prompter: Prompter,
}

impl Run {
    pub fn evaluate(
        &mut self,
        context: &mut Context<'_>,
        expression: &Expression<Test>,
        entry: &Entry<'_>,
    ) -> Result<bool, Halt> {
        match expression {
            Expression::Test(test) => self.test(context, test, entry),
            Expression::Not(inner) => Ok(!self.evaluate(context, inner, entry)?),
            Expression::And(members) => {
                for member in members {
                    if !self.evaluate(context, member, entry)? || self.quit {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expression::Or(members) => {
                for member in members {
                    if self.evaluate(context, member, entry)? || self.quit {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expression::List(members) => {
                let mut last = true;
                for member in members {
                    last = self.evaluate(context, member, entry)?;
                    if self.quit {
                        break;
                    }
                }
                Ok(last)
            }
        }
    }

    fn test(&mut self, context: &mut Context<'_>, test: &Test, entry: &Entry<'_>) -> Result<bool, Halt> {
        context.charge(1)?;
        let stat = &entry.stat;
        Ok(match test {
            Test::True => true,
            Test::False => false,
            Test::Name(pattern) => {
                let name = base_name(entry.path);
                let name = if name.len() > 1 { name.strip_suffix(b"/").unwrap_or(name) } else { name };
                pattern_matches(context, pattern, name)?
            }
            Test::Path(pattern) => pattern_matches(context, pattern, entry.path)?,
            Test::LinkName(pattern) => match target_of(context, entry) {
                Some(target) => pattern_matches(context, pattern, &target)?,
                None => false,
            },
            Test::Regex(regex) => match regex.find_at(entry.path, 0) {
                Ok(found) => found.is_some(),
                Err(exhausted) => {
                    let text = exhausted.to_string();
                    complain(context, &[&quote(entry.path), b": ", text.as_bytes()])?;
                    self.status = 1;
                    false
                }
            },
            Test::Type(kinds) => kinds.contains(&stat.kind),
            Test::CrossType(kinds) => {
                let (vfs, cwd) = (context.vfs(), context.cwd());
                let follows = self.settings.follow == FollowLinks::Always
                    || (self.settings.follow == FollowLinks::CommandLine && entry.depth == 0);
                let found = if follows {
                    vfs.lstat(cwd, entry.path)
                } else {
                    vfs.stat(cwd, entry.path).or_else(|_| vfs.lstat(cwd, entry.path))
                };
                found.is_ok_and(|stat| kinds.contains(&stat.kind))
            }
            Test::Size(number, unit) => number.holds(sized(context, entry).size.div_ceil(*unit)),
            Test::Empty => match stat.kind {
                Kind::File => sized(context, entry).size == 0,
                Kind::Dir => match context.vfs().read_dir(context.cwd(), entry.path) {
                    Ok(entries) => {
                        context.charge(entries.len() as u64)?;
                        entries.is_empty()
                    }
                    Err(errno) => {
                        self.fail(context, entry.path, errno)?;
                        false
                    }
                },
                _ => false,
            },
            Test::Permissions { how, file, folder } => {
                let wanted = if stat.is_dir() { *folder } else { *file };
                match how {
                    Match::Exactly => stat.mode == wanted,
                    Match::All => stat.mode & wanted == wanted,
                    Match::Any => stat.mode & wanted != 0,
                }
            }
            Test::Age(age) => age.holds(i128::from(age.stamp.of(stat).0)),
            Test::Used(comparison, limit) => {
                let delta = i128::from(stat.atime.0) - i128::from(stat.ctime.0);
                let day = i128::from(DAY * NANOS);
                delta >= 0
                    && match comparison {
                        Comparison::Equal => delta >= limit - day && delta < *limit,
                        comparison => comparison.holds(delta, *limit),
                    }
            }
            Test::Links(number) => number.holds(stat.links),
            Test::Inode(number) => number.holds(stat.ino),
            Test::Same(ino) => *ino == Some(stat.ino),
            Test::Owner(number) => number.holds(u64::from(OWNER)),
            Test::Access(right) => match context.vfs().stat(context.cwd(), entry.path) {
                Ok(stat) => *right != Right::Execute || stat.is_dir() || stat.mode & 0o111 != 0,
                Err(_) => false,
            },
            Test::Prune => {
                self.pruned = true;
                true
            }
            Test::Quit => {
                self.quit = true;
                true
            }
            Test::Delete => self.delete(context, entry)?,
            Test::Print(target, end) => {
                let line = [entry.path, &[*end]].concat();
                self.write(context, *target, &line)?;
                true
            }
            Test::Format(target, format) => {
                let text = self.format(context, format, entry)?;
                self.write(context, *target, &text)?;
                true
            }
            Test::List(target) => {
                let link = target_of(context, entry);
                let line = listing::line(entry.path, &sized(context, entry), link.as_deref().map(Vec::as_slice), context.now());
                self.write(context, *target, &line)?;
                true
            }
            Test::Exec(index) => {
                let Run { settings, status, prompter, .. } = self;
                let mut failed = false;
                let result = match settings.execs.get_mut(*index) {
                    Some(exec) => exec.file(context, prompter, entry.path, &mut failed)?,
                    None => false,
                };
                if failed {
                    *status = 1;
                }
                result
            }
        })
    }

    /// Runs the commands for which files were gathered, and writes out what was printed to files.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut failed = false;
        for exec in &mut self.settings.execs {
            exec.finish(context, &mut failed)?;
        }
        if failed {
            self.status = 1;
        }
        for file in &mut self.settings.outputs {
            file.output.flush(context.vfs())?;
        }
        Ok(())
    }

    /// Says what is wrong with a file.
    pub fn fail(&mut self, context: &mut Context<'_>, path: &[u8], errno: Errno) -> Result<(), Halt> {
        self.status = 1;
        complain(context, &[&quote(path), b": ", errno.message().as_bytes()])
    }

    fn write(&mut self, context: &mut Context<'_>, target: Target, text: &[u8]) -> Result<(), Halt> {
        match target {
            Target::Stdout => context.write(text),
            Target::Stderr => context.write_error(text),
            Target::File(index) => match self.settings.outputs.get_mut(index) {
                Some(file) => file.output.write(context.vfs(), text),
                None => Ok(()),
            },
        }
    }

    fn delete(&mut self, context: &mut Context<'_>, entry: &Entry<'_>) -> Result<bool, Halt> {
        if entry.path == b"." {
            return Ok(true);
        }
        let (vfs, cwd) = (context.vfs(), context.cwd());
        let removed = match vfs.unlink(cwd, entry.path) {
            Err(Errno::IsDir) => vfs.rmdir(cwd, entry.path),
            removed => removed,
        };
        match removed {
            Ok(()) => Ok(true),
            Err(Errno::NotFound) if self.settings.ignore_race => Ok(true),
            Err(errno) => {
                self.status = 1;
                complain(context, &[b"cannot delete ", &quote(entry.path), b": ", errno.message().as_bytes()])?;
                Ok(false)
            }
        }
    }

    fn format(&mut self, context: &mut Context<'_>, format: &Format, entry: &Entry<'_>) -> Result<Vec<u8>, Halt> {
        let mut out = Vec::new();
        for segment in &format.segments {
            match segment {
                Segment::Text(text) => out.extend_from_slice(text),
                Segment::Stop => break,
                Segment::Time(field, moment, kind) => {
                    let stamp = match moment {
                        Moment::Access => entry.stat.atime,
                        Moment::Change => entry.stat.ctime,
                        Moment::Modification => entry.stat.mtime,
                        Moment::Birth => {
                            field.text(&mut out, b"");
                            continue;
                        }
                    };
                    field.text(&mut out, &time_text(stamp, *kind));
                }
                Segment::Item(field, kind) => self.item(context, &mut out, *field, *kind, entry)?,
            }
        }
        Ok(out)
    }

    fn item(
        &mut self,
        context: &mut Context<'_>,
        out: &mut Vec<u8>,
        field: Field,
        kind: u8,
        entry: &Entry<'_>,
    ) -> Result<(), Halt> {
        let stat = &entry.stat;
        let text: Vec<u8> = match kind {
            b'd' => {
                field.number(out, entry.depth as u64, false);
                return Ok(());
            }
            b'm' => {
                field.number(out, u64::from(stat.mode), true);
                return Ok(());
            }
            b'a' => long_time(stat.atime),
            b'c' => long_time(stat.ctime),
            b't' => long_time(stat.mtime),
            b'b' => (disk_bytes(&sized(context, entry)) / 512).to_string().into_bytes(),
            b'k' => disk_bytes(&sized(context, entry)).div_ceil(1024).to_string().into_bytes(),
            b'D' => super::DEVICE.to_string().into_bytes(),
            b'F' => super::FILE_SYSTEM.into(),
            b'f' => base_name(entry.path).to_vec(),
            b'h' => folder_name(entry.path).to_vec(),
            b'H' => entry.start.to_vec(),
            b'P' => {
                let rest = entry.path.get(entry.start.len()..).unwrap_or_default();
                rest.strip_prefix(b"/").unwrap_or(rest).to_vec()
            }
            b'p' => entry.path.to_vec(),
            b'g' | b'u' => owner_name(OWNER).into(),
            b'G' | b'U' => OWNER.to_string().into_bytes(),
            b'i' => stat.ino.to_string().into_bytes(),
            b'l' => target_of(context, entry).map(Vec::from).unwrap_or_default(),
            b'M' => mode_string(stat).to_vec(),
            b'n' => stat.links.to_string().into_bytes(),
            b's' => sized(context, entry).size.to_string().into_bytes(),
            b'S' => sparseness(&sized(context, entry)).into_bytes(),
            b'y' => vec![type_letter(stat.kind)],
            b'Y' => vec![match stat.kind {
                Kind::Symlink => match context.vfs().stat(context.cwd(), entry.path) {
                    Ok(stat) => type_letter(stat.kind),
                    Err(Errno::NotFound | Errno::NotDir) => b'N',
                    Err(Errno::Loop) => b'L',
                    Err(_) => b'?',
                },
                kind => type_letter(kind),
            }],
            b'Z' => {
                self.status = 1;
                complain(context, &[b"getfilecon failed: ", &quote(entry.path), b": No data available"])?;
                Vec::new()
            }
            _ => Vec::new(),
        };
        field.text(out, &text);
        Ok(())
    }
}

fn pattern_matches(context: &Context<'_>, pattern: &shell::pattern::Pattern, text: &[u8]) -> Result<bool, Halt> {
    let mut halt = None;
    let mut meter = |steps| match context.charge(steps >> 8) {
        Ok(()) => true,
        Err(stopped) => {
            halt = Some(stopped);
            false
        }
    };
    let matched = pattern.metered(&mut meter).matches(text).unwrap_or(false);
    match halt {
        Some(halt) => Err(halt),
        None => Ok(matched),
    }
}

/// Where the entry points to, if it is looked at as a link.
fn target_of(context: &Context<'_>, entry: &Entry<'_>) -> Option<BString> {
    if entry.stat.kind != Kind::Symlink {
        return None;
    }
    context.vfs().read_link(context.cwd(), entry.path).ok().map(|target| target.to_vec().into())
}

fn type_letter(kind: Kind) -> u8 {
    match kind {
        Kind::File => b'f',
        kind => letter(kind),
    }
}

/// The attributes with the size, for which a file that was not read is fetched: the walk leaves it out.
fn sized(context: &Context<'_>, entry: &Entry<'_>) -> Stat {
    match entry.stat.size {
        0 if entry.stat.is_file() => context.vfs().stat(context.cwd(), entry.path).unwrap_or(entry.stat),
        _ => entry.stat,
    }
}

/// Bytes on disk for each byte of the size, as `%g` prints it.
fn sparseness(stat: &Stat) -> String {
    if stat.size == 0 {
        return if disk_bytes(stat) == 0 { "1".to_owned() } else { "inf".to_owned() };
    }
    let value = disk_bytes(stat) as f64 / stat.size as f64;
    if value == 0.0 {
        return "0".to_owned();
    }
    // Six digits that count, zeros at the end left away.
    let digits = 5 - value.log10().floor() as i32;
    let text = format!("{value:.precision$}", precision = usize::try_from(digits.max(0)).unwrap_or(0));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Seconds with ten digits behind the point, as GNU find prints them.
fn with_fraction(out: &mut Vec<u8>, pattern: &[u8], when: &Civil) {
    format_time(out, pattern, when);
    out.extend_from_slice(format!(".{:09}0", when.nanosecond).as_bytes());
}

/// `Sat Feb  3 04:05:06.1234567890 2024`
fn long_time(time: Time) -> Vec<u8> {
    let when = Civil::new(time);
    let mut out = Vec::new();
    with_fraction(&mut out, b"%a %b %e %T", &when);
    format_time(&mut out, b" %Y", &when);
    out
}

/// What the letter behind `%T` and its like stands for.
fn time_text(time: Time, kind: u8) -> Vec<u8> {
    let when = Civil::new(time);
    let mut out = Vec::new();
    match kind {
        b'@' => {
            // Seconds and fraction are cut towards zero together.
            let negative = time.0 < 0;
            let seconds = time.0.unsigned_abs() / NANOS as u64;
            let fraction = time.0.unsigned_abs() % NANOS as u64;
            let sign = if negative { "-" } else { "" };
            out.extend_from_slice(format!("{sign}{seconds}.{fraction:09}0").as_bytes());
        }
        b'+' => with_fraction(&mut out, b"%F+%T", &when),
        b'S' => with_fraction(&mut out, b"%S", &when),
        b'T' | b'X' => with_fraction(&mut out, b"%T", &when),
        // These are GNU date's alone.
        b'N' | b'q' | b'%' | b'-' | b'_' | b'0'..=b'9' | b'^' | b'#' | b':' | b'E' | b'O' => {
            out.extend_from_slice(&[b'%', kind]);
        }
        _ => format_time(&mut out, &[b'%', kind], &when),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let time = Time(1_706_933_106_123_456_789);
        let text = |kind| String::from_utf8(time_text(time, kind)).unwrap();
        assert_eq!(String::from_utf8(long_time(time)).unwrap(), "Sat Feb  3 04:05:06.1234567890 2024");
        assert_eq!(text(b'@'), "1706933106.1234567890");
        assert_eq!(text(b'+'), "2024-02-03+04:05:06.1234567890");
        assert_eq!(text(b'S'), "06.1234567890");
        assert_eq!(text(b'Y'), "2024");
        assert_eq!(text(b'E'), "%E");
        assert_eq!(text(b'Q'), "%Q");
        assert_eq!(time_text(Time(i64::MIN), b'@'), b"-9223372036.8547758080");
    }
}
