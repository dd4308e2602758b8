//! Tests and actions: what each predicate asks about a file, or does to it.

use bstr::BString;

use super::printf::Format;
use shell::kernel::Stat;
use shell::pattern::Pattern;
use shell::regex::Regex;
use workspace::{Ino, Kind, Time};

/// `+N`, `N` or `-N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Greater,
    Equal,
    Less,
}

impl Comparison {
    /// Takes the sign off an argument.
    pub fn split(argument: &[u8]) -> (Comparison, &[u8]) {
        match argument.split_first() {
            Some((b'+', rest)) => (Comparison::Greater, rest),
            Some((b'-', rest)) => (Comparison::Less, rest),
            _ => (Comparison::Equal, argument),
        }
    }

    pub fn holds<T: PartialOrd>(self, value: T, limit: T) -> bool {
        match self {
            Comparison::Greater => value > limit,
            Comparison::Equal => value == limit,
            Comparison::Less => value < limit,
        }
    }
}

/// A number to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    pub comparison: Comparison,
    pub value: u64,
}

impl Number {
    pub fn holds(self, value: u64) -> bool {
        self.comparison.holds(value, self.value)
    }
}

/// Which time of a file is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    Access,
    Change,
    Modification,
}

impl Stamp {
    pub fn of(self, stat: &Stat) -> Time {
        match self {
            Stamp::Access => stat.atime,
            Stamp::Change => stat.ctime,
            Stamp::Modification => stat.mtime,
        }
    }
}

/// A time to compare with, in nanoseconds since 1970. Wider than a [`Time`], so that ages cannot overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Age {
    pub stamp: Stamp,
    /// `Greater`: later than the reference. `Equal`: in the window after it.
    pub comparison: Comparison,
    pub reference: i128,
    pub window: i128,
}

impl Age {
    pub fn holds(&self, time: i128) -> bool {
        let difference = time - self.reference;
        match self.comparison {
            Comparison::Equal => difference > 0 && difference <= self.window,
            comparison => comparison.holds(difference, 0),
        }
    }
}

/// How `-perm` compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    Exactly,
    /// `-MODE`
    All,
    /// `/MODE`
    Any,
}

/// What may be done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    Read,
    Write,
    Execute,
}

/// Where an action writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Stdout,
    Stderr,
    /// A file of the table of outputs.
    File(usize),
}

/// A predicate with its argument.
pub enum Test {
    True,
    False,
    Name(Pattern),
    Path(Pattern),
    /// Where a link points to.
    LinkName(Pattern),
    Regex(Regex),
    Type(Vec<Kind>),
    /// The type behind a link, or of the link itself where links are followed anyway.
    CrossType(Vec<Kind>),
    /// In units of so many bytes, rounded up.
    Size(Number, u64),
    Empty,
    Permissions {
        how: Match,
        file: u16,
        folder: u16,
    },
    Age(Age),
    /// Nanoseconds between the last change of status and the last access; `Equal`: in the day that ends there.
    Used(Comparison, i128),
    Links(Number),
    Inode(Number),
    Same(Option<Ino>),
    /// The user or group number of everything.
    Owner(Number),
    Access(Right),
    Prune,
    Quit,
    Delete,
    Print(Target, u8),
    Format(Target, Format),
    List(Target),
    /// An entry of the table of commands.
    Exec(usize),
}

/// A file that actions write to.
pub struct OutputFile {
    pub name: BString,
    pub output: shell::command::Output,
}
