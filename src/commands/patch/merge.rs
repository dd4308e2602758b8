//! `--merge`: hunks that do not fit are merged line by line; what cannot be is put between conflict markers.
//!
//! A hunk that fits nowhere goes where its old lines are reached with the fewest lines left out or put in between,
//! at most twice as many as the hunk has lines of context, and with all but as many of its lines as it has of context.

use std::collections::HashMap;

use super::apply::{Input, Output};
use super::hunk::{Hunk, Line};
use super::read::Stop;
use crate::diff::changes::{Effort, changes};
use shell::command::Context;
use shell::kernel::Halt;

/// How conflicts are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Merge,
    /// With the lines that the patch expects.
    Diff3,
}

/// How a hunk's lines and those of the file go together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Both,
    HunkOnly,
    FileOnly,
    End,
}

/// What became of a hunk.
pub struct Merged {
    /// `Hunk #1 merged at 3` and so on, for the user.
    pub message: Vec<u8>,
    /// There are conflicts.
    pub conflicts: bool,
}

/// The fewest lines to leave out of `wanted` or to put in between, at most `most`, to reach its end in `given`, of which
/// at least `least` lines are used; and how many are.
fn distance(wanted: &[&[u8]], given: &[&[u8]], least: usize, most: usize, compared: &mut u64) -> Option<(usize, usize)> {
    let (count, room) = (wanted.len() as i64, given.len() as i64);
    let middle = most + 1;
    // By diagonal, how far into `wanted` one gets.
    let mut reached = vec![-1i64; 2 * most + 3];
    let mut before = reached.clone();
    for steps in 0..=most {
        std::mem::swap(&mut reached, &mut before);
        let mut best = None;
        for index in middle - steps..=middle + steps {
            let diagonal = index as i64 - middle as i64;
            let mut at = if steps == 0 { 0 } else { -1 };
            if steps > 0 {
                let left_out = if before[index + 1] < 0 { -1 } else { before[index + 1] + 1 };
                for candidate in [left_out, before[index - 1], before[index]] {
                    if candidate <= count && (0..=room).contains(&(candidate + diagonal)) {
                        at = at.max(candidate);
                    }
                }
            }
            while at >= 0 && at < count && at + diagonal < room {
                *compared += 1;
                if wanted[at as usize] != given[(at + diagonal) as usize] {
                    break;
                }
                at += 1;
            }
            reached[index] = at;
            if at == count && count + diagonal >= least as i64 {
                best = best.max(Some((count + diagonal) as usize));
            }
        }
        if let Some(used) = best {
            return Some((steps, used));
        }
    }
    None
}

impl Input<'_> {
    /// The line at which a hunk that fits nowhere is merged, and how many lines from there it is about.
    pub fn locate_merge(
        &self,
        context: &Context<'_>,
        hunk: &Hunk,
        frozen: i64,
        shift: i64,
    ) -> Result<(i64, usize), Halt> {
        let guess = hunk.old_start.saturating_add(shift);
        let behind = frozen.saturating_add(1);
        let pattern: Vec<&[u8]> = hunk.old.iter().map(|line| line.text.as_slice()).collect();
        let in_context = hunk.old.iter().filter(|line| line.mark == b' ').count();
        let (mut place, mut matched) = (guess, 0);
        if in_context == 0 {
            return Ok((place.max(behind), matched));
        }
        // No more changes can be made than there are lines.
        let mut most = (2 * in_context).min(pattern.len() + self.lines.len());
        let mut least = pattern.len() - in_context;
        let until_end = hunk.suffix < hunk.prefix;
        let mut compared = 0;
        // False: it cannot get better.
        let mut attempt = |at: i64| -> Result<bool, Halt> {
            context.charge(1 + std::mem::take(&mut compared))?;
            let Some(start) = at.checked_sub(1).and_then(|start| usize::try_from(start).ok()) else { return Ok(true) };
            let Some(given) = self.lines.get(start..) else { return Ok(true) };
            let needed = if until_end { given.len() } else { least };
            context.charge(most as u64)?;
            if let Some((steps, used)) = distance(&pattern, given, needed, most, &mut compared)
                && used > matched
            {
                (place, matched) = (at, used);
                if steps == 0 {
                    return Ok(false);
                }
                (least, most) = (used, steps - 1);
            }
            Ok(true)
        };
        if hunk.prefix < hunk.suffix && hunk.old_start <= 1 {
            // Less context before than behind: it is the start of the file.
            attempt(1)?;
            return Ok((place.max(behind), matched));
        }
        let most_after = self.count().saturating_add(1).saturating_sub(guess);
        let most_before = guess.saturating_sub(behind);
        let farthest = most_after.max(most_before);
        let mut offset = if most_after < 0 { most_after.saturating_neg() } else { 0 };
        while offset <= farthest {
            if offset <= most_after && !attempt(guess.saturating_add(offset))?
                || offset > 0 && offset <= most_before && !attempt(guess.saturating_sub(offset))?
            {
                break;
            }
            offset += 1;
        }
        Ok((place.max(behind), matched))
    }

    /// How the old lines of a hunk and the lines that it is about go together.
    fn marks(&self, context: &Context<'_>, hunk: &Hunk, start: usize, matched: usize) -> Result<Vec<Mark>, Halt> {
        let mut known: HashMap<&[u8], u32> = HashMap::new();
        let mut number = |text| {
            let next = known.len() as u32;
            *known.entry(text).or_insert(next)
        };
        let old: Vec<u32> = hunk.old.iter().map(|line| number(line.text.as_slice())).collect();
        let given = self.lines.get(start..).unwrap_or_default();
        let new: Vec<u32> = given.iter().take(matched).map(|line| number(*line)).collect();
        let effort = Effort { minimal: true, horizon: 0 };
        let distinct = known.len();
        let changes = changes(context, &old, &new, distinct, effort, &|one, two| old[one] == new[two])?;
        let mut marks = Vec::with_capacity(old.len() + new.len() + 1);
        let mut at = 0;
        for change in &changes {
            marks.resize(marks.len() + change.old_start.saturating_sub(at), Mark::Both);
            marks.resize(marks.len() + change.deleted(), Mark::HunkOnly);
            marks.resize(marks.len() + change.inserted(), Mark::FileOnly);
            at = change.old_end;
        }
        marks.resize(marks.len() + old.len().saturating_sub(at), Mark::Both);
        marks.push(Mark::End);
        Ok(marks)
    }
}

