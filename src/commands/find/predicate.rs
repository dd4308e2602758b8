//! What one predicate of `find` is.

use std::cell::RefCell;

use bstr::BString;

use super::super::shared::number::parse_clamped;
use super::printf::Format;
use crate::shell::kernel::{Fd, Stat};
use crate::shell::pattern::Pattern;
use crate::shell::regex::Regex;
use crate::workspace::{Ino, Kind, Time};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    Less,
    Equal,
    Greater,
}

impl Compare {
    /// The sign of `+N`, `-N` or `N` and the rest.
    pub fn split(text: &[u8]) -> (Compare, &[u8]) {
        match text.split_first() {
            Some((b'+', rest)) => (Compare::Greater, rest),
            Some((b'-', rest)) => (Compare::Less, rest),
            _ => (Compare::Equal, text),
        }
    }

    /// More time ago is an earlier time.
    pub fn inverted(self) -> Compare {
        match self {
            Compare::Less => Compare::Greater,
            Compare::Equal => Compare::Equal,
            Compare::Greater => Compare::Less,
        }
    }
}

/// `+N`, `-N` or `N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub compare: Compare,
    pub number: u64,
}

impl Count {
    pub fn parse(text: &[u8]) -> Option<Count> {
        let (compare, rest) = Compare::split(text);
        if !rest.first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        Some(Count { compare, number: u64::try_from(parse_clamped(rest)?).ok()? })
    }

    pub fn fits(&self, number: u64) -> bool {
        match self.compare {
            Compare::Less => number < self.number,
            Compare::Equal => number == self.number,
            Compare::Greater => number > self.number,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeField {
    Access,
    Change,
    Modification,
}

impl TimeField {
    pub fn of(self, stat: &Stat) -> Time {
        match self {
            TimeField::Access => stat.atime,
            TimeField::Change => stat.ctime,
            TimeField::Modification => stat.mtime,
        }
    }
}

/// A test of age: before, after or within a stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub field: TimeField,
    pub compare: Compare,
    pub reference: Time,
    /// Nanoseconds of the stretch that `Equal` means.
    pub width: i64,
}

impl Window {
    pub fn fits(&self, stat: &Stat) -> bool {
        let difference = self.field.of(stat).0.saturating_sub(self.reference.0);
        match self.compare {
            Compare::Less => difference < 0,
            Compare::Greater => difference > 0,
            Compare::Equal => difference > 0 && difference <= self.width,
        }
    }
}

/// Where an action writes.
pub enum Output {
    Stdout,
    File(Fd),
}

/// A command of `-exec` and its like.
pub struct Exec {
    pub words: Vec<BString>,
    /// `-execdir`: run where the file is.
    pub in_folder: bool,
    /// `-ok`
    pub ask: bool,
}

/// Files gathered for one command of `-exec … {} +`.
#[derive(Default)]
pub struct Batch {
    pub files: Vec<BString>,
    pub bytes: usize,
    /// The folder in which the command is to run.
    pub folder: BString,
}

pub enum Predicate {
    Constant(bool),
    Name(Pattern),
    Path(Pattern),
    LinkName(Pattern),
    Regex(Regex),
    Type(Vec<Kind>),
    TargetType(Vec<Kind>),
    Size { count: Count, unit: u64 },
    Empty,
    Executable,
    ModeIs { file: u16, folder: u16 },
    ModeAll { file: u16, folder: u16 },
    ModeAny { file: u16, folder: u16 },
    OwnerId(Count),
    Links(Count),
    Inode(Count),
    Used(Count),
    SameFile(Ino),
    Age(Window),
    NewerThan(TimeField, Time),
    Print { output: Output, end: u8 },
    Printf { output: Output, format: Format },
    List(Output),
    Prune,
    Quit,
    Delete,
    Exec(Exec),
    ExecMany(Exec, RefCell<Batch>),
}
