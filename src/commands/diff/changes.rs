//! From two lists of lines to the changes between them, chosen as GNU diff chooses them.
//!
//! The lines are numbers here: equal lines have equal numbers. The search is Myers' in linear space (E. W. Myers, "An
//! O(ND) Difference Algorithm", 1986); before it, lines that would only mislead it are taken out, and after it, runs of
//! changes are slid along equal lines. Which of several equally short results comes out depends on all three.

use shell::command::Context;
use shell::kernel::Halt;

/// Lines `old_start..old_end` are replaced by lines `new_start..new_end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub old_start: usize,
    pub old_end: usize,
    pub new_start: usize,
    pub new_end: usize,
    /// Only lines that do not count differ (`-B`, `-I`).
    pub ignored: bool,
}

impl Change {
    pub fn deleted(&self) -> usize {
        self.old_end - self.old_start
    }

    pub fn inserted(&self) -> usize {
        self.new_end - self.new_start
    }
}

/// How hard to look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Effort {
    /// `-d`: the fewest changes, whatever it takes.
    pub minimal: bool,
    /// `--horizon-lines`: how many equal lines at the ends take part.
    pub horizon: usize,
}

/// The changes from `old` to `new`, in order. `distinct`: all line numbers are below it. `identical`:
/// whether two lines are the same byte by byte, which is what counts at the ends of the files: what is the same there takes no part in
/// the search.
pub fn changes(
    context: &Context<'_>,
    old: &[u32],
    new: &[u32],
    distinct: usize,
    effort: Effort,
    identical: &dyn Fn(usize, usize) -> bool,
) -> Result<Vec<Change>, Halt> {
    context.charge_bytes((old.len() + new.len()).saturating_mul(8))?;
    let shorter = old.len().min(new.len());
    let prefix = (0..shorter).take_while(|&at| identical(at, at)).count();
    let prefix_kept = prefix - prefix.min(effort.horizon);
    // What of the prefix takes part may be part of the suffix too.
    let most = shorter - prefix_kept;
    let suffix = (1..=most).take_while(|&back| identical(old.len() - back, new.len() - back)).count();
    let suffix_kept = suffix - suffix.min(effort.horizon);
    let inner_old = &old[prefix_kept..old.len() - suffix_kept];
    let inner_new = &new[prefix_kept..new.len() - suffix_kept];

    let mut marks = Marks { old: vec![false; old.len()], new: vec![false; new.len()] };
    let (kept_old, kept_new) = if effort.minimal {
        ((0..inner_old.len()).collect(), (0..inner_new.len()).collect())
    } else {
        let (count_old, count_new) = (counts(inner_old, distinct), counts(inner_new, distinct));
        (useful_lines(inner_old, &count_new), useful_lines(inner_new, &count_old))
    };
    fill_marks(&mut marks.old[prefix_kept..prefix_kept + inner_old.len()], &kept_old);
    fill_marks(&mut marks.new[prefix_kept..prefix_kept + inner_new.len()], &kept_new);
    {
        let x: Vec<u32> = kept_old.iter().map(|&index| inner_old[index]).collect();
        let y: Vec<u32> = kept_new.iter().map(|&index| inner_new[index]).collect();
        let diagonals = x.len() + y.len() + 3;
        let mut search = Search {
            context,
            x: &x,
            y: &y,
            forward: vec![0; diagonals],
            backward: vec![0; diagonals],
            offset: y.len() as isize + 1,
            expensive: if effort.minimal { isize::MAX } else { root(diagonals).max(4096) },
            deleted: Vec::new(),
            inserted: Vec::new(),
        };
        search.run(effort.minimal)?;
        for index in std::mem::take(&mut search.deleted) {
            marks.old[prefix_kept + kept_old[index]] = true;
        }
        for index in std::mem::take(&mut search.inserted) {
            marks.new[prefix_kept + kept_new[index]] = true;
        }
    }
    // The lines that were left out at the ends do not take part here either.
    let window = |length: usize| prefix_kept..prefix_kept + length;
    let (old_window, new_window) = (window(inner_old.len()), window(inner_new.len()));
    slide(context, inner_old, &mut marks.old[old_window.clone()], &marks.new[new_window.clone()])?;
    slide(context, inner_new, &mut marks.new[new_window], &marks.old[old_window])?;
    Ok(collect(&marks))
}

/// Which lines are deleted and which inserted.
struct Marks {
    old: Vec<bool>,
    new: Vec<bool>,
}

/// About the square root.
fn root(number: usize) -> isize {
    let mut result = 1isize;
    let mut rest = number;
    while rest != 0 {
        result <<= 1;
        rest >>= 2;
    }
    result
}