/// Where a merge stands: in the hunk's sides, in the file (from 0) and in the marks.
#[derive(Clone, Copy)]
struct At {
    old: usize,
    new: usize,
    file: usize,
    mark: usize,
}

/// Merges a hunk; `None`: the hunks are out of order.
pub struct Merge<'m, 'd> {
    pub input: &'m Input<'d>,
    pub hunk: &'m Hunk,
    pub style: Style,
    /// Whether it is said where lines were merged.
    pub tell_merged: bool,
    /// By how many lines places are moved when they are told; lines that are taken away do not count.
    pub out_shift: &'m mut i64,
    /// With [`Style::Diff3`], by how many lines GNU patch is behind in the file after lines that it has applied already.
    pub lag: usize,
}

/// Gathers what is told of a hunk.
struct Report {
    text: String,
    first: Option<&'static str>,
}

impl Report {
    fn tell(&mut self, what: &'static str, line: i64, count: usize) {
        // Only what came first is known for what it was.
        match self.first {
            None => self.text.push_str(&format!(" {what} at ")),
            Some(first) if first == what => self.text.push(','),
            Some(_) => self.text.push_str(&format!(", {what} at ")),
        }
        self.first.get_or_insert(what);
        self.text.push_str(&line.to_string());
        if count > 1 {
            self.text.push_str(&format!("-{}", line.saturating_add(count as i64 - 1)));
        }
    }
}

