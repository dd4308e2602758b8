//! The search of one input: which lines are selected, what of their surroundings is printed, when to stop.

use std::collections::VecDeque;
use std::ops::Range;

use bytes::Bytes;

use super::arguments::{Binary, List, Settings};
use super::complain;
use super::lines::Lines;
use super::matcher::Matcher;
use super::printer::Printer;
use shell::command::Context;
use shell::kernel::{Fd, Halt, IoError};
use shell::regex::Exhausted;
use workspace::Errno;

/// Why a search ended early.
pub enum Failure {
    Halt(Halt),
    /// The input cannot be read.
    Errno(Errno),
    Exhausted,
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Halt(halt)
    }
}

impl From<IoError> for Failure {
    fn from(error: IoError) -> Failure {
        match error {
            IoError::Halt(halt) => Failure::Halt(halt),
            IoError::Errno(errno) => Failure::Errno(errno),
        }
    }
}

impl From<Exhausted> for Failure {
    fn from(_: Exhausted) -> Failure {
        Failure::Exhausted
    }
}

/// What all searches of a run share.
pub struct Searcher<'a> {
    pub settings: &'a Settings,
    pub matcher: &'a Matcher,
    /// Finds the parts of lines that are shown.
    pub parts: &'a Matcher,
    pub printer: Printer<'a>,
    /// No line is printed: `-q`, `-c`, `-l`, `-L`, or nobody reads the output.
    pub quiet: bool,
    /// The first selected line decides.
    pub first_only: bool,
    /// Lines were selected, so that a separator goes before the next group.
    pub used: bool,
    /// Something went wrong: the exit status is 2.
    pub failed: bool,
}

/// What a search of one input found.
pub struct Found {
    /// Selected lines.
    pub count: u64,
    /// Bytes up to the end of the last selected line, when the search stopped because of `-m`.
    pub stopped_at: Option<u64>,
}

/// The state of the search of one input.
struct State {
    /// Offset of the window in the input.
    offset: u64,
    /// Line ends before the window.
    lines: u64,
    /// Lines right before the window that may be printed as context of what comes.
    kept: VecDeque<Bytes>,
    /// What is kept, or else the window, follows on the last line printed from this input.
    adjacent: bool,
    /// Lines of context still to be printed.
    pending: u64,
    /// Lines that may still be selected.
    left: Option<u64>,
    count: u64,
    quiet: bool,
    first_only: bool,
    /// The count when the first NUL byte showed up.
    count_at_nul: Option<u64>,
    /// A selected line was not printed because it is no valid text.
    invalid_text: bool,
    /// End of the last selected line in the input.
    selected_to: u64,
}

/// One window and how far it was worked through.
struct Window<'w> {
    data: &'w Bytes,
    /// Up to where lines were printed.
    printed: usize,
    /// Line ends up to `counted_to`, from the window's start.
    lines: u64,
    counted_to: usize,
}