fn counts(lines: &[u32], distinct: usize) -> Vec<u32> {
    let mut counts = vec![0u32; distinct];
    for &line in lines {
        if let Some(count) = counts.get_mut(line as usize) {
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// What is known of a line before the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Keep,
    /// It is not in the other file at all.
    Drop,
    /// It is there so often that it says little: dropped if its neighbours are.
    Doubtful,
}

/// The indices of the lines worth comparing.
fn useful_lines(lines: &[u32], other_counts: &[u32]) -> Vec<usize> {
    let mut many = 5u32;
    let mut size = lines.len() / 64;
    loop {
        size >>= 2;
        if size == 0 {
            break;
        }
        many = many.saturating_mul(2);
    }
    let mut uses: Vec<Use> = lines
        .iter()
        .map(|&line| match other_counts.get(line as usize).copied().unwrap_or(0) {
            0 => Use::Drop,
            count if count > many => Use::Doubtful,
            _ => Use::Keep,
        })
        .collect();
    // Doubtful lines go only inside runs that begin and end with lines that go for sure.
    let mut at = 0;
    while at < uses.len() {
        match uses[at] {
            Use::Keep => at += 1,
            Use::Doubtful => {
                uses[at] = Use::Keep;
                at += 1;
            }
            Use::Drop => {
                let mut end = at + uses[at..].iter().take_while(|used| **used != Use::Keep).count();
                let next = end;
                while end > at && uses[end - 1] == Use::Doubtful {
                    end -= 1;
                    uses[end] = Use::Keep;
                }
                settle(&mut uses[at..end]);
                at = next;
            }
        }
    }
    (0..lines.len()).filter(|&index| uses[index] == Use::Keep).collect()
}

/// Decides on the doubtful lines of one run.
fn settle(run: &mut [Use]) {
    let doubtful = run.iter().filter(|used| **used == Use::Doubtful).count();
    if doubtful == 0 {
        return;
    }
    if doubtful * 4 > run.len() {
        keep_doubtful(run);
        return;
    }
    // Long stretches of doubtful lines stay: about the square root of the run is long.
    let mut long = 1usize;
    let mut size = run.len() >> 2;
    loop {
        size >>= 2;
        if size == 0 {
            break;
        }
        long <<= 1;
    }
    long += 1;
    let mut at = 0;
    while at < run.len() {
        let stretch = run[at..].iter().take_while(|used| **used == Use::Doubtful).count();
        if stretch >= long {
            keep_doubtful(&mut run[at..at + stretch]);
        }
        at += stretch.max(1);
    }
    // Near both ends, doubtful lines stay up to three sure ones in a row or the first sure one eight lines in.
    keep_near_end(run.iter_mut());
    keep_near_end(run.iter_mut().rev());
}

fn keep_near_end<'r>(run: impl Iterator<Item = &'r mut Use>) {
    let mut sure = 0;
    for (at, used) in run.enumerate() {
        match used {
            Use::Drop if at >= 8 => return,
            Use::Drop => sure += 1,
            Use::Doubtful => {
                *used = Use::Keep;
                sure = 0;
            }
            Use::Keep => sure = 0,
        }
        if sure == 3 {
            return;
        }
    }
}

fn keep_doubtful(run: &mut [Use]) {
    for used in run {
        if *used == Use::Doubtful {
            *used = Use::Keep;
        }
    }
}

/// Marks what is not kept.
fn fill_marks(marks: &mut [bool], kept: &[usize]) {
    marks.fill(true);
    for &index in kept {
        marks[index] = false;
    }
}

struct Search<'a, 'c> {
    context: &'a Context<'c>,
    x: &'a [u32],
    y: &'a [u32],
    /// By diagonal (`x - y`, plus `offset`): how far the search came.
    forward: Vec<isize>,
    backward: Vec<isize>,
    offset: isize,
    /// The cost at which it settles for less than the best.
    expensive: isize,
    deleted: Vec<usize>,
    inserted: Vec<usize>,
}

/// A part of the table that is still to be searched.
struct Part {
    x: (isize, isize),
    y: (isize, isize),
    minimal: bool,
}

/// Where a best path is cut in two.
struct Cut {
    x: isize,
    y: isize,
    low_minimal: bool,
    high_minimal: bool,
}

impl Search<'_, '_> {
    fn run(&mut self, minimal: bool) -> Result<(), Halt> {
        let whole = Part { x: (0, self.x.len() as isize), y: (0, self.y.len() as isize), minimal };
        let mut parts = vec![whole];
        while let Some(mut part) = parts.pop() {
            let mut same = 0;
            while part.x.0 < part.x.1 && part.y.0 < part.y.1 && self.equal(part.x.0, part.y.0) {
                part.x.0 += 1;
                part.y.0 += 1;
                same += 1;
            }
            while part.x.0 < part.x.1 && part.y.0 < part.y.1 && self.equal(part.x.1 - 1, part.y.1 - 1) {
                part.x.1 -= 1;
                part.y.1 -= 1;
                same += 1;
            }
            self.context.charge_bytes(1 + same)?;
            if part.x.0 == part.x.1 {
                self.inserted.extend((part.y.0..part.y.1).map(|index| index as usize));
            } else if part.y.0 == part.y.1 {
                self.deleted.extend((part.x.0..part.x.1).map(|index| index as usize));
            } else {
                let cut = self.cut(&part)?;
                parts.push(Part { x: (cut.x, part.x.1), y: (cut.y, part.y.1), minimal: cut.high_minimal });
                parts.push(Part { x: (part.x.0, cut.x), y: (part.y.0, cut.y), minimal: cut.low_minimal });
            }
        }
        Ok(())
    }

    fn equal(&self, x: isize, y: isize) -> bool {
        self.x[x as usize] == self.y[y as usize]
    }

    fn slot(&self, diagonal: isize) -> usize {
        (diagonal + self.offset) as usize
    }

    /// Finds a point on a shortest path, from both ends at once.
    fn cut(&mut self, part: &Part) -> Result<Cut, Halt> {
        let (x_start, x_end) = part.x;
        let (y_start, y_end) = part.y;
        let (lowest, highest) = (x_start - y_end, x_end - y_start);
        let (forward_middle, backward_middle) = (x_start - y_start, x_end - y_end);
        let (mut forward_low, mut forward_high) = (forward_middle, forward_middle);
        let (mut backward_low, mut backward_high) = (backward_middle, backward_middle);
        let odd = (forward_middle - backward_middle) & 1 != 0;
        let middle = self.slot(forward_middle);
        self.forward[middle] = x_start;
        let middle = self.slot(backward_middle);
        self.backward[middle] = x_end;
        let mut cost = 1isize;
        loop {
            let mut steps = 0usize;
            // One more edit from the start.
            if forward_low > lowest {
                forward_low -= 1;
                let slot = self.slot(forward_low - 1);
                self.forward[slot] = -1;
            } else {
                forward_low += 1;
            }
            if forward_high < highest {
                forward_high += 1;
                let slot = self.slot(forward_high + 1);
                self.forward[slot] = -1;
            } else {
                forward_high -= 1;
            }
            let mut diagonal = forward_high;
            while diagonal >= forward_low {
                let (below, above) = (self.forward[self.slot(diagonal - 1)], self.forward[self.slot(diagonal + 1)]);
                let mut x = if below < above { above } else { below + 1 };
                let mut y = x - diagonal;
                while x < x_end && y < y_end && self.equal(x, y) {
                    x += 1;
                    y += 1;
                    steps += 1;
                }
                let slot = self.slot(diagonal);
                self.forward[slot] = x;
                if odd && backward_low <= diagonal && diagonal <= backward_high && self.backward[slot] <= x {
                    return Ok(Cut { x, y, low_minimal: true, high_minimal: true });
                }
                diagonal -= 2;
                steps += 1;
            }
            // One more edit from the end.
            if backward_low > lowest {
                backward_low -= 1;
                let slot = self.slot(backward_low - 1);
                self.backward[slot] = isize::MAX;
            } else {
                backward_low += 1;
            }
            if backward_high < highest {
                backward_high += 1;
                let slot = self.slot(backward_high + 1);
                self.backward[slot] = isize::MAX;
            } else {
                backward_high -= 1;
            }
            let mut diagonal = backward_high;
            while diagonal >= backward_low {
                let (below, above) = (self.backward[self.slot(diagonal - 1)], self.backward[self.slot(diagonal + 1)]);
                let mut x = if below < above { below } else { above.saturating_sub(1) };
                let mut y = x - diagonal;
                while x_start < x && y_start < y && self.equal(x - 1, y - 1) {
                    x -= 1;
                    y -= 1;
                    steps += 1;
                }
                let slot = self.slot(diagonal);
                self.backward[slot] = x;
                if !odd && forward_low <= diagonal && diagonal <= forward_high && x <= self.forward[slot] {
                    return Ok(Cut { x, y, low_minimal: true, high_minimal: true });
                }
                diagonal -= 2;
                steps += 1;
            }
            self.context.charge_bytes(steps.saturating_mul(4))?;
            if !part.minimal && cost >= self.expensive {
                return Ok(self.best_so_far(part, (forward_low, forward_high), (backward_low, backward_high)));
            }
            cost += 1;
        }
    }

    /// Gives up on the best: takes the diagonal on which the search from either end came farthest.
    fn best_so_far(&self, part: &Part, forward: (isize, isize), backward: (isize, isize)) -> Cut {
        let (x_start, x_end) = part.x;
        let (y_start, y_end) = part.y;
        let mut forward_best = (-1, -1);
        let mut diagonal = forward.1;
        while diagonal >= forward.0 {
            let mut x = self.forward[self.slot(diagonal)].min(x_end);
            let mut y = x - diagonal;
            if y_end < y {
                x = y_end + diagonal;
                y = y_end;
            }
            if forward_best.0 < x + y {
                forward_best = (x + y, x);
            }
            diagonal -= 2;
        }
        let mut backward_best = (isize::MAX, isize::MAX);
        let mut diagonal = backward.1;
        while diagonal >= backward.0 {
            let mut x = self.backward[self.slot(diagonal)].max(x_start);
            let mut y = x - diagonal;
            if y < y_start {
                x = y_start + diagonal;
                y = y_start;
            }
            if x + y < backward_best.0 {
                backward_best = (x + y, x);
            }
            diagonal -= 2;
        }
        if x_end + y_end - backward_best.0 < forward_best.0 - (x_start + y_start) {
            let x = forward_best.1;
            Cut { x, y: forward_best.0 - x, low_minimal: true, high_minimal: false }
        } else {
            let x = backward_best.1;
            Cut { x, y: backward_best.0 - x, low_minimal: false, high_minimal: true }
        }
    }
}

/// Slides each run of changed lines along equal lines: up to join it with the run before, then down as far as it goes,
/// and back to where the other file has a change too, if there is such a place.
fn slide(context: &Context<'_>, lines: &[u32], changed: &mut [bool], other: &[bool]) -> Result<(), Halt> {
    let end = lines.len();
    let other_at = |index: isize| usize::try_from(index).is_ok_and(|index| other.get(index).copied().unwrap_or(false));
    let (mut at, mut other_index) = (0usize, 0isize);
    loop {
        // To the next run, keeping step with the other file's unchanged lines.
        while at < end && !changed[at] {
            while other_at(other_index) {
                other_index += 1;
            }
            other_index += 1;
            at += 1;
        }
        if at == end {
            return Ok(());
        }
        let mut start = at;
        while at < end && changed[at] {
            at += 1;
        }
        while other_at(other_index) {
            other_index += 1;
        }
        let mut steps = 0usize;
        let mut corresponding;
        loop {
            let length = at - start;
            // Up, as long as the line before equals the last one.
            while start > 0 && lines[start - 1] == lines[at - 1] {
                start -= 1;
                changed[start] = true;
                at -= 1;
                changed[at] = false;
                while start > 0 && changed[start - 1] {
                    start -= 1;
                }
                other_index -= 1;
                while other_at(other_index) {
                    other_index -= 1;
                }
                steps += 1;
            }
            corresponding = if other_at(other_index - 1) { at } else { end };
            // Down, as long as the first line equals the one behind.
            while at != end && lines[start] == lines[at] {
                changed[start] = false;
                start += 1;
                changed[at] = true;
                at += 1;
                while at < end && changed[at] {
                    at += 1;
                }
                other_index += 1;
                while other_at(other_index) {
                    corresponding = at;
                    other_index += 1;
                }
                steps += 1;
            }
            context.charge_bytes(1 + steps)?;
            if length == at - start {
                break;
            }
        }
        // Back to where the other file has a change.
        while corresponding < at {
            start -= 1;
            changed[start] = true;
            at -= 1;
            changed[at] = false;
            other_index -= 1;
            while other_at(other_index) {
                other_index -= 1;
            }
        }
    }
}

fn collect(marks: &Marks) -> Vec<Change> {
    let mut changes = Vec::new();
    let (mut old, mut new) = (0, 0);
    while old < marks.old.len() || new < marks.new.len() {
        let (old_start, new_start) = (old, new);
        while old < marks.old.len() && marks.old[old] {
            old += 1;
        }
        while new < marks.new.len() && marks.new[new] {
            new += 1;
        }
        if (old, new) != (old_start, new_start) {
            changes.push(Change { old_start, old_end: old, new_start, new_end: new, ignored: false });
        }
        old += 1;
        new += 1;
    }
    changes
}
