//! Reading a hunk of a context diff, of which either side may be left out when it has context only.

use super::header::Kind;
use super::hunk::{Hunk, Line};
use super::read::{MOST_LINES, Source, Stop, fatal};

/// The first of the lines that a line's numbers name, and how many they are.
fn range(source: &Source<'_>, skip_zero: bool) -> Result<(i64, i64), Stop> {
    let digit = |from: usize| {
        let text = source.buffer.get(from..).unwrap_or_default();
        from + text.iter().position(u8::is_ascii_digit).unwrap_or(text.len())
    };
    let mut at = digit(0);
    // `0,0` is `0`.
    if skip_zero && source.buffer[at.min(source.buffer.len())..].starts_with(b"0,0") {
        at += 2;
    }
    let (first, at) = source.number(at)?;
    if source.byte(at) != b',' {
        return Ok(if first > 0 { (first, 1) } else { (1, 0) });
    }
    let at = digit(at);
    if at >= source.buffer.len() && !skip_zero {
        return source.malformed();
    }
    let (last, _) = source.number(at)?;
    let count = last.saturating_add(1).saturating_sub(first);
    if count < 0 { source.malformed() } else { Ok((first, count)) }
}

impl Source<'_> {
    /// As [`Source::hunk`].
    pub fn context_hunk(&mut self, kind: Kind) -> Result<Option<(Hunk, bool)>, Stop> {
        let (start, line) = (self.at, self.line);
        if !self.next() || self.buffer.len() <= 8 || !self.buffer.starts_with(b"********") {
            self.seek(start, line);
            return Ok(None);
        }
        let stars = self.buffer.iter().take_while(|byte| **byte == b'*').count();
        let heading = match self.byte(stars) {
            b' ' => self.buffer[stars..self.buffer.len() - 1].to_vec(),
            _ => Vec::new(),
        };
        let begin = self.line + 1;
        let at_begin = format!(" in hunk at line {begin}");
        let mangled = || fatal(&[b"replacement text or line numbers mangled", at_begin.as_bytes()]);
        let (mut first, mut old_count, mut new_start, mut new_count) = (0i64, 0i64, 0i64, 0i64);
        let (mut old, mut new): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
        // Where the second side begins, counted from 1, and the place to go back to when it is not there.
        let mut second: Option<(usize, i64, i64)> = None;
        let (mut could_be_missing, mut old_missing, mut new_missing) = (true, false, false);
        let (mut blank, mut spaces_eaten, mut some_context) = (false, false, false);
        let (mut old_prefix, mut old_suffix, mut new_prefix) = (-1i64, -1i64, -1i64);
        let (mut old_copiable, mut new_copiable, mut context) = (0i64, 0i64, 0i64);
        // The index of the line in the hunk: 0 is `***`, the old lines, perhaps a blank line, `---`, the new ones.
        let (mut end, mut most) = (-1i64, i64::MAX);
        let mut separator = 0i64;
        while end < most {
            if !self.next() {
                if second.is_some() && could_be_missing {
                    new_missing = true;
                    break;
                }
                if most != i64::MAX && most - end < 4 {
                    self.buffer = b"  \n".to_vec();
                } else {
                    return fatal(&[b"unexpected end of file in patch"]);
                }
            }
            end += 1;
            let at_line = format!(" at line {}", self.line);
            let body: Option<(u8, usize)>;
            match self.byte(0) {
                b'*' => {
                    if second.is_some() && could_be_missing {
                        new_missing = true;
                        break;
                    }
                    if self.buffer.starts_with(b"********") {
                        return fatal(&[b"unexpected end of hunk", at_line.as_bytes()]);
                    }
                    if end != 0 {
                        return fatal(&[b"unexpected '***'", at_line.as_bytes(), b": ", self.shown()]);
                    }
                    context = 0;
                    (first, old_count) = range(self, true)?;
                    if first >= MOST_LINES - old_count || old_count >= MOST_LINES - 6 {
                        return self.malformed();
                    }
                    continue;
                }
                b'-' if self.byte(1) == b'-' => {
                    if old_prefix == -1 {
                        old_prefix = context;
                    }
                    old_suffix = context;
                    if second.is_some() || end <= 0 || end != old_count + 1 + i64::from(blank) {
                        if end == 1 {
                            // The old lines were left out: they are the new ones' context.
                            old_missing = true;
                            end = old_count + 1;
                            (old_prefix, old_suffix) = (-1, -1);
                        } else if second.is_none() {
                            let word: &[u8] = if end <= old_count { b"Premature" } else { b"Overdue" };
                            let check = format!("; check line numbers at line {begin}");
                            return fatal(&[word, b" '---'", at_line.as_bytes(), check.as_bytes()]);
                        } else if !could_be_missing {
                            let check = format!("; check line numbers at line {}", begin + separator);
                            return fatal(&[b"duplicate '---'", at_line.as_bytes(), check.as_bytes()]);
                        } else {
                            new_missing = true;
                            break;
                        }
                    }
                    separator = end;
                    second = Some((self.at, self.line, context));
                    (new_start, new_count) = range(self, false)?;
                    if new_start >= MOST_LINES - new_count || new_count >= MOST_LINES - end {
                        return self.malformed();
                    }
                    most = new_count + end;
                    // Only a side of context alone may be left out.
                    if new_count != old_copiable && (self.prefix_before != 0 || context != 0 || new_count != 1) {
                        could_be_missing = false;
                    }
                    context = 0;
                    continue;
                }
                mark @ (b'+' | b'!' | b'-') => {
                    if mark != b'-' {
                        could_be_missing = false;
                    }
                    match self.byte(1) {
                        b' ' | b'\t' => body = Some((mark, 2)),
                        _ if second.is_some() && could_be_missing => {
                            new_missing = true;
                            break;
                        }
                        _ => body = Some((mark, 1)),
                    }
                    if second.is_none() {
                        if old_prefix == -1 {
                            old_prefix = context;
                        }
                    } else if new_prefix == -1 {
                        new_prefix = context;
                    }
                    context = 0;
                }
                byte @ (b'\t' | b'\n') => {
                    if second.is_some() && could_be_missing && (!spaces_eaten || kind == Kind::NewContext) {
                        new_missing = true;
                        break;
                    }
                    if second.is_none() && end == old_count + 1 {
                        blank = true;
                        continue;
                    }
                    spaces_eaten |= second.is_some();
                    body = Some((b' ', usize::from(byte == b'\t')));
                }
                b' ' => match self.byte(1) {
                    b' ' | b'\t' => body = Some((b' ', 2)),
                    _ if second.is_some() && could_be_missing => {
                        new_missing = true;
                        break;
                    }
                    _ => body = Some((b' ', 1)),
                },
                _ if second.is_some() && could_be_missing => {
                    new_missing = true;
                    break;
                }
                _ => return self.malformed(),
            }
            let Some((mark, skip)) = body else { continue };
            if mark == b' ' {
                some_context = true;
                context += 1;
                if second.is_some() {
                    new_copiable += 1;
                } else {
                    old_copiable += 1;
                }
            }
            let mut text = self.buffer.get(skip..).unwrap_or_default().to_vec();
            let last = if second.is_some() { most } else { old_count };
            if text.len() > 1 && end == last && self.incomplete() {
                text.pop();
            }
            if second.is_some() { new.push(Line { mark, text }) } else { old.push(Line { mark, text }) }
        }
        let Some((place, place_line, place_context)) = second else {
            return fatal(&[format!("no '---' found in patch at line {begin}").as_bytes()]);
        };
        let mut fill = 0;
        if new_missing {
            // Back to just behind `---`; the new lines are the old ones' context.
            self.seek(place, place_line);
            context = place_context;
            new.clear();
            fill = new_count;
        } else if old_missing {
            fill = old_count;
        } else if old_copiable != new_copiable {
            return fatal(&[b"context mangled", at_begin.as_bytes()]);
        }
        if old_missing && !new_missing && !some_context && fill == 1 {
            // A change of nothing without context: what is meant is to append.
            first += 1;
            fill = 0;
        }
        let prefix = if new_prefix == -1 || (old_prefix != -1 && old_prefix < new_prefix) { old_prefix } else { new_prefix };
        let suffix = if old_suffix != -1 && old_suffix < context { old_suffix } else { context };
        self.prefix_before = prefix;
        if prefix == -1 || suffix == -1 {
            return mangled();
        }
        let new_style = kind == Kind::Context && (fill != 0 || first > 1 && prefix.saturating_add(suffix) < old_copiable);
        if fill > 0 {
            let (from, to) = if new_missing { (&old, &mut new) } else { (&new, &mut old) };
            let same: Vec<Line> = from.iter().filter(|line| line.mark == b' ').cloned().collect();
            if same.len() as i64 != fill {
                return mangled();
            }
            *to = same;
        }
        Ok(Some((
            Hunk { old_start: first, new_start, old, new, prefix, suffix, heading, begin, blank },
            new_style,
        )))
    }
}
