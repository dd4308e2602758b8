//! The predicates of `find` that compare times, and their arguments.

use super::complain;
use super::parse::{Parser, Refused, refuse};
use super::test::{Age, Comparison, Stamp, Test};
use crate::shared::number::parse_float;
use crate::shared::parse_date;
use crate::shared::quote::quote;
use crate::shared::time::{DAY, NANOS};
use crate::shared::walk::FollowLinks;
use shell::kernel::Stat;
use workspace::Errno;

impl Parser<'_, '_> {
    /// The attributes of a file that others are compared with.
    pub(super) fn stat(&mut self, path: &[u8]) -> Result<Stat, Refused> {
        let (vfs, cwd) = (self.context.vfs(), self.context.cwd());
        let found = if self.settings.follow == FollowLinks::Never {
            vfs.lstat(cwd, path)
        } else {
            match vfs.stat(cwd, path) {
                Err(Errno::NotFound) => vfs.lstat(cwd, path),
                found => found,
            }
        };
        match found {
            Ok(stat) => Ok(stat),
            Err(errno) => refuse(&[&quote(path), b": ", errno.message().as_bytes()]),
        }
    }

    pub(super) fn newer(&mut self, name: &[u8], stamp: Stamp, than: Stamp) -> Result<Test, Refused> {
        let path = self.argument(name)?;
        let reference = i128::from(than.of(&self.stat(path)?).0);
        Ok(Test::Age(Age { stamp, comparison: Comparison::Greater, reference, window: 0 }))
    }

    pub(super) fn newer_letters(&mut self, name: &[u8], letters: &[u8]) -> Result<Test, Refused> {
        let stamp = |letter: u8| match letter {
            b'a' => Some(Stamp::Access),
            b'c' => Some(Stamp::Change),
            b'm' => Some(Stamp::Modification),
            _ => None,
        };
        let &[file, than] = letters else { return refuse(&[b"unknown predicate `", name, b"'"]) };
        let known = |letter: u8| letter == b'B' || stamp(letter).is_some();
        if known(file) && (known(than) || than == b't') && (file == b'B' || than == b'B') {
            complain(self.context, &[b"This system does not provide a way to find the birth time of a file."])?;
            return refuse(&[b"invalid predicate `", name, b"'"]);
        }
        let (Some(of), true) = (stamp(file), than == b't' || stamp(than).is_some()) else {
            return refuse(&[b"invalid predicate `", name, b"'"]);
        };
        let Some(argument) = self.words.get(self.at) else {
            return refuse(&[b"The ", &quote(name), b" test needs an argument"]);
        };
        match stamp(than) {
            Some(than) => self.newer(name, of, than),
            None => {
                self.at += 1;
                let Some(time) = parse_date::parse(argument, self.context.now()) else {
                    let quoted = quote(argument);
                    return refuse(&[b"I cannot figure out how to interpret ", &quoted, b" as a date or time"]);
                };
                let reference = i128::from(time.0);
                Ok(Test::Age(Age { stamp: of, comparison: Comparison::Greater, reference, window: 0 }))
            }
        }
    }

    /// The reference for `-mtime` and its like: a day before now, or with `-daystart` the start of today.
    fn day_origin(&self) -> i128 {
        let day = i128::from(DAY * NANOS);
        if self.day_start { self.now.div_euclid(day) * day } else { self.now - day }
    }

    /// A signed amount of time in nanoseconds, and how it compares: more ago means earlier.
    fn amount(&mut self, name: &[u8], unit: i64) -> Result<(Comparison, i128), Refused> {
        let argument = self.argument(name)?;
        let (comparison, rest) = Comparison::split(argument);
        let Some((value, b"")) = parse_float(rest) else { return self.invalid(name, argument) };
        let nanoseconds = value * unit as f64 * NANOS as f64;
        if !nanoseconds.is_finite() || nanoseconds.abs() > 1e30 {
            return self.invalid(name, argument);
        }
        Ok((comparison, nanoseconds as i128))
    }

    fn age(stamp: Stamp, comparison: Comparison, origin: i128, amount: i128, unit: i64) -> Test {
        let comparison = match comparison {
            Comparison::Greater => Comparison::Less,
            Comparison::Less => Comparison::Greater,
            Comparison::Equal => Comparison::Equal,
        };
        let window = i128::from(unit) * i128::from(NANOS);
        Test::Age(Age { stamp, comparison, reference: origin - amount, window })
    }

    pub(super) fn days(&mut self, name: &[u8], stamp: Stamp) -> Result<Test, Refused> {
        let (comparison, amount) = self.amount(name, DAY)?;
        let mut origin = self.day_origin();
        if comparison == Comparison::Less {
            // Less than N days: what is in the Nth day does not count.
            origin += i128::from((DAY - 1) * NANOS);
        }
        Ok(Self::age(stamp, comparison, origin, amount, DAY))
    }

    pub(super) fn minutes(&mut self, name: &[u8], stamp: Stamp) -> Result<Test, Refused> {
        let (comparison, amount) = self.amount(name, 60)?;
        let origin = self.day_origin() + i128::from(DAY * NANOS);
        Ok(Self::age(stamp, comparison, origin, amount, 60))
    }

    pub(super) fn used(&mut self, name: &[u8]) -> Result<Test, Refused> {
        let argument = self.argument(name)?;
        let (comparison, rest) = Comparison::split(argument);
        let Some((value, b"")) = parse_float(rest) else {
            return refuse(&[b"Invalid argument ", argument, b" to -used"]);
        };
        let limit = (value.clamp(-1e9, 1e9) * DAY as f64 * NANOS as f64) as i128;
        Ok(Test::Used(comparison, limit))
    }
}
