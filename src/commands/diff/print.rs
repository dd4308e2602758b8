//! The styles in which changes are printed.

use bstr::ByteSlice;

use super::changes::Change;
use super::formats::Formats;
use super::lines::Text;
use super::palette::{Color, Palette};
use super::side::SideBySide;
use shell::command::Context;
use shell::kernel::Halt;
use shell::regex::Regex;

/// How changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Normal,
    Unified,
    Context,
    Ed,
    ForwardEd,
    Rcs,
    SideBySide,
    /// `-D` and formats
    IfDefined,
}

/// What the styles need to know.
pub struct Layout {
    pub style: Style,
    pub context: usize,
    pub expand_tabs: bool,
    pub initial_tab: bool,
    pub tab_size: usize,
    /// `-p`, `-F`: lines that a hunk's heading may show.
    pub headings: Option<Regex>,
    pub colors: Option<Palette>,
    /// `-D` and the formats of groups and lines.
    pub formats: Formats,
    /// `--suppress-blank-empty`
    pub suppress_blank_empty: bool,
    pub side: SideBySide,
}

/// Two texts and their changes.
pub struct Comparison<'c> {
    pub layout: &'c Layout,
    pub old: &'c Text,
    pub new: &'c Text,
    pub changes: &'c [Change],
    /// What stands behind `---` and `+++`.
    pub old_heading: &'c [u8],
    pub new_heading: &'c [u8],
}

const NO_NEWLINE: &[u8] = b"\n\\ No newline at end of file";

