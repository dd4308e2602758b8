//! Two files side by side (`-y`).

use super::lines::Text;
use super::palette::Color;
use super::print::Comparison;
use crate::shared::unicode::{decode, width};
use shell::command::Context;
use shell::kernel::Halt;

/// The room between the columns.
const GUTTER: usize = 3;

/// The measures of the two columns.
#[derive(Debug, Clone, Copy)]
pub struct SideBySide {
    pub left_column: bool,
    pub suppress_common: bool,
    pub expand_tabs: bool,
    pub tab_size: usize,
    half: usize,
    second: usize,
}

impl SideBySide {
    /// `line`: columns of a whole line.
    pub fn new(line: usize, expand_tabs: bool, tab_size: usize) -> SideBySide {
        let unit = if expand_tabs { 1 } else { tab_size };
        let with_gutter = unit + GUTTER;
        let offset = (line >> 1) + (with_gutter >> 1) + (line & with_gutter & 1);
        let offset = offset - offset % unit;
        let half = offset.saturating_sub(GUTTER).min(line.saturating_sub(offset));
        let second = if half > 0 { offset } else { line };
        SideBySide { left_column: false, suppress_common: false, expand_tabs, tab_size, half, second }
    }

    pub fn print(&self, context: &mut Context<'_>, comparison: &Comparison<'_>) -> Result<(), Halt> {
        let (old, new) = (comparison.old, comparison.new);
        let mut at = (0, 0);
        for change in comparison.shown() {
            self.common(context, comparison, at, change.old_start, change.new_start)?;
            let mut left = change.old_start..change.old_end;
            let mut right = change.new_start..change.new_end;
            loop {
                match (left.next(), right.next()) {
                    (None, None) => break,
                    (Some(one), Some(two)) => self.row(context, comparison, Some((old, one)), b'|', Some((new, two)))?,
                    (Some(one), None) => self.row(context, comparison, Some((old, one)), b'<', None)?,
                    (None, Some(two)) => self.row(context, comparison, None, b'>', Some((new, two)))?,
                }
            }
            at = (change.old_end, change.new_end);
        }
        self.common(context, comparison, at, old.len(), new.len())
    }

    /// Lines that do not differ (or whose difference does not count).
    fn common(
        &self,
        context: &mut Context<'_>,
        comparison: &Comparison<'_>,
        (mut left, mut right): (usize, usize),
        left_end: usize,
        right_end: usize,
    ) -> Result<(), Halt> {
        if self.suppress_common {
            return Ok(());
        }
        let (old, new) = (comparison.old, comparison.new);
        while left < left_end || right < right_end {
            let one = (left < left_end).then_some((old, left));
            let two = (right < right_end).then_some((new, right));
            match (one, two) {
                (Some(_), Some(_)) if self.left_column => self.row(context, comparison, one, b'(', None)?,
                (Some(_), Some(_)) => self.row(context, comparison, one, b' ', two)?,
                (Some(_), None) => self.row(context, comparison, one, b'(', None)?,
                _ if self.left_column => {}
                _ => self.row(context, comparison, None, b')', two)?,
            }
            left += 1;
            right += 1;
        }
        Ok(())
    }

    fn row(
        &self,
        context: &mut Context<'_>,
        comparison: &Comparison<'_>,
        left: Option<(&Text, usize)>,
        separator: u8,
        right: Option<(&Text, usize)>,
    ) -> Result<(), Halt> {
        let mut out = Vec::new();
        let mut column = 0;
        let color = match separator {
            b'<' => Some(Color::Deleted),
            b'>' => Some(Color::Added),
            _ => None,
        };
        let palette = comparison.layout.colors.as_ref().zip(color);
        if let Some((palette, color)) = palette {
            out.extend_from_slice(palette.start(color));
        }
        let complete = |side: Option<(&Text, usize)>| side.is_some_and(|(text, index)| !text.is_incomplete(index));
        let mut newline = complete(left);
        if let Some((text, index)) = left {
            column = self.half_line(&mut out, text.line(index), 0);
        }
        if separator != b' ' {
            column = self.tabs(&mut out, column, (self.half + self.second).saturating_sub(1) / 2) + 1;
            let separator = match separator {
                b'|' if newline != complete(right) => {
                    if newline {
                        b'/'
                    } else {
                        b'\\'
                    }
                }
                other => other,
            };
            out.push(separator);
        }
        if let Some((text, index)) = right {
            newline |= complete(right);
            let line = text.line(index);
            if !line.is_empty() {
                self.tabs(&mut out, column, self.second);
                self.half_line(&mut out, line, self.second);
            }
        }
        if newline {
            out.push(b'\n');
        }
        if let Some((palette, _)) = palette {
            out.extend_from_slice(palette.end());
        }
        context.charge_bytes(out.len())?;
        context.write(&out)
    }

    fn tabs(&self, out: &mut Vec<u8>, from: usize, to: usize) -> usize {
        let mut from = from;
        if !self.expand_tabs {
            let mut next = from + self.tab_size - from % self.tab_size;
            while next <= to {
                out.push(b'\t');
                from = next;
                next += self.tab_size;
            }
        }
        while from < to {
            out.push(b' ');
            from += 1;
        }
        to
    }

    /// As much of a line as its column holds; returns the column that was reached.
    fn half_line(&self, out: &mut Vec<u8>, line: &[u8], indent: usize) -> usize {
        let bound = self.half;
        let (mut wanted, mut reached) = (0usize, 0usize);
        let mut rest = line;
        while !rest.is_empty() {
            let (character, length) = decode(rest);
            let (bytes, after) = rest.split_at(length.max(1));
            rest = after;
            match bytes {
                b"\t" => {
                    let spaces = self.tab_size - wanted % self.tab_size;
                    if wanted == reached {
                        let stop = reached + spaces;
                        if self.expand_tabs {
                            let stop = stop.min(bound);
                            out.resize(out.len() + stop.saturating_sub(reached), b' ');
                            reached = reached.max(stop);
                        } else if stop < bound {
                            reached = stop;
                            out.push(b'\t');
                        }
                    }
                    wanted += spaces;
                }
                b"\r" => {
                    out.push(b'\r');
                    self.tabs(out, 0, indent);
                    (wanted, reached) = (0, 0);
                }
                b"\x08" => {
                    if wanted != 0 {
                        wanted -= 1;
                        if wanted < bound {
                            if reached <= wanted {
                                out.resize(out.len() + (wanted - reached), b' ');
                                reached = wanted;
                            } else {
                                reached = wanted;
                                out.push(0x08);
                            }
                        }
                    }
                }
                _ => {
                    wanted += character.and_then(width).unwrap_or(0);
                    if wanted <= bound {
                        reached = wanted;
                        out.extend_from_slice(bytes);
                    }
                }
            }
        }
        reached
    }
}
