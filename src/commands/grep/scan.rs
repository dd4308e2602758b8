//! The search of one file: matches are found in whole buffers and then widened to lines.

use bytes::Bytes;

use super::output::Colors;
use super::settings::{Binary, List, Settings};
use crate::shell::command::{Context, Input};
use crate::shell::kernel::{Halt, IoError};
use crate::shell::regex::Exhausted;

/// Bytes searched at a stretch, so that the meter is charged often enough.
const WINDOW: usize = 1 << 20;

/// GNU grep reads so much at a time; what stands in the buffers before the one with the first NUL byte is printed.
const GNU_BUFFER: usize = 96 << 10;

/// Why a search ended early.
pub enum Failure {
    Halt(Halt),
    Io(crate::workspace::Errno),
    /// A pattern with back-references took too many steps.
    Exhausted,
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        Failure::Halt(halt)
    }
}

impl From<IoError> for Failure {
    fn from(error: IoError) -> Self {
        match error {
            IoError::Halt(halt) => Failure::Halt(halt),
            IoError::Errno(errno) => Failure::Io(errno),
        }
    }
}

impl From<Exhausted> for Failure {
    fn from(_: Exhausted) -> Self {
        Failure::Exhausted
    }
}

/// The search of one file.
pub struct Scan<'s> {
    settings: &'s Settings,
    name: &'s [u8],
    show_name: bool,
    /// A group of lines was printed before, in this file or another: a separator comes before the next.
    grouped: &'s mut bool,
    /// Selected lines so far.
    pub selected: u64,
    /// Nothing more is looked for: enough lines, or one was enough.
    done: bool,
    /// Lines are printed.
    prints: bool,
    /// A NUL byte was met.
    binary: bool,
    /// A line was not printed because it is no UTF-8.
    unprintable: bool,
    /// The file has a NUL byte, and files like that do not match.
    pub skipped: bool,
    text: bool,
    /// Where the buffer starts in the file.
    base: u64,
    /// How far the file was searched.
    searched: u64,
    /// End of the last line that was printed, in the file; 0 before the first.
    printed: u64,
    /// Line ends before `counted`.
    lines: u64,
    counted: u64,
    /// Lines still to print after the last selected one.
    after_left: u64,
    /// Columns of numbers and offsets under `-T`.
    number_width: usize,
    /// The end of the last selected line, in the file.
    pub last_selected: u64,
    line: Vec<u8>,
}

