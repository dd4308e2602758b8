//! How `rg` shows what it found in a file.

use bstr::BString;
use bytes::Bytes;

use super::arguments::{Mode, Settings};
use super::json;
use super::matcher::Matcher;
use super::search::{Hit, bare, line_end, line_start, matches, search};
use shell::command::Context;
use shell::kernel::Halt;

/// What was done in all, for `--stats` and `--json`.
#[derive(Debug, Default, Clone, Copy)]
pub struct Stats {
    pub matches: u64,
    pub matched_lines: u64,
    pub searches: u64,
    pub searches_with_match: u64,
    pub bytes_printed: u64,
    pub bytes_searched: u64,
}

pub struct Printer<'s> {
    pub settings: &'s Settings,
    pub matcher: &'s Matcher,
    pub with_filename: bool,
    pub line_number: bool,
    pub stats: Stats,
    /// Something of another file was printed.
    pub printed: bool,
}

/// What a NUL in a file means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// Nothing.
    Text,
    /// The rest is not searched.
    Quit,
    /// It ends a line, and no more than that the file matches is told.
    Convert,
}

/// The state of one file's output.
pub struct File<'p> {
    path: &'p [u8],
    /// What is searched at present: the whole file, or a window of a stream.
    pub data: Bytes,
    /// Where `data` begins in the file.
    pub base: usize,
    /// So much of `data` has been searched.
    searched: usize,
    /// Behind the last line printed.
    printed_to: usize,
    /// The lines between the last one printed and `data` are gone.
    gap: bool,
    /// So many lines of context are still to come behind the last hit.
    after_left: usize,
    /// The line number at `counted_to`.
    line: u64,
    counted_to: usize,
    begun: bool,
    hits: u64,
    match_count: u64,
    /// Where the last hit ends in `data`.
    stop: usize,
    pub binary: Binary,
    /// Where the first NUL is.
    pub nul: Option<usize>,
    before: Stats,
}

impl<'p> File<'p> {
    /// Lets go of what has been searched, but for the lines that may become context. What is left stands at the front.
    pub fn roll(&mut self, printer: &Printer<'_>) {
        let terminator = printer.terminator();
        let mut keep = self.searched;
        for _ in 0..printer.settings.before.max(printer.settings.after) {
            if keep <= self.printed_to {
                break;
            }
            keep = line_start(&self.data, keep - 1, terminator);
        }
        keep = keep.max(self.printed_to);
        printer.line_at(self, keep);
        self.gap |= keep > self.printed_to;
        self.data = self.data.slice(keep..);
        self.base += keep;
        (self.searched, self.counted_to, self.printed_to) = (self.searched - keep, 0, 0);
    }
}

