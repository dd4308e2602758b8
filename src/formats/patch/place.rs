//! Deciding at which lines of a file each hunk applies.
//!
//! A hunk with line numbers applies where it says when its old lines stand there (after the shift that earlier hunks
//! showed). Otherwise a single match wins wherever it is; of several, the nearest wins when it is at most
//! [`NEAR`] lines away and every other one more than twice as far. Everything else is ambiguous.
//!
//! Hunks without numbers are placed in the order of the file. The placement must be the only one possible: the earliest
//! and the latest assignment of all of them are compared. `@@` anchors narrow it: each must stand in the file, a later
//! one after an earlier one, and the hunk is the first match after them.

use super::super::diagnose::{self, Wanted};
use super::super::error::{MismatchReason, PatchError};
use super::super::search::{Exhausted, LineIndex};
use super::super::text::{FileText, Level, Lines, trim};
use super::hunk::{Hunk, LineKind};
use super::{Ambiguity, PatchOptions};

/// How many lines away from its stated line a hunk may be placed when there are other matches farther off.
const NEAR: usize = 10;
/// How many places an error lists.
const LISTED: usize = 10;

/// How many occurrences of an outermost anchor are tried to see whether another place is possible.
const TRIED_ANCHORS: usize = 1_000;

/// How an anchor is like the line that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Line(Level),
    /// The line begins with the anchor, up to the end of a word.
    Beginning,
}

/// A hunk and its place.
pub(super) struct Placed<'h, 'p> {
    pub(super) hunk: &'h Hunk<'p>,
    /// The part of the hunk's lines that applies.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The 0-based line of the file at which it starts.
    pub(super) start: usize,
    /// How many lines of the file it covers.
    pub(super) length: usize,
    pub(super) level: Level,
    pub(super) note: Option<String>,
}

/// A hunk prepared for searching.
struct Job<'h, 'p> {
    hunk: &'h Hunk<'p>,
    old: Vec<&'p [u8]>,
    new: Vec<&'p [u8]>,
    patch_lines: Vec<usize>,
    /// Ways to leave out context: lines dropped at the front and at the back.
    trims: Vec<(usize, usize)>,
}

impl<'h, 'p> Job<'h, 'p> {
    fn new(hunk: &'h Hunk<'p>, fuzz: usize) -> Self {
        let side = |other: LineKind| hunk.lines.iter().filter(move |line| line.kind != other);
        let is_context = |line: &&super::hunk::HunkLine<'p>| line.kind == LineKind::Context;
        let leading = hunk.lines.iter().take_while(is_context).count();
        let trailing = hunk.lines.iter().rev().take_while(is_context).count();
        let blank_tail = hunk.lines.iter().rev().take_while(|line| is_context(line) && line.text.is_empty()).count();
        let mut trims = vec![(0, 0)];
        let has_old_change = hunk.count(LineKind::Removed) > 0;
        for dropped in 1..=blank_tail.min(2) {
            trims.push((0, dropped));
        }
        if hunk.old_start.is_some() {
            for fuzz in 1..=fuzz.min(leading.max(trailing)) {
                let pair = (fuzz.min(leading), fuzz.min(trailing));
                let remains = side(LineKind::Added).count() > pair.0 + pair.1;
                if (has_old_change || remains) && !trims.contains(&pair) {
                    trims.push(pair);
                }
            }
        }
        Self {
            hunk,
            old: side(LineKind::Added).map(|line| line.text).collect(),
            new: side(LineKind::Removed).map(|line| line.text).collect(),
            patch_lines: side(LineKind::Added).map(|line| line.number).collect(),
            trims,
        }
    }

    fn run(&self, (front, back): (usize, usize)) -> &[&'p [u8]] {
        self.old.get(front..self.old.len().saturating_sub(back)).unwrap_or_default()
    }

    fn placed(&self, start: usize, (front, back): (usize, usize), level: Level) -> Placed<'h, 'p> {
        Placed {
            hunk: self.hunk,
            from: front,
            to: self.hunk.lines.len().saturating_sub(back),
            start,
            length: self.run((front, back)).len(),
            level,
            note: None,
        }
    }
}

/// How a hunk came to its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// By its number, at the end of the file, or by an insertion rule: nothing to compare.
    Fixed,
    /// An insertion at the end of the file, which does not move the cursor.
    Appended,
    /// By searching from this line on.
    Searched { cursor: usize },
}