impl Comparison<'_> {
    /// Prints the changes.
    pub fn print(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        match self.layout.style {
            Style::Normal => self.normal(context),
            Style::Unified => self.unified(context),
            Style::Context => self.in_context(context),
            Style::Ed => self.ed(context),
            Style::ForwardEd => self.forward_ed(context),
            Style::Rcs => self.rcs(context),
            Style::SideBySide => self.layout.side.print(context, self),
            Style::IfDefined => self.formatted(context),
        }
    }

    /// The changes that are shown.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = &Change> {
        self.changes.iter().filter(|change| !change.ignored)
    }

    fn color(&self, out: &mut Vec<u8>, color: Color) {
        if let Some(palette) = &self.layout.colors {
            out.extend_from_slice(palette.start(color));
        }
    }

    fn uncolor(&self, out: &mut Vec<u8>) {
        if let Some(palette) = &self.layout.colors {
            out.extend_from_slice(palette.end());
        }
    }

    /// A text in a color, with a line end.
    fn heading(&self, context: &mut Context<'_>, color: Color, text: &[u8]) -> Result<(), Halt> {
        let mut out = Vec::with_capacity(text.len() + 16);
        self.color(&mut out, color);
        out.extend_from_slice(text);
        self.uncolor(&mut out);
        out.push(b'\n');
        context.write(&out)
    }

    /// A line behind its mark, which a space or a tab follows as the style has it.
    fn line(
        &self,
        context: &mut Context<'_>,
        mark: &[u8],
        text: &Text,
        index: usize,
        color: Option<Color>,
    ) -> Result<(), Halt> {
        let line = text.line(index);
        context.charge_bytes(line.len())?;
        let mut out = Vec::with_capacity(line.len() + 16);
        if let Some(color) = color {
            self.color(&mut out, color);
        }
        let colored = out.len();
        let blank = self.layout.suppress_blank_empty && line.is_empty();
        let mark = if blank { mark.strip_suffix(b" ").unwrap_or(mark) } else { mark };
        out.extend_from_slice(mark);
        if self.layout.initial_tab && !mark.is_empty() && !blank {
            if out.last() == Some(&b' ') && mark.len() > 1 {
                out.pop();
            }
            out.push(b'\t');
        }
        // Unified, the mark stands alone.
        let again = if self.layout.style == Style::Unified { Vec::new() } else { out[colored..].to_vec() };
        self.expanded_behind(&mut out, line, &again);
        if color.is_some() {
            self.uncolor(&mut out);
        }
        // A script for `ed` has no room for the note.
        if text.is_incomplete(index) && self.layout.style != Style::ForwardEd {
            out.extend_from_slice(NO_NEWLINE);
        }
        out.push(b'\n');
        context.write(&out)
    }

    /// The line itself, with its tabs as spaces if `-t` asks for that.
    pub fn expanded(&self, out: &mut Vec<u8>, line: &[u8]) {
        self.expanded_behind(out, line, b"");
    }

    /// As [`Self::expanded`]; behind a carriage return the mark is repeated, with what follows it.
    fn expanded_behind(&self, out: &mut Vec<u8>, line: &[u8], mark: &[u8]) {
        if !self.layout.expand_tabs || line.find_byteset(b"\t\r").is_none() {
            out.extend_from_slice(line);
            return;
        }
        let mut column = 0;
        for (index, &byte) in line.iter().enumerate() {
            match byte {
                b'\t' => {
                    let width = self.layout.tab_size - column % self.layout.tab_size;
                    out.resize(out.len() + width, b' ');
                    column += width;
                }
                // In front of everything it is left out.
                0x08 if column == 0 => {}
                0x08 => {
                    out.push(byte);
                    column -= 1;
                }
                b'\r' => {
                    out.push(byte);
                    if index + 1 < line.len() {
                        out.extend_from_slice(mark);
                    }
                    column = 0;
                }
                // Bytes beyond ASCII count as little as control characters.
                _ => {
                    out.push(byte);
                    column += usize::from((b' '..=b'~').contains(&byte));
                }
            }
        }
    }

    fn normal(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        for change in self.shown() {
            let place = [
                range(change.old_start, change.old_end, ","),
                letter(change).to_owned(),
                range(change.new_start, change.new_end, ","),
            ]
            .concat();
            self.heading(context, Color::Place, place.as_bytes())?;
            let marks: [&[u8]; 2] = if self.layout.initial_tab { [b"<", b">"] } else { [b"< ", b"> "] };
            for index in change.old_start..change.old_end {
                self.line(context, marks[0], self.old, index, Some(Color::Deleted))?;
            }
            if change.deleted() > 0 && change.inserted() > 0 {
                context.write(b"---\n")?;
            }
            for index in change.new_start..change.new_end {
                self.line(context, marks[1], self.new, index, Some(Color::Added))?;
            }
        }
        Ok(())
    }

    /// Changes that are near enough to be shown together, with the lines around them.
    fn hunks(&self) -> Vec<Hunk<'_>> {
        let around = self.layout.context;
        let mut hunks = Vec::new();
        let mut start = 0;
        while start < self.changes.len() {
            let mut end = start + 1;
            while let Some(next) = self.changes.get(end) {
                let last = &self.changes[end - 1];
                // What leads to a change that does not count need not be shown.
                let near = if next.ignored { around } else { around.saturating_mul(2).saturating_add(1) };
                if next.old_start - last.old_end >= near {
                    break;
                }
                end += 1;
            }
            let changes = &self.changes[start..end];
            if changes.iter().any(|change| !change.ignored) {
                let (first, last) = (&changes[0], &changes[changes.len() - 1]);
                let before = around.min(first.old_start).min(first.new_start);
                hunks.push(Hunk {
                    changes,
                    old: (first.old_start - before, last.old_end.saturating_add(around).min(self.old.len())),
                    new: (first.new_start - before, last.new_end.saturating_add(around).min(self.new.len())),
                });
            }
            start = end;
        }
        hunks
    }

    fn unified(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        let hunks = self.hunks();
        self.headings(context, &hunks, b"--- ", b"+++ ")?;
        let (same, deleted, inserted): (&[u8], &[u8], &[u8]) =
            if self.layout.initial_tab { (b"", b"-", b"+") } else { (b" ", b"-", b"+") };
        let mut searched = Searched::default();
        for hunk in &hunks {
            let place = format!("@@ -{} +{} @@", unified_range(hunk.old), unified_range(hunk.new));
            let mut place_line = place.into_bytes();
            let heading = self.function(context, hunk.old.0, &mut searched)?;
            let mut out = Vec::new();
            self.color(&mut out, Color::Place);
            out.append(&mut place_line);
            self.uncolor(&mut out);
            out.extend_from_slice(&heading);
            out.push(b'\n');
            context.write(&out)?;
            let mut old = hunk.old.0;
            for change in hunk.changes {
                while old < change.old_start {
                    self.same(context, same, old)?;
                    old += 1;
                }
                for index in change.old_start..change.old_end {
                    self.line(context, deleted, self.old, index, Some(Color::Deleted))?;
                }
                for index in change.new_start..change.new_end {
                    self.line(context, inserted, self.new, index, Some(Color::Added))?;
                }
                old = change.old_end;
            }
            while old < hunk.old.1 {
                self.same(context, same, old)?;
                old += 1;
            }
        }
        Ok(())
    }

    /// A line that is in both files, in a unified diff.
    fn same(&self, context: &mut Context<'_>, mark: &[u8], index: usize) -> Result<(), Halt> {
        if self.layout.initial_tab && !(self.layout.suppress_blank_empty && self.old.line(index).is_empty()) {
            context.write(b"\t")?;
            return self.line(context, b"", self.old, index, None);
        }
        self.line(context, mark, self.old, index, None)
    }

    fn headings(&self, context: &mut Context<'_>, hunks: &[Hunk<'_>], old: &[u8], new: &[u8]) -> Result<(), Halt> {
        if hunks.is_empty() {
            return Ok(());
        }
        self.heading(context, Color::Heading, &[old, self.old_heading].concat())?;
        self.heading(context, Color::Heading, &[new, self.new_heading].concat())
    }

    fn in_context(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        let hunks = self.hunks();
        self.headings(context, &hunks, b"*** ", b"--- ")?;
        let mut searched = Searched::default();
        for hunk in &hunks {
            let mut stars = b"***************".to_vec();
            stars.extend_from_slice(&self.function(context, hunk.old.0, &mut searched)?);
            stars.push(b'\n');
            context.write(&stars)?;
            let tab = self.layout.initial_tab;
            let mark = |letter: &'static [u8; 2]| if tab { &letter[..1] } else { &letter[..] };
            let place = format!("*** {} ****", context_range(hunk.old));
            self.heading(context, Color::Place, place.as_bytes())?;
            if hunk.changes.iter().any(|change| change.deleted() > 0) {
                let mut at = hunk.old.0;
                for change in hunk.changes {
                    while at < change.old_start {
                        self.line(context, mark(b"  "), self.old, at, Some(Color::Deleted))?;
                        at += 1;
                    }
                    let letter = if change.inserted() > 0 { b"! " } else { b"- " };
                    for index in change.old_start..change.old_end {
                        self.line(context, mark(letter), self.old, index, Some(Color::Deleted))?;
                    }
                    at = change.old_end;
                }
                while at < hunk.old.1 {
                    self.line(context, mark(b"  "), self.old, at, Some(Color::Deleted))?;
                    at += 1;
                }
            }
            let place = format!("--- {} ----", context_range(hunk.new));
            self.heading(context, Color::Place, place.as_bytes())?;
            if hunk.changes.iter().any(|change| change.inserted() > 0) {
                let mut at = hunk.new.0;
                for change in hunk.changes {
                    while at < change.new_start {
                        self.line(context, mark(b"  "), self.new, at, Some(Color::Added))?;
                        at += 1;
                    }
                    let letter = if change.deleted() > 0 { b"! " } else { b"+ " };
                    for index in change.new_start..change.new_end {
                        self.line(context, mark(letter), self.new, index, Some(Color::Added))?;
                    }
                    at = change.new_end;
                }
                while at < hunk.new.1 {
                    self.line(context, mark(b"  "), self.new, at, Some(Color::Added))?;
                    at += 1;
                }
            }
        }
        Ok(())
    }

    /// The last line before a hunk that the pattern of `-p` or `-F` finds, as a heading shows it.
    fn function(&self, context: &Context<'_>, start: usize, searched: &mut Searched) -> Result<Vec<u8>, Halt> {
        let Some(pattern) = &self.layout.headings else { return Ok(Vec::new()) };
        let mut index = start;
        while index > searched.until {
            index -= 1;
            let line = self.old.line(index);
            context.charge_bytes(line.len())?;
            if pattern.is_match(line).unwrap_or(false) {
                searched.found = Some(index);
                break;
            }
        }
        searched.until = searched.until.max(start);
        let Some(found) = searched.found else { return Ok(Vec::new()) };
        let line = self.old.line(found);
        let start = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let line = &line[start..];
        let line = &line[..line.len().min(40)];
        let end = line.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
        Ok([b" ".as_slice(), &line[..end]].concat())
    }

    fn ed(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        for change in self.shown().rev() {
            let place = [range(change.old_start, change.old_end, ","), letter(change).to_owned(), "\n".to_owned()].concat();
            context.write(place.as_bytes())?;
            if change.inserted() == 0 {
                continue;
            }
            let mut inserting = true;
            for index in change.new_start..change.new_end {
                if !inserting {
                    context.write(b"a\n")?;
                    inserting = true;
                }
                let line = self.new.line(index);
                if line == b"." {
                    // A lone dot would end the text: two are written and one is taken off.
                    context.write(b"..\n.\ns/.//\n")?;
                    inserting = false;
                } else {
                    let mut out = Vec::with_capacity(line.len() + 1);
                    self.expanded(&mut out, line);
                    out.push(b'\n');
                    context.write(&out)?;
                }
            }
            if inserting {
                context.write(b".\n")?;
            }
        }
        Ok(())
    }

    fn forward_ed(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        for change in self.shown() {
            let place = [letter(change).to_owned(), range(change.old_start, change.old_end, " "), "\n".to_owned()].concat();
            context.write(place.as_bytes())?;
            if change.inserted() > 0 {
                for index in change.new_start..change.new_end {
                    self.line(context, b"", self.new, index, None)?;
                }
                context.write(b".\n")?;
            }
        }
        Ok(())
    }

    fn rcs(&self, context: &mut Context<'_>) -> Result<(), Halt> {
        for change in self.shown() {
            if change.deleted() > 0 {
                context.write(format!("d{} {}\n", change.old_start + 1, change.deleted()).as_bytes())?;
            }
            if change.inserted() > 0 {
                context.write(format!("a{} {}\n", change.old_end, change.inserted()).as_bytes())?;
                for index in change.new_start..change.new_end {
                    let mut line = Vec::new();
                    self.expanded(&mut line, self.new.line(index));
                    if !self.new.is_incomplete(index) {
                        line.push(b'\n');
                    }
                    context.write(&line)?;
                }
            }
        }
        Ok(())
    }
}

struct Hunk<'c> {
    changes: &'c [Change],
    old: (usize, usize),
    new: (usize, usize),
}

/// How far the lines were searched for headings, and the last one found.
#[derive(Default)]
struct Searched {
    until: usize,
    found: Option<usize>,
}

fn letter(change: &Change) -> &'static str {
    match (change.deleted(), change.inserted()) {
        (0, _) => "a",
        (_, 0) => "d",
        _ => "c",
    }
}

/// `3`, `3,5`; a place between lines is the line before it.
fn range(start: usize, end: usize, separator: &str) -> String {
    if end > start + 1 { format!("{}{separator}{end}", start + 1) } else { end.to_string() }
}

fn unified_range((start, end): (usize, usize)) -> String {
    match end - start {
        0 => format!("{start},0"),
        1 => end.to_string(),
        count => format!("{},{count}", start + 1),
    }
}

fn context_range((start, end): (usize, usize)) -> String {
    range(start, end, ",")
}