impl Merge<'_, '_> {
    /// Carries the hunk, number `number`, out at a line. `None`: the hunks are out of order, as has been said.
    pub fn run(
        mut self,
        context: &Context<'_>,
        output: &mut Output<'_>,
        number: usize,
        (place, matched): (i64, usize),
        said: &mut Vec<u8>,
    ) -> Result<Option<Merged>, Stop> {
        let start = usize::try_from(place.saturating_sub(1)).unwrap_or(0);
        let marks = self.input.marks(context, self.hunk, start, matched)?;
        let mut report = Report { text: format!("Hunk #{number}"), first: None };
        let mut conflicts = false;
        if !output.copy_till(self.input, (start as i64).max(output.frozen), said) {
            return Ok(None);
        }
        let old = |at: &At| self.hunk.old.get(at.old).map_or(b'=', |line| line.mark);
        let new = |at: &At| self.hunk.new.get(at.new).map_or(b'=', |line| line.mark);
        let mark = |at: &At| marks.get(at.mark).copied().unwrap_or(Mark::End);
        let mut at = At { old: 0, new: 0, file: start, mark: 0 };
        loop {
            let from = at;
            let mut conflict = false;
            if old(&at) == b'-' || new(&at) == b'+' {
                while old(&at) == b'-' && mark(&at) == Mark::Both {
                    (at.old, at.file, at.mark) = (at.old + 1, at.file + 1, at.mark + 1);
                }
                conflict = old(&at) == b'-' || matches!(mark(&at), Mark::FileOnly | Mark::HunkOnly);
                if !conflict {
                    while new(&at) == b'+' {
                        at.new += 1;
                    }
                    let lines = self.hunk.new.get(from.new..at.new).unwrap_or_default();
                    if self.tell_merged {
                        report.tell("merged", self.line(from.file), lines.len());
                    }
                    *self.out_shift = self.out_shift.saturating_add(lines.len() as i64);
                    output.put_lines(lines.iter().map(|line| line.text.as_slice()));
                    output.frozen = self.done(at.file);
                    continue;
                }
            } else if old(&at) == b' ' {
                match mark(&at) {
                    Mark::HunkOnly => {
                        while old(&at) == b' ' && new(&at) != b'+' && mark(&at) == Mark::HunkOnly {
                            (at.old, at.new, at.mark) = (at.old + 1, at.new + 1, at.mark + 1);
                        }
                        conflict = old(&at) == b'-' || new(&at) == b'+';
                    }
                    Mark::FileOnly => {
                        while mark(&at) == Mark::FileOnly {
                            (at.file, at.mark) = (at.file + 1, at.mark + 1);
                        }
                    }
                    Mark::Both => {
                        while old(&at) == b' ' && new(&at) == b' ' && mark(&at) == Mark::Both {
                            at = At { old: at.old + 1, new: at.new + 1, file: at.file + 1, mark: at.mark + 1 };
                        }
                    }
                    Mark::End => break,
                }
            } else if mark(&at) == Mark::FileOnly {
                (at.file, at.mark) = (at.file + 1, at.mark + 1);
            } else {
                break;
            }
            if !conflict {
                if !output.copy_till(self.input, self.done(at.file), said) {
                    return Ok(None);
                }
                continue;
            }
            // Where does it end?
            loop {
                match mark(&at) {
                    Mark::HunkOnly => {
                        while new(&at) == b'+' {
                            at.new += 1;
                        }
                        at.new += usize::from(old(&at) == b' ');
                        (at.old, at.mark) = (at.old + 1, at.mark + 1);
                    }
                    Mark::FileOnly => (at.file, at.mark) = (at.file + 1, at.mark + 1),
                    _ if old(&at) == b'-' => (at.old, at.file, at.mark) = (at.old + 1, at.file + 1, at.mark + 1),
                    _ if new(&at) == b'+' => at.new += 1,
                    _ => break,
                }
            }
            conflicts |= self.conflict(output, from, at, &mut report);
            output.frozen = self.done(at.file);
        }
        let mut message = Vec::new();
        if report.first.is_some() {
            message = report.text.into_bytes();
            message.extend_from_slice(b".\n");
        }
        Ok(Some(Merged { message, conflicts }))
    }

    /// The line that messages name for a place in the file.
    fn line(&self, file: usize) -> i64 {
        self.done(file).saturating_add(1).saturating_add(*self.out_shift)
    }

    /// How many lines of the file are done with at a place.
    fn done(&self, file: usize) -> i64 {
        file.saturating_sub(self.lag) as i64
    }

    /// Writes the lines between two places; true: they are in conflict, false: the file has what the hunk wants.
    fn conflict(&mut self, output: &mut Output<'_>, from: At, to: At, report: &mut Report) -> bool {
        let (first, last) = (from.file.saturating_sub(self.lag), to.file.saturating_sub(self.lag));
        let ours = self.input.lines.get(first..last.min(self.input.lines.len())).unwrap_or_default();
        let side = |lines: &[Line], from: usize, to: usize| -> Vec<Vec<u8>> {
            let lines = lines.get(from..to.min(lines.len())).unwrap_or_default();
            lines.iter().map(|line| line.text.clone()).collect()
        };
        let theirs = side(&self.hunk.new, from.new, to.new);
        let line = self.line(from.file);
        let same = ours.iter().zip(&theirs).take_while(|(ours, theirs)| **ours == theirs.as_slice()).count();
        if same == ours.len() && same == theirs.len() {
            report.tell("already applied", line, same);
            match self.style {
                Style::Merge => output.put_lines(ours.iter().copied()),
                Style::Diff3 => self.lag += same,
            }
            return false;
        }
        let (mut before, mut behind) = (0, 0);
        if self.style == Style::Merge {
            before = same;
            let pairs = ours[before..].iter().rev().zip(theirs[before..].iter().rev());
            behind = pairs.take_while(|(ours, theirs)| **ours == theirs.as_slice()).count();
        }
        let (ours, last) = ours.split_at(ours.len() - behind);
        let (first, ours) = ours.split_at(before);
        let theirs = &theirs[before..theirs.len() - behind];
        let mut written = ours.len() + theirs.len() + 3;
        output.put_lines(first.iter().copied());
        output.put_lines([b"<<<<<<<\n".as_slice()]);
        output.put_lines(ours.iter().copied());
        if self.style == Style::Diff3 {
            let base = side(&self.hunk.old, from.old, to.old);
            written += base.len() + 1;
            output.put_lines([b"|||||||\n".as_slice()]);
            output.put_lines(base.iter().map(Vec::as_slice));
        }
        output.put_lines([b"=======\n".as_slice()]);
        output.put_lines(theirs.iter().map(Vec::as_slice));
        output.put_lines([b">>>>>>>\n".as_slice()]);
        output.put_lines(last.iter().copied());
        report.tell("NOT MERGED", line.saturating_add(before as i64), written);
        *self.out_shift = self.out_shift.saturating_add((written - ours.len()) as i64);
        true
    }
}
