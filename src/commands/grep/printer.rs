//! How `grep` prints a line: the prefix, the matches in it, the colors.

use bstr::BString;

use super::arguments::{Binary, Settings};
use super::matcher::Matcher;
use super::search::Failure;
use shell::command::Context;
use shell::kernel::Halt;

/// Prints the lines of one input after the other.
pub struct Printer<'a> {
    settings: &'a Settings,
    /// Names of files go before what is printed.
    pub with_name: bool,
    name: BString,
    /// A part that is shown is a line with its end.
    holds_line_end: bool,
    /// Columns for numbers with `-T`.
    width: usize,
    /// The line in the making.
    out: Vec<u8>,
}

impl<'a> Printer<'a> {
    pub fn new(settings: &'a Settings, holds_line_end: bool) -> Printer<'a> {
        Printer { settings, holds_line_end, with_name: false, name: BString::default(), width: 0, out: Vec::new() }
    }

    /// Goes on to another input.
    pub fn begin(&mut self, name: &[u8], width: usize) {
        self.name = name.into();
        self.width = width;
    }

    /// Whether lines are printed as they are, with nothing around them.
    pub fn is_plain(&self, selected: bool) -> bool {
        let settings = self.settings;
        let bare = !self.with_name && !settings.line_number && !settings.byte_offset;
        // Selected by `-v`, a line has no match to show.
        let uncolored = match &settings.colors {
            None => true,
            Some(colors) => selected && settings.invert && colors.selected_line.is_empty() && !colors.reverse,
        };
        bare && uncolored && !settings.only_matching
    }

    /// Whether `data` may be printed: any bytes when binary files are taken for text, else valid characters only.
    pub fn is_text(&self, data: &[u8]) -> bool {
        self.settings.binary == Binary::Text || self.settings.bytes || std::str::from_utf8(data).is_ok()
    }

    /// The line between groups of context.
    pub fn separator(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let Some(separator) = &self.settings.separator else { return Ok(()) };
        self.out.clear();
        match &self.settings.colors {
            Some(colors) => colors.paint(&mut self.out, &colors.separator, separator),
            None => self.out.extend_from_slice(separator),
        }
        self.out.push(b'\n');
        context.write(&self.out)
    }

    /// The name of the input, alone on its line or before a count.
    pub fn name_alone(&mut self, context: &mut Context<'_>, before_count: bool) -> Result<(), Halt> {
        self.out.clear();
        self.push_name();
        match (self.settings.null_after_name, before_count) {
            (true, _) => self.out.push(0),
            (false, true) => self.push_separator(b':'),
            (false, false) => self.out.push(b'\n'),
        }
        context.write(&self.out)
    }

    /// Prints a line or its matches; false when that is no valid text, and nothing (more) is printed then.
    pub fn line(
        &mut self,
        context: &mut Context<'_>,
        matcher: &Matcher,
        line: &[u8],
        number: u64,
        offset: u64,
        selected: bool,
    ) -> Result<bool, Failure> {
        let settings = self.settings;
        let separator = if selected { b':' } else { b'-' };
        let text = line.strip_suffix(&[settings.terminator]).unwrap_or(line);
        let matching = selected != settings.invert;
        self.out.clear();
        let mut valid = true;
        if settings.only_matching {
            if matching {
                valid = self.matches_alone(context, matcher, text, number, offset)?;
            }
        } else if self.is_text(text) {
            self.push_head(number, offset, !text.is_empty(), separator);
            if settings.colors.is_some() {
                self.push_colored(context, matcher, text, selected, matching)?;
            } else {
                self.out.extend_from_slice(text);
                self.out.push(settings.terminator);
            }
        } else {
            return Ok(false);
        }
        context.write(&self.out)?;
        if settings.line_buffered {
            context.flush()?;
        }
        Ok(valid)
    }

    /// `-o`: each match on a line of its own.
    fn matches_alone(
        &mut self,
        context: &mut Context<'_>,
        matcher: &Matcher,
        text: &[u8],
        number: u64,
        offset: u64,
    ) -> Result<bool, Failure> {
        let separator = if self.settings.invert { b'-' } else { b':' };
        let color = self.match_color(!self.settings.invert);
        let search = matcher.search(text, self.settings.terminator);
        if self.holds_line_end && search.find_at(0)? == Some((0, text.len())) {
            if !self.is_text(text) {
                return Ok(false);
            }
            self.push_head(number, offset, true, separator);
            self.push_painted(&color, &[text, &[self.settings.terminator]].concat());
            self.out.push(self.settings.terminator);
            return Ok(true);
        }
        let mut from = 0;
        while from < text.len() {
            let Some((start, end)) = search.find_at(from)? else { break };
            if start >= text.len() {
                break;
            }
            context.charge(1)?;
            from = end;
            if start == end {
                from = start + 1;
                continue;
            }
            let found = &text[start..end];
            if !self.is_text(found) {
                return Ok(false);
            }
            self.push_head(number, offset + start as u64, true, separator);
            self.push_painted(&color, found);
            self.out.push(self.settings.terminator);
        }
        Ok(true)
    }

    /// The line with colors around its matches, and its end.
    fn push_colored(
        &mut self,
        context: &mut Context<'_>,
        matcher: &Matcher,
        text: &[u8],
        selected: bool,
        matching: bool,
    ) -> Result<(), Failure> {
        let Some(colors) = &self.settings.colors else { return Ok(()) };
        let as_selected = selected != (self.settings.invert && colors.reverse);
        let line_color = if as_selected { colors.selected_line.clone() } else { colors.context_line.clone() };
        let match_color = self.match_color(selected);
        let search = matcher.search(text, self.settings.terminator);
        let colored = matching && !match_color.is_empty();
        if colored && self.holds_line_end && search.find_at(0)? == Some((0, text.len())) {
            colors.start(&mut self.out, &line_color);
            colors.paint(&mut self.out, &match_color, &[text, &[self.settings.terminator]].concat());
            return Ok(());
        }
        let mut done = 0;
        let mut from = 0;
        while colored && from < text.len() {
            let Some((start, end)) = search.find_at(from)? else { break };
            if start >= text.len() {
                break;
            }
            context.charge(1)?;
            if start == end {
                from = start + 1;
                continue;
            }
            colors.start(&mut self.out, &line_color);
            self.out.extend_from_slice(&text[done..start]);
            colors.paint(&mut self.out, &match_color, &text[start..end]);
            from = end;
            done = end;
        }
        let rest = &text[done..];
        let (tail, carriage_return) = match rest.split_last() {
            Some((b'\r', tail)) => (tail, &b"\r"[..]),
            _ => (rest, &b""[..]),
        };
        if tail.is_empty() {
            self.out.extend_from_slice(tail);
        } else {
            colors.paint(&mut self.out, &line_color, tail);
        }
        self.out.extend_from_slice(carriage_return);
        self.out.push(self.settings.terminator);
        Ok(())
    }

    fn match_color(&self, selected: bool) -> BString {
        match &self.settings.colors {
            None => BString::default(),
            Some(colors) if selected => colors.selected_match.clone(),
            Some(colors) => colors.context_match.clone(),
        }
    }

    /// File name, line number and offset, each with its separator.
    fn push_head(&mut self, number: u64, offset: u64, has_text: bool, separator: u8) {
        let settings = self.settings;
        if self.with_name {
            self.push_name();
            if settings.null_after_name {
                self.out.push(0);
            } else {
                self.push_separator(separator);
            }
        }
        if settings.line_number {
            let color = settings.colors.as_ref().map(|colors| colors.line_number.clone());
            self.push_number(number, color, separator);
        }
        if settings.byte_offset {
            let color = settings.colors.as_ref().map(|colors| colors.byte_offset.clone());
            self.push_number(offset, color, separator);
        }
        let any = self.with_name || settings.line_number || settings.byte_offset;
        if settings.initial_tab && any && has_text {
            self.out.push(b'\t');
        }
    }

    fn push_name(&mut self) {
        let name = std::mem::take(&mut self.name);
        let color = self.settings.colors.as_ref().map(|colors| colors.file_name.clone());
        self.push_painted(&color.unwrap_or_default(), &name);
        self.name = name;
    }

    fn push_number(&mut self, number: u64, color: Option<BString>, separator: u8) {
        let text = format!("{number:width$}", width = self.width);
        self.push_painted(&color.unwrap_or_default(), text.as_bytes());
        self.push_separator(separator);
    }

    fn push_separator(&mut self, separator: u8) {
        let color = self.settings.colors.as_ref().map(|colors| colors.separator.clone());
        self.push_painted(&color.unwrap_or_default(), &[separator]);
    }

    fn push_painted(&mut self, color: &[u8], text: &[u8]) {
        match &self.settings.colors {
            Some(colors) => colors.paint(&mut self.out, color, text),
            None => self.out.extend_from_slice(text),
        }
    }
}
