//! Finding a run of lines in a file, by an index from each line to its places.
//!
//! A search looks only where the rarest line of the run occurs, so that many hunks over a large file stay fast. What is
//! left of quadratic behaviour (very repetitive files) is bounded by a budget of comparisons.

use std::borrow::Cow;
use std::collections::HashMap;

use super::text::{Level, Lines};

/// How many line comparisons the placing of one patch may cost.
const SEARCH_BUDGET: u64 = 1 << 30;

/// The search was stopped: the file and the patch are too repetitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// Where the lines of a file are, for each [`Level`] that was asked for.
pub(crate) struct LineIndex<'a, L: Lines> {
    lines: &'a L,
    levels: [Option<LevelIndex<'a>>; 4],
    budget: u64,
}

struct LevelIndex<'a> {
    identifiers: HashMap<Cow<'a, [u8]>, u32>,
    ids: Vec<u32>,
    /// `places[offsets[id]..offsets[id + 1]]` are the lines with that identifier, ascending.
    offsets: Vec<u32>,
    places: Vec<u32>,
}

impl<'a> LevelIndex<'a> {
    fn new<L: Lines>(lines: &'a L, level: Level) -> Self {
        let count = lines.count();
        let mut identifiers: HashMap<Cow<'a, [u8]>, u32> = HashMap::with_capacity(count.min(1 << 16));
        let mut ids = Vec::with_capacity(count);
        for index in 0..count {
            let next = identifiers.len() as u32;
            ids.push(*identifiers.entry(level.key(lines.line(index))).or_insert(next));
        }
        let mut offsets = vec![0_u32; identifiers.len() + 1];
        for &id in &ids {
            offsets[id as usize + 1] += 1;
        }
        for index in 1..offsets.len() {
            offsets[index] += offsets[index - 1];
        }
        let mut cursor = offsets.clone();
        let mut places = vec![0_u32; count];
        for (line, &id) in ids.iter().enumerate() {
            let slot = &mut cursor[id as usize];
            places[*slot as usize] = line as u32;
            *slot += 1;
        }
        Self { identifiers, ids, offsets, places }
    }

    fn places(&self, id: u32) -> &[u32] {
        let (Some(&from), Some(&to)) = (self.offsets.get(id as usize), self.offsets.get(id as usize + 1)) else {
            return &[];
        };
        self.places.get(from as usize..to as usize).unwrap_or_default()
    }
}

/// A run of lines looked up in the index: identifiers, and the rarest line's offset in the run.
struct Run {
    ids: Vec<u32>,
    pivot: usize,
}

impl<'a, L: Lines> LineIndex<'a, L> {
    pub(crate) fn new(lines: &'a L) -> Self {
        Self { lines, levels: [None, None, None, None], budget: SEARCH_BUDGET }
    }