impl<'s> Scan<'s> {
    /// `size`: of the file, where it is known before it is read.
    pub fn new(
        settings: &'s Settings,
        name: &'s [u8],
        show_name: bool,
        size: Option<u64>,
        grouped: &'s mut bool,
    ) -> Scan<'s> {
        let highest = size.map_or(u64::MAX, |size| size.saturating_add(u64::from(settings.line_number)));
        let number_width = if settings.initial_tab { highest.checked_ilog10().unwrap_or(0) as usize + 1 } else { 0 };
        let prints = !settings.quiet && settings.list == List::None && !settings.count;
        Scan {
            settings,
            name,
            show_name,
            grouped,
            selected: 0,
            done: settings.max_count == Some(0),
            prints,
            binary: false,
            unprintable: false,
            skipped: false,
            text: settings.binary == Binary::Text,
            base: 0,
            searched: 0,
            printed: 0,
            lines: 0,
            counted: 0,
            after_left: 0,
            number_width,
            last_selected: 0,
            line: Vec::new(),
        }
    }

    /// True when a message has to say that a binary file matches.
    pub fn is_binary_match(&self) -> bool {
        (self.binary || self.unprintable) && self.selected > 0 && self.prints_lines()
    }

    fn prints_lines(&self) -> bool {
        !self.settings.quiet && self.settings.list == List::None && !self.settings.count
    }

    /// Only whether there is a selected line counts.
    fn stops_at_first(&self) -> bool {
        self.settings.quiet || self.settings.list != List::None || (self.binary && !self.settings.count)
    }

    /// Searches a file whose bytes are at hand.
    pub fn whole(&mut self, context: &mut Context<'_>, data: &Bytes) -> Result<(), Failure> {
        self.buffer(context, data, true).map(drop)
    }

    /// Searches an input piece by piece.
    pub fn stream(&mut self, context: &mut Context<'_>, input: &mut Input) -> Result<(), Failure> {
        let mut buffer = Bytes::new();
        while !self.done {
            let next = input.read(context)?;
            let last = next.is_empty();
            if !last {
                buffer = if buffer.is_empty() { next } else { Bytes::from([&buffer[..], &next].concat()) };
            }
            let used = self.buffer(context, &buffer, last)?;
            if last {
                break;
            }
            // Lines that may have to be printed before a later one stay.
            let start = self.before_start(&buffer[..used], used).max(self.index(self.printed).min(used));
            self.count_to(&buffer, start);
            self.base += start as u64;
            buffer = buffer.slice(start..);
        }
        Ok(())
    }

    fn index(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.base)).unwrap_or(usize::MAX)
    }

    fn offset(&self, index: usize) -> u64 {
        self.base + index as u64
    }

    /// Searches what is new in `buffer`, up to its last line end, or to its end if it is the `last`. Returns how far.
    fn buffer(&mut self, context: &mut Context<'_>, buffer: &Bytes, last: bool) -> Result<usize, Failure> {
        let settings = self.settings;
        let start = self.index(self.searched);
        let end = if last {
            buffer.len()
        } else {
            memchr::memrchr(settings.terminator, buffer).map_or(0, |at| at + 1)
        };
        if self.text || settings.terminator == 0 {
            self.text = true;
            self.region(context, buffer, start, end)?;
            return Ok(end);
        }
        let first_nul = if self.binary { Some(start) } else { memchr::memchr(0, &buffer[start.min(end)..]).map(|at| start + at) };
        let Some(nul) = first_nul else {
            self.region(context, buffer, start, end)?;
            return Ok(end);
        };
        if settings.binary == Binary::WithoutMatch {
            self.skipped = true;
            self.done = true;
            return Ok(end);
        }
        // What GNU would have read before the buffer with the NUL byte is searched as text.
        let boundary = if self.binary { start } else { nul / GNU_BUFFER * GNU_BUFFER };
        let boundary = memchr::memrchr(b'\n', &buffer[..boundary.max(start)]).map_or(start, |at| (at + 1).max(start));
        self.region(context, buffer, start, boundary.min(end))?;
        if self.done {
            return Ok(end);
        }
        self.binary = true;
        self.prints = false;
        // In binary files NUL bytes end lines too.
        let zapped: Vec<u8> = buffer.iter().map(|byte| if *byte == 0 { b'\n' } else { *byte }).collect();
        context.charge_bytes(zapped.len())?;
        self.region(context, &zapped, boundary.min(end), end)?;
        Ok(end)
    }

    /// Searches a stretch of whole lines.
    fn region(&mut self, context: &mut Context<'_>, buffer: &[u8], start: usize, end: usize) -> Result<(), Failure> {
        if start >= end {
            return Ok(());
        }
        let valid = self.text || std::str::from_utf8(&buffer[start..end]).is_ok();
        let mut at = start;
        while at < end && !self.done {
            let stop = if end - at <= WINDOW {
                end
            } else {
                let limit = at + WINDOW;
                match memchr::memrchr(self.settings.terminator, &buffer[at..limit]) {
                    Some(found) => at + found + 1,
                    None => memchr::memchr(self.settings.terminator, &buffer[limit..end]).map_or(end, |found| limit + found + 1),
                }
            };
            context.charge_bytes(stop - at)?;
            self.window(context, buffer, at, stop, valid)?;
            at = stop;
        }
        self.print_after(context, buffer, end, valid)?;
        self.searched = self.searched.max(self.offset(end));
        Ok(())
    }

    fn window(&mut self, context: &mut Context<'_>, buffer: &[u8], start: usize, end: usize, valid: bool) -> Result<(), Failure> {
        let text = &buffer[..end];
        let terminator = self.settings.terminator;
        let mut at = start;
        while at < end && !self.done {
            let found = self.settings.regex.find_at(text, at)?;
            let line = found.and_then(|(match_start, _)| {
                let line_start = memchr::memrchr(terminator, &text[at..match_start]).map_or(at, |found| at + found + 1);
                // Behind the last line end there is no line.
                (line_start < end).then(|| {
                    let from = match_start.max(line_start);
                    (line_start, memchr::memchr(terminator, &text[from..]).map_or(end, |found| from + found + 1))
                })
            });
            if self.settings.invert {
                let gap_end = line.map_or(end, |(line_start, _)| line_start);
                let mut line_start = at;
                while line_start < gap_end && !self.done {
                    let line_end = memchr::memchr(terminator, &text[line_start..gap_end])
                        .map_or(gap_end, |found| line_start + found + 1);
                    context.charge(1)?;
                    self.select(context, buffer, line_start, line_end, valid)?;
                    line_start = line_end;
                }
                match line {
                    Some((_, line_end)) => at = line_end,
                    None => return Ok(()),
                }
            } else {
                let Some((line_start, line_end)) = line else { return Ok(()) };
                context.charge(1)?;
                self.select(context, buffer, line_start, line_end, valid)?;
                at = line_end;
            }
        }
        Ok(())
    }

    fn select(&mut self, context: &mut Context<'_>, buffer: &[u8], start: usize, end: usize, valid: bool) -> Result<(), Failure> {
        if self.prints {
            self.print_after(context, buffer, start, valid)?;
            let before = self.before_start(buffer, start).max(self.index(self.printed).min(start));
            let contextual = self.settings.before > 0 || self.settings.after > 0;
            if contextual {
                if *self.grouped && (self.offset(before) > self.printed || self.printed == 0)
                    && let Some(separator) = &self.settings.separator
                {
                    let mut line = Vec::new();
                    match &self.settings.colors {
                        Some(colors) => colors.paint(&mut line, &colors.separator, separator),
                        None => line.extend_from_slice(separator),
                    }
                    line.push(b'\n');
                    context.write(&line)?;
                }
                self.print_lines(context, buffer, before, start, valid)?;
            }
            *self.grouped = true;
            self.print_line(context, buffer, start, end, b':', valid)?;
            self.after_left = self.settings.after;
        }
        self.printed = self.offset(end);
        self.last_selected = self.offset(end);
        self.selected = self.selected.saturating_add(1);
        self.done |= self.stops_at_first() || self.settings.max_count.is_some_and(|most| self.selected >= most);
        Ok(())
    }

    /// The start of the lines that come as context before `index`.
    fn before_start(&self, buffer: &[u8], index: usize) -> usize {
        let floor = self.index(self.printed).min(index);
        let mut start = index;
        for _ in 0..self.settings.before {
            if start <= floor {
                break;
            }
            start = memchr::memrchr(self.settings.terminator, &buffer[floor..start - 1]).map_or(floor, |at| floor + at + 1);
        }
        start
    }

    /// Prints the lines that come as context after the last selected one, up to `limit`.
    fn print_after(&mut self, context: &mut Context<'_>, buffer: &[u8], limit: usize, valid: bool) -> Result<(), Failure> {
        while self.after_left > 0 && self.prints {
            let start = self.index(self.printed);
            if start >= limit {
                return Ok(());
            }
            let end = self.line_end(buffer, start, limit);
            self.print_line(context, buffer, start, end, b'-', valid)?;
            self.printed = self.offset(end);
            self.after_left -= 1;
        }
        Ok(())
    }

    fn line_end(&self, buffer: &[u8], start: usize, limit: usize) -> usize {
        memchr::memchr(self.settings.terminator, &buffer[start..limit]).map_or(limit, |at| start + at + 1)
    }

    fn without_terminator<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        line.strip_suffix(&[self.settings.terminator]).unwrap_or(line)
    }

    fn print_lines(&mut self, context: &mut Context<'_>, buffer: &[u8], start: usize, end: usize, valid: bool) -> Result<(), Failure> {
        let mut at = start;
        while at < end {
            let line_end = self.line_end(buffer, at, end);
            self.print_line(context, buffer, at, line_end, b'-', valid)?;
            at = line_end;
        }
        Ok(())
    }

    /// Counts line ends up to `index`.
    fn count_to(&mut self, buffer: &[u8], index: usize) {
        if self.settings.line_number {
            let from = self.index(self.counted).min(index);
            self.lines += memchr::memchr_iter(self.settings.terminator, &buffer[from..index]).count() as u64;
        }
        self.counted = self.counted.max(self.offset(index));
    }

    fn print_line(
        &mut self,
        context: &mut Context<'_>,
        buffer: &[u8],
        start: usize,
        end: usize,
        separator: u8,
        valid: bool,
    ) -> Result<(), Failure> {
        let settings = self.settings;
        let text = self.without_terminator(&buffer[start..end]);
        if !valid && !settings.only_matching && std::str::from_utf8(text).is_err() {
            self.unprintable = true;
            return Ok(());
        }
        if settings.line_number {
            self.count_to(buffer, start);
        }
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        let selected = separator == b':';
        let matching = selected != settings.invert;
        if settings.only_matching {
            if matching {
                self.parts(&mut line, text, start, separator, valid)?;
            }
        } else {
            self.head(&mut line, separator, start, !text.is_empty());
            match &settings.colors {
                None => line.extend_from_slice(text),
                Some(colors) => self.colored(&mut line, colors, text, selected, matching)?,
            }
            line.push(settings.terminator);
        }
        context.write(&line)?;
        self.line = line;
        Ok(())
    }

    /// `-o`: each part of the line that matches, on a line of its own.
    fn parts(
        &mut self,
        line: &mut Vec<u8>,
        text: &[u8],
        start: usize,
        separator: u8,
        valid: bool,
    ) -> Result<(), Failure> {
        let mut at = 0;
        while at <= text.len() {
            let Some((from, to)) = self.settings.regex.find_at(text, at)? else { break };
            if from == to {
                at = to + 1;
                continue;
            }
            at = to;
            if !valid && std::str::from_utf8(&text[from..to]).is_err() {
                self.unprintable = true;
                continue;
            }
            self.head(line, separator, start + from, true);
            match &self.settings.colors {
                None => line.extend_from_slice(&text[from..to]),
                Some(colors) => {
                    let color = if separator == b':' { &colors.selected_match } else { &colors.context_match };
                    colors.paint(line, color, &text[from..to]);
                }
            }
            line.push(self.settings.terminator);
        }
        Ok(())
    }

    fn colored(&self, line: &mut Vec<u8>, colors: &Colors, text: &[u8], selected: bool, matching: bool) -> Result<(), Failure> {
        let as_selected = selected != (self.settings.invert && colors.reverse);
        let line_color = if as_selected { &colors.selected_line } else { &colors.context_line };
        let match_color = if selected { &colors.selected_match } else { &colors.context_match };
        let mut at = 0;
        let mut search = 0;
        if matching && !match_color.is_empty() {
            while search <= text.len() {
                let Some((from, to)) = self.settings.regex.find_at(text, search)? else { break };
                if from == to {
                    search = to + 1;
                    continue;
                }
                // The color of the line is not ended before that of the match.
                colors.start(line, line_color);
                line.extend_from_slice(&text[at..from]);
                colors.paint(line, match_color, &text[from..to]);
                at = to;
                search = to;
            }
        }
        if at < text.len() {
            colors.paint(line, line_color, &text[at..]);
        }
        Ok(())
    }

    /// Name, line number and offset.
    fn head(&self, line: &mut Vec<u8>, separator: u8, index: usize, has_text: bool) {
        let settings = self.settings;
        let colors = settings.colors.as_ref();
        let put = |line: &mut Vec<u8>, color: Option<&[u8]>, text: &[u8]| match (colors, color) {
            (Some(colors), Some(color)) => colors.paint(line, color, text),
            _ => line.extend_from_slice(text),
        };
        let separator_color = colors.map(|colors| colors.separator.as_slice());
        if self.show_name {
            put(line, colors.map(|colors| colors.filename.as_slice()), self.name);
            if settings.null_after_name {
                line.push(0);
            } else {
                put(line, separator_color, &[separator]);
            }
        }
        if settings.line_number {
            let number = format!("{:width$}", self.lines + 1, width = self.number_width);
            put(line, colors.map(|colors| colors.line_number.as_slice()), number.as_bytes());
            put(line, separator_color, &[separator]);
        }
        if settings.byte_offset {
            let offset = format!("{:width$}", self.offset(index), width = self.number_width);
            put(line, colors.map(|colors| colors.byte_offset.as_slice()), offset.as_bytes());
            put(line, separator_color, &[separator]);
        }
        if settings.initial_tab && (self.show_name || settings.line_number || settings.byte_offset) && has_text {
            line.push(b'\t');
        }
    }
}