impl Searcher<'_> {
    /// Searches an input from where it stands; prints lines, and whether it is binary and matches.
    pub fn search(&mut self, context: &mut Context<'_>, fd: Fd, name: &[u8], width: usize) -> Result<Found, Failure> {
        let mut state = State {
            offset: 0,
            lines: 0,
            kept: VecDeque::new(),
            adjacent: false,
            pending: 0,
            left: self.settings.most,
            count: 0,
            quiet: self.quiet,
            first_only: self.first_only,
            count_at_nul: None,
            invalid_text: false,
            selected_to: 0,
        };
        self.printer.begin(name, width);
        let result = self.search_windows(context, Lines::new(fd, self.settings.terminator), &mut state);
        let binary = state.invalid_text || state.count_at_nul.is_some_and(|before| before < state.count);
        if binary && !self.quiet && self.settings.binary != Binary::WithoutMatch && !matches!(result, Err(Failure::Halt(_))) {
            complain(context, &[name, b": binary file matches"])?;
        }
        match result {
            // What was selected before an input failed still counts.
            Ok(()) => {}
            Err(Failure::Errno(errno)) if state.count > 0 => {
                self.failed = true;
                if !self.settings.no_messages {
                    complain(context, &[name, b": ", errno.message().as_bytes()])?;
                }
            }
            Err(failure) => return Err(failure),
        }
        let stopped_at = (state.left == Some(0)).then_some(state.selected_to);
        Ok(Found { count: state.count, stopped_at })
    }

    fn search_windows(
        &mut self,
        context: &mut Context<'_>,
        mut lines: Lines,
        state: &mut State,
    ) -> Result<(), Failure> {
        let looks_for_nul = self.settings.terminator != 0 && self.settings.binary != Binary::Text;
        while let Some(mut data) = lines.next(context)? {
            if looks_for_nul && lines.saw_nul {
                if state.count_at_nul.is_none() {
                    if self.settings.binary == Binary::WithoutMatch {
                        return Ok(());
                    }
                    if !self.settings.count {
                        state.first_only = true;
                        state.quiet = true;
                    }
                    state.count_at_nul = Some(state.count);
                }
                // In a binary file NUL bytes end lines too.
                if memchr::memchr(0, &data).is_some() {
                    let zapped: Vec<u8> = data.iter().map(|byte| if *byte == 0 { b'\n' } else { *byte }).collect();
                    data = Bytes::from(zapped);
                }
            }
            let mut window = Window { data: &data, printed: 0, lines: 0, counted_to: 0 };
            if state.left != Some(0) {
                self.select_lines(context, state, &mut window)?;
            }
            self.print_pending(context, state, &mut window, data.len())?;
            let enough = state.left == Some(0) && state.pending == 0;
            if enough || (state.first_only && state.count_at_nul.unwrap_or(0) < state.count) {
                return Ok(());
            }
            self.leave_window(state, window);
        }
        Ok(())
    }

    /// Finds matches in the window and selects their lines, or with `-v` the lines between.
    fn select_lines(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        window: &mut Window<'_>,
    ) -> Result<(), Failure> {
        let data = window.data;
        let terminator = self.settings.terminator;
        // Without the last terminator there is no empty line behind it to be matched.
        let text = data.strip_suffix(&[terminator]).unwrap_or(data);
        let matcher = self.matcher;
        let search = matcher.search(text, terminator);
        let mut from = 0;
        while from <= text.len() {
            let found = search.find_at(from)?;
            let Some((start, end)) = found else {
                if self.settings.invert {
                    self.select(context, state, window, from..data.len())?;
                }
                break;
            };
            context.charge(1)?;
            let line_start = memchr::memrchr(terminator, &text[from..start]).map_or(from, |at| from + at + 1);
            let line_end = memchr::memchr(terminator, &text[end..]).map_or(data.len(), |at| end + at + 1);
            let range = if self.settings.invert { from..line_start } else { line_start..line_end };
            if !range.is_empty() {
                self.select(context, state, window, range)?;
                if state.left == Some(0) || state.first_only {
                    break;
                }
            }
            if line_end == data.len() {
                break;
            }
            from = line_end;
        }
        Ok(())
    }

    /// Selects the lines of a range: counts them, prints them and what goes before.
    fn select(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        window: &mut Window<'_>,
        range: Range<usize>,
    ) -> Result<(), Failure> {
        let terminator = self.settings.terminator;
        if !state.quiet {
            self.print_pending(context, state, window, range.start)?;
            self.print_before(context, state, window, range.start)?;
        }
        let mut end = range.end;
        let mut lines = 1;
        if self.settings.invert {
            // One range is many lines; `-m` and first-only cut it.
            lines = 0;
            let most = if self.settings.negative_most { 0 } else { state.left.unwrap_or(u64::MAX) };
            end = range.start;
            while end < range.end && lines < most {
                end = line_end(window.data, end, terminator);
                lines += 1;
            }
        }
        if !state.quiet {
            let plain = self.printer.is_plain(true);
            if plain && self.printer.is_text(&window.data[range.start..end]) {
                let slice = window.data.slice(range.start..end);
                let terminated = slice.is_empty() || slice.last() == Some(&terminator);
                context.write_bytes(slice)?;
                if !terminated {
                    context.write(&[terminator])?;
                }
                window.printed = end;
                state.adjacent = true;
                state.kept.clear();
                if self.settings.line_buffered {
                    context.flush()?;
                }
            } else {
                let mut at = range.start;
                while at < end {
                    let next = line_end(window.data, at, terminator);
                    self.print_line(context, state, window, at..next, true)?;
                    at = next;
                }
            }
        }
        // A group that is not printed, as in a binary file, still parts the next one from what went before.
        self.used = true;
        state.pending = if state.quiet { 0 } else { self.settings.after.unwrap_or(0) };
        // `-q` ends here, even with no line.
        state.count += if self.settings.quiet { lines.max(1) } else { lines };
        if let Some(left) = &mut state.left {
            *left = left.saturating_sub(lines);
        }
        state.selected_to = state.offset + end as u64;
        Ok(())
    }

    /// Prints the context that is due, up to `end`.
    fn print_pending(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        window: &mut Window<'_>,
        end: usize,
    ) -> Result<(), Failure> {
        // What comes follows on what was printed, or would have been.
        state.adjacent |= state.pending > 0;
        while state.pending > 0 && window.printed < end {
            let next = line_end(window.data, window.printed, self.settings.terminator);
            if !self.print_line(context, state, window, window.printed..next, false)? {
                // GNU grep tries the same line again until no context is due any more.
                state.pending = 0;
                break;
            }
            state.pending -= 1;
        }
        Ok(())
    }

    /// Prints the context before a line, and before that the separator where lines are left out.
    fn print_before(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        window: &mut Window<'_>,
        start: usize,
    ) -> Result<(), Failure> {
        let before = self.settings.before.unwrap_or(0);
        let grouped = self.settings.before.is_some() || self.settings.after.is_some();
        let mut at = start;
        let mut count = 0;
        while count < before && at > window.printed {
            let line = &window.data[window.printed..at - 1];
            at = memchr::memrchr(self.settings.terminator, line).map_or(window.printed, |end| window.printed + end + 1);
            count += 1;
        }
        let mut from_kept = 0;
        if at == 0 && window.printed == 0 {
            from_kept = usize::try_from(before - count).unwrap_or(usize::MAX).min(state.kept.len());
        }
        let all = at == window.printed && from_kept == state.kept.len();
        if grouped && self.used && !(all && state.adjacent) {
            self.printer.separator(context)?;
        }
        let skipped = state.kept.len() - from_kept;
        let mut behind: u64 = state.kept.iter().skip(skipped).map(|line| line.len() as u64).sum();
        let kept = std::mem::take(&mut state.kept);
        for (index, line) in kept.iter().enumerate().skip(skipped) {
            let number = state.lines.saturating_sub((kept.len() - index) as u64).saturating_add(1);
            let offset = state.offset.saturating_sub(behind);
            state.adjacent = self.printer.line(context, self.parts, line, number, offset, false)?;
            state.invalid_text |= !state.adjacent;
            behind -= line.len() as u64;
        }
        while at < start {
            let next = line_end(window.data, at, self.settings.terminator);
            self.print_line(context, state, window, at..next, false)?;
            at = next;
        }
        Ok(())
    }

    /// Prints one line of the window; false when it is no valid text.
    fn print_line(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
        window: &mut Window<'_>,
        range: Range<usize>,
        selected: bool,
    ) -> Result<bool, Failure> {
        let mut counted = (window.lines, window.counted_to);
        if self.settings.line_number && range.start > window.counted_to {
            let passed = &window.data[window.counted_to..range.start];
            counted.0 += memchr::memchr_iter(self.settings.terminator, passed).count() as u64;
            counted.1 = range.start;
        }
        let number = state.lines + counted.0 + 1;
        let offset = state.offset + range.start as u64;
        let line = &window.data[range.clone()];
        let printed = self.printer.line(context, self.parts, line, number, offset, selected)?;
        // Lines are counted up to the last one whose number was printed.
        if printed || self.settings.only_matching {
            (window.lines, window.counted_to) = counted;
        }
        if !printed {
            state.invalid_text = true;
            return Ok(false);
        }
        window.printed = range.end;
        state.adjacent = true;
        state.kept.clear();
        Ok(true)
    }

    /// Remembers of a window what the next one needs.
    fn leave_window(&mut self, state: &mut State, window: Window<'_>) {
        let terminator = self.settings.terminator;
        let data = window.data;
        if self.settings.line_number {
            let rest = &data[window.counted_to..];
            state.lines += window.lines + memchr::memchr_iter(terminator, rest).count() as u64;
        }
        state.offset += data.len() as u64;
        if window.printed == data.len() || state.quiet {
            return;
        }
        let most = usize::try_from(self.settings.before.unwrap_or(0)).unwrap_or(usize::MAX);
        let mut tail = VecDeque::new();
        let mut at = data.len();
        while at > window.printed && tail.len() < most {
            let line = &data[window.printed..at - 1];
            let start = memchr::memrchr(terminator, line).map_or(window.printed, |end| window.printed + end + 1);
            tail.push_front(data.slice(start..at));
            at = start;
        }
        if at > window.printed {
            state.kept = tail;
            state.adjacent = false;
            return;
        }
        state.kept.append(&mut tail);
        while state.kept.len() > most {
            state.kept.pop_front();
            state.adjacent = false;
        }
    }
}

/// Where the line that begins at `start` ends, its terminator included.
fn line_end(data: &[u8], start: usize, terminator: u8) -> usize {
    memchr::memchr(terminator, &data[start..]).map_or(data.len(), |at| start + at + 1)
}

/// Whether `-l` or `-L` names an input in which so many lines were selected.
pub fn is_listed(list: List, count: u64) -> bool {
    match list {
        List::Nothing => false,
        List::Matching => count > 0,
        List::NonMatching => count == 0,
    }
}