    /// The lines that are searched.
    pub(crate) fn lines(&self) -> &'a L {
        self.lines
    }

    /// Whether `run` stands at line `at`. Needs no index.
    pub(crate) fn matches_at(&self, run: &[&[u8]], at: usize, level: Level) -> bool {
        at.checked_add(run.len()).is_some_and(|end| end <= self.lines.count())
            && run.iter().enumerate().all(|(offset, line)| level.equal(line, self.lines.line(at + offset)))
    }

    /// Counts work done outside the index against the same budget.
    pub(crate) fn charge(&mut self, lines: usize) -> Result<(), Exhausted> {
        self.budget = self.budget.checked_sub(lines as u64).ok_or(Exhausted)?;
        Ok(())
    }

    fn level(&mut self, level: Level) -> &LevelIndex<'a> {
        let lines = self.lines;
        self.levels[level.index()].get_or_insert_with(|| LevelIndex::new(lines, level))
    }

    /// The places of a single line, ascending.
    pub(crate) fn places(&mut self, line: &[u8], level: Level) -> &[u32] {
        let index = self.level(level);
        match index.identifiers.get(&*level.key(line)) {
            Some(&id) => index.places(id),
            None => &[],
        }
    }

    fn look_up(&mut self, run: &[&[u8]], level: Level) -> Option<Run> {
        let index = self.level(level);
        let mut ids = Vec::with_capacity(run.len());
        let mut pivot = 0;
        let mut fewest = usize::MAX;
        for (offset, line) in run.iter().enumerate() {
            let id = *index.identifiers.get(&*level.key(line))?;
            let occurrences = index.places(id).len();
            if occurrences < fewest {
                fewest = occurrences;
                pivot = offset;
            }
            ids.push(id);
        }
        Some(Run { ids, pivot })
    }

    /// Calls `found` for matches that start within `from..=last` and end by `end`, upwards or downwards, until it says
    /// to stop by returning `false`.
    fn scan(
        &mut self,
        run: &[&[u8]],
        level: Level,
        (from, last, end): (usize, usize, usize),
        upwards: bool,
        mut found: impl FnMut(usize) -> bool,
    ) -> Result<(), Exhausted> {
        let last = match end.min(self.lines.count()).checked_sub(run.len()) {
            Some(limit) => last.min(limit),
            None => return Ok(()),
        };
        if run.is_empty() || from > last {
            return Ok(());
        }
        let Some(run) = self.look_up(run, level) else {
            return Ok(());
        };
        let mut budget = self.budget;
        let index = self.level(level);
        let places = index.places(run.ids[run.pivot]);
        let low = places.partition_point(|&place| (place as usize) < from + run.pivot);
        let high = places.partition_point(|&place| place as usize <= last + run.pivot);
        let window = places.get(low..high).unwrap_or_default();
        let mut check = |place: u32| -> Result<bool, Exhausted> {
            let start = place as usize - run.pivot;
            let here = index.ids.get(start..start + run.ids.len()).unwrap_or_default();
            budget = budget.checked_sub(1).ok_or(Exhausted)?;
            if here.first() != run.ids.first() || here.last() != run.ids.last() {
                return Ok(true);
            }
            budget = budget.checked_sub(run.ids.len() as u64).ok_or(Exhausted)?;
            Ok(here != run.ids || found(start))
        };
        let mut outcome = Ok(());
        let mut step = |place: u32| match check(place) {
            Ok(more) => more,
            Err(exhausted) => {
                outcome = Err(exhausted);
                false
            }
        };
        if upwards {
            let _ = window.iter().copied().all(&mut step);
        } else {
            let _ = window.iter().rev().copied().all(&mut step);
        }
        self.budget = budget;
        outcome
    }

    /// The first match that starts at or after `from`.
    pub(crate) fn first(&mut self, run: &[&[u8]], from: usize, level: Level) -> Result<Option<usize>, Exhausted> {
        let mut result = None;
        self.scan(run, level, (from, usize::MAX, usize::MAX), true, |start| {
            result = Some(start);
            false
        })?;
        Ok(result)
    }

    /// The last match that starts at or after `from` and ends by line `end`.
    pub(crate) fn last(
        &mut self,
        run: &[&[u8]],
        from: usize,
        end: usize,
        level: Level,
    ) -> Result<Option<usize>, Exhausted> {
        let mut result = None;
        self.scan(run, level, (from, usize::MAX, end), false, |start| {
            result = Some(start);
            false
        })?;
        Ok(result)
    }

    /// Up to four matches from line `from` on: the two nearest to `hint` on each side, nearest first.
    pub(crate) fn nearest(
        &mut self,
        run: &[&[u8]],
        hint: usize,
        from: usize,
        level: Level,
    ) -> Result<Vec<usize>, Exhausted> {
        let mut result = Vec::new();
        self.scan(run, level, (hint.max(from), usize::MAX, usize::MAX), true, |start| {
            result.push(start);
            result.len() < 2
        })?;
        let above = result.len();
        if let Some(before) = hint.checked_sub(1) {
            self.scan(run, level, (from, before, usize::MAX), false, |start| {
                result.push(start);
                result.len() < above + 2
            })?;
        }
        result.sort_by_key(|&start| (start.abs_diff(hint), start));
        Ok(result)
    }

    /// The matches that start at or after `from` and end by `end`: the first `cap` of them, and how many there are.
    pub(crate) fn all(
        &mut self,
        run: &[&[u8]],
        from: usize,
        end: usize,
        level: Level,
        cap: usize,
    ) -> Result<(Vec<usize>, usize), Exhausted> {
        let mut result = Vec::new();
        let mut count = 0;
        self.scan(run, level, (from, usize::MAX, end), true, |start| {
            if result.len() < cap {
                result.push(start);
            }
            count += 1;
            true
        })?;
        Ok((result, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_runs_in_both_directions() {
        let lines: Vec<&[u8]> = vec![b"a", b"b", b"x", b"a", b"b", b"a", b"b"];
        let mut index = LineIndex::new(&lines);
        let run: [&[u8]; 2] = [b"a", b"b"];
        assert_eq!(index.first(&run, 0, Level::Exact), Ok(Some(0)));
        assert_eq!(index.first(&run, 1, Level::Exact), Ok(Some(3)));
        assert_eq!(index.last(&run, 0, 7, Level::Exact), Ok(Some(5)));
        assert_eq!(index.last(&run, 0, 6, Level::Exact), Ok(Some(3)));
        assert_eq!(index.last(&run, 4, 6, Level::Exact), Ok(None));
        assert_eq!(index.nearest(&run, 4, 0, Level::Exact), Ok(vec![3, 5, 0]));
        assert_eq!(index.all(&run, 0, 7, Level::Exact, 2), Ok((vec![0, 3], 3)));
        assert_eq!(index.first(&[b"a", b"a"], 0, Level::Exact), Ok(None));
        assert_eq!(index.first(&[], 0, Level::Exact), Ok(None));
    }

    #[test]
    fn a_repetitive_search_ends() {
        let lines: Vec<&[u8]> = vec![b"a"; 200_000];
        let mut index = LineIndex::new(&lines);
        let mut run: Vec<&[u8]> = vec![b"a"; 100_000];
        assert_eq!(index.first(&run, 0, Level::Exact), Ok(Some(0)));
        run.push(b"b");
        assert_eq!(index.first(&run, 0, Level::Exact), Ok(None));
        run.pop();
        assert_eq!(index.all(&run, 0, usize::MAX, Level::Exact, 1), Err(Exhausted));
    }
}