pub(super) struct Placer<'a, 'f> {
    pub(super) path: &'a str,
    pub(super) file: &'a FileText<'f>,
    pub(super) index: LineIndex<'a, FileText<'f>>,
    pub(super) options: &'a PatchOptions,
    pub(super) envelope: bool,
}

impl<'a, 'f> Placer<'a, 'f> {
    fn levels(&self) -> &'static [Level] {
        if self.envelope {
            &[Level::Exact, Level::TrimEnd, Level::Trim, Level::Fold]
        } else {
            &[Level::Exact, Level::TrimEnd]
        }
    }

    /// Places all hunks; the result is in the order of the file.
    pub(super) fn place<'h, 'p>(&mut self, hunks: &'h [Hunk<'p>]) -> Result<Vec<Placed<'h, 'p>>, PatchError> {
        let mut placed: Vec<Placed<'h, 'p>> = Vec::with_capacity(hunks.len());
        let mut jobs = Vec::with_capacity(hunks.len());
        let mut cursor = 0;
        let mut shift = 0_i64;
        for hunk in hunks.iter().filter(|hunk| !hunk.is_inert()) {
            let job = Job::new(hunk, self.options.fuzz);
            let (place, found) = if job.old.is_empty() {
                self.insertion(&job, cursor, shift)?
            } else if let Some(stated) = hunk.old_start.filter(|&start| start > 0) {
                (self.numbered(&job, stated, cursor, &mut shift)?, Found::Fixed)
            } else {
                self.search(&job, cursor)?
            };
            if found != Found::Appended {
                cursor = place.start + place.length;
            }
            placed.push(place);
            jobs.push((job, found));
        }
        self.compare_with_latest(&jobs, &mut placed)?;
        placed.sort_by_key(|place| place.start);
        Ok(placed)
    }

    fn exhausted(&self, job: &Job<'_, '_>) -> PatchError {
        PatchError::in_file(
            "the file and the patch are too repetitive to place this hunk",
            self.path,
            Some(job.hunk.number),
            job.hunk.patch_line,
        )
    }

    fn mismatch(&mut self, job: &Job<'_, '_>, hint: Option<usize>, cursor: usize) -> PatchError {
        let wanted = self.wanted(job, hint, cursor);
        diagnose::explain(&wanted, self.file, &mut self.index)
    }

    fn wanted<'w, 'p>(&self, job: &'w Job<'_, 'p>, hint: Option<usize>, cursor: usize) -> Wanted<'w, 'p>
    where
        'a: 'w,
    {
        Wanted {
            path: self.path,
            hunk: job.hunk.number,
            old: &job.old,
            patch_lines: &job.patch_lines,
            new: &job.new,
            hint,
            cursor,
        }
    }

    fn ambiguous(&self, job: &Job<'_, '_>, mut starts: Vec<usize>, total: usize) -> PatchError {
        starts.sort_unstable();
        PatchError::Ambiguous {
            path: self.path.to_owned(),
            hunk: Some(job.hunk.number),
            patch_line: Some(job.hunk.patch_line),
            lines: starts.into_iter().map(|start| start + 1).collect(),
            total,
        }
    }

    /// Places a hunk whose header states line `stated` (1-based).
    fn numbered<'h, 'p>(
        &mut self,
        job: &Job<'h, 'p>,
        stated: usize,
        cursor: usize,
        shift: &mut i64,
    ) -> Result<Placed<'h, 'p>, PatchError> {
        let count = self.file.count();
        let expected = usize::try_from((stated - 1) as i64 + *shift).unwrap_or(0);
        let to_end = job.hunk.has_newline_marker();
        for &trims in &job.trims {
            let run = job.run(trims);
            if run.is_empty() {
                continue;
            }
            let want = expected.saturating_add(trims.0);
            for &level in self.levels() {
                let fits_here = want >= cursor
                    && (!to_end || want.checked_add(run.len()) == Some(count))
                    && self.index.matches_at(run, want, level);
                let start = if fits_here {
                    Some(want)
                } else if to_end {
                    self.at_end(run, cursor, level)
                } else {
                    let found = self.index.nearest(run, want, cursor, level).map_err(|_| self.exhausted(job))?;
                    self.choose_near(job, &found, want, level, cursor)?
                };
                let Some(start) = start else {
                    continue;
                };
                *shift = start as i64 - trims.0 as i64 - (stated - 1) as i64;
                let mut placed = job.placed(start, trims, level);
                let offset = start as i64 - want as i64;
                let dropped = trims.0 + trims.1;
                if offset != 0 || level != Level::Exact || dropped > 0 {
                    placed.note = Some(self.note(job, &placed, Some(offset), dropped));
                }
                return Ok(placed);
            }
        }
        if to_end {
            self.refuse_middle(job, cursor)?;
        }
        Err(self.mismatch(job, Some(expected), cursor))
    }

    fn at_end(&self, run: &[&[u8]], cursor: usize, level: Level) -> Option<usize> {
        let start = self.file.count().checked_sub(run.len())?;
        (start >= cursor && self.index.matches_at(run, start, level)).then_some(start)
    }

    /// A hunk that speaks of the file's end fits in the middle only.
    fn refuse_middle(&mut self, job: &Job<'_, '_>, cursor: usize) -> Result<(), PatchError> {
        let found = self.index.first(&job.old, cursor, Level::Exact).map_err(|_| self.exhausted(job))?;
        let Some(start) = found else {
            return Ok(());
        };
        let wanted = self.wanted(job, None, cursor);
        let last = job.old.len().saturating_sub(1);
        Err(PatchError::ContextMismatch(Box::new(diagnose::at(
            &wanted,
            self.file,
            start,
            job.old.len(),
            last,
            MismatchReason::NotAtEnd,
        ))))
    }

    fn choose_near(
        &mut self,
        job: &Job<'_, '_>,
        found: &[usize],
        want: usize,
        level: Level,
        cursor: usize,
    ) -> Result<Option<usize>, PatchError> {
        let (Some(&nearest), second) = (found.first(), found.get(1)) else {
            return Ok(None);
        };
        let distance = nearest.abs_diff(want);
        match second {
            Some(second) if distance > NEAR || second.abs_diff(want) <= 2 * distance => {
                let (starts, total) =
                    self.index.all(&job.old, cursor, usize::MAX, level, LISTED).map_err(|_| self.exhausted(job))?;
                // With context dropped the whole run has no match; the nearest ones are named then.
                if total > 1 {
                    Err(self.ambiguous(job, starts, total))
                } else {
                    Err(self.ambiguous(job, found.to_vec(), found.len()))
                }
            }
            _ => Ok(Some(nearest)),
        }
    }

    fn note(&self, job: &Job<'_, '_>, placed: &Placed<'_, '_>, offset: Option<i64>, dropped: usize) -> String {
        let mut note = format!("hunk {} applied at line {}", job.hunk.number, placed.start + 1);
        if let Some(offset) = offset.filter(|&offset| offset != 0) {
            note.push_str(&format!(" (offset {offset} line{})", if offset.abs() == 1 { "" } else { "s" }));
        }
        if placed.level != Level::Exact {
            note.push_str(&format!(", ignoring {}", placed.level.overlooks()));
        }
        if dropped > 0 {
            note.push_str(&format!(", without {dropped} of its context lines"));
        }
        note
    }

    /// Places a hunk that only adds lines.
    fn insertion<'h, 'p>(
        &mut self,
        job: &Job<'h, 'p>,
        cursor: usize,
        shift: i64,
    ) -> Result<(Placed<'h, 'p>, Found), PatchError> {
        let hunk = job.hunk;
        let count = self.file.count();
        let at = |start| job.placed(start, (0, 0), Level::Exact);
        if count == 0 {
            return Ok((at(0), Found::Fixed));
        }
        if let Some(stated) =
            hunk.old_start.filter(|&start| !self.envelope && (start == 0 || hunk.old_count == Some(0)))
        {
            let start = if stated == 0 { 0 } else { usize::try_from(stated as i64 + shift).unwrap_or(0) };
            let reason = if start > count {
                Some(MismatchReason::EndOfFile)
            } else if start < cursor {
                Some(MismatchReason::OutOfOrder)
            } else if hunk.has_newline_marker() && start != count {
                Some(MismatchReason::NotAtEnd)
            } else {
                None
            };
            return match reason {
                None => Ok((at(start), Found::Fixed)),
                Some(reason) => {
                    let wanted = self.wanted(job, Some(start), cursor);
                    let mut mismatch = diagnose::at(&wanted, self.file, start.min(count), 0, 0, reason);
                    mismatch.patch_line = hunk.patch_line;
                    mismatch.expected = format!("(a place for new lines after line {stated})");
                    mismatch.candidate = None;
                    Err(PatchError::ContextMismatch(Box::new(mismatch)))
                }
            };
        }
        if !hunk.anchors.is_empty() {
            match self.anchors(job, cursor) {
                Ok((_, after)) if !hunk.has_newline_marker() || after == count => {
                    let mut placed = at(after);
                    placed.note = Some(format!("hunk {} inserted after its anchor, line {after}", hunk.number));
                    return Ok((placed, Found::Fixed));
                }
                Err(error) if !hunk.soft_anchors => return Err(error),
                _ => {}
            }
        }
        if self.envelope || hunk.has_newline_marker() {
            let mut placed = at(count);
            placed.note = Some(format!("hunk {} has no old lines: appended to the file", hunk.number));
            return Ok((placed, Found::Appended));
        }
        Err(PatchError::in_file(
            "the hunk only adds lines and does not say where: give at least one context line before or after them",
            self.path,
            Some(hunk.number),
            hunk.patch_line,
        ))
    }

    /// The first place of an anchor from `from` on, at the strictest likeness that has one there.
    fn anchor(&mut self, text: &[u8], from: usize) -> Option<(usize, Likeness)> {
        // Some models close the anchor as unified headers are closed.
        let closed = trim(text).strip_suffix(b"@@").map(trim).filter(|text| !text.is_empty());
        let levels = [Level::Exact, Level::TrimEnd, Level::Trim, Level::Fold].map(Likeness::Line);
        for text in std::iter::once(text).chain(closed) {
            for likeness in levels.into_iter().chain([Likeness::Beginning]) {
                if let Some(line) = self.anchor_like(text, from, likeness) {
                    return Some((line, likeness));
                }
            }
        }
        None
    }

    /// The first place of an anchor from `from` on at a given likeness.
    fn anchor_like(&mut self, text: &[u8], from: usize, likeness: Likeness) -> Option<usize> {
        let level = match likeness {
            Likeness::Line(level) => level,
            Likeness::Beginning => {
                let bare = trim(text);
                let begins = |line: &[u8]| {
                    trim(line).strip_prefix(bare).is_some_and(|rest| {
                        !rest.first().is_some_and(|&next| next.is_ascii_alphanumeric() || next == b'_' || next >= 0x80)
                    })
                };
                let count = self.file.count();
                let found = (from..count).find(|&line| begins(self.file.content(line)));
                let scanned = found.unwrap_or(count).saturating_sub(from);
                return self.index.charge(scanned).ok().and(found);
            }
        };
        let places = self.index.places(text, level);
        let next = places.partition_point(|&place| (place as usize) < from);
        places.get(next).map(|&place| place as usize)
    }

    /// Follows the hunk's anchors from `cursor`: the line of the last one, and the line from which its hunk is searched.
    /// The outermost anchor may also stand before the cursor.
    fn anchors(&mut self, job: &Job<'_, '_>, cursor: usize) -> Result<(Option<usize>, usize), PatchError> {
        let mut last = None;
        let mut from = cursor;
        for (position, &(text, patch_line)) in job.hunk.anchors.iter().enumerate() {
            if let Some((line, _)) = self.anchor(text, from) {
                last = Some(line);
                from = line + 1;
            } else if position == 0 && self.anchor(text, 0).is_some() {
                last = None;
            } else {
                let (path, number) = (self.path, job.hunk.number);
                return Err(diagnose::anchor_missing(path, number, patch_line, text, from, self.file));
            }
        }
        Ok((last, from))
    }

    /// Searches a hunk without line numbers from `cursor` on.
    fn search<'h, 'p>(&mut self, job: &Job<'h, 'p>, cursor: usize) -> Result<(Placed<'h, 'p>, Found), PatchError> {
        let (anchor, from, note) = match self.anchors(job, cursor) {
            Ok((anchor, from)) => (anchor, from, None),
            Err(_) if job.hunk.soft_anchors => {
                (None, cursor, Some(format!("hunk {}: no line matches its heading", job.hunk.number)))
            }
            Err(error) => return Err(error),
        };
        let to_end = job.hunk.has_newline_marker();
        for &trims in &job.trims {
            let run = job.run(trims);
            if run.is_empty() {
                continue;
            }
            for &level in self.levels() {
                let found = if (to_end || job.hunk.end_of_file)
                    && let Some(start) = self.at_end(run, from, level)
                {
                    Some((start, Found::Fixed))
                } else if to_end {
                    None
                } else {
                    self.first_after(run, anchor, from, level)
                        .map_err(|_| self.exhausted(job))?
                        .map(|start| (start, Found::Searched { cursor }))
                };
                let Some((start, found)) = found else {
                    continue;
                };
                let mut placed = job.placed(start, trims, level);
                placed.note = match (level, note) {
                    (Level::Exact, note) => note,
                    _ => Some(self.note(job, &placed, None, 0)),
                };
                return Ok((placed, found));
            }
        }
        if to_end {
            self.refuse_middle(job, cursor)?;
        }
        Err(self.mismatch(job, None, from))
    }

    /// The first match after the anchor. A hunk that repeats its anchor as its first line starts at the anchor.
    fn first_after(
        &mut self,
        run: &[&[u8]],
        anchor: Option<usize>,
        from: usize,
        level: Level,
    ) -> Result<Option<usize>, Exhausted> {
        if let Some(anchor) = anchor
            && self.index.matches_at(run, anchor, level)
        {
            return Ok(Some(anchor));
        }
        self.index.first(run, from, level)
    }

    /// Compares the placement, which is the earliest possible, with the latest possible one.
    fn compare_with_latest<'h, 'p>(
        &mut self,
        jobs: &[(Job<'h, 'p>, Found)],
        placed: &mut [Placed<'h, 'p>],
    ) -> Result<(), PatchError> {
        let mut limit = self.file.count();
        let mut ambiguous = None;
        for (position, (job, found)) in jobs.iter().enumerate().rev() {
            let Some(place) = placed.get_mut(position) else {
                continue;
            };
            if *found == Found::Appended {
                continue;
            }
            if let Found::Searched { cursor } = *found {
                let candidates = self.candidates(job, place, cursor, limit).map_err(|_| self.exhausted(job))?;
                if candidates.1 > 1 {
                    if self.options.ambiguity == Ambiguity::Refuse {
                        ambiguous = Some((job, candidates));
                    } else {
                        place.note = Some(format!(
                            "hunk {} fits at {} places; the first, line {}, was taken",
                            job.hunk.number,
                            candidates.1,
                            place.start + 1
                        ));
                    }
                }
            }
            limit = place.start;
        }
        match ambiguous {
            Some((job, (starts, total))) => Err(self.ambiguous(job, starts, total)),
            None => Ok(()),
        }
    }

    /// The places at which a searched hunk could stand between `cursor` and `limit`, and their number.
    fn candidates(
        &mut self,
        job: &Job<'_, '_>,
        place: &Placed<'_, '_>,
        cursor: usize,
        limit: usize,
    ) -> Result<(Vec<usize>, usize), Exhausted> {
        let trims = (place.from, job.hunk.lines.len() - place.to);
        let run = job.run(trims);
        let first_anchor = job.hunk.anchors.first().map(|&(text, _)| text);
        let anchored = first_anchor.and_then(|text| Some((text, self.anchor(text, cursor)?)));
        let Some((text, (first, likeness))) = anchored else {
            if self.index.last(run, place.start, limit, place.level)? == Some(place.start) {
                return Ok((vec![place.start], 1));
            }
            if first_anchor.is_some() {
                // The anchor stands before the cursor, or was only a hint: the first match counts.
                return Ok((vec![place.start], 1));
            }
            return self.index.all(run, cursor, limit, place.level, LISTED);
        };
        let mut starts: Vec<usize> = Vec::new();
        let mut outer = Some(first);
        for _ in 0..TRIED_ANCHORS {
            let Some(line) = outer else {
                break;
            };
            let mut from = line + 1;
            let mut last = line;
            let inner = job.hunk.anchors.get(1..).unwrap_or_default();
            let complete = inner.iter().all(|&(text, _)| match self.anchor(text, from) {
                Some((line, _)) => {
                    last = line;
                    from = line + 1;
                    true
                }
                None => false,
            });
            let found = if complete { self.first_after(run, Some(last), from, place.level)? } else { None };
            let Some(start) = found.filter(|&start| start + run.len() <= limit) else {
                break;
            };
            if starts.last() != Some(&start) {
                starts.push(start);
            }
            // Without inner anchors every outer one before the match leads to the same match.
            let next = if inner.is_empty() { start.max(line + 1) } else { line + 1 };
            outer = self.anchor_like(text, next, likeness);
        }
        let total = starts.len();
        starts.truncate(LISTED);
        Ok((starts, total))
    }
}