impl Printer<'_> {
    /// Searches one file that is there as a whole; true if it matches.
    pub fn file(
        &mut self,
        context: &mut Context<'_>,
        path: &[u8],
        data: Bytes,
        binary: Binary,
        nul: Option<usize>,
    ) -> Result<bool, Halt> {
        let length = data.len();
        let mut file = File { data, nul, ..self.begin(path, binary) };
        let whole = self.settings.max_count != Some(0) && self.search(context, &mut file)?;
        let bytes = if whole { length } else { file.stop };
        self.finish(context, file, bytes)
    }

    pub fn begin<'p>(&self, path: &'p [u8], binary: Binary) -> File<'p> {
        File {
            path,
            data: Bytes::new(),
            base: 0,
            searched: 0,
            printed_to: 0,
            gap: false,
            after_left: 0,
            line: 1,
            counted_to: 0,
            begun: false,
            hits: 0,
            match_count: 0,
            stop: 0,
            binary,
            nul: None,
            before: self.stats,
        }
    }

    /// Searches what was not searched yet of `file.data`, which are whole lines. False: nothing further is of interest.
    pub fn search(&mut self, context: &mut Context<'_>, file: &mut File<'_>) -> Result<bool, Halt> {
        let settings = self.settings;
        let limit = settings.max_count.unwrap_or(u64::MAX);
        let matcher = self.matcher;
        let data = file.data.clone();
        let from = file.searched;
        let lines = data.get(from..).unwrap_or_default();
        let counts = settings.stats && (settings.quiet || settings.mode != Mode::Standard);
        let prints = !settings.quiet && matches!(settings.mode, Mode::Standard | Mode::Json);
        let shows = prints && settings.mode == Mode::Standard;
        let mut ended = false;
        if file.hits < limit || file.after_left > 0 {
            search(context, settings, matcher, lines, &mut |context, hit| {
                let hit = Hit { start: from + hit.start, end: from + hit.end };
                file.stop = hit.end;
                if shows && file.nul.is_some() {
                    ended = true;
                    file.hits += u64::from(!self.has_context(file, hit.start));
                    self.leap(context, file, hit)?;
                    return Ok(false);
                }
                if file.hits >= limit {
                    // Further lines that match are shown as such, though they count as context.
                    let end = self.after(file).min(hit.start);
                    self.context_lines(context, file, end)?;
                    if file.after_left == 0 {
                        return Ok(false);
                    }
                }
                file.hits += 1;
                if counts && settings.mode != Mode::Json {
                    self.stats.matches += matches(settings, matcher, &data, hit).len() as u64;
                    self.stats.matched_lines += 1;
                }
                let goes_on = match settings.mode {
                    Mode::FilesWithMatches | Mode::FilesWithoutMatch => settings.stats,
                    Mode::Count => true,
                    Mode::CountMatches => {
                        file.match_count += matches(settings, matcher, &data, hit).len() as u64;
                        true
                    }
                    Mode::Standard | Mode::Json if settings.quiet => settings.stats,
                    Mode::Standard | Mode::Json => {
                        if settings.mode == Mode::Standard {
                            let is_counted = self.hit(context, file, hit)?;
                            if file.nul.is_some() {
                                file.hits -= u64::from(!is_counted);
                                ended = true;
                                return Ok(false);
                            }
                        } else {
                            self.json_hit(context, file, hit)?;
                        }
                        file.after_left = if file.hits > limit { file.after_left.saturating_sub(1) } else { settings.after };
                        true
                    }
                };
                ended = !goes_on;
                Ok(goes_on && (file.hits < limit || file.after_left > 0))
            })?;
        }
        file.searched = data.len();
        if ended || shows && file.nul.is_some() && self.has_context(file, data.len()) {
            return Ok(false);
        }
        if shows && settings.passthru && file.hits < limit {
            self.context_lines(context, file, data.len())?;
            return Ok(true);
        }
        if prints && file.after_left > 0 {
            let end = self.after(file);
            self.context_lines(context, file, end)?;
        }
        // A NUL in a line of context is found when it is to be printed.
        let ended = shows && data.len() > file.printed_to && file.after_left > 0;
        Ok(!ended && (file.hits < limit || file.after_left > 0))
    }

    /// Whether a line that is to be printed has the first NUL.
    fn meets_nul(&self, file: &mut File<'_>, start: usize, end: usize) -> bool {
        if self.settings.mode == Mode::Standard && file.binary != Binary::Text && file.nul.is_none() {
            let line = file.data.get(start..end).unwrap_or_default();
            file.nul = memchr::memchr(0, line).map(|at| file.base + start + at);
            return file.nul.is_some();
        }
        false
    }

    /// Whether lines of context are to be printed before what stands at `at`. The first of them ends the search of a binary
    /// file, as a line that matches does.
    fn has_context(&self, file: &File<'_>, at: usize) -> bool {
        let before = self.settings.before > 0 && at < file.data.len();
        at > file.printed_to && (before || file.after_left > 0 || self.settings.passthru)
    }

    /// Prints what stands behind the lines of a file, of which `bytes` were searched; true if it matches.
    pub fn finish(&mut self, context: &mut Context<'_>, file: File<'_>, bytes: usize) -> Result<bool, Halt> {
        let settings = self.settings;
        let path = file.path;
        // What is only counted counts for nothing if the file turned out to be binary.
        let is_dropped = file.binary == Binary::Quit
            && file.nul.is_some()
            && (settings.quiet || !matches!(settings.mode, Mode::Standard | Mode::Json));
        let file = if is_dropped { File { hits: 0, match_count: 0, ..file } } else { file };
        let matched = file.hits > 0;
        if file.begun || settings.mode != Mode::Json {
            self.stats.searches += 1;
            self.stats.bytes_searched += bytes as u64;
            self.stats.searches_with_match += u64::from(matched);
        }
        match settings.mode {
            _ if settings.quiet => {}
            Mode::Standard => {
                if let Some(at) = file.nul.filter(|_| matched) {
                    self.binary_message(context, path, at, file.binary)?;
                }
            }
            Mode::FilesWithMatches if matched => self.path_line(context, path)?,
            Mode::FilesWithoutMatch if !matched && !is_dropped => self.path_line(context, path)?,
            Mode::Count | Mode::CountMatches => {
                let invert = settings.invert;
                let count = if settings.mode == Mode::Count || invert { file.hits } else { file.match_count };
                if count > 0 || settings.include_zero {
                    let mut out = Vec::new();
                    if self.with_filename {
                        self.push_path(&mut out, path);
                        out.extend_from_slice(if settings.null { b"\0" } else { b":" });
                    }
                    out.extend_from_slice(count.to_string().as_bytes());
                    out.push(self.terminator());
                    self.write(context, &out)?;
                }
            }
            Mode::Json if file.begun => {
                let mut stats = self.stats;
                stats.matches -= file.before.matches;
                stats.matched_lines -= file.before.matched_lines;
                stats.bytes_printed -= file.before.bytes_printed;
                stats.bytes_searched = bytes as u64;
                (stats.searches, stats.searches_with_match) = (1, 1);
                let out = json::end(path, &stats, file.nul);
                context.write(&out)?;
            }
            _ => {}
        }
        if file.begun {
            self.printed = true;
        }
        Ok(if settings.mode == Mode::FilesWithoutMatch { !matched } else { matched })
    }

    fn write(&mut self, context: &mut Context<'_>, out: &[u8]) -> Result<(), Halt> {
        if matches!(self.settings.mode, Mode::Standard | Mode::Json) {
            self.stats.bytes_printed += out.len() as u64;
        }
        context.charge_bytes(out.len())?;
        context.write(out)
    }

    fn binary_message(
        &mut self,
        context: &mut Context<'_>,
        path: &[u8],
        at: usize,
        binary: Binary,
    ) -> Result<(), Halt> {
        let mut out = Vec::new();
        if self.with_filename {
            self.push_path(&mut out, path);
            out.extend_from_slice(b": ");
        }
        let what = if binary == Binary::Quit {
            "WARNING: stopped searching binary file after match"
        } else {
            "binary file matches"
        };
        out.extend_from_slice(format!("{what} (found \"\\0\" byte around offset {at})\n").as_bytes());
        self.write(context, &out)
    }

    fn path_line(&mut self, context: &mut Context<'_>, path: &[u8]) -> Result<(), Halt> {
        let mut out = Vec::new();
        self.push_path(&mut out, path);
        out.push(if self.settings.null { 0 } else { self.terminator() });
        self.write(context, &out)
    }

    fn push_path(&self, out: &mut Vec<u8>, path: &[u8]) {
        let path: BString = match self.settings.path_separator {
            Some(separator) => path.iter().map(|byte| if *byte == b'/' { separator } else { *byte }).collect::<Vec<_>>().into(),
            None => path.into(),
        };
        self.colored(out, b"\x1b[35m", &path);
    }

    fn colored(&self, out: &mut Vec<u8>, color: &[u8], text: &[u8]) {
        if self.settings.color {
            out.extend_from_slice(b"\x1b[0m");
            out.extend_from_slice(color);
            out.extend_from_slice(text);
            out.extend_from_slice(b"\x1b[0m");
        } else {
            out.extend_from_slice(text);
        }
    }

    /// Where the context behind the last hit ends.
    fn after(&self, file: &File<'_>) -> usize {
        let terminator = self.terminator();
        let mut end = file.printed_to;
        for _ in 0..file.after_left {
            if end >= file.data.len() {
                break;
            }
            end = line_end(&file.data, end, terminator);
        }
        end
    }

    fn terminator(&self) -> u8 {
        if self.settings.null_data { 0 } else { b'\n' }
    }

    /// Goes on to `at`, counting lines.
    fn line_at(&self, file: &mut File<'_>, at: usize) -> u64 {
        if self.line_number || self.settings.mode == Mode::Json {
            file.line += memchr::memchr_iter(self.terminator(), &file.data[file.counted_to..at]).count() as u64;
            file.counted_to = at;
        }
        file.line
    }

    /// Prints what belongs to the last hit, and the separator before the context of the next one, which begins at the place
    /// that comes out.
    fn leap(&mut self, context: &mut Context<'_>, file: &mut File<'_>, hit: Hit) -> Result<usize, Halt> {
        let settings = self.settings;
        let terminator = self.terminator();
        let mut start = hit.start;
        if settings.passthru {
            start = file.printed_to.min(start);
        } else {
            for _ in 0..settings.before {
                if start <= file.printed_to || start == 0 {
                    break;
                }
                start = line_start(&file.data, start - 1, terminator);
            }
            start = start.max(file.printed_to);
        }
        let around = settings.before > 0 || settings.after > 0;
        // Of a binary file no further lines are shown.
        let shows_nul = settings.mode == Mode::Standard && file.nul.is_some();
        if file.begun {
            let end = if shows_nul { file.printed_to } else { self.after(file).min(start) };
            self.context_lines(context, file, end)?;
            if shows_nul && file.after_left > 0 || !shows_nul && file.nul.is_some() && settings.mode == Mode::Standard {
                return Ok(start);
            }
            if around && !settings.passthru && (file.gap || file.printed_to < start) {
                self.separator(context)?;
            }
        }
        Ok(start)
    }

    /// What has to be printed in front of a hit: the heading, the lines of context, a separator.
    fn lead(&mut self, context: &mut Context<'_>, file: &mut File<'_>, hit: Hit) -> Result<(), Halt> {
        let settings = self.settings;
        let start = self.leap(context, file, hit)?;
        if !file.begun {
            file.begun = true;
            if settings.mode == Mode::Json {
                let out = json::begin(file.path);
                self.write(context, &out)?;
            } else {
                if self.printed {
                    if settings.heading {
                        self.write(context, b"\n")?;
                    } else if settings.before.max(settings.after) > 0 && !settings.passthru {
                        self.separator(context)?;
                    }
                }
                if settings.heading && self.with_filename {
                    self.path_line(context, file.path)?;
                }
            }
        }
        file.printed_to = file.printed_to.max(start);
        file.gap = false;
        self.context_lines(context, file, hit.start)
    }

    fn separator(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        match (self.settings.mode, &self.settings.context_separator) {
            (Mode::Standard, Some(separator)) => {
                let line = [separator.as_slice(), &[self.terminator()]].concat();
                self.write(context, &line)
            }
            _ => Ok(()),
        }
    }

    /// Prints the lines up to `end` as context.
    fn context_lines(&mut self, context: &mut Context<'_>, file: &mut File<'_>, end: usize) -> Result<(), Halt> {
        while file.printed_to < end {
            let start = file.printed_to;
            let stop = line_end(&file.data, start, self.terminator()).min(end);
            if self.meets_nul(file, start, stop) {
                break;
            }
            let number = self.line_at(file, start);
            file.printed_to = stop;
            file.after_left = file.after_left.saturating_sub(1);
            if self.settings.mode == Mode::Json {
                let out = json::line(b"context", file.path, &file.data[start..stop], number, file.base + start, &[]);
                self.write(context, &out)?;
                continue;
            }
            let separator = self.settings.field_context_separator.clone();
            let mut out = Vec::new();
            self.prefix(&mut out, file.path, number, None, file.base + start, &separator);
            self.body(&mut out, &file.data[start..stop], &[], start, false);
            self.write(context, &out)?;
        }
        Ok(())
    }

    fn prefix(
        &self,
        out: &mut Vec<u8>,
        path: &[u8],
        number: u64,
        column: Option<usize>,
        offset: usize,
        separator: &[u8],
    ) {
        let settings = self.settings;
        if self.with_filename && !settings.heading {
            self.push_path(out, path);
            out.extend_from_slice(if settings.null { b"\0" } else { separator });
        }
        if self.line_number {
            self.colored(out, b"\x1b[32m", number.to_string().as_bytes());
            out.extend_from_slice(separator);
        }
        if let Some(column) = column.filter(|_| settings.column) {
            self.colored(out, b"", column.to_string().as_bytes());
            out.extend_from_slice(separator);
        }
        if settings.byte_offset {
            self.colored(out, b"", offset.to_string().as_bytes());
            out.extend_from_slice(separator);
        }
    }

    /// A line with its matches colored, trimmed, and cut where it is too long.
    fn body(&self, out: &mut Vec<u8>, line: &[u8], found: &[(usize, usize)], shift: usize, is_match: bool) {
        let settings = self.settings;
        let terminator = self.terminator();
        let (text, end): (&[u8], &[u8]) = match line.strip_suffix(&[terminator]) {
            Some(text) => (text, &line[text.len()..]),
            None => (line, b"\n"),
        };
        let end = if line.ends_with(&[terminator]) { end } else if terminator == 0 { b"\0" } else { b"\n" };
        let skipped = if settings.trim { text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r')).count() } else { 0 };
        let shown = &text[skipped..];
        if settings.max_columns > 0 && line.len() > settings.max_columns {
            if !settings.max_columns_preview {
                let message: &[u8] = match (is_match, settings.only_matching, found.len()) {
                    (true, true, _) => b"[Omitted long line with matches]",
                    (true, false, _) => b"[Omitted long matching line]",
                    _ => b"[Omitted long context line]",
                };
                out.extend_from_slice(message);
                out.extend_from_slice(end);
                return;
            }
            let cut: usize = bstr::ByteSlice::graphemes(shown).take(settings.max_columns).map(str::len).sum();
            self.with_matches(out, &shown[..cut.min(shown.len())], found, shift + skipped);
            out.extend_from_slice(b" [... omitted end of long line]");
            out.extend_from_slice(end);
            return;
        }
        self.with_matches(out, shown, found, shift + skipped);
        out.extend_from_slice(end);
    }

    fn with_matches(&self, out: &mut Vec<u8>, text: &[u8], found: &[(usize, usize)], shift: usize) {
        if !self.settings.color || found.is_empty() {
            out.extend_from_slice(text);
            return;
        }
        let mut at = 0;
        for &(start, end) in found {
            let start = start.saturating_sub(shift).clamp(at, text.len());
            let end = end.saturating_sub(shift).clamp(start, text.len());
            if start == end {
                continue;
            }
            out.extend_from_slice(&text[at..start]);
            self.colored(out, b"\x1b[1m\x1b[31m", &text[start..end]);
            at = end;
        }
        out.extend_from_slice(&text[at..]);
    }

    /// False: a line of context before it turned out to have a NUL, and the search ends there.
    fn hit(&mut self, context: &mut Context<'_>, file: &mut File<'_>, hit: Hit) -> Result<bool, Halt> {
        self.lead(context, file, hit)?;
        if file.nul.is_some() || self.meets_nul(file, hit.start, hit.end) {
            return Ok(file.printed_to == hit.start);
        }
        let settings = self.settings;
        let data = file.data.clone();
        let data = data.as_ref();
        let offset = file.base + hit.start;
        let first_number = self.line_at(file, hit.start);
        file.printed_to = hit.end;
        let needs = settings.only_matching
            || settings.color
            || settings.column
            || settings.stats
            || settings.vimgrep
            || settings.replace.is_some();
        let found = if needs { matches(settings, self.matcher, data, hit) } else { Vec::new() };
        self.stats.matches += found.len() as u64;
        self.stats.matched_lines += 1;
        let separator = settings.field_match_separator.clone();
        let mut out = Vec::new();
        // Replaced text takes the place of the lines.
        let (line, found, shift): (BString, Vec<(usize, usize)>, usize) = match &settings.replace {
            Some(replacement) if !settings.invert => {
                let mut line = Vec::new();
                let mut places = Vec::new();
                let mut at = hit.start;
                let (text, base) = if settings.multi_line {
                    (data, 0)
                } else {
                    (bare(&data[hit.start..hit.end], settings), hit.start)
                };
                for &(start, end) in &found {
                    line.extend_from_slice(&data[at..start]);
                    let from = line.len();
                    self.matcher.replace(text, start - base, replacement, &mut line);
                    places.push((from, line.len()));
                    at = end;
                }
                line.extend_from_slice(&data[at.min(hit.end)..hit.end]);
                (line.into(), places, 0)
            }
            _ => (data[hit.start..hit.end].into(), found, hit.start),
        };
        let terminator = self.terminator();
        if settings.only_matching && !settings.invert {
            for &(start, end) in &found {
                let (from, to) = (start - shift, end - shift);
                let mut piece = from;
                // A match over several lines goes out line by line.
                loop {
                    let stop = memchr::memchr(terminator, &line[piece..to]).map_or(to, |at| piece + at);
                    // Of its empty lines nothing is shown.
                    if stop == piece && stop < to {
                        piece = stop + 1;
                        continue;
                    }
                    let number = first_number + memchr::memchr_iter(terminator, &line[..piece]).count() as u64;
                    let column = piece - line_start(&line, piece, terminator) + 1;
                    self.prefix(&mut out, file.path, number, Some(column), offset + piece, &separator);
                    self.body(&mut out, &line[piece..stop], &[(piece, stop)], piece, true);
                    if stop + 1 >= to {
                        break;
                    }
                    piece = stop + 1;
                }
            }
        } else if settings.vimgrep && !settings.invert {
            for &(start, end) in &found {
                let at = start - shift;
                let begin = line_start(&line, at, terminator);
                let stop = line_end(&line, at, terminator);
                let number = first_number + memchr::memchr_iter(terminator, &line[..at]).count() as u64;
                self.prefix(&mut out, file.path, number, Some(at - begin + 1), offset + begin, &separator);
                self.body(&mut out, &line[begin..stop], &[(start, end)], shift + begin, true);
            }
        } else {
            let mut at = 0;
            let mut number = first_number;
            while at < line.len() || at == 0 {
                let stop = line_end(&line, at, terminator);
                let first = found.iter().find(|(_, end)| *end >= at + shift).map(|(start, _)| start);
                let column = first.map_or(1, |start| start.saturating_sub(shift + at) + 1);
                let is_first = at == 0 || settings.multi_line;
                self.prefix(&mut out, file.path, number, is_first.then_some(column), offset + at, &separator);
                self.body(&mut out, &line[at..stop], &found, shift + at, true);
                number += 1;
                if stop <= at {
                    break;
                }
                at = stop;
            }
        }
        self.write(context, &out)?;
        Ok(true)
    }

    fn json_hit(&mut self, context: &mut Context<'_>, file: &mut File<'_>, hit: Hit) -> Result<(), Halt> {
        self.lead(context, file, hit)?;
        let number = self.line_at(file, hit.start);
        file.printed_to = hit.end;
        let found = matches(self.settings, self.matcher, &file.data, hit);
        self.stats.matches += found.len() as u64;
        self.stats.matched_lines += 1;
        let line = &file.data[hit.start..hit.end];
        let local: Vec<(usize, usize)> =
            found.iter().map(|(start, end)| (start - hit.start, (end - hit.start).min(line.len()))).collect();
        let out = json::line(b"match", file.path, line, number, file.base + hit.start, &local);
        self.write(context, &out)
    }
}
